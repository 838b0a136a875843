/* SPDX-License-Identifier: MIT */
/* An independent answer to "what does this pixel show?": one ray against every wall, in depth
 * order, no tree, no clip tables. Knows the level's records and the world's heights only. */

#ifndef R3D_TESTS_COLUMN_CASTER_H
#define R3D_TESTS_COLUMN_CASTER_H

#include "scene.h"

typedef struct caster caster;

caster *caster_make(const scene *s);
void caster_free(caster *c);

/* Takes the scene's camera, heights and things as they are now. */
void caster_aim(caster *c);

/* What the pixel at column, row shows; `x`, `y` move the sample away from the pixel's centre.
 * `*out_is_clear` is false where the answer hangs on rounding: two walls at the same depth, or a
 * thing that sticks out of its own leaf. */
uint32_t caster_look(caster *c, int32_t column, int32_t row, double x, double y,
                     bool *out_is_clear);

/* Compares a drawn scene with the caster on columns begin, begin + step, ... A pixel counts when
 * all nine samples around its centre give the same answer. Returns the number of strict
 * differences. */
int32_t caster_compare(caster *c, int32_t begin, int32_t step, int64_t *out_checked);

#endif
