/* SPDX-License-Identifier: MIT */
#include "cmocka_all.h"

#include <stdlib.h>
#include <string.h>

#include "listing.h"
#include "scene.h"

enum { TILES = 256, TILE = 8, SHEET = 128 };

static int32_t number(const listing *list, int word)
{
    assert_true(word < list->word_count);
    char *end;
    const long value = strtol(list->words[word], &end, 10);
    assert_true(*end == 0);
    return (int32_t)value;
}

static void *keep(scene *s, size_t size)
{
    assert_true(s->memory_count < SCENE_PICTURES_MAX);
    void *memory = calloc(size, 1);
    assert_non_null(memory);
    s->memory[s->memory_count++] = memory;
    return memory;
}

static uint8_t bitmap_index(const char *kind, int32_t u, int32_t v, int32_t w, int32_t h,
                            int32_t seed)
{
    const int32_t x = 2 * u + 1 - w;
    const int32_t y = 2 * v + 1 - h;
    if (strcmp(kind, "noise") == 0) {
        return (uint8_t)(1 + (31 * u + 17 * v + ((u * v) >> 2) + 29 * seed) % 255);
    }
    if (strcmp(kind, "brick") == 0) {
        if (v % 8 == 0 || (u + 4 * ((v >> 3) & 1)) % 16 == 0) {
            return 1;
        }
        return (uint8_t)(2 + (5 * (u >> 4) + 3 * (v >> 3) + seed) % 254);
    }
    if (strcmp(kind, "disc") == 0) {
        if (x * x * h * h + y * y * w * w > w * w * h * h) {
            return 0;
        }
        return (uint8_t)(1 + (u + v + seed) % 255);
    }
    if (strcmp(kind, "letter") == 0) {
        if (u < w / 4 || v < h / 5 || (2 * h / 5 <= v && v < 3 * h / 5 && u < 3 * w / 4)) {
            return (uint8_t)(40 + seed);
        }
        return 0;
    }
    assert_string_equal(kind, "solid");
    return (uint8_t)(1 + seed % 255);
}

r3d_affine_picture scene_bitmap(scene *s, const char *kind, int32_t w, int32_t h, int32_t seed)
{
    uint8_t *indices = keep(s, (size_t)(w * h));
    for (int32_t v = 0; v < h; v++) {
        for (int32_t u = 0; u < w; u++) {
            indices[v * w + u] = bitmap_index(kind, u, v, w, h, seed);
        }
    }
    return (r3d_affine_picture){NULL, indices, s->object_palette, w, h, w};
}

static uint32_t expanded(uint32_t c5)
{
    return c5 << 3 | c5 >> 2;
}

static void make_palette(uint32_t *palette, uint32_t k)
{
    for (uint32_t i = 0; i < 256; i++) {
        palette[i] = expanded((7 * i + 3 + k) & 31) << 16 |
                     expanded((11 * i + (i >> 3) + k) & 31) << 8 |
                     expanded((5 * i + 3 * (i >> 2) + k) & 31);
    }
}

void scene_make_palettes(scene *s)
{
    make_palette(s->floor_palette, 0);
    make_palette(s->object_palette, 101);
    uint8_t *indices = keep(s, SHEET * SHEET);
    for (int32_t t = 0; t < TILES; t++) {
        for (int32_t y = 0; y < TILE; y++) {
            for (int32_t x = 0; x < TILE; x++) {
                const int32_t index = t % 16 == 0        ? 0
                                      : x == 0 || y == 0 ? 1 + 7 * t % 255
                                      : x < 4 && y < 3   ? 1 + (29 * t + 100) % 255
                                                         : 20 + 50 * (t & 3);
                indices[(t / 16 * TILE + y) * SHEET + t % 16 * TILE + x] = (uint8_t)index;
            }
        }
    }
    s->tiles = (r3d_affine_picture){NULL, indices, s->floor_palette, SHEET, SHEET, SHEET};
}

void scene_make_shadows(scene *s)
{
    static const int32_t axes[3][2] = {{14, 6}, {11, 5}, {7, 3}};
    for (int i = 0; i < 3; i++) {
        uint8_t *indices = keep(s, 32 * 16);
        const int32_t a = axes[i][0];
        const int32_t b = axes[i][1];
        for (int32_t v = 0; v < 16; v++) {
            for (int32_t u = 0; u < 32; u++) {
                const int32_t x = 2 * u + 1 - 32;
                const int32_t y = 2 * v + 1 - 16;
                indices[v * 32 + u] = x * x * b * b + y * y * a * a <= 4 * a * a * b * b ? 255 : 0;
            }
        }
        s->scene.shadows[i] = (r3d_affine_picture){NULL, indices, s->object_palette, 32, 16, 32};
    }
}

