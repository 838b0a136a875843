/* SPDX-License-Identifier: MIT */
// `.tx8` text images: the grammar of docs/formats.md and nothing else, each error with its line.

#include "io_test.h"

#include <retro3d/image.h>
#include <retro3d/io.h>
#include <retro3d/pictures.h>

#include "counting_allocator.h"
#include "png_forge.h"

/* ---- helpers ---- */

static r3d_result parse(const char *text, size_t size, r3d_tx8_kind kind, r3d_image8 *out,
                        r3d_error *out_error)
{
    counting_allocator counter = {.calls = 0};
    r3d_allocator hooks = counting_hooks(&counter);
    // An exact copy, so that a sanitizer sees a read behind the end.
    char *copy = malloc(size > 0 ? size : 1);
    assert_non_null(copy);
    memcpy(copy, text, size);
    r3d_image8 image;
    r3d_result result = r3d_image8_decode_tx8(copy, size, "t", kind, &hooks, &image, out_error);
    free(copy);
    if (result != R3D_OK) {
        assert_null(image.pixels);
        assert_null(image.palette_rgb);
        assert_int_equal(counter.live, 0);
        return result;
    }
    assert_int_equal(r3d_image8_validate(&image), R3D_OK);
    if (out != NULL) {
        assert_int_equal(r3d_image8_decode_tx8(text, size, NULL, kind, NULL, out, NULL), R3D_OK);
    }
    r3d_image8_free(&image, &hooks);
    assert_int_equal(counter.live, 0);
    return R3D_OK;
}

static void expect(const char *text, r3d_tx8_kind kind, r3d_result result, int line,
                   const char *message)
{
    r3d_error error;
    r3d_result found = parse(text, strlen(text), kind, NULL, &error);
    if (found == R3D_OK) {
        fail_msg("accepted; expected: line %d: %s", line, message);
    }
    if (found != result || error.line != line || strstr(error.message, message) == NULL) {
        fail_msg("found %d, line %d '%s', expected %d, line %d '%s'", found, (int)error.line,
                 error.message, result, line, message);
    }
    assert_int_equal(error.offset, -1);
    assert_string_equal(error.file, "t");
}

// The good file with one line replaced; a NULL drops the line. `expect` then checks it.
static void expect_with(int line, const char *replacement, r3d_result result, int error_line,
                        const char *message)
{
    static const char *const lines[] = {"tx8 1",     "canvas 64 64", "offset 3 -4", "size 2 3",
                                        "palette 3", "000000",       "a1B2c3",      "ffffff",
                                        "pixels",    "0001",         "0200",        "0102"};
    char text[1000] = "";
    for (int i = 0; i < 12; i++) {
        const char *content = i + 1 == line ? replacement : lines[i];
        if (content != NULL) {
            (void)strcat(text, content);
            (void)strcat(text, "\n");
        }
    }
    expect(text, R3D_TX8_SPRITE, result, error_line, message);
}

static const char good[] = "tx8 1\ncanvas 64 64\noffset 3 -4\nsize 2 3\npalette 3\n000000\n"
                           "a1B2c3\nffffff\npixels\n0001\n0200\n0102\n";

static void assert_good(const char *text, size_t size)
{
    r3d_image8 image;
    r3d_error error;
    if (parse(text, size, R3D_TX8_SPRITE, &image, &error) != R3D_OK) {
        fail_msg("line %d: %s", (int)error.line, error.message);
    }
    assert_int_equal(image.frame.canvas_width, 64);
    assert_int_equal(image.frame.canvas_height, 64);
    assert_int_equal(image.frame.offset_x, 3);
    assert_int_equal(image.frame.offset_y, -4);
    assert_int_equal(image.frame.width, 2);
    assert_int_equal(image.frame.height, 3);
    assert_int_equal(image.palette_count, 3);
    static const uint32_t palette[3] = {0, 0xa1b2c3, 0xffffff};
    static const uint8_t pixels[6] = {0, 1, 2, 0, 1, 2};
    assert_memory_equal(image.palette_rgb, palette, sizeof palette);
    assert_memory_equal(image.pixels, pixels, sizeof pixels);
    r3d_image8_free(&image, NULL);
    assert_null(image.pixels);
}

