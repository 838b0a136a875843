/* SPDX-License-Identifier: MIT */
/* The commands that say what is in a scene or in a frame of the compositor. docs/script.md. */

#include "script_affine.h"

/* The scene that is being said, with the reason noted if there is none. */
static r3d_result need_scene(r3d_replay *replay, r3d_priv_affine_state **out)
{
    *out = r3d_priv_affine_get(replay);
    if (*out == NULL) {
        return R3D_ERR_MEMORY;
    }
    return (*out)->has_scene
               ? R3D_OK
               : r3d_replay_fail(replay, R3D_ERR_STATE, "expected \"affine_scene\" before");
}

static r3d_result need_frame(r3d_replay *replay, r3d_priv_affine_state **out)
{
    *out = r3d_priv_affine_get(replay);
    if (*out == NULL) {
        return R3D_ERR_MEMORY;
    }
    return (*out)->has_frame
               ? R3D_OK
               : r3d_replay_fail(replay, R3D_ERR_STATE, "expected \"affine_frame\" before");
}

/* A whole number that a decimal holds. */
static r3d_result whole_of(r3d_replay *replay, double value, int64_t *out)
{
    const double most = 9007199254740992.0; /* 2^53 */
    if (!(value >= -most && value <= most) || (double)(int64_t)value != value) {
        return r3d_replay_fail(replay, R3D_ERR_RANGE,
                               "%.17g, expected a whole number within +-2^53", value);
    }
    *out = (int64_t)value;
    return R3D_OK;
}

static r3d_result choice_of(r3d_replay *replay, const r3d_script_args *args, int index,
                            const char *first, const char *second, bool *out_is_second)
{
    const char *word = r3d_script_word(args, index);
    *out_is_second = strcmp(word, second) == 0;
    return *out_is_second || strcmp(word, first) == 0
               ? R3D_OK
               : r3d_replay_fail(replay, R3D_ERR_RANGE, "\"%.40s\", expected %s or %s", word, first,
                                 second);
}

static void *add_item(r3d_replay *replay, r3d_priv_growing *items, size_t size)
{
    void *item = items->count < (size_t)R3D_ARENA_ITEMS_MAX
                     ? r3d_priv_grow(r3d_replay_get_allocator(replay), items, 1, size)
                     : NULL;
    if (item != NULL) {
        memset(item, 0, size);
    }
    return item;
}

/* ---- both ---- */

static r3d_result run_scene(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_affine_state *s = r3d_priv_affine_get(replay);
    bool is_hw = false;
    if (s == NULL) {
        return R3D_ERR_MEMORY;
    }
    const r3d_result result = choice_of(replay, args, 0, "free", "hw", &is_hw);
    if (result != R3D_OK) {
        return result;
    }
    r3d_priv_affine_begin(s, r3d_replay_get_allocator(replay), true);
    s->scene.mode = is_hw ? R3D_AFFINE_HW : R3D_AFFINE_FREE;
    s->scene.width = N(1);
    s->scene.height = N(2);
    s->scene.backdrop_rgb = (uint32_t)N(3);
    s->scene.hs = N(4);
    s->scene.vs = N(5);
    s->scene.sort_offset = N(6);
    s->scene.has_seal = N(7) != 0;
    s->scene.has_continuous_shadows = N(8) != 0;
    s->scene.has_culling = N(9) != 0;
    return R3D_OK;
}

static r3d_result run_cycle(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_affine_state *s = r3d_priv_affine_get(replay);
    if (s == NULL) {
        return R3D_ERR_MEMORY;
    }
    if (s->cycle_count == R3D_AFFINE_CYCLES_MAX) {
        return r3d_replay_fail(replay, R3D_ERR_LIMIT, "a third cycle, expected at most %d",
                               R3D_AFFINE_CYCLES_MAX);
    }
    r3d_affine_cycle *cycle = &s->cycles[s->cycle_count++];
    cycle->first = N(0);
    cycle->last = N(1);
    cycle->speed = N(2);
    return R3D_OK;
}

static r3d_result run_time(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_affine_state *s = r3d_priv_affine_get(replay);
    return s == NULL ? R3D_ERR_MEMORY : whole_of(replay, args->values[0].d, &s->time_ms);
}

/* ---- scenes ---- */

