/* SPDX-License-Identifier: MIT */
/* Icons: the original's background rule and the one by coverage. */

#include "support.h"

#include <string.h>

enum {
    PIXELS = R3D_ICON_SIZE * R3D_ICON_SIZE,
    SIDE = 16 /* of the square: 30 * 512 / 1800 = 8 pixels on each side of the centre */
};

/* A square of 60 x 60 units; with a texture its texels decide about black. */
static r3d_mesh *square(int32_t color, int32_t info)
{
    arrays a = arrays_make(4, 2, 1);
    arrays_set_vertex(&a, 0, -30, -60, 0);
    arrays_set_vertex(&a, 1, 30, -60, 0);
    arrays_set_vertex(&a, 2, -30, 0, 0);
    arrays_set_vertex(&a, 3, 30, 0, 0);
    arrays_set_face(&a, 0, 0, 2, 1, color);
    arrays_set_face(&a, 1, 1, 2, 3, color);
    a.planes[1] = 1;
    a.planes[2] = 2;
    a.infos[0] = a.infos[1] = info;
    a.desc.infos = a.infos;
    r3d_mesh *mesh = arrays_create(&a);
    arrays_free(&a);
    light_standard(mesh);
    return mesh;
}

static const r3d_icon_look look = {1800, 0, 0, 0, 0, 0};

static uint32_t black_texels[R3D_TEXELS_HIGH_COUNT];

static void draw_icon(const r3d_mesh *mesh, r3d_icon_background background, const uint32_t *linked,
                      uint32_t *pixels)
{
    canvas c;
    canvas_make(&c, 1, 1);
    const r3d_texels texels = {black_texels, R3D_DETAIL_HIGH, false};
    r3d_draw_context *context = make_context(R3D_LIMITS_NONE);
    assert_int_equal(r3d_draw_context_set_texture(context, 0, &texels), R3D_OK);
    assert_int_equal(
        r3d_icon_draw(context, c.palette, mesh, &look, background, linked, pixels, NULL), R3D_OK);
    r3d_draw_context_destroy(context);
    canvas_free(&c);
}

static void every_isa_draws_the_same_icon(void **state)
{
    (void)state;
    canvas c;
    canvas_make(&c, 1, 1);
    r3d_mesh *mesh = square(2728, R3D_FACE_GOURAUD);
    uint32_t pixels[2][PIXELS];
    r3d_draw_context *context;
    r3d_draw_context_desc desc;
    for (int isa = R3D_ISA_BEST; isa < R3D_ISA_COUNT; isa++) {
        uint32_t *drawn = pixels[isa == R3D_ISA_BEST ? 0 : 1];
        r3d_draw_context_desc_init(&desc);
        desc.isa = (r3d_isa)isa;
        r3d_result result = r3d_draw_context_create(&desc, &context);
        if (!r3d_isa_available(desc.isa)) {
            assert_int_equal(result, R3D_ERR_RANGE);
            assert_null(context);
            continue;
        }
        assert_int_equal(result, R3D_OK);
        assert_int_equal(
            r3d_icon_draw(context, c.palette, mesh, &look, R3D_ICON_BY_COVERAGE, NULL, drawn, NULL),
            R3D_OK);
        assert_memory_equal(drawn, pixels[0], sizeof pixels[0]);
        r3d_draw_context_destroy(context);
    }
    desc.isa = (r3d_isa)R3D_ISA_COUNT;
    assert_int_equal(r3d_draw_context_create(&desc, &context), R3D_ERR_RANGE);
    assert_int_equal(
        r3d_icon_draw(NULL, c.palette, mesh, &look, R3D_ICON_BY_COVERAGE, NULL, pixels[0], NULL),
        R3D_ERR_ARGUMENT);
    r3d_mesh_destroy(mesh);
    canvas_free(&c);
}

static int count_rgb(const uint32_t *pixels, uint32_t rgb)
{
    int count = 0;
    for (int i = 0; i < PIXELS; i++) {
        count += (pixels[i] & 0xFFFFFF) == rgb && pixels[i] >> 24 != 0 ? 1 : 0;
    }
    return count;
}

