/* SPDX-License-Identifier: MIT */
/* What the files of the column room know about a world. Nothing here is exported. */

#ifndef R3D_SRC_COLUMN_WORLD_INTERNAL_H
#define R3D_SRC_COLUMN_WORLD_INTERNAL_H

#include <retro3d/column_world.h>

#include "level_internal.h"

struct r3d_priv_column_thing {
    double x;
    double y;
    double z;
    bool has_z;
    int32_t leaf;
    int32_t next;     ///< The next thing of the same leaf; -1 ends the list.
    int32_t previous; ///< The one before; -1 at the head.
};

struct r3d_column_world {
    r3d_allocator allocator;
    const r3d_column_level *level;
    double *floors;
    double *ceilings;
    struct r3d_priv_column_thing *things;
    int32_t *first_thing; ///< Of each leaf; -1 for none.
    r3d_column_mover_state *movers;
    double tick_rest;
};

/// Height of a thing's feet at present.
static inline double r3d_priv_column_thing_z(const r3d_column_world *world,
                                             const struct r3d_priv_column_thing *thing)
{
    if (thing->has_z) {
        return thing->z;
    }
    const int32_t sector = world->level->leaves[thing->leaf].sector;
    return sector < 0 ? 0.0 : world->floors[sector];
}

#endif
