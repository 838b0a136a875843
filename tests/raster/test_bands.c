/* SPDX-License-Identifier: MIT */
/* A frame drawn in bands is the frame drawn at once, for 1 to 64 bands, every instruction set, and in parts.
 */

#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include <retro3d/bands.h>

#include "guard.h"
#include "scene.h"

enum { WIDTH = 96, HEIGHT = 131, STRIDE = 97, TRIANGLES = 300 };

static scene_assets assets;
static uint32_t expected[STRIDE * HEIGHT];
static uint32_t actual[STRIDE * HEIGHT];

static int make_assets(void **state)
{
    (void)state;
    scene_make_assets(&assets);
    return 0;
}

static void begin_frame(uint32_t *pixels, r3d_surface *surface, r3d_raster *raster)
{
    for (int i = 0; i < STRIDE * HEIGHT; i++) {
        pixels[i] = (uint32_t)i * 2654435761u;
    }
    assert_int_equal(r3d_surface_init(surface, pixels, WIDTH, HEIGHT, STRIDE), R3D_OK);
    assert_int_equal(r3d_raster_init(raster, surface, &assets.palette), R3D_OK);
}

static void draw_at_once(uint64_t seed)
{
    r3d_surface surface;
    r3d_raster raster;
    begin_frame(expected, &surface, &raster);
    assert_int_equal(r3d_raster_set_isa(&raster, R3D_ISA_SCALAR), R3D_OK);
    scene_draw(&raster, &assets, seed, TRIANGLES, SCENE_ANY);
}

static void assert_same_frame(const char *what, int number)
{
    for (int i = 0; i < STRIDE * HEIGHT; i++) {
        if (expected[i] != actual[i]) {
            fail_msg("%s %d: pixel %d,%d is %08x, expected %08x", what, number, i % STRIDE,
                     i / STRIDE, (unsigned)actual[i], (unsigned)expected[i]);
        }
    }
}

/* The rows of a band are drawn from the members alone. A translucent triangle that reads the row
 * below is drawn in one piece, as the header asks. */
static void band_members_cut_rows_and_change_no_other_pixel(void **state)
{
    (void)state;
    for (int isa = R3D_ISA_SCALAR; isa < R3D_ISA_COUNT; isa++) {
        if (!r3d_isa_available((r3d_isa)isa)) {
            continue;
        }
        for (int count = 1; count <= 64; count++) {
            uint64_t seed = 900 + (uint64_t)count;
            r3d_surface surface;
            r3d_raster raster;
            draw_at_once(seed);
            begin_frame(actual, &surface, &raster);
            assert_int_equal(r3d_raster_set_isa(&raster, (r3d_isa)isa), R3D_OK);
            scene_draw_in_bands(&raster, &assets, seed, TRIANGLES, count);
            assert_same_frame(r3d_isa_name((r3d_isa)isa), count);
        }
    }
}

static void kept_triangles_give_the_same_frame_in_1_to_64_bands(void **state)
{
    (void)state;
    const int32_t capacities[] = {1, 7, TRIANGLES};
    for (size_t c = 0; c < TEST_COUNT(capacities); c++) {
        r3d_bands *bands = NULL;
        assert_int_equal(r3d_bands_create(NULL, capacities[c], &bands), R3D_OK);
        for (int count = 1; count <= R3D_BANDS_MAX; count++) {
            uint64_t seed = 1900 + (uint64_t)count;
            r3d_surface surface;
            r3d_raster raster;
            r3d_raster keeper;
            draw_at_once(seed);
            begin_frame(actual, &surface, &raster);
            assert_int_equal(r3d_bands_begin(bands, &raster, count, NULL, NULL, &keeper), R3D_OK);
            scene_draw(&keeper, &assets, seed, TRIANGLES, SCENE_ANY);
            assert_int_equal(r3d_bands_end(bands), R3D_OK);
            assert_same_frame("bands", count);
        }
        r3d_bands_destroy(bands);
    }
}

/* A client's own pool that draws a part of the frame with another number of threads each time it is
 * asked, all of them here, while the frame is being kept, and the rest in the run. */
typedef struct odd_pool {
    r3d_help_fn help;
    void *argument;
    int32_t turn;
    int32_t helped;
} odd_pool;

static void take_offer(r3d_help_fn help, void *argument, void *user)
{
    odd_pool *p = user;
    p->help = help;
    p->argument = argument;
    p->turn++;
    for (int32_t i = 0; i < p->turn % 3; i++) {
        p->helped += help(i + 1, 3, argument) ? 1 : 0;
    }
    assert_false(help(-1, 2, argument));
    assert_false(help(2, 2, argument));
}

static void run_backwards(int32_t job_count, r3d_job_fn job, void *argument, void *user)
{
    (void)user;
    for (int32_t i = job_count - 1; i >= 0; i--) {
        job(i, argument);
    }
}

