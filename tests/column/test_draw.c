/* SPDX-License-Identifier: MIT */
/* Drawing: what every mode must keep, and the modes' own rules. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "caster.h"
#include "cmocka_all.h"
#include "plan.h"
#include "rng.h"

static void aim(r3d_column_view *view, double x, double y, double z, double yaw, double shear)
{
    view->camera.x = x;
    view->camera.y = y;
    view->camera.z = z;
    view->camera.yaw = yaw;
    view->camera.shear = shear;
}

static void open_named(scene *s, const char *name, int32_t width, int32_t height)
{
    r3d_column_level *level = load_level(name, false);
    scene_make(s, level, load_sprites(level, name), width, height);
    r3d_column_camera_square(&s->view.camera, width, 90.0);
}

static void resize(scene *s, int32_t width, int32_t height, int32_t stride)
{
    assert_int_equal(r3d_surface_init(&s->surface, s->pixels, width, height, stride), R3D_OK);
}

/* ---- counters ---- */

/* Surface numbers say which pixel is what: the counters must agree, and counting changes no pixel. */
static void counters_agree_with_the_picture(void **state)
{
    (void)state;
    static const char *const names[] = {"e2m7-demo", "sky", "transitions", "sprites"};
    rng r = {12};
    for (int32_t i = 0; i < 120; i++) {
        scene s;
        r3d_column_counters counters;
        open_named(&s, names[i % 4], 160, 100);
        const r3d_column_level_desc *d = r3d_column_level_get_desc(s.level);
        const r3d_column_level_vertex *v = &d->vertices[rng_range(&r, 0, d->vertex_count - 1)];
        aim(&s.view, v->x + 3.7, v->y - 5.3, d->start_eye, 360.0 * rng_unit(&r), 0.0);
        s.view.things = true;
        scene_draw(&s);
        uint32_t before[160 * 100];
        memcpy(before, s.pixels, sizeof before);
        const int32_t slices = s.stats.slices_used;
        s.view.things = false;
        scene_draw(&s);
        int64_t pixels[16] = {0};
        int32_t spans = 0;
        for (int32_t p = 0; p < 160 * 100; p++) {
            const uint32_t kind = s.pixels[p] >> 16 & 15u;
            const bool is_plane =
                kind == R3D_COLUMN_FLOOR || kind == R3D_COLUMN_CEILING || kind == R3D_COLUMN_SKY;
            pixels[kind]++;
            spans += is_plane && (p % 160 == 0 || s.pixels[p] != s.pixels[p - 1]);
        }
        s.view.things = true;
        s.view.counters = &counters;
        r3d_column_counters_init(&counters);
        scene_draw(&s);
        assert_memory_equal(before, s.pixels, sizeof before);
        assert_int_equal(counters.wall_pixels, pixels[R3D_COLUMN_MIDDLE] +
                                                   pixels[R3D_COLUMN_UPPER] +
                                                   pixels[R3D_COLUMN_LOWER]);
        assert_int_equal(counters.plane_pixels,
                         pixels[R3D_COLUMN_FLOOR] + pixels[R3D_COLUMN_CEILING]);
        assert_int_equal(counters.sky_pixels, pixels[R3D_COLUMN_SKY]);
        assert_true(counters.plane_spans >= spans); /* at walls a span of one sector is cut */
        assert_true(counters.plane_spans <= 160 * 100);
        assert_int_equal(counters.slice_pixels >= slices, 1);
        assert_int_equal(counters.slice_pixels > 0, slices > 0);
        assert_true(s.stats.columns_left > 0 || counters.wall_columns >= 160);
        scene_free(&s);
    }
    /* A program of a time when the struct was shorter gets what fits. */
    scene s;
    struct {
        r3d_column_counters counters;
        uint64_t guard;
    } old;
    open_named(&s, "transitions", 160, 100);
    aim(&s.view, 126.0, 96.0, 41.0, 0.0, 0.0);
    memset(&old, 0xAA, sizeof old);
    r3d_column_counters_init_sized(&old.counters, 16);
    s.view.counters = &old.counters;
    scene_draw(&s);
    assert_int_equal(old.counters.struct_size, 16);
    assert_true(old.counters.wall_columns >= 160);
    assert_true(old.counters.wall_pixels == (int64_t)0xAAAAAAAAAAAAAAAAULL);
    scene_free(&s);
}

