/* SPDX-License-Identifier: MIT */
/* The program retro3d-import: what "retro3d import" runs. */

#include <stdio.h>

#include "../common/commands.h"

int main(int argc, char **argv)
{
    int exit_code = cmd_import(argc, argv);
    if ((fflush(stdout) != 0 || ferror(stdout)) && exit_code == R3D_EXIT_OK) {
        fprintf(stderr, "retro3d: cannot write standard output\n");
        return R3D_EXIT_OUTPUT;
    }
    return exit_code;
}
