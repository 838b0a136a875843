/* SPDX-License-Identifier: MIT */
/* Reading a map as a whole: its text, its sheet, and what can be checked at the end only. Source: spec
 * outline section 12. */

#include <stdio.h>
#include <string.h>

#include <retro3d/png.h>

#include "../base/desc.h"

#include "isomaps_internal.h"

enum { PATH_MAX_BYTES = 4096 };

void r3d_isomap_load_options_init_sized(r3d_isomap_load_options *out_options, uint32_t struct_size)
{
    R3D_PRIV_DESC_INIT(out_options, struct_size);
}

/* ---- shared by both forms ---- */

r3d_result r3d_priv_iso_read_row(r3d_priv_iso_reader *reader, r3d_priv_iso_grid *grid,
                                 const char *what, char first, char last)
{
    r3d_priv_lines *lines = &reader->lines;
    r3d_priv_line_word word;
    r3d_result result = r3d_priv_lines_need_word(lines, &word, what);
    if (result != R3D_OK) {
        return result;
    }
    if (grid->items == NULL) {
        grid->items = r3d_priv_alloc(&reader->map->allocator, R3D_PRIV_ISO_MAP_ITEMS, 1);
        if (grid->items == NULL) {
            return r3d_priv_lines_fail(lines, NULL, R3D_ERR_MEMORY, "out of memory");
        }
    }
    if (word.length > R3D_OUTLINE_MAP_SIZE_MAX || grid->rows == R3D_OUTLINE_MAP_SIZE_MAX) {
        return r3d_priv_lines_fail(lines, &word, R3D_ERR_LIMIT,
                                   "the map is larger than %d cells each way",
                                   (int)R3D_OUTLINE_MAP_SIZE_MAX);
    }
    if (reader->row_width == 0) {
        reader->row_width = (int32_t)word.length;
    } else if ((int32_t)word.length != reader->row_width) {
        return r3d_priv_lines_fail(lines, &word, R3D_ERR_FORMAT_COUNT,
                                   "a row of %ld, expected %ld as in the rows before",
                                   (long)word.length, (long)reader->row_width);
    }
    uint8_t *row = grid->items + (size_t)grid->rows * word.length;
    for (size_t i = 0; i < word.length; i++) {
        const char c = word.text[i];
        if (c < first || c > last) {
            const r3d_priv_line_word at = {word.text + i, 1};
            char excerpt[R3D_PRIV_EXCERPT_SIZE];
            return r3d_priv_lines_fail(lines, &at, R3D_ERR_FORMAT_SYNTAX,
                                       "found \"%s\", expected %s",
                                       r3d_priv_io_excerpt(at.text, 1, excerpt), what);
        }
        row[i] = (uint8_t)(c - first);
    }
    grid->rows++;
    grid->line = lines->line;
    return r3d_priv_lines_need_end(lines);
}

r3d_result r3d_priv_iso_check_rows(r3d_priv_iso_reader *reader, const r3d_priv_iso_grid *grid,
                                   const char *what)
{
    if (grid->rows == 0 || grid->rows == reader->heights.rows) {
        return R3D_OK;
    }
    return r3d_priv_lines_fail_at(&reader->lines, grid->line, R3D_ERR_FORMAT_COUNT,
                                  "%ld rows of %s, expected %ld as there are of heights",
                                  (long)grid->rows, what, (long)reader->heights.rows);
}

r3d_result r3d_priv_iso_check_rect(r3d_priv_iso_reader *reader, const r3d_outline_rect *rect,
                                   int32_t line)
{
    const r3d_isomap *map = reader->map;
    if (rect->x >= 0 && rect->y >= 0 && rect->width >= 1 && rect->height >= 1 &&
        rect->x <= map->sheet_width - rect->width && rect->y <= map->sheet_height - rect->height) {
        return R3D_OK;
    }
    return r3d_priv_lines_fail_at(
        &reader->lines, line, R3D_ERR_RANGE,
        "the rectangle %ld %ld %ld %ld is outside the sheet, which is %ld x %ld", (long)rect->x,
        (long)rect->y, (long)rect->width, (long)rect->height, (long)map->sheet_width,
        (long)map->sheet_height);
}

