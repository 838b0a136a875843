/* SPDX-License-Identifier: MIT */
/* Contexts of draws: wrong arguments, picks, and memory, which grows once or not at all. */
#include <stdlib.h>
#include <string.h>

#include "support.h"
#include "draw_test.h"

static void contexts_refuse_wrong_arguments(void **state)
{
    (void)state;
    canvas c;
    canvas_make(&c, 16, 16);
    r3d_draw_context *context = make_context(R3D_LIMITS_NONE);
    r3d_mesh *unlit = make_front_faces(1, 0);
    r3d_raster raster = c.raster;
    assert_int_equal(r3d_draw_model(context, &raster, unlit, &front_view, NULL), R3D_ERR_STATE);
    assert_int_equal(r3d_draw_model(NULL, &raster, unlit, &front_view, NULL), R3D_ERR_ARGUMENT);
    light_standard(unlit);
    assert_int_equal(r3d_draw_model(context, &raster, unlit, NULL, NULL), R3D_ERR_ARGUMENT);
    raster.palette = NULL;
    assert_int_equal(r3d_draw_model(context, &raster, unlit, &front_view, NULL), R3D_ERR_ARGUMENT);
    const r3d_texels texels = plain_texture();
    assert_int_equal(r3d_draw_context_set_texture(context, 50, &texels), R3D_ERR_RANGE);
    assert_int_equal(r3d_draw_context_set_texture(context, -1, &texels), R3D_ERR_RANGE);
    assert_int_equal(r3d_draw_context_reserve(context, -1, 0), R3D_ERR_RANGE);
    r3d_draw_context_desc desc;
    r3d_draw_context *other = NULL;
    r3d_draw_context_desc_init(&desc);
    desc.vertex_capacity = -1;
    assert_int_equal(r3d_draw_context_create(&desc, &other), R3D_ERR_RANGE);
    desc.struct_size = 3;
    assert_int_equal(r3d_draw_context_create(&desc, &other), R3D_ERR_ARGUMENT);
    r3d_mesh_destroy(unlit);
    r3d_draw_context_destroy(context);
    r3d_draw_context_destroy(NULL);
    canvas_free(&c);
}

/* ---- both limits agree where the original draws everything ---- */

static void without_limits_a_model_within_them_looks_the_same(void **state)
{
    (void)state;
    rng r = {99};
    for (int round = 0; round < 60; round++) {
        arrays a = arrays_make(60, 120, 0);
        for (int32_t i = 0; i < 60; i++) {
            arrays_set_vertex(&a, i, rng_range(&r, -90, 90), rng_range(&r, -90, 90),
                              rng_range(&r, -90, 90));
        }
        for (int32_t i = 0; i < 120; i++) {
            int32_t first = rng_range(&r, 0, 57);
            arrays_set_face(&a, i, first, first + 1, first + 2, rng_range(&r, 0, 65535));
            a.infos[i] = rng_range(&r, 0, 1);
            a.priorities[i] = rng_range(&r, 0, 11);
            a.alphas[i] = rng_range(&r, 0, 1) * 120;
        }
        a.desc.infos = a.infos;
        a.desc.alphas = a.alphas;
        a.desc.priorities = round % 2 == 0 ? a.priorities : NULL;
        r3d_mesh *mesh = arrays_create(&a);
        light_standard(mesh);
        /* Near enough that some faces cross the near plane. */
        const r3d_scene_view view = {
            rng_range(&r, 0, 2047),
            rng_range(&r, 0, 300),
            rng_range(&r, 0, 2047),
            {rng_range(&r, -60, 60), rng_range(&r, -60, 60), rng_range(&r, -60, 300)},
            0,
            false};
        uint32_t crcs[2];
        for (int limits = 0; limits < 2; limits++) {
            canvas c;
            canvas_make(&c, 200, 150);
            r3d_draw_context *context = make_context((r3d_draw_limits)limits);
            r3d_draw_report report;
            assert_int_equal(r3d_draw_model_in_scene(context, &c.raster, mesh, &view, &report),
                             R3D_OK);
            assert_int_equal(report.reason, R3D_OK);
            crcs[limits] = canvas_crc(&c);
            r3d_draw_context_destroy(context);
            canvas_free(&c);
        }
        assert_int_equal(crcs[0], crcs[1]);
        r3d_mesh_destroy(mesh);
        arrays_free(&a);
    }
}

/* ---- picking ---- */

