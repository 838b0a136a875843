/* SPDX-License-Identifier: MIT */
/* Whole models without an observer, whose faces an instruction set may set up together: each draws what
 * the scalar fills draw, one by one. */

#include <string.h>

#include "support.h"

enum { WIDTH = 160, HEIGHT = 96, MESHES = 1500, DRAWS = 4, VERTICES = 60, FACES = 150 };

/* A surface that bends: neighbouring faces of all sizes, some of which face away, cross the borders
 * or lie before the near plane. */
static r3d_mesh *random_mesh(rng *r)
{
    arrays a = arrays_make(VERTICES, FACES, 1);
    int32_t spread = rng_range(r, 3, 120);
    int32_t color = rng_range(r, 0, 511) * 128;
    int32_t x = 0;
    int32_t y = 0;
    int32_t z = 0;
    for (int32_t i = 0; i < VERTICES; i++) {
        x += rng_range(r, -spread, spread);
        y += rng_range(r, -spread, spread);
        z += rng_range(r, -spread, spread);
        x /= rng_range(r, 1, 2);
        y /= rng_range(r, 1, 2);
        z /= rng_range(r, 1, 2);
        arrays_set_vertex(&a, i, x, y, z);
    }
    if (rng_range(r, 0, 3) == 0) { /* so far away that no rule of small triangles holds */
        arrays_set_vertex(&a, rng_range(r, 0, VERTICES - 1), rng_range(r, -99999, 99999),
                          rng_range(r, -99999, 99999), rng_range(r, -2000, 2000));
    }
    for (int32_t i = 0; i < FACES; i++) {
        int32_t first = rng_range(r, 0, VERTICES - 3);
        int32_t turn = rng_range(r, 0, 1);
        int32_t lightness = rng_range(r, 0, 3) != 0 ? 40 : rng_range(r, 0, 127);
        arrays_set_face(&a, i, first, first + 1 + turn, first + 2 - turn, color + lightness);
        a.infos[i] = rng_range(r, 0, 9) == 0 ? rng_range(r, -1, 3) : rng_range(r, 0, 1);
        a.priorities[i] = rng_range(r, 0, 11);
        a.alphas[i] = rng_range(r, 0, 7) == 0 ? rng_range(r, 0, 255) : 0;
    }
    a.planes[1] = 1;
    a.planes[2] = 2;
    a.desc.infos = rng_range(r, 0, 2) != 0 ? a.infos : NULL;
    a.desc.priorities = rng_range(r, 0, 2) == 0 ? a.priorities : NULL;
    a.desc.alphas = rng_range(r, 0, 1) != 0 ? a.alphas : NULL;
    r3d_mesh *mesh = arrays_create(&a);
    arrays_free(&a);
    light_standard(mesh);
    return mesh;
}

/* Draws one way of looking at the mesh. */
static void draw(r3d_draw_context *context, const r3d_raster *raster, const r3d_mesh *mesh,
                 uint64_t seed, r3d_draw_report *out_report)
{
    rng r = {seed};
    const r3d_vec3i place = {rng_range(&r, -200, 200), rng_range(&r, -150, 150),
                             rng_range(&r, 60, 900)};
    int32_t turn = rng_range(&r, 0, 2047);
    if (rng_range(&r, 0, 1) == 0) {
        const r3d_icon_view view = {0, turn, rng_range(&r, 0, 2047), 0, place};
        (void)r3d_draw_model(context, raster, mesh, &view, out_report);
    } else {
        const r3d_scene_view view = {turn, rng_range(&r, 0, 100), 0, place, 0, false};
        (void)r3d_draw_model_in_scene(context, raster, mesh, &view, out_report);
    }
}

static void set_state(rng *r, canvas *c)
{
    r3d_surface_reset_clip(&c->surface);
    if (rng_range(r, 0, 3) == 0) {
        r3d_surface_set_clip(&c->surface, rng_range(r, 0, 20), rng_range(r, 0, 20),
                             rng_range(r, 0, 31) == 0 ? INT32_MIN : rng_range(r, -1, WIDTH),
                             rng_range(r, -1, HEIGHT));
    }
    c->raster.smooth = rng_range(r, 0, 1) != 0;
    c->raster.band_top = 0;
    c->raster.band_bottom = INT32_MAX;
    if (rng_range(r, 0, 3) == 0) {
        c->raster.band_top = rng_range(r, 0, 7) == 0 ? INT32_MIN : rng_range(r, 0, HEIGHT);
        c->raster.band_bottom = rng_range(r, 0, HEIGHT);
    }
}

