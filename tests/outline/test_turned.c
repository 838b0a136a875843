/* SPDX-License-Identifier: MIT */
/* Maps turned by quadrants, parts of frames, light that moves, and what is refused. */
#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "counting_allocator.h"
#include "rng.h"
#include "slow.h"

#include <retro3d/outline.h>
#include "outline_test.h"

/* G6: a quadrant is the map turned by hand. */
static void quadrants_equal_maps_turned_by_hand(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        world *w = make_world(seed, 3);
        uint8_t turned[SIDE_MAX * SIDE_MAX];
        memcpy(turned, w->heights, sizeof turned);
        int32_t width = w->width;
        int32_t height = w->height;
        for (int32_t quadrant = 0; quadrant < 4; quadrant++) {
            r3d_outline_map_desc desc = desc_of(w);
            desc.quadrant = quadrant;
            r3d_outline_map *by_quadrant;
            assert_int_equal(r3d_outline_map_create(&desc, &by_quadrant), R3D_OK);
            desc.quadrant = 0;
            desc.heights = turned;
            desc.width = width;
            desc.height = height;
            r3d_outline_map *by_hand;
            assert_int_equal(r3d_outline_map_create(&desc, &by_hand), R3D_OK);
            static uint16_t ids[CANVAS * CANVAS];
            for (int i = 0; i < 2; i++) {
                assert_int_equal(r3d_outline_frame_begin(w->frame, i == 0 ? by_hand : by_quadrant,
                                                         CANVAS, CANVAS, 150, 150),
                                 R3D_OK);
                assert_int_equal(r3d_outline_frame_draw_cells(w->frame, NULL, 0), R3D_OK);
                if (i == 0) {
                    memcpy(ids, buffers_of(w).ids, sizeof ids);
                }
            }
            assert_memory_equal(ids, buffers_of(w).ids, sizeof ids);
            r3d_outline_map_destroy(by_hand);
            r3d_outline_map_destroy(by_quadrant);
            uint8_t next[SIDE_MAX * SIDE_MAX];
            for (int32_t y = 0; y < height; y++) {
                for (int32_t x = 0; x < width; x++) {
                    next[x * height + (height - 1 - y)] = turned[y * width + x];
                }
            }
            memcpy(turned, next, sizeof turned);
            const int32_t swap = width;
            width = height;
            height = swap;
        }
        free_world(w);
    }
}

/* G4: what lies round a rectangle of the sheet is never seen. */
static void nothing_outside_a_rectangle_is_drawn(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        world *w = make_world(seed, 3);
        const uint32_t bright = 0xFF12FE34;
        for (int32_t i = 0; i < SHEET * SHEET; i++) {
            w->sheet[i] = bright;
        }
        w->rect =
            (r3d_outline_rect){20, 20, rng_range(&w->random, 1, 8), rng_range(&w->random, 1, 8)};
        const r3d_outline_rect sprite = {40, 30, 8, 9};
        for (int32_t y = 20; y < 20 + w->rect.height; y++) {
            memset(&w->sheet[y * SHEET + 20], 0, (size_t)w->rect.width * sizeof w->sheet[0]);
        }
        for (int32_t y = 30; y < 39; y++) {
            for (int32_t x = 40; x < 48; x++) {
                w->sheet[y * SHEET + x] = (x + y) % 3 == 0 ? 0 : 0xFF000000;
            }
        }
        r3d_outline_map_desc desc = desc_of(w);
        r3d_outline_map *map;
        assert_int_equal(r3d_outline_map_create(&desc, &map), R3D_OK);
        for (int32_t i = 0; i < SPRITES; i++) {
            w->billboards[i].rect = sprite;
        }
        r3d_outline_map *old = w->map;
        w->map = map;
        draw(w, SPRITES);
        r3d_outline_lines lines = lines_of(w);
        lines.shadow = NULL;
        assert_int_equal(r3d_outline_frame_mark_world(w->frame, &lines), R3D_OK);
        static uint32_t pixels[CANVAS * CANVAS];
        r3d_surface surface;
        assert_int_equal(r3d_surface_init(&surface, pixels, CANVAS, CANVAS, CANVAS), R3D_OK);
        r3d_outline_paint paint;
        r3d_outline_paint_init(&paint);
        assert_int_equal(r3d_outline_frame_paint(w->frame, &paint, &surface, 0, 0), R3D_OK);
        for (int32_t i = 0; i < CANVAS * CANVAS; i++) {
            assert_int_equal(pixels[i], 0xFF000000);
        }
        w->map = old;
        r3d_outline_map_destroy(map);
        free_world(w);
    }
}

