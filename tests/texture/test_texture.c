/* SPDX-License-Identifier: MIT */

#include "cmocka_all.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/pictures.h>
#include <retro3d/png.h>
#include <retro3d/texture.h>

#include "listing.h"

static uint32_t texels[R3D_TEXELS_HIGH_COUNT];

static void load_texture(const char *name, r3d_image8 *out_image)
{
    char path[1024];
    r3d_error error;
    snprintf(path, sizeof path, "%s/golden/raster/tex/%s.tx8", R3D_TEST_SOURCE_DIR, name);
    if (r3d_image8_load_tx8(path, R3D_TX8_TEXTURE, NULL, out_image, &error) != R3D_OK) {
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.message);
    }
}

static r3d_texels build(const char *name, r3d_detail detail, r3d_black_rule black_rule)
{
    r3d_image8 image;
    r3d_gamma gamma;
    r3d_texels bank;
    load_texture(name, &image);
    assert_int_equal(r3d_gamma_build(0.8, &gamma), R3D_OK);
    assert_int_equal(r3d_texels_build(&image, detail, &gamma, black_rule, texels, &bank), R3D_OK);
    r3d_image8_free(&image, NULL);
    return bank;
}

/* Compares a bank with its picture. Returns 0 if there is no such picture. */
static int compare_bank(const char *name, r3d_detail detail, r3d_black_rule black_rule)
{
    char path[1024];
    r3d_picture picture;
    r3d_error error;
    int32_t size = detail == R3D_DETAIL_HIGH ? 128 : 64;
    snprintf(path, sizeof path, "%s/golden/raster/tables/texels_%s_%s%s.png", R3D_TEST_SOURCE_DIR,
             name, detail == R3D_DETAIL_HIGH ? "high" : "low",
             black_rule == R3D_BLACK_KEPT ? "_fix" : "");
    r3d_result result = r3d_png_load(path, NULL, NULL, &picture, &error);
    if (result == R3D_ERR_IO_OPEN) {
        return 0;
    }
    assert_int_equal(result, R3D_OK);
    assert_int_equal(picture.width, size);
    assert_int_equal(picture.height, size * 4);
    (void)build(name, detail, black_rule);
    const uint8_t *rgba = picture.pixels;
    for (int32_t i = 0; i < size * size * 4; i++, rgba += 4) {
        uint32_t expected = (uint32_t)rgba[0] << 16 | (uint32_t)rgba[1] << 8 | rgba[2];
        if (texels[i] != expected) {
            fail_msg("%s: texel %d is %06x, expected %06x", path, (int)i, (unsigned)texels[i],
                     (unsigned)expected);
        }
    }
    r3d_picture_free(&picture);
    return 1;
}

static const char *const names[] = {
    "brick",  "checker",   "cropped",          "darkmask", "diamond64", "fence",
    "leaf64", "nearblack", "nearblack_nohole", "water",    "wood"};

static void banks_equal_the_reference_pictures(void **state)
{
    (void)state;
    int count = 0;
    for (size_t i = 0; i < TEST_COUNT(names); i++) {
        count += compare_bank(names[i], R3D_DETAIL_HIGH, R3D_BLACK_IS_HOLE);
        count += compare_bank(names[i], R3D_DETAIL_LOW, R3D_BLACK_IS_HOLE);
        count += compare_bank(names[i], R3D_DETAIL_HIGH, R3D_BLACK_KEPT);
        count += compare_bank(names[i], R3D_DETAIL_LOW, R3D_BLACK_KEPT);
    }
    assert_int_equal(count, 28); /* the pictures in golden/raster/tables */
}

static void averages_and_mask_flags_equal_the_reference_list(void **state)
{
    (void)state;
    listing list = listing_open("golden/raster/tables/texture_average.txt");
    r3d_gamma gamma;
    int count = 0;
    assert_int_equal(r3d_gamma_build(0.8, &gamma), R3D_OK);
    while (listing_next(&list)) {
        assert_int_equal(list.word_count, 4);
        r3d_black_rule rule = atoi(list.words[1]) != 0 ? R3D_BLACK_KEPT : R3D_BLACK_IS_HOLE;
        r3d_image8 image;
        uint32_t average;
        load_texture(list.words[0], &image);
        assert_int_equal(r3d_texture_average(&image, &gamma, rule, &average), R3D_OK);
        r3d_image8_free(&image, NULL);
        if (average != strtoul(list.words[2], NULL, 16)) {
            fail_msg("%s: average %06x, expected %s", list.words[0], (unsigned)average,
                     list.words[2]);
        }
        assert_int_equal(build(list.words[0], R3D_DETAIL_HIGH, rule).masked, atoi(list.words[3]));
        count++;
    }
    listing_close(&list);
    assert_true(count >= 11);
}

