/* SPDX-License-Identifier: MIT */
/* Mode hw: a scene as backgrounds, objects and matrices of the handheld. Source: spec affine section 8,
 * "Scene to hardware". */

#include <string.h>

#include "affine_internal.h"

enum { FLOOR_PRIORITY = 2, RAISED_PRIORITY = 1 };

/* Appends an object whose box begins at (x, y), unless it is wholly outside the picture. */
static r3d_result emit(r3d_priv_affine_frame *frame, const r3d_affine_hw_object *object, int64_t x,
                       int64_t y)
{
    r3d_affine_hw_frame *hw = &frame->context->hw;
    const int64_t factor = object->is_doubled ? 2 : 1;
    if (x + factor * object->picture.width <= 0 || x >= hw->width ||
        y + factor * object->picture.height <= 0 || y >= hw->height) {
        return R3D_OK;
    }
    if (hw->object_count == R3D_AFFINE_HW_OBJECTS_MAX) {
        return R3D_ERR_LIMIT;
    }
    r3d_affine_hw_object *target = &frame->context->hw_objects[hw->object_count++];
    *target = *object;
    target->x = (int32_t)x;
    target->y = (int32_t)y;
    return R3D_OK;
}

static void hw_foot_of(const r3d_priv_affine_frame *frame, int32_t x, int32_t y, int64_t z,
                       int64_t out_foot[2])
{
    int64_t nearness;
    r3d_priv_affine_project(&frame->view, (int64_t)x * R3D_PRIV_AFFINE_UNIT_Q8,
                            (int64_t)y * R3D_PRIV_AFFINE_UNIT_Q8, z * R3D_PRIV_AFFINE_UNIT_Q8, 0,
                            out_foot, &nearness);
    out_foot[0] = r3d_priv_round8(out_foot[0]);
    out_foot[1] = r3d_priv_round8(out_foot[1]);
}

static r3d_result emit_sprite(r3d_priv_affine_frame *frame, int32_t number, int32_t priority)
{
    const r3d_affine_sprite *sprite = &frame->scene->sprites[number];
    r3d_affine_hw_object object;
    memset(&object, 0, sizeof object);
    object.picture = sprite->picture;
    object.priority = priority;
    object.flips_across = frame->view.cos_h < 0;
    object.origin = R3D_AFFINE_HW_SPRITE;
    object.number = number;
    int64_t foot[2];
    hw_foot_of(frame, sprite->x, sprite->y, sprite->z, foot);
    return emit(frame, &object, foot[0] - sprite->picture.width / 2,
                foot[1] - sprite->picture.height);
}

/* Slots of matrices: visible kinds in their order. */
static int32_t slot_of_kind(const r3d_affine_context *context, int32_t kind)
{
    int32_t slot = 0;
    for (int32_t k = 0; k < kind; k++) {
        slot += context->kinds[k].is_visible ? 1 : 0;
    }
    return slot;
}

static r3d_result emit_wall(r3d_priv_affine_frame *frame, int32_t number, int32_t priority)
{
    const r3d_affine_wall *wall = &frame->scene->walls[number];
    const r3d_affine_context *context = frame->context;
    r3d_affine_hw_object object;
    memset(&object, 0, sizeof object);
    object.picture = wall->picture;
    object.priority = priority;
    object.is_affine = true;
    object.is_doubled = true;
    object.matrix = slot_of_kind(context, context->wall_kinds[number]);
    object.origin = R3D_AFFINE_HW_WALL;
    object.number = number;
    return emit(frame, &object,
                r3d_priv_round8(context->centers_q8[number][0]) - wall->picture.width,
                r3d_priv_round8(context->centers_q8[number][1]) - wall->picture.height);
}

static r3d_result emit_shadow(r3d_priv_affine_frame *frame, int32_t number, int32_t priority)
{
    enum { CENTER_X = 16, CENTER_Y = 9 };
    const r3d_affine_scene *scene = frame->scene;
    const r3d_affine_sprite *sprite = &scene->sprites[number];
    const r3d_affine_shadow_state *state = &frame->context->shadows[number];
    const r3d_affine_floor *below = &scene->floors[state->floor];
    r3d_affine_hw_object object;
    memset(&object, 0, sizeof object);
    object.priority = priority;
    object.origin = R3D_AFFINE_HW_SHADOW;
    object.number = number;
    object.picture = scene->shadows[state->frame];
    if (scene->has_continuous_shadows) {
        object.picture = scene->shadows[0];
        object.is_affine = true;
        const int64_t scale = r3d_priv_divide_rounded(65536, state->scale);
        const r3d_affine_hw_frame *hw = &frame->context->hw;
        /* After those of the kinds; the slot was made before. */
        object.matrix = slot_of_kind(frame->context, frame->context->report.kind_count);
        while (object.matrix < hw->matrix_count - 1 &&
               frame->context->hw_matrices[object.matrix].pa != scale) {
            object.matrix++;
        }
    }
    int64_t foot[2];
    hw_foot_of(frame, sprite->x, sprite->y, below->is_present ? below->z : 0, foot);
    return emit(frame, &object, foot[0] - CENTER_X, foot[1] - CENTER_Y);
}

