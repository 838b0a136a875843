/* SPDX-License-Identifier: MIT */
/* Targets: a surface with depth, stencil and counts. Source: spec layers sections 5, 7 and 12.8. */

#include <string.h>

#include "layers_internal.h"

#include <retro3d/layers_calls.h>

r3d_result r3d_layers_target_create(int32_t width, int32_t height, const r3d_allocator *allocator,
                                    r3d_layers_target **out_target)
{
    if (out_target == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (width < 1 || width > R3D_PERSPECTIVE_SIZE_MAX || height < 1 ||
        height > R3D_PERSPECTIVE_SIZE_MAX) {
        return R3D_ERR_RANGE;
    }
    r3d_allocator hooks;
    const r3d_result result = r3d_allocator_resolve(allocator, &hooks);
    if (result != R3D_OK) {
        return result;
    }
    r3d_layers_target *target = hooks.alloc(sizeof *target, hooks.user);
    if (target == NULL) {
        return R3D_ERR_MEMORY;
    }
    memset(target, 0, sizeof *target);
    target->allocator = hooks;
    target->width = width;
    target->height = height;
    const size_t count = (size_t)width * (size_t)height; /* at most 2^24 */
    target->depth_q16 = hooks.alloc(count * sizeof *target->depth_q16, hooks.user);
    target->stencil = hooks.alloc(count, hooks.user);
    target->writes = hooks.alloc(count * sizeof *target->writes, hooks.user);
    target->cells = hooks.alloc(count * sizeof *target->cells, hooks.user);
    target->weights = hooks.alloc((size_t)width * sizeof *target->weights, hooks.user);
    if (target->depth_q16 == NULL || target->stencil == NULL || target->writes == NULL ||
        target->cells == NULL || target->weights == NULL) {
        r3d_layers_target_destroy(target);
        return R3D_ERR_MEMORY;
    }
    *out_target = target;
    return R3D_OK;
}

void r3d_layers_target_destroy(r3d_layers_target *target)
{
    if (target == NULL) {
        return;
    }
    const r3d_allocator hooks = target->allocator;
    hooks.free(target->depth_q16, hooks.user);
    hooks.free(target->stencil, hooks.user);
    hooks.free(target->writes, hooks.user);
    hooks.free(target->cells, hooks.user);
    hooks.free(target->weights, hooks.user);
    hooks.free(target, hooks.user);
}

r3d_rect r3d_priv_layers_clip(const r3d_layers_target *target, const r3d_rect *scissor)
{
    r3d_rect clip = target->surface->clip;
    if (scissor != NULL) {
        clip.left = scissor->left > clip.left ? scissor->left : clip.left;
        clip.top = scissor->top > clip.top ? scissor->top : clip.top;
        clip.right = scissor->right < clip.right ? scissor->right : clip.right;
        clip.bottom = scissor->bottom < clip.bottom ? scissor->bottom : clip.bottom;
    }
    return clip;
}

r3d_result r3d_layers_target_begin(r3d_layers_target *target, r3d_surface *surface, uint32_t rgb,
                                   uint32_t keep)
{
    if (target == NULL || surface == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (surface->width != target->width || surface->height != target->height) {
        return R3D_ERR_RANGE;
    }
    if (((keep & R3D_LAYERS_KEEP_COLOR) != 0 && !target->is_color_cleared) ||
        ((keep & R3D_LAYERS_KEEP_DEPTH) != 0 && !target->is_depth_cleared) ||
        ((keep & R3D_LAYERS_KEEP_STENCIL) != 0 && !target->is_stencil_cleared)) {
        return R3D_ERR_STATE;
    }
    const size_t count = (size_t)target->width * (size_t)target->height;
    target->surface = surface;
    if ((keep & R3D_LAYERS_KEEP_COLOR) == 0) {
        r3d_surface_clear(surface, rgb);
        memset(target->writes, 0, count * sizeof *target->writes);
        memset(&target->counters, 0, sizeof target->counters);
        for (size_t i = 0; i < count; i++) {
            target->cells[i] = R3D_PRIV_UNTOUCHED;
        }
        target->is_color_cleared = true;
    }
    if ((keep & R3D_LAYERS_KEEP_DEPTH) == 0) {
        for (size_t i = 0; i < count; i++) {
            target->depth_q16[i] = R3D_PERSPECTIVE_FAR_Q16;
        }
        target->is_depth_cleared = true;
    }
    if ((keep & R3D_LAYERS_KEEP_STENCIL) == 0) {
        memset(target->stencil, 0, count);
        target->is_stencil_cleared = true;
    }
    return R3D_OK;
}

void r3d_layers_target_get_buffers(r3d_layers_target *target, r3d_layers_buffers *out_buffers)
{
    if (out_buffers == NULL) {
        return;
    }
    memset(out_buffers, 0, sizeof *out_buffers);
    if (target != NULL && r3d_priv_layers_is_begun(target)) {
        out_buffers->width = target->width;
        out_buffers->height = target->height;
        out_buffers->depth_q16 = target->depth_q16;
        out_buffers->stencil = target->stencil;
        out_buffers->writes = target->writes;
        out_buffers->cells = target->cells;
    }
}

void r3d_layers_target_get_counters(const r3d_layers_target *target,
                                    r3d_layers_counters *out_counters)
{
    if (out_counters == NULL) {
        return;
    }
    if (target == NULL) {
        memset(out_counters, 0, sizeof *out_counters);
    } else {
        *out_counters = target->counters;
    }
}

r3d_result r3d_layers_fade(r3d_layers_target *target, uint8_t factor)
{
    if (target == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!r3d_priv_layers_is_begun(target)) {
        return R3D_ERR_STATE;
    }
    const r3d_rect clip = r3d_priv_layers_clip(target, NULL);
    const int32_t rgba[4] = {factor, factor, factor, 255};
    const r3d_layers_call call = {target, NULL, NULL, NULL, NULL, 0, factor};
    r3d_draw_tell_before(&r3d_call_layers_fade, target->surface, &call);
    for (int32_t y = clip.top; y < clip.bottom; y++) {
        uint32_t *row = target->surface->pixels + (size_t)y * (size_t)target->surface->stride_px;
        for (int32_t x = clip.left; x < clip.right; x++) {
            row[x] = r3d_priv_layers_blend(R3D_LAYERS_BLEND_MODULATE, rgba, row[x]);
        }
    }
    r3d_draw_tell_after(&r3d_call_layers_fade, target->surface, &call);
    return R3D_OK;
}
