/* SPDX-License-Identifier: MIT */
/* What spec layers section 17 asks for beside the references. */

#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "../../src/layers/layers_internal.h"
#include "rng.h"

#include <retro3d/layers_film.h>
#include "layers_test.h"

static int32_t nearest_255(int32_t n)
{
    return (2 * n + 255) / (2 * 255);
}

static void products_of_channels_are_exact(void **state)
{
    (void)state;
    for (int32_t x = 0; x < 256; x++) {
        for (int32_t y = 0; y < 256; y++) {
            assert_int_equal(r3d_priv_mul8(x, y), nearest_255(x * y));
            assert_int_equal(r3d_priv_d255(x * y), nearest_255(x * y));
        }
    }
}

static r3d_layers_stage constant_stage(r3d_layers_op op, int32_t value)
{
    r3d_layers_stage stage;
    r3d_layers_stage_init(&stage);
    stage.op = op;
    stage.a = R3D_LAYERS_CONSTANT;
    for (int i = 0; i < 4; i++) {
        stage.constant[i] = (uint8_t)value;
    }
    return stage;
}

static void run(const r3d_layers_stage *stages, int32_t count, const int32_t diffuse[4],
                int32_t out[4])
{
    r3d_layers_stack stack;
    r3d_priv_layers_input input;
    memset(&input, 0, sizeof input);
    memcpy(input.diffuse, diffuse, sizeof input.diffuse);
    assert_int_equal(r3d_layers_stack_prepare(stages, count, &stack), R3D_OK);
    r3d_priv_layers_run(&stack, &input, 0, out);
}

/* a over b by k, for steps of 5 and the corners; k = 0 and 255 are exact. */
static void blend_is_exact(void **state)
{
    (void)state;
    static const int32_t corners[6] = {0, 1, 127, 128, 254, 255};
    for (int32_t k = 0; k < 58; k++) {
        const int32_t factor = k < 52 ? 5 * k : corners[k - 52];
        for (int32_t a = 0; a <= 255; a += 5) {
            for (int32_t b = 0; b <= 255; b += 5) {
                r3d_layers_stage stage = constant_stage(R3D_LAYERS_BLEND, a);
                stage.b = R3D_LAYERS_DIFFUSE;
                stage.k = R3D_LAYERS_DIFFUSE_ALPHA;
                const int32_t diffuse[4] = {b, b, b, factor};
                int32_t out[4];
                run(&stage, 1, diffuse, out);
                assert_int_equal(out[0], nearest_255(a * factor + b * (255 - factor)));
                assert_true(factor != 0 || out[0] == b);
                assert_true(factor != 255 || out[0] == a);
            }
        }
    }
}

/* Each operation for all pairs of channels against its formula. */
static void operations_equal_their_formulas(void **state)
{
    (void)state;
    for (int32_t a = 0; a < 256; a++) {
        for (int32_t b = 0; b < 256; b++) {
            const int32_t expected[10] = {a,
                                          nearest_255(a * b),
                                          nearest_255(2 * a * b),
                                          nearest_255(4 * a * b),
                                          a + b,
                                          a + b - 128,
                                          2 * (a + b - 128),
                                          a + b - nearest_255(a * b),
                                          a - b,
                                          -1};
            for (int op = R3D_LAYERS_REPLACE; op <= R3D_LAYERS_SUBTRACT; op++) {
                const r3d_layers_stage stage = constant_stage((r3d_layers_op)op, a);
                const int32_t diffuse[4] = {b, b, b, 200};
                int32_t out[4];
                run(&stage, 1, diffuse, out);
                const int32_t want = expected[op] < 0 ? 0 : expected[op] > 255 ? 255 : expected[op];
                assert_int_equal(out[1], want);
                assert_int_equal(out[3], 200);
            }
        }
    }
}

