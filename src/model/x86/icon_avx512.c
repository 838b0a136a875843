/* SPDX-License-Identifier: MIT */
/* Outlines and shadows of icons: half a row a register, its bits as the mask of a store. */

#include "../icon_pixels.h"

#if R3D_PRIV_X86

#include <immintrin.h>

#include <retro3d/fixed.h>

#define FEATURES "avx2,bmi,bmi2,avx512f,avx512bw,avx512dq,avx512vl"
#define KERNEL __attribute__((target(FEATURES), always_inline)) static inline
#define KERNEL_ENTRY __attribute__((target(FEATURES)))

enum { HALF = R3D_ICON_SIZE / 2 };

KERNEL uint32_t pixels_equal(const uint32_t *row, uint32_t mask, uint32_t value)
{
    __m512i masks = _mm512_set1_epi32(r3d_i32_from_bits(mask));
    __m512i values = _mm512_set1_epi32(r3d_i32_from_bits(value));
    __m512i left = _mm512_and_si512(_mm512_loadu_si512(row), masks);
    __m512i right = _mm512_and_si512(_mm512_loadu_si512(row + HALF), masks);
    return (uint32_t)_mm512_cmpeq_epi32_mask(left, values) |
           (uint32_t)_mm512_cmpeq_epi32_mask(right, values) << HALF;
}

KERNEL void draw_pixels(uint32_t *row, uint32_t bits, uint32_t pixel)
{
    __m512i pixels = _mm512_set1_epi32(r3d_i32_from_bits(pixel));
    _mm512_mask_storeu_epi32(row, (__mmask16)bits, pixels);
    _mm512_mask_storeu_epi32(row + HALF, (__mmask16)(bits >> HALF), pixels);
}

#include "../icon_rows.h"

KERNEL_ENTRY static void outline(uint32_t *pixels, r3d_icon_background background,
                                 r3d_priv_class_map *map)
{
    classify(pixels, background, map);
    draw_icon_outline(pixels, map);
}

KERNEL_ENTRY static void shadow(uint32_t *pixels, const r3d_priv_class_map *map)
{
    draw_icon_shadow(pixels, map);
}

KERNEL_ENTRY static void second_outline(uint32_t *pixels, const r3d_priv_class_map *map,
                                        uint32_t rgb)
{
    draw_second_outline(pixels, map, rgb);
}

const r3d_priv_icon_pixels r3d_priv_icon_pixels_avx512 = {outline, shadow, second_outline};

#else
typedef int r3d_priv_not_empty; /* ISO C wants a declaration in every file */
#endif
