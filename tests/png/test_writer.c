/* SPDX-License-Identifier: MIT */
// The PNG writer: every layout and stride comes back unchanged, equal pixels give equal bytes,
// nothing but pixels is stored, and a file appears whole or not at all.

#include "io_test.h"

#include <limits.h>

#include <zlib.h>

#include <retro3d/io.h>
#include <retro3d/png.h>

#include "counting_allocator.h"
#include "png_forge.h"
#include "stb_oracle.h"
#include "writer_test.h"

static const r3d_png_effort efforts[2] = {R3D_PNG_FAST, R3D_PNG_SMALL};

static void assert_known_picture(const uint8_t *pixels, bool grey, bool opaque)
{
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            uint8_t rgba[4];
            color_at(x, y, opaque, rgba);
            if (grey) {
                rgba[1] = rgba[0];
                rgba[2] = rgba[0];
            }
            assert_memory_equal(pixels + ((size_t)y * WIDTH + (size_t)x) * 4, rgba, 4);
        }
    }
}

/* ---- round trips ---- */

static void every_layout_and_stride_comes_back_unchanged(void **state)
{
    (void)state;
    for (size_t kind = 0; kind < LAYOUT_COUNT; kind++) {
        ptrdiff_t row = WIDTH * (ptrdiff_t)layouts[kind].bytes;
        const ptrdiff_t strides[] = {row, row + 1, row + 64, -row, -row - 3};
        for (size_t i = 0; i < 2 * sizeof strides / sizeof strides[0]; i++) {
            bool opaque = i % 2 == 0;
            uint8_t *block = NULL;
            r3d_picture_view view = make_view(kind, strides[i / 2], opaque, &block);
            for (size_t e = 0; e < 2; e++) {
                forge file;
                encode(&view, efforts[e], &file);
                r3d_picture picture;
                assert_int_equal(
                    r3d_png_decode(file.data, file.size, "", NULL, NULL, &picture, NULL), R3D_OK);
                bool stored_alpha = layouts[kind].alpha && !opaque;
                assert_int_equal(picture.has_alpha, stored_alpha);
                bool grey = layouts[kind].layout == R3D_LAYOUT_GRAY8;
                assert_known_picture(picture.pixels, grey, !stored_alpha);
                r3d_picture_free(&picture);
                int width = 0;
                int height = 0;
                uint8_t *other = stb_png_rgba8(file.data, file.size, &width, &height);
                assert_non_null(other);
                assert_known_picture(other, grey, !stored_alpha);
                free(other);
                forge_free(&file);
            }
            free(block);
        }
    }
}

static void equal_pixels_give_equal_bytes_whatever_the_layout(void **state)
{
    (void)state;
    for (size_t e = 0; e < 2; e++) {
        uint8_t *block = NULL;
        r3d_picture_view view = make_view(0, WIDTH * 4, true, &block);
        forge first;
        encode(&view, efforts[e], &first);
        free(block);
        for (size_t kind = 0; kind < 5; kind++) {
            view = make_view(kind, -WIDTH * 4 - 8, true, &block);
            forge other;
            encode(&view, efforts[e], &other);
            assert_int_equal(other.size, first.size);
            assert_memory_equal(other.data, first.data, first.size);
            forge_free(&other);
            free(block);
        }
        forge_free(&first);
    }
}

static void random_pictures_of_odd_sizes_come_back(void **state)
{
    (void)state;
    static const int sizes[][2] = {{1, 1}, {1, 300}, {300, 1}, {2, 2}, {257, 129}, {32767, 2}};
    for (size_t i = 0; i < 6; i++) {
        size_t count = (size_t)sizes[i][0] * (size_t)sizes[i][1];
        uint32_t *pixels = malloc(count * 4);
        assert_non_null(pixels);
        uint32_t seed = 99;
        for (size_t k = 0; k < count; k++) {
            pixels[k] = forge_random(&seed);
        }
        r3d_picture_view view = {.pixels = pixels,
                                 .stride_bytes = sizes[i][0] * 4,
                                 .width = sizes[i][0],
                                 .height = sizes[i][1],
                                 .layout = R3D_LAYOUT_RGBA8};
        for (size_t e = 0; e < 2; e++) {
            forge file;
            encode(&view, efforts[e], &file);
            r3d_picture picture;
            assert_int_equal(r3d_png_decode(file.data, file.size, "", NULL, NULL, &picture, NULL),
                             R3D_OK);
            assert_memory_equal(picture.pixels, pixels, count * 4);
            r3d_picture_free(&picture);
            forge_free(&file);
        }
        free(pixels);
    }
}