/* ---- completeness ---- */

static void facing_a_wall_ends_the_walk_at_once(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "transitions", 160, 100);
    aim(&s.view, 126.0, 96.0, 41.0, 0.0, 0.0);
    scene_draw(&s);
    assert_int_equal(s.stats.columns_left, 0);
    assert_true(s.stats.leaves_visited <= 2);
    assert_true(s.stats.walls_drawn <= s.stats.walls_tried);
    scene_free(&s);
}

static void no_size_or_field_of_view_leaves_a_pixel_undrawn(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "e2m7-demo", 1280, 800);
    rng r = {3};
    for (int32_t size = 0; size < 40; size++) {
        const int32_t width = size == 0 ? 1 : size == 39 ? 1280 : rng_range(&r, 1, 400);
        const int32_t height = size == 0 ? 1 : size == 39 ? 800 : rng_range(&r, 1, 300);
        resize(&s, width, height, width);
        for (int32_t view = 0; view < 10; view++) {
            r3d_column_camera_square(&s.view.camera, width, 20.0 + 15.0 * view);
            const struct {
                double x, y, z;
            } eyes[] = {{864, 1056, -272}, {320, 600, 33}, {1209, 1186, -56}, {491, 134, 96}};
            const int32_t eye = rng_range(&r, 0, 3);
            aim(&s.view, eyes[eye].x, eyes[eye].y, eyes[eye].z, 360.0 * rng_unit(&r),
                (rng_unit(&r) - 0.5) * height);
            s.view.mode = (r3d_column_mode)((size + view) % 5);
            for (int32_t i = 0; i < width * height; i++) {
                s.pixels[i] = KEY_COLOR;
            }
            scene_draw(&s);
            assert_int_equal(s.stats.columns_left, 0);
            for (int32_t i = 0; i < width * height; i++) {
                assert_true(s.pixels[i] >> 24 == 255);
            }
            if (s.view.mode == R3D_COLUMN_IDS) {
                for (int32_t i = 0; i < width * height; i++) {
                    assert_true(s.pixels[i] != r3d_column_id(R3D_COLUMN_NOTHING, 0));
                }
            }
        }
    }
    scene_free(&s);
}

static void what_is_outside_the_level_is_background(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "transitions", 64, 48);
    aim(&s.view, 1000.0, 0.0, 41.0, 0.0, 0.0); /* away from everything */
    scene_draw(&s);
    assert_int_equal(s.stats.columns_left, 64);
    for (int32_t i = 0; i < 64 * 48; i++) {
        assert_int_equal(s.pixels[i], r3d_column_id(R3D_COLUMN_NOTHING, 0));
    }
    s.view.mode = R3D_COLUMN_FLAT;
    s.view.background_rgb = 0x112233;
    scene_draw(&s);
    assert_int_equal(s.pixels[17], 0xFF112233u);
    scene_free(&s);
}

static void every_door_height_agrees_with_the_ray_caster(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "door", 64, 48);
    caster *c = caster_make(&s);
    int64_t checked = 0;
    for (int32_t quarter = 0; quarter <= 4 * 88; quarter++) {
        assert_int_equal(r3d_column_world_set_ceiling(s.world, 1, quarter / 4.0), R3D_OK);
        aim(&s.view, -90.0 - quarter / 8.0, 7.0, 41.0, 3.0 - quarter / 60.0, 0.0);
        scene_draw(&s);
        assert_int_equal(s.stats.columns_left, 0);
        caster_aim(c);
        assert_int_equal(caster_compare(c, 0, 1, &checked), 0);
    }
    caster_free(c);
    scene_free(&s);
}

