/* SPDX-License-Identifier: MIT */
/* Lines, words and numbers of text forms with one record a line. */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <retro3d/text.h>

#include "lines.h"

void r3d_priv_lines_init(r3d_priv_lines *lines, const char *text, size_t size, const char *name,
                         r3d_error *out_error)
{
    static const char mark[3] = {'\xEF', '\xBB', '\xBF'};
    memset(lines, 0, sizeof *lines);
    lines->name = name;
    lines->out_error = out_error;
    lines->end = text + size;
    if (size >= sizeof mark && memcmp(text, mark, sizeof mark) == 0) {
        text += sizeof mark;
    }
    lines->next = lines->line_start = lines->line_end = text;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

bool r3d_priv_lines_next(r3d_priv_lines *lines, r3d_priv_line_word *out_record)
{
    for (;;) {
        if (lines->line > 0) {
            if (lines->line_end == lines->end) {
                lines->line_start = lines->next = lines->end;
                return false;
            }
            lines->next = lines->line_end + 1;
        }
        if (lines->next == lines->end) {
            lines->line_start = lines->line_end = lines->end;
            return false;
        }
        lines->line++;
        lines->line_start = lines->next;
        const char *end = memchr(lines->next, '\n', (size_t)(lines->end - lines->next));
        lines->line_end = end != NULL ? end : lines->end;
        if (r3d_priv_lines_next_word(lines, out_record)) {
            return true;
        }
    }
}

bool r3d_priv_lines_next_word(r3d_priv_lines *lines, r3d_priv_line_word *out)
{
    const char *end = lines->line_end;
    if (end > lines->line_start && end[-1] == '\r') {
        end--;
    }
    while (lines->next < end && is_blank(*lines->next)) {
        lines->next++;
    }
    out->text = lines->next < end ? lines->next : end;
    out->length = 0;
    if (lines->next >= end || *lines->next == '#') {
        lines->next = end;
        return false;
    }
    while (lines->next < end && !is_blank(*lines->next) && *lines->next != '#') {
        lines->next++;
    }
    out->length = (size_t)(lines->next - out->text);
    return true;
}

bool r3d_priv_lines_is_at_end(const r3d_priv_lines *lines)
{
    r3d_priv_lines copy = *lines;
    r3d_priv_line_word word;
    return !r3d_priv_lines_next_word(&copy, &word);
}

bool r3d_priv_line_word_is(const r3d_priv_line_word *word, const char *text)
{
    return word->length == strlen(text) && memcmp(word->text, text, word->length) == 0;
}

r3d_result r3d_priv_lines_fail(const r3d_priv_lines *lines, const r3d_priv_line_word *word,
                               r3d_result result, const char *format, ...)
{
    char text[R3D_ERROR_MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(text, sizeof text, format, arguments) < 0) {
        text[0] = '\0';
    }
    va_end(arguments);
    if (word == NULL) {
        return r3d_priv_io_fail(lines->out_error, result, lines->name, lines->line, -1, "%s", text);
    }
    return r3d_priv_io_fail(lines->out_error, result, lines->name, lines->line, -1,
                            "column %ld: %s", (long)(word->text - lines->line_start) + 1, text);
}

r3d_result r3d_priv_lines_fail_at(r3d_priv_lines *lines, int32_t line, r3d_result result,
                                  const char *format, ...)
{
    char text[R3D_ERROR_MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(text, sizeof text, format, arguments) < 0) {
        text[0] = '\0';
    }
    va_end(arguments);
    lines->line = line;
    return r3d_priv_lines_fail(lines, NULL, result, "%s", text);
}

static r3d_result fail_word(const r3d_priv_lines *lines, const r3d_priv_line_word *word,
                            const char *expected)
{
    char excerpt[R3D_PRIV_EXCERPT_SIZE];
    return r3d_priv_lines_fail(lines, word, R3D_ERR_FORMAT_SYNTAX, "found \"%s\", expected %s",
                               r3d_priv_io_excerpt(word->text, word->length, excerpt), expected);
}

r3d_result r3d_priv_lines_need_word(r3d_priv_lines *lines, r3d_priv_line_word *out,
                                    const char *expected)
{
    if (r3d_priv_lines_next_word(lines, out)) {
        return R3D_OK;
    }
    return r3d_priv_lines_fail(lines, out, R3D_ERR_FORMAT_SYNTAX, "the line ends, expected %s",
                               expected);
}

r3d_result r3d_priv_lines_need_keyword(r3d_priv_lines *lines, const char *keyword)
{
    r3d_priv_line_word word;
    const r3d_result result = r3d_priv_lines_need_word(lines, &word, keyword);
    if (result != R3D_OK || r3d_priv_line_word_is(&word, keyword)) {
        return result;
    }
    return fail_word(lines, &word, keyword);
}

bool r3d_priv_line_word_to_number(const r3d_priv_line_word *word, int64_t *out)
{
    const bool is_negative = word->length > 1 && word->text[0] == '-';
    int64_t value = 0;
    if (word->length == 0) {
        return false;
    }
    for (size_t i = is_negative ? 1 : 0; i < word->length; i++) {
        const char c = word->text[i];
        if (c < '0' || c > '9') {
            return false;
        }
        /* Far beyond every range is far enough. */
        value = value > INT32_MAX ? value : value * 10 + (c - '0');
    }
    *out = is_negative ? -value : value;
    return true;
}

r3d_result r3d_priv_lines_need_number(r3d_priv_lines *lines, const char *what, int32_t min,
                                      int32_t max, int32_t *out)
{
    r3d_priv_line_word word;
    char excerpt[R3D_PRIV_EXCERPT_SIZE];
    int64_t value = 0;
    const r3d_result result = r3d_priv_lines_need_word(lines, &word, what);
    if (result != R3D_OK) {
        return result;
    }
    if (!r3d_priv_line_word_to_number(&word, &value)) {
        return r3d_priv_lines_fail(lines, &word, R3D_ERR_FORMAT_SYNTAX,
                                   "found \"%s\", expected %s, a whole number %ld..%ld",
                                   r3d_priv_io_excerpt(word.text, word.length, excerpt), what,
                                   (long)min, (long)max);
    }
    if (value < min || value > max) {
        return r3d_priv_lines_fail(lines, &word, R3D_ERR_RANGE, "%s is %s, expected %ld..%ld", what,
                                   r3d_priv_io_excerpt(word.text, word.length, excerpt), (long)min,
                                   (long)max);
    }
    *out = (int32_t)value;
    return R3D_OK;
}

r3d_result r3d_priv_lines_need_numbers(r3d_priv_lines *lines, const char *const *what,
                                       int32_t count, int32_t min, int32_t max, int32_t *out)
{
    r3d_result result = R3D_OK;
    for (int32_t i = 0; i < count && result == R3D_OK; i++) {
        result = r3d_priv_lines_need_number(lines, what[i], min, max, &out[i]);
    }
    return result;
}

r3d_result r3d_priv_lines_need_end(r3d_priv_lines *lines)
{
    r3d_priv_line_word word;
    return r3d_priv_lines_next_word(lines, &word) ? fail_word(lines, &word, "the end of the line")
                                                  : R3D_OK;
}

r3d_result r3d_priv_lines_need_choice(r3d_priv_lines *lines, const char *const *choices,
                                      int32_t count, int32_t *out)
{
    char list[160];
    size_t used = 0;
    for (int32_t i = 0; i < count; i++) {
        const int written = snprintf(list + used, sizeof list - used, "%s%s", choices[i],
                                     i + 2 < count ? ", " : (i + 1 < count ? " or " : ""));
        used += written > 0 ? (size_t)written : 0;
        used = used < sizeof list ? used : sizeof list - 1;
    }
    r3d_priv_line_word word;
    const r3d_result result = r3d_priv_lines_need_word(lines, &word, list);
    if (result != R3D_OK) {
        return result;
    }
    for (int32_t i = 0; i < count; i++) {
        if (r3d_priv_line_word_is(&word, choices[i])) {
            *out = i;
            return R3D_OK;
        }
    }
    return fail_word(lines, &word, list);
}

int32_t r3d_priv_lines_record(const r3d_priv_lines *lines, const r3d_priv_line_word *record,
                              const char *const *known, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (r3d_priv_line_word_is(record, known[i])) {
            return (int32_t)i;
        }
    }
    char excerpt[R3D_PRIV_EXCERPT_SIZE];
    r3d_priv_io_excerpt(record->text, record->length, excerpt);
    const char *nearest = r3d_text_nearest(excerpt, known, count);
    if (nearest != NULL) {
        (void)r3d_priv_lines_fail(lines, record, R3D_ERR_FORMAT_SYNTAX,
                                  "unknown record \"%s\", did you mean \"%s\"?", excerpt, nearest);
    } else {
        (void)r3d_priv_lines_fail(lines, record, R3D_ERR_FORMAT_SYNTAX,
                                  "unknown record \"%s\", expected one such as \"%s\"", excerpt,
                                  known[0]);
    }
    return -1;
}
