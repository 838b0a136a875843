/* SPDX-License-Identifier: MIT */
/* AVX-512 under the names that ../vector/ uses: 16 pixels a register, masks for the ends of rows.
 */

#ifndef R3D_SRC_RASTER_X86_LANES_AVX512_H
#define R3D_SRC_RASTER_X86_LANES_AVX512_H

#include <immintrin.h>

#define KERNEL_FEATURES "avx2,bmi,bmi2,avx512f,avx512bw,avx512dq,avx512vl"
#define KERNEL __attribute__((target(KERNEL_FEATURES), always_inline)) static inline
#define KERNEL_ENTRY __attribute__((target(KERNEL_FEATURES)))
#define KERNEL_HAS_AVX2
#define LANES 16
#define LANES_EDGES  /* has what vector/row_ends.h needs */
#define LANES_MASKED /* lanes_store_first() costs no more than lanes_store() */

/* Keeps the compiler from reading a pixel of the frame once for each use: an unaligned load costs
 * more than a register. */
#define LANES_ONCE(v) __asm__("" : "+v"(v))

#include "../span.h"
#include "slopes.h"

typedef __m512i lanes;

KERNEL lanes lanes_all(uint32_t value)
{
    return _mm512_set1_epi32(r3d_i32_from_bits(value));
}

KERNEL lanes lanes_load(const uint32_t *p)
{
    return _mm512_loadu_si512(p);
}

KERNEL void lanes_store(uint32_t *p, lanes v)
{
    _mm512_storeu_si512(p, v);
}

KERNEL lanes lanes_and(lanes a, lanes b)
{
    return _mm512_and_si512(a, b);
}

KERNEL lanes lanes_or(lanes a, lanes b)
{
    return _mm512_or_si512(a, b);
}

KERNEL lanes lanes_add(lanes a, lanes b)
{
    return _mm512_add_epi32(a, b);
}

KERNEL lanes lanes_mul(lanes a, lanes b)
{
    return _mm512_mullo_epi32(a, b);
}

KERNEL lanes lanes_subtract(lanes a, lanes b)
{
    return _mm512_sub_epi32(a, b);
}

KERNEL bool lanes_any_equal(lanes a, lanes b)
{
    return _mm512_cmpeq_epi32_mask(a, b) != 0;
}

KERNEL lanes lanes_larger(lanes a, lanes b)
{
    return _mm512_max_epi32(a, b);
}

KERNEL lanes lanes_smaller(lanes a, lanes b)
{
    return _mm512_min_epi32(a, b);
}

KERNEL lanes lanes_shift_right16(lanes a)
{
    return _mm512_srai_epi32(a, 16);
}

