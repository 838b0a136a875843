/* SPDX-License-Identifier: MIT */
/* Where LANES rows of a triangle begin and end, for instruction sets that define LANES_EDGES. */

#ifndef R3D_SRC_RASTER_VECTOR_ROW_ENDS_H
#define R3D_SRC_RASTER_VECTOR_ROW_ENDS_H

#include "walk.h"

typedef struct row_ends {
    lanes left;
    lanes right;
} row_ends;

/* The edges at rows that are counted from one that they start at. */
KERNEL lanes edge_at(const r3d_priv_edge *edge, lanes numbers)
{
    lanes change = lanes_mul(lanes_all((uint32_t)edge->x_slope), numbers);
    return lanes_add(lanes_all((uint32_t)edge->x), change);
}

/* Columns at the rows `number` to `number + LANES - 1` of the walk, not clipped; anything below its
 * end. */
KERNEL row_ends find_row_ends(const walk *w, int32_t number)
{
    const r3d_priv_edge *full = w->full_is_left ? &w->left : &w->right;
    const r3d_priv_edge *partial = w->full_is_left ? &w->right : &w->left;
    lanes numbers = lanes_add(lanes_all((uint32_t)number), lanes_numbers());
    /* From the first row of `second`: negative above it. */
    lanes below = lanes_add(numbers, lanes_all((uint32_t)(w->y - w->y_middle)));
    lanes full_x = edge_at(full, numbers);
    lanes partial_x =
        lanes_choose_negative(below, edge_at(partial, numbers), edge_at(&w->second, below));
    lanes side = lanes_all(w->full_is_left ? UINT32_MAX : 0u);
    row_ends ends;
    ends.left = lanes_shift_right16(lanes_choose_negative(side, full_x, partial_x));
    ends.right = lanes_shift_right16(lanes_choose_negative(side, partial_x, full_x));
    return ends;
}

#endif
