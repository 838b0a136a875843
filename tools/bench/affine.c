/* SPDX-License-Identifier: MIT */
/* retro3d bench --affine: arenas that are made here, turned once round. Times are what this thread computed.
 * Source: spec affine section 12, 10. */

#include "affine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/affine.h>

#include "../common/commands.h"
#include "../common/options.h"
#include "clock.h"

enum { OPTION_ROUNDS };

static const command_option options[] = {
    {"rounds", 'r', "N", "Rounds of which the least is taken (default 7)", NULL},
};

static const command_help help = {
    "bench --affine",
    "[options]",
    "Draws arenas of two floors while the camera turns and prints frames a second of computing "
    "time "
    "and\n"
    "Mpixel/s: 100 walls with and without seal and in mode hw, then 10 to 10,000 walls, sprites "
    "and\n"
    "shadows.\n"
    "Exit codes: 0 done, 2 wrong usage, 3 out of memory.\n",
    options,
    sizeof options / sizeof options[0],
};

enum {
    ROUNDS_MAX = 101,
    SAMPLE_NS = 50000000,
    SIDE = 64,    /* cells of a floor */
    PICTURE = 32, /* texels of a wall */
    TILES = 64,   /* of the sheet, each way in pixels */
    ITEMS_MAX = 10000,
    HEADINGS = 32,
    TURN = 2048
};

typedef struct affine_case {
    const char *name;
    int32_t width;
    int32_t height;
    int32_t items; /* walls, and as many sprites with shadows */
    r3d_affine_mode mode;
    bool has_seal;
    bool has_sprites;
} affine_case;

static const affine_case cases[] = {
    {"100 walls", 240, 160, 100, R3D_AFFINE_FREE, false, false},
    {"100 walls, seal", 240, 160, 100, R3D_AFFINE_FREE, true, false},
    {"60 walls, hw", 240, 160, 60, R3D_AFFINE_HW, false, false},
    {"100 walls", 1920, 1080, 100, R3D_AFFINE_FREE, false, false},
    {"100 walls, seal", 1920, 1080, 100, R3D_AFFINE_FREE, true, false},
    {"10 of each", 240, 160, 10, R3D_AFFINE_FREE, false, true},
    {"100 of each", 240, 160, 100, R3D_AFFINE_FREE, false, true},
    {"1000 of each", 240, 160, 1000, R3D_AFFINE_FREE, false, true},
    {"10000 of each", 240, 160, 10000, R3D_AFFINE_FREE, false, true},
};

enum { CASE_COUNT = sizeof cases / sizeof cases[0] };

typedef struct affine_stage {
    r3d_affine_context *context;
    r3d_affine_scene scene;
    r3d_surface surface;
    r3d_affine_wall walls[ITEMS_MAX];
    r3d_affine_sprite sprites[ITEMS_MAX];
    r3d_affine_box boxes[ITEMS_MAX];
    int16_t cells[2][SIDE * SIDE];
    uint32_t tiles[TILES * TILES];
    uint32_t picture[PICTURE * PICTURE];
    uint32_t shadow[R3D_AFFINE_SHADOW_WIDTH * R3D_AFFINE_SHADOW_HEIGHT];
    uint32_t pixels[1920 * 1080];
} affine_stage;

static r3d_affine_picture view_of(const uint32_t *argb, int32_t width, int32_t height)
{
    const r3d_affine_picture picture = {argb, NULL, NULL, width, height, width};
    return picture;
}

static void fill(uint32_t *argb, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        argb[i] = 0xFF000000u | (uint32_t)(i * 2654435761u >> 8);
    }
}

/* Blocks of four walls on a grid that lies in the middle of the map. */
static void set_items(affine_stage *s, const affine_case *c)
{
    enum { BLOCK = 64 };
    int32_t across = 1;
    while (across * across * 4 < c->items) {
        across++;
    }
    /* So many blocks come to lie on one another. */
    const int32_t columns = across < 8 ? across : 8;
    for (int32_t i = 0; i < c->items; i++) {
        const int32_t block = i / 4;
        const int32_t x = (block % columns - columns / 2) * 2 * BLOCK;
        const int32_t y = (block / columns % columns - columns / 2) * 2 * BLOCK;
        static const int8_t sides[4][2] = {{0, 1}, {-1, 0}, {0, -1}, {1, 0}};
        r3d_affine_wall *wall = &s->walls[i];
        memset(wall, 0, sizeof *wall);
        wall->turn_a11 = r3d_affine_direction_turn((r3d_affine_direction)(i % 4));
        wall->x = x + sides[i % 4][0] * BLOCK / 2;
        wall->y = y + sides[i % 4][1] * BLOCK / 2;
        wall->picture = view_of(s->picture, PICTURE, PICTURE);
        r3d_affine_sprite *sprite = &s->sprites[i];
        memset(sprite, 0, sizeof *sprite);
        sprite->x = x + i * 7 % BLOCK;
        sprite->y = y + i * 13 % BLOCK;
        sprite->has_shadow = true;
        sprite->picture = view_of(s->picture, PICTURE / 2, PICTURE);
        const r3d_affine_box box = {x - BLOCK / 2, y - BLOCK / 2, BLOCK, BLOCK};
        s->boxes[block] = box;
    }
    s->scene.wall_count = c->items;
    s->scene.sprite_count = c->has_sprites ? c->items : 0;
    s->scene.box_count = (c->items + 3) / 4;
}

