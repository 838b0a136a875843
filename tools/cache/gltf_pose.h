/* SPDX-License-Identifier: MIT */
/* Label animation as moving nodes: where each label of a model is in a frame. */

#ifndef R3D_TOOLS_GLTF_POSE_H
#define R3D_TOOLS_GLTF_POSE_H

#include <stdbool.h>

#include <retro3d/skeleton.h>

enum { R3D_GLTF_LABELS_MAX = 256 };

/* Translation, rotation (x, y, z, w) and scale of a node, in glTF's axes. */
typedef struct gltf_transform {
    float translation[3];
    float rotation[4];
    float scale[3];
} gltf_transform;

/* Vertices with their labels; coordinates as in the mesh. */
typedef struct labelled_vertices {
    int32_t count;
    const int32_t *x;
    const int32_t *y;
    const int32_t *z;
    const int32_t *labels;
} labelled_vertices;

/* Where each label is in a frame (NULL: at rest). Returns false without memory. */
bool gltf_pose(const labelled_vertices *vertices, const r3d_frame *frame,
               gltf_transform out_transforms[R3D_GLTF_LABELS_MAX]);

#endif