static r3d_result run_floor(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_affine_state *s = NULL;
    r3d_affine_picture tiles;
    r3d_result result = need_scene(replay, &s);
    if (result == R3D_OK) {
        result = r3d_priv_affine_need_picture(replay, s, N(2), &tiles);
    }
    if (result == R3D_OK) {
        result = r3d_priv_affine_load_cells(replay, args, 3, &s->floors[N(0)]);
    }
    if (result == R3D_OK) {
        r3d_affine_floor *floor = &s->scene.floors[N(0)];
        floor->is_present = true;
        floor->z = N(1);
        floor->tiles = tiles;
        floor->cells = s->floors[N(0)].cells;
        floor->columns = s->floors[N(0)].columns;
        floor->rows = s->floors[N(0)].rows;
    }
    return result;
}

static r3d_result run_wall(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_affine_state *s = NULL;
    r3d_affine_picture picture;
    bool has_tangent = false;
    r3d_result result = need_scene(replay, &s);
    if (result == R3D_OK) {
        result = r3d_priv_affine_need_picture(replay, s, N(3), &picture);
    }
    if (result == R3D_OK) {
        result = choice_of(replay, args, 6, "turn", "tan", &has_tangent);
    }
    if (result != R3D_OK) {
        return result;
    }
    r3d_affine_wall *wall = add_item(replay, &s->walls, sizeof *wall);
    if (wall == NULL) {
        return R3D_ERR_MEMORY;
    }
    wall->x = N(0);
    wall->y = N(1);
    wall->z = N(2);
    wall->picture = picture;
    wall->hs = N(4);
    wall->run = N(5);
    wall->has_tangent = has_tangent;
    wall->turn_a11 = has_tangent ? 0 : N(7);
    wall->tangent_x_fx16 = has_tangent ? N(7) : 0;
    wall->tangent_y_fx16 = has_tangent ? N(8) : 0;
    return R3D_OK;
}

static r3d_result run_sprite(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_affine_state *s = NULL;
    r3d_affine_picture picture;
    r3d_result result = need_scene(replay, &s);
    if (result == R3D_OK) {
        result = r3d_priv_affine_need_picture(replay, s, N(3), &picture);
    }
    if (result != R3D_OK) {
        return result;
    }
    r3d_affine_sprite *sprite = add_item(replay, &s->sprites, sizeof *sprite);
    if (sprite == NULL) {
        return R3D_ERR_MEMORY;
    }
    sprite->x = N(0);
    sprite->y = N(1);
    sprite->z = N(2);
    sprite->picture = picture;
    sprite->has_shadow = N(4) != 0;
    return R3D_OK;
}

static r3d_result run_box(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_affine_state *s = NULL;
    const r3d_result result = need_scene(replay, &s);
    if (result != R3D_OK) {
        return result;
    }
    r3d_affine_box *box = add_item(replay, &s->boxes, sizeof *box);
    if (box == NULL) {
        return R3D_ERR_MEMORY;
    }
    box->x = N(0);
    box->y = N(1);
    box->width = N(2);
    box->height = N(3);
    return R3D_OK;
}

static r3d_result run_shadows(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_affine_state *s = NULL;
    r3d_result result = need_scene(replay, &s);
    for (int i = 0; i < 3 && result == R3D_OK; i++) {
        result = r3d_priv_affine_need_picture(replay, s, N(i), &s->scene.shadows[i]);
    }
    return result;
}

static r3d_result run_camera(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_affine_state *s = r3d_priv_affine_get(replay);
    if (s == NULL) {
        return R3D_ERR_MEMORY;
    }
    s->camera.heading_a11 = N(0);
    s->camera.pitch_a11 = N(1);
    s->camera.roll_a11 = N(2);
    s->camera.x_q8 = N(3);
    s->camera.y_q8 = N(4);
    s->camera.z_q8 = N(5);
    return R3D_OK;
}

/* ---- frames of the compositor ---- */

static r3d_result run_frame(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_affine_state *s = r3d_priv_affine_get(replay);
    if (s == NULL) {
        return R3D_ERR_MEMORY;
    }
    r3d_priv_affine_begin(s, r3d_replay_get_allocator(replay), false);
    s->frame.width = N(0);
    s->frame.height = N(1);
    s->frame.backdrop_rgb = (uint32_t)N(2);
    return R3D_OK;
}

static r3d_result read_matrix(r3d_replay *replay, const r3d_script_args *args, int first,
                              r3d_affine_matrix *out)
{
    int64_t *const members[] = {&out->pa, &out->pb, &out->pc, &out->pd};
    r3d_result result = R3D_OK;
    for (int i = 0; i < 4 && result == R3D_OK; i++) {
        result = whole_of(replay, args->values[first + i].d, members[i]);
    }
    return result;
}

