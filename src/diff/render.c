/* SPDX-License-Identifier: MIT */
// The diff picture and the circled picture. Spec golden section 4.

#include <string.h>

#include "diff_internal.h"

void r3d_diff_canvas_free(r3d_diff_canvas *canvas)
{
    if (canvas == NULL) {
        return;
    }
    r3d_priv_diff_free(&canvas->allocator, canvas->pixels);
    memset(canvas, 0, sizeof *canvas);
}

void r3d_diff_canvas_get_view(const r3d_diff_canvas *canvas, r3d_picture_view *out_view)
{
    if (canvas == NULL || out_view == NULL) {
        return;
    }
    out_view->pixels = canvas->pixels;
    out_view->width = canvas->width;
    out_view->height = canvas->height;
    out_view->layout = canvas->layout;
    out_view->stride_bytes = (ptrdiff_t)canvas->width * r3d_priv_diff_layout_bytes(canvas->layout);
}

r3d_result r3d_priv_diff_canvas_create(int32_t width, int32_t height, r3d_layout layout,
                                       const r3d_allocator *allocator, r3d_diff_canvas *out_canvas)
{
    memset(out_canvas, 0, sizeof *out_canvas);
    if (allocator != NULL) {
        out_canvas->allocator = *allocator;
    }
    size_t row = (size_t)width * (size_t)r3d_priv_diff_layout_bytes(layout);
    // Two thin pictures of a few hundred bytes may span a union of gigabytes.
    if ((int64_t)height * (int64_t)row > R3D_PRIV_CANVAS_BYTES_MAX) {
        return R3D_ERR_LIMIT;
    }
    out_canvas->pixels = r3d_priv_diff_alloc(allocator, (size_t)height, row);
    if (out_canvas->pixels == NULL) {
        return R3D_ERR_MEMORY;
    }
    out_canvas->width = width;
    out_canvas->height = height;
    out_canvas->layout = layout;
    return R3D_OK;
}

static void put(uint8_t *rgb, int32_t red, int32_t green, int32_t blue)
{
    rgb[0] = (uint8_t)red;
    rgb[1] = (uint8_t)green;
    rgb[2] = (uint8_t)blue;
}

static int32_t absolute(int32_t value)
{
    return value < 0 ? -value : value;
}

static void paint_mismatch(const r3d_diff_result *result, int32_t x, int32_t y, uint32_t expected,
                           uint32_t actual, uint8_t *rgb)
{
    const r3d_diff_options *v = &result->effective.values;
    int32_t d[4];
    int32_t largest = 0;
    if (v->paint == R3D_DIFF_PAINT_RED) {
        put(rgb, 255, 0, 0);
        return;
    }
    for (int i = 0; i < 4; i++) {
        d[i] = absolute(r3d_priv_diff_channel(expected, i) - r3d_priv_diff_channel(actual, i));
        largest = d[i] > largest ? d[i] : largest;
    }
    switch (v->paint) {
    case R3D_DIFF_PAINT_RED: // above
        break;
    case R3D_DIFF_PAINT_SIGN:
        if (r3d_priv_metric_brightness(v, result->width, x, y, expected, actual) > 0.0) {
            put(rgb, 0, 96, 255);
        } else {
            put(rgb, 255, 0, 0);
        }
        break;
    case R3D_DIFF_PAINT_HEAT:
        // Delta 1 gives green 208 and 255 gives 0; a 16-bit difference below 1/256 counts as 1.
        largest = largest < 1 ? 1 : largest;
        put(rgb, 255, (208 * (255 - largest) + 127) / 254, 0);
        break;
    case R3D_DIFF_PAINT_ABS:
        if (d[0] == 0 && d[1] == 0 && d[2] == 0) {
            // Only alpha differs: shown as grey, or it would look equal.
            d[0] = d[3];
            d[1] = d[3];
            d[2] = d[3];
        }
        for (int i = 0; i < 3; i++) {
            int32_t value = d[i] * v->paint_factor;
            rgb[i] = (uint8_t)(value > 255 ? 255 : value);
        }
        break;
    }
}

// The dimmed expected picture below everything.
static void paint_ground(const r3d_diff_result *result, const uint32_t *expected, int32_t width,
                         uint8_t *rgb)
{
    int32_t base = result->effective.values.dim == R3D_DIFF_DIM_DARK ? 0 : 192;
    for (int32_t x = 0; x < width; x++, rgb += 3) {
        uint8_t grey = (uint8_t)(base + (r3d_priv_diff_luma(expected[x]) >> 2));
        rgb[0] = grey;
        rgb[1] = grey;
        rgb[2] = grey;
    }
}

