/* SPDX-License-Identifier: MIT */
#include "cmocka_all.h"

#include "../../src/base/wide.h"
#include "rng.h"

static void products_equal_those_of_digits(void **state)
{
    (void)state;
    rng r = {7};
    for (int i = 0; i < 100000; i++) {
        const uint64_t a = ((uint64_t)rng_next(&r) << 32 | rng_next(&r)) >> rng_range(&r, 0, 63);
        const uint64_t b = ((uint64_t)rng_next(&r) << 32 | rng_next(&r)) >> rng_range(&r, 0, 63);
        /* By 16-bit digits. */
        uint64_t digits[8] = {0};
        for (int j = 0; j < 4; j++) {
            for (int k = 0; k < 4; k++) {
                digits[j + k] += (a >> 16 * j & 0xFFFF) * (b >> 16 * k & 0xFFFF);
            }
        }
        for (int j = 0; j < 7; j++) {
            digits[j + 1] += digits[j] >> 16;
            digits[j] &= 0xFFFF;
        }
        const r3d_priv_u128 product = r3d_priv_u128_product(a, b);
        assert_int_equal(product.low,
                         digits[0] | digits[1] << 16 | digits[2] << 32 | digits[3] << 48);
        assert_int_equal(product.high,
                         digits[4] | digits[5] << 16 | digits[6] << 32 | digits[7] << 48);
    }
}

static void comparison_looks_at_the_high_half_first(void **state)
{
    (void)state;
    const r3d_priv_u128 a = {1, 0};
    const r3d_priv_u128 b = {0, UINT64_MAX};
    assert_int_equal(r3d_priv_u128_compare(a, b), 1);
    assert_int_equal(r3d_priv_u128_compare(b, a), -1);
    assert_int_equal(r3d_priv_u128_compare(a, a), 0);
    const r3d_priv_u128 c = {1, 1};
    assert_int_equal(r3d_priv_u128_compare(a, c), -1);
}

/* Against sums of products of halves, which fit 64 bits when the numbers are small; and the extremes. */
static void signs_of_differences_are_exact(void **state)
{
    (void)state;
    rng r = {9};
    for (int i = 0; i < 200000; i++) {
        int64_t n[4];
        for (int k = 0; k < 4; k++) {
            n[k] = rng_range(&r, -70000, 70000) >> rng_range(&r, 0, 17);
        }
        const int64_t difference = n[0] * n[1] - n[2] * n[3];
        const int expected = difference > 0 ? 1 : difference < 0 ? -1 : 0;
        assert_int_equal(r3d_priv_compare_products(n[0], n[1], n[2], n[3]), expected);
        /* Scaled by 2^40 each way the sign stays. */
        const int64_t one = (int64_t)1 << 40;
        assert_int_equal(r3d_priv_compare_products(n[0] * one, n[1] * one, n[2] * one, n[3] * one),
                         expected);
    }
    assert_int_equal(r3d_priv_compare_products(INT64_MIN, INT64_MIN, INT64_MIN, INT64_MAX), 1);
    assert_int_equal(r3d_priv_compare_products(INT64_MIN, INT64_MAX, INT64_MAX, INT64_MIN), 0);
    assert_int_equal(r3d_priv_compare_products(INT64_MAX, INT64_MAX, INT64_MIN, INT64_MIN), -1);
    assert_int_equal(r3d_priv_compare_products(0, INT64_MIN, 0, INT64_MAX), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_equal_those_of_digits),
        cmocka_unit_test(comparison_looks_at_the_high_half_first),
        cmocka_unit_test(signs_of_differences_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
