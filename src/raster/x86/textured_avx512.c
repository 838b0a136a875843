/* SPDX-License-Identifier: MIT */
/* Eight divisions at once, then two groups of 8 pixels a register. */

#include "../kernels.h"

#if R3D_PRIV_X86

#include "../vector/texture_row.h"
#include "lanes_avx512.h"

/* Texture positions of points or groups that follow one another, 8 pixels apart. */
typedef struct positions {
    __m256i a;
    __m256i b;
} positions;

/* Depths are not 0. Exact for the reason given in slopes.h. */
KERNEL positions divide_eight(__m256i u, __m256i v, __m256i depth, int32_t u_max)
{
    __m512d reciprocals = _mm512_div_pd(_mm512_set1_pd(1.0), _mm512_cvtepi32_pd(depth));
    reciprocals = _mm512_mul_pd(reciprocals, _mm512_set1_pd(R3D_PRIV_EXCESS));
    positions p;
    p.a = _mm512_cvttpd_epi32(_mm512_mul_pd(_mm512_cvtepi32_pd(u), reciprocals));
    p.b = _mm512_cvttpd_epi32(_mm512_mul_pd(_mm512_cvtepi32_pd(v), reciprocals));
    p.a = _mm256_min_epi32(_mm256_max_epi32(p.a, _mm256_set1_epi32(7)), _mm256_set1_epi32(u_max));
    return p;
}

/* The first point of a row, in lane 7: it has no lower limit. */
KERNEL positions divide_first(int32_t u, int32_t v, int32_t depth, int32_t u_max)
{
    __m128d reciprocal = _mm_set_sd(1.0 / depth * R3D_PRIV_EXCESS);
    int32_t a = _mm_cvttsd_si32(_mm_mul_sd(_mm_set_sd(u), reciprocal));
    int32_t b = _mm_cvttsd_si32(_mm_mul_sd(_mm_set_sd(v), reciprocal));
    a = a < 0 ? 0 : a > u_max ? u_max : a;
    positions p;
    p.a = _mm256_set1_epi32(a);
    p.b = _mm256_set1_epi32(b);
    return p;
}

/* first, first + step, ..., first + 7 * step */
KERNEL __m256i eight_of(int32_t first, int32_t step)
{
    __m256i numbers = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm256_add_epi32(_mm256_set1_epi32(first),
                            _mm256_mullo_epi32(_mm256_set1_epi32(step), numbers));
}

/* Lane 7 of `before`, then lanes 0..6 of `v`. */
KERNEL __m256i shifted_in(__m256i before, __m256i v)
{
    return _mm256_alignr_epi32(v, before, 7);
}

/* 8 groups, ready to be drawn. */
typedef struct groups {
    positions from;
    positions step;
    __m256i shade_first; /* index of the shade's first texel */
    __m256i shift;
} groups;

/* Lanes 2 * pair and 2 * pair + 1, eight times each. */
KERNEL lanes spread(__m256i v, lanes pair)
{
    return _mm512_permutexvar_epi32(pair, _mm512_castsi256_si512(v));
}

#ifdef __x86_64__

KERNEL __m128i four_texels(const uint32_t *texels, __m128i indices)
{
    uint64_t low = (uint64_t)_mm_cvtsi128_si64(indices);
    uint64_t high = (uint64_t)_mm_extract_epi64(indices, 1);
    return _mm_setr_epi32(
        r3d_i32_from_bits(texels[(uint32_t)low]), r3d_i32_from_bits(texels[low >> 32]),
        r3d_i32_from_bits(texels[(uint32_t)high]), r3d_i32_from_bits(texels[high >> 32]));
}

/* One by one: 10 % faster than the gather instruction, and faster than by way of memory. */
KERNEL lanes find_texels(const uint32_t *texels, lanes indices)
{
    __m128i first = four_texels(texels, _mm512_castsi512_si128(indices));
    __m128i second = four_texels(texels, _mm512_extracti32x4_epi32(indices, 1));
    __m128i third = four_texels(texels, _mm512_extracti32x4_epi32(indices, 2));
    __m128i fourth = four_texels(texels, _mm512_extracti32x4_epi32(indices, 3));
    __m256i low = _mm256_inserti128_si256(_mm256_castsi128_si256(first), second, 1);
    __m256i high = _mm256_inserti128_si256(_mm256_castsi128_si256(third), fourth, 1);
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

#else

KERNEL lanes find_texels(const uint32_t *texels, lanes indices)
{
    return lanes_gather(texels, indices);
}

#endif

/* 16 pixels of two groups; `count` of them are drawn, 1 or more. Texels are read for the others,
 * too. */
KERNEL void draw_pair(uint32_t *pixels, int32_t count, const groups *g, lanes pair,
                      const r3d_texels *texels, const r3d_priv_addressing *address)
{
    lanes numbers = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 0, 1, 2, 3, 4, 5, 6, 7);
    lanes a =
        lanes_add(spread(g->from.a, pair), _mm512_mullo_epi32(spread(g->step.a, pair), numbers));
    lanes b =
        lanes_add(spread(g->from.b, pair), _mm512_mullo_epi32(spread(g->step.b, pair), numbers));
    lanes rows = _mm512_and_si512(b, _mm512_set1_epi32(address->v_mask));
    lanes columns = _mm512_srl_epi32(a, _mm_cvtsi32_si128(address->row_shift));
    lanes indices = lanes_add(lanes_add(rows, columns), spread(g->shade_first, pair));
    __mmask16 mask = mask_first(count < LANES ? count : LANES);
    lanes found = find_texels(texels->texels, indices);
    found = _mm512_srlv_epi32(found, spread(g->shift, pair));
    if (texels->masked) {
        mask = _mm512_mask_test_epi32_mask(mask, found, found);
    }
    _mm512_mask_storeu_epi32(pixels, mask, lanes_or(found, lanes_all(R3D_PRIV_DRAWN)));
}