static void draw_meshes(r3d_isa isa, r3d_draw_limits limits)
{
    canvas expected;
    canvas actual;
    canvas_make(&expected, WIDTH, HEIGHT);
    canvas_make(&actual, WIDTH, HEIGHT);
    assert_int_equal(r3d_raster_set_isa(&expected.raster, R3D_ISA_SCALAR), R3D_OK);
    assert_int_equal(r3d_raster_set_isa(&actual.raster, isa), R3D_OK);
    r3d_draw_context *contexts[2] = {make_context(limits), make_context(limits)};
    int64_t drawn = 0;
    for (uint64_t seed = 1; seed <= MESHES; seed++) {
        rng r = {seed * 7919};
        r3d_mesh *mesh = random_mesh(&r);
        for (uint64_t i = 0; i < DRAWS; i++) {
            r3d_draw_report reports[2];
            rng states[2] = {{seed * 31 + i}, {seed * 31 + i}};
            set_state(&states[0], &expected);
            set_state(&states[1], &actual);
            draw(contexts[0], &expected.raster, mesh, seed * DRAWS + i, &reports[0]);
            draw(contexts[1], &actual.raster, mesh, seed * DRAWS + i, &reports[1]);
            assert_int_equal(reports[0].outcome, reports[1].outcome);
            assert_int_equal(reports[0].reason, reports[1].reason);
            assert_int_equal(reports[0].faces_drawn, reports[1].faces_drawn);
            drawn += reports[0].faces_drawn;
            if (memcmp(expected.pixels, actual.pixels,
                       (size_t)WIDTH * HEIGHT * sizeof *expected.pixels) != 0) {
                fail_msg("%s, seed %d, draw %d: not the picture of the scalar fills",
                         r3d_isa_name(isa), (int)seed, (int)i);
            }
        }
        r3d_mesh_destroy(mesh);
    }
    assert_true(drawn > MESHES * DRAWS * 10); /* most of the meshes are in view */
    r3d_draw_context_destroy(contexts[0]);
    r3d_draw_context_destroy(contexts[1]);
    canvas_free(&expected);
    canvas_free(&actual);
}

static void every_isa_draws_models_like_the_scalar_fills(void **state)
{
    (void)state;
    for (int isa = R3D_ISA_SCALAR + 1; isa < R3D_ISA_COUNT; isa++) {
        if (r3d_isa_available((r3d_isa)isa)) {
            draw_meshes((r3d_isa)isa, R3D_LIMITS_NONE);
            draw_meshes((r3d_isa)isa, R3D_LIMITS_ORIGINAL);
        }
    }
}

static void count_face(int32_t face, int32_t bucket, void *user)
{
    (void)face;
    (void)bucket;
    ++*(int32_t *)user;
}

static void count_triangle(const r3d_draw_triangle *triangle, void *user)
{
    (void)triangle;
    ++*(int32_t *)user;
}

static void an_observer_of_faces_or_triangles_alone_is_told_of_all(void **state)
{
    (void)state;
    canvas c;
    canvas_make(&c, WIDTH, HEIGHT);
    r3d_draw_context *context = make_context(R3D_LIMITS_NONE);
    r3d_mesh *mesh = make_front_faces(40, 300);
    light_standard(mesh);
    for (int isa = R3D_ISA_SCALAR; isa < R3D_ISA_COUNT; isa++) {
        if (r3d_raster_set_isa(&c.raster, (r3d_isa)isa) != R3D_OK) {
            continue;
        }
        for (int i = 0; i < 2; i++) {
            int32_t told = 0;
            r3d_draw_report report;
            const r3d_draw_observer observer = {i == 0 ? count_face : NULL,
                                                i == 1 ? count_triangle : NULL, &told};
            const r3d_icon_view view = {0, 0, 0, 0, {0, 0, 300}};
            r3d_draw_context_set_observer(context, &observer);
            assert_int_equal(r3d_draw_model(context, &c.raster, mesh, &view, &report), R3D_OK);
            assert_int_equal(report.faces_drawn, 40);
            assert_int_equal(told, 40);
        }
    }
    r3d_mesh_destroy(mesh);
    r3d_draw_context_destroy(context);
    canvas_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_isa_draws_models_like_the_scalar_fills),
        cmocka_unit_test(an_observer_of_faces_or_triangles_alone_is_told_of_all),
    };
    return cmocka_run_group_tests_name("model/faces", tests, NULL, NULL);
}
