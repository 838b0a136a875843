/* SPDX-License-Identifier: MIT */
/* Compares two picture files. Writes its words to texts, so that pairs can be compared in parallel.
 */

#ifndef R3D_TOOLS_DIFF_PAIR_H
#define R3D_TOOLS_DIFF_PAIR_H

#include <retro3d/diff.h>

#include "input.h"
#include "preview.h"

typedef struct diff_pair {
    const char *expected; /* "-" is standard input */
    const char *actual;
    const char *output;   /* NULL: no diff picture */
    const char *circled;  /* NULL: no circled picture */
    const char *triptych; /* NULL: no triptych */
    const char *html;     /* a page of two folders; NULL: none */
    bool passing_output;  /* `output` is for that page only and is not told */
    preview_kind preview; /* how the terminal shows the triptych */
    bool json;
    bool quiet;
    bool verify;                 /* decode even identical files */
    bool list;                   /* print the settings */
    bool low_memory;             /* PNG files: compare row by row while decoding */
    const r3d_picture_view *raw; /* what files that are no PNG hold; NULL: other formats */
    const diff_palette *palette; /* of raw frames; NULL: none */
    r3d_io_limits limits;        /* of each file; zero but for its size: the default ones */
    int threads;                 /* 2: decode the files at the same time */
    const r3d_diff_effective *effective;
} diff_pair;

/* Returns an exit code. The texts are appended to and belong to the caller. */
int diff_pair_run(const diff_pair *pair, r3d_diff_text *out, r3d_diff_text *errors);

#endif
