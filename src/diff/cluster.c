/* SPDX-License-Identifier: MIT */
// Clusters of mismatches: connected components under a Chebyshev distance of at most D, in one pass
// over the rows. Spec golden section 3.
//
// The mismatches of a row are joined into runs whose neighbours lie at most D apart. Two runs of
// rows at most D apart belong together iff their intervals come within D of each other: inside an
// interval no point is further than D from a mismatch, so nothing is lost by looking at intervals
// only. It is enough to remember the runs of the last D rows. A run that meets none of them starts
// a node, so the first pixels of all nodes lie more than D apart: there are at most ceil(width / (D
// + 1)) * ceil(height / (D + 1)) nodes, 4,225 with the default D.

#include <stdlib.h>
#include <string.h>

#include "diff_internal.h"

typedef struct node {
    r3d_diff_cluster cluster;
    uint32_t parent;
} node;

typedef struct link_run {
    int32_t x0;
    int32_t x1;
    uint32_t node;
} link_run;

typedef struct row_slot {
    int32_t y; // -1 when the slot is empty
    int32_t count;
} row_slot;

struct r3d_priv_clusterer {
    r3d_allocator allocator;
    int32_t distance;
    int32_t slot_count;    // D, or the height when that is smaller
    int32_t runs_per_slot; // no row has more runs: neighbours are at least D + 1 apart
    row_slot *slots;
    link_run *runs;
    node *nodes;
    size_t node_count;
    size_t node_capacity;
};

r3d_result r3d_priv_clusterer_create(int32_t width, int32_t height, int32_t link_distance,
                                     const r3d_allocator *allocator, r3d_priv_clusterer **out)
{
    *out = NULL;
    r3d_priv_clusterer *c = r3d_priv_diff_alloc(allocator, 1, sizeof *c);
    if (c == NULL) {
        return R3D_ERR_MEMORY;
    }
    memset(c, 0, sizeof *c);
    if (allocator != NULL) {
        c->allocator = *allocator;
    }
    c->distance = link_distance;
    // One more than the rows looked back at, so that the present row has a slot of its own.
    c->slot_count = (link_distance < height ? link_distance : height) + 1;
    c->runs_per_slot = width / (link_distance + 1) + 1;
    c->slots = r3d_priv_diff_alloc(allocator, (size_t)c->slot_count, sizeof *c->slots);
    c->runs = r3d_priv_diff_alloc(allocator, (size_t)c->slot_count * (size_t)c->runs_per_slot,
                                  sizeof *c->runs);
    if (c->slots == NULL || c->runs == NULL) {
        r3d_priv_clusterer_destroy(c);
        return R3D_ERR_MEMORY;
    }
    for (int32_t i = 0; i < c->slot_count; i++) {
        c->slots[i].y = -1;
        c->slots[i].count = 0;
    }
    *out = c;
    return R3D_OK;
}

void r3d_priv_clusterer_destroy(r3d_priv_clusterer *clusterer)
{
    if (clusterer == NULL) {
        return;
    }
    r3d_allocator allocator = clusterer->allocator;
    r3d_priv_diff_free(&allocator, clusterer->slots);
    r3d_priv_diff_free(&allocator, clusterer->runs);
    r3d_priv_diff_free(&allocator, clusterer->nodes);
    r3d_priv_diff_free(&allocator, clusterer);
}

static uint32_t find_root(r3d_priv_clusterer *c, uint32_t index)
{
    node *nodes = c->nodes;
    while (nodes[index].parent != index) {
        nodes[index].parent = nodes[nodes[index].parent].parent;
        index = nodes[index].parent;
    }
    return index;
}

// The older node stays the root: nodes are made in row-major order of their first pixels.
static uint32_t unite(r3d_priv_clusterer *c, uint32_t a, uint32_t b)
{
    uint32_t low = a < b ? a : b;
    uint32_t high = a < b ? b : a;
    c->nodes[high].parent = low;
    return low;
}

static r3d_result add_node(r3d_priv_clusterer *c, uint32_t *out_index)
{
    r3d_priv_growing array = {c->nodes, c->node_count, c->node_capacity};
    const r3d_result result = r3d_priv_diff_reserve(&c->allocator, &array, c->node_count + 1,
                                                    sizeof(node), R3D_DIFF_CLUSTERS_MAX);
    if (result != R3D_OK) {
        return result;
    }
    c->nodes = array.items;
    c->node_capacity = array.capacity;
    uint32_t index = (uint32_t)c->node_count++;
    memset(&c->nodes[index], 0, sizeof c->nodes[index]);
    c->nodes[index].parent = index;
    *out_index = index;
    return R3D_OK;
}

static void cluster_add(r3d_diff_cluster *to, const r3d_diff_cluster *from)
{
    to->count += from->count;
    to->delta_sum += from->delta_sum;
    to->max_delta = from->max_delta > to->max_delta ? from->max_delta : to->max_delta;
    to->x0 = from->x0 < to->x0 ? from->x0 : to->x0;
    to->y0 = from->y0 < to->y0 ? from->y0 : to->y0;
    to->x1 = from->x1 > to->x1 ? from->x1 : to->x1;
    to->y1 = from->y1 > to->y1 ? from->y1 : to->y1;
}

