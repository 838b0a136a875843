/* SPDX-License-Identifier: MIT */
// Hints about pictures of a foreign suite: each true transform of a whole picture is told by its
// name, in 8 and 16 bits, and no damage of a part of it is called a transform. Spec golden section
// 2.8: a transform explains what did not change, too.

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

#include "foreign.h"
#include "scenes.h"

enum { W = FOREIGN_WIDTH, H = FOREIGN_HEIGHT, SEEDS = 12, SIDE_MAX = 160 };

static uint32_t e[SIDE_MAX * SIDE_MAX];
static uint32_t a[SIDE_MAX * SIDE_MAX];
static uint16_t deep_e[SIDE_MAX * SIDE_MAX * 4];
static uint16_t deep_a[SIDE_MAX * SIDE_MAX * 4];

static void hints_of(const r3d_picture_view *ev, const r3d_picture_view *av, r3d_diff_text *text)
{
    r3d_diff_result r;
    memset(text, 0, sizeof *text);
    assert_int_equal(r3d_diff_compare(ev, av, NULL, NULL, &r, NULL), R3D_OK);
    assert_int_equal(r3d_diff_hints(&r, ev, av, NULL, text), R3D_OK);
    r3d_diff_result_free(&r);
}

static r3d_picture_view view_of(const uint32_t *pixels, int width, int height)
{
    r3d_picture_view view = {pixels, (ptrdiff_t)width * 4, width, height, R3D_LAYOUT_ARGB32};
    return view;
}

/* ---- no false hint ---- */

static void no_damage_of_a_part_is_called_a_transform(void **state)
{
    (void)state;
    int pairs = 0;
    int told = 0;
    for (int kind = 0; kind < FOREIGN_KINDS; kind++) {
        for (int damage = 0; damage < FOREIGN_DAMAGES; damage++) {
            for (uint32_t seed = 1; seed <= SEEDS; seed++) {
                r3d_picture_view ev = view_of(e, W, H);
                r3d_picture_view av = view_of(a, W, H);
                r3d_diff_text text;
                foreign_draw(kind, seed, e);
                foreign_damage(damage, seed, e, a);
                hints_of(&ev, &av, &text);
                // Statements about every mismatch are no transforms.
                const char *rest = text.data;
                while (rest != NULL && (strncmp(rest, "hint: only ", 11) == 0)) {
                    rest = strchr(rest, '\n') + 1;
                }
                if (rest != NULL && rest[0] != '\0') {
                    print_message("%s, %s, seed %u: %s", foreign_kind_name(kind),
                                  foreign_damage_name(damage), seed, rest);
                    told++;
                }
                pairs++;
                r3d_diff_text_free(&text);
            }
        }
    }
    print_message("%d damaged pictures, %d false hints\n", pairs, told);
    assert_int_equal(told, 0);
}

/* ---- each true one ---- */

typedef enum change {
    UPSIDE_DOWN,
    MIRROR,
    TURN_180,
    TURN_90,
    TURN_270,
    RED_BLUE,
    GREEN_RED_BLUE,
    WORDS_RGBA,
    WORDS_ARGB,
    OFFSET,
    GAMMA,
    GAMMA_BACK,
    INVERTED,
    HALF,
    CHANGES
} change;

static const char *const phrases[CHANGES] = {
    "flipped vertically",
    "flipped horizontally",
    "rotated by 180 degrees",
    "rotated by 90 degrees clockwise",
    "rotated by 90 degrees anticlockwise",
    "red and blue are swapped",
    "channels are in another order: RGB",
    "the byte order of words is reversed (explains 100 %), as the layouts rgba8 and abgr8",
    "the byte order of words is reversed (explains 100 %), as the layouts bgra8 and argb8",
    "constant offset R +7 G -4 B +0 of 255",
    "the actual picture has gamma 2.2 applied",
    "the expected picture has gamma 2.2 applied",
    "colours are inverted",
    "colours are multiplied by about 0.50",
};

static uint32_t clamp(int value)
{
    return value < 0 ? 0u : value > 255 ? 255u : (uint32_t)value;
}

static uint32_t powered(uint32_t value, double power)
{
    return (uint32_t)(255.0 * pow(value / 255.0, power) + 0.5);
}