static void the_file_holds_nothing_but_pixels(void **state)
{
    (void)state;
    // Enough random pixels for several IDAT chunks.
    enum { SIDE = 300 };
    uint8_t *pixels = malloc(SIDE * SIDE * 3);
    assert_non_null(pixels);
    uint32_t seed = 3;
    for (size_t i = 0; i < (size_t)SIDE * SIDE * 3; i++) {
        pixels[i] = (uint8_t)(forge_random(&seed) >> 13 & 255u);
    }
    r3d_picture_view view = {.pixels = pixels,
                             .stride_bytes = SIDE * 3,
                             .width = SIDE,
                             .height = SIDE,
                             .layout = R3D_LAYOUT_RGB8};
    forge file;
    encode(&view, R3D_PNG_FAST, &file);
    static const uint8_t ihdr[] = {0, 0, 1, 44, 0, 0, 1, 44, 8, 2, 0, 0, 0};
    assert_memory_equal(file.data + 16, ihdr, sizeof ihdr);
    size_t at = 8;
    int idats = 0;
    while (at < file.size) {
        size_t length = (size_t)file.data[at] << 24 | (size_t)file.data[at + 1] << 16 |
                        (size_t)file.data[at + 2] << 8 | file.data[at + 3];
        const uint8_t *type = file.data + at + 4;
        if (at == 8) {
            assert_memory_equal(type, "IHDR", 4);
        } else if (length == 0) {
            assert_memory_equal(type, "IEND", 4);
        } else {
            assert_memory_equal(type, "IDAT", 4);
            idats++;
        }
        at += 12 + length;
    }
    assert_int_equal(at, file.size);
    assert_true(idats > 1);
    forge_free(&file);
    free(pixels);
}

// The sum of the bytes' absolute values, each taken as a signed byte.
static unsigned long residual_sum(const uint8_t *bytes, size_t size)
{
    unsigned long sum = 0;
    for (size_t i = 0; i < size; i++) {
        sum += bytes[i] < 128 ? bytes[i] : 256ul - bytes[i];
    }
    return sum;
}

static unsigned best_filter(const uint8_t *row, const uint8_t *above, size_t size, size_t bpp)
{
    unsigned best = 0;
    unsigned long best_sum = ULONG_MAX;
    for (unsigned filter = 0; filter < 5; filter++) {
        forge filtered = {.data = NULL};
        forge_filter_row(filter, row, above, size, bpp, &filtered);
        unsigned long sum = residual_sum(filtered.data + 1, size);
        if (sum < best_sum) {
            best = filter;
            best_sum = sum;
        }
        forge_free(&filtered);
    }
    return best;
}

