/* SPDX-License-Identifier: MIT */
/* What a replay keeps of arenas. */

#include "script_affine.h"

static void clear_items(r3d_priv_affine_state *s, const r3d_allocator *hooks)
{
    s->walls.count = s->sprites.count = s->boxes.count = 0;
    for (int i = 0; i < 2; i++) {
        r3d_priv_release(hooks, s->floors[i].cells);
    }
    memset(s->floors, 0, sizeof s->floors);
    for (int i = 0; i < R3D_AFFINE_HW_BACKGROUNDS_MAX; i++) {
        r3d_priv_release(hooks, s->maps[i].cells);
    }
    memset(s->maps, 0, sizeof s->maps);
}

void r3d_priv_affine_state_release(void *state, const r3d_allocator *hooks)
{
    r3d_priv_affine_state *s = state;
    clear_items(s, hooks);
    for (int i = 0; i < R3D_PRIV_AFFINE_PICTURES && s->pictures != NULL; i++) {
        r3d_priv_release(hooks, s->pictures[i].pixels);
        r3d_priv_release(hooks, s->pictures[i].palette);
    }
    r3d_priv_release(hooks, s->pictures);
    r3d_priv_growing_free(hooks, &s->walls);
    r3d_priv_growing_free(hooks, &s->sprites);
    r3d_priv_growing_free(hooks, &s->boxes);
    r3d_affine_context_destroy(s->context);
}

r3d_priv_affine_state *r3d_priv_affine_get(r3d_replay *replay)
{
    return r3d_replay_get_room_state(replay, &r3d_priv_affine_room);
}

void r3d_priv_affine_begin(r3d_priv_affine_state *s, const r3d_allocator *hooks, bool is_scene)
{
    clear_items(s, hooks);
    s->has_scene = is_scene;
    s->has_frame = !is_scene;
    s->cycle_count = 0;
    s->time_ms = 0;
    r3d_affine_scene_init(&s->scene);
    r3d_affine_hw_frame_init(&s->frame);
}

r3d_result r3d_priv_affine_need_context(r3d_replay *replay, r3d_priv_affine_state *s,
                                        const r3d_affine_scene *scene)
{
    if (s->context != NULL && s->max_walls >= scene->wall_count &&
        s->max_sprites >= scene->sprite_count) {
        return R3D_OK;
    }
    r3d_affine_context_desc desc;
    r3d_affine_context_desc_init(&desc);
    desc.allocator = r3d_replay_get_allocator(replay);
    desc.max_walls = scene->wall_count;
    desc.max_sprites = scene->sprite_count;
    r3d_affine_context_destroy(s->context);
    s->context = NULL;
    s->max_walls = scene->wall_count;
    s->max_sprites = scene->sprite_count;
    return r3d_affine_context_create(&desc, &s->context);
}

r3d_result r3d_priv_affine_need_picture(r3d_replay *replay, r3d_priv_affine_state *s,
                                        int32_t number, r3d_affine_picture *out)
{
    if (s->pictures == NULL || s->pictures[number].pixels == NULL) {
        return r3d_replay_fail(replay, R3D_ERR_STATE, "affine picture %ld was not loaded",
                               (long)number);
    }
    *out = s->pictures[number].view;
    return R3D_OK;
}
