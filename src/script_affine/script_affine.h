/* SPDX-License-Identifier: MIT */
/* Affine arenas in display lists: what a replay and a writer keep. */

#ifndef R3D_SRC_SCRIPT_AFFINE_H
#define R3D_SRC_SCRIPT_AFFINE_H

#include <retro3d/affine_calls.h>
#include <retro3d/arenas.h>
#include <retro3d/script_room.h>

#include "../base/memory.h"

enum {
    R3D_PRIV_AFFINE_PICTURES = 4096, /* places of pictures */
    R3D_PRIV_AFFINE_CELLS_MAX = R3D_AFFINE_MAP_MAX * R3D_AFFINE_MAP_MAX
};

extern const r3d_script_room r3d_priv_affine_room;
extern const r3d_script_room r3d_priv_affine_draw_room;
extern const r3d_script_command r3d_priv_affine_item_commands[15];

/* A picture that a command loaded. All pointers NULL: none. */
typedef struct r3d_priv_affine_picture {
    r3d_affine_picture view;
    void *pixels;
    uint32_t *palette;
} r3d_priv_affine_picture;

/* Cells of a map. */
typedef struct r3d_priv_affine_cells {
    int16_t *cells; /* NULL: none */
    int32_t columns;
    int32_t rows;
} r3d_priv_affine_cells;

typedef struct r3d_priv_affine_state {
    bool has_scene; /* `affine_scene` came */
    bool has_frame;
    r3d_affine_scene scene;
    r3d_affine_camera camera;
    r3d_affine_hw_frame frame;
    r3d_affine_cycle cycles[R3D_AFFINE_CYCLES_MAX];
    int32_t cycle_count;
    int64_t time_ms;
    r3d_priv_affine_picture *pictures; /* R3D_PRIV_AFFINE_PICTURES, or NULL */
    r3d_priv_growing walls;
    r3d_priv_growing sprites;
    r3d_priv_growing boxes;
    r3d_priv_affine_cells floors[2];
    r3d_priv_affine_cells maps[R3D_AFFINE_HW_BACKGROUNDS_MAX];
    r3d_affine_hw_background backgrounds[R3D_AFFINE_HW_BACKGROUNDS_MAX];
    r3d_affine_hw_object objects[R3D_AFFINE_HW_OBJECTS_MAX];
    r3d_affine_matrix matrices[R3D_AFFINE_HW_MATRICES_MAX];
    r3d_affine_context *context;
    int32_t max_walls; /* of the context */
    int32_t max_sprites;
} r3d_priv_affine_state;

void r3d_priv_affine_state_release(void *state, const r3d_allocator *hooks);

/* What the replay keeps; NULL after the reason was noted. */
r3d_priv_affine_state *r3d_priv_affine_get(r3d_replay *replay);

/* Begins a scene, or a frame of the compositor: nothing is in it. */
void r3d_priv_affine_begin(r3d_priv_affine_state *s, const r3d_allocator *hooks, bool is_scene);

/* The context with room for a scene. */
r3d_result r3d_priv_affine_need_context(r3d_replay *replay, r3d_priv_affine_state *s,
                                        const r3d_affine_scene *scene);

/* A picture by its number, with the reason noted if there is none. */
r3d_result r3d_priv_affine_need_picture(r3d_replay *replay, r3d_priv_affine_state *s,
                                        int32_t number, r3d_affine_picture *out);

/* `affine_picture` and `affine_indexed`. */
r3d_result r3d_priv_affine_run_picture(r3d_replay *replay, const r3d_script_args *args);
r3d_result r3d_priv_affine_run_indexed(r3d_replay *replay, const r3d_script_args *args);

/* Loads the map that a file argument names. */
r3d_result r3d_priv_affine_load_cells(r3d_replay *replay, const r3d_script_args *args, int index,
                                      r3d_priv_affine_cells *out);

/* ---- writing ---- */

/* What the replay of the lines has by then. */
typedef struct r3d_priv_affine_written {
    uint64_t pictures[R3D_PRIV_AFFINE_PICTURES]; /* hashes */
    int32_t picture_count;
    uint64_t scene; /* hash of what the last `affine_scene` and its items say; 0: none */
    bool has_camera;
    r3d_affine_camera camera;
} r3d_priv_affine_written;

void r3d_priv_affine_write_draw(r3d_script_writer *writer, const r3d_draw_call *call);
void r3d_priv_affine_write_compose(r3d_script_writer *writer, const r3d_draw_call *call);
void r3d_priv_affine_write_boxes(r3d_script_writer *writer, const r3d_draw_call *call);

/* The number of a picture, whose lines are written if need be; -1 after a failure. */
int32_t r3d_priv_affine_write_picture(r3d_script_writer *writer, r3d_priv_affine_written *w,
                                      const r3d_affine_picture *picture);

/* The file of a map; NULL after a failure. */
const char *r3d_priv_affine_write_cells(r3d_script_writer *writer, const int16_t *cells,
                                        int32_t columns, int32_t rows);

static inline uint64_t r3d_priv_affine_hash(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * 1099511628211u;
    }
    return hash;
}

/* A number among the arguments of a command. */
#define N(index) (args->values[index].i)

#endif
