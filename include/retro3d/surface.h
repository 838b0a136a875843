/* SPDX-License-Identifier: MIT */
/// @file surface.h
/// The frame buffer, its clip rectangle, the 2D primitives and the sprite copies.
/// Pixels are 0xAARRGGBB in a native uint32_t. Every draw sets the alpha byte to 255, so that
/// "was this pixel drawn?" has an answer; colours are passed as 0x00RRGGBB (the top byte is ignored).
/// No function here reads or writes outside the surface, whatever the coordinates.
/// Source: spec rs2-raster sections 1 (state), 8 (primitives) and 9 (sprites).

#ifndef RETRO3D_SURFACE_H
#define RETRO3D_SURFACE_H

#include <retro3d/base.h>
#include <retro3d/fixed.h>
#include <retro3d/image.h>
#include <retro3d/isa.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_surface_limits {
    R3D_SURFACE_SIZE_MAX = 16384, ///< Largest width or height of a surface.
    R3D_SPRITE_SPAN_MAX = 4096    ///< Largest size or row length of a scaled or rotated copy.
};

/// A rectangle of pixels; right and bottom are exclusive.
typedef struct r3d_rect {
    int32_t left;
    int32_t top;
    int32_t right;
    int32_t bottom;
} r3d_rect;

/// Who is told of every call that draws into a surface; see listen.h.
typedef struct r3d_draw_listener r3d_draw_listener;

/// What is being drawn, for listeners; see listen.h.
typedef struct r3d_draw_origin r3d_draw_origin;

/// A frame buffer in the caller's memory. Fill it with r3d_surface_init; members may be read at any
/// time. Two threads may draw into two surfaces at once.
typedef struct r3d_surface {
    uint32_t *pixels;  ///< Row-major, 0xAARRGGBB; borrowed, must outlive the surface.
    int32_t width;     ///< 1..R3D_SURFACE_SIZE_MAX
    int32_t height;    ///< 1..R3D_SURFACE_SIZE_MAX
    int32_t stride_px; ///< Elements from one row to the next, at least width.
    r3d_rect clip;     ///< The scissor; set it with r3d_surface_set_clip.
    const r3d_draw_listener *listener; ///< NULL: nobody. Set it with r3d_surface_set_listener.
    const r3d_draw_origin *origin;     ///< What is being drawn into it; NULL: nobody says.
    r3d_isa isa; ///< What may draw here; initially R3D_ISA_BEST. Set it with r3d_surface_set_isa.
} r3d_surface;

/// Makes a surface over the caller's pixels, which are left as they are. The clip rectangle becomes
/// the whole surface.
/// @param pixels     At least (height - 1) * stride_px + width elements.
/// @param stride_px  Elements (not bytes) between rows; at least width, at most 2^24.
/// @return R3D_OK; R3D_ERR_ARGUMENT for NULL, R3D_ERR_RANGE for sizes.
R3D_API r3d_result r3d_surface_init(r3d_surface *surface, uint32_t *pixels, int32_t width,
                                    int32_t height, int32_t stride_px);

/// Sets the clip rectangle, cut to the surface: left and top to at least 0, right and bottom to at
/// most width and height. Nothing else is checked; in an empty or inverted box 2D draws nothing.
R3D_API void r3d_surface_set_clip(r3d_surface *surface, int32_t left, int32_t top, int32_t right,
                                  int32_t bottom);

/// Makes the clip rectangle the whole surface again.
R3D_API void r3d_surface_reset_clip(r3d_surface *surface);

/// Chooses the instruction set of what is drawn into the surface: of its fills here, and of rasters that
/// are made for it afterwards (r3d_raster_init).
/// @return R3D_OK; R3D_ERR_ARGUMENT for NULL; R3D_ERR_RANGE for one that is not available (the surface is
///         unchanged).
R3D_API r3d_result r3d_surface_set_isa(r3d_surface *surface, r3d_isa isa);

/// Fills the whole surface; the clip rectangle does not matter.
R3D_API void r3d_surface_clear(r3d_surface *surface, uint32_t rgb);

/// Makes the whole surface undrawn again: every pixel, with its alpha byte, becomes 0.
R3D_API void r3d_surface_erase(r3d_surface *surface);

/// Puts a whole frame into the surface: where a pixel's alpha byte is 0 it becomes undrawn, with the
/// colour that the frame has, else drawn.
/// @param pixels  width * height elements 0xAARRGGBB without padding.
R3D_API void r3d_surface_restore(r3d_surface *surface, const uint32_t *pixels);

/// @name 2D primitives
/// All respect the four sides of the clip rectangle; empty and negative sizes draw nothing.
/// `weight` is the share of the new colour, 0..256 (values outside are clamped): each channel
/// becomes (new * weight + old * (256 - weight)) >> 8.
/// @{
R3D_API void r3d_draw_rect(r3d_surface *surface, int32_t x, int32_t y, int32_t width,
                           int32_t height, uint32_t rgb);
R3D_API void r3d_draw_rect_alpha(r3d_surface *surface, int32_t x, int32_t y, int32_t width,
                                 int32_t height, uint32_t rgb, int32_t weight);
/// A row of `length` pixels.
R3D_API void r3d_draw_hline(r3d_surface *surface, int32_t x, int32_t y, int32_t length,
                            uint32_t rgb);
R3D_API void r3d_draw_hline_alpha(r3d_surface *surface, int32_t x, int32_t y, int32_t length,
                                  uint32_t rgb, int32_t weight);
