/* SPDX-License-Identifier: MIT */
/* A worker pool on POSIX threads: one mutex, one condition for "there is work" and one for "all
 * done". A job takes many microseconds, so dealing it under the mutex costs nothing that can be
 * measured. */

#define _POSIX_C_SOURCE 200809L

#include <retro3d/threads.h>

#include <pthread.h>
#include <stdbool.h>
#include <string.h>

struct r3d_pool {
    r3d_allocator allocator;
    pthread_mutex_t mutex;
    pthread_cond_t work; /* a job can be taken, or the pool ends */
    pthread_cond_t done; /* the last job has returned */
    bool is_ending;
    r3d_bands_job job;
    void *argument;
    int32_t job_count;
    int32_t next_job; /* job_count: none is left to take */
    int32_t unfinished;
    int32_t worker_count; /* started threads */
    pthread_t workers[R3D_POOL_THREADS_MAX];
};

/* Takes jobs until none is left. The mutex is held at the call and at the return. */
static void work(r3d_pool *pool)
{
    while (pool->next_job < pool->job_count) {
        int32_t index = pool->next_job++;
        r3d_bands_job job = pool->job;
        void *argument = pool->argument;
        pthread_mutex_unlock(&pool->mutex);
        job(index, argument);
        pthread_mutex_lock(&pool->mutex);
        if (--pool->unfinished == 0) {
            pthread_cond_signal(&pool->done);
        }
    }
}

static void *worker(void *user)
{
    r3d_pool *pool = user;
    pthread_mutex_lock(&pool->mutex);
    while (!pool->is_ending) {
        work(pool);
        if (!pool->is_ending) {
            pthread_cond_wait(&pool->work, &pool->mutex);
        }
    }
    pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

r3d_result r3d_pool_create(const r3d_allocator *allocator, int32_t thread_count,
                           r3d_pool **out_pool)
{
    if (out_pool == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    *out_pool = NULL;
    r3d_allocator hooks;
    r3d_result result = r3d_allocator_resolve(allocator, &hooks);
    if (result != R3D_OK) {
        return result;
    }
    if (thread_count < 1 || thread_count > R3D_POOL_THREADS_MAX) {
        return R3D_ERR_RANGE;
    }
    r3d_pool *pool = hooks.alloc(sizeof *pool, hooks.user);
    if (pool == NULL) {
        return R3D_ERR_MEMORY;
    }
    memset(pool, 0, sizeof *pool);
    pool->allocator = hooks;
    /* POSIX lets these fail for want of memory only. */
    if (pthread_mutex_init(&pool->mutex, NULL) != 0) {
        hooks.free(pool, hooks.user);
        return R3D_ERR_MEMORY;
    }
    if (pthread_cond_init(&pool->work, NULL) != 0) {
        pthread_mutex_destroy(&pool->mutex);
        hooks.free(pool, hooks.user);
        return R3D_ERR_MEMORY;
    }
    if (pthread_cond_init(&pool->done, NULL) != 0) {
        pthread_cond_destroy(&pool->work);
        pthread_mutex_destroy(&pool->mutex);
        hooks.free(pool, hooks.user);
        return R3D_ERR_MEMORY;
    }
    while (pool->worker_count < thread_count - 1) {
        if (pthread_create(&pool->workers[pool->worker_count], NULL, worker, pool) != 0) {
            r3d_pool_destroy(pool);
            return R3D_ERR_MEMORY;
        }
        pool->worker_count++;
    }
    *out_pool = pool;
    return R3D_OK;
}

void r3d_pool_destroy(r3d_pool *pool)
{
    if (pool == NULL) {
        return;
    }
    pthread_mutex_lock(&pool->mutex);
    pool->is_ending = true;
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->mutex);
    for (int32_t i = 0; i < pool->worker_count; i++) {
        pthread_join(pool->workers[i], NULL);
    }
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->work);
    pthread_mutex_destroy(&pool->mutex);
    r3d_allocator hooks = pool->allocator;
    hooks.free(pool, hooks.user);
}

int32_t r3d_pool_thread_count(const r3d_pool *pool)
{
    return pool != NULL ? pool->worker_count + 1 : 0;
}

void r3d_pool_run(int32_t job_count, r3d_bands_job job, void *argument, void *user)
{
    r3d_pool *pool = user;
    if (pool == NULL) {
        for (int32_t i = 0; i < job_count; i++) {
            job(i, argument);
        }
        return;
    }
    if (job_count < 1) {
        return;
    }
    pthread_mutex_lock(&pool->mutex);
    pool->job = job;
    pool->argument = argument;
    pool->job_count = job_count;
    pool->next_job = 0;
    pool->unfinished = job_count;
    pthread_cond_broadcast(&pool->work);
    work(pool);
    while (pool->unfinished > 0) {
        pthread_cond_wait(&pool->done, &pool->mutex);
    }
    pool->job_count = 0;
    pool->next_job = 0;
    pthread_mutex_unlock(&pool->mutex);
}
