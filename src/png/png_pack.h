/* SPDX-License-Identifier: MIT */
/// @file png_pack.h
/// Rows of 8-bit samples become chunks of pixel data: filters, zlib, IDAT (or fdAT of animations).

#ifndef RETRO3D_PNG_PACK_H
#define RETRO3D_PNG_PACK_H

#include "../io/io_internal.h"

#include <zlib.h>

enum { R3D_PRIV_PNG_FILTERS = 5 };

typedef struct r3d_priv_png_packer {
    const r3d_priv_sink *sink; ///< Borrowed.
    r3d_allocator hooks;       ///< zlib's memory comes from here, too.
    /// NULL: chunks are IDAT. Else they are fdAT, and this is the number of the next one.
    uint32_t *sequence;
    bool small;
    size_t bpp;      ///< Bytes of a pixel.
    size_t row_size; ///< Bytes of one unfiltered row.
    uint8_t *block;
    uint8_t *rows[2];
    uint8_t *filtered[R3D_PRIV_PNG_FILTERS]; ///< Filter byte and residuals; one unless `small`.
    uint8_t *chunk;                          ///< Length, type, data of the chunk in work.
    z_stream zlib;
} r3d_priv_png_packer;

/// Allocates for pictures of one width. A packer stays where it is until it is freed.
/// @return R3D_OK, R3D_ERR_MEMORY: nothing is held.
r3d_result r3d_priv_png_packer_init(r3d_priv_png_packer *packer, int32_t width, bool with_alpha,
                                    bool small, const r3d_allocator *hooks,
                                    const r3d_priv_sink *sink);

/// Begins a picture.
/// @param sequence  Of fdAT chunks, or NULL for IDAT.
void r3d_priv_png_packer_begin(r3d_priv_png_packer *packer, uint32_t *sequence);

/// Where row y is put before r3d_priv_png_packer_put: row_size bytes.
uint8_t *r3d_priv_png_packer_row(r3d_priv_png_packer *packer, int32_t y);

/// Filters and compresses row y; `last` ends the picture's data.
/// @return false when the sink failed.
bool r3d_priv_png_packer_put(r3d_priv_png_packer *packer, int32_t y, bool last);

/// Does nothing for a packer that is all zero.
void r3d_priv_png_packer_free(r3d_priv_png_packer *packer);

#endif
