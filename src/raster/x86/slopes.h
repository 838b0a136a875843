/* SPDX-License-Identifier: MIT */
/* The six slopes of a triangle: 32-bit divisions as multiplications by double reciprocals, exactly.
 *
 * With r = 1/d and e = 2^-50, trunc(n * (r * (1 + e))) equals the truncated quotient n/d for all
 * 32-bit n and d. Three roundings leave the computed quotient (|n/d|)(1 + f) with 0 < f < 2^-49. An
 * exact quotient k becomes at least k and stays below k + 1. Any other lies 1/|d| or more below the
 * next integer, and |n/d| f <= 2^31 / |d| * 2^-49 is less than that. INT32_MIN / -1 overflows, for
 * which the conversion gives INT32_MIN, as it must. (The same bound holds for the textures'
 * divisions.) */

#ifndef R3D_SRC_RASTER_X86_SLOPES_H
#define R3D_SRC_RASTER_X86_SLOPES_H

#include <immintrin.h>

#define R3D_PRIV_EXCESS (1.0 + 0x1p-50)

/* Lane i: corner i + 1 minus corner i, for the edges A to B, B to C, C to A; lane 3 is 0. */
KERNEL __m128i edge_differences(const int32_t v[3])
{
    __m128i corners = _mm_setr_epi32(v[0], v[1], v[2], 0);
    return _mm_sub_epi32(_mm_shuffle_epi32(corners, _MM_SHUFFLE(3, 0, 2, 1)), corners);
}

/* A divisor of 0 becomes 1, so that no exception flag is raised. */
KERNEL __m128i without_zero(__m128i divisors)
{
    return _mm_sub_epi32(divisors, _mm_cmpeq_epi32(divisors, _mm_setzero_si128()));
}

#ifdef KERNEL_HAS_AVX2

KERNEL __m128i quotients(__m128i numerators, __m256d reciprocals)
{
    return _mm256_cvttpd_epi32(_mm256_mul_pd(_mm256_cvtepi32_pd(numerators), reciprocals));
}

KERNEL __m256d reciprocals_of(__m128i divisors)
{
    __m256d one = _mm256_set1_pd(1.0);
    return _mm256_mul_pd(_mm256_div_pd(one, _mm256_cvtepi32_pd(divisors)),
                         _mm256_set1_pd(R3D_PRIV_EXCESS));
}

typedef __m256d four_reciprocals;

#else

typedef struct four_reciprocals {
    __m128d low;
    __m128d high;
} four_reciprocals;

KERNEL __m128i quotients(__m128i numerators, four_reciprocals r)
{
    __m128i high = _mm_shuffle_epi32(numerators, _MM_SHUFFLE(1, 0, 3, 2));
    __m128i low_result = _mm_cvttpd_epi32(_mm_mul_pd(_mm_cvtepi32_pd(numerators), r.low));
    __m128i high_result = _mm_cvttpd_epi32(_mm_mul_pd(_mm_cvtepi32_pd(high), r.high));
    return _mm_unpacklo_epi64(low_result, high_result);
}

KERNEL four_reciprocals reciprocals_of(__m128i divisors)
{
    __m128d one = _mm_set1_pd(1.0);
    __m128d excess = _mm_set1_pd(R3D_PRIV_EXCESS);
    __m128i high = _mm_shuffle_epi32(divisors, _MM_SHUFFLE(1, 0, 3, 2));
    four_reciprocals r;
    r.low = _mm_mul_pd(_mm_div_pd(one, _mm_cvtepi32_pd(divisors)), excess);
    r.high = _mm_mul_pd(_mm_div_pd(one, _mm_cvtepi32_pd(high)), excess);
    return r;
}

#endif

/* Slopes of the edges A to B, B to C and C to A; 0 for a horizontal one. */
KERNEL void edge_slopes(const int32_t x[3], const int32_t y[3], const int32_t *value,
                        int32_t fraction_bits, int32_t x_slopes[4], int32_t value_slopes[4])
{
    __m128i heights = edge_differences(y);
    __m128i horizontal = _mm_cmpeq_epi32(heights, _mm_setzero_si128());
    four_reciprocals reciprocals = reciprocals_of(without_zero(heights));
    __m128i numerators = _mm_slli_epi32(edge_differences(x), 16);
    __m128i slopes = _mm_andnot_si128(horizontal, quotients(numerators, reciprocals));
    _mm_storeu_si128((__m128i *)x_slopes, slopes);
    if (value != NULL) {
        numerators = _mm_slli_epi32(edge_differences(value), fraction_bits);
        slopes = _mm_andnot_si128(horizontal, quotients(numerators, reciprocals));
        _mm_storeu_si128((__m128i *)value_slopes, slopes);
    }
}

#endif
