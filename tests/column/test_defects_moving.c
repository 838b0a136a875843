/* SPDX-License-Identifier: MIT */
/* One test a row of spec column section 13, what engines of this family got wrong: actors, movers
 * and block queries. */

#include <math.h>
#include <stdlib.h>

#include "cmocka_all.h"
#include "defects.h"
#include "rng.h"

/* ---- 9 to 13, 20 to 22: moving about ---- */

static void defect_09_a_flying_eye_stays_in_the_room(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "transitions", 96, 64);
    r3d_column_actor actor;
    assert_int_equal(r3d_column_actor_init(s.world, 0.0, 0.0, &actor), R3D_OK);
    assert_int_equal(r3d_column_actor_fly(&actor, s.world, 0.0, 0.0, 10000.0), R3D_OK);
    assert_true(actor.eye_z == 127.0);
    /* Into the eastern recess: its ceiling is lower, its floor higher. */
    assert_int_equal(r3d_column_actor_fly(&actor, s.world, 190.0, 0.0, 0.0), R3D_OK);
    assert_true(actor.x > 180.0 && actor.eye_z == 95.0);
    assert_int_equal(r3d_column_actor_fly(&actor, s.world, 0.0, 0.0, -10000.0), R3D_OK);
    assert_true(actor.eye_z == 33.0);
    assert_int_equal(r3d_column_actor_fly(&actor, s.world, 10000.0, 3000.0, 50.0), R3D_OK);
    assert_true(actor.x <= 240.02 && actor.y <= 48.02 && actor.eye_z <= 95.0);
    /* With collision off the eye may leave, and section 6 still says what it sees. */
    for (int32_t i = 0; i < 60; i++) {
        aim(&s, -120.0 + 4.0 * i, 3.0 * i - 90.0, i % 2 == 0 ? 170.0 + i : -10.0 - i, 31.0 * i,
            i % 3 == 0 ? 100.0 : -100.0);
        assert_int_equal(compare_now(&s), 0);
    }
    scene_free(&s);
}

static void defect_10_a_huge_displacement_does_not_pass_a_wall(void **state)
{
    (void)state;
    for (int32_t l = 0; l < LEVEL_COUNT; l++) {
        scene s;
        open_named(&s, level_names[l], 1, 1);
        const r3d_column_level_desc *desc = r3d_column_level_get_desc(s.level);
        for (int32_t i = 0; i < 24; i++) {
            r3d_column_actor actor;
            assert_int_equal(r3d_column_actor_init(s.world, desc->start_x, desc->start_y, &actor),
                             R3D_OK);
            const double angle = i * 0.2617993877991494;
            assert_int_equal(
                r3d_column_actor_move(&actor, s.world, 1e4 * cos(angle), 1e4 * sin(angle)), R3D_OK);
            assert_true(r3d_column_actor_clearance(&actor, s.world) >= actor.radius - 0.02);
            /* Inside: the walls around are seen, none of them is missing. */
            aim(&s, actor.x, actor.y, actor.eye_z, 0.0, 0.0);
            scene_draw(&s);
            assert_int_equal(s.stats.columns_left, 0);
        }
        scene_free(&s);
    }
}

static void defect_11_wall_ends_neither_hold_nor_throw(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "zroom", 1, 1);
    /* The free-standing wall from 96 64 to 288 192: past its lower end from both sides. */
    for (int32_t i = -8; i <= 8; i++) {
        r3d_column_actor actor;
        assert_int_equal(r3d_column_actor_init(s.world, 40.0, 64.6 + 1.7 * i, &actor), R3D_OK);
        for (int32_t step = 0; step < 200; step++) {
            const r3d_column_actor before = actor;
            assert_int_equal(r3d_column_actor_move(&actor, s.world, 1.0, 0.0), R3D_OK);
            assert_true(hypot(actor.x - before.x, actor.y - before.y) <= 1.0 + 0.02);
            assert_true(r3d_column_actor_clearance(&actor, s.world) >= actor.radius - 0.02);
        }
        assert_true(actor.x > 150.0); /* it went round the end and on along the wall */
    }
    scene_free(&s);
}

