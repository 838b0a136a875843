/* SPDX-License-Identifier: MIT */
/* The option --isa of every command that draws, reads pictures or compares them. */

#ifndef R3D_TOOLS_ISA_OPTION_H
#define R3D_TOOLS_ISA_OPTION_H

#include <retro3d/isa.h>

#include "options.h"

/* Reads the name of an instruction set that this machine runs; on failure prints a usage error, which
 * lists those it has, and returns false. */
bool option_isa(const command_help *help, int option, const char *value, r3d_isa *out_isa);

#endif
