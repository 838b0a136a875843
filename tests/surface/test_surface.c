/* SPDX-License-Identifier: MIT */
/* What the reference pictures cannot show: alpha bytes, strides, limits, errors. */

#include "cmocka_all.h"

#include <string.h>

#include <retro3d/surface.h>

enum { WIDTH = 16, HEIGHT = 8, STRIDE = 19 };

static uint32_t pixels[STRIDE * HEIGHT];

static r3d_surface make_surface(void)
{
    r3d_surface surface;
    memset(pixels, 0, sizeof pixels);
    assert_int_equal(r3d_surface_init(&surface, pixels, WIDTH, HEIGHT, STRIDE), R3D_OK);
    return surface;
}

static int drawn_count(void)
{
    int count = 0;
    for (size_t i = 0; i < TEST_COUNT(pixels); i++) {
        uint32_t alpha = pixels[i] >> 24;
        assert_true(alpha == 0 || alpha == 255);
        count += alpha == 255;
    }
    return count;
}

static void sizes_and_strides_are_checked(void **state)
{
    (void)state;
    r3d_surface surface;
    assert_int_equal(r3d_surface_init(NULL, pixels, 1, 1, 1), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_surface_init(&surface, NULL, 1, 1, 1), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_surface_init(&surface, pixels, 0, 1, 1), R3D_ERR_RANGE);
    assert_int_equal(r3d_surface_init(&surface, pixels, 1, 0, 1), R3D_ERR_RANGE);
    assert_int_equal(r3d_surface_init(&surface, pixels, -1, 1, 1), R3D_ERR_RANGE);
    assert_int_equal(r3d_surface_init(&surface, pixels, 2, 1, 1), R3D_ERR_RANGE);
    assert_int_equal(r3d_surface_init(&surface, pixels, 16385, 1, 16385), R3D_ERR_RANGE);
    assert_int_equal(r3d_surface_init(&surface, pixels, 1, 16385, 1), R3D_ERR_RANGE);
    assert_int_equal(r3d_surface_init(&surface, pixels, 1, 1, 1 << 25), R3D_ERR_RANGE);
    assert_int_equal(r3d_surface_init(&surface, pixels, 16384, 16384, 16384), R3D_OK);
}

static void clip_rectangles_are_cut_to_the_surface(void **state)
{
    (void)state;
    r3d_surface surface = make_surface();
    r3d_surface_set_clip(&surface, -5, INT32_MIN, INT32_MAX, 3);
    assert_int_equal(surface.clip.left, 0);
    assert_int_equal(surface.clip.top, 0);
    assert_int_equal(surface.clip.right, WIDTH);
    assert_int_equal(surface.clip.bottom, 3);
    r3d_surface_set_clip(&surface, 9, 0, 4, 3); /* inverted: nothing is drawn */
    r3d_draw_rect(&surface, 0, 0, WIDTH, HEIGHT, 0xFFFFFF);
    assert_int_equal(drawn_count(), 0);
    r3d_surface_reset_clip(&surface);
    assert_int_equal(surface.clip.bottom, HEIGHT);
}

static void black_is_a_color_and_not_a_hole(void **state)
{
    (void)state;
    r3d_surface surface = make_surface();
    r3d_draw_rect(&surface, 2, 2, 3, 2, 0);
    assert_int_equal(drawn_count(), 6);
    assert_int_equal(pixels[2 * STRIDE + 2], 0xFF000000);
}

static void every_draw_sets_the_alpha_byte_and_leaves_the_padding(void **state)
{
    (void)state;
    r3d_surface surface = make_surface();
    uint32_t colors[4] = {0x102030, 0, 0x405060, 0xFFFFFF};
    r3d_image24 sprite = {{2, 2, 0, 0, 2, 2}, colors};
    r3d_surface_clear(&surface, 0x12AABBCC);
    assert_int_equal(drawn_count(), WIDTH * HEIGHT);
    assert_int_equal(pixels[0], 0xFFAABBCC);
    assert_int_equal(pixels[WIDTH], 0);

    surface = make_surface();
    r3d_draw_rect_alpha(&surface, 0, 0, 2, 1, 0xFFFFFF, 128);
    assert_int_equal(drawn_count(), 2);
    assert_int_equal(pixels[0], 0xFF7F7F7F);
    r3d_draw_image24(&surface, &sprite, 0, 2);
    assert_int_equal(drawn_count(), 5);
    r3d_blit_image24(&surface, &sprite, 4, 2);
    assert_int_equal(drawn_count(), 9);
    r3d_draw_image24_alpha(&surface, &sprite, 8, 2, 256);
    assert_int_equal(drawn_count(), 12);
    assert_int_equal(pixels[2 * STRIDE + 8], 0xFF102030);
    assert_int_equal(r3d_draw_image24_scaled(&surface, &sprite, 12, 2, 4, 4), R3D_OK);
    assert_int_equal(drawn_count(), 24);
}

