/* SPDX-License-Identifier: MIT */
// r3d_diff_save_diff draws its rows by another way than r3d_diff_render_diff does: the same pixels
// with every setting that changes them, the same bytes twice, and its failures.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <retro3d/diff.h>
#include <retro3d/png.h>

#include "counting_allocator.h"
#include "scenes.h"
#include "workspace.h"

static char path[WORKSPACE_PATH + 16];

static int setup(void **state)
{
    (void)state;
    static workspace w;
    workspace_make(&w, R3D_TEST_BINARY_DIR, "diff-png");
    snprintf(path, sizeof path, "%s/diff.png", w.folder);
    return 0;
}

// Bytes of colour type 3 files say so at offset 25.
static int color_type_of(const char *file)
{
    unsigned char head[26] = {0};
    FILE *stream = fopen(file, "rb");
    assert_non_null(stream);
    assert_int_equal(fread(head, 1, sizeof head, stream), sizeof head);
    fclose(stream);
    return head[25];
}

static void check(const r3d_diff_result *r, const r3d_picture_view *e, const r3d_picture_view *a,
                  const char *what)
{
    r3d_diff_canvas canvas;
    r3d_picture picture;
    r3d_picture_view drawn;
    r3d_picture_view saved;
    r3d_diff_result same;
    r3d_error error;
    assert_int_equal(r3d_diff_render_diff(r, e, a, NULL, &canvas), R3D_OK);
    assert_int_equal(r3d_diff_save_diff(path, r, e, a, NULL, &error), R3D_OK);
    assert_int_equal(r3d_png_load(path, NULL, NULL, &picture, &error), R3D_OK);
    r3d_diff_canvas_get_view(&canvas, &drawn);
    r3d_picture_get_view(&picture, &saved);
    r3d_diff_effective exact;
    r3d_diff_effective_init(&exact);
    exact.values.channels = R3D_DIFF_RGBA;
    assert_int_equal(r3d_diff_compare(&drawn, &saved, &exact, NULL, &same, NULL), R3D_OK);
    if (same.verdict != R3D_DIFF_EQUAL) {
        fail_msg("%s: %lld pixels differ, first (%ld,%ld): %08lx, saved %08lx", what,
                 (long long)same.mismatches, (long)same.first[0].x, (long)same.first[0].y,
                 (unsigned long)same.first[0].expected_argb,
                 (unsigned long)same.first[0].actual_argb);
    }
    r3d_diff_result_free(&same);
    r3d_picture_free(&picture);
    r3d_diff_canvas_free(&canvas);
}

// One setting at a time differs from the defaults, then some together.
enum { CASES = 15 };

static void set_case(int number, r3d_diff_options *o, const r3d_diff_rect *rect)
{
    r3d_diff_options_init(o);
    static const r3d_diff_paint paints[] = {R3D_DIFF_PAINT_RED, R3D_DIFF_PAINT_SIGN,
                                            R3D_DIFF_PAINT_HEAT, R3D_DIFF_PAINT_ABS};
    o->dim = number % 2 != 0 ? R3D_DIFF_DIM_DARK : R3D_DIFF_DIM_LIGHT;
    o->paint = paints[number % 4];
    switch (number) {
    case 4:
        o->no_rings = true;
        break;
    case 5:
    case 6:
        o->ignore = rect;
        o->ignore_count = 1;
        break;
    case 7:
    case 8:
        o->metric = R3D_DIFF_TOLERANCE;
        for (int i = 0; i < 4; i++) {
            o->tolerance[i] = 20;
        }
        break;
    case 9:
    case 10:
        o->metric = R3D_DIFF_YIQ;
        o->antialiasing = true;
        o->paint = number == 9 ? R3D_DIFF_PAINT_RED : R3D_DIFF_PAINT_SIGN;
        break;
    case 11:
        o->crop_to_common = true;
        o->paint = R3D_DIFF_PAINT_SIGN;
        break;
    case 12:
        o->channels = R3D_DIFF_RGB;
        o->paint = R3D_DIFF_PAINT_SIGN;
        break;
    case 13:
        o->channels = R3D_DIFF_ALPHA;
        break;
    case 14:
        o->channels = R3D_DIFF_RGBA_OVER;
        break;
    default:
        break;
    }
}

