/* SPDX-License-Identifier: MIT */
/// @file foreign.h
/// Pictures as other people's suites have them, made from a seed: photographs, gradients, user
/// interfaces, sprites, tiles, drawings, letters, pictures with alpha, and damages of them.

#ifndef R3D_TEST_FOREIGN_H
#define R3D_TEST_FOREIGN_H

#include <stdint.h>

enum {
    FOREIGN_WIDTH = 72,
    FOREIGN_HEIGHT = 72,
    FOREIGN_PIXELS = FOREIGN_WIDTH * FOREIGN_HEIGHT,
    FOREIGN_KINDS = 9,
    FOREIGN_DAMAGES = 22
};

/// Draws a picture of a kind: pixels 0xAARRGGBB, opaque but for the last two kinds.
void foreign_draw(int kind, uint32_t seed, uint32_t *pixels);
const char *foreign_kind_name(int kind);

/// Damages a picture; none of the damages is a transform of the whole picture.
void foreign_damage(int damage, uint32_t seed, const uint32_t *from, uint32_t *to);
const char *foreign_damage_name(int damage);

#endif
