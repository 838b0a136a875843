/* SPDX-License-Identifier: MIT */
/* Products wider than 64 bits, without a type of the compiler for them. */

#ifndef R3D_SRC_BASE_WIDE_H
#define R3D_SRC_BASE_WIDE_H

#include <stdint.h>

typedef struct r3d_priv_u128 {
    uint64_t high;
    uint64_t low;
} r3d_priv_u128;

/* a * b, exactly. */
static inline r3d_priv_u128 r3d_priv_u128_product(uint64_t a, uint64_t b)
{
    const uint64_t a_low = a & UINT32_MAX;
    const uint64_t a_high = a >> 32;
    const uint64_t b_low = b & UINT32_MAX;
    const uint64_t b_high = b >> 32;
    const uint64_t low = a_low * b_low;
    /* At most (2^32 - 1)^2 + 2 (2^32 - 1) = 2^64 - 1. */
    const uint64_t middle = a_high * b_low + (low >> 32);
    const uint64_t cross = a_low * b_high + (middle & UINT32_MAX);
    r3d_priv_u128 product;
    product.high = a_high * b_high + (middle >> 32) + (cross >> 32);
    product.low = (cross << 32) | (low & UINT32_MAX);
    return product;
}

/* -1, 0 or 1: whether a is less than, equal to or greater than b. */
static inline int r3d_priv_u128_compare(r3d_priv_u128 a, r3d_priv_u128 b)
{
    if (a.high != b.high) {
        return a.high < b.high ? -1 : 1;
    }
    return a.low == b.low ? 0 : (a.low < b.low ? -1 : 1);
}

#endif
