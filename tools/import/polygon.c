/* SPDX-License-Identifier: MIT */
/* Ears are cut off one by one: corners that bend outwards and whose triangle holds no other corner. */

#include "polygon.h"

#include <math.h>

typedef struct flat {
    double at[POLYGON_CORNERS_MAX][2]; /* counter-clockwise */
    int32_t next[POLYGON_CORNERS_MAX];
    int32_t before[POLYGON_CORNERS_MAX];
} flat;

static double side(const double a[2], const double b[2], const double c[2])
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/* Drops the axis along which the polygon's normal is longest. */
static void flatten(const double (*places)[3], int32_t count, flat *f)
{
    double normal[3] = {0, 0, 0};
    for (int32_t i = 0; i < count; i++) {
        const double *a = places[i];
        const double *b = places[i + 1 < count ? i + 1 : 0];
        for (int k = 0; k < 3; k++) {
            const int u = (k + 1) % 3;
            const int v = (k + 2) % 3;
            normal[k] += (a[u] - b[u]) * (a[v] + b[v]);
        }
    }
    int axis = 0;
    for (int k = 1; k < 3; k++) {
        axis = fabs(normal[k]) > fabs(normal[axis]) ? k : axis;
    }
    for (int32_t i = 0; i < count; i++) {
        f->at[i][0] = places[i][(axis + 1) % 3];
        f->at[i][1] = places[i][(axis + 2) % 3] * (normal[axis] < 0 ? -1 : 1);
        f->next[i] = i + 1 < count ? i + 1 : 0;
        f->before[i] = i > 0 ? i - 1 : count - 1;
    }
}

static bool is_ear(const flat *f, int32_t corner)
{
    const double *a = f->at[f->before[corner]];
    const double *b = f->at[corner];
    const double *c = f->at[f->next[corner]];
    if (!(side(a, b, c) > 0)) {
        return false;
    }
    for (int32_t i = f->next[f->next[corner]]; i != f->before[corner]; i = f->next[i]) {
        const double *p = f->at[i];
        const bool is_corner = (p[0] == a[0] && p[1] == a[1]) || (p[0] == b[0] && p[1] == b[1]) ||
                               (p[0] == c[0] && p[1] == c[1]);
        if (!is_corner && side(a, b, p) >= 0 && side(b, c, p) >= 0 && side(c, a, p) >= 0) {
            return false;
        }
    }
    return true;
}

void polygon_cut(const double (*places)[3], int32_t corner_count, int32_t *out_corners)
{
    flat f;
    int32_t corner = 0;
    flatten(places, corner_count, &f);
    for (int32_t left = corner_count; left >= 3; left--) {
        /* A polygon that crosses itself may have no ear: then any corner will do. */
        for (int32_t tries = 0; tries < left && !is_ear(&f, corner); tries++) {
            corner = f.next[corner];
        }
        *out_corners++ = f.before[corner];
        *out_corners++ = corner;
        *out_corners++ = f.next[corner];
        f.next[f.before[corner]] = f.next[corner];
        f.before[f.next[corner]] = f.before[corner];
        corner = f.next[corner];
    }
}
