/* SPDX-License-Identifier: MIT */
/* The library against the second renderer, on what no reference decides: odd bitmap sizes, borders of culling,
 * ties in the order, seal with overlapping boxes and edge-on kinds, shadows without floor 0, odd widths of
 * sprites; any roll, turn, tangent, run and scale. */

#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "rng.h"
#include "scene.h"
#include "second.h"

enum { WIDTH = 56, HEIGHT = 44 };

typedef struct random_scene {
    scene *s;
    r3d_affine_context *context;
    r3d_affine_picture pictures[12];
    int16_t cells[2][12 * 9];
    uint32_t pixels[WIDTH * HEIGHT];
    r3d_surface surface;
} random_scene;

static random_scene *make(void)
{
    random_scene *a = calloc(1, sizeof *a);
    assert_non_null(a);
    a->s = calloc(1, sizeof *a->s);
    assert_non_null(a->s);
    scene_make_palettes(a->s);
    r3d_affine_scene_init(&a->s->scene);
    scene_make_shadows(a->s);
    static const char *const kinds[] = {"noise", "brick", "disc", "letter"};
    for (int i = 0; i < 12; i++) {
        /* 1x1, odd and even sizes. */
        a->pictures[i] = scene_bitmap(a->s, kinds[i % 4], 1 + i * 3, 1 + (i * 7 + 3) % 37, i);
    }
    r3d_affine_context_desc desc;
    r3d_affine_context_desc_init(&desc);
    assert_int_equal(r3d_affine_context_create(&desc, &a->context), R3D_OK);
    assert_int_equal(r3d_surface_init(&a->surface, a->pixels, WIDTH, HEIGHT, WIDTH), R3D_OK);
    return a;
}

static void release(random_scene *a)
{
    r3d_affine_context_destroy(a->context);
    scene_free(a->s);
    free(a);
}

static void randomize(random_scene *a, rng *r)
{
    r3d_affine_scene *s = &a->s->scene;
    static const int32_t headings[8] = {0, 256, 512, 768, 1024, 1280, 1536, 1792};
    const r3d_affine_picture shadows[3] = {s->shadows[0], s->shadows[1], s->shadows[2]};
    r3d_affine_scene_init(s);
    memcpy(s->shadows, shadows, sizeof shadows);
    s->width = WIDTH - rng_range(r, 0, 1);
    s->height = HEIGHT - rng_range(r, 0, 1);
    s->backdrop_rgb = 0x102030;
    s->has_seal = rng_range(r, 0, 1) == 1;
    s->has_continuous_shadows = rng_range(r, 0, 1) == 1;
    s->has_culling = rng_range(r, 0, 3) > 0;
    s->hs = rng_range(r, 0, 2) > 0 ? 512 : 2 * rng_range(r, 8, 600);
    s->vs = rng_range(r, 0, 2) > 0 ? 368 : rng_range(r, 16, 1200);
    s->sort_offset = rng_range(r, 0, 1) == 1 ? 14 : rng_range(r, -60, 60);
    for (int i = 0; i < 2; i++) {
        if (rng_range(r, 0, 3) > 0) {
            for (int k = 0; k < 12 * 9; k++) {
                a->cells[i][k] = (int16_t)rng_range(r, i == 0 ? 0 : -1, 255);
            }
            s->floors[i] =
                (r3d_affine_floor){true,        i * 46 - rng_range(r, 0, 3), a->s->tiles,
                                   a->cells[i], rng_range(r, 1, 12),         rng_range(r, 1, 9)};
        }
    }
    s->box_count = rng_range(r, 0, 4); /* they overlap often */
    for (int32_t i = 0; i < s->box_count; i++) {
        a->s->boxes[i] = (r3d_affine_box){rng_range(r, -50, 20), rng_range(r, -50, 20),
                                          rng_range(r, 0, 70), rng_range(r, 0, 70)};
    }
    s->wall_count = rng_range(r, 0, 7);
    for (int32_t i = 0; i < s->wall_count; i++) {
        r3d_affine_wall *w = &a->s->walls[i];
        memset(w, 0, sizeof *w);
        w->picture = a->pictures[rng_range(r, 0, 11)];
        w->x = rng_range(r, -60, 60);
        w->y = rng_range(r, -60, 60);
        w->z = rng_range(r, -20, 40);
        w->turn_a11 =
            rng_range(r, 0, 1) == 1 ? headings[rng_range(r, 0, 7)] : rng_range(r, 0, 2047);
        w->has_tangent = rng_range(r, 0, 3) == 0;
        w->tangent_x_fx16 = w->has_tangent ? rng_range(r, -90000, 90000) | 1 : 0;
        w->tangent_y_fx16 = w->has_tangent ? rng_range(r, -90000, 90000) : 0;
        w->hs = rng_range(r, 0, 1) == 1 ? 0 : 2 * rng_range(r, 8, 400);
        w->run = rng_range(r, 0, 3);
        if (i > 0 && rng_range(r, 0, 3) == 0) { /* a tie */
            w->x = a->s->walls[i - 1].x;
            w->y = a->s->walls[i - 1].y;
            w->z = a->s->walls[i - 1].z;
        }
    }
    s->sprite_count = rng_range(r, 0, 5);
    for (int32_t i = 0; i < s->sprite_count; i++) {
        r3d_affine_sprite *o = &a->s->sprites[i];
        *o = (r3d_affine_sprite){rng_range(r, -60, 60), rng_range(r, -60, 60),
                                 rng_range(r, -10, 130), a->pictures[rng_range(r, 0, 11)],
                                 rng_range(r, 0, 1) == 1};
        if (s->wall_count > 0 && rng_range(r, 0, 3) == 0) {
            o->x = a->s->walls[0].x;
            o->y = a->s->walls[0].y;
            o->z = a->s->walls[0].z;
        }
    }
    s->walls = a->s->walls;
    s->sprites = a->s->sprites;
    s->boxes = a->s->boxes;
    a->s->camera = (r3d_affine_camera){
        rng_range(r, 0, 2) == 0 ? headings[rng_range(r, 0, 7)] : rng_range(r, 0, 2047),
        rng_range(r, 0, 4) == 0 ? rng_range(r, 0, 2) : rng_range(r, 0, 483),
        rng_range(r, 0, 1) == 1 ? 0 : rng_range(r, 0, 2047),
        rng_range(r, 0, 1) == 1 ? 256 * rng_range(r, -40, 40) : rng_range(r, -10000, 10000),
        rng_range(r, -10000, 10000),
        rng_range(r, -3000, 9000)};
}

