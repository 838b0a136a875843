/* SPDX-License-Identifier: MIT */
/* A worker pool on POSIX threads. Waking a thread that sleeps takes 10 microseconds on a processor
 * that was just idle and 70 on a virtual one that the host has put to sleep, as much as a whole
 * frame; so threads look for work for a short, bounded while before they sleep.
 *
 * Every thread has a seat with a range of jobs. It takes its own from the front and, when there are
 * none left, those of others from the back. A range is one word, so taking a job is one
 * compare-and-swap; what the word says is all that counts, and no thread can take a job that is not
 * there, however long it was stopped in between. */

#define _POSIX_C_SOURCE 200809L

#include <retro3d/threads.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

#include "../base/desc.h"

enum {
    SEAT_SIZE = 128,        /* two cache lines, which some processors fetch together */
    JOBS_A_RUN_MAX = 65535, /* half a word */
    LOOKS_A_TIME = 16       /* between two looks at the clock */
};

typedef struct seat {
    atomic_uint_least32_t
        jobs;               /* the next one, and above 16 bits the end; none if they are equal */
    atomic_bool is_helping; /* in a call of `help` */
    char padding[SEAT_SIZE - sizeof(atomic_uint_least32_t) - sizeof(atomic_bool)];
} seat;

typedef struct worker_start {
    r3d_pool *pool;
    int32_t index;
} worker_start;

struct r3d_pool {
    seat seats[R3D_POOL_THREADS_MAX]; /* seat 0 is the caller's */
    /* Changed by every run and offer: what sleeping workers wait for. */
    atomic_uint calls;
    atomic_bool is_offered;
    char padding[SEAT_SIZE];
    atomic_int unfinished; /* jobs that have not returned */
    char more_padding[SEAT_SIZE];
    atomic_int sleeper_count;
    atomic_bool caller_sleeps;
    bool is_ending; /* guarded by the mutex */
    /* Written before jobs are in the seats (an offer is made), read by who has taken one. */
    r3d_job_fn job;
    void *argument;
    int32_t first_job;
    r3d_help_fn help;
    void *help_argument;
    int64_t spin_ns;
    int32_t worker_count; /* started threads */
    r3d_allocator allocator;
    pthread_mutex_t mutex;
    pthread_cond_t work; /* `calls` has changed, or the pool ends */
    pthread_cond_t done; /* a thread has finished something */
    pthread_t workers[R3D_POOL_THREADS_MAX];
    worker_start starts[R3D_POOL_THREADS_MAX];
};

