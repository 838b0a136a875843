/* SPDX-License-Identifier: MIT */
/* Gouraud triangles between whose corners lie few palette entries, as most of a model are: their
 * colours fit into two registers, or four, and a pixel's colour is a permutation of these instead
 * of a read of the palette. Sixteen rows are prepared at a time and, in a model, sixteen triangles
 * (faces_avx512.h).
 *
 * Why this draws what ../gouraud.c draws: corners between which no difference wraps and with values
 * inside the palette have edges that stay between them, since slopes are truncated. Along a row the
 * value stays between its ends, but for a step that was rounded down: it may then pass the right
 * end by less than one in 1/256 for each block, which is less than one entry for rows of fewer than
 * 256 blocks. So one entry below the least corner and one above the greatest are enough. */

#ifndef R3D_SRC_RASTER_X86_FEW_COLORS_AVX512_H
#define R3D_SRC_RASTER_X86_FEW_COLORS_AVX512_H

#include "../kernels.h"
#include "few_colors.h"

enum {
    FEW_ROWS = 16,       /* of a batch */
    FEW_TABLE = 32,      /* palette entries in two registers */
    FEW_WIDE_TABLE = 64, /* in four */
    FEW_WIDTH = 128,     /* rows are shorter: their reciprocals fit into two registers, too */
    FEW_RUN = 16         /* pixels of a store */
};

/* The rows of a batch. */
typedef struct few_rows {
    int32_t left[FEW_ROWS];
    int32_t count[FEW_ROWS];  /* below 1: an empty row */
    int32_t values[FEW_ROWS]; /* that of the left end and, in the upper half, the step */
} few_rows;

KERNEL __m512i few_numbers(void)
{
    return _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
}

/* A straight line by rows: begin + slope * number. */
KERNEL __m512i few_line(int32_t begin, int32_t slope, __m512i number)
{
    return _mm512_add_epi32(_mm512_set1_epi32(begin),
                            _mm512_mullo_epi32(_mm512_set1_epi32(slope), number));
}

/* 32768 / i for i in 0..31. */
KERNEL __m512i few_reciprocals(__m512i i)
{
    const __m512i low = _mm512_setr_epi32(0, 32768, 16384, 10922, 8192, 6553, 5461, 4681, 4096,
                                          3640, 3276, 2978, 2730, 2520, 2340, 2184);
    const __m512i high = _mm512_setr_epi32(2048, 1927, 1820, 1724, 1638, 1560, 1489, 1424, 1365,
                                           1310, 1260, 1213, 1170, 1129, 1092, 1057);
    return _mm512_permutex2var_epi32(low, i, high);
}

/* Quotients by lengths of rows, anything where these are below 1. In float they are exact: the
 * differences are smaller than 2^24. */
KERNEL __m512i few_quotients(__m512i differences, __m512i counts)
{
    __m512i divisors = _mm512_max_epi32(counts, _mm512_set1_epi32(1));
    return _mm512_cvttps_epi32(
        _mm512_div_ps(_mm512_cvtepi32_ps(differences), _mm512_cvtepi32_ps(divisors)));
}

