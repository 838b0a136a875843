/* SPDX-License-Identifier: MIT */
/* One test a row of spec column section 13, what engines of this family got wrong: pictures, walls
 * and the tree. */

#include <math.h>
#include <string.h>

#include "../../src/column/numbers.h"
#include "caster.h"
#include "cmocka_all.h"
#include "defects.h"
#include "plan.h"
#include "rng.h"

/* ---- 1, 7, 8: line mode ---- */

static int32_t count_strokes(const scene *s, int32_t column)
{
    int32_t runs = 0;
    bool inside = false;
    for (int32_t row = 0; row < s->surface.height; row++) {
        const bool black = s->pixels[row * s->surface.stride_px + column] == 0xFF000000u;
        runs += black && !inside;
        inside = black;
    }
    return runs;
}

static void defect_01_each_transition_has_its_own_number_of_edges(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "transitions", 201, 401);
    s.view.mode = R3D_COLUMN_LINES;
    /* Edges of the opening, then two of the wall behind it. East: narrowing, west: widening, north:
     * a step up under a higher ceiling, south: a step down under a lower one. */
    const struct {
        double yaw;
        int32_t edges;
    } views[] = {{0.0, 4}, {180.0, 2}, {90.0, 3}, {270.0, 3}};
    for (size_t i = 0; i < 4; i++) {
        aim(&s, 0.0, 0.0, 56.0, views[i].yaw, 0.0);
        scene_draw(&s);
        assert_int_equal(count_strokes(&s, 100), views[i].edges + 2);
    }
    scene_free(&s);
}

static void note_wall(int32_t column, int32_t wall, bool is_middle, int32_t top, int32_t bottom,
                      void *user)
{
    (void)is_middle;
    (void)top;
    (void)bottom;
    ((int32_t *)user)[column] = wall;
}

static void defect_07_steep_edges_have_no_gaps(void **state)
{
    (void)state;
    plan p;
    plan_init(&p, 16);
    plan_room(&p, -400.0, -400.0, 400.0, 400.0, plan_sector(&p, 0.0, 128.0));
    scene s;
    scene_make(&s, plan_build(&p), NULL, 160, 400);
    plan_free(&p);
    r3d_column_camera_square(&s.view.camera, 160, 90.0);
    s.view.mode = R3D_COLUMN_LINES;
    int32_t walls[160];
    s.view.trace = note_wall;
    s.view.trace_user = walls;
    for (int32_t i = 0; i < 60; i++) {
        /* Close to the east wall, looking nearly along it. */
        aim(&s, 400.0 - 2.0 - i, 0.0, 60.0, 60.0 + i, 0.0);
        scene_draw(&s);
        for (int32_t x = 1; x < 160; x++) {
            /* Above the horizon there is the ceiling's edge alone. */
            bool touches = false;
            bool here = false;
            bool before = false;
            for (int32_t row = 0; row < 190; row++) {
                const bool a = s.pixels[row * 160 + x - 1] == 0xFF000000u;
                before = before || a;
                for (int32_t other = row - 1; other <= row + 1; other++) {
                    const bool b =
                        other >= 0 && other < 190 && s.pixels[other * 160 + x] == 0xFF000000u;
                    here = here || b;
                    touches = touches || (a && b);
                }
            }
            /* Where another wall begins there is another edge. */
            assert_true(touches || !here || !before || walls[x] != walls[x - 1]);
        }
    }
    scene_free(&s);
}

static void defect_08_edges_above_the_picture_leave_no_dots_in_the_top_row(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "transitions", 96, 64);
    s.view.mode = R3D_COLUMN_LINES;
    aim(&s, 120.0, -100.0, 60.0, 0.0, 0.0); /* eight units from a wall: its edges are far outside */
    scene_draw(&s);
    for (int32_t x = 0; x < 96; x++) {
        assert_int_equal(s.pixels[x], 0xFFFFFFFFu);
    }
    scene_free(&s);
}

/* ---- 2, 5, 6, 15: clip tables, long walls, wall ends ---- */

static void defect_02_edges_outside_the_picture_still_close_it(void **state)
{
    (void)state;
    scene s;
    rng r = {7};
    for (int32_t l = 0; l < 2; l++) {
        open_named(&s, level_names[l], 96, 64);
        const r3d_column_level_desc *desc = r3d_column_level_get_desc(s.level);
        for (int32_t i = 0; i < 150; i++) {
            const r3d_column_level_vertex *v =
                &desc->vertices[rng_range(&r, 0, desc->vertex_count - 1)];
            const double x = v->x + 40.0 * (rng_unit(&r) - 0.5);
            const double y = v->y + 40.0 * (rng_unit(&r) - 0.5);
            const int32_t sector = r3d_column_level_find_sector(s.level, x, y);
            aim(&s, x, y, r3d_column_world_get_floor(s.world, sector) + 40.0, 360.0 * rng_unit(&r),
                rng_range(&r, 0, 1) == 0 ? 128.0 : -128.0);
            assert_int_equal(compare_now(&s), 0);
        }
        scene_free(&s);
    }
}

