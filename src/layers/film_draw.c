/* SPDX-License-Identifier: MIT */
/* The order of a frame. Source: spec layers section 8, "Order of frame f". */

#include <string.h>

#include "film_internal.h"

static bool is_visited(const r3d_layers_player *player, int32_t cell)
{
    return cell == R3D_PRIV_NO_CELL || player->visits[cell].is_visited;
}

/* Each flame's target with its own clears. */
static r3d_result fill_flames(r3d_layers_player *player)
{
    r3d_result result = R3D_OK;
    for (int32_t i = 0; i < player->film.flame_count && result == R3D_OK; i++) {
        r3d_priv_flame *flame = &player->flames[i];
        result = r3d_layers_target_begin(flame->target, &flame->surface, 0, 0);
        if (result == R3D_OK) {
            result = r3d_layers_draw_system(flame->target, &flame->system);
        }
    }
    return result;
}

/* The meshes that replace, or all others; those of cells with the scissor of their cell. */
static r3d_result draw_meshes(r3d_layers_player *player, bool replacing)
{
    r3d_result result = R3D_OK;
    for (int32_t i = 0; i < player->film.mesh_count && result == R3D_OK; i++) {
        const r3d_layers_mesh *mesh = &player->meshes[i];
        if (!player->is_shown[i] || (mesh->blend == R3D_LAYERS_BLEND_REPLACE) != replacing ||
            !is_visited(player, mesh->cell)) {
            continue;
        }
        result = r3d_layers_draw_mesh(
            player->target, &player->posed.view, mesh,
            mesh->cell == R3D_PRIV_NO_CELL ? NULL : &player->visits[mesh->cell].bounds);
        /* An instance that leaves the world is left out; the rest of the frame is drawn. */
        if (result == R3D_ERR_RANGE) {
            result = R3D_OK;
        }
    }
    return result;
}

static r3d_result draw_shadows(r3d_layers_player *player)
{
    const r3d_layers_film *film = &player->film;
    r3d_result result = R3D_OK;
    for (int32_t i = 0; i < film->cast_count && result == R3D_OK; i++) {
        const r3d_layers_cast *cast = &film->casts[i];
        if (!player->is_shown[cast->mesh] || !is_visited(player, cast->cell)) {
            continue;
        }
        r3d_layers_shadow_plane plane;
        memcpy(plane.normal_q14, cast->normal_q14, sizeof plane.normal_q14);
        plane.d_q16 = cast->d_q16;
        memcpy(plane.light_q16, player->lamps[cast->lamp].place_q16, sizeof plane.light_q16);
        result = r3d_layers_mark_shadow(player->target, &player->posed.view,
                                        &player->meshes[cast->mesh], &plane);
        if (result == R3D_ERR_RANGE) {
            result = R3D_OK;
        }
    }
    memcpy(player->marks, player->target->stencil,
           (size_t)player->target->width * (size_t)player->target->height);
    if (film->cast_count > 0 && result == R3D_OK) {
        result = r3d_layers_darken(player->target, film->casts[0].weight);
    }
    return result;
}

static r3d_result draw_lights(r3d_layers_player *player)
{
    const r3d_layers_film *film = &player->film;
    const int32_t frame = player->posed.frame;
    r3d_result result = R3D_OK;
    for (int32_t i = 0; i < film->strike_count && result == R3D_OK; i++) {
        const r3d_layers_strike *strike = &film->strikes[i];
        if (frame < strike->first || frame > strike->last || !is_visited(player, strike->cell)) {
            continue;
        }
        result = r3d_layers_draw_bolt(player->target, &player->posed.view.camera,
                                      r3d_layers_hash(strike->seed, (uint32_t)(frame >> 1)),
                                      strike->from_q16, strike->to_q16, strike->depth,
                                      strike->amplitude_q16, strike->rgb);
    }
    for (int32_t i = 0; i < film->fire_count && result == R3D_OK; i++) {
        const r3d_layers_fire *fire = &film->fires[i];
        if (is_visited(player, fire->cell)) {
            result = r3d_layers_add_billboard(player->target, &player->posed.view.camera,
                                              player->flames[fire->flame].pixels,
                                              player->fire_places_q16[i], fire->half_q16);
        }
    }
    return result;
}

r3d_result r3d_layers_player_draw(r3d_layers_player *player, r3d_surface *surface)
{
    if (player == NULL || surface == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!player->has_frame) {
        return R3D_ERR_STATE;
    }
    const r3d_layers_film *film = &player->film;
    r3d_result result = fill_flames(player);
    if (result == R3D_OK) {
        result = r3d_layers_target_begin(player->target, surface, film->sky_rgb, 0);
    }
    if (result == R3D_OK && film->cell_count > 0) {
        result = r3d_layers_visit_cells(
            film->cells, film->cell_count, film->portals, film->portal_count,
            &player->posed.view.camera, player->target->width, player->target->height,
            player->visits, player->visit_order, &player->posed.visit_count);
    }
    if (result == R3D_OK) {
        result = draw_meshes(player, true);
    }
    if (result == R3D_OK) {
        result = draw_shadows(player);
    }
    if (result == R3D_OK) {
        result = draw_meshes(player, false);
    }
    if (result == R3D_OK) {
        result = draw_lights(player);
    }
    for (int32_t i = 0; i < film->panel_count && result == R3D_OK; i++) {
        result = r3d_layers_draw_quad(player->target, &film->panels[i], player->posed.frame);
    }
    return result == R3D_OK ? r3d_layers_fade(player->target, player->posed.fade) : result;
}
