/* SPDX-License-Identifier: MIT */
/* An arena from its lines: scales, floors, walls, and what its mode cannot do. Source: spec affine
 * sections 5, 13 and 15. */

#include <string.h>

#include "arenas_internal.h"

enum { UNIT_Q8 = 256 };

/* n / d to the nearest whole number, halves away from zero; d > 0. */
static int64_t divide_to_nearest(int64_t n, int64_t d)
{
    const int64_t half = d / 2 + (d & 1);
    const int64_t magnitude = n < 0 ? -n : n;
    const int64_t quotient = magnitude / d + (magnitude % d >= half ? 1 : 0);
    return n < 0 ? -quotient : quotient;
}

/* The whole part of a square root. */
static int64_t root_of(int64_t square)
{
    int64_t root = 0;
    for (int64_t bit = (int64_t)1 << 31; bit > 0; bit >>= 1) {
        if ((root + bit) * (root + bit) <= square) {
            root += bit;
        }
    }
    return root;
}

static const r3d_priv_arenas_wall_line *wall_lines(const r3d_priv_arenas_reader *r)
{
    return r->wall_lines.items;
}

/* ---- scale ---- */

static r3d_result settle_scale(r3d_priv_arenas_reader *r)
{
    r3d_affine_scene *scene = &r->arena->scene;
    const int32_t line = r->once[R3D_PRIV_ARENAS_ONCE_SCALE];
    if (!r->is_vs_auto) {
        return R3D_OK;
    }
    if (r->floors[0].line == 0 || r->floors[1].line == 0 || r->wall_lines.count == 0) {
        return r3d_priv_arenas_fail_at(
            &r->lines, line, R3D_ERR_FORMAT_DATA,
            "scale auto in an arena without %s, expected both floors and "
            "a wall",
            r->wall_lines.count == 0 ? "walls" : "two floors");
    }
    const int32_t height = r3d_priv_arenas_picture_at(r, wall_lines(r)[0].picture)->rect[3];
    const int64_t vs = divide_to_nearest(
        (int64_t)UNIT_Q8 * ((int64_t)scene->floors[1].z - scene->floors[0].z), height);
    if (vs < R3D_AFFINE_SCALE_MIN || vs > R3D_AFFINE_SCALE_MAX) {
        return r3d_priv_arenas_fail_at(&r->lines, line, R3D_ERR_RANGE,
                                       "scale auto gives %lld, expected %d..%d", (long long)vs,
                                       R3D_AFFINE_SCALE_MIN, R3D_AFFINE_SCALE_MAX);
    }
    scene->vs = (int32_t)vs;
    return R3D_OK;
}

/* ---- floors ---- */

static r3d_result check_cells(r3d_priv_arenas_reader *r, int32_t i, int32_t tiles)
{
    const r3d_priv_arenas_floor_lines *floor = &r->floors[i];
    for (int c = 0; c < 128; c++) {
        const r3d_priv_arenas_letter *letter = &floor->letters[c];
        if (letter->line != 0 && letter->tile >= tiles) {
            return r3d_priv_arenas_fail_at(&r->lines, letter->line, R3D_ERR_RANGE,
                                           "the tile is %ld, expected 0..%ld", (long)letter->tile,
                                           (long)tiles - 1);
        }
    }
    const int16_t *cells = r->arena->cells[i].items;
    const int32_t *lines = floor->row_lines.items;
    for (size_t k = 0; k < r->arena->cells[i].count; k++) {
        if (cells[k] >= tiles) {
            return r3d_priv_arenas_fail_at(&r->lines, lines[k / (size_t)floor->columns],
                                           R3D_ERR_RANGE, "the tile is %d, expected -1..%ld",
                                           (int)cells[k], (long)tiles - 1);
        }
    }
    return R3D_OK;
}

