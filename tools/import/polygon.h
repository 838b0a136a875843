/* SPDX-License-Identifier: MIT */
/* Polygons as triangles. */

#ifndef R3D_TOOLS_IMPORT_POLYGON_H
#define R3D_TOOLS_IMPORT_POLYGON_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { POLYGON_CORNERS_MAX = 1024 }; /* the work grows with the square, for some with the cube */

/* Cuts a polygon, which may bend inwards, into corner_count - 2 triangles.
 * @param places       The corners, x y z each.
 * @param out_corners  Room for 3 * (corner_count - 2) numbers of corners. */
void polygon_cut(const double (*places)[3], int32_t corner_count, int32_t *out_corners);

#ifdef __cplusplus
}
#endif

#endif