r3d_priv_iso_billboard *r3d_priv_iso_add_billboard(r3d_priv_iso_reader *reader)
{
    r3d_isomap *map = reader->map;
    if (map->billboards.count >= R3D_ISOMAP_BILLBOARDS_MAX) {
        (void)r3d_priv_lines_fail(&reader->lines, NULL, R3D_ERR_LIMIT, "more than %ld billboards",
                                  (long)R3D_ISOMAP_BILLBOARDS_MAX);
        return NULL;
    }
    r3d_priv_iso_billboard *billboard =
        r3d_priv_grow(&map->allocator, &map->billboards, 1, sizeof *billboard);
    if (billboard == NULL) {
        (void)r3d_priv_lines_fail(&reader->lines, NULL, R3D_ERR_MEMORY, "out of memory");
        return NULL;
    }
    memset(billboard, 0, sizeof *billboard);
    return billboard;
}

/* ---- the sheet ---- */

/* The path of the sheet, in the folder of the map. */
static r3d_result make_sheet_path(r3d_priv_iso_reader *reader, char *out_path)
{
    const r3d_priv_line_word *file = &reader->sheet_file;
    const char *name = reader->lines.name;
    const char *slash = strrchr(name, '/');
    const size_t folder = slash == NULL ? 0 : (size_t)(slash - name) + 1;
    if (file->text[0] == '/' || file->text[0] == '\\') {
        return r3d_priv_lines_fail_at(&reader->lines, reader->sheet_line, R3D_ERR_FORMAT_SYNTAX,
                                      "the name of the sheet is absolute, expected one relative to "
                                      "the map");
    }
    if (folder + file->length >= PATH_MAX_BYTES || memchr(file->text, 0, file->length) != NULL) {
        return r3d_priv_lines_fail_at(&reader->lines, reader->sheet_line, R3D_ERR_LIMIT,
                                      "the name of the sheet is too long or no name");
    }
    memcpy(out_path, name, folder);
    memcpy(out_path + folder, file->text, file->length);
    out_path[folder + file->length] = '\0';
    return R3D_OK;
}

static uint32_t channel(const r3d_picture *picture, size_t sample)
{
    if (picture->layout == R3D_LAYOUT_RGBA16) {
        return ((const uint16_t *)picture->pixels)[sample] >> 8;
    }
    return ((const uint8_t *)picture->pixels)[sample];
}

static r3d_result load_sheet(r3d_priv_iso_reader *reader)
{
    r3d_isomap *map = reader->map;
    char path[PATH_MAX_BYTES];
    r3d_result result = make_sheet_path(reader, path);
    if (result != R3D_OK) {
        return result;
    }
    r3d_picture picture;
    r3d_error error;
    result = r3d_png_load_from(reader->options->files, path, reader->options->limits,
                               &map->allocator, &picture, &error);
    if (result != R3D_OK) {
        return r3d_priv_lines_fail_at(&reader->lines, reader->sheet_line, result,
                                      "the sheet %.80s: %.150s", path, error.message);
    }
    const size_t count = (size_t)picture.width * (size_t)picture.height;
    map->sheet = r3d_priv_alloc(&map->allocator, count, sizeof *map->sheet);
    if (map->sheet == NULL) {
        r3d_picture_free(&picture);
        return r3d_priv_lines_fail_at(&reader->lines, reader->sheet_line, R3D_ERR_MEMORY,
                                      "out of memory");
    }
    for (size_t i = 0; i < count; i++) {
        map->sheet[i] = channel(&picture, 4 * i + 3) << 24 | channel(&picture, 4 * i) << 16 |
                        channel(&picture, 4 * i + 1) << 8 | channel(&picture, 4 * i + 2);
    }
    map->sheet_width = picture.width;
    map->sheet_height = picture.height;
    r3d_picture_free(&picture);
    return R3D_OK;
}

