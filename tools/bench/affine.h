/* SPDX-License-Identifier: MIT */
/* retro3d bench --affine: how fast arenas are drawn. */

#ifndef R3D_TOOLS_BENCH_AFFINE_H
#define R3D_TOOLS_BENCH_AFFINE_H

/* argv[0] is "--affine". Returns an exit code. */
int bench_affine(int argc, char **argv);

#endif
