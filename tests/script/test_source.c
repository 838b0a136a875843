/* SPDX-License-Identifier: MIT */
/* Display lists whose files are in memory alone: every golden script draws what it draws from disk,
 * while no file can be opened. */

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/history.h>
#include <retro3d/script.h>
#include <retro3d/script_case.h>

#include "memory_files.h"

/* No disk has such a folder. */
#define ROOM "memory:/of no disk/golden"

static memory_files memory;

static int set_up(void **state)
{
    (void)state;
    memory_files_add(&memory, R3D_TEST_SOURCE_DIR "/golden", ROOM);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    memory_files_free(&memory);
    return 0;
}

static r3d_result load(const r3d_file_source *files, const char *name, r3d_script **out_script,
                       r3d_error *error)
{
    r3d_script_load_options options;
    r3d_script_load_options_init(&options);
    options.files = files;
    return r3d_script_load_with(name, &options, out_script, error);
}

/* Runs a script; NULL if that fails, with the reason in `error`. */
static r3d_replay *run(const r3d_script *script, r3d_error *error)
{
    r3d_replay *replay = NULL;
    assert_int_equal(r3d_replay_create(NULL, &replay), R3D_OK);
    if (r3d_replay_run(replay, script, error) != R3D_OK) {
        r3d_replay_destroy(replay);
        return NULL;
    }
    return replay;
}

static bool is_script(const char *name)
{
    const size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".r3d") == 0;
}

static void assert_same_frames(const char *name, const r3d_replay *disk, const r3d_replay *own)
{
    const r3d_surface *a = r3d_replay_get_surface(disk);
    const r3d_surface *b = r3d_replay_get_surface(own);
    size_t a_size = 0;
    size_t b_size = 0;
    const char *a_text = r3d_replay_get_dump(disk, &a_size);
    const char *b_text = r3d_replay_get_dump(own, &b_size);
    if (a->width != b->width || a->height != b->height || a_size != b_size ||
        (a_size > 0 && memcmp(a_text, b_text, a_size) != 0)) {
        fail_msg("%s: another frame or dump from memory", name);
    }
    for (int32_t y = 0; y < a->height; y++) {
        if (memcmp(a->pixels + (size_t)y * (size_t)a->stride_px,
                   b->pixels + (size_t)y * (size_t)b->stride_px,
                   (size_t)a->width * sizeof *a->pixels) != 0) {
            fail_msg("%s: row %ld differs from memory", name, (long)y);
        }
    }
}

/* Returns whether the script's files were asked for. */
static bool compare(const char *name)
{
    const r3d_file_source files = memory_files_source(&memory);
    char path[512];
    r3d_error error;
    r3d_script *from_disk = NULL;
    r3d_script *from_memory = NULL;
    snprintf(path, sizeof path, "%s/golden%s", R3D_TEST_SOURCE_DIR, name + sizeof ROOM - 1);
    if (r3d_script_load(path, NULL, &from_disk, &error) != R3D_OK) {
        fail_msg("%s: %s", path, error.message);
    }
    r3d_replay *disk = run(from_disk, &error);
    assert_non_null(disk);
    const int before = memory.opened_ever;
    forbid_files();
    r3d_replay *own = NULL;
    r3d_result result = load(&files, name, &from_memory, &error);
    if (result == R3D_OK) {
        own = run(from_memory, &error);
    }
    allow_files();
    if (own == NULL) {
        fail_msg("%s from memory: %s", name, error.message);
    }
    assert_same_frames(name, disk, own);
    assert_int_equal(memory.opened, 0);
    assert_int_equal(memory.wrong_closes, 0);
    r3d_replay_destroy(disk);
    r3d_replay_destroy(own);
    r3d_script_destroy(from_disk);
    r3d_script_destroy(from_memory);
    return memory.opened_ever - before > 1;
}

static void every_golden_script_replays_from_memory_alone(void **state)
{
    (void)state;
    int scripts = 0;
    int with_files = 0;
    for (size_t i = 0; i < memory.count; i++) {
        if (is_script(memory.files[i].name)) {
            with_files += compare(memory.files[i].name) ? 1 : 0;
            scripts++;
        }
    }
    assert_in_range(scripts, 358, 10000);
    assert_in_range(with_files, 200, 10000);
}

static void a_case_has_its_frame_and_its_histories_from_memory_alone(void **state)
{
    (void)state;
    const r3d_file_source files = memory_files_source(&memory);
    const char *name = ROOM "/model/alpha-textured.r3d";
    r3d_script_case *made = NULL;
    r3d_picture_view view;
    r3d_error error;
    forbid_files();
    const r3d_result result =
        r3d_script_case_create_from(&files, name, R3D_ISA_BEST, NULL, &made, &error);
    const uint32_t *owner = NULL;
    if (result == R3D_OK) {
        r3d_script_case_get_view(made, &view);
        owner = r3d_script_case_get_owner(made);
    }
    allow_files();
    assert_int_equal(result, R3D_OK);
    assert_non_null(view.pixels);
    assert_non_null(owner);
    r3d_script_case_destroy(made);
    assert_int_equal(memory.opened, 0);
}

/* A script and its files in one place, where one is missing. */
static r3d_result lend_script_only(const char *name, const void **out_data, size_t *out_size,
                                   void *user)
{
    (void)user;
    static const char text[] = "size 8 8\nsprite24 0 lost.png 8 8 0 0\n";
    if (strcmp(name, "room/a.r3d") != 0) {
        return R3D_ERR_IO_OPEN;
    }
    *out_data = text;
    *out_size = sizeof text - 1;
    return R3D_OK;
}

static void a_missing_file_is_named_with_the_line_that_wants_it(void **state)
{
    (void)state;
    const r3d_file_source files = {.open = lend_script_only};
    r3d_script *script = NULL;
    r3d_error error;
    assert_int_equal(load(&files, "room/b.r3d", &script, &error), R3D_ERR_IO_OPEN);
    assert_null(script);
    assert_string_equal(error.file, "room/b.r3d");
    assert_int_equal(load(&files, "room/a.r3d", &script, &error), R3D_OK);
    assert_null(run(script, &error));
    assert_int_equal(error.result, R3D_ERR_IO_OPEN);
    assert_int_equal(error.line, 2);
    assert_non_null(strstr(error.message, "room/lost.png"));
    assert_non_null(strstr(error.message, "the source of files says"));
    r3d_script_destroy(script);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_golden_script_replays_from_memory_alone),
        cmocka_unit_test(a_case_has_its_frame_and_its_histories_from_memory_alone),
        cmocka_unit_test(a_missing_file_is_named_with_the_line_that_wants_it),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
