/* SPDX-License-Identifier: MIT */
/* Drawing: the limits of the original and their absence, sorting, picking, errors.
 * The original's own pixels and orders are in golden/model; here is what goes beyond them. */

#include <stdlib.h>
#include <string.h>

#include "support.h"
#include "draw_test.h"

/* ---- the faults of published ports ---- */

static void many_faces_in_one_bucket_are_all_drawn(void **state)
{
    (void)state;
    canvas c;
    canvas_make(&c, 256, 256);
    r3d_mesh *mesh = make_front_faces(693, 0);
    light_standard(mesh);
    r3d_draw_context *context = make_context(R3D_LIMITS_NONE);
    r3d_draw_report report = draw_front(context, &c, mesh, R3D_OK);
    assert_int_equal(report.outcome, R3D_DRAW_DONE);
    assert_int_equal(seen.count, 693);
    for (int i = 0; i < 693; i++) {
        assert_int_equal(seen.faces[i], i); /* equal depth keeps index order */
    }
    r3d_draw_context_destroy(context);

    context = make_context(R3D_LIMITS_ORIGINAL);
    report = draw_front(context, &c, mesh, R3D_OK); /* silent */
    assert_int_equal(report.outcome, R3D_DRAW_ABORTED);
    assert_int_equal(report.reason, R3D_ERR_LIMIT);
    assert_int_equal(report.reason_face, 512);
    assert_int_equal(seen.count, 0);
    r3d_draw_context_destroy(context);
    r3d_mesh_destroy(mesh);
    canvas_free(&c);
}

/* Faces with given depths of their three corners, all showing their front. */
typedef struct corner_depths {
    int32_t z[3];
} corner_depths;

static r3d_mesh *faces_with_depths(const corner_depths *depths, int32_t count)
{
    arrays a = arrays_make(count * 3, count, 0);
    for (int32_t i = 0; i < count; i++) {
        /* Large enough to be seen from afar, small enough for the projection not to wrap. */
        int32_t size = depths[i].z[0] > 40000000 ? 4000000 : 20 + depths[i].z[0] / 10;
        arrays_set_vertex(&a, i * 3, -size, -size, depths[i].z[0]);
        arrays_set_vertex(&a, i * 3 + 1, size, -size, depths[i].z[1]);
        arrays_set_vertex(&a, i * 3 + 2, -size, size, depths[i].z[2]);
        arrays_set_face(&a, i, i * 3, i * 3 + 2, i * 3 + 1, 5056);
    }
    r3d_mesh *mesh = arrays_create(&a);
    arrays_free(&a);
    light_standard(mesh);
    return mesh;
}

static void depth_sums_truncate_toward_zero(void **state)
{
    (void)state;
    /* Sums 5, 4, 3 .. -5; a third of them, toward zero: 1 1 1 0 0 0 0 0 -1 -1 -1. A multiply and a
     * shift would give -1 for -1 and -2 too. */
    corner_depths depths[11];
    const int32_t thirds[11] = {1, 1, 1, 0, 0, 0, 0, 0, -1, -1, -1};
    for (int i = 0; i < 11; i++) {
        depths[i].z[0] = 5 - i;
        depths[i].z[1] = 0;
        depths[i].z[2] = 0;
    }
    canvas c;
    canvas_make(&c, 256, 256);
    r3d_mesh *mesh = faces_with_depths(depths, 11);
    r3d_mesh_view view;
    r3d_mesh_get_view(mesh, &view);
    for (int limits = R3D_LIMITS_NONE; limits <= R3D_LIMITS_ORIGINAL; limits++) {
        r3d_draw_context *context = make_context((r3d_draw_limits)limits);
        draw_front(context, &c, mesh, R3D_OK);
        assert_int_equal(seen.count, 11);
        for (int i = 0; i < 11; i++) {
            assert_int_equal(seen.faces[i], i); /* they come in falling order already */
            assert_int_equal(seen.buckets[i], thirds[i] + view.bounds.min_depth);
        }
        r3d_draw_context_destroy(context);
    }
    r3d_mesh_destroy(mesh);
    canvas_free(&c);
}