KERNEL bool draw_textured_row(const texture_row *row, const r3d_priv_plane_terms *terms,
                              const r3d_texels *texels)
{
    const r3d_priv_addressing *address = &r3d_priv_addressings[texels->detail == R3D_DETAIL_LOW];
    __m128i divisor_shift = _mm_cvtsi32_si128(address->divisor_shift);
    int32_t first_depth = row->w >> address->divisor_shift;
    if (first_depth == 0) {
        return false;
    }
    positions before = divide_first(row->u, row->v, first_depth, address->u_max);
    __m256i u = eight_of(r3d_i32_add(row->u, terms->u.per_group), terms->u.per_group);
    __m256i v = eight_of(r3d_i32_add(row->v, terms->v.per_group), terms->v.per_group);
    __m256i w = eight_of(r3d_i32_add(row->w, terms->w.per_group), terms->w.per_group);
    __m256i light = eight_of(row->light, row->light_step);
    uint32_t *pixels = row->pixels;
    const lanes next_pair = _mm512_set1_epi32(2);
    for (int32_t left = row->count;;) {
        __m256i depth = _mm256_sra_epi32(w, divisor_shift);
        __mmask8 zero = _mm256_cmpeq_epi32_mask(depth, _mm256_setzero_si256());
        if (zero != 0) {
            int32_t needed = (left + R3D_PRIV_GROUP - 1) / R3D_PRIV_GROUP;
            if ((zero & ((1u << (needed < 8 ? needed : 8)) - 1u)) != 0) {
                return false;
            }
            depth = _mm256_mask_mov_epi32(depth, zero, _mm256_set1_epi32(1));
        }
        positions to = divide_eight(u, v, depth, address->u_max);
        groups g;
        g.from.a = shifted_in(before.a, to.a);
        g.from.b = shifted_in(before.b, to.b);
        g.step.a = _mm256_srai_epi32(_mm256_sub_epi32(to.a, g.from.a), 3);
        g.step.b = _mm256_srai_epi32(_mm256_sub_epi32(to.b, g.from.b), 3);
        __m256i shade = _mm256_and_si256(_mm256_srli_epi32(light, 21), _mm256_set1_epi32(3));
        g.shade_first = _mm256_sll_epi32(shade, _mm_cvtsi32_si128(address->shade_shift));
        g.shift = _mm256_and_si256(_mm256_srli_epi32(light, 23), _mm256_set1_epi32(31));
        lanes pair = _mm512_setr_epi32(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1);
        for (int i = 0; i < 4; i++) {
            draw_pair(pixels, left, &g, pair, texels, address);
            pixels += LANES;
            left -= LANES;
            if (left <= 0) {
                return true;
            }
            pair = _mm512_add_epi32(pair, next_pair);
        }
        before = to;
        u = _mm256_add_epi32(u, _mm256_set1_epi32(r3d_i32_shl(terms->u.per_group, 3)));
        v = _mm256_add_epi32(v, _mm256_set1_epi32(r3d_i32_shl(terms->v.per_group, 3)));
        w = _mm256_add_epi32(w, _mm256_set1_epi32(r3d_i32_shl(terms->w.per_group, 3)));
        light = _mm256_add_epi32(light, _mm256_set1_epi32(r3d_i32_shl(row->light_step, 3)));
    }
}

#include "../vector/textured.h"

KERNEL_ENTRY void r3d_priv_fill_textured_avx512(const r3d_raster *raster, const int32_t x[3],
                                                const int32_t y[3], const int32_t shade[3],
                                                const r3d_texture_plane *plane,
                                                const r3d_texels *texels)
{
    fill_textured(raster, x, y, shade, plane, texels);
}

#else
typedef int r3d_priv_not_empty; /* ISO C wants a declaration in every file */
#endif
