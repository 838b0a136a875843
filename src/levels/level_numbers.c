/* SPDX-License-Identifier: MIT */
/* Numbers as text that read back as the same double, whatever the locale. The readers divide two
 * whole numbers exactly once, so a decimal of 15 digits or a fraction of two whole ones is enough;
 * 17 digits would not be read exactly. */

#include <string.h>

#include "level_text.h"

void r3d_priv_format_whole(int64_t number, char *out)
{
    char digits[24];
    size_t i = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    digits[--i] = '\0';
    do {
        digits[--i] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (number < 0) {
        digits[--i] = '-';
    }
    memcpy(out, digits + i, sizeof digits - i);
}

/* The power of ten that turns a number below 1e15 into a whole one of at most 15 digits;
 * *out_exact: that whole number divided by it is the same double again. */
static double decimal_scale(double magnitude, bool *out_exact)
{
    double scale = 1.0;
    for (;;) {
        *out_exact = (double)(int64_t)(magnitude * scale + 0.5) / scale == magnitude;
        if (*out_exact || magnitude * scale * 10.0 >= 1e15 || scale >= 1e14) {
            return scale;
        }
        scale *= 10.0;
    }
}

void r3d_priv_format_decimal(double value, char *out)
{
    double magnitude = value < 0.0 ? -value : value;
    if (magnitude > 1e15 - 1.0) {
        magnitude = 1e15 - 1.0; /* no coordinate is; node lines of odd files may be */
    }
    bool is_exact;
    const double scale = decimal_scale(magnitude, &is_exact);
    const int64_t all = (int64_t)(magnitude * scale + 0.5);
    int64_t fraction = all % (int64_t)scale;
    out[0] = '-';
    char *next = out + (value < 0.0);
    r3d_priv_format_whole(all / (int64_t)scale, next);
    next += strlen(next);
    if (fraction > 0) {
        *next++ = '.';
    }
    for (int64_t digit = (int64_t)scale / 10; fraction > 0; digit /= 10) {
        *next++ = (char)('0' + fraction / digit);
        fraction %= digit;
    }
    *next = '\0';
}

static bool is_quotient(int64_t p, int64_t q, double value)
{
    return q > 0 && (double)p / (double)q == value;
}

/* p / (q * factor), factor a power of two. */
static bool unscale(int64_t p, int64_t q, int64_t factor, int64_t limit, int64_t *out_numerator,
                    int64_t *out_denominator)
{
    while (factor > 1 && p % 2 == 0) {
        p /= 2;
        factor /= 2;
    }
    if (q >= limit / factor) {
        return false;
    }
    *out_numerator = p;
    *out_denominator = q * factor;
    return true;
}

/* The first of a double's continued fraction's approximations that rounds to it: that has few
 * digits, where the decimal would need 17. Both its parts are below `limit`. Returns false when
 * there is none: the magnitude is below 2^-25 or so. */
static bool find_fraction(double value, int64_t limit, int64_t *out_numerator,
                          int64_t *out_denominator)
{
    int64_t factor = 1;
    while (value < 1.0 && factor < INT64_C(1) << 40) {
        value *= 2.0;
        factor *= 2;
    }
    uint64_t denominator = 1;
    double shifted = value;
    while (shifted != (double)(int64_t)shifted) {
        shifted *= 2.0; /* 52 times at most, or the value is too small */
        denominator *= 2;
        if (denominator > UINT64_C(1) << 60) {
            return false;
        }
    }
    uint64_t rest[2] = {(uint64_t)shifted, denominator}; /* value = rest[0] / rest[1] */
    int64_t p[2] = {1, 0};
    int64_t q[2] = {0, 1};
    while (rest[1] != 0) {
        const int64_t digit = (int64_t)(rest[0] / rest[1]);
        /* Between two approximations lie those with a part of the digit, each nearer. */
        const int64_t room = p[0] == 0 ? digit : (limit - 1 - p[1]) / p[0];
        const int64_t room_q = q[0] == 0 ? digit : (limit - 1 - q[1]) / q[0];
        int64_t high = room < digit ? room : digit;
        high = room_q < high ? room_q : high;
        if (is_quotient(high * p[0] + p[1], high * q[0] + q[1], value)) {
            int64_t low = 0;
            while (high - low > 1) {
                const int64_t middle = low + (high - low) / 2;
                const bool good = is_quotient(middle * p[0] + p[1], middle * q[0] + q[1], value);
                *(good ? &high : &low) = middle;
            }
            return unscale(high * p[0] + p[1], high * q[0] + q[1], factor, limit, out_numerator,
                           out_denominator);
        }
        if (high < digit) {
            return false;
        }
        const int64_t next[2] = {digit * p[0] + p[1], digit * q[0] + q[1]};
        p[1] = p[0];
        q[1] = q[0];
        p[0] = next[0];
        q[0] = next[1];
        const uint64_t remainder = rest[0] % rest[1];
        rest[0] = rest[1];
        rest[1] = remainder;
    }
    return false;
}

void r3d_priv_format_number(double value, int64_t limit, char *out)
{
    const double magnitude = value < 0.0 ? -value : value;
    int64_t numerator = 0;
    int64_t denominator = 1;
    bool is_exact = true;
    if (magnitude < 1e15 - 1.0) {
        decimal_scale(magnitude, &is_exact);
    }
    if (is_exact || !find_fraction(magnitude, limit, &numerator, &denominator)) {
        r3d_priv_format_decimal(value, out);
        return;
    }
    r3d_priv_format_whole(value < 0.0 ? -numerator : numerator, out);
    char divisor[R3D_PRIV_NUMBER_SIZE];
    r3d_priv_format_whole(denominator, divisor);
    strcat(out, "/");
    strcat(out, divisor); /* 20 digits and a sign each at most: both fit */
}
