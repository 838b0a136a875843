/* SPDX-License-Identifier: MIT */
/* Doors, lifts and the eye's height over time. */

#include <math.h>
#include <string.h>

#include "cmocka_all.h"
#include "scene.h"

static void open_named(scene *s, const char *name)
{
    scene_make(s, load_level(name, false), NULL, 1, 1);
}

static void a_mover_ends_exactly_at_its_limits_and_turns_back(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "e2m7-demo");
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(s.level);
    for (int32_t i = 0; i < desc->mover_count; i++) {
        const r3d_column_level_mover *m = &desc->movers[i];
        double (*const height)(const r3d_column_world *, int32_t) =
            m->is_ceiling ? r3d_column_world_get_ceiling : r3d_column_world_get_floor;
        for (int32_t turn = 0; turn < 4; turn++) {
            const bool up = turn % 2 == 0;
            assert_int_equal(
                r3d_column_world_start_mover(
                    s.world, i, up ? R3D_COLUMN_MOVER_UP : R3D_COLUMN_MOVER_DOWN, 37.3, false),
                R3D_OK);
            assert_int_equal(r3d_column_world_advance(s.world, 60.0, NULL, 0), R3D_OK);
            assert_true(height(s.world, m->sector) == (up ? m->max : m->min));
            r3d_column_mover_state now;
            assert_int_equal(r3d_column_world_get_mover(s.world, i, &now), R3D_OK);
            assert_int_equal(now.direction, R3D_COLUMN_MOVER_STOPPED);
        }
    }
    scene_free(&s);
}

static double height_after_a_second(int32_t calls)
{
    scene s;
    open_named(&s, "lift");
    assert_int_equal(r3d_column_world_start_mover(s.world, 0, R3D_COLUMN_MOVER_UP, 50.0, false),
                     R3D_OK);
    for (int32_t i = 0; i < calls; i++) {
        assert_int_equal(r3d_column_world_advance(s.world, 1.0 / calls, NULL, 0), R3D_OK);
    }
    const double z = r3d_column_world_get_floor(s.world, 1);
    scene_free(&s);
    return z;
}

static void a_mover_goes_as_far_in_a_second_at_any_call_rate(void **state)
{
    (void)state;
    const double tick = 50.0 / 35.0;
    assert_true(fabs(height_after_a_second(1) - 50.0) < 1e-9);
    assert_true(fabs(height_after_a_second(60) - 50.0) <= tick + 1e-9);
    assert_true(fabs(height_after_a_second(1000) - 50.0) <= tick + 1e-9);
}

static void a_lift_carries_who_stands_on_it_up_and_down(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "lift");
    r3d_column_actor actor;
    assert_int_equal(r3d_column_actor_init(s.world, 90.0, 0.0, &actor), R3D_OK);
    assert_int_equal(r3d_column_level_find_sector(s.level, 90.0, 0.0), 1);
    for (int32_t turn = 0; turn < 2; turn++) {
        const r3d_column_actor before = actor;
        assert_int_equal(
            r3d_column_world_start_mover(
                s.world, 0, turn == 0 ? R3D_COLUMN_MOVER_UP : R3D_COLUMN_MOVER_DOWN, 40.0, false),
            R3D_OK);
        for (int32_t i = 0; i < 200; i++) {
            assert_int_equal(r3d_column_world_advance(s.world, 1.0 / 35.0, &actor, 1), R3D_OK);
            assert_true(actor.feet == r3d_column_world_get_floor(s.world, 1));
            assert_true(actor.eye_z == actor.feet + actor.eye);
        }
        assert_true(actor.feet == (turn == 0 ? 96.0 : 0.0));
        assert_true(actor.x == before.x && actor.y == before.y);
    }
    scene_free(&s);
}

static void a_lift_stops_when_a_head_meets_the_ceiling(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "lift");
    const double ceiling = 120.0;
    assert_int_equal(r3d_column_world_set_ceiling(s.world, 1, ceiling), R3D_OK);
    r3d_column_actor actor;
    assert_int_equal(r3d_column_actor_init(s.world, 90.0, 0.0, &actor), R3D_OK);
    assert_int_equal(r3d_column_world_start_mover(s.world, 0, R3D_COLUMN_MOVER_UP, 40.0, false),
                     R3D_OK);
    assert_int_equal(r3d_column_world_advance(s.world, 10.0, &actor, 1), R3D_OK);
    r3d_column_mover_state now;
    assert_int_equal(r3d_column_world_get_mover(s.world, 0, &now), R3D_OK);
    assert_true(now.is_blocked);
    assert_true(r3d_column_world_get_floor(s.world, 1) == ceiling - actor.head);
    assert_true(actor.feet == ceiling - actor.head);
    scene_free(&s);
}

