/* SPDX-License-Identifier: MIT */
#include "column_state.h"

#include <string.h>

struct r3d_priv_columns *r3d_priv_columns_get(r3d_replay *replay)
{
    struct r3d_priv_columns *columns = r3d_replay_get_room_state(replay, &r3d_priv_column_room);
    if (columns != NULL && !columns->has_view) {
        r3d_column_view_init(&columns->view);
        columns->view.mode = R3D_COLUMN_TEXTURED;
        columns->fov = 90.0;
        columns->has_view = true;
    }
    return columns;
}

r3d_priv_script_level *r3d_priv_column_place_get(r3d_replay *replay, int32_t number)
{
    struct r3d_priv_columns *columns = r3d_priv_columns_get(replay);
    if (columns == NULL) {
        return NULL;
    }
    if (columns->places[number].level == NULL) {
        (void)r3d_replay_fail(replay, R3D_ERR_STATE, "column level %ld was not loaded",
                              (long)number);
        return NULL;
    }
    return &columns->places[number];
}

static void clear_place(r3d_priv_script_level *place, const r3d_allocator *hooks)
{
    r3d_column_context_destroy(place->context);
    r3d_column_world_destroy(place->world);
    for (int32_t i = 0; i < place->set_count; i++) {
        r3d_column_level_pictures_destroy(place->sets[i]);
    }
    for (int32_t i = 0; i < place->owned_count; i++) {
        hooks->free(place->owned[i], hooks->user);
    }
    hooks->free(place->owned, hooks->user);
    hooks->free(place->textures, hooks->user);
    hooks->free(place->sprites, hooks->user);
    r3d_column_level_destroy(place->level);
    memset(place, 0, sizeof *place);
}

void r3d_priv_columns_release(void *state, const r3d_allocator *allocator)
{
    struct r3d_priv_columns *columns = state;
    for (int i = 0; i < R3D_PRIV_COLUMN_PLACES; i++) {
        clear_place(&columns->places[i], allocator);
    }
}

static void *alloc_zero(const r3d_allocator *hooks, size_t count, size_t item_size)
{
    void *items = hooks->alloc((count + 1) * item_size, hooks->user);
    if (items != NULL) {
        memset(items, 0, (count + 1) * item_size);
    }
    return items;
}

static bool make_place(r3d_priv_script_level *place, const r3d_allocator *hooks)
{
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(place->level);
    place->textures = alloc_zero(hooks, (size_t)desc->material_count, sizeof *place->textures);
    place->sprites = alloc_zero(hooks, (size_t)desc->thing_type_count, sizeof *place->sprites);
    place->owned_count = desc->material_count + desc->thing_type_count + 1;
    place->owned = alloc_zero(hooks, (size_t)place->owned_count, sizeof *place->owned);
    if (place->textures == NULL || place->sprites == NULL || place->owned == NULL) {
        place->owned_count = place->owned != NULL ? place->owned_count : 0;
        return false;
    }
    place->materials.textures = place->textures;
    place->materials.texture_count = desc->material_count;
    place->materials.sprites = place->sprites;
    place->materials.sprite_count = desc->thing_type_count;
    return true;
}

r3d_result r3d_priv_column_place_fill(r3d_replay *replay, int32_t number, r3d_column_level *level,
                                      r3d_column_level_pictures *pictures)
{
    struct r3d_priv_columns *columns = r3d_priv_columns_get(replay);
    r3d_priv_script_level place;
    memset(&place, 0, sizeof place);
    place.level = level;
    r3d_result result = columns != NULL && make_place(&place, &replay->allocator)
                            ? r3d_column_world_create(level, &replay->allocator, &place.world)
                            : R3D_ERR_MEMORY;
    if (result != R3D_OK) {
        r3d_column_level_pictures_destroy(pictures);
        clear_place(&place, &replay->allocator);
        return result;
    }
    r3d_priv_script_level *target = &columns->places[number];
    clear_place(target, &replay->allocator);
    *target = place;
    return pictures != NULL ? r3d_priv_column_place_add(replay, target, pictures) : R3D_OK;
}

static void take_missing(r3d_column_texture *own, const r3d_column_texture *others, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        if (own[i].width == 0) {
            own[i] = others[i];
        }
    }
}

r3d_result r3d_priv_column_place_add(r3d_replay *replay, r3d_priv_script_level *place,
                                     r3d_column_level_pictures *pictures)
{
    if (place->set_count == R3D_PRIV_COLUMN_PICTURE_SETS) {
        r3d_column_level_pictures_destroy(pictures);
        return r3d_replay_fail(replay, R3D_ERR_LIMIT,
                               "more than %d sources of pictures of one level",
                               (int)R3D_PRIV_COLUMN_PICTURE_SETS);
    }
    place->sets[place->set_count++] = pictures;
    const r3d_column_materials *m = r3d_column_level_pictures_get_materials(pictures);
    take_missing(place->textures, m->textures, place->materials.texture_count);
    take_missing(place->sprites, m->sprites, place->materials.sprite_count);
    if (place->materials.sky == NULL && m->sky != NULL) {
        place->sky = *m->sky;
        place->materials.sky = &place->sky;
    }
    return R3D_OK;
}

void r3d_priv_column_place_put(r3d_replay *replay, r3d_priv_script_level *place,
                               r3d_priv_column_picture_kind kind, int32_t number,
                               const r3d_column_texture *texture, void *memory)
{
    int32_t at = number;
    if (kind == R3D_PRIV_COLUMN_PICTURE_SKY) {
        at = place->owned_count - 1;
        place->sky = *texture;
        place->materials.sky = &place->sky;
    } else if (kind == R3D_PRIV_COLUMN_PICTURE_THING) {
        at += place->materials.texture_count;
        place->sprites[number] = *texture;
    } else {
        place->textures[number] = *texture;
    }
    replay->allocator.free(place->owned[at], replay->allocator.user);
    place->owned[at] = memory;
}
