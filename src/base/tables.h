/* SPDX-License-Identifier: MIT */
/* Generated tables of the base room. */

#ifndef R3D_SRC_BASE_TABLES_H
#define R3D_SRC_BASE_TABLES_H

#include <stdint.h>

/// trunc(65536 * sin(i * 0.0030679615)) and the same for cos. Source: spec rs2-raster section 1.
extern const int32_t r3d_priv_sine[2048];
extern const int32_t r3d_priv_cosine[2048];

/// -log2(k / 256) for k = 1..255 with 92 fraction bits, rounded down, least significant word first.
extern const uint32_t r3d_priv_log2_inverse[256][3];

#endif
