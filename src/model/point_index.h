/* SPDX-License-Identifier: MIT */
/* Numbers the different points among many, in order of first appearance. */

#ifndef R3D_SRC_MODEL_POINT_INDEX_H
#define R3D_SRC_MODEL_POINT_INDEX_H

#include "array.h"

typedef struct r3d_priv_point_index {
    int32_t count;     /* points known so far */
    r3d_vec3i *points; /* the points by number */
    int32_t *slots;    /* hash table of numbers + 1; 0 is a free slot */
    uint32_t mask;     /* number of slots - 1 */
} r3d_priv_point_index;

/* Prepares for at most `capacity` different points. Returns false without memory. */
bool r3d_priv_point_index_init(r3d_priv_point_index *index, const r3d_allocator *allocator,
                               int32_t capacity);

void r3d_priv_point_index_free(r3d_priv_point_index *index, const r3d_allocator *allocator);

/* The number of a point, -1 if it is not known. */
int32_t r3d_priv_point_index_find(const r3d_priv_point_index *index, const r3d_vec3i *point);

/* The number of a point, which becomes known. */
int32_t r3d_priv_point_index_add(r3d_priv_point_index *index, const r3d_vec3i *point);

#endif
