/* SPDX-License-Identifier: MIT */
/* Frames drawn by 1 to 8 threads are the frame of one; a worker that is stopped makes them late.
 * Run under ThreadSanitizer (preset tsan) this shows that bands share nothing that is written. */

#define _POSIX_C_SOURCE 200809L

#include "cmocka_all.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include <retro3d/bands.h>
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
                            int32_t band_count, bool offers)
{
    r3d_surface surface;
    r3d_raster raster;
    r3d_raster recorder;
    r3d_bands_desc desc;
    r3d_bands_desc_init(&desc);
    desc.band_count = band_count;
    desc.run = r3d_pool_run;
    desc.offer = offers ? r3d_pool_offer : NULL;
    desc.user = pool;
    begin_frame(actual, &surface, &raster);
    assert_int_equal(r3d_bands_begin_with(bands, &raster, &desc, &recorder), R3D_OK);
    scene_draw(&recorder, &assets, seed, TRIANGLES, kind);
    assert_int_equal(r3d_bands_end(bands), R3D_OK);
}

static void threads_and_bands_give_the_frame_of_one_thread(void **state)
{
    (void)state;
    static const int32_t threads[] = {1, 2, 3, 4, 8};
    static const int32_t counts[] = {1, 2, 3, 8, 17, 64};
    static const int32_t spins[] = {0, R3D_POOL_NO_SPIN, 2, R3D_POOL_SPIN_US_MAX, 0};
    for (size_t t = 0; t < TEST_COUNT(threads); t++) {
        r3d_pool *pool = NULL;
        r3d_bands *bands = NULL;
        r3d_pool_desc desc;
        r3d_pool_desc_init(&desc);
        desc.thread_count = threads[t];
        desc.spin_us = spins[t];
        assert_int_equal(r3d_pool_create_with(&desc, &pool), R3D_OK);
        assert_int_equal(r3d_pool_thread_count(pool), threads[t]);
        assert_int_equal(r3d_bands_create(NULL, 200, &bands), R3D_OK);
        for (uint64_t i = 0; i < SCENES; i++) {
            scene_kind kind = i % 2 == 0 ? SCENE_ANY : SCENE_PLAIN;
            draw_at_once(3000 + i, kind);
            for (int offers = 0; offers < 2; offers++) {
                draw_in_threads(pool, bands, 3000 + i, kind, counts[i % TEST_COUNT(counts)],
                                offers != 0);
                assert_memory_equal(expected, actual, sizeof expected);
            }
        }
        r3d_bands_destroy(bands);
        r3d_pool_destroy(pool);
    }
}

/* ---- a thread that is stopped ---- */

static int64_t now_ms(void)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

typedef struct slow_run {
    r3d_pool *pool;
    r3d_job_fn job;
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

static void run_slowly(int32_t job_count, r3d_job_fn job, void *argument, void *user)
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
    int64_t start = now_ms();
    assert_int_equal(r3d_bands_begin(bands, &raster, 8, run_slowly, pool, &recorder), R3D_OK);
    scene_draw(&recorder, &assets, 4000, TRIANGLES, SCENE_PLAIN);
    assert_int_equal(r3d_bands_end(bands), R3D_OK);
    assert_true(now_ms() - start >= 99); /* it waited for the stopped one */
    assert_memory_equal(expected, actual, sizeof expected);
    r3d_bands_destroy(bands);
    r3d_pool_destroy(pool);
}

/* ---- a thread that is stopped anywhere ---- */

static void sleep_in_handler(int number)
{
    (void)number;
    struct timespec wait = {0, 100 * 1000 * 1000};
    nanosleep(&wait, NULL);
}

typedef struct meeting {
    pthread_mutex_t mutex;
    pthread_cond_t arrived;
    int count;
    pthread_t caller;
    pthread_t other;
} meeting;

/* Two jobs that wait for each other, so that two threads run them. */
static void meet(int32_t index, void *user)
{
    (void)index;
    meeting *m = user;
    pthread_mutex_lock(&m->mutex);
    if (!pthread_equal(pthread_self(), m->caller)) {
        m->other = pthread_self();
    }
    m->count++;
    pthread_cond_broadcast(&m->arrived);
    while (m->count < 2) {
        pthread_cond_wait(&m->arrived, &m->mutex);
    }
    pthread_mutex_unlock(&m->mutex);
}

enum { STOPS = 12 };

typedef struct scheduler {
    pthread_t worker;
    atomic_int stops;
} scheduler;

/* A signal takes the worker away for 100 ms, again and again, wherever it is: between two jobs, in
 * the middle of a triangle, while it takes a job, while it sleeps. */
