/* SPDX-License-Identifier: MIT */
/* The records of an arena that are no items of it: settings, floors and their maps. Source: spec affine
 * section 15. */

#include <string.h>

#include "arenas_internal.h"

/* ---- names ---- */

static uint32_t bucket_of(const r3d_priv_arenas_word *word, r3d_priv_arenas_name_kind kind)
{
    uint32_t hash = 2166136261u + (uint32_t)kind;
    for (size_t i = 0; i < word->length; i++) {
        hash = (hash ^ (uint8_t)word->text[i]) * 16777619u;
    }
    return hash % R3D_PRIV_ARENAS_BUCKETS;
}

static const char *kind_text(r3d_priv_arenas_name_kind kind)
{
    static const char *const texts[] = {"tiles", "a picture", "a sprite"};
    return texts[kind];
}

static const r3d_priv_arenas_name *find_name(const r3d_priv_arenas_reader *r,
                                             const r3d_priv_arenas_word *word,
                                             r3d_priv_arenas_name_kind kind)
{
    const r3d_priv_arenas_name *names = r->names.items;
    for (int32_t i = r->buckets[bucket_of(word, kind)]; i >= 0; i = names[i].next) {
        const r3d_priv_arenas_name *name = &names[i];
        if (name->kind == kind && name->word.length == word->length &&
            memcmp(name->word.text, word->text, word->length) == 0) {
            return name;
        }
    }
    return NULL;
}

r3d_result r3d_priv_arenas_take_name(r3d_priv_arenas_reader *r, r3d_priv_arenas_name_kind kind,
                                     int32_t number)
{
    r3d_priv_arenas_word word;
    char excerpt[R3D_PRIV_EXCERPT_SIZE];
    const r3d_result result = r3d_priv_arenas_need_word(&r->lines, &word, "a name");
    if (result != R3D_OK) {
        return result;
    }
    const r3d_priv_arenas_name *before = find_name(r, &word, kind);
    if (before != NULL) {
        return r3d_priv_arenas_fail(&r->lines, &word, R3D_ERR_FORMAT_DATA,
                                    "line %ld named %s \"%s\" already, expected another name",
                                    (long)before->line, kind_text(kind),
                                    r3d_priv_io_excerpt(word.text, word.length, excerpt));
    }
    const size_t at = r->names.count;
    r3d_priv_arenas_name *name = r3d_priv_arenas_add(&r->lines, &r->hooks, &r->names, sizeof *name);
    if (name == NULL) {
        return r->lines.failure;
    }
    const uint32_t bucket = bucket_of(&word, kind);
    name->word = word;
    name->kind = kind;
    name->line = r->lines.line;
    name->number = number;
    name->next = r->buckets[bucket];
    r->buckets[bucket] = (int32_t)at;
    return R3D_OK;
}

r3d_result r3d_priv_arenas_need_name(r3d_priv_arenas_reader *r, r3d_priv_arenas_name_kind kind,
                                     int32_t *out_number)
{
    static const char *const expected[] = {"the name of tiles", "the name of a picture",
                                           "the name of a sprite"};
    r3d_priv_arenas_word word;
    char excerpt[R3D_PRIV_EXCERPT_SIZE];
    const r3d_result result = r3d_priv_arenas_need_word(&r->lines, &word, expected[kind]);
    if (result != R3D_OK) {
        return result;
    }
    const r3d_priv_arenas_name *name = find_name(r, &word, kind);
    if (name == NULL) {
        return r3d_priv_arenas_fail(&r->lines, &word, R3D_ERR_FORMAT_INDEX,
                                    "found \"%s\", expected %s that a line above defines",
                                    r3d_priv_io_excerpt(word.text, word.length, excerpt),
                                    expected[kind]);
    }
    *out_number = name->number;
    return R3D_OK;
}

/* A record that an arena has once. */
static r3d_result take_once(r3d_priv_arenas_reader *r, r3d_priv_arenas_once which)
{
    if (r->once[which] != 0) {
        return r3d_priv_arenas_fail(&r->lines, NULL, R3D_ERR_FORMAT_DATA,
                                    "line %ld gave this record already, expected it once",
                                    (long)r->once[which]);
    }
    r->once[which] = r->lines.line;
    return R3D_OK;
}

