/* SPDX-License-Identifier: MIT */
/* A checked reader of big-endian bytes. Reading past the end gives 0 and is remembered; callers
 * look once, after a group of reads. Source: spec rs2-cache, introduction. */

#ifndef R3D_SRC_CACHE_READER_H
#define R3D_SRC_CACHE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
    const uint8_t *bytes = reader->data + reader->at;
    reader->at += 2;
    return bytes[0] << 8 | bytes[1];
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
    const uint8_t *bytes = reader->data + reader->at;
    reader->at += 3;
    return bytes[0] << 16 | bytes[1] << 8 | bytes[2];
}

static inline uint32_t r3d_priv_read_u32(r3d_priv_reader *reader)
{
    if (!r3d_priv_reader_has(reader, 4)) {
        return 0;
    }
    const uint8_t *bytes = reader->data + reader->at;
    reader->at += 4;
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* A signed number of one byte (-64..63) or two (-16384..16383). */
static inline int32_t r3d_priv_read_smart(r3d_priv_reader *reader)
{
    if (!r3d_priv_reader_has(reader, 1)) {
        return 0;
    }
    if (reader->data[reader->at] < 128) {
        return reader->data[reader->at++] - 64;
    }
    return r3d_priv_read_u16(reader) - (reader->failed ? 0 : 49152);
}

static inline void r3d_priv_skip(r3d_priv_reader *reader, size_t count)
{
    if (r3d_priv_reader_has(reader, count)) {
        reader->at += count;
    }
}

/* Passes over `count` signed numbers of one or two bytes. Returns false at the end of the data. */
static inline bool r3d_priv_pass_smarts(const uint8_t *data, size_t size, size_t *at, size_t count)
{
    size_t position = *at;
    while (count > 0 && position < size) {
        position += 1u + (data[position] >> 7);
        count--;
    }
    *at = position;
    return count == 0 && position <= size;
}

#endif
