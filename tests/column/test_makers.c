/* SPDX-License-Identifier: MIT */
/* Maps as their makers made them: small WAD files, each with one thing that the engine of 1993 takes
 * in its own way, and the value that is right. Source: spec column section 12.1. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/column.h>
#include <retro3d/levels.h>

#include "cmocka_all.h"

enum { SIZE = 128, WARNINGS_MAX = 8 };

static const double camera_of_walls[5] = {64.0, 128.0, 64.0, 0.0, 0.0};

/* A map of tests/column/wad, its warnings and a picture of it. */
struct shown {
    r3d_column_level *level;
    r3d_column_level_pictures *pictures;
    int32_t warnings;
    char text[WARNINGS_MAX][200];
    uint32_t pixels[SIZE * SIZE];
};

static void hear(const r3d_column_level_issue *issue, int32_t line, void *user)
{
    struct shown *s = user;
    assert_int_equal(line, 0);
    assert_true(s->warnings < WARNINGS_MAX);
    snprintf(s->text[s->warnings++], sizeof s->text[0], "%s", issue->message);
}

static r3d_result load(struct shown *s, const char *name, const char *map, bool strict,
                       r3d_wad_skill skill, r3d_error *error)
{
    char path[512];
    r3d_wad *wad = NULL;
    memset(s, 0, sizeof *s);
    memset(error, 0, sizeof *error);
    snprintf(path, sizeof path, "%s/tests/column/wad/%s.wad", R3D_TEST_SOURCE_DIR, name);
    assert_int_equal(r3d_wad_load(path, NULL, &wad, error), R3D_OK);
    r3d_column_level_load_options options;
    r3d_column_level_load_options_init(&options);
    options.strict = strict;
    options.skill = skill;
    options.on_issue = hear;
    options.user = s;
    const r3d_result result =
        r3d_wad_load_map(wad, NULL, map, &options, NULL, &s->level, &s->pictures, error);
    r3d_wad_destroy(wad);
    return result;
}

static void draw_mode(struct shown *s, double eye, r3d_column_mode mode)
{
    r3d_column_world *world = NULL;
    r3d_column_context *context = NULL;
    r3d_surface surface;
    r3d_column_view view;
    assert_int_equal(r3d_column_world_create(s->level, NULL, &world), R3D_OK);
    assert_int_equal(r3d_column_context_create(s->level, SIZE, SIZE, 0, NULL, &context), R3D_OK);
    r3d_surface_init(&surface, s->pixels, SIZE, SIZE, SIZE);
    r3d_column_view_init(&view);
    view.mode = mode;
    view.things = true;
    view.materials = r3d_column_level_pictures_get_materials(s->pictures);
    r3d_column_camera_square(&view.camera, SIZE, 60.0);
    view.camera.x = camera_of_walls[0];
    view.camera.y = camera_of_walls[1];
    view.camera.z = eye;
    assert_int_equal(r3d_column_draw(context, world, &view, &surface, NULL), R3D_OK);
    r3d_column_context_destroy(context);
    r3d_column_world_destroy(world);
}

static void draw(struct shown *s, double eye)
{
    draw_mode(s, eye, R3D_COLUMN_TEXTURED);
}

static uint32_t pixel(const struct shown *s, int32_t x, int32_t y)
{
    return s->pixels[y * SIZE + x] & 0xFFFFFFu;
}

static void drop(struct shown *s)
{
    r3d_column_level_pictures_destroy(s->pictures);
    r3d_column_level_destroy(s->level);
}

static void loads(struct shown *s, const char *name)
{
    r3d_error error;
    if (load(s, name, "MAP01", false, R3D_WAD_SKILL_MEDIUM, &error) != R3D_OK) {
        fail_msg("%s: %s", name, error.message);
    }
}

static void of_several_starts_the_last_counts(void **state)
{
    (void)state;
    struct shown s;
    loads(&s, "starts");
    const r3d_column_level_desc *d = r3d_column_level_get_desc(s.level);
    assert_true(d->start_x == 200.0 && d->start_y == 200.0 && d->start_yaw == 180.0);
    drop(&s);
}

