/* SPDX-License-Identifier: MIT */

#include "cmocka_all.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/script.h>
#include <retro3d/text.h>

#include "rng.h"

/* Parses and runs a script that lies beside the references. */
static r3d_result run_text(const char *text, size_t size, r3d_error *out_error)
{
    r3d_script *script = NULL;
    r3d_replay *replay = NULL;
    memset(out_error, 0, sizeof *out_error);
    r3d_result result = r3d_script_parse(
        text, size, R3D_TEST_SOURCE_DIR "/golden/raster/inline.r3d", NULL, &script, out_error);
    if (result == R3D_OK) {
        r3d_replay_desc desc;
        r3d_replay_desc_init(&desc);
        desc.max_memory = 64 << 20;
        assert_int_equal(r3d_replay_create(&desc, &replay), R3D_OK);
        result = r3d_replay_run(replay, script, out_error);
        if (result != R3D_OK) {
            assert_null(r3d_replay_get_surface(replay));
            r3d_error again;
            assert_int_equal(r3d_replay_run(replay, script, &again), R3D_ERR_STATE);
        }
        r3d_replay_destroy(replay);
    } else {
        assert_null(script);
    }
    r3d_script_destroy(script);
    return result;
}

typedef struct bad_script {
    const char *text;
    int line;
    r3d_result result;
    const char *reason; /* part of the message */
} bad_script;

