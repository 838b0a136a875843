/* SPDX-License-Identifier: MIT */

#include "jobs.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#if defined(R3D_PROGRAM_HAS_THREADS)
#include <retro3d/threads.h>
#endif

/* ---- the pool ---- */

void job_runner_start(job_runner *runner, int32_t threads)
{
    memset(runner, 0, sizeof *runner);
#if defined(R3D_PROGRAM_HAS_THREADS)
    threads = threads < JOBS_THREADS_MAX ? threads : JOBS_THREADS_MAX;
    r3d_pool *pool = NULL;
    while (threads > 1 && r3d_pool_create(NULL, threads, &pool) != R3D_OK) {
        threads /= 2;
    }
    runner->run = pool != NULL ? r3d_pool_run : NULL;
    runner->user = pool;
#else
    (void)threads;
#endif
}

void job_runner_end(job_runner *runner)
{
#if defined(R3D_PROGRAM_HAS_THREADS)
    r3d_pool_destroy(runner->user);
#endif
    memset(runner, 0, sizeof *runner);
}

void job_runner_run(const job_runner *runner, int32_t count, r3d_job_fn job, void *argument)
{
    if (runner->run != NULL) {
        runner->run(count, job, argument, runner->user);
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        job(i, argument);
    }
}

/* ---- numbers one by one ---- */

struct job_queue {
    size_t next;
    size_t count;
    bool has_told_end;
    void (*work)(job_queue *queue, void *user);
    void (*tick)(size_t done, void *user);
    void *user;
    atomic_flag busy; /* held for a number and its tick: nobody waits long enough to sleep */
};

size_t job_queue_next(job_queue *queue)
{
    while (atomic_flag_test_and_set_explicit(&queue->busy, memory_order_acquire)) {
    }
    size_t number = queue->next;
    bool is_end = number == queue->count;
    queue->next += is_end ? 0 : 1;
    if (queue->tick != NULL && !(is_end && queue->has_told_end)) {
        queue->has_told_end = is_end;
        queue->tick(number, queue->user);
    }
    atomic_flag_clear_explicit(&queue->busy, memory_order_release);
    return number;
}

static void work_off(int32_t index, void *argument)
{
    (void)index;
    job_queue *queue = argument;
    queue->work(queue, queue->user);
}

void job_queue_run(int32_t threads, size_t count, void (*work)(job_queue *queue, void *user),
                   void (*tick)(size_t done, void *user), void *user)
{
    job_queue queue = {
        .count = count, .work = work, .tick = tick, .user = user, .busy = ATOMIC_FLAG_INIT};
    job_runner runner;
    job_runner_start(&runner, threads);
    /* Each thread gets one of as many jobs as there are threads. One that is late finds its job taken by
     * another thread, which has then nothing to do in it. */
    job_runner_run(&runner, runner.run != NULL ? threads : 1, work_off, &queue);
    job_runner_end(&runner);
}
