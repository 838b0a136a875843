/* SPDX-License-Identifier: MIT */
/* What spec affine sections 12 and 13 ask for: matrices and counters, culling, seal, limits, refusals. */

#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "listing.h"
#include "counting_allocator.h"
#include "rng.h"
#include "scene.h"

enum { WIDTH = 96, HEIGHT = 72, BACKDROP = 0x123456, TURN = 2048 };

/* A scene of its own with room for walls; free_arena ends it. */
typedef struct arena {
    scene *s;
    r3d_affine_context *context;
    uint32_t pixels[WIDTH * HEIGHT];
    r3d_surface surface;
} arena;

static arena *make_arena(void)
{
    arena *a = calloc(1, sizeof *a);
    assert_non_null(a);
    a->s = calloc(1, sizeof *a->s);
    assert_non_null(a->s);
    scene *s = a->s;
    r3d_affine_scene_init(&s->scene);
    scene_make_palettes(s);
    scene_make_shadows(s);
    s->scene.width = WIDTH;
    s->scene.height = HEIGHT;
    s->scene.backdrop_rgb = BACKDROP;
    s->scene.walls = s->walls;
    s->scene.sprites = s->sprites;
    s->scene.boxes = s->boxes;
    r3d_affine_context_desc desc;
    r3d_affine_context_desc_init(&desc);
    assert_int_equal(r3d_affine_context_create(&desc, &a->context), R3D_OK);
    assert_int_equal(r3d_surface_init(&a->surface, a->pixels, WIDTH, HEIGHT, WIDTH), R3D_OK);
    return a;
}

static void free_arena(arena *a)
{
    r3d_affine_context_destroy(a->context);
    scene_free(a->s);
    free(a);
}

static void draw(arena *a)
{
    assert_int_equal(r3d_affine_draw(a->context, &a->s->scene, &a->s->camera, &a->surface, 0, 0),
                     R3D_OK);
}

static r3d_affine_report report_of(const arena *a)
{
    r3d_affine_report report;
    assert_int_equal(r3d_affine_context_get_report(a->context, &report), R3D_OK);
    return report;
}

static r3d_affine_wall *add_wall(arena *a, int32_t turn, int32_t x, int32_t y, int32_t z)
{
    r3d_affine_wall *wall = &a->s->walls[a->s->scene.wall_count++];
    memset(wall, 0, sizeof *wall);
    wall->turn_a11 = turn;
    wall->x = x;
    wall->y = y;
    wall->z = z;
    wall->picture = scene_bitmap(a->s, "noise", 32, 32, turn + x);
    return wall;
}

static void sine_equals_the_table(void **state)
{
    (void)state;
    listing list = listing_open("golden/affine/sine.txt");
    int32_t count = 0;
    while (listing_next(&list)) {
        const int32_t i = atoi(list.words[0]);
        const int32_t value = atoi(list.words[1]);
        assert_int_equal(r3d_affine_sin(i), value);
        assert_int_equal(r3d_affine_sin(1024 - i), value);
        assert_int_equal(r3d_affine_sin(1024 + i), -value);
        assert_int_equal(r3d_affine_sin(2048 - i), -value);
        assert_int_equal(r3d_affine_cos(512 - i), value);
        assert_int_equal(r3d_affine_sin(i - 4096), value);
        count++;
    }
    listing_close(&list);
    assert_int_equal(count, 513);
}

