/* SPDX-License-Identifier: MIT */
/* The colour of a face: factor, picture and colours of the corners. */

#ifndef R3D_TOOLS_IMPORT_PAINT_H
#define R3D_TOOLS_IMPORT_PAINT_H

#include "import.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum import_wrap { IMPORT_REPEAT = 0, IMPORT_MIRROR = 1, IMPORT_CLAMP = 2 } import_wrap;

typedef enum import_alpha {
    IMPORT_OPAQUE = 0,
    IMPORT_MASK = 1, /* below the cutoff nothing is to be seen */
    IMPORT_BLEND = 2
} import_alpha;

/* What a material looks like. */
typedef struct import_paint {
    double factor[4];           /* red, green, blue, alpha */
    bool is_linear;             /* factor and corner colours are light; else what a screen shows */
    const r3d_picture *picture; /* what a screen shows; NULL: none */
    import_wrap wrap[2];
    double map
        [2]
        [3]; /* texture coordinates to places of the picture, (0, 0) its upper left, 1 its size */
    import_alpha alpha;
    double cutoff;
    bool is_two_sided;
} import_paint;

/* A white that covers everything. */
void import_paint_init(import_paint *paint);

/* Sets colour, transparency and sides of a triangle as its middle looks; a middle that is not to be seen
 * gives way to other places of the triangle. False when none is to be seen: the face is to be left out.
 * @param uv      Texture coordinates of the corners, or NULL.
 * @param colors  Colours of the corners, or NULL. */
bool import_paint_face(const import_paint *paint, double (*uv)[2], double (*colors)[4],
                       import_triangle *triangle);

/* ---- files beside the model (beside.c) ---- */

typedef enum import_place {
    IMPORT_FOUND = 0,
    IMPORT_FOUND_BY_NAME =
        1, /* the name leads out of the folder; its last part lies beside the model */
    IMPORT_MISSING = 2,
    IMPORT_OUTSIDE = 3 /* the name leads out of the folder, which is not followed */
} import_place;

/* Finds a file that a model names, in the model's folder or below. Tries the name as it is, with \ for /
 * and with %XX decoded, then its last part beside the model. */
import_place import_find_beside(const char *model, const char *name, char *out_path, size_t size);

/* Loads a picture that a model names; what cannot be loaded is remarked upon, and false. */
bool import_load_picture(import_job *import, const char *name, r3d_picture *out);

/* Decodes a picture inside the model, which is called `name` in a remark when that fails. */
bool import_decode_picture(import_job *import, const void *data, size_t size, const char *name,
                           r3d_picture *out);

#ifdef __cplusplus
}
#endif

#endif
