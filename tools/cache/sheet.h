/* SPDX-License-Identifier: MIT */
/* Many pictures at a glance: a contact sheet with their ids, and a page with search. */

#ifndef R3D_TOOLS_CACHE_SHEET_H
#define R3D_TOOLS_CACHE_SHEET_H

#include "rows.h"

/* A sheet that is being filled; threads may fill different cells at once. */
typedef struct r3d_sheet r3d_sheet;

/* Makes a sheet of `count` cells. columns 0: about as wide as high. NULL, after an error was
 * printed, when there are too many for a picture. */
r3d_sheet *r3d_sheet_create(const r3d_row_list *list, int32_t columns);

/* Draws a picture into its cell, smaller if it is large, with its id below. */
void r3d_sheet_put(r3d_sheet *sheet, size_t cell, const card_row *row, const uint32_t *pixels,
                   int32_t width, int32_t height);

/* Writes the sheet. Prints an error and returns false on failure. */
bool r3d_sheet_save(const r3d_sheet *sheet, const char *path);

void r3d_sheet_destroy(r3d_sheet *sheet);

/* Writes a page that shows the pictures of a folder, with a field to search in their ids and names.
 * cache  Where the names come from. Prints an error and returns false on failure. */
bool r3d_page_save(const r3d_row_list *list, r3d_cache *cache, const char *folder);

#endif
