/* SPDX-License-Identifier: MIT */
/* Worlds: heights and the filing of things. */

#include "world_internal.h"

#include <string.h>

#include "numbers.h"

r3d_result r3d_column_world_create(const r3d_column_level *level, const r3d_allocator *allocator,
                                   r3d_column_world **out_world)
{
    if (out_world == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    *out_world = NULL;
    r3d_allocator hooks;
    if (level == NULL || r3d_allocator_resolve(allocator, &hooks) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_column_world *world = r3d_priv_alloc(&hooks, 1, sizeof *world);
    if (world == NULL) {
        return R3D_ERR_MEMORY;
    }
    const r3d_column_level_desc *desc = &level->desc;
    world->allocator = hooks;
    world->level = level;
    world->floors = r3d_priv_alloc(&hooks, (size_t)desc->sector_count, sizeof(double));
    world->ceilings = r3d_priv_alloc(&hooks, (size_t)desc->sector_count, sizeof(double));
    world->things = r3d_priv_alloc(&hooks, (size_t)desc->thing_count, sizeof *world->things);
    world->first_thing = r3d_priv_alloc(&hooks, (size_t)level->leaf_count, sizeof(int32_t));
    world->movers = r3d_priv_alloc(&hooks, (size_t)desc->mover_count, sizeof *world->movers);
    if (world->floors == NULL || world->ceilings == NULL || world->things == NULL ||
        world->first_thing == NULL || world->movers == NULL) {
        r3d_column_world_destroy(world);
        return R3D_ERR_MEMORY;
    }
    r3d_column_world_reset(world);
    *out_world = world;
    return R3D_OK;
}

void r3d_column_world_destroy(r3d_column_world *world)
{
    if (world == NULL) {
        return;
    }
    const r3d_allocator hooks = world->allocator;
    r3d_priv_release(&hooks, world->floors);
    r3d_priv_release(&hooks, world->ceilings);
    r3d_priv_release(&hooks, world->things);
    r3d_priv_release(&hooks, world->first_thing);
    r3d_priv_release(&hooks, world->movers);
    r3d_priv_release(&hooks, world);
}

static void file_thing(r3d_column_world *world, int32_t index)
{
    struct r3d_priv_column_thing *thing = &world->things[index];
    thing->leaf = r3d_column_level_find_leaf(world->level, thing->x, thing->y);
    thing->previous = -1;
    thing->next = world->first_thing[thing->leaf];
    if (thing->next >= 0) {
        world->things[thing->next].previous = index;
    }
    world->first_thing[thing->leaf] = index;
}

static void unfile_thing(r3d_column_world *world, int32_t index)
{
    const struct r3d_priv_column_thing *thing = &world->things[index];
    if (thing->previous >= 0) {
        world->things[thing->previous].next = thing->next;
    } else {
        world->first_thing[thing->leaf] = thing->next;
    }
    if (thing->next >= 0) {
        world->things[thing->next].previous = thing->previous;
    }
}

void r3d_column_world_reset(r3d_column_world *world)
{
    if (world == NULL) {
        return;
    }
    const r3d_column_level_desc *desc = &world->level->desc;
    for (int32_t i = 0; i < desc->sector_count; i++) {
        world->floors[i] = desc->sectors[i].floor;
        world->ceilings[i] = desc->sectors[i].ceiling;
    }
    for (int32_t i = 0; i < world->level->leaf_count; i++) {
        world->first_thing[i] = -1;
    }
    for (int32_t i = 0; i < desc->thing_count; i++) {
        world->things[i].x = desc->things[i].x;
        world->things[i].y = desc->things[i].y;
        world->things[i].z = desc->things[i].z;
        world->things[i].has_z = desc->things[i].has_z;
        file_thing(world, i);
    }
    for (int32_t i = 0; i < desc->mover_count; i++) {
        memset(&world->movers[i], 0, sizeof world->movers[i]);
        world->movers[i].speed = desc->movers[i].speed;
    }
    world->tick_rest = 0.0;
}

const r3d_column_level *r3d_column_world_get_level(const r3d_column_world *world)
{
    if (world == NULL) {
        return NULL;
    }
    return world->level;
}

double r3d_column_world_get_floor(const r3d_column_world *world, int32_t sector)
{
    if (world == NULL) {
        return 0;
    }
    return sector < 0 || sector >= world->level->desc.sector_count ? 0.0 : world->floors[sector];
}

double r3d_column_world_get_ceiling(const r3d_column_world *world, int32_t sector)
{
    if (world == NULL) {
        return 0;
    }
    return sector < 0 || sector >= world->level->desc.sector_count ? 0.0 : world->ceilings[sector];
}

r3d_result r3d_column_world_set_heights(r3d_column_world *world, int32_t sector, double floor,
                                        double ceiling)
{
    if (world == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (sector < 0 || sector >= world->level->desc.sector_count ||
        !r3d_priv_column_is_coordinate(floor) || !r3d_priv_column_is_coordinate(ceiling) ||
        ceiling < floor) {
        return R3D_ERR_RANGE;
    }
    world->floors[sector] = floor;
    world->ceilings[sector] = ceiling;
    return R3D_OK;
}

r3d_result r3d_column_world_set_floor(r3d_column_world *world, int32_t sector, double z)
{
    if (world == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (sector < 0 || sector >= world->level->desc.sector_count) {
        return R3D_ERR_RANGE;
    }
    return r3d_column_world_set_heights(world, sector, z, world->ceilings[sector]);
}

r3d_result r3d_column_world_set_ceiling(r3d_column_world *world, int32_t sector, double z)
{
    if (world == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (sector < 0 || sector >= world->level->desc.sector_count) {
        return R3D_ERR_RANGE;
    }
    return r3d_column_world_set_heights(world, sector, world->floors[sector], z);
}

r3d_result r3d_column_world_get_thing(const r3d_column_world *world, int32_t thing,
                                      r3d_column_thing_place *out_place)
{
    if (world == NULL || out_place == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (thing < 0 || thing >= world->level->desc.thing_count) {
        return R3D_ERR_RANGE;
    }
    const struct r3d_priv_column_thing *t = &world->things[thing];
    out_place->x = t->x;
    out_place->y = t->y;
    out_place->z = r3d_priv_column_thing_z(world, t);
    out_place->leaf = t->leaf;
    return R3D_OK;
}

r3d_result r3d_column_world_move_thing(r3d_column_world *world, int32_t thing, double x, double y,
                                       const double *z)
{
    if (world == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (thing < 0 || thing >= world->level->desc.thing_count || !r3d_priv_column_is_coordinate(x) ||
        !r3d_priv_column_is_coordinate(y) || (z != NULL && !r3d_priv_column_is_coordinate(*z))) {
        return R3D_ERR_RANGE;
    }
    unfile_thing(world, thing);
    struct r3d_priv_column_thing *t = &world->things[thing];
    t->x = x;
    t->y = y;
    t->has_z = z != NULL;
    t->z = z != NULL ? *z : 0.0;
    file_thing(world, thing);
    return R3D_OK;
}
