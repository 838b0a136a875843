/* SPDX-License-Identifier: MIT */
/* Text forms with one record a line: lines, words and numbers, and what is told of their faults. `#`
 * begins a comment, CR LF and a UTF-8 mark at the start are accepted, blanks and tabs part words,
 * numbers are decimal. */

#ifndef R3D_SRC_IO_LINES_H
#define R3D_SRC_IO_LINES_H

#include "io_internal.h"

typedef struct r3d_priv_line_word {
    const char *text; /* not ended by a zero */
    size_t length;
} r3d_priv_line_word;

typedef struct r3d_priv_lines {
    const char *name;
    const char *next;
    const char *line_start;
    const char *line_end;
    const char *end;
    int32_t line;
    r3d_error *out_error;
} r3d_priv_lines;

void r3d_priv_lines_init(r3d_priv_lines *lines, const char *text, size_t size, const char *name,
                         r3d_error *out_error);

/* The next line with a word in it, and that word; false at the end. */
bool r3d_priv_lines_next(r3d_priv_lines *lines, r3d_priv_line_word *out_record);

/* The next word of the line; false at its end or at a comment, with the place of the end. */
bool r3d_priv_lines_next_word(r3d_priv_lines *lines, r3d_priv_line_word *out);
/* Whether no further word is on the line. */
bool r3d_priv_lines_is_at_end(const r3d_priv_lines *lines);
bool r3d_priv_line_word_is(const r3d_priv_line_word *word, const char *text);

/* Reports a fault of the line at hand, at a word (NULL: at no column), and returns `result`. */
r3d_result r3d_priv_lines_fail(const r3d_priv_lines *lines, const r3d_priv_line_word *word,
                               r3d_result result, const char *format, ...) R3D_PRIV_PRINTF(4, 5);

/* A fault of another line. */
r3d_result r3d_priv_lines_fail_at(r3d_priv_lines *lines, int32_t line, r3d_result result,
                                  const char *format, ...) R3D_PRIV_PRINTF(4, 5);

/* What must come next, or a report of what was found in its place. */
r3d_result r3d_priv_lines_need_word(r3d_priv_lines *lines, r3d_priv_line_word *out,
                                    const char *expected);
r3d_result r3d_priv_lines_need_keyword(r3d_priv_lines *lines, const char *keyword);
r3d_result r3d_priv_lines_need_number(r3d_priv_lines *lines, const char *what, int32_t min,
                                      int32_t max, int32_t *out);
r3d_result r3d_priv_lines_need_numbers(r3d_priv_lines *lines, const char *const *what,
                                       int32_t count, int32_t min, int32_t max, int32_t *out);
r3d_result r3d_priv_lines_need_end(r3d_priv_lines *lines);
/* One of `count` words; its number. */
r3d_result r3d_priv_lines_need_choice(r3d_priv_lines *lines, const char *const *choices,
                                      int32_t count, int32_t *out);

/* The number of a record among `count` known ones; -1 after a report. */
int32_t r3d_priv_lines_record(const r3d_priv_lines *lines, const r3d_priv_line_word *record,
                              const char *const *known, size_t count);

/* A decimal whole number, beyond INT32_MAX perhaps a smaller one beyond it; false when it is none. */
bool r3d_priv_line_word_to_number(const r3d_priv_line_word *word, int64_t *out);

#endif
