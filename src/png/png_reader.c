/* SPDX-License-Identifier: MIT */
// Pixel data of a PNG: zlib envelope, inflate, Adler-32, rows and passes; opening and closing.
// The envelope is read here, not by zlib, so that each of its failures has its own message and the
// verdict does not depend on the zlib that is linked.
// Source: spec golden section 1; PNG (third edition) section 10; RFC 1950.

#include "../base/bytes.h"
#include "png_state.h"

#include <inttypes.h>
#include <string.h>

enum { ZLIB_HEADER_SIZE = 2, ADLER_SIZE = 4, INFLATE_STEP = 65536 };

/* ---- inflate ---- */

static r3d_result read_idat_bytes(r3d_png_reader *png, uint8_t *out, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        // The inflater may have read on, into a chunk that is over by now.
        if (png->inflate != NULL && r3d_priv_png_inflater_give_back(png->inflate, &out[i])) {
            continue;
        }
        size_t here = 0;
        r3d_result result = r3d_priv_png_idat(png, &here);
        if (result != R3D_OK) {
            return result;
        }
        out[i] = png->input[0];
        r3d_priv_png_consume(png, 1);
    }
    return R3D_OK;
}

static r3d_result start_inflate(r3d_png_reader *png)
{
    uint8_t bytes[ZLIB_HEADER_SIZE];
    r3d_result result = read_idat_bytes(png, bytes, sizeof bytes);
    if (result != R3D_OK) {
        return result;
    }
    unsigned method = bytes[0] & 15u;
    unsigned window = bytes[0] >> 4;
    if (method != 8) {
        return r3d_priv_png_fail_data(png, R3D_ERR_FORMAT_DATA,
                                      "zlib compression method %u, expected 8", method);
    }
    if (window > 7) {
        return r3d_priv_png_fail_data(png, R3D_ERR_FORMAT_DATA,
                                      "zlib window size %u, expected 0..7", window);
    }
    if (r3d_priv_be16(bytes) % 31 != 0) {
        return r3d_priv_png_fail_data(png, R3D_ERR_FORMAT_CHECKSUM,
                                      "the check bits of the zlib header are wrong");
    }
    if ((bytes[1] & 0x20u) != 0) {
        return r3d_priv_png_fail_data(png, R3D_ERR_FORMAT_DATA,
                                      "the zlib header asks for a preset dictionary");
    }
    // With the largest window whatever the header says: then what is accepted does not depend on how
    // the output is cut into pieces.
    png->inflate = r3d_priv_png_inflater_open(&png->allocator);
    if (png->inflate == NULL) {
        return r3d_priv_png_fail(png, R3D_ERR_MEMORY, png->offset, "no memory to inflate");
    }
    png->adler = 1; // of no bytes
    return R3D_OK;
}

// Inflates up to `room` bytes; may give none while it consumes input.
static r3d_result inflate_some(r3d_png_reader *png, uint8_t *out, size_t room, size_t *out_got)
{
    *out_got = 0;
    size_t here = 0;
    // What is inflated already comes before whatever is wrong with the chunks that follow.
    if (!r3d_priv_png_inflater_is_ahead(png->inflate)) {
        r3d_result result = r3d_priv_png_idat(png, &here);
        if (result != R3D_OK) {
            return result;
        }
    }
    size_t used = 0;
    r3d_priv_png_inflate_state state = R3D_PRIV_PNG_INFLATE_GOES_ON;
    const char *message = NULL;
    *out_got = r3d_priv_png_inflater_run(png->inflate, png->input, here, &used, out, room, &state,
                                         &message);
    r3d_priv_png_consume(png, used);
    png->adler = r3d_priv_adler32(png->adler, out, *out_got);
    png->deflate_ended = state == R3D_PRIV_PNG_INFLATE_ENDED;
    if (state == R3D_PRIV_PNG_INFLATE_NO_MEMORY) {
        return r3d_priv_png_fail(png, R3D_ERR_MEMORY, png->offset, "no memory to inflate");
    }
    if (state == R3D_PRIV_PNG_INFLATE_BAD) {
        return r3d_priv_png_fail_data(png, R3D_ERR_FORMAT_DATA, "bad compressed data: %s", message);
    }
    return R3D_OK;
}