static void *stop_worker(void *user)
{
    scheduler *s = user;
    for (int i = 0; i < STOPS; i++) {
        struct timespec wait = {0, (107 + i % 5) * 1000 * 1000 + i * 77 * 1000};
        nanosleep(&wait, NULL);
        (void)pthread_kill(s->worker, SIGUSR1);
        atomic_fetch_add(&s->stops, 1);
    }
    return NULL;
}

static void draw_parts(r3d_raster *raster)
{
    for (uint64_t part = 0; part < 8; part++) {
        scene_draw(raster, &assets, 5000 + part, TRIANGLES, SCENE_PLAIN);
    }
}

static void a_worker_stopped_anywhere_makes_frames_late_and_not_wrong(void **state)
{
    (void)state;
    struct sigaction action;
    meeting m;
    scheduler s;
    pthread_t thread;
    r3d_pool *pool = NULL;
    r3d_bands *bands = NULL;
    r3d_surface surface;
    r3d_raster raster;
    int frames = 0;
    int late = 0;
    memset(&action, 0, sizeof action);
    memset(&m, 0, sizeof m);
    memset(&s, 0, sizeof s);
    action.sa_handler = sleep_in_handler;
    assert_int_equal(sigaction(SIGUSR1, &action, NULL), 0);
    assert_int_equal(pthread_mutex_init(&m.mutex, NULL), 0);
    assert_int_equal(pthread_cond_init(&m.arrived, NULL), 0);
    m.caller = pthread_self();
    assert_int_equal(r3d_pool_create(NULL, 2, &pool), R3D_OK);
    assert_int_equal(r3d_bands_create(NULL, TRIANGLES * 8, &bands), R3D_OK);
    r3d_pool_run(2, meet, &m, pool);
    s.worker = m.other;
    begin_frame(expected, &surface, &raster);
    draw_parts(&raster);
    assert_int_equal(pthread_create(&thread, NULL, stop_worker, &s), 0);
    while (atomic_load(&s.stops) < STOPS) {
        r3d_raster recorder;
        r3d_bands_desc desc;
        r3d_bands_desc_init(&desc);
        desc.band_count = 8;
        desc.run = r3d_pool_run;
        desc.offer = frames % 2 == 0 ? r3d_pool_offer : NULL;
        desc.user = pool;
        begin_frame(actual, &surface, &raster);
        int64_t start = now_ms();
        assert_int_equal(r3d_bands_begin_with(bands, &raster, &desc, &recorder), R3D_OK);
        draw_parts(&recorder);
        assert_int_equal(r3d_bands_end(bands), R3D_OK);
        late += now_ms() - start >= 90 ? 1 : 0;
        frames++;
        assert_memory_equal(expected, actual, sizeof expected);
    }
    pthread_join(thread, NULL);
    /* Late are those whose worker held a band. Of others the caller draws all that is left. */
    print_message("%d stops, %d frames, %d of them late\n", (int)STOPS, frames, late);
    r3d_bands_destroy(bands);
    r3d_pool_destroy(pool);
    pthread_cond_destroy(&m.arrived);
    pthread_mutex_destroy(&m.mutex);
    action.sa_handler = SIG_DFL;
    assert_int_equal(sigaction(SIGUSR1, &action, NULL), 0);
}

/* ---- clearing ---- */

