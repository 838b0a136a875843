/* SPDX-License-Identifier: MIT */
/* What the reference pictures do not reach: alpha bytes, strides, and rows longer than the
 * original's tables. */

#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include <retro3d/raster.h>

#include "rng.h"

enum { WIDTH_MAX = 5120 };

static r3d_palette palette;
static uint32_t texel_memory[R3D_TEXELS_HIGH_COUNT];
static uint32_t row[WIDTH_MAX * 2];

static int make_assets(void **state)
{
    (void)state;
    r3d_gamma gamma;
    for (uint32_t i = 0; i < R3D_TEXELS_HIGH_COUNT; i++) {
        texel_memory[i] = (i * 2654435761u) >> 8 & 0xF8F8FFu;
    }
    return r3d_gamma_build(0.8, &gamma) != R3D_OK ||
                   r3d_palette_build(&gamma, R3D_BLACK_KEPT, &palette) != R3D_OK
               ? -1
               : 0;
}

/* A raster over `row`: one row of `width` pixels and an empty one below. */
static r3d_raster make_raster(r3d_surface *surface, int32_t width)
{
    r3d_raster raster;
    memset(row, 0, sizeof row);
    assert_int_equal(r3d_surface_init(surface, row, width, 2, width), R3D_OK);
    assert_int_equal(r3d_raster_init(&raster, surface, &palette), R3D_OK);
    return raster;
}

static const int32_t widths[] = {2047, 2048, 2051, 3000, 4095, 4096, 4100, 5119, 5120};

/* Corners whose first row runs exactly from 0 to `width`: a flat top, A on the left. */
static void top_row_corners(int32_t width, int32_t x[3], int32_t y[3])
{
    x[0] = 0;
    x[1] = width;
    x[2] = 0;
    y[0] = y[1] = 0;
    y[2] = 1;
}

/* Spec section 5, block mode without side clip: the step is ((c1 - c0) * (32768 / g)) >> 15 a
 * block, g = n / 4, which the original's table has for g up to 511 only. */
static void gouraud_rows_wider_than_the_original_table_follow_its_formula(void **state)
{
    (void)state;
    for (size_t w = 0; w < TEST_COUNT(widths); w++) {
        int32_t width = widths[w];
        r3d_surface surface;
        r3d_raster raster = make_raster(&surface, width);
        int32_t x[3];
        int32_t y[3];
        const int32_t hsl16[3] = {300, 340, 300};
        top_row_corners(width, x, y);
        r3d_fill_gouraud(&raster, x, y, hsl16);
        int32_t step = (40 * 256 * (32768 / (width / 4))) >> 15;
        assert_true(step > 0);
        for (int32_t i = 0; i < width; i++) {
            uint32_t expected = palette.rgb[(300 * 256 + i / 4 * step) >> 8] | 0xFF000000u;
            if (row[i] != expected) {
                fail_msg("width %d pixel %d: %08x, expected %08x", (int)width, (int)i,
                         (unsigned)row[i], (unsigned)expected);
            }
        }
        assert_int_equal(row[width], 0);
    }
}

/* Spec section 7 without side clip: light grows by ((l1 - l0) * (32768 / (n / 8))) >> 6 every 8
 * pixels. The plane faces the viewer, so the texel position is simple. */
static void textured_rows_wider_than_the_original_table_follow_its_formula(void **state)
{
    (void)state;
    r3d_texels texels = {texel_memory, R3D_DETAIL_HIGH, false};
    /* One texel column for the whole row: u is limited to its last column to the right. */
    const r3d_texture_plane plane = {{-100000, 0, 512}, {-99999, 0, 512}, {-100000, 1, 512}};
    for (size_t w = 0; w < TEST_COUNT(widths); w++) {
        int32_t width = widths[w];
        r3d_surface surface;
        r3d_raster raster = make_raster(&surface, width);
        raster.center_x = 0;
        raster.center_y = 0;
        int32_t x[3];
        int32_t y[3];
        const int32_t shade[3] = {0, 127, 0};
        top_row_corners(width, x, y);
        r3d_fill_textured(&raster, x, y, shade, &plane, &texels);
        int32_t step = (127 * 256 * (32768 / (width / 8))) >> 6;
        assert_true(step > 0);
        for (int32_t i = 0; i < width; i++) {
            int32_t light = i / 8 * step;
            uint32_t texel = texel_memory[(light >> 21 & 3) * 16384 + 127];
            uint32_t expected = texel >> (light >> 23) | 0xFF000000u;
            if (row[i] != expected) {
                fail_msg("width %d pixel %d: %08x, expected %08x", (int)width, (int)i,
                         (unsigned)row[i], (unsigned)expected);
            }
        }
    }
}

