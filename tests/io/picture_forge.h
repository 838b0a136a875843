/* SPDX-License-Identifier: MIT */
/// @file picture_forge.h
/// Makes BMP, TGA, GIF, JPEG and PNM files of known pixels.

#ifndef RETRO3D_PICTURE_FORGE_H
#define RETRO3D_PICTURE_FORGE_H

#include "png_forge.h"

/// R, G, B, A bytes, row by row.
typedef struct forge_pixels {
    int width;
    int height;
    uint8_t *rgba;
} forge_pixels;

/// Random colours in runs; alpha 255.
void forge_pixels_random(forge_pixels *self, int width, int height, uint32_t seed);
void forge_pixels_free(forge_pixels *self);

void forge_bmp24(const forge_pixels *self, forge *out);
/// Bottom-up with palette; uses the green channel modulo 16 as the index of grey 17 * index.
void forge_bmp4(const forge_pixels *self, forge *out);
void forge_tga(const forge_pixels *self, unsigned bits, int compressed, forge *out);
/// Colours of a 256-entry palette: index = green, colour = (index, 255 - index, index / 2).
void forge_gif(const forge_pixels *self, forge *out);
/// By stb_image_write.
void forge_jpeg(const forge_pixels *self, forge *out);
/// "P5", "P6" or "P7" with `depth` samples of `max`.
void forge_pnm(const forge_pixels *self, int kind, int depth, unsigned max, forge *out);

#endif
