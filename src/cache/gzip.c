/* SPDX-License-Identifier: MIT */
/* gzip members of the sector store. Source: spec rs2-cache section 3. */

#include "cache_internal.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include <zlib.h>

#include "../base/memory.h"

enum { GZIP_ONLY = 16 + MAX_WBITS, FIRST_SIZE = 4096 };
enum { PROBLEM_SIZE = 96 };

/* The output of an inflation, which grows up to a limit. */
typedef struct output {
    const r3d_allocator *allocator;
    r3d_priv_growing bytes;
    size_t limit;
} output;

static r3d_result run(z_stream *stream, output *out, const char **problem)
{
    for (;;) {
        r3d_priv_growing *bytes = &out->bytes;
        if (bytes->count == bytes->capacity) {
            const r3d_result result =
                r3d_priv_reserve(out->allocator, bytes, bytes->capacity + 1, 1, out->limit);
            if (result != R3D_OK) {
                *problem = "it inflates to more than the limit";
                return result;
            }
        }
        stream->next_out = (uint8_t *)bytes->items + bytes->count;
        stream->avail_out = (uInt)(bytes->capacity - bytes->count);
        int status = inflate(stream, Z_NO_FLUSH);
        bytes->count = bytes->capacity - stream->avail_out;
        switch (status) {
        case Z_OK:
            break;
        case Z_STREAM_END:
            return R3D_OK;
        case Z_BUF_ERROR:
            *problem = "the gzip stream ends too early";
            return R3D_ERR_FORMAT_TRUNCATED;
        case Z_MEM_ERROR:
            *problem = "out of memory";
            return R3D_ERR_MEMORY;
        default:
            *problem = stream->msg != NULL ? stream->msg : "not a gzip stream";
            return R3D_ERR_FORMAT_DATA;
        }
    }
}

r3d_result r3d_priv_gzip_decode(const uint8_t *data, size_t size, int64_t max_bytes, bool strict,
                                r3d_priv_origin origin, const r3d_allocator *allocator,
                                void **out_data, size_t *out_size, r3d_error *out_error)
{
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    r3d_allocator hooks = *allocator;
    stream.zalloc = r3d_priv_io_zlib_alloc;
    stream.zfree = r3d_priv_io_zlib_free;
    stream.opaque = &hooks;
    /* Entries of a store have at most 2^24 bytes, and their limit fits an unsigned int, too. */
    stream.next_in = (Bytef *)(uintptr_t)data;
    stream.avail_in = (uInt)size;
    output out = {.allocator = &hooks,
                  .limit = max_bytes < INT_MAX ? (size_t)max_bytes : (size_t)INT_MAX};
    const size_t first = out.limit < FIRST_SIZE ? out.limit : FIRST_SIZE;
    if (r3d_priv_reserve(&hooks, &out.bytes, first, 1, out.limit) != R3D_OK ||
        inflateInit2(&stream, GZIP_ONLY) != Z_OK) {
        r3d_priv_release(&hooks, out.bytes.items);
        return r3d_priv_cache_no_memory(out_error, origin);
    }
    const char *problem = NULL;
    r3d_result result = run(&stream, &out, &problem);
    int64_t offset = (int64_t)(size - stream.avail_in);
    char text[PROBLEM_SIZE];
    if (result == R3D_OK && strict && stream.avail_in != 0 &&
        stream.avail_in != R3D_PRIV_STORE_VERSION_SIZE) {
        result = R3D_ERR_FORMAT_COUNT;
        snprintf(text, sizeof text,
                 "there are %lu bytes after the gzip stream, expected none or the two of a version",
                 (unsigned long)stream.avail_in);
        problem = text;
    }
    if (result != R3D_OK) {
        r3d_priv_cache_fail(out_error, result, origin, offset, "%s", problem);
        r3d_priv_release(&hooks, out.bytes.items);
        memset(&out.bytes, 0, sizeof out.bytes);
    }
    (void)inflateEnd(&stream);
    *out_data = out.bytes.items;
    *out_size = out.bytes.count;
    return result;
}
