/* SPDX-License-Identifier: MIT */
/* Faults that a load bears: small levels, each wrong in one way, and what is told of them, on a tree
 * that is built; given trees and the levels of the reference; all maps of Freedoom. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/column_inspect.h>
#include <retro3d/levels.h>

#include "cmocka_all.h"
#include "rng.h"

enum { TEXT_MAX = 16384 };

/* Two rooms with an opening, a pillar in the second, and a yard around a house in a third. */
static const char *const head =
    "level 1\nname plan\nstart 64 64 0 eye 41\n"
    "vertex 0 0 0\nvertex 1 0 128\nvertex 2 128 128\nvertex 3 128 0\n"
    "vertex 4 256 128\nvertex 5 256 0\n"
    "vertex 6 160 32\nvertex 7 160 64\nvertex 8 192 64\nvertex 9 192 32\n"
    "sector 0 floor 0 ceil 128\nsector 1 floor 16 ceil 96\n"
    "thingtype a width 16 height 16 sprite -\n";

static const char *const walls[] = {"0 1 mid 0", "1 2 mid 0", "2 3 hole 0 1", "3 0 mid 0",
                                    "2 4 mid 1", "4 5 mid 1", "5 3 mid 1",    "6 9 mid 1",
                                    "9 8 mid 1", "8 7 mid 1", "7 6 mid 1"};

enum { WALLS = sizeof walls / sizeof walls[0] };

struct change {
    int32_t wall;
    const char *text; /* NULL: the wall is not there */
};

struct heard {
    int32_t count;
    char text[TEXT_MAX];
    r3d_column_finding last;
};

static void hear(const r3d_column_finding *finding, void *user)
{
    struct heard *h = user;
    const size_t used = strlen(h->text);
    h->count++;
    h->last = *finding;
    snprintf(h->text + used, sizeof h->text - used, "%s\n", finding->message);
}

static void inspect_text(const char *text, bool rebuild, struct heard *out)
{
    r3d_column_level *level = NULL;
    r3d_error error;
    r3d_column_level_load_options options;
    r3d_column_level_load_options_init(&options);
    options.rebuild_tree = rebuild;
    int32_t count = -1;
    memset(out, 0, sizeof *out);
    if (r3d_column_level_decode(text, strlen(text), "plan", &options, NULL, &level, &error) !=
        R3D_OK) {
        fail_msg("line %d: %s\n%s", (int)error.line, error.message, text);
    }
    assert_int_equal(r3d_column_level_inspect(level, hear, out, &count), R3D_OK);
    assert_int_equal(count, out->count);
    r3d_column_level_destroy(level);
}

/* The plan with some of its walls changed and lines added. */
static void make_text(char out[TEXT_MAX], const struct change *changes, int32_t change_count,
                      const char *more)
{
    int32_t number = 0;
    strcpy(out, head);
    for (int32_t i = 0; i < WALLS; i++) {
        const char *text = walls[i];
        for (int32_t k = 0; k < change_count; k++) {
            text = changes[k].wall == i ? changes[k].text : text;
        }
        if (text != NULL) {
            const size_t used = strlen(out);
            snprintf(out + used, TEXT_MAX - used, "wall %ld %s\n", (long)number++, text);
        }
    }
    strcat(out, more);
}

static void tells(const struct change *changes, int32_t change_count, const char *more,
                  const char *expected)
{
    char text[TEXT_MAX];
    struct heard h;
    make_text(text, changes, change_count, more);
    inspect_text(text, false, &h);
    if (strcmp(h.text, expected) != 0) {
        fail_msg("expected:\n%sfound:\n%s", expected, h.text);
    }
}

static void tells_one(int32_t wall, const char *text, const char *expected)
{
    const struct change change = {wall, text};
    tells(&change, 1, "", expected);
}

static void a_sound_level_has_no_findings(void **state)
{
    (void)state;
    tells(NULL, 0, "", "");
    tells(NULL, 0, "thing 0 a 10 10\nthing 1 a 140 10\n", "");
}

static void gaps_name_their_two_vertices(void **state)
{
    (void)state;
    tells_one(3, NULL, "sector 0: open between vertices 3 and 0\n");
    tells_one(0, NULL, "sector 0: open between vertices 0 and 1\n");
    tells_one(8, NULL, "sector 1: open between vertices 9 and 8\n");
    const struct change two[] = {{0, NULL}, {5, NULL}};
    tells(two, 2, "",
          "sector 0: open between vertices 0 and 1\nsector 1: open between vertices 4 and 5\n");
    /* Without the opening both rooms lack the same stretch. */
    tells_one(2, NULL,
              "sector 0: open between vertices 2 and 3\nsector 1: open between vertices 3 and 2\n");
    const struct change corner[] = {{0, NULL}, {3, NULL}};
    tells(corner, 2, "", "sector 0: open between vertices 3 and 1\nvertex 0: no wall names it\n");
}

