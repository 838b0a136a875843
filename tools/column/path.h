/* SPDX-License-Identifier: MIT */
/* Camera paths: a text file of cameras and of what moves, a line each. docs/column.md has the language. */

#ifndef R3D_TOOLS_COLUMN_PATH_H
#define R3D_TOOLS_COLUMN_PATH_H

#include <stdbool.h>
#include <stddef.h>

#include <retro3d/column.h>

typedef enum path_kind {
    PATH_CAMERA, /* values: X Y Z YAW SHEAR */
    PATH_WALK,   /* FORWARD LEFT */
    PATH_TURN,   /* DEGREES */
    PATH_WAIT,
    PATH_MOVER, /* SPEED; index: the mover */
    PATH_SET    /* Z; index: the sector */
} path_kind;

typedef struct path_step {
    path_kind kind;
    int32_t line;
    int32_t frames; /* 0 for what takes no time */
    double values[5];
    int32_t index;
    bool is_ceiling;
    r3d_column_mover_direction direction;
} path_step;

typedef struct column_path {
    const char *name;
    path_step *steps;
    int32_t count;
    int32_t capacity;
    int32_t frame_count;
    bool has_time; /* something moves by itself, so frames a second matter */
} column_path;

/* Reads a path file for a level. Prints what is wrong and returns an exit code. */
int column_path_read(column_path *path, const char *name, const r3d_column_level *level);
/* "SECTOR:floor:Z" or "SECTOR:ceil:Z". */
bool path_parse_set(const char *text, size_t length, int32_t *out_sector, bool *out_ceiling,
                    double *out_z);

void column_path_free(column_path *path);

/* A run along a path: gives one camera after the other and moves the world meanwhile. */
typedef struct path_run {
    const column_path *path;
    r3d_column_world *world;
    double frame_seconds;
    int32_t step;
    int32_t frame; /* of the step */
    r3d_column_camera camera;
    bool has_actor;
    r3d_column_actor actor;
    double from_yaw;
    bool has_ended;
} path_run;

void path_begin(path_run *run, const column_path *path, r3d_column_world *world, int32_t rate);

/* Gives the camera of the next frame, without focal lengths. Returns 1; 0 at the end; -1 after an
 * error that has been printed. */
int path_next(path_run *run, r3d_column_camera *out);

#endif
