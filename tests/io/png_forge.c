/* SPDX-License-Identifier: MIT */
#include "png_forge.h"

#include <stdlib.h>
#include <string.h>

#include <zlib.h>

/* ---- bytes ---- */

void forge_free(forge *self)
{
    free(self->data);
    *self = (forge){.data = NULL};
}

void forge_bytes(forge *self, const void *data, size_t size)
{
    if (size == 0) {
        return;
    }
    if (self->capacity - self->size < size) {
        self->capacity = 2 * self->capacity + size;
        self->data = realloc(self->data, self->capacity);
        if (self->data == NULL) {
            abort();
        }
    }
    memcpy(self->data + self->size, data, size);
    self->size += size;
}

void forge_u8(forge *self, unsigned value)
{
    uint8_t byte = (uint8_t)value;
    forge_bytes(self, &byte, 1);
}

void forge_u32(forge *self, uint32_t value)
{
    forge_u8(self, value >> 24 & 255u);
    forge_u8(self, value >> 16 & 255u);
    forge_u8(self, value >> 8 & 255u);
    forge_u8(self, value & 255u);
}

uint32_t forge_random(uint32_t *state)
{
    // xorshift32
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

/* ---- checksums, from their definitions ---- */

uint32_t forge_crc32(uint32_t crc, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    crc = ~crc;
    for (size_t i = 0; i < size; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++) {
            crc = (crc & 1u) != 0 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
        }
    }
    return ~crc;
}

uint32_t forge_adler32(const void *data, size_t size)
{
    const uint8_t *bytes = data;
    uint32_t a = 1;
    uint32_t b = 0;
    for (size_t i = 0; i < size; i++) {
        a = (a + bytes[i]) % 65521u;
        b = (b + a) % 65521u;
    }
    return b << 16 | a;
}

/* ---- chunks ---- */

void forge_signature(forge *self)
{
    forge_bytes(self, "\x89PNG\r\n\x1a\n", 8);
}

void forge_odd_chunk(forge *self, const char *type, const void *data, size_t size, uint32_t claimed,
                     uint32_t damage)
{
    forge_u32(self, claimed);
    forge_bytes(self, type, 4);
    forge_bytes(self, data, size);
    forge_u32(self, forge_crc32(forge_crc32(0, type, 4), data, size) ^ damage);
}

void forge_chunk(forge *self, const char *type, const void *data, size_t size)
{
    forge_odd_chunk(self, type, data, size, (uint32_t)size, 0);
}

void forge_ihdr(forge *self, uint32_t width, uint32_t height, unsigned depth, unsigned color_type,
                unsigned interlace)
{
    forge data = {.data = NULL};
    forge_u32(&data, width);
    forge_u32(&data, height);
    forge_u8(&data, depth);
    forge_u8(&data, color_type);
    forge_u8(&data, 0);
    forge_u8(&data, 0);
    forge_u8(&data, interlace);
    forge_chunk(self, "IHDR", data.data, data.size);
    forge_free(&data);
}

void forge_iend(forge *self)
{
    forge_chunk(self, "IEND", NULL, 0);
}

/* ---- zlib streams ---- */

void forge_zlib_stored(forge *self, const void *raw, size_t size)
{
    const uint8_t *bytes = raw;
    forge_bytes(self, "\x78\x01", 2);
    size_t position = 0;
    do {
        size_t part = size - position < 65535 ? size - position : 65535;
        forge_u8(self, position + part == size);
        forge_u8(self, (unsigned)part & 255u);
        forge_u8(self, (unsigned)part >> 8);
        forge_u8(self, ~(unsigned)part & 255u);
        forge_u8(self, ~(unsigned)part >> 8 & 255u);
        forge_bytes(self, bytes + position, part);
        position += part;
    } while (position < size);
    forge_u32(self, forge_adler32(raw, size));
}

void forge_zlib_deflated(forge *self, const void *raw, size_t size, int level)
{
    uLongf bound = compressBound((uLong)size);
    uint8_t *buffer = malloc(bound);
    if (buffer == NULL || compress2(buffer, &bound, raw, (uLong)size, level) != Z_OK) {
        abort();
    }
    forge_bytes(self, buffer, bound);
    free(buffer);
}

