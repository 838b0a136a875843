/* SPDX-License-Identifier: MIT */
/* Lighting, and normals that neighbours share. */

#include "support.h"

/* A strip of squares in the plane z = 0 from x = first to x = last, in steps of 10. */
static r3d_mesh *strip(int32_t first, int32_t last, bool with_infos)
{
    int32_t squares = (last - first) / 10;
    arrays a = arrays_make((squares + 1) * 2, squares * 2, 0);
    for (int32_t i = 0; i <= squares; i++) {
        arrays_set_vertex(&a, i * 2, first + i * 10, 0, i * i);
        arrays_set_vertex(&a, i * 2 + 1, first + i * 10, -10, i * i);
    }
    for (int32_t i = 0; i < squares; i++) {
        arrays_set_face(&a, i * 2, i * 2, i * 2 + 1, i * 2 + 2, 5056);
        arrays_set_face(&a, i * 2 + 1, i * 2 + 1, i * 2 + 3, i * 2 + 2, 5056);
    }
    a.desc.infos = with_infos ? a.infos : NULL;
    r3d_mesh *mesh = arrays_create(&a);
    arrays_free(&a);
    return mesh;
}

static void two_steps_equal_one_when_nothing_is_shared(void **state)
{
    (void)state;
    r3d_mesh *one = strip(0, 80, false);
    r3d_mesh *two = strip(0, 80, false);
    r3d_mesh_view a;
    r3d_mesh_view b;
    light_standard(one);
    assert_int_equal(r3d_mesh_light_begin(two, &standard_light), R3D_OK);
    assert_int_equal(r3d_mesh_light_finish(two, &standard_light), R3D_OK);
    r3d_mesh_get_view(one, &a);
    r3d_mesh_get_view(two, &b);
    assert_memory_equal(a.lit, b.lit, (size_t)a.face_count * 3 * sizeof(int32_t));
    assert_null(b.normals);
    assert_null(b.colors);
    assert_int_equal(a.bounds.max_x, 0); /* a cylinder has no box, the split form makes one */
    assert_int_equal(b.bounds.max_x, 80);
    r3d_mesh_destroy(one);
    r3d_mesh_destroy(two);
}

/* The rule as the specification words it, pair by pair. */
static int share_by_pairs(const r3d_mesh_view *a, const r3d_mesh_view *b, int32_t dx, int32_t dy,
                          int32_t dz, const r3d_vertex_normal *a_alone,
                          const r3d_vertex_normal *b_alone, r3d_vertex_normal *a_sum,
                          r3d_vertex_normal *b_sum)
{
    int matches = 0;
    for (int32_t i = 0; i < a->vertex_count; i++) {
        int32_t x = a->x[i] - dx;
        int32_t y = a->y[i] - dy;
        int32_t z = a->z[i] - dz;
        if (a_alone[i].count == 0 || y > b->bounds.down || x < b->bounds.min_x ||
            x > b->bounds.max_x || z < b->bounds.min_z || z > b->bounds.max_z) {
            continue;
        }
        for (int32_t j = 0; j < b->vertex_count; j++) {
            if (b->x[j] == x && b->y[j] == y && b->z[j] == z && b_alone[j].count != 0) {
                a_sum[i].x += b_alone[j].x;
                a_sum[i].y += b_alone[j].y;
                a_sum[i].z += b_alone[j].z;
                a_sum[i].count += b_alone[j].count;
                b_sum[j].x += a_alone[i].x;
                b_sum[j].y += a_alone[i].y;
                b_sum[j].z += a_alone[i].z;
                b_sum[j].count += a_alone[i].count;
                matches++;
            }
        }
    }
    return matches;
}

enum { CROWD = 60 };

/* Random vertices on a coarse lattice, so that many lie at the same place. */
static r3d_mesh *crowd(rng *r)
{
    arrays a = arrays_make(CROWD, CROWD, 0);
    for (int32_t i = 0; i < CROWD; i++) {
        arrays_set_vertex(&a, i, rng_range(r, 0, 3) * 8, rng_range(r, -3, 0) * 8,
                          rng_range(r, 0, 3) * 8);
        arrays_set_face(&a, i, rng_range(r, 0, CROWD - 1), rng_range(r, 0, CROWD - 1),
                        rng_range(r, 0, CROWD - 1), 5056);
    }
    a.desc.infos = a.infos;
    for (int32_t i = 0; i < CROWD; i += 5) {
        a.infos[i] = 1; /* flat faces add nothing, so some vertices have no normals */
    }
    r3d_mesh *mesh = arrays_create(&a);
    arrays_free(&a);
    return mesh;
}

