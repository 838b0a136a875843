/* SPDX-License-Identifier: MIT */
/// @file pictures_internal.h
/// The decoders behind r3d_picture_decode. Nothing here is exported.

#ifndef RETRO3D_PICTURES_INTERNAL_H
#define RETRO3D_PICTURES_INTERNAL_H

#include "../io/io_internal.h"

/// Whether data begin like binary PNM.
bool r3d_priv_pnm_matches(const void *data, size_t size);

/// Decodes binary PNM (P5, P6, P7), of which r3d_priv_pnm_matches is true.
/// Here and in r3d_priv_stb_decode `limits` and `allocator` have no zero members.
r3d_result r3d_priv_pnm_decode(const void *data, size_t size, const char *name,
                               const r3d_io_limits *limits, const r3d_allocator *allocator,
                               r3d_picture *out_picture, r3d_error *out_error);

/// Checks what stb_image does not, in a file that begins like one of `format` ("JPEG", "BMP" ...).
/// @return NULL, or what is wrong at `*out_offset`; at the end: the file is cut off.
const char *r3d_priv_stb_problem(const char *format, const uint8_t *data, size_t size,
                                 size_t *out_offset);

/// Decodes BMP, TGA, GIF and JPEG with stb_image.
r3d_result r3d_priv_stb_decode(const void *data, size_t size, const char *name,
                               const r3d_io_limits *limits, const r3d_allocator *allocator,
                               r3d_picture *out_picture, r3d_error *out_error);

#endif
