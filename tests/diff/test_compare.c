/* SPDX-License-Identifier: MIT */
// Comparison: layouts, strides, counts, clusters, sizes. Spec golden section 11, items 1, 2 and 5.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <retro3d/diff.h>

#include "scenes.h"
#include "slow.h"

enum { LAYOUT_COUNT = 7 };

static const int32_t layout_bytes[LAYOUT_COUNT] = {4, 4, 4, 4, 3, 1, 8};

// Stores a colour in one pixel of any layout.
static void store(uint8_t *p, r3d_layout layout, uint32_t argb)
{
    uint8_t a = (uint8_t)(argb >> 24);
    uint8_t r = (uint8_t)(argb >> 16);
    uint8_t g = (uint8_t)(argb >> 8);
    uint8_t b = (uint8_t)argb;
    uint32_t word;
    uint16_t deep[4];
    switch (layout) {
    case R3D_LAYOUT_RGBA8:
        p[0] = r;
        p[1] = g;
        p[2] = b;
        p[3] = a;
        break;
    case R3D_LAYOUT_BGRA8:
        p[0] = b;
        p[1] = g;
        p[2] = r;
        p[3] = a;
        break;
    case R3D_LAYOUT_XRGB32:
        // The top byte is no part of the picture: it differs from pixel to pixel.
        word = (argb & 0xffffffu) | ((uint32_t)(uintptr_t)p * 2654435761u & 0xff000000u);
        memcpy(p, &word, 4);
        break;
    case R3D_LAYOUT_ARGB32:
        memcpy(p, &argb, 4);
        break;
    case R3D_LAYOUT_RGB8:
        p[0] = r;
        p[1] = g;
        p[2] = b;
        break;
    case R3D_LAYOUT_GRAY8:
        p[0] = g;
        break;
    case R3D_LAYOUT_RGBA16:
        deep[0] = (uint16_t)(r * 257);
        deep[1] = (uint16_t)(g * 257);
        deep[2] = (uint16_t)(b * 257);
        deep[3] = (uint16_t)(a * 257);
        memcpy(p, deep, 8);
        break;
    default: // diff.layouts has the others
        break;
    }
}

typedef struct stored {
    uint8_t *memory;
    r3d_picture_view view;
} stored;

// Stores 0x00RRGGBB pixels, opaque, with padding and possibly bottom-up.
static stored store_picture(const slow_picture *p, r3d_layout layout, int padding, bool bottom_up)
{
    stored s;
    size_t bytes = (size_t)layout_bytes[layout];
    size_t stride = (size_t)p->width * bytes + (size_t)padding;
    s.memory = malloc(stride * (size_t)p->height);
    assert_non_null(s.memory);
    memset(s.memory, 0x5a + (bottom_up ? 1 : 0), stride * (size_t)p->height);
    for (int y = 0; y < p->height; y++) {
        uint8_t *row = s.memory + stride * (size_t)(bottom_up ? p->height - 1 - y : y);
        for (int x = 0; x < p->width; x++) {
            uint32_t rgb = p->pixels[(size_t)y * (size_t)p->width + (size_t)x];
            store(row + (size_t)x * bytes, layout, 0xff000000u | rgb);
        }
    }
    s.view.pixels = bottom_up ? s.memory + stride * (size_t)(p->height - 1) : s.memory;
    s.view.stride_bytes = bottom_up ? -(ptrdiff_t)stride : (ptrdiff_t)stride;
    s.view.width = p->width;
    s.view.height = p->height;
    s.view.layout = layout;
    return s;
}

static r3d_diff_result compare_views(const r3d_picture_view *e, const r3d_picture_view *a,
                                     const r3d_diff_options *options)
{
    r3d_diff_effective effective;
    r3d_diff_result result;
    r3d_error error;
    r3d_diff_effective_init(&effective);
    r3d_diff_effective_merge(&effective, options, R3D_DIFF_FROM_CALL);
    if (r3d_diff_compare(e, a, &effective, NULL, &result, &error) != R3D_OK) {
        fail_msg("%s", error.message);
    }
    return result;
}

static r3d_diff_result compare_pictures(const slow_picture *e, const slow_picture *a,
                                        const r3d_diff_options *options)
{
    r3d_picture_view ev;
    r3d_picture_view av;
    r3d_diff_view_xrgb32(e->pixels, e->width, e->height, 0, &ev);
    r3d_diff_view_xrgb32(a->pixels, a->width, a->height, 0, &av);
    return compare_views(&ev, &av, options);
}

