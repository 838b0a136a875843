/* SPDX-License-Identifier: MIT */
// Pictures of any known format: finds out which it is and hands it to its reader.

#include "pictures_internal.h"

#include <retro3d/pictures.h>
#include <retro3d/png.h>

#include <string.h>

// Checks what both functions take, and fills in defaults.
static r3d_result prepare(const char *name, const r3d_io_limits *limits,
                          const r3d_allocator *allocator, r3d_io_limits *out_limits,
                          r3d_allocator *out_allocator, r3d_error *out_error)
{
    if (r3d_priv_io_allocator(allocator, out_allocator) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1,
                                "the allocator has only one of its two functions");
    }
    const r3d_result read = r3d_priv_io_limits(limits, out_limits);
    if (read != R3D_OK) {
        return r3d_priv_io_fail(out_error, read, name, 0, -1, R3D_PRIV_WRONG_LIMITS);
    }
    return R3D_OK;
}

// The first byte is left out: a PNG that lost its eighth bits is a damaged PNG, nothing else.
static bool looks_like_png(const uint8_t *data, size_t size)
{
    return size >= 4 && memcmp(data + 1, "PNG", 3) == 0;
}

r3d_result r3d_picture_decode(const void *data, size_t size, const char *name,
                              const r3d_io_limits *limits, const r3d_allocator *allocator,
                              r3d_picture *out_picture, r3d_error *out_error)
{
    if (name == NULL) {
        name = "";
    }
    if (data == NULL || out_picture == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1, "a pointer is NULL");
    }
    *out_picture = (r3d_picture){.pixels = NULL};
    r3d_allocator hooks;
    r3d_io_limits bounds;
    r3d_result result = prepare(name, limits, allocator, &bounds, &hooks, out_error);
    if (result != R3D_OK) {
        return result;
    }
    if (size == 0 || looks_like_png(data, size)) {
        return r3d_png_decode(data, size, name, &bounds, &hooks, out_picture, out_error);
    }
    if ((uint64_t)size > (uint64_t)bounds.max_file_bytes) {
        return r3d_priv_io_fail(out_error, R3D_ERR_LIMIT, name, 0, -1,
                                "%zu bytes, the limit is %lld", size,
                                (long long)bounds.max_file_bytes);
    }
    if (r3d_priv_pnm_matches(data, size)) {
        return r3d_priv_pnm_decode(data, size, name, &bounds, &hooks, out_picture, out_error);
    }
    return r3d_priv_stb_decode(data, size, name, &bounds, &hooks, out_picture, out_error);
}

// Reads the first bytes of a file to see whether it is a PNG.
static r3d_result peek_file(const char *path, bool *out_png, r3d_error *out_error)
{
    FILE *file = NULL;
    int64_t size = 0;
    r3d_result result = r3d_priv_file_open(path, &file, &size, out_error);
    if (result != R3D_OK) {
        return result;
    }
    uint8_t first[4];
    size_t got = fread(first, 1, sizeof first, file);
    if (ferror(file) != 0) {
        result = r3d_priv_io_fail(out_error, R3D_ERR_IO_READ, path, 0, 0, "reading failed");
    }
    *out_png = looks_like_png(first, got);
    (void)fclose(file);
    return result;
}

r3d_result r3d_picture_load_from(const r3d_file_source *files, const char *name,
                                 const r3d_io_limits *limits, const r3d_allocator *allocator,
                                 r3d_picture *out_picture, r3d_error *out_error)
{
    if (name == NULL || out_picture == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1, "a pointer is NULL");
    }
    *out_picture = (r3d_picture){.pixels = NULL};
    r3d_allocator hooks;
    r3d_io_limits bounds;
    r3d_result result = prepare(name, limits, allocator, &bounds, &hooks, out_error);
    bool png = false;
    if (result == R3D_OK && files != NULL) {
        r3d_priv_lent lent;
        result = r3d_priv_lend(files, name, bounds.max_file_bytes, &lent, out_error);
        if (result == R3D_OK) {
            result = r3d_picture_decode(lent.data, lent.size, name, &bounds, &hooks, out_picture,
                                        out_error);
            r3d_priv_lent_close(&lent);
        }
        return result;
    }
    if (result == R3D_OK) {
        result = peek_file(name, &png, out_error);
    }
    if (result != R3D_OK) {
        return result;
    }
    if (png) {
        // Needs no copy of the file in memory.
        return r3d_png_load(name, &bounds, &hooks, out_picture, out_error);
    }
    void *data = NULL;
    size_t size = 0;
    result = r3d_file_read(name, bounds.max_file_bytes, &hooks, &data, &size, out_error);
    if (result == R3D_OK) {
        result = r3d_picture_decode(data, size, name, &bounds, &hooks, out_picture, out_error);
        r3d_priv_io_free(&hooks, data);
    }
    return result;
}

r3d_result r3d_picture_load(const char *path, const r3d_io_limits *limits,
                            const r3d_allocator *allocator, r3d_picture *out_picture,
                            r3d_error *out_error)
{
    return r3d_picture_load_from(NULL, path, limits, allocator, out_picture, out_error);
}