/* ---- good files ---- */

static void a_file_is_read_with_either_line_end_and_without_the_last(void **state)
{
    (void)state;
    assert_good(good, sizeof good - 1);
    assert_good(good, sizeof good - 2);
    char text[400];
    size_t size = 0;
    for (const char *c = good; *c != '\0'; c++) {
        if (*c == '\n') {
            text[size++] = '\r';
        }
        text[size++] = *c;
    }
    assert_good(text, size);
}

static void random_images_come_back(void **state)
{
    (void)state;
    uint32_t seed = 20;
    for (int i = 0; i < 50; i++) {
        int width = (int)(forge_random(&seed) % 70) + 1;
        int height = (int)(forge_random(&seed) % 50) + 1;
        int count = i == 0 ? 256 : (int)(forge_random(&seed) % 256) + 1;
        forge text = {.data = NULL};
        char line[200];
        int used = snprintf(line, sizeof line,
                            "tx8 1\ncanvas 2147483647 1\noffset -2147483648 2147483647\n"
                            "size %d %d\npalette %d\n000000\n",
                            width, height, count);
        forge_bytes(&text, line, (size_t)used);
        uint32_t palette[256] = {0};
        for (int k = 1; k < count; k++) {
            palette[k] = forge_random(&seed) & 0xffffffu;
            used = snprintf(line, sizeof line, "%06x\n", (unsigned)palette[k]);
            forge_bytes(&text, line, (size_t)used);
        }
        forge_bytes(&text, "pixels\n", 7);
        uint8_t pixels[70 * 50];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                unsigned index = forge_random(&seed) % (unsigned)count;
                pixels[y * width + x] = (uint8_t)index;
                used = snprintf(line, sizeof line, i % 2 != 0 ? "%02X" : "%02x", index);
                forge_bytes(&text, line, (size_t)used);
            }
            forge_bytes(&text, "\n", 1);
        }
        r3d_image8 image;
        assert_int_equal(parse((const char *)text.data, text.size, R3D_TX8_SPRITE, &image, NULL),
                         R3D_OK);
        assert_int_equal(image.frame.canvas_width, INT32_MAX);
        assert_int_equal(image.frame.offset_x, INT32_MIN);
        assert_int_equal(image.frame.offset_y, INT32_MAX);
        assert_memory_equal(image.pixels, pixels, (size_t)(width * height));
        assert_memory_equal(image.palette_rgb, palette, (size_t)count * 4);
        r3d_image8_free(&image, NULL);
        forge_free(&text);
    }
}

static void the_reference_images_are_read(void **state)
{
    (void)state;
    static const char *const textures[] = {
        "brick",     "checker",          "cropped", "darkmask", "diamond64", "fence", "leaf64",
        "nearblack", "nearblack_nohole", "night64", "shadow64", "water",     "wood"};
    static const char *const sprites[] = {"glyph", "mask96", "odd", "plain"};
    for (size_t i = 0; i < 17; i++) {
        bool texture = i < 13;
        char path[400];
        (void)snprintf(path, sizeof path, R3D_TEST_SOURCE_DIR "/golden/raster/%s/%s.tx8",
                       texture ? "tex" : "spr", texture ? textures[i] : sprites[i - 13]);
        r3d_image8 image;
        r3d_error error;
        if (r3d_image8_load_tx8(path, texture ? R3D_TX8_TEXTURE : R3D_TX8_SPRITE, NULL, &image,
                                &error) != R3D_OK) {
            fail_msg("%s:%d: %s", error.file, (int)error.line, error.message);
        }
        assert_int_equal(r3d_image8_validate(&image), R3D_OK);
        if (i == 0) {
            assert_int_equal(image.frame.width, 128);
            assert_int_equal(image.palette_count, 31);
            assert_int_equal(image.palette_rgb[1], 0xb3312e);
            assert_int_equal(image.pixels[0], 0x19);
            assert_int_equal(image.pixels[1], 0x1c);
        }
        r3d_image8_free(&image, NULL);
    }
}

