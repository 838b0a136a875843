/* SPDX-License-Identifier: MIT */
// Bounds, masks, settings and paint modes. Spec golden section 11, item 4, and
// sections 2.2, 2.6, 4.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <retro3d/diff.h>

#include "scenes.h"

enum { WIDTH = 100, HEIGHT = 80 };

typedef struct pair {
    uint32_t expected[WIDTH * HEIGHT];
    uint32_t actual[WIDTH * HEIGHT];
    r3d_picture_view ev;
    r3d_picture_view av;
} pair;

static pair *make_pair(void)
{
    pair *p = malloc(sizeof *p);
    assert_non_null(p);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        p->expected[i] = 0xff808080u;
        p->actual[i] = 0xff808080u;
    }
    r3d_diff_view_xrgb32(p->expected, WIDTH, HEIGHT, 0, &p->ev);
    r3d_diff_view_xrgb32(p->actual, WIDTH, HEIGHT, 0, &p->av);
    return p;
}

static void differ_at(pair *p, int x, int y, int delta)
{
    p->actual[y * WIDTH + x] = 0xff808080u + (uint32_t)delta;
}

static r3d_result try_compare(const pair *p, const r3d_diff_options *options,
                              r3d_diff_result *result, r3d_error *error)
{
    r3d_diff_effective effective;
    r3d_diff_effective_init(&effective);
    r3d_diff_effective_merge(&effective, options, R3D_DIFF_FROM_CALL);
    return r3d_diff_compare(&p->ev, &p->av, &effective, NULL, result, error);
}

static r3d_diff_verdict verdict_of(const pair *p, const r3d_diff_options *options)
{
    r3d_diff_result result;
    r3d_error error;
    if (try_compare(p, options, &result, &error) != R3D_OK) {
        fail_msg("%s", error.message);
    }
    r3d_diff_verdict verdict = result.verdict;
    r3d_diff_result_free(&result);
    return verdict;
}

static void each_bound_passes_when_just_met_and_fails_when_just_missed(void **state)
{
    (void)state;
    pair *p = make_pair();
    // Three mismatches in one cluster, one far away; the largest delta is 9.
    differ_at(p, 10, 10, 2);
    differ_at(p, 12, 10, 3);
    differ_at(p, 10, 13, 9);
    differ_at(p, 90, 70, 1);
    r3d_diff_options o;
    for (int miss = 0; miss <= 1; miss++) {
        r3d_diff_verdict want = miss ? R3D_DIFF_DIFFERENT : R3D_DIFF_WITHIN;
        r3d_diff_options_init(&o);
        o.max_pixels = 4 - miss;
        assert_int_equal(verdict_of(p, &o), want);
        r3d_diff_options_init(&o);
        o.max_ratio = (4.0 - 0.5 * miss) / (WIDTH * HEIGHT);
        assert_int_equal(verdict_of(p, &o), want);
        r3d_diff_options_init(&o);
        o.max_cluster = 3 - miss;
        assert_int_equal(verdict_of(p, &o), want);
        r3d_diff_options_init(&o);
        o.max_pixels = 100;
        o.max_delta = 9 - miss;
        assert_int_equal(verdict_of(p, &o), want);
        r3d_diff_options_init(&o);
        o.window_size = 4;
        o.window_count = 3 - miss;
        assert_int_equal(verdict_of(p, &o), want);
        // A window of 3 does not hold rows 10 and 13 at once.
        r3d_diff_options_init(&o);
        o.window_size = 3;
        o.window_count = 2 - miss;
        assert_int_equal(verdict_of(p, &o), want);
        // Every given bound must hold.
        r3d_diff_options_init(&o);
        o.max_ratio = 0.5;
        o.max_cluster = 3 - miss;
        assert_int_equal(verdict_of(p, &o), want);
        r3d_diff_options_init(&o);
        o.metric = R3D_DIFF_TOLERANCE;
        o.tolerance[2] = 9 - miss;
        assert_int_equal(verdict_of(p, &o), miss ? R3D_DIFF_DIFFERENT : R3D_DIFF_WITHIN);
    }
    free(p);
}