static int16_t *make_map(scene *s, int32_t side, int32_t seed)
{
    const int32_t n = side / TILE;
    int16_t *cells = keep(s, (size_t)(n * n) * sizeof *cells);
    for (int32_t j = 0; j < n; j++) {
        for (int32_t i = 0; i < n; i++) {
            cells[j * n + i] = (int16_t)((3 * i + 5 * j + ((i * j) >> 2) + seed) & 255);
        }
    }
    return cells;
}

/* The raised floor has cells where a box is; boxes may follow its line. */
static int16_t *make_raised_map(scene *s, int32_t side, int32_t seed)
{
    const int32_t n = side / TILE;
    int16_t *cells = keep(s, (size_t)(n * n) * sizeof *cells);
    for (int32_t j = 0; j < n; j++) {
        for (int32_t i = 0; i < n; i++) {
            const int32_t x = 2 * (8 * i + 4) - side;
            const int32_t y = -(2 * (8 * j + 4) - side);
            cells[j * n + i] = -1;
            for (int32_t b = 0; b < s->scene.box_count; b++) {
                const r3d_affine_box *box = &s->boxes[b];
                if (box->x <= x && x < box->x + box->width && box->y <= y &&
                    y < box->y + box->height) {
                    cells[j * n + i] = (int16_t)(((i + 5 * j + seed) | 1) & 255);
                }
            }
        }
    }
    return cells;
}

static void read_wall(const listing *list, scene *s)
{
    assert_true(s->scene.wall_count < SCENE_ITEMS_MAX);
    r3d_affine_wall *wall = &s->walls[s->scene.wall_count++];
    const bool plain = strcmp(list->words[0], "wall") == 0;
    const int first = plain ? 2 : 1;
    if (plain) {
        wall->turn_a11 = r3d_affine_direction_turn((r3d_affine_direction)number(list, 1));
    }
    wall->x = number(list, first);
    wall->y = number(list, first + 1);
    wall->z = number(list, first + 2);
    wall->picture = scene_bitmap(s, list->words[first + 3], number(list, first + 4),
                                 number(list, first + 5), number(list, first + 6));
    for (int i = first + 7; i < list->word_count; i++) {
        const char *word = list->words[i];
        if (strcmp(word, "dir") == 0) {
            wall->turn_a11 = r3d_affine_direction_turn((r3d_affine_direction)number(list, ++i));
        } else if (strcmp(word, "turn") == 0) {
            wall->turn_a11 = number(list, ++i);
        } else if (strcmp(word, "tan") == 0) {
            wall->has_tangent = true;
            wall->tangent_x_fx16 = number(list, ++i);
            wall->tangent_y_fx16 = number(list, ++i);
        } else if (strcmp(word, "hs") == 0) {
            wall->hs = number(list, ++i);
        } else if (strcmp(word, "run") == 0) {
            wall->run = number(list, ++i);
        } else {
            fail_msg("unknown word %s", word);
        }
    }
}

static void read_sprite(const listing *list, scene *s)
{
    assert_true(s->scene.sprite_count < SCENE_ITEMS_MAX);
    r3d_affine_sprite *sprite = &s->sprites[s->scene.sprite_count++];
    sprite->x = number(list, 1);
    sprite->y = number(list, 2);
    sprite->z = number(list, 3);
    sprite->picture =
        scene_bitmap(s, list->words[4], number(list, 5), number(list, 6), number(list, 7));
    sprite->has_shadow = number(list, 8) != 0;
}

static void read_background(const listing *list, scene *s)
{
    assert_true(s->hw.background_count < R3D_AFFINE_HW_BACKGROUNDS_MAX);
    r3d_affine_hw_background *b = &s->backgrounds[s->hw.background_count++];
    b->number = number(list, 1);
    b->priority = number(list, 2);
    b->side = number(list, 3);
    b->wraps = number(list, 4) != 0;
    b->cells = make_map(s, b->side, number(list, 5));
    b->tiles = s->tiles;
    b->matrix =
        (r3d_affine_matrix){number(list, 6), number(list, 7), number(list, 8), number(list, 9)};
    b->reference_x = number(list, 10);
    b->reference_y = number(list, 11);
}

static void read_object(const listing *list, scene *s)
{
    assert_true(s->hw.object_count < R3D_AFFINE_HW_OBJECTS_MAX);
    r3d_affine_hw_object *object = &s->objects[s->hw.object_count++];
    object->x = number(list, 1);
    object->y = number(list, 2);
    object->priority = number(list, 3);
    object->picture =
        scene_bitmap(s, list->words[4], number(list, 5), number(list, 6), number(list, 7));
    if (strcmp(list->words[8], "aff") == 0) {
        object->is_affine = true;
        object->matrix = number(list, 9);
        object->is_doubled = number(list, 10) != 0;
    } else {
        assert_string_equal(list->words[8], "flip");
        object->flips_across = number(list, 9) != 0;
        object->flips_down = number(list, 10) != 0;
    }
}

