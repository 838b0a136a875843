/* SPDX-License-Identifier: MIT */
/* Gouraud triangles between whose corners lie few palette entries, for AVX2: as
 * few_colors_avx512.h, where the reasons stand, with 8 rows at a time and 16 entries in two
 * registers. */

#ifndef R3D_SRC_RASTER_X86_FEW_COLORS_AVX2_H
#define R3D_SRC_RASTER_X86_FEW_COLORS_AVX2_H

#include "few_colors.h"

enum {
    FEW_ROWS = 8,   /* of a batch */
    FEW_TABLE = 16, /* palette entries in two registers */
    FEW_WIDTH = 64, /* rows are shorter: their reciprocals fit into two registers, too */
    FEW_RUN = 8     /* pixels of a store */
};

typedef struct few_rows {
    int32_t left[FEW_ROWS];
    int32_t count[FEW_ROWS];
    int32_t values[FEW_ROWS]; /* that of the left end and, in the upper half, the step */
} few_rows;

KERNEL __m256i few_line(int32_t begin, int32_t slope, __m256i number)
{
    return _mm256_add_epi32(_mm256_set1_epi32(begin),
                            _mm256_mullo_epi32(_mm256_set1_epi32(slope), number));
}

/* Entry i mod 16 of two registers. */
KERNEL __m256i few_look_up(__m256i low, __m256i high, __m256i i)
{
    __m256i from_low = _mm256_permutevar8x32_epi32(low, i);
    __m256i from_high = _mm256_permutevar8x32_epi32(high, i);
    __m256i is_high = _mm256_slli_epi32(i, 28); /* bit 3 becomes the sign */
    return _mm256_castps_si256(_mm256_blendv_ps(_mm256_castsi256_ps(from_low),
                                                _mm256_castsi256_ps(from_high),
                                                _mm256_castsi256_ps(is_high)));
}

/* The steps of rows: of a pixel if smooth, of a block if not. */
KERNEL __m256i few_steps(__m256i difference, __m256i count, bool smooth)
{
    if (smooth) { /* in float division is exact: the differences are smaller than 2^24 */
        __m256i divisors = _mm256_max_epi32(count, _mm256_set1_epi32(1));
        return _mm256_cvttps_epi32(
            _mm256_div_ps(_mm256_cvtepi32_ps(difference), _mm256_cvtepi32_ps(divisors)));
    }
    const __m256i low = _mm256_setr_epi32(0, 32768, 16384, 10922, 8192, 6553, 5461, 4681);
    const __m256i high = _mm256_setr_epi32(4096, 3640, 3276, 2978, 2730, 2520, 2340, 2184);
    __m256i reciprocals = few_look_up(low, high, _mm256_srai_epi32(count, 2));
    return _mm256_srai_epi32(_mm256_mullo_epi32(difference, reciprocals), 15);
}

/* The rows `first`, `first` + 1, ... of a triangle, counted from w->y. Values are relative to
 * `base`, a palette entry. */
KERNEL void few_prepare(few_rows *out, const walk *w, int32_t first, int32_t base, bool smooth)
{
    const __m256i numbers = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i number = _mm256_add_epi32(numbers, _mm256_set1_epi32(first));
    int32_t middle = w->y_middle - w->y;
    __m256i left = few_line(w->left.x, w->left.x_slope, number);
    __m256i right = few_line(w->right.x, w->right.x_slope, number);
    __m256i value = few_line(w->left.value, w->left.value_slope, number);
    __m256i end = few_line(w->right.value, w->right.value_slope, number);
    if (first + FEW_ROWS > middle) {
        __m256i below = _mm256_sub_epi32(number, _mm256_set1_epi32(middle));
        __m256i is_above = _mm256_srai_epi32(below, 31);
        __m256i x = few_line(w->second.x, w->second.x_slope, below);
        __m256i v = few_line(w->second.value, w->second.value_slope, below);
        if (w->full_is_left) {
            right = _mm256_blendv_epi8(x, right, is_above);
            end = _mm256_blendv_epi8(v, end, is_above);
        } else {
            left = _mm256_blendv_epi8(x, left, is_above);
            value = _mm256_blendv_epi8(v, value, is_above);
        }
    }
    left = _mm256_srai_epi32(left, 16);
    value = _mm256_srai_epi32(value, 7);
    __m256i count = _mm256_sub_epi32(_mm256_srai_epi32(right, 16), left);
    __m256i step = few_steps(_mm256_sub_epi32(_mm256_srai_epi32(end, 7), value), count, smooth);
    value = _mm256_sub_epi32(value, _mm256_set1_epi32(base * 256));
    __m256i values = _mm256_blend_epi16(value, _mm256_slli_epi32(step, 16), 0xAA);
    _mm256_storeu_si256((__m256i *)(void *)out->left, left);
    _mm256_storeu_si256((__m256i *)(void *)out->count, count);
    _mm256_storeu_si256((__m256i *)(void *)out->values, values);
}