static void equal_pictures_pass_whatever_the_bounds(void **state)
{
    (void)state;
    pair *p = make_pair();
    r3d_diff_options o;
    r3d_diff_options_init(&o);
    o.max_pixels = 5;
    o.max_ratio = 0.25;
    o.max_cluster = 7;
    o.max_delta = 3;
    o.window_size = 8;
    o.window_count = 2;
    assert_int_equal(verdict_of(p, &o), R3D_DIFF_EQUAL);
    free(p);
}

static void a_bound_of_zero_can_be_given(void **state)
{
    (void)state;
    pair *p = make_pair();
    differ_at(p, 5, 5, 1);
    r3d_diff_options suite;
    r3d_diff_options call;
    r3d_diff_effective effective;
    r3d_diff_result result;
    r3d_diff_options_init(&suite);
    suite.max_pixels = 10;
    suite.threshold = 0.3;
    r3d_diff_options_init(&call);
    call.given = 1u << R3D_DIFF_SET_MAX_PIXELS;
    r3d_diff_effective_init(&effective);
    r3d_diff_effective_merge(&effective, &suite, R3D_DIFF_FROM_SUITE);
    assert_int_equal(r3d_diff_compare(&p->ev, &p->av, &effective, NULL, &result, NULL), R3D_OK);
    assert_int_equal(result.verdict, R3D_DIFF_WITHIN);
    r3d_diff_result_free(&result);
    r3d_diff_effective_merge(&effective, &call, R3D_DIFF_FROM_CALL);
    assert_int_equal(r3d_diff_compare(&p->ev, &p->av, &effective, NULL, &result, NULL), R3D_OK);
    assert_int_equal(result.verdict, R3D_DIFF_DIFFERENT);
    assert_int_equal(result.effective.origin[R3D_DIFF_SET_MAX_PIXELS], R3D_DIFF_FROM_CALL);
    assert_int_equal(result.effective.origin[R3D_DIFF_SET_THRESHOLD], R3D_DIFF_FROM_SUITE);
    assert_int_equal(result.effective.origin[R3D_DIFF_SET_MAX_DELTA], R3D_DIFF_FROM_DEFAULT);
    r3d_diff_result_free(&result);
    free(p);
}

static void the_window_maximum_equals_a_count_of_every_window(void **state)
{
    (void)state;
    uint32_t seed = 99;
    for (int round = 0; round < 60; round++) {
        pair *p = make_pair();
        int count = (int)(scene_random(&seed) % 400u);
        for (int i = 0; i < count; i++) {
            differ_at(p, (int)(scene_random(&seed) % WIDTH), (int)(scene_random(&seed) % HEIGHT),
                      1);
        }
        int side = 1 + (int)(scene_random(&seed) % 120u);
        int64_t best = 0;
        int columns = side < WIDTH ? side : WIDTH;
        int rows = side < HEIGHT ? side : HEIGHT;
        for (int y = 0; y + rows <= HEIGHT; y += 1) {
            for (int x = 0; x + columns <= WIDTH; x++) {
                int64_t sum = 0;
                for (int k = 0; k < rows * columns; k++) {
                    sum += p->actual[(y + k / columns) * WIDTH + x + k % columns] != 0xff808080u;
                }
                best = sum > best ? sum : best;
            }
        }
        r3d_diff_options o;
        r3d_diff_result result;
        r3d_diff_options_init(&o);
        o.window_size = side;
        o.window_count = best;
        assert_int_equal(try_compare(p, &o, &result, NULL), R3D_OK);
        assert_int_equal(result.window_max, best);
        assert_true(r3d_diff_passed(&result));
        r3d_diff_result_free(&result);
        free(p);
    }
}

