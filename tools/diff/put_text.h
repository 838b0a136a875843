/* SPDX-License-Identifier: MIT */
/* Words and numbers into an r3d_diff_text. What goes wrong stands in text->result. */

#ifndef RETRO3D_TOOLS_PUT_TEXT_H
#define RETRO3D_TOOLS_PUT_TEXT_H

#include <retro3d/diff.h>

void put_text(r3d_diff_text *text, const char *string);

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void put_text_format(r3d_diff_text *text, const char *format, ...);

/* The same for text that people read: strings are names of others and are escaped (../common/print.h). */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void put_words_format(r3d_diff_text *text, const char *format, ...);

#endif
