/* SPDX-License-Identifier: MIT */
/* AVX2 under the names that ../vector/ uses: 8 pixels a register. */

#ifndef R3D_SRC_RASTER_X86_LANES_AVX2_H
#define R3D_SRC_RASTER_X86_LANES_AVX2_H

#include <immintrin.h>

#define KERNEL __attribute__((target("avx2,bmi,bmi2"), always_inline)) static inline
#define KERNEL_ENTRY __attribute__((target("avx2,bmi,bmi2")))
#define KERNEL_HAS_AVX2
#define LANES 8

/* Keeps the compiler from reading a pixel of the frame once for each use: an unaligned load costs
 * more than a register. */
#define LANES_ONCE(v) __asm__("" : "+x"(v))

#include "../span.h"
#include "slopes.h"

typedef __m256i lanes;

KERNEL lanes lanes_all(uint32_t value)
{
    return _mm256_set1_epi32(r3d_i32_from_bits(value));
}

KERNEL lanes lanes_load(const uint32_t *p)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)p);
}

KERNEL void lanes_store(uint32_t *p, lanes v)
{
    _mm256_storeu_si256((__m256i *)(void *)p, v);
}

KERNEL lanes lanes_and(lanes a, lanes b)
{
    return _mm256_and_si256(a, b);
}

KERNEL lanes lanes_or(lanes a, lanes b)
{
    return _mm256_or_si256(a, b);
}

KERNEL lanes lanes_add(lanes a, lanes b)
{
    return _mm256_add_epi32(a, b);
}

/* In each 16-bit half: the low or the high 16 bits of the unsigned product. */
KERNEL lanes lanes_mul_low16(lanes a, lanes b)
{
    return _mm256_mullo_epi16(a, b);
}

KERNEL lanes lanes_mul_high16(lanes a, lanes b)
{
    return _mm256_mulhi_epu16(a, b);
}

KERNEL lanes lanes_shift_right8_16(lanes a)
{
    return _mm256_srli_epi16(a, 8);
}

/* All bits in the first `count` lanes, none in the others. */
KERNEL lanes lanes_first(int32_t count)
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

/* The first `count` elements, 1..LANES - 1; the other lanes are anything. Reads inside p[0..room -
 * 1], room >= count. */
KERNEL lanes lanes_load_first(const uint32_t *p, int32_t count, int32_t room)
{
    if (room >= LANES) {
        return lanes_load(p);
    }
    return _mm256_maskload_epi32((const int *)(const void *)p, lanes_first(count));
}

/* Writes the lanes whose mask is all bits. Masked stores are slow on some processors: inside the
 * row the other pixels are written back as they were. */
KERNEL void lanes_store_masked(uint32_t *p, lanes v, lanes mask, int32_t room)
{
    if (room >= LANES) {
        lanes_store(p, _mm256_blendv_epi8(lanes_load(p), v, mask));
    } else {
        _mm256_maskstore_epi32((int *)(void *)p, mask, v);
    }
}

/* Writes the first `count` lanes, 1..LANES - 1. */
KERNEL void lanes_store_first(uint32_t *p, lanes v, int32_t count, int32_t room)
{
    lanes_store_masked(p, v, lanes_first(count), room);
}

#include "blocks.h"

/* count >= 1 */
KERNEL void fill_row(uint32_t *p, int32_t count, uint32_t color)
{
    lanes v = lanes_all(color);
    uint32_t *end = p + count;
    if (count <= 4) {
        store_block(p, _mm256_castsi256_si128(v), count);
        return;
    }
    if (count <= 8) {
        store_full_block(p, _mm256_castsi256_si128(v));
        store_full_block(end - 4, _mm256_castsi256_si128(v));
        return;
    }
    while (end - p > 16) {
        lanes_store(p, v);
        lanes_store(p + 8, v);
        p += 16;
    }
    if (end - p > 8) {
        lanes_store(p, v);
    }
    lanes_store(end - 8, v);
}

/* The colours of LANES pixels in blocks of 4; the value grows by `step` a block. */
KERNEL lanes lanes_block_colors(const r3d_palette *palette, int32_t value, int32_t step)
{
    int32_t second = r3d_i32_add(value, step);
    __m128i low = _mm_set1_epi32(r3d_i32_from_bits(r3d_priv_color(palette, value)));
    __m128i high = _mm_set1_epi32(r3d_i32_from_bits(r3d_priv_color(palette, second)));
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

/* The colours of LANES pixels; the value grows by `step` a pixel. */
KERNEL lanes lanes_pixel_colors(const r3d_palette *palette, int32_t value, int32_t step)
{
    lanes numbers = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    lanes values = _mm256_add_epi32(_mm256_set1_epi32(value),
                                    _mm256_mullo_epi32(_mm256_set1_epi32(step), numbers));
    lanes indices = _mm256_and_si256(_mm256_srli_epi32(values, 8), _mm256_set1_epi32(0xFFFF));
    return _mm256_i32gather_epi32((const int *)(const void *)palette->rgb, indices, 4);
}

#endif
