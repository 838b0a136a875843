/* SPDX-License-Identifier: MIT */
// Files that are compared while they are decoded: the same result and the same error whoever runs the
// two jobs, also when one file is much slower, shorter or damaged. The pictures are larger than what
// one side may be ahead.

#define _POSIX_C_SOURCE 200809L

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>
#include <pthread.h>

#include <retro3d/diff.h>
#include <retro3d/png.h>

#include "scenes.h"

enum { WIDTH = 600, HEIGHT = 900, RUNNERS = 6 };

/* ---- runners ---- */

static void run_in_order(int32_t count, r3d_job_fn job, void *argument, void *user)
{
    (void)user;
    for (int32_t i = 0; i < count; i++) {
        job(i, argument);
    }
}

static void run_reversed(int32_t count, r3d_job_fn job, void *argument, void *user)
{
    (void)user;
    for (int32_t i = count; i-- > 0;) {
        job(i, argument);
    }
}

typedef struct task {
    r3d_job_fn job;
    void *argument;
    int32_t index;
    bool late;
} task;

static void *run_task(void *user)
{
    const task *t = user;
    if (t->late) {
        const struct timespec pause = {0, 5000000};
        nanosleep(&pause, NULL);
    }
    t->job(t->index, t->argument);
    return NULL;
}

// A thread for each job; `user` names one that begins late.
static void run_threads(int32_t count, r3d_job_fn job, void *argument, void *user)
{
    enum { MOST = 4 };
    pthread_t threads[MOST];
    task tasks[MOST];
    assert_true(count <= MOST);
    for (int32_t i = 0; i < count; i++) {
        tasks[i] = (task){job, argument, i, user != NULL && *(const int *)user == i};
        assert_int_equal(pthread_create(&threads[i], NULL, run_task, &tasks[i]), 0);
    }
    for (int32_t i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
    }
}

static void set_runner(int number, r3d_diff_files_desc *desc)
{
    static int first = 0;
    static int second = 1;
    desc->run = number == 0   ? NULL
                : number == 1 ? run_in_order
                : number == 2 ? run_reversed
                              : run_threads;
    desc->run_user = number == 4 ? &first : number == 5 ? &second : NULL;
}

/* ---- files ---- */

typedef struct file {
    void *data;
    size_t size;
} file;

// `wrong`: a row in which a pixel is changed, or -1.
static file make_file(int height, int wrong, r3d_png_effort effort)
{
    static uint32_t pixels[WIDTH * HEIGHT];
    uint32_t seed = 0x1d872b41u;
    for (size_t i = 0; i < WIDTH * HEIGHT; i++) {
        pixels[i] = scene_random(&seed) & 0x0f0f0fu;
    }
    if (wrong >= 0) {
        pixels[(size_t)wrong * WIDTH + 77] ^= 0x400000u;
    }
    r3d_picture_view view;
    file f = {NULL, 0};
    r3d_diff_view_xrgb32(pixels, WIDTH, height, 0, &view);
    assert_int_equal(r3d_png_encode(&view, effort, NULL, &f.data, &f.size, NULL), R3D_OK);
    return f;
}

/* ---- comparing ---- */

typedef struct outcome {
    r3d_result result;
    r3d_diff_verdict verdict;
    int64_t mismatches;
    int64_t compared;
    char message[sizeof((r3d_error *)NULL)->message];
    char path[sizeof((r3d_error *)NULL)->file];
} outcome;

static outcome compare(const file *e, const file *a, int runner, bool first_only, bool keep)
{
    r3d_diff_files_desc desc;
    r3d_diff_effective effective;
    r3d_diff_files *files;
    r3d_diff_result r;
    r3d_error error;
    outcome o;
    r3d_diff_files_desc_init(&desc);
    memset(&error, 0, sizeof error);
    memset(&o, 0, sizeof o);
    desc.expected = (r3d_diff_source){"expected", e->data, e->size};
    desc.actual = (r3d_diff_source){"actual", a->data, a->size};
    desc.keep_pixels = keep ? INT64_MAX : 0;
    set_runner(runner, &desc);
    r3d_diff_effective_init(&effective);
    effective.values.first_only = first_only;
    assert_int_equal(r3d_diff_files_open(&desc, &files, &error), R3D_OK);
    o.result = r3d_diff_files_compare(files, &effective, &r, &error);
    if (o.result == R3D_OK) {
        o.verdict = r.verdict;
        o.mismatches = r.mismatches;
        o.compared = r.compared;
        r3d_diff_result_free(&r);
    } else {
        memcpy(o.message, error.message, strlen(error.message) + 1);
        memcpy(o.path, error.file, strlen(error.file) + 1);
    }
    r3d_diff_files_close(files);
    return o;
}

