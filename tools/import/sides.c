/* SPDX-License-Identifier: MIT */
/* Faces that their model shows from both sides. The engine shows one. Here each such face is looked
 * at from many directions: one that is open to the outside on its back only is turned over, one
 * that is open on both sides gets a second face for its back, all others (most: the insides of
 * closed models) stay. */

#include <math.h>
#include <stdlib.h>

#include "import.h"

enum {
    DIRECTIONS = 48,
    OPEN_MIN = 2,    /* directions that must be open for a side to count as visible */
    FACES_MAX = 4096 /* the work grows with the square */
};

static const double pi = 3.14159265358979323846;
static const double least_slope = 0.15; /* of a direction against the face */

typedef struct vector {
    double x, y, z;
} vector;

static vector minus(vector a, vector b)
{
    const vector d = {a.x - b.x, a.y - b.y, a.z - b.z};
    return d;
}

static vector cross(vector a, vector b)
{
    const vector c = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    return c;
}

static double dot(vector a, vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static vector vertex(const import_faces *f, int32_t i)
{
    const vector v = {f->x[i], f->y[i], f->z[i]};
    return v;
}

/* Directions spread evenly over the sphere (a spiral from pole to pole). */
static vector direction(int i)
{
    double z = 1 - (2 * i + 1) / (double)DIRECTIONS;
    double radius = sqrt(1 - z * z);
    double turn = i * pi * (3 - sqrt(5));
    const vector d = {radius * cos(turn), radius * sin(turn), z};
    return d;
}

static bool hits(const import_faces *f, int32_t face, vector from, vector ray)
{
    const int32_t *corner = f->corners + (size_t)face * 3;
    vector a = vertex(f, corner[0]);
    vector e = minus(vertex(f, corner[1]), a);
    vector g = minus(vertex(f, corner[2]), a);
    vector p = cross(ray, g);
    double determinant = dot(e, p);
    if (fabs(determinant) < 1e-9) {
        return false;
    }
    vector t = minus(from, a);
    double u = dot(t, p) / determinant;
    vector q = cross(t, e);
    double v = dot(ray, q) / determinant;
    return u >= 0 && v >= 0 && u + v <= 1 && dot(g, q) / determinant > 1e-6;
}

static bool is_open(const import_faces *f, int32_t count, int32_t self, vector from, vector ray)
{
    for (int32_t i = 0; i < count; i++) {
        if (i != self && hits(f, i, from, ray)) {
            return false;
        }
    }
    return true;
}

/* Counts the open directions on the front and on the back of a face. */
static void look_around(const import_faces *f, int32_t count, int32_t face, int *out_front,
                        int *out_back)
{
    const int32_t *corner = f->corners + (size_t)face * 3;
    vector a = vertex(f, corner[0]);
    vector b = vertex(f, corner[1]);
    vector c = vertex(f, corner[2]);
    vector normal = cross(minus(b, a), minus(c, a));
    double length = sqrt(dot(normal, normal));
    const vector middle = {(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3, (a.z + b.z + c.z) / 3};
    *out_front = 0;
    *out_back = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
        vector ray = direction(i);
        double slope = dot(ray, normal) / length;
        if (fabs(slope) >= least_slope && is_open(f, count, face, middle, ray)) {
            *(slope > 0 ? out_front : out_back) += 1;
        }
    }
}

/* The vertex that backs use in place of another, so that their light does not mix with the fronts'.
 */
static int32_t back_vertex(import_faces *f, int32_t *backs, int32_t v)
{
    if (backs[v] < 0) {
        int32_t copy = f->vertex_count++;
        f->x[copy] = f->x[v];
        f->y[copy] = f->y[v];
        f->z[copy] = f->z[v];
        f->labels[copy] = f->labels[v];
        backs[v] = copy;
    }
    return backs[v];
}

bool import_fix_sides(import_faces *f)
{
    int32_t count = f->face_count;
    int32_t *backs = malloc(((size_t)f->vertex_count + 1) * sizeof *backs);
    signed char *verdicts = calloc((size_t)count + 1, sizeof *verdicts); /* 1 turn over, 2 double */
    if (count > FACES_MAX || backs == NULL || verdicts == NULL) {
        bool out_of_memory = backs == NULL || verdicts == NULL;
        free(backs);
        free(verdicts);
        return !out_of_memory; /* too large a model stays as it is */
    }
    for (int32_t i = 0; i < f->vertex_count; i++) {
        backs[i] = -1;
    }
    for (int32_t i = 0; i < count; i++) {
        int front = 0;
        int back = 0;
        if (f->two_sided[i]) {
            look_around(f, count, i, &front, &back);
        }
        if (back >= OPEN_MIN) {
            verdicts[i] = front == 0 ? 1 : 2;
        }
    }
    for (int32_t i = 0; i < count; i++) {
        if (verdicts[i] != 0) {
            int32_t to = verdicts[i] == 1 ? i : f->face_count++;
            const int32_t corner[3] = {f->corners[(size_t)i * 3], f->corners[(size_t)i * 3 + 1],
                                       f->corners[(size_t)i * 3 + 2]};
            f->corners[(size_t)to * 3] = back_vertex(f, backs, corner[0]);
            f->corners[(size_t)to * 3 + 1] = back_vertex(f, backs, corner[2]);
            f->corners[(size_t)to * 3 + 2] = back_vertex(f, backs, corner[1]);
            f->colors[to] = f->colors[i];
            f->infos[to] = f->infos[i];
            f->alphas[to] = f->alphas[i];
        }
    }
    free(backs);
    free(verdicts);
    return true;
}
