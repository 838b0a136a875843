/* SPDX-License-Identifier: MIT */
/* Work on several threads. */

#ifndef R3D_TOOLS_CACHE_JOBS_H
#define R3D_TOOLS_CACHE_JOBS_H

#include <stddef.h>

enum { R3D_JOBS_MAX = 64 };

/* Numbers 0 .. count - 1, handed out one by one. */
typedef struct r3d_job_queue r3d_job_queue;

/* Takes the next number, count at the end. Any thread may ask. */
size_t r3d_job_queue_next(r3d_job_queue *queue);

/* Runs `work` on `jobs` threads until all have returned, and `tick` with the number of items handed
 * out, each time one is (under a lock; may be NULL). Where there are no threads, `work` runs once.
 */
void r3d_jobs_run(int jobs, size_t count, void (*work)(r3d_job_queue *queue, void *user),
                  void (*tick)(size_t done, void *user), void *user);

#endif
