/* SPDX-License-Identifier: MIT */
/* The text form of the reference scenes. Source: golden/affine/README.md. */

#include <string.h>

#include "arenas_internal.h"

enum {
    TILE_SIDE = 8,
    SIDE_MAX = TILE_SIDE * R3D_AFFINE_MAP_MAX,
    SEED_MAX = 1 << 20,
    MATRIX_MAX = 1 << 24,
    PLACE_MAX_Q8 = (R3D_AFFINE_PLACE_MAX + 1) * 256,
    BITMAPS_SAMPLES_MAX = 1 << 26 /* texels of all pictures of a scene */
};

typedef struct scene_reader {
    r3d_priv_arenas_lines *lines;
    r3d_arena *arena;
    r3d_affine_picture tiles;
    int32_t floor_lines[2]; /* 0: not given */
    int32_t floor_sides[2];
    int32_t floor_seeds[2];
    bool has_camera;
    bool has_camera_items; /* walls, sprites, floors, boxes */
    bool has_raw_items;
    int32_t raw_line;
    int32_t item_line;
    uint32_t given; /* records that come once */
    int64_t texels;
} scene_reader;

static r3d_result number(scene_reader *s, const char *what, int32_t min, int32_t max, int32_t *out)
{
    return r3d_priv_arenas_need_number(s->lines, what, min, max, out);
}

static r3d_result place(scene_reader *s, int32_t *out)
{
    static const char *const what[] = {"x", "y", "z"};
    return r3d_priv_arenas_need_numbers(s->lines, what, 3, -R3D_AFFINE_PLACE_MAX - 1,
                                        R3D_AFFINE_PLACE_MAX, out);
}

/* `KIND w h seed` */
static r3d_result bitmap(scene_reader *s, r3d_affine_picture *out)
{
    static const char *const kinds[] = {"noise", "brick", "disc", "letter", "solid"};
    static const char *const size_words[] = {"the width", "the height"};
    int32_t kind = 0;
    int32_t size[2] = {0, 0};
    int32_t seed = 0;
    r3d_result result = r3d_priv_arenas_need_choice(s->lines, kinds, 5, &kind);
    if (result == R3D_OK) {
        result =
            r3d_priv_arenas_need_numbers(s->lines, size_words, 2, 1, R3D_AFFINE_PICTURE_MAX, size);
    }
    if (result == R3D_OK) {
        const bool is_letter = kind == R3D_PRIV_SCENE_LETTER;
        result =
            number(s, "the seed", is_letter ? -39 : -SEED_MAX, is_letter ? 215 : SEED_MAX, &seed);
    }
    if (result != R3D_OK) {
        return result;
    }
    s->texels += (int64_t)size[0] * size[1];
    if (s->texels > BITMAPS_SAMPLES_MAX) {
        return r3d_priv_arenas_fail(s->lines, NULL, R3D_ERR_LIMIT,
                                    "more than %d texels in all pictures, expected fewer",
                                    BITMAPS_SAMPLES_MAX);
    }
    *out =
        r3d_priv_scene_make_bitmap(s->arena, (r3d_priv_scene_bitmap)kind, size[0], size[1], seed);
    return out->indices != NULL
               ? R3D_OK
               : r3d_priv_arenas_fail(s->lines, NULL, R3D_ERR_MEMORY, "out of memory");
}

/* ---- what a camera sees ---- */

static r3d_affine_wall *add_wall(scene_reader *s)
{
    s->has_camera_items = true;
    s->item_line = s->lines->line;
    return r3d_priv_arenas_add(s->lines, &s->arena->allocator, &s->arena->walls,
                               sizeof(r3d_affine_wall));
}

static r3d_result read_wall_place(scene_reader *s, r3d_affine_wall *wall)
{
    int32_t p[3] = {0, 0, 0};
    r3d_affine_picture picture;
    memset(&picture, 0, sizeof picture);
    r3d_result result = place(s, p);
    if (result == R3D_OK) {
        result = bitmap(s, &picture);
    }
    wall->x = p[0];
    wall->y = p[1];
    wall->z = p[2];
    wall->picture = picture;
    return result;
}

