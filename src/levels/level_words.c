/* SPDX-License-Identifier: MIT */
/* Words and numbers of the `.level` text form. Source: spec column section 3. */

#include <string.h>

#include "level_parser.h"

r3d_result r3d_priv_leveltext_fail(struct r3d_priv_leveltext_parser *p, r3d_result result,
                                   const char *text)
{
    return r3d_priv_io_fail(p->out_error, result, p->name, p->line, -1, "%s", text);
}

r3d_result r3d_priv_leveltext_fail_word(struct r3d_priv_leveltext_parser *p,
                                        const struct r3d_priv_leveltext_word *word,
                                        const char *expected)
{
    char excerpt[R3D_PRIV_EXCERPT_SIZE];
    return r3d_priv_io_fail(p->out_error, R3D_ERR_FORMAT_SYNTAX, p->name, p->line, -1,
                            "found \"%s\", expected %s",
                            r3d_priv_io_excerpt(word->text, word->length, excerpt), expected);
}

/* ---- words ---- */

/* The next word of the line; false at its end or at a comment. */
bool r3d_priv_leveltext_next_word(struct r3d_priv_leveltext_parser *p,
                                  struct r3d_priv_leveltext_word *out)
{
    out->text = p->line_end;
    out->length = 0;
    while (p->next < p->line_end && r3d_priv_leveltext_is_blank(*p->next)) {
        p->next++;
    }
    if (p->next == p->line_end || *p->next == '#') {
        p->next = p->line_end;
        return false;
    }
    out->text = p->next;
    while (p->next < p->line_end && !r3d_priv_leveltext_is_blank(*p->next) && *p->next != '#') {
        p->next++;
    }
    out->length = (size_t)(p->next - out->text);
    return true;
}

bool r3d_priv_leveltext_word_is(const struct r3d_priv_leveltext_word *word, const char *text)
{
    return word->length == strlen(text) && memcmp(word->text, text, word->length) == 0;
}

r3d_result r3d_priv_leveltext_need_word(struct r3d_priv_leveltext_parser *p,
                                        struct r3d_priv_leveltext_word *out, const char *expected)
{
    if (r3d_priv_leveltext_next_word(p, out)) {
        return R3D_OK;
    }
    return r3d_priv_io_fail(p->out_error, R3D_ERR_FORMAT_SYNTAX, p->name, p->line, -1,
                            "the line ends, expected %s", expected);
}

r3d_result r3d_priv_leveltext_need_keyword(struct r3d_priv_leveltext_parser *p, const char *keyword)
{
    struct r3d_priv_leveltext_word word;
    const r3d_result result = r3d_priv_leveltext_need_word(p, &word, keyword);
    if (result != R3D_OK || r3d_priv_leveltext_word_is(&word, keyword)) {
        return result;
    }
    return r3d_priv_leveltext_fail_word(p, &word, keyword);
}

/* Digits with an optional point, as many as a double holds exactly (15 or 16): such decimals are
 * exact quotients. */
static bool parse_decimal(const char *text, size_t length, double *out_numerator,
                          double *out_denominator)
{
    size_t i = 0;
    const bool negative = length > 0 && text[0] == '-';
    if (length > 0 && (text[0] == '-' || text[0] == '+')) {
        i++;
    }
    double value = 0.0;
    double scale = 1.0;
    bool any = false;
    bool after_point = false;
    bool is_full = false;
    for (; i < length; i++) {
        if (text[i] == '.' && !after_point) {
            after_point = true;
            continue;
        }
        if (text[i] < '0' || text[i] > '9') {
            return false;
        }
        any = true;
        is_full = is_full || value * 10.0 + (double)(text[i] - '0') > 9007199254740992.0;
        if (is_full) {
            if (!after_point) {
                return false;
            }
            continue; /* digits beyond what a double can tell apart */
        }
        value = value * 10.0 + (double)(text[i] - '0');
        if (after_point) {
            scale *= 10.0;
        }
        if (scale > 1e22) {
            return false;
        }
    }
    *out_numerator = negative ? -value : value;
    *out_denominator = scale;
    return any;
}

static bool parse_fraction(const struct r3d_priv_leveltext_word *word, double *out_numerator,
                           double *out_denominator)
{
    const char *slash = memchr(word->text, '/', word->length);
    if (slash == NULL) {
        return parse_decimal(word->text, word->length, out_numerator, out_denominator);
    }
    const size_t before = (size_t)(slash - word->text);
    double pn;
    double pd;
    double qn;
    double qd;
    if (!parse_decimal(word->text, before, &pn, &pd) ||
        !parse_decimal(slash + 1, word->length - before - 1, &qn, &qd) || qn == 0.0) {
        return false;
    }
    *out_numerator = pn * qd;
    *out_denominator = pd * qn;
    return true;
}

r3d_result r3d_priv_leveltext_need_number(struct r3d_priv_leveltext_parser *p, double *out)
{
    struct r3d_priv_leveltext_word word;
    const r3d_result result = r3d_priv_leveltext_need_word(p, &word, "a number");
    if (result != R3D_OK) {
        return result;
    }
    double numerator;
    double denominator;
    if (!parse_fraction(&word, &numerator, &denominator)) {
        return r3d_priv_leveltext_fail_word(p, &word, "a number");
    }
    *out = numerator / denominator;
    return R3D_OK;
}

