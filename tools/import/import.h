/* SPDX-License-Identifier: MIT */
/* Models of other formats, read with Assimp, as meshes, skeletons and animations of this project.
 */

#ifndef R3D_TOOLS_IMPORT_H
#define R3D_TOOLS_IMPORT_H

#include <stdbool.h>
#include <stdint.h>

#include <assimp/scene.h>

#include <retro3d/io.h>
#include <retro3d/models.h>

enum {
    R3D_IMPORT_TICKS_A_FRAME = 4 /* 80 ms */
};

/* A node with triangles: a rigid part of the model, with a label of its own. */
typedef struct import_part {
    const struct aiNode *node;
    struct aiMatrix4x4 bind; /* its place when nothing is animated */
} import_part;

/* A model that is open. */
typedef struct import_job {
    const struct aiScene *scene;
    const char *path;
    double scale;       /* our units in one of the model's */
    import_part *parts; /* in depth-first order */
    int32_t part_count;
    r3d_picture *swatches; /* one a material; pixels NULL if it has no picture */
} import_job;

/* Opens a file; on failure prints why and returns false. Release it with import_close. */
bool import_open(import_job *import, const char *path, double scale);
void import_close(import_job *import);

/* Makes the mesh of all triangles. Prints why and returns NULL on failure. */
r3d_mesh *import_mesh(const import_job *import);

/* The triangles of a model while they are gathered. Arrays have room for twice as many faces as the
 * model has, and for three vertices each. */
typedef struct import_faces {
    int32_t *x;
    int32_t *y;
    int32_t *z;
    int32_t *labels;
    int32_t vertex_count;
    int32_t *corners;
    int32_t *colors;
    int32_t *infos;
    bool *two_sided; /* the model shows the face from both sides */
    int32_t face_count;
} import_faces;

/* Turns over or doubles two-sided faces whose backs can be seen. False without memory. */
bool import_fix_sides(import_faces *faces);

/* Makes a mesh of the same look without edges longer than `length` units. Prints why and returns
 * NULL on failure. */
r3d_mesh *import_split(const r3d_mesh *mesh, int32_t length);

/* Cuts those faces of a mesh whose size makes the engine draw them in the wrong order. *out_faults
 * is the share of wrong pixels that remains. Prints why and returns NULL on failure. */
r3d_mesh *import_split_well(const r3d_mesh *mesh, double *out_faults);

/* The share of the pixels of a mesh that show a face which is behind another, because the engine
 * sorts whole faces by their middle; negative without memory. Looks from several sides.
 * @param blame  A number for each face, to which its wrong pixels are added. */
double import_faults(const r3d_mesh *mesh, int32_t *blame);

/* The text of the skeleton: an origin, a scale, a turn and a shift for each part. Free it. */
bool import_encode_skeleton(const import_job *import, char **out_text, size_t *out_size);

/* The text of frames, a mask for each group of parts, and a sequence for each animation of the
 * model. Free it. */
bool import_encode_animation(const import_job *import, char **out_text, size_t *out_size);

/* Whether parts need labels. */
bool import_has_labels(const import_job *import);

/* ---- matrices: rotation, scaling and shift of a point (import_matrix.c) ---- */

struct aiMatrix4x4 matrix_multiply(const struct aiMatrix4x4 *a, const struct aiMatrix4x4 *b);

/* Inverts a matrix whose last row is 0 0 0 1; false if it flattens space. */
bool matrix_invert(const struct aiMatrix4x4 *m, struct aiMatrix4x4 *out);

void matrix_apply(const struct aiMatrix4x4 *m, const double in[3], double out[3]);

double matrix_determinant(const struct aiMatrix4x4 *m);

/* The place of a node as the file has it. */
struct aiMatrix4x4 node_place(const struct aiNode *node);

/* ---- colours (import_color.c) ---- */

/* Finds the packed colour that looks most like an RGB value at brightness 0.8. Remembers its
 * answers. */
typedef struct color_finder color_finder;

color_finder *color_finder_create(void);
void color_finder_destroy(color_finder *finder);
int32_t color_finder_nearest(color_finder *finder, uint32_t rgb);

#endif