static const bad_script bad_scripts[] = {
    {"size 4 4\nrectangle 1 2 3 4 5\n", 2, R3D_ERR_FORMAT_SYNTAX, "unknown command"},
    {"size 4 4\ngourad 1 2 3\n", 2, R3D_ERR_FORMAT_SYNTAX, "did you mean \"gouraud\""},
    {"SIZE 4 4\n", 1, R3D_ERR_FORMAT_SYNTAX, "unknown command"},
    {"\n\n# comment\nsize 4\n", 4, R3D_ERR_FORMAT_COUNT, "1 fields, expected 2"},
    {"size 4 4 4\n", 1, R3D_ERR_FORMAT_COUNT, "3 fields, expected 2"},
    {"size 4 4\nunclip 1\n", 2, R3D_ERR_FORMAT_COUNT, "1 fields, expected 0"},
    {"size 0 4\n", 1, R3D_ERR_RANGE, "W is 0, expected 1..16384"},
    {"size 4 16385\n", 1, R3D_ERR_RANGE, "H is 16385"},
    {"size 32768 32768\n", 1, R3D_ERR_RANGE, "expected 1..16384"},
    {"size 16384 16384\n", 1, R3D_ERR_LIMIT, "pixels"},
    {"size 4 4\nsize 4 4\n", 2, R3D_ERR_STATE, "after \"size\""},
    {"clear 0\n", 1, R3D_ERR_STATE, "before \"size\""},
    {"size 4 4\nblackfix 1\n", 2, R3D_ERR_STATE, "after \"size\""},
    {"blackfix 2\n", 1, R3D_ERR_RANGE, "expected 0..1"},
    {"brightness 0.8\nsize 4 4\n", 1, R3D_ERR_STATE, "before \"size\""},
    {"detail medium\n", 1, R3D_ERR_RANGE, "expected high or low"},
    {"size 4 4\ntexture 0 tex/brick.tx8\ndetail low\n", 3, R3D_ERR_STATE, "after \"texture\""},
    {"size 4 4\nbrightness fast\n", 2, R3D_ERR_FORMAT_SYNTAX, "decimal fraction"},
    {"size 4 4\nbrightness 0.8.1\n", 2, R3D_ERR_FORMAT_SYNTAX, "decimal fraction"},
    {"size 4 4\nbrightness 0\n", 2, R3D_ERR_RANGE, "expected 0.001..1000"},
    {"size 4 4\nbrightness -1\n", 2, R3D_ERR_RANGE, "expected 0.001..1000"},
    {"size 4 4\nalpha 256\n", 2, R3D_ERR_RANGE, "T is 256, expected 0..255"},
    {"size 4 4\nalpha -1\n", 2, R3D_ERR_RANGE, "expected 0..255"},
    {"size 4 4\nhclip 2\n", 2, R3D_ERR_RANGE, "expected 0..1"},
    {"size 4 4\nclear 0x1000000\n", 2, R3D_ERR_RANGE, "RGB is 16777216"},
    {"size 4 4\nclear red\n", 2, R3D_ERR_FORMAT_SYNTAX, "RGB is \"red\""},
    {"size 4 4\nclear 0x\n", 2, R3D_ERR_FORMAT_SYNTAX, "expected a decimal or 0x number"},
    {"size 4 4\nclear --1\n", 2, R3D_ERR_FORMAT_SYNTAX, "expected a decimal"},
    {"size 4 4\nclear 12a\n", 2, R3D_ERR_FORMAT_SYNTAX, "expected a decimal"},
    {"size 4 4\nclip 0 0 2147483648 1\n", 2, R3D_ERR_RANGE, "signed 32-bit"},
    {"size 4 4\nclip 0 0 0xFFFFFFFF 1\n", 2, R3D_ERR_RANGE, "signed 32-bit"},
    {"size 4 4\nclip 0 0 99999999999999999999999999 1\n", 2, R3D_ERR_RANGE, "signed 32-bit"},
    {"size 4 4\nrectalpha 0 0 1 1 0 257\n", 2, R3D_ERR_RANGE, "A is 257, expected 0..256"},
    {"size 4 4\ntex 50 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n", 2, R3D_ERR_RANGE,
     "ID is 50, expected 0..49"},
    {"size 4 4\ntex 7 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n", 2, R3D_ERR_STATE,
     "texture 7 was not loaded"},
    {"size 4 4\ntexavg 7 0 0 1 1\n", 2, R3D_ERR_STATE, "texture 7 was not loaded"},
    {"size 4 4\ntexture 7 tex/none.tx8\n", 2, R3D_ERR_IO_OPEN, "none.tx8"},
    {"size 4 4\ntexture 7 /etc/passwd\n", 2, R3D_ERR_ARGUMENT, "absolute"},
    {"size 4 4\ntexture 7 spr/glyph.tx8\n", 2, R3D_ERR_RANGE, "canvas"},
    {"size 4 4\ntexture 7 spr/gem.png\n", 2, R3D_ERR_FORMAT_MAGIC, "gem.png"},
    {"size 4 4\nsprite8 1 spr/gem.png\n", 2, R3D_ERR_FORMAT_MAGIC, "gem.png"},
    {"size 4 4\nsprite24 1 tex/brick.tx8 4 4 0 0\n", 2, R3D_ERR_FORMAT_MAGIC, "brick.tx8"},
    {"size 4 4\nsprite24 1 spr 4 4 0 0\n", 2, R3D_ERR_IO_OPEN, "spr"},
    {"size 4 4\nsprite24 1 spr/gem.png 0 4 0 0\n", 2, R3D_ERR_RANGE, "CW is 0"},
    {"size 4 4\nsprite8 256 spr/glyph.tx8\n", 2, R3D_ERR_RANGE, "expected 0..255"},
    {"size 4 4\ndraw8 3 0 0\n", 2, R3D_ERR_STATE, "8-bit sprite 3 was not loaded"},
    {"size 4 4\ndraw24 3 0 0\n", 2, R3D_ERR_STATE, "24-bit sprite 3 was not loaded"},
    {"size 4 4\nblit24 3 0 0\n", 2, R3D_ERR_STATE, "was not loaded"},
    {"size 4 4\nalpha24 3 0 0 5\n", 2, R3D_ERR_STATE, "was not loaded"},
    {"size 4 4\nscale24 3 0 0 5 5\n", 2, R3D_ERR_STATE, "was not loaded"},
    {"size 4 4\nflip8h 3\n", 2, R3D_ERR_STATE, "was not loaded"},
    {"size 4 4\nflip8v 3\n", 2, R3D_ERR_STATE, "was not loaded"},
    {"size 4 4\nexpand8 3\n", 2, R3D_ERR_STATE, "was not loaded"},
    {"size 4 4\nshrink8 3\n", 2, R3D_ERR_STATE, "was not loaded"},
    {"size 4 4\ntint8 3 1 1 1\n", 2, R3D_ERR_STATE, "was not loaded"},
    {"size 4 4\ntint24 3 1 1 1\n", 2, R3D_ERR_STATE, "was not loaded"},
    {"size 4 4\nsprite24 0 spr/gem.png 4 4 0 0\nmask24 0 1 0 0\n", 3, R3D_ERR_STATE,
     "8-bit sprite 1 was not loaded"},
    {"size 4 4\nsprite24 0 spr/gem.png 4 4 0 0\nsprite8 1 spr/glyph.tx8\nmask24 0 1 0 0\n", 4,
     R3D_ERR_ARGUMENT, "expected the frame's 4 x 4"},
    {"size 4 4\nsprite24 0 spr/gem.png 4 4 0 0\nscale24 0 0 0 4097 1\n", 3, R3D_ERR_LIMIT,
     "above 4096"},
    {"size 4 4\nsprite24 0 spr/gem.png 4 4 0 0\nrotz24 0 0 0 1 4097 0 0 0.5 256\n", 3,
     R3D_ERR_LIMIT, "above 4096"},
    {"size 4 4\nsprite24 0 spr/gem.png 4 4 0 0\nrotz24 0 0 0 1 1 0 0 2000000000 256\n", 3,
     R3D_ERR_RANGE, "RADIANS"},
    {"size 4 4\nsprite24 0 spr/gem.png 4 4 0 0\nrot24 0 9 0 0 1 1 0 0 0 256\n", 3, R3D_ERR_STATE,
     "row list 9 was not loaded"},
    {"size 4 4\nsprite24 0 spr/gem.png 4 4 0 0\nlines 9 1 0 4097\nrot24 0 9 0 0 1 1 0 0 0 256\n", 4,
     R3D_ERR_LIMIT, "above 4096"},
    {"size 4 4\nlines 1 2 0 1\n", 2, R3D_ERR_FORMAT_COUNT, "expected N = 2"},
    {"size 4 4\nlines 1 1 0\n", 2, R3D_ERR_FORMAT_COUNT, "groups of 2"},
    {"size 4 4\nlines 1 -1\n", 2, R3D_ERR_RANGE, "N is -1"},
    {"size 4 4\nlines\n", 2, R3D_ERR_FORMAT_COUNT, "0 fields"},
    {"size 4 4\n\x01\x02\n", 2, R3D_ERR_FORMAT_SYNTAX, "byte 0x01"},
    {"\x89PNG\r\n\x1a\n", 1, R3D_ERR_FORMAT_SYNTAX, ""},
};