#if defined(__SANITIZE_THREAD__)
// Runners in one thread hold nothing for this sanitizer, and it takes 15 times as long: each height and
// each wrong row once instead of all pairs.
enum { SECOND_RUNNER = 3, PAIR_STEP = 5 };
#else
enum { SECOND_RUNNER = 1, PAIR_STEP = 1 };
#endif

// Everybody gets what the first runner got, which is returned; every other one keeps the pixels.
static outcome compare_all(const file *e, const file *a, bool first_only)
{
    outcome first = compare(e, a, 0, first_only, false);
    static bool keep;
    keep = !keep;
    for (int n = SECOND_RUNNER; n < RUNNERS; n++) {
        outcome o = compare(e, a, n, first_only, (n % 2 == 0) == keep);
        assert_int_equal(o.result, first.result);
        assert_int_equal(o.verdict, first.verdict);
        assert_int_equal(o.mismatches, first.mismatches);
        assert_int_equal(o.compared, first.compared);
        assert_string_equal(o.message, first.message);
        assert_string_equal(o.path, first.path);
    }
    return first;
}

static void whole_files_have_the_same_verdict(void **state)
{
    (void)state;
    static const int heights[] = {HEIGHT, HEIGHT - 1, 300, 1};
    static const int wrongs[] = {-1, 0, 450, HEIGHT - 1};
    file e = make_file(HEIGHT, -1, R3D_PNG_SMALL);
    for (int i = 0; i < 16; i += PAIR_STEP) {
        int height = heights[i / 4];
        int wrong = wrongs[i % 4];
        file a = make_file(height, wrong, R3D_PNG_FAST);
        bool seen = wrong >= 0 && wrong < height;
        outcome o = compare_all(&e, &a, false);
        assert_int_equal(o.result, R3D_OK);
        assert_int_equal(o.mismatches, (seen ? 1 : 0) + (HEIGHT - height) * WIDTH);
        assert_int_equal(o.compared, WIDTH * HEIGHT);
        outcome swapped = compare_all(&a, &e, false);
        assert_int_equal(swapped.mismatches, o.mismatches);
        o = compare_all(&e, &a, true);
        assert_int_equal(o.compared, WIDTH * (seen              ? wrong + 1
                                              : height < HEIGHT ? height + 1
                                                                : HEIGHT));
        free(a.data);
    }
    free(e.data);
}

// A byte that cannot be right at a share of the file: the check of the chunk fails there at the latest.
static void damage(file *f, size_t percent)
{
    ((uint8_t *)f->data)[f->size / 100 * percent] ^= 0x55u;
}

static void the_fault_in_the_earlier_row_is_told(void **state)
{
    (void)state;
    static const size_t shares[][2] = {{20, 0},  {0, 20},  {90, 0},  {0, 90},  {20, 90},
                                       {90, 20}, {60, 30}, {30, 60}, {99, 99}, {50, 95}};
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++) {
        file f[2] = {make_file(HEIGHT, -1, R3D_PNG_SMALL), make_file(HEIGHT, -1, R3D_PNG_FAST)};
        for (int k = 0; k < 2; k++) {
            if (shares[i][k] != 0) {
                damage(&f[k], shares[i][k]);
            }
        }
        outcome o = compare_all(&f[0], &f[1], false);
        assert_int_not_equal(o.result, R3D_OK);
        bool expected_first =
            shares[i][1] == 0 || (shares[i][0] != 0 && shares[i][0] < shares[i][1]);
        if (shares[i][0] != shares[i][1]) {
            assert_string_equal(o.path, expected_first ? "expected" : "actual");
        }
        free(f[0].data);
        free(f[1].data);
    }
}

static void a_mismatch_before_the_fault_counts_when_it_ends_the_comparison(void **state)
{
    (void)state;
    for (int k = 0; k < 2; k++) {
        file f[2] = {make_file(HEIGHT, -1, R3D_PNG_SMALL), make_file(HEIGHT, 3, R3D_PNG_FAST)};
        damage(&f[k], 90);
        outcome o = compare_all(&f[0], &f[1], true);
        assert_int_equal(o.result, R3D_OK);
        assert_int_equal(o.mismatches, 1);
        o = compare_all(&f[0], &f[1], false);
        assert_int_not_equal(o.result, R3D_OK);
        free(f[0].data);
        free(f[1].data);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_files_have_the_same_verdict),
        cmocka_unit_test(the_fault_in_the_earlier_row_is_told),
        cmocka_unit_test(a_mismatch_before_the_fault_counts_when_it_ends_the_comparison),
    };
    return cmocka_run_group_tests_name("diff rows", tests, NULL, NULL);
}