static void weights_outside_0_to_256_are_clamped(void **state)
{
    (void)state;
    r3d_surface surface = make_surface();
    r3d_surface_clear(&surface, 0x404040);
    r3d_draw_rect_alpha(&surface, 0, 0, 1, 1, 0xFFFFFF, 1000);
    r3d_draw_rect_alpha(&surface, 1, 0, 1, 1, 0xFFFFFF, -3);
    assert_int_equal(pixels[0], 0xFFFFFFFF);
    assert_int_equal(pixels[1], 0xFF404040);
}

static void copies_that_leave_a_row_go_on_in_the_next_whatever_the_stride(void **state)
{
    (void)state;
    uint32_t colors[1] = {0x0000FF};
    r3d_image24 sprite = {{1, 1, 0, 0, 1, 1}, colors};
    uint32_t packed[WIDTH * HEIGHT] = {0};
    r3d_surface padded = make_surface();
    r3d_surface tight;
    assert_int_equal(r3d_surface_init(&tight, packed, WIDTH, HEIGHT, WIDTH), R3D_OK);
    r3d_surface *both[2] = {&padded, &tight};
    for (int i = 0; i < 2; i++) {
        r3d_surface_set_clip(both[i], 10, 0, WIDTH, HEIGHT);
        assert_int_equal(r3d_draw_image24_scaled(both[i], &sprite, 4, 1, 14, 2), R3D_OK);
    }
    int wrapped = 0;
    for (int y = 0; y < HEIGHT; y++) {
        assert_memory_equal(&pixels[y * STRIDE], &packed[y * WIDTH], WIDTH * sizeof packed[0]);
        wrapped += packed[y * WIDTH] != 0;
    }
    assert_true(wrapped > 0);
}

static void sizes_of_transformed_copies_are_limited(void **state)
{
    (void)state;
    r3d_surface surface = make_surface();
    uint32_t colors[1] = {0x0000FF};
    r3d_image24 sprite = {{1, 1, 0, 0, 1, 1}, colors};
    r3d_row_span rows[1] = {{0, 4097}};
    r3d_rotation rotation = {0, 0, 1, 1, 0, 0, 0, 65536, 256};
    assert_int_equal(r3d_draw_image24_scaled(&surface, &sprite, 0, 0, 4097, 1), R3D_ERR_LIMIT);
    assert_int_equal(r3d_draw_image24_scaled(&surface, &sprite, 0, 0, 1, 4097), R3D_ERR_LIMIT);
    assert_int_equal(r3d_draw_image24_scaled(&surface, &sprite, 0, 0, -1, 1), R3D_OK);
    assert_int_equal(r3d_draw_image24_rotated(&surface, &sprite, &rotation, rows, 1),
                     R3D_ERR_LIMIT);
    assert_int_equal(r3d_draw_image24_rotated(&surface, &sprite, &rotation, NULL, 0),
                     R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_draw_image24_rotated(&surface, &sprite, &rotation, rows, -1),
                     R3D_ERR_ARGUMENT);
    rotation.width = 5000;
    assert_int_equal(r3d_draw_image24_rotated_masked(&surface, &sprite, &rotation), R3D_ERR_LIMIT);
    assert_int_equal(drawn_count(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_and_strides_are_checked),
        cmocka_unit_test(clip_rectangles_are_cut_to_the_surface),
        cmocka_unit_test(black_is_a_color_and_not_a_hole),
        cmocka_unit_test(every_draw_sets_the_alpha_byte_and_leaves_the_padding),
        cmocka_unit_test(weights_outside_0_to_256_are_clamped),
        cmocka_unit_test(copies_that_leave_a_row_go_on_in_the_next_whatever_the_stride),
        cmocka_unit_test(sizes_of_transformed_copies_are_limited),
    };
    return cmocka_run_group_tests_name("surface", tests, NULL, NULL);
}
