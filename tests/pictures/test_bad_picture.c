/* SPDX-License-Identifier: MIT */
/* Damaged and hostile pictures: truncated, with flipped bits, with headers that lie. */

#include "io_test.h"

#include <retro3d/io.h>
#include <retro3d/pictures.h>

#include "counting_allocator.h"
#include "picture_forge.h"
#include "picture_files.h"

/* ---- damage ---- */

static const encoder encoders[] = {forge_bmp24,      forge_bmp4,   encode_tga24,
                                   encode_tga24_rle, encode_tga32, forge_gif,
                                   forge_jpeg,       encode_ppm,   encode_pam};

enum { ENCODER_COUNT = sizeof encoders / sizeof encoders[0] };

static void every_truncation_is_refused(void **state)
{
    (void)state;
    for (size_t f = 0; f < ENCODER_COUNT; f++) {
        forge_pixels pixels;
        forge_pixels_random(&pixels, 9, 5, 2);
        forge file = {.data = NULL};
        encoders[f](&pixels, &file);
        // A GIF is complete before its last byte, which announces that no picture follows.
        size_t needed = encoders[f] == forge_gif ? file.size - 1 : file.size;
        for (size_t size = 0; size < needed; size++) {
            r3d_picture picture;
            r3d_error error;
            r3d_result result =
                r3d_picture_decode(file.data, size, "", NULL, NULL, &picture, &error);
            if (result == R3D_OK) {
                fail_msg("format %d: %d of %d bytes", (int)f, (int)size, (int)file.size);
            }
            assert_null(picture.pixels);
        }
        forge_free(&file);
        forge_pixels_free(&pixels);
    }
}

static void flipped_bits_fail_or_give_a_picture(void **state)
{
    (void)state;
    int decoded = 0;
    for (size_t f = 0; f < ENCODER_COUNT; f++) {
        forge_pixels pixels;
        forge_pixels_random(&pixels, 9, 5, 2);
        forge file = {.data = NULL};
        encoders[f](&pixels, &file);
        for (size_t bit = 0; bit < file.size * 8; bit++) {
            file.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
            counting_allocator counter = {.calls = 0};
            r3d_allocator hooks = counting_hooks(&counter);
            r3d_picture picture;
            if (r3d_picture_decode(file.data, file.size, "", NULL, &hooks, &picture, NULL) ==
                R3D_OK) {
                assert_non_null(picture.pixels);
                r3d_picture_free(&picture);
                decoded++;
            }
            assert_int_equal(counter.live, 0);
            file.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
        forge_free(&file);
        forge_pixels_free(&pixels);
    }
    assert_true(decoded > 0);
}

static void a_huffman_table_of_too_many_codes_is_refused(void **state)
{
    (void)state;
    // 16 lengths with 17 codes each make 272, more than there are byte values.
    forge file = {.data = NULL};
    forge_bytes(&file, "\xff\xd8\xff\xc4\x01\x23\x00", 7);
    for (int i = 0; i < 16 + 272; i++) {
        forge_u8(&file, i < 16 ? 17 : 0);
    }
    forge_bytes(&file, "\xff\xd9", 2);
    // With fill bytes before the start marker stb_image would still take it for a JPEG.
    forge shifted = {.data = NULL};
    forge_u8(&shifted, 0xff);
    forge_bytes(&shifted, file.data, file.size);
    expect_bad(&file, R3D_ERR_FORMAT_DATA, "JPEG: a Huffman table has more than 256 codes");
    expect_bad(&shifted, R3D_ERR_FORMAT_MAGIC, "not a PNG, BMP");
}

static void bad_segments_of_a_jpeg_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size;
        r3d_result result;
        const char *text;
    } cases[] = {
        {"\xff\xd8\xff", 3, R3D_ERR_FORMAT_TRUNCATED, "without an end marker"},
        {"\xff\xd8\xff\xe0\x00", 5, R3D_ERR_FORMAT_TRUNCATED, "ends inside a segment"},
        {"\xff\xd8\xff\xe0\x00\x01", 6, R3D_ERR_FORMAT_DATA, "length of a segment is less than 2"},
        {"\xff\xd8\xff\xe0\x00\x09\x00", 7, R3D_ERR_FORMAT_TRUNCATED, "ends inside a segment"},
        {"\xff\xd8\xff\xc4\x00\x05\x00\x00\x00", 9, R3D_ERR_FORMAT_DATA, "table is cut off"},
        {"\xff\xd8\xff\xd9", 4, R3D_ERR_FORMAT_DATA, "header of the JPEG file is malformed"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        forge file = {.data = NULL};
        forge_bytes(&file, cases[i].bytes, cases[i].size);
        expect_bad(&file, cases[i].result, cases[i].text);
    }
}

