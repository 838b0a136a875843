/* SPDX-License-Identifier: MIT */
/* The moves of a frame as matrices. The engine moves whole vertices in integers; a label's vertices
 * all make the same moves, so a matrix for each label says the same up to rounding. What a node
 * cannot do, turn something that was stretched unevenly before, comes out without the shear. */

#include "gltf_pose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows of a 3 x 4 matrix. */
typedef struct matrix {
    double at[3][4];
} matrix;

static const double turn = 6.283185307179586;
static const double unit = 128.0; /* of the engine, in one of glTF */

static matrix identity(void)
{
    matrix m = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    return m;
}

/* a after b */
static matrix multiply(const matrix *a, const matrix *b)
{
    matrix product;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 4; column++) {
            double sum = column == 3 ? a->at[row][3] : 0;
            for (int k = 0; k < 3; k++) {
                sum += a->at[row][k] * b->at[k][column];
            }
            product.at[row][column] = sum;
        }
    }
    return product;
}

static matrix around(const double pivot[3], const matrix *linear)
{
    matrix m = *linear;
    for (int row = 0; row < 3; row++) {
        m.at[row][3] = pivot[row];
        for (int k = 0; k < 3; k++) {
            m.at[row][3] -= linear->at[row][k] * pivot[k];
        }
    }
    return m;
}

/* Turns coordinate a into a*cos + b*sin and b into b*cos - a*sin. */
static matrix plane_turn(int a, int b, int32_t angle)
{
    matrix m = identity();
    double radians = (angle & 255) / 256.0 * turn;
    m.at[a][a] = cos(radians);
    m.at[a][b] = sin(radians);
    m.at[b][a] = -sin(radians);
    m.at[b][b] = cos(radians);
    return m;
}

/* A model that is being posed. */
typedef struct posing {
    const labelled_vertices *vertices;
    double (*places)[3];
    matrix labels[R3D_GLTF_LABELS_MAX];
    double pivot[3];
} posing;

static void move_label(posing *p, int32_t label, const matrix *move)
{
    if (label < 0 || label >= R3D_GLTF_LABELS_MAX) {
        return;
    }
    p->labels[label] = multiply(move, &p->labels[label]);
    for (int32_t i = 0; i < p->vertices->count; i++) {
        if (p->vertices->labels[i] != label) {
            continue;
        }
        double old[3];
        memcpy(old, p->places[i], sizeof old);
        for (int row = 0; row < 3; row++) {
            p->places[i][row] = move->at[row][0] * old[0] + move->at[row][1] * old[1] +
                                move->at[row][2] * old[2] + move->at[row][3];
        }
    }
}

static void set_pivot(posing *p, const r3d_base *base, const r3d_frame_op *op)
{
    double sum[3] = {0, 0, 0};
    int32_t count = 0;
    for (int32_t k = 0; k < base->label_count; k++) {
        for (int32_t i = 0; i < p->vertices->count; i++) {
            if (p->vertices->labels[i] == base->labels[k]) {
                for (int axis = 0; axis < 3; axis++) {
                    sum[axis] += p->places[i][axis];
                }
                count++;
            }
        }
    }
    const double offset[3] = {op->x, op->y, op->z};
    for (int axis = 0; axis < 3; axis++) {
        p->pivot[axis] = (count > 0 ? sum[axis] / count : 0) + offset[axis];
    }
}

static matrix move_of(const posing *p, int32_t type, const r3d_frame_op *op)
{
    matrix m = identity();
    if (type == R3D_BASE_TRANSLATE) {
        m.at[0][3] = op->x;
        m.at[1][3] = op->y;
        m.at[2][3] = op->z;
        return m;
    }
    if (type == R3D_BASE_SCALE) {
        m.at[0][0] = op->x / unit;
        m.at[1][1] = op->y / unit;
        m.at[2][2] = op->z / unit;
        return around(p->pivot, &m);
    }
    matrix about_z = plane_turn(0, 1, op->z);
    matrix about_x = plane_turn(2, 1, op->x);
    matrix about_y = plane_turn(0, 2, op->y);
    m = multiply(&about_x, &about_z);
    m = multiply(&about_y, &m);
    return around(p->pivot, &m);
}

static void apply(posing *p, const r3d_frame *frame)
{
    for (int32_t i = 0; i < frame->op_count; i++) {
        const r3d_frame_op *op = &frame->ops[i];
        const r3d_base *base = &frame->skeleton->bases[op->base];
        if (base->type == R3D_BASE_ORIGIN) {
            set_pivot(p, base, op);
        } else if (base->type >= R3D_BASE_TRANSLATE && base->type <= R3D_BASE_SCALE) {
            matrix move = move_of(p, base->type, op);
            for (int32_t k = 0; k < base->label_count; k++) {
                move_label(p, base->labels[k], &move);
            }
        }
    }
}