static void bad_scripts_give_line_and_reason(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(bad_scripts); i++) {
        const bad_script *bad = &bad_scripts[i];
        r3d_error error;
        r3d_result result = run_text(bad->text, strlen(bad->text), &error);
        if (result != bad->result || error.result != bad->result || error.line != bad->line ||
            strstr(error.message, bad->reason) == NULL ||
            strstr(error.file, "inline.r3d") == NULL) {
            fail_msg("script %d (%s): result %d line %d file %s: %s", (int)i, bad->text, result,
                     (int)error.line, error.file, error.message);
        }
    }
}

static void long_paths_leave_room_for_the_reason(void **state)
{
    (void)state;
    static char text[3000];
    static char path[2000];
    r3d_script *script;
    r3d_replay *replay;
    r3d_error error;
    int length = snprintf(text, sizeof text, "size 4 4\ntexture 0 ");
    memset(text + length, 'a', 1200);
    memcpy(text + length + 1200, ".tx8\n", 6);
    memset(path, 'b', 1500);
    memcpy(path + 1500, "/s.r3d", 7);
    assert_int_equal(r3d_script_parse(text, strlen(text), path, NULL, &script, &error), R3D_OK);
    assert_int_equal(r3d_replay_create(NULL, &replay), R3D_OK);
    assert_int_equal(r3d_replay_run(replay, script, &error), R3D_ERR_IO_OPEN);
    assert_non_null(strstr(error.message, "aaa.tx8: cannot open"));
    assert_string_equal(error.file + strlen(error.file) - 6, "/s.r3d");
    r3d_replay_destroy(replay);
    r3d_script_destroy(script);
}

static void errors_are_written_by_failures_only_and_by_all_of_them(void **state)
{
    (void)state;
    static const char text[] = "size 4 4\nclear 1\n";
    r3d_script *script;
    r3d_replay *replay;
    r3d_error error;
    r3d_error before;
    memset(&error, 0x5A, sizeof error);
    before = error;
    assert_int_equal(r3d_script_parse(text, sizeof text - 1, "a.r3d", NULL, &script, &error),
                     R3D_OK);
    assert_int_equal(r3d_replay_create(NULL, &replay), R3D_OK);
    assert_int_equal(r3d_replay_run(replay, script, &error), R3D_OK);
    assert_memory_equal(&error, &before, sizeof error);
    assert_int_equal(r3d_replay_run(replay, script, &error), R3D_ERR_STATE);
    assert_int_equal(error.result, R3D_ERR_STATE);
    assert_string_equal(error.file, "a.r3d");
    r3d_script *none;
    assert_int_equal(r3d_script_load(NULL, NULL, &none, &error), R3D_ERR_ARGUMENT);
    assert_int_equal(error.result, R3D_ERR_ARGUMENT);
    r3d_replay_destroy(replay);
    r3d_script_destroy(script);
}

