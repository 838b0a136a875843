/* SPDX-License-Identifier: MIT */
/// @file column_world.h
/// What changes while a level is played: sector heights and the movers that drive them, where
/// things stand, and actors that walk, climb and fall. A world belongs to one thread at a time;
/// drawing only reads it, so several threads may draw one world while nobody changes it. Source:
/// spec column sections 9 to 11.

#ifndef RETRO3D_WORLD_H
#define RETRO3D_WORLD_H

#include <stdbool.h>

#include <retro3d/base.h>
#include <retro3d/column_level.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_column_world_rates { R3D_COLUMN_WORLD_TICKS_PER_SECOND = 35 };

enum r3d_column_actor_limits {
    R3D_COLUMN_ACTOR_RADII_MAX = 1
                                 << 17 ///< Longest displacement of one call, in radii of the actor.
};

/// The changing part of a level.
typedef struct r3d_column_world r3d_column_world;

/// Makes the world of a level, as the level describes it. The level must outlive it.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_MEMORY.
R3D_API r3d_result r3d_column_world_create(const r3d_column_level *level,
                                           const r3d_allocator *allocator,
                                           r3d_column_world **out_world);

/// Releases a world; NULL is accepted.
R3D_API void r3d_column_world_destroy(r3d_column_world *world);

/// Puts every height, mover and thing back to what the level says.
R3D_API void r3d_column_world_reset(r3d_column_world *world);

/// Returns the level that a world moves, borrowed from whoever made it.
R3D_API const r3d_column_level *r3d_column_world_get_level(const r3d_column_world *world);

/// @name Heights
/// @{

/// Heights at present; 0 for a sector that does not exist.
R3D_API double r3d_column_world_get_floor(const r3d_column_world *world, int32_t sector);
R3D_API double r3d_column_world_get_ceiling(const r3d_column_world *world, int32_t sector);

/// Sets one height. @return R3D_OK; R3D_ERR_RANGE when the sector does not exist, the height passes
/// R3D_COLUMN_COORDINATE_MAX, or the ceiling would lie below the floor (nothing changes then).
R3D_API r3d_result r3d_column_world_set_floor(r3d_column_world *world, int32_t sector, double z);
R3D_API r3d_result r3d_column_world_set_ceiling(r3d_column_world *world, int32_t sector, double z);

/// Sets both heights of a sector at once.
R3D_API r3d_result r3d_column_world_set_heights(r3d_column_world *world, int32_t sector,
                                                double floor, double ceiling);
/// @}

/// @name Things
/// @{

/// Where a thing is.
typedef struct r3d_column_thing_place {
    double x;
    double y;
    double z;     ///< Height of its feet at present.
    int32_t leaf; ///< The leaf it is filed under.
} r3d_column_thing_place;

/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_RANGE (no such thing).
R3D_API r3d_result r3d_column_world_get_thing(const r3d_column_world *world, int32_t thing,
                                              r3d_column_thing_place *out_place);

/// Moves a thing and files it under the leaf at its new position.
/// @param z  Height of its feet; NULL leaves it standing on the floor there.
/// @return R3D_OK, R3D_ERR_RANGE.
R3D_API r3d_result r3d_column_world_move_thing(r3d_column_world *world, int32_t thing, double x,
                                               double y, const double *z);
/// @}

/// @name Actors
/// @{

/// A body: a disc in plan with heights above the feet. Fill it with r3d_column_actor_init; members may be
/// read at any time, and changed between calls.
typedef struct r3d_column_actor {
    double x;
    double y;
    double feet;   ///< True height of the feet.
    double eye_z;  ///< Height of the eye, smoothed when climbing.
    double speed;  ///< Falling speed, units per tick.
    double radius; ///< Sizes, see r3d_column_level_desc.
    double knee;
    double eye;
    double head;
    double gravity;   ///< Units per tick per tick; 1.
    double tick_rest; ///< Time not yet used up by whole ticks, in seconds.
    bool snap;        ///< No falling: feet and eye follow the floor at once, up and down.
} r3d_column_actor;

/// Puts an actor of the level's sizes on the floor at a point.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_RANGE.
R3D_API r3d_result r3d_column_actor_init(const r3d_column_world *world, double x, double y,
                                         r3d_column_actor *out_actor);

