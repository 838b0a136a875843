/* SPDX-License-Identifier: MIT */
/* What a map's lines, marks and names mean: doors and lifts, lines with one side, where patches come
 * from, strict pictures. Forged maps, each with a few bytes of its own. Source: spec column 12.1. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/column_world.h>
#include <retro3d/levels.h>

#include "cmocka_all.h"
#include "forge.h"

enum { SPECIAL_AT = 6, TAG_AT = 8, FLAGS_AT = 4, RIGHT_AT = 10, LEFT_AT = 12, LINE = 14 };
enum { SECTOR = 26, SECTOR_TAG_AT = 24, BETWEEN = 2 /* the line between the rooms */ };

struct loaded {
    r3d_column_level *level;
    r3d_column_level_pictures *pictures;
    const r3d_column_level_desc *desc;
    int32_t warnings;
    char warning[200];
};

static void hear(const r3d_column_level_issue *issue, int32_t line, void *user)
{
    struct loaded *l = user;
    (void)line;
    if (l->warnings++ == 0) {
        snprintf(l->warning, sizeof l->warning, "%s", issue->message);
    }
}

static r3d_result load(const struct forge *f, const char *map, bool strict, struct loaded *out,
                       r3d_error *error)
{
    r3d_wad *wad = NULL;
    r3d_column_level_load_options options;
    memset(out, 0, sizeof *out);
    memset(error, 0, sizeof *error);
    r3d_column_level_load_options_init(&options);
    options.strict = strict;
    options.on_issue = hear;
    options.user = out;
    assert_int_equal(r3d_wad_decode(f->bytes, f->size, "forged.wad", NULL, &wad, error), R3D_OK);
    const r3d_result result =
        r3d_wad_load_map(wad, NULL, map, &options, NULL, &out->level, &out->pictures, error);
    r3d_wad_destroy(wad);
    out->desc = r3d_column_level_get_desc(out->level);
    return result;
}

static void loads(const struct forge *f, struct loaded *out)
{
    r3d_error error;
    if (load(f, "MAP01", false, out, &error) != R3D_OK) {
        fail_msg("%s", error.message);
    }
}

static void drop(struct loaded *l)
{
    r3d_column_level_pictures_destroy(l->pictures);
    r3d_column_level_destroy(l->level);
}

static void poke(struct forge *f, const char *lump, size_t at, int32_t value)
{
    uint8_t *bytes = f->bytes + f->lumps[find(f, lump)].offset + at;
    bytes[0] = (uint8_t)value;
    bytes[1] = (uint8_t)(value >> 8);
}

static void poke_line(struct forge *f, int32_t line, size_t at, int32_t value)
{
    poke(f, "LINEDEFS", (size_t)line * LINE + at, value);
}

/* ---- doors and lifts ---- */

/* Sector 0 is 0..128, sector 1 behind the line is 16..96. */
static void doors_open_the_sector_behind_the_line(void **state)
{
    (void)state;
    static const struct {
        int32_t special;
        double speed;
    } doors[] = {{1, 70},  {26, 70}, {27, 70}, {28, 70},   {31, 70},
                 {32, 70}, {33, 70}, {34, 70}, {117, 280}, {118, 280}};
    for (size_t i = 0; i < sizeof doors / sizeof doors[0]; i++) {
        struct forge *f = forge_wad();
        struct loaded l;
        poke_line(f, BETWEEN, SPECIAL_AT, doors[i].special);
        loads(f, &l);
        assert_int_equal(l.desc->mover_count, 1);
        const r3d_column_level_mover *m = &l.desc->movers[0];
        assert_string_equal(m->name, "door-1");
        assert_true(m->sector == 1 && m->is_ceiling);
        assert_true(m->min == 16.0 && m->max == 124.0 && m->speed == doors[i].speed);
        assert_true(l.desc->sectors[1].ceiling == 96.0); /* nothing has moved yet */
        drop(&l);
        free(f);
    }
}

