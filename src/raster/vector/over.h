/* SPDX-License-Identifier: MIT */
/* Translucency in 16-bit halves: a channel times a share is at most 255 * 255, which fits.
 * Source: spec rs2-raster section 4; r3d_priv_scale and r3d_priv_over are the definition. */

#ifndef R3D_SRC_RASTER_VECTOR_OVER_H
#define R3D_SRC_RASTER_VECTOR_OVER_H

/* A share in 1/256, 1..255, as the two multiplications below want it. */
typedef struct lanes_share {
    lanes low;  /* the share in each half */
    lanes high; /* the share << 8 in each half */
} lanes_share;

KERNEL lanes_share lanes_share_of(uint32_t share)
{
    lanes_share s;
    s.low = lanes_all(share | share << 16);
    s.high = lanes_all(share << 8 | share << 24);
    return s;
}

/* Each channel times the share, divided by 256. The alpha byte is 0.
 * Red and blue: (c * (share << 8)) >> 16. Green: (c * share) stays where the product's high byte
 * is. */
KERNEL lanes lanes_scale(lanes rgb, lanes_share share)
{
    LANES_ONCE(rgb);
    lanes red_blue = lanes_mul_high16(lanes_and(rgb, lanes_all(0x00FF00FFu)), share.high);
    lanes green = lanes_mul_low16(lanes_shift_right8_16(rgb), share.low);
    return lanes_or(red_blue, lanes_and(green, lanes_all(0x0000FF00u)));
}

#endif
