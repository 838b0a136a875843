/* SPDX-License-Identifier: MIT */
/* The types of calls of the room. */

#include <retro3d/layers_calls.h>

#define LAYERS_CALL(name)                                                                          \
    {                                                                                              \
        (name), R3D_DRAW_WRITES_PIXELS, NULL, NULL, NULL, NULL                                     \
    }

const r3d_draw_call_type r3d_call_layers_quad = LAYERS_CALL("rectangle of layers");
const r3d_draw_call_type r3d_call_layers_mesh = LAYERS_CALL("mesh of layers");
const r3d_draw_call_type r3d_call_layers_particle = LAYERS_CALL("particle");
const r3d_draw_call_type r3d_call_layers_sprite = LAYERS_CALL("sprite of particles");
const r3d_draw_call_type r3d_call_layers_shadow = LAYERS_CALL("shadow");
const r3d_draw_call_type r3d_call_layers_lightning = LAYERS_CALL("lightning");
const r3d_draw_call_type r3d_call_layers_fade = LAYERS_CALL("fade");
