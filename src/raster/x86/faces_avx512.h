/* SPDX-License-Identifier: MIT */
/* The set-up of ../triangle.c for 16 triangles at once, a lane each, and their fills. The names are
 * those of ../vector/walk.h, the step numbers those of spec rs2-raster section 3. */

#ifndef R3D_SRC_RASTER_X86_FACES_AVX512_H
#define R3D_SRC_RASTER_X86_FACES_AVX512_H

#include <stddef.h>

#include "few_colors_avx512.h"

/* The three corners of 16 triangles: one coordinate of them. */
typedef struct face_corners {
    __m512i v[3];
} face_corners;

/* Turns the sixteen numbers of sixteen faces round: out[n] has number n of each. */
KERNEL void faces_transpose(const r3d_priv_drawn_face *const faces[R3D_PRIV_BATCH], __m512i out[16])
{
    __m512i a[16];
    __m512i b[16];
    for (int i = 0; i < 16; i += 2) {
        __m512i even = _mm512_loadu_si512(faces[i]);
        __m512i odd = _mm512_loadu_si512(faces[i + 1]);
        a[i] = _mm512_unpacklo_epi32(even, odd);
        a[i + 1] = _mm512_unpackhi_epi32(even, odd);
    }
    for (int i = 0; i < 16; i += 4) {
        b[i] = _mm512_unpacklo_epi64(a[i], a[i + 2]);
        b[i + 1] = _mm512_unpackhi_epi64(a[i], a[i + 2]);
        b[i + 2] = _mm512_unpacklo_epi64(a[i + 1], a[i + 3]);
        b[i + 3] = _mm512_unpackhi_epi64(a[i + 1], a[i + 3]);
    }
    /* Quarter q of b[4 g + c] has number 4 q + c of faces 4 g to 4 g + 3. */
    for (int c = 0; c < 4; c++) {
        __m512i even_low = _mm512_shuffle_i32x4(b[c], b[4 + c], 0x88);
        __m512i even_high = _mm512_shuffle_i32x4(b[8 + c], b[12 + c], 0x88);
        __m512i odd_low = _mm512_shuffle_i32x4(b[c], b[4 + c], 0xDD);
        __m512i odd_high = _mm512_shuffle_i32x4(b[8 + c], b[12 + c], 0xDD);
        out[c] = _mm512_shuffle_i32x4(even_low, even_high, 0x88);
        out[4 + c] = _mm512_shuffle_i32x4(odd_low, odd_high, 0x88);
        out[8 + c] = _mm512_shuffle_i32x4(even_low, even_high, 0xDD);
        out[12 + c] = _mm512_shuffle_i32x4(odd_low, odd_high, 0xDD);
    }
}

/* Three of the numbers from the one at `offset` of a face on. */
KERNEL face_corners faces_take(const __m512i numbers[16], size_t offset)
{
    size_t first = offset / sizeof(int32_t);
    face_corners c = {{numbers[first], numbers[first + 1], numbers[first + 2]}};
    return c;
}

KERNEL __m512i faces_least(face_corners c)
{
    return _mm512_min_epi32(_mm512_min_epi32(c.v[0], c.v[1]), c.v[2]);
}

KERNEL __m512i faces_most(face_corners c)
{
    return _mm512_max_epi32(_mm512_max_epi32(c.v[0], c.v[1]), c.v[2]);
}

/* The corners in the order top, next, last. */
KERNEL face_corners faces_turn(face_corners c, __mmask16 top_is_b, __mmask16 top_is_c)
{
    face_corners t;
    for (int i = 0; i < 3; i++) {
        __m512i v = _mm512_mask_mov_epi32(c.v[i], top_is_b, c.v[(i + 1) % 3]);
        t.v[i] = _mm512_mask_mov_epi32(v, top_is_c, c.v[(i + 2) % 3]);
    }
    return t;
}

/* 1 / height, see slopes.h; of a height of 0 anything. */
typedef struct face_reciprocals {
    __m512d low;
    __m512d high;
    __mmask16 valid; /* heights that are not 0 */
} face_reciprocals;