/// A column of `length` pixels.
R3D_API void r3d_draw_vline(r3d_surface *surface, int32_t x, int32_t y, int32_t length,
                            uint32_t rgb);
R3D_API void r3d_draw_vline_alpha(r3d_surface *surface, int32_t x, int32_t y, int32_t length,
                                  uint32_t rgb, int32_t weight);
/// The rows y and y + height - 1, then the columns x and x + width - 1. Sizes are not checked: a
/// height of 0 draws rows y and y - 1, as the original does.
R3D_API void r3d_draw_outline(r3d_surface *surface, int32_t x, int32_t y, int32_t width,
                              int32_t height, uint32_t rgb);
/// The two rows; then, for heights of 3 and more, the columns between them. With a height of 1 the
/// same row is blended twice.
R3D_API void r3d_draw_outline_alpha(r3d_surface *surface, int32_t x, int32_t y, int32_t width,
                                    int32_t height, uint32_t rgb, int32_t weight);
/// @}

/// @name Sprite copies
/// The picture's offset is added to x and y, then the stored rectangle is clipped to the clip
/// rectangle. The image must satisfy r3d_image8_validate or r3d_image24_validate.
/// @{

/// Copies an 8-bit picture; index 0 is skipped.
R3D_API void r3d_draw_image8(r3d_surface *surface, const r3d_image8 *image, int32_t x, int32_t y);

/// Copies a true-colour picture; value 0 is skipped.
R3D_API void r3d_draw_image24(r3d_surface *surface, const r3d_image24 *image, int32_t x, int32_t y);

/// Copies a true-colour picture, zeros as well.
R3D_API void r3d_blit_image24(r3d_surface *surface, const r3d_image24 *image, int32_t x, int32_t y);

/// Blends a true-colour picture over the surface; value 0 is skipped. Channels are summed before the
/// truncation. `weight` is the share of the sprite, 0..256 (values outside are clamped).
R3D_API void r3d_draw_image24_alpha(r3d_surface *surface, const r3d_image24 *image, int32_t x,
                                    int32_t y, int32_t weight);

/// Copies pixels that are not 0 where the mask, read at the place of the *surface* pixel, is 0.
/// @param mask  surface->width * surface->height bytes, row-major without padding.
R3D_API void r3d_draw_image24_masked(r3d_surface *surface, const r3d_image24 *image, int32_t x,
                                     int32_t y, const uint8_t *mask);

/// Copies a picture with its canvas scaled to width x height; value 0 is skipped.
///
/// Keeps the original's quirks: with a clip rectangle whose left or top is not 0 the right and bottom
/// limits are too lax, and a row that passes the right side of the surface goes on in the next row.
/// The copy ends at the first source index outside the picture and at the first write outside the
/// surface.
/// @param width,height  0 and negative values draw nothing; above R3D_SPRITE_SPAN_MAX R3D_ERR_LIMIT.
/// @return R3D_OK, R3D_ERR_LIMIT (nothing is drawn).
R3D_API r3d_result r3d_draw_image24_scaled(r3d_surface *surface, const r3d_image24 *image,
                                           int32_t x, int32_t y, int32_t width, int32_t height);

/// Which pixels of each row a rotated copy draws: `start` pixels are passed over, `length` are drawn.
typedef struct r3d_row_span {
    int32_t start;  ///< May be negative.
    int32_t length; ///< 0 and below is an empty row; at most R3D_SPRITE_SPAN_MAX.
} r3d_row_span;

/// A rotated copy. Neither the clip rectangle nor the picture's offset and canvas are used.
typedef struct r3d_rotation {
    int32_t x;     ///< Column of the target rectangle.
    int32_t y;     ///< Row of the target rectangle.
    int32_t width; ///< Its size; at most R3D_SPRITE_SPAN_MAX.
    int32_t height;
    int32_t anchor_x; ///< Point of the picture that comes to the middle of the rectangle.
    int32_t anchor_y;
    r3d_fx16 sin_fx16; ///< Sine of the angle, see r3d_sincos_angle_326 and r3d_sincos_fx16.
    r3d_fx16 cos_fx16;
    int32_t zoom; ///< 256 is the natural size; larger values shrink the picture.
} r3d_rotation;

/// Copies rows of a rotated picture; zeros are copied as well.
///
/// The copy ends at the first source index outside the picture, at the first write outside the
/// surface, and at a row that `rows` does not have.
/// @param rows       `row_count` spans, one for each row of the target rectangle.
/// @return R3D_OK; R3D_ERR_LIMIT when a size or a length that would be used is above
///         R3D_SPRITE_SPAN_MAX (nothing is drawn); R3D_ERR_ARGUMENT for a negative row_count.
R3D_API r3d_result r3d_draw_image24_rotated(r3d_surface *surface, const r3d_image24 *image,
                                            const r3d_rotation *rotation, const r3d_row_span *rows,
                                            int32_t row_count);

/// Copies the whole target rectangle of a rotated picture; zeros are skipped and touch no memory, so
/// a skipped pixel may lie outside the surface without ending the copy.
/// @return R3D_OK; R3D_ERR_LIMIT as above.
R3D_API r3d_result r3d_draw_image24_rotated_masked(r3d_surface *surface, const r3d_image24 *image,
                                                   const r3d_rotation *rotation);
/// @}

#ifdef __cplusplus
}
#endif

#endif
