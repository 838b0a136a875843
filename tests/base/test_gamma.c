/* SPDX-License-Identifier: MIT */

#include "cmocka_all.h"

#include <math.h>
#include <stdlib.h>

#include <retro3d/gamma.h>

#include "listing.h"
#include "rng.h"

static void steps_equal_the_reference_listing(void **state)
{
    (void)state;
    static const double exponents[] = {0.6, 0.7, 0.8, 0.9, 1.4};
    r3d_gamma gammas[5];
    for (int e = 0; e < 5; e++) {
        assert_int_equal(r3d_gamma_build(exponents[e], &gammas[e]), R3D_OK);
    }
    listing list = listing_open("golden/raster/tables/gamma.txt");
    int count = 0;
    while (listing_next(&list)) {
        assert_int_equal(list.word_count, 6);
        for (int e = 0; e < 5; e++) {
            assert_int_equal(gammas[e].step[atoi(list.words[0])], atoi(list.words[e + 1]));
        }
        count++;
    }
    listing_close(&list);
    assert_int_equal(count, 256);
}

static void step_of_8_at_0_8_is_15(void **state)
{
    (void)state;
    r3d_gamma gamma;
    assert_int_equal(r3d_gamma_build(0.8, &gamma), R3D_OK);
    assert_int_equal(gamma.step[8], 15);
    assert_int_equal(r3d_gamma_build(0.6, &gamma), R3D_OK);
    assert_int_equal(gamma.step[8], 32);
}

/* The library computes in integers; this asks the platform's pow. glibc rounds it correctly in all
 * but one case in some thousand millions, which is far from a whole number of 1/256. */
static void steps_equal_the_formula_in_doubles(void **state)
{
    (void)state;
    rng r = {20042};
    for (int i = 0; i < 6000; i++) {
        double exponent = i < 3000 ? (i + 1) * 0.001 : 0.001 + rng_unit(&r) * (i < 5500 ? 4 : 900);
        r3d_gamma gamma;
        assert_int_equal(r3d_gamma_build(exponent, &gamma), R3D_OK);
        for (int v = 0; v < 256; v++) {
            volatile double power = pow(v / 256.0, exponent);
            if (gamma.step[v] != (int)(power * 256)) {
                fail_msg("exponent %.17g value %d: %d, expected %d", exponent, v, gamma.step[v],
                         (int)(power * 256));
            }
        }
    }
}

static void exponent_1_changes_nothing(void **state)
{
    (void)state;
    r3d_gamma gamma;
    assert_int_equal(r3d_gamma_build(1.0, &gamma), R3D_OK);
    for (uint32_t v = 0; v < 256; v++) {
        assert_int_equal(gamma.step[v], v);
    }
    assert_int_equal(r3d_gamma_apply(&gamma, 0xFF123456u), 0x123456);
}

static void exponents_out_of_range_are_refused_and_change_nothing(void **state)
{
    (void)state;
    static const double bad[] = {0.0, -0.8, 0.0009, 1000.5, NAN, INFINITY, -INFINITY};
    r3d_gamma gamma;
    assert_int_equal(r3d_gamma_build(0.8, &gamma), R3D_OK);
    for (size_t i = 0; i < TEST_COUNT(bad); i++) {
        assert_int_equal(r3d_gamma_build(bad[i], &gamma), R3D_ERR_RANGE);
        assert_int_equal(gamma.step[8], 15);
    }
    assert_int_equal(r3d_gamma_build(0.001, &gamma), R3D_OK);
    assert_int_equal(r3d_gamma_build(1000.0, &gamma), R3D_OK);
    assert_int_equal(r3d_gamma_build(0.8, NULL), R3D_ERR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_equal_the_reference_listing),
        cmocka_unit_test(step_of_8_at_0_8_is_15),
        cmocka_unit_test(steps_equal_the_formula_in_doubles),
        cmocka_unit_test(exponent_1_changes_nothing),
        cmocka_unit_test(exponents_out_of_range_are_refused_and_change_nothing),
    };
    return cmocka_run_group_tests_name("base/gamma", tests, NULL, NULL);
}
