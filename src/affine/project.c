/* SPDX-License-Identifier: MIT */
/* Points of the world on the picture and back, for clients. Source: spec affine section 3. */

#include "affine_internal.h"

/* Places further out would not fit 32 bits on the picture. */
static bool is_far(int32_t value_q8)
{
    enum { FAR_Q8 = 1 << 27 };
    return value_q8 < -FAR_Q8 || value_q8 > FAR_Q8;
}

r3d_result r3d_affine_project(const r3d_affine_camera *camera, int32_t width, int32_t height,
                              const int32_t place_q8[3], int32_t out_screen_q8[2],
                              int32_t *out_nearness_q8)
{
    if (camera == NULL || place_q8 == NULL || out_screen_q8 == NULL || out_nearness_q8 == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    const r3d_result result = r3d_priv_affine_check_camera(camera, width, height);
    if (result != R3D_OK) {
        return result;
    }
    if (is_far(place_q8[0]) || is_far(place_q8[1]) || is_far(place_q8[2])) {
        return R3D_ERR_RANGE;
    }
    r3d_priv_affine_view view;
    r3d_priv_affine_view_init(&view, camera, width, height);
    int64_t screen[2];
    int64_t nearness;
    r3d_priv_affine_project(&view, place_q8[0], place_q8[1], place_q8[2], 0, screen, &nearness);
    out_screen_q8[0] = (int32_t)screen[0];
    out_screen_q8[1] = (int32_t)screen[1];
    *out_nearness_q8 = (int32_t)nearness;
    return R3D_OK;
}

r3d_result r3d_affine_unproject(const r3d_affine_camera *camera, int32_t width, int32_t height,
                                const int32_t screen_q8[2], int32_t z_q8, int32_t out_place_q8[2])
{
    if (camera == NULL || screen_q8 == NULL || out_place_q8 == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    const r3d_result result = r3d_priv_affine_check_camera(camera, width, height);
    if (result != R3D_OK) {
        return result;
    }
    if (is_far(screen_q8[0]) || is_far(screen_q8[1]) || is_far(z_q8)) {
        return R3D_ERR_RANGE;
    }
    enum { HALF_PIXEL_Q8 = 128 };
    r3d_priv_affine_view view;
    r3d_priv_affine_view_init(&view, camera, width, height);
    const int64_t across = (int64_t)screen_q8[0] - (int64_t)width * HALF_PIXEL_Q8;
    const int64_t up = (int64_t)height * HALF_PIXEL_Q8 - screen_q8[1];
    const int64_t a = r3d_priv_round16(across * view.cos_r - up * view.sin_r);
    const int64_t b = r3d_priv_round16(across * view.sin_r + up * view.cos_r);
    const int64_t dz = (int64_t)z_q8 - camera->z_q8;
    const int64_t ahead = r3d_priv_divide_rounded(b * 65536 - dz * view.sin_p, view.cos_p);
    const int64_t x = camera->x_q8 + r3d_priv_round16(a * view.cos_h - ahead * view.sin_h);
    const int64_t y = camera->y_q8 + r3d_priv_round16(a * view.sin_h + ahead * view.cos_h);
    if (x < INT32_MIN || x > INT32_MAX || y < INT32_MIN || y > INT32_MAX) {
        return R3D_ERR_RANGE;
    }
    out_place_q8[0] = (int32_t)x;
    out_place_q8[1] = (int32_t)y;
    return R3D_OK;
}