static void a_byte_order_mark_is_passed_over(void **state)
{
    (void)state;
    static const char text[] = "\xEF\xBB\xBFsize 4 4\n";
    r3d_error error;
    assert_int_equal(run_text(text, sizeof text - 1, &error), R3D_OK);
    assert_int_equal(run_text("size 4 4\n\x9B\x80x\n", 13, &error), R3D_ERR_FORMAT_SYNTAX);
    /* Nothing that a terminal obeys. */
    assert_non_null(strstr(error.message, "\"\\x9b\\x80x\""));
}

static void a_zero_byte_is_refused(void **state)
{
    (void)state;
    r3d_error error;
    assert_int_equal(run_text("size 4\0 4\n", 10, &error), R3D_ERR_FORMAT_SYNTAX);
    assert_int_equal(error.line, 1);
}

static void lines_have_a_length_limit(void **state)
{
    (void)state;
    enum { LONGEST = R3D_SCRIPT_LINE_BYTES_MAX };
    static char text[LONGEST + 16];
    r3d_error error;
    memset(text, ' ', sizeof text);
    memcpy(text, "size 4 4", 8);
    text[LONGEST] = '\n';
    assert_int_equal(run_text(text, LONGEST + 1, &error), R3D_OK);
    assert_int_equal(run_text(text, LONGEST, &error), R3D_OK); /* no line end */
    text[LONGEST] = ' ';
    text[LONGEST + 1] = '\n';
    assert_int_equal(run_text(text, LONGEST + 2, &error), R3D_ERR_LIMIT);
    assert_int_equal(error.line, 1);
}

static void comments_blank_lines_tabs_and_crlf_are_accepted(void **state)
{
    (void)state;
    static const char text[] = "# hello\r\n\r\n\t size\t4  4 # frame\r\nclear 0x00FF00#now\r\n"
                               "clip -0x1 0 -3 0X10\r\nunclip";
    r3d_script *script;
    r3d_replay *replay;
    r3d_error error;
    assert_int_equal(r3d_script_parse(text, sizeof text - 1, "a.r3d", NULL, &script, &error),
                     R3D_OK);
    assert_int_equal(r3d_script_command_count(script), 4);
    assert_int_equal(r3d_script_command_line(script, 0), 3);
    assert_string_equal(r3d_script_command_name(script, 1), "clear");
    assert_null(r3d_script_command_name(script, 4));
    assert_int_equal(r3d_script_command_line(script, 4), 0);
    assert_int_equal(r3d_replay_create(NULL, &replay), R3D_OK);
    assert_int_equal(r3d_replay_run(replay, script, &error), R3D_OK);
    const r3d_surface *surface = r3d_replay_get_surface(replay);
    assert_int_equal(surface->width, 4);
    assert_int_equal(surface->pixels[15], 0xFF00FF00);
    r3d_replay_destroy(replay);
    r3d_script_destroy(script);
}

static void pixels_that_nothing_drew_are_zero(void **state)
{
    (void)state;
    static const char text[] = "size 3 1\nrect 1 0 1 1 0\n";
    r3d_script *script;
    r3d_replay *replay;
    assert_int_equal(r3d_script_parse(text, sizeof text - 1, "a.r3d", NULL, &script, NULL), R3D_OK);
    assert_int_equal(r3d_replay_create(NULL, &replay), R3D_OK);
    assert_null(r3d_replay_get_surface(replay));
    assert_int_equal(r3d_replay_run(replay, script, NULL), R3D_OK);
    const uint32_t expected[3] = {0, 0xFF000000, 0};
    assert_memory_equal(r3d_replay_get_surface(replay)->pixels, expected, sizeof expected);
    r3d_replay_destroy(replay);
    r3d_script_destroy(script);
}

