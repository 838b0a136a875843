/* SPDX-License-Identifier: MIT */
/* Lighting with each instruction set equals that of the scalar code: random
 * meshes of every size around the kernels' blocks, flat, textured and hidden faces among smooth
 * ones, coordinates up to where 32 bits wrap, and lights by which the rule divides by zero. */

#include "support.h"

#include <string.h>

#include "../../src/model/light_kernels.h"

enum { SIZE_MAX_TESTED = 70, MESHES = 40000 };

static int32_t coordinate(rng *r, int32_t kind)
{
    switch (kind) {
    case 0:
        return (int32_t)rng_next(r);
    case 1: /* normals at the limit beyond which they are halved */
        return rng_range(r, -3, 3) * 32 + rng_range(r, 0, 1);
    case 2:
        return rng_range(r, -40000, 40000);
    default:
        return rng_range(r, -130, 130);
    }
}

static int32_t info(rng *r, int32_t kind)
{
    if (kind == 0) {
        return 0;
    }
    int32_t value = rng_range(r, 0, kind == 1 ? 60 : 3);
    return value > 3 ? 0 : value == 3 ? R3D_FACE_HIDDEN : value;
}

static r3d_mesh *make_mesh(rng *r)
{
    int32_t vertex_count = rng_range(r, 1, SIZE_MAX_TESTED);
    int32_t face_count = rng_range(r, 0, SIZE_MAX_TESTED);
    arrays a = arrays_make(vertex_count, face_count, 1);
    int32_t kind = rng_range(r, 0, 7);
    for (int32_t i = 0; i < vertex_count; i++) {
        arrays_set_vertex(&a, i, coordinate(r, kind), coordinate(r, kind), coordinate(r, kind));
    }
    int32_t infos = rng_range(r, 0, 2);
    for (int32_t i = 0; i < face_count; i++) {
        int32_t last = vertex_count - 1;
        arrays_set_face(&a, i, rng_range(r, 0, last), rng_range(r, 0, last), rng_range(r, 0, last),
                        rng_range(r, 0, 65535));
        a.infos[i] = info(r, infos);
    }
    a.desc.infos = rng_range(r, 0, 1) != 0 || infos != 0 ? a.infos : NULL;
    r3d_mesh *mesh = arrays_create(&a);
    arrays_free(&a);
    return mesh;
}

static r3d_light make_light(rng *r)
{
    r3d_light light = standard_light;
    switch (rng_range(r, 0, 5)) {
    case 0: /* weight 0 */
        light.contrast = rng_range(r, 0, 2);
        break;
    case 1:
        light.ambient = (int32_t)rng_next(r);
        light.contrast = (int32_t)rng_next(r);
        light.direction.x = (int32_t)rng_next(r);
        break;
    case 2:
        light.direction.x = rng_range(r, -200, 200);
        light.direction.y = rng_range(r, -200, 200);
        light.direction.z = rng_range(r, -200, 200);
        break;
    default:
        break;
    }
    return light;
}

static void compare(const r3d_mesh *scalar, const r3d_mesh *fast, uint64_t seed)
{
    r3d_mesh_view a;
    r3d_mesh_view b;
    r3d_mesh_get_view(scalar, &a);
    r3d_mesh_get_view(fast, &b);
    assert_memory_equal(&a.bounds, &b.bounds, sizeof a.bounds);
    for (int32_t i = 0; i < a.face_count * 3; i++) {
        if (a.lit[i] != b.lit[i]) {
            fail_msg("seed %llu: corner %d of face %d is %d, scalar %d", (unsigned long long)seed,
                     (int)(i % 3), (int)(i / 3), (int)b.lit[i], (int)a.lit[i]);
        }
    }
}

static void light_meshes(r3d_isa isa)
{
    long refused = 0;
    for (uint64_t seed = 1; seed <= MESHES; seed++) {
        rng r = {seed * 2654435761u};
        r3d_mesh *scalar = make_mesh(&r);
        r3d_light light = make_light(&r);
        r3d_mesh *fast;
        assert_int_equal(r3d_mesh_copy(scalar, &fast), R3D_OK);
        assert_int_equal(r3d_mesh_set_isa(scalar, R3D_ISA_SCALAR), R3D_OK);
        assert_int_equal(r3d_mesh_set_isa(fast, isa), R3D_OK);
        r3d_result expected = r3d_mesh_light(scalar, &light);
        assert_int_equal(r3d_mesh_light(fast, &light), expected);
        if (expected == R3D_OK) {
            compare(scalar, fast, seed);
        } else {
            assert_int_equal(expected, R3D_ERR_RANGE);
            refused++;
        }
        r3d_mesh_destroy(scalar);
        r3d_mesh_destroy(fast);
    }
    assert_in_range(refused, MESHES / 100, MESHES / 2);
}

static void every_isa_lights_like_the_scalar_code(void **state)
{
    (void)state;
    for (int isa = R3D_ISA_BEST; isa < R3D_ISA_COUNT; isa++) {
        if (isa != R3D_ISA_SCALAR && r3d_isa_available((r3d_isa)isa)) {
            light_meshes((r3d_isa)isa);
        }
    }
}

/* Roots by the processor and bit by bit. */
static void roots_are_the_same(void **state)
{
    (void)state;
    uint32_t features = r3d_isa_features(R3D_ISA_BEST);
    rng r = {99};
    for (int32_t i = 0; i < 300000; i++) {
        int32_t x = i < 100000 ? i : (int32_t)rng_next(&r);
        int32_t square = (i % 46341) * (i % 46341) - i % 2;
        assert_int_equal(r3d_priv_root_down(x, features), r3d_priv_root_down(x, 0));
        assert_int_equal(r3d_priv_root_down(square, features), r3d_priv_root_down(square, 0));
    }
    assert_int_equal(r3d_priv_root_down(INT32_MAX, 0), 46340);
    assert_int_equal(r3d_priv_root_down(-1, features), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_isa_lights_like_the_scalar_code),
        cmocka_unit_test(roots_are_the_same),
    };
    return cmocka_run_group_tests_name("model/light kernels", tests, NULL, NULL);
}
