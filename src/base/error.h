/* SPDX-License-Identifier: MIT */
/* Filling an r3d_error, the same way in every room. The message is formatted by error_text.h, which
 * needs <stdio.h>; rooms that may not use that set it here. */

#ifndef R3D_SRC_BASE_ERROR_H
#define R3D_SRC_BASE_ERROR_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <retro3d/base.h>
#include <retro3d/text.h>

/* Copies a path, cut at the front: its end says more about a file than its beginning. */
static inline void r3d_priv_error_file(r3d_error *error, const char *path)
{
    static const char dots[] = "...";
    const size_t room = sizeof error->file;
    const size_t length = strlen(path);
    if (length < room) {
        memcpy(error->file, path, length + 1);
        return;
    }
    const char *tail = path + length - (room - sizeof dots);
    /* Do not begin in the middle of a UTF-8 character. */
    while (((unsigned char)*tail & 0xc0u) == 0x80u) {
        tail++;
    }
    memcpy(error->file, dots, sizeof dots - 1);
    memcpy(error->file + sizeof dots - 1, tail, strlen(tail) + 1);
}

/* Sets everything but the message, which becomes empty. NULL for a file that has no name.
 * line    From 1, or 0 where lines do not apply.
 * offset  From 0, or -1 where offsets do not apply. */
static inline void r3d_priv_error_place(r3d_error *error, r3d_result result, const char *file,
                                        int32_t line, int64_t offset)
{
    error->result = result;
    error->line = line;
    error->offset = offset;
    r3d_priv_error_file(error, file != NULL ? file : "");
    error->message[0] = '\0';
}

/* Sets everything, unless `out_error` is NULL; a message that is too long is cut. Names of others may stand in it:
 * what is not printable of them is escaped. Returns `result`. */
static inline r3d_result r3d_priv_error_fill(r3d_error *out_error, r3d_result result,
                                             const char *file, int32_t line, int64_t offset,
                                             const char *message)
{
    if (out_error != NULL) {
        r3d_priv_error_place(out_error, result, file, line, offset);
        (void)r3d_text_show(message, out_error->message, sizeof out_error->message);
    }
    return result;
}

#endif
