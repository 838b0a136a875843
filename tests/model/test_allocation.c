/* SPDX-License-Identifier: MIT */
/* An allocation fails at every point of making, lighting, combining and posing: nothing leaks and
 * what went in is unchanged. */

#include <stdlib.h>
#include <string.h>

#include "support.h"

/* A value that changes when anything in a mesh does. */
static uint32_t fingerprint_array(uint32_t h, const int32_t *array, int32_t count)
{
    h = (h ^ (array != NULL ? 1u : 0u)) * 16777619u;
    for (int32_t i = 0; array != NULL && i < count; i++) {
        h = (h ^ (uint32_t)array[i]) * 16777619u;
    }
    return h;
}

static uint32_t fingerprint(const r3d_mesh *mesh)
{
    r3d_mesh_view v;
    r3d_mesh_get_view(mesh, &v);
    uint32_t h = 2166136261u;
    h = fingerprint_array(h, v.x, v.vertex_count);
    h = fingerprint_array(h, v.y, v.vertex_count);
    h = fingerprint_array(h, v.z, v.vertex_count);
    h = fingerprint_array(h, v.vertex_labels, v.vertex_count);
    h = fingerprint_array(h, v.corners, v.face_count * 3);
    h = fingerprint_array(h, v.colors, v.face_count);
    h = fingerprint_array(h, v.infos, v.face_count);
    h = fingerprint_array(h, v.priorities, v.face_count);
    h = fingerprint_array(h, v.alphas, v.face_count);
    h = fingerprint_array(h, v.face_labels, v.face_count);
    h = fingerprint_array(h, v.lit, v.face_count * 3);
    h = fingerprint_array(h, v.planes, v.plane_count * 3);
    for (int32_t i = 0; v.normals != NULL && i < v.vertex_count; i++) {
        const int32_t sums[4] = {v.normals[i].x, v.normals[i].y, v.normals[i].z,
                                 v.normals[i].count};
        h = fingerprint_array(h, sums, 4);
    }
    h = (h ^ (uint32_t)v.bounds.max_depth) * 16777619u;
    return (h ^ (uint32_t)v.bounds.radius) * 16777619u;
}

static r3d_result make(const r3d_allocator *allocator, int32_t x, r3d_mesh **out_mesh)
{
    arrays a = arrays_make(4, 2, 1);
    arrays_set_vertex(&a, 0, x, 0, 0);
    arrays_set_vertex(&a, 1, x + 10, 0, 0);
    arrays_set_vertex(&a, 2, x, 10, 0);
    arrays_set_vertex(&a, 3, x, 10, 10);
    arrays_set_face(&a, 0, 0, 1, 2, 5056);
    arrays_set_face(&a, 1, 1, 3, 2, 5056);
    a.desc.infos = a.infos;
    a.desc.alphas = a.alphas;
    a.desc.priorities = a.priorities;
    a.desc.vertex_labels = a.vertex_labels;
    a.desc.face_labels = a.face_labels;
    r3d_result result = r3d_mesh_create(&a.desc, allocator, out_mesh);
    arrays_free(&a);
    return result;
}

static const int32_t label_0[] = {0};
static const r3d_base bases[] = {
    {R3D_BASE_ORIGIN, 1, label_0}, {R3D_BASE_ROTATE, 1, label_0}, {R3D_BASE_ALPHA, 1, label_0}};
static const r3d_skeleton skeleton = {3, bases};
static const r3d_frame_op ops[] = {{0, 0, 0, 0}, {1, 10, 20, 30}, {2, 5, 0, 0}};
static const r3d_frame frame = {3, ops, &skeleton, 1};

/* One change of a mesh that may fail. */
typedef r3d_result (*change)(r3d_mesh *mesh, r3d_mesh *neighbour);

static r3d_result change_translate(r3d_mesh *mesh, r3d_mesh *neighbour)
{
    (void)neighbour;
    return r3d_mesh_translate(mesh, 1, 2, 3);
}

static r3d_result change_mirror(r3d_mesh *mesh, r3d_mesh *neighbour)
{
    (void)neighbour;
    return r3d_mesh_mirror(mesh);
}

static r3d_result change_scale(r3d_mesh *mesh, r3d_mesh *neighbour)
{
    (void)neighbour;
    return r3d_mesh_scale(mesh, 1, 2, 3);
}

