/* SPDX-License-Identifier: MIT */
/* Doors and lifts. Source: spec column section 10. */

#include "actor_internal.h"

#include "numbers.h"

r3d_result r3d_column_world_start_mover(r3d_column_world *world, int32_t mover,
                                        r3d_column_mover_direction direction, double speed,
                                        bool reverse)
{
    if (world == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (mover < 0 || mover >= world->level->desc.mover_count ||
        (direction != R3D_COLUMN_MOVER_DOWN && direction != R3D_COLUMN_MOVER_STOPPED &&
         direction != R3D_COLUMN_MOVER_UP) ||
        !(speed >= 0.0 && speed <= (double)R3D_COLUMN_COORDINATE_MAX)) {
        return R3D_ERR_RANGE;
    }
    r3d_column_mover_state *state = &world->movers[mover];
    state->direction = direction;
    state->speed = speed > 0.0 ? speed : world->level->desc.movers[mover].speed;
    state->reverse = reverse;
    state->is_blocked = false;
    return R3D_OK;
}

r3d_result r3d_column_world_get_mover(const r3d_column_world *world, int32_t mover,
                                      r3d_column_mover_state *out_state)
{
    if (world == NULL || out_state == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (mover < 0 || mover >= world->level->desc.mover_count) {
        return R3D_ERR_RANGE;
    }
    *out_state = world->movers[mover];
    return R3D_OK;
}

/* How far a ceiling may come down: to the highest head below it. */
static double lower_ceiling(const r3d_column_world *world, int32_t sector, double wanted,
                            const r3d_column_actor *actors, int32_t actor_count)
{
    double z = r3d_priv_column_max(wanted, world->floors[sector]);
    for (int32_t i = 0; i < actor_count; i++) {
        const double head = actors[i].feet + actors[i].head;
        if (head > z && r3d_priv_column_touch(world, &actors[i], sector).has_sector) {
            z = head;
        }
    }
    /* Somebody already higher than the ceiling is no reason to lift it. */
    return r3d_priv_column_min(z, world->ceilings[sector]);
}

/* How far a floor may go up: until the head of somebody it carries meets a ceiling. */
static double raise_floor(const r3d_column_world *world, int32_t sector, double wanted,
                          const r3d_column_actor *actors, int32_t actor_count)
{
    double z = r3d_priv_column_min(wanted, world->ceilings[sector]);
    for (int32_t i = 0; i < actor_count; i++) {
        const struct r3d_priv_column_touched touched =
            r3d_priv_column_touch(world, &actors[i], sector);
        if (touched.has_sector && actors[i].feet < z && z + actors[i].head > touched.ceiling) {
            z = r3d_priv_column_max(actors[i].feet, touched.ceiling - actors[i].head);
        }
    }
    return r3d_priv_column_max(z, world->floors[sector]);
}

/* Sets a floor and takes along who stands on it. */
static void carry(r3d_column_world *world, int32_t sector, double z, r3d_column_actor *actors,
                  int32_t actor_count)
{
    const double old = world->floors[sector];
    for (int32_t i = 0; i < actor_count; i++) {
        r3d_column_actor *actor = &actors[i];
        const struct r3d_priv_column_touched touched = r3d_priv_column_touch(world, actor, sector);
        const bool stands =
            touched.has_sector && actor->feet == touched.floor && old == actor->feet;
        const bool is_lifted = touched.has_sector && actor->feet < z;
        if (!stands && !is_lifted) {
            continue;
        }
        /* Asked with the new height in place: other floors under the disc may hold the actor up. */
        world->floors[sector] = z;
        const double target = is_lifted ? z : r3d_column_actor_support(actor, world);
        world->floors[sector] = old;
        const double above = actor->eye_z - (actor->feet + actor->eye);
        actor->feet = target;
        actor->eye_z = target + actor->eye + above;
    }
    world->floors[sector] = z;
}

static void tick_mover(r3d_column_world *world, int32_t index, r3d_column_actor *actors,
                       int32_t actor_count)
{
    const r3d_column_level_mover *mover = &world->level->desc.movers[index];
    r3d_column_mover_state *state = &world->movers[index];
    const int32_t sector = mover->sector;
    const double now = mover->is_ceiling ? world->ceilings[sector] : world->floors[sector];
    double wanted =
        now + (double)state->direction * state->speed / (double)R3D_COLUMN_WORLD_TICKS_PER_SECOND;
    wanted = wanted > mover->max ? mover->max : wanted < mover->min ? mover->min : wanted;
    double z = wanted;
    if (mover->is_ceiling) {
        z = wanted < now ? lower_ceiling(world, sector, wanted, actors, actor_count) : wanted;
        z = r3d_priv_column_max(z, world->floors[sector]);
        world->ceilings[sector] = z;
    } else {
        z = wanted > now ? raise_floor(world, sector, wanted, actors, actor_count) : wanted;
        z = r3d_priv_column_min(z, world->ceilings[sector]);
        carry(world, sector, z, actors, actor_count);
    }
    state->is_blocked = z != wanted;
    if (state->is_blocked && state->reverse) {
        state->direction =
            state->direction == R3D_COLUMN_MOVER_UP ? R3D_COLUMN_MOVER_DOWN : R3D_COLUMN_MOVER_UP;
    } else if (z == (state->direction == R3D_COLUMN_MOVER_UP ? mover->max : mover->min)) {
        state->direction = R3D_COLUMN_MOVER_STOPPED;
    }
}

r3d_result r3d_column_world_advance(r3d_column_world *world, double seconds,
                                    r3d_column_actor *actors, int32_t actor_count)
{
    if (world == NULL || actor_count < 0 || (actor_count > 0 && actors == NULL)) {
        return R3D_ERR_ARGUMENT;
    }
    if (!(seconds >= 0.0 && seconds <= 3600.0)) {
        return R3D_ERR_RANGE;
    }
    const double tick = 1.0 / (double)R3D_COLUMN_WORLD_TICKS_PER_SECOND;
    world->tick_rest += seconds;
    while (world->tick_rest >= tick - 1e-9) {
        world->tick_rest -= tick;
        for (int32_t i = 0; i < world->level->desc.mover_count; i++) {
            if (world->movers[i].direction != R3D_COLUMN_MOVER_STOPPED) {
                tick_mover(world, i, actors, actor_count);
            }
        }
    }
    return R3D_OK;
}
