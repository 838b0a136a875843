/* SPDX-License-Identifier: MIT */
/* Every instruction set that this machine runs turns and projects vertices to the numbers of the
 * scalar code: screen positions, depths and camera coordinates, stale ones of earlier draws
 * included. Meshes and contexts end at pages that must not be touched. */

#include "support.h"

#include <string.h>

#include "../../src/model/draw_internal.h"

#include "guard.h"

enum { VERTICES_MAX = 100, BLOCKS_MAX = 64, DRAWS = 3000, QUOTIENTS = 400000 };

/* An allocator whose blocks end at a page that must not be touched. */
typedef struct guarded_blocks {
    guarded blocks[BLOCKS_MAX];
} guarded_blocks;

static void *alloc_guarded(size_t size, void *user)
{
    guarded_blocks *g = user;
    for (int i = 0; i < BLOCKS_MAX; i++) {
        if (g->blocks[i].memory == NULL) {
            g->blocks[i] = guarded_alloc((size + 7) / 8 * 8, GUARD_AFTER);
            return g->blocks[i].memory;
        }
    }
    return NULL;
}

static void free_guarded(void *memory, void *user)
{
    guarded_blocks *g = user;
    for (int i = 0; i < BLOCKS_MAX && memory != NULL; i++) {
        if (g->blocks[i].memory == memory) {
            guarded_free(&g->blocks[i]);
            return;
        }
    }
    assert_null(memory);
}

/* The scalar code and an instruction set beside each other. */
typedef struct pair {
    guarded_blocks blocks;
    r3d_allocator allocator;
    canvas canvas;
    r3d_raster raster[2];
    r3d_draw_context *context[2];
    r3d_isa isa;
} pair;

static void pair_make(pair *p, r3d_isa isa, r3d_draw_limits limits)
{
    memset(p, 0, sizeof *p);
    p->isa = isa;
    p->allocator.alloc = alloc_guarded;
    p->allocator.free = free_guarded;
    p->allocator.user = &p->blocks;
    canvas_make(&p->canvas, 64, 48);
    for (int i = 0; i < 2; i++) {
        r3d_draw_context_desc desc;
        r3d_draw_context_desc_init(&desc);
        desc.limits = limits;
        desc.allocator = p->allocator;
        desc.vertex_capacity = VERTICES_MAX;
        assert_int_equal(r3d_draw_context_create(&desc, &p->context[i]), R3D_OK);
        p->raster[i] = p->canvas.raster;
        assert_int_equal(r3d_raster_set_isa(&p->raster[i], i == 0 ? R3D_ISA_SCALAR : isa), R3D_OK);
    }
}

static void pair_free(pair *p)
{
    r3d_draw_context_destroy(p->context[0]);
    r3d_draw_context_destroy(p->context[1]);
    canvas_free(&p->canvas);
}

/* A mesh without faces that counts as lit; with a plane, all camera coordinates are kept. */
static r3d_mesh *make_points(const pair *p, const int32_t *block, int32_t count, bool has_plane)
{
    static const int32_t none[3] = {0, 0, 0};
    r3d_mesh_desc desc;
    r3d_mesh *mesh = NULL;
    r3d_mesh_desc_init(&desc);
    desc.vertex_count = count;
    desc.x = block;
    desc.y = block + VERTICES_MAX;
    desc.z = block + VERTICES_MAX * 2;
    desc.corners = none;
    desc.colors = none;
    desc.plane_count = has_plane && count > 0 ? 1 : 0;
    desc.planes = none;
    assert_int_equal(r3d_mesh_create(&desc, &p->allocator, &mesh), R3D_OK);
    light_standard(mesh);
    return mesh;
}

static void compare(const pair *p, uint64_t seed)
{
    static const char *const names[] = {"screen x", "screen y", "depth",
                                        "camera x", "camera y", "camera z"};
    const int32_t *expected = p->context[0]->vertices.screen_x;
    const int32_t *actual = p->context[1]->vertices.screen_x;
    int32_t capacity = p->context[0]->vertex_capacity;
    for (int32_t i = 0; i < capacity * R3D_PRIV_VERTEX_ARRAYS; i++) {
        if (expected[i] != actual[i]) {
            fail_msg("%s, seed %llu: %s of vertex %d is %d, scalar %d", r3d_isa_name(p->isa),
                     (unsigned long long)seed, names[i / capacity], (int)(i % capacity),
                     (int)actual[i], (int)expected[i]);
        }
    }
    assert_memory_equal(p->context[0]->at_eye, p->context[1]->at_eye, (size_t)capacity);
    assert_int_equal(p->context[0]->at_eye_count, p->context[1]->at_eye_count);
}

