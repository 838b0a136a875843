/* SPDX-License-Identifier: MIT */
#include "model_text.h"

#include <stdarg.h>
#include <string.h>

#include <retro3d/text.h>

void r3d_priv_model_text_init(r3d_priv_model_text *t, const char *text, size_t size,
                              const char *name, r3d_error *error)
{
    t->text = text;
    t->size = size;
    t->name = name;
    t->error = error;
    r3d_priv_model_text_rewind(t);
}

void r3d_priv_model_text_rewind(r3d_priv_model_text *t)
{
    static const char byte_order_mark[3] = {'\xEF', '\xBB', '\xBF'};
    const bool has_mark = t->size >= sizeof byte_order_mark &&
                          memcmp(t->text, byte_order_mark, sizeof byte_order_mark) == 0;
    t->next = has_mark ? sizeof byte_order_mark : 0;
    t->line = t->text;
    t->rest = 0;
    t->number = 0;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

bool r3d_priv_model_text_line(r3d_priv_model_text *t, r3d_priv_word_view *out_word)
{
    while (t->next < t->size) {
        const char *line = t->text + t->next;
        size_t left = t->size - t->next;
        const char *end = memchr(line, '\n', left);
        size_t length = end != NULL ? (size_t)(end - line) : left;
        t->next += end != NULL ? length + 1 : length;
        t->number++;
        const char *comment = memchr(line, '#', length);
        t->line = line;
        t->rest = comment != NULL ? (size_t)(comment - line) : length;
        if (r3d_priv_model_text_word(t, out_word)) {
            return true;
        }
    }
    return false;
}

bool r3d_priv_model_text_word(r3d_priv_model_text *t, r3d_priv_word_view *out_word)
{
    while (t->rest > 0 && is_blank(*t->line)) {
        t->line++;
        t->rest--;
    }
    out_word->text = t->line;
    while (t->rest > 0 && !is_blank(*t->line)) {
        t->line++;
        t->rest--;
    }
    out_word->size = (size_t)(t->line - out_word->text);
    return out_word->size > 0;
}

int32_t r3d_priv_model_text_count(const r3d_priv_model_text *t)
{
    r3d_priv_model_text copy = *t;
    r3d_priv_word_view word;
    int32_t count = 0;
    while (r3d_priv_model_text_word(&copy, &word)) {
        count++;
    }
    return count;
}

bool r3d_priv_word_is(r3d_priv_word_view word, const char *text)
{
    return strlen(text) == word.size && memcmp(word.text, text, word.size) == 0;
}

r3d_result r3d_priv_model_text_fail(r3d_priv_model_text *t, r3d_result result, const char *format,
                                    ...)
{
    char message[R3D_ERROR_MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(message, sizeof message, format, arguments) < 0) {
        message[0] = '\0';
    }
    va_end(arguments);
    return r3d_priv_io_fail(t->error, result, t->name, t->number, -1, "%s", message);
}

r3d_result r3d_priv_model_text_unknown(r3d_priv_model_text *t, r3d_priv_word_view word,
                                       const char *expected)
{
    char excerpt[R3D_PRIV_EXCERPT_SIZE];
    return r3d_priv_model_text_fail(t, R3D_ERR_FORMAT_SYNTAX, "found '%s', expected %s",
                                    r3d_priv_io_excerpt(word.text, word.size, excerpt), expected);
}

r3d_result r3d_priv_word_number(r3d_priv_model_text *t, r3d_priv_word_view word, const char *what,
                                int32_t least, int32_t greatest, int32_t *out_number)
{
    char excerpt[R3D_PRIV_EXCERPT_SIZE];
    int32_t number = 0;
    r3d_result result = r3d_text_to_i32(word.text, word.size, &number);
    if (result == R3D_ERR_FORMAT_SYNTAX) {
        return r3d_priv_model_text_fail(t, result, "%s is '%s', expected a whole number", what,
                                        r3d_priv_io_excerpt(word.text, word.size, excerpt));
    }
    if (result != R3D_OK || number < least || number > greatest) {
        return r3d_priv_model_text_fail(t, R3D_ERR_RANGE, "%s is %s, expected %ld..%ld", what,
                                        r3d_priv_io_excerpt(word.text, word.size, excerpt),
                                        (long)least, (long)greatest);
    }
    *out_number = number;
    return R3D_OK;
}

r3d_result r3d_priv_model_text_number(r3d_priv_model_text *t, const char *what, int32_t least,
                                      int32_t greatest, int32_t *out_number)
{
    r3d_priv_word_view word;
    if (!r3d_priv_model_text_word(t, &word)) {
        return r3d_priv_model_text_fail(t, R3D_ERR_FORMAT_TRUNCATED, "the line ends, expected %s",
                                        what);
    }
    return r3d_priv_word_number(t, word, what, least, greatest, out_number);
}

r3d_result r3d_priv_model_text_end(r3d_priv_model_text *t)
{
    r3d_priv_word_view word;
    if (r3d_priv_model_text_word(t, &word)) {
        return r3d_priv_model_text_unknown(t, word, "the end of the line");
    }
    return R3D_OK;
}

void *r3d_priv_block_take(r3d_priv_block *block, size_t count, size_t size)
{
    enum { ALIGNMENT = 16 }; /* enough for pointers and numbers on every platform */
    void *array = block->memory != NULL ? block->memory + block->used : NULL;
    /* Counts are at most a few million (the limits of models.h) and sizes below 100 bytes; on a
     * 32-bit machine too the sum stays below SIZE_MAX because the text itself fitted into memory.
     */
    block->used += (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    return array;
}

r3d_result r3d_priv_model_text_add(r3d_priv_model_text *t, int32_t *count, int32_t more,
                                   int32_t limit, const char *what)
{
    if (more > limit - *count) {
        return r3d_priv_model_text_fail(t, R3D_ERR_LIMIT, "more than %ld %s", (long)limit, what);
    }
    *count += more;
    return R3D_OK;
}
