/* SPDX-License-Identifier: MIT */
/* The records of walls, sprites and their keys. Source: spec affine section 15. */

#include <string.h>

#include "arenas_internal.h"

static const char *const place_words[] = {"X", "Y", "Z"};

static r3d_result need_place(r3d_priv_arenas_reader *r, int32_t count, int32_t *out)
{
    return r3d_priv_arenas_need_numbers(&r->lines, place_words, count, -R3D_AFFINE_PLACE_MAX - 1,
                                        R3D_AFFINE_PLACE_MAX, out);
}

/* The words behind a wall: each at most once, in any order. `allowed` are their names. */
static r3d_result read_extras(r3d_priv_arenas_reader *r, r3d_priv_arenas_wall_line *wall,
                              bool has_z, bool has_hs, bool has_run)
{
    bool z_came = false;
    r3d_priv_arenas_word word;
    r3d_result result = R3D_OK;
    while (result == R3D_OK && r3d_priv_arenas_next_word(&r->lines, &word)) {
        if (has_hs && wall->hs == 0 && r3d_priv_arenas_word_is(&word, "hs")) {
            result = r3d_priv_arenas_need_number(&r->lines, "hs", R3D_AFFINE_SCALE_MIN,
                                                 R3D_AFFINE_SCALE_MAX, &wall->hs);
        } else if (has_run && wall->run == 0 && r3d_priv_arenas_word_is(&word, "run")) {
            result = r3d_priv_arenas_need_number(&r->lines, "run", 1, R3D_AFFINE_RUN_TEXELS_MAX,
                                                 &wall->run);
        } else if (has_z && !z_came && r3d_priv_arenas_word_is(&word, "z")) {
            z_came = true;
            result = need_place(r, 1, &wall->z);
        } else {
            char excerpt[R3D_PRIV_EXCERPT_SIZE];
            return r3d_priv_arenas_fail(&r->lines, &word, R3D_ERR_FORMAT_SYNTAX,
                                        "found \"%s\", expected %s%s%seach once, or the end of the "
                                        "line",
                                        r3d_priv_io_excerpt(word.text, word.length, excerpt),
                                        has_z ? "z Z, " : "", has_hs ? "hs N, " : "",
                                        has_run ? "run N, " : "");
        }
    }
    return result;
}

static r3d_priv_arenas_wall_line *add_wall_line(r3d_priv_arenas_reader *r,
                                                r3d_priv_arenas_wall_form form)
{
    r3d_priv_arenas_wall_line *wall =
        r3d_priv_arenas_add(&r->lines, &r->hooks, &r->wall_lines, sizeof *wall);
    if (wall != NULL) {
        wall->form = form;
        wall->line = r->lines.line;
    }
    return wall;
}

/* `wall from X Y to X Y z Z PICTURE [run N]`, behind "from". */
static r3d_result read_wall_from(r3d_priv_arenas_reader *r)
{
    r3d_priv_arenas_wall_line *wall = add_wall_line(r, R3D_PRIV_ARENAS_WALL_FROM);
    if (wall == NULL) {
        return r->lines.failure;
    }
    r3d_result result = need_place(r, 2, wall->place);
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_keyword(&r->lines, "to");
    }
    if (result == R3D_OK) {
        result = need_place(r, 2, wall->place + 2);
    }
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_keyword(&r->lines, "z");
    }
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_number(&r->lines, "Z", -R3D_AFFINE_PLACE_MAX - 1,
                                             R3D_AFFINE_PLACE_MAX, &wall->z);
    }
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_name(r, R3D_PRIV_ARENAS_PICTURE, &wall->picture);
    }
    if (result != R3D_OK) {
        return result;
    }
    if (((wall->place[0] + wall->place[2]) & 1) != 0 ||
        ((wall->place[1] + wall->place[3]) & 1) != 0) {
        return r3d_priv_arenas_fail(&r->lines, NULL, R3D_ERR_RANGE,
                                    "the sums of the ends are %ld and %ld, expected even ones",
                                    (long)wall->place[0] + wall->place[2],
                                    (long)wall->place[1] + wall->place[3]);
    }
    if (wall->place[0] == wall->place[2] && wall->place[1] == wall->place[3]) {
        return r3d_priv_arenas_fail(&r->lines, NULL, R3D_ERR_RANGE,
                                    "the wall ends where it starts, expected two places");
    }
    return read_extras(r, wall, false, false, true);
}

r3d_result r3d_priv_arenas_read_wall(r3d_priv_arenas_reader *r)
{
    static const char *const directions[] = {"y+",   "x-",   "y-",   "x+",   "x-y+",
                                             "x-y-", "x+y-", "x+y+", "turn", "from"};
    enum { TURN = R3D_AFFINE_DIRECTIONS, FROM };
    int32_t direction = 0;
    r3d_result result = r3d_priv_arenas_need_choice(&r->lines, directions, FROM + 1, &direction);
    if (result != R3D_OK) {
        return result;
    }
    if (direction == FROM) {
        return read_wall_from(r);
    }
    r3d_priv_arenas_wall_line *wall = add_wall_line(r, R3D_PRIV_ARENAS_WALL_TURN);
    if (wall == NULL) {
        return r->lines.failure;
    }
    if (direction == TURN) {
        result = r3d_priv_arenas_need_number(&r->lines, "the turn", -INT32_MAX, INT32_MAX,
                                             &wall->turn_a11);
    } else {
        wall->turn_a11 = r3d_affine_direction_turn((r3d_affine_direction)direction);
    }
    if (result == R3D_OK) {
        result = need_place(r, 3, wall->place);
    }
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_name(r, R3D_PRIV_ARENAS_PICTURE, &wall->picture);
    }
    return result == R3D_OK ? read_extras(r, wall, false, true, true) : result;
}

