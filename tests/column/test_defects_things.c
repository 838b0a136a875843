/* SPDX-License-Identifier: MIT */
/* One test a row of spec column section 13, what engines of this family got wrong: things. */

#include "caster.h"
#include "cmocka_all.h"
#include "defects.h"
#include "plan.h"
#include "rng.h"

/* ---- 16 to 19, 24: things ---- */

static void defect_16_a_subsector_shows_all_its_things(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "sprites", 320, 200);
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(s.level);
    int32_t together = 0;
    for (int32_t i = 0; i < desc->thing_count; i++) {
        for (int32_t j = 0; j < i; j++) {
            together += r3d_column_level_find_leaf(s.level, desc->things[i].x, desc->things[i].y) ==
                        r3d_column_level_find_leaf(s.level, desc->things[j].x, desc->things[j].y);
        }
    }
    assert_true(together >= 1);
    s.view.things = true;
    bool seen[16] = {false};
    for (int32_t view = 0; view < 8; view++) {
        /* From the western room, then from the eastern one. */
        if (view < 4) {
            aim(&s, -200.0 + 20.0 * view, 60.0, 60.0, -15.0, 0.0);
        } else {
            aim(&s, -50.0 + 25.0 * view, 150.0, 60.0, -80.0, 0.0);
        }
        assert_int_equal(compare_now(&s), 0);
        for (int32_t i = 0; i < desc->thing_count; i++) {
            seen[i] =
                seen[i] || count_pixels(&s, r3d_column_id(R3D_COLUMN_THING_WHITE, i)) +
                                   count_pixels(&s, r3d_column_id(R3D_COLUMN_THING_BLACK, i)) >
                               0;
        }
    }
    for (int32_t i = 0; i < desc->thing_count; i++) {
        if (!seen[i]) {
            fail_msg("thing %d is never seen", i);
        }
    }
    scene_free(&s);
}

static void defect_17_no_number_of_occupied_subsectors_is_too_many(void **state)
{
    (void)state;
    /* 64 cells behind each other, each a sector of its own, with a post at its own lateral place.
     */
    plan p;
    plan_init(&p, 512);
    int32_t south = plan_vertex(&p, 0.0, -300.0);
    int32_t north = plan_vertex(&p, 0.0, 300.0);
    plan_wall(&p, south, north, plan_sector(&p, 0.0, 128.0), -1);
    for (int32_t i = 0; i < 64; i++) {
        const int32_t next_south = plan_vertex(&p, 24.0 * (i + 1), -300.0);
        const int32_t next_north = plan_vertex(&p, 24.0 * (i + 1), 300.0);
        plan_wall(&p, north, next_north, i, -1);
        plan_wall(&p, next_south, south, i, -1);
        if (i == 63) {
            plan_wall(&p, next_north, next_south, i, -1);
        } else {
            plan_wall(&p, next_north, next_south, i, plan_sector(&p, 0.0, 128.0));
        }
        south = next_south;
        north = next_north;
    }
    for (int32_t i = 1; i < 64; i++) {
        /* Each is seen in a direction of its own. */
        const double depth = 24.0 * i + 12.0;
        plan_thing(&p, depth, depth * (i - 32) / 32.0 * 0.18);
    }
    plan_thing(&p, 12.0, 0.0);
    p.type.width = 4.0;
    scene s;
    scene_make(&s, plan_build(&p), NULL, 1920, 400);
    plan_free(&p);
    r3d_column_camera_square(&s.view.camera, 1920, 120.0);
    s.view.things = true;
    s.view.materials = white_sprites();
    aim(&s, 4.0, 0.0, 34.0, 0.0, 0.0);
    scene_draw(&s);
    assert_true(s.stats.clip_stack_depth >= 64);
    for (int32_t i = 0; i < 64; i++) {
        if (count_pixels(&s, r3d_column_id(R3D_COLUMN_THING_WHITE, i)) == 0) {
            fail_msg("post %d is not seen", i);
        }
    }
    caster *c = caster_make(&s);
    caster_aim(c);
    int64_t checked = 0;
    assert_int_equal(caster_compare(c, 0, 3, &checked), 0);
    caster_free(c);
    scene_free(&s);
}

static void defect_18_things_very_near_and_very_far_are_safe(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "sprites", 320, 200);
    s.view.things = true;
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(s.level);
    const r3d_column_level_thing *thing = &desc->things[0];
    aim(&s, thing->x - 2.0, thing->y, 30.0, 0.0, 0.0);
    assert_int_equal(compare_now(&s), 0);
    /* Projected to thousands of pixels: it covers a good part of the picture. */
    assert_true(count_pixels(&s, r3d_column_id(R3D_COLUMN_THING_WHITE, 0)) +
                    count_pixels(&s, r3d_column_id(R3D_COLUMN_THING_BLACK, 0)) >
                320 * 200 / 4);
    static const double distances[] = {1e5, 1e6, 9e6};
    for (size_t i = 0; i < 3; i++) {
        aim(&s, thing->x - distances[i], thing->y, 30.0, 0.0, 0.0);
        scene_draw(&s);
    }
    scene_free(&s);
}

static void defect_19_things_half_outside_a_wide_view_do_not_wrap(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "sprites", 640, 200);
    s.view.things = true;
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(s.level);
    const r3d_column_level_thing *thing = &desc->things[0];
    for (int32_t side = -1; side <= 1; side += 2) {
        /* The thing's middle lies exactly on the picture's left or right border. */
        aim(&s, thing->x - 100.0, thing->y - side * 100.0, 41.0, 0.0, 0.0);
        assert_int_equal(compare_now(&s), 0);
        int32_t at_border = 0;
        int32_t elsewhere = 0;
        for (int32_t row = 0; row < 200; row++) {
            for (int32_t x = 0; x < 640; x++) {
                const uint32_t id = s.pixels[row * 640 + x];
                if (id == r3d_column_id(R3D_COLUMN_THING_WHITE, 0) ||
                    id == r3d_column_id(R3D_COLUMN_THING_BLACK, 0)) {
                    const bool near_border = side < 0 ? x >= 590 : x < 50;
                    at_border += near_border;
                    elsewhere += !near_border;
                }
            }
        }
        assert_true(at_border > 0);
        assert_int_equal(elsewhere, 0);
    }
    scene_free(&s);
}

static void defect_24_sprite_rows_come_from_the_right_rows(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "sprites", 160, 100);
    s.view.things = true;
    rng r = {24};
    for (int32_t i = 0; i < 200; i++) {
        aim(&s, -200.0 + 500.0 * rng_unit(&r), -90.0 + 180.0 * rng_unit(&r),
            10.0 + 60.0 * rng_unit(&r), 360.0 * rng_unit(&r), 100.0 * (rng_unit(&r) - 0.5));
        assert_int_equal(compare_now(&s), 0);
    }
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defect_16_a_subsector_shows_all_its_things),
        cmocka_unit_test(defect_17_no_number_of_occupied_subsectors_is_too_many),
        cmocka_unit_test(defect_18_things_very_near_and_very_far_are_safe),
        cmocka_unit_test(defect_19_things_half_outside_a_wide_view_do_not_wrap),
        cmocka_unit_test(defect_24_sprite_rows_come_from_the_right_rows),
    };
    return cmocka_run_group_tests_name("column", tests, NULL, NULL);
}
