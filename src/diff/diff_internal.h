/* SPDX-License-Identifier: MIT */
/// @file diff_internal.h
/// What the files of the diff room share. Nothing here is exported.

#ifndef RETRO3D_DIFF_INTERNAL_H
#define RETRO3D_DIFF_INTERNAL_H

#include <stdio.h>

#include <retro3d/diff.h>

#include "../base/error_text.h"
#include "../base/memory.h"

/* ---- memory.c: allocation, errors, text ---- */

/// Allocates count * item_size bytes through the hooks (NULL or zeroed: malloc); NULL on overflow.
void *r3d_priv_diff_alloc(const r3d_allocator *allocator, size_t count, size_t item_size);
void r3d_priv_diff_free(const r3d_allocator *allocator, void *memory);

/// As r3d_priv_reserve, through the same hooks.
r3d_result r3d_priv_diff_reserve(const r3d_allocator *allocator, r3d_priv_growing *array,
                                 size_t capacity, size_t item_size, size_t most);

/// Fills an error when out_error is not NULL and returns `result`.
r3d_result r3d_priv_diff_fail(r3d_error *out_error, r3d_result result, const char *file,
                              const char *format, ...) R3D_PRIV_PRINTF(4, 5);

/* ---- pixels.c: reading pixels of any layout ---- */

/// Which bits of a canonical pixel 0xAARRGGBB take part, as a transformation of each row.
typedef enum r3d_priv_channel_rule {
    R3D_PRIV_RULE_RGBA = 0,
    R3D_PRIV_RULE_RGB = 1,  ///< Alpha becomes 255.
    R3D_PRIV_RULE_OVER = 2, ///< Pairs of fully transparent pixels become 0.
    R3D_PRIV_RULE_ALPHA = 3 ///< Colour becomes 0.
} r3d_priv_channel_rule;

int32_t r3d_priv_diff_layout_bytes(r3d_layout layout);

/// Which rule the effective channels mean.
r3d_priv_channel_rule r3d_priv_rule_of(r3d_diff_channels channels);

/// Whether a layout's pixels, read as native words, are 0xAARRGGBB (not swapped) or 0xAABBGGRR
/// (swapped). False for other layouts.
bool r3d_priv_diff_word_order(r3d_layout layout, bool *out_swapped);
const void *r3d_priv_diff_view_row(const r3d_picture_view *view, int32_t y);

/// Converts `count` pixels that begin at `row` to 0xAARRGGBB and applies the rule.
void r3d_priv_diff_row_argb(const void *row, r3d_layout layout, r3d_priv_channel_rule rule,
                            int32_t count, r3d_isa isa, uint32_t *out_argb);

/// Ends what the rule does to two converted rows: with OVER, pixels that are fully transparent in
/// both become equal. Pixels that are so in one row alone keep the colour they are stored with.
void r3d_priv_diff_rows_pair(r3d_priv_channel_rule rule, int32_t count, uint32_t *expected,
                             uint32_t *actual);
uint32_t r3d_priv_diff_pixel_argb(const r3d_picture_view *view, r3d_priv_channel_rule rule,
                                  int32_t x, int32_t y);

static inline int32_t r3d_priv_diff_channel(uint32_t argb, int32_t rgba_index)
{
    // R, G, B, A lie at bits 16, 8, 0, 24.
    return (int32_t)((argb >> (rgba_index == 3 ? 24 : 16 - 8 * rgba_index)) & 255u);
}

/// Y of spec golden section 4: (77 R + 150 G + 29 B + 128) >> 8.
static inline int32_t r3d_priv_diff_luma(uint32_t argb)
{
    return (77 * r3d_priv_diff_channel(argb, 0) + 150 * r3d_priv_diff_channel(argb, 1) +
            29 * r3d_priv_diff_channel(argb, 2) + 128) >>
           8;
}

/* ---- cluster.c ---- */

/// Mismatches of one row whose neighbours lie at most D apart.
typedef struct r3d_priv_run {
    int32_t x0;
    int32_t x1;
    int64_t count;
    int64_t delta_sum;
    int32_t max_delta;
    r3d_diff_pixel first;
} r3d_priv_run;