/* No opposite pair is visible; in mode free both are hidden at the eight headings only. */
static void pairs_are_hidden_at_eight_headings(void **state)
{
    (void)state;
    arena *a = make_arena();
    static const int32_t pitches[3] = {1, 256, 483};
    for (int mode = 0; mode < 2; mode++) {
        a->s->scene.mode = mode == 0 ? R3D_AFFINE_FREE : R3D_AFFINE_HW;
        for (int p = 0; p < 3; p++) {
            a->s->camera.pitch_a11 = pitches[p];
            for (int32_t heading = 0; heading < TURN; heading++) {
                a->s->camera.heading_a11 = heading;
                draw(a);
                const r3d_affine_report r = report_of(a);
                int32_t visible = 0;
                for (int d = 0; d < 8; d++) {
                    const int32_t other = d ^ 2;
                    visible += r.kinds[d].is_visible ? 1 : 0;
                    assert_false(r.kinds[d].is_visible && r.kinds[other].is_visible);
                    if (mode == 0 && d < other) {
                        /* Edge-on when the tangent lies along the view: a multiple of a half turn off. */
                        const bool edge_on =
                            (heading - r3d_affine_direction_turn((r3d_affine_direction)d) + 512) %
                                1024 ==
                            0;
                        assert_int_equal(!r.kinds[d].is_visible && !r.kinds[other].is_visible,
                                         edge_on);
                    }
                }
                assert_true(visible <= 4);
            }
        }
    }
    free_arena(a);
}

static void a_thousand_walls_need_four_matrices(void **state)
{
    (void)state;
    arena *a = make_arena();
    rng r = {3};
    for (int i = 0; i < 200; i++) {
        add_wall(a, 256 * rng_range(&r, 0, 7), rng_range(&r, -500, 500), rng_range(&r, -500, 500),
                 0);
    }
    a->s->camera.pitch_a11 = 300;
    for (int32_t heading = 0; heading < TURN; heading += 37) {
        a->s->camera.heading_a11 = heading;
        draw(a);
        const r3d_affine_counters c = report_of(a).counters;
        assert_true(c.wall_matrices <= 4);
        assert_in_range(c.direction_tests, 4, 8);
        assert_int_equal(c.walls_drawn + c.walls_culled + c.walls_hidden, 200);
    }
    add_wall(a, 100, 0, 0, 0)->hs = 300;
    add_wall(a, 100 + TURN, 9, 9, 0)->hs = 300;
    draw(a);
    assert_int_equal(report_of(a).kind_count, 9);
    free_arena(a);
}

/* Leaving walls out never changes a pixel. */
static void culling_changes_no_pixel(void **state)
{
    (void)state;
    arena *a = make_arena();
    rng r = {11};
    static uint32_t without[WIDTH * HEIGHT];
    for (int i = 0; i < 400; i++) {
        a->s->scene.wall_count = 0;
        for (int w = 0; w < 25; w++) {
            r3d_affine_wall *wall = add_wall(a, rng_range(&r, 0, 2047), rng_range(&r, -300, 300),
                                             rng_range(&r, -300, 300), rng_range(&r, -50, 50));
            wall->hs = rng_range(&r, 16, 1024);
            wall->run = rng_range(&r, 1, 4);
            a->s->memory_count--; /* one picture is enough for all of a frame */
            free(a->s->memory[a->s->memory_count]);
            wall->picture = a->s->scene.shadows[0];
        }
        a->s->camera = (r3d_affine_camera){rng_range(&r, 0, 2047),
                                           rng_range(&r, 0, 483),
                                           i % 2 == 0 ? 0 : rng_range(&r, 0, 2047),
                                           rng_range(&r, -9000, 9000),
                                           rng_range(&r, -9000, 9000),
                                           0};
        a->s->scene.has_culling = false;
        draw(a);
        memcpy(without, a->pixels, sizeof without);
        a->s->scene.has_culling = true;
        draw(a);
        assert_memory_equal(without, a->pixels, sizeof without);
    }
    free_arena(a);
}

/* ---- seal ---- */

/* Whether a pixel of the backdrop has a drawn one on both sides. */
static bool has_hole(const uint32_t *pixels)
{
    const uint32_t backdrop = 0xFF000000 | BACKDROP;
    for (int32_t y = 1; y < HEIGHT - 1; y++) {
        for (int32_t x = 1; x < WIDTH - 1; x++) {
            const uint32_t *p = &pixels[y * WIDTH + x];
            if (*p == backdrop && ((p[-1] != backdrop && p[1] != backdrop) ||
                                   (p[-WIDTH] != backdrop && p[WIDTH] != backdrop))) {
                return true;
            }
        }
    }
    return false;
}