static r3d_result build_floor(r3d_priv_arenas_reader *r, int32_t i)
{
    enum { TILE = 8 };
    const r3d_priv_arenas_floor_lines *lines = &r->floors[i];
    r3d_affine_floor *floor = &r->arena->scene.floors[i];
    const int32_t rows = (int32_t)lines->row_lines.count;
    if (lines->line == 0) {
        if (rows > 0) {
            return r3d_priv_arenas_fail_at(
                &r->lines, *(const int32_t *)lines->row_lines.items, R3D_ERR_FORMAT_DATA,
                "a row of floor %ld, expected a line \"floor %ld\" too", (long)i, (long)i);
        }
        for (int c = 0; c < 128; c++) {
            if (lines->letters[c].line != 0) {
                return r3d_priv_arenas_fail_at(
                    &r->lines, lines->letters[c].line, R3D_ERR_FORMAT_DATA,
                    "a tile of floor %ld, expected a line \"floor %ld\" too", (long)i, (long)i);
            }
        }
        return R3D_OK;
    }
    if (rows == 0) {
        return r3d_priv_arenas_fail_at(&r->lines, lines->line, R3D_ERR_FORMAT_COUNT,
                                       "floor %ld has no rows, expected some", (long)i);
    }
    const int32_t columns = lines->columns;
    if (r->arena->scene.mode == R3D_AFFINE_HW &&
        (columns != rows || (columns != 16 && columns != 32 && columns != 64 && columns != 128))) {
        return r3d_priv_arenas_fail_at(
            &r->lines, lines->line, R3D_ERR_FORMAT_UNSUPPORTED,
            "floor %ld has %ldx%ld cells, expected 16, 32, 64 or 128 each "
            "way in mode hw",
            (long)i, (long)columns, (long)rows);
    }
    const r3d_priv_arenas_picture *tiles =
        (const r3d_priv_arenas_picture *)r->tile_sets.items + lines->tiles;
    floor->is_present = true;
    floor->tiles = r3d_priv_arenas_view(r, tiles);
    if (r->arena->scene.cycle_count > 0) {
        floor->tiles.argb = NULL;
        floor->tiles.indices =
            ((const r3d_priv_arenas_sheet *)r->sheets.items)[tiles->sheet].indices;
        floor->tiles.palette = r->arena->palettes[0];
    }
    floor->cells = r->arena->cells[i].items;
    floor->columns = columns;
    floor->rows = rows;
    return check_cells(r, i, floor->tiles.width / TILE * (floor->tiles.height / TILE));
}

/* ---- walls ---- */

static r3d_result check_hw_size(r3d_priv_arenas_reader *r, int32_t line, int32_t picture)
{
    static const uint8_t sizes[12][2] = {{8, 8},  {16, 16}, {32, 32}, {64, 64},
                                         {16, 8}, {32, 8},  {32, 16}, {64, 32},
                                         {8, 16}, {8, 32},  {16, 32}, {32, 64}};
    const int32_t *rect = r3d_priv_arenas_picture_at(r, picture)->rect;
    if (r->arena->scene.mode != R3D_AFFINE_HW) {
        return R3D_OK;
    }
    for (int i = 0; i < 12; i++) {
        if (rect[2] == sizes[i][0] && rect[3] == sizes[i][1]) {
            return R3D_OK;
        }
    }
    return r3d_priv_arenas_fail_at(&r->lines, line, R3D_ERR_FORMAT_UNSUPPORTED,
                                   "the picture is %ldx%ld, expected one of the twelve sizes of "
                                   "objects in mode hw",
                                   (long)rect[2], (long)rect[3]);
}

static r3d_result add_wall(r3d_priv_arenas_reader *r, const r3d_priv_arenas_wall_line *line,
                           const r3d_affine_wall *wall)
{
    const r3d_affine_scene *scene = &r->arena->scene;
    const int64_t hs = wall->hs != 0 ? wall->hs : scene->hs;
    const int64_t run = wall->run != 0 ? wall->run : 1;
    const int64_t texels = run * wall->picture.width;
    if (texels > R3D_AFFINE_RUN_TEXELS_MAX || texels * hs > R3D_AFFINE_RUN_Q8_MAX) {
        return r3d_priv_arenas_fail_at(&r->lines, line->line, R3D_ERR_RANGE,
                                       "the wall is %lld texels long, expected at most %d, and %d "
                                       "units",
                                       (long long)texels, R3D_AFFINE_RUN_TEXELS_MAX,
                                       R3D_AFFINE_RUN_Q8_MAX / UNIT_Q8);
    }
    if (scene->has_seal && texels * hs % 2 != 0) {
        return r3d_priv_arenas_fail_at(
            &r->lines, line->line, R3D_ERR_RANGE,
            "the wall's length is %lld/256, expected an even number with "
            "option seal",
            (long long)(texels * hs));
    }
    if (scene->mode == R3D_AFFINE_HW && run > 1) {
        return r3d_priv_arenas_fail_at(&r->lines, line->line, R3D_ERR_FORMAT_UNSUPPORTED,
                                       "a run of %lld, expected 1 in mode hw", (long long)run);
    }
    r->lines.line = line->line;
    r3d_affine_wall *place =
        r3d_priv_arenas_add(&r->lines, &r->arena->allocator, &r->arena->walls, sizeof *place);
    if (place == NULL) {
        return r->lines.failure;
    }
    *place = *wall;
    return R3D_OK;
}

