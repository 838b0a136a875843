/* SPDX-License-Identifier: MIT */
/* Rims of the boxes of objects, over a composed frame. Source: spec affine section 14, "Inspector". */

#include <retro3d/affine_calls.h>

#include "../base/desc.h"

#include "affine_internal.h"

/* Where a rim goes: the pixels of the picture in the surface. */
typedef struct boxes_canvas {
    r3d_surface *surface;
    int32_t x;
    int32_t y;
    int32_t width;
    int32_t height;
} boxes_canvas;

static void put_pixel(const boxes_canvas *c, int32_t x, int32_t y, uint32_t argb)
{
    const r3d_rect *clip = &c->surface->clip;
    const int64_t target_x = (int64_t)c->x + x;
    const int64_t target_y = (int64_t)c->y + y;
    if (x >= 0 && x < c->width && y >= 0 && y < c->height && target_x >= clip->left &&
        target_x < clip->right && target_y >= clip->top && target_y < clip->bottom) {
        c->surface->pixels[(size_t)target_y * (size_t)c->surface->stride_px + (size_t)target_x] =
            argb;
    }
}

/* Pixels of a rectangle inside the box of an object: (dx, dy) counts from the box, whose rows go round. */
static void draw_rim(const boxes_canvas *c, const r3d_affine_hw_object *object, int32_t dx,
                     int32_t dy, int32_t width, int32_t height, uint32_t argb)
{
    const int32_t left = (int32_t)(((uint32_t)object->x + R3D_PRIV_AFFINE_X_RANGE / 2) &
                                   (R3D_PRIV_AFFINE_X_RANGE - 1)) -
                         R3D_PRIV_AFFINE_X_RANGE / 2;
    for (int32_t y = 0; y < c->height; y++) {
        const int32_t row =
            (int32_t)(((uint32_t)y - (uint32_t)object->y) & (R3D_PRIV_AFFINE_Y_RANGE - 1)) - dy;
        if (row < 0 || row >= height) {
            continue;
        }
        const bool is_edge = row == 0 || row == height - 1;
        for (int32_t column = 0; column < width; column++) {
            if (is_edge || column == 0 || column == width - 1) {
                put_pixel(c, left + dx + column, y, argb);
            }
        }
    }
}

r3d_result r3d_affine_draw_boxes(const r3d_affine_hw_frame *frame, r3d_surface *surface, int32_t x,
                                 int32_t y)
{
    r3d_affine_hw_frame whole;
    r3d_affine_hw_frame_init(&whole);
    if (surface == NULL || r3d_priv_desc_read(&whole, sizeof whole, frame) != R3D_OK ||
        (whole.object_count > 0 && whole.objects == NULL)) {
        return R3D_ERR_ARGUMENT;
    }
    frame = &whole;
    if (frame->width < 1 || frame->width > R3D_AFFINE_HW_SCREEN_MAX || frame->height < 1 ||
        frame->height > R3D_AFFINE_HW_SCREEN_MAX || frame->object_count < 0) {
        return R3D_ERR_RANGE;
    }
    if (surface->listener != NULL) {
        const r3d_affine_compose_call call = {frame, x, y};
        return r3d_draw_tell(&r3d_call_affine_boxes, surface, &call);
    }
    const uint32_t red = 0xFFFF0000;
    const uint32_t green = 0xFF00FF00;
    const uint32_t yellow = 0xFFFFFF00;
    const boxes_canvas c = {surface, x, y, frame->width, frame->height};
    for (int32_t i = frame->object_count - 1; i >= 0; i--) {
        const r3d_affine_hw_object *object = &frame->objects[i];
        const int32_t width = object->picture.width;
        const int32_t height = object->picture.height;
        if (object->is_affine && object->is_doubled) {
            draw_rim(&c, object, width / 2, height / 2, width, height, green);
            draw_rim(&c, object, 0, 0, 2 * width, 2 * height, yellow);
        } else {
            draw_rim(&c, object, 0, 0, width, height, object->is_affine ? green : red);
        }
    }
    return R3D_OK;
}
