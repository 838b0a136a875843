/* SPDX-License-Identifier: MIT */
/* The records of `.iso`. Source: spec outline section 12. */

#include <string.h>

#include "../base/hash.h"

#include "isomaps_internal.h"

/* ---- names ---- */

static int32_t *bucket_of(r3d_priv_iso_reader *reader, const r3d_priv_line_word *word)
{
    return &reader->buckets[r3d_priv_hash_name(word->text, word->length) % R3D_PRIV_ISO_BUCKETS];
}

/* A name of a kind; NULL if there is none. */
static const r3d_priv_iso_name *find_name(r3d_priv_iso_reader *reader, r3d_priv_iso_name_kind kind,
                                          const r3d_priv_line_word *word)
{
    const r3d_priv_iso_name *names = reader->names.items;
    for (int32_t i = *bucket_of(reader, word); i != 0; i = names[i - 1].next) {
        const r3d_priv_iso_name *name = &names[i - 1];
        if (name->kind == (int32_t)kind && name->word.length == word->length &&
            memcmp(name->word.text, word->text, word->length) == 0) {
            return name;
        }
    }
    return NULL;
}

/* Reads a name that is new. */
static r3d_result define_name(r3d_priv_iso_reader *reader, r3d_priv_iso_name_kind kind,
                              const char *what)
{
    r3d_priv_lines *lines = &reader->lines;
    char excerpt[R3D_PRIV_EXCERPT_SIZE];
    r3d_priv_line_word word;
    const r3d_result result = r3d_priv_lines_need_word(&reader->lines, &word, what);
    if (result != R3D_OK) {
        return result;
    }
    const r3d_priv_iso_name *earlier = find_name(reader, kind, &word);
    if (earlier != NULL) {
        return r3d_priv_lines_fail(
            lines, &word, R3D_ERR_FORMAT_DATA, "the name \"%s\" was given in line %ld already",
            r3d_priv_io_excerpt(word.text, word.length, excerpt), (long)earlier->line);
    }
    r3d_priv_iso_name *name =
        r3d_priv_grow(&reader->map->allocator, &reader->names, 1, sizeof *name);
    if (name == NULL) {
        return r3d_priv_lines_fail(lines, NULL, R3D_ERR_MEMORY, "out of memory");
    }
    int32_t *bucket = bucket_of(reader, &word);
    name->word = word;
    name->kind = (int32_t)kind;
    name->number = reader->name_counts[kind]++;
    name->line = lines->line;
    name->next = *bucket;
    *bucket = (int32_t)reader->names.count;
    return R3D_OK;
}

/* Reads a name that was defined above. */
static r3d_result need_known(r3d_priv_iso_reader *reader, r3d_priv_iso_name_kind kind,
                             const char *what, int32_t *out_number)
{
    char excerpt[R3D_PRIV_EXCERPT_SIZE];
    r3d_priv_line_word word;
    const r3d_result result = r3d_priv_lines_need_word(&reader->lines, &word, what);
    if (result != R3D_OK) {
        return result;
    }
    const r3d_priv_iso_name *name = find_name(reader, kind, &word);
    if (name == NULL) {
        return r3d_priv_lines_fail(&reader->lines, &word, R3D_ERR_FORMAT_INDEX,
                                   "no %s above has the name \"%s\"", what,
                                   r3d_priv_io_excerpt(word.text, word.length, excerpt));
    }
    *out_number = name->number;
    return R3D_OK;
}

/* ---- the map ---- */

static r3d_result read_mode(r3d_priv_iso_reader *reader)
{
    static const char *const choices[] = {"world", "screen"};
    int32_t choice = 0;
    const r3d_result result = r3d_priv_lines_need_choice(&reader->lines, choices, 2, &choice);
    reader->map->settings.mode = (r3d_isomap_mode)choice;
    return result;
}

static r3d_result read_sheet(r3d_priv_iso_reader *reader)
{
    reader->sheet_line = reader->lines.line;
    return r3d_priv_lines_need_word(&reader->lines, &reader->sheet_file, "the file of the sheet");
}

