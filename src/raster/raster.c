/* SPDX-License-Identifier: MIT */
/* Start values of the drawing state. Source: spec rs2-raster section 1. */

#include <retro3d/raster.h>

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
    return R3D_OK;
}