static void set_stage(affine_stage *s, const affine_case *c)
{
    r3d_affine_scene_init(&s->scene);
    s->scene.mode = c->mode;
    s->scene.width = c->width;
    s->scene.height = c->height;
    s->scene.has_seal = c->has_seal;
    for (int i = 0; i < 2; i++) {
        r3d_affine_floor *floor = &s->scene.floors[i];
        floor->is_present = true;
        floor->z = i * 46;
        floor->tiles = view_of(s->tiles, TILES, TILES);
        floor->cells = s->cells[i];
        floor->columns = floor->rows = SIDE;
    }
    for (int i = 0; i < 3; i++) {
        s->scene.shadows[i] = view_of(s->shadow, R3D_AFFINE_SHADOW_WIDTH, R3D_AFFINE_SHADOW_HEIGHT);
    }
    s->scene.walls = s->walls;
    s->scene.sprites = s->sprites;
    s->scene.boxes = s->boxes;
    set_items(s, c);
    (void)r3d_surface_init(&s->surface, s->pixels, c->width, c->height, c->width);
}

static affine_stage *make_stage(void)
{
    affine_stage *s = calloc(1, sizeof *s);
    r3d_affine_context_desc desc;
    r3d_affine_context_desc_init(&desc);
    desc.max_walls = desc.max_sprites = ITEMS_MAX;
    if (s == NULL || r3d_affine_context_create(&desc, &s->context) != R3D_OK) {
        free(s);
        return NULL;
    }
    fill(s->tiles, sizeof s->tiles / sizeof s->tiles[0]);
    fill(s->picture, sizeof s->picture / sizeof s->picture[0]);
    fill(s->shadow, sizeof s->shadow / sizeof s->shadow[0]);
    for (int i = 0; i < SIDE * SIDE; i++) {
        s->cells[0][i] = (int16_t)(i * 7 % 64);
        s->cells[1][i] = (int16_t)(i % SIDE / 4 % 2 == 0 && i / SIDE / 4 % 2 == 0 ? i % 64 : -1);
    }
    return s;
}

/* Nanoseconds a frame; negative when it cannot be drawn. */
static double measure(affine_stage *s)
{
    const int64_t begin = bench_thread_ns();
    int64_t spent = 0;
    int64_t frames = 0;
    while (spent < SAMPLE_NS) {
        for (int32_t i = 0; i < HEADINGS; i++) {
            const r3d_affine_camera camera = {i * TURN / HEADINGS + 11, 300, 0, 0, 0, 5888};
            if (r3d_affine_draw(s->context, &s->scene, &camera, &s->surface, 0, 0) != R3D_OK) {
                return -1.0;
            }
        }
        frames += HEADINGS;
        spent = bench_thread_ns() - begin;
    }
    return (double)spent / (double)frames;
}

static int run_cases(int32_t rounds)
{
    affine_stage *s = make_stage();
    if (s == NULL) {
        fprintf(stderr, "retro3d bench: out of memory\n");
        return R3D_EXIT_INPUT;
    }
    printf("%-20s %10s %12s %12s %10s\n", "arena", "size", "frames/s", "us", "Mpixel/s");
    for (int i = 0; i < CASE_COUNT; i++) {
        const affine_case *c = &cases[i];
        double least = 0.0;
        set_stage(s, c);
        for (int32_t round = 0; round < rounds && least >= 0.0; round++) {
            const double ns = measure(s);
            least = round == 0 || ns < least ? ns : least;
        }
        char size[24];
        snprintf(size, sizeof size, "%ldx%ld", (long)c->width, (long)c->height);
        if (least < 0.0) {
            printf("%-20s %10s cannot be drawn\n", c->name, size);
            continue;
        }
        printf("%-20s %10s %12.0f %12.1f %10.1f\n", c->name, size, 1e9 / least, least / 1e3,
               c->width * c->height * 1e3 / least);
    }
    r3d_affine_context_destroy(s->context);
    free(s);
    return R3D_EXIT_OK;
}

int bench_affine(int argc, char **argv)
{
    command_arguments arguments;
    int32_t rounds = 7;
    arguments_init(&arguments, &help, argc, argv);
    for (;;) {
        const char *value = NULL;
        const int option = arguments_next(&arguments, &value);
        if (option == R3D_ARGUMENT_EXIT) {
            return arguments_exit_code(&arguments);
        }
        if (option == R3D_ARGUMENT_END) {
            break;
        }
        if (option == R3D_ARGUMENT_POSITIONAL) {
            return usage_error(&help, "\"%.100s\" is one argument too many", value);
        }
        if (!option_i32(&help, option, value, 1, ROUNDS_MAX, &rounds)) {
            return R3D_EXIT_USAGE;
        }
    }
    return run_cases(rounds);
}
