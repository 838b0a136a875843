/* SPDX-License-Identifier: MIT */
/* Random triangles of all classes, the same for every way of drawing them. */

#ifndef R3D_TESTS_RASTER_SCENE_H
#define R3D_TESTS_RASTER_SCENE_H

#include <retro3d/raster.h>

typedef struct scene_assets {
    r3d_palette palette;
    uint32_t texels[2][R3D_TEXELS_HIGH_COUNT]; /* full, with holes */
} scene_assets;

typedef enum scene_kind {
    SCENE_ANY,  /* any coordinates, clip rectangles change */
    SCENE_PLAIN /* coordinates around the surface */
} scene_kind;

void scene_make_assets(scene_assets *assets);

/* Draws `count` triangles with the fills, changing the raster's members and its surface's clip
 * rectangle. */
void scene_draw(r3d_raster *raster, const scene_assets *assets, uint64_t seed, int count,
                scene_kind kind);

/* The same triangles as SCENE_ANY, each drawn in `band_count` bands from bottom to top. */
void scene_draw_in_bands(r3d_raster *raster, const scene_assets *assets, uint64_t seed, int count,
                         int band_count);

#endif
