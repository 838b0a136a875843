/* SPDX-License-Identifier: MIT */
// The same again: arguments swapped, files instead of memory, a second run, other numbers of
// processes and threads. Spec golden section 6 and section 11, items 2, 5 and 9.

#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include <retro3d/golden.h>
#include <retro3d/png.h>

#include "../diff/scenes.h"
#include "golden_workspace.h"

/* ---- swapped arguments ---- */

typedef struct pixels {
    uint32_t *argb;
    r3d_picture_view view;
} pixels;

// Two flat areas with a soft edge, whose shade follows the seed.
static void draw_edge(slow_picture *p, uint32_t seed)
{
    for (int y = 0; y < p->height; y++) {
        for (int x = 0; x < p->width; x++) {
            int edge = p->width / 2 + y / 4;
            uint32_t shade = (80u + seed % 2u * 90u) * 0x010101u;
            p->pixels[y * p->width + x] = x < edge ? 0xffffffu : x == edge ? shade : 0u;
        }
    }
}

// A pattern or an edge with some transparency; `changes` pixels are changed, some much and some by
// one.
static pixels make_pixels(int width, int height, int changes, uint32_t seed, bool flat)
{
    pixels made;
    slow_picture p = scene_pattern(width, height, 5);
    uint32_t state = seed;
    size_t count = (size_t)width * (size_t)height;
    if (flat) {
        draw_edge(&p, seed);
    }
    for (size_t i = 0; i < count; i++) {
        p.pixels[i] |= flat          ? 0xff000000u
                       : i % 11 == 0 ? 0u
                       : i % 7 == 0  ? 0x80000000u
                                     : 0xff000000u;
    }
    for (int i = 0; i < changes; i++) {
        uint32_t change = i % 3 == 0 ? 1u : i % 3 == 1 ? scene_random(&state) : 0x30303u;
        p.pixels[scene_random(&state) % count] ^= change;
    }
    made.argb = p.pixels;
    made.view.pixels = p.pixels;
    made.view.width = width;
    made.view.height = height;
    made.view.stride_bytes = (ptrdiff_t)width * 4;
    made.view.layout = R3D_LAYOUT_ARGB32;
    return made;
}

static void assert_same_counts(const r3d_diff_result *there, const r3d_diff_result *back, int sign)
{
    assert_int_equal(there->verdict, back->verdict);
    assert_int_equal(there->failed_bounds, back->failed_bounds);
    assert_int_equal(there->mismatches, back->mismatches);
    assert_int_equal(there->compared, back->compared);
    assert_int_equal(there->excused, back->excused);
    assert_int_equal(there->largest_delta, back->largest_delta);
    assert_int_equal(there->window_max, back->window_max);
    for (int i = 0; i < R3D_DIFF_HISTOGRAM_COUNT; i++) {
        assert_int_equal(there->histogram[i], back->histogram[i]);
    }
    for (int i = 0; i < 4; i++) {
        assert_int_equal(there->max_delta[i], back->max_delta[i]);
        assert_int_equal(there->delta_sum[i], sign * back->delta_sum[i]);
    }
    assert_int_equal(there->cluster_count, back->cluster_count);
    for (size_t i = 0; i < there->cluster_count; i++) {
        const r3d_diff_cluster *a = &there->clusters[i];
        const r3d_diff_cluster *b = &back->clusters[i];
        assert_int_equal(a->count, b->count);
        assert_int_equal(a->max_delta, b->max_delta);
        assert_true(a->x0 == b->x0 && a->y0 == b->y0 && a->x1 == b->x1 && a->y1 == b->y1);
        assert_true(a->first.x == b->first.x && a->first.y == b->first.y);
        assert_int_equal(a->first.expected_argb,
                         sign < 0 ? b->first.actual_argb : b->first.expected_argb);
    }
}

static r3d_diff_result compare(const r3d_picture_view *e, const r3d_picture_view *a,
                               const r3d_diff_options *options)
{
    r3d_diff_effective effective;
    r3d_diff_result result;
    r3d_diff_effective_init(&effective);
    r3d_diff_effective_merge(&effective, options, R3D_DIFF_FROM_CALL);
    assert_int_equal(r3d_diff_compare(e, a, &effective, NULL, &result, NULL), R3D_OK);
    return result;
}

