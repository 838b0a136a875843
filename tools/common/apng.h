/* SPDX-License-Identifier: MIT */
/* Animated PNG files: frames of one size, shown one after the other for ever. */

#ifndef R3D_TOOLS_APNG_H
#define R3D_TOOLS_APNG_H

#include <stdint.h>

#include <retro3d/io.h>

typedef struct r3d_apng r3d_apng;

/* Begins an animation. Returns NULL when memory is out. */
r3d_apng *r3d_apng_create(int32_t frame_count, int32_t frames_per_second);

/* Sets how long the frames that are added from now on are shown: numerator / denominator seconds. */
void r3d_apng_set_delay(r3d_apng *apng, uint16_t numerator, uint16_t denominator);

/* Adds a frame. All must have the size of the first. */
r3d_result r3d_apng_add(r3d_apng *apng, const r3d_picture_view *view, r3d_error *out_error);

/* Writes the file; it appears whole or not at all. */
r3d_result r3d_apng_save(r3d_apng *apng, const char *path, r3d_error *out_error);

void r3d_apng_destroy(r3d_apng *apng);

#endif
