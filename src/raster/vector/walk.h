/* SPDX-License-Identifier: MIT */
/* The set-up and edge walk of ../triangle.c without its branches: of a small triangle, mispredicted
 * branches and divisions are most of the cost. The rules and the names are those of triangle.c.
 *
 * Before this file is included:
 *   KERNEL               attributes of every function: its instruction set, static, always inline
 *   edge_slopes(...)     the six slopes, see x86/slopes.h */

#ifndef R3D_SRC_RASTER_VECTOR_WALK_H
#define R3D_SRC_RASTER_VECTOR_WALK_H

#include "../span.h"
#include "../triangle.h"

/* A triangle between two rows. `partial` and `full` are the edges of the first row that is drawn.
 */
typedef struct walk {
    int32_t y;
    int32_t
        y_middle; /* y <= y_middle <= y_end: `second` takes the place of the partial edge here */
    int32_t y_end;
    r3d_priv_edge left;
    r3d_priv_edge right;
    r3d_priv_edge second;
    bool full_is_left;
} walk;

KERNEL int32_t smaller(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

KERNEL int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* Steps 1 to 4 and the band. Returns false if no row is left. Without values pass NULL and 0. */
KERNEL bool walk_begin(walk *w, const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                       const int32_t *value, int32_t fraction_bits)
{
    /* The index of the top corner by the outcome of the three comparisons, two bits each (0, 4: A;
     * 1, 2, 3: B; 5, 6, 7: C), and the corners after it. */
    uint32_t order =
        (uint32_t)(y[1] < y[0]) | (uint32_t)(y[2] < y[0]) << 1 | (uint32_t)(y[2] < y[1]) << 2;
    uint32_t top = 0xA854u >> (order * 2) & 3u;
    uint32_t next = 0x09u >> (top * 2) & 3u;
    uint32_t last = 0x12u >> (top * 2) & 3u;

    int32_t bottom = raster->surface->clip.bottom;
    int32_t y_top = y[top];
    int32_t y_next = smaller(y[next], bottom);
    int32_t y_last = smaller(y[last], bottom);
    int32_t y_begin = larger(y_top, 0);
    int32_t y_first = larger(y_begin, raster->band_top);
    int32_t y_end = smaller(larger(y_next, y_last), raster->band_bottom);
    if (y_first >= y_end) {
        return false;
    }

    int32_t x_slopes[4];
    int32_t value_slopes[4];
    edge_slopes(x, y, value, fraction_bits, x_slopes, value_slopes);

    bool middle_is_next = y_next < y_last;
    uint32_t upper = middle_is_next ? top : last;
    uint32_t full = middle_is_next ? last : top;
    uint32_t lower = next;
    uint32_t middle = middle_is_next ? next : last;
    int32_t y_middle = larger(smaller(y_next, y_last), 0);

    /* Step 4, as one comparison: which edge the full one is compared with, and which way round. */
    int32_t full_slope = x_slopes[full];
    bool special = (y_begin == y_middle) & (middle_is_next ? top != 2 : top == 0);
    int32_t other_slope = x_slopes[special ? lower : upper];
    bool is_smaller =
        special == middle_is_next ? other_slope < full_slope : full_slope < other_slope;
    bool full_is_left = is_smaller == middle_is_next;

    /* Step 3: from the corner to row 0, and on to the first row of the band. */
    int32_t full_rows = r3d_i32_sub(y_first, y_top);
    int32_t lower_rows = r3d_i32_sub(larger(y_first, y_middle), y[middle]);
    r3d_priv_edge edges[3];
    edges[0].x_slope = full_slope;
    edges[0].x = r3d_i32_add(r3d_i32_shl(x[top], 16), r3d_i32_mul(full_slope, full_rows));
    edges[1].x_slope = x_slopes[upper];
    edges[1].x = r3d_i32_add(r3d_i32_shl(x[top], 16), r3d_i32_mul(x_slopes[upper], full_rows));
    edges[2].x_slope = x_slopes[lower];
    edges[2].x = r3d_i32_add(r3d_i32_shl(x[middle], 16), r3d_i32_mul(x_slopes[lower], lower_rows));
    for (int i = 0; i < 3; i++) {
        edges[i].value = 0;
        edges[i].value_slope = 0;
    }
    if (value != NULL) {
        int32_t top_value = r3d_i32_shl(value[top], fraction_bits);
        edges[0].value_slope = value_slopes[full];
        edges[0].value = r3d_i32_add(top_value, r3d_i32_mul(value_slopes[full], full_rows));
        edges[1].value_slope = value_slopes[upper];
        edges[1].value = r3d_i32_add(top_value, r3d_i32_mul(value_slopes[upper], full_rows));
        edges[2].value_slope = value_slopes[lower];
        edges[2].value = r3d_i32_add(r3d_i32_shl(value[middle], fraction_bits),
                                     r3d_i32_mul(value_slopes[lower], lower_rows));
    }
    r3d_priv_edge partial = y_first < y_middle ? edges[1] : edges[2];
    w->y = y_first;
    w->y_middle = smaller(larger(y_middle, y_first), y_end);
    w->y_end = y_end;
    w->full_is_left = full_is_left;
    w->left = full_is_left ? edges[0] : partial;
    w->right = full_is_left ? partial : edges[0];
    w->second = edges[2];
    return true;
}

/* Puts the edge below the middle corner in the place of the one above. */
KERNEL void walk_turn(walk *w)
{
    if (w->full_is_left) {
        w->right = w->second;
    } else {
        w->left = w->second;
    }
}

KERNEL void walk_step(walk *w)
{
    w->left.x = r3d_i32_add(w->left.x, w->left.x_slope);
    w->right.x = r3d_i32_add(w->right.x, w->right.x_slope);
    w->left.value = r3d_i32_add(w->left.value, w->left.value_slope);
    w->right.value = r3d_i32_add(w->right.value, w->right.value_slope);
}

#endif