/* Two numbers that share the sprite SARG are two types, and the text tells them apart. */
static void types_are_named_by_number_and_sprite(void **state)
{
    (void)state;
    struct shown s;
    char *text[2] = {NULL, NULL};
    size_t size[2] = {0, 0};
    r3d_error error;
    loads(&s, "demonspectre");
    const r3d_column_level_desc *d = r3d_column_level_get_desc(s.level);
    assert_int_equal(d->thing_type_count, 2);
    assert_string_equal(d->thing_types[0].sprite, "SARG");
    assert_string_equal(d->thing_types[1].sprite, "SARG");
    assert_string_not_equal(d->thing_types[0].name, d->thing_types[1].name);
    assert_int_equal(r3d_column_level_encode(s.level, NULL, &text[0], &size[0], &error), R3D_OK);
    r3d_column_level *again = NULL;
    assert_int_equal(r3d_column_level_decode(text[0], size[0], "again", NULL, NULL, &again, &error),
                     R3D_OK);
    assert_int_equal(r3d_column_level_encode(again, NULL, &text[1], &size[1], &error), R3D_OK);
    assert_int_equal(size[0], size[1]);
    assert_memory_equal(text[0], text[1], size[0]);
    r3d_column_level_destroy(again);
    free(text[0]);
    free(text[1]);
    drop(&s);
}

static void maps_are_named_in_any_case(void **state)
{
    (void)state;
    static const char *const names[] = {"map01", "Map01", "MAP01"};
    struct shown s;
    r3d_error error;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_int_equal(load(&s, "ok", names[i], true, R3D_WAD_SKILL_MEDIUM, &error), R3D_OK);
        assert_int_equal(s.warnings, 0);
        drop(&s);
    }
    assert_int_equal(load(&s, "ok", "map02", false, R3D_WAD_SKILL_MEDIUM, &error),
                     R3D_ERR_FORMAT_DATA);
}

/* Whatever is wrong with the tree of the file: the picture is that of the sound map. */
static void no_tree_of_the_file_is_needed(void **state)
{
    (void)state;
    static const char *const names[] = {"nonodes", "xgln", "mangled", "extra4"};
    struct shown good;
    struct shown s;
    r3d_error error;
    loads(&good, "ok");
    draw(&good, 64.0);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        loads(&s, names[i]);
        assert_int_equal(s.warnings, i < 3); /* extra4: lumps of others between, all is sound */
        draw(&s, 64.0);
        assert_memory_equal(s.pixels, good.pixels, sizeof s.pixels);
        drop(&s);
        assert_int_equal(load(&s, names[i], NULL, true, R3D_WAD_SKILL_MEDIUM, &error), R3D_OK);
        drop(&s);
    }
    drop(&good);
    loads(&s, "extranode");
    assert_int_equal(s.warnings, 1);
    assert_non_null(strstr(s.text[0], "NODES"));
    assert_int_equal(r3d_column_level_get_desc(s.level)->wall_count, 7);
    drop(&s);
}

static void other_formats_are_refused_by_name(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *format;
    } maps[] = {{"hexen7", "Hexen format"}, {"udmf", "UDMF"}};
    for (size_t i = 0; i < 2; i++) {
        struct shown s;
        r3d_error error;
        assert_int_equal(load(&s, maps[i].name, "MAP01", false, R3D_WAD_SKILL_MEDIUM, &error),
                         R3D_ERR_FORMAT_UNSUPPORTED);
        assert_non_null(strstr(error.message, maps[i].format));
        assert_null(s.level);
    }
}

