/* SPDX-License-Identifier: MIT */
// Pictures of all formats through r3d_picture_load and r3d_picture_decode; views; checksums.

#include "io_test.h"

#include <retro3d/io.h>
#include <retro3d/pictures.h>

#include "counting_allocator.h"
#include "picture_forge.h"
#include "picture_files.h"

static const int sizes[][2] = {{1, 1}, {2, 3}, {17, 5}, {64, 48}, {131, 67}};

enum { SIZE_COUNT = sizeof sizes / sizeof sizes[0] };

static void encode_tga32_rle(const forge_pixels *pixels, forge *out)
{
    forge_tga(pixels, 32, 1, out);
}

static void encode_pam_alpha(const forge_pixels *pixels, forge *out)
{
    forge_pnm(pixels, 7, 4, 255, out);
}

static const struct {
    encoder encode;
    bool alpha;
} exact[] = {{forge_bmp24, false}, {encode_tga24, false},    {encode_tga24_rle, false},
             {encode_tga32, true}, {encode_tga32_rle, true}, {encode_ppm, false},
             {encode_pam, false},  {encode_pam_alpha, true}};

static void colors_of_lossless_formats_come_back(void **state)
{
    (void)state;
    for (size_t f = 0; f < sizeof exact / sizeof exact[0]; f++) {
        for (size_t i = 0; i < SIZE_COUNT; i++) {
            forge_pixels pixels;
            forge_pixels_random(&pixels, sizes[i][0], sizes[i][1], (uint32_t)i + 1);
            if (exact[f].alpha) {
                pixels.rgba[3] = 7;
            }
            forge file = {.data = NULL};
            exact[f].encode(&pixels, &file);
            r3d_picture picture;
            load_good(&file, &pixels, &picture);
            assert_int_equal(picture.layout, R3D_LAYOUT_RGBA8);
            assert_int_equal(picture.has_alpha, exact[f].alpha);
            assert_memory_equal(picture.pixels, pixels.rgba,
                                (size_t)pixels.width * (size_t)pixels.height * 4);
            r3d_picture_free(&picture);
            forge_free(&file);
            forge_pixels_free(&pixels);
        }
    }
}

static void palettes_of_bmp_and_gif_are_expanded(void **state)
{
    (void)state;
    for (size_t i = 0; i < SIZE_COUNT; i++) {
        for (int gif = 0; gif < 2; gif++) {
            forge_pixels pixels;
            forge_pixels_random(&pixels, sizes[i][0], sizes[i][1], (uint32_t)i + 5);
            forge file = {.data = NULL};
            if (gif != 0) {
                forge_gif(&pixels, &file);
            } else {
                forge_bmp4(&pixels, &file);
            }
            r3d_picture picture;
            load_good(&file, &pixels, &picture);
            const uint8_t *found = picture.pixels;
            for (int k = 0; k < pixels.width * pixels.height; k++) {
                unsigned index = pixels.rgba[4 * k + 1];
                unsigned grey = index % 16 * 17;
                uint8_t color[4] = {(uint8_t)grey, (uint8_t)grey, (uint8_t)grey, 255};
                if (gif != 0) {
                    color[0] = (uint8_t)index;
                    color[1] = (uint8_t)(255 - index);
                    color[2] = (uint8_t)(index / 2);
                }
                assert_memory_equal(found + (size_t)k * 4, color, 4);
            }
            r3d_picture_free(&picture);
            forge_free(&file);
            forge_pixels_free(&pixels);
        }
    }
}

static void a_smooth_jpeg_comes_back_nearly(void **state)
{
    (void)state;
    forge_pixels pixels;
    forge_pixels_random(&pixels, 57, 35, 1);
    for (int i = 0; i < 57 * 35; i++) {
        pixels.rgba[4 * i] = (uint8_t)(i % 57 * 4);
        pixels.rgba[4 * i + 1] = (uint8_t)(i / 57 * 7);
        pixels.rgba[4 * i + 2] = 128;
    }
    forge file = {.data = NULL};
    forge_jpeg(&pixels, &file);
    r3d_picture picture;
    load_good(&file, &pixels, &picture);
    assert_false(picture.has_alpha);
    const uint8_t *found = picture.pixels;
    for (int i = 0; i < 57 * 35 * 4; i++) {
        assert_in_range(found[i] + 256 - pixels.rgba[i], 256 - 12, 256 + 12);
    }
    r3d_picture_free(&picture);
    forge_free(&file);
    forge_pixels_free(&pixels);
}

