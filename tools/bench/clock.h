/* SPDX-License-Identifier: MIT */
/* Two clocks: the time this thread computed, which a busy machine disturbs least, and the wall's.
 */

#ifndef R3D_TOOLS_BENCH_CLOCK_H
#define R3D_TOOLS_BENCH_CLOCK_H

#include <stdint.h>

/* Nanoseconds. */
int64_t bench_thread_ns(void);
int64_t bench_wall_ns(void);

#endif
