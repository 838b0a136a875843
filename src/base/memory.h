/* SPDX-License-Identifier: MIT */
/* Memory by resolved hooks (r3d_allocator_resolve): sizes that cannot overflow, arrays that grow.
 * Every room asks here; none multiplies a count by a size for an allocation of its own.
 *
 * Everything is inline because the rooms lie in several shared libraries, which see no private
 * function of each other. */

#ifndef R3D_SRC_BASE_MEMORY_H
#define R3D_SRC_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <retro3d/base.h>

/* Whether the caller's hooks are half ones, for functions that only pass them on. */
static inline bool r3d_priv_hooks_are_half(const r3d_allocator *allocator)
{
    return allocator != NULL && (allocator->alloc == NULL) != (allocator->free == NULL);
}

/* What allocates bytes by hooks. */
typedef void *(*r3d_priv_alloc_fn)(const r3d_allocator *hooks, size_t size);

static inline void *r3d_priv_alloc_bytes(const r3d_allocator *hooks, size_t size)
{
    return hooks->alloc(size, hooks->user);
}

/* Bytes of an array; false when no object can be that large. An empty array has one byte, so that
 * NULL always means failure. */
static inline bool r3d_priv_array_size(size_t count, size_t item_size, size_t *out_size)
{
    if (item_size != 0 && count > (size_t)PTRDIFF_MAX / item_size) {
        return false;
    }
    *out_size = count * item_size > 0 ? count * item_size : 1;
    return true;
}

/* An array, its items not set; NULL when the size overflows or there is no memory. */
static inline void *r3d_priv_alloc(const r3d_allocator *hooks, size_t count, size_t item_size)
{
    size_t size = 0;
    return r3d_priv_array_size(count, item_size, &size) ? r3d_priv_alloc_bytes(hooks, size) : NULL;
}

/* An array of zero bytes. */
static inline void *r3d_priv_alloc_zeroed(const r3d_allocator *hooks, size_t count,
                                          size_t item_size)
{
    void *memory = r3d_priv_alloc(hooks, count, item_size);
    if (memory != NULL) {
        memset(memory, 0, count * item_size);
    }
    return memory;
}

/* Gives memory back. NULL is accepted and does not reach the hook. */
static inline void r3d_priv_release(const r3d_allocator *hooks, void *memory)
{
    if (memory != NULL) {
        hooks->free(memory, hooks->user);
    }
}

/* ---- arrays that grow ---- */

/* Zeroed to begin with; `items` is released by its owner. */
typedef struct r3d_priv_growing {
    void *items;
    size_t count;    /* in use */
    size_t capacity; /* that there is room for */
} r3d_priv_growing;

/* Most items that an array can have. */
#define R3D_PRIV_ANY_COUNT SIZE_MAX

/* Makes room for `capacity` items in all. The first allocation is for 64 items, every other doubles,
 * within `most`. Items in use move along, those behind them are not set.
 * Returns R3D_ERR_LIMIT for more than `most`; R3D_ERR_MEMORY, also when the size overflows. The array
 * is unchanged then. */
static inline r3d_result r3d_priv_reserve_by(r3d_priv_alloc_fn alloc, const r3d_allocator *hooks,
                                             r3d_priv_growing *array, size_t capacity,
                                             size_t item_size, size_t most)
{
    if (capacity <= array->capacity) {
        return R3D_OK;
    }
    if (capacity > most) {
        return R3D_ERR_LIMIT;
    }
    size_t larger = array->capacity > most / 2 ? most : array->capacity * 2;
    larger = larger < 64 ? 64 : larger;
    larger = larger > most ? most : larger;
    larger = larger < capacity ? capacity : larger;
    size_t size = 0;
    if (!r3d_priv_array_size(larger, item_size, &size)) {
        return R3D_ERR_MEMORY;
    }
    void *items = alloc(hooks, size);
    if (items == NULL) {
        return R3D_ERR_MEMORY;
    }
    if (array->count > 0) {
        memcpy(items, array->items, array->count * item_size);
    }
    r3d_priv_release(hooks, array->items);
    array->items = items;
    array->capacity = larger;
    return R3D_OK;
}

static inline r3d_result r3d_priv_reserve(const r3d_allocator *hooks, r3d_priv_growing *array,
                                          size_t capacity, size_t item_size, size_t most)
{
    return r3d_priv_reserve_by(r3d_priv_alloc_bytes, hooks, array, capacity, item_size, most);
}

/* Adds `more` items, not set. Returns where they are; NULL without memory, the array is unchanged
 * then. */
static inline void *r3d_priv_grow(const r3d_allocator *hooks, r3d_priv_growing *array, size_t more,
                                  size_t item_size)
{
    if (more > SIZE_MAX - array->count ||
        r3d_priv_reserve(hooks, array, array->count + more, item_size, R3D_PRIV_ANY_COUNT) !=
            R3D_OK) {
        return NULL;
    }
    if (array->items == NULL) {
        /* Nothing was added to nothing: a place all the same, since NULL means failure. */
        return r3d_priv_reserve(hooks, array, 1, item_size, R3D_PRIV_ANY_COUNT) == R3D_OK
                   ? array->items
                   : NULL;
    }
    void *place = (char *)array->items + array->count * item_size;
    array->count += more;
    return place;
}

/* Releases the items; the array is empty then and may grow again. */
static inline void r3d_priv_growing_free(const r3d_allocator *hooks, r3d_priv_growing *array)
{
    r3d_priv_release(hooks, array->items);
    memset(array, 0, sizeof *array);
}

#endif