/* ---- bad files ---- */

static void every_truncation_of_a_file_is_refused(void **state)
{
    (void)state;
    // The last line end may be missing, nothing else.
    for (size_t size = 0; size < sizeof good - 2; size++) {
        r3d_error error;
        assert_int_not_equal(parse(good, size, R3D_TX8_SPRITE, NULL, &error), R3D_OK);
        assert_true(error.line >= 1 && error.line <= 12);
    }
}

static void a_missing_line_is_named(void **state)
{
    (void)state;
    expect("", R3D_TX8_SPRITE, R3D_ERR_FORMAT_TRUNCATED, 1, "expected 'tx8 1'");
    expect_with(1, NULL, R3D_ERR_FORMAT_MAGIC, 1, "found 'canvas 64 64', expected 'tx8 1'");
    expect_with(2, NULL, R3D_ERR_FORMAT_SYNTAX, 2, "expected 'canvas WIDTH HEIGHT'");
    expect_with(3, NULL, R3D_ERR_FORMAT_SYNTAX, 3, "found 'size 2 3', expected 'offset X Y'");
    expect_with(4, NULL, R3D_ERR_FORMAT_SYNTAX, 4, "expected 'size WIDTH HEIGHT'");
    expect_with(5, NULL, R3D_ERR_FORMAT_SYNTAX, 5, "expected 'palette COUNT'");
    expect_with(7, NULL, R3D_ERR_FORMAT_SYNTAX, 8, "found 'pixels', expected a palette colour");
    expect_with(9, NULL, R3D_ERR_FORMAT_SYNTAX, 9, "found '0001', expected 'pixels'");
    expect_with(12, NULL, R3D_ERR_FORMAT_TRUNCATED, 9, "10 bytes follow");
}

static void an_unknown_line_is_quoted_safely(void **state)
{
    (void)state;
    expect_with(1, "tx8 2", R3D_ERR_FORMAT_MAGIC, 1, "found 'tx8 2'");
    expect_with(1, " tx8 1", R3D_ERR_FORMAT_MAGIC, 1, "expected 'tx8 1'");
    expect_with(1, "\xef\xbb\xbftx8 1", R3D_ERR_FORMAT_MAGIC, 1, "found '???tx8 1'");
    expect_with(3, "# comment", R3D_ERR_FORMAT_SYNTAX, 3, "found '# comment'");
    expect_with(3, "", R3D_ERR_FORMAT_SYNTAX, 3, "found ''");
    expect_with(3, "\x1b[2J\x01 a line that is longer than what is worth quoting",
                R3D_ERR_FORMAT_SYNTAX, 3, "found '?[2J? a line that is longer than...'");
}

static void fields_are_separated_by_one_space_and_are_decimal(void **state)
{
    (void)state;
    static const char *const wrong[] = {"size",
                                        "size ",
                                        "size 2",
                                        "size 2 ",
                                        "size 2  3",
                                        "size  2 3",
                                        "size\t2 3",
                                        "size 2\t3",
                                        "size 2 3 ",
                                        "size 2 3 4",
                                        "size 2,3",
                                        "size 0x2 3",
                                        "size +2 3",
                                        "size 2 3a",
                                        "size 2 - 3",
                                        "size -",
                                        "size - 3",
                                        "sizes 2 3",
                                        "Size 2 3",
                                        "size 2.0 3",
                                        "size 99999999999 3",
                                        "size 2147483648 3",
                                        "size 2 -2147483649",
                                        "size2 3"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        expect_with(4, wrong[i], R3D_ERR_FORMAT_SYNTAX, 4, "expected 'size WIDTH HEIGHT'");
    }
    expect_with(5, "palette 3 4", R3D_ERR_FORMAT_SYNTAX, 5, "expected 'palette COUNT'");
    expect_with(9, "pixels ", R3D_ERR_FORMAT_SYNTAX, 9, "expected 'pixels'");
    expect_with(9, "pixel", R3D_ERR_FORMAT_SYNTAX, 9, "expected 'pixels'");
}

