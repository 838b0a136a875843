/* SPDX-License-Identifier: MIT */
/// @file diff_pictures.h
/// Pictures of what differs: the expected picture dimmed with mismatches in colour, the actual one with red rings round the
/// clusters, both side by side, and zooms of single clusters.
/// Source: spec golden sections 3 and 4.

#ifndef RETRO3D_DIFF_PICTURES_H
#define RETRO3D_DIFF_PICTURES_H

#include <stdbool.h>

#include <retro3d/diff.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- rings and pictures ------------------------------------------------------------------ */

/// The shape of a ring.
typedef enum r3d_diff_ring_kind {
    R3D_DIFF_RING_CIRCLE = 0,
    R3D_DIFF_RING_CAPSULE = 1,
    R3D_DIFF_RING_FRAME = 2 ///< Along the border of the canvas.
} r3d_diff_ring_kind;

/// A red ring round a cluster: a circle, a capsule or a frame. All lengths doubled, so that centres between pixels are whole.
typedef struct r3d_diff_ring {
    r3d_diff_ring_kind kind;
    int32_t width; ///< Of the canvas.
    int32_t height;
    int32_t stroke;   ///< t, not doubled.
    int64_t center_x; ///< x0 + x1.
    int64_t center_y;
    int64_t radius;      ///< Inner radius, doubled.
    int64_t half_length; ///< L of a capsule, doubled.
    bool vertical;       ///< The capsule's longer axis.
} r3d_diff_ring;

/// Makes the ring for a bounding box on a canvas.
/// Source: spec golden section 3.
R3D_API void r3d_diff_ring_make(int32_t width, int32_t height, int32_t x0, int32_t y0, int32_t x1,
                                int32_t y1, int32_t base_radius, int32_t stroke,
                                r3d_diff_ring *out_ring);

/// True when the ring paints pixel (x, y).
R3D_API bool r3d_diff_ring_covers(const r3d_diff_ring *ring, int32_t x, int32_t y);

/// How many of a result's clusters are listed one by one and get a ring: the largest `max_rings`. With
/// `no_rings` they are listed all the same. 0 for NULL.
R3D_API size_t r3d_diff_ring_count(const r3d_diff_result *result);

/// A picture made here: RGBA8 or RGB8 without padding, owned. Release with r3d_diff_canvas_free.
typedef struct r3d_diff_canvas {
    uint8_t *pixels;
    int32_t width;
    int32_t height;
    r3d_layout layout;
    r3d_allocator allocator;
} r3d_diff_canvas;

/// Releases a canvas and empties it. NULL is accepted.
R3D_API void r3d_diff_canvas_free(r3d_diff_canvas *canvas);

/// Copies a picture to a canvas: RGBA8 when its layout has alpha, else RGB8 (of 16-bit samples the high
/// bytes).
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_RANGE, R3D_ERR_MEMORY, R3D_ERR_LIMIT; `out_canvas` is empty then.
R3D_API r3d_result r3d_diff_canvas_copy(const r3d_picture_view *view,
                                        const r3d_allocator *allocator,
                                        r3d_diff_canvas *out_canvas);

/// Returns a view of a canvas; valid while the canvas is.
R3D_API void r3d_diff_canvas_get_view(const r3d_diff_canvas *canvas, r3d_picture_view *out_view);

/// Makes the diff picture: the expected picture dimmed, mismatches in colour, red rings.
/// The views must be those that `result` was made from.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_MEMORY; R3D_ERR_LIMIT when the canvas, the union of both
///         pictures, would need more than 2^30 bytes.
/// Source: spec golden section 4, NAME.diff.png.
R3D_API r3d_result r3d_diff_render_diff(const r3d_diff_result *result,
                                        const r3d_picture_view *expected,
                                        const r3d_picture_view *actual,
                                        const r3d_allocator *allocator,
                                        r3d_diff_canvas *out_canvas);

