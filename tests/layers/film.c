/* SPDX-License-Identifier: MIT */
/* Lines of films in reference scenes. */

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene.h"

enum { LIST_MAX = 64, KEYS_MAX = 64 };

struct scene_film {
    r3d_layers_film film;
    r3d_layers_player *player;
    r3d_layers_film_mesh meshes[SCENE_MESHES_MAX];
    int32_t shown[SCENE_MESHES_MAX][LIST_MAX][2];
    r3d_layers_track tracks[LIST_MAX];
    char track_names[LIST_MAX][32];
    r3d_layers_key keys[LIST_MAX][KEYS_MAX];
    r3d_layers_system_desc flames[LIST_MAX];
    char flame_names[LIST_MAX][32];
    r3d_layers_fire fires[LIST_MAX];
    char fire_names[LIST_MAX][32];
    r3d_layers_cast casts[LIST_MAX];
    r3d_layers_strike strikes[LIST_MAX];
    r3d_layers_quad panels[LIST_MAX];
    char visible_names[LIST_MAX][32]; /* before their meshes are known by number */
    int32_t visible_ranges[LIST_MAX][2];
    int32_t visible_count;
    char cast_names[LIST_MAX][32];
    bool is_rendered;
};

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static scene_film *film_of(scene *s)
{
    if (s->film == NULL) {
        s->film = calloc(1, sizeof *s->film);
        assert_non_null(s->film);
        r3d_layers_film_init(&s->film->film);
        s->film->film.frame_count = 4096;
    }
    return s->film;
}

static void three(const reader *r, int first, int32_t out[3])
{
    for (int i = 0; i < 3; i++) {
        out[i] = reader_number(r, first + i);
    }
}

/* A last word cell=K; -1 without. */
static int32_t cell_word(reader *r)
{
    const char *last = r->words[r->count - 1];
    if (strncmp(last, "cell=", 5) != 0) {
        return -1;
    }
    r->count--;
    return (int32_t)strtol(last + 5, NULL, 10);
}

static void read_track(const reader *r, scene_film *f)
{
    const int32_t i = f->film.track_count++;
    assert_true(i < LIST_MAX);
    snprintf(f->track_names[i], sizeof f->track_names[i], "%s", r->words[1]);
    f->tracks[i].kind = is(r->words[2], "step")     ? R3D_LAYERS_TRACK_STEP
                        : is(r->words[2], "linear") ? R3D_LAYERS_TRACK_LINEAR
                                                    : R3D_LAYERS_TRACK_CUBIC;
    f->tracks[i].keys = f->keys[i];
}

static void read_key(const reader *r, scene_film *f)
{
    r3d_layers_track *track = &f->tracks[f->film.track_count - 1];
    assert_true(track->key_count < KEYS_MAX);
    r3d_layers_key *key = &f->keys[f->film.track_count - 1][track->key_count++];
    key->frame = reader_number(r, 1);
    key->is_cut = is(r->words[0], "cut");
    for (int i = 2; i < r->count; i++) {
        key->values[i - 2] = reader_number(r, i);
    }
}

static void read_strike(reader *r, scene_film *f)
{
    r3d_layers_strike *strike = &f->strikes[f->film.strike_count++];
    strike->cell = cell_word(r);
    strike->first = reader_number(r, 1);
    strike->last = reader_number(r, 2);
    strike->seed = (uint32_t)reader_number(r, 3);
    three(r, 4, strike->from_q16);
    three(r, 7, strike->to_q16);
    strike->depth = reader_number(r, 10);
    strike->amplitude_q16 = reader_number(r, 11);
    for (int i = 0; i < 3; i++) {
        strike->rgb[i] = (uint8_t)reader_number(r, 12 + i);
    }
}

static void read_fire(reader *r, scene_film *f)
{
    const int32_t i = f->film.fire_count++;
    r3d_layers_fire *fire = &f->fires[i];
    fire->cell = cell_word(r);
    snprintf(f->fire_names[i], sizeof f->fire_names[i], "%s", r->words[1]);
    fire->flame = -1;
    for (int32_t k = 0; k < f->film.flame_count; k++) {
        if (is(f->flame_names[k], r->words[2])) {
            fire->flame = k;
        }
    }
    three(r, 3, fire->place_q16);
    fire->half_q16 = reader_number(r, 6);
}