/* ---- settings ---- */

static r3d_result read_arena(r3d_priv_arenas_reader *r)
{
    return r3d_priv_arenas_fail(&r->lines, NULL, R3D_ERR_FORMAT_DATA,
                                "the record \"arena\" came already, expected it once");
}

static r3d_result read_screen(r3d_priv_arenas_reader *r)
{
    static const char *const what[] = {"the width", "the height"};
    int32_t size[2] = {0, 0};
    r3d_result result = take_once(r, R3D_PRIV_ARENAS_ONCE_SCREEN);
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_numbers(&r->lines, what, 2, 1, R3D_AFFINE_SCREEN_MAX, size);
    }
    r->arena->scene.width = size[0];
    r->arena->scene.height = size[1];
    return result;
}

static r3d_result read_backdrop(r3d_priv_arenas_reader *r)
{
    static const char *const what[] = {"red", "green", "blue"};
    int32_t rgb[3] = {0, 0, 0};
    r3d_result result = take_once(r, R3D_PRIV_ARENAS_ONCE_BACKDROP);
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_numbers(&r->lines, what, 3, 0, 255, rgb);
    }
    r->arena->scene.backdrop_rgb =
        (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | (uint32_t)rgb[2];
    return result;
}

static r3d_result read_mode(r3d_priv_arenas_reader *r)
{
    static const char *const modes[] = {"free", "hw"};
    int32_t mode = 0;
    r3d_result result = take_once(r, R3D_PRIV_ARENAS_ONCE_MODE);
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_choice(&r->lines, modes, 2, &mode);
    }
    r->arena->scene.mode = mode == 0 ? R3D_AFFINE_FREE : R3D_AFFINE_HW;
    return result;
}

static r3d_result read_scale(r3d_priv_arenas_reader *r)
{
    r3d_affine_scene *scene = &r->arena->scene;
    r3d_result result = take_once(r, R3D_PRIV_ARENAS_ONCE_SCALE);
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_number(&r->lines, "HS", R3D_AFFINE_SCALE_MIN,
                                             R3D_AFFINE_SCALE_MAX, &scene->hs);
    }
    if (result != R3D_OK) {
        return result;
    }
    const char *before = r->lines.next;
    r3d_priv_arenas_word word;
    if (r3d_priv_arenas_next_word(&r->lines, &word) && r3d_priv_arenas_word_is(&word, "auto")) {
        r->is_vs_auto = true;
        return R3D_OK;
    }
    r->lines.next = before;
    return r3d_priv_arenas_need_number(&r->lines, "VS (or auto)", R3D_AFFINE_SCALE_MIN,
                                       R3D_AFFINE_SCALE_MAX, &scene->vs);
}

static r3d_result read_option(r3d_priv_arenas_reader *r)
{
    static const char *const options[] = {"seal", "continuous"};
    int32_t option = 0;
    r3d_result result = r3d_priv_arenas_need_choice(&r->lines, options, 2, &option);
    if (result == R3D_OK) {
        result =
            take_once(r, option == 0 ? R3D_PRIV_ARENAS_ONCE_SEAL : R3D_PRIV_ARENAS_ONCE_CONTINUOUS);
    }
    r->arena->scene.has_seal = r->once[R3D_PRIV_ARENAS_ONCE_SEAL] != 0;
    r->arena->scene.has_continuous_shadows = r->once[R3D_PRIV_ARENAS_ONCE_CONTINUOUS] != 0;
    return result;
}

static r3d_result read_offset(r3d_priv_arenas_reader *r)
{
    const r3d_result result = take_once(r, R3D_PRIV_ARENAS_ONCE_OFFSET);
    return result == R3D_OK
               ? r3d_priv_arenas_need_number(&r->lines, "the offset", -R3D_AFFINE_PLACE_MAX - 1,
                                             R3D_AFFINE_PLACE_MAX, &r->arena->scene.sort_offset)
               : result;
}