static void index_0_is_the_only_hole_by_default(void **state)
{
    (void)state;
    /* colours that are black after the cut to 0xF8F8FF, under indices that are not 0 */
    assert_false(build("nearblack_nohole", R3D_DETAIL_HIGH, R3D_BLACK_KEPT).masked);
    assert_true(build("nearblack_nohole", R3D_DETAIL_HIGH, R3D_BLACK_IS_HOLE).masked);
    assert_int_equal(R3D_BLACK_KEPT, 0); /* the zero value is the default */
}

static void other_canvases_and_palettes_are_refused(void **state)
{
    (void)state;
    uint8_t pixels[4] = {0};
    uint32_t palette[256] = {0};
    r3d_image8 image = {{128, 128, 0, 0, 2, 2}, pixels, palette, 128};
    r3d_gamma gamma;
    r3d_texels bank;
    uint32_t average;
    assert_int_equal(r3d_gamma_build(0.8, &gamma), R3D_OK);
    assert_int_equal(
        r3d_texels_build(&image, R3D_DETAIL_HIGH, &gamma, R3D_BLACK_KEPT, texels, &bank), R3D_OK);
    image.palette_count = 129;
    assert_int_equal(
        r3d_texels_build(&image, R3D_DETAIL_HIGH, &gamma, R3D_BLACK_KEPT, texels, &bank),
        R3D_ERR_RANGE);
    assert_int_equal(r3d_texture_average(&image, &gamma, R3D_BLACK_KEPT, &average), R3D_ERR_RANGE);
    image.palette_count = 0;
    assert_int_equal(r3d_texture_average(&image, &gamma, R3D_BLACK_KEPT, &average), R3D_ERR_RANGE);
    image.palette_count = 2;
    static const int32_t canvases[][2] = {{128, 64}, {64, 128}, {32, 32}, {256, 256}, {127, 127}};
    for (size_t i = 0; i < TEST_COUNT(canvases); i++) {
        image.frame.canvas_width = canvases[i][0];
        image.frame.canvas_height = canvases[i][1];
        assert_int_equal(
            r3d_texels_build(&image, R3D_DETAIL_LOW, &gamma, R3D_BLACK_KEPT, texels, &bank),
            R3D_ERR_RANGE);
    }
    assert_int_equal(r3d_texels_build(NULL, R3D_DETAIL_LOW, &gamma, R3D_BLACK_KEPT, texels, &bank),
                     R3D_ERR_ARGUMENT);
}

/* A stored picture larger than its canvas, at any offset, must not be read or written outside. */
static void stored_pictures_may_pass_their_canvas(void **state)
{
    (void)state;
    static uint8_t pixels[300 * 300];
    uint32_t palette[2] = {0, 0xFFFFFF};
    memset(pixels, 1, sizeof pixels);
    static const int32_t offsets[] = {INT32_MIN, -200, -1, 0, 5, 127, 128, INT32_MAX};
    r3d_gamma gamma;
    assert_int_equal(r3d_gamma_build(1.0, &gamma), R3D_OK);
    for (size_t i = 0; i < TEST_COUNT(offsets); i++) {
        r3d_image8 image = {{128, 128, offsets[i], offsets[i], 300, 300}, pixels, palette, 2};
        r3d_texels bank;
        assert_int_equal(
            r3d_texels_build(&image, R3D_DETAIL_HIGH, &gamma, R3D_BLACK_KEPT, texels, &bank),
            R3D_OK);
        assert_int_equal(texels[0] != 0, offsets[i] <= 0 && offsets[i] > -300);
        assert_int_equal(
            r3d_texels_build(&image, R3D_DETAIL_LOW, &gamma, R3D_BLACK_KEPT, texels, &bank),
            R3D_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(banks_equal_the_reference_pictures),
        cmocka_unit_test(averages_and_mask_flags_equal_the_reference_list),
        cmocka_unit_test(index_0_is_the_only_hole_by_default),
        cmocka_unit_test(other_canvases_and_palettes_are_refused),
        cmocka_unit_test(stored_pictures_may_pass_their_canvas),
    };
    return cmocka_run_group_tests_name("texture", tests, NULL, NULL);
}
