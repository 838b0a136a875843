/* SPDX-License-Identifier: MIT */

#include "plan.h"

#include <stdlib.h>
#include <string.h>

#include "cmocka_all.h"

void plan_init(plan *p, int32_t capacity)
{
    memset(p, 0, sizeof *p);
    p->capacity = capacity;
    p->vertices = calloc((size_t)capacity, sizeof *p->vertices);
    p->sectors = calloc((size_t)capacity, sizeof *p->sectors);
    p->walls = calloc((size_t)capacity, sizeof *p->walls);
    p->things = calloc((size_t)capacity, sizeof *p->things);
    assert_non_null(p->vertices);
    assert_non_null(p->sectors);
    assert_non_null(p->walls);
    assert_non_null(p->things);
    p->type.name = "post";
    p->type.width = 16.0;
    p->type.height = 32.0;
}

void plan_free(plan *p)
{
    free(p->vertices);
    free(p->sectors);
    free(p->walls);
    free(p->things);
}

int32_t plan_vertex(plan *p, double x, double y)
{
    assert_true(p->vertex_count < p->capacity);
    p->vertices[p->vertex_count].x = x;
    p->vertices[p->vertex_count].y = y;
    return p->vertex_count++;
}

int32_t plan_sector(plan *p, double floor, double ceiling)
{
    assert_true(p->sector_count < p->capacity);
    r3d_column_level_sector *s = &p->sectors[p->sector_count];
    s->floor = floor;
    s->ceiling = ceiling;
    s->light = 255;
    s->floor_material = R3D_COLUMN_NONE;
    s->ceiling_material = R3D_COLUMN_NONE;
    return p->sector_count++;
}

int32_t plan_wall(plan *p, int32_t a, int32_t b, int32_t front, int32_t back)
{
    assert_true(p->wall_count < p->capacity);
    r3d_column_level_wall *w = &p->walls[p->wall_count];
    w->a = a;
    w->b = b;
    w->front.sector = front;
    w->back.sector = back;
    w->front.upper = w->front.middle = w->front.lower = R3D_COLUMN_NONE;
    w->back.upper = w->back.middle = w->back.lower = R3D_COLUMN_NONE;
    return p->wall_count++;
}

int32_t plan_thing(plan *p, double x, double y)
{
    assert_true(p->thing_count < p->capacity);
    p->things[p->thing_count].x = x;
    p->things[p->thing_count].y = y;
    return p->thing_count++;
}

/* Clockwise: the inside is on the right. */
void plan_room(plan *p, double x0, double y0, double x1, double y1, int32_t sector)
{
    const int32_t v = plan_vertex(p, x0, y0);
    plan_vertex(p, x0, y1);
    plan_vertex(p, x1, y1);
    plan_vertex(p, x1, y0);
    for (int32_t i = 0; i < 4; i++) {
        plan_wall(p, v + i, v + (i + 1) % 4, sector, -1);
    }
}

void plan_pillar(plan *p, double x0, double y0, double x1, double y1, int32_t sector)
{
    const int32_t v = plan_vertex(p, x0, y0);
    plan_vertex(p, x1, y0);
    plan_vertex(p, x1, y1);
    plan_vertex(p, x0, y1);
    for (int32_t i = 0; i < 4; i++) {
        plan_wall(p, v + i, v + (i + 1) % 4, sector, -1);
    }
}

void plan_desc(const plan *p, r3d_column_level_desc *out)
{
    r3d_column_level_desc_init(out);
    out->vertices = p->vertices;
    out->vertex_count = p->vertex_count;
    out->sectors = p->sectors;
    out->sector_count = p->sector_count;
    out->walls = p->walls;
    out->wall_count = p->wall_count;
    out->things = p->things;
    out->thing_count = p->thing_count;
    out->thing_types = &p->type;
    out->thing_type_count = 1;
}

r3d_column_level *plan_build(const plan *p)
{
    r3d_column_level_desc desc;
    plan_desc(p, &desc);
    r3d_column_level *level = NULL;
    r3d_error error;
    if (r3d_column_level_create(&desc, NULL, NULL, &level, &error) != R3D_OK) {
        fail_msg("%s", error.message);
    }
    return level;
}
