/* SPDX-License-Identifier: MIT */
/* Files that a recording needs beside its script: lines of a word and whole numbers. */

#ifndef R3D_SRC_SCRIPT_NUMBER_TEXT_H
#define R3D_SRC_SCRIPT_NUMBER_TEXT_H

#include "model_state.h"

enum { R3D_PRIV_LINE_NUMBERS_MAX = 16, R3D_PRIV_LINE_WORD_SIZE = 24 };

typedef struct r3d_priv_number_line {
    char word[R3D_PRIV_LINE_WORD_SIZE];
    int32_t numbers[R3D_PRIV_LINE_NUMBERS_MAX];
    int32_t count;
} r3d_priv_number_line;

typedef struct r3d_priv_number_text {
    const r3d_allocator *allocator;
    char *data;
    size_t size;
    size_t next;
    int32_t line; /* number of the last line that was read */
} r3d_priv_number_text;

/* Reads the file that a command names and its first line, which is `kind` and 1. Notes failures. */
r3d_result r3d_priv_number_text_open(r3d_replay *replay, const r3d_script_args *args, int index,
                                     const char *kind, r3d_priv_number_text *out_text);

void r3d_priv_number_text_close(r3d_priv_number_text *text);

/* Reads the next line that has words. *out_is_end is set at the end of the file. */
r3d_result r3d_priv_number_text_line(r3d_replay *replay, r3d_priv_number_text *text,
                                     r3d_priv_number_line *out_line, bool *out_is_end);

/* Notes that the last line is wrong. */
r3d_result r3d_priv_number_text_fail(r3d_replay *replay, const r3d_priv_number_text *text,
                                     r3d_result result, const char *expected);

/* Appends formatted text to a list of char. Returns false without memory. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
bool r3d_priv_append(const r3d_allocator *allocator, r3d_priv_growing *text, const char *format, ...);

/* ---- lit_mesh.c ---- */

/* Writes a lit mesh as text. Returns false without memory. */
bool r3d_priv_lit_mesh_text(const r3d_mesh_view *mesh, const r3d_allocator *allocator,
                            r3d_priv_growing *out_text);

/* ---- leftover.c ---- */

/* What earlier draws left in a draw context. */
typedef struct r3d_priv_leftover {
    int32_t *numbers;
    size_t count;
} r3d_priv_leftover;

/* Takes it, into memory that is grown if need be. Returns false without memory. */
bool r3d_priv_leftover_take(const r3d_draw_context *context, const r3d_allocator *allocator,
                            r3d_priv_leftover *leftover);

/* Whether two are the same, the mouse apart. One without numbers is that of a new context. */
bool r3d_priv_leftover_is_equal(const r3d_priv_leftover *known, const r3d_priv_leftover *seen);
bool r3d_priv_leftover_mouse_differs(const r3d_priv_leftover *known, const r3d_priv_leftover *seen);

/* Writes it as text. */
bool r3d_priv_leftover_text(const r3d_draw_context *context, const r3d_allocator *allocator,
                            r3d_priv_growing *out_text);

/* The commands `litmesh` and `leftover`. */
r3d_result r3d_priv_run_litmesh(r3d_replay *replay, const r3d_script_args *args);
r3d_result r3d_priv_run_leftover(r3d_replay *replay, const r3d_script_args *args);

#endif
