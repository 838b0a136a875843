/* SPDX-License-Identifier: MIT */
/* Counters of a picture. Regions are counted before they are painted, and only when somebody asks. */

#include "column_internal.h"

#include "../base/desc.h"

void r3d_column_counters_init_sized(r3d_column_counters *counters, uint32_t struct_size)
{
    R3D_PRIV_DESC_INIT(counters, struct_size);
}

static int32_t rows_of_band(const struct r3d_priv_column_region *region, int32_t x)
{
    return region->bottom[x] > region->top[x] ? region->bottom[x] - region->top[x] : 0;
}

int64_t r3d_priv_column_count_pixels(const struct r3d_priv_column_region *region, int32_t x0,
                                     int32_t x1)
{
    int64_t pixels = 0;
    for (int32_t x = x0; x < x1; x++) {
        pixels += rows_of_band(region, x);
    }
    return pixels;
}

/* A span begins in each row that the column before does not have. */
int32_t r3d_priv_column_count_spans(const struct r3d_priv_column_region *region, int32_t x0,
                                    int32_t x1)
{
    int32_t spans = 0;
    for (int32_t x = x0; x < x1; x++) {
        int32_t shared = 0;
        if (x > x0 && rows_of_band(region, x) > 0 && rows_of_band(region, x - 1) > 0) {
            const int32_t top =
                region->top[x] > region->top[x - 1] ? region->top[x] : region->top[x - 1];
            const int32_t bottom = region->bottom[x] < region->bottom[x - 1]
                                       ? region->bottom[x]
                                       : region->bottom[x - 1];
            shared = bottom > top ? bottom - top : 0;
        }
        spans += rows_of_band(region, x) - shared;
    }
    return spans;
}

void r3d_priv_column_count_plane(r3d_column_context *c, const struct r3d_priv_column_region *region,
                                 int32_t x0, int32_t x1, bool is_sky)
{
    const int64_t pixels = r3d_priv_column_count_pixels(region, x0, x1);
    *(is_sky ? &c->counters.sky_pixels : &c->counters.plane_pixels) += pixels;
    c->counters.plane_spans += r3d_priv_column_count_spans(region, x0, x1);
}

void r3d_priv_column_count_slices(r3d_column_context *c)
{
    for (int32_t x = c->begin; x < c->end; x++) {
        for (int32_t i = c->slice_head[x]; i >= 0; i = c->slices[i].next) {
            c->counters.slice_pixels += c->slices[i].bottom - c->slices[i].top;
        }
    }
}
