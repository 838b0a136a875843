/* SPDX-License-Identifier: MIT */
// Canonical Huffman codes as tables. See inflate_tables.h. Source: RFC 1951 sections 3.2.2, 3.2.5.

#include "inflate_tables.h"

#include <stddef.h>
#include <string.h>

enum { LENGTH_MAX = 15, SYMBOLS_MAX = 320 };

static uint32_t entry_of(r3d_priv_code_kind kind, unsigned symbol, unsigned length)
{
    static const uint16_t length_base[29] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                             15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                             67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t length_extra[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                             2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t distance_base[30] = {
        1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
        193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    uint32_t value = 0;
    uint32_t extra = 0;
    switch (kind) {
    case R3D_PRIV_CODE_OF_LENGTHS:
        value = symbol;
        break;
    case R3D_PRIV_CODE_OF_LITERALS:
        if (symbol < 256) {
            return R3D_PRIV_ENTRY_LITERAL | symbol << 16 | length << 8 | length;
        }
        if (symbol == 256 || symbol > 285) {
            return R3D_PRIV_ENTRY_SPECIAL | (symbol == 256 ? R3D_PRIV_ENTRY_END : 0) | length;
        }
        value = length_base[symbol - 257];
        extra = length_extra[symbol - 257];
        break;
    case R3D_PRIV_CODE_OF_DISTANCES:
        if (symbol > 29) {
            return R3D_PRIV_ENTRY_SPECIAL | length;
        }
        value = distance_base[symbol];
        extra = symbol < 4 ? 0 : symbol / 2 - 1;
        break;
    }
    return value << 16 | length << 8 | (length + extra);
}

// The next code of `length` bits, whose first bit is the lowest one.
static unsigned next_code(unsigned code, unsigned length)
{
    unsigned bit = 1u << (length - 1);
    while ((code & bit) != 0) {
        bit >>= 1;
    }
    return bit == 0 ? 0 : (code & (bit - 1)) | bit;
}

// Whether the code is complete, or has a single symbol of one bit, or none: where zlib takes that.
static bool is_allowed(r3d_priv_code_kind kind, const unsigned *counts, unsigned longest)
{
    int32_t left = 1;
    for (unsigned i = 1; i <= LENGTH_MAX; i++) {
        left = left * 2 - (int32_t)counts[i];
        if (left < 0) {
            return false;
        }
    }
    return left == 0 || (kind != R3D_PRIV_CODE_OF_LENGTHS && longest == 1);
}

bool r3d_priv_inflate_table(r3d_priv_code_kind kind, const uint8_t *lengths, unsigned count,
                            unsigned root, uint32_t *out_table)
{
    unsigned counts[LENGTH_MAX + 1] = {0};
    unsigned offsets[LENGTH_MAX + 2];
    uint16_t sorted[SYMBOLS_MAX];
    for (unsigned i = 0; i < count; i++) {
        counts[lengths[i]]++;
    }
    counts[0] = 0;
    unsigned longest = LENGTH_MAX;
    while (longest > 0 && counts[longest] == 0) {
        longest--;
    }
    // What no code reaches. zlib reads lengths of an empty code as zeros of one bit each.
    uint32_t missing =
        kind == R3D_PRIV_CODE_OF_LENGTHS ? 1u << 8 | 1u : R3D_PRIV_ENTRY_SPECIAL | 1u;
    for (size_t i = 0; i < (size_t)1 << root; i++) {
        out_table[i] = missing;
    }
    if (longest == 0) {
        return true;
    }
    if (!is_allowed(kind, counts, longest)) {
        return false;
    }
    offsets[1] = 0;
    for (unsigned i = 1; i <= LENGTH_MAX; i++) {
        offsets[i + 1] = offsets[i] + counts[i];
    }
    unsigned used = offsets[LENGTH_MAX + 1];
    for (unsigned i = 0; i < count; i++) {
        if (lengths[i] != 0) {
            sorted[offsets[lengths[i]]++] = (uint16_t)i;
        }
    }
    unsigned code = 0;
    unsigned next_table = 1u << root;
    unsigned table = 0;
    unsigned table_bits = 0;
    unsigned prefix = ~0u;
    for (unsigned i = 0; i < used; i++) {
        unsigned length = lengths[sorted[i]];
        uint32_t entry = entry_of(kind, sorted[i], length);
        if (length <= root) {
            for (unsigned at = code; at < 1u << root; at += 1u << length) {
                out_table[at] = entry;
            }
        } else {
            unsigned first = code & ((1u << root) - 1u);
            if (first != prefix) {
                // As large as the codes that are left and share these first bits need.
                prefix = first;
                table = next_table;
                table_bits = length - root;
                int32_t left = 1 << table_bits;
                while (table_bits + root < longest) {
                    left -= (int32_t)counts[table_bits + root];
                    if (left <= 0) {
                        break;
                    }
                    table_bits++;
                    left *= 2;
                }
                next_table += 1u << table_bits;
                out_table[first] = (uint32_t)table << 16 | R3D_PRIV_ENTRY_SPECIAL |
                                   R3D_PRIV_ENTRY_TABLE | table_bits;
            }
            for (unsigned at = code >> root; at < 1u << table_bits; at += 1u << (length - root)) {
                out_table[table + at] = entry;
            }
        }
        counts[length]--;
        code = next_code(code, length); // also of longer ones: the bits that join are 0
    }
    return true;
}