/* A closed box of 64 x 64 with `chunks` walls a side and a full raised floor. */
static void make_box(arena *a, int32_t chunks)
{
    scene *s = a->s;
    const int32_t width = 32 / chunks;
    for (int32_t side = 0; side < 4; side++) {
        for (int32_t i = 0; i < chunks; i++) {
            const int32_t along = -32 + 2 * width * i + width;
            const int32_t x = side == 0 || side == 2 ? along : side == 1 ? -32 : 32;
            const int32_t y = side == 1 || side == 3 ? along : side == 0 ? 32 : -32;
            add_wall(a, 512 * side, x, y, 0)->picture = scene_bitmap(s, "brick", width, 32, side);
        }
    }
    s->boxes[s->scene.box_count++] = (r3d_affine_box){-32, -32, 64, 64};
    static int16_t cells[16 * 16];
    for (int i = 0; i < 16 * 16; i++) {
        cells[i] = 1;
    }
    s->scene.floors[1] = (r3d_affine_floor){true, 46, s->tiles, cells, 16, 16};
}

static int32_t count_holes(arena *a, int32_t heading_step, bool rolls)
{
    static const int32_t pitches[8] = {1, 40, 120, 200, 300, 380, 440, 483};
    rng r = {5};
    int32_t holes = 0;
    for (int p = 0; p < 8; p++) {
        for (int32_t heading = 0; heading < TURN; heading += heading_step) {
            a->s->camera = (r3d_affine_camera){heading,
                                               pitches[p],
                                               rolls ? rng_range(&r, 0, 2047) : 0,
                                               rng_range(&r, -2000, 2000),
                                               rng_range(&r, -2000, 2000),
                                               rng_range(&r, 0, 6000)};
            draw(a);
            holes += has_hole(a->pixels) ? 1 : 0;
        }
    }
    return holes;
}

static void a_sealed_box_has_no_hole(void **state)
{
    (void)state;
    for (int32_t chunks = 1; chunks <= 4; chunks *= 2) {
        arena *a = make_arena();
        make_box(a, chunks);
        /* Without seal there are some, so the test can see them. */
        assert_true(count_holes(a, 3, false) > 50);
        a->s->scene.has_seal = true;
        assert_int_equal(count_holes(a, 1, false), 0);
        assert_int_equal(count_holes(a, 3, true), 0);
        free_arena(a);
    }
}

/* ---- order ---- */

static void permuted_walls_draw_the_same(void **state)
{
    (void)state;
    arena *a = make_arena();
    rng r = {17};
    static uint32_t before[WIDTH * HEIGHT];
    a->s->camera = (r3d_affine_camera){123, 250, 0, 0, 0, 0};
    for (int i = 0; i < 30; i++) {
        add_wall(a, 256 * (i % 8), rng_range(&r, -80, 80), rng_range(&r, -80, 80), i);
    }
    draw(a);
    const r3d_affine_report report = report_of(a);
    for (int i = 1; i < report.order_counts[0]; i++) {
        assert_true(report.orders[0][i - 1].nearness_q8 < report.orders[0][i].nearness_q8);
    }
    memcpy(before, a->pixels, sizeof before);
    for (int i = 29; i > 0; i--) {
        const int32_t j = rng_range(&r, 0, i);
        const r3d_affine_wall swap = a->s->walls[i];
        a->s->walls[i] = a->s->walls[j];
        a->s->walls[j] = swap;
    }
    draw(a);
    assert_memory_equal(before, a->pixels, sizeof before);
    free_arena(a);
}

