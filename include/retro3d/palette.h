/* SPDX-License-Identifier: MIT */
/// @file palette.h
/// The 16-bit colours of the engine: packed hue, saturation and lightness, and the table of 65,536
/// RGB values they stand for at a brightness.
/// Source: spec rs2-raster section 2.

#ifndef RETRO3D_PALETTE_H
#define RETRO3D_PALETTE_H

#include <retro3d/base.h>
#include <retro3d/gamma.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_palette_sizes { R3D_PALETTE_COUNT = 65536 };

/// The colour of every packed index, 0x00RRGGBB. 256 KiB; the caller provides the memory. Read-only
/// after r3d_palette_build, so any number of threads may share it.
typedef struct r3d_palette {
    uint32_t rgb[R3D_PALETTE_COUNT];
} r3d_palette;

/// Packs a colour: hue 0..63, saturation 0..7, lightness 0..127; higher bits are ignored.
static inline uint16_t r3d_hsl16_pack(uint32_t hue, uint32_t saturation, uint32_t lightness)
{
    return (uint16_t)((hue & 63u) << 10 | (saturation & 7u) << 7 | (lightness & 127u));
}

/// Exported twin of r3d_hsl16_pack for callers that cannot inline C.
R3D_API uint16_t r3d_call_hsl16_pack(uint32_t hue, uint32_t saturation, uint32_t lightness);

/// An RGB colour as hue, saturation and lightness.
typedef struct r3d_hsl {
    int32_t hue;        ///< -42..213 in 1/256 turn; negative for reds with more blue than green.
    int32_t saturation; ///< 0..255
    int32_t lightness;  ///< 0..255
    int32_t packed; ///< As the original packs it: saturation lowered for light colours, 6, 3 and 7
                    ///< bits; below 0 for a hue below -3.
} r3d_hsl;

/// Converts an RGB colour as the original's tools and ground colours do: without brightness.
/// The conversion is done in integers; it equals the original's double arithmetic.
/// @param rgb  0x00RRGGBB; higher bits are ignored.
/// Source: spec rs2-model section 12.
R3D_API void r3d_hsl_from_rgb(uint32_t rgb, r3d_hsl *out_hsl);

/// The same as a packed colour that can be drawn: 256 is added to a negative hue before packing.
R3D_API uint16_t r3d_hsl16_from_rgb(uint32_t rgb);

/// Builds the table for a brightness.
///
/// The conversion is done in integers; it equals the original's double arithmetic for every index.
/// @param gamma       The brightness curve, applied to each channel after its truncation to 8 bits.
/// @param black_rule  R3D_BLACK_KEPT: the 512 entries that come out 0 (lightness 0) become 0x000001,
///                    as in revision 317. R3D_BLACK_IS_HOLE: they stay 0, as in revision 225.
/// @return R3D_OK; R3D_ERR_ARGUMENT for NULL.
R3D_API r3d_result r3d_palette_build(const r3d_gamma *gamma, r3d_black_rule black_rule,
                                     r3d_palette *out_palette);

#ifdef __cplusplus
}
#endif

#endif
