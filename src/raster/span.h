/* SPDX-License-Identifier: MIT */
/* What the fills share once a row is known. */

#ifndef R3D_SRC_RASTER_SPAN_H
#define R3D_SRC_RASTER_SPAN_H

#include <retro3d/raster.h>

#include "../surface/surface_internal.h"

enum {
    R3D_PRIV_COLOR_FRACTION_BITS = 15, /* of Gouraud values along the edges */
    R3D_PRIV_LIGHT_FRACTION_BITS = 16, /* of light along the edges */
    R3D_PRIV_BLOCK = 4, /* pixels of one Gouraud colour when the raster is not smooth */
    R3D_PRIV_GROUP = 8, /* textured pixels between two divisions */
    R3D_PRIV_RECIP15_COUNT = 512
};

/* The first column that a row must not reach. With side clipping that is clip.right - 1, so the
 * last column inside the clip rectangle is never drawn: a quirk of the original. */
static inline int32_t r3d_priv_right_limit(const r3d_raster *raster)
{
    if (!raster->side_clip) {
        return raster->surface->width;
    }
    return raster->surface->clip.right > 0 ? raster->surface->clip.right - 1 : 0;
}

/* The pixel at the frame address after (right - 1, y): the old value of the neighbour, which is the
 * first pixel of the next row for the last column. Behind the last address there is nothing to
 * read. */
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
    return ((rgb & 0xFF00FFu) * share >> 8 & 0xFF00FFu) +
           ((rgb & 0x00FF00u) * share >> 8 & 0x00FF00u);
}

/* A translucent pixel: a colour that is scaled already, over `translucency`/256 of the background.
 * Both products were truncated, so the sum cannot carry. Source: spec rs2-raster section 4. */
static inline uint32_t r3d_priv_over(uint32_t scaled_rgb, uint32_t background,
                                     uint32_t translucency)
{
    return (scaled_rgb + r3d_priv_scale(background, translucency)) | R3D_PRIV_DRAWN;
}

/* The colour of a value with 8 fraction bits. Values leave the palette only by rounding next to its
 * ends or by wrapping; the mask keeps them inside. */
static inline uint32_t r3d_priv_color(const r3d_palette *palette, int32_t value)
{
    return palette->rgb[(uint32_t)value >> 8 & 0xFFFFu];
}

extern const uint16_t r3d_priv_recip15_table[R3D_PRIV_RECIP15_COUNT];

/* r3d_recip15 for a number that is not negative, without a call or a division for most. */
static inline int32_t r3d_priv_recip15(int32_t index)
{
    return index < R3D_PRIV_RECIP15_COUNT ? r3d_priv_recip15_table[index] : 32768 / index;
}

/* The change of the Gouraud value from one pixel (smooth) or block to the next on a row of `width`
 * pixels. The two settings of side_clip and the two of smooth each round in their own way. */
static inline int32_t r3d_priv_color_step(const r3d_raster *raster, int32_t width,
                                          int32_t difference)
{
    if (raster->smooth) {
        return r3d_i32_div(difference, width);
    }
    if (raster->side_clip) {
        return width > 3 ? r3d_i32_shl(r3d_i32_div(difference, width), 2) : 0;
    }
    return r3d_i32_mul(difference, r3d_priv_recip15(width >> 2)) >> 15;
}

/* Draws a translucent pixel in the last column of row y, whose background is in the next row. A
 * call, because it is rare and would take registers from the loops that it stands in. */
void r3d_priv_draw_border(const r3d_surface *surface, int32_t y, uint32_t scaled_rgb,
                          uint32_t translucency);

/* The translucency of a raster, 0..255. */
static inline uint32_t r3d_priv_translucency(const r3d_raster *raster)
{
    return (uint32_t)raster->translucency & 0xFFu;
}

#endif
