/* SPDX-License-Identifier: MIT */
// The diff picture as a file: rows are drawn in numbers of colours when the writer asks for them, so
// that neither a canvas nor a search for its colours is needed. Spec golden section 4; the same
// picture in RGB is drawn by render.c.

#include <string.h>

#include <retro3d/png.h>

#include <retro3d/png_rows.h>

#include "diff_internal.h"
#include "row_kernels.h"

typedef struct drawing {
    const r3d_diff_result *result;
    const r3d_picture_view *expected;
    const r3d_picture_view *actual;
    bool plain; // the colours of a row say which of its pixels mismatch
    size_t ring_count;
    r3d_diff_ring *rings;
    uint32_t *row_e;
    uint32_t *row_a;
    uint32_t *scratch; // 2 rows
    uint8_t *mask;
    uint8_t *classes;
} drawing;

// Greys first: they follow one another, which the filter of the writer profits from.
static void make_colors(const r3d_diff_result *result, uint32_t *out_colors)
{
    uint32_t base = result->effective.values.dim == R3D_DIFF_DIM_DARK ? 0 : 192;
    for (uint32_t i = 0; i < R3D_PRIV_DIFF_GREYS; i++) {
        out_colors[i] = (base + i) * 0x010101u;
    }
    out_colors[R3D_PRIV_DIFF_RED] = 0xff0000u;
    out_colors[R3D_PRIV_DIFF_AMBER] = 0xffb000u;
    out_colors[R3D_PRIV_DIFF_MAGENTA] = 0xff00ffu;
    out_colors[R3D_PRIV_DIFF_MASKED] = 0x4080ffu;
    out_colors[R3D_PRIV_DIFF_DARKER] = 0x0060ffu;
}

static uint8_t number_of_mismatch(const drawing *d, int32_t x, int32_t y)
{
    const r3d_diff_options *v = &d->result->effective.values;
    bool darker =
        v->paint == R3D_DIFF_PAINT_SIGN &&
        r3d_priv_metric_brightness(v, d->result->width, x, y, d->row_e[x], d->row_a[x]) > 0.0;
    return darker ? R3D_PRIV_DIFF_DARKER : R3D_PRIV_DIFF_RED;
}

static void draw_plain_row(const drawing *d, int32_t y, uint8_t *numbers)
{
    int32_t width = d->result->width;
    const void *e = r3d_priv_diff_view_row(d->expected, y);
    const void *a = r3d_priv_diff_view_row(d->actual, y);
    r3d_layout layout = d->expected->layout;
    r3d_priv_diff_row_argb(e, layout, R3D_PRIV_RULE_RGB, width, d->result->effective.values.isa,
                           d->row_e);
    r3d_priv_row_quarter_luma(d->row_e, width, numbers,
                              r3d_isa_features(d->result->effective.values.isa));
    if (layout == d->actual->layout &&
        memcmp(e, a, (size_t)width * (size_t)r3d_priv_diff_layout_bytes(layout)) == 0) {
        return;
    }
    r3d_priv_diff_row_argb(a, d->actual->layout, R3D_PRIV_RULE_RGB, width,
                           d->result->effective.values.isa, d->row_a);
    if (d->result->effective.values.paint == R3D_DIFF_PAINT_RED) {
        for (int32_t x = 0; x < width; x++) {
            numbers[x] = d->row_e[x] != d->row_a[x] ? R3D_PRIV_DIFF_RED : numbers[x];
        }
        return;
    }
    for (int32_t x = 0; x < width; x++) {
        if (d->row_e[x] != d->row_a[x]) {
            numbers[x] = number_of_mismatch(d, x, y);
        }
    }
}

static void draw_any_row(const drawing *d, int32_t y, uint8_t *numbers)
{
    int32_t width = d->result->width;
    r3d_priv_render_fetch_row(d->expected, y, width, d->result->effective.values.isa, d->row_e);
    r3d_priv_render_fetch_row(d->actual, y, width, d->result->effective.values.isa, d->row_a);
    r3d_priv_classify_row(d->result, d->expected, d->actual, y, d->scratch, d->mask, d->classes);
    r3d_priv_row_quarter_luma(d->row_e, width, numbers,
                              r3d_isa_features(d->result->effective.values.isa));
    for (int32_t x = 0; x < width; x++) {
        switch ((r3d_priv_pixel_class)d->classes[x]) {
        case R3D_PRIV_PIXEL_MISMATCH:
            numbers[x] = number_of_mismatch(d, x, y);
            break;
        case R3D_PRIV_PIXEL_EXCUSED:
            numbers[x] = R3D_PRIV_DIFF_AMBER;
            break;
        case R3D_PRIV_PIXEL_ONLY_EXPECTED:
        case R3D_PRIV_PIXEL_ONLY_ACTUAL:
            numbers[x] = R3D_PRIV_DIFF_MAGENTA;
            break;
        case R3D_PRIV_PIXEL_MASKED:
            numbers[x] = (x + y) % 8 < 2 ? R3D_PRIV_DIFF_MASKED : numbers[x];
            break;
        case R3D_PRIV_PIXEL_EQUAL:
        case R3D_PRIV_PIXEL_NOWHERE:
            break;
        }
    }
}

