/* SPDX-License-Identifier: MIT */
/* The inside of a recorder: recorder.c listens and saves, recorder_files.c keeps the files that lines
 * name. How calls are written as lines is with the commands, in the room script. */

#ifndef R3D_SRC_RECORD_INTERNAL_H
#define R3D_SRC_RECORD_INTERNAL_H

#include <retro3d/record.h>

#include "../script/script_writing.h"

struct r3d_recorder {
    r3d_allocator allocator;
    r3d_draw_listener listener;
    const r3d_surface *surface; /* the only one */
    int32_t width;
    int32_t height;
    int depth; /* calls within calls that have parts */
    r3d_script_writer writer;
};

/* Writes all files into the folder of `path`. *out_new gets the number of those that were not there
 * before, in `is_new`. */
r3d_result r3d_priv_recorder_write_files(const r3d_recorder *recorder, const char *path,
                                         bool *is_new, r3d_error *out_error);
void r3d_priv_recorder_remove_files(const r3d_recorder *recorder, const char *path,
                                    const bool *is_new);

#endif
