/* SPDX-License-Identifier: MIT */
// What is checked before stb_image sees a file. Versions of it that are in use write behind their
// tables when a JPEG claims a Huffman table of more than 256 codes, read colours that nobody set
// when a BMP has an index beyond its palette, and lose their place in a BMP whose pixels would
// begin inside its header.
// Source: JPEG (ITU-T T.81) annex B; the BMP headers of 12, 40, 56, 108 and 124 bytes.

#include "../base/bytes.h"
#include "pictures_internal.h"

#include <string.h>

/* ---- JPEG ---- */

enum {
    TABLE_HEAD = 17, // class and number, and how many codes there are of each length
    CODES_MAX = 256,
    MARKER_DHT = 0xc4,
    MARKER_EOI = 0xd9,
    MARKER_SOS = 0xda
};

// The tables of one DHT segment; `size` bytes behind its length field.
static const char *check_huffman_tables(const uint8_t *data, size_t size)
{
    while (size > 0) {
        if (size < TABLE_HEAD) {
            return "a Huffman table is cut off";
        }
        unsigned codes = 0;
        for (size_t i = 1; i < TABLE_HEAD; i++) {
            codes += data[i];
        }
        if (codes > CODES_MAX) {
            return "a Huffman table has more than 256 codes";
        }
        if (codes > size - TABLE_HEAD) {
            return "a Huffman table is cut off";
        }
        data += TABLE_HEAD + codes;
        size -= TABLE_HEAD + codes;
    }
    return NULL;
}

// Skips the entropy-coded data of a scan: up to a marker that is neither a stuffed byte nor a
// restart.
static size_t skip_scan(const uint8_t *data, size_t size, size_t at)
{
    while (at + 1 < size) {
        unsigned next = data[at + 1];
        if (data[at] == 0xff && next != 0 && next != 0xff && (next < 0xd0 || next > 0xd7)) {
            return at;
        }
        at++;
    }
    return size;
}

static const char *jpeg_problem(const uint8_t *data, size_t size, size_t *out_offset)
{
    size_t at = 2; // behind the start marker, which told that this is a JPEG
    for (;;) {
        // Bytes between segments are tolerated, as stb_image does.
        while (at < size && data[at] != 0xff) {
            at++;
        }
        while (at < size && data[at] == 0xff) {
            at++;
        }
        *out_offset = at;
        if (at >= size) {
            return "the file ends without an end marker";
        }
        unsigned marker = data[at++];
        if (marker == MARKER_EOI) {
            return NULL;
        }
        size_t length = size - at < 2 ? SIZE_MAX : r3d_priv_be16(&data[at]);
        if (length > size - at) {
            *out_offset = size;
            return "the file ends inside a segment";
        }
        if (length < 2) {
            return "the length of a segment is less than 2";
        }
        if (marker == MARKER_DHT) {
            const char *problem = check_huffman_tables(data + at + 2, length - 2);
            if (problem != NULL) {
                return problem;
            }
        }
        at += length;
        if (marker == MARKER_SOS) {
            at = skip_scan(data, size, at);
        }
    }
}

/* ---- BMP ---- */

enum {
    BMP_FILE_HEADER = 14,
    BMP_OLD_HEADER = 12, // the oldest kind: 16-bit sizes, colours of 3 bytes
    BMP_HEIGHT_AT = 22,
    BMP_MASKS = 12 // colour masks behind a header that does not hold them
};

// Checks each index of a row of 1, 4 or 8 bits a pixel.
static bool indices_below(const uint8_t *row, uint32_t width, uint32_t depth, uint32_t count)
{
    for (uint32_t x = 0; x < width; x++) {
        uint32_t bit = x * depth; // at most 32767 * 8
        uint32_t index = (uint32_t)row[bit / 8] >> (8 - depth - bit % 8) & ((1u << depth) - 1u);
        if (index >= count) {
            return false;
        }
    }
    return true;
}

static const char *check_indices(const uint8_t *data, size_t size, uint32_t begin, uint32_t width,
                                 uint32_t height, uint32_t depth, uint32_t count,
                                 size_t *out_offset)
{
    uint64_t stride = ((uint64_t)width * depth + 31) / 32 * 4;
    *out_offset = size;
    if (width > R3D_PICTURE_SIZE_MAX || height > R3D_PICTURE_SIZE_MAX || begin > size ||
        stride * height > size - begin) {
        return "the pixels are cut off";
    }
    for (uint32_t y = 0; y < height; y++) {
        *out_offset = begin + (size_t)(stride * y);
        if (!indices_below(data + *out_offset, width, depth, count)) {
            return "a pixel has an index beyond the palette";
        }
    }
    return NULL;
}

static const char *bmp_problem(const uint8_t *data, size_t size, size_t *out_offset)
{
    *out_offset = size;
    if (size < BMP_FILE_HEADER + BMP_OLD_HEADER) {
        return "the header is cut off";
    }
    uint32_t begin = r3d_priv_le32(data + 10);
    uint32_t header = r3d_priv_le32(data + BMP_FILE_HEADER);
    if (header != BMP_OLD_HEADER && header != 40 && header != 56 && header != 108 &&
        header != 124) {
        *out_offset = BMP_FILE_HEADER;
        return "unknown size of the header";
    }
    if (size < BMP_FILE_HEADER + header) {
        return "the header is cut off";
    }
    *out_offset = 10;
    if (begin < BMP_FILE_HEADER + header || begin > size) {
        return "the pixels do not begin between the header and the end of the file";
    }
    bool old = header == BMP_OLD_HEADER;
    const uint8_t *sizes = data + BMP_FILE_HEADER + 4;
    uint32_t width = old ? r3d_priv_le16(sizes) : r3d_priv_le32(sizes);
    uint32_t height = old ? r3d_priv_le16(sizes + 2) : r3d_priv_le32(sizes + 4);
    uint32_t depth = r3d_priv_le16(sizes + (old ? 6 : 10));
    if (height == 0x80000000u) {
        *out_offset = BMP_HEIGHT_AT;
        return "impossible height";
    }
    height = height > 0x80000000u && !old ? 0u - height : height;
    uint32_t between = begin - BMP_FILE_HEADER - header;
    if (depth == 1 || depth == 4 || depth == 8) {
        uint32_t count = between / (old ? 3u : 4u);
        return check_indices(data, size, begin, width, height, depth, count, out_offset);
    }
    bool masks = !old && (header == 40 || header == 56) && r3d_priv_le32(sizes + 12) == 3;
    return masks && between < BMP_MASKS ? "the pixels begin inside the colour masks" : NULL;
}

const char *r3d_priv_stb_problem(const char *format, const uint8_t *data, size_t size,
                                 size_t *out_offset)
{
    if (strcmp(format, "JPEG") == 0) {
        return jpeg_problem(data, size, out_offset);
    }
    if (strcmp(format, "BMP") == 0) {
        return bmp_problem(data, size, out_offset);
    }
    return NULL;
}
