/* SPDX-License-Identifier: MIT */
/* Reducing a picture to 256 colours. */

#ifndef R3D_SRC_LEVELS_LEVEL_COLORS_H
#define R3D_SRC_LEVELS_LEVEL_COLORS_H

#include <retro3d/base.h>

struct r3d_priv_colors {
    uint32_t rgb[256];
    int32_t count;
};

/// Chooses at most 256 colours for `count` pixels 0x00RRGGBB and gives each pixel its number.
///
/// Pictures with no more than 256 colours keep them, in ascending order. Others are cut by their
/// median: see level_colors.c. The order of the pixels does not matter to the colours.
/// @return R3D_OK, R3D_ERR_MEMORY.
r3d_result r3d_priv_choose_colors(const r3d_allocator *allocator, const uint32_t *pixels,
                                  size_t count, struct r3d_priv_colors *out_colors,
                                  uint8_t *out_indices);

#endif
