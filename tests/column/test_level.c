/* SPDX-License-Identifier: MIT */
/* Level files: what is read, what is refused and with which words, and damaged files. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>

#include "cmocka_all.h"
#include "plan.h"
#include "rng.h"
#include "scene.h"

static const char *const level_names[] = {"e2m7-demo", "transitions", "door", "lift",
                                          "zroom",     "sprites",     "sky",  "longwall"};

/* A square room; tests replace or add lines. */
static const char *const room[] = {
    "level 1",          "vertex 0 0 0",     "vertex 1 0 64",
    "vertex 2 64 64",   "vertex 3 64 0",    "sector 0 floor 0 ceil 128",
    "wall 0 0 1 mid 0", "wall 1 1 2 mid 0", "wall 2 2 3 mid 0",
    "wall 3 3 0 mid 0",
};

enum { ROOM_LINES = sizeof room / sizeof room[0] };

/* The room with line `replaced` (from 1; 0: none) exchanged and `added` at the end. */
static void make_text(char *out, size_t size, int32_t replaced, const char *replacement,
                      const char *added)
{
    out[0] = '\0';
    for (int32_t i = 0; i < ROOM_LINES; i++) {
        const char *line = i + 1 == replaced ? replacement : room[i];
        strncat(out, line, size - strlen(out) - 1);
        strncat(out, "\n", size - strlen(out) - 1);
    }
    strncat(out, added, size - strlen(out) - 1);
}

static r3d_result parse(const char *text, bool strict, r3d_error *out_error)
{
    r3d_column_level_load_options options;
    r3d_column_level_load_options_init(&options);
    options.strict = strict;
    r3d_column_level *level = NULL;
    memset(out_error, 0, sizeof *out_error);
    const r3d_result result = r3d_column_level_decode(text, strlen(text), "test.level", &options,
                                                      NULL, &level, out_error);
    assert_true((result == R3D_OK) == (level != NULL));
    r3d_column_level_destroy(level);
    return result;
}

static void a_room_of_vertices_walls_and_a_sector_is_enough(void **state)
{
    (void)state;
    char text[2048];
    make_text(text, sizeof text, 0, "", "");
    r3d_error error;
    assert_int_equal(parse(text, true, &error), R3D_OK);
}

static void records_may_come_in_any_order(void **state)
{
    (void)state;
    char text[2048] = "level 1\n";
    for (int32_t i = ROOM_LINES - 1; i > 0; i--) {
        strcat(text, room[i]);
        strcat(text, "   # and a comment\r\n");
    }
    r3d_error error;
    assert_int_equal(parse(text, true, &error), R3D_OK);
}