static void png_goes_through_the_verifying_reader(void **state)
{
    (void)state;
    forge_picture made;
    forge_picture_random(&made, 9, 7, 16, 6, 1, 3);
    forge file = {.data = NULL};
    forge_file(&made, FORGE_FILTER_CYCLE, &file);
    r3d_picture picture;
    assert_int_equal(load(&file, &picture, NULL), R3D_OK);
    assert_int_equal(picture.layout, R3D_LAYOUT_RGBA16);
    r3d_picture_free(&picture);
    file.data[file.size - 1] ^= 1u;
    expect_bad(&file, R3D_ERR_FORMAT_CHECKSUM, "the CRC of chunk IEND");
    forge_file(&made, 0, &file);
    file.data[0] = 'x';
    expect_bad(&file, R3D_ERR_FORMAT_MAGIC, "not a PNG file");
    forge_bytes(&file, "\x89PN", 3);
    expect_bad(&file, R3D_ERR_FORMAT_MAGIC, "not a PNG, BMP, TGA");
    forge_picture_free(&made);
}

/* ---- PNM ---- */

static void pnm_samples_are_scaled_exactly_or_refused(void **state)
{
    (void)state;
    forge_pixels pixels;
    forge_pixels_random(&pixels, 11, 3, 9);
    for (unsigned max = 1; max <= 65535; max += max < 300 ? 1 : max % 257 == 0 ? 1 : 256) {
        unsigned full = max < 256 ? 255 : 65535;
        for (int depth = 1; depth <= 4; depth++) {
            forge file = {.data = NULL};
            forge_pnm(&pixels, 7, depth, max, &file);
            if (full % max != 0) {
                expect_bad(&file, R3D_ERR_FORMAT_UNSUPPORTED, "divides neither 255 nor 65535");
                continue;
            }
            r3d_picture picture;
            load_good(&file, &pixels, &picture);
            assert_int_equal(picture.layout, full == 255 ? R3D_LAYOUT_RGBA8 : R3D_LAYOUT_RGBA16);
            assert_int_equal(picture.has_alpha, depth % 2 == 0);
            const uint8_t *bytes = picture.pixels;
            const uint16_t *words = picture.pixels;
            for (int i = 0; i < 11 * 3; i++) {
                for (int c = 0; c < 4; c++) {
                    int from = depth < 3 ? (c < 3 ? 0 : 1) : c;
                    unsigned sample = pixels.rgba[4 * i + from] * max / 255u;
                    unsigned expected = c == 3 && depth % 2 == 1 ? full : sample * (full / max);
                    assert_int_equal(full == 255 ? bytes[4 * i + c] : words[4 * i + c], expected);
                }
            }
            r3d_picture_free(&picture);
            forge_free(&file);
        }
    }
    forge_pixels_free(&pixels);
}

static void pnm_headers_may_hold_comments_and_any_white_space(void **state)
{
    (void)state;
    static const char *const heads[] = {
        "P5 2 1 255\n", "P5\t2\r\n1 #x\n255\t", "P5\n# one\n# two 3 4\n2 # three\n  1\n\n255 ",
        "P7\n# c\nHEIGHT 1\nTUPLTYPE GRAYSCALE\n\nMAXVAL 255\nDEPTH 1\nWIDTH 2\nENDHDR\n",
        "P7\nWIDTH   2\nHEIGHT\t1\nDEPTH 1\nMAXVAL 255\nENDHDR\n"};
    for (size_t i = 0; i < 5; i++) {
        forge file = {.data = NULL};
        forge_bytes(&file, heads[i], strlen(heads[i]));
        forge_bytes(&file, "#\n", 2);
        r3d_picture picture;
        r3d_error error;
        if (load(&file, &picture, &error) != R3D_OK) {
            fail_msg("%d: %s at %d", (int)i, error.message, (int)error.offset);
        }
        static const uint8_t pixels[8] = {'#', '#', '#', 255, '\n', '\n', '\n', 255};
        assert_memory_equal(picture.pixels, pixels, 8);
        r3d_picture_free(&picture);
        forge_free(&file);
    }
}

