/* SPDX-License-Identifier: MIT */
// Owners per cluster. The mismatches are clustered a second time, now remembering the runs: a pixel
// belongs to the cluster of its run.

#include <stdlib.h>
#include <string.h>

#include "diff_internal.h"

typedef struct kept_run {
    int32_t y;
    int32_t x0;
    int32_t x1;
    uint32_t node;
} kept_run;

typedef struct work {
    const r3d_diff_result *result;
    const r3d_allocator *allocator;
    r3d_priv_clusterer *clusterer;
    uint32_t *scratch;
    uint8_t *mask;
    uint8_t *classes;
    r3d_priv_run *row_runs;
    r3d_priv_growing runs; // of kept_run
} work;

static bool counts(uint8_t class)
{
    return class == R3D_PRIV_PIXEL_MISMATCH || class == R3D_PRIV_PIXEL_ONLY_EXPECTED ||
           class == R3D_PRIV_PIXEL_ONLY_ACTUAL;
}

static size_t find_runs(work *w, int32_t y)
{
    size_t count = 0;
    for (int32_t x = 0; x < w->result->width; x++) {
        if (!counts(w->classes[x])) {
            continue;
        }
        if (count == 0 || x - w->row_runs[count - 1].x1 > w->result->link_distance) {
            r3d_priv_run *run = &w->row_runs[count++];
            memset(run, 0, sizeof *run);
            run->x0 = x;
            run->first.x = x;
            run->first.y = y;
        }
        w->row_runs[count - 1].x1 = x;
        w->row_runs[count - 1].count++;
    }
    return count;
}

static r3d_result keep_runs(work *w, int32_t y, size_t count)
{
    const r3d_result result = r3d_priv_diff_reserve(w->allocator, &w->runs, w->runs.count + count,
                                                    sizeof(kept_run), R3D_PRIV_ANY_COUNT);
    if (result != R3D_OK) {
        return result;
    }
    for (size_t i = 0; i < count; i++) {
        kept_run *run = (kept_run *)w->runs.items + w->runs.count++;
        run->y = y;
        run->x0 = w->row_runs[i].x0;
        run->x1 = w->row_runs[i].x1;
        run->node = r3d_priv_clusterer_node(w->clusterer, y, i);
    }
    return R3D_OK;
}

// Index of the cluster with this first pixel among those that are counted, or -1.
static int cluster_of(const r3d_diff_result *r, int32_t x, int32_t y)
{
    for (size_t i = 0; i < r->cluster_count && i < R3D_DIFF_OWNER_CLUSTERS; i++) {
        if (r->clusters[i].first.x == x && r->clusters[i].first.y == y) {
            return (int)i;
        }
    }
    return -1;
}

static void count_owner(r3d_diff_cluster_owners *c, uint32_t owner)
{
    for (int32_t i = 0; i < c->owner_count; i++) {
        if (c->owners[i].owner == owner) {
            c->owners[i].count++;
            return;
        }
    }
    if (c->owner_count == R3D_DIFF_OWNERS_A_CLUSTER) {
        c->others++;
        return;
    }
    c->owners[c->owner_count].owner = owner;
    c->owners[c->owner_count++].count = 1;
}

static int compare_owners(const void *left, const void *right)
{
    const r3d_diff_owner_count *a = left;
    const r3d_diff_owner_count *b = right;
    if (a->count != b->count) {
        return a->count > b->count ? -1 : 1;
    }
    return a->owner < b->owner ? -1 : a->owner > b->owner ? 1 : 0;
}

