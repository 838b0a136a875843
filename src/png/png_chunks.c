/* SPDX-License-Identifier: MIT */
// Chunks of a PNG: signature, order, lengths, CRCs; IHDR, PLTE, tRNS and IEND.
// Source: spec golden section 1; PNG (third edition) sections 5 and 11.

#include "../base/bytes.h"
#include "png_state.h"

#include <inttypes.h>
#include <string.h>

enum { SIGNATURE_SIZE = 8, IHDR_SIZE = 13 };

#define IHDR R3D_PRIV_CHUNK('I', 'H', 'D', 'R')
#define PLTE R3D_PRIV_CHUNK('P', 'L', 'T', 'E')
#define IDAT R3D_PRIV_CHUNK('I', 'D', 'A', 'T')
#define IEND R3D_PRIV_CHUNK('I', 'E', 'N', 'D')
#define TRNS R3D_PRIV_CHUNK('t', 'R', 'N', 'S')

/* ---- words of files ---- */

// A chunk type as text; it was checked to be four letters.
typedef struct type_name {
    char text[5];
} type_name;

static type_name name_of(uint32_t type)
{
    type_name name = {{(char)(type >> 24 & 127u), (char)(type >> 16 & 127u),
                       (char)(type >> 8 & 127u), (char)(type & 127u), '\0'}};
    return name;
}

/* ---- chunks ---- */