static void read_cast(reader *r, scene *s, scene_film *f)
{
    const int32_t i = f->film.cast_count++;
    r3d_layers_cast *cast = &f->casts[i];
    cast->cell = cell_word(r);
    snprintf(f->cast_names[i], sizeof f->cast_names[i], "%s", r->words[1]);
    three(r, 2, cast->normal_q14);
    cast->d_q16 = reader_number(r, 5);
    cast->lamp = -1;
    for (int32_t k = 0; k < s->lights.lamp_count; k++) {
        if (s->lamps[k].id == (uint32_t)reader_number(r, 6)) {
            cast->lamp = k;
        }
    }
    cast->weight = (uint8_t)reader_number(r, 7);
}

/* What a name of the form kind.NAME stands for. */
static void resolve_track(const scene *s, const scene_film *f, const char *name,
                          r3d_layers_track *track)
{
    static const struct {
        const char *word;
        r3d_layers_track_target target;
    } plain[] = {{"eye", R3D_LAYERS_TRACK_EYE},
                 {"look", R3D_LAYERS_TRACK_LOOK},
                 {"zoom", R3D_LAYERS_TRACK_ZOOM},
                 {"fade", R3D_LAYERS_TRACK_FADE}},
      dotted[] = {{"light.", R3D_LAYERS_TRACK_LIGHT},
                  {"power.", R3D_LAYERS_TRACK_POWER},
                  {"move.", R3D_LAYERS_TRACK_MOVE},
                  {"place.", R3D_LAYERS_TRACK_PLACE},
                  {"at.", R3D_LAYERS_TRACK_AT}};
    for (int i = 0; i < 4; i++) {
        if (is(name, plain[i].word)) {
            track->target = plain[i].target;
            return;
        }
    }
    for (int i = 0; i < 5; i++) {
        const size_t length = strlen(dotted[i].word);
        if (strncmp(name, dotted[i].word, length) != 0) {
            continue;
        }
        const char *what = name + length;
        track->target = dotted[i].target;
        track->number = -1;
        if (i < 2) {
            for (int32_t k = 0; k < s->lights.lamp_count; k++) {
                if (s->lamps[k].id == (uint32_t)strtoul(what, NULL, 10)) {
                    track->number = k;
                }
            }
        } else if (i < 4) {
            for (int32_t k = 0; k < s->mesh_count; k++) {
                if (is(s->meshes[k]->name, what)) {
                    track->number = k;
                }
            }
        } else {
            for (int32_t k = 0; k < f->film.fire_count; k++) {
                if (is(f->fire_names[k], what)) {
                    track->number = k;
                }
            }
        }
        return;
    }
    fail_msg("unknown track %s", name);
}

static int32_t mesh_number(const scene *s, const char *name)
{
    for (int32_t k = 0; k < s->mesh_count; k++) {
        if (is(s->meshes[k]->name, name)) {
            return k;
        }
    }
    fail_msg("no mesh %s", name);
    return -1;
}

static void make_player(scene *s)
{
    scene_film *f = s->film;
    if (f->player != NULL) {
        return;
    }
    for (int32_t i = 0; i < s->mesh_count; i++) {
        f->meshes[i].mesh = &s->meshes[i]->mesh;
        f->meshes[i].shown = (const int32_t(*)[2])f->shown[i];
    }
    for (int32_t i = 0; i < f->visible_count; i++) {
        const int32_t m = mesh_number(s, f->visible_names[i]);
        memcpy(f->shown[m][f->meshes[m].shown_count++], f->visible_ranges[i], sizeof(int32_t[2]));
    }
    for (int32_t i = 0; i < f->film.track_count; i++) {
        resolve_track(s, f, f->track_names[i], &f->tracks[i]);
    }
    for (int32_t i = 0; i < f->film.cast_count; i++) {
        f->casts[i].mesh = mesh_number(s, f->cast_names[i]);
    }
    r3d_layers_film *film = &f->film;
    memcpy(film->eye_q16, s->camera, sizeof film->eye_q16);
    memcpy(film->look_q16, s->camera + 3, sizeof film->look_q16);
    film->focal_fx4 = s->camera[6];
    film->near_q16 = s->camera[7];
    film->lights = s->lights;
    film->lights.lamps = s->lamps;
    memcpy(film->fog_rgb, s->view.fog_rgb, sizeof film->fog_rgb);
    film->fog_near_q16 = s->view.fog_near_q16;
    film->fog_far_q16 = s->view.fog_far_q16;
    film->meshes = f->meshes;
    film->mesh_count = s->mesh_count;
    film->tracks = f->tracks;
    film->cells = s->cells;
    film->cell_count = s->cell_count;
    film->portals = s->portals;
    film->portal_count = s->portal_count;
    film->flames = f->flames;
    film->fires = f->fires;
    film->casts = f->casts;
    film->strikes = f->strikes;
    film->panels = f->panels;
    assert_int_equal(
        r3d_layers_player_create(film, s->surface.width, s->surface.height, NULL, &f->player),
        R3D_OK);
}