static void broken_lines_are_told_and_refused_when_strict(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const char *text;
    } maps[] = {{"nofront", "linedef 4: it has no side"},
                {"badsector", "linedef 3: a side or its"}};
    for (size_t i = 0; i < 2; i++) {
        struct shown s;
        r3d_error error;
        loads(&s, maps[i].name);
        assert_int_equal(s.warnings, 1);
        assert_non_null(strstr(s.text[0], maps[i].text));
        drop(&s);
        assert_int_equal(load(&s, maps[i].name, "MAP01", true, R3D_WAD_SKILL_MEDIUM, &error),
                         R3D_ERR_FORMAT_DATA);
        assert_non_null(strstr(error.message, maps[i].text));
        assert_null(s.level);
    }
    /* The line without sides changes no pixel, but nobody walks through it. */
    struct shown good;
    struct shown s;
    loads(&good, "ok");
    draw(&good, 64.0);
    loads(&s, "nofront");
    draw(&s, 64.0);
    assert_memory_equal(s.pixels, good.pixels, sizeof s.pixels);
    const r3d_column_level_desc *d = r3d_column_level_get_desc(s.level);
    const r3d_column_level_wall *wall = &d->walls[4];
    assert_true((wall->flags & R3D_COLUMN_WALL_UNSEEN) != 0);
    const double x = (d->vertices[wall->a].x + d->vertices[wall->b].x) / 2.0;
    const double y = (d->vertices[wall->a].y + d->vertices[wall->b].y) / 2.0;
    int32_t found[8];
    assert_int_equal(r3d_column_level_query_box(s.level, x - 1, y - 1, x + 1, y + 1, found, 8) > 0,
                     1);
    bool touched = false;
    const int32_t count = r3d_column_level_query_box(s.level, x - 1, y - 1, x + 1, y + 1, found, 8);
    for (int32_t i = 0; i < count; i++) {
        touched = touched || found[i] == 4;
    }
    assert_true(touched);
    drop(&good);
    drop(&s);
}

/* The wall straight ahead: its topmost pixel and the row it is in. */
static uint32_t first_of_wall(const struct shown *s, const struct shown *without, int32_t *out_row)
{
    for (int32_t y = 0; y < SIZE; y++) {
        if (pixel(s, 64, y) != pixel(without, 64, 0)) {
            *out_row = y;
            return pixel(s, 64, y);
        }
    }
    return 0;
}

static void a_patch_that_begins_above_is_shifted_not_cropped(void **state)
{
    (void)state;
    struct shown s;
    int32_t row = -1;
    loads(&s, "t_NEGY");
    draw(&s, 64.0);
    assert_int_equal(first_of_wall(&s, &s, &row), 0x101010);
    drop(&s);
}

static void patches_come_from_their_own_marks(void **state)
{
    (void)state;
    struct shown good;
    struct shown s;
    loads(&good, "ok");
    draw(&good, 64.0);
    loads(&s, "flatpatch"); /* a flat of the same name comes later */
    assert_int_equal(s.warnings, 0);
    draw(&s, 64.0);
    assert_memory_equal(s.pixels, good.pixels, sizeof s.pixels);
    drop(&s);
    drop(&good);
    loads(&s, "pngpatch");
    assert_int_equal(s.warnings, 1);
    assert_string_equal(s.text[0], "no readable picture of patch PWALL");
    draw(&s, 64.0);
    drop(&s);
}

static void a_single_player_meets_what_the_flags_say(void **state)
{
    (void)state;
    static const int32_t counts[] = {0, 0, 0, 1}; /* medium, easy, hard, all */
    struct shown s;
    r3d_error error;
    for (int skill = 0; skill < 4; skill++) {
        assert_int_equal(load(&s, "mponly", NULL, false, (r3d_wad_skill)skill, &error), R3D_OK);
        assert_int_equal(r3d_column_level_get_desc(s.level)->thing_count, counts[skill]);
        drop(&s);
    }
    for (int skill = 0; skill < 4; skill++) {
        assert_int_equal(load(&s, "sprites", NULL, false, (r3d_wad_skill)skill, &error), R3D_OK);
        assert_int_equal(r3d_column_level_get_desc(s.level)->thing_count, 1);
        drop(&s);
    }
    assert_int_equal(load(&s, "ok", NULL, false, (r3d_wad_skill)4, &error), R3D_ERR_ARGUMENT);
}