static void both_rules_agree_without_black(void **state)
{
    (void)state;
    uint32_t by_color[PIXELS];
    uint32_t by_coverage[PIXELS];
    r3d_mesh *mesh = square(5056, R3D_FACE_FLAT);
    draw_icon(mesh, R3D_ICON_BY_COLOR, NULL, by_color);
    draw_icon(mesh, R3D_ICON_BY_COVERAGE, NULL, by_coverage);
    assert_memory_equal(by_color, by_coverage, sizeof by_color);
    int model = 0;
    int outline = count_rgb(by_color, R3D_ICON_OUTLINE_RGB);
    int shadow = count_rgb(by_color, R3D_ICON_SHADOW_RGB);
    for (int i = 0; i < PIXELS; i++) {
        model += by_color[i] >> 24 != 0 ? 1 : 0;
        assert_true(by_color[i] >> 24 == 255 || by_color[i] == 0);
    }
    model -= outline + shadow;
    /* A rectangle of w x h has an outline of 2w + 2h. Its shadow lies right of and below that frame
     * without corners: h + 1 and w + 1 pixels and the corner on the diagonal. */
    assert_int_equal(model, SIDE * SIDE);
    assert_int_equal(outline, 4 * SIDE);
    assert_true(shadow >= 2 * SIDE);
    r3d_mesh_destroy(mesh);
}

static void black_parts_stay_by_coverage_and_are_background_by_color(void **state)
{
    (void)state;
    uint32_t by_color[PIXELS];
    uint32_t by_coverage[PIXELS];
    r3d_mesh *mesh = square(0, R3D_FACE_TEXTURED_FLAT);
    draw_icon(mesh, R3D_ICON_BY_COLOR, NULL, by_color);
    draw_icon(mesh, R3D_ICON_BY_COVERAGE, NULL, by_coverage);
    assert_int_equal(count_rgb(by_color, R3D_ICON_OUTLINE_RGB), 0); /* nothing to draw around */
    assert_int_equal(count_rgb(by_coverage, R3D_ICON_OUTLINE_RGB), 4 * SIDE);
    assert_int_equal(count_rgb(by_coverage, 0), SIDE * SIDE); /* opaque black */
    r3d_mesh_destroy(mesh);
}

static void a_note_shows_its_icon_at_22_pixels(void **state)
{
    (void)state;
    uint32_t linked[PIXELS];
    uint32_t plain[PIXELS];
    uint32_t note[PIXELS];
    r3d_mesh *mesh = square(5056, R3D_FACE_FLAT);
    memset(linked, 0, sizeof linked);
    for (int i = 0; i < PIXELS; i++) {
        linked[i] = 0xFF000000u | (uint32_t)(i + 1);
    }
    linked[0] = 0;           /* a hole by both rules */
    linked[1] = 0xFF000000u; /* black: a hole by colour only */
    for (int rule = R3D_ICON_BY_COVERAGE; rule <= R3D_ICON_BY_COLOR; rule++) {
        draw_icon(mesh, (r3d_icon_background)rule, NULL, plain);
        draw_icon(mesh, (r3d_icon_background)rule, linked, note);
        for (int y = 0; y < R3D_ICON_SIZE; y++) {
            for (int x = 0; x < R3D_ICON_SIZE; x++) {
                int i = y * R3D_ICON_SIZE + x;
                uint32_t expected = plain[i];
                if (x >= 5 && x < 27 && y >= 5 && y < 27) {
                    int step = (32 << 16) / 22;
                    uint32_t sample =
                        linked[((y - 5) * step >> 16) * R3D_ICON_SIZE + ((x - 5) * step >> 16)];
                    bool hole = sample == 0 || (rule == R3D_ICON_BY_COLOR && sample == 0xFF000000u);
                    expected = hole ? expected : sample;
                }
                assert_int_equal(note[i], expected);
            }
        }
    }
    r3d_mesh_destroy(mesh);
}