/* A lit mesh whose vertices were moved since its bounds were made, so that buckets leave
 * 0..max_depth. */
static r3d_mesh *moved_after_bounds(int32_t dz)
{
    const corner_depths depths[3] = {{{30, 30, 30}}, {{0, 0, 0}}, {{-30, -30, -30}}};
    r3d_mesh *mesh = faces_with_depths(depths, 3);
    assert_int_equal(r3d_mesh_translate(mesh, 0, 0, dz), R3D_OK);
    return mesh;
}

static void a_negative_bucket_is_drawn_by_default_and_ends_the_draw_in_the_original(void **state)
{
    (void)state;
    canvas c;
    canvas_make(&c, 256, 256);
    r3d_mesh *mesh = moved_after_bounds(-200);
    r3d_draw_context *context = make_context(R3D_LIMITS_NONE);
    r3d_draw_report report = draw_front(context, &c, mesh, R3D_OK);
    assert_int_equal(report.faces_drawn, 3);
    assert_true(seen.buckets[2] < 0);
    const int32_t order[3] = {0, 1, 2};
    assert_memory_equal(seen.faces, order, sizeof order);
    r3d_draw_context_destroy(context);
    context = make_context(R3D_LIMITS_ORIGINAL);
    report = draw_front(context, &c, mesh, R3D_OK);
    assert_int_equal(report.outcome, R3D_DRAW_ABORTED);
    assert_int_equal(report.faces_drawn, 0);
    r3d_draw_context_destroy(context);
    r3d_mesh_destroy(mesh);
    canvas_free(&c);
}

static void
faces_behind_the_last_bucket_are_drawn_by_default_and_vanish_in_the_original(void **state)
{
    (void)state;
    canvas c;
    canvas_make(&c, 256, 256);
    r3d_mesh *mesh = moved_after_bounds(200);
    r3d_draw_context *context = make_context(R3D_LIMITS_NONE);
    r3d_draw_report report = draw_front(context, &c, mesh, R3D_OK);
    assert_int_equal(report.faces_drawn, 3);
    r3d_draw_context_destroy(context);
    context = make_context(R3D_LIMITS_ORIGINAL);
    report = draw_front(context, &c, mesh, R3D_OK);
    assert_int_equal(report.outcome, R3D_DRAW_DONE);
    assert_int_equal(report.faces_drawn, 0);
    r3d_draw_context_destroy(context);
    r3d_mesh_destroy(mesh);
    canvas_free(&c);
}

static void a_radius_beyond_the_bucket_array_is_drawn_by_default(void **state)
{
    (void)state;
    const corner_depths depths[2] = {{{2000, 2000, 2000}}, {{-300, -300, -300}}};
    canvas c;
    canvas_make(&c, 256, 256);
    r3d_mesh *mesh = faces_with_depths(depths, 2);
    r3d_mesh_view view;
    r3d_mesh_get_view(mesh, &view);
    assert_true(view.bounds.max_depth > 1500);
    r3d_draw_context *context = make_context(R3D_LIMITS_NONE);
    r3d_draw_report report = draw_front(context, &c, mesh, R3D_OK);
    assert_int_equal(report.faces_drawn, 2);
    assert_int_equal(seen.faces[0], 0);
    r3d_draw_context_destroy(context);
    context = make_context(R3D_LIMITS_ORIGINAL);
    report = draw_front(context, &c, mesh, R3D_OK);
    assert_int_equal(report.outcome, R3D_DRAW_ABORTED);
    r3d_draw_context_destroy(context);
    r3d_mesh_destroy(mesh);
    canvas_free(&c);
}

static r3d_mesh *textured_face(int32_t alpha, int32_t texture, int32_t info)
{
    arrays a = arrays_make(3, 1, 1);
    arrays_set_vertex(&a, 0, -60, -60, 0);
    arrays_set_vertex(&a, 1, 60, -60, 10);
    arrays_set_vertex(&a, 2, -60, 60, 20);
    arrays_set_face(&a, 0, 0, 2, 1, texture);
    a.planes[1] = 1;
    a.planes[2] = 2;
    a.infos[0] = info;
    a.alphas[0] = alpha;
    a.desc.infos = a.infos;
    a.desc.alphas = a.alphas;
    a.desc.allow_missing_planes = true;
    r3d_mesh *mesh = arrays_create(&a);
    arrays_free(&a);
    light_standard(mesh);
    return mesh;
}

