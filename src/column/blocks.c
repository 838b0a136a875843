/* SPDX-License-Identifier: MIT */
/* The block grid for collision queries. Source: spec column section 3, "Blockmap". */

#include "level_internal.h"

#include <string.h>

#include "numbers.h"

enum {
    BLOCKS_MAX =
        1 << 22, /* A derived grid doubles its block size until it has no more than this. */
    LISTED_MAX = 1 << 26
};

/* Widens a wall's stretch inside a row of blocks against rounding: a block too many is harmless. */
static const double margin = 1e-6;

struct grid_range {
    int32_t first;
    int32_t last;
};

/* The closed blocks that a closed interval touches, cut to 0..count - 1. */
static struct grid_range blocks_of_interval(double low, double high, double origin, double size,
                                            int32_t count)
{
    struct grid_range range = {1, 0};
    const double first = -r3d_priv_column_floor(-(low - origin) / size) - 1.0;
    const double last = r3d_priv_column_floor((high - origin) / size);
    if (!(first < (double)count) || !(last >= 0.0)) {
        return range;
    }
    range.first = first < 0.0 ? 0 : (int32_t)first;
    range.last = last >= (double)count ? count - 1 : (int32_t)last;
    return range;
}

struct r3d_priv_column_block_range r3d_priv_column_blocks_of_box(const r3d_column_level *level,
                                                                 double min_x, double min_y,
                                                                 double max_x, double max_y)
{
    const r3d_column_level_blockmap *g = &level->blocks;
    const struct grid_range columns = blocks_of_interval(min_x, max_x, g->x, g->size, g->columns);
    const struct grid_range rows = blocks_of_interval(min_y, max_y, g->y, g->size, g->rows);
    const struct r3d_priv_column_block_range range = {columns.first, columns.last, rows.first,
                                                      rows.last};
    return range;
}

/* Calls for every block that a wall touches: counts it, or appends the wall to its list. */
static int64_t walk_wall(const r3d_column_level *level, int32_t wall, int32_t *cursors,
                         int32_t *lists)
{
    const r3d_column_level_blockmap *g = &level->blocks;
    const r3d_column_level_vertex *a = r3d_priv_column_wall_vertex(level, wall, 0);
    const r3d_column_level_vertex *b = r3d_priv_column_wall_vertex(level, wall, 1);
    const double low_y = r3d_priv_column_min(a->y, b->y);
    const double high_y = r3d_priv_column_max(a->y, b->y);
    const struct grid_range rows = blocks_of_interval(low_y, high_y, g->y, g->size, g->rows);
    int64_t listed = 0;
    for (int32_t row = rows.first; row <= rows.last; row++) {
        double x0 = r3d_priv_column_min(a->x, b->x);
        double x1 = r3d_priv_column_max(a->x, b->x);
        if (a->y != b->y) {
            /* The stretch between the row's lower and upper border. */
            const double bottom = r3d_priv_column_max(low_y, g->y + (double)row * g->size);
            const double top = r3d_priv_column_min(high_y, g->y + (double)(row + 1) * g->size);
            const double slope = (b->x - a->x) / (b->y - a->y);
            const double xa = a->x + (bottom - a->y) * slope;
            const double xb = a->x + (top - a->y) * slope;
            x0 = r3d_priv_column_max(x0, r3d_priv_column_min(xa, xb) - margin);
            x1 = r3d_priv_column_min(x1, r3d_priv_column_max(xa, xb) + margin);
        }
        const struct grid_range columns = blocks_of_interval(x0, x1, g->x, g->size, g->columns);
        for (int32_t column = columns.first; column <= columns.last; column++) {
            const int32_t block = row * g->columns + column;
            if (lists != NULL) {
                lists[cursors[block]] = wall;
            }
            cursors[block]++;
            listed++;
        }
    }
    return listed;
}

static void choose_grid(r3d_column_level *level)
{
    const r3d_column_level_desc *desc = &level->desc;
    double min_x = 0.0;
    double min_y = 0.0;
    double max_x = 0.0;
    double max_y = 0.0;
    for (int32_t i = 0; i < 2 * desc->wall_count; i++) {
        const r3d_column_level_vertex *v = r3d_priv_column_wall_vertex(level, i / 2, i % 2);
        min_x = i == 0 ? v->x : r3d_priv_column_min(min_x, v->x);
        min_y = i == 0 ? v->y : r3d_priv_column_min(min_y, v->y);
        max_x = i == 0 ? v->x : r3d_priv_column_max(max_x, v->x);
        max_y = i == 0 ? v->y : r3d_priv_column_max(max_y, v->y);
    }
    r3d_column_level_blockmap *g = &level->blocks;
    g->x = min_x;
    g->y = min_y;
    for (;;) {
        const double columns = r3d_priv_column_floor((max_x - min_x) / g->size) + 1.0;
        const double rows = r3d_priv_column_floor((max_y - min_y) / g->size) + 1.0;
        if (columns * rows <= (double)BLOCKS_MAX) {
            g->columns = (int32_t)columns;
            g->rows = (int32_t)rows;
            return;
        }
        g->size *= 2.0;
    }
}

