/* SPDX-License-Identifier: MIT */
/* Words and pictures with alpha: drawn, clipped, heard, written as display lists and replayed. */

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/font.h>
#include <retro3d/io.h>
#include <retro3d/listen.h>
#include <retro3d/record.h>
#include <retro3d/script.h>

#include "rng.h"

enum { WIDTH = 120, HEIGHT = 40 };

static uint32_t frame[WIDTH * HEIGHT];
static uint32_t other[WIDTH * HEIGHT];

static r3d_surface blank(uint32_t *pixels)
{
    r3d_surface surface;
    assert_int_equal(r3d_surface_init(&surface, pixels, WIDTH, HEIGHT, WIDTH), R3D_OK);
    r3d_surface_clear(&surface, 0x102030);
    return surface;
}

static void a_character_is_its_art(void **state)
{
    (void)state;
    static const char *const expected[8] = {".####...", "##..##..", "##..##..", "######..",
                                            "##..##..", "##..##..", "##..##..", "........"};
    r3d_surface surface = blank(frame);
    r3d_draw_text(&surface, 3, 2, "A", 0xAABBCC);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            const bool in = x >= 3 && x < 11 && y >= 2 && y < 10;
            const bool set = in && expected[y - 2][x - 3] == '#';
            assert_int_equal(frame[y * WIDTH + x], set ? 0xFFAABBCCu : 0xFF102030u);
        }
    }
}

static void all_characters_differ_and_leave_room_for_the_next(void **state)
{
    (void)state;
    static uint32_t cells[128][64];
    for (int c = 31; c < 127; c++) { /* 31: the box of what is no character */
        const char text[2] = {(char)c, '\0'};
        r3d_surface surface;
        assert_int_equal(r3d_surface_init(&surface, cells[c], 8, 8, 8), R3D_OK);
        r3d_draw_text(&surface, 0, 0, text, 1);
        int count = 0;
        for (int i = 0; i < 64; i++) {
            count += cells[c][i] != 0;
            assert_true(i % 8 != 7 || cells[c][i] == 0);
        }
        assert_true(c == ' ' ? count == 0 : count >= 3);
        for (int d = 31; d < c; d++) {
            if (memcmp(cells[c], cells[d], sizeof cells[c]) == 0) {
                fail_msg("%d and %d look alike", d, c);
            }
        }
    }
}

static void text_is_measured_cut_and_broken(void **state)
{
    (void)state;
    int32_t height = -1;
    assert_int_equal(r3d_font_measure("abc\nde", &height), 24);
    assert_int_equal(height, 18);
    assert_int_equal(r3d_font_measure("", &height), 0);
    assert_int_equal(height, 0);
    assert_int_equal(r3d_font_measure(NULL, NULL), 0);
    r3d_surface surface = blank(frame);
    r3d_draw_text(&surface, 5, 5, "W\nW", 0xFFFFFF);
    r3d_surface second = blank(other);
    r3d_draw_text(&second, 5, 5, "W", 0xFFFFFF);
    r3d_draw_text(&second, 5, 15, "W", 0xFFFFFF);
    assert_memory_equal(frame, other, sizeof frame);
    /* Only inside the clip rectangle, and nowhere wrong at the ends of numbers. */
    surface = blank(frame);
    r3d_surface_set_clip(&surface, 8, 6, 12, 9);
    r3d_draw_text(&surface, 5, 5, "WWW", 0xFFFFFF);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        const bool in = i % WIDTH >= 8 && i % WIDTH < 12 && i / WIDTH >= 6 && i / WIDTH < 9;
        assert_true(in || frame[i] == 0xFF102030u);
    }
    r3d_draw_text(&surface, INT32_MAX - 3, INT32_MIN, "WWW", 0xFFFFFF);
    r3d_draw_text(NULL, 0, 0, "W", 0);
    r3d_draw_text(&surface, 0, 0, NULL, 0);
}

static void pictures_with_alpha_are_copied_blended_and_left_out(void **state)
{
    (void)state;
    enum { W = 50, H = 30, STRIDE = 53 };
    static uint32_t picture[STRIDE * H];
    rng seed = {7};
    for (int round = 0; round < 200; round++) {
        for (int i = 0; i < STRIDE * H; i++) {
            const uint32_t kinds[4] = {0, 255, 255, rng_next(&seed) & 255};
            picture[i] = rng_range(&seed, 0, 3) == 0 && i > 0
                             ? picture[i - 1]
                             : kinds[rng_next(&seed) & 3] << 24 | (rng_next(&seed) & 0xFFFFFF);
        }
        const int32_t x = rng_range(&seed, -60, 130);
        const int32_t y = rng_range(&seed, -40, 50);
        r3d_surface surface = blank(frame);
        (void)blank(other);
        r3d_surface_set_clip(&surface, 10, 4, 100, 35);
        assert_int_equal(r3d_draw_rgba(&surface, x, y, picture, W, H, STRIDE), R3D_OK);
        for (int row = 0; row < H; row++) {
            for (int column = 0; column < W; column++) {
                const int32_t px = x + column;
                const int32_t py = y + row;
                const uint32_t p = picture[row * STRIDE + column];
                const uint32_t weight = (p >> 24) + (p >> 31);
                if (px < 10 || px >= 100 || py < 4 || py >= 35 || p >> 24 == 0) {
                    continue;
                }
                uint32_t mixed = 0xFF000000u;
                for (int shift = 0; shift < 24; shift += 8) {
                    const uint32_t new_part = (p >> shift & 255) * weight;
                    const uint32_t old_part = (0x102030u >> shift & 255) * (256 - weight);
                    mixed |= ((new_part + old_part) >> 8 & 255) << shift;
                }
                other[py * WIDTH + px] = mixed;
            }
        }
        assert_memory_equal(frame, other, sizeof frame);
    }
    r3d_surface surface = blank(frame);
    assert_int_equal(r3d_draw_rgba(&surface, 0, 0, picture, 0, 1, 1), R3D_ERR_RANGE);
    assert_int_equal(r3d_draw_rgba(&surface, 0, 0, picture, 5, 1, 4), R3D_ERR_RANGE);
    assert_int_equal(r3d_draw_rgba(&surface, 0, 0, NULL, 1, 1, 1), R3D_ERR_ARGUMENT);
}

