/* SPDX-License-Identifier: MIT */
/* Numbers in bytes of other machines, and a checked reader of big-endian ones. The functions of one
 * number take bytes that the caller has checked to be there; the reader checks by itself: reading
 * past the end gives 0 and is remembered, callers look once, after a group of reads. */

#ifndef R3D_SRC_BASE_BYTES_H
#define R3D_SRC_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- most significant byte first ---- */

static inline uint32_t r3d_priv_be16(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 8 | bytes[1];
}

static inline uint32_t r3d_priv_be24(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2];
}

static inline uint32_t r3d_priv_be32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static inline void r3d_priv_put_be32(uint8_t *out, uint32_t value)
{
    out[0] = (uint8_t)(value >> 24);
    out[1] = (uint8_t)(value >> 16);
    out[2] = (uint8_t)(value >> 8);
    out[3] = (uint8_t)value;
}

/* ---- least significant byte first ---- */

static inline uint32_t r3d_priv_le16(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
}

static inline int32_t r3d_priv_le16_signed(const uint8_t *bytes)
{
    const int32_t value = (int32_t)r3d_priv_le16(bytes);
    return value < 32768 ? value : value - 65536;
}

static inline uint32_t r3d_priv_le32(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
           (uint32_t)bytes[3] << 24;
}

/* ---- the reader ---- */

typedef struct r3d_priv_reader {
    const uint8_t *data;
    size_t size;
    size_t at;   /* never above size */
    bool failed; /* something was read past the end; `at` is where that read began */
} r3d_priv_reader;

/* Starts reading at an offset, which may lie past the end: the reader has failed then. */
static inline r3d_priv_reader r3d_priv_reader_make(const uint8_t *data, size_t size, size_t at)
{
    r3d_priv_reader reader;
    reader.data = data;
    reader.size = size;
    reader.failed = at > size;
    reader.at = reader.failed ? size : at;
    return reader;
}

/* Whether `count` more bytes are there. */
static inline bool r3d_priv_reader_has(r3d_priv_reader *reader, size_t count)
{
    if (!reader->failed && reader->size - reader->at >= count) {
        return true;
    }
    reader->failed = true;
    return false;
}

static inline int32_t r3d_priv_read_u8(r3d_priv_reader *reader)
{
    return r3d_priv_reader_has(reader, 1) ? reader->data[reader->at++] : 0;
}

static inline int32_t r3d_priv_read_s8(r3d_priv_reader *reader)
{
    int32_t value = r3d_priv_read_u8(reader);
    return value < 128 ? value : value - 256;
}

static inline int32_t r3d_priv_read_u16(r3d_priv_reader *reader)
{
    if (!r3d_priv_reader_has(reader, 2)) {
        return 0;
    }
    reader->at += 2;
    return (int32_t)r3d_priv_be16(reader->data + reader->at - 2);
}

static inline int32_t r3d_priv_read_s16(r3d_priv_reader *reader)
{
    int32_t value = r3d_priv_read_u16(reader);
    return value < 32768 ? value : value - 65536;
}

static inline int32_t r3d_priv_read_u24(r3d_priv_reader *reader)
{
    if (!r3d_priv_reader_has(reader, 3)) {
        return 0;
    }
    reader->at += 3;
    return (int32_t)r3d_priv_be24(reader->data + reader->at - 3);
}

static inline uint32_t r3d_priv_read_u32(r3d_priv_reader *reader)
{
    if (!r3d_priv_reader_has(reader, 4)) {
        return 0;
    }
    reader->at += 4;
    return r3d_priv_be32(reader->data + reader->at - 4);
}

static inline void r3d_priv_skip(r3d_priv_reader *reader, size_t count)
{
    if (r3d_priv_reader_has(reader, count)) {
        reader->at += count;
    }
}

#endif
