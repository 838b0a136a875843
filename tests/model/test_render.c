/* SPDX-License-Identifier: MIT */
/* retro3d render, and replay --dump: exit codes, sizes, what the pictures hold. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/png.h>

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

static void an_animated_png_shows_each_frame_as_long_as_its_delay_says(void **state)
{
    (void)state;
    FILE *file = fopen(OUT ".anim", "wb");
    assert_non_null(file);
    fputs("frame 5 9\nframe 6\nframe 7 70000\nframe 8 3\nsequence s 5 6 7 8\n", file);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(run("render " BOB " -o \"" OUT ".png\" --size 16x16 --skel \"" MODELS
                         "mesh/bob.skel\" --frames \"" OUT ".anim\" --anim s --apng"),
                     0);
    void *data = NULL;
    size_t size = 0;
    assert_int_equal(r3d_file_read(OUT ".png", 0, NULL, &data, &size, NULL), R3D_OK);
    const uint8_t *bytes = data;
    const int32_t ticks[] = {10, 2, 65535,
                             4}; /* one more than the delay, which is 1 if not given */
    size_t found = 0;
    for (size_t i = 0; i + 30 <= size; i++) {
        if (memcmp(bytes + i, "fcTL", 4) == 0) {
            assert_true(found < 4);
            assert_int_equal(bytes[i + 24] << 8 | bytes[i + 25], ticks[found++]);
            assert_int_equal(bytes[i + 26] << 8 | bytes[i + 27], 50); /* ticks a second */
        }
    }
    assert_int_equal(found, 4);
    free(data);
    remove(OUT ".anim");
}

/* The rows and columns that hold something. */
typedef struct box {
    int32_t left, top, right, bottom;
} box;

static box box_of(const r3d_picture *picture)
{
    const uint8_t *pixels = picture->pixels;
    box b = {picture->width, picture->height, -1, -1};
    for (int32_t i = 0; i < picture->width * picture->height; i++) {
        if (pixels[i * 4 + 3] != 0) {
            int32_t x = i % picture->width;
            int32_t y = i / picture->width;
            b.left = x < b.left ? x : b.left;
            b.right = x > b.right ? x : b.right;
            b.top = y < b.top ? y : b.top;
            b.bottom = y > b.bottom ? y : b.bottom;
        }
    }
    return b;
}

static void assert_log_has(const char *text)
{
    void *log = NULL;
    size_t size = 0;
    assert_int_equal(r3d_file_read(OUT ".log", 0, NULL, &log, &size, NULL), R3D_OK);
    if (strstr(log, text) == NULL) {
        fail_msg("\"%s\" is not in: %s", text, (const char *)log);
    }
    free(log);
}

static void write_text(const char *path, const char *text)
{
    assert_int_equal(r3d_file_write(path, text, strlen(text), NULL), R3D_OK);
}

/* A box of four walls, roof and floor, each in another colour, `size` units from the origin. */
static void write_box(const char *path, long size)
{
    char text[4096];
    size_t length = 0;
    for (int i = 0; i < 8; i++) {
        length += (size_t)sprintf(text + length, "v %ld %ld %ld\n", i & 1 ? size : -size,
                                  i & 2 ? size : -size, i & 4 ? size : -size);
    }
    static const int quads[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 2, 6, 4},
                                    {1, 5, 7, 3}, {0, 4, 5, 1}, {2, 3, 7, 6}};
    for (int i = 0; i < 6; i++) {
        const int *q = quads[i];
        length +=
            (size_t)sprintf(text + length, "f %d %d %d %d info=1\nf %d %d %d %d info=1\n", q[0],
                            q[1], q[2], i * 8192 + 900, q[0], q[2], q[3], i * 8192 + 900);
    }
    write_text(path, text);
}