static void relax(void)
{
#if defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
    __builtin_ia32_pause();
#elif defined(__GNUC__) && defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static int64_t now_ns(void)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* ---- jobs ---- */

static uint_least32_t pack_jobs(int32_t next, int32_t end)
{
    return (uint_least32_t)next | (uint_least32_t)end << 16;
}

/* Takes the first job of a seat or, for another thread, its last one. Returns -1 if there is none.
 */
static int32_t take_job(seat *s, bool is_own)
{
    uint_least32_t jobs = atomic_load_explicit(&s->jobs, memory_order_acquire);
    for (;;) {
        int32_t next = (int32_t)(jobs & 0xFFFFu);
        int32_t end = (int32_t)(jobs >> 16 & 0xFFFFu);
        if (next == end) {
            return -1;
        }
        uint_least32_t rest = is_own ? pack_jobs(next + 1, end) : pack_jobs(next, end - 1);
        if (atomic_compare_exchange_weak_explicit(&s->jobs, &jobs, rest, memory_order_acq_rel,
                                                  memory_order_acquire)) {
            return is_own ? next : end - 1;
        }
    }
}

static int32_t find_job(r3d_pool *pool, int32_t index)
{
    int32_t count = pool->worker_count + 1;
    int32_t job = take_job(&pool->seats[index], true);
    for (int32_t i = 1; i < count && job < 0; i++) {
        job = take_job(&pool->seats[(index + i) % count], false);
    }
    return job;
}

/* The caller may sleep, waiting for what the calling thread has just finished. It sets
 * caller_sleeps before it looks at what is finished, and this is read afterwards: one of the two
 * sees the other. */
static void tell_caller(r3d_pool *pool)
{
    if (atomic_load(&pool->caller_sleeps)) {
        pthread_mutex_lock(&pool->mutex);
        pthread_cond_signal(&pool->done);
        pthread_mutex_unlock(&pool->mutex);
    }
}

/* Runs one job, if there is one. */
static bool work(r3d_pool *pool, int32_t index)
{
    int32_t job = find_job(pool, index);
    if (job < 0) {
        return false;
    }
    pool->job(pool->first_job + job, pool->argument);
    if (atomic_fetch_sub(&pool->unfinished, 1) == 1) {
        tell_caller(pool);
    }
    return true;
}

/* Calls the function that is offered, if one is. */
static bool help(r3d_pool *pool, int32_t index)
{
    if (!atomic_load_explicit(&pool->is_offered, memory_order_acquire)) {
        return false;
    }
    bool has_helped = false;
    seat *s = &pool->seats[index];
    atomic_store(&s->is_helping, true);
    if (atomic_load(&pool->is_offered)) { /* not withdrawn before `is_helping` was seen */
        has_helped = pool->help(index, pool->worker_count + 1, pool->help_argument);
    }
    atomic_store(&s->is_helping, false);
    if (!atomic_load(&pool->is_offered)) {
        tell_caller(pool);
    }
    return has_helped;
}

/* ---- workers ---- */

/* Sleeps until `calls` is not `seen` any more. Returns false if the pool ends. */
static bool sleep_until_called(r3d_pool *pool, unsigned seen)
{
    pthread_mutex_lock(&pool->mutex);
    atomic_fetch_add(&pool->sleeper_count, 1); /* then look: see wake_workers */
    while (!pool->is_ending && atomic_load(&pool->calls) == seen) {
        pthread_cond_wait(&pool->work, &pool->mutex);
    }
    atomic_fetch_sub(&pool->sleeper_count, 1);
    bool goes_on = !pool->is_ending;
    pthread_mutex_unlock(&pool->mutex);
    return goes_on;
}

/* Works as long as there is something to do, and looks for it `spin_ns` longer. Returns the value
 * of `calls` since which there was nothing. */
static unsigned work_and_look(r3d_pool *pool, int32_t index)
{
    int64_t end = -1; /* of looking; not known before there was nothing to do for the first time */
    unsigned seen = 0;
    int32_t looks = 0;
    for (;;) {
        unsigned calls = atomic_load(&pool->calls);
        if (work(pool, index) || help(pool, index)) {
            end = -1;
            continue;
        }
        if (end < 0 || calls != seen) { /* a new call may bring work that others took */
            seen = calls;
            end = now_ns() + pool->spin_ns;
            looks = 0;
        }
        if (pool->spin_ns <= 0 || (++looks % LOOKS_A_TIME == 0 && now_ns() >= end)) {
            return seen;
        }
        relax();
    }
}

static void *worker(void *user)
{
    const worker_start *start = user;
    unsigned seen;
    do {
        seen = work_and_look(start->pool, start->index);
    } while (sleep_until_called(start->pool, seen));
    return NULL;
}

/* Either a worker that goes to sleep sees the new value of `calls`, or this sees the sleeper. */
static void wake_workers(r3d_pool *pool)
{
    atomic_fetch_add(&pool->calls, 1);
    if (atomic_load(&pool->sleeper_count) > 0) {
        pthread_mutex_lock(&pool->mutex);
        pthread_cond_broadcast(&pool->work);
        pthread_mutex_unlock(&pool->mutex);
    }
}

/* ---- the caller ---- */

static bool is_finished(r3d_pool *pool)
{
    if (atomic_load(&pool->unfinished) > 0) {
        return false;
    }
    for (int32_t i = 1; i <= pool->worker_count; i++) {
        if (atomic_load(&pool->seats[i].is_helping)) {
            return false;
        }
    }
    return true;
}

static void wait_for_workers(r3d_pool *pool)
{
    if (is_finished(pool)) {
        return;
    }
    int64_t end = now_ns() + pool->spin_ns;
    for (int32_t looks = 1; looks % LOOKS_A_TIME != 0 || now_ns() < end; looks++) {
        if (is_finished(pool)) {
            return;
        }
        relax();
    }
    pthread_mutex_lock(&pool->mutex);
    atomic_store(&pool->caller_sleeps, true); /* then look: see tell_caller */
    while (!is_finished(pool)) {
        pthread_cond_wait(&pool->done, &pool->mutex);
    }
    atomic_store(&pool->caller_sleeps, false);
    pthread_mutex_unlock(&pool->mutex);
}

static void run_slice(r3d_pool *pool, int32_t first, int32_t count, r3d_job_fn job, void *argument)
{
    int32_t threads = pool->worker_count + 1;
    pool->job = job;
    pool->argument = argument;
    pool->first_job = first;
    atomic_store(&pool->unfinished, count);
    for (int32_t i = 0; i < threads; i++) {
        atomic_store_explicit(&pool->seats[i].jobs,
                              pack_jobs(count * i / threads, count * (i + 1) / threads),
                              memory_order_release);
    }
    wake_workers(pool);
    while (work(pool, 0)) {
    }
    wait_for_workers(pool);
}

void r3d_pool_run(int32_t job_count, r3d_job_fn job, void *argument, void *user)
{
    if (job == NULL) {
        return;
    }
    r3d_pool *pool = user;
    if (pool == NULL || pool->worker_count == 0) {
        for (int32_t i = 0; i < job_count; i++) {
            job(i, argument);
        }
        return;
    }
    atomic_store(&pool->is_offered, false);
    for (int32_t first = 0; first < job_count;) {
        int32_t rest = job_count - first;
        int32_t count = rest < JOBS_A_RUN_MAX ? rest : JOBS_A_RUN_MAX;
        run_slice(pool, first, count, job, argument);
        first += count;
    }
    wait_for_workers(pool);
}

void r3d_pool_offer(r3d_help_fn help_call, void *argument, void *user)
{
    r3d_pool *pool = user;
    if (pool == NULL || pool->worker_count == 0 ||
        atomic_load_explicit(&pool->is_offered, memory_order_relaxed)) {
        return;
    }
    pool->help = help_call;
    pool->help_argument = argument;
    atomic_store(&pool->is_offered, true);
    wake_workers(pool);
}

/* ---- making and ending ---- */

void r3d_pool_desc_init_sized(r3d_pool_desc *desc, uint32_t struct_size)
{
    R3D_PRIV_DESC_INIT(desc, struct_size);
}

static bool start_primitives(r3d_pool *pool)
{
    /* POSIX lets these fail for want of memory only. */
    if (pthread_mutex_init(&pool->mutex, NULL) != 0) {
        return false;
    }
    if (pthread_cond_init(&pool->work, NULL) != 0) {
        pthread_mutex_destroy(&pool->mutex);
        return false;
    }
    if (pthread_cond_init(&pool->done, NULL) != 0) {
        pthread_cond_destroy(&pool->work);
        pthread_mutex_destroy(&pool->mutex);
        return false;
    }
    return true;
}

/* Ends the first `count` workers and releases everything. */
static void end_pool(r3d_pool *pool, int32_t count)
{
    pthread_mutex_lock(&pool->mutex);
    pool->is_ending = true;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->mutex);
    for (int32_t i = 0; i < count; i++) {
        pthread_join(pool->workers[i], NULL);
    }
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->mutex);
    r3d_allocator hooks = pool->allocator;
    hooks.free(pool, hooks.user);
}

