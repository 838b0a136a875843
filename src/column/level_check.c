/* SPDX-License-Identifier: MIT */
/* The checks of a description's records. Source: spec column section 3, "Loader must reject". */

#include "level_internal.h"

#include "numbers.h"

typedef struct r3d_priv_column_level_reporter reporter_type;

static bool is_material(const r3d_column_level_desc *desc, int32_t material)
{
    return material >= R3D_COLUMN_NONE && material < desc->material_count;
}

static r3d_result check_count(reporter_type *reporter, r3d_column_level_record record,
                              int32_t count, int32_t limit, const void *array)
{
    if (count < 0 || (count > 0 && array == NULL)) {
        return r3d_priv_column_level_fail(reporter, R3D_ERR_ARGUMENT, record, -1,
                                          "a count is negative or its array missing");
    }
    if (count > limit) {
        return r3d_priv_column_level_fail(reporter, R3D_ERR_LIMIT, record, limit,
                                          "more records than the stated limit");
    }
    return R3D_OK;
}

static r3d_result check_counts(const r3d_column_level_desc *d, reporter_type *r)
{
    const struct {
        r3d_column_level_record record;
        int32_t count;
        int32_t limit;
        const void *array;
    } rows[] = {
        {R3D_COLUMN_RECORD_VERTEX, d->vertex_count, R3D_COLUMN_VERTICES_MAX, d->vertices},
        {R3D_COLUMN_RECORD_SECTOR, d->sector_count, R3D_COLUMN_SECTORS_MAX, d->sectors},
        {R3D_COLUMN_RECORD_WALL, d->wall_count, R3D_COLUMN_WALLS_MAX, d->walls},
        {R3D_COLUMN_RECORD_LEAF, d->leaf_count, R3D_COLUMN_NODES_MAX, d->leaves},
        {R3D_COLUMN_RECORD_LEAF, d->leaf_wall_count, R3D_COLUMN_NODES_MAX, d->leaf_walls},
        {R3D_COLUMN_RECORD_NODE, d->node_count, R3D_COLUMN_NODES_MAX, d->nodes},
        {R3D_COLUMN_RECORD_THING_TYPE, d->thing_type_count, R3D_COLUMN_NAMES_MAX, d->thing_types},
        {R3D_COLUMN_RECORD_THING, d->thing_count, R3D_COLUMN_THINGS_MAX, d->things},
        {R3D_COLUMN_RECORD_MOVER, d->mover_count, R3D_COLUMN_NAMES_MAX, d->movers},
        {R3D_COLUMN_RECORD_LEVEL, d->material_count, R3D_COLUMN_NAMES_MAX, d->materials},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const r3d_result result =
            check_count(r, rows[i].record, rows[i].count, rows[i].limit, rows[i].array);
        if (result != R3D_OK) {
            return result;
        }
    }
    for (int32_t i = 0; i < d->material_count; i++) {
        if (d->materials[i] == NULL) {
            return r3d_priv_column_level_fail(r, R3D_ERR_ARGUMENT, R3D_COLUMN_RECORD_LEVEL, -1,
                                              "a material has no name");
        }
    }
    return R3D_OK;
}

static r3d_result check_head(const r3d_column_level_desc *d, reporter_type *r)
{
    const char *text = NULL;
    r3d_column_level_record record = R3D_COLUMN_RECORD_ACTOR;
    if (!(d->actor_radius >= r3d_priv_column_actor_radius_min &&
          r3d_priv_column_is_coordinate(d->actor_radius))) {
        text = "its radius must be 0.001 or more";
    } else if (!(d->actor_knee >= 0.0 && d->actor_eye >= 0.0 && d->actor_head > 0.0 &&
                 r3d_priv_column_is_coordinate(d->actor_knee) &&
                 r3d_priv_column_is_coordinate(d->actor_eye) &&
                 r3d_priv_column_is_coordinate(d->actor_head))) {
        text = "its heights must not be negative";
    } else if (!r3d_priv_column_is_coordinate(d->start_x) ||
               !r3d_priv_column_is_coordinate(d->start_y) ||
               !r3d_priv_column_is_coordinate(d->start_eye) ||
               !r3d_priv_column_is_coordinate(d->start_yaw)) {
        record = R3D_COLUMN_RECORD_START;
        text = "lies outside the coordinate range";
    }
    return text == NULL ? R3D_OK : r3d_priv_column_level_fail(r, R3D_ERR_RANGE, record, -1, text);
}

