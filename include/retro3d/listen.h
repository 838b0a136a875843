/* SPDX-License-Identifier: MIT */
/// @file listen.h
/// Listening to what is drawn into a surface: one callback before and one after each call that
/// draws, with everything the call was told. Pixel histories, the recorder and tools of that kind
/// are built on it; retro3d/history.h and retro3d/record.h are what most clients want.
///
/// Nobody pays for it: the 2D functions look at one pointer a call, and the triangle fills of a
/// surface that nobody listens to are the same functions as ever.

#ifndef RETRO3D_LISTEN_H
#define RETRO3D_LISTEN_H

#include <retro3d/base.h>
#include <retro3d/surface.h>

#ifdef __cplusplus
extern "C" {
#endif

struct r3d_draw_context;
struct r3d_icon_view;
struct r3d_mesh;
struct r3d_raster;
struct r3d_scene_view;
struct r3d_texels;
struct r3d_texture_plane;

/// Which function was called.
typedef enum r3d_draw_call_kind {
    R3D_CALL_CLEAR = 0,                   ///< r3d_surface_clear: rgb.
    R3D_CALL_ERASE = 1,                   ///< r3d_surface_erase.
    R3D_CALL_RESTORE = 2,                 ///< r3d_surface_restore: pixels.
    R3D_CALL_RECT = 3,                    ///< r3d_draw_rect: x, y, width, height, rgb.
    R3D_CALL_RECT_ALPHA = 4,              ///< And weight.
    R3D_CALL_HLINE = 5,                   ///< x, y, width, rgb; height is 1.
    R3D_CALL_HLINE_ALPHA = 6,             ///< And weight.
    R3D_CALL_VLINE = 7,                   ///< x, y, height, rgb; width is 1.
    R3D_CALL_VLINE_ALPHA = 8,             ///< And weight.
    R3D_CALL_IMAGE8 = 9,                  ///< r3d_draw_image8: image8, x, y.
    R3D_CALL_IMAGE24 = 10,                ///< r3d_draw_image24: image24, x, y.
    R3D_CALL_BLIT24 = 11,                 ///< r3d_blit_image24.
    R3D_CALL_IMAGE24_ALPHA = 12,          ///< And weight.
    R3D_CALL_IMAGE24_MASKED = 13,         ///< And mask.
    R3D_CALL_IMAGE24_SCALED = 14,         ///< image24, x, y, width, height.
    R3D_CALL_IMAGE24_ROTATED = 15,        ///< image24, rotation, rows, row_count.
    R3D_CALL_IMAGE24_ROTATED_MASKED = 16, ///< image24, rotation.
    R3D_CALL_FLAT = 17,                   ///< r3d_fill_flat: raster, corner_x, corner_y, rgb.
    R3D_CALL_GOURAUD = 18,                ///< r3d_fill_gouraud: raster, corner_x, corner_y, value.
    R3D_CALL_TEXTURED = 19,               ///< r3d_fill_textured: also plane and texels.
    /* What these draw follows as calls of its own before they end. */
    R3D_CALL_OUTLINE = 20,       ///< r3d_draw_outline: x, y, width, height, rgb.
    R3D_CALL_OUTLINE_ALPHA = 21, ///< And weight.
    R3D_CALL_MODEL = 22,         ///< r3d_draw_model: raster, context, mesh, icon_view.
    R3D_CALL_MODEL_IN_SCENE = 23 ///< r3d_draw_model_in_scene: scene_view.
} r3d_draw_call_kind;

enum { R3D_CALL_KIND_COUNT = 24 };

/// One call. Members that its kind does not use are 0. Pointers are valid during the callback only.
typedef struct r3d_draw_call {
    r3d_draw_call_kind kind;
    r3d_surface *surface;
    int32_t x;
    int32_t y;
    int32_t width;
    int32_t height;
    uint32_t rgb;
    int32_t weight;
    const r3d_image8 *image8;
    const r3d_image24 *image24;
    const uint8_t *mask;
    const uint32_t *pixels;
    const r3d_rotation *rotation;
    const r3d_row_span *rows;
    int32_t row_count;
    const struct r3d_raster *raster;
    int32_t corner_x[3];
    int32_t corner_y[3];
    int32_t value[3]; ///< Packed colours or shades.
    const struct r3d_texture_plane *plane;
    const struct r3d_texels *texels;
    struct r3d_draw_context *context;
    const struct r3d_mesh *mesh;
    const struct r3d_icon_view *icon_view;
    const struct r3d_scene_view *scene_view;
} r3d_draw_call;

/// Who listens. Either function may be NULL. They may read the surface, and they may change it if
/// that is what they are for; they must not call drawing functions on it.
struct r3d_draw_listener {
    void (*before)(const r3d_draw_call *call, void *user);
    void (*after)(const r3d_draw_call *call, void *user);
    void *user;
};

/// Begins to listen to a surface: sets its member `listener`. Rasters that were made for it before
/// must be told by r3d_raster_set_isa; those made afterwards know.
/// @param listener  Borrowed until it is replaced; NULL ends the listening.
R3D_API void r3d_surface_set_listener(r3d_surface *surface, const r3d_draw_listener *listener);

/// Does once more what a call of kinds R3D_CALL_CLEAR to R3D_CALL_TEXTURED did, into another surface
/// and unheard. A fill uses the call's raster with that surface.
/// @return What the call returned; R3D_ERR_ARGUMENT for NULL and for other kinds.
R3D_API r3d_result r3d_draw_call_repeat(const r3d_draw_call *call, r3d_surface *target);

#ifdef __cplusplus
}
#endif

#endif
