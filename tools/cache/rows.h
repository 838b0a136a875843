/* SPDX-License-Identifier: MIT */
/* The rows that "retro3d cache render" draws: lists of them, and the tables that hold them. */

#ifndef R3D_TOOLS_CACHE_ROWS_H
#define R3D_TOOLS_CACHE_ROWS_H

#include "cards.h"
#include "common.h"

/* What a table says of a picture. */
typedef struct picture_facts {
    int32_t width;
    int32_t height;
    uint32_t crc;
    int32_t nonzero;
} picture_facts;

/* One row, and what became of it. */
typedef struct render_row {
    card_row row;
    picture_facts expected; /* of --compare */
    picture_facts actual;
    bool tried;
    bool drawn;
    r3d_error *error; /* why it was not */
} render_row;

typedef struct row_list {
    render_row *rows;
    size_t count;
    size_t capacity;
    bool misses_ids; /* ids were asked for that do not exist, which was printed */
} row_list;

void row_list_free(row_list *list);

/* Reads a table. Prints an error and returns false on failure. */
bool row_list_load(row_list *list, const char *path);

/* What --kind and its companions choose. */
typedef struct row_choice {
    const char *command; /* who asks: "render" */
    card_kind kind;
    id_list ids;
    int32_t amount;
    int32_t seq;      /* -1: not given */
    int32_t frame;    /* -1: not given */
    bool film;        /* all steps of a sequence */
    int32_t rotation; /* -1: by id */
    int32_t gender;
} row_choice;

/* Makes the rows of a choice. Of "all", things that have nothing to draw are left out. Prints an
 * error and returns false on failure. */
bool row_list_choose(row_list *list, r3d_cache *cache, const row_choice *choice);

/* Keeps one of `count` parts, from 1: rows that follow each other, so that parts can be put
 * together. */
void row_list_shard(row_list *list, int part, int count);

/* Writes the table of all rows that were drawn. Prints an error and returns false on failure. */
bool row_list_save(const row_list *list, const char *path);

enum { R3D_PICTURE_FILE_SIZE = 96 };

/* The third word of a picture, or of a film, which has no step. */
void picture_param(const card_row *row, bool film, char out_param[CARD_PARAM_SIZE]);

/* The file name of a picture, "npc-3-walk-2.png", or of the film of the sequence that a row plays,
 * "npc-3-seq-0.png". */
void picture_file_name(const card_row *row, bool film, char out_name[R3D_PICTURE_FILE_SIZE]);

#endif