KERNEL face_reciprocals faces_reciprocals(__m512i heights)
{
    const __m512d excess = _mm512_set1_pd(R3D_PRIV_EXCESS);
    const __m512d one = _mm512_set1_pd(1.0);
    face_reciprocals r;
    r.valid = _mm512_test_epi32_mask(heights, heights);
    heights = _mm512_mask_mov_epi32(_mm512_set1_epi32(1), r.valid, heights);
    __m512d low = _mm512_cvtepi32_pd(_mm512_castsi512_si256(heights));
    __m512d high = _mm512_cvtepi32_pd(_mm512_extracti64x4_epi64(heights, 1));
    r.low = _mm512_mul_pd(_mm512_div_pd(one, low), excess);
    r.high = _mm512_mul_pd(_mm512_div_pd(one, high), excess);
    return r;
}

/* The slopes between two corners. No difference wraps, so their direction does not matter. */
KERNEL __m512i faces_slopes(__m512i from, __m512i to, unsigned fraction_bits, face_reciprocals r)
{
    __m512i n = _mm512_slli_epi32(_mm512_sub_epi32(to, from), fraction_bits);
    __m512d low = _mm512_cvtepi32_pd(_mm512_castsi512_si256(n));
    __m512d high = _mm512_cvtepi32_pd(_mm512_extracti64x4_epi64(n, 1));
    __m256i low_result = _mm512_cvttpd_epi32(_mm512_mul_pd(low, r.low));
    __m256i high_result = _mm512_cvttpd_epi32(_mm512_mul_pd(high, r.high));
    __m512i both = _mm512_inserti64x4(_mm512_castsi256_si512(low_result), high_result, 1);
    return _mm512_maskz_mov_epi32(r.valid, both);
}

/* a where the mask has ones, b elsewhere. */
KERNEL __m512i faces_choose(__mmask16 mask, __m512i a, __m512i b)
{
    return _mm512_mask_mov_epi32(b, mask, a);
}

/* Stores the three lines of x or of the value, by rows from y_first on. */
KERNEL void faces_store_lines(int32_t *begins[3], int32_t *slopes[3], face_corners c,
                              const __m512i slope[3], __mmask16 middle_is_next,
                              unsigned fraction_bits, __m512i offset, __m512i full_rows,
                              __m512i lower_rows)
{
    /* slope: top to next, next to last, last to top */
    __m512i full = faces_choose(middle_is_next, slope[2], slope[0]);
    __m512i upper = faces_choose(middle_is_next, slope[0], slope[2]);
    __m512i top = _mm512_sub_epi32(_mm512_slli_epi32(c.v[0], fraction_bits), offset);
    __m512i middle = _mm512_sub_epi32(
        _mm512_slli_epi32(faces_choose(middle_is_next, c.v[1], c.v[2]), fraction_bits), offset);
    _mm512_storeu_si512(slopes[0], full);
    _mm512_storeu_si512(slopes[1], upper);
    _mm512_storeu_si512(slopes[2], slope[1]);
    _mm512_storeu_si512(begins[0], _mm512_add_epi32(top, _mm512_mullo_epi32(full, full_rows)));
    _mm512_storeu_si512(begins[1], _mm512_add_epi32(top, _mm512_mullo_epi32(upper, full_rows)));
    _mm512_storeu_si512(begins[2],
                        _mm512_add_epi32(middle, _mm512_mullo_epi32(slope[1], lower_rows)));
}

