/* SPDX-License-Identifier: MIT */
/* The options of retro3d render. */

#ifndef R3D_TOOLS_RENDER_OPTIONS_H
#define R3D_TOOLS_RENDER_OPTIONS_H

#include "model.h"

enum { R3D_RENDER_FRAMES_MAX = 4096, R3D_RENDER_PATH_SIZE = 2048 };

typedef struct render_texture {
    int32_t number;
    const char *path;
} render_texture;

typedef struct render_options {
    const char *parts[R3D_RENDER_PARTS_MAX];
    int32_t part_count;
    const char *output;
    render_view view;
    double brightness;
    r3d_light light;
    render_texture textures[R3D_RENDER_TEXTURES_MAX];
    int texture_count;
    const char *skeleton; /* both NULL if the model is not posed */
    const char *frames;
    char skeleton_beside[R3D_RENDER_PATH_SIZE];
    char frames_beside[R3D_RENDER_PATH_SIZE];
    int32_t frame; /* -1: none */
    const char *anim;
    int32_t turntable; /* 0: no */
    int32_t columns;
    bool apng;
    int32_t scale;
} render_options;

/* Reads the options. Returns true if there is something to do; otherwise *out_exit_code is the exit
 * code, and what was wrong is told. */
bool render_options_read(render_options *out_options, int argc, char **argv, int *out_exit_code);

#endif
