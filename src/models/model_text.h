/* SPDX-License-Identifier: MIT */
/* What the readers of model texts share: words of a line, numbers with exact errors, and one block
 * of memory for all arrays of an object. */

#ifndef R3D_SRC_MODELS_MODEL_TEXT_H
#define R3D_SRC_MODELS_MODEL_TEXT_H

#include "../io/io_internal.h"

/* A word; not zero-terminated. */
typedef struct r3d_priv_word_view {
    const char *text;
    size_t size;
} r3d_priv_word_view;

/* Walks over the lines of a text that have words, and over their words. '#' starts a comment. */
typedef struct r3d_priv_model_text {
    const char *text;
    size_t size;
    size_t next;      /* start of the next line */
    const char *line; /* rest of the current line */
    size_t rest;
    int32_t number; /* of the current line, from 1 */
    const char *name;
    r3d_error *error;
} r3d_priv_model_text;

void r3d_priv_model_text_init(r3d_priv_model_text *t, const char *text, size_t size,
                              const char *name, r3d_error *error);

/* Starts over from the first line. */
void r3d_priv_model_text_rewind(r3d_priv_model_text *t);

/* Goes to the next line with words and returns its first one; false at the end. */
bool r3d_priv_model_text_line(r3d_priv_model_text *t, r3d_priv_word_view *out_word);

/* Returns the next word of the line; false at its end. */
bool r3d_priv_model_text_word(r3d_priv_model_text *t, r3d_priv_word_view *out_word);

/* Returns how many words the line still has. */
int32_t r3d_priv_model_text_count(const r3d_priv_model_text *t);

bool r3d_priv_word_is(r3d_priv_word_view word, const char *text);

/* Notes an error of the current line and returns `result`. */
r3d_result r3d_priv_model_text_fail(r3d_priv_model_text *t, r3d_result result, const char *format,
                                    ...) R3D_PRIV_PRINTF(3, 4);

/* The error of a line that begins with an unknown word. */
r3d_result r3d_priv_model_text_unknown(r3d_priv_model_text *t, r3d_priv_word_view word,
                                       const char *expected);

/* Turns a word into a number within bounds; `what` is how errors call it. */
r3d_result r3d_priv_word_number(r3d_priv_model_text *t, r3d_priv_word_view word, const char *what,
                                int32_t least, int32_t greatest, int32_t *out_number);

/* Reads the next word as a number. */
r3d_result r3d_priv_model_text_number(r3d_priv_model_text *t, const char *what, int32_t least,
                                      int32_t greatest, int32_t *out_number);

/* Fails if the line has more words. */
r3d_result r3d_priv_model_text_end(r3d_priv_model_text *t);

/* Adds to a count of something that has a limit. */
r3d_result r3d_priv_model_text_add(r3d_priv_model_text *t, int32_t *count, int32_t more,
                                   int32_t limit, const char *what);

/* Types of bases that have no name (they do nothing) are written as numbers, as caches store them. */
enum { R3D_PRIV_BASE_TYPE_MAX = 255 };

/* Several arrays in one block: first sizes are added up, then, after the allocation, the arrays are
 * taken in the same order. */
typedef struct r3d_priv_block {
    unsigned char *memory; /* NULL while sizes are added up */
    size_t used;
} r3d_priv_block;

void *r3d_priv_block_take(r3d_priv_block *block, size_t count, size_t size);

#endif
