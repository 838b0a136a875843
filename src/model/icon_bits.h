/* SPDX-License-Identifier: MIT */
/* draw_pixels() of icon_rows.h for instruction sets without masked stores. Define KERNEL before, as
 * there. */

#ifndef R3D_SRC_MODEL_ICON_BITS_H
#define R3D_SRC_MODEL_ICON_BITS_H

#include <stdint.h>

/* Writes the pixels whose bits are set. */
KERNEL void draw_pixels(uint32_t *row, uint32_t bits, uint32_t pixel)
{
    for (int x = 0; bits != 0; x++, bits >>= 1) {
#if defined(__GNUC__)
        int zeros = __builtin_ctz(bits);
        x += zeros;
        bits >>= zeros;
#endif
        if ((bits & 1u) != 0) {
            row[x] = pixel;
        }
    }
}

#endif