static void the_model_fills_nine_tenths_of_the_picture(void **state)
{
    (void)state;
    static const struct {
        const char *options;
        int32_t width, height;
    } sizes[] = {{"", 256, 256},
                 {"--size 64x64 --yaw 900", 64, 64},
                 {"--size 300x100 --pitch 300", 300, 100},
                 {"--size 100x300 --roll 200", 100, 300},
                 {"--size 600x600", 600, 600}};
    char arguments[1024];
    for (size_t i = 0; i < TEST_COUNT(sizes); i++) {
        snprintf(arguments, sizeof arguments, "render " BOB " -o \"" OUT ".png\" %s",
                 sizes[i].options);
        assert_int_equal(run(arguments), 0);
        r3d_picture picture = load(OUT ".png");
        box b = box_of(&picture);
        double across = (double)(b.right + 1 - b.left) / sizes[i].width;
        double down = (double)(b.bottom + 1 - b.top) / sizes[i].height;
        double more = across > down ? across : down;
        if (more < 0.87 || more > 0.93) {
            fail_msg("%s: fills %.3f across, %.3f down", sizes[i].options, across, down);
        }
        assert_in_range(b.left + b.right + 1, sizes[i].width - 6 - sizes[i].width / 30,
                        sizes[i].width + 6 + sizes[i].width / 30);
        assert_in_range(b.top + b.bottom + 1, sizes[i].height - 6 - sizes[i].height / 30,
                        sizes[i].height + 6 + sizes[i].height / 30);
        r3d_picture_free(&picture);
    }
}

/* How many pixels differ in colour or alpha. */
static long count_differences(const r3d_picture *a, const r3d_picture *b)
{
    assert_int_equal(a->width, b->width);
    assert_int_equal(a->height, b->height);
    const uint8_t *p = a->pixels;
    const uint8_t *q = b->pixels;
    long count = 0;
    for (int32_t i = 0; i < a->width * a->height; i++) {
        count += memcmp(p + i * 4, q + i * 4, 4) != 0;
    }
    return count;
}

static void models_of_any_size_give_the_same_picture(void **state)
{
    (void)state;
    static const long sizes[] = {1, 10, 63, 7999, 8001, 20000, 40000, 1000000, 2147483647};
    write_box(OUT "-box.mesh", 1000);
    assert_int_equal(run("render \"" OUT "-box.mesh\" -o \"" OUT "-1000.png\""), 0);
    r3d_picture expected = load(OUT "-1000.png");
    assert_true(count_drawn(&expected, 0, 256) > 20000);
    for (size_t i = 0; i < TEST_COUNT(sizes); i++) {
        write_box(OUT "-box.mesh", sizes[i]);
        assert_int_equal(run("render \"" OUT "-box.mesh\" -o \"" OUT ".png\""), 0);
        if (sizes[i] > 8000) {
            assert_log_has("above 8000 the engine's 32-bit arithmetic wraps");
        }
        r3d_picture picture = load(OUT ".png");
        long different = count_differences(&picture, &expected);
        if (different > 2500) { /* of 65,536: the rims of the sides */
            fail_msg("size %ld: %ld pixels differ", sizes[i], different);
        }
        r3d_picture_free(&picture);
    }
    r3d_picture_free(&expected);
}

static void a_large_model_moves_as_a_small_one(void **state)
{
    (void)state;
    static const char *const skeleton = "base origin 0\nbase translate 0\n";
    write_text(OUT "-box.skel", skeleton);
    write_box(OUT "-box.mesh", 1000);
    write_text(OUT "-box.anim", "frame 0\nop 1 -4000 0 0\nframe 1\nop 1 4000 0 0\n");
    /* all vertices have label 0 by the first; the array is there once one names it */
    const char *command = "render \"" OUT "-box.mesh\" -o \"" OUT "%s.png\" --anim all --yaw 0";
    char arguments[1024];
    for (int large = 0; large < 2; large++) {
        void *mesh = NULL;
        size_t size = 0;
        if (large != 0) {
            write_box(OUT "-box.mesh", 100000);
            write_text(OUT "-box.anim", "frame 0\nop 1 -400000 0 0\nframe 1\nop 1 400000 0 0\n");
        }
        assert_int_equal(r3d_file_read(OUT "-box.mesh", 0, NULL, &mesh, &size, NULL), R3D_OK);
        char *end_of_first_line = strchr(mesh, '\n');
        char *labelled = malloc(size + 3);
        assert_non_null(labelled);
        *end_of_first_line = '\0';
        sprintf(labelled, "%s 0\n%s", (const char *)mesh, end_of_first_line + 1);
        write_text(OUT "-box.mesh", labelled);
        free(labelled);
        free(mesh);
        snprintf(arguments, sizeof arguments, command, large != 0 ? "-large" : "-small");
        assert_int_equal(run(arguments), 0);
    }
    r3d_picture small = load(OUT "-small.png");
    r3d_picture big = load(OUT "-large.png");
    box b = box_of(&small);
    assert_true(b.right - b.left > 300); /* it moves from one frame to the next */
    assert_true(count_differences(&small, &big) < 1000);
    r3d_picture_free(&small);
    r3d_picture_free(&big);
}

