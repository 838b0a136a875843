/* SPDX-License-Identifier: MIT */
/* Meshes as data: the builder, copies, whole-model changes, combining. */

#include "support.h"

#include <string.h>

/* ---- the builder ---- */

static arrays one_face(void)
{
    arrays a = arrays_make(4, 1, 1);
    arrays_set_vertex(&a, 0, 0, 0, 0);
    arrays_set_vertex(&a, 1, 100, 0, 0);
    arrays_set_vertex(&a, 2, 0, -100, 0);
    arrays_set_vertex(&a, 3, 0, -100, 50);
    arrays_set_face(&a, 0, 0, 1, 2, 5056);
    a.planes[1] = 1;
    a.planes[2] = 2;
    return a;
}

static void assert_refused(const arrays *a, r3d_result expected)
{
    r3d_mesh *mesh = (r3d_mesh *)1;
    assert_int_equal(r3d_mesh_create(&a->desc, NULL, &mesh), expected);
    assert_null(mesh);
}

static void builder_refuses_references_outside_the_mesh(void **state)
{
    (void)state;
    arrays a = one_face();
    a.corners[1] = 4;
    assert_refused(&a, R3D_ERR_FORMAT_INDEX);
    a.corners[1] = -1;
    assert_refused(&a, R3D_ERR_FORMAT_INDEX);
    a.corners[1] = 1;
    a.planes[2] = 4;
    assert_refused(&a, R3D_ERR_FORMAT_INDEX);
    a.planes[2] = 2;
    r3d_mesh_destroy(arrays_create(&a));
    arrays_free(&a);
}

static void builder_refuses_planes_that_do_not_exist_unless_asked(void **state)
{
    (void)state;
    arrays a = one_face();
    a.desc.infos = a.infos;
    a.infos[0] = 2 + 4 * 1;
    assert_refused(&a, R3D_ERR_FORMAT_INDEX);
    a.infos[0] = -2; /* textured, plane -1 */
    assert_refused(&a, R3D_ERR_FORMAT_INDEX);
    a.desc.allow_missing_planes = true;
    r3d_mesh_destroy(arrays_create(&a));
    a.desc.allow_missing_planes = false;
    a.infos[0] = R3D_FACE_HIDDEN;
    r3d_mesh_destroy(arrays_create(&a));
    a.infos[0] = 1 + 4 * 7; /* flat: the plane number means nothing */
    r3d_mesh_destroy(arrays_create(&a));
    arrays_free(&a);
}

static void builder_refuses_labels_colors_and_alphas_out_of_range(void **state)
{
    (void)state;
    arrays a = one_face();
    a.desc.vertex_labels = a.vertex_labels;
    a.vertex_labels[3] = R3D_MESH_LABEL_MAX + 1;
    assert_refused(&a, R3D_ERR_RANGE);
    a.vertex_labels[3] = -1;
    assert_refused(&a, R3D_ERR_RANGE);
    a.vertex_labels[3] = R3D_MESH_LABEL_MAX;
    a.desc.face_labels = a.face_labels;
    a.face_labels[0] = INT32_MAX;
    assert_refused(&a, R3D_ERR_RANGE);
    a.face_labels[0] = 0;
    a.colors[0] = 65536;
    assert_refused(&a, R3D_ERR_RANGE);
    a.colors[0] = -1;
    assert_refused(&a, R3D_ERR_RANGE);
    a.colors[0] = 65535;
    a.desc.alphas = a.alphas;
    a.alphas[0] = 256;
    assert_refused(&a, R3D_ERR_RANGE);
    a.alphas[0] = 255;
    r3d_mesh_destroy(arrays_create(&a));
    arrays_free(&a);
}

static void builder_refuses_missing_arrays_and_impossible_counts(void **state)
{
    (void)state;
    arrays a = one_face();
    a.desc.y = NULL;
    assert_refused(&a, R3D_ERR_ARGUMENT);
    a.desc.y = a.y;
    a.desc.vertex_count = -1;
    assert_refused(&a, R3D_ERR_LIMIT);
    a.desc.vertex_count = R3D_MESH_COUNT_MAX + 1;
    assert_refused(&a, R3D_ERR_LIMIT);
    a.desc.vertex_count = 4;
    a.desc.struct_size = 4;
    assert_refused(&a, R3D_ERR_ARGUMENT);
    arrays_free(&a);
}

