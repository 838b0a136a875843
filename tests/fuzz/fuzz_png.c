/* SPDX-License-Identifier: MIT */
// Fuzz target of the PNG reader. Mutations rarely keep checksums right, so each input is also read
// with its CRCs and its Adler-32 corrected; and whatever is accepted must survive being written and
// read again.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/png.h>

#include <zlib.h>

#include "png_internal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool condition, const char *what)
{
    if (!condition) {
        (void)fprintf(stderr, "demand failed: %s\n", what);
        abort();
    }
}

// Small limits keep the fuzzer fast; they are limits like others.
static const r3d_io_limits limits = {
    .struct_size = sizeof(r3d_io_limits), .max_samples = 1 << 22, .max_file_bytes = 1 << 22};

static void check_error(const r3d_error *error, r3d_result result, size_t size)
{
    demand(error->result == result, "the report holds the result");
    demand(memchr(error->message, '\0', sizeof error->message) != NULL, "the message ends");
    demand(error->message[0] != '\0', "there is a message");
    demand(error->offset >= -1 && error->offset <= (int64_t)size, "the offset is in the file");
}

// What was accepted can be written, read again, and is the same.
static void round_trip(const r3d_picture *picture)
{
    r3d_picture_view view;
    r3d_picture_get_view(picture, &view);
    if (view.layout == R3D_LAYOUT_RGBA16) {
        return;
    }
    void *data = NULL;
    size_t size = 0;
    r3d_picture again;
    demand(r3d_png_encode(&view, R3D_PNG_FAST, NULL, &data, &size, NULL) == R3D_OK, "encode");
    demand(r3d_png_decode(data, size, "", NULL, NULL, &again, NULL) == R3D_OK, "decode again");
    demand(again.width == picture->width && again.height == picture->height, "same size");
    demand(memcmp(again.pixels, picture->pixels, (size_t)view.width * (size_t)view.height * 4) == 0,
           "same pixels");
    r3d_picture_free(&again);
    free(data);
}

static bool read_few(void *user, void *out, size_t size, size_t *out_got)
{
    const uint8_t **rest = user;
    size_t left = (size_t)(rest[1] - rest[0]);
    size_t part = left < 7 ? left : 7;
    part = part < size ? part : size;
    memcpy(out, rest[0], part);
    rest[0] += part;
    *out_got = part;
    return true;
}

// Reads row by row from a slow source of unknown length; must come to the same verdict.
static void stream(const uint8_t *data, size_t size, const r3d_picture *expected)
{
    const uint8_t *rest[2] = {data, data + size};
    const r3d_png_source source = {.read = read_few, .user = rest, .size = -1};
    r3d_png_reader *png = NULL;
    r3d_error error;
    r3d_result result = r3d_png_reader_open(&source, "", &limits, NULL, &png, &error);
    if (result == R3D_OK) {
        const r3d_png_header *header = r3d_png_reader_get_header(png);
        uint8_t *row = malloc(header->row_size);
        demand(row != NULL, "memory");
        for (int32_t y = 0; y < header->height && result == R3D_OK; y++) {
            result = r3d_png_reader_read_row(png, row, &error);
            if (expected != NULL) {
                demand(result == R3D_OK, "the stream reads what memory reads");
                demand(memcmp(row, (const uint8_t *)expected->pixels + (size_t)y * header->row_size,
                              header->row_size) == 0,
                       "the same row");
            }
        }
        free(row);
        if (result == R3D_OK) {
            result = r3d_png_reader_finish(png, &error);
        }
    }
    r3d_png_reader_close(png);
    demand((result == R3D_OK) == (expected != NULL), "the same verdict");
    if (result != R3D_OK) {
        check_error(&error, result, size);
    }
}

static void read_one(const uint8_t *data, size_t size)
{
    r3d_picture picture;
    r3d_error error;
    r3d_result result = r3d_png_decode(data, size, "", &limits, NULL, &picture, &error);
    if (result == R3D_OK) {
        stream(data, size, &picture);
        round_trip(&picture);
        r3d_picture_free(&picture);
    } else {
        demand(picture.pixels == NULL, "nothing is left after an error");
        check_error(&error, result, size);
        stream(data, size, NULL);
    }
}

static uint32_t read_u32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static void write_u32(uint8_t *bytes, uint32_t value)
{
    bytes[0] = (uint8_t)(value >> 24);
    bytes[1] = (uint8_t)(value >> 16 & 255u);
    bytes[2] = (uint8_t)(value >> 8 & 255u);
    bytes[3] = (uint8_t)(value & 255u);
}

// Corrects the Adler-32 of a zlib stream, if the deflate data end in it.
static void correct_adler(uint8_t *idat, size_t size)
{
    enum { ROOM = 1 << 16 };
    static uint8_t out[ROOM];
    z_stream zlib = {.next_in = Z_NULL};
    if (size < 6 || inflateInit2(&zlib, -MAX_WBITS) != Z_OK) {
        return;
    }
    uLong adler = adler32(0, NULL, 0);
    zlib.next_in = idat + 2;
    zlib.avail_in = (uInt)(size - 2);
    int status = Z_OK;
    for (int i = 0; i < 256 && status == Z_OK; i++) {
        zlib.next_out = out;
        zlib.avail_out = ROOM;
        status = inflate(&zlib, Z_NO_FLUSH);
        adler = adler32(adler, out, ROOM - zlib.avail_out);
    }
    if (status == Z_STREAM_END && zlib.avail_in >= 4) {
        write_u32(idat + (size - zlib.avail_in), (uint32_t)adler);
    }
    (void)inflateEnd(&zlib);
}

static void correct_checksums(uint8_t *data, size_t size)
{
    size_t at = 8;
    while (at + 12 <= size) {
        size_t length = read_u32(data + at);
        if (length > size - at - 12) {
            return;
        }
        if (memcmp(data + at + 4, "IDAT", 4) == 0) {
            correct_adler(data + at + 8, length);
        }
        write_u32(data + at + 8 + length,
                  (uint32_t)crc32(crc32(0, NULL, 0), data + at + 4, (uInt)length + 4));
        at += 12 + length;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    read_one(data, size);
    uint8_t *copy = malloc(size > 0 ? size : 1);
    demand(copy != NULL, "memory");
    if (size > 0) {
        memcpy(copy, data, size);
    }
    correct_checksums(copy, size);
    read_one(copy, size);
    free(copy);
    return 0;
}
