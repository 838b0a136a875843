/* SPDX-License-Identifier: MIT */
/* What tracks say at a frame. Source: spec layers section 8. */

#include <string.h>

#include "../base/desc.h"

#include "film_internal.h"

int32_t r3d_priv_layers_track_size(r3d_layers_track_target target)
{
    enum { PLACE = 3, SINGLE = 1, INSTANCE = 12 };
    switch (target) {
    case R3D_LAYERS_TRACK_EYE:
    case R3D_LAYERS_TRACK_LOOK:
    case R3D_LAYERS_TRACK_LIGHT:
    case R3D_LAYERS_TRACK_MOVE:
    case R3D_LAYERS_TRACK_AT:
        return PLACE;
    case R3D_LAYERS_TRACK_ZOOM:
    case R3D_LAYERS_TRACK_FADE:
    case R3D_LAYERS_TRACK_POWER:
        return SINGLE;
    case R3D_LAYERS_TRACK_PLACE:
        return INSTANCE;
    }
    return 0;
}

static int32_t limited_to(int32_t value, int32_t low, int32_t high)
{
    return value < low ? low : value > high ? high : value;
}

/* A cubic track swings beyond its keys: places stay in the world. */
static void take_place(const int32_t values[3], int32_t out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] =
            limited_to(values[i], -R3D_PERSPECTIVE_WORLD_MAX_Q16, R3D_PERSPECTIVE_WORLD_MAX_Q16);
    }
}

typedef struct camera_pose {
    int32_t eye[3];
    int32_t look[3];
    int32_t focal;
    int32_t fade;
} camera_pose;

static void apply_track(r3d_layers_player *player, const r3d_layers_track *track,
                        const int32_t values[R3D_LAYERS_TRACK_VALUES_MAX], camera_pose *camera)
{
    switch (track->target) {
    case R3D_LAYERS_TRACK_EYE:
        take_place(values, camera->eye);
        break;
    case R3D_LAYERS_TRACK_LOOK:
        take_place(values, camera->look);
        break;
    case R3D_LAYERS_TRACK_ZOOM:
        camera->focal =
            limited_to(values[0], R3D_PERSPECTIVE_FOCAL_MIN_FX4, R3D_PERSPECTIVE_FOCAL_MAX_FX4);
        break;
    case R3D_LAYERS_TRACK_FADE:
        camera->fade = limited_to(values[0], 0, 255);
        break;
    case R3D_LAYERS_TRACK_LIGHT:
        take_place(values, player->lamps[track->number].place_q16);
        break;
    case R3D_LAYERS_TRACK_POWER:
        player->lamps[track->number].base = limited_to(values[0], 0, INT32_MAX);
        break;
    case R3D_LAYERS_TRACK_MOVE:
        take_place(values, &player->meshes[track->number].instance_q16[9]);
        break;
    case R3D_LAYERS_TRACK_PLACE:
        memcpy(player->meshes[track->number].instance_q16, values,
               sizeof player->meshes[track->number].instance_q16);
        break;
    case R3D_LAYERS_TRACK_AT:
        take_place(values, player->fire_places_q16[track->number]);
        break;
    }
}

static bool is_shown(const r3d_layers_film_mesh *mesh, int32_t frame)
{
    for (int32_t i = 0; i < mesh->shown_count; i++) {
        if (frame >= mesh->shown[i][0] && frame <= mesh->shown[i][1]) {
            return true;
        }
    }
    return mesh->shown_count == 0;
}

r3d_result r3d_priv_layers_pose(r3d_layers_player *player, int32_t frame)
{
    const r3d_layers_film *film = &player->film;
    camera_pose camera;
    memcpy(camera.eye, film->eye_q16, sizeof camera.eye);
    memcpy(camera.look, film->look_q16, sizeof camera.look);
    camera.focal = film->focal_fx4;
    camera.fade = 255;
    if (film->lights.lamp_count > 0) {
        memcpy(player->lamps, film->lights.lamps,
               (size_t)film->lights.lamp_count * sizeof *player->lamps);
    }
    for (int32_t i = 0; i < film->mesh_count; i++) {
        r3d_layers_mesh_init(&player->meshes[i]);
        (void)r3d_priv_desc_read(&player->meshes[i], sizeof player->meshes[i],
                                 film->meshes[i].mesh);
        player->mesh_list[i] = &player->meshes[i];
        player->is_shown[i] = is_shown(&film->meshes[i], frame);
    }
    for (int32_t i = 0; i < film->fire_count; i++) {
        memcpy(player->fire_places_q16[i], film->fires[i].place_q16,
               sizeof player->fire_places_q16[i]);
    }
    for (int32_t i = 0; i < film->track_count; i++) {
        const r3d_layers_track *track = &film->tracks[i];
        int32_t values[R3D_LAYERS_TRACK_VALUES_MAX];
        const r3d_result result =
            r3d_layers_track_value(track, frame, r3d_priv_layers_track_size(track->target), values);
        if (result != R3D_OK) {
            return result;
        }
        apply_track(player, track, values, &camera);
    }
    player->lights = film->lights;
    player->lights.lamps = player->lamps;
    r3d_layers_posed *posed = &player->posed;
    memset(posed, 0, sizeof *posed);
    posed->frame = frame;
    memcpy(posed->eye_q16, camera.eye, sizeof camera.eye);
    memcpy(posed->look_q16, camera.look, sizeof camera.look);
    posed->fade = (uint8_t)camera.fade;
    posed->view.lights = &player->lights;
    posed->view.frame = frame;
    memcpy(posed->view.fog_rgb, film->fog_rgb, sizeof film->fog_rgb);
    posed->view.fog_near_q16 = film->fog_near_q16;
    posed->view.fog_far_q16 = film->fog_far_q16;
    posed->meshes = player->mesh_list;
    posed->is_shown = player->is_shown;
    posed->water = film->water_size != 0 ? &player->water : NULL;
    posed->target = player->target;
    posed->marks = player->marks;
    posed->visits = film->cell_count > 0 ? player->visits : NULL;
    posed->visit_order = player->visit_order;
    return r3d_perspective_camera_init(&posed->view.camera, camera.eye, camera.look, camera.focal,
                                       film->near_q16);
}
