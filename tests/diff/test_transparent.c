/* SPDX-License-Identifier: MIT */
// rgba-over: pixels that are fully transparent in both pictures are equal, and all others are
// compared by their stored values, in memory, in files and in the diff picture. Spec golden section 2.1.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <retro3d/diff.h>

#include "png_forge.h"

enum { WIDTH_MAX = 150, HEIGHT = 5, SAMPLES = WIDTH_MAX * HEIGHT * 4 };

// Samples R, G, B, A of a pair, in 8 or 16 bits.
typedef struct pair {
    int width;
    int depth;
    int samples[2][SAMPLES];
} pair;

// What the text of the specification says, pixel by pixel.
typedef struct counted {
    long mismatches;
    int max_delta[4];
    long delta_sum[4];
    long histogram[R3D_DIFF_HISTOGRAM_COUNT];
    bool wrong[WIDTH_MAX * HEIGHT];
} counted;

static void make_pair(pair *p, int width, int depth, uint32_t *state)
{
    static const int alphas[] = {0, 0, 0, 1, 128, 255};
    p->width = width;
    p->depth = depth;
    for (int i = 0; i < width * HEIGHT; i++) {
        bool same = forge_random(state) % 3 == 0;
        for (int side = 0; side < 2; side++) {
            int *s = p->samples[side] + (size_t)i * 4;
            for (int c = 0; c < 3; c++) {
                s[c] = (int)(forge_random(state) % 4) * (depth == 16 ? 21845 : 85) +
                       (depth == 16 ? (int)(forge_random(state) % 2) : 0);
                s[c] = s[c] > (depth == 16 ? 65535 : 255) ? 0 : s[c];
            }
            s[3] = alphas[forge_random(state) % 6] * (depth == 16 ? 257 : 1);
        }
        if (same) {
            memcpy(p->samples[1] + (size_t)i * 4, p->samples[0] + (size_t)i * 4, 4 * sizeof(int));
        }
    }
}

static void count(const pair *p, int tolerance, bool left_half_ignored, counted *out)
{
    static const int last[R3D_DIFF_HISTOGRAM_COUNT] = {1, 2, 4, 8, 16, 32, 64, 255};
    memset(out, 0, sizeof *out);
    for (int i = 0; i < p->width * HEIGHT; i++) {
        const int *e = p->samples[0] + (size_t)i * 4;
        const int *a = p->samples[1] + (size_t)i * 4;
        int largest = 0;
        for (int c = 0; c < 4; c++) {
            largest = abs(e[c] - a[c]) > largest ? abs(e[c] - a[c]) : largest;
        }
        if ((e[3] == 0 && a[3] == 0) || largest <= tolerance ||
            (left_half_ignored && i % p->width < (p->width + 1) / 2)) {
            continue;
        }
        out->wrong[i] = true;
        out->mismatches++;
        for (int c = 0; c < 4; c++) {
            int delta = abs(e[c] - a[c]);
            out->max_delta[c] = delta > out->max_delta[c] ? delta : out->max_delta[c];
            out->delta_sum[c] += a[c] - e[c];
        }
        int bucket = 0;
        int shown = p->depth == 16 ? (largest + 256) / 257 : largest;
        while (last[bucket] < shown) {
            bucket++;
        }
        out->histogram[bucket]++;
    }
}

static void assert_counted(const r3d_diff_result *r, const counted *c)
{
    assert_int_equal(r->mismatches, c->mismatches);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(r->max_delta[i], c->max_delta[i]);
        assert_int_equal(r->delta_sum[i], c->delta_sum[i]);
    }
    for (int i = 0; i < R3D_DIFF_HISTOGRAM_COUNT; i++) {
        assert_int_equal(r->histogram[i], c->histogram[i]);
    }
}