static r3d_result read_camera(r3d_priv_arenas_reader *r)
{
    static const char *const axes[] = {"X", "Y", "Z"};
    enum { UNIT_Q8 = 256 };
    r3d_affine_camera *camera = &r->arena->camera;
    int32_t place[3] = {0, 0, 0};
    r3d_result result = take_once(r, R3D_PRIV_ARENAS_ONCE_CAMERA);
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_number(&r->lines, "the heading", -INT32_MAX, INT32_MAX,
                                             &camera->heading_a11);
    }
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_number(&r->lines, "the pitch", 0, R3D_AFFINE_PITCH_MAX,
                                             &camera->pitch_a11);
    }
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_numbers(&r->lines, axes, 3, -R3D_AFFINE_PLACE_MAX - 1,
                                              R3D_AFFINE_PLACE_MAX, place);
    }
    camera->x_q8 = place[0] * UNIT_Q8;
    camera->y_q8 = place[1] * UNIT_Q8;
    camera->z_q8 = place[2] * UNIT_Q8;
    const char *before = r->lines.next;
    r3d_priv_arenas_word word;
    if (result != R3D_OK || !r3d_priv_arenas_next_word(&r->lines, &word)) {
        return result;
    }
    r->lines.next = before;
    result = r3d_priv_arenas_need_keyword(&r->lines, "roll");
    return result == R3D_OK ? r3d_priv_arenas_need_number(&r->lines, "the roll", -INT32_MAX,
                                                          INT32_MAX, &camera->roll_a11)
                            : result;
}

static r3d_result read_cycle(r3d_priv_arenas_reader *r)
{
    enum { SPEED_MAX = 1 << 20 };
    r3d_affine_scene *scene = &r->arena->scene;
    if (scene->cycle_count == R3D_AFFINE_CYCLES_MAX) {
        return r3d_priv_arenas_fail(&r->lines, NULL, R3D_ERR_FORMAT_COUNT,
                                    "a third cycle, expected at most %d", R3D_AFFINE_CYCLES_MAX);
    }
    r3d_affine_cycle *cycle = &scene->cycles[scene->cycle_count];
    r3d_result result = r3d_priv_arenas_need_number(&r->lines, "FIRST", 1, 255, &cycle->first);
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_number(&r->lines, "LAST", cycle->first, 255, &cycle->last);
    }
    if (result == R3D_OK) {
        result =
            r3d_priv_arenas_need_number(&r->lines, "SPEED", -SPEED_MAX, SPEED_MAX, &cycle->speed);
    }
    if (result == R3D_OK && scene->cycle_count++ == 0) {
        r->once[R3D_PRIV_ARENAS_ONCE_CYCLE] = r->lines.line;
    }
    return result;
}

static r3d_result read_shadow(r3d_priv_arenas_reader *r)
{
    r3d_result result = take_once(r, R3D_PRIV_ARENAS_ONCE_SHADOW);
    for (int i = 0; i < 3 && result == R3D_OK; i++) {
        result = r3d_priv_arenas_need_name(r, R3D_PRIV_ARENAS_PICTURE, &r->shadows[i]);
        if (result == R3D_OK) {
            const int32_t *rect = r3d_priv_arenas_picture_at(r, r->shadows[i])->rect;
            if (rect[2] != R3D_AFFINE_SHADOW_WIDTH || rect[3] != R3D_AFFINE_SHADOW_HEIGHT) {
                result = r3d_priv_arenas_fail(&r->lines, NULL, R3D_ERR_RANGE,
                                              "frame %d of the shadow is %ldx%ld, expected 32x16",
                                              i, (long)rect[2], (long)rect[3]);
            }
        }
    }
    return result;
}

static r3d_result read_box(r3d_priv_arenas_reader *r)
{
    static const char *const what[] = {"X", "Y", "W", "H"};
    enum { SIZE_MAX_UNITS = 2 * (R3D_AFFINE_PLACE_MAX + 1) };
    r3d_affine_box *box = r3d_priv_arenas_add(&r->lines, &r->hooks, &r->arena->boxes, sizeof *box);
    if (box == NULL) {
        return r->lines.failure;
    }
    int32_t n[4] = {0, 0, 0, 0};
    r3d_result result = r3d_priv_arenas_need_numbers(&r->lines, what, 2, -R3D_AFFINE_PLACE_MAX - 1,
                                                     R3D_AFFINE_PLACE_MAX, n);
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_numbers(&r->lines, what + 2, 2, 0, SIZE_MAX_UNITS, n + 2);
    }
    box->x = n[0];
    box->y = n[1];
    box->width = n[2];
    box->height = n[3];
    return result;
}