typedef struct r3d_priv_clusterer r3d_priv_clusterer;

r3d_result r3d_priv_clusterer_create(int32_t width, int32_t height, int32_t link_distance,
                                     const r3d_allocator *allocator, r3d_priv_clusterer **out);
void r3d_priv_clusterer_destroy(r3d_priv_clusterer *clusterer);

/// Adds the runs of row y, from left to right; rows must come from top to bottom, empty ones may be
/// left out.
r3d_result r3d_priv_clusterer_row(r3d_priv_clusterer *clusterer, int32_t y,
                                  const r3d_priv_run *runs, size_t run_count);

/// The node that run `index` of the row added last belongs to, for r3d_priv_clusterer_first.
uint32_t r3d_priv_clusterer_node(const r3d_priv_clusterer *clusterer, int32_t y, size_t index);

/// The first pixel of the cluster that a node ended up in; valid after the last row.
void r3d_priv_clusterer_first(r3d_priv_clusterer *clusterer, uint32_t node, int32_t *out_x,
                              int32_t *out_y);

/// Makes the sorted list of clusters. The list belongs to the caller, to be freed by the allocator.
r3d_result r3d_priv_clusterer_finish(r3d_priv_clusterer *clusterer, r3d_diff_cluster **out_clusters,
                                     size_t *out_count);

/* ---- mask.c ---- */

enum r3d_priv_mask_values {
    R3D_PRIV_MASK_COMPARE = 0,
    R3D_PRIV_MASK_IGNORE = 255 ///< 1..254 are tolerances.
};

/// True when the options limit or mask anything.
bool r3d_priv_mask_active(const r3d_diff_options *options);

/// Fills one value a pixel of canvas row y.
void r3d_priv_mask_row(const r3d_diff_options *options, int32_t width, int32_t height, int32_t y,
                       uint8_t *out_values);

/* ---- metric.c ---- */

/// True when the colours differ by the metric YIQ or OKLab; alpha is laid over the background.
bool r3d_priv_metric_differs(const r3d_diff_options *options, int32_t width, int32_t x, int32_t y,
                             uint32_t expected, uint32_t actual);

/// YIQ brightness y of expected - actual, after the background of the position.
double r3d_priv_metric_brightness(const r3d_diff_options *options, int32_t width, int32_t x,
                                  int32_t y, uint32_t expected, uint32_t actual);

/// True when the pixel looks anti-aliased in `image` (spec golden section 2.5).
bool r3d_priv_antialiased(const r3d_diff_options *options, r3d_priv_channel_rule rule,
                          const r3d_picture_view *image, const r3d_picture_view *other, int32_t x,
                          int32_t y);

/* ---- compare.c, differ_rows.c, deltas.c ---- */

/// What a pixel of the canvas turned out to be.
typedef enum r3d_priv_pixel_class {
    R3D_PRIV_PIXEL_EQUAL = 0,
    R3D_PRIV_PIXEL_MISMATCH = 1,
    R3D_PRIV_PIXEL_EXCUSED = 2,
    R3D_PRIV_PIXEL_ONLY_EXPECTED = 3,
    R3D_PRIV_PIXEL_ONLY_ACTUAL = 4,
    R3D_PRIV_PIXEL_MASKED = 5,
    R3D_PRIV_PIXEL_NOWHERE = 6 ///< On the canvas, but in neither picture.
} r3d_priv_pixel_class;

/// A comparison that is fed row by row, so that files can be compared while they are decoded.
typedef struct r3d_priv_differ r3d_priv_differ;

/// Begins a comparison. The pixels of the views may be NULL: then every row must be given to
/// r3d_priv_differ_row and anti-aliasing is refused.
r3d_result r3d_priv_differ_create(const r3d_picture_view *expected, const r3d_picture_view *actual,
                                  const r3d_diff_effective *effective,
                                  const r3d_allocator *allocator, r3d_priv_differ **out,
                                  r3d_error *out_error);