static void rectangles_limit_and_exclude_also_from_the_right_and_bottom(void **state)
{
    (void)state;
    pair *p = make_pair();
    differ_at(p, WIDTH - 1, HEIGHT - 1, 5);
    differ_at(p, 20, 30, 5);
    r3d_diff_options o;
    r3d_diff_result result;
    r3d_diff_rect corner = {-1, -1, 1, 1};
    r3d_diff_rect middle = {20, 30, 1, 1};
    r3d_diff_rect both[2] = {{-1, -1, 9, 9}, {20, 30, 1, 1}};
    r3d_diff_options_init(&o);
    o.ignore = &corner;
    o.ignore_count = 1;
    assert_int_equal(try_compare(p, &o, &result, NULL), R3D_OK);
    assert_int_equal(result.mismatches, 1);
    assert_int_equal(result.masked, 1);
    assert_int_equal(result.compared, WIDTH * HEIGHT - 1);
    assert_int_equal(result.mask_needed, 1);
    r3d_diff_result_free(&result);
    o.ignore = both;
    o.ignore_count = 2;
    assert_int_equal(verdict_of(p, &o), R3D_DIFF_WITHIN);
    r3d_diff_options_init(&o);
    o.include = &middle;
    o.include_count = 1;
    assert_int_equal(try_compare(p, &o, &result, NULL), R3D_OK);
    assert_int_equal(result.compared, 1);
    assert_int_equal(result.mismatches, 1);
    r3d_diff_result_free(&result);
    // Included and ignored again: nothing is left, which is an error.
    r3d_error error;
    o.ignore = &middle;
    o.ignore_count = 1;
    assert_int_equal(try_compare(p, &o, &result, &error), R3D_ERR_RANGE);
    assert_non_null(strstr(error.message, "cover every pixel"));
    // Far to the left, but long enough to reach all but the last column and row.
    r3d_diff_rect huge = {INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX};
    r3d_diff_options_init(&o);
    o.ignore = &huge;
    o.ignore_count = 1;
    assert_int_equal(try_compare(p, &o, &result, NULL), R3D_OK);
    assert_int_equal(result.masked, (WIDTH - 1) * (HEIGHT - 1));
    r3d_diff_result_free(&result);
    r3d_diff_rect empty = {0, 0, 0, 1};
    o.ignore = &empty;
    assert_int_equal(try_compare(p, &o, &result, &error), R3D_ERR_RANGE);
    free(p);
}

static void a_painted_mask_compares_black_tolerates_grey_and_ignores_the_rest(void **state)
{
    (void)state;
    pair *p = make_pair();
    uint32_t *mask = calloc(WIDTH * HEIGHT, sizeof *mask);
    r3d_picture_view mask_view = {mask, WIDTH * 4, WIDTH, HEIGHT, R3D_LAYOUT_ARGB32};
    static const struct {
        uint32_t argb;
        int delta;
        bool mismatch;
    } cases[] = {
        {0x00ffffffu, 1, true},                               // alpha 0 compares
        {0xff000000u, 1, true},                               // black compares
        {0xff050505u, 5, false},                              // tolerance 5
        {0xff050505u, 6, true},    {0x80010101u, 2, true},    // any alpha but 0 is the same
        {0xfffefefeu, 100, false}, {0xffffffffu, 100, false}, // white ignores
        {0xff000001u, 100, false},                            // so does any colour
        {0xffff0000u, 100, false},
    };
    int mismatches = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int x = (int)i * 11;
        mask[40 * WIDTH + x] = cases[i].argb;
        differ_at(p, x, 40, cases[i].delta);
        mismatches += cases[i].mismatch ? 1 : 0;
    }
    r3d_diff_options o;
    r3d_diff_result result;
    r3d_diff_options_init(&o);
    o.mask = &mask_view;
    assert_int_equal(try_compare(p, &o, &result, NULL), R3D_OK);
    assert_int_equal(result.mismatches, mismatches);
    assert_int_equal(result.masked, 3);
    for (int32_t i = 0; i < result.first_count; i++) {
        assert_true(cases[result.first[i].x / 11].mismatch);
    }
    r3d_diff_result_free(&result);
    mask_view.width = WIDTH - 1;
    assert_int_equal(try_compare(p, &o, &result, NULL), R3D_ERR_RANGE);
    free(mask);
    free(p);
}

