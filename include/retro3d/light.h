/* SPDX-License-Identifier: MIT */
/// @file light.h
/// Lighting: turns the colours of a mesh into the colours and shades of its corners. It happens
/// once, when a model is made; moving, scaling or animating a lit mesh does not light it anew.
/// Source: spec rs2-model section 1.

#ifndef RETRO3D_LIGHT_H
#define RETRO3D_LIGHT_H

#include <retro3d/mesh.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A light. The engine uses 64, 768, (-50, -10, -50) for items and scenery and 64, 850, (-30, -50,
/// -30) for living beings and effects.
typedef struct r3d_light {
    int32_t ambient;  ///< Lightness of what no light falls on.
    int32_t contrast; ///< The greater, the weaker the light is against `ambient`.
    r3d_vec3i direction;
} r3d_light;

/// Lights a mesh in one step, then computes R3D_BOUNDS_CYLINDER. Labels are dropped (label groups
/// stay); colours are dropped unless some face is textured.
/// @return R3D_OK; R3D_ERR_STATE when the colours were dropped before, R3D_ERR_RANGE when the light
///         is so weak that a rule divides by zero (direction or contrast near 0), R3D_ERR_ARGUMENT,
///         R3D_ERR_MEMORY.
R3D_API r3d_result r3d_mesh_light(r3d_mesh *mesh, const r3d_light *light);

/// First step of lighting neighbours together: colours flat faces, sums up the normals of the
/// others and computes R3D_BOUNDS_BOX. r3d_mesh_share_normals and r3d_mesh_light_finish follow.
R3D_API r3d_result r3d_mesh_light_begin(r3d_mesh *mesh, const r3d_light *light);

/// Adds up the normals of vertices that lie at the same place in two meshes between the two steps.
///
/// Vertices are compared after moving `a` by (-dx, -dy, -dz). Each mesh takes the other's normals
/// as they were after r3d_mesh_light_begin, so the order of several calls does not matter.
/// @param hide_inner  If three or more vertices match, faces between matching vertices become
///                    hidden in both meshes.
/// @return R3D_OK; R3D_ERR_STATE when a mesh is not between the steps (or, when faces must be
///         hidden, has no info array), R3D_ERR_ARGUMENT (also when a == b), R3D_ERR_MEMORY. Both
///         meshes are unchanged on failure.
R3D_API r3d_result r3d_mesh_share_normals(r3d_mesh *a, r3d_mesh *b, int32_t dx, int32_t dy,
                                          int32_t dz, bool hide_inner);

/// Second step: colours the smooth faces from the sums of the normals and drops these, the labels
/// and (unless some face is textured) the colours. Bounds stay.
/// @return As r3d_mesh_light; R3D_ERR_STATE without the first step.
R3D_API r3d_result r3d_mesh_light_finish(r3d_mesh *mesh, const r3d_light *light);

#ifdef __cplusplus
}
#endif

#endif
