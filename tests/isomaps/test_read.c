/* SPDX-License-Identifier: MIT */
/* What readers of maps and reference scenes refuse: with the line, the column and the reason. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/isomaps.h>

#include "cmocka_all.h"
#include "rng.h"

#define NAME R3D_TEST_SOURCE_DIR "/golden/outline/maps/test.iso"

typedef struct fault {
    const char *text;
    r3d_result result;
    int32_t line;
    const char *words; /* of the message */
} fault;

#define START "iso 1\nrow 010\nrow 000\nsheet sheet.png\ncell a top 0 0 16 16 side 16 0 16 16\n"
#define HERO START "sprite s 0 0 8 8\nbillboard h s 32 96\n"

static const fault faults[] = {
    {"", R3D_ERR_FORMAT_COUNT, 0, "at least one row"},
    {"iso", R3D_ERR_FORMAT_SYNTAX, 1, "the line ends, expected the version"},
    {"iso 2\n", R3D_ERR_RANGE, 1, "version is 2, expected 1..1"},
    {"iso 1 1\n", R3D_ERR_FORMAT_SYNTAX, 1, "column 7: found \"1\", expected the end"},
    {"# a\n\niso 1\niso 1\n", R3D_ERR_FORMAT_DATA, 4, "\"iso\" was given in line 3 already"},
    {"row 0\niso 1\n", R3D_ERR_FORMAT_SYNTAX, 2, "has to be the first record"},
    {"iso 1\n", R3D_ERR_FORMAT_COUNT, 1, "at least one row"},
    {"iso 1\nrows 0\n", R3D_ERR_FORMAT_SYNTAX, 2, "did you mean \"row\""},
    {"iso 1\nrow\n", R3D_ERR_FORMAT_SYNTAX, 2, "the line ends"},
    {"iso 1\nrow 0a0\n", R3D_ERR_FORMAT_SYNTAX, 2, "column 6: found \"a\""},
    {"iso 1\nrow 000\nrow 00\n", R3D_ERR_FORMAT_COUNT, 3, "a row of 2, expected 3"},
    {START "cells aaa\n", R3D_ERR_FORMAT_COUNT, 6, "1 rows of cells, expected 2"},
    {START "cells aab\n", R3D_ERR_FORMAT_INDEX, 6, "no cell above has the letter \"b\""},
    {START "cells aa\n", R3D_ERR_FORMAT_COUNT, 6, "a row of 2, expected 3"},
    {START "cell a top 0 0 1 1 side 0 0 1 1\n", R3D_ERR_FORMAT_DATA, 6, "in line 5 already"},
    {START "cell bb top 0 0 1 1 side 0 0 1 1\n", R3D_ERR_FORMAT_SYNTAX, 6, "printable character"},
    {START "cell b side 0 0 1 1 top 0 0 1 1\n", R3D_ERR_FORMAT_SYNTAX, 6, "expected top"},
    {START "cell b top 0 0 0 1 side 0 0 1 1\n", R3D_ERR_RANGE, 6, "width is 0, expected 1..256"},
    {START "cell b top 0 0 1 257 side 0 0 1 1\n", R3D_ERR_RANGE, 6, "height is 257"},
    {START "cell b top -1 0 1 1 side 0 0 1 1\n", R3D_ERR_RANGE, 6, "x is -1"},
    {START "cell b top 0 0 1 1 side 60 0 16 1\n", R3D_ERR_RANGE, 6, "outside the sheet"},
    {START "sprite s 0 0 16 200\n", R3D_ERR_RANGE, 6, "outside the sheet"},
    {START "sprite s 0 0 8 8 turn\n", R3D_ERR_FORMAT_SYNTAX, 6, "expected mirror"},
    {HERO "sprite s 0 0 8 8\n", R3D_ERR_FORMAT_DATA, 8, "\"s\" was given in line 6 already"},
    {HERO "billboard h s 1 1\n", R3D_ERR_FORMAT_DATA, 8, "\"h\" was given in line 7 already"},
    {HERO "billboard i t 1 1\n", R3D_ERR_FORMAT_INDEX, 8, "no sprite above has the name \"t\""},
    {HERO "billboard i s 1.5 1\n", R3D_ERR_FORMAT_SYNTAX, 8, "found \"1.5\""},
    {HERO "billboard i s 1048577 1\n", R3D_ERR_RANGE, 8, "expected -1048576..1048576"},
    {HERO "billboard i s 99999999999999999999 1\n", R3D_ERR_RANGE, 8, "foot's x"},
    {HERO "key i 0 1 1\n", R3D_ERR_FORMAT_INDEX, 8, "no billboard above has the name \"i\""},
    {HERO "key s 0 1 1\n", R3D_ERR_FORMAT_INDEX, 8, "no billboard above"},
    {HERO "key h 5 1 1\nkey h 5 2 2\n", R3D_ERR_RANGE, 9, "expected one after 5"},
    {HERO "key h 5 1\n", R3D_ERR_FORMAT_SYNTAX, 8, "the line ends"},
    {HERO "light i\n", R3D_ERR_FORMAT_INDEX, 8, "no billboard above has the name \"i\""},
    {HERO "light 64 0\n", R3D_ERR_RANGE, 8, "in a wall"},
    {HERO "light 192 0\n", R3D_ERR_RANGE, 8, "outside the map"},
    {HERO "light 0 0 0\n", R3D_ERR_FORMAT_SYNTAX, 8, "the end of the line"},
    {HERO "light h\nlight 0 0\n", R3D_ERR_FORMAT_DATA, 9, "in line 8 already"},
    {HERO "rho 65536\n", R3D_ERR_RANGE, 8, "expected 0..65535"},
    {HERO "texels 0\n", R3D_ERR_RANGE, 8, "expected 1..64"},
    {HERO "texels 65\n", R3D_ERR_RANGE, 8, "expected 1..64"},
    {HERO "shade 257\n", R3D_ERR_RANGE, 8, "expected 0..256"},
    {HERO "faceshade 1 2 -3\n", R3D_ERR_RANGE, 8, "+Y sides is -3"},
    {HERO "backdrop 1 2 256\n", R3D_ERR_RANGE, 8, "blue is 256"},
    {HERO "mode both\n", R3D_ERR_FORMAT_SYNTAX, 8, "expected world or screen"},
    {HERO "width 9\n", R3D_ERR_RANGE, 8, "expected 1..8"},
    {HERO "spritewidth 0\n", R3D_ERR_RANGE, 8, "expected 1..8"},
    {HERO "ids cell\n", R3D_ERR_FORMAT_SYNTAX, 8, "expected surface, block or face"},
    {HERO "lines light\n", R3D_ERR_FORMAT_SYNTAX, 8, "expected both or dark"},
    {HERO "lines both 00FF00\n", R3D_ERR_FORMAT_SYNTAX, 8, "expected a colour RRGGBB"},
    {HERO "lines both 00FF0 000000\n", R3D_ERR_FORMAT_SYNTAX, 8, "found \"00FF0\""},
    {HERO "fade 101\n", R3D_ERR_RANGE, 8, "expected 0..100"},
    {HERO "quadrant 4\n", R3D_ERR_RANGE, 8, "expected 0..3"},
    {HERO "width 1\nwidth 1\n", R3D_ERR_FORMAT_DATA, 9, "\"width\" was given in line 8 already"},
    {HERO "canvas 0 5\n", R3D_ERR_RANGE, 8, "width is 0"},
    {HERO "canvas 5 5 5\n", R3D_ERR_FORMAT_SYNTAX, 8, "origin's y"},
    {HERO "canvas 16384 16384\n", R3D_ERR_LIMIT, 0, "too large"},
    {"iso 1\nrow 0\ncell a top 0 0 1 1 side 0 0 1 1\n", R3D_ERR_FORMAT_COUNT, 3,
     "no record \"sheet\""},
    {"iso 1\nrow 0\nsprite a 0 0 1 1\n", R3D_ERR_FORMAT_COUNT, 3, "no record \"sheet\""},
    {"iso 1\nrow 0\nsheet sheet.png\n", R3D_ERR_FORMAT_COUNT, 3, "no record \"cell\""},
    {"iso 1\nrow 0\nsheet no.png\ncell a top 0 0 1 1 side 0 0 1 1\n", R3D_ERR_IO_OPEN, 3, "no.png"},
    {"iso 1\nrow 0\nsheet /etc/passwd\ncell a top 0 0 1 1 side 0 0 1 1\n", R3D_ERR_FORMAT_SYNTAX, 3,
     "absolute"},
    {"iso 1\nrow 0\nsheet world.iso\ncell a top 0 0 1 1 side 0 0 1 1\n", R3D_ERR_FORMAT_MAGIC, 3,
     "world.iso"},
    /* reference scenes */
    {"canvas 9 9 0 0\nrow 0\nlight 0 0\nlight64 0 0\n", R3D_ERR_FORMAT_DATA, 4,
     "in line 3 already"},
    {"row 0\nbillboard 0 0 sheet 4 4 0\n", R3D_ERR_FORMAT_COUNT, 2, "the scene has none"},
    {"row 0\nbillboard 0 0 square 4 4 0\n", R3D_ERR_FORMAT_SYNTAX, 2, "sheet, disc, ring, full"},
    {"row 0\npaint 0 1 1 0\n", R3D_ERR_FORMAT_INDEX, 2, "no billboard above"},
    {"row 0\nsheet 16 16 0\nmat 1 12 4 5 1\ntop 1\n", R3D_ERR_RANGE, 3, "outside the sheet"},
    {"row 0\nwant lines shadows\n", R3D_ERR_FORMAT_SYNTAX, 2, "found \"shadows\""},
    {"row 00\ntop 0\n", R3D_ERR_FORMAT_COUNT, 2, "a row of 1, expected 2"},
};

