/* SPDX-License-Identifier: MIT */
/* Random maps against the definition; properties of the lines; calls that are refused. */

#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "rng.h"
#include "slow.h"

#include <retro3d/outline.h>
#include "outline_test.h"

static void every_pixel_shows_the_nearest_candidate(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        world *w = make_world(seed, seed % 3 == 0 ? 9 : 2);
        draw(w, 0);
        const slow_map map = {w->width, w->height, w->heights};
        for (int32_t y = 0; y < CANVAS; y++) {
            for (int32_t x = 0; x < CANVAS; x++) {
                const slow_hit expected = slow_pixel(&map, x, y, 150, 150);
                r3d_outline_pixel pixel;
                assert_int_equal(r3d_outline_frame_get_pixel(w->frame, x, y, &pixel), R3D_OK);
                if ((int32_t)pixel.kind != expected.kind || pixel.nearness != expected.nearness ||
                    pixel.cell_x != expected.x || pixel.cell_y != expected.y ||
                    pixel.level != expected.level) {
                    fail_msg("seed %d, pixel (%d,%d)", (int)seed, (int)x, (int)y);
                }
            }
        }
        free_world(w);
    }
}

static void every_texel_is_lit_as_exact_fractions_say(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        world *w = make_world(seed, 2);
        if (w->shadow == NULL) {
            free_world(w);
            continue;
        }
        static const int32_t counts[4] = {1, 3, 8, 11};
        r3d_outline_shadow *shadow;
        const int32_t n = counts[seed % 4];
        const int32_t rho = rng_range(&w->random, 0, 60);
        /* Lights on borders and corners of cells, too. */
        const int32_t x = seed % 5 == 0 ? w->light_x / 64 * 64 : w->light_x;
        const int32_t y = seed % 7 == 0 ? w->light_y / 64 * 64 : w->light_y;
        assert_int_equal(r3d_outline_shadow_create(w->map, n, NULL, &shadow), R3D_OK);
        assert_int_equal(r3d_outline_shadow_cast(shadow, x, y, rho), R3D_OK);
        const slow_map map = {w->width, w->height, w->heights};
        int32_t columns;
        int32_t rows;
        const uint8_t *texels = r3d_outline_shadow_get_texels(shadow, &columns, &rows);
        for (int32_t row = 0; row < rows; row++) {
            for (int32_t column = 0; column < columns; column++) {
                if ((texels[row * columns + column] != 0) !=
                    slow_is_lit(&map, x, y, rho, n, column, row)) {
                    fail_msg("seed %d, texel (%d,%d)", (int)seed, (int)column, (int)row);
                }
            }
        }
        r3d_outline_shadow_destroy(shadow);
        free_world(w);
    }
}

static bool is_billboard(const world *w, uint16_t id)
{
    r3d_outline_map_counts counts;
    r3d_outline_map_get_counts(w->map, &counts);
    return id > counts.ids;
}

/* Both pixels of a pair of ids have at least one mark, a mark belongs to the surface it lies on or to a
 * billboard beside it, and background is marked by billboards only. */
static void screen_marks_lie_on_their_owners(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        world *w = make_world(seed, 2);
        r3d_outline_lines lines = lines_of(w);
        assert_int_equal(r3d_outline_frame_mark_screen(w->frame, &lines), R3D_OK);
        const r3d_outline_buffers b = buffers_of(w);
        for (int32_t y = 0; y < CANVAS; y++) {
            for (int32_t x = 0; x < CANVAS; x++) {
                const int32_t i = y * CANVAS + x;
                if (x + 1 < CANVAS && b.ids[i] != b.ids[i + 1]) {
                    assert_true(b.lines[i] != 0 || b.lines[i + 1] != 0);
                }
                if (b.lines[i] == 0) {
                    continue;
                }
                r3d_outline_pixel pixel;
                assert_int_equal(r3d_outline_frame_get_pixel(w->frame, x, y, &pixel), R3D_OK);
                const bool own = pixel.line_owner == pixel.id;
                assert_true(own ? pixel.id != 0 : is_billboard(w, pixel.line_owner));
                bool beside = false;
                for (int side = 0; side < 4; side++) {
                    const int32_t nx = x + (side == 0) - (side == 1);
                    const int32_t ny = y + (side == 2) - (side == 3);
                    if (nx >= 0 && ny >= 0 && nx < CANVAS && ny < CANVAS) {
                        const uint16_t id = b.ids[ny * CANVAS + nx];
                        beside = beside || (own ? id != pixel.id : id == pixel.line_owner);
                    }
                }
                assert_true(beside);
            }
        }
        free_world(w);
    }
}

