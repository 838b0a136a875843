/* SPDX-License-Identifier: MIT */
// Checks whose files cannot be written: each artefact on its own, all of them, a disk that is really
// full, folders that are read-only. The verdict is told every time. Spec golden section 6 and
// section 11, item 7.

#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE // unshare
#endif

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__linux__)
#include <sched.h>
#include <sys/mount.h>
#endif

#include <cmocka.h>

#include <retro3d/golden.h>
#include <retro3d/png.h>

#include "../diff/scenes.h"
#include "golden_workspace.h"

enum { WIDTH = 60, HEIGHT = 40, ARTEFACTS = 7, SKIPPED = 77 };

static const char *const endings[ARTEFACTS] = {".actual.png",  ".expected.png", ".diff.png",
                                               ".circled.png", ".triptych.png", ".zoom-1.png",
                                               ".owner.png"};
static const char *const told = "golden mismatch: suite/a: 1 of 2400 px";

static workspace w;

static void artefact(int i, char *out)
{
    snprintf(out, WORKSPACE_PATH, "%.900s/suite/a%s", w.out, endings[i]);
}

// Stores a golden and makes a folder for artefacts.
static void start(const char *name)
{
    char path[WORKSPACE_PATH];
    char shell[4 * WORKSPACE_PATH];
    char output[64];
    r3d_picture_view view;
    workspace_make(&w, R3D_TEST_BINARY_DIR, name);
    snprintf(shell, sizeof shell, "mkdir -p '%s/suite' '%s'", w.root, w.out);
    assert_int_equal(workspace_run(shell, output, sizeof output), 0);
    slow_picture p = scene_pattern(WIDTH, HEIGHT, 1);
    r3d_diff_view_xrgb32(p.pixels, WIDTH, HEIGHT, 0, &view);
    snprintf(path, sizeof path, "%.900s/suite/a.png", w.root);
    assert_int_equal(r3d_png_save(path, &view, R3D_PNG_SMALL, NULL), R3D_OK);
    free(p.pixels);
}

// Draws one pixel wrong, another one each time, with an owner plane.
static r3d_golden_report check_wrong(int x)
{
    static uint32_t owner[WIDTH * HEIGHT];
    r3d_picture_view view;
    r3d_golden_options options;
    r3d_golden_report report;
    slow_picture p = scene_pattern(WIDTH, HEIGHT, 1);
    p.pixels[x] ^= 1u;
    r3d_diff_view_xrgb32(p.pixels, WIDTH, HEIGHT, 0, &view);
    r3d_golden_options_init(&options);
    options.owner = owner;
    r3d_golden *g = workspace_golden(&w, NULL);
    if (r3d_golden_check(g, &view, "a", &options, &report) != R3D_OK) {
        abort();
    }
    r3d_golden_destroy(g);
    free(p.pixels);
    return report;
}

static bool verdict_is_told(const r3d_golden_report *r)
{
    return r->status == R3D_GOLDEN_DIFFERS && !r->passed && r->diff.mismatches == 1 &&
           strstr(r->text.data, told) != NULL;
}

// Whether the text says that artefact i was not written.
static bool is_reported(const r3d_golden_report *r, int i)
{
    char path[WORKSPACE_PATH];
    char line[2 * WORKSPACE_PATH];
    artefact(i, path);
    snprintf(line, sizeof line, "artefact not written: %s: ", path);
    return strstr(r->text.data, line) != NULL;
}

static bool is_whole_picture(const char *path)
{
    r3d_picture picture;
    bool whole = r3d_png_load(path, NULL, NULL, &picture, NULL) == R3D_OK;
    r3d_picture_free(&picture);
    return whole;
}

static int count_temporary_files(void)
{
    char shell[2 * WORKSPACE_PATH];
    char output[64];
    snprintf(shell, sizeof shell, "find '%s' -type f ! -name '*.png' ! -name '*.jsonl' | wc -l",
             w.folder);
    workspace_run(shell, output, sizeof output);
    return atoi(output);
}

