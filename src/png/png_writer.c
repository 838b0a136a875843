/* SPDX-License-Identifier: MIT */
// The PNG writer: 8-bit RGB or RGBA, or 8-bit numbers with a palette; nothing but IHDR, PLTE, IDAT
// and IEND. Equal pixels give equal bytes. Source: spec golden section 1 (last point).

#include "../io/io_internal.h"

#include <retro3d/png.h>

#include "png_indexed.h"
#include "png_palette.h"
#include "png_put.h"

#include <stdlib.h>
#include <string.h>

#include <zlib.h>

enum { IDAT_SIZE = 65536, FILTER_COUNT = 5, FILTER_SUB = 1 };

typedef struct png_file_writer {
    const r3d_picture_view *view;
    const r3d_priv_sink *sink;
    bool with_alpha;
    bool small;
    size_t bpp;      ///< Bytes of a pixel.
    size_t row_size; ///< Bytes of one unfiltered row.
    uint8_t *rows[2];
    uint8_t *filtered[FILTER_COUNT]; ///< Filter byte and residuals; only one unless `small`.
    uint8_t *chunk;                  ///< Length, type, data of the IDAT chunk in work.
    z_stream zlib;
} png_file_writer;

/* ---- filters ---- */

static unsigned paeth(int left, int up, int corner)
{
    int to_left = abs(up - corner);
    int to_up = abs(left - corner);
    int to_corner = abs(left + up - 2 * corner);
    if (to_left <= to_up && to_left <= to_corner) {
        return (unsigned)left;
    }
    return (unsigned)(to_up <= to_corner ? up : corner);
}

static unsigned predict(unsigned filter, unsigned left, unsigned up, unsigned corner)
{
    switch (filter) {
    case 1:
        return left;
    case 2:
        return up;
    case 3:
        return (left + up) / 2;
    case 4:
        return paeth((int)left, (int)up, (int)corner);
    default:
        return 0;
    }
}

// Writes filter byte and residuals; returns the sum of the residuals' absolute values, each taken
// as a signed byte. At most 32767 * 4 * 128, which 32 bits hold.
static uint32_t filter_row(unsigned filter, const uint8_t *row, const uint8_t *above, size_t size,
                           size_t bpp, uint8_t *out)
{
    uint32_t sum = 0;
    *out++ = (uint8_t)filter;
    if (filter == FILTER_SUB && above == NULL) {
        // Fast pictures: the sum is not asked for.
        memcpy(out, row, bpp < size ? bpp : size);
        for (size_t i = bpp; i < size; i++) {
            out[i] = (uint8_t)(row[i] - row[i - bpp]);
        }
        return 0;
    }
    for (size_t i = 0; i < size; i++) {
        unsigned left = i >= bpp ? row[i - bpp] : 0;
        unsigned corner = i >= bpp ? above[i - bpp] : 0;
        unsigned residual = (row[i] - predict(filter, left, above[i], corner)) & 255u;
        out[i] = (uint8_t)residual;
        sum += residual < 128 ? residual : 256 - residual;
    }
    return sum;
}

static uint8_t *best_filter(png_file_writer *self, const uint8_t *row, const uint8_t *above)
{
    size_t bpp = self->bpp;
    if (!self->small) {
        // "Sub" gave 8 % smaller files than "up" on 26 million pixels of reference pictures.
        (void)filter_row(FILTER_SUB, row, NULL, self->row_size, bpp, self->filtered[0]);
        return self->filtered[0];
    }
    unsigned best = 0;
    uint32_t best_sum = UINT32_MAX;
    for (unsigned filter = 0; filter < FILTER_COUNT; filter++) {
        uint32_t sum = filter_row(filter, row, above, self->row_size, bpp, self->filtered[filter]);
        if (sum < best_sum) {
            best = filter;
            best_sum = sum;
        }
    }
    return self->filtered[best];
}

/* ---- pixel data ---- */

// Compresses what zlib's input holds; writes a chunk whenever one is full, and the last at the end.
static bool deflate_input(png_file_writer *self, int flush)
{
    z_stream *zlib = &self->zlib;
    int status = Z_OK;
    do {
        status = deflate(zlib, flush);
        bool ended = status == Z_STREAM_END;
        if (zlib->avail_out == 0 || ended) {
            uint32_t size = IDAT_SIZE - zlib->avail_out;
            if (size > 0 && !r3d_priv_png_put_chunk(self->sink, "IDAT", self->chunk, size)) {
                return false;
            }
            zlib->next_out = self->chunk + R3D_PRIV_PNG_CHUNK_HEAD;
            zlib->avail_out = IDAT_SIZE;
        }
    } while (zlib->avail_in > 0 || (flush == Z_FINISH && status != Z_STREAM_END));
    return true;
}