static void equal_pictures_of_every_layout_and_stride_pass(void **state)
{
    (void)state;
    slow_picture p = scene_pattern(131, 37, 5);
    for (int i = 0; i < 131 * 37; i++) {
        uint32_t grey = p.pixels[i] & 255u;
        p.pixels[i] = grey * 0x010101u; // so that GRAY8 can hold it
    }
    for (int le = 0; le < LAYOUT_COUNT; le++) {
        for (int la = 0; la < LAYOUT_COUNT; la++) {
            for (int form = 0; form < 4; form++) {
                if ((le == R3D_LAYOUT_RGBA16) != (la == R3D_LAYOUT_RGBA16)) {
                    continue;
                }
                int padding = le == R3D_LAYOUT_RGBA16 ? 8 : le == 2 || le == 3 ? 4 : 3;
                stored e = store_picture(&p, (r3d_layout)le, form & 1 ? padding : 0, form > 1);
                stored a = store_picture(&p, (r3d_layout)la, form & 2 ? 8 : 0, form == 1);
                r3d_diff_result r = compare_views(&e.view, &a.view, NULL);
                assert_int_equal(r.verdict, R3D_DIFF_EQUAL);
                assert_int_equal(r.mismatches, 0);
                assert_int_equal(r.cluster_count, 0);
                assert_int_equal(r.compared, 131 * 37);
                r3d_diff_result_free(&r);
                free(e.memory);
                free(a.memory);
            }
        }
    }
    free(p.pixels);
}

static void one_changed_pixel_is_found_wherever_it_is_and_whatever_channel(void **state)
{
    (void)state;
    slow_picture p = scene_pattern(131, 37, 5);
    static const int places[][2] = {{0, 0},   {130, 0},  {0, 36},   {130, 36}, {65, 0},
                                    {65, 36}, {0, 18},   {130, 18}, {65, 18},  {63, 7},
                                    {64, 7},  {127, 20}, {128, 20}};
    for (int layout = 0; layout < R3D_LAYOUT_GRAY8; layout++) {
        for (size_t place = 0; place < sizeof places / sizeof places[0]; place++) {
            for (int channel = 0; channel < 3; channel++) {
                int x = places[place][0];
                int y = places[place][1];
                slow_picture q = scene_pattern(131, 37, 5);
                uint32_t *pixel = &q.pixels[y * 131 + x];
                uint32_t value = (*pixel >> (16 - 8 * channel)) & 255u;
                int32_t change = value == 255 ? -1 : 1;
                *pixel = change > 0 ? *pixel + (1u << (16 - 8 * channel))
                                    : *pixel - (1u << (16 - 8 * channel));
                stored e = store_picture(&p, (r3d_layout)layout, 4, false);
                stored a =
                    store_picture(&q, (r3d_layout)((layout + 1) % R3D_LAYOUT_GRAY8), 4, true);
                r3d_diff_result r = compare_views(&e.view, &a.view, NULL);
                assert_int_equal(r.verdict, R3D_DIFF_DIFFERENT);
                assert_int_equal(r.failed_bounds, 1u << R3D_DIFF_SET_MAX_PIXELS);
                assert_int_equal(r.mismatches, 1);
                assert_int_equal(r.x0, x);
                assert_int_equal(r.x1, x);
                assert_int_equal(r.y0, y);
                assert_int_equal(r.y1, y);
                for (int i = 0; i < 4; i++) {
                    assert_int_equal(r.max_delta[i], i == channel ? 1 : 0);
                    assert_int_equal(r.delta_sum[i], i == channel ? change : 0);
                }
                assert_int_equal(r.largest_delta, 1);
                assert_int_equal(r.histogram[0], 1);
                assert_int_equal(r.first_count, 1);
                assert_int_equal(r.first[0].x, x);
                assert_int_equal(r.first[0].y, y);
                assert_int_equal(r.first[0].actual_argb & 0xffffffu, *pixel);
                assert_int_equal(r.cluster_count, 1);
                assert_int_equal(r.clusters[0].count, 1);
                assert_int_equal(r.clusters[0].max_delta, 1);
                assert_int_equal(r.effective.values.channels, R3D_DIFF_RGB);
                r3d_diff_result_free(&r);
                free(e.memory);
                free(a.memory);
                free(q.pixels);
            }
        }
    }
    free(p.pixels);
}

