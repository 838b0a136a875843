/* SPDX-License-Identifier: MIT */
// `.tx8` text images. The grammar is in docs/formats.md; nothing but that grammar is accepted.

#include "../io/io_internal.h"

#include <retro3d/pictures.h>

#include <string.h>

typedef struct tx8_parser {
    const char *text;
    size_t size;
    size_t position;  ///< First byte that is not in a line yet.
    const char *line; ///< Current line without its end.
    size_t line_size;
    int32_t number; ///< Of the current line, from 1.
    const char *name;
    r3d_error *error;
} tx8_parser;

/* ---- lines ---- */

// Steps to the next line; `expected` says what it should hold.
static r3d_result next_line(tx8_parser *self, const char *expected)
{
    self->number++;
    if (self->position == self->size) {
        return r3d_priv_io_fail(self->error, R3D_ERR_FORMAT_TRUNCATED, self->name, self->number, -1,
                                "the file ends, expected %s", expected);
    }
    const char *begin = self->text + self->position;
    size_t left = self->size - self->position;
    const char *end = memchr(begin, '\n', left);
    size_t size = end != NULL ? (size_t)(end - begin) : left;
    self->position += end != NULL ? size + 1 : size;
    if (end != NULL && size > 0 && begin[size - 1] == '\r') {
        size--;
    }
    self->line = begin;
    self->line_size = size;
    return R3D_OK;
}

static r3d_result unexpected(tx8_parser *self, r3d_result result, const char *expected)
{
    char excerpt[R3D_PRIV_EXCERPT_SIZE];
    return r3d_priv_io_fail(self->error, result, self->name, self->number, -1,
                            "found '%s', expected %s",
                            r3d_priv_io_excerpt(self->line, self->line_size, excerpt), expected);
}

/* ---- words ---- */

// Reads a decimal number that must fill `size` bytes.
static bool parse_i32(const char *text, size_t size, int32_t *out)
{
    size_t i = size > 0 && text[0] == '-' ? 1 : 0;
    bool negative = i == 1;
    // Ten digits hold any 32-bit number, and 64 bits hold any ten digits.
    if (size - i < 1 || size - i > 10) {
        return false;
    }
    int64_t value = 0;
    for (; i < size; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return false;
        }
        value = value * 10 + (text[i] - '0');
    }
    value = negative ? -value : value;
    if (value < INT32_MIN || value > INT32_MAX) {
        return false;
    }
    *out = (int32_t)value;
    return true;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Reads the line "keyword number [number]".
static r3d_result read_numbers(tx8_parser *self, const char *keyword, int count, int32_t *out,
                               const char *expected)
{
    r3d_result result = next_line(self, expected);
    if (result != R3D_OK) {
        return result;
    }
    size_t length = strlen(keyword);
    if (self->line_size < length || memcmp(self->line, keyword, length) != 0) {
        return unexpected(self, R3D_ERR_FORMAT_SYNTAX, expected);
    }
    size_t position = length;
    for (int i = 0; i < count; i++) {
        if (position == self->line_size || self->line[position] != ' ') {
            return unexpected(self, R3D_ERR_FORMAT_SYNTAX, expected);
        }
        size_t begin = ++position;
        while (position < self->line_size && self->line[position] != ' ') {
            position++;
        }
        if (!parse_i32(self->line + begin, position - begin, &out[i])) {
            return unexpected(self, R3D_ERR_FORMAT_SYNTAX, expected);
        }
    }
    if (position != self->line_size) {
        return unexpected(self, R3D_ERR_FORMAT_SYNTAX, expected);
    }
    return R3D_OK;
}

static r3d_result read_keyword(tx8_parser *self, const char *keyword)
{
    r3d_result result = next_line(self, keyword);
    if (result == R3D_OK &&
        (self->line_size != strlen(keyword) || memcmp(self->line, keyword, self->line_size) != 0)) {
        char expected[32];
        (void)snprintf(expected, sizeof expected, "'%s'", keyword);
        result = unexpected(self, R3D_ERR_FORMAT_SYNTAX, expected);
    }
    return result;
}

/* ---- parts ---- */