/* ---- a matrix as translation, rotation and scale ---- */

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Makes a column a unit vector; returns its length. A vanishing one becomes `otherwise`. */
static double normalise(double v[3], const double otherwise[3])
{
    double length = sqrt(dot(v, v));
    if (length < 1e-9) {
        memcpy(v, otherwise, 3 * sizeof *v);
        return 0;
    }
    for (int i = 0; i < 3; i++) {
        v[i] /= length;
    }
    return length;
}

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* Some vector at a right angle to a unit vector. */
static void perpendicular(const double a[3], double out[3])
{
    static const double axes[2][3] = {{1, 0, 0}, {0, 1, 0}};
    static const double fallback[3] = {0, 0, 1};
    cross(a, fabs(a[0]) < 0.9 ? axes[0] : axes[1], out);
    (void)normalise(out, fallback);
}

static void quaternion(double c[3][3], float out[4])
{
    /* c[k] is column k. The largest of the four squares is taken, so that nothing is divided by
     * little. */
    double q[4] = {1 + c[0][0] - c[1][1] - c[2][2], 1 - c[0][0] + c[1][1] - c[2][2],
                   1 - c[0][0] - c[1][1] + c[2][2], 1 + c[0][0] + c[1][1] + c[2][2]};
    int largest = 3;
    for (int i = 0; i < 3; i++) {
        largest = q[i] > q[largest] ? i : largest;
    }
    double yz = c[1][2] - c[2][1];
    double zx = c[2][0] - c[0][2];
    double xy = c[0][1] - c[1][0];
    double sums[3] = {c[1][2] + c[2][1], c[2][0] + c[0][2], c[0][1] + c[1][0]};
    double s = sqrt(q[largest]);
    const double rows[4][4] = {{q[0], sums[2], sums[1], yz},
                               {sums[2], q[1], sums[0], zx},
                               {sums[1], sums[0], q[2], xy},
                               {yz, zx, xy, q[3]}};
    double length = 0;
    double result[4];
    for (int i = 0; i < 4; i++) {
        result[i] = rows[largest][i] / (2 * s);
        length += result[i] * result[i];
    }
    for (int i = 0; i < 4; i++) {
        out[i] = (float)(result[i] / sqrt(length));
    }
}

static gltf_transform decompose(const matrix *m)
{
    static const double x_axis[3] = {1, 0, 0};
    static const double signs[3] = {1, -1, -1}; /* glTF: y up, z towards the viewer */
    double columns[3][3];
    double side[3];
    gltf_transform t;
    for (int row = 0; row < 3; row++) {
        t.translation[row] = (float)(signs[row] * m->at[row][3] / unit);
        for (int column = 0; column < 3; column++) {
            columns[column][row] = signs[row] * signs[column] * m->at[row][column];
        }
    }
    double last[3];
    memcpy(last, columns[2], sizeof last);
    t.scale[0] = (float)normalise(columns[0], x_axis);
    double along = dot(columns[0], columns[1]);
    for (int i = 0; i < 3; i++) {
        columns[1][i] -= along * columns[0][i];
    }
    perpendicular(columns[0], side);
    t.scale[1] = (float)normalise(columns[1], side);
    cross(columns[0], columns[1], columns[2]);
    t.scale[2] = (float)dot(columns[2], last);
    quaternion(columns, t.rotation);
    return t;
}

bool gltf_pose(const labelled_vertices *vertices, const r3d_frame *frame,
               gltf_transform out_transforms[R3D_GLTF_LABELS_MAX])
{
    posing *p = malloc(sizeof *p);
    double(*places)[3] = malloc(((size_t)vertices->count + 1) * sizeof *places);
    if (p == NULL || places == NULL) {
        free(p);
        free(places);
        return false;
    }
    memset(p, 0, sizeof *p);
    p->vertices = vertices;
    p->places = places;
    for (int32_t i = 0; i < vertices->count; i++) {
        places[i][0] = vertices->x[i];
        places[i][1] = vertices->y[i];
        places[i][2] = vertices->z[i];
    }
    for (int label = 0; label < R3D_GLTF_LABELS_MAX; label++) {
        p->labels[label] = identity();
    }
    if (frame != NULL) {
        apply(p, frame);
    }
    for (int label = 0; label < R3D_GLTF_LABELS_MAX; label++) {
        out_transforms[label] = decompose(&p->labels[label]);
    }
    free(p);
    free(places);
    return true;
}
