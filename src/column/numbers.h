/* SPDX-License-Identifier: MIT */
/* Mathematics of the column room: what libm would give, made of + - * / only, so that every machine
 * with IEEE doubles computes the same bits. */

#ifndef R3D_SRC_COLUMN_NUMBERS_H
#define R3D_SRC_COLUMN_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

/* The x87 unit of 32-bit x86 computes wider than a double and would give other bits. GCC can be
 * told here to compute in SSE2; another compiler needs -msse2 -mfpmath=sse, see numbers.c. This
 * header comes before every function of the room. */
#if defined(__i386__) && !defined(__SSE2_MATH__) && defined(__GNUC__) && !defined(__clang__)
#pragma GCC target("sse2,fpmath=sse")
#endif

#include <retro3d/column.h>

/// Square root of a number from 0 to about 1e300; within 1 unit in the last place.
double r3d_priv_column_sqrt(double value);

/// Largest whole number not above `value`, for magnitudes below 2^62.
double r3d_priv_column_floor(double value);

/// Cosine and sine of an angle in degrees; exactly 0 and +-1 at quarter turns, error below 1e-15.
/// Infinities, NaN and magnitudes above 2^40 count as 0.
void r3d_priv_column_sincos_degrees(double degrees, double *out_sin, double *out_cos);

/// Arc tangent in degrees, -90..90, error below 1e-13.
double r3d_priv_column_atan_degrees(double value);

/// `value` is a number: no NaN and no infinity.
static inline int r3d_priv_column_is_finite(double value)
{
    return value - value == 0.0;
}

/// `value` is a coordinate or height that levels may have.
static inline bool r3d_priv_column_is_coordinate(double value)
{
    return value >= -(double)R3D_COLUMN_COORDINATE_MAX &&
           value <= (double)R3D_COLUMN_COORDINATE_MAX;
}

static inline double r3d_priv_column_min(double a, double b)
{
    return a < b ? a : b;
}

static inline double r3d_priv_column_max(double a, double b)
{
    return a > b ? a : b;
}

/// Smallest whole number not below `value`, clamped to 0..limit. NaN gives 0.
static inline int32_t r3d_priv_column_ceil_clamped(double value, int32_t limit)
{
    if (!(value > 0.0)) {
        return 0;
    }
    if (value >= (double)limit) {
        return limit;
    }
    const int32_t whole = (int32_t)value;
    return whole + ((double)whole < value);
}

/// The row of section 5: smallest j with j + 1/2 >= v, clamped to 0..height.
static inline int32_t r3d_priv_column_row(double v, int32_t height)
{
    return r3d_priv_column_ceil_clamped(v - 0.5, height);
}

#endif
