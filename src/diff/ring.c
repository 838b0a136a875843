/* SPDX-License-Identifier: MIT */
// The red rings: circles, capsules and frames in integers, without anti-aliasing.
// Spec golden section 3; all lengths are doubled so that a centre between two pixels is whole.

#include <string.h>

#include "diff_internal.h"

int64_t r3d_priv_diff_isqrt(int64_t value)
{
    if (value <= 0) {
        return 0;
    }
    // Bit by bit, from the highest power of four that fits.
    uint64_t rest = (uint64_t)value;
    uint64_t root = 0;
    uint64_t bit = (uint64_t)1 << 62;
    while (bit > rest) {
        bit >>= 2;
    }
    while (bit != 0) {
        if (rest >= root + bit) {
            rest -= root + bit;
            root = (root >> 1) + bit;
        } else {
            root >>= 1;
        }
        bit >>= 2;
    }
    return (int64_t)root;
}

int64_t r3d_priv_diff_isqrt_ceil(int64_t value)
{
    int64_t root = r3d_priv_diff_isqrt(value);
    return root * root < value ? root + 1 : root;
}

void r3d_diff_ring_make(int32_t width, int32_t height, int32_t x0, int32_t y0, int32_t x1,
                        int32_t y1, int32_t base_radius, int32_t stroke, r3d_diff_ring *out_ring)
{
    if (out_ring == NULL) {
        return;
    }
    int64_t bw = (int64_t)x1 - x0 + 1;
    int64_t bh = (int64_t)y1 - y0 + 1;
    int64_t longer = bw > bh ? bw : bh;
    int64_t shorter = bw > bh ? bh : bw;
    int64_t padding = base_radius / 4 > 3 ? base_radius / 4 : 3;
    int64_t diagonal = r3d_priv_diff_isqrt_ceil(bw * bw + bh * bh);
    int64_t least = 2 * (int64_t)base_radius;
    memset(out_ring, 0, sizeof *out_ring);
    out_ring->width = width;
    out_ring->height = height;
    out_ring->stroke = stroke;
    out_ring->center_x = (int64_t)x0 + x1;
    out_ring->center_y = (int64_t)y0 + y1;
    out_ring->vertical = bh > bw;
    int64_t radius;
    if (4 * bw >= 3 * (int64_t)width && 4 * bh >= 3 * (int64_t)height) {
        out_ring->kind = R3D_DIFF_RING_FRAME;
        return;
    }
    if (longer >= 2 * shorter && diagonal > 4 * (int64_t)base_radius) {
        out_ring->kind = R3D_DIFF_RING_CAPSULE;
        out_ring->half_length = longer - shorter;
        radius = r3d_priv_diff_isqrt_ceil(2 * shorter * shorter) + 2 * padding;
    } else {
        out_ring->kind = R3D_DIFF_RING_CIRCLE;
        radius = diagonal + 2 * padding;
    }
    out_ring->radius = radius > least ? radius : least;
}

static int64_t distance_along(int64_t doubled, int64_t center, int64_t half_length)
{
    int64_t e = doubled < center ? center - doubled : doubled - center;
    return e > half_length ? e - half_length : 0;
}

bool r3d_diff_ring_covers(const r3d_diff_ring *m, int32_t x, int32_t y)
{
    if (m == NULL) {
        return false;
    }
    if (x < 0 || y < 0 || x >= m->width || y >= m->height) {
        return false;
    }
    if (m->kind == R3D_DIFF_RING_FRAME) {
        return x < m->stroke || y < m->stroke || x >= m->width - m->stroke ||
               y >= m->height - m->stroke;
    }
    int64_t ex = distance_along(2 * (int64_t)x, m->center_x, m->vertical ? 0 : m->half_length);
    int64_t ey = distance_along(2 * (int64_t)y, m->center_y, m->vertical ? m->half_length : 0);
    int64_t square = ex * ex + ey * ey;
    int64_t outer = m->radius + 2 * (int64_t)m->stroke;
    return m->radius * m->radius < square && square <= outer * outer;
}

// Where a ring is painted: its own canvas, or a part of a larger one.
typedef struct target {
    const r3d_diff_canvas *canvas;
    int32_t x0;
    int32_t y0;
    int32_t width; // of the part, not of the canvas
    int32_t height;
} target;

