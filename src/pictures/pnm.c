/* SPDX-License-Identifier: MIT */
// Binary PNM: PGM (P5), PPM (P6) and PAM (P7), the formats of engines that cannot write PNG.
// The grammar and the accepted largest values are in docs/formats.md.

#include "pictures_internal.h"

#include <inttypes.h>
#include <string.h>

typedef struct pnm_parser {
    const uint8_t *data;
    size_t size;
    size_t position;
    const char *name;
    r3d_error *error;
} pnm_parser;

typedef struct pnm_header {
    int32_t width;
    int32_t height;
    int32_t depth; ///< Samples of a pixel: grey, grey + alpha, RGB, RGB + alpha.
    int32_t max;   ///< The sample value that stands for full intensity.
} pnm_header;

static r3d_result fail(const pnm_parser *self, r3d_result result, const char *message)
{
    return r3d_priv_io_fail(self->error, result, self->name, 0, (int64_t)self->position, "%s",
                            message);
}

/* ---- words ---- */

static int peek(const pnm_parser *self)
{
    return self->position < self->size ? self->data[self->position] : -1;
}

static bool is_space(int c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static void skip_line(pnm_parser *self)
{
    while (peek(self) >= 0 && peek(self) != '\n') {
        self->position++;
    }
}

static void skip_space(pnm_parser *self)
{
    for (;;) {
        if (peek(self) == '#') {
            skip_line(self);
        } else if (is_space(peek(self))) {
            self->position++;
        } else {
            return;
        }
    }
}

static r3d_result read_number(pnm_parser *self, const char *what, int32_t *out)
{
    size_t begin = self->position;
    int64_t value = 0;
    while (peek(self) >= '0' && peek(self) <= '9') {
        if (value <= INT32_MAX) {
            value = value * 10 + (peek(self) - '0');
        }
        self->position++;
    }
    if (self->position == begin) {
        char message[64];
        (void)snprintf(message, sizeof message, "expected the %s, a decimal number", what);
        return fail(self, peek(self) < 0 ? R3D_ERR_FORMAT_TRUNCATED : R3D_ERR_FORMAT_SYNTAX,
                    message);
    }
    *out = value > INT32_MAX ? INT32_MAX : (int32_t)value;
    return R3D_OK;
}

/* ---- headers ---- */

// "P5 width height max", one white-space byte, samples.
static r3d_result read_plain_header(pnm_parser *self, pnm_header *out)
{
    static const char *const names[3] = {"width", "height", "largest value"};
    int32_t *const numbers[3] = {&out->width, &out->height, &out->max};
    for (int i = 0; i < 3; i++) {
        skip_space(self);
        r3d_result result = read_number(self, names[i], numbers[i]);
        if (result != R3D_OK) {
            return result;
        }
    }
    if (!is_space(peek(self))) {
        return fail(self, peek(self) < 0 ? R3D_ERR_FORMAT_TRUNCATED : R3D_ERR_FORMAT_SYNTAX,
                    "expected one white-space character before the pixels");
    }
    self->position++;
    return R3D_OK;
}

// Compares the word at the position; steps over it, and over the blanks after it, if it is `word`.
static bool accept_word(pnm_parser *self, const char *word)
{
    size_t length = strlen(word);
    size_t left = self->size - self->position;
    if (left < length || memcmp(self->data + self->position, word, length) != 0 ||
        (left > length && !is_space(self->data[self->position + length]))) {
        return false;
    }
    self->position += length;
    while (peek(self) == ' ' || peek(self) == '\t') {
        self->position++;
    }
    return true;
}

// Reads what follows TUPLTYPE; the samples it implies go to `*out_depth`.
static r3d_result read_tuple_type(pnm_parser *self, int32_t *out_depth)
{
    static const struct {
        const char *name;
        int32_t depth;
    } types[] = {{"BLACKANDWHITE", 1},       {"GRAYSCALE", 1},       {"RGB", 3},
                 {"BLACKANDWHITE_ALPHA", 2}, {"GRAYSCALE_ALPHA", 2}, {"RGB_ALPHA", 4}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (accept_word(self, types[i].name)) {
            *out_depth = types[i].depth;
            return R3D_OK;
        }
    }
    return fail(self, R3D_ERR_FORMAT_UNSUPPORTED,
                "the tuple type is not a grey or RGB one with or without alpha");
}

// One line of a PAM header; `*out_end` is set at ENDHDR.
static r3d_result read_pam_line(pnm_parser *self, pnm_header *out, int32_t *type_depth,
                                bool *out_end)
{
    static const char *const names[4] = {"WIDTH", "HEIGHT", "DEPTH", "MAXVAL"};
    int32_t *const numbers[4] = {&out->width, &out->height, &out->depth, &out->max};
    r3d_result result = R3D_OK;
    if (accept_word(self, "ENDHDR")) {
        *out_end = true;
    } else if (accept_word(self, "TUPLTYPE")) {
        result = read_tuple_type(self, type_depth);
    } else {
        int i = 0;
        while (i < 4 && !accept_word(self, names[i])) {
            i++;
        }
        if (i == 4) {
            return fail(self, peek(self) < 0 ? R3D_ERR_FORMAT_TRUNCATED : R3D_ERR_FORMAT_SYNTAX,
                        "expected WIDTH, HEIGHT, DEPTH, MAXVAL, TUPLTYPE or ENDHDR");
        }
        if (*numbers[i] != -1) {
            return fail(self, R3D_ERR_FORMAT_SYNTAX, "the PAM header says this twice");
        }
        result = read_number(self, names[i], numbers[i]);
    }
    if (result == R3D_OK && peek(self) != '\n') {
        result = fail(self, peek(self) < 0 ? R3D_ERR_FORMAT_TRUNCATED : R3D_ERR_FORMAT_SYNTAX,
                      "expected the end of the line");
    }
    self->position++;
    return result;
}

static r3d_result read_pam_header(pnm_parser *self, pnm_header *out)
{
    *out = (pnm_header){.width = -1, .height = -1, .depth = -1, .max = -1};
    if (peek(self) != '\n') {
        return fail(self, R3D_ERR_FORMAT_SYNTAX, "expected the end of the line after P7");
    }
    self->position++;
    int32_t type_depth = 0;
    bool end = false;
    while (!end) {
        if (peek(self) == '#' || peek(self) == '\n') {
            skip_line(self);
            self->position += peek(self) == '\n';
            continue;
        }
        r3d_result result = read_pam_line(self, out, &type_depth, &end);
        if (result != R3D_OK) {
            return result;
        }
    }
    if (out->width == -1 || out->height == -1 || out->depth == -1 || out->max == -1) {
        return fail(self, R3D_ERR_FORMAT_SYNTAX,
                    "the PAM header lacks WIDTH, HEIGHT, DEPTH or MAXVAL");
    }
    if (out->depth < 1 || out->depth > 4) {
        return fail(self, R3D_ERR_FORMAT_UNSUPPORTED, "expected a DEPTH of 1..4 samples");
    }
    if (type_depth != 0 && type_depth != out->depth) {
        return fail(self, R3D_ERR_FORMAT_COUNT, "DEPTH contradicts TUPLTYPE");
    }
    return R3D_OK;
}

// Scaling to 255 or 65535 must be exact: rounding would invent differences between pictures.
static r3d_result check_header(const pnm_parser *self, const pnm_header *header,
                               const r3d_io_limits *limits)
{
    if (header->width < 1 || header->height < 1 || header->max < 1 || header->max > 65535) {
        return fail(self, R3D_ERR_FORMAT_DATA,
                    "expected a size of at least 1 x 1 and a largest value of 1..65535");
    }
    if (header->width > R3D_PICTURE_SIZE_MAX || header->height > R3D_PICTURE_SIZE_MAX ||
        (int64_t)header->width * header->height * 4 > limits->max_samples) {
        return r3d_priv_io_fail(self->error, R3D_ERR_LIMIT, self->name, 0, 0,
                                "%d x %d pixels; the limits are %d each and %" PRId64 " samples",
                                (int)header->width, (int)header->height, (int)R3D_PICTURE_SIZE_MAX,
                                limits->max_samples);
    }
    if ((header->max < 256 ? 255 : 65535) % header->max != 0) {
        return fail(self, R3D_ERR_FORMAT_UNSUPPORTED,
                    "the largest value divides neither 255 nor 65535, so samples cannot be scaled "
                    "exactly");
    }
    return R3D_OK;
}

/* ---- samples ---- */

// Reads one pixel as four numbers scaled to 255 or 65535; false when a sample is too large.
static bool read_pixel(const pnm_header *header, const uint8_t *in, unsigned *out)
{
    bool wide = header->max > 255;
    unsigned full = wide ? 65535u : 255u;
    unsigned scale = full / (unsigned)header->max;
    unsigned samples[4] = {0, 0, 0, 0};
    for (int32_t i = 0; i < header->depth; i++) {
        unsigned sample = wide ? (unsigned)in[2 * i] << 8 | in[2 * i + 1] : in[i];
        if (sample > (unsigned)header->max) {
            return false;
        }
        samples[i] = sample * scale;
    }
    bool grey = header->depth < 3;
    out[0] = samples[0];
    out[1] = samples[grey ? 0 : 1];
    out[2] = samples[grey ? 0 : 2];
    out[3] = header->depth == 2 ? samples[1] : header->depth == 4 ? samples[3] : full;
    return true;
}

static r3d_result read_pixels(pnm_parser *self, const pnm_header *header, void *out_pixels)
{
    bool wide = header->max > 255;
    size_t step = (size_t)header->depth * (wide ? 2 : 1);
    size_t count = (size_t)header->width * (size_t)header->height;
    uint8_t *out8 = out_pixels;
    uint16_t *out16 = out_pixels;
    for (size_t i = 0; i < count; i++) {
        unsigned pixel[4];
        if (!read_pixel(header, self->data + self->position, pixel)) {
            return fail(self, R3D_ERR_FORMAT_DATA,
                        "a sample is above the largest value that the header states");
        }
        self->position += step;
        for (size_t k = 0; k < 4; k++) {
            if (wide) {
                out16[4 * i + k] = (uint16_t)pixel[k];
            } else {
                out8[4 * i + k] = (uint8_t)pixel[k];
            }
        }
    }
    return R3D_OK;
}

bool r3d_priv_pnm_matches(const void *data, size_t size)
{
    const char *text = data;
    return size >= 3 && text[0] == 'P' && text[1] >= '5' && text[1] <= '7' && is_space(text[2]);
}

r3d_result r3d_priv_pnm_decode(const void *data, size_t size, const char *name,
                               const r3d_io_limits *limits, const r3d_allocator *allocator,
                               r3d_picture *out_picture, r3d_error *out_error)
{
    pnm_parser self = {.data = data, .size = size, .position = 2, .name = name, .error = out_error};
    pnm_header header = {.depth = self.data[1] == '5' ? 1 : 3};
    r3d_result result =
        self.data[1] == '7' ? read_pam_header(&self, &header) : read_plain_header(&self, &header);
    if (result == R3D_OK) {
        result = check_header(&self, &header, limits);
    }
    if (result != R3D_OK) {
        return result;
    }
    bool wide = header.max > 255;
    // At most 32767 * 32767 * 4 * 2, which 64 bits hold.
    uint64_t needed = (uint64_t)header.width * (uint64_t)header.height * (uint64_t)header.depth *
                      (wide ? 2u : 1u);
    size_t left = size - self.position;
    if (left != needed) {
        return r3d_priv_io_fail(
            out_error, left < needed ? R3D_ERR_FORMAT_TRUNCATED : R3D_ERR_FORMAT_COUNT, name, 0,
            (int64_t)self.position, "%zu bytes follow the header, expected %" PRIu64, left, needed);
    }
    bool has_alpha = header.depth == 2 || header.depth == 4;
    result = r3d_priv_picture_make(out_picture, header.width, header.height,
                                   wide ? R3D_LAYOUT_RGBA16 : R3D_LAYOUT_RGBA8, has_alpha,
                                   allocator, name, out_error);
    if (result == R3D_OK) {
        result = read_pixels(&self, &header, out_picture->pixels);
    }
    if (result != R3D_OK) {
        r3d_picture_free(out_picture);
    }
    return result;
}
