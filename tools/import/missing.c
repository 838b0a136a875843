/* SPDX-License-Identifier: MIT */
/* retro3d import in a build without any reader of models. */

#include <stdio.h>

#include "../common/commands.h"

int cmd_import(int argc, char **argv)
{
    (void)argc;
    (void)argv;
    fprintf(
        stderr,
        "retro3d import: this build cannot read models, because TinyGLTF, tinyobjloader and Assimp "
        "were not found (Debian: libtinygltf-dev, libtinyobjloader-dev, libassimp-dev). Install "
        "them and configure again.\n");
    return R3D_EXIT_USAGE;
}
