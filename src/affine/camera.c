/* SPDX-License-Identifier: MIT */
/* The rounded sine and the camera. Source: spec affine sections 2 and 3. */

#include "affine_internal.h"

enum { TURN = 2048, HALF_TURN = 1024, QUARTER_TURN = 512 };

int32_t r3d_affine_sin(int32_t angle_a11)
{
    const int32_t angle = angle_a11 & (TURN - 1);
    const int32_t half = angle & (HALF_TURN - 1);
    const int32_t value =
        r3d_priv_affine_quarter_sine[half <= QUARTER_TURN ? half : HALF_TURN - half];
    return angle < HALF_TURN ? value : -value;
}

int32_t r3d_affine_cos(int32_t angle_a11)
{
    return r3d_affine_sin((angle_a11 & (TURN - 1)) + QUARTER_TURN);
}

int32_t r3d_affine_direction_turn(r3d_affine_direction direction)
{
    const int32_t d = (int32_t)direction;
    return QUARTER_TURN * (d & 3) + (d >= 4 ? QUARTER_TURN / 2 : 0);
}

void r3d_priv_affine_view_init(r3d_priv_affine_view *view, const r3d_affine_camera *camera,
                               int32_t width, int32_t height)
{
    view->camera = *camera;
    view->camera.heading_a11 &= TURN - 1;
    view->camera.roll_a11 &= TURN - 1;
    view->width = width;
    view->height = height;
    view->sin_h = r3d_affine_sin(camera->heading_a11);
    view->cos_h = r3d_affine_cos(camera->heading_a11);
    view->sin_p = r3d_affine_sin(camera->pitch_a11);
    view->cos_p = r3d_affine_cos(camera->pitch_a11);
    view->sin_r = r3d_affine_sin(camera->roll_a11);
    view->cos_r = r3d_affine_cos(camera->roll_a11);
}

void r3d_priv_affine_project(const r3d_priv_affine_view *view, int64_t x_q8, int64_t y_q8,
                             int64_t z_q8, int64_t raise_q8, int64_t out_screen_q8[2],
                             int64_t *out_nearness_q8)
{
    const int64_t dx = x_q8 - view->camera.x_q8;
    const int64_t dy = y_q8 - view->camera.y_q8;
    const int64_t dz = z_q8 - view->camera.z_q8;
    const int64_t x1 = r3d_priv_round16(dx * view->cos_h + dy * view->sin_h);
    const int64_t y1 = r3d_priv_round16(dy * view->cos_h - dx * view->sin_h);
    const int64_t up = r3d_priv_round16(y1 * view->cos_p + dz * view->sin_p) + raise_q8;
    *out_nearness_q8 = r3d_priv_round16(dz * view->cos_p - y1 * view->sin_p);
    out_screen_q8[0] = (int64_t)view->width * R3D_PRIV_AFFINE_HALF_PIXEL_Q8 +
                       r3d_priv_round16(x1 * view->cos_r + up * view->sin_r);
    out_screen_q8[1] = (int64_t)view->height * R3D_PRIV_AFFINE_HALF_PIXEL_Q8 -
                       r3d_priv_round16(up * view->cos_r - x1 * view->sin_r);
}

static bool is_place_q8(int64_t value_q8)
{
    return value_q8 >= -(R3D_AFFINE_PLACE_MAX + 1) * R3D_PRIV_AFFINE_UNIT_Q8 &&
           value_q8 < (R3D_AFFINE_PLACE_MAX + 1) * R3D_PRIV_AFFINE_UNIT_Q8;
}

r3d_result r3d_priv_affine_check_camera(const r3d_affine_camera *camera, int32_t width,
                                        int32_t height)
{
    if (width < 1 || width > R3D_AFFINE_SCREEN_MAX || height < 1 ||
        height > R3D_AFFINE_SCREEN_MAX || camera->pitch_a11 < 0 ||
        camera->pitch_a11 > R3D_AFFINE_PITCH_MAX || !is_place_q8(camera->x_q8) ||
        !is_place_q8(camera->y_q8) || !is_place_q8(camera->z_q8)) {
        return R3D_ERR_RANGE;
    }
    return R3D_OK;
}