static void check_settings(const r3d_picture_view *e, const r3d_picture_view *a, const char *name)
{
    static const r3d_diff_rect rect = {1, 2, 9, 7};
    for (int number = 0; number < CASES; number++) {
        r3d_diff_options options;
        r3d_diff_effective effective;
        r3d_diff_result r;
        char what[100];
        set_case(number, &options, &rect);
        r3d_diff_effective_init(&effective);
        r3d_diff_effective_merge(&effective, &options, R3D_DIFF_FROM_CALL);
        // Rectangles that cover a whole picture, and channels that cannot be compared, are refused.
        if (r3d_diff_compare(e, a, &effective, NULL, &r, NULL) != R3D_OK) {
            continue;
        }
        snprintf(what, sizeof what, "%s, settings %d", name, number);
        check(&r, e, a, what);
        if (options.paint == R3D_DIFF_PAINT_RED || options.paint == R3D_DIFF_PAINT_SIGN) {
            assert_int_equal(color_type_of(path), 3);
        }
        r3d_diff_result_free(&r);
    }
}

static void the_scenes_are_saved_as_they_are_drawn(void **state)
{
    (void)state;
    for (int i = 0; i < scene_count(); i++) {
        scene s = scene_make(i);
        r3d_picture_view e;
        r3d_picture_view a;
        r3d_diff_view_xrgb32(s.expected.pixels, s.expected.width, s.expected.height, 0, &e);
        r3d_diff_view_xrgb32(s.actual.pixels, s.actual.width, s.actual.height, 0, &a);
        check_settings(&e, &a, s.name);
        scene_free(&s);
    }
}

typedef struct stored {
    r3d_layout layout;
    int bytes;
} stored;

// Few values, so that some pixels are equal; every layout beside every other one.
static void every_layout_and_size_is_saved_as_it_is_drawn(void **state)
{
    (void)state;
    static const stored layouts[] = {{R3D_LAYOUT_RGBA8, 4},  {R3D_LAYOUT_BGRA8, 4},
                                     {R3D_LAYOUT_XRGB32, 4}, {R3D_LAYOUT_RGB8, 3},
                                     {R3D_LAYOUT_GRAY8, 1},  {R3D_LAYOUT_RGBA16, 8}};
    static const int sizes[][4] = {
        {33, 21, 33, 21}, {33, 21, 20, 30}, {1, 1, 1, 1}, {70, 3, 64, 3}, {5, 9, 5, 11}};
    enum { LAYOUTS = 6, SIZES = 5, BYTES = 70 * 30 * 8 };
    static uint16_t pixels[2][BYTES / 2]; // aligned for 16-bit samples
    uint32_t seed = 0x2545f491u;
    for (int n = 0; n < LAYOUTS * LAYOUTS * SIZES; n++) {
        const stored *kinds[2] = {&layouts[n % LAYOUTS], &layouts[n / LAYOUTS % LAYOUTS]};
        const int *size = sizes[n / (LAYOUTS * LAYOUTS)];
        r3d_picture_view views[2];
        for (int i = 0; i < 2; i++) {
            uint8_t *bytes = (uint8_t *)pixels[i];
            for (int k = 0; k < BYTES; k++) {
                uint32_t random = scene_random(&seed);
                bytes[k] = (uint8_t)(random % 8 != 0 ? 255 : random >> 8);
            }
            memset(&views[i], 0, sizeof views[i]);
            views[i].pixels = bytes;
            views[i].layout = kinds[i]->layout;
            views[i].width = size[2 * i];
            views[i].height = size[2 * i + 1];
            views[i].stride_bytes = (ptrdiff_t)size[2 * i] * kinds[i]->bytes;
        }
        char name[40];
        snprintf(name, sizeof name, "layouts and sizes %d", n);
        check_settings(&views[0], &views[1], name);
    }
}

