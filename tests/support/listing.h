/* SPDX-License-Identifier: MIT */
/* Reference listings: lines of words, '#' comments. */

#ifndef R3D_TESTS_LISTING_H
#define R3D_TESTS_LISTING_H

#include <stdio.h>

enum { LISTING_WORDS_MAX = 16, LISTING_WORD_SIZE = 64 };

typedef struct listing {
    FILE *file;
    int word_count;
    char words[LISTING_WORDS_MAX][LISTING_WORD_SIZE];
} listing;

/* Opens a file below the source tree; a missing one fails the test. */
listing listing_open(const char *path);

/* Reads the next line that has words; returns 0 at the end. */
int listing_next(listing *list);

void listing_close(listing *list);

#endif
