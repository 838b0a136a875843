/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "import.h"

import_matrix matrix_identity(void)
{
    const import_matrix m = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
    return m;
}

import_matrix matrix_multiply(const import_matrix *a, const import_matrix *b)
{
    import_matrix m;
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 4; column++) {
            double sum = column == 3 ? a->at[row][3] : 0;
            for (int k = 0; k < 3; k++) {
                sum += a->at[row][k] * b->at[k][column];
            }
            m.at[row][column] = sum;
        }
    }
    return m;
}

/* What is left of a matrix without one row and one column of its turn. */
static double minor(const import_matrix *m, int row, int column)
{
    const int r[2] = {(row + 1) % 3, (row + 2) % 3};
    const int c[2] = {(column + 1) % 3, (column + 2) % 3};
    return m->at[r[0]][c[0]] * m->at[r[1]][c[1]] - m->at[r[0]][c[1]] * m->at[r[1]][c[0]];
}

double matrix_determinant(const import_matrix *m)
{
    return m->at[0][0] * minor(m, 0, 0) + m->at[0][1] * minor(m, 0, 1) +
           m->at[0][2] * minor(m, 0, 2);
}

void matrix_apply(const import_matrix *m, const double in[3], double out[3])
{
    for (int row = 0; row < 3; row++) {
        out[row] =
            m->at[row][0] * in[0] + m->at[row][1] * in[1] + m->at[row][2] * in[2] + m->at[row][3];
    }
}

bool matrix_invert(const import_matrix *m, import_matrix *out)
{
    const double d = matrix_determinant(m);
    if (!(fabs(d) > 1e-12) || !isfinite(d)) {
        return false;
    }
    for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
            out->at[row][column] = minor(m, column, row) / d;
        }
    }
    for (int row = 0; row < 3; row++) {
        out->at[row][3] = -(out->at[row][0] * m->at[0][3] + out->at[row][1] * m->at[1][3] +
                            out->at[row][2] * m->at[2][3]);
    }
    return true;
}

import_matrix matrix_of(const double shift[3], const double turn[4], const double size[3])
{
    double length = 0;
    double q[4];
    for (int i = 0; i < 4; i++) {
        length += turn[i] * turn[i];
    }
    length = length > 0 && isfinite(length) ? sqrt(length) : 0;
    for (int i = 0; i < 4; i++) {
        q[i] = length > 0 ? turn[i] / length : i == 3 ? 1 : 0;
    }
    const double x = q[0];
    const double y = q[1];
    const double z = q[2];
    const double w = q[3];
    const import_matrix m = {{{(1 - 2 * (y * y + z * z)) * size[0], 2 * (x * y - w * z) * size[1],
                               2 * (x * z + w * y) * size[2], shift[0]},
                              {2 * (x * y + w * z) * size[0], (1 - 2 * (x * x + z * z)) * size[1],
                               2 * (y * z - w * x) * size[2], shift[1]},
                              {2 * (x * z - w * y) * size[0], 2 * (y * z + w * x) * size[1],
                               (1 - 2 * (x * x + y * y)) * size[2], shift[2]}}};
    return m;
}