static void stages_that_cannot_be_are_refused(void **state)
{
    (void)state;
    r3d_layers_stage stages[9];
    for (int i = 0; i < 9; i++) {
        stages[i] = constant_stage(R3D_LAYERS_ADD, 1);
    }
    r3d_layers_stack stack;
    assert_int_equal(r3d_layers_stack_prepare(stages, 8, &stack), R3D_OK);
    assert_int_equal(r3d_layers_stack_prepare(stages, 9, &stack), R3D_ERR_LIMIT);
    assert_int_equal(r3d_layers_stack_prepare(NULL, 1, &stack), R3D_ERR_ARGUMENT);
    stages[0].op = (r3d_layers_op)14;
    assert_int_equal(r3d_layers_stack_prepare(stages, 1, &stack), R3D_ERR_RANGE);
    stages[0] = constant_stage(R3D_LAYERS_BLEND, 1);
    assert_int_equal(r3d_layers_stack_prepare(stages, 1, &stack), R3D_ERR_ARGUMENT);
    r3d_layers_stage_init(&stages[0]); /* reads a texel without a texture */
    assert_int_equal(r3d_layers_stack_prepare(stages, 1, &stack), R3D_ERR_ARGUMENT);
    static const uint32_t texels[16];
    stages[0].texture = (r3d_layers_texture){texels, 3, 1};
    assert_int_equal(r3d_layers_stack_prepare(stages, 1, &stack), R3D_ERR_RANGE);
    stages[0].texture = (r3d_layers_texture){texels, 4, 1};
    assert_int_equal(r3d_layers_stack_prepare(stages, 1, &stack), R3D_OK);
    stages[0].mip = R3D_LAYERS_MIP_LINEAR;
    stages[0].mip_depth_q16 = 1;
    assert_int_equal(r3d_layers_stack_prepare(stages, 1, &stack), R3D_ERR_RANGE);
    stages[0].mip = R3D_LAYERS_MIP_NONE;
    stages[0].matrix_q16[2] = R3D_LAYERS_MATRIX_MAX;
    assert_int_equal(r3d_layers_stack_prepare(stages, 1, &stack), R3D_ERR_RANGE);
}

/* ---- coverage ---- */

/* Fans round a point: each pixel of the union once. */
static void fans_cover_each_pixel_once(void **state)
{
    (void)state;
    rng r = {31};
    static uint8_t covered[HEIGHT][WIDTH];
    for (int fan = 0; fan < 3000; fan++) {
        memset(covered, 0, sizeof covered);
        const int32_t count = rng_range(&r, 3, 9);
        r3d_perspective_corner ring[9];
        const r3d_perspective_corner center = {rng_range(&r, 500, 900), rng_range(&r, 400, 700),
                                               65536};
        /* Corners of a convex ring in order: on a circle, rounded to 1/16 pixel. */
        static const int32_t x[9] = {512, 392, 88, -256, -481, -481, -256, 88, 392};
        static const int32_t y[9] = {0, 329, 504, 443, 175, -175, -443, -504, -329};
        for (int32_t i = 0; i < count; i++) {
            const int32_t at = i * 9 / count;
            ring[i] = (r3d_perspective_corner){700 + x[at] + rng_range(&r, -20, 20),
                                               560 + y[at] + rng_range(&r, -20, 20), 65536};
        }
        for (int32_t i = 0; i < count; i++) {
            const r3d_perspective_corner corners[3] = {center, ring[i], ring[(i + 1) % count]};
            r3d_perspective_triangle triangle;
            if (!r3d_perspective_triangle_init(&triangle, corners, R3D_PERSPECTIVE_CULL_NONE)) {
                continue;
            }
            for (int32_t row = 0; row < HEIGHT; row++) {
                int32_t first;
                const int32_t n = r3d_perspective_triangle_run(&triangle, row, 0, WIDTH, &first);
                for (int32_t k = 0; k < n; k++) {
                    covered[row][first + k]++;
                }
            }
        }
        for (int32_t row = 0; row < HEIGHT; row++) {
            int32_t changes = 0;
            for (int32_t column = 0; column < WIDTH; column++) {
                assert_in_range(covered[row][column], 0, 1);
                changes += column > 0 && covered[row][column] != covered[row][column - 1] ? 1 : 0;
            }
            /* The ring is nearly convex: a row has one run, or two where a corner is dented. */
            assert_in_range(changes, 0, 4);
        }
    }
}

static void weights_sum_to_one_wherever_spans_are_cut(void **state)
{
    (void)state;
    rng r = {41};
    for (int i = 0; i < 3000; i++) {
        r3d_perspective_corner corners[3];
        for (int k = 0; k < 3; k++) {
            corners[k] =
                (r3d_perspective_corner){rng_range(&r, -2000, 4000), rng_range(&r, -2000, 4000),
                                         4096 << rng_range(&r, 0, 15)};
        }
        r3d_perspective_triangle triangle;
        if (!r3d_perspective_triangle_init(&triangle, corners, R3D_PERSPECTIVE_CULL_NONE)) {
            continue;
        }
        const int32_t row = rng_range(&r, 0, HEIGHT - 1);
        int32_t first;
        const int32_t n = r3d_perspective_triangle_run(&triangle, row, 0, WIDTH, &first);
        r3d_perspective_weights whole[WIDTH];
        r3d_perspective_triangle_weigh(&triangle, row, first, n, whole);
        for (int32_t k = 0; k < n; k++) {
            r3d_perspective_weights one;
            r3d_perspective_triangle_weigh(&triangle, row, first + k, 1, &one);
            assert_memory_equal(&one, &whole[k], sizeof one);
            assert_int_equal((int64_t)one.b0 + one.b1 + one.b2, R3D_PERSPECTIVE_ONE_WEIGHT);
            assert_true(one.b0 >= 0 && one.b1 >= 0 && one.b2 >= 0);
            const int32_t depth = r3d_perspective_mix(corners[0].depth_q16, corners[1].depth_q16,
                                                      corners[2].depth_q16, &one);
            assert_true(depth >= R3D_PERSPECTIVE_NEAR_MIN_Q16 - 1);
        }
    }
}

