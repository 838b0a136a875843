/* SPDX-License-Identifier: MIT */
/* What the arguments of "retro3d cache render" say. */

#ifndef R3D_TOOLS_CACHE_RENDER_OPTIONS_H
#define R3D_TOOLS_CACHE_RENDER_OPTIONS_H

#include "rows.h"

typedef struct render_request {
    cache_source source;
    bool has_kind;
    row_choice choice;
    const char *rows;
    const char *compare;
    const char *hash;
    const char *folder;
    const char *sheet;
    int32_t columns;
    bool html;
    card_camera camera;
    int32_t scale;
    card_worn worn;
    int32_t jobs;
    int32_t shard;
    int32_t shard_count;
    bool resume;
    bool coverage;
    bool quiet;
} render_request;

extern const command_help render_help;

/* Returns whether there is something to do; if not, *out_exit_code says how the program ends. */
bool render_request_read(render_request *request, int argc, char **argv, int *out_exit_code);

#endif
