/* SPDX-License-Identifier: MIT */
// YIQ, OKLab and the anti-aliasing test against a slow second implementation that works on whole
// arrays of doubles. Spec golden sections 2.3 to 2.5 and section 11, item 6.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <retro3d/diff.h>

#include "scenes.h"

enum { SIDE = 48 };

typedef struct slow_image {
    int rgba[SIDE * SIDE][4];
} slow_image;

static double checker(int position, int channel)
{
    double k = 4.0 * position;
    if (channel == 0) {
        return 48.0;
    }
    double ratio = channel == 1 ? 1.618033988749895 : 2.618033988749895;
    return ((int64_t)floor(k / ratio)) % 2 != 0 ? 207.0 : 48.0;
}

// Difference of two pixels at a position, channel by channel, over the background.
static void slow_difference(const int *p, const int *q, int position, bool over_checker, double *d)
{
    for (int i = 0; i < 3; i++) {
        if (p[3] == 255 && q[3] == 255) {
            d[i] = p[i] - q[i];
        } else {
            double b = over_checker ? checker(position, i) : 255.0;
            d[i] = (p[i] * (double)p[3] - q[i] * (double)q[3] - b * (p[3] - q[3])) / 255.0;
        }
    }
}

static double slow_y(const double *d)
{
    return 0.29889531 * d[0] + 0.58662247 * d[1] + 0.11448223 * d[2];
}

static bool slow_yiq(const int *p, const int *q, int position, bool over_checker, double threshold)
{
    static const double rows[3][3] = {{0.29889531, 0.58662247, 0.11448223},
                                      {0.59597799, -0.27417610, -0.32180189},
                                      {0.21147017, -0.52261711, 0.31114694}};
    static const double weights[3] = {0.5053, 0.299, 0.1957};
    double d[3];
    double energy = 0.0;
    slow_difference(p, q, position, over_checker, d);
    for (int r = 0; r < 3; r++) {
        double v = rows[r][0] * d[0] + rows[r][1] * d[1] + rows[r][2] * d[2];
        energy += weights[r] * v * v;
    }
    return energy > 35215.0 * threshold * threshold;
}

static void slow_lab(const int *p, double *lab)
{
    static const double m1[3][3] = {{0.4122214708, 0.5363325363, 0.0514459929},
                                    {0.2119034982, 0.6806995451, 0.1073969566},
                                    {0.0883024619, 0.2817188376, 0.6299787005}};
    static const double m2[3][3] = {{0.2104542553, 0.7936177850, -0.0040720468},
                                    {1.9779984951, -2.4285922050, 0.4505937099},
                                    {0.0259040371, 0.7827717662, -0.8086757660}};
    double linear[3];
    double roots[3];
    for (int i = 0; i < 3; i++) {
        double c = p[i] / 255.0;
        linear[i] = c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
    }
    for (int i = 0; i < 3; i++) {
        roots[i] = cbrt(m1[i][0] * linear[0] + m1[i][1] * linear[1] + m1[i][2] * linear[2]);
    }
    for (int i = 0; i < 3; i++) {
        lab[i] = m2[i][0] * roots[0] + m2[i][1] * roots[1] + m2[i][2] * roots[2];
    }
    double k3 = 1.206 / 1.03;
    double x = k3 * lab[0] - 0.206;
    lab[0] = (x + sqrt(x * x + 4.0 * 0.03 * k3 * lab[0])) / 2.0;
}

static bool slow_oklab(const int *p, const int *q, double threshold)
{
    double a[3];
    double b[3];
    slow_lab(p, a);
    slow_lab(q, b);
    return fabs(a[0] - b[0]) + hypot(a[1] - b[1], a[2] - b[2]) > threshold;
}

static bool border(int x, int y)
{
    return x == 0 || y == 0 || x == SIDE - 1 || y == SIDE - 1;
}

static bool inside(int x, int y)
{
    return x >= 0 && y >= 0 && x < SIDE && y < SIDE;
}

static bool slow_siblings(const slow_image *image, int x, int y)
{
    int count = border(x, y) ? 1 : 0;
    for (int i = 0; i < 9; i++) {
        int nx = x + i / 3 - 1;
        int ny = y + i % 3 - 1;
        if (i != 4 && inside(nx, ny) &&
            memcmp(image->rgba[ny * SIDE + nx], image->rgba[y * SIDE + x], sizeof image->rgba[0]) ==
                0) {
            count++;
        }
    }
    return count >= 3;
}