/* Makes the lists of the grid at hand. R3D_ERR_LIMIT: they would be too long. */
static r3d_result fill_lists(r3d_column_level *level)
{
    const r3d_column_level_blockmap *g = &level->blocks;
    const int32_t blocks = g->columns * g->rows;
    int32_t *cursors = r3d_priv_alloc(&level->allocator, (size_t)blocks + 1, sizeof *cursors);
    if (cursors == NULL) {
        return R3D_ERR_MEMORY;
    }
    memset(cursors, 0, ((size_t)blocks + 1) * sizeof *cursors);
    int64_t total = 0;
    for (int32_t i = 0; i < level->desc.wall_count && total <= LISTED_MAX; i++) {
        if (r3d_priv_column_wall_is_touched(level, i)) {
            total += walk_wall(level, i, cursors, NULL);
        }
    }
    int32_t *walls = NULL;
    if (total <= LISTED_MAX) {
        walls = r3d_priv_alloc(&level->allocator, (size_t)total, sizeof *walls);
    }
    if (walls == NULL) {
        r3d_priv_release(&level->allocator, cursors);
        return total > LISTED_MAX ? R3D_ERR_LIMIT : R3D_ERR_MEMORY;
    }
    int32_t start = 0;
    for (int32_t i = 0; i <= blocks; i++) {
        const int32_t count = cursors[i];
        cursors[i] = start;
        start += count;
    }
    for (int32_t i = 0; i < level->desc.wall_count; i++) {
        if (r3d_priv_column_wall_is_touched(level, i)) {
            walk_wall(level, i, cursors, walls);
        }
    }
    /* Filling moved every start to the next list's start. */
    for (int32_t i = blocks; i > 0; i--) {
        cursors[i] = cursors[i - 1];
    }
    cursors[0] = 0;
    level->block_offsets = cursors;
    level->block_walls = walls;
    return R3D_OK;
}

static r3d_result derive(r3d_column_level *level)
{
    for (;;) {
        choose_grid(level);
        const r3d_result result = fill_lists(level);
        if (result != R3D_ERR_LIMIT) {
            return result;
        }
        level->blocks.size *= 2.0;
    }
}

/* The first block whose given list lacks a wall of the derived one, -1 when there is none. `marks`
 * has a place for each wall. */
static int32_t find_incomplete(const r3d_column_level *level, int32_t *marks)
{
    const r3d_column_level_blockmap *g = &level->blocks;
    memset(marks, 0xFF, (size_t)level->desc.wall_count * sizeof *marks);
    for (int32_t i = 0; i < g->columns * g->rows; i++) {
        for (int32_t j = g->offsets[i]; j < g->offsets[i + 1]; j++) {
            marks[g->walls[j]] = i;
        }
        for (int32_t j = level->block_offsets[i]; j < level->block_offsets[i + 1]; j++) {
            if (marks[level->block_walls[j]] != i) {
                return i;
            }
        }
    }
    return -1;
}

/* Lists that lack a wall would let actors through it: those of the walls are taken in their place.
 */
static r3d_result check_complete(r3d_column_level *level,
                                 struct r3d_priv_column_level_reporter *reporter,
                                 bool *out_complete)
{
    r3d_result result = fill_lists(level);
    if (result != R3D_OK) {
        return result == R3D_ERR_LIMIT
                   ? r3d_priv_column_level_fail(reporter, result, R3D_COLUMN_RECORD_BLOCK, -1,
                                                "the blocks are too small for the walls")
                   : result;
    }
    int32_t *marks =
        r3d_priv_alloc(&level->allocator, (size_t)level->desc.wall_count, sizeof *marks);
    if (marks == NULL) {
        return R3D_ERR_MEMORY;
    }
    const int32_t incomplete = find_incomplete(level, marks);
    r3d_priv_release(&level->allocator, marks);
    *out_complete = incomplete < 0;
    return incomplete < 0 ? R3D_OK
                          : r3d_priv_column_level_warn(
                                reporter, R3D_COLUMN_RECORD_BLOCK, incomplete,
                                "its list lacks a wall that touches it; no list is used");
}