/* `wall from`: the tangent that makes the ends come out. Source: section 13. */
static r3d_result build_wall_from(r3d_priv_arenas_reader *r, const r3d_priv_arenas_wall_line *line,
                                  r3d_affine_wall *wall)
{
    const int64_t dx = (int64_t)line->place[2] - line->place[0];
    const int64_t dy = (int64_t)line->place[3] - line->place[1];
    const int64_t chunk = (int64_t)r->arena->scene.hs * wall->picture.width;
    int64_t run = line->run;
    if (run == 0) {
        run = divide_to_nearest(UNIT_Q8 * root_of(dx * dx + dy * dy), chunk);
        run = run < 1 ? 1 : run;
    }
    if (run > R3D_AFFINE_RUN_TEXELS_MAX) {
        run = R3D_AFFINE_RUN_TEXELS_MAX;
    }
    const int64_t tx = divide_to_nearest(dx * 65536 * UNIT_Q8, chunk * run);
    const int64_t ty = divide_to_nearest(dy * 65536 * UNIT_Q8, chunk * run);
    const int64_t most = R3D_AFFINE_TANGENT_MAX;
    if (tx < -most || tx > most || ty < -most || ty > most || (tx == 0 && ty == 0)) {
        return r3d_priv_arenas_fail_at(
            &r->lines, line->line, R3D_ERR_RANGE,
            "the texture is stretched %lld/65536 and %lld/65536, expected "
            "at most 4 times, and not to nothing",
            (long long)tx, (long long)ty);
    }
    wall->x = (line->place[0] + line->place[2]) / 2;
    wall->y = (line->place[1] + line->place[3]) / 2;
    wall->z = line->z;
    wall->has_tangent = true;
    wall->tangent_x_fx16 = (int32_t)tx;
    wall->tangent_y_fx16 = (int32_t)ty;
    wall->run = (int32_t)run;
    return add_wall(r, line, wall);
}

/* One side of `walls`: a run, or in mode hw single walls from the u = 0 end on. */
static r3d_result build_side(r3d_priv_arenas_reader *r, const r3d_priv_arenas_wall_line *line,
                             int32_t direction, r3d_affine_wall *wall)
{
    /* The way of growing u, and the side of the rectangle with that normal. */
    static const int8_t tangents[4][2] = {{-1, 0}, {0, -1}, {1, 0}, {0, 1}};
    const int32_t *p = line->place;
    const bool is_across = direction % 2 == 0;
    const bool is_high = (direction == 0 || direction == 3) != line->is_inward;
    const int64_t middle[2] = {is_across ? p[0] + p[2] / 2 : p[0] + (is_high ? p[2] : 0),
                               is_across ? p[1] + (is_high ? p[3] : 0) : p[1] + p[3] / 2};
    const int64_t length = is_across ? p[2] : p[3];
    const int64_t chunk =
        (int64_t)(wall->hs != 0 ? wall->hs : r->arena->scene.hs) * wall->picture.width;
    if (length * UNIT_Q8 % chunk != 0) {
        return r3d_priv_arenas_fail_at(&r->lines, line->line, R3D_ERR_RANGE,
                                       "a side of %lld units, expected a multiple of the picture's "
                                       "%lld/256",
                                       (long long)length, (long long)chunk);
    }
    const int64_t count = length * UNIT_Q8 / chunk;
    wall->turn_a11 = r3d_affine_direction_turn((r3d_affine_direction)direction);
    wall->z = line->z;
    if (r->arena->scene.mode == R3D_AFFINE_FREE) {
        wall->x = (int32_t)middle[0];
        wall->y = (int32_t)middle[1];
        wall->run = (int32_t)count;
        return add_wall(r, line, wall);
    }
    for (int64_t i = 0; i < count; i++) {
        /* Twice the way from the middle of the side to that of the chunk. */
        const int64_t away_q9 = (2 * i + 1 - count) * chunk;
        if (away_q9 % (2 * UNIT_Q8) != 0) {
            return r3d_priv_arenas_fail_at(
                &r->lines, line->line, R3D_ERR_FORMAT_UNSUPPORTED,
                "the middle of a single wall lies at %lld/512, expected a "
                "whole unit in mode hw",
                (long long)away_q9);
        }
        const int64_t away = away_q9 / (2 * UNIT_Q8);
        wall->x = (int32_t)(middle[0] + tangents[direction][0] * away);
        wall->y = (int32_t)(middle[1] + tangents[direction][1] * away);
        const r3d_result result = add_wall(r, line, wall);
        if (result != R3D_OK) {
            return result;
        }
    }
    return R3D_OK;
}

