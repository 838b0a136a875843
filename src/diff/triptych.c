/* SPDX-License-Identifier: MIT */
// The triptych (expected, actual with rings, diff; with captions) and the zooms into the largest
// clusters. Spec golden section 4.

#include <string.h>

#include "diff_internal.h"

enum {
    GUTTER = 8,
    ENLARGE_BELOW = 256,
    ENLARGED_SIDE = 512,
    CAPTION_ROOM = 4,            // above and below the caption, times its scale
    SIZE_MAX_TRIPTYCH = 1 << 26, // pixels; larger triptychs are left out
    NEUTRAL = 128,
    CAPTION_BACK = 32,
    CAPTION_INK = 224,
    ZOOM_SOURCE = 33,
    ZOOM_FACTOR = 8,
    ZOOM_PANEL = ZOOM_SOURCE * ZOOM_FACTOR + 1,
    ZOOM_GRID = 96
};

/* ---- panels ---- */

typedef struct triptych_plan {
    int32_t factor;
    int32_t panel_width;
    int32_t panel_height;
    int32_t caption_scale;
    int32_t caption_height;
    bool vertical;
    int32_t width;
    int32_t height;
} triptych_plan;

static int32_t ceil_div(int32_t a, int32_t b)
{
    return (a + b - 1) / b;
}

static bool make_plan(const r3d_diff_result *r, triptych_plan *p)
{
    int32_t longer = r->width > r->height ? r->width : r->height;
    p->factor = longer < ENLARGE_BELOW ? ENLARGED_SIDE / longer : 1;
    p->panel_width = r->width * p->factor;
    p->panel_height = r->height * p->factor;
    p->caption_scale = ceil_div(longer * p->factor, 640);
    p->caption_height = (R3D_DIFF_FONT_HEIGHT + 2 * CAPTION_ROOM) * p->caption_scale;
    p->vertical = r->width > 2 * r->height;
    for (int turn = 0; turn < 2; turn++) {
        int32_t cell_height = p->panel_height + p->caption_height;
        p->width = p->vertical ? p->panel_width : 3 * p->panel_width + 2 * GUTTER;
        p->height = p->vertical ? 3 * cell_height + 2 * GUTTER : cell_height;
        if (p->width <= R3D_PICTURE_SIZE_MAX && p->height <= R3D_PICTURE_SIZE_MAX) {
            return (int64_t)p->width * p->height <= SIZE_MAX_TRIPTYCH;
        }
        p->vertical = !p->vertical;
    }
    return false;
}

static void fill(const r3d_diff_canvas *canvas, int32_t x0, int32_t y0, int32_t width,
                 int32_t height, uint8_t grey)
{
    for (int32_t y = y0; y < y0 + height; y++) {
        memset(canvas->pixels + ((size_t)y * (size_t)canvas->width + (size_t)x0) * 3, grey,
               (size_t)width * 3);
    }
}

static void put_glyph(const r3d_diff_canvas *canvas, int32_t x0, int32_t y0, int32_t scale,
                      unsigned char character)
{
    const uint8_t *rows = r3d_diff_font_rows(character);
    rows = rows != NULL ? rows : r3d_diff_font_rows('~');
    for (int32_t row = 0; row < R3D_DIFF_FONT_HEIGHT; row++) {
        for (int32_t column = 0; column < R3D_DIFF_FONT_WIDTH; column++) {
            if ((rows[row] >> (R3D_DIFF_FONT_WIDTH - 1 - column) & 1) != 0) {
                fill(canvas, x0 + column * scale, y0 + row * scale, scale, scale, CAPTION_INK);
            }
        }
    }
}

// Draws a caption into the bar at (x, y); characters that do not fit are left out.
static void put_caption(const r3d_diff_canvas *canvas, const triptych_plan *p, int32_t x, int32_t y,
                        const char *caption)
{
    fill(canvas, x, y, p->panel_width, p->caption_height, CAPTION_BACK);
    int32_t pen = CAPTION_ROOM * p->caption_scale;
    for (const char *c = caption; *c != '\0'; c++) {
        if (pen + R3D_DIFF_FONT_WIDTH * p->caption_scale > p->panel_width) {
            break;
        }
        put_glyph(canvas, x + pen, y + CAPTION_ROOM * p->caption_scale, p->caption_scale,
                  (unsigned char)*c);
        pen += R3D_DIFF_FONT_ADVANCE * p->caption_scale;
    }
}