static int compare_walls(const void *left, const void *right)
{
    const long a = *(const long *)left;
    const long b = *(const long *)right;
    return a < b ? -1 : a > b;
}

/* Orders the walls of each subsector: a leaf is the set of them. */
static void order_walls(char *text, size_t size)
{
    static const char mark[] = " walls ";
    for (char *at = text; at < text + size;) {
        char *end = memchr(at, '\n', (size_t)(text + size - at));
        assert_non_null(end);
        *end = '\0';
        char *list = strncmp(at, "subsector ", 10) == 0 ? strstr(at, mark) : NULL;
        if (list != NULL) {
            long walls[4096];
            size_t count = 0;
            list += strlen(mark);
            for (char *next = list; *next != '\0';) {
                assert_true(count < 4096);
                walls[count++] = strtol(next, &next, 10);
            }
            qsort(walls, count, sizeof walls[0], compare_walls);
            for (size_t i = 0; i < count; i++) {
                list +=
                    snprintf(list, (size_t)(end - list) + 1, "%s%ld", i == 0 ? "" : " ", walls[i]);
            }
        }
        *end = '\n';
        at = end + 1;
    }
}

/* Sky below as above: the lower rows are those of the sky, and the wall between two skies is not
 * there. */
static void a_floor_of_sky_is_sky(void **state)
{
    (void)state;
    struct shown s;
    loads(&s, "skyfloor");
    const r3d_column_level_desc *d = r3d_column_level_get_desc(s.level);
    int32_t floors = 0;
    for (int32_t i = 0; i < d->sector_count; i++) {
        floors += (d->sectors[i].flags & R3D_COLUMN_SECTOR_SKY_FLOOR) != 0;
    }
    assert_int_equal(floors, 1);
    draw_mode(&s, 64.0, R3D_COLUMN_IDS);
    for (int32_t y = 80; y <= 100; y++) {
        assert_int_equal(pixel(&s, 64, y), r3d_column_id(R3D_COLUMN_SKY, 0) & 0xFFFFFFu);
    }
    drop(&s);
}

static void two_sides_without_the_flag_are_solid_to_the_eye_alone(void **state)
{
    (void)state;
    struct shown with;
    struct shown without;
    loads(&with, "flag64");
    loads(&without, "noflag64");
    draw(&with, 64.0);
    draw(&without, 64.0);
    for (int32_t y = 27; y <= 100; y++) {
        const uint32_t rgb = pixel(&without, 64, y);
        if ((rgb >> 8 & 255u) == 0 || (rgb & 0xFF00FFu) != 0) {
            fail_msg("row %d is %06x, not green", (int)y, (unsigned)rgb);
        }
    }
    assert_int_equal(pixel(&without, 64, 26) == pixel(&without, 64, 27), 0);
    assert_memory_not_equal(with.pixels, without.pixels, sizeof with.pixels);
    /* Who walks goes through both alike. */
    double reached[2];
    struct shown *both[2] = {&with, &without};
    for (int i = 0; i < 2; i++) {
        r3d_column_world *world = NULL;
        r3d_column_actor actor;
        assert_int_equal(r3d_column_world_create(both[i]->level, NULL, &world), R3D_OK);
        assert_int_equal(r3d_column_actor_init(world, 64.0, 128.0, &actor), R3D_OK);
        for (int step = 0; step < 200; step++) {
            r3d_column_actor_move(&actor, world, 4.0, 0.0);
        }
        reached[i] = actor.x;
        r3d_column_world_destroy(world);
    }
    assert_true(reached[0] == reached[1]);
    drop(&with);
    drop(&without);
}

