/* SPDX-License-Identifier: MIT */
/* Vertices turned, moved and projected, many at once. project.c has the scalar code, which is the
 * definition. */

#ifndef R3D_SRC_MODEL_VERTICES_H
#define R3D_SRC_MODEL_VERTICES_H

#include "../base/isa_internal.h"
#include "draw_internal.h"

enum {
    R3D_PRIV_FOCAL_BITS = 9,   /* the focal length is 512 */
    R3D_PRIV_VERTEX_BLOCK = 16 /* most vertices that a kernel does at once */
};

/* An angle's sine and cosine; a turn by 0 is left out. */
typedef struct r3d_priv_rotation {
    bool active;
    r3d_fx16 sine;
    r3d_fx16 cosine;
} r3d_priv_rotation;

/* How vertices come onto the screen, in this order: roll, pitch, yaw, move, camera_yaw,
 * camera_pitch. */
typedef struct r3d_priv_projection {
    r3d_priv_rotation roll;         /* y, x */
    r3d_priv_rotation pitch;        /* y, z */
    r3d_priv_rotation yaw;          /* z, x */
    r3d_vec3i move;                 /* added */
    r3d_priv_rotation camera_yaw;   /* z, x */
    r3d_priv_rotation camera_pitch; /* y, z */
    int32_t middle_z;               /* depth 0 */
    int32_t center_x;
    int32_t center_y;
    bool has_near_plane; /* scene style: vertices before it have no position; icon style: those at
                            z = 0 */
} r3d_priv_projection;

/* Projects mesh vertices first..count - 1 into `out`. Returns `count`, or the first vertex of a
 * block in which one has no position: nothing of that block is written. Camera coordinates are
 * stored if `stores_camera`. */
typedef int32_t (*r3d_priv_project_vertices)(const r3d_priv_projection *projection,
                                             const r3d_mesh_view *mesh,
                                             const r3d_priv_vertex_scratch *out, int32_t first,
                                             int32_t count, bool stores_camera);

#define R3D_PRIV_DECLARE_PROJECT(isa)                                                              \
    int32_t r3d_priv_project_vertices_##isa(                                                       \
        const r3d_priv_projection *projection, const r3d_mesh_view *mesh,                          \
        const r3d_priv_vertex_scratch *out, int32_t first, int32_t count, bool stores_camera)

#if R3D_PRIV_X86
R3D_PRIV_DECLARE_PROJECT(sse2);
R3D_PRIV_DECLARE_PROJECT(avx2);
R3D_PRIV_DECLARE_PROJECT(avx512);
#endif
#if R3D_PRIV_NEON
R3D_PRIV_DECLARE_PROJECT(neon);
#endif

#endif
