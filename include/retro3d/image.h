/* SPDX-License-Identifier: MIT */
/// @file image.h
/// Views of stored pictures: palette-indexed and true-colour images on a canvas, as the original
/// kept textures and sprites. A view owns nothing: pixels and palette belong to the caller and must
/// stay valid while the view is used.
/// Source: spec rs2-raster sections 6 and 9.

#ifndef RETRO3D_IMAGE_H
#define RETRO3D_IMAGE_H

#include <stdbool.h>

#include <retro3d/base.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_image_limits {
    R3D_IMAGE_SIZE_MAX = 32767, ///< Largest width or height of a stored picture.
    R3D_IMAGE_PALETTE_MAX = 256 ///< Largest palette of an indexed picture.
};

/// Where a stored picture lies on its canvas.
///
/// Canvas sizes are any positive 32-bit numbers and offsets any 32-bit numbers: the original's
/// scaled copies divide by the canvas and behave in defined ways for odd values.
typedef struct r3d_image_frame {
    int32_t canvas_width;
    int32_t canvas_height;
    int32_t offset_x; ///< Column of the canvas in which the stored picture begins.
    int32_t offset_y; ///< Row of the canvas in which the stored picture begins.
    int32_t width;    ///< Stored width, 1..R3D_IMAGE_SIZE_MAX.
    int32_t height;   ///< Stored height, 1..R3D_IMAGE_SIZE_MAX.
} r3d_image_frame;

/// An 8-bit picture. Index 0 is the hole.
typedef struct r3d_image8 {
    r3d_image_frame frame;
    uint8_t *pixels;       ///< `height` rows of `width` palette indices, no padding.
    uint32_t *palette_rgb; ///< `palette_count` colours 0x00RRGGBB.
    int32_t palette_count; ///< 1..R3D_IMAGE_PALETTE_MAX; every index must be below it.
} r3d_image8;

/// A true-colour picture. The value 0 is the hole.
typedef struct r3d_image24 {
    r3d_image_frame frame;
    uint32_t *pixels; ///< `height` rows of `width` colours 0x00RRGGBB, no padding.
} r3d_image24;

/// Checks a view: sizes and counts in range, pointers not NULL, every index below the palette count.
/// The draw functions rely on this having been true; call it once after filling a view by hand.
/// @return R3D_OK, R3D_ERR_ARGUMENT (NULL), R3D_ERR_RANGE (sizes, counts), R3D_ERR_FORMAT_INDEX.
R3D_API r3d_result r3d_image8_validate(const r3d_image8 *image);

/// Checks a view: sizes in range, pointer not NULL, no bits above the low 24.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_RANGE.
R3D_API r3d_result r3d_image24_validate(const r3d_image24 *image);

/// Mirrors the stored picture left to right and moves its offset so that the canvas as a whole is
/// mirrored: offset_x = canvas_width - width - offset_x. Works in place.
R3D_API void r3d_image8_flip_horizontal(r3d_image8 *image);

/// Mirrors the stored picture top to bottom; see r3d_image8_flip_horizontal.
R3D_API void r3d_image8_flip_vertical(r3d_image8 *image);

/// Makes the stored picture as large as the canvas: pixels outside it become index 0, the offset
/// becomes 0. Parts of the stored picture that lie outside the canvas are dropped.
/// @param image       The picture; its pixels must not overlap `out_pixels`.
/// @param out_pixels  Room for canvas_width * canvas_height bytes.
/// @param out_image   May be `image` itself; refers to `out_pixels` and to image's palette.
/// @return R3D_OK, R3D_ERR_ARGUMENT; R3D_ERR_LIMIT when the canvas passes R3D_IMAGE_SIZE_MAX.
/// @note When the sizes are equal already the original changes nothing, not even a non-zero offset:
///       then only the bytes are copied.
R3D_API r3d_result r3d_image8_expand(const r3d_image8 *image, uint8_t *out_pixels,
                                     r3d_image8 *out_image);

/// Halves the canvas: stored pixel (i, j) goes to ((i + offset_x) >> 1, (j + offset_y) >> 1) of a
/// canvas of zeros, in row order, so the last of each 2x2 group wins. The result fills its canvas.
/// @param out_pixels  Room for (canvas_width / 2) * (canvas_height / 2) bytes.
/// @return R3D_OK, R3D_ERR_ARGUMENT; R3D_ERR_RANGE when half the canvas is empty; R3D_ERR_LIMIT.
/// @note A pixel that lands outside the halved canvas is written where the original's address
///       arithmetic puts it (next row) if that is inside, and dropped otherwise.
R3D_API r3d_result r3d_image8_shrink(const r3d_image8 *image, uint8_t *out_pixels,
                                     r3d_image8 *out_image);

/// Adds to each channel of every palette colour, entry 0 included, and clamps to 0..255.
R3D_API void r3d_image8_tint(r3d_image8 *image, int32_t red, int32_t green, int32_t blue);

/// Adds to each channel of every pixel that is not 0 and clamps to 1..255.
R3D_API void r3d_image24_tint(r3d_image24 *image, int32_t red, int32_t green, int32_t blue);

#ifdef __cplusplus
}
#endif

#endif
