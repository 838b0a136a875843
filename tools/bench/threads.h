/* SPDX-License-Identifier: MIT */
/* Drawing in bands by a worker pool, where the build has retro3d::threads. */

#ifndef R3D_TOOLS_BENCH_THREADS_H
#define R3D_TOOLS_BENCH_THREADS_H

#include "work.h"

typedef struct bench_pool bench_pool;

/* Returns NULL if there are no threads or no memory. */
bench_pool *bench_pool_create(int32_t thread_count, int32_t triangle_capacity);
void bench_pool_destroy(bench_pool *pool);

/* Calls `draw` once with a raster that keeps, while the pool draws in four bands a thread;
 * `clears`: after clearing the surface. */
typedef void (*bench_draw_call)(void *user, const r3d_raster *raster);
void bench_pool_keep(bench_pool *pool, const r3d_raster *raster, bool clears, bench_draw_call draw,
                     void *user);

/* Runs jobs 0..count - 1 on the threads of the pool. */
typedef void (*bench_job)(int32_t number, void *user);
void bench_pool_run(bench_pool *pool, int32_t count, bench_job job, void *user);

/* bench_draw, in four bands a thread. */
void bench_pool_draw(bench_pool *pool, const bench_class *class, const bench_assets *assets,
                     const r3d_raster *raster, const bench_triangle *triangles, int32_t count);

#endif
