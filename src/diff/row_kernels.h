/* SPDX-License-Identifier: MIT */
/// @file row_kernels.h
/// Loops over the pixels of a row that every picture passes through. The plain ones are the
/// definition; a vector version (x86/) takes rows where the machine has it, with the same result. No
/// file needs a compiler flag; define R3D_NO_SIMD to build the plain ones alone.

#ifndef RETRO3D_ROW_KERNELS_H
#define RETRO3D_ROW_KERNELS_H

#include <stdbool.h>
#include <stdint.h>

#if !defined(R3D_NO_SIMD) && defined(__GNUC__) && (defined(__x86_64__) || defined(__i386__))
#define R3D_PRIV_ROWS_X86 1
#else
#define R3D_PRIV_ROWS_X86 0
#endif

/// Bytes R, G, B become 0xFFRRGGBB.
void r3d_priv_row_rgb_words(const uint8_t *rgb, int32_t count, uint32_t *out_argb);
void r3d_priv_row_rgb_words_plain(const uint8_t *rgb, int32_t count, uint32_t *out_argb);

/// A quarter of the Y of spec golden section 4, 0..63; alpha does not matter.
void r3d_priv_row_quarter_luma(const uint32_t *argb, int32_t count, uint8_t *out);
void r3d_priv_row_quarter_luma_plain(const uint32_t *argb, int32_t count, uint8_t *out);

#if R3D_PRIV_ROWS_X86
/// These need SSSE3 and return how many pixels they did, from the left: all but the last few.
int32_t r3d_priv_row_rgb_words_ssse3(const uint8_t *rgb, int32_t count, uint32_t *out_argb);
int32_t r3d_priv_row_quarter_luma_ssse3(const uint32_t *argb, int32_t count, uint8_t *out);
#endif

#endif
