/* SPDX-License-Identifier: MIT */
/* Runs "retro3d cache", for the tests of the command. */

#ifndef R3D_TESTS_CACHE_PROGRAM_H
#define R3D_TESTS_CACHE_PROGRAM_H

#include <stdbool.h>

enum { OUTPUT_MAX = 65536 };

/* What the program wrote, both streams together. */
extern char output[OUTPUT_MAX];

/* Runs it with arguments, made of a format with two words, in the folder of the tests. Returns its exit code. */
int run(const char *format, const char *a, const char *b);

/* Ends the test if the program did not write this. */
void expect_in_output(const char *text);

bool same_files(const char *a, const char *b);

#endif