/// Makes the diff picture without its rings, an RGB8 canvas: what the triptych and the zooms take, so that
/// several pictures of one result share it; r3d_diff_draw_rings makes a diff picture of it.
/// @return As r3d_diff_render_diff.
R3D_API r3d_result r3d_diff_render_plain(const r3d_diff_result *result,
                                         const r3d_picture_view *expected,
                                         const r3d_picture_view *actual,
                                         const r3d_allocator *allocator,
                                         r3d_diff_canvas *out_canvas);

/// Draws the rings of a result over a canvas of its union's size; on a smaller one they are clipped.
/// @return R3D_OK, R3D_ERR_ARGUMENT.
R3D_API r3d_result r3d_diff_draw_rings(const r3d_diff_result *result,
                                       const r3d_diff_canvas *canvas);

/// Writes the diff picture as a PNG file with a palette, if its colours are few enough. Red and signed
/// pictures are drawn row by row while they are written: no canvas is allocated, and they take a
/// fraction of the time of r3d_diff_render_diff and r3d_png_save. The pixels are the same.
/// @param path       The file appears whole or not at all; see r3d_file_write.
/// @param allocator  NULL for malloc.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_MEMORY, R3D_ERR_LIMIT as r3d_diff_render_diff;
///         R3D_ERR_IO_WRITE.
R3D_API r3d_result r3d_diff_save_diff(const char *path, const r3d_diff_result *result,
                                      const r3d_picture_view *expected,
                                      const r3d_picture_view *actual,
                                      const r3d_allocator *allocator, r3d_error *out_error);

/// Makes the circled picture: the actual picture in full colour with the same red rings.
R3D_API r3d_result r3d_diff_render_circled(const r3d_diff_result *result,
                                           const r3d_picture_view *actual,
                                           const r3d_allocator *allocator,
                                           r3d_diff_canvas *out_canvas);

/// Makes the triptych: expected, actual with rings and diff side by side (one above the other
/// when the pictures are more than twice as wide as high), with captions. Pictures whose longer
/// side is below 256 are enlarged by whole factors up to 512.
/// @param plain  Made by r3d_diff_render_plain from the same result; NULL: made here.
/// @param name   Shown in the caption.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_MEMORY; R3D_ERR_LIMIT when it would have more than
///         2^26 pixels.
R3D_API r3d_result r3d_diff_render_triptych(const r3d_diff_result *result,
                                            const r3d_picture_view *expected,
                                            const r3d_picture_view *actual,
                                            const r3d_diff_canvas *plain, const char *name,
                                            const r3d_allocator *allocator,
                                            r3d_diff_canvas *out_canvas);

/// Makes a zoom: 33 x 33 pixels round the first pixel of a cluster, eight times enlarged with a
/// grid; expected, actual and diff side by side. `plain` NULL: it is made.
/// @param plain    As for the triptych.
/// @param cluster  Index in result->clusters.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_MEMORY; R3D_ERR_RANGE for a cluster that is not there.
R3D_API r3d_result r3d_diff_render_zoom(const r3d_diff_result *result,
                                        const r3d_picture_view *expected,
                                        const r3d_picture_view *actual,
                                        const r3d_diff_canvas *plain, size_t cluster,
                                        const r3d_allocator *allocator,
                                        r3d_diff_canvas *out_canvas);

/// The small font of captions, in pixels.
enum r3d_diff_font {
    R3D_DIFF_FONT_WIDTH = 5,
    R3D_DIFF_FONT_HEIGHT = 7,
    R3D_DIFF_FONT_ADVANCE = 6 ///< From one character to the next.
};

/// The R3D_DIFF_FONT_HEIGHT rows of a character, five bits each, the leftmost pixel in bit 4. Static
/// storage; NULL for what is not ASCII 32 to 126.
R3D_API const uint8_t *r3d_diff_font_rows(unsigned char character);

#ifdef __cplusplus
}
#endif

#endif
