/* SPDX-License-Identifier: MIT */
/* Making players, and what goes on from frame to frame. Source: spec layers section 8. */

#include <string.h>

#include "../base/desc.h"

#include "film_internal.h"

void r3d_layers_film_init_sized(r3d_layers_film *out_film, uint32_t struct_size)
{
    enum { FOCAL_FX4 = 1440, ONE_Q16 = 65536 };
    r3d_layers_film whole;
    r3d_priv_desc_init(&whole, sizeof whole);
    whole.frame_count = 1;
    whole.look_q16[1] = ONE_Q16;
    whole.focal_fx4 = FOCAL_FX4;
    whole.near_q16 = R3D_PERSPECTIVE_NEAR_MIN_Q16;
    R3D_PRIV_DESC_GIVE(out_film, whole, struct_size);
}

/* ---- checks ---- */

static bool has_array(const void *array, int32_t count)
{
    return count == 0 || (count > 0 && array != NULL);
}

static bool is_index(int32_t index, int32_t count)
{
    return index >= 0 && index < count;
}

static bool is_cell(const r3d_layers_film *film, int32_t cell)
{
    return cell == R3D_PRIV_NO_CELL || is_index(cell, film->cell_count);
}

static r3d_result check_track(const r3d_layers_film *film, const r3d_layers_track *track)
{
    const int32_t size = r3d_priv_layers_track_size(track->target);
    int32_t values[R3D_LAYERS_TRACK_VALUES_MAX];
    if (size == 0) {
        return R3D_ERR_RANGE;
    }
    if ((track->target == R3D_LAYERS_TRACK_LIGHT || track->target == R3D_LAYERS_TRACK_POWER)
            ? !is_index(track->number, film->lights.lamp_count)
        : (track->target == R3D_LAYERS_TRACK_MOVE || track->target == R3D_LAYERS_TRACK_PLACE)
            ? !is_index(track->number, film->mesh_count)
            : track->target == R3D_LAYERS_TRACK_AT && !is_index(track->number, film->fire_count)) {
        return R3D_ERR_RANGE;
    }
    r3d_result result = r3d_layers_track_value(track, 0, size, values);
    for (int32_t i = 0; i + 1 < track->key_count && result == R3D_OK; i++) {
        if (track->keys[i].frame >= track->keys[i + 1].frame) {
            return R3D_ERR_RANGE;
        }
        result = r3d_layers_track_value(track, track->keys[i].frame, size, values);
    }
    return result;
}

static r3d_result check_film(const r3d_layers_film *film)
{
    if (!has_array(film->meshes, film->mesh_count) || !has_array(film->tracks, film->track_count) ||
        !has_array(film->cells, film->cell_count) ||
        !has_array(film->portals, film->portal_count) ||
        !has_array(film->flames, film->flame_count) || !has_array(film->fires, film->fire_count) ||
        !has_array(film->casts, film->cast_count) ||
        !has_array(film->strikes, film->strike_count) ||
        !has_array(film->panels, film->panel_count) ||
        !has_array(film->lights.lamps, film->lights.lamp_count)) {
        return R3D_ERR_ARGUMENT;
    }
    if (film->frame_count < 1 || film->frame_count > R3D_LAYERS_FRAMES_MAX) {
        return R3D_ERR_RANGE;
    }
    r3d_result result = R3D_OK;
    for (int32_t i = 0; i < film->mesh_count && result == R3D_OK; i++) {
        const r3d_layers_film_mesh *mesh = &film->meshes[i];
        r3d_layers_mesh whole;
        r3d_layers_mesh_init(&whole);
        if (r3d_priv_desc_read(&whole, sizeof whole, mesh->mesh) != R3D_OK) {
            return R3D_ERR_ARGUMENT;
        }
        if (!has_array(mesh->shown, mesh->shown_count) || !is_cell(film, whole.cell)) {
            return R3D_ERR_RANGE;
        }
        result = r3d_layers_mesh_prepare(&whole);
    }
    for (int32_t i = 0; i < film->track_count && result == R3D_OK; i++) {
        result = check_track(film, &film->tracks[i]);
    }
    for (int32_t i = 0; i < film->fire_count && result == R3D_OK; i++) {
        if (!is_index(film->fires[i].flame, film->flame_count) ||
            !is_cell(film, film->fires[i].cell)) {
            result = R3D_ERR_RANGE;
        }
    }
    for (int32_t i = 0; i < film->cast_count && result == R3D_OK; i++) {
        if (!is_index(film->casts[i].mesh, film->mesh_count) ||
            !is_index(film->casts[i].lamp, film->lights.lamp_count) ||
            !is_cell(film, film->casts[i].cell)) {
            result = R3D_ERR_RANGE;
        }
    }
    for (int32_t i = 0; i < film->strike_count && result == R3D_OK; i++) {
        if (!is_cell(film, film->strikes[i].cell)) {
            result = R3D_ERR_RANGE;
        }
    }
    if (result == R3D_OK && film->water_size != 0 &&
        (r3d_layers_pool_count(film->water_size) == 0 || film->water_seed == 0 ||
         film->water_texels == NULL)) {
        result = R3D_ERR_RANGE;
    }
    return result;
}