static void every_drawn_pixel_has_alpha_255_even_when_black(void **state)
{
    (void)state;
    r3d_surface surface;
    const int32_t x[3] = {0, 8, 0};
    const int32_t y[3] = {0, 0, 1};
    const int32_t zero[3] = {0, 0, 0};
    const int32_t dark[3] = {1540, 1540, 1540}; /* shifted right by 24: black */
    const r3d_texture_plane plane = {{0, 0, 512}, {128, 0, 512}, {0, 128, 512}};
    r3d_texels texels = {texel_memory, R3D_DETAIL_HIGH, false};
    for (int translucency = 0; translucency < 256; translucency += 85) {
        r3d_raster raster = make_raster(&surface, 10);
        raster.translucency = translucency;
        r3d_fill_flat(&raster, x, y, 0);
        assert_int_equal(row[0], 0xFF000000);
        assert_int_equal(row[7], 0xFF000000);
        assert_int_equal(row[8], 0);
        raster = make_raster(&surface, 10);
        raster.translucency = translucency;
        r3d_fill_gouraud(&raster, x, y, zero);
        assert_int_equal(row[3] >> 24, 0xFF);
    }
    r3d_raster raster = make_raster(&surface, 10);
    r3d_fill_textured(&raster, x, y, dark, &plane, &texels);
    assert_int_equal(row[0], 0xFF000000);
    /* a masked texture leaves such pixels out */
    raster = make_raster(&surface, 10);
    texels.masked = true;
    r3d_fill_textured(&raster, x, y, dark, &plane, &texels);
    assert_int_equal(row[0], 0);
}

/* The top byte of a colour, a texel's background or the frame never reaches red. */
static void alpha_bits_never_spill_into_red(void **state)
{
    (void)state;
    r3d_surface surface;
    r3d_raster raster = make_raster(&surface, 10);
    const int32_t x[3] = {0, 8, 0};
    const int32_t y[3] = {0, 0, 1};
    r3d_surface_clear(&surface, 0x000000);
    raster.translucency = 128;
    r3d_fill_flat(&raster, x, y, 0xFF000000u);
    assert_int_equal(row[0], 0xFF000000);
}

static void a_stride_does_not_change_pixels(void **state)
{
    (void)state;
    enum { WIDTH = 40, HEIGHT = 30, STRIDE = 53 };
    static uint32_t tight_pixels[WIDTH * HEIGHT];
    static uint32_t padded_pixels[STRIDE * HEIGHT];
    r3d_surface tight;
    r3d_surface padded;
    r3d_raster rasters[2];
    rng r = {20047};
    assert_int_equal(r3d_surface_init(&tight, tight_pixels, WIDTH, HEIGHT, WIDTH), R3D_OK);
    assert_int_equal(r3d_surface_init(&padded, padded_pixels, WIDTH, HEIGHT, STRIDE), R3D_OK);
    assert_int_equal(r3d_raster_init(&rasters[0], &tight, &palette), R3D_OK);
    assert_int_equal(r3d_raster_init(&rasters[1], &padded, &palette), R3D_OK);
    for (int i = 0; i < 20000; i++) {
        int32_t x[3];
        int32_t y[3];
        int32_t hsl16[3];
        for (int k = 0; k < 3; k++) {
            x[k] = rng_range(&r, 0, WIDTH);
            y[k] = rng_range(&r, -10, HEIGHT + 10);
            hsl16[k] = rng_range(&r, 0, 65535);
        }
        int32_t translucency = rng_range(&r, 0, 255);
        for (int k = 0; k < 2; k++) {
            rasters[k].translucency = translucency;
            if (i % 2 == 0) {
                r3d_fill_flat(&rasters[k], x, y, (uint32_t)hsl16[0] * 200u);
            } else {
                r3d_fill_gouraud(&rasters[k], x, y, hsl16);
            }
        }
    }
    for (int y = 0; y < HEIGHT; y++) {
        assert_memory_equal(tight_pixels + y * WIDTH, padded_pixels + y * STRIDE,
                            WIDTH * sizeof(uint32_t));
    }
}

static void raster_init_checks_its_arguments_and_sets_the_start_values(void **state)
{
    (void)state;
    r3d_surface surface;
    r3d_raster raster = make_raster(&surface, 11);
    assert_int_equal(raster.center_x, 5);
    assert_int_equal(raster.center_y, 1);
    assert_int_equal(raster.translucency, 0);
    assert_false(raster.side_clip);
    assert_false(raster.smooth);
    assert_int_equal(r3d_raster_init(NULL, &surface, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_raster_init(&raster, NULL, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_raster_init(&raster, &surface, NULL), R3D_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gouraud_rows_wider_than_the_original_table_follow_its_formula),
        cmocka_unit_test(textured_rows_wider_than_the_original_table_follow_its_formula),
        cmocka_unit_test(every_drawn_pixel_has_alpha_255_even_when_black),
        cmocka_unit_test(alpha_bits_never_spill_into_red),
        cmocka_unit_test(a_stride_does_not_change_pixels),
        cmocka_unit_test(raster_init_checks_its_arguments_and_sets_the_start_values),
    };
    return cmocka_run_group_tests_name("raster/spans", tests, make_assets, NULL);
}
