/* SPDX-License-Identifier: MIT */
/* The `.level` text form. Source: spec column section 3. */

#include "level_text.h"

#include <string.h>

/* ---- state ---- */

struct word {
    const char *text;
    size_t length;
};

/* Records of one kind: the items and the line each came from (0: not seen yet). */
struct table {
    struct r3d_priv_list items;
    struct r3d_priv_list lines;
    size_t item_size;
};

struct parser {
    const char *name;
    const char *next;
    const char *end;
    const char *line_end;
    int32_t line;
    int32_t line_limit; /* Lines of the file: no record can have a higher number. */
    r3d_allocator allocator;
    const r3d_column_level_load_options *options;
    r3d_error *out_error;

    r3d_column_level_desc desc;
    bool has_version;
    bool has_root;
    char *level_name;
    struct table vertices;
    struct table sectors;
    struct table walls;
    struct table subsectors;
    struct table nodes;
    struct table things;
    struct table thing_types; /* Not numbered in the text. */
    struct table movers;
    struct table blocks; /* One item a block: first and count in block_walls. */
    struct r3d_priv_list subsector_walls;
    struct r3d_priv_list block_walls;
    struct r3d_priv_list block_offsets;
    struct r3d_priv_list block_packed;
    struct r3d_priv_names materials;
    struct r3d_priv_names type_names;
    struct r3d_priv_names other_names; /* Sprites and movers. */
    bool grid_given;
};

struct range {
    int32_t first;
    int32_t count;
};

static r3d_result fail(struct parser *p, r3d_result result, const char *text)
{
    return r3d_priv_io_fail(p->out_error, result, p->name, p->line, -1, "%s", text);
}

static r3d_result fail_word(struct parser *p, const struct word *word, const char *expected)
{
    char excerpt[R3D_PRIV_EXCERPT_SIZE];
    return r3d_priv_io_fail(p->out_error, R3D_ERR_FORMAT_SYNTAX, p->name, p->line, -1,
                            "found \"%s\", expected %s",
                            r3d_priv_io_excerpt(word->text, word->length, excerpt), expected);
}

/* ---- words ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

/* The next word of the line; false at its end or at a comment. */
static bool next_word(struct parser *p, struct word *out)
{
    out->text = p->line_end;
    out->length = 0;
    while (p->next < p->line_end && is_blank(*p->next)) {
        p->next++;
    }
    if (p->next == p->line_end || *p->next == '#') {
        p->next = p->line_end;
        return false;
    }
    out->text = p->next;
    while (p->next < p->line_end && !is_blank(*p->next) && *p->next != '#') {
        p->next++;
    }
    out->length = (size_t)(p->next - out->text);
    return true;
}

static bool word_is(const struct word *word, const char *text)
{
    return word->length == strlen(text) && memcmp(word->text, text, word->length) == 0;
}

static r3d_result need_word(struct parser *p, struct word *out, const char *expected)
{
    if (next_word(p, out)) {
        return R3D_OK;
    }
    return r3d_priv_io_fail(p->out_error, R3D_ERR_FORMAT_SYNTAX, p->name, p->line, -1,
                            "the line ends, expected %s", expected);
}

static r3d_result need_keyword(struct parser *p, const char *keyword)
{
    struct word word;
    const r3d_result result = need_word(p, &word, keyword);
    if (result != R3D_OK || word_is(&word, keyword)) {
        return result;
    }
    return fail_word(p, &word, keyword);
}

