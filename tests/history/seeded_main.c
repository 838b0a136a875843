/* SPDX-License-Identifier: MIT */
/* The part of the program retro3d that the seeded faults are looked for with. */

#include <stdio.h>
#include <string.h>

#include "../../tools/common/commands.h"

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "";
    if (strcmp(name, "replay") == 0) {
        return cmd_replay(argc - 1, argv + 1);
    }
    if (strcmp(name, "explain") == 0) {
        return cmd_explain(argc - 1, argv + 1);
    }
    if (strcmp(name, "bisect") == 0) {
        return cmd_bisect(argc - 1, argv + 1);
    }
    if (strcmp(name, "reduce") == 0) {
        return cmd_reduce(argc - 1, argv + 1);
    }
    if (strcmp(name, "diff") == 0) {
        return cmd_diff(argc - 1, argv + 1);
    }
    fprintf(stderr, "usage: replay, explain, reduce, bisect or diff\n");
    return 2;
}
