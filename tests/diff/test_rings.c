/* SPDX-License-Identifier: MIT */
// Rings and diff pictures: against the formula pixel by pixel, against the slow program, and
// against the committed pictures. Spec golden section 11, items 1 and 3.

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

#include "scenes.h"
#include "slow.h"

static void rings_cover_what_the_formula_says(void **state)
{
    (void)state;
    uint32_t seed = 0x1234567u;
    for (int round = 0; round < 300; round++) {
        int width = 1 + (int)(scene_random(&seed) % 140u);
        int height = 1 + (int)(scene_random(&seed) % 140u);
        int x0 = (int)(scene_random(&seed) % (uint32_t)width);
        int y0 = (int)(scene_random(&seed) % (uint32_t)height);
        int x1 = x0 + (int)(scene_random(&seed) % (uint32_t)(width - x0));
        int y1 = y0 + (int)(scene_random(&seed) % (uint32_t)(height - y0));
        int radius = 1 + (int)(scene_random(&seed) % 16u);
        int stroke = 1 + (int)(scene_random(&seed) % 5u);
        r3d_diff_ring ring;
        r3d_diff_ring_make(width, height, x0, y0, x1, y1, radius, stroke, &ring);
        for (int y = -2; y < height + 2; y++) {
            for (int x = -2; x < width + 2; x++) {
                bool inside = x >= 0 && y >= 0 && x < width && y < height;
                bool slow =
                    inside && slow_ring_covers(width, height, x0, y0, x1, y1, radius, stroke, x, y);
                assert_int_equal(r3d_diff_ring_covers(&ring, x, y), slow);
            }
        }
    }
}

static void one_wrong_pixel_gets_the_ring_of_its_picture_size(void **state)
{
    (void)state;
    // Width, height, radius and stroke as spec golden section 3 states them.
    static const int cases[][4] = {{1920, 1080, 30, 3}, {3840, 2160, 60, 6}, {512, 334, 8, 2}};
    for (int i = 0; i < 3; i++) {
        int width = cases[i][0];
        int height = cases[i][1];
        slow_picture e = scene_pattern(width, height, 1);
        slow_picture a = scene_pattern(width, height, 1);
        a.pixels[(size_t)200 * (size_t)width + 300] ^= 1u;
        r3d_picture_view ev;
        r3d_picture_view av;
        r3d_diff_view_xrgb32(e.pixels, width, height, 0, &ev);
        r3d_diff_view_xrgb32(a.pixels, width, height, 0, &av);
        r3d_diff_result r;
        r3d_diff_canvas canvas;
        assert_int_equal(r3d_diff_compare(&ev, &av, NULL, NULL, &r, NULL), R3D_OK);
        assert_int_equal(r.base_radius, cases[i][2]);
        assert_int_equal(r.stroke, cases[i][3]);
        assert_int_equal(r3d_diff_render_diff(&r, &ev, &av, NULL, &canvas), R3D_OK);
        const uint8_t *row = canvas.pixels + (size_t)200 * (size_t)width * 3;
        for (int x = 300 - 80; x <= 300 + 80; x++) {
            int away = abs(x - 300);
            bool red = row[x * 3] == 255 && row[x * 3 + 1] == 0 && row[x * 3 + 2] == 0;
            bool ring = away > cases[i][2] && away <= cases[i][2] + cases[i][3];
            assert_int_equal(red, ring || away == 0);
        }
        r3d_diff_canvas_free(&canvas);
        r3d_diff_result_free(&r);
        free(e.pixels);
        free(a.pixels);
    }
}

static void assert_canvas_equals(const r3d_diff_canvas *canvas, const slow_picture *slow,
                                 const char *name)
{
    r3d_picture_view view;
    r3d_picture_view slow_view;
    r3d_diff_result r;
    r3d_diff_canvas_get_view(canvas, &view);
    r3d_diff_view_xrgb32(slow->pixels, slow->width, slow->height, 0, &slow_view);
    assert_int_equal(r3d_diff_compare(&slow_view, &view, NULL, NULL, &r, NULL), R3D_OK);
    if (r.verdict != R3D_DIFF_EQUAL) {
        fail_msg("%s: %lld pixels differ, first (%ld,%ld)", name, (long long)r.mismatches,
                 (long)r.first[0].x, (long)r.first[0].y);
    }
    r3d_diff_result_free(&r);
}

static void assert_canvas_is_committed(const r3d_diff_canvas *canvas, const char *name,
                                       const char *kind)
{
    char path[512];
    r3d_picture committed;
    r3d_error error;
    snprintf(path, sizeof path, "%s/golden/diff/%s.%s.png", R3D_TEST_SOURCE_DIR, name, kind);
    if (r3d_png_load(path, NULL, NULL, &committed, &error) != R3D_OK) {
        fail_msg("%s: %s", path, error.message);
    }
    r3d_picture_view view;
    r3d_picture_view expected;
    r3d_diff_result r;
    r3d_diff_canvas_get_view(canvas, &view);
    r3d_picture_get_view(&committed, &expected);
    assert_int_equal(r3d_diff_compare(&expected, &view, NULL, NULL, &r, NULL), R3D_OK);
    assert_int_equal(r.verdict, R3D_DIFF_EQUAL);
    r3d_diff_result_free(&r);
    r3d_picture_free(&committed);
}

