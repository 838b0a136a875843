/* SPDX-License-Identifier: MIT */
/* Random maps with everything that a frame can have, drawn by the functions of outline.h. */

#ifndef R3D_TESTS_ISOMAPS_RANDOM_MAP_H
#define R3D_TESTS_ISOMAPS_RANDOM_MAP_H

#include <retro3d/outline.h>

#include "rng.h"

enum { RANDOM_CELLS = 6, RANDOM_SHEET = 48, RANDOM_BILLBOARDS = 4, RANDOM_SPRITE = 16 };

typedef struct random_map {
    uint32_t sheet[RANDOM_SHEET * RANDOM_SHEET];
    uint8_t opacity[RANDOM_BILLBOARDS][RANDOM_SPRITE * RANDOM_SPRITE];
    r3d_outline_billboard billboards[RANDOM_BILLBOARDS];
    int32_t billboard_count;
    r3d_outline_map *map;
    r3d_outline_shadow *shadow; /* NULL: no light */
    r3d_outline_frame *frame;   /* drawn and marked */
    r3d_outline_paint paint;
    int32_t width; /* of the picture */
    int32_t height;
} random_map;

/* Fails the test if something cannot be made. */
void random_map_make(random_map *m, rng *r);
void random_map_free(random_map *m);

#endif
