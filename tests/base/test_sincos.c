/* SPDX-License-Identifier: MIT */

#include "cmocka_all.h"

#include <math.h>
#include <stdlib.h>

#include <retro3d/fixed.h>
#include <retro3d/surface.h>

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
        cmocka_unit_test(radians_out_of_range_are_refused),
    };
    return cmocka_run_group_tests_name("base/sincos", tests, NULL, NULL);
}
