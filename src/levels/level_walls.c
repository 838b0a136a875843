/* SPDX-License-Identifier: MIT */
/* The records of walls, with the words that may follow, of the `.level` text form. Source: spec
 * column section 3; docs/formats.md for the additions of this project. */

#include "level_parser.h"

static r3d_result read_stroke(struct r3d_priv_leveltext_parser *p, r3d_column_level_wall *wall)
{
    struct r3d_priv_leveltext_word word;
    const r3d_result result = r3d_priv_leveltext_need_word(p, &word, "se, s, e or -");
    if (result != R3D_OK) {
        return result;
    }
    if (r3d_priv_leveltext_word_is(&word, "se")) {
        wall->flags |= R3D_COLUMN_WALL_STROKE_START | R3D_COLUMN_WALL_STROKE_END;
    } else if (r3d_priv_leveltext_word_is(&word, "s")) {
        wall->flags |= R3D_COLUMN_WALL_STROKE_START;
    } else if (r3d_priv_leveltext_word_is(&word, "e")) {
        wall->flags |= R3D_COLUMN_WALL_STROKE_END;
    } else if (!r3d_priv_leveltext_word_is(&word, "-")) {
        return r3d_priv_leveltext_fail_word(p, &word, "se, s, e or -");
    }
    return R3D_OK;
}

/* What the words of a wall have set up so far. */
struct wall_words {
    r3d_column_level_wall *wall;
    bool is_hole;
    bool back_only; /* After the word "back". */
};

static r3d_result read_peg(struct r3d_priv_leveltext_parser *p, r3d_column_level_wall *wall)
{
    static const struct {
        const char *word;
        uint32_t flags;
    } pegs[] = {{"bottom", R3D_COLUMN_WALL_UPPER_BOTTOM | R3D_COLUMN_WALL_MIDDLE_BOTTOM},
                {"upper", R3D_COLUMN_WALL_UPPER_BOTTOM},
                {"middle", R3D_COLUMN_WALL_MIDDLE_BOTTOM},
                {"lower", R3D_COLUMN_WALL_LOWER_CEILING}};
    struct r3d_priv_leveltext_word word;
    const r3d_result result =
        r3d_priv_leveltext_need_word(p, &word, "bottom, upper, middle or lower");
    for (size_t i = 0; i < sizeof pegs / sizeof pegs[0] && result == R3D_OK; i++) {
        if (r3d_priv_leveltext_word_is(&word, pegs[i].word)) {
            wall->flags |= pegs[i].flags;
            return R3D_OK;
        }
    }
    return result == R3D_OK
               ? r3d_priv_leveltext_fail_word(p, &word, "bottom, upper, middle or lower")
               : result;
}

static void clear_side(r3d_column_level_side *side, int32_t step_material)
{
    side->upper = side->lower = step_material;
    side->middle = R3D_COLUMN_NONE;
    side->offset_u = side->offset_v = 0.0;
}

static r3d_result read_back(struct r3d_priv_leveltext_parser *p, struct wall_words *words)
{
    int32_t material = R3D_COLUMN_NONE;
    if (words->back_only) {
        return r3d_priv_leveltext_fail(p, R3D_ERR_FORMAT_SYNTAX, "the word back comes twice");
    }
    words->back_only = true;
    const r3d_result result = r3d_priv_leveltext_material(p, p->options->step_material, &material);
    clear_side(&words->wall->back, material);
    return result;
}

static r3d_result read_face(struct r3d_priv_leveltext_parser *p, const struct wall_words *words,
                            const struct r3d_priv_leveltext_word *word)
{
    const bool is_hole = words->is_hole;
    const bool is_middle = r3d_priv_leveltext_word_is(word, is_hole ? "masked" : "mat");
    const bool is_upper = is_hole && r3d_priv_leveltext_word_is(word, "upper");
    const bool is_lower = is_hole && r3d_priv_leveltext_word_is(word, "lower");
    if (!is_middle && !is_upper && !is_lower) {
        return r3d_priv_leveltext_fail_word(
            p, word,
            is_hole
                ? "stroke, upper, lower, masked, offset, back, peg, blocks, opaque, unseen or empty"
                : "stroke, mat, offset, peg, blocks, unseen or empty");
    }
    int32_t material = R3D_COLUMN_NONE;
    const r3d_result result =
        r3d_priv_leveltext_need_name(p, &p->materials, &material, "a material's name");
    r3d_column_level_side *sides[2] = {&words->wall->back, &words->wall->front};
    for (int i = 0; i < (words->back_only ? 1 : 2); i++) {
        *(is_middle  ? &sides[i]->middle
          : is_upper ? &sides[i]->upper
                     : &sides[i]->lower) = material;
    }
    return result;
}