// Makes `size` raw bytes available at raw_begin.
static r3d_result need_raw(r3d_png_reader *png, size_t size)
{
    while (png->raw_end - png->raw_begin < size) {
        if (png->deflate_ended) {
            return r3d_priv_png_fail_data(png, R3D_ERR_FORMAT_COUNT,
                                          "the pixel data are %" PRId64
                                          " bytes too short: the compressed data end early",
                                          png->raw_left);
        }
        if (png->raw_end == png->raw_capacity) {
            // Keep the row above: it lies right before raw_begin.
            size_t keep = png->previous;
            memmove(png->raw, png->raw + keep, png->raw_end - keep);
            png->previous = 0;
            png->raw_begin -= keep;
            png->raw_end -= keep;
        }
        size_t room = png->raw_capacity - png->raw_end;
        if ((int64_t)room > png->raw_left) {
            room = (size_t)png->raw_left;
        }
        size_t got = 0;
        r3d_result result = inflate_some(png, png->raw + png->raw_end, room, &got);
        if (result != R3D_OK) {
            return result;
        }
        png->raw_end += got;
        png->raw_left -= (int64_t)got;
    }
    return R3D_OK;
}

// Behind the last row: the deflate stream must end here, with the right Adler-32.
static r3d_result end_inflate(r3d_png_reader *png)
{
    while (!png->deflate_ended) {
        uint8_t surplus;
        size_t got = 0;
        r3d_result result = inflate_some(png, &surplus, 1, &got);
        if (result != R3D_OK) {
            return result;
        }
        if (got > 0) {
            return r3d_priv_png_fail_data(png, R3D_ERR_FORMAT_COUNT,
                                          "the pixel data are longer than the picture");
        }
    }
    uint8_t bytes[ADLER_SIZE];
    r3d_result result = read_idat_bytes(png, bytes, sizeof bytes);
    if (result != R3D_OK) {
        return result;
    }
    uint8_t surplus;
    if (r3d_priv_png_inflater_give_back(png->inflate, &surplus)) {
        return r3d_priv_png_fail_data(png, R3D_ERR_FORMAT_COUNT,
                                      "bytes follow the end of the compressed data in IDAT");
    }
    const uint32_t stored = r3d_priv_be32(bytes);
    if (stored != png->adler) {
        return r3d_priv_png_fail_data(png, R3D_ERR_FORMAT_CHECKSUM,
                                      "the Adler-32 of the pixel data is %08" PRIx32
                                      ", they give %08" PRIx32,
                                      stored, png->adler);
    }
    return R3D_OK;
}

/* ---- rows ---- */

static r3d_result start_rows(r3d_png_reader *png)
{
    r3d_result result = start_inflate(png);
    if (result == R3D_OK) {
        png->step = R3D_PRIV_PNG_IN_ROWS;
    }
    return result;
}

