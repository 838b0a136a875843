/* SPDX-License-Identifier: MIT */
/* What pictures of a column world were made of, printed for people: `column --stats`, `bench --column`. */

#ifndef R3D_TOOLS_COLUMN_STATS_H
#define R3D_TOOLS_COLUMN_STATS_H

#include <retro3d/column.h>

/* Sums over frames. Zeroed to begin with. */
typedef struct column_sums {
    int64_t frames;
    int64_t nodes;
    int64_t leaves;
    int64_t pieces_tried;
    int64_t pieces_drawn;
    int64_t columns_left;
    int64_t slices;
    int64_t wall_columns;
    int64_t wall_pixels;
    int64_t plane_spans;
    int64_t plane_pixels;
    int64_t sky_pixels;
    int64_t slice_pixels;
} column_sums;

void column_sums_add(column_sums *sums, const r3d_column_stats *stats,
                     const r3d_column_counters *counters);

/* One line: "NAME: nodes 12, leaves ...", the means of a frame. */
void column_sums_print(const char *name, const column_sums *sums);

#endif