static r3d_result check_rects(r3d_priv_iso_reader *reader)
{
    const r3d_isomap *map = reader->map;
    const r3d_priv_iso_sprite *sprites = reader->sprites.items;
    r3d_result result = R3D_OK;
    for (int32_t i = 0; i < map->rect_count && result == R3D_OK; i++) {
        result = r3d_priv_iso_check_rect(reader, &map->rects[i], reader->rect_lines[i]);
    }
    for (size_t i = 0; i < reader->sprites.count && result == R3D_OK; i++) {
        result = r3d_priv_iso_check_rect(reader, &sprites[i].rect, sprites[i].line);
    }
    return result;
}

/* ---- the end ---- */

/* What each cell is made of, out of its letter. */
static r3d_result take_cells(r3d_priv_iso_reader *reader)
{
    r3d_isomap *map = reader->map;
    const size_t count = (size_t)map->width * (size_t)map->height;
    const r3d_result result = r3d_priv_iso_check_rows(reader, &reader->cells, "cells");
    if (result != R3D_OK) {
        return result;
    }
    map->tops = r3d_priv_alloc_zeroed(&map->allocator, count, 1);
    map->sides = r3d_priv_alloc_zeroed(&map->allocator, count, 1);
    if (map->tops == NULL || map->sides == NULL) {
        return r3d_priv_lines_fail_at(&reader->lines, 0, R3D_ERR_MEMORY, "out of memory");
    }
    for (size_t i = 0; i < count && map->rect_count > 0; i++) {
        const int32_t letter =
            reader->cells.rows > 0 ? reader->cells.items[i] : reader->first_letter;
        map->tops[i] = reader->letters[letter].top;
        map->sides[i] = reader->letters[letter].side;
    }
    return R3D_OK;
}

/* Puts the keys of each billboard together; they ascend already. */
static r3d_result sort_keys(r3d_priv_iso_reader *reader)
{
    r3d_isomap *map = reader->map;
    r3d_priv_iso_billboard *billboards = map->billboards.items;
    const size_t count = map->keys.count;
    if (count == 0) {
        return R3D_OK;
    }
    r3d_priv_iso_key *sorted = r3d_priv_alloc(&map->allocator, count, sizeof *sorted);
    if (sorted == NULL) {
        return r3d_priv_lines_fail_at(&reader->lines, 0, R3D_ERR_MEMORY, "out of memory");
    }
    int32_t first = 0;
    for (size_t i = 0; i < map->billboards.count; i++) {
        billboards[i].first_key = first;
        first += billboards[i].key_count;
        billboards[i].key_count = 0;
    }
    const r3d_priv_iso_key *keys = map->keys.items;
    for (size_t i = 0; i < count; i++) {
        r3d_priv_iso_billboard *billboard = &billboards[keys[i].billboard];
        sorted[billboard->first_key + billboard->key_count++] = keys[i];
    }
    r3d_priv_release(&map->allocator, map->keys.items);
    map->keys.items = sorted;
    map->keys.capacity = count;
    return R3D_OK;
}