static r3d_result run_background(r3d_replay *replay, const r3d_script_args *args)
{
    enum { TILE = 8 };
    r3d_priv_affine_state *s = NULL;
    r3d_affine_hw_background b;
    memset(&b, 0, sizeof b);
    r3d_result result = need_frame(replay, &s);
    if (result == R3D_OK && s->frame.background_count == R3D_AFFINE_HW_BACKGROUNDS_MAX) {
        result = r3d_replay_fail(replay, R3D_ERR_LIMIT, "a fifth background, expected at most %d",
                                 R3D_AFFINE_HW_BACKGROUNDS_MAX);
    }
    if (result == R3D_OK) {
        result = r3d_priv_affine_need_picture(replay, s, N(0), &b.tiles);
    }
    if (result == R3D_OK) {
        result = read_matrix(replay, args, 5, &b.matrix);
    }
    if (result == R3D_OK) {
        result = whole_of(replay, args->values[9].d, &b.reference_x);
    }
    if (result == R3D_OK) {
        result = whole_of(replay, args->values[10].d, &b.reference_y);
    }
    r3d_priv_affine_cells *map = result == R3D_OK ? &s->maps[s->frame.background_count] : NULL;
    if (result == R3D_OK) {
        result = r3d_priv_affine_load_cells(replay, args, 1, map);
    }
    if (result == R3D_OK && map->columns != map->rows) {
        result = r3d_replay_fail(replay, R3D_ERR_RANGE, "a map of %ldx%ld cells, expected a square",
                                 (long)map->columns, (long)map->rows);
    }
    if (result == R3D_OK) {
        b.cells = map->cells;
        b.side = map->columns * TILE;
        b.priority = N(2);
        b.number = N(3);
        b.wraps = N(4) != 0;
        s->backgrounds[s->frame.background_count++] = b;
    }
    return result;
}

static r3d_result run_matrix(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_affine_state *s = NULL;
    r3d_result result = need_frame(replay, &s);
    if (result == R3D_OK && s->frame.matrix_count == R3D_AFFINE_HW_MATRICES_MAX) {
        result = r3d_replay_fail(replay, R3D_ERR_LIMIT, "more than %d matrices, expected fewer",
                                 R3D_AFFINE_HW_MATRICES_MAX);
    }
    if (result == R3D_OK) {
        result = read_matrix(replay, args, 0, &s->matrices[s->frame.matrix_count]);
    }
    if (result == R3D_OK) {
        s->frame.matrix_count++;
    }
    return result;
}

static r3d_result run_object(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_priv_affine_state *s = NULL;
    r3d_affine_hw_object object;
    bool is_flipped = false;
    memset(&object, 0, sizeof object);
    r3d_result result = need_frame(replay, &s);
    if (result == R3D_OK && s->frame.object_count == R3D_AFFINE_HW_OBJECTS_MAX) {
        result = r3d_replay_fail(replay, R3D_ERR_LIMIT, "more than %d objects, expected fewer",
                                 R3D_AFFINE_HW_OBJECTS_MAX);
    }
    if (result == R3D_OK) {
        result = r3d_priv_affine_need_picture(replay, s, N(0), &object.picture);
    }
    if (result == R3D_OK) {
        result = choice_of(replay, args, 4, "aff", "flip", &is_flipped);
    }
    if (result == R3D_OK) {
        object.x = N(1);
        object.y = N(2);
        object.priority = N(3);
        object.is_affine = !is_flipped;
        object.matrix = is_flipped ? 0 : N(5);
        object.is_doubled = !is_flipped && N(6) != 0;
        object.flips_across = is_flipped && N(5) != 0;
        object.flips_down = is_flipped && N(6) != 0;
        s->objects[s->frame.object_count++] = object;
    }
    return result;
}

#define PLACE(name) R3D_SCRIPT_INT(name, -R3D_AFFINE_PLACE_MAX - 1, R3D_AFFINE_PLACE_MAX)
#define PICTURE R3D_SCRIPT_INT("PICTURE", 0, R3D_PRIV_AFFINE_PICTURES - 1)
#define SCREEN(name) R3D_SCRIPT_INT(name, 1, R3D_AFFINE_SCREEN_MAX)
#define SCALE(name) R3D_SCRIPT_INT(name, R3D_AFFINE_SCALE_MIN, R3D_AFFINE_SCALE_MAX)
#define SWITCH(name) R3D_SCRIPT_INT(name, 0, 1)
#define BOX_SIZE(name) R3D_SCRIPT_INT(name, 0, 2 * (R3D_AFFINE_PLACE_MAX + 1))
#define SAY(name, run) (name), (run), R3D_SCRIPT_ANY_TIME, R3D_SCRIPT_PREPARES, 0, 0

