/* SPDX-License-Identifier: MIT */
// Results in words: which settings were asked for, and what 16-bit pictures differ by. Spec golden
// sections 2.2 and 2.8.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <retro3d/diff.h>

#include "scenes.h"

static void the_description_names_every_setting_that_was_asked_for(void **state)
{
    (void)state;
    slow_picture e = scene_pattern(64, 32, 1);
    slow_picture a = scene_pattern(64, 32, 1);
    const r3d_diff_rect ignore[2] = {{0, 0, 3, 4}, {-5, -6, 5, 6}};
    r3d_diff_rect many[100];
    char value[64];
    a.pixels[20 * 64 + 30] ^= 0xffu;
    r3d_diff_effective effective;
    r3d_diff_options suite;
    r3d_diff_options call;
    r3d_diff_effective_init(&effective);
    r3d_diff_options_init(&suite);
    r3d_diff_options_init(&call);
    suite.max_cluster = 3;
    suite.max_delta = 9;
    call.ignore = ignore;
    call.ignore_count = 2;
    r3d_diff_effective_merge(&effective, &suite, R3D_DIFF_FROM_SUITE);
    r3d_diff_effective_merge(&effective, &call, R3D_DIFF_FROM_CALL);
    r3d_picture_view ev = {e.pixels, 64 * 4, 64, 32, R3D_LAYOUT_XRGB32};
    r3d_picture_view av = {a.pixels, 64 * 4, 64, 32, R3D_LAYOUT_XRGB32};
    r3d_diff_result r;
    r3d_diff_text text;
    memset(&text, 0, sizeof text);
    assert_int_equal(r3d_diff_compare(&ev, &av, &effective, NULL, &r, NULL), R3D_OK);
    assert_int_equal(r3d_diff_describe(&r, &text), R3D_OK);
    assert_non_null(strstr(text.data, "\nsettings: max-cluster 3 (suite), max-delta 9 (suite), "
                                      "ignore 0,0,3,4 -5,-6,5,6 (call)\n"));
    r3d_diff_text_free(&text);
    r3d_diff_result_free(&r);
    // As many as fit, or their number.
    memset(many, 0, sizeof many);
    effective.values.ignore = many;
    effective.values.ignore_count = 100;
    r3d_diff_setting_text(&effective, R3D_DIFF_SET_IGNORE, value, sizeof value);
    assert_string_equal(value, "100 rectangles");
    effective.values.ignore_count = 7;
    r3d_diff_setting_text(&effective, R3D_DIFF_SET_IGNORE, value, sizeof value);
    assert_string_equal(value, "0,0,0,0 0,0,0,0 0,0,0,0 0,0,0,0 0,0,0,0 0,0,0,0 0,0,0,0");
    r3d_diff_setting_text(&effective, R3D_DIFF_SET_INCLUDE, value, sizeof value);
    assert_string_equal(value, "none");
    free(e.pixels);
    free(a.pixels);
}

// High bytes that are equal must not look like equal pixels.
static void deltas_of_sixteen_bits_are_told_as_such(void **state)
{
    (void)state;
    const uint16_t e[4] = {0x1234, 0x1234, 0x1234, 0xffff};
    const uint16_t a[4] = {0x1234, 0x1237, 0x1234, 0xffff};
    r3d_picture_view ev = {e, 8, 1, 1, R3D_LAYOUT_RGBA16};
    r3d_picture_view av = {a, 8, 1, 1, R3D_LAYOUT_RGBA16};
    r3d_diff_result r;
    r3d_diff_text text;
    memset(&text, 0, sizeof text);
    assert_int_equal(r3d_diff_compare(&ev, &av, NULL, NULL, &r, NULL), R3D_OK);
    assert_int_equal(r3d_diff_describe(&r, &text), R3D_OK);
    assert_non_null(strstr(text.data,
                           "expected #121212ff actual #121212ff (high bytes) max delta 3 "
                           "of 65535\n"));
    r3d_diff_text_free(&text);
    r3d_diff_result_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_description_names_every_setting_that_was_asked_for),
        cmocka_unit_test(deltas_of_sixteen_bits_are_told_as_such),
    };
    return cmocka_run_group_tests_name("diff describe", tests, NULL, NULL);
}
