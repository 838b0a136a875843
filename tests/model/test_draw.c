/* SPDX-License-Identifier: MIT */
/* Drawing: the limits of the original and their absence, sorting, picking, errors.
 * The original's own pixels and orders are in golden/model; here is what goes beyond them. */

#include <stdlib.h>
#include <string.h>

#include "support.h"

static recorder seen;

/* The model 600 units in front of the eye, not turned. */
static const r3d_icon_view front_view = {0, 0, 0, 0, {0, 0, 600}};

static r3d_draw_report draw_front(r3d_draw_context *context, const canvas *c, const r3d_mesh *mesh,
                                  r3d_result expected)
{
    r3d_draw_report report;
    recorder_attach(&seen, context);
    assert_int_equal(r3d_draw_model(context, &c->raster, mesh, &front_view, &report), expected);
    assert_int_equal(report.faces_drawn, seen.count);
    return report;
}

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

static uint32_t texel_memory[R3D_TEXELS_LOW_COUNT];

static r3d_texels plain_texture(void)
{
    for (size_t i = 0; i < TEST_COUNT(texel_memory); i++) {
        texel_memory[i] = (uint32_t)(0x102030 + i % 64 * 0x20101) & 0xF8F8FF;
    }
    const r3d_texels texels = {texel_memory, R3D_DETAIL_LOW, false};
    return texels;
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
        cmocka_unit_test(contexts_refuse_wrong_arguments),
        cmocka_unit_test(without_limits_a_model_within_them_looks_the_same),
        cmocka_unit_test(picks_collect_up_to_the_capacity),
        cmocka_unit_test(a_pick_tells_the_face_under_the_mouse),
        cmocka_unit_test(drawing_allocates_nothing),
        cmocka_unit_test(a_draw_grows_its_context_once_or_draws_nothing),
        cmocka_unit_test(a_context_that_cannot_grow_stays_as_it_was),
    };
    return cmocka_run_group_tests_name("draw", tests, NULL, NULL);
}