static void faults_are_told_with_line_and_reason(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        const fault *f = &faults[i];
        r3d_isomap *map = (r3d_isomap *)&map;
        r3d_error error;
        const r3d_result result =
            r3d_isomap_decode(f->text, strlen(f->text), NAME, NULL, NULL, &map, &error);
        if (result != f->result || error.line != f->line ||
            strstr(error.message, f->words) == NULL) {
            fail_msg("\"%s\": %d, line %d, \"%s\"; expected %d, line %d, \"%s\"", f->text,
                     (int)result, (int)error.line, error.message, (int)f->result, (int)f->line,
                     f->words);
        }
        assert_null(map);
        assert_int_equal(error.result, result);
    }
}

static void good_maps_are_read(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "iso 1\nrow 0\n",
        "\xEF\xBB\xBF# comment\r\n  iso\t1\r\nrow 09#9\r\n",
        HERO "light h\nkey h -5 1 1\nkey h 2147483647 2 2\n",
        HERO "cells aaa\ncells aaa\nmode screen\nlines dark 0000FF abcdef\ncanvas 20 30\n",
        START "cell \" top 0 0 1 1 side 0 0 1 1\ncells a\"a\ncells \"\"\"\n",
        "row 0\nbillboard 0 0 disc 4 4 7\nlight 0 0\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        r3d_isomap *map = NULL;
        r3d_error error;
        if (r3d_isomap_decode(texts[i], strlen(texts[i]), NAME, NULL, NULL, &map, &error) !=
            R3D_OK) {
            fail_msg("\"%s\": line %d: %s", texts[i], (int)error.line, error.message);
        }
        assert_int_equal(r3d_isomap_draw(map, 0, &error), R3D_OK);
        r3d_isomap_destroy(map);
    }
}

