/* SPDX-License-Identifier: MIT */
/* Levels as text. Source: spec column section 3. */

#include <string.h>

#include "level_text.h"

struct writer {
    r3d_allocator allocator;
    struct r3d_priv_list text;
    bool failed;
};

static void put(struct writer *w, const char *text)
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

static void put_whole(struct writer *w, int64_t number)
{
    char digits[24];
    size_t i = sizeof digits;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    digits[--i] = '\0';
    do {
        digits[--i] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);
    if (number < 0) {
        digits[--i] = '-';
    }
    put(w, digits + i);
}

/* A decimal of at most 15 digits, whatever the locale. */
static void put_number(struct writer *w, double value)
{
    if (value < 0.0) {
        put(w, "-");
        value = -value;
    }
    if (value > 1e15) {
        value = 1e15; /* no coordinate is; node lines of odd files may be */
    }
    double scale = 1.0;
    while (value * scale * 10.0 < 1e15 && scale < 1e9 &&
           (double)(int64_t)(value * scale) != value * scale) {
        scale *= 10.0;
    }
    const int64_t all = (int64_t)(value * scale + 0.5);
    const int64_t whole = all / (int64_t)scale;
    int64_t fraction = all % (int64_t)scale;
    put_whole(w, whole);
    if (fraction == 0) {
        return;
    }
    put(w, ".");
    for (int64_t digit = (int64_t)scale / 10; fraction > 0 && digit > 0; digit /= 10) {
        const char text[2] = {(char)('0' + fraction / digit), '\0'};
        put(w, text);
        fraction %= digit;
    }
}

static void put_field(struct writer *w, const char *keyword, double value)
{
    put(w, " ");
    if (keyword[0] != '\0') {
        put(w, keyword);
        put(w, " ");
    }
    put_number(w, value);
}

static void put_index(struct writer *w, const char *keyword, int64_t value)
{
    put(w, keyword);
    put(w, " ");
    put_whole(w, value);
}

static void put_material(struct writer *w, const r3d_column_level_desc *d, const char *keyword,
                         int32_t material)
{
    if (material >= 0) {
        put(w, " ");
        put(w, keyword);
        put(w, " ");
        put(w, d->materials[material]);
    }
}

static void put_ratio(struct writer *w, double numerator, double denominator)
{
    put(w, " ");
    if (denominator < 0.0) {
        numerator = -numerator;
        denominator = -denominator;
    }
    const double quotient = numerator / denominator;
    if (quotient == (double)(int64_t)quotient && quotient > -1e15 && quotient < 1e15) {
        put_number(w, quotient);
        return;
    }
    put_number(w, numerator);
    put(w, "/");
    put_number(w, denominator);
}

static void put_child(struct writer *w, const char *keyword, int32_t child)
{
    put(w, keyword);
    put(w, child >= 0 ? " n" : " s");
    put_whole(w, child >= 0 ? child : -1 - child);
}

static void put_head(struct writer *w, const r3d_column_level_desc *d)
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

static void put_plan(struct writer *w, const r3d_column_level_desc *d)
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
        put(w, (s->flags & R3D_SECTOR_SKY) != 0 ? " sky\n" : "\n");
    }
}

static void put_wall(struct writer *w, const r3d_column_level_desc *d, int32_t index)
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
    put(w, strokes[wall->flags & (R3D_WALL_STROKE_START | R3D_WALL_STROKE_END)]);
    if (is_hole) {
        put_material(w, d, "upper", wall->front.upper);
        put_material(w, d, "lower", wall->front.lower);
        put_material(w, d, "masked", wall->front.middle);
    } else {
        put_material(w, d, "mat", wall->front.middle);
    }
    if (wall->front.offset_u != 0.0 || wall->front.offset_v != 0.0) {
        put_field(w, "offset", wall->front.offset_u);
        put_field(w, "", wall->front.offset_v);
    }
    const uint32_t pegged = R3D_WALL_UPPER_BOTTOM | R3D_WALL_MIDDLE_BOTTOM;
    put(w, (wall->flags & pegged) == pegged ? " peg bottom" : "");
    put(w, is_hole && (wall->flags & R3D_WALL_BLOCKS) != 0 ? " blocks\n" : "\n");
}

static void put_tree(struct writer *w, const r3d_column_level_desc *d)
{
    for (int32_t i = 0; i < d->subsector_count; i++) {
        const r3d_column_level_subsector *s = &d->subsectors[i];
        put_index(w, "subsector", i);
        put_index(w, " sector", s->sector < 0 ? 0 : s->sector);
        put(w, " walls");
        for (int32_t j = 0; j < s->wall_count; j++) {
            put_index(w, "", d->subsector_walls[s->first_wall + j]);
        }
        put(w, "\n");
    }
    static const char *const kinds[] = {" x", " y", " ymx", " xmy"};
    for (int32_t i = 0; i < d->node_count; i++) {
        const r3d_column_level_node *n = &d->nodes[i];
        put_index(w, "node", i);
        put(w, kinds[n->kind]);
        if (n->kind == R3D_NODE_YMX || n->kind == R3D_NODE_XMY) {
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

static void put_things(struct writer *w, const r3d_column_level_desc *d)
{
    for (int32_t i = 0; i < d->thing_type_count; i++) {
        const r3d_column_level_thing_type *t = &d->thing_types[i];
        put(w, "thingtype ");
        put(w, t->name);
        put_field(w, "width", t->width);
        put_field(w, "height", t->height);
        put(w, " sprite ");
        put(w, t->sprite == NULL ? t->name : t->sprite);
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
    put(w, "blockmap derived\n");
}

r3d_result r3d_column_level_save(const r3d_column_level *level, const char *path,
                                 r3d_error *out_error)
{
    if (level == NULL || path == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, path == NULL ? "" : path, 0, -1,
                                "a level and a path are needed");
    }
    struct writer w;
    memset(&w, 0, sizeof w);
    r3d_priv_io_allocator(NULL, &w.allocator);
    r3d_column_level_desc d = *r3d_column_level_get_desc(level);
    r3d_column_level_get_tree(level, &d);
    put_head(&w, &d);
    put_plan(&w, &d);
    for (int32_t i = 0; i < d.wall_count; i++) {
        put_wall(&w, &d, i);
    }
    put_tree(&w, &d);
    put_things(&w, &d);
    r3d_result result;
    if (w.failed) {
        result = r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, path, 0, -1, "out of memory");
    } else {
        result = r3d_file_write(path, w.text.items, (size_t)w.text.count, out_error);
    }
    r3d_priv_io_free(&w.allocator, w.text.items);
    return result;
}