static void diff_pictures_equal_the_slow_program_and_the_committed_ones(void **state)
{
    (void)state;
    static slow_result slow;
    for (int i = 0; i < scene_count(); i++) {
        scene s = scene_make(i);
        r3d_picture_view ev;
        r3d_picture_view av;
        r3d_diff_view_xrgb32(s.expected.pixels, s.expected.width, s.expected.height, 0, &ev);
        r3d_diff_view_xrgb32(s.actual.pixels, s.actual.width, s.actual.height, 0, &av);
        r3d_diff_result r;
        r3d_diff_canvas canvas;
        assert_int_equal(r3d_diff_compare(&ev, &av, NULL, NULL, &r, NULL), R3D_OK);
        slow_compare(&s.expected, &s.actual, 0, 0, 0, &slow);

        slow_picture picture = slow_diff_picture(&s.expected, &s.actual, &slow, 64);
        assert_int_equal(r3d_diff_render_diff(&r, &ev, &av, NULL, &canvas), R3D_OK);
        assert_canvas_equals(&canvas, &picture, s.name);
        assert_canvas_is_committed(&canvas, s.name, "diff");
        r3d_diff_canvas_free(&canvas);
        free(picture.pixels);

        picture = slow_circled_picture(&s.actual, &slow, 64);
        assert_int_equal(r3d_diff_render_circled(&r, &av, NULL, &canvas), R3D_OK);
        assert_canvas_equals(&canvas, &picture, s.name);
        assert_canvas_is_committed(&canvas, s.name, "circled");
        r3d_diff_canvas_free(&canvas);
        free(picture.pixels);

        picture = slow_triptych(&s.expected, &s.actual, &slow, s.name, 64);
        assert_int_equal(r3d_diff_render_triptych(&r, &ev, &av, NULL, s.name, NULL, &canvas),
                         R3D_OK);
        assert_canvas_equals(&canvas, &picture, s.name);
        assert_canvas_is_committed(&canvas, s.name, "triptych");
        r3d_diff_canvas_free(&canvas);
        free(picture.pixels);

        r3d_diff_result_free(&r);
        scene_free(&s);
    }
}

static void zooms_show_single_pixels_round_the_first_mismatch(void **state)
{
    (void)state;
    scene s = scene_make(0);
    r3d_picture_view ev;
    r3d_picture_view av;
    r3d_diff_result r;
    r3d_diff_canvas canvas;
    r3d_diff_view_xrgb32(s.expected.pixels, s.expected.width, s.expected.height, 0, &ev);
    r3d_diff_view_xrgb32(s.actual.pixels, s.actual.width, s.actual.height, 0, &av);
    assert_int_equal(r3d_diff_compare(&ev, &av, NULL, NULL, &r, NULL), R3D_OK);
    assert_int_equal(r3d_diff_render_zoom(&r, &ev, &av, NULL, 1, NULL, &canvas), R3D_ERR_RANGE);
    assert_int_equal(r3d_diff_render_zoom(&r, &ev, &av, NULL, 0, NULL, &canvas), R3D_OK);
    assert_int_equal(canvas.width, 3 * 265 + 16);
    assert_int_equal(canvas.height, 265);
    // Pixel (200,150) lies in the middle: cell 16,16, whose inside begins one below the grid line.
    for (int panel = 0; panel < 3; panel++) {
        for (int cell = 15; cell <= 17; cell++) {
            int x = panel * 273 + cell * 8 + 4;
            const uint8_t *p =
                canvas.pixels + (size_t)(16 * 8 + 4) * (size_t)canvas.width * 3 + (size_t)x * 3;
            const slow_picture *source = panel == 0 ? &s.expected : &s.actual;
            uint32_t rgb = (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
            if (panel < 2) {
                assert_int_equal(rgb, source->pixels[150 * 512 + 200 + cell - 16]);
            } else {
                assert_int_equal(rgb == 0xff0000u, cell == 16);
            }
            assert_int_equal(p[-4 * 3], 96);
        }
    }
    r3d_diff_canvas_free(&canvas);
    r3d_diff_result_free(&r);
    scene_free(&s);
}

static void only_the_largest_clusters_are_circled_and_the_text_says_so(void **state)
{
    (void)state;
    scene s = scene_make(8);
    r3d_picture_view ev;
    r3d_picture_view av;
    r3d_diff_view_xrgb32(s.expected.pixels, s.expected.width, s.expected.height, 0, &ev);
    r3d_diff_view_xrgb32(s.actual.pixels, s.actual.width, s.actual.height, 0, &av);
    r3d_diff_result r;
    r3d_diff_text text;
    memset(&text, 0, sizeof text);
    assert_int_equal(r3d_diff_compare(&ev, &av, NULL, NULL, &r, NULL), R3D_OK);
    assert_int_equal(r.cluster_count, 220);
    r3d_diff_describe(&r, &text);
    assert_non_null(strstr(text.data, "64 of 220 clusters circled\n"));
    assert_non_null(strstr(text.data, "220 clusters, max delta"));
    r3d_diff_text_free(&text);
    r3d_diff_result_free(&r);
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rings_cover_what_the_formula_says),
        cmocka_unit_test(one_wrong_pixel_gets_the_ring_of_its_picture_size),
        cmocka_unit_test(diff_pictures_equal_the_slow_program_and_the_committed_ones),
        cmocka_unit_test(zooms_show_single_pixels_round_the_first_mismatch),
        cmocka_unit_test(only_the_largest_clusters_are_circled_and_the_text_says_so),
    };
    return cmocka_run_group_tests_name("diff rings", tests, NULL, NULL);
}
