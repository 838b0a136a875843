/* SPDX-License-Identifier: MIT */
// Rows of pixels, 16 at a time. See row_kernels.h.

#include "../row_kernels.h"

#if R3D_PRIV_X86

#include <stddef.h>
#include <tmmintrin.h>

#define KERNEL __attribute__((target("ssse3")))

KERNEL int32_t r3d_priv_row_rgb_words_ssse3(const uint8_t *rgb, int32_t count, uint32_t *out_argb)
{
    const __m128i order = _mm_setr_epi8(2, 1, 0, -1, 5, 4, 3, -1, 8, 7, 6, -1, 11, 10, 9, -1);
    const __m128i opaque = _mm_set1_epi32((int)0xff000000u);
    int32_t i = 0;
    // Four pixels are read with 16 bytes, 4 too many: two pixels more must be there.
    for (; i + 6 <= count; i += 4) {
        const void *from = rgb + (size_t)i * 3;
        __m128i words = _mm_shuffle_epi8(_mm_loadu_si128(from), order);
        _mm_storeu_si128((void *)(out_argb + i), _mm_or_si128(words, opaque));
    }
    return i;
}

// 77 R + 150 G + 29 B + 128 of four pixels, by pairs of 16-bit products, divided by 1024.
KERNEL static inline __m128i four_quarter_lumas(const uint32_t *argb)
{
    const __m128i even = _mm_set1_epi32(0x00ff00ff);
    __m128i words = _mm_loadu_si128((const void *)argb);
    __m128i red_blue = _mm_and_si128(words, even);
    __m128i alpha_green = _mm_and_si128(_mm_srli_epi32(words, 8), even);
    __m128i sum = _mm_add_epi32(_mm_madd_epi16(red_blue, _mm_set1_epi32(77 << 16 | 29)),
                                _mm_madd_epi16(alpha_green, _mm_set1_epi32(150)));
    return _mm_srli_epi32(_mm_add_epi32(sum, _mm_set1_epi32(128)), 10);
}

KERNEL int32_t r3d_priv_row_quarter_luma_ssse3(const uint32_t *argb, int32_t count, uint8_t *out)
{
    int32_t i = 0;
    for (; i + 16 <= count; i += 16) {
        __m128i low =
            _mm_packs_epi32(four_quarter_lumas(argb + i), four_quarter_lumas(argb + i + 4));
        __m128i high =
            _mm_packs_epi32(four_quarter_lumas(argb + i + 8), four_quarter_lumas(argb + i + 12));
        _mm_storeu_si128((void *)(out + i), _mm_packus_epi16(low, high));
    }
    return i;
}

#else

typedef int r3d_priv_row_kernels_ssse3_are_of_another_processor;

#endif
