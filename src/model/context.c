/* SPDX-License-Identifier: MIT */
/* Draw contexts: scratch memory and what survives from draw to draw. */

#include "draw_internal.h"

#include <string.h>

#include "../base/desc.h"

enum { TEXTURE_CAPACITY_MAX = R3D_MESH_TEXTURE_MAX + 1 };

void r3d_draw_context_desc_init_sized(r3d_draw_context_desc *desc, uint32_t struct_size)
{
    R3D_PRIV_DESC_INIT(desc, struct_size);
}

/* Splits one block into the arrays of the vertices. */
static void split_vertices(r3d_priv_vertex_scratch *vertices, int32_t *block, int32_t capacity)
{
    vertices->screen_x = block;
    vertices->screen_y = block + capacity;
    vertices->depth = block + capacity * 2;
    vertices->camera_x = block + capacity * 3;
    vertices->camera_y = block + capacity * 4;
    vertices->camera_z = block + capacity * 5;
}

static bool reserve_vertices(r3d_draw_context *context, int32_t capacity)
{
    if (capacity <= context->vertex_capacity) {
        return true;
    }
    const r3d_allocator *allocator = &context->allocator;
    int32_t *block =
        r3d_priv_alloc_zeroed(allocator, (size_t)capacity * R3D_PRIV_VERTEX_ARRAYS, sizeof *block);
    uint8_t *at_eye = r3d_priv_alloc_zeroed(allocator, (size_t)capacity, sizeof *at_eye);
    if (block == NULL || at_eye == NULL) {
        r3d_priv_release(allocator, block);
        r3d_priv_release(allocator, at_eye);
        return false;
    }
    int32_t *old = context->vertices.screen_x;
    size_t kept = (size_t)context->vertex_capacity;
    for (int i = 0; i < R3D_PRIV_VERTEX_ARRAYS && kept > 0; i++) {
        memcpy(block + i * capacity, old + i * context->vertex_capacity, kept * sizeof *block);
    }
    r3d_priv_release(allocator, old);
    r3d_priv_release(allocator, context->at_eye);
    split_vertices(&context->vertices, block, capacity);
    context->at_eye = at_eye;
    context->vertex_capacity = capacity;
    return true;
}

static bool reserve_faces(r3d_draw_context *context, int32_t capacity)
{
    if (capacity <= context->face_capacity) {
        return true;
    }
    const r3d_allocator *allocator = &context->allocator;
    r3d_priv_sorted_face *faces = r3d_priv_alloc_zeroed(allocator, (size_t)capacity, sizeof *faces);
    r3d_priv_sorted_face *spare = r3d_priv_alloc_zeroed(allocator, (size_t)capacity, sizeof *spare);
    r3d_priv_drawn_face *drawn = r3d_priv_alloc_zeroed(allocator, (size_t)capacity, sizeof *drawn);
    if (faces == NULL || spare == NULL || drawn == NULL) {
        r3d_priv_release(allocator, drawn);
        r3d_priv_release(allocator, faces);
        r3d_priv_release(allocator, spare);
        return false;
    }
    r3d_priv_release(allocator, context->faces);
    r3d_priv_release(allocator, context->spare);
    r3d_priv_release(allocator, context->drawn);
    context->drawn = drawn;
    context->faces = faces;
    context->spare = spare;
    context->face_capacity = capacity;
    return true;
}

static bool default_or_valid(int32_t *capacity, int32_t standard, int32_t greatest)
{
    if (*capacity == 0) {
        *capacity = standard;
    }
    return *capacity > 0 && *capacity <= greatest;
}

static bool complete_desc(r3d_draw_context_desc *desc)
{
    return default_or_valid(&desc->vertex_capacity, R3D_DRAW_VERTICES_DEFAULT,
                            R3D_MESH_COUNT_MAX) &&
           default_or_valid(&desc->face_capacity, R3D_DRAW_FACES_DEFAULT, R3D_MESH_COUNT_MAX) &&
           default_or_valid(&desc->texture_capacity, R3D_DRAW_TEXTURES_DEFAULT,
                            TEXTURE_CAPACITY_MAX) &&
           default_or_valid(&desc->pick_capacity, R3D_DRAW_PICKS_DEFAULT, R3D_MESH_COUNT_MAX) &&
           (desc->limits == R3D_LIMITS_NONE || desc->limits == R3D_LIMITS_ORIGINAL) &&
           r3d_isa_available(desc->isa);
}