/* Moving a light by 1/16 cell changes few texels of any cell. */
static void light_moves_without_popping(void **state)
{
    (void)state;
    enum { W = 6, H = 4, N = 8 };
    static const uint8_t heights[W * H] = {0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0};
    world w = {.width = W, .height = H};
    memcpy(w.heights, heights, sizeof heights);
    r3d_outline_map_desc desc = desc_of(&w);
    desc.rects = NULL;
    desc.rect_count = 0;
    r3d_outline_map *map;
    r3d_outline_shadow *shadow;
    assert_int_equal(r3d_outline_map_create(&desc, &map), R3D_OK);
    assert_int_equal(r3d_outline_shadow_create(map, N, NULL, &shadow), R3D_OK);
    uint8_t before[W * N * H * N];
    for (int32_t step = 0; step < 8; step++) {
        assert_int_equal(r3d_outline_shadow_cast(shadow, 304 + 4 * step, 28, 16), R3D_OK);
        const uint8_t *after = r3d_outline_shadow_get_texels(shadow, NULL, NULL);
        for (int32_t cell = 0; cell < W * H && step > 0; cell++) {
            int32_t changed = 0;
            for (int32_t i = 0; i < N * N; i++) {
                const int32_t at = (cell / W * N + i / N) * W * N + cell % W * N + i % N;
                changed += before[at] != after[at] ? 1 : 0;
            }
            assert_in_range(changed, 0, heights[cell] > 0 ? 6 : 19);
        }
        memcpy(before, after, sizeof before);
    }
    r3d_outline_shadow_destroy(shadow);
    r3d_outline_map_destroy(map);
}

/* ---- memory and refusals ---- */

static void failing_allocations_leave_nothing_behind(void **state)
{
    (void)state;
    world *w = make_world(5, 2);
    for (int32_t n = 0;; n++) {
        counting_allocator c = {.fail_at = (size_t)n + 1};
        const r3d_allocator hooks = counting_hooks(&c);
        r3d_outline_map_desc desc = desc_of(w);
        desc.allocator = &hooks;
        r3d_outline_frame_desc frame_desc;
        r3d_outline_frame_desc_init(&frame_desc);
        frame_desc.allocator = &hooks;
        r3d_outline_map *map = NULL;
        r3d_outline_shadow *shadow = NULL;
        r3d_outline_frame *frame = NULL;
        r3d_result result = r3d_outline_map_create(&desc, &map);
        if (result == R3D_OK) {
            result = r3d_outline_shadow_create(map, 4, &hooks, &shadow);
        }
        if (result == R3D_OK) {
            result = r3d_outline_frame_create(&frame_desc, &frame);
        }
        if (result == R3D_OK) {
            /* Drawing allocates nothing. */
            const size_t made = c.calls;
            assert_int_equal(r3d_outline_frame_begin(frame, map, 99, 99, 50, 50), R3D_OK);
            assert_int_equal(r3d_outline_frame_draw_cells(frame, NULL, 0), R3D_OK);
            assert_int_equal(r3d_outline_frame_draw_billboards(frame, w->billboards, SPRITES),
                             R3D_OK);
            r3d_outline_lines lines = lines_of(w);
            lines.shadow = shadow;
            (void)r3d_outline_shadow_cast(shadow, w->light_x, w->light_y, 24);
            assert_int_equal(r3d_outline_frame_mark_screen(frame, &lines), R3D_OK);
            assert_int_equal(r3d_outline_frame_mark_world(frame, &lines), R3D_OK);
            assert_int_equal(c.calls, made);
        } else {
            assert_int_equal(result, R3D_ERR_MEMORY);
        }
        r3d_outline_frame_destroy(frame);
        r3d_outline_shadow_destroy(shadow);
        r3d_outline_map_destroy(map);
        assert_int_equal(c.live, 0);
        if (result == R3D_OK) {
            assert_true(n > 8);
            break;
        }
    }
    free_world(w);
}

