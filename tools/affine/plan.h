/* SPDX-License-Identifier: MIT */
/* An arena from above. Source: spec affine section 16. */

#ifndef R3D_TOOLS_AFFINE_PLAN_H
#define R3D_TOOLS_AFFINE_PLAN_H

#include <stdint.h>

#include <retro3d/affine.h>

enum { PLAN_SIZE = 640 };

/* Draws into PLAN_SIZE x PLAN_SIZE pixels: +Y up; boxes, walls with their normals (thin when they are
 * hidden), sprites, the camera as an arrow. */
void plan_draw(const r3d_affine_scene *scene, const r3d_affine_camera *camera,
               const r3d_affine_report *report, uint32_t *pixels);

#endif
