/* SPDX-License-Identifier: MIT */
/* The default memory hooks. */

#include <retro3d/base.h>

#include <stdlib.h>

static void *heap_alloc(size_t size, void *user)
{
    (void)user;
    return malloc(size);
}

static void heap_free(void *memory, void *user)
{
    (void)user;
    free(memory);
}

r3d_result r3d_allocator_resolve(const r3d_allocator *allocator, r3d_allocator *out_allocator)
{
    if (out_allocator == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (allocator == NULL || (allocator->alloc == NULL && allocator->free == NULL)) {
        out_allocator->alloc = heap_alloc;
        out_allocator->free = heap_free;
        out_allocator->user = NULL;
        return R3D_OK;
    }
    if (allocator->alloc == NULL || allocator->free == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    *out_allocator = *allocator;
    return R3D_OK;
}