static r3d_result finish(r3d_priv_iso_reader *reader, bool is_scene)
{
    r3d_isomap *map = reader->map;
    r3d_priv_lines *lines = &reader->lines;
    if (reader->heights.rows == 0) {
        return r3d_priv_lines_fail(lines, NULL, R3D_ERR_FORMAT_COUNT,
                                   "the file ends, expected at least one row of heights");
    }
    map->width = reader->row_width;
    map->height = reader->heights.rows;
    map->heights = reader->heights.items;
    reader->heights.items = NULL;
    r3d_result result = R3D_OK;
    if (reader->sheet_file.text != NULL) {
        result = load_sheet(reader);
    }
    if (result == R3D_OK && map->sheet != NULL) {
        result = check_rects(reader);
    }
    if (result == R3D_OK && !is_scene) {
        result = take_cells(reader);
    }
    if (result == R3D_OK) {
        result = sort_keys(reader);
    }
    if (result == R3D_OK) {
        r3d_isomap_settings settings = map->settings;
        result =
            r3d_priv_iso_build(map, &settings, lines->name, reader->light_line, lines->out_error);
    }
    return result;
}

/* Whether the first record is `iso`; the place is behind it then. */
static bool begins_with_iso(r3d_priv_iso_reader *reader)
{
    const r3d_priv_lines start = reader->lines;
    r3d_priv_line_word word;
    if (r3d_priv_lines_next(&reader->lines, &word) && r3d_priv_line_word_is(&word, "iso")) {
        return true;
    }
    reader->lines = start;
    return false;
}

static r3d_result read_version(r3d_priv_iso_reader *reader)
{
    int32_t version = 0;
    reader->version_line = reader->lines.line;
    const r3d_result result =
        r3d_priv_lines_need_number(&reader->lines, "the version", 1, 1, &version);
    return result == R3D_OK ? r3d_priv_lines_need_end(&reader->lines) : result;
}

static r3d_result read_map(r3d_priv_iso_reader *reader)
{
    const bool is_scene = !begins_with_iso(reader);
    r3d_result result = is_scene ? R3D_OK : read_version(reader);
    if (result == R3D_OK) {
        result = is_scene ? r3d_priv_iso_read_scene(reader) : r3d_priv_iso_read_records(reader);
    }
    return result == R3D_OK ? finish(reader, is_scene) : result;
}

static r3d_result decode(const char *text, size_t size, const char *name,
                         const r3d_isomap_load_options *options, const r3d_allocator *hooks,
                         r3d_isomap **out_map, r3d_error *out_error)
{
    r3d_isomap *map = r3d_priv_alloc_zeroed(hooks, 1, sizeof *map);
    r3d_priv_iso_reader *reader = r3d_priv_alloc_zeroed(hooks, 1, sizeof *reader);
    r3d_result result = R3D_ERR_MEMORY;
    if (map != NULL && reader != NULL) {
        map->allocator = *hooks;
        map->rho_16 = 24;
        map->sprite_width = 1;
        r3d_isomap_settings_init(&map->settings);
        r3d_outline_paint_init(&map->paint);
        reader->map = map;
        reader->options = options;
        r3d_priv_lines_init(&reader->lines, text, size, name, out_error);
        result = read_map(reader);
        r3d_priv_release(hooks, reader->heights.items);
        r3d_priv_release(hooks, reader->cells.items);
        r3d_priv_release(hooks, reader->sides.items);
        r3d_priv_growing_free(hooks, &reader->names);
        r3d_priv_growing_free(hooks, &reader->sprites);
    } else {
        r3d_priv_io_fail(out_error, result, name, 0, -1, "out of memory");
    }
    r3d_priv_release(hooks, reader);
    if (result == R3D_OK) {
        *out_map = map;
    } else if (map != NULL) {
        map->allocator = *hooks;
        r3d_isomap_destroy(map);
    }
    return result;
}

