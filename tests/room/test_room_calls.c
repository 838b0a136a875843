/* SPDX-License-Identifier: MIT */
/* What listeners hear of the rooms outline, affine and layers. */

#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include <retro3d/affine_calls.h>
#include <retro3d/layers_calls.h>
#include <retro3d/outline_calls.h>
#include <retro3d/surface_calls.h>

enum { WIDTH = 64, HEIGHT = 48, HEARD_MAX = 16 };

typedef struct ear {
    const r3d_draw_call_type *types[HEARD_MAX];
    int32_t begun;
    int32_t ended;
    uint32_t again[WIDTH * HEIGHT]; /* what repeats made of the calls */
    r3d_surface quiet;
    /* Of one pixel of the last call: */
    r3d_draw_pixel pixel;
    int32_t facts;
    int32_t texel_x;
    int32_t line;
    char causes[256];
} ear;

static void hear_before(const r3d_draw_call *call, void *user)
{
    ear *e = user;
    if (e->begun < HEARD_MAX) {
        e->types[e->begun] = call->type;
    }
    e->begun++;
}

static void take_fact(const char *name, int32_t value, void *user)
{
    ear *e = user;
    e->facts++;
    e->texel_x = strcmp(name, "texel x") == 0 ? value : e->texel_x;
    e->line = strcmp(name, "line") == 0 ? value : e->line;
}

static void take_variant(const char *cause, uint32_t rgb, int32_t distance, const char *words,
                         void *user)
{
    ear *e = user;
    (void)distance;
    assert_true(rgb <= 0xFFFFFF && words[0] != 0);
    strcat(e->causes, cause);
    strcat(e->causes, " ");
}

static void hear_after(const r3d_draw_call *call, void *user)
{
    ear *e = user;
    e->ended++;
    if (call->type->repeat != NULL) {
        (void)r3d_draw_call_repeat(call, &e->quiet);
    }
    if (call->type->touches != NULL) {
        r3d_rect rect;
        call->type->touches(call, &rect);
        assert_true(rect.left < rect.right && rect.top < rect.bottom);
    }
    if (call->type->explain != NULL) {
        const r3d_draw_explainer to = {take_fact, NULL, take_variant, e};
        call->type->explain(call, &e->pixel, &to);
    }
}

typedef struct stage {
    ear e;
    r3d_draw_listener listener;
    uint32_t pixels[WIDTH * HEIGHT];
    r3d_surface surface;
} stage;

static stage *make_stage(void)
{
    stage *s = calloc(1, sizeof *s);
    assert_non_null(s);
    assert_int_equal(r3d_surface_init(&s->surface, s->pixels, WIDTH, HEIGHT, WIDTH), R3D_OK);
    assert_int_equal(r3d_surface_init(&s->e.quiet, s->e.again, WIDTH, HEIGHT, WIDTH), R3D_OK);
    s->listener = (r3d_draw_listener){hear_before, hear_after, &s->e};
    r3d_surface_set_listener(&s->surface, &s->listener);
    return s;
}

