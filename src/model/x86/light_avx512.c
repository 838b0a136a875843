/* SPDX-License-Identifier: MIT */
/* Lighting: four faces a register, each with x, y, z and a count in a quarter of it; then 16
 * vertices or corners a register. */

#include "../light_kernels.h"

#if R3D_PRIV_X86

#include <immintrin.h>

#define FEATURES "avx2,bmi,bmi2,avx512f,avx512bw,avx512dq,avx512vl,avx512cd"
#define KERNEL __attribute__((target(FEATURES), always_inline)) static inline
#define KERNEL_ENTRY __attribute__((target(FEATURES)))

enum { FACES = 4, LANES = 16 };

/* Numbers of a quarter in another order: y, z, x or z, x, y. */
#define YZX(v) _mm512_shuffle_epi32((v), (_MM_PERM_ENUM)_MM_SHUFFLE(3, 0, 2, 1))
#define ZXY(v) _mm512_shuffle_epi32((v), (_MM_PERM_ENUM)_MM_SHUFFLE(3, 1, 0, 2))
#define PAIRS_SWAPPED(v) _mm512_shuffle_epi32((v), (_MM_PERM_ENUM)_MM_SHUFFLE(2, 3, 0, 1))
#define HALVES_SWAPPED(v) _mm512_shuffle_epi32((v), (_MM_PERM_ENUM)_MM_SHUFFLE(1, 0, 3, 2))

KERNEL_ENTRY static void lay_out(const r3d_priv_lighting *l)
{
    const int32_t *x = l->vertices;
    const int32_t *y = x + l->vertex_count;
    const int32_t *z = y + l->vertex_count;
    int32_t *points = l->points;
    int32_t count = l->vertex_count;
    for (int32_t i = 0; i < count; i++) {
        _mm_storeu_si128((__m128i *)(void *)(points + i * 4), _mm_setr_epi32(x[i], y[i], z[i], 0));
    }
}

/* Vertex numbers are never negative: unsigned ones need no extension to 64 bits. */
KERNEL size_t offset_of(int32_t vertex)
{
    return (size_t)(uint32_t)vertex * 4;
}

KERNEL __m128i load_point(const int32_t *points, int32_t vertex)
{
    return _mm_loadu_si128((const __m128i *)(const void *)(points + offset_of(vertex)));
}

