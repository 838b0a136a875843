/* SPDX-License-Identifier: MIT */
/* Outlines and shadows of icons: sixteen pixels become their bits together. */

#include "../icon_pixels.h"

#if R3D_PRIV_X86

#include <emmintrin.h>

#include <retro3d/fixed.h>

#define KERNEL __attribute__((target("sse2"), always_inline)) static inline
#define KERNEL_ENTRY __attribute__((target("sse2")))

KERNEL __m128i four_equal(const uint32_t *pixels, __m128i mask, __m128i value)
{
    __m128i four = _mm_loadu_si128((const __m128i *)(const void *)pixels);
    return _mm_cmpeq_epi32(_mm_and_si128(four, mask), value);
}

KERNEL uint32_t pixels_equal(const uint32_t *row, uint32_t mask, uint32_t value)
{
    __m128i masks = _mm_set1_epi32(r3d_i32_from_bits(mask));
    __m128i values = _mm_set1_epi32(r3d_i32_from_bits(value));
    uint32_t bits = 0;
    for (uint32_t x = 0; x < R3D_ICON_SIZE; x += 16) {
        __m128i low = _mm_packs_epi32(four_equal(row + x, masks, values),
                                      four_equal(row + x + 4, masks, values));
        __m128i high = _mm_packs_epi32(four_equal(row + x + 8, masks, values),
                                       four_equal(row + x + 12, masks, values));
        bits |= (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(low, high)) << x;
    }
    return bits;
}

#include "../icon_bits.h"
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

const r3d_priv_icon_pixels r3d_priv_icon_pixels_sse2 = {outline, shadow, second_outline};

#else
typedef int r3d_priv_not_empty; /* ISO C wants a declaration in every file */
#endif