static void defect_12_a_ledge_holds_while_the_disc_touches_it(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "lift", 1, 1);
    assert_int_equal(r3d_column_world_set_floor(s.world, 1, 0.0), R3D_OK);
    r3d_column_actor actor;
    assert_int_equal(r3d_column_actor_init(s.world, 160.0, 0.0, &actor), R3D_OK);
    const double high = actor.feet;
    assert_true(high == 96.0);
    for (int32_t i = 0; i < 60; i++) {
        assert_int_equal(r3d_column_actor_move(&actor, s.world, -1.0, 0.0), R3D_OK);
        r3d_column_actor_tick(&actor, s.world);
        if (actor.x > 128.0 - actor.radius + 0.001) {
            assert_true(actor.feet == high);
        }
    }
    assert_true(actor.x < 112.0 && actor.feet < high);
    scene_free(&s);
}

static void defect_13_a_closing_door_stops_at_the_head_and_moves_nobody(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "door", 1, 1);
    assert_int_equal(r3d_column_world_set_ceiling(s.world, 1, 88.0), R3D_OK);
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(s.level);
    r3d_column_actor actor;
    assert_int_equal(r3d_column_actor_init(s.world, 0.0, 0.0, &actor), R3D_OK);
    while (r3d_column_level_find_sector(s.level, actor.x, actor.y) != desc->movers[0].sector) {
        assert_int_equal(r3d_column_actor_move(&actor, s.world, 1.0, 0.0), R3D_OK);
        assert_true(actor.x < 200.0);
    }
    const r3d_column_actor before = actor;
    assert_int_equal(r3d_column_world_start_mover(s.world, 0, R3D_COLUMN_MOVER_DOWN, 60.0, false),
                     R3D_OK);
    for (int32_t i = 0; i < 200; i++) {
        assert_int_equal(r3d_column_world_advance(s.world, 1.0 / 35.0, &actor, 1), R3D_OK);
    }
    r3d_column_mover_state state_now;
    assert_int_equal(r3d_column_world_get_mover(s.world, 0, &state_now), R3D_OK);
    assert_true(state_now.is_blocked);
    assert_true(r3d_column_world_get_ceiling(s.world, 1) == before.feet + before.head);
    assert_true(actor.x == before.x && actor.y == before.y && actor.feet == before.feet);
    /* Equal head and ceiling blocks: he waits until the door opens, walks on, and it closes. */
    assert_int_equal(r3d_column_actor_move(&actor, s.world, 40.0, 0.0), R3D_OK);
    assert_true(actor.x - before.x < 40.0);
    assert_int_equal(r3d_column_world_start_mover(s.world, 0, R3D_COLUMN_MOVER_UP, 60.0, false),
                     R3D_OK);
    assert_int_equal(r3d_column_world_advance(s.world, 3.0, &actor, 1), R3D_OK);
    for (int32_t i = 0; i < 400; i++) {
        const r3d_column_actor last = actor;
        assert_int_equal(r3d_column_actor_move(&actor, s.world, 0.5, 0.0), R3D_OK);
        assert_true(hypot(actor.x - last.x, actor.y - last.y) <= 0.52);
    }
    assert_int_equal(r3d_column_world_start_mover(s.world, 0, R3D_COLUMN_MOVER_DOWN, 60.0, false),
                     R3D_OK);
    assert_int_equal(r3d_column_world_advance(s.world, 3.0, &actor, 1), R3D_OK);
    assert_true(r3d_column_world_get_ceiling(s.world, 1) == 0.0);
    scene_free(&s);
}