static void outlined_pictures_are_heard_repeated_and_explained(void **state)
{
    (void)state;
    stage *s = make_stage();
    static const uint8_t heights[9] = {0, 0, 0, 0, 1, 0, 0, 0, 0};
    static const uint32_t sheet[4] = {0xFF102030, 0xFF405060, 0xFF708090, 0xFFA0B0C0};
    const r3d_outline_rect rect = {0, 0, 2, 2};
    r3d_outline_map_desc desc;
    r3d_outline_map_desc_init(&desc);
    desc.width = 3;
    desc.height = 3;
    desc.heights = heights;
    desc.rects = &rect;
    desc.rect_count = 1;
    desc.sheet = (r3d_outline_sheet){sheet, 2, 2, 2};
    r3d_outline_map *map = NULL;
    assert_int_equal(r3d_outline_map_create(&desc, &map), R3D_OK);
    r3d_outline_frame_desc frame_desc;
    r3d_outline_frame_desc_init(&frame_desc);
    r3d_outline_frame *frame = NULL;
    assert_int_equal(r3d_outline_frame_create(&frame_desc, &frame), R3D_OK);
    assert_int_equal(r3d_outline_frame_begin(frame, map, 50, 40, 25, 16), R3D_OK);
    assert_int_equal(r3d_outline_frame_draw_cells(frame, NULL, 0), R3D_OK);
    r3d_outline_lines lines;
    r3d_outline_lines_init(&lines);
    assert_int_equal(r3d_outline_frame_mark_world(frame, &lines), R3D_OK);
    r3d_outline_paint paint;
    r3d_outline_paint_init(&paint);
    paint.backdrop_rgb = 0x445566;

    /* A pixel inside of a top, then one of a line. */
    for (int wanted = 0; wanted < 2; wanted++) {
        int32_t at = -1;
        for (int32_t i = 0; i < 50 * 40 && at < 0; i++) {
            r3d_outline_pixel p;
            assert_int_equal(r3d_outline_frame_get_pixel(frame, i % 50, i / 50, &p), R3D_OK);
            if (p.kind == R3D_OUTLINE_TOP && (p.line != R3D_OUTLINE_NO_LINE) == (wanted == 1)) {
                at = i;
            }
        }
        assert_true(at >= 0);
        memset(s->e.types, 0, sizeof s->e.types);
        s->e.begun = s->e.ended = s->e.facts = s->e.line = 0;
        s->e.causes[0] = 0;
        s->e.pixel = (r3d_draw_pixel){5 + at % 50, 3 + at / 50, true, 0, 0};
        assert_int_equal(r3d_outline_frame_paint(frame, &paint, &s->surface, 5, 3), R3D_OK);
        assert_true(s->e.begun > 40); /* the picture, and runs of every row */
        assert_int_equal(s->e.ended, s->e.begun);
        assert_ptr_equal(s->e.types[0], &r3d_call_outline_paint);
        assert_ptr_equal(s->e.types[1], &r3d_call_outline_run);
        assert_memory_equal(s->pixels, s->e.again, sizeof s->pixels);
        assert_true(s->e.facts >= 7);
        assert_in_range(s->e.texel_x, 0, 1);
        assert_int_equal(s->e.line, wanted == 1 ? R3D_OUTLINE_DARK : 0);
        assert_non_null(strstr(s->e.causes, "line"));
    }
    r3d_outline_frame_destroy(frame);
    r3d_outline_map_destroy(map);
    free(s);
}

static void affine_scenes_are_heard_and_repeated(void **state)
{
    (void)state;
    stage *s = make_stage();
    static uint32_t brick[16 * 32];
    for (int i = 0; i < 16 * 32; i++) {
        brick[i] = 0xFF000000 | (uint32_t)(i * 2654435);
    }
    r3d_affine_wall wall;
    memset(&wall, 0, sizeof wall);
    wall.turn_a11 = r3d_affine_direction_turn(R3D_WALL_Y_MINUS);
    wall.picture = (r3d_affine_picture){brick, NULL, NULL, 16, 32, 16};
    r3d_affine_scene scene;
    r3d_affine_scene_init(&scene);
    scene.width = WIDTH - 8;
    scene.height = HEIGHT - 8;
    scene.walls = &wall;
    scene.wall_count = 1;
    const r3d_affine_camera camera = {40, 300, 0, 0, 0, 0};
    r3d_affine_context_desc desc;
    r3d_affine_context_desc_init(&desc);
    r3d_affine_context *context = NULL;
    assert_int_equal(r3d_affine_context_create(&desc, &context), R3D_OK);
    /* The whole, then its parts: backdrop and wall, in either mode. */
    assert_int_equal(r3d_affine_draw(context, &scene, &camera, &s->surface, 4, 4), R3D_OK);
    assert_int_equal(s->e.begun, 3);
    assert_ptr_equal(s->e.types[0], &r3d_call_affine_draw);
    assert_ptr_equal(s->e.types[1], &r3d_call_affine_backdrop);
    assert_ptr_equal(s->e.types[2], &r3d_call_affine_wall);
    assert_memory_equal(s->pixels, s->e.again, sizeof s->pixels);
    s->e.begun = s->e.ended = 0;
    scene.mode = R3D_AFFINE_HW;
    assert_int_equal(r3d_affine_draw(context, &scene, &camera, &s->surface, 4, 4), R3D_OK);
    assert_int_equal(s->e.begun, 3);
    assert_ptr_equal(s->e.types[2], &r3d_call_affine_wall);
    assert_memory_equal(s->pixels, s->e.again, sizeof s->pixels);
    s->e.begun = s->e.ended = 0;
    r3d_affine_hw_frame frame;
    r3d_affine_hw_frame_init(&frame);
    assert_int_equal(r3d_affine_context_get_hw_frame(context, &frame), R3D_OK);
    assert_int_equal(r3d_affine_compose(&frame, &s->surface, 4, 4), R3D_OK);
    assert_int_equal(s->e.begun, 3);
    assert_ptr_equal(s->e.types[0], &r3d_call_affine_compose);
    assert_ptr_equal(s->e.types[2], &r3d_call_affine_object);
    assert_int_equal(r3d_affine_draw_boxes(&frame, &s->surface, 4, 4), R3D_OK);
    assert_int_equal(s->e.begun, 4);
    assert_int_equal(s->e.ended, 4);
    assert_ptr_equal(s->e.types[3], &r3d_call_affine_boxes);
    assert_memory_equal(s->pixels, s->e.again, sizeof s->pixels);
    r3d_affine_context_destroy(context);
    free(s);
}