static r3d_result read_direction(scene_reader *s, r3d_affine_wall *wall)
{
    int32_t direction = 0;
    const r3d_result result = number(s, "the direction", 0, R3D_AFFINE_DIRECTIONS - 1, &direction);
    wall->turn_a11 = r3d_affine_direction_turn((r3d_affine_direction)direction);
    return result;
}

static r3d_result read_wall(scene_reader *s)
{
    r3d_affine_wall *wall = add_wall(s);
    if (wall == NULL) {
        return s->lines->failure;
    }
    const r3d_result result = read_direction(s, wall);
    return result == R3D_OK ? read_wall_place(s, wall) : result;
}

static r3d_result read_any_wall(scene_reader *s)
{
    static const char *const tangent[] = {"TX", "TY"};
    r3d_affine_wall *wall = add_wall(s);
    if (wall == NULL) {
        return s->lines->failure;
    }
    r3d_result result = read_wall_place(s, wall);
    r3d_priv_arenas_word word;
    while (result == R3D_OK && r3d_priv_arenas_next_word(s->lines, &word)) {
        if (r3d_priv_arenas_word_is(&word, "dir")) {
            result = read_direction(s, wall);
        } else if (r3d_priv_arenas_word_is(&word, "turn")) {
            result = number(s, "the turn", -INT32_MAX, INT32_MAX, &wall->turn_a11);
        } else if (r3d_priv_arenas_word_is(&word, "hs")) {
            result = number(s, "hs", R3D_AFFINE_SCALE_MIN, R3D_AFFINE_SCALE_MAX, &wall->hs);
        } else if (r3d_priv_arenas_word_is(&word, "run")) {
            result = number(s, "run", 1, R3D_AFFINE_RUN_TEXELS_MAX, &wall->run);
        } else if (r3d_priv_arenas_word_is(&word, "tan")) {
            int32_t t[2] = {0, 0};
            result = r3d_priv_arenas_need_numbers(s->lines, tangent, 2, -R3D_AFFINE_TANGENT_MAX,
                                                  R3D_AFFINE_TANGENT_MAX, t);
            wall->has_tangent = true;
            wall->tangent_x_fx16 = t[0];
            wall->tangent_y_fx16 = t[1];
            if (result == R3D_OK && t[0] == 0 && t[1] == 0) {
                result = r3d_priv_arenas_fail(s->lines, &word, R3D_ERR_RANGE,
                                              "a tangent of 0 and 0, expected one that is not");
            }
        } else {
            char excerpt[R3D_PRIV_EXCERPT_SIZE];
            return r3d_priv_arenas_fail(s->lines, &word, R3D_ERR_FORMAT_SYNTAX,
                                        "found \"%s\", expected dir, turn, tan, hs, run or the end "
                                        "of the line",
                                        r3d_priv_io_excerpt(word.text, word.length, excerpt));
        }
    }
    return result;
}

static r3d_result read_sprite(scene_reader *s)
{
    r3d_arena *arena = s->arena;
    r3d_affine_sprite *sprite =
        r3d_priv_arenas_add(s->lines, &arena->allocator, &arena->sprites, sizeof *sprite);
    int32_t p[3] = {0, 0, 0};
    int32_t has_shadow = 0;
    if (sprite == NULL) {
        return s->lines->failure;
    }
    s->has_camera_items = true;
    s->item_line = s->lines->line;
    r3d_result result = place(s, p);
    if (result == R3D_OK) {
        result = bitmap(s, &sprite->picture);
    }
    if (result == R3D_OK) {
        result = number(s, "HAS_SHADOW", 0, 1, &has_shadow);
    }
    sprite->x = p[0];
    sprite->y = p[1];
    sprite->z = p[2];
    sprite->has_shadow = has_shadow != 0;
    return result;
}

