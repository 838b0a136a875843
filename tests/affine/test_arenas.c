/* SPDX-License-Identifier: MIT */
/* The `.arena` form: what is refused with which line and column, what is decided where the page is silent,
 * the source of files, keys, memory that fails, and texts that were damaged. */

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/arenas.h>
#include <retro3d/png.h>

#include "rng.h"

/* ---- files in memory ---- */

typedef struct memory_file {
    const char *name;
    void *data;
    size_t size;
} memory_file;

enum { FILES = 6 };
static memory_file files[FILES];
static int open_count;

static r3d_result open_file(const char *name, const void **out_data, size_t *out_size, void *user)
{
    (void)user;
    for (int i = 0; i < FILES; i++) {
        if (files[i].name != NULL && strcmp(files[i].name, name) == 0) {
            *out_data = files[i].data;
            *out_size = files[i].size;
            open_count++;
            return R3D_OK;
        }
    }
    return R3D_ERR_IO_OPEN;
}

static void close_file(const char *name, const void *data, size_t size, void *user)
{
    (void)name;
    (void)data;
    (void)size;
    (void)user;
    open_count--;
}

static const r3d_file_source source = {open_file, close_file, NULL};

/* A picture of `colors` colours, and with a palette if they are few. */
static void make_file(int i, const char *name, int32_t width, int32_t height, uint32_t colors,
                      bool has_palette)
{
    uint32_t *pixels = calloc((size_t)(width * height), sizeof *pixels);
    assert_non_null(pixels);
    for (int32_t k = 0; k < width * height; k++) {
        const uint32_t color = (uint32_t)k % colors;
        /* All different in 5 bits a channel. */
        pixels[k] = 0xFF000000u | (color & 31) << 19 | (color >> 5 & 31) << 11 | 8;
    }
    const r3d_picture_view view = {pixels, width * (ptrdiff_t)sizeof *pixels, width, height,
                                   R3D_LAYOUT_XRGB32};
    files[i].name = name;
    assert_int_equal(r3d_png_encode(&view, has_palette ? R3D_PNG_INDEXED : R3D_PNG_FAST, NULL,
                                    &files[i].data, &files[i].size, NULL),
                     R3D_OK);
    free(pixels);
}

static int make_files(void **state)
{
    (void)state;
    make_file(0, "a/t.png", 32, 16, 8, false);
    make_file(1, "a/p.png", 64, 32, 6, false);
    make_file(2, "a/i.png", 16, 16, 4, true);
    make_file(3, "a/j.png", 16, 16, 5, true);
    make_file(4, "a/many.png", 32, 32, 300, false);
    static char text[] = "no picture";
    files[5] = (memory_file){"a/x.png", text, sizeof text - 1};
    return 0;
}

static int free_files(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++) {
        free(files[i].data);
    }
    return 0;
}

static r3d_result decode(const char *text, const r3d_allocator *allocator, r3d_arena **out,
                         r3d_error *error)
{
    r3d_arena_load_options options;
    r3d_arena_load_options_init(&options);
    options.files = &source;
    return r3d_arena_decode(text, strlen(text), "a/x.arena", &options, allocator, out, error);
}

#define HEAD "arena 1\ntiles t t.png\npicture p p.png 0 0 32 32\n"
#define FLOORS HEAD "floor 0 z 0 tiles t\ntile 0 a 1\nrow 0 aa\n"
#define ROWS4(row) row row row row
#define ROWS16(row) ROWS4(row) ROWS4(row) ROWS4(row) ROWS4(row)
#define A16 "aaaaaaaaaaaaaaaa"

/* ---- what is refused ---- */