/* ---- display lists ---- */

static void replay(const char *text, uint32_t *out)
{
    r3d_script *script = NULL;
    r3d_replay *run = NULL;
    r3d_error error;
    if (r3d_script_parse(text, strlen(text), "t.r3d", NULL, &script, &error) != R3D_OK) {
        fail_msg("%d: %s", (int)error.line, error.message);
    }
    assert_int_equal(r3d_replay_create(NULL, &run), R3D_OK);
    assert_int_equal(r3d_replay_run(run, script, &error), R3D_OK);
    const r3d_surface *surface = r3d_replay_get_surface(run);
    memcpy(out, surface->pixels, sizeof frame);
    r3d_replay_destroy(run);
    r3d_script_destroy(script);
}

static void the_command_text_draws_words(void **state)
{
    (void)state;
    r3d_surface surface = blank(frame);
    r3d_draw_text(&surface, 4, 3, "HP 99  \\#1\nok", 0xFFFF00);
    replay("size 120 40\nclear 0x102030\ntext 4 3 0xFFFF00 HP 99\\20 \\5c\\231\\0aok\n", other);
    assert_memory_equal(frame, other, sizeof frame);
    static const char *const wrong[] = {"text 4 3 0xFFFF00\n", "text 4 3 0xFFFF00 a\\2\n",
                                        "text 4 3 0xFFFF00 \\00\n", "text 4 3 0xFFFF00 \\zz\n"};
    for (size_t i = 0; i < 4; i++) {
        char script_text[128];
        r3d_script *script = NULL;
        r3d_replay *run = NULL;
        r3d_error error;
        snprintf(script_text, sizeof script_text, "size 120 40\n%s", wrong[i]);
        r3d_result result =
            r3d_script_parse(script_text, strlen(script_text), "t.r3d", NULL, &script, &error);
        if (result == R3D_OK) {
            assert_int_equal(r3d_replay_create(NULL, &run), R3D_OK);
            result = r3d_replay_run(run, script, &error);
        }
        assert_int_not_equal(result, R3D_OK);
        assert_int_equal(error.line, 2);
        r3d_replay_destroy(run);
        r3d_script_destroy(script);
    }
}

static void recordings_have_the_words_and_draw_the_same(void **state)
{
    (void)state;
    static const char *const texts[] = {"HP 99", " two  spaces ", "line\nbreak", "#\\\x7f\xe9",
                                        "x"};
    static const uint32_t icon[4] = {0xFF00FF00u, 0, 0x80FF0000u, 0xFF000000u};
    const char *path = R3D_TEST_BINARY_DIR "/font.r3d";
    r3d_recorder *recorder = NULL;
    r3d_error error;
    assert_int_equal(r3d_recorder_create(NULL, &recorder), R3D_OK);
    r3d_surface surface = blank(frame);
    assert_int_equal(r3d_recorder_attach(recorder, &surface), R3D_OK);
    for (int i = 0; i < 5; i++) {
        r3d_draw_text(&surface, 2 + i * 3, i * 6, texts[i], 0x40C0FFu >> i);
    }
    r3d_draw_text(&surface, 0, 0, "", 1);
    assert_int_equal(r3d_draw_rgba(&surface, 90, 20, icon, 2, 2, 2), R3D_OK);
    r3d_recorder_detach(recorder, &surface);
    if (r3d_recorder_save(recorder, &surface, path, &error) != R3D_OK) { /* replays it, too */
        fail_msg("%s", error.message);
    }
    r3d_recorder_destroy(recorder);
    void *memory = NULL;
    size_t size = 0;
    assert_int_equal(r3d_file_read(path, 0, NULL, &memory, &size, NULL), R3D_OK);
    assert_non_null(strstr(memory, "text 2 0 0x40c0ff HP 99\n"));
    assert_non_null(strstr(memory, " \\20two \\20spaces\\20\n"));
    assert_non_null(strstr(memory, " line\\0abreak\n"));
    assert_non_null(strstr(memory, " \\23\\5c\\7f\\e9\n"));
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_character_is_its_art),
        cmocka_unit_test(all_characters_differ_and_leave_room_for_the_next),
        cmocka_unit_test(text_is_measured_cut_and_broken),
        cmocka_unit_test(pictures_with_alpha_are_copied_blended_and_left_out),
        cmocka_unit_test(the_command_text_draws_words),
        cmocka_unit_test(recordings_have_the_words_and_draw_the_same),
    };
    return cmocka_run_group_tests_name("font", tests, NULL, NULL);
}
