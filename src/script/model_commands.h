/* SPDX-License-Identifier: MIT */
/* What the files with model commands share. */

#ifndef R3D_SRC_SCRIPT_MODEL_COMMANDS_H
#define R3D_SRC_SCRIPT_MODEL_COMMANDS_H

#include "model_state.h"
#include "command_forms.h"

/* Forms of arguments and commands. */
#define MESH R3D_SCRIPT_WORD("M")
#define MODEL(name, run, optional, repeated)                                                       \
    (name), (run), R3D_SCRIPT_AFTER_SIZE, 0, (optional), (repeated)
#define MAKE(name, run, optional, repeated)                                                        \
    (name), (run), R3D_SCRIPT_AFTER_SIZE, R3D_SCRIPT_PREPARES, (optional), (repeated)

/* The mesh that argument `index` names; NULL, with the reason noted, if there is none. */
r3d_mesh *r3d_priv_find_mesh(r3d_replay *replay, const r3d_script_args *args, int index);

#endif
