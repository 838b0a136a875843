/* SPDX-License-Identifier: MIT */
/* The three words that name a card in a table. Source: golden/cache/README.md. */

#include "cards.h"

#include <stdio.h>
#include <string.h>

#include <retro3d/text.h>

static const char *const kind_names[CARD_KIND_COUNT] = {
    "texels", "icon", "npc", "loc", "worn", "spot", "model", "idk",
};

enum { WORDS_MAX = 5, WORN_ID_MIN = -1 };

const char *card_kind_name(card_kind kind)
{
    return kind >= CARD_TEXELS && kind < CARD_KIND_COUNT ? kind_names[kind] : NULL;
}

/* A parameter as words. */
typedef struct words {
    const char *begin[WORDS_MAX];
    size_t length[WORDS_MAX];
    int count;
} words;

static bool split(const char *text, words *out)
{
    out->count = 0;
    for (;;) {
        size_t length = strcspn(text, " ");
        if (length == 0 || out->count == WORDS_MAX) {
            return false;
        }
        out->begin[out->count] = text;
        out->length[out->count++] = length;
        text += length;
        if (*text == '\0') {
            return true;
        }
        text++;
    }
}

static bool is_word(const words *w, int index, const char *text)
{
    return index < w->count && w->length[index] == strlen(text) &&
           memcmp(w->begin[index], text, w->length[index]) == 0;
}

static bool number(const words *w, int index, int32_t min, int32_t max, int32_t *out)
{
    return index < w->count && r3d_text_to_i32(w->begin[index], w->length[index], out) == R3D_OK &&
           *out >= min && *out <= max;
}

/* "seq N F" from a word on, which are the last ones. */
static bool parse_seq(const words *w, int index, card_row *row)
{
    row->action = CARD_ACTION_SEQ;
    return w->count == index + 3 && is_word(w, index, "seq") &&
           number(w, index + 1, 0, UINT16_MAX, &row->seq) &&
           number(w, index + 2, 0, UINT16_MAX, &row->frame);
}

static bool parse_npc(const words *w, card_row *row)
{
    if (is_word(w, 0, "stand") && w->count == 1) {
        row->action = CARD_ACTION_STAND;
        return true;
    }
    if (is_word(w, 0, "seq")) {
        return parse_seq(w, 0, row);
    }
    row->action = is_word(w, 0, "walk") ? CARD_ACTION_WALK : CARD_ACTION_MASKED;
    return (is_word(w, 0, "walk") || is_word(w, 0, "masked")) && w->count == 2 &&
           number(w, 1, 0, UINT16_MAX, &row->frame);
}

static bool parse_loc(const words *w, card_row *row)
{
    if (w->count < 2 || !number(w, 0, 0, UINT8_MAX, &row->shape) ||
        !number(w, 1, 0, 7, &row->rotation)) {
        return false;
    }
    row->animated = w->count == 3 && is_word(w, 2, "anim");
    return w->count == 2 || row->animated || parse_seq(w, 2, row);
}

static bool parse_param(const words *w, card_row *row)
{
    switch (row->kind) {
    case CARD_TEXELS:
    case CARD_MODEL:
    case CARD_IDK:
        return w->count == 1 && is_word(w, 0, "-");
    case CARD_ICON:
        return w->count == 1 && number(w, 0, INT32_MIN, INT32_MAX, &row->amount);
    case CARD_NPC:
        return parse_npc(w, row);
    case CARD_LOC:
        return parse_loc(w, row);
    case CARD_WORN:
        return number(w, 0, 0, 1, &row->gender) && (w->count == 1 || parse_seq(w, 1, row));
    default:
        return is_word(w, 0, "seq") ? parse_seq(w, 0, row)
                                    : w->count == 1 && number(w, 0, 0, UINT16_MAX, &row->frame);
    }
}

r3d_result card_row_parse(const char *kind, const char *id, const char *param, card_row *out_row)
{
    card_row row;
    words w;
    memset(&row, 0, sizeof row);
    int index = 0;
    while (index < CARD_KIND_COUNT && strcmp(kind, kind_names[index]) != 0) {
        index++;
    }
    row.kind = (card_kind)index;
    int32_t least = row.kind == CARD_WORN ? WORN_ID_MIN : 0;
    if (index == CARD_KIND_COUNT || r3d_text_to_i32(id, strlen(id), &row.id) != R3D_OK ||
        row.id < least || row.id > UINT16_MAX || !split(param, &w) || !parse_param(&w, &row)) {
        return R3D_ERR_FORMAT_SYNTAX;
    }
    *out_row = row;
    return R3D_OK;
}

void card_row_param(const card_row *row, char out_param[CARD_PARAM_SIZE])
{
    if (row == NULL || out_param == NULL) {
        return;
    }
    char step[32] = "";
    const bool plays = row->action == CARD_ACTION_SEQ;
    if (plays) {
        snprintf(step, sizeof step, "seq %ld %ld", (long)row->seq, (long)row->frame);
    }
    const char *space = plays ? " " : "";
    switch (row->kind) {
    case CARD_ICON:
        snprintf(out_param, CARD_PARAM_SIZE, "%ld", (long)row->amount);
        break;
    case CARD_NPC:
        if (row->action == CARD_ACTION_STAND) {
            snprintf(out_param, CARD_PARAM_SIZE, "stand");
        } else if (plays) {
            snprintf(out_param, CARD_PARAM_SIZE, "%s", step);
        } else {
            snprintf(out_param, CARD_PARAM_SIZE, "%s %ld",
                     row->action == CARD_ACTION_WALK ? "walk" : "masked", (long)row->frame);
        }
        break;
    case CARD_LOC:
        snprintf(out_param, CARD_PARAM_SIZE, "%ld %ld%s%s", (long)row->shape, (long)row->rotation,
                 plays           ? " "
                 : row->animated ? " anim"
                                 : "",
                 step);
        break;
    case CARD_WORN:
        snprintf(out_param, CARD_PARAM_SIZE, "%ld%s%s", (long)row->gender, space, step);
        break;
    case CARD_SPOT:
        if (plays) {
            snprintf(out_param, CARD_PARAM_SIZE, "%s", step);
        } else {
            snprintf(out_param, CARD_PARAM_SIZE, "%ld", (long)row->frame);
        }
        break;
    default:
        snprintf(out_param, CARD_PARAM_SIZE, "-");
        break;
    }
}
