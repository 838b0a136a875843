/* SPDX-License-Identifier: MIT */
/* retro3d bench --models: how fast whole models are drawn. */

#ifndef R3D_TOOLS_BENCH_MODELS_H
#define R3D_TOOLS_BENCH_MODELS_H

/* argv[0] is "--models". Returns an exit code. */
int bench_models(int argc, char **argv);

#endif