static void each_artefact_alone_may_fail(void **state)
{
    (void)state;
    for (int broken = 0; broken < ARTEFACTS; broken++) {
        char path[WORKSPACE_PATH];
        start("trouble-one");
        snprintf(path, sizeof path, "%.900s/suite", w.out);
        assert_int_equal(mkdir(path, 0777), 0);
        artefact(broken, path);
        assert_int_equal(mkdir(path, 0777), 0); // no file can take this name
        r3d_golden_report r = check_wrong(5);
        assert_true(verdict_is_told(&r));
        for (int i = 0; i < ARTEFACTS; i++) {
            artefact(i, path);
            assert_int_equal(is_reported(&r, i), i == broken);
            assert_int_equal(is_whole_picture(path), i != broken);
        }
        assert_int_equal(count_temporary_files(), 0);
        r3d_golden_report_free(&r);
    }
}

static void set_file_limit(rlim_t size)
{
    struct rlimit limit;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = size < limit.rlim_max ? size : limit.rlim_max;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

// A limit on the size of files: what is larger cannot be written, and the file of the run before
// does not stay in its place.
static void all_artefacts_may_fail_and_none_of_an_earlier_run_stays(void **state)
{
    (void)state;
    static const rlim_t limits[] = {0, 1, 100, 700, 2000, 6000};
    void (*before)(int) = signal(SIGXFSZ, SIG_IGN);
    for (size_t k = 0; k < sizeof limits / sizeof limits[0]; k++) {
        int failed = 0;
        start("trouble-all");
        r3d_golden_report r = check_wrong(5);
        assert_true(verdict_is_told(&r));
        r3d_golden_report_free(&r);
        set_file_limit(limits[k]);
        r = check_wrong(1111);
        set_file_limit(RLIM_INFINITY);
        assert_true(verdict_is_told(&r));
        for (int i = 0; i < ARTEFACTS; i++) {
            char path[WORKSPACE_PATH];
            artefact(i, path);
            assert_int_equal(workspace_exists(path), !is_reported(&r, i));
            assert_int_equal(is_whole_picture(path), !is_reported(&r, i));
            failed += is_reported(&r, i) ? 1 : 0;
        }
        assert_true(limits[k] > 1 || failed == ARTEFACTS);
        assert_int_equal(count_temporary_files(), 0);
        r3d_golden_report_free(&r);
    }
    signal(SIGXFSZ, before);
}

#if defined(__linux__)
/* ---- file systems of our own: in a child, whose mounts end with it ---- */

static bool write_text(const char *path, const char *text)
{
    int file = open(path, O_WRONLY);
    bool written = file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text);
    if (file >= 0) {
        close(file);
    }
    return written;
}

static bool own_mounts(void)
{
    char map[64];
    unsigned user = (unsigned)getuid();
    unsigned group = (unsigned)getgid();
    if (unshare(CLONE_NEWNS) != 0) {
        if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) {
            return false;
        }
        (void)write_text("/proc/self/setgroups", "deny");
        snprintf(map, sizeof map, "0 %u 1", user);
        if (!write_text("/proc/self/uid_map", map)) {
            return false;
        }
        snprintf(map, sizeof map, "0 %u 1", group);
        (void)write_text("/proc/self/gid_map", map);
    }
    return mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0;
}

static bool mount_small(const char *folder, int kilobytes, unsigned long flags)
{
    char size[64];
    snprintf(size, sizeof size, "size=%dk", kilobytes);
    return mount("tmpfs", folder, "tmpfs", flags, size) == 0;
}

#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "line %d: %s\n", __LINE__, #condition);                                \
            _exit(1);                                                                              \
        }                                                                                          \
    } while (0)

// A child does it, whose exit status is 0, 1 or SKIPPED.
static void run_in_child(void (*body)(void))
{
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (!own_mounts()) {
            _exit(SKIPPED);
        }
        body();
        _exit(0);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFEXITED(status) && WEXITSTATUS(status) == SKIPPED) {
        print_message("skipped: no file systems may be mounted here\n");
        skip();
    }
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

