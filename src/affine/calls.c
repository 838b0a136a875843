/* SPDX-License-Identifier: MIT */
/* What listeners hear of a scene. Source: spec affine section 14, "History". */

#include <retro3d/affine_calls.h>

enum { AFFINE_FAR = 2 * R3D_SURFACE_SIZE_MAX };

/* Nothing of a picture further away can be on a surface. */
static r3d_rect rect_of(int32_t x, int32_t y, int32_t width, int32_t height)
{
    const int32_t left = x < -AFFINE_FAR ? -AFFINE_FAR : x > AFFINE_FAR ? AFFINE_FAR : x;
    const int32_t top = y < -AFFINE_FAR ? -AFFINE_FAR : y > AFFINE_FAR ? AFFINE_FAR : y;
    const r3d_rect rect = {left, top, left + width, top + height};
    return rect;
}

static void touch_scene(const r3d_draw_call *call, r3d_rect *out_rect)
{
    const r3d_affine_draw_call *c = call->arguments;
    *out_rect = rect_of(c->x, c->y, c->scene->width, c->scene->height);
}

static r3d_result repeat_scene(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_affine_draw_call *c = call->arguments;
    return r3d_affine_draw(c->context, c->scene, c->camera, quiet, c->x, c->y);
}

static void touch_compose(const r3d_draw_call *call, r3d_rect *out_rect)
{
    const r3d_affine_compose_call *c = call->arguments;
    *out_rect = rect_of(c->x, c->y, c->frame->width, c->frame->height);
}

static r3d_result repeat_compose(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_affine_compose_call *c = call->arguments;
    return r3d_affine_compose(c->frame, quiet, c->x, c->y);
}

static r3d_result repeat_boxes(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_affine_compose_call *c = call->arguments;
    return r3d_affine_draw_boxes(c->frame, quiet, c->x, c->y);
}

const r3d_draw_call_type r3d_call_affine_draw = {
    "affine scene", R3D_DRAW_WRITES_PIXELS, touch_scene, repeat_scene, NULL, NULL};
const r3d_draw_call_type r3d_call_affine_compose = {
    "composed frame", R3D_DRAW_WRITES_PIXELS, touch_compose, repeat_compose, NULL, NULL};
const r3d_draw_call_type r3d_call_affine_boxes = {
    "boxes of objects", R3D_DRAW_WRITES_PIXELS, touch_compose, repeat_boxes, NULL, NULL};
