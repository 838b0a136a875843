/* SPDX-License-Identifier: MIT */
/* Flat triangles. Source: spec rs2-raster section 4. */

#include "kernels.h"
#include "span.h"
#include "triangle.h"

static void span_flat(uint32_t *pixels, int32_t count, uint32_t value)
{
    for (int32_t i = 0; i < count; i++) {
        pixels[i] = value;
    }
}

/* The background of each pixel is its right neighbour; `following` is that of the last one. */
static void span_flat_translucent(uint32_t *pixels, int32_t count, uint32_t scaled_rgb,
                                  uint32_t translucency, uint32_t following)
{
    for (int32_t i = 0; i < count - 1; i++) {
        pixels[i] = r3d_priv_over(scaled_rgb, pixels[i + 1], translucency);
    }
    pixels[count - 1] = r3d_priv_over(scaled_rgb, following, translucency);
}

void r3d_priv_fill_flat_scalar(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                               uint32_t rgb)
{
    const r3d_surface *surface = raster->surface;
    r3d_priv_triangle triangle;
    if (!r3d_priv_triangle_setup(&triangle, raster, x, y, NULL, 0)) {
        return;
    }
    int32_t limit = r3d_priv_right_limit(raster);
    uint32_t translucency = r3d_priv_translucency(raster);
    uint32_t scaled_rgb = r3d_priv_scale(rgb, 256u - translucency);
    r3d_priv_span span;
    while (r3d_priv_triangle_next(&triangle, &span)) {
        int32_t left = span.left < 0 ? 0 : span.left;
        int32_t right = span.right > limit ? limit : span.right;
        if (left >= right) {
            continue;
        }
        uint32_t *pixels = r3d_priv_surface_row(surface, span.y) + left;
        if (translucency == 0) {
            span_flat(pixels, right - left, rgb | R3D_PRIV_DRAWN);
        } else {
            span_flat_translucent(pixels, right - left, scaled_rgb, translucency,
                                  r3d_priv_following(surface, right, span.y));
        }
    }
}
