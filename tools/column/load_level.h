/* SPDX-License-Identifier: MIT */
/* Opening a level named on the command line: FILE.level or FILE.wad[:MAP]. */

#ifndef R3D_TOOLS_COLUMN_LEVEL_H
#define R3D_TOOLS_COLUMN_LEVEL_H

#include <stdbool.h>
#include <stddef.h>

#include <retro3d/column.h>
#include <retro3d/levels.h>

typedef struct open_level {
    r3d_column_level *level;
    r3d_column_level_pictures *pictures; /* NULL when not asked for */
    bool is_wad;
} open_level;

typedef struct open_level_options {
    const char *iwad;     /* where graphics are looked up too, or NULL */
    const char *textures; /* folder of PNG textures for text levels, or NULL */
    bool pictures;
    bool sprites; /* with pictures: those of things, too */
    bool strict;
    bool rebuild_tree;
    bool show_warnings;  /* of the level */
    bool show_missing;   /* pictures */
    r3d_wad_skill skill; /* for maps */
} open_level_options;

/* Prints what is wrong and returns an exit code. Release with close_level. */
int open_level_file(const char *name, const open_level_options *options, open_level *out);

/* The file in a level's name: "FILE.wad" of "FILE.wad:MAP", otherwise the name itself. */
void level_file(const char *name, char *out, size_t size);

/* Whether a level's name is that of a map of a WAD file. */
bool level_is_wad(const char *name);

/* "easy", "medium", "hard" or "all"; false for other words. */
bool parse_skill(const char *text, r3d_wad_skill *out);

void close_level(open_level *level);

#endif
