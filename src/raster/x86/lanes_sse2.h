/* SPDX-License-Identifier: MIT */
/* SSE2 under the names that ../vector/ uses: 4 pixels a register. */

#ifndef R3D_SRC_RASTER_X86_LANES_SSE2_H
#define R3D_SRC_RASTER_X86_LANES_SSE2_H

#include <emmintrin.h>

#define KERNEL __attribute__((target("sse2"), always_inline)) static inline
#define KERNEL_ENTRY __attribute__((target("sse2")))
#define LANES 4

/* Keeps the compiler from reading a pixel of the frame once for each use: an unaligned load costs
 * more than a register. */
#define LANES_ONCE(v) __asm__("" : "+x"(v))

#include "../span.h"
#include "slopes.h"

typedef __m128i lanes;

KERNEL lanes lanes_all(uint32_t value)
{
    return _mm_set1_epi32(r3d_i32_from_bits(value));
}

KERNEL lanes lanes_load(const uint32_t *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

KERNEL void lanes_store(uint32_t *p, lanes v)
{
    _mm_storeu_si128((__m128i *)(void *)p, v);
}

KERNEL lanes lanes_and(lanes a, lanes b)
{
    return _mm_and_si128(a, b);
}

KERNEL lanes lanes_or(lanes a, lanes b)
{
    return _mm_or_si128(a, b);
}

KERNEL lanes lanes_add(lanes a, lanes b)
{
    return _mm_add_epi32(a, b);
}

/* In each 16-bit half: the low or the high 16 bits of the unsigned product. */
KERNEL lanes lanes_mul_low16(lanes a, lanes b)
{
    return _mm_mullo_epi16(a, b);
}

KERNEL lanes lanes_mul_high16(lanes a, lanes b)
{
    return _mm_mulhi_epu16(a, b);
}

KERNEL lanes lanes_shift_right8_16(lanes a)
{
    return _mm_srli_epi16(a, 8);
}

/* The first `count` elements, 1..LANES - 1; the other lanes are anything. Reads inside p[0..room -
 * 1], room >= count. */
KERNEL lanes lanes_load_first(const uint32_t *p, int32_t count, int32_t room)
{
    if (room >= LANES) {
        return lanes_load(p);
    }
    uint32_t first[LANES] = {0, 0, 0, 0};
    for (int32_t i = 0; i < count; i++) {
        first[i] = p[i];
    }
    return lanes_load(first);
}

/* Writes the first `count` lanes, 1..LANES - 1. */
KERNEL void lanes_store_first(uint32_t *p, lanes v, int32_t count, int32_t room)
{
    (void)room;
    if ((count & 2) != 0) {
        _mm_storel_epi64((__m128i *)(void *)p, v);
        p += 2;
        v = _mm_unpackhi_epi64(v, v);
    }
    if ((count & 1) != 0) {
        *p = (uint32_t)_mm_cvtsi128_si32(v);
    }
}

#include "blocks.h"

/* count >= 1 */
KERNEL void fill_row(uint32_t *p, int32_t count, uint32_t color)
{
    if (count <= 4) {
        store_block(p, _mm_set1_epi32(r3d_i32_from_bits(color)), count);
        return;
    }
    /* The rest of the row is written by stores that overlap at its end. */
    lanes v = lanes_all(color);
    uint32_t *end = p + count;
    while (end - p > 16) {
        lanes_store(p, v);
        lanes_store(p + 4, v);
        lanes_store(p + 8, v);
        lanes_store(p + 12, v);
        p += 16;
    }
    if (end - p > 8) {
        lanes_store(p, v);
        lanes_store(p + 4, v);
        lanes_store(end - 8, v);
    } else if (end - p > 4) {
        lanes_store(p, v);
    }
    lanes_store(end - 4, v);
}

/* The colours of LANES pixels in blocks of 4; the value grows by `step` a block. */
KERNEL lanes lanes_block_colors(const r3d_palette *palette, int32_t value, int32_t step)
{
    (void)step;
    return lanes_all(r3d_priv_color(palette, value));
}

/* The colours of LANES pixels; the value grows by `step` a pixel. */
KERNEL lanes lanes_pixel_colors(const r3d_palette *palette, int32_t value, int32_t step)
{
    int32_t second = r3d_i32_add(value, step);
    int32_t third = r3d_i32_add(second, step);
    int32_t fourth = r3d_i32_add(third, step);
    return _mm_setr_epi32(r3d_i32_from_bits(r3d_priv_color(palette, value)),
                          r3d_i32_from_bits(r3d_priv_color(palette, second)),
                          r3d_i32_from_bits(r3d_priv_color(palette, third)),
                          r3d_i32_from_bits(r3d_priv_color(palette, fourth)));
}

#endif