static bool slow_antialiased(const slow_image *image, const slow_image *other, int x, int y)
{
    int zero = border(x, y) ? 1 : 0;
    int lo = -1;
    int hi = -1;
    double low = 0.0;
    double high = 0.0;
    for (int i = 0; i < 9; i++) {
        int nx = x + i / 3 - 1;
        int ny = y + i % 3 - 1;
        if (i == 4 || !inside(nx, ny)) {
            continue;
        }
        double d[3];
        slow_difference(image->rgba[y * SIDE + x], image->rgba[ny * SIDE + nx], y * SIDE + x, false,
                        d);
        double delta = slow_y(d);
        if (fabs(delta) <= 0.0) {
            zero++;
        }
        if (delta < low) {
            low = delta;
            lo = ny * SIDE + nx;
        }
        if (delta > high) {
            high = delta;
            hi = ny * SIDE + nx;
        }
    }
    if (zero > 2 || lo < 0 || hi < 0) {
        return false;
    }
    return (slow_siblings(image, lo % SIDE, lo / SIDE) &&
            slow_siblings(other, lo % SIDE, lo / SIDE)) ||
           (slow_siblings(image, hi % SIDE, hi / SIDE) &&
            slow_siblings(other, hi % SIDE, hi / SIDE));
}

// A disc with a soft edge and some specks.
static void draw(slow_image *image, double centre, bool opaque, uint32_t *seed)
{
    for (int i = 0; i < SIDE * SIDE; i++) {
        double distance = hypot(i % SIDE - centre, i / SIDE - 22.0);
        double t = 15.5 - distance;
        t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
        int *p = image->rgba[i];
        p[0] = (int)(30.0 + 200.0 * t);
        p[1] = (int)(60.0 + 100.0 * t);
        p[2] = (int)(200.0 - 150.0 * t);
        p[3] = opaque ? 255 : (int)(255.0 * t);
        if (scene_random(seed) % 60u == 0) {
            p[scene_random(seed) % 3u] = (int)(scene_random(seed) & 255u);
        }
    }
}

static void store(const slow_image *image, uint8_t *bytes)
{
    for (int i = 0; i < SIDE * SIDE * 4; i++) {
        bytes[i] = (uint8_t)image->rgba[i / 4][i % 4];
    }
}

static void counts_equal_the_slow_implementation(void **state)
{
    (void)state;
    static slow_image e;
    static slow_image a;
    static uint8_t eb[SIDE * SIDE * 4];
    static uint8_t ab[SIDE * SIDE * 4];
    uint32_t seed = 4711;
    int64_t seen_excused = 0;
    int64_t seen_mismatches = 0;
    for (int round = 0; round < 96; round++) {
        bool opaque = (round & 1) == 0;
        bool oklab = (round & 2) != 0;
        bool excuse = (round & 4) != 0;
        bool over_checker = (round & 8) != 0 && !excuse;
        double threshold = round % 3 == 0 ? 0.1 : round % 3 == 1 ? 0.03 : 0.4;
        if (oklab && !opaque) {
            continue;
        }
        draw(&e, 22.0, opaque, &seed);
        draw(&a, 22.0 + 0.4 * (round % 5), opaque, &seed);
        store(&e, eb);
        store(&a, ab);
        int64_t mismatches = 0;
        int64_t excused = 0;
        for (int i = 0; i < SIDE * SIDE; i++) {
            if (memcmp(e.rgba[i], a.rgba[i], sizeof e.rgba[i]) == 0) {
                continue;
            }
            bool differs = oklab ? slow_oklab(e.rgba[i], a.rgba[i], threshold)
                                 : slow_yiq(e.rgba[i], a.rgba[i], i, over_checker, threshold);
            if (!differs) {
                continue;
            }
            if (excuse && (slow_antialiased(&e, &a, i % SIDE, i / SIDE) ||
                           slow_antialiased(&a, &e, i % SIDE, i / SIDE))) {
                excused++;
            } else {
                mismatches++;
            }
        }
        r3d_picture_view ev = {eb, SIDE * 4, SIDE, SIDE, R3D_LAYOUT_RGBA8};
        r3d_picture_view av = {ab, SIDE * 4, SIDE, SIDE, R3D_LAYOUT_RGBA8};
        r3d_diff_options o;
        r3d_diff_effective effective;
        r3d_diff_result result;
        r3d_diff_options_init(&o);
        o.metric = oklab ? R3D_DIFF_OKLAB : R3D_DIFF_YIQ;
        o.threshold = threshold;
        o.antialiasing = excuse;
        o.background = over_checker ? R3D_DIFF_OVER_CHECKER : R3D_DIFF_OVER_WHITE;
        r3d_diff_effective_init(&effective);
        r3d_diff_effective_merge(&effective, &o, R3D_DIFF_FROM_CALL);
        assert_int_equal(r3d_diff_compare(&ev, &av, &effective, NULL, &result, NULL), R3D_OK);
        assert_int_equal(result.mismatches, mismatches);
        assert_int_equal(result.excused, excused);
        // The diff picture classifies the same pixels.
        r3d_diff_canvas canvas;
        int64_t red = 0;
        int64_t amber = 0;
        result.effective.values.no_rings = true;
        assert_int_equal(r3d_diff_render_diff(&result, &ev, &av, NULL, &canvas), R3D_OK);
        for (int i = 0; i < SIDE * SIDE; i++) {
            const uint8_t *p = canvas.pixels + (size_t)i * 3;
            red += p[0] == 255 && p[1] == 0 && p[2] == 0;
            amber += p[0] == 255 && p[1] == 176 && p[2] == 0;
        }
        assert_int_equal(red, mismatches);
        assert_int_equal(amber, excused);
        r3d_diff_canvas_free(&canvas);
        r3d_diff_result_free(&result);
        seen_excused += excused;
        seen_mismatches += mismatches;
    }
    assert_true(seen_excused > 100);
    assert_true(seen_mismatches > 1000);
}

