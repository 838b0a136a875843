/* SPDX-License-Identifier: MIT */
/* Blocks of up to 4 pixels of one colour, for instruction sets without masked stores. */

#ifndef R3D_SRC_RASTER_X86_BLOCKS_H
#define R3D_SRC_RASTER_X86_BLOCKS_H

/* A drawn pixel of the palette, four times. */
KERNEL __m128i block_color(const r3d_palette *palette, int32_t value)
{
    return _mm_set1_epi32(r3d_i32_from_bits(r3d_priv_color(palette, value) | R3D_PRIV_DRAWN));
}

/* Writes `count` pixels of one colour, 1..4. Four stores that overlap cost less than a branch on
 * the count, which is as good as random: they go to 0, 1, 2, 3 or to 0, 1, 1, 2 or to 0, 0, 1, 1 or
 * to 0. */
KERNEL void store_block(uint32_t *p, __m128i color, int32_t count)
{
    uint32_t pixel = (uint32_t)_mm_cvtsi128_si32(color);
    p[0] = pixel;
    p[(count - 1) >> 1] = pixel;
    p[count >> 1] = pixel;
    p[count - 1] = pixel;
}

/* Writes 4 pixels. */
KERNEL void store_full_block(uint32_t *p, __m128i color)
{
    _mm_storeu_si128((__m128i *)(void *)p, color);
}

#endif