/* The rows `first`, `first` + 1, ... of triangle i. */
KERNEL void few_prepare(few_rows *out, const r3d_priv_gouraud_batch *b, int32_t i, int32_t first,
                        bool smooth)
{
    const __m512i zero = _mm512_setzero_si512();
    __m512i number = _mm512_add_epi32(few_numbers(), _mm512_set1_epi32(first));
    __mmask16 below = _mm512_cmpge_epi32_mask(number, _mm512_set1_epi32(b->middle[i]));
    __mmask16 swapped = _cvtu32_mask16(b->full_is_left[i]); /* all bits or none */
    __m512i full = few_line(b->full_x[i], b->full_x_slope[i], number);
    __m512i full_value = few_line(b->full_value[i], b->full_value_slope[i], number);
    __m512i part =
        _mm512_mask_mov_epi32(few_line(b->upper_x[i], b->upper_x_slope[i], number), below,
                              few_line(b->lower_x[i], b->lower_x_slope[i], number));
    __m512i part_value =
        _mm512_mask_mov_epi32(few_line(b->upper_value[i], b->upper_value_slope[i], number), below,
                              few_line(b->lower_value[i], b->lower_value_slope[i], number));
    __m512i left = _mm512_srai_epi32(_mm512_mask_mov_epi32(part, swapped, full), 16);
    __m512i right = _mm512_srai_epi32(_mm512_mask_mov_epi32(full, swapped, part), 16);
    __m512i value = _mm512_srai_epi32(_mm512_mask_mov_epi32(part_value, swapped, full_value), 7);
    __m512i end = _mm512_srai_epi32(_mm512_mask_mov_epi32(full_value, swapped, part_value), 7);
    __m512i count = _mm512_sub_epi32(right, left);
    __m512i difference = _mm512_sub_epi32(end, value);
    __m512i step; /* of a pixel if smooth, of a block if not */
    if (b->side_clip >> i & 1u) {
        __m512i before = _mm512_min_epi32(left, zero);
        __m512i pixel_step = few_quotients(difference, count);
        if (!smooth) {
            pixel_step = _mm512_maskz_mov_epi32(
                _mm512_cmpgt_epi32_mask(count, _mm512_set1_epi32(3)), pixel_step);
        }
        value = _mm512_sub_epi32(value, _mm512_mullo_epi32(before, pixel_step));
        step = smooth ? pixel_step : _mm512_slli_epi32(pixel_step, 2);
        left = _mm512_sub_epi32(left, before);
    } else if (smooth) {
        step = few_quotients(difference, count);
    } else {
        __m512i reciprocals = few_reciprocals(_mm512_srai_epi32(count, 2));
        step = _mm512_srai_epi32(_mm512_mullo_epi32(difference, reciprocals), 15);
    }
    right = _mm512_min_epi32(right, _mm512_set1_epi32(b->limit[i]));
    count = _mm512_sub_epi32(right, left);
    __m512i values = _mm512_mask_blend_epi16(0xAAAAAAAAu, value, _mm512_slli_epi32(step, 16));
    _mm512_storeu_si512(out->left, left);
    _mm512_storeu_si512(out->count, count);
    _mm512_storeu_si512(out->values, values);
}

/* A bit for each row of more than so many pixels. */
KERNEL uint32_t few_longer(const few_rows *rows, int32_t pixels)
{
    return _mm512_cmpgt_epi32_mask(_mm512_loadu_si512(rows->count), _mm512_set1_epi32(pixels));
}

/* What does not change from triangle to triangle. */
typedef struct few_paint {
    const r3d_palette *palette;
    uint32_t *pixels;
    ptrdiff_t stride;
    __m512i factors; /* by pixel: 1 in the lower half, the number of its step in the upper one */
    __m512i run_factors;
} few_paint;

KERNEL few_paint few_paint_of(const r3d_raster *raster, bool smooth)
{
    const __m512i steps =
        smooth ? few_numbers() : _mm512_srli_epi32(few_numbers(), 2 /* blocks of 4 pixels */);
    few_paint paint;
    paint.palette = raster->palette;
    paint.pixels = raster->surface->pixels;
    paint.stride = raster->surface->stride_px;
    paint.factors = _mm512_or_si512(_mm512_set1_epi32(1), _mm512_slli_epi32(steps, 16));
    paint.run_factors = _mm512_set1_epi32((smooth ? FEW_RUN : FEW_RUN / R3D_PRIV_BLOCK) << 16);
    return paint;
}

/* The colours of a triangle, as drawn pixels; the second half of a wide one only. */
typedef struct few_table {
    __m512i low[2];
    __m512i high[2];
} few_table;

