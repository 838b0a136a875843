/* SPDX-License-Identifier: MIT */
/// @file stb_oracle.h
/// A PNG decoder and a JPEG encoder that we did not write.

#ifndef RETRO3D_STB_ORACLE_H
#define RETRO3D_STB_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Decodes to R, G, B, A bytes; NULL when it cannot. Release with free.
uint8_t *stb_png_rgba8(const void *data, size_t size, int *out_width, int *out_height);

/// The same to 16 bits a sample.
uint16_t *stb_png_rgba16(const void *data, size_t size, int *out_width, int *out_height);

/// Encodes R, G, B, A bytes as JPEG; calls `write` with `user` until done. False when it cannot.
bool stb_write_jpeg(void (*write)(void *user, void *data, int size), void *user, int width,
                    int height, const uint8_t *rgba);

#endif
