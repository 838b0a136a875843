/* SPDX-License-Identifier: MIT */
/* Rows of every length from 0 to 200 at every alignment, on frames between pages that must not be
 * touched: each instruction set draws what the scalar fills draw. */

#include "cmocka_all.h"

#include <string.h>

#include <retro3d/raster.h>

#include "guard.h"
#include "scene.h"

enum {
    LENGTH_MAX = 200,
    ALIGNMENTS = 16, /* of 4 bytes: a cache line */
    VARIANTS = 18
};

static scene_assets assets;

static int make_assets(void **state)
{
    (void)state;
    scene_make_assets(&assets);
    return 0;
}

/* Corners whose only row is y = 0 from `left` to `right`. */
static void row_corners(int32_t left, int32_t right, int32_t x[3], int32_t y[3])
{
    x[0] = left;
    x[1] = right;
    x[2] = left;
    y[0] = y[1] = 0;
    y[2] = 1;
}

/* One row in one of the ways a row can be drawn; values at both ends of what fits into 32 bits,
 * too. */
static void draw_row(r3d_raster *raster, int variant, int32_t left, int32_t right)
{
    static const int32_t translucencies[] = {1, 128, 255};
    int32_t x[3];
    int32_t y[3];
    int32_t hsl16[3] = {200 + left * 37, 65000 - right * 91, 3};
    int32_t shade[3] = {left % 256, 255 - right % 256, 9};
    const r3d_texture_plane plane = {{-90, -40, 500}, {140, -30, 540}, {-80, 120, 470}};
    r3d_texels texels = {assets.texels[variant & 1], R3D_DETAIL_HIGH, (variant & 1) != 0};
    row_corners(left, right, x, y);
    raster->side_clip = variant % 3 == 1;
    raster->translucency = 0;
    raster->smooth = variant == 5 || variant == 6;
    switch (variant) {
    case 0:
        r3d_fill_flat(raster, x, y, 0xFFFFFFFFu);
        break;
    case 1:
    case 2:
    case 3:
        raster->translucency = translucencies[variant - 1];
        r3d_fill_flat(raster, x, y, variant == 2 ? 0xFFFFFFu : 0x12FE01u);
        break;
    case 6:
    case 7:
        raster->translucency = 77;
        r3d_fill_gouraud(raster, x, y, hsl16);
        break;
    case 4:
    case 5:
        r3d_fill_gouraud(raster, x, y, hsl16);
        break;
    case 8: /* the difference of the ends wraps */
        hsl16[0] = INT32_MIN;
        hsl16[1] = INT32_MAX;
        r3d_fill_gouraud(raster, x, y, hsl16);
        break;
    case 9:
        raster->translucency = 254;
        hsl16[0] = INT32_MAX;
        hsl16[1] = -1;
        r3d_fill_gouraud(raster, x, y, hsl16);
        break;
    case 10:
        shade[0] = INT32_MIN;
        shade[1] = INT32_MAX;
        r3d_fill_textured(raster, x, y, shade, &plane, &texels);
        break;
    case 11: {
        const r3d_texture_plane far_away = {
            {INT32_MIN, 5, INT32_MAX}, {7, INT32_MAX, 3}, {1, 2, 3}};
        r3d_fill_textured(raster, x, y, shade, &far_away, &texels);
        break;
    }
    case 14: /* of few colours, up or down */
    case 15:
    case 16:
    case 17: {
        static const int32_t ranges[] = {29, 30, 61, 62};
        hsl16[left % 2] = 12345;
        hsl16[1 - left % 2] = 12345 + ranges[variant - 14];
        hsl16[2] = 12350;
        r3d_fill_gouraud(raster, x, y, hsl16);
        raster->smooth = true;
        raster->side_clip = right % 2 != 0;
        r3d_fill_gouraud(raster, x, y, hsl16);
        break;
    }
    default:
        texels.detail = left % 2 != 0 ? R3D_DETAIL_LOW : R3D_DETAIL_HIGH;
        r3d_fill_textured(raster, x, y, shade, &plane, &texels);
        break;
    }
}

/* The frame ends at the page behind it (one row) or begins at the page before it (two rows). */
static void test_row(r3d_isa isa, guard_side side, int32_t left, int32_t right, int32_t width)
{
    guarded memory[2];
    r3d_surface surface[2];
    r3d_raster raster[2];
    int32_t height = side == GUARD_AFTER ? 1 : 2;
    size_t size = (size_t)width * (size_t)height * sizeof(uint32_t);
    for (int i = 0; i < 2; i++) {
        memory[i] = guarded_alloc(size, side);
        uint32_t *pixels = memory[i].memory;
        assert_int_equal(r3d_surface_init(&surface[i], pixels, width, height, width), R3D_OK);
        assert_int_equal(r3d_raster_init(&raster[i], &surface[i], &assets.palette), R3D_OK);
        assert_int_equal(r3d_raster_set_isa(&raster[i], i == 0 ? R3D_ISA_SCALAR : isa), R3D_OK);
    }
    for (int variant = 0; variant < VARIANTS; variant++) {
        for (int i = 0; i < 2; i++) {
            uint32_t *pixels = memory[i].memory;
            for (size_t k = 0; k < size / sizeof *pixels; k++) {
                pixels[k] = (uint32_t)k * 2654435761u ^ (uint32_t)variant;
            }
            draw_row(&raster[i], variant, left, right);
        }
        if (memcmp(memory[0].memory, memory[1].memory, size) != 0) {
            fail_msg("%s: variant %d, row %d..%d of %d differs from the scalar one",
                     r3d_isa_name(isa), variant, (int)left, (int)right, (int)width);
        }
    }
    guarded_free(&memory[0]);
    guarded_free(&memory[1]);
}

static void rows_of_every_length_and_alignment_equal_the_scalar_ones(void **state)
{
    (void)state;
    for (int isa = R3D_ISA_SCALAR + 1; isa < R3D_ISA_COUNT; isa++) {
        if (!r3d_isa_available((r3d_isa)isa)) {
            continue;
        }
        for (int32_t length = 0; length <= LENGTH_MAX; length++) {
            for (int32_t at = 0; at < ALIGNMENTS; at++) {
                int32_t width = at + length > 0 ? at + length : 1;
                /* up to the last column, and short of it by about a register */
                test_row((r3d_isa)isa, GUARD_AFTER, at, at + length, width);
                test_row((r3d_isa)isa, GUARD_AFTER, at, at + length, width + 1 + length % 17);
                test_row((r3d_isa)isa, GUARD_BEFORE, at, at + length, width + at);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_every_length_and_alignment_equal_the_scalar_ones),
    };
    return cmocka_run_group_tests_name("raster/rows", tests, make_assets, NULL);
}
