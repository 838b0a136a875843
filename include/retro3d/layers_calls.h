/* SPDX-License-Identifier: MIT */
/// @file layers_calls.h
/// What a listener (listen.h) hears of the room layers: every function that writes the colours of a
/// target, as one call. They depend on depth and stencil, so they cannot be repeated into another surface.

#ifndef RETRO3D_LAYERS_CALLS_H
#define RETRO3D_LAYERS_CALLS_H

#include <retro3d/layers_effects.h>
#include <retro3d/listen.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Arguments of all of them; what a function does not have is NULL or 0.
typedef struct r3d_layers_call {
    r3d_layers_target *target;
    const r3d_layers_view *view;
    const r3d_layers_mesh *mesh;
    const r3d_layers_quad *quad;
    const r3d_rect *scissor;
    int32_t frame;
    int32_t number; ///< Of fades and shadows: the factor; of particles: the side.
} r3d_layers_call;

extern R3D_API const r3d_draw_call_type r3d_call_layers_quad;     ///< r3d_layers_draw_quad
extern R3D_API const r3d_draw_call_type r3d_call_layers_mesh;     ///< r3d_layers_draw_mesh
extern R3D_API const r3d_draw_call_type r3d_call_layers_particle; ///< r3d_layers_draw_particle
extern R3D_API const r3d_draw_call_type r3d_call_layers_sprite;   ///< r3d_layers_add_*
extern R3D_API const r3d_draw_call_type r3d_call_layers_shadow;   ///< r3d_layers_darken
extern R3D_API const r3d_draw_call_type
    r3d_call_layers_lightning;                                ///< r3d_layers_draw_lightning, _bolt
extern R3D_API const r3d_draw_call_type r3d_call_layers_fade; ///< r3d_layers_fade

#ifdef __cplusplus
}
#endif

#endif
