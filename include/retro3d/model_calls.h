/* SPDX-License-Identifier: MIT */
/// @file model_calls.h
/// What a listener (listen.h) hears of the functions of model.h. Their fills are parts of them, each
/// with an origin of kind "face" whose numbers are "priority", if the model has some by face, and
/// "bucket".

#ifndef RETRO3D_MODEL_CALLS_H
#define RETRO3D_MODEL_CALLS_H

#include <retro3d/listen.h>
#include <retro3d/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Arguments of a draw of a model.
typedef struct r3d_model_call {
    const r3d_raster *raster;
    const r3d_draw_context *context;
    const r3d_mesh *mesh;
    const r3d_icon_view *icon_view; ///< One of the two.
    const r3d_scene_view *scene_view;
} r3d_model_call;

extern R3D_API const r3d_draw_call_type r3d_call_model;          ///< r3d_draw_model
extern R3D_API const r3d_draw_call_type r3d_call_model_in_scene; ///< r3d_draw_model_in_scene

#ifdef __cplusplus
}
#endif

#endif
