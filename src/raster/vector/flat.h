/* SPDX-License-Identifier: MIT */
/* The flat fill of ../flat.c for any instruction set with the names of x86/lanes_*.h. */

#include "over.h"
#include "walk.h"

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

KERNEL void flat_rows_opaque(const r3d_raster *raster, walk *w, int32_t limit, uint32_t colour)
{
    const r3d_surface *surface = raster->surface;
    int32_t y = w->y;
    for (int32_t end = w->y_middle;; end = w->y_end) {
        for (; y < end; y++) {
            int32_t left = larger(w->left.x >> 16, 0);
            int32_t right = smaller(w->right.x >> 16, limit);
            if (left < right) {
                fill_row(r3d_priv_surface_row(surface, y) + left, right - left, colour);
            }
            walk_step(w);
        }
        if (y == w->y_end) {
            return;
        }
        walk_turn(w);
    }
}

KERNEL void flat_rows_translucent(const r3d_raster *raster, walk *w, int32_t limit, uint32_t rgb,
                                  uint32_t translucency)
{
    const r3d_surface *surface = raster->surface;
    uint32_t scaled = r3d_priv_scale(rgb, 256u - translucency);
    lanes scaled_drawn = lanes_all(scaled | R3D_PRIV_DRAWN);
    lanes_share share = lanes_share_of(translucency);
    int32_t y = w->y;
    for (int32_t end = w->y_middle;; end = w->y_end) {
        for (; y < end; y++) {
            int32_t left = larger(w->left.x >> 16, 0);
            int32_t right = smaller(w->right.x >> 16, limit);
            if (left < right) {
                uint32_t *row = r3d_priv_surface_row(surface, y);
                bool at_border = right == surface->width; /* its neighbour is in the next row */
                span_flat_translucent(row + left, right - left - at_border, surface->width - left,
                                      scaled_drawn, share);
                if (at_border) {
                    r3d_priv_draw_border(surface, y, scaled, translucency);
                }
            }
            walk_step(w);
        }
        if (y == w->y_end) {
            return;
        }
        walk_turn(w);
    }
}

KERNEL void fill_flat(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                      uint32_t rgb)
{
    walk w;
    if (!walk_begin(&w, raster, x, y, NULL, 0)) {
        return;
    }
    int32_t limit = r3d_priv_right_limit(raster);
    uint32_t translucency = r3d_priv_translucency(raster);
    if (translucency == 0) {
        flat_rows_opaque(raster, &w, limit, rgb | R3D_PRIV_DRAWN);
    } else {
        flat_rows_translucent(raster, &w, limit, rgb, translucency);
    }
}