static void optional_arrays_are_absent_independently(void **state)
{
    (void)state;
    for (int mask = 0; mask < 16; mask++) {
        arrays a = one_face();
        r3d_mesh_view view;
        a.desc.infos = (mask & 1) != 0 ? a.infos : NULL;
        a.desc.priorities = (mask & 2) != 0 ? a.priorities : NULL;
        a.desc.alphas = (mask & 4) != 0 ? a.alphas : NULL;
        a.desc.face_labels = (mask & 8) != 0 ? a.face_labels : NULL;
        r3d_mesh *mesh = arrays_create(&a);
        r3d_mesh_get_view(mesh, &view);
        assert_int_equal(view.infos != NULL, (mask & 1) != 0);
        assert_int_equal(view.priorities != NULL, (mask & 2) != 0);
        assert_int_equal(view.alphas != NULL, (mask & 4) != 0);
        assert_int_equal(view.face_labels != NULL, (mask & 8) != 0);
        r3d_mesh_destroy(mesh);
        arrays_free(&a);
    }
}

/* ---- copies ---- */

static void a_copy_shares_what_it_does_not_change(void **state)
{
    (void)state;
    arrays a = one_face();
    r3d_mesh *mesh = arrays_create(&a);
    r3d_mesh *copy = NULL;
    r3d_mesh_view before;
    r3d_mesh_view after;
    r3d_mesh_view original;
    assert_int_equal(r3d_mesh_copy(mesh, &copy), R3D_OK);
    r3d_mesh_get_view(mesh, &original);
    r3d_mesh_get_view(copy, &before);
    assert_ptr_equal(before.x, original.x);
    assert_ptr_equal(before.corners, original.corners);
    assert_int_equal(r3d_mesh_translate(copy, 1, 2, 3), R3D_OK);
    r3d_mesh_get_view(copy, &after);
    assert_ptr_not_equal(after.x, original.x);
    assert_ptr_equal(after.corners, original.corners);
    assert_ptr_equal(after.colors, original.colors);
    assert_int_equal(original.x[1], 100);
    assert_int_equal(after.x[1], 101);
    assert_int_equal(after.y[1], 2);
    assert_int_equal(after.z[1], 3);
    r3d_mesh_destroy(mesh); /* the copy lives on */
    assert_int_equal(after.corners[2], 2);
    r3d_mesh_destroy(copy);
    arrays_free(&a);
}

static void resetting_a_pose_allocates_nothing_and_restores_it(void **state)
{
    (void)state;
    arrays a = one_face();
    counting c = {0, 0, -1};
    const r3d_allocator allocator = counting_allocator(&c);
    r3d_mesh *mesh = NULL;
    r3d_mesh *pose = NULL;
    r3d_mesh_view view;
    assert_int_equal(r3d_mesh_create(&a.desc, &allocator, &mesh), R3D_OK);
    assert_int_equal(r3d_mesh_copy(mesh, &pose), R3D_OK);
    assert_int_equal(r3d_mesh_translate(pose, 1, 0, 0), R3D_OK);
    long calls = c.calls;
    for (int frame = 0; frame < 10; frame++) {
        assert_int_equal(r3d_mesh_reset(pose, mesh), R3D_OK);
        r3d_mesh_get_view(pose, &view);
        assert_int_equal(view.x[1], 100);
        assert_int_equal(r3d_mesh_translate(pose, frame, 0, 0), R3D_OK);
    }
    assert_int_equal(c.calls, calls);
    r3d_mesh *other = NULL;
    assert_int_equal(r3d_mesh_create(&a.desc, NULL, &other), R3D_OK);
    assert_int_equal(r3d_mesh_reset(pose, other), R3D_ERR_ARGUMENT); /* other allocator */
    r3d_mesh_destroy(other);
    r3d_mesh_destroy(mesh);
    r3d_mesh_destroy(pose);
    assert_int_equal(c.live, 0);
    arrays_free(&a);
}

/* ---- whole-model changes ---- */

static void four_quarter_turns_are_none(void **state)
{
    (void)state;
    arrays a = one_face();
    r3d_mesh *mesh = arrays_create(&a);
    r3d_mesh_view view;
    assert_int_equal(r3d_mesh_rotate_quarters(mesh, 1), R3D_OK);
    r3d_mesh_get_view(mesh, &view);
    assert_int_equal(view.x[3], 50);
    assert_int_equal(view.z[1], -100);
    assert_int_equal(r3d_mesh_rotate_quarters(mesh, -5), R3D_OK); /* 3 more: modulo 4 */
    r3d_mesh_get_view(mesh, &view);
    assert_memory_equal(view.x, a.x, 4 * sizeof(int32_t));
    assert_memory_equal(view.z, a.z, 4 * sizeof(int32_t));
    r3d_mesh_destroy(mesh);
    arrays_free(&a);
}

