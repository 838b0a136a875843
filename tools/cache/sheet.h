/* SPDX-License-Identifier: MIT */
/* Many pictures at a glance: a contact sheet with their ids, and a page with search. */

#ifndef R3D_TOOLS_CACHE_SHEET_H
#define R3D_TOOLS_CACHE_SHEET_H

#include "rows.h"

/* A sheet that is being filled; threads may fill different cells at once. */
typedef struct card_sheet card_sheet;

/* Makes a sheet of `count` cells. columns 0: about as wide as high. NULL, after an error was
 * printed, when there are too many for a picture. */
card_sheet *card_sheet_create(const row_list *list, int32_t columns);

/* Draws a picture into its cell, smaller if it is large, with its id below. */
void card_sheet_put(card_sheet *sheet, size_t cell, const card_row *row, const uint32_t *pixels,
                    int32_t width, int32_t height);

/* Writes the sheet. Prints an error and returns false on failure. */
bool card_sheet_save(const card_sheet *sheet, const char *path);

void card_sheet_destroy(card_sheet *sheet);

/* Writes a page that shows the pictures of a folder, with a field to search in their ids and names.
 * cache  Where the names come from.
 * film   The pictures are films. Prints an error and returns false on failure. */
bool page_save(const row_list *list, r3d_cache *cache, bool film, const char *folder);

#endif
