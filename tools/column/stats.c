/* SPDX-License-Identifier: MIT */

#include "stats.h"

#include <stdio.h>

void column_sums_add(column_sums *sums, const r3d_column_stats *stats,
                     const r3d_column_counters *counters)
{
    sums->frames++;
    sums->nodes += stats->nodes_visited;
    sums->leaves += stats->leaves_visited;
    sums->pieces_tried += stats->walls_tried;
    sums->pieces_drawn += stats->walls_drawn;
    sums->columns_left += stats->columns_left;
    sums->slices += stats->slices_used;
    sums->wall_columns += counters->wall_columns;
    sums->wall_pixels += counters->wall_pixels;
    sums->plane_spans += counters->plane_spans;
    sums->plane_pixels += counters->plane_pixels;
    sums->sky_pixels += counters->sky_pixels;
    sums->slice_pixels += counters->slice_pixels;
}

void column_sums_print(const char *name, const column_sums *sums)
{
    const struct {
        const char *name;
        int64_t value;
    } items[] = {{"nodes", sums->nodes},
                 {"leaves", sums->leaves},
                 {"wall pieces", sums->pieces_tried},
                 {"drawn", sums->pieces_drawn},
                 {"wall columns", sums->wall_columns},
                 {"wall pixels", sums->wall_pixels},
                 {"plane spans", sums->plane_spans},
                 {"plane pixels", sums->plane_pixels},
                 {"sky pixels", sums->sky_pixels},
                 {"slices", sums->slices},
                 {"slice pixels", sums->slice_pixels},
                 {"open columns", sums->columns_left}};
    printf("%s:", name);
    for (size_t i = 0; i < sizeof items / sizeof items[0] && sums->frames > 0; i++) {
        if (items[i].value % sums->frames == 0) {
            printf(" %s %lld,", items[i].name, (long long)(items[i].value / sums->frames));
        } else {
            printf(" %s %.1f,", items[i].name, (double)items[i].value / (double)sums->frames);
        }
    }
    const int64_t once = sums->wall_pixels + sums->plane_pixels + sums->sky_pixels;
    printf(" overdraw %.3f\n",
           once == 0 ? 1.0 : (double)(once + sums->slice_pixels) / (double)once);
}
