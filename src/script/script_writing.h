/* SPDX-License-Identifier: MIT */
/* Writing display lists: the writer, and what the rooms of the library keep in it. State is written
 * when it differs from what the replay of the lines so far has. */

#ifndef R3D_SRC_SCRIPT_WRITING_H
#define R3D_SRC_SCRIPT_WRITING_H

#include <retro3d/script_room.h>

#include "number_text.h"

enum {
    R3D_PRIV_FILE_NAME_SIZE = 48,
    R3D_PRIV_FILLS_BANK = R3D_PRIV_BOUND_TEXTURES, /* first place for texels of fills */
    R3D_PRIV_NO_FILE = -1
};

/* A file beside the script. */
typedef struct r3d_priv_asset {
    char name[R3D_PRIV_FILE_NAME_SIZE];
    void *data;
    size_t size;
} r3d_priv_asset;

struct r3d_script_writer {
    r3d_allocator allocator;
    r3d_result result; /* the first failure */
    char reason[160];
    r3d_priv_growing text;   /* of char */
    r3d_priv_growing assets; /* of r3d_priv_asset pointers, whose names must not move */
    const r3d_script_room *rooms[R3D_SCRIPT_ROOMS_MAX]; /* those of the library first */
    size_t room_count;
    void *states[R3D_SCRIPT_ROOMS_MAX]; /* NULL before their first use */
};

/* Begins anew, with the rooms of the library only. */
void r3d_priv_writer_init(r3d_script_writer *writer, const r3d_allocator *allocator);

/* Forgets what was written; the rooms stay. */
void r3d_priv_writer_reset(r3d_script_writer *writer);

void r3d_priv_writer_release(r3d_script_writer *writer);

/* Finds how a call is written; NULL if no room knows. */
const r3d_script_call *r3d_priv_writer_find(const r3d_script_writer *writer,
                                            const r3d_draw_call_type *type);

/* Writes the size of the frame, and its pixels if some are not blank. */
void r3d_priv_writer_begin(r3d_script_writer *writer, const r3d_surface *surface);

/* Keeps a file, once for equal contents, and returns its number; R3D_PRIV_NO_FILE after a failure. Takes
 * `data`, which the writer's allocator made. */
int32_t r3d_priv_writer_keep(r3d_script_writer *writer, const char *kind, const char *ending,
                             void *data, size_t size);

/* The same for a picture of `count` pixels 0x00RRGGBB or, with alpha, 0xAARRGGBB. */
int32_t r3d_priv_writer_keep_png(r3d_script_writer *writer, const char *kind,
                                 const uint32_t *pixels, int32_t width, int32_t height,
                                 int32_t stride_px, bool has_alpha);

int32_t r3d_priv_writer_keep_tx8(r3d_script_writer *writer, const r3d_image8 *image);

const char *r3d_priv_writer_file_name(const r3d_script_writer *writer, int32_t asset);

/* ---- write_surface.c ---- */

typedef struct r3d_priv_frame_writing {
    int32_t width; /* 0 before the frame is known */
    int32_t height;
    r3d_rect clip;
} r3d_priv_frame_writing;

/* Something with a number in the replay: which file is there now. */
typedef struct r3d_priv_slot {
    int32_t asset; /* its number + 1; 0: nothing */
    bool masked;
    r3d_image_frame frame;
    uint32_t last_use;
} r3d_priv_slot;

typedef struct r3d_priv_sprite_writing {
    uint32_t clock;
    r3d_priv_slot sprites8[R3D_PRIV_SPRITE_COUNT];
    r3d_priv_slot sprites24[R3D_PRIV_SPRITE_COUNT];
} r3d_priv_sprite_writing;

enum {
    R3D_PRIV_FRAME_CALLS_COUNT = 3,
    R3D_PRIV_AREA_CALLS_COUNT = 9,
    R3D_PRIV_COPY_CALLS_COUNT = 8,
    R3D_PRIV_FILL_CALLS_COUNT = 3,
    R3D_PRIV_MODEL_CALLS_COUNT = 2
};

extern const r3d_script_call r3d_priv_frame_calls[R3D_PRIV_FRAME_CALLS_COUNT];
extern const r3d_script_call r3d_priv_area_calls[R3D_PRIV_AREA_CALLS_COUNT];
extern const r3d_script_call r3d_priv_copy_calls[R3D_PRIV_COPY_CALLS_COUNT];

/* ---- write_raster.c ---- */

typedef struct r3d_priv_raster_writing {
    bool is_begun;
    int32_t center_x;
    int32_t center_y;
    int32_t translucency;
    int32_t band_top;
    int32_t band_bottom;
    bool side_clip;
    bool smooth;
    uint32_t clock;
    r3d_palette *palette; /* NULL: that of the replay was not written */
    r3d_priv_slot textures[R3D_PRIV_TEXTURE_COUNT];
    uint32_t *texels[R3D_PRIV_TEXTURE_COUNT]; /* copies, to see changes */
} r3d_priv_raster_writing;

void r3d_priv_raster_writing_release(void *state, const r3d_allocator *allocator);

extern const r3d_script_call r3d_priv_fill_calls[R3D_PRIV_FILL_CALLS_COUNT];

/* The state of rasters that fills and models have in common. */
void r3d_priv_write_raster(r3d_script_writer *writer, const r3d_raster *raster);

void r3d_priv_write_palette(r3d_script_writer *writer, const r3d_palette *palette);

void r3d_priv_write_texels(r3d_script_writer *writer, int32_t id, const r3d_texels *texels);

/* Whether the replay has texels of that number. */
bool r3d_priv_wrote_texels(r3d_script_writer *writer, int32_t id);

/* ---- write_model.c ---- */

typedef struct r3d_priv_written_mesh {
    int32_t asset;
    bool pick_by_box;
} r3d_priv_written_mesh;

typedef struct r3d_priv_model_writing {
    bool is_begun;
    r3d_draw_limits limits;
    r3d_priv_leftover leftovers[2]; /* of the replay, by limits */
    r3d_priv_leftover seen;
    r3d_priv_growing meshes; /* of r3d_priv_written_mesh */
} r3d_priv_model_writing;

void r3d_priv_model_writing_release(void *state, const r3d_allocator *allocator);

extern const r3d_script_call r3d_priv_model_calls[R3D_PRIV_MODEL_CALLS_COUNT];

#endif
