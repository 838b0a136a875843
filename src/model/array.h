/* SPDX-License-Identifier: MIT */
/* Arrays of 32-bit numbers that meshes share. An array with more than one user is read only; a mesh
 * that wants to change it takes its own copy first (r3d_priv_array_own). Counting users is atomic,
 * so copies of a mesh may be made and destroyed by several threads. */

#ifndef R3D_SRC_MODEL_ARRAY_H
#define R3D_SRC_MODEL_ARRAY_H

#include <stdatomic.h>
#include <stdbool.h>

#include <retro3d/base.h>

#include "../base/memory.h"

typedef struct r3d_priv_array {
    atomic_int users;
    int32_t count;
    int32_t data[];
} r3d_priv_array;

/* Makes an array with one user, its data not set; NULL without memory. */
r3d_priv_array *r3d_priv_array_create(const r3d_allocator *allocator, int32_t count);

/* Makes an array that holds a copy of `data`, or zeros if that is NULL. */
r3d_priv_array *r3d_priv_array_create_from(const r3d_allocator *allocator, const int32_t *data,
                                           int32_t count);

/* Adds a user and returns the array. NULL is accepted. */
r3d_priv_array *r3d_priv_array_share(r3d_priv_array *array);

/* Takes a user away; the last one frees the array. NULL is accepted. */
void r3d_priv_array_release(const r3d_allocator *allocator, r3d_priv_array *array);

/* Whether there is but one user. */
bool r3d_priv_array_is_own(const r3d_priv_array *array);

/* Makes *array one that has a single user, by copying it if need be. Returns false without memory;
 * *array is unchanged then. */
bool r3d_priv_array_own(const r3d_allocator *allocator, r3d_priv_array **array);

/* Exchanges *array for `other`, releasing what was there. */
void r3d_priv_array_replace(const r3d_allocator *allocator, r3d_priv_array **array,
                            r3d_priv_array *other);

#endif
