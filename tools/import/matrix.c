/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "import.h"

struct aiMatrix4x4 matrix_multiply(const struct aiMatrix4x4 *a, const struct aiMatrix4x4 *b)
{
    struct aiMatrix4x4 m;
    m.a1 = a->a1 * b->a1 + a->a2 * b->b1 + a->a3 * b->c1;
    m.a2 = a->a1 * b->a2 + a->a2 * b->b2 + a->a3 * b->c2;
    m.a3 = a->a1 * b->a3 + a->a2 * b->b3 + a->a3 * b->c3;
    m.a4 = a->a1 * b->a4 + a->a2 * b->b4 + a->a3 * b->c4 + a->a4;
    m.b1 = a->b1 * b->a1 + a->b2 * b->b1 + a->b3 * b->c1;
    m.b2 = a->b1 * b->a2 + a->b2 * b->b2 + a->b3 * b->c2;
    m.b3 = a->b1 * b->a3 + a->b2 * b->b3 + a->b3 * b->c3;
    m.b4 = a->b1 * b->a4 + a->b2 * b->b4 + a->b3 * b->c4 + a->b4;
    m.c1 = a->c1 * b->a1 + a->c2 * b->b1 + a->c3 * b->c1;
    m.c2 = a->c1 * b->a2 + a->c2 * b->b2 + a->c3 * b->c2;
    m.c3 = a->c1 * b->a3 + a->c2 * b->b3 + a->c3 * b->c3;
    m.c4 = a->c1 * b->a4 + a->c2 * b->b4 + a->c3 * b->c4 + a->c4;
    m.d1 = 0;
    m.d2 = 0;
    m.d3 = 0;
    m.d4 = 1;
    return m;
}

double matrix_determinant(const struct aiMatrix4x4 *m)
{
    return (double)m->a1 * ((double)m->b2 * m->c3 - (double)m->b3 * m->c2) -
           (double)m->a2 * ((double)m->b1 * m->c3 - (double)m->b3 * m->c1) +
           (double)m->a3 * ((double)m->b1 * m->c2 - (double)m->b2 * m->c1);
}

void matrix_apply(const struct aiMatrix4x4 *m, const double in[3], double out[3])
{
    out[0] = m->a1 * in[0] + m->a2 * in[1] + m->a3 * in[2] + m->a4;
    out[1] = m->b1 * in[0] + m->b2 * in[1] + m->b3 * in[2] + m->b4;
    out[2] = m->c1 * in[0] + m->c2 * in[1] + m->c3 * in[2] + m->c4;
}

bool matrix_invert(const struct aiMatrix4x4 *m, struct aiMatrix4x4 *out)
{
    double d = matrix_determinant(m);
    if (!(fabs(d) > 1e-12) || !isfinite(d)) {
        return false;
    }
    out->a1 = (ai_real)(((double)m->b2 * m->c3 - (double)m->b3 * m->c2) / d);
    out->a2 = (ai_real)(((double)m->a3 * m->c2 - (double)m->a2 * m->c3) / d);
    out->a3 = (ai_real)(((double)m->a2 * m->b3 - (double)m->a3 * m->b2) / d);
    out->b1 = (ai_real)(((double)m->b3 * m->c1 - (double)m->b1 * m->c3) / d);
    out->b2 = (ai_real)(((double)m->a1 * m->c3 - (double)m->a3 * m->c1) / d);
    out->b3 = (ai_real)(((double)m->a3 * m->b1 - (double)m->a1 * m->b3) / d);
    out->c1 = (ai_real)(((double)m->b1 * m->c2 - (double)m->b2 * m->c1) / d);
    out->c2 = (ai_real)(((double)m->a2 * m->c1 - (double)m->a1 * m->c2) / d);
    out->c3 = (ai_real)(((double)m->a1 * m->b2 - (double)m->a2 * m->b1) / d);
    out->a4 = -(out->a1 * m->a4 + out->a2 * m->b4 + out->a3 * m->c4);
    out->b4 = -(out->b1 * m->a4 + out->b2 * m->b4 + out->b3 * m->c4);
    out->c4 = -(out->c1 * m->a4 + out->c2 * m->b4 + out->c3 * m->c4);
    out->d1 = 0;
    out->d2 = 0;
    out->d3 = 0;
    out->d4 = 1;
    return true;
}

struct aiMatrix4x4 node_place(const struct aiNode *node)
{
    struct aiMatrix4x4 place = node->mTransformation;
    for (const struct aiNode *parent = node->mParent; parent != NULL; parent = parent->mParent) {
        place = matrix_multiply(&parent->mTransformation, &place);
    }
    return place;
}
