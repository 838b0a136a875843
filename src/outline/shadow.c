/* SPDX-License-Identifier: MIT */
/* Which places a light sees. Source: spec outline section 6.
 *
 * Lengths are counted in 1/(128 n) cell for n texels a cell: then a light in 1/64 cell, the centres of
 * texels (odd multiples of 64) and the borders of cells are whole numbers of at most 2^21. */

#include <string.h>

#include "../base/wide.h"
#include "outline_internal.h"

enum { UNITS_A64 = 2, HALF_TEXEL = 64, LIT = 255, RHO_MAX = 65535 };

r3d_result r3d_outline_shadow_create(const r3d_outline_map *map, int32_t texels,
                                     const r3d_allocator *allocator,
                                     r3d_outline_shadow **out_shadow)
{
    if (map == NULL || out_shadow == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (texels < 1 || texels > R3D_OUTLINE_TEXELS_MAX) {
        return R3D_ERR_RANGE;
    }
    r3d_allocator hooks;
    const r3d_result result = r3d_allocator_resolve(allocator, &hooks);
    if (result != R3D_OK) {
        return result;
    }
    const size_t cells = (size_t)map->width * (size_t)map->height;
    const size_t count = cells * (size_t)texels * (size_t)texels;
    if (count > R3D_OUTLINE_SHADOW_MAX) {
        return R3D_ERR_LIMIT;
    }
    r3d_outline_shadow *shadow = hooks.alloc(sizeof *shadow, hooks.user);
    if (shadow == NULL) {
        return R3D_ERR_MEMORY;
    }
    memset(shadow, 0, sizeof *shadow);
    shadow->allocator = hooks;
    shadow->map = map;
    shadow->texels = texels;
    shadow->rho_16 = -1;
    const size_t stride = (size_t)map->width + 1;
    const size_t corners = stride * ((size_t)map->height + 1);
    shadow->lit = hooks.alloc(count, hooks.user);
    shadow->wall_sums = hooks.alloc(corners * sizeof *shadow->wall_sums, hooks.user);
    if (shadow->lit == NULL || shadow->wall_sums == NULL) {
        r3d_outline_shadow_destroy(shadow);
        return R3D_ERR_MEMORY;
    }
    memset(shadow->lit, LIT, count);
    memset(shadow->wall_sums, 0, corners * sizeof *shadow->wall_sums);
    for (int32_t y = 0; y < map->height; y++) {
        int32_t row = 0;
        for (int32_t x = 0; x < map->width; x++) {
            row += map->heights[y * map->width + x] > 0 ? 1 : 0;
            const size_t corner = (size_t)(y + 1) * stride + (size_t)(x + 1);
            shadow->wall_sums[corner] = shadow->wall_sums[corner - stride] + row;
        }
    }
    *out_shadow = shadow;
    return R3D_OK;
}

void r3d_outline_shadow_destroy(r3d_outline_shadow *shadow)
{
    if (shadow == NULL) {
        return;
    }
    const r3d_allocator hooks = shadow->allocator;
    hooks.free(shadow->lit, hooks.user);
    hooks.free(shadow->wall_sums, hooks.user);
    hooks.free(shadow, hooks.user);
}

/* ---- one texel ---- */

/* What all texels of a cast have in common. */
typedef struct cast {
    const r3d_outline_map *map;
    int32_t unit; /* the length of a cell */
    int32_t x;    /* the light */
    int32_t y;
    uint64_t rho_squared;
} cast;

/* One axis of a walk from cell to cell. */
typedef struct walk_axis {
    int32_t cell;
    int32_t step;   /* 1 or -1 */
    int64_t length; /* of the segment along this axis, 0 or more */
    int64_t border; /* distance along this axis from the light to the next border */
} walk_axis;

static walk_axis begin_axis(int32_t from, int32_t to, int32_t unit)
{
    walk_axis axis;
    axis.step = to < from ? -1 : 1;
    axis.length = to < from ? (int64_t)from - to : (int64_t)to - from;
    /* A light on a border is in the cell that the segment runs into. */
    axis.cell = to < from ? (from - 1) / unit : from / unit;
    axis.border =
        to < from ? from - (int64_t)axis.cell * unit : (int64_t)(axis.cell + 1) * unit - from;
    return axis;
}

static void step_axis(walk_axis *axis, int32_t unit)
{
    axis->cell += axis->step;
    axis->border += unit;
}

/* Whether the light that enters the first wall at border / length of the segment soaks as far as its end:
 * (1 - border/length)^2 * |segment|^2 <= rho^2. */
static bool soaks(const cast *c, const walk_axis *x, const walk_axis *y, int64_t border,
                  int64_t length)
{
    const uint64_t rest = (uint64_t)(length - border);
    const uint64_t squared =
        (uint64_t)x->length * (uint64_t)x->length + (uint64_t)y->length * (uint64_t)y->length;
    return r3d_priv_u128_compare(
               r3d_priv_u128_product(rest * rest, squared),
               r3d_priv_u128_product(c->rho_squared, (uint64_t)length * (uint64_t)length)) <= 0;
}

/* Walks the cells that the segment from the light to a texel's centre runs inside of. An open cell is lit
 * if none of them is a wall; a wall if all are from the first one on, and not too many. */
static bool is_lit(const cast *c, int32_t to_x, int32_t to_y)
{
    walk_axis x = begin_axis(c->x, to_x, c->unit);
    walk_axis y = begin_axis(c->y, to_y, c->unit);
    const int32_t last_x = to_x / c->unit;
    const int32_t last_y = to_y / c->unit;
    const bool is_wall = c->map->heights[last_y * c->map->width + last_x] > 0;
    bool in_wall = false;
    /* Where the cell begins that is looked at, as a fraction of the segment. */
    int64_t border = 0;
    int64_t length = 1;
    int64_t wall_border = 0;
    int64_t wall_length = 1;
    for (;;) {
        const bool wall = c->map->heights[y.cell * c->map->width + x.cell] > 0;
        if (wall && !is_wall) {
            return false;
        }
        if (wall && !in_wall) {
            in_wall = true;
            wall_border = border;
            wall_length = length;
        } else if (!wall && in_wall) {
            return false;
        }
        if (x.cell == last_x && y.cell == last_y) {
            break;
        }
        /* Which border comes first: x.border / x.length against y.border / y.length, below 2^43. */
        const int64_t x_first = x.border * y.length;
        const int64_t y_first = y.border * x.length;
        const bool step_x = x.length > 0 && (y.length == 0 || x_first <= y_first);
        const bool step_y = y.length > 0 && (x.length == 0 || y_first <= x_first);
        border = step_x ? x.border : y.border;
        length = step_x ? x.length : y.length;
        if (step_x) {
            step_axis(&x, c->unit);
        }
        if (step_y) {
            step_axis(&y, c->unit);
        }
    }
    return !is_wall || soaks(c, &x, &y, wall_border, wall_length);
}

/* ---- all texels ---- */

/* How many walls the rectangle of cells between two cells has. */
static int32_t walls_between(const r3d_outline_shadow *shadow, int32_t ax, int32_t ay, int32_t bx,
                             int32_t by)
{
    const size_t stride = (size_t)shadow->map->width + 1;
    const size_t left = (size_t)(ax < bx ? ax : bx);
    const size_t right = (size_t)(ax < bx ? bx : ax) + 1;
    const size_t top = (size_t)(ay < by ? ay : by) * stride;
    const size_t bottom = ((size_t)(ay < by ? by : ay) + 1) * stride;
    const int32_t *sums = shadow->wall_sums;
    return sums[bottom + right] - sums[bottom + left] - sums[top + right] + sums[top + left];
}

static void cast_cell(r3d_outline_shadow *shadow, const cast *c, int32_t x, int32_t y)
{
    const int32_t n = shadow->texels;
    const size_t stride = (size_t)shadow->map->width * (size_t)n;
    uint8_t *target = shadow->lit + (size_t)(y * n) * stride + (size_t)(x * n);
    /* The segments stay in the rectangle of cells round light and cell. A light on a border may run into
     * the cell before it. */
    const bool free_of_walls = walls_between(shadow, c->x / c->unit, c->y / c->unit, x, y) == 0 &&
                               walls_between(shadow, c->x > 0 ? (c->x - 1) / c->unit : 0,
                                             c->y > 0 ? (c->y - 1) / c->unit : 0, x, y) == 0;
    for (int32_t row = 0; row < n; row++, target += stride) {
        if (free_of_walls) {
            memset(target, LIT, (size_t)n);
            continue;
        }
        const int32_t to_y = (2 * (y * n + row) + 1) * HALF_TEXEL;
        for (int32_t column = 0; column < n; column++) {
            const int32_t to_x = (2 * (x * n + column) + 1) * HALF_TEXEL;
            target[column] = is_lit(c, to_x, to_y) ? LIT : 0;
        }
    }
}

r3d_result r3d_outline_shadow_cast(r3d_outline_shadow *shadow, int32_t x_a64, int32_t y_a64,
                                   int32_t rho_16)
{
    if (shadow == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    const r3d_outline_map *map = shadow->map;
    const int32_t cell_x = x_a64 >> 6;
    const int32_t cell_y = y_a64 >> 6;
    if (x_a64 < 0 || y_a64 < 0 || cell_x >= map->width || cell_y >= map->height ||
        map->heights[cell_y * map->width + cell_x] != 0 || rho_16 < 0 || rho_16 > RHO_MAX) {
        return R3D_ERR_RANGE;
    }
    shadow->x_a64 = x_a64;
    shadow->y_a64 = y_a64;
    shadow->rho_16 = rho_16;
    cast c;
    c.map = map;
    c.unit = R3D_PRIV_OUTLINE_CELL * UNITS_A64 * shadow->texels;
    c.x = x_a64 * UNITS_A64 * shadow->texels;
    c.y = y_a64 * UNITS_A64 * shadow->texels;
    const uint64_t rho = (uint64_t)rho_16 * (uint64_t)(c.unit / 16); /* below 2^25 */
    c.rho_squared = rho * rho;
    for (int32_t y = 0; y < map->height; y++) {
        for (int32_t x = 0; x < map->width; x++) {
            cast_cell(shadow, &c, x, y);
        }
    }
    return R3D_OK;
}

const uint8_t *r3d_outline_shadow_get_texels(const r3d_outline_shadow *shadow, int32_t *out_width,
                                             int32_t *out_height)
{
    const int32_t width = shadow == NULL ? 0 : shadow->map->width * shadow->texels;
    const int32_t height = shadow == NULL ? 0 : shadow->map->height * shadow->texels;
    if (out_width != NULL) {
        *out_width = width;
    }
    if (out_height != NULL) {
        *out_height = height;
    }
    return shadow == NULL ? NULL : shadow->lit;
}

bool r3d_outline_shadow_is_lit(const r3d_outline_shadow *shadow, int32_t x_a64, int32_t y_a64)
{
    if (shadow == NULL) {
        return false;
    }
    const int32_t width = shadow->map->width * R3D_PRIV_OUTLINE_CELL;
    const int32_t height = shadow->map->height * R3D_PRIV_OUTLINE_CELL;
    if (x_a64 < 0 || y_a64 < 0 || x_a64 >= width || y_a64 >= height) {
        return false;
    }
    const int32_t column = (x_a64 * shadow->texels) >> 6;
    const int32_t row = (y_a64 * shadow->texels) >> 6;
    return shadow->lit[(size_t)row * (size_t)(shadow->map->width * shadow->texels) +
                       (size_t)column] != 0;
}
