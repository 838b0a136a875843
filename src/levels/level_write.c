/* SPDX-License-Identifier: MIT */
/* Levels as text. Source: spec column section 3. */

#include <string.h>

#include "level_text.h"

struct level_writer {
    r3d_allocator allocator;
    struct r3d_priv_list text;
    bool failed;
};

static void put(struct level_writer *w, const char *text)
{
    const size_t length = strlen(text);
    if (w->failed || length > 1 << 20 ||
        r3d_priv_list_grow(&w->allocator, &w->text, w->text.count + (int32_t)length + 1, 1) !=
            R3D_OK) {
        w->failed = true;
        return;
    }
    memcpy((char *)w->text.items + w->text.count, text, length);
    w->text.count += (int32_t)length;
}

static void put_whole(struct level_writer *w, int64_t number)
{
    char text[R3D_PRIV_NUMBER_SIZE];
    r3d_priv_format_whole(number, text);
    put(w, text);
}

static void put_decimal(struct level_writer *w, double value)
{
    char text[R3D_PRIV_NUMBER_SIZE];
    r3d_priv_format_decimal(value, text);
    put(w, text);
}

static void put_number(struct level_writer *w, double value, int64_t limit)
{
    char text[R3D_PRIV_NUMBER_SIZE];
    r3d_priv_format_number(value, limit, text);
    put(w, text);
}

static void put_field(struct level_writer *w, const char *keyword, double value)
{
    put(w, " ");
    if (keyword[0] != '\0') {
        put(w, keyword);
        put(w, " ");
    }
    put_number(w, value, INT64_C(1) << 53);
}

static void put_index(struct level_writer *w, const char *keyword, int64_t value)
{
    put(w, keyword);
    put(w, " ");
    put_whole(w, value);
}

static void put_material(struct level_writer *w, const r3d_column_level_desc *d,
                         const char *keyword, int32_t material)
{
    if (material >= 0) {
        put(w, " ");
        put(w, keyword);
        put(w, " ");
        put(w, d->materials[material]);
    }
}

static bool is_short_whole(double value)
{
    return value > -1e15 && value < 1e15 && value == (double)(int64_t)value;
}

/* Whole numerators and denominators stay as they are, for then the line goes exactly through whole
 * points. */
static void put_ratio(struct level_writer *w, double numerator, double denominator)
{
    put(w, " ");
    if (denominator < 0.0) {
        numerator = -numerator;
        denominator = -denominator;
    }
    const double quotient = numerator / denominator;
    if (is_short_whole(quotient) || !is_short_whole(numerator) || !is_short_whole(denominator)) {
        put_number(w, quotient, INT64_C(1000000000000000)); /* as is_short_whole */
        return;
    }
    put_decimal(w, numerator);
    put(w, "/");
    put_decimal(w, denominator);
}

static void put_child(struct level_writer *w, const char *keyword, int32_t child)
{
    put(w, keyword);
    put(w, child >= 0 ? " n" : " s");
    put_whole(w, child >= 0 ? child : -1 - child);
}

static void put_head(struct level_writer *w, const r3d_column_level_desc *d)
{
    put(w, "level 1\n");
    if (d->name != NULL && d->name[0] != '\0') {
        put(w, "name ");
        put(w, d->name);
        put(w, "\n");
    }
    if (d->has_start) {
        put(w, "start");
        put_field(w, "", d->start_x);
        put_field(w, "", d->start_y);
        put_field(w, "", d->start_yaw);
        put_field(w, "eye", d->start_eye);
        put(w, "\n");
    }
    put(w, "actor");
    put_field(w, "radius", d->actor_radius);
    put_field(w, "knee", d->actor_knee);
    put_field(w, "eye", d->actor_eye);
    put_field(w, "head", d->actor_head);
    put(w, "\n");
}

