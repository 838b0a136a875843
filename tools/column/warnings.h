/* SPDX-License-Identifier: MIT */
/* Warnings about a level, those of one kind in one line. */

#ifndef R3D_TOOLS_COLUMN_WARNINGS_H
#define R3D_TOOLS_COLUMN_WARNINGS_H

#include <stdbool.h>

#include <retro3d/column_inspect.h>
#include <retro3d/column_level.h>

enum { LEVEL_KINDS_MAX = 32, LEVEL_NAMES_SHOWN = 3, LEVEL_NAME_SIZE = 48 };

/* Warnings that differ in a name or a number only. */
typedef struct level_kind {
    char first[R3D_ERROR_MESSAGE_SIZE]; /* the whole message */
    char text[R3D_ERROR_MESSAGE_SIZE];  /* without the name */
    char names[LEVEL_NAMES_SHOWN][LEVEL_NAME_SIZE];
    int32_t line; /* of the first one */
    int32_t count;
} level_kind;

/* Who hears warnings until they are told. */
typedef struct level_ear {
    const char *name; /* of the level */
    bool shown;
    int32_t findings;
    int32_t vertex_limit; /* from here on unused vertices are no finding */
    int32_t kind_count;
    level_kind kinds[LEVEL_KINDS_MAX];
} level_ear;

/* Listeners; `user` is the ear. */
void level_ear_issue(const r3d_column_level_issue *issue, int32_t line, void *user);
void level_ear_missing(const r3d_column_level_issue *issue, void *user);
void level_ear_finding(const r3d_column_finding *finding, void *user);

/* Vertices that a node builder has put behind those of the walls of a map are no finding. */
void level_ear_map(level_ear *ear, const r3d_column_level *level);

/* Prints them to stderr. */
void level_ear_tell(const level_ear *ear);

#endif
