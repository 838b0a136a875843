/* SPDX-License-Identifier: MIT */
/* The files of recordings, damaged: an error that says what is wrong, or a frame, never more. */

#define _DEFAULT_SOURCE

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <retro3d/history.h>
#include <retro3d/surface_calls.h>
#include <retro3d/io.h>
#include <retro3d/png.h>

#include "rng.h"

static char folder[] = "/tmp/r3d-record-XXXXXX";

static const char mesh_text[] = "litmesh 1\ncounts 4 2 1\npriority 3\n"
                                "bounds 100 100 150 200 400 0 0 0 0\narrays 1 1 1 1\n"
                                "v -40 -40 0\nv 40 -40 0\nv 40 40 0\nv -40 40 0\n"
                                "f 0 2 1 960 0 0 200 1 6 0\nf 0 3 2 960 970 980 300 0 7 90\n"
                                "p 0 1 2\n";
static const char leftover_text[] = "leftover 1\ntranslucency 40\npicks 3\nmouse 5 6\n"
                                    "bucket 7 512\nblack 3\nvertex 4095 1 2 3 4 5 6\n";
static const char script_text[] = "size 32 24\nlitmesh m a.litmesh\nleftover a.leftover\n"
                                  "drawscene m 0 0 0 0 0 500\nlimits none\n"
                                  "drawscene m 0 0 0 10 0 500\nband 3 9\n"
                                  "drawscene m 300 0 0 0 0 500\n";

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

static void write_file(const char *name, const void *data, size_t size)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static r3d_result run(const char *text, r3d_error *error)
{
    char path[256];
    r3d_script *script = NULL;
    r3d_replay *replay = NULL;
    r3d_replay_desc desc;
    r3d_replay_desc_init(&desc);
    desc.max_memory = 64 << 20;
    snprintf(path, sizeof path, "%s/script.r3d", folder);
    r3d_result result = r3d_script_parse(text, strlen(text), path, NULL, &script, error);
    if (result == R3D_OK) {
        assert_int_equal(r3d_replay_create(&desc, &replay), R3D_OK);
        result = r3d_replay_run(replay, script, error);
    }
    r3d_replay_destroy(replay);
    r3d_script_destroy(script);
    return result;
}

typedef struct bad_file {
    const char *mesh; /* NULL: the good one */
    const char *leftover;
    r3d_result result;
    const char *message;
} bad_file;

#define HEAD "litmesh 1\ncounts 1 0 0\npriority 0\nbounds 0 0 0 0 0 0 0 0 0\n"

