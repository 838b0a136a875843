/* SPDX-License-Identifier: MIT */
// Counts of the metrics yiq and oklab, with and without the anti-aliasing test, equal those of
// pixelmatch 5 to 8 on pictures of anti-aliased discs. Spec golden section 11, item 6.
//
// pixelmatch_counts.txt was written by pixelmatch itself: `diff_pixelmatch --write DIR` writes
// the pictures, pixelmatch.mjs counts. Lines: picture, version, threshold, includeAA, checkerboard,
// count.

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

enum { PICTURES = 12, DISCS = 14, WIDTH_MAX = 128, HEIGHT_MAX = 96, UNIT = 96 };

typedef struct disc {
    int32_t x, y, radius; // in 1/UNIT pixels
    uint32_t argb;
} disc;

static uint32_t expected[WIDTH_MAX * HEIGHT_MAX];
static uint32_t actual[WIDTH_MAX * HEIGHT_MAX];

static int32_t below(uint32_t *seed, int32_t limit)
{
    return (int32_t)(scene_random(seed) % (uint32_t)limit);
}

// Nine samples a pixel; every third picture has transparent discs and ground.
static void draw(int picture, int32_t width, int32_t height, int32_t shift, uint32_t *out)
{
    static const uint32_t alphas[5] = {255, 255, 160, 90, 0};
    uint32_t seed = 1000u + (uint32_t)picture;
    disc discs[DISCS];
    uint32_t ground = 0xff000000u;
    for (int i = 0; i < DISCS; i++) {
        uint32_t alpha = picture % 3 == 2 ? alphas[below(&seed, 5)] : 255u;
        discs[i].x = below(&seed, width * UNIT);
        discs[i].y = below(&seed, height * UNIT);
        discs[i].radius = 3 * UNIT + below(&seed, 22 * UNIT);
        discs[i].argb = (scene_random(&seed) & 0xffffffu) | alpha << 24;
        ground = (discs[i].argb & 0xffffffu) | (picture % 3 == 2 ? alpha << 24 : 0xff000000u);
    }
    for (int32_t i = 0; i < width * height; i++) {
        uint32_t sums[4] = {0, 0, 0, 0};
        for (int32_t k = 0; k < 9; k++) {
            int32_t x = i % width * UNIT + (2 * (k % 3) + 1) * UNIT / 6 + shift;
            int32_t y = i / width * UNIT + (2 * (k / 3) + 1) * UNIT / 6;
            uint32_t color = ground;
            for (int d = 0; d < DISCS; d++) {
                int32_t dx = x - discs[d].x;
                int32_t dy = y - discs[d].y;
                if (dx * dx + dy * dy < discs[d].radius * discs[d].radius) {
                    color = discs[d].argb;
                }
            }
            for (uint32_t c = 0; c < 4; c++) {
                sums[c] += color >> 8 * c & 255u;
            }
        }
        out[i] = 0;
        for (uint32_t c = 0; c < 4; c++) {
            out[i] |= (sums[c] * 2 + 9) / 18 << 8 * c;
        }
    }
}

// The second picture: moved by a part of a pixel, with noise.
static void make(int picture, r3d_picture_view *out_expected, r3d_picture_view *out_actual)
{
    int32_t width = 60 + picture * 5;
    int32_t height = 40 + picture * 4;
    uint32_t seed = 77u + (uint32_t)picture;
    draw(picture, width, height, 0, expected);
    draw(picture, width, height, picture % 4 * UNIT / 8, actual);
    for (int i = 0; i < 40; i++) {
        uint32_t *p = &actual[below(&seed, width * height)];
        *p ^= (scene_random(&seed) & 0x3f1f3fu);
    }
    out_expected->pixels = expected;
    out_actual->pixels = actual;
    out_expected->width = out_actual->width = width;
    out_expected->height = out_actual->height = height;
    out_expected->stride_bytes = out_actual->stride_bytes = width * 4;
    out_expected->layout = out_actual->layout = R3D_LAYOUT_ARGB32;
}

static void counts_equal_those_of_pixelmatch(void **state)
{
    (void)state;
    FILE *table = fopen(R3D_TEST_SOURCE_DIR "/tests/diff/pixelmatch_counts.txt", "r");
    assert_non_null(table);
    char line[128];
    int lines = 0;
    int64_t excused = 0;
    while (fgets(line, sizeof line, table) != NULL) {
        int picture;
        int version;
        int percent;
        int include_aa;
        int checker;
        long count;
        if (line[0] == '#') {
            continue;
        }
        assert_int_equal(sscanf(line, "%d %d %d %d %d %ld", &picture, &version, &percent,
                                &include_aa, &checker, &count),
                         6);
        r3d_picture_view ev;
        r3d_picture_view av;
        r3d_diff_options options;
        r3d_diff_effective effective;
        r3d_diff_result result;
        make(picture, &ev, &av);
        r3d_diff_options_init(&options);
        options.metric = version == 8 ? R3D_DIFF_OKLAB : R3D_DIFF_YIQ;
        options.threshold = percent / 100.0;
        options.antialiasing = include_aa == 0;
        options.background = checker != 0 ? R3D_DIFF_OVER_CHECKER : R3D_DIFF_OVER_WHITE;
        r3d_diff_effective_init(&effective);
        r3d_diff_effective_merge(&effective, &options, R3D_DIFF_FROM_CALL);
        assert_int_equal(r3d_diff_compare(&ev, &av, &effective, NULL, &result, NULL), R3D_OK);
        if (result.mismatches != count) {
            fail_msg("we count %ld: %s", (long)result.mismatches, line);
        }
        excused += result.excused;
        lines++;
        r3d_diff_result_free(&result);
    }
    (void)fclose(table);
    assert_int_equal(lines, 12 * 6 * 4 + 8 * 6);
    assert_true(excused > 1000);
}

static int write_pictures(const char *folder)
{
    for (int picture = 0; picture < PICTURES; picture++) {
        r3d_picture_view views[2];
        make(picture, &views[0], &views[1]);
        for (int i = 0; i < 2; i++) {
            char path[1024];
            snprintf(path, sizeof path, "%s/%d-%s.png", folder, picture,
                     i == 0 ? "expected" : "actual");
            if (r3d_png_save(path, &views[i], R3D_PNG_FAST, NULL) != R3D_OK) {
                fprintf(stderr, "%s: cannot be written\n", path);
                return 1;
            }
        }
    }
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_equal_those_of_pixelmatch),
    };
    if (argc == 3 && strcmp(argv[1], "--write") == 0) {
        return write_pictures(argv[2]);
    }
    return cmocka_run_group_tests_name("diff pixelmatch", tests, NULL, NULL);
}
