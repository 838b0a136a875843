/* SPDX-License-Identifier: MIT */
/* Cards as display lists. */

#ifndef R3D_TOOLS_CACHE_RECORD_H
#define R3D_TOOLS_CACHE_RECORD_H

#include <retro3d/record.h>

#include "cards.h"

/* Writes an icon as a display list, with its files beside it. */
r3d_result record_icon(r3d_cache *cache, const card_row *row, const card_camera *camera,
                       const char *path, r3d_error *out_error);

#endif
