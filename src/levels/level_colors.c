/* SPDX-License-Identifier: MIT */
/* Reducing a picture to 256 colours by median cut: a box around all colours is cut again and again
 * where it is longest and fullest, so that either half holds half of the pixels; each box becomes
 * the mean of its pixels. Whole numbers and total orders only: the same everywhere. */

#include "level_colors.h"

#include <stdlib.h>
#include <string.h>

#include "../io/io_internal.h"

enum { COLORS_MAX = 256 };

/* A colour of the picture and how many pixels have it. */
struct color_entry {
    uint32_t rgb;
    uint32_t pixels;
    uint8_t index;
};

struct box {
    size_t first;
    size_t count;
    uint64_t pixels;
    int axis; /* The longest side: 0 red, 1 green, 2 blue. */
    uint32_t side;
};

static int compare_u32(uint32_t a, uint32_t b)
{
    return a < b ? -1 : a > b;
}

static int compare_pixels(const void *a, const void *b)
{
    return compare_u32(*(const uint32_t *)a, *(const uint32_t *)b);
}

static uint32_t channel(uint32_t rgb, int axis)
{
    return rgb >> (16 - 8 * axis) & 255u;
}

/* By one channel, then by the whole colour: no two entries are equal. */
static int compare_channel(const void *a, const void *b, int axis)
{
    const uint32_t x = ((const struct color_entry *)a)->rgb;
    const uint32_t y = ((const struct color_entry *)b)->rgb;
    const int order = compare_u32(channel(x, axis), channel(y, axis));
    return order != 0 ? order : compare_u32(x, y);
}

static int compare_red(const void *a, const void *b)
{
    return compare_channel(a, b, 0);
}

static int compare_green(const void *a, const void *b)
{
    return compare_channel(a, b, 1);
}

static int compare_blue(const void *a, const void *b)
{
    return compare_channel(a, b, 2);
}

static void measure(const struct color_entry *entries, struct box *box)
{
    box->pixels = 0;
    box->side = 0;
    box->axis = 0;
    for (int axis = 0; axis < 3; axis++) {
        uint32_t low = 255;
        uint32_t high = 0;
        for (size_t i = box->first; i < box->first + box->count; i++) {
            const uint32_t value = channel(entries[i].rgb, axis);
            low = value < low ? value : low;
            high = value > high ? value : high;
            box->pixels += axis == 0 ? entries[i].pixels : 0;
        }
        if (high - low > box->side) {
            box->side = high - low;
            box->axis = axis;
        }
    }
}

/* Cuts a box of two or more colours; the upper half becomes a new one. */
static void cut(struct color_entry *entries, struct box *box, struct box *out_upper)
{
    static int (*const orders[3])(const void *, const void *) = {compare_red, compare_green,
                                                                 compare_blue};
    qsort(entries + box->first, box->count, sizeof *entries, orders[box->axis]);
    uint64_t below = entries[box->first].pixels;
    size_t lower = 1;
    while (lower + 1 < box->count && 2 * below < box->pixels) {
        below += entries[box->first + lower].pixels;
        lower++;
    }
    out_upper->first = box->first + lower;
    out_upper->count = box->count - lower;
    box->count = lower;
    measure(entries, box);
    measure(entries, out_upper);
}

static int32_t cut_all(struct color_entry *entries, size_t count, struct box *boxes)
{
    int32_t box_count = 1;
    boxes[0].first = 0;
    boxes[0].count = count;
    measure(entries, &boxes[0]);
    while (box_count < COLORS_MAX) {
        int32_t best = -1;
        uint64_t best_weight = 0;
        for (int32_t i = 0; i < box_count; i++) {
            const uint64_t weight = boxes[i].pixels * boxes[i].side;
            if (weight > best_weight) {
                best_weight = weight;
                best = i;
            }
        }
        if (best < 0) {
            break; /* every box holds one colour */
        }
        cut(entries, &boxes[best], &boxes[box_count++]);
    }
    return box_count;
}

static uint32_t mean(const struct color_entry *entries, const struct box *box)
{
    uint32_t rgb = 0;
    for (int axis = 0; axis < 3; axis++) {
        uint64_t sum = box->pixels / 2; /* rounds */
        for (size_t i = box->first; i < box->first + box->count; i++) {
            sum += (uint64_t)channel(entries[i].rgb, axis) * entries[i].pixels;
        }
        rgb = rgb << 8 | (uint32_t)(sum / box->pixels);
    }
    return rgb;
}

/* Runs of equal numbers in a sorted list become entries. */
static size_t count_colors(const uint32_t *sorted, size_t count, struct color_entry *entries)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && sorted[i] == sorted[i - 1]) {
            entries[used - 1].pixels++;
            continue;
        }
        const struct color_entry entry = {sorted[i], 1, 0};
        entries[used++] = entry;
    }
    return used;
}

static size_t distinct(const uint32_t *sorted, size_t count)
{
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        used += i == 0 || sorted[i] != sorted[i - 1];
    }
    return used;
}

static uint8_t index_of(const struct color_entry *entries, size_t count, uint32_t rgb)
{
    size_t low = 0;
    while (count > 1) {
        const size_t half = count / 2;
        low += entries[low + half].rgb <= rgb ? half : 0;
        count -= half;
    }
    return entries[low].index;
}

r3d_result r3d_priv_choose_colors(const r3d_allocator *allocator, const uint32_t *pixels,
                                  size_t count, struct r3d_priv_colors *out_colors,
                                  uint8_t *out_indices)
{
    memset(out_colors, 0, sizeof *out_colors);
    uint32_t *sorted = r3d_priv_io_alloc(allocator, count * sizeof *sorted);
    if (sorted == NULL) {
        return R3D_ERR_MEMORY;
    }
    memcpy(sorted, pixels, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_pixels);
    struct color_entry *entries =
        r3d_priv_io_alloc(allocator, distinct(sorted, count) * sizeof *entries);
    if (entries == NULL) {
        r3d_priv_io_free(allocator, sorted);
        return R3D_ERR_MEMORY;
    }
    const size_t used = count_colors(sorted, count, entries);
    r3d_priv_io_free(allocator, sorted);
    if (used <= COLORS_MAX) {
        for (size_t i = 0; i < used; i++) {
            out_colors->rgb[i] = entries[i].rgb;
            entries[i].index = (uint8_t)i;
        }
        out_colors->count = (int32_t)used;
    } else {
        struct box boxes[COLORS_MAX];
        out_colors->count = cut_all(entries, used, boxes);
        for (int32_t i = 0; i < out_colors->count; i++) {
            out_colors->rgb[i] = mean(entries, &boxes[i]);
            for (size_t k = boxes[i].first; k < boxes[i].first + boxes[i].count; k++) {
                entries[k].index = (uint8_t)i;
            }
        }
        qsort(entries, used, sizeof *entries, compare_pixels); /* the colour comes first in it */
    }
    for (size_t i = 0; i < count; i++) {
        out_indices[i] = index_of(entries, used, pixels[i]);
    }
    r3d_priv_io_free(allocator, entries);
    return R3D_OK;
}