static void numbers_out_of_range_are_refused(void **state)
{
    (void)state;
    expect_with(2, "canvas 0 64", R3D_ERR_RANGE, 2, "at least 1 1");
    expect_with(2, "canvas 64 -1", R3D_ERR_RANGE, 2, "at least 1 1");
    static const char *const sizes[] = {"size 0 3",     "size 2 0",
                                        "size -2 3",    "size 32768 3",
                                        "size 2 32768", "size 2147483647 2147483647"};
    for (size_t i = 0; i < 6; i++) {
        expect_with(4, sizes[i], R3D_ERR_RANGE, 4, "1..32767");
    }
    static const char *const palettes[] = {"palette 0", "palette -1", "palette 257",
                                           "palette 2147483647"};
    for (size_t i = 0; i < 4; i++) {
        expect_with(5, palettes[i], R3D_ERR_RANGE, 5, "1..256 colours");
    }
}

static void palette_colors_are_six_digits_and_the_first_is_the_hole(void **state)
{
    (void)state;
    expect_with(6, "000001", R3D_ERR_FORMAT_DATA, 6, "palette entry 0 is the hole");
    static const char *const wrong[] = {"12345",  "1234567", "12345g", "#12345",
                                        " 12345", "12345 ",  "0x1234", ""};
    for (size_t i = 0; i < 8; i++) {
        expect_with(7, wrong[i], R3D_ERR_FORMAT_SYNTAX, 7, "expected a palette colour rrggbb");
    }
}

static void rows_have_the_right_length_and_indices_are_in_range(void **state)
{
    (void)state;
    expect_with(10, "000", R3D_ERR_FORMAT_COUNT, 10, "3 characters, expected 4");
    expect_with(10, "000100", R3D_ERR_FORMAT_COUNT, 10, "6 characters, expected 4");
    expect_with(11, "00 1", R3D_ERR_FORMAT_SYNTAX, 11, "pixel 1 is not two hexadecimal digits");
    expect_with(11, "0g01", R3D_ERR_FORMAT_SYNTAX, 11, "pixel 0 is not two hexadecimal digits");
    expect_with(12, "0003", R3D_ERR_FORMAT_INDEX, 12, "pixel 1 is 03, expected less than 03");
    expect_with(12, "ff00", R3D_ERR_FORMAT_INDEX, 12, "pixel 0 is ff");
    expect_with(10, "0001\n", R3D_ERR_FORMAT_COUNT, 11, "0 characters, expected 4");
}

static void nothing_may_follow_the_last_row(void **state)
{
    (void)state;
    expect_with(12, "0102\n", R3D_ERR_FORMAT_SYNTAX, 13, "the end of the file");
    expect_with(12, "0102\n0102", R3D_ERR_FORMAT_SYNTAX, 13, "found '0102'");
    expect_with(12, "0102\r\r", R3D_ERR_FORMAT_COUNT, 12, "5 characters");
    char text[sizeof good];
    memcpy(text, good, sizeof good);
    // A zero byte is a byte like others.
    assert_int_equal(parse(text, sizeof good, R3D_TX8_SPRITE, NULL, NULL), R3D_ERR_FORMAT_SYNTAX);
    text[2] = '\0';
    assert_int_equal(parse(text, sizeof good - 1, R3D_TX8_SPRITE, NULL, NULL),
                     R3D_ERR_FORMAT_MAGIC);
}

