/* SPDX-License-Identifier: MIT */
/// @file row_kernels.h
/// Loops over the pixels of a row that every picture passes through. The plain ones are the
/// definition; a vector version (x86/) takes rows where it may, with the same result. `features` is what
/// may be used, see r3d_isa_features.

#ifndef RETRO3D_ROW_KERNELS_H
#define RETRO3D_ROW_KERNELS_H

#include <stdbool.h>
#include <stdint.h>

#include "../base/isa_internal.h"

/// Bytes R, G, B become 0xFFRRGGBB.
void r3d_priv_row_rgb_words(const uint8_t *rgb, int32_t count, uint32_t *out_argb,
                            uint32_t features);
void r3d_priv_row_rgb_words_plain(const uint8_t *rgb, int32_t count, uint32_t *out_argb);

/// A quarter of the Y of spec golden section 4, 0..63; alpha does not matter.
void r3d_priv_row_quarter_luma(const uint32_t *argb, int32_t count, uint8_t *out,
                               uint32_t features);
void r3d_priv_row_quarter_luma_plain(const uint32_t *argb, int32_t count, uint8_t *out);

#if R3D_PRIV_X86
/// These need SSSE3 and return how many pixels they did, from the left: all but the last few.
int32_t r3d_priv_row_rgb_words_ssse3(const uint8_t *rgb, int32_t count, uint32_t *out_argb);
int32_t r3d_priv_row_quarter_luma_ssse3(const uint32_t *argb, int32_t count, uint8_t *out);
#endif

#endif
