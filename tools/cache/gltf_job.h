/* SPDX-License-Identifier: MIT */
/* What is exported as one glTF file, for the parts of the exporter. */

#ifndef R3D_TOOLS_CACHE_GLTF_JOB_H
#define R3D_TOOLS_CACHE_GLTF_JOB_H

#include <retro3d/cache.h>
#include <retro3d/palette.h>

#include "gltf_file.h"
#include "gltf_pose.h"

enum { GLTF_MATERIALS_MAX = 2 * R3D_DRAW_TEXTURES_DEFAULT + 2, GLTF_SEQUENCES_MAX = 2 };

/* What the faces of a primitive have in common. */
typedef struct gltf_material {
    int32_t texture; /* -1: none */
    bool translucent;
} gltf_material;

/* What is exported. */
typedef struct gltf_job {
    r3d_cache *cache;
    gltf_file file;
    growing_text json;
    r3d_mesh_view lit;          /* colours */
    labelled_vertices vertices; /* places; labels NULL without a skin */
    r3d_palette *palette;
    gltf_material materials[GLTF_MATERIALS_MAX];
    int material_count;
    int joint_count;
    float node_scale[3];
    const r3d_mesh *source; /* what the mesh was before it was lit */
    int32_t part_scale[2];  /* of a character: x and z, y; in 1/128 */
    bool has_motion;        /* it is a character */
    r3d_error *out_error;
} gltf_job;

/* Fills a report (unless it is NULL) of memory that has run out. */
void gltf_fail_memory(r3d_error *out_error, const char *what);

/* Counts the labels that become joints; too many: none. */
void gltf_count_joints(gltf_job *j);

/* Node 0 is the mesh; with a skin node 1 carries the joints, which follow it. */
void gltf_print_nodes(gltf_job *j);

/* What the sequences, -1 for none, do to the joints. */
r3d_result gltf_print_animations(gltf_job *j, const int32_t seqs[GLTF_SEQUENCES_MAX]);

/* Adds what the model was made of, for retro3d import. */
r3d_result gltf_add_source(gltf_job *j, const int32_t seqs[GLTF_SEQUENCES_MAX]);

#endif