/* ---- memory ---- */

static void *film_array(const r3d_allocator *hooks, int32_t count, size_t size)
{
    /* Counts are those of arrays that the caller holds; one more, so that no size is 0. */
    const size_t whole = (size_t)count + 1;
    return whole > SIZE_MAX / size ? NULL : hooks->alloc(whole * size, hooks->user);
}

static r3d_result allocate_film(r3d_layers_player *player, int32_t width, int32_t height)
{
    const r3d_layers_film *film = &player->film;
    const r3d_allocator *hooks = &player->allocator;
    const r3d_result result = r3d_layers_target_create(width, height, hooks, &player->target);
    if (result != R3D_OK) {
        return result;
    }
    player->lamps = film_array(hooks, film->lights.lamp_count, sizeof *player->lamps);
    player->meshes = film_array(hooks, film->mesh_count, sizeof *player->meshes);
    player->mesh_list = film_array(hooks, film->mesh_count, sizeof *player->mesh_list);
    player->is_shown = film_array(hooks, film->mesh_count, sizeof *player->is_shown);
    player->fire_places_q16 = film_array(hooks, film->fire_count, sizeof *player->fire_places_q16);
    player->flames = film_array(hooks, film->flame_count, sizeof *player->flames);
    player->marks = film_array(hooks, width * height, 1);
    player->visits = film_array(hooks, film->cell_count, sizeof *player->visits);
    player->visit_order = film_array(hooks, film->cell_count, sizeof *player->visit_order);
    if (player->flames != NULL) {
        memset(player->flames, 0, ((size_t)film->flame_count + 1) * sizeof *player->flames);
    }
    if (film->water_size != 0) {
        player->water_memory =
            film_array(hooks, (int32_t)r3d_layers_pool_count(film->water_size), sizeof(int16_t));
    }
    if (player->lamps == NULL || player->meshes == NULL || player->mesh_list == NULL ||
        player->is_shown == NULL || player->fire_places_q16 == NULL || player->flames == NULL ||
        player->marks == NULL || player->visits == NULL || player->visit_order == NULL ||
        (film->water_size != 0 && player->water_memory == NULL)) {
        return R3D_ERR_MEMORY;
    }
    memset(player->marks, 0, (size_t)width * (size_t)height);
    return R3D_OK;
}

static r3d_result make_flames(r3d_layers_player *player)
{
    const int32_t side = R3D_LAYERS_PARTICLE_TARGET;
    r3d_result result = R3D_OK;
    for (int32_t i = 0; i < player->film.flame_count && result == R3D_OK; i++) {
        r3d_priv_flame *flame = &player->flames[i];
        result = r3d_layers_target_create(side, side, &player->allocator, &flame->target);
        if (result == R3D_OK) {
            result = r3d_surface_init(&flame->surface, flame->pixels, side, side, side);
        }
        if (result == R3D_OK) {
            result = r3d_layers_system_start(&player->film.flames[i], &flame->system);
        }
    }
    return result;
}

