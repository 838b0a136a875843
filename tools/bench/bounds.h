/* SPDX-License-Identifier: MIT */
/* What the memory system allows: loops that do the memory accesses of a fill and nothing else, with
 * the widest stores of the machine. They sweep over the whole frame again and again. */

#ifndef R3D_TOOLS_BENCH_BOUNDS_H
#define R3D_TOOLS_BENCH_BOUNDS_H

#include <stddef.h>
#include <stdint.h>

typedef enum bench_bound {
    R3D_BOUND_NONE,
    R3D_BOUND_STORE,   /* 64-byte stores */
    R3D_BOUND_MODIFY,  /* 64-byte loads and stores */
    R3D_BOUND_PALETTE, /* 4 pixels for each random read from 256 KiB */
    R3D_BOUND_TEXELS   /* 1 pixel for each random read from 64 KiB */
} bench_bound;

/* Draws `count` pixels, rounded down to 64, into the frame of `frame_count` elements, which is
 * aligned to 64 bytes. `table` has 65536 entries. */
void bench_run_bound(bench_bound bound, uint32_t *frame, size_t frame_count, size_t count,
                     const uint32_t *table);

#endif
