/* SPDX-License-Identifier: MIT */
/* Drawing in bands by a worker pool, where the build has retro3d::threads. */

#ifndef R3D_TOOLS_BENCH_THREADS_H
#define R3D_TOOLS_BENCH_THREADS_H

#include "work.h"

typedef struct r3d_bench_pool r3d_bench_pool;

/* Returns NULL if there are no threads or no memory. */
r3d_bench_pool *r3d_bench_pool_create(int32_t thread_count, int32_t triangle_capacity);
void r3d_bench_pool_destroy(r3d_bench_pool *pool);

/* Calls `draw` once with a raster that records, while the pool draws in four bands a thread;
 * `clears`: after clearing the surface. */
typedef void (*r3d_bench_draw_call)(void *user, const r3d_raster *raster);
void r3d_bench_pool_record(r3d_bench_pool *pool, const r3d_raster *raster, bool clears,
                           r3d_bench_draw_call draw, void *user);

/* Runs jobs 0..count - 1 on the threads of the pool. */
typedef void (*r3d_bench_job)(int32_t number, void *user);
void r3d_bench_pool_run(r3d_bench_pool *pool, int32_t count, r3d_bench_job job, void *user);

/* r3d_bench_draw, in four bands a thread. */
void r3d_bench_pool_draw(r3d_bench_pool *pool, const r3d_bench_class *class,
                         const r3d_bench_assets *assets, const r3d_raster *raster,
                         const r3d_bench_triangle *triangles, int32_t count);

#endif
