/* SPDX-License-Identifier: MIT */
/* Walks the golden files below a folder. */

#ifndef R3D_TOOLS_GOLDEN_WALK_H
#define R3D_TOOLS_GOLDEN_WALK_H

#include <stdbool.h>

typedef enum walk_kind {
    WALK_PICTURE, /* NAME.png or NAME@TAG.png */
    WALK_MASK,    /* NAME.mask.png */
    WALK_OWNER,   /* NAME.owner.png */
    WALK_XFAIL,   /* NAME.xfail.png */
    WALK_I32,     /* NAME.i32.txt */
    WALK_TEXT,    /* NAME.txt, but not goldens.txt and xfail.txt of the top folder */
    WALK_OTHER
} walk_kind;

/* `name` is relative, without the ending; `tag` is "" for the plain golden. False stops. */
typedef bool (*walk_fn)(const char *path, walk_kind kind, const char *name, const char *tag,
                        void *user);

/* Visits files in the order of their paths. A folder that cannot be read, or lies too deep, is told on stderr, and
 * the rest is visited; a link to a folder above it is passed over. False when there was such a folder, or a visit
 * stopped. */
bool walk_goldens(const char *folder, walk_fn visit, void *user);

#endif