static void wrong_files_are_refused_with_the_line_and_the_expectation(void **state)
{
    (void)state;
    static const bad_file files[] = {
        {NULL, NULL, R3D_OK, ""},
        {"mesh 1\n", NULL, R3D_ERR_FORMAT_MAGIC, "line 1 of the file: expected \"litmesh 1\""},
        {"", NULL, R3D_ERR_FORMAT_MAGIC, "\"litmesh 1\""},
        {"litmesh 1\ncounts -1 0 0\n", NULL, R3D_ERR_LIMIT, "counts of 0..1048576"},
        {"litmesh 1\ncounts 1 2\n", NULL, R3D_ERR_FORMAT_SYNTAX, "in this order"},
        {"litmesh 1\ncounts 1 0 0\n", NULL, R3D_ERR_FORMAT_SYNTAX, "in this order"},
        {HEAD "arrays 0 0 0 0\n", NULL, R3D_ERR_FORMAT_COUNT, "as many v, f and p"},
        {HEAD "arrays 0 0 0 0\nv 1 2 3\nv 1 2 3\n", NULL, R3D_ERR_FORMAT_SYNTAX, "line 7"},
        {HEAD "arrays 0 0 0 0\nv 1 x 3\n", NULL, R3D_ERR_FORMAT_SYNTAX, "numbers of 32 bits"},
        {HEAD "arrays 0 0 0 0\nthis-word-is-far-too-long-for-a-line 1\n", NULL,
         R3D_ERR_FORMAT_SYNTAX, "a known word"},
        {"litmesh 1\ncounts 1 1 0\npriority 0\nbounds 0 0 0 0 0 0 0 0 0\narrays 0 0 0 0\nv 0 0 0\n"
         "f 0 0 1 0 0 0\n",
         NULL, R3D_ERR_FORMAT_INDEX, ""},
        {"litmesh 1\ncounts 1 1 0\npriority 0\nbounds 0 0 0 0 0 0 0 0 0\narrays 0 0 0 1\nv 0 0 0\n"
         "f 0 0 0 0 0 0 256\n",
         NULL, R3D_ERR_RANGE, ""},
        {"litmesh 1\ncounts 1048576 1048576 1048576\npriority 0\nbounds 0 0 0 0 0 0 0 0 0\n"
         "arrays 1 1 1 1\n",
         NULL, R3D_ERR_LIMIT, "bytes allowed"},
        {NULL, "leftover 2\n", R3D_ERR_FORMAT_MAGIC, "\"leftover 1\""},
        {NULL, "leftover 1\nbucket 1500 1\n", R3D_ERR_FORMAT_SYNTAX, "in range"},
        {NULL, "leftover 1\nbucket 0 513\n", R3D_ERR_FORMAT_SYNTAX, "in range"},
        {NULL, "leftover 1\npicks 1001\n", R3D_ERR_FORMAT_SYNTAX, "in range"},
        {NULL, "leftover 1\nblack 50\n", R3D_ERR_FORMAT_SYNTAX, "in range"},
        {NULL, "leftover 1\nvertex -1 0 0 0 0 0 0\n", R3D_ERR_FORMAT_SYNTAX, "in range"},
        {NULL, "leftover 1\nvertex 1048576 0 0 0 0 0 0\n", R3D_ERR_FORMAT_SYNTAX, "in range"},
    };
    for (size_t i = 0; i < TEST_COUNT(files); i++) {
        const bad_file *f = &files[i];
        const char *mesh = f->mesh != NULL ? f->mesh : mesh_text;
        const char *leftover = f->leftover != NULL ? f->leftover : leftover_text;
        r3d_error error;
        write_file("a.litmesh", mesh, strlen(mesh));
        write_file("a.leftover", leftover, strlen(leftover));
        error.message[0] = '\0';
        r3d_result result = run(script_text, &error);
        if (result != f->result || strstr(error.message, f->message) == NULL) {
            fail_msg("file %zu: %s: %s", i, r3d_result_string(result), error.message);
        }
    }
}

static void pictures_of_the_wrong_size_are_refused(void **state)
{
    (void)state;
    static const uint8_t pixels[4 * 3 * 4];
    const r3d_picture_view view = {pixels, 16, 4, 3, R3D_LAYOUT_RGBA8};
    char path[256];
    r3d_error error;
    snprintf(path, sizeof path, "%s/p.png", folder);
    assert_int_equal(r3d_png_save(path, &view, R3D_PNG_FAST, &error), R3D_OK);
    assert_int_equal(run("size 4 3\npixels p.png\n", &error), R3D_OK);
    assert_int_equal(run("size 4 4\npixels p.png\n", &error), R3D_ERR_RANGE);
    assert_non_null(strstr(error.message, "4 x 3, expected 4 x 4"));
    assert_int_equal(run("size 4 4\npalette p.png\n", &error), R3D_ERR_RANGE);
    assert_non_null(strstr(error.message, "expected 256 x 256"));
    assert_int_equal(run("size 4 4\ntexels 255 p.png 0\n", &error), R3D_ERR_RANGE);
    assert_int_equal(run("size 4 4\ntexels 256 p.png 0\n", &error), R3D_ERR_RANGE);
    assert_int_equal(run("size 4 4\npixels none.png\n", &error), R3D_ERR_IO_OPEN);
    assert_int_equal(run("size 4 4\nlimits some\n", &error), R3D_ERR_RANGE);
    assert_int_equal(run("size 4 4\nturn24 0 0 0 0 1 1 0 0 0 1 1\n", &error), R3D_ERR_STATE);
    assert_int_equal(run("size 4 4\nturnz24 0 0 0 1 1 0 0 0 1 1\n", &error), R3D_ERR_STATE);
    assert_int_equal(run("size 4 4\nbanktex 200 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n", &error),
                     R3D_ERR_STATE);
}