/* ---- floors ---- */

static r3d_result need_floor(r3d_priv_arenas_reader *r, int32_t *out_floor)
{
    return r3d_priv_arenas_need_number(&r->lines, "the floor", 0, 1, out_floor);
}

static r3d_result read_floor(r3d_priv_arenas_reader *r)
{
    int32_t i = 0;
    r3d_result result = need_floor(r, &i);
    if (result != R3D_OK) {
        return result;
    }
    r3d_priv_arenas_floor_lines *floor = &r->floors[i];
    if (floor->line != 0) {
        return r3d_priv_arenas_fail(&r->lines, NULL, R3D_ERR_FORMAT_DATA,
                                    "line %ld gave floor %ld already, expected it once",
                                    (long)floor->line, (long)i);
    }
    floor->line = r->lines.line;
    result = r3d_priv_arenas_need_keyword(&r->lines, "z");
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_number(&r->lines, "Z", -R3D_AFFINE_PLACE_MAX - 1,
                                             R3D_AFFINE_PLACE_MAX, &r->arena->scene.floors[i].z);
    }
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_keyword(&r->lines, "tiles");
    }
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_name(r, R3D_PRIV_ARENAS_TILES, &floor->tiles);
    }
    return result;
}

static bool is_letter(char c)
{
    return c > ' ' && c < 127 && c != '#' && c != '.';
}

static r3d_result read_tile(r3d_priv_arenas_reader *r)
{
    int32_t i = 0;
    r3d_priv_arenas_word word;
    r3d_result result = need_floor(r, &i);
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_word(&r->lines, &word, "a letter");
    }
    if (result != R3D_OK) {
        return result;
    }
    if (word.length != 1 || !is_letter(word.text[0])) {
        char excerpt[R3D_PRIV_EXCERPT_SIZE];
        return r3d_priv_arenas_fail(
            &r->lines, &word, R3D_ERR_FORMAT_SYNTAX,
            "found \"%s\", expected one printable letter other than # and .",
            r3d_priv_io_excerpt(word.text, word.length, excerpt));
    }
    r3d_priv_arenas_letter *letter = &r->floors[i].letters[(uint8_t)word.text[0]];
    if (letter->line != 0) {
        return r3d_priv_arenas_fail(&r->lines, &word, R3D_ERR_FORMAT_DATA,
                                    "line %ld gave the letter '%c' already, expected another",
                                    (long)letter->line, word.text[0]);
    }
    result = r3d_priv_arenas_need_number(&r->lines, "the tile", 0, INT16_MAX, &letter->tile);
    letter->line = r->lines.line;
    return result;
}

/* Begins a row of floor `i`; ends it when `count` cells were added. */
static r3d_result end_row(r3d_priv_arenas_reader *r, int32_t i, int32_t count)
{
    r3d_priv_arenas_floor_lines *floor = &r->floors[i];
    if (count < 1 || count > R3D_AFFINE_MAP_MAX ||
        (floor->columns != 0 && count != floor->columns)) {
        return r3d_priv_arenas_fail(&r->lines, NULL, R3D_ERR_FORMAT_COUNT,
                                    "the row has %ld cells, expected %ld%s", (long)count,
                                    (long)(floor->columns != 0 ? floor->columns : 1),
                                    floor->columns != 0 ? " as those above" : "..1024");
    }
    floor->columns = count;
    if (floor->row_lines.count == R3D_AFFINE_MAP_MAX) {
        return r3d_priv_arenas_fail(&r->lines, NULL, R3D_ERR_FORMAT_COUNT,
                                    "more than %d rows, expected fewer", R3D_AFFINE_MAP_MAX);
    }
    int32_t *line = r3d_priv_arenas_add(&r->lines, &r->hooks, &floor->row_lines, sizeof *line);
    if (line == NULL) {
        return r->lines.failure;
    }
    *line = r->lines.line;
    return R3D_OK;
}