static void every_fault_is_refused_with_its_record_and_line(void **state)
{
    (void)state;
    static const struct {
        int32_t line; /* replaced, or 0 */
        const char *text;
        const char *added;
        r3d_result result;
        int32_t error_line; /* 0: any */
        const char *words;  /* in the message */
    } faults[] = {
        {1, "", "", R3D_ERR_FORMAT_MAGIC, 2, "level 1"},
        {1, "level 2", "", R3D_ERR_FORMAT_UNSUPPORTED, 1, "version 1"},
        {2, "vertex 0 zero 0", "", R3D_ERR_FORMAT_SYNTAX, 2, "number"},
        {2, "vertex 0 1e5 0", "", R3D_ERR_FORMAT_SYNTAX, 2, "number"},
        {2, "vertex 0 1/0 0", "", R3D_ERR_FORMAT_SYNTAX, 2, "number"},
        {2, "vertex 0 0", "", R3D_ERR_FORMAT_SYNTAX, 2, "number"},
        {2, "vertex 0 0 0 0", "", R3D_ERR_FORMAT_SYNTAX, 2, "end of the line"},
        {2, "vertex 7 0 0", "", R3D_ERR_FORMAT_COUNT, 0, "vertex 0 is missing"},
        {2, "vertex 1 0 0", "", R3D_ERR_FORMAT_DATA, 3, "came before"},
        {2, "vertex 0 9000000 0", "", R3D_ERR_RANGE, 2, "vertex 0"},
        {2, "vertex 2000000000 0 0", "", R3D_ERR_FORMAT_COUNT, 2, "too high"},
        {2, "actor radius 0.0009 knee 24 eye 41 head 56", "vertex 0 0 0\n", R3D_ERR_RANGE, 2,
         "0.001 or more"},
        {6, "sector 0 floor 128 ceil 0", "", R3D_ERR_FORMAT_DATA, 6, "sector 0"},
        {6, "sector 0 floor 0 ceil 128 light 256", "", R3D_ERR_RANGE, 6, "light"},
        {6, "sector 0 floor 0 ceil 128 glow", "", R3D_ERR_FORMAT_SYNTAX, 6, "glow"},
        {7, "wall 0 0 9 mid 0", "", R3D_ERR_FORMAT_INDEX, 7, "wall 0"},
        {7, "wall 0 -1 1 mid 0", "", R3D_ERR_FORMAT_INDEX, 7, "wall 0"},
        {7, "wall 0 0 0 mid 0", "", R3D_ERR_FORMAT_DATA, 7, "no length"},
        {7, "wall 0 0 1 mid 1", "", R3D_ERR_FORMAT_INDEX, 7, "front sector"},
        {7, "wall 0 0 1 hole 0 1", "", R3D_ERR_FORMAT_INDEX, 7, "back sector"},
        {7, "wall 0 0 1 open 0", "", R3D_ERR_FORMAT_SYNTAX, 7, "mid or hole"},
        {7, "wall 0 0 1 mid 0 stroke x", "", R3D_ERR_FORMAT_SYNTAX, 7, "se, s, e"},
        {7, "wall 0 0 1 mid 0 peg left", "", R3D_ERR_FORMAT_SYNTAX, 7, "bottom, upper, middle or"},
        {7, "wall 0 0 1 mid 0 back mat a", "", R3D_ERR_FORMAT_SYNTAX, 7, "found \"back\""},
        {7, "wall 0 0 1 hole 0 0 back back", "", R3D_ERR_FORMAT_SYNTAX, 7, "twice"},
        {7, "wall 0 0 1 mid 0 empty", "", R3D_ERR_FORMAT_DATA, 7, "wall 0: is called empty"},
        {0, "", "wall 4 0 0 mid 0 empty\nwall 5 1 1 mid 0\n", R3D_ERR_FORMAT_DATA, 12,
         "wall 5: has no length"},
        {0, "", "wall 4 9 9 mid 0 empty\n", R3D_ERR_FORMAT_INDEX, 11, "wall 4"},
        {0, "", "thing 0 lamp 1 1\n", R3D_ERR_FORMAT_INDEX, 11, "type"},
        {0, "", "thingtype lamp width 0 height 5 sprite lamp\n", R3D_ERR_RANGE, 11, "thingtype 0"},
        {0, "", "mover up sector 1 floor min 0 max 1\n", R3D_ERR_FORMAT_INDEX, 11, "mover 0"},
        {0, "", "mover up sector 0 floor min 2 max 1\n", R3D_ERR_RANGE, 11, "mover 0"},
        {0, "", "subsector 0 sector 0 walls 0 1 2 3\n", R3D_ERR_FORMAT_SYNTAX, 0, "root"},
        {0, "", "subsector 0 sector 0 walls 0 1 2 4\nroot s0\n", R3D_ERR_FORMAT_INDEX, 11,
         "subsector 0"},
        {0, "", "subsector 0 sector 1 walls 0 1 2 3\nroot s0\n", R3D_ERR_FORMAT_INDEX, 11,
         "subsector 0"},
        {0, "", "subsector 0 sector 0 walls 0 1 2 3\nroot s1\n", R3D_ERR_FORMAT_INDEX, 12,
         "root: refers to a subsector"},
        {0, "", "root n2\nsubsector 0 sector 0 walls 0 1 2 3\n", R3D_ERR_FORMAT_INDEX, 11,
         "root: refers to a node"},
        {0, "", "subsector 0 sector 0 walls 0 1 2 3\nnode 0 x 200 low s0 high n0\nroot n0\n",
         R3D_ERR_FORMAT_DATA, 12, "not a tree"},
        {0, "", "subsector 0 sector 0 walls 0 1 2 3\nnode 0 x 200 low s0 high s0\nroot n0\n",
         R3D_ERR_FORMAT_DATA, 11, "not a tree"},
        {0, "", "subsector 0 sector 0 walls 0 1 2 3\nsubsector 1 sector 0 walls\nroot s0\n",
         R3D_ERR_FORMAT_DATA, 12, "cannot be reached"},
        {0, "", "subsector 0 sector 0 walls 0 1 2 3\nnode 0 x 200 low s0 high n3\nroot n0\n",
         R3D_ERR_FORMAT_INDEX, 12, "node"},
        {0, "", "blockmap origin 0 0 size 128 cols 0 rows 1\n", R3D_ERR_LIMIT, 11, "blocks"},
        {0, "", "block 0 0 1\n", R3D_ERR_FORMAT_DATA, 0, "blockmap"},
        {0, "", "blockmap origin 0 0 size 128 cols 1 rows 1\nblock 0 1 1\n", R3D_ERR_FORMAT_INDEX,
         12, "outside the grid"},
        {0, "", "blockmap origin 0 0 size 128 cols 1 rows 1\nblock 0 0 4\n", R3D_ERR_FORMAT_INDEX,
         12, "wall that does not exist"},
        {0, "", "blockmap origin 0 0 size 0 cols 1 rows 1\n", R3D_ERR_RANGE, 11, "size"},
        {0, "", "hello\n", R3D_ERR_FORMAT_SYNTAX, 11, "hello"},
        {0, "", "actor radius 0 knee 1 eye 1 head 1\n", R3D_ERR_RANGE, 11, "actor: its radius"},
        {0, "", "actor radius 1 knee 1 eye -1 head 1\n", R3D_ERR_RANGE, 11, "actor: its heights"},
        {0, "", "start 9000000 0 0 eye 1\n", R3D_ERR_RANGE, 11, "start: lies outside"},
        {0, "", "level 1\n", R3D_ERR_FORMAT_DATA, 11, "before, in line 1"},
        {0, "", "name a\nname b\n", R3D_ERR_FORMAT_DATA, 12, "before, in line 11"},
        {0, "", "start 1 1 0 eye 1\nstart 1 1 0 eye 1\n", R3D_ERR_FORMAT_DATA, 12, "line 11"},
        {0, "", "actor radius 1 knee 1 eye 1 head 1\nactor radius 1 knee 1 eye 1 head 1\n",
         R3D_ERR_FORMAT_DATA, 12, "line 11"},
        {0, "", "blockmap derived\n\nblockmap derived\n", R3D_ERR_FORMAT_DATA, 13, "line 11"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        char text[4096];
        make_text(text, sizeof text, faults[i].line, faults[i].text, faults[i].added);
        r3d_error error;
        const r3d_result result = parse(text, false, &error);
        if (result != faults[i].result || strstr(error.message, faults[i].words) == NULL ||
            (faults[i].error_line != 0 && error.line != faults[i].error_line)) {
            fail_msg("fault %d: %d, line %d: %s", (int)i, (int)result, (int)error.line,
                     error.message);
        }
        assert_string_equal(error.file, "test.level");
        assert_int_equal(error.result, result);
    }
}

static void a_wall_may_look_different_from_behind(void **state)
{
    (void)state;
    char text[4096];
    make_text(text, sizeof text, 0, "",
              "vertex 4 32 0\nvertex 5 32 64\nsector 1 floor 0 ceil 9\n"
              "wall 4 4 5 hole 0 1 upper a lower b offset 1 2\n"
              "wall 5 4 5 hole 0 1 upper a masked c offset 1 2 back lower d offset 3/4 0 "
              "peg upper peg lower blocks\n"
              "wall 6 4 5 hole 0 1 upper a back\nwall 7 4 4 mid 0 empty\n");
    r3d_column_level *level = NULL;
    r3d_error error;
    if (r3d_column_level_decode(text, strlen(text), "x", NULL, NULL, &level, &error) != R3D_OK) {
        fail_msg("%s", error.message);
    }
    const r3d_column_level_desc *d = r3d_column_level_get_desc(level);
    /* a 0, b 1, c 2, d 3 */
    const r3d_column_level_wall *w = &d->walls[4];
    assert_memory_equal(&w->front.upper, &w->back.upper, 3 * sizeof(int32_t));
    assert_true(w->back.upper == 0 && w->back.lower == 1 && w->back.offset_u == 1.0);
    w = &d->walls[5];
    assert_true(w->front.upper == 0 && w->front.middle == 2 && w->front.lower == R3D_COLUMN_NONE);
    assert_true(w->back.upper == R3D_COLUMN_NONE && w->back.middle == R3D_COLUMN_NONE);
    assert_true(w->back.lower == 3 && w->back.offset_u == 0.75 && w->back.offset_v == 0.0);
    assert_true(w->front.offset_u == 1.0 && w->front.offset_v == 2.0);
    assert_int_equal(w->flags, R3D_COLUMN_WALL_UPPER_BOTTOM | R3D_COLUMN_WALL_LOWER_CEILING |
                                   R3D_COLUMN_WALL_BLOCKS);
    assert_int_equal(d->walls[6].back.upper, R3D_COLUMN_NONE);
    assert_int_equal(d->walls[7].flags, 0);
    r3d_column_level_destroy(level);
}

/* Actors would walk through a wall that its block does not list. */
static void block_lists_that_lack_a_wall_are_not_used(void **state)
{
    (void)state;
    static const struct {
        const char *lists;
        bool is_whole;
    } cases[] = {{"block 0 0 0 3\nblock 1 0 2 3\n", true},
                 {"block 1 0 3 2\nblock 0 0 2 3 0\n", true}, /* in any order, one too many */
                 {"block 0 0 0 3\nblock 1 0 1 3\n", false},
                 {"", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[4096];
        char added[256] = "blockmap origin 0 0 size 48 cols 2 rows 2\n"
                          "block 0 1 0 1\nblock 1 1 1 2\n";
        strcat(added, cases[i].lists);
        make_text(text, sizeof text, 0, "", added);
        r3d_error error;
        assert_int_equal(parse(text, true, &error),
                         cases[i].is_whole ? R3D_OK : R3D_ERR_FORMAT_DATA);
        if (!cases[i].is_whole) {
            assert_int_equal(error.line, 11);
            assert_non_null(strstr(error.message, "lacks a wall"));
        }
        r3d_column_level *level = NULL;
        assert_int_equal(
            r3d_column_level_decode(text, strlen(text), "x", NULL, NULL, &level, &error), R3D_OK);
        int32_t walls[4];
        assert_int_equal(r3d_column_level_query_box(level, 60.0, 20.0, 70.0, 40.0, walls, 4), 2);
        assert_true(walls[0] == 2 && walls[1] == 3);
        r3d_column_level_destroy(level);
    }
}

static int32_t warning_count;
static int32_t warning_line;

static void count_warning(const r3d_column_level_issue *issue, int32_t line, void *user)
{
    (void)user;
    if (!issue->is_error) {
        warning_count++;
        warning_line = line;
    }
}

static void oddities_are_warnings_and_in_a_strict_load_errors(void **state)
{
    (void)state;
    static const char *const oddities[] = {
        /* a list that lacks a bordering wall */
        "subsector 0 sector 0 walls 0 1 3\nroot s0\n",
        /* a subsector whose sector is not that of its walls */
        "sector 1 floor 0 ceil 9\nsubsector 0 sector 1 walls 0 1 2 3\nroot s0\n",
        /* a wall that is there twice */
        "wall 4 0 1 mid 0\n",
    };
    for (size_t i = 0; i < sizeof oddities / sizeof oddities[0]; i++) {
        char text[4096];
        make_text(text, sizeof text, 0, "", oddities[i]);
        r3d_error error;
        assert_int_equal(parse(text, true, &error), R3D_ERR_FORMAT_DATA);
        assert_true(error.line > 0);
        r3d_column_level_load_options options;
        r3d_column_level_load_options_init(&options);
        options.on_issue = count_warning;
        warning_count = warning_line = 0;
        r3d_column_level *level = NULL;
        assert_int_equal(
            r3d_column_level_decode(text, strlen(text), "x", &options, NULL, &level, NULL), R3D_OK);
        assert_true(warning_count >= 1);
        assert_true(warning_line >= 11);
        r3d_column_level_destroy(level);
    }
    /* A hole wall between a sector and itself: odd only when somebody asks. */
    char text[4096];
    make_text(text, sizeof text, 0, "", "vertex 4 32 0\nvertex 5 32 64\nwall 4 4 5 hole 0 0\n");
    r3d_error error;
    assert_int_equal(parse(text, false, &error), R3D_OK);
    assert_int_equal(parse(text, true, &error), R3D_ERR_FORMAT_DATA);
    assert_int_equal(error.line, 13);
}

static void sectors_that_meet_without_a_wall_are_found(void **state)
{
    (void)state;
    static const char text[] = "level 1\n"
                               "sector 0 floor 0 ceil 128\nsector 1 floor 0 ceil 96\n"
                               "vertex 0 0 0\nvertex 1 0 64\nvertex 2 64 64\n"
                               "vertex 3 128 64\nvertex 4 128 0\nvertex 5 64 0\n"
                               "wall 0 0 1 mid 0\nwall 1 1 2 mid 0\nwall 2 2 3 mid 1\n"
                               "wall 3 3 4 mid 1\nwall 4 4 5 mid 1\nwall 5 5 0 mid 0\n"
                               "subsector 0 sector 0 walls 0 1 5%s\n"
                               "subsector 1 sector 1 walls 2 3 4%s\n"
                               "node 0 x 64 low s0 high s1\nroot n0\n%s";
    for (int32_t has_wall = 0; has_wall < 2; has_wall++) {
        char whole[1024];
        const char *listed = has_wall == 1 ? " 6" : "";
        snprintf(whole, sizeof whole, text, listed, listed,
                 has_wall == 1 ? "wall 6 2 5 hole 0 1\n" : "");
        r3d_error error;
        const r3d_result result = parse(whole, true, &error);
        if (has_wall == 1) {
            assert_int_equal(result, R3D_OK);
        } else {
            assert_int_equal(result, R3D_ERR_FORMAT_DATA);
            assert_non_null(strstr(error.message, "without a wall"));
        }
    }
}

static void all_levels_of_the_data_are_good_when_read_strictly(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof level_names / sizeof level_names[0]; i++) {
        char path[1024];
        level_path(level_names[i], path, sizeof path);
        r3d_column_level_load_options options;
        r3d_column_level_load_options_init(&options);
        options.strict = true;
        r3d_column_level *level = NULL;
        r3d_error error;
        if (r3d_column_level_load(path, &options, NULL, &level, &error) != R3D_OK) {
            fail_msg("%s:%d: %s", error.file, (int)error.line, error.message);
        }
        r3d_column_level_destroy(level);
    }
    r3d_column_level *level = load_level("e2m7-demo", false);
    const r3d_column_level_desc *d = r3d_column_level_get_desc(level);
    assert_int_equal(d->vertex_count, 208);
    assert_int_equal(d->wall_count, 260);
    assert_int_equal(d->sector_count, 47);
    assert_int_equal(d->thing_count, 15);
    assert_int_equal(d->mover_count, 3);
    r3d_column_level_tree_info info;
    r3d_column_level_get_tree_info(level, &info);
    assert_int_equal(info.node_count, 100);
    assert_int_equal(info.leaf_count, 101);
    assert_int_equal(info.sloped_node_count, 12);
    r3d_column_level_destroy(level);
}

static void a_level_that_is_written_reads_back_equal(void **state)
{
    (void)state;
    const char *path = R3D_TEST_BINARY_DIR "/written.level";
    for (size_t i = 0; i < sizeof level_names / sizeof level_names[0]; i++) {
        for (int32_t rebuild = 0; rebuild < 2; rebuild++) {
            r3d_column_level *level = load_level(level_names[i], rebuild == 1);
            assert_int_equal(r3d_column_level_save(level, path, NULL), R3D_OK);
            r3d_column_level *again = NULL;
            r3d_error error;
            r3d_column_level_load_options options;
            r3d_column_level_load_options_init(&options);
            options.strict = true;
            if (r3d_column_level_load(path, &options, NULL, &again, &error) != R3D_OK) {
                fail_msg("%s:%d: %s", error.file, (int)error.line, error.message);
            }
            const r3d_column_level_desc *a = r3d_column_level_get_desc(level);
            const r3d_column_level_desc *b = r3d_column_level_get_desc(again);
            assert_int_equal(a->vertex_count, b->vertex_count);
            assert_memory_equal(a->vertices, b->vertices,
                                (size_t)a->vertex_count * sizeof *a->vertices);
            assert_int_equal(a->wall_count, b->wall_count);
            for (int32_t w = 0; w < a->wall_count; w++) {
                assert_int_equal(a->walls[w].a, b->walls[w].a);
                assert_int_equal(a->walls[w].b, b->walls[w].b);
                assert_int_equal(a->walls[w].flags, b->walls[w].flags);
                assert_int_equal(a->walls[w].front.sector, b->walls[w].front.sector);
                assert_int_equal(a->walls[w].back.sector, b->walls[w].back.sector);
            }
            r3d_column_level_tree_info ta;
            r3d_column_level_tree_info tb;
            r3d_column_level_get_tree_info(level, &ta);
            r3d_column_level_get_tree_info(again, &tb);
            assert_int_equal(ta.node_count, tb.node_count);
            assert_int_equal(ta.leaf_count, tb.leaf_count);
            assert_int_equal(ta.fragment_count, tb.fragment_count);
            rng r = {9};
            for (int32_t k = 0; k < 500; k++) {
                const double x = rng_range(&r, -400, 2400);
                const double y = rng_range(&r, -400, 1600);
                assert_int_equal(r3d_column_level_find_sector(level, x, y),
                                 r3d_column_level_find_sector(again, x, y));
            }
            r3d_column_level_destroy(level);
            r3d_column_level_destroy(again);
        }
    }
    remove(path);
}

static void collinear_walls_back_to_back_part(void **state)
{
    (void)state;
    /* A thin solid wall across a room, seen from both sides. */
    plan p;
    plan_init(&p, 32);
    const int32_t sector = plan_sector(&p, 0.0, 100.0);
    plan_room(&p, 0.0, 0.0, 100.0, 100.0, sector);
    const int32_t a = plan_vertex(&p, 20.0, 50.0);
    const int32_t b = plan_vertex(&p, 80.0, 50.0);
    const int32_t north = plan_wall(&p, b, a, sector, -1); /* its front looks north */
    const int32_t south = plan_wall(&p, a, b, sector, -1);
    scene s;
    scene_make(&s, plan_build(&p), NULL, 31, 31);
    plan_free(&p);
    r3d_column_camera_square(&s.view.camera, 31, 60.0);
    s.view.camera.x = 50.0;
    s.view.camera.z = 50.0;
    s.view.camera.y = 30.0;
    s.view.camera.yaw = 90.0;
    scene_draw(&s);
    assert_int_equal(s.pixels[15 * 31 + 15], r3d_column_id(R3D_COLUMN_MIDDLE, south));
    s.view.camera.y = 70.0;
    s.view.camera.yaw = 270.0;
    scene_draw(&s);
    assert_int_equal(s.pixels[15 * 31 + 15], r3d_column_id(R3D_COLUMN_MIDDLE, north));
    scene_free(&s);
}

static void sprites_that_are_wrong_name_the_line(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        r3d_result result;
        int32_t line;
    } faults[] = {
        {"sprite 2 2\noo\n##\n", R3D_OK, 0},
        {"# comment\n\nsprite 2 2\r\noo\r\n.#\r\n", R3D_OK, 0},
        {"", R3D_ERR_FORMAT_TRUNCATED, 0},
        {"image 2 2\noo\noo\n", R3D_ERR_FORMAT_MAGIC, 1},
        {"sprite 2 2\noo\n", R3D_ERR_FORMAT_TRUNCATED, 2},
        {"sprite 2 2\nooo\noo\n", R3D_ERR_FORMAT_COUNT, 2},
        {"sprite 2 2\noo\nox\n", R3D_ERR_FORMAT_SYNTAX, 3},
        {"sprite 0 2\n", R3D_ERR_LIMIT, 1},
        {"sprite 9999 9999\n", R3D_ERR_LIMIT, 1},
    };
    plan p;
    plan_init(&p, 16);
    plan_room(&p, 0.0, 0.0, 9.0, 9.0, plan_sector(&p, 0.0, 9.0));
    p.type.sprite = "wrong";
    r3d_column_level *level = plan_build(&p);
    const char *path = R3D_TEST_BINARY_DIR "/wrong.sprite";
    r3d_column_picture_sources sources;
    r3d_column_picture_sources_init(&sources);
    sources.sprite_dir = R3D_TEST_BINARY_DIR "/";
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        assert_int_equal(r3d_file_write(path, faults[i].text, strlen(faults[i].text), NULL),
                         R3D_OK);
        r3d_column_level_pictures *pictures = NULL;
        r3d_error error;
        error.line = -1;
        assert_int_equal(r3d_column_level_load_pictures(level, &sources, NULL, &pictures, &error),
                         faults[i].result);
        if (faults[i].line > 0) {
            assert_int_equal(error.line, faults[i].line);
        }
        r3d_column_level_pictures_destroy(pictures);
    }
    remove(path);
    r3d_column_level_pictures *pictures = NULL;
    sources.sprite_dir = R3D_TEST_BINARY_DIR;
    assert_int_equal(r3d_column_level_load_pictures(level, &sources, NULL, &pictures, NULL),
                     R3D_ERR_IO_OPEN);
    r3d_column_level_destroy(level);
    p.type.sprite = "../wrong"; /* must not leave the folder */
    level = plan_build(&p);
    sources.sprite_dir = R3D_TEST_BINARY_DIR;
    assert_int_equal(r3d_column_level_load_pictures(level, &sources, NULL, &pictures, NULL),
                     R3D_ERR_IO_OPEN);
    r3d_column_level_destroy(level);
    plan_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_room_of_vertices_walls_and_a_sector_is_enough),
        cmocka_unit_test(records_may_come_in_any_order),
        cmocka_unit_test(every_fault_is_refused_with_its_record_and_line),
        cmocka_unit_test(a_wall_may_look_different_from_behind),
        cmocka_unit_test(block_lists_that_lack_a_wall_are_not_used),
        cmocka_unit_test(oddities_are_warnings_and_in_a_strict_load_errors),
        cmocka_unit_test(sectors_that_meet_without_a_wall_are_found),
        cmocka_unit_test(all_levels_of_the_data_are_good_when_read_strictly),
        cmocka_unit_test(a_level_that_is_written_reads_back_equal),
        cmocka_unit_test(collinear_walls_back_to_back_part),
        cmocka_unit_test(sprites_that_are_wrong_name_the_line),
    };
    return cmocka_run_group_tests_name("column", tests, NULL, NULL);
}