/* The triangles that has_few_colors() allows, with the side clipping that each needs. */
KERNEL __mmask16 faces_fitting(const r3d_raster *raster, face_corners x, face_corners y,
                               face_corners value, __mmask16 side_clip)
{
    __m512i left = faces_least(x);
    __m512i right = faces_most(x);
    __m512i least = faces_least(value);
    __m512i most = faces_most(value);
    __mmask16 fits = _mm512_cmpge_epi32_mask(left, _mm512_set1_epi32(-FEW_FAR_X));
    fits = _mm512_mask_cmple_epi32_mask(fits, right, _mm512_set1_epi32(FEW_FAR_X));
    fits = _mm512_mask_cmpge_epi32_mask(fits, faces_least(y), _mm512_set1_epi32(-FEW_FAR_Y));
    fits = _mm512_mask_cmple_epi32_mask(fits, faces_most(y), _mm512_set1_epi32(FEW_FAR_Y));
    fits = _mm512_mask_cmpge_epi32_mask(fits, least, _mm512_set1_epi32(1));
    fits = _mm512_mask_cmple_epi32_mask(fits, most,
                                        _mm512_set1_epi32(R3D_PALETTE_COUNT - FEW_WIDE_TABLE));
    fits = _mm512_mask_cmple_epi32_mask(fits, _mm512_sub_epi32(most, least),
                                        _mm512_set1_epi32(FEW_WIDE_TABLE - 3));
    __mmask16 narrow =
        _mm512_cmplt_epi32_mask(_mm512_sub_epi32(right, left), _mm512_set1_epi32(FEW_WIDTH));
    return (__mmask16)(fits & (raster->smooth ? 0xFFFFu : (uint32_t)(narrow | side_clip)));
}