static r3d_result read_box(scene_reader *s)
{
    static const char *const what[] = {"x", "y", "w", "h"};
    enum { SIZE_MAX_UNITS = 2 * (R3D_AFFINE_PLACE_MAX + 1) };
    r3d_affine_box *box =
        r3d_priv_arenas_add(s->lines, &s->arena->allocator, &s->arena->boxes, sizeof *box);
    int32_t n[4] = {0, 0, 0, 0};
    if (box == NULL) {
        return s->lines->failure;
    }
    r3d_result result = r3d_priv_arenas_need_numbers(s->lines, what, 2, -R3D_AFFINE_PLACE_MAX - 1,
                                                     R3D_AFFINE_PLACE_MAX, n);
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_numbers(s->lines, what + 2, 2, 0, SIZE_MAX_UNITS, n + 2);
    }
    box->x = n[0];
    box->y = n[1];
    box->width = n[2];
    box->height = n[3];
    return result;
}

static r3d_result read_floor(scene_reader *s)
{
    int32_t i = 0;
    int32_t side = 0;
    r3d_result result = number(s, "the floor", 0, 1, &i);
    if (result != R3D_OK) {
        return result;
    }
    if (s->floor_lines[i] != 0) {
        return r3d_priv_arenas_fail(s->lines, NULL, R3D_ERR_FORMAT_DATA,
                                    "line %ld gave floor %ld already, expected it once",
                                    (long)s->floor_lines[i], (long)i);
    }
    s->floor_lines[i] = s->item_line = s->lines->line;
    s->has_camera_items = true;
    result = number(s, "z", -R3D_AFFINE_PLACE_MAX - 1, R3D_AFFINE_PLACE_MAX,
                    &s->arena->scene.floors[i].z);
    if (result == R3D_OK) {
        result = number(s, "the side", TILE_SIDE, SIDE_MAX, &side);
    }
    if (result == R3D_OK && side % TILE_SIDE != 0) {
        result = r3d_priv_arenas_fail(s->lines, NULL, R3D_ERR_RANGE,
                                      "the side is %ld, expected a multiple of 8", (long)side);
    }
    s->floor_sides[i] = side;
    return result == R3D_OK ? number(s, "the seed", -SEED_MAX, SEED_MAX, &s->floor_seeds[i])
                            : result;
}

static r3d_result read_camera(scene_reader *s)
{
    static const char *const what[] = {"x_q8", "y_q8", "z_q8"};
    r3d_affine_camera *camera = &s->arena->camera;
    int32_t p[3] = {0, 0, 0};
    s->has_camera = true;
    r3d_result result = number(s, "the heading", -INT32_MAX, INT32_MAX, &camera->heading_a11);
    if (result == R3D_OK) {
        result = number(s, "the pitch", 0, R3D_AFFINE_PITCH_MAX, &camera->pitch_a11);
    }
    if (result == R3D_OK) {
        result =
            r3d_priv_arenas_need_numbers(s->lines, what, 3, -PLACE_MAX_Q8, PLACE_MAX_Q8 - 1, p);
    }
    camera->x_q8 = p[0];
    camera->y_q8 = p[1];
    camera->z_q8 = p[2];
    return result;
}

/* ---- raw frames ---- */

static r3d_result fail_raw(scene_reader *s, const char *what, int32_t most)
{
    return r3d_priv_arenas_fail(s->lines, NULL, R3D_ERR_LIMIT, "more than %ld %s, expected fewer",
                                (long)most, what);
}

