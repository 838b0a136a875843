/* SPDX-License-Identifier: MIT */
/* The steps of lighting for many faces or vertices at once. light.c has the scalar code, which is
 * the definition. Each kernel does whole blocks and stops before one that it leaves to that. */

#ifndef R3D_SRC_MODEL_LIGHT_KERNELS_H
#define R3D_SRC_MODEL_LIGHT_KERNELS_H

#include <retro3d/light.h>

#include "../base/isa_internal.h"
#include "mesh_internal.h"

enum {
    R3D_PRIV_NORMAL_LENGTH = 256,    /* of the normal of a face */
    R3D_PRIV_COMPONENT_LIMIT = 8192, /* normals are halved until no component passes this */
    R3D_PRIV_LIMIT_BITS = 13,        /* 1 << this is the limit */
    R3D_PRIV_FLAT_BIT = 1,           /* of a face's info */
    R3D_PRIV_TEXTURED_BIT = 2,
    R3D_PRIV_LIGHT_BLOCK = 16 /* most faces or vertices of a block */
};

/* What the steps work on. */
typedef struct r3d_priv_lighting {
    const int32_t *vertices; /* all x, all y, all z */
    const int32_t *corners;
    const int32_t *colors;
    const int32_t *infos; /* may be NULL */
    int32_t vertex_count;
    int32_t face_count;
    r3d_light light;
    uint32_t features;  /* that may be used, see r3d_isa_features */
    int32_t weight;     /* divisor of the dot products */
    int32_t *points;    /* x, y, z, 0 of each vertex: room for the kernels */
    int32_t *lightness; /* room for one number a vertex */
} r3d_priv_lighting;

typedef struct r3d_priv_light_kernels {
    /* Fills `points`. */
    void (*lay_out)(const r3d_priv_lighting *l);
    /* Adds the normals of faces first..face_count - 1 to their vertices. Returns face_count or the
     * first face of a block that is not whole or has a flat face. */
    int32_t (*sum_normals)(const r3d_priv_lighting *l, int32_t first, int32_t *normals);
    /* The lightness of vertices from 0 on. Returns the first that is not done; clears *divides if a
     * divisor is 0. */
    int32_t (*find_lightness)(const r3d_priv_lighting *l, const int32_t *normals, bool *divides);
    /* Colours the corners of faces, as sum_normals. */
    int32_t (*shade_faces)(const r3d_priv_lighting *l, int32_t first, int32_t *lit);
} r3d_priv_light_kernels;

#if R3D_PRIV_X86
extern const r3d_priv_light_kernels r3d_priv_light_kernels_avx512;
#endif

#endif
