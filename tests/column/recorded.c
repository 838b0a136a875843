/* SPDX-License-Identifier: MIT */
/* Recordings of column worlds: what a client drew is replayed pixel for pixel, and the history of
 * its pixels names who drew them. `column_recorded cases` for the reference cameras,
 * `column_recorded FILE.wad:MAP` for 200 random cameras of a map. Exit code 77 (skipped) when the
 * WAD file is not there. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/column_calls.h>
#include <retro3d/folders.h>
#include <retro3d/history.h>
#include <retro3d/record.h>
#include <retro3d/script.h>

#include "cmocka_all.h"
#include "rng.h"
#include "scene.h"

#define NOT_KNOWN 0u /* of lines */

enum { POINTS = 100, TILE_WIDTH = 64, TILE_HEIGHT = 40, TILES_ACROSS = 20, TILES_DOWN = 10 };

static const char *wad_map;
static char script_path[1024];

/* ---- recordings ---- */

static r3d_recorder *begin(scene *s)
{
    r3d_recorder *recorder = NULL;
    const size_t count = (size_t)s->surface.width * (size_t)s->surface.height;
    memset(s->pixels, 0, count * sizeof *s->pixels);
    assert_int_equal(r3d_recorder_create(NULL, &recorder), R3D_OK);
    assert_int_equal(r3d_recorder_attach(recorder, &s->surface), R3D_OK);
    return recorder;
}

/* Saves, which replays once, and loads what was saved. */
static r3d_script *end(scene *s, r3d_recorder *recorder)
{
    r3d_script *script = NULL;
    r3d_error error;
    r3d_recorder_detach(recorder, &s->surface);
    if (r3d_recorder_save(recorder, &s->surface, script_path, &error) != R3D_OK ||
        r3d_script_load(script_path, NULL, &script, &error) != R3D_OK) {
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.message);
    }
    r3d_recorder_destroy(recorder);
    return script;
}

static void assert_replays(const scene *s, const r3d_script *script)
{
    r3d_replay *replay = NULL;
    r3d_error error;
    assert_int_equal(r3d_replay_create(NULL, &replay), R3D_OK);
    if (r3d_replay_run(replay, script, &error) != R3D_OK) {
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.message);
    }
    const r3d_surface *frame = r3d_replay_get_surface(replay);
    assert_memory_equal(frame->pixels, s->pixels,
                        (size_t)frame->width * (size_t)frame->height * sizeof *frame->pixels);
    r3d_replay_destroy(replay);
}

/* ---- histories ---- */

/* The origin of a write is what the pixel of the same draw in mode IDS says. */
static void check_identity(const r3d_pixel_write *write, uint32_t id)
{
    static const char *const kinds[] = {"",        "middle", "upper", "lower", "floor",
                                        "ceiling", "sky",    "thing", "thing"};
    const uint32_t kind = id >> 16 & 15u;
    const int32_t index = (int32_t)((id >> 20 & 15u) << 16 | (id & 0xFFFFu));
    if (id == NOT_KNOWN) {
        return;
    }
    if (kind == R3D_COLUMN_NOTHING) {
        assert_null(r3d_draw_origin_find(write->origin, "wall"));
        return;
    }
    assert_non_null(write->origin);
    if (strcmp(write->origin->kind, "masked") == 0) {
        return; /* mode IDS does not show them */
    }
    assert_string_equal(write->origin->kind, kinds[kind]);
    assert_int_equal(write->origin->id, index);
}

/* Asserts that a write says with which facts it is explained. */
static int32_t fact_of(const r3d_history *history, const r3d_pixel_write *write, const char *name)
{
    for (int32_t i = 0; i < write->fact_count; i++) {
        const r3d_draw_number *fact = r3d_history_get_fact(history, write, i);
        assert_non_null(fact);
        if (strcmp(fact->name, name) == 0) {
            return fact->value;
        }
    }
    return INT32_MIN;
}

static void check_facts(const r3d_history *history, const r3d_pixel_write *write)
{
    const bool is_face = write->call == &r3d_call_column_face;
    const bool is_plane = write->call == &r3d_call_column_plane;
    if (is_face || is_plane) {
        const int32_t top = fact_of(history, write, "window top");
        const int32_t bottom = fact_of(history, write, "window bottom");
        const int32_t first = fact_of(history, write, "first row");
        const int32_t last = fact_of(history, write, "last row");
        assert_true(0 <= top && top <= first && first <= last && last < bottom);
        assert_true(fact_of(history, write, "depth") >= 0);
    }
}

/* Follows 100 random pixels of each tile of a recording whose pixels' identities are known, or not (NULL). A frame
 * of one camera is one tile. */
