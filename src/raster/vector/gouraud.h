/* SPDX-License-Identifier: MIT */
/* The Gouraud fill of ../gouraud.c for any instruction set with the names of x86/lanes_*.h. */

#include "over.h"
#include "walk.h"

/* One palette entry for 4 pixels, 16 pixels at a time while there are as many. */
KERNEL void span_blocks(uint32_t *p, int32_t count, int32_t value, int32_t step,
                        const r3d_palette *palette)
{
    const int32_t run = 4 * R3D_PRIV_BLOCK;
    int32_t run_step = r3d_i32_shl(step, 2);
    while (count > run) {
        for (int32_t i = 0; i < run; i += LANES) {
            int32_t here = r3d_i32_add(value, r3d_i32_mul(step, i / R3D_PRIV_BLOCK));
            lanes colors = lanes_block_colors(palette, here, step);
            lanes_store(p + i, lanes_or(colors, lanes_all(R3D_PRIV_DRAWN)));
        }
        value = r3d_i32_add(value, run_step);
        p += run;
        count -= run;
    }
#ifdef LANES_MASKED
    if (count > R3D_PRIV_BLOCK) {
        lanes colors = lanes_block_colors(palette, value, step);
        lanes_store_first(p, lanes_or(colors, lanes_all(R3D_PRIV_DRAWN)), count, count);
        return;
    }
#else
    while (count > R3D_PRIV_BLOCK) {
        store_full_block(p, block_color(palette, value));
        value = r3d_i32_add(value, step);
        p += R3D_PRIV_BLOCK;
        count -= R3D_PRIV_BLOCK;
    }
#endif
    store_block(p, block_color(palette, value), count);
}

/* One palette entry for each pixel. */
KERNEL void span_smooth(uint32_t *p, int32_t count, int32_t room, int32_t value, int32_t step,
                        const r3d_palette *palette)
{
    lanes drawn = lanes_all(R3D_PRIV_DRAWN);
    int32_t lanes_step = r3d_i32_mul(step, LANES);
    while (count >= LANES) {
        lanes_store(p, lanes_or(lanes_pixel_colors(palette, value, step), drawn));
        value = r3d_i32_add(value, lanes_step);
        p += LANES;
        count -= LANES;
        room -= LANES;
    }
#ifdef LANES_MASKED
    if (count <= 8) {
        store_first_eight(p, count, palette, value, step);
        return;
    }
#endif
    if (count > 0) {
        lanes colors = lanes_or(lanes_pixel_colors(palette, value, step), drawn);
        lanes_store_first(p, colors, count, room);
    }
}

KERNEL lanes colors_of(const r3d_palette *palette, int32_t value, int32_t step, bool smooth)
{
    return smooth ? lanes_pixel_colors(palette, value, step)
                  : lanes_block_colors(palette, value, step);
}

/* Over the background one pixel to the right, inside the row: room > count. */
KERNEL void span_gouraud_translucent(uint32_t *p, int32_t count, int32_t room, int32_t value,
                                     int32_t step, const r3d_palette *palette, bool smooth,
                                     lanes_share color_share, lanes_share share)
{
    lanes drawn = lanes_all(R3D_PRIV_DRAWN);
    int32_t lanes_step = r3d_i32_mul(step, smooth ? LANES : LANES / R3D_PRIV_BLOCK);
    while (count >= LANES) {
        lanes colors = lanes_scale(colors_of(palette, value, step, smooth), color_share);
        lanes background = lanes_scale(lanes_load(p + 1), share);
        lanes_store(p, lanes_or(lanes_add(colors, background), drawn));
        value = r3d_i32_add(value, lanes_step);
        p += LANES;
        count -= LANES;
        room -= LANES;
    }
    if (count > 0) {
        lanes colors = lanes_scale(colors_of(palette, value, step, smooth), color_share);
        lanes background = lanes_scale(lanes_load_first(p + 1, count, room - 1), share);
        lanes_store_first(p, lanes_or(lanes_add(colors, background), drawn), count, room);
    }
}

/* What does not change from row to row, by value: as far as the compiler knows, a pixel that is
 * written could change a member of the surface or of the raster. */
typedef struct gouraud_paint {
    const r3d_palette *palette;
    const r3d_surface *surface;
    uint32_t *row; /* the row to draw */
    ptrdiff_t stride;
    int32_t width; /* of the surface */
    int32_t limit;
    bool side_clip;
    uint32_t translucency;
    lanes_share color_share;
    lanes_share share;
} gouraud_paint;

/* r3d_priv_color_step with these. */
KERNEL int32_t color_step(const gouraud_paint *paint, int32_t width, int32_t difference,
                          bool smooth)
{
    if (smooth) {
        return r3d_i32_div(difference, width);
    }
    if (paint->side_clip) {
        return width > 3 ? r3d_i32_shl(r3d_i32_div(difference, width), 2) : 0;
    }
    return r3d_i32_mul(difference, r3d_priv_recip15(width >> 2)) >> 15;
}

/* The ends of a row, without fractions. */
typedef struct row_ends {
    int32_t left;
    int32_t right;
    int32_t left_value;
    int32_t right_value;
} row_ends;