static bool is_letter(unsigned byte)
{
    return (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
}

static r3d_result open_chunk(r3d_png_reader *png)
{
    int64_t offset = png->offset;
    uint8_t bytes[8];
    size_t got = 0;
    r3d_result result = r3d_priv_png_read_some(png, bytes, sizeof bytes, &got);
    if (result != R3D_OK) {
        return result;
    }
    if (got == 0) {
        return r3d_priv_png_fail(png, R3D_ERR_FORMAT_TRUNCATED, offset,
                                 "the file ends without an IEND chunk");
    }
    if (got < sizeof bytes) {
        return r3d_priv_png_fail(png, R3D_ERR_FORMAT_TRUNCATED, png->offset,
                                 "the file ends inside the length and type of a chunk");
    }
    for (int i = 4; i < 8; i++) {
        if (!is_letter(bytes[i])) {
            return r3d_priv_png_fail(png, R3D_ERR_FORMAT_DATA, offset,
                                     "the type of a chunk is %02x %02x %02x %02x, expected four "
                                     "letters",
                                     bytes[4], bytes[5], bytes[6], bytes[7]);
        }
    }
    uint32_t length = r3d_priv_be32(bytes);
    png->chunk_type = r3d_priv_be32(bytes + 4);
    png->chunk_left = length;
    png->chunk_offset = offset;
    png->chunk_crc = r3d_priv_crc32(0, bytes + 4, 4);
    if (length > INT32_MAX) {
        return r3d_priv_png_fail(png, R3D_ERR_FORMAT_COUNT, offset,
                                 "the length of chunk %s is %" PRIu32 ", the format allows at most "
                                 "2147483647",
                                 name_of(png->chunk_type).text, length);
    }
    if (png->source.size >= 0 && (int64_t)length + 4 > png->source.size - png->offset) {
        return r3d_priv_png_fail(
            png, R3D_ERR_FORMAT_TRUNCATED, offset,
            "chunk %s needs %" PRIu32 " + 4 bytes, the file has only %" PRId64 " more",
            name_of(png->chunk_type).text, length, png->source.size - png->offset);
    }
    return R3D_OK;
}

void r3d_priv_png_consume(r3d_png_reader *png, size_t size)
{
    png->chunk_crc = r3d_priv_crc32(png->chunk_crc, png->input, size);
    png->chunk_left -= (uint32_t)size;
    r3d_priv_png_advance(png, size);
}

// How many bytes of the current chunk lie at input[0]; 0 at the end of the chunk or of the file.
static size_t chunk_bytes_here(const r3d_png_reader *png)
{
    return png->input_size < png->chunk_left ? png->input_size : png->chunk_left;
}

// Reads the rest of the chunk, into `out` unless that is NULL, and checks the CRC.
static r3d_result close_chunk(r3d_png_reader *png, uint8_t *out)
{
    while (png->chunk_left > 0) {
        r3d_result result = r3d_priv_png_fill(png);
        if (result != R3D_OK) {
            return result;
        }
        size_t part = chunk_bytes_here(png);
        if (part == 0) {
            return r3d_priv_png_fail(png, R3D_ERR_FORMAT_TRUNCATED, png->offset,
                                     "the file ends inside chunk %s",
                                     name_of(png->chunk_type).text);
        }
        if (out != NULL) {
            memcpy(out, png->input, part);
            out += part;
        }
        r3d_priv_png_consume(png, part);
    }
    int64_t offset = png->offset;
    uint8_t bytes[4];
    r3d_result result = r3d_priv_png_read_exact(png, bytes, sizeof bytes, "the CRC of a chunk");
    if (result != R3D_OK) {
        return result;
    }
    uint32_t type = png->chunk_type;
    png->chunk_type = 0;
    uint32_t stored = r3d_priv_be32(bytes);
    if (stored != png->chunk_crc) {
        return r3d_priv_png_fail(png, R3D_ERR_FORMAT_CHECKSUM, offset,
                                 "the CRC of chunk %s is %08" PRIx32 ", its bytes give %08" PRIx32,
                                 name_of(type).text, stored, png->chunk_crc);
    }
    return R3D_OK;
}

r3d_result r3d_priv_png_fail_data(r3d_png_reader *png, r3d_result result, const char *format, ...)
{
    int64_t offset = png->offset;
    if (png->chunk_type == IDAT && close_chunk(png, NULL) == R3D_ERR_FORMAT_CHECKSUM) {
        return R3D_ERR_FORMAT_CHECKSUM;
    }
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return r3d_priv_png_fail(png, result, offset, "%s", length < 0 ? "" : text);
}

static r3d_result wrong_length(r3d_png_reader *png, const char *expected)
{
    return r3d_priv_png_fail(png, R3D_ERR_FORMAT_COUNT, png->chunk_offset,
                             "chunk %s has %" PRIu32 " bytes, expected %s",
                             name_of(png->chunk_type).text, png->chunk_left, expected);
}

static r3d_result wrong_place(r3d_png_reader *png, const char *why)
{
    return r3d_priv_png_fail(png, R3D_ERR_FORMAT_DATA, png->chunk_offset, "chunk %s %s",
                             name_of(png->chunk_type).text, why);
}

/* ---- signature and IHDR ---- */

static r3d_result read_signature(r3d_png_reader *png)
{
    static const uint8_t expected[SIGNATURE_SIZE] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    uint8_t bytes[SIGNATURE_SIZE];
    size_t got = 0;
    r3d_result result = r3d_priv_png_read_some(png, bytes, sizeof bytes, &got);
    if (result != R3D_OK) {
        return result;
    }
    if (got == 0) {
        return r3d_priv_png_fail(png, R3D_ERR_FORMAT_TRUNCATED, 0, "the file is empty");
    }
    size_t same = 0;
    while (same < got && bytes[same] == expected[same]) {
        same++;
    }
    if (same == SIGNATURE_SIZE) {
        return R3D_OK;
    }
    if (same == got) {
        return r3d_priv_png_fail(png, R3D_ERR_FORMAT_TRUNCATED, (int64_t)got,
                                 "the file ends inside the PNG signature");
    }
    if (same >= 4) {
        return r3d_priv_png_fail(png, R3D_ERR_FORMAT_MAGIC, (int64_t)same,
                                 "the PNG signature is damaged as by a transfer that changes line "
                                 "ends (text mode)");
    }
    if (same == 0 && bytes[0] == (expected[0] & 0x7fu) && got >= 4 &&
        memcmp(bytes + 1, expected + 1, 3) == 0) {
        return r3d_priv_png_fail(png, R3D_ERR_FORMAT_MAGIC, 0,
                                 "the PNG signature is damaged as by a transfer that drops the "
                                 "eighth bit");
    }
    return r3d_priv_png_fail(png, R3D_ERR_FORMAT_MAGIC, (int64_t)same,
                             "not a PNG file: byte %02x of the signature, expected %02x",
                             bytes[same], expected[same]);
}

static bool depth_allowed(unsigned color_type, unsigned depth)
{
    switch (color_type) {
    case R3D_PNG_GREY:
        return depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
    case R3D_PNG_PALETTE:
        return depth == 1 || depth == 2 || depth == 4 || depth == 8;
    default:
        return depth == 8 || depth == 16;
    }
}

static r3d_result check_size(r3d_png_reader *png, uint32_t width, uint32_t height, int64_t offset)
{
    if (width == 0 || height == 0 || width > INT32_MAX || height > INT32_MAX) {
        return r3d_priv_png_fail(png, R3D_ERR_FORMAT_DATA, offset,
                                 "IHDR says %" PRIu32 " x %" PRIu32
                                 " pixels, the format allows 1..2147483647 each",
                                 width, height);
    }
    if (width > R3D_PICTURE_SIZE_MAX || height > R3D_PICTURE_SIZE_MAX) {
        return r3d_priv_png_fail(png, R3D_ERR_LIMIT, offset,
                                 "IHDR says %" PRIu32 " x %" PRIu32 " pixels, the limit is %d each",
                                 width, height, (int)R3D_PICTURE_SIZE_MAX);
    }
    if ((int64_t)width * (int64_t)height * 4 > png->limits.max_samples) {
        return r3d_priv_png_fail(png, R3D_ERR_LIMIT, offset,
                                 "IHDR says %" PRIu32 " x %" PRIu32
                                 " pixels of 4 samples, the limit is %" PRId64 " samples",
                                 width, height, png->limits.max_samples);
    }
    return R3D_OK;
}

// A deflate stream expands by at most 1032: two bits can stand for 258 bytes. 16 bytes allow for
// headers.
static r3d_result check_possible(r3d_png_reader *png)
{
    int64_t raw = r3d_priv_png_raw_size(&png->header);
    int64_t left = png->source.size - png->offset;
    if (png->source.size >= 0 && left < raw / 1032 - 16) {
        return r3d_priv_png_fail(png, R3D_ERR_FORMAT_TRUNCATED, png->offset,
                                 "IHDR says %d x %d pixels, %" PRId64 " bytes; the %" PRId64
                                 " bytes that follow cannot hold so many",
                                 (int)png->header.width, (int)png->header.height, raw, left);
    }
    return R3D_OK;
}

static r3d_result read_ihdr(r3d_png_reader *png)
{
    r3d_result result = open_chunk(png);
    if (result != R3D_OK) {
        return result;
    }
    if (png->chunk_type != IHDR) {
        return wrong_place(png, "is the first, expected IHDR");
    }
    if (png->chunk_left != IHDR_SIZE) {
        return wrong_length(png, "13");
    }
    int64_t offset = png->offset;
    uint8_t bytes[IHDR_SIZE];
    result = close_chunk(png, bytes);
    if (result != R3D_OK) {
        return result;
    }
    uint32_t width = r3d_priv_be32(bytes);
    uint32_t height = r3d_priv_be32(bytes + 4);
    unsigned depth = bytes[8];
    unsigned color_type = bytes[9];
    if (color_type > 6 || color_type == 1 || color_type == 5) {
        return r3d_priv_png_fail(png, R3D_ERR_FORMAT_DATA, offset + 9,
                                 "IHDR says colour type %u, expected 0, 2, 3, 4 or 6", color_type);
    }
    if (!depth_allowed(color_type, depth)) {
        return r3d_priv_png_fail(png, R3D_ERR_FORMAT_DATA, offset + 8,
                                 "IHDR says bit depth %u, which colour type %u does not allow",
                                 depth, color_type);
    }
    static const char *const methods[2] = {"compression", "filter"};
    for (int i = 0; i < 2; i++) {
        if (bytes[10 + i] != 0) {
            return r3d_priv_png_fail(png, R3D_ERR_FORMAT_UNSUPPORTED, offset + 10 + i,
                                     "IHDR says %s method %u, expected 0", methods[i],
                                     (unsigned)bytes[10 + i]);
        }
    }
    if (bytes[12] > 1) {
        return r3d_priv_png_fail(png, R3D_ERR_FORMAT_UNSUPPORTED, offset + 12,
                                 "IHDR says interlace method %u, expected 0 or 1",
                                 (unsigned)bytes[12]);
    }
    result = check_size(png, width, height, offset);
    if (result != R3D_OK) {
        return result;
    }
    r3d_layout layout = depth == 16 ? R3D_LAYOUT_RGBA16 : R3D_LAYOUT_RGBA8;
    png->header = (r3d_png_header){
        .width = (int32_t)width,
        .height = (int32_t)height,
        .bit_depth = (int32_t)depth,
        .color_type = (int32_t)color_type,
        .interlaced = bytes[12] == 1,
        .has_alpha = color_type >= R3D_PNG_GREY_ALPHA,
        .layout = layout,
        .row_size = (size_t)width * r3d_priv_layout_bytes(layout),
    };
    return check_possible(png);
}

/* ---- PLTE and tRNS ---- */

static r3d_result read_palette(r3d_png_reader *png)
{
    r3d_png_header *header = &png->header;
    if (png->have_palette) {
        return wrong_place(png, "stands twice");
    }
    if (header->color_type == R3D_PNG_GREY || header->color_type == R3D_PNG_GREY_ALPHA) {
        return wrong_place(png, "is not allowed in a grey picture");
    }
    if (header->has_transparency) {
        return wrong_place(png, "follows tRNS, expected before it");
    }
    uint32_t count = png->chunk_left / 3;
    if (png->chunk_left % 3 != 0 || count < 1 || count > R3D_PNG_PALETTE_MAX) {
        return wrong_length(png, "3 for each of 1..256 colours");
    }
    if (header->color_type == R3D_PNG_PALETTE && count > 1u << header->bit_depth) {
        return wrong_length(png, "no more colours than the bit depth can number");
    }
    uint8_t bytes[R3D_PNG_PALETTE_MAX * 3];
    r3d_result result = close_chunk(png, bytes);
    if (result != R3D_OK) {
        return result;
    }
    png->have_palette = true;
    if (header->color_type == R3D_PNG_PALETTE) {
        header->palette_count = (int32_t)count;
        for (uint32_t i = 0; i < count; i++) {
            memcpy(header->palette[i], bytes + (size_t)i * 3, 3);
            header->palette[i][3] = 255;
        }
    }
    return R3D_OK;
}

static r3d_result read_transparency(r3d_png_reader *png)
{
    r3d_png_header *header = &png->header;
    if (header->has_transparency) {
        return wrong_place(png, "stands twice");
    }
    uint8_t bytes[R3D_PNG_PALETTE_MAX];
    if (header->color_type == R3D_PNG_PALETTE) {
        if (!png->have_palette) {
            return wrong_place(png, "stands before PLTE");
        }
        if (png->chunk_left < 1 || png->chunk_left > (uint32_t)header->palette_count) {
            return wrong_length(png, "1 up to the number of colours");
        }
        uint32_t count = png->chunk_left;
        r3d_result result = close_chunk(png, bytes);
        if (result != R3D_OK) {
            return result;
        }
        for (uint32_t i = 0; i < count; i++) {
            header->palette[i][3] = bytes[i];
        }
    } else {
        if (header->color_type != R3D_PNG_GREY && header->color_type != R3D_PNG_RGB) {
            return wrong_place(png, "is not allowed in a picture with alpha");
        }
        uint32_t samples = header->color_type == R3D_PNG_GREY ? 1 : 3;
        if (png->chunk_left != samples * 2) {
            return wrong_length(png, samples == 1 ? "2" : "6");
        }
        r3d_result result = close_chunk(png, bytes);
        if (result != R3D_OK) {
            return result;
        }
        // Bits above the depth are to be masked off: PNG section 11.3.2.1.
        unsigned mask = (1u << header->bit_depth) - 1u;
        for (uint32_t i = 0; i < samples; i++) {
            header->transparent[i] = (uint16_t)(r3d_priv_be16(&bytes[2 * i]) & mask);
        }
    }
    header->has_transparency = true;
    header->has_alpha = true;
    return R3D_OK;
}

/* ---- order ---- */

// Skips a chunk that is not one of the five: never inflated, never interpreted.
static r3d_result skip_other(r3d_png_reader *png)
{
    uint32_t type = png->chunk_type;
    int64_t offset = png->chunk_offset;
    // The CRC first: a type that rotted is a checksum failure.
    r3d_result result = close_chunk(png, NULL);
    if (result == R3D_OK && (type >> 24 & 0x20u) == 0) {
        result = r3d_priv_png_fail(png, R3D_ERR_FORMAT_UNSUPPORTED, offset,
                                   "unknown critical chunk %s", name_of(type).text);
    }
    return result;
}

r3d_result r3d_priv_png_begin(r3d_png_reader *png)
{
    r3d_result result = read_signature(png);
    if (result == R3D_OK) {
        result = read_ihdr(png);
    }
    while (result == R3D_OK) {
        result = open_chunk(png);
        if (result != R3D_OK) {
            break;
        }
        switch (png->chunk_type) {
        case IHDR:
            result = wrong_place(png, "stands twice");
            break;
        case PLTE:
            result = read_palette(png);
            break;
        case TRNS:
            result = read_transparency(png);
            break;
        case IDAT:
            if (png->header.color_type == R3D_PNG_PALETTE && !png->have_palette) {
                return wrong_place(png, "stands before PLTE, which colour type 3 needs");
            }
            return R3D_OK;
        case IEND:
            result = wrong_place(png, "found, but no IDAT");
            break;
        default:
            result = skip_other(png);
            break;
        }
    }
    return result;
}

// From a chunk that is open and not IDAT to the end of the file.
static r3d_result read_tail(r3d_png_reader *png)
{
    for (;;) {
        r3d_result result;
        switch (png->chunk_type) {
        case IHDR:
            return wrong_place(png, "stands twice");
        case PLTE:
        case TRNS:
            return wrong_place(png, "stands after IDAT, expected before it");
        case IDAT:
            return wrong_place(png, "is separated from the IDAT chunks before it");
        case IEND:
            if (png->chunk_left != 0) {
                return wrong_length(png, "0");
            }
            result = close_chunk(png, NULL);
            if (result == R3D_OK) {
                result = r3d_priv_png_fill(png);
            }
            if (result == R3D_OK && png->input_size > 0) {
                result = r3d_priv_png_fail(png, R3D_ERR_FORMAT_DATA, png->offset,
                                           "bytes follow the IEND chunk");
            }
            return result;
        default:
            result = skip_other(png);
            break;
        }
        if (result == R3D_OK) {
            result = open_chunk(png);
        }
        if (result != R3D_OK) {
            return result;
        }
    }
}

r3d_result r3d_priv_png_idat(r3d_png_reader *png, size_t *out_size)
{
    while (png->chunk_left == 0) {
        int64_t offset = png->offset;
        r3d_result result = close_chunk(png, NULL);
        if (result == R3D_OK) {
            result = open_chunk(png);
        }
        if (result == R3D_OK && png->chunk_type != IDAT) {
            // If something is wrong with the chunks that follow, that is the better message.
            result = read_tail(png);
            if (result == R3D_OK) {
                result = r3d_priv_png_fail(png, R3D_ERR_FORMAT_TRUNCATED, offset,
                                           "the IDAT chunks end before the compressed data do");
            }
        }
        if (result != R3D_OK) {
            return result;
        }
    }
    r3d_result result = r3d_priv_png_fill(png);
    if (result != R3D_OK) {
        return result;
    }
    *out_size = chunk_bytes_here(png);
    if (*out_size == 0) {
        return r3d_priv_png_fail(png, R3D_ERR_FORMAT_TRUNCATED, png->offset,
                                 "the file ends inside chunk IDAT");
    }
    return R3D_OK;
}

r3d_result r3d_priv_png_end(r3d_png_reader *png)
{
    while (png->chunk_type == IDAT) {
        if (png->chunk_left > 0) {
            return r3d_priv_png_fail_data(png, R3D_ERR_FORMAT_COUNT,
                                          "bytes follow the end of the compressed data in IDAT");
        }
        r3d_result result = close_chunk(png, NULL);
        if (result == R3D_OK) {
            result = open_chunk(png);
        }
        if (result != R3D_OK) {
            return result;
        }
    }
    return read_tail(png);
}
