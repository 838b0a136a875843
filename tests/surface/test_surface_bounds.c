/* SPDX-License-Identifier: MIT */
/* Every 2D draw with any 32-bit numbers, on surfaces between pages that must not be touched. */

#include "cmocka_all.h"

#include <string.h>

#include <retro3d/surface.h>

#include "guard.h"
#include "rng.h"

enum { ROUNDS = 200000, ROWS = 40 };

/* Any number, mostly near something that matters. */
static int32_t any(rng *r)
{
    static const int32_t marks[] = {INT32_MIN, -65536, -32768, -4097, 0,         1,
                                    64,        4096,   32767,  65536, INT32_MAX, 0};
    switch (rng_range(r, 0, 5)) {
    case 0:
        return (int32_t)rng_next(r);
    case 1:
        return (int32_t)((uint32_t)marks[rng_range(r, 0, 11)] + (uint32_t)rng_range(r, -3, 3));
    default:
        return rng_range(r, -80, 120);
    }
}

static r3d_image_frame any_frame(rng *r, int32_t width, int32_t height)
{
    r3d_image_frame frame = {0, 0, any(r), any(r), width, height};
    frame.canvas_width = any(r);
    frame.canvas_height = any(r);
    frame.canvas_width = frame.canvas_width < 1 ? width : frame.canvas_width;
    frame.canvas_height = frame.canvas_height < 1 ? height : frame.canvas_height;
    return frame;
}

static void draw_something(rng *r, r3d_surface *surface, r3d_image8 *image8, r3d_image24 *image24,
                           const uint8_t *mask)
{
    image8->frame = any_frame(r, 7, 5);
    image24->frame = any_frame(r, 7, 5);
    r3d_rotation rotation = {any(r), any(r), any(r), any(r),
                             any(r), any(r), any(r), rng_range(r, -65536, 65536),
                             any(r)};
    r3d_row_span rows[ROWS];
    for (int i = 0; i < ROWS; i++) {
        rows[i].start = any(r);
        rows[i].length = rng_range(r, -2, 60);
    }
    switch (rng_range(r, 0, 15)) {
    case 0:
        r3d_surface_set_clip(surface, any(r), any(r), any(r), any(r));
        break;
    case 1:
        r3d_surface_reset_clip(surface);
        break;
    case 2:
        r3d_draw_rect(surface, any(r), any(r), any(r), any(r), rng_next(r));
        break;
    case 3:
        r3d_draw_rect_alpha(surface, any(r), any(r), any(r), any(r), rng_next(r), any(r));
        break;
    case 4:
        r3d_draw_outline(surface, any(r), any(r), any(r), any(r), rng_next(r));
        break;
    case 5:
        r3d_draw_outline_alpha(surface, any(r), any(r), any(r), any(r), rng_next(r), any(r));
        break;
    case 6:
        r3d_draw_hline(surface, any(r), any(r), any(r), rng_next(r));
        r3d_draw_vline(surface, any(r), any(r), any(r), rng_next(r));
        break;
    case 7:
        r3d_draw_hline_alpha(surface, any(r), any(r), any(r), rng_next(r), any(r));
        r3d_draw_vline_alpha(surface, any(r), any(r), any(r), rng_next(r), any(r));
        break;
    case 8:
        r3d_draw_image8(surface, image8, any(r), any(r));
        break;
    case 9:
        r3d_draw_image24(surface, image24, any(r), any(r));
        break;
    case 10:
        r3d_blit_image24(surface, image24, any(r), any(r));
        break;
    case 11:
        r3d_draw_image24_alpha(surface, image24, any(r), any(r), any(r));
        break;
    case 12:
        r3d_draw_image24_masked(surface, image24, any(r), any(r), mask);
        break;
    case 13:
        (void)r3d_draw_image24_scaled(surface, image24, any(r), any(r), any(r), any(r));
        break;
    case 14:
        (void)r3d_draw_image24_rotated(surface, image24, &rotation, rows, rng_range(r, 0, ROWS));
        break;
    default:
        (void)r3d_draw_image24_rotated_masked(surface, image24, &rotation);
        break;
    }
}

static void run(guard_side side, int32_t width, int32_t height, int32_t stride, uint64_t seed)
{
    size_t count = (size_t)(height - 1) * (size_t)stride + (size_t)width;
    guarded frame = guarded_alloc(count * sizeof(uint32_t), side);
    guarded mask = guarded_alloc((size_t)width * (size_t)height, side);
    guarded indices = guarded_alloc(7 * 5, side);
    guarded colors = guarded_alloc(7 * 5 * sizeof(uint32_t), side);
    uint32_t palette[4] = {0, 1, 0xFFFFFF, 0x123456};
    rng r = {seed};
    for (int i = 0; i < 7 * 5; i++) {
        ((uint8_t *)indices.memory)[i] = (uint8_t)rng_range(&r, 0, 3);
        /* many holes: they end no copy */
        ((uint32_t *)colors.memory)[i] = rng_range(&r, 0, 1) != 0 ? 0 : rng_next(&r) & 0xFFFFFFu;
    }
    r3d_image8 image8 = {{7, 5, 0, 0, 7, 5}, indices.memory, palette, 4};
    r3d_image24 image24 = {{7, 5, 0, 0, 7, 5}, colors.memory};
    r3d_surface surface;
    assert_int_equal(r3d_surface_init(&surface, frame.memory, width, height, stride), R3D_OK);
    for (int i = 0; i < ROUNDS / 8; i++) {
        draw_something(&r, &surface, &image8, &image24, mask.memory);
    }
    /* padding is never written */
    for (int32_t y = 0; y + 1 < height; y++) {
        for (int32_t x = width; x < stride; x++) {
            assert_int_equal(((uint32_t *)frame.memory)[(size_t)y * (size_t)stride + (size_t)x], 0);
        }
    }
    guarded_free(&frame);
    guarded_free(&mask);
    guarded_free(&indices);
    guarded_free(&colors);
}

static void no_draw_touches_memory_outside_the_surface(void **state)
{
    (void)state;
    static const int32_t shapes[][3] = {{64, 40, 64}, {64, 40, 71}, {1, 1, 1}, {1, 90, 3}};
    for (size_t i = 0; i < TEST_COUNT(shapes); i++) {
        run(GUARD_BEFORE, shapes[i][0], shapes[i][1], shapes[i][2], 300 + i);
        run(GUARD_AFTER, shapes[i][0], shapes[i][1], shapes[i][2], 400 + i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_draw_touches_memory_outside_the_surface),
    };
    return cmocka_run_group_tests_name("surface/bounds", tests, NULL, NULL);
}
