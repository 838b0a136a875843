/* SPDX-License-Identifier: MIT */
/// @file inflate.h
/// Deflate streams, decoded as they come: any pieces of input, any pieces of output, memory for a
/// window. Accepts what zlib accepts and says of the rest what zlib says, in the same words; a test
/// compares the two. Faster than zlib, and than decoders of whole buffers where fresh memory is
/// dear.
/// Source: RFC 1951; zlib's documentation of what it refuses.

#ifndef RETRO3D_INFLATE_H
#define RETRO3D_INFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum r3d_priv_inflate_sizes {
    R3D_PRIV_INFLATE_HISTORY = 32768,
    R3D_PRIV_INFLATE_CHUNK = 98304, ///< Bytes decoded before the history is moved to the front.
    R3D_PRIV_INFLATE_SLACK = 320,   ///< A match and what copying in steps writes beyond it.
    R3D_PRIV_INFLATE_WINDOW =
        R3D_PRIV_INFLATE_HISTORY + R3D_PRIV_INFLATE_CHUNK + R3D_PRIV_INFLATE_SLACK,
    R3D_PRIV_INFLATE_ROOT = 11,         ///< Bits of the first table of literals and lengths.
    R3D_PRIV_INFLATE_DISTANCE_ROOT = 8, ///< The same of distances.
    // The most entries that complete codes of 288 and 32 symbols of up to 15 bits need: counted by
    // zlib's example program "enough".
    R3D_PRIV_INFLATE_LITERALS = 2342,
    R3D_PRIV_INFLATE_DISTANCES = 402
};

typedef enum r3d_priv_inflate_step {
    R3D_PRIV_INFLATE_BLOCK, ///< A block begins.
    R3D_PRIV_INFLATE_STORED_SIZE,
    R3D_PRIV_INFLATE_STORED,
    R3D_PRIV_INFLATE_COUNTS, ///< The head of a block with codes of its own.
    R3D_PRIV_INFLATE_CODE_CODE,
    R3D_PRIV_INFLATE_CODE_LENGTHS,
    R3D_PRIV_INFLATE_SYMBOLS,
    R3D_PRIV_INFLATE_ENDED,
    R3D_PRIV_INFLATE_BAD
} r3d_priv_inflate_step;

/// A decoder; some 140 kilobytes. Begin with r3d_priv_inflate_init.
typedef struct r3d_priv_inflate {
    r3d_priv_inflate_step step;
    const char *message; ///< What is wrong; NULL unless `step` is BAD.
    uint64_t bits; ///< Input that is read and not used, first bit lowest; 0 above `bit_count`.
    unsigned bit_count;
    bool final; ///< The block in work is the last one.
    size_t stored_left;
    unsigned literal_count, distance_count, code_count, length_count;
    uint8_t lengths[320]; ///< Of the codes of a block.
    uint32_t code_codes[128];
    uint32_t literals[R3D_PRIV_INFLATE_LITERALS];
    uint32_t distances[R3D_PRIV_INFLATE_DISTANCES];
    size_t end;   ///< Of the bytes decoded so far, in `window`.
    size_t taken; ///< Of those, how many the caller has.
    uint8_t window[R3D_PRIV_INFLATE_WINDOW];
} r3d_priv_inflate;

void r3d_priv_inflate_init(r3d_priv_inflate *self);

/// Decodes until `out` is full, the input is used up, the stream ends or is found to be bad.
/// @param out_used  How much of the input was used.
/// @return Bytes written to `out`. Fewer than `size`: look at `step`.
size_t r3d_priv_inflate_run(r3d_priv_inflate *self, const uint8_t *in, size_t in_size,
                            size_t *out_used, uint8_t *out, size_t size);

/// A byte of input behind the end that was read before it was known to be there. False: none.
bool r3d_priv_inflate_give_back(r3d_priv_inflate *self, uint8_t *out_byte);

#endif
