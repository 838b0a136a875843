/* SPDX-License-Identifier: MIT */
/* retro3d import in a build without Assimp. */

#include <stdio.h>

#include "../common/commands.h"

int cmd_import(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    fprintf(
        stderr,
        "retro3d import: this build cannot read models, because the library Assimp was not found "
        "(Debian: libassimp-dev). Install it and configure again.\n");
    return R3D_EXIT_USAGE;
}
