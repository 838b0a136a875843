/* SPDX-License-Identifier: MIT */
/* What the files of the column room know about a level. Nothing here is exported. */

#ifndef R3D_SRC_COLUMN_LEVEL_INTERNAL_H
#define R3D_SRC_COLUMN_LEVEL_INTERNAL_H

#include <retro3d/column_level.h>

#include "numbers.h" /* first of all: see there */

#include "../base/memory.h"

/// Actors are not smaller.
static const double r3d_priv_column_actor_radius_min = 0.001;

/// A partition: a x + b y - c > 0 is the high side. Left unscaled so that whole numbers stay exact.
struct r3d_priv_column_node {
    double a;
    double b;
    double c;
    int32_t child[2]; ///< [0] low, [1] high; n for a node, -1 - n for a leaf.
    int32_t source;   ///< The node of the description; -1 when built.
    int32_t wall;     ///< The wall whose line it is; -1 for nodes of the description.
};

/// A stretch of one side of a wall inside a leaf. q runs from 0 at vertex a to 1 at vertex b.
struct r3d_priv_column_fragment {
    int32_t wall;
    int32_t side; ///< 0 front, 1 back.
    double q0;
    double q1;
};

struct r3d_priv_column_leaf {
    int32_t sector;
    int32_t source; ///< The subsector of the description; -1 when built.
    int32_t first_fragment;
    int32_t fragment_count;
};

enum r3d_priv_column_wall_state {
    R3D_PRIV_COLUMN_WALL_NORMAL = 0,
    R3D_PRIV_COLUMN_WALL_EMPTY = 1, ///< No length: never seen or touched.
    R3D_PRIV_COLUMN_WALL_TWIN = 2,  ///< Repeats an earlier wall: never seen or touched.
    R3D_PRIV_COLUMN_WALL_UNSEEN = 3 ///< Touched, but never seen.
};

struct r3d_column_level {
    r3d_allocator allocator;
    r3d_column_level_desc desc;
    void *desc_memory;
    void *tree_memory; ///< Backs the arrays that r3d_column_level_get_tree hands out.
    r3d_column_level_desc tree;

    uint8_t *wall_state; ///< r3d_priv_column_wall_state
    double *wall_length;

    struct r3d_priv_column_node *nodes;
    int32_t node_count;
    struct r3d_priv_column_leaf *leaves;
    int32_t leaf_count;
    struct r3d_priv_column_fragment *fragments;
    int32_t fragment_count;
    int32_t root;
    int32_t depth;
    bool tree_built;

    /* Block grid: offsets and walls of the description's form, always filled. */
    r3d_column_level_blockmap blocks;
    int32_t *block_offsets;
    int32_t *block_walls;
};

/// Where the checks report to.
struct r3d_priv_column_level_reporter {
    const r3d_column_level_options *options;
    r3d_error *out_error;
};

/// Reports "RECORD INDEX: text" as an error and returns `result`.
r3d_result r3d_priv_column_level_fail(struct r3d_priv_column_level_reporter *reporter,
                                      r3d_result result, r3d_column_level_record record,
                                      int32_t index, const char *text);

/// Reports a warning. In a strict load it is an error: then R3D_ERR_FORMAT_DATA is returned.
r3d_result r3d_priv_column_level_warn(struct r3d_priv_column_level_reporter *reporter,
                                      r3d_column_level_record record, int32_t index,
                                      const char *text);

/// Checks every record but the tree's and the block grid's.
r3d_result r3d_priv_column_level_check(const r3d_column_level_desc *desc,
                                       struct r3d_priv_column_level_reporter *reporter);

/// Makes `level->desc`, a deep copy.
r3d_result r3d_priv_column_level_copy(r3d_column_level *level, const r3d_column_level_desc *desc);

/// Makes nodes, leaves and fragments.
r3d_result r3d_priv_column_level_make_tree(r3d_column_level *level,
                                           struct r3d_priv_column_level_reporter *reporter);

/// Compares the tree with the subsector records it was made from and warns of differences.
r3d_result r3d_priv_column_level_check_leaves(const r3d_column_level *level,
                                              struct r3d_priv_column_level_reporter *reporter);

/// Warns of leaves that meet another sector where there is no wall.
r3d_result r3d_priv_column_level_check_free_edges(const r3d_column_level *level,
                                                  struct r3d_priv_column_level_reporter *reporter);

/// The border of a leaf, counter-clockwise.
struct r3d_priv_column_outline {
    r3d_column_level_vertex *points;
    r3d_column_level_vertex *scratch;
    int32_t count;
};

/// Memory to outline the leaves of a level. Nothing reaches beyond +-limit.
struct r3d_priv_column_outliner {
    r3d_column_level_vertex *points;
    int32_t *parents;
    struct r3d_priv_column_outline outline;
    double limit;
};

r3d_result r3d_priv_column_make_outliner(const r3d_column_level *level,
                                         struct r3d_priv_column_outliner *o);
void r3d_priv_column_free_outliner(const r3d_column_level *level,
                                   struct r3d_priv_column_outliner *o);

/// Cuts a leaf out of the plan by its partitions and walls; false when nothing is left.
bool r3d_priv_column_make_outline(const r3d_column_level *level, int32_t leaf,
                                  struct r3d_priv_column_outliner *o);

/// Makes the arrays of r3d_column_level_get_tree.
r3d_result r3d_priv_column_level_export_tree(r3d_column_level *level);

/// Makes the block grid, or checks and takes the description's.
r3d_result r3d_priv_column_level_make_blocks(r3d_column_level *level,
                                             struct r3d_priv_column_level_reporter *reporter);

/// The blocks that a box touches, cut to the grid; empty (first > last) outside it.
struct r3d_priv_column_block_range {
    int32_t first_column;
    int32_t last_column;
    int32_t first_row;
    int32_t last_row;
};

struct r3d_priv_column_block_range r3d_priv_column_blocks_of_box(const r3d_column_level *level,
                                                                 double min_x, double min_y,
                                                                 double max_x, double max_y);

static inline double r3d_priv_column_node_value(const struct r3d_priv_column_node *node, double x,
                                                double y)
{
    return node->a * x + node->b * y - node->c;
}

static inline const r3d_column_level_vertex *
r3d_priv_column_wall_vertex(const r3d_column_level *level, int32_t wall, int32_t end)
{
    const r3d_column_level_wall *w = &level->desc.walls[wall];
    return &level->desc.vertices[end == 0 ? w->a : w->b];
}

/// Whether actors are stopped by a wall as its sides say; walls without length, and twins, are not
/// there at all.
static inline bool r3d_priv_column_wall_is_touched(const r3d_column_level *level, int32_t wall)
{
    return level->wall_state[wall] == R3D_PRIV_COLUMN_WALL_NORMAL ||
           level->wall_state[wall] == R3D_PRIV_COLUMN_WALL_UNSEEN;
}

#endif
