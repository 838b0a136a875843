/* SPDX-License-Identifier: MIT */
// PNG files as 8-bit images and 24-bit sprites.

#include "io_test.h"

#include <retro3d/image.h>
#include <retro3d/io.h>
#include <retro3d/png.h>

#include "counting_allocator.h"
#include "png_forge.h"

#define FILE_NAME R3D_TEST_BINARY_DIR "/image.png"

static void save(const forge_picture *made)
{
    forge file = {.data = NULL};
    forge_file(made, FORGE_FILTER_CYCLE, &file);
    assert_int_equal(r3d_file_write(FILE_NAME, file.data, file.size, NULL), R3D_OK);
    forge_free(&file);
}

static void assert_frame(const r3d_image_frame *frame, int width, int height)
{
    assert_int_equal(frame->canvas_width, width);
    assert_int_equal(frame->canvas_height, height);
    assert_int_equal(frame->width, width);
    assert_int_equal(frame->height, height);
    assert_int_equal(frame->offset_x, 0);
    assert_int_equal(frame->offset_y, 0);
}

/* ---- 8-bit images ---- */

// Six colours: 0 opaque black, 1 hole, 2 unused, 3 half transparent, 4 a second hole, 5 opaque.
static void make_mixed(forge_picture *out_made)
{
    static const uint8_t palette[18] = {0,  0,  0,  9, 9, 9, 1,   1,   1,
                                        10, 20, 30, 8, 8, 8, 255, 254, 253};
    static const uint8_t trns[5] = {255, 0, 255, 128, 0};
    static const uint16_t samples[6] = {5, 1, 0, 3, 4, 5};
    forge_picture_random(out_made, 3, 2, 4, 3, 0, 1);
    out_made->palette_count = 6;
    memcpy(out_made->palette, palette, sizeof palette);
    out_made->trns_size = 5;
    memcpy(out_made->trns, trns, sizeof trns);
    memcpy(out_made->samples, samples, sizeof samples);
}

static void transparent_entries_become_the_hole_and_unused_ones_vanish(void **state)
{
    (void)state;
    forge_picture made;
    make_mixed(&made);
    save(&made);
    r3d_image8 image;
    assert_int_equal(r3d_image8_load_png(FILE_NAME, 4, NULL, &image, NULL), R3D_OK);
    assert_frame(&image.frame, 3, 2);
    assert_int_equal(image.palette_count, 4);
    static const uint32_t palette[4] = {0, 0x000000, 0x0a141e, 0xfffefd};
    static const uint8_t pixels[6] = {3, 0, 1, 2, 0, 3};
    assert_memory_equal(image.palette_rgb, palette, sizeof palette);
    assert_memory_equal(image.pixels, pixels, sizeof pixels);
    assert_int_equal(r3d_image8_validate(&image), R3D_OK);
    r3d_image8_free(&image, NULL);
    forge_picture_free(&made);
}

static void one_color_too_many_is_reported_with_its_number(void **state)
{
    (void)state;
    forge_picture made;
    make_mixed(&made);
    save(&made);
    r3d_image8 image;
    r3d_error error;
    counting_allocator counter = {.calls = 0};
    r3d_allocator hooks = counting_hooks(&counter);
    assert_int_equal(r3d_image8_load_png(FILE_NAME, 3, &hooks, &image, &error),
                     R3D_ERR_FORMAT_COUNT);
    assert_non_null(strstr(error.message, "3 opaque palette entries, expected at most 2"));
    assert_null(image.pixels);
    assert_int_equal(counter.live, 0);
    forge_picture_free(&made);
}

static void all_256_entries_in_use_do_not_fit_beside_the_hole(void **state)
{
    (void)state;
    for (unsigned transparent = 0; transparent < 2; transparent++) {
        forge_picture made;
        forge_picture_random(&made, 16, 16, 8, 3, 1, 1);
        for (size_t i = 0; i < 256; i++) {
            made.samples[i] = (uint16_t)(255 - i);
        }
        made.trns_size = transparent;
        made.trns[0] = 0;
        save(&made);
        r3d_image8 image;
        r3d_error error;
        r3d_result result = r3d_image8_load_png(FILE_NAME, 256, NULL, &image, &error);
        if (transparent == 0) {
            assert_int_equal(result, R3D_ERR_FORMAT_COUNT);
            assert_non_null(strstr(error.message, "256 opaque palette entries"));
        } else {
            assert_int_equal(result, R3D_OK);
            assert_int_equal(image.palette_count, 256);
            for (size_t i = 0; i < 256; i++) {
                assert_int_equal(image.pixels[i], 255 - i);
            }
            r3d_image8_free(&image, NULL);
        }
        forge_picture_free(&made);
    }
}

