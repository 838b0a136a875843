/* SPDX-License-Identifier: MIT */
/* PNG files whose chunks, sizes, palettes or filters are wrong: what test_bad.c is for bytes, checksums
 * and deflate. */

#include "io_test.h"

#include <retro3d/io.h>
#include <retro3d/png.h>

#include "counting_allocator.h"
#include "png_forge.h"
#include "bad_files.h"

/* ---- length of the pixel data ---- */

static void pixel_data_that_are_too_short(void **state)
{
    (void)state;
    for (size_t size = 0; size < sizeof raw_rgb; size++) {
        forge file = {.data = NULL};
        put_start(&file);
        put_idat(&file, raw_rgb, size);
        forge_iend(&file);
        char text[64];
        (void)snprintf(text, sizeof text, "%d bytes too short", (int)(sizeof raw_rgb - size));
        expect(&file, R3D_ERR_FORMAT_COUNT, text);
    }
}

static void pixel_data_that_are_too_long(void **state)
{
    (void)state;
    uint8_t raw[200000] = {0};
    static const size_t sizes[] = {21, 30, 100, sizeof raw};
    for (size_t i = 0; i < 4; i++) {
        forge file = {.data = NULL};
        put_start(&file);
        put_idat(&file, raw, sizes[i]);
        forge_iend(&file);
        expect(&file, R3D_ERR_FORMAT_COUNT, "longer than the picture");
    }
}

/* ---- IHDR ---- */

static void forged_ihdr(forge *file, uint32_t width, uint32_t height, unsigned depth,
                        unsigned color_type, unsigned interlace)
{
    forge_signature(file);
    forge_ihdr(file, width, height, depth, color_type, interlace);
    put_rest(file);
}

static void sizes_that_the_format_forbids(void **state)
{
    (void)state;
    static const uint32_t wrong[] = {0, 0x80000000u, 0x80000001u, 0xffffffffu};
    for (size_t i = 0; i < 4; i++) {
        forge file = {.data = NULL};
        forged_ihdr(&file, wrong[i], 2, 8, 2, 0);
        expect_at(&file, R3D_ERR_FORMAT_DATA, 16, "the format allows 1..2147483647");
        forged_ihdr(&file, 3, wrong[i], 8, 2, 0);
        expect_at(&file, R3D_ERR_FORMAT_DATA, 16, "the format allows 1..2147483647");
    }
}

static void sizes_beyond_the_limits(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {
        {0x7fffffffu, 1},
        {1, 0x7fffffffu},
        {32768, 1},
        {1, 32768},
        {0x7fffffffu, 0x7fffffffu},
        {65536, 65536},             // 2^32 pixels
        {0x40000000u, 0x40000000u}, // 2^60, times 16 is 2^64
        {32767, 32767},             // above the default of 2^30 samples
        {16385, 16384},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        forge file = {.data = NULL};
        forged_ihdr(&file, sizes[i][0], sizes[i][1], 8, 2, 0);
        expect_at(&file, R3D_ERR_LIMIT, 16, "the limit is");
    }
}

static void depths_that_the_color_type_does_not_allow(void **state)
{
    (void)state;
    for (unsigned color_type = 0; color_type < 8; color_type++) {
        for (unsigned depth = 0; depth < 256; depth++) {
            bool power = depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
            bool good = power && (color_type == 0 || (color_type == 3 && depth < 16) || depth >= 8);
            if (good && color_type != 1 && color_type != 5 && color_type != 7) {
                continue;
            }
            forge file = {.data = NULL};
            forged_ihdr(&file, 3, 2, depth, color_type, 0);
            if (color_type == 1 || color_type == 5 || color_type == 7) {
                expect_at(&file, R3D_ERR_FORMAT_DATA, 25, "colour type");
            } else {
                expect_at(&file, R3D_ERR_FORMAT_DATA, 24, "bit depth");
            }
        }
    }
    forge file = {.data = NULL};
    forged_ihdr(&file, 3, 2, 8, 255, 0);
    expect_at(&file, R3D_ERR_FORMAT_DATA, 25, "colour type 255");
}

