/* SPDX-License-Identifier: MIT */
/* Which faces have one id. Source: spec outline section 3. */

#include <string.h>

#include "outline_internal.h"

/* Three kinds of faces, each a grid of places: cells, and for sides levels of cells. A surface spreads
 * along two axes of the grid. */
typedef struct face_grid {
    r3d_outline_kind kind;
    int32_t levels; /* 1 for tops */
    uint16_t *ids;
} face_grid;

static bool has_face(const r3d_outline_map *map, const face_grid *grid, int32_t x, int32_t y,
                     int32_t level)
{
    if (x < 0 || y < 0 || x >= map->width || y >= map->height || level < 0 ||
        level >= grid->levels) {
        return false;
    }
    switch (grid->kind) {
    case R3D_OUTLINE_X_SIDE:
        return r3d_priv_outline_has_x_side(map, x, y, level);
    case R3D_OUTLINE_Y_SIDE:
        return r3d_priv_outline_has_y_side(map, x, y, level);
    default:
        return true;
    }
}

static uint8_t class_of(const r3d_outline_map *map, const face_grid *grid, int32_t x, int32_t y)
{
    enum { FLOOR = 0, RAISED = 1, SIDE = 2 };
    if (grid->kind != R3D_OUTLINE_TOP) {
        return SIDE;
    }
    return map->heights[y * map->width + x] > 0 ? RAISED : FLOOR;
}

static int32_t place_of(const r3d_outline_map *map, const face_grid *grid, int32_t x, int32_t y,
                        int32_t level)
{
    return (y * map->width + x) * grid->levels + level;
}

/* Gives `id` to all faces that are joined to the first one. `stack` has room for all places. */
static void spread(const r3d_outline_map *map, const face_grid *grid, int32_t first, uint16_t id,
                   int32_t *stack)
{
    static const int8_t top_steps[4][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
    static const int8_t x_steps[4][3] = {{0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    static const int8_t y_steps[4][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 0, 1}, {0, 0, -1}};
    const int8_t(*steps)[3] = grid->kind == R3D_OUTLINE_TOP      ? top_steps
                              : grid->kind == R3D_OUTLINE_X_SIDE ? x_steps
                                                                 : y_steps;
    int32_t waiting = 0;
    stack[waiting++] = first;
    grid->ids[first] = id;
    while (waiting > 0) {
        const int32_t place = stack[--waiting];
        const int32_t cell = place / grid->levels;
        const int32_t level = place % grid->levels;
        const int32_t x = cell % map->width;
        const int32_t y = cell / map->width;
        for (int i = 0; i < 4; i++) {
            const int32_t to_x = x + steps[i][0];
            const int32_t to_y = y + steps[i][1];
            const int32_t to_level = level + steps[i][2];
            if (!has_face(map, grid, to_x, to_y, to_level)) {
                continue;
            }
            const int32_t to = place_of(map, grid, to_x, to_y, to_level);
            if (grid->ids[to] != 0 ||
                (grid->kind == R3D_OUTLINE_TOP &&
                 map->heights[to_y * map->width + to_x] != map->heights[cell])) {
                continue;
            }
            grid->ids[to] = id;
            stack[waiting++] = to;
        }
    }
}

/* Numbers the faces of one kind; returns false when ids run out. */
static bool number_kind(r3d_outline_map *map, const face_grid *grid, bool is_face, int32_t *stack)
{
    for (int32_t y = 0; y < map->height; y++) {
        for (int32_t x = 0; x < map->width; x++) {
            for (int32_t level = 0; level < grid->levels; level++) {
                const int32_t place = place_of(map, grid, x, y, level);
                if (!has_face(map, grid, x, y, level) || grid->ids[place] != 0) {
                    continue;
                }
                if (map->counts.ids == R3D_OUTLINE_ID_MAX) {
                    return false;
                }
                const uint16_t id = (uint16_t)++map->counts.ids;
                map->classes[id] = class_of(map, grid, x, y);
                if (is_face) {
                    grid->ids[place] = id;
                } else {
                    spread(map, grid, place, id, stack);
                }
            }
        }
    }
    return true;
}

static bool number_blocks(r3d_outline_map *map)
{
    enum { FLOOR = 0, BLOCK = 2 };
    const int32_t cells = map->width * map->height;
    for (int32_t cell = 0; cell < cells; cell++) {
        const int32_t height = map->heights[cell];
        const int32_t blocks = height == 0 ? 1 : height;
        if (map->counts.ids > R3D_OUTLINE_ID_MAX - blocks) {
            return false;
        }
        for (int32_t i = 0; i < blocks; i++) {
            const uint16_t id = (uint16_t)++map->counts.ids;
            map->classes[id] = height == 0 ? FLOOR : BLOCK;
            map->x_side_ids[cell * R3D_PRIV_OUTLINE_LEVELS + i] = id;
            map->y_side_ids[cell * R3D_PRIV_OUTLINE_LEVELS + i] = id;
            map->top_ids[cell] = id; /* that of the highest block stays */
        }
    }
    return true;
}

static void count_faces(r3d_outline_map *map)
{
    r3d_outline_map_counts *counts = &map->counts;
    counts->width = map->width;
    counts->height = map->height;
    counts->tops = map->width * map->height;
    for (int32_t y = 0; y < map->height; y++) {
        for (int32_t x = 0; x < map->width; x++) {
            const int32_t height = r3d_priv_outline_height(map, x, y);
            for (int32_t level = 0; level < height; level++) {
                const int32_t x_side = r3d_priv_outline_has_x_side(map, x, y, level) ? 1 : 0;
                const int32_t y_side = r3d_priv_outline_has_y_side(map, x, y, level) ? 1 : 0;
                const int32_t faces = x_side + y_side + (level == height - 1 ? 1 : 0);
                counts->x_sides += x_side;
                counts->y_sides += y_side;
                if (faces > counts->cube_faces_max) {
                    counts->cube_faces_max = faces;
                }
            }
        }
    }
}

r3d_result r3d_priv_outline_number(r3d_outline_map *map, r3d_outline_ids ids)
{
    const size_t cells = (size_t)map->width * (size_t)map->height;
    const size_t sides = cells * R3D_PRIV_OUTLINE_LEVELS;
    for (size_t i = 0; i < cells + 2 * sides; i++) {
        map->top_ids[i] = 0; /* those of the sides follow */
    }
    /* Ids beyond those of faces are those of billboards. */
    memset(map->classes, R3D_PRIV_OUTLINE_BILLBOARD_CLASS, R3D_OUTLINE_ID_MAX + 1);
    count_faces(map);
    if (ids == R3D_OUTLINE_IDS_BLOCK) {
        return number_blocks(map) ? R3D_OK : R3D_ERR_LIMIT;
    }
    const r3d_allocator *hooks = &map->allocator;
    int32_t *stack = hooks->alloc(sides * sizeof *stack, hooks->user);
    if (stack == NULL) {
        return R3D_ERR_MEMORY;
    }
    const face_grid grids[3] = {{R3D_OUTLINE_TOP, 1, map->top_ids},
                                {R3D_OUTLINE_X_SIDE, R3D_PRIV_OUTLINE_LEVELS, map->x_side_ids},
                                {R3D_OUTLINE_Y_SIDE, R3D_PRIV_OUTLINE_LEVELS, map->y_side_ids}};
    bool fits = true;
    for (int i = 0; i < 3 && fits; i++) {
        fits = number_kind(map, &grids[i], ids == R3D_OUTLINE_IDS_FACE, stack);
    }
    hooks->free(stack, hooks->user);
    return fits ? R3D_OK : R3D_ERR_LIMIT;
}
