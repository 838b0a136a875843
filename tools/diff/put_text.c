/* SPDX-License-Identifier: MIT */

#include "put_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../common/print.h"

void put_text(r3d_diff_text *text, const char *string)
{
    (void)r3d_diff_text_append(text, string, strlen(string));
}

void put_text_format(r3d_diff_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0) {
        text->result = R3D_ERR_STATE;
    } else if (r3d_diff_text_reserve(text, (size_t)length) == R3D_OK) {
        va_start(arguments, format);
        vsnprintf(text->data + text->length, (size_t)length + 1, format, arguments);
        va_end(arguments);
        text->length += (size_t)length;
    }
}

static void append_piece(const char *piece, size_t length, void *user)
{
    (void)r3d_diff_text_append(user, piece, length);
}

void put_words_format(r3d_diff_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    if (print_format(format, arguments, append_piece, text) < 0) {
        text->result = R3D_ERR_STATE;
    }
    va_end(arguments);
}