static void methods_that_do_not_exist(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        unsigned value;
        const char *text;
    } cases[] = {{10, 1, "compression method 1"}, {10, 255, "compression method 255"},
                 {11, 1, "filter method 1"},      {11, 64, "filter method 64"},
                 {12, 2, "interlace method 2"},   {12, 255, "interlace method 255"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t ihdr[13] = {0, 0, 0, 3, 0, 0, 0, 2, 8, 2, 0, 0, 0};
        ihdr[cases[i].at] = (uint8_t)cases[i].value;
        forge file = {.data = NULL};
        forge_signature(&file);
        forge_chunk(&file, "IHDR", ihdr, sizeof ihdr);
        put_rest(&file);
        expect_at(&file, R3D_ERR_FORMAT_UNSUPPORTED, (int64_t)(16 + cases[i].at), cases[i].text);
    }
}

static void an_ihdr_of_another_length(void **state)
{
    (void)state;
    uint8_t ihdr[14] = {0, 0, 0, 3, 0, 0, 0, 2, 8, 2, 0, 0, 0, 0};
    static const size_t sizes[] = {0, 12, 14};
    for (size_t i = 0; i < 3; i++) {
        forge file = {.data = NULL};
        forge_signature(&file);
        forge_chunk(&file, "IHDR", ihdr, sizes[i]);
        put_rest(&file);
        expect_at(&file, R3D_ERR_FORMAT_COUNT, IHDR_OFFSET, "expected 13");
    }
}

static void an_ihdr_missing_late_or_twice(void **state)
{
    (void)state;
    forge file = {.data = NULL};
    forge_signature(&file);
    put_rest(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, 8, "chunk IDAT is the first, expected IHDR");
    forge_signature(&file);
    forge_chunk(&file, "tEXt", "a", 1);
    forge_ihdr(&file, 3, 2, 8, 2, 0);
    put_rest(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, 8, "chunk tEXt is the first, expected IHDR");
    put_start(&file);
    forge_ihdr(&file, 3, 2, 8, 2, 0);
    put_rest(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, AFTER_IHDR, "IHDR stands twice");
    put_start(&file);
    put_idat(&file, raw_rgb, sizeof raw_rgb);
    size_t at = file.size;
    forge_ihdr(&file, 3, 2, 8, 2, 0);
    forge_iend(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, (int64_t)at, "IHDR stands twice");
}

/* ---- chunk structure ---- */

static void chunk_lengths_beyond_the_format_and_the_file(void **state)
{
    (void)state;
    static const uint32_t lengths[] = {0x80000000u, 0xffffffffu, 0x7fffffffu, 1000, 3};
    static const char *const types[] = {"tEXt", "IDAT", "PLTE"};
    for (size_t t = 0; t < 3; t++) {
        for (size_t i = 0; i < 5; i++) {
            forge file = {.data = NULL};
            put_start(&file);
            forge_odd_chunk(&file, types[t], "", 0, lengths[i], 0);
            bool impossible = lengths[i] > 0x7fffffffu;
            expect_at(&file, impossible ? R3D_ERR_FORMAT_COUNT : R3D_ERR_FORMAT_TRUNCATED,
                      AFTER_IHDR, impossible ? "the format allows" : "the file has only 4 more");
        }
    }
}

static void chunk_types_that_are_not_letters(void **state)
{
    (void)state;
    static const char *const types[] = {"tE t", "IDA\x01", "\xc9\x44\x41\x54",
                                        "1234", "tEX@",    "tEX["};
    for (size_t i = 0; i < 6; i++) {
        forge file = {.data = NULL};
        put_start(&file);
        forge_chunk(&file, types[i], "a", 1);
        put_rest(&file);
        expect_at(&file, R3D_ERR_FORMAT_DATA, AFTER_IHDR, "expected four letters");
    }
}

