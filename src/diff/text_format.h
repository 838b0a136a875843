/* SPDX-License-Identifier: MIT */
/// @file text_format.h
/// Words and numbers into an r3d_diff_text. Inline, on the public functions only: the rooms above are
/// libraries of their own, which see no private function of this one.

#ifndef RETRO3D_DIFF_TEXT_FORMAT_H
#define RETRO3D_DIFF_TEXT_FORMAT_H

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <retro3d/diff.h>

#if defined(__GNUC__)
#define R3D_PRIV_TEXT_FORMAT __attribute__((format(printf, 2, 3)))
#else
#define R3D_PRIV_TEXT_FORMAT
#endif

static inline void r3d_priv_text_puts(r3d_diff_text *text, const char *string)
{
    (void)r3d_diff_text_append(text, string, strlen(string));
}

/// Appends formatted text. What goes wrong stands in text->result.
static inline void r3d_priv_text_printf(r3d_diff_text *text, const char *format,
                                        ...) R3D_PRIV_TEXT_FORMAT;
static inline void r3d_priv_text_printf(r3d_diff_text *text, const char *format, ...)
{
    size_t room = 256;
    for (int attempt = 0; attempt < 2 && r3d_diff_text_reserve(text, room) == R3D_OK; attempt++) {
        va_list arguments;
        va_start(arguments, format);
        int length = vsnprintf(text->data + text->length, room + 1, format, arguments);
        va_end(arguments);
        if (length < 0) {
            text->result = R3D_ERR_STATE;
        } else if ((size_t)length <= room) {
            text->length += (size_t)length;
            return;
        } else {
            room = (size_t)length;
        }
    }
    if (text->data != NULL) {
        text->data[text->length] = '\0'; // what did not fit is no part of the text
    }
}

#endif
