/* SPDX-License-Identifier: MIT */
/// @file png_inflate.h
/// The inflater that the build chose (CMake: RETRO3D_INFLATE), behind one interface: the PNG reader
/// gives the same pixels, and the same words about bad data, with each. Fed with pieces of a raw deflate
/// stream. Source: spec golden section 9.

#ifndef RETRO3D_PNG_INFLATE_H
#define RETRO3D_PNG_INFLATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <retro3d/base.h>

typedef struct r3d_priv_png_inflater r3d_priv_png_inflater;

typedef enum r3d_priv_png_inflate_state {
    R3D_PRIV_PNG_INFLATE_GOES_ON,
    R3D_PRIV_PNG_INFLATE_ENDED, ///< All output was handed out, the stream is over.
    R3D_PRIV_PNG_INFLATE_BAD,   ///< All output before the fault was handed out.
    R3D_PRIV_PNG_INFLATE_NO_MEMORY
} r3d_priv_png_inflate_state;

/// NULL: no memory.
r3d_priv_png_inflater *r3d_priv_png_inflater_open(const r3d_allocator *allocator);

/// NULL is allowed.
void r3d_priv_png_inflater_close(r3d_priv_png_inflater *self);

/// Whether r3d_priv_png_inflater_run has something to say without more input.
bool r3d_priv_png_inflater_is_ahead(const r3d_priv_png_inflater *self);

/// Inflates up to `size` bytes, at least 1; may give none while it consumes input.
/// @param out_used  How much of the input was used.
/// @param out_message  What is wrong, when the state is BAD.
size_t r3d_priv_png_inflater_run(r3d_priv_png_inflater *self, const uint8_t *in, size_t in_size,
                                 size_t *out_used, uint8_t *out, size_t size,
                                 r3d_priv_png_inflate_state *out_state, const char **out_message);

/// A byte behind the end of the stream that was read before it was known to be there. False: none.
bool r3d_priv_png_inflater_give_back(r3d_priv_png_inflater *self, uint8_t *out_byte);

#endif