static void a_reversing_door_turns_round_at_a_head(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "door");
    assert_int_equal(r3d_column_world_set_ceiling(s.world, 1, 88.0), R3D_OK);
    r3d_column_actor actor;
    assert_int_equal(r3d_column_actor_init(s.world, -40.0, 0.0, &actor), R3D_OK);
    while (r3d_column_level_find_sector(s.level, actor.x, actor.y) != 1) {
        assert_int_equal(r3d_column_actor_move(&actor, s.world, 1.0, 0.0), R3D_OK);
    }
    assert_int_equal(r3d_column_world_start_mover(s.world, 0, R3D_COLUMN_MOVER_DOWN, 60.0, true),
                     R3D_OK);
    double lowest = 88.0;
    for (int32_t i = 0; i < 100; i++) {
        assert_int_equal(r3d_column_world_advance(s.world, 1.0 / 35.0, &actor, 1), R3D_OK);
        lowest = fmin(lowest, r3d_column_world_get_ceiling(s.world, 1));
    }
    assert_true(lowest == actor.feet + actor.head);
    assert_true(r3d_column_world_get_ceiling(s.world, 1) == 88.0);
    scene_free(&s);
}

static void the_eye_rises_by_halves_and_then_snaps(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "lift");
    assert_int_equal(r3d_column_world_set_floor(s.world, 1, 20.0), R3D_OK);
    r3d_column_actor actor;
    assert_int_equal(r3d_column_actor_init(s.world, 40.0, 0.0, &actor), R3D_OK);
    assert_int_equal(r3d_column_actor_move(&actor, s.world, 40.0, 0.0), R3D_OK);
    assert_true(actor.feet == 20.0);       /* the feet are there at once */
    assert_true(actor.eye_z == actor.eye); /* the eye is not */
    double gap = 20.0;
    for (int32_t i = 0; i < 6; i++) {
        r3d_column_actor_tick(&actor, s.world);
        gap /= 2.0;
        assert_true(actor.eye_z == 20.0 + actor.eye - gap);
    }
    r3d_column_actor_tick(&actor, s.world); /* 0.156: nearer than 1/4 */
    assert_true(actor.eye_z == 20.0 + actor.eye);
    scene_free(&s);
}

/* The eye's height each seventh of a second while it rises, then falls. */
static void watch_eye(int32_t calls_a_second, double out_heights[14])
{
    scene s;
    open_named(&s, "lift");
    assert_int_equal(r3d_column_world_set_floor(s.world, 1, 20.0), R3D_OK);
    r3d_column_actor actor;
    assert_int_equal(r3d_column_actor_init(s.world, 40.0, 0.0, &actor), R3D_OK);
    for (int32_t turn = 0; turn < 2; turn++) {
        assert_int_equal(r3d_column_actor_move(&actor, s.world, turn == 0 ? 40.0 : -60.0, 0.0),
                         R3D_OK);
        for (int32_t i = 0; i < 7; i++) {
            for (int32_t call = 0; call < calls_a_second / 7; call++) {
                assert_int_equal(r3d_column_actor_advance(&actor, s.world, 1.0 / calls_a_second),
                                 R3D_OK);
            }
            out_heights[7 * turn + i] = actor.eye_z;
        }
    }
    scene_free(&s);
}

static void the_eye_rises_and_falls_alike_at_every_call_rate(void **state)
{
    (void)state;
    double by_ticks[14];
    double fine[14];
    watch_eye(35, by_ticks);
    assert_true(by_ticks[0] < by_ticks[1] && by_ticks[6] == 61.0 && by_ticks[13] == 41.0);
    static const int32_t rates[] = {7, 70, 1400, 14000};
    for (int32_t i = 0; i < 4; i++) {
        watch_eye(rates[i], fine);
        for (int32_t k = 0; k < 14; k++) {
            /* A tick's rounding in time: at most half of the way that is left, or one tick's fall.
             */
            assert_true(fabs(fine[k] - by_ticks[k]) <= (k < 7 ? 0.7 : 6.0));
        }
        assert_true(fine[6] == 61.0 && fine[13] == 41.0);
    }
}

static void a_moved_thing_is_found_under_its_new_leaf(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "sprites");
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(s.level);
    for (int32_t i = 0; i < desc->thing_count; i++) {
        for (int32_t x = -250; x < 310; x += 35) {
            assert_int_equal(r3d_column_world_move_thing(s.world, i, x, 20.0, NULL), R3D_OK);
            r3d_column_thing_place place;
            assert_int_equal(r3d_column_world_get_thing(s.world, i, &place), R3D_OK);
            assert_int_equal(place.leaf, r3d_column_level_find_leaf(s.level, x, 20.0));
            assert_true(place.z == r3d_column_world_get_floor(
                                       s.world, r3d_column_level_find_sector(s.level, x, 20.0)));
        }
    }
    const double z = 33.0;
    assert_int_equal(r3d_column_world_move_thing(s.world, 0, 0.0, 0.0, &z), R3D_OK);
    r3d_column_thing_place place;
    assert_int_equal(r3d_column_world_get_thing(s.world, 0, &place), R3D_OK);
    assert_true(place.z == 33.0);
    assert_int_equal(r3d_column_world_move_thing(s.world, desc->thing_count, 0.0, 0.0, NULL),
                     R3D_ERR_RANGE);
    assert_int_equal(r3d_column_world_move_thing(s.world, 0, (double)NAN, 0.0, NULL),
                     R3D_ERR_RANGE);
    scene_free(&s);
}

