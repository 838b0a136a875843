/* SPDX-License-Identifier: MIT */
/* Models of other formats as meshes, skeletons and animations of this project. Readers (gltf.cpp, obj.cpp,
 * assimp.c) turn a file into the plain arrays below; they run in a child process (child.c), because a
 * hostile file may crash, hang or fill whatever library looks at it. What comes back is checked.
 */

#ifndef R3D_TOOLS_IMPORT_H
#define R3D_TOOLS_IMPORT_H

#include <stdbool.h>
#include <stdint.h>

#include <retro3d/io.h>
#include <retro3d/models.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    IMPORT_TICKS_A_FRAME = 4, /* 80 ms */
    IMPORT_NAME_SIZE = 64,
    IMPORT_FAILURE_SIZE = 512,
    IMPORT_PARTS_MAX = 4096,
    IMPORT_FRAMES_MAX = 4096, /* of one animation */
    IMPORT_TRIANGLES_MAX = R3D_MESH_COUNT_MAX / 6,
    IMPORT_DEPTH_MAX = 1000, /* of nodes within nodes */
    IMPORT_SCALE = 256,      /* units in one of a model's, if not told */
    IMPORT_OWN_SCALE = 128,  /* of our own exports */
    IMPORT_TEXTS = 3         /* mesh, skeleton, animation */
};

/* Rotation, scaling and shift of a point, by rows. */
typedef struct import_matrix {
    double at[3][4];
} import_matrix;

/* A rigid part of the model, with a label of its own: a node with triangles, or a joint. */
typedef struct import_part {
    char name[IMPORT_NAME_SIZE];
    int32_t above; /* the nearest part above it, a lesser number, or -1 */
    int32_t unused;
    import_matrix bind; /* its place when nothing is animated */
} import_part;

typedef struct import_corner {
    float place[3]; /* when nothing is animated, in units of the model */
    float normal[3];
    int32_t part;
} import_corner;

typedef struct import_triangle {
    import_corner corners[3]; /* counter-clockwise from outside */
    uint8_t rgb[3];           /* as a screen shows it */
    uint8_t transparency;     /* 255: not to be seen */
    uint8_t smooth;           /* 1: its corners are lit each for itself */
    uint8_t two_sided;        /* 1: the model shows it from both sides */
    uint8_t unused[2];
} import_triangle;

/* An animation: frames at equal distances, each with a matrix for every part. */
typedef struct import_clip {
    char name[IMPORT_NAME_SIZE];
    int32_t frame_count;
    int32_t first; /* matrix of part 0 in frame 0 */
} import_clip;

/* A model that has been read. */
typedef struct import_job {
    const char *path;
    double scale;       /* our units in one of the model's */
    import_part *parts; /* in depth-first order */
    int32_t part_count;
    import_triangle *triangles;
    int32_t triangle_count;
    import_clip *clips;
    int32_t clip_count;
    bool has_too_many_frames; /* the clips were left out */
    import_matrix *matrices;
    int32_t matrix_count;
    char *texts[IMPORT_TEXTS]; /* of our own exports: what was exported; or NULL */
    size_t text_sizes[IMPORT_TEXTS];
    int32_t own_size[2]; /* of a character: x and z, y; in 1/128 of its mesh; 0: as the mesh is */
    char *remarks;       /* lines that tell what was not read */
    size_t remarks_size;
    char failure[IMPORT_FAILURE_SIZE]; /* why nothing could be read */
} import_job;

void import_free(import_job *import);

/* ---- for readers (model.c) ---- */

/* Notes why a model cannot be read; always false. The first reason stays. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
bool import_fail(import_job *import, const char *format, ...);

/* Notes a line about what was left out or replaced, once. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void import_remark(import_job *import, const char *format, ...);

/* These add a copy; false, with the reason noted, when there are too many, or without memory. */
bool import_add_triangle(import_job *import, const import_triangle *triangle);
bool import_add_part(import_job *import, const char *name, int32_t above,
                     const import_matrix *bind);
bool import_set_text(import_job *import, int number, const void *text, size_t size);

/* Adds a clip; returns room for frame_count * part_count matrices, or NULL. */
import_matrix *import_add_clip(import_job *import, const char *name, int32_t frame_count);

/* Copies text without control characters and without those that turn its direction. */
void import_clean_text(char *out, size_t size, const char *text);

/* ---- readers ---- */

/* Fills an empty import; false with import->failure. */
typedef bool import_reader(import_job *import, const char *path);

/* The reader for a file, by its first bytes and its ending; NULL, with *out_library, when the library
 * that it needs was missing when this program was built. */
import_reader *import_find_reader(const char *path, const char **out_library);

bool import_read_gltf(import_job *import, const char *path);
bool import_read_obj(import_job *import, const char *path);
bool import_read_assimp(import_job *import, const char *path);

/* ---- the child (child.c) ---- */

typedef struct import_limits {
    int32_t seconds; /* of the clock and of the processor */
    int64_t memory;  /* bytes of the child */
    int64_t answer;  /* bytes that it may send */
} import_limits;

void import_limits_init(import_limits *limits);

/* Runs a reader in a child process. False with import->failure. Free the import with
 * import_free either way. */
bool import_read(import_job *import, import_reader *reader, const char *path,
                 const import_limits *limits);

/* Writes all of an import to a file descriptor; false if that fails. */
bool import_send(const import_job *import, bool read, int descriptor);

/* Makes an import of what was sent. False, with import->failure, when it says that reading failed,
 * or is damaged. */
bool import_receive(import_job *import, const void *data, size_t size);

/* ---- what is made of it ---- */

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
    int32_t *alphas;
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

/* ---- our own exports (own.c) ---- */

/* Whether the model holds the texts that it was exported from. */
bool import_is_own(const import_job *import);

/* As those above, from the texts. `resting`: in the size that a character has; else in that of its
 * models, which its frames change. */
r3d_mesh *import_own_mesh(const import_job *import, bool resting);
bool import_encode_own_skeleton(const import_job *import, char **out_text, size_t *out_size);
bool import_encode_own_animation(const import_job *import, char **out_text, size_t *out_size);

/* Whether parts need labels. */
bool import_has_labels(const import_job *import);

/* ---- matrices (matrix.c) ---- */

import_matrix matrix_identity(void);
import_matrix matrix_multiply(const import_matrix *a, const import_matrix *b);

/* Inverts a matrix; false if it flattens space. */
bool matrix_invert(const import_matrix *m, import_matrix *out);

void matrix_apply(const import_matrix *m, const double in[3], double out[3]);

double matrix_determinant(const import_matrix *m);

/* A matrix of a shift, a turn (a quaternion x y z w, of any length above 0) and factors of size. */
import_matrix matrix_of(const double shift[3], const double turn[4], const double size[3]);

/* ---- colours (color.c) ---- */

/* Finds the packed colour that looks most like an RGB value at brightness 0.8, in all lights from dark to
 * full: what lighting makes of it counts as much as the colour itself. Remembers its answers. */
typedef struct color_finder color_finder;

color_finder *color_finder_create(void);
void color_finder_destroy(color_finder *finder);
int32_t color_finder_nearest(color_finder *finder, uint32_t rgb);

#ifdef __cplusplus
}
#endif

#endif