static r3d_result read_wall_option(struct r3d_priv_leveltext_parser *p, struct wall_words *words,
                                   const struct r3d_priv_leveltext_word *word)
{
    r3d_column_level_wall *wall = words->wall;
    if (r3d_priv_leveltext_word_is(word, "stroke")) {
        return read_stroke(p, wall);
    }
    if (r3d_priv_leveltext_word_is(word, "offset")) {
        r3d_result result = r3d_priv_leveltext_need_number(p, &wall->back.offset_u);
        if (result == R3D_OK) {
            result = r3d_priv_leveltext_need_number(p, &wall->back.offset_v);
        }
        if (!words->back_only) {
            wall->front.offset_u = wall->back.offset_u;
            wall->front.offset_v = wall->back.offset_v;
        }
        return result;
    }
    if (r3d_priv_leveltext_word_is(word, "blocks")) {
        wall->flags |= R3D_COLUMN_WALL_BLOCKS;
        return R3D_OK;
    }
    if (r3d_priv_leveltext_word_is(word, "unseen")) {
        wall->flags |= R3D_COLUMN_WALL_UNSEEN;
        return R3D_OK;
    }
    if (words->is_hole && r3d_priv_leveltext_word_is(word, "opaque")) {
        wall->flags |= R3D_COLUMN_WALL_OPAQUE;
        return R3D_OK;
    }
    if (r3d_priv_leveltext_word_is(word, "empty")) {
        wall->flags |= R3D_PRIV_WALL_MARKED_EMPTY;
        p->has_empty_walls = true;
        return R3D_OK;
    }
    if (r3d_priv_leveltext_word_is(word, "peg")) {
        return read_peg(p, wall);
    }
    if (words->is_hole && r3d_priv_leveltext_word_is(word, "back")) {
        return read_back(p, words);
    }
    return read_face(p, words, word);
}

r3d_result r3d_priv_leveltext_read_wall(struct r3d_priv_leveltext_parser *p)
{
    void *item = NULL;
    r3d_result result = r3d_priv_leveltext_claim_numbered(p, &p->walls, &item);
    if (result != R3D_OK) {
        return result;
    }
    r3d_column_level_wall *wall = item;
    struct r3d_priv_leveltext_word word;
    result = r3d_priv_leveltext_need_whole(p, &wall->a, "a vertex's number");
    if (result == R3D_OK) {
        result = r3d_priv_leveltext_need_whole(p, &wall->b, "a vertex's number");
    }
    if (result == R3D_OK) {
        result = r3d_priv_leveltext_need_word(p, &word, "mid or hole");
    }
    if (result != R3D_OK) {
        return result;
    }
    const bool is_hole = r3d_priv_leveltext_word_is(&word, "hole");
    if (!is_hole && !r3d_priv_leveltext_word_is(&word, "mid")) {
        return r3d_priv_leveltext_fail_word(p, &word, "mid or hole");
    }
    result = r3d_priv_leveltext_need_whole(p, &wall->front.sector, "a sector's number");
    wall->back.sector = R3D_COLUMN_NONE;
    if (result == R3D_OK && is_hole) {
        result = r3d_priv_leveltext_need_whole(p, &wall->back.sector, "a sector's number");
        if (result == R3D_OK && wall->back.sector < 0) {
            return r3d_priv_leveltext_fail(p, R3D_ERR_FORMAT_INDEX,
                                           "the back sector does not exist");
        }
    }
    wall->front.upper = wall->front.lower = wall->front.middle = R3D_COLUMN_NONE;
    if (result == R3D_OK && !is_hole) {
        result = r3d_priv_leveltext_material(p, p->options->wall_material, &wall->front.middle);
    } else if (result == R3D_OK) {
        result = r3d_priv_leveltext_material(p, p->options->step_material, &wall->front.upper);
        wall->front.lower = wall->front.upper;
    }
    clear_side(&wall->back, wall->front.upper);
    struct wall_words words = {wall, is_hole, false};
    while (result == R3D_OK && r3d_priv_leveltext_next_word(p, &word)) {
        result = read_wall_option(p, &words, &word);
    }
    if (!is_hole) {
        clear_side(&wall->back, R3D_COLUMN_NONE);
    }
    return result;
}