// Colour of a picture's pixel as people see it: where alpha counts, over a checker of 8 pixels.
static uint32_t visible_color(const r3d_diff_result *r, uint32_t argb, int32_t x, int32_t y)
{
    if (r->effective.values.channels == R3D_DIFF_RGB || argb >= 0xff000000u) {
        return argb;
    }
    int32_t back = ((x >> 3) + (y >> 3)) % 2 == 0 ? 255 : 204;
    int32_t alpha = r3d_priv_diff_channel(argb, 3);
    uint32_t rgb = 0;
    for (int i = 0; i < 3; i++) {
        int32_t c = r3d_priv_diff_channel(argb, i);
        rgb = rgb << 8 | (uint32_t)((c * alpha + back * (255 - alpha) + 127) / 255);
    }
    return rgb;
}

// One row of a view in visible colours; outside the view neutral grey.
static void visible_row(const r3d_diff_result *r, const r3d_picture_view *view, int32_t y,
                        uint32_t *row)
{
    int32_t own = y < view->height ? view->width : 0;
    own = own < r->width ? own : r->width;
    if (own != 0) {
        r3d_priv_diff_row_argb(r3d_priv_diff_view_row(view, y), view->layout, R3D_PRIV_RULE_RGBA,
                               own, r->effective.values.isa, row);
    }
    for (int32_t x = 0; x < r->width; x++) {
        row[x] = x < own ? visible_color(r, row[x], x, y) : NEUTRAL * 0x010101u;
    }
}

static void put_rgb(uint8_t *p, uint32_t rgb)
{
    p[0] = (uint8_t)(rgb >> 16);
    p[1] = (uint8_t)(rgb >> 8);
    p[2] = (uint8_t)rgb;
}

// Enlarges a row of colours and repeats it.
static void put_panel_row(const r3d_diff_canvas *canvas, const triptych_plan *p, int32_t x0,
                          int32_t y0, int32_t y, int32_t count, const uint32_t *row)
{
    size_t stride = (size_t)canvas->width * 3;
    uint8_t *first =
        canvas->pixels + ((size_t)(y0 + y * p->factor) * (size_t)canvas->width + (size_t)x0) * 3;
    uint8_t *out = first;
    for (int32_t x = 0; x < count; x++) {
        for (int32_t i = 0; i < p->factor; i++, out += 3) {
            put_rgb(out, row[x]);
        }
    }
    for (int32_t i = 1; i < p->factor; i++) {
        memcpy(first + (size_t)i * stride, first, (size_t)p->panel_width * 3);
    }
}

// Rings with the constants of the enlarged size, drawn on a canvas of their own and copied where
// they paint: the panel is part of a larger canvas.
static void put_rings(const r3d_diff_result *r, const r3d_diff_canvas *canvas,
                      const triptych_plan *p, int32_t x0, int32_t y0)
{
    const r3d_diff_options *v = &r->effective.values;
    int32_t longer = p->panel_width > p->panel_height ? p->panel_width : p->panel_height;
    int32_t radius = ceil_div(longer, 64) > 8 ? ceil_div(longer, 64) : 8;
    int32_t stroke = ceil_div(longer, 640) > 2 ? ceil_div(longer, 640) : 2;
    radius = v->base_radius != 0 ? v->base_radius : radius;
    stroke = v->stroke != 0 ? v->stroke : stroke;
    if (v->no_rings) {
        return;
    }
    for (size_t i = 0; i < r3d_diff_ring_count(r); i++) {
        const r3d_diff_cluster *c = &r->clusters[i];
        r3d_diff_ring ring;
        r3d_diff_ring_make(p->panel_width, p->panel_height, c->x0 * p->factor, c->y0 * p->factor,
                           (c->x1 + 1) * p->factor - 1, (c->y1 + 1) * p->factor - 1, radius, stroke,
                           &ring);
        r3d_priv_ring_paint_at(&ring, canvas, x0, y0);
    }
}