static void picks_collect_up_to_the_capacity(void **state)
{
    (void)state;
    canvas c;
    canvas_make(&c, 256, 256);
    r3d_mesh *mesh = make_front_faces(1024, 0);
    light_standard(mesh);
    r3d_draw_context_desc desc;
    r3d_draw_context *context = NULL;
    r3d_draw_context_desc_init(&desc);
    desc.pick_capacity = 2;
    assert_int_equal(r3d_draw_context_create(&desc, &context), R3D_OK);
    r3d_scene_view view = {0, 0, 0, {0, 0, 600}, 5, false};
    r3d_draw_report report;
    int32_t count;
    assert_int_equal(r3d_draw_model_in_scene(context, &c.raster, mesh, &view, &report), R3D_OK);
    (void)r3d_draw_context_get_picks(context, &count);
    assert_int_equal(count, 0); /* no mouse yet */
    r3d_draw_context_set_mouse(context, 100, 100);
    for (int i = 0; i < 2; i++) {
        view.id = 5 + i;
        assert_int_equal(r3d_draw_model_in_scene(context, &c.raster, mesh, &view, &report), R3D_OK);
    }
    const int32_t *ids = r3d_draw_context_get_picks(context, &count);
    assert_int_equal(count, 2);
    assert_int_equal(ids[0], 5);
    assert_int_equal(ids[1], 6);
    assert_int_equal(r3d_draw_model_in_scene(context, &c.raster, mesh, &view, &report),
                     R3D_ERR_LIMIT);
    assert_int_equal(report.outcome, R3D_DRAW_DONE);
    r3d_draw_context_clear_picks(context);
    (void)r3d_draw_context_get_picks(context, &count);
    assert_int_equal(count, 0);
    r3d_draw_context_destroy(context);
    r3d_mesh_destroy(mesh);
    canvas_free(&c);
}

static void a_pick_tells_the_face_under_the_mouse(void **state)
{
    (void)state;
    canvas c;
    canvas_make(&c, 256, 256);
    arrays a = arrays_make(9, 3, 0); /* left, right, hidden before both */
    for (int i = 0; i < 3; i++) {
        int32_t x = i == 1 ? 20 : -60;
        arrays_set_vertex(&a, i * 3, x, -20, 0);
        arrays_set_vertex(&a, i * 3 + 1, x + 40, -20, 0);
        arrays_set_vertex(&a, i * 3 + 2, x, 20, 0);
        arrays_set_face(&a, i, i * 3, i * 3 + 2, i * 3 + 1, 5056);
    }
    a.infos[0] = R3D_FACE_HIDDEN;
    a.desc.infos = a.infos;
    r3d_mesh *mesh = arrays_create(&a);
    arrays_free(&a);
    light_standard(mesh);
    r3d_draw_context *context = make_context(R3D_LIMITS_NONE);
    r3d_scene_view view = {0, 0, 0, {0, 0, 600}, 9, false};
    const struct {
        int32_t mouse_x;
        bool pick_by_box;
        int32_t face;
    } cases[] = {{128 - 40, false, 2}, {128 + 30, false, 1}, {128 + 30, true, -1}};
    int32_t count;
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        r3d_draw_context_set_mouse(context, cases[i].mouse_x, 126);
        view.pick_by_box = cases[i].pick_by_box;
        assert_int_equal(r3d_draw_model_in_scene(context, &c.raster, mesh, &view, NULL), R3D_OK);
    }
    const int32_t *ids = r3d_draw_context_get_picks(context, &count);
    assert_int_equal(count, 3);
    const int32_t *faces = r3d_draw_context_get_picked_faces(context, &count);
    assert_int_equal(count, 3);
    for (size_t i = 0; i < TEST_COUNT(cases); i++) {
        assert_int_equal(ids[i], 9);
        assert_int_equal(faces[i], cases[i].face);
    }
    r3d_draw_context_set_mouse(context, 128, 126); /* between them: inside the box, on no face */
    view.pick_by_box = false;
    assert_int_equal(r3d_draw_model_in_scene(context, &c.raster, mesh, &view, NULL), R3D_OK);
    (void)r3d_draw_context_get_picked_faces(context, &count);
    assert_int_equal(count, 3);
    assert_null(r3d_draw_context_get_picked_faces(NULL, &count));
    assert_int_equal(count, 0);
    r3d_draw_context_destroy(context);
    r3d_mesh_destroy(mesh);
    canvas_free(&c);
}

/* ---- allocation ---- */