static r3d_result check_sectors(const r3d_column_level_desc *d, reporter_type *r)
{
    for (int32_t i = 0; i < d->sector_count; i++) {
        const r3d_column_level_sector *s = &d->sectors[i];
        if (!r3d_priv_column_is_coordinate(s->floor) ||
            !r3d_priv_column_is_coordinate(s->ceiling)) {
            return r3d_priv_column_level_fail(r, R3D_ERR_RANGE, R3D_COLUMN_RECORD_SECTOR, i,
                                              "a height lies outside the coordinate range");
        }
        if (s->ceiling < s->floor) {
            return r3d_priv_column_level_fail(r, R3D_ERR_FORMAT_DATA, R3D_COLUMN_RECORD_SECTOR, i,
                                              "the ceiling lies below the floor");
        }
        if (s->light < 0 || s->light > 255) {
            return r3d_priv_column_level_fail(r, R3D_ERR_RANGE, R3D_COLUMN_RECORD_SECTOR, i,
                                              "light is not 0..255");
        }
        if (!is_material(d, s->floor_material) || !is_material(d, s->ceiling_material)) {
            return r3d_priv_column_level_fail(r, R3D_ERR_FORMAT_INDEX, R3D_COLUMN_RECORD_SECTOR, i,
                                              "a material does not exist");
        }
    }
    return R3D_OK;
}

static const char *wall_reference_fault(const r3d_column_level_desc *d,
                                        const r3d_column_level_wall *w)
{
    if (w->a < 0 || w->a >= d->vertex_count) {
        return "the first vertex does not exist";
    }
    if (w->b < 0 || w->b >= d->vertex_count) {
        return "the second vertex does not exist";
    }
    if (w->front.sector < 0 || w->front.sector >= d->sector_count) {
        return "the front sector does not exist";
    }
    if (w->back.sector < R3D_COLUMN_NONE || w->back.sector >= d->sector_count) {
        return "the back sector does not exist";
    }
    const r3d_column_level_side *sides[2] = {&w->front, &w->back};
    for (int i = 0; i < 2; i++) {
        if (!is_material(d, sides[i]->upper) || !is_material(d, sides[i]->middle) ||
            !is_material(d, sides[i]->lower)) {
            return "a material does not exist";
        }
    }
    return NULL;
}

static r3d_result check_walls(const r3d_column_level_desc *d, reporter_type *r)
{
    for (int32_t i = 0; i < d->vertex_count; i++) {
        if (!r3d_priv_column_is_coordinate(d->vertices[i].x) ||
            !r3d_priv_column_is_coordinate(d->vertices[i].y)) {
            return r3d_priv_column_level_fail(r, R3D_ERR_RANGE, R3D_COLUMN_RECORD_VERTEX, i,
                                              "lies outside the coordinate range");
        }
    }
    for (int32_t i = 0; i < d->wall_count; i++) {
        const r3d_column_level_wall *w = &d->walls[i];
        const char *fault = wall_reference_fault(d, w);
        if (fault != NULL) {
            return r3d_priv_column_level_fail(r, R3D_ERR_FORMAT_INDEX, R3D_COLUMN_RECORD_WALL, i,
                                              fault);
        }
        const r3d_column_level_vertex *a = &d->vertices[w->a];
        const r3d_column_level_vertex *b = &d->vertices[w->b];
        if (a->x == b->x && a->y == b->y && !r->options->allow_empty_walls) {
            return r3d_priv_column_level_fail(r, R3D_ERR_FORMAT_DATA, R3D_COLUMN_RECORD_WALL, i,
                                              "has no length");
        }
        if (r->options->strict && !r->options->allow_equal_sides &&
            w->front.sector == w->back.sector) {
            return r3d_priv_column_level_fail(r, R3D_ERR_FORMAT_DATA, R3D_COLUMN_RECORD_WALL, i,
                                              "front and back are the same sector");
        }
        if (!r3d_priv_column_is_coordinate(w->front.offset_u) ||
            !r3d_priv_column_is_coordinate(w->front.offset_v) ||
            !r3d_priv_column_is_coordinate(w->back.offset_u) ||
            !r3d_priv_column_is_coordinate(w->back.offset_v)) {
            return r3d_priv_column_level_fail(r, R3D_ERR_RANGE, R3D_COLUMN_RECORD_WALL, i,
                                              "an offset lies outside the coordinate range");
        }
    }
    return R3D_OK;
}

