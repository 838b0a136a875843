/* SPDX-License-Identifier: MIT */
/* What the model commands of a replay share: named objects, the draw context, the record of the
 * last draw, and the text of dumps. */

#ifndef R3D_SRC_SCRIPT_MODEL_STATE_H
#define R3D_SRC_SCRIPT_MODEL_STATE_H

#include <retro3d/icon.h>
#include <retro3d/models.h>

#include "script_internal.h"

#include "../base/memory.h"

/* Each kind has its own names. */
typedef enum r3d_priv_object_kind {
    R3D_PRIV_OBJECT_MESH,
    R3D_PRIV_OBJECT_SKELETON,
    R3D_PRIV_OBJECT_ANIMATION,
    R3D_PRIV_OBJECT_ICON
} r3d_priv_object_kind;

/* Who drew a pixel of an icon: the part of it, and the face where it is the model. */
typedef enum r3d_priv_icon_part {
    R3D_PRIV_ICON_NOTHING = 0,
    R3D_PRIV_ICON_FACE,
    R3D_PRIV_ICON_EDGE /* outline, shadow or linked icon */
} r3d_priv_icon_part;

typedef struct r3d_priv_icon_pixel {
    r3d_priv_icon_part part;
    int32_t face;
    int32_t priority; /* -1: the model has none by face */
    int32_t bucket;
} r3d_priv_icon_pixel;

/* Kept while somebody listens. */
typedef struct r3d_priv_icon_source {
    const char *model;
    size_t command;
    r3d_priv_icon_pixel pixels[R3D_ICON_SIZE * R3D_ICON_SIZE];
} r3d_priv_icon_source;

/* A named object. Only the member of its kind is used. Animations refer to skeletons by address, so
 * a skeleton is its own allocation and stays until the replay ends. */
typedef struct r3d_priv_object {
    const char *name; /* in the script's text */
    r3d_priv_object_kind kind;
    bool is_set;
    r3d_mesh *mesh;
    bool pick_by_box;
    r3d_loaded_skeleton skeleton;
    r3d_animation animation;
    uint32_t *icon;                    /* R3D_ICON_SIZE squared pixels */
    r3d_priv_icon_source *icon_source; /* NULL when nobody listened */
} r3d_priv_object;

/* The last draw, for dumps. */
typedef struct r3d_priv_last_draw {
    const char *mesh; /* its name, NULL before the first draw */
    int32_t vertex_count;
    r3d_draw_report report;
    r3d_priv_growing order;     /* of int32_t */
    r3d_priv_growing triangles; /* of r3d_draw_triangle */
    int32_t face;               /* that is being drawn, and its bucket */
    int32_t bucket;
    bool incomplete; /* there was no memory to record it */
    r3d_replay *replay;
    uint32_t *icon_pixels;             /* while an icon is drawn for a listener */
    r3d_priv_icon_source *icon_source; /* and where its faces are noted */
    const int32_t *icon_priorities;
} r3d_priv_last_draw;

struct r3d_priv_models {
    r3d_draw_context *context;     /* one of the next two */
    r3d_draw_context *contexts[2]; /* by r3d_draw_limits; NULL until needed */
    r3d_draw_limits limits;
    r3d_priv_growing objects; /* of r3d_priv_object pointers */
    uint32_t *slots;          /* hash table of object numbers + 1, 0 is free */
    uint32_t slot_count;      /* a power of two, or 0 */
    r3d_priv_last_draw last;
    const r3d_priv_icon_source *plotted; /* by the `ploticon` that is being run */
    r3d_priv_growing dump;               /* of char */
};

/* The state, which is made at its first use; NULL without memory. */
struct r3d_priv_models *r3d_priv_models_get(r3d_replay *replay);

/* The state; NULL until a command of models has come. */
struct r3d_priv_models *r3d_priv_models_of(const r3d_replay *replay);

/* Releases what the model commands made. */
void r3d_priv_models_release(void *state, const r3d_allocator *allocator);

/* Goes on with the draw context that has these limits. */
r3d_result r3d_priv_models_set_limits(r3d_replay *replay, r3d_draw_limits limits);

/* Finds an object that is set; NULL, with the reason noted, if there is none of that name. */
r3d_priv_object *r3d_priv_object_find(r3d_replay *replay, r3d_priv_object_kind kind,
                                      const char *name);

/* Finds or makes the object of a name; what it held is released. NULL without memory. */
r3d_priv_object *r3d_priv_object_reset(r3d_replay *replay, r3d_priv_object_kind kind,
                                       const char *name);

/* Commands `dump`. */
r3d_result r3d_priv_run_dump(r3d_replay *replay, const r3d_script_args *args);

#endif
