/* SPDX-License-Identifier: MIT */
/* A picture that is compared: a file, standard input or a raw frame. */

#ifndef R3D_TOOLS_DIFF_INPUT_H
#define R3D_TOOLS_DIFF_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include <retro3d/diff.h>
#include <retro3d/io.h>

/* Colours of raw frames of 8-bit numbers. */
typedef struct diff_palette {
    uint32_t colors[256]; /* 0xRRGGBB */
    int32_t count;
} diff_palette;

typedef struct diff_input {
    const char *path;            /* "-" is standard input */
    const r3d_picture_view *raw; /* what a file that is no PNG holds, without pixels; or NULL */
    const diff_palette *palette; /* of a raw frame of layout gray8; NULL: greys */
    const r3d_io_limits *limits; /* NULL: the default ones */
    void *data;                  /* the file's bytes, once they are read */
    size_t size;
    r3d_picture_view view; /* after decoding */
    bool has_alpha;
    r3d_picture picture;
    r3d_error error;
    bool failed;
} diff_input;

/* Reads "WxH:layout". */
bool diff_raw_parse(const char *value, r3d_picture_view *out_raw);

/* Reads a palette: 3 bytes R, G, B a colour. */
bool diff_palette_load(const char *path, diff_palette *out_palette, r3d_error *out_error);

/* Reads standard input to its end; false with `error` filled. */
bool diff_input_read_standard(diff_input *in);

/* Reads the file unless that was done; false with `error` filled. */
bool diff_input_read(diff_input *in);

/* Job `index` of an array of two that were read: fills view and has_alpha, or error and failed. */
void diff_input_decode(int32_t index, void *inputs);
void diff_input_free(diff_input *in);

bool diff_input_is_png(const diff_input *in);

/* Whether two inputs have the same bytes, and some. */
bool diff_input_same_bytes(const diff_input *in);

#endif