static void a_frame_may_be_drawn_while_it_is_kept(void **state)
{
    (void)state;
    odd_pool pool = {NULL, NULL, 0, 0};
    r3d_bands *bands = NULL;
    assert_int_equal(r3d_bands_create(NULL, TRIANGLES, &bands), R3D_OK);
    for (int count = 1; count <= R3D_BANDS_MAX; count++) {
        uint64_t seed = 2900 + (uint64_t)count;
        r3d_surface surface;
        r3d_raster raster;
        r3d_raster keeper;
        r3d_bands_desc desc;
        r3d_bands_desc_init(&desc);
        desc.band_count = count;
        desc.run = run_backwards;
        desc.offer = take_offer;
        desc.user = &pool;
        draw_at_once(seed);
        begin_frame(actual, &surface, &raster);
        assert_int_equal(r3d_bands_begin_with(bands, &raster, &desc, &keeper), R3D_OK);
        scene_draw(&keeper, &assets, seed, TRIANGLES, SCENE_ANY);
        assert_int_equal(r3d_bands_end(bands), R3D_OK);
        assert_same_frame("offered bands", count);
    }
    assert_true(pool.helped > 20);
    r3d_bands_destroy(bands);
}

/* Two views of the same pixels, whose rows are not at the same places. */
static void surfaces_may_change_while_keeping(void **state)
{
    (void)state;
    r3d_bands *bands = NULL;
    assert_int_equal(r3d_bands_create(NULL, TRIANGLES, &bands), R3D_OK);
    for (int in_bands = 0; in_bands < 2; in_bands++) {
        uint32_t *pixels = in_bands != 0 ? actual : expected;
        r3d_surface surface;
        r3d_surface part;
        r3d_raster raster;
        r3d_raster keeper;
        begin_frame(pixels, &surface, &raster);
        assert_int_equal(
            r3d_surface_init(&part, pixels + 5 * STRIDE + 3, WIDTH - 20, HEIGHT / 2, STRIDE),
            R3D_OK);
        keeper = raster;
        if (in_bands != 0) {
            assert_int_equal(r3d_bands_begin(bands, &raster, 5, NULL, NULL, &keeper), R3D_OK);
        }
        for (int i = 0; i < 12; i++) {
            keeper.surface = i % 2 == 0 ? &surface : &part;
            scene_draw(&keeper, &assets, 4900 + (uint64_t)i, 20, SCENE_PLAIN);
        }
        if (in_bands != 0) {
            assert_int_equal(r3d_bands_end(bands), R3D_OK);
        }
    }
    assert_same_frame("two surfaces", 5);
    r3d_bands_destroy(bands);
}

static void offer_nothing(r3d_help_fn help, void *argument, void *user)
{
    (void)help;
    (void)argument;
    (void)user;
}

static void bands_check_their_arguments(void **state)
{
    (void)state;
    r3d_surface surface;
    r3d_raster raster;
    r3d_raster keeper;
    r3d_bands *bands = NULL;
    begin_frame(actual, &surface, &raster);
    assert_int_equal(r3d_bands_create(NULL, 1, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_bands_create(NULL, 0, &bands), R3D_ERR_RANGE);
    assert_int_equal(r3d_bands_create(NULL, R3D_BANDS_TRIANGLES_MAX + 1, &bands), R3D_ERR_RANGE);
    assert_int_equal(r3d_bands_create(NULL, 4, &bands), R3D_OK);
    assert_int_equal(r3d_bands_end(bands), R3D_ERR_STATE);
    assert_int_equal(r3d_bands_begin(bands, &raster, 0, NULL, NULL, &keeper), R3D_ERR_RANGE);
    assert_int_equal(r3d_bands_begin(bands, &raster, 65, NULL, NULL, &keeper), R3D_ERR_RANGE);
    r3d_bands_desc desc;
    r3d_bands_desc_init(NULL);
    r3d_bands_desc_init(&desc);
    assert_int_equal(r3d_bands_begin_with(bands, &raster, NULL, &keeper), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_bands_begin_with(bands, &raster, &desc, &keeper), R3D_ERR_RANGE);
    desc.band_count = 1;
    desc.offer = offer_nothing;
    assert_int_equal(r3d_bands_begin_with(bands, &raster, &desc, &keeper), R3D_ERR_ARGUMENT);
    desc.offer = NULL;
    desc.struct_size = 0;
    assert_int_equal(r3d_bands_begin_with(bands, &raster, &desc, &keeper), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_bands_begin(bands, NULL, 1, NULL, NULL, &keeper), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_bands_begin(bands, &raster, 2, NULL, NULL, &keeper), R3D_OK);
    assert_int_equal(r3d_raster_get_isa(&keeper), r3d_raster_get_isa(&raster));
    assert_int_equal(r3d_bands_begin(bands, &raster, 2, NULL, NULL, &keeper), R3D_ERR_STATE);
    assert_int_equal(r3d_bands_end(bands), R3D_OK);
    assert_int_equal(r3d_bands_begin(bands, &keeper, 2, NULL, NULL, &raster), R3D_ERR_ARGUMENT);
    r3d_bands_destroy(bands);
    r3d_bands_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(band_members_cut_rows_and_change_no_other_pixel),
        cmocka_unit_test(kept_triangles_give_the_same_frame_in_1_to_64_bands),
        cmocka_unit_test(a_frame_may_be_drawn_while_it_is_kept),
        cmocka_unit_test(surfaces_may_change_while_keeping),
        cmocka_unit_test(bands_check_their_arguments),
    };
    return cmocka_run_group_tests_name("raster/bands", tests, make_assets, NULL);
}