static void a_saved_diff_has_the_same_bytes_twice(void **state)
{
    (void)state;
    static char first[1 << 16];
    scene s = scene_make(0);
    r3d_picture_view e;
    r3d_picture_view a;
    r3d_diff_result r;
    r3d_diff_view_xrgb32(s.expected.pixels, s.expected.width, s.expected.height, 0, &e);
    r3d_diff_view_xrgb32(s.actual.pixels, s.actual.width, s.actual.height, 0, &a);
    assert_int_equal(r3d_diff_compare(&e, &a, NULL, NULL, &r, NULL), R3D_OK);
    size_t sizes[2];
    for (int i = 0; i < 2; i++) {
        void *data = NULL;
        assert_int_equal(r3d_diff_save_diff(path, &r, &e, &a, NULL, NULL), R3D_OK);
        assert_int_equal(r3d_file_read(path, 0, NULL, &data, &sizes[i], NULL), R3D_OK);
        assert_true(sizes[i] < sizeof first);
        if (i == 0) {
            memcpy(first, data, sizes[i]);
        } else {
            assert_int_equal(sizes[0], sizes[1]);
            assert_memory_equal(first, data, sizes[1]);
        }
        free(data);
    }
    r3d_diff_result_free(&r);
    scene_free(&s);
}

static void failures_are_reported_and_leave_no_file(void **state)
{
    (void)state;
    scene s = scene_make(0);
    r3d_picture_view e;
    r3d_picture_view a;
    r3d_diff_result r;
    r3d_error error;
    r3d_diff_view_xrgb32(s.expected.pixels, s.expected.width, s.expected.height, 0, &e);
    r3d_diff_view_xrgb32(s.actual.pixels, s.actual.width, s.actual.height, 0, &a);
    assert_int_equal(r3d_diff_compare(&e, &a, NULL, NULL, &r, NULL), R3D_OK);
    (void)remove(path);
    r3d_picture_view other = e;
    other.width--;
    assert_int_equal(r3d_diff_save_diff(NULL, &r, &e, &a, NULL, &error), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_diff_save_diff(path, NULL, &e, &a, NULL, &error), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_diff_save_diff(path, &r, NULL, &a, NULL, &error), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_diff_save_diff(path, &r, &e, NULL, NULL, &error), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_diff_save_diff(path, &r, &other, &a, NULL, &error), R3D_ERR_ARGUMENT);
    assert_int_equal(
        r3d_diff_save_diff(R3D_TEST_BINARY_DIR "/no/such/folder.png", &r, &e, &a, NULL, &error),
        R3D_ERR_IO_WRITE);
    for (size_t n = 1;; n++) {
        counting_allocator counting = {.fail_at = n};
        r3d_allocator hooks = counting_hooks(&counting);
        r3d_result result = r3d_diff_save_diff(path, &r, &e, &a, &hooks, &error);
        assert_int_equal(counting.live, 0);
        if (result == R3D_OK) {
            assert_true(n > 5); // three here, two or more of the writer
            break;
        }
        assert_int_equal(result, R3D_ERR_MEMORY);
        assert_false(workspace_exists(path));
    }
    // Two thin pictures span a canvas of more than 2^30 bytes.
    static uint8_t thin[R3D_PICTURE_SIZE_MAX];
    r3d_picture_view wide = {thin, R3D_PICTURE_SIZE_MAX, R3D_PICTURE_SIZE_MAX, 1, R3D_LAYOUT_GRAY8};
    r3d_picture_view high = {thin, 1, 1, R3D_PICTURE_SIZE_MAX, R3D_LAYOUT_GRAY8};
    r3d_diff_result_free(&r);
    assert_int_equal(r3d_diff_compare(&wide, &high, NULL, NULL, &r, NULL), R3D_OK);
    r3d_diff_canvas canvas;
    assert_int_equal(r3d_diff_save_diff(path, &r, &wide, &high, NULL, &error), R3D_ERR_LIMIT);
    assert_int_equal(r3d_diff_render_diff(&r, &wide, &high, NULL, &canvas), R3D_ERR_LIMIT);
    r3d_diff_result_free(&r);
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_scenes_are_saved_as_they_are_drawn),
        cmocka_unit_test(every_layout_and_size_is_saved_as_it_is_drawn),
        cmocka_unit_test(a_saved_diff_has_the_same_bytes_twice),
        cmocka_unit_test(failures_are_reported_and_leave_no_file),
    };
    return cmocka_run_group_tests_name("diff png", tests, setup, NULL);
}
