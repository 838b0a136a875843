/* SPDX-License-Identifier: MIT */
/// @file threads.h
/// A small pool of worker threads, for the bands of retro3d/bands.h or for anything else that comes
/// in jobs (retro3d/jobs.h). A library of its own, retro3d::threads: the core starts no thread. Workers sleep while
/// there is nothing to do. Before that they look for work for a short, bounded while
/// (r3d_pool_desc.spin_us), since waking a thread can take as long as drawing a small frame.

#ifndef RETRO3D_THREADS_H
#define RETRO3D_THREADS_H

#include <retro3d/base.h>
#include <retro3d/jobs.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_pool_limits {
    R3D_POOL_THREADS_MAX = 64,     ///< Most threads of a pool, the caller's included.
    R3D_POOL_NO_SPIN = -1,         ///< For r3d_pool_desc.spin_us: sleep at once.
    R3D_POOL_SPIN_US_DEFAULT = 50, ///< About what it takes to wake a thread.
    R3D_POOL_SPIN_US_MAX = 10000
};

/// A pool. One call at a time may use it.
typedef struct r3d_pool r3d_pool;

/// How to make a pool. Zero members mean the default.
typedef struct r3d_pool_desc {
    uint32_t struct_size; ///< Size of this struct; r3d_pool_desc_init sets it.
    int32_t
        thread_count; ///< 1..R3D_POOL_THREADS_MAX: the caller's thread and thread_count - 1 that
                      ///< are started. There is no default.
    int32_t spin_us;  ///< How many microseconds a worker looks for more work, and a caller waits
                      ///< for the last job, before it sleeps: 1..R3D_POOL_SPIN_US_MAX,
                      ///< R3D_POOL_NO_SPIN, or 0 for R3D_POOL_SPIN_US_DEFAULT. A processor that
                      ///< others need, too, loses at most this after each run.
    r3d_allocator allocator;
} r3d_pool_desc;

/// As r3d_pool_desc_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_pool_desc_init_sized(r3d_pool_desc *desc, uint32_t struct_size);

/// Sets all members to zero and struct_size to the right size.
static inline void r3d_pool_desc_init(r3d_pool_desc *desc)
{
    r3d_pool_desc_init_sized(desc, (uint32_t)sizeof(r3d_pool_desc));
}

/// Starts a pool.
/// @return R3D_OK, R3D_ERR_ARGUMENT (NULL, a wrong struct_size, half an allocator), R3D_ERR_RANGE;
///         R3D_ERR_MEMORY, also when the system starts no more threads. On failure nothing is left
///         running and *out_pool is NULL.
R3D_API r3d_result r3d_pool_create_with(const r3d_pool_desc *desc, r3d_pool **out_pool);

/// Starts a pool with the defaults.
/// @param allocator     NULL for malloc; kept for r3d_pool_destroy.
/// @param thread_count  As in r3d_pool_desc.
/// @return As r3d_pool_create_with.
R3D_API r3d_result r3d_pool_create(const r3d_allocator *allocator, int32_t thread_count,
                                   r3d_pool **out_pool);

/// Ends the threads and releases the pool. Not during a run. NULL is accepted.
R3D_API void r3d_pool_destroy(r3d_pool *pool);

/// Returns the number of threads, the caller's included; 0 for NULL.
R3D_API int32_t r3d_pool_thread_count(const r3d_pool *pool);

/// Runs jobs on all threads of a pool: an r3d_run_jobs_fn for r3d_bands_begin.
///
/// Returns when all are done. Each thread begins with a part of the jobs that is its own, the caller
/// with the first numbers, and then takes what is left of the others'. So the same number of jobs
/// falls on the same threads run after run, and what a job works on stays in the cache of one
/// processor; but any job may run in any thread. A thread that the system stops for a while makes the
/// run later, and changes nothing else. Also ends r3d_pool_offer.
/// @param user  The r3d_pool; NULL runs all jobs in the caller's thread.
R3D_API void r3d_pool_run(int32_t job_count, r3d_job_fn job, void *argument, void *user);

/// Lets idle workers call a function again and again, until the next r3d_pool_run on this pool begins;
/// none of the calls is running any more when that returns. An r3d_offer_help_fn. Does nothing if
/// something is offered already. Workers whose calls have nothing to do fall asleep, and then only
/// the next run wakes them.
/// @param user  The r3d_pool; NULL does nothing.
R3D_API void r3d_pool_offer(r3d_help_fn help, void *argument, void *user);

#ifdef __cplusplus
}
#endif

#endif