/* One row; `smooth` and `translucent` are constants where this is inlined. */
KERNEL void gouraud_row(const gouraud_paint *paint, const row_ends *ends, int32_t y, bool smooth,
                        bool translucent)
{
    int32_t left = ends->left;
    int32_t right = ends->right;
    if (left >= right) {
        return;
    }
    int32_t value = ends->left_value;
    int32_t step = color_step(paint, right - left, r3d_i32_sub(ends->right_value, value), smooth);
    if (left < 0) {
        value = r3d_i32_sub(value, r3d_i32_mul(left, smooth ? step : step / R3D_PRIV_BLOCK));
        left = 0;
    }
    right = smaller(right, paint->limit);
    if (left >= right) {
        return;
    }
    int32_t count = right - left;
    int32_t room = paint->width - left;
    if (!translucent) {
        if (smooth) {
            span_smooth(paint->row + left, count, room, value, step, paint->palette);
        } else {
            span_blocks(paint->row + left, count, value, step, paint->palette);
        }
        return;
    }
    bool at_border = right == paint->width; /* its neighbour is in the next row */
    span_gouraud_translucent(paint->row + left, count - at_border, room, value, step,
                             paint->palette, smooth, paint->color_share, paint->share);
    if (at_border) {
        int32_t steps = smooth ? count - 1 : (count - 1) / R3D_PRIV_BLOCK;
        uint32_t color =
            r3d_priv_color(paint->palette, r3d_i32_add(value, r3d_i32_mul(step, steps)));
        r3d_priv_draw_border(paint->surface, y, r3d_priv_scale(color, 256u - paint->translucency),
                             paint->translucency);
    }
}

#if defined(KERNEL_HAS_AVX2) && defined(__x86_64__)

/* Both edges in one register: x and value of the left one, then of the right one. This leaves the
 * general registers to the row. */
KERNEL __m128i both_edges(const walk *w)
{
    return _mm_setr_epi32(w->left.x, w->right.x, w->left.value, w->right.value);
}

KERNEL __m128i both_slopes(const walk *w)
{
    return _mm_setr_epi32(w->left.x_slope, w->right.x_slope, w->left.value_slope,
                          w->right.value_slope);
}

KERNEL row_ends ends_of(__m128i edges)
{
    __m128i whole = _mm_srav_epi32(edges, _mm_setr_epi32(16, 16, 7, 7));
    uint64_t columns = (uint64_t)_mm_cvtsi128_si64(whole);
    uint64_t values = (uint64_t)_mm_extract_epi64(whole, 1);
    row_ends ends = {
        r3d_i32_from_bits((uint32_t)columns), r3d_i32_from_bits((uint32_t)(columns >> 32)),
        r3d_i32_from_bits((uint32_t)values), r3d_i32_from_bits((uint32_t)(values >> 32))};
    return ends;
}

KERNEL void gouraud_rows(gouraud_paint *paint, walk *w, bool smooth, bool translucent)
{
    int32_t y = w->y;
    __m128i edges = both_edges(w);
    for (int32_t end = w->y_middle;; end = w->y_end) {
        __m128i slopes = both_slopes(w);
        for (; y < end; y++) {
            row_ends ends = ends_of(edges);
            gouraud_row(paint, &ends, y, smooth, translucent);
            paint->row += paint->stride;
            edges = _mm_add_epi32(edges, slopes);
        }
        if (y == w->y_end) {
            return;
        }
        __m128i second = _mm_setr_epi32(w->second.x, w->second.x, w->second.value, w->second.value);
        edges = w->full_is_left ? _mm_blend_epi32(edges, second, 0xA)
                                : _mm_blend_epi32(edges, second, 0x5);
        walk_turn(w); /* for the slopes */
    }
}

#else

KERNEL void gouraud_rows(gouraud_paint *paint, walk *w, bool smooth, bool translucent)
{
    int32_t y = w->y;
    for (int32_t end = w->y_middle;; end = w->y_end) {
        for (; y < end; y++) {
            row_ends ends = {w->left.x >> 16, w->right.x >> 16, w->left.value >> 7,
                             w->right.value >> 7};
            gouraud_row(paint, &ends, y, smooth, translucent);
            paint->row += paint->stride;
            walk_step(w);
        }
        if (y == w->y_end) {
            return;
        }
        walk_turn(w);
    }
}

#endif

KERNEL void fill_gouraud(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                         const int32_t hsl16[3])
{
    walk w;
    if (!walk_begin(&w, raster, x, y, hsl16, R3D_PRIV_COLOR_FRACTION_BITS)) {
        return;
    }
#ifdef KERNEL_HAS_FEW_COLORS
    if (has_few_colors(raster, &w, x, y, hsl16)) {
        walk copy = w; /* so that w itself may stay in registers */
        r3d_priv_fill_few_colors(raster, &copy, hsl16);
        return;
    }
#endif
    gouraud_paint paint;
    paint.palette = raster->palette;
    paint.surface = raster->surface;
    paint.row = r3d_priv_surface_row(raster->surface, w.y);
    paint.stride = raster->surface->stride_px;
    paint.width = raster->surface->width;
    paint.limit = r3d_priv_right_limit(raster);
    paint.side_clip = raster->side_clip;
    paint.translucency = r3d_priv_translucency(raster);
    bool smooth = raster->smooth;
    if (paint.translucency == 0) {
        if (smooth) {
            gouraud_rows(&paint, &w, true, false);
        } else {
            gouraud_rows(&paint, &w, false, false);
        }
        return;
    }
    paint.color_share = lanes_share_of(256u - paint.translucency);
    paint.share = lanes_share_of(paint.translucency);
    if (smooth) {
        gouraud_rows(&paint, &w, true, true);
    } else {
        gouraud_rows(&paint, &w, false, true);
    }
}