r3d_result r3d_priv_clusterer_row(r3d_priv_clusterer *c, int32_t y, const r3d_priv_run *runs,
                                  size_t run_count)
{
    enum { NO_NODE = -1 };
    int32_t own_slot = y % c->slot_count;
    link_run *own = c->runs + (size_t)own_slot * (size_t)c->runs_per_slot;
    c->slots[own_slot].y = y;
    c->slots[own_slot].count = (int32_t)run_count;
    for (size_t i = 0; i < run_count; i++) {
        own[i].x0 = runs[i].x0;
        own[i].x1 = runs[i].x1;
    }

    // Nodes of the present runs are collected first: -1 means "meets nothing yet".
    int64_t joined = NO_NODE;
    for (size_t i = 0; i < run_count; i++) {
        joined = NO_NODE;
        int32_t left = runs[i].x0 - c->distance;
        int32_t right = runs[i].x1 + c->distance;
        for (int32_t back = 1; back <= c->distance && back <= y; back++) {
            int32_t slot_index = (y - back) % c->slot_count;
            const row_slot *slot = &c->slots[slot_index];
            if (slot->y != y - back) {
                continue;
            }
            link_run *links = c->runs + (size_t)slot_index * (size_t)c->runs_per_slot;
            // Runs are sorted and at least D + 1 apart: halve down to the first one that reaches.
            int32_t low = 0;
            int32_t high = slot->count;
            while (low < high) {
                int32_t middle = low + (high - low) / 2;
                if (links[middle].x1 < left) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            for (; low < slot->count && links[low].x0 <= right; low++) {
                uint32_t root = find_root(c, links[low].node);
                links[low].node = root;
                if (joined == NO_NODE) {
                    joined = (int64_t)root;
                } else if ((uint32_t)joined != root) {
                    joined = (int64_t)unite(c, (uint32_t)joined, root);
                }
            }
        }
        uint32_t index;
        r3d_diff_cluster part;
        part.count = runs[i].count;
        part.delta_sum = runs[i].delta_sum;
        part.max_delta = runs[i].max_delta;
        part.x0 = runs[i].x0;
        part.x1 = runs[i].x1;
        part.y0 = y;
        part.y1 = y;
        part.first = runs[i].first;
        if (joined == NO_NODE) {
            r3d_result result = add_node(c, &index);
            if (result != R3D_OK) {
                return result;
            }
            c->nodes[index].cluster = part;
        } else {
            index = (uint32_t)joined;
            cluster_add(&c->nodes[index].cluster, &part);
        }
        own[i].node = index;
    }
    return R3D_OK;
}

uint32_t r3d_priv_clusterer_node(const r3d_priv_clusterer *c, int32_t y, size_t index)
{
    return c->runs[(size_t)(y % c->slot_count) * (size_t)c->runs_per_slot + index].node;
}

void r3d_priv_clusterer_first(r3d_priv_clusterer *c, uint32_t node_index, int32_t *out_x,
                              int32_t *out_y)
{
    const r3d_diff_pixel *first = &c->nodes[find_root(c, node_index)].cluster.first;
    *out_x = first->x;
    *out_y = first->y;
}

static int compare_clusters(const void *left, const void *right)
{
    const r3d_diff_cluster *a = left;
    const r3d_diff_cluster *b = right;
    if (a->count != b->count) {
        return a->count > b->count ? -1 : 1;
    }
    if (a->first.y != b->first.y) {
        return a->first.y < b->first.y ? -1 : 1;
    }
    if (a->first.x != b->first.x) {
        return a->first.x < b->first.x ? -1 : 1;
    }
    return 0;
}

r3d_result r3d_priv_clusterer_finish(r3d_priv_clusterer *c, r3d_diff_cluster **out_clusters,
                                     size_t *out_count)
{
    size_t count = 0;
    *out_clusters = NULL;
    *out_count = 0;
    for (uint32_t i = 0; i < c->node_count; i++) {
        uint32_t root = find_root(c, i);
        if (root == i) {
            count++;
        } else {
            cluster_add(&c->nodes[root].cluster, &c->nodes[i].cluster);
        }
    }
    if (count == 0) {
        return R3D_OK;
    }
    r3d_diff_cluster *clusters = r3d_priv_diff_alloc(&c->allocator, count, sizeof *clusters);
    if (clusters == NULL) {
        return R3D_ERR_MEMORY;
    }
    size_t next = 0;
    for (uint32_t i = 0; i < c->node_count; i++) {
        if (c->nodes[i].parent == i) {
            clusters[next++] = c->nodes[i].cluster;
        }
    }
    qsort(clusters, count, sizeof *clusters, compare_clusters);
    *out_clusters = clusters;
    *out_count = count;
    return R3D_OK;
}