static bool put_rows(png_file_writer *self)
{
    self->zlib.next_out = self->chunk + R3D_PRIV_PNG_CHUNK_HEAD;
    self->zlib.avail_out = IDAT_SIZE;
    memset(self->rows[1], 0, self->row_size);
    for (int32_t y = 0; y < self->view->height; y++) {
        uint8_t *row = self->rows[y & 1];
        r3d_priv_view_read(self->view, 0, y, self->view->width, self->with_alpha, row);
        self->zlib.next_in = best_filter(self, row, self->rows[(y & 1) ^ 1]);
        self->zlib.avail_in = (uInt)(self->row_size + 1);
        bool last = y == self->view->height - 1;
        if (!deflate_input(self, last ? Z_FINISH : Z_NO_FLUSH)) {
            return false;
        }
    }
    return true;
}

static bool put_file(png_file_writer *self)
{
    return r3d_priv_png_put_header(self->sink, self->view->width, self->view->height,
                                   self->with_alpha ? 6 : 2) &&
           put_rows(self) && r3d_priv_png_put_end(self->sink);
}

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
static r3d_result write_samples(png_file_writer *self, const r3d_allocator *hooks, const char *name,
                                r3d_error *out_error)
{
    r3d_allocator allocator = *hooks;
    self->bpp = self->with_alpha ? 4 : 3;
    self->row_size = (size_t)self->view->width * self->bpp;
    size_t filters = self->small ? FILTER_COUNT : 1;
    // One block: two rows, the filtered rows, the chunk.
    size_t filtered_size = self->row_size + 1;
    uint8_t *block = r3d_priv_io_alloc(&allocator, 2 * self->row_size + filters * filtered_size +
                                                       R3D_PRIV_PNG_CHUNK_HEAD + IDAT_SIZE);
    self->zlib.zalloc = r3d_priv_io_zlib_alloc;
    self->zlib.zfree = r3d_priv_io_zlib_free;
    self->zlib.opaque = &allocator;
    if (block == NULL || deflateInit2(&self->zlib, self->small ? 9 : 1, Z_DEFLATED, MAX_WBITS,
                                      self->small ? 9 : 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        r3d_priv_io_free(&allocator, block);
        return out_of_memory(name, out_error);
    }
    uint8_t *next = block;
    for (size_t i = 0; i < 2; i++, next += self->row_size) {
        self->rows[i] = next;
    }
    for (size_t i = 0; i < filters; i++, next += filtered_size) {
        self->filtered[i] = next;
    }
    self->chunk = next;
    r3d_result result = R3D_OK;
    if (!put_file(self)) {
        result = r3d_priv_io_fail(out_error, R3D_ERR_IO_WRITE, name, 0, -1, "writing failed");
    }
    (void)deflateEnd(&self->zlib);
    r3d_priv_io_free(&allocator, block);
    return result;
}

static r3d_result write_png(const r3d_picture_view *view, r3d_png_effort effort,
                            const r3d_allocator *hooks, const r3d_priv_sink *sink, const char *name,
                            r3d_error *out_error)
{
    png_file_writer self = {.view = view, .sink = sink, .small = effort == R3D_PNG_SMALL};
    self.with_alpha = r3d_priv_view_has_alpha(view);
    if (effort == R3D_PNG_INDEXED && !self.with_alpha) {
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
    return write_samples(&self, hooks, name, out_error);
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

typedef struct growing {
    const r3d_allocator *allocator;
    uint8_t *data;
    size_t size;
    size_t capacity;
} growing;

static bool grow(growing *self, size_t more)
{
    if (more <= self->capacity - self->size) {
        return true;
    }
    if (more > PTRDIFF_MAX - self->size) {
        return false;
    }
    // Doubling keeps the number of copies small; the sum cannot overflow, being at most 2 *
    // PTRDIFF_MAX.
    size_t capacity = self->size + (more > self->size ? more : self->size);
    uint8_t *data = r3d_priv_io_alloc(self->allocator, capacity);
    if (data == NULL) {
        return false;
    }
    if (self->size > 0) {
        memcpy(data, self->data, self->size);
    }
    r3d_priv_io_free(self->allocator, self->data);
    self->data = data;
    self->capacity = capacity;
    return true;
}

static bool append(void *user, const void *data, size_t size)
{
    growing *self = user;
    if (!grow(self, size)) {
        return false;
    }
    memcpy(self->data + self->size, data, size);
    self->size += size;
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
    growing memory = {.allocator = &hooks};
    const r3d_priv_sink sink = {.write = append, .user = &memory};
    result = write_png(view, effort, &hooks, &sink, NULL, out_error);
    if (result == R3D_ERR_IO_WRITE) {
        result =
            r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, NULL, 0, -1, "no memory for the PNG data");
    }
    if (result != R3D_OK) {
        r3d_priv_io_free(&hooks, memory.data);
        return result;
    }
    *out_data = memory.data;
    *out_size = memory.size;
    return R3D_OK;
}