static void random_scenes_are_those_of_the_second_renderer(void **state)
{
    (void)state;
    random_scene *a = make();
    rng r = {20261201};
    int states[3] = {0, 0, 0};
    for (int round = 0; round < 400; round++) {
        randomize(a, &r);
        const r3d_affine_scene *s = &a->s->scene;
        assert_int_equal(r3d_affine_draw(a->context, s, &a->s->camera, &a->surface, 0, 0), R3D_OK);
        r3d_affine_report report;
        assert_int_equal(r3d_affine_context_get_report(a->context, &report), R3D_OK);
        for (int32_t i = 0; i < s->wall_count; i++) {
            const int wanted = second_wall_state(s, &a->s->camera, i);
            assert_int_equal(report.wall_states[i], wanted);
            states[wanted]++;
        }
        for (int32_t y = 0; y < s->height; y++) {
            for (int32_t x = 0; x < s->width; x++) {
                const uint32_t wanted = second_pixel(s, &a->s->camera, x, y);
                if (a->pixels[y * WIDTH + x] != wanted) {
                    fail_msg("scene %d, pixel (%d,%d): 0x%06x, the second renderer has 0x%06x",
                             round, (int)x, (int)y, (unsigned)a->pixels[y * WIDTH + x] & 0xFFFFFF,
                             (unsigned)wanted & 0xFFFFFF);
                }
            }
        }
    }
    assert_true(states[0] > 100 && states[1] > 20 && states[2] > 100);
    release(a);
}

/* Walls that touch the border by one q8, and miss it by one. */
static void culling_is_exact_at_the_border(void **state)
{
    (void)state;
    random_scene *a = make();
    r3d_affine_scene *s = &a->s->scene;
    s->width = WIDTH;
    s->height = HEIGHT;
    s->walls = a->s->walls;
    s->wall_count = 1;
    a->s->walls[0].picture = a->pictures[5];
    int counts[3] = {0, 0, 0};
    for (int32_t sweep = 0; sweep < 2; sweep++) {
        for (int32_t q8 = -14000; q8 < 14000; q8 += 3) {
            a->s->camera =
                (r3d_affine_camera){1024 + 37, 200, 0, sweep == 0 ? q8 : 0, sweep == 0 ? 0 : q8, 0};
            assert_int_equal(r3d_affine_draw(a->context, s, &a->s->camera, &a->surface, 0, 0),
                             R3D_OK);
            r3d_affine_report report;
            assert_int_equal(r3d_affine_context_get_report(a->context, &report), R3D_OK);
            const int wanted = second_wall_state(s, &a->s->camera, 0);
            assert_int_equal(report.wall_states[0], wanted);
            counts[wanted]++;
        }
    }
    assert_true(counts[1] > 1000 && counts[2] > 1000);
    release(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_scenes_are_those_of_the_second_renderer),
        cmocka_unit_test(culling_is_exact_at_the_border),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