/* Sizes that follow from the map: section 12, `canvas`. */
static void canvas_has_the_default_of_the_page(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int32_t width;
        int32_t height;
    } cases[] = {
        {"iso 1\nrow 000\nrow 030\n", 16 * 5 + 8, 16 * 3 + 8 + 8 * 5 + 6},
        {"iso 1\nrow 000\nrow 030\nquadrant 1\n", 16 * 5 + 8, 16 * 3 + 8 + 8 * 5 + 6},
        {HERO, 16 * 5 + 8, 16 + 8 + 8 + 8 * 5 + 6},
        {START "sprite s 0 0 8 30\n", 16 * 5 + 8, 16 + 8 + 8 * 5 + 6}, /* not used */
        {"iso 1\nrow 0\ncanvas 7 9\n", 7, 9},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        r3d_isomap *map = NULL;
        int32_t width = 0;
        int32_t height = 0;
        assert_int_equal(
            r3d_isomap_decode(cases[i].text, strlen(cases[i].text), NAME, NULL, NULL, &map, NULL),
            R3D_OK);
        r3d_isomap_get_size(map, &width, &height);
        assert_int_equal(width, cases[i].width);
        assert_int_equal(height, cases[i].height);
        r3d_isomap_destroy(map);
    }
}

/* `canvas W H` alone: the map stays in the middle, rounded down also below 0. */
static void canvas_without_origin_is_centred(void **state)
{
    (void)state;
    for (int32_t more = -3; more <= 3; more++) {
        char text[128];
        r3d_isomap *usual = NULL;
        r3d_isomap *other = NULL;
        snprintf(text, sizeof text, "iso 1\nrow 02\nrow 00\ncanvas %d %d\n", 72 + (int)more,
                 78 + (int)more);
        assert_int_equal(
            r3d_isomap_decode("iso 1\nrow 02\nrow 00\n", 20, NAME, NULL, NULL, &usual, NULL),
            R3D_OK);
        assert_int_equal(r3d_isomap_decode(text, strlen(text), NAME, NULL, NULL, &other, NULL),
                         R3D_OK);
        assert_int_equal(r3d_isomap_draw(usual, 0, NULL), R3D_OK);
        assert_int_equal(r3d_isomap_draw(other, 0, NULL), R3D_OK);
        r3d_outline_buffers a;
        r3d_outline_buffers b;
        r3d_outline_frame_get_buffers(r3d_isomap_get_frame(usual), &a);
        r3d_outline_frame_get_buffers(r3d_isomap_get_frame(other), &b);
        assert_int_equal(a.width, 72);
        assert_int_equal(a.height, 78);
        const int32_t shift = more >= 0 ? more / 2 : -((1 - more) / 2);
        for (int32_t y = 4; y < a.height - 4; y++) {
            for (int32_t x = 4; x < a.width - 4; x++) {
                assert_int_equal(a.ids[y * a.width + x], b.ids[(y + shift) * b.width + x + shift]);
            }
        }
        r3d_isomap_destroy(usual);
        r3d_isomap_destroy(other);
    }
}

