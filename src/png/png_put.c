/* SPDX-License-Identifier: MIT */
// See png_put.h. Source: PNG (third edition) sections 5 and 11.

#include "png_put.h"

#include <string.h>

#include "png_state.h"

void r3d_priv_png_put_u32(uint8_t *out, uint32_t value)
{
    out[0] = (uint8_t)(value >> 24);
    out[1] = (uint8_t)(value >> 16 & 255u);
    out[2] = (uint8_t)(value >> 8 & 255u);
    out[3] = (uint8_t)(value & 255u);
}

bool r3d_priv_png_put_chunk(const r3d_priv_sink *sink, const char *type, uint8_t *chunk,
                            uint32_t size)
{
    r3d_priv_png_put_u32(chunk, size);
    memcpy(chunk + 4, type, 4);
    uint8_t crc[4];
    r3d_priv_png_put_u32(crc, r3d_priv_crc32(0, chunk + 4, (size_t)size + 4));
    return sink->write(sink->user, chunk, (size_t)size + R3D_PRIV_PNG_CHUNK_HEAD) &&
           sink->write(sink->user, crc, sizeof crc);
}

bool r3d_priv_png_put_header(const r3d_priv_sink *sink, int32_t width, int32_t height,
                             int color_type)
{
    static const uint8_t signature[8] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    uint8_t ihdr[R3D_PRIV_PNG_CHUNK_HEAD + 13] = {0};
    r3d_priv_png_put_u32(ihdr + R3D_PRIV_PNG_CHUNK_HEAD, (uint32_t)width);
    r3d_priv_png_put_u32(ihdr + R3D_PRIV_PNG_CHUNK_HEAD + 4, (uint32_t)height);
    ihdr[R3D_PRIV_PNG_CHUNK_HEAD + 8] = 8;
    ihdr[R3D_PRIV_PNG_CHUNK_HEAD + 9] = (uint8_t)color_type;
    return sink->write(sink->user, signature, sizeof signature) &&
           r3d_priv_png_put_chunk(sink, "IHDR", ihdr, 13);
}

bool r3d_priv_png_put_end(const r3d_priv_sink *sink)
{
    uint8_t iend[R3D_PRIV_PNG_CHUNK_HEAD];
    return r3d_priv_png_put_chunk(sink, "IEND", iend, 0);
}