static const struct {
    const char *text;
    int32_t line;
    const char *message; /* a part of it */
    r3d_result result;
} faults[] = {
    {"", 0, "expected \"arena 1\"", R3D_ERR_FORMAT_MAGIC},
    {"# nothing\n", 1, "expected \"arena 1\"", R3D_ERR_FORMAT_MAGIC},
    {"screen 10 10\narena 1\n", 1, "column 1: found \"screen\"", R3D_ERR_FORMAT_MAGIC},
    {"arena 2\n", 1, "column 7: the version is 2, expected 1..1", R3D_ERR_RANGE},
    {"arena\n", 1, "the line ends", R3D_ERR_FORMAT_SYNTAX},
    {"arena 1 1\n", 1, "column 9: found \"1\", expected the end", R3D_ERR_FORMAT_SYNTAX},
    {"arena 1\narena 1\n", 2, "came already", R3D_ERR_FORMAT_DATA},
    {"arena 1\nscren 1 1\n", 2, "did you mean \"screen\"", R3D_ERR_FORMAT_SYNTAX},
    {"arena 1\nscreen 0 1\n", 2, "column 8: the width is 0, expected 1..4096", R3D_ERR_RANGE},
    {"arena 1\nscreen 1 4097\n", 2, "the height is 4097", R3D_ERR_RANGE},
    {"arena 1\nscreen 0x10 1\n", 2, "found \"0x10\"", R3D_ERR_FORMAT_SYNTAX},
    {"arena 1\nscreen 1.5 1\n", 2, "found \"1.5\"", R3D_ERR_FORMAT_SYNTAX},
    {"arena 1\nscreen 99999999999999999999 1\n", 2, "expected 1..4096", R3D_ERR_RANGE},
    {"arena 1\nscreen 1\n", 2, "column 9: the line ends, expected the height",
     R3D_ERR_FORMAT_SYNTAX},
    {"arena 1\nscreen 1 1\n\n screen 1 1\n", 4, "line 2 gave this record", R3D_ERR_FORMAT_DATA},
    {"arena 1\nbackdrop 1 2 256\n", 2, "blue is 256", R3D_ERR_RANGE},
    {"arena 1\nbackdrop 1 2 3\nbackdrop 1 2 3\n", 3, "line 2", R3D_ERR_FORMAT_DATA},
    {"arena 1\nmode soft\n", 2, "expected free or hw", R3D_ERR_FORMAT_SYNTAX},
    {"arena 1\nmode hw\nmode hw\n", 3, "line 2", R3D_ERR_FORMAT_DATA},
    {"arena 1\nscale 15 368\n", 2, "HS is 15, expected 16..4096", R3D_ERR_RANGE},
    {"arena 1\nscale 512 4097\n", 2, "VS (or auto) is 4097", R3D_ERR_RANGE},
    {"arena 1\nscale 512 auto\n", 2, "expected both floors", R3D_ERR_FORMAT_DATA},
    {FLOORS "scale 512 auto\nwall y+ 0 0 0 p\n", 7, "two floors", R3D_ERR_FORMAT_DATA},
    {FLOORS "floor 1 z 1 tiles t\nrow 1 .\nscale 512 auto\nwall y+ 0 0 0 p\n", 9, "gives 8",
     R3D_ERR_RANGE},
    {FLOORS "floor 1 z 46 tiles t\nrow 1 .\nscale 512 auto\n", 9, "without walls",
     R3D_ERR_FORMAT_DATA},
    {"arena 1\noption fast\n", 2, "expected seal or continuous", R3D_ERR_FORMAT_SYNTAX},
    {"arena 1\noption seal\noption seal\n", 3, "line 2", R3D_ERR_FORMAT_DATA},
    {"arena 1\nmode hw\noption seal\n", 3, "mode free only", R3D_ERR_FORMAT_UNSUPPORTED},
    {"arena 1\nmode hw\ncamera 0 0 0 0 0 roll 1\n", 3, "mode free only",
     R3D_ERR_FORMAT_UNSUPPORTED},
    {"arena 1\nscreen 513 1\nmode hw\n", 2, "at most 512", R3D_ERR_FORMAT_UNSUPPORTED},
    {"arena 1\nsortoffset 40000\n", 2, "the offset is 40000", R3D_ERR_RANGE},
    {"arena 1\ncamera 0 484 0 0 0\n", 2, "the pitch is 484, expected 0..483", R3D_ERR_RANGE},
    {"arena 1\ncamera 0 0 0 0 32768\n", 2, "Z is 32768", R3D_ERR_RANGE},
    {"arena 1\ncamera 0 0 0 0 0 yaw 1\n", 2, "expected roll", R3D_ERR_FORMAT_SYNTAX},
    {"arena 1\ncamera 0 0 0 0 0 roll\n", 2, "the line ends, expected the roll",
     R3D_ERR_FORMAT_SYNTAX},
    {"arena 1\ntiles t none.png\n", 2, "a/none.png", R3D_ERR_IO_OPEN},
    {"arena 1\ntiles t x.png\n", 2, "a/x.png", R3D_ERR_FORMAT_MAGIC},
    {"arena 1\ntiles t /t.png\n", 2, "beside the arena", R3D_ERR_FORMAT_SYNTAX},
    {"arena 1\ntiles t t.png\ntiles t t.png\n", 3, "line 2 named tiles \"t\"", R3D_ERR_FORMAT_DATA},
    {"arena 1\nfloor 0 z 0 tiles t\n", 2, "expected the name of tiles", R3D_ERR_FORMAT_INDEX},
    {HEAD "floor 2 z 0 tiles t\n", 4, "the floor is 2, expected 0..1", R3D_ERR_RANGE},
    {HEAD "floor 0 z 0 tiles p\n", 4, "expected the name of tiles", R3D_ERR_FORMAT_INDEX},
    {HEAD "floor 0 z 0 tiles t\n", 4, "has no rows", R3D_ERR_FORMAT_COUNT},
    {FLOORS "floor 0 z 0 tiles t\n", 7, "line 4 gave floor 0", R3D_ERR_FORMAT_DATA},
    {HEAD "rown 0 1\n", 4, "expected a line \"floor 0\"", R3D_ERR_FORMAT_DATA},
    {HEAD "tile 1 a 1\n", 4, "expected a line \"floor 1\"", R3D_ERR_FORMAT_DATA},
    {HEAD "tile 0 # 1\n", 4, "the line ends", R3D_ERR_FORMAT_SYNTAX},
    {HEAD "tile 0 . 1\n", 4, "one printable letter", R3D_ERR_FORMAT_SYNTAX},
    {HEAD "tile 0 ab 1\n", 4, "found \"ab\"", R3D_ERR_FORMAT_SYNTAX},
    {FLOORS "tile 0 a 2\n", 7, "line 5 gave the letter 'a'", R3D_ERR_FORMAT_DATA},
    {FLOORS "tile 0 b 8\n", 7, "the tile is 8, expected 0..7", R3D_ERR_RANGE},
    {FLOORS "row 0 ab\n", 7, "column 8: found 'b'", R3D_ERR_FORMAT_INDEX},
    {FLOORS "row 0 aaa\n", 7, "3 cells, expected 2", R3D_ERR_FORMAT_COUNT},
    {FLOORS "row 0\n", 7, "the line ends", R3D_ERR_FORMAT_SYNTAX},
    {FLOORS "rown 0 1\n", 7, "1 cells, expected 2", R3D_ERR_FORMAT_COUNT},
    {FLOORS "rown 0\n", 7, "0 cells", R3D_ERR_FORMAT_COUNT},
    {FLOORS "rown 0 1 8\n", 7, "the tile is 8, expected -1..7", R3D_ERR_RANGE},
    {FLOORS "rown 0 1 -2\n", 7, "the tile is -2", R3D_ERR_RANGE},
    {FLOORS "mode hw\n", 4, "2x1 cells, expected 16, 32, 64 or 128", R3D_ERR_FORMAT_UNSUPPORTED},
    {"arena 1\ncycle 0 1 1\n", 2, "FIRST is 0", R3D_ERR_RANGE},
    {"arena 1\ncycle 9 8 1\n", 2, "LAST is 8, expected 9..255", R3D_ERR_RANGE},
    {"arena 1\ncycle 1 2 1\ncycle 1 2 1\ncycle 1 2 1\n", 4, "a third cycle", R3D_ERR_FORMAT_COUNT},
    {"arena 1\ncycle 1 2 1\n", 2, "a cycle without tiles", R3D_ERR_FORMAT_DATA},
    {"arena 1\ncycle 1 2 1\ntiles t t.png\n", 3, "t.png has no palette",
     R3D_ERR_FORMAT_UNSUPPORTED},
    {"arena 1\ncycle 1 2 1\ntiles t i.png\ntiles u j.png\n", 4, "another palette",
     R3D_ERR_FORMAT_DATA},
    {HEAD "picture q p.png 33 0 32 32\n", 4, "ends at 65, 32", R3D_ERR_RANGE},
    {HEAD "picture q p.png 0 0 0 32\n", 4, "W is 0", R3D_ERR_RANGE},
    {HEAD "picture q p.png 0 0 32\n", 4, "expected H", R3D_ERR_FORMAT_SYNTAX},
    {HEAD "picture q p.png -1 0 8 8\n", 4, "X is -1", R3D_ERR_RANGE},
    {HEAD "picture p p.png\n", 4, "line 3 named a picture \"p\"", R3D_ERR_FORMAT_DATA},
    {HEAD "tiles u p.png\npicture o p.png 0 0 9 9\ntiles v p.png 1\n", 6, "the end of the line",
     R3D_ERR_FORMAT_SYNTAX},
    {HEAD "shadow p p p\n", 4, "frame 0 of the shadow is 32x32, expected 32x16", R3D_ERR_RANGE},
    {HEAD "shadow p p\n", 4, "32x16", R3D_ERR_RANGE},
    {HEAD "shadow q q q\n", 4, "expected the name of a picture", R3D_ERR_FORMAT_INDEX},
    {HEAD "box 0 0 -1 0\n", 4, "W is -1", R3D_ERR_RANGE},
    {HEAD "box 0 0 1\n", 4, "expected H", R3D_ERR_FORMAT_SYNTAX},
    {HEAD "wall north 0 0 0 p\n", 4, "x+y+, turn or from", R3D_ERR_FORMAT_SYNTAX},
    {HEAD "wall y+ 0 0 0 q\n", 4, "expected the name of a picture", R3D_ERR_FORMAT_INDEX},
    {HEAD "wall y+ 0 0 p\n", 4, "found \"p\", expected Z", R3D_ERR_FORMAT_SYNTAX},
    {HEAD "wall y+ 0 0 0 p hs 15\n", 4, "hs is 15", R3D_ERR_RANGE},
    {HEAD "wall y+ 0 0 0 p hs 512 hs 512\n", 4, "each once", R3D_ERR_FORMAT_SYNTAX},
    {HEAD "wall y+ 0 0 0 p run 0\n", 4, "run is 0", R3D_ERR_RANGE},
    {HEAD "wall y+ 0 0 0 p run 1048576\n", 4, "texels long", R3D_ERR_RANGE},
    {HEAD "mode hw\nwall y+ 0 0 0 p run 2\n", 5, "a run of 2, expected 1 in mode hw",
     R3D_ERR_FORMAT_UNSUPPORTED},
    {HEAD "mode hw\npicture o p.png 0 0 9 9\nwall y+ 0 0 0 o\n", 6, "the picture is 9x9",
     R3D_ERR_FORMAT_UNSUPPORTED},
    {HEAD "option seal\npicture o p.png 0 0 9 9\nscale 17 99\nwall y+ 0 0 0 o\n", 7,
     "length is 153/256, expected an even", R3D_ERR_RANGE},
    {HEAD "wall from 0 0 to 1 0 z 0 p\n", 4, "expected even", R3D_ERR_RANGE},
    {HEAD "wall from 0 0 to 0 0 z 0 p\n", 4, "two places", R3D_ERR_RANGE},
    {HEAD "wall from 0 0 to 10 0 z 0 p hs 512\n", 4, "run N", R3D_ERR_FORMAT_SYNTAX},
    {HEAD "wall from 0 0 to 1000 0 z 0 p run 1\n", 4, "at most 4 times", R3D_ERR_RANGE},
    {HEAD "wall from 0 0 10 0 z 0 p\n", 4, "expected to", R3D_ERR_FORMAT_SYNTAX},
    {HEAD "mode hw\nwall from 0 0 to 200 0 z 0 p\n", 5, "a run of 3", R3D_ERR_FORMAT_UNSUPPORTED},
    {HEAD "walls 0 0 65 64 out p\n", 4, "W is 65, expected an even", R3D_ERR_RANGE},
    {HEAD "walls 0 0 64 66 out p\n", 4, "expected a multiple", R3D_ERR_RANGE},
    {HEAD "walls 0 0 0 64 out p\n", 4, "W is 0", R3D_ERR_RANGE},
    {HEAD "walls 32700 0 128 64 out p\n", 4, "X + W", R3D_ERR_RANGE},
    {HEAD "walls 0 0 64 64 round p\n", 4, "expected out or in", R3D_ERR_FORMAT_SYNTAX},
    {HEAD "walls 0 0 64 64 out p run 2\n", 4, "z Z, hs N", R3D_ERR_FORMAT_SYNTAX},
    {HEAD "mode hw\npicture o p.png 0 0 8 8\nscale 272 368\nwalls 0 0 34 34 out o\n", 7,
     "expected a whole unit", R3D_ERR_FORMAT_UNSUPPORTED},
    {HEAD "sprite s q 0 0 0\n", 4, "expected the name of a picture", R3D_ERR_FORMAT_INDEX},
    {HEAD "sprite s p 0 0 0 shade\n", 4, "expected shadow", R3D_ERR_FORMAT_SYNTAX},
    {HEAD "sprite s p 0 0 0\nsprite s p 0 0 0\n", 5, "line 4 named a sprite", R3D_ERR_FORMAT_DATA},
    {HEAD "key s 0 0 0 0\nsprite s p 0 0 0\n", 4, "that a line above defines",
     R3D_ERR_FORMAT_INDEX},
    {HEAD "sprite s p 0 0 0\nkey s 5 0 0 0\nkey s 5 0 0 0\n", 6, "expected a later one",
     R3D_ERR_RANGE},
    {HEAD "mode hw\npicture m many.png\n", 5, "many.png the pictures have more than 255 colours",
     R3D_ERR_LIMIT},
    {"arena 1\nmode hw\ntiles m many.png\n", 3, "many.png the tiles have more than 255",
     R3D_ERR_LIMIT},
};