KERNEL lanes lanes_numbers(void)
{
    return _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

/* Lanes of `a` where `sign` is negative, of `b` elsewhere. */
KERNEL lanes lanes_choose_negative(lanes sign, lanes a, lanes b)
{
    return _mm512_mask_mov_epi32(b, _mm512_movepi32_mask(sign), a);
}

/* In each 16-bit half: the low or the high 16 bits of the unsigned product. */
KERNEL lanes lanes_mul_low16(lanes a, lanes b)
{
    return _mm512_mullo_epi16(a, b);
}

KERNEL lanes lanes_mul_high16(lanes a, lanes b)
{
    return _mm512_mulhi_epu16(a, b);
}

KERNEL lanes lanes_shift_right8_16(lanes a)
{
    return _mm512_srli_epi16(a, 8);
}

/* A mask of the first `count` lanes, 0..16. */
KERNEL __mmask16 mask_first(int32_t count)
{
    return (__mmask16)_bzhi_u32(0xFFFFu, (uint32_t)count);
}

/* The first `count` elements, 0..LANES; the other lanes are 0. */
KERNEL lanes lanes_load_first(const uint32_t *p, int32_t count, int32_t room)
{
    (void)room;
    return _mm512_maskz_loadu_epi32(mask_first(count), p);
}

/* Writes the first `count` lanes, 0..LANES. */
KERNEL void lanes_store_first(uint32_t *p, lanes v, int32_t count, int32_t room)
{
    (void)room;
    _mm512_mask_storeu_epi32(p, mask_first(count), v);
}

/* A drawn pixel of the palette, four times. */
KERNEL __m128i block_color(const r3d_palette *palette, int32_t value)
{
    return _mm_set1_epi32(r3d_i32_from_bits(r3d_priv_color(palette, value) | R3D_PRIV_DRAWN));
}

/* Writes `count` pixels of one colour, 1..4. */
KERNEL void store_block(uint32_t *p, __m128i color, int32_t count)
{
    _mm_mask_storeu_epi32(p, (__mmask8)_bzhi_u32(0xFu, (uint32_t)count), color);
}

/* count >= 1 */
KERNEL void fill_row(uint32_t *p, int32_t count, uint32_t color)
{
    lanes v = lanes_all(color);
    if (count <= LANES) {
        lanes_store_first(p, v, count, count);
        return;
    }
    uint32_t *end = p + count;
    while (end - p > 2 * LANES) {
        lanes_store(p, v);
        lanes_store(p + LANES, v);
        p += 2 * LANES;
    }
    if (end - p > LANES) {
        lanes_store(p, v);
    }
    lanes_store(end - LANES, v);
}

/* The colours of LANES pixels in blocks of 4; the value grows by `step` a block. */
KERNEL lanes lanes_block_colors(const r3d_palette *palette, int32_t value, int32_t step)
{
    int32_t second = r3d_i32_add(value, step);
    int32_t third = r3d_i32_add(second, step);
    int32_t fourth = r3d_i32_add(third, step);
    __m128i four = _mm_setr_epi32(r3d_i32_from_bits(r3d_priv_color(palette, value)),
                                  r3d_i32_from_bits(r3d_priv_color(palette, second)),
                                  r3d_i32_from_bits(r3d_priv_color(palette, third)),
                                  r3d_i32_from_bits(r3d_priv_color(palette, fourth)));
    lanes blocks = _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
    return _mm512_permutexvar_epi32(blocks, _mm512_castsi128_si512(four));
}

/* Without optimisation this is a macro of the compiler's header, with a conversion of its own. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"
KERNEL lanes lanes_gather(const uint32_t *table, lanes indices)
{
    return _mm512_i32gather_epi32(indices, table, 4);
}
#pragma GCC diagnostic pop

KERNEL __m128i four_pixel_colors(const r3d_palette *palette, int32_t value, int32_t step)
{
    int32_t second = r3d_i32_add(value, step);
    int32_t third = r3d_i32_add(second, step);
    return _mm_setr_epi32(r3d_i32_from_bits(r3d_priv_color(palette, value)),
                          r3d_i32_from_bits(r3d_priv_color(palette, second)),
                          r3d_i32_from_bits(r3d_priv_color(palette, third)),
                          r3d_i32_from_bits(r3d_priv_color(palette, r3d_i32_add(third, step))));
}

/* Draws `count` pixels, 0..8, with a palette entry each: a gather of 16 costs twice as much. */
KERNEL void store_first_eight(uint32_t *p, int32_t count, const r3d_palette *palette, int32_t value,
                              int32_t step)
{
    __m128i low = four_pixel_colors(palette, value, step);
    __m128i high = four_pixel_colors(palette, r3d_i32_add(value, r3d_i32_shl(step, 2)), step);
    __m256i colors = _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
    colors = _mm256_or_si256(colors, _mm256_set1_epi32(r3d_i32_from_bits(R3D_PRIV_DRAWN)));
    _mm256_mask_storeu_epi32(p, (__mmask8)_bzhi_u32(0xFFu, (uint32_t)count), colors);
}

/* The colours of LANES pixels; the value grows by `step` a pixel. */
KERNEL lanes lanes_pixel_colors(const r3d_palette *palette, int32_t value, int32_t step)
{
    lanes numbers = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    lanes values = _mm512_add_epi32(_mm512_set1_epi32(value),
                                    _mm512_mullo_epi32(_mm512_set1_epi32(step), numbers));
    lanes indices = _mm512_and_si512(_mm512_srli_epi32(values, 8), _mm512_set1_epi32(0xFFFF));
    return lanes_gather(palette->rgb, indices);
}

#endif