static r3d_result triptych(const r3d_diff_result *r, const r3d_picture_view *expected,
                           const r3d_picture_view *actual, const r3d_diff_canvas *plain,
                           const char *name, const r3d_allocator *allocator,
                           r3d_diff_canvas *out_canvas)
{
    triptych_plan p;
    memset(out_canvas, 0, sizeof *out_canvas);
    if (!make_plan(r, &p)) {
        return R3D_ERR_LIMIT;
    }
    r3d_result status =
        r3d_priv_diff_canvas_create(p.width, p.height, R3D_LAYOUT_RGB8, allocator, out_canvas);
    uint32_t *row = r3d_priv_diff_alloc(allocator, (size_t)r->width, sizeof *row);
    if (status != R3D_OK || row == NULL) {
        r3d_priv_diff_free(allocator, row);
        r3d_diff_canvas_free(out_canvas);
        return R3D_ERR_MEMORY;
    }
    fill(out_canvas, 0, 0, p.width, p.height, NEUTRAL);
    for (int panel = 0; panel < 3; panel++) {
        char caption[320];
        int32_t x0 = p.vertical ? 0 : panel * (p.panel_width + GUTTER);
        int32_t top = p.vertical ? panel * (p.panel_height + p.caption_height + GUTTER) : 0;
        int32_t y0 = top + p.caption_height;
        if (panel == 0) {
            snprintf(caption, sizeof caption, "expected %s %ldx%ld", name, (long)r->expected_width,
                     (long)r->expected_height);
        } else if (panel == 1) {
            snprintf(caption, sizeof caption, "actual %ldx%ld", (long)r->actual_width,
                     (long)r->actual_height);
        } else {
            snprintf(caption, sizeof caption, "%lld of %lld px differ, %zu %s",
                     (long long)r->mismatches, (long long)r->compared, r->cluster_count,
                     r->cluster_count == 1 ? "cluster" : "clusters");
        }
        put_caption(out_canvas, &p, x0, top, caption);
        for (int32_t y = 0; y < r->height; y++) {
            if (panel < 2) {
                visible_row(r, panel == 0 ? expected : actual, y, row);
            } else {
                r3d_priv_diff_row_argb(plain->pixels + (size_t)y * (size_t)plain->width * 3,
                                       R3D_LAYOUT_RGB8, R3D_PRIV_RULE_RGBA, r->width,
                                       r->effective.values.isa, row);
            }
            put_panel_row(out_canvas, &p, x0, y0, y, r->width, row);
        }
        if (panel > 0) {
            put_rings(r, out_canvas, &p, x0, y0);
        }
    }
    r3d_priv_diff_free(allocator, row);
    return R3D_OK;
}

/* ---- zooms ---- */

static void put_zoom_cell(const r3d_diff_canvas *canvas, int32_t x0, int32_t y0, uint32_t rgb)
{
    for (int32_t y = 1; y < ZOOM_FACTOR; y++) {
        for (int32_t x = 1; x < ZOOM_FACTOR; x++) {
            put_rgb(canvas->pixels +
                        ((size_t)(y0 + y) * (size_t)canvas->width + (size_t)(x0 + x)) * 3,
                    rgb);
        }
    }
}

static uint32_t zoom_color(const r3d_diff_result *r, const r3d_picture_view *view, int32_t x,
                           int32_t y)
{
    if (x < 0 || y < 0 || x >= view->width || y >= view->height) {
        return NEUTRAL * 0x010101u;
    }
    return visible_color(r, r3d_priv_diff_pixel_argb(view, R3D_PRIV_RULE_RGBA, x, y), x, y);
}