// Decodes one row of a pass of `width` pixels. `y` is only for messages.
static r3d_result decode_row(r3d_png_reader *png, int32_t width, int32_t y, void *out)
{
    const r3d_png_header *header = &png->header;
    size_t size = r3d_priv_png_raw_row(header, width);
    r3d_result result = need_raw(png, size + 1);
    if (result != R3D_OK) {
        return result;
    }
    uint8_t *row = png->raw + png->raw_begin + 1;
    const uint8_t *previous = png->have_previous ? png->raw + png->previous : NULL;
    unsigned filter = row[-1];
    size_t bpp = r3d_priv_png_raw_row(header, 1);
    if (!r3d_priv_png_unfilter(filter, row, previous, size, bpp, png->features)) {
        return r3d_priv_png_fail_data(png, R3D_ERR_FORMAT_DATA,
                                      "filter type %u in row %d, expected 0..4", filter, (int)y);
    }
    png->previous = png->raw_begin + 1;
    png->have_previous = true;
    png->raw_begin += size + 1;
    int32_t bad = r3d_priv_png_expand(header, png->rows, row, width, out);
    if (bad >= 0) {
        return r3d_priv_png_fail_data(png, R3D_ERR_FORMAT_INDEX,
                                      "pixel %d of row %d has a palette index that is not below %d",
                                      (int)bad, (int)y, (int)header->palette_count);
    }
    return R3D_OK;
}

static void scatter(const r3d_priv_png_pass *pass, const uint8_t *line, size_t pixel, uint8_t *row)
{
    uint8_t *out = row + (size_t)pass->x * pixel;
    for (int32_t i = 0; i < pass->width; i++) {
        memcpy(out, line, pixel);
        line += pixel;
        out += (size_t)pass->step_x * pixel;
    }
}

// Decodes all passes; `out` may be NULL.
static r3d_result decode_passes(r3d_png_reader *png, uint8_t *out)
{
    const r3d_png_header *header = &png->header;
    size_t pixel = header->row_size / (size_t)header->width;
    for (int i = 0; i < r3d_priv_png_pass_count(header); i++) {
        r3d_priv_png_pass pass = r3d_priv_png_get_pass(header, i);
        png->have_previous = false;
        for (int32_t n = 0; n < pass.height && pass.width > 0; n++) {
            int32_t y = pass.y + n * pass.step_y;
            r3d_result result = decode_row(png, pass.width, y, png->line);
            if (result != R3D_OK) {
                return result;
            }
            if (out != NULL) {
                scatter(&pass, png->line, pixel, out + (size_t)y * header->row_size);
            }
        }
    }
    return R3D_OK;
}

static r3d_result next_row(r3d_png_reader *png, void *out)
{
    const r3d_png_header *header = &png->header;
    if (!header->interlaced) {
        return decode_row(png, header->width, png->rows_read, out);
    }
    if (png->picture == NULL) {
        uint64_t size = (uint64_t)header->row_size * (uint64_t)header->height;
        png->picture =
            size <= PTRDIFF_MAX ? r3d_priv_io_alloc(&png->allocator, (size_t)size) : NULL;
        if (png->picture == NULL) {
            return r3d_priv_png_fail(png, R3D_ERR_MEMORY, png->offset,
                                     "no memory for %d x %d interlaced pixels", (int)header->width,
                                     (int)header->height);
        }
        r3d_result result = decode_passes(png, png->picture);
        if (result != R3D_OK) {
            return result;
        }
    }
    memcpy(out, png->picture + (size_t)png->rows_read * header->row_size, header->row_size);
    return R3D_OK;
}

/* ---- calls ---- */

static r3d_result wrong_state(const r3d_png_reader *png, r3d_error *out_error)
{
    if (png == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, NULL, 0, -1, "an argument is NULL");
    }
    return r3d_priv_io_fail(out_error, R3D_ERR_STATE, png->name, 0, -1, "%s",
                            png->step == R3D_PRIV_PNG_FAILED
                                ? "the reader failed before"
                                : "the call does not fit the state of the reader");
}

const r3d_png_header *r3d_png_reader_get_header(const r3d_png_reader *png)
{
    return png != NULL ? &png->header : NULL;
}