static uint32_t argb_of(uint32_t alpha, uint32_t red, uint32_t green, uint32_t blue)
{
    return alpha << 24 | red << 16 | green << 8 | blue;
}

static uint32_t changed(change c, int x, int y)
{
    switch (c) {
    case UPSIDE_DOWN:
        return e[(H - 1 - y) * W + x];
    case MIRROR:
        return e[y * W + W - 1 - x];
    case TURN_180:
        return e[(H - 1 - y) * W + W - 1 - x];
    case TURN_90:
        return e[(H - 1 - x) * W + y];
    case TURN_270:
        return e[x * W + W - 1 - y];
    default:
        break;
    }
    uint32_t p = e[y * W + x];
    uint32_t al = p >> 24;
    uint32_t r = p >> 16 & 255u;
    uint32_t g = p >> 8 & 255u;
    uint32_t b = p & 255u;
    switch (c) {
    case RED_BLUE:
        return argb_of(al, b, g, r);
    case GREEN_RED_BLUE:
        return argb_of(al, g, b, r);
    case WORDS_RGBA:
        return argb_of(r, al, b, g);
    case WORDS_ARGB:
        return argb_of(b, g, r, al);
    case OFFSET:
        return argb_of(al, clamp((int)r + 7), clamp((int)g - 4), b);
    case GAMMA:
        return argb_of(al, powered(r, 2.2), powered(g, 2.2), powered(b, 2.2));
    case GAMMA_BACK:
        return argb_of(al, powered(r, 1 / 2.2), powered(g, 1 / 2.2), powered(b, 1 / 2.2));
    case INVERTED:
        return p ^ 0xffffffu;
    default:
        return argb_of(al, (r + 1) / 2, (g + 1) / 2, (b + 1) / 2);
    }
}

// Letters are black and white: which values changed how cannot be told from them, and tiles repeat.
static bool tells(int kind, change c)
{
    bool moves = c <= TURN_270;
    return moves ? kind != 4 : kind != 6 && kind != 5 && kind != 4;
}

static void expect_hint(const char *text, const char *phrase, const char *what)
{
    if (text == NULL || strstr(text, phrase) == NULL) {
        fail_msg("%s: \"%s\" is missing in: %s", what, phrase, text != NULL ? text : "no hint");
    }
}

static void each_transform_of_a_whole_picture_is_named(void **state)
{
    (void)state;
    for (int kind = 0; kind < FOREIGN_KINDS; kind++) {
        for (int c = 0; c < CHANGES; c++) {
            r3d_picture_view ev = view_of(e, W, H);
            r3d_picture_view av = view_of(a, W, H);
            r3d_diff_text text;
            if (!tells(kind, (change)c)) {
                continue;
            }
            foreign_draw(kind, 5, e);
            if ((c == WORDS_RGBA || c == WORDS_ARGB) && kind < 7) {
                for (int i = 0; i < W * H; i++) { // alpha that is something
                    e[i] = (e[i] & 0xffffffu) | (uint32_t)(100 + i % 97) << 24;
                }
            }
            for (int i = 0; i < W * H; i++) {
                a[i] = changed((change)c, i % W, i / W);
            }
            hints_of(&ev, &av, &text);
            expect_hint(text.data, phrases[c], foreign_kind_name(kind));
            r3d_diff_text_free(&text);
        }
    }
}

static void shifts_are_told_in_all_directions(void **state)
{
    (void)state;
    for (int kind = 0; kind < FOREIGN_KINDS; kind++) {
        for (int dy = -8; dy <= 8; dy++) {
            for (int dx = -8; dx <= 8; dx++) {
                char phrase[40];
                r3d_picture_view ev = view_of(e, W, H);
                r3d_picture_view av = view_of(a, W, H);
                r3d_diff_text text;
                if ((dx == 0 && dy == 0) || kind == 4) {
                    continue;
                }
                foreign_draw(kind, 3, e);
                for (int i = 0; i < W * H; i++) {
                    int x = i % W - dx;
                    int y = i / W - dy;
                    a[i] = x >= 0 && y >= 0 && x < W && y < H ? e[y * W + x] : e[0];
                }
                hints_of(&ev, &av, &text);
                snprintf(phrase, sizeof phrase, "shifted by (%d,%d) ", dx, dy);
                expect_hint(text.data, phrase, foreign_kind_name(kind));
                r3d_diff_text_free(&text);
            }
        }
    }
}

