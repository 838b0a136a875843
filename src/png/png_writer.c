/* SPDX-License-Identifier: MIT */
// The PNG writer: 8-bit RGB or RGBA, or 8-bit numbers with a palette; nothing but IHDR, PLTE, IDAT
// and IEND. Equal pixels give equal bytes. Source: spec golden section 1 (last point).

#include "../base/memory.h"
#include "../io/io_internal.h"

#include <retro3d/png.h>

#include "png_indexed.h"
#include "png_pack.h"
#include "png_palette.h"
#include "png_put.h"

#include <string.h>

/* ---- few colours ---- */

typedef struct numbered {
    const r3d_picture_view *view;
    r3d_priv_png_palette palette;
    uint8_t rgb[]; // a row
} numbered;

static void number_row(void *user, int32_t y, uint8_t *out_numbers)
{
    numbered *self = user;
    int32_t width = self->view->width;
    r3d_priv_view_read(self->view, 0, y, width, false, self->rgb);
    r3d_priv_png_palette_number(&self->palette, self->rgb, width, out_numbers);
}

// Writes a view without alpha if it has few enough colours; else *out_few is false.
static r3d_result write_numbered(const r3d_picture_view *view, const r3d_allocator *hooks,
                                 const r3d_priv_sink *sink, bool *out_few)
{
    numbered *self = r3d_priv_io_alloc(hooks, sizeof *self + (size_t)view->width * 3);
    if (self == NULL) {
        return R3D_ERR_MEMORY;
    }
    self->view = view;
    r3d_result result = R3D_OK;
    *out_few = r3d_priv_png_palette_find(&self->palette, view, self->rgb);
    if (*out_few) {
        const r3d_png_indexed picture = {view->width,         view->height, self->palette.colors,
                                         self->palette.count, number_row,   self};
        result = r3d_priv_png_indexed_write(&picture, hooks, sink);
    }
    r3d_priv_io_free(hooks, self);
    return result;
}

/* ---- memory ---- */

static r3d_result out_of_memory(const char *name, r3d_error *out_error)
{
    return r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, name, 0, -1, "no memory for the PNG writer");
}

// As samples, with zlib.
static r3d_result write_samples(const r3d_picture_view *view, bool with_alpha, bool small,
                                const r3d_allocator *hooks, const r3d_priv_sink *sink,
                                const char *name, r3d_error *out_error)
{
    r3d_priv_png_packer packer;
    if (r3d_priv_png_packer_init(&packer, view->width, with_alpha, small, hooks, sink) != R3D_OK) {
        return out_of_memory(name, out_error);
    }
    bool written = r3d_priv_png_put_header(sink, view->width, view->height, with_alpha ? 6 : 2);
    r3d_priv_png_packer_begin(&packer, NULL);
    for (int32_t y = 0; y < view->height && written; y++) {
        r3d_priv_view_read(view, 0, y, view->width, with_alpha,
                           r3d_priv_png_packer_row(&packer, y));
        written = r3d_priv_png_packer_put(&packer, y, y == view->height - 1);
    }
    written = written && r3d_priv_png_put_end(sink);
    r3d_priv_png_packer_free(&packer);
    return written ? R3D_OK
                   : r3d_priv_io_fail(out_error, R3D_ERR_IO_WRITE, name, 0, -1, "writing failed");
}

static r3d_result write_png(const r3d_picture_view *view, r3d_png_effort effort,
                            const r3d_allocator *hooks, const r3d_priv_sink *sink, const char *name,
                            r3d_error *out_error)
{
    const bool with_alpha = r3d_priv_view_has_alpha(view);
    if (effort == R3D_PNG_INDEXED && !with_alpha) {
        bool few = false;
        r3d_result result = write_numbered(view, hooks, sink, &few);
        if (result == R3D_ERR_IO_WRITE) {
            return r3d_priv_io_fail(out_error, result, name, 0, -1, "writing failed");
        }
        if (result != R3D_OK) {
            return out_of_memory(name, out_error);
        }
        if (few) {
            return R3D_OK;
        }
    }
    return write_samples(view, with_alpha, effort == R3D_PNG_SMALL, hooks, sink, name, out_error);
}

static r3d_result check_arguments(const r3d_picture_view *view, r3d_png_effort effort,
                                  const char *name, r3d_error *out_error)
{
    r3d_result result = r3d_priv_view_check(view, name, out_error);
    if (result != R3D_OK) {
        return result;
    }
    if (view->layout == R3D_LAYOUT_RGBA16) {
        return r3d_priv_io_fail(out_error, R3D_ERR_RANGE, name, 0, -1,
                                "16 bits a sample are not written");
    }
    if (effort != R3D_PNG_FAST && effort != R3D_PNG_SMALL && effort != R3D_PNG_INDEXED) {
        return r3d_priv_io_fail(out_error, R3D_ERR_RANGE, name, 0, -1, "no such effort: %d",
                                (int)effort);
    }
    return R3D_OK;
}

r3d_result r3d_png_save(const char *path, const r3d_picture_view *view, r3d_png_effort effort,
                        r3d_error *out_error)
{
    if (path == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, path, 0, -1, "the path is NULL");
    }
    r3d_result result = check_arguments(view, effort, path, out_error);
    if (result != R3D_OK) {
        return result;
    }
    r3d_allocator hooks;
    (void)r3d_priv_io_allocator(NULL, &hooks);
    r3d_priv_atomic_file file;
    result = r3d_priv_atomic_begin(&file, path, out_error);
    if (result != R3D_OK) {
        return result;
    }
    const r3d_priv_sink sink = {.write = r3d_priv_atomic_write, .user = &file};
    result = write_png(view, effort, &hooks, &sink, path, out_error);
    if (result == R3D_ERR_MEMORY) {
        r3d_priv_atomic_abort(&file);
        return result;
    }
    // A failed write is known to the file, with its reason.
    return r3d_priv_atomic_commit(&file, out_error);
}

/* ---- to memory ---- */

typedef struct png_bytes {
    const r3d_allocator *allocator;
    r3d_priv_growing bytes;
} png_bytes;

static bool append(void *user, const void *data, size_t size)
{
    png_bytes *self = user;
    void *place = r3d_priv_grow(self->allocator, &self->bytes, size, 1);
    if (place == NULL) {
        return false;
    }
    memcpy(place, data, size);
    return true;
}

r3d_result r3d_png_encode(const r3d_picture_view *view, r3d_png_effort effort,
                          const r3d_allocator *allocator, void **out_data, size_t *out_size,
                          r3d_error *out_error)
{
    r3d_allocator hooks;
    if (out_data == NULL || out_size == NULL ||
        r3d_priv_io_allocator(allocator, &hooks) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, NULL, 0, -1,
                                "a pointer is NULL or the allocator has only one function");
    }
    *out_data = NULL;
    *out_size = 0;
    r3d_result result = check_arguments(view, effort, NULL, out_error);
    if (result != R3D_OK) {
        return result;
    }
    png_bytes memory = {.allocator = &hooks};
    const r3d_priv_sink sink = {.write = append, .user = &memory};
    result = write_png(view, effort, &hooks, &sink, NULL, out_error);
    if (result == R3D_ERR_IO_WRITE) {
        result =
            r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, NULL, 0, -1, "no memory for the PNG data");
    }
    if (result != R3D_OK) {
        r3d_priv_io_free(&hooks, memory.bytes.items);
        return result;
    }
    *out_data = memory.bytes.items;
    *out_size = memory.bytes.count;
    return R3D_OK;
}
