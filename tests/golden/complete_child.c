/* SPDX-License-Identifier: MIT */
// A cmocka program of suite "m" that leaves something out, in a way that its argument names; run by
// test_complete.c. Test "ab" checks two goldens, test "c" one.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <retro3d/r3d_cmocka.h>

static const char *mode = "";

static void check(void **state, const char *name, uint32_t rgb)
{
    static uint32_t pixels[16 * 16];
    r3d_picture_view view;
    for (int i = 0; i < 16 * 16; i++) {
        pixels[i] = rgb;
    }
    r3d_diff_view_xrgb32(pixels, 16, 16, 0, &view);
    assert_golden(*state, &view, name);
}

static void ab(void **state)
{
    check(state, "a", strcmp(mode, "differ") == 0 ? 0x112234 : 0x112233);
    check(state, "b", 0x445566);
}

static void c(void **state)
{
    if (strcmp(mode, "crash") == 0) {
        _Exit(7);
    }
    if (strcmp(mode, "skip") == 0) {
        skip();
    }
    assert_string_not_equal(mode, "fail");
    check(state, "c", 0x778899);
}

static int setup(void **state)
{
    const int result = r3d_golden_group_setup(state, "m");
    if (strcmp(mode, "crash-at-once") == 0) {
        _Exit(7);
    }
    return result;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ab), cmocka_unit_test(c)};
    const struct CMUnitTest fewer[] = {cmocka_unit_test(ab)};
    mode = argc > 1 ? argv[1] : "";
    if (strcmp(mode, "filter") == 0) {
        cmocka_set_test_filter("a*");
    } else if (strcmp(mode, "skip-filter") == 0) {
        cmocka_set_skip_filter("c");
    } else if (strcmp(mode, "no-teardown") == 0) {
        return cmocka_run_group_tests(tests, setup, NULL);
    } else if (strcmp(mode, "fewer") == 0) { // the test is gone
        return cmocka_run_group_tests_name("fewer", fewer, setup, r3d_golden_group_teardown);
    }
    return cmocka_run_group_tests(tests, setup, r3d_golden_group_teardown);
}