/* Settings that cannot be are refused and change nothing. */
static void settings_are_checked_and_kept(void **state)
{
    (void)state;
    r3d_isomap *map = NULL;
    r3d_error error;
    assert_int_equal(r3d_isomap_decode(HERO, strlen(HERO), NAME, NULL, NULL, &map, NULL), R3D_OK);
    r3d_isomap_settings before;
    r3d_isomap_settings after;
    r3d_isomap_settings_init(&before);
    r3d_isomap_settings_init(&after);
    assert_int_equal(r3d_isomap_get_settings(map, &before), R3D_OK);
    for (int i = 0; i < 8; i++) {
        r3d_isomap_settings wrong = before;
        int32_t *const members[] = {&wrong.width,    &wrong.color_percent, &wrong.texels,
                                    &wrong.quadrant, &wrong.light_x_a64,   &wrong.light_x_a64};
        static const int32_t values[] = {9, 101, 0, 4, 64, 1 << 24};
        if (i < 6) {
            *members[i] = values[i];
            wrong.has_light = i >= 4;
        } else if (i == 6) {
            wrong.mode = (r3d_isomap_mode)2;
        } else {
            wrong.ids = (r3d_outline_ids)3;
        }
        assert_int_equal(r3d_isomap_set_settings(map, &wrong, &error), R3D_ERR_RANGE);
        assert_true(error.message[0] != '\0');
        assert_int_equal(r3d_isomap_get_settings(map, &after), R3D_OK);
        assert_memory_equal(&before, &after, sizeof before);
    }
    assert_int_equal(r3d_isomap_mark(map, R3D_ISOMAP_WORLD), R3D_ERR_STATE);
    assert_int_equal(r3d_isomap_draw(map, (int64_t)1 << 41, &error), R3D_ERR_RANGE);
    assert_int_equal(r3d_isomap_draw(map, 0, &error), R3D_OK);
    assert_int_equal(r3d_isomap_mark(map, (r3d_isomap_mode)2), R3D_ERR_RANGE);
    r3d_isomap_destroy(map);
}

/* Files with bytes changed, cut and doubled: read or refused, never anything else. */
static void mutated_maps_are_read_or_refused(void **state)
{
    (void)state;
    static const char text[] =
        HERO "cells aaa\ncells aaa\nlight h\nkey h 0 1 2\nkey h 9 70 90\nrho 9\n"
             "lines both 000000 ffffff\ncanvas 90 80\nquadrant 2\n";
    rng r = {77};
    int read = 0;
    for (int i = 0; i < 20000; i++) {
        char other[sizeof text + 8];
        size_t size = sizeof text - 1;
        memcpy(other, text, size);
        for (int k = rng_range(&r, 1, 3); k > 0; k--) {
            const size_t at = (size_t)rng_range(&r, 0, (int32_t)size - 1);
            switch (rng_range(&r, 0, 3)) {
            case 0:
                other[at] = (char)rng_range(&r, 0, 255);
                break;
            case 1:
                other[at] = "0123456789 \n-#"[rng_range(&r, 0, 13)];
                break;
            case 2:
                memmove(other + at, other + at + 1, size - at - 1);
                size--;
                break;
            default:
                size = at + 1;
                break;
            }
        }
        r3d_isomap *map = NULL;
        r3d_error error;
        const r3d_result result = r3d_isomap_decode(other, size, NAME, NULL, NULL, &map, &error);
        if (result == R3D_OK) {
            read++;
            (void)r3d_isomap_draw(map, 5, &error);
        } else {
            assert_null(map);
            assert_true(error.message[0] != '\0');
        }
        r3d_isomap_destroy(map);
    }
    assert_in_range(read, 500, 15000); /* both happen */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_are_told_with_line_and_reason),
        cmocka_unit_test(good_maps_are_read),
        cmocka_unit_test(canvas_has_the_default_of_the_page),
        cmocka_unit_test(canvas_without_origin_is_centred),
        cmocka_unit_test(settings_are_checked_and_kept),
        cmocka_unit_test(mutated_maps_are_read_or_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
