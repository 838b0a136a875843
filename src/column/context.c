/* SPDX-License-Identifier: MIT */
/* The memory of a drawing context. */

#include <string.h>

#include "../base/desc.h"

#include "column_internal.h"

enum { DEFAULT_SLICES_MAX = 1 << 20 };

/* One block holds all arrays. The same code runs twice: first with `memory` NULL to learn the size.
 */
struct context_layout {
    char *memory;
    size_t used;
};

static void *place_array(struct context_layout *layout, size_t count, size_t element_size)
{
    const size_t alignment = 16;
    layout->used = (layout->used + alignment - 1) / alignment * alignment;
    void *target = layout->memory == NULL ? NULL : layout->memory + layout->used;
    layout->used += count * element_size;
    return target;
}

static void place_region(struct context_layout *layout, struct r3d_priv_column_region *region,
                         size_t width)
{
    region->top = place_array(layout, width, sizeof(int32_t));
    region->bottom = place_array(layout, width, sizeof(int32_t));
}

static void place_arrays(r3d_column_context *c, struct context_layout *layout)
{
    const size_t width = (size_t)c->max_width;
    const size_t height = (size_t)c->max_height;
    c->k = place_array(layout, width, sizeof(double));
    c->inverse_depth = place_array(layout, width, sizeof(double));
    c->window_top = place_array(layout, width, sizeof(int32_t));
    c->window_bottom = place_array(layout, width, sizeof(int32_t));
    c->before_top = place_array(layout, width, sizeof(int32_t));
    c->before_bottom = place_array(layout, width, sizeof(int32_t));
    c->slice_head = place_array(layout, width, sizeof(int32_t));
    c->sky_column = place_array(layout, width, sizeof(int32_t));
    place_region(layout, &c->ceiling, width);
    place_region(layout, &c->floor, width);
    place_region(layout, &c->upper, width);
    place_region(layout, &c->lower, width);
    c->span_start = place_array(layout, height, sizeof(int32_t));
    c->slope = place_array(layout, height, sizeof(double));
    c->vertices = place_array(layout, (size_t)c->level->desc.vertex_count, sizeof *c->vertices);
    /* Every level of the tree leaves at most one child waiting. */
    c->stack = place_array(layout, (size_t)c->level->depth + 2, sizeof(int32_t));
}

/* Every thing and every masked side can fill each column once. */
static int32_t default_slices(const r3d_column_level *level, int32_t max_width)
{
    int64_t count = level->desc.thing_count;
    for (int32_t i = 0; i < level->desc.wall_count; i++) {
        const r3d_column_level_wall *wall = &level->desc.walls[i];
        count += wall->back.sector != R3D_COLUMN_NONE &&
                 (wall->front.middle >= 0 || wall->back.middle >= 0);
    }
    count *= max_width;
    return count > DEFAULT_SLICES_MAX ? DEFAULT_SLICES_MAX : (int32_t)count;
}

r3d_result r3d_column_context_create(const r3d_column_level *level, int32_t max_width,
                                     int32_t max_height, int32_t slice_count,
                                     const r3d_allocator *allocator,
                                     r3d_column_context **out_context)
{
    if (out_context == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    *out_context = NULL;
    r3d_allocator hooks;
    if (level == NULL || r3d_allocator_resolve(allocator, &hooks) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    if (max_width < 1 || max_width > R3D_SURFACE_SIZE_MAX || max_height < 1 ||
        max_height > R3D_SURFACE_SIZE_MAX || slice_count < 0) {
        return R3D_ERR_RANGE;
    }
    r3d_column_context *c = r3d_priv_alloc(&hooks, 1, sizeof *c);
    if (c == NULL) {
        return R3D_ERR_MEMORY;
    }
    memset(c, 0, sizeof *c);
    c->allocator = hooks;
    c->level = level;
    c->max_width = max_width;
    c->max_height = max_height;
    struct context_layout layout = {NULL, 0};
    place_arrays(c, &layout);
    c->memory = r3d_priv_alloc(&hooks, layout.used, 1);
    c->slice_capacity = slice_count > 0 ? slice_count : default_slices(level, max_width);
    c->slices = r3d_priv_alloc(&hooks, (size_t)c->slice_capacity, sizeof *c->slices);
    if (c->memory == NULL || c->slices == NULL) {
        r3d_column_context_destroy(c);
        return R3D_ERR_MEMORY;
    }
    layout.memory = c->memory;
    layout.used = 0;
    place_arrays(c, &layout);
    memset(c->vertices, 0, (size_t)level->desc.vertex_count * sizeof *c->vertices);
    *out_context = c;
    return R3D_OK;
}

void r3d_column_context_destroy(r3d_column_context *context)
{
    if (context == NULL) {
        return;
    }
    const r3d_allocator hooks = context->allocator;
    r3d_priv_release(&hooks, context->memory);
    r3d_priv_release(&hooks, context->slices);
    r3d_priv_release(&hooks, context);
}

r3d_result r3d_column_context_reserve(r3d_column_context *context, int32_t slice_count)
{
    if (context == NULL || slice_count < 0) {
        return R3D_ERR_ARGUMENT;
    }
    if (slice_count <= context->slice_capacity) {
        return R3D_OK;
    }
    struct r3d_priv_column_slice *slices =
        r3d_priv_alloc(&context->allocator, (size_t)slice_count, sizeof *slices);
    if (slices == NULL) {
        return R3D_ERR_MEMORY;
    }
    r3d_priv_release(&context->allocator, context->slices);
    context->slices = slices;
    context->slice_capacity = slice_count;
    return R3D_OK;
}

void r3d_column_view_init_sized(r3d_column_view *view, uint32_t struct_size)
{
    r3d_column_view whole;
    r3d_priv_desc_init(&whole, sizeof whole);
    whole.camera.focal_x = 48.0;
    whole.camera.focal_y = 32.0;
    whole.mode = R3D_COLUMN_IDS;
    whole.sky_horizon = 100.0;
    R3D_PRIV_DESC_GIVE(view, whole, struct_size);
}

void r3d_column_camera_square(r3d_column_camera *camera, int32_t width, double fov_degrees)
{
    if (camera == NULL) {
        return;
    }
    const double fov = fov_degrees >= 1.0 ? (fov_degrees <= 179.0 ? fov_degrees : 179.0) : 1.0;
    double sine;
    double cosine;
    r3d_priv_column_sincos_degrees(fov / 2.0, &sine, &cosine);
    camera->focal_x = (double)width / 2.0 * cosine / sine;
    camera->focal_y = camera->focal_x;
}

uint32_t r3d_column_id(r3d_column_kind kind, int32_t index)
{
    const uint32_t number = (uint32_t)index;
    return 0xFF000000u | ((uint32_t)kind + (number >> 16 & 15u) * 16u) << 16 | (number & 0xFFFFu);
}

void r3d_column_texture_from_texels(const r3d_texels *texels, r3d_column_texture *out_texture)
{
    if (texels == NULL || out_texture == NULL) {
        return;
    }
    memset(out_texture, 0, sizeof *out_texture);
    const int32_t size = texels->detail == R3D_DETAIL_HIGH ? 128 : 64;
    out_texture->width = size;
    out_texture->height = size;
    out_texture->u_step = 1;
    out_texture->v_step = size;
    out_texture->texels = texels->texels;
    out_texture->copies = 4;
}
