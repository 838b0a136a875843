/* SPDX-License-Identifier: MIT */
/* What actors and movers share. Nothing here is exported. */

#ifndef R3D_SRC_COLUMN_ACTOR_INTERNAL_H
#define R3D_SRC_COLUMN_ACTOR_INTERNAL_H

#include "world_internal.h"

/// A wall may be this much nearer than the radius before it counts. Source: spec column section 11.
static const double r3d_priv_column_slack = 0.02;

/// Heights of everything a disc touches.
struct r3d_priv_column_touched {
    double floor;    ///< Highest floor.
    double ceiling;  ///< Lowest ceiling.
    bool has_sector; ///< The sector asked for is among them.
};

/// Looks at the actor's own sector and those across walls within its radius that do not block it.
/// @param sector  The sector to report in has_sector; R3D_COLUMN_NONE when none is asked for.
struct r3d_priv_column_touched r3d_priv_column_touch(const r3d_column_world *world,
                                                     const r3d_column_actor *actor, int32_t sector);

#endif