static void black_to_white_is_the_largest_distance(void **state)
{
    (void)state;
    uint32_t black = 0;
    uint32_t white = 0xffffffu;
    r3d_picture_view ev = {&black, 4, 1, 1, R3D_LAYOUT_XRGB32};
    r3d_picture_view av = {&white, 4, 1, 1, R3D_LAYOUT_XRGB32};
    for (int metric = R3D_DIFF_YIQ; metric <= R3D_DIFF_OKLAB; metric++) {
        // OKLab's distance is 1 but for rounding, and no threshold lies above that.
        for (int step = 0; step < (metric == R3D_DIFF_YIQ ? 2 : 1); step++) {
            r3d_diff_options o;
            r3d_diff_effective effective;
            r3d_diff_result result;
            r3d_diff_options_init(&o);
            o.metric = (r3d_diff_metric)metric;
            // YIQ of white is 0.5053 * 255^2 = 32857 of 35215, root 0.966; OKLab is 1.
            o.threshold = metric == R3D_DIFF_YIQ ? (step ? 0.967 : 0.965) : 0.999;
            r3d_diff_effective_init(&effective);
            r3d_diff_effective_merge(&effective, &o, R3D_DIFF_FROM_CALL);
            assert_int_equal(r3d_diff_compare(&ev, &av, &effective, NULL, &result, NULL), R3D_OK);
            assert_int_equal(result.mismatches, step ? 0 : 1);
            r3d_diff_result_free(&result);
        }
    }
}

static void nonsense_combinations_are_refused(void **state)
{
    (void)state;
    uint32_t pixel = 0;
    r3d_picture_view view = {&pixel, 4, 1, 1, R3D_LAYOUT_ARGB32};
    for (int i = 0; i < 5; i++) {
        r3d_diff_options o;
        r3d_diff_effective effective;
        r3d_diff_result result;
        r3d_diff_options_init(&o);
        o.metric = i < 2 ? R3D_DIFF_YIQ : R3D_DIFF_EXACT;
        o.channels = i == 0 ? R3D_DIFF_ALPHA : R3D_DIFF_CHANNELS_AUTO;
        o.threshold = i == 1 ? 1.5 : i == 4 ? NAN : 0.1;
        o.antialiasing = i == 2;
        o.tolerance[0] = i == 3 ? 256 : 0;
        r3d_diff_effective_init(&effective);
        r3d_diff_effective_merge(&effective, &o, R3D_DIFF_FROM_CALL);
        assert_int_not_equal(r3d_diff_compare(&view, &view, &effective, NULL, &result, NULL),
                             R3D_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_equal_the_slow_implementation),
        cmocka_unit_test(black_to_white_is_the_largest_distance),
        cmocka_unit_test(nonsense_combinations_are_refused),
    };
    return cmocka_run_group_tests_name("diff metric", tests, NULL, NULL);
}
