/* SPDX-License-Identifier: MIT */
// A pair of 8000 x 8000 pixels is compared with --low-memory in less than 40 MiB, with one thread and
// with two. Spec golden section 9; bars of the issue.

#define _DEFAULT_SOURCE // wait4

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include <retro3d/diff.h>
#include <retro3d/png.h>

#include "workspace.h"

enum { SIDE = 8000, LIMIT_KIB = 40 * 1024 };

// Blocks of 8 x 8 pixels, each with a shade and a grain of its own: 192 MB of rows, some 10 in a file.
static void draw(uint8_t *pixels)
{
    for (uint32_t y = 0; y < SIDE; y++) {
        for (uint32_t x = 0; x < SIDE; x++) {
            uint32_t block = ((y >> 3) * 1009u + (x >> 3)) * 2654435761u;
            uint32_t grain = (block & 0x700u) == 0 ? (x * 7u ^ y * 13u) & 15u : 0;
            pixels[(size_t)y * SIDE + x] = (uint8_t)((block >> 24) + grain);
        }
    }
}

static int write_files(const char *expected, const char *actual)
{
    uint8_t *pixels = malloc((size_t)SIDE * SIDE);
    if (pixels == NULL) {
        return 1;
    }
    draw(pixels);
    r3d_picture_view view;
    memset(&view, 0, sizeof view);
    view.pixels = pixels;
    view.width = SIDE;
    view.height = SIDE;
    view.stride_bytes = SIDE;
    view.layout = R3D_LAYOUT_GRAY8;
    bool ok = r3d_png_save(expected, &view, R3D_PNG_FAST, NULL) == R3D_OK;
    pixels[(size_t)(SIDE - 1) * SIDE + 4321] ^= 0x40u;
    ok = ok && r3d_png_save(actual, &view, R3D_PNG_FAST, NULL) == R3D_OK;
    free(pixels);
    return ok ? 0 : 1;
}

// Exit code of the program, and its greatest resident size. What this process holds counts, too: a
// child begins as its copy.
static int run(const char *const *arguments, const char *log, long *out_kib)
{
    struct rusage usage;
    int status = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        int file = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (file < 0 || dup2(file, 1) < 0 || dup2(file, 2) < 0) {
            _exit(126);
        }
        execv(R3D_PROGRAM, (char *const *)(uintptr_t)arguments);
        _exit(127);
    }
    assert_int_equal(wait4(child, &status, 0, &usage), child);
    assert_true(WIFEXITED(status));
    *out_kib = usage.ru_maxrss;
    return WEXITSTATUS(status);
}

static void pair_in_40_mib(void **state)
{
    (void)state;
    workspace w;
    char expected[WORKSPACE_PATH];
    char actual[WORKSPACE_PATH];
    char log[WORKSPACE_PATH];
    workspace_make(&w, "diff_low_memory", "pair");
    workspace_path(w.folder, "expected.png", expected);
    workspace_path(w.folder, "actual.png", actual);
    workspace_path(w.folder, "log", log);
    pid_t writer = fork();
    assert_true(writer >= 0);
    if (writer == 0) {
        _exit(write_files(expected, actual));
    }
    int status = 0;
    assert_int_equal(waitpid(writer, &status, 0), writer);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);

    static const char *const jobs[] = {"-j1", "-j2"};
    for (int i = 0; i < 2; i++) {
        const char *differ[] = {R3D_PROGRAM, "diff", jobs[i], "--low-memory",
                                expected,    actual, NULL};
        const char *equal[] = {R3D_PROGRAM, "diff",   jobs[i],  "--low-memory",
                               "--verify",  expected, expected, NULL};
        long kib = 0;
        assert_int_equal(run(differ, log, &kib), 1);
        assert_non_null(strstr(workspace_read(log), "1 of 64000000 px"));
        printf("%s, one pixel differs: %ld KiB\n", jobs[i], kib);
        assert_in_range((uint64_t)kib, 1, LIMIT_KIB);
        assert_int_equal(run(equal, log, &kib), 0);
        assert_non_null(strstr(workspace_read(log), "equal: 64000000 px"));
        printf("%s, equal: %ld KiB\n", jobs[i], kib);
        assert_in_range((uint64_t)kib, 1, LIMIT_KIB);
    }
    // The measurement can fail: whole pictures take more.
    char picture[WORKSPACE_PATH];
    workspace_path(w.folder, "diff.png", picture);
    const char *whole[] = {R3D_PROGRAM, "diff", "-j1", expected, actual, "-o", picture, NULL};
    long kib = 0;
    assert_int_equal(run(whole, log, &kib), 1);
    printf("whole pictures: %ld KiB\n", kib);
    assert_true(kib > LIMIT_KIB);
    (void)unlink(expected);
    (void)unlink(actual);
    (void)unlink(picture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pair_in_40_mib)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
