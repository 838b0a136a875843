/* SPDX-License-Identifier: MIT */
/* Rectangles, outlines and lines. Source: spec rs2-raster section 8. */

#include <retro3d/surface_calls.h>

#include "surface_internal.h"

/* The part of a rectangle inside the clip rectangle. 64 bits, so that sums of any 32-bit position
 * and size do not wrap; the result is empty unless left < right and top < bottom. */
static r3d_rect clipped(const r3d_surface *surface, int32_t x, int32_t y, int32_t width,
                        int32_t height)
{
    const r3d_rect *clip = &surface->clip;
    int64_t right = (int64_t)x + width;
    int64_t bottom = (int64_t)y + height;
    r3d_rect box;
    box.left = x < clip->left ? clip->left : x;
    box.top = y < clip->top ? clip->top : y;
    box.right = right > clip->right ? clip->right : right < box.left ? box.left : (int32_t)right;
    box.bottom = bottom > clip->bottom ? clip->bottom
                 : bottom < box.top    ? box.top
                                       : (int32_t)bottom;
    return box;
}

void r3d_draw_rect(r3d_surface *surface, int32_t x, int32_t y, int32_t width, int32_t height,
                   uint32_t rgb)
{
    if (surface == NULL) {
        return;
    }
    if (surface->listener != NULL) {
        const r3d_area_call call = {x, y, width, height, rgb, 0};
        (void)r3d_draw_tell(&r3d_call_rect, surface, &call);
        return;
    }
    r3d_rect box = clipped(surface, x, y, width, height);
    uint32_t value = rgb | R3D_PRIV_DRAWN;
    for (int32_t row_y = box.top; row_y < box.bottom; row_y++) {
        uint32_t *row = r3d_priv_surface_row(surface, row_y);
        for (int32_t column = box.left; column < box.right; column++) {
            row[column] = value;
        }
    }
}

void r3d_draw_rect_alpha(r3d_surface *surface, int32_t x, int32_t y, int32_t width, int32_t height,
                         uint32_t rgb, int32_t weight)
{
    if (surface == NULL) {
        return;
    }
    if (surface->listener != NULL) {
        const r3d_area_call call = {x, y, width, height, rgb, weight};
        (void)r3d_draw_tell(&r3d_call_rect_alpha, surface, &call);
        return;
    }
    r3d_rect box = clipped(surface, x, y, width, height);
    uint32_t share = r3d_priv_share(weight);
    for (int32_t row_y = box.top; row_y < box.bottom; row_y++) {
        uint32_t *row = r3d_priv_surface_row(surface, row_y);
        for (int32_t column = box.left; column < box.right; column++) {
            row[column] = r3d_priv_mix(rgb, row[column], share);
        }
    }
}

void r3d_draw_hline(r3d_surface *surface, int32_t x, int32_t y, int32_t length, uint32_t rgb)
{
    if (surface == NULL) {
        return;
    }
    if (surface->listener != NULL) {
        const r3d_area_call call = {x, y, length, 1, rgb, 0};
        (void)r3d_draw_tell(&r3d_call_hline, surface, &call);
        return;
    }
    r3d_draw_rect(surface, x, y, length, 1, rgb);
}

void r3d_draw_hline_alpha(r3d_surface *surface, int32_t x, int32_t y, int32_t length, uint32_t rgb,
                          int32_t weight)
{
    if (surface == NULL) {
        return;
    }
    if (surface->listener != NULL) {
        const r3d_area_call call = {x, y, length, 1, rgb, weight};
        (void)r3d_draw_tell(&r3d_call_hline_alpha, surface, &call);
        return;
    }
    r3d_draw_rect_alpha(surface, x, y, length, 1, rgb, weight);
}

void r3d_draw_vline(r3d_surface *surface, int32_t x, int32_t y, int32_t length, uint32_t rgb)
{
    if (surface == NULL) {
        return;
    }
    if (surface->listener != NULL) {
        const r3d_area_call call = {x, y, 1, length, rgb, 0};
        (void)r3d_draw_tell(&r3d_call_vline, surface, &call);
        return;
    }
    r3d_draw_rect(surface, x, y, 1, length, rgb);
}

void r3d_draw_vline_alpha(r3d_surface *surface, int32_t x, int32_t y, int32_t length, uint32_t rgb,
                          int32_t weight)
{
    if (surface == NULL) {
        return;
    }
    if (surface->listener != NULL) {
        const r3d_area_call call = {x, y, 1, length, rgb, weight};
        (void)r3d_draw_tell(&r3d_call_vline_alpha, surface, &call);
        return;
    }
    r3d_draw_rect_alpha(surface, x, y, 1, length, rgb, weight);
}

/* start + size - 1, as the original computes the far side of an outline. */
static int32_t far_side(int32_t start, int32_t size)
{
    return r3d_i32_sub(r3d_i32_add(start, size), 1);
}

static void draw_outline(r3d_surface *surface, int32_t x, int32_t y, int32_t width, int32_t height,
                         uint32_t rgb)
{
    r3d_draw_hline(surface, x, y, width, rgb);
    r3d_draw_hline(surface, x, far_side(y, height), width, rgb);
    r3d_draw_vline(surface, x, y, height, rgb);
    r3d_draw_vline(surface, far_side(x, width), y, height, rgb);
}

static void draw_outline_alpha(r3d_surface *surface, int32_t x, int32_t y, int32_t width,
                               int32_t height, uint32_t rgb, int32_t weight)
{
    r3d_draw_hline_alpha(surface, x, y, width, rgb, weight);
    r3d_draw_hline_alpha(surface, x, far_side(y, height), width, rgb, weight);
    if (height >= 3) {
        int32_t inner_y = r3d_i32_add(y, 1);
        r3d_draw_vline_alpha(surface, x, inner_y, height - 2, rgb, weight);
        r3d_draw_vline_alpha(surface, far_side(x, width), inner_y, height - 2, rgb, weight);
    }
}

/* A listener hears of an outline and of its four lines. */
void r3d_draw_outline(r3d_surface *surface, int32_t x, int32_t y, int32_t width, int32_t height,
                      uint32_t rgb)
{
    if (surface == NULL) {
        return;
    }
    if (surface->listener != NULL) {
        const r3d_area_call call = {x, y, width, height, rgb, 0};
        r3d_draw_tell_before(&r3d_call_outline, surface, &call);
        draw_outline(surface, x, y, width, height, rgb);
        r3d_draw_tell_after(&r3d_call_outline, surface, &call);
        return;
    }
    draw_outline(surface, x, y, width, height, rgb);
}

void r3d_draw_outline_alpha(r3d_surface *surface, int32_t x, int32_t y, int32_t width,
                            int32_t height, uint32_t rgb, int32_t weight)
{
    if (surface == NULL) {
        return;
    }
    if (surface->listener != NULL) {
        const r3d_area_call call = {x, y, width, height, rgb, weight};
        r3d_draw_tell_before(&r3d_call_outline_alpha, surface, &call);
        draw_outline_alpha(surface, x, y, width, height, rgb, weight);
        r3d_draw_tell_after(&r3d_call_outline_alpha, surface, &call);
        return;
    }
    draw_outline_alpha(surface, x, y, width, height, rgb, weight);
}
