/* SPDX-License-Identifier: MIT */
/* Errors, memory and limits of the cache readers. */

#include "cache_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../base/desc.h"

static const int64_t max_archive_bytes_default = 0xFFFFFF + 6;
static const int64_t mebibyte = 1048576;

enum { ARENA_BLOCK_SIZE = 16384, ARENA_ALIGNMENT = 16, FACES_DEFAULT = 65535 };

r3d_result r3d_priv_cache_fail(r3d_error *out_error, r3d_result result, r3d_priv_origin origin,
                               int64_t offset, const char *format, ...)
{
    if (out_error == NULL) {
        return result;
    }
    char file[R3D_ERROR_FILE_SIZE];
    char message[R3D_ERROR_MESSAGE_SIZE];
    /* The end of a long path says more than its beginning, and the entry must not be lost. */
    const char *archive = origin.archive != NULL ? origin.archive : "";
    const char *entry = origin.entry != NULL ? origin.entry : "";
    size_t length = strlen(archive);
    size_t room = sizeof file - 1 - (strlen(entry) < 64 ? strlen(entry) : 64) - 1;
    const char *tail = length > room ? archive + (length - room) : archive;
    snprintf(file, sizeof file, "%s%s%.64s", tail, entry[0] != '\0' ? ":" : "", entry);
    va_list list;
    va_start(list, format);
    if (vsnprintf(message, sizeof message, format, list) < 0) {
        message[0] = '\0';
    }
    va_end(list);
    return r3d_priv_io_fail(out_error, result, file, 0, offset, "%s", message);
}

r3d_result r3d_priv_cache_truncated(r3d_error *out_error, r3d_priv_origin origin,
                                    const r3d_priv_reader *reader, const char *what)
{
    return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_TRUNCATED, origin, (int64_t)reader->at,
                               "the data end after %zu bytes, inside %s", reader->size, what);
}

r3d_result r3d_priv_cache_no_memory(r3d_error *out_error, r3d_priv_origin origin)
{
    return r3d_priv_cache_fail(out_error, R3D_ERR_MEMORY, origin, -1, "out of memory");
}

/* Every block of an arena begins with the address of the one before. */
typedef union cache_block_header {
    void *previous;
    uint8_t bytes[ARENA_ALIGNMENT];
} cache_block_header;

void r3d_priv_arena_init(r3d_priv_arena *arena, const r3d_allocator *allocator)
{
    memset(arena, 0, sizeof *arena);
    arena->allocator = allocator;
}

void *r3d_priv_arena_alloc(r3d_priv_arena *arena, size_t size)
{
    if (size > SIZE_MAX / 2) {
        return NULL;
    }
    size = (size + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT;
    if (size > arena->free_size) {
        /* A large piece gets a block of its own, and the rest of the current one is used on. */
        bool alone = size > ARENA_BLOCK_SIZE / 4;
        size_t block_size = sizeof(cache_block_header) + (alone ? size : ARENA_BLOCK_SIZE);
        if (arena->budget != NULL && (int64_t)block_size > *arena->budget) {
            return NULL;
        }
        cache_block_header *block = r3d_priv_io_alloc(arena->allocator, block_size);
        if (block == NULL) {
            return NULL;
        }
        memset(block, 0, block_size);
        arena->total += (int64_t)block_size;
        if (arena->budget != NULL) {
            *arena->budget -= (int64_t)block_size;
        }
        block->previous = arena->blocks;
        arena->blocks = block;
        if (alone) {
            return block + 1;
        }
        arena->free_begin = (uint8_t *)(block + 1);
        arena->free_size = ARENA_BLOCK_SIZE;
    }
    void *memory = arena->free_begin;
    arena->free_begin += size;
    arena->free_size -= size;
    return memory;
}

void r3d_priv_arena_rewind(r3d_priv_arena *arena, const r3d_priv_arena *mark)
{
    while (arena->blocks != mark->blocks) {
        void *previous = ((cache_block_header *)arena->blocks)->previous;
        r3d_priv_io_free(arena->allocator, arena->blocks);
        arena->blocks = previous;
    }
    if (arena->budget != NULL) {
        *arena->budget += arena->total - mark->total;
    }
    *arena = *mark;
    if (arena->free_size > 0) {
        memset(arena->free_begin, 0, arena->free_size);
    }
}

void r3d_priv_arena_free(r3d_priv_arena *arena)
{
    r3d_priv_arena empty;
    r3d_priv_arena_init(&empty, arena->allocator);
    empty.budget = arena->budget;
    r3d_priv_arena_rewind(arena, &empty);
}

r3d_result r3d_priv_arena_fail(r3d_error *out_error, const r3d_priv_arena *arena,
                               r3d_priv_origin origin)
{
    /* A record never takes as much at once as the smallest limit that makes sense, so what is left
     * tells the two reasons apart. */
    const int64_t most_at_once = 65536;
    if (arena->budget != NULL && *arena->budget < most_at_once) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_LIMIT, origin, -1,
                                   "the records pass the limit of their memory");
    }
    return r3d_priv_cache_no_memory(out_error, origin);
}

void *r3d_priv_cache_alloc_array(const r3d_allocator *allocator, size_t count, size_t size)
{
    if (count > SIZE_MAX / 2 / size) {
        return NULL;
    }
    size_t bytes = count > 0 ? count * size : 1;
    void *memory = r3d_priv_io_alloc(allocator, bytes);
    if (memory != NULL) {
        memset(memory, 0, bytes);
    }
    return memory;
}

void r3d_cache_limits_init_sized(r3d_cache_limits *limits, uint32_t struct_size)
{
    R3D_PRIV_DESC_INIT(limits, struct_size);
}

void r3d_archive_options_init_sized(r3d_archive_options *options, uint32_t struct_size)
{
    R3D_PRIV_DESC_INIT(options, struct_size);
}

static bool limit_or_default(int64_t *limit, int64_t standard)
{
    if (*limit == 0) {
        *limit = standard;
    }
    return *limit > 0;
}

r3d_result r3d_priv_cache_limits(const r3d_cache_limits *limits, r3d_cache_limits *out)
{
    r3d_cache_limits_init(out);
    if (limits != NULL && r3d_priv_desc_read(out, sizeof *out, limits) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    if (out->max_faces == 0) {
        out->max_faces = FACES_DEFAULT;
    }
    bool valid = limit_or_default(&out->max_archive_bytes, max_archive_bytes_default) &&
                 limit_or_default(&out->max_inflated_bytes, 32 * mebibyte) &&
                 limit_or_default(&out->max_store_bytes, INT32_MAX) &&
                 limit_or_default(&out->max_frame_bytes, 40 * mebibyte) &&
                 limit_or_default(&out->max_record_bytes, 24 * mebibyte) &&
                 limit_or_default(&out->max_kept_bytes, 16 * mebibyte) && out->max_faces > 0;
    return valid ? R3D_OK : R3D_ERR_RANGE;
}
