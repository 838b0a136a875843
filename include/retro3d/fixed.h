/* SPDX-License-Identifier: MIT */
/// @file fixed.h
/// 32-bit wrapping arithmetic and the fixed-point tables of the reproduced engines.
/// The engines ran on a machine whose `int` wraps; C's signed overflow is undefined. These helpers
/// are the only place where the difference is bridged. Each inline helper `r3d_i32_x` has an
/// exported twin `r3d_call_i32_x` for callers that cannot inline C.
/// Source: spec rs2-raster section 1.

#ifndef RETRO3D_FIXED_H
#define RETRO3D_FIXED_H

#include <retro3d/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef int32_t r3d_fx16; ///< Signed 16.16 fixed point.
typedef int32_t r3d_a11;  ///< An angle in 1/2048 turn.

/// Reinterprets 32 bits as a signed number, two's complement.
static inline int32_t r3d_i32_from_bits(uint32_t bits)
{
    return bits <= (uint32_t)INT32_MAX ? (int32_t)bits
                                       : (int32_t)(bits - (uint32_t)INT32_MAX - 1u) + INT32_MIN;
}

/// a + b modulo 2^32.
static inline int32_t r3d_i32_add(int32_t a, int32_t b)
{
    return r3d_i32_from_bits((uint32_t)a + (uint32_t)b);
}

/// a - b modulo 2^32.
static inline int32_t r3d_i32_sub(int32_t a, int32_t b)
{
    return r3d_i32_from_bits((uint32_t)a - (uint32_t)b);
}

/// a * b modulo 2^32.
static inline int32_t r3d_i32_mul(int32_t a, int32_t b)
{
    return r3d_i32_from_bits((uint32_t)a * (uint32_t)b);
}

/// -a modulo 2^32: INT32_MIN stays INT32_MIN.
static inline int32_t r3d_i32_neg(int32_t a)
{
    return r3d_i32_from_bits(0u - (uint32_t)a);
}

/// a << count modulo 2^32; the count is taken modulo 32.
static inline int32_t r3d_i32_shl(int32_t a, int32_t count)
{
    return r3d_i32_from_bits((uint32_t)a << ((uint32_t)count & 31u));
}

/// Arithmetic shift right (rounds down); the count is taken modulo 32.
static inline int32_t r3d_i32_sar(int32_t a, int32_t count)
{
    return a >> ((uint32_t)count & 31u);
}

/// Logical shift right (fills with zeros); the count is taken modulo 32.
static inline int32_t r3d_i32_shr(int32_t a, int32_t count)
{
    return r3d_i32_from_bits((uint32_t)a >> ((uint32_t)count & 31u));
}

/// a / b truncated towards zero; INT32_MIN / -1 is INT32_MIN. b must not be 0.
static inline int32_t r3d_i32_div(int32_t a, int32_t b)
{
    return b == -1 ? r3d_i32_neg(a) : a / b;
}

/// Exported twins of the inline helpers above, for other languages.
R3D_API int32_t r3d_call_i32_add(int32_t a, int32_t b);
R3D_API int32_t r3d_call_i32_sub(int32_t a, int32_t b);
R3D_API int32_t r3d_call_i32_mul(int32_t a, int32_t b);
R3D_API int32_t r3d_call_i32_neg(int32_t a);
R3D_API int32_t r3d_call_i32_shl(int32_t a, int32_t count);
R3D_API int32_t r3d_call_i32_sar(int32_t a, int32_t count);
R3D_API int32_t r3d_call_i32_shr(int32_t a, int32_t count);
/// Like r3d_i32_div; returns 0 for b == 0.
R3D_API int32_t r3d_call_i32_div(int32_t a, int32_t b);

/// Sine of an angle in 1/2048 turn, 16 fraction bits: trunc(65536 * sin(angle * 0.0030679615)).
/// @param angle_a11  Any value; taken modulo 2048.
R3D_API r3d_fx16 r3d_sin_a11(r3d_a11 angle_a11);

/// Cosine of an angle in 1/2048 turn, 16 fraction bits. Any value; taken modulo 2048.
R3D_API r3d_fx16 r3d_cos_a11(r3d_a11 angle_a11);

/// 32768 / index truncated; 0 for index 0. The original's table ends at 511; the same formula
/// serves any index here, so that surfaces wider than 2,047 pixels need no longer table.
/// @param index  0 or more; 0 is returned for negative values.
R3D_API int32_t r3d_recip15(int32_t index);

/// 65536 / index truncated; 0 for index 0. The original's table ends at 2047.
/// @param index  0 or more; 0 is returned for negative values.
R3D_API int32_t r3d_recip16(int32_t index);

/// The largest magnitude that r3d_sincos_fx16 accepts, in radians.
enum r3d_sincos_limits { R3D_SINCOS_RADIANS_MAX = 1000000000 };

/// Sine and cosine of an angle in radians, 16 fraction bits, truncated towards zero.
///
/// Equals (int)(65536 * sin(x)) with a correctly rounded double `sin`, computed in integers so that
/// every platform gives the same bits whatever its maths library.
/// @param radians  -R3D_SINCOS_RADIANS_MAX..R3D_SINCOS_RADIANS_MAX.
/// @return R3D_OK; R3D_ERR_RANGE for other magnitudes, infinities and NaN (nothing is written);
///         R3D_ERR_ARGUMENT when a pointer is NULL.
/// Source: spec rs2-raster section 9 (rotated copies).
R3D_API r3d_result r3d_sincos_fx16(double radians, r3d_fx16 *out_sin, r3d_fx16 *out_cos);

/// Sine and cosine for rotated copies by whole angle numbers: of angle / 326.11 radians, which is
/// nearly 1/2048 turn a step, with the quotient rounded to a double as the original has it.
/// @param angle  Any value.
/// Source: spec rs2-raster section 9 (rotated copies).
R3D_API void r3d_sincos_angle_326(int32_t angle, r3d_fx16 *out_sin, r3d_fx16 *out_cos);

#ifdef __cplusplus
}
#endif

#endif
