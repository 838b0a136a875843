/* SPDX-License-Identifier: MIT */
/* Work on several threads: those of retro3d::threads, the only pool there is. A build without it, and a
 * system that starts no more threads, do the same work one after the other. */

#ifndef RETRO3D_TOOLS_JOBS_H
#define RETRO3D_TOOLS_JOBS_H

#include <stddef.h>
#include <stdint.h>

#include <retro3d/jobs.h>

enum { JOBS_THREADS_MAX = 64 };

/* What runs jobs. For what takes a run function and its user: `run` is NULL if there is one thread. */
typedef struct job_runner {
    r3d_run_jobs_fn run;
    void *user;
} job_runner;

/* Starts a pool of `threads` threads, this one included, or of fewer where the system has no more. */
void job_runner_start(job_runner *runner, int32_t threads);
void job_runner_end(job_runner *runner);

/* Runs job(0) to job(count - 1) in any order and any threads, and returns when all have. */
void job_runner_run(const job_runner *runner, int32_t count, r3d_job_fn job, void *argument);

/* Numbers 0 .. count - 1, handed out one by one. */
typedef struct job_queue job_queue;

/* Takes the next number, count at the end. Any thread may ask. */
size_t job_queue_next(job_queue *queue);

/* Runs `work` once a thread until all have returned, and `tick` with the number of items handed out, in
 * order and one call at a time, each time one is, and once at the end (may be NULL). Threads that find
 * the queue empty have nothing to do; fewer threads leave nothing undone. */
void job_queue_run(int32_t threads, size_t count, void (*work)(job_queue *queue, void *user),
                   void (*tick)(size_t done, void *user), void *user);

#endif