/* ---- alpha ---- */

static void only_alpha_is_told_with_the_option(void **state)
{
    (void)state;
    r3d_picture_view ev = view_of(e, W, H);
    r3d_picture_view av = view_of(a, W, H);
    r3d_diff_text text;
    foreign_draw(8, 2, e);
    for (int i = 0; i < W * H; i++) {
        a[i] = e[i] | (i % 5 == 0 ? 0xff000000u : 0);
    }
    hints_of(&ev, &av, &text);
    expect_hint(text.data, "only alpha differs: --channels rgb ", "cutout");
    r3d_diff_text_free(&text);
    a[7] ^= 1u; // a colour, too
    hints_of(&ev, &av, &text);
    assert_true(text.data == NULL || strstr(text.data, "only alpha") == NULL);
    r3d_diff_text_free(&text);
}

/* ---- 16 bits ---- */

static void compare_deep(r3d_diff_text *text)
{
    r3d_picture_view ev = {deep_e, W * 8, W, H, R3D_LAYOUT_RGBA16};
    r3d_picture_view av = {deep_a, W * 8, W, H, R3D_LAYOUT_RGBA16};
    hints_of(&ev, &av, text);
}

// What the high bytes alone would say is something else: they are equal, or flat.
static void sixteen_bits_are_looked_at(void **state)
{
    (void)state;
    static const char *const told[] = {"constant offset +1 of 65535", "flipped vertically",
                                       "shifted by (2,1)", "red and blue are swapped",
                                       "gamma 2.2 applied"};
    uint32_t seed = 99;
    for (int i = 0; i < W * H * 4; i++) {
        uint32_t high = i % 4 == 3 ? 0xffffu : 0x1200u + (scene_random(&seed) & 255u);
        deep_e[i] = (uint16_t)high;
    }
    for (int c = 0; c < 5; c++) {
        r3d_diff_text text;
        for (int i = 0; i < W * H; i++) {
            int x = i % W;
            int y = i / W;
            for (int k = 0; k < 4; k++) {
                const uint16_t *own = &deep_e[i * 4];
                double v = own[k] / 65535.0;
                bool source = x >= 2 && y >= 1;
                uint16_t value = c == 0   ? (uint16_t)(own[k] + (k < 3 ? 1 : 0))
                                 : c == 1 ? deep_e[((H - 1 - y) * W + x) * 4 + k]
                                 : c == 2
                                     ? (source ? deep_e[((y - 1) * W + x - 2) * 4 + k] : own[k])
                                 : c == 3 ? own[k < 3 ? 2 - k : 3]
                                          : (uint16_t)(65535.0 * pow(v, 2.2) + 0.5);
                deep_a[i * 4 + k] = value;
            }
        }
        compare_deep(&text);
        expect_hint(text.data, told[c], "16 bits");
        for (int other = 0; other < 5; other++) {
            assert_true(other == c || strstr(text.data, told[other]) == NULL);
        }
        r3d_diff_text_free(&text);
    }
}

/* ---- other sizes ---- */

static void cut(int x0, int y0, int width, int height)
{
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            a[y * width + x] = e[(y0 + y) * W + x0 + x];
        }
    }
}

static void the_common_part_is_found_where_it_lies(void **state)
{
    (void)state;
    static const struct {
        int x;
        int y;
        const char *phrase;
    } places[] = {
        {0, 0,
         "the common part, 40x50, is equal: the whole actual picture lies at 0,0 of the "
         "expected one: --crop-to-common compares that alone\n"},
        {32, 22, "lies at 32,22 of the expected one"},
        {16, 11, "lies at 16,11 of the expected one"},
        {5, 17, "lies at 5,17 of the expected one; cut it out"},
    };
    for (int kind = 0; kind < FOREIGN_KINDS; kind++) {
        for (size_t i = 0; i < sizeof places / sizeof places[0] && kind != 4; i++) {
            r3d_picture_view ev = view_of(e, W, H);
            r3d_picture_view av = view_of(a, 40, 50);
            r3d_diff_text text;
            foreign_draw(kind, 4, e);
            cut(places[i].x, places[i].y, 40, 50);
            hints_of(&ev, &av, &text);
            expect_hint(text.data, places[i].phrase, foreign_kind_name(kind));
            r3d_diff_text_free(&text);
            hints_of(&av, &ev, &text);
            expect_hint(text.data, "the whole expected picture lies at ", foreign_kind_name(kind));
            r3d_diff_text_free(&text);
            a[25 * 40 + 20] ^= 0x808080u;
            hints_of(&ev, &av, &text);
            assert_true(text.data == NULL || strstr(text.data, "common part") == NULL);
            r3d_diff_text_free(&text);
        }
    }
}

