/* SPDX-License-Identifier: MIT */
/* What the program prints. Every file of tools/ is compiled with this one in front of it, so that no call of printf
 * or fprintf can forget it: in text for the standard output and for errors, strings (%s, %c) are names of others
 * and are escaped by r3d_text_show. A file name can then neither steer the terminal nor forge a line. Text of our own
 * that has lines goes through fputs; other streams, files that are written, get what printf would write. */

#ifndef R3D_TOOLS_PRINT_H
#define R3D_TOOLS_PRINT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#if defined(__GNUC__)
#define PRINT_FORMAT(text, first) __attribute__((format(__printf__, text, first)))
#else
#define PRINT_FORMAT(text, first)
#endif

/* Gets pieces of the text, one after the other. */
typedef void (*print_sink)(const char *piece, size_t length, void *user);

/* Formats as vprintf, with escaped strings. Knows d i u x X o c s p e f g and %, and all lengths but L. Returns
 * the bytes, or -1 for an unknown conversion. */
PRINT_FORMAT(1, 0)
int print_format(const char *format, va_list arguments, print_sink sink, void *user);

PRINT_FORMAT(2, 3) int print_to(FILE *stream, const char *format, ...);
PRINT_FORMAT(2, 0) int print_list(FILE *stream, const char *format, va_list arguments);

#ifndef R3D_PRINT_ITSELF
#define printf(...) print_to(stdout, __VA_ARGS__)
#define fprintf(...) print_to(__VA_ARGS__)
#define vfprintf(...) print_list(__VA_ARGS__)
#endif

#endif