void forge_put(forge_bits *self, unsigned value, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        self->pending |= (value >> i & 1u) << self->count++;
        if (self->count == 8) {
            forge_flush(self);
        }
    }
}

void forge_put_code(forge_bits *self, unsigned code, unsigned count)
{
    while (count > 0) {
        count--;
        forge_put(self, code >> count & 1u, 1);
    }
}

void forge_flush(forge_bits *self)
{
    if (self->count > 0) {
        forge_u8(self->out, self->pending);
        self->pending = 0;
        self->count = 0;
    }
}

/* ---- pictures ---- */

unsigned forge_channels(unsigned color_type)
{
    switch (color_type) {
    case 2:
        return 3;
    case 4:
        return 2;
    case 6:
        return 4;
    default:
        return 1;
    }
}

void forge_picture_random(forge_picture *self, int width, int height, unsigned depth,
                          unsigned color_type, unsigned interlace, uint32_t seed)
{
    memset(self, 0, sizeof *self);
    self->width = width;
    self->height = height;
    self->depth = depth;
    self->color_type = color_type;
    self->interlace = interlace;
    uint32_t state = seed * 2654435761u + 1u;
    if (color_type == 3) {
        self->palette_count = 1u << depth;
        for (size_t i = 0; i < sizeof self->palette; i++) {
            self->palette[i] = (uint8_t)(forge_random(&state) >> 11 & 255u);
        }
    }
    size_t count = (size_t)width * (size_t)height * forge_channels(color_type);
    self->samples = calloc(count, sizeof *self->samples);
    if (self->samples == NULL) {
        abort();
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t value = forge_random(&state) >> 9;
        self->samples[i] = (uint16_t)(value & ((1u << depth) - 1u));
        // Runs of equal samples, so that compressors find something.
        if (i > 4 && (value & 0x300u) != 0 && depth > 4) {
            self->samples[i] = self->samples[i - 3];
        }
    }
}

void forge_picture_free(forge_picture *self)
{
    free(self->samples);
    self->samples = NULL;
}

static unsigned sample_at(const forge_picture *self, int x, int y, unsigned channel)
{
    unsigned channels = forge_channels(self->color_type);
    return self->samples[((size_t)y * (size_t)self->width + (size_t)x) * channels + channel];
}

// Which pass of an interlaced picture holds a pixel, as the PNG specification draws it.
static int pass_of(const forge_picture *self, int x, int y)
{
    static const char matrix[8][9] = {"16462646", "77777777", "56565656", "77777777",
                                      "36463646", "77777777", "56565656", "77777777"};
    return self->interlace != 0 ? matrix[y & 7][x & 7] - '0' : 1;
}

// Packs the pixels of row `y` that belong to `pass`.
static void pack_row(const forge_picture *self, int y, int pass, forge *out)
{
    unsigned pending = 0;
    unsigned bits = 0;
    for (int x = 0; x < self->width; x++) {
        if (pass_of(self, x, y) != pass) {
            continue;
        }
        for (unsigned c = 0; c < forge_channels(self->color_type); c++) {
            unsigned value = sample_at(self, x, y, c);
            if (self->depth == 16) {
                forge_u8(out, value >> 8);
                forge_u8(out, value & 255u);
                continue;
            }
            pending = pending << self->depth | value;
            bits += self->depth;
            if (bits == 8) {
                forge_u8(out, pending);
                pending = 0;
                bits = 0;
            }
        }
    }
    if (bits > 0) {
        forge_u8(out, pending << (8 - bits));
    }
}

static int distance(int a, int b)
{
    return a > b ? a - b : b - a;
}

// The five filters as the specification states them.
static int filter_byte(unsigned filter, int byte, int left, int up, int corner)
{
    int p = left + up - corner;
    int predictor = 0;
    switch (filter) {
    case 1:
        predictor = left;
        break;
    case 2:
        predictor = up;
        break;
    case 3:
        predictor = (left + up) / 2;
        break;
    case 4:
        if (distance(p, left) <= distance(p, up) && distance(p, left) <= distance(p, corner)) {
            predictor = left;
        } else {
            predictor = distance(p, up) <= distance(p, corner) ? up : corner;
        }
        break;
    default:
        break;
    }
    return (byte - predictor) & 255;
}