bool film_line(reader *r, scene *s)
{
    const char *word = r->words[0];
    if (is(word, "track")) {
        read_track(r, film_of(s));
    } else if (is(word, "key") || is(word, "cut")) {
        read_key(r, s->film);
    } else if (is(word, "visible")) {
        scene_film *f = film_of(s);
        snprintf(f->visible_names[f->visible_count], 32, "%s", r->words[1]);
        f->visible_ranges[f->visible_count][0] = reader_number(r, 2);
        f->visible_ranges[f->visible_count++][1] = reader_number(r, 3);
    } else if (is(word, "frames")) {
        film_of(s)->film.frame_count = reader_number(r, 1);
    } else if (is(word, "sky")) {
        film_of(s)->film.sky_rgb = (uint32_t)reader_number(r, 1) << 16 |
                                   (uint32_t)reader_number(r, 2) << 8 |
                                   (uint32_t)reader_number(r, 3);
    } else if (is(word, "flame")) {
        scene_film *f = film_of(s);
        const int32_t i = f->film.flame_count++;
        snprintf(f->flame_names[i], sizeof f->flame_names[i], "%s", r->words[1]);
        scene_read_system(r, 2, &f->flames[i]);
    } else if (is(word, "fire")) {
        read_fire(r, film_of(s));
    } else if (is(word, "cast")) {
        read_cast(r, s, film_of(s));
    } else if (is(word, "strike")) {
        read_strike(r, film_of(s));
    } else if (is(word, "water")) {
        r3d_layers_film *film = &film_of(s)->film;
        film->water_size = reader_number(r, 1);
        film->water_seed = (uint32_t)reader_number(r, 2);
        film->water_rate = reader_number(r, 3);
        film->water_amplitude = reader_number(r, 4);
        film->water_texels = s->pool_texels;
    } else if (is(word, "panel")) {
        scene_film *f = film_of(s);
        scene_read_quad(r, 1, s, &f->panels[f->film.panel_count++]);
    } else if (is(word, "render")) {
        film_render(s, reader_number(r, 1));
    } else if (is(word, "timelinefade")) {
        r3d_layers_posed posed;
        assert_int_equal(r3d_layers_player_get_posed(s->film->player, &posed), R3D_OK);
        assert_int_equal(r3d_layers_fade(s->target, posed.fade), R3D_OK);
    } else {
        return false;
    }
    return true;
}

void film_set_frame(scene *s, int32_t frame)
{
    scene_film *f = s->film;
    make_player(s);
    assert_int_equal(r3d_layers_player_set_frame(f->player, frame), R3D_OK);
    r3d_layers_posed posed;
    assert_int_equal(r3d_layers_player_get_posed(f->player, &posed), R3D_OK);
    s->view.camera = posed.view.camera;
    if (s->lights.lamp_count > 0) {
        memcpy(s->lamps, posed.view.lights->lamps, (size_t)s->lights.lamp_count * sizeof *s->lamps);
    }
}

