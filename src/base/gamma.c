/* SPDX-License-Identifier: MIT */
/* The gamma step in integers. Source: spec rs2-raster section 2. */

#include <retro3d/gamma.h>

#include <string.h>

#include "double_bits.h"
#include "tables.h"

/* The step of v is the greatest n with  RN(pow(v/256, e)) * 256 >= n,  where RN rounds to a double.
 * With the logarithms K(k) = -log2(k/256) that is
 *
 *     e * K(v) <= K(n) + slack(n)
 *
 * slack(n) covers the values just below n that RN lifts to n: half the distance between n and the
 * double before it, as a share of n, over ln 2. Both sides are compared as integers. The exponent
 * is a double, mantissa * 2^-shift, so the left side is an exact product with the table entry,
 * which is itself 2^-92 exact: a thousand million times finer than the rounding it must see. */

enum {
    WORDS = 6 /* 32-bit words of the numbers compared: at most 96 + 62 bits */
};

/* 2^39 / ln 2. The slack of n, 2^j <= n < 2^(j+1), is 2^(j-53) / (n ln 2), and half of it for a
 * power of two, whose lower neighbour is nearer; in units of 2^-92 that is (2^39 / ln 2) * 2^j / n.
 */
static const uint64_t slack_unit = 793129986396u;

typedef struct wide {
    uint32_t word[WORDS]; /* least significant first */
} wide;

static wide wide_multiply(const uint32_t a[3], uint64_t b)
{
    const uint32_t factor[2] = {(uint32_t)b, (uint32_t)(b >> 32)};
    wide product = {{0}};
    for (int j = 0; j < 2; j++) {
        uint64_t carry = 0;
        for (int i = 0; i < 3; i++) {
            carry += (uint64_t)a[i] * factor[j] + product.word[i + j];
            product.word[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        product.word[j + 3] = (uint32_t)carry;
    }
    return product;
}

static wide wide_shift_left(const uint32_t a[3], int shift)
{
    wide shifted = {{0}};
    int words = shift / 32;
    int bits = shift % 32;
    for (int i = 0; i < 3; i++) {
        uint64_t both = (uint64_t)a[i] << bits;
        shifted.word[i + words] |= (uint32_t)both;
        shifted.word[i + words + 1] |= (uint32_t)(both >> 32);
    }
    return shifted;
}

static int wide_compare(const wide *a, const wide *b)
{
    for (int i = WORDS - 1; i >= 0; i--) {
        if (a->word[i] != b->word[i]) {
            return a->word[i] < b->word[i] ? -1 : 1;
        }
    }
    return 0;
}

/* K(n) + slack(n), 1 <= n <= 255. */
static void log_with_slack(int n, uint32_t out[3])
{
    int power = 0;
    while (n >> (power + 1) != 0) {
        power++;
    }
    uint64_t slack = (slack_unit << power) / (uint64_t)n;
    if (n == 1 << power) {
        slack /= 2;
    }
    uint64_t carry = slack;
    for (int i = 0; i < 3; i++) {
        carry += r3d_priv_log2_inverse[n][i];
        out[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

r3d_result r3d_gamma_build(double exponent, r3d_gamma *out_gamma)
{
    if (out_gamma == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!(exponent >= 0.001 && exponent <= 1000.0)) {
        return R3D_ERR_RANGE;
    }
    uint64_t bits;
    memcpy(&bits, &exponent, sizeof bits);
    uint64_t mantissa = (bits & ((UINT64_C(1) << R3D_PRIV_DOUBLE_FRACTION_BITS) - 1)) |
                        UINT64_C(1) << R3D_PRIV_DOUBLE_FRACTION_BITS;
    /* In the range allowed, exponent = mantissa * 2^-shift with shift 43..62. */
    int shift = R3D_PRIV_DOUBLE_EXPONENT_BIAS + R3D_PRIV_DOUBLE_FRACTION_BITS -
                (int)(bits >> R3D_PRIV_DOUBLE_FRACTION_BITS);

    /* The curve rises with v, so one walk through n serves all v. */
    out_gamma->step[0] = 0;
    int n = 0;
    for (int v = 1; v < 256; v++) {
        wide left = wide_multiply(r3d_priv_log2_inverse[v], mantissa);
        while (n < 255) {
            uint32_t bound[3];
            log_with_slack(n + 1, bound);
            wide right = wide_shift_left(bound, shift);
            if (wide_compare(&left, &right) > 0) {
                break;
            }
            n++;
        }
        out_gamma->step[v] = (uint8_t)n;
    }
    return R3D_OK;
}

uint32_t r3d_gamma_apply(const r3d_gamma *gamma, uint32_t rgb)
{
    if (gamma == NULL) {
        return 0;
    }
    return (uint32_t)gamma->step[rgb >> 16 & 0xFF] << 16 |
           (uint32_t)gamma->step[rgb >> 8 & 0xFF] << 8 | gamma->step[rgb & 0xFF];
}