/* ---- memory ---- */

struct counter {
    int32_t calls;
    int32_t fail_at; /* this call fails; 0: none */
    int32_t live;
};

static void *count_alloc(size_t size, void *user)
{
    struct counter *counter = user;
    if (++counter->calls == counter->fail_at) {
        return NULL;
    }
    counter->live++;
    return malloc(size);
}

static void count_free(void *memory, void *user)
{
    if (memory != NULL) {
        ((struct counter *)user)->live--;
    }
    free(memory);
}

static void drawing_allocates_nothing(void **state)
{
    (void)state;
    struct counter counter = {0, 0, 0};
    const r3d_allocator allocator = {count_alloc, count_free, &counter};
    r3d_column_level *level = load_level("e2m7-demo", false);
    r3d_column_world *world = NULL;
    r3d_column_context *context = NULL;
    assert_int_equal(r3d_column_world_create(level, &allocator, &world), R3D_OK);
    assert_int_equal(r3d_column_context_create(level, 160, 100, 0, &allocator, &context), R3D_OK);
    uint32_t *pixels = malloc(160 * 100 * sizeof *pixels);
    r3d_surface surface;
    assert_int_equal(r3d_surface_init(&surface, pixels, 160, 100, 160), R3D_OK);
    r3d_column_view view;
    r3d_column_view_init(&view);
    view.things = true;
    const int32_t before = counter.calls;
    for (int32_t mode = 0; mode < 5; mode++) {
        view.mode = (r3d_column_mode)mode;
        aim(&view, 864.0, 1056.0, -272.0, 30.0 * mode, 0.0);
        assert_int_equal(r3d_column_draw(context, world, &view, &surface, NULL), R3D_OK);
    }
    assert_int_equal(counter.calls, before);
    r3d_column_context_destroy(context);
    r3d_column_world_destroy(world);
    assert_int_equal(counter.live, 0);
    r3d_column_level_destroy(level);
    free(pixels);
}

static void every_allocation_that_fails_is_an_error_without_a_leak(void **state)
{
    (void)state;
    r3d_column_level *source = load_level("lift", false);
    for (int32_t rebuild = 0; rebuild < 2; rebuild++) {
        r3d_column_level_options options;
        memset(&options, 0, sizeof options);
        r3d_column_level_options_init(&options);
        options.ignore_tree = rebuild == 1;
        r3d_column_level_desc desc = *r3d_column_level_get_desc(source);
        desc.blockmap.columns = 0;
        for (int32_t fail_at = 1;; fail_at++) {
            struct counter counter = {0, fail_at, 0};
            const r3d_allocator allocator = {count_alloc, count_free, &counter};
            r3d_column_level *level = NULL;
            r3d_column_world *world = NULL;
            r3d_column_context *context = NULL;
            r3d_result result = r3d_column_level_create(&desc, &options, &allocator, &level, NULL);
            if (result == R3D_OK) {
                result = r3d_column_world_create(level, &allocator, &world);
            }
            if (result == R3D_OK) {
                result = r3d_column_context_create(level, 32, 32, 0, &allocator, &context);
            }
            if (result == R3D_OK) {
                result = r3d_column_context_reserve(context, 1 << 22);
            }
            assert_true(result == R3D_OK || result == R3D_ERR_MEMORY);
            r3d_column_context_destroy(context);
            r3d_column_world_destroy(world);
            r3d_column_level_destroy(level);
            assert_int_equal(counter.live, 0);
            if (result == R3D_OK) {
                assert_true(fail_at > 10);
                break;
            }
        }
    }
    r3d_column_level_destroy(source);
}

