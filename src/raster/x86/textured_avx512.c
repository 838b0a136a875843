/* SPDX-License-Identifier: MIT */
/* Textured triangles 8 rows at a time: a lane is a row, and a step is a group of 8 pixels of each.
 * The indices of all texels are found first, then the texels are read: see texel_blocks_avx512.h.
 * Rows that need a divisor of 0 are left to the scalar code. */

#include "../kernels.h"

#if R3D_PRIV_X86

#include "../textured.h"
#include "lanes_avx512.h"
#include "texel_blocks_avx512.h"

#include "../vector/walk.h"

/* What stays the same for all rows of a triangle. */
typedef struct textured_paint {
    const r3d_texels *texels;
    const r3d_priv_addressing *address;
    int32_t limit;
    int32_t center_x;
    bool side_clip;
    r3d_priv_plane_terms terms; /* on the first row */
} textured_paint;

/* Clipped rows, one a lane. u, v, w belong to their first pixels. */
typedef struct eight_rows {
    __m256i left;
    __m256i count; /* of pixels, 0 or less: none */
    __m256i u;
    __m256i v;
    __m256i w;
    __m256i light;
    __m256i light_step;
} eight_rows;

/* Texture positions, one a lane. */
typedef struct positions {
    __m256i a;
    __m256i b;
} positions;

/* start + step * numbers */
KERNEL __m256i line(int32_t start, int32_t step, __m256i numbers)
{
    return _mm256_add_epi32(_mm256_set1_epi32(start),
                            _mm256_mullo_epi32(_mm256_set1_epi32(step), numbers));
}

/* r3d_priv_recip15() of numbers up to 2^14. In float the quotient is off by less than 2^-8, and one
 * that is not whole lies 2^-14 or more below the next integer: relative to it, more than the
 * rounding. */
KERNEL __m256i eight_recip15(__m256i numbers)
{
    __mmask8 nonzero = _mm256_test_epi32_mask(numbers, numbers);
    __m256 divisors = _mm256_cvtepi32_ps(_mm256_max_epi32(numbers, _mm256_set1_epi32(1)));
    return _mm256_maskz_cvttps_epi32(nonzero, _mm256_div_ps(_mm256_set1_ps(32768.0f), divisors));
}

/* r3d_i32_div(), divisors 1 or more: exact in double. */
KERNEL __m256i eight_quotients(__m256i numerators, __m256i divisors)
{
    return _mm512_cvttpd_epi32(
        _mm512_div_pd(_mm512_cvtepi32_pd(numerators), _mm512_cvtepi32_pd(divisors)));
}

/* The rows `number` to `number` + 7 of the walk: edges, light and clipping as in
 * r3d_priv_light_row(). */
