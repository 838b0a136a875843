/* SPDX-License-Identifier: MIT */
/* Coverage and weights. Source: spec layers sections 12.5 to 12.7.
 *
 * Corners are within a little more than 2^15 of the middle each way, so edge values and the area are
 * below 2^34, and edge values times q below 2^58. */

#include "perspective_internal.h"

enum { PIXEL_FX4 = 16, CENTER_FX4 = 8, AREA_BITS = 4, PLACE_MAX_FX4 = 1 << 20 };

static bool is_corner(const r3d_perspective_corner *corner)
{
    return corner->depth_q16 >= R3D_PERSPECTIVE_NEAR_MIN_Q16 &&
           corner->depth_q16 <= R3D_PERSPECTIVE_FAR_Q16 && corner->x_fx4 >= -PLACE_MAX_FX4 &&
           corner->x_fx4 <= PLACE_MAX_FX4 && corner->y_fx4 >= -PLACE_MAX_FX4 &&
           corner->y_fx4 <= PLACE_MAX_FX4;
}

static int64_t edge_value(const r3d_perspective_corner *a, const r3d_perspective_corner *b,
                          int64_t x, int64_t y)
{
    return ((int64_t)b->x_fx4 - a->x_fx4) * (y - a->y_fx4) -
           ((int64_t)b->y_fx4 - a->y_fx4) * (x - a->x_fx4);
}

/* The row whose centre is at or below a place. */
static int32_t row_from(int32_t y_fx4)
{
    return (y_fx4 - CENTER_FX4 + PIXEL_FX4 - 1) >> 4;
}

bool r3d_perspective_triangle_init(r3d_perspective_triangle *out_triangle,
                                   const r3d_perspective_corner corners[3],
                                   r3d_perspective_cull cull)
{
    if (out_triangle == NULL || corners == NULL || !is_corner(&corners[0]) ||
        !is_corner(&corners[1]) || !is_corner(&corners[2])) {
        return false;
    }
    /* A clipped vertex is rounded to 1/65536 of a unit, which near the eye is up to 32 places on the
     * picture. */
    enum { SPARE_FX4 = 1 << 12 };
    const int64_t size_max = 2 * R3D_PERSPECTIVE_GUARD_FX4 + SPARE_FX4;
    int32_t least[2] = {corners[0].x_fx4, corners[0].y_fx4};
    int32_t greatest[2] = {corners[0].x_fx4, corners[0].y_fx4};
    int32_t nearest = corners[0].depth_q16;
    for (int i = 1; i < 3; i++) {
        const int32_t place[2] = {corners[i].x_fx4, corners[i].y_fx4};
        for (int axis = 0; axis < 2; axis++) {
            least[axis] = place[axis] < least[axis] ? place[axis] : least[axis];
            greatest[axis] = place[axis] > greatest[axis] ? place[axis] : greatest[axis];
        }
        nearest = corners[i].depth_q16 < nearest ? corners[i].depth_q16 : nearest;
    }
    if (greatest[0] - least[0] > size_max || greatest[1] - least[1] > size_max) {
        return false;
    }
    int64_t area = edge_value(&corners[0], &corners[1], corners[2].x_fx4, corners[2].y_fx4);
    if (area == 0 || (area > 0 && cull == R3D_PERSPECTIVE_CULL_BACK) ||
        (area < 0 && cull == R3D_PERSPECTIVE_CULL_FRONT)) {
        return false;
    }
    r3d_perspective_triangle *t = out_triangle;
    t->is_exchanged = area < 0;
    t->area = area < 0 ? -area : area;
    const r3d_perspective_corner *v[3] = {&corners[0], &corners[t->is_exchanged ? 2 : 1],
                                          &corners[t->is_exchanged ? 1 : 2]};
    for (int i = 0; i < 3; i++) {
        const r3d_perspective_corner *a = v[(i + 1) % 3];
        const r3d_perspective_corner *b = v[(i + 2) % 3];
        t->edge[i] = edge_value(a, b, CENTER_FX4, CENTER_FX4);
        t->across[i] = -((int64_t)b->y_fx4 - a->y_fx4) * PIXEL_FX4;
        t->along[i] = ((int64_t)b->x_fx4 - a->x_fx4) * PIXEL_FX4;
        /* A top or left edge. */
        t->includes[i] = b->y_fx4 < a->y_fx4 || (b->y_fx4 == a->y_fx4 && b->x_fx4 > a->x_fx4);
        t->inverse[i] = ((int64_t)nearest << 24) / v[i]->depth_q16;
    }
    const int32_t bits = r3d_priv_bit_length((uint64_t)t->area);
    t->shift = bits > AREA_BITS ? bits - AREA_BITS : 0;
    t->top = row_from(least[1]);
    t->bottom = row_from(greatest[1]) + 1;
    return true;
}

