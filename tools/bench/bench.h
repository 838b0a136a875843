/* SPDX-License-Identifier: MIT */
/* What is measured, and how. */

#ifndef R3D_TOOLS_BENCH_BENCH_H
#define R3D_TOOLS_BENCH_BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include <retro3d/isa.h>

#include "result.h"
#include "threads.h"
#include "work.h"

enum { SCRIPTS_MAX = 64 };

typedef struct frame_size {
    int32_t width;
    int32_t height;
} frame_size;

typedef struct bench {
    int32_t rounds;
    r3d_isa isas[R3D_ISA_COUNT];
    int32_t isa_count;
    const bench_class *only_class;
    frame_size only_size; /* width 0: all */
    int32_t only_area;
    int32_t frames;
    const char *csv;
    const char *scripts[SCRIPTS_MAX];
    int32_t script_count;
    bool shows_progress;
    int32_t threads; /* 0 or 1: no pool */
    bench_pool *pool;
    bench_assets *assets;
    bench_results results;
    bench_results previous;
    bool has_previous;
} bench;

/* Measures scripts. Returns an exit code. */
int bench_run_scripts(bench *b);

#endif