static void bad_pnm_files_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        r3d_result result;
        const char *message;
    } cases[] = {
        {"P5 ", R3D_ERR_FORMAT_TRUNCATED, "expected the width"},
        {"P5 2", R3D_ERR_FORMAT_TRUNCATED, "expected the height"},
        {"P5 2 1", R3D_ERR_FORMAT_TRUNCATED, "expected the largest value"},
        {"P5 2 1 255", R3D_ERR_FORMAT_TRUNCATED, "one white-space character"},
        {"P5 2 1 255 a", R3D_ERR_FORMAT_TRUNCATED, "1 bytes follow the header, expected 2"},
        {"P5 2 1 255 abc", R3D_ERR_FORMAT_COUNT, "3 bytes follow the header, expected 2"},
        {"P5 -2 1 255 ab", R3D_ERR_FORMAT_SYNTAX, "expected the width"},
        {"P5 2,1 255 ab", R3D_ERR_FORMAT_SYNTAX, "expected the height"},
        {"P5 2 1 255#ab", R3D_ERR_FORMAT_SYNTAX, "one white-space character"},
        {"P5 0 1 255 ", R3D_ERR_FORMAT_DATA, "at least 1 x 1"},
        {"P5 1 0 255 ", R3D_ERR_FORMAT_DATA, "at least 1 x 1"},
        {"P5 1 1 0 a", R3D_ERR_FORMAT_DATA, "1..65535"},
        {"P5 1 1 65536 a", R3D_ERR_FORMAT_DATA, "1..65535"},
        {"P5 1 1 99999999999999999999 a", R3D_ERR_FORMAT_DATA, "1..65535"},
        {"P5 2 1 15 \x0f\x10", R3D_ERR_FORMAT_DATA, "above the largest value"},
        {"P5 32768 1 255 a", R3D_ERR_LIMIT, "32767"},
        {"P5 1 32768 255 a", R3D_ERR_LIMIT, "32767"},
        {"P5 32767 32767 255 a", R3D_ERR_LIMIT, "samples"},
        {"P5 99999999999999999999 1 255 a", R3D_ERR_LIMIT, "32767"},
        {"P6 16384 16384 255 a", R3D_ERR_FORMAT_TRUNCATED, "expected 805306368"},
        {"P7 2", R3D_ERR_FORMAT_SYNTAX, "end of the line after P7"},
        {"P7\nWIDTH 2\nHEIGHT 1\nDEPTH 1\n", R3D_ERR_FORMAT_TRUNCATED, "expected WIDTH"},
        {"P7\nWIDTH 2\nHEIGHT 1\nDEPTH 1\nENDHDR\nab", R3D_ERR_FORMAT_SYNTAX, "lacks"},
        {"P7\nWIDTH 2\nWIDTH 2\n", R3D_ERR_FORMAT_SYNTAX, "twice"},
        {"P7\nWIDTH 2 2\n", R3D_ERR_FORMAT_SYNTAX, "end of the line"},
        {"P7\nWIDTH x\n", R3D_ERR_FORMAT_SYNTAX, "expected the WIDTH"},
        {"P7\nWIDTH", R3D_ERR_FORMAT_TRUNCATED, "expected the WIDTH"},
        {"P7\nWIDTH 2", R3D_ERR_FORMAT_TRUNCATED, "end of the line"},
        {"P7\nWIDTHS 2\n", R3D_ERR_FORMAT_SYNTAX, "expected WIDTH, HEIGHT"},
        {"P7\nTUPLTYPE CMYK\n", R3D_ERR_FORMAT_UNSUPPORTED, "tuple type"},
        {"P7\nWIDTH 1\nHEIGHT 1\nDEPTH 5\nMAXVAL 255\nENDHDR\nabcde", R3D_ERR_FORMAT_UNSUPPORTED,
         "DEPTH of 1..4"},
        {"P7\nWIDTH 1\nHEIGHT 1\nDEPTH 1\nMAXVAL 255\nTUPLTYPE RGB\nENDHDR\na",
         R3D_ERR_FORMAT_COUNT, "contradicts TUPLTYPE"},
        {"P4 8 1 a", R3D_ERR_FORMAT_MAGIC, "not a PNG, BMP"},
        {"P3 1 1 255 0 0 0", R3D_ERR_FORMAT_MAGIC, "not a PNG, BMP"},
        {"P5", R3D_ERR_FORMAT_MAGIC, "not a PNG, BMP"},
        {"no picture", R3D_ERR_FORMAT_MAGIC, "not a PNG, BMP"},
        {"", R3D_ERR_FORMAT_TRUNCATED, "the file is empty"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        forge file = {.data = NULL};
        forge_bytes(&file, cases[i].text, strlen(cases[i].text));
        if (file.data == NULL) {
            forge_bytes(&file, "x", 1);
            file.size = 0;
        }
        expect_bad(&file, cases[i].result, cases[i].message);
    }
}

