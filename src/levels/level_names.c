/* SPDX-License-Identifier: MIT */
/* Growing arrays and name tables for the level readers. */

#include <string.h>

#include "level_text.h"

#include "../base/hash.h"
#include "../base/memory.h"

r3d_result r3d_priv_list_grow(const r3d_allocator *allocator, struct r3d_priv_list *list,
                              int32_t needed, size_t size)
{
    if (needed <= list->capacity) {
        return R3D_OK;
    }
    const size_t old = (size_t)list->capacity;
    r3d_priv_growing array = {list->items, old, old};
    const r3d_result result =
        r3d_priv_reserve_by(r3d_priv_io_alloc, allocator, &array, (size_t)needed, size, INT32_MAX);
    if (result == R3D_OK) {
        memset((char *)array.items + old * size, 0, (array.capacity - old) * size);
        list->items = array.items;
        list->capacity = (int32_t)array.capacity;
    }
    return result;
}

/* Puts a name's number into the first free bucket from its hash on. */
static void put(struct r3d_priv_names *names, int32_t index)
{
    int32_t *buckets = names->buckets.items;
    const char *text = ((char **)names->names.items)[index];
    const uint32_t mask = (uint32_t)names->buckets.count - 1u;
    uint32_t at = r3d_priv_hash_name(text, strlen(text)) & mask;
    while (buckets[at] != 0) {
        at = (at + 1u) & mask;
    }
    buckets[at] = index + 1;
}

static r3d_result rehash(const r3d_allocator *allocator, struct r3d_priv_names *names)
{
    struct r3d_priv_list wider = {NULL, 0, 0};
    const int32_t count = names->buckets.count == 0 ? 64 : names->buckets.count * 2;
    const r3d_result result = r3d_priv_list_grow(allocator, &wider, count, sizeof(int32_t));
    if (result != R3D_OK) {
        return result;
    }
    wider.count = count;
    r3d_priv_io_free(allocator, names->buckets.items);
    names->buckets = wider;
    for (int32_t i = 0; i < names->names.count; i++) {
        put(names, i);
    }
    return R3D_OK;
}

r3d_result r3d_priv_names_add(const r3d_allocator *allocator, struct r3d_priv_names *names,
                              const char *text, size_t length, int32_t *out_index)
{
    if (names->buckets.count > 0) {
        const int32_t *buckets = names->buckets.items;
        const uint32_t mask = (uint32_t)names->buckets.count - 1u;
        for (uint32_t at = r3d_priv_hash_name(text, length) & mask; buckets[at] != 0;
             at = (at + 1u) & mask) {
            const char *known = ((char **)names->names.items)[buckets[at] - 1];
            if (strlen(known) == length && memcmp(known, text, length) == 0) {
                *out_index = buckets[at] - 1;
                return R3D_OK;
            }
        }
    }
    if (names->names.count >= R3D_COLUMN_NAMES_MAX) {
        return R3D_ERR_LIMIT;
    }
    r3d_result result = R3D_OK;
    if ((names->names.count + 1) * 2 > names->buckets.count) {
        result = rehash(allocator, names);
    }
    if (result == R3D_OK) {
        result =
            r3d_priv_list_grow(allocator, &names->names, names->names.count + 1, sizeof(char *));
    }
    if (result != R3D_OK) {
        return result;
    }
    char *copy = r3d_priv_io_alloc(allocator, length + 1);
    if (copy == NULL) {
        return R3D_ERR_MEMORY;
    }
    memcpy(copy, text, length);
    copy[length] = '\0';
    ((char **)names->names.items)[names->names.count] = copy;
    *out_index = names->names.count++;
    put(names, *out_index);
    return R3D_OK;
}

void r3d_priv_names_free(const r3d_allocator *allocator, struct r3d_priv_names *names)
{
    for (int32_t i = 0; i < names->names.count; i++) {
        r3d_priv_io_free(allocator, ((char **)names->names.items)[i]);
    }
    r3d_priv_io_free(allocator, names->names.items);
    r3d_priv_io_free(allocator, names->buckets.items);
    memset(names, 0, sizeof *names);
}