static r3d_result read_frame(tx8_parser *self, r3d_tx8_kind kind, r3d_image_frame *out)
{
    int32_t pair[2];
    r3d_result result = read_numbers(self, "canvas", 2, pair, "'canvas WIDTH HEIGHT'");
    if (result != R3D_OK) {
        return result;
    }
    if (kind == R3D_TX8_TEXTURE) {
        if (pair[0] != pair[1] || (pair[0] != 64 && pair[0] != 128)) {
            return unexpected(self, R3D_ERR_RANGE, "a canvas of 128 128 or 64 64 for a texture");
        }
    } else if (pair[0] < 1 || pair[1] < 1) {
        return unexpected(self, R3D_ERR_RANGE, "a canvas of at least 1 1");
    }
    out->canvas_width = pair[0];
    out->canvas_height = pair[1];
    result = read_numbers(self, "offset", 2, pair, "'offset X Y'");
    if (result != R3D_OK) {
        return result;
    }
    out->offset_x = pair[0];
    out->offset_y = pair[1];
    result = read_numbers(self, "size", 2, pair, "'size WIDTH HEIGHT'");
    if (result != R3D_OK) {
        return result;
    }
    if (pair[0] < 1 || pair[0] > R3D_IMAGE_SIZE_MAX || pair[1] < 1 ||
        pair[1] > R3D_IMAGE_SIZE_MAX) {
        return unexpected(self, R3D_ERR_RANGE, "a size of 1..32767 each");
    }
    out->width = pair[0];
    out->height = pair[1];
    return R3D_OK;
}

static r3d_result read_palette(tx8_parser *self, int32_t count, uint32_t *out)
{
    for (int32_t i = 0; i < count; i++) {
        r3d_result result = next_line(self, "a palette colour rrggbb");
        if (result != R3D_OK) {
            return result;
        }
        uint32_t value = 0;
        bool good = self->line_size == 6;
        for (size_t k = 0; good && k < 6; k++) {
            int digit = hex_digit(self->line[k]);
            good = digit >= 0;
            value = value << 4 | (uint32_t)(digit & 15);
        }
        if (!good) {
            return unexpected(self, R3D_ERR_FORMAT_SYNTAX, "a palette colour rrggbb");
        }
        if (i == 0 && value != 0) {
            return unexpected(self, R3D_ERR_FORMAT_DATA, "000000: palette entry 0 is the hole");
        }
        out[i] = value;
    }
    return R3D_OK;
}

static r3d_result read_row(tx8_parser *self, int32_t width, int32_t palette_count, uint8_t *out)
{
    r3d_result result = next_line(self, "a row of pixels");
    if (result != R3D_OK) {
        return result;
    }
    if (self->line_size != (size_t)width * 2) {
        return r3d_priv_io_fail(self->error, R3D_ERR_FORMAT_COUNT, self->name, self->number, -1,
                                "the row has %zu characters, expected %d", self->line_size,
                                (int)width * 2);
    }
    for (int32_t x = 0; x < width; x++) {
        int high = hex_digit(self->line[2 * x]);
        int low = hex_digit(self->line[2 * x + 1]);
        if (high < 0 || low < 0) {
            return r3d_priv_io_fail(self->error, R3D_ERR_FORMAT_SYNTAX, self->name, self->number,
                                    -1, "pixel %d is not two hexadecimal digits", (int)x);
        }
        int index = high * 16 + low;
        if (index >= palette_count) {
            return r3d_priv_io_fail(self->error, R3D_ERR_FORMAT_INDEX, self->name, self->number, -1,
                                    "pixel %d is %02x, expected less than %02x", (int)x,
                                    (unsigned)index, (unsigned)palette_count);
        }
        out[x] = (uint8_t)index;
    }
    return R3D_OK;
}

// The rows must be there before memory for them is: two digits a pixel, and line ends between.
static r3d_result check_rows_size(tx8_parser *self, const r3d_image_frame *frame)
{
    uint64_t needed =
        (uint64_t)frame->width * 2 * (uint64_t)frame->height + (uint64_t)frame->height - 1;
    size_t left = self->size - self->position;
    if (left < needed) {
        return r3d_priv_io_fail(self->error, R3D_ERR_FORMAT_TRUNCATED, self->name, self->number, -1,
                                "%zu bytes follow, %d rows of %d pixels need at least %llu", left,
                                (int)frame->height, (int)frame->width, (unsigned long long)needed);
    }
    return R3D_OK;
}

static r3d_result read_pixels(tx8_parser *self, r3d_image8 *image)
{
    for (int32_t y = 0; y < image->frame.height; y++) {
        r3d_result result = read_row(self, image->frame.width, image->palette_count,
                                     image->pixels + (size_t)y * (size_t)image->frame.width);
        if (result != R3D_OK) {
            return result;
        }
    }
    if (self->position != self->size) {
        (void)next_line(self, "");
        return unexpected(self, R3D_ERR_FORMAT_SYNTAX, "the end of the file after the last row");
    }
    return R3D_OK;
}