static void unknown_critical_chunks(void **state)
{
    (void)state;
    static const char *const types[] = {"IDAt", "IDaT", "IdAT", "Idat", "TRNS", "ABCD",
                                        "GAMA", "CgBI", "JDAT", "PLTe", "IENd"};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        char text[40];
        (void)snprintf(text, sizeof text, "unknown critical chunk %s", types[i]);
        forge file = {.data = NULL};
        put_start(&file);
        forge_chunk(&file, types[i], "abc", 3);
        put_rest(&file);
        expect_at(&file, R3D_ERR_FORMAT_UNSUPPORTED, AFTER_IHDR, text);
        put_start(&file);
        put_idat(&file, raw_rgb, sizeof raw_rgb);
        size_t at = file.size;
        forge_chunk(&file, types[i], "abc", 3);
        forge_iend(&file);
        expect_at(&file, R3D_ERR_FORMAT_UNSUPPORTED, (int64_t)at, text);
    }
}

static void an_iend_missing_not_empty_or_not_last(void **state)
{
    (void)state;
    forge file = {.data = NULL};
    put_start(&file);
    put_idat(&file, raw_rgb, sizeof raw_rgb);
    size_t at = file.size;
    expect_at(&file, R3D_ERR_FORMAT_TRUNCATED, (int64_t)at, "without an IEND");
    put_start(&file);
    put_idat(&file, raw_rgb, sizeof raw_rgb);
    forge_chunk(&file, "IEND", "a", 1);
    expect_at(&file, R3D_ERR_FORMAT_COUNT, (int64_t)at, "expected 0");
    file = good_file();
    at = file.size;
    forge_u8(&file, 0);
    expect_at(&file, R3D_ERR_FORMAT_DATA, (int64_t)at, "bytes follow the IEND");
    file = good_file();
    forge second = good_file();
    forge_bytes(&file, second.data, second.size);
    forge_free(&second);
    expect_at(&file, R3D_ERR_FORMAT_DATA, (int64_t)at, "bytes follow the IEND");
}

static void an_idat_missing_or_interrupted(void **state)
{
    (void)state;
    forge file = {.data = NULL};
    put_start(&file);
    forge_iend(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, AFTER_IHDR, "no IDAT");
    // Another chunk in the middle of the pixel data.
    forge idat = {.data = NULL};
    forge_zlib_stored(&idat, raw_rgb, sizeof raw_rgb);
    put_start(&file);
    forge_chunk(&file, "IDAT", idat.data, 12);
    forge_chunk(&file, "tEXt", "a", 1);
    size_t at = file.size;
    forge_chunk(&file, "IDAT", idat.data + 12, idat.size - 12);
    forge_iend(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, (int64_t)at, "separated from the IDAT chunks before");
    // Behind complete pixel data, and empty.
    put_start(&file);
    forge_chunk(&file, "IDAT", idat.data, idat.size);
    forge_chunk(&file, "tEXt", "a", 1);
    at = file.size;
    forge_chunk(&file, "IDAT", NULL, 0);
    forge_iend(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, (int64_t)at, "separated from the IDAT chunks before");
    // Half of the pixel data and no more.
    put_start(&file);
    forge_chunk(&file, "IDAT", idat.data, 12);
    forge_chunk(&file, "tEXt", "a", 1);
    forge_iend(&file);
    expect(&file, R3D_ERR_FORMAT_TRUNCATED, "the IDAT chunks end");
    forge_free(&idat);
}

/* ---- PLTE and tRNS ---- */

static void put_palette_file(forge *file, unsigned depth, size_t palette_size, size_t trns_size)
{
    static const uint8_t bytes[1000] = {0};
    uint8_t raw[8] = {0};
    forge_signature(file);
    forge_ihdr(file, 3, 2, depth, 3, 0);
    forge_chunk(file, "PLTE", bytes, palette_size);
    if (trns_size != SIZE_MAX) {
        forge_chunk(file, "tRNS", bytes, trns_size);
    }
    put_idat(file, raw, depth == 8 ? 8 : 4);
    forge_iend(file);
}