static void defect_14_a_reset_restores_every_height(void **state)
{
    (void)state;
    for (int32_t l = 0; l < LEVEL_COUNT; l++) {
        scene s;
        open_named(&s, level_names[l], 1, 1);
        const r3d_column_level_desc *desc = r3d_column_level_get_desc(s.level);
        for (int32_t i = 0; i < desc->sector_count; i++) {
            assert_int_equal(r3d_column_world_set_heights(s.world, i, -777.0, 777.0), R3D_OK);
        }
        for (int32_t i = 0; i < desc->mover_count; i++) {
            assert_int_equal(
                r3d_column_world_start_mover(s.world, i, R3D_COLUMN_MOVER_UP, 10.0, false), R3D_OK);
        }
        for (int32_t i = 0; i < desc->thing_count; i++) {
            assert_int_equal(r3d_column_world_move_thing(s.world, i, 1.0, 2.0, NULL), R3D_OK);
        }
        r3d_column_world_reset(s.world);
        assert_int_equal(r3d_column_world_advance(s.world, 1.0, NULL, 0), R3D_OK);
        for (int32_t i = 0; i < desc->sector_count; i++) {
            assert_true(r3d_column_world_get_floor(s.world, i) == desc->sectors[i].floor);
            assert_true(r3d_column_world_get_ceiling(s.world, i) == desc->sectors[i].ceiling);
        }
        for (int32_t i = 0; i < desc->thing_count; i++) {
            r3d_column_thing_place place;
            assert_int_equal(r3d_column_world_get_thing(s.world, i, &place), R3D_OK);
            assert_true(place.x == desc->things[i].x && place.y == desc->things[i].y);
        }
        scene_free(&s);
    }
}

static bool touches_block(const r3d_column_level_desc *desc, int32_t wall, double x, double y,
                          double size)
{
    /* The segment cut by the block's closed borders, with nothing of the engine's. */
    const r3d_column_level_vertex *a = &desc->vertices[desc->walls[wall].a];
    const r3d_column_level_vertex *b = &desc->vertices[desc->walls[wall].b];
    double q0 = 0.0;
    double q1 = 1.0;
    const double from[2] = {a->x - x, a->y - y};
    const double delta[2] = {b->x - a->x, b->y - a->y};
    for (int axis = 0; axis < 2; axis++) {
        if (delta[axis] == 0.0) {
            if (from[axis] < 0.0 || from[axis] > size) {
                return false;
            }
            continue;
        }
        const double at0 = -from[axis] / delta[axis];
        const double at1 = (size - from[axis]) / delta[axis];
        q0 = fmax(q0, fmin(at0, at1));
        q1 = fmin(q1, fmax(at0, at1));
    }
    return q0 <= q1;
}

static void defect_20_block_queries_are_right_on_and_beyond_every_border(void **state)
{
    (void)state;
    r3d_column_level *level = load_level("e2m7-demo", false);
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(level);
    const r3d_column_level_blockmap *g = &desc->blockmap;
    int32_t walls[512];
    for (int32_t row = -2; row <= g->rows + 2; row++) {
        for (int32_t column = -2; column <= g->columns + 2; column++) {
            const double x = g->x + g->size * column;
            const double y = g->y + g->size * row;
            const int32_t count = r3d_column_level_query_box(level, x, y, x, y, walls, 512);
            assert_true(count <= 512);
            for (int32_t i = 1; i < count; i++) {
                assert_true(walls[i - 1] < walls[i]);
            }
            /* The point touches up to four blocks; every wall of those must be there. */
            for (int32_t w = 0; w < desc->wall_count; w++) {
                bool expected = false;
                bool allowed = false; /* with room for the rounding of a cut */
                for (int32_t i = 0; i < 4; i++) {
                    const int32_t bc = column - i % 2;
                    const int32_t br = row - i / 2;
                    if (bc < 0 || bc >= g->columns || br < 0 || br >= g->rows) {
                        continue;
                    }
                    const double bx = g->x + g->size * bc;
                    const double by = g->y + g->size * br;
                    expected = expected || touches_block(desc, w, bx, by, g->size);
                    allowed =
                        allowed || touches_block(desc, w, bx - 1e-3, by - 1e-3, g->size + 2e-3);
                }
                bool found = false;
                for (int32_t i = 0; i < count; i++) {
                    found = found || walls[i] == w;
                }
                assert_true(allowed || !found);
                assert_true(found || !expected);
            }
        }
    }
    assert_int_equal(r3d_column_level_query_box(level, 1e9, 1e9, 1e9 + 1.0, 1e9 + 1.0, walls, 512),
                     0);
    assert_int_equal(r3d_column_level_query_box(level, -1e9, -1e9, 1e9, 1e9, walls, 512),
                     desc->wall_count);
    assert_int_equal(r3d_column_level_query_box(level, -1e9, -1e9, 1e9, 1e9, walls, 10), 11);
    r3d_column_level_destroy(level);
}

