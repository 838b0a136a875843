/* SPDX-License-Identifier: MIT */
#include "counting_allocator.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Each block begins with its size.
enum { HEADER = 2 * sizeof(max_align_t) };

static void *count_alloc(size_t size, void *user)
{
    counting_allocator *self = user;
    self->calls++;
    if (self->fail_at != 0 && self->calls >= self->fail_at) {
        return NULL;
    }
    unsigned char *block = size <= SIZE_MAX - HEADER ? malloc(size + HEADER) : NULL;
    if (block == NULL) {
        return NULL;
    }
    memcpy(block, &size, sizeof size);
    self->live++;
    self->live_bytes += size;
    if (self->live_bytes > self->peak_bytes) {
        self->peak_bytes = self->live_bytes;
    }
    return block + HEADER;
}

static void count_free(void *memory, void *user)
{
    counting_allocator *self = user;
    if (memory == NULL) {
        return;
    }
    unsigned char *block = (unsigned char *)memory - HEADER;
    size_t size;
    memcpy(&size, block, sizeof size);
    self->live--;
    self->live_bytes -= size;
    free(block);
}

r3d_allocator counting_hooks(counting_allocator *self)
{
    r3d_allocator hooks = {.alloc = count_alloc, .free = count_free, .user = self};
    return hooks;
}
