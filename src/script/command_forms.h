/* SPDX-License-Identifier: MIT */
/* Forms of arguments and commands that the tables of several files share. */

#ifndef R3D_SRC_SCRIPT_COMMAND_FORMS_H
#define R3D_SRC_SCRIPT_COMMAND_FORMS_H

#include "script_internal.h"

/* A number among the arguments. */
#define V(index) (args->values[index].i)

#define ANY R3D_SCRIPT_ANY_INT
#define INT R3D_SCRIPT_INT
#define POSITION ANY("X"), ANY("Y")
#define SIZE ANY("W"), ANY("H")
#define SPRITE_ID INT("ID", 0, R3D_PRIV_SPRITE_COUNT - 1)

#define DRAW(name, run) (name), (run), R3D_SCRIPT_AFTER_SIZE, 0, 0, 0
#define PREPARE(name, run) (name), (run), R3D_SCRIPT_AFTER_SIZE, R3D_SCRIPT_PREPARES, 0, 0

#endif