static void an_index_beyond_the_palette_of_a_bmp_is_refused(void **state)
{
    (void)state;
    forge_pixels pixels;
    forge_pixels_random(&pixels, 7, 3, 4);
    for (size_t i = 0; i < 7 * 3; i++) {
        pixels.rgba[4 * i + 1] = 9;
    }
    // The pixels begin earlier: the palette has one entry less with each step.
    for (unsigned entries = 16; entries > 0; entries--) {
        forge file = {.data = NULL};
        forge_bmp4(&pixels, &file);
        memmove(file.data + 54 + (size_t)4 * entries, file.data + 54 + 64, file.size - 54 - 64);
        file.size -= (size_t)4 * (16 - entries);
        file.data[10] = (uint8_t)(54 + 4 * entries);
        if (entries > 9) {
            r3d_picture picture;
            load_good(&file, &pixels, &picture);
            r3d_picture_free(&picture);
            forge_free(&file);
        } else {
            expect_bad(&file, R3D_ERR_FORMAT_DATA, "BMP: a pixel has an index beyond the palette");
        }
    }
    forge_pixels_free(&pixels);
}

static void bmp_headers_that_contradict_the_file_are_refused(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        const char *bytes;
        const char *text;
    } cases[] = {
        {10, "\x35\0\0\0", "do not begin between"},   // one byte inside the header
        {10, "\xff\xff\0\0", "do not begin between"}, // behind the file
        {10, "\0\0\0\x80", "do not begin between"},
        {14, "\x29\0\0\0", "unknown size of the header"},
        {22, "\0\0\0\x80", "impossible height"},
        {18, "\0\0\1\0", "cut off"},
        {26, "\2\0\x18\0", "header of the BMP file is malformed"}, // two planes
        {30, "\1\0\0\0", "header of the BMP file is malformed"},   // run lengths
    };
    forge_pixels pixels;
    forge_pixels_random(&pixels, 7, 3, 4);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        forge file = {.data = NULL};
        forge_bmp4(&pixels, &file);
        memcpy(file.data + cases[i].at, cases[i].bytes, 4);
        r3d_picture picture;
        r3d_error error;
        assert_int_not_equal(load(&file, &picture, &error), R3D_OK);
        if (strstr(error.message, cases[i].text) == NULL) {
            fail_msg("%d: found '%s', expected '%s'", (int)i, error.message, cases[i].text);
        }
        forge_free(&file);
    }
    forge_pixels_free(&pixels);
}

static void a_tiny_file_cannot_claim_a_huge_picture(void **state)
{
    (void)state;
    forge_pixels pixels;
    forge_pixels_random(&pixels, 2, 2, 2);
    forge file = {.data = NULL};
    counting_allocator counter = {.calls = 0};
    r3d_allocator hooks = counting_hooks(&counter);
    r3d_picture picture;
    r3d_error error;
    forge_bmp24(&pixels, &file);
    memcpy(file.data + 18, "\0\x40\0\0\0\x40\0\0", 8); // 16384 x 16384
    assert_int_equal(r3d_picture_decode(file.data, file.size, "", NULL, &hooks, &picture, &error),
                     R3D_ERR_FORMAT_TRUNCATED);
    assert_non_null(strstr(error.message, "cannot hold 16384 x 16384 pixels"));
    memcpy(file.data + 18, "\xff\x7f\0\0\xff\x7f\0\0", 8); // 32767 x 32767
    assert_int_equal(r3d_picture_decode(file.data, file.size, "", NULL, &hooks, &picture, &error),
                     R3D_ERR_LIMIT);
    assert_int_equal(counter.calls, 0);
    r3d_io_limits limits = {
        .struct_size = sizeof(r3d_io_limits), .max_samples = 15, .max_file_bytes = 0};
    memcpy(file.data + 18, "\x02\0\0\0\x02\0\0\0", 8);
    assert_int_equal(r3d_picture_decode(file.data, file.size, "", &limits, NULL, &picture, &error),
                     R3D_ERR_LIMIT);
    limits.max_samples = 16;
    assert_int_equal(r3d_picture_decode(file.data, file.size, "", &limits, NULL, &picture, &error),
                     R3D_OK);
    r3d_picture_free(&picture);
    limits.max_file_bytes = (int64_t)file.size - 1;
    assert_int_equal(r3d_picture_decode(file.data, file.size, "", &limits, NULL, &picture, &error),
                     R3D_ERR_LIMIT);
    assert_int_equal(r3d_file_write(FILE_NAME, file.data, file.size, NULL), R3D_OK);
    assert_int_equal(r3d_picture_load(FILE_NAME, &limits, NULL, &picture, &error), R3D_ERR_LIMIT);
    forge_free(&file);
    forge_pixels_free(&pixels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_truncation_is_refused),
        cmocka_unit_test(flipped_bits_fail_or_give_a_picture),
        cmocka_unit_test(a_huffman_table_of_too_many_codes_is_refused),
        cmocka_unit_test(bad_segments_of_a_jpeg_are_refused),
        cmocka_unit_test(an_index_beyond_the_palette_of_a_bmp_is_refused),
        cmocka_unit_test(bmp_headers_that_contradict_the_file_are_refused),
        cmocka_unit_test(a_tiny_file_cannot_claim_a_huge_picture),
    };
    return cmocka_run_group_tests_name("bad_picture", tests, NULL, NULL);
}