static void a_textured_face_draws_alike_whatever_its_alpha(void **state)
{
    (void)state;
    const r3d_texels texels = plain_texture();
    uint32_t crcs[3];
    const int32_t alphas[3] = {0, 128, 255};
    for (int i = 0; i < 3; i++) {
        canvas c;
        canvas_make(&c, 256, 256);
        r3d_surface_clear(&c.surface, 0x204060);
        uint32_t empty = canvas_crc(&c);
        r3d_draw_context *context = make_context(R3D_LIMITS_NONE);
        r3d_mesh *mesh = textured_face(alphas[i], 3, R3D_FACE_TEXTURED);
        assert_int_equal(r3d_draw_context_set_texture(context, 3, &texels), R3D_OK);
        draw_front(context, &c, mesh, R3D_OK);
        assert_int_equal(seen.last_triangle.translucency, alphas[i]);
        crcs[i] = canvas_crc(&c);
        assert_int_not_equal(crcs[i], empty);
        r3d_mesh_destroy(mesh);
        r3d_draw_context_destroy(context);
        canvas_free(&c);
    }
    assert_int_equal(crcs[0], crcs[1]);
    assert_int_equal(crcs[0], crcs[2]);
}

/* ---- sorting ---- */

typedef struct expected_face {
    int32_t face;
    int32_t bucket;
} expected_face;

static int by_bucket_then_face(const void *a, const void *b)
{
    const expected_face *left = a;
    const expected_face *right = b;
    if (left->bucket != right->bucket) {
        return left->bucket > right->bucket ? -1 : 1;
    }
    return left->face < right->face ? -1 : left->face > right->face;
}

static void the_radix_sort_orders_any_range_of_depths_stably(void **state)
{
    (void)state;
    const int32_t spreads[] = {1, 100, 2047, 2048, 5000, 4200000, 1000000000};
    enum { COUNT = 3000 };
    static corner_depths depths[COUNT];
    static expected_face expected[COUNT];
    rng r = {7};
    canvas c;
    canvas_make(&c, 64, 64);
    r3d_draw_context_desc desc;
    r3d_draw_context *context = NULL;
    r3d_draw_context_desc_init(&desc);
    desc.vertex_capacity = COUNT * 3;
    assert_int_equal(r3d_draw_context_create(&desc, &context), R3D_OK);
    for (size_t s = 0; s < TEST_COUNT(spreads); s++) {
        for (int i = 0; i < COUNT; i++) {
            depths[i].z[0] = depths[i].z[1] = depths[i].z[2] = rng_range(&r, 0, spreads[s] / 3);
        }
        r3d_mesh *mesh = faces_with_depths(depths, COUNT);
        draw_front(context, &c, mesh, R3D_OK);
        assert_int_equal(seen.count, COUNT);
        for (int i = 0; i < seen.count; i++) {
            expected[i].face = seen.faces[i];
            expected[i].bucket = seen.buckets[i];
        }
        qsort(expected, (size_t)seen.count, sizeof expected[0], by_bucket_then_face);
        for (int i = 0; i < seen.count; i++) {
            assert_int_equal(seen.faces[i], expected[i].face);
        }
        r3d_mesh_destroy(mesh);
    }
    r3d_draw_context_destroy(context);
    canvas_free(&c);
}

static void meshes_beyond_the_originals_sizes_are_drawn_whole_by_default(void **state)
{
    (void)state;
    enum { COUNT = 20000 };
    canvas c;
    canvas_make(&c, 256, 256);
    r3d_mesh *mesh = make_front_faces(COUNT, 0);
    light_standard(mesh);
    r3d_draw_context *context = make_context(R3D_LIMITS_NONE);
    r3d_draw_report report = draw_front(context, &c, mesh, R3D_OK); /* the context grows */
    assert_int_equal(report.faces_drawn, COUNT);
    r3d_draw_context_destroy(context);

    context = make_context(R3D_LIMITS_ORIGINAL); /* stops at vertex 4096, whatever its room is */
    report = draw_front(context, &c, mesh, R3D_OK);
    assert_int_equal(report.outcome, R3D_DRAW_FAILED);
    r3d_draw_context_destroy(context);
    r3d_mesh_destroy(mesh);
    canvas_free(&c);
}

