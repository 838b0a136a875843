/* SPDX-License-Identifier: MIT */
/* 4 vertices a register; the last ones are left to the scalar code. */

#include "../vertices.h"

#if R3D_PRIV_X86

#include <emmintrin.h>

#define KERNEL __attribute__((target("sse2"), always_inline)) static inline
#define LANES 4

typedef __m128i lanes;

KERNEL lanes lanes_all(int32_t value)
{
    return _mm_set1_epi32(value);
}

KERNEL lanes lanes_load_first(const int32_t *p, int32_t n)
{
    (void)n;
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

KERNEL void lanes_store_first(int32_t *p, lanes v, int32_t n)
{
    (void)n;
    _mm_storeu_si128((__m128i *)(void *)p, v);
}

KERNEL lanes lanes_add(lanes a, lanes b)
{
    return _mm_add_epi32(a, b);
}

KERNEL lanes lanes_sub(lanes a, lanes b)
{
    return _mm_sub_epi32(a, b);
}

/* The low half of a product is the same with and without signs. */
KERNEL lanes lanes_mul(lanes a, lanes b)
{
    __m128i even = _mm_mul_epu32(a, b);
    __m128i odd = _mm_mul_epu32(_mm_srli_epi64(a, 32), _mm_srli_epi64(b, 32));
    return _mm_unpacklo_epi32(_mm_shuffle_epi32(even, _MM_SHUFFLE(3, 1, 2, 0)),
                              _mm_shuffle_epi32(odd, _MM_SHUFFLE(3, 1, 2, 0)));
}

KERNEL lanes lanes_sra16(lanes a)
{
    return _mm_srai_epi32(a, 16);
}

KERNEL lanes lanes_times_512(lanes a)
{
    return _mm_slli_epi32(a, R3D_PRIV_FOCAL_BITS);
}

KERNEL bool lanes_any_below(lanes a, int32_t limit, int32_t n)
{
    (void)n;
    return _mm_movemask_epi8(_mm_cmplt_epi32(a, _mm_set1_epi32(limit))) != 0;
}

KERNEL bool lanes_any_zero(lanes a, int32_t n)
{
    (void)n;
    return _mm_movemask_epi8(_mm_cmpeq_epi32(a, _mm_setzero_si128())) != 0;
}

typedef struct divisors {
    __m128 narrow;
    lanes z;
} divisors;

KERNEL divisors divisors_of(lanes z, int32_t n)
{
    (void)n;
    divisors d = {_mm_cvtepi32_ps(z), z};
    return d;
}

KERNEL __m128i two_quotients(__m128i numerators, __m128i z)
{
    const __m128d excess = _mm_set1_pd(1.0 + 0x1p-50);
    __m128d reciprocals = _mm_div_pd(_mm_set1_pd(1.0), _mm_cvtepi32_pd(z));
    reciprocals = _mm_mul_pd(reciprocals, excess);
    return _mm_cvttpd_epi32(_mm_mul_pd(_mm_cvtepi32_pd(numerators), reciprocals));
}

/* Any numerators: by double reciprocals, exact for the reason given in ../../raster/x86/slopes.h.
 */
KERNEL lanes divide_wide(lanes numerators, lanes z)
{
    __m128i low = two_quotients(numerators, z);
    __m128i high =
        two_quotients(_mm_unpackhi_epi64(numerators, numerators), _mm_unpackhi_epi64(z, z));
    return _mm_unpacklo_epi64(low, high);
}

/* Truncated quotients. Numerators below 2^24 in float, see vertices_avx512.c. */
KERNEL lanes divide(lanes numerators, const divisors *d)
{
    __m128i sign = _mm_srai_epi32(numerators, 31);
    __m128i size = _mm_srli_epi32(_mm_sub_epi32(_mm_xor_si128(numerators, sign), sign), 24);
    if (_mm_movemask_epi8(_mm_cmpeq_epi32(size, _mm_setzero_si128())) != 0xFFFF) {
        return divide_wide(numerators, d->z);
    }
    return _mm_cvttps_epi32(_mm_div_ps(_mm_cvtepi32_ps(numerators), d->narrow));
}

#include "../vector/project.h"

__attribute__((target("sse2"))) int32_t
r3d_priv_project_vertices_sse2(const r3d_priv_projection *projection, const r3d_mesh_view *mesh,
                               const r3d_priv_vertex_scratch *out, int32_t first, int32_t count,
                               bool stores_camera)
{
    return project_vertices(projection, mesh, out, first, count, stores_camera);
}

#else
typedef int r3d_priv_not_empty; /* ISO C wants a declaration in every file */
#endif
