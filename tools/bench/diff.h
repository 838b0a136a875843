/* SPDX-License-Identifier: MIT */
/* retro3d bench --diff: how fast pictures are compared. */

#ifndef R3D_TOOLS_BENCH_DIFF_H
#define R3D_TOOLS_BENCH_DIFF_H

/* argv[0] is "--diff". Returns an exit code. */
int bench_diff(int argc, char **argv);

#endif
