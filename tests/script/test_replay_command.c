/* SPDX-License-Identifier: MIT */
/* The program as a user meets it: exit codes, messages, output files. */

#define _DEFAULT_SOURCE

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <retro3d/base.h>
#include <retro3d/io.h>
#include <retro3d/png.h>

enum { OUTPUT_SIZE = 16384 };

static char folder[] = "/tmp/r3d-replay-XXXXXX";
static char output[OUTPUT_SIZE];

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command);
}

/* Runs the program with arguments; %s in them is the test's folder. Returns its exit status. */
static int run(const char *arguments)
{
    char command[2048];
    size_t length = (size_t)snprintf(command, sizeof command, "cd %s && %s ", folder, R3D_PROGRAM);
    snprintf(command + length, sizeof command - length, "%s 2>&1", arguments);
    FILE *child = popen(command, "r");
    assert_non_null(child);
    output[fread(output, 1, OUTPUT_SIZE - 1, child)] = '\0';
    int status = pclose(child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void write_script(const char *name, const void *text, size_t size)
{
    char path[256];
    r3d_error error;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    assert_int_equal(r3d_file_write(path, text, size, &error), R3D_OK);
}

static bool exists(const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

static void a_script_becomes_a_picture(void **state)
{
    (void)state;
    static const char text[] = "size 20 10\nclear 0x112233\nrect 5 5 2 2 0xFF0000\n";
    char path[256];
    r3d_picture picture;
    r3d_error error;
    write_script("good.r3d", text, sizeof text - 1);
    assert_int_equal(run("replay good.r3d -o good.png"), 0);
    snprintf(path, sizeof path, "%s/good.png", folder);
    assert_int_equal(r3d_png_load(path, NULL, NULL, &picture, &error), R3D_OK);
    assert_int_equal(picture.width, 20);
    assert_int_equal(picture.height, 10);
    assert_false(picture.has_alpha);
    const uint8_t *pixel = (const uint8_t *)picture.pixels + (5 * 20 + 6) * 4;
    assert_int_equal(pixel[0], 0xFF);
    assert_int_equal(pixel[1], 0);
    r3d_picture_free(&picture);
    assert_int_equal(run("replay --output=again.png -- good.r3d"), 0);
    assert_int_equal(run("diff good.png again.png"), 0);
}

static void check_bad_script(const char *text, size_t size, const char *place, const char *reason)
{
    write_script("bad.r3d", text, size);
    int status = run("replay bad.r3d -o bad.png");
    if ((status != 2 && status != 3) || strstr(output, place) == NULL ||
        strstr(output, reason) == NULL || exists("bad.png")) {
        fail_msg("status %d, output: %s", status, output);
    }
}

static void bad_scripts_give_file_line_and_reason_and_no_picture(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *place;
        const char *reason;
    } cases[] = {
        {"size 9 9\nbogus 1\n", "bad.r3d:2:", "unknown command \"bogus\""},
        {"size 9 9\nflat 1 2 3\n", "bad.r3d:2:", "3 fields, expected 7"},
        {"size 9 9\n\nalpha 300\n", "bad.r3d:3:", "expected 0..255"},
        {"size 9 9\ntexture 0 none.tx8\n", "bad.r3d:2:", "none.tx8"},
        {"size 9 9\nsprite24 0 none.png 4 4 0 0\n", "bad.r3d:2:", "none.png"},
        {"size 9 9\ntexture 0 wrong.tx8\n", "bad.r3d:2:", "wrong.tx8:2: "},
        {"size 32768 32768\n", "bad.r3d:1:", "expected 1..16384"},
        {"size 2147483647 2\n", "bad.r3d:1:", "expected 1..16384"},
        {"size 16384 16384\n", "bad.r3d:1:", "pixels"},
        {"# nothing is drawn\n", "bad.r3d", "no \"size\" command"},
    };
    static const char wrong[] = "tx8 1\ncanvas 32 32\noffset 0 0\nsize 1 1\npalette 1\n000000\n"
                                "pixels\n00\n";
    write_script("wrong.tx8", wrong, sizeof wrong - 1);
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        check_bad_script(cases[i].text, strlen(cases[i].text), cases[i].place, cases[i].reason);
    }
    static const char rubbish[] = "\x7f\x45LF\0\x01\x02\xff\xfe garbage\n\0\0";
    check_bad_script(rubbish, sizeof rubbish, "bad.r3d:1:", "");
    check_bad_script("", 0, "bad.r3d", "");
}

static void files_that_cannot_be_read_or_written_are_told_apart(void **state)
{
    (void)state;
    static const char text[] = "size 2 2\n";
    write_script("tiny.r3d", text, sizeof text - 1);
    assert_int_equal(run("replay none.r3d -o x.png"), 3);
    assert_non_null(strstr(output, "none.r3d"));
    assert_int_equal(run("replay . -o x.png"), 3);
    assert_int_equal(run("replay tiny.r3d -o no/such/folder/x.png"), 6);
    assert_non_null(strstr(output, "no/such/folder/x.png"));
    assert_int_equal(run("replay tiny.r3d -o ."), 6);
    assert_false(exists("x.png"));
}

static void a_failing_replay_leaves_an_existing_picture_alone(void **state)
{
    (void)state;
    write_script("kept.png", "keep me", 7);
    write_script("fail.r3d", "size 2 2\nbogus\n", 15);
    assert_int_equal(run("replay fail.r3d -o kept.png"), 3);
    char path[256];
    void *data = NULL;
    size_t size = 0;
    snprintf(path, sizeof path, "%s/kept.png", folder);
    assert_int_equal(r3d_file_read(path, 100, NULL, &data, &size, NULL), R3D_OK);
    assert_int_equal(size, 7);
    assert_memory_equal(data, "keep me", 7);
    free(data);
}

static void picture_and_dump_are_written_together_or_not_at_all(void **state)
{
    (void)state;
    static const char text[] = "size 4 4\ndump crc\n";
    write_script("pair.r3d", text, sizeof text - 1);
    assert_int_equal(run("replay pair.r3d -o pair.png --dump no/such/folder/pair.txt"), 6);
    assert_non_null(strstr(output, "no/such/folder/pair.txt"));
    assert_false(exists("pair.png"));
    assert_int_equal(run("replay pair.r3d -o no/such/folder/pair.png --dump pair.txt"), 6);
    assert_false(exists("pair.txt"));
    assert_int_equal(run("replay pair.r3d -o pair.png --dump ."), 6);
    assert_false(exists("pair.png"));
    assert_int_equal(run("replay pair.r3d -o new.png --dump ./new.png"), 2);
    assert_int_equal(run("replay pair.r3d -o new.png --dump $PWD/new.png"), 2);
    assert_false(exists("new.png"));
    assert_int_equal(run("replay pair.r3d -o -"), 2);
    assert_int_equal(run("replay pair.r3d -o pair.png --dump pair.txt"), 0);
    assert_true(exists("pair.png") && exists("pair.txt"));
    assert_int_equal(run("--version; ls"), 0);
    assert_int_equal(run("--version; ls | grep tmp"), 1); /* no temporary file is left */
}

static void what_a_script_loads_is_no_output(void **state)
{
    (void)state;
    static const char sprite[] = "tx8 1\ncanvas 1 1\noffset 0 0\nsize 1 1\npalette 2\n000000\n"
                                 "ff0000\npixels\n01\n";
    static const char text[] = "size 4 4\nsprite8 0 loaded.tx8\nmesh m loaded.mesh\n";
    write_script("loaded.tx8", sprite, sizeof sprite - 1);
    write_script("loaded.mesh", "v 0 0 0\n", 8);
    write_script("loads.r3d", text, sizeof text - 1);
    assert_int_equal(run("replay loads.r3d -o loads.png"), 0);
    assert_int_equal(run("replay loads.r3d -o loaded.tx8"), 2);
    assert_non_null(strstr(output, "would hold png, not tx8"));
    assert_int_equal(run("replay loads.r3d -o ./loaded.mesh"), 2);
    assert_int_equal(run("replay loads.r3d -o loads.png --dump $PWD/loaded.tx8"), 2);
    static const char picture[] = "size 4 4\npixels loads.png\n";
    write_script("picture.r3d", picture, sizeof picture - 1);
    assert_int_equal(run("replay picture.r3d -o ./loads.png"), 2);
    assert_non_null(strstr(output, "would overwrite an input"));
    char path[256];
    void *data = NULL;
    size_t size = 0;
    snprintf(path, sizeof path, "%s/loaded.tx8", folder);
    assert_int_equal(r3d_file_read(path, 0, NULL, &data, &size, NULL), R3D_OK);
    assert_int_equal(size, sizeof sprite - 1);
    free(data);
}

static void outputs_never_destroy_what_is_no_old_output(void **state)
{
    (void)state;
    static const char text[] = "size 2 2\n";
    write_script("input.r3d", text, sizeof text - 1);
    assert_int_equal(run("replay input.r3d -o ./input.r3d"), 2);
    assert_int_equal(run("replay input.r3d -o both.png --dump ./both.png"), 2);
    assert_int_equal(run("replay input.r3d -o one.png"), 0);
    assert_int_equal(run("replay input.r3d -o two.png"), 0);
    write_script("box.mesh", "v 0 0 0\nv 9 0 0\nv 0 9 0\nf 0 1 2 5\n", 34);
    assert_int_equal(run("render box.mesh -o ./box.mesh"), 2);
    assert_int_equal(run("import box.mesh -o ./box.mesh"), 2);
    assert_non_null(strstr(output, "would overwrite an input"));
    assert_int_equal(run("column box.mesh -o ./box.mesh"), 2);
    assert_int_equal(run("level build box.mesh -o ./box.mesh"), 2);
    assert_int_equal(run("diff one.png two.png -o $PWD/one.png"), 2);
    assert_int_equal(run("diff one.png two.png -o ./two.png"), 2);
    assert_true(exists("one.png") && exists("two.png"));

    /* equal pictures: an old diff picture goes, anything else stays */
    write_script("notes.txt", "keep me", 7);
    assert_int_equal(run("diff one.png two.png -o notes.txt"), 0);
    assert_true(exists("notes.txt"));
    assert_int_equal(run("--version; mkdir folder; mkfifo pipe"), 0);
    assert_int_equal(run("diff one.png two.png -o folder"), 0);
    assert_true(exists("folder"));
    assert_int_equal(run("diff one.png two.png -o pipe"), 0);
    assert_int_equal(run("replay input.r3d -o pipe"), 6);
    assert_non_null(strstr(output, "not a regular file"));
    assert_true(exists("pipe"));
    assert_int_equal(run("replay input.r3d -o old.png"), 0);
    assert_int_equal(run("diff one.png two.png -o old.png"), 0);
    assert_false(exists("old.png"));
}

static void wrong_usage_is_exit_code_2(void **state)
{
    (void)state;
    static const struct {
        const char *arguments;
        const char *words;
    } cases[] = {
        {"", "usage: retro3d COMMAND"},
        {"repaly a.r3d", "did you mean \"replay\""},
        {"xyzzy", "unknown command"},
        {"--verison", "did you mean \"--version\""},
        {"replay", "no script given"},
        {"replay a.r3d", "no output given"},
        {"replay a.r3d b.r3d -o c.png", "is a second"},
        {"replay a.r3d --outptu c.png", "did you mean --output"},
        {"replay a.r3d --bogus", "unknown option --bogus"},
        {"replay a.r3d -q", "unknown option -q"},
        {"replay a.r3d -o", "needs a value"},
        {"replay --help=1", "takes no value"},
        {"diff a.png", ""},
        {"diff a.png b.png --outptu c.png", "did you mean --output"},
    };
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        int status = run(cases[i].arguments);
        if (status != 2 || strstr(output, cases[i].words) == NULL) {
            fail_msg("\"%s\": status %d, output: %s", cases[i].arguments, status, output);
        }
    }
}