static void a_texture_has_narrower_bounds(void **state)
{
    (void)state;
    static const char head[] = "tx8 1\ncanvas %s\noffset 0 0\nsize 1 1\npalette %d\n";
    static const struct {
        const char *canvas;
        int colors;
        int line;
        const char *message;
    } cases[] = {{"128 128", 129, 5, "1..128 colours for a texture"},
                 {"64 128", 1, 2, "128 128 or 64 64"},
                 {"128 64", 1, 2, "128 128 or 64 64"},
                 {"32 32", 1, 2, "128 128 or 64 64"},
                 {"256 256", 1, 2, "128 128 or 64 64"},
                 {"-64 -64", 1, 2, "128 128 or 64 64"}};
    for (size_t i = 0; i < 6; i++) {
        char text[200];
        (void)snprintf(text, sizeof text, head, cases[i].canvas, cases[i].colors);
        expect(text, R3D_TX8_TEXTURE, R3D_ERR_RANGE, cases[i].line, cases[i].message);
    }
    char text[2000];
    for (int size = 64; size <= 128; size += 64) {
        char canvas[16];
        (void)snprintf(canvas, sizeof canvas, "%d %d", size, size);
        int used = snprintf(text, sizeof text, head, canvas, 128);
        for (int i = 0; i < 128; i++) {
            used += snprintf(text + used, sizeof text - (size_t)used, "000000\n");
        }
        (void)snprintf(text + used, sizeof text - (size_t)used, "pixels\n7f\n");
        assert_int_equal(parse(text, strlen(text), R3D_TX8_TEXTURE, NULL, NULL), R3D_OK);
    }
}

static void a_huge_size_in_a_small_file_allocates_nothing_for_it(void **state)
{
    (void)state;
    static const char text[] = "tx8 1\ncanvas 64 64\noffset 0 0\nsize 32767 32767\npalette 1\n"
                               "000000\npixels\n0000\n";
    counting_allocator counter = {.calls = 0};
    r3d_allocator hooks = counting_hooks(&counter);
    r3d_image8 image;
    r3d_error error;
    assert_int_equal(
        r3d_image8_decode_tx8(text, sizeof text - 1, "t", R3D_TX8_SPRITE, &hooks, &image, &error),
        R3D_ERR_FORMAT_TRUNCATED);
    assert_non_null(strstr(error.message, "need at least 2147385344"));
    assert_true(counter.peak_bytes < 100);
}

static void wrong_calls_are_refused(void **state)
{
    (void)state;
    r3d_image8 image;
    counting_allocator counter = {.calls = 0};
    r3d_allocator half = counting_hooks(&counter);
    half.alloc = NULL;
    assert_int_equal(r3d_image8_decode_tx8(NULL, 0, "", R3D_TX8_SPRITE, NULL, &image, NULL),
                     R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_image8_decode_tx8(good, 9, "", R3D_TX8_SPRITE, NULL, NULL, NULL),
                     R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_image8_decode_tx8(good, 9, "", R3D_TX8_SPRITE, &half, &image, NULL),
                     R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_image8_decode_tx8(good, 9, "", (r3d_tx8_kind)2, NULL, &image, NULL),
                     R3D_ERR_RANGE);
    assert_int_equal(r3d_image8_load_tx8(NULL, R3D_TX8_SPRITE, NULL, &image, NULL),
                     R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_image8_load_tx8("x", R3D_TX8_SPRITE, NULL, NULL, NULL), R3D_ERR_ARGUMENT);
    r3d_image8_free(NULL, NULL);
    r3d_image24_free(NULL, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_is_read_with_either_line_end_and_without_the_last),
        cmocka_unit_test(random_images_come_back),
        cmocka_unit_test(the_reference_images_are_read),
        cmocka_unit_test(every_truncation_of_a_file_is_refused),
        cmocka_unit_test(a_missing_line_is_named),
        cmocka_unit_test(an_unknown_line_is_quoted_safely),
        cmocka_unit_test(fields_are_separated_by_one_space_and_are_decimal),
        cmocka_unit_test(numbers_out_of_range_are_refused),
        cmocka_unit_test(palette_colors_are_six_digits_and_the_first_is_the_hole),
        cmocka_unit_test(rows_have_the_right_length_and_indices_are_in_range),
        cmocka_unit_test(nothing_may_follow_the_last_row),
        cmocka_unit_test(a_texture_has_narrower_bounds),
        cmocka_unit_test(a_huge_size_in_a_small_file_allocates_nothing_for_it),
        cmocka_unit_test(wrong_calls_are_refused),
    };
    return cmocka_run_group_tests_name("tx8", tests, NULL, NULL);
}
