/* SPDX-License-Identifier: MIT */
/* What the commands for column worlds keep between them. docs/script.md describes the commands. */

#ifndef R3D_SRC_SCRIPT_COLUMN_STATE_H
#define R3D_SRC_SCRIPT_COLUMN_STATE_H

#include <retro3d/column.h>
#include <retro3d/levels.h>

#include "script_internal.h"

enum {
    R3D_PRIV_COLUMN_PLACES = 16,     /* levels at a time */
    R3D_PRIV_COLUMN_PICTURE_SETS = 4 /* sources of pictures of one level */
};

/* A level with everything that is drawn of it. */
typedef struct r3d_priv_script_level {
    r3d_column_level *level; /* NULL: nothing was loaded */
    r3d_column_world *world;
    r3d_column_context *context; /* NULL before the first draw */
    r3d_column_level_pictures *sets[R3D_PRIV_COLUMN_PICTURE_SETS];
    int32_t set_count;
    /* The pictures in use: of the sets, or with memory of their own in `owned`. */
    r3d_column_texture *textures; /* one for each material, and so on */
    r3d_column_texture *sprites;
    r3d_column_texture sky;
    void **owned; /* textures, then sprites, then the sky */
    int32_t owned_count;
    r3d_column_materials materials;
} r3d_priv_script_level;

/* What a replay keeps for the room. */
struct r3d_priv_columns {
    r3d_priv_script_level places[R3D_PRIV_COLUMN_PLACES];
    bool has_view;
    r3d_column_view view;
    double fov; /* above 0: the focal lengths follow from it and the width */
};

/* The state of the column commands. */
struct r3d_priv_columns *r3d_priv_columns_get(r3d_replay *replay);

/* r3d_script_state.release of it. */
void r3d_priv_columns_release(void *state, const r3d_allocator *allocator);

/* A place with a level; NULL, with the reason noted, where none was loaded. */
r3d_priv_script_level *r3d_priv_column_place_get(r3d_replay *replay, int32_t number);

/* Puts a level into a place in place of what is there; takes both, also when it fails.
 * @param pictures  NULL for none. */
r3d_result r3d_priv_column_place_fill(r3d_replay *replay, int32_t number, r3d_column_level *level,
                                      r3d_column_level_pictures *pictures);

/* Adds pictures for what has none yet; takes them, also when it fails. */
r3d_result r3d_priv_column_place_add(r3d_replay *replay, r3d_priv_script_level *place,
                                     r3d_column_level_pictures *pictures);

/* Which pictures a number belongs to. */
typedef enum r3d_priv_column_picture_kind {
    R3D_PRIV_COLUMN_PICTURE_WALL,
    R3D_PRIV_COLUMN_PICTURE_THING,
    R3D_PRIV_COLUMN_PICTURE_SKY
} r3d_priv_column_picture_kind;

/* Puts one picture; `memory` is what it points into and now belongs to the place. The number is in
 * range. */
void r3d_priv_column_place_put(r3d_replay *replay, r3d_priv_script_level *place,
                               r3d_priv_column_picture_kind kind, int32_t number,
                               const r3d_column_texture *texture, void *memory);

#endif
