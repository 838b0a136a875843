/* SPDX-License-Identifier: MIT */
/* The records of reference scenes (golden/outline/README.md): colours and opacities by formulas. */

#include <string.h>

#include "isomaps_internal.h"

enum { MATERIALS = 10, DEFAULT_RECT_SIZE = 16, SEED_MAX = 1 << 24, SHEET_SIZE_MAX = 4096 };

static r3d_result out_of_memory(r3d_priv_iso_reader *reader)
{
    return r3d_priv_lines_fail(&reader->lines, NULL, R3D_ERR_MEMORY, "out of memory");
}

/* ---- the sheet and its rectangles ---- */

static r3d_result read_sheet(r3d_priv_iso_reader *reader)
{
    static const char *const what[] = {"the width", "the height"};
    r3d_isomap *map = reader->map;
    int32_t n[2];
    int32_t seed = 0;
    r3d_result result = r3d_priv_lines_need_numbers(&reader->lines, what, 2, 1, SHEET_SIZE_MAX, n);
    if (result == R3D_OK) {
        result = r3d_priv_lines_need_number(&reader->lines, "the seed", 0, SEED_MAX, &seed);
    }
    if (result != R3D_OK) {
        return result;
    }
    uint32_t *pixel = r3d_priv_alloc(&map->allocator, (size_t)n[0] * (size_t)n[1], sizeof *pixel);
    if (pixel == NULL) {
        return out_of_memory(reader);
    }
    map->sheet = pixel;
    map->sheet_width = n[0];
    map->sheet_height = n[1];
    for (int32_t y = 0; y < n[1]; y++) {
        for (int32_t x = 0; x < n[0]; x++) {
            const uint32_t r = (uint32_t)(8 * x + 3 * y + seed) & 255;
            const uint32_t g = (uint32_t)(x * x + 7 * y + 3 * seed) & 255;
            const uint32_t b = (uint32_t)(5 * (x ^ y) + seed) & 255;
            const uint32_t a = ((x >> 2) + (y >> 2) + seed) % 3 == 0 ? 0 : 255;
            *pixel++ = a << 24 | r << 16 | g << 8 | b;
        }
    }
    return R3D_OK;
}

static r3d_result read_material(r3d_priv_iso_reader *reader)
{
    static const char *const corner[] = {"x", "y"};
    static const char *const size[] = {"the width", "the height"};
    int32_t number = 0;
    int32_t n[4];
    r3d_result result = r3d_priv_lines_need_number(&reader->lines, "the number of the material", 0,
                                                   MATERIALS - 1, &number);
    if (result == R3D_OK) {
        result = r3d_priv_lines_need_numbers(&reader->lines, corner, 2, 0, R3D_SURFACE_SIZE_MAX, n);
    }
    if (result == R3D_OK) {
        result = r3d_priv_lines_need_numbers(&reader->lines, size, 2, 1, R3D_OUTLINE_RECT_SIZE_MAX,
                                             n + 2);
    }
    if (result == R3D_OK) {
        reader->map->rects[number] = (r3d_outline_rect){n[0], n[1], n[2], n[3]};
        reader->rect_lines[number] = reader->lines.line;
    }
    return result;
}

static r3d_result read_tops(r3d_priv_iso_reader *reader)
{
    return r3d_priv_iso_read_row(reader, &reader->cells, "materials, digits 0 to 9", '0', '9');
}

static r3d_result read_sides(r3d_priv_iso_reader *reader)
{
    return r3d_priv_iso_read_row(reader, &reader->sides, "materials, digits 0 to 9", '0', '9');
}

/* ---- billboards ---- */

static bool is_opaque(const char *kind, int32_t u, int32_t v, int32_t w, int32_t h)
{
    const int64_t x = 2 * u + 1 - w;
    const int64_t y = 2 * v + 1 - h;
    const int64_t r = x * x * h * h + y * y * w * w;
    const int64_t q = (int64_t)w * w * h * h;
    if (strcmp(kind, "disc") == 0) {
        return r <= q;
    }
    if (strcmp(kind, "ring") == 0) {
        return r > q / 4 && r <= q;
    }
    if (strcmp(kind, "letter") == 0) {
        return u < w / 4 || v < h / 5 || (v >= 2 * h / 5 && v < 3 * h / 5 && u < 3 * w / 4);
    }
    return true; /* full */
}

