/* SPDX-License-Identifier: MIT */
/* Levels of textures, DXT1. Source: spec layers sections 3 and 11. */

#include <string.h>

#include "layers_internal.h"

static bool is_size(int32_t size)
{
    return size >= 1 && size <= R3D_LAYERS_TEXTURE_MAX && (size & (size - 1)) == 0;
}

size_t r3d_layers_texture_count(int32_t size)
{
    size_t count = 0;
    if (is_size(size)) {
        for (; size > 0; size >>= 1) {
            count += (size_t)size * (size_t)size;
        }
    }
    return count;
}

/* The mean of four texels, per channel, halves up. */
static uint32_t mean(uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    uint32_t result = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        const uint32_t sum =
            (a >> shift & 255) + (b >> shift & 255) + (c >> shift & 255) + (d >> shift & 255);
        result |= (sum + 2) >> 2 << shift;
    }
    return result;
}

r3d_result r3d_layers_texture_build(int32_t size, const uint32_t *argb, uint32_t *out_texels,
                                    r3d_layers_texture *out_texture)
{
    if (argb == NULL || out_texels == NULL || out_texture == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!is_size(size)) {
        return R3D_ERR_RANGE;
    }
    memcpy(out_texels, argb, (size_t)size * (size_t)size * sizeof *argb);
    int32_t levels = 1;
    const uint32_t *from = out_texels;
    for (int32_t width = size; width > 1; width >>= 1) {
        uint32_t *to = out_texels + (from - out_texels) + (ptrdiff_t)width * width;
        const int32_t half = width / 2;
        for (int32_t j = 0; j < half; j++) {
            for (int32_t i = 0; i < half; i++) {
                const uint32_t *at = from + (ptrdiff_t)2 * j * width + 2 * i;
                to[(ptrdiff_t)j * half + i] = mean(at[0], at[1], at[width], at[width + 1]);
            }
        }
        from = to;
        levels++;
    }
    out_texture->texels = out_texels;
    out_texture->size = size;
    out_texture->level_count = levels;
    return R3D_OK;
}

/* ---- DXT1 ---- */

enum { BLOCK = 4, BLOCK_BYTES = 8 };

static void expand_565(uint32_t color, uint32_t out_rgb[3])
{
    const uint32_t r = color >> 11;
    const uint32_t g = color >> 5 & 63;
    const uint32_t b = color & 31;
    out_rgb[0] = r << 3 | r >> 2;
    out_rgb[1] = g << 2 | g >> 4;
    out_rgb[2] = b << 3 | b >> 2;
}

static void block_colors(const uint8_t *block, uint32_t out_argb[4])
{
    const uint32_t first = block[0] | (uint32_t)block[1] << 8;
    const uint32_t second = block[2] | (uint32_t)block[3] << 8;
    uint32_t c0[3];
    uint32_t c1[3];
    expand_565(first, c0);
    expand_565(second, c1);
    const uint32_t opaque = 0xFF000000;
    for (int k = 0; k < 4; k++) {
        out_argb[k] = opaque;
    }
    for (int i = 0; i < 3; i++) {
        const int shift = 16 - 8 * i;
        out_argb[0] |= c0[i] << shift;
        out_argb[1] |= c1[i] << shift;
        if (first > second) {
            out_argb[2] |= (2 * c0[i] + c1[i] + 1) / 3 << shift;
            out_argb[3] |= (c0[i] + 2 * c1[i] + 1) / 3 << shift;
        } else {
            out_argb[2] |= (c0[i] + c1[i] + 1) / 2 << shift;
        }
    }
    if (first <= second) {
        out_argb[3] = 0;
    }
}

r3d_result r3d_layers_decode_dxt1(const uint8_t *blocks, size_t byte_count, int32_t size,
                                  uint32_t *out_argb)
{
    if (blocks == NULL || out_argb == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!is_size(size) || size < BLOCK) {
        return R3D_ERR_RANGE;
    }
    if (byte_count != (size_t)size * (size_t)size / 2) {
        return R3D_ERR_FORMAT_TRUNCATED;
    }
    for (int32_t by = 0; by < size; by += BLOCK) {
        for (int32_t bx = 0; bx < size; bx += BLOCK) {
            uint32_t colors[4];
            block_colors(blocks, colors);
            uint32_t indices = 0;
            for (int k = 0; k < 4; k++) {
                indices |= (uint32_t)blocks[4 + k] << (8 * k);
            }
            for (int32_t i = 0; i < BLOCK * BLOCK; i++) {
                out_argb[(size_t)(by + i / BLOCK) * (size_t)size + (size_t)(bx + i % BLOCK)] =
                    colors[indices >> (2 * i) & 3];
            }
            blocks += BLOCK_BYTES;
        }
    }
    return R3D_OK;
}