static r3d_result build_wall(r3d_priv_arenas_reader *r, const r3d_priv_arenas_wall_line *line)
{
    r3d_affine_wall wall;
    memset(&wall, 0, sizeof wall);
    r3d_result result = check_hw_size(r, line->line, line->picture);
    if (result != R3D_OK) {
        return result;
    }
    wall.picture = r3d_priv_arenas_view(r, r3d_priv_arenas_picture_at(r, line->picture));
    wall.hs = line->hs;
    if (line->form == R3D_PRIV_ARENAS_WALL_FROM) {
        return build_wall_from(r, line, &wall);
    }
    if (line->form == R3D_PRIV_ARENAS_WALL_ROUND) {
        for (int32_t direction = 0; direction < 4 && result == R3D_OK; direction++) {
            result = build_side(r, line, direction, &wall);
        }
        return result;
    }
    wall.x = line->place[0];
    wall.y = line->place[1];
    wall.z = line->place[2];
    wall.turn_a11 = line->turn_a11;
    wall.run = line->run;
    return add_wall(r, line, &wall);
}

/* ---- the whole ---- */

static r3d_result check_mode(r3d_priv_arenas_reader *r)
{
    enum { TURN_MASK = 2047 };
    const r3d_arena *arena = r->arena;
    if (arena->scene.mode == R3D_AFFINE_FREE) {
        return R3D_OK;
    }
    if (arena->scene.width > R3D_AFFINE_HW_SCREEN_MAX ||
        arena->scene.height > R3D_AFFINE_HW_SCREEN_MAX) {
        return r3d_priv_arenas_fail_at(
            &r->lines, r->once[R3D_PRIV_ARENAS_ONCE_SCREEN], R3D_ERR_FORMAT_UNSUPPORTED,
            "a screen of %ldx%ld, expected at most %d each way in mode hw",
            (long)arena->scene.width, (long)arena->scene.height, R3D_AFFINE_HW_SCREEN_MAX);
    }
    if (arena->scene.has_seal) {
        return r3d_priv_arenas_fail_at(&r->lines, r->once[R3D_PRIV_ARENAS_ONCE_SEAL],
                                       R3D_ERR_FORMAT_UNSUPPORTED,
                                       "option seal, expected it in mode free only");
    }
    if ((arena->camera.roll_a11 & TURN_MASK) != 0) {
        return r3d_priv_arenas_fail_at(&r->lines, r->once[R3D_PRIV_ARENAS_ONCE_CAMERA],
                                       R3D_ERR_FORMAT_UNSUPPORTED,
                                       "a roll, expected it in mode free only");
    }
    return R3D_OK;
}

static r3d_result build_sprites(r3d_priv_arenas_reader *r)
{
    r3d_affine_sprite *sprites = r->arena->sprites.items;
    const r3d_priv_arenas_sprite_line *lines = r->sprite_lines.items;
    for (size_t i = 0; i < r->arena->sprites.count; i++) {
        const r3d_result result = check_hw_size(r, lines[i].line, lines[i].picture);
        if (result != R3D_OK) {
            return result;
        }
        sprites[i].picture =
            r3d_priv_arenas_view(r, r3d_priv_arenas_picture_at(r, lines[i].picture));
    }
    return R3D_OK;
}

r3d_result r3d_priv_arenas_build(r3d_priv_arenas_reader *r)
{
    r3d_result result = check_mode(r);
    if (result == R3D_OK) {
        result = r3d_priv_arenas_settle_colors(r);
    }
    for (int32_t i = 0; i < 2 && result == R3D_OK; i++) {
        result = build_floor(r, i);
    }
    if (result == R3D_OK) {
        result = settle_scale(r);
    }
    for (size_t i = 0; i < r->wall_lines.count && result == R3D_OK; i++) {
        result = build_wall(r, &wall_lines(r)[i]);
    }
    if (result == R3D_OK) {
        result = build_sprites(r);
    }
    if (result == R3D_OK && r->once[R3D_PRIV_ARENAS_ONCE_SHADOW] == 0) {
        return r3d_priv_arenas_default_shadows(r);
    }
    for (int i = 0; i < 3 && result == R3D_OK; i++) {
        r->arena->scene.shadows[i] =
            r3d_priv_arenas_view(r, r3d_priv_arenas_picture_at(r, r->shadows[i]));
    }
    return result;
}