r3d_result r3d_pool_create_with(const r3d_pool_desc *desc, r3d_pool **out_pool)
{
    if (out_pool == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    *out_pool = NULL;
    r3d_pool_desc whole;
    r3d_pool_desc_init(&whole);
    if (r3d_priv_desc_read(&whole, sizeof whole, desc) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    desc = &whole;
    r3d_allocator hooks;
    r3d_result result = r3d_allocator_resolve(&desc->allocator, &hooks);
    if (result != R3D_OK) {
        return result;
    }
    if (desc->thread_count < 1 || desc->thread_count > R3D_POOL_THREADS_MAX ||
        desc->spin_us < R3D_POOL_NO_SPIN || desc->spin_us > R3D_POOL_SPIN_US_MAX) {
        return R3D_ERR_RANGE;
    }
    r3d_pool *pool = hooks.alloc(sizeof *pool, hooks.user);
    if (pool == NULL) {
        return R3D_ERR_MEMORY;
    }
    memset(pool, 0, sizeof *pool);
    pool->allocator = hooks;
    pool->spin_ns = desc->spin_us == R3D_POOL_NO_SPIN ? 0
                    : desc->spin_us == 0              ? R3D_POOL_SPIN_US_DEFAULT * 1000
                                                      : desc->spin_us * (int64_t)1000;
    if (!start_primitives(pool)) {
        hooks.free(pool, hooks.user);
        return R3D_ERR_MEMORY;
    }
    /* Workers read the number of seats: it is what it will be before the first one runs. */
    pool->worker_count = desc->thread_count - 1;
    for (int32_t i = 0; i < pool->worker_count; i++) {
        pool->starts[i].pool = pool;
        pool->starts[i].index = i + 1;
    }
    for (int32_t i = 0; i < pool->worker_count; i++) {
        if (pthread_create(&pool->workers[i], NULL, worker, &pool->starts[i]) != 0) {
            end_pool(pool, i);
            return R3D_ERR_MEMORY;
        }
    }
    *out_pool = pool;
    return R3D_OK;
}

r3d_result r3d_pool_create(const r3d_allocator *allocator, int32_t thread_count,
                           r3d_pool **out_pool)
{
    r3d_pool_desc desc;
    r3d_pool_desc_init(&desc);
    desc.thread_count = thread_count;
    if (allocator != NULL) {
        desc.allocator = *allocator;
    }
    return r3d_pool_create_with(&desc, out_pool);
}

void r3d_pool_destroy(r3d_pool *pool)
{
    if (pool != NULL) {
        end_pool(pool, pool->worker_count);
    }
}

int32_t r3d_pool_thread_count(const r3d_pool *pool)
{
    return pool != NULL ? pool->worker_count + 1 : 0;
}