/// Moves an actor by a displacement of any length, sliding along walls that block it.
///
/// The way is cut into steps of at most radius / 4; after each the disc is pushed out of blocking
/// walls and the height of the floor is taken anew. No step is longer than what was asked for.
/// @return R3D_OK; R3D_ERR_RANGE for displacements above R3D_COLUMN_COORDINATE_MAX and radii outside
///         0.001..2 * R3D_COLUMN_COORDINATE_MAX; R3D_ERR_LIMIT for displacements longer than
///         R3D_COLUMN_ACTOR_RADII_MAX radii, which would take millions of steps. Nothing moves then.
/// @note Does not allocate.
/// Source: spec column section 11.
R3D_API r3d_result r3d_column_actor_move(r3d_column_actor *actor, const r3d_column_world *world,
                                         double dx, double dy);

/// Lets time pass for an actor's height, in whole ticks of 1/35 second; the rest is kept for the
/// next call, so the result does not depend on how often it is called.
/// @param seconds  0..3600.
/// @return R3D_OK; R3D_ERR_RANGE when `seconds` or actor->tick_rest is beyond (nothing changes).
R3D_API r3d_result r3d_column_actor_advance(r3d_column_actor *actor, const r3d_column_world *world,
                                            double seconds);

/// One tick of r3d_column_actor_advance.
R3D_API void r3d_column_actor_tick(r3d_column_actor *actor, const r3d_column_world *world);

/// The highest floor among the sectors that the disc touches: its own and those across hole walls
/// that do not block.
R3D_API double r3d_column_actor_support(const r3d_column_actor *actor,
                                        const r3d_column_world *world);

/// The distance from the actor's centre to the nearest wall that blocks it; 1e30 when none is near.
R3D_API double r3d_column_actor_clearance(const r3d_column_actor *actor,
                                          const r3d_column_world *world);

/// Tells whether a wall blocks this actor at its present height; false for one that does not exist.
R3D_API bool r3d_column_actor_is_blocked_by(const r3d_column_actor *actor,
                                            const r3d_column_world *world, int32_t wall);

/// Moves a flying eye: like r3d_column_actor_move in plan, and `dz` upwards, kept between floor + 1 and
/// ceiling - 1 of every sector the disc touches. The same values are refused.
R3D_API r3d_result r3d_column_actor_fly(r3d_column_actor *actor, const r3d_column_world *world,
                                        double dx, double dy, double dz);
/// @}

/// @name Movers
/// @{
typedef enum r3d_column_mover_direction {
    R3D_COLUMN_MOVER_DOWN = -1,
    R3D_COLUMN_MOVER_STOPPED = 0,
    R3D_COLUMN_MOVER_UP = 1
} r3d_column_mover_direction;

typedef struct r3d_column_mover_state {
    r3d_column_mover_direction direction;
    double speed;    ///< Units per second.
    bool reverse;    ///< A ceiling that meets a head turns round instead of waiting.
    bool is_blocked; ///< The last tick could not move it.
} r3d_column_mover_state;

/// Starts, stops or turns a mover.
/// @param speed  Units per second, or 0 for the level's own speed.
/// @return R3D_OK, R3D_ERR_RANGE.
R3D_API r3d_result r3d_column_world_start_mover(r3d_column_world *world, int32_t mover,
                                                r3d_column_mover_direction direction, double speed,
                                                bool reverse);

/// Tells where a mover stands and which way it goes.
R3D_API r3d_result r3d_column_world_get_mover(const r3d_column_world *world, int32_t mover,
                                              r3d_column_mover_state *out_state);

/// Lets time pass for all movers, in whole ticks of 1/35 second; the rest is kept.
///
/// A height stops exactly at its ends. A ceiling stops at an actor's head (or turns round); a floor
/// carries the actors on it and stops when a head would pass the ceiling. Nobody is moved sideways.
/// @param actors  Everybody who can be in the way; NULL with actor_count 0.
/// @param seconds 0..3600.
R3D_API r3d_result r3d_column_world_advance(r3d_column_world *world, double seconds,
                                            r3d_column_actor *actors, int32_t actor_count);
/// @}

#ifdef __cplusplus
}
#endif

#endif