static void wrong_calls_are_refused(void **state)
{
    (void)state;
    r3d_picture picture;
    counting_allocator counter = {.calls = 0};
    r3d_allocator half = counting_hooks(&counter);
    half.free = NULL;
    r3d_io_limits negative = {
        .struct_size = sizeof(r3d_io_limits), .max_samples = -1, .max_file_bytes = 0};
    assert_int_equal(r3d_picture_load(NULL, NULL, NULL, &picture, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_picture_load("x", NULL, NULL, NULL, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_picture_load("x", NULL, &half, &picture, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_picture_load("x", &negative, NULL, &picture, NULL), R3D_ERR_RANGE);
    assert_int_equal(r3d_picture_decode(NULL, 1, "", NULL, NULL, &picture, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_picture_decode("x", 1, "", NULL, NULL, NULL, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_picture_decode("x", 1, NULL, &negative, NULL, &picture, NULL),
                     R3D_ERR_RANGE);
}

/* ---- views and checksums ---- */

static void a_view_describes_its_picture(void **state)
{
    (void)state;
    forge_picture made;
    forge file = {.data = NULL};
    for (unsigned depth = 8; depth <= 16; depth += 8) {
        forge_picture_random(&made, 7, 3, depth, 2, 0, 3);
        forge_file(&made, 0, &file);
        r3d_picture picture;
        assert_int_equal(load(&file, &picture, NULL), R3D_OK);
        r3d_picture_view view;
        r3d_picture_get_view(&picture, &view);
        assert_ptr_equal(view.pixels, picture.pixels);
        assert_int_equal(view.stride_bytes, 7 * (int)depth / 2);
        assert_int_equal(view.width, 7);
        assert_int_equal(view.height, 3);
        assert_int_equal(view.layout, picture.layout);
        r3d_picture_free(&picture);
        r3d_picture_free(&picture);
        forge_free(&file);
        forge_picture_free(&made);
    }
    r3d_picture_view view = {.width = 3};
    r3d_picture_get_view(NULL, &view);
    assert_int_equal(view.width, 0);
    r3d_picture_get_view(NULL, NULL);
    r3d_picture_free(NULL);
}

static void the_checksum_covers_red_green_and_blue_of_any_layout(void **state)
{
    (void)state;
    // Wider than the block that is converted at once.
    enum { WIDTH = 1300, HEIGHT = 3 };
    forge_pixels pixels;
    forge_pixels_random(&pixels, WIDTH, HEIGHT, 8);
    uint8_t *rgb = malloc(WIDTH * HEIGHT * 3);
    uint8_t *bgra = malloc(WIDTH * HEIGHT * 4);
    uint32_t *words = malloc(WIDTH * HEIGHT * 4);
    assert_true(rgb != NULL && bgra != NULL && words != NULL);
    for (size_t i = 0; i < WIDTH * HEIGHT; i++) {
        const uint8_t *in = pixels.rgba + 4 * i;
        memcpy(rgb + 3 * i, in, 3);
        bgra[4 * i] = in[2];
        bgra[4 * i + 1] = in[1];
        bgra[4 * i + 2] = in[0];
        bgra[4 * i + 3] = (uint8_t)i;
        words[i] = (uint32_t)i << 24 | (uint32_t)in[0] << 16 | (uint32_t)in[1] << 8 | in[2];
    }
    uint32_t expected = forge_crc32(0, rgb, WIDTH * HEIGHT * 3);
    const struct {
        const void *data;
        size_t bytes;
        r3d_layout layout;
    } cases[] = {{pixels.rgba, 4, R3D_LAYOUT_RGBA8},
                 {bgra, 4, R3D_LAYOUT_BGRA8},
                 {words, 4, R3D_LAYOUT_XRGB32},
                 {words, 4, R3D_LAYOUT_ARGB32},
                 {rgb, 3, R3D_LAYOUT_RGB8}};
    for (size_t i = 0; i < 5; i++) {
        r3d_picture_view view = {.pixels = cases[i].data,
                                 .stride_bytes = (ptrdiff_t)(WIDTH * cases[i].bytes),
                                 .width = WIDTH,
                                 .height = HEIGHT,
                                 .layout = cases[i].layout};
        uint32_t crc = 0;
        assert_int_equal(r3d_picture_crc32_rgb(&view, &crc), R3D_OK);
        assert_int_equal(crc, expected);
        // Bottom-up: the rows in the other order.
        view.pixels = (const uint8_t *)cases[i].data + 2 * WIDTH * cases[i].bytes;
        view.stride_bytes = -view.stride_bytes;
        assert_int_equal(r3d_picture_crc32_rgb(&view, &crc), R3D_OK);
        uint32_t upside_down = 0;
        for (size_t y = HEIGHT; y-- > 0;) {
            upside_down = forge_crc32(upside_down, rgb + y * WIDTH * 3, WIDTH * 3);
        }
        assert_int_equal(crc, upside_down);
    }
    static const uint8_t grey[2] = {5, 200};
    static const uint8_t grey_rgb[6] = {5, 5, 5, 200, 200, 200};
    r3d_picture_view view = {
        .pixels = grey, .stride_bytes = 2, .width = 2, .height = 1, .layout = R3D_LAYOUT_GRAY8};
    uint32_t crc = 0;
    assert_int_equal(r3d_picture_crc32_rgb(&view, &crc), R3D_OK);
    assert_int_equal(crc, forge_crc32(0, grey_rgb, 6));
    assert_int_equal(r3d_picture_crc32_rgb(&view, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_picture_crc32_rgb(NULL, &crc), R3D_ERR_ARGUMENT);
    view.layout = R3D_LAYOUT_RGBA16;
    assert_int_equal(r3d_picture_crc32_rgb(&view, &crc), R3D_ERR_RANGE);
    view.layout = R3D_LAYOUT_GRAY8;
    view.width = 0;
    assert_int_equal(r3d_picture_crc32_rgb(&view, &crc), R3D_ERR_RANGE);
    free(rgb);
    free(bgra);
    free(words);
    forge_pixels_free(&pixels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(colors_of_lossless_formats_come_back),
        cmocka_unit_test(palettes_of_bmp_and_gif_are_expanded),
        cmocka_unit_test(a_smooth_jpeg_comes_back_nearly),
        cmocka_unit_test(png_goes_through_the_verifying_reader),
        cmocka_unit_test(pnm_samples_are_scaled_exactly_or_refused),
        cmocka_unit_test(pnm_headers_may_hold_comments_and_any_white_space),
        cmocka_unit_test(bad_pnm_files_are_refused),
        cmocka_unit_test(wrong_calls_are_refused),
        cmocka_unit_test(a_view_describes_its_picture),
        cmocka_unit_test(the_checksum_covers_red_green_and_blue_of_any_layout),
    };
    return cmocka_run_group_tests_name("picture", tests, NULL, NULL);
}