/* Visible kinds, then the scales of shadows as they occur. */
static r3d_result make_hw_matrices(r3d_priv_affine_frame *frame)
{
    r3d_affine_context *context = frame->context;
    r3d_affine_hw_frame *hw = &context->hw;
    for (int32_t k = 0; k < context->report.kind_count; k++) {
        if (!context->kinds[k].is_visible) {
            continue;
        }
        if (hw->matrix_count == R3D_AFFINE_HW_MATRICES_MAX) {
            return R3D_ERR_LIMIT;
        }
        context->hw_matrices[hw->matrix_count++] = context->kinds[k].matrix;
    }
    const int32_t first = hw->matrix_count;
    for (int32_t i = 0; i < frame->scene->sprite_count && frame->scene->has_continuous_shadows;
         i++) {
        if (context->shadows[i].floor < 0) {
            continue;
        }
        const int64_t scale = r3d_priv_divide_rounded(65536, context->shadows[i].scale);
        bool known = false;
        for (int32_t m = first; m < hw->matrix_count; m++) {
            known = known || context->hw_matrices[m].pa == scale;
        }
        if (known) {
            continue;
        }
        if (hw->matrix_count == R3D_AFFINE_HW_MATRICES_MAX) {
            return R3D_ERR_LIMIT;
        }
        const r3d_affine_matrix matrix = {scale, 0, 0, scale};
        context->hw_matrices[hw->matrix_count++] = matrix;
    }
    return R3D_OK;
}

static void make_background(r3d_priv_affine_frame *frame, int32_t level)
{
    const r3d_affine_floor *map = &frame->scene->floors[level];
    if (!map->is_present) {
        return;
    }
    r3d_affine_context *context = frame->context;
    r3d_affine_hw_background *background = &context->hw_backgrounds[context->hw.background_count++];
    memset(background, 0, sizeof *background);
    background->tiles = map->tiles;
    background->cells = map->cells;
    background->side = map->columns * R3D_PRIV_AFFINE_TILE;
    background->priority = level == 0 ? FLOOR_PRIORITY : RAISED_PRIORITY;
    background->number = level == 0 ? 3 : 2;
    background->matrix = context->report.floor_matrix;
    const r3d_affine_matrix *m = &background->matrix;
    int64_t center[2];
    int64_t nearness;
    r3d_priv_affine_project(&frame->view, 0, 0, (int64_t)map->z * R3D_PRIV_AFFINE_UNIT_Q8, 0,
                            center, &nearness);
    const int64_t middle = (int64_t)background->side * 128;
    background->reference_x = middle - ((m->pa * center[0] + m->pb * center[1]) >> 8);
    background->reference_y = middle - ((m->pc * center[0] + m->pd * center[1]) >> 8);
    context->report.floor_reference[level][0] = background->reference_x;
    context->report.floor_reference[level][1] = background->reference_y;
}

/* The objects of a floor in the order of the memory: near to far, then its shadows, the last first. */
static r3d_result emit_level(r3d_priv_affine_frame *frame, int32_t level)
{
    const r3d_affine_context *context = frame->context;
    const int32_t priority = level == 0 ? FLOOR_PRIORITY : RAISED_PRIORITY;
    r3d_result result = R3D_OK;
    for (int32_t i = context->report.order_counts[level] - 1; i >= 0 && result == R3D_OK; i--) {
        const r3d_affine_item *item = &context->orders[level][i];
        result = item->is_sprite ? emit_sprite(frame, item->number, priority)
                                 : emit_wall(frame, item->number, priority);
    }
    for (int32_t i = frame->scene->sprite_count - 1; i >= 0 && result == R3D_OK; i--) {
        if (context->shadows[i].floor == level) {
            result = emit_shadow(frame, i, priority);
        }
    }
    return result;
}

r3d_result r3d_priv_affine_make_hw(r3d_priv_affine_frame *frame)
{
    const r3d_affine_scene *scene = frame->scene;
    r3d_affine_context *context = frame->context;
    r3d_affine_hw_frame *hw = &context->hw;
    r3d_affine_hw_frame_init(hw);
    hw->width = scene->width;
    hw->height = scene->height;
    hw->backdrop_rgb = scene->backdrop_rgb;
    hw->backgrounds = context->hw_backgrounds;
    hw->objects = context->hw_objects;
    hw->matrices = context->hw_matrices;
    for (int i = 0; i < R3D_AFFINE_CYCLES_MAX; i++) {
        hw->cycles[i] = scene->cycles[i];
    }
    hw->cycle_count = scene->cycle_count;
    hw->time_ms = scene->time_ms;
    make_background(frame, 0);
    make_background(frame, 1);
    r3d_result result = make_hw_matrices(frame);
    if (result == R3D_OK) {
        result = emit_level(frame, 1);
    }
    return result == R3D_OK ? emit_level(frame, 0) : result;
}
