/* SPDX-License-Identifier: MIT */
/* The integer roots against the formulas in double arithmetic. The static library exports the
 * internal functions; with a shared one they are reached through bounds instead. */

#include <math.h>

#include "support.h"

/* The bounds of one vertex (x, y, 0) and the formulas of spec rs2-model section 2. */
static void check_bounds(int32_t x, int32_t y, int32_t z)
{
    arrays a = arrays_make(1, 0, 0);
    arrays_set_vertex(&a, 0, x, y, z);
    r3d_mesh *mesh = arrays_create(&a);
    r3d_mesh_view view;
    int32_t squared = r3d_i32_add(r3d_i32_mul(x, x), r3d_i32_mul(z, z));
    squared = squared > 0 ? squared : 0;
    int32_t up = y < 0 ? r3d_i32_neg(y) : 0;
    up = up > 0 ? up : 0;

    assert_int_equal(r3d_mesh_set_bounds(mesh, R3D_BOUNDS_CYLINDER), R3D_OK);
    r3d_mesh_get_view(mesh, &view);
    int32_t radius = (int32_t)(sqrt((double)squared) + 0.99);
    assert_int_equal(view.bounds.radius, radius);
    int32_t sum = r3d_i32_add(r3d_i32_mul(radius, radius), r3d_i32_mul(up, up));
    assert_int_equal(view.bounds.min_depth, sum < 0 ? 0 : (int32_t)(sqrt((double)sum) + 0.99));

    assert_int_equal(r3d_mesh_set_bounds(mesh, R3D_BOUNDS_BOX), R3D_OK);
    r3d_mesh_get_view(mesh, &view);
    radius = (int32_t)sqrt((double)squared);
    assert_int_equal(view.bounds.radius, radius);
    sum = r3d_i32_add(r3d_i32_mul(radius, radius), r3d_i32_mul(up, up));
    assert_int_equal(view.bounds.min_depth, sum < 0 ? 0 : (int32_t)sqrt((double)sum));
    r3d_mesh_destroy(mesh);
    arrays_free(&a);
}

static void roots_next_to_every_square_equal_double_arithmetic(void **state)
{
    (void)state;
    /* min_depth is the root of radius^2 + up^2: with up 0 and radius r the argument is r^2; every
     * other argument near a square comes from x^2 + z^2 with z 1. */
    for (int32_t r = 0; r <= 46340; r += 1 + r / 4096) {
        check_bounds(r, 0, 0);
        check_bounds(r, -1, 1);
    }
    check_bounds(46340, 0, 303); /* the largest sum below 2^31 that ends near a square */
    check_bounds(46341, 0, 0);   /* wraps to a negative sum */
    check_bounds(INT32_MIN, INT32_MIN, 1);
    check_bounds(INT32_MAX, INT32_MAX, INT32_MAX);
}

static void roots_of_random_numbers_equal_double_arithmetic(void **state)
{
    (void)state;
    rng r = {12345};
    for (int i = 0; i < 300000; i++) {
        int32_t size = INT32_C(1) << rng_range(&r, 1, 16);
        check_bounds(rng_range(&r, -size, size), rng_range(&r, -size, size),
                     rng_range(&r, -size, size));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(roots_next_to_every_square_equal_double_arithmetic),
        cmocka_unit_test(roots_of_random_numbers_equal_double_arithmetic),
    };
    return cmocka_run_group_tests_name("model roots", tests, NULL, NULL);
}