static void faults_are_refused_with_their_line(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        r3d_arena *arena = (r3d_arena *)&arena;
        r3d_error error;
        const r3d_result result = decode(faults[i].text, NULL, &arena, &error);
        if (result != faults[i].result || error.line != faults[i].line ||
            strstr(error.message, faults[i].message) == NULL || arena != NULL) {
            fail_msg("fault %d: %s, line %d: %s", (int)i, r3d_result_string(result),
                     (int)error.line, error.message);
        }
        assert_string_equal(error.file, "a/x.arena");
        assert_int_equal(open_count, 0);
    }
}

/* ---- what is decided ---- */

static r3d_arena *must_decode(const char *text)
{
    r3d_arena *arena = NULL;
    r3d_error error;
    if (decode(text, NULL, &arena, &error) != R3D_OK) {
        fail_msg("line %d: %s", (int)error.line, error.message);
    }
    return arena;
}

/* A mark, ends of lines of two kinds, comments behind words; what is not said has the page's values. */
static void defaults_are_those_of_the_page(void **state)
{
    (void)state;
    r3d_arena *arena = must_decode("\xEF\xBB\xBF# first\r\n\r\narena 1#x\r\n\tsortoffset  3 # y");
    const r3d_affine_scene *scene = r3d_arena_get_scene(arena);
    assert_int_equal(scene->width, 240);
    assert_int_equal(scene->height, 160);
    assert_int_equal(scene->backdrop_rgb, 0);
    assert_int_equal(scene->mode, R3D_AFFINE_FREE);
    assert_int_equal(scene->hs, 512);
    assert_int_equal(scene->vs, 368);
    assert_int_equal(scene->sort_offset, 3);
    assert_false(scene->has_seal);
    r3d_affine_camera camera;
    assert_int_equal(r3d_arena_get_camera(arena, &camera), R3D_OK);
    assert_int_equal(camera.heading_a11 | camera.pitch_a11 | camera.x_q8, 0);
    assert_null(r3d_arena_get_hw_frame(arena));
    /* The ellipses of the references in black. */
    assert_int_equal(scene->shadows[0].argb[8 * 32 + 16], 0xFF000000);
    assert_int_equal(scene->shadows[0].argb[0], 0);
    r3d_arena_destroy(arena);
}