/* Bytes changed, dropped and doubled: it ends, in an error or a frame. The sanitizers watch. */
static void damaged_files_do_no_harm(void **state)
{
    (void)state;
    enum { ROUNDS = 3000 };
    rng r = {99};
    for (int i = 0; i < ROUNDS; i++) {
        char mesh[sizeof mesh_text + 64];
        char leftover[sizeof leftover_text + 64];
        r3d_error error;
        memcpy(mesh, mesh_text, sizeof mesh_text);
        memcpy(leftover, leftover_text, sizeof leftover_text);
        char *victim = i % 2 == 0 ? mesh : leftover;
        int32_t size =
            i % 2 == 0 ? (int32_t)sizeof mesh_text - 1 : (int32_t)sizeof leftover_text - 1;
        for (int32_t k = rng_range(&r, 1, 3); k > 0; k--) {
            static const char bytes[] = "0123456789- \n\0vfpx";
            victim[rng_range(&r, 0, size - 1)] = bytes[rng_range(&r, 0, sizeof bytes - 2)];
        }
        if (rng_range(&r, 0, 9) == 0) {
            size = rng_range(&r, 0, size);
        }
        write_file("a.litmesh", mesh, i % 2 == 0 ? (size_t)size : sizeof mesh_text - 1);
        write_file("a.leftover", leftover, i % 2 == 0 ? sizeof leftover_text - 1 : (size_t)size);
        (void)run(script_text, &error);
    }
}

/* A frame that is put back and one that is erased have histories like all others. */
static void whole_frames_are_writes_too(void **state)
{
    (void)state;
    static const char text[] = "size 4 3\nclear 0x102030\npixels p.png\nsentinel\n"
                               "rect 0 0 2 2 0x405060\n";
    uint8_t pixels[4 * 3 * 4];
    for (size_t i = 0; i < sizeof pixels; i++) {
        pixels[i] = (uint8_t)(i * 7);
    }
    pixels[3] = 0; /* pixel (0,0) is undrawn, (3,2) drawn */
    pixels[4 * 3 * 4 - 1] = 255;
    const r3d_picture_view view = {pixels, 16, 4, 3, R3D_LAYOUT_RGBA8};
    const r3d_history_point points[] = {{0, 0, false, 0}, {3, 2, false, 0}};
    char path[256];
    r3d_error error;
    r3d_script *script = NULL;
    r3d_history *history = NULL;
    r3d_history_desc desc;
    snprintf(path, sizeof path, "%s/p.png", folder);
    assert_int_equal(r3d_png_save(path, &view, R3D_PNG_FAST, &error), R3D_OK);
    r3d_history_desc_init(&desc);
    desc.points = points;
    desc.point_count = 2;
    desc.owner = true;
    snprintf(path, sizeof path, "%s/script.r3d", folder);
    assert_int_equal(r3d_script_parse(text, strlen(text), path, NULL, &script, &error), R3D_OK);
    assert_int_equal(r3d_history_create(script, &desc, &history, &error), R3D_OK);
    assert_int_equal(r3d_history_write_count(history, 0), 4);
    assert_int_equal(r3d_history_write_count(history, 1), 3);
    assert_ptr_equal(r3d_history_get_write(history, 0, 1)->call, &r3d_call_restore);
    assert_int_equal(r3d_history_get_write(history, 0, 1)->after >> 24, 0);
    assert_int_equal(r3d_history_get_write(history, 1, 1)->after >> 24, 255);
    assert_ptr_equal(r3d_history_get_write(history, 1, 2)->call, &r3d_call_erase);
    const uint32_t *owner = r3d_history_get_owner(history);
    assert_int_not_equal(owner[0], 0);
    assert_int_equal(owner[2 * 4 + 3], 0);
    r3d_history_destroy(history);
    r3d_script_destroy(script);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_files_are_refused_with_the_line_and_the_expectation),
        cmocka_unit_test(pictures_of_the_wrong_size_are_refused),
        cmocka_unit_test(damaged_files_do_no_harm),
        cmocka_unit_test(whole_frames_are_writes_too),
    };
    return cmocka_run_group_tests_name("commands of recordings", tests, start, finish);
}
