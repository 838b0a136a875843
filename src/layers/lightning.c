/* SPDX-License-Identifier: MIT */
/* Lightning: a line whose middle is moved, again and again. Source: spec layers section 6. */

#include <string.h>

#include "layers_internal.h"

#include <retro3d/layers_calls.h>

#include <retro3d/layers_effects.h>

typedef struct bolt {
    r3d_layers_target *target;
    r3d_rect clip;
    uint32_t random;
    int32_t rgb[3];
    int32_t depth_q16; /* -1: behind nothing */
} bolt;

static void draw_segment(const bolt *b, const int32_t from[2], const int32_t to[2])
{
    const int64_t dx = (int64_t)to[0] - from[0];
    const int64_t dy = (int64_t)to[1] - from[1];
    const int64_t across = dx < 0 ? -dx : dx;
    const int64_t along = dy < 0 ? -dy : dy;
    const int64_t n = across > along ? across : along;
    for (int64_t i = 0; i < n; i++) {
        const int64_t x = from[0] + r3d_priv_divide_nearest(i * dx, n);
        const int64_t y = from[1] + r3d_priv_divide_nearest(i * dy, n);
        if (x < b->clip.left || x >= b->clip.right || y < b->clip.top || y >= b->clip.bottom) {
            continue;
        }
        const size_t at = (size_t)y * (size_t)b->target->width + (size_t)x;
        if (b->depth_q16 <= b->target->depth_q16[at]) {
            r3d_priv_layers_add(b->target, (int32_t)x, (int32_t)y, b->rgb);
        }
    }
}

static int32_t moved(bolt *b, int32_t from, int32_t to, int32_t amplitude)
{
    const uint32_t range = 2u * (uint32_t)amplitude + 1u;
    return ((from + to) >> 1) + (int32_t)(r3d_layers_random(&b->random) % range) - amplitude;
}

/* The left half first. No deeper than the stated limit. */
static void draw_half(bolt *b, const int32_t from[2], const int32_t to[2], int32_t depth,
                      int32_t amplitude)
{
    if (depth == 0) {
        draw_segment(b, from, to);
        return;
    }
    int32_t middle[2];
    middle[0] = moved(b, from[0], to[0], amplitude);
    middle[1] = moved(b, from[1], to[1], amplitude);
    draw_half(b, from, middle, depth - 1, amplitude >> 1);
    draw_half(b, middle, to, depth - 1, amplitude >> 1);
}

static bool is_bolt_place(const int32_t place[2])
{
    return place[0] >= -R3D_PRIV_LAYERS_PLACE_MAX && place[0] <= R3D_PRIV_LAYERS_PLACE_MAX &&
           place[1] >= -R3D_PRIV_LAYERS_PLACE_MAX && place[1] <= R3D_PRIV_LAYERS_PLACE_MAX;
}

static r3d_result draw(r3d_layers_target *target, uint32_t seed, const int32_t from[2],
                       const int32_t to[2], int32_t depth, int32_t amplitude, const uint8_t rgb[3],
                       int32_t depth_q16)
{
    if (seed == 0 || depth < 0 || depth > R3D_LAYERS_LIGHTNING_DEPTH_MAX || amplitude < 0 ||
        amplitude > R3D_PRIV_LAYERS_PLACE_MAX || !is_bolt_place(from) || !is_bolt_place(to)) {
        return R3D_ERR_RANGE;
    }
    bolt b;
    b.target = target;
    b.clip = r3d_priv_layers_clip(target, NULL);
    b.random = seed;
    b.depth_q16 = depth_q16;
    for (int i = 0; i < 3; i++) {
        b.rgb[i] = rgb[i];
    }
    const r3d_layers_call call = {target, NULL, NULL, NULL, NULL, 0, 0};
    r3d_draw_tell_before(&r3d_call_layers_lightning, target->surface, &call);
    draw_half(&b, from, to, depth, amplitude);
    r3d_draw_tell_after(&r3d_call_layers_lightning, target->surface, &call);
    return R3D_OK;
}

r3d_result r3d_layers_draw_lightning(r3d_layers_target *target, uint32_t seed,
                                     const int32_t from[2], const int32_t to[2], int32_t depth,
                                     int32_t amplitude, const uint8_t rgb[3])
{
    if (target == NULL || from == NULL || to == NULL || rgb == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!r3d_priv_layers_is_begun(target)) {
        return R3D_ERR_STATE;
    }
    return draw(target, seed, from, to, depth, amplitude, rgb, -1);
}

/* An end on the picture, in pixels; false: outside of a clip plane. */
static bool place_end(const r3d_layers_target *target, const r3d_perspective_camera *camera,
                      const int32_t end_q16[3], int32_t out[2], int32_t *out_depth_q16)
{
    int32_t seen[3];
    r3d_perspective_view(camera, end_q16, seen);
    const int64_t w = seen[2];
    const int64_t guard = R3D_PERSPECTIVE_GUARD_FX4 * w;
    const int64_t x = (int64_t)seen[0] * camera->focal_fx4;
    const int64_t y = (int64_t)seen[1] * camera->focal_fx4;
    if (w < camera->near_q16 || w > R3D_PERSPECTIVE_FAR_Q16 || x < -guard || x > guard ||
        y < -guard || y > guard) {
        return false;
    }
    r3d_perspective_vertex vertex;
    r3d_perspective_corner corner;
    memset(&vertex, 0, sizeof vertex);
    memcpy(vertex.component, seen, sizeof seen);
    r3d_perspective_project(camera, &vertex, target->width, target->height, &corner);
    out[0] = corner.x_fx4 >> 4;
    out[1] = corner.y_fx4 >> 4;
    *out_depth_q16 = corner.depth_q16;
    return true;
}

r3d_result r3d_layers_draw_bolt(r3d_layers_target *target, const r3d_perspective_camera *camera,
                                uint32_t seed, const int32_t from_q16[3], const int32_t to_q16[3],
                                int32_t depth, int32_t amplitude_q16, const uint8_t rgb[3])
{
    if (target == NULL || camera == NULL || from_q16 == NULL || to_q16 == NULL || rgb == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!r3d_priv_layers_is_begun(target)) {
        return R3D_ERR_STATE;
    }
    if (amplitude_q16 < 0 || amplitude_q16 > R3D_PERSPECTIVE_WORLD_MAX_Q16) {
        return R3D_ERR_RANGE;
    }
    int32_t from[2];
    int32_t to[2];
    int32_t w[2];
    if (!place_end(target, camera, from_q16, from, &w[0]) ||
        !place_end(target, camera, to_q16, to, &w[1])) {
        return R3D_OK;
    }
    const int32_t nearest = w[0] < w[1] ? w[0] : w[1];
    const int64_t amplitude =
        r3d_priv_divide_nearest((int64_t)amplitude_q16 * camera->focal_fx4, nearest) >> 4;
    return draw(
        target, seed, from, to, depth,
        (int32_t)(amplitude > R3D_PRIV_LAYERS_PLACE_MAX ? R3D_PRIV_LAYERS_PLACE_MAX : amplitude),
        rgb, nearest);
}