static void reversed_walls_are_named(void **state)
{
    (void)state;
    tells_one(3, "0 3 mid 0",
              "wall 3: runs the wrong way: its front, sector 0, is on the other side\n");
    tells_one(5, "5 4 mid 1",
              "wall 5: runs the wrong way: its front, sector 1, is on the other side\n");
    tells_one(9, "7 8 mid 1",
              "wall 9: runs the wrong way: its front, sector 1, is on the other side\n");
    const struct change two[] = {{4, "4 2 mid 1"}, {5, "5 4 mid 1"}};
    tells(two, 2, "",
          "wall 5: runs the wrong way: its front, sector 1, is on the other side\n"
          "wall 4: runs the wrong way: its front, sector 1, is on the other side\n");
}

/* Of four walls two are reversed: as many as are not, and the inside decides. */
static void of_two_and_two_walls_the_inside_decides(void **state)
{
    (void)state;
    const char *room = "level 1\nvertex 0 0 0\nvertex 1 0 128\nvertex 2 128 128\nvertex 3 128 0\n"
                       "sector 0 floor 0 ceil 128\nwall 0 0 1 mid 0\nwall 1 1 2 mid 0\n"
                       "wall 2 3 2 mid 0\nwall 3 0 3 mid 0\n";
    struct heard h;
    inspect_text(room, false, &h);
    assert_int_equal(h.count, 2);
    assert_non_null(strstr(h.text, "wall 2: runs the wrong way"));
    assert_non_null(strstr(h.text, "wall 3: runs the wrong way"));
}

static void a_room_of_reversed_walls_is_told_once(void **state)
{
    (void)state;
    const char *room = "level 1\nvertex 0 0 0\nvertex 1 0 128\nvertex 2 128 128\nvertex 3 128 0\n"
                       "sector 0 floor 0 ceil 128\nwall 0 1 0 mid 0\nwall 1 2 1 mid 0\n"
                       "wall 2 3 2 mid 0\nwall 3 0 3 mid 0\n";
    struct heard h;
    inspect_text(room, false, &h);
    assert_string_equal(h.text, "wall 2: runs the wrong way, as do all 4 walls around: nothing "
                                "closes sector 0 on this side\n");
    assert_int_equal(h.last.fault, R3D_COLUMN_FAULT_REVERSED);
}

static void exchanged_sectors_are_named(void **state)
{
    (void)state;
    static const char *const told = "wall 2: its sectors are exchanged: front 1, back 0\n";
    tells_one(2, "2 3 hole 1 0", told);
    tells_one(2, "3 2 hole 0 1", "wall 2: its sectors are exchanged: front 0, back 1\n");
}

static void sides_that_name_another_sector_are_told(void **state)
{
    (void)state;
    tells_one(4, "2 4 mid 0", "wall 4: its front names sector 0, where sector 1 lies\n");
    tells_one(8, "9 8 mid 0", "wall 8: its front names sector 0, where sector 1 lies\n");
    const struct change side = {2, "2 3 hole 0 2"};
    tells(&side, 1, "sector 2 floor 0 ceil 10\n",
          "wall 2: its back names sector 2, where sector 1 lies\n");
    /* A whole pillar that names the other room. */
    const struct change pillar[] = {
        {7, "6 9 mid 0"}, {8, "9 8 mid 0"}, {9, "8 7 mid 0"}, {10, "7 6 mid 0"}};
    tells(pillar, 4, "",
          "wall 8: its front names sector 0, where sector 1 lies; so do all 4 walls around\n");
}

static void places_outside_are_told(void **state)
{
    (void)state;
    tells(NULL, 0, "thing 0 a 900 900\nthing 1 a 176 48\nthing 2 a 60 -1\nthing 3 a 60 1\n",
          "thing 0: lies in no sector\nthing 1: lies in no sector\nthing 2: lies in no sector\n");
    char text[TEXT_MAX];
    struct heard h;
    make_text(text, NULL, 0, "");
    memcpy(strstr(text, "start 64 64"), "start 64 -4", 11);
    inspect_text(text, false, &h);
    assert_string_equal(h.text, "start: lies in no sector\n");
    assert_int_equal(h.last.record, R3D_COLUMN_RECORD_START);
    assert_int_equal(h.last.index, -1);
}

static void what_nothing_uses_is_told(void **state)
{
    (void)state;
    tells(NULL, 0, "sector 2 floor 0 ceil 10\nvertex 10 9 9\n",
          "sector 2: no wall names it\nvertex 10: no wall names it\n");
    /* A vertex at the place of another is used if a wall names it. */
    const struct change twin[] = {{3, "3 10 mid 0"}};
    tells(twin, 1, "vertex 10 0 0\n", "");
}

