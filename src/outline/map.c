/* SPDX-License-Identifier: MIT */
/* Making maps. Source: spec outline section 2. */

#include <string.h>

#include "../base/desc.h"

#include "outline_internal.h"

void r3d_outline_map_desc_init_sized(r3d_outline_map_desc *out_desc, uint32_t struct_size)
{
    R3D_PRIV_DESC_INIT(out_desc, struct_size);
}

void r3d_outline_turn(int32_t quadrant, int32_t width, int32_t height, int32_t *x_a64,
                      int32_t *y_a64)
{
    if (x_a64 == NULL || y_a64 == NULL) {
        return;
    }
    for (int32_t i = 0; i < (quadrant & 3); i++) {
        const int32_t x = *x_a64;
        *x_a64 = R3D_PRIV_OUTLINE_CELL * height - *y_a64;
        *y_a64 = x;
        const int32_t swap = width;
        width = height;
        height = swap;
    }
}

static bool rect_is_inside(const r3d_outline_rect *rect, const r3d_outline_sheet *sheet)
{
    return rect->width >= 1 && rect->width <= R3D_OUTLINE_RECT_SIZE_MAX && rect->height >= 1 &&
           rect->height <= R3D_OUTLINE_RECT_SIZE_MAX && rect->x >= 0 && rect->y >= 0 &&
           rect->x <= sheet->width - rect->width && rect->y <= sheet->height - rect->height;
}

