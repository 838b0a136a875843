/* SPDX-License-Identifier: MIT */
/* One page of the pairs of two folders: no network, no other file. */

#ifndef R3D_TOOLS_DIFF_PAGE_H
#define R3D_TOOLS_DIFF_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include <retro3d/diff.h>

void page_begin(r3d_diff_text *page, const char *expected, const char *actual);

/* Appends a pair: its name, what was said of it, and its pictures; a NULL path is left out. */
void page_pair(r3d_diff_text *page, const char *name, const char *words,
               const char *const paths[3]);

/* Ends the page and writes it; false with an error printed. */
bool page_end(r3d_diff_text *page, const char *path, size_t count, size_t differing);

#endif
