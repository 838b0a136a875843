/* SPDX-License-Identifier: MIT */
/// @file texture.h
/// Textures as the span fillers read them: an indexed picture at a brightness becomes a bank of texels
/// in four shades, one below the other; the fillers get four more by shifting right.
/// Source: spec rs2-raster section 6.

#ifndef RETRO3D_TEXTURE_H
#define RETRO3D_TEXTURE_H

#include <stdbool.h>

#include <retro3d/base.h>
#include <retro3d/gamma.h>
#include <retro3d/image.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Texel size of a bank.
typedef enum r3d_detail {
    R3D_DETAIL_HIGH = 0, ///< 128 x 128 texels a shade.
    R3D_DETAIL_LOW = 1   ///< 64 x 64 texels a shade.
} r3d_detail;

enum r3d_texture_sizes {
    R3D_TEXTURE_PALETTE_MAX = 128, ///< Largest palette of a texture.
    R3D_TEXELS_HIGH_COUNT = 4 * 128 * 128,
    R3D_TEXELS_LOW_COUNT = 4 * 64 * 64
};

/// A texel bank in the caller's memory. Read-only after r3d_texels_build; threads may share it.
typedef struct r3d_texels {
    const uint32_t *texels; ///< Four shades, each row-major, 0x00RRGGBB; the low 3 bits of red and
                            ///< green are 0 (the mask 0xF8F8FF).
    r3d_detail detail;
    bool
        masked; ///< Some texel of the brightest shade is 0: texels that are 0 when drawn are holes.
} r3d_texels;

/// Returns how many elements r3d_texels_build writes for a detail.
R3D_API size_t r3d_texels_count(r3d_detail detail);

/// Builds the bank of a texture.
///
/// @param image       Canvas 128x128 or 64x64, at most R3D_TEXTURE_PALETTE_MAX colours, valid by
///                    r3d_image8_validate. A smaller stored picture is placed on its canvas.
/// @param gamma       The brightness curve, applied to each palette colour.
/// @param black_rule  R3D_BLACK_KEPT: palette index 0 is the only hole. R3D_BLACK_IS_HOLE: every
///                    colour that is 0 after the cut to 0xF8F8FF makes holes too.
/// @param texels      Room for r3d_texels_count(detail) elements; borrowed by `out_texels`.
/// @return R3D_OK, R3D_ERR_ARGUMENT (NULL), R3D_ERR_RANGE (canvas, palette size).
R3D_API r3d_result r3d_texels_build(const r3d_image8 *image, r3d_detail detail,
                                    const r3d_gamma *gamma, r3d_black_rule black_rule,
                                    uint32_t *texels, r3d_texels *out_texels);

/// Computes the average colour of a texture, the engine's flat stand-in for it: the mean of all
/// palette colours after the gamma step (entry 0 included; the picture plays no part), then a gamma
/// step with exponent 1.4; 0 becomes 1.
/// @note The original computes it at its first use and keeps it when the brightness changes later.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_RANGE.
R3D_API r3d_result r3d_texture_average(const r3d_image8 *image, const r3d_gamma *gamma,
                                       r3d_black_rule black_rule, uint32_t *out_rgb);

#ifdef __cplusplus
}
#endif

#endif
