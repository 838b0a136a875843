/* SPDX-License-Identifier: MIT */
/* Camera paths: a text file of cameras, with frames between them. */

#ifndef R3D_TOOLS_COLUMN_PATH_H
#define R3D_TOOLS_COLUMN_PATH_H

#include <retro3d/column.h>

typedef struct camera_list {
    r3d_column_camera *cameras; /* without focal lengths; free() it */
    int32_t count;
    int32_t capacity;
} camera_list;

/* Adds X, Y, Z, YAW, SHEAR. Prints what is wrong and returns false. */
bool camera_list_add(camera_list *list, const double values[5]);

/* Reads a path file. Prints what is wrong and returns an exit code. */
int camera_list_read(camera_list *list, const char *path);

#endif