static void zoom_keeps_the_eye_outside_and_far_away_is_no_noise(void **state)
{
    (void)state;
    assert_int_equal(run("render " BOB " -o \"" OUT ".png\" --zoom 10000"), 0);
    assert_log_has("the eye would be in the model; drawn as large as can be");
    r3d_picture picture = load(OUT ".png");
    assert_true(count_drawn(&picture, 0, 256) > 256 * 256 / 2);
    r3d_picture_free(&picture);
    assert_int_equal(run("render " BOB " -o \"" OUT ".png\" --zoom 10"), 0);
    picture = load(OUT ".png");
    box b = box_of(&picture);
    assert_in_range(b.bottom + 1 - b.top, 20, 28); /* a tenth of 230 */
    r3d_picture_free(&picture);
    assert_int_equal(run("render " BOB " -o \"" OUT ".png\" --size 12x12"), 0);
    picture = load(OUT ".png");
    b = box_of(&picture);
    assert_in_range(b.bottom + 1 - b.top, 9, 12);
    r3d_picture_free(&picture);
    assert_int_equal(run("render " BOB " -o \"" OUT ".png\" --size 40x40 --zoom 1"), 0);
    assert_log_has("the picture is empty");
}

static void messages_say_what_is_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *arguments;
        int exit_code;
        const char *message;
    } cases[] = {
        {"\"" MODELS "mesh/crate.mesh\"", 0,
         "texture 0, which is not loaded: expected --texture 0="},
        {"\"" MODELS "mesh/prio12bad.mesh\"", 0, "has priority 12, expected 0..11"},
        {"\"" MODELS "mesh/rule-hightex.mesh\"", 0, "but textures have numbers 0..49"},
        {"\"" OUT "-empty.mesh\"", 3, "there are no faces"},
        {"\"" OUT "-away.mesh\"", 0, "the picture is empty"},
        {BOB " --light 64,0,0,0,0", 2, "divides by zero"},
        {BOB " --light 64,0,1,1,1", 2, "divides by zero"},
        {BOB " --frame 1 --anim all", 2, "--frame is looked at only without --anim"},
        {BOB " --columns 3", 2, "--columns is looked at only"},
        {BOB " --apng", 2, "--apng is looked at only with --anim, or with --turntable"},
        {BOB " --texture 1=", 2, "expected N=FILE.tx8"},
        {BOB " --turntable 4 --apng --columns 2", 2,
         "--columns is looked at only with --anim and without --apng"},
        {BOB " --skel \"" MODELS "mesh/bob.skel\"", 2,
         "--skel is looked at only with --frame, or with --anim"},
        {BOB " -o -", 2, "standard output"},
        {BOB " --texture 0=\"" OUT "-no.png\"", 2, "would overwrite an input"},
        {"\"" OUT "-one.mesh\" --anim wave", 3, "there is no sequence \"wave\""},
        {"\"" OUT "-one.mesh\" --anim wave", 3, "the sequences are: walk all"},
        {"\"" OUT "-one.mesh\" --anim still", 3, "the sequence \"still\" has no frames"},
        {"\"" OUT "-none.mesh\" --anim all", 3, "the file has no frames"},
    };
    static const char *const triangle = "v 0 0 0 0\nv 9 0 0\nv 0 9 0\nf 0 1 2 5\n";
    write_text(OUT "-empty.mesh", "v 0 0 0\n");
    write_text(OUT "-away.mesh", "v 0 0 0\nv 9 0 0\nv 0 9 0\nf 0 1 2 5 info=-1\n");
    write_text(OUT "-one.mesh", triangle);
    write_text(OUT "-one.skel", "base origin 0\n");
    write_text(OUT "-one.anim", "frame 1\nsequence walk 1\nsequence still\n");
    write_text(OUT "-none.mesh", triangle);
    write_text(OUT "-none.skel", "base origin 0\n");
    write_text(OUT "-none.anim", "sequence walk\n");
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        char arguments[2048];
        write_text(OUT "-no.png", "keep me");
        snprintf(arguments, sizeof arguments, "render -o \"%s-no.png\" %s", OUT,
                 cases[i].arguments);
        int exit_code = run(arguments);
        if (exit_code != cases[i].exit_code) {
            fail_msg("%s: exit code %d", cases[i].arguments, exit_code);
        }
        assert_log_has(cases[i].message);
        void *old = NULL;
        size_t size = 0;
        assert_int_equal(r3d_file_read(OUT "-no.png", 0, NULL, &old, &size, NULL), R3D_OK);
        assert_int_equal(size == 7, exit_code != 0); /* nothing is written after an error */
        free(old);
    }
    remove(OUT "-no.png");
}

