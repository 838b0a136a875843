/* SPDX-License-Identifier: MIT */
/* Planar shadows: marks in the stencil, then one darkening. Source: spec layers section 6. */

#include <string.h>

#include "../base/desc.h"

#include "layers_internal.h"

#include <retro3d/layers_calls.h>

#include <retro3d/layers_effects.h>

enum { SHADOW_CENTER_FX4 = 8, SHADOW_PIXEL_FX4 = 16, SHADOW_PLACE_MAX = 1 << 15 };

/* The corners of a shadow on the picture, with their depths. */
typedef struct shadow_triangle {
    r3d_perspective_corner corners[3];
    bool has_depth;
} shadow_triangle;

/* Twice the area, in units of the corners. */
static int64_t area_of(const r3d_perspective_corner c[3])
{
    return ((int64_t)c[1].x_fx4 - c[0].x_fx4) * ((int64_t)c[2].y_fx4 - c[0].y_fx4) -
           ((int64_t)c[1].y_fx4 - c[0].y_fx4) * ((int64_t)c[2].x_fx4 - c[0].x_fx4);
}

/* The edge values at a place; all of the sign of the area inside and on edges. */
static void edges_at(const r3d_perspective_corner c[3], int64_t x, int64_t y, int64_t out[3])
{
    for (int i = 0; i < 3; i++) {
        const r3d_perspective_corner *a = &c[(i + 1) % 3];
        const r3d_perspective_corner *b = &c[(i + 2) % 3];
        out[i] = ((int64_t)b->x_fx4 - a->x_fx4) * (y - a->y_fx4) -
                 ((int64_t)b->y_fx4 - a->y_fx4) * (x - a->x_fx4);
    }
}

/* The depth of a point inside or on an edge, by the weights of section 12.6. */
static int32_t depth_at(const r3d_perspective_corner c[3], int64_t area, const int64_t edges[3])
{
    int32_t nearest = c[0].depth_q16;
    for (int i = 1; i < 3; i++) {
        nearest = c[i].depth_q16 < nearest ? c[i].depth_q16 : nearest;
    }
    const int32_t bits = r3d_priv_bit_length((uint64_t)area);
    const int32_t shift = bits > 4 ? bits - 4 : 0;
    int64_t b[3];
    for (int i = 0; i < 3; i++) {
        b[i] = edges[i] * (((int64_t)nearest << 24) / c[i].depth_q16);
    }
    const int64_t reciprocal = ((int64_t)1 << 52) / ((b[0] + b[1] + b[2]) >> shift);
    r3d_perspective_weights weights;
    weights.b1 = (int32_t)(((b[1] >> shift) * reciprocal) >> 28);
    weights.b2 = (int32_t)(((b[2] >> shift) * reciprocal) >> 28);
    weights.b0 = R3D_PERSPECTIVE_ONE_WEIGHT - weights.b1 - weights.b2;
    return r3d_perspective_mix(c[0].depth_q16, c[1].depth_q16, c[2].depth_q16, &weights);
}

static int32_t least_corner(const int32_t v[3])
{
    const int32_t a = v[0] < v[1] ? v[0] : v[1];
    return a < v[2] ? a : v[2];
}

static int32_t greatest_corner(const int32_t v[3])
{
    const int32_t a = v[0] > v[1] ? v[0] : v[1];
    return a > v[2] ? a : v[2];
}

static void mark_shadow(r3d_layers_target *target, const shadow_triangle *shadow)
{
    r3d_perspective_corner c[3];
    memcpy(c, shadow->corners, sizeof c);
    int64_t area = area_of(c);
    if (area == 0) {
        return;
    }
    if (area < 0) {
        const r3d_perspective_corner swap = c[1];
        c[1] = c[2];
        c[2] = swap;
        area = -area;
    }
    const int32_t xs[3] = {c[0].x_fx4, c[1].x_fx4, c[2].x_fx4};
    const int32_t ys[3] = {c[0].y_fx4, c[1].y_fx4, c[2].y_fx4};
    const r3d_rect box = {least_corner(xs) >> 4, least_corner(ys) >> 4,
                          (greatest_corner(xs) >> 4) + 1, (greatest_corner(ys) >> 4) + 1};
    const r3d_rect clip = r3d_priv_layers_clip(target, &box);
    for (int32_t y = clip.top; y < clip.bottom; y++) {
        for (int32_t x = clip.left; x < clip.right; x++) {
            int64_t edges[3];
            edges_at(c, (int64_t)x * SHADOW_PIXEL_FX4 + SHADOW_CENTER_FX4,
                     (int64_t)y * SHADOW_PIXEL_FX4 + SHADOW_CENTER_FX4, edges);
            if (edges[0] < 0 || edges[1] < 0 || edges[2] < 0) {
                continue;
            }
            const size_t at = (size_t)y * (size_t)target->width + (size_t)x;
            if (shadow->has_depth) {
                const int32_t w = depth_at(c, area, edges);
                /* The bias lets the shadow lie on its plane. */
                if (w - (w >> 8) > target->depth_q16[at]) {
                    continue;
                }
            }
            target->stencil[at] = 1;
        }
    }
}

