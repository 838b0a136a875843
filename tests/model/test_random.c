/* SPDX-License-Identifier: MIT */
/* Random meshes through every path: 0 to 70,000 faces, degenerate ones, coordinates over all 32
 * bits, any infos, priorities, alphas and labels. What this checks is that nothing leaves its
 * bounds (the frames lie between guard pages, and the sanitizers watch), that errors are reported
 * as documented, that drawing does not depend on what was drawn before (without the original's
 * limits), and that all is counted. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "guard.h"
#include "support.h"

enum { WIDTH = 97, HEIGHT = 61, LARGEST = 70000 };

static int32_t any_coordinate(rng *r, int kind)
{
    switch (kind) {
    case 0:
        return rng_range(r, -200, 200);
    case 1:
        return rng_range(r, -40000, 40000);
    case 2:
        return rng_range(r, 0, 9) == 0 ? INT32_MIN : rng_range(r, INT32_MIN, INT32_MAX);
    default:
        return rng_range(r, 0, 3) * 50 - 75; /* many at the same place */
    }
}

static r3d_mesh *random_mesh(rng *r, int32_t face_count, const r3d_allocator *allocator)
{
    int32_t vertex_count = face_count == 0 ? rng_range(r, 0, 3) : 1 + face_count / 2;
    int32_t plane_count = vertex_count > 0 ? rng_range(r, 0, 5) : 0;
    arrays a = arrays_make(vertex_count, face_count, plane_count);
    int kind = rng_range(r, 0, 3);
    for (int32_t i = 0; i < vertex_count; i++) {
        arrays_set_vertex(&a, i, any_coordinate(r, kind), any_coordinate(r, kind),
                          any_coordinate(r, kind));
        a.vertex_labels[i] = rng_range(r, 0, 12);
    }
    bool wild = rng_range(r, 0, 1) != 0;
    for (int32_t i = 0; i < face_count; i++) {
        /* Neighbouring numbers mostly; equal ones make degenerate faces. */
        int32_t first = rng_range(r, 0, vertex_count - 1);
        int32_t second = (first + rng_range(r, 0, 3)) % vertex_count;
        int32_t third = (first + rng_range(r, 0, 5)) % vertex_count;
        arrays_set_face(&a, i, first, second, third, rng_range(r, 0, wild ? 65535 : 52));
        a.infos[i] = wild ? rng_range(r, -3, 30) : rng_range(r, 0, 1);
        a.priorities[i] = rng_range(r, wild ? -1 : 0, wild ? 12 : 11);
        a.alphas[i] = rng_range(r, 0, 255);
        a.face_labels[i] = rng_range(r, 0, 12);
    }
    for (int32_t i = 0; i < plane_count * 3; i++) {
        a.planes[i] = rng_range(r, 0, vertex_count - 1);
    }
    a.desc.infos = rng_range(r, 0, 3) != 0 ? a.infos : NULL;
    a.desc.priorities = rng_range(r, 0, 1) != 0 ? a.priorities : NULL;
    a.desc.alphas = rng_range(r, 0, 1) != 0 ? a.alphas : NULL;
    a.desc.face_labels = rng_range(r, 0, 1) != 0 ? a.face_labels : NULL;
    a.desc.vertex_labels = rng_range(r, 0, 3) != 0 ? a.vertex_labels : NULL;
    a.desc.priority = rng_range(r, -1, 11);
    a.desc.allow_missing_planes = true;
    r3d_mesh *mesh = NULL;
    assert_int_equal(r3d_mesh_create(&a.desc, allocator, &mesh), R3D_OK);
    arrays_free(&a);
    return mesh;
}

static const int32_t some_labels[] = {0, 3, 5, 12, 13, 900};
static const r3d_base bases[] = {
    {R3D_BASE_ORIGIN, 6, some_labels}, {R3D_BASE_TRANSLATE, 3, some_labels},
    {R3D_BASE_ROTATE, 4, some_labels}, {R3D_BASE_SCALE, 2, some_labels + 1},
    {R3D_BASE_ALPHA, 6, some_labels},
};
static const r3d_skeleton skeleton = {5, bases};

static void pose(rng *r, r3d_mesh *mesh)
{
    r3d_frame_op ops[2][8];
    for (int f = 0; f < 2; f++) {
        for (int i = 0; i < 8; i++) {
            ops[f][i].base = rng_range(r, 0, 4);
            ops[f][i].x = any_coordinate(r, rng_range(r, 0, 2));
            ops[f][i].y = any_coordinate(r, rng_range(r, 0, 2));
            ops[f][i].z = any_coordinate(r, rng_range(r, 0, 2));
        }
    }
    const int32_t masked[] = {1, 3};
    const r3d_mask mask = {2, masked};
    const r3d_frame primary = {8, ops[0], &skeleton, 0};
    const r3d_frame secondary = {8, ops[1], &skeleton, 0};
    assert_int_equal(r3d_mesh_apply_two_frames(mesh, &primary,
                                               rng_range(r, 0, 1) != 0 ? &secondary : NULL, &mask),
                     R3D_OK);
}

