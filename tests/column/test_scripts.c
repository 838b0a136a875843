/* SPDX-License-Identifier: MIT */
/* Column worlds in display lists: the commands draw what a client draws. */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/script.h>

#include "cmocka_all.h"
#include "scene.h"

/* Scripts are parsed as if they lay there; the files that they name are beside the folder. */
#define SCRIPT_PATH R3D_TEST_SOURCE_DIR "/golden/column/test.r3d"

static const char *folder_of_level(const char *level)
{
    return strcmp(level, "e2m7-demo") == 0 ? "../data/nostromo" : "../data/levels";
}

/* A script and the replay that has run it; the script goes last. */
typedef struct run_script {
    r3d_script *script;
    r3d_replay *replay;
} run_script;

static r3d_result run(const char *text, run_script *out, r3d_error *out_error)
{
    memset(out, 0, sizeof *out);
    r3d_result result =
        r3d_script_parse(text, strlen(text), SCRIPT_PATH, NULL, &out->script, out_error);
    if (result == R3D_OK) {
        assert_int_equal(r3d_replay_create(NULL, &out->replay), R3D_OK);
        result = r3d_replay_run(out->replay, out->script, out_error);
    }
    return result;
}

static void finish(run_script *run)
{
    r3d_replay_destroy(run->replay);
    r3d_script_destroy(run->script);
}

static void assert_draws(const char *text, const scene *s)
{
    run_script drawn;
    r3d_error error;
    if (run(text, &drawn, &error) != R3D_OK) {
        fail_msg("line %d: %s\n%s", (int)error.line, error.message, text);
    }
    const r3d_surface *frame = r3d_replay_get_surface(drawn.replay);
    assert_int_equal(frame->width, s->surface.width);
    assert_int_equal(frame->height, s->surface.height);
    for (int32_t y = 0; y < frame->height; y++) {
        assert_memory_equal(frame->pixels + (ptrdiff_t)y * frame->stride_px,
                            s->pixels + (ptrdiff_t)y * s->surface.width,
                            (size_t)frame->width * sizeof *frame->pixels);
    }
    finish(&drawn);
}

static const char *const mode_names[] = {"ids", "lines", "dither", "flat", "textured"};

static int write_case(char *out, size_t size, const reference_case *c, const char *head)
{
    const r3d_column_camera *k = &c->camera;
    int used = snprintf(out, size, "size %d %d\n%s", (int)c->width, (int)c->height, head);
    for (int32_t i = 0; i < c->set_count; i++) {
        used += snprintf(out + used, size - (size_t)used, "column_%s 0 %d %.4f\n",
                         c->sets[i].is_ceiling ? "ceiling" : "floor", (int)c->sets[i].sector,
                         c->sets[i].z);
    }
    used += snprintf(out + used, size - (size_t)used,
                     "column_camera %.6f %.6f %.6f %.6f %.6f\ncolumn_focal %.6f %.6f\n", k->x, k->y,
                     k->z, k->yaw, k->shear, k->focal_x, k->focal_y);
    assert_true((size_t)used < size);
    return used;
}

static void draw_every_mode(const reference_case *c, void *user)
{
    (void)user;
    char text[4096];
    char head[512];
    snprintf(head, sizeof head, "column_level 0 %s/%s.level\ncolumn_sprites 0 %s\n",
             folder_of_level(c->level), c->level, folder_of_level(c->level));
    scene s;
    scene_open_case(&s, c, false);
    for (int mode = 0; mode < 5; mode++) {
        const int used = write_case(text, sizeof text, c, head);
        snprintf(text + used, sizeof text - (size_t)used, "column_draw 0 %s%s\n", mode_names[mode],
                 c->things ? " things" : "");
        s.view.mode = (r3d_column_mode)mode;
        scene_draw(&s);
        assert_draws(text, &s);
    }
    scene_free(&s);
}

static void every_reference_camera_is_drawn_in_every_mode(void **state)
{
    (void)state;
    each_case(draw_every_mode, NULL);
}

