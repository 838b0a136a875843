/* SPDX-License-Identifier: MIT */
/* Gouraud triangles between whose corners lie few palette entries, as most of a model do: their
 * colours fit into two registers, and a pixel's colour is a permutation of these instead of a read
 * of the palette. Rows are prepared 16 at a time.
 *
 * Why this draws what ../gouraud.c draws: corners with 0 <= x <= width and values inside the
 * palette have edges that stay between them, since slopes are truncated, so nothing wraps and no row
 * is cut. Along a row the value stays between its ends, but for a step that was rounded down: it
 * may then pass the right end by less than one in 1/256 for each block, which is less than one entry
 * for rows of fewer than 256 blocks. */

#ifndef R3D_SRC_RASTER_X86_FEW_COLOURS_AVX512_H
#define R3D_SRC_RASTER_X86_FEW_COLOURS_AVX512_H

#include "../vector/walk.h"

#define KERNEL_HAS_FEW_COLOURS

enum {
    FEW_ROWS = 16,   /* of a batch */
    FEW_TABLE = 32,  /* palette entries in two registers */
    FEW_WIDTH = 128, /* rows are shorter: their reciprocals fit into two registers, too */
    FEW_RUN = 16     /* pixels of a store */
};

/* The rows of a batch. */
typedef struct few_rows {
    int32_t left[FEW_ROWS];
    int32_t count[FEW_ROWS];  /* below 1: an empty row */
    int32_t values[FEW_ROWS]; /* that of the left end and, in the upper half, the step */
} few_rows;

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

/* The steps of rows, r3d_priv_colour_step without side clipping. In float division is exact: the
 * differences are smaller than 2^24. */
KERNEL __m512i few_steps(__m512i counts, __m512i differences, bool smooth)
{
    if (smooth) {
        __m512i divisors = _mm512_max_epi32(counts, _mm512_set1_epi32(1));
        return _mm512_cvttps_epi32(
            _mm512_div_ps(_mm512_cvtepi32_ps(differences), _mm512_cvtepi32_ps(divisors)));
    }
    __m512i reciprocals = few_reciprocals(_mm512_srai_epi32(counts, 2));
    return _mm512_srai_epi32(_mm512_mullo_epi32(differences, reciprocals), 15);
}

/* The rows `first`, `first` + 1, ... of a triangle, counted from w->y. Values are relative to palette
 * entry `base`. Returns a bit for each row that is longer than a run. */
KERNEL uint32_t few_prepare(few_rows *out, const walk *w, int32_t first, int32_t base, bool smooth)
{
    const __m512i numbers =
        _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m512i number = _mm512_add_epi32(numbers, _mm512_set1_epi32(first));
    int32_t middle = w->y_middle - w->y;
    __mmask16 lower = _mm512_cmpge_epi32_mask(number, _mm512_set1_epi32(middle));
    __mmask16 lower_left = w->full_is_left ? 0 : lower;
    __mmask16 lower_right = w->full_is_left ? lower : 0;
    __m512i below = _mm512_sub_epi32(number, _mm512_set1_epi32(middle));
    __m512i second_x = few_line(w->second.x, w->second.x_slope, below);
    __m512i second_value = few_line(w->second.value, w->second.value_slope, below);
    __m512i left = _mm512_mask_mov_epi32(few_line(w->left.x, w->left.x_slope, number), lower_left,
                                         second_x);
    __m512i right = _mm512_mask_mov_epi32(few_line(w->right.x, w->right.x_slope, number),
                                          lower_right, second_x);
    __m512i value = _mm512_mask_mov_epi32(
        few_line(w->left.value, w->left.value_slope, number), lower_left, second_value);
    __m512i end_value = _mm512_mask_mov_epi32(
        few_line(w->right.value, w->right.value_slope, number), lower_right, second_value);
    left = _mm512_srai_epi32(left, 16);
    right = _mm512_srai_epi32(right, 16);
    value = _mm512_srai_epi32(value, 7);
    end_value = _mm512_srai_epi32(end_value, 7);
    __m512i count = _mm512_sub_epi32(right, left);
    __m512i step = few_steps(count, _mm512_sub_epi32(end_value, value), smooth);
    value = _mm512_sub_epi32(value, _mm512_set1_epi32(base * 256));
    __m512i values = _mm512_mask_blend_epi16(0xAAAAAAAAu, value, _mm512_slli_epi32(step, 16));
    _mm512_storeu_si512(out->left, left);
    _mm512_storeu_si512(out->count, count);
    _mm512_storeu_si512(out->values, values);
    return _mm512_cmpgt_epi32_mask(count, _mm512_set1_epi32(FEW_RUN));
}