static void calls_out_of_range_are_refused(void **state)
{
    (void)state;
    world *w = make_world(3, 2);
    r3d_outline_map *map = NULL;
    r3d_outline_map_desc desc = desc_of(w);
    desc.struct_size--;
    assert_int_equal(r3d_outline_map_create(&desc, &map), R3D_ERR_ARGUMENT);
    desc = desc_of(w);
    desc.width = R3D_OUTLINE_MAP_SIZE_MAX + 1;
    assert_int_equal(r3d_outline_map_create(&desc, &map), R3D_ERR_RANGE);
    desc = desc_of(w);
    desc.quadrant = 4;
    assert_int_equal(r3d_outline_map_create(&desc, &map), R3D_ERR_RANGE);
    desc = desc_of(w);
    r3d_outline_rect outside = {SHEET - 3, 0, 4, 4};
    desc.rects = &outside;
    assert_int_equal(r3d_outline_map_create(&desc, &map), R3D_ERR_RANGE);
    desc = desc_of(w);
    uint8_t tall[SIDE_MAX * SIDE_MAX] = {10};
    desc.heights = tall;
    assert_int_equal(r3d_outline_map_create(&desc, &map), R3D_ERR_RANGE);
    counting_allocator c = {.calls = 0};
    r3d_allocator half = counting_hooks(&c);
    half.free = NULL;
    desc = desc_of(w);
    desc.allocator = &half;
    assert_int_equal(r3d_outline_map_create(&desc, &map), R3D_ERR_ARGUMENT);
    assert_null(map);

    const r3d_outline_cell cell = {w->width, 0};
    assert_int_equal(r3d_outline_frame_draw_cells(w->frame, &cell, 1), R3D_ERR_RANGE);
    r3d_outline_billboard far = w->billboards[0];
    far.x_a64 = R3D_OUTLINE_PLACE_A64_MAX + 1;
    draw(w, 0);
    assert_int_equal(r3d_outline_frame_draw_billboards(w->frame, &far, 1), R3D_ERR_RANGE);
    far = w->billboards[0];
    far.rect = outside;
    assert_int_equal(r3d_outline_frame_draw_billboards(w->frame, &far, 1), R3D_ERR_RANGE);
    draw(w, SPRITES);
    assert_int_equal(r3d_outline_frame_draw_billboards(w->frame, w->billboards, 1), R3D_ERR_LIMIT);
    assert_int_equal(r3d_outline_frame_begin(w->frame, w->map, CANVAS + 1, 1, 0, 0), R3D_ERR_RANGE);
    r3d_outline_lines lines = lines_of(w);
    lines.width = R3D_OUTLINE_WIDTH_MAX + 1;
    assert_int_equal(r3d_outline_frame_mark_screen(w->frame, &lines), R3D_ERR_RANGE);
    assert_int_equal(r3d_outline_frame_mark_world(w->frame, &lines), R3D_ERR_RANGE);
    r3d_outline_pixel pixel;
    assert_int_equal(r3d_outline_frame_get_pixel(w->frame, CANVAS, 0, &pixel), R3D_ERR_RANGE);
    for (int32_t i = 0; i < w->width * w->height; i++) {
        if (w->heights[i] > 0 && w->shadow != NULL) {
            assert_int_equal(
                r3d_outline_shadow_cast(w->shadow, 64 * (i % w->width), 64 * (i / w->width), 24),
                R3D_ERR_RANGE);
        }
    }
    free_world(w);
}

/* 65,535 ids are enough, one more is an error and does not go round. */
static void ids_end_at_16_bits(void **state)
{
    (void)state;
    static uint8_t heights[256 * 256];
    r3d_outline_map_desc desc;
    r3d_outline_map_desc_init(&desc);
    desc.width = 256;
    desc.height = 256;
    desc.heights = heights;
    desc.ids = R3D_OUTLINE_IDS_BLOCK;
    r3d_outline_map *map = NULL;
    assert_int_equal(r3d_outline_map_create(&desc, &map), R3D_ERR_LIMIT);
    desc.height = 255;
    assert_int_equal(r3d_outline_map_create(&desc, &map), R3D_OK);
    r3d_outline_map_counts counts;
    r3d_outline_map_get_counts(map, &counts);
    assert_int_equal(counts.ids, 255 * 256);
    r3d_outline_map_destroy(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quadrants_equal_maps_turned_by_hand),
        cmocka_unit_test(nothing_outside_a_rectangle_is_drawn),
        cmocka_unit_test(light_moves_without_popping),
        cmocka_unit_test(failing_allocations_leave_nothing_behind),
        cmocka_unit_test(calls_out_of_range_are_refused),
        cmocka_unit_test(ids_end_at_16_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