/* Names of tiles, pictures and sprites are apart; settings may come behind what they concern. */
static void order_and_names_are_free(void **state)
{
    (void)state;
    r3d_arena *arena =
        must_decode("arena 1\ntiles p t.png\npicture p p.png 1 2 8 16\nsprite p p 1 2 3 shadow\n"
                    "tile 1 z 7\nrow 1 z.\nrown 1 -1 3\nfloor 1 z 46 tiles p\nfloor 0 z 14 tiles "
                    "p\nrown 0 0\nwalls -8 -8 16 16 in p z 5 hs 256\nscale 64 auto\n");
    const r3d_affine_scene *scene = r3d_arena_get_scene(arena);
    assert_int_equal(scene->vs, 512); /* 256 * 32 / 16 */
    assert_int_equal(scene->floors[1].columns, 2);
    assert_int_equal(scene->floors[1].rows, 2);
    static const int16_t cells[4] = {7, -1, -1, 3};
    assert_memory_equal(scene->floors[1].cells, cells, sizeof cells);
    assert_int_equal(scene->wall_count, 4);
    static const int32_t places[4][2] = {{0, -8}, {8, 0}, {0, 8}, {-8, 0}};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(scene->walls[i].x, places[i][0]);
        assert_int_equal(scene->walls[i].y, places[i][1]);
        assert_int_equal(scene->walls[i].z, 5);
        assert_int_equal(scene->walls[i].turn_a11, 512 * i);
        assert_int_equal(scene->walls[i].run, 2);
    }
    assert_int_equal(scene->sprites[0].picture.width, 8);
    assert_true(scene->sprites[0].has_shadow);
    assert_int_equal(open_count, 0);
    r3d_arena_destroy(arena);
}

