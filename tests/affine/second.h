/* SPDX-License-Identifier: MIT */
/* A second renderer of mode free: slow, pixel by pixel from the front, and of no code of the library's. */

#ifndef R3D_TESTS_AFFINE_SECOND_H
#define R3D_TESTS_AFFINE_SECOND_H

#include <retro3d/affine.h>

/* One pixel of the picture, 0xFFRRGGBB. */
uint32_t second_pixel(const r3d_affine_scene *scene, const r3d_affine_camera *camera, int32_t px,
                      int32_t py);

/* 0 hidden, 1 culled, 2 drawn. */
int second_wall_state(const r3d_affine_scene *scene, const r3d_affine_camera *camera,
                      int32_t number);

#endif