static r3d_result zoom(const r3d_diff_result *r, const r3d_picture_view *expected,
                       const r3d_picture_view *actual, const r3d_diff_canvas *plain, size_t cluster,
                       const r3d_allocator *allocator, r3d_diff_canvas *out_canvas)
{
    r3d_picture_view diff;
    r3d_diff_canvas_get_view(plain, &diff);
    const r3d_picture_view *views[3] = {expected, actual, &diff};
    r3d_result status = r3d_priv_diff_canvas_create(3 * ZOOM_PANEL + 2 * GUTTER, ZOOM_PANEL,
                                                    R3D_LAYOUT_RGB8, allocator, out_canvas);
    if (status != R3D_OK) {
        return status;
    }
    int32_t left = r->clusters[cluster].first.x - ZOOM_SOURCE / 2;
    int32_t top = r->clusters[cluster].first.y - ZOOM_SOURCE / 2;
    fill(out_canvas, 0, 0, out_canvas->width, out_canvas->height, NEUTRAL);
    for (int panel = 0; panel < 3; panel++) {
        int32_t x0 = panel * (ZOOM_PANEL + GUTTER);
        fill(out_canvas, x0, 0, ZOOM_PANEL, ZOOM_PANEL, ZOOM_GRID);
        for (int32_t i = 0; i < ZOOM_SOURCE * ZOOM_SOURCE; i++) {
            int32_t x = i % ZOOM_SOURCE;
            int32_t y = i / ZOOM_SOURCE;
            put_zoom_cell(out_canvas, x0 + x * ZOOM_FACTOR, y * ZOOM_FACTOR,
                          zoom_color(r, views[panel], left + x, top + y));
        }
    }
    return R3D_OK;
}

/* ---- the public forms ---- */

static bool plain_fits(const r3d_diff_result *result, const r3d_diff_canvas *plain)
{
    return plain == NULL || (plain->pixels != NULL && plain->layout == R3D_LAYOUT_RGB8 &&
                             plain->width == result->width && plain->height == result->height);
}

r3d_result r3d_diff_render_triptych(const r3d_diff_result *result, const r3d_picture_view *expected,
                                    const r3d_picture_view *actual, const r3d_diff_canvas *plain,
                                    const char *name, const r3d_allocator *allocator,
                                    r3d_diff_canvas *out_canvas)
{
    r3d_diff_canvas own;
    if (out_canvas == NULL || name == NULL || expected == NULL || actual == NULL ||
        !r3d_priv_render_views_fit(result, expected, actual) || !plain_fits(result, plain) ||
        r3d_priv_hooks_are_half(allocator)) {
        return R3D_ERR_ARGUMENT;
    }
    if (plain != NULL) {
        return triptych(result, expected, actual, plain, name, allocator, out_canvas);
    }
    r3d_result status = r3d_diff_render_plain(result, expected, actual, allocator, &own);
    if (status != R3D_OK) {
        return status;
    }
    status = triptych(result, expected, actual, &own, name, allocator, out_canvas);
    r3d_diff_canvas_free(&own);
    return status;
}

r3d_result r3d_diff_render_zoom(const r3d_diff_result *result, const r3d_picture_view *expected,
                                const r3d_picture_view *actual, const r3d_diff_canvas *plain,
                                size_t cluster, const r3d_allocator *allocator,
                                r3d_diff_canvas *out_canvas)
{
    r3d_diff_canvas own;
    if (out_canvas == NULL || expected == NULL || actual == NULL ||
        !r3d_priv_render_views_fit(result, expected, actual) || !plain_fits(result, plain) ||
        r3d_priv_hooks_are_half(allocator)) {
        return R3D_ERR_ARGUMENT;
    }
    if (cluster >= result->cluster_count) {
        return R3D_ERR_RANGE;
    }
    if (plain != NULL) {
        return zoom(result, expected, actual, plain, cluster, allocator, out_canvas);
    }
    r3d_result status = r3d_diff_render_plain(result, expected, actual, allocator, &own);
    if (status != R3D_OK) {
        return status;
    }
    status = zoom(result, expected, actual, &own, cluster, allocator, out_canvas);
    r3d_diff_canvas_free(&own);
    return status;
}
