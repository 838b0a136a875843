/* SPDX-License-Identifier: MIT */
/* 8 vertices a register. */

#include "../vertices.h"

#if R3D_PRIV_X86

#include <immintrin.h>

#define KERNEL_FEATURES "avx2,bmi,bmi2"
#define KERNEL __attribute__((target(KERNEL_FEATURES), always_inline)) static inline
#define LANES 8
#define LANES_PARTIAL

typedef __m256i lanes;

/* All bits of the first n lanes. */
KERNEL lanes mask_first(int32_t n)
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(n), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

KERNEL lanes lanes_all(int32_t value)
{
    return _mm256_set1_epi32(value);
}

/* The first n numbers, 1..LANES; the other lanes are 0. */
KERNEL lanes lanes_load_first(const int32_t *p, int32_t n)
{
    if (n == LANES) {
        return _mm256_loadu_si256((const __m256i *)(const void *)p);
    }
    return _mm256_maskload_epi32(p, mask_first(n));
}

KERNEL void lanes_store_first(int32_t *p, lanes v, int32_t n)
{
    if (n == LANES) {
        _mm256_storeu_si256((__m256i *)(void *)p, v);
    } else {
        _mm256_maskstore_epi32(p, mask_first(n), v);
    }
}

KERNEL lanes lanes_add(lanes a, lanes b)
{
    return _mm256_add_epi32(a, b);
}

KERNEL lanes lanes_sub(lanes a, lanes b)
{
    return _mm256_sub_epi32(a, b);
}

/* The low 32 bits of the product. */
KERNEL lanes lanes_mul(lanes a, lanes b)
{
    return _mm256_mullo_epi32(a, b);
}

KERNEL lanes lanes_sra16(lanes a)
{
    return _mm256_srai_epi32(a, 16);
}

KERNEL lanes lanes_times_512(lanes a)
{
    return _mm256_slli_epi32(a, R3D_PRIV_FOCAL_BITS);
}

/* Whether one of the first n lanes is below a limit, or 0. */
KERNEL bool lanes_any_below(lanes a, int32_t limit, int32_t n)
{
    lanes below = _mm256_cmpgt_epi32(_mm256_set1_epi32(limit), a);
    return _mm256_testz_si256(below, mask_first(n)) == 0;
}

KERNEL bool lanes_any_zero(lanes a, int32_t n)
{
    lanes zero = _mm256_cmpeq_epi32(a, _mm256_setzero_si256());
    return _mm256_testz_si256(zero, mask_first(n)) == 0;
}

typedef struct divisors {
    __m256 narrow;
    lanes z;
} divisors;

KERNEL divisors divisors_of(lanes z, int32_t n)
{
    /* lanes beyond the n-th divide by 1 */
    z = _mm256_blendv_epi8(_mm256_set1_epi32(1), z, mask_first(n));
    divisors d = {_mm256_cvtepi32_ps(z), z};
    return d;
}

KERNEL __m128i quotients_of(__m128i numerators, __m128i z)
{
    const __m256d excess = _mm256_set1_pd(1.0 + 0x1p-50);
    __m256d reciprocals = _mm256_div_pd(_mm256_set1_pd(1.0), _mm256_cvtepi32_pd(z));
    reciprocals = _mm256_mul_pd(reciprocals, excess);
    return _mm256_cvttpd_epi32(_mm256_mul_pd(_mm256_cvtepi32_pd(numerators), reciprocals));
}

/* Any numerators: by double reciprocals, exact for the reason given in ../../raster/x86/slopes.h.
 */
KERNEL lanes divide_wide(lanes numerators, lanes z)
{
    __m128i low = quotients_of(_mm256_castsi256_si128(numerators), _mm256_castsi256_si128(z));
    __m128i high =
        quotients_of(_mm256_extracti128_si256(numerators, 1), _mm256_extracti128_si256(z, 1));
    return _mm256_inserti128_si256(_mm256_castsi128_si256(low), high, 1);
}

/* Truncated quotients. Numerators below 2^24 in float, see vertices_avx512.c. */
KERNEL lanes divide(lanes numerators, const divisors *d)
{
    lanes size = _mm256_abs_epi32(numerators);
    if (_mm256_testz_si256(size, _mm256_set1_epi32(-(1 << 24))) == 0) {
        return divide_wide(numerators, d->z);
    }
    return _mm256_cvttps_epi32(_mm256_div_ps(_mm256_cvtepi32_ps(numerators), d->narrow));
}

#include "../vector/project.h"

__attribute__((target(KERNEL_FEATURES))) int32_t
r3d_priv_project_vertices_avx2(const r3d_priv_projection *projection, const r3d_mesh_view *mesh,
                               const r3d_priv_vertex_scratch *out, int32_t first, int32_t count,
                               bool stores_camera)
{
    return project_vertices(projection, mesh, out, first, count, stores_camera);
}

#else
typedef int r3d_priv_not_empty; /* ISO C wants a declaration in every file */
#endif
