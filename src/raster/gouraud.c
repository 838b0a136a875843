/* SPDX-License-Identifier: MIT */
/* Gouraud triangles. Source: spec rs2-raster section 5. */

#include "kernels.h"
#include "span.h"
#include "triangle.h"

/* One colour for every `block` pixels (a remainder gets one more); the value grows by `step` a
 * block. */
static void span_gouraud(uint32_t *pixels, int32_t count, int32_t block, int32_t value,
                         int32_t step, const r3d_palette *palette)
{
    for (int32_t first = 0; first < count; first += block) {
        uint32_t color = r3d_priv_color(palette, value) | R3D_PRIV_DRAWN;
        int32_t end = count - first > block ? first + block : count;
        for (int32_t i = first; i < end; i++) {
            pixels[i] = color;
        }
        value = r3d_i32_add(value, step);
    }
}

/* The same over the background; see span_flat_translucent for `following`. */
static void span_gouraud_translucent(uint32_t *pixels, int32_t count, int32_t block, int32_t value,
                                     int32_t step, const r3d_palette *palette,
                                     uint32_t translucency, uint32_t following)
{
    for (int32_t first = 0; first < count; first += block) {
        uint32_t scaled_rgb = r3d_priv_scale(r3d_priv_color(palette, value), 256u - translucency);
        int32_t end = count - first > block ? first + block : count;
        for (int32_t i = first; i < end; i++) {
            uint32_t background = i + 1 < count ? pixels[i + 1] : following;
            pixels[i] = r3d_priv_over(scaled_rgb, background, translucency);
        }
        value = r3d_i32_add(value, step);
    }
}

void r3d_priv_fill_gouraud_scalar(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                                  const int32_t hsl16[3])
{
    const r3d_surface *surface = raster->surface;
    r3d_priv_triangle triangle;
    if (!r3d_priv_triangle_setup(&triangle, raster, x, y, hsl16, R3D_PRIV_COLOR_FRACTION_BITS)) {
        return;
    }
    int32_t limit = r3d_priv_right_limit(raster);
    uint32_t translucency = r3d_priv_translucency(raster);
    int32_t block = raster->smooth ? 1 : R3D_PRIV_BLOCK;
    r3d_priv_span span;
    while (r3d_priv_triangle_next(&triangle, &span)) {
        int32_t value = span.left_value >> 7;
        int32_t step = r3d_priv_color_step(raster, span.right - span.left,
                                           r3d_i32_sub(span.right_value >> 7, value));
        int32_t left = span.left;
        if (left < 0) {
            /* Per pixel: a quarter of the block's step. Exact with side_clip, where the step is a
             * multiple of the block; without it the original has no rule for x < 0. */
            value = r3d_i32_sub(value, r3d_i32_mul(left, step / block));
            left = 0;
        }
        int32_t right = span.right > limit ? limit : span.right;
        if (left >= right) {
            continue;
        }
        uint32_t *pixels = r3d_priv_surface_row(surface, span.y) + left;
        if (translucency == 0) {
            span_gouraud(pixels, right - left, block, value, step, raster->palette);
        } else {
            span_gouraud_translucent(pixels, right - left, block, value, step, raster->palette,
                                     translucency, r3d_priv_following(surface, right, span.y));
        }
    }
}
