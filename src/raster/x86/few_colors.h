/* SPDX-License-Identifier: MIT */
/* Which Gouraud triangles have few colours, for every instruction set; few_colors_avx512.h says why
 * the rule is enough. Included after ../vector/walk.h. */

#ifndef R3D_SRC_RASTER_X86_FEW_COLORS_H
#define R3D_SRC_RASTER_X86_FEW_COLORS_H

#include "../vector/walk.h"

#define KERNEL_HAS_FEW_COLORS

enum {
    FEW_ROWS_MIN = 6,  /* of a triangle that is drawn on its own */
    FEW_FAR_X = 16383, /* two such differ by less than 32768, so that << 16 does not wrap */
    FEW_FAR_Y = 0x20000000
};

KERNEL int32_t least_of(const int32_t v[3])
{
    return smaller(smaller(v[0], v[1]), v[2]);
}

KERNEL int32_t most_of(const int32_t v[3])
{
    return larger(larger(v[0], v[1]), v[2]);
}

/* Whether a table of so many palette entries, one below the least corner and one above the greatest
 * included, has all colours of a triangle whose x lie within these bounds. */
KERNEL bool few_between_corners(const int32_t x[3], const int32_t y[3], const int32_t hsl16[3],
                                int32_t table, int32_t x_least, int32_t x_most)
{
    int32_t least = least_of(hsl16);
    int32_t most = most_of(hsl16);
    if (least < 1 || most > R3D_PALETTE_COUNT - table || most - least > table - 3) {
        return false;
    }
    return least_of(x) >= x_least && most_of(x) <= x_most && least_of(y) >= -FEW_FAR_Y &&
           most_of(y) <= FEW_FAR_Y;
}

#endif