static void a_door_moves_and_stops_at_its_ends(void **state)
{
    (void)state;
    struct forge *f = forge_wad();
    struct loaded l;
    r3d_column_world *world = NULL;
    poke_line(f, BETWEEN, SPECIAL_AT, 1);
    loads(f, &l);
    assert_int_equal(r3d_column_world_create(l.level, NULL, &world), R3D_OK);
    r3d_column_world_start_mover(world, 0, R3D_COLUMN_MOVER_DOWN, 0.0, false);
    r3d_column_world_advance(world, 1.0, NULL, 0);
    assert_true(r3d_column_world_get_ceiling(world, 1) == 26.0); /* two units a tick */
    r3d_column_world_advance(world, 1.0, NULL, 0);
    assert_true(r3d_column_world_get_ceiling(world, 1) == 16.0);
    r3d_column_world_start_mover(world, 0, R3D_COLUMN_MOVER_UP, 0.0, false);
    r3d_column_world_advance(world, 2.0, NULL, 0);
    assert_true(r3d_column_world_get_ceiling(world, 1) == 124.0);
    r3d_column_world_destroy(world);
    drop(&l);
    free(f);
}

/* Where the engine moves nothing there is no mover. */
static void lines_that_move_nothing_give_no_mover(void **state)
{
    (void)state;
    static const struct {
        int32_t line;
        int32_t special;
        int32_t flags;
    } lines[] = {
        {0, 1, 1},          /* a door line with one side */
        {BETWEEN, 1, 0},    /* not marked as two-sided: the sector has no neighbour to open to */
        {BETWEEN, 11, 4},   /* an exit */
        {BETWEEN, 3, 4},    /* closes a tagged door, opens none */
        {BETWEEN, 9999, 4}, /* none of the engine's */
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct forge *f = forge_wad();
        struct loaded l;
        poke_line(f, lines[i].line, SPECIAL_AT, lines[i].special);
        poke_line(f, lines[i].line, FLAGS_AT, lines[i].flags);
        loads(f, &l);
        assert_int_equal(l.desc->mover_count, 0);
        drop(&l);
        free(f);
    }
    /* A room as low as the door's floor is no room to open into. */
    struct forge *f = forge_wad();
    struct loaded l;
    poke_line(f, BETWEEN, SPECIAL_AT, 1);
    poke(f, "SECTORS", 2, 20); /* 20 - 4 is the floor of sector 1 */
    loads(f, &l);
    assert_int_equal(l.desc->mover_count, 0);
    drop(&l);
    free(f);
}

static void lifts_move_every_sector_of_their_tag(void **state)
{
    (void)state;
    static const struct {
        int32_t special;
        double speed;
    } lifts[] = {{10, 140},  {21, 140},  {62, 140},  {88, 140},
                 {120, 280}, {121, 280}, {122, 280}, {123, 280}};
    for (size_t i = 0; i < sizeof lifts / sizeof lifts[0]; i++) {
        for (int32_t tag = 0; tag < 3; tag++) {
            struct forge *f = forge_wad();
            struct loaded l;
            poke_line(f, 0, SPECIAL_AT, lifts[i].special); /* a switch on a solid wall */
            poke_line(f, 0, TAG_AT, tag);
            poke(f, "SECTORS", SECTOR + SECTOR_TAG_AT, tag == 1);
            loads(f, &l);
            /* Tag 1 names sector 1; tag 0 both, of which sector 0 has nothing below; tag 2 none. */
            assert_int_equal(l.desc->mover_count, tag < 2);
            if (tag < 2) {
                const r3d_column_level_mover *m = &l.desc->movers[0];
                assert_string_equal(m->name, "lift-1");
                assert_true(m->sector == 1 && !m->is_ceiling);
                assert_true(m->min == 0.0 && m->max == 16.0 && m->speed == lifts[i].speed);
            }
            drop(&l);
            free(f);
        }
    }
}

static void platforms_and_tagged_doors_have_their_own_ranges(void **state)
{
    (void)state;
    struct forge *f = forge_wad();
    struct loaded l;
    poke_line(f, 0, SPECIAL_AT, 53);
    poke_line(f, 1, SPECIAL_AT, 63);
    poke_line(f, 3, SPECIAL_AT, 1);         /* one-sided */
    poke_line(f, BETWEEN, SPECIAL_AT, 117); /* the same door a second time: the first counts */
    loads(f, &l);
    assert_int_equal(l.desc->mover_count, 4);
    static const struct {
        const char *name;
        double min, max, speed;
    } expected[] = {{"platform-0", 0, 16, 35},
                    {"platform-1", 0, 16, 35},
                    {"door-0", 0, 92, 70},
                    {"door-1", 16, 124, 70}};
    for (int32_t i = 0; i < 4; i++) {
        const r3d_column_level_mover *m = &l.desc->movers[i];
        assert_string_equal(m->name, expected[i].name);
        assert_true(m->min == expected[i].min && m->max == expected[i].max &&
                    m->speed == expected[i].speed);
    }
    /* They are written as text. */
    char *text = NULL;
    size_t size = 0;
    r3d_error error;
    assert_int_equal(r3d_column_level_encode(l.level, NULL, &text, &size, &error), R3D_OK);
    char *whole = calloc(size + 1, 1);
    assert_non_null(whole);
    memcpy(whole, text, size);
    assert_non_null(strstr(whole, "mover platform-1 sector 1 floor min 0 max 16 speed 35\n"));
    assert_non_null(strstr(whole, "mover door-1 sector 1 ceil min 16 max 124 speed 70\n"));
    free(whole);
    free(text);
    drop(&l);
    free(f);
}