static void a_turned_or_enlarged_picture_of_another_size_is_told(void **state)
{
    (void)state;
    enum { CUT_W = 50, CUT_H = 30 };
    uint32_t small[CUT_W * CUT_H];
    r3d_picture_view small_view = view_of(small, CUT_W, CUT_H);
    r3d_picture_view turned = view_of(a, CUT_H, CUT_W);
    r3d_picture_view large = view_of(a, CUT_W * 3, CUT_H * 3);
    r3d_diff_text text;
    foreign_draw(0, 8, e);
    cut(3, 4, CUT_W, CUT_H);
    memcpy(small, a, sizeof small);
    for (int i = 0; i < CUT_W * CUT_H; i++) {
        a[i] = small[(CUT_H - 1 - i % CUT_H) * CUT_W + i / CUT_H];
    }
    hints_of(&small_view, &turned, &text);
    expect_hint(text.data, "rotated by 90 degrees clockwise", "turned");
    r3d_diff_text_free(&text);
    for (int i = 0; i < CUT_W * CUT_H; i++) {
        a[i] = small[(i % CUT_H) * CUT_W + CUT_W - 1 - i / CUT_H];
    }
    hints_of(&small_view, &turned, &text);
    expect_hint(text.data, "rotated by 90 degrees anticlockwise", "turned");
    r3d_diff_text_free(&text);
    for (int i = 0; i < CUT_W * CUT_H * 9; i++) {
        a[i] = small[i / (CUT_W * 3) / 3 * CUT_W + i % (CUT_W * 3) / 3];
    }
    hints_of(&small_view, &large, &text);
    expect_hint(text.data, "3 times enlarged", "enlarged");
    r3d_diff_text_free(&text);
}

/* ---- files that a foreign suite had ---- */

#define PICTURES R3D_TEST_SOURCE_DIR "/tests/diff/pictures/"

static void expect_files(const char *expected, const char *actual, const char *told,
                         const char *not_told)
{
    r3d_diff_files_desc desc;
    r3d_diff_files *files;
    r3d_picture_view ev;
    r3d_picture_view av;
    r3d_diff_text text;
    r3d_diff_files_desc_init(&desc);
    desc.expected.path = expected;
    desc.actual.path = actual;
    assert_int_equal(r3d_diff_files_open(&desc, &files, NULL), R3D_OK);
    assert_int_equal(r3d_diff_files_get_views(files, &ev, &av, NULL), R3D_OK);
    hints_of(&ev, &av, &text);
    if (told != NULL) {
        expect_hint(text.data, told, actual);
    }
    assert_true(text.data == NULL || strstr(text.data, not_told) == NULL);
    r3d_diff_text_free(&text);
    r3d_diff_files_close(files);
}

static void pictures_of_reported_faults(void **state)
{
    (void)state;
    expect_files(PICTURES "h0.png", PICTURES "h1.png", "hint: constant offset +1 of 65535",
                 "flipped");
    expect_files(PICTURES "rectA.png", PICTURES "rectB.png", NULL, "shifted");
    expect_files(PICTURES "rectA.png", PICTURES "rectC.png", "hint: shifted by (1,0)", "flipped");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_damage_of_a_part_is_called_a_transform),
        cmocka_unit_test(each_transform_of_a_whole_picture_is_named),
        cmocka_unit_test(shifts_are_told_in_all_directions),
        cmocka_unit_test(only_alpha_is_told_with_the_option),
        cmocka_unit_test(sixteen_bits_are_looked_at),
        cmocka_unit_test(the_common_part_is_found_where_it_lies),
        cmocka_unit_test(a_turned_or_enlarged_picture_of_another_size_is_told),
        cmocka_unit_test(pictures_of_reported_faults),
    };
    return cmocka_run_group_tests_name("diff foreign", tests, NULL, NULL);
}