r3d_result r3d_priv_arenas_read_walls(r3d_priv_arenas_reader *r)
{
    static const char *const sides[] = {"out", "in"};
    static const char *const sizes[] = {"W", "H"};
    r3d_priv_arenas_wall_line *wall = add_wall_line(r, R3D_PRIV_ARENAS_WALL_ROUND);
    int32_t side = 0;
    if (wall == NULL) {
        return r->lines.failure;
    }
    r3d_result result = need_place(r, 2, wall->place);
    for (int i = 0; i < 2 && result == R3D_OK; i++) {
        int32_t *size = &wall->place[2 + i];
        result =
            r3d_priv_arenas_need_number(&r->lines, sizes[i], 2, 2 * R3D_AFFINE_PLACE_MAX, size);
        if (result == R3D_OK && *size % 2 != 0) {
            result =
                r3d_priv_arenas_fail(&r->lines, NULL, R3D_ERR_RANGE,
                                     "%s is %ld, expected an even size", sizes[i], (long)*size);
        }
        if (result == R3D_OK && wall->place[i] + *size > R3D_AFFINE_PLACE_MAX) {
            result = r3d_priv_arenas_fail(
                &r->lines, NULL, R3D_ERR_RANGE, "%s + %s is %ld, expected at most %d",
                place_words[i], sizes[i], (long)wall->place[i] + *size, R3D_AFFINE_PLACE_MAX);
        }
    }
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_choice(&r->lines, sides, 2, &side);
        wall->is_inward = side == 1;
    }
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_name(r, R3D_PRIV_ARENAS_PICTURE, &wall->picture);
    }
    return result == R3D_OK ? read_extras(r, wall, true, true, false) : result;
}

r3d_result r3d_priv_arenas_read_sprite(r3d_priv_arenas_reader *r)
{
    r3d_arena *arena = r->arena;
    int32_t place[3] = {0, 0, 0};
    int32_t picture = 0;
    r3d_result result =
        r3d_priv_arenas_take_name(r, R3D_PRIV_ARENAS_SPRITE, (int32_t)arena->sprites.count);
    if (result == R3D_OK) {
        result = r3d_priv_arenas_need_name(r, R3D_PRIV_ARENAS_PICTURE, &picture);
    }
    if (result == R3D_OK) {
        result = need_place(r, 3, place);
    }
    if (result != R3D_OK) {
        return result;
    }
    const char *before = r->lines.next;
    r3d_priv_arenas_word word;
    const bool has_shadow = r3d_priv_arenas_next_word(&r->lines, &word);
    r->lines.next = before;
    if (has_shadow) {
        result = r3d_priv_arenas_need_keyword(&r->lines, "shadow");
        if (result != R3D_OK) {
            return result;
        }
    }
    r3d_affine_sprite *sprite =
        r3d_priv_arenas_add(&r->lines, &arena->allocator, &arena->sprites, sizeof *sprite);
    r3d_priv_arenas_path *path =
        r3d_priv_arenas_add(&r->lines, &arena->allocator, &arena->paths, sizeof *path);
    r3d_priv_arenas_sprite_line *line =
        r3d_priv_arenas_add(&r->lines, &r->hooks, &r->sprite_lines, sizeof *line);
    if (sprite == NULL || path == NULL || line == NULL) {
        return r->lines.failure;
    }
    sprite->x = place[0];
    sprite->y = place[1];
    sprite->z = place[2];
    sprite->has_shadow = has_shadow;
    path->first = path->last = -1;
    line->line = r->lines.line;
    line->picture = picture;
    return R3D_OK;
}

r3d_result r3d_priv_arenas_read_key(r3d_priv_arenas_reader *r)
{
    r3d_arena *arena = r->arena;
    int32_t sprite = 0;
    int32_t time_ms = 0;
    int32_t place[3] = {0, 0, 0};
    r3d_result result = r3d_priv_arenas_need_name(r, R3D_PRIV_ARENAS_SPRITE, &sprite);
    if (result == R3D_OK) {
        result =
            r3d_priv_arenas_need_number(&r->lines, "the time", -INT32_MAX, INT32_MAX, &time_ms);
    }
    if (result == R3D_OK) {
        result = need_place(r, 3, place);
    }
    if (result != R3D_OK) {
        return result;
    }
    const size_t at = arena->keys.count;
    r3d_priv_arenas_key *key =
        r3d_priv_arenas_add(&r->lines, &arena->allocator, &arena->keys, sizeof *key);
    if (key == NULL) {
        return r->lines.failure;
    }
    key->time_ms = time_ms;
    memcpy(key->place, place, sizeof place);
    key->next = -1;
    r3d_priv_arenas_path *path = (r3d_priv_arenas_path *)arena->paths.items + sprite;
    if (path->first < 0) {
        path->first = (int32_t)at;
    } else {
        r3d_priv_arenas_key *before = (r3d_priv_arenas_key *)arena->keys.items + path->last;
        if (before->time_ms >= time_ms) {
            return r3d_priv_arenas_fail(&r->lines, NULL, R3D_ERR_RANGE,
                                        "the time is %ld after %ld, expected a later one",
                                        (long)time_ms, (long)before->time_ms);
        }
        before->next = (int32_t)at;
    }
    path->last = (int32_t)at;
    return R3D_OK;
}