static void check_history(const scene *s, const r3d_script *script, const uint32_t *ids,
                          int32_t tiles_across, int32_t tiles_down, uint64_t seed)
{
    const int32_t width = s->surface.width;
    const int32_t tile_width = width / tiles_across;
    const int32_t tile_height = s->surface.height / tiles_down;
    const size_t point_count = (size_t)(tiles_across * tiles_down) * POINTS;
    r3d_history_point *points = calloc(point_count, sizeof *points);
    assert_non_null(points);
    rng r = {seed};
    for (size_t i = 0; i < point_count; i++) {
        const int32_t tile = (int32_t)(i / POINTS);
        points[i].x = tile % tiles_across * tile_width + rng_range(&r, 0, tile_width - 1);
        points[i].y = tile / tiles_across * tile_height + rng_range(&r, 0, tile_height - 1);
    }
    r3d_history_desc desc;
    r3d_history *history = NULL;
    r3d_error error;
    r3d_history_desc_init(&desc);
    desc.points = points;
    desc.point_count = point_count;
    desc.owner = true;
    if (r3d_history_create(script, &desc, &history, &error) != R3D_OK) {
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.message);
    }
    assert_memory_equal(r3d_history_get_surface(history)->pixels, s->pixels,
                        (size_t)width * (size_t)s->surface.height * sizeof *s->pixels);
    const uint32_t *owner = r3d_history_get_owner(history);
    for (size_t i = 0; i < point_count; i++) {
        const int32_t at = points[i].y * width + points[i].x;
        const size_t count = r3d_history_write_count(history, i);
        assert_true(count > 0);
        for (size_t k = 0; k < count; k++) {
            const r3d_pixel_write *write = r3d_history_get_write(history, i, k);
            assert_string_equal(write->command, "column_draw");
            assert_int_equal(write->share, 256);
            assert_int_equal(write->source_rgb, write->after & 0xFFFFFFu);
            assert_true(k == 0 || write->before == r3d_history_get_write(history, i, k - 1)->after);
            check_facts(history, write);
        }
        const r3d_pixel_write *last = r3d_history_get_write(history, i, count - 1);
        assert_int_equal(last->after, s->pixels[at]);
        assert_int_equal(r3d_history_owner_of(history, last), owner[at]);
        if (ids != NULL) {
            check_identity(last, ids[at]);
            if (last->origin != NULL && ids[at] != NOT_KNOWN) { /* outlines own no pixels */
                char name[200];
                char expected[64];
                r3d_history_owner_name(history, owner[at], name, sizeof name);
                snprintf(expected, sizeof expected, "%s %d", last->origin->kind,
                         (int)last->origin->id);
                if (strstr(name, expected) == NULL) {
                    fail_msg("owner \"%s\", expected %s", name, expected);
                }
            }
        }
    }
    r3d_history_destroy(history);
    free(points);
}

/* ---- the reference cameras ---- */

static void record_case(const reference_case *c, void *user)
{
    uint64_t *seed = user;
    scene s;
    scene_open_case(&s, c, false);
    const size_t count = (size_t)c->width * (size_t)c->height;
    uint32_t *ids = malloc(count * sizeof *ids);
    assert_non_null(ids);
    s.view.mode = R3D_COLUMN_IDS;
    scene_draw(&s);
    memcpy(ids, s.pixels, count * sizeof *ids);
    for (int mode = 0; mode < 5; mode++) {
        s.view.mode = (r3d_column_mode)mode;
        r3d_recorder *recorder = begin(&s);
        scene_draw(&s);
        r3d_script *script = end(&s, recorder);
        assert_replays(&s, script);
        check_history(&s, script, mode == R3D_COLUMN_LINES ? NULL : ids, 1, 1, ++*seed);
        r3d_script_destroy(script);
    }
    free(ids);
    scene_free(&s);
}

static void reference_cameras_are_recorded_and_explained(void **state)
{
    (void)state;
    uint64_t seed = 1;
    each_case(record_case, &seed);
}

/* ---- a map of a WAD file ---- */

static void open_map(scene *s)
{
    char path[512];
    r3d_error error;
    r3d_wad *wad = NULL;
    r3d_column_level *level = NULL;
    r3d_column_level_pictures *pictures = NULL;
    const char *colon = strchr(wad_map, ':');
    snprintf(path, sizeof path, "%.*s", (int)(colon - wad_map), wad_map);
    if (r3d_wad_load(path, NULL, &wad, &error) != R3D_OK ||
        r3d_wad_load_map(wad, NULL, colon + 1, NULL, NULL, &level, &pictures, &error) != R3D_OK) {
        fail_msg("%s: %s", error.file, error.message);
    }
    r3d_wad_destroy(wad);
    scene_make(s, level, pictures, TILE_WIDTH * TILES_ACROSS, TILE_HEIGHT * TILES_DOWN);
}

