/* SPDX-License-Identifier: MIT */
/* A script that is being reduced, for the files that do it. */

#ifndef R3D_TOOLS_SCRIPT_REDUCE_INTERNAL_H
#define R3D_TOOLS_SCRIPT_REDUCE_INTERNAL_H

#include <retro3d/script_room.h>

#include "reduce_script.h"

enum { PATH_SIZE = 4096, FILE_BYTES_MAX = 64 * 1024 * 1024, MADE_FILES_MAX = 512 };

/* A command. */
typedef struct line {
    char *words; /* zero-terminated one behind the other */
    size_t word_count;
    bool is_cut;
} line;

struct reducer {
    const r3d_script_room *const *rooms; /* besides those of the library */
    size_t room_count;
    char path[PATH_SIZE]; /* whose folder holds the files */
    line *lines;
    size_t line_count;
    char *text;
    size_t text_capacity;
    reducer_test test;
    reducer_progress progress;
    void *user;
    size_t tried;
    char *made[MADE_FILES_MAX];     /* paths of files that this reduction wrote */
    char *made_for[MADE_FILES_MAX]; /* the file that names it; NULL: lines do */
    size_t made_count;
};

/* Items that can be cut or put back. */
typedef struct items {
    size_t count;
    bool *is_cut;
    bool (*holds)(struct items *items);
    reducer *reduction;
    const char *what;
    void *context;
} items;

bool reduce_is_blank(char c);

/* Word `index` of a line. */
const char *reduce_word_of(const line *l, size_t index);

/* Exchanges a word. Returns false without memory; the line is unchanged then. */
bool reduce_set_word(line *l, size_t index, const char *word);

/* The command of a line; NULL if there is none. */
const r3d_script_command *reduce_command_of(const reducer *r, const line *l);

/* What word `index` of a line is; NULL for the command itself and for words that no command has. */
const r3d_script_arg *reduce_argument_of(const reducer *r, const line *l, size_t index);

/* Whether word `index` names a file. */
bool reduce_is_file(const reducer *r, const line *l, size_t index);

/* Chunks of half the items, a quarter and so on; single items until none can be cut. From the end: what
 * comes last depends on what comes first, seldom the other way round. */
void reduce_cut_items(items *list);

/* The path of a name in the folder of `path`. Returns false when it is too long. */
bool reduce_beside(const char *path, const char *name, char *out, size_t size);

/* Writes a file that a candidate or the result needs, unless it is there. */
bool reduce_make_file(reducer *r, const char *path, const void *data, size_t size,
                      r3d_error *out_error);

size_t reduce_count_left(const items *list);

#endif
