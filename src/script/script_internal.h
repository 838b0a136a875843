/* SPDX-License-Identifier: MIT */
/* The parsed form of a display list, the rooms of the library, and the state of a replay.
 *
 * A new command is one line in the table of its room (its name, its function, its arguments) and one
 * function. */

#ifndef R3D_SRC_SCRIPT_INTERNAL_H
#define R3D_SRC_SCRIPT_INTERNAL_H

#include <stdbool.h>

#include <retro3d/io.h>
#include <retro3d/pictures.h>
#include <retro3d/raster.h>
#include <retro3d/script_room.h>

#include "../base/error_text.h"

enum {
    R3D_PRIV_TEXTURE_COUNT = 256,    /* places for texels */
    R3D_PRIV_NUMBERED_TEXTURES = 50, /* of `texture` and `tex` */
    R3D_PRIV_BOUND_TEXTURES = 128,   /* that models may use, without the original's limits */
    R3D_PRIV_SPRITE_COUNT = 256
};

/* ---- the language ---- */

typedef struct r3d_priv_command {
    const r3d_script_command *spec;
    int32_t line;
    uint32_t value_count;
    size_t first_value; /* in r3d_script.values */
} r3d_priv_command;

#define R3D_PRIV_COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* The rooms of the library. */
extern const r3d_script_room *const r3d_priv_rooms[];
extern const size_t r3d_priv_room_count;

extern const r3d_script_room r3d_priv_frame_room;
extern const r3d_script_room r3d_priv_area_room;
extern const r3d_script_room r3d_priv_sprite_room;
extern const r3d_script_room r3d_priv_raster_room;
extern const r3d_script_room r3d_priv_mesh_room;
extern const r3d_script_room r3d_priv_model_room;
extern const r3d_script_room r3d_priv_record_room;
extern const r3d_script_room r3d_priv_column_room;
extern const r3d_script_room r3d_priv_column_picture_room;
extern const r3d_script_room r3d_priv_outline_room; /* src/script_outline */
extern const r3d_script_room r3d_priv_affine_room;  /* src/script_affine */
extern const r3d_script_room r3d_priv_affine_draw_room;

/* The command `tex`, for textures of any number. */
r3d_result r3d_priv_run_tex(r3d_replay *replay, const r3d_script_args *args);

/* Finds a command by name among rooms; on failure returns NULL and the nearest known name, or NULL,
 * in *out_nearest. */
const r3d_script_command *r3d_priv_find_command(const r3d_script_room *const *rooms, size_t count,
                                                const char *name, const char **out_nearest);

/* ---- a parsed script ---- */

struct r3d_script {
    r3d_allocator allocator;
    r3d_file_source files; /* of those that it names; `open` NULL: on disk */
    char *path;
    char *text; /* words that commands refer to are zero-terminated in place */
    r3d_priv_command *commands;
    size_t command_count;
    r3d_script_value *values;
    size_t value_count;
    const r3d_script_room *rooms[R3D_SCRIPT_ROOMS_MAX]; /* those of the library first */
    size_t room_count;
};

/* How many bytes of the script's path are its folder, with the slash. */
size_t r3d_priv_script_folder_length(const r3d_script *script);

/* ---- a replay: the frame, its raster and the palette; what else is kept is each room's ---- */

/* Counts what a replay allocates. The replay's own allocator refers to it, so it must not move. */
typedef struct r3d_priv_budget {
    r3d_allocator base;
    int64_t used;
    int64_t limit;
    bool exceeded;
} r3d_priv_budget;

typedef struct r3d_priv_script_texture {
    bool loaded;
    r3d_image8 image;
    uint32_t *texel_memory;
    r3d_texels texels;
    bool texels_valid; /* false after loading and after a change of brightness */
    bool is_bank;      /* its texels were loaded, not made of an image */
    bool average_known;
    uint32_t average;
} r3d_priv_script_texture;