static r3d_result check_things(const r3d_column_level_desc *d, reporter_type *r)
{
    for (int32_t i = 0; i < d->thing_type_count; i++) {
        const r3d_column_level_thing_type *t = &d->thing_types[i];
        if (t->name == NULL || !(t->width > 0.0) || !(t->height > 0.0) ||
            !r3d_priv_column_is_coordinate(t->width) || !r3d_priv_column_is_coordinate(t->height)) {
            return r3d_priv_column_level_fail(r, R3D_ERR_RANGE, R3D_COLUMN_RECORD_THING_TYPE, i,
                                              "needs a name and sizes above 0");
        }
    }
    for (int32_t i = 0; i < d->thing_type_count; i++) {
        const r3d_column_level_thing_type *t = &d->thing_types[i];
        if (t->has_offset &&
            (!r3d_priv_column_is_coordinate(t->left) || !r3d_priv_column_is_coordinate(t->top))) {
            return r3d_priv_column_level_fail(r, R3D_ERR_RANGE, R3D_COLUMN_RECORD_THING_TYPE, i,
                                              "an offset lies outside the coordinate range");
        }
    }
    for (int32_t i = 0; i < d->thing_count; i++) {
        const r3d_column_level_thing *t = &d->things[i];
        if (t->type < 0 || t->type >= d->thing_type_count) {
            return r3d_priv_column_level_fail(r, R3D_ERR_FORMAT_INDEX, R3D_COLUMN_RECORD_THING, i,
                                              "its type does not exist");
        }
        if (!r3d_priv_column_is_coordinate(t->x) || !r3d_priv_column_is_coordinate(t->y) ||
            (t->has_z && !r3d_priv_column_is_coordinate(t->z))) {
            return r3d_priv_column_level_fail(r, R3D_ERR_RANGE, R3D_COLUMN_RECORD_THING, i,
                                              "lies outside the coordinate range");
        }
    }
    return R3D_OK;
}

static r3d_result check_movers(const r3d_column_level_desc *d, reporter_type *r)
{
    for (int32_t i = 0; i < d->mover_count; i++) {
        const r3d_column_level_mover *m = &d->movers[i];
        if (m->sector < 0 || m->sector >= d->sector_count) {
            return r3d_priv_column_level_fail(r, R3D_ERR_FORMAT_INDEX, R3D_COLUMN_RECORD_MOVER, i,
                                              "its sector does not exist");
        }
        if (m->name == NULL || !r3d_priv_column_is_coordinate(m->min) ||
            !r3d_priv_column_is_coordinate(m->max) || m->max < m->min || !(m->speed >= 0.0) ||
            !r3d_priv_column_is_coordinate(m->speed)) {
            return r3d_priv_column_level_fail(r, R3D_ERR_RANGE, R3D_COLUMN_RECORD_MOVER, i,
                                              "needs a name, min <= max and a speed of at least 0");
        }
    }
    return R3D_OK;
}

r3d_result r3d_priv_column_level_check(const r3d_column_level_desc *desc, reporter_type *reporter)
{
    r3d_result (*const checks[])(const r3d_column_level_desc *, reporter_type *) = {
        check_counts, check_head, check_sectors, check_walls, check_things, check_movers};
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++) {
        const r3d_result result = checks[i](desc, reporter);
        if (result != R3D_OK) {
            return result;
        }
    }
    if (desc->wall_count == 0) {
        return r3d_priv_column_level_fail(reporter, R3D_ERR_FORMAT_COUNT, R3D_COLUMN_RECORD_LEVEL,
                                          -1, "has no walls");
    }
    return R3D_OK;
}
