/* SPDX-License-Identifier: MIT */
/* Drawing a scene. Source: spec affine. */

#include <retro3d/affine_calls.h>

#include "../base/desc.h"

#include "affine_internal.h"

static int32_t larger_of(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static int32_t narrowed_smaller(int64_t a, int64_t b)
{
    return (int32_t)(a < b ? a : b);
}

/* The part of the picture that the surface takes; false: nothing. */
static bool clip_picture(r3d_priv_affine_frame *frame, int32_t width, int32_t height)
{
    const r3d_rect *clip = &frame->surface->clip;
    const int64_t left = (int64_t)clip->left - frame->x;
    const int64_t top = (int64_t)clip->top - frame->y;
    if (left >= width || top >= height) {
        return false;
    }
    frame->clip.left = larger_of(0, (int32_t)(left < INT32_MIN ? INT32_MIN : left));
    frame->clip.top = larger_of(0, (int32_t)(top < INT32_MIN ? INT32_MIN : top));
    frame->clip.right = narrowed_smaller(width, (int64_t)clip->right - frame->x);
    frame->clip.bottom = narrowed_smaller(height, (int64_t)clip->bottom - frame->y);
    return frame->clip.left < frame->clip.right && frame->clip.top < frame->clip.bottom;
}

r3d_result r3d_affine_draw(r3d_affine_context *context, const r3d_affine_scene *scene,
                           const r3d_affine_camera *camera, r3d_surface *surface, int32_t x,
                           int32_t y)
{
    r3d_affine_scene whole;
    r3d_affine_scene_init(&whole);
    if (context == NULL || camera == NULL || surface == NULL ||
        r3d_priv_desc_read(&whole, sizeof whole, scene) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    scene = &whole;
    context->has_report = false;
    r3d_result result = r3d_priv_affine_check_scene(context, scene, camera);
    if (result != R3D_OK) {
        return result;
    }
    if (surface->listener != NULL) {
        const r3d_affine_draw_call call = {context, scene, camera, x, y};
        return r3d_draw_tell(&r3d_call_affine_draw, surface, &call);
    }
    r3d_priv_affine_frame frame;
    frame.context = context;
    frame.scene = scene;
    frame.surface = surface;
    frame.x = x;
    frame.y = y;
    if (!r3d_priv_affine_cycle(scene->cycles, scene->cycle_count, scene->time_ms, frame.cycled)) {
        return R3D_ERR_RANGE;
    }
    r3d_priv_affine_view_init(&frame.view, camera, scene->width, scene->height);
    r3d_priv_affine_prepare(&frame);
    if (scene->mode == R3D_AFFINE_HW) {
        result = r3d_priv_affine_make_hw(&frame);
        if (result == R3D_OK) {
            result = r3d_affine_compose(&context->hw, surface, x, y);
        }
    } else if (clip_picture(&frame, scene->width, scene->height)) {
        r3d_priv_affine_draw_free(&frame);
    }
    if (result == R3D_OK) {
        context->mode = scene->mode;
        context->has_report = true;
    }
    return result;
}