static void store(const pair *p, int side, r3d_layout layout, uint8_t *out)
{
    for (int i = 0; i < p->width * HEIGHT; i++) {
        const int *s = p->samples[side] + (size_t)i * 4;
        uint8_t *o = out + (size_t)i * 4;
        uint32_t word =
            (uint32_t)s[3] << 24 | (uint32_t)s[0] << 16 | (uint32_t)s[1] << 8 | (uint32_t)s[2];
        if (layout == R3D_LAYOUT_RGBA16) {
            for (int c = 0; c < 4; c++) {
                uint16_t deep = (uint16_t)s[c];
                memcpy(out + (size_t)i * 8 + (size_t)c * 2, &deep, 2);
            }
        } else if (layout == R3D_LAYOUT_ARGB32) {
            memcpy(o, &word, 4);
        } else {
            bool swap = layout == R3D_LAYOUT_BGRA8;
            o[0] = (uint8_t)s[swap ? 2 : 0];
            o[1] = (uint8_t)s[1];
            o[2] = (uint8_t)s[swap ? 0 : 2];
            o[3] = (uint8_t)s[3];
        }
    }
}

static void make_file(const pair *p, int side, forge *out)
{
    forge raw = {0};
    forge stream = {0};
    for (int i = 0; i < p->width * HEIGHT; i++) {
        if (i % p->width == 0) {
            forge_u8(&raw, 0); // no filter
        }
        for (int c = 0; c < 4; c++) {
            unsigned sample = (unsigned)p->samples[side][(size_t)i * 4 + (size_t)c];
            if (p->depth == 16) {
                forge_u8(&raw, sample >> 8);
            }
            forge_u8(&raw, sample & 255u);
        }
    }
    forge_zlib_deflated(&stream, raw.data, raw.size, 6);
    forge_signature(out);
    forge_ihdr(out, (uint32_t)p->width, HEIGHT, (unsigned)p->depth, 6, 0);
    forge_chunk(out, "IDAT", stream.data, stream.size);
    forge_iend(out);
    forge_free(&raw);
    forge_free(&stream);
}

static void effective_of(int tolerance, const r3d_diff_rect *ignored, r3d_diff_effective *out)
{
    r3d_diff_options options;
    r3d_diff_options_init(&options);
    options.channels = R3D_DIFF_RGBA_OVER;
    options.no_rings = true;
    options.metric = tolerance != 0 ? R3D_DIFF_TOLERANCE : R3D_DIFF_EXACT;
    for (int i = 0; i < 4; i++) {
        options.tolerance[i] = tolerance;
    }
    options.ignore = ignored;
    options.ignore_count = ignored != NULL ? 1 : 0;
    r3d_diff_effective_init(out);
    r3d_diff_effective_merge(out, &options, R3D_DIFF_FROM_CALL);
}

// Pure red is painted on counted mismatches and nowhere else.
static void assert_painted(const r3d_diff_result *r, const r3d_picture_view *e,
                           const r3d_picture_view *a, const counted *c)
{
    r3d_diff_canvas canvas;
    assert_int_equal(r3d_diff_render_diff(r, e, a, NULL, &canvas), R3D_OK);
    for (int i = 0; i < e->width * HEIGHT; i++) {
        const uint8_t *p = canvas.pixels + (size_t)i * 3;
        bool red = p[0] == 255 && p[1] == 0 && p[2] == 0;
        assert_int_equal(red, c->wrong[i]);
    }
    r3d_diff_canvas_free(&canvas);
}

static void check_views(const pair *p, r3d_layout layout, const r3d_diff_effective *effective,
                        const counted *c)
{
    static uint8_t pixels[2][WIDTH_MAX * HEIGHT * 8];
    r3d_picture_view views[2];
    r3d_diff_result r;
    int bytes = layout == R3D_LAYOUT_RGBA16 ? 8 : 4;
    for (int side = 0; side < 2; side++) {
        store(p, side, layout, pixels[side]);
        views[side].pixels = pixels[side];
        views[side].width = p->width;
        views[side].height = HEIGHT;
        views[side].stride_bytes = (ptrdiff_t)p->width * bytes;
        views[side].layout = layout;
    }
    assert_int_equal(r3d_diff_compare(&views[0], &views[1], effective, NULL, &r, NULL), R3D_OK);
    assert_counted(&r, c);
    assert_painted(&r, &views[0], &views[1], c);
    r3d_diff_result_free(&r);
}

