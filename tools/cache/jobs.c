/* SPDX-License-Identifier: MIT */

#define _POSIX_C_SOURCE 200809L

#include "jobs.h"

#include <stdbool.h>

#if !defined(_WIN32)
#include <pthread.h>
#endif

struct r3d_job_queue {
    size_t next;
    size_t count;
    void (*work)(r3d_job_queue *queue, void *user);
    void (*tick)(size_t done, void *user);
    void *user;
#if !defined(_WIN32)
    pthread_mutex_t lock;
#endif
};

size_t r3d_job_queue_next(r3d_job_queue *queue)
{
#if !defined(_WIN32)
    (void)pthread_mutex_lock(&queue->lock);
#endif
    size_t number = queue->next;
    if (number < queue->count) {
        queue->next++;
    }
    if (queue->tick != NULL) {
        queue->tick(number, queue->user);
    }
#if !defined(_WIN32)
    (void)pthread_mutex_unlock(&queue->lock);
#endif
    return number;
}

#if !defined(_WIN32)
static void *run_thread(void *queue)
{
    r3d_job_queue *q = queue;
    q->work(q, q->user);
    return NULL;
}
#endif

void r3d_jobs_run(int jobs, size_t count, void (*work)(r3d_job_queue *queue, void *user),
                  void (*tick)(size_t done, void *user), void *user)
{
    r3d_job_queue queue = {.count = count, .work = work, .tick = tick, .user = user};
#if defined(_WIN32)
    (void)jobs;
    work(&queue, user);
#else
    pthread_t threads[R3D_JOBS_MAX];
    int started = 0;
    (void)pthread_mutex_init(&queue.lock, NULL);
    /* This thread is one of them; a thread that cannot be started leaves its share to the others.
     */
    while (started < jobs - 1 && started < R3D_JOBS_MAX &&
           pthread_create(&threads[started], NULL, run_thread, &queue) == 0) {
        started++;
    }
    work(&queue, user);
    for (int i = 0; i < started; i++) {
        (void)pthread_join(threads[i], NULL);
    }
    (void)pthread_mutex_destroy(&queue.lock);
#endif
}
