/* SPDX-License-Identifier: MIT */
/// @file png_indexed.h
/// What is behind r3d_png_indexed_save (png_rows.h), to anything that takes bytes.

#ifndef RETRO3D_PNG_INDEXED_H
#define RETRO3D_PNG_INDEXED_H

#include <retro3d/png_rows.h>

struct r3d_priv_sink; // io_internal.h

/// @param hooks  Resolved.
/// @return R3D_OK, R3D_ERR_MEMORY, R3D_ERR_IO_WRITE: the sink failed.
r3d_result r3d_priv_png_indexed_write(const r3d_png_indexed *picture, const r3d_allocator *hooks,
                                      const struct r3d_priv_sink *sink);

#endif
