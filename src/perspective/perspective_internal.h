/* SPDX-License-Identifier: MIT */
/* Roundings of spec layers, for this room and layers above it. */

#ifndef R3D_SRC_PERSPECTIVE_INTERNAL_H
#define R3D_SRC_PERSPECTIVE_INTERNAL_H

#include <retro3d/perspective.h>

enum {
    R3D_PRIV_ONE_Q16 = 65536,
    R3D_PRIV_HALF_Q16 = 32768,
    R3D_PRIV_ONE_Q14 = 16384,
    R3D_PRIV_NORMAL_MAX = 127
};

/* a / b to the nearest whole number, halves up; b > 0. Magnitudes of a below 2^62. */
static inline int64_t r3d_priv_divide_nearest(int64_t a, int64_t b)
{
    const int64_t n = 2 * a + b;
    const int64_t d = 2 * b;
    const int64_t quotient = n / d;
    return quotient - (n % d < 0 ? 1 : 0);
}

static inline bool r3d_priv_is_in_world(const int32_t place_q16[3])
{
    for (int i = 0; i < 3; i++) {
        if (place_q16[i] < -R3D_PERSPECTIVE_WORLD_MAX_Q16 ||
            place_q16[i] > R3D_PERSPECTIVE_WORLD_MAX_Q16) {
            return false;
        }
    }
    return true;
}

static inline int32_t r3d_priv_normal_byte(int32_t length_q14)
{
    const int64_t value =
        r3d_priv_divide_nearest((int64_t)R3D_PRIV_NORMAL_MAX * length_q14, R3D_PRIV_ONE_Q14);
    return (int32_t)(value < -R3D_PRIV_NORMAL_MAX  ? -R3D_PRIV_NORMAL_MAX
                     : value > R3D_PRIV_NORMAL_MAX ? R3D_PRIV_NORMAL_MAX
                                                   : value);
}

/* The greatest whole number whose square is at most n. */
static inline int64_t r3d_priv_root(uint64_t n)
{
    uint64_t root = 0;
    for (uint64_t bit = (uint64_t)1 << 62; bit != 0; bit >>= 2) {
        if (n >= root + bit) {
            n -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
    }
    return (int64_t)root;
}

/* How many binary digits a positive number has; 0 for 0. */
static inline int32_t r3d_priv_bit_length(uint64_t value)
{
    int32_t length = 0;
    while (value != 0) {
        length++;
        value >>= 1;
    }
    return length;
}

#endif
