/* SPDX-License-Identifier: MIT */
/* Products wider than 64 bits, without a type of the compiler for them. */

#ifndef R3D_SRC_BASE_WIDE_H
#define R3D_SRC_BASE_WIDE_H

#include <stdbool.h>
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

/* A magnitude of up to 127 bits with its sign. */
typedef struct r3d_priv_i128 {
    r3d_priv_u128 magnitude;
    bool is_negative;
} r3d_priv_i128;

/* a * b - c * d, exactly; each product is below 2^126. */
static inline r3d_priv_i128 r3d_priv_difference_of_products(int64_t a, int64_t b, int64_t c,
                                                            int64_t d)
{
    const bool left_is_negative = (a < 0) != (b < 0);
    const bool right_is_negative = (c < 0) != (d < 0);
    const r3d_priv_u128 left = r3d_priv_u128_product(a < 0 ? 0 - (uint64_t)a : (uint64_t)a,
                                                     b < 0 ? 0 - (uint64_t)b : (uint64_t)b);
    const r3d_priv_u128 right = r3d_priv_u128_product(c < 0 ? 0 - (uint64_t)c : (uint64_t)c,
                                                      d < 0 ? 0 - (uint64_t)d : (uint64_t)d);
    r3d_priv_i128 result;
    if (left_is_negative != right_is_negative) {
        result.magnitude.low = left.low + right.low;
        result.magnitude.high = left.high + right.high + (result.magnitude.low < left.low ? 1 : 0);
        result.is_negative = left_is_negative;
        return result;
    }
    const bool is_left_larger = r3d_priv_u128_compare(left, right) >= 0;
    const r3d_priv_u128 more = is_left_larger ? left : right;
    const r3d_priv_u128 less = is_left_larger ? right : left;
    result.magnitude.low = more.low - less.low;
    result.magnitude.high = more.high - less.high - (more.low < less.low ? 1 : 0);
    result.is_negative = left_is_negative == is_left_larger;
    return result;
}

/* n / d rounded down, or one off; d is not 0, the quotient is below 2^31. */
static inline int64_t r3d_priv_u128_quotient(r3d_priv_u128 n, r3d_priv_u128 d)
{
    while (n.high != 0) { /* both to 64 bits at once: d keeps 33 bits or more, if it had them */
        n.low = (n.low >> 8) | (n.high << 56);
        n.high >>= 8;
        d.low = (d.low >> 8) | (d.high << 56);
        d.high >>= 8;
    }
    if (d.high != 0) {
        return 0;
    }
    return d.low == 0 ? INT32_MAX : (int64_t)(n.low / d.low);
}

/* The sign of a * b - c * d, exactly. */
static inline int r3d_priv_compare_products(int64_t a, int64_t b, int64_t c, int64_t d)
{
    const bool left_is_negative = (a < 0) != (b < 0) && a != 0 && b != 0;
    const bool right_is_negative = (c < 0) != (d < 0) && c != 0 && d != 0;
    if (left_is_negative != right_is_negative) {
        return left_is_negative ? -1 : 1;
    }
    /* The magnitude of INT64_MIN, too, is right in 64 unsigned bits. */
    const r3d_priv_u128 left = r3d_priv_u128_product(a < 0 ? 0 - (uint64_t)a : (uint64_t)a,
                                                     b < 0 ? 0 - (uint64_t)b : (uint64_t)b);
    const r3d_priv_u128 right = r3d_priv_u128_product(c < 0 ? 0 - (uint64_t)c : (uint64_t)c,
                                                      d < 0 ? 0 - (uint64_t)d : (uint64_t)d);
    const int order = r3d_priv_u128_compare(left, right);
    return left_is_negative ? -order : order;
}

#endif
