/* SPDX-License-Identifier: MIT */
/// @file text.h
/// Numbers and words in untrusted text, read the same way by every parser of the project and by the
/// command line. Independent of the locale and of the C library's own conversions.

#ifndef RETRO3D_TEXT_H
#define RETRO3D_TEXT_H

#include <stdbool.h>

#include <retro3d/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Reads a whole word as a signed 32-bit number: decimal or 0x hexadecimal, with an optional minus.
/// @param word  `length` bytes; need not end with a zero.
/// @return R3D_OK; R3D_ERR_FORMAT_SYNTAX if it is not such a number, R3D_ERR_RANGE if it does not fit
///         (0xFFFFFFFF does not); `out_value` is then unchanged.
R3D_API r3d_result r3d_text_to_i32(const char *word, size_t length, int32_t *out_value);

/// Reads a whole word as a decimal fraction such as 0.8 or -12 (no exponent), correctly rounded.
/// @return R3D_OK; R3D_ERR_FORMAT_SYNTAX, also for words of more than 300 bytes.
R3D_API r3d_result r3d_text_to_double(const char *word, size_t length, double *out_value);

/// Finds the known word that a mistyped one most likely means: the one with the smallest edit
/// distance, if that is at most a third of the longer word's length (at least 1).
/// @param known  `known_count` words.
/// @return A pointer out of `known`, or NULL if none is near.
R3D_API const char *r3d_text_nearest(const char *word, const char *const *known,
                                     size_t known_count);

/* ---- text of others, such as names of files, for people ------------------------------------- */

/// Reads one character of UTF-8.
/// @param text  `size` bytes; need not end with a zero. NULL is none.
/// @param out_code  Its code point; UINT32_MAX for a byte that is no UTF-8 there. May be NULL.
/// @return How many bytes it has, 1 for one that is no UTF-8; 0 when there is none.
R3D_API size_t r3d_text_next_character(const char *text, size_t size, uint32_t *out_code);

/// Whether a character may be shown as it is: a terminal obeys no control character (C0, DEL, C1), and none that
/// turns the direction of writing or separates lines makes a name look like another one.
R3D_API bool r3d_text_is_shown(uint32_t code);

/// Copies text for a terminal, a page or a log: characters that may not be shown become \xNN or \u{NNNN}, bytes that
/// are no UTF-8 \xNN. What does not fit is cut between characters.
/// @param text  NULL is "".
/// @param out_text  `size` bytes; ends with a zero if `size` is not 0.
/// @return The number of bytes written, without the zero.
R3D_API size_t r3d_text_show(const char *text, char *out_text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
