/* SPDX-License-Identifier: MIT */
/// @file camera.h
/// Where things are on the screen: the formula of the camera, a camera that looks at a point, views that show
/// a whole model, and why a model is not seen. Everything is integers, and the same that drawing does.
///
/// Axes, of models and of the world: x to the right, y DOWN, z away from the eye; so a standing model has
/// negative y, and the eye of a scene stands at a negative y of its target to be above it. Angles are in 1/2048
/// of a turn. With sin and cos in 1/65536 (r3d_sin_a11, r3d_cos_a11), each product shifted by 16 and rounded
/// down, a vertex (x, y, z) of a model in a scene becomes
///
///     yaw of the model:      x, z = z sin + x cos, z cos - x sin
///     its place:             x, y, z += position                    (relative to the eye)
///     yaw of the camera:     x, z = z sin + x cos, z cos - x sin
///     pitch of the camera:   y, z = y cos - z sin, y sin + z cos
///     screen:                column = center_x + 512 x / z,  row = center_y + 512 y / z
///
/// so a positive yaw of the model turns its far side to the right; a positive yaw of the camera looks to the left: at
/// yaw 0 along +z, at 512 along -x, at 1024 along -z, at 1536 along +x; a positive pitch looks down. The focal
/// length is 512 pixels whatever the surface. What is nearer than R3D_DRAW_NEAR_Z is cut away; a model whose
/// origin is at R3D_DRAW_FAR_Z or beyond is not drawn. Item icons turn by roll (y, x), pitch (y, z) and yaw (z, x),
/// are moved by `eye`, and then the eye is pitched; see r3d_icon_view.
/// Source: spec rs2-model sections 7.1, 7.2 and 11.

#ifndef RETRO3D_CAMERA_H
#define RETRO3D_CAMERA_H

#include <retro3d/icon.h>
#include <retro3d/mesh.h>
#include <retro3d/model.h>

#ifdef __cplusplus
extern "C" {
#endif

enum r3d_camera_limits {
    R3D_CAMERA_REACH_MAX = 8191 ///< Greatest coordinate of a mesh that is fitted, and greatest
                                ///< distance along an axis that a camera looks.
};

/// An eye in a world of models.
typedef struct r3d_camera {
    r3d_vec3i eye;     ///< In units of the world; y down.
    r3d_a11 pitch_a11; ///< Positive looks down.
    r3d_a11 yaw_a11;   ///< Positive looks to the left.
} r3d_camera;

/// Turns a camera so that a point of the world comes to the centre of the raster: of all angles those that
/// bring it nearest, first yaw, then pitch. An angle is 1/2048 of a turn, so the point is at most 0.8 pixels
/// from the centre, and what the rounding of the formula above adds: 512 / distance for each unit.
/// Straight above or below it the yaw is kept.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE: the point is the eye, or farther along an axis than
///         R3D_CAMERA_REACH_MAX. The camera is unchanged then.
R3D_API r3d_result r3d_camera_look_at(r3d_camera *camera, const r3d_vec3i *target);

/// The view of a model that stands somewhere in the world: for r3d_draw_model_in_scene.
/// @param position  Of the model's origin in the world.
/// @param yaw_a11   Of the model.
/// @param out_view  All members are set; `id` to 0 and pick_by_box to false.
R3D_API void r3d_camera_get_view(const r3d_camera *camera, const r3d_vec3i *position,
                                 r3d_a11 yaw_a11, r3d_scene_view *out_view);

/// Where a point of a model is on the screen, exactly as drawing projects its vertices: for names over heads.
/// @param raster      Its centre.
/// @param point       In units of the mesh.
/// @param out_vertex  Column, row, and depth relative to the model's origin.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_RANGE: before the near plane; `x` is R3D_DRAW_NEAR_X then.
R3D_API r3d_result r3d_scene_view_project(const r3d_scene_view *view, const r3d_raster *raster,
                                          const r3d_vec3i *point, r3d_screen_vertex *out_vertex);

/// Places a model so that it is seen whole and as large as can be: every corner of every face that is not
/// hidden is inside the clip rectangle, `margin_px` from its sides, behind the near plane and before the far one.
/// @param view    Its angles are read; its position is set. The rest is kept.
/// @param mesh    With bounds (r3d_mesh_set_bounds; lighting makes them, too).
/// @param raster  Clip rectangle of its surface, and centre.
/// @return R3D_OK; R3D_ERR_ARGUMENT; R3D_ERR_STATE: there is no face to be seen, or the mesh has no bounds;
///         R3D_ERR_RANGE: a coordinate above R3D_CAMERA_REACH_MAX, a model that is too large to be seen whole
///         before R3D_DRAW_FAR_Z (or has stale bounds), or no room between the margins. The view is unchanged then.
/// @note Does not allocate. Takes about 20 times as long as projecting the model. With a camera pitch outside 0..512
///       (up, or over the top) the original's test against the view is too strict, and the model may come out smaller,
///       or not at all: R3D_ERR_RANGE.
R3D_API r3d_result r3d_scene_view_fit(r3d_scene_view *view, const r3d_mesh *mesh,
                                      const r3d_raster *raster, int32_t margin_px);

/// Chooses zoom and offsets of a look so that the model fills its icon: every corner of every face that is not
/// hidden is at least `margin_px` from the sides, and the zoom is the smallest with which that was found. 1 leaves
/// room for the outline, 2 for the shadow as well.
/// @param look  Its angles are read; zoom, x_offset and y_offset are set.
/// @return As r3d_scene_view_fit. Where an offset hardly moves the model (a pitch near 256 or 1280: the original moves
///         it down and away by the same) it comes out smaller than it could be, or R3D_ERR_RANGE.
R3D_API r3d_result r3d_icon_look_fit(r3d_icon_look *look, const r3d_mesh *mesh, int32_t margin_px);

/// Why a model is not seen in a scene; R3D_DRAW_CULLED tells that it is not.
typedef enum r3d_cull {
    R3D_CULL_NONE = 0,  ///< It is drawn.
    R3D_CULL_NEAR = 1,  ///< All of it is nearer than R3D_DRAW_NEAR_Z, or behind the eye.
    R3D_CULL_FAR = 2,   ///< Its origin is at R3D_DRAW_FAR_Z or beyond.
    R3D_CULL_LEFT = 3,  ///< All of it is to the left of the clip rectangle,
    R3D_CULL_RIGHT = 4, ///< to the right,
    R3D_CULL_ABOVE = 5, ///< above it,
    R3D_CULL_BELOW = 6, ///< or below it.
    R3D_CULL_EMPTY =
        7 ///< It has no bounds: r3d_mesh_set_bounds was never called, or it has no vertices.
} r3d_cull;

/// Returns why a draw with these arguments would leave a model out, by the same test that the draw makes.
/// R3D_CULL_EMPTY when a pointer is NULL.
R3D_API r3d_cull r3d_scene_view_get_cull(const r3d_scene_view *view, const r3d_mesh *mesh,
                                         const r3d_raster *raster);

/// The word for a reason: "none", "near", "far", "left", "right", "above", "below", "empty"; "?" for others.
R3D_API const char *r3d_cull_name(r3d_cull cull);

#ifdef __cplusplus
}
#endif

#endif
