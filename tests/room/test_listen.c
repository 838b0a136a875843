/* SPDX-License-Identifier: MIT */
/* The listener belongs to the surface: whoever draws looks at it when a call is made. And listen.h
 * names no type above its floor. */

#include "cmocka_all.h"

#include <stdio.h>
#include <string.h>

#include <retro3d/model_calls.h>
#include <retro3d/raster_calls.h>

enum { SIZE = 32 };

static uint32_t pixels[SIZE * SIZE];

typedef struct heard {
    int before;
    int after;
    const r3d_draw_call_type *last;
    uint32_t seen_before; /* pixel (4, 4) */
    uint32_t seen_after;
} heard;

static void hear_before(const r3d_draw_call *call, void *user)
{
    heard *h = user;
    h->before++;
    h->last = call->type;
    h->seen_before = call->surface->pixels[4 * SIZE + 4];
}

static void hear_after(const r3d_draw_call *call, void *user)
{
    heard *h = user;
    h->after++;
    h->seen_after = call->surface->pixels[4 * SIZE + 4];
}

static void a_listener_set_after_the_raster_hears_its_fills(void **state)
{
    (void)state;
    static const int32_t x[3] = {0, 31, 0};
    static const int32_t y[3] = {0, 0, 31};
    for (int isa = R3D_ISA_BEST; isa < R3D_ISA_COUNT; isa++) {
        if (!r3d_isa_available((r3d_isa)isa)) {
            continue;
        }
        heard h = {0, 0, NULL, 0, 0};
        const r3d_draw_listener listener = {hear_before, hear_after, &h};
        r3d_surface surface;
        r3d_raster raster;
        memset(pixels, 0, sizeof pixels);
        assert_int_equal(r3d_surface_init(&surface, pixels, SIZE, SIZE, SIZE), R3D_OK);
        assert_int_equal(r3d_raster_init(&raster, &surface, NULL), R3D_OK);
        assert_int_equal(r3d_raster_set_isa(&raster, (r3d_isa)isa), R3D_OK);
        const r3d_isa drawn_with = r3d_raster_get_isa(&raster);
        r3d_surface_set_listener(&surface, &listener);
        r3d_fill_flat(&raster, x, y, 0x123456);
        assert_int_equal(h.before, 1);
        assert_int_equal(h.after, 1);
        assert_ptr_equal(h.last, &r3d_call_flat);
        assert_int_equal(h.seen_before, 0);
        assert_int_equal(h.seen_after, 0xFF123456);
        assert_int_equal(r3d_raster_get_isa(&raster), drawn_with);
        r3d_surface_set_listener(&surface, NULL);
        r3d_fill_flat(&raster, x, y, 0x654321);
        assert_int_equal(h.before, 1);
        assert_int_equal(pixels[4 * SIZE + 4], 0xFF654321);
    }
}

static void origins_are_a_stack(void **state)
{
    (void)state;
    r3d_surface surface;
    r3d_draw_origin sector = {NULL, "sector", NULL, 2, 0, {{NULL, 0}}};
    r3d_draw_origin wall = {NULL, "wall", NULL, 3, 1, {{"leaf", 7}}};
    assert_int_equal(r3d_surface_init(&surface, pixels, SIZE, SIZE, SIZE), R3D_OK);
    assert_null(surface.origin);
    r3d_draw_push(&surface, &sector);
    r3d_draw_push(&surface, &wall);
    assert_ptr_equal(surface.origin, &wall);
    assert_ptr_equal(r3d_draw_origin_find(surface.origin, "sector"), &sector);
    assert_null(r3d_draw_origin_find(surface.origin, "tile"));
    assert_int_equal(r3d_draw_origin_number(&wall, "leaf", -1), 7);
    assert_int_equal(r3d_draw_origin_number(&wall, "depth", -1), -1);
    assert_int_equal(r3d_draw_origin_number(NULL, "leaf", -1), -1);
    r3d_draw_pop(&surface);
    r3d_draw_pop(&surface);
    assert_null(surface.origin);
}

/* Words of rooms above the surface, as they begin types. */
static void listen_h_names_no_type_above_its_floor(void **state)
{
    (void)state;
    static const char *const above[] = {"r3d_raster", "r3d_mesh",   "r3d_texel",      "r3d_texture",
                                        "r3d_icon",   "r3d_scene",  "r3d_model",      "r3d_palette",
                                        "r3d_column", "r3d_script", "<retro3d/raster"};
    static char text[65536];
    FILE *file = fopen(R3D_TEST_SOURCE_DIR "/include/retro3d/listen.h", "rb");
    assert_non_null(file);
    size_t size = fread(text, 1, sizeof text - 1, file);
    (void)fclose(file);
    assert_true(size > 0 && size < sizeof text - 1);
    text[size] = '\0';
    for (size_t i = 0; i < sizeof above / sizeof above[0]; i++) {
        if (strstr(text, above[i]) != NULL) {
            fail_msg("listen.h names %s...", above[i]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_listener_set_after_the_raster_hears_its_fills),
        cmocka_unit_test(origins_are_a_stack),
        cmocka_unit_test(listen_h_names_no_type_above_its_floor),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