/* The palette test aid with sizes whose product passes every bound: only visible pixels are visited. */
static void palrect_of_any_size_ends(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "size 8 8\npalrect 0 0 5 7 2147483647 2147483647\n",
        "size 8 8\npalrect -2147483648 -2147483648 5 7 2147483647 2147483647\n",
        "size 8 8\npalrect 2147483647 2147483647 -5 -7 2147483647 2147483647\n",
        "size 8 8\npalrect 0 0 0 0 -1 -2147483648\n",
    };
    for (size_t i = 0; i < TEST_COUNT(texts); i++) {
        r3d_error error;
        assert_int_equal(run_text(texts[i], strlen(texts[i]), &error), R3D_OK);
    }
}

static void memory_is_bounded(void **state)
{
    (void)state;
    /* 64 MiB are allowed here; the frame alone is 256 MiB */
    static const char text[] = "size 8192 8192\n";
    r3d_error error;
    assert_int_equal(run_text(text, sizeof text - 1, &error), R3D_ERR_LIMIT);
    assert_int_equal(error.line, 1);
    assert_non_null(strstr(error.message, "67108864"));
}

static void ranges_run_in_order_only(void **state)
{
    (void)state;
    static const char text[] = "size 2 1\nrect 0 0 1 1 1\nrect 1 0 1 1 2\n";
    r3d_script *script;
    r3d_script *other;
    r3d_replay *replay;
    assert_int_equal(r3d_script_parse(text, sizeof text - 1, "a.r3d", NULL, &script, NULL), R3D_OK);
    assert_int_equal(r3d_script_parse(text, sizeof text - 1, "a.r3d", NULL, &other, NULL), R3D_OK);
    assert_int_equal(r3d_replay_create(NULL, &replay), R3D_OK);
    assert_int_equal(r3d_replay_run_range(replay, script, 1, 1, NULL), R3D_ERR_STATE);
    assert_int_equal(r3d_replay_run_range(replay, script, 0, 2, NULL), R3D_OK);
    assert_int_equal(r3d_replay_get_surface(replay)->pixels[1], 0);
    assert_int_equal(r3d_replay_run_range(replay, script, 2, 2, NULL), R3D_ERR_RANGE);
    assert_int_equal(r3d_replay_run_range(replay, other, 2, 1, NULL), R3D_ERR_STATE);
    assert_int_equal(r3d_replay_run_range(replay, script, 2, 1, NULL), R3D_OK);
    assert_int_equal(r3d_replay_get_surface(replay)->pixels[1], 0xFF000002);
    assert_int_equal(r3d_replay_run(replay, script, NULL), R3D_ERR_STATE);
    r3d_replay_destroy(replay);
    r3d_script_destroy(script);
    r3d_script_destroy(other);
}

/* ---- allocation failures ---- */

typedef struct failing {
    int64_t left; /* allocations that still succeed */
    int64_t live;
} failing;

static void *failing_alloc(size_t size, void *user)
{
    failing *f = user;
    if (f->left <= 0) {
        return NULL;
    }
    void *memory = malloc(size);
    f->left--;
    f->live += memory != NULL;
    return memory;
}

static void failing_free(void *memory, void *user)
{
    failing *f = user;
    f->live -= memory != NULL;
    free(memory);
}

static void every_failing_allocation_is_an_error_without_a_leak(void **state)
{
    (void)state;
    static const char text[] =
        "size 64 64\ntexture 0 tex/brick.tx8\nsprite8 0 spr/glyph.tx8\nsprite8 0 spr/odd.tx8\n"
        "sprite24 0 spr/gem.png 40 40 0 0\nlines 0 1 0 1\nexpand8 0\nshrink8 0\n"
        "tex 0 0 0 0 64 0 0 0 64 0 0 0 512 128 0 512 0 128 512\n";
    bool finished = false;
    for (int64_t n = 0; !finished; n++) {
        failing f = {n, 0};
        r3d_allocator hooks = {failing_alloc, failing_free, &f};
        r3d_replay_desc desc;
        r3d_script *script = NULL;
        r3d_replay *replay = NULL;
        r3d_error error;
        r3d_replay_desc_init(&desc);
        desc.allocator = hooks;
        r3d_result result =
            r3d_script_parse(text, sizeof text - 1, R3D_TEST_SOURCE_DIR "/golden/raster/inline.r3d",
                             &hooks, &script, &error);
        if (result == R3D_OK) {
            result = r3d_replay_create(&desc, &replay);
        }
        if (result == R3D_OK) {
            result = r3d_replay_run(replay, script, &error);
        }
        assert_true(result == R3D_OK || result == R3D_ERR_MEMORY);
        finished = result == R3D_OK;
        r3d_replay_destroy(replay);
        r3d_script_destroy(script);
        assert_int_equal(f.live, 0);
        assert_true(n < 1000);
    }
}