static void a_picture_of_holes_only_needs_one_color(void **state)
{
    (void)state;
    forge_picture made;
    forge_picture_random(&made, 3, 2, 1, 3, 0, 1);
    made.trns_size = 2;
    save(&made);
    r3d_image8 image;
    assert_int_equal(r3d_image8_load_png(FILE_NAME, 1, NULL, &image, NULL), R3D_OK);
    assert_int_equal(image.palette_count, 1);
    static const uint8_t pixels[6] = {0};
    assert_memory_equal(image.pixels, pixels, 6);
    r3d_image8_free(&image, NULL);
    forge_picture_free(&made);
}

static void other_color_types_and_bounds_are_refused(void **state)
{
    (void)state;
    static const unsigned types[] = {0, 2, 4, 6};
    r3d_image8 image;
    r3d_error error;
    for (size_t i = 0; i < 4; i++) {
        forge_picture made;
        forge_picture_random(&made, 3, 2, 8, types[i], 0, 1);
        save(&made);
        assert_int_equal(r3d_image8_load_png(FILE_NAME, 256, NULL, &image, &error),
                         R3D_ERR_FORMAT_UNSUPPORTED);
        assert_non_null(strstr(error.message, "expected 3 (palette)"));
        assert_null(image.pixels);
        forge_picture_free(&made);
    }
    static const int32_t bounds[] = {0, -1, 257, INT32_MAX};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(r3d_image8_load_png(FILE_NAME, bounds[i], NULL, &image, &error),
                         R3D_ERR_RANGE);
    }
    assert_int_equal(r3d_image8_load_png(NULL, 256, NULL, &image, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_image8_load_png("x", 256, NULL, NULL, NULL), R3D_ERR_ARGUMENT);
}

/* ---- 24-bit sprites ---- */

static void a_sprite_keeps_colors_and_drops_alpha(void **state)
{
    (void)state;
    static const unsigned kinds[][2] = {{0, 1}, {0, 4}, {0, 8}, {2, 8},
                                        {3, 2}, {3, 8}, {4, 8}, {6, 8}};
    for (size_t k = 0; k < 8; k++) {
        for (unsigned interlace = 0; interlace < 2; interlace++) {
            forge_picture made;
            forge_picture_random(&made, 19, 13, kinds[k][1], kinds[k][0], interlace, 4);
            save(&made);
            r3d_image24 image;
            assert_int_equal(r3d_image24_load_png(FILE_NAME, NULL, &image, NULL), R3D_OK);
            assert_frame(&image.frame, 19, 13);
            assert_int_equal(r3d_image24_validate(&image), R3D_OK);
            for (int i = 0; i < 19 * 13; i++) {
                unsigned rgba[4];
                forge_expect(&made, i % 19, i / 19, rgba);
                assert_int_equal(image.pixels[i], rgba[0] << 16 | rgba[1] << 8 | rgba[2]);
            }
            r3d_image24_free(&image, NULL);
            assert_null(image.pixels);
            forge_picture_free(&made);
        }
    }
}

static void sixteen_bit_sprites_and_damaged_ones_are_refused(void **state)
{
    (void)state;
    forge_picture made;
    r3d_image24 image;
    r3d_error error;
    forge_picture_random(&made, 3, 2, 16, 2, 0, 1);
    save(&made);
    assert_int_equal(r3d_image24_load_png(FILE_NAME, NULL, &image, &error),
                     R3D_ERR_FORMAT_UNSUPPORTED);
    assert_null(image.pixels);
    forge_picture_free(&made);
    // Damage behind the last row must not be overlooked.
    forge_picture_random(&made, 3, 2, 8, 2, 0, 1);
    forge file = {.data = NULL};
    forge_file(&made, 0, &file);
    file.data[file.size - 1] ^= 1u;
    assert_int_equal(r3d_file_write(FILE_NAME, file.data, file.size, NULL), R3D_OK);
    assert_int_equal(r3d_image24_load_png(FILE_NAME, NULL, &image, &error),
                     R3D_ERR_FORMAT_CHECKSUM);
    assert_null(image.pixels);
    forge_free(&file);
    forge_picture_free(&made);
    assert_int_equal(r3d_image24_load_png(NULL, NULL, &image, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_image24_load_png("x", NULL, NULL, NULL), R3D_ERR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transparent_entries_become_the_hole_and_unused_ones_vanish),
        cmocka_unit_test(one_color_too_many_is_reported_with_its_number),
        cmocka_unit_test(all_256_entries_in_use_do_not_fit_beside_the_hole),
        cmocka_unit_test(a_picture_of_holes_only_needs_one_color),
        cmocka_unit_test(other_color_types_and_bounds_are_refused),
        cmocka_unit_test(a_sprite_keeps_colors_and_drops_alpha),
        cmocka_unit_test(sixteen_bit_sprites_and_damaged_ones_are_refused),
    };
    return cmocka_run_group_tests_name("image_png", tests, NULL, NULL);
}