/* G12: the border of the picture is no edge. G1 is held by the references. */
static void light_and_all_dark_have_one_mask(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        world *w = make_world(seed, 3);
        r3d_outline_lines lines = lines_of(w);
        lines.width = rng_range(&w->random, 1, R3D_OUTLINE_WIDTH_MAX);
        static uint8_t with[CANVAS * CANVAS];
        for (int pass = 0; pass < 2; pass++) {
            r3d_result (*const mark)(r3d_outline_frame *, const r3d_outline_lines *) =
                pass == 0 ? r3d_outline_frame_mark_screen : r3d_outline_frame_mark_world;
            lines.shadow = w->shadow;
            assert_int_equal(mark(w->frame, &lines), R3D_OK);
            memcpy(with, buffers_of(w).lines, sizeof with);
            lines.shadow = NULL;
            assert_int_equal(mark(w->frame, &lines), R3D_OK);
            for (int32_t i = 0; i < CANVAS * CANVAS; i++) {
                const uint8_t dark = buffers_of(w).lines[i];
                assert_int_equal(with[i] != 0, dark != 0);
                assert_true(dark == 0 || dark == R3D_OUTLINE_DARK);
            }
        }
        free_world(w);
    }
}

/* A world mark lies on a raised top, on a side or in a sprite's outline; a sprite never marks what is
 * nearer, and no mark lies on a sprite's own opaque texels. */
static void world_marks_lie_on_walls_and_round_sprites(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        world *w = make_world(seed, 2);
        r3d_outline_lines lines = lines_of(w);
        lines.sprite_width = 1 + (int32_t)(seed % 3);
        assert_int_equal(r3d_outline_frame_mark_world(w->frame, &lines), R3D_OK);
        for (int32_t y = 0; y < CANVAS; y++) {
            for (int32_t x = 0; x < CANVAS; x++) {
                r3d_outline_pixel pixel;
                assert_int_equal(r3d_outline_frame_get_pixel(w->frame, x, y, &pixel), R3D_OK);
                if (pixel.line == R3D_OUTLINE_NO_LINE) {
                    assert_int_equal(pixel.line_owner, 0);
                    continue;
                }
                if (!is_billboard(w, pixel.line_owner)) {
                    assert_int_equal(pixel.line_owner, pixel.id);
                    assert_true(pixel.kind == R3D_OUTLINE_X_SIDE ||
                                pixel.kind == R3D_OUTLINE_Y_SIDE ||
                                (pixel.kind == R3D_OUTLINE_TOP && pixel.level > 0));
                } else {
                    assert_int_not_equal(pixel.line_owner, pixel.id);
                }
            }
        }
        free_world(w);
    }
}

static void cells_and_billboards_one_by_one_are_the_same(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        world *w = make_world(seed, 9);
        static uint16_t ids[CANVAS * CANVAS];
        static int32_t nearness[CANVAS * CANVAS];
        memcpy(ids, buffers_of(w).ids, sizeof ids);
        memcpy(nearness, buffers_of(w).nearness, sizeof nearness);
        assert_int_equal(r3d_outline_frame_begin(w->frame, w->map, CANVAS, CANVAS, 150, 150),
                         R3D_OK);
        /* From the last to the first: the order of cells does not matter. */
        for (int32_t i = w->width * w->height - 1; i >= 0; i--) {
            const r3d_outline_cell cell = {i % w->width, i / w->width};
            assert_int_equal(r3d_outline_frame_draw_cells(w->frame, &cell, 1), R3D_OK);
        }
        for (int32_t i = 0; i < SPRITES; i++) {
            assert_int_equal(r3d_outline_frame_draw_billboards(w->frame, &w->billboards[i], 1),
                             R3D_OK);
        }
        assert_memory_equal(ids, buffers_of(w).ids, sizeof ids);
        assert_memory_equal(nearness, buffers_of(w).nearness, sizeof nearness);
        free_world(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pixel_shows_the_nearest_candidate),
        cmocka_unit_test(every_texel_is_lit_as_exact_fractions_say),
        cmocka_unit_test(screen_marks_lie_on_their_owners),
        cmocka_unit_test(light_and_all_dark_have_one_mask),
        cmocka_unit_test(world_marks_lie_on_walls_and_round_sprites),
        cmocka_unit_test(cells_and_billboards_one_by_one_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