static void scaling_rounds_toward_zero(void **state)
{
    (void)state;
    arrays a = one_face();
    r3d_mesh *mesh = arrays_create(&a);
    r3d_mesh_view view;
    assert_int_equal(r3d_mesh_scale(mesh, 127, 1, -1), R3D_OK);
    r3d_mesh_get_view(mesh, &view);
    assert_int_equal(view.x[1], 99); /* 12700 / 128 = 99.2 */
    assert_int_equal(view.y[2], 0);  /* -100 / 128 */
    assert_int_equal(view.z[3], 0);  /* -50 / 128 */
    r3d_mesh_destroy(mesh);
    arrays_free(&a);
}

static void recolor_rules_chain_and_apply_once_each(void **state)
{
    (void)state;
    arrays a = arrays_make(3, 4, 0);
    const int32_t colors[4] = {1, 2, 3, 1};
    for (int i = 0; i < 4; i++) {
        arrays_set_face(&a, i, 0, 1, 2, colors[i]);
    }
    r3d_mesh *mesh = arrays_create(&a);
    r3d_mesh_view view;
    assert_int_equal(r3d_mesh_recolor(mesh, 1, 2), R3D_OK); /* 2 2 3 2 */
    r3d_mesh_get_view(mesh, &view);
    assert_int_equal(view.colors[0], 2);
    assert_int_equal(view.colors[2], 3);
    assert_int_equal(r3d_mesh_recolor(mesh, 2, 3),
                     R3D_OK); /* all 3: the second rule sees the first */
    for (int i = 0; i < 4; i++) {
        r3d_mesh_get_view(mesh, &view);
        assert_int_equal(view.colors[i], 3);
    }
    assert_int_equal(r3d_mesh_recolor(mesh, 1, 9), R3D_OK); /* nothing is 1 any more */
    r3d_mesh_get_view(mesh, &view);
    assert_int_equal(view.colors[0], 3);
    r3d_mesh_destroy(mesh);

    mesh = arrays_create(&a); /* the other order gives another result */
    assert_int_equal(r3d_mesh_recolor(mesh, 2, 3), R3D_OK);
    assert_int_equal(r3d_mesh_recolor(mesh, 1, 2), R3D_OK);
    r3d_mesh_get_view(mesh, &view);
    const int32_t expected[4] = {2, 3, 3, 2};
    assert_memory_equal(view.colors, expected, sizeof expected);
    assert_int_equal(r3d_mesh_recolor(mesh, 1, 65536), R3D_ERR_RANGE);
    light_standard(mesh);
    assert_int_equal(r3d_mesh_recolor(mesh, 3, 4),
                     R3D_ERR_STATE); /* lighting dropped the colours */
    r3d_mesh_destroy(mesh);
    arrays_free(&a);
}

static void color_words_at_the_sign_boundary_stay_what_they_are(void **state)
{
    (void)state;
    const int32_t words[] = {0, 0x7FFF, 0x8000, 0xFFFF};
    for (size_t i = 0; i < TEST_COUNT(words); i++) {
        arrays a = one_face();
        r3d_mesh_view view;
        a.colors[0] = words[i];
        r3d_mesh *mesh = arrays_create(&a);
        r3d_mesh_get_view(mesh, &view);
        assert_int_equal(view.colors[0], words[i]);
        const int32_t other = 5; /* a word is found, and put back, as it is */
        assert_int_equal(r3d_mesh_recolor(mesh, words[i], other), R3D_OK);
        r3d_mesh_get_view(mesh, &view);
        assert_int_equal(view.colors[0], other);
        assert_int_equal(r3d_mesh_recolor(mesh, other, words[i]), R3D_OK);
        r3d_mesh_get_view(mesh, &view);
        assert_int_equal(view.colors[0], words[i]);
        light_standard(mesh);
        r3d_mesh_get_view(mesh, &view);
        for (int corner = 0; corner < 3; corner++) {
            /* hue and saturation are never touched, lightness ends in 2..126 */
            assert_int_equal(view.lit[corner] & 0xFF80, words[i] & 0xFF80);
            assert_in_range(view.lit[corner] & 127, 2, 126);
        }
        r3d_mesh_destroy(mesh);
        arrays_free(&a);
    }
}

