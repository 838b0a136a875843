/* SPDX-License-Identifier: MIT */
/// @file threads.h
/// A small pool of worker threads, for the bands of retro3d/bands.h or for anything else that comes
/// in jobs. A library of its own, retro3d::threads: the core starts no thread. Workers sleep while
/// there is nothing to do; they never spin.

#ifndef RETRO3D_THREADS_H
#define RETRO3D_THREADS_H

#include <retro3d/bands.h>
#include <retro3d/base.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_pool_limits {
    R3D_POOL_THREADS_MAX = 64 ///< Most threads of a pool, the caller's included.
};

/// A pool. One call at a time may use it.
typedef struct r3d_pool r3d_pool;

/// Starts a pool.
/// @param allocator     NULL for malloc; kept for r3d_pool_destroy.
/// @param thread_count  1..R3D_POOL_THREADS_MAX threads work on a run: the caller's and
/// thread_count - 1
///                      that are started here.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_RANGE; R3D_ERR_MEMORY, also when the system starts no
/// more
///         threads. On failure nothing is left running and *out_pool is NULL.
R3D_API r3d_result r3d_pool_create(const r3d_allocator *allocator, int32_t thread_count,
                                   r3d_pool **out_pool);

/// Ends the threads and releases the pool. Not during a run. NULL is accepted.
R3D_API void r3d_pool_destroy(r3d_pool *pool);

/// Returns the number of threads, the caller's included; 0 for NULL.
R3D_API int32_t r3d_pool_thread_count(const r3d_pool *pool);

/// Runs jobs on all threads of a pool: an r3d_bands_run for r3d_bands_begin.
///
/// Jobs are dealt one by one in the order of their numbers. Returns when all are done. A thread
/// that the system stops for a while makes the run later, and changes nothing else.
/// @param user  The r3d_pool; NULL runs all jobs in the caller's thread.
R3D_API void r3d_pool_run(int32_t job_count, r3d_bands_job job, void *argument, void *user);

#ifdef __cplusplus
}
#endif

#endif
