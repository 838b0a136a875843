/* SPDX-License-Identifier: MIT */
/* The borders of sectors as edges between points, and how many leave and arrive at each. */

#include "inspect_internal.h"

#include <stdlib.h>
#include <string.h>

/* ---- points ---- */

struct placed {
    double x;
    double y;
    int32_t vertex;
};

static int compare_placed(const void *left, const void *right)
{
    const struct placed *a = left;
    const struct placed *b = right;
    if (a->x != b->x) {
        return a->x < b->x ? -1 : 1;
    }
    if (a->y != b->y) {
        return a->y < b->y ? -1 : 1;
    }
    return a->vertex < b->vertex ? -1 : a->vertex > b->vertex;
}

static r3d_result make_points(struct r3d_priv_column_inspection *in)
{
    const r3d_column_level_desc *d = &in->level->desc;
    const r3d_allocator *allocator = &in->level->allocator;
    const size_t count = (size_t)d->vertex_count;
    struct placed *order = r3d_priv_alloc(allocator, count, sizeof *order);
    in->point_of = r3d_priv_alloc(allocator, count, sizeof *in->point_of);
    if (order == NULL || in->point_of == NULL) {
        r3d_priv_release(allocator, order);
        return R3D_ERR_MEMORY;
    }
    for (size_t i = 0; i < count; i++) {
        order[i].x = d->vertices[i].x;
        order[i].y = d->vertices[i].y;
        order[i].vertex = (int32_t)i;
    }
    qsort(order, count, sizeof *order, compare_placed);
    for (size_t i = 0, first = 0; i < count; i++) {
        if (order[i].x != order[first].x || order[i].y != order[first].y) {
            first = i;
        }
        in->point_of[order[i].vertex] = order[first].vertex;
    }
    r3d_priv_release(allocator, order);
    return R3D_OK;
}

/* ---- edges ---- */

static int compare_edges(const void *left, const void *right)
{
    const struct r3d_priv_column_edge *a = left;
    const struct r3d_priv_column_edge *b = right;
    const int32_t pairs[4][2] = {
        {a->sector, b->sector}, {a->from, b->from}, {a->wall, b->wall}, {a->side, b->side}};
    for (int i = 0; i < 4; i++) {
        if (pairs[i][0] != pairs[i][1]) {
            return pairs[i][0] < pairs[i][1] ? -1 : 1;
        }
    }
    return 0;
}

/* Walls within one sector are no border of it. */
static r3d_result make_edges(struct r3d_priv_column_inspection *in)
{
    const r3d_column_level_desc *d = &in->level->desc;
    const r3d_allocator *allocator = &in->level->allocator;
    const size_t sides = 2 * (size_t)d->wall_count;
    in->edges = r3d_priv_alloc(allocator, sides, sizeof *in->edges);
    in->edge_of_side = r3d_priv_alloc(allocator, sides, sizeof *in->edge_of_side);
    in->told = r3d_priv_alloc_zeroed(allocator, (size_t)d->wall_count, 1);
    if (in->edges == NULL || in->edge_of_side == NULL || in->told == NULL) {
        return R3D_ERR_MEMORY;
    }
    for (int32_t i = 0; i < d->wall_count; i++) {
        const r3d_column_level_wall *wall = &d->walls[i];
        in->edge_of_side[2 * i] = -1;
        in->edge_of_side[2 * i + 1] = -1;
        if (in->level->wall_state[i] != R3D_PRIV_COLUMN_WALL_NORMAL ||
            wall->front.sector == wall->back.sector) {
            continue;
        }
        const int32_t ends[2] = {in->point_of[wall->a], in->point_of[wall->b]};
        for (int32_t side = 0; side < 2; side++) {
            const int32_t sector = side == 0 ? wall->front.sector : wall->back.sector;
            if (sector >= 0) {
                const struct r3d_priv_column_edge edge = {sector, ends[side], ends[1 - side], i,
                                                          side};
                in->edges[in->edge_count++] = edge;
            }
        }
    }
    qsort(in->edges, (size_t)in->edge_count, sizeof *in->edges, compare_edges);
    for (int32_t i = 0; i < in->edge_count; i++) {
        in->edge_of_side[2 * in->edges[i].wall + in->edges[i].side] = i;
    }
    return R3D_OK;
}

/* ---- balances ---- */

static int compare_balances(const void *left, const void *right)
{
    const struct r3d_priv_column_balance *a = left;
    const struct r3d_priv_column_balance *b = right;
    if (a->sector != b->sector) {
        return a->sector < b->sector ? -1 : 1;
    }
    return a->point < b->point ? -1 : a->point > b->point;
}

int32_t r3d_priv_column_find_balance(const struct r3d_priv_column_inspection *in, int32_t sector,
                                     int32_t point)
{
    int32_t low = 0;
    int32_t high = in->balance_count - 1;
    while (low <= high) {
        const int32_t middle = low + (high - low) / 2;
        const struct r3d_priv_column_balance *b = &in->balances[middle];
        if (b->sector == sector && b->point == point) {
            return middle;
        }
        if (b->sector < sector || (b->sector == sector && b->point < point)) {
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    return -1;
}

int32_t r3d_priv_column_component(struct r3d_priv_column_inspection *in, int32_t balance)
{
    int32_t root = balance;
    while (in->balances[root].parent != root) {
        root = in->balances[root].parent;
    }
    while (in->balances[balance].parent != root) { /* shorter next time */
        const int32_t next = in->balances[balance].parent;
        in->balances[balance].parent = root;
        balance = next;
    }
    return root;
}

static r3d_result make_balances(struct r3d_priv_column_inspection *in)
{
    const size_t count = 2 * (size_t)in->edge_count;
    struct r3d_priv_column_balance *b = r3d_priv_alloc(&in->level->allocator, count + 1, sizeof *b);
    if (b == NULL) {
        return R3D_ERR_MEMORY;
    }
    in->balances = b;
    for (int32_t i = 0; i < in->edge_count; i++) {
        const struct r3d_priv_column_edge *edge = &in->edges[i];
        const struct r3d_priv_column_balance ends[2] = {{edge->sector, edge->from, 1, 0, false},
                                                        {edge->sector, edge->to, -1, 0, false}};
        b[2 * i] = ends[0];
        b[2 * i + 1] = ends[1];
    }
    qsort(b, count, sizeof *b, compare_balances);
    for (size_t i = 0; i < count; i++) {
        const int32_t last = in->balance_count - 1;
        if (last >= 0 && compare_balances(&b[last], &b[i]) == 0) {
            b[last].value += b[i].value;
        } else {
            b[in->balance_count++] = b[i];
        }
    }
    for (int32_t i = 0; i < in->balance_count; i++) {
        b[i].parent = i;
        b[i].was_open = b[i].value != 0;
    }
    for (int32_t i = 0; i < in->edge_count; i++) {
        const struct r3d_priv_column_edge *edge = &in->edges[i];
        const int32_t from = r3d_priv_column_component(
            in, r3d_priv_column_find_balance(in, edge->sector, edge->from));
        const int32_t to =
            r3d_priv_column_component(in, r3d_priv_column_find_balance(in, edge->sector, edge->to));
        b[to].parent = from;
        b[from].was_open = b[from].was_open || b[to].was_open;
    }
    return R3D_OK;
}

r3d_result r3d_priv_column_make_borders(struct r3d_priv_column_inspection *in)
{
    r3d_result result = make_points(in);
    if (result == R3D_OK) {
        result = make_edges(in);
    }
    return result == R3D_OK ? make_balances(in) : result;
}
