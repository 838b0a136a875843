/* SPDX-License-Identifier: MIT */
/// @file png_internal.h
/// The steps of the PNG reader of rows (png_rows.h) that tests look at on their own.

#ifndef RETRO3D_PNG_INTERNAL_H
#define RETRO3D_PNG_INTERNAL_H

#include <retro3d/png_rows.h>

/* ---- rows (png_rows.c) ---- */

/// Undoes the filter of one row in place.
/// @param row       `size` filtered bytes, without the filter byte.
/// @param previous  The row above, unfiltered, or NULL for the first row of a picture or pass.
/// @param bpp       Distance to the corresponding byte of the pixel to the left: 1..8.
/// @param features  What may be used, see r3d_isa_features.
/// @return false for a filter type above 4.
bool r3d_priv_png_unfilter(unsigned filter, uint8_t *row, const uint8_t *previous, size_t size,
                           size_t bpp, uint32_t features);

/// Expands `width` samples of an unfiltered row to the chosen form.
/// @return -1, or the first column whose palette index is not below the palette's count.
int32_t r3d_priv_png_expand(const r3d_png_header *header, r3d_png_rows rows, const uint8_t *row,
                            int32_t width, void *out_row);

#endif
