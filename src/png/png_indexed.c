/* SPDX-License-Identifier: MIT */
// See png_rows.h. All rows have the filter "sub": on shades that follow one another it leaves
// small numbers. Equal pixels give equal bytes.

#include "png_indexed.h"

#include <string.h>

#include <zlib.h>

#include "../io/io_internal.h"
#include "png_put.h"

enum {
    COLOR_TYPE = 3,
    FILTER_SUB = 1,
    COLORS_MAX = 256,
    STRIP_SIZE = 1 << 15, // at least, of filtered bytes that are compressed at once
    IDAT_SIZE = 1 << 16
};

typedef struct indexed_writer {
    const r3d_png_indexed *picture;
    const r3d_priv_sink *sink;
    z_stream zlib;
    uint8_t chunk[R3D_PRIV_PNG_CHUNK_HEAD + IDAT_SIZE];
    uint8_t *numbers; // a row
    uint8_t *strip;
} indexed_writer;

static bool put_palette(const indexed_writer *self)
{
    uint8_t chunk[R3D_PRIV_PNG_CHUNK_HEAD + COLORS_MAX * 3];
    uint8_t *out = chunk + R3D_PRIV_PNG_CHUNK_HEAD;
    for (int32_t i = 0; i < self->picture->color_count; i++) {
        uint32_t color = self->picture->colors[i];
        *out++ = (uint8_t)(color >> 16 & 255u);
        *out++ = (uint8_t)(color >> 8 & 255u);
        *out++ = (uint8_t)(color & 255u);
    }
    return r3d_priv_png_put_chunk(self->sink, "PLTE", chunk,
                                  (uint32_t)self->picture->color_count * 3);
}

static void empty_chunk(indexed_writer *self)
{
    self->zlib.next_out = self->chunk + R3D_PRIV_PNG_CHUNK_HEAD;
    self->zlib.avail_out = IDAT_SIZE;
}

static bool put_strip(indexed_writer *self, size_t size, int flush)
{
    z_stream *zlib = &self->zlib;
    int status = Z_OK;
    zlib->next_in = self->strip;
    zlib->avail_in = (uInt)size;
    do {
        status = deflate(zlib, flush);
        uint32_t filled = IDAT_SIZE - zlib->avail_out;
        if (filled == IDAT_SIZE || (status == Z_STREAM_END && filled > 0)) {
            if (!r3d_priv_png_put_chunk(self->sink, "IDAT", self->chunk, filled)) {
                return false;
            }
            empty_chunk(self);
        }
    } while (zlib->avail_in > 0 || (flush == Z_FINISH && status != Z_STREAM_END));
    return true;
}

static bool put_rows(indexed_writer *self)
{
    size_t width = (size_t)self->picture->width;
    size_t filled = 0;
    empty_chunk(self);
    for (int32_t y = 0; y < self->picture->height; y++) {
        bool last = y == self->picture->height - 1;
        uint8_t *out = self->strip + filled;
        self->picture->row(self->picture->user, y, self->numbers);
        out[0] = FILTER_SUB;
        out[1] = self->numbers[0];
        for (size_t i = 1; i < width; i++) {
            out[i + 1] = (uint8_t)(self->numbers[i] - self->numbers[i - 1]);
        }
        filled += width + 1;
        if (filled >= STRIP_SIZE || last) {
            if (!put_strip(self, filled, last ? Z_FINISH : Z_NO_FLUSH)) {
                return false;
            }
            filled = 0;
        }
    }
    return true;
}

r3d_result r3d_priv_png_indexed_write(const r3d_png_indexed *picture, const r3d_allocator *hooks,
                                      const r3d_priv_sink *sink)
{
    r3d_allocator allocator = *hooks;
    size_t width = (size_t)picture->width;
    size_t strip_size = STRIP_SIZE + width + 1; // full, and a row
    indexed_writer *self = r3d_priv_io_alloc(hooks, sizeof *self + width + strip_size);
    if (self == NULL) {
        return R3D_ERR_MEMORY;
    }
    memset(self, 0, sizeof *self);
    self->picture = picture;
    self->sink = sink;
    self->numbers = (uint8_t *)(self + 1);
    self->strip = self->numbers + width;
    self->zlib.zalloc = r3d_priv_io_zlib_alloc;
    self->zlib.zfree = r3d_priv_io_zlib_free;
    self->zlib.opaque = &allocator;
    // Runs only: faster than a search, and on shades that follow one another no larger.
    if (deflateInit2(&self->zlib, 1, Z_DEFLATED, MAX_WBITS, 8, Z_RLE) != Z_OK) {
        r3d_priv_io_free(hooks, self);
        return R3D_ERR_MEMORY;
    }
    bool written = r3d_priv_png_put_header(sink, picture->width, picture->height, COLOR_TYPE) &&
                   put_palette(self) && put_rows(self) && r3d_priv_png_put_end(sink);
    (void)deflateEnd(&self->zlib);
    r3d_priv_io_free(hooks, self);
    return written ? R3D_OK : R3D_ERR_IO_WRITE;
}

r3d_result r3d_png_indexed_save(const r3d_png_indexed *picture, const char *path,
                                const r3d_allocator *allocator, r3d_error *out_error)
{
    r3d_allocator hooks;
    if (path == NULL || picture == NULL || picture->row == NULL || picture->colors == NULL ||
        r3d_allocator_resolve(allocator, &hooks) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, path, 0, -1, "an argument is wrong");
    }
    if (picture->width < 1 || picture->width > R3D_PICTURE_SIZE_MAX || picture->height < 1 ||
        picture->height > R3D_PICTURE_SIZE_MAX || picture->color_count < 1 ||
        picture->color_count > COLORS_MAX) {
        return r3d_priv_io_fail(
            out_error, R3D_ERR_RANGE, path, 0, -1,
            "%ldx%ld pixels of %ld colours, expected sides 1..%d and 1..%d colours",
            (long)picture->width, (long)picture->height, (long)picture->color_count,
            (int)R3D_PICTURE_SIZE_MAX, (int)COLORS_MAX);
    }
    r3d_priv_atomic_file file;
    r3d_result result = r3d_priv_atomic_begin(&file, path, out_error);
    if (result != R3D_OK) {
        return result;
    }
    const r3d_priv_sink sink = {.write = r3d_priv_atomic_write, .user = &file};
    if (r3d_priv_png_indexed_write(picture, &hooks, &sink) == R3D_ERR_MEMORY) {
        r3d_priv_atomic_abort(&file);
        return r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, path, 0, -1,
                                "no memory for the PNG writer");
    }
    // A failed write is known to the file, with its reason.
    return r3d_priv_atomic_commit(&file, out_error);
}