static r3d_result read_background(scene_reader *s)
{
    static const char *const matrix[] = {"pa", "pb", "pc", "pd"};
    static const char *const reference[] = {"rx", "ry"};
    r3d_arena *arena = s->arena;
    if (arena->frame.background_count == R3D_AFFINE_HW_BACKGROUNDS_MAX) {
        return fail_raw(s, "backgrounds", R3D_AFFINE_HW_BACKGROUNDS_MAX);
    }
    r3d_affine_hw_background *b = &arena->backgrounds[arena->frame.background_count++];
    int32_t n[10] = {0};
    s->has_raw_items = true;
    s->raw_line = s->lines->line;
    r3d_result result = number(s, "the number", 0, 3, &b->number);
    if (result == R3D_OK) {
        result = number(s, "the priority", 0, 3, &b->priority);
    }
    if (result == R3D_OK) {
        result = number(s, "the side", 128, 1024, &b->side);
    }
    if (result == R3D_OK && (b->side & (b->side - 1)) != 0) {
        result =
            r3d_priv_arenas_fail(s->lines, NULL, R3D_ERR_RANGE,
                                 "the side is %ld, expected 128, 256, 512 or 1024", (long)b->side);
    }
    if (result == R3D_OK) {
        result = number(s, "wrap", 0, 1, &n[0]);
    }
    if (result == R3D_OK) {
        result = number(s, "the seed", -SEED_MAX, SEED_MAX, &n[1]);
    }
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_numbers(s->lines, matrix, 4, -MATRIX_MAX, MATRIX_MAX, n + 2);
    }
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_numbers(s->lines, reference, 2, -INT32_MAX, INT32_MAX, n + 6);
    }
    if (result != R3D_OK) {
        return result;
    }
    b->wraps = n[0] != 0;
    b->matrix.pa = n[2];
    b->matrix.pb = n[3];
    b->matrix.pc = n[4];
    b->matrix.pd = n[5];
    b->reference_x = n[6];
    b->reference_y = n[7];
    b->tiles = s->tiles;
    b->cells = r3d_priv_scene_make_map(arena, b->side, n[1], false);
    return b->cells != NULL ? R3D_OK
                            : r3d_priv_arenas_fail(s->lines, NULL, R3D_ERR_MEMORY, "out of memory");
}

static r3d_result read_matrix(scene_reader *s)
{
    static const char *const words[] = {"pa", "pb", "pc", "pd"};
    r3d_arena *arena = s->arena;
    int32_t i = 0;
    int32_t n[4] = {0, 0, 0, 0};
    s->has_raw_items = true;
    s->raw_line = s->lines->line;
    r3d_result result = number(s, "the matrix", 0, R3D_AFFINE_HW_MATRICES_MAX - 1, &i);
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_numbers(s->lines, words, 4, -MATRIX_MAX, MATRIX_MAX, n);
    }
    const r3d_affine_matrix matrix = {n[0], n[1], n[2], n[3]};
    arena->matrices[i] = matrix;
    if (i >= arena->frame.matrix_count) {
        arena->frame.matrix_count = i + 1;
    }
    return result;
}

static r3d_result read_object(scene_reader *s)
{
    static const char *const forms[] = {"aff", "flip"};
    r3d_arena *arena = s->arena;
    if (arena->frame.object_count == R3D_AFFINE_HW_OBJECTS_MAX) {
        return fail_raw(s, "objects", R3D_AFFINE_HW_OBJECTS_MAX);
    }
    r3d_affine_hw_object *object = &arena->objects[arena->frame.object_count++];
    int32_t form = 0;
    int32_t n[2] = {0, 0};
    s->has_raw_items = true;
    s->raw_line = s->lines->line;
    r3d_result result = number(s, "x", -(1 << 20), 1 << 20, &object->x);
    if (result == R3D_OK) {
        result = number(s, "y", -(1 << 20), 1 << 20, &object->y);
    }
    if (result == R3D_OK) {
        result = number(s, "the priority", 0, 3, &object->priority);
    }
    if (result == R3D_OK) {
        result = bitmap(s, &object->picture);
    }
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_choice(s->lines, forms, 2, &form);
    }
    if (result == R3D_OK) {
        result = number(s, form == 0 ? "the matrix" : "HFLIP", 0,
                        form == 0 ? R3D_AFFINE_HW_MATRICES_MAX - 1 : 1, &n[0]);
    }
    if (result == R3D_OK) {
        result = number(s, form == 0 ? "DOUBLE" : "VFLIP", 0, 1, &n[1]);
    }
    object->is_affine = form == 0;
    object->matrix = form == 0 ? n[0] : 0;
    object->is_doubled = form == 0 && n[1] != 0;
    object->flips_across = form == 1 && n[0] != 0;
    object->flips_down = form == 1 && n[1] != 0;
    return result;
}

/* ---- settings ---- */