bool film_pose_mesh(const scene *s, const scene_mesh *mesh, r3d_layers_mesh *out_mesh)
{
    r3d_layers_posed posed;
    if (s->film->player == NULL || r3d_layers_player_get_posed(s->film->player, &posed) != R3D_OK) {
        return true;
    }
    for (int32_t i = 0; i < s->mesh_count; i++) {
        if (s->meshes[i] == mesh) {
            *out_mesh = *posed.meshes[i];
            return posed.is_shown[i];
        }
    }
    return true;
}

void film_render(scene *s, int32_t frame)
{
    make_player(s);
    assert_int_equal(r3d_layers_player_set_frame(s->film->player, frame), R3D_OK);
    assert_int_equal(r3d_layers_player_draw(s->film->player, &s->surface), R3D_OK);
    s->view.frame = frame;
    s->film->is_rendered = true;
}

void film_buffers(const scene *s, r3d_layers_buffers *out_buffers)
{
    r3d_layers_posed posed;
    if (!s->film->is_rendered) {
        return;
    }
    assert_int_equal(r3d_layers_player_get_posed(s->film->player, &posed), R3D_OK);
    r3d_layers_target_get_buffers(posed.target, out_buffers);
    memcpy(out_buffers->stencil, posed.marks,
           (size_t)out_buffers->width * (size_t)out_buffers->height);
}

bool film_info(scene *s, const char *word)
{
    r3d_layers_posed posed;
    if (r3d_layers_player_get_posed(s->film->player, &posed) != R3D_OK) {
        return false;
    }
    const r3d_perspective_camera *c = &posed.view.camera;
    if (is(word, "camera")) {
        scene_put(s, "eye %d %d %d look %d %d %d\n", (int)posed.eye_q16[0], (int)posed.eye_q16[1],
                  (int)posed.eye_q16[2], (int)posed.look_q16[0], (int)posed.look_q16[1],
                  (int)posed.look_q16[2]);
        scene_put(s, "right %d %d %d down %d %d %d forward %d %d %d zoom %d fade %d\n",
                  (int)c->right_q16[0], (int)c->right_q16[1], (int)c->right_q16[2],
                  (int)c->down_q16[0], (int)c->down_q16[1], (int)c->down_q16[2],
                  (int)c->forward_q16[0], (int)c->forward_q16[1], (int)c->forward_q16[2],
                  (int)c->focal_fx4, (int)posed.fade);
        return true;
    }
    if (is(word, "lights")) {
        scene_put_lights(s, posed.view.lights->lamps, s->lights.lamp_count, posed.frame);
        return true;
    }
    if (!s->film->is_rendered) {
        return false;
    }
    /* The other words look at the scene's own target and pool. */
    if (is(word, "counters")) {
        r3d_layers_counters counters;
        r3d_layers_counters before; /* what lines drew before the frame */
        r3d_layers_target_get_counters(posed.target, &counters);
        r3d_layers_target_get_counters(s->target, &before);
        scene_put(s, "triangles %lld pixels %lld\n",
                  (long long)(counters.triangles + before.triangles),
                  (long long)(counters.pixels + before.pixels));
        return true;
    }
    if (is(word, "cells")) {
        s->visited = posed.visit_count;
        for (int32_t i = 0; i < posed.visit_count; i++) {
            s->order[i] = posed.visit_order[i];
        }
        memcpy(s->visits, posed.visits, (size_t)s->cell_count * sizeof *s->visits);
    } else if (is(word, "depth")) {
        r3d_layers_buffers from;
        r3d_layers_buffers to;
        r3d_layers_target_get_buffers(posed.target, &from);
        r3d_layers_target_get_buffers(s->target, &to);
        memcpy(to.depth_q16, from.depth_q16,
               (size_t)from.width * (size_t)from.height * sizeof *to.depth_q16);
    } else if (is(word, "pool")) {
        s->pool = *posed.water;
    }
    return false;
}

const uint32_t *film_flame(const scene *s, const char *name)
{
    for (int32_t i = 0; i < s->film->film.flame_count; i++) {
        if (is(s->film->flame_names[i], name)) {
            return r3d_layers_player_get_flame(s->film->player, i);
        }
    }
    fail_msg("no flame %s", name);
    return NULL;
}

void film_free(scene *s)
{
    if (s->film != NULL) {
        r3d_layers_player_destroy(s->film->player);
        free(s->film);
        s->film = NULL;
    }
}
