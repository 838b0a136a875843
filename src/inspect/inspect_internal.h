/* SPDX-License-Identifier: MIT */
/* What the files of the inspection share. */

#ifndef R3D_SRC_INSPECT_INTERNAL_H
#define R3D_SRC_INSPECT_INTERNAL_H

#include <retro3d/column_inspect.h>

#include "../column/level_internal.h"

/// One wall side, seen as a piece of its sector's border: the sector is on its right.
struct r3d_priv_column_edge {
    int32_t sector;
    int32_t from; ///< Points: the lowest vertex number at the position.
    int32_t to;
    int32_t wall;
    int32_t side;
};

/// How many sides of a sector leave a point, less those that arrive.
struct r3d_priv_column_balance {
    int32_t sector;
    int32_t point;
    int32_t value;
    int32_t parent; ///< Entries of one component of the border, as a forest.
    bool was_open;
};

/// A running inspection.
struct r3d_priv_column_inspection {
    const r3d_column_level *level;
    r3d_column_finding_fn on_finding;
    void *user;
    int32_t count;
    int64_t work_left; ///< Steps of rays.

    int32_t *point_of; ///< By vertex.
    struct r3d_priv_column_edge *edges;
    int32_t edge_count;
    struct r3d_priv_column_balance *balances; ///< By sector and point.
    int32_t balance_count;
    int32_t *edge_of_side; ///< By 2 * wall + side; -1 when it is no border.
    uint8_t *told;         ///< By wall: it is known to be wrong.
};

/// Tells a finding: fills in "RECORD INDEX: text".
void r3d_priv_column_tell(struct r3d_priv_column_inspection *in, const r3d_column_finding *finding,
                          const char *text);

/// Appends to a text of R3D_ERROR_MESSAGE_SIZE bytes.
void r3d_priv_column_text(char *text, const char *more);
void r3d_priv_column_text_number(char *text, int32_t number);

/// What is seen from a point along an axis.
struct r3d_priv_column_hit {
    int32_t wall; ///< R3D_COLUMN_NONE: nothing.
    int32_t side;
    int32_t sector; ///< Of that side.
};

/// The nearest wall east, north, west or south (0..3) of a point.
struct r3d_priv_column_hit r3d_priv_column_look(struct r3d_priv_column_inspection *in, double x,
                                                double y, int32_t direction);

/// The sector that most of the four directions show; R3D_COLUMN_NONE when at most one does.
/// @param own  Walls of the balance's component do not count; -1: all count.
/// @param out_within  Whether the component is seen in all directions; may be NULL.
int32_t r3d_priv_column_sector_at(struct r3d_priv_column_inspection *in, double x, double y,
                                  int32_t own, bool *out_within);

/// The component that a balance belongs to.
int32_t r3d_priv_column_component(struct r3d_priv_column_inspection *in, int32_t balance);

/// The balance of a sector at a point; -1 when there is none.
int32_t r3d_priv_column_find_balance(const struct r3d_priv_column_inspection *in, int32_t sector,
                                     int32_t point);

/// Makes points, edges and balances.
r3d_result r3d_priv_column_make_borders(struct r3d_priv_column_inspection *in);

/// Tells walls that run the wrong way or name wrong sectors, gaps, and borders around nothing.
r3d_result r3d_priv_column_inspect_borders(struct r3d_priv_column_inspection *in);

/// Tells leaves of the tree in use that lie in another sector than they say.
r3d_result r3d_priv_column_inspect_leaves(struct r3d_priv_column_inspection *in);

#endif