/* Above a thing of the map, that is where somebody can stand, looking anywhere. */
static void random_view(rng *r, scene *s)
{
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(s->level);
    r3d_column_camera *camera = &s->view.camera;
    r3d_column_thing_place place;
    assert_int_equal(
        r3d_column_world_get_thing(s->world, rng_range(r, 0, desc->thing_count - 1), &place),
        R3D_OK);
    camera->x = place.x + 20.0 * rng_unit(r);
    camera->y = place.y + 20.0 * rng_unit(r);
    camera->z = place.z + 70.0 * rng_unit(r);
    camera->yaw = 360.0 * rng_unit(r);
    camera->shear = rng_range(r, 0, 1) == 0 ? 0.0 : 20.0 * rng_unit(r) - 10.0;
    r3d_column_camera_square(camera, TILE_WIDTH, 60.0 + 50.0 * rng_unit(r));
    s->view.things = rng_range(r, 0, 3) > 0;
    s->view.contrast = rng_range(r, 0, 1) == 1;
    s->view.fade_start = 200.0 * rng_unit(r);
    s->view.fade_length = rng_range(r, 0, 1) == 0 ? 0.0 : 500.0 + 2000.0 * rng_unit(r);
    if (desc->mover_count > 0) {
        const r3d_column_level_mover *m = &desc->movers[rng_range(r, 0, desc->mover_count - 1)];
        const double z = m->min + (m->max - m->min) * rng_range(r, 0, 4) / 4.0;
        (void)(m->is_ceiling ? r3d_column_world_set_ceiling(s->world, m->sector, z)
                             : r3d_column_world_set_floor(s->world, m->sector, z));
    }
    (void)r3d_column_world_move_thing(s->world, rng_range(r, 0, desc->thing_count - 1),
                                      place.x + 100.0 * rng_unit(r), place.y, NULL);
}

static void two_hundred_cameras_of_a_map_are_recorded_and_explained(void **state)
{
    (void)state;
    scene s;
    open_map(&s);
    const size_t count = (size_t)s.surface.width * (size_t)s.surface.height;
    uint32_t *ids = malloc(count * sizeof *ids);
    assert_non_null(ids);
    r3d_surface id_surface = s.surface;
    id_surface.pixels = ids;
    rng r = {UINT64_C(0x9E3779B97F4A7C15)};
    r3d_recorder *recorder = begin(&s);
    for (int32_t tile = 0; tile < TILES_ACROSS * TILES_DOWN; tile++) {
        const int32_t x = tile % TILES_ACROSS * TILE_WIDTH;
        const int32_t y = tile / TILES_ACROSS * TILE_HEIGHT;
        random_view(&r, &s);
        r3d_surface_set_clip(&s.surface, x, y, x + TILE_WIDTH, y + TILE_HEIGHT);
        s.view.mode = tile % 8 == 7 ? (r3d_column_mode)(tile / 8 % 4) : R3D_COLUMN_TEXTURED;
        scene_draw(&s);
        r3d_surface_set_clip(&id_surface, x, y, x + TILE_WIDTH, y + TILE_HEIGHT);
        const r3d_column_mode mode = s.view.mode;
        s.view.mode = R3D_COLUMN_IDS;
        assert_int_equal(r3d_column_draw(s.context, s.world, &s.view, &id_surface, NULL), R3D_OK);
        for (int32_t i = 0; mode == R3D_COLUMN_LINES && i < TILE_WIDTH * TILE_HEIGHT; i++) {
            ids[(y + i / TILE_WIDTH) * s.surface.width + x + i % TILE_WIDTH] = NOT_KNOWN;
        }
    }
    r3d_script *script = end(&s, recorder);
    assert_replays(&s, script);
    check_history(&s, script, ids, TILES_ACROSS, TILES_DOWN, 7);
    r3d_script_destroy(script);
    free(ids);
    scene_free(&s);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: column_recorded cases|FILE.wad:MAP OUT.r3d\n");
        return 2;
    }
    snprintf(script_path, sizeof script_path, "%s", argv[2]);
    if (strcmp(argv[1], "cases") == 0) {
        const struct CMUnitTest tests[] = {
            cmocka_unit_test(reference_cameras_are_recorded_and_explained)};
        return cmocka_run_group_tests_name("column_recorded", tests, NULL, NULL);
    }
    wad_map = argv[1];
    const char *colon = strchr(wad_map, ':');
    char path[512];
    if (colon == NULL) {
        return 2;
    }
    snprintf(path, sizeof path, "%.*s", (int)(colon - wad_map), wad_map);
    if (r3d_path_get_kind(path) == R3D_PATH_NONE) {
        printf("%s is not installed: skipped\n", path);
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_hundred_cameras_of_a_map_are_recorded_and_explained)};
    return cmocka_run_group_tests_name("column_recorded", tests, NULL, NULL);
}