static void nothing_outside_the_clip_rectangle_is_written(void **state)
{
    (void)state;
    enum { STRIDE = 100, HEIGHT = 70 };
    scene s;
    open_named(&s, "sprites", STRIDE, HEIGHT);
    uint32_t *alone = malloc(40 * 30 * sizeof *alone);
    for (int32_t mode = 0; mode < 5; mode++) {
        s.view.mode = (r3d_column_mode)mode;
        s.view.things = true;
        aim(&s.view, -200.0, 30.0, 50.0, 0.0, 5.0);
        r3d_column_camera_square(&s.view.camera, 40, 90.0);
        resize(&s, 40, 30, 40);
        scene_draw(&s);
        memcpy(alone, s.pixels, 40 * 30 * sizeof *alone);
        resize(&s, STRIDE, HEIGHT, STRIDE);
        for (int32_t i = 0; i < STRIDE * HEIGHT; i++) {
            s.pixels[i] = KEY_COLOR;
        }
        r3d_surface_set_clip(&s.surface, 17, 11, 57, 41);
        scene_draw(&s);
        for (int32_t y = 0; y < HEIGHT; y++) {
            for (int32_t x = 0; x < STRIDE; x++) {
                const bool inside = x >= 17 && x < 57 && y >= 11 && y < 41;
                assert_int_equal(s.pixels[y * STRIDE + x],
                                 inside ? alone[(y - 11) * 40 + x - 17] : KEY_COLOR);
            }
        }
    }
    free(alone);
    scene_free(&s);
}

static void a_context_that_is_too_small_says_so_and_can_grow(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "sprites", 160, 100);
    s.view.things = true;
    aim(&s.view, -200.0, 30.0, 50.0, 0.0, 0.0);
    scene_draw(&s);
    assert_true(s.stats.slices_used > 1);
    uint32_t *expected = malloc(160 * 100 * sizeof *expected);
    memcpy(expected, s.pixels, 160 * 100 * sizeof *expected);
    r3d_column_context *tight = NULL;
    assert_int_equal(r3d_column_context_create(s.level, 160, 100, 1, NULL, &tight), R3D_OK);
    r3d_column_stats stats;
    assert_int_equal(r3d_column_draw(tight, s.world, &s.view, &s.surface, &stats), R3D_ERR_LIMIT);
    assert_int_equal(stats.slices_needed, s.stats.slices_used);
    assert_int_equal(r3d_column_context_reserve(tight, stats.slices_needed), R3D_OK);
    assert_int_equal(r3d_column_draw(tight, s.world, &s.view, &s.surface, &stats), R3D_OK);
    assert_memory_equal(expected, s.pixels, 160 * 100 * sizeof *expected);
    r3d_column_context_destroy(tight);
    free(expected);
    scene_free(&s);
}

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    scene s;
    open_named(&s, "lift", 32, 32);
    scene other;
    open_named(&other, "lift", 32, 32);
    r3d_column_view bad = s.view;
    bad.camera.x = NAN;
    assert_int_equal(r3d_column_draw(s.context, s.world, &bad, &s.surface, NULL), R3D_ERR_RANGE);
    bad = s.view;
    bad.camera.yaw = INFINITY;
    assert_int_equal(r3d_column_draw(s.context, s.world, &bad, &s.surface, NULL), R3D_ERR_RANGE);
    bad = s.view;
    bad.camera.focal_x = 0.0;
    assert_int_equal(r3d_column_draw(s.context, s.world, &bad, &s.surface, NULL), R3D_ERR_RANGE);
    bad = s.view;
    bad.column_end = 33;
    assert_int_equal(r3d_column_draw(s.context, s.world, &bad, &s.surface, NULL), R3D_ERR_RANGE);
    bad = s.view;
    bad.struct_size = 1;
    assert_int_equal(r3d_column_draw(s.context, s.world, &bad, &s.surface, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_column_draw(s.context, other.world, &s.view, &s.surface, NULL),
                     R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_column_draw(NULL, s.world, &s.view, &s.surface, NULL), R3D_ERR_ARGUMENT);
    r3d_surface_set_clip(&s.surface, 5, 5, 5, 9);
    assert_int_equal(r3d_column_draw(s.context, s.world, &s.view, &s.surface, NULL), R3D_ERR_RANGE);
    uint32_t *wide = malloc(64 * 32 * sizeof *wide);
    r3d_surface surface;
    assert_int_equal(r3d_surface_init(&surface, wide, 64, 32, 64), R3D_OK);
    assert_int_equal(r3d_column_draw(s.context, s.world, &s.view, &surface, NULL), R3D_ERR_LIMIT);
    r3d_column_context *context = NULL;
    assert_int_equal(r3d_column_context_create(s.level, 0, 1, 0, NULL, &context), R3D_ERR_RANGE);
    assert_int_equal(r3d_column_context_create(s.level, 16385, 1, 0, NULL, &context),
                     R3D_ERR_RANGE);
    free(wide);
    scene_free(&other);
    scene_free(&s);
}

