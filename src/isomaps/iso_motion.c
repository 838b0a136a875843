/* SPDX-License-Identifier: MIT */
/* Where billboards and the light are at a time. Source: spec outline section 12, `key` and `light`. */

#include "isomaps_internal.h"

/* a + (b - a) * (t - ta) / (tb - ta), to the nearest, halves away from zero. */
static int32_t between(int32_t a, int32_t b, int64_t part, int64_t whole)
{
    const int64_t product = ((int64_t)b - a) * part; /* below 2^21 * 2^32 */
    const int64_t rounded =
        product < 0 ? -((-product * 2 + whole) / (2 * whole)) : (product * 2 + whole) / (2 * whole);
    return (int32_t)(a + rounded);
}

/* The last key at or before a time; -1: the time is before the first one. */
static int32_t find_key(const r3d_priv_iso_key *keys, int32_t count, int64_t time_ms)
{
    int32_t low = -1;
    int32_t high = count;
    while (high - low > 1) {
        const int32_t middle = low + (high - low) / 2;
        if (keys[middle].time_ms <= time_ms) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

void r3d_priv_iso_place(const r3d_isomap *map, const r3d_priv_iso_billboard *billboard,
                        int64_t time_ms, int32_t *out_x, int32_t *out_y)
{
    if (billboard->key_count == 0) {
        *out_x = billboard->shape.x_a64;
        *out_y = billboard->shape.y_a64;
        return;
    }
    const r3d_priv_iso_key *keys = (const r3d_priv_iso_key *)map->keys.items + billboard->first_key;
    const int32_t last = find_key(keys, billboard->key_count, time_ms);
    const r3d_priv_iso_key *a = &keys[last < 0 ? 0 : last];
    if (last < 0 || last == billboard->key_count - 1) {
        *out_x = a->x_a64;
        *out_y = a->y_a64;
        return;
    }
    const int64_t whole = (int64_t)a[1].time_ms - a->time_ms;
    *out_x = between(a->x_a64, a[1].x_a64, time_ms - a->time_ms, whole);
    *out_y = between(a->y_a64, a[1].y_a64, time_ms - a->time_ms, whole);
}

/* ---- the light ---- */

typedef struct cell {
    int32_t x; /* -1 and the size of the map: anywhere beyond */
    int32_t y;
} cell;

/* A foot on the turned map, and its cell. */
static cell turn(const r3d_isomap *map, int32_t quadrant, int32_t *x_a64, int32_t *y_a64)
{
    const int32_t width = (quadrant & 1) != 0 ? map->height : map->width;
    const int32_t height = (quadrant & 1) != 0 ? map->width : map->height;
    r3d_outline_turn(quadrant, map->width, map->height, x_a64, y_a64);
    /* Arithmetic shifts: places left of the map are in cell -1 or before. */
    cell at = {*x_a64 < 0 ? -1 : *x_a64 >> 6, *y_a64 < 0 ? -1 : *y_a64 >> 6};
    at.x = at.x > width ? width : at.x;
    at.y = at.y > height ? height : at.y;
    return at;
}

/* Whether a cell of the turned map has height 0: turned back, its middle is in a cell of the map. */
static bool is_open(const r3d_isomap *map, int32_t quadrant, cell at)
{
    const int32_t width = (quadrant & 1) != 0 ? map->height : map->width;
    const int32_t height = (quadrant & 1) != 0 ? map->width : map->height;
    if (at.x < 0 || at.y < 0 || at.x >= width || at.y >= height) {
        return false;
    }
    int32_t x = 64 * at.x + 32;
    int32_t y = 64 * at.y + 32;
    r3d_outline_turn((4 - quadrant) & 3, width, height, &x, &y);
    return map->heights[(y >> 6) * map->width + (x >> 6)] == 0;
}

/* The cell of the foot of the billboard that carries the light. */
static cell foot_cell(const r3d_isomap *map, int32_t quadrant, int64_t time_ms, int32_t *out_x,
                      int32_t *out_y)
{
    const r3d_priv_iso_billboard *billboards = map->billboards.items;
    r3d_priv_iso_place(map, &billboards[map->light_billboard], time_ms, out_x, out_y);
    return turn(map, quadrant, out_x, out_y);
}

/* The first time from `from` on at which the foot is in the cell where it is at `to`; it moves along a line
 * in between, so it enters a cell once. */
static int64_t entry_time(const r3d_isomap *map, int32_t quadrant, int64_t from, int64_t to,
                          cell at)
{
    int32_t x;
    int32_t y;
    int64_t outside = from - 1;
    while (to - outside > 1) {
        const int64_t middle = outside + (to - outside) / 2;
        const cell there = foot_cell(map, quadrant, middle, &x, &y);
        if (there.x == at.x && there.y == at.y) {
            to = middle;
        } else {
            outside = middle;
        }
    }
    return to;
}

bool r3d_priv_iso_light_place(const r3d_isomap *map, const r3d_isomap_settings *settings,
                              int64_t time_ms, int32_t *out_x, int32_t *out_y)
{
    const int32_t quadrant = settings->quadrant;
    if (settings->has_light || map->light_kind != R3D_PRIV_ISO_FOOT) {
        *out_x = settings->has_light ? settings->light_x_a64 : map->light_x_a64;
        *out_y = settings->has_light ? settings->light_y_a64 : map->light_y_a64;
        return is_open(map, quadrant, turn(map, quadrant, out_x, out_y));
    }
    const r3d_priv_iso_billboard *carrier =
        (const r3d_priv_iso_billboard *)map->billboards.items + map->light_billboard;
    const r3d_priv_iso_key *keys =
        carrier->key_count == 0 ? NULL
                                : (const r3d_priv_iso_key *)map->keys.items + carrier->first_key;
    /* From the time asked for back to the first key, cell by cell. */
    for (;;) {
        const cell at = foot_cell(map, quadrant, time_ms, out_x, out_y);
        if (is_open(map, quadrant, at)) {
            return true;
        }
        if (keys == NULL || time_ms <= keys[0].time_ms) {
            return false;
        }
        /* The part of the path that the time belongs to begins behind a key before it. */
        const int32_t key = find_key(keys, carrier->key_count, time_ms - 1);
        if (key == carrier->key_count - 1) {
            time_ms = keys[key].time_ms;
            continue;
        }
        time_ms = entry_time(map, quadrant, keys[key].time_ms, time_ms, at) - 1;
        if (time_ms < keys[0].time_ms) {
            return false;
        }
    }
}
