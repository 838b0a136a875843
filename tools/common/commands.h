/* SPDX-License-Identifier: MIT */
/* The subcommands of the program retro3d, one file each, and what they share. */

#ifndef R3D_TOOLS_COMMANDS_H
#define R3D_TOOLS_COMMANDS_H

#include <retro3d/base.h>

/* Exit codes of every command. Source: spec golden section 5. */
typedef enum program_exit {
    R3D_EXIT_OK = 0,      /* done; for comparisons: equal within bounds */
    R3D_EXIT_DIFFERS = 1, /* pixels differ */
    R3D_EXIT_USAGE = 2,   /* wrong usage */
    R3D_EXIT_INPUT = 3,   /* a file cannot be read or is corrupt */
    R3D_EXIT_SIZES = 4,   /* sizes differ */
    R3D_EXIT_MISSING = 5, /* a golden is missing */
    R3D_EXIT_OUTPUT = 6   /* output cannot be written */
} program_exit;

/* Prints "FILE:LINE: message" or "FILE, byte N: message" to stderr. */
void report_error(const r3d_error *error);

/* argv[0] is the name of the command. Each returns an exit code. */
int cmd_affine(int argc, char **argv);
int cmd_bench(int argc, char **argv);
int cmd_bisect(int argc, char **argv);
int cmd_cache(int argc, char **argv);
int cmd_column(int argc, char **argv);
int cmd_diff(int argc, char **argv);
int cmd_explain(int argc, char **argv);
int cmd_level(int argc, char **argv);
int cmd_golden(int argc, char **argv);
int cmd_import(int argc, char **argv);
int cmd_movie(int argc, char **argv);
int cmd_outline(int argc, char **argv);
int cmd_record(int argc, char **argv);
int cmd_reduce(int argc, char **argv);
int cmd_render(int argc, char **argv);
int cmd_replay(int argc, char **argv);

#endif