static void a_selected_icon_is_smaller_and_has_a_colored_outline(void **state)
{
    (void)state;
    uint32_t selected[PIXELS];
    uint32_t smaller[PIXELS];
    canvas c;
    canvas_make(&c, 1, 1);
    r3d_mesh *mesh = square(5056, R3D_FACE_FLAT);
    r3d_draw_context *context = make_context(R3D_LIMITS_NONE);
    for (int rule = R3D_ICON_BY_COVERAGE; rule <= R3D_ICON_BY_COLOR; rule++) {
        r3d_icon_look near_look = look;
        r3d_icon_look far_look = look;
        near_look.zoom = 2013;
        far_look.zoom = 2093; /* 2013 * 1.04 = 2093.52 */
        assert_int_equal(r3d_icon_draw(context, c.palette, mesh, &far_look,
                                       (r3d_icon_background)rule, NULL, smaller, NULL),
                         R3D_OK);
        assert_int_equal(r3d_icon_draw_selected(context, c.palette, mesh, &near_look,
                                                (r3d_icon_background)rule, 0xFFFFFF, selected,
                                                NULL),
                         R3D_OK);
        for (int i = 0; i < PIXELS; i++) { /* by the words of the specification */
            int x = i % R3D_ICON_SIZE;
            int y = i / R3D_ICON_SIZE;
            uint32_t expected = smaller[i];
            if ((expected & 0xFFFFFF) == R3D_ICON_SHADOW_RGB) {
                expected = 0;
            }
            if (expected == 0 && ((x > 0 && smaller[i - 1] == 0xFF000001u) ||
                                  (y > 0 && smaller[i - 32] == 0xFF000001u) ||
                                  (x < 31 && smaller[i + 1] == 0xFF000001u) ||
                                  (y < 31 && smaller[i + 32] == 0xFF000001u))) {
                expected = 0xFFFFFFFFu;
            }
            assert_int_equal(selected[i], expected);
        }
        assert_true(count_rgb(selected, 0xFFFFFF) > 20);
        assert_int_equal(count_rgb(selected, R3D_ICON_SHADOW_RGB), 0);
    }
    static const uint32_t wrong[] = {0, 0x1000000, 0xFFFFFFFFu};
    for (size_t i = 0; i < TEST_COUNT(wrong); i++) {
        assert_int_equal(r3d_icon_draw_selected(context, c.palette, mesh, &look, R3D_ICON_BY_COLOR,
                                                wrong[i], selected, NULL),
                         R3D_ERR_RANGE);
    }
    assert_int_equal(r3d_icon_draw_selected(context, c.palette, mesh, NULL, R3D_ICON_BY_COLOR, 1,
                                            selected, NULL),
                     R3D_ERR_ARGUMENT);
    r3d_draw_context_destroy(context);
    r3d_mesh_destroy(mesh);
    canvas_free(&c);
}

static void the_last_fitting_stack_entry_decides(void **state)
{
    (void)state;
    const r3d_stack_entry entries[] = {{10, 2}, {11, 5}, {12, 0}, {13, 3},  {14, 100}, {0, 0},
                                       {0, 0},  {0, 0},  {0, 0},  {15, 50}, {16, 1}};
    assert_int_equal(r3d_icon_stack_item(entries, 11, 9, 1), 9);
    assert_int_equal(r3d_icon_stack_item(entries, 11, 9, 2), 10);
    assert_int_equal(r3d_icon_stack_item(entries, 11, 9, 4),
                     13); /* the last one, not the nearest */
    assert_int_equal(r3d_icon_stack_item(entries, 11, 9, 99),
                     15); /* the eleventh is not looked at */
    assert_int_equal(r3d_icon_stack_item(NULL, 0, 9, 99), 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_isa_draws_the_same_icon),
        cmocka_unit_test(both_rules_agree_without_black),
        cmocka_unit_test(black_parts_stay_by_coverage_and_are_background_by_color),
        cmocka_unit_test(a_note_shows_its_icon_at_22_pixels),
        cmocka_unit_test(a_selected_icon_is_smaller_and_has_a_colored_outline),
        cmocka_unit_test(the_last_fitting_stack_entry_decides),
    };
    return cmocka_run_group_tests_name("icon", tests, NULL, NULL);
}
