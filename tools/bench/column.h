/* SPDX-License-Identifier: MIT */
/* retro3d bench --column: how fast column worlds are drawn. */

#ifndef R3D_TOOLS_BENCH_COLUMN_H
#define R3D_TOOLS_BENCH_COLUMN_H

/* argv[0] is "--column". Returns an exit code. */
int bench_column(int argc, char **argv);

#endif