KERNEL few_table few_load_table(const uint32_t *colors, bool wide)
{
    const __m512i drawn = _mm512_set1_epi32(r3d_i32_from_bits(R3D_PRIV_DRAWN));
    few_table table;
    for (int i = 0; i < 2; i++) {
        if (i == 0 || wide) {
            const uint32_t *half = colors + i * FEW_TABLE;
            table.low[i] = _mm512_or_si512(_mm512_loadu_si512(half), drawn);
            table.high[i] = _mm512_or_si512(_mm512_loadu_si512(half + FEW_TABLE / 2), drawn);
        }
    }
    return table;
}

/* Draws up to a run of pixels: `pixels` is how many are left of the row. */
KERNEL void few_run(uint32_t *p, int32_t pixels, int32_t values, __m512i factors,
                    const few_table *table, bool wide)
{
    __m512i here = _mm512_madd_epi16(_mm512_set1_epi32(values), factors);
    __m512i entries = _mm512_srli_epi32(here, 8);
    __m512i colors = _mm512_permutex2var_epi32(table->low[0], entries, table->high[0]);
    if (wide) {
        __mmask16 second = _mm512_test_epi32_mask(entries, _mm512_set1_epi32(FEW_TABLE));
        colors = _mm512_mask_mov_epi32(
            colors, second, _mm512_permutex2var_epi32(table->low[1], entries, table->high[1]));
    }
    __mmask16 mask = _mm512_cmplt_epi32_mask(few_numbers(), _mm512_set1_epi32(pixels));
    _mm512_mask_storeu_epi32(p, mask, colors);
}

/* Draws up to half a run of pixels: a store of 32 bytes lies in one cache line more often. */
KERNEL void few_half_run(uint32_t *p, int32_t pixels, int32_t values, __m512i factors,
                         const few_table *table)
{
    __m256i here = _mm256_madd_epi16(_mm256_set1_epi32(values), _mm512_castsi512_si256(factors));
    __m512i entries = _mm512_castsi256_si512(_mm256_srli_epi32(here, 8));
    __m512i colors = _mm512_permutex2var_epi32(table->low[0], entries, table->high[0]);
    __mmask8 mask =
        _mm256_cmplt_epi32_mask(_mm512_castsi512_si256(few_numbers()), _mm256_set1_epi32(pixels));
    _mm256_mask_storeu_epi32(p, mask, _mm512_castsi512_si256(colors));
}

/* The rest of rows that are longer than a run. */
KERNEL void few_finish(const few_paint *paint, uint32_t *row, const few_rows *rows,
                       uint32_t long_rows, const few_table *table, bool wide)
{
    while (long_rows != 0) {
        uint32_t i = _tzcnt_u32(long_rows);
        long_rows &= long_rows - 1;
        uint32_t *p = row + (ptrdiff_t)i * paint->stride + rows->left[i];
        __m512i here = paint->factors;
        for (int32_t done = FEW_RUN; done < rows->count[i]; done += FEW_RUN) {
            here = _mm512_add_epi32(here, paint->run_factors);
            few_run(p + done, rows->count[i] - done, rows->values[i], here, table, wide);
        }
    }
}

KERNEL void few_fill_rows(const few_paint *paint, const r3d_priv_gouraud_batch *b, int32_t i,
                          bool smooth, bool wide)
{
    const few_table table = few_load_table(paint->palette->rgb + b->base[i], wide);
    uint32_t *row = paint->pixels + (ptrdiff_t)b->y[i] * paint->stride;
    int32_t height = b->rows[i];
    for (int32_t first = 0; first < height; first += FEW_ROWS) {
        few_rows rows;
        few_prepare(&rows, b, i, first, smooth);
        int32_t end = smaller(height - first, FEW_ROWS);
        uint32_t drawn = (1u << end) - 1;
        if (!wide && (few_longer(&rows, FEW_RUN / 2) & drawn) == 0) {
#pragma GCC unroll 1
            for (int32_t k = 0; k < end; k++) {
                few_half_run(row + rows.left[k], rows.count[k], rows.values[k], paint->factors,
                             &table);
                row += paint->stride;
            }
            continue;
        }
        uint32_t long_rows = few_longer(&rows, FEW_RUN) & drawn;
        uint32_t *begin = row;
#pragma GCC unroll 1
        for (int32_t k = 0; k < end; k++) {
            few_run(row + rows.left[k], rows.count[k], rows.values[k], paint->factors, &table,
                    wide);
            row += paint->stride;
        }
        few_finish(paint, begin, &rows, long_rows, &table, wide);
    }
}