static void shadows_choose_their_floor_by_a_circle_of_radius_8(void **state)
{
    (void)state;
    arena *a = make_arena();
    make_box(a, 1);
    a->s->camera.pitch_a11 = 200;
    static const int32_t places[4][3] = {{40, 0, 1}, {41, 0, 0}, {37, 38, 1}, {38, 38, 0}};
    for (int i = 0; i < 4; i++) {
        r3d_affine_sprite *sprite = &a->s->sprites[a->s->scene.sprite_count++];
        *sprite =
            (r3d_affine_sprite){places[i][0], places[i][1], 33 * i, a->s->scene.shadows[0], true};
    }
    draw(a);
    const r3d_affine_report report = report_of(a);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(report.shadows[i].floor, places[i][2]);
    }
    /* Heights above the shadow's floor: 0 (below it), 33, 20, 99. */
    assert_int_equal(report.shadows[0].frame, 0);
    assert_int_equal(report.shadows[1].frame, 0);
    assert_int_equal(report.shadows[2].frame, 0);
    assert_int_equal(report.shadows[3].frame, 2);
    free_arena(a);
}

static void projected_points_come_back(void **state)
{
    (void)state;
    rng r = {23};
    for (int i = 0; i < 20000; i++) {
        const bool rolls = i % 2 == 1;
        const r3d_affine_camera camera = {rng_range(&r, 0, 2047),
                                          rng_range(&r, 0, rolls ? 450 : 483),
                                          rolls ? rng_range(&r, 0, 2047) : 0,
                                          rng_range(&r, -1000000, 1000000),
                                          rng_range(&r, -1000000, 1000000),
                                          rng_range(&r, -10000, 10000)};
        const int32_t place[3] = {camera.x_q8 + rng_range(&r, -500000, 500000),
                                  camera.y_q8 + rng_range(&r, -500000, 500000),
                                  rng_range(&r, -10000, 10000)};
        int32_t screen[2];
        int32_t nearness;
        int32_t back[2];
        assert_int_equal(r3d_affine_project(&camera, 240, 160, place, screen, &nearness), R3D_OK);
        assert_int_equal(r3d_affine_unproject(&camera, 240, 160, screen, place[2], back), R3D_OK);
        assert_in_range(back[0] - place[0] + 256, 0, 512);
        assert_in_range(back[1] - place[1] + 256, 0, 512);
    }
}

/* ---- mode hw ---- */

static void hardware_limits_are_errors(void **state)
{
    (void)state;
    arena *a = make_arena();
    scene *s = a->s;
    s->scene.mode = R3D_AFFINE_HW;
    s->camera.pitch_a11 = 256;
    for (int i = 0; i < 129; i++) {
        s->sprites[i] = (r3d_affine_sprite){0, 0, 0, scene_bitmap(s, "disc", 16, 16, i), false};
    }
    memset(a->pixels, 0, sizeof a->pixels);
    s->scene.sprite_count = 129;
    assert_int_equal(r3d_affine_draw(a->context, &s->scene, &s->camera, &a->surface, 0, 0),
                     R3D_ERR_LIMIT);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        assert_int_equal(a->pixels[i], 0);
    }
    s->scene.sprite_count = 128;
    draw(a);
    s->scene.sprite_count = 0;
    /* Two directions are visible at a heading of 0, so are two diagonals: 29 more are too many. */
    for (int i = 0; i < 30; i++) {
        add_wall(a, 1024, 0, 0, 0)->hs = 100 + i;
    }
    s->camera.heading_a11 = 30;
    s->scene.wall_count = 28;
    draw(a);
    assert_int_equal(report_of(a).counters.wall_matrices, 32);
    s->scene.wall_count = 29;
    assert_int_equal(r3d_affine_draw(a->context, &s->scene, &s->camera, &a->surface, 0, 0),
                     R3D_ERR_LIMIT);
    r3d_affine_report report;
    assert_int_equal(r3d_affine_context_get_report(a->context, &report), R3D_ERR_STATE);
    s->scene.wall_count = 1;
    s->walls[0].run = 2;
    assert_int_equal(r3d_affine_draw(a->context, &s->scene, &s->camera, &a->surface, 0, 0),
                     R3D_ERR_STATE);
    s->walls[0].run = 1;
    s->scene.has_seal = true;
    assert_int_equal(r3d_affine_draw(a->context, &s->scene, &s->camera, &a->surface, 0, 0),
                     R3D_ERR_STATE);
    s->scene.has_seal = false;
    s->camera.roll_a11 = 1;
    assert_int_equal(r3d_affine_draw(a->context, &s->scene, &s->camera, &a->surface, 0, 0),
                     R3D_ERR_STATE);
    s->camera.roll_a11 = TURN;
    draw(a);
    s->walls[0].picture = scene_bitmap(s, "noise", 32, 33, 0);
    assert_int_equal(r3d_affine_draw(a->context, &s->scene, &s->camera, &a->surface, 0, 0),
                     R3D_ERR_RANGE);
    free_arena(a);
}