static void read_settings(const listing *list, scene *s)
{
    const char *word = list->words[0];
    r3d_affine_scene *arena = &s->scene;
    if (strcmp(word, "screen") == 0) {
        arena->width = s->hw.width = number(list, 1);
        arena->height = s->hw.height = number(list, 2);
    } else if (strcmp(word, "backdrop") == 0) {
        arena->backdrop_rgb = expanded((uint32_t)number(list, 1)) << 16 |
                              expanded((uint32_t)number(list, 2)) << 8 |
                              expanded((uint32_t)number(list, 3));
        s->hw.backdrop_rgb = arena->backdrop_rgb;
    } else if (strcmp(word, "mode") == 0) {
        arena->mode = strcmp(list->words[1], "hw") == 0 ? R3D_AFFINE_HW : R3D_AFFINE_FREE;
    } else if (strcmp(word, "camera") == 0) {
        s->has_camera = true;
        s->camera.heading_a11 = number(list, 1);
        s->camera.pitch_a11 = number(list, 2);
        s->camera.x_q8 = number(list, 3);
        s->camera.y_q8 = number(list, 4);
        s->camera.z_q8 = number(list, 5);
    } else if (strcmp(word, "scale") == 0) {
        arena->hs = number(list, 1);
        arena->vs = number(list, 2);
    } else if (strcmp(word, "roll") == 0) {
        s->camera.roll_a11 = number(list, 1);
    } else if (strcmp(word, "seal") == 0) {
        arena->has_seal = true;
    } else if (strcmp(word, "time") == 0) {
        arena->time_ms = s->hw.time_ms = number(list, 1);
    } else if (strcmp(word, "shift") == 0) {
        arena->cycles[arena->cycle_count] =
            (r3d_affine_cycle){number(list, 1), number(list, 2), number(list, 3)};
        s->hw.cycles[arena->cycle_count] = arena->cycles[arena->cycle_count];
        s->hw.cycle_count = ++arena->cycle_count;
    } else if (strcmp(word, "shadows") == 0) {
        arena->has_continuous_shadows = true;
    } else if (strcmp(word, "sortoffset") == 0) {
        arena->sort_offset = number(list, 1);
    } else if (strcmp(word, "counters") == 0) {
        s->has_counters = true;
    } else if (strcmp(word, "inspect") == 0) {
        s->has_inspector = true;
    } else {
        fail_msg("unknown word %s", word);
    }
}

static void read_line(const listing *list, scene *s)
{
    const char *word = list->words[0];
    r3d_affine_scene *arena = &s->scene;
    if (strcmp(word, "wall") == 0 || strcmp(word, "wallx") == 0) {
        read_wall(list, s);
    } else if (strcmp(word, "sprite") == 0) {
        read_sprite(list, s);
    } else if (strcmp(word, "bg") == 0) {
        read_background(list, s);
    } else if (strcmp(word, "obj") == 0) {
        read_object(list, s);
    } else if (strcmp(word, "objmat") == 0) {
        const int32_t i = number(list, 1);
        s->matrices[i] =
            (r3d_affine_matrix){number(list, 2), number(list, 3), number(list, 4), number(list, 5)};
        s->hw.matrix_count = i + 1 > s->hw.matrix_count ? i + 1 : s->hw.matrix_count;
    } else if (strcmp(word, "box") == 0) {
        assert_true(arena->box_count < SCENE_ITEMS_MAX);
        s->boxes[arena->box_count++] =
            (r3d_affine_box){number(list, 1), number(list, 2), number(list, 3), number(list, 4)};
    } else if (strcmp(word, "floor") == 0) {
        const int32_t i = number(list, 1);
        r3d_affine_floor *map = &arena->floors[i];
        map->is_present = true;
        map->z = number(list, 2);
        map->columns = map->rows = number(list, 3) / TILE;
        map->tiles = s->tiles;
        s->floor_seeds[i] = number(list, 4);
    } else {
        read_settings(list, s);
    }
}

scene *scene_read(const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "golden/affine/%s.scene", name);
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    r3d_affine_scene_init(&s->scene);
    r3d_affine_hw_frame_init(&s->hw);
    scene_make_palettes(s);
    scene_make_shadows(s);
    listing list = listing_open(path);
    while (listing_next(&list)) {
        read_line(&list, s);
    }
    listing_close(&list);
    if (s->scene.floors[0].is_present) {
        s->scene.floors[0].cells =
            make_map(s, s->scene.floors[0].columns * TILE, s->floor_seeds[0]);
    }
    if (s->scene.floors[1].is_present) {
        s->scene.floors[1].cells =
            make_raised_map(s, s->scene.floors[1].columns * TILE, s->floor_seeds[1]);
    }
    s->scene.walls = s->walls;
    s->scene.sprites = s->sprites;
    s->scene.boxes = s->boxes;
    s->hw.backgrounds = s->backgrounds;
    s->hw.objects = s->objects;
    s->hw.matrices = s->matrices;
    return s;
}

void scene_free(scene *s)
{
    for (int32_t i = 0; i < s->memory_count; i++) {
        free(s->memory[i]);
    }
    free(s);
}