static r3d_result need_rect(r3d_priv_iso_reader *reader, r3d_outline_rect *out)
{
    static const char *const corner[] = {"x", "y"};
    static const char *const size[] = {"the width", "the height"};
    int32_t n[4];
    r3d_result result =
        r3d_priv_lines_need_numbers(&reader->lines, corner, 2, 0, R3D_SURFACE_SIZE_MAX, n);
    if (result == R3D_OK) {
        result = r3d_priv_lines_need_numbers(&reader->lines, size, 2, 1, R3D_OUTLINE_RECT_SIZE_MAX,
                                             n + 2);
    }
    if (result == R3D_OK) {
        *out = (r3d_outline_rect){n[0], n[1], n[2], n[3]};
    }
    return result;
}

static r3d_result need_letter(r3d_priv_iso_reader *reader, int32_t *out_letter)
{
    char excerpt[R3D_PRIV_EXCERPT_SIZE];
    r3d_priv_line_word word;
    const r3d_result result = r3d_priv_lines_need_word(&reader->lines, &word, "a letter");
    if (result != R3D_OK) {
        return result;
    }
    if (word.length != 1 || word.text[0] <= ' ' || word.text[0] > '~') {
        return r3d_priv_lines_fail(&reader->lines, &word, R3D_ERR_FORMAT_SYNTAX,
                                   "found \"%s\", expected one printable character of ASCII",
                                   r3d_priv_io_excerpt(word.text, word.length, excerpt));
    }
    *out_letter = (unsigned char)word.text[0];
    if (reader->letters[*out_letter].line != 0) {
        return r3d_priv_lines_fail(&reader->lines, &word, R3D_ERR_FORMAT_DATA,
                                   "the letter %c was given in line %ld already", word.text[0],
                                   (long)reader->letters[*out_letter].line);
    }
    return R3D_OK;
}

/* The number of a rectangle: equal ones share it. */
static r3d_result keep_rect(r3d_priv_iso_reader *reader, const r3d_outline_rect *rect,
                            uint8_t *out_number)
{
    r3d_isomap *map = reader->map;
    int32_t i = 0;
    while (i < map->rect_count &&
           (map->rects[i].x != rect->x || map->rects[i].y != rect->y ||
            map->rects[i].width != rect->width || map->rects[i].height != rect->height)) {
        i++;
    }
    /* There are fewer letters than half the rectangles. */
    if (i == map->rect_count) {
        map->rects[i] = *rect;
        reader->rect_lines[i] = reader->lines.line;
        map->rect_count++;
    }
    *out_number = (uint8_t)i;
    return R3D_OK;
}

static r3d_result read_cell(r3d_priv_iso_reader *reader)
{
    int32_t letter = 0;
    r3d_outline_rect top;
    r3d_outline_rect side;
    r3d_result result = need_letter(reader, &letter);
    if (result == R3D_OK) {
        result = r3d_priv_lines_need_keyword(&reader->lines, "top");
    }
    if (result == R3D_OK) {
        result = need_rect(reader, &top);
    }
    if (result == R3D_OK) {
        result = r3d_priv_lines_need_keyword(&reader->lines, "side");
    }
    if (result == R3D_OK) {
        result = need_rect(reader, &side);
    }
    if (result == R3D_OK) {
        reader->letters[letter].line = reader->lines.line;
        reader->first_letter = reader->first_letter == 0 ? letter : reader->first_letter;
        result = keep_rect(reader, &top, &reader->letters[letter].top);
    }
    return result == R3D_OK ? keep_rect(reader, &side, &reader->letters[letter].side) : result;
}

