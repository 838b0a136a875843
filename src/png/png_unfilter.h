/* SPDX-License-Identifier: MIT */
/// @file png_unfilter.h
/// The versions of r3d_priv_png_unfilter (png_internal.h).

#ifndef RETRO3D_PNG_UNFILTER_H
#define RETRO3D_PNG_UNFILTER_H

#include "../base/isa_internal.h"
#include "png_internal.h"

/// The definition.
bool r3d_priv_png_unfilter_scalar(unsigned filter, uint8_t *row, const uint8_t *previous,
                                  size_t size, size_t bpp);

#if R3D_PRIV_X86
/// Needs SSE4.1 and a row above. Returns false, with the row as it was, for what it does not do:
/// filters other than 1..4, and pixels of other sizes than 3, 4, 6 and 8 bytes.
bool r3d_priv_png_unfilter_sse41(unsigned filter, uint8_t *row, const uint8_t *previous,
                                 size_t size, size_t bpp);
#endif

#endif