static int64_t divide_down(int64_t n, int64_t d)
{
    const int64_t quotient = n / d;
    return quotient - (n % d < 0 ? 1 : 0);
}

int32_t r3d_perspective_triangle_run(const r3d_perspective_triangle *triangle, int32_t y,
                                     int32_t left, int32_t right, int32_t *out_first)
{
    if (triangle == NULL || out_first == NULL || y < triangle->top || y >= triangle->bottom) {
        return 0;
    }
    int64_t first = left;
    int64_t end = right;
    for (int i = 0; i < 3; i++) {
        /* Inside where start + x * across >= least. */
        const int64_t start = triangle->edge[i] + triangle->along[i] * y;
        const int64_t least = triangle->includes[i] ? 0 : 1;
        const int64_t across = triangle->across[i];
        if (across == 0) {
            if (start < least) {
                return 0;
            }
        } else if (across > 0) {
            const int64_t from = -divide_down(start - least, across);
            first = from > first ? from : first;
        } else {
            const int64_t to = divide_down(start - least, -across) + 1;
            end = to < end ? to : end;
        }
    }
    *out_first = (int32_t)first;
    return end > first ? (int32_t)(end - first) : 0;
}

void r3d_perspective_triangle_weigh(const r3d_perspective_triangle *triangle, int32_t y,
                                    int32_t first, int32_t count,
                                    r3d_perspective_weights *out_weights)
{
    if (triangle == NULL || out_weights == NULL) {
        return;
    }
    int64_t b[3];
    int64_t step[3];
    for (int i = 0; i < 3; i++) {
        const int64_t value =
            triangle->edge[i] + triangle->along[i] * y + triangle->across[i] * first;
        b[i] = value * triangle->inverse[i];
        step[i] = triangle->across[i] * triangle->inverse[i];
    }
    const int64_t one = (int64_t)1 << 52;
    for (int32_t i = 0; i < count; i++) {
        const int64_t sum = (b[0] + b[1] + b[2]) >> triangle->shift;
        const int64_t reciprocal = one / sum;
        const int32_t b1 = (int32_t)(((b[1] >> triangle->shift) * reciprocal) >> 28);
        const int32_t b2 = (int32_t)(((b[2] >> triangle->shift) * reciprocal) >> 28);
        out_weights[i].b0 = R3D_PERSPECTIVE_ONE_WEIGHT - b1 - b2;
        out_weights[i].b1 = triangle->is_exchanged ? b2 : b1;
        out_weights[i].b2 = triangle->is_exchanged ? b1 : b2;
        for (int k = 0; k < 3; k++) {
            b[k] += step[k];
        }
    }
}

int32_t r3d_call_perspective_mix(int32_t a0, int32_t a1, int32_t a2,
                                 const r3d_perspective_weights *weights)
{
    if (weights == NULL) {
        return 0;
    }
    return r3d_perspective_mix(a0, a1, a2, weights);
}

int32_t r3d_call_perspective_mix_normal(int32_t n0, int32_t n1, int32_t n2,
                                        const r3d_perspective_weights *weights)
{
    if (weights == NULL) {
        return 0;
    }
    return r3d_perspective_mix_normal(n0, n1, n2, weights);
}

int32_t r3d_call_perspective_mix_color(int32_t c0, int32_t c1, int32_t c2,
                                       const r3d_perspective_weights *weights)
{
    if (weights == NULL) {
        return 0;
    }
    return r3d_perspective_mix_color(c0, c1, c2, weights);
}