/* In mode hw single walls begin at the end where u is 0; colours are of 5 bits. */
static void hardware_gets_single_walls(void **state)
{
    (void)state;
    r3d_arena *arena =
        must_decode(HEAD "mode hw\nbackdrop 255 8 7\nfloor 0 z 0 tiles t\ntile 0 a 1\n" ROWS16(
            "row 0 " A16 "\n") "walls -64 -64 128 128 out p\n");
    const r3d_affine_scene *scene = r3d_arena_get_scene(arena);
    assert_int_equal(scene->wall_count, 8);
    static const int32_t places[8][2] = {{32, 64},   {-32, 64}, {-64, 32}, {-64, -32},
                                         {-32, -64}, {32, -64}, {64, -32}, {64, 32}};
    for (int i = 0; i < 8; i++) {
        assert_int_equal(scene->walls[i].x, places[i][0]);
        assert_int_equal(scene->walls[i].y, places[i][1]);
    }
    assert_int_equal(scene->backdrop_rgb, 0xFF0800);
    assert_int_equal(scene->floors[0].tiles.argb[1], 0xFF080008);
    r3d_arena_destroy(arena);
}

static void keys_move_sprites(void **state)
{
    (void)state;
    r3d_arena *arena = must_decode(HEAD "sprite s p 1 2 3\nsprite still p 9 9 9\nkey s -10 0 0 0\n"
                                        "key s 0 5 -5 1\nkey s 3 6 -6 2\n");
    const r3d_affine_scene *scene = r3d_arena_get_scene(arena);
    static const struct {
        int64_t time;
        int32_t place[3];
    } cases[] = {{-11, {0, 0, 0}}, {-10, {0, 0, 0}}, {-9, {1, -1, 0}},
                 {-5, {3, -3, 1}}, {0, {5, -5, 1}},  {1, {5, -5, 1}},
                 {2, {6, -6, 2}},  {3, {6, -6, 2}},  {(int64_t)1 << 40, {6, -6, 2}},
                 {0, {5, -5, 1}}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(r3d_arena_set_time(arena, cases[i].time), R3D_OK);
        assert_int_equal(scene->sprites[0].x, cases[i].place[0]);
        assert_int_equal(scene->sprites[0].y, cases[i].place[1]);
        assert_int_equal(scene->sprites[0].z, cases[i].place[2]);
        assert_int_equal(scene->sprites[1].x, 9);
        assert_true(scene->time_ms == cases[i].time);
    }
    assert_int_equal(r3d_arena_set_time(arena, ((int64_t)1 << 40) + 1), R3D_ERR_RANGE);
    r3d_arena_destroy(arena);
}