/* An object with y 250 reaches the top rows. */
static void rows_of_objects_go_round(void **state)
{
    (void)state;
    arena *a = make_arena();
    scene *s = a->s;
    r3d_affine_hw_frame_init(&s->hw);
    s->hw.width = WIDTH;
    s->hw.height = HEIGHT;
    s->hw.objects = s->objects;
    s->hw.object_count = 1;
    s->objects[0].picture = scene_bitmap(s, "solid", 16, 16, 0);
    s->objects[0].y = 250;
    s->objects[0].x = 508;
    assert_int_equal(r3d_affine_compose(&s->hw, &a->surface, 0, 0), R3D_OK);
    for (int32_t y = 0; y < HEIGHT; y++) {
        for (int32_t x = 0; x < WIDTH; x++) {
            const bool drawn = a->pixels[y * WIDTH + x] != 0xFF000000;
            assert_int_equal(drawn, y < 10 && x < 12);
        }
    }
    free_arena(a);
}

/* ---- refusals and memory ---- */

static void numbers_out_of_range_are_refused(void **state)
{
    (void)state;
    arena *a = make_arena();
    scene *s = a->s;
    memset(a->pixels, 0, sizeof a->pixels);
    add_wall(a, 0, 0, 0, 0);
#define REFUSED(member, value, expected)                                                           \
    do {                                                                                           \
        const r3d_affine_scene kept = s->scene;                                                    \
        const r3d_affine_camera kept_camera = s->camera;                                           \
        const r3d_affine_wall kept_wall = s->walls[0];                                             \
        member = value;                                                                            \
        assert_int_equal(r3d_affine_draw(a->context, &s->scene, &s->camera, &a->surface, 0, 0),    \
                         expected);                                                                \
        s->scene = kept;                                                                           \
        s->camera = kept_camera;                                                                   \
        s->walls[0] = kept_wall;                                                                   \
    } while (0)
    REFUSED(s->scene.struct_size, 3, R3D_ERR_ARGUMENT);
    REFUSED(s->camera.pitch_a11, 484, R3D_ERR_RANGE);
    REFUSED(s->camera.pitch_a11, -1, R3D_ERR_RANGE);
    REFUSED(s->scene.hs, 15, R3D_ERR_RANGE);
    REFUSED(s->scene.vs, 4097, R3D_ERR_RANGE);
    REFUSED(s->scene.width, 0, R3D_ERR_RANGE);
    REFUSED(s->scene.width, 4097, R3D_ERR_RANGE);
    REFUSED(s->scene.walls, NULL, R3D_ERR_ARGUMENT);
    REFUSED(s->walls[0].picture.width, 0, R3D_ERR_ARGUMENT);
    REFUSED(s->walls[0].picture.indices, NULL, R3D_ERR_ARGUMENT);
    REFUSED(s->walls[0].run, -1, R3D_ERR_RANGE);
    REFUSED(s->walls[0].run, INT32_MAX, R3D_ERR_RANGE);
    REFUSED(s->walls[0].hs, 8, R3D_ERR_RANGE);
    REFUSED(s->walls[0].x, 40000, R3D_ERR_RANGE);
    REFUSED(s->walls[0].has_tangent, true, R3D_ERR_RANGE);
    REFUSED(s->scene.cycle_count, 3, R3D_ERR_RANGE);
    REFUSED(s->scene.cycle_count, 1, R3D_ERR_RANGE);
    REFUSED(s->scene.time_ms, INT64_MAX, R3D_ERR_RANGE);
    REFUSED(s->scene.wall_count, 1 << 20, R3D_ERR_LIMIT);
#undef REFUSED
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        assert_int_equal(a->pixels[i], 0);
    }
    free_arena(a);
}