static void paint_pixel(const r3d_diff_result *result, r3d_priv_pixel_class class, int32_t x,
                        int32_t y, uint32_t expected, uint32_t actual, uint8_t *rgb)
{
    switch (class) {
    case R3D_PRIV_PIXEL_MISMATCH:
        paint_mismatch(result, x, y, expected, actual, rgb);
        break;
    case R3D_PRIV_PIXEL_EXCUSED:
        put(rgb, 255, 176, 0);
        break;
    case R3D_PRIV_PIXEL_ONLY_EXPECTED:
    case R3D_PRIV_PIXEL_ONLY_ACTUAL:
        put(rgb, 255, 0, 255);
        break;
    case R3D_PRIV_PIXEL_MASKED:
        if ((x + y) % 8 < 2) {
            put(rgb, 64, 128, 255);
        }
        break;
    case R3D_PRIV_PIXEL_EQUAL:
    case R3D_PRIV_PIXEL_NOWHERE:
        break;
    }
}

void r3d_priv_render_fetch_row(const r3d_picture_view *view, int32_t y, int32_t width, r3d_isa isa,
                               uint32_t *out_argb)
{
    int32_t own = y < view->height ? view->width : 0;
    own = own < width ? own : width;
    if (own != 0) {
        r3d_priv_diff_row_argb(r3d_priv_diff_view_row(view, y), view->layout, R3D_PRIV_RULE_RGBA,
                               own, isa, out_argb);
    }
    memset(out_argb + own, 0, (size_t)(width - own) * sizeof *out_argb);
}

void r3d_priv_render_ring(const r3d_diff_result *result, size_t cluster, r3d_diff_ring *out_ring)
{
    const r3d_diff_cluster *c = &result->clusters[cluster];
    r3d_diff_ring_make(result->width, result->height, c->x0, c->y0, c->x1, c->y1,
                       result->base_radius, result->stroke, out_ring);
}

r3d_result r3d_diff_draw_rings(const r3d_diff_result *result, const r3d_diff_canvas *canvas)
{
    if (result == NULL || canvas == NULL || canvas->pixels == NULL ||
        (canvas->layout != R3D_LAYOUT_RGB8 && canvas->layout != R3D_LAYOUT_RGBA8)) {
        return R3D_ERR_ARGUMENT;
    }
    if (result->effective.values.no_rings) {
        return R3D_OK;
    }
    size_t count = r3d_diff_ring_count(result);
    for (size_t i = 0; i < count; i++) {
        r3d_diff_ring ring;
        r3d_priv_render_ring(result, i, &ring);
        r3d_priv_ring_paint(&ring, canvas);
    }
    return R3D_OK;
}

// Whether the views can be those the result was made from.
bool r3d_priv_render_views_fit(const r3d_diff_result *result, const r3d_picture_view *expected,
                               const r3d_picture_view *actual)
{
    return result != NULL && result->width != 0 &&
           (expected == NULL ||
            (expected->pixels != NULL && expected->width == result->expected_width &&
             expected->height == result->expected_height)) &&
           (actual == NULL || (actual->pixels != NULL && actual->width == result->actual_width &&
                               actual->height == result->actual_height));
}

