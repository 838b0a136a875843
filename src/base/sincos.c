/* SPDX-License-Identifier: MIT */
/* Sine and cosine of radians in integers, so that no maths library can move a pixel.
 * Source: spec rs2-raster section 9 (rotated copies). */

#include <retro3d/fixed.h>

#include <stdbool.h>
#include <string.h>

#include "double_bits.h"

enum {
    SERIES_TERMS = 10 /* the next term is below 2^-70 for angles up to pi/4 */
};

/* 2/pi with 128 fraction bits, least significant word first. Its error times the largest angle,
 * 2^30, is 2^-98 of a quarter turn. */
static const uint32_t two_over_pi[4] = {0xF534DDC0u, 0xFC2757D1u, 0x4E441529u, 0xA2F9836Eu};

static const uint64_t pi_over_4 = UINT64_C(0xC90FDAA22168C234); /* 64 fraction bits */
static const uint64_t one = UINT64_C(1) << 63;                  /* 63 fraction bits */

/* The high 64 bits of a 128-bit product. */
static uint64_t multiply_high(uint64_t a, uint64_t b)
{
    uint64_t a_low = (uint32_t)a;
    uint64_t a_high = a >> 32;
    uint64_t b_low = (uint32_t)b;
    uint64_t b_high = b >> 32;
    uint64_t middle = a_high * b_low + (a_low * b_low >> 32);
    uint64_t middle2 = a_low * b_high + (uint32_t)middle;
    return a_high * b_high + (middle >> 32) + (middle2 >> 32);
}

/* The angle mantissa * 2^exponent, exponent -68..-23, in quarter turns: the whole ones modulo 4 and
 * the rest with 64 fraction bits. */
