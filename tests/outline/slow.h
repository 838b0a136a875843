/* SPDX-License-Identifier: MIT */
/* What each pixel shows, straight from the definition: every candidate of every plane, and nothing
 * shared with the library. */

#ifndef R3D_TESTS_OUTLINE_SLOW_H
#define R3D_TESTS_OUTLINE_SLOW_H

#include <stdbool.h>
#include <stdint.h>

typedef struct slow_map {
    int32_t width;
    int32_t height;
    const uint8_t *heights;
} slow_map;

typedef struct slow_hit {
    int32_t kind; /* as r3d_outline_kind; 0: backdrop */
    int32_t x;    /* cell */
    int32_t y;
    int32_t level;
    int32_t nearness;
} slow_hit;

slow_hit slow_pixel(const slow_map *map, int32_t px, int32_t py, int32_t ox, int32_t oy);

/* Whether a texel of the shadow map is lit: exact fractions of every cell, one after another. Small maps
 * and few texels only. */
bool slow_is_lit(const slow_map *map, int32_t light_x_a64, int32_t light_y_a64, int32_t rho_16,
                 int32_t texels, int32_t column, int32_t row);

#endif
