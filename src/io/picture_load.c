/* SPDX-License-Identifier: MIT */
// Pictures of any known format: finds out which it is and hands it to its reader.

#include "io_internal.h"

#include <string.h>

// Reads up to `size` bytes from the beginning of a file.
static r3d_result peek_file(const char *path, uint8_t *out, size_t size, size_t *out_got,
                            r3d_error *out_error)
{
    FILE *file = NULL;
    int64_t file_size = 0;
    r3d_result result = r3d_priv_file_open(path, &file, &file_size, out_error);
    if (result != R3D_OK) {
        return result;
    }
    *out_got = fread(out, 1, size, file);
    if (ferror(file) != 0) {
        result = r3d_priv_io_fail(out_error, R3D_ERR_IO_READ, path, 0, 0, "reading failed");
    }
    (void)fclose(file);
    return result;
}

r3d_result r3d_picture_load(const char *path, const r3d_io_limits *limits,
                            const r3d_allocator *allocator, r3d_picture *out_picture,
                            r3d_error *out_error)
{
    if (path == NULL || out_picture == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, path, 0, -1, "a pointer is NULL");
    }
    *out_picture = (r3d_picture){.pixels = NULL};
    r3d_allocator hooks;
    if (r3d_priv_io_allocator(allocator, &hooks) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, path, 0, -1,
                                "the allocator has only one of its two functions");
    }
    r3d_io_limits bounds;
    if (r3d_priv_io_limits(limits, &bounds) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_RANGE, path, 0, -1, "a limit is negative");
    }
    uint8_t first[4];
    size_t got = 0;
    r3d_result result = peek_file(path, first, sizeof first, &got, out_error);
    if (result != R3D_OK) {
        return result;
    }
    // The first byte is left out: a PNG that lost its eighth bits is a damaged PNG, nothing else.
    if (got == 0 || (got == 4 && memcmp(first + 1, "PNG", 3) == 0)) {
        return r3d_png_load(path, &bounds, &hooks, out_picture, out_error);
    }
    void *data = NULL;
    size_t size = 0;
    result = r3d_file_read(path, bounds.max_file_bytes, &hooks, &data, &size, out_error);
    if (result == R3D_OK) {
        result = r3d_priv_picture_decode(data, size, path, &bounds, &hooks, out_picture, out_error);
        r3d_priv_io_free(&hooks, data);
    }
    return result;
}

r3d_result r3d_priv_picture_decode(const void *data, size_t size, const char *name,
                                   const r3d_io_limits *limits, const r3d_allocator *allocator,
                                   r3d_picture *out_picture, r3d_error *out_error)
{
    return r3d_priv_stb_decode(data, size, name, limits, allocator, out_picture, out_error);
}
