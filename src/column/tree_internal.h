/* SPDX-License-Identifier: MIT */
/* What the tree builder and its choice of partitions share. */

#ifndef R3D_SRC_COLUMN_TREE_INTERNAL_H
#define R3D_SRC_COLUMN_TREE_INTERNAL_H

#include "level_internal.h"

/// Where a piece lies relative to a line.
enum r3d_priv_column_place {
    R3D_PRIV_COLUMN_PLACE_LOW,
    R3D_PRIV_COLUMN_PLACE_HIGH,
    R3D_PRIV_COLUMN_PLACE_ON_LOW, ///< On the line, and opens to the low side.
    R3D_PRIV_COLUMN_PLACE_ON_HIGH,
    R3D_PRIV_COLUMN_PLACE_SPLIT
};

struct r3d_priv_column_scaled_line {
    struct r3d_priv_column_node line;
    double inverse_norm; ///< Turns the line's value into a distance.
};

struct r3d_priv_column_scaled_line
r3d_priv_column_scale_line(const struct r3d_priv_column_node *line);

/// @param out_cut  Set for R3D_PRIV_COLUMN_PLACE_SPLIT: where the wall is cut, 0 at vertex a, 1 at b.
enum r3d_priv_column_place
r3d_priv_column_place_piece(const r3d_column_level *level,
                            const struct r3d_priv_column_scaled_line *scaled,
                            const struct r3d_priv_column_fragment *piece, double *out_cut);

/// Finds the best partition among the lines of the pieces. @return false when every piece has all
/// the others on its open side: the set is convex.
bool r3d_priv_column_choose_partition(const r3d_column_level *level,
                                      const struct r3d_priv_column_fragment *pieces, int32_t count,
                                      struct r3d_priv_column_node *out_line);

#endif