static r3d_result read_cells(r3d_priv_iso_reader *reader)
{
    const r3d_result result =
        r3d_priv_iso_read_row(reader, &reader->cells, "the letter of a cell", '\0', '~');
    const uint8_t *row = reader->cells.items;
    if (result != R3D_OK) {
        return result;
    }
    row += (size_t)(reader->cells.rows - 1) * (size_t)reader->row_width;
    for (int32_t i = 0; i < reader->row_width; i++) {
        if (reader->letters[row[i]].line == 0) {
            const char letter = (char)row[i];
            char excerpt[R3D_PRIV_EXCERPT_SIZE];
            return r3d_priv_lines_fail(&reader->lines, NULL, R3D_ERR_FORMAT_INDEX,
                                       "no cell above has the letter \"%s\", number %ld of the row",
                                       r3d_priv_io_excerpt(&letter, 1, excerpt), (long)i + 1);
        }
    }
    return R3D_OK;
}

/* ---- sprites and what moves ---- */

static r3d_result read_sprite(r3d_priv_iso_reader *reader)
{
    r3d_priv_iso_sprite sprite = {{0, 0, 0, 0}, false, reader->lines.line};
    if (reader->sprites.count >= R3D_ISOMAP_SPRITES_MAX) {
        return r3d_priv_lines_fail(&reader->lines, NULL, R3D_ERR_LIMIT, "more than %ld sprites",
                                   (long)R3D_ISOMAP_SPRITES_MAX);
    }
    r3d_result result = define_name(reader, R3D_PRIV_ISO_SPRITE, "the name of the sprite");
    if (result == R3D_OK) {
        result = need_rect(reader, &sprite.rect);
    }
    if (result == R3D_OK && !r3d_priv_lines_is_at_end(&reader->lines)) {
        sprite.is_mirrored = true;
        result = r3d_priv_lines_need_keyword(&reader->lines, "mirror");
    }
    if (result != R3D_OK) {
        return result;
    }
    r3d_priv_iso_sprite *kept =
        r3d_priv_grow(&reader->map->allocator, &reader->sprites, 1, sizeof *kept);
    if (kept == NULL) {
        return r3d_priv_lines_fail(&reader->lines, NULL, R3D_ERR_MEMORY, "out of memory");
    }
    *kept = sprite;
    return R3D_OK;
}

static r3d_result need_foot(r3d_priv_iso_reader *reader, int32_t *out_place)
{
    static const char *const what[] = {"the foot's x", "the foot's y"};
    return r3d_priv_lines_need_numbers(&reader->lines, what, 2, -R3D_OUTLINE_PLACE_A64_MAX,
                                       R3D_OUTLINE_PLACE_A64_MAX, out_place);
}

static r3d_result read_billboard(r3d_priv_iso_reader *reader)
{
    int32_t number = 0;
    int32_t place[2];
    r3d_result result = define_name(reader, R3D_PRIV_ISO_BILLBOARD, "the name of the billboard");
    if (result == R3D_OK) {
        result = need_known(reader, R3D_PRIV_ISO_SPRITE, "sprite", &number);
    }
    if (result == R3D_OK) {
        result = need_foot(reader, place);
    }
    if (result != R3D_OK) {
        return result;
    }
    r3d_priv_iso_billboard *billboard = r3d_priv_iso_add_billboard(reader);
    if (billboard == NULL) {
        return reader->map->billboards.count >= R3D_ISOMAP_BILLBOARDS_MAX ? R3D_ERR_LIMIT
                                                                          : R3D_ERR_MEMORY;
    }
    const r3d_priv_iso_sprite *sprite = (r3d_priv_iso_sprite *)reader->sprites.items + number;
    billboard->line = reader->lines.line;
    billboard->shape.x_a64 = place[0];
    billboard->shape.y_a64 = place[1];
    billboard->shape.rect = sprite->rect;
    billboard->shape.mirrored = sprite->is_mirrored;
    if (sprite->rect.height > reader->map->sprite_height_max) {
        reader->map->sprite_height_max = sprite->rect.height;
    }
    return R3D_OK;
}

