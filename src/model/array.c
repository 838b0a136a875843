/* SPDX-License-Identifier: MIT */
#include "array.h"

#include <string.h>

r3d_priv_array *r3d_priv_array_create(const r3d_allocator *allocator, int32_t count)
{
    /* At most 3 * 2^20 elements of 4 bytes (r3d_mesh_limits): the size fits in 32 bits. */
    r3d_priv_array *array =
        r3d_priv_alloc(allocator, sizeof *array + (size_t)count * sizeof(int32_t), 1);
    if (array != NULL) {
        atomic_init(&array->users, 1);
        array->count = count;
    }
    return array;
}

r3d_priv_array *r3d_priv_array_create_from(const r3d_allocator *allocator, const int32_t *data,
                                           int32_t count)
{
    r3d_priv_array *array = r3d_priv_array_create(allocator, count);
    if (array != NULL && count > 0) {
        if (data != NULL) {
            memcpy(array->data, data, (size_t)count * sizeof *data);
        } else {
            memset(array->data, 0, (size_t)count * sizeof *data);
        }
    }
    return array;
}

r3d_priv_array *r3d_priv_array_share(r3d_priv_array *array)
{
    if (array != NULL) {
        atomic_fetch_add_explicit(&array->users, 1, memory_order_relaxed);
    }
    return array;
}

void r3d_priv_array_release(const r3d_allocator *allocator, r3d_priv_array *array)
{
    if (array != NULL && atomic_fetch_sub_explicit(&array->users, 1, memory_order_acq_rel) == 1) {
        r3d_priv_release(allocator, array);
    }
}

bool r3d_priv_array_is_own(const r3d_priv_array *array)
{
    return atomic_load_explicit(&array->users, memory_order_acquire) == 1;
}

bool r3d_priv_array_own(const r3d_allocator *allocator, r3d_priv_array **array)
{
    if (r3d_priv_array_is_own(*array)) {
        return true;
    }
    r3d_priv_array *copy = r3d_priv_array_create_from(allocator, (*array)->data, (*array)->count);
    if (copy == NULL) {
        return false;
    }
    r3d_priv_array_replace(allocator, array, copy);
    return true;
}

void r3d_priv_array_replace(const r3d_allocator *allocator, r3d_priv_array **array,
                            r3d_priv_array *other)
{
    r3d_priv_array *old = *array;
    *array = other;
    r3d_priv_array_release(allocator, old);
}