static int32_t coordinate(rng *r)
{
    switch (rng_range(r, 0, 15)) {
    case 0:
        return (int32_t)rng_next(r);
    case 1:
        return rng_range(r, 0, 1) == 0 ? INT32_MIN + rng_range(r, 0, 2)
                                       : INT32_MAX - rng_range(r, 0, 2);
    case 2: /* where the projection leaves the numbers that float holds */
        return (rng_range(r, 0, 1) * 2 - 1) * 32768 + rng_range(r, -2, 2);
    default:
        return rng_range(r, -300, 300);
    }
}

static r3d_a11 angle(rng *r)
{
    return rng_range(r, 0, 2) == 0 ? 0 : rng_range(r, -3000, 3000);
}

static void draw_both(const pair *p, rng *r, const r3d_mesh *mesh, bool wild)
{
    r3d_draw_report reports[2];
    bool scene = rng_range(r, 0, 1) != 0;
    const r3d_vec3i place = {rng_range(r, -200, 200), rng_range(r, -200, 200),
                             wild ? coordinate(r) : rng_range(r, 0, 3) * 300 + 40};
    const r3d_icon_view icon_view = {angle(r), angle(r), angle(r), angle(r), place};
    const r3d_scene_view scene_view = {
        angle(r), rng_range(r, -100, 100), rng_range(r, -100, 100), place, 0, false};
    for (int i = 0; i < 2; i++) {
        if (scene) {
            (void)r3d_draw_model_in_scene(p->context[i], &p->raster[i], mesh, &scene_view,
                                          &reports[i]);
        } else {
            (void)r3d_draw_model(p->context[i], &p->raster[i], mesh, &icon_view, &reports[i]);
        }
    }
    assert_int_equal(reports[0].outcome, reports[1].outcome);
    assert_int_equal(reports[0].reason, reports[1].reason);
}

static void run_isa(r3d_isa isa, r3d_draw_limits limits)
{
    pair p;
    pair_make(&p, isa, limits);
    for (int32_t i = 0; i < DRAWS; i++) {
        uint64_t seed = 9000 + (uint64_t)i;
        rng r = {seed};
        int32_t block[VERTICES_MAX * 3];
        bool wild = rng_range(&r, 0, 1) != 0;
        for (int32_t k = 0; k < VERTICES_MAX * 3; k++) {
            block[k] = wild ? coordinate(&r) : rng_range(&r, -300, 300);
        }
        int32_t count = i <= VERTICES_MAX ? i : rng_range(&r, 0, VERTICES_MAX);
        r3d_mesh *mesh = make_points(&p, block, count, rng_range(&r, 0, 1) != 0);
        draw_both(&p, &r, mesh, wild);
        compare(&p, seed);
        r3d_mesh_destroy(mesh);
    }
    pair_free(&p);
}

static void every_isa_projects_like_the_scalar_code(void **state)
{
    (void)state;
    for (int isa = R3D_ISA_SCALAR + 1; isa < R3D_ISA_COUNT; isa++) {
        if (r3d_isa_available((r3d_isa)isa)) {
            run_isa((r3d_isa)isa, R3D_LIMITS_NONE);
            run_isa((r3d_isa)isa, R3D_LIMITS_ORIGINAL);
        }
    }
}

/* Quotients beside whole numbers, whatever their size: without turns the screen position is
 * x * 512 / z. */
static void every_isa_divides_exactly(void **state)
{
    (void)state;
    pair p;
    rng r = {4711};
    for (int isa = R3D_ISA_SCALAR + 1; isa < R3D_ISA_COUNT; isa++) {
        if (!r3d_isa_available((r3d_isa)isa)) {
            continue;
        }
        pair_make(&p, (r3d_isa)isa, R3D_LIMITS_NONE);
        int32_t block[VERTICES_MAX * 3];
        for (int32_t done = 0; done < QUOTIENTS; done += VERTICES_MAX * 2) {
            for (int32_t i = 0; i < VERTICES_MAX; i++) {
                int32_t z = (int32_t)rng_next(&r) >> rng_range(&r, 0, 30);
                for (int k = 0; k < 2; k++) {
                    int32_t size = (int32_t)rng_next(&r) >> rng_range(&r, 0, 31);
                    int32_t whole = z != 0 ? (int32_t)((int64_t)size / z * z / 512) : size;
                    block[k * VERTICES_MAX + i] = r3d_i32_add(whole, rng_range(&r, -1, 1));
                }
                block[VERTICES_MAX * 2 + i] = done % 3 == 0 && z == 0 ? -1 : z;
            }
            r3d_mesh *mesh = make_points(&p, block, VERTICES_MAX, false);
            const r3d_icon_view view = {0, 0, 0, 0, {0, 0, 0}};
            for (int i = 0; i < 2; i++) {
                (void)r3d_draw_model(p.context[i], &p.raster[i], mesh, &view, NULL);
            }
            compare(&p, (uint64_t)done);
            r3d_mesh_destroy(mesh);
        }
        pair_free(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_isa_projects_like_the_scalar_code),
        cmocka_unit_test(every_isa_divides_exactly),
    };
    return cmocka_run_group_tests_name("model/vertices", tests, NULL, NULL);
}