static void drawing_allocates_nothing(void **state)
{
    (void)state;
    counting counted = {0, 0, -1};
    r3d_draw_context_desc desc;
    r3d_draw_context *context = NULL;
    canvas c;
    canvas_make(&c, 256, 256);
    uint32_t icon[R3D_ICON_SIZE * R3D_ICON_SIZE];
    r3d_mesh *mesh = make_front_faces(800, 0);
    light_standard(mesh);
    r3d_draw_context_desc_init(&desc);
    desc.allocator = counting_allocator(&counted);
    assert_int_equal(r3d_draw_context_create(&desc, &context), R3D_OK);
    assert_int_equal(r3d_draw_context_reserve(context, 50000, 30000), R3D_OK);
    long calls = counted.calls;
    const r3d_icon_look look = {1200, 200, 300, 0, 0, 0};
    for (int i = 0; i < 20; i++) {
        const r3d_scene_view view = {i * 100, 100,       i * 50, {i * 10 - 100, 50, i * 40},
                                     3,       i % 2 == 0};
        r3d_draw_context_set_mouse(context, 128, 128);
        (void)r3d_draw_model(context, &c.raster, mesh, &front_view, NULL);
        (void)r3d_draw_model_in_scene(context, &c.raster, mesh, &view, NULL);
        (void)r3d_icon_draw(context, c.palette, mesh, &look, R3D_ICON_BY_COVERAGE, NULL, icon,
                            NULL);
    }
    assert_int_equal(counted.calls, calls);
    r3d_draw_context_destroy(context);
    assert_int_equal(counted.live, 0);
    r3d_mesh_destroy(mesh);
    canvas_free(&c);
}

static void a_draw_grows_its_context_once_or_draws_nothing(void **state)
{
    (void)state;
    counting counted = {0, 0, -1};
    r3d_draw_context_desc desc;
    r3d_draw_context *context = NULL;
    canvas c;
    canvas_make(&c, 256, 256);
    r3d_mesh *small = make_front_faces(100, 0);
    r3d_mesh *large = make_front_faces(5000, 0);
    light_standard(small);
    light_standard(large);
    r3d_draw_context_desc_init(&desc);
    desc.allocator = counting_allocator(&counted);
    assert_int_equal(r3d_draw_context_create(&desc, &context), R3D_OK);
    counted.fail_at = counted.calls;
    draw_front(context, &c, large, R3D_ERR_MEMORY);
    assert_int_equal(seen.count, 0);
    draw_front(context, &c, small, R3D_OK);
    assert_int_equal(seen.count, 100);
    counted.fail_at = -1;
    draw_front(context, &c, large, R3D_OK);
    assert_int_equal(seen.count, 5000);
    long calls = counted.calls;
    draw_front(context, &c, large, R3D_OK);
    assert_int_equal(seen.count, 5000);
    assert_int_equal(counted.calls, calls);
    r3d_draw_context_destroy(context);
    assert_int_equal(counted.live, 0);
    r3d_mesh_destroy(small);
    r3d_mesh_destroy(large);
    canvas_free(&c);
}

static void a_context_that_cannot_grow_stays_as_it_was(void **state)
{
    (void)state;
    canvas c;
    canvas_make(&c, 256, 256);
    r3d_mesh *mesh = make_front_faces(100, 0);
    light_standard(mesh);
    for (long n = 0;; n++) {
        counting counted = {0, 0, n};
        r3d_draw_context_desc desc;
        r3d_draw_context *context = NULL;
        r3d_draw_context_desc_init(&desc);
        desc.allocator = counting_allocator(&counted);
        r3d_result result = r3d_draw_context_create(&desc, &context);
        if (result == R3D_OK) {
            result = r3d_draw_context_reserve(context, 9000, 9000);
            draw_front(context, &c, mesh, R3D_OK);
            assert_int_equal(seen.count, 100);
        } else {
            assert_null(context);
        }
        assert_true(result == R3D_OK || result == R3D_ERR_MEMORY);
        r3d_draw_context_destroy(context);
        assert_int_equal(counted.live, 0);
        if (counted.calls <= n) {
            break; /* nothing failed any more */
        }
    }
    r3d_mesh_destroy(mesh);
    canvas_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contexts_refuse_wrong_arguments),
        cmocka_unit_test(without_limits_a_model_within_them_looks_the_same),
        cmocka_unit_test(picks_collect_up_to_the_capacity),
        cmocka_unit_test(a_pick_tells_the_face_under_the_mouse),
        cmocka_unit_test(drawing_allocates_nothing),
        cmocka_unit_test(a_draw_grows_its_context_once_or_draws_nothing),
        cmocka_unit_test(a_context_that_cannot_grow_stays_as_it_was),
    };
    return cmocka_run_group_tests_name("context", tests, NULL, NULL);
}