static void defect_03_rows_are_clamped_from_values_of_any_size(void **state)
{
    (void)state;
    static const double values[] = {-1e9,  -32769.0, -129.0, -1.0,  0.0,     63.0, 64.0,
                                    127.0, 128.0,    255.0,  256.0, 32768.0, 1e9};
    static const int32_t heights[] = {64, 128, 300, 16384};
    for (size_t h = 0; h < 4; h++) {
        for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
            for (int32_t quarter = 0; quarter < 4; quarter++) {
                const double v = values[i] + quarter / 4.0;
                const double j = ceil(v - 0.5);
                const int32_t expected = j < 0.0 ? 0 : j > heights[h] ? heights[h] : (int32_t)j;
                assert_int_equal(r3d_priv_column_row(v, heights[h]), expected);
            }
        }
    }
}

static void defect_04_slanted_partitions_are_built_where_they_are_needed(void **state)
{
    (void)state;
    r3d_column_level *level = load_level("zroom", true);
    r3d_column_level_tree_info info;
    r3d_column_level_get_tree_info(level, &info);
    assert_true(info.built);
    assert_int_equal(info.node_count, 1);
    assert_int_equal(info.sloped_node_count, 1);
    r3d_column_level_destroy(level);
}

static void defect_05_products_beyond_31_bits_keep_their_sign(void **state)
{
    (void)state;
    /* A corridor of two million units, slightly slanted: products up to 4e12. */
    plan p;
    plan_init(&p, 16);
    const int32_t sector = plan_sector(&p, 0.0, 96.0);
    const int32_t a = plan_vertex(&p, -1000000.0, -70.0);
    const int32_t b = plan_vertex(&p, -1000000.0, 30.0);
    const int32_t c = plan_vertex(&p, 1000000.0, 70.0);
    const int32_t d = plan_vertex(&p, 1000000.0, -30.0);
    plan_wall(&p, a, b, sector, -1);
    plan_wall(&p, b, c, sector, -1);
    plan_wall(&p, c, d, sector, -1);
    plan_wall(&p, d, a, sector, -1);
    scene s;
    scene_make(&s, plan_build(&p), NULL, 96, 64);
    plan_free(&p);
    r3d_column_camera_square(&s.view.camera, 96, 90.0);
    rng r = {5};
    for (int32_t i = 0; i < 200; i++) {
        const double x = 1990000.0 * (rng_unit(&r) - 0.5);
        aim(&s, x, 2e-5 * x + 90.0 * (rng_unit(&r) - 0.5), 41.0, 360.0 * rng_unit(&r), 0.0);
        assert_int_equal(compare_now(&s), 0);
        assert_int_equal(count_pixels(&s, r3d_column_id(R3D_COLUMN_NOTHING, 0)), 0);
    }
    scene_free(&s);
}

static void defect_06_eyes_next_to_wall_ends_see_what_the_rays_see(void **state)
{
    (void)state;
    rng r = {6};
    for (int32_t l = 0; l < LEVEL_COUNT; l++) {
        scene s;
        open_named(&s, level_names[l], 96, 64);
        const r3d_column_level_desc *desc = r3d_column_level_get_desc(s.level);
        for (int32_t i = 0; i < 125; i++) {
            const r3d_column_level_wall *w = &desc->walls[rng_range(&r, 0, desc->wall_count - 1)];
            const r3d_column_level_vertex *a = &desc->vertices[w->a];
            const r3d_column_level_vertex *b = &desc->vertices[w->b];
            const double length = hypot(b->x - a->x, b->y - a->y);
            /* On the front side, 1/64 .. 2 units from the wall, within two units of its end. */
            const double off = pow(2.0, -6.0 + 7.0 * rng_unit(&r));
            const double along = fmin(2.0 * rng_unit(&r), length / 2.0);
            const double ux = (b->x - a->x) / length;
            const double uy = (b->y - a->y) / length;
            const double x = a->x + along * ux + off * uy;
            const double y = a->y + along * uy - off * ux;
            const int32_t sector = r3d_column_level_find_sector(s.level, x, y);
            const double floor_z = r3d_column_world_get_floor(s.world, sector);
            const double room = r3d_column_world_get_ceiling(s.world, sector) - floor_z;
            aim(&s, x, y, floor_z + room * (0.1 + 0.8 * rng_unit(&r)), 360.0 * rng_unit(&r),
                400.0 * (rng_unit(&r) - 0.5));
            assert_int_equal(compare_now(&s), 0);
            if (off < 0.5) {
                assert_int_equal(count_pixels(&s, r3d_column_id(R3D_COLUMN_NOTHING, 0)), 0);
            }
        }
        scene_free(&s);
    }
}

static void defect_15_long_walls_need_not_be_split(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "longwall", 160, 100);
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(s.level);
    double longest = 0.0;
    for (int32_t i = 0; i < desc->wall_count; i++) {
        const r3d_column_level_vertex *a = &desc->vertices[desc->walls[i].a];
        const r3d_column_level_vertex *b = &desc->vertices[desc->walls[i].b];
        longest = fmax(longest, hypot(b->x - a->x, b->y - a->y));
    }
    assert_true(longest >= 50000.0);
    for (int32_t i = 0; i < 100; i++) {
        aim(&s, -20000.0 + 400.0 * i, 10.0, 41.0, 3.7 * i, 0.0);
        assert_int_equal(compare_now(&s), 0);
    }
    scene_free(&s);
}