/* The picture's upper edge is `top` above the feet: with 40 a picture of 20 floats 20 above them. */
static void sprites_are_placed_by_their_offsets(void **state)
{
    (void)state;
    struct shown s;
    loads(&s, "sprites");
    const r3d_column_level_desc *d = r3d_column_level_get_desc(s.level);
    const r3d_column_level_thing_type *type = &d->thing_types[0];
    assert_true(type->width == 10.0 && type->height == 20.0);
    assert_true(type->has_offset && type->left == 5.0 && type->top == 40.0);
    assert_true(r3d_column_level_pictures_get_materials(s.pictures)->sprites[0].width > 0);
    draw_mode(&s, 20.0, R3D_COLUMN_IDS);
    int32_t rows = 0;
    for (int32_t y = 0; y < SIZE; y++) {
        if (pixel(&s, 64, y) == (r3d_column_id(R3D_COLUMN_THING_WHITE, 0) & 0xFFFFFFu)) {
            rows++;
            assert_true(y < SIZE / 2); /* all above an eye at 20 */
        }
    }
    assert_true(rows > 4);
    drop(&s);
}

/* Every map of Freedoom is written as text and read back, and the text of that is the same. */
static void all_maps_of_freedoom_are_written_and_read_back(void **state)
{
    (void)state;
    static const char *const files[] = {"freedoom1.wad", "freedoom2.wad"};
    int32_t maps = 0;
    for (int file = 0; file < 2; file++) {
        char path[512];
        r3d_wad *wad = NULL;
        r3d_error error;
        snprintf(path, sizeof path, "%s/%s", R3D_TEST_DOOM_DIR, files[file]);
        const r3d_result loaded = r3d_wad_load(path, NULL, &wad, &error);
        if (loaded == R3D_ERR_IO_OPEN) {
            print_message("%s is not installed\n", path);
            skip();
        }
        assert_int_equal(loaded, R3D_OK);
        for (int32_t i = r3d_wad_next_map(wad, 0); i >= 0; i = r3d_wad_next_map(wad, i + 1)) {
            r3d_wad_lump lump;
            r3d_column_level *level = NULL;
            r3d_column_level *again = NULL;
            char *text[2];
            size_t size[2];
            r3d_wad_get_lump(wad, i, &lump);
            r3d_result result =
                r3d_wad_load_map(wad, NULL, lump.name, NULL, NULL, &level, NULL, &error);
            if (result == R3D_OK) {
                result = r3d_column_level_encode(level, NULL, &text[0], &size[0], &error);
            }
            if (result == R3D_OK) {
                result = r3d_column_level_decode(text[0], size[0], lump.name, NULL, NULL, &again,
                                                 &error);
            }
            if (result != R3D_OK) {
                fail_msg("%s %s: %s", path, lump.name, error.message);
            }
            result = r3d_column_level_encode(again, NULL, &text[1], &size[1], &error);
            assert_int_equal(result, R3D_OK);
            assert_int_equal(size[0], size[1]);
            order_walls(text[0], size[0]);
            order_walls(text[1], size[1]);
            assert_memory_equal(text[0], text[1], size[0]);
            free(text[0]);
            free(text[1]);
            r3d_column_level_destroy(level);
            r3d_column_level_destroy(again);
            maps++;
        }
        r3d_wad_destroy(wad);
    }
    assert_int_equal(maps, 68);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_several_starts_the_last_counts),
        cmocka_unit_test(types_are_named_by_number_and_sprite),
        cmocka_unit_test(maps_are_named_in_any_case),
        cmocka_unit_test(no_tree_of_the_file_is_needed),
        cmocka_unit_test(other_formats_are_refused_by_name),
        cmocka_unit_test(broken_lines_are_told_and_refused_when_strict),
        cmocka_unit_test(a_patch_that_begins_above_is_shifted_not_cropped),
        cmocka_unit_test(patches_come_from_their_own_marks),
        cmocka_unit_test(a_single_player_meets_what_the_flags_say),
        cmocka_unit_test(a_floor_of_sky_is_sky),
        cmocka_unit_test(two_sides_without_the_flag_are_solid_to_the_eye_alone),
        cmocka_unit_test(sprites_are_placed_by_their_offsets),
        cmocka_unit_test(all_maps_of_freedoom_are_written_and_read_back),
    };
    return cmocka_run_group_tests_name("column", tests, NULL, NULL);
}