const r3d_script_command r3d_priv_affine_item_commands[15] = {
    {SAY("affine_picture", r3d_priv_affine_run_picture), {PICTURE, R3D_SCRIPT_FILE}},
    {SAY("affine_indexed", r3d_priv_affine_run_indexed),
     {PICTURE, R3D_SCRIPT_FILE, R3D_SCRIPT_FILE}},
    {SAY("affine_scene", run_scene),
     {R3D_SCRIPT_WORD("MODE"), SCREEN("W"), SCREEN("H"), R3D_SCRIPT_RGB, SCALE("HS"), SCALE("VS"),
      PLACE("OFFSET"), SWITCH("seal"), SWITCH("continuous"), SWITCH("culling")}},
    {SAY("affine_cycle", run_cycle),
     {R3D_SCRIPT_INT("FIRST", 1, 255), R3D_SCRIPT_INT("LAST", 1, 255),
      R3D_SCRIPT_INT("SPEED", -(1 << 20), 1 << 20)}},
    {SAY("affine_time", run_time), {R3D_SCRIPT_DECIMAL("MS")}},
    {SAY("affine_floor", run_floor), {SWITCH("FLOOR"), PLACE("Z"), PICTURE, R3D_SCRIPT_FILE}},
    {SAY("affine_box", run_box), {PLACE("X"), PLACE("Y"), BOX_SIZE("W"), BOX_SIZE("H")}},
    {SAY("affine_wall", run_wall),
     {PLACE("X"), PLACE("Y"), PLACE("Z"), PICTURE, R3D_SCRIPT_INT("HS", 0, R3D_AFFINE_SCALE_MAX),
      R3D_SCRIPT_INT("RUN", 0, R3D_AFFINE_RUN_TEXELS_MAX), R3D_SCRIPT_WORD("KIND"),
      R3D_SCRIPT_ANY_INT("A"), R3D_SCRIPT_ANY_INT("B")}},
    {SAY("affine_shadows", run_shadows), {PICTURE, PICTURE, PICTURE}},
    {SAY("affine_sprite", run_sprite),
     {PLACE("X"), PLACE("Y"), PLACE("Z"), PICTURE, SWITCH("shadow")}},
    {SAY("affine_camera", run_camera),
     {R3D_SCRIPT_ANY_INT("HEADING"), R3D_SCRIPT_INT("PITCH", 0, R3D_AFFINE_PITCH_MAX),
      R3D_SCRIPT_ANY_INT("ROLL"), R3D_SCRIPT_ANY_INT("X"), R3D_SCRIPT_ANY_INT("Y"),
      R3D_SCRIPT_ANY_INT("Z")}},
    {SAY("affine_frame", run_frame),
     {R3D_SCRIPT_INT("W", 1, R3D_AFFINE_HW_SCREEN_MAX),
      R3D_SCRIPT_INT("H", 1, R3D_AFFINE_HW_SCREEN_MAX), R3D_SCRIPT_RGB}},
    {SAY("affine_background", run_background),
     {PICTURE, R3D_SCRIPT_FILE, R3D_SCRIPT_INT("PRIORITY", 0, 3), R3D_SCRIPT_INT("NUMBER", 0, 3),
      SWITCH("wraps"), R3D_SCRIPT_DECIMAL("PA"), R3D_SCRIPT_DECIMAL("PB"), R3D_SCRIPT_DECIMAL("PC"),
      R3D_SCRIPT_DECIMAL("PD"), R3D_SCRIPT_DECIMAL("RX"), R3D_SCRIPT_DECIMAL("RY")}},
    {SAY("affine_matrix", run_matrix),
     {R3D_SCRIPT_DECIMAL("PA"), R3D_SCRIPT_DECIMAL("PB"), R3D_SCRIPT_DECIMAL("PC"),
      R3D_SCRIPT_DECIMAL("PD")}},
    {SAY("affine_object", run_object),
     {PICTURE, R3D_SCRIPT_ANY_INT("X"), R3D_SCRIPT_ANY_INT("Y"), R3D_SCRIPT_INT("PRIORITY", 0, 3),
      R3D_SCRIPT_WORD("KIND"), R3D_SCRIPT_INT("A", 0, R3D_AFFINE_HW_MATRICES_MAX - 1),
      SWITCH("B")}},
};