static void folders_of_textures_light_and_background_are_as_a_client_sets_them(void **state)
{
    (void)state;
    const reference_case c = find_case("r-demo11");
    char path[1024];
    level_path(c.level, path, sizeof path);
    r3d_column_level_load_options options;
    r3d_column_level_load_options_init(&options);
    options.wall_material = "brick1";
    options.step_material = "brown1";
    options.floor_material = "aqf001";
    r3d_column_level *level = NULL;
    assert_int_equal(r3d_column_level_load(path, &options, NULL, &level, NULL), R3D_OK);
    r3d_column_picture_sources sources;
    r3d_column_picture_sources_init(&sources);
    sources.sprite_dir = R3D_TEST_SOURCE_DIR "/golden/data/nostromo";
    sources.texture_dir = R3D_TEST_SOURCE_DIR "/golden/data/freedoom";
    r3d_column_level_pictures *pictures = NULL;
    assert_int_equal(r3d_column_level_load_pictures(level, &sources, NULL, &pictures, NULL),
                     R3D_OK);
    scene s;
    scene_make(&s, level, pictures, c.width, c.height);
    scene_apply_case(&s, &c);
    s.view.mode = R3D_COLUMN_TEXTURED;
    s.view.fade_start = 100;
    s.view.fade_length = 1500.5;
    s.view.contrast = true;
    s.view.sky_horizon = 90;
    scene_draw(&s);
    char text[4096];
    const int used = write_case(text, sizeof text, &c,
                                "column_level 0 ../data/nostromo/e2m7-demo.level brick1 brown1 "
                                "aqf001 -\n"
                                "column_sprites 0 ../data/nostromo\n"
                                "column_textures 0 ../data/freedoom\n");
    snprintf(text + used, sizeof text - (size_t)used,
             "column_light 100 1500.5 1\ncolumn_behind 0 90\ncolumn_draw 0 textured things\n");
    assert_draws(text, &s);
    scene_free(&s);
}

static void a_picture_that_is_taken_away_is_not_drawn(void **state)
{
    (void)state;
    const reference_case c = find_case("r-sprites00");
    char text[4096];
    scene s;
    scene_make(&s, load_level(c.level, false), NULL, c.width, c.height);
    scene_apply_case(&s, &c);
    scene_draw(&s);
    const int used = write_case(text, sizeof text, &c,
                                "column_level 0 ../data/levels/sprites.level\n"
                                "column_sprites 0 ../data/levels\n");
    int more = used;
    const int32_t types = r3d_column_level_get_desc(s.level)->thing_type_count;
    assert_true(types > 0);
    for (int32_t i = 0; i < types; i++) {
        more +=
            snprintf(text + more, sizeof text - (size_t)more, "column_plain 0 type %d\n", (int)i);
    }
    snprintf(text + more, sizeof text - (size_t)more, "column_draw 0 ids things\n");
    assert_draws(text, &s);
    scene_free(&s);
}

static void movers_things_and_bands_are_as_a_client_sets_them(void **state)
{
    (void)state;
    const reference_case c = find_case("r-demo05");
    scene s;
    scene_open_case(&s, &c, false);
    assert_int_equal(r3d_column_world_start_mover(s.world, 0, R3D_COLUMN_MOVER_UP, 20, true),
                     R3D_OK);
    assert_int_equal(r3d_column_world_advance(s.world, 1.25, NULL, 0), R3D_OK);
    const double z = -250;
    assert_int_equal(r3d_column_world_move_thing(s.world, 0, 520, 1160, &z), R3D_OK);
    assert_int_equal(r3d_column_world_move_thing(s.world, 1, 560, 1170, NULL), R3D_OK);
    for (int32_t i = 0; i < c.width * c.height; i++) {
        s.pixels[i] = 0xFF102030u;
    }
    s.view.column_begin = 10;
    s.view.column_end = 50;
    scene_draw(&s);
    char text[4096];
    const int used = write_case(text, sizeof text, &c,
                                "column_level 0 ../data/nostromo/e2m7-demo.level\n"
                                "column_sprites 0 ../data/nostromo\n");
    snprintf(text + used, sizeof text - (size_t)used,
             "column_mover 0 0 up 20 1\ncolumn_advance 0 1.25\ncolumn_thing 0 0 520 1160 -250\n"
             "column_thing 0 1 560 1170\nclear 0x102030\ncolumn_band 10 50\n"
             "column_draw 0 ids things\n");
    assert_draws(text, &s);
    scene_free(&s);
}

static void a_level_has_a_start_and_a_field_of_view(void **state)
{
    (void)state;
    scene s;
    scene_make(&s, load_level("e2m7-demo", false), NULL, 64, 48);
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(s.level);
    s.view.camera.x = desc->start_x;
    s.view.camera.y = desc->start_y;
    s.view.camera.z = desc->start_eye;
    s.view.camera.yaw = desc->start_yaw;
    r3d_column_camera_square(&s.view.camera, 64, 75);
    scene_draw(&s);
    assert_draws("size 64 48\ncolumn_level 3 ../data/nostromo/e2m7-demo.level\ncolumn_fov 75\n"
                 "column_start 3\ncolumn_draw 3 ids\n",
                 &s);
    scene_free(&s);
}

