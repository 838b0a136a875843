/* SPDX-License-Identifier: MIT */
/// @file scenes.h
/// Pairs of pictures whose diff pictures are committed in golden/diff: each shows one kind of
/// ring. Used by the tests and by the slow program that made the committed pictures.

#ifndef R3D_TEST_SCENES_H
#define R3D_TEST_SCENES_H

#include "slow.h"

typedef struct scene {
    const char *name;
    slow_picture expected;
    slow_picture actual;
} scene;

int scene_count(void);

/// Makes scene `index`; release with scene_free.
scene scene_make(int index);
void scene_free(scene *s);

/// A picture with a pattern that has every grey and many colours.
slow_picture scene_pattern(int width, int height, uint32_t seed);

/// xorshift32; the state must not be 0.
uint32_t scene_random(uint32_t *state);

#endif