/* The indices of a palette are used as they are with a cycle; without, its colours are. */
static void cycles_use_indices(void **state)
{
    (void)state;
    r3d_arena *arena =
        must_decode("arena 1\ntiles t i.png\nfloor 0 z 0 tiles t\nrown 0 0\ncycle 1 2 5\n");
    const r3d_affine_floor *floor = &r3d_arena_get_scene(arena)->floors[0];
    assert_null(floor->tiles.argb);
    assert_non_null(floor->tiles.palette);
    r3d_arena_destroy(arena);
    arena = must_decode("arena 1\ntiles t i.png\nfloor 0 z 0 tiles t\nrown 0 0\n");
    assert_non_null(r3d_arena_get_scene(arena)->floors[0].tiles.argb);
    r3d_arena_destroy(arena);
}

/* ---- memory and damage ---- */

static int allocations_left;

static void *limited_alloc(size_t size, void *user)
{
    (void)user;
    return allocations_left-- > 0 ? malloc(size) : NULL;
}

static void plain_free(void *memory, void *user)
{
    (void)user;
    free(memory);
}

static const char whole[] =
    FLOORS "floor 1 z 46 tiles t\nrown 1 1 -1\nbox 0 0 16 16\nwalls 0 0 64 64 out p\nwall turn 9 0 "
           "0 0 p\nwall from 0 0 to 64 0 z 0 p\nsprite s p 0 0 0 shadow\nkey s 0 0 0 0\noption "
           "seal\ncamera 7 300 0 0 0 roll 5\nscale 512 auto\ncycle 1 2 3\n";