static r3d_result read_light(r3d_priv_iso_reader *reader)
{
    r3d_isomap *map = reader->map;
    const r3d_priv_lines place = reader->lines;
    r3d_priv_line_word first;
    reader->light_line = reader->lines.line;
    r3d_result result =
        r3d_priv_lines_need_word(&reader->lines, &first, "a place or the name of a billboard");
    if (result != R3D_OK) {
        return result;
    }
    const bool is_foot = r3d_priv_lines_is_at_end(&reader->lines);
    reader->lines = place;
    if (is_foot) {
        map->light_kind = R3D_PRIV_ISO_FOOT;
        return need_known(reader, R3D_PRIV_ISO_BILLBOARD, "billboard", &map->light_billboard);
    }
    int32_t at[2];
    map->light_kind = R3D_PRIV_ISO_PLACE;
    result = need_foot(reader, at);
    if (result == R3D_OK) {
        map->light_x_a64 = at[0];
        map->light_y_a64 = at[1];
    }
    return result;
}

static r3d_result read_key(r3d_priv_iso_reader *reader)
{
    r3d_isomap *map = reader->map;
    r3d_priv_iso_key key;
    int32_t place[2];
    r3d_result result = need_known(reader, R3D_PRIV_ISO_BILLBOARD, "billboard", &key.billboard);
    if (result == R3D_OK) {
        result = r3d_priv_lines_need_number(&reader->lines, "the time", INT32_MIN, INT32_MAX,
                                            &key.time_ms);
    }
    if (result == R3D_OK) {
        result = need_foot(reader, place);
    }
    if (result != R3D_OK) {
        return result;
    }
    r3d_priv_iso_billboard *billboard =
        (r3d_priv_iso_billboard *)map->billboards.items + key.billboard;
    /* Until the end first_key holds the time of the last one. */
    if (billboard->key_count > 0 && key.time_ms <= billboard->first_key) {
        return r3d_priv_lines_fail(&reader->lines, NULL, R3D_ERR_RANGE,
                                   "time %ld, expected one after %ld, the time of the key before",
                                   (long)key.time_ms, (long)billboard->first_key);
    }
    if (map->keys.count >= R3D_ISOMAP_KEYS_MAX) {
        return r3d_priv_lines_fail(&reader->lines, NULL, R3D_ERR_LIMIT, "more than %ld keys",
                                   (long)R3D_ISOMAP_KEYS_MAX);
    }
    r3d_priv_iso_key *kept = r3d_priv_grow(&map->allocator, &map->keys, 1, sizeof *kept);
    if (kept == NULL) {
        return r3d_priv_lines_fail(&reader->lines, NULL, R3D_ERR_MEMORY, "out of memory");
    }
    key.x_a64 = place[0];
    key.y_a64 = place[1];
    *kept = key;
    billboard->first_key = key.time_ms;
    billboard->key_count++;
    return R3D_OK;
}

/* ---- all of them ---- */

static const r3d_priv_iso_record records[] = {
    {"row", r3d_priv_iso_read_heights, true},
    {"cell", read_cell, true},
    {"cells", read_cells, true},
    {"sprite", read_sprite, true},
    {"billboard", read_billboard, true},
    {"key", read_key, true},
    {"sheet", read_sheet, false},
    {"light", read_light, false},
    {"mode", read_mode, false},
};

r3d_result r3d_priv_iso_read_records(r3d_priv_iso_reader *reader)
{
    r3d_result result = r3d_priv_iso_read_all(reader, records, sizeof records / sizeof records[0]);
    if (result == R3D_OK && reader->sheet_file.text == NULL &&
        (reader->map->rect_count > 0 || reader->sprites.count > 0)) {
        const r3d_priv_iso_sprite *sprites = reader->sprites.items;
        const int32_t line = reader->map->rect_count > 0 ? reader->rect_lines[0] : sprites[0].line;
        result = r3d_priv_lines_fail_at(&reader->lines, line, R3D_ERR_FORMAT_COUNT,
                                        "a rectangle, but the map has no record \"sheet\"");
    }
    if (result == R3D_OK && reader->sheet_file.text != NULL && reader->map->rect_count == 0) {
        result = r3d_priv_lines_fail_at(&reader->lines, reader->sheet_line, R3D_ERR_FORMAT_COUNT,
                                        "a sheet, but the map has no record \"cell\"");
    }
    return result;
}
