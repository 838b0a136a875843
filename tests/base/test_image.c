/* SPDX-License-Identifier: MIT */

#include "cmocka_all.h"

#include <string.h>

#include <retro3d/image.h>

static void frames_and_indices_are_validated(void **state)
{
    (void)state;
    uint8_t pixels[6] = {0, 1, 2, 0, 1, 2};
    uint32_t palette[3] = {0, 1, 2};
    r3d_image8 good = {{4, 4, 0, 0, 3, 2}, pixels, palette, 3};
    r3d_image8 bad;
    assert_int_equal(r3d_image8_validate(&good), R3D_OK);
    assert_int_equal(r3d_image8_validate(NULL), R3D_ERR_ARGUMENT);
    bad = good;
    bad.pixels = NULL;
    assert_int_equal(r3d_image8_validate(&bad), R3D_ERR_ARGUMENT);
    bad = good;
    bad.frame.width = 0;
    assert_int_equal(r3d_image8_validate(&bad), R3D_ERR_RANGE);
    bad = good;
    bad.frame.canvas_height = 0;
    assert_int_equal(r3d_image8_validate(&bad), R3D_ERR_RANGE);
    bad = good;
    bad.palette_count = 257;
    assert_int_equal(r3d_image8_validate(&bad), R3D_ERR_RANGE);
    bad = good;
    bad.palette_count = 2;
    assert_int_equal(r3d_image8_validate(&bad), R3D_ERR_FORMAT_INDEX);

    uint32_t colors[2] = {0xFFFFFF, 0x1000000};
    r3d_image24 sprite = {{1, 1, 0, 0, 1, 1}, colors};
    assert_int_equal(r3d_image24_validate(&sprite), R3D_OK);
    sprite.frame.width = 2;
    assert_int_equal(r3d_image24_validate(&sprite), R3D_ERR_RANGE);
    sprite.pixels = NULL;
    assert_int_equal(r3d_image24_validate(&sprite), R3D_ERR_ARGUMENT);
}

static void flips_mirror_the_canvas_as_a_whole(void **state)
{
    (void)state;
    uint8_t pixels[6] = {1, 2, 3, 4, 5, 6};
    const uint8_t across[6] = {3, 2, 1, 6, 5, 4};
    const uint8_t both[6] = {6, 5, 4, 3, 2, 1};
    uint32_t palette[7] = {0};
    r3d_image8 image = {{10, 8, 1, 5, 3, 2}, pixels, palette, 7};
    r3d_image8_flip_horizontal(&image);
    assert_memory_equal(pixels, across, 6);
    assert_int_equal(image.frame.offset_x, 6);
    r3d_image8_flip_vertical(&image);
    assert_memory_equal(pixels, both, 6);
    assert_int_equal(image.frame.offset_y, 1);
}

static void expanding_places_the_picture_and_drops_what_lies_outside(void **state)
{
    (void)state;
    uint8_t pixels[4] = {1, 2, 3, 4};
    uint32_t palette[5] = {0};
    uint8_t canvas[9];
    r3d_image8 image = {{3, 3, 2, -1, 2, 2}, pixels, palette, 5};
    r3d_image8 whole;
    const uint8_t expected[9] = {0, 0, 3, 0, 0, 0, 0, 0, 0};
    assert_int_equal(r3d_image8_expand(&image, canvas, &whole), R3D_OK);
    assert_memory_equal(canvas, expected, 9);
    assert_int_equal(whole.frame.width, 3);
    assert_int_equal(whole.frame.offset_x, 0);
    assert_ptr_equal(whole.pixels, canvas);

    static const int32_t far_offsets[] = {INT32_MIN, INT32_MIN + 1, -3, 3, INT32_MAX};
    const uint8_t nothing[9] = {0};
    for (size_t i = 0; i < TEST_COUNT(far_offsets); i++) {
        image.frame.offset_x = far_offsets[i];
        image.frame.offset_y = 0;
        assert_int_equal(r3d_image8_expand(&image, canvas, &whole), R3D_OK);
        assert_memory_equal(canvas, nothing, 9);
        image.frame.offset_x = 0;
        image.frame.offset_y = far_offsets[i];
        assert_int_equal(r3d_image8_expand(&image, canvas, &whole), R3D_OK);
        assert_memory_equal(canvas, nothing, 9);
    }
    image.frame.canvas_width = R3D_IMAGE_SIZE_MAX + 1;
    assert_int_equal(r3d_image8_expand(&image, canvas, &whole), R3D_ERR_LIMIT);
    assert_int_equal(r3d_image8_expand(&image, NULL, &whole), R3D_ERR_ARGUMENT);
}