static void palettes_of_a_wrong_length(void **state)
{
    (void)state;
    static const struct {
        unsigned depth;
        size_t size;
        const char *text;
    } cases[] = {{8, 0, "1..256 colours"}, {8, 771, "1..256 colours"}, {8, 1, "1..256 colours"},
                 {8, 4, "1..256 colours"}, {8, 767, "1..256 colours"}, {1, 9, "bit depth"},
                 {2, 15, "bit depth"},     {4, 51, "bit depth"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        forge file = {.data = NULL};
        put_palette_file(&file, cases[i].depth, cases[i].size, SIZE_MAX);
        expect_at(&file, R3D_ERR_FORMAT_COUNT, AFTER_IHDR, cases[i].text);
    }
}

static void a_palette_missing_late_twice_or_in_grey(void **state)
{
    (void)state;
    static const uint8_t palette[6] = {0};
    static const uint8_t raw[8] = {0};
    forge file = {.data = NULL};
    forge_signature(&file);
    forge_ihdr(&file, 3, 2, 8, 3, 0);
    put_idat(&file, raw, sizeof raw);
    forge_iend(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, AFTER_IHDR, "IDAT stands before PLTE");
    put_start(&file);
    put_idat(&file, raw_rgb, sizeof raw_rgb);
    size_t at = file.size;
    forge_chunk(&file, "PLTE", palette, 6);
    forge_iend(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, (int64_t)at, "PLTE stands after IDAT");
    put_start(&file);
    forge_chunk(&file, "PLTE", palette, 6);
    at = file.size;
    forge_chunk(&file, "PLTE", palette, 6);
    put_rest(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, (int64_t)at, "PLTE stands twice");
    for (unsigned color_type = 0; color_type <= 4; color_type += 4) {
        forge_signature(&file);
        forge_ihdr(&file, 3, 2, 8, color_type, 0);
        forge_chunk(&file, "PLTE", palette, 6);
        put_rest(&file);
        expect_at(&file, R3D_ERR_FORMAT_DATA, AFTER_IHDR, "not allowed in a grey picture");
    }
    put_start(&file);
    forge_chunk(&file, "tRNS", palette, 6);
    at = file.size;
    forge_chunk(&file, "PLTE", palette, 6);
    put_rest(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, (int64_t)at, "PLTE follows tRNS");
}

static void a_palette_index_that_is_out_of_range(void **state)
{
    (void)state;
    for (unsigned depth = 1; depth <= 8; depth *= 2) {
        for (unsigned interlace = 0; interlace < 2; interlace++) {
            forge_picture made;
            forge_picture_random(&made, 9, 9, depth, 3, interlace, depth);
            made.palette_count = (1u << depth) - 1u;
            for (size_t i = 0; i < 81; i++) {
                made.samples[i] = 0;
            }
            made.samples[9 * 5 + 7] = (uint16_t)made.palette_count;
            forge file = {.data = NULL};
            forge_file(&made, 0, &file);
            expect(&file, R3D_ERR_FORMAT_INDEX, "row 5 has a palette index");
            forge_picture_free(&made);
        }
    }
}

static void transparency_of_a_wrong_length(void **state)
{
    (void)state;
    forge file = {.data = NULL};
    put_palette_file(&file, 8, 9, 4);
    expect(&file, R3D_ERR_FORMAT_COUNT, "chunk tRNS has 4 bytes");
    put_palette_file(&file, 8, 9, 0);
    expect(&file, R3D_ERR_FORMAT_COUNT, "chunk tRNS has 0 bytes");
    put_palette_file(&file, 8, 768, 257);
    expect(&file, R3D_ERR_FORMAT_COUNT, "chunk tRNS has 257 bytes");
    static const uint8_t bytes[8] = {0};
    for (size_t size = 0; size < 8; size++) {
        if (size != 2) {
            forge_signature(&file);
            forge_ihdr(&file, 3, 2, 8, 0, 0);
            forge_chunk(&file, "tRNS", bytes, size);
            put_rest(&file);
            expect_at(&file, R3D_ERR_FORMAT_COUNT, AFTER_IHDR, "expected 2");
        }
        if (size != 6) {
            put_start(&file);
            forge_chunk(&file, "tRNS", bytes, size);
            put_rest(&file);
            expect_at(&file, R3D_ERR_FORMAT_COUNT, AFTER_IHDR, "expected 6");
        }
    }
}

static void transparency_early_late_twice_or_beside_alpha(void **state)
{
    (void)state;
    static const uint8_t bytes[6] = {0};
    forge file = {.data = NULL};
    forge_signature(&file);
    forge_ihdr(&file, 3, 2, 8, 3, 0);
    forge_chunk(&file, "tRNS", bytes, 1);
    forge_chunk(&file, "PLTE", bytes, 6);
    put_rest(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, AFTER_IHDR, "tRNS stands before PLTE");
    put_start(&file);
    put_idat(&file, raw_rgb, sizeof raw_rgb);
    size_t at = file.size;
    forge_chunk(&file, "tRNS", bytes, 6);
    forge_iend(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, (int64_t)at, "tRNS stands after IDAT");
    put_start(&file);
    forge_chunk(&file, "tRNS", bytes, 6);
    at = file.size;
    forge_chunk(&file, "tRNS", bytes, 6);
    put_rest(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, (int64_t)at, "tRNS stands twice");
    for (unsigned color_type = 4; color_type <= 6; color_type += 2) {
        forge_signature(&file);
        forge_ihdr(&file, 3, 2, 8, color_type, 0);
        forge_chunk(&file, "tRNS", bytes, 6);
        put_rest(&file);
        expect_at(&file, R3D_ERR_FORMAT_DATA, AFTER_IHDR, "not allowed in a picture with alpha");
    }
}

/* ---- filters ---- */

static void filter_types_that_do_not_exist(void **state)
{
    (void)state;
    static const int rows[] = {0, 4, 8};
    for (unsigned filter = 5; filter < 256; filter++) {
        for (size_t i = 0; i < 3; i++) {
            uint8_t raw[9 * 10] = {0};
            raw[rows[i] * 10] = (uint8_t)filter;
            forge file = {.data = NULL};
            forge_signature(&file);
            forge_ihdr(&file, 3, 9, 8, 2, 0);
            put_idat(&file, raw, sizeof raw);
            forge_iend(&file);
            char text[40];
            (void)snprintf(text, sizeof text, "filter type %u in row %d,", filter, rows[i]);
            expect(&file, R3D_ERR_FORMAT_DATA, text);
        }
    }
}

/* ---- size against effort ---- */

static void a_tiny_file_that_claims_a_huge_picture_fails_fast(void **state)
{
    (void)state;
    static const struct {
        uint32_t width, height;
        unsigned depth, color_type, interlace;
    } cases[] = {{32767, 8192, 8, 6, 0},  {16384, 16384, 16, 6, 0}, {32767, 8192, 1, 0, 0},
                 {16384, 16384, 8, 2, 1}, {8192, 32767, 16, 6, 1},  {32767, 32767, 16, 6, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        forge file = {.data = NULL};
        forged_ihdr(&file, cases[i].width, cases[i].height, cases[i].depth, cases[i].color_type,
                    cases[i].interlace);
        counting_allocator counter = {.calls = 0};
        r3d_allocator hooks = counting_hooks(&counter);
        r3d_io_limits limits = {
            .struct_size = sizeof(r3d_io_limits), .max_samples = INT64_MAX, .max_file_bytes = 0};
        r3d_picture picture;
        r3d_error error;
        assert_int_equal(
            r3d_png_decode(file.data, file.size, "", &limits, &hooks, &picture, &error),
            R3D_ERR_FORMAT_TRUNCATED);
        assert_non_null(strstr(error.message, "cannot hold so many"));
        assert_true(counter.peak_bytes < 10000);
        forge_free(&file);
    }
}

static void a_bomb_within_its_rights_stops_at_the_limit(void **state)
{
    (void)state;
    // One megabyte that really inflates to 32767 x 32767 grey pixels.
    forge file = {.data = NULL};
    forge_signature(&file);
    forge_ihdr(&file, 32767, 32767, 8, 0, 0);
    uint8_t *zeros = calloc(1, 1100000);
    assert_non_null(zeros);
    forge_chunk(&file, "IDAT", zeros, 1100000);
    free(zeros);
    forge_iend(&file);
    expect_at(&file, R3D_ERR_LIMIT, 16, "samples");
}

static void limits_are_kept_and_checked(void **state)
{
    (void)state;
    forge file = good_file();
    r3d_picture picture;
    r3d_io_limits limits = {.struct_size = sizeof(r3d_io_limits),
                            .max_samples = 3 * 2 * 4,
                            .max_file_bytes = (int64_t)file.size};
    assert_int_equal(r3d_png_decode(file.data, file.size, "", &limits, NULL, &picture, NULL),
                     R3D_OK);
    r3d_picture_free(&picture);
    limits.max_samples--;
    assert_int_equal(r3d_png_decode(file.data, file.size, "", &limits, NULL, &picture, NULL),
                     R3D_ERR_LIMIT);
    limits.max_samples++;
    limits.max_file_bytes--;
    assert_int_equal(r3d_png_decode(file.data, file.size, "", &limits, NULL, &picture, NULL),
                     R3D_ERR_LIMIT);
    limits.max_file_bytes = -1;
    assert_int_equal(r3d_png_decode(file.data, file.size, "", &limits, NULL, &picture, NULL),
                     R3D_ERR_RANGE);
    forge_free(&file);
}

static void missing_pointers_and_half_an_allocator_are_refused(void **state)
{
    (void)state;
    forge file = good_file();
    r3d_picture picture;
    counting_allocator counter = {.calls = 0};
    r3d_allocator half = counting_hooks(&counter);
    half.free = NULL;
    assert_int_equal(r3d_png_decode(file.data, file.size, "", NULL, &half, &picture, NULL),
                     R3D_ERR_ARGUMENT);
    assert_null(picture.pixels);
    assert_int_equal(r3d_png_decode(NULL, 3, "", NULL, NULL, &picture, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_png_decode(file.data, file.size, "", NULL, NULL, NULL, NULL),
                     R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_png_load(NULL, NULL, NULL, &picture, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_png_load("x", NULL, NULL, NULL, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(counter.calls, 0);
    forge_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pixel_data_that_are_too_short),
        cmocka_unit_test(pixel_data_that_are_too_long),
        cmocka_unit_test(sizes_that_the_format_forbids),
        cmocka_unit_test(sizes_beyond_the_limits),
        cmocka_unit_test(depths_that_the_color_type_does_not_allow),
        cmocka_unit_test(methods_that_do_not_exist),
        cmocka_unit_test(an_ihdr_of_another_length),
        cmocka_unit_test(an_ihdr_missing_late_or_twice),
        cmocka_unit_test(chunk_lengths_beyond_the_format_and_the_file),
        cmocka_unit_test(chunk_types_that_are_not_letters),
        cmocka_unit_test(unknown_critical_chunks),
        cmocka_unit_test(an_iend_missing_not_empty_or_not_last),
        cmocka_unit_test(an_idat_missing_or_interrupted),
        cmocka_unit_test(palettes_of_a_wrong_length),
        cmocka_unit_test(a_palette_missing_late_twice_or_in_grey),
        cmocka_unit_test(a_palette_index_that_is_out_of_range),
        cmocka_unit_test(transparency_of_a_wrong_length),
        cmocka_unit_test(transparency_early_late_twice_or_beside_alpha),
        cmocka_unit_test(filter_types_that_do_not_exist),
        cmocka_unit_test(a_tiny_file_that_claims_a_huge_picture_fails_fast),
        cmocka_unit_test(a_bomb_within_its_rights_stops_at_the_limit),
        cmocka_unit_test(limits_are_kept_and_checked),
        cmocka_unit_test(missing_pointers_and_half_an_allocator_are_refused),
    };
    return cmocka_run_group_tests_name("png_bad_chunks", tests, NULL, NULL);
}