static int32_t ticks_to_fall(int32_t calls_a_second)
{
    scene s;
    open_named(&s, "lift", 1, 1);
    r3d_column_actor actor;
    assert_int_equal(r3d_column_actor_init(s.world, 0.0, 0.0, &actor), R3D_OK);
    actor.feet += 256.0;
    actor.eye_z += 256.0;
    int32_t calls = 0;
    while (actor.feet > 0.0) {
        assert_int_equal(r3d_column_actor_advance(&actor, s.world, 1.0 / calls_a_second), R3D_OK);
        calls++;
        assert_true(calls < 10000);
    }
    assert_true(actor.feet == 0.0 && actor.speed == 0.0);
    scene_free(&s);
    return (int32_t)floor(35.0 * calls / calls_a_second + 0.5);
}

static void defect_21_a_fall_takes_the_same_time_at_every_frame_rate(void **state)
{
    (void)state;
    /* 1 + 2 + ... + n >= 256: n = 23 ticks. */
    assert_int_equal(ticks_to_fall(35), 23);
    assert_true(abs(ticks_to_fall(1000) - 23) <= 1);
    assert_true(abs(ticks_to_fall(60) - 23) <= 1);
    assert_true(abs(ticks_to_fall(10) - 23) <= 4); /* one call is three and a half ticks */
}

static void defect_22_the_block_size_does_not_matter(void **state)
{
    (void)state;
    static const double sizes[3] = {32.0, 128.0, 1024.0};
    for (int32_t l = 0; l < LEVEL_COUNT; l++) {
        r3d_column_actor ends[3][16];
        for (int32_t k = 0; k < 3; k++) {
            r3d_column_level *level = load_level(level_names[l], false);
            r3d_column_level_desc desc = *r3d_column_level_get_desc(level);
            desc.blockmap.columns = 0;
            desc.blockmap.size = sizes[k];
            r3d_column_level *sized = NULL;
            assert_int_equal(r3d_column_level_create(&desc, NULL, NULL, &sized, NULL), R3D_OK);
            assert_true(r3d_column_level_get_desc(sized)->blockmap.size == sizes[k]);
            r3d_column_level_destroy(level);
            scene s;
            scene_make(&s, sized, NULL, 1, 1);
            rng r = {22};
            for (int32_t i = 0; i < 16; i++) {
                r3d_column_actor *actor = &ends[k][i];
                assert_int_equal(r3d_column_actor_init(s.world, desc.start_x, desc.start_y, actor),
                                 R3D_OK);
                for (int32_t step = 0; step < 20; step++) {
                    /* To the next border of 32-unit blocks, and a little along it. */
                    const double dx = 32.0 * rng_range(&r, -3, 3) - fmod(actor->x, 32.0);
                    const double dy = 32.0 * rng_range(&r, -3, 3) - fmod(actor->y, 32.0);
                    assert_int_equal(r3d_column_actor_move(actor, s.world, dx, dy), R3D_OK);
                }
            }
            scene_free(&s);
        }
        for (int32_t i = 0; i < 16; i++) {
            assert_true(ends[0][i].x == ends[1][i].x && ends[1][i].x == ends[2][i].x);
            assert_true(ends[0][i].y == ends[1][i].y && ends[1][i].y == ends[2][i].y);
            assert_true(ends[0][i].feet == ends[1][i].feet && ends[1][i].feet == ends[2][i].feet);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defect_09_a_flying_eye_stays_in_the_room),
        cmocka_unit_test(defect_10_a_huge_displacement_does_not_pass_a_wall),
        cmocka_unit_test(defect_11_wall_ends_neither_hold_nor_throw),
        cmocka_unit_test(defect_12_a_ledge_holds_while_the_disc_touches_it),
        cmocka_unit_test(defect_13_a_closing_door_stops_at_the_head_and_moves_nobody),
        cmocka_unit_test(defect_14_a_reset_restores_every_height),
        cmocka_unit_test(defect_20_block_queries_are_right_on_and_beyond_every_border),
        cmocka_unit_test(defect_21_a_fall_takes_the_same_time_at_every_frame_rate),
        cmocka_unit_test(defect_22_the_block_size_does_not_matter),
    };
    return cmocka_run_group_tests_name("column", tests, NULL, NULL);
}
