/* SPDX-License-Identifier: MIT */
/* Four divisions at once; texels one by one. */

#include "../kernels.h"

#if R3D_PRIV_X86

#include "lanes_sse2.h"
#include "points_4.h"

typedef struct group {
    uint32_t *pixels;
    int32_t a;
    int32_t b;
    int32_t a_step;
    int32_t b_step;
    int32_t light;
} group;

/* Up to 8 pixels; `count` and `masked` are constants where this is inlined, if possible. */
KERNEL void draw_pixels(const group *g, int32_t count, const uint32_t *shade,
                        const r3d_priv_addressing *address, bool masked)
{
    uint32_t shift = (uint32_t)g->light >> 23 & 31u;
    uint32_t v_mask = (uint32_t)address->v_mask;
    uint32_t a = (uint32_t)g->a; /* never negative in a group */
    uint32_t b = (uint32_t)g->b;
    for (int32_t i = 0; i < count; i++) {
        uint32_t texel = shade[(b & v_mask) + (a >> address->row_shift)] >> shift;
        if (!masked || texel != 0) {
            g->pixels[i] = texel | R3D_PRIV_DRAWN;
        }
        a += (uint32_t)g->a_step;
        b += (uint32_t)g->b_step;
    }
}

KERNEL void draw_group(const group *g, int32_t left, int32_t room, const r3d_texels *texels,
                       const r3d_priv_addressing *address)
{
    (void)room;
    const uint32_t *shade = texels->texels + ((g->light >> 21 & 3) << address->shade_shift);
    if (texels->masked) {
        draw_pixels(g, left < R3D_PRIV_GROUP ? left : R3D_PRIV_GROUP, shade, address, true);
    } else if (left < R3D_PRIV_GROUP) {
        draw_pixels(g, left, shade, address, false);
    } else {
        draw_pixels(g, R3D_PRIV_GROUP, shade, address, false);
    }
}

#include "texture_rows_4.h"

#include "../vector/textured.h"

KERNEL_ENTRY void r3d_priv_fill_textured_sse2(const r3d_raster *raster, const int32_t x[3],
                                              const int32_t y[3], const int32_t shade[3],
                                              const r3d_texture_plane *plane,
                                              const r3d_texels *texels)
{
    fill_textured(raster, x, y, shade, plane, texels);
}

#else
typedef int r3d_priv_not_empty; /* ISO C wants a declaration in every file */
#endif