/* ---- rubbish ---- */

static void mutated_scripts_end_with_a_result(void **state)
{
    (void)state;
    static const char base[] =
        "blackfix 0\nsize 48 40\nbrightness 0.8\ntexture 0 tex/leaf64.tx8\n"
        "sprite24 0 spr/gem.png 40 40 0 0\nsprite8 0 spr/glyph.tx8\nlines 0 2 0 5 1 9\n"
        "gouraud 1 2 300 40 5 3000 7 30 6000\nflat 0 0 40 3 2 39 0xFF8800\nhclip 1\nalpha 90\n"
        "tex 0 0 0 0 64 0 90 0 64 0 0 0 512 128 0 512 0 128 512\nscale24 0 3 3 20 30\n"
        "rot24 0 0 1 1 20 20 10 10 300 256\nrotz24 0 1 1 20 20 10 10 1.25 256\ndraw8 0 4 4\n";
    static const char alphabet[] = "0123456789-x. \t\n#abtexsizRGB\r";
    rng r = {20049};
    for (int i = 0; i < 20000; i++) {
        char text[sizeof base + 8];
        size_t size = sizeof base - 1;
        memcpy(text, base, size);
        int changes = rng_range(&r, 1, 6);
        for (int k = 0; k < changes; k++) {
            size_t at = (size_t)rng_range(&r, 0, (int32_t)size - 1);
            text[at] = rng_range(&r, 0, 9) == 0
                           ? (char)rng_range(&r, -128, 127)
                           : alphabet[rng_range(&r, 0, (int32_t)sizeof alphabet - 2)];
        }
        r3d_error error;
        r3d_result result = run_text(text, (size_t)rng_range(&r, 1, (int32_t)size), &error);
        if (result != R3D_OK) {
            assert_true(error.line > 0);
            assert_true(error.message[0] != '\0');
        }
    }
}

/* ---- numbers and words ---- */

static void decimals_are_rounded_correctly_in_every_locale(void **state)
{
    (void)state;
    static const char *const locales[] = {"C", "de_DE.UTF-8", "fr_FR.UTF-8"};
    for (size_t i = 0; i < TEST_COUNT(locales); i++) {
        if (setlocale(LC_NUMERIC, locales[i]) == NULL) {
            print_message("locale %s is not installed here\n", locales[i]);
            continue;
        }
        double value;
        assert_int_equal(r3d_text_to_double("0.8", 3, &value), R3D_OK);
        assert_true(value == 8.0 / 10.0);
        assert_int_equal(r3d_text_to_double("-.5", 3, &value), R3D_OK);
        assert_true(value == -0.5);
        assert_int_equal(r3d_text_to_double("12.", 3, &value), R3D_OK);
        assert_true(value == 12);
        assert_int_equal(r3d_text_to_double("1,5", 3, &value), R3D_ERR_FORMAT_SYNTAX);
    }
    setlocale(LC_NUMERIC, "C");
    static const char *const bad[] = {"",    "-",   ".",     "1e5", "inf",
                                      "nan", "0x1", "1.2.3", "+1",  " 1"};
    for (size_t i = 0; i < TEST_COUNT(bad); i++) {
        double value = 42;
        assert_int_equal(r3d_text_to_double(bad[i], strlen(bad[i]), &value), R3D_ERR_FORMAT_SYNTAX);
        assert_true(value == 42);
    }
}

