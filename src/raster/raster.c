/* SPDX-License-Identifier: MIT */
/* Start values of the drawing state, and what a client asks of a triangle before drawing it.
 * Source: spec rs2-raster section 1. */

#include "kernels.h"
#include "span.h"

r3d_result r3d_raster_init(r3d_raster *raster, r3d_surface *surface, const r3d_palette *palette)
{
    if (raster == NULL || surface == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    raster->surface = surface;
    raster->palette = palette;
    raster->center_x = surface->width / 2;
    raster->center_y = surface->height / 2;
    raster->translucency = 0;
    raster->side_clip = false;
    raster->smooth = false;
    raster->band_top = 0;
    raster->band_bottom = INT32_MAX;
    raster->kernels = r3d_priv_kernels(surface->isa);
    return R3D_OK;
}

void r3d_priv_draw_border(const r3d_surface *surface, int32_t y, uint32_t scaled_rgb,
                          uint32_t translucency)
{
    uint32_t background = r3d_priv_following(surface, surface->width, y);
    r3d_priv_surface_row(surface, y)[surface->width - 1] =
        r3d_priv_over(scaled_rgb, background, translucency);
}

/* Coordinates between which no difference wraps when it is shifted left by 16, so that an edge
 * stays between its corners. */
static bool is_plain(int32_t x, int32_t y)
{
    return x > -16384 && x < 16384 && y > -0x20000000 && y < 0x20000000;
}

bool r3d_fill_leaves_row(const r3d_raster *raster, const int32_t x[3], const int32_t y[3])
{
    if (raster == NULL || x == NULL || y == NULL) {
        return false;
    }
    int32_t width = raster->surface->width;
    if (r3d_priv_translucency(raster) == 0 || r3d_priv_right_limit(raster) < width) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        if (x[i] >= width || !is_plain(x[i], y[i])) {
            return true;
        }
    }
    return false;
}
