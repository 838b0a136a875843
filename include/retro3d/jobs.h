/* SPDX-License-Identifier: MIT */
/// @file jobs.h
/// Work that comes in jobs, and the functions that run it. The library starts no thread of its own:
/// whoever has jobs takes a run function, which may be that of retro3d/threads.h, one of the client's
/// own pool, or none (the jobs are then done one after the other).

#ifndef RETRO3D_JOBS_H
#define RETRO3D_JOBS_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One job of a run function: job number `index`, 0..job_count - 1.
typedef void (*r3d_job_fn)(int32_t index, void *argument);

/// Calls job(0, argument) to job(job_count - 1, argument), each once, in any order and in any
/// threads, and returns when all of them have returned; what they wrote is then visible to the
/// caller.
typedef void (*r3d_run_jobs_fn)(int32_t job_count, r3d_job_fn job, void *argument, void *user);

/// Does a part of what is waiting and nobody else does. Returns whether there was anything.
/// @param index  Number of the calling thread, 0..thread_count - 1, each used by one thread at a time.
typedef bool (*r3d_help_fn)(int32_t index, int32_t thread_count, void *argument);

/// Takes note that idle threads may call help(index, thread_count, argument) again and again until
/// the next call of the run function begins, which must not return before the last of these calls
/// has. Returns at once. It may as well do nothing.
typedef void (*r3d_offer_help_fn)(r3d_help_fn help, void *argument, void *user);

#ifdef __cplusplus
}
#endif

#endif
