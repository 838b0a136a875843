/* SPDX-License-Identifier: MIT */
/* The memory of frames, and what is told about the last one. */

#include <string.h>

#include "../base/desc.h"

#include "affine_internal.h"

enum { COUNT_MAX = 1 << 20, DEFAULT_WALLS = 4096, DEFAULT_SPRITES = 1024 };

void r3d_affine_context_desc_init_sized(r3d_affine_context_desc *out_desc, uint32_t struct_size)
{
    r3d_affine_context_desc whole;
    r3d_priv_desc_init(&whole, sizeof whole);
    whole.max_walls = DEFAULT_WALLS;
    whole.max_sprites = DEFAULT_SPRITES;
    R3D_PRIV_DESC_GIVE(out_desc, whole, struct_size);
}

r3d_result r3d_affine_context_create(const r3d_affine_context_desc *desc,
                                     r3d_affine_context **out_context)
{
    r3d_affine_context_desc whole;
    r3d_affine_context_desc_init(&whole);
    if (out_context == NULL || r3d_priv_desc_read(&whole, sizeof whole, desc) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    desc = &whole;
    if (desc->max_walls < 0 || desc->max_walls > COUNT_MAX || desc->max_sprites < 0 ||
        desc->max_sprites > COUNT_MAX) {
        return R3D_ERR_RANGE;
    }
    r3d_allocator hooks;
    const r3d_result result = r3d_allocator_resolve(desc->allocator, &hooks);
    if (result != R3D_OK) {
        return result;
    }
    r3d_affine_context *context = hooks.alloc(sizeof *context, hooks.user);
    if (context == NULL) {
        return R3D_ERR_MEMORY;
    }
    memset(context, 0, sizeof *context);
    context->allocator = hooks;
    context->max_walls = desc->max_walls;
    context->max_sprites = desc->max_sprites;
    /* One more of each, so that no size is 0. */
    const size_t walls = (size_t)desc->max_walls + 1;
    const size_t sprites = (size_t)desc->max_sprites + 1;
    const size_t kinds = walls + R3D_AFFINE_DIRECTIONS;
    context->kinds = hooks.alloc(kinds * sizeof *context->kinds, hooks.user);
    context->axes = hooks.alloc(kinds * sizeof *context->axes, hooks.user);
    context->kind_slot_count = 64;
    while ((size_t)context->kind_slot_count < 2 * kinds) {
        context->kind_slot_count *= 2;
    }
    context->kind_slots =
        hooks.alloc((size_t)context->kind_slot_count * sizeof *context->kind_slots, hooks.user);
    context->wall_kinds = hooks.alloc(walls * sizeof *context->wall_kinds, hooks.user);
    context->wall_states = hooks.alloc(walls, hooks.user);
    context->centers_q8 = hooks.alloc(walls * sizeof *context->centers_q8, hooks.user);
    context->shadows = hooks.alloc(sprites * sizeof *context->shadows, hooks.user);
    for (int i = 0; i < 2; i++) {
        context->orders[i] =
            hooks.alloc((walls + sprites) * sizeof *context->orders[i], hooks.user);
    }
    context->spare = hooks.alloc((walls + sprites) * sizeof *context->spare, hooks.user);
    if (context->kinds == NULL || context->axes == NULL || context->kind_slots == NULL ||
        context->wall_kinds == NULL || context->wall_states == NULL ||
        context->centers_q8 == NULL || context->shadows == NULL || context->orders[0] == NULL ||
        context->orders[1] == NULL || context->spare == NULL) {
        r3d_affine_context_destroy(context);
        return R3D_ERR_MEMORY;
    }
    *out_context = context;
    return R3D_OK;
}

void r3d_affine_context_destroy(r3d_affine_context *context)
{
    if (context == NULL) {
        return;
    }
    const r3d_allocator hooks = context->allocator;
    hooks.free(context->kinds, hooks.user);
    hooks.free(context->axes, hooks.user);
    hooks.free(context->kind_slots, hooks.user);
    hooks.free(context->wall_kinds, hooks.user);
    hooks.free(context->wall_states, hooks.user);
    hooks.free(context->centers_q8, hooks.user);
    hooks.free(context->shadows, hooks.user);
    hooks.free(context->orders[0], hooks.user);
    hooks.free(context->orders[1], hooks.user);
    hooks.free(context->spare, hooks.user);
    hooks.free(context, hooks.user);
}

r3d_result r3d_affine_context_get_report(const r3d_affine_context *context,
                                         r3d_affine_report *out_report)
{
    if (context == NULL || out_report == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!context->has_report) {
        return R3D_ERR_STATE;
    }
    *out_report = context->report;
    return R3D_OK;
}

r3d_result r3d_affine_context_get_hw_frame(const r3d_affine_context *context,
                                           r3d_affine_hw_frame *out_frame)
{
    if (context == NULL || out_frame == NULL ||
        !r3d_priv_desc_size_is_possible(out_frame->struct_size)) {
        return R3D_ERR_ARGUMENT;
    }
    if (!context->has_report || context->mode != R3D_AFFINE_HW) {
        return R3D_ERR_STATE;
    }
    r3d_priv_desc_give(out_frame, out_frame->struct_size, &context->hw, sizeof context->hw);
    return R3D_OK;
}