static void skew_computes_heights_anew_but_keeps_the_radius(void **state)
{
    (void)state;
    arrays a = one_face();
    r3d_mesh *mesh = arrays_create(&a);
    const r3d_corner_heights heights = {0, 128, 128, 0};
    r3d_mesh_view view;
    assert_int_equal(r3d_mesh_set_bounds(mesh, R3D_BOUNDS_CYLINDER), R3D_OK);
    assert_int_equal(r3d_mesh_skew(mesh, &heights), R3D_OK);
    r3d_mesh_get_view(mesh, &view);
    assert_int_equal(view.y[0], 0);   /* 64 at x = 0, minus the average 64 */
    assert_int_equal(view.y[1], 100); /* x + 64 - 64 */
    assert_int_equal(view.bounds.radius, 100);
    assert_int_equal(view.bounds.down, 100);
    r3d_mesh_destroy(mesh);
    arrays_free(&a);
}

/* ---- combining ---- */

static r3d_mesh *part(int mask, int32_t x, int32_t info)
{
    arrays a = arrays_make(3, 1, 1);
    arrays_set_vertex(&a, 0, x, 0, 0);
    arrays_set_vertex(&a, 1, x + 10, 0, 0);
    arrays_set_vertex(&a, 2, x, 10, 0);
    arrays_set_face(&a, 0, 0, 1, 2, 100 + x);
    a.planes[1] = 1;
    a.planes[2] = 2;
    a.infos[0] = info;
    a.priorities[0] = 3;
    a.alphas[0] = 77;
    a.face_labels[0] = 5;
    a.desc.priority = 8;
    a.desc.infos = (mask & 1) != 0 ? a.infos : NULL;
    a.desc.priorities = (mask & 2) != 0 ? a.priorities : NULL;
    a.desc.alphas = (mask & 4) != 0 ? a.alphas : NULL;
    a.desc.face_labels = (mask & 8) != 0 ? a.face_labels : NULL;
    r3d_mesh *mesh = arrays_create(&a);
    arrays_free(&a);
    return mesh;
}

static void check_combination(const r3d_mesh_view *view, int first, int second, bool joined)
{
    int any = first | second;
    assert_int_equal(view->face_count, 2);
    assert_int_equal(view->infos != NULL, (any & 1) != 0);
    assert_int_equal(view->priorities != NULL, (any & 2) != 0);
    assert_int_equal(view->alphas != NULL, (any & 4) != 0);
    assert_int_equal(view->face_labels != NULL, !joined && (any & 8) != 0);
    const int masks[2] = {first, second};
    for (int i = 0; i < 2; i++) {
        if ((any & 1) != 0) {
            assert_int_equal(view->infos[i], (masks[i] & 1) != 0 ? 1 : 0);
        }
        if ((any & 2) != 0) {
            assert_int_equal(view->priorities[i], (masks[i] & 2) != 0 ? 3 : 8);
        }
        if ((any & 4) != 0) {
            assert_int_equal(view->alphas[i], (masks[i] & 4) != 0 ? 77 : 0);
        }
        if (!joined && (any & 8) != 0) {
            assert_int_equal(view->face_labels[i], (masks[i] & 8) != 0 ? 5 : 0);
        }
    }
    /* -1 only if all parts have priorities of their own */
    assert_int_equal(view->priority, (first & second & 2) != 0 ? -1 : 8);
}

static void the_sixteen_by_sixteen_combinations_of_optional_arrays_merge(void **state)
{
    (void)state;
    for (int first = 0; first < 16; first++) {
        for (int second = 0; second < 16; second++) {
            r3d_mesh *a = part(first, 0, 1);
            r3d_mesh *b = part(second, 50, 1);
            const r3d_mesh *parts[3] = {a, NULL, b};
            r3d_mesh *whole = NULL;
            r3d_mesh_view view;
            assert_int_equal(r3d_mesh_weld(parts, 3, R3D_PLANES_KEPT, NULL, &whole), R3D_OK);
            r3d_mesh_get_view(whole, &view);
            check_combination(&view, first, second, false);
            assert_int_equal(view.colors[1], 150);
            r3d_mesh_destroy(whole);
            light_standard(a);
            light_standard(b);
            assert_int_equal(r3d_mesh_join(parts, 3, R3D_PLANES_KEPT, NULL, &whole), R3D_OK);
            r3d_mesh_get_view(whole, &view);
            check_combination(&view, first, second, true);
            assert_int_equal(view.corners[3], 3);
            assert_int_equal(view.planes[3], 3);
            r3d_mesh_destroy(whole);
            r3d_mesh_destroy(a);
            r3d_mesh_destroy(b);
        }
    }
}