static uint32_t rgb_at(const r3d_diff_canvas *c, int x, int y)
{
    const uint8_t *p = c->pixels + ((size_t)y * (size_t)c->width + (size_t)x) * 3;
    return (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
}

static void the_paint_modes_color_as_stated(void **state)
{
    (void)state;
    pair *p = make_pair();
    differ_at(p, 10, 40, 1);    // brighter by 1 in blue
    differ_at(p, 50, 40, -128); // darker
    p->actual[40 * WIDTH + 80] = 0xff80ff80u;
    static const struct {
        r3d_diff_paint paint;
        uint32_t brighter;
        uint32_t darker;
        uint32_t green;
    } cases[] = {{R3D_DIFF_PAINT_RED, 0xff0000, 0xff0000, 0xff0000},
                 {R3D_DIFF_PAINT_SIGN, 0xff0000, 0x0060ff, 0xff0000},
                 // Green 208 * (255 - delta) / 254.
                 {R3D_DIFF_PAINT_HEAT, 0xffd000, 0xff6800, 0xff6900},
                 {R3D_DIFF_PAINT_ABS, 0x000008, 0x0000ff, 0x00ff00}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        r3d_diff_options o;
        r3d_diff_result result;
        r3d_diff_canvas canvas;
        r3d_diff_options_init(&o);
        o.paint = cases[i].paint;
        o.no_rings = true;
        assert_int_equal(try_compare(p, &o, &result, NULL), R3D_OK);
        assert_int_equal(r3d_diff_render_diff(&result, &p->ev, &p->av, NULL, &canvas), R3D_OK);
        assert_int_equal(rgb_at(&canvas, 10, 40), cases[i].brighter);
        assert_int_equal(rgb_at(&canvas, 50, 40), cases[i].darker);
        assert_int_equal(rgb_at(&canvas, 80, 40), cases[i].green);
        // Luma 128: light grey 192 + 32.
        assert_int_equal(rgb_at(&canvas, 0, 0), 0xe0e0e0);
        r3d_diff_canvas_free(&canvas);
        r3d_diff_result_free(&result);
    }
    r3d_diff_options o;
    r3d_diff_result result;
    r3d_diff_canvas canvas;
    r3d_diff_rect rect = {0, 0, 20, 20};
    r3d_diff_options_init(&o);
    o.dim = R3D_DIFF_DIM_DARK;
    o.ignore = &rect;
    o.ignore_count = 1;
    assert_int_equal(try_compare(p, &o, &result, NULL), R3D_OK);
    assert_int_equal(r3d_diff_render_diff(&result, &p->ev, &p->av, NULL, &canvas), R3D_OK);
    for (int i = 0; i < 20 * 20; i++) {
        uint32_t want = (i % 20 + i / 20) % 8 < 2 ? 0x4080ffu : 0x202020u;
        assert_int_equal(rgb_at(&canvas, i % 20, i / 20), want);
    }
    r3d_diff_canvas_free(&canvas);
    r3d_diff_result_free(&result);
    free(p);
}

static void stopping_at_the_first_mismatch_keeps_the_verdict(void **state)
{
    (void)state;
    pair *p = make_pair();
    differ_at(p, 3, 3, 1);
    differ_at(p, 3, 60, 1);
    r3d_diff_options o;
    r3d_diff_result result;
    r3d_diff_options_init(&o);
    o.first_only = true;
    assert_int_equal(try_compare(p, &o, &result, NULL), R3D_OK);
    assert_int_equal(result.verdict, R3D_DIFF_DIFFERENT);
    assert_int_equal(result.mismatches, 1);
    r3d_diff_result_free(&result);
    o.max_pixels = 1;
    assert_int_equal(try_compare(p, &o, &result, NULL), R3D_OK);
    assert_int_equal(result.verdict, R3D_DIFF_DIFFERENT);
    assert_int_equal(result.mismatches, 2);
    r3d_diff_result_free(&result);
    free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_bound_passes_when_just_met_and_fails_when_just_missed),
        cmocka_unit_test(equal_pictures_pass_whatever_the_bounds),
        cmocka_unit_test(a_bound_of_zero_can_be_given),
        cmocka_unit_test(the_window_maximum_equals_a_count_of_every_window),
        cmocka_unit_test(rectangles_limit_and_exclude_also_from_the_right_and_bottom),
        cmocka_unit_test(a_painted_mask_compares_black_tolerates_grey_and_ignores_the_rest),
        cmocka_unit_test(the_paint_modes_color_as_stated),
        cmocka_unit_test(stopping_at_the_first_mismatch_keeps_the_verdict),
    };
    return cmocka_run_group_tests_name("diff bounds", tests, NULL, NULL);
}