static void put_plan(struct level_writer *w, const r3d_column_level_desc *d)
{
    for (int32_t i = 0; i < d->vertex_count; i++) {
        put_index(w, "vertex", i);
        put_field(w, "", d->vertices[i].x);
        put_field(w, "", d->vertices[i].y);
        put(w, "\n");
    }
    for (int32_t i = 0; i < d->sector_count; i++) {
        const r3d_column_level_sector *s = &d->sectors[i];
        put_index(w, "sector", i);
        put_field(w, "floor", s->floor);
        put_field(w, "ceil", s->ceiling);
        put_index(w, " light", s->light);
        put_material(w, d, "floormat", s->floor_material);
        put_material(w, d, "ceilmat", s->ceiling_material);
        put(w, (s->flags & R3D_COLUMN_SECTOR_SKY) != 0 ? " sky" : "");
        put(w, (s->flags & R3D_COLUMN_SECTOR_SKY_FLOOR) != 0 ? " skyfloor\n" : "\n");
    }
}

static void put_side(struct level_writer *w, const r3d_column_level_desc *d,
                     const r3d_column_level_side *side, bool is_hole)
{
    if (is_hole) {
        put_material(w, d, "upper", side->upper);
        put_material(w, d, "lower", side->lower);
    }
    put_material(w, d, is_hole ? "masked" : "mat", side->middle);
    if (side->offset_u != 0.0 || side->offset_v != 0.0) {
        put_field(w, "offset", side->offset_u);
        put_field(w, "", side->offset_v);
    }
}

static bool is_same_look(const r3d_column_level_side *a, const r3d_column_level_side *b)
{
    return a->upper == b->upper && a->middle == b->middle && a->lower == b->lower &&
           a->offset_u == b->offset_u && a->offset_v == b->offset_v;
}

static void put_pegs(struct level_writer *w, uint32_t flags)
{
    const uint32_t both = R3D_COLUMN_WALL_UPPER_BOTTOM | R3D_COLUMN_WALL_MIDDLE_BOTTOM;
    if ((flags & both) == both) {
        put(w, " peg bottom");
    } else {
        put(w, (flags & R3D_COLUMN_WALL_UPPER_BOTTOM) != 0 ? " peg upper" : "");
        put(w, (flags & R3D_COLUMN_WALL_MIDDLE_BOTTOM) != 0 ? " peg middle" : "");
    }
    put(w, (flags & R3D_COLUMN_WALL_LOWER_CEILING) != 0 ? " peg lower" : "");
}

static void put_wall(struct level_writer *w, const r3d_column_level_desc *d, int32_t index)
{
    const r3d_column_level_wall *wall = &d->walls[index];
    const bool is_hole = wall->back.sector >= 0;
    static const char *const strokes[4] = {"-", "s", "e", "se"};
    put_index(w, "wall", index);
    put_index(w, "", wall->a);
    put_index(w, "", wall->b);
    put_index(w, is_hole ? " hole" : " mid", wall->front.sector);
    if (is_hole) {
        put_index(w, "", wall->back.sector);
    }
    put(w, " stroke ");
    put(w, strokes[wall->flags & (R3D_COLUMN_WALL_STROKE_START | R3D_COLUMN_WALL_STROKE_END)]);
    put_side(w, d, &wall->front, is_hole);
    if (is_hole && !is_same_look(&wall->front, &wall->back)) {
        put(w, " back");
        put_side(w, d, &wall->back, is_hole);
    }
    put_pegs(w, wall->flags);
    put(w, (wall->flags & R3D_COLUMN_WALL_BLOCKS) != 0 ? " blocks" : "");
    put(w, (wall->flags & R3D_COLUMN_WALL_UNSEEN) != 0 ? " unseen" : "");
    put(w, is_hole && (wall->flags & R3D_COLUMN_WALL_OPAQUE) != 0 ? " opaque" : "");
    const r3d_column_level_vertex *a = &d->vertices[wall->a];
    const r3d_column_level_vertex *b = &d->vertices[wall->b];
    put(w, a->x == b->x && a->y == b->y ? " empty\n" : "\n");
}