static void every_allocation_may_fail(void **state)
{
    (void)state;
    const r3d_allocator hooks = {limited_alloc, plain_free, NULL};
    char text[1024];
    snprintf(text, sizeof text, "%.*s", (int)(strstr(whole, "cycle") - whole), whole);
    r3d_result result = R3D_ERR_MEMORY;
    int n = 0;
    for (; result != R3D_OK; n++) {
        r3d_arena *arena = NULL;
        allocations_left = n;
        result = decode(text, &hooks, &arena, NULL);
        assert_true(result == R3D_OK || result == R3D_ERR_MEMORY);
        assert_int_equal(open_count, 0);
        assert_int_equal(arena != NULL, result == R3D_OK);
        r3d_arena_destroy(arena);
        assert_true(n < 1000);
    }
    assert_true(n > 10);
}

/* A text with bytes, words or lines changed is read or refused with a line; what is read can be drawn. */
static void damaged_texts_are_read_or_refused(void **state)
{
    (void)state;
    static const char letters[] = " \n#-019azAZ.\r\t\xFF";
    rng random = {77};
    int good = 0;
    for (int round = 0; round < 4000; round++) {
        char text[1024];
        size_t size = sizeof whole - 1;
        memcpy(text, whole, size);
        const int changes = 1 + rng_range(&random, 0, 2);
        for (int k = 0; k < changes; k++) {
            const size_t at = (size_t)rng_range(&random, 0, (int32_t)size - 1);
            const int32_t what = rng_range(&random, 0, 3);
            const char letter = letters[rng_range(&random, 0, (int32_t)sizeof letters - 2)];
            if (what == 0) {
                memmove(text + at, text + at + 1, --size - at);
            } else if (what == 1) {
                text[at] = letter;
            } else if (what == 2) {
                memmove(text + at + 1, text + at, size++ - at);
                text[at] = letter;
            } else {
                size = at + 1;
            }
        }
        r3d_arena_load_options options;
        r3d_arena_load_options_init(&options);
        options.files = &source;
        r3d_arena *arena = NULL;
        r3d_error error;
        const r3d_result result =
            r3d_arena_decode(text, size, "a/x.arena", &options, NULL, &arena, &error);
        if (result != R3D_OK) {
            assert_true(error.line >= 0 && error.message[0] != 0);
            assert_true(error.line > 0 || result == R3D_ERR_FORMAT_MAGIC);
            continue;
        }
        good++;
        const r3d_affine_scene *scene = r3d_arena_get_scene(arena);
        static uint32_t pixels[240 * 160];
        r3d_surface surface;
        r3d_affine_context_desc desc;
        r3d_affine_context_desc_init(&desc);
        r3d_affine_context *context = NULL;
        r3d_affine_camera camera;
        assert_int_equal(r3d_arena_get_camera(arena, &camera), R3D_OK);
        assert_int_equal(r3d_surface_init(&surface, pixels, 240, 160, 240), R3D_OK);
        assert_int_equal(r3d_affine_context_create(&desc, &context), R3D_OK);
        assert_int_equal(r3d_affine_draw(context, scene, &camera, &surface, 0, 0), R3D_OK);
        r3d_affine_context_destroy(context);
        r3d_arena_destroy(arena);
    }
    assert_true(good > 100);
}

