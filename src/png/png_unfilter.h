/* SPDX-License-Identifier: MIT */
/// @file png_unfilter.h
/// The versions of r3d_priv_png_unfilter (png_internal.h). No file needs a compiler flag for its
/// instruction set; define R3D_NO_SIMD to build the scalar version alone.

#ifndef RETRO3D_PNG_UNFILTER_H
#define RETRO3D_PNG_UNFILTER_H

#include "png_internal.h"

#if !defined(R3D_NO_SIMD) && defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#define R3D_PRIV_UNFILTER_X86 1
#else
#define R3D_PRIV_UNFILTER_X86 0
#endif

/// The definition.
bool r3d_priv_png_unfilter_scalar(unsigned filter, uint8_t *row, const uint8_t *previous,
                                  size_t size, size_t bpp);

#if R3D_PRIV_UNFILTER_X86
/// Needs SSE4.1 and a row above. Returns false, with the row as it was, for what it does not do:
/// filters other than 1..4, and pixels of other sizes than 3, 4, 6 and 8 bytes.
bool r3d_priv_png_unfilter_sse41(unsigned filter, uint8_t *row, const uint8_t *previous,
                                 size_t size, size_t bpp);
#endif

#endif