r3d_result r3d_diff_render_plain(const r3d_diff_result *result, const r3d_picture_view *expected,
                                 const r3d_picture_view *actual, const r3d_allocator *allocator,
                                 r3d_diff_canvas *out_canvas)
{
    if (out_canvas == NULL || expected == NULL || actual == NULL ||
        r3d_priv_hooks_are_half(allocator) ||
        !r3d_priv_render_views_fit(result, expected, actual)) {
        return R3D_ERR_ARGUMENT;
    }
    int32_t width = result->width;
    r3d_result status =
        r3d_priv_diff_canvas_create(width, result->height, R3D_LAYOUT_RGB8, allocator, out_canvas);
    uint32_t *rows = r3d_priv_diff_alloc(allocator, (size_t)width, 4 * sizeof *rows);
    uint8_t *bytes = r3d_priv_diff_alloc(allocator, (size_t)width, 2);
    if (status != R3D_OK || rows == NULL || bytes == NULL) {
        r3d_priv_diff_free(allocator, rows);
        r3d_priv_diff_free(allocator, bytes);
        r3d_diff_canvas_free(out_canvas);
        return status != R3D_OK ? status : R3D_ERR_MEMORY;
    }
    uint32_t *row_e = rows;
    uint32_t *row_a = rows + width;
    uint32_t *scratch = rows + 2 * (size_t)width;
    uint8_t *classes = bytes;
    uint8_t *mask = bytes + width;
    for (int32_t y = 0; y < result->height; y++) {
        r3d_priv_render_fetch_row(expected, y, width, result->effective.values.isa, row_e);
        r3d_priv_render_fetch_row(actual, y, width, result->effective.values.isa, row_a);
        r3d_priv_classify_row(result, expected, actual, y, scratch, mask, classes);
        uint8_t *rgb = out_canvas->pixels + (size_t)y * (size_t)width * 3;
        paint_ground(result, row_e, width, rgb);
        for (int32_t x = 0; x < width; x++) {
            if (classes[x] == R3D_PRIV_PIXEL_EQUAL) {
                continue;
            }
            paint_pixel(result, (r3d_priv_pixel_class)classes[x], x, y, row_e[x], row_a[x],
                        rgb + (size_t)x * 3);
        }
    }
    r3d_priv_diff_free(allocator, rows);
    r3d_priv_diff_free(allocator, bytes);
    return R3D_OK;
}

r3d_result r3d_diff_render_diff(const r3d_diff_result *result, const r3d_picture_view *expected,
                                const r3d_picture_view *actual, const r3d_allocator *allocator,
                                r3d_diff_canvas *out_canvas)
{
    r3d_result status = r3d_diff_render_plain(result, expected, actual, allocator, out_canvas);
    return status == R3D_OK ? r3d_diff_draw_rings(result, out_canvas) : status;
}

static r3d_result copy_view(const r3d_picture_view *view, r3d_isa isa,
                            const r3d_allocator *allocator, r3d_diff_canvas *out_canvas)
{
    if (out_canvas == NULL || view == NULL || view->pixels == NULL ||
        r3d_priv_hooks_are_half(allocator)) {
        return R3D_ERR_ARGUMENT;
    }
    memset(out_canvas, 0, sizeof *out_canvas);
    r3d_result checked = r3d_diff_view_check(view, "picture", NULL);
    if (checked != R3D_OK) {
        return checked;
    }
    r3d_layout layout =
        r3d_diff_layout_has_alpha(view->layout) ? R3D_LAYOUT_RGBA8 : R3D_LAYOUT_RGB8;
    size_t bytes = layout == R3D_LAYOUT_RGBA8 ? 4 : 3;
    r3d_result status =
        r3d_priv_diff_canvas_create(view->width, view->height, layout, allocator, out_canvas);
    uint32_t *row = r3d_priv_diff_alloc(allocator, (size_t)view->width, sizeof *row);
    if (status != R3D_OK || row == NULL) {
        r3d_priv_diff_free(allocator, row);
        r3d_diff_canvas_free(out_canvas);
        return status != R3D_OK ? status : R3D_ERR_MEMORY;
    }
    for (int32_t y = 0; y < view->height; y++) {
        r3d_priv_render_fetch_row(view, y, view->width, isa, row);
        uint8_t *p = out_canvas->pixels + (size_t)y * (size_t)view->width * bytes;
        for (int32_t x = 0; x < view->width; x++, p += bytes) {
            put(p, r3d_priv_diff_channel(row[x], 0), r3d_priv_diff_channel(row[x], 1),
                r3d_priv_diff_channel(row[x], 2));
            if (bytes == 4) {
                p[3] = (uint8_t)r3d_priv_diff_channel(row[x], 3);
            }
        }
    }
    r3d_priv_diff_free(allocator, row);
    return R3D_OK;
}

r3d_result r3d_diff_canvas_copy(const r3d_picture_view *view, const r3d_allocator *allocator,
                                r3d_diff_canvas *out_canvas)
{
    return copy_view(view, R3D_ISA_BEST, allocator, out_canvas);
}

r3d_result r3d_diff_render_circled(const r3d_diff_result *result, const r3d_picture_view *actual,
                                   const r3d_allocator *allocator, r3d_diff_canvas *out_canvas)
{
    if (out_canvas == NULL || actual == NULL || !r3d_priv_render_views_fit(result, NULL, actual)) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_result status = copy_view(actual, result->effective.values.isa, allocator, out_canvas);
    return status == R3D_OK ? r3d_diff_draw_rings(result, out_canvas) : status;
}