KERNEL eight_rows find_rows(const walk *w, int32_t number, const textured_paint *paint)
{
    __m256i lanes_numbers = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i numbers = _mm256_add_epi32(_mm256_set1_epi32(number), lanes_numbers);
    const r3d_priv_edge *full = w->full_is_left ? &w->left : &w->right;
    const r3d_priv_edge *partial = w->full_is_left ? &w->right : &w->left;
    int32_t above = w->y_middle - w->y; /* rows before `second` */
    __m256i numbers_below = _mm256_sub_epi32(numbers, _mm256_set1_epi32(above));
    __mmask8 below = _mm256_cmpge_epi32_mask(numbers, _mm256_set1_epi32(above));
    __m256i full_x = line(full->x, full->x_slope, numbers);
    __m256i full_value = line(full->value, full->value_slope, numbers);
    __m256i partial_x = _mm256_mask_mov_epi32(line(partial->x, partial->x_slope, numbers), below,
                                              line(w->second.x, w->second.x_slope, numbers_below));
    __m256i partial_value =
        _mm256_mask_mov_epi32(line(partial->value, partial->value_slope, numbers), below,
                              line(w->second.value, w->second.value_slope, numbers_below));
    __mmask8 swapped = (__mmask8) - (int)w->full_is_left;
    __m256i left = _mm256_srai_epi32(_mm256_mask_mov_epi32(partial_x, swapped, full_x), 16);
    __m256i right = _mm256_srai_epi32(_mm256_mask_mov_epi32(full_x, swapped, partial_x), 16);
    __m256i light = _mm256_srai_epi32(_mm256_mask_mov_epi32(partial_value, swapped, full_value), 8);
    __m256i last = _mm256_srai_epi32(_mm256_mask_mov_epi32(full_value, swapped, partial_value), 8);
    __mmask8 drawn = _mm256_cmplt_epi32_mask(left, right);
    drawn = _mm256_mask_cmplt_epi32_mask(drawn, numbers, _mm256_set1_epi32(w->y_end - w->y));

    eight_rows rows;
    __m256i one = _mm256_set1_epi32(1);
    __m256i width = _mm256_mask_sub_epi32(one, drawn, right, left);
    __m256i difference = _mm256_sub_epi32(last, light);
    __m256i outside = _mm256_min_epi32(left, _mm256_setzero_si256()); /* 0 or less */
    if (paint->side_clip) {
        __m256i per_pixel = eight_quotients(difference, width);
        rows.light_step = _mm256_slli_epi32(per_pixel, 12);
        light = _mm256_sub_epi32(light, _mm256_mullo_epi32(outside, per_pixel));
        rows.light = _mm256_slli_epi32(light, 9);
    } else {
        __m256i reciprocal = eight_recip15(_mm256_srli_epi32(width, 3));
        rows.light_step = _mm256_srai_epi32(_mm256_mullo_epi32(difference, reciprocal), 6);
        __m256i per_pixel = _mm256_srai_epi32(rows.light_step, 3);
        rows.light =
            _mm256_sub_epi32(_mm256_slli_epi32(light, 9), _mm256_mullo_epi32(outside, per_pixel));
    }
    rows.left = _mm256_sub_epi32(left, outside);
    right = _mm256_min_epi32(right, _mm256_set1_epi32(paint->limit));
    rows.count = _mm256_maskz_sub_epi32(drawn, right, rows.left);

    __m256i columns = _mm256_sub_epi32(rows.left, _mm256_set1_epi32(paint->center_x));
    const r3d_priv_plane_terms *terms = &paint->terms;
    rows.u = _mm256_add_epi32(line(terms->u.value, terms->u.per_row, numbers),
                              line(0, terms->u.per_group >> 3, columns));
    rows.v = _mm256_add_epi32(line(terms->v.value, terms->v.per_row, numbers),
                              line(0, terms->v.per_group >> 3, columns));
    rows.w = _mm256_add_epi32(line(terms->w.value, terms->w.per_row, numbers),
                              line(0, terms->w.per_group >> 3, columns));
    return rows;
}

/* Divides by depths, of which those of `zero` are 0 and give anything. Exact for the reason given
 * in slopes.h. */
KERNEL positions divide_eight(__m256i u, __m256i v, __m256i depth, __mmask8 zero, int32_t least,
                              int32_t most)
{
    depth = _mm256_mask_mov_epi32(depth, zero, _mm256_set1_epi32(1));
    __m512d reciprocals = _mm512_div_pd(_mm512_set1_pd(1.0), _mm512_cvtepi32_pd(depth));
    reciprocals = _mm512_mul_pd(reciprocals, _mm512_set1_pd(R3D_PRIV_EXCESS));
    positions p;
    p.a = _mm512_cvttpd_epi32(_mm512_mul_pd(_mm512_cvtepi32_pd(u), reciprocals));
    p.b = _mm512_cvttpd_epi32(_mm512_mul_pd(_mm512_cvtepi32_pd(v), reciprocals));
    p.a =
        _mm256_min_epi32(_mm256_max_epi32(p.a, _mm256_set1_epi32(least)), _mm256_set1_epi32(most));
    return p;
}

/* A walk along 8 rows. */
typedef struct rows_walk {
    eight_rows rows; /* at the next point; `count` is what is left */
    positions at;
    __mmask8 bad; /* rows that need a divisor of 0 */
} rows_walk;

/* 8 groups, one a row. */
typedef struct row_groups {
    positions from;
    positions step;
    __m256i light;
} row_groups;

/* The groups from the current points to the next ones, which `needed` rows need. */
KERNEL row_groups next_groups(rows_walk *w, const textured_paint *paint, __mmask8 needed)
{
    const r3d_priv_plane_terms *terms = &paint->terms;
    eight_rows *rows = &w->rows;
    row_groups g;
    g.from = w->at;
    g.light = rows->light;
    rows->u = _mm256_add_epi32(rows->u, _mm256_set1_epi32(terms->u.per_group));
    rows->v = _mm256_add_epi32(rows->v, _mm256_set1_epi32(terms->v.per_group));
    rows->w = _mm256_add_epi32(rows->w, _mm256_set1_epi32(terms->w.per_group));
    rows->light = _mm256_add_epi32(rows->light, rows->light_step);
    __m256i depth = _mm256_sra_epi32(rows->w, _mm_cvtsi32_si128(paint->address->divisor_shift));
    __mmask8 zero = _mm256_testn_epi32_mask(depth, depth);
    w->bad = (__mmask8)(w->bad | (zero & needed));
    w->at = divide_eight(rows->u, rows->v, depth, zero, 7, paint->address->u_max);
    g.step.a = _mm256_srai_epi32(_mm256_sub_epi32(w->at.a, g.from.a), 3);
    g.step.b = _mm256_srai_epi32(_mm256_sub_epi32(w->at.b, g.from.b), 3);
    return g;
}