r3d_result r3d_layers_mark_triangle(r3d_layers_target *target, const int32_t x[3],
                                    const int32_t y[3])
{
    if (target == NULL || x == NULL || y == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!r3d_priv_layers_is_begun(target)) {
        return R3D_ERR_STATE;
    }
    shadow_triangle shadow;
    memset(&shadow, 0, sizeof shadow);
    for (int i = 0; i < 3; i++) {
        if (x[i] < -SHADOW_PLACE_MAX || x[i] > SHADOW_PLACE_MAX || y[i] < -SHADOW_PLACE_MAX ||
            y[i] > SHADOW_PLACE_MAX) {
            return R3D_ERR_RANGE;
        }
        shadow.corners[i].x_fx4 = x[i] * SHADOW_PIXEL_FX4;
        shadow.corners[i].y_fx4 = y[i] * SHADOW_PIXEL_FX4;
    }
    mark_shadow(target, &shadow);
    return R3D_OK;
}

/* Where the light throws a point onto the plane; false: it casts no shadow. */
static bool throw_point(const r3d_layers_shadow_plane *plane, int64_t light_height,
                        const int32_t p[3], int32_t out[3])
{
    int64_t height = 0;
    for (int i = 0; i < 3; i++) {
        height += (int64_t)plane->normal_q14[i] * p[i];
    }
    height = (height >> 14) + plane->d_q16;
    if (height < 0 || height > light_height - (light_height >> 4) || height == light_height) {
        return false;
    }
    for (int i = 0; i < 3; i++) {
        const int64_t value = r3d_priv_divide_nearest(
            light_height * p[i] - height * plane->light_q16[i], light_height - height);
        if (value <= -R3D_PERSPECTIVE_WORLD_MAX_Q16 || value >= R3D_PERSPECTIVE_WORLD_MAX_Q16) {
            return false;
        }
        out[i] = (int32_t)value;
    }
    return true;
}

static void mark_face(r3d_layers_target *target, const r3d_layers_view *view,
                      const r3d_layers_mesh *mesh, const r3d_layers_shadow_plane *plane,
                      int64_t light_height, const int32_t *corners)
{
    r3d_perspective_vertex vertices[3];
    memset(vertices, 0, sizeof vertices);
    for (int i = 0; i < 3; i++) {
        int32_t place[3];
        int32_t thrown[3];
        int32_t seen[3];
        bool is_inside;
        r3d_priv_layers_place(mesh, &mesh->vertices[corners[i]], place, &is_inside);
        if (!throw_point(plane, light_height, place, thrown)) {
            return;
        }
        r3d_perspective_view(&view->camera, thrown, seen);
        memcpy(vertices[i].component, seen, sizeof seen);
    }
    r3d_perspective_vertex clipped[R3D_PERSPECTIVE_CLIPPED_MAX];
    const int32_t count = r3d_perspective_clip(&view->camera, vertices, 3, clipped);
    for (int32_t k = 1; k + 1 < count; k++) {
        const int32_t fan[3] = {0, k, k + 1};
        shadow_triangle shadow;
        shadow.has_depth = true;
        for (int i = 0; i < 3; i++) {
            r3d_perspective_project(&view->camera, &clipped[fan[i]], target->width, target->height,
                                    &shadow.corners[i]);
        }
        mark_shadow(target, &shadow);
    }
}

r3d_result r3d_layers_mark_shadow(r3d_layers_target *target, const r3d_layers_view *view,
                                  const r3d_layers_mesh *mesh, const r3d_layers_shadow_plane *plane)
{
    r3d_layers_mesh whole;
    r3d_layers_mesh_init(&whole);
    if (target == NULL || view == NULL || plane == NULL ||
        r3d_priv_desc_read(&whole, sizeof whole, mesh) != R3D_OK || whole.is_on_picture) {
        return R3D_ERR_ARGUMENT;
    }
    if (!r3d_priv_layers_is_begun(target)) {
        return R3D_ERR_STATE;
    }
    for (int32_t i = 0; i < whole.vertex_count; i++) {
        int32_t place[3];
        bool is_inside;
        r3d_priv_layers_place(&whole, &whole.vertices[i], place, &is_inside);
        if (!is_inside) {
            return R3D_ERR_RANGE;
        }
    }
    int64_t light_height = 0;
    for (int i = 0; i < 3; i++) {
        light_height += (int64_t)plane->normal_q14[i] * plane->light_q16[i];
    }
    light_height = (light_height >> 14) + plane->d_q16;
    if (light_height <= 0) {
        return R3D_OK;
    }
    for (int32_t f = 0; f < whole.face_count; f++) {
        mark_face(target, view, &whole, plane, light_height, &whole.corners[3 * (size_t)f]);
    }
    return R3D_OK;
}

r3d_result r3d_layers_darken(r3d_layers_target *target, uint8_t weight)
{
    if (target == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!r3d_priv_layers_is_begun(target)) {
        return R3D_ERR_STATE;
    }
    const int32_t black[4] = {0, 0, 0, weight};
    const r3d_rect clip = r3d_priv_layers_clip(target, NULL);
    const r3d_layers_call call = {target, NULL, NULL, NULL, NULL, 0, weight};
    r3d_draw_tell_before(&r3d_call_layers_shadow, target->surface, &call);
    for (int32_t y = clip.top; y < clip.bottom; y++) {
        uint32_t *row = target->surface->pixels + (size_t)y * (size_t)target->surface->stride_px;
        uint8_t *stencil = target->stencil + (size_t)y * (size_t)target->width;
        for (int32_t x = clip.left; x < clip.right; x++) {
            if (stencil[x] != 0) {
                row[x] = r3d_priv_layers_blend(R3D_LAYERS_BLEND_ALPHA, black, row[x]);
                stencil[x] = 0;
            }
        }
    }
    r3d_draw_tell_after(&r3d_call_layers_shadow, target->surface, &call);
    return R3D_OK;
}
