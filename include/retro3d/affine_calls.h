/* SPDX-License-Identifier: MIT */
/// @file affine_calls.h
/// What a listener (listen.h) hears of affine.h: a scene or a composed frame, and as parts of it the
/// backdrop, each floor or background, shadow, wall and object.
///
/// Mode free draws its parts one over the other. In mode hw, and of a frame that is composed alone, a
/// part has the pixels that it has in the end: the compositor decides each pixel once.
/// The owners of pixels, which are the origins of the parts: "backdrop", "floor" with its number, "shadow"
/// with that of its sprite, "wall", "object" with that of the sprite; of a frame that is composed alone
/// "background" and "object" with their places in its lists. Their number "place" counts the parts in
/// the order of drawing.

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

/// What a part is.
typedef enum r3d_affine_part_kind {
    R3D_AFFINE_PART_BACKDROP = 0,
    R3D_AFFINE_PART_FLOOR =
        1, ///< A floor of a scene; a background of a frame that is composed alone.
    R3D_AFFINE_PART_SHADOW = 2,
    R3D_AFFINE_PART_WALL = 3, ///< Also walls outside the picture, which draw nothing.
    R3D_AFFINE_PART_OBJECT = 4
} r3d_affine_part_kind;

/// Arguments of a part.
typedef struct r3d_affine_part_call {
    r3d_affine_part_kind kind;
    int32_t number; ///< Among those of its kind; as in its origin.
    int32_t place;  ///< In the order of drawing, from 0.
    int32_t x;      ///< Of the picture in the surface.
    int32_t y;
    const r3d_affine_scene *scene;    ///< NULL: a frame that is composed alone.
    const r3d_affine_hw_frame *frame; ///< Of the compositor; NULL in mode free.
} r3d_affine_part_call;

extern R3D_API const r3d_draw_call_type r3d_call_affine_backdrop; ///< Parts.
extern R3D_API const r3d_draw_call_type r3d_call_affine_floor;
extern R3D_API const r3d_draw_call_type r3d_call_affine_shadow;
extern R3D_API const r3d_draw_call_type r3d_call_affine_wall;
extern R3D_API const r3d_draw_call_type r3d_call_affine_object;

extern R3D_API const r3d_draw_call_type r3d_call_affine_draw;    ///< r3d_affine_draw
extern R3D_API const r3d_draw_call_type r3d_call_affine_compose; ///< r3d_affine_compose
extern R3D_API const r3d_draw_call_type r3d_call_affine_boxes;   ///< r3d_affine_draw_boxes

#ifdef __cplusplus
}
#endif

#endif
