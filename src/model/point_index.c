/* SPDX-License-Identifier: MIT */
#include "point_index.h"

#include <string.h>

bool r3d_priv_point_index_init(r3d_priv_point_index *index, const r3d_allocator *allocator,
                               int32_t capacity)
{
    /* At least twice as many slots as points keeps the searches short. */
    uint32_t slot_count = 16;
    while (slot_count < (uint32_t)capacity * 2u) {
        slot_count *= 2u;
    }
    index->count = 0;
    index->mask = slot_count - 1u;
    index->points = r3d_priv_alloc(allocator, (size_t)capacity + 1u, sizeof *index->points);
    index->slots = r3d_priv_alloc(allocator, slot_count, sizeof *index->slots);
    if (index->points == NULL || index->slots == NULL) {
        r3d_priv_point_index_free(index, allocator);
        return false;
    }
    memset(index->slots, 0, slot_count * sizeof *index->slots);
    return true;
}

void r3d_priv_point_index_free(r3d_priv_point_index *index, const r3d_allocator *allocator)
{
    r3d_priv_release(allocator, index->points);
    r3d_priv_release(allocator, index->slots);
    index->points = NULL;
    index->slots = NULL;
}

/* Mixes all bits of the three coordinates into the low ones (odd multipliers, high halves folded
 * in). */
static uint32_t hash(const r3d_vec3i *point)
{
    uint32_t h = (uint32_t)point->x * 0x9E3779B1u;
    h = (h ^ h >> 15) + (uint32_t)point->y;
    h *= 0x85EBCA77u;
    h = (h ^ h >> 13) + (uint32_t)point->z;
    h *= 0xC2B2AE3Du;
    return h ^ h >> 16;
}

/* The slot that holds a point, or the free one where it belongs. */
static uint32_t slot_of(const r3d_priv_point_index *index, const r3d_vec3i *point)
{
    uint32_t slot = hash(point) & index->mask;
    while (index->slots[slot] != 0) {
        const r3d_vec3i *known = &index->points[index->slots[slot] - 1];
        if (known->x == point->x && known->y == point->y && known->z == point->z) {
            break;
        }
        slot = (slot + 1u) & index->mask;
    }
    return slot;
}

int32_t r3d_priv_point_index_find(const r3d_priv_point_index *index, const r3d_vec3i *point)
{
    return index->slots[slot_of(index, point)] - 1;
}

int32_t r3d_priv_point_index_add(r3d_priv_point_index *index, const r3d_vec3i *point)
{
    uint32_t slot = slot_of(index, point);
    if (index->slots[slot] == 0) {
        index->points[index->count] = *point;
        index->slots[slot] = ++index->count;
    }
    return index->slots[slot] - 1;
}
