/* SPDX-License-Identifier: MIT */
/* --scale N: pictures of old sizes on new screens. Each pixel becomes a square of N x N. */

#ifndef R3D_TOOLS_SCALE_H
#define R3D_TOOLS_SCALE_H

#include <stdbool.h>

#include <retro3d/apng.h>
#include <retro3d/png.h>

#include "options.h"

enum { SCALE_MAX = 64 };

#define SCALE_HELP "Write each pixel as a square of N x N, 1..64 (default 1)"

/* Reads the option's value; on failure prints a usage error and returns false. */
bool option_scale(const command_help *help, int option, const char *value, int32_t *out_scale);

/* Whether a picture of this size is none too large when it is scaled; prints a usage error if not. */
bool scale_fits(const command_help *help, int32_t scale, int32_t width, int32_t height);

/* As r3d_png_save, r3d_png_encode and r3d_apng_add, the picture scaled. Ask scale_fits first. */
r3d_result scale_save(const char *path, const r3d_picture_view *view, int32_t scale,
                      r3d_png_effort effort, r3d_error *out_error);
r3d_result scale_encode(const r3d_picture_view *view, int32_t scale, r3d_png_effort effort,
                        void **out_data, size_t *out_size, r3d_error *out_error);
r3d_result scale_add(r3d_apng *apng, const r3d_picture_view *view, int32_t scale,
                     r3d_error *out_error);

/* Bytes of a pixel of an 8-bit layout. */
size_t scale_bytes_of(r3d_layout layout);

/* Makes each of `width` pixels of `bytes` bytes `scale` of them. */
void scale_row(const void *row, int32_t width, size_t bytes, int32_t scale, void *out_row);

#endif
