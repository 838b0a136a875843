/* SPDX-License-Identifier: MIT */
/// @file png_put.h
/// What both PNG writers put into a file: signature, IHDR and chunks.

#ifndef RETRO3D_PNG_PUT_H
#define RETRO3D_PNG_PUT_H

#include "../io/io_internal.h"

enum { R3D_PRIV_PNG_CHUNK_HEAD = 8 }; ///< Bytes of a chunk's length and type.

void r3d_priv_png_put_u32(uint8_t *out, uint32_t value);

/// Writes a chunk whose `size` bytes of data follow R3D_PRIV_PNG_CHUNK_HEAD bytes of room.
bool r3d_priv_png_put_chunk(const r3d_priv_sink *sink, const char *type, uint8_t *chunk,
                            uint32_t size);

/// Writes signature and IHDR of a picture with 8 bits a sample, not interlaced.
bool r3d_priv_png_put_header(const r3d_priv_sink *sink, int32_t width, int32_t height,
                             int color_type);
bool r3d_priv_png_put_end(const r3d_priv_sink *sink);

#endif