static void welding_shares_vertices_at_the_same_place(void **state)
{
    (void)state;
    r3d_mesh *a = part(0, 0, 0);
    r3d_mesh *b = part(0, 10, 0); /* its first corner is a's second */
    const r3d_mesh *parts[2] = {a, b};
    r3d_mesh *whole = NULL;
    r3d_mesh_view view;
    assert_int_equal(r3d_mesh_weld(parts, 2, R3D_PLANES_REBASED, NULL, &whole), R3D_OK);
    r3d_mesh_get_view(whole, &view);
    assert_int_equal(view.vertex_count, 5);
    const int32_t corners[6] = {0, 1, 2, 1, 3, 4};
    assert_memory_equal(view.corners, corners, sizeof corners);
    assert_non_null(view.vertex_labels);
    r3d_mesh_destroy(whole);
    r3d_mesh_destroy(a);
    r3d_mesh_destroy(b);
}

static void planes_are_renumbered_only_when_asked(void **state)
{
    (void)state;
    r3d_mesh *a = part(1, 0, 2);
    r3d_mesh *b = part(1, 50, 3);
    const r3d_mesh *parts[2] = {a, b};
    r3d_mesh *whole = NULL;
    r3d_mesh_view view;
    assert_int_equal(r3d_mesh_weld(parts, 2, R3D_PLANES_KEPT, NULL, &whole), R3D_OK);
    r3d_mesh_get_view(whole, &view);
    assert_int_equal(view.infos[1], 3);
    r3d_mesh_destroy(whole);
    assert_int_equal(r3d_mesh_weld(parts, 2, R3D_PLANES_REBASED, NULL, &whole), R3D_OK);
    r3d_mesh_get_view(whole, &view);
    assert_int_equal(view.infos[0], 2);
    assert_int_equal(view.infos[1], 3 + 4);
    r3d_mesh_destroy(whole);
    r3d_mesh_destroy(a);
    r3d_mesh_destroy(b);
}

static void combining_nothing_gives_an_empty_mesh(void **state)
{
    (void)state;
    r3d_mesh *whole = NULL;
    r3d_mesh_view view;
    assert_int_equal(r3d_mesh_weld(NULL, 0, R3D_PLANES_KEPT, NULL, &whole), R3D_OK);
    r3d_mesh_get_view(whole, &view);
    assert_int_equal(view.vertex_count, 0);
    assert_int_equal(view.face_count, 0);
    light_standard(whole);
    r3d_mesh_destroy(whole);
    assert_int_equal(r3d_mesh_join(NULL, 1, R3D_PLANES_KEPT, NULL, &whole), R3D_ERR_ARGUMENT);
    assert_null(whole);
}

static void parts_in_the_wrong_state_are_refused(void **state)
{
    (void)state;
    r3d_mesh *unlit = part(0, 0, 0);
    r3d_mesh *lit = part(0, 50, 0);
    light_standard(lit);
    const r3d_mesh *parts[2] = {unlit, lit};
    r3d_mesh *whole = NULL;
    assert_int_equal(r3d_mesh_weld(parts, 2, R3D_PLANES_KEPT, NULL, &whole), R3D_ERR_STATE);
    assert_int_equal(r3d_mesh_join(parts, 2, R3D_PLANES_KEPT, NULL, &whole), R3D_ERR_STATE);
    assert_null(whole);
    r3d_mesh_destroy(unlit);
    r3d_mesh_destroy(lit);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(builder_refuses_references_outside_the_mesh),
        cmocka_unit_test(builder_refuses_planes_that_do_not_exist_unless_asked),
        cmocka_unit_test(builder_refuses_labels_colors_and_alphas_out_of_range),
        cmocka_unit_test(builder_refuses_missing_arrays_and_impossible_counts),
        cmocka_unit_test(optional_arrays_are_absent_independently),
        cmocka_unit_test(a_copy_shares_what_it_does_not_change),
        cmocka_unit_test(resetting_a_pose_allocates_nothing_and_restores_it),
        cmocka_unit_test(four_quarter_turns_are_none),
        cmocka_unit_test(scaling_rounds_toward_zero),
        cmocka_unit_test(recolor_rules_chain_and_apply_once_each),
        cmocka_unit_test(color_words_at_the_sign_boundary_stay_what_they_are),
        cmocka_unit_test(skew_computes_heights_anew_but_keeps_the_radius),
        cmocka_unit_test(the_sixteen_by_sixteen_combinations_of_optional_arrays_merge),
        cmocka_unit_test(welding_shares_vertices_at_the_same_place),
        cmocka_unit_test(planes_are_renumbered_only_when_asked),
        cmocka_unit_test(combining_nothing_gives_an_empty_mesh),
        cmocka_unit_test(parts_in_the_wrong_state_are_refused),
    };
    return cmocka_run_group_tests_name("mesh", tests, NULL, NULL);
}