// From no room at all to enough: of each size some artefacts fit, and those are whole.
static void body_full(void)
{
    int all = 0;
    int none = 0;
    for (int kilobytes = 4; kilobytes <= 1024; kilobytes += kilobytes < 64 ? 4 : kilobytes / 2) {
        int failed = 0;
        if (!mount_small(w.out, kilobytes, 0)) {
            _exit(SKIPPED);
        }
        if (kilobytes == 4) { // not even one page is left
            static const char page[4096] = {1};
            char path[WORKSPACE_PATH];
            workspace_path(w.out, "ballast.png", path);
            EXPECT(r3d_file_write(path, page, sizeof page, NULL) == R3D_OK);
        }
        r3d_golden_report r = check_wrong(5);
        EXPECT(verdict_is_told(&r));
        bool no_folder = strstr(r.text.data, "artefacts not written: the folder of") != NULL;
        for (int i = 0; i < ARTEFACTS; i++) {
            char path[WORKSPACE_PATH];
            artefact(i, path);
            EXPECT(no_folder || is_whole_picture(path) == !is_reported(&r, i));
            EXPECT(is_whole_picture(path) || !workspace_exists(path));
            failed += is_reported(&r, i) || no_folder ? 1 : 0;
        }
        EXPECT(count_temporary_files() == 0);
        all += failed == ARTEFACTS ? 1 : 0;
        none += failed == 0 ? 1 : 0;
        r3d_golden_report_free(&r);
        EXPECT(umount(w.out) == 0);
    }
    EXPECT(all > 0 && none > 0); // both ends were seen
}

static void a_full_disk_hides_no_verdict(void **state)
{
    (void)state;
    start("trouble-full");
    run_in_child(body_full);
}

static void body_read_only_artefacts(void)
{
    if (!mount_small(w.out, 64, MS_RDONLY)) {
        _exit(SKIPPED);
    }
    r3d_golden_report r = check_wrong(5);
    EXPECT(verdict_is_told(&r));
    EXPECT(strstr(r.text.data, "artefacts not written: ") != NULL);
    EXPECT(strstr(r.text.data, "result not recorded: ") != NULL);
    r3d_golden_report_free(&r);
}

static void a_read_only_artefact_folder_hides_no_verdict(void **state)
{
    (void)state;
    start("trouble-read-only");
    run_in_child(body_read_only_artefacts);
}

// Update and accept cannot write: they say so, and nothing changes.
static void body_read_only_goldens(void)
{
    char shell[8 * WORKSPACE_PATH];
    char output[8192];
    r3d_golden_report r = check_wrong(5);
    EXPECT(verdict_is_told(&r));
    r3d_golden_report_free(&r);
    if (mount(w.root, w.root, NULL, MS_BIND, NULL) != 0 ||
        mount(NULL, w.root, NULL, MS_BIND | MS_REMOUNT | MS_RDONLY, NULL) != 0) {
        _exit(SKIPPED);
    }
#if defined(R3D_PROGRAM)
    snprintf(shell, sizeof shell, "'%s' golden accept --all --out '%s' 2>&1", R3D_PROGRAM, w.out);
    EXPECT(workspace_run(shell, output, sizeof output) == 6);
    EXPECT(strstr(output, "suite/a.png") != NULL);
#endif
    workspace_set(&w, "R3D_GOLDEN", "update");
    r = check_wrong(7);
    EXPECT(!r.passed);
    EXPECT(r.status != R3D_GOLDEN_UPDATED);
    EXPECT(strstr(r.text.data, "suite/a.png") != NULL);
    r3d_golden_report_free(&r);
    workspace_set(&w, "R3D_GOLDEN", "check");
    r = check_wrong(9); // one pixel: the golden is what it was
    EXPECT(verdict_is_told(&r));
    r3d_golden_report_free(&r);
    snprintf(shell, sizeof shell, "ls '%s/suite'", w.root);
    EXPECT(workspace_run(shell, output, sizeof output) == 0);
    EXPECT(strcmp(output, "a.png\n") == 0);
}

static void a_read_only_golden_folder_is_reported_and_unchanged(void **state)
{
    (void)state;
    start("trouble-goldens");
    run_in_child(body_read_only_goldens);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_artefact_alone_may_fail),
        cmocka_unit_test(all_artefacts_may_fail_and_none_of_an_earlier_run_stays),
#if defined(__linux__)
        cmocka_unit_test(a_full_disk_hides_no_verdict),
        cmocka_unit_test(a_read_only_artefact_folder_hides_no_verdict),
        cmocka_unit_test(a_read_only_golden_folder_is_reported_and_unchanged),
#endif
    };
    return cmocka_run_group_tests_name("golden_trouble", tests, NULL, NULL);
}