static void a_recorded_clear_is_a_clear_between_its_neighbours(void **state)
{
    (void)state;
    r3d_pool *pool = NULL;
    r3d_bands *bands = NULL;
    assert_int_equal(r3d_pool_create(NULL, 2, &pool), R3D_OK);
    assert_int_equal(r3d_bands_create(NULL, TRIANGLES * 3, &bands), R3D_OK);
    for (int stride = WIDTH - 3; stride <= WIDTH; stride += 3) { /* rows with a gap, and without */
        r3d_surface surface;
        r3d_raster raster;
        r3d_raster recorder;
        begin_frame(expected, &surface, &raster);
        assert_int_equal(r3d_surface_init(&surface, expected, stride, HEIGHT - 1, WIDTH), R3D_OK);
        assert_int_equal(r3d_raster_init(&raster, &surface, &assets.palette), R3D_OK);
        scene_draw(&raster, &assets, 6000, TRIANGLES, SCENE_PLAIN);
        r3d_surface_clear(&surface, 0x123456);
        scene_draw(&raster, &assets, 6001, 20, SCENE_PLAIN);
        begin_frame(actual, &surface, &raster);
        assert_int_equal(r3d_surface_init(&surface, actual, stride, HEIGHT - 1, WIDTH), R3D_OK);
        assert_int_equal(r3d_raster_init(&raster, &surface, &assets.palette), R3D_OK);
        assert_int_equal(r3d_bands_begin(bands, &raster, 7, r3d_pool_run, pool, &recorder), R3D_OK);
        scene_draw(&recorder, &assets, 6000, TRIANGLES, SCENE_PLAIN);
        assert_int_equal(r3d_bands_clear(bands, &recorder, 0x123456), R3D_OK);
        scene_draw(&recorder, &assets, 6001, 20, SCENE_PLAIN);
        assert_int_equal(r3d_bands_end(bands), R3D_OK);
        assert_memory_equal(expected, actual, sizeof expected);
        assert_int_equal(r3d_bands_clear(bands, &recorder, 0), R3D_ERR_STATE);
        assert_int_equal(r3d_bands_clear(NULL, &recorder, 0), R3D_ERR_ARGUMENT);
    }
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

/* More jobs than one range of a thread holds. */
static void count_in_bytes(int32_t index, void *user)
{
    ((unsigned char *)user)[index]++;
}

static void a_run_may_have_more_jobs_than_a_word_has_bits_for(void **state)
{
    (void)state;
    enum { JOBS = 65535 * 2 + 100 };
    static unsigned char calls[JOBS];
    r3d_pool *pool = NULL;
    assert_int_equal(r3d_pool_create(NULL, 3, &pool), R3D_OK);
    r3d_pool_run(JOBS, count_in_bytes, calls, pool);
    int wrong = 0;
    for (int i = 0; i < JOBS; i++) {
        wrong += calls[i] != 1 ? 1 : 0;
    }
    assert_int_equal(wrong, 0);
    r3d_pool_destroy(pool);
}

typedef struct offered {
    atomic_int calls;
    atomic_bool is_over; /* no call may begin or be running */
    atomic_bool was_called_late;
} offered;

static bool note_call(int32_t index, int32_t thread_count, void *user)
{
    offered *o = user;
    if (index < 1 || index >= thread_count || atomic_load(&o->is_over)) {
        atomic_store(&o->was_called_late, true);
    }
    struct timespec wait = {0, 20 * 1000};
    nanosleep(&wait, NULL);
    if (atomic_load(&o->is_over)) {
        atomic_store(&o->was_called_late, true);
    }
    atomic_fetch_add(&o->calls, 1);
    return false;
}

static void no_offered_call_runs_after_the_next_run(void **state)
{
    (void)state;
    r3d_pool *pool = NULL;
    int calls = 0;
    assert_int_equal(r3d_pool_create(NULL, 3, &pool), R3D_OK);
    for (int i = 0; i < 200; i++) {
        static offered o[200];
        counters c;
        memset(&c, 0, sizeof c);
        assert_int_equal(pthread_mutex_init(&c.mutex, NULL), 0);
        r3d_pool_offer(note_call, &o[i], pool);
        if (i % 2 == 0) {
            struct timespec wait = {0, 200 * 1000};
            nanosleep(&wait, NULL);
        }
        r3d_pool_run(i % 3, count_call, &c, pool);
        atomic_store(&o[i].is_over, true);
        calls += atomic_load(&o[i].calls);
        assert_int_equal(c.calls[0], i % 3 > 0 ? 1 : 0);
        assert_false(atomic_load(&o[i].was_called_late));
        pthread_mutex_destroy(&c.mutex);
    }
    print_message("%d calls in 200 offers\n", calls);
    assert_true(calls > 0);
    r3d_pool_offer(note_call, NULL, NULL);
    r3d_pool_destroy(pool);
}

static void pool_checks_its_arguments(void **state)
{
    (void)state;
    r3d_pool *pool = NULL;
    r3d_pool_desc desc;
    r3d_pool_desc_init(NULL);
    r3d_pool_desc_init(&desc);
    assert_int_equal(r3d_pool_create_with(&desc, &pool), R3D_ERR_RANGE);
    desc.thread_count = 2;
    assert_int_equal(r3d_pool_create_with(&desc, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_pool_create_with(NULL, &pool), R3D_ERR_ARGUMENT);
    desc.spin_us = R3D_POOL_SPIN_US_MAX + 1;
    assert_int_equal(r3d_pool_create_with(&desc, &pool), R3D_ERR_RANGE);
    desc.spin_us = R3D_POOL_NO_SPIN - 1;
    assert_int_equal(r3d_pool_create_with(&desc, &pool), R3D_ERR_RANGE);
    desc.spin_us = 0;
    desc.struct_size--;
    assert_int_equal(r3d_pool_create_with(&desc, &pool), R3D_ERR_ARGUMENT);
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
        cmocka_unit_test(a_worker_stopped_anywhere_makes_frames_late_and_not_wrong),
        cmocka_unit_test(a_recorded_clear_is_a_clear_between_its_neighbours),
        cmocka_unit_test(a_run_may_have_more_jobs_than_a_word_has_bits_for),
        cmocka_unit_test(no_offered_call_runs_after_the_next_run),
        cmocka_unit_test(every_job_runs_once_and_has_returned_when_the_run_ends),
        cmocka_unit_test(pool_checks_its_arguments),
    };
    return cmocka_run_group_tests_name("threads/pool", tests, make_assets, NULL);
}