/* ---- 23, 25: walls ---- */

static void count_wall(int32_t column, int32_t wall, bool is_middle, int32_t top, int32_t bottom,
                       void *user)
{
    (void)is_middle;
    (void)top;
    (void)bottom;
    int32_t *counts = user;
    counts[column * 32 + wall]++;
}

static void defect_23_a_wall_recorded_twice_counts_once(void **state)
{
    (void)state;
    plan p;
    plan_init(&p, 32);
    const int32_t west = plan_sector(&p, 0.0, 128.0);
    const int32_t east = plan_sector(&p, 16.0, 96.0);
    const int32_t a = plan_vertex(&p, -100.0, -100.0);
    const int32_t b = plan_vertex(&p, -100.0, 100.0);
    const int32_t c = plan_vertex(&p, 0.0, 100.0);
    const int32_t d = plan_vertex(&p, 100.0, 100.0);
    const int32_t e = plan_vertex(&p, 100.0, -100.0);
    const int32_t f = plan_vertex(&p, 0.0, -100.0);
    plan_wall(&p, a, b, west, -1);
    plan_wall(&p, b, c, west, -1);
    const int32_t hole = plan_wall(&p, c, f, west, east);
    plan_wall(&p, f, a, west, -1);
    plan_wall(&p, c, d, east, -1);
    plan_wall(&p, d, e, east, -1);
    plan_wall(&p, e, f, east, -1);
    const int32_t again =
        plan_wall(&p, f, c, east, west); /* the same opening the other way round */
    const int32_t third = plan_wall(&p, c, f, west, east);
    scene s;
    scene_make(&s, plan_build(&p), NULL, 64, 64);
    plan_free(&p);
    static int32_t counts[64 * 32];
    memset(counts, 0, sizeof counts);
    r3d_column_camera_square(&s.view.camera, 64, 90.0);
    s.view.trace = count_wall;
    s.view.trace_user = counts;
    aim(&s, -50.0, 0.0, 40.0, 0.0, 0.0);
    scene_draw(&s);
    for (int32_t x = 0; x < 64; x++) {
        assert_true(counts[x * 32 + hole] <= 1);
        assert_int_equal(counts[x * 32 + again], 0);
        assert_int_equal(counts[x * 32 + third], 0);
    }
    assert_int_equal(counts[32 * 32 + hole], 1);
    scene_free(&s);
}

static void defect_25_seventy_thousand_walls_load_and_draw(void **state)
{
    (void)state;
    enum { SIDE = 132, PITCH = 64 };
    plan p;
    plan_init(&p, SIDE * SIDE * 4 + 16);
    const int32_t sector = plan_sector(&p, 0.0, 128.0);
    plan_room(&p, -64.0, -64.0, SIDE * PITCH, SIDE * PITCH, sector);
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        const double x = (double)(i % SIDE) * PITCH;
        const double y = (double)(i / SIDE) * PITCH;
        plan_pillar(&p, x, y, x + 16.0, y + 16.0, sector);
    }
    assert_true(p.wall_count > 69000);
    scene s;
    scene_make(&s, plan_build(&p), NULL, 320, 200);
    plan_free(&p);
    r3d_column_camera_square(&s.view.camera, 320, 90.0);
    for (int32_t i = 0; i < 6; i++) {
        aim(&s, 4000.0 + 40.0, 4000.0 + 41.0 + i, 50.0, 61.0 * i, 0.0);
        scene_draw(&s);
        assert_int_equal(s.stats.columns_left, 0);
        caster *c = caster_make(&s);
        caster_aim(c);
        int64_t checked = 0;
        assert_int_equal(caster_compare(c, i, 20, &checked), 0);
        caster_free(c);
    }
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defect_01_each_transition_has_its_own_number_of_edges),
        cmocka_unit_test(defect_02_edges_outside_the_picture_still_close_it),
        cmocka_unit_test(defect_03_rows_are_clamped_from_values_of_any_size),
        cmocka_unit_test(defect_04_slanted_partitions_are_built_where_they_are_needed),
        cmocka_unit_test(defect_05_products_beyond_31_bits_keep_their_sign),
        cmocka_unit_test(defect_06_eyes_next_to_wall_ends_see_what_the_rays_see),
        cmocka_unit_test(defect_07_steep_edges_have_no_gaps),
        cmocka_unit_test(defect_08_edges_above_the_picture_leave_no_dots_in_the_top_row),
        cmocka_unit_test(defect_15_long_walls_need_not_be_split),
        cmocka_unit_test(defect_23_a_wall_recorded_twice_counts_once),
        cmocka_unit_test(defect_25_seventy_thousand_walls_load_and_draw),
    };
    return cmocka_run_group_tests_name("column", tests, NULL, NULL);
}