static r3d_result parse(tx8_parser *self, r3d_tx8_kind kind, const r3d_allocator *hooks,
                        r3d_image8 *image)
{
    r3d_result result = next_line(self, "'tx8 1'");
    if (result == R3D_OK && (self->line_size != 5 || memcmp(self->line, "tx8 1", 5) != 0)) {
        result = unexpected(self, R3D_ERR_FORMAT_MAGIC, "'tx8 1'");
    }
    if (result == R3D_OK) {
        result = read_frame(self, kind, &image->frame);
    }
    if (result == R3D_OK) {
        result = read_numbers(self, "palette", 1, &image->palette_count, "'palette COUNT'");
    }
    if (result != R3D_OK) {
        return result;
    }
    int32_t limit = kind == R3D_TX8_TEXTURE ? 128 : R3D_IMAGE_PALETTE_MAX;
    if (image->palette_count < 1 || image->palette_count > limit) {
        return unexpected(self, R3D_ERR_RANGE,
                          kind == R3D_TX8_TEXTURE ? "1..128 colours for a texture"
                                                  : "1..256 colours");
    }
    image->palette_rgb =
        r3d_priv_io_alloc(hooks, (size_t)image->palette_count * sizeof *image->palette_rgb);
    if (image->palette_rgb == NULL) {
        return r3d_priv_io_fail(self->error, R3D_ERR_MEMORY, self->name, self->number, -1,
                                "no memory for the palette");
    }
    result = read_palette(self, image->palette_count, image->palette_rgb);
    if (result == R3D_OK) {
        result = read_keyword(self, "pixels");
    }
    if (result == R3D_OK) {
        result = check_rows_size(self, &image->frame);
    }
    if (result != R3D_OK) {
        return result;
    }
    // Not more than the text, so the product fits a size_t.
    image->pixels =
        r3d_priv_io_alloc(hooks, (size_t)image->frame.width * (size_t)image->frame.height);
    if (image->pixels == NULL) {
        return r3d_priv_io_fail(self->error, R3D_ERR_MEMORY, self->name, self->number, -1,
                                "no memory for %d x %d pixels", (int)image->frame.width,
                                (int)image->frame.height);
    }
    return read_pixels(self, image);
}

static r3d_result check_call(const char *name, r3d_tx8_kind kind, const r3d_allocator *allocator,
                             r3d_allocator *out_allocator, r3d_error *out_error)
{
    if (kind != R3D_TX8_SPRITE && kind != R3D_TX8_TEXTURE) {
        return r3d_priv_io_fail(out_error, R3D_ERR_RANGE, name, 0, -1, "no such kind: %d",
                                (int)kind);
    }
    if (r3d_priv_io_allocator(allocator, out_allocator) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1,
                                "the allocator has only one of its two functions");
    }
    return R3D_OK;
}

r3d_result r3d_image8_decode_tx8(const char *text, size_t size, const char *name, r3d_tx8_kind kind,
                                 const r3d_allocator *allocator, r3d_image8 *out_image,
                                 r3d_error *out_error)
{
    if (name == NULL) {
        name = "";
    }
    if (text == NULL || out_image == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1, "a pointer is NULL");
    }
    *out_image = (r3d_image8){.pixels = NULL};
    r3d_allocator hooks;
    r3d_result result = check_call(name, kind, allocator, &hooks, out_error);
    if (result != R3D_OK) {
        return result;
    }
    tx8_parser self = {.text = text, .size = size, .name = name, .error = out_error};
    result = parse(&self, kind, &hooks, out_image);
    if (result != R3D_OK) {
        r3d_image8_free(out_image, &hooks);
    }
    return result;
}

r3d_result r3d_image8_load_tx8_from(const r3d_file_source *files, const char *name,
                                    r3d_tx8_kind kind, const r3d_allocator *allocator,
                                    r3d_image8 *out_image, r3d_error *out_error)
{
    if (name == NULL || out_image == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1, "a pointer is NULL");
    }
    *out_image = (r3d_image8){.pixels = NULL};
    r3d_allocator hooks;
    r3d_result result = check_call(name, kind, allocator, &hooks, out_error);
    if (result != R3D_OK) {
        return result;
    }
    void *text = NULL;
    size_t size = 0;
    result = r3d_file_read_from(files, name, 0, &hooks, &text, &size, out_error);
    if (result == R3D_OK) {
        result = r3d_image8_decode_tx8(text, size, name, kind, &hooks, out_image, out_error);
        r3d_priv_io_free(&hooks, text);
    }
    return result;
}

r3d_result r3d_image8_load_tx8(const char *path, r3d_tx8_kind kind, const r3d_allocator *allocator,
                               r3d_image8 *out_image, r3d_error *out_error)
{
    return r3d_image8_load_tx8_from(NULL, path, kind, allocator, out_image, out_error);
}
