/* SPDX-License-Identifier: MIT */
/// @file png_indexed.h
/// Writes PNG files with a palette whose rows are made when they are written, so that no whole
/// picture need be in memory. Internal to the library.

#ifndef RETRO3D_PNG_INDEXED_H
#define RETRO3D_PNG_INDEXED_H

#include <stdbool.h>

#include <retro3d/io.h>

typedef struct r3d_priv_png_indexed {
    int32_t width;
    int32_t height;
    const uint32_t *colours; ///< 0xRRGGBB.
    int32_t colour_count;    ///< 1..256.
    /// Makes row y, `width` numbers of colours; called from the top row to the bottom row.
    void (*row)(void *user, int32_t y, uint8_t *out_numbers);
    void *user;
} r3d_priv_png_indexed;

struct r3d_priv_sink; // io_internal.h

/// @return R3D_OK, R3D_ERR_MEMORY, R3D_ERR_IO_WRITE: the sink failed.
r3d_result r3d_priv_png_indexed_write(const r3d_priv_png_indexed *picture,
                                      const r3d_allocator *hooks, const struct r3d_priv_sink *sink);

/// To a file that appears whole or not at all, as by r3d_png_save.
r3d_result r3d_priv_png_indexed_save(const char *path, const r3d_priv_png_indexed *picture,
                                     const r3d_allocator *hooks, r3d_error *out_error);

#endif
