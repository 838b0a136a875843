/* SPDX-License-Identifier: MIT */
/* The records of the `.level` text form, a line each. Source: spec column section 3. */

#include <string.h>

#include "level_parser.h"

/* Notes the line of a record that may come once. */
static r3d_result claim_once(struct r3d_priv_leveltext_parser *p, int32_t *line)
{
    if (*line != 0) {
        return r3d_priv_io_fail(p->out_error, R3D_ERR_FORMAT_DATA, p->name, p->line, -1,
                                "there was such a record before, in line %d", (int)*line);
    }
    *line = p->line;
    return R3D_OK;
}

static r3d_result read_version(struct r3d_priv_leveltext_parser *p)
{
    int32_t version = 0;
    r3d_result result = claim_once(p, &p->version_line);
    if (result == R3D_OK) {
        result = r3d_priv_leveltext_need_whole(p, &version, "the format's version");
    }
    if (result == R3D_OK && version != 1) {
        return r3d_priv_leveltext_fail(p, R3D_ERR_FORMAT_UNSUPPORTED, "only version 1 is read");
    }
    return result;
}

static r3d_result read_title(struct r3d_priv_leveltext_parser *p)
{
    const r3d_result result = claim_once(p, &p->name_line);
    if (result != R3D_OK) {
        return result;
    }
    while (p->next < p->line_end && r3d_priv_leveltext_is_blank(*p->next)) {
        p->next++;
    }
    const char *end = p->next;
    while (end < p->line_end && *end != '#') {
        end++;
    }
    while (end > p->next && r3d_priv_leveltext_is_blank(end[-1])) {
        end--;
    }
    const size_t length = (size_t)(end - p->next);
    p->level_name = r3d_priv_io_alloc(&p->allocator, length + 1);
    if (p->level_name == NULL) {
        return r3d_priv_leveltext_fail(p, R3D_ERR_MEMORY, "out of memory");
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

static r3d_result read_fields(struct r3d_priv_leveltext_parser *p, const struct field *fields,
                              size_t count)
{
    r3d_result result = R3D_OK;
    for (size_t i = 0; i < count && result == R3D_OK; i++) {
        if (fields[i].keyword != NULL) {
            result = r3d_priv_leveltext_need_keyword(p, fields[i].keyword);
        }
        if (result == R3D_OK) {
            result = r3d_priv_leveltext_need_number(p, fields[i].value);
        }
    }
    return result;
}

static r3d_result read_start(struct r3d_priv_leveltext_parser *p)
{
    const struct field fields[] = {{NULL, &p->desc.start_x},
                                   {NULL, &p->desc.start_y},
                                   {NULL, &p->desc.start_yaw},
                                   {"eye", &p->desc.start_eye}};
    p->desc.has_start = true;
    const r3d_result result = claim_once(p, &p->start_line);
    return result == R3D_OK ? read_fields(p, fields, 4) : result;
}

static r3d_result read_actor(struct r3d_priv_leveltext_parser *p)
{
    const struct field fields[] = {{"radius", &p->desc.actor_radius},
                                   {"knee", &p->desc.actor_knee},
                                   {"eye", &p->desc.actor_eye},
                                   {"head", &p->desc.actor_head}};
    const r3d_result result = claim_once(p, &p->actor_line);
    return result == R3D_OK ? read_fields(p, fields, 4) : result;
}

static r3d_result read_vertex(struct r3d_priv_leveltext_parser *p)
{
    void *item = NULL;
    const r3d_result result = r3d_priv_leveltext_claim_numbered(p, &p->vertices, &item);
    if (result != R3D_OK) {
        return result;
    }
    r3d_column_level_vertex *vertex = item;
    const struct field fields[] = {{NULL, &vertex->x}, {NULL, &vertex->y}};
    return read_fields(p, fields, 2);
}

static r3d_result read_sector(struct r3d_priv_leveltext_parser *p)
{
    void *item = NULL;
    r3d_result result = r3d_priv_leveltext_claim_numbered(p, &p->sectors, &item);
    if (result != R3D_OK) {
        return result;
    }
    r3d_column_level_sector *sector = item;
    sector->light = 255;
    const struct field fields[] = {{"floor", &sector->floor}, {"ceil", &sector->ceiling}};
    result = read_fields(p, fields, 2);
    if (result == R3D_OK) {
        result =
            r3d_priv_leveltext_material(p, p->options->floor_material, &sector->floor_material);
    }
    if (result == R3D_OK) {
        result =
            r3d_priv_leveltext_material(p, p->options->ceiling_material, &sector->ceiling_material);
    }
    struct r3d_priv_leveltext_word word;
    while (result == R3D_OK && r3d_priv_leveltext_next_word(p, &word)) {
        if (r3d_priv_leveltext_word_is(&word, "light")) {
            result = r3d_priv_leveltext_need_whole(p, &sector->light, "a light level 0..255");
        } else if (r3d_priv_leveltext_word_is(&word, "floormat")) {
            result = r3d_priv_leveltext_need_name(p, &p->materials, &sector->floor_material,
                                                  "a material's name");
        } else if (r3d_priv_leveltext_word_is(&word, "ceilmat")) {
            result = r3d_priv_leveltext_need_name(p, &p->materials, &sector->ceiling_material,
                                                  "a material's name");
        } else if (r3d_priv_leveltext_word_is(&word, "sky")) {
            sector->flags |= R3D_COLUMN_SECTOR_SKY;
        } else if (r3d_priv_leveltext_word_is(&word, "skyfloor")) {
            sector->flags |= R3D_COLUMN_SECTOR_SKY_FLOOR;
        } else {
            return r3d_priv_leveltext_fail_word(p, &word,
                                                "light, floormat, ceilmat, sky or skyfloor");
        }
    }
    return result;
}

static r3d_result read_leaf(struct r3d_priv_leveltext_parser *p)
{
    void *item = NULL;
    r3d_result result = r3d_priv_leveltext_claim_numbered(p, &p->leaves, &item);
    r3d_column_level_leaf *leaf = item;
    if (result == R3D_OK) {
        result = r3d_priv_leveltext_need_keyword(p, "sector");
    }
    if (result == R3D_OK) {
        result = r3d_priv_leveltext_need_whole(p, &leaf->sector, "a sector's number");
    }
    if (result == R3D_OK) {
        result = r3d_priv_leveltext_need_keyword(p, "walls");
    }
    struct r3d_priv_leveltext_range range = {0, 0};
    if (result == R3D_OK) {
        result = r3d_priv_leveltext_read_walls(p, &p->leaf_walls, &range);
        leaf->first_wall = range.first;
        leaf->wall_count = range.count;
    }
    return result;
}

static r3d_result read_child(struct r3d_priv_leveltext_parser *p, int32_t *out)
{
    struct r3d_priv_leveltext_word word;
    r3d_result result = r3d_priv_leveltext_need_word(p, &word, "nK or sK");
    if (result != R3D_OK) {
        return result;
    }
    int32_t number = 0;
    if (word.length < 2 || (word.text[0] != 'n' && word.text[0] != 's') ||
        !r3d_priv_leveltext_parse_whole(word.text + 1, word.length - 1, &number) || number < 0) {
        return r3d_priv_leveltext_fail_word(p, &word, "nK or sK");
    }
    *out = word.text[0] == 'n' ? number : -1 - number;
    return R3D_OK;
}

static r3d_result read_node(struct r3d_priv_leveltext_parser *p)
{
    void *item = NULL;
    struct r3d_priv_leveltext_word word;
    r3d_result result = r3d_priv_leveltext_claim_numbered(p, &p->nodes, &item);
    if (result == R3D_OK) {
        result = r3d_priv_leveltext_need_word(p, &word, "x, y, ymx or xmy");
    }
    if (result != R3D_OK) {
        return result;
    }
    r3d_column_level_node *node = item;
    node->m_denominator = 1.0;
    static const char *const kinds[] = {"x", "y", "ymx", "xmy"};
    int kind = 0;
    while (kind < 4 && !r3d_priv_leveltext_word_is(&word, kinds[kind])) {
        kind++;
    }
    if (kind == 4) {
        return r3d_priv_leveltext_fail_word(p, &word, "x, y, ymx or xmy");
    }
    node->kind = (r3d_column_node_kind)kind;
    if (kind >= R3D_COLUMN_NODE_YMX) {
        result = r3d_priv_leveltext_need_ratio(p, &node->m_numerator, &node->m_denominator);
    }
    if (result == R3D_OK) {
        result = r3d_priv_leveltext_need_ratio(p, &node->c_numerator, &node->c_denominator);
    }
    if (result == R3D_OK) {
        result = r3d_priv_leveltext_need_keyword(p, "low");
    }
    if (result == R3D_OK) {
        result = read_child(p, &node->low);
    }
    if (result == R3D_OK) {
        result = r3d_priv_leveltext_need_keyword(p, "high");
    }
    if (result == R3D_OK) {
        result = read_child(p, &node->high);
    }
    return result;
}

static r3d_result read_root(struct r3d_priv_leveltext_parser *p)
{
    const r3d_result result = claim_once(p, &p->root_line);
    return result == R3D_OK ? read_child(p, &p->desc.root) : result;
}

static r3d_result read_thing_type(struct r3d_priv_leveltext_parser *p)
{
    int32_t name = 0;
    r3d_result result = r3d_priv_leveltext_need_name(p, &p->type_names, &name, "a name");
    if (result != R3D_OK) {
        return result;
    }
    /* A thing may have used the name before its type is defined: then the number exists already. */
    void *item = NULL;
    result = r3d_priv_leveltext_claim(p, &p->thing_types, name, &item);
    if (result != R3D_OK) {
        return result;
    }
    r3d_column_level_thing_type *type = item;
    const struct field fields[] = {{"width", &type->width}, {"height", &type->height}};
    result = read_fields(p, fields, 2);
    if (result == R3D_OK) {
        result = r3d_priv_leveltext_need_keyword(p, "sprite");
    }
    int32_t sprite = 0;
    if (result == R3D_OK) {
        result = r3d_priv_leveltext_need_name(p, &p->other_names, &sprite, "a sprite's name");
    }
    if (result == R3D_OK) {
        type->name = r3d_priv_leveltext_name_text(&p->type_names, name);
        const char *text = r3d_priv_leveltext_name_text(&p->other_names, sprite);
        type->sprite = strcmp(text, "-") == 0 ? NULL : text;
    }
    struct r3d_priv_leveltext_word word;
    if (result == R3D_OK && r3d_priv_leveltext_next_word(p, &word)) {
        if (!r3d_priv_leveltext_word_is(&word, "offset")) {
            return r3d_priv_leveltext_fail_word(p, &word, "offset or the end of the line");
        }
        type->has_offset = true;
        result = r3d_priv_leveltext_need_number(p, &type->left);
        if (result == R3D_OK) {
            result = r3d_priv_leveltext_need_number(p, &type->top);
        }
    }
    return result;
}

static r3d_result read_thing(struct r3d_priv_leveltext_parser *p)
{
    void *item = NULL;
    r3d_result result = r3d_priv_leveltext_claim_numbered(p, &p->things, &item);
    if (result != R3D_OK) {
        return result;
    }
    r3d_column_level_thing *thing = item;
    result = r3d_priv_leveltext_need_name(p, &p->type_names, &thing->type, "a thing type's name");
    const struct field fields[] = {{NULL, &thing->x}, {NULL, &thing->y}};
    if (result == R3D_OK) {
        result = read_fields(p, fields, 2);
    }
    struct r3d_priv_leveltext_word word;
    if (result == R3D_OK && r3d_priv_leveltext_next_word(p, &word)) {
        if (!r3d_priv_leveltext_word_is(&word, "z")) {
            return r3d_priv_leveltext_fail_word(p, &word, "z");
        }
        thing->has_z = true;
        result = r3d_priv_leveltext_need_number(p, &thing->z);
    }
    return result;
}

static r3d_result read_mover(struct r3d_priv_leveltext_parser *p)
{
    void *item = NULL;
    int32_t name = 0;
    r3d_result result = r3d_priv_leveltext_need_name(p, &p->other_names, &name, "a name");
    if (result == R3D_OK) {
        result = r3d_priv_leveltext_claim(p, &p->movers, p->movers.items.count, &item);
    }
    if (result != R3D_OK) {
        return result;
    }
    r3d_column_level_mover *mover = item;
    mover->name = r3d_priv_leveltext_name_text(&p->other_names, name);
    struct r3d_priv_leveltext_word word;
    result = r3d_priv_leveltext_need_keyword(p, "sector");
    if (result == R3D_OK) {
        result = r3d_priv_leveltext_need_whole(p, &mover->sector, "a sector's number");
    }
    if (result == R3D_OK) {
        result = r3d_priv_leveltext_need_word(p, &word, "floor or ceil");
    }
    if (result != R3D_OK) {
        return result;
    }
    mover->is_ceiling = r3d_priv_leveltext_word_is(&word, "ceil");
    if (!mover->is_ceiling && !r3d_priv_leveltext_word_is(&word, "floor")) {
        return r3d_priv_leveltext_fail_word(p, &word, "floor or ceil");
    }
    const struct field fields[] = {{"min", &mover->min}, {"max", &mover->max}};
    result = read_fields(p, fields, 2);
    if (result == R3D_OK && r3d_priv_leveltext_next_word(p, &word)) {
        if (!r3d_priv_leveltext_word_is(&word, "speed")) {
            return r3d_priv_leveltext_fail_word(p, &word, "speed");
        }
        result = r3d_priv_leveltext_need_number(p, &mover->speed);
    }
    return result;
}

static r3d_result read_blockmap(struct r3d_priv_leveltext_parser *p)
{
    struct r3d_priv_leveltext_word word;
    r3d_result result = claim_once(p, &p->blockmap_line);
    if (result == R3D_OK) {
        result = r3d_priv_leveltext_need_word(p, &word, "derived or origin");
    }
    if (result != R3D_OK || r3d_priv_leveltext_word_is(&word, "derived")) {
        return result;
    }
    if (!r3d_priv_leveltext_word_is(&word, "origin")) {
        return r3d_priv_leveltext_fail_word(p, &word, "derived or origin");
    }
    r3d_column_level_blockmap *g = &p->desc.blockmap;
    const struct field fields[] = {{NULL, &g->x}, {NULL, &g->y}, {"size", &g->size}};
    result = read_fields(p, fields, 3);
    if (result == R3D_OK) {
        result = r3d_priv_leveltext_need_keyword(p, "cols");
    }
    if (result == R3D_OK) {
        result = r3d_priv_leveltext_need_whole(p, &g->columns, "a number of columns");
    }
    if (result == R3D_OK) {
        result = r3d_priv_leveltext_need_keyword(p, "rows");
    }
    if (result == R3D_OK) {
        result = r3d_priv_leveltext_need_whole(p, &g->rows, "a number of rows");
    }
    if (result == R3D_OK && (g->columns < 1 || g->rows < 1 || g->columns > 1 << 22 ||
                             (int64_t)g->columns * g->rows > 1 << 22)) {
        return r3d_priv_leveltext_fail(p, R3D_ERR_LIMIT, "the grid must have 1 to 2^22 blocks");
    }
    if (result == R3D_OK && !(g->size >= 1.0)) {
        return r3d_priv_leveltext_fail(p, R3D_ERR_RANGE, "a block's size must be at least 1");
    }
    p->grid_given = true;
    return result;
}

static r3d_result read_block(struct r3d_priv_leveltext_parser *p)
{
    void *item = NULL;
    r3d_result result = r3d_priv_leveltext_claim(p, &p->blocks, p->blocks.items.count, &item);
    struct r3d_priv_leveltext_block *block = item;
    if (result == R3D_OK) {
        result = r3d_priv_leveltext_need_whole(p, &block->column, "a column of the grid");
    }
    if (result == R3D_OK) {
        result = r3d_priv_leveltext_need_whole(p, &block->row, "a row of the grid");
    }
    return result == R3D_OK ? r3d_priv_leveltext_read_walls(p, &p->block_walls, &block->walls)
                            : result;
}

static const struct {
    const char *keyword;
    r3d_result (*read)(struct r3d_priv_leveltext_parser *p);
} records[] = {
    {"level", read_version},
    {"name", read_title},
    {"start", read_start},
    {"actor", read_actor},
    {"vertex", read_vertex},
    {"sector", read_sector},
    {"wall", r3d_priv_leveltext_read_wall},
    {"subsector", read_leaf},
    {"node", read_node},
    {"root", read_root},
    {"thingtype", read_thing_type},
    {"thing", read_thing},
    {"mover", read_mover},
    {"blockmap", read_blockmap},
    {"block", read_block},
};

r3d_result r3d_priv_leveltext_read_line(struct r3d_priv_leveltext_parser *p)
{
    struct r3d_priv_leveltext_word word;
    if (!r3d_priv_leveltext_next_word(p, &word)) {
        return R3D_OK;
    }
    if (p->version_line == 0 && !r3d_priv_leveltext_word_is(&word, "level")) {
        return r3d_priv_io_fail(p->out_error, R3D_ERR_FORMAT_MAGIC, p->name, p->line, -1,
                                "expected \"level 1\" as the first record");
    }
    for (size_t i = 0; i < sizeof records / sizeof records[0]; i++) {
        if (r3d_priv_leveltext_word_is(&word, records[i].keyword)) {
            const r3d_result result = records[i].read(p);
            if (result == R3D_OK && r3d_priv_leveltext_next_word(p, &word)) {
                return r3d_priv_leveltext_fail_word(p, &word, "the end of the line");
            }
            return result;
        }
    }
    return r3d_priv_leveltext_fail_word(p, &word, "a record type");
}