r3d_result r3d_png_reader_set_rows(r3d_png_reader *png, r3d_png_rows rows, r3d_error *out_error)
{
    if (png == NULL || png->step != R3D_PRIV_PNG_BEFORE_ROWS) {
        return wrong_state(png, out_error);
    }
    r3d_png_header *header = &png->header;
    size_t pixel = r3d_priv_layout_bytes(header->layout);
    if (rows == R3D_PNG_ROWS_INDEX8) {
        if (header->color_type != R3D_PNG_PALETTE) {
            return r3d_priv_io_fail(out_error, R3D_ERR_FORMAT_UNSUPPORTED, png->name, 0, -1,
                                    "colour type %d, expected 3 (palette)",
                                    (int)header->color_type);
        }
        pixel = 1;
    }
    if (rows == R3D_PNG_ROWS_NATIVE) {
        // Stored as they are wanted: RGB or RGBA of 8 bits. Everything else is expanded.
        bool rgb = header->color_type == R3D_PNG_RGB && !header->has_transparency;
        if (header->bit_depth != 8 || header->interlaced ||
            (!rgb && header->color_type != R3D_PNG_RGB_ALPHA)) {
            rows = R3D_PNG_ROWS_RGBA;
        } else if (rgb) {
            header->layout = R3D_LAYOUT_RGB8;
            pixel = 3;
        }
    }
    png->rows = rows;
    header->row_size = (size_t)header->width * pixel;
    return R3D_OK;
}

r3d_result r3d_png_reader_read_row(r3d_png_reader *png, void *out_row, r3d_error *out_error)
{
    if (out_row == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, NULL, 0, -1, "an argument is NULL");
    }
    if (png == NULL || png->step > R3D_PRIV_PNG_IN_ROWS || png->rows_read == png->header.height) {
        return wrong_state(png, out_error);
    }
    png->error = out_error;
    r3d_result result = R3D_OK;
    if (png->step == R3D_PRIV_PNG_BEFORE_ROWS) {
        result = start_rows(png);
    }
    if (result == R3D_OK) {
        result = next_row(png, out_row);
    }
    if (result == R3D_OK) {
        png->rows_read++;
    }
    png->error = NULL;
    return result;
}

r3d_result r3d_png_reader_read_all(r3d_png_reader *png, void *out_rows, r3d_error *out_error)
{
    if (out_rows == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, NULL, 0, -1, "an argument is NULL");
    }
    if (png == NULL || png->step != R3D_PRIV_PNG_BEFORE_ROWS) {
        return wrong_state(png, out_error);
    }
    const r3d_png_header *header = &png->header;
    uint8_t *out = out_rows;
    png->error = out_error;
    r3d_result result = start_rows(png);
    if (result == R3D_OK && header->interlaced) {
        result = decode_passes(png, out);
        png->rows_read = header->height;
    }
    while (result == R3D_OK && png->rows_read < header->height) {
        result = decode_row(png, header->width, png->rows_read, out);
        out += header->row_size;
        png->rows_read++;
    }
    png->error = NULL;
    return result;
}

// Rows that nobody asked for are decoded as well: they may be wrong.
static r3d_result skip_rows(r3d_png_reader *png)
{
    if (png->header.interlaced) {
        return png->rows_read == 0 ? decode_passes(png, NULL) : R3D_OK;
    }
    r3d_result result = R3D_OK;
    for (; png->rows_read < png->header.height && result == R3D_OK; png->rows_read++) {
        result = decode_row(png, png->header.width, png->rows_read, png->line);
    }
    return result;
}

r3d_result r3d_png_reader_finish(r3d_png_reader *png, r3d_error *out_error)
{
    if (png == NULL || png->step > R3D_PRIV_PNG_IN_ROWS) {
        return wrong_state(png, out_error);
    }
    png->error = out_error;
    r3d_result result = R3D_OK;
    if (png->step == R3D_PRIV_PNG_BEFORE_ROWS) {
        result = start_rows(png);
    }
    if (result == R3D_OK) {
        result = skip_rows(png);
    }
    if (result == R3D_OK) {
        result = end_inflate(png);
    }
    if (result == R3D_OK) {
        result = r3d_priv_png_end(png);
    }
    if (result == R3D_OK) {
        png->step = R3D_PRIV_PNG_FINISHED;
    }
    png->error = NULL;
    return result;
}

