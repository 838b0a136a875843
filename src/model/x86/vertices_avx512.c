/* SPDX-License-Identifier: MIT */
/* 16 vertices a register. */

#include "../vertices.h"

#if R3D_PRIV_X86

#include <immintrin.h>

#define KERNEL_FEATURES "avx2,bmi,bmi2,avx512f,avx512bw,avx512dq,avx512vl"
#define KERNEL __attribute__((target(KERNEL_FEATURES), always_inline)) static inline
#define LANES 16
#define LANES_PARTIAL

typedef __m512i lanes;

KERNEL __mmask16 mask_first(int32_t n)
{
    return (__mmask16)_bzhi_u32(0xFFFFu, (uint32_t)n);
}

KERNEL lanes lanes_all(int32_t value)
{
    return _mm512_set1_epi32(value);
}

KERNEL lanes lanes_load_first(const int32_t *p, int32_t n)
{
    return _mm512_maskz_loadu_epi32(mask_first(n), p);
}

KERNEL void lanes_store_first(int32_t *p, lanes v, int32_t n)
{
    _mm512_mask_storeu_epi32(p, mask_first(n), v);
}

KERNEL lanes lanes_add(lanes a, lanes b)
{
    return _mm512_add_epi32(a, b);
}

KERNEL lanes lanes_sub(lanes a, lanes b)
{
    return _mm512_sub_epi32(a, b);
}

KERNEL lanes lanes_mul(lanes a, lanes b)
{
    return _mm512_mullo_epi32(a, b);
}

KERNEL lanes lanes_sra16(lanes a)
{
    return _mm512_srai_epi32(a, 16);
}

KERNEL lanes lanes_times_512(lanes a)
{
    return _mm512_slli_epi32(a, R3D_PRIV_FOCAL_BITS);
}

KERNEL bool lanes_any_below(lanes a, int32_t limit, int32_t n)
{
    return _mm512_mask_cmplt_epi32_mask(mask_first(n), a, _mm512_set1_epi32(limit)) != 0;
}

KERNEL bool lanes_any_zero(lanes a, int32_t n)
{
    return _mm512_mask_testn_epi32_mask(mask_first(n), a, a) != 0;
}

typedef struct divisors {
    __m512 narrow;
    lanes z;
} divisors;

KERNEL divisors divisors_of(lanes z, int32_t n)
{
    /* lanes beyond the n-th divide by 1 */
    z = _mm512_mask_mov_epi32(_mm512_set1_epi32(1), mask_first(n), z);
    divisors d = {_mm512_cvtepi32_ps(z), z};
    return d;
}

/* Any numerators: by double reciprocals, exact for the reason given in ../../raster/x86/slopes.h.
 */
KERNEL lanes divide_wide(lanes numerators, lanes z)
{
    const __m512d excess = _mm512_set1_pd(1.0 + 0x1p-50);
    const __m512d one = _mm512_set1_pd(1.0);
    __m512d low = _mm512_cvtepi32_pd(_mm512_castsi512_si256(z));
    __m512d high = _mm512_cvtepi32_pd(_mm512_extracti64x4_epi64(z, 1));
    low = _mm512_mul_pd(_mm512_div_pd(one, low), excess);
    high = _mm512_mul_pd(_mm512_div_pd(one, high), excess);
    low = _mm512_mul_pd(_mm512_cvtepi32_pd(_mm512_castsi512_si256(numerators)), low);
    high = _mm512_mul_pd(_mm512_cvtepi32_pd(_mm512_extracti64x4_epi64(numerators, 1)), high);
    return _mm512_inserti64x4(_mm512_castsi256_si512(_mm512_cvttpd_epi32(low)),
                              _mm512_cvttpd_epi32(high), 1);
}

/* Below 2^24 a numerator and the truncated quotient are exact in float: a quotient that is no whole
 * number lies 1/z or more below the next one, and is rounded by less than that; a divisor above
 * 2^24, which is rounded itself, gives less than 1. */
KERNEL lanes divide(lanes numerators, const divisors *d)
{
    lanes size = _mm512_abs_epi32(numerators);
    if (_mm512_cmpge_epu32_mask(size, _mm512_set1_epi32(1 << 24)) != 0) {
        return divide_wide(numerators, d->z);
    }
    return _mm512_cvttps_epi32(_mm512_div_ps(_mm512_cvtepi32_ps(numerators), d->narrow));
}

#include "../vector/project.h"

__attribute__((target(KERNEL_FEATURES))) int32_t
r3d_priv_project_vertices_avx512(const r3d_priv_projection *projection, const r3d_mesh_view *mesh,
                                 const r3d_priv_vertex_scratch *out, int32_t first, int32_t count,
                                 bool stores_camera)
{
    return project_vertices(projection, mesh, out, first, count, stores_camera);
}

#else
typedef int r3d_priv_not_empty; /* ISO C wants a declaration in every file */
#endif