/* What an earlier frame left in the depth never reaches particles. */
static void poisoned_depth_reaches_no_particle(void **state)
{
    (void)state;
    canvas *c = make_canvas();
    const uint8_t rgb[3] = {200, 100, 50};
    static uint32_t fresh[WIDTH * HEIGHT];
    for (int poisoned = 0; poisoned < 2; poisoned++) {
        assert_int_equal(r3d_layers_target_begin(c->target, &c->surface, 0, 0), R3D_OK);
        r3d_layers_buffers b;
        r3d_layers_target_get_buffers(c->target, &b);
        for (int32_t i = 0; i < WIDTH * HEIGHT && poisoned != 0; i++) {
            b.depth_q16[i] = 0;
        }
        for (int32_t i = 0; i < 8; i++) {
            assert_int_equal(r3d_layers_draw_particle(c->target, 10 * i, 8 * i, 9 + i, rgb),
                             R3D_OK);
        }
        if (poisoned == 0) {
            memcpy(fresh, c->pixels, sizeof fresh);
        }
    }
    assert_memory_equal(fresh, c->pixels, sizeof fresh);
    free_canvas(c);
}

static void shadows_darken_once(void **state)
{
    (void)state;
    canvas *c = make_canvas();
    assert_int_equal(r3d_layers_target_begin(c->target, &c->surface, 0x808080, 0), R3D_OK);
    const int32_t x[2][3] = {{0, 60, 0}, {0, 60, 60}};
    const int32_t y[2][3] = {{0, 0, 60}, {0, 0, 60}};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(r3d_layers_mark_triangle(c->target, x[i], y[i]), R3D_OK);
    }
    assert_int_equal(r3d_layers_darken(c->target, 100), R3D_OK);
    const uint32_t dark = 0xFF000000 | (uint32_t)nearest_255(128 * 155) * 0x010101u;
    int32_t count = 0;
    for (int32_t i = 0; i < WIDTH * HEIGHT; i++) {
        assert_true(c->pixels[i] == dark || c->pixels[i] == 0xFF808080);
        count += c->pixels[i] == dark ? 1 : 0;
    }
    assert_true(count > 60 * 60 / 2);
    /* The marks are gone: nothing more is darkened. */
    static uint32_t once[WIDTH * HEIGHT];
    memcpy(once, c->pixels, sizeof once);
    assert_int_equal(r3d_layers_darken(c->target, 100), R3D_OK);
    assert_memory_equal(once, c->pixels, sizeof once);
    free_canvas(c);
}

static void targets_are_begun_and_cleared_first(void **state)
{
    (void)state;
    canvas *c = make_canvas();
    const uint8_t rgb[3] = {1, 2, 3};
    r3d_layers_quad quad;
    memset(&quad, 0, sizeof quad);
    assert_int_equal(r3d_layers_draw_quad(c->target, &quad, 0), R3D_ERR_STATE);
    assert_int_equal(r3d_layers_draw_particle(c->target, 0, 0, 1, rgb), R3D_ERR_STATE);
    assert_int_equal(r3d_layers_fade(c->target, 0), R3D_ERR_STATE);
    assert_int_equal(r3d_layers_darken(c->target, 0), R3D_ERR_STATE);
    assert_int_equal(r3d_layers_target_begin(c->target, &c->surface, 0, R3D_LAYERS_KEEP_DEPTH),
                     R3D_ERR_STATE);
    assert_int_equal(r3d_layers_target_begin(c->target, &c->surface, 0, 0), R3D_OK);
    assert_int_equal(r3d_layers_target_begin(c->target, &c->surface, 0, R3D_LAYERS_KEEP_DEPTH),
                     R3D_OK);
    free_canvas(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_of_channels_are_exact),
        cmocka_unit_test(blend_is_exact),
        cmocka_unit_test(operations_equal_their_formulas),
        cmocka_unit_test(stages_that_cannot_be_are_refused),
        cmocka_unit_test(fans_cover_each_pixel_once),
        cmocka_unit_test(weights_sum_to_one_wherever_spans_are_cut),
        cmocka_unit_test(poisoned_depth_reaches_no_particle),
        cmocka_unit_test(shadows_darken_once),
        cmocka_unit_test(targets_are_begun_and_cleared_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
