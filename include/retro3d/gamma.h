/* SPDX-License-Identifier: MIT */
/// @file gamma.h
/// The gamma step: the brightness curve that the engine applies to every 8-bit channel of its
/// palette and of its textures.
/// Source: spec rs2-raster section 2.

#ifndef RETRO3D_GAMMA_H
#define RETRO3D_GAMMA_H

#include <retro3d/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What becomes of a stored colour that is black, or nearly black, after the gamma step.
typedef enum r3d_black_rule {
    /// It becomes 0x000001, so that only palette index 0 of a texture is a hole. Revision 317; the
    /// library's default. Display lists call it `blackfix 1`.
    R3D_BLACK_KEPT = 0,
    /// It stays 0. In a texture that makes a hole. Revision 225; display lists start with it.
    R3D_BLACK_IS_HOLE = 1
} r3d_black_rule;

/// One brightness curve: channel value v becomes step[v] = trunc(pow(v / 256, exponent) * 256).
typedef struct r3d_gamma {
    uint8_t step[256];
} r3d_gamma;

/// Builds the curve for an exponent.
///
/// Equals the formula with a correctly rounded double `pow`, computed in integers so that every
/// platform gives the same curve: at 0.8 the value 8 gives 15, because the double is
/// 15.999999999999998.
/// @param exponent  0.001..1000. The original's brightness settings are 0.9, 0.8, 0.7 and 0.6.
/// @return R3D_OK; R3D_ERR_RANGE for other exponents and NaN, R3D_ERR_ARGUMENT for NULL; `out_gamma`
///         is then unchanged.
R3D_API r3d_result r3d_gamma_build(double exponent, r3d_gamma *out_gamma);

/// Applies a curve to each channel of a colour 0x00RRGGBB. The top byte of the result is 0.
R3D_API uint32_t r3d_gamma_apply(const r3d_gamma *gamma, uint32_t rgb);

#ifdef __cplusplus
}
#endif

#endif