static void everything_of_layers_is_heard(void **state)
{
    (void)state;
    stage *s = make_stage();
    r3d_layers_target *target = NULL;
    assert_int_equal(r3d_layers_target_create(WIDTH, HEIGHT, NULL, &target), R3D_OK);
    assert_int_equal(r3d_layers_target_begin(target, &s->surface, 0, 0), R3D_OK);
    r3d_layers_quad quad;
    memset(&quad, 0, sizeof quad);
    quad.width = quad.height = 9;
    assert_int_equal(r3d_layers_draw_quad(target, &quad, 0), R3D_OK);
    r3d_layers_mesh mesh;
    r3d_layers_mesh_init(&mesh);
    r3d_layers_view view;
    memset(&view, 0, sizeof view);
    assert_int_equal(r3d_layers_draw_mesh(target, &view, &mesh, NULL), R3D_OK);
    const uint8_t rgb[3] = {9, 9, 9};
    assert_int_equal(r3d_layers_draw_particle(target, 9, 9, 5, rgb), R3D_OK);
    static uint32_t flame[R3D_LAYERS_PARTICLE_TARGET * R3D_LAYERS_PARTICLE_TARGET];
    assert_int_equal(r3d_layers_add_nearest(target, flame, 0, 0, 9, 9), R3D_OK);
    assert_int_equal(r3d_layers_add_sprite(target, flame, 0, 0, 9, 9), R3D_OK);
    const int32_t from[2] = {1, 1};
    const int32_t to[2] = {20, 20};
    assert_int_equal(r3d_layers_draw_lightning(target, 1, from, to, 2, 3, rgb), R3D_OK);
    assert_int_equal(r3d_layers_darken(target, 9), R3D_OK);
    assert_int_equal(r3d_layers_fade(target, 200), R3D_OK);
    const r3d_draw_call_type *const expected[9] = {&r3d_call_clear,
                                                   &r3d_call_layers_quad,
                                                   &r3d_call_layers_mesh,
                                                   &r3d_call_layers_particle,
                                                   &r3d_call_layers_sprite,
                                                   &r3d_call_layers_sprite,
                                                   &r3d_call_layers_lightning,
                                                   &r3d_call_layers_shadow,
                                                   &r3d_call_layers_fade};
    assert_int_equal(s->e.begun, 9);
    assert_int_equal(s->e.ended, 9);
    for (int i = 0; i < 9; i++) {
        assert_ptr_equal(s->e.types[i], expected[i]);
    }
    r3d_layers_target_destroy(target);
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outlined_pictures_are_heard_repeated_and_explained),
        cmocka_unit_test(affine_scenes_are_heard_and_repeated),
        cmocka_unit_test(everything_of_layers_is_heard),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