/* A border that ends on a wall and goes on further along it is closed. */
static void a_pillar_that_leans_on_a_wall_is_no_gap(void **state)
{
    (void)state;
    const struct change pillar[] = {{7, "10 6 mid 1"}, {8, NULL}, {9, NULL}, {10, "6 11 mid 1"}};
    tells(pillar, 4, "vertex 10 170 0\nvertex 11 150 0\n",
          "vertex 7: no wall names it\nvertex 8: no wall names it\nvertex 9: no wall names it\n");
}

/* Thin walls of two opposite ones, sides of one sector and repeated walls are no fault. */
static void odd_but_sound_walls_are_no_findings(void **state)
{
    (void)state;
    tells(NULL, 0, "vertex 10 20 20\nvertex 11 60 60\nwall 11 10 11 mid 0\nwall 12 11 10 mid 0\n",
          "");
    tells(NULL, 0, "vertex 10 20 20\nvertex 11 60 60\nwall 11 10 11 hole 0 0\n", "");
    tells(NULL, 0, "wall 11 2 3 hole 0 1\nwall 12 3 2 hole 1 0\n", "");
    tells(NULL, 0,
          "vertex 10 20 20\nvertex 11 20 60\nvertex 12 60 20\nwall 11 10 11 hole 1 1\n"
          "wall 12 11 12 hole 1 1\nwall 13 12 10 hole 1 1\n",
          "");
}

static void leaves_of_a_given_tree_are_looked_at(void **state)
{
    (void)state;
    char text[TEXT_MAX];
    struct heard h;
    const struct change bare[] = {{7, NULL}, {8, NULL}, {9, NULL}, {10, NULL}};
    char whole[512];
    /* A leaf without walls in the middle of the second room. */
    snprintf(whole, sizeof whole, "%s",
             "subsector 0 sector 0 walls 0 1 2 3\nsubsector 1 sector 1 walls 2 4\n"
             "subsector 2 sector 1 walls\nsubsector 3 sector 1 walls 2 6\n"
             "subsector 4 sector 1 walls 4 5 6\n"
             "node 0 x 128 low s0 high n1\nnode 1 x 200 low n2 high s4\n"
             "node 2 y 100 low n3 high s1\nnode 3 y 20 low s3 high n4\n"
             "node 4 x 140 low s5 high s2\nsubsector 5 sector 1 walls 2\nroot n0\n");
    make_text(text, bare, 4, whole);
    inspect_text(text, false, &h);
    assert_string_equal(h.text, "vertex 6: no wall names it\nvertex 7: no wall names it\n"
                                "vertex 8: no wall names it\nvertex 9: no wall names it\n");
    char *wrong = strstr(text, "subsector 2 sector 1");
    wrong[strlen("subsector 2 sector ")] = '0';
    inspect_text(text, false, &h);
    assert_non_null(
        strstr(h.text, "subsector 2: its sector is 0, the walls around it show 1\nvertex 6"));
    assert_int_equal(h.count, 5);
    inspect_text(text, true, &h); /* on a tree that is built nothing is wrong */
    assert_int_equal(h.count, 4);
}

static void the_levels_of_the_reference_are_sound(void **state)
{
    (void)state;
    static const char *const names[] = {"levels/door",  "levels/lift",       "levels/longwall",
                                        "levels/sky",   "levels/sprites",    "levels/transitions",
                                        "levels/zroom", "nostromo/e2m7-demo"};
    for (size_t i = 0; i < 2 * sizeof names / sizeof names[0]; i++) {
        char path[512];
        r3d_column_level *level = NULL;
        r3d_error error;
        struct heard h;
        r3d_column_level_load_options options;
        r3d_column_level_load_options_init(&options);
        options.rebuild_tree = i % 2 == 1;
        memset(&h, 0, sizeof h);
        snprintf(path, sizeof path, "%s/golden/data/%s.level", R3D_TEST_SOURCE_DIR, names[i / 2]);
        assert_int_equal(r3d_column_level_load(path, &options, NULL, &level, &error), R3D_OK);
        assert_int_equal(r3d_column_level_inspect(level, hear, &h, NULL), R3D_OK);
        if (h.count > 0) {
            fail_msg("%s: %s", path, h.text);
        }
        r3d_column_level_destroy(level);
    }
}

/* Unused vertices are those that the node builder put behind the others. */
static void hear_all_but_vertices(const r3d_column_finding *finding, void *user)
{
    if (finding->fault != R3D_COLUMN_FAULT_UNUSED || finding->record != R3D_COLUMN_RECORD_VERTEX) {
        hear(finding, user);
    }
}

