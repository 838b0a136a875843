/* SPDX-License-Identifier: MIT */
// Rows of a PNG: expanding samples to RGBA or indices, and the passes of interlaced pictures.
// Source: PNG (third edition) sections 7.2, 8.2, 11.3.2.1, 13.12.

#include "../base/bytes.h"
#include "png_state.h"

#include <string.h>

/* ---- samples ---- */

// Sample number `index` of a row of samples of 1, 2, 4 or 8 bits, leftmost in the high bits.
static unsigned packed_sample(const uint8_t *row, size_t index, unsigned depth)
{
    size_t bit = index * depth;
    return (unsigned)row[bit >> 3] >> (8u - depth - (unsigned)(bit & 7u)) & ((1u << depth) - 1u);
}

static void put8(uint8_t *out, unsigned red, unsigned green, unsigned blue, unsigned alpha)
{
    out[0] = (uint8_t)red;
    out[1] = (uint8_t)green;
    out[2] = (uint8_t)blue;
    out[3] = (uint8_t)alpha;
}

static void put16(uint16_t *out, unsigned red, unsigned green, unsigned blue, unsigned alpha)
{
    out[0] = (uint16_t)red;
    out[1] = (uint16_t)green;
    out[2] = (uint16_t)blue;
    out[3] = (uint16_t)alpha;
}

static void expand_grey(const r3d_png_header *header, const uint8_t *row, int32_t width,
                        uint8_t *out)
{
    unsigned depth = (unsigned)header->bit_depth;
    unsigned scale = 255u / ((1u << depth) - 1u); // 255, 85, 17, 1: exact
    for (int32_t x = 0; x < width; x++, out += 4) {
        unsigned grey = packed_sample(row, (size_t)x, depth);
        bool hole = header->has_transparency && grey == header->transparent[0];
        grey *= scale;
        put8(out, grey, grey, grey, hole ? 0u : 255u);
    }
}

static void expand_rgb(const r3d_png_header *header, const uint8_t *row, int32_t width,
                       uint8_t *out)
{
    for (int32_t x = 0; x < width; x++, row += 3, out += 4) {
        put8(out, row[0], row[1], row[2], 255);
    }
    if (!header->has_transparency) {
        return;
    }
    out -= (size_t)width * 4;
    for (int32_t x = 0; x < width; x++, out += 4) {
        if (out[0] == header->transparent[0] && out[1] == header->transparent[1] &&
            out[2] == header->transparent[2]) {
            out[3] = 0;
        }
    }
}

static void expand_16(const r3d_png_header *header, const uint8_t *row, int32_t width,
                      uint16_t *out)
{
    const uint16_t *hole = header->transparent;
    for (int32_t x = 0; x < width; x++, out += 4) {
        unsigned red = r3d_priv_be16(row);
        unsigned green = red;
        unsigned blue = red;
        unsigned alpha = 65535;
        switch (header->color_type) {
        case R3D_PNG_GREY:
            if (header->has_transparency && red == hole[0]) {
                alpha = 0;
            }
            row += 2;
            break;
        case R3D_PNG_GREY_ALPHA:
            alpha = r3d_priv_be16(row + 2);
            row += 4;
            break;
        default:
            green = r3d_priv_be16(row + 2);
            blue = r3d_priv_be16(row + 4);
            row += 6;
            if (header->color_type == R3D_PNG_RGB_ALPHA) {
                alpha = r3d_priv_be16(row);
                row += 2;
            } else if (header->has_transparency && red == hole[0] && green == hole[1] &&
                       blue == hole[2]) {
                alpha = 0;
            }
            break;
        }
        put16(out, red, green, blue, alpha);
    }
}

static int32_t expand_index(const r3d_png_header *header, const uint8_t *row, int32_t width,
                            uint8_t *out)
{
    unsigned depth = (unsigned)header->bit_depth;
    unsigned count = (unsigned)header->palette_count;
    for (int32_t x = 0; x < width; x++) {
        unsigned index = packed_sample(row, (size_t)x, depth);
        if (index >= count) {
            return x;
        }
        out[x] = (uint8_t)index;
    }
    return -1;
}

static int32_t expand_palette(const r3d_png_header *header, const uint8_t *row, int32_t width,
                              uint8_t *out)
{
    unsigned depth = (unsigned)header->bit_depth;
    unsigned count = (unsigned)header->palette_count;
    for (int32_t x = 0; x < width; x++, out += 4) {
        unsigned index = packed_sample(row, (size_t)x, depth);
        if (index >= count) {
            return x;
        }
        memcpy(out, header->palette[index], 4);
    }
    return -1;
}

int32_t r3d_priv_png_expand(const r3d_png_header *header, r3d_png_rows rows, const uint8_t *row,
                            int32_t width, void *out_row)
{
    if (rows == R3D_PNG_ROWS_INDEX8) {
        return expand_index(header, row, width, out_row);
    }
    if (rows == R3D_PNG_ROWS_NATIVE) {
        memcpy(out_row, row, header->row_size);
        return -1;
    }
    if (header->bit_depth == 16) {
        expand_16(header, row, width, out_row);
        return -1;
    }
    uint8_t *out = out_row;
    switch (header->color_type) {
    case R3D_PNG_GREY:
        expand_grey(header, row, width, out);
        return -1;
    case R3D_PNG_RGB:
        expand_rgb(header, row, width, out);
        return -1;
    case R3D_PNG_PALETTE:
        return expand_palette(header, row, width, out);
    case R3D_PNG_GREY_ALPHA:
        for (int32_t x = 0; x < width; x++, row += 2, out += 4) {
            put8(out, row[0], row[0], row[0], row[1]);
        }
        return -1;
    default:
        memcpy(out, row, (size_t)width * 4);
        return -1;
    }
}

/* ---- passes ---- */

int r3d_priv_png_pass_count(const r3d_png_header *header)
{
    return header->interlaced ? 7 : 1;
}

r3d_priv_png_pass r3d_priv_png_get_pass(const r3d_png_header *header, int number)
{
    // First column, first row, steps: Adam7, then the picture as a whole.
    static const uint8_t table[8][4] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                                        {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}, {0, 0, 1, 1}};
    const uint8_t *entry = table[header->interlaced ? number : 7];
    r3d_priv_png_pass pass = {.x = entry[0], .y = entry[1], .step_x = entry[2], .step_y = entry[3]};
    // Sizes are at least 1 and steps larger than first positions, so nothing gets negative.
    pass.width = (header->width - pass.x + pass.step_x - 1) / pass.step_x;
    pass.height = (header->height - pass.y + pass.step_y - 1) / pass.step_y;
    return pass;
}

size_t r3d_priv_png_raw_row(const r3d_png_header *header, int32_t width)
{
    static const uint8_t channels[7] = {1, 0, 3, 1, 2, 0, 4};
    size_t bits = (size_t)channels[header->color_type] * (size_t)header->bit_depth;
    return ((size_t)width * bits + 7) / 8;
}

int64_t r3d_priv_png_raw_size(const r3d_png_header *header)
{
    int64_t size = 0;
    for (int i = 0; i < r3d_priv_png_pass_count(header); i++) {
        r3d_priv_png_pass pass = r3d_priv_png_get_pass(header, i);
        if (pass.width > 0) {
            size += pass.height * (int64_t)(r3d_priv_png_raw_row(header, pass.width) + 1);
        }
    }
    return size;
}