static r3d_result read_screen(scene_reader *s)
{
    static const char *const what[] = {"the width", "the height"};
    int32_t size[2] = {0, 0};
    const r3d_result result =
        r3d_priv_arenas_need_numbers(s->lines, what, 2, 1, R3D_AFFINE_SCREEN_MAX, size);
    s->arena->scene.width = s->arena->frame.width = size[0];
    s->arena->scene.height = s->arena->frame.height = size[1];
    return result;
}

static r3d_result read_backdrop(scene_reader *s)
{
    static const char *const what[] = {"r5", "g5", "b5"};
    int32_t rgb[3] = {0, 0, 0};
    const r3d_result result = r3d_priv_arenas_need_numbers(s->lines, what, 3, 0, 31, rgb);
    s->arena->scene.backdrop_rgb = r3d_priv_arenas_hw_color(
        (uint32_t)rgb[0] << 19 | (uint32_t)rgb[1] << 11 | (uint32_t)rgb[2] << 3);
    s->arena->frame.backdrop_rgb = s->arena->scene.backdrop_rgb;
    return result;
}

static r3d_result read_mode(scene_reader *s)
{
    static const char *const modes[] = {"free", "hw"};
    int32_t mode = 0;
    const r3d_result result = r3d_priv_arenas_need_choice(s->lines, modes, 2, &mode);
    s->arena->scene.mode = mode == 0 ? R3D_AFFINE_FREE : R3D_AFFINE_HW;
    return result;
}

static r3d_result read_scale(scene_reader *s)
{
    const r3d_result result =
        number(s, "hs", R3D_AFFINE_SCALE_MIN, R3D_AFFINE_SCALE_MAX, &s->arena->scene.hs);
    return result == R3D_OK
               ? number(s, "vs", R3D_AFFINE_SCALE_MIN, R3D_AFFINE_SCALE_MAX, &s->arena->scene.vs)
               : result;
}

static r3d_result read_offset(scene_reader *s)
{
    return number(s, "the offset", -R3D_AFFINE_PLACE_MAX - 1, R3D_AFFINE_PLACE_MAX,
                  &s->arena->scene.sort_offset);
}

static r3d_result read_roll(scene_reader *s)
{
    return number(s, "the roll", -INT32_MAX, INT32_MAX, &s->arena->camera.roll_a11);
}

static r3d_result read_seal(scene_reader *s)
{
    s->arena->scene.has_seal = true;
    return R3D_OK;
}

static r3d_result read_time(scene_reader *s)
{
    int32_t time_ms = 0;
    const r3d_result result = number(s, "the time", -INT32_MAX, INT32_MAX, &time_ms);
    s->arena->scene.time_ms = s->arena->frame.time_ms = time_ms;
    return result;
}

static r3d_result read_shift(scene_reader *s)
{
    enum { SPEED_MAX = 1 << 20 };
    r3d_affine_scene *scene = &s->arena->scene;
    if (scene->cycle_count == R3D_AFFINE_CYCLES_MAX) {
        return fail_raw(s, "shifts", R3D_AFFINE_CYCLES_MAX);
    }
    r3d_affine_cycle *cycle = &scene->cycles[scene->cycle_count];
    r3d_result result = number(s, "first", 1, 255, &cycle->first);
    if (result == R3D_OK) {
        result = number(s, "last", cycle->first, 255, &cycle->last);
    }
    if (result == R3D_OK) {
        result = number(s, "speed", -SPEED_MAX, SPEED_MAX, &cycle->speed);
    }
    s->arena->frame.cycles[scene->cycle_count] = *cycle;
    s->arena->frame.cycle_count = ++scene->cycle_count;
    return result;
}

static r3d_result read_shadows(scene_reader *s)
{
    s->arena->scene.has_continuous_shadows = true;
    return r3d_priv_arenas_need_keyword(s->lines, "continuous");
}

static r3d_result read_counters(scene_reader *s)
{
    s->arena->wants_counters = true;
    return R3D_OK;
}

static r3d_result read_inspect(scene_reader *s)
{
    (void)s; /* asks the references' makers for the files of the inspector */
    return R3D_OK;
}

/* ---- the table ---- */

typedef struct scene_record {
    const char *name;
    r3d_result (*read)(scene_reader *s);
    bool comes_once;
} scene_record;