static r3d_result make_opacity(r3d_priv_iso_reader *reader, const char *kind,
                               r3d_outline_billboard *shape)
{
    r3d_isomap *map = reader->map;
    const int32_t w = shape->rect.width;
    const int32_t h = shape->rect.height;
    uint8_t **place = r3d_priv_grow(&map->allocator, &map->opacities, 1, sizeof *place);
    if (place == NULL) {
        return out_of_memory(reader);
    }
    *place = r3d_priv_alloc(&map->allocator, (size_t)w * (size_t)h, 1);
    if (*place == NULL) {
        return out_of_memory(reader);
    }
    for (int32_t v = 0; v < h; v++) {
        for (int32_t u = 0; u < w; u++) {
            (*place)[v * w + u] = is_opaque(kind, u, v, w, h) ? 1 : 0;
        }
    }
    shape->opacity = *place;
    return R3D_OK;
}

static r3d_result read_billboard(r3d_priv_iso_reader *reader)
{
    static const char *const foot[] = {"the foot's x", "the foot's y"};
    static const char *const size[] = {"the width", "the height"};
    static const char *const kinds[] = {"sheet", "disc", "ring", "full", "letter"};
    int32_t place[2];
    int32_t n[2];
    int32_t kind = 0;
    int32_t seed = 0;
    r3d_result result = r3d_priv_lines_need_numbers(
        &reader->lines, foot, 2, -R3D_OUTLINE_PLACE_A64_MAX, R3D_OUTLINE_PLACE_A64_MAX, place);
    if (result == R3D_OK) {
        result = r3d_priv_lines_need_choice(&reader->lines, kinds, 5, &kind);
    }
    if (result == R3D_OK) {
        result =
            r3d_priv_lines_need_numbers(&reader->lines, size, 2, 1, R3D_OUTLINE_RECT_SIZE_MAX, n);
    }
    if (result == R3D_OK) {
        result = r3d_priv_lines_need_number(&reader->lines, "the seed", 0, INT32_MAX, &seed);
    }
    if (result != R3D_OK) {
        return result;
    }
    r3d_priv_iso_billboard *billboard = r3d_priv_iso_add_billboard(reader);
    if (billboard == NULL) {
        return reader->map->billboards.count >= R3D_ISOMAP_BILLBOARDS_MAX ? R3D_ERR_LIMIT
                                                                          : R3D_ERR_MEMORY;
    }
    billboard->shape.x_a64 = place[0];
    billboard->shape.y_a64 = place[1];
    billboard->shape.rect.width = n[0];
    billboard->shape.rect.height = n[1];
    billboard->line = reader->lines.line;
    return kind == 0 ? R3D_OK : make_opacity(reader, kinds[kind], &billboard->shape);
}

static r3d_result read_paint(r3d_priv_iso_reader *reader)
{
    static const char *const corner[] = {"x", "y"};
    int32_t number = 0;
    int32_t n[2];
    int32_t is_mirrored = 0;
    r3d_isomap *map = reader->map;
    if (map->billboards.count == 0) {
        return r3d_priv_lines_fail(&reader->lines, NULL, R3D_ERR_FORMAT_INDEX,
                                   "no billboard above, expected the one that is painted");
    }
    r3d_result result = r3d_priv_lines_need_number(&reader->lines, "the number of the billboard", 0,
                                                   (int32_t)map->billboards.count - 1, &number);
    if (result == R3D_OK) {
        result = r3d_priv_lines_need_numbers(&reader->lines, corner, 2, 0, R3D_SURFACE_SIZE_MAX, n);
    }
    if (result == R3D_OK) {
        result = r3d_priv_lines_need_number(&reader->lines, "mirror", 0, 1, &is_mirrored);
    }
    if (result == R3D_OK) {
        r3d_priv_iso_billboard *billboard =
            (r3d_priv_iso_billboard *)map->billboards.items + number;
        billboard->shape.rect.x = n[0];
        billboard->shape.rect.y = n[1];
        billboard->shape.mirrored = is_mirrored != 0;
    }
    return result;
}

/* ---- the light, and the rest ---- */

static r3d_result read_light_in(r3d_priv_iso_reader *reader, int32_t factor)
{
    static const char *const what[] = {"the light's x", "the light's y"};
    int32_t n[2];
    if (reader->light_line != 0) {
        return r3d_priv_lines_fail(&reader->lines, NULL, R3D_ERR_FORMAT_DATA,
                                   "the light was given in line %ld already",
                                   (long)reader->light_line);
    }
    const r3d_result result = r3d_priv_lines_need_numbers(
        &reader->lines, what, 2, -R3D_OUTLINE_PLACE_A64_MAX, R3D_OUTLINE_PLACE_A64_MAX, n);
    if (result == R3D_OK) {
        reader->light_line = reader->lines.line;
        reader->map->light_kind = R3D_PRIV_ISO_PLACE;
        reader->map->light_x_a64 = n[0] * factor;
        reader->map->light_y_a64 = n[1] * factor;
    }
    return result;
}

