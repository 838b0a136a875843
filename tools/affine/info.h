/* SPDX-License-Identifier: MIT */
/* What is known of a frame, as text: `.info` and `.sprites`. Source: spec affine section 14. */

#ifndef R3D_TOOLS_AFFINE_INFO_H
#define R3D_TOOLS_AFFINE_INFO_H

#include <stdbool.h>
#include <stddef.h>

#include <retro3d/affine.h>

/* A text that grows. Zeroed to begin with; `bytes` is freed by its owner. */
typedef struct info_text {
    char *bytes;
    size_t length;
    size_t capacity;
    bool failed; /* no memory */
} info_text;

/* Matrices, culled walls, shadows, orders, and with `counters` the line of counts. */
void info_of_frame(info_text *out, const r3d_affine_scene *scene, const r3d_affine_report *report,
                   bool counters);

/* The objects of the compositor in the order of its memory. */
void info_of_objects(info_text *out, const r3d_affine_hw_frame *frame);

#endif
