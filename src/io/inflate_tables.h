/* SPDX-License-Identifier: MIT */
/// @file inflate_tables.h
/// Decoding tables of Huffman codes. A code of up to `root` bits is looked up at once, a longer one
/// in a second table that the entry of its first bits points to.

#ifndef RETRO3D_INFLATE_TABLES_H
#define RETRO3D_INFLATE_TABLES_H

#include <stdbool.h>
#include <stdint.h>

// An entry: bits 0..7 how many bits the symbol takes, with its extra bits; 8..11 how many of them
// are the code; 16..30 its value: a literal, or what the extra bits are added to.
#define R3D_PRIV_ENTRY_LITERAL 0x80000000u // in the table of literals and lengths
#define R3D_PRIV_ENTRY_SPECIAL 0x8000u     // none of the above, but one of:
#define R3D_PRIV_ENTRY_TABLE 0x4000u // value: where the second table begins; bits 0..3: its bits
#define R3D_PRIV_ENTRY_END 0x2000u   // end of the block
// ... or, with neither, a code that does not exist.

typedef enum r3d_priv_code_kind {
    R3D_PRIV_CODE_OF_LENGTHS,
    R3D_PRIV_CODE_OF_LITERALS,
    R3D_PRIV_CODE_OF_DISTANCES
} r3d_priv_code_kind;

/// Makes the table of a code from the lengths of its symbols.
/// @return false if the code has too many symbols, or too few for its kind.
bool r3d_priv_inflate_table(r3d_priv_code_kind kind, const uint8_t *lengths, unsigned count,
                            unsigned root, uint32_t *out_table);

#endif