/// Compares row y of the canvas. A row pointer is NULL below the end of its picture.
/// *out_done is set when the verdict is certain and `first_only` is asked for.
r3d_result r3d_priv_differ_row(r3d_priv_differ *differ, int32_t y, const void *expected_row,
                               const void *actual_row, bool *out_done);

/// The same for a row that both pictures have and whose bytes are known to be equal.
void r3d_priv_differ_equal_row(r3d_priv_differ *differ, int32_t y);

/// Ends the comparison and hands over the result. The differ must still be destroyed.
r3d_result r3d_priv_differ_finish(r3d_priv_differ *differ, r3d_diff_result *out_result,
                                  r3d_error *out_error);
void r3d_priv_differ_destroy(r3d_priv_differ *differ);

/// Classifies the pixels of one canvas row again, as the comparison that made `result` did.
/// Scratch holds 2 * width uint32_t and width bytes; NULL rows are fetched from the views.
void r3d_priv_classify_row(const r3d_diff_result *result, const r3d_picture_view *expected,
                           const r3d_picture_view *actual, int32_t y, uint32_t *scratch,
                           uint8_t *mask_scratch, uint8_t *out_classes);

/* ---- ring.c ---- */

int64_t r3d_priv_diff_isqrt(int64_t value);
int64_t r3d_priv_diff_isqrt_ceil(int64_t value);

/// Paints the ring in (255, 0, 0), alpha 255, on an RGB8 or RGBA8 canvas, clipped to it.
void r3d_priv_ring_paint(const r3d_diff_ring *ring, const r3d_diff_canvas *canvas);

/// The same with the ring's own canvas at (x0, y0) of a larger one.
void r3d_priv_ring_paint_at(const r3d_diff_ring *ring, const r3d_diff_canvas *canvas, int32_t x0,
                            int32_t y0);

/// The same on row y of a diff picture in numbers of colours (diff_png.c).
void r3d_priv_ring_paint_numbers(const r3d_diff_ring *ring, int32_t y, uint8_t *numbers);

/* ---- render.c ---- */

/// Bytes of the largest canvas.
enum r3d_priv_canvas_sizes { R3D_PRIV_CANVAS_BYTES_MAX = 1 << 30 };

r3d_result r3d_priv_diff_canvas_create(int32_t width, int32_t height, r3d_layout layout,
                                       const r3d_allocator *allocator, r3d_diff_canvas *out_canvas);

/// Whether the views can be those that the result was made from; NULL views are not looked at.
bool r3d_priv_render_views_fit(const r3d_diff_result *result, const r3d_picture_view *expected,
                               const r3d_picture_view *actual);

/// Row y of a view as 0xAARRGGBB, as wide as the canvas; 0 outside of the picture.
void r3d_priv_render_fetch_row(const r3d_picture_view *view, int32_t y, int32_t width, r3d_isa isa,
                               uint32_t *out_argb);

/// The ring of a cluster, 0 the largest.
void r3d_priv_render_ring(const r3d_diff_result *result, size_t cluster, r3d_diff_ring *out_ring);

/* ---- diff_png.c ---- */

/// The colours of a diff picture that is drawn in numbers: greys, then these.
enum r3d_priv_diff_numbers {
    R3D_PRIV_DIFF_GREYS = 64,
    R3D_PRIV_DIFF_RED = R3D_PRIV_DIFF_GREYS,
    R3D_PRIV_DIFF_AMBER,   ///< Excused.
    R3D_PRIV_DIFF_MAGENTA, ///< Only in one picture.
    R3D_PRIV_DIFF_MASKED,
    R3D_PRIV_DIFF_DARKER, ///< Darker in the actual picture, with R3D_DIFF_PAINT_SIGN.
    R3D_PRIV_DIFF_COLORS
};

/* ---- describe.c ---- */

/// Appends the cluster lines and how many clusters are circled.
void r3d_priv_describe_clusters(const r3d_diff_result *result, r3d_diff_text *text);

#endif