static r3d_result take_given(r3d_column_level *level,
                             struct r3d_priv_column_level_reporter *reporter)
{
    const r3d_column_level_blockmap *g = &level->blocks;
    if (g->columns < 0 || g->rows < 1 || (int64_t)g->columns * g->rows > BLOCKS_MAX ||
        g->offsets == NULL || !r3d_priv_column_is_finite(g->x) ||
        !r3d_priv_column_is_finite(g->y)) {
        return r3d_priv_column_level_fail(reporter, R3D_ERR_FORMAT_COUNT, R3D_COLUMN_RECORD_BLOCK,
                                          -1, "the grid's size is out of range or it has no lists");
    }
    const int32_t blocks = g->columns * g->rows;
    if (g->offsets[0] != 0 || (g->offsets[blocks] > 0 && g->walls == NULL)) {
        return r3d_priv_column_level_fail(reporter, R3D_ERR_FORMAT_COUNT, R3D_COLUMN_RECORD_BLOCK,
                                          0, "the lists do not begin at 0");
    }
    for (int32_t i = 0; i < blocks; i++) {
        if (g->offsets[i + 1] < g->offsets[i]) {
            return r3d_priv_column_level_fail(reporter, R3D_ERR_FORMAT_COUNT,
                                              R3D_COLUMN_RECORD_BLOCK, i,
                                              "a list has a negative length");
        }
        for (int32_t j = g->offsets[i]; j < g->offsets[i + 1]; j++) {
            if (g->walls[j] < 0 || g->walls[j] >= level->desc.wall_count) {
                return r3d_priv_column_level_fail(reporter, R3D_ERR_FORMAT_INDEX,
                                                  R3D_COLUMN_RECORD_BLOCK, i,
                                                  "lists a wall that does not exist");
            }
        }
    }
    bool complete = false;
    const r3d_result result = check_complete(level, reporter, &complete);
    if (result != R3D_OK || !complete) {
        return result;
    }
    r3d_priv_release(&level->allocator, level->block_offsets);
    r3d_priv_release(&level->allocator, level->block_walls);
    const size_t total = (size_t)g->offsets[blocks];
    level->block_offsets =
        r3d_priv_alloc(&level->allocator, (size_t)blocks + 1, sizeof *level->block_offsets);
    level->block_walls = r3d_priv_alloc(&level->allocator, total, sizeof *level->block_walls);
    if (level->block_offsets == NULL || level->block_walls == NULL) {
        return R3D_ERR_MEMORY;
    }
    memcpy(level->block_offsets, g->offsets, ((size_t)blocks + 1) * sizeof *g->offsets);
    if (total > 0) {
        memcpy(level->block_walls, g->walls, total * sizeof *g->walls);
    }
    return R3D_OK;
}

r3d_result r3d_priv_column_level_make_blocks(r3d_column_level *level,
                                             struct r3d_priv_column_level_reporter *reporter)
{
    r3d_column_level_blockmap *g = &level->blocks;
    if (g->size == 0.0) {
        g->size = 128.0;
    }
    if (!(g->size >= 1.0 && g->size <= (double)R3D_COLUMN_COORDINATE_MAX)) {
        return r3d_priv_column_level_fail(reporter, R3D_ERR_RANGE, R3D_COLUMN_RECORD_BLOCK, -1,
                                          "the block size is out of range");
    }
    g->derived = g->columns == 0;
    const r3d_result result = g->derived ? derive(level) : take_given(level, reporter);
    if (result == R3D_OK) {
        g->offsets = level->block_offsets;
        g->walls = level->block_walls;
        level->desc.blockmap = *g;
    }
    return result;
}

int32_t r3d_column_level_query_box(const r3d_column_level *level, double min_x, double min_y,
                                   double max_x, double max_y, int32_t *out_walls, int32_t capacity)
{
    if (level == NULL || out_walls == NULL) {
        return 0;
    }
    const struct r3d_priv_column_block_range range =
        r3d_priv_column_blocks_of_box(level, min_x, min_y, max_x, max_y);
    int32_t count = 0;
    for (int32_t row = range.first_row; row <= range.last_row; row++) {
        for (int32_t column = range.first_column; column <= range.last_column; column++) {
            const int32_t block = row * level->blocks.columns + column;
            for (int32_t i = level->block_offsets[block]; i < level->block_offsets[block + 1];
                 i++) {
                const int32_t wall = level->block_walls[i];
                if (!r3d_priv_column_wall_is_touched(level, wall)) {
                    continue;
                }
                int32_t at = count;
                while (at > 0 && out_walls[at - 1] > wall) {
                    at--;
                }
                if (at > 0 && out_walls[at - 1] == wall) {
                    continue;
                }
                if (count == capacity) {
                    return capacity + 1;
                }
                memmove(out_walls + at + 1, out_walls + at,
                        (size_t)(count - at) * sizeof *out_walls);
                out_walls[at] = wall;
                count++;
            }
        }
    }
    return count;
}
