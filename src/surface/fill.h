/* SPDX-License-Identifier: MIT */
/* Many pixels of one value. */

#ifndef R3D_SRC_SURFACE_FILL_H
#define R3D_SRC_SURFACE_FILL_H

#include <stddef.h>
#include <stdint.h>

/* Writes `value` to pixels[0..count - 1] with the widest stores of `features`, see r3d_isa_features. */
void r3d_priv_fill(uint32_t *pixels, size_t count, uint32_t value, uint32_t features);

#endif