static void draw_row(void *user, int32_t y, uint8_t *out_numbers)
{
    const drawing *d = user;
    if (d->plain) {
        draw_plain_row(d, y, out_numbers);
    } else {
        draw_any_row(d, y, out_numbers);
    }
    for (size_t i = 0; i < d->ring_count; i++) {
        r3d_priv_ring_paint_numbers(&d->rings[i], y, out_numbers);
    }
}

static bool is_plain(const r3d_diff_result *r, const r3d_picture_view *expected,
                     const r3d_picture_view *actual)
{
    const r3d_diff_options *v = &r->effective.values;
    // The sign of a mismatch depends on alpha even where that is not compared.
    bool opaque =
        !r3d_diff_layout_has_alpha(expected->layout) && !r3d_diff_layout_has_alpha(actual->layout);
    return (opaque || v->paint == R3D_DIFF_PAINT_RED) && v->metric == R3D_DIFF_EXACT &&
           r->depth == 8 && v->channels == R3D_DIFF_RGB && !r3d_priv_mask_active(v) &&
           expected->width == actual->width && expected->height == actual->height &&
           expected->width == r->width && expected->height == r->height;
}

static r3d_result save_drawing(const char *path, drawing *d, const r3d_allocator *hooks,
                               r3d_error *out_error)
{
    uint32_t colors[R3D_PRIV_DIFF_COLORS];
    make_colors(d->result, colors);
    for (size_t i = 0; i < d->ring_count; i++) {
        r3d_priv_render_ring(d->result, i, &d->rings[i]);
    }
    const r3d_png_indexed picture = {d->result->width,     d->result->height, colors,
                                     R3D_PRIV_DIFF_COLORS, draw_row,          d};
    return r3d_png_indexed_save(&picture, path, hooks, out_error);
}

static r3d_result save_canvas(const char *path, const r3d_diff_result *result,
                              const r3d_picture_view *expected, const r3d_picture_view *actual,
                              const r3d_allocator *allocator, r3d_error *out_error)
{
    r3d_diff_canvas canvas;
    r3d_picture_view view;
    r3d_result status = r3d_diff_render_diff(result, expected, actual, allocator, &canvas);
    if (status != R3D_OK) {
        return r3d_priv_diff_fail(out_error, status, path, "%s", r3d_result_string(status));
    }
    r3d_diff_canvas_get_view(&canvas, &view);
    status = r3d_png_save(path, &view, R3D_PNG_INDEXED, out_error);
    r3d_diff_canvas_free(&canvas);
    return status;
}

r3d_result r3d_diff_save_diff(const char *path, const r3d_diff_result *result,
                              const r3d_picture_view *expected, const r3d_picture_view *actual,
                              const r3d_allocator *allocator, r3d_error *out_error)
{
    r3d_allocator hooks;
    if (path == NULL || expected == NULL || actual == NULL ||
        r3d_allocator_resolve(allocator, &hooks) != R3D_OK ||
        !r3d_priv_render_views_fit(result, expected, actual)) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_ARGUMENT, path,
                                  "an argument is NULL, or the pictures are not those compared");
    }
    // As large as a canvas may be.
    if ((int64_t)result->width * result->height > R3D_PRIV_CANVAS_BYTES_MAX / 3) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_LIMIT, path, "%s",
                                  r3d_result_string(R3D_ERR_LIMIT));
    }
    r3d_diff_paint paint = result->effective.values.paint;
    if (paint != R3D_DIFF_PAINT_RED && paint != R3D_DIFF_PAINT_SIGN) {
        return save_canvas(path, result, expected, actual, allocator, out_error);
    }
    size_t width = (size_t)result->width;
    drawing d = {.result = result, .expected = expected, .actual = actual};
    d.plain = is_plain(result, expected, actual);
    d.ring_count = result->effective.values.no_rings ? 0 : r3d_diff_ring_count(result);
    d.rings = r3d_priv_diff_alloc(&hooks, d.ring_count + 1, sizeof *d.rings);
    d.row_e = r3d_priv_diff_alloc(&hooks, width, 4 * sizeof *d.row_e);
    d.mask = r3d_priv_diff_alloc(&hooks, width, 2);
    r3d_result status = R3D_ERR_MEMORY;
    if (d.rings != NULL && d.row_e != NULL && d.mask != NULL) {
        d.row_a = d.row_e + width;
        d.scratch = d.row_a + width;
        d.classes = d.mask + width;
        status = save_drawing(path, &d, &hooks, out_error);
    } else {
        (void)r3d_priv_diff_fail(out_error, status, path, "no memory for the diff picture");
    }
    r3d_priv_diff_free(&hooks, d.rings);
    r3d_priv_diff_free(&hooks, d.row_e);
    r3d_priv_diff_free(&hooks, d.mask);
    return status;
}