static void expanding_equal_sizes_keeps_the_offset(void **state)
{
    (void)state;
    uint8_t pixels[4] = {1, 2, 3, 4};
    uint32_t palette[5] = {0};
    uint8_t canvas[4];
    r3d_image8 image = {{2, 2, 1, 1, 2, 2}, pixels, palette, 5};
    r3d_image8 whole;
    assert_int_equal(r3d_image8_expand(&image, canvas, &whole), R3D_OK);
    assert_memory_equal(canvas, pixels, 4);
    assert_int_equal(whole.frame.offset_x, 1);
    assert_int_equal(whole.frame.offset_y, 1);
}

static void shrinking_keeps_the_last_of_each_group(void **state)
{
    (void)state;
    uint8_t pixels[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    uint32_t palette[17] = {0};
    uint8_t canvas[4];
    const uint8_t expected[4] = {6, 8, 14, 16};
    r3d_image8 image = {{4, 4, 0, 0, 4, 4}, pixels, palette, 17};
    r3d_image8 half;
    assert_int_equal(r3d_image8_shrink(&image, canvas, &half), R3D_OK);
    assert_memory_equal(canvas, expected, 4);
    assert_int_equal(half.frame.canvas_width, 2);
    assert_int_equal(half.frame.width, 2);
    image.frame.canvas_width = 1;
    assert_int_equal(r3d_image8_shrink(&image, canvas, &half), R3D_ERR_RANGE);
}

static void shrinking_an_odd_canvas_stays_inside(void **state)
{
    (void)state;
    uint8_t pixels[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    uint32_t palette[10] = {0};
    uint8_t canvas[3] = {77, 77, 77};
    r3d_image8 image = {{3, 3, 0, 0, 3, 3}, pixels, palette, 10};
    r3d_image8 half;
    assert_int_equal(r3d_image8_shrink(&image, canvas, &half), R3D_OK);
    assert_int_equal(canvas[0], 5);
    assert_int_equal(canvas[1], 77);
    static const int32_t offsets[] = {INT32_MIN, -7, 9, INT32_MAX};
    for (size_t i = 0; i < TEST_COUNT(offsets); i++) {
        image.frame.offset_x = image.frame.offset_y = offsets[i];
        assert_int_equal(r3d_image8_shrink(&image, canvas, &half), R3D_OK);
        assert_int_equal(canvas[1], 77);
    }
}

static void tints_are_clamped(void **state)
{
    (void)state;
    uint8_t pixel = 0;
    uint32_t palette[2] = {0x000000, 0x80FF01};
    r3d_image8 image = {{1, 1, 0, 0, 1, 1}, &pixel, palette, 2};
    r3d_image8_tint(&image, -200, 10, INT32_MAX);
    assert_int_equal(palette[0], 0x000AFF);
    assert_int_equal(palette[1], 0x00FFFF);
    uint32_t colors[2] = {0, 0x80FF01};
    r3d_image24 sprite = {{2, 1, 0, 0, 2, 1}, colors};
    r3d_image24_tint(&sprite, INT32_MIN, 10, -5);
    assert_int_equal(colors[0], 0);
    assert_int_equal(colors[1], 0x01FF01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_and_indices_are_validated),
        cmocka_unit_test(flips_mirror_the_canvas_as_a_whole),
        cmocka_unit_test(expanding_places_the_picture_and_drops_what_lies_outside),
        cmocka_unit_test(expanding_equal_sizes_keeps_the_offset),
        cmocka_unit_test(shrinking_keeps_the_last_of_each_group),
        cmocka_unit_test(shrinking_an_odd_canvas_stays_inside),
        cmocka_unit_test(tints_are_clamped),
    };
    return cmocka_run_group_tests_name("base/image", tests, NULL, NULL);
}