static const scene_record records[] = {
    {"screen", read_screen, true},   {"backdrop", read_backdrop, true},
    {"mode", read_mode, true},       {"bg", read_background, false},
    {"objmat", read_matrix, false},  {"obj", read_object, false},
    {"camera", read_camera, true},   {"scale", read_scale, true},
    {"floor", read_floor, false},    {"wall", read_wall, false},
    {"wallx", read_any_wall, false}, {"sprite", read_sprite, false},
    {"box", read_box, false},        {"sortoffset", read_offset, true},
    {"roll", read_roll, true},       {"seal", read_seal, true},
    {"time", read_time, true},       {"shift", read_shift, false},
    {"shadows", read_shadows, true}, {"counters", read_counters, true},
    {"inspect", read_inspect, true},
};

enum { RECORD_COUNT = sizeof records / sizeof records[0] };

static r3d_result read_record(scene_reader *s, const r3d_priv_arenas_word *record)
{
    const char *names[RECORD_COUNT];
    for (int i = 0; i < RECORD_COUNT; i++) {
        names[i] = records[i].name;
    }
    const int32_t found = r3d_priv_arenas_record(s->lines, record, names, RECORD_COUNT);
    if (found < 0) {
        return R3D_ERR_FORMAT_SYNTAX;
    }
    if (records[found].comes_once && (s->given >> found & 1) != 0) {
        return r3d_priv_arenas_fail(s->lines, record, R3D_ERR_FORMAT_DATA,
                                    "\"%s\" came already, expected it once", names[found]);
    }
    s->given |= 1u << found;
    const r3d_result result = records[found].read(s);
    return result == R3D_OK ? r3d_priv_arenas_need_end(s->lines) : result;
}

/* ---- the whole ---- */

static r3d_result finish_floors(scene_reader *s)
{
    for (int32_t i = 0; i < 2; i++) {
        r3d_affine_floor *floor = &s->arena->scene.floors[i];
        if (s->floor_lines[i] == 0) {
            continue;
        }
        floor->is_present = true;
        floor->columns = floor->rows = s->floor_sides[i] / TILE_SIDE;
        floor->tiles = s->tiles;
        floor->cells =
            r3d_priv_scene_make_map(s->arena, s->floor_sides[i], s->floor_seeds[i], i == 1);
        if (floor->cells == NULL) {
            return r3d_priv_arenas_fail(s->lines, NULL, R3D_ERR_MEMORY, "out of memory");
        }
    }
    return R3D_OK;
}

r3d_result r3d_priv_scene_read(r3d_arena *arena, r3d_priv_arenas_lines *lines)
{
    scene_reader s;
    memset(&s, 0, sizeof s);
    s.lines = lines;
    s.arena = arena;
    r3d_priv_scene_make_palettes(arena);
    s.tiles = r3d_priv_scene_make_tiles(arena);
    r3d_result result = s.tiles.indices != NULL && r3d_priv_scene_make_shadows(arena)
                            ? R3D_OK
                            : r3d_priv_arenas_fail(lines, NULL, R3D_ERR_MEMORY, "out of memory");
    r3d_priv_arenas_word record;
    while (result == R3D_OK && r3d_priv_arenas_next_line(lines, &record)) {
        result = read_record(&s, &record);
    }
    if (result != R3D_OK) {
        return result;
    }
    if (s.has_raw_items && s.has_camera) {
        return r3d_priv_arenas_fail_at(lines, s.raw_line, R3D_ERR_FORMAT_DATA,
                                       "a raw background, matrix or object in a scene with a "
                                       "camera, expected one or the other");
    }
    if (s.has_camera_items && !s.has_camera) {
        return r3d_priv_arenas_fail_at(lines, s.item_line, R3D_ERR_FORMAT_DATA,
                                       "a floor, wall or sprite without a camera, expected a line "
                                       "\"camera\"");
    }
    arena->is_raw = !s.has_camera;
    arena->frame.backgrounds = arena->backgrounds;
    arena->frame.objects = arena->objects;
    arena->frame.matrices = arena->matrices;
    return finish_floors(&s);
}