/* Draws triangle i. */
KERNEL void few_fill(const few_paint *paint, const r3d_priv_gouraud_batch *b, int32_t i,
                     bool smooth)
{
    if ((b->wide >> i & 1u) != 0) {
        few_fill_rows(paint, b, i, smooth, true);
    } else {
        few_fill_rows(paint, b, i, smooth, false);
    }
}

/* Whether a triangle is one of few colours, and of enough rows that preparing them together pays.
 */
KERNEL bool has_few_colors(const r3d_raster *raster, const walk *w, const int32_t x[3],
                           const int32_t y[3], const int32_t hsl16[3])
{
    return raster->translucency == 0 && w->y_end - w->y >= FEW_ROWS_MIN &&
           few_between_corners(x, y, hsl16, FEW_WIDE_TABLE, raster->side_clip ? -FEW_FAR_X : 0,
                               FEW_FAR_X) &&
           (raster->side_clip || raster->smooth || most_of(x) - least_of(x) < FEW_WIDTH);
}

/* Draws a triangle of few colours. A call, so that its registers are no burden to other triangles.
 */
KERNEL_ENTRY __attribute__((noinline)) static void
r3d_priv_fill_few_colors(const r3d_raster *raster, const walk *w, const int32_t hsl16[3])
{
    r3d_priv_gouraud_batch b; /* of one */
    const r3d_priv_edge *full = w->full_is_left ? &w->left : &w->right;
    const r3d_priv_edge *upper = w->full_is_left ? &w->right : &w->left;
    int32_t middle = w->y_middle - w->y;
    int32_t base = least_of(hsl16) - 1;
    int32_t base_value = base * (1 << R3D_PRIV_COLOR_FRACTION_BITS);
    b.y[0] = w->y;
    b.rows[0] = w->y_end - w->y;
    b.middle[0] = middle;
    b.full_is_left[0] = w->full_is_left ? 0xFFFFu : 0;
    b.base[0] = base;
    b.limit[0] = r3d_priv_right_limit(raster);
    b.side_clip = raster->side_clip;
    b.wide = most_of(hsl16) - least_of(hsl16) > FEW_TABLE - 3;
    b.full_x[0] = full->x;
    b.full_x_slope[0] = full->x_slope;
    b.full_value[0] = r3d_i32_sub(full->value, base_value);
    b.full_value_slope[0] = full->value_slope;
    b.upper_x[0] = upper->x;
    b.upper_x_slope[0] = upper->x_slope;
    b.upper_value[0] = r3d_i32_sub(upper->value, base_value);
    b.upper_value_slope[0] = upper->value_slope;
    b.lower_x[0] = r3d_i32_sub(w->second.x, r3d_i32_mul(w->second.x_slope, middle));
    b.lower_x_slope[0] = w->second.x_slope;
    b.lower_value[0] = r3d_i32_sub(r3d_i32_sub(w->second.value, base_value),
                                   r3d_i32_mul(w->second.value_slope, middle));
    b.lower_value_slope[0] = w->second.value_slope;
    few_paint paint = few_paint_of(raster, raster->smooth);
    if (raster->smooth) {
        few_fill(&paint, &b, 0, true);
    } else {
        few_fill(&paint, &b, 0, false);
    }
}

#endif