static void help_and_version_are_everywhere(void **state)
{
    (void)state;
    static const char *const helps[] = {"--help",    "-h",          "help",     "replay --help",
                                        "replay -h", "diff --help", "help diff"};
    for (size_t i = 0; i < TEST_COUNT(helps); i++) {
        assert_int_equal(run(helps[i]), 0);
        assert_non_null(strstr(output, "usage: retro3d"));
    }
    static const char *const versions[] = {"--version", "replay --version", "diff --version"};
    for (size_t i = 0; i < TEST_COUNT(versions); i++) {
        assert_int_equal(run(versions[i]), 0);
        assert_non_null(strstr(output, r3d_version_string()));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_script_becomes_a_picture),
        cmocka_unit_test(bad_scripts_give_file_line_and_reason_and_no_picture),
        cmocka_unit_test(files_that_cannot_be_read_or_written_are_told_apart),
        cmocka_unit_test(a_failing_replay_leaves_an_existing_picture_alone),
        cmocka_unit_test(picture_and_dump_are_written_together_or_not_at_all),
        cmocka_unit_test(what_a_script_loads_is_no_output),
        cmocka_unit_test(outputs_never_destroy_what_is_no_old_output),
        cmocka_unit_test(wrong_usage_is_exit_code_2),
        cmocka_unit_test(help_and_version_are_everywhere),
    };
    return cmocka_run_group_tests_name("program/replay", tests, make_folder, remove_folder);
}
