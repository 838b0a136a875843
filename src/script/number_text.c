/* SPDX-License-Identifier: MIT */
#include "number_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <retro3d/text.h>

enum { FILE_BYTES_MAX = 256 * 1024 * 1024 };

r3d_result r3d_priv_number_text_open(r3d_replay *replay, const r3d_script_args *args, int index,
                                     const char *kind, r3d_priv_number_text *out)
{
    char *path = NULL;
    void *data = NULL;
    r3d_error cause;
    memset(out, 0, sizeof *out);
    out->allocator = &replay->allocator;
    r3d_result result = r3d_replay_resolve_path(replay, args, index, &path);
    if (result != R3D_OK) {
        return result;
    }
    result = r3d_file_read_from(r3d_replay_get_files(replay), path, FILE_BYTES_MAX,
                                &replay->allocator, &data, &out->size, &cause);
    replay->allocator.free(path, replay->allocator.user);
    if (result != R3D_OK) {
        return r3d_replay_fail(replay, result, "%.200s: %.250s", cause.file, cause.message);
    }
    out->data = data;
    r3d_priv_number_line first;
    bool is_end;
    result = r3d_priv_number_text_line(replay, out, &first, &is_end);
    if (result == R3D_OK &&
        (is_end || strcmp(first.word, kind) != 0 || first.count != 1 || first.numbers[0] != 1)) {
        char expected[64];
        snprintf(expected, sizeof expected, "\"%s 1\" first", kind);
        result = r3d_priv_number_text_fail(replay, out, R3D_ERR_FORMAT_MAGIC, expected);
    }
    if (result != R3D_OK) {
        r3d_priv_number_text_close(out);
    }
    return result;
}

void r3d_priv_number_text_close(r3d_priv_number_text *text)
{
    text->allocator->free(text->data, text->allocator->user);
    text->data = NULL;
}

r3d_result r3d_priv_number_text_fail(r3d_replay *replay, const r3d_priv_number_text *text,
                                     r3d_result result, const char *expected)
{
    return r3d_replay_fail(replay, result, "line %ld of the file: expected %s", (long)text->line,
                           expected);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

r3d_result r3d_priv_number_text_line(r3d_replay *replay, r3d_priv_number_text *text,
                                     r3d_priv_number_line *out, bool *out_is_end)
{
    memset(out, 0, sizeof *out);
    *out_is_end = false;
    while (text->next < text->size) {
        const char *at = text->data + text->next;
        const char *end = memchr(at, '\n', text->size - text->next);
        size_t length = end != NULL ? (size_t)(end - at) : text->size - text->next;
        const char *stop = at + length;
        text->next += length + (end != NULL ? 1 : 0);
        text->line++;
        for (bool is_first = true; at < stop; is_first = false) {
            while (at < stop && is_blank(*at)) {
                at++;
            }
            const char *word = at;
            while (at < stop && !is_blank(*at)) {
                at++;
            }
            size_t size = (size_t)(at - word);
            if (size == 0) {
                break;
            }
            if (is_first) {
                if (size >= sizeof out->word) {
                    return r3d_priv_number_text_fail(replay, text, R3D_ERR_FORMAT_SYNTAX,
                                                     "a known word first");
                }
                memcpy(out->word, word, size);
            } else if (out->count == R3D_PRIV_LINE_NUMBERS_MAX ||
                       r3d_text_to_i32(word, size, &out->numbers[out->count++]) != R3D_OK) {
                return r3d_priv_number_text_fail(replay, text, R3D_ERR_FORMAT_SYNTAX,
                                                 "at most 16 numbers of 32 bits");
            }
        }
        if (out->word[0] != '\0') {
            return R3D_OK;
        }
    }
    *out_is_end = true;
    return R3D_OK;
}

bool r3d_priv_append(const r3d_allocator *allocator, r3d_priv_growing *text, const char *format,
                     ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof line) {
        return false;
    }
    char *place = r3d_priv_grow(allocator, text, (size_t)length, 1);
    if (place == NULL) {
        return false;
    }
    memcpy(place, line, (size_t)length);
    return true;
}
