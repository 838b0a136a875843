/* SPDX-License-Identifier: MIT */
/* What test_outline.c and test_turned.c share. */

#ifndef R3D_TESTS_OUTLINE_TEST_H
#define R3D_TESTS_OUTLINE_TEST_H

#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "rng.h"
#include "slow.h"

#include <retro3d/outline.h>

enum { SIDE_MAX = 9, CANVAS = 300, SHEET = 64, SPRITES = 4 };

typedef struct world {
    rng random;
    int32_t width;
    int32_t height;
    uint8_t heights[SIDE_MAX * SIDE_MAX];
    uint32_t sheet[SHEET * SHEET];
    r3d_outline_rect rect;
    r3d_outline_map *map;
    r3d_outline_shadow *shadow; /* NULL: no open cell */
    r3d_outline_frame *frame;
    r3d_outline_billboard billboards[SPRITES];
    int32_t light_x;
    int32_t light_y;
} world;

static r3d_outline_map_desc desc_of(const world *w)
{
    r3d_outline_map_desc desc;
    r3d_outline_map_desc_init(&desc);
    desc.width = w->width;
    desc.height = w->height;
    desc.heights = w->heights;
    desc.rects = &w->rect;
    desc.rect_count = 1;
    desc.sheet = (r3d_outline_sheet){w->sheet, SHEET, SHEET, SHEET};
    return desc;
}

static void draw(world *w, int32_t sprites)
{
    assert_int_equal(r3d_outline_frame_begin(w->frame, w->map, CANVAS, CANVAS, 150, 150), R3D_OK);
    assert_int_equal(r3d_outline_frame_draw_cells(w->frame, NULL, 0), R3D_OK);
    assert_int_equal(r3d_outline_frame_draw_billboards(w->frame, w->billboards, sprites), R3D_OK);
}

/* A random world with a light in an open cell; heights 0 to `top`. */
static world *make_world(uint64_t seed, int32_t top)
{
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->random.state = seed * 2654435761u + 1;
    w->width = rng_range(&w->random, 1, SIDE_MAX);
    w->height = rng_range(&w->random, 1, SIDE_MAX);
    for (int32_t i = 0; i < w->width * w->height; i++) {
        w->heights[i] =
            (uint8_t)(rng_next(&w->random) % 2 == 0 ? 0 : rng_range(&w->random, 0, top));
    }
    for (int32_t i = 0; i < SHEET * SHEET; i++) {
        w->sheet[i] = rng_next(&w->random);
    }
    w->rect = (r3d_outline_rect){3, 5, 17, 20};
    r3d_outline_map_desc desc = desc_of(w);
    assert_int_equal(r3d_outline_map_create(&desc, &w->map), R3D_OK);
    for (int32_t i = 0; i < w->width * w->height && w->shadow == NULL; i++) {
        if (w->heights[i] == 0) {
            w->light_x = 64 * (i % w->width) + rng_range(&w->random, 0, 63);
            w->light_y = 64 * (i / w->width) + rng_range(&w->random, 0, 63);
            assert_int_equal(r3d_outline_shadow_create(w->map, 8, NULL, &w->shadow), R3D_OK);
            assert_int_equal(r3d_outline_shadow_cast(w->shadow, w->light_x, w->light_y, 24),
                             R3D_OK);
        }
    }
    for (int32_t i = 0; i < SPRITES; i++) {
        w->billboards[i] = (r3d_outline_billboard){
            .x_a64 = rng_range(&w->random, -64, 64 * w->width + 64),
            .y_a64 = rng_range(&w->random, -64, 64 * w->height + 64),
            .rect = {rng_range(&w->random, 0, 20), rng_range(&w->random, 0, 20),
                     rng_range(&w->random, 1, 30), rng_range(&w->random, 1, 40)},
            .mirrored = rng_next(&w->random) % 2 == 0};
    }
    r3d_outline_frame_desc frame;
    r3d_outline_frame_desc_init(&frame);
    frame.max_width = CANVAS;
    frame.max_height = CANVAS;
    frame.max_billboards = SPRITES;
    assert_int_equal(r3d_outline_frame_create(&frame, &w->frame), R3D_OK);
    draw(w, SPRITES);
    return w;
}

static void free_world(world *w)
{
    r3d_outline_frame_destroy(w->frame);
    r3d_outline_shadow_destroy(w->shadow);
    r3d_outline_map_destroy(w->map);
    free(w);
}

static r3d_outline_lines lines_of(const world *w)
{
    r3d_outline_lines lines;
    r3d_outline_lines_init(&lines);
    lines.shadow = w->shadow;
    return lines;
}

static r3d_outline_buffers buffers_of(const world *w)
{
    r3d_outline_buffers buffers;
    r3d_outline_frame_get_buffers(w->frame, &buffers);
    return buffers;
}

#endif
