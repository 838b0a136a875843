/* SPDX-License-Identifier: MIT */
/* What draw_textured_row() of each instruction set gets. */

#ifndef R3D_SRC_RASTER_VECTOR_TEXTURE_ROW_H
#define R3D_SRC_RASTER_VECTOR_TEXTURE_ROW_H

#include "../textured.h"

/* A clipped row. u, v, w belong to its first pixel. */
typedef struct texture_row {
    uint32_t *pixels;
    int32_t count; /* 1 or more */
    int32_t room;  /* elements from `pixels` to the end of the row */
    int32_t u;
    int32_t v;
    int32_t w;
    int32_t light;
    int32_t light_step;
} texture_row;

#endif
