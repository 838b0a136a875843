/* SPDX-License-Identifier: MIT */
/* What the fills share once a row is known. */

#ifndef R3D_SRC_RASTER_SPAN_H
#define R3D_SRC_RASTER_SPAN_H

#include <retro3d/raster.h>

#include "../surface/surface_internal.h"

/* The first column that a row must not reach. With side clipping that is clip.right - 1, so the last
 * column inside the clip rectangle is never drawn: a quirk of the original. */
static inline int32_t r3d_priv_right_limit(const r3d_raster *raster)
{
    if (!raster->side_clip) {
        return raster->surface->width;
    }
    return raster->surface->clip.right > 0 ? raster->surface->clip.right - 1 : 0;
}

/* The pixel at the frame address after (right - 1, y): the old value of the neighbour, which is the
 * first pixel of the next row for the last column. Behind the last address there is nothing to read. */
static inline uint32_t r3d_priv_following(const r3d_surface *surface, int32_t right, int32_t y)
{
    if (right < surface->width) {
        return r3d_priv_surface_row(surface, y)[right];
    }
    return y + 1 < surface->height ? r3d_priv_surface_row(surface, y + 1)[0] : 0;
}

/* rgb * share / 256, each channel truncated. Unsigned: 0xFF00FF * 255 needs all 32 bits. */
static inline uint32_t r3d_priv_scale(uint32_t rgb, uint32_t share)
{
    return ((rgb & 0xFF00FFu) * share >> 8 & 0xFF00FFu) + ((rgb & 0x00FF00u) * share >> 8 & 0x00FF00u);
}

/* A translucent pixel: a colour that is scaled already, over `translucency`/256 of the background.
 * Both products were truncated, so the sum cannot carry. Source: spec rs2-raster section 4. */
static inline uint32_t r3d_priv_over(uint32_t scaled_rgb, uint32_t background, uint32_t translucency)
{
    return (scaled_rgb + r3d_priv_scale(background, translucency)) | R3D_PRIV_DRAWN;
}

/* The translucency of a raster, 0..255. */
static inline uint32_t r3d_priv_translucency(const r3d_raster *raster)
{
    return (uint32_t)raster->translucency & 0xFFu;
}

#endif