static void sharing_by_place_equals_the_rule_pair_by_pair(void **state)
{
    (void)state;
    rng r = {42};
    int most = 0;
    for (int round = 0; round < 200; round++) {
        r3d_mesh *a = crowd(&r);
        r3d_mesh *b = crowd(&r);
        r3d_mesh_view va;
        r3d_mesh_view vb;
        r3d_vertex_normal a_alone[CROWD];
        r3d_vertex_normal b_alone[CROWD];
        r3d_vertex_normal a_sum[CROWD];
        r3d_vertex_normal b_sum[CROWD];
        assert_int_equal(r3d_mesh_light_begin(a, &standard_light), R3D_OK);
        assert_int_equal(r3d_mesh_light_begin(b, &standard_light), R3D_OK);
        r3d_mesh_get_view(a, &va);
        r3d_mesh_get_view(b, &vb);
        for (int i = 0; i < CROWD; i++) {
            a_alone[i] = a_sum[i] = va.normals[i];
            b_alone[i] = b_sum[i] = vb.normals[i];
        }
        int32_t dx = rng_range(&r, -2, 2) * 8;
        int32_t dy = rng_range(&r, -2, 2) * 8;
        int32_t dz = rng_range(&r, -2, 2) * 8;
        int matches = share_by_pairs(&va, &vb, dx, dy, dz, a_alone, b_alone, a_sum, b_sum);
        most = matches > most ? matches : most;
        assert_int_equal(r3d_mesh_share_normals(a, b, dx, dy, dz, false), R3D_OK);
        r3d_mesh_get_view(a, &va);
        r3d_mesh_get_view(b, &vb);
        assert_memory_equal(va.normals, a_sum, sizeof a_sum);
        assert_memory_equal(vb.normals, b_sum, sizeof b_sum);
        r3d_mesh_destroy(a);
        r3d_mesh_destroy(b);
    }
    assert_true(most > 20); /* the test did compare something */
}

static void inner_faces_are_hidden_from_three_matches_on(void **state)
{
    (void)state;
    r3d_mesh *a = strip(0, 20, true);
    r3d_mesh *b = strip(0, 20, true);
    r3d_mesh_view view;
    assert_int_equal(r3d_mesh_light_begin(a, &standard_light), R3D_OK);
    assert_int_equal(r3d_mesh_light_begin(b, &standard_light), R3D_OK);
    assert_int_equal(r3d_mesh_share_normals(a, b, 1000, 0, 0, true), R3D_OK);
    r3d_mesh_get_view(a, &view);
    assert_int_equal(view.infos[0], 0);
    assert_int_equal(r3d_mesh_share_normals(a, b, 0, 0, 0, true), R3D_OK);
    r3d_mesh_get_view(a, &view);
    assert_int_equal(view.infos[0], R3D_FACE_HIDDEN);
    r3d_mesh_get_view(b, &view);
    assert_int_equal(view.infos[3], R3D_FACE_HIDDEN);
    r3d_mesh_destroy(a);
    r3d_mesh_destroy(b);
}

static void sharing_leaves_copies_alone(void **state)
{
    (void)state;
    r3d_mesh *a = strip(0, 20, false);
    r3d_mesh *b = strip(0, 20, false);
    r3d_mesh *copy = NULL;
    r3d_mesh_view view;
    assert_int_equal(r3d_mesh_light_begin(a, &standard_light), R3D_OK);
    assert_int_equal(r3d_mesh_light_begin(b, &standard_light), R3D_OK);
    assert_int_equal(r3d_mesh_copy(a, &copy), R3D_OK);
    r3d_mesh_get_view(copy, &view);
    int32_t count = view.normals[0].count;
    assert_int_equal(r3d_mesh_share_normals(a, b, 0, 0, 0, false), R3D_OK);
    r3d_mesh_get_view(copy, &view);
    assert_int_equal(view.normals[0].count, count);
    r3d_mesh_get_view(a, &view);
    assert_int_equal(view.normals[0].count, count * 2);
    r3d_mesh_destroy(a);
    r3d_mesh_destroy(b);
    r3d_mesh_destroy(copy);
}