static r3d_result add_cell(r3d_priv_arenas_reader *r, int32_t i, int32_t tile)
{
    int16_t *cell = r3d_priv_grow(&r->arena->allocator, &r->arena->cells[i], 1, sizeof *cell);
    if (cell == NULL) {
        return r3d_priv_arenas_fail(&r->lines, NULL, R3D_ERR_MEMORY, "out of memory");
    }
    *cell = (int16_t)tile;
    return R3D_OK;
}

static r3d_result read_row(r3d_priv_arenas_reader *r)
{
    int32_t i = 0;
    r3d_priv_arenas_word word;
    r3d_result result = need_floor(r, &i);
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_word(&r->lines, &word, "letters of tiles");
    }
    if (result != R3D_OK) {
        return result;
    }
    if (word.length > R3D_AFFINE_MAP_MAX) {
        return end_row(r, i, R3D_AFFINE_MAP_MAX + 1);
    }
    for (size_t k = 0; k < word.length && result == R3D_OK; k++) {
        const char c = word.text[k];
        const bool is_known = is_letter(c) && r->floors[i].letters[(uint8_t)c].line != 0;
        if (!is_known && c != '.') {
            const r3d_priv_arenas_word place = {word.text + k, 1};
            char excerpt[R3D_PRIV_EXCERPT_SIZE];
            return r3d_priv_arenas_fail(&r->lines, &place, R3D_ERR_FORMAT_INDEX,
                                        "found '%s', expected a letter that a line \"tile %ld\" "
                                        "above defines, or .",
                                        r3d_priv_io_excerpt(&c, 1, excerpt), (long)i);
        }
        result = add_cell(r, i, is_known ? r->floors[i].letters[(uint8_t)c].tile : -1);
    }
    return result == R3D_OK ? end_row(r, i, (int32_t)word.length) : result;
}

static r3d_result read_row_of_numbers(r3d_priv_arenas_reader *r)
{
    int32_t i = 0;
    int32_t count = 0;
    r3d_result result = need_floor(r, &i);
    while (result == R3D_OK && count <= R3D_AFFINE_MAP_MAX) {
        const char *before = r->lines.next;
        r3d_priv_arenas_word word;
        if (!r3d_priv_arenas_next_word(&r->lines, &word)) {
            break;
        }
        r->lines.next = before;
        int32_t tile = 0;
        result = r3d_priv_arenas_need_number(&r->lines, "the tile", -1, INT16_MAX, &tile);
        if (result == R3D_OK && ++count <= R3D_AFFINE_MAP_MAX) {
            result = add_cell(r, i, tile);
        }
    }
    return result == R3D_OK ? end_row(r, i, count) : result;
}

/* ---- the table ---- */

typedef struct arena_record {
    const char *name;
    r3d_result (*read)(r3d_priv_arenas_reader *r);
} arena_record;

static const arena_record records[] = {
    {"arena", read_arena},
    {"screen", read_screen},
    {"backdrop", read_backdrop},
    {"mode", read_mode},
    {"scale", read_scale},
    {"option", read_option},
    {"sortoffset", read_offset},
    {"camera", read_camera},
    {"tiles", r3d_priv_arenas_read_tiles},
    {"floor", read_floor},
    {"tile", read_tile},
    {"row", read_row},
    {"rown", read_row_of_numbers},
    {"cycle", read_cycle},
    {"picture", r3d_priv_arenas_read_picture},
    {"shadow", read_shadow},
    {"box", read_box},
    {"wall", r3d_priv_arenas_read_wall},
    {"walls", r3d_priv_arenas_read_walls},
    {"sprite", r3d_priv_arenas_read_sprite},
    {"key", r3d_priv_arenas_read_key},
};

enum { RECORD_COUNT = sizeof records / sizeof records[0] };

r3d_result r3d_priv_arenas_read_record(r3d_priv_arenas_reader *r,
                                       const r3d_priv_arenas_word *record)
{
    const char *names[RECORD_COUNT];
    for (int i = 0; i < RECORD_COUNT; i++) {
        names[i] = records[i].name;
    }
    const int32_t found = r3d_priv_arenas_record(&r->lines, record, names, RECORD_COUNT);
    if (found < 0) {
        return R3D_ERR_FORMAT_SYNTAX;
    }
    const r3d_result result = records[found].read(r);
    return result == R3D_OK ? r3d_priv_arenas_need_end(&r->lines) : result;
}
