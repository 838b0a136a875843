/* SPDX-License-Identifier: MIT */
/* Draws of column worlds as lines of a recording. */

#ifndef R3D_SRC_SCRIPT_COLUMN_WRITE_H
#define R3D_SRC_SCRIPT_COLUMN_WRITE_H

#include <retro3d/script_room.h>

#include "column_state.h"

/* What the replay of the lines has by then: one level. */
typedef struct r3d_priv_written_level {
    const r3d_column_level *source; /* the client's; NULL: a free place */
    uint64_t source_hash;           /* its address may come again */
    r3d_column_level *level;        /* as the replay reads it */
    r3d_column_world *world;
    int32_t *material_of; /* the client's number of each material */
    uint64_t *pictures;   /* hashes: materials, types, sky; 0: no picture */
    uint32_t last_use;
} r3d_priv_written_level;

/* What a writer keeps for them. */
typedef struct r3d_priv_written_columns {
    r3d_priv_written_level levels[R3D_PRIV_COLUMN_PLACES];
    uint32_t clock;
    bool has_view;
    r3d_column_view view;
} r3d_priv_written_columns;

/* r3d_script_call.write of r3d_call_column_draw. */
void r3d_priv_column_write_draw(r3d_script_writer *writer, const r3d_draw_call *call);

/* Releases what r3d_priv_written_columns refers to. */
void r3d_priv_columns_written_release(void *state, const r3d_allocator *allocator);

#endif