static void paint_span(const target *t, int32_t y, int64_t x0, int64_t x1)
{
    const r3d_diff_canvas *canvas = t->canvas;
    int32_t bytes = r3d_priv_diff_layout_bytes(canvas->layout);
    x0 = x0 < 0 ? 0 : x0;
    x1 = x1 > t->width - 1 ? t->width - 1 : x1;
    if (y < 0 || y >= t->height || x0 > x1) {
        return;
    }
    uint8_t *p =
        canvas->pixels +
        ((size_t)(t->y0 + y) * (size_t)canvas->width + (size_t)(t->x0 + x0)) * (size_t)bytes;
    if (bytes == 1) {
        memset(p, R3D_PRIV_DIFF_RED, (size_t)(x1 - x0 + 1));
        return;
    }
    for (int64_t x = x0; x <= x1; x++, p += bytes) {
        p[0] = 255;
        p[1] = 0;
        p[2] = 0;
        if (bytes == 4) {
            p[3] = 255;
        }
    }
}

static int64_t floor_half(int64_t value)
{
    return value >= 0 ? value / 2 : -((1 - value) / 2);
}

static int64_t ceil_half(int64_t value)
{
    return -floor_half(-value);
}

// Paints the pixels of one row whose |2x - cx|, less the half length, lies in (inner, outer];
// inner is -1 when there is no lower bound.
static void paint_ring_row(const r3d_diff_ring *m, const target *t, int32_t y)
{
    int64_t length_x = m->vertical ? 0 : m->half_length;
    int64_t length_y = m->vertical ? m->half_length : 0;
    int64_t ey = distance_along(2 * (int64_t)y, m->center_y, length_y);
    int64_t outer = m->radius + 2 * (int64_t)m->stroke;
    if (ey > outer) {
        return;
    }
    int64_t reach = r3d_priv_diff_isqrt(outer * outer - ey * ey) + length_x;
    int64_t hole = m->radius * m->radius - ey * ey;
    int64_t left = ceil_half(m->center_x - reach);
    int64_t right = floor_half(m->center_x + reach);
    if (hole < 0) {
        paint_span(t, y, left, right);
        return;
    }
    // ex = 0 belongs to the hole, so everything within the half length does too.
    int64_t inner = r3d_priv_diff_isqrt(hole) + length_x;
    paint_span(t, y, left, ceil_half(m->center_x - inner) - 1);
    paint_span(t, y, floor_half(m->center_x + inner) + 1, right);
}

// First and last row that a ring can reach.
static void extent_of(const r3d_diff_ring *m, int64_t *out_top, int64_t *out_bottom)
{
    int64_t extent = m->radius + 2 * (int64_t)m->stroke + (m->vertical ? m->half_length : 0);
    int64_t top = ceil_half(m->center_y - extent);
    int64_t bottom = floor_half(m->center_y + extent);
    bool frame = m->kind == R3D_DIFF_RING_FRAME;
    *out_top = frame || top < 0 ? 0 : top;
    *out_bottom = frame || bottom > m->height - 1 ? m->height - 1 : bottom;
}

static void paint_row(const r3d_diff_ring *m, const target *t, int32_t y)
{
    if (m->kind != R3D_DIFF_RING_FRAME) {
        paint_ring_row(m, t, y);
    } else if (y < m->stroke || y >= m->height - m->stroke) {
        paint_span(t, y, 0, m->width - 1);
    } else {
        paint_span(t, y, 0, (int64_t)m->stroke - 1);
        paint_span(t, y, (int64_t)m->width - m->stroke, m->width - 1);
    }
}

static void paint(const r3d_diff_ring *m, const target *t)
{
    int64_t top;
    int64_t bottom;
    extent_of(m, &top, &bottom);
    for (int64_t y = top; y <= bottom; y++) {
        paint_row(m, t, (int32_t)y);
    }
}

void r3d_priv_ring_paint_numbers(const r3d_diff_ring *ring, int32_t y, uint8_t *numbers)
{
    int64_t top;
    int64_t bottom;
    extent_of(ring, &top, &bottom);
    if (top <= y && y <= bottom) {
        r3d_diff_canvas canvas = {
            .pixels = numbers, .width = ring->width, .height = 1, .layout = R3D_LAYOUT_GRAY8};
        target t = {&canvas, 0, -y, ring->width, ring->height};
        paint_row(ring, &t, y);
    }
}

void r3d_priv_ring_paint(const r3d_diff_ring *ring, const r3d_diff_canvas *canvas)
{
    // The circled picture may be smaller than the canvas that the ring was made for.
    target t = {canvas, 0, 0, canvas->width, canvas->height};
    paint(ring, &t);
}

void r3d_priv_ring_paint_at(const r3d_diff_ring *ring, const r3d_diff_canvas *canvas, int32_t x0,
                            int32_t y0)
{
    target t = {canvas, x0, y0, ring->width, ring->height};
    paint(ring, &t);
}

size_t r3d_diff_ring_count(const r3d_diff_result *result)
{
    if (result == NULL) {
        return 0;
    }
    size_t most = (size_t)result->effective.values.max_rings;
    return result->cluster_count < most ? result->cluster_count : most;
}