static void rows_are_filtered_as_the_effort_says(void **state)
{
    (void)state;
    enum { COLUMNS = 40, ROWS = 60, STRIDE = COLUMNS * 3 };
    // Rows of different nature: flat, ramps across and down, copies, noise.
    static uint8_t pixels[ROWS][STRIDE];
    uint32_t seed = 8;
    for (int y = 0; y < ROWS; y++) {
        for (int i = 0; i < STRIDE; i++) {
            unsigned noise = forge_random(&seed) >> 9;
            unsigned above = y > 0 ? pixels[y - 1][i] : 0;
            unsigned values[6] = {200,   (unsigned)i * 2, above + noise % 3,
                                  noise, above + 131,     (unsigned)(i * y) / 3};
            pixels[y][i] = (uint8_t)(values[y / 4 % 6] & 255u);
        }
    }
    r3d_picture_view view = {.pixels = pixels,
                             .stride_bytes = STRIDE,
                             .width = COLUMNS,
                             .height = ROWS,
                             .layout = R3D_LAYOUT_RGB8};
    for (size_t e = 0; e < 2; e++) {
        forge file;
        encode(&view, efforts[e], &file);
        // One IDAT, between 33 bytes of head and 12 of IEND.
        uint8_t raw[ROWS * (STRIDE + 1)];
        uLongf size = sizeof raw;
        assert_int_equal(uncompress(raw, &size, file.data + 41, (uLong)(file.size - 41 - 16)),
                         Z_OK);
        assert_int_equal(size, sizeof raw);
        unsigned seen = 0;
        for (size_t y = 0; y < ROWS; y++) {
            const uint8_t *above = y > 0 ? pixels[y - 1] : NULL;
            unsigned filter =
                efforts[e] == R3D_PNG_FAST ? 1 : best_filter(pixels[y], above, STRIDE, 3);
            forge row = {.data = NULL};
            forge_filter_row(filter, pixels[y], above, STRIDE, 3, &row);
            assert_memory_equal(raw + y * (STRIDE + 1), row.data, STRIDE + 1);
            forge_free(&row);
            seen |= 1u << filter;
        }
        assert_int_equal(seen, efforts[e] == R3D_PNG_FAST ? 2 : 31);
        forge_free(&file);
    }
}

static void small_is_smaller_than_fast(void **state)
{
    (void)state;
    uint8_t *block = NULL;
    r3d_picture_view view = make_view(0, WIDTH * 4, true, &block);
    forge fast;
    forge tight;
    encode(&view, R3D_PNG_FAST, &fast);
    encode(&view, R3D_PNG_SMALL, &tight);
    assert_true(tight.size < fast.size);
    forge_free(&fast);
    forge_free(&tight);
    free(block);
}

/* ---- files ---- */

static void a_saved_file_holds_the_encoded_bytes(void **state)
{
    (void)state;
    static const char path[] = R3D_TEST_BINARY_DIR "/writer-saved.png";
    uint8_t *block = NULL;
    r3d_picture_view view = make_view(3, WIDTH * 4, false, &block);
    for (size_t e = 0; e < 2; e++) {
        forge file;
        encode(&view, efforts[e], &file);
        assert_int_equal(r3d_png_save(path, &view, efforts[e], NULL), R3D_OK);
        void *data = NULL;
        size_t size = 0;
        assert_int_equal(r3d_file_read(path, 0, NULL, &data, &size, NULL), R3D_OK);
        assert_int_equal(size, file.size);
        assert_memory_equal(data, file.data, size);
        free(data);
        forge_free(&file);
    }
    assert_int_equal(remove(path), 0);
    free(block);
}

