/* SPDX-License-Identifier: MIT */
/* Keys and the light that a billboard carries, against a slow reading of the page: every millisecond is
 * looked at. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/isomaps.h>

#include "cmocka_all.h"
#include "rng.h"

#define NAME R3D_TEST_SOURCE_DIR "/golden/outline/maps/test.iso"

enum { KEYS_MAX = 5, SIZE = 4 };

typedef struct path {
    int32_t count;
    int32_t time[KEYS_MAX];
    int32_t x[KEYS_MAX];
    int32_t y[KEYS_MAX];
    char heights[SIZE][SIZE + 1];
    int32_t quadrant;
} path;

/* Nearest, halves away from zero, by counting. */
static int32_t rounded(int64_t numerator, int64_t denominator)
{
    const int64_t sign = numerator < 0 ? -1 : 1;
    const int64_t n = numerator * sign;
    int64_t whole = n / denominator;
    if (2 * (n - whole * denominator) >= denominator) {
        whole++;
    }
    return (int32_t)(whole * sign);
}

static void place_at(const path *p, int32_t t, int32_t *x, int32_t *y)
{
    int32_t k = 0;
    if (t <= p->time[0]) {
        *x = p->x[0];
        *y = p->y[0];
        return;
    }
    while (k < p->count && p->time[k] <= t) {
        k++;
    }
    if (k == p->count) {
        *x = p->x[k - 1];
        *y = p->y[k - 1];
        return;
    }
    const int64_t part = t - p->time[k - 1];
    const int64_t whole = p->time[k] - p->time[k - 1];
    *x = p->x[k - 1] + rounded((p->x[k] - p->x[k - 1]) * part, whole);
    *y = p->y[k - 1] + rounded((p->y[k] - p->y[k - 1]) * part, whole);
}

/* Turned; whether the cell there is open. */
static bool is_open(const path *p, int32_t *x, int32_t *y)
{
    for (int32_t i = 0; i < p->quadrant; i++) {
        const int32_t old = *x;
        *x = 64 * SIZE - *y;
        *y = old;
    }
    if (*x < 0 || *y < 0 || *x >= 64 * SIZE || *y >= 64 * SIZE) {
        return false;
    }
    /* The cell of the turned map, turned back. */
    int32_t cx = *x >> 6;
    int32_t cy = *y >> 6;
    for (int32_t i = 0; i < p->quadrant; i++) {
        const int32_t old = cx;
        cx = cy;
        cy = SIZE - 1 - old;
    }
    return p->heights[cy][cx] == '0';
}

static bool light_at(const path *p, int32_t t, int32_t *x, int32_t *y)
{
    for (; t >= p->time[0]; t--) {
        place_at(p, t, x, y);
        if (is_open(p, x, y)) {
            return true;
        }
    }
    place_at(p, p->time[0], x, y);
    return is_open(p, x, y);
}

static void make_path(rng *r, path *p)
{
    memset(p, 0, sizeof *p);
    p->count = rng_range(r, 1, KEYS_MAX);
    p->quadrant = rng_range(r, 0, 3);
    int32_t time = rng_range(r, -200, 200);
    for (int32_t i = 0; i < p->count; i++) {
        p->time[i] = time;
        time += rng_range(r, 1, 300);
        p->x[i] = rng_range(r, -40, 64 * SIZE + 40);
        p->y[i] = rng_range(r, -40, 64 * SIZE + 40);
        if (rng_range(r, 0, 3) == 0) { /* on borders of cells */
            p->x[i] &= ~63;
            p->y[i] &= ~63;
        }
    }
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            p->heights[y][x] = rng_range(r, 0, 2) == 0 ? '0' : '1';
        }
    }
}

static void write_path(const path *p, char *text, size_t size)
{
    size_t used = (size_t)snprintf(text, size, "iso 1\nquadrant %d\n", (int)p->quadrant);
    for (int y = 0; y < SIZE; y++) {
        used += (size_t)snprintf(text + used, size - used, "row %s\n", p->heights[y]);
    }
    used += (size_t)snprintf(text + used, size - used,
                             "sheet sheet.png\ncell a top 0 0 1 1 side 0 0 1 1\nsprite s 0 0 1 1\n"
                             "billboard b s 7 7\nlight b\ntexels 1\n");
    for (int32_t i = 0; i < p->count; i++) {
        used += (size_t)snprintf(text + used, size - used, "key b %d %d %d\n", (int)p->time[i],
                                 (int)p->x[i], (int)p->y[i]);
    }
    assert_true(used < size);
}