static void alpha_differences_count_where_alpha_is_part_of_the_picture(void **state)
{
    (void)state;
    uint32_t e[4] = {0xff112233u, 0x00112233u, 0x80000000u, 0xff000000u};
    uint32_t a[4] = {0xfe112233u, 0x00445566u, 0x80000000u, 0xff000000u};
    r3d_picture_view ev = {e, 16, 4, 1, R3D_LAYOUT_ARGB32};
    r3d_picture_view av = {a, 16, 4, 1, R3D_LAYOUT_ARGB32};
    static const struct {
        r3d_diff_channels channels;
        int64_t mismatches;
        int32_t alpha_delta;
    } cases[] = {{R3D_DIFF_CHANNELS_AUTO, 2, 1},
                 {R3D_DIFF_RGB, 1, 0},
                 {R3D_DIFF_RGBA, 2, 1},
                 {R3D_DIFF_RGBA_OVER, 1, 1},
                 {R3D_DIFF_ALPHA, 1, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        r3d_diff_options options;
        r3d_diff_options_init(&options);
        options.channels = cases[i].channels;
        r3d_diff_result r = compare_views(&ev, &av, &options);
        assert_int_equal(r.mismatches, cases[i].mismatches);
        assert_int_equal(r.max_delta[3], cases[i].alpha_delta);
        r3d_diff_result_free(&r);
    }
    // XRGB32 has no alpha: its pixels are opaque.
    ev.layout = R3D_LAYOUT_XRGB32;
    av.layout = R3D_LAYOUT_XRGB32;
    r3d_diff_result r = compare_views(&ev, &av, NULL);
    assert_int_equal(r.mismatches, 1);
    assert_int_equal(r.effective.values.channels, R3D_DIFF_RGB);
    r3d_diff_result_free(&r);
}

static void sixteen_bit_pictures_are_compared_in_sixteen_bits(void **state)
{
    (void)state;
    uint16_t e[8] = {0x1234, 0x5678, 0x9abc, 0xffff, 1, 2, 3, 0xffff};
    uint16_t a[8] = {0x1234, 0x5678, 0x9abd, 0xffff, 1, 2, 3, 0xffff};
    uint8_t shallow[8] = {0x12, 0x56, 0x9a, 0xff, 0, 0, 0, 0xff};
    r3d_picture_view ev = {e, 16, 2, 1, R3D_LAYOUT_RGBA16};
    r3d_picture_view av = {a, 16, 2, 1, R3D_LAYOUT_RGBA16};
    r3d_picture_view sv = {shallow, 8, 2, 1, R3D_LAYOUT_RGBA8};
    r3d_diff_result r = compare_views(&ev, &av, NULL);
    assert_int_equal(r.mismatches, 1);
    assert_int_equal(r.depth, 16);
    assert_int_equal(r.max_delta[2], 1);
    assert_int_equal(r.histogram[0], 1);
    r3d_diff_result_free(&r);
    r3d_diff_options options;
    r3d_diff_options_init(&options);
    options.depth8 = true;
    r = compare_views(&ev, &av, &options);
    assert_int_equal(r.mismatches, 0);
    r3d_diff_result_free(&r);
    r = compare_views(&ev, &sv, &options);
    assert_int_equal(r.mismatches, 0);
    r3d_diff_result_free(&r);
    r3d_error error;
    assert_int_equal(r3d_diff_compare(&ev, &sv, NULL, NULL, &r, &error),
                     R3D_ERR_FORMAT_UNSUPPORTED);
    assert_non_null(strstr(error.message, "depth8"));
}

static void set_pixels(slow_picture *p, int (*places)[2], int count)
{
    for (int i = 0; i < count; i++) {
        p->pixels[places[i][1] * p->width + places[i][0]] ^= 0x10u;
    }
}

static void pixels_at_the_link_distance_are_one_cluster_and_beyond_it_two(void **state)
{
    (void)state;
    static const int steps[][2] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
    for (int distance = 1; distance <= 13; distance += 4) {
        for (int step = 0; step < 4; step++) {
            for (int extra = 0; extra <= 1; extra++) {
                slow_picture e = scene_pattern(64, 48, 3);
                slow_picture a = scene_pattern(64, 48, 3);
                int reach = distance + extra;
                int places[2][2] = {{32, 16},
                                    {32 + reach * steps[step][0], 16 + reach * steps[step][1]}};
                set_pixels(&a, places, 2);
                r3d_diff_options options;
                r3d_diff_options_init(&options);
                options.link_distance = distance;
                r3d_diff_result r = compare_pictures(&e, &a, &options);
                assert_int_equal(r.mismatches, 2);
                assert_int_equal(r.cluster_count, 1 + extra);
                r3d_diff_result_free(&r);
                free(e.pixels);
                free(a.pixels);
            }
        }
    }
}

static void a_chain_of_pixels_a_link_apart_is_one_cluster(void **state)
{
    (void)state;
    slow_picture e = scene_pattern(500, 500, 3);
    slow_picture a = scene_pattern(500, 500, 3);
    for (int i = 0; i < 60; i++) {
        // Left, right and down by the default distance of 8.
        int place[1][2] = {{(i % 2) * 8 + 100, i * 8}};
        set_pixels(&a, place, 1);
    }
    r3d_diff_result r = compare_pictures(&e, &a, NULL);
    assert_int_equal(r.link_distance, 8);
    assert_int_equal(r.cluster_count, 1);
    assert_int_equal(r.clusters[0].count, 60);
    r3d_diff_result_free(&r);
    free(e.pixels);
    free(a.pixels);
}

static void clusters_are_ordered_by_count_then_first_pixel(void **state)
{
    (void)state;
    slow_picture e = scene_pattern(200, 200, 3);
    slow_picture a = scene_pattern(200, 200, 3);
    int places[][2] = {{150, 10}, {20, 40}, {100, 40}, {10, 90}, {11, 90}, {12, 91}};
    set_pixels(&a, places, 6);
    r3d_diff_result r = compare_pictures(&e, &a, NULL);
    static const int firsts[][3] = {{10, 90, 3}, {150, 10, 1}, {20, 40, 1}, {100, 40, 1}};
    assert_int_equal(r.cluster_count, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(r.clusters[i].first.x, firsts[i][0]);
        assert_int_equal(r.clusters[i].first.y, firsts[i][1]);
        assert_int_equal(r.clusters[i].count, firsts[i][2]);
    }
    r3d_diff_result_free(&r);
    free(e.pixels);
    free(a.pixels);
}

static void same_as_slow(const slow_picture *e, const slow_picture *a, int distance)
{
    static slow_result slow;
    slow_compare(e, a, distance, 0, 0, &slow);
    r3d_diff_options options;
    r3d_diff_options_init(&options);
    options.link_distance = distance;
    r3d_diff_result r = compare_pictures(e, a, &options);
    assert_int_equal(r.mismatches, slow.mismatches);
    assert_int_equal(r.compared, slow.compared);
    assert_int_equal(r.link_distance, slow.distance);
    assert_int_equal(r.base_radius, slow.radius);
    assert_int_equal(r.stroke, slow.stroke);
    assert_int_equal(r.cluster_count, slow.cluster_count);
    int64_t histogram = 0;
    for (int i = 0; i < R3D_DIFF_HISTOGRAM_COUNT; i++) {
        histogram += r.histogram[i];
    }
    assert_int_equal(histogram, r.mismatches);
    for (int i = 0; i < slow.cluster_count; i++) {
        const r3d_diff_cluster *c = &r.clusters[i];
        const slow_cluster *s = &slow.clusters[i];
        assert_int_equal(c->count, s->count);
        assert_int_equal(c->delta_sum, s->delta_sum);
        assert_int_equal(c->max_delta, s->max_delta);
        assert_int_equal(c->x0, s->x0);
        assert_int_equal(c->y0, s->y0);
        assert_int_equal(c->x1, s->x1);
        assert_int_equal(c->y1, s->y1);
        assert_int_equal(c->first.x, s->first_x);
        assert_int_equal(c->first.y, s->first_y);
    }
    r3d_diff_result_free(&r);
}

static void random_pictures_have_the_clusters_of_the_slow_program(void **state)
{
    (void)state;
    uint32_t seed = 0x9e3779b9u;
    for (int round = 0; round < 400; round++) {
        int width = 1 + (int)(scene_random(&seed) % 150u);
        int height = 1 + (int)(scene_random(&seed) % 90u);
        int distance = 1 + (int)(scene_random(&seed) % 12u);
        // From a single pixel to nearly all of them.
        uint32_t density = 1u << (scene_random(&seed) % 11u);
        slow_picture e = scene_pattern(width, height, 9);
        slow_picture a = scene_pattern(width, height, 9);
        for (int i = 0; i < width * height; i++) {
            if (scene_random(&seed) % density == 0) {
                a.pixels[i] = (a.pixels[i] + scene_random(&seed)) & 0xffffffu;
            }
        }
        same_as_slow(&e, &a, distance);
        free(e.pixels);
        free(a.pixels);
    }
}

static void extreme_shapes_are_compared_like_any_other(void **state)
{
    (void)state;
    static const int sizes[][2] = {{1, 1}, {1, 300}, {300, 1}, {32767, 1}, {1, 32767}, {2, 2}};
    uint32_t seed = 77;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        slow_picture e = scene_pattern(sizes[i][0], sizes[i][1], 1);
        slow_picture a = scene_pattern(sizes[i][0], sizes[i][1], 1);
        same_as_slow(&e, &a, 0);
        for (int k = 0; k < 5; k++) {
            int count = sizes[i][0] * sizes[i][1];
            a.pixels[scene_random(&seed) % (uint32_t)count] ^= 0x808080u;
            same_as_slow(&e, &a, 0);
        }
        free(e.pixels);
        free(a.pixels);
    }
}