r3d_result r3d_draw_context_create(const r3d_draw_context_desc *desc,
                                   r3d_draw_context **out_context)
{
    if (out_context == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    *out_context = NULL;
    r3d_draw_context_desc full;
    r3d_draw_context_desc_init(&full);
    r3d_allocator hooks;
    if ((desc != NULL && r3d_priv_desc_read(&full, sizeof full, desc) != R3D_OK) ||
        r3d_allocator_resolve(&full.allocator, &hooks) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    if (!complete_desc(&full)) {
        return R3D_ERR_RANGE;
    }
    r3d_draw_context *context = r3d_priv_alloc_zeroed(&hooks, 1, sizeof *context);
    if (context == NULL) {
        return R3D_ERR_MEMORY;
    }
    context->allocator = hooks;
    context->original = full.limits == R3D_LIMITS_ORIGINAL;
    context->isa = full.isa;
    if (context->original) {
        full.texture_capacity = R3D_DRAW_TEXTURES_DEFAULT;
        full.pick_capacity = R3D_PRIV_PICKS_MAX;
    }
    context->texture_capacity = full.texture_capacity;
    context->pick_capacity = full.pick_capacity;
    context->textures = r3d_priv_alloc_zeroed(&context->allocator, (size_t)full.texture_capacity,
                                              sizeof *context->textures);
    context->picks = r3d_priv_alloc_zeroed(&context->allocator, (size_t)full.pick_capacity,
                                           sizeof *context->picks);
    context->picked_faces = r3d_priv_alloc_zeroed(&context->allocator, (size_t)full.pick_capacity,
                                                  sizeof *context->picked_faces);
    if (context->textures == NULL || context->picks == NULL || context->picked_faces == NULL ||
        !reserve_vertices(context, full.vertex_capacity) ||
        !reserve_faces(context, full.face_capacity)) {
        r3d_draw_context_destroy(context);
        return R3D_ERR_MEMORY;
    }
    *out_context = context;
    return R3D_OK;
}

void r3d_draw_context_destroy(r3d_draw_context *context)
{
    if (context == NULL) {
        return;
    }
    r3d_allocator allocator = context->allocator;
    r3d_priv_release(&allocator, context->vertices.screen_x);
    r3d_priv_release(&allocator, context->at_eye);
    r3d_priv_release(&allocator, context->faces);
    r3d_priv_release(&allocator, context->spare);
    r3d_priv_release(&allocator, context->drawn);
    r3d_priv_release(&allocator, context->textures);
    r3d_priv_release(&allocator, context->picks);
    r3d_priv_release(&allocator, context->picked_faces);
    r3d_priv_release(&allocator, context);
}

r3d_result r3d_draw_context_reserve(r3d_draw_context *context, int32_t vertex_count,
                                    int32_t face_count)
{
    if (context == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (vertex_count < 0 || vertex_count > R3D_MESH_COUNT_MAX || face_count < 0 ||
        face_count > R3D_MESH_COUNT_MAX) {
        return R3D_ERR_RANGE;
    }
    return reserve_vertices(context, vertex_count) && reserve_faces(context, face_count)
               ? R3D_OK
               : R3D_ERR_MEMORY;
}

r3d_result r3d_draw_context_set_texture(r3d_draw_context *context, int32_t number,
                                        const r3d_texels *texels)
{
    if (context == NULL || (texels != NULL && texels->texels == NULL)) {
        return R3D_ERR_ARGUMENT;
    }
    if (number < 0 || number >= context->texture_capacity) {
        return R3D_ERR_RANGE;
    }
    r3d_priv_bound_texture *texture = &context->textures[number];
    texture->state = R3D_PRIV_TEXTURE_UNSET;
    if (texels != NULL) {
        texture->state = R3D_PRIV_TEXTURE_SET;
        texture->texels = *texels;
    }
    return R3D_OK;
}

void r3d_draw_context_set_mouse(r3d_draw_context *context, int32_t x, int32_t y)
{
    if (context != NULL) {
        context->has_mouse = true;
        context->mouse_x = x;
        context->mouse_y = y;
    }
}

void r3d_draw_context_clear_picks(r3d_draw_context *context)
{
    if (context != NULL) {
        context->has_mouse = false;
        context->pick_count = 0;
    }
}

void r3d_draw_context_watch_pixel(r3d_draw_context *context, int32_t x, int32_t y)
{
    if (context != NULL) {
        context->has_watch = true;
        context->is_seen = false;
        context->watch_x = x;
        context->watch_y = y;
    }
}

void r3d_draw_context_watch_nothing(r3d_draw_context *context)
{
    if (context != NULL) {
        context->has_watch = false;
        context->is_seen = false;
    }
}

bool r3d_draw_context_get_seen(const r3d_draw_context *context, r3d_draw_seen *out_seen)
{
    if (context == NULL || out_seen == NULL || !context->is_seen) {
        return false;
    }
    *out_seen = context->seen;
    return true;
}

void r3d_draw_context_get_counts(const r3d_draw_context *context, r3d_draw_counts *out_counts)
{
    if (context != NULL && out_counts != NULL) {
        *out_counts = context->counts;
    }
}

void r3d_draw_context_clear_counts(r3d_draw_context *context)
{
    if (context != NULL) {
        memset(&context->counts, 0, sizeof context->counts);
    }
}

const int32_t *r3d_draw_context_get_picks(const r3d_draw_context *context, int32_t *out_count)
{
    if (out_count != NULL) {
        *out_count = context != NULL ? context->pick_count : 0;
    }
    return context != NULL ? context->picks : NULL;
}

const int32_t *r3d_draw_context_get_picked_faces(const r3d_draw_context *context,
                                                 int32_t *out_count)
{
    if (out_count != NULL) {
        *out_count = context != NULL ? context->pick_count : 0;
    }
    return context != NULL ? context->picked_faces : NULL;
}

r3d_result r3d_draw_context_get_vertex(const r3d_draw_context *context, int32_t index,
                                       r3d_screen_vertex *out_vertex)
{
    if (context == NULL || out_vertex == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (index < 0 || index >= context->vertex_capacity) {
        return R3D_ERR_RANGE;
    }
    out_vertex->x = context->vertices.screen_x[index];
    out_vertex->y = context->vertices.screen_y[index];
    out_vertex->depth = context->vertices.depth[index];
    return R3D_OK;
}

void r3d_draw_context_set_observer(r3d_draw_context *context, const r3d_draw_observer *observer)
{
    if (context != NULL) {
        const r3d_draw_observer none = {NULL, NULL, NULL};
        context->observer = observer != NULL ? *observer : none;
    }
}
