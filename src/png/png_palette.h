/* SPDX-License-Identifier: MIT */
/// @file png_palette.h
/// The colours of an opaque picture with few of them, and their numbers.

#ifndef RETRO3D_PNG_PALETTE_H
#define RETRO3D_PNG_PALETTE_H

#include "../io/io_internal.h"

enum r3d_priv_png_palette_sizes {
    R3D_PRIV_PNG_COLORS = 256,
    R3D_PRIV_PNG_SLOT_BITS = 10 ///< Four times as many slots as colours: a search is short.
};

typedef struct r3d_priv_png_palette {
    int32_t count;
    uint32_t colors[R3D_PRIV_PNG_COLORS];       ///< 0xRRGGBB, ascending.
    uint32_t keys[1 << R3D_PRIV_PNG_SLOT_BITS]; ///< 1 + colour; 0: the slot is empty.
    uint8_t numbers[1 << R3D_PRIV_PNG_SLOT_BITS];
} r3d_priv_png_palette;

/// Finds the colours of a view without alpha. `row` has room for a row of RGB.
/// @return Whether there are no more than 256.
bool r3d_priv_png_palette_find(r3d_priv_png_palette *self, const r3d_picture_view *view,
                               uint8_t *row);

/// Writes the number of each colour of a row of RGB.
void r3d_priv_png_palette_number(const r3d_priv_png_palette *self, const uint8_t *row,
                                 int32_t width, uint8_t *out);

#endif