static r3d_result read_light(r3d_priv_iso_reader *reader)
{
    return read_light_in(reader, 4);
}

static r3d_result read_light64(r3d_priv_iso_reader *reader)
{
    return read_light_in(reader, 1);
}

/* Which pictures the reference has: nothing that changes them. */
static r3d_result read_want(r3d_priv_iso_reader *reader)
{
    static const char *const kinds[] = {"image", "image_screen", "lines", "faces", "info"};
    r3d_result result = R3D_OK;
    int32_t kind;
    do {
        result = r3d_priv_lines_need_choice(&reader->lines, kinds, 5, &kind);
    } while (result == R3D_OK && !r3d_priv_lines_is_at_end(&reader->lines));
    return result;
}

static const r3d_priv_iso_record records[] = {
    {"row", r3d_priv_iso_read_heights, true},
    {"top", read_tops, true},
    {"side", read_sides, true},
    {"billboard", read_billboard, true},
    {"paint", read_paint, true},
    {"mat", read_material, true},
    {"sheet", read_sheet, false},
    {"light", read_light, false},
    {"light64", read_light64, false},
    {"want", read_want, false},
};

/* The materials of cells, and the pictures of billboards against the sheet. */
static r3d_result take_cells(r3d_priv_iso_reader *reader)
{
    r3d_isomap *map = reader->map;
    const r3d_priv_iso_billboard *billboards = map->billboards.items;
    r3d_result result = r3d_priv_iso_check_rows(reader, &reader->cells, "tops");
    if (result == R3D_OK) {
        result = r3d_priv_iso_check_rows(reader, &reader->sides, "sides");
    }
    for (size_t i = 0; i < map->billboards.count && result == R3D_OK; i++) {
        if (map->sheet != NULL) {
            result = r3d_priv_iso_check_rect(reader, &billboards[i].shape.rect, billboards[i].line);
        } else if (billboards[i].shape.opacity == NULL) {
            result =
                r3d_priv_lines_fail_at(&reader->lines, billboards[i].line, R3D_ERR_FORMAT_COUNT,
                                       "a billboard of the sheet, but the scene has none");
        }
    }
    return result;
}

/* Materials that no cell has may be anywhere; a map takes those inside the sheet only. */
static void drop_unused_materials(r3d_isomap *map, size_t count)
{
    bool is_used[MATERIALS] = {false};
    for (size_t i = 0; i < count; i++) {
        is_used[map->tops[i]] = true;
        is_used[map->sides[i]] = true;
    }
    for (int32_t i = 0; i < MATERIALS; i++) {
        if (!is_used[i]) {
            map->rects[i] = (r3d_outline_rect){0, 0, 1, 1};
        }
    }
}

r3d_result r3d_priv_iso_read_scene(r3d_priv_iso_reader *reader)
{
    r3d_isomap *map = reader->map;
    for (int32_t i = 0; i < MATERIALS; i++) {
        map->rects[i] = (r3d_outline_rect){0, 0, DEFAULT_RECT_SIZE, DEFAULT_RECT_SIZE};
    }
    r3d_result result = r3d_priv_iso_read_all(reader, records, sizeof records / sizeof records[0]);
    if (result == R3D_OK) {
        result = take_cells(reader);
    }
    const size_t count = (size_t)reader->row_width * (size_t)reader->heights.rows;
    map->tops = r3d_priv_alloc_zeroed(&map->allocator, count, 1);
    map->sides = r3d_priv_alloc_zeroed(&map->allocator, count, 1);
    if (result == R3D_OK && (map->tops == NULL || map->sides == NULL)) {
        result = out_of_memory(reader);
    }
    if (result == R3D_OK && reader->cells.rows > 0) {
        memcpy(map->tops, reader->cells.items, count);
    }
    if (result == R3D_OK && reader->sides.rows > 0) {
        memcpy(map->sides, reader->sides.items, count);
    }
    if (result == R3D_OK && map->sheet != NULL) {
        drop_unused_materials(map, count);
        map->rect_count = MATERIALS;
    }
    return result;
}
