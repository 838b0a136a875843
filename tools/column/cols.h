/* SPDX-License-Identifier: MIT */
/* The visible walls and windows of a picture's columns, as text. */

#ifndef R3D_TOOLS_COLUMN_COLS_H
#define R3D_TOOLS_COLUMN_COLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct crossing_list {
    struct path_crossing *items; /* free() it */
    size_t count;
    size_t capacity;
    bool failed;
} crossing_list;

/* An r3d_column_trace whose `user` is a list. */
void crossing_list_add(int32_t column, int32_t wall, bool is_middle, int32_t top, int32_t bottom,
                       void *user);

/* Writes the list: "columns 1", then a line per column. Prints what is wrong and returns an exit
 * code. */
int crossing_list_write(const crossing_list *list, const char *path, int32_t width);

#endif