static void what_cannot_be_written_is_refused(void **state)
{
    (void)state;
    static const char path[] = R3D_TEST_BINARY_DIR "/writer-refused.png";
    (void)remove(path); // of a run that failed
    uint8_t *block = NULL;
    const r3d_picture_view good = make_view(0, WIDTH * 4, true, &block);
    r3d_error error;
    r3d_picture_view view = good;
    view.pixels = NULL;
    assert_int_equal(r3d_png_save(path, &view, R3D_PNG_FAST, &error), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_png_save(path, NULL, R3D_PNG_FAST, &error), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_png_save(NULL, &good, R3D_PNG_FAST, &error), R3D_ERR_ARGUMENT);
    static const int32_t sizes[] = {0, -1, 32768, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < 5; i++) {
        view = good;
        view.width = sizes[i];
        assert_int_equal(r3d_png_save(path, &view, R3D_PNG_FAST, &error), R3D_ERR_RANGE);
        view = good;
        view.height = sizes[i];
        assert_int_equal(r3d_png_save(path, &view, R3D_PNG_FAST, &error), R3D_ERR_RANGE);
        assert_non_null(strstr(error.message, "expected 1..32767"));
    }
    static const ptrdiff_t strides[] = {0, WIDTH * 4 - 1, -WIDTH * 4 + 1, 1};
    for (size_t i = 0; i < 4; i++) {
        view = good;
        view.stride_bytes = strides[i];
        assert_int_equal(r3d_png_save(path, &view, R3D_PNG_FAST, &error), R3D_ERR_RANGE);
    }
    view = good;
    view.layout = R3D_LAYOUT_RGBA16;
    view.stride_bytes = WIDTH * 8;
    assert_int_equal(r3d_png_save(path, &view, R3D_PNG_FAST, &error), R3D_ERR_RANGE);
    assert_non_null(strstr(error.message, "16 bits"));
    view.layout = (r3d_layout)99;
    assert_int_equal(r3d_png_save(path, &view, R3D_PNG_FAST, &error), R3D_ERR_RANGE);
    assert_int_equal(r3d_png_save(path, &good, (r3d_png_effort)3, &error), R3D_ERR_RANGE);
    assert_string_equal(error.file, path);
    FILE *file = fopen(path, "rb");
    assert_null(file);
    free(block);
}

static void one_row_needs_no_stride(void **state)
{
    (void)state;
    static const uint8_t pixels[6] = {1, 2, 3, 4, 5, 6};
    r3d_picture_view view = {
        .pixels = pixels, .stride_bytes = 0, .width = 2, .height = 1, .layout = R3D_LAYOUT_RGB8};
    forge file;
    encode(&view, R3D_PNG_SMALL, &file);
    forge_free(&file);
}

static void each_failed_allocation_is_reported_and_nothing_leaks(void **state)
{
    (void)state;
    enum { SIDE = 300 };
    uint32_t *pixels = malloc(SIDE * SIDE * 4);
    assert_non_null(pixels);
    uint32_t seed = 3;
    for (size_t i = 0; i < (size_t)SIDE * SIDE; i++) {
        pixels[i] = forge_random(&seed);
    }
    r3d_picture_view view = {.pixels = pixels,
                             .stride_bytes = SIDE * 4,
                             .width = SIDE,
                             .height = SIDE,
                             .layout = R3D_LAYOUT_XRGB32};
    for (size_t e = 0; e < 2; e++) {
        bool passed = false;
        for (size_t n = 1; !passed; n++) {
            assert_true(n < 100);
            counting_allocator counter = {.fail_at = n};
            r3d_allocator hooks = counting_hooks(&counter);
            void *data = NULL;
            size_t size = 0;
            r3d_error error;
            r3d_result result = r3d_png_encode(&view, efforts[e], &hooks, &data, &size, &error);
            passed = result == R3D_OK;
            if (!passed) {
                assert_int_equal(result, R3D_ERR_MEMORY);
                assert_int_equal(error.result, R3D_ERR_MEMORY);
                assert_null(data);
                assert_int_equal(size, 0);
            } else {
                assert_true(n > 3);
                hooks.free(data, hooks.user);
            }
            assert_int_equal(counter.live, 0);
        }
    }
    free(pixels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_layout_and_stride_comes_back_unchanged),
        cmocka_unit_test(equal_pixels_give_equal_bytes_whatever_the_layout),
        cmocka_unit_test(random_pictures_of_odd_sizes_come_back),
        cmocka_unit_test(the_file_holds_nothing_but_pixels),
        cmocka_unit_test(rows_are_filtered_as_the_effort_says),
        cmocka_unit_test(small_is_smaller_than_fast),
        cmocka_unit_test(a_saved_file_holds_the_encoded_bytes),
        cmocka_unit_test(what_cannot_be_written_is_refused),
        cmocka_unit_test(one_row_needs_no_stride),
        cmocka_unit_test(each_failed_allocation_is_reported_and_nothing_leaks),
    };
    return cmocka_run_group_tests_name("png_writer", tests, NULL, NULL);
}
