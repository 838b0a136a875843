/* SPDX-License-Identifier: MIT */
/* Bands of columns, drawn by themselves or by threads, make the same picture. */

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "cmocka_all.h"
#include "rng.h"
#include "scene.h"

static void aim(r3d_column_view *view, double x, double y, double z, double yaw, double shear)
{
    view->camera.x = x;
    view->camera.y = y;
    view->camera.z = z;
    view->camera.yaw = yaw;
    view->camera.shear = shear;
}

struct band {
    scene *s;
    r3d_column_view view;
    r3d_column_context *context;
    r3d_surface surface;
    r3d_result result;
};

static void *draw_band(void *argument)
{
    struct band *band = argument;
    for (int32_t i = 0; i < 20; i++) {
        band->result =
            r3d_column_draw(band->context, band->s->world, &band->view, &band->surface, NULL);
    }
    return NULL;
}

static void bands_drawn_by_threads_equal_the_whole(void **state)
{
    (void)state;
    enum { BANDS = 3, WIDTH = 253, HEIGHT = 120 };
    scene s;
    r3d_column_level *level = textured_level("sprites");
    scene_make(&s, level, load_sprites(level, "sprites"), WIDTH, HEIGHT);
    r3d_column_camera_square(&s.view.camera, WIDTH, 90.0);
    r3d_column_texture texture;
    uint32_t *texels = number_texels(24, 43, &texture);
    r3d_column_materials materials = *s.view.materials;
    materials.textures = &texture;
    materials.texture_count = 1;
    s.view.materials = &materials;
    uint32_t *whole = malloc(WIDTH * HEIGHT * sizeof *whole);
    for (int32_t mode = 0; mode < 5; mode++) {
        s.view.mode = (r3d_column_mode)mode;
        s.view.things = true;
        s.view.fade_start = 50.0;
        s.view.fade_length = 900.0;
        aim(&s.view, -200.0, 41.0, 50.0, -7.3, 9.0);
        scene_draw(&s);
        memcpy(whole, s.pixels, WIDTH * HEIGHT * sizeof *whole);
        for (int32_t i = 0; i < WIDTH * HEIGHT; i++) {
            s.pixels[i] = KEY_COLOR;
        }
        struct band bands[BANDS];
        pthread_t threads[BANDS];
        for (int32_t i = 0; i < BANDS; i++) {
            bands[i].s = &s;
            bands[i].view = s.view;
            bands[i].view.column_begin = WIDTH * i / BANDS;
            bands[i].view.column_end = WIDTH * (i + 1) / BANDS;
            bands[i].surface = s.surface;
            assert_int_equal(
                r3d_column_context_create(s.level, WIDTH, HEIGHT, 0, NULL, &bands[i].context),
                R3D_OK);
            assert_int_equal(pthread_create(&threads[i], NULL, draw_band, &bands[i]), 0);
        }
        for (int32_t i = 0; i < BANDS; i++) {
            pthread_join(threads[i], NULL);
            assert_int_equal(bands[i].result, R3D_OK);
            r3d_column_context_destroy(bands[i].context);
        }
        assert_memory_equal(whole, s.pixels, WIDTH * HEIGHT * sizeof *whole);
    }
    free(texels);
    free(whole);
    scene_free(&s);
}

/* Draws the view whole, then in bands cut at random, and compares every pixel. */
static void compare_random_bands(rng *r, scene *s, uint32_t *whole)
{
    const int32_t width = s->surface.width;
    const size_t size = (size_t)width * (size_t)s->surface.height * sizeof *whole;
    s->view.column_begin = s->view.column_end = 0;
    scene_draw(s);
    memcpy(whole, s->pixels, size);
    for (size_t i = 0; i < size / sizeof *whole; i++) {
        s->pixels[i] = KEY_COLOR;
    }
    for (int32_t begin = 0; begin < width;) {
        const int32_t longest = rng_range(r, 0, 3) == 0 ? width : 9;
        const int32_t end = begin + rng_range(r, 1, longest);
        s->view.column_begin = begin;
        s->view.column_end = end < width ? end : width;
        scene_draw(s);
        begin = s->view.column_end;
    }
    assert_memory_equal(whole, s->pixels, size);
}

static void bands_of_any_width_equal_the_whole(void **state)
{
    (void)state;
    enum { WIDTH = 131, HEIGHT = 70 };
    static const char *const names[] = {"e2m7-demo", "sprites", "sky", "zroom", "longwall"};
    uint32_t *whole = malloc(WIDTH * HEIGHT * sizeof *whole);
    rng r = {17};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        scene s;
        r3d_column_level *level = textured_level(names[i]);
        scene_make(&s, level, load_sprites(level, names[i]), WIDTH, HEIGHT);
        r3d_column_texture texture;
        uint32_t *texels = number_texels(24, 43, &texture);
        r3d_column_materials materials = *s.view.materials;
        materials.textures = &texture;
        materials.texture_count = 1;
        materials.sky = &texture;
        s.view.materials = &materials;
        const r3d_column_level_desc *d = r3d_column_level_get_desc(level);
        for (int32_t k = 0; k < 60; k++) {
            const r3d_column_level_vertex *v = &d->vertices[rng_range(&r, 0, d->vertex_count - 1)];
            r3d_column_camera_square(&s.view.camera, WIDTH, 40.0 + 100.0 * rng_unit(&r));
            aim(&s.view, v->x + 40.0 * rng_unit(&r) - 20.0, v->y + 40.0 * rng_unit(&r) - 20.0,
                d->start_eye + 30.0 * rng_unit(&r), 360.0 * rng_unit(&r),
                60.0 * rng_unit(&r) - 30.0);
            s.view.mode = (r3d_column_mode)(k % 5);
            s.view.things = k % 3 != 0;
            s.view.contrast = true;
            s.view.fade_length = 700.0;
            compare_random_bands(&r, &s, whole);
        }
        free(texels);
        scene_free(&s);
    }
    free(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bands_drawn_by_threads_equal_the_whole),
        cmocka_unit_test(bands_of_any_width_equal_the_whole),
    };
    return cmocka_run_group_tests_name("column", tests, NULL, NULL);
}
