/* SPDX-License-Identifier: MIT */
/* The inside of a recorder: recorder.c listens and saves, recorder_calls.c turns calls into lines,
 * recorder_files.c keeps the files that lines name. */

#ifndef R3D_SRC_RECORD_INTERNAL_H
#define R3D_SRC_RECORD_INTERNAL_H

#include <retro3d/record.h>

#include "../script/number_text.h"

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

/* Something with a number in the replay: which file is there now. */
typedef struct r3d_priv_slot {
    int32_t asset; /* R3D_PRIV_NO_FILE: nothing */
    bool masked;
    r3d_image_frame frame;
    uint32_t last_use;
} r3d_priv_slot;

struct r3d_recorder {
    r3d_allocator allocator;
    r3d_draw_listener listener;
    const r3d_surface *surface; /* the only one */
    r3d_result result;          /* the first failure */
    char reason[160];
    int depth; /* calls within calls that have parts */
    uint32_t clock;

    r3d_priv_growing text;   /* of char */
    r3d_priv_growing assets; /* of r3d_priv_asset */

    /* What the replay has at this point. */
    int32_t width;
    int32_t height;
    r3d_rect clip;
    int32_t center_x;
    int32_t center_y;
    int32_t translucency;
    int32_t band_top;
    int32_t band_bottom;
    bool side_clip;
    bool smooth;
    r3d_palette *palette;
    bool has_palette;
    r3d_priv_slot textures[R3D_PRIV_TEXTURE_COUNT];
    uint32_t *texels[R3D_PRIV_TEXTURE_COUNT]; /* copies, to see changes */
    r3d_priv_slot sprites8[R3D_PRIV_SPRITE_COUNT];
    r3d_priv_slot sprites24[R3D_PRIV_SPRITE_COUNT];
    r3d_draw_limits limits;
    r3d_priv_leftover leftovers[2]; /* of the replay, by limits */
    r3d_priv_leftover seen;
    r3d_priv_growing meshes; /* of r3d_priv_recorded_mesh */
};

typedef struct r3d_priv_recorded_mesh {
    int32_t asset;
    bool pick_by_box;
} r3d_priv_recorded_mesh;

/* Notes a failure, if it is the first. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void r3d_priv_recorder_fail(r3d_recorder *recorder, r3d_result result, const char *format, ...);

/* Appends to the script. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void r3d_priv_recorder_put(r3d_recorder *recorder, const char *format, ...);

/* ---- recorder_calls.c ---- */

/* Writes the state that a call needs, and the call. */
void r3d_priv_recorder_put_call(r3d_recorder *recorder, const r3d_draw_call *call);

/* Writes a whole frame. */
void r3d_priv_recorder_put_pixels(r3d_recorder *recorder, const uint32_t *pixels,
                                  int32_t stride_px);

/* ---- recorder_files.c ---- */

/* Keeps a file, once for equal contents, and returns its number; R3D_PRIV_NO_FILE after a failure. Takes
 * `data`, which the recorder's allocator made. */
int32_t r3d_priv_recorder_keep(r3d_recorder *recorder, const char *kind, const char *ending,
                               void *data, size_t size);

/* The same for a picture of `count` pixels 0x00RRGGBB or, with alpha, 0xAARRGGBB. */
int32_t r3d_priv_recorder_keep_png(r3d_recorder *recorder, const char *kind, const uint32_t *pixels,
                                   int32_t width, int32_t height, int32_t stride_px,
                                   bool has_alpha);

int32_t r3d_priv_recorder_keep_tx8(r3d_recorder *recorder, const r3d_image8 *image);

const char *r3d_priv_recorder_file_name(const r3d_recorder *recorder, int32_t asset);

void r3d_priv_recorder_free_files(r3d_recorder *recorder);

/* Writes all files into the folder of `path`. *out_new gets the number of those that were not there
 * before, in `is_new`. */
r3d_result r3d_priv_recorder_write_files(const r3d_recorder *recorder, const char *path,
                                         bool *is_new, r3d_error *out_error);
void r3d_priv_recorder_remove_files(const r3d_recorder *recorder, const char *path,
                                    const bool *is_new);

#endif