typedef struct r3d_priv_row_list {
    r3d_row_span *rows;
    int32_t count;
} r3d_priv_row_list;

typedef enum r3d_priv_replay_state {
    R3D_PRIV_REPLAY_FRESH,
    R3D_PRIV_REPLAY_RUNNING,
    R3D_PRIV_REPLAY_FAILED
} r3d_priv_replay_state;

struct r3d_replay {
    r3d_priv_budget budget;
    r3d_allocator allocator; /* counts into the budget */
    r3d_priv_replay_state state;
    const r3d_script *script; /* while running */
    size_t next_command;
    r3d_error error;                    /* details of a failure */
    void *states[R3D_SCRIPT_ROOMS_MAX]; /* of the rooms of the script; NULL: nothing is kept */

    uint32_t *pixels; /* NULL before `size` */
    r3d_surface surface;
    r3d_raster raster;
    r3d_isa isa;
    const r3d_draw_listener *listener;
    r3d_bands *bands; /* NULL: everything is drawn at once */
    int32_t band_count;
    r3d_run_jobs_fn run;
    void *run_user;

    r3d_black_rule black_rule;
    r3d_detail detail;
    r3d_gamma gamma;
    r3d_palette *palette;
    bool palette_valid;

    bool has_sentinel; /* pixels with alpha 0 were not drawn */
    /* Models are drawn as by a client that does not ask in which order: the dumps of the order and
     * of the triangles are empty then. For tests: faces may be set up together. */
    bool is_unobserved;
};

/* What is kept for the room of sprites. */
typedef struct r3d_priv_script_sprites {
    r3d_image8 sprites8[R3D_PRIV_SPRITE_COUNT]; /* pixels NULL: not loaded */
    r3d_image24 sprites24[R3D_PRIV_SPRITE_COUNT];
    r3d_priv_row_list lists[R3D_PRIV_SPRITE_COUNT]; /* rows NULL: not loaded */
} r3d_priv_script_sprites;

/* What is kept for the room of triangles. */
typedef struct r3d_priv_script_textures {
    r3d_priv_script_texture textures[R3D_PRIV_TEXTURE_COUNT];
    bool any_is_loaded;
} r3d_priv_script_textures;

/* They are there while commands run. */
r3d_priv_script_sprites *r3d_priv_sprites_of(const r3d_replay *replay);
r3d_priv_script_textures *r3d_priv_textures_of(const r3d_replay *replay);

/* Of the model that is being drawn: the packed colour of the last triangle; -1 if it is not flat. */
int32_t r3d_priv_flat_value(const r3d_replay *replay);

/* The number of the texture that has these texels; -1 if none has. */
int32_t r3d_priv_texture_of(const r3d_replay *replay, const r3d_texels *texels);

/* Fills *out_error (NULL is allowed) for a call that is refused, and returns `result`. */
r3d_result r3d_priv_refuse_call(r3d_error *out_error, r3d_result result, const char *path);

/* Turns the failure of a loader into one of the command: what was loaded, and where it is wrong. */
r3d_result r3d_priv_fail_loading(r3d_replay *replay, const char *what, int32_t id,
                                 const r3d_error *cause);

/* Loads the .tx8 file that a command `what ID FILE` names. */
r3d_result r3d_priv_load_image8(r3d_replay *replay, const r3d_script_args *args, const char *what,
                                r3d_tx8_kind kind, r3d_image8 *out_image);

/* The palette at the current brightness. */
const r3d_palette *r3d_priv_current_palette(r3d_replay *replay);

/* The texels of texture `id` at the current brightness; NULL, with the reason noted, if it was not
 * loaded. */
const r3d_texels *r3d_priv_current_texels(r3d_replay *replay, int32_t id);

/* Loads the PNG with 8 bits a channel that argument `index` names; notes it if it cannot. The caller frees
 * the picture. */
r3d_result r3d_priv_replay_load_picture(r3d_replay *replay, const r3d_script_args *args, int index,
                                        r3d_picture *out_picture);

#endif