static r3d_result check_sheet(const r3d_outline_sheet *sheet)
{
    if (sheet->pixels == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (sheet->width < 1 || sheet->width > R3D_SURFACE_SIZE_MAX || sheet->height < 1 ||
        sheet->height > R3D_SURFACE_SIZE_MAX || sheet->stride_px < sheet->width) {
        return R3D_ERR_RANGE;
    }
    return R3D_OK;
}

static bool all_below(const uint8_t *values, size_t count, int32_t limit)
{
    for (size_t i = 0; values != NULL && i < count; i++) {
        if (values[i] >= limit) {
            return false;
        }
    }
    return true;
}

static r3d_result check_desc(const r3d_outline_map_desc *desc)
{
    if (desc->heights == NULL || (desc->rects == NULL) != (desc->rect_count == 0)) {
        return R3D_ERR_ARGUMENT;
    }
    if (desc->width < 1 || desc->width > R3D_OUTLINE_MAP_SIZE_MAX || desc->height < 1 ||
        desc->height > R3D_OUTLINE_MAP_SIZE_MAX || desc->rect_count < 0 ||
        desc->rect_count > R3D_OUTLINE_RECT_COUNT_MAX || desc->quadrant < 0 || desc->quadrant > 3 ||
        (desc->ids != R3D_OUTLINE_IDS_SURFACE && desc->ids != R3D_OUTLINE_IDS_BLOCK &&
         desc->ids != R3D_OUTLINE_IDS_FACE)) {
        return R3D_ERR_RANGE;
    }
    const size_t cells = (size_t)desc->width * (size_t)desc->height;
    if (!all_below(desc->heights, cells, R3D_OUTLINE_HEIGHT_MAX + 1)) {
        return R3D_ERR_RANGE;
    }
    if (desc->rect_count == 0) {
        return R3D_OK;
    }
    const r3d_result result = check_sheet(&desc->sheet);
    if (result != R3D_OK) {
        return result;
    }
    for (int32_t i = 0; i < desc->rect_count; i++) {
        if (!rect_is_inside(&desc->rects[i], &desc->sheet)) {
            return R3D_ERR_RANGE;
        }
    }
    return all_below(desc->top_rects, cells, desc->rect_count) &&
                   all_below(desc->side_rects, cells, desc->rect_count)
               ? R3D_OK
               : R3D_ERR_RANGE;
}

static r3d_result allocate(r3d_outline_map *map)
{
    const r3d_allocator *hooks = &map->allocator;
    const size_t cells = (size_t)map->width * (size_t)map->height;
    const size_t sides = cells * R3D_PRIV_OUTLINE_LEVELS;
    map->heights = hooks->alloc(cells * 3, hooks->user);
    map->top_ids = hooks->alloc((cells + 2 * sides) * sizeof *map->top_ids, hooks->user);
    map->classes = hooks->alloc(R3D_OUTLINE_ID_MAX + 1, hooks->user);
    if (map->rect_count > 0) {
        map->rects = hooks->alloc((size_t)map->rect_count * sizeof *map->rects, hooks->user);
    }
    if (map->heights == NULL || map->top_ids == NULL || map->classes == NULL ||
        (map->rect_count > 0 && map->rects == NULL)) {
        return R3D_ERR_MEMORY;
    }
    map->top_rects = map->heights + cells;
    map->side_rects = map->top_rects + cells;
    map->x_side_ids = map->top_ids + cells;
    map->y_side_ids = map->x_side_ids + sides;
    return R3D_OK;
}

/* Copies what belongs to cells, turned. */
static void fill_cells(r3d_outline_map *map, const r3d_outline_map_desc *desc)
{
    for (int32_t y = 0; y < desc->height; y++) {
        for (int32_t x = 0; x < desc->width; x++) {
            int32_t to_x = x;
            int32_t to_y = y;
            int32_t height = desc->height;
            int32_t width = desc->width;
            for (int32_t i = 0; i < desc->quadrant; i++) {
                const int32_t swap = to_x;
                to_x = height - 1 - to_y;
                to_y = swap;
                const int32_t size = width;
                width = height;
                height = size;
            }
            const int32_t from = y * desc->width + x;
            const int32_t to = to_y * map->width + to_x;
            map->heights[to] = desc->heights[from];
            map->top_rects[to] = desc->top_rects == NULL ? 0 : desc->top_rects[from];
            map->side_rects[to] = desc->side_rects == NULL ? 0 : desc->side_rects[from];
        }
    }
}

r3d_result r3d_outline_map_create(const r3d_outline_map_desc *desc, r3d_outline_map **out_map)
{
    if (out_map == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_outline_map_desc whole;
    r3d_outline_map_desc_init(&whole);
    r3d_result result = r3d_priv_desc_read(&whole, sizeof whole, desc);
    if (result == R3D_OK) {
        result = check_desc(&whole);
    }
    if (result != R3D_OK) {
        return result;
    }
    desc = &whole;
    r3d_allocator hooks;
    result = r3d_allocator_resolve(desc->allocator, &hooks);
    if (result != R3D_OK) {
        return result;
    }
    r3d_outline_map *map = hooks.alloc(sizeof *map, hooks.user);
    if (map == NULL) {
        return R3D_ERR_MEMORY;
    }
    memset(map, 0, sizeof *map);
    map->allocator = hooks;
    const bool sideways = (desc->quadrant & 1) != 0;
    map->width = sideways ? desc->height : desc->width;
    map->height = sideways ? desc->width : desc->height;
    map->rect_count = desc->rect_count;
    if (desc->rect_count > 0) {
        map->sheet = desc->sheet;
    }
    result = allocate(map);
    if (result == R3D_OK) {
        if (desc->rect_count > 0) {
            memcpy(map->rects, desc->rects, (size_t)desc->rect_count * sizeof *map->rects);
        }
        fill_cells(map, desc);
        map->ids_kind = desc->ids;
        result = r3d_priv_outline_number(map, desc->ids);
    }
    if (result != R3D_OK) {
        r3d_outline_map_destroy(map);
        return result;
    }
    *out_map = map;
    return R3D_OK;
}

void r3d_outline_map_destroy(r3d_outline_map *map)
{
    if (map == NULL) {
        return;
    }
    const r3d_allocator hooks = map->allocator;
    hooks.free(map->heights, hooks.user);
    hooks.free(map->top_ids, hooks.user);
    hooks.free(map->classes, hooks.user);
    hooks.free(map->rects, hooks.user);
    hooks.free(map, hooks.user);
}

void r3d_outline_map_get_counts(const r3d_outline_map *map, r3d_outline_map_counts *out_counts)
{
    if (out_counts == NULL) {
        return;
    }
    if (map == NULL) {
        memset(out_counts, 0, sizeof *out_counts);
        return;
    }
    *out_counts = map->counts;
}
