/* SPDX-License-Identifier: MIT */
/* retro3d render, and replay --dump: exit codes, sizes, what the pictures hold. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>

#include "cmocka_all.h"

#define MODELS R3D_TEST_SOURCE_DIR "/golden/model/"
#define OUT R3D_TEST_BINARY_DIR "/render_out"
#define BOB "\"" MODELS "mesh/bob-torso.mesh\""

static int run(const char *arguments)
{
    char command[4096];
    snprintf(command, sizeof command, "\"%s\" %s > \"%s.log\" 2>&1", R3D_PROGRAM, arguments, OUT);
    int status = system(command);
    return status == -1 ? -1 : status / 256; /* the exit code, as POSIX encodes it */
}

static r3d_picture load(const char *path)
{
    r3d_picture picture;
    r3d_error error;
    if (r3d_png_load(path, NULL, NULL, &picture, &error) != R3D_OK) {
        fail_msg("%s: %s", error.file, error.message);
    }
    return picture;
}

static long count_drawn(const r3d_picture *picture, int32_t x, int32_t width)
{
    const uint8_t *pixels = picture->pixels;
    long count = 0;
    for (int32_t row = 0; row < picture->height; row++) {
        for (int32_t column = x; column < x + width; column++) {
            count += pixels[((size_t)row * (size_t)picture->width + (size_t)column) * 4 + 3] != 0;
        }
    }
    return count;
}

static void a_picture_holds_the_model_and_transparency(void **state)
{
    (void)state;
    assert_int_equal(run("render " BOB " -o \"" OUT ".png\" --size 100x80"), 0);
    r3d_picture picture = load(OUT ".png");
    assert_int_equal(picture.width, 100);
    assert_int_equal(picture.height, 80);
    assert_true(picture.has_alpha);
    assert_in_range(count_drawn(&picture, 0, 100), 500, 7000);
    r3d_picture_free(&picture);
    assert_int_equal(run("render " BOB " -o \"" OUT ".png\" --background 0x102030"), 0);
    picture = load(OUT ".png");
    assert_false(picture.has_alpha);
    const uint8_t *corner = picture.pixels;
    assert_int_equal(corner[0], 0x10);
    assert_int_equal(corner[2], 0x30);
    r3d_picture_free(&picture);
}

static void a_turntable_is_a_sheet_of_different_sides(void **state)
{
    (void)state;
    assert_int_equal(
        run("render " BOB " -o \"" OUT ".png\" --size 64x64 --turntable 6 --columns 3"), 0);
    r3d_picture picture = load(OUT ".png");
    assert_int_equal(picture.width, 192);
    assert_int_equal(picture.height, 128);
    assert_true(count_drawn(&picture, 0, 64) > 200);
    assert_int_not_equal(
        memcmp(picture.pixels, (const uint8_t *)picture.pixels + 64 * 4, 64 * 4 * 30), 0);
    r3d_picture_free(&picture);
}

static void an_animation_is_a_sheet_or_an_animated_png(void **state)
{
    (void)state;
    const char *all = "render " BOB " -o \"" OUT ".png\" --size 48x48 --skel \"" MODELS
                      "mesh/bob.skel\" --frames \"" MODELS "mesh/bob.anim\" --anim all";
    char arguments[2048];
    assert_int_equal(run(all), 0);
    r3d_picture picture = load(OUT ".png");
    assert_int_equal(picture.width % 48, 0);
    int32_t frames = picture.width / 48;
    assert_true(frames > 5);
    r3d_picture_free(&picture);
    snprintf(arguments, sizeof arguments, "%s --apng", all);
    assert_int_equal(run(arguments), 0);
    void *data = NULL;
    size_t size = 0;
    assert_int_equal(r3d_file_read(OUT ".png", 0, NULL, &data, &size, NULL), R3D_OK);
    int32_t controls = 0; /* one fcTL chunk a frame */
    for (size_t i = 0; i + 4 <= size; i++) {
        controls += memcmp((const char *)data + i, "fcTL", 4) == 0 ? 1 : 0;
    }
    assert_int_equal(controls, frames);
    free(data);
    assert_int_equal(run("render " BOB " -o \"" OUT ".png\" --skel \"" MODELS
                         "mesh/bob.skel\" --frames \"" MODELS "mesh/bob.anim\" --frame 3"),
                     0);
}

static void wrong_use_and_wrong_files_have_their_exit_codes(void **state)
{
    (void)state;
    remove(OUT "-no.png");
    assert_int_equal(run("render"), 2);
    assert_int_equal(run("render " BOB), 2);
    assert_int_equal(run("render " BOB " -o \"" OUT "-no.png\" --size 10"), 2);
    assert_int_equal(run("render " BOB " -o \"" OUT "-no.png\" --light 1,2,3"), 2);
    assert_int_equal(run("render " BOB " -o \"" OUT "-no.png\" --texture 50=x"), 2);
    assert_int_equal(run("render " BOB " -o \"" OUT "-no.png\" --light 64,0,1,1,1"), 3);
    assert_int_equal(run("render none.mesh -o \"" OUT "-no.png\""), 3);
    assert_int_equal(run("render " BOB " -o \"" OUT "-no.png\" --anim walk"), 3);
    assert_int_equal(run("render " BOB " -o /nowhere/at/all.png"), 6);
    assert_int_equal(run("render --help"), 0);
    assert_null(fopen(OUT "-no.png", "rb"));
}

static void replay_writes_the_dump_of_a_script(void **state)
{
    (void)state;
    assert_int_equal(
        run("replay \"" MODELS "alpha-glass.r3d\" -o \"" OUT ".png\" --dump \"" OUT ".txt\""), 0);
    void *expected = NULL;
    void *actual = NULL;
    size_t expected_size = 0;
    size_t actual_size = 0;
    assert_int_equal(
        r3d_file_read(MODELS "alpha-glass.txt", 0, NULL, &expected, &expected_size, NULL), R3D_OK);
    assert_int_equal(r3d_file_read(OUT ".txt", 0, NULL, &actual, &actual_size, NULL), R3D_OK);
    assert_int_equal(actual_size, expected_size);
    assert_memory_equal(actual, expected, expected_size);
    free(expected);
    free(actual);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_picture_holds_the_model_and_transparency),
        cmocka_unit_test(a_turntable_is_a_sheet_of_different_sides),
        cmocka_unit_test(an_animation_is_a_sheet_or_an_animated_png),
        cmocka_unit_test(wrong_use_and_wrong_files_have_their_exit_codes),
        cmocka_unit_test(replay_writes_the_dump_of_a_script),
    };
    return cmocka_run_group_tests_name("render", tests, NULL, NULL);
}