static r3d_result count_runs(work *w, const r3d_picture_view *expected,
                             const r3d_picture_view *actual, const uint32_t *owner,
                             int32_t stride_px, const r3d_picture_view *expected_owner,
                             r3d_diff_owners *out)
{
    int32_t y = -1;
    for (size_t i = 0; i < w->runs.count; i++) {
        const kept_run *run = (const kept_run *)w->runs.items + i;
        if (run->y != y) {
            y = run->y;
            r3d_priv_classify_row(w->result, expected, actual, y, w->scratch, w->mask, w->classes);
        }
        int32_t first_x;
        int32_t first_y;
        r3d_priv_clusterer_first(w->clusterer, run->node, &first_x, &first_y);
        int cluster = cluster_of(w->result, first_x, first_y);
        for (int32_t x = run->x0; x <= run->x1; x++) {
            if (!counts(w->classes[x]) || x >= actual->width || y >= actual->height) {
                continue;
            }
            uint32_t id = owner[(ptrdiff_t)y * stride_px + x];
            if (cluster >= 0) {
                count_owner(&out->clusters[cluster], id);
            }
            if (expected_owner != NULL && x < expected_owner->width && y < expected_owner->height) {
                bool same =
                    r3d_priv_diff_pixel_argb(expected_owner, R3D_PRIV_RULE_RGBA, x, y) == id;
                out->kept += same ? 1 : 0;
                out->moved += same ? 0 : 1;
            }
        }
    }
    return R3D_OK;
}

static r3d_result run_work(work *w, const r3d_picture_view *expected,
                           const r3d_picture_view *actual)
{
    const r3d_diff_result *r = w->result;
    size_t width = (size_t)r->width;
    w->scratch = r3d_priv_diff_alloc(w->allocator, width, 2 * sizeof *w->scratch);
    w->mask = r3d_priv_diff_alloc(w->allocator, width, 1);
    w->classes = r3d_priv_diff_alloc(w->allocator, width, 1);
    w->row_runs = r3d_priv_diff_alloc(w->allocator, width / ((size_t)r->link_distance + 1) + 1,
                                      sizeof *w->row_runs);
    if (w->scratch == NULL || w->mask == NULL || w->classes == NULL || w->row_runs == NULL) {
        return R3D_ERR_MEMORY;
    }
    r3d_result status = r3d_priv_clusterer_create(r->width, r->height, r->link_distance,
                                                  w->allocator, &w->clusterer);
    for (int32_t y = 0; y < r->height && status == R3D_OK; y++) {
        r3d_priv_classify_row(r, expected, actual, y, w->scratch, w->mask, w->classes);
        size_t count = find_runs(w, y);
        if (count != 0) {
            status = r3d_priv_clusterer_row(w->clusterer, y, w->row_runs, count);
            if (status == R3D_OK) {
                status = keep_runs(w, y, count);
            }
        }
    }
    return status;
}

r3d_result r3d_diff_count_owners(const r3d_diff_result *result, const r3d_picture_view *expected,
                                 const r3d_picture_view *actual, const uint32_t *owner,
                                 int32_t stride_px, const r3d_picture_view *expected_owner,
                                 const r3d_allocator *allocator, r3d_diff_owners *out_owners)
{
    if (out_owners == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    memset(out_owners, 0, sizeof *out_owners);
    if (expected == NULL || actual == NULL || owner == NULL || r3d_priv_hooks_are_half(allocator) ||
        !r3d_priv_render_views_fit(result, expected, actual)) {
        return R3D_ERR_ARGUMENT;
    }
    work w;
    memset(&w, 0, sizeof w);
    w.result = result;
    w.allocator = allocator;
    r3d_result status = run_work(&w, expected, actual);
    if (status == R3D_OK) {
        status = count_runs(&w, expected, actual, owner, stride_px != 0 ? stride_px : actual->width,
                            expected_owner, out_owners);
    }
    for (int i = 0; i < R3D_DIFF_OWNER_CLUSTERS && status == R3D_OK; i++) {
        r3d_diff_cluster_owners *c = &out_owners->clusters[i];
        qsort(c->owners, (size_t)c->owner_count, sizeof c->owners[0], compare_owners);
    }
    r3d_priv_clusterer_destroy(w.clusterer);
    r3d_priv_diff_free(allocator, w.scratch);
    r3d_priv_diff_free(allocator, w.mask);
    r3d_priv_diff_free(allocator, w.classes);
    r3d_priv_diff_free(allocator, w.row_runs);
    r3d_priv_diff_free(allocator, w.runs.items);
    return status;
}
