/* SPDX-License-Identifier: MIT */
/* The inside of a mesh, for the files of this room. */

#ifndef R3D_SRC_MODEL_MESH_INTERNAL_H
#define R3D_SRC_MODEL_MESH_INTERNAL_H

#include <retro3d/mesh.h>

#include "array.h"

/* The arrays of a mesh. Each may be shared with other meshes; NULL means absent. */
typedef enum r3d_priv_mesh_array {
    R3D_PRIV_VERTICES, /* all x, then all y, then all z */
    R3D_PRIV_VERTEX_LABELS,
    R3D_PRIV_CORNERS, /* three vertex numbers for each face */
    R3D_PRIV_COLORS,
    R3D_PRIV_INFOS,
    R3D_PRIV_PRIORITIES,
    R3D_PRIV_ALPHAS,
    R3D_PRIV_FACE_LABELS,
    R3D_PRIV_LIT,           /* three for each face */
    R3D_PRIV_PLANES,        /* three vertex numbers for each plane */
    R3D_PRIV_VERTEX_GROUPS, /* see label_groups.c */
    R3D_PRIV_FACE_GROUPS,
    R3D_PRIV_NORMALS, /* x, y, z, count of each vertex; an r3d_vertex_normal is read over them */
    R3D_PRIV_NORMALS_ALONE, /* the same before any sharing */
    R3D_PRIV_ARRAY_COUNT
} r3d_priv_mesh_array;

struct r3d_mesh {
    r3d_allocator allocator;
    int32_t vertex_count;
    int32_t face_count;
    int32_t plane_count;
    int32_t priority;
    r3d_isa isa;      /* lights it and finds its extent */
    bool lost_labels; /* lighting dropped labels that were not grouped */
    r3d_bounds bounds;
    r3d_priv_array *arrays[R3D_PRIV_ARRAY_COUNT];
};

/* The elements of an array, NULL if it is absent. For reading. */
static inline const int32_t *r3d_priv_mesh_data(const r3d_mesh *mesh, r3d_priv_mesh_array which)
{
    return mesh->arrays[which] != NULL ? mesh->arrays[which]->data : NULL;
}

/* The elements of an array that is there, for writing: the mesh gets its own copy first. NULL
 * without memory. */
int32_t *r3d_priv_mesh_change(r3d_mesh *mesh, r3d_priv_mesh_array which);

/* Takes an array away. */
void r3d_priv_mesh_drop(r3d_mesh *mesh, r3d_priv_mesh_array which);

/* Makes an empty mesh: counts, priority -1, no arrays. The hooks are resolved. NULL without memory. */
r3d_mesh *r3d_priv_mesh_create_empty(const r3d_allocator *hooks);

/* The group of a label as made by r3d_mesh_group_labels: a list of vertices or faces, empty for
 * labels that are not there. `groups` may be NULL. */
const int32_t *r3d_priv_label_group(const r3d_priv_array *groups, int32_t label,
                                    int32_t *out_count);

/* (int)sqrt((double)x) and (int)(sqrt((double)x) + 0.99); 0 for negative x. `features` as of
 * r3d_isa_features: without any there is no floating point. */
int32_t r3d_priv_root_down(int32_t x, uint32_t features);
int32_t r3d_priv_root_up(int32_t x, uint32_t features);

/* The original's rotation of a pair of coordinates: (a*cos - b*sin) >> 16, (a*sin + b*cos) >> 16.
 */
static inline void r3d_priv_rotate(int32_t *a, int32_t *b, r3d_fx16 sine, r3d_fx16 cosine)
{
    int32_t turned = r3d_i32_sub(r3d_i32_mul(*a, cosine), r3d_i32_mul(*b, sine)) >> 16;
    *b = r3d_i32_add(r3d_i32_mul(*a, sine), r3d_i32_mul(*b, cosine)) >> 16;
    *a = turned;
}

#endif