/* One corner of four faces. */
KERNEL __m512i load_corners(const int32_t *points, const int32_t *corner)
{
    __m256i low = _mm256_castsi128_si256(load_point(points, corner[0]));
    __m256i high = _mm256_castsi128_si256(load_point(points, corner[6]));
    low = _mm256_inserti128_si256(low, load_point(points, corner[3]), 1);
    high = _mm256_inserti128_si256(high, load_point(points, corner[9]), 1);
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

/* All numbers of a quarter combined, in each of them. */
KERNEL __m512i or_quarters(__m512i v)
{
    v = _mm512_or_si512(v, HALVES_SWAPPED(v));
    return _mm512_or_si512(v, PAIRS_SWAPPED(v));
}

/* See halvings_of in light.c. */
KERNEL __m512i halve(__m512i n)
{
    const __m512i limit = _mm512_set1_epi32(R3D_PRIV_COMPONENT_LIMIT);
    __mmask16 large = _mm512_cmpge_epu32_mask(_mm512_abs_epi32(n), limit);
    if (large == 0) { /* as in most models */
        return n;
    }
    __m512i bits = or_quarters(_mm512_xor_si512(n, _mm512_srai_epi32(n, 31)));
    __m512i zeros = _mm512_lzcnt_epi32(_mm512_or_si512(bits, _mm512_set1_epi32(1)));
    __m512i shift = _mm512_sub_epi32(_mm512_set1_epi32(31 - R3D_PRIV_LIMIT_BITS), zeros);
    shift = _mm512_max_epi32(shift, _mm512_setzero_si512());
    __m512i halved = _mm512_srav_epi32(n, shift);
    __mmask16 beyond = _mm512_cmpgt_epi32_mask(_mm512_abs_epi32(halved), limit);
    __m512i once_more = or_quarters(_mm512_maskz_set1_epi32(beyond, 1));
    return _mm512_srav_epi32(n, _mm512_add_epi32(shift, once_more));
}

KERNEL __m512i lengths_of(__m512i n)
{
    const __m512i first = _mm512_setr_epi32(0, 4, 8, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m512i each = _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3);
    __m512i square = _mm512_mullo_epi32(n, n);
    square = _mm512_add_epi32(square, HALVES_SWAPPED(square));
    square = _mm512_add_epi32(square, PAIRS_SWAPPED(square));
    __m128i squares = _mm512_castsi512_si128(_mm512_permutexvar_epi32(first, square));
    __m128i roots = _mm256_cvttpd_epi32(_mm256_sqrt_pd(_mm256_cvtepi32_pd(squares)));
    roots = _mm_max_epi32(roots, _mm_set1_epi32(1));
    return _mm512_permutexvar_epi32(each, _mm512_castsi128_si512(roots));
}

KERNEL void add_normal(int32_t *normals, int32_t vertex, __m128i normal)
{
    __m128i *sum = (__m128i *)(void *)(normals + offset_of(vertex));
    _mm_storeu_si128(sum, _mm_add_epi32(_mm_loadu_si128(sum), normal));
}

KERNEL bool any_flat(const int32_t *infos, int32_t first, int32_t count)
{
    int32_t bits = 0;
    for (int32_t i = 0; infos != NULL && i < count; i++) {
        bits |= infos[first + i];
    }
    return (bits & R3D_PRIV_FLAT_BIT) != 0;
}

/* Four normals, each with the count 1. */
KERNEL __m512i normals_of(const int32_t *points, const int32_t *corner)
{
    __m512i a = load_corners(points, corner);
    __m512i e = _mm512_sub_epi32(load_corners(points, corner + 1), a);
    __m512i f = _mm512_sub_epi32(load_corners(points, corner + 2), a);
    __m512i n = halve(
        _mm512_sub_epi32(_mm512_mullo_epi32(YZX(e), ZXY(f)), _mm512_mullo_epi32(YZX(f), ZXY(e))));
    /* The product is below 2^24, for which a float quotient truncates to the right number. */
    __m512 scaled = _mm512_cvtepi32_ps(_mm512_slli_epi32(n, 8));
    __m512i normal = _mm512_cvttps_epi32(_mm512_div_ps(scaled, _mm512_cvtepi32_ps(lengths_of(n))));
    return _mm512_mask_set1_epi32(normal, 0x8888, 1);
}

KERNEL void add_to_corners(int32_t *normals, const int32_t *corner, __m128i normal)
{
    add_normal(normals, corner[0], normal);
    add_normal(normals, corner[1], normal);
    add_normal(normals, corner[2], normal);
}

KERNEL_ENTRY static int32_t sum_normals(const r3d_priv_lighting *l, int32_t first, int32_t *normals)
{
    const int32_t *points = l->points;
    const int32_t *infos = l->infos;
    const int32_t *corner = l->corners + first * 3;
    int32_t last = l->face_count - FACES;
    int32_t face = first;
    for (; face <= last && !any_flat(infos, face, FACES); face += FACES, corner += FACES * 3) {
        __m512i normal = normals_of(points, corner);
        add_to_corners(normals, corner, _mm512_castsi512_si128(normal));
        add_to_corners(normals, corner + 3, _mm512_extracti32x4_epi32(normal, 1));
        add_to_corners(normals, corner + 6, _mm512_extracti32x4_epi32(normal, 2));
        add_to_corners(normals, corner + 9, _mm512_extracti32x4_epi32(normal, 3));
    }
    return face;
}

/* Truncated quotients of any numbers but a divisor of 0. */
KERNEL __m256i quotients(__m256i numerators, __m256i divisors)
{
    return _mm512_cvttpd_epi32(
        _mm512_div_pd(_mm512_cvtepi32_pd(numerators), _mm512_cvtepi32_pd(divisors)));
}

KERNEL __m512i load(const int32_t *p)
{
    return _mm512_loadu_si512(p);
}

KERNEL_ENTRY static int32_t find_lightness(const r3d_priv_lighting *l, const int32_t *normals,
                                           bool *divides)
{
    /* Transposed below, vertex v is in lane 4 * (v % 4) + v / 4. */
    const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    const __m512i direction_x = _mm512_set1_epi32(l->light.direction.x);
    const __m512i direction_y = _mm512_set1_epi32(l->light.direction.y);
    const __m512i direction_z = _mm512_set1_epi32(l->light.direction.z);
    const __m512i weight = _mm512_set1_epi32(l->weight);
    const __m512i ambient = _mm512_set1_epi32(l->light.ambient);
    int32_t *lightness = l->lightness;
    int32_t count = l->vertex_count;
    int32_t i = 0;
    for (; i + LANES <= count; i += LANES) {
        const int32_t *from = normals + i * 4;
        __m512i xy_low = _mm512_unpacklo_epi32(load(from), load(from + 16));
        __m512i z_low = _mm512_unpackhi_epi32(load(from), load(from + 16));
        __m512i xy_high = _mm512_unpacklo_epi32(load(from + 32), load(from + 48));
        __m512i z_high = _mm512_unpackhi_epi32(load(from + 32), load(from + 48));
        __m512i dot = _mm512_mullo_epi32(_mm512_unpacklo_epi64(xy_low, xy_high), direction_x);
        dot = _mm512_add_epi32(
            dot, _mm512_mullo_epi32(_mm512_unpackhi_epi64(xy_low, xy_high), direction_y));
        dot = _mm512_add_epi32(
            dot, _mm512_mullo_epi32(_mm512_unpacklo_epi64(z_low, z_high), direction_z));
        __m512i divisor = _mm512_mullo_epi32(_mm512_unpackhi_epi64(z_low, z_high), weight);
        __mmask16 zero = _mm512_testn_epi32_mask(divisor, divisor);
        *divides = *divides && zero == 0;
        divisor = _mm512_mask_set1_epi32(divisor, zero, 1);
        __m256i low = quotients(_mm512_castsi512_si256(dot), _mm512_castsi512_si256(divisor));
        __m256i high =
            quotients(_mm512_extracti64x4_epi64(dot, 1), _mm512_extracti64x4_epi64(divisor, 1));
        __m512i result = _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
        result = _mm512_add_epi32(result, ambient);
        _mm512_storeu_si512(lightness + i, _mm512_permutexvar_epi32(order, result));
    }
    return i;
}

KERNEL __m512i clamp(__m512i v, int32_t least, int32_t most)
{
    return _mm512_min_epi32(_mm512_max_epi32(v, _mm512_set1_epi32(least)), _mm512_set1_epi32(most));
}

/* Without optimisation this is a macro of the compiler's header, with a conversion of its own. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wsign-conversion"
KERNEL __m512i gather(const int32_t *table, __m512i indices)
{
    return _mm512_i32gather_epi32(indices, table, 4);
}
#pragma GCC diagnostic pop

/* 16 corners; `face` has the lane of the face of each. */
KERNEL __m512i shade_corners(const int32_t *lightness, const int32_t *corners, __m512i face,
                             __m512i colors, __m512i infos)
{
    __m512i light = gather(lightness, load(corners));
    __m512i color = _mm512_permutexvar_epi32(face, colors);
    __m512i info = _mm512_permutexvar_epi32(face, infos);
    __m512i value = _mm512_srai_epi32(
        _mm512_mullo_epi32(light, _mm512_and_si512(color, _mm512_set1_epi32(127))), 7);
    value =
        _mm512_add_epi32(clamp(value, 2, 126), _mm512_and_si512(color, _mm512_set1_epi32(0xFF80)));
    __mmask16 textured = _mm512_test_epi32_mask(info, _mm512_set1_epi32(R3D_PRIV_TEXTURED_BIT));
    return _mm512_mask_sub_epi32(value, textured, _mm512_set1_epi32(127), clamp(light, 0, 127));
}

KERNEL_ENTRY static int32_t shade_faces(const r3d_priv_lighting *l, int32_t first, int32_t *lit)
{
    const __m512i faces[3] = {
        _mm512_setr_epi32(0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5),
        _mm512_setr_epi32(5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 9, 10, 10),
        _mm512_setr_epi32(10, 11, 11, 11, 12, 12, 12, 13, 13, 13, 14, 14, 14, 15, 15, 15)};
    const int32_t *lightness = l->lightness;
    const int32_t *corners = l->corners;
    const int32_t *colors = l->colors;
    const int32_t *all_infos = l->infos;
    int32_t last = l->face_count - LANES;
    int32_t face = first;
    for (; face <= last && !any_flat(all_infos, face, LANES); face += LANES) {
        __m512i color = load(colors + face);
        __m512i infos = all_infos != NULL ? load(all_infos + face) : _mm512_setzero_si512();
        for (int32_t i = 0; i < 3; i++) {
            int32_t at = face * 3 + i * LANES;
            _mm512_storeu_si512(lit + at,
                                shade_corners(lightness, corners + at, faces[i], color, infos));
        }
    }
    return face;
}

const r3d_priv_light_kernels r3d_priv_light_kernels_avx512 = {lay_out, sum_normals, find_lightness,
                                                              shade_faces};

#else
typedef int r3d_priv_not_empty; /* ISO C wants a declaration in every file */
#endif
