/* SPDX-License-Identifier: MIT */
/* Pictures in terminals that can show them. */

#ifndef R3D_TOOLS_PREVIEW_H
#define R3D_TOOLS_PREVIEW_H

#include <stddef.h>

#include <retro3d/diff.h>

typedef enum preview_kind {
    PREVIEW_NONE,
    PREVIEW_KITTY,  /* kitty's graphics protocol */
    PREVIEW_ITERM2, /* iTerm2's inline images */
    PREVIEW_SIXEL,
    PREVIEW_UNKNOWN /* R3D_PREVIEW holds a word that means nothing */
} preview_kind;

/* What standard output can show. R3D_PREVIEW (kitty, iterm2, sixel or none) decides if it is set;
 * else the terminal's variables do, and with `ask` the terminal's answer to a question. Nothing
 * but a terminal shows pictures, unless `ask` and R3D_PREVIEW say that it does. */
preview_kind preview_detect(bool ask);

/* What the terminal's variables announce. */
preview_kind preview_of_environment(const char *(*get)(const char *name));

/* What a terminal answered to the question for its graphics protocol and attributes. */
preview_kind preview_of_answer(const char *answer);

/* Appends a PNG file as a terminal takes it; false when it cannot be read or memory is short. */
bool preview_append(preview_kind kind, const void *png, size_t size, r3d_diff_text *text);

#endif