static void a_turntable_and_an_animation_together_are_as_the_help_says(void **state)
{
    (void)state;
    /* 2 sides and 8 frames: frame 3 of the sheet is frame 3 of the file from the second side */
    const char *common = "render " BOB " --size 64x64 --skel \"" MODELS
                         "mesh/bob.skel\" --frames \"" MODELS "mesh/bob.anim\" --yaw 0 -o \"" OUT;
    char arguments[2048];
    snprintf(arguments, sizeof arguments, "%s-both.png\" --anim all --turntable 2 --zoom 60",
             common);
    assert_int_equal(run(arguments), 0);
    r3d_picture both = load(OUT "-both.png");
    assert_true(both.width >= 64 * 8);
    r3d_picture_free(&both);
    snprintf(arguments, sizeof arguments, "%s-both.png\" --anim all --turntable 500 --columns 20",
             common);
    assert_int_equal(run(arguments), 0);
    both = load(OUT "-both.png");
    assert_int_equal(both.width, 64 * 20);
    assert_int_equal(both.height, 64 * 25);
    r3d_picture_free(&both);
}

static void help_lines_are_short(void **state)
{
    (void)state;
    static const char *const commands[] = {"render --help", "import --help", "replay --help"};
    for (size_t i = 0; i < TEST_COUNT(commands); i++) {
        void *text = NULL;
        size_t size = 0;
        if (run(commands[i]) != 0) {
            continue; /* import is not in every build */
        }
        assert_int_equal(r3d_file_read(OUT ".log", 0, NULL, &text, &size, NULL), R3D_OK);
        for (const char *line = text; *line != '\0';) {
            size_t length = strcspn(line, "\n");
            if (length > 100) {
                fail_msg("%s: %zu characters: %.*s", commands[i], length, (int)length, line);
            }
            line += length + (line[length] != '\0' ? 1 : 0);
        }
        free(text);
    }
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
    assert_int_equal(run("render " BOB " -o \"" OUT "-no.png\" --light 64,0,1,1,1"), 2);
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
        cmocka_unit_test(an_animated_png_shows_each_frame_as_long_as_its_delay_says),
        cmocka_unit_test(the_model_fills_nine_tenths_of_the_picture),
        cmocka_unit_test(models_of_any_size_give_the_same_picture),
        cmocka_unit_test(a_large_model_moves_as_a_small_one),
        cmocka_unit_test(zoom_keeps_the_eye_outside_and_far_away_is_no_noise),
        cmocka_unit_test(messages_say_what_is_wrong),
        cmocka_unit_test(a_turntable_and_an_animation_together_are_as_the_help_says),
        cmocka_unit_test(help_lines_are_short),
        cmocka_unit_test(wrong_use_and_wrong_files_have_their_exit_codes),
        cmocka_unit_test(replay_writes_the_dump_of_a_script),
    };
    return cmocka_run_group_tests_name("render", tests, NULL, NULL);
}
