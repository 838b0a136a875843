/* SPDX-License-Identifier: MIT */
// The most mismatches in any N x N window: column sums over the last N rows, then a sliding sum.

#include <string.h>

#include "window.h"

struct r3d_priv_window {
    r3d_allocator allocator;
    int32_t width;
    int32_t columns; // N, but not more than the width
    int32_t rows;    // N, but not more than the height
    int64_t inside;  // mismatches in the last N rows
    int64_t max;
    int64_t max_x;
    int64_t max_y;
    int32_t *sums; // mismatches a column in the last N rows
    uint8_t *ring; // one bit a pixel of the last N rows
    size_t ring_stride;
};

r3d_result r3d_priv_window_create(int32_t width, int32_t height, int32_t size,
                                  const r3d_allocator *allocator, r3d_priv_window **out)
{
    *out = NULL;
    r3d_priv_window *w = r3d_priv_diff_alloc(allocator, 1, sizeof *w);
    if (w == NULL) {
        return R3D_ERR_MEMORY;
    }
    memset(w, 0, sizeof *w);
    if (allocator != NULL) {
        w->allocator = *allocator;
    }
    w->width = width;
    w->columns = size < width ? size : width;
    w->rows = size < height ? size : height;
    w->ring_stride = ((size_t)width + 7) / 8;
    w->sums = r3d_priv_diff_alloc(allocator, (size_t)width, sizeof *w->sums);
    w->ring = r3d_priv_diff_alloc(allocator, (size_t)w->rows, w->ring_stride);
    if (w->sums == NULL || w->ring == NULL) {
        r3d_priv_window_destroy(w);
        return R3D_ERR_MEMORY;
    }
    memset(w->sums, 0, (size_t)width * sizeof *w->sums);
    memset(w->ring, 0, (size_t)w->rows * w->ring_stride);
    *out = w;
    return R3D_OK;
}

void r3d_priv_window_destroy(r3d_priv_window *window)
{
    if (window == NULL) {
        return;
    }
    r3d_allocator allocator = window->allocator;
    r3d_priv_diff_free(&allocator, window->sums);
    r3d_priv_diff_free(&allocator, window->ring);
    r3d_priv_diff_free(&allocator, window);
}

static void replace_row(r3d_priv_window *w, uint8_t *bits, const uint16_t *deltas)
{
    for (int32_t x = 0; x < w->width; x++) {
        uint8_t bit = (uint8_t)(1u << (x & 7));
        int32_t before = (bits[x >> 3] & bit) != 0 ? 1 : 0;
        int32_t now = deltas != NULL && deltas[x] != 0 ? 1 : 0;
        w->sums[x] += now - before;
        w->inside += now - before;
        if (now != before) {
            bits[x >> 3] = (uint8_t)(bits[x >> 3] ^ bit);
        }
    }
}

void r3d_priv_window_row(r3d_priv_window *w, int32_t y, const uint16_t *deltas)
{
    if (w->inside != 0 || deltas != NULL) {
        replace_row(w, w->ring + (size_t)(y % w->rows) * w->ring_stride, deltas);
    }
    if (w->inside <= w->max || y < w->rows - 1) {
        return;
    }
    int64_t sum = 0;
    for (int32_t x = 0; x < w->width; x++) {
        sum += w->sums[x];
        if (x >= w->columns) {
            sum -= w->sums[x - w->columns];
        }
        if (x >= w->columns - 1 && sum > w->max) {
            w->max = sum;
            w->max_x = x - (w->columns - 1);
            w->max_y = y - (w->rows - 1);
        }
    }
}

int64_t r3d_priv_window_max(const r3d_priv_window *window, int64_t *out_x, int64_t *out_y)
{
    *out_x = window->max_x;
    *out_y = window->max_y;
    return window->max;
}