/* ---- lines ---- */

static void a_line_with_only_a_left_side_is_turned_round(void **state)
{
    (void)state;
    struct forge *f = forge_wad();
    struct loaded l;
    r3d_error error;
    loads(f, &l);
    const r3d_column_level_wall before = l.desc->walls[1];
    drop(&l);
    /* From the other end, its side on the left: the same wall. */
    poke_line(f, 1, 0, before.b);
    poke_line(f, 1, 2, before.a);
    poke_line(f, 1, RIGHT_AT, 65535);
    poke_line(f, 1, LEFT_AT, 1);
    loads(f, &l);
    const r3d_column_level_wall *wall = &l.desc->walls[1];
    assert_int_equal(wall->a, before.a);
    assert_int_equal(wall->b, before.b);
    assert_int_equal(wall->front.sector, before.front.sector);
    assert_int_equal(wall->front.middle, before.front.middle);
    assert_int_equal(wall->back.sector, R3D_COLUMN_NONE);
    assert_int_equal(l.warnings, 2); /* and the seg of the file's tree is on the wrong side */
    assert_string_equal(l.warning, "linedef 1: it has only a left side; it is turned round");
    drop(&l);
    assert_int_equal(load(f, "MAP01", true, &l, &error), R3D_ERR_FORMAT_DATA);
    assert_non_null(strstr(error.message, "linedef 1: it has only a left side"));
    assert_null(l.level);
    free(f);
}

/* A grate hangs between two sides of one sector: nothing is wrong with that. */
static void a_strict_load_takes_lines_inside_a_sector(void **state)
{
    (void)state;
    struct forge *f = forge_wad();
    struct loaded l;
    r3d_error error;
    poke(f, "SIDEDEFS", 3 * 30 + 28, 0); /* the back of the line between the rooms */
    poke(f, "SIDEDEFS", 5 * 30 + 28, 0);
    poke(f, "SIDEDEFS", 6 * 30 + 28, 0);
    poke(f, "SIDEDEFS", 7 * 30 + 28, 0);
    if (load(f, "MAP01", true, &l, &error) != R3D_OK) {
        fail_msg("%s", error.message);
    }
    drop(&l);
    free(f);
}

static void a_missing_map_is_answered_by_those_there_are(void **state)
{
    (void)state;
    struct forge *f = forge_wad();
    struct loaded l;
    r3d_error error;
    assert_int_equal(load(f, "E9M9", false, &l, &error), R3D_ERR_FORMAT_DATA);
    assert_string_equal(error.message, "there is no map E9M9; the maps are MAP01");
    assert_int_equal(load(f, "MAP01 and more", false, &l, &error), R3D_ERR_FORMAT_DATA);
    free(f);
    /* More than a message holds. */
    f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->size = 12;
    for (int32_t i = 0; i < LUMPS_MAX / 2; i++) {
        char name[24];
        snprintf(name, sizeof name, "MAP10%03ld", (long)i);
        begin(f, name);
        end(f);
        begin(f, "THINGS");
        end(f);
    }
    forge_finish(f);
    assert_int_equal(load(f, "MAP02", false, &l, &error), R3D_ERR_FORMAT_DATA);
    assert_non_null(strstr(error.message, "the maps are MAP10000 MAP10001 "));
    assert_null(strstr(error.message, "more"));
    free(f);
    f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->size = 12;
    forge_finish(f);
    assert_int_equal(load(f, "MAP02", false, &l, &error), R3D_ERR_FORMAT_DATA);
    assert_non_null(strstr(error.message, "no map at all"));
    free(f);
}

/* ---- pictures ---- */

