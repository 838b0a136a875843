/* SPDX-License-Identifier: MIT */

#include "threads.h"

#include <stdlib.h>

#ifdef R3D_PROGRAM_HAS_THREADS

#include <retro3d/bands.h>
#include <retro3d/threads.h>

enum { BANDS_A_THREAD = 4 };

struct bench_pool {
    r3d_pool *pool;
    r3d_bands *bands;
    int32_t band_count;
};

bench_pool *bench_pool_create(int32_t thread_count, int32_t triangle_capacity)
{
    bench_pool *pool = calloc(1, sizeof *pool);
    if (pool == NULL) {
        return NULL;
    }
    if (r3d_pool_create(NULL, thread_count, &pool->pool) != R3D_OK ||
        r3d_bands_create(NULL, triangle_capacity, &pool->bands) != R3D_OK) {
        bench_pool_destroy(pool);
        return NULL;
    }
    pool->band_count = thread_count * BANDS_A_THREAD;
    if (pool->band_count > R3D_BANDS_MAX) {
        pool->band_count = R3D_BANDS_MAX;
    }
    return pool;
}

void bench_pool_destroy(bench_pool *pool)
{
    if (pool != NULL) {
        r3d_bands_destroy(pool->bands);
        r3d_pool_destroy(pool->pool);
        free(pool);
    }
}

void bench_pool_keep(bench_pool *pool, const r3d_raster *raster, bool clears, bench_draw_call draw,
                     void *user)
{
    r3d_raster keeper;
    r3d_bands_desc desc;
    r3d_bands_desc_init(&desc);
    desc.band_count = pool->band_count;
    desc.run = r3d_pool_run;
    desc.offer = r3d_pool_offer;
    desc.user = pool->pool;
    if (r3d_bands_begin_with(pool->bands, raster, &desc, &keeper) == R3D_OK) {
        if (clears) {
            (void)r3d_bands_clear(pool->bands, &keeper, 0);
        }
        draw(user, &keeper);
        (void)r3d_bands_end(pool->bands);
    }
}

void bench_pool_run(bench_pool *pool, int32_t count, bench_job job, void *user)
{
    r3d_pool_run(count, job, user, pool->pool);
}

#else

bench_pool *bench_pool_create(int32_t thread_count, int32_t triangle_capacity)
{
    (void)thread_count;
    (void)triangle_capacity;
    return NULL;
}

void bench_pool_destroy(bench_pool *pool)
{
    (void)pool;
}

void bench_pool_keep(bench_pool *pool, const r3d_raster *raster, bool clears, bench_draw_call draw,
                     void *user)
{
    (void)pool;
    if (clears) {
        r3d_surface_clear(raster->surface, 0);
    }
    draw(user, raster);
}

void bench_pool_run(bench_pool *pool, int32_t count, bench_job job, void *user)
{
    (void)pool;
    (void)count;
    (void)job;
    (void)user;
}

#endif

typedef struct draw_call {
    const bench_class *class;
    const bench_assets *assets;
    const bench_triangle *triangles;
    int32_t count;
} draw_call;

static void draw_triangles(void *user, const r3d_raster *raster)
{
    const draw_call *call = user;
    bench_draw(call->class, call->assets, raster, call->triangles, call->count);
}

void bench_pool_draw(bench_pool *pool, const bench_class *class, const bench_assets *assets,
                     const r3d_raster *raster, const bench_triangle *triangles, int32_t count)
{
    draw_call call = {class, assets, triangles, count};
    bench_pool_keep(pool, raster, false, draw_triangles, &call);
}
