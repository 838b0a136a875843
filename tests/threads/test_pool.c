/* SPDX-License-Identifier: MIT */
/* Frames drawn by 1 to 8 threads are the frame of one; a worker that is stopped makes them late.
 * Run under ThreadSanitizer (preset tsan) this shows that bands share nothing that is written. */

#define _POSIX_C_SOURCE 200809L

#include "cmocka_all.h"

#include <pthread.h>
#include <string.h>
#include <time.h>

#include <retro3d/threads.h>

#include "scene.h"

enum { WIDTH = 256, HEIGHT = 192, TRIANGLES = 500, SCENES = 40 };

static scene_assets assets;
static uint32_t expected[WIDTH * HEIGHT];
static uint32_t actual[WIDTH * HEIGHT];

static int make_assets(void **state)
{
    (void)state;
    scene_make_assets(&assets);
    return 0;
}

static void begin_frame(uint32_t *pixels, r3d_surface *surface, r3d_raster *raster)
{
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        pixels[i] = (uint32_t)i * 2654435761u;
    }
    assert_int_equal(r3d_surface_init(surface, pixels, WIDTH, HEIGHT, WIDTH), R3D_OK);
    assert_int_equal(r3d_raster_init(raster, surface, &assets.palette), R3D_OK);
}

static void draw_at_once(uint64_t seed, scene_kind kind)
{
    r3d_surface surface;
    r3d_raster raster;
    begin_frame(expected, &surface, &raster);
    scene_draw(&raster, &assets, seed, TRIANGLES, kind);
}

static void draw_in_threads(r3d_pool *pool, r3d_bands *bands, uint64_t seed, scene_kind kind,
                            int32_t band_count)
{
    r3d_surface surface;
    r3d_raster raster;
    r3d_raster recorder;
    begin_frame(actual, &surface, &raster);
    assert_int_equal(r3d_bands_begin(bands, &raster, band_count, r3d_pool_run, pool, &recorder),
                     R3D_OK);
    scene_draw(&recorder, &assets, seed, TRIANGLES, kind);
    assert_int_equal(r3d_bands_end(bands), R3D_OK);
}

static void threads_and_bands_give_the_frame_of_one_thread(void **state)
{
    (void)state;
    static const int32_t threads[] = {1, 2, 3, 4, 8};
    static const int32_t counts[] = {1, 2, 3, 8, 17, 64};
    for (size_t t = 0; t < TEST_COUNT(threads); t++) {
        r3d_pool *pool = NULL;
        r3d_bands *bands = NULL;
        assert_int_equal(r3d_pool_create(NULL, threads[t], &pool), R3D_OK);
        assert_int_equal(r3d_pool_thread_count(pool), threads[t]);
        assert_int_equal(r3d_bands_create(NULL, 200, &bands), R3D_OK);
        for (uint64_t i = 0; i < SCENES; i++) {
            scene_kind kind = i % 2 == 0 ? SCENE_ANY : SCENE_PLAIN;
            draw_at_once(3000 + i, kind);
            draw_in_threads(pool, bands, 3000 + i, kind, counts[i % TEST_COUNT(counts)]);
            assert_memory_equal(expected, actual, sizeof expected);
        }
        r3d_bands_destroy(bands);
        r3d_pool_destroy(pool);
    }
}

/* ---- a thread that is stopped ---- */

typedef struct slow_run {
    r3d_pool *pool;
    r3d_bands_job job;
    void *argument;
} slow_run;

/* The first band waits as if the system had taken the processor away. */
static void slow_job(int32_t index, void *user)
{
    const slow_run *run = user;
    if (index == 0) {
        struct timespec wait = {0, 100 * 1000 * 1000};
        nanosleep(&wait, NULL);
    }
    run->job(index, run->argument);
}

static void run_slowly(int32_t job_count, r3d_bands_job job, void *argument, void *user)
{
    slow_run run = {user, job, argument};
    r3d_pool_run(job_count, slow_job, &run, run.pool);
}

static void a_stopped_thread_makes_a_frame_late_and_not_wrong(void **state)
{
    (void)state;
    r3d_pool *pool = NULL;
    r3d_bands *bands = NULL;
    r3d_surface surface;
    r3d_raster raster;
    r3d_raster recorder;
    draw_at_once(4000, SCENE_PLAIN);
    assert_int_equal(r3d_pool_create(NULL, 2, &pool), R3D_OK);
    assert_int_equal(r3d_bands_create(NULL, TRIANGLES, &bands), R3D_OK);
    begin_frame(actual, &surface, &raster);
    assert_int_equal(r3d_bands_begin(bands, &raster, 8, run_slowly, pool, &recorder), R3D_OK);
    scene_draw(&recorder, &assets, 4000, TRIANGLES, SCENE_PLAIN);
    assert_int_equal(r3d_bands_end(bands), R3D_OK);
    assert_memory_equal(expected, actual, sizeof expected);
    r3d_bands_destroy(bands);
    r3d_pool_destroy(pool);
}

/* ---- the pool itself ---- */

typedef struct counters {
    pthread_mutex_t mutex;
    int calls[100];
} counters;

static void count_call(int32_t index, void *user)
{
    counters *c = user;
    pthread_mutex_lock(&c->mutex);
    c->calls[index]++;
    pthread_mutex_unlock(&c->mutex);
}

static void every_job_runs_once_and_has_returned_when_the_run_ends(void **state)
{
    (void)state;
    counters c;
    memset(&c, 0, sizeof c);
    assert_int_equal(pthread_mutex_init(&c.mutex, NULL), 0);
    r3d_pool *pool = NULL;
    assert_int_equal(r3d_pool_create(NULL, 4, &pool), R3D_OK);
    for (int run = 1; run <= 500; run++) {
        r3d_pool_run(100, count_call, &c, pool);
        for (int i = 0; i < 100; i++) {
            assert_int_equal(c.calls[i], run);
        }
    }
    r3d_pool_run(0, count_call, &c, pool);
    r3d_pool_run(1, count_call, &c, NULL);
    assert_int_equal(c.calls[0], 501);
    assert_int_equal(c.calls[1], 500);
    r3d_pool_destroy(pool);
    pthread_mutex_destroy(&c.mutex);
}

static void pool_checks_its_arguments(void **state)
{
    (void)state;
    r3d_pool *pool = NULL;
    assert_int_equal(r3d_pool_create(NULL, 1, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_pool_create(NULL, 0, &pool), R3D_ERR_RANGE);
    assert_int_equal(r3d_pool_create(NULL, R3D_POOL_THREADS_MAX + 1, &pool), R3D_ERR_RANGE);
    assert_null(pool);
    assert_int_equal(r3d_pool_thread_count(NULL), 0);
    r3d_pool_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_and_bands_give_the_frame_of_one_thread),
        cmocka_unit_test(a_stopped_thread_makes_a_frame_late_and_not_wrong),
        cmocka_unit_test(every_job_runs_once_and_has_returned_when_the_run_ends),
        cmocka_unit_test(pool_checks_its_arguments),
    };
    return cmocka_run_group_tests_name("threads/pool", tests, make_assets, NULL);
}