/* Digits with an optional point, at most 15 significant ones: such decimals are exact quotients. */
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
    int digits = 0;
    bool any = false;
    bool after_point = false;
    for (; i < length; i++) {
        if (text[i] == '.' && !after_point) {
            after_point = true;
            continue;
        }
        if (text[i] < '0' || text[i] > '9') {
            return false;
        }
        any = true;
        digits += digits > 0 || text[i] != '0';
        if (digits > 15) {
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

static bool parse_fraction(const struct word *word, double *out_numerator, double *out_denominator)
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

static r3d_result need_number(struct parser *p, double *out)
{
    struct word word;
    const r3d_result result = need_word(p, &word, "a number");
    if (result != R3D_OK) {
        return result;
    }
    double numerator;
    double denominator;
    if (!parse_fraction(&word, &numerator, &denominator)) {
        return fail_word(p, &word, "a number");
    }
    *out = numerator / denominator;
    return R3D_OK;
}

static r3d_result need_ratio(struct parser *p, double *out_numerator, double *out_denominator)
{
    struct word word;
    const r3d_result result = need_word(p, &word, "a number");
    if (result == R3D_OK && !parse_fraction(&word, out_numerator, out_denominator)) {
        return fail_word(p, &word, "a number");
    }
    return result;
}

static bool parse_whole(const char *text, size_t length, int32_t *out)
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

static r3d_result need_whole(struct parser *p, int32_t *out, const char *expected)
{
    struct word word;
    const r3d_result result = need_word(p, &word, expected);
    if (result == R3D_OK && !parse_whole(word.text, word.length, out)) {
        return fail_word(p, &word, expected);
    }
    return result;
}

/* A name as a word; its text is kept in a table. */
static r3d_result need_name(struct parser *p, struct r3d_priv_names *names, int32_t *out_index,
                            const char *expected)
{
    struct word word;
    r3d_result result = need_word(p, &word, expected);
    if (result == R3D_OK) {
        result = r3d_priv_names_add(&p->allocator, names, word.text, word.length, out_index);
        if (result != R3D_OK) {
            return fail(p, result, "too many different names");
        }
    }
    return result;
}

static const char *name_text(const struct r3d_priv_names *names, int32_t index)
{
    return ((char **)names->names.items)[index];
}

/* The place of a numbered record, which must not have been seen before. */
static r3d_result claim(struct parser *p, struct table *table, int32_t index, void **out_item)
{
    if (index < 0 || index >= p->line_limit) {
        return fail(p, R3D_ERR_FORMAT_COUNT,
                    "the record's number is too high; records are numbered from 0 without gaps");
    }
    r3d_result result =
        r3d_priv_list_grow(&p->allocator, &table->items, index + 1, table->item_size);
    if (result == R3D_OK) {
        result = r3d_priv_list_grow(&p->allocator, &table->lines, index + 1, sizeof(int32_t));
    }
    if (result != R3D_OK) {
        return fail(p, result, "out of memory");
    }
    int32_t *lines = table->lines.items;
    if (lines[index] != 0) {
        return fail(p, R3D_ERR_FORMAT_DATA, "a record with this number came before");
    }
    lines[index] = p->line;
    if (index >= table->items.count) {
        table->items.count = index + 1;
    }
    *out_item = (char *)table->items.items + (size_t)index * table->item_size;
    return R3D_OK;
}

static r3d_result claim_numbered(struct parser *p, struct table *table, void **out_item)
{
    int32_t index = 0;
    const r3d_result result = need_whole(p, &index, "the record's number");
    return result == R3D_OK ? claim(p, table, index, out_item) : result;
}

static r3d_result append_whole(struct parser *p, struct r3d_priv_list *list, int32_t value)
{
    const r3d_result result =
        r3d_priv_list_grow(&p->allocator, list, list->count + 1, sizeof(int32_t));
    if (result != R3D_OK) {
        return fail(p, result, "out of memory");
    }
    ((int32_t *)list->items)[list->count++] = value;
    return R3D_OK;
}

/* The rest of the line as numbers of walls. */
static r3d_result read_walls(struct parser *p, struct r3d_priv_list *list, struct range *out)
{
    struct word word;
    out->first = list->count;
    r3d_result result = R3D_OK;
    while (result == R3D_OK && next_word(p, &word)) {
        int32_t wall;
        if (!parse_whole(word.text, word.length, &wall)) {
            return fail_word(p, &word, "a wall's number");
        }
        result = append_whole(p, list, wall);
    }
    out->count = list->count - out->first;
    return result;
}

/* ---- records ---- */

static r3d_result read_version(struct parser *p)
{
    int32_t version = 0;
    const r3d_result result = need_whole(p, &version, "the format's version");
    if (result == R3D_OK && version != 1) {
        return fail(p, R3D_ERR_FORMAT_UNSUPPORTED, "only version 1 is read");
    }
    p->has_version = true;
    return result;
}

static r3d_result read_title(struct parser *p)
{
    while (p->next < p->line_end && is_blank(*p->next)) {
        p->next++;
    }
    const char *end = p->next;
    while (end < p->line_end && *end != '#') {
        end++;
    }
    while (end > p->next && is_blank(end[-1])) {
        end--;
    }
    const size_t length = (size_t)(end - p->next);
    r3d_priv_io_free(&p->allocator, p->level_name);
    p->level_name = r3d_priv_io_alloc(&p->allocator, length + 1);
    if (p->level_name == NULL) {
        return fail(p, R3D_ERR_MEMORY, "out of memory");
    }
    memcpy(p->level_name, p->next, length);
    p->level_name[length] = '\0';
    p->next = p->line_end;
    return R3D_OK;
}

/* Keyword and number, in this order. */
struct field {
    const char *keyword; /* NULL: the number alone. */
    double *value;
};

static r3d_result read_fields(struct parser *p, const struct field *fields, size_t count)
{
    r3d_result result = R3D_OK;
    for (size_t i = 0; i < count && result == R3D_OK; i++) {
        if (fields[i].keyword != NULL) {
            result = need_keyword(p, fields[i].keyword);
        }
        if (result == R3D_OK) {
            result = need_number(p, fields[i].value);
        }
    }
    return result;
}

static r3d_result read_start(struct parser *p)
{
    const struct field fields[] = {{NULL, &p->desc.start_x},
                                   {NULL, &p->desc.start_y},
                                   {NULL, &p->desc.start_yaw},
                                   {"eye", &p->desc.start_eye}};
    p->desc.has_start = true;
    return read_fields(p, fields, 4);
}

static r3d_result read_actor(struct parser *p)
{
    const struct field fields[] = {{"radius", &p->desc.actor_radius},
                                   {"knee", &p->desc.actor_knee},
                                   {"eye", &p->desc.actor_eye},
                                   {"head", &p->desc.actor_head}};
    return read_fields(p, fields, 4);
}

static r3d_result read_vertex(struct parser *p)
{
    void *item = NULL;
    const r3d_result result = claim_numbered(p, &p->vertices, &item);
    if (result != R3D_OK) {
        return result;
    }
    r3d_column_level_vertex *vertex = item;
    const struct field fields[] = {{NULL, &vertex->x}, {NULL, &vertex->y}};
    return read_fields(p, fields, 2);
}

static r3d_result default_material(struct parser *p, const char *name, int32_t *out)
{
    *out = R3D_COLUMN_NONE;
    if (name == NULL) {
        return R3D_OK;
    }
    const r3d_result result =
        r3d_priv_names_add(&p->allocator, &p->materials, name, strlen(name), out);
    return result == R3D_OK ? R3D_OK : fail(p, result, "too many different names");
}

static r3d_result read_sector(struct parser *p)
{
    void *item = NULL;
    r3d_result result = claim_numbered(p, &p->sectors, &item);
    if (result != R3D_OK) {
        return result;
    }
    r3d_column_level_sector *sector = item;
    sector->light = 255;
    const struct field fields[] = {{"floor", &sector->floor}, {"ceil", &sector->ceiling}};
    result = read_fields(p, fields, 2);
    if (result == R3D_OK) {
        result = default_material(p, p->options->floor_material, &sector->floor_material);
    }
    if (result == R3D_OK) {
        result = default_material(p, p->options->ceiling_material, &sector->ceiling_material);
    }
    struct word word;
    while (result == R3D_OK && next_word(p, &word)) {
        if (word_is(&word, "light")) {
            result = need_whole(p, &sector->light, "a light level 0..255");
        } else if (word_is(&word, "floormat")) {
            result = need_name(p, &p->materials, &sector->floor_material, "a material's name");
        } else if (word_is(&word, "ceilmat")) {
            result = need_name(p, &p->materials, &sector->ceiling_material, "a material's name");
        } else if (word_is(&word, "sky")) {
            sector->flags |= R3D_SECTOR_SKY;
        } else {
            return fail_word(p, &word, "light, floormat, ceilmat or sky");
        }
    }
    return result;
}

static r3d_result read_stroke(struct parser *p, r3d_column_level_wall *wall)
{
    struct word word;
    const r3d_result result = need_word(p, &word, "se, s, e or -");
    if (result != R3D_OK) {
        return result;
    }
    if (word_is(&word, "se")) {
        wall->flags |= R3D_WALL_STROKE_START | R3D_WALL_STROKE_END;
    } else if (word_is(&word, "s")) {
        wall->flags |= R3D_WALL_STROKE_START;
    } else if (word_is(&word, "e")) {
        wall->flags |= R3D_WALL_STROKE_END;
    } else if (!word_is(&word, "-")) {
        return fail_word(p, &word, "se, s, e or -");
    }
    return R3D_OK;
}

static r3d_result read_wall_option(struct parser *p, r3d_column_level_wall *wall, bool is_hole,
                                   const struct word *word)
{
    int32_t material = R3D_COLUMN_NONE;
    r3d_result result;
    if (word_is(word, "stroke")) {
        return read_stroke(p, wall);
    }
    if (word_is(word, "offset")) {
        const struct field fields[] = {{NULL, &wall->front.offset_u},
                                       {NULL, &wall->front.offset_v}};
        result = read_fields(p, fields, 2);
        wall->back.offset_u = wall->front.offset_u;
        wall->back.offset_v = wall->front.offset_v;
        return result;
    }
    if (word_is(word, "blocks") && is_hole) {
        wall->flags |= R3D_WALL_BLOCKS;
        return R3D_OK;
    }
    if (word_is(word, "peg")) {
        result = need_keyword(p, "bottom");
        wall->flags |= R3D_WALL_UPPER_BOTTOM | R3D_WALL_MIDDLE_BOTTOM;
        return result;
    }
    const bool is_middle = word_is(word, is_hole ? "masked" : "mat");
    const bool is_upper = is_hole && word_is(word, "upper");
    const bool is_lower = is_hole && word_is(word, "lower");
    if (!is_middle && !is_upper && !is_lower) {
        return fail_word(p, word,
                         is_hole ? "stroke, upper, lower, masked, offset, peg or blocks"
                                 : "stroke, mat, offset or peg");
    }
    result = need_name(p, &p->materials, &material, "a material's name");
    if (is_middle) {
        wall->front.middle = wall->back.middle = material;
    } else if (is_upper) {
        wall->front.upper = wall->back.upper = material;
    } else {
        wall->front.lower = wall->back.lower = material;
    }
    return result;
}

static r3d_result read_wall(struct parser *p)
{
    void *item = NULL;
    r3d_result result = claim_numbered(p, &p->walls, &item);
    if (result != R3D_OK) {
        return result;
    }
    r3d_column_level_wall *wall = item;
    struct word word;
    result = need_whole(p, &wall->a, "a vertex's number");
    if (result == R3D_OK) {
        result = need_whole(p, &wall->b, "a vertex's number");
    }
    if (result == R3D_OK) {
        result = need_word(p, &word, "mid or hole");
    }
    if (result != R3D_OK) {
        return result;
    }
    const bool is_hole = word_is(&word, "hole");
    if (!is_hole && !word_is(&word, "mid")) {
        return fail_word(p, &word, "mid or hole");
    }
    result = need_whole(p, &wall->front.sector, "a sector's number");
    wall->back.sector = R3D_COLUMN_NONE;
    if (result == R3D_OK && is_hole) {
        result = need_whole(p, &wall->back.sector, "a sector's number");
        if (result == R3D_OK && wall->back.sector < 0) {
            return fail(p, R3D_ERR_FORMAT_INDEX, "the back sector does not exist");
        }
    }
    wall->front.upper = wall->front.lower = wall->front.middle = R3D_COLUMN_NONE;
    if (result == R3D_OK && !is_hole) {
        result = default_material(p, p->options->wall_material, &wall->front.middle);
    } else if (result == R3D_OK) {
        result = default_material(p, p->options->step_material, &wall->front.upper);
        wall->front.lower = wall->front.upper;
    }
    wall->back.upper = wall->front.upper;
    wall->back.lower = wall->front.lower;
    wall->back.middle = is_hole ? R3D_COLUMN_NONE : wall->front.middle;
    while (result == R3D_OK && next_word(p, &word)) {
        result = read_wall_option(p, wall, is_hole, &word);
    }
    return result;
}

static r3d_result read_subsector(struct parser *p)
{
    void *item = NULL;
    r3d_result result = claim_numbered(p, &p->subsectors, &item);
    r3d_column_level_subsector *subsector = item;
    if (result == R3D_OK) {
        result = need_keyword(p, "sector");
    }
    if (result == R3D_OK) {
        result = need_whole(p, &subsector->sector, "a sector's number");
    }
    if (result == R3D_OK) {
        result = need_keyword(p, "walls");
    }
    struct range range = {0, 0};
    if (result == R3D_OK) {
        result = read_walls(p, &p->subsector_walls, &range);
        subsector->first_wall = range.first;
        subsector->wall_count = range.count;
    }
    return result;
}

static r3d_result read_child(struct parser *p, int32_t *out)
{
    struct word word;
    r3d_result result = need_word(p, &word, "nK or sK");
    if (result != R3D_OK) {
        return result;
    }
    int32_t number = 0;
    if (word.length < 2 || (word.text[0] != 'n' && word.text[0] != 's') ||
        !parse_whole(word.text + 1, word.length - 1, &number) || number < 0) {
        return fail_word(p, &word, "nK or sK");
    }
    *out = word.text[0] == 'n' ? number : -1 - number;
    return R3D_OK;
}

static r3d_result read_node(struct parser *p)
{
    void *item = NULL;
    struct word word;
    r3d_result result = claim_numbered(p, &p->nodes, &item);
    if (result == R3D_OK) {
        result = need_word(p, &word, "x, y, ymx or xmy");
    }
    if (result != R3D_OK) {
        return result;
    }
    r3d_column_level_node *node = item;
    node->m_denominator = 1.0;
    static const char *const kinds[] = {"x", "y", "ymx", "xmy"};
    int kind = 0;
    while (kind < 4 && !word_is(&word, kinds[kind])) {
        kind++;
    }
    if (kind == 4) {
        return fail_word(p, &word, "x, y, ymx or xmy");
    }
    node->kind = (r3d_node_kind)kind;
    if (kind >= R3D_NODE_YMX) {
        result = need_ratio(p, &node->m_numerator, &node->m_denominator);
    }
    if (result == R3D_OK) {
        result = need_ratio(p, &node->c_numerator, &node->c_denominator);
    }
    if (result == R3D_OK) {
        result = need_keyword(p, "low");
    }
    if (result == R3D_OK) {
        result = read_child(p, &node->low);
    }
    if (result == R3D_OK) {
        result = need_keyword(p, "high");
    }
    if (result == R3D_OK) {
        result = read_child(p, &node->high);
    }
    return result;
}

static r3d_result read_root(struct parser *p)
{
    if (p->has_root) {
        return fail(p, R3D_ERR_FORMAT_DATA, "there was a root before");
    }
    p->has_root = true;
    return read_child(p, &p->desc.root);
}

static r3d_result read_thing_type(struct parser *p)
{
    int32_t name = 0;
    r3d_result result = need_name(p, &p->type_names, &name, "a name");
    if (result != R3D_OK) {
        return result;
    }
    /* A thing may have used the name before its type is defined: then the number exists already. */
    void *item = NULL;
    result = claim(p, &p->thing_types, name, &item);
    if (result != R3D_OK) {
        return result;
    }
    r3d_column_level_thing_type *type = item;
    const struct field fields[] = {{"width", &type->width}, {"height", &type->height}};
    result = read_fields(p, fields, 2);
    if (result == R3D_OK) {
        result = need_keyword(p, "sprite");
    }
    int32_t sprite = 0;
    if (result == R3D_OK) {
        result = need_name(p, &p->other_names, &sprite, "a sprite's name");
    }
    if (result == R3D_OK) {
        type->name = name_text(&p->type_names, name);
        type->sprite = name_text(&p->other_names, sprite);
    }
    return result;
}

static r3d_result read_thing(struct parser *p)
{
    void *item = NULL;
    r3d_result result = claim_numbered(p, &p->things, &item);
    if (result != R3D_OK) {
        return result;
    }
    r3d_column_level_thing *thing = item;
    result = need_name(p, &p->type_names, &thing->type, "a thing type's name");
    const struct field fields[] = {{NULL, &thing->x}, {NULL, &thing->y}};
    if (result == R3D_OK) {
        result = read_fields(p, fields, 2);
    }
    struct word word;
    if (result == R3D_OK && next_word(p, &word)) {
        if (!word_is(&word, "z")) {
            return fail_word(p, &word, "z");
        }
        thing->has_z = true;
        result = need_number(p, &thing->z);
    }
    return result;
}

static r3d_result read_mover(struct parser *p)
{
    void *item = NULL;
    int32_t name = 0;
    r3d_result result = need_name(p, &p->other_names, &name, "a name");
    if (result == R3D_OK) {
        result = claim(p, &p->movers, p->movers.items.count, &item);
    }
    if (result != R3D_OK) {
        return result;
    }
    r3d_column_level_mover *mover = item;
    mover->name = name_text(&p->other_names, name);
    struct word word;
    result = need_keyword(p, "sector");
    if (result == R3D_OK) {
        result = need_whole(p, &mover->sector, "a sector's number");
    }
    if (result == R3D_OK) {
        result = need_word(p, &word, "floor or ceil");
    }
    if (result != R3D_OK) {
        return result;
    }
    mover->is_ceiling = word_is(&word, "ceil");
    if (!mover->is_ceiling && !word_is(&word, "floor")) {
        return fail_word(p, &word, "floor or ceil");
    }
    const struct field fields[] = {{"min", &mover->min}, {"max", &mover->max}};
    result = read_fields(p, fields, 2);
    if (result == R3D_OK && next_word(p, &word)) {
        if (!word_is(&word, "speed")) {
            return fail_word(p, &word, "speed");
        }
        result = need_number(p, &mover->speed);
    }
    return result;
}

static r3d_result read_blockmap(struct parser *p)
{
    struct word word;
    r3d_result result = need_word(p, &word, "derived or origin");
    if (result != R3D_OK || word_is(&word, "derived")) {
        return result;
    }
    if (!word_is(&word, "origin")) {
        return fail_word(p, &word, "derived or origin");
    }
    r3d_column_level_blockmap *g = &p->desc.blockmap;
    const struct field fields[] = {{NULL, &g->x}, {NULL, &g->y}, {"size", &g->size}};
    result = read_fields(p, fields, 3);
    if (result == R3D_OK) {
        result = need_keyword(p, "cols");
    }
    if (result == R3D_OK) {
        result = need_whole(p, &g->columns, "a number of columns");
    }
    if (result == R3D_OK) {
        result = need_keyword(p, "rows");
    }
    if (result == R3D_OK) {
        result = need_whole(p, &g->rows, "a number of rows");
    }
    if (result == R3D_OK && (g->columns < 1 || g->rows < 1 || g->columns > 1 << 22 ||
                             (int64_t)g->columns * g->rows > 1 << 22)) {
        return fail(p, R3D_ERR_LIMIT, "the grid must have 1 to 2^22 blocks");
    }
    p->grid_given = true;
    return result;
}

/* A block's list; kept as column, row and range until the grid's size is known. */
struct block {
    int32_t column;
    int32_t row;
    struct range walls;
};

static r3d_result read_block(struct parser *p)
{
    void *item = NULL;
    r3d_result result = claim(p, &p->blocks, p->blocks.items.count, &item);
    struct block *block = item;
    if (result == R3D_OK) {
        result = need_whole(p, &block->column, "a column of the grid");
    }
    if (result == R3D_OK) {
        result = need_whole(p, &block->row, "a row of the grid");
    }
    return result == R3D_OK ? read_walls(p, &p->block_walls, &block->walls) : result;
}

static const struct {
    const char *keyword;
    r3d_result (*read)(struct parser *p);
} records[] = {
    {"level", read_version}, {"name", read_title},           {"start", read_start},
    {"actor", read_actor},   {"vertex", read_vertex},        {"sector", read_sector},
    {"wall", read_wall},     {"subsector", read_subsector},  {"node", read_node},
    {"root", read_root},     {"thingtype", read_thing_type}, {"thing", read_thing},
    {"mover", read_mover},   {"blockmap", read_blockmap},    {"block", read_block},
};

static r3d_result read_line(struct parser *p)
{
    struct word word;
    if (!next_word(p, &word)) {
        return R3D_OK;
    }
    if (!p->has_version && !word_is(&word, "level")) {
        return r3d_priv_io_fail(p->out_error, R3D_ERR_FORMAT_MAGIC, p->name, p->line, -1,
                                "expected \"level 1\" as the first record");
    }
    for (size_t i = 0; i < sizeof records / sizeof records[0]; i++) {
        if (word_is(&word, records[i].keyword)) {
            const r3d_result result = records[i].read(p);
            if (result == R3D_OK && next_word(p, &word)) {
                return fail_word(p, &word, "the end of the line");
            }
            return result;
        }
    }
    return fail_word(p, &word, "a record type");
}

/* ---- the whole file ---- */

static r3d_result check_no_gaps(struct parser *p, const struct table *table, const char *kind)
{
    const int32_t *lines = table->lines.items;
    for (int32_t i = 0; i < table->items.count; i++) {
        if (lines[i] == 0) {
            return r3d_priv_io_fail(p->out_error, R3D_ERR_FORMAT_COUNT, p->name, p->line, -1,
                                    "%s %d is missing; %d was the highest number", kind, (int)i,
                                    (int)table->items.count - 1);
        }
    }
    return R3D_OK;
}

/* Brings the block lists into grid order. */
static r3d_result pack_grid(struct parser *p)
{
    if (!p->grid_given) {
        return p->blocks.items.count == 0
                   ? R3D_OK
                   : fail(p, R3D_ERR_FORMAT_DATA, "blocks without \"blockmap origin\"");
    }
    r3d_column_level_blockmap *g = &p->desc.blockmap;
    const int32_t count = g->columns * g->rows;
    const struct block *blocks = p->blocks.items.items;
    r3d_result result =
        r3d_priv_list_grow(&p->allocator, &p->block_offsets, count + 1, sizeof(int32_t));
    if (result == R3D_OK) {
        result = r3d_priv_list_grow(&p->allocator, &p->block_packed, p->block_walls.count + 1,
                                    sizeof(int32_t));
    }
    if (result != R3D_OK) {
        return fail(p, result, "out of memory");
    }
    int32_t *offsets = p->block_offsets.items;
    int32_t *packed = p->block_packed.items;
    for (int32_t i = 0; i < p->blocks.items.count; i++) {
        if (blocks[i].column < 0 || blocks[i].column >= g->columns || blocks[i].row < 0 ||
            blocks[i].row >= g->rows) {
            p->line = ((int32_t *)p->blocks.lines.items)[i];
            return fail(p, R3D_ERR_FORMAT_INDEX, "the block lies outside the grid");
        }
        offsets[blocks[i].row * g->columns + blocks[i].column + 1] += blocks[i].walls.count;
    }
    for (int32_t i = 0; i < count; i++) {
        offsets[i + 1] += offsets[i];
    }
    for (int32_t i = 0; i < p->blocks.items.count; i++) {
        const int32_t cell = blocks[i].row * g->columns + blocks[i].column;
        memcpy(packed + offsets[cell], (int32_t *)p->block_walls.items + blocks[i].walls.first,
               (size_t)blocks[i].walls.count * sizeof(int32_t));
        offsets[cell] += blocks[i].walls.count;
    }
    for (int32_t i = count; i > 0; i--) {
        offsets[i] = offsets[i - 1];
    }
    offsets[0] = 0;
    g->offsets = offsets;
    g->walls = packed;
    return R3D_OK;
}

static const struct table *table_of(const struct parser *p, r3d_column_level_record record)
{
    switch (record) {
    case R3D_RECORD_VERTEX:
        return &p->vertices;
    case R3D_RECORD_SECTOR:
        return &p->sectors;
    case R3D_RECORD_WALL:
        return &p->walls;
    case R3D_RECORD_SUBSECTOR:
        return &p->subsectors;
    case R3D_RECORD_NODE:
        return &p->nodes;
    case R3D_RECORD_THING_TYPE:
        return &p->thing_types;
    case R3D_RECORD_THING:
        return &p->things;
    case R3D_RECORD_MOVER:
        return &p->movers;
    default:
        return NULL;
    }
}

/* Turns record numbers into lines; the last error's line stays in the parser. */
static void hear_issue(const r3d_column_level_issue *issue, void *user)
{
    struct parser *p = user;
    const struct table *table = table_of(p, issue->record);
    p->line = 0;
    if (table != NULL && issue->index >= 0 && issue->index < table->items.count) {
        p->line = ((int32_t *)table->lines.items)[issue->index];
    }
    if (p->options->on_issue != NULL) {
        p->options->on_issue(issue, p->line, p->options->user);
    }
}

static r3d_result finish(struct parser *p, r3d_column_level **out_level)
{
    const struct {
        const struct table *table;
        const char *kind;
    } numbered[] = {{&p->vertices, "vertex"},      {&p->sectors, "sector"}, {&p->walls, "wall"},
                    {&p->subsectors, "subsector"}, {&p->nodes, "node"},     {&p->things, "thing"},
                    {&p->thing_types, "thingtype"}};
    r3d_result result = R3D_OK;
    for (size_t i = 0; i < sizeof numbered / sizeof numbered[0] && result == R3D_OK; i++) {
        result = check_no_gaps(p, numbered[i].table, numbered[i].kind);
    }
    for (int32_t i = 0; i < p->things.items.count && result == R3D_OK; i++) {
        const r3d_column_level_thing *thing = (r3d_column_level_thing *)p->things.items.items + i;
        if (thing->type >= p->thing_types.items.count) {
            p->line = ((int32_t *)p->things.lines.items)[i];
            result = fail(p, R3D_ERR_FORMAT_INDEX, "the thing's type does not exist");
        }
    }
    if (result == R3D_OK && p->subsectors.items.count > 0 && !p->has_root) {
        result = fail(p, R3D_ERR_FORMAT_SYNTAX, "the file ends, expected a root");
    }
    if (result == R3D_OK) {
        result = pack_grid(p);
    }
    if (result != R3D_OK) {
        return result;
    }
    r3d_column_level_desc *d = &p->desc;
    d->name = p->level_name;
    d->vertices = p->vertices.items.items;
    d->vertex_count = p->vertices.items.count;
    d->sectors = p->sectors.items.items;
    d->sector_count = p->sectors.items.count;
    d->walls = p->walls.items.items;
    d->wall_count = p->walls.items.count;
    d->subsectors = p->subsectors.items.items;
    d->subsector_count = p->subsectors.items.count;
    d->subsector_walls = p->subsector_walls.items;
    d->subsector_wall_count = p->subsector_walls.count;
    d->nodes = p->nodes.items.items;
    d->node_count = p->nodes.items.count;
    d->things = p->things.items.items;
    d->thing_count = p->things.items.count;
    d->thing_types = p->thing_types.items.items;
    d->thing_type_count = p->thing_types.items.count;
    d->movers = p->movers.items.items;
    d->mover_count = p->movers.items.count;
    d->materials = p->materials.names.items;
    d->material_count = p->materials.names.count;

    r3d_column_level_options options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.strict = p->options->strict;
    options.ignore_tree = p->options->rebuild_tree;
    options.on_issue = hear_issue;
    options.user = p;
    r3d_error error;
    p->line = 0;
    result = r3d_column_level_create(d, &options, &p->allocator, out_level, &error);
    return result == R3D_OK ? R3D_OK : fail(p, result, error.message);
}

static void release(struct parser *p)
{
    struct table *tables[] = {&p->vertices, &p->sectors,     &p->walls,  &p->subsectors, &p->nodes,
                              &p->things,   &p->thing_types, &p->movers, &p->blocks};
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        r3d_priv_io_free(&p->allocator, tables[i]->items.items);
        r3d_priv_io_free(&p->allocator, tables[i]->lines.items);
    }
    r3d_priv_io_free(&p->allocator, p->subsector_walls.items);
    r3d_priv_io_free(&p->allocator, p->block_walls.items);
    r3d_priv_io_free(&p->allocator, p->block_offsets.items);
    r3d_priv_io_free(&p->allocator, p->block_packed.items);
    r3d_priv_io_free(&p->allocator, p->level_name);
    r3d_priv_names_free(&p->allocator, &p->materials);
    r3d_priv_names_free(&p->allocator, &p->type_names);
    r3d_priv_names_free(&p->allocator, &p->other_names);
}

void r3d_column_level_load_options_init(r3d_column_level_load_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
}

static void start_tables(struct parser *p)
{
    p->vertices.item_size = sizeof(r3d_column_level_vertex);
    p->sectors.item_size = sizeof(r3d_column_level_sector);
    p->walls.item_size = sizeof(r3d_column_level_wall);
    p->subsectors.item_size = sizeof(r3d_column_level_subsector);
    p->nodes.item_size = sizeof(r3d_column_level_node);
    p->things.item_size = sizeof(r3d_column_level_thing);
    p->thing_types.item_size = sizeof(r3d_column_level_thing_type);
    p->movers.item_size = sizeof(r3d_column_level_mover);
    p->blocks.item_size = sizeof(struct block);
}

r3d_result r3d_column_level_parse(const char *text, size_t size, const char *name,
                                  const r3d_column_level_load_options *options,
                                  const r3d_allocator *allocator, r3d_column_level **out_level,
                                  r3d_error *out_error)
{
    if (text == NULL || name == NULL || out_level == NULL ||
        (options != NULL && options->size != sizeof *options)) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name == NULL ? "" : name, 0, -1,
                                "text, name and a place for the level are needed");
    }
    *out_level = NULL;
    r3d_column_level_load_options defaults;
    r3d_column_level_load_options_init(&defaults);
    struct parser p;
    memset(&p, 0, sizeof p);
    p.name = name;
    p.next = text;
    p.end = text + size;
    p.options = options == NULL ? &defaults : options;
    p.out_error = out_error;
    r3d_column_level_desc_init(&p.desc);
    start_tables(&p);
    r3d_result result = r3d_priv_io_allocator(allocator, &p.allocator);
    if (result != R3D_OK) {
        return r3d_priv_io_fail(out_error, result, name, 0, -1, "the allocator is not complete");
    }
    int64_t lines = 1;
    for (size_t i = 0; i < size; i++) {
        lines += text[i] == '\n';
    }
    p.line_limit = lines > INT32_MAX ? INT32_MAX : (int32_t)lines;
    while (result == R3D_OK && p.next < p.end) {
        p.line++;
        const char *newline = memchr(p.next, '\n', (size_t)(p.end - p.next));
        p.line_end = newline == NULL ? p.end : newline;
        result = read_line(&p);
        p.next = newline == NULL ? p.end : newline + 1;
    }
    if (result == R3D_OK && !p.has_version) {
        result = fail(&p, R3D_ERR_FORMAT_TRUNCATED, "the file is empty, expected \"level 1\"");
    }
    if (result == R3D_OK) {
        result = finish(&p, out_level);
    }
    release(&p);
    return result;
}

r3d_result r3d_column_level_load(const char *path, const r3d_column_level_load_options *options,
                                 const r3d_allocator *allocator, r3d_column_level **out_level,
                                 r3d_error *out_error)
{
    if (path == NULL || out_level == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, path == NULL ? "" : path, 0, -1,
                                "a path and a place for the level are needed");
    }
    *out_level = NULL;
    r3d_allocator hooks;
    r3d_result result = r3d_priv_io_allocator(allocator, &hooks);
    if (result != R3D_OK) {
        return r3d_priv_io_fail(out_error, result, path, 0, -1, "the allocator is not complete");
    }
    void *data = NULL;
    size_t size = 0;
    result = r3d_file_read(path, 1 << 30, &hooks, &data, &size, out_error);
    if (result == R3D_OK) {
        result = r3d_column_level_parse(data, size, path, options, &hooks, out_level, out_error);
        r3d_priv_io_free(&hooks, data);
    }
    return result;
}
