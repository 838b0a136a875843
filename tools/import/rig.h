/* SPDX-License-Identifier: MIT */
/* Nodes that move: what the readers of formats with a hierarchy have in common. */

#ifndef R3D_TOOLS_IMPORT_RIG_H
#define R3D_TOOLS_IMPORT_RIG_H

#include "import.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RIG_NODES_MAX = 65536 };

/* A node of a model. */
typedef struct rig_node {
    const char *name;
    int32_t parent;  /* a lesser number, or -1 */
    bool has_matrix; /* its place is `matrix` when nothing animates it; else the other three */
    bool is_part;    /* it has triangles or is a joint */
    int32_t part;    /* set by rig_add_parts; -1: none */
    import_matrix matrix;
    double shift[3];
    double turn[4]; /* a quaternion, x y z w */
    double size[3];
} rig_node;

typedef enum rig_target { RIG_SHIFT = 0, RIG_TURN = 1, RIG_SIZE = 2, RIG_TARGETS = 3 } rig_target;

typedef enum rig_interpolation { RIG_LINEAR = 0, RIG_STEP = 1, RIG_CUBIC = 2 } rig_interpolation;

/* What moves one property of one node. */
typedef struct rig_channel {
    int32_t node;
    rig_target target;
    rig_interpolation interpolation;
    int32_t key_count;    /* at least 1 */
    const double *times;  /* seconds, ascending */
    const double *values; /* 3 or 4 a key; RIG_CUBIC: tangent in, value, tangent out */
} rig_channel;

typedef struct rig_clip {
    const char *name;
    const rig_channel *channels;
    int32_t channel_count;
    double seconds;
} rig_clip;

/* Nodes in depth-first order and what moves them. */
typedef struct rig {
    rig_node *nodes;
    int32_t node_count;
    const rig_clip *clips;
    int32_t clip_count;
} rig;

/* Makes a node that stands at its parent's place. */
void rig_node_init(rig_node *node);

/* Where all nodes are at a time; at rest without a clip. */
void rig_places(const rig *r, const rig_clip *clip, double seconds, import_matrix *out_places);

/* Adds the nodes that are parts, and sets their `part`. `places`: at rest. */
bool rig_add_parts(import_job *import, rig *r, const import_matrix *places);

/* Adds all clips, in frames. */
bool rig_add_clips(import_job *import, const rig *r);

#ifdef __cplusplus
}
#endif

#endif