static void put_tree(struct level_writer *w, const r3d_column_level_desc *d)
{
    for (int32_t i = 0; i < d->leaf_count; i++) {
        const r3d_column_level_leaf *s = &d->leaves[i];
        put_index(w, "subsector", i);
        put_index(w, " sector", s->sector);
        put(w, " walls");
        for (int32_t j = 0; j < s->wall_count; j++) {
            put_index(w, "", d->leaf_walls[s->first_wall + j]);
        }
        put(w, "\n");
    }
    static const char *const kinds[] = {" x", " y", " ymx", " xmy"};
    for (int32_t i = 0; i < d->node_count; i++) {
        const r3d_column_level_node *n = &d->nodes[i];
        put_index(w, "node", i);
        put(w, kinds[n->kind]);
        if (n->kind == R3D_COLUMN_NODE_YMX || n->kind == R3D_COLUMN_NODE_XMY) {
            put_ratio(w, n->m_numerator, n->m_denominator);
        }
        put_ratio(w, n->c_numerator, n->c_denominator);
        put_child(w, " low", n->low);
        put_child(w, " high", n->high);
        put(w, "\n");
    }
    put_child(w, "root", d->root);
    put(w, "\n");
}

static void put_things(struct level_writer *w, const r3d_column_level_desc *d)
{
    for (int32_t i = 0; i < d->thing_type_count; i++) {
        const r3d_column_level_thing_type *t = &d->thing_types[i];
        put(w, "thingtype ");
        put(w, t->name);
        put_field(w, "width", t->width);
        put_field(w, "height", t->height);
        put(w, " sprite ");
        put(w, t->sprite == NULL ? "-" : t->sprite);
        if (t->has_offset) {
            put_field(w, "offset", t->left);
            put_field(w, "", t->top);
        }
        put(w, "\n");
    }
    for (int32_t i = 0; i < d->thing_count; i++) {
        const r3d_column_level_thing *t = &d->things[i];
        put_index(w, "thing", i);
        put(w, " ");
        put(w, d->thing_types[t->type].name);
        put_field(w, "", t->x);
        put_field(w, "", t->y);
        if (t->has_z) {
            put_field(w, "z", t->z);
        }
        put(w, "\n");
    }
    for (int32_t i = 0; i < d->mover_count; i++) {
        const r3d_column_level_mover *m = &d->movers[i];
        put(w, "mover ");
        put(w, m->name);
        put_index(w, " sector", m->sector);
        put(w, m->is_ceiling ? " ceil" : " floor");
        put_field(w, "min", m->min);
        put_field(w, "max", m->max);
        if (m->speed > 0.0) {
            put_field(w, "speed", m->speed);
        }
        put(w, "\n");
    }
}

static void put_blocks(struct level_writer *w, const r3d_column_level_blockmap *grid)
{
    if (grid->derived && grid->size == 128.0) {
        put(w, "blockmap derived\n");
        return;
    }
    put(w, "blockmap origin");
    put_field(w, "", grid->x);
    put_field(w, "", grid->y);
    put_field(w, "size", grid->size);
    put_index(w, " cols", grid->columns);
    put_index(w, " rows", grid->rows);
    put(w, "\n");
    for (int32_t i = 0; i < grid->columns * grid->rows; i++) {
        if (grid->offsets[i] == grid->offsets[i + 1]) {
            continue;
        }
        put_index(w, "block", i % grid->columns);
        put_index(w, "", i / grid->columns);
        for (int32_t j = grid->offsets[i]; j < grid->offsets[i + 1]; j++) {
            put_index(w, "", grid->walls[j]);
        }
        put(w, "\n");
    }
}

/* ---- names that a text cannot hold ---- */

static bool is_word(const char *name)
{
    size_t i = 0;
    for (; name[i] != '\0'; i++) {
        if ((unsigned char)name[i] <= ' ' || name[i] == '#') {
            return false;
        }
    }
    return i > 0;
}

