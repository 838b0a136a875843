/* SPDX-License-Identifier: MIT */
/* Triangle set-up and edge walk, shared by the three fills. Source: spec rs2-raster section 3. */

#ifndef R3D_SRC_RASTER_TRIANGLE_H
#define R3D_SRC_RASTER_TRIANGLE_H

#include <stdbool.h>

#include <retro3d/fixed.h>
#include <retro3d/raster.h>

/* A position on an edge, and how it changes from row to row. */
typedef struct r3d_priv_edge {
    r3d_fx16 x;
    r3d_fx16 x_slope;
    int32_t value; /* colour or light; the caller of the set-up chooses its fraction bits */
    int32_t value_slope;
} r3d_priv_edge;

/* A triangle that is being walked from top to bottom. */
typedef struct r3d_priv_triangle {
    int32_t y;           /* next row */
    int32_t y_middle;    /* first row that uses `lower` */
    int32_t y_end;       /* first row below the triangle */
    r3d_priv_edge full;  /* from the top to the end: the edge that spans all rows */
    r3d_priv_edge upper; /* from the top to the middle corner */
    r3d_priv_edge lower; /* from the middle corner to the end */
    bool full_is_left;
} r3d_priv_triangle;

/* One row of a triangle: pixels left <= x < right, not yet clipped. */
typedef struct r3d_priv_span {
    int32_t y;
    int32_t left;
    int32_t right;
    int32_t left_value;
    int32_t right_value;
} r3d_priv_span;

/* Prepares the walk through the rows inside the clip rectangle's bottom and the raster's band.
 * `value` may be NULL (all 0). Returns false if the triangle has no such row. */
bool r3d_priv_triangle_setup(r3d_priv_triangle *triangle, const r3d_raster *raster,
                             const int32_t x[3], const int32_t y[3], const int32_t value[3],
                             int32_t fraction_bits);

/* Moves to the next row that is not empty and describes it. Returns false after the last row. */
bool r3d_priv_triangle_next(r3d_priv_triangle *triangle, r3d_priv_span *out_span);

#endif