// With and without keeping the pixels; 0 keeps a few rows.
static void check_files(const pair *p, const r3d_diff_effective *effective, const counted *c)
{
    forge files[2] = {{0}, {0}};
    make_file(p, 0, &files[0]);
    make_file(p, 1, &files[1]);
    for (int keep = 0; keep < 2; keep++) {
        r3d_diff_files_desc desc;
        r3d_diff_files *open;
        r3d_diff_result r;
        r3d_picture_view e;
        r3d_picture_view a;
        r3d_diff_files_desc_init(&desc);
        desc.expected.path = "expected";
        desc.expected.data = files[0].data;
        desc.expected.size = files[0].size;
        desc.actual.path = "actual";
        desc.actual.data = files[1].data;
        desc.actual.size = files[1].size;
        desc.keep_pixels = keep != 0 ? INT64_MAX : 0;
        assert_int_equal(r3d_diff_files_open(&desc, &open, NULL), R3D_OK);
        assert_int_equal(r3d_diff_files_compare(open, effective, &r, NULL), R3D_OK);
        assert_counted(&r, c);
        assert_int_equal(r3d_diff_files_get_views(open, &e, &a, NULL), R3D_OK);
        assert_painted(&r, &e, &a, c);
        r3d_diff_result_free(&r);
        r3d_diff_files_close(open);
    }
    forge_free(&files[0]);
    forge_free(&files[1]);
}

static void check_pair(const pair *p)
{
    static counted c;
    const r3d_diff_rect left = {0, 0, (p->width + 1) / 2, HEIGHT};
    int unit = p->depth == 16 ? 257 : 1;
    const int tolerances[] = {0, unit, 85 * unit, 170 * unit};
    for (size_t t = 0; t < sizeof tolerances / sizeof tolerances[0]; t++) {
        for (int masked = 0; masked < (p->width > 1 ? 2 : 1); masked++) {
            r3d_diff_effective effective;
            effective_of(tolerances[t], masked != 0 ? &left : NULL, &effective);
            count(p, tolerances[t], masked != 0, &c);
            if (p->depth == 16) {
                check_views(p, R3D_LAYOUT_RGBA16, &effective, &c);
            } else {
                check_views(p, R3D_LAYOUT_RGBA8, &effective, &c);
                check_views(p, R3D_LAYOUT_BGRA8, &effective, &c);
                check_views(p, R3D_LAYOUT_ARGB32, &effective, &c);
            }
            check_files(p, &effective, &c);
        }
    }
}

static void one_transparent_pixel_of_a_pair_is_compared_as_stored(void **state)
{
    (void)state;
    // (10,20,30) at alpha 0 against (12,20,30) at alpha 1: the deltas are 2 and 1, not 12, 20 and 30.
    for (int depth = 8; depth <= 16; depth += 8) {
        static pair p;
        int unit = depth == 16 ? 257 : 1;
        const int e[4] = {10 * unit, 20 * unit, 30 * unit, 0};
        const int a[4] = {12 * unit, 20 * unit, 30 * unit, unit};
        p.width = 1;
        p.depth = depth;
        for (int y = 0; y < HEIGHT; y++) {
            memcpy(p.samples[0] + (size_t)y * 4, e, sizeof e);
            memcpy(p.samples[1] + (size_t)y * 4, a, sizeof a);
        }
        check_pair(&p);
        for (int y = 0; y < HEIGHT; y++) {
            memcpy(p.samples[0] + (size_t)y * 4, a, sizeof a);
            memcpy(p.samples[1] + (size_t)y * 4, e, sizeof e);
        }
        check_pair(&p);
    }
}

static void random_pairs_are_counted_as_the_rule_says(void **state)
{
    (void)state;
    static pair p;
    uint32_t seed = 20041;
    static const int widths[] = {1, 2, 63, 64, 65, 128, WIDTH_MAX};
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        make_pair(&p, widths[i], 8, &seed);
        check_pair(&p);
        make_pair(&p, widths[i], 16, &seed);
        check_pair(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_transparent_pixel_of_a_pair_is_compared_as_stored),
        cmocka_unit_test(random_pairs_are_counted_as_the_rule_says),
    };
    return cmocka_run_group_tests_name("diff_transparent", tests, NULL, NULL);
}
