/* SPDX-License-Identifier: MIT */
/* The frame of one model, its lighting, vertices alone, and icons, each with its bar.
 * Source: spec performance section 2. */

#ifndef R3D_TOOLS_BENCH_BALL_H
#define R3D_TOOLS_BENCH_BALL_H

#include <stdbool.h>
#include <stdint.h>

#include "result.h"

/* `icons` is the script whose icons are drawn, or NULL; `threads` 2 or more draws the frame in
 * bands, too. Returns an exit code. */
int bench_ball(int32_t rounds, const char *icons, int32_t threads, bench_log *log);

#endif
