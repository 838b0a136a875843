/* SPDX-License-Identifier: MIT */
/* A seeded fault is named by `explain` and cut out by `reduce`.
 * usage: test_faults NAME CAUSE WRONG_PROGRAM RIGHT_PROGRAM */

#define _DEFAULT_SOURCE

#include "cmocka_all.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "rng.h"

enum { COMMANDS = 2000, WIDTH = 200, HEIGHT = 150, OUTPUT_SIZE = 1 << 20, SECONDS_MAX = 60 };

static const char *fault;
static const char *cause;
static const char *wrong_program;
static const char *right_program;
static char folder[] = "/tmp/r3d-fault-XXXXXX";
static char output[OUTPUT_SIZE];

static int start(void **state)
{
    (void)state;
    return mkdtemp(folder) == NULL ? -1 : 0;
}

static int finish(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

/* Runs a program in the folder; returns its exit code. */
static int run(const char *program, const char *arguments)
{
    char command[4096];
    snprintf(command, sizeof command, "cd %s && %s %s 2>&1", folder, program, arguments);
    FILE *child = popen(command, "r");
    assert_non_null(child);
    size_t length = fread(output, 1, OUTPUT_SIZE - 1, child);
    output[length] = '\0';
    int status = pclose(child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void write_file(const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* Two overlapping squares of two faces each; the text says what tells them apart. */
static void write_meshes(void)
{
    static const char head[] = "litmesh 1\ncounts %s 0\npriority -1\n"
                               "bounds 100 100 150 200 400 0 0 0 0\narrays 1 1 %d 0\n"
                               "v -40 -40 %d\nv 40 -40 %d\nv 40 40 %d\nv -40 40 %d\n"
                               "v -10 -60 %d\nv 60 -60 %d\nv 60 20 %d\nv -10 20 %d\n";
    char text[2048];
    int length;
    /* Faces are flat (info 1) in a colour of their own. */
    length = snprintf(text, sizeof text, head, "8 4", 1, 0, 0, 0, 0, 0, 0, 0, 0);
    snprintf(text + length, sizeof text - (size_t)length,
             "f 0 2 1 960 0 0 0 1 6\nf 0 3 2 960 0 0 0 1 6\n"
             "f 4 6 5 30000 0 0 0 1 7\nf 4 7 6 30000 0 0 0 1 7\n");
    write_file("priorities.litmesh", text);
    length = snprintf(text, sizeof text, head, "11 5", 0, 0, 0, 0, 0, 0, 0, 0, 0);
    /* A face in another bucket, without which there is nothing to sort. */
    snprintf(text + length, sizeof text - (size_t)length,
             "v 50 40 60\nv 60 50 60\nv 60 40 60\nf 8 9 10 40060 0 0 0 1\n"
             "f 0 2 1 20040 0 0 0 1\nf 0 3 2 20040 0 0 0 1\n"
             "f 4 6 5 50090 0 0 0 1\nf 4 7 6 50090 0 0 0 1\n");
    write_file("ties.litmesh", text);
    length = snprintf(text, sizeof text, head, "8 4", 0, 0, 0, 0, 0, -50, -50, -50, -50);
    snprintf(text + length, sizeof text - (size_t)length,
             "f 0 2 1 45100 0 0 0 1\nf 0 3 2 45100 0 0 0 1\n"
             "f 4 5 6 12080 0 0 0 1\nf 4 6 7 12080 0 0 0 1\n"); /* these show their backs */
    write_file("backs.litmesh", text);
    length = snprintf(text, sizeof text, head, "8 4", 0, -60, 60, 60, 60, 0, 0, 0, 0);
    snprintf(text + length, sizeof text - (size_t)length,
             "f 0 2 1 5060 0 0 0 1\nf 0 3 2 5060 0 0 0 1\n"
             "f 4 6 5 64060 0 0 0 1\nf 4 7 6 64060 0 0 0 1\n");
    write_file("depths.litmesh", text);
}

static void put_triangle(FILE *file, rng *r, const char *before, bool has_value, int32_t least,
                         int32_t greatest)
{
    fprintf(file, "%s", before);
    int32_t x = rng_range(r, 0, WIDTH - 50);
    int32_t y = rng_range(r, -10, HEIGHT - 40);
    for (int i = 0; i < 3; i++) {
        fprintf(file, " %d %d", (int)(x + rng_range(r, 0, 49)), (int)(y + rng_range(r, 0, 60)));
        if (has_value) {
            fprintf(file, " %d", (int)rng_range(r, least, greatest));
        }
    }
}

static void put_drawing(FILE *file, rng *r)
{
    static const char *const meshes[] = {"priorities", "ties", "backs", "depths"};
    switch (rng_range(r, 0, 9)) {
    case 0:
        fprintf(file, "alpha %d\n", (int)(rng_range(r, 0, 1) == 0 ? 0 : rng_range(r, 40, 200)));
        break;
    case 1:
        fprintf(file, "hclip %d\nsmooth %d\n", (int)rng_range(r, 0, 1), (int)rng_range(r, 0, 1));
        break;
    case 2:
    case 3:
        put_triangle(file, r, "flat", false, 0, 0);
        fprintf(file, " 0x%06x\n", (unsigned)rng_range(r, 0, 0xFFFFFF));
        break;
    case 4: {
        /* One hue and saturation, so that lightness runs from corner to corner. */
        int32_t first = rng_range(r, 0, 511) * 128;
        put_triangle(file, r, "gouraud", true, first + 10, first + 120);
        fprintf(file, "\n");
        break;
    }
    case 5:
    case 6: {
        char start[32];
        snprintf(start, sizeof start, "tex %d", (int)rng_range(r, 0, 1));
        put_triangle(file, r, start, true, 0, 60);
        fprintf(file, " -60 -45 512 80 -45 512 -60 75 512\n");
        break;
    }
    case 7:
        fprintf(file, "rect %d %d %d %d 0x%06x\n", (int)rng_range(r, 0, WIDTH),
                (int)rng_range(r, 0, HEIGHT), (int)rng_range(r, 1, 20), (int)rng_range(r, 1, 20),
                (unsigned)rng_range(r, 0, 0xFFFFFF));
        break;
    default:
        fprintf(file, "drawscene %s 0 0 0 %d %d %d\n", meshes[rng_range(r, 0, 3)],
                (int)rng_range(r, -80, 80), (int)rng_range(r, -60, 60),
                (int)rng_range(r, 450, 900));
        break;
    }
}

static int count_commands(const char *name)
{
    char path[256];
    char line[70000];
    int count = 0;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        count += line[0] != '#' && line[0] != '\n' ? 1 : 0;
    }
    fclose(file);
    return count;
}

static void write_script(void)
{
    char path[256];
    rng r = {4711};
    snprintf(path, sizeof path, "%s/big.r3d", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file,
            "size %d %d\nclear 0x405060\ntexture 0 brick.tx8\ntexture 1 fence.tx8\nsprite8 0 "
            "brick.tx8\n",
            WIDTH, HEIGHT);
    fprintf(file, "litmesh priorities priorities.litmesh\nlitmesh ties ties.litmesh\n"
                  "litmesh backs backs.litmesh\nlitmesh depths depths.litmesh\n");
    const bool has_copies =
        strcmp(fault, "palette_index") == 0 || strcmp(fault, "sprite_column") == 0;
    for (int count = 8; count < COMMANDS; count++) {
        long before = ftell(file);
        if (has_copies && count % 97 == 0) {
            /* Two thirds of it above the frame, not to cover what other commands draw. */
            fprintf(file, "draw8 0 %d %d\n", (int)rng_range(&r, -60, WIDTH - 4),
                    (int)rng_range(&r, 0, 1) == 0 ? -40 : HEIGHT - 20);
        } else {
            put_drawing(file, &r);
        }
        assert_true(ftell(file) > before);
    }
    assert_int_equal(fclose(file), 0);
    assert_true(count_commands("big.r3d") >= COMMANDS);
    char command[1024];
    snprintf(command, sizeof command,
             "cp %s/golden/raster/tex/brick.tx8 %s/golden/raster/tex/fence.tx8 %s",
             R3D_TEST_SOURCE_DIR, R3D_TEST_SOURCE_DIR, folder);
    assert_int_equal(system(command), 0);
}

/* Sixteen cameras of a level side by side, as a recording: it has all pictures in single files. */
static void write_column_script(void)
{
    static const char *const cameras[] = {
        "1009 902.25 -256 315 -4",    "564.25 139.25 96 168.4 0",   "1318.5 957.25 -224 261.44 0",
        "1208.75 1186 -56 152.75 -9", "1297.25 767.75 60 115.73 0", "456.75 1164.25 -272 0 0",
        "491 133.75 96 125.45 9",     "160.75 378.5 -32 3.94 0",    "1388.25 289.25 -224 354.7 0",
        "1507 644 -288 142.15 -4",    "362.5 605.5 33 60 0",        "466 1186.75 -272 358.9 0",
        "358.25 977.75 -56 276.46 3", "1991 743 -260 228.87 0",     "580.25 350.75 -32 201.14 0",
        "692 1368.5 -272 236.5 0"};
    enum { ACROSS = 4, TILE_WIDTH = 64, TILE_HEIGHT = 40 };
    char path[256];
    char command[1024];
    snprintf(command, sizeof command, "cp -r %s/golden/data/nostromo %s/golden/data/freedoom %s",
             R3D_TEST_SOURCE_DIR, R3D_TEST_SOURCE_DIR, folder);
    assert_int_equal(system(command), 0);
    snprintf(path, sizeof path, "%s/cameras.r3d", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "size %d %d\n", ACROSS * TILE_WIDTH, ACROSS * TILE_HEIGHT);
    fprintf(file, "column_level 0 nostromo/e2m7-demo.level brick1 brown1 aqf001 aqf040\n"
                  "column_sprites 0 nostromo\ncolumn_textures 0 freedoom\n"
                  "column_light 100 2000 1\n");
    for (int i = 0; i < ACROSS * ACROSS; i++) {
        const int x = i % ACROSS * TILE_WIDTH;
        const int y = i / ACROSS * TILE_HEIGHT;
        fprintf(file, "clip %d %d %d %d\ncolumn_camera %s\ncolumn_draw 0 textured things\n", x, y,
                x + TILE_WIDTH, y + TILE_HEIGHT, cameras[i]);
    }
    assert_int_equal(fclose(file), 0);
    if (run(right_program, "record cameras.r3d -o big.r3d") != 0) {
        fail_msg("record: %s", output);
    }
}

/* Asserts that the first cause told is the expected one. */
static void assert_named(const char *of_what)
{
    char expected[64];
    snprintf(expected, sizeof expected, "  why: %s: ", cause);
    const char *why = strstr(output, "  why: ");
    if (why == NULL || strncmp(why, expected, strlen(expected)) != 0) {
        fail_msg("%s: explain names no %s first:\n%.3000s", of_what, cause, output);
    }
    print_message("%s, %s: %.*s\n", fault, of_what, (int)strcspn(why, "\n"), why);
}

static void fault_is_named_and_cut_out(void **state)
{
    (void)state;
    char arguments[1024];
    const bool is_column = strncmp(fault, "column_", strlen("column_")) == 0;
    if (is_column) {
        write_column_script();
    } else {
        write_meshes();
        write_script();
    }
    assert_int_equal(run(right_program, "replay big.r3d -o right.png --isa scalar"), 0);

    assert_int_equal(run(right_program, "explain big.r3d --diff right.png"), 0);
    if (run(wrong_program, "explain big.r3d --diff right.png") != 1) {
        fail_msg("the fault shows nowhere: %.1000s", output);
    }
    assert_named("whole script");

    time_t begin = time(NULL);
    snprintf(arguments, sizeof arguments, "reduce big.r3d -o small.r3d --against %s",
             right_program);
    if (run(wrong_program, arguments) != 0) {
        fail_msg("reduce: %s", output);
    }
    assert_true(time(NULL) - begin < SECONDS_MAX);
    /* Of a column world the level, one picture, camera and draw are needed, and of the camera three
     * more lines at most. */
    const int most = is_column ? 8 : 3;
    if (count_commands("small.r3d") > most) {
        fail_msg("more than %d commands are left: %s", most, output);
    }
    print_message("%s", output);

    /* What is left still shows it, and for the same cause. A hole or a row on a frame that nothing was drawn
     * into has the right colour, black: there only who drew it differs. */
    assert_int_equal(run(right_program, "replay small.r3d -o right.png --coverage"), 0);
    assert_int_equal(run(wrong_program, "replay small.r3d -o wrong.png --coverage --isa scalar"),
                     0);
    assert_int_equal(run(right_program, "diff right.png wrong.png --quiet"), 1);
    if (strcmp(cause, "hole") != 0 && strcmp(fault, "rectangle_row") != 0) {
        assert_int_equal(run(wrong_program, "explain small.r3d --diff right.png"), 1);
        assert_named("reduced");
    }
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        fprintf(stderr, "usage: test_faults NAME CAUSE WRONG_PROGRAM RIGHT_PROGRAM\n");
        return 2;
    }
    fault = argv[1];
    cause = argv[2];
    wrong_program = argv[3];
    right_program = argv[4];
    const struct CMUnitTest tests[] = {cmocka_unit_test(fault_is_named_and_cut_out)};
    return cmocka_run_group_tests_name("seeded fault", tests, start, finish);
}
