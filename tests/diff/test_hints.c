/* SPDX-License-Identifier: MIT */
// Hypotheses: each is told when it is true, and none for noise. Spec golden section 2.8.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <retro3d/diff.h>

#include "scenes.h"

enum { WIDTH = 90, HEIGHT = 70 };

typedef enum change {
    SWAP,
    FLIP_V,
    FLIP_H,
    SHIFT,
    LOW_BITS,
    OFFSET,
    PREMULTIPLIED,
    GAMMA,
    TRANSPARENT_BLACK,
    NOISE,
    CHANGE_COUNT
} change;

static const char *const phrases[CHANGE_COUNT] = {
    "red and blue are swapped",
    "flipped vertically",
    "flipped horizontally",
    "shifted by (3,-2)",
    "only the lowest bits differ, by at most 2",
    "constant offset R +5 G -3 B +0",
    "straight alpha against premultiplied in the actual picture",
    "the actual picture has gamma 2.2 applied",
    "black where actual is transparent",
    ""};

static uint32_t e[WIDTH * HEIGHT];
static uint32_t a[WIDTH * HEIGHT];

static uint32_t random_color(uint32_t *seed)
{
    return scene_random(seed) & 0xffffffu;
}

static void make(change c)
{
    uint32_t seed = 31337u + (uint32_t)c;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        e[i] = 0xff000000u | random_color(&seed);
        if (c == PREMULTIPLIED) {
            e[i] = (e[i] & 0xffffffu) | (scene_random(&seed) & 0x7fu) << 24;
        } else if (c == TRANSPARENT_BLACK && i % 3 == 0) {
            e[i] = 0xff000000u;
        }
    }
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        int x = i % WIDTH;
        int y = i / WIDTH;
        uint32_t p = e[i];
        uint32_t red = p >> 16 & 255u;
        uint32_t green = p >> 8 & 255u;
        uint32_t blue = p & 255u;
        uint32_t alpha = p >> 24;
        switch (c) {
        case SWAP:
            a[i] = 0xff000000u | blue << 16 | green << 8 | red;
            break;
        case FLIP_V:
            a[i] = e[(HEIGHT - 1 - y) * WIDTH + x];
            break;
        case FLIP_H:
            a[i] = e[y * WIDTH + WIDTH - 1 - x];
            break;
        case SHIFT:
            a[i] = x >= 3 && y < HEIGHT - 2 ? e[(y + 2) * WIDTH + x - 3] : p;
            break;
        case LOW_BITS:
            a[i] = p ^ (p & 0x020000u ? 0x010000u : 0x000002u);
            break;
        case OFFSET:
            red = red > 250u ? 255u : red + 5u;
            green = green < 3u ? 0u : green - 3u;
            a[i] = 0xff000000u | red << 16 | green << 8 | blue;
            break;
        case PREMULTIPLIED:
            a[i] = alpha << 24 | (red * alpha + 127u) / 255u << 16 |
                   (green * alpha + 127u) / 255u << 8 | (blue * alpha + 127u) / 255u;
            break;
        case GAMMA:
            a[i] = 0xff000000u | (uint32_t)(255.0 * pow(red / 255.0, 2.2) + 0.5) << 16 |
                   (uint32_t)(255.0 * pow(green / 255.0, 2.2) + 0.5) << 8 |
                   (uint32_t)(255.0 * pow(blue / 255.0, 2.2) + 0.5);
            break;
        case TRANSPARENT_BLACK:
            a[i] = p == 0xff000000u ? 0u : p;
            break;
        default:
            a[i] = 0xff000000u | random_color(&seed);
            break;
        }
    }
}

static void each_cause_is_named_and_no_other(void **state)
{
    (void)state;
    for (int c = 0; c < CHANGE_COUNT; c++) {
        r3d_picture_view ev = {e, WIDTH * 4, WIDTH, HEIGHT, R3D_LAYOUT_ARGB32};
        r3d_picture_view av = {a, WIDTH * 4, WIDTH, HEIGHT, R3D_LAYOUT_ARGB32};
        r3d_diff_result r;
        r3d_diff_text text;
        memset(&text, 0, sizeof text);
        make((change)c);
        assert_int_equal(r3d_diff_compare(&ev, &av, NULL, NULL, &r, NULL), R3D_OK);
        assert_int_equal(r3d_diff_hints(&r, &ev, &av, NULL, &text), R3D_OK);
        for (int other = 0; other < NOISE; other++) {
            bool told = text.data != NULL && strstr(text.data, phrases[other]) != NULL;
            if (told != (other == c)) {
                fail_msg("change %d: %s", c, text.data != NULL ? text.data : "no hint");
            }
        }
        r3d_diff_text_free(&text);
        r3d_diff_result_free(&r);
    }
}

// A picture whose every pixel moved: what came in over the edges has no source and is left over.
static void a_moved_picture_is_told_although_its_edges_are_new(void **state)
{
    (void)state;
    static const int moves[][2] = {{8, 8}, {-8, 8}, {-2, 3}, {0, -8}};
    for (size_t k = 0; k < sizeof moves / sizeof moves[0]; k++) {
        int dx = moves[k][0];
        int dy = moves[k][1];
        uint32_t seed = 5u + (uint32_t)k;
        char expected[96];
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            e[i] = 0xff000000u | random_color(&seed);
        }
        int new_pixels = 0;
        for (int i = 0; i < WIDTH * HEIGHT; i++) {
            int x = i % WIDTH - dx;
            int y = i / WIDTH - dy;
            bool inside = x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT;
            a[i] = inside ? e[y * WIDTH + x] : 0xff000000u | random_color(&seed);
            new_pixels += inside ? 0 : 1;
        }
        r3d_picture_view ev = {e, WIDTH * 4, WIDTH, HEIGHT, R3D_LAYOUT_ARGB32};
        r3d_picture_view av = {a, WIDTH * 4, WIDTH, HEIGHT, R3D_LAYOUT_ARGB32};
        r3d_diff_result r;
        r3d_diff_text text;
        memset(&text, 0, sizeof text);
        assert_int_equal(r3d_diff_compare(&ev, &av, NULL, NULL, &r, NULL), R3D_OK);
        assert_int_equal(r.mismatches, WIDTH * HEIGHT);
        assert_int_equal(r3d_diff_hints(&r, &ev, &av, NULL, &text), R3D_OK);
        snprintf(
            expected, sizeof expected,
            "hint: shifted by (%d,%d) (explains 100 %% of what was not moved in, %d left over)\n",
            dx, dy, new_pixels);
        assert_non_null(text.data);
        assert_string_equal(text.data, expected);
        r3d_diff_text_free(&text);
        r3d_diff_result_free(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_cause_is_named_and_no_other),
        cmocka_unit_test(a_moved_picture_is_told_although_its_edges_are_new),
    };
    return cmocka_run_group_tests_name("diff hints", tests, NULL, NULL);
}
