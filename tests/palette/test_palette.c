/* SPDX-License-Identifier: MIT */

#include "cmocka_all.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <retro3d/io.h>
#include <retro3d/palette.h>
#include <retro3d/png.h>

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
        build(atof(list.words[0]), atoi(list.words[1]) != 0 ? R3D_BLACK_KEPT : R3D_BLACK_IS_HOLE);
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

/* ---- RGB to HSL ---- */

static void colors_equal_the_reference_list(void **state)
{
    (void)state;
    listing list = listing_open("golden/model/rgb-to-hsl.txt");
    int count = 0;
    while (listing_next(&list)) {
        assert_int_equal(list.word_count, 5);
        const uint32_t rgb = (uint32_t)strtoul(list.words[0], NULL, 16);
        r3d_hsl hsl;
        r3d_hsl_from_rgb(rgb, &hsl);
        if (hsl.hue != atoi(list.words[1]) || hsl.saturation != atoi(list.words[2]) ||
            hsl.lightness != atoi(list.words[3]) || hsl.packed != atoi(list.words[4])) {
            fail_msg("%06x: %d %d %d %d", (unsigned)rgb, (int)hsl.hue, (int)hsl.saturation,
                     (int)hsl.lightness, (int)hsl.packed);
        }
        count++;
    }
    listing_close(&list);
    assert_int_equal(count, 400);
}

/* The formula of the specification in doubles. */
static r3d_hsl by_formula(uint32_t rgb)
{
    volatile double r = (double)(rgb >> 16 & 0xFF) / 256;
    volatile double g = (double)(rgb >> 8 & 0xFF) / 256;
    volatile double b = (double)(rgb & 0xFF) / 256;
    const double high = r > g ? (r > b ? r : b) : (g > b ? g : b);
    const double low = r < g ? (r < b ? r : b) : (g < b ? g : b);
    volatile double lightness = (low + high) / 2;
    volatile double saturation = 0;
    volatile double hue = 0;
    if (low != high) {
        saturation =
            lightness < 0.5 ? (high - low) / (high + low) : (high - low) / (2 - high - low);
        hue = r == high   ? (g - b) / (high - low)
              : g == high ? (b - r) / (high - low) + 2
                          : (r - g) / (high - low) + 4;
    }
    hue = hue / 6;
    r3d_hsl out = {(int32_t)(hue * 256), (int32_t)(saturation * 256), (int32_t)(lightness * 256),
                   0};
    out.saturation = out.saturation > 255 ? 255 : out.saturation;
    int32_t packed_saturation = out.saturation;
    packed_saturation /= out.lightness > 179 ? 2 : 1;
    packed_saturation /= out.lightness > 192 ? 2 : 1;
    packed_saturation /= out.lightness > 217 ? 2 : 1;
    packed_saturation /= out.lightness > 243 ? 2 : 1;
    out.packed = out.hue / 4 * 1024 + packed_saturation / 32 * 128 + out.lightness / 2;
    return out;
}

static void every_color_equals_the_formula_in_doubles(void **state)
{
    (void)state;
    for (uint32_t rgb = 0; rgb <= 0xFFFFFF; rgb += 5) { /* 5 and 2^24 have no common factor */
        const r3d_hsl expected = by_formula(rgb);
        r3d_hsl hsl;
        r3d_hsl_from_rgb(rgb | 0xFF000000u, &hsl);
        if (hsl.hue != expected.hue || hsl.saturation != expected.saturation ||
            hsl.lightness != expected.lightness || hsl.packed != expected.packed) {
            fail_msg("%06x: %d %d %d %d, expected %d %d %d %d", (unsigned)rgb, (int)hsl.hue,
                     (int)hsl.saturation, (int)hsl.lightness, (int)hsl.packed, (int)expected.hue,
                     (int)expected.saturation, (int)expected.lightness, (int)expected.packed);
        }
    }
    assert_int_equal(r3d_hsl16_from_rgb(0x800080), (256 - 42) / 4 << 10 | 7 << 7 | 32);
    assert_int_equal(r3d_hsl16_from_rgb(0x0000FF), 43967);
    r3d_hsl_from_rgb(0, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_equal_the_reference_pictures),
        cmocka_unit_test(checksums_equal_the_reference_list_with_both_rules_for_black),
        cmocka_unit_test(conversion_equals_the_formula_in_doubles),
        cmocka_unit_test(colors_equal_the_reference_list),
        cmocka_unit_test(every_color_equals_the_formula_in_doubles),
        cmocka_unit_test(packing_ignores_higher_bits),
    };
    return cmocka_run_group_tests_name("palette", tests, NULL, NULL);
}