static void what_is_wrong_is_said_with_its_line(void **state)
{
    (void)state;
#define LEVEL "size 8 8\ncolumn_level 0 ../data/levels/door.level\n"
    static const struct {
        const char *text;
        int line;
        const char *says;
    } cases[] = {
        {"size 8 8\ncolumn_draw 0 ids\n", 2, "column level 0 was not loaded"},
        {"column_level 16 a.level\n", 1, "L is 16, expected 0..15"},
        {"column_level 0 none.level\n", 1, "cannot open"},
        {"column_level 0 ../data/nostromo/README.md\n", 1, "README.md:2"},
        {"column_map 0 cases.txt E1M1\n", 1, "cases.txt"},
        {LEVEL "column_draw 0 idz\n", 3, "expected ids, lines, dither, flat or textured"},
        {LEVEL "column_draw 0 ids thing\n", 3, "expected things or nothing"},
        {LEVEL "column_floor 0 999 1\n", 3, "sector 999 cannot have its floor at 1"},
        {LEVEL "column_floor 0 0 5000\n", 3, "above its ceiling"},
        {LEVEL "column_ceiling 0 0 -5000\n", 3, "below its floor"},
        {LEVEL "column_heights 0 0 9 8\n", 3, "the floor above the ceiling"},
        {LEVEL "column_thing 0 99 1 1\n", 3, "no such thing"},
        {LEVEL "column_mover 0 99 up\n", 3, "no such mover"},
        {LEVEL "column_mover 0 0 sideways\n", 3, "expected down, stopped or up"},
        {LEVEL "column_advance 0 3601\n", 3, "expected 0..3600"},
        {LEVEL "column_fov 180\n", 3, "expected 1..179"},
        {LEVEL "column_sprites 0 nowhere\ncolumn_textures 0 nowhere\n", 4, "is not a folder"},
        {LEVEL "column_textures 0 /tmp\n", 3, "absolute"},
        {LEVEL "column_camera 20000000 0 0 0 0\ncolumn_draw 0 ids\n", 4,
         "a camera or light beyond"},
        {LEVEL "column_band 5 9\ncolumn_draw 0 ids\n", 4, "columns outside the picture"},
        {LEVEL "clip 3 3 3 3\ncolumn_draw 0 ids\n", 4, "nothing to draw into"},
        {LEVEL "column_texels 0 wall 0 a.png 1 0\n", 3, "expected material, type or sky"},
        {LEVEL "column_texels 0 material 9 a.png 1 0\n", 3, "material 9: the level has 0 of them"},
        {LEVEL "column_texels 0 sky 0 ids/r-demo00.png 3 0\n", 3, "3 copies of equal height"},
        {LEVEL "column_indexed 0 sky 0 ids/r-demo00.png ids/r-demo00.png 0 0\n", 3,
         "the shades are 96 wide, expected 256"},
        {"column_draw 0 ids\n", 1, "comes before \"size\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_script refused;
        r3d_error error;
        assert_int_not_equal(run(cases[i].text, &refused, &error), R3D_OK);
        if (error.line != cases[i].line || strstr(error.message, cases[i].says) == NULL) {
            fail_msg("%sline %d: %s", cases[i].text, (int)error.line, error.message);
        }
        finish(&refused);
    }
}

static void a_budget_that_is_too_small_is_an_error(void **state)
{
    (void)state;
    static const char text[] =
        "size 8 8\ncolumn_level 0 ../data/nostromo/e2m7-demo.level\ncolumn_draw 0 ids\n";
    r3d_script *script = NULL;
    r3d_error error;
    assert_int_equal(r3d_script_parse(text, strlen(text), SCRIPT_PATH, NULL, &script, &error),
                     R3D_OK);
    bool ever_refused = false;
    bool was_drawn = false;
    for (int64_t limit = 280000; limit < 1200000; limit += 20000) {
        r3d_replay_desc desc;
        r3d_replay *replay = NULL;
        r3d_replay_desc_init(&desc);
        desc.max_memory = limit;
        assert_int_equal(r3d_replay_create(&desc, &replay), R3D_OK);
        const r3d_result result = r3d_replay_run(replay, script, &error);
        assert_true(result == R3D_OK || result == R3D_ERR_MEMORY || result == R3D_ERR_LIMIT);
        assert_true(result == R3D_OK || !was_drawn);
        ever_refused = ever_refused || result != R3D_OK;
        was_drawn = was_drawn || result == R3D_OK;
        r3d_replay_destroy(replay);
    }
    assert_true(ever_refused && was_drawn);
    r3d_script_destroy(script);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_reference_camera_is_drawn_in_every_mode),
        cmocka_unit_test(folders_of_textures_light_and_background_are_as_a_client_sets_them),
        cmocka_unit_test(a_picture_that_is_taken_away_is_not_drawn),
        cmocka_unit_test(movers_things_and_bands_are_as_a_client_sets_them),
        cmocka_unit_test(a_level_has_a_start_and_a_field_of_view),
        cmocka_unit_test(what_is_wrong_is_said_with_its_line),
        cmocka_unit_test(a_budget_that_is_too_small_is_an_error),
    };
    return cmocka_run_group_tests_name("column_scripts", tests, NULL, NULL);
}