static bool is_title(const char *name)
{
    return strpbrk(name, "#\r\n") == NULL;
}

static r3d_result check_names(const struct level_writer *w, const r3d_column_level_desc *d,
                              const char *path, r3d_error *out_error)
{
    const char *bad = d->name != NULL && !is_title(d->name) ? d->name : NULL;
    for (int32_t i = 0; i < d->material_count; i++) {
        bad = is_word(d->materials[i]) ? bad : d->materials[i];
    }
    for (int32_t i = 0; i < d->mover_count; i++) {
        bad = is_word(d->movers[i].name) ? bad : d->movers[i].name;
    }
    struct r3d_priv_names types;
    memset(&types, 0, sizeof types);
    r3d_result result = R3D_OK;
    for (int32_t i = 0; i < d->thing_type_count && result == R3D_OK; i++) {
        const r3d_column_level_thing_type *t = &d->thing_types[i];
        bad = is_word(t->name) && (t->sprite == NULL || is_word(t->sprite)) ? bad : t->name;
        int32_t index = 0;
        result = r3d_priv_names_add(&w->allocator, &types, t->name, strlen(t->name), &index);
        bad = result == R3D_OK && index < i ? t->name : bad;
    }
    r3d_priv_names_free(&w->allocator, &types);
    if (result == R3D_OK && bad != NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_FORMAT_DATA, path, 0, -1,
                                "the name \"%.40s\" cannot be written: names are words without "
                                "blanks and #, and those of thing types differ",
                                bad);
    }
    return result == R3D_OK ? R3D_OK
                            : r3d_priv_io_fail(out_error, result, path, 0, -1, "out of memory");
}

/* Fills the writer; `name` is what errors call the text. */
static r3d_result write_level(const r3d_column_level *level, const char *name,
                              struct level_writer *w, r3d_error *out_error)
{
    r3d_column_level_desc d = *r3d_column_level_get_desc(level);
    const r3d_result names = check_names(w, &d, name, out_error);
    if (names != R3D_OK) {
        return names;
    }
    r3d_column_level_get_tree(level, &d);
    put_head(w, &d);
    put_plan(w, &d);
    for (int32_t i = 0; i < d.wall_count; i++) {
        put_wall(w, &d, i);
    }
    put_tree(w, &d);
    put_things(w, &d);
    put_blocks(w, &d.blockmap);
    return w->failed ? r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, name, 0, -1, "out of memory")
                     : R3D_OK;
}

r3d_result r3d_column_level_encode(const r3d_column_level *level, const r3d_allocator *allocator,
                                   char **out_text, size_t *out_size, r3d_error *out_error)
{
    struct level_writer w;
    memset(&w, 0, sizeof w);
    if (level == NULL || out_text == NULL || out_size == NULL ||
        r3d_priv_io_allocator(allocator, &w.allocator) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, "level", 0, -1,
                                "a level, a place for its text and a whole allocator are needed");
    }
    *out_text = NULL;
    *out_size = 0;
    const r3d_result result = write_level(level, "level", &w, out_error);
    if (result != R3D_OK) {
        r3d_priv_io_free(&w.allocator, w.text.items);
        return result;
    }
    *out_text = w.text.items;
    *out_size = (size_t)w.text.count;
    return R3D_OK;
}

r3d_result r3d_column_level_save(const r3d_column_level *level, const char *path,
                                 r3d_error *out_error)
{
    if (level == NULL || path == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, path == NULL ? "" : path, 0, -1,
                                "a level and a path are needed");
    }
    struct level_writer w;
    memset(&w, 0, sizeof w);
    r3d_priv_io_allocator(NULL, &w.allocator);
    r3d_result result = write_level(level, path, &w, out_error);
    if (result == R3D_OK) {
        result = r3d_file_write(path, w.text.items, (size_t)w.text.count, out_error);
    }
    r3d_priv_io_free(&w.allocator, w.text.items);
    return result;
}
