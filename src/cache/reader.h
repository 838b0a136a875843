/* SPDX-License-Identifier: MIT */
/* What caches have beyond the checked reader of base: numbers of one or two bytes. Source: spec
 * rs2-cache, introduction. */

#ifndef R3D_SRC_CACHE_READER_H
#define R3D_SRC_CACHE_READER_H

#include "../base/bytes.h"

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
