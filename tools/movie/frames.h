/* SPDX-License-Identifier: MIT */
/* The frames of an animation: files, and the files of folders, in the order in which they are shown. */

#ifndef R3D_TOOLS_MOVIE_FRAMES_H
#define R3D_TOOLS_MOVIE_FRAMES_H

#include <stdbool.h>
#include <stddef.h>

typedef struct frame_list {
    char **paths; /* owned, as the array is */
    size_t count;
    size_t capacity;
} frame_list;

/* Appends a file, or the *.png files of a folder as a reader sorts them: frame-2 is before frame-10. Files of the
 * folder that are `output` are passed over: an earlier run wrote them. On failure a message is printed. */
bool frames_add(frame_list *list, const char *path, const char *output);

void frames_free(frame_list *list);

/* Compares names; digits by the number that they make. */
int frames_compare(const char *a, const char *b);

#endif