/* ---- errors are reported, the rest is drawn ---- */

static r3d_mesh *two_faces(int32_t first_priority, int32_t first_z)
{
    arrays a = arrays_make(6, 2, 0);
    for (int i = 0; i < 2; i++) {
        arrays_set_vertex(&a, i * 3, -20, -20, i == 0 ? first_z : 0);
        arrays_set_vertex(&a, i * 3 + 1, 20, -20, 0);
        arrays_set_vertex(&a, i * 3 + 2, -20, 20, 0);
        arrays_set_face(&a, i, i * 3, i * 3 + 2, i * 3 + 1, 5056);
    }
    a.priorities[0] = first_priority;
    a.priorities[1] = 4;
    a.desc.priorities = a.priorities;
    r3d_mesh *mesh = arrays_create(&a);
    arrays_free(&a);
    light_standard(mesh);
    return mesh;
}

static void what_cannot_be_drawn_is_left_out_and_reported(void **state)
{
    (void)state;
    canvas c;
    canvas_make(&c, 256, 256);
    r3d_draw_context *context = make_context(R3D_LIMITS_NONE);
    const int32_t bad_priorities[] = {-1, 12, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < TEST_COUNT(bad_priorities); i++) {
        r3d_mesh *mesh = two_faces(bad_priorities[i], 0);
        r3d_draw_report report = draw_front(context, &c, mesh, R3D_ERR_RANGE);
        assert_int_equal(report.faces_drawn, 1);
        assert_int_equal(report.faces_skipped, 1);
        assert_int_equal(report.reason_face, 0);
        assert_int_equal(seen.faces[0], 1);
        r3d_mesh_destroy(mesh);
    }
    r3d_mesh *at_eye = two_faces(0, -600); /* a corner at depth 0 */
    r3d_draw_report report = draw_front(context, &c, at_eye, R3D_ERR_RANGE);
    assert_int_equal(report.faces_drawn, 1);
    assert_int_equal(report.faces_skipped, 1);
    r3d_mesh_destroy(at_eye);
    r3d_mesh *good = two_faces(0, 0); /* no trace of it in the next draw */
    report = draw_front(context, &c, good, R3D_OK);
    assert_int_equal(report.faces_drawn, 2);
    r3d_mesh_destroy(good);

    r3d_mesh *no_texture = textured_face(0, 7, R3D_FACE_TEXTURED);
    for (int i = 0; i < 2; i++) { /* each time, not at the first use only */
        report = draw_front(context, &c, no_texture, R3D_ERR_STATE);
        assert_int_equal(report.faces_skipped, 1);
    }
    r3d_mesh_destroy(no_texture);
    r3d_mesh *no_plane = textured_face(0, 7, R3D_FACE_TEXTURED + 4 * 1000000);
    draw_front(context, &c, no_plane, R3D_ERR_FORMAT_INDEX);
    r3d_mesh_destroy(no_plane);
    r3d_draw_context_destroy(context);
    canvas_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_faces_in_one_bucket_are_all_drawn),
        cmocka_unit_test(depth_sums_truncate_toward_zero),
        cmocka_unit_test(a_negative_bucket_is_drawn_by_default_and_ends_the_draw_in_the_original),
        cmocka_unit_test(
            faces_behind_the_last_bucket_are_drawn_by_default_and_vanish_in_the_original),
        cmocka_unit_test(a_radius_beyond_the_bucket_array_is_drawn_by_default),
        cmocka_unit_test(a_textured_face_draws_alike_whatever_its_alpha),
        cmocka_unit_test(the_radix_sort_orders_any_range_of_depths_stably),
        cmocka_unit_test(meshes_beyond_the_originals_sizes_are_drawn_whole_by_default),
        cmocka_unit_test(what_cannot_be_drawn_is_left_out_and_reported),
    };
    return cmocka_run_group_tests_name("draw", tests, NULL, NULL);
}
