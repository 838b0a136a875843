/* SPDX-License-Identifier: MIT */
/* One test a row of spec column section 13: what engines of this family got wrong. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../src/column/numbers.h"
#include "caster.h"
#include "cmocka_all.h"
#include "plan.h"
#include "rng.h"

static const char *const level_names[] = {"e2m7-demo", "transitions", "door", "lift",
                                          "zroom",     "sprites",     "sky",  "longwall"};

enum { LEVEL_COUNT = 8 };

static void aim(scene *s, double x, double y, double z, double yaw, double shear)
{
    s->view.camera.x = x;
    s->view.camera.y = y;
    s->view.camera.z = z;
    s->view.camera.yaw = yaw;
    s->view.camera.shear = shear;
}

static void open_named(scene *s, const char *name, int32_t width, int32_t height)
{
    r3d_column_level *level = load_level(name, false);
    scene_make(s, level, load_sprites(level, name), width, height);
    r3d_column_camera_square(&s->view.camera, width, 90.0);
}

static int32_t compare_now(scene *s)
{
    scene_draw(s);
    caster *c = caster_make(s);
    caster_aim(c);
    int64_t checked = 0;
    const int32_t wrong = caster_compare(c, 0, 1, &checked);
    caster_free(c);
    return wrong;
}

static int32_t count_pixels(const scene *s, uint32_t id)
{
    int32_t count = 0;
    for (int32_t i = 0; i < s->surface.width * s->surface.height; i++) {
        count += s->pixels[i] == id;
    }
    return count;
}

/* A one-texel white sprite for made-up levels. */
static const r3d_column_materials *white_sprites(void)
{
    static const uint8_t index = 0;
    static const uint32_t shades[256] = {0xFFFFFFu};
    static r3d_column_texture sprite;
    static r3d_column_materials materials;
    sprite.width = sprite.height = sprite.u_step = sprite.v_step = 1;
    sprite.indices = &index;
    sprite.shades = shades;
    sprite.copies = 1;
    sprite.three_valued = true;
    materials.sprites = &sprite;
    materials.sprite_count = 1;
    return &materials;
}

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
            aim(&s, x, y, r3d_world_get_floor(s.world, sector) + 40.0, 360.0 * rng_unit(&r),
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
                assert_int_equal(r3d_priv_row(v, heights[h]), expected);
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
            const double floor_z = r3d_world_get_floor(s.world, sector);
            const double room = r3d_world_get_ceiling(s.world, sector) - floor_z;
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

/* ---- 9 to 13, 20 to 22: moving about ---- */

static void defect_09_a_flying_eye_stays_in_the_room(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "transitions", 96, 64);
    r3d_actor actor;
    assert_int_equal(r3d_actor_init(s.world, 0.0, 0.0, &actor), R3D_OK);
    assert_int_equal(r3d_actor_fly(s.world, &actor, 0.0, 0.0, 10000.0), R3D_OK);
    assert_true(actor.eye_z == 127.0);
    /* Into the eastern recess: its ceiling is lower, its floor higher. */
    assert_int_equal(r3d_actor_fly(s.world, &actor, 190.0, 0.0, 0.0), R3D_OK);
    assert_true(actor.x > 180.0 && actor.eye_z == 95.0);
    assert_int_equal(r3d_actor_fly(s.world, &actor, 0.0, 0.0, -10000.0), R3D_OK);
    assert_true(actor.eye_z == 33.0);
    assert_int_equal(r3d_actor_fly(s.world, &actor, 10000.0, 3000.0, 50.0), R3D_OK);
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
            r3d_actor actor;
            assert_int_equal(r3d_actor_init(s.world, desc->start_x, desc->start_y, &actor), R3D_OK);
            const double angle = i * 0.2617993877991494;
            assert_int_equal(r3d_actor_move(s.world, &actor, 1e4 * cos(angle), 1e4 * sin(angle)),
                             R3D_OK);
            assert_true(r3d_actor_clearance(s.world, &actor) >= actor.radius - 0.02);
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
        r3d_actor actor;
        assert_int_equal(r3d_actor_init(s.world, 40.0, 64.6 + 1.7 * i, &actor), R3D_OK);
        for (int32_t step = 0; step < 200; step++) {
            const r3d_actor before = actor;
            assert_int_equal(r3d_actor_move(s.world, &actor, 1.0, 0.0), R3D_OK);
            assert_true(hypot(actor.x - before.x, actor.y - before.y) <= 1.0 + 0.02);
            assert_true(r3d_actor_clearance(s.world, &actor) >= actor.radius - 0.02);
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
    assert_int_equal(r3d_world_set_floor(s.world, 1, 0.0), R3D_OK);
    r3d_actor actor;
    assert_int_equal(r3d_actor_init(s.world, 160.0, 0.0, &actor), R3D_OK);
    const double high = actor.feet;
    assert_true(high == 96.0);
    for (int32_t i = 0; i < 60; i++) {
        assert_int_equal(r3d_actor_move(s.world, &actor, -1.0, 0.0), R3D_OK);
        r3d_actor_tick(s.world, &actor);
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
    assert_int_equal(r3d_world_set_ceiling(s.world, 1, 88.0), R3D_OK);
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(s.level);
    r3d_actor actor;
    assert_int_equal(r3d_actor_init(s.world, 0.0, 0.0, &actor), R3D_OK);
    while (r3d_column_level_find_sector(s.level, actor.x, actor.y) != desc->movers[0].sector) {
        assert_int_equal(r3d_actor_move(s.world, &actor, 1.0, 0.0), R3D_OK);
        assert_true(actor.x < 200.0);
    }
    const r3d_actor before = actor;
    assert_int_equal(r3d_world_start_mover(s.world, 0, R3D_MOVER_DOWN, 60.0, false), R3D_OK);
    for (int32_t i = 0; i < 200; i++) {
        assert_int_equal(r3d_world_advance(s.world, 1.0 / 35.0, &actor, 1), R3D_OK);
    }
    r3d_mover_state state_now;
    assert_int_equal(r3d_world_get_mover(s.world, 0, &state_now), R3D_OK);
    assert_true(state_now.is_blocked);
    assert_true(r3d_world_get_ceiling(s.world, 1) == before.feet + before.head);
    assert_true(actor.x == before.x && actor.y == before.y && actor.feet == before.feet);
    /* Equal head and ceiling blocks: he waits until the door opens, walks on, and it closes. */
    assert_int_equal(r3d_actor_move(s.world, &actor, 40.0, 0.0), R3D_OK);
    assert_true(actor.x - before.x < 40.0);
    assert_int_equal(r3d_world_start_mover(s.world, 0, R3D_MOVER_UP, 60.0, false), R3D_OK);
    assert_int_equal(r3d_world_advance(s.world, 3.0, &actor, 1), R3D_OK);
    for (int32_t i = 0; i < 400; i++) {
        const r3d_actor last = actor;
        assert_int_equal(r3d_actor_move(s.world, &actor, 0.5, 0.0), R3D_OK);
        assert_true(hypot(actor.x - last.x, actor.y - last.y) <= 0.52);
    }
    assert_int_equal(r3d_world_start_mover(s.world, 0, R3D_MOVER_DOWN, 60.0, false), R3D_OK);
    assert_int_equal(r3d_world_advance(s.world, 3.0, &actor, 1), R3D_OK);
    assert_true(r3d_world_get_ceiling(s.world, 1) == 0.0);
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
            assert_int_equal(r3d_world_set_heights(s.world, i, -777.0, 777.0), R3D_OK);
        }
        for (int32_t i = 0; i < desc->mover_count; i++) {
            assert_int_equal(r3d_world_start_mover(s.world, i, R3D_MOVER_UP, 10.0, false), R3D_OK);
        }
        for (int32_t i = 0; i < desc->thing_count; i++) {
            assert_int_equal(r3d_world_move_thing(s.world, i, 1.0, 2.0, NULL), R3D_OK);
        }
        r3d_world_reset(s.world);
        assert_int_equal(r3d_world_advance(s.world, 1.0, NULL, 0), R3D_OK);
        for (int32_t i = 0; i < desc->sector_count; i++) {
            assert_true(r3d_world_get_floor(s.world, i) == desc->sectors[i].floor);
            assert_true(r3d_world_get_ceiling(s.world, i) == desc->sectors[i].ceiling);
        }
        for (int32_t i = 0; i < desc->thing_count; i++) {
            r3d_thing_place place;
            assert_int_equal(r3d_world_get_thing(s.world, i, &place), R3D_OK);
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
    r3d_actor actor;
    assert_int_equal(r3d_actor_init(s.world, 0.0, 0.0, &actor), R3D_OK);
    actor.feet += 256.0;
    actor.eye_z += 256.0;
    int32_t calls = 0;
    while (actor.feet > 0.0) {
        assert_int_equal(r3d_actor_advance(s.world, &actor, 1.0 / calls_a_second), R3D_OK);
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
        r3d_actor ends[3][16];
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
                r3d_actor *actor = &ends[k][i];
                assert_int_equal(r3d_actor_init(s.world, desc.start_x, desc.start_y, actor),
                                 R3D_OK);
                for (int32_t step = 0; step < 20; step++) {
                    /* To the next border of 32-unit blocks, and a little along it. */
                    const double dx = 32.0 * rng_range(&r, -3, 3) - fmod(actor->x, 32.0);
                    const double dy = 32.0 * rng_range(&r, -3, 3) - fmod(actor->y, 32.0);
                    assert_int_equal(r3d_actor_move(s.world, actor, dx, dy), R3D_OK);
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
        cmocka_unit_test(defect_09_a_flying_eye_stays_in_the_room),
        cmocka_unit_test(defect_10_a_huge_displacement_does_not_pass_a_wall),
        cmocka_unit_test(defect_11_wall_ends_neither_hold_nor_throw),
        cmocka_unit_test(defect_12_a_ledge_holds_while_the_disc_touches_it),
        cmocka_unit_test(defect_13_a_closing_door_stops_at_the_head_and_moves_nobody),
        cmocka_unit_test(defect_14_a_reset_restores_every_height),
        cmocka_unit_test(defect_15_long_walls_need_not_be_split),
        cmocka_unit_test(defect_16_a_subsector_shows_all_its_things),
        cmocka_unit_test(defect_17_no_number_of_occupied_subsectors_is_too_many),
        cmocka_unit_test(defect_18_things_very_near_and_very_far_are_safe),
        cmocka_unit_test(defect_19_things_half_outside_a_wide_view_do_not_wrap),
        cmocka_unit_test(defect_20_block_queries_are_right_on_and_beyond_every_border),
        cmocka_unit_test(defect_21_a_fall_takes_the_same_time_at_every_frame_rate),
        cmocka_unit_test(defect_22_the_block_size_does_not_matter),
        cmocka_unit_test(defect_23_a_wall_recorded_twice_counts_once),
        cmocka_unit_test(defect_24_sprite_rows_come_from_the_right_rows),
        cmocka_unit_test(defect_25_seventy_thousand_walls_load_and_draw),
    };
    return cmocka_run_group_tests_name("column", tests, NULL, NULL);
}