static void transform(rng *r, r3d_mesh *mesh)
{
    const r3d_corner_heights heights = {any_coordinate(r, 1), any_coordinate(r, 1),
                                        any_coordinate(r, 2), any_coordinate(r, 1)};
    switch (rng_range(r, 0, 6)) {
    case 0:
        assert_int_equal(r3d_mesh_translate(mesh, any_coordinate(r, 2), 0, 5), R3D_OK);
        break;
    case 1:
        assert_int_equal(r3d_mesh_rotate_quarters(mesh, any_coordinate(r, 2)), R3D_OK);
        break;
    case 2:
        assert_int_equal(r3d_mesh_rotate_x(mesh, any_coordinate(r, 2)), R3D_OK);
        break;
    case 3:
        assert_int_equal(r3d_mesh_mirror(mesh), R3D_OK);
        break;
    case 4:
        assert_int_equal(r3d_mesh_scale(mesh, any_coordinate(r, 1), 128, any_coordinate(r, 2)),
                         R3D_OK);
        break;
    case 5:
        assert_int_equal(r3d_mesh_skew(mesh, &heights), R3D_OK);
        break;
    default:
        break;
    }
}

/* Lights in one step or two, sharing normals with a copy. */
static void light(rng *r, r3d_mesh *mesh)
{
    const r3d_light lamp = {
        rng_range(r, -200, 200), rng_range(r, 100, 2000), {-50, rng_range(r, -100, 100), -50}};
    if (rng_range(r, 0, 1) != 0) {
        r3d_mesh *twin = NULL;
        assert_int_equal(r3d_mesh_light_begin(mesh, &lamp), R3D_OK);
        assert_int_equal(r3d_mesh_copy(mesh, &twin), R3D_OK);
        assert_int_equal(r3d_mesh_share_normals(mesh, twin, rng_range(r, 0, 1) * 50, 0, 0, false),
                         R3D_OK);
        r3d_mesh_destroy(twin);
        assert_int_equal(r3d_mesh_light_finish(mesh, &lamp), R3D_OK);
    } else {
        assert_int_equal(r3d_mesh_light(mesh, &lamp), R3D_OK);
    }
    assert_int_equal(r3d_mesh_set_bounds(mesh, (r3d_bounds_kind)rng_range(r, 0, 2)), R3D_OK);
}

typedef struct drawing {
    guarded frame;
    r3d_surface surface;
    r3d_raster raster;
    r3d_draw_context *context[2]; /* by limits */
} drawing;

static bool is_documented(r3d_result result)
{
    return result == R3D_OK || result == R3D_ERR_LIMIT || result == R3D_ERR_RANGE ||
           result == R3D_ERR_FORMAT_INDEX || result == R3D_ERR_STATE;
}

static void check_report(const r3d_draw_report *report, r3d_result result, bool original,
                         const r3d_mesh *mesh)
{
    r3d_mesh_view view;
    r3d_mesh_get_view(mesh, &view);
    assert_true(is_documented(result));
    if (original) {
        assert_int_equal(result, R3D_OK);
        assert_int_equal(report->faces_skipped, 0);
    } else {
        assert_int_equal(result, report->reason);
        assert_true(report->outcome == R3D_DRAW_DONE || report->outcome == R3D_DRAW_CULLED);
    }
    assert_in_range(report->faces_drawn, 0, view.face_count);
    assert_in_range(report->faces_skipped, 0, view.face_count * 2 + 1);
}

static uint32_t frame_sum(const drawing *d)
{
    const uint32_t *pixels = d->frame.memory;
    uint32_t h = 2166136261u;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        h = (h ^ pixels[i]) * 16777619u;
    }
    return h;
}

static void draw(rng *r, drawing *d, const r3d_mesh *mesh)
{
    const r3d_icon_view icon_view = {
        any_coordinate(r, 2),
        any_coordinate(r, 2),
        any_coordinate(r, 2),
        any_coordinate(r, 1),
        {any_coordinate(r, 0), any_coordinate(r, 0), rng_range(r, -100, 900)}};
    const r3d_scene_view scene_view = {
        any_coordinate(r, 2), any_coordinate(r, 1),
        any_coordinate(r, 2), {any_coordinate(r, 0), any_coordinate(r, 0), rng_range(r, -300, 900)},
        rng_range(r, -1, 3),  rng_range(r, 0, 1) != 0};
    const r3d_icon_look look = {rng_range(r, -50, 3000),
                                any_coordinate(r, 2),
                                any_coordinate(r, 2),
                                any_coordinate(r, 2),
                                0,
                                rng_range(r, -50, 50)};
    r3d_surface_set_clip(&d->surface, rng_range(r, -10, WIDTH), 0, rng_range(r, -10, WIDTH + 10),
                         rng_range(r, -10, HEIGHT + 10));
    d->raster.smooth = rng_range(r, 0, 1) != 0;
    for (int original = 0; original < 2; original++) {
        r3d_draw_report report;
        uint32_t icon[R3D_ICON_SIZE * R3D_ICON_SIZE];
        r3d_draw_context *context = d->context[original];
        r3d_draw_context_clear_picks(context);
        r3d_draw_context_set_mouse(context, rng_range(r, -5, WIDTH), rng_range(r, -5, HEIGHT));
        r3d_result result = r3d_draw_model(context, &d->raster, mesh, &icon_view, &report);
        check_report(&report, result, original != 0, mesh);
        result = r3d_draw_model_in_scene(context, &d->raster, mesh, &scene_view, &report);
        check_report(&report, result, original != 0, mesh);
        result = r3d_icon_draw(context, d->raster.palette, mesh, &look,
                               (r3d_icon_background)(original), NULL, icon, &report);
        check_report(&report, result, original != 0, mesh);
    }
    /* The same draw twice gives the same picture, whatever the context went through in between.
     * Scenes may take the translucency of an earlier face, so this is for icons' views. */
    uint32_t sums[2];
    for (int i = 0; i < 2; i++) {
        r3d_surface_clear(&d->surface, 0x123456);
        (void)r3d_draw_model(d->context[0], &d->raster, mesh, &icon_view, NULL);
        sums[i] = frame_sum(d);
        (void)r3d_draw_model_in_scene(d->context[0], &d->raster, mesh, &scene_view, NULL);
    }
    assert_int_equal(sums[0], sums[1]);
}

