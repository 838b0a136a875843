/* SPDX-License-Identifier: MIT */
/* The camera. Source: spec layers sections 12.1 and 12.2. */

#include "perspective_internal.h"

static int64_t magnitude(int64_t value)
{
    return value < 0 ? -value : value;
}

static int64_t greatest_of_three(const int64_t v[3])
{
    int64_t result = 0;
    for (int i = 0; i < 3; i++) {
        if (magnitude(v[i]) > result) {
            result = magnitude(v[i]);
        }
    }
    return result;
}

void r3d_perspective_unit(const int64_t vector[3], int32_t one, int32_t out_unit[3])
{
    if (vector == NULL || out_unit == NULL) {
        return;
    }
    int64_t v[3] = {vector[0], vector[1], vector[2]};
    if (greatest_of_three(v) == 0) {
        out_unit[0] = out_unit[1] = out_unit[2] = 0;
        return;
    }
    while (greatest_of_three(v) >= (int64_t)1 << 30) {
        for (int i = 0; i < 3; i++) {
            v[i] >>= 1;
        }
    }
    while (greatest_of_three(v) < (int64_t)1 << 29) {
        for (int i = 0; i < 3; i++) {
            v[i] *= 2;
        }
    }
    const int64_t length = r3d_priv_root((uint64_t)(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]));
    for (int i = 0; i < 3; i++) {
        out_unit[i] = (int32_t)r3d_priv_divide_nearest(v[i] * one, length);
    }
}

r3d_result r3d_perspective_camera_init(r3d_perspective_camera *out_camera, const int32_t eye_q16[3],
                                       const int32_t target_q16[3], int32_t focal_fx4,
                                       int32_t near_q16)
{
    if (out_camera == NULL || eye_q16 == NULL || target_q16 == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!r3d_priv_is_in_world(eye_q16) || !r3d_priv_is_in_world(target_q16) ||
        focal_fx4 < R3D_PERSPECTIVE_FOCAL_MIN_FX4 || focal_fx4 > R3D_PERSPECTIVE_FOCAL_MAX_FX4 ||
        near_q16 < R3D_PERSPECTIVE_NEAR_MIN_Q16 || near_q16 > R3D_PERSPECTIVE_FAR_Q16) {
        return R3D_ERR_RANGE;
    }
    int64_t way[3];
    for (int i = 0; i < 3; i++) {
        way[i] = (int64_t)target_q16[i] - eye_q16[i];
    }
    if (greatest_of_three(way) == 0) {
        return R3D_ERR_RANGE;
    }
    r3d_perspective_camera camera;
    for (int i = 0; i < 3; i++) {
        camera.eye_q16[i] = eye_q16[i];
    }
    camera.focal_fx4 = focal_fx4;
    camera.near_q16 = near_q16;
    r3d_perspective_unit(way, R3D_PRIV_ONE_Q16, camera.forward_q16);
    const int32_t *f = camera.forward_q16;
    const int32_t *r = camera.right_q16;
    if (f[0] == 0 && f[1] == 0) {
        camera.right_q16[0] = R3D_PRIV_ONE_Q16;
        camera.right_q16[1] = 0;
        camera.right_q16[2] = 0;
    } else {
        /* f x (0, 0, 1) */
        const int64_t across[3] = {f[1], -(int64_t)f[0], 0};
        r3d_perspective_unit(across, R3D_PRIV_ONE_Q16, camera.right_q16);
    }
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3;
        const int k = (i + 2) % 3;
        camera.down_q16[i] =
            (int32_t)(((int64_t)f[j] * r[k] - (int64_t)f[k] * r[j] + R3D_PRIV_HALF_Q16) >> 16);
    }
    *out_camera = camera;
    return R3D_OK;
}

static int32_t along_axis(const int32_t axis_q16[3], const int64_t v[3])
{
    return (int32_t)((axis_q16[0] * v[0] + axis_q16[1] * v[1] + axis_q16[2] * v[2] +
                      R3D_PRIV_HALF_Q16) >>
                     16);
}

void r3d_perspective_view(const r3d_perspective_camera *camera, const int32_t place_q16[3],
                          int32_t out_view_q16[3])
{
    if (camera == NULL || place_q16 == NULL || out_view_q16 == NULL) {
        return;
    }
    int64_t way[3];
    for (int i = 0; i < 3; i++) {
        way[i] = (int64_t)place_q16[i] - camera->eye_q16[i];
    }
    out_view_q16[0] = along_axis(camera->right_q16, way);
    out_view_q16[1] = along_axis(camera->down_q16, way);
    out_view_q16[2] = along_axis(camera->forward_q16, way);
}

void r3d_perspective_view_normal(const r3d_perspective_camera *camera, const int32_t normal_q14[3],
                                 int32_t out_bytes[2])
{
    if (camera == NULL || normal_q14 == NULL || out_bytes == NULL) {
        return;
    }
    const int64_t n[3] = {normal_q14[0], normal_q14[1], normal_q14[2]};
    out_bytes[0] = r3d_priv_normal_byte(along_axis(camera->right_q16, n));
    out_bytes[1] = r3d_priv_normal_byte(-along_axis(camera->down_q16, n));
}
