/* SPDX-License-Identifier: MIT */
/* Triangle set-up and edge walk. Source: spec rs2-raster section 3; the step numbers are its own.
 */

#include "triangle.h"

/* Slopes of the edge between corners `from` and `to`; 0 when it is horizontal. The direction
 * matters only when << wraps, for differences of exactly +-32768. */
static r3d_priv_edge edge_between(int from, int to, const int32_t x[3], const int32_t y[3],
                                  const int32_t value[3], int32_t fraction_bits)
{
    r3d_priv_edge edge = {0, 0, 0, 0};
    int32_t height = r3d_i32_sub(y[to], y[from]);
    if (height != 0) {
        edge.x_slope = r3d_i32_div(r3d_i32_shl(r3d_i32_sub(x[to], x[from]), 16), height);
        if (value != NULL) {
            edge.value_slope = r3d_i32_div(
                r3d_i32_shl(r3d_i32_sub(value[to], value[from]), fraction_bits), height);
        }
    }
    return edge;
}

/* Puts an edge at the height of its upper corner, or at row 0 if that lies above. */
static void start_edge(r3d_priv_edge *edge, int corner, const int32_t x[3], const int32_t y[3],
                       const int32_t value[3], int32_t fraction_bits)
{
    edge->x = r3d_i32_shl(x[corner], 16);
    edge->value = value != NULL ? r3d_i32_shl(value[corner], fraction_bits) : 0;
    if (y[corner] < 0) {
        edge->x = r3d_i32_sub(edge->x, r3d_i32_mul(edge->x_slope, y[corner]));
        edge->value = r3d_i32_sub(edge->value, r3d_i32_mul(edge->value_slope, y[corner]));
    }
}

static void skip_rows(r3d_priv_edge *edge, int32_t rows)
{
    edge->x = r3d_i32_add(edge->x, r3d_i32_mul(edge->x_slope, rows));
    edge->value = r3d_i32_add(edge->value, r3d_i32_mul(edge->value_slope, rows));
}

/* Cuts the walk to the rows top <= y < bottom. Wrapping multiplication equals repeated wrapping
 * addition, so the rows that remain are what they were. */
static bool enter_band(r3d_priv_triangle *triangle, int32_t top, int32_t bottom)
{
    if (top > triangle->y) {
        if (top >= triangle->y_end) {
            return false;
        }
        skip_rows(&triangle->full, top - triangle->y);
        skip_rows(&triangle->upper, top - triangle->y);
        if (top > triangle->y_middle) {
            skip_rows(&triangle->lower, top - triangle->y_middle);
        }
        triangle->y = top;
    }
    if (bottom < triangle->y_end) {
        triangle->y_end = bottom;
    }
    return triangle->y < triangle->y_end;
}

bool r3d_priv_triangle_setup(r3d_priv_triangle *triangle, const r3d_raster *raster,
                             const int32_t x[3], const int32_t y[3], const int32_t value[3],
                             int32_t fraction_bits)
{
    int32_t bottom = raster->surface->clip.bottom;
    /* The corners in the order of the cycle A, B, C, A, beginning at the top one. */
    int top = y[0] <= y[1] && y[0] <= y[2] ? 0 : y[1] <= y[2] ? 1 : 2;
    int next = (top + 1) % 3;
    int last = (top + 2) % 3;

    /* Step 1 */
    if (y[top] >= bottom) {
        return false;
    }
    int32_t y_next = y[next] < bottom ? y[next] : bottom;
    int32_t y_last = y[last] < bottom ? y[last] : bottom;

    /* Edge i runs from corner i to the one after it, but the edge between A and C is A minus C. */
    r3d_priv_edge edges[3];
    edges[0] = edge_between(0, 1, x, y, value, fraction_bits);
    edges[1] = edge_between(1, 2, x, y, value, fraction_bits);
    edges[2] = edge_between(2, 0, x, y, value, fraction_bits);

    /* Step 2 */
    bool middle_is_next = y_next < y_last;
    int middle;
    triangle->lower = edges[next];
    if (middle_is_next) {
        middle = next;
        triangle->upper = edges[top];
        triangle->full = edges[last];
        triangle->y_middle = y_next;
        triangle->y_end = y_last;
    } else {
        middle = last;
        triangle->upper = edges[last];
        triangle->full = edges[top];
        triangle->y_middle = y_last;
        triangle->y_end = y_next;
    }

    /* Step 3. The middle corner may have been cut at the bottom; then `lower` is not reached. */
    start_edge(&triangle->full, top, x, y, value, fraction_bits);
    start_edge(&triangle->upper, top, x, y, value, fraction_bits);
    start_edge(&triangle->lower, middle, x, y, value, fraction_bits);
    triangle->y = y[top] < 0 ? 0 : y[top];
    if (triangle->y_middle < 0) {
        triangle->y_middle = 0;
    }

    /* Step 4: the side is decided once. The original has one copy of its code for each top corner,
     * and they treat a flat top differently. */
    int32_t full = triangle->full.x_slope;
    int32_t upper = triangle->upper.x_slope;
    int32_t lower = triangle->lower.x_slope;
    bool flat_top = triangle->y == triangle->y_middle;
    if (middle_is_next) {
        triangle->full_is_left = flat_top && top != 2 ? full > lower : full < upper;
    } else {
        triangle->full_is_left = !(flat_top && top == 0 ? lower > full : upper < full);
    }
    return enter_band(triangle, raster->band_top, raster->band_bottom);
}

bool r3d_priv_triangle_next(r3d_priv_triangle *triangle, r3d_priv_span *out_span)
{
    while (triangle->y < triangle->y_end) {
        /* Step 5 */
        r3d_priv_edge *full = &triangle->full;
        r3d_priv_edge *partial =
            triangle->y < triangle->y_middle ? &triangle->upper : &triangle->lower;
        const r3d_priv_edge *left = triangle->full_is_left ? full : partial;
        const r3d_priv_edge *right = triangle->full_is_left ? partial : full;
        out_span->y = triangle->y;
        out_span->left = left->x >> 16;
        out_span->right = right->x >> 16;
        out_span->left_value = left->value;
        out_span->right_value = right->value;

        triangle->y++;
        full->x = r3d_i32_add(full->x, full->x_slope);
        full->value = r3d_i32_add(full->value, full->value_slope);
        partial->x = r3d_i32_add(partial->x, partial->x_slope);
        partial->value = r3d_i32_add(partial->value, partial->value_slope);

        /* Step 6 */
        if (out_span->left < out_span->right) {
            return true;
        }
    }
    return false;
}
