/* SPDX-License-Identifier: MIT */

#define _POSIX_C_SOURCE 200809L

#include "clock.h"

#include <time.h>

#if defined(CLOCK_THREAD_CPUTIME_ID) && defined(CLOCK_MONOTONIC)

static int64_t read_clock(clockid_t clock)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t bench_thread_ns(void)
{
    return read_clock(CLOCK_THREAD_CPUTIME_ID);
}

int64_t bench_wall_ns(void)
{
    return read_clock(CLOCK_MONOTONIC);
}

#else

int64_t bench_wall_ns(void)
{
    struct timespec now = {0, 0};
    (void)timespec_get(&now, TIME_UTC);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t bench_thread_ns(void)
{
    return bench_wall_ns();
}

#endif