static uint32_t quarter_turns(uint64_t mantissa, int exponent, uint64_t *out_fraction)
{
    const uint32_t factor[2] = {(uint32_t)mantissa, (uint32_t)(mantissa >> 32)};
    uint32_t product[8] = {0}; /* 128 fraction bits before scaling; the last words stay zero */
    for (int j = 0; j < 2; j++) {
        uint64_t carry = 0;
        for (int i = 0; i < 4; i++) {
            carry += (uint64_t)two_over_pi[i] * factor[j] + product[i + j];
            product[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        product[j + 4] = (uint32_t)carry;
    }
    /* product * 2^(exponent - 128) quarter turns; keep 64 fraction bits: shift right by 64 -
     * exponent, which is 87..132, so words 2..7 are touched. */
    int shift = 64 - exponent;
    int word = shift / 32;
    int bits = shift % 32;
    uint32_t kept[3];
    for (int i = 0; i < 3; i++) {
        uint64_t pair = product[word + i] | (uint64_t)product[word + i + 1] << 32;
        kept[i] = (uint32_t)(pair >> bits);
    }
    *out_fraction = kept[0] | (uint64_t)kept[1] << 32;
    return kept[2] & 3u;
}

/* Taylor series of sine and cosine for 0..1/2 quarter turn; results have 63 fraction bits. */
static void series(uint64_t half_fraction, uint64_t *out_sin, uint64_t *out_cos)
{
    uint64_t angle = multiply_high(half_fraction << 1, pi_over_4); /* radians, 64 fraction bits */
    uint64_t square = multiply_high(angle, angle);
    uint64_t sine = one;
    uint64_t cosine = one;
    for (uint64_t k = SERIES_TERMS; k >= 1; k--) {
        sine = one - multiply_high(square, sine) / (2 * k * (2 * k + 1));
        cosine = one - multiply_high(square, cosine) / ((2 * k - 1) * 2 * k);
    }
    *out_sin = multiply_high(angle, sine);
    /* The double nearest to the cosine decides. It reaches a whole number only next to 1: up to
     * 1 - 2^-54, that is up to a square of 2^-53, it is 1 itself. */
    *out_cos = square < UINT64_C(1) << 11 ? one : cosine;
}

/* trunc(65536 * value), value with 63 fraction bits. */
static int32_t to_fx16(uint64_t value)
{
    return (int32_t)(value >> 47);
}

/* Sine and cosine of the angle mantissa * 2^exponent; see quarter_turns for the range. */
static void sincos_parts(uint64_t mantissa, int exponent, bool negative, r3d_fx16 *out_sin,
                         r3d_fx16 *out_cos)
{
    uint64_t fraction;
    uint64_t sine;
    uint64_t cosine;
    uint32_t quadrant = quarter_turns(mantissa, exponent, &fraction);
    if (fraction < one) {
        series(fraction, &sine, &cosine);
    } else { /* the upper half of the quadrant is the mirrored lower half; 2^-64 of error */
        series(~fraction, &cosine, &sine);
    }
    int32_t s = to_fx16(sine);
    int32_t c = to_fx16(cosine);
    switch (quadrant) {
    case 0:
        *out_sin = s;
        *out_cos = c;
        break;
    case 1:
        *out_sin = c;
        *out_cos = -s;
        break;
    case 2:
        *out_sin = -s;
        *out_cos = -c;
        break;
    default:
        *out_sin = -c;
        *out_cos = s;
        break;
    }
    if (negative) {
        *out_sin = -*out_sin;
    }
}

r3d_result r3d_sincos_fx16(double radians, r3d_fx16 *out_sin, r3d_fx16 *out_cos)
{
    if (out_sin == NULL || out_cos == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    bool negative = radians < 0;
    double magnitude = negative ? -radians : radians;
    if (!(magnitude <= R3D_SINCOS_RADIANS_MAX)) {
        return R3D_ERR_RANGE;
    }
    /* Near 0, where doubles lie closer together than the series resolves: the sine truncates to 0,
     * and the cosine, 1 - x^2 / 2, rounds to 1 up to 2^-54 below it. */
    if (magnitude < 0x1p-16) {
        *out_sin = 0;
        *out_cos = magnitude <= 0x1.6A09E667F3BCCp-27 ? 65536 : 65535; /* sqrt(2^-53) */
        return R3D_OK;
    }
    uint64_t bits;
    memcpy(&bits, &magnitude, sizeof bits);
    int exponent = (int)(bits >> R3D_PRIV_DOUBLE_FRACTION_BITS) - R3D_PRIV_DOUBLE_EXPONENT_BIAS -
                   R3D_PRIV_DOUBLE_FRACTION_BITS;
    uint64_t fraction_bits = bits & ((UINT64_C(1) << R3D_PRIV_DOUBLE_FRACTION_BITS) - 1);
    sincos_parts(fraction_bits | UINT64_C(1) << R3D_PRIV_DOUBLE_FRACTION_BITS, exponent, negative,
                 out_sin, out_cos);
    return R3D_OK;
}

void r3d_sincos_angle_326(int32_t angle, r3d_fx16 *out_sin, r3d_fx16 *out_cos)
{
    if (out_sin == NULL || out_cos == NULL) {
        return;
    }
    /* angle / 326.11 in doubles, by hand: the x87 unit would round the quotient twice. The double
     * 326.11 is divisor * 2^-44. */
    const uint64_t divisor = UINT64_C(5736987790944502);
    uint64_t rest = angle < 0 ? 0u - (uint64_t)angle : (uint64_t)angle;
    if (rest == 0) {
        *out_sin = 0;
        *out_cos = 65536;
        return;
    }
    int exponent = 44 - R3D_PRIV_DOUBLE_FRACTION_BITS;
    while (rest < divisor) {
        rest <<= 1;
        exponent--;
    }
    uint64_t quotient = 0;
    for (int bit = 0; bit <= R3D_PRIV_DOUBLE_FRACTION_BITS; bit++) {
        bool fits = rest >= divisor;
        quotient = quotient << 1 | (fits ? 1u : 0u);
        rest = (fits ? rest - divisor : rest) << 1;
    }
    /* `rest` is twice the remainder: round to nearest, ties to even */
    if (rest > divisor || (rest == divisor && (quotient & 1u) != 0)) {
        quotient++;
    }
    sincos_parts(quotient, exponent, angle < 0, out_sin, out_cos);
}