KERNEL __m512i both(__m256i low, __m256i high)
{
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

/* Two groups of each row become block number k. Texel positions need 14 bits, and 16 select a texel
 * of any shade, so that 32 pixels fill a register. */
KERNEL void find_block(texel_blocks *b, uint32_t k, const row_groups *first,
                       const row_groups *second, const r3d_priv_addressing *address)
{
    __m512i a = both(first->from.a, second->from.a);
    __m512i a_step = both(first->step.a, second->step.a);
    __m512i v = both(first->from.b, second->from.b);
    __m512i v_step = both(first->step.b, second->step.b);
    __m512i light = both(first->light, second->light);
    __m512i shade = _mm512_and_si512(_mm512_srli_epi32(light, 21), _mm512_set1_epi32(3));
    shade = _mm512_sll_epi32(shade, _mm_cvtsi32_si128(address->shade_shift));
    __m512i shift = _mm512_and_si512(_mm512_srli_epi32(light, 23), _mm512_set1_epi32(31));
    __m512i by_row = _mm512_setr_epi32(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
    _mm512_store_si512(b->shifts[k * BATCH_ROWS], _mm512_permutexvar_epi32(by_row, shift));

    const __m512i numbers = _mm512_broadcast_i32x4(_mm_setr_epi16(0, 1, 2, 3, 4, 5, 6, 7));
    const __m512i v_mask = _mm512_set1_epi16((int16_t)address->v_mask);
    const __m128i row_shift = _mm_cvtsi32_si128(address->row_shift);
    /* Eight times each: the low halves of the lanes 0, 8, 1, 9. */
    __m512i spread =
        _mm512_set_epi64(0x0012001200120012, 0x0012001200120012, 0x0002000200020002,
                         0x0002000200020002, 0x0010001000100010, 0x0010001000100010, 0, 0);
    for (uint32_t row = 0; row < BATCH_ROWS; row += 2) {
        __m512i across =
            _mm512_add_epi16(_mm512_permutexvar_epi16(spread, a),
                             _mm512_mullo_epi16(_mm512_permutexvar_epi16(spread, a_step), numbers));
        __m512i down =
            _mm512_add_epi16(_mm512_permutexvar_epi16(spread, v),
                             _mm512_mullo_epi16(_mm512_permutexvar_epi16(spread, v_step), numbers));
        across = _mm512_or_si512(_mm512_srl_epi16(across, row_shift),
                                 _mm512_permutexvar_epi16(spread, shade));
        across = _mm512_ternarylogic_epi32(across, down, v_mask, 0xF8); /* a | (b & c) */
        _mm512_store_si512(b->indices[k * BATCH_ROWS + row], across);
        spread = _mm512_add_epi16(spread, _mm512_set1_epi16(4));
    }
}

/* Up to BATCH_BLOCKS blocks of each row that has pixels left. */
KERNEL void find_blocks(texel_blocks *b, rows_walk *w, const textured_paint *paint)
{
    __m256i slots =
        _mm256_setr_epi32(0, 1 << 16, 2 << 16, 3 << 16, 4 << 16, 5 << 16, 6 << 16, 7 << 16);
    b->count = 0;
    for (uint32_t k = 0; k < BATCH_BLOCKS; k++) {
        __m256i count = w->rows.count;
        __mmask8 needed = _mm256_cmpgt_epi32_mask(count, _mm256_setzero_si256());
        if (needed == 0) {
            return;
        }
        row_groups first = next_groups(w, paint, needed);
        needed = _mm256_cmpgt_epi32_mask(count, _mm256_set1_epi32(R3D_PRIV_GROUP));
        row_groups second = next_groups(w, paint, needed);
        find_block(b, k, &first, &second, paint->address);
        /* ~(-1 << count): a bit for each pixel that is left. */
        __m256i ends = _mm256_sllv_epi32(_mm256_set1_epi32(-1), count);
        __m256i blocks =
            _mm256_or_si256(slots, _mm256_andnot_si256(ends, _mm256_set1_epi32(0xFFFF)));
        __mmask8 drawn =
            _mm256_mask_cmpgt_epi32_mask((__mmask8)~w->bad, count, _mm256_setzero_si256());
        _mm256_storeu_si256((__m256i *)(void *)(b->blocks + b->count),
                            _mm256_maskz_compress_epi32(drawn, blocks));
        b->count += (uint32_t)__builtin_popcount(drawn);
        slots = _mm256_add_epi32(slots, _mm256_set1_epi32(BATCH_ROWS << 16));
        w->rows.count = _mm256_sub_epi32(count, _mm256_set1_epi32(LANES));
    }
}

/* Rows that need a divisor of 0, whole: what is drawn of them already is drawn again. */
static void draw_bad_rows(const int32_t rows[7][BATCH_ROWS], uint32_t bad, uint32_t *pixels,
                          int32_t stride, const textured_paint *paint)
{
    for (int i = 0; i < BATCH_ROWS; i++) {
        if ((bad >> i & 1) != 0) {
            r3d_priv_span_textured(pixels + (ptrdiff_t)stride * i + rows[0][i], rows[1][i],
                                   &paint->terms, rows[2][i], rows[3][i], rows[4][i], rows[5][i],
                                   rows[6][i], paint->texels);
        }
    }
}

/* Draws 8 rows. `pixels` is the start of the first one. */
KERNEL void draw_rows(const eight_rows *rows, uint32_t *pixels, int32_t stride,
                      const textured_paint *paint)
{
    texel_blocks blocks;
    rows_walk w;
    w.rows = *rows;
    __m256i depth = _mm256_sra_epi32(rows->w, _mm_cvtsi32_si128(paint->address->divisor_shift));
    __mmask8 zero = _mm256_testn_epi32_mask(depth, depth);
    __mmask8 needed = _mm256_cmpgt_epi32_mask(rows->count, _mm256_setzero_si256());
    w.bad = (__mmask8)(zero & needed);
    w.at = divide_eight(rows->u, rows->v, depth, zero, 0, paint->address->u_max);
    __m256i lefts = line(0, stride, _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    lefts = _mm256_add_epi32(lefts, rows->left);
    while (needed != 0) {
        find_blocks(&blocks, &w, paint);
        _mm256_store_si256((__m256i *)(void *)blocks.lefts, lefts);
        draw_blocks(&blocks, pixels, paint->texels);
        lefts = _mm256_add_epi32(lefts, _mm256_set1_epi32(BATCH_BLOCKS * LANES));
        needed = _mm256_cmpgt_epi32_mask(w.rows.count, _mm256_setzero_si256());
    }
    if (w.bad != 0) {
        int32_t kept[7][BATCH_ROWS];
        _mm256_storeu_si256((__m256i *)(void *)kept[0], rows->left);
        _mm256_storeu_si256((__m256i *)(void *)kept[1], rows->count);
        _mm256_storeu_si256((__m256i *)(void *)kept[2], rows->u);
        _mm256_storeu_si256((__m256i *)(void *)kept[3], rows->v);
        _mm256_storeu_si256((__m256i *)(void *)kept[4], rows->w);
        _mm256_storeu_si256((__m256i *)(void *)kept[5], rows->light);
        _mm256_storeu_si256((__m256i *)(void *)kept[6], rows->light_step);
        draw_bad_rows((const int32_t(*)[BATCH_ROWS])kept, w.bad, pixels, stride, paint);
    }
}

KERNEL_ENTRY void r3d_priv_fill_textured_avx512(const r3d_raster *raster, const int32_t x[3],
                                                const int32_t y[3], const int32_t shade[3],
                                                const r3d_texture_plane *plane,
                                                const r3d_texels *texels)
{
    walk w;
    if (!walk_begin(&w, raster, x, y, shade, R3D_PRIV_LIGHT_FRACTION_BITS)) {
        return;
    }
    textured_paint paint;
    paint.texels = texels;
    paint.address = &r3d_priv_addressings[texels->detail == R3D_DETAIL_LOW];
    paint.limit = r3d_priv_right_limit(raster);
    paint.center_x = raster->center_x;
    paint.side_clip = raster->side_clip;
    paint.terms = r3d_priv_terms(plane);
    r3d_priv_terms_skip_rows(&paint.terms, r3d_i32_sub(w.y, raster->center_y));
    int32_t stride = raster->surface->stride_px;
    for (int32_t row = w.y; row < w.y_end; row += BATCH_ROWS) {
        eight_rows rows = find_rows(&w, row - w.y, &paint);
        draw_rows(&rows, r3d_priv_surface_row(raster->surface, row), stride, &paint);
    }
}

#else
typedef int r3d_priv_not_empty; /* ISO C wants a declaration in every file */
#endif
