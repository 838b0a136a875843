/* SPDX-License-Identifier: MIT */
/* What the tests of known defects share. */

#ifndef R3D_TESTS_COLUMN_DEFECTS_H
#define R3D_TESTS_COLUMN_DEFECTS_H

#include "scene.h"

enum { LEVEL_COUNT = 8 };

extern const char *const level_names[LEVEL_COUNT];

void aim(scene *s, double x, double y, double z, double yaw, double shear);

/* A level of the data with its sprites, seen through a square lens of 90 degrees. */
void open_named(scene *s, const char *name, int32_t width, int32_t height);

/* Draws and returns how many pixels the ray caster sees differently. */
int32_t compare_now(scene *s);

/* How many pixels of the picture have this value. */
int32_t count_pixels(const scene *s, uint32_t id);

/* A one-texel white sprite for made-up levels. */
const r3d_column_materials *white_sprites(void);

#endif
