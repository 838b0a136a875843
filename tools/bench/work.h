/* SPDX-License-Identifier: MIT */
/* The work that is measured: classes of fills, and seeded triangles of a size. */

#ifndef R3D_TOOLS_BENCH_WORK_H
#define R3D_TOOLS_BENCH_WORK_H

#include <stdbool.h>

#include <retro3d/raster.h>

#include "bounds.h"

typedef enum bench_fill { R3D_BENCH_FLAT, R3D_BENCH_GOURAUD, R3D_BENCH_TEXTURED } bench_fill;

typedef struct bench_class {
    const char *name; /* in tables, in CSV files and on the command line */
    bench_fill fill;
    int32_t translucency;
    bool smooth;
    bool masked;
    bench_bound bound;
    /* Bars for triangles of 10,000 pixels and more into 512x334 and for those of 100; 0: none.
     * Source: spec performance section 2. */
    double bar_share;
    double bar_ratio;
    double bar_ratio_small;
    double bar_ratio_sse2;
} bench_class;

extern const bench_class bench_classes[];
extern const int bench_class_count;

typedef struct bench_triangle {
    int32_t x[3];
    int32_t y[3];
    int32_t hsl16[3];
    int32_t shade[3];
    uint32_t rgb;
    r3d_texture_plane plane;
} bench_triangle;

/* What all classes share. */
typedef struct bench_assets {
    r3d_palette palette;
    uint32_t texels[2][R3D_TEXELS_HIGH_COUNT]; /* full, with holes */
} bench_assets;

void bench_make_assets(bench_assets *assets);

/* How many triangles of an area a case has: a million pixels' worth, 24 to 20,000. */
int32_t bench_triangle_count(int32_t area);

/* Fills `triangles` with triangles of about `area` pixels, any rotation, height by width 0.7 to 1.3
 * of a regular one, wholly inside width x height. Returns the pixels they cover together. Returns
 * -1 if such a triangle does not fit. */
int64_t bench_make_triangles(bench_triangle *triangles, int32_t count, int32_t area, int32_t width,
                             int32_t height);

/* Sets the raster's members for a class. */
void bench_begin_class(const bench_class *class, r3d_raster *raster);

void bench_draw(const bench_class *class, const bench_assets *assets, const r3d_raster *raster,
                const bench_triangle *triangles, int32_t count);

#endif
