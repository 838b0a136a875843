/* SPDX-License-Identifier: MIT */

#include "cmocka_all.h"

#include <stdlib.h>

#include <retro3d/fixed.h>

#include "listing.h"
#include "rng.h"

/* What two's complement arithmetic gives, computed in 64 bits. */
static int32_t wrap(int64_t value)
{
    uint32_t bits = (uint32_t)((uint64_t)value & 0xFFFFFFFFu);
    return bits < 0x80000000u ? (int32_t)bits : (int32_t)((int64_t)bits - 0x100000000);
}

static int64_t floor_divide(int64_t a, int64_t b)
{
    int64_t q = a / b;
    return a % b != 0 && a < 0 ? q - 1 : q;
}

static const int32_t extremes[] = {
    INT32_MIN, INT32_MIN + 1, -65536, -32768,        -2,       -1, 0, 1, 2,
    32767,     32768,         65536,  INT32_MAX - 1, INT32_MAX};

static void check_pair(int32_t a, int32_t b)
{
    assert_int_equal(r3d_i32_add(a, b), wrap((int64_t)a + b));
    assert_int_equal(r3d_i32_sub(a, b), wrap((int64_t)a - b));
    assert_int_equal(r3d_i32_mul(a, b), wrap((int64_t)a * b));
    assert_int_equal(r3d_i32_neg(a), wrap(-(int64_t)a));
    int count = (int)((uint32_t)b & 31u);
    assert_int_equal(r3d_i32_shl(a, b), wrap((int64_t)a * ((int64_t)1 << count)));
    assert_int_equal(r3d_i32_sar(a, b), floor_divide(a, (int64_t)1 << count));
    assert_int_equal((uint32_t)r3d_i32_shr(a, b), (uint32_t)a >> count);
    if (b != 0) {
        assert_int_equal(r3d_i32_div(a, b), wrap((int64_t)a / b));
        assert_int_equal(r3d_call_i32_div(a, b), wrap((int64_t)a / b));
    }
    assert_int_equal(r3d_call_i32_add(a, b), r3d_i32_add(a, b));
    assert_int_equal(r3d_call_i32_sub(a, b), r3d_i32_sub(a, b));
    assert_int_equal(r3d_call_i32_mul(a, b), r3d_i32_mul(a, b));
    assert_int_equal(r3d_call_i32_neg(a), r3d_i32_neg(a));
    assert_int_equal(r3d_call_i32_shl(a, b), r3d_i32_shl(a, b));
    assert_int_equal(r3d_call_i32_sar(a, b), r3d_i32_sar(a, b));
    assert_int_equal(r3d_call_i32_shr(a, b), r3d_i32_shr(a, b));
}

static void arithmetic_wraps_like_32_bit_hardware(void **state)
{
    (void)state;
    for (size_t i = 0; i < TEST_COUNT(extremes); i++) {
        for (size_t j = 0; j < TEST_COUNT(extremes); j++) {
            check_pair(extremes[i], extremes[j]);
        }
    }
    rng r = {20041};
    for (int i = 0; i < 200000; i++) {
        check_pair((int32_t)rng_next(&r), (int32_t)(rng_next(&r) >> (rng_next(&r) & 31u)));
    }
    assert_int_equal(r3d_call_i32_div(5, 0), 0);
}

static void compare_listing(const char *path, int32_t (*function)(int32_t), int expected_count)
{
    listing list = listing_open(path);
    int count = 0;
    while (listing_next(&list)) {
        assert_int_equal(list.word_count, 2);
        assert_int_equal(function(atoi(list.words[0])), atoi(list.words[1]));
        count++;
    }
    listing_close(&list);
    assert_int_equal(count, expected_count);
}

static void tables_equal_the_reference_listings(void **state)
{
    (void)state;
    compare_listing("golden/raster/tables/sine.txt", r3d_sin_a11, 2048);
    compare_listing("golden/raster/tables/cosine.txt", r3d_cos_a11, 2048);
    compare_listing("golden/raster/tables/recip15.txt", r3d_recip15, 512);
    compare_listing("golden/raster/tables/recip16.txt", r3d_recip16, 2048);
}

static void angles_are_taken_modulo_a_turn(void **state)
{
    (void)state;
    assert_int_equal(r3d_sin_a11(-1), r3d_sin_a11(2047));
    assert_int_equal(r3d_cos_a11(2048 * 5 + 3), r3d_cos_a11(3));
    assert_int_equal(r3d_sin_a11(INT32_MIN), 0);
}

static void reciprocals_follow_the_formula_beyond_the_original_tables(void **state)
{
    (void)state;
    assert_int_equal(r3d_recip15(512), 64);
    assert_int_equal(r3d_recip15(16384), 2);
    assert_int_equal(r3d_recip15(40000), 0);
    assert_int_equal(r3d_recip15(-3), 0);
    assert_int_equal(r3d_recip16(2048), 32);
    assert_int_equal(r3d_recip16(-1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic_wraps_like_32_bit_hardware),
        cmocka_unit_test(tables_equal_the_reference_listings),
        cmocka_unit_test(angles_are_taken_modulo_a_turn),
        cmocka_unit_test(reciprocals_follow_the_formula_beyond_the_original_tables),
    };
    return cmocka_run_group_tests_name("base/fixed", tests, NULL, NULL);
}
