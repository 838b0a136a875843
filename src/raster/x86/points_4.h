/* SPDX-License-Identifier: MIT */
/* Texture positions every 8 pixels, four at a time. The divisions are those of slopes.h. */

#ifndef R3D_SRC_RASTER_X86_POINTS_4_H
#define R3D_SRC_RASTER_X86_POINTS_4_H

#include "../vector/texture_row.h"

/* The three terms at four points that follow one another. */
typedef struct points_terms {
    __m128i u;
    __m128i v;
    __m128i w;
} points_terms;

KERNEL __m128i four_of(int32_t first, int32_t step)
{
    int32_t second = r3d_i32_add(first, step);
    int32_t third = r3d_i32_add(second, step);
    return _mm_setr_epi32(first, second, third, r3d_i32_add(third, step));
}

KERNEL __m128i limit_lanes(__m128i v, __m128i least, __m128i most)
{
#ifdef KERNEL_HAS_AVX2
    return _mm_min_epi32(_mm_max_epi32(v, least), most);
#else
    __m128i small = _mm_cmplt_epi32(v, least);
    v = _mm_or_si128(_mm_and_si128(small, least), _mm_andnot_si128(small, v));
    __m128i large = _mm_cmpgt_epi32(v, most);
    return _mm_or_si128(_mm_and_si128(large, most), _mm_andnot_si128(large, v));
#endif
}

/* Finds a (limited to least..u_max) and b of four points. Returns a bit for each divisor of 0. */
KERNEL int divide_points(const points_terms *terms, const r3d_priv_addressing *address,
                         __m128i least, int32_t a[4], int32_t b[4])
{
    __m128i depth = _mm_sra_epi32(terms->w, _mm_cvtsi32_si128(address->divisor_shift));
    __m128i zero = _mm_cmpeq_epi32(depth, _mm_setzero_si128());
    four_reciprocals reciprocals = reciprocals_of(without_zero(depth));
    __m128i across = quotients(terms->u, reciprocals);
    __m128i down = quotients(terms->v, reciprocals);
    across = limit_lanes(across, least, _mm_set1_epi32(address->u_max));
    _mm_storeu_si128((__m128i *)(void *)a, across);
    _mm_storeu_si128((__m128i *)(void *)b, down);
    return _mm_movemask_ps(_mm_castsi128_ps(zero));
}

#endif
