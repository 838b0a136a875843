/* SPDX-License-Identifier: MIT */
// The same pixels in PNG files of different kinds are equal, as goldens and as actuals: palettes with
// transparency, interlaced rows, 16 bits by their high bytes. Spec golden section 12 (last kinds).

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <retro3d/diff.h>

#include "png_forge.h"

enum { WIDTH = 21, HEIGHT = 13, CHANGED = 7 * WIDTH + 5 };

#define FOLDER R3D_TEST_BINARY_DIR "/"

static void write_file(const char *path, const forge_picture *picture)
{
    forge file = {.data = NULL};
    forge_file(picture, FORGE_FILTER_CYCLE, &file);
    assert_int_equal(r3d_file_write(path, file.data, file.size, NULL), R3D_OK);
    forge_free(&file);
}

// The pixels of `made` as RGBA of 8 or 16 bits, one of them changed by `change`.
static void write_rgba(const char *path, const forge_picture *made, unsigned depth,
                       unsigned interlace, unsigned change)
{
    forge_picture rgba;
    forge_picture_random(&rgba, WIDTH, HEIGHT, depth, 6, interlace, 5);
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        unsigned pixel[4];
        forge_expect(made, i % WIDTH, i / WIDTH, pixel);
        for (int c = 0; c < 4; c++) {
            unsigned value = made->depth == 16 ? pixel[c] >> 8 : pixel[c];
            value ^= i == CHANGED && c == 1 ? change : 0;
            uint16_t *sample = &rgba.samples[i * 4 + c];
            // Low bytes of their own: only high ones may count.
            *sample = (uint16_t)(depth == 16 ? value << 8 | (*sample & 255u) : value);
        }
    }
    write_file(path, &rgba);
    forge_picture_free(&rgba);
}

static void expect_count(const char *expected, const char *actual, bool depth8, int64_t count)
{
    r3d_diff_effective effective;
    r3d_diff_result result;
    r3d_error error;
    r3d_diff_effective_init(&effective);
    effective.values.depth8 = depth8;
    r3d_result done =
        r3d_diff_compare_png_files(expected, actual, &effective, NULL, &result, &error);
    if (done != R3D_OK) {
        fail_msg("%s, %s: %s", expected, actual, error.message);
    }
    assert_int_equal(result.compared, WIDTH * HEIGHT);
    assert_int_equal(result.mismatches, count);
    assert_int_equal(r3d_diff_passed(&result), count == 0);
    if (count == 1) {
        assert_int_equal(result.cluster_count, 1);
        assert_int_equal(result.clusters[0].x0, CHANGED % WIDTH);
        assert_int_equal(result.clusters[0].y0, CHANGED / WIDTH);
    }
    r3d_diff_result_free(&result);
}

static void expect_both_ways(const char *a, const char *b, bool depth8, int64_t count)
{
    expect_count(a, b, depth8, count);
    expect_count(b, a, depth8, count);
}

static void expect_refused(const char *expected, const char *actual)
{
    r3d_diff_effective effective;
    r3d_diff_result result;
    r3d_error error;
    r3d_diff_effective_init(&effective);
    assert_int_equal(
        r3d_diff_compare_png_files(expected, actual, &effective, NULL, &result, &error),
        R3D_ERR_FORMAT_UNSUPPORTED);
    assert_non_null(strstr(error.message, "16"));
}

static void kinds_of_files_with_equal_pixels(void **state)
{
    (void)state;
    static const struct {
        unsigned depth, color_type, interlace, trns_size;
    } kinds[] = {{8, 3, 0, 0}, {8, 3, 0, 200}, {8, 3, 1, 200}, {4, 3, 1, 9},  {1, 0, 0, 0},
                 {2, 0, 1, 2}, {8, 0, 0, 2},   {8, 4, 1, 0},   {8, 2, 1, 0},  {8, 2, 0, 6},
                 {8, 6, 1, 0}, {16, 6, 0, 0},  {16, 2, 1, 0},  {16, 0, 0, 0}, {16, 4, 1, 0}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        forge_picture made;
        forge_picture_random(&made, WIDTH, HEIGHT, kinds[i].depth, kinds[i].color_type,
                             kinds[i].interlace, (uint32_t)i + 1);
        made.trns_size = kinds[i].trns_size;
        for (unsigned k = 0; k < made.trns_size; k++) {
            made.trns[k] = (uint8_t)(made.color_type == 3 ? k * 37 : k % 2);
        }
        write_file(FOLDER "kind.png", &made);
        write_rgba(FOLDER "kind-8.png", &made, 8, 0, 0);
        write_rgba(FOLDER "kind-8i.png", &made, 8, 1, 0x40);
        write_rgba(FOLDER "kind-16.png", &made, 16, 1, 0);
        write_rgba(FOLDER "kind-16c.png", &made, 16, 0, 0x40);
        bool deep = kinds[i].depth == 16;
        expect_both_ways(FOLDER "kind.png", FOLDER "kind-8.png", deep, 0);
        expect_both_ways(FOLDER "kind.png", FOLDER "kind-8i.png", deep, 1);
        expect_both_ways(FOLDER "kind.png", FOLDER "kind-16.png", true, 0);
        expect_both_ways(FOLDER "kind.png", FOLDER "kind-16c.png", true, 1);
        const char *other = deep ? FOLDER "kind-8.png" : FOLDER "kind-16.png";
        expect_refused(FOLDER "kind.png", other);
        expect_refused(other, FOLDER "kind.png");
        forge_picture_free(&made);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(kinds_of_files_with_equal_pixels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