/* ---- open and close ---- */

// A reader without a source; only the name and the hooks are set.
static r3d_result make_reader(const char *name, const r3d_io_limits *limits,
                              const r3d_allocator *allocator, r3d_png_reader **out_png,
                              r3d_error *out_error)
{
    if (out_png != NULL) {
        *out_png = NULL;
    }
    if (out_png == NULL || name == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1, "an argument is NULL");
    }
    r3d_allocator hooks;
    if (r3d_priv_io_allocator(allocator, &hooks) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1,
                                "the allocator has only one of its two functions");
    }
    r3d_io_limits bounds;
    const r3d_result read = r3d_priv_io_limits(limits, &bounds);
    if (read != R3D_OK) {
        return r3d_priv_io_fail(out_error, read, name, 0, -1, R3D_PRIV_WRONG_LIMITS);
    }
    size_t name_size = strlen(name) + 1;
    r3d_png_reader *png = r3d_priv_io_alloc(&hooks, sizeof *png);
    char *copy = png != NULL ? r3d_priv_io_alloc(&hooks, name_size) : NULL;
    if (copy == NULL) {
        r3d_priv_io_free(&hooks, png);
        return r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, name, 0, -1,
                                "no memory for the PNG reader");
    }
    memset(png, 0, sizeof *png);
    memcpy(copy, name, name_size);
    png->allocator = hooks;
    png->limits = bounds;
    png->features = r3d_isa_features(bounds.isa);
    png->name = copy;
    png->error = out_error;
    *out_png = png;
    return R3D_OK;
}

// Room for the row above, the row in work and a step of inflate that is worth its overhead.
static size_t raw_capacity(const r3d_png_header *header)
{
    size_t row = r3d_priv_png_raw_row(header, header->width) + 1;
    size_t step = 4 * row > INFLATE_STEP ? 4 * row : INFLATE_STEP;
    size_t capacity = 2 * row + step; // at most 6 * 262137
    int64_t whole = r3d_priv_png_raw_size(header);
    return whole < (int64_t)capacity ? (size_t)whole : capacity;
}

static r3d_result begin(r3d_png_reader *png)
{
    if (png->source.size > png->limits.max_file_bytes) {
        return r3d_priv_png_fail(png, R3D_ERR_LIMIT, -1,
                                 "the file has %" PRId64 " bytes, the limit is %" PRId64,
                                 png->source.size, png->limits.max_file_bytes);
    }
    if (png->source.read != NULL) {
        png->input_buffer = r3d_priv_io_alloc(&png->allocator, R3D_PRIV_PNG_INPUT_SIZE);
        if (png->input_buffer == NULL) {
            return r3d_priv_png_fail(png, R3D_ERR_MEMORY, -1, "no memory for the PNG reader");
        }
    }
    r3d_result result = r3d_priv_png_begin(png);
    if (result != R3D_OK) {
        return result;
    }
    png->raw_left = r3d_priv_png_raw_size(&png->header);
    png->raw_capacity = raw_capacity(&png->header);
    png->raw = r3d_priv_io_alloc(&png->allocator, png->raw_capacity);
    png->line = r3d_priv_io_alloc(&png->allocator, png->header.row_size);
    if (png->raw == NULL || png->line == NULL) {
        return r3d_priv_png_fail(png, R3D_ERR_MEMORY, png->offset,
                                 "no memory for rows of %d pixels", (int)png->header.width);
    }
    return R3D_OK;
}

static r3d_result begin_or_close(r3d_png_reader **png)
{
    r3d_result result = begin(*png);
    (*png)->error = NULL;
    if (result != R3D_OK) {
        r3d_png_reader_close(*png);
        *png = NULL;
    }
    return result;
}

