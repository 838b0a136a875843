/* SPDX-License-Identifier: MIT */
/* Histories and recordings without memory: the n-th allocation fails, for every n. Nothing leaks, and
 * no file is left. */

#define _DEFAULT_SOURCE

#include "cmocka_all.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <retro3d/history.h>
#include <retro3d/record.h>
#include <retro3d/script_case.h>

#include "counting_allocator.h"

enum { ALLOCATIONS_MAX = 5000 };

static const char *const names[] = {"raster/tex_masked.r3d", "raster/mixed_cube.r3d",
                                    "model/priority-0to9.r3d", "model/icon-grid.r3d"};

static char folder[] = "/tmp/r3d-memory-XXXXXX";

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

static r3d_script *load(const char *name)
{
    char path[1024];
    r3d_error error;
    r3d_script *script = NULL;
    snprintf(path, sizeof path, "%s/golden/%s", R3D_TEST_SOURCE_DIR, name);
    if (r3d_script_load(path, NULL, &script, &error) != R3D_OK) {
        fail_msg("%s: %s", error.file, error.message);
    }
    return script;
}

static int count_files(void)
{
    int count = 0;
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *e; (e = readdir(dir)) != NULL;) {
        count += e->d_name[0] != '.' ? 1 : 0;
    }
    closedir(dir);
    return count;
}

static void histories_fail_without_a_leak(void **state)
{
    (void)state;
    const r3d_history_point points[] = {{20, 20, true, 0x123456}, {40, 30, true, 0xFF00FF}};
    for (size_t i = 0; i < TEST_COUNT(names); i++) {
        r3d_script *script = load(names[i]);
        bool done = false;
        for (size_t n = 1; !done; n += n < 60 ? 1 : n / 13) {
            counting_allocator counter = {0, n, 0, 0, 0};
            r3d_history *history = NULL;
            r3d_history_desc desc;
            r3d_history_desc_init(&desc);
            desc.allocator = counting_hooks(&counter);
            desc.points = points;
            desc.point_count = 2;
            desc.owner = true;
            r3d_result result = r3d_history_create(script, &desc, &history, NULL);
            done = counter.calls < n;
            assert_int_equal(result, done ? R3D_OK : R3D_ERR_MEMORY);
            assert_int_equal(history != NULL, done);
            r3d_history_destroy(history);
            assert_int_equal(counter.live, 0);
            assert_true(n < ALLOCATIONS_MAX);
        }
        r3d_script_destroy(script);
    }
}

static void recordings_fail_without_a_leak_or_a_file(void **state)
{
    (void)state;
    char path[256];
    snprintf(path, sizeof path, "%s/out.r3d", folder);
    for (size_t i = 0; i < TEST_COUNT(names); i++) {
        r3d_script *script = load(names[i]);
        bool done = false;
        for (size_t n = 1; !done; n += n < 60 ? 1 : n / 13) {
            counting_allocator counter = {0, n, 0, 0, 0};
            const r3d_allocator hooks = counting_hooks(&counter);
            r3d_recorder *recorder = NULL;
            r3d_replay *replay = NULL;
            r3d_replay_desc desc;
            r3d_replay_desc_init(&desc);
            r3d_result result = r3d_recorder_create(&hooks, &recorder);
            if (result == R3D_OK) {
                desc.listener = r3d_recorder_get_listener(recorder);
                assert_int_equal(r3d_replay_create(&desc, &replay), R3D_OK);
                assert_int_equal(r3d_replay_run(replay, script, NULL), R3D_OK);
                result = r3d_recorder_save(recorder, r3d_replay_get_surface(replay), path, NULL);
            }
            done = counter.calls < n;
            assert_int_equal(result, done ? R3D_OK : R3D_ERR_MEMORY);
            if (!done) {
                assert_int_equal(count_files(), 0);
            }
            r3d_replay_destroy(replay);
            r3d_recorder_destroy(recorder);
            assert_int_equal(counter.live, 0);
            assert_true(n < ALLOCATIONS_MAX);
        }
        r3d_script_destroy(script);
        char command[128];
        snprintf(command, sizeof command, "rm %s/*", folder);
        assert_int_equal(system(command), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(histories_fail_without_a_leak),
        cmocka_unit_test(recordings_fail_without_a_leak_or_a_file),
    };
    return cmocka_run_group_tests_name("history without memory", tests, start, finish);
}