void forge_filter_row(unsigned filter, const uint8_t *row, const uint8_t *above, size_t size,
                      size_t bpp, forge *out)
{
    forge_u8(out, filter);
    for (size_t i = 0; i < size; i++) {
        int left = i >= bpp ? row[i - bpp] : 0;
        int up = above != NULL ? above[i] : 0;
        int corner = i >= bpp && above != NULL ? above[i - bpp] : 0;
        forge_u8(out, (unsigned)filter_byte(filter, row[i], left, up, corner));
    }
}

void forge_raw(const forge_picture *self, unsigned filter, forge *out)
{
    uint32_t state = 12345;
    size_t bits = forge_channels(self->color_type) * self->depth;
    size_t bpp = bits < 8 ? 1 : bits / 8;
    for (int pass = 1; pass <= 7; pass++) {
        forge above = {.data = NULL};
        unsigned row_number = 0;
        for (int y = 0; y < self->height; y++) {
            forge row = {.data = NULL};
            pack_row(self, y, pass, &row);
            if (row.size == 0) {
                continue;
            }
            unsigned chosen = filter;
            if (filter == FORGE_FILTER_CYCLE) {
                chosen = (row_number + (unsigned)pass) % 5;
            } else if (filter == FORGE_FILTER_RANDOM) {
                chosen = forge_random(&state) >> 8 & 255u;
                chosen %= 5;
            }
            forge_filter_row(chosen, row.data, above.data, row.size, bpp, out);
            forge_free(&above);
            above = row;
            row_number++;
        }
        forge_free(&above);
    }
}

void forge_head(const forge_picture *self, forge *out)
{
    forge_signature(out);
    forge_ihdr(out, (uint32_t)self->width, (uint32_t)self->height, self->depth, self->color_type,
               self->interlace);
    if (self->palette_count > 0) {
        forge_chunk(out, "PLTE", self->palette, (size_t)self->palette_count * 3);
    }
    if (self->trns_size > 0) {
        forge_chunk(out, "tRNS", self->trns, self->trns_size);
    }
}

void forge_file(const forge_picture *self, unsigned filter, forge *out)
{
    forge raw = {.data = NULL};
    forge idat = {.data = NULL};
    forge_raw(self, filter, &raw);
    forge_zlib_stored(&idat, raw.data, raw.size);
    forge_head(self, out);
    forge_chunk(out, "IDAT", idat.data, idat.size);
    forge_iend(out);
    forge_free(&idat);
    forge_free(&raw);
}

/* ---- what a reader must give ---- */

static unsigned trns_sample(const forge_picture *self, unsigned channel)
{
    unsigned value = (unsigned)self->trns[2 * channel] << 8 | self->trns[2 * channel + 1];
    return value & ((1u << self->depth) - 1u);
}

void forge_expect(const forge_picture *self, int x, int y, unsigned out_rgba[4])
{
    unsigned first = sample_at(self, x, y, 0);
    unsigned full = self->depth == 16 ? 65535u : 255u;
    if (self->color_type == 3) {
        for (unsigned c = 0; c < 3; c++) {
            out_rgba[c] = self->palette[first * 3 + c];
        }
        out_rgba[3] = first < self->trns_size ? self->trns[first] : 255u;
        return;
    }
    unsigned channels = forge_channels(self->color_type);
    int grey = self->color_type == 0 || self->color_type == 4;
    int hole = self->trns_size > 0;
    unsigned largest = (1u << self->depth) - 1u;
    for (unsigned c = 0; c < 3; c++) {
        unsigned sample = sample_at(self, x, y, grey ? 0 : c);
        out_rgba[c] = sample * full / largest;
        hole = hole && sample == trns_sample(self, grey ? 0 : c);
    }
    out_rgba[3] = full;
    if (channels == 2 || channels == 4) {
        out_rgba[3] = sample_at(self, x, y, channels - 1);
    } else if (hole) {
        out_rgba[3] = 0;
    }
}