/* ---- reference scenes ---- */

static void scenes_are_checked_too(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int32_t line;
        const char *message;
    } bad[] = {
        {"screen 9 9\nbogus 1\n", 2, "unknown record"},
        {"wall 0 0 0 0 brick 8 8 1\n", 1, "without a camera"},
        {"camera 0 0 0 0 0\nobj 0 0 0 noise 8 8 1 flip 0 0\n", 2, "with a camera"},
        {"camera 0 0 0 0 0\ncamera 0 0 0 0 0\n", 2, "came already"},
        {"camera 0 0 0 0 0\nwall 8 0 0 0 brick 8 8 1\n", 2, "the direction is 8"},
        {"camera 0 0 0 0 0\nwallx 0 0 0 brick 8 8 1 tan 0 0\n", 2, "a tangent of 0"},
        {"camera 0 0 0 0 0\nwallx 0 0 0 stone 8 8 1\n", 2, "expected noise"},
        {"camera 0 0 0 0 0\nfloor 0 0 12 1\n", 2, "a multiple of 8"},
        {"camera 0 0 0 0 0\nfloor 0 0 16 1\nfloor 0 0 16 1\n", 3, "line 2 gave floor 0"},
        {"bg 0 0 130 0 0 256 0 0 256 0 0\n", 1, "expected 128, 256"},
        {"bg 0 0 128 0 0 256 0 0 256 0 0 1\n", 1, "the end of the line"},
        {"shift 1 2 3\nshift 1 2 3\nshift 1 2 3\n", 3, "more than 2 shifts"},
        {"camera 0 0 0 0 0\nsprite 0 0 0 letter 8 8 216 0\n", 2, "the seed is 216"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        r3d_arena *arena = NULL;
        r3d_error error;
        const r3d_result result = r3d_arena_decode(bad[i].text, strlen(bad[i].text), "x.scene",
                                                   NULL, NULL, &arena, &error);
        if (result == R3D_OK || error.line != bad[i].line ||
            strstr(error.message, bad[i].message) == NULL) {
            fail_msg("scene %d: line %d: %s", (int)i, (int)error.line, error.message);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_are_refused_with_their_line),
        cmocka_unit_test(defaults_are_those_of_the_page),
        cmocka_unit_test(order_and_names_are_free),
        cmocka_unit_test(hardware_gets_single_walls),
        cmocka_unit_test(keys_move_sprites),
        cmocka_unit_test(cycles_use_indices),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(damaged_texts_are_read_or_refused),
        cmocka_unit_test(scenes_are_checked_too),
    };
    return cmocka_run_group_tests(tests, make_files, free_files);
}