/* Only pixels inside the clip rectangle change, and they are those of the whole picture. */
static void clip_rectangles_cut_the_picture(void **state)
{
    (void)state;
    static uint32_t whole[WIDTH * HEIGHT];
    for (int mode = 0; mode < 3; mode++) {
        arena *a = make_arena();
        make_box(a, 2);
        a->s->camera = (r3d_affine_camera){100, 200, 0, 0, 0, 3000};
        a->s->scene.mode = mode == 1 ? R3D_AFFINE_HW : R3D_AFFINE_FREE;
        a->s->scene.has_seal = mode == 2;
        for (int w = 0; w < a->s->scene.wall_count; w++) {
            a->s->walls[w].picture = scene_bitmap(a->s, "brick", 16, 32, w);
        }
        draw(a);
        memcpy(whole, a->pixels, sizeof whole);
        memset(a->pixels, 0, sizeof a->pixels);
        r3d_surface_set_clip(&a->surface, 11, 7, 60, 50);
        assert_int_equal(
            r3d_affine_draw(a->context, &a->s->scene, &a->s->camera, &a->surface, -5, 3), R3D_OK);
        for (int32_t y = 0; y < HEIGHT; y++) {
            for (int32_t x = 0; x < WIDTH; x++) {
                const bool inside = x >= 11 && x < 60 && y >= 7 && y < 50;
                const uint32_t expected = inside ? whole[(y - 3) * WIDTH + x + 5] : 0;
                assert_int_equal(a->pixels[y * WIDTH + x], expected);
            }
        }
        free_arena(a);
    }
}

static void failing_allocations_leave_nothing_behind(void **state)
{
    (void)state;
    for (int32_t n = 0;; n++) {
        counting_allocator c = {.fail_at = (size_t)n + 1};
        const r3d_allocator hooks = counting_hooks(&c);
        r3d_affine_context_desc desc;
        r3d_affine_context_desc_init(&desc);
        desc.allocator = &hooks;
        r3d_affine_context *context = NULL;
        const r3d_result result = r3d_affine_context_create(&desc, &context);
        r3d_affine_context_destroy(context);
        assert_int_equal(c.live, 0);
        if (result == R3D_OK) {
            assert_true(n > 5);
            break;
        }
        assert_int_equal(result, R3D_ERR_MEMORY);
        assert_null(context);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sine_equals_the_table),
        cmocka_unit_test(pairs_are_hidden_at_eight_headings),
        cmocka_unit_test(a_thousand_walls_need_four_matrices),
        cmocka_unit_test(culling_changes_no_pixel),
        cmocka_unit_test(a_sealed_box_has_no_hole),
        cmocka_unit_test(permuted_walls_draw_the_same),
        cmocka_unit_test(shadows_choose_their_floor_by_a_circle_of_radius_8),
        cmocka_unit_test(projected_points_come_back),
        cmocka_unit_test(hardware_limits_are_errors),
        cmocka_unit_test(rows_of_objects_go_round),
        cmocka_unit_test(numbers_out_of_range_are_refused),
        cmocka_unit_test(clip_rectangles_cut_the_picture),
        cmocka_unit_test(failing_allocations_leave_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
