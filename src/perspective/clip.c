/* SPDX-License-Identifier: MIT */
/* Clipping and projection. Source: spec layers sections 12.3 and 12.4. */

#include <string.h>

#include "perspective_internal.h"

enum { PLANES = 6, HALF_PIXEL_FX4 = 8 };

/* How far inside of a plane a vertex is; 0 and more is inside. */
static int64_t distance_to(const r3d_perspective_camera *camera,
                           const r3d_perspective_vertex *vertex, int plane)
{
    const int64_t x = vertex->component[R3D_PERSPECTIVE_X];
    const int64_t y = vertex->component[R3D_PERSPECTIVE_Y];
    const int64_t w = vertex->component[R3D_PERSPECTIVE_W];
    const int64_t guard = R3D_PERSPECTIVE_GUARD_FX4 * w;
    switch (plane) {
    case 0:
        return w - camera->near_q16;
    case 1:
        return R3D_PERSPECTIVE_FAR_Q16 - w;
    case 2:
        return guard + camera->focal_fx4 * x;
    case 3:
        return guard - camera->focal_fx4 * x;
    case 4:
        return guard + camera->focal_fx4 * y;
    default:
        return guard - camera->focal_fx4 * y;
    }
}

/* Where the way from the inside end to the outside end meets the plane: always from the inside, so that
 * two triangles with a common edge get the same new vertex. */
static r3d_perspective_vertex cut(const r3d_perspective_vertex *inside, int64_t inside_distance,
                                  const r3d_perspective_vertex *outside, int64_t outside_distance)
{
    int64_t whole = inside_distance - outside_distance;
    int64_t part = inside_distance;
    while (whole >= (int64_t)1 << 30) {
        whole >>= 1;
        part >>= 1;
    }
    r3d_perspective_vertex vertex;
    for (int i = 0; i < R3D_PERSPECTIVE_COMPONENT_COUNT; i++) {
        const int64_t way = (int64_t)outside->component[i] - inside->component[i];
        vertex.component[i] =
            (int32_t)(inside->component[i] + r3d_priv_divide_nearest(way * part, whole));
    }
    return vertex;
}

/* Cuts a polygon at one plane; returns the number of its vertices then. */
static int32_t cut_polygon(const r3d_perspective_camera *camera, int plane,
                           const r3d_perspective_vertex *from, int32_t count,
                           r3d_perspective_vertex *to)
{
    int32_t left = 0;
    for (int32_t i = 0; i < count; i++) {
        const r3d_perspective_vertex *a = &from[i];
        const r3d_perspective_vertex *b = &from[(i + 1) % count];
        const int64_t distance_a = distance_to(camera, a, plane);
        const int64_t distance_b = distance_to(camera, b, plane);
        if (distance_a >= 0) {
            to[left++] = *a;
        }
        if ((distance_a >= 0) != (distance_b >= 0)) {
            to[left++] = distance_a >= 0 ? cut(a, distance_a, b, distance_b)
                                         : cut(b, distance_b, a, distance_a);
        }
    }
    return left;
}

int32_t r3d_perspective_clip(const r3d_perspective_camera *camera,
                             const r3d_perspective_vertex *vertices, int32_t count,
                             r3d_perspective_vertex *out)
{
    if (camera == NULL || vertices == NULL || out == NULL || count < 3 ||
        count > R3D_PERSPECTIVE_POLYGON_MAX) {
        return 0;
    }
    /* Most polygons are inside of all planes. */
    bool is_cut[PLANES] = {false};
    bool any_cut = false;
    for (int plane = 0; plane < PLANES; plane++) {
        for (int32_t i = 0; i < count; i++) {
            is_cut[plane] = is_cut[plane] || distance_to(camera, &vertices[i], plane) < 0;
        }
        any_cut = any_cut || is_cut[plane];
    }
    memcpy(out, vertices, (size_t)count * sizeof *out);
    r3d_perspective_vertex spare[R3D_PERSPECTIVE_CLIPPED_MAX];
    for (int plane = 0; plane < PLANES && any_cut && count > 0; plane++) {
        count = cut_polygon(camera, plane, out, count, spare);
        memcpy(out, spare, (size_t)count * sizeof *out);
    }
    return count < 3 ? 0 : count;
}

void r3d_perspective_project(const r3d_perspective_camera *camera,
                             const r3d_perspective_vertex *vertex, int32_t width, int32_t height,
                             r3d_perspective_corner *out_corner)
{
    if (camera == NULL || vertex == NULL || out_corner == NULL ||
        vertex->component[R3D_PERSPECTIVE_W] <= 0) {
        return;
    }
    const int64_t w = vertex->component[R3D_PERSPECTIVE_W];
    out_corner->x_fx4 =
        (int32_t)(HALF_PIXEL_FX4 * width +
                  r3d_priv_divide_nearest(
                      (int64_t)vertex->component[R3D_PERSPECTIVE_X] * camera->focal_fx4, w));
    out_corner->y_fx4 =
        (int32_t)(HALF_PIXEL_FX4 * height +
                  r3d_priv_divide_nearest(
                      (int64_t)vertex->component[R3D_PERSPECTIVE_Y] * camera->focal_fx4, w));
    out_corner->depth_q16 = (int32_t)w;
}