KERNEL void faces_prepare(const r3d_raster *raster,
                          const r3d_priv_drawn_face *const faces[R3D_PRIV_BATCH],
                          r3d_priv_gouraud_batch *out)
{
    const __m512i zero = _mm512_setzero_si512();
    const r3d_surface *surface = raster->surface;
    __m512i numbers[16];
    faces_transpose(faces, numbers);
    face_corners x = faces_take(numbers, offsetof(r3d_priv_drawn_face, x));
    face_corners y = faces_take(numbers, offsetof(r3d_priv_drawn_face, y));
    face_corners value = faces_take(numbers, offsetof(r3d_priv_drawn_face, value));
    __m512i is_plain = numbers[offsetof(r3d_priv_drawn_face, is_plain) / sizeof(int32_t)];
    __m512i base = _mm512_sub_epi32(faces_least(value), _mm512_set1_epi32(1));

    const __m512i last_x = _mm512_set1_epi32(r3d_i32_sub(surface->clip.right, 1));
    __mmask16 side_clip = (__mmask16)(_mm512_cmplt_epi32_mask(faces_least(x), zero) |
                                      _mm512_cmpgt_epi32_mask(faces_most(x), last_x));
    out->side_clip = side_clip;
    out->wide = _mm512_cmpgt_epi32_mask(_mm512_sub_epi32(faces_most(value), base),
                                        _mm512_set1_epi32(FEW_TABLE - 2));
    out->fits = (uint32_t)(faces_fitting(raster, x, y, value, side_clip) &
                           _mm512_test_epi32_mask(is_plain, is_plain));
    /* As in r3d_priv_right_limit(): last_x wraps if the clip rectangle ends at INT32_MIN. */
    const int32_t limit = surface->clip.right > 0 ? surface->clip.right - 1 : 0;
    _mm512_storeu_si512(out->limit, faces_choose(side_clip, _mm512_set1_epi32(limit),
                                                 _mm512_set1_epi32(surface->width)));
    _mm512_storeu_si512(out->base, base);

    __mmask16 b_above_a = _mm512_cmplt_epi32_mask(y.v[1], y.v[0]);
    __mmask16 c_above_a = _mm512_cmplt_epi32_mask(y.v[2], y.v[0]);
    __mmask16 c_above_b = _mm512_cmplt_epi32_mask(y.v[2], y.v[1]);
    __mmask16 top_is_a = (__mmask16) ~(b_above_a | c_above_a);
    __mmask16 top_is_b = (__mmask16)(~top_is_a & ~c_above_b);
    __mmask16 top_is_c = (__mmask16)(~top_is_a & c_above_b);
    x = faces_turn(x, top_is_b, top_is_c);
    y = faces_turn(y, top_is_b, top_is_c);
    value = faces_turn(value, top_is_b, top_is_c);

    face_reciprocals r[3];
    __m512i x_slopes[3];
    __m512i value_slopes[3];
    for (int i = 0; i < 3; i++) {
        int to = (i + 1) % 3;
        r[i] = faces_reciprocals(_mm512_sub_epi32(y.v[to], y.v[i]));
        x_slopes[i] = faces_slopes(x.v[i], x.v[to], 16, r[i]);
        value_slopes[i] = faces_slopes(value.v[i], value.v[to], R3D_PRIV_COLOR_FRACTION_BITS, r[i]);
    }

    /* Steps 1 and 2, and the band */
    __m512i bottom = _mm512_set1_epi32(surface->clip.bottom);
    __m512i y_next = _mm512_min_epi32(y.v[1], bottom);
    __m512i y_last = _mm512_min_epi32(y.v[2], bottom);
    __mmask16 middle_is_next = _mm512_cmplt_epi32_mask(y_next, y_last);
    __m512i y_begin = _mm512_max_epi32(y.v[0], zero);
    __m512i y_first = _mm512_max_epi32(y_begin, _mm512_set1_epi32(raster->band_top));
    __m512i y_end =
        _mm512_min_epi32(_mm512_max_epi32(y_next, y_last), _mm512_set1_epi32(raster->band_bottom));
    __m512i y_middle = _mm512_max_epi32(_mm512_min_epi32(y_next, y_last), zero);
    _mm512_storeu_si512(out->y, y_first);
    /* The corners decide before the difference, which may wrap for a strange band. */
    _mm512_storeu_si512(
        out->rows, _mm512_maskz_sub_epi32(_mm512_cmplt_epi32_mask(y_first, y_end), y_end, y_first));
    _mm512_storeu_si512(out->middle, _mm512_sub_epi32(y_middle, y_first));

    /* Step 4, as in walk_begin() */
    __m512i full = faces_choose(middle_is_next, x_slopes[2], x_slopes[0]);
    __m512i upper = faces_choose(middle_is_next, x_slopes[0], x_slopes[2]);
    __mmask16 special = (__mmask16)(_mm512_cmpeq_epi32_mask(y_begin, y_middle) &
                                    ((middle_is_next & ~top_is_c) | (~middle_is_next & top_is_a)));
    __m512i other = faces_choose(special, x_slopes[1], upper);
    __mmask16 other_first = (__mmask16) ~(special ^ middle_is_next);
    __mmask16 is_smaller = (__mmask16)((other_first & _mm512_cmplt_epi32_mask(other, full)) |
                                       (~other_first & _mm512_cmplt_epi32_mask(full, other)));
    __mmask16 full_is_left = (__mmask16) ~(is_smaller ^ middle_is_next);
    _mm512_storeu_si512(out->full_is_left,
                        _mm512_maskz_mov_epi32(full_is_left, _mm512_set1_epi32(0xFFFF)));

    /* Step 3 */
    __m512i full_rows = _mm512_sub_epi32(y_first, y.v[0]);
    __m512i lower_rows = _mm512_sub_epi32(y_first, faces_choose(middle_is_next, y.v[1], y.v[2]));
    int32_t *x_begins[3] = {out->full_x, out->upper_x, out->lower_x};
    int32_t *x_slope_out[3] = {out->full_x_slope, out->upper_x_slope, out->lower_x_slope};
    int32_t *value_begins[3] = {out->full_value, out->upper_value, out->lower_value};
    int32_t *value_slope_out[3] = {out->full_value_slope, out->upper_value_slope,
                                   out->lower_value_slope};
    faces_store_lines(x_begins, x_slope_out, x, x_slopes, middle_is_next, 16, zero, full_rows,
                      lower_rows);
    faces_store_lines(value_begins, value_slope_out, value, value_slopes, middle_is_next,
                      R3D_PRIV_COLOR_FRACTION_BITS,
                      _mm512_slli_epi32(base, R3D_PRIV_COLOR_FRACTION_BITS), full_rows, lower_rows);
}

KERNEL void faces_fill(const r3d_raster *raster, const r3d_priv_gouraud_batch *b, int32_t first,
                       int32_t end)
{
    few_paint paint = few_paint_of(raster, raster->smooth);
    if (raster->smooth) {
        for (int32_t i = first; i < end; i++) {
            few_fill(&paint, b, i, true);
        }
    } else {
        for (int32_t i = first; i < end; i++) {
            few_fill(&paint, b, i, false);
        }
    }
}

#endif
