/* SPDX-License-Identifier: MIT */

#include "cmocka_all.h"

#include <math.h>
#include <stdlib.h>

#include <retro3d/fixed.h>

#include "listing.h"
#include "rng.h"

static void angle_numbers_equal_the_reference_listing(void **state)
{
    (void)state;
    listing list = listing_open("golden/raster/tables/rot_sincos.txt");
    int count = 0;
    while (listing_next(&list)) {
        r3d_fx16 sine;
        r3d_fx16 cosine;
        r3d_sincos_angle_326(atoi(list.words[0]), &sine, &cosine);
        assert_int_equal(sine, atoi(list.words[1]));
        assert_int_equal(cosine, atoi(list.words[2]));
        count++;
    }
    listing_close(&list);
    assert_int_equal(count, 2048);
}

static void check_radians(double radians)
{
    r3d_fx16 sine = 0;
    r3d_fx16 cosine = 0;
    assert_int_equal(r3d_sincos_fx16(radians, &sine, &cosine), R3D_OK);
    volatile double exact_sine = sin(radians);
    volatile double exact_cosine = cos(radians);
    if (sine != (int)(65536 * exact_sine) || cosine != (int)(65536 * exact_cosine)) {
        fail_msg("%.17g: %d %d, expected %d %d", radians, sine, cosine, (int)(65536 * exact_sine),
                 (int)(65536 * exact_cosine));
    }
}

static void radians_equal_the_formula_in_doubles(void **state)
{
    (void)state;
    rng r = {20043};
    for (int i = 0; i < 300000; i++) {
        double unit = rng_unit(&r) * 2 - 1;
        check_radians(unit * 10);
        check_radians(unit * R3D_SINCOS_RADIANS_MAX);
        check_radians(ldexp(unit, rng_range(&r, -60, 20)));
        /* next to whole quarter turns, where a cosine of almost 1 is rounded */
        check_radians(rng_range(&r, -2000, 2000) * 1.5707963267948966 +
                      ldexp(unit, rng_range(&r, -50, -18)));
        check_radians((i - 150000) / 326.11);
    }
    check_radians(0.0);
    check_radians(R3D_SINCOS_RADIANS_MAX);
    check_radians(-R3D_SINCOS_RADIANS_MAX);
    check_radians(5e-324);
}

static void check_angle(int32_t angle)
{
    r3d_fx16 sine;
    r3d_fx16 cosine;
    r3d_sincos_angle_326(angle, &sine, &cosine);
    volatile double radians = angle / 326.11;
    volatile double exact_sine = sin(radians);
    volatile double exact_cosine = cos(radians);
    if (sine != (int)(65536 * exact_sine) || cosine != (int)(65536 * exact_cosine)) {
        fail_msg("%d: %d %d, expected %d %d", (int)angle, sine, cosine, (int)(65536 * exact_sine),
                 (int)(65536 * exact_cosine));
    }
}

static void angle_numbers_of_any_size_equal_the_formula_in_doubles(void **state)
{
    (void)state;
    /* Of all angles only a few dozen, as large as the last one, tell a quotient that is rounded twice
     * (x87) from a double. */
    static const int32_t marks[] = {INT32_MIN, INT32_MIN + 1, -1, 0, 1, INT32_MAX, -1964353173};
    for (size_t i = 0; i < TEST_COUNT(marks); i++) {
        if (sizeof(void *) > 4 || marks[i] != -1964353173) { /* the formula itself is wrong there */
            check_angle(marks[i]);
        }
    }
    rng r = {20050};
    for (int i = 0; i < 500000; i++) {
        check_angle((int32_t)rng_next(&r) >> (rng_next(&r) & 15u));
    }
}

static void radians_out_of_range_are_refused(void **state)
{
    (void)state;
    r3d_fx16 sine = 7;
    r3d_fx16 cosine = 8;
    assert_int_equal(r3d_sincos_fx16(1.5e9, &sine, &cosine), R3D_ERR_RANGE);
    assert_int_equal(r3d_sincos_fx16(-INFINITY, &sine, &cosine), R3D_ERR_RANGE);
    assert_int_equal(r3d_sincos_fx16(NAN, &sine, &cosine), R3D_ERR_RANGE);
    assert_int_equal(r3d_sincos_fx16(1.0, NULL, &cosine), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_sincos_fx16(1.0, &sine, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(sine, 7);
    assert_int_equal(cosine, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(angle_numbers_equal_the_reference_listing),
        cmocka_unit_test(radians_equal_the_formula_in_doubles),
        cmocka_unit_test(angle_numbers_of_any_size_equal_the_formula_in_doubles),
        cmocka_unit_test(radians_out_of_range_are_refused),
    };
    return cmocka_run_group_tests_name("base/sincos", tests, NULL, NULL);
}
