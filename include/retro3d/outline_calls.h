/* SPDX-License-Identifier: MIT */
/// @file outline_calls.h
/// What a listener (listen.h) hears of outline.h: the coloured picture, as one call, and inside it a call
/// for each run of pixels in a row that belong to one surface or billboard, by their line or by what
/// they show. It tells of each pixel what it shows, the texel, and the line on it.

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

/// A run of pixels of one row of the frame.
typedef struct r3d_outline_run_call {
    r3d_outline_paint_call paint; ///< What it is part of.
    int32_t row;                  ///< Of the frame.
    int32_t begin;                ///< First column.
    int32_t end;                  ///< Column behind the last.
    uint16_t owner;               ///< The id that the pixels belong to; 0: the backdrop.
} r3d_outline_run_call;

extern R3D_API const r3d_draw_call_type r3d_call_outline_paint; ///< r3d_outline_frame_paint
extern R3D_API const r3d_draw_call_type r3d_call_outline_run;   ///< Part of it.

#ifdef __cplusplus
}
#endif

#endif