static void pictures_of_other_sizes_are_refused_and_extents_counted_both_ways(void **state)
{
    (void)state;
    // Wider, taller, both, and each larger in one direction.
    static const int sizes[][4] = {
        {20, 10, 30, 10}, {20, 10, 20, 15}, {20, 10, 25, 16}, {20, 10, 10, 20}};
    static const int64_t expected_counts[] = {100, 100, 200, 200};
    for (int i = 0; i < 4; i++) {
        slow_picture e = scene_pattern(sizes[i][0], sizes[i][1], 1);
        slow_picture a = scene_pattern(sizes[i][2], sizes[i][3], 1);
        r3d_diff_result there = compare_pictures(&e, &a, NULL);
        r3d_diff_result back = compare_pictures(&a, &e, NULL);
        assert_int_equal(there.verdict, R3D_DIFF_LAYOUT);
        assert_int_equal(there.mismatches, expected_counts[i]);
        assert_int_equal(back.verdict, R3D_DIFF_LAYOUT);
        assert_int_equal(back.mismatches, expected_counts[i]);
        assert_int_equal(there.only_expected, back.only_actual);
        assert_int_equal(there.only_actual, back.only_expected);
        assert_int_equal(there.compared, back.compared);
        same_as_slow(&e, &a, 0);
        r3d_diff_result_free(&there);
        r3d_diff_result_free(&back);
        r3d_diff_options options;
        r3d_diff_options_init(&options);
        options.crop_to_common = true;
        there = compare_pictures(&e, &a, &options);
        assert_int_equal(there.verdict, R3D_DIFF_WITHIN);
        assert_int_equal(there.compared,
                         (sizes[i][0] < sizes[i][2] ? sizes[i][0] : sizes[i][2]) *
                             (sizes[i][1] < sizes[i][3] ? sizes[i][1] : sizes[i][3]));
        r3d_diff_result_free(&there);
        free(e.pixels);
        free(a.pixels);
    }
}