/* The one fault of all: thing 154 of E3M7, a HEAD, stands at (10880, 24608), far from every wall. */
static void the_maps_of_freedoom_have_one_fault(void **state)
{
    (void)state;
    static const char *const files[] = {R3D_TEST_DOOM_DIR "/freedoom1.wad",
                                        R3D_TEST_DOOM_DIR "/freedoom2.wad"};
    struct heard h;
    int32_t maps = 0;
    memset(&h, 0, sizeof h);
    for (int file = 0; file < 2; file++) {
        r3d_wad *wad = NULL;
        r3d_error error;
        const r3d_result loaded = r3d_wad_load(files[file], NULL, &wad, &error);
        if (loaded == R3D_ERR_IO_OPEN) {
            print_message("%s is not installed\n", files[file]);
            skip();
        }
        assert_int_equal(loaded, R3D_OK);
        for (int32_t i = r3d_wad_next_map(wad, 0); i >= 0; i = r3d_wad_next_map(wad, i + 1)) {
            r3d_wad_lump lump;
            r3d_column_level *level = NULL;
            r3d_column_level_load_options options;
            r3d_column_level_load_options_init(&options);
            options.skill = R3D_WAD_SKILL_ALL;
            r3d_wad_get_lump(wad, i, &lump);
            assert_int_equal(
                r3d_wad_load_map(wad, NULL, lump.name, &options, NULL, &level, NULL, &error),
                R3D_OK);
            assert_int_equal(r3d_column_level_inspect(level, hear_all_but_vertices, &h, NULL),
                             R3D_OK);
            r3d_column_level_destroy(level);
            maps++;
        }
        r3d_wad_destroy(wad);
    }
    assert_int_equal(maps, 68);
    assert_string_equal(h.text, "thing 154: lies in no sector\n");
}

/* Any walls at all: it ends, and counts what it tells. */
static void levels_of_chance_are_inspected(void **state)
{
    (void)state;
    rng r = {77};
    for (int32_t round = 0; round < 300; round++) {
        char text[TEXT_MAX];
        struct heard h;
        int used = snprintf(text, sizeof text, "level 1\n");
        const int32_t vertices = rng_range(&r, 4, 30);
        for (int32_t i = 0; i < vertices; i++) {
            used +=
                snprintf(text + used, sizeof text - (size_t)used, "vertex %d %d %d\n", (int)i,
                         (int)rng_range(&r, -9, 9) * 16, (int)rng_range(&r, -9, 9) * 32 + (int)i);
        }
        for (int32_t i = 0; i < 4; i++) {
            used += snprintf(text + used, sizeof text - (size_t)used,
                             "sector %d floor 0 ceil 128\n", (int)i);
        }
        const int32_t count = rng_range(&r, 1, 90);
        for (int32_t i = 0; i < count; i++) {
            const int32_t a = rng_range(&r, 0, vertices - 1);
            const int32_t b = (a + rng_range(&r, 1, vertices - 1)) % vertices;
            const bool is_hole = rng_range(&r, 0, 1) == 1;
            used += snprintf(text + used, sizeof text - (size_t)used, "wall %d %d %d %s %d", (int)i,
                             (int)a, (int)b, is_hole ? "hole" : "mid", (int)rng_range(&r, 0, 3));
            used += is_hole ? snprintf(text + used, sizeof text - (size_t)used, " %d\n",
                                       (int)rng_range(&r, 0, 3))
                            : snprintf(text + used, sizeof text - (size_t)used, "\n");
        }
        inspect_text(text, false, &h);
    }
    assert_int_equal(r3d_column_level_inspect(NULL, NULL, NULL, NULL), R3D_ERR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_level_has_no_findings),
        cmocka_unit_test(gaps_name_their_two_vertices),
        cmocka_unit_test(reversed_walls_are_named),
        cmocka_unit_test(of_two_and_two_walls_the_inside_decides),
        cmocka_unit_test(a_room_of_reversed_walls_is_told_once),
        cmocka_unit_test(exchanged_sectors_are_named),
        cmocka_unit_test(sides_that_name_another_sector_are_told),
        cmocka_unit_test(places_outside_are_told),
        cmocka_unit_test(what_nothing_uses_is_told),
        cmocka_unit_test(a_pillar_that_leans_on_a_wall_is_no_gap),
        cmocka_unit_test(odd_but_sound_walls_are_no_findings),
        cmocka_unit_test(leaves_of_a_given_tree_are_looked_at),
        cmocka_unit_test(the_levels_of_the_reference_are_sound),
        cmocka_unit_test(the_maps_of_freedoom_have_one_fault),
        cmocka_unit_test(levels_of_chance_are_inspected),
    };
    return cmocka_run_group_tests_name("column", tests, NULL, NULL);
}
