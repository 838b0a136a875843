/* SPDX-License-Identifier: MIT */
/* The flat fill of ../flat.c for any instruction set with the names of x86/lanes_*.h. */

#include "over.h"
#include "walk.h"

#ifdef LANES_EDGES
#include "row_ends.h"

enum {
    /* The rows of taller triangles wait for the memory: nothing is gained by known ends. */
    MANY_ROWS_MAX = 64,
    /* Translucent rows of lower ones are done before 16 ends are known. */
    TRANSLUCENT_MANY_ROWS_MIN = 8
};
#endif

/* The background of each pixel is its right neighbour, inside the row: room > count. */
KERNEL void span_flat_translucent(uint32_t *p, int32_t count, int32_t room, lanes scaled_drawn,
                                  lanes_share share)
{
    if (count > LANES) {
        uint32_t *last = p + count - LANES;
        lanes tail = lanes_add(lanes_scale(lanes_load(last + 1), share), scaled_drawn);
        while (last - p > LANES) {
            lanes a = lanes_load(p + 1);
            lanes b = lanes_load(p + LANES + 1);
            lanes_store(p, lanes_add(lanes_scale(a, share), scaled_drawn));
            lanes_store(p + LANES, lanes_add(lanes_scale(b, share), scaled_drawn));
            p += 2 * LANES;
        }
        if (p < last) {
            lanes_store(p, lanes_add(lanes_scale(lanes_load(p + 1), share), scaled_drawn));
        }
        lanes_store(last, tail);
        return;
    }
    while (count >= LANES) {
        lanes_store(p, lanes_add(lanes_scale(lanes_load(p + 1), share), scaled_drawn));
        p += LANES;
        count -= LANES;
        room -= LANES;
    }
    if (count > 0) {
        lanes background = lanes_load_first(p + 1, count, room - 1);
        lanes_store_first(p, lanes_add(lanes_scale(background, share), scaled_drawn), count, room);
    }
}

/* What does not change from row to row, by value: see gouraud.h. */
typedef struct flat_paint {
    const r3d_surface *surface;
    uint32_t *row; /* the row to draw */
    ptrdiff_t stride;
    int32_t width; /* of the surface */
    int32_t limit;
    uint32_t color; /* opaque: drawn; translucent: scaled */
    uint32_t translucency;
    lanes scaled_drawn;
    lanes_share share;
} flat_paint;

/* left < right */
KERNEL void translucent_row(const flat_paint *paint, uint32_t *row, int32_t left, int32_t right,
                            int32_t y)
{
    bool at_border = right == paint->width; /* its neighbour is in the next row */
    span_flat_translucent(row + left, right - left - at_border, paint->width - left,
                          paint->scaled_drawn, paint->share);
    if (at_border) {
        r3d_priv_draw_border(paint->surface, y, paint->color, paint->translucency);
    }
}

/* One row; `translucent` is a constant where this is inlined. */
KERNEL void flat_row(const flat_paint *paint, int32_t left, int32_t right, int32_t y,
                     bool translucent)
{
    left = larger(left, 0);
    right = smaller(right, paint->limit);
    if (left >= right) {
        return;
    }
    if (translucent) {
        translucent_row(paint, paint->row, left, right, y);
    } else {
        fill_row(paint->row + left, right - left, paint->color);
    }
}

KERNEL void flat_rows(flat_paint *paint, walk *w, bool translucent)
{
    int32_t y = w->y;
    int32_t left = w->left.x;
    int32_t right = w->right.x;
    int32_t left_slope = w->left.x_slope;
    int32_t right_slope = w->right.x_slope;
    for (int32_t end = w->y_middle;; end = w->y_end) {
        for (; y < end; y++) {
            flat_row(paint, left >> 16, right >> 16, y, translucent);
            paint->row += paint->stride;
            left = r3d_i32_add(left, left_slope);
            right = r3d_i32_add(right, right_slope);
        }
        if (y == w->y_end) {
            return;
        }
        if (w->full_is_left) {
            right = w->second.x;
            right_slope = w->second.x_slope;
        } else {
            left = w->second.x;
            left_slope = w->second.x_slope;
        }
    }
}

#ifdef LANES_EDGES

/* The same with the ends of LANES rows found at once. */
KERNEL void flat_many_rows(flat_paint *paint, const walk *w, bool translucent)
{
    int32_t left[LANES];
    int32_t count[LANES];
    for (int32_t y = w->y; y < w->y_end; y += LANES) {
        row_ends ends = find_row_ends(w, y - w->y);
        lanes lefts = lanes_larger(ends.left, lanes_all(0));
        lanes rights = lanes_smaller(ends.right, lanes_all((uint32_t)paint->limit));
        lanes_store((uint32_t *)left, lefts);
        lanes_store((uint32_t *)count, lanes_subtract(rights, lefts));
        bool borders = translucent && lanes_any_equal(rights, lanes_all((uint32_t)paint->width));
        int32_t rows = smaller(w->y_end - y, LANES);
        for (int32_t i = 0; i < rows; i++) {
            uint32_t *p = paint->row;
            paint->row += paint->stride;
            if (count[i] <= 0) {
                continue;
            }
            if (!translucent) {
                fill_row(p + left[i], count[i], paint->color);
            } else if (!borders) {
                span_flat_translucent(p + left[i], count[i], count[i] + 1, paint->scaled_drawn,
                                      paint->share);
            } else {
                translucent_row(paint, p, left[i], left[i] + count[i], y + i);
            }
        }
    }
}

#endif

KERNEL void fill_flat(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                      uint32_t rgb)
{
    walk w;
    if (!walk_begin(&w, raster, x, y, NULL, 0)) {
        return;
    }
#ifdef LANES_EDGES
    int32_t row_count = w.y_end - w.y;
#endif
    flat_paint paint;
    paint.surface = raster->surface;
    paint.row = r3d_priv_surface_row(raster->surface, w.y);
    paint.stride = raster->surface->stride_px;
    paint.width = raster->surface->width;
    paint.limit = r3d_priv_right_limit(raster);
    paint.translucency = r3d_priv_translucency(raster);
    if (paint.translucency == 0) {
        paint.color = rgb | R3D_PRIV_DRAWN;
#ifdef LANES_EDGES
        if (row_count <= MANY_ROWS_MAX) {
            flat_many_rows(&paint, &w, false);
            return;
        }
#endif
        flat_rows(&paint, &w, false);
        return;
    }
    paint.color = r3d_priv_scale(rgb, 256u - paint.translucency);
    paint.scaled_drawn = lanes_all(paint.color | R3D_PRIV_DRAWN);
    paint.share = lanes_share_of(paint.translucency);
#ifdef LANES_EDGES
    if (row_count >= TRANSLUCENT_MANY_ROWS_MIN && row_count <= MANY_ROWS_MAX) {
        flat_many_rows(&paint, &w, true);
        return;
    }
#endif
    flat_rows(&paint, &w, true);
}
