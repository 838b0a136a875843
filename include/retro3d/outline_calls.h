/* SPDX-License-Identifier: MIT */
/// @file outline_calls.h
/// What a listener (listen.h) hears of outline.h: the coloured picture, as one call. It tells of each
/// pixel what it shows, the texel, and the line on it.

#ifndef RETRO3D_OUTLINE_CALLS_H
#define RETRO3D_OUTLINE_CALLS_H

#include <retro3d/listen.h>
#include <retro3d/outline.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Arguments of r3d_outline_frame_paint.
typedef struct r3d_outline_paint_call {
    const r3d_outline_frame *frame;
    const r3d_outline_paint *paint;
    int32_t x;
    int32_t y;
} r3d_outline_paint_call;

extern R3D_API const r3d_draw_call_type r3d_call_outline_paint; ///< r3d_outline_frame_paint

#ifdef __cplusplus
}
#endif

#endif