r3d_result r3d_png_reader_open(const r3d_png_source *source, const char *name,
                               const r3d_io_limits *limits, const r3d_allocator *allocator,
                               r3d_png_reader **out_png, r3d_error *out_error)
{
    name = name != NULL ? name : "";
    r3d_result result = make_reader(name, limits, allocator, out_png, out_error);
    if (result != R3D_OK) {
        return result;
    }
    if (source == NULL || source->read == NULL) {
        r3d_png_reader_close(*out_png);
        *out_png = NULL;
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1, "no source is given");
    }
    (*out_png)->source = *source;
    return begin_or_close(out_png);
}

r3d_result r3d_png_reader_open_memory(const void *data, size_t size, const char *name,
                                      const r3d_io_limits *limits, const r3d_allocator *allocator,
                                      r3d_png_reader **out_png, r3d_error *out_error)
{
    name = name != NULL ? name : "";
    r3d_result result = make_reader(name, limits, allocator, out_png, out_error);
    if (result != R3D_OK) {
        return result;
    }
    if (data == NULL && size > 0) {
        r3d_png_reader_close(*out_png);
        *out_png = NULL;
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1, "no data is given");
    }
    r3d_priv_png_set_memory(*out_png, data, size);
    return begin_or_close(out_png);
}

static bool read_file(void *user, void *out, size_t size, size_t *out_got)
{
    FILE *file = user;
    *out_got = fread(out, 1, size, file);
    return *out_got > 0 || ferror(file) == 0;
}

r3d_result r3d_png_reader_open_file(const char *path, const r3d_io_limits *limits,
                                    const r3d_allocator *allocator, r3d_png_reader **out_png,
                                    r3d_error *out_error)
{
    r3d_result result = make_reader(path, limits, allocator, out_png, out_error);
    if (result != R3D_OK) {
        return result;
    }
    r3d_png_reader *png = *out_png;
    FILE *file = NULL;
    int64_t size = 0;
    result = r3d_priv_file_open(path, &file, &size, out_error);
    if (result != R3D_OK) {
        r3d_png_reader_close(png);
        *out_png = NULL;
        return result;
    }
    // This reader buffers already.
    (void)setvbuf(file, NULL, _IONBF, 0);
    png->file = file;
    png->source = (r3d_png_source){.read = read_file, .user = file, .size = size};
    return begin_or_close(out_png);
}

r3d_result r3d_png_reader_open_from(const r3d_file_source *files, const char *name,
                                    const r3d_io_limits *limits, const r3d_allocator *allocator,
                                    r3d_png_reader **out_png, r3d_error *out_error)
{
    if (files == NULL) {
        return r3d_png_reader_open_file(name, limits, allocator, out_png, out_error);
    }
    r3d_result result = make_reader(name, limits, allocator, out_png, out_error);
    if (result != R3D_OK) {
        return result;
    }
    r3d_png_reader *png = *out_png;
    result = r3d_priv_lend(files, png->name, png->limits.max_file_bytes, &png->lent, out_error);
    if (result != R3D_OK) {
        r3d_png_reader_close(png);
        *out_png = NULL;
        return result;
    }
    r3d_priv_png_set_memory(png, png->lent.data, png->lent.size);
    return begin_or_close(out_png);
}

void r3d_png_reader_close(r3d_png_reader *png)
{
    if (png == NULL) {
        return;
    }
    if (png->file != NULL) {
        (void)fclose(png->file);
    }
    r3d_priv_lent_close(&png->lent);
    r3d_allocator hooks = png->allocator;
    r3d_priv_io_free(&hooks, png->picture);
    r3d_priv_io_free(&hooks, png->line);
    r3d_priv_io_free(&hooks, png->raw);
    r3d_priv_io_free(&hooks, png->input_buffer);
    r3d_priv_png_inflater_close(png->inflate);
    r3d_priv_io_free(&hooks, png->name);
    r3d_priv_io_free(&hooks, png);
}
