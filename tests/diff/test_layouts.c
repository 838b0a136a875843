/* SPDX-License-Identifier: MIT */
// Frames of every layout have the values that their bytes and words mean, for comparing and for saving.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <retro3d/diff.h>
#include <retro3d/png.h>

typedef struct layout_case {
    r3d_layout layout;
    uint8_t bytes[8];
    uint16_t word; // of the layouts of 16-bit words, in this machine's byte order
    uint32_t argb;
} layout_case;

static const layout_case cases[] = {
    {R3D_LAYOUT_RGBA8, {0x12, 0x34, 0x56, 0x78}, 0, 0x78123456u},
    {R3D_LAYOUT_BGRA8, {0x56, 0x34, 0x12, 0x78}, 0, 0x78123456u},
    {R3D_LAYOUT_ARGB8, {0x78, 0x12, 0x34, 0x56}, 0, 0x78123456u},
    {R3D_LAYOUT_ABGR8, {0x78, 0x56, 0x34, 0x12}, 0, 0x78123456u},
    {R3D_LAYOUT_XRGB8, {0x78, 0x12, 0x34, 0x56}, 0, 0xff123456u},
    {R3D_LAYOUT_RGB8, {0x12, 0x34, 0x56}, 0, 0xff123456u},
    {R3D_LAYOUT_GRAY8, {0x12}, 0, 0xff121212u},
    // v << 3 | v >> 2, v << 2 | v >> 4
    {R3D_LAYOUT_RGB565, {0}, 0x0000, 0xff000000u},
    {R3D_LAYOUT_RGB565, {0}, 0xffff, 0xffffffffu},
    {R3D_LAYOUT_RGB565, {0}, 0xf800, 0xffff0000u},
    {R3D_LAYOUT_RGB565, {0}, 0x07e0, 0xff00ff00u},
    {R3D_LAYOUT_RGB565, {0}, 0x001f, 0xff0000ffu},
    {R3D_LAYOUT_RGB565, {0}, 0x0821, 0xff080408u},
    {R3D_LAYOUT_RGB565, {0}, 0x8410, 0xff848284u},
    {R3D_LAYOUT_XRGB1555, {0}, 0x0000, 0xff000000u},
    {R3D_LAYOUT_XRGB1555, {0}, 0x7fff, 0xffffffffu},
    {R3D_LAYOUT_XRGB1555, {0}, 0xfc00, 0xffff0000u},
    {R3D_LAYOUT_XRGB1555, {0}, 0x03e0, 0xff00ff00u},
    {R3D_LAYOUT_XRGB1555, {0}, 0x8421, 0xff080808u},
    {R3D_LAYOUT_XRGB1555, {0}, 0x4210, 0xff848484u},
};

static void pixels_of_every_layout_have_their_values(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const layout_case *c = &cases[i];
        bool word = c->layout == R3D_LAYOUT_RGB565 || c->layout == R3D_LAYOUT_XRGB1555;
        uint8_t bytes[8];
        uint32_t argb = 0;
        memcpy(bytes, c->bytes, sizeof bytes);
        if (word) {
            memcpy(bytes, &c->word, sizeof c->word);
        }
        r3d_picture_view view = {bytes, 8, 1, 1, c->layout};
        assert_int_equal(r3d_diff_view_pixel(&view, 0, 0, &argb), R3D_OK);
        if (argb != c->argb) {
            fail_msg("case %zu: %08lx, expected %08lx", i, (unsigned long)argb,
                     (unsigned long)c->argb);
        }
        // A comparison and a file see the same.
        const uint8_t rgba[4] = {(uint8_t)(c->argb >> 16), (uint8_t)(c->argb >> 8),
                                 (uint8_t)c->argb, (uint8_t)(c->argb >> 24)};
        r3d_picture_view right = {rgba, 4, 1, 1, R3D_LAYOUT_RGBA8};
        r3d_diff_result result;
        assert_int_equal(r3d_diff_compare(&right, &view, NULL, NULL, &result, NULL), R3D_OK);
        assert_int_equal(result.verdict, R3D_DIFF_EQUAL);
        r3d_diff_result_free(&result);
        void *png = NULL;
        size_t size = 0;
        r3d_picture picture;
        assert_int_equal(r3d_png_encode(&view, R3D_PNG_FAST, NULL, &png, &size, NULL), R3D_OK);
        assert_int_equal(r3d_png_decode(png, size, "x", NULL, NULL, &picture, NULL), R3D_OK);
        assert_memory_equal(picture.pixels, rgba, 4);
        r3d_picture_free(&picture);
        free(png);
    }
}

static void frames_with_a_palette_become_pictures(void **state)
{
    (void)state;
    static const uint8_t indices[6] = {0, 1, 9, 2, 1, 9};
    static const uint32_t palette[3] = {0x112233, 0xff445566u, 0x778899};
    static const uint8_t rgba[16] = {0x11, 0x22, 0x33, 255, 0x44, 0x55, 0x66, 255,
                                     0x77, 0x88, 0x99, 255, 0x44, 0x55, 0x66, 255};
    r3d_picture picture;
    assert_int_equal(r3d_picture_from_indexed(indices, 2, 2, 3, palette, 3, NULL, &picture),
                     R3D_OK);
    assert_memory_equal(picture.pixels, rgba, sizeof rgba);
    r3d_picture_free(&picture);
    assert_int_equal(r3d_picture_from_indexed(indices, 3, 2, 0, palette, 3, NULL, &picture),
                     R3D_ERR_RANGE); // 9 is no colour
    assert_null(picture.pixels);
    assert_int_equal(r3d_picture_from_indexed(indices, 2, 2, 1, palette, 3, NULL, &picture),
                     R3D_ERR_RANGE);
    assert_int_equal(r3d_picture_from_indexed(indices, 2, 2, 3, palette, 257, NULL, &picture),
                     R3D_ERR_RANGE);
    assert_int_equal(r3d_picture_from_indexed(indices + 3, 2, 2, -3, palette, 3, NULL, &picture),
                     R3D_OK);
    assert_memory_equal(picture.pixels, rgba + 8, 8);
    r3d_picture_free(&picture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pixels_of_every_layout_have_their_values),
        cmocka_unit_test(frames_with_a_palette_become_pictures),
    };
    return cmocka_run_group_tests_name("diff layouts", tests, NULL, NULL);
}