r3d_result r3d_priv_leveltext_need_ratio(struct r3d_priv_leveltext_parser *p, double *out_numerator,
                                         double *out_denominator)
{
    struct r3d_priv_leveltext_word word;
    const r3d_result result = r3d_priv_leveltext_need_word(p, &word, "a number");
    if (result == R3D_OK && !parse_fraction(&word, out_numerator, out_denominator)) {
        return r3d_priv_leveltext_fail_word(p, &word, "a number");
    }
    return result;
}

bool r3d_priv_leveltext_parse_whole(const char *text, size_t length, int32_t *out)
{
    const bool negative = length > 1 && text[0] == '-';
    int64_t value = 0;
    if (length == 0 || length > 10) {
        return false;
    }
    for (size_t i = negative ? 1 : 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return false;
        }
        value = value * 10 + (text[i] - '0');
    }
    if (value > INT32_MAX) {
        return false;
    }
    *out = (int32_t)(negative ? -value : value);
    return true;
}

r3d_result r3d_priv_leveltext_need_whole(struct r3d_priv_leveltext_parser *p, int32_t *out,
                                         const char *expected)
{
    struct r3d_priv_leveltext_word word;
    const r3d_result result = r3d_priv_leveltext_need_word(p, &word, expected);
    if (result == R3D_OK && !r3d_priv_leveltext_parse_whole(word.text, word.length, out)) {
        return r3d_priv_leveltext_fail_word(p, &word, expected);
    }
    return result;
}

/* A name as a word; its text is kept in a table. */
r3d_result r3d_priv_leveltext_need_name(struct r3d_priv_leveltext_parser *p,
                                        struct r3d_priv_names *names, int32_t *out_index,
                                        const char *expected)
{
    struct r3d_priv_leveltext_word word;
    r3d_result result = r3d_priv_leveltext_need_word(p, &word, expected);
    if (result == R3D_OK) {
        result = r3d_priv_names_add(&p->allocator, names, word.text, word.length, out_index);
        if (result != R3D_OK) {
            return r3d_priv_leveltext_fail(p, result, "too many different names");
        }
    }
    return result;
}

const char *r3d_priv_leveltext_name_text(const struct r3d_priv_names *names, int32_t index)
{
    return ((char **)names->names.items)[index];
}

/* The place of a numbered record, which must not have been seen before. */
r3d_result r3d_priv_leveltext_claim(struct r3d_priv_leveltext_parser *p,
                                    struct r3d_priv_leveltext_table *table, int32_t index,
                                    void **out_item)
{
    if (index < 0 || index >= p->line_limit) {
        return r3d_priv_leveltext_fail(
            p, R3D_ERR_FORMAT_COUNT,
            "the record's number is too high; records are numbered from 0 without gaps");
    }
    r3d_result result =
        r3d_priv_list_grow(&p->allocator, &table->items, index + 1, table->item_size);
    if (result == R3D_OK) {
        result = r3d_priv_list_grow(&p->allocator, &table->lines, index + 1, sizeof(int32_t));
    }
    if (result != R3D_OK) {
        return r3d_priv_leveltext_fail(p, result, "out of memory");
    }
    int32_t *lines = table->lines.items;
    if (lines[index] != 0) {
        return r3d_priv_leveltext_fail(p, R3D_ERR_FORMAT_DATA,
                                       "a record with this number came before");
    }
    lines[index] = p->line;
    if (index >= table->items.count) {
        table->items.count = index + 1;
    }
    *out_item = (char *)table->items.items + (size_t)index * table->item_size;
    return R3D_OK;
}

r3d_result r3d_priv_leveltext_claim_numbered(struct r3d_priv_leveltext_parser *p,
                                             struct r3d_priv_leveltext_table *table,
                                             void **out_item)
{
    int32_t index = 0;
    const r3d_result result = r3d_priv_leveltext_need_whole(p, &index, "the record's number");
    return result == R3D_OK ? r3d_priv_leveltext_claim(p, table, index, out_item) : result;
}

static r3d_result append_whole(struct r3d_priv_leveltext_parser *p, struct r3d_priv_list *list,
                               int32_t value)
{
    const r3d_result result =
        r3d_priv_list_grow(&p->allocator, list, list->count + 1, sizeof(int32_t));
    if (result != R3D_OK) {
        return r3d_priv_leveltext_fail(p, result, "out of memory");
    }
    ((int32_t *)list->items)[list->count++] = value;
    return R3D_OK;
}

/* The rest of the line as numbers of walls. */
r3d_result r3d_priv_leveltext_read_walls(struct r3d_priv_leveltext_parser *p,
                                         struct r3d_priv_list *list,
                                         struct r3d_priv_leveltext_range *out)
{
    struct r3d_priv_leveltext_word word;
    out->first = list->count;
    r3d_result result = R3D_OK;
    while (result == R3D_OK && r3d_priv_leveltext_next_word(p, &word)) {
        int32_t wall;
        if (!r3d_priv_leveltext_parse_whole(word.text, word.length, &wall)) {
            return r3d_priv_leveltext_fail_word(p, &word, "a wall's number");
        }
        result = append_whole(p, list, wall);
    }
    out->count = list->count - out->first;
    return result;
}

r3d_result r3d_priv_leveltext_material(struct r3d_priv_leveltext_parser *p, const char *name,
                                       int32_t *out)
{
    *out = R3D_COLUMN_NONE;
    if (name == NULL) {
        return R3D_OK;
    }
    const r3d_result result =
        r3d_priv_names_add(&p->allocator, &p->materials, name, strlen(name), out);
    return result == R3D_OK ? R3D_OK
                            : r3d_priv_leveltext_fail(p, result, "too many different names");
}