static void bad_arguments_are_errors_with_a_reason(void **state)
{
    (void)state;
    uint32_t pixel = 0;
    r3d_picture_view good = {&pixel, 4, 1, 1, R3D_LAYOUT_XRGB32};
    r3d_picture_view view = good;
    r3d_diff_result r;
    r3d_error error;
    view.width = 0;
    assert_int_equal(r3d_diff_compare(&view, &good, NULL, NULL, &r, &error), R3D_ERR_RANGE);
    view.width = 32768;
    assert_int_equal(r3d_diff_compare(&good, &view, NULL, NULL, &r, &error), R3D_ERR_RANGE);
    assert_non_null(strstr(error.message, "32768x1"));
    view = good;
    view.height = 2;
    view.stride_bytes = 3;
    assert_int_equal(r3d_diff_compare(&view, &good, NULL, NULL, &r, &error), R3D_ERR_RANGE);
    view = good;
    view.pixels = NULL;
    assert_int_equal(r3d_diff_compare(&view, &good, NULL, NULL, &r, &error), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_diff_compare(NULL, &good, NULL, NULL, &r, &error), R3D_ERR_ARGUMENT);
    view = good;
    view.layout = (r3d_layout)99;
    assert_int_equal(r3d_diff_compare(&view, &good, NULL, NULL, &r, &error), R3D_ERR_RANGE);
    r3d_diff_options options;
    r3d_diff_effective effective;
    r3d_diff_options_init(&options);
    options.link_distance = -1;
    r3d_diff_effective_init(&effective);
    r3d_diff_effective_merge(&effective, &options, R3D_DIFF_FROM_CALL);
    assert_int_equal(r3d_diff_compare(&good, &good, &effective, NULL, &r, &error), R3D_ERR_RANGE);
    assert_non_null(strstr(error.message, "link-distance"));
}

