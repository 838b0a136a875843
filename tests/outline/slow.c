/* SPDX-License-Identifier: MIT */
#include "slow.h"

#include <stdlib.h>

enum { CELL = 64, LEVELS = 9 };

static int32_t height_at(const slow_map *map, int32_t x, int32_t y)
{
    return x < 0 || y < 0 || x >= map->width || y >= map->height ? 0
                                                                 : map->heights[y * map->width + x];
}

static bool is_in(const slow_map *map, int32_t x, int32_t y)
{
    return x >= 0 && y >= 0 && x < map->width && y < map->height;
}

static void take(slow_hit *best, int32_t kind, int32_t x, int32_t y, int32_t level,
                 int32_t nearness)
{
    if (best->kind == 0 || nearness > best->nearness) {
        *best = (slow_hit){kind, x, y, level, nearness};
    }
}

slow_hit slow_pixel(const slow_map *map, int32_t px, int32_t py, int32_t ox, int32_t oy)
{
    const int32_t a = 2 * (px - ox) + 1;
    const int32_t b = 2 * (py - oy) + 1;
    slow_hit best = {0, 0, 0, 0, 0};
    for (int32_t h = 0; h <= LEVELS; h++) {
        const int32_t x = (a + 2 * b + CELL * h) >> 6;
        const int32_t y = (-a + 2 * b + CELL * h) >> 6;
        if (is_in(map, x, y) && height_at(map, x, y) == h) {
            take(&best, 1, x, y, h, 4 * b + 192 * h);
        }
    }
    for (int32_t c = 1; c <= map->width; c++) {
        const int32_t y = (CELL * c - 2 * a) >> 6;
        const int32_t z = (CELL * c - a - 2 * b) >> 6;
        if (z >= 0 && height_at(map, c, y) <= z && z < height_at(map, c - 1, y)) {
            take(&best, 2, c - 1, y, z, 192 * c - 3 * a - 2 * b);
        }
    }
    for (int32_t c = 1; c <= map->height; c++) {
        const int32_t x = (CELL * c + 2 * a) >> 6;
        const int32_t z = (CELL * c + a - 2 * b) >> 6;
        if (z >= 0 && height_at(map, x, c) <= z && z < height_at(map, x, c - 1)) {
            take(&best, 3, x, c - 1, z, 192 * c + 3 * a - 2 * b);
        }
    }
    return best;
}

/* ---- light ---- */

/* A fraction with a positive denominator; products of two stay far below 2^63 for small maps. */
typedef struct fraction {
    int64_t top;
    int64_t bottom;
} fraction;

static bool less(fraction a, fraction b)
{
    return a.top * b.bottom < b.top * a.bottom;
}

static fraction make(int64_t top, int64_t bottom)
{
    return bottom < 0 ? (fraction){-top, -bottom} : (fraction){top, bottom};
}

/* Cuts the interval to where from + t * d lies strictly between low and high; false: nowhere. */
static bool cut(int64_t from, int64_t d, int64_t low, int64_t high, fraction *first, fraction *last)
{
    if (d == 0) {
        return from > low && from < high;
    }
    fraction enter = make(low - from, d);
    fraction leave = make(high - from, d);
    if (d < 0) {
        const fraction swap = enter;
        enter = leave;
        leave = swap;
    }
    if (less(*first, enter)) {
        *first = enter;
    }
    if (less(leave, *last)) {
        *last = leave;
    }
    return less(*first, *last);
}

bool slow_is_lit(const slow_map *map, int32_t light_x_a64, int32_t light_y_a64, int32_t rho_16,
                 int32_t texels, int32_t column, int32_t row)
{
    const int64_t unit = 128 * (int64_t)texels;
    const int64_t lx = light_x_a64 * 2 * (int64_t)texels;
    const int64_t ly = light_y_a64 * 2 * (int64_t)texels;
    const int64_t dx = (2 * (int64_t)column + 1) * 64 - lx;
    const int64_t dy = (2 * (int64_t)row + 1) * 64 - ly;
    const bool in_wall = height_at(map, column / texels, row / texels) > 0;
    bool any_wall = false;
    fraction e = {1, 1};
    for (int pass = 0; pass < 2; pass++) {
        for (int32_t y = 0; y < map->height; y++) {
            for (int32_t x = 0; x < map->width; x++) {
                fraction first = {0, 1};
                fraction last = {1, 1};
                if (!cut(lx, dx, x * unit, (x + 1) * unit, &first, &last) ||
                    !cut(ly, dy, y * unit, (y + 1) * unit, &first, &last)) {
                    continue;
                }
                const bool wall = height_at(map, x, y) > 0;
                if (pass == 0 && wall) {
                    any_wall = true;
                    if (less(first, e)) {
                        e = first;
                    }
                } else if (pass == 1 && !wall && !less(first, e)) {
                    return !in_wall && !any_wall;
                }
            }
        }
    }
    if (!in_wall) {
        return !any_wall;
    }
    const double rest = 1.0 - (double)e.top / (double)e.bottom;
    const double left = rest * rest * (double)(dx * dx + dy * dy);
    const double right = (double)rho_16 * rho_16 * ((double)unit * (double)unit / 256.0);
    return left <= right;
}