KERNEL void few_fill(const r3d_raster *raster, const walk *w, int32_t base, bool smooth)
{
    const uint32_t *table = raster->palette->rgb + base;
    const __m256i drawn = lanes_all(R3D_PRIV_DRAWN);
    const __m256i low = lanes_or(lanes_load(table), drawn);
    const __m256i high = lanes_or(lanes_load(table + FEW_TABLE / 2), drawn);
    const __m256i steps = smooth ? _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7)
                                 : _mm256_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1);
    const __m256i factors = _mm256_or_si256(_mm256_set1_epi32(1), _mm256_slli_epi32(steps, 16));
    const __m256i run_factors =
        _mm256_set1_epi32((smooth ? FEW_RUN : FEW_RUN / R3D_PRIV_BLOCK) << 16);
    ptrdiff_t stride = raster->surface->stride_px;
    int32_t width = raster->surface->width;
    uint32_t *row = r3d_priv_surface_row(raster->surface, w->y);
    int32_t height = w->y_end - w->y;
    for (int32_t first = 0; first < height; first += FEW_ROWS) {
        few_rows rows;
        few_prepare(&rows, w, first, base, smooth);
        int32_t end = smaller(height - first, FEW_ROWS);
#pragma GCC unroll 1
        for (int32_t k = 0; k < end; k++, row += stride) {
            int32_t count = rows.count[k];
            if (count <= 0) {
                continue;
            }
            uint32_t *p = row + rows.left[k];
            int32_t room = width - rows.left[k];
            __m256i values = _mm256_set1_epi32(rows.values[k]);
            __m256i here = factors;
            for (;;) {
                __m256i entries = _mm256_srli_epi32(_mm256_madd_epi16(values, here), 8);
                __m256i colors = few_look_up(low, high, entries);
                if (count >= FEW_RUN) {
                    lanes_store(p, colors);
                } else {
                    lanes_store_first(p, colors, count, room);
                }
                if (count <= FEW_RUN) {
                    break;
                }
                count -= FEW_RUN;
                room -= FEW_RUN;
                p += FEW_RUN;
                here = _mm256_add_epi32(here, run_factors);
            }
        }
    }
}

/* Whether a triangle is one of few colours, without side clipping, and of enough rows that
 * preparing them together pays. */
KERNEL bool has_few_colors(const r3d_raster *raster, const walk *w, const int32_t x[3],
                           const int32_t y[3], const int32_t hsl16[3])
{
    return raster->translucency == 0 && !raster->side_clip && w->y_end - w->y >= FEW_ROWS_MIN &&
           few_between_corners(x, y, hsl16, FEW_TABLE, 0,
                               smaller(raster->surface->width, FEW_FAR_X)) &&
           (raster->smooth || most_of(x) - least_of(x) < FEW_WIDTH);
}

/* Draws a triangle of few colours. A call, so that its registers are no burden to other triangles.
 */
KERNEL_ENTRY __attribute__((noinline)) static void
r3d_priv_fill_few_colors(const r3d_raster *raster, const walk *w, const int32_t hsl16[3])
{
    if (raster->smooth) {
        few_fill(raster, w, least_of(hsl16) - 1, true);
    } else {
        few_fill(raster, w, least_of(hsl16) - 1, false);
    }
}

#endif
