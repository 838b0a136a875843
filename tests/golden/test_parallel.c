/* SPDX-License-Identifier: MIT */
// Sixteen processes update and check the same goldens at once, one of them killed at random a
// hundred times: every golden is whole at every moment, and nothing that a killed process left is
// taken for a golden. Spec golden section 11, item 8.

#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include <retro3d/golden.h>
#include <retro3d/png.h>

#include "../diff/scenes.h"
#include "golden_workspace.h"

enum { PROCESSES = 16, KILLS = 100, SIDE = 96, NAMES = 4 };

static pid_t start(const workspace *w, const char *mode, int rounds, int phase)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child != 0) {
        return child;
    }
    char rounds_text[16];
    char phase_text[16];
    snprintf(rounds_text, sizeof rounds_text, "%d", rounds);
    snprintf(phase_text, sizeof phase_text, "%d", phase);
    unsetenv("CI");
    setenv("R3D_GOLDEN", mode, 1);
    setenv("R3D_GOLDEN_DIR", w->root, 1);
    setenv("R3D_GOLDEN_OUT", w->out, 1);
    execl(R3D_HAMMER, R3D_HAMMER, rounds_text, phase_text, (char *)NULL);
    _exit(127);
}

// A golden is one of the two pictures of its name, whole.
static void assert_goldens_are_whole(const workspace *w)
{
    for (uint32_t name = 0; name < NAMES; name++) {
        char path[WORKSPACE_PATH];
        r3d_picture picture;
        r3d_picture_view view;
        r3d_error error;
        uint32_t first;
        snprintf(path, sizeof path, "%.900s/hammer/n%lu.png", w->root, (unsigned long)name);
        if (r3d_png_load(path, NULL, NULL, &picture, &error) != R3D_OK) {
            fail_msg("%s: %s", path, error.message);
        }
        r3d_picture_get_view(&picture, &view);
        assert_int_equal(view.width, SIDE);
        assert_int_equal(view.height, SIDE);
        r3d_diff_view_pixel(&view, 0, 0, &first);
        uint32_t phase = (first & 0xffffffu) - name * 77u;
        assert_true(phase <= 1);
        for (uint32_t i = 0; i < SIDE * SIDE; i++) {
            uint32_t argb;
            r3d_diff_view_pixel(&view, (int32_t)(i % SIDE), (int32_t)(i / SIDE), &argb);
            assert_int_equal(argb & 0xffffffu, (i * 2654435761u + name * 77u + phase) & 0xffffffu);
        }
        r3d_picture_free(&picture);
    }
}

static void pause_a_little(uint32_t *seed)
{
    struct timespec wait = {0, (long)(scene_random(seed) % 12000000u)};
    nanosleep(&wait, NULL);
}

static void goldens_stay_whole_under_sixteen_processes_and_a_hundred_kills(void **state)
{
    (void)state;
    workspace w;
    pid_t children[PROCESSES];
    uint32_t seed = 20260001u;
    int status;
    workspace_make(&w, R3D_TEST_BINARY_DIR, "parallel");
    assert_int_equal(waitpid(start(&w, "update", 1, 0), &status, 0) > 0 && WIFEXITED(status) &&
                         WEXITSTATUS(status) == 0,
                     1);
    for (int i = 0; i < PROCESSES; i++) {
        children[i] = start(&w, i % 4 == 0 ? "check" : "update", 1000000, i);
    }
    for (int kill_count = 0; kill_count < KILLS; kill_count++) {
        int victim = (int)(scene_random(&seed) % PROCESSES);
        pause_a_little(&seed);
        assert_int_equal(kill(children[victim], SIGKILL), 0);
        assert_int_equal(waitpid(children[victim], &status, 0), children[victim]);
        // It ran until it was killed: no check had gone wrong before.
        assert_true(WIFSIGNALED(status));
        children[victim] = start(&w, kill_count % 4 == 0 ? "check" : "update", 1000000, kill_count);
        assert_goldens_are_whole(&w);
    }
    for (int i = 0; i < PROCESSES; i++) {
        pid_t ended = waitpid(children[i], &status, WNOHANG);
        assert_int_equal(ended, 0);
        kill(children[i], SIGKILL);
        waitpid(children[i], &status, 0);
    }
    assert_goldens_are_whole(&w);
    // What killed processes left has no name of a golden.
    char command[2 * WORKSPACE_PATH];
    char out[4096];
    snprintf(command, sizeof command, "ls '%s/hammer' | grep -E '\\.png$' | tr '\\n' ' '", w.root);
    workspace_run(command, out, sizeof out);
    assert_string_equal(out, "n0.png n1.png n2.png n3.png ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goldens_stay_whole_under_sixteen_processes_and_a_hundred_kills),
    };
    return cmocka_run_group_tests_name("golden parallel", tests, NULL, NULL);
}