static void light_stays_at_the_last_open_place(void **state)
{
    (void)state;
    rng r = {4711};
    int found = 0;
    int lost = 0;
    for (int i = 0; i < 400; i++) {
        path p;
        char text[1024];
        r3d_isomap *map = NULL;
        make_path(&r, &p);
        write_path(&p, text, sizeof text);
        assert_int_equal(r3d_isomap_decode(text, strlen(text), NAME, NULL, NULL, &map, NULL),
                         R3D_OK);
        for (int k = 0; k < 12; k++) {
            const int32_t t = rng_range(&r, p.time[0] - 20, p.time[p.count - 1] + 20);
            int32_t x = 0;
            int32_t y = 0;
            const bool is_there = light_at(&p, t, &x, &y);
            r3d_error error;
            const r3d_result result = r3d_isomap_draw(map, t, &error);
            assert_int_equal(result, is_there ? R3D_OK : R3D_ERR_RANGE);
            found += is_there ? 1 : 0;
            lost += is_there ? 0 : 1;
            if (!is_there) {
                assert_non_null(strstr(error.message, "no cell of height 0"));
                continue;
            }
            /* What is lit tells where the light is: the same as a light given there. */
            int32_t width = 0;
            int32_t height = 0;
            const uint8_t *lit =
                r3d_outline_shadow_get_texels(r3d_isomap_get_shadow(map), &width, &height);
            uint8_t kept[SIZE * SIZE];
            assert_int_equal(width * height, SIZE * SIZE);
            memcpy(kept, lit, sizeof kept);
            r3d_outline_map_desc desc;
            uint8_t heights[SIZE * SIZE];
            for (int c = 0; c < SIZE * SIZE; c++) {
                heights[c] = (uint8_t)(p.heights[c / SIZE][c % SIZE] - '0');
            }
            r3d_outline_map_desc_init(&desc);
            desc.width = SIZE;
            desc.height = SIZE;
            desc.heights = heights;
            desc.quadrant = p.quadrant;
            r3d_outline_map *plain = NULL;
            r3d_outline_shadow *shadow = NULL;
            assert_int_equal(r3d_outline_map_create(&desc, &plain), R3D_OK);
            assert_int_equal(r3d_outline_shadow_create(plain, 1, NULL, &shadow), R3D_OK);
            assert_int_equal(r3d_outline_shadow_cast(shadow, x, y, 24), R3D_OK);
            assert_memory_equal(kept, r3d_outline_shadow_get_texels(shadow, NULL, NULL),
                                sizeof kept);
            r3d_outline_shadow_destroy(shadow);
            r3d_outline_map_destroy(plain);
        }
        r3d_isomap_destroy(map);
    }
    assert_true(found > 1000 && lost > 200);
}

static void billboards_stand_where_the_keys_say(void **state)
{
    (void)state;
    rng r = {99};
    for (int i = 0; i < 200; i++) {
        path p;
        char text[1024];
        r3d_isomap *map = NULL;
        make_path(&r, &p);
        memset(p.heights, 0, sizeof p.heights);
        for (int y = 0; y < SIZE; y++) {
            memset(p.heights[y], '0', SIZE);
        }
        write_path(&p, text, sizeof text);
        char *light = strstr(text, "light b\n");
        memset(light, ' ', 7);
        assert_int_equal(r3d_isomap_decode(text, strlen(text), NAME, NULL, NULL, &map, NULL),
                         R3D_OK);
        for (int k = 0; k < 8; k++) {
            const int32_t t = rng_range(&r, p.time[0] - 20, p.time[p.count - 1] + 20);
            int32_t x = 0;
            int32_t y = 0;
            place_at(&p, t, &x, &y);
            (void)is_open(&p, &x, &y); /* turns the place */
            assert_int_equal(r3d_isomap_draw(map, t, NULL), R3D_OK);
            int32_t width = 0;
            int32_t height = 0;
            r3d_isomap_get_size(map, &width, &height);
            for (int32_t at = 0; at < width * height; at++) {
                r3d_outline_pixel pixel;
                assert_int_equal(r3d_outline_frame_get_pixel(r3d_isomap_get_frame(map), at % width,
                                                             at / width, &pixel),
                                 R3D_OK);
                if (pixel.kind == R3D_OUTLINE_BILLBOARD) {
                    /* Its one pixel: section 2, the map's origin is (16 * SIZE + 4, 9). */
                    const int32_t left = 16 * SIZE + 4 + ((x - y) >> 2);
                    const int32_t top = 9 + ((x + y) >> 3) - 1;
                    assert_int_equal(at % width, left);
                    assert_int_equal(at / width, top);
                }
            }
        }
        r3d_isomap_destroy(map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(light_stays_at_the_last_open_place),
        cmocka_unit_test(billboards_stand_where_the_keys_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