static void swapped_arguments_count_the_same(void **state)
{
    (void)state;
    static const int sizes[][4] = {{70, 30, 70, 30}, {70, 30, 75, 30}, {70, 30, 70, 33},
                                   {70, 30, 74, 31}, {70, 30, 64, 34}, {1, 1, 1, 1}};
    int64_t mismatches = 0;
    int64_t excused = 0;
    for (int i = 0; i < 6 * 4 * 4; i++) {
        const int *size = sizes[i / 16];
        r3d_diff_options options;
        r3d_diff_options_init(&options);
        options.metric = (r3d_diff_metric)(i % 4);
        options.channels = (r3d_diff_channels)(1 + i / 4 % 4);
        bool perceptual = options.metric == R3D_DIFF_YIQ || options.metric == R3D_DIFF_OKLAB;
        if (perceptual && options.channels == R3D_DIFF_ALPHA) {
            continue;
        }
        bool flat = perceptual && i % 8 < 4;
        options.antialiasing = perceptual;
        options.tolerance[0] = 2;
        options.tolerance[2] = 40;
        options.window_size = 5;
        options.window_count = 3;
        pixels e = make_pixels(size[0], size[1], 0, 1, flat);
        pixels a = make_pixels(size[2], size[3], size[2] * size[3] / (flat ? 90 : 6),
                               100u + 2u * (uint32_t)i, flat);
        r3d_diff_result there = compare(&e.view, &a.view, &options);
        r3d_diff_result back = compare(&a.view, &e.view, &options);
        assert_same_counts(&there, &back, -1);
        assert_int_equal(there.only_expected, back.only_actual);
        assert_int_equal(there.only_actual, back.only_expected);
        mismatches += there.mismatches;
        excused += there.excused;
        r3d_diff_result_free(&there);
        r3d_diff_result_free(&back);
        free(e.argb);
        free(a.argb);
    }
    assert_true(mismatches > 1000 && excused > 0); // there was something to count
}

/* ---- files ---- */

static void pictures_of_one_row_or_column_are_compared_as_files(void **state)
{
    (void)state;
    static const int sizes[][2] = {{32767, 1}, {1, 32767}, {1, 1}, {1, 7}, {7, 1}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        pixels sides[2];
        void *files[2];
        size_t bytes[2];
        for (int k = 0; k < 2; k++) {
            sides[k] = make_pixels(sizes[i][0], sizes[i][1], k * 40, 3, false);
            assert_int_equal(
                r3d_png_encode(&sides[k].view, R3D_PNG_FAST, NULL, &files[k], &bytes[k], NULL),
                R3D_OK);
        }
        r3d_diff_options options;
        r3d_diff_options_init(&options);
        options.channels = R3D_DIFF_RGBA;
        r3d_diff_effective effective;
        r3d_diff_effective_init(&effective);
        r3d_diff_effective_merge(&effective, &options, R3D_DIFF_FROM_CALL);
        r3d_diff_result memory = compare(&sides[0].view, &sides[1].view, &options);
        r3d_diff_files_desc desc;
        r3d_diff_files *open;
        r3d_diff_result streamed;
        r3d_diff_files_desc_init(&desc);
        desc.expected.path = "e";
        desc.expected.data = files[0];
        desc.expected.size = bytes[0];
        desc.actual.path = "a";
        desc.actual.data = files[1];
        desc.actual.size = bytes[1];
        assert_int_equal(r3d_diff_files_open(&desc, &open, NULL), R3D_OK);
        assert_int_equal(r3d_diff_files_compare(open, &effective, &streamed, NULL), R3D_OK);
        assert_same_counts(&memory, &streamed, 1);
        assert_true(streamed.mismatches > 0);
        r3d_diff_result_free(&streamed);
        r3d_diff_result_free(&memory);
        r3d_diff_files_close(open);
        for (int k = 0; k < 2; k++) {
            free(files[k]);
            free(sides[k].argb);
        }
    }
}

/* ---- reports ---- */

enum { SUITES = 8, CHECKS = 5, WIDTH = 70, HEIGHT = 50 };

static workspace w;
static char shell[16 * WORKSPACE_PATH];
static char output[1 << 16];

static int run_shell(void)
{
    return workspace_run(shell, output, sizeof output);
}

static void draw(slow_picture *p, int suite, int check)
{
    *p = scene_pattern(WIDTH, HEIGHT, (uint32_t)(suite * CHECKS + check + 1));
}

// One good, three wrong ones, of which one in many clusters, and a missing one.
static void *run_suite(void *argument)
{
    int suite = *(const int *)argument;
    char name[16];
    r3d_golden_desc desc;
    r3d_golden *g;
    r3d_golden_desc_init(&desc);
    snprintf(name, sizeof name, "suite-%d", suite);
    desc.suite = name;
    desc.root = w.root;
    desc.out_dir = w.out;
    if (r3d_golden_create(&desc, &g, NULL) != R3D_OK) {
        abort();
    }
    for (int check = 0; check < CHECKS; check++) {
        char golden[16];
        r3d_picture_view view;
        r3d_golden_report report;
        slow_picture p;
        draw(&p, suite, check);
        for (int k = 0; k < check * check; k++) {
            p.pixels[(k * 613 + suite) % (WIDTH * HEIGHT)] ^= 0x010203u << k % 4;
        }
        snprintf(golden, sizeof golden, "check-%d", check);
        r3d_diff_view_xrgb32(p.pixels, WIDTH, HEIGHT, 0, &view);
        if (r3d_golden_check(g, &view, golden, NULL, &report) != R3D_OK) {
            abort();
        }
        r3d_golden_report_free(&report);
        free(p.pixels);
    }
    r3d_golden_destroy(g);
    return NULL;
}

static void run_one_after_the_other(void)
{
    for (int suite = SUITES - 1; suite >= 0; suite--) {
        run_suite(&suite);
    }
}