/* ---- size ---- */

static void twenty_thousand_walls_and_three_thousand_things_are_drawn(void **state)
{
    (void)state;
    enum { SIDE = 71, PITCH = 64 };
    plan p;
    plan_init(&p, SIDE * SIDE * 4 + 16);
    const int32_t sector = plan_sector(&p, 0.0, 128.0);
    plan_room(&p, -64.0, -64.0, SIDE * PITCH, SIDE * PITCH, sector);
    for (int32_t i = 0; i < SIDE * SIDE; i++) {
        const double x = (double)(i % SIDE) * PITCH;
        const double y = (double)(i / SIDE) * PITCH;
        plan_pillar(&p, x, y, x + 4.0, y + 4.0, sector);
        if (i < 3000) {
            plan_thing(&p, x + 34.0, y + 34.0);
        }
    }
    assert_true(p.wall_count >= 20000);
    static const uint8_t index = 0;
    static const uint32_t shades[256] = {0xFFFFFFu};
    r3d_column_texture sprite;
    memset(&sprite, 0, sizeof sprite);
    sprite.width = sprite.height = sprite.u_step = sprite.v_step = sprite.copies = 1;
    sprite.indices = &index;
    sprite.shades = shades;
    r3d_column_materials materials;
    memset(&materials, 0, sizeof materials);
    materials.sprites = &sprite;
    materials.sprite_count = 1;
    scene s;
    scene_make(&s, plan_build(&p), NULL, 320, 200);
    plan_free(&p);
    r3d_column_camera_square(&s.view.camera, 320, 90.0);
    s.view.materials = &materials;
    s.view.things = true;
    aim(&s.view, 1010.0, 1013.0, 60.0, 33.0, 0.0);
    scene_draw(&s);
    assert_int_equal(s.stats.columns_left, 0);
    assert_true(s.stats.clip_stack_depth > 100);
    caster *c = caster_make(&s);
    caster_aim(c);
    int64_t checked = 0;
    assert_int_equal(caster_compare(c, 0, 16, &checked), 0);
    caster_free(c);
    scene_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters_agree_with_the_picture),
        cmocka_unit_test(facing_a_wall_ends_the_walk_at_once),
        cmocka_unit_test(no_size_or_field_of_view_leaves_a_pixel_undrawn),
        cmocka_unit_test(what_is_outside_the_level_is_background),
        cmocka_unit_test(every_door_height_agrees_with_the_ray_caster),
        cmocka_unit_test(drawing_allocates_nothing),
        cmocka_unit_test(every_allocation_that_fails_is_an_error_without_a_leak),
        cmocka_unit_test(nothing_outside_the_clip_rectangle_is_written),
        cmocka_unit_test(a_context_that_is_too_small_says_so_and_can_grow),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(twenty_thousand_walls_and_three_thousand_things_are_drawn),
    };
    return cmocka_run_group_tests_name("column", tests, NULL, NULL);
}
