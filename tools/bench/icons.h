/* SPDX-License-Identifier: MIT */
/* How long the icons of a script take, drawing and outline only. */

#ifndef R3D_TOOLS_BENCH_ICONS_H
#define R3D_TOOLS_BENCH_ICONS_H

#include <stdint.h>

#include <retro3d/model.h>

#include "result.h"

/* Loads the textures and meshes of a script, lights them as it says and draws each of its icons.
 * Returns an exit code. */
int bench_icons(const char *script, int32_t rounds, r3d_draw_context *context,
                const r3d_palette *palette, bench_log *log);

#endif
