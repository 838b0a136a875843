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

bool r3d_priv_affine_clip(r3d_priv_affine_frame *frame, int32_t width, int32_t height)
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

static void draw_affine_frame(r3d_priv_affine_frame *frame)
{
    const r3d_affine_scene *scene = frame->scene;
    const r3d_affine_hw_frame *hw = &frame->context->hw;
    if (scene->mode == R3D_AFFINE_FREE) {
        if (r3d_priv_affine_clip(frame, scene->width, scene->height)) {
            r3d_priv_affine_draw_free(frame);
        }
    } else if (frame->told != NULL) {
        r3d_priv_affine_tell_composed(hw, scene, frame->cycled, frame->told, frame->x, frame->y);
    } else {
        r3d_priv_affine_compose(hw, frame->cycled, frame->surface, frame->x, frame->y,
                                R3D_PRIV_AFFINE_ANYBODY);
    }
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
    r3d_priv_affine_frame frame;
    frame.told = surface->listener != NULL ? surface : NULL;
    frame.part_count = 0;
    frame.context = context;
    frame.scene = scene;
    frame.surface = surface;
    frame.x = x;
    frame.y = y;
    if (!r3d_priv_affine_cycle(scene->cycles, scene->cycle_count, scene->time_ms, frame.cycled)) {
        return R3D_ERR_RANGE;
    }
    const r3d_affine_draw_call call = {context, scene, camera, x, y};
    r3d_priv_affine_view_init(&frame.view, camera, scene->width, scene->height);
    r3d_priv_affine_prepare(&frame);
    if (scene->mode == R3D_AFFINE_HW) {
        result = r3d_priv_affine_make_hw(&frame);
    }
    if (result != R3D_OK) {
        return result;
    }
    if (frame.told != NULL) {
        r3d_draw_tell_before(&r3d_call_affine_draw, surface, &call);
    }
    draw_affine_frame(&frame);
    if (frame.told != NULL) {
        r3d_draw_tell_after(&r3d_call_affine_draw, surface, &call);
    }
    context->mode = scene->mode;
    context->has_report = true;
    return R3D_OK;
}