static uint32_t texel_memory[R3D_TEXELS_LOW_COUNT];

static void random_meshes_go_through_every_path(void **state)
{
    (void)state;
    counting counted = {0, 0, -1};
    const r3d_allocator allocator = counting_allocator(&counted);
    canvas c;
    drawing d;
    canvas_make(&c, 1, 1);
    d.frame = guarded_alloc(WIDTH * HEIGHT * sizeof(uint32_t), GUARD_AFTER);
    assert_int_equal(r3d_surface_init(&d.surface, d.frame.memory, WIDTH, HEIGHT, WIDTH), R3D_OK);
    assert_int_equal(r3d_raster_init(&d.raster, &d.surface, c.palette), R3D_OK);
    for (int limits = 0; limits < 2; limits++) {
        r3d_draw_context_desc desc;
        r3d_draw_context_desc_init(&desc);
        desc.limits = (r3d_draw_limits)limits;
        desc.vertex_capacity = limits == 0 ? LARGEST : 0;
        desc.face_capacity = limits == 0 ? LARGEST : 0;
        desc.allocator = allocator;
        assert_int_equal(r3d_draw_context_create(&desc, &d.context[limits]), R3D_OK);
        const r3d_texels texels = {texel_memory, R3D_DETAIL_LOW, false};
        for (int i = 0; i < 20; i++) {
            assert_int_equal(r3d_draw_context_set_texture(d.context[limits], i, &texels), R3D_OK);
        }
    }
    const int32_t sizes[] = {0, 1, 2, 7, 40, 40, 40, 200, 200, 1500, 5000};
    for (uint64_t seed = 1; seed <= 400; seed++) {
        rng r = {seed * 7919};
        /* Ten large ones among the small. */
        int32_t faces = seed % 40 == 0 ? rng_range(&r, 20000, LARGEST)
                                       : sizes[rng_range(&r, 0, (int32_t)TEST_COUNT(sizes) - 1)];
        r3d_mesh *mesh = random_mesh(&r, faces, &allocator);
        transform(&r, mesh);
        if (rng_range(&r, 0, 2) == 0) {
            r3d_mesh *other = random_mesh(&r, rng_range(&r, 0, 50), &allocator);
            const r3d_mesh *parts[3] = {mesh, NULL, other};
            r3d_mesh *whole = NULL;
            assert_int_equal(r3d_mesh_weld(parts, 3, (r3d_plane_numbering)rng_range(&r, 0, 1),
                                           &allocator, &whole),
                             R3D_OK);
            r3d_mesh_destroy(mesh);
            r3d_mesh_destroy(other);
            mesh = whole;
        }
        assert_int_equal(r3d_mesh_group_labels(mesh), R3D_OK);
        light(&r, mesh);
        if (rng_range(&r, 0, 2) == 0) {
            const r3d_mesh *parts[2] = {mesh, mesh};
            r3d_mesh *twice = NULL;
            r3d_mesh_view view;
            r3d_mesh_get_view(mesh, &view);
            if (view.face_count * 2 <= LARGEST && view.vertex_count * 2 <= LARGEST) {
                assert_int_equal(r3d_mesh_join(parts, 2, R3D_PLANES_REBASED, &allocator, &twice),
                                 R3D_OK);
                r3d_mesh_destroy(mesh);
                mesh = twice;
            }
        }
        r3d_mesh *posed = NULL;
        assert_int_equal(r3d_mesh_copy(mesh, &posed), R3D_OK);
        pose(&r, posed);
        draw(&r, &d, mesh);
        draw(&r, &d, posed);
        r3d_mesh_destroy(posed);
        r3d_mesh_destroy(mesh);
    }
    r3d_draw_context_destroy(d.context[0]);
    r3d_draw_context_destroy(d.context[1]);
    assert_int_equal(counted.live, 0);
    guarded_free(&d.frame);
    canvas_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_meshes_go_through_every_path),
    };
    return cmocka_run_group_tests_name("random models", tests, NULL, NULL);
}
