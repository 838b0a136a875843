/* SPDX-License-Identifier: MIT */
/* What rooms above the surface may use besides its public header. */

#ifndef R3D_SRC_SURFACE_INTERNAL_H
#define R3D_SRC_SURFACE_INTERNAL_H

#include <retro3d/surface.h>

/* The alpha byte of a drawn pixel. */
#define R3D_PRIV_DRAWN 0xFF000000u

static inline uint32_t *r3d_priv_surface_row(const r3d_surface *surface, int32_t y)
{
    return surface->pixels + (ptrdiff_t)y * surface->stride_px;
}

/* A blend weight as the functions below want it: 0..256. */
static inline uint32_t r3d_priv_share(int32_t weight)
{
    return weight < 0 ? 0u : weight > 256 ? 256u : (uint32_t)weight;
}

/* One blend for rectangles and sprites: share/256 of the new colour, channels summed before the
 * truncation; share 0..256. Red and blue are done in one multiplication: their sums stay below 2^16
 * each, and the masks drop what lies below the point. Source: spec rs2-raster sections 8 and 9. */
static inline uint32_t r3d_priv_mix(uint32_t new_rgb, uint32_t old_rgb, uint32_t share)
{
    uint32_t rest = 256u - share;
    uint32_t red_blue =
        ((new_rgb & 0xFF00FFu) * share + (old_rgb & 0xFF00FFu) * rest) & 0xFF00FF00u;
    uint32_t green = ((new_rgb & 0x00FF00u) * share + (old_rgb & 0x00FF00u) * rest) & 0x00FF0000u;
    return (red_blue | green) >> 8 | R3D_PRIV_DRAWN;
}

#endif