/* BRICK as it is when one more lump PATCH lies between these marks. */
static void take_brick(const char *mark, uint8_t out[12 * 24])
{
    struct forge *f = calloc(1, sizeof *f);
    struct loaded l;
    char name[9];
    assert_non_null(f);
    f->size = 12;
    forge_map(f);
    if (mark != NULL && mark[0] == 'P') { /* the first of two counts only if it is marked */
        begin(f, "P_START");
        end(f);
        begin(f, "PATCH");
        put_patch(f, 4, 12);
        end(f);
        begin(f, "P_END");
        end(f);
    }
    forge_graphics(f);
    if (mark != NULL && mark[0] != 'P') {
        snprintf(name, sizeof name, "%s_START", mark);
        begin(f, name);
        end(f);
        begin(f, "PATCH");
        put_patch(f, 4, 12);
        end(f);
        snprintf(name, sizeof name, "%s_END", mark);
        begin(f, name);
        end(f);
    }
    forge_finish(f);
    loads(f, &l);
    assert_int_equal(l.warnings, 0);
    const r3d_column_materials *m = r3d_column_level_pictures_get_materials(l.pictures);
    const r3d_column_texture *brick = &m->textures[l.desc->walls[0].front.middle];
    assert_int_equal(brick->width * brick->height, 12 * 24);
    memcpy(out, brick->mask, 12 * 24);
    drop(&l);
    free(f);
}

static void patches_between_marks_of_sprites_or_flats_are_none(void **state)
{
    (void)state;
    static const char *const others[] = {"S", "F", "SS", "FF", "F1", "S1"};
    static const char *const own[] = {"P",
                                      "X"}; /* X: no mark of the engine's, so the last counts */
    uint8_t base[12 * 24];
    uint8_t brick[12 * 24];
    take_brick(NULL, base);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        take_brick(others[i], brick);
        if (memcmp(brick, base, sizeof base) != 0) {
            fail_msg("a patch between %s_START and %s_END was taken", others[i], others[i]);
        }
    }
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        take_brick(own[i], brick);
        assert_memory_not_equal(brick, base, sizeof base);
    }
}

static void a_strict_load_wants_every_picture(void **state)
{
    (void)state;
    static const struct {
        const char *lump;
        const char *message;
    } lost[] = {{"BAR1A0", "no picture of sprite BAR1"},
                {"FLOOR", "no picture of material flat:FLOOR"},
                {"PATCH", "no picture of patch PATCH"},
                {"PLAYPAL", "all is plain: no palette"}};
    for (size_t i = 0; i < sizeof lost / sizeof lost[0]; i++) {
        struct forge *f = forge_wad();
        struct loaded l;
        r3d_error error;
        const size_t entry =
            f->size - DIRECTORY_ENTRY * (size_t)(f->lump_count - find(f, lost[i].lump));
        f->bytes[entry + 8] = 'x'; /* its name */
        assert_int_equal(load(f, "MAP01", false, &l, &error), R3D_OK);
        assert_true(l.warnings >= 1);
        assert_non_null(strstr(l.warning, lost[i].message));
        drop(&l);
        assert_int_equal(load(f, "MAP01", true, &l, &error), R3D_ERR_FORMAT_DATA);
        assert_string_equal(error.file, "forged.wad");
        assert_non_null(strstr(error.message, lost[i].message));
        assert_null(l.level);
        assert_null(l.pictures);
        free(f);
    }
    struct forge *f = forge_wad();
    struct loaded l;
    r3d_error error;
    assert_int_equal(load(f, "MAP01", true, &l, &error), R3D_OK);
    drop(&l);
    free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doors_open_the_sector_behind_the_line),
        cmocka_unit_test(a_door_moves_and_stops_at_its_ends),
        cmocka_unit_test(lines_that_move_nothing_give_no_mover),
        cmocka_unit_test(lifts_move_every_sector_of_their_tag),
        cmocka_unit_test(platforms_and_tagged_doors_have_their_own_ranges),
        cmocka_unit_test(a_line_with_only_a_left_side_is_turned_round),
        cmocka_unit_test(a_strict_load_takes_lines_inside_a_sector),
        cmocka_unit_test(a_missing_map_is_answered_by_those_there_are),
        cmocka_unit_test(patches_between_marks_of_sprites_or_flats_are_none),
        cmocka_unit_test(a_strict_load_wants_every_picture),
    };
    return cmocka_run_group_tests_name("column", tests, NULL, NULL);
}
