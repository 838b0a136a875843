/* SPDX-License-Identifier: MIT */
/// @file font.h
/// Words on a surface, and pictures with alpha: what a client needs for a line of numbers and for icons. The font is
/// our own: 8 x 8 pixels a character, all of one width; none of the original's. Rules of drawing as in surface.h.

#ifndef RETRO3D_FONT_H
#define RETRO3D_FONT_H

#include <retro3d/surface.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_font_sizes {
    R3D_FONT_SIZE = 8,         ///< Width and height of a character.
    R3D_FONT_LINE_HEIGHT = 10, ///< From one line to the next.
    R3D_FONT_TEXT_MAX = 4096   ///< Bytes of a text that are drawn; what follows is not.
};

/// Draws a text: characters 32..126 of ASCII, others as a box; a line feed begins a line below the first. Pixels
/// between the strokes stay. The clip rectangle cuts.
/// @param x,y   Left and top of the first character. Any values.
/// @param text  Ends with a zero byte; NULL draws nothing.
/// @note Does not allocate.
R3D_API void r3d_draw_text(r3d_surface *surface, int32_t x, int32_t y, const char *text,
                           uint32_t rgb);

/// Returns the width of a text as r3d_draw_text draws it, in pixels: that of its longest line. 0 for NULL.
R3D_API int32_t r3d_font_measure(const char *text, int32_t *out_height);

/// Draws a picture with alpha, such as an icon of r3d_icon_draw: pixels of alpha 0 are left out, those of 255 are
/// copied, others are blended with a weight of alpha + alpha / 128, as r3d_draw_rect_alpha blends. The clip
/// rectangle cuts.
/// @param pixels     height rows of width elements 0xAARRGGBB.
/// @param stride_px  Elements from one row to the next.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE: a size that is not 1..R3D_SURFACE_SIZE_MAX, or a stride below
///         the width or above 2^24. Nothing is drawn then.
/// @note Does not allocate. A listener hears of the rows that it consists of.
R3D_API r3d_result r3d_draw_rgba(r3d_surface *surface, int32_t x, int32_t y, const uint32_t *pixels,
                                 int32_t width, int32_t height, int32_t stride_px);

#ifdef __cplusplus
}
#endif

#endif
