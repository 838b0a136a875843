/* SPDX-License-Identifier: MIT */
/* Meshes, lamps, tracks and players of films. */
#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "../../src/layers/layers_internal.h"
#include "counting_allocator.h"
#include "rng.h"

#include <retro3d/layers_film.h>
#include "layers_test.h"

/* A cube of walls round the eye. */
static void make_room(r3d_layers_vertex vertices[8], int32_t corners[36])
{
    memset(vertices, 0, 8 * sizeof *vertices);
    for (int i = 0; i < 8; i++) {
        vertices[i].place_q16[0] = (i & 1) != 0 ? 300000 : -300000;
        vertices[i].place_q16[1] = (i & 2) != 0 ? 300000 : -300000;
        vertices[i].place_q16[2] = (i & 4) != 0 ? 300000 : -300000;
        for (int k = 0; k < 4; k++) {
            vertices[i].rgba[k] = (uint8_t)(40 + 25 * i + k);
        }
    }
    static const int32_t walls[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1},
                                        {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
    for (int i = 0; i < 6; i++) {
        const int32_t faces[6] = {walls[i][0], walls[i][1], walls[i][2],
                                  walls[i][0], walls[i][2], walls[i][3]};
        memcpy(&corners[6 * i], faces, sizeof faces);
    }
}

/* From inside of a closed mesh every pixel is written once; any scissor gives its part of the picture. */
static void closed_meshes_write_every_pixel_once(void **state)
{
    (void)state;
    canvas *c = make_canvas();
    r3d_layers_vertex vertices[8];
    int32_t corners[36];
    make_room(vertices, corners);
    r3d_layers_mesh mesh;
    r3d_layers_mesh_init(&mesh);
    mesh.blend = R3D_LAYERS_BLEND_ADD;
    mesh.depth = R3D_LAYERS_DEPTH_OFF;
    mesh.vertices = vertices;
    mesh.vertex_count = 8;
    mesh.corners = corners;
    mesh.face_count = 12;
    assert_int_equal(r3d_layers_mesh_prepare(&mesh), R3D_OK);
    rng r = {51};
    static uint32_t whole[WIDTH * HEIGHT];
    for (int i = 0; i < 200; i++) {
        r3d_layers_view view;
        memset(&view, 0, sizeof view);
        const int32_t eye[3] = {rng_range(&r, -250000, 250000), rng_range(&r, -250000, 250000),
                                rng_range(&r, -250000, 250000)};
        const int32_t look[3] = {rng_range(&r, -300000, 300000), rng_range(&r, -300000, 300000),
                                 rng_range(&r, -300000, 300000)};
        assert_int_equal(
            r3d_perspective_camera_init(&view.camera, eye, look, rng_range(&r, 200, 20000), 4096),
            R3D_OK);
        assert_int_equal(r3d_layers_target_begin(c->target, &c->surface, 0, 0), R3D_OK);
        assert_int_equal(r3d_layers_draw_mesh(c->target, &view, &mesh, NULL), R3D_OK);
        r3d_layers_buffers b;
        r3d_layers_target_get_buffers(c->target, &b);
        for (int32_t p = 0; p < WIDTH * HEIGHT; p++) {
            assert_int_equal(b.writes[p], 1);
        }
        memcpy(whole, c->pixels, sizeof whole);
        assert_int_equal(r3d_layers_target_begin(c->target, &c->surface, 0, 0), R3D_OK);
        const int32_t sx = rng_range(&r, 0, WIDTH);
        const int32_t sy = rng_range(&r, 0, HEIGHT);
        const r3d_rect parts[4] = {
            {0, 0, sx, sy}, {sx, 0, WIDTH, sy}, {0, sy, sx, HEIGHT}, {sx, sy, WIDTH, HEIGHT}};
        for (int k = 0; k < 4; k++) {
            assert_int_equal(r3d_layers_draw_mesh(c->target, &view, &mesh, &parts[k]), R3D_OK);
        }
        assert_memory_equal(whole, c->pixels, sizeof whole);
    }
    free_canvas(c);
}

/* ---- light ---- */

static void order_of_lamps_changes_nothing(void **state)
{
    (void)state;
    rng r = {61};
    for (int i = 0; i < 2000; i++) {
        r3d_layers_lamp lamps[8];
        r3d_layers_lights lights;
        memset(&lights, 0, sizeof lights);
        for (int k = 0; k < 8; k++) {
            lamps[k] = (r3d_layers_lamp){
                (uint32_t)k,
                {rng_range(&r, -500000, 500000), rng_range(&r, -500000, 500000), 70000 + 4096 * k},
                {(uint8_t)rng_next(&r), 200, 90},
                rng_range(&r, 65536, 900000),
                rng_range(&r, 0, 600),
                rng_range(&r, 0, 400)};
        }
        lights.lamps = lamps;
        lights.lamp_count = 8;
        const int32_t place[3] = {0, 0, 0};
        const int32_t normal[3] = {0, 0, 16384};
        uint8_t first[3];
        uint8_t second[3];
        assert_int_equal(r3d_layers_light_vertex(&lights, i, place, normal, first), R3D_OK);
        for (int k = 7; k > 0; k--) {
            const int32_t j = rng_range(&r, 0, k);
            const r3d_layers_lamp swap = lamps[k];
            lamps[k] = lamps[j];
            lamps[j] = swap;
        }
        assert_int_equal(r3d_layers_light_vertex(&lights, i, place, normal, second), R3D_OK);
        assert_memory_equal(first, second, sizeof first);
    }
}

/* ---- tracks and systems ---- */

static void tracks_pass_through_their_keys(void **state)
{
    (void)state;
    rng r = {71};
    for (int i = 0; i < 500; i++) {
        r3d_layers_key keys[12];
        memset(keys, 0, sizeof keys);
        int32_t frame = 0;
        for (int k = 0; k < 12; k++) {
            keys[k].frame = frame;
            frame += rng_range(&r, 1, 40);
            keys[k].is_cut = k > 0 && rng_next(&r) % 4 == 0;
            keys[k].values[0] = rng_range(&r, -1000000, 1000000);
        }
        for (int kind = R3D_LAYERS_TRACK_STEP; kind <= R3D_LAYERS_TRACK_CUBIC; kind++) {
            r3d_layers_track track;
            memset(&track, 0, sizeof track);
            track.kind = (r3d_layers_track_kind)kind;
            track.keys = keys;
            track.key_count = 12;
            for (int k = 0; k < 12; k++) {
                int32_t value;
                assert_int_equal(r3d_layers_track_value(&track, keys[k].frame, 1, &value), R3D_OK);
                assert_int_equal(value, keys[k].values[0]);
                /* Before a cut nothing of the next shot is seen. */
                if (k > 0 && keys[k].is_cut) {
                    assert_int_equal(r3d_layers_track_value(&track, keys[k].frame - 1, 1, &value),
                                     R3D_OK);
                    assert_int_equal(value, keys[k - 1].values[0]);
                }
            }
        }
    }
    r3d_layers_key far[2] = {{0, false, {0}}, {513, false, {9}}};
    r3d_layers_track track = {R3D_LAYERS_TRACK_EYE, 0, R3D_LAYERS_TRACK_CUBIC, far, 2};
    int32_t value;
    assert_int_equal(r3d_layers_track_value(&track, 5, 1, &value), R3D_ERR_RANGE);
}

static void squares_never_touch_the_border(void **state)
{
    (void)state;
    r3d_layers_system_desc desc = {.seed = 7,
                                   .count = 40,
                                   .x_q16 = {28 << 16, 36 << 16},
                                   .y_q16 = {50 << 16, 54 << 16},
                                   .vx_q16 = {-30000, 30000},
                                   .vy_q16 = {-90000, -30000},
                                   .ay_q16 = -400,
                                   .life = {18, 60},
                                   .stagger = 1,
                                   .sides = {9, 3}};
    r3d_layers_system system;
    assert_int_equal(r3d_layers_system_start(&desc, &system), R3D_OK);
    for (int frame = 0; frame < 1750; frame++) {
        r3d_layers_system_step(&system);
        for (int32_t i = 0; i < desc.count; i++) {
            const r3d_layers_particle *p = &system.particles[i];
            if (p->age < 0) {
                continue;
            }
            const int32_t t = 256 * p->age / p->life;
            const int32_t side = 9 + (((3 - 9) * t) >> 8);
            const int32_t left = (p->x_q16 >> 16) - side / 2;
            const int32_t top = (p->y_q16 >> 16) - side / 2;
            assert_true(left > 0 && top > 0 && left + side - 1 < 63 && top + side - 1 < 63);
        }
    }
    desc.y_q16[1] = 60 << 16;
    assert_int_equal(r3d_layers_system_start(&desc, &system), R3D_ERR_RANGE);
    desc.y_q16[1] = 54 << 16;
    desc.seed = 0;
    assert_int_equal(r3d_layers_system_start(&desc, &system), R3D_ERR_RANGE);
}

/* Going forward by one or by many frames, and back, gives the same pictures. */
static void players_give_the_same_frame_from_anywhere(void **state)
{
    (void)state;
    canvas *c = make_canvas();
    r3d_layers_system_desc flame = {.seed = 7,
                                    .count = 40,
                                    .x_q16 = {28 << 16, 36 << 16},
                                    .y_q16 = {50 << 16, 54 << 16},
                                    .vx_q16 = {-30000, 30000},
                                    .vy_q16 = {-90000, -30000},
                                    .life = {18, 60},
                                    .sides = {9, 3},
                                    .rgb = {{250, 120, 30}, {90, 10, 0}}};
    const r3d_layers_fire fire = {0, {0, 300000, 0}, 90000, -1};
    r3d_layers_film film;
    r3d_layers_film_init(&film);
    film.frame_count = 100;
    film.flames = &flame;
    film.flame_count = 1;
    film.fires = &fire;
    film.fire_count = 1;
    r3d_layers_player *player = NULL;
    assert_int_equal(r3d_layers_player_create(&film, WIDTH, HEIGHT, NULL, &player), R3D_OK);
    assert_int_equal(r3d_layers_player_draw(player, &c->surface), R3D_ERR_STATE);
    for (int32_t frame = 0; frame <= 60; frame++) {
        assert_int_equal(r3d_layers_player_set_frame(player, frame), R3D_OK);
    }
    assert_int_equal(r3d_layers_player_draw(player, &c->surface), R3D_OK);
    static uint32_t forward[WIDTH * HEIGHT];
    memcpy(forward, c->pixels, sizeof forward);
    assert_int_equal(r3d_layers_player_set_frame(player, 99), R3D_OK);
    assert_int_equal(r3d_layers_player_set_frame(player, 60), R3D_OK);
    assert_int_equal(r3d_layers_player_draw(player, &c->surface), R3D_OK);
    assert_memory_equal(forward, c->pixels, sizeof forward);
    assert_int_equal(r3d_layers_player_set_frame(player, 100), R3D_ERR_RANGE);
    int32_t lit = 0;
    for (int32_t i = 0; i < WIDTH * HEIGHT; i++) {
        lit += forward[i] != 0xFF000000 ? 1 : 0;
    }
    assert_true(lit > 50);
    r3d_layers_player_destroy(player);
    free_canvas(c);
}

/* ---- memory ---- */

static void failing_allocations_leave_nothing_behind(void **state)
{
    (void)state;
    canvas *picture = make_canvas();
    static uint32_t water[16];
    r3d_layers_film film;
    r3d_layers_film_init(&film);
    film.water_size = 4;
    film.water_seed = 1;
    film.water_texels = water;
    for (int32_t n = 0;; n++) {
        counting_allocator c = {.fail_at = (size_t)n + 1};
        const r3d_allocator hooks = counting_hooks(&c);
        r3d_layers_player *player = NULL;
        const r3d_result result = r3d_layers_player_create(&film, WIDTH, HEIGHT, &hooks, &player);
        if (result == R3D_OK) {
            const size_t made = c.calls;
            assert_int_equal(r3d_layers_player_set_frame(player, 0), R3D_OK);
            assert_int_equal(r3d_layers_player_draw(player, &picture->surface), R3D_OK);
            assert_int_equal(c.calls, made);
        } else {
            assert_int_equal(result, R3D_ERR_MEMORY);
            assert_null(player);
        }
        r3d_layers_player_destroy(player);
        assert_int_equal(c.live, 0);
        if (result == R3D_OK) {
            assert_true(n > 10);
            break;
        }
    }
    free_canvas(picture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_meshes_write_every_pixel_once),
        cmocka_unit_test(order_of_lamps_changes_nothing),
        cmocka_unit_test(tracks_pass_through_their_keys),
        cmocka_unit_test(squares_never_touch_the_border),
        cmocka_unit_test(players_give_the_same_frame_from_anywhere),
        cmocka_unit_test(failing_allocations_leave_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
