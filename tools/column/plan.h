/* SPDX-License-Identifier: MIT */
/* The plan of a level as a picture, with what level check finds. */

#ifndef R3D_TOOLS_COLUMN_PLAN_H
#define R3D_TOOLS_COLUMN_PLAN_H

#include "load_level.h"

typedef struct plan_options {
    int32_t width;
    int32_t height;
    bool tree;   /* partitions, each within its own region */
    bool blocks; /* the grid for collisions */
    bool radius; /* the actor's disc at the start and along the path */
    const char *path;
    const char *output;
} plan_options;

/* Draws it; prints what is wrong and returns an exit code. */
int draw_plan(const char *name, const open_level *open, const plan_options *options);

#endif
