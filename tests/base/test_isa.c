/* SPDX-License-Identifier: MIT */
/* Names of instruction sets, and what a wish allows. */

#include "cmocka_all.h"

#include <retro3d/isa.h>

static void names_and_numbers_belong_together(void **state)
{
    (void)state;
    for (int i = 0; i < R3D_ISA_COUNT; i++) {
        r3d_isa found = (r3d_isa)-1;
        r3d_result result = r3d_isa_from_name(r3d_isa_name((r3d_isa)i), &found);
        assert_int_equal(found, i);
        assert_int_equal(result, r3d_isa_available((r3d_isa)i) ? R3D_OK : R3D_ERR_RANGE);
    }
    assert_string_equal(r3d_isa_name(R3D_ISA_AVX512), "avx512");
    assert_null(r3d_isa_name((r3d_isa)R3D_ISA_COUNT));
    assert_null(r3d_isa_name((r3d_isa)-1));
}

static void unknown_names_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"", "SSE2", "avx", "avx512 ", "sse"};
    r3d_isa isa = R3D_ISA_AVX2;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(r3d_isa_from_name(wrong[i], &isa), R3D_ERR_FORMAT_SYNTAX);
        assert_int_equal(isa, R3D_ISA_AVX2);
    }
    assert_int_equal(r3d_isa_from_name(NULL, &isa), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_isa_from_name("sse2", NULL), R3D_ERR_ARGUMENT);
}

static void a_wish_allows_itself_and_no_more(void **state)
{
    (void)state;
    uint32_t all = r3d_isa_features(R3D_ISA_BEST);
    assert_int_equal(r3d_isa_features(R3D_ISA_SCALAR), 0);
    for (int i = R3D_ISA_SCALAR; i < R3D_ISA_COUNT; i++) {
        r3d_isa isa = (r3d_isa)i;
        uint32_t features = r3d_isa_features(isa);
        assert_int_equal(features & ~all, 0);
        assert_int_equal(r3d_isa_available(isa), i == R3D_ISA_SCALAR || features != 0);
        assert_int_equal(r3d_isa_resolve(isa), r3d_isa_available(isa) ? isa : R3D_ISA_SCALAR);
    }
    if (r3d_isa_available(R3D_ISA_SSE2)) {
        assert_int_equal(r3d_isa_features(R3D_ISA_SSE2), R3D_ISA_HAS_SSE2);
    }
    if (r3d_isa_available(R3D_ISA_AVX2)) {
        assert_int_equal(r3d_isa_features(R3D_ISA_AVX2),
                         R3D_ISA_HAS_SSE2 | R3D_ISA_HAS_SSE41 | R3D_ISA_HAS_AVX2);
    }
    assert_int_equal(r3d_isa_features((r3d_isa)R3D_ISA_COUNT), 0);
    assert_int_equal(r3d_isa_features((r3d_isa)-1), 0);
}

static void the_best_is_the_last_available_one(void **state)
{
    (void)state;
    r3d_isa best = r3d_isa_resolve(R3D_ISA_BEST);
    assert_true(r3d_isa_available(best));
    for (int i = (int)best + 1; i < R3D_ISA_COUNT; i++) {
        assert_false(r3d_isa_available((r3d_isa)i));
    }
    assert_true(r3d_isa_available(R3D_ISA_BEST));
    assert_false(r3d_isa_available((r3d_isa)R3D_ISA_COUNT));
#if defined(R3D_NO_SIMD)
    assert_int_equal(best, R3D_ISA_SCALAR);
#elif defined(__x86_64__) && defined(__GNUC__)
    assert_true(best >= R3D_ISA_SSE2);
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_numbers_belong_together),
        cmocka_unit_test(unknown_names_are_refused),
        cmocka_unit_test(a_wish_allows_itself_and_no_more),
        cmocka_unit_test(the_best_is_the_last_available_one),
    };
    return cmocka_run_group_tests_name("base/isa", tests, NULL, NULL);
}
