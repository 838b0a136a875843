/* SPDX-License-Identifier: MIT */
// A cmocka program whose tests fail, run by test_child.c. Its goldens and switches come from the
// environment, as in a user's project.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <retro3d/r3d_cmocka.h>

enum { WIDTH = 64, HEIGHT = 48 };

static uint32_t pixels[WIDTH * HEIGHT];

static r3d_picture_view draw(uint32_t wrong)
{
    r3d_picture_view view;
    for (uint32_t i = 0; i < WIDTH * HEIGHT; i++) {
        pixels[i] = i * 37u & 0xffffffu;
    }
    pixels[20 * WIDTH + 30] ^= wrong;
    r3d_diff_view_xrgb32(pixels, WIDTH, HEIGHT, 0, &view);
    return view;
}

static int setup(void **state)
{
    return r3d_golden_group_setup(state, "child");
}

static void a_good_scene_passes(void **state)
{
    r3d_picture_view view = draw(0);
    assert_golden(*state, &view, "good");
    assert_pixel(&view, 1, 0, 37);
    assert_images_equal(&view, &view);
}

static void a_wrong_pixel_fails(void **state)
{
    r3d_picture_view view = draw(0xff00u);
    assert_golden(*state, &view, "wrong");
}

static void soft_checks_go_on(void **state)
{
    r3d_picture_view view = draw(0x1u);
    check_golden(*state, &view, "soft-one");
    view = draw(0x2u);
    check_golden(*state, &view, "soft-two");
}

static void a_wrong_color_fails(void **state)
{
    (void)state;
    r3d_picture_view view = draw(0);
    assert_pixel(&view, 1, 0, 0x123456);
}

static void unequal_images_fail(void **state)
{
    (void)state;
    uint32_t other[4] = {1, 2, 3, 4};
    uint32_t another[4] = {1, 2, 3, 5};
    r3d_picture_view a;
    r3d_picture_view b;
    r3d_diff_view_xrgb32(other, 2, 2, 0, &a);
    r3d_diff_view_xrgb32(another, 2, 2, 0, &b);
    assert_images_equal(&a, &b);
}

static void a_table_that_cannot_be_checked_fails(void **state)
{
    assert_golden_i32(*state, "table", NULL, -1, 1);
}

static r3d_result draw_file(const char *path, r3d_picture_view *out_view, void *user)
{
    (void)user;
    // The scene's whole content is whether a pixel is wrong.
    *out_view = draw(strstr(path, "wrong") != NULL ? 0xff00u : 0u);
    return R3D_OK;
}

// "golden_child DIR" runs one test for each file DIR/*.scene.
static int run_scenes(const char *dir)
{
    void *state = NULL;
    if (r3d_golden_group_setup(&state, "child") != 0) {
        return 1;
    }
    int failed = r3d_golden_run_dir(state, dir, ".scene", draw_file, NULL);
    return r3d_golden_group_teardown(&state) != 0 ? 1 : failed;
}

int main(int argc, char **argv)
{
    if (argc == 2) {
        return run_scenes(argv[1]);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_scene_passes),
        cmocka_unit_test(a_wrong_pixel_fails),
        cmocka_unit_test(soft_checks_go_on),
        cmocka_unit_test(a_wrong_color_fails),
        cmocka_unit_test(unequal_images_fail),
        cmocka_unit_test(a_table_that_cannot_be_checked_fails),
    };
    return cmocka_run_group_tests(tests, setup, r3d_golden_group_teardown);
}