static r3d_result change_rotate(r3d_mesh *mesh, r3d_mesh *neighbour)
{
    (void)neighbour;
    return r3d_mesh_rotate_x(mesh, 100);
}

static r3d_result change_recolor(r3d_mesh *mesh, r3d_mesh *neighbour)
{
    (void)neighbour;
    return r3d_mesh_recolor(mesh, 5056, 1);
}

static r3d_result change_skew(r3d_mesh *mesh, r3d_mesh *neighbour)
{
    (void)neighbour;
    const r3d_corner_heights heights = {1, 20, 300, 4};
    return r3d_mesh_skew(mesh, &heights);
}

static r3d_result change_group(r3d_mesh *mesh, r3d_mesh *neighbour)
{
    (void)neighbour;
    return r3d_mesh_group_labels(mesh);
}

static r3d_result change_light(r3d_mesh *mesh, r3d_mesh *neighbour)
{
    (void)neighbour;
    return r3d_mesh_light(mesh, &standard_light);
}

static r3d_result change_begin(r3d_mesh *mesh, r3d_mesh *neighbour)
{
    (void)neighbour;
    return r3d_mesh_light_begin(mesh, &standard_light);
}

static r3d_result change_share(r3d_mesh *mesh, r3d_mesh *neighbour)
{
    return r3d_mesh_share_normals(mesh, neighbour, 0, 0, 0, true);
}

static r3d_result change_finish(r3d_mesh *mesh, r3d_mesh *neighbour)
{
    (void)neighbour;
    return r3d_mesh_light_finish(mesh, &standard_light);
}

static r3d_result change_pose(r3d_mesh *mesh, r3d_mesh *neighbour)
{
    (void)neighbour;
    return r3d_mesh_apply_frame(mesh, &frame);
}

typedef struct step {
    change run;
    change before_mesh; /* brings mesh and neighbour into the state that the change needs */
    change before_neighbour;
} step;

static const step steps[] = {
    {change_translate, NULL, NULL},      {change_mirror, NULL, NULL},
    {change_scale, NULL, NULL},          {change_rotate, NULL, NULL},
    {change_recolor, NULL, NULL},        {change_skew, NULL, NULL},
    {change_group, NULL, NULL},          {change_light, NULL, NULL},
    {change_begin, NULL, NULL},          {change_share, change_begin, change_begin},
    {change_finish, change_begin, NULL}, {change_pose, change_group, NULL},
};

static void every_change_survives_a_failing_allocation(void **state)
{
    (void)state;
    for (size_t s = 0; s < TEST_COUNT(steps); s++) {
        int failures = 0;
        for (long n = 0;; n++) {
            counting counted = {0, 0, -1};
            const r3d_allocator allocator = counting_allocator(&counted);
            r3d_mesh *mesh = NULL;
            r3d_mesh *copy = NULL;
            r3d_mesh *neighbour = NULL;
            r3d_mesh *neighbour_copy = NULL;
            assert_int_equal(make(&allocator, 0, &mesh), R3D_OK);
            assert_int_equal(make(&allocator, 0, &neighbour), R3D_OK);
            if (steps[s].before_mesh != NULL) {
                assert_int_equal(steps[s].before_mesh(mesh, neighbour), R3D_OK);
            }
            if (steps[s].before_neighbour != NULL) {
                assert_int_equal(steps[s].before_neighbour(neighbour, mesh), R3D_OK);
            }
            assert_int_equal(r3d_mesh_copy(mesh, &copy), R3D_OK); /* so that all must be unshared */
            assert_int_equal(r3d_mesh_copy(neighbour, &neighbour_copy), R3D_OK);
            uint32_t before = fingerprint(mesh);
            uint32_t neighbour_before = fingerprint(neighbour);
            counted.fail_at = counted.calls + n;
            r3d_result result = steps[s].run(mesh, neighbour);
            bool failed = counted.calls > counted.fail_at;
            assert_int_equal(result, failed ? R3D_ERR_MEMORY : R3D_OK);
            if (failed) {
                failures++;
                assert_int_equal(fingerprint(mesh), before);
                assert_int_equal(fingerprint(neighbour), neighbour_before);
            }
            assert_int_equal(fingerprint(copy), before); /* copies never change */
            assert_int_equal(fingerprint(neighbour_copy), neighbour_before);
            r3d_mesh_destroy(mesh);
            r3d_mesh_destroy(copy);
            r3d_mesh_destroy(neighbour);
            r3d_mesh_destroy(neighbour_copy);
            assert_int_equal(counted.live, 0);
            if (!failed) {
                break;
            }
        }
        assert_true(failures > 0);
    }
}