static void heights_that_cross_are_refused(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "lift");
    assert_int_equal(r3d_column_world_set_floor(s.world, 0, 1000.0), R3D_ERR_RANGE);
    assert_int_equal(r3d_column_world_set_ceiling(s.world, 0, -1000.0), R3D_ERR_RANGE);
    assert_int_equal(r3d_column_world_set_floor(s.world, -1, 0.0), R3D_ERR_RANGE);
    assert_int_equal(r3d_column_world_set_floor(s.world, 99, 0.0), R3D_ERR_RANGE);
    assert_int_equal(r3d_column_world_set_floor(s.world, 0, (double)NAN), R3D_ERR_RANGE);
    assert_int_equal(r3d_column_world_start_mover(s.world, 9, R3D_COLUMN_MOVER_UP, 1.0, false),
                     R3D_ERR_RANGE);
    assert_int_equal(r3d_column_world_advance(s.world, -1.0, NULL, 0), R3D_ERR_RANGE);
    scene_free(&s);
}

static void numbers_out_of_range_end_at_once(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "lift");
    r3d_column_actor actor;
    assert_int_equal(r3d_column_actor_init(s.world, 0.0, 0.0, &actor), R3D_OK);
    const double rests[] = {(double)INFINITY, (double)NAN, 1e308};
    for (size_t i = 0; i < sizeof rests / sizeof rests[0]; i++) {
        actor.tick_rest = rests[i];
        assert_int_equal(r3d_column_actor_advance(&actor, s.world, 0.5), R3D_ERR_RANGE);
    }
    const int32_t count = r3d_column_level_get_desc(s.level)->wall_count;
    assert_false(r3d_column_actor_is_blocked_by(&actor, s.world, -1));
    assert_false(r3d_column_actor_is_blocked_by(&actor, s.world, count));
    assert_false(r3d_column_actor_is_blocked_by(&actor, s.world, INT32_MAX));
    assert_true(r3d_column_actor_is_blocked_by(&actor, s.world, 0));
    scene_free(&s);
}

static void a_way_of_too_many_steps_is_refused(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "lift");
    r3d_column_actor actor;
    assert_int_equal(r3d_column_actor_init(s.world, 0.0, 0.0, &actor), R3D_OK);
    actor.radius = 0.001; /* billions of steps across the coordinates */
    const r3d_column_actor before = actor;
    const double longest = actor.radius * R3D_COLUMN_ACTOR_RADII_MAX;
    const double limit = R3D_COLUMN_COORDINATE_MAX;
    const double ways[][2] = {
        {limit, 0.0}, {-limit, limit}, {longest * 1.001, 0.0}, {longest * 0.8, longest * 0.8}};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        assert_int_equal(r3d_column_actor_move(&actor, s.world, ways[i][0], ways[i][1]),
                         R3D_ERR_LIMIT);
        assert_int_equal(r3d_column_actor_fly(&actor, s.world, ways[i][0], ways[i][1], 1.0),
                         R3D_ERR_LIMIT);
    }
    assert_true(actor.x == before.x && actor.y == before.y && actor.feet == before.feet);
    assert_true(actor.eye_z == before.eye_z);
    assert_int_equal(r3d_column_actor_move(&actor, s.world, longest * 0.999, 0.0), R3D_OK);
    assert_true(actor.x > before.x);
    /* Actors of usual sizes may be sent from one end of the coordinates to the other. */
    assert_int_equal(r3d_column_actor_init(s.world, 0.0, 0.0, &actor), R3D_OK);
    assert_int_equal(r3d_column_actor_move(&actor, s.world, -limit, limit), R3D_OK);
    assert_int_equal(r3d_column_actor_move(&actor, s.world, limit * 1.001, 0.0), R3D_ERR_RANGE);
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mover_ends_exactly_at_its_limits_and_turns_back),
        cmocka_unit_test(a_mover_goes_as_far_in_a_second_at_any_call_rate),
        cmocka_unit_test(a_lift_carries_who_stands_on_it_up_and_down),
        cmocka_unit_test(a_lift_stops_when_a_head_meets_the_ceiling),
        cmocka_unit_test(a_reversing_door_turns_round_at_a_head),
        cmocka_unit_test(the_eye_rises_by_halves_and_then_snaps),
        cmocka_unit_test(the_eye_rises_and_falls_alike_at_every_call_rate),
        cmocka_unit_test(a_moved_thing_is_found_under_its_new_leaf),
        cmocka_unit_test(heights_that_cross_are_refused),
        cmocka_unit_test(numbers_out_of_range_end_at_once),
        cmocka_unit_test(a_way_of_too_many_steps_is_refused),
    };
    return cmocka_run_group_tests_name("column", tests, NULL, NULL);
}