static void steps_out_of_order_are_refused(void **state)
{
    (void)state;
    r3d_mesh *a = strip(0, 20, false);
    r3d_mesh *b = strip(0, 20, false);
    assert_int_equal(r3d_mesh_light_finish(a, &standard_light), R3D_ERR_STATE);
    assert_int_equal(r3d_mesh_share_normals(a, b, 0, 0, 0, false), R3D_ERR_STATE);
    assert_int_equal(r3d_mesh_light_begin(a, &standard_light), R3D_OK);
    assert_int_equal(r3d_mesh_light_begin(b, &standard_light), R3D_OK);
    assert_int_equal(r3d_mesh_share_normals(a, a, 0, 0, 0, false), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_mesh_share_normals(a, b, 0, 0, 0, true), R3D_ERR_STATE); /* no infos */
    light_standard(a);
    assert_int_equal(r3d_mesh_light(a, &standard_light), R3D_ERR_STATE); /* colours are gone */
    r3d_mesh_destroy(a);
    r3d_mesh_destroy(b);
}

static void a_light_that_divides_by_zero_is_refused_and_changes_nothing(void **state)
{
    (void)state;
    const r3d_light dark = {64, 0, {-50, -10, -50}};
    const r3d_light nowhere = {64, 768, {0, 0, 0}};
    r3d_mesh *smooth = strip(0, 20, false);
    r3d_mesh *flat = strip(0, 20, true);
    r3d_mesh_view view;
    assert_int_equal(r3d_mesh_light(smooth, &dark), R3D_ERR_RANGE);
    assert_int_equal(r3d_mesh_light(smooth, &nowhere), R3D_ERR_RANGE);
    r3d_mesh_get_view(smooth, &view);
    assert_null(view.lit);
    assert_non_null(view.colors);
    assert_int_equal(r3d_mesh_light_begin(smooth, &dark),
                     R3D_OK); /* no flat face: no division yet */
    assert_int_equal(r3d_mesh_light_finish(smooth, &dark), R3D_ERR_RANGE);
    assert_int_equal(r3d_mesh_light_finish(smooth, &standard_light), R3D_OK);
    assert_int_equal(r3d_mesh_light(flat, &dark), R3D_ERR_RANGE);
    r3d_mesh_destroy(smooth);
    r3d_mesh_destroy(flat);
}

static void normals_turned_away_give_values_below_the_ambient_ones(void **state)
{
    (void)state;
    /* One flat face in each direction of z. Ambient 64; the signed dot product moves it both ways,
     * which an unsigned one would not. */
    arrays a = arrays_make(3, 2, 0);
    arrays_set_vertex(&a, 0, 0, 0, 0);
    arrays_set_vertex(&a, 1, 100, 0, 0);
    arrays_set_vertex(&a, 2, 0, 100, 0);
    arrays_set_face(&a, 0, 0, 1, 2, 127);
    arrays_set_face(&a, 1, 0, 2, 1, 127);
    a.infos[0] = a.infos[1] = 1;
    a.desc.infos = a.infos;
    const r3d_light light = {64, 256, {0, 0, -64}}; /* weight 64: dot / 96 = 64 * 256 / 96 = 170 */
    r3d_mesh *mesh = arrays_create(&a);
    r3d_mesh_view view;
    assert_int_equal(r3d_mesh_light(mesh, &light), R3D_OK);
    r3d_mesh_get_view(mesh, &view);
    assert_int_equal(view.lit[0], 2);   /* 64 - 170: clamped */
    assert_int_equal(view.lit[3], 126); /* 64 + 170 */
    r3d_mesh_destroy(mesh);
    arrays_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_steps_equal_one_when_nothing_is_shared),
        cmocka_unit_test(sharing_by_place_equals_the_rule_pair_by_pair),
        cmocka_unit_test(inner_faces_are_hidden_from_three_matches_on),
        cmocka_unit_test(sharing_leaves_copies_alone),
        cmocka_unit_test(steps_out_of_order_are_refused),
        cmocka_unit_test(a_light_that_divides_by_zero_is_refused_and_changes_nothing),
        cmocka_unit_test(normals_turned_away_give_values_below_the_ambient_ones),
    };
    return cmocka_run_group_tests_name("light", tests, NULL, NULL);
}
