/* SPDX-License-Identifier: MIT */
/* Label animation as moving nodes: where each label of a model is in a frame. */

#ifndef R3D_TOOLS_GLTF_POSE_H
#define R3D_TOOLS_GLTF_POSE_H

#include <stdbool.h>

#include <retro3d/skeleton.h>

enum { R3D_GLTF_LABELS_MAX = 256 };

/* Translation, rotation (x, y, z, w) and scale of a node, in glTF's axes. */
typedef struct r3d_gltf_transform {
    float translation[3];
    float rotation[4];
    float scale[3];
} r3d_gltf_transform;

/* Vertices with their labels; coordinates as in the mesh. */
typedef struct r3d_labelled_vertices {
    int32_t count;
    const int32_t *x;
    const int32_t *y;
    const int32_t *z;
    const int32_t *labels;
} r3d_labelled_vertices;

/* Where each label is in a frame (NULL: at rest). Returns false without memory. */
bool r3d_gltf_pose(const r3d_labelled_vertices *vertices, const r3d_frame *frame,
                   r3d_gltf_transform out_transforms[R3D_GLTF_LABELS_MAX]);

#endif
