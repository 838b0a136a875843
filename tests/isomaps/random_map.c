/* SPDX-License-Identifier: MIT */
#include "random_map.h"

#include <string.h>

#include "cmocka_all.h"

enum { RECTS = 4 };

static r3d_outline_rect random_rect(rng *r, int32_t most)
{
    r3d_outline_rect rect;
    rect.width = rng_range(r, 1, most);
    rect.height = rng_range(r, 1, most);
    rect.x = rng_range(r, 0, RANDOM_SHEET - rect.width);
    rect.y = rng_range(r, 0, RANDOM_SHEET - rect.height);
    return rect;
}

static void make_billboards(random_map *m, rng *r)
{
    m->billboard_count = rng_range(r, 0, RANDOM_BILLBOARDS);
    for (int32_t i = 0; i < m->billboard_count; i++) {
        r3d_outline_billboard *b = &m->billboards[i];
        memset(b, 0, sizeof *b);
        b->x_a64 = rng_range(r, -30, 64 * RANDOM_CELLS + 30);
        b->y_a64 = rng_range(r, -30, 64 * RANDOM_CELLS + 30);
        b->rect = i > 0 && rng_range(r, 0, 2) == 0 ? m->billboards[i - 1].rect
                                                   : random_rect(r, RANDOM_SPRITE);
        b->mirrored = rng_range(r, 0, 1) == 1;
        if (rng_range(r, 0, 1) == 1) {
            for (int32_t k = 0; k < b->rect.width * b->rect.height; k++) {
                m->opacity[i][k] = (uint8_t)rng_range(r, 0, 1);
            }
            b->opacity = m->opacity[i];
        }
    }
}

static void cast_light(random_map *m, rng *r, const uint8_t *heights)
{
    for (int tries = 0; tries < 50 && rng_range(r, 0, 5) != 0; tries++) {
        const int32_t x = rng_range(r, 0, 64 * RANDOM_CELLS - 1);
        const int32_t y = rng_range(r, 0, 64 * RANDOM_CELLS - 1);
        if (heights[(y >> 6) * RANDOM_CELLS + (x >> 6)] == 0) {
            assert_int_equal(
                r3d_outline_shadow_create(m->map, rng_range(r, 1, 16), NULL, &m->shadow), R3D_OK);
            assert_int_equal(r3d_outline_shadow_cast(m->shadow, x, y, rng_range(r, 0, 60)), R3D_OK);
            return;
        }
    }
}

static void mark(random_map *m, rng *r)
{
    r3d_outline_lines lines;
    r3d_outline_lines_init(&lines);
    lines.width = rng_range(r, 1, 3);
    lines.sprite_width = rng_range(r, 1, 3);
    lines.shadow = rng_range(r, 0, 3) == 0 ? NULL : m->shadow;
    assert_int_equal(rng_range(r, 0, 1) == 0 ? r3d_outline_frame_mark_world(m->frame, &lines)
                                             : r3d_outline_frame_mark_screen(m->frame, &lines),
                     R3D_OK);
}

void random_map_make(random_map *m, rng *r)
{
    uint8_t heights[RANDOM_CELLS * RANDOM_CELLS];
    uint8_t tops[RANDOM_CELLS * RANDOM_CELLS];
    uint8_t sides[RANDOM_CELLS * RANDOM_CELLS];
    r3d_outline_rect rects[RECTS];
    memset(m, 0, sizeof *m);
    for (int i = 0; i < RANDOM_SHEET * RANDOM_SHEET; i++) {
        m->sheet[i] = rng_next(r);
    }
    for (int i = 0; i < RECTS; i++) {
        rects[i] = random_rect(r, 32);
    }
    for (int i = 0; i < RANDOM_CELLS * RANDOM_CELLS; i++) {
        heights[i] = (uint8_t)(rng_range(r, 0, 1) * rng_range(r, 0, 3));
        tops[i] = (uint8_t)rng_range(r, 0, RECTS - 1);
        sides[i] = (uint8_t)rng_range(r, 0, RECTS - 1);
    }
    r3d_outline_map_desc desc;
    r3d_outline_map_desc_init(&desc);
    desc.width = RANDOM_CELLS;
    desc.height = RANDOM_CELLS;
    desc.heights = heights;
    desc.top_rects = tops;
    desc.side_rects = sides;
    desc.rects = rects;
    desc.rect_count = RECTS;
    desc.sheet = (r3d_outline_sheet){m->sheet, RANDOM_SHEET, RANDOM_SHEET, RANDOM_SHEET};
    desc.ids = (r3d_outline_ids)rng_range(r, 0, 2);
    assert_int_equal(r3d_outline_map_create(&desc, &m->map), R3D_OK);
    make_billboards(m, r);
    cast_light(m, r, heights);
    m->width = rng_range(r, 100, 220);
    m->height = rng_range(r, 80, 170);
    r3d_outline_frame_desc frame;
    r3d_outline_frame_desc_init(&frame);
    frame.max_width = m->width;
    frame.max_height = m->height;
    assert_int_equal(r3d_outline_frame_create(&frame, &m->frame), R3D_OK);
    assert_int_equal(r3d_outline_frame_begin(m->frame, m->map, m->width, m->height,
                                             rng_range(r, 60, 120), rng_range(r, 10, 70)),
                     R3D_OK);
    assert_int_equal(r3d_outline_frame_draw_cells(m->frame, NULL, 0), R3D_OK);
    assert_int_equal(r3d_outline_frame_draw_billboards(m->frame, m->billboards, m->billboard_count),
                     R3D_OK);
    mark(m, r);
    r3d_outline_paint_init(&m->paint);
    m->paint.top_shade = rng_range(r, 0, 256);
    m->paint.x_side_shade = rng_range(r, 0, 256);
    m->paint.y_side_shade = rng_range(r, 0, 256);
    m->paint.dark_shade = rng_range(r, 0, 256);
    m->paint.color_percent = rng_range(r, 0, 1) == 0 ? 100 : rng_range(r, 0, 100);
    m->paint.backdrop_rgb = rng_next(r) & 0xFFFFFF;
    m->paint.dark_rgb = rng_next(r) & 0xFFFFFF;
    m->paint.light_rgb = rng_next(r) & 0xFFFFFF;
    m->paint.shadow = m->shadow;
}

void random_map_free(random_map *m)
{
    r3d_outline_frame_destroy(m->frame);
    r3d_outline_shadow_destroy(m->shadow);
    r3d_outline_map_destroy(m->map);
}
