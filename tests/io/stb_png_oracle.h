/* SPDX-License-Identifier: MIT */
/// @file stb_png_oracle.h
/// A PNG decoder that we did not write.

#ifndef RETRO3D_STB_PNG_ORACLE_H
#define RETRO3D_STB_PNG_ORACLE_H

#include <stddef.h>
#include <stdint.h>

/// Decodes to R, G, B, A bytes; NULL when it cannot. Release with free.
uint8_t *stb_png_rgba8(const void *data, size_t size, int *out_width, int *out_height);

/// The same to 16 bits a sample.
uint16_t *stb_png_rgba16(const void *data, size_t size, int *out_width, int *out_height);

#endif