/* Draws up to a run of pixels: `pixels` is how many are left of the row, `factors` what the value and
 * the step of a row are multiplied with for each pixel. */
KERNEL void few_run(uint32_t *p, int32_t pixels, int32_t values, __m512i factors, __m512i low,
                    __m512i high)
{
    const __m512i numbers =
        _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m512i here = _mm512_madd_epi16(_mm512_set1_epi32(values), factors);
    __m512i colours = _mm512_permutex2var_epi32(low, _mm512_srli_epi32(here, 8), high);
    __mmask16 mask = _mm512_cmplt_epi32_mask(numbers, _mm512_set1_epi32(pixels));
    _mm512_mask_storeu_epi32(p, mask, colours);
}

KERNEL void few_fill(const r3d_raster *raster, const walk *w, int32_t base, bool smooth)
{
    const uint32_t *table = raster->palette->rgb + base;
    const __m512i drawn = _mm512_set1_epi32(r3d_i32_from_bits(R3D_PRIV_DRAWN));
    const __m512i low = _mm512_or_si512(_mm512_loadu_si512(table), drawn);
    const __m512i high = _mm512_or_si512(_mm512_loadu_si512(table + FEW_TABLE / 2), drawn);
    /* 1 in the lower half, the number of the pixel's step in the upper one */
    const __m512i one = _mm512_set1_epi32(1);
    const __m512i factors = _mm512_or_si512(
        one, smooth ? _mm512_slli_epi32(_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
                                                          13, 14, 15),
                                        16)
                    : _mm512_slli_epi32(
                          _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3), 16));
    const __m512i run_factors = _mm512_set1_epi32((smooth ? FEW_RUN : FEW_RUN / R3D_PRIV_BLOCK)
                                                  << 16);
    ptrdiff_t stride = raster->surface->stride_px;
    uint32_t *row = r3d_priv_surface_row(raster->surface, w->y);
    int32_t height = w->y_end - w->y;
    for (int32_t first = 0; first < height; first += FEW_ROWS) {
        few_rows rows;
        uint32_t long_rows = few_prepare(&rows, w, first, base, smooth);
        int32_t end = smaller(height - first, FEW_ROWS);
        uint32_t *batch = row;
        for (int32_t i = 0; i < end; i++) {
            few_run(row + rows.left[i], rows.count[i], rows.values[i], factors, low, high);
            row += stride;
        }
        long_rows &= (1u << end) - 1;
        while (long_rows != 0) {
            uint32_t i = _tzcnt_u32(long_rows);
            long_rows &= long_rows - 1;
            uint32_t *p = batch + (ptrdiff_t)i * stride + rows.left[i];
            __m512i here = factors;
            for (int32_t done = FEW_RUN; done < rows.count[i]; done += FEW_RUN) {
                here = _mm512_add_epi32(here, run_factors);
                few_run(p + done, rows.count[i] - done, rows.values[i], here, low, high);
            }
        }
    }
}

/* Draws an opaque triangle if it is one of few colours. */
KERNEL bool fill_few_colours(const r3d_raster *raster, const walk *w, const int32_t x[3],
                             const int32_t y[3], const int32_t hsl16[3])
{
    /* No difference of two y wraps. */
    const uint32_t far_up = 0x20000000u;
    bool is_plain =
        (((uint32_t)y[0] + far_up) | ((uint32_t)y[1] + far_up) | ((uint32_t)y[2] + far_up)) <
        2 * far_up;
    int32_t least_x = smaller(smaller(x[0], x[1]), x[2]);
    int32_t most_x = larger(larger(x[0], x[1]), x[2]);
    int32_t least = smaller(smaller(hsl16[0], hsl16[1]), hsl16[2]);
    int32_t most = larger(larger(hsl16[0], hsl16[1]), hsl16[2]);
    if (!is_plain || raster->translucency != 0 || raster->side_clip || least_x < 0 ||
        most_x > raster->surface->width || most_x - least_x >= FEW_WIDTH || least < 1 ||
        most > R3D_PALETTE_COUNT - FEW_TABLE || most - least > FEW_TABLE - 3) {
        return false;
    }
    if (raster->smooth) {
        few_fill(raster, w, least - 1, true);
    } else {
        few_fill(raster, w, least - 1, false);
    }
    return true;
}

#endif