r3d_result r3d_layers_player_create(const r3d_layers_film *film, int32_t width, int32_t height,
                                    const r3d_allocator *allocator, r3d_layers_player **out_player)
{
    r3d_layers_film whole;
    r3d_layers_film_init(&whole);
    r3d_allocator hooks;
    if (out_player == NULL || r3d_priv_desc_read(&whole, sizeof whole, film) != R3D_OK ||
        r3d_allocator_resolve(allocator, &hooks) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_result result = check_film(&whole);
    if (result != R3D_OK) {
        return result;
    }
    r3d_layers_player *player = hooks.alloc(sizeof *player, hooks.user);
    if (player == NULL) {
        return R3D_ERR_MEMORY;
    }
    memset(player, 0, sizeof *player);
    player->allocator = hooks;
    player->film = whole;
    player->simulated = -1;
    result = allocate_film(player, width, height);
    if (result == R3D_OK) {
        result = make_flames(player);
    }
    if (result != R3D_OK) {
        r3d_layers_player_destroy(player);
        return result;
    }
    *out_player = player;
    return R3D_OK;
}

void r3d_layers_player_destroy(r3d_layers_player *player)
{
    if (player == NULL) {
        return;
    }
    const r3d_allocator hooks = player->allocator;
    r3d_layers_target_destroy(player->target);
    for (int32_t i = 0; i < player->film.flame_count && player->flames != NULL; i++) {
        r3d_layers_target_destroy(player->flames[i].target);
    }
    hooks.free(player->lamps, hooks.user);
    hooks.free(player->meshes, hooks.user);
    hooks.free(player->mesh_list, hooks.user);
    hooks.free(player->is_shown, hooks.user);
    hooks.free(player->fire_places_q16, hooks.user);
    hooks.free(player->flames, hooks.user);
    hooks.free(player->marks, hooks.user);
    hooks.free(player->visits, hooks.user);
    hooks.free(player->visit_order, hooks.user);
    hooks.free(player->water_memory, hooks.user);
    hooks.free(player, hooks.user);
}

/* ---- frame to frame ---- */

static r3d_result restart(r3d_layers_player *player)
{
    const r3d_layers_film *film = &player->film;
    r3d_result result = R3D_OK;
    for (int32_t i = 0; i < film->flame_count && result == R3D_OK; i++) {
        result = r3d_layers_system_start(&film->flames[i], &player->flames[i].system);
    }
    if (film->water_size != 0 && result == R3D_OK) {
        result = r3d_layers_pool_init(&player->water, film->water_size, player->water_memory);
        player->water_random = film->water_seed;
    }
    player->simulated = 0;
    return result;
}

static void rain(r3d_layers_player *player)
{
    const r3d_layers_film *film = &player->film;
    if ((int32_t)(r3d_layers_random(&player->water_random) % 256) < film->water_rate) {
        const uint32_t inner = (uint32_t)film->water_size - 2;
        const int32_t x = 1 + (int32_t)(r3d_layers_random(&player->water_random) % inner);
        const int32_t y = 1 + (int32_t)(r3d_layers_random(&player->water_random) % inner);
        (void)r3d_layers_pool_drop(&player->water, x, y, film->water_amplitude);
    }
    r3d_layers_pool_step(&player->water);
}

r3d_result r3d_layers_player_set_frame(r3d_layers_player *player, int32_t frame)
{
    if (player == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (frame < 0 || frame >= player->film.frame_count) {
        return R3D_ERR_RANGE;
    }
    r3d_result result = r3d_priv_layers_pose(player, frame);
    if (result != R3D_OK) {
        player->has_frame = false;
        return result;
    }
    if (player->simulated < 0 || player->simulated > frame) {
        result = restart(player);
    }
    for (; player->simulated < frame && result == R3D_OK; player->simulated++) {
        for (int32_t i = 0; i < player->film.flame_count; i++) {
            r3d_layers_system_step(&player->flames[i].system);
        }
        if (player->film.water_size != 0) {
            rain(player);
        }
    }
    if (player->film.water_size != 0) {
        r3d_layers_pool_draw(&player->water, player->film.water_texels);
    }
    player->has_frame = result == R3D_OK;
    return result;
}

r3d_result r3d_layers_player_get_posed(const r3d_layers_player *player, r3d_layers_posed *out_posed)
{
    if (player == NULL || out_posed == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!player->has_frame) {
        return R3D_ERR_STATE;
    }
    *out_posed = player->posed;
    return R3D_OK;
}

const uint32_t *r3d_layers_player_get_flame(const r3d_layers_player *player, int32_t flame)
{
    return player == NULL || !is_index(flame, player->film.flame_count)
               ? NULL
               : player->flames[flame].pixels;
}
