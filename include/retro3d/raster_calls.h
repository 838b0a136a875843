/* SPDX-License-Identifier: MIT */
/// @file raster_calls.h
/// What a listener (listen.h) hears of the fills of raster.h.

#ifndef RETRO3D_RASTER_CALLS_H
#define RETRO3D_RASTER_CALLS_H

#include <retro3d/listen.h>
#include <retro3d/raster.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Arguments of a fill; what it does not have is 0 or NULL. To repeat one with other settings, copy
/// it and what it points to; the surface of the raster is not looked at then.
typedef struct r3d_fill_call {
    const r3d_raster *raster;
    int32_t x[3];
    int32_t y[3];
    int32_t value[3]; ///< Packed colours or shades.
    uint32_t rgb;     ///< Flat fills.
    const r3d_texture_plane *plane;
    const r3d_texels *texels;
} r3d_fill_call;

extern R3D_API const r3d_draw_call_type r3d_call_flat;     ///< r3d_fill_flat
extern R3D_API const r3d_draw_call_type r3d_call_gouraud;  ///< r3d_fill_gouraud
extern R3D_API const r3d_draw_call_type r3d_call_textured; ///< r3d_fill_textured

#ifdef __cplusplus
}
#endif

#endif