static void making_copying_and_combining_survive_a_failing_allocation(void **state)
{
    (void)state;
    for (int kind = 0; kind < 4; kind++) {
        int failures = 0;
        for (long n = 0;; n++) {
            counting counted = {0, 0, -1};
            const r3d_allocator allocator = counting_allocator(&counted);
            r3d_mesh *a = NULL;
            r3d_mesh *b = NULL;
            r3d_mesh *made = NULL;
            assert_int_equal(make(&allocator, 0, &a), R3D_OK);
            assert_int_equal(make(&allocator, 10, &b), R3D_OK);
            if (kind == 3) {
                light_standard(a);
                light_standard(b);
            }
            const r3d_mesh *parts[2] = {a, b};
            uint32_t before = fingerprint(a) ^ fingerprint(b);
            counted.fail_at = counted.calls + n;
            r3d_result result;
            switch (kind) {
            case 0:
                result = make(&allocator, 5, &made);
                break;
            case 1:
                result = r3d_mesh_copy(a, &made);
                break;
            case 2:
                result = r3d_mesh_weld(parts, 2, R3D_PLANES_REBASED, &allocator, &made);
                break;
            default:
                result = r3d_mesh_join(parts, 2, R3D_PLANES_REBASED, &allocator, &made);
                break;
            }
            bool failed = counted.calls > counted.fail_at;
            assert_int_equal(result, failed ? R3D_ERR_MEMORY : R3D_OK);
            assert_int_equal(made == NULL, failed);
            assert_int_equal(fingerprint(a) ^ fingerprint(b), before);
            failures += failed ? 1 : 0;
            r3d_mesh_destroy(a);
            r3d_mesh_destroy(b);
            r3d_mesh_destroy(made);
            assert_int_equal(counted.live, 0);
            if (!failed) {
                break;
            }
        }
        assert_true(failures > 0);
    }
}

static void resetting_a_pose_survives_a_failing_allocation(void **state)
{
    (void)state;
    int failures = 0;
    for (long n = 0;; n++) {
        counting counted = {0, 0, -1};
        const r3d_allocator allocator = counting_allocator(&counted);
        r3d_mesh *base = NULL;
        r3d_mesh *larger = NULL;
        r3d_mesh *pose = NULL;
        const r3d_mesh *parts[2] = {NULL, NULL};
        assert_int_equal(make(&allocator, 0, &base), R3D_OK);
        assert_int_equal(make(&allocator, 500, &pose), R3D_OK);
        parts[0] = base;
        parts[1] = pose;
        assert_int_equal(r3d_mesh_weld(parts, 2, R3D_PLANES_REBASED, &allocator, &larger), R3D_OK);
        uint32_t before = fingerprint(pose);
        uint32_t base_before = fingerprint(larger);
        counted.fail_at = counted.calls + n;
        r3d_result result = r3d_mesh_reset(pose, larger);
        if (result == R3D_OK) { /* and what a pose does then */
            result = r3d_mesh_translate(pose, 1, 2, 3);
            before = result == R3D_OK ? before : base_before;
        }
        bool failed = counted.calls > counted.fail_at;
        assert_int_equal(result, failed ? R3D_ERR_MEMORY : R3D_OK);
        if (failed) {
            failures++;
            assert_int_equal(fingerprint(pose), before);
        }
        assert_int_equal(fingerprint(larger), base_before);
        r3d_mesh_destroy(base);
        r3d_mesh_destroy(larger);
        r3d_mesh_destroy(pose);
        assert_int_equal(counted.live, 0);
        if (!failed) {
            break;
        }
    }
    assert_true(failures > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_change_survives_a_failing_allocation),
        cmocka_unit_test(resetting_a_pose_survives_a_failing_allocation),
        cmocka_unit_test(making_copying_and_combining_survive_a_failing_allocation),
    };
    return cmocka_run_group_tests_name("model allocation", tests, NULL, NULL);
}