static void integers_cover_the_whole_range(void **state)
{
    (void)state;
    static const struct {
        const char *word;
        r3d_result result;
        int32_t value;
    } cases[] = {
        {"0", R3D_OK, 0},
        {"-0", R3D_OK, 0},
        {"2147483647", R3D_OK, INT32_MAX},
        {"2147483648", R3D_ERR_RANGE, 0},
        {"-2147483648", R3D_OK, INT32_MIN},
        {"-2147483649", R3D_ERR_RANGE, 0},
        {"0x7fffFFFF", R3D_OK, INT32_MAX},
        {"0x80000000", R3D_ERR_RANGE, 0},
        {"-0x80000000", R3D_OK, INT32_MIN},
        {"0000000000000000000000000012", R3D_OK, 12},
        {"+1", R3D_ERR_FORMAT_SYNTAX, 0},
        {"1.0", R3D_ERR_FORMAT_SYNTAX, 0},
        {"", R3D_ERR_FORMAT_SYNTAX, 0},
        {"-", R3D_ERR_FORMAT_SYNTAX, 0},
        {"0xg", R3D_ERR_FORMAT_SYNTAX, 0},
        {"99999999999x", R3D_ERR_FORMAT_SYNTAX, 0},
    };
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        int32_t value = 0;
        assert_int_equal(r3d_text_to_i32(cases[i].word, strlen(cases[i].word), &value),
                         cases[i].result);
        assert_int_equal(value, cases[i].value);
    }
}

static void the_nearest_word_is_a_near_one(void **state)
{
    (void)state;
    static const char *const words[] = {"output", "size", "flat"};
    assert_string_equal(r3d_text_nearest("outptu", words, 3), "output");
    assert_string_equal(r3d_text_nearest("siz", words, 3), "size");
    assert_null(r3d_text_nearest("banana", words, 3));
    char endless[300];
    memset(endless, 'z', sizeof endless);
    endless[sizeof endless - 1] = '\0';
    assert_null(r3d_text_nearest(endless, words, 3));
    assert_null(r3d_text_nearest("x", words, 0));
}

static void files_of_commands_are_known_before_they_are_loaded(void **state)
{
    (void)state;
    static const char text[] = "size 9 9\ntexture 0 tex/a.tx8\nmesh m ../b.mesh\ndump crc\n"
                               "column_indexed 0 texture 0 a.png b.png 0 0\n";
    r3d_script *script = NULL;
    r3d_error error;
    char path[64];
    assert_int_equal(
        r3d_script_parse(text, sizeof text - 1, "some/where/s.r3d", NULL, &script, &error), R3D_OK);
    static const char *const expected[] = {"", "some/where/tex/a.tx8", "some/where/../b.mesh", ""};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(r3d_script_command_file(script, i, 0, path, sizeof path), R3D_OK);
        assert_string_equal(path, expected[i]);
    }
    static const char *const both[] = {"some/where/a.png", "some/where/b.png", ""};
    for (int32_t i = 0; i < 3; i++) {
        assert_int_equal(r3d_script_command_file(script, 4, i, path, sizeof path), R3D_OK);
        assert_string_equal(path, both[i]);
    }
    assert_int_equal(r3d_script_command_file(script, 4, -1, path, sizeof path), R3D_ERR_RANGE);
    assert_int_equal(r3d_script_command_file(script, 5, 0, path, sizeof path), R3D_ERR_RANGE);
    assert_int_equal(r3d_script_command_file(script, 1, 0, path, 21), R3D_OK);
    assert_int_equal(r3d_script_command_file(script, 1, 0, path, 20), R3D_ERR_LIMIT);
    assert_int_equal(r3d_script_command_file(NULL, 1, 0, path, 20), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_script_command_file(script, 1, 0, NULL, 20), R3D_ERR_ARGUMENT);
    r3d_script_destroy(script);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_of_commands_are_known_before_they_are_loaded),
        cmocka_unit_test(bad_scripts_give_line_and_reason),
        cmocka_unit_test(long_paths_leave_room_for_the_reason),
        cmocka_unit_test(errors_are_written_by_failures_only_and_by_all_of_them),
        cmocka_unit_test(a_byte_order_mark_is_passed_over),
        cmocka_unit_test(a_zero_byte_is_refused),
        cmocka_unit_test(lines_have_a_length_limit),
        cmocka_unit_test(comments_blank_lines_tabs_and_crlf_are_accepted),
        cmocka_unit_test(pixels_that_nothing_drew_are_zero),
        cmocka_unit_test(palrect_of_any_size_ends),
        cmocka_unit_test(memory_is_bounded),
        cmocka_unit_test(ranges_run_in_order_only),
        cmocka_unit_test(every_failing_allocation_is_an_error_without_a_leak),
        cmocka_unit_test(mutated_scripts_end_with_a_result),
        cmocka_unit_test(decimals_are_rounded_correctly_in_every_locale),
        cmocka_unit_test(integers_cover_the_whole_range),
        cmocka_unit_test(the_nearest_word_is_a_near_one),
    };
    return cmocka_run_group_tests_name("script", tests, NULL, NULL);
}
