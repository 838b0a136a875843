/* SPDX-License-Identifier: MIT */
/* 10 million triangles with any coordinates, on surfaces between pages that must not be touched.
 * What is tested: no access outside, no undefined behaviour (under the sanitizers), an end. */

#include "cmocka_all.h"

#include <string.h>

#include <retro3d/raster.h>

#include "guard.h"
#include "rng.h"

typedef struct shape {
    int32_t width;
    int32_t height;
    int32_t stride;
    int32_t triangles; /* for each of the two guard sides */
} shape;

/* The wide and tall ones take thousands of pixels a triangle. The sum of all is 5 million. */
static const shape shapes[] = {
    {1, 1, 1, 1500000},       {2, 3, 2, 1300000},     {5, 4, 9, 900000},
    {48, 32, 48, 700000},     {128, 96, 131, 400000}, {512, 334, 512, 150000},
    {16384, 3, 16384, 20000}, {3, 16384, 3, 20000},   {3, 2000, 4, 10000},
};

static r3d_palette palette;
static uint32_t texel_memory[2][R3D_TEXELS_HIGH_COUNT];
static r3d_texels banks[4];

static int make_assets(void **state)
{
    (void)state;
    rng r = {20045};
    r3d_gamma gamma;
    if (r3d_gamma_build(0.8, &gamma) != R3D_OK ||
        r3d_palette_build(&gamma, R3D_BLACK_KEPT, &palette) != R3D_OK) {
        return -1;
    }
    for (size_t i = 0; i < R3D_TEXELS_HIGH_COUNT; i++) {
        texel_memory[0][i] = rng_next(&r) & 0xF8F8FFu;
        texel_memory[1][i] = rng_range(&r, 0, 2) == 0 ? 0 : rng_next(&r) & 0xF8F8FFu;
    }
    for (int i = 0; i < 4; i++) {
        banks[i].texels = texel_memory[i & 1];
        banks[i].detail = i < 2 ? R3D_DETAIL_HIGH : R3D_DETAIL_LOW;
        banks[i].masked = (i & 1) != 0;
    }
    return 0;
}

/* Coordinates around the border of 0..size, around the 16-bit and 32-bit limits, or anywhere. */
static int32_t coordinate(rng *r, int32_t size)
{
    static const int32_t marks[] = {-65536, -32769, -32768, 32767, 32768, 65535, 65536};
    switch (rng_range(r, 0, 9)) {
    case 0:
        return (int32_t)rng_next(r);
    case 1:
        return marks[rng_range(r, 0, 6)] + rng_range(r, -2, 2);
    case 2:
        return (rng_next(r) & 1u) != 0 ? INT32_MIN + rng_range(r, 0, 3)
                                       : INT32_MAX - rng_range(r, 0, 3);
    case 3:
        return rng_range(r, -40000, 40000);
    case 4:
        return rng_range(r, -3, 3);
    case 5:
        return size + rng_range(r, -3, 3);
    default:
        return rng_range(r, -size / 2 - 2, size + size / 2 + 2);
    }
}

static int32_t plane_coordinate(rng *r)
{
    return rng_range(r, 0, 3) == 0 ? (int32_t)rng_next(r) : rng_range(r, -2000, 2000);
}

static void draw_one(rng *r, r3d_raster *raster)
{
    r3d_surface *surface = raster->surface;
    int32_t x[3];
    int32_t y[3];
    int32_t value[3];
    for (int i = 0; i < 3; i++) {
        x[i] = coordinate(r, surface->width);
        y[i] = coordinate(r, surface->height);
        value[i] = rng_range(r, 0, 3) == 0 ? (int32_t)rng_next(r) : rng_range(r, 0, 65535);
    }
    if (rng_range(r, 0, 15) == 0) {
        r3d_surface_set_clip(surface, coordinate(r, surface->width), coordinate(r, surface->height),
                             coordinate(r, surface->width), coordinate(r, surface->height));
        raster->center_x = coordinate(r, surface->width);
        raster->center_y = coordinate(r, surface->height);
    } else if (rng_range(r, 0, 3) == 0) {
        r3d_surface_reset_clip(surface);
    }
    raster->side_clip = (rng_next(r) & 1u) != 0;
    raster->smooth = (rng_next(r) & 1u) != 0;
    raster->translucency = (rng_next(r) & 1u) != 0 ? 0 : rng_range(r, 0, 255);
    switch (rng_range(r, 0, 2)) {
    case 0:
        r3d_fill_flat(raster, x, y, rng_next(r));
        break;
    case 1:
        r3d_fill_gouraud(raster, x, y, value);
        break;
    default: {
        r3d_texture_plane plane;
        r3d_vec3i *points[3] = {&plane.origin, &plane.u_end, &plane.v_end};
        for (int i = 0; i < 3; i++) {
            points[i]->x = plane_coordinate(r);
            points[i]->y = plane_coordinate(r);
            points[i]->z = plane_coordinate(r);
            value[i] = rng_range(r, 0, 3) == 0 ? (int32_t)rng_next(r) : rng_range(r, 0, 255);
        }
        r3d_fill_textured(raster, x, y, value, &plane, &banks[rng_range(r, 0, 3)]);
        break;
    }
    }
}

static void draw_many(const shape *s, guard_side side, uint64_t seed)
{
    size_t count = (size_t)(s->height - 1) * (size_t)s->stride + (size_t)s->width;
    guarded frame = guarded_alloc(count * sizeof(uint32_t), side);
    r3d_surface surface;
    r3d_raster raster;
    rng r = {seed};
    assert_int_equal(r3d_surface_init(&surface, frame.memory, s->width, s->height, s->stride),
                     R3D_OK);
    assert_int_equal(r3d_raster_init(&raster, &surface, &palette), R3D_OK);
    for (int32_t i = 0; i < s->triangles; i++) {
        draw_one(&r, &raster);
    }
    const uint32_t *pixels = frame.memory;
    int drawn = 0;
    for (int32_t y = 0; y < s->height; y++) {
        for (int32_t x = 0; x < (y + 1 < s->height ? s->stride : s->width); x++) {
            uint32_t alpha = pixels[(size_t)y * (size_t)s->stride + (size_t)x] >> 24;
            /* a pixel is drawn or untouched; the padding is untouched */
            assert_true(alpha == 0 || (alpha == 255 && x < s->width));
            drawn += alpha == 255;
        }
    }
    assert_true(drawn > 0);
    guarded_free(&frame);
}

static void no_triangle_touches_memory_outside_the_surface(void **state)
{
    (void)state;
    int64_t total = 0;
    for (size_t i = 0; i < TEST_COUNT(shapes); i++) {
        draw_many(&shapes[i], GUARD_BEFORE, 1000 + i);
        draw_many(&shapes[i], GUARD_AFTER, 2000 + i);
        total += 2 * shapes[i].triangles;
    }
    assert_int_equal(total, 10000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_triangle_touches_memory_outside_the_surface),
    };
    return cmocka_run_group_tests_name("raster/random triangles", tests, make_assets, NULL);
}
