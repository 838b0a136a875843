/* SPDX-License-Identifier: MIT */

#include "cmocka_all.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <retro3d/io.h>
#include <retro3d/palette.h>

#include "listing.h"

static r3d_palette palette;

static void build(double exponent, r3d_black_rule black_rule)
{
    r3d_gamma gamma;
    assert_int_equal(r3d_gamma_build(exponent, &gamma), R3D_OK);
    assert_int_equal(r3d_palette_build(&gamma, black_rule, &palette), R3D_OK);
}

static void entries_equal_the_reference_pictures(void **state)
{
    (void)state;
    static const char *const exponents[] = {"0.6", "0.7", "0.8", "0.9"};
    for (size_t e = 0; e < TEST_COUNT(exponents); e++) {
        char path[1024];
        r3d_picture picture;
        r3d_error error;
        snprintf(path, sizeof path, "%s/golden/raster/tables/palette_%s.png", R3D_TEST_SOURCE_DIR,
                 exponents[e]);
        if (r3d_png_load(path, NULL, NULL, &picture, &error) != R3D_OK) {
            fail_msg("%s: %s", error.file, error.message);
        }
        assert_int_equal(picture.width, 256);
        assert_int_equal(picture.height, 256);
        build(atof(exponents[e]), R3D_BLACK_IS_HOLE);
        const uint8_t *rgba = picture.pixels;
        for (int i = 0; i < R3D_PALETTE_COUNT; i++, rgba += 4) {
            uint32_t expected = (uint32_t)rgba[0] << 16 | (uint32_t)rgba[1] << 8 | rgba[2];
            if (palette.rgb[i] != expected) {
                fail_msg("exponent %s index %d: %06x, expected %06x", exponents[e], i,
                         (unsigned)palette.rgb[i], (unsigned)expected);
            }
        }
        r3d_picture_free(&picture);
    }
}

static void checksums_equal_the_reference_list_with_both_rules_for_black(void **state)
{
    (void)state;
    listing list = listing_open("golden/raster/tables/palette_crc.txt");
    int count = 0;
    while (listing_next(&list)) {
        assert_int_equal(list.word_count, 4);
        build(atof(list.words[0]),
              atoi(list.words[1]) != 0 ? R3D_BLACK_KEPT : R3D_BLACK_IS_HOLE);
        r3d_picture_view view = {palette.rgb, 256 * sizeof palette.rgb[0], 256, 256,
                                 R3D_LAYOUT_XRGB32};
        uint32_t crc;
        assert_int_equal(r3d_picture_crc32_rgb(&view, &crc), R3D_OK);
        assert_int_equal(crc, strtoul(list.words[2], NULL, 16));
        int zeros = 0;
        for (int i = 0; i < R3D_PALETTE_COUNT; i++) {
            zeros += palette.rgb[i] == 0;
        }
        assert_int_equal(zeros, atoi(list.words[3]));
        count++;
    }
    listing_close(&list);
    assert_true(count >= 8);
}

/* The integer conversion against the formula of the spec in doubles, before the gamma step. */
static void conversion_equals_the_formula_in_doubles(void **state)
{
    (void)state;
    build(1.0, R3D_BLACK_IS_HOLE);
    const double third = 0.3333333333333333;
    const double two_thirds = 0.6666666666666666;
    for (int index = 0; index < R3D_PALETTE_COUNT; index++) {
        volatile double hue = (index >> 10) / 64.0 + 0.0078125;
        volatile double saturation = (index >> 7 & 7) / 8.0 + 0.0625;
        volatile double lightness = (index & 127) / 128.0;
        volatile double q = lightness < 0.5 ? lightness * (1 + saturation)
                                            : lightness + saturation - lightness * saturation;
        volatile double p = 2 * lightness - q;
        volatile double t[3] = {hue + third, hue, hue - third};
        uint32_t rgb = 0;
        t[0] = t[0] > 1 ? t[0] - 1 : t[0];
        t[2] = t[2] < 0 ? t[2] + 1 : t[2];
        for (int c = 0; c < 3; c++) {
            volatile double value = 6 * t[c] < 1   ? p + (q - p) * 6 * t[c]
                                    : 2 * t[c] < 1 ? q
                                    : 3 * t[c] < 2 ? p + (q - p) * (two_thirds - t[c]) * 6
                                                   : p;
            rgb = rgb << 8 | (uint32_t)(value * 256);
        }
        assert_int_equal(palette.rgb[index], rgb);
    }
}

static void packing_ignores_higher_bits(void **state)
{
    (void)state;
    assert_int_equal(r3d_hsl16_pack(63, 7, 127), 65535);
    assert_int_equal(r3d_hsl16_pack(64 + 1, 8 + 2, 128 + 3), 1 << 10 | 2 << 7 | 3);
    assert_int_equal(r3d_call_hsl16_pack(5, 6, 7), r3d_hsl16_pack(5, 6, 7));
    assert_int_equal(r3d_palette_build(NULL, R3D_BLACK_KEPT, &palette), R3D_ERR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_equal_the_reference_pictures),
        cmocka_unit_test(checksums_equal_the_reference_list_with_both_rules_for_black),
        cmocka_unit_test(conversion_equals_the_formula_in_doubles),
        cmocka_unit_test(packing_ignores_higher_bits),
    };
    return cmocka_run_group_tests_name("palette", tests, NULL, NULL);
}