static void run_in_threads(void)
{
    pthread_t threads[SUITES];
    int numbers[SUITES];
    for (int i = 0; i < SUITES; i++) {
        numbers[i] = i;
        assert_int_equal(pthread_create(&threads[i], NULL, run_suite, &numbers[i]), 0);
    }
    for (int i = 0; i < SUITES; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
}

static void run_in_processes(void)
{
    pid_t children[SUITES];
    fflush(NULL);
    for (int i = 0; i < SUITES; i++) {
        children[i] = fork();
        assert_true(children[i] >= 0);
        if (children[i] == 0) {
            run_suite(&i);
            _exit(0);
        }
    }
    for (int i = 0; i < SUITES; i++) {
        int status;
        assert_int_equal(waitpid(children[i], &status, 0), children[i]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
}

static void store_goldens(void)
{
    for (int suite = 0; suite < SUITES; suite++) {
        snprintf(shell, sizeof shell, "mkdir -p '%s/suite-%d'", w.root, suite);
        assert_int_equal(run_shell(), 0);
        for (int check = 0; check < CHECKS - 1; check++) {
            char path[WORKSPACE_PATH];
            r3d_picture_view view;
            slow_picture p;
            draw(&p, suite, check);
            r3d_diff_view_xrgb32(p.pixels, WIDTH, HEIGHT, 0, &view);
            snprintf(path, sizeof path, "%.900s/suite-%d/check-%d.png", w.root, suite, check);
            assert_int_equal(r3d_png_save(path, &view, R3D_PNG_FAST, NULL), R3D_OK);
            free(p.pixels);
        }
    }
}

// Runs everything, writes all reports, and keeps all but the result lines as run-NUMBER.
static void run_and_report(int number, void (*run)(void))
{
    run();
    snprintf(
        shell, sizeof shell,
        "cd '%s' && for kind in 'report out --all:html' 'json out --all:json' 'junit out:xml' "
        "'markdown out --all:md'; do '%s' golden ${kind%%:*} -o out/page.${kind#*:} >/dev/null || "
        "exit 1; done && rm -r out/results && mv out run-%d",
        w.folder, R3D_PROGRAM, number);
    if (run_shell() != 0) {
        fail_msg("%s", output);
    }
}

static void reports_and_artefacts_are_the_same_bytes_however_the_tests_ran(void **state)
{
    (void)state;
    static void (*const runs[])(void) = {run_one_after_the_other, run_one_after_the_other,
                                         run_in_threads, run_in_processes};
    workspace_make(&w, R3D_TEST_BINARY_DIR, "repeat");
    store_goldens();
    for (int i = 0; i < 4; i++) {
        run_and_report(i, runs[i]);
        snprintf(shell, sizeof shell, "diff -r '%s/run-0' '%s/run-%d'", w.folder, w.folder, i);
        if (run_shell() != 0) {
            fail_msg("run %d: %.2000s", i, output);
        }
    }
    // There was something to compare: 3 wrong ones of each suite with pictures, and 40 results.
    snprintf(shell, sizeof shell, "ls '%s'/run-0/suite-*/*.diff.png | wc -l", w.folder);
    assert_int_equal(run_shell(), 0);
    assert_int_equal(atoi(output), SUITES * 3);
    snprintf(shell, sizeof shell, "grep -c '\"total\":40,\"passed\":8,' '%s/run-0/page.json'",
             w.folder);
    assert_int_equal(run_shell(), 0);
}

static void diff_pictures_are_the_same_bytes_with_any_number_of_threads(void **state)
{
    (void)state;
    workspace_make(&w, R3D_TEST_BINARY_DIR, "repeat-folders");
    store_goldens();
    run_one_after_the_other();
    snprintf(
        shell, sizeof shell,
        "cd '%s' && for s in 0 1 2 3 4 5 6 7; do mkdir -p drawn/suite-$s; for c in 0 1 2 3; do "
        "cp out/suite-$s/check-$c.actual.png drawn/suite-$s/check-$c.png 2>/dev/null || cp "
        "goldens/suite-$s/check-$c.png drawn/suite-$s; done; done; "
        "for j in 1 2 5 16; do '%s' diff goldens drawn -o d-$j -j $j >/dev/null; test "
        "$? = 1 || exit 9; '%s' diff goldens/suite-0/check-2.png "
        "out/suite-0/check-2.actual.png -j $j -o d-$j/one.png --circled d-$j/circled.png "
        "--triptych d-$j/triptych.png > d-$j/words; test $? = 1 || exit 8; sed -i "
        "s/d-$j/d/ d-$j/words; diff -r d-1 d-$j || exit 1; done",
        w.folder, R3D_PROGRAM, R3D_PROGRAM);
    if (run_shell() != 0) {
        fail_msg("%.2000s", output);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swapped_arguments_count_the_same),
        cmocka_unit_test(pictures_of_one_row_or_column_are_compared_as_files),
        cmocka_unit_test(reports_and_artefacts_are_the_same_bytes_however_the_tests_ran),
        cmocka_unit_test(diff_pictures_are_the_same_bytes_with_any_number_of_threads),
    };
    return cmocka_run_group_tests_name("golden_repeat", tests, NULL, NULL);
}
