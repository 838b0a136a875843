/* SPDX-License-Identifier: MIT */
/* PNG files with a palette: pictures of few colours are numbered. */

#include "io_test.h"

#include <limits.h>

#include <zlib.h>

#include <retro3d/io.h>
#include <retro3d/png.h>

#include "counting_allocator.h"
#include "png_forge.h"
#include "stb_oracle.h"
#include "writer_test.h"

/* ---- numbers of colours ---- */

enum { MANY_WIDTH = 20, MANY_HEIGHT = 13 };

// A picture of `count` colours, in no order; the last one stands only in the last pixel.
static r3d_picture_view view_of_colors(uint32_t count, uint32_t *out_pixels)
{
    for (uint32_t i = 0; i < MANY_WIDTH * MANY_HEIGHT; i++) {
        bool last = i + 1 == MANY_WIDTH * MANY_HEIGHT;
        uint32_t number = last ? count - 1 : count == 1 ? 0 : i * 7u % (count - 1);
        out_pixels[i] = number * 2654435761u & 0xffffffu;
    }
    r3d_picture_view view = {.pixels = out_pixels,
                             .stride_bytes = MANY_WIDTH * 4,
                             .width = MANY_WIDTH,
                             .height = MANY_HEIGHT,
                             .layout = R3D_LAYOUT_XRGB32};
    return view;
}

static bool same_bytes(const forge *a, const forge *b)
{
    return a->size == b->size && memcmp(a->data, b->data, a->size) == 0;
}

static void few_colors_are_numbered(void **state)
{
    (void)state;
    static const uint32_t counts[] = {1, 2, 3, 17, 255, 256};
    static uint32_t pixels[MANY_WIDTH * MANY_HEIGHT];
    for (size_t n = 0; n < sizeof counts / sizeof counts[0]; n++) {
        r3d_picture_view view = view_of_colors(counts[n], pixels);
        forge file;
        encode(&view, R3D_PNG_INDEXED, &file);
        static const uint8_t ihdr[] = {0, 0, 0, MANY_WIDTH, 0, 0, 0, MANY_HEIGHT, 8, 3, 0, 0, 0};
        assert_memory_equal(file.data + 16, ihdr, sizeof ihdr);
        // PLTE follows the 33 bytes of the head; its colours ascend.
        assert_memory_equal(file.data + 37, "PLTE", 4);
        assert_int_equal((size_t)file.data[35] << 8 | file.data[36], counts[n] * 3);
        for (size_t i = 1; i < counts[n]; i++) {
            assert_true(memcmp(file.data + 41 + (i - 1) * 3, file.data + 41 + i * 3, 3) < 0);
        }
        r3d_picture picture;
        r3d_error error;
        assert_int_equal(r3d_png_decode(file.data, file.size, NULL, NULL, NULL, &picture, &error),
                         R3D_OK);
        const uint8_t *rgba = picture.pixels;
        for (size_t i = 0; i < MANY_WIDTH * MANY_HEIGHT; i++, rgba += 4) {
            uint32_t color = (uint32_t)rgba[0] << 16 | (uint32_t)rgba[1] << 8 | rgba[2];
            assert_int_equal(color, pixels[i]);
            assert_int_equal(rgba[3], 255);
        }
        r3d_picture_free(&picture);
        forge_free(&file);
    }
}

static void numbered_files_have_equal_bytes_too(void **state)
{
    (void)state;
    forge first = {.data = NULL};
    for (size_t kind = 0; kind < LAYOUT_COUNT; kind++) {
        uint8_t *block = NULL;
        ptrdiff_t stride = (ptrdiff_t)(WIDTH * layouts[kind].bytes + 4 * kind);
        r3d_picture_view view = make_view(kind, kind % 2 != 0 ? -stride : stride, true, &block);
        view.width = 16; // 16 x 11 pixels have fewer than 256 colours
        forge file;
        encode(&view, R3D_PNG_INDEXED, &file);
        assert_int_equal(file.data[25], 3);
        if (layouts[kind].layout == R3D_LAYOUT_GRAY8) {
            forge_free(&file); // other colours
        } else if (first.data == NULL) {
            first = file;
        } else {
            assert_true(same_bytes(&first, &file));
            forge_free(&file);
        }
        free(block);
    }
    forge_free(&first);
}

static void many_colors_and_alpha_are_not_numbered(void **state)
{
    (void)state;
    static uint32_t pixels[MANY_WIDTH * MANY_HEIGHT];
    r3d_picture_view view = view_of_colors(257, pixels);
    uint8_t *block = NULL;
    for (int i = 0; i < 2; i++) {
        forge fast;
        forge indexed;
        encode(&view, R3D_PNG_FAST, &fast);
        encode(&view, R3D_PNG_INDEXED, &indexed);
        assert_true(same_bytes(&fast, &indexed));
        forge_free(&fast);
        forge_free(&indexed);
        if (i == 0) {
            view = make_view(0, WIDTH * 4, false, &block);
        }
    }
    free(block);
}

static void numbering_reports_that_memory_is_out(void **state)
{
    (void)state;
    static uint32_t pixels[MANY_WIDTH * MANY_HEIGHT];
    r3d_picture_view view = view_of_colors(9, pixels);
    for (size_t n = 1;; n++) {
        counting_allocator counting = {.fail_at = n};
        r3d_allocator hooks = counting_hooks(&counting);
        void *data = NULL;
        size_t size = 0;
        r3d_error error;
        r3d_result result = r3d_png_encode(&view, R3D_PNG_INDEXED, &hooks, &data, &size, &error);
        if (result == R3D_OK) {
            assert_true(n > 3);
            hooks.free(data, hooks.user);
            assert_int_equal(counting.live, 0);
            break;
        }
        assert_int_equal(result, R3D_ERR_MEMORY);
        assert_null(data);
        assert_int_equal(counting.live, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(few_colors_are_numbered),
        cmocka_unit_test(numbered_files_have_equal_bytes_too),
        cmocka_unit_test(many_colors_and_alpha_are_not_numbered),
        cmocka_unit_test(numbering_reports_that_memory_is_out),
    };
    return cmocka_run_group_tests_name("png_numbered", tests, NULL, NULL);
}
