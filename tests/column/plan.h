/* SPDX-License-Identifier: MIT */
/* Levels made up by tests: arrays that grow, and the shapes that tests need. */

#ifndef R3D_TESTS_COLUMN_PLAN_H
#define R3D_TESTS_COLUMN_PLAN_H

#include <retro3d/column_level.h>

typedef struct plan {
    r3d_column_level_vertex *vertices;
    int32_t vertex_count;
    r3d_column_level_sector *sectors;
    int32_t sector_count;
    r3d_column_level_wall *walls;
    int32_t wall_count;
    r3d_column_level_thing *things;
    int32_t thing_count;
    r3d_column_level_thing_type type;
    int32_t capacity;
} plan;

/* Room for `capacity` records of each kind; one thing type "post", 16 x 32. */
void plan_init(plan *p, int32_t capacity);
void plan_free(plan *p);

int32_t plan_vertex(plan *p, double x, double y);
int32_t plan_sector(plan *p, double floor, double ceiling);
/* `back` -1 makes a middle wall. */
int32_t plan_wall(plan *p, int32_t a, int32_t b, int32_t front, int32_t back);
int32_t plan_thing(plan *p, double x, double y);

/* A rectangle of middle walls seen from inside (a room) or from outside (a pillar). */
void plan_room(plan *p, double x0, double y0, double x1, double y1, int32_t sector);
void plan_pillar(plan *p, double x0, double y0, double x1, double y1, int32_t sector);

/* Points a description at the plan's arrays. */
void plan_desc(const plan *p, r3d_column_level_desc *out);

/* Makes the level; the test fails when that does. */
r3d_column_level *plan_build(const plan *p);

#endif
