/* SPDX-License-Identifier: MIT */
/* Two threads draw into two surfaces at once and share palette and texels. Run under
 * ThreadSanitizer (preset tsan) this shows that nothing else is shared. */

#include "cmocka_all.h"

#include <pthread.h>
#include <string.h>

#include <retro3d/raster.h>

#include "rng.h"

enum { WIDTH = 256, HEIGHT = 192, TRIANGLES = 4000, THREADS = 2 };

static r3d_palette palette;
static uint32_t texel_memory[R3D_TEXELS_HIGH_COUNT];
static uint32_t frames[THREADS + 1][WIDTH * HEIGHT];

static void *draw_scene(void *frame)
{
    const r3d_texels texels = {texel_memory, R3D_DETAIL_HIGH, true};
    const r3d_texture_plane plane = {{-200, -100, 900}, {200, -90, 1100}, {-210, 130, 700}};
    r3d_surface surface;
    r3d_raster raster;
    rng r = {20048};
    if (r3d_surface_init(&surface, frame, WIDTH, HEIGHT, WIDTH) != R3D_OK ||
        r3d_raster_init(&raster, &surface, &palette) != R3D_OK) {
        return NULL;
    }
    r3d_surface_clear(&surface, 0x203040);
    for (int i = 0; i < TRIANGLES; i++) {
        int32_t x[3];
        int32_t y[3];
        int32_t value[3];
        for (int k = 0; k < 3; k++) {
            x[k] = rng_range(&r, -30, WIDTH + 30);
            y[k] = rng_range(&r, -30, HEIGHT + 30);
            value[k] = rng_range(&r, 0, 127);
        }
        raster.side_clip = true;
        raster.translucency = i % 3 == 0 ? 100 : 0;
        switch (i % 4) {
        case 0:
            r3d_fill_flat(&raster, x, y, rng_next(&r));
            break;
        case 1:
            r3d_fill_gouraud(&raster, x, y, value);
            break;
        case 2:
            r3d_fill_textured(&raster, x, y, value, &plane, &texels);
            break;
        default:
            r3d_draw_rect_alpha(&surface, x[0], y[0], 20, 10, rng_next(&r), 128);
            break;
        }
    }
    return frame;
}

static void two_threads_draw_two_surfaces_like_one(void **state)
{
    (void)state;
    r3d_gamma gamma;
    for (uint32_t i = 0; i < R3D_TEXELS_HIGH_COUNT; i++) {
        texel_memory[i] = i % 7 == 0 ? 0 : (i * 2654435761u) >> 8 & 0xF8F8FFu;
    }
    assert_int_equal(r3d_gamma_build(0.8, &gamma), R3D_OK);
    assert_int_equal(r3d_palette_build(&gamma, R3D_BLACK_KEPT, &palette), R3D_OK);

    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, draw_scene, frames[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *result = NULL;
        assert_int_equal(pthread_join(threads[i], &result), 0);
        assert_ptr_equal(result, frames[i]);
    }
    assert_ptr_equal(draw_scene(frames[THREADS]), frames[THREADS]);
    for (int i = 0; i < THREADS; i++) {
        assert_memory_equal(frames[i], frames[THREADS], sizeof frames[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_threads_draw_two_surfaces_like_one),
    };
    return cmocka_run_group_tests_name("raster/threads", tests, NULL, NULL);
}
