/* SPDX-License-Identifier: MIT */
/// @file affine_calls.h
/// What a listener (listen.h) hears of affine.h: a scene, or what the handheld's compositor puts
/// together, as one call.

#ifndef RETRO3D_AFFINE_CALLS_H
#define RETRO3D_AFFINE_CALLS_H

#include <retro3d/affine.h>
#include <retro3d/listen.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Arguments of r3d_affine_draw.
typedef struct r3d_affine_draw_call {
    r3d_affine_context *context;
    const r3d_affine_scene *scene;
    const r3d_affine_camera *camera;
    int32_t x;
    int32_t y;
} r3d_affine_draw_call;

/// Arguments of r3d_affine_compose.
typedef struct r3d_affine_compose_call {
    const r3d_affine_hw_frame *frame;
    int32_t x;
    int32_t y;
} r3d_affine_compose_call;

extern R3D_API const r3d_draw_call_type r3d_call_affine_draw;    ///< r3d_affine_draw
extern R3D_API const r3d_draw_call_type r3d_call_affine_compose; ///< r3d_affine_compose
extern R3D_API const r3d_draw_call_type r3d_call_affine_boxes;   ///< r3d_affine_draw_boxes

#ifdef __cplusplus
}
#endif

#endif
