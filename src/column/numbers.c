/* SPDX-License-Identifier: MIT */

#include "numbers.h"

#include <float.h>
#include <string.h>

/* numbers.h has told GCC to compute in SSE2; the macro does not notice that. */
#if defined(FLT_EVAL_METHOD) && FLT_EVAL_METHOD != 0 && (!defined(__GNUC__) || defined(__clang__))
#error "the column room needs double arithmetic in double precision (-msse2 -mfpmath=sse)"
#endif

static const double pi = 3.14159265358979323846;

double r3d_priv_column_sqrt(double value)
{
    if (!(value > 0.0)) {
        return 0.0;
    }
    /* Halving the exponent gives a first guess within 6 %; each step doubles the correct bits. */
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    bits = (bits >> 1) + ((uint64_t)1023 << 51);
    double root;
    memcpy(&root, &bits, sizeof root);
    for (int step = 0; step < 5; step++) {
        root = 0.5 * (root + value / root);
    }
    return root;
}

double r3d_priv_column_floor(double value)
{
    const double limit = 4503599627370496.0; /* 2^52: every double beyond is a whole number */
    if (!(value > -limit && value < limit)) {
        return value;
    }
    const double whole = (double)(int64_t)value;
    return whole > value ? whole - 1.0 : whole;
}

/* Taylor series on -pi/4..pi/4: the first term left out is below 2e-18. */
static double sin_small(double x)
{
    const double y = x * x;
    double sum = 1.0;
    for (int n = 18; n >= 2; n -= 2) {
        sum = 1.0 - y / (double)(n * (n + 1)) * sum;
    }
    return x * sum;
}

static double cos_small(double x)
{
    const double y = x * x;
    double sum = 1.0;
    for (int n = 17; n >= 1; n -= 2) {
        sum = 1.0 - y / (double)(n * (n + 1)) * sum;
    }
    return sum;
}

void r3d_priv_column_sincos_degrees(double degrees, double *out_sin, double *out_cos)
{
    const double limit = 1099511627776.0;
    if (!(degrees > -limit && degrees < limit)) {
        degrees = 0.0;
    }
    const double turns = r3d_priv_column_floor(degrees / 360.0);
    degrees -= turns * 360.0;
    /* The nearest quarter turn is taken off exactly: what is left is -45..45. */
    const int quarter = (int)(degrees / 90.0 + 0.5);
    const double rest = (degrees - 90.0 * (double)quarter) * (pi / 180.0);
    const double s = sin_small(rest);
    const double c = cos_small(rest);
    switch (quarter & 3) {
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
}

double r3d_priv_column_atan_degrees(double value)
{
    const double magnitude = value < 0.0 ? -value : value;
    double x = magnitude > 1.0 ? 1.0 / magnitude : magnitude;
    /* Two half-angle steps: atan x = 4 atan(x''), x'' below 0.2, where the series is short. */
    for (int step = 0; step < 2; step++) {
        x = x / (1.0 + r3d_priv_column_sqrt(1.0 + x * x));
    }
    const double y = x * x;
    double sum = 0.0;
    for (int n = 25; n >= 1; n -= 2) {
        sum = 1.0 / (double)n - y * sum;
    }
    double degrees = 4.0 * x * sum * (180.0 / pi);
    if (magnitude > 1.0) {
        degrees = 90.0 - degrees;
    }
    return value < 0.0 ? -degrees : degrees;
}
