/* SPDX-License-Identifier: MIT */
/// @file surface_calls.h
/// What a listener (listen.h) hears of the functions of surface.h.

#ifndef RETRO3D_SURFACE_CALLS_H
#define RETRO3D_SURFACE_CALLS_H

#include <retro3d/listen.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Arguments of the calls that fill areas; what a call does not have is 0.
typedef struct r3d_area_call {
    int32_t x;
    int32_t y;
    int32_t width;  ///< 1 for columns.
    int32_t height; ///< 1 for rows.
    uint32_t rgb;
    int32_t weight;
} r3d_area_call;

extern R3D_API const r3d_draw_call_type r3d_call_clear; ///< r3d_surface_clear: rgb.
extern R3D_API const r3d_draw_call_type r3d_call_erase; ///< r3d_surface_erase: nothing.
extern R3D_API const r3d_draw_call_type r3d_call_rect;  ///< r3d_draw_rect: all but weight.
extern R3D_API const r3d_draw_call_type r3d_call_rect_alpha;
extern R3D_API const r3d_draw_call_type r3d_call_hline;
extern R3D_API const r3d_draw_call_type r3d_call_hline_alpha;
extern R3D_API const r3d_draw_call_type r3d_call_vline;
extern R3D_API const r3d_draw_call_type r3d_call_vline_alpha;
extern R3D_API const r3d_draw_call_type
    r3d_call_outline; ///< r3d_draw_outline; its lines are parts.
extern R3D_API const r3d_draw_call_type r3d_call_outline_alpha;

/// Arguments of r3d_draw_text; its rows are parts.
typedef struct r3d_text_call {
    const char *text;
    int32_t x;
    int32_t y;
    uint32_t rgb;
} r3d_text_call;

extern R3D_API const r3d_draw_call_type r3d_call_text;

/// Arguments of r3d_surface_restore.
typedef struct r3d_restore_call {
    const uint32_t *pixels;
} r3d_restore_call;

extern R3D_API const r3d_draw_call_type r3d_call_restore;

/// Arguments of the calls that copy pictures; what a call does not have is 0 or NULL.
typedef struct r3d_copy_call {
    const r3d_image8 *image8; ///< One of the two.
    const r3d_image24 *image24;
    int32_t x;
    int32_t y;
    int32_t width;
    int32_t height;
    int32_t weight;
    const uint8_t *mask;
    const r3d_rotation *rotation;
    const r3d_row_span *rows;
    int32_t row_count;
} r3d_copy_call;

extern R3D_API const r3d_draw_call_type r3d_call_image8;          ///< image8, x, y.
extern R3D_API const r3d_draw_call_type r3d_call_image24;         ///< image24, x, y.
extern R3D_API const r3d_draw_call_type r3d_call_blit24;          ///< The same.
extern R3D_API const r3d_draw_call_type r3d_call_image24_alpha;   ///< And weight.
extern R3D_API const r3d_draw_call_type r3d_call_image24_masked;  ///< And mask.
extern R3D_API const r3d_draw_call_type r3d_call_image24_scaled;  ///< And width, height.
extern R3D_API const r3d_draw_call_type r3d_call_image24_rotated; ///< image24, rotation, rows.
extern R3D_API const r3d_draw_call_type r3d_call_image24_rotated_masked; ///< image24, rotation.

#ifdef __cplusplus
}
#endif

#endif