static r3d_result prepare(const r3d_isomap_load_options *options, const r3d_allocator *allocator,
                          r3d_isomap_load_options *out_options, r3d_allocator *out_hooks)
{
    r3d_isomap_load_options_init(out_options);
    if (options != NULL &&
        r3d_priv_desc_read(out_options, sizeof *out_options, options) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_io_limits limits;
    const r3d_result result = r3d_priv_io_limits(out_options->limits, &limits);
    return result == R3D_OK ? r3d_priv_io_allocator(allocator, out_hooks) : result;
}

r3d_result r3d_isomap_decode(const char *text, size_t size, const char *name,
                             const r3d_isomap_load_options *options, const r3d_allocator *allocator,
                             r3d_isomap **out_map, r3d_error *out_error)
{
    r3d_isomap_load_options whole;
    r3d_allocator hooks;
    if (out_map != NULL) {
        *out_map = NULL;
    }
    if (out_map == NULL || (text == NULL && size != 0) ||
        prepare(options, allocator, &whole, &hooks) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1,
                                "no text, no place for the map, or wrong options");
    }
    return decode(text != NULL ? text : "", size, name != NULL ? name : "", &whole, &hooks, out_map,
                  out_error);
}

r3d_result r3d_isomap_load(const char *path, const r3d_isomap_load_options *options,
                           const r3d_allocator *allocator, r3d_isomap **out_map,
                           r3d_error *out_error)
{
    r3d_isomap_load_options whole;
    r3d_allocator hooks;
    if (out_map != NULL) {
        *out_map = NULL;
    }
    if (out_map == NULL || path == NULL || prepare(options, allocator, &whole, &hooks) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, path, 0, -1,
                                "no path, no place for the map, or wrong options");
    }
    void *text = NULL;
    size_t size = 0;
    r3d_io_limits limits;
    r3d_result result = r3d_priv_io_limits(whole.limits, &limits);
    if (result != R3D_OK) {
        return r3d_priv_io_fail(out_error, result, path, 0, -1, R3D_PRIV_WRONG_LIMITS);
    }
    result = r3d_file_read_from(whole.files, path, limits.max_file_bytes, &hooks, &text, &size,
                                out_error);
    if (result == R3D_OK) {
        result = decode(text, size, path, &whole, &hooks, out_map, out_error);
    }
    r3d_priv_release(&hooks, text);
    return result;
}

r3d_result r3d_isomap_find_sheet(const char *text, size_t text_size, char *out_name, size_t size)
{
    r3d_priv_lines lines;
    r3d_priv_line_word word;
    if (out_name == NULL || size == 0) {
        return R3D_ERR_ARGUMENT;
    }
    out_name[0] = '\0';
    if (text == NULL) {
        return text_size == 0 ? R3D_OK : R3D_ERR_ARGUMENT;
    }
    r3d_priv_lines_init(&lines, text, text_size, "", NULL);
    bool is_map = r3d_priv_lines_next(&lines, &word) && r3d_priv_line_word_is(&word, "iso");
    while (is_map && r3d_priv_lines_next(&lines, &word)) {
        if (r3d_priv_line_word_is(&word, "sheet")) {
            if (r3d_priv_lines_next_word(&lines, &word) && word.length < size) {
                memcpy(out_name, word.text, word.length);
                out_name[word.length] = '\0';
            }
            is_map = false;
        }
    }
    return R3D_OK;
}

void r3d_isomap_destroy(r3d_isomap *map)
{
    if (map == NULL) {
        return;
    }
    const r3d_allocator hooks = map->allocator;
    uint8_t **opacities = map->opacities.items;
    for (size_t i = 0; i < map->opacities.count; i++) {
        r3d_priv_release(&hooks, opacities[i]);
    }
    r3d_outline_frame_destroy(map->frame);
    r3d_outline_shadow_destroy(map->shadow);
    r3d_outline_map_destroy(map->map);
    r3d_priv_release(&hooks, map->shown);
    r3d_priv_release(&hooks, map->heights);
    r3d_priv_release(&hooks, map->tops);
    r3d_priv_release(&hooks, map->sides);
    r3d_priv_release(&hooks, map->sheet);
    r3d_priv_growing_free(&hooks, &map->billboards);
    r3d_priv_growing_free(&hooks, &map->keys);
    r3d_priv_growing_free(&hooks, &map->opacities);
    r3d_priv_release(&hooks, map);
}