typedef struct counting {
    int left;
    int balance;
} counting;

static void *counting_alloc(size_t size, void *user)
{
    counting *c = user;
    if (c->left == 0) {
        return NULL;
    }
    c->left--;
    c->balance++;
    return malloc(size);
}

static void counting_free(void *memory, void *user)
{
    counting *c = user;
    c->balance -= memory != NULL ? 1 : 0;
    free(memory);
}

static void every_failing_allocation_is_reported_and_nothing_leaks(void **state)
{
    (void)state;
    slow_picture e = scene_pattern(300, 300, 1);
    slow_picture a = scene_pattern(300, 300, 2);
    r3d_picture_view ev;
    r3d_picture_view av;
    r3d_diff_view_xrgb32(e.pixels, 300, 300, 0, &ev);
    r3d_diff_view_xrgb32(a.pixels, 300, 300, 0, &av);
    bool passed = false;
    for (int n = 0; n < 100 && !passed; n++) {
        counting c = {n, 0};
        r3d_allocator allocator = {counting_alloc, counting_free, &c};
        r3d_diff_result r;
        r3d_diff_canvas canvas;
        r3d_error error;
        r3d_result result = r3d_diff_compare(&ev, &av, NULL, &allocator, &r, &error);
        if (result == R3D_OK) {
            result = r3d_diff_render_diff(&r, &ev, &av, &allocator, &canvas);
            passed = result == R3D_OK;
            if (passed) {
                r3d_diff_canvas_free(&canvas);
            }
            r3d_diff_result_free(&r);
        }
        assert_true(passed || result == R3D_ERR_MEMORY);
        assert_int_equal(c.balance, 0);
    }
    assert_true(passed);
    free(e.pixels);
    free(a.pixels);
}

static void the_description_names_counts_clusters_and_pixels(void **state)
{
    (void)state;
    slow_picture e = scene_pattern(512, 256, 1);
    slow_picture a = scene_pattern(512, 256, 1);
    e.pixels[46 * 512 + 301] = 0x8a6b31;
    a.pixels[46 * 512 + 301] = 0x8a6b33;
    r3d_diff_result r = compare_pictures(&e, &a, NULL);
    r3d_diff_text text;
    memset(&text, 0, sizeof text);
    assert_int_equal(r3d_diff_describe(&r, &text), R3D_OK);
    assert_string_equal(text.data,
                        "1 of 131072 px (< 0.01 %), 1 cluster, max delta 2\n"
                        "box 301,46..301,46; max R 0 G 0 B 2; mean R +0.00 G +0.00 B +2.00; "
                        "deltas 2: 1; rgb, exact\n"
                        "#1 1 px at 301,46..301,46 first (301,46): expected #8a6b31 actual #8a6b33 "
                        "delta 0,0,2\n"
                        "first mismatches: (301,46)\n");
    r3d_diff_text_free(&text);
    r3d_diff_result_free(&r);
    free(e.pixels);
    free(a.pixels);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_pictures_of_every_layout_and_stride_pass),
        cmocka_unit_test(one_changed_pixel_is_found_wherever_it_is_and_whatever_channel),
        cmocka_unit_test(alpha_differences_count_where_alpha_is_part_of_the_picture),
        cmocka_unit_test(sixteen_bit_pictures_are_compared_in_sixteen_bits),
        cmocka_unit_test(pixels_at_the_link_distance_are_one_cluster_and_beyond_it_two),
        cmocka_unit_test(a_chain_of_pixels_a_link_apart_is_one_cluster),
        cmocka_unit_test(clusters_are_ordered_by_count_then_first_pixel),
        cmocka_unit_test(random_pictures_have_the_clusters_of_the_slow_program),
        cmocka_unit_test(extreme_shapes_are_compared_like_any_other),
        cmocka_unit_test(pictures_of_other_sizes_are_refused_and_extents_counted_both_ways),
        cmocka_unit_test(bad_arguments_are_errors_with_a_reason),
        cmocka_unit_test(every_failing_allocation_is_reported_and_nothing_leaks),
        cmocka_unit_test(the_description_names_counts_clusters_and_pixels),
    };
    return cmocka_run_group_tests_name("diff compare", tests, NULL, NULL);
}
