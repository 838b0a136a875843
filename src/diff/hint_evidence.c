/* SPDX-License-Identifier: MIT */
// Whether a transform of the expected picture explains what differs. It must make nearly all mismatches
// right and nothing wrong that was right: the whole picture is looked at, with an early end for what
// cannot be enough.

#include <string.h>

#include "hints.h"

enum {
    SAMPLES_MAX = 1 << 13,
    QUICK_SAMPLES = 1 << 10,
    COLOURS_TOLD_APART = 3,
    WORK_PIXELS = 1 << 28
};

/* ---- pixels ---- */

static r3d_priv_wide widen(uint32_t argb)
{
    return (r3d_priv_wide)(argb >> 16 & 255u) | (r3d_priv_wide)(argb >> 8 & 255u) << 16 |
           (r3d_priv_wide)(argb & 255u) << 32 | (r3d_priv_wide)(argb >> 24) << 48;
}

static uint32_t narrow(r3d_priv_wide pixel)
{
    return (uint32_t)(pixel >> 48 & 255u) << 24 | (uint32_t)(pixel & 255u) << 16 |
           (uint32_t)(pixel >> 16 & 255u) << 8 | (uint32_t)(pixel >> 32 & 255u);
}

static void read_row(const r3d_priv_evidence *e, const r3d_picture_view *view, int32_t x, int32_t y,
                     int32_t count, uint32_t *argb, r3d_priv_wide *out)
{
    const uint8_t *at = (const uint8_t *)r3d_priv_diff_view_row(view, y) +
                        (size_t)x * (size_t)r3d_priv_diff_layout_bytes(view->layout);
    if (e->max == 255) {
        r3d_priv_diff_row_argb(at, view->layout, e->rule, count, e->result->effective.values.isa,
                               argb);
        for (int32_t i = 0; i < count; i++) {
            out[i] = widen(argb[i]);
        }
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        uint16_t s[4];
        memcpy(s, at + (size_t)i * sizeof s, sizeof s);
        out[i] = (r3d_priv_wide)s[0] | (r3d_priv_wide)s[1] << 16 | (r3d_priv_wide)s[2] << 32 |
                 (r3d_priv_wide)s[3] << 48;
        if (e->rule == R3D_PRIV_RULE_RGB) {
            out[i] |= (r3d_priv_wide)0xffffu << 48;
        } else if (e->rule == R3D_PRIV_RULE_ALPHA) {
            out[i] &= (r3d_priv_wide)0xffffu << 48;
        }
    }
}

void r3d_priv_evidence_row(const r3d_priv_evidence *e, const r3d_picture_view *view, int32_t x,
                           int32_t y, int32_t count, r3d_priv_wide *out)
{
    read_row(e, view, x, y, count, e->argb, out);
}

r3d_priv_wide r3d_priv_evidence_pixel(const r3d_priv_evidence *e, const r3d_picture_view *view,
                                      int32_t x, int32_t y)
{
    uint32_t argb;
    r3d_priv_wide pixel;
    read_row(e, view, x, y, 1, &argb, &pixel);
    return pixel;
}

bool r3d_priv_evidence_same(const r3d_priv_evidence *e, int32_t slack, int32_t x, int32_t y,
                            r3d_priv_wide expected, r3d_priv_wide actual)
{
    const r3d_diff_options *v = &e->result->effective.values;
    if (expected == actual) {
        return true;
    }
    if (e->rule == R3D_PRIV_RULE_OVER && (expected | actual) >> 48 == 0) {
        return true;
    }
    bool near = true;
    for (int32_t i = 0; i < 4; i++) {
        int32_t d = r3d_priv_wide_get(expected, i) - r3d_priv_wide_get(actual, i);
        int32_t allowed = v->metric == R3D_DIFF_TOLERANCE ? v->tolerance[i] : 0;
        allowed = allowed > slack ? allowed : slack;
        near = near && d <= allowed && d >= -allowed;
    }
    if (near || v->metric == R3D_DIFF_EXACT || v->metric == R3D_DIFF_TOLERANCE) {
        return near;
    }
    return !r3d_priv_metric_differs(v, e->result->width, x, y, narrow(expected), narrow(actual));
}

/* ---- collecting mismatches ---- */

static void count_colors(r3d_priv_evidence *e)
{
    r3d_priv_wide expected[COLOURS_TOLD_APART];
    r3d_priv_wide actual[COLOURS_TOLD_APART];
    r3d_priv_wide pairs[COLOURS_TOLD_APART][2];
    for (int64_t k = 0; k < e->count; k++) {
        const r3d_priv_hint_pixel *p = &e->changed[k];
        bool new_expected = e->colors_expected < COLOURS_TOLD_APART;
        bool new_actual = e->colors_actual < COLOURS_TOLD_APART;
        bool new_pair = e->pairs < COLOURS_TOLD_APART;
        for (int32_t i = 0; i < COLOURS_TOLD_APART; i++) {
            new_expected = new_expected && (i >= e->colors_expected || expected[i] != p->expected);
            new_actual = new_actual && (i >= e->colors_actual || actual[i] != p->actual);
            new_pair = new_pair &&
                       (i >= e->pairs || pairs[i][0] != p->expected || pairs[i][1] != p->actual);
        }
        if (new_expected) {
            expected[e->colors_expected++] = p->expected;
        }
        if (new_actual) {
            actual[e->colors_actual++] = p->actual;
        }
        if (new_pair) {
            pairs[e->pairs][0] = p->expected;
            pairs[e->pairs++][1] = p->actual;
        }
    }
}

static r3d_result allocate(r3d_priv_evidence *e, size_t samples, const r3d_allocator *allocator)
{
    int32_t widest = e->expected->width > e->actual->width ? e->expected->width : e->actual->width;
    int32_t highest =
        e->expected->height > e->actual->height ? e->expected->height : e->actual->height;
    size_t width = (size_t)(widest > highest ? widest : highest);
    e->changed = r3d_priv_diff_alloc(allocator, samples, sizeof *e->changed);
    // Two rows of wide pixels, three of narrow ones, two of bytes.
    size_t bytes = 2 * sizeof(r3d_priv_wide) + 3 * sizeof(uint32_t) + 2;
    e->memory = r3d_priv_diff_alloc(allocator, width, bytes);
    if (e->changed == NULL || e->memory == NULL) {
        return R3D_ERR_MEMORY;
    }
    e->predicted = e->memory;
    e->found = e->predicted + width;
    e->argb = (uint32_t *)(void *)(e->found + width);
    e->scratch = e->argb + width;
    e->classes = (uint8_t *)(void *)(e->scratch + 2 * width);
    e->mask_row = e->classes + width;
    return R3D_OK;
}

void r3d_priv_evidence_free(r3d_priv_evidence *e, const r3d_allocator *allocator)
{
    r3d_priv_diff_free(allocator, e->changed);
    r3d_priv_diff_free(allocator, e->memory);
}

r3d_result r3d_priv_evidence_collect(r3d_priv_evidence *e, const r3d_allocator *allocator)
{
    const r3d_diff_result *r = e->result;
    e->rule = r3d_priv_rule_of(r->effective.values.channels);
    e->max = r->depth == 16 ? 65535 : 255;
    e->mismatches = r->mismatches - r->only_expected - r->only_actual;
    e->work_left = WORK_PIXELS;
    // Every n-th mismatch in row-major order.
    int64_t every = (e->mismatches + SAMPLES_MAX - 1) / SAMPLES_MAX;
    every = every < 1 ? 1 : every;
    int64_t room = e->mismatches / every + 1;
    if (allocate(e, (size_t)room, allocator) != R3D_OK) {
        return R3D_ERR_MEMORY;
    }
    int64_t skip = 0; // mismatches before the next sample
    for (int32_t y = r->y0; y <= r->y1 && e->mismatches != 0; y++) {
        r3d_priv_classify_row(r, e->expected, e->actual, y, e->scratch, e->mask_row, e->classes);
        for (int32_t x = r->x0; x <= r->x1 && e->count < room; x++) {
            uint64_t eight;
            while (x + 7 <= r->x1 && (memcpy(&eight, e->classes + x, sizeof eight), eight == 0)) {
                x += 8; // R3D_PRIV_PIXEL_EQUAL
            }
            if (x > r->x1 || e->classes[x] != R3D_PRIV_PIXEL_MISMATCH || skip-- > 0) {
                continue;
            }
            skip = every - 1;
            r3d_priv_hint_pixel *p = &e->changed[e->count++];
            p->x = x;
            p->y = y;
            p->expected = r3d_priv_evidence_pixel(e, e->expected, x, y);
            p->actual = r3d_priv_evidence_pixel(e, e->actual, x, y);
        }
    }
    count_colors(e);
    return R3D_OK;
}

/* ---- the transformed picture ---- */

bool r3d_priv_transform_source(const r3d_priv_transform *t, const r3d_picture_view *from,
                               int32_t *x, int32_t *y)
{
    int32_t right = from->width - 1;
    int32_t bottom = from->height - 1;
    int32_t to_x = *x;
    int32_t to_y = *y;
    switch (t->place) {
    case R3D_PRIV_PLACE_SAME:
        break;
    case R3D_PRIV_PLACE_SHIFT:
        *x = to_x - t->dx;
        *y = to_y - t->dy;
        break;
    case R3D_PRIV_PLACE_UPSIDE_DOWN:
        *y = bottom - to_y;
        break;
    case R3D_PRIV_PLACE_MIRROR:
        *x = right - to_x;
        break;
    case R3D_PRIV_PLACE_TURN_180:
        *x = right - to_x;
        *y = bottom - to_y;
        break;
    case R3D_PRIV_PLACE_TURN_90:
        *x = to_y;
        *y = bottom - to_x;
        break;
    case R3D_PRIV_PLACE_TURN_270:
        *x = right - to_y;
        *y = to_x;
        break;
    case R3D_PRIV_PLACE_TRANSPOSE:
        *x = to_y;
        *y = to_x;
        break;
    case R3D_PRIV_PLACE_TRANSVERSE:
        *x = right - to_y;
        *y = bottom - to_x;
        break;
    }
    return *x >= 0 && *y >= 0 && *x <= right && *y <= bottom;
}

// One pixel of the transformed picture; false when it has no source.
static bool predict_pixel(const r3d_priv_evidence *e, const r3d_priv_transform *t, int32_t x,
                          int32_t y, r3d_priv_wide *out)
{
    const r3d_picture_view *from = t->reversed ? e->actual : e->expected;
    if (!r3d_priv_transform_source(t, from, &x, &y)) {
        return false;
    }
    *out = r3d_priv_evidence_pixel(e, from, x, y);
    if (t->values != NULL) {
        t->values(t, out, 1);
    }
    return true;
}

// Pixels x0..x1 - 1 of row y of the transformed picture, those that have a source.
static void predict_row(const r3d_priv_evidence *e, const r3d_priv_transform *t, int32_t y,
                        int32_t *x0, int32_t *x1)
{
    const r3d_picture_view *from = t->reversed ? e->actual : e->expected;
    if (t->place > R3D_PRIV_PLACE_SHIFT) {
        for (int32_t x = *x0; x < *x1; x++) {
            // A flip's or turn's source is inside, the canvas being as large as the picture; after
            // cropping it may not be.
            if (!predict_pixel(e, t, x, y, &e->predicted[x])) {
                *x1 = x;
            }
        }
        return;
    }
    int32_t dx = t->place == R3D_PRIV_PLACE_SHIFT ? t->dx : 0;
    int32_t source_y = y - (t->place == R3D_PRIV_PLACE_SHIFT ? t->dy : 0);
    *x0 = *x0 > dx ? *x0 : dx;
    *x1 = *x1 < from->width + dx ? *x1 : from->width + dx;
    if (source_y < 0 || source_y >= from->height || *x0 >= *x1) {
        *x1 = *x0;
        return;
    }
    r3d_priv_evidence_row(e, from, *x0 - dx, source_y, *x1 - *x0, e->predicted + *x0);
    if (t->values != NULL) {
        t->values(t, e->predicted + *x0, *x1 - *x0);
    }
}

/* ---- judging ---- */

int64_t r3d_priv_evidence_sample(const r3d_priv_evidence *e, const r3d_priv_transform *t,
                                 int64_t *out_tried)
{
    int64_t step = (e->count + QUICK_SAMPLES - 1) / QUICK_SAMPLES;
    int64_t misses = (e->count + step - 1) / step * (100 - R3D_PRIV_HINT_PERCENT) / 100;
    int64_t explained = 0;
    *out_tried = 0;
    for (int64_t i = 0; i < e->count; i += step) {
        const r3d_priv_hint_pixel *p = &e->changed[i];
        r3d_priv_wide predicted;
        if (!predict_pixel(e, t, p->x, p->y, &predicted)) {
            continue; // what moved in speaks neither for nor against
        }
        ++*out_tried;
        explained += r3d_priv_evidence_same(e, t->slack, p->x, p->y, predicted,
                                            t->reversed ? p->expected : p->actual)
                         ? 1
                         : 0;
        if (*out_tried - explained > misses) {
            return 0;
        }
    }
    return explained;
}

// False when the transform is refuted, or the search has taken too long.
static bool judge_row(r3d_priv_evidence *e, const r3d_priv_transform *t, int32_t y,
                      r3d_priv_hint_score *score)
{
    const r3d_diff_result *r = e->result;
    int32_t x0 = 0;
    int32_t x1 = r->width;
    e->work_left -= r->width;
    predict_row(e, t, y, &x0, &x1);
    if (e->work_left < 0 || x0 >= x1) {
        return e->work_left >= 0;
    }
    r3d_priv_classify_row(r, e->expected, e->actual, y, e->scratch, e->mask_row, e->classes);
    r3d_priv_evidence_row(e, t->reversed ? e->expected : e->actual, x0, y, x1 - x0, e->found + x0);
    for (int32_t x = x0; x < x1; x++) {
        bool changed = e->classes[x] == R3D_PRIV_PIXEL_MISMATCH;
        if (!changed && e->classes[x] != R3D_PRIV_PIXEL_EQUAL) {
            continue;
        }
        bool right = r3d_priv_evidence_same(e, t->slack, x, y, e->predicted[x], e->found[x]);
        if (!changed && !right) {
            return false; // it would break what is right
        }
        score->tried += changed ? 1 : 0;
        score->explained += changed && right ? 1 : 0;
    }
    return (score->tried - score->explained) * 100 <= e->mismatches * (100 - R3D_PRIV_HINT_PERCENT);
}

bool r3d_priv_evidence_explains(r3d_priv_evidence *e, const r3d_priv_transform *t,
                                r3d_priv_hint_score *out_score)
{
    const r3d_diff_result *r = e->result;
    int64_t tried;
    int64_t explained = r3d_priv_evidence_sample(e, t, &tried);
    if (explained == 0 || explained * 100 < tried * R3D_PRIV_HINT_PERCENT) {
        return false;
    }
    memset(out_score, 0, sizeof *out_score);
    // Round the mismatches first: there a wrong guess shows soonest.
    int32_t top = r->y0 - R3D_PRIV_HINT_SHIFT > 0 ? r->y0 - R3D_PRIV_HINT_SHIFT : 0;
    int32_t end = r->y1 + R3D_PRIV_HINT_SHIFT + 1;
    end = end < r->height ? end : r->height;
    bool going = true;
    for (int32_t y = top; y < end && going; y++) {
        going = judge_row(e, t, y, out_score);
    }
    for (int32_t y = 0; y < top && going; y++) {
        going = judge_row(e, t, y, out_score);
    }
    for (int32_t y = end; y < r->height && going; y++) {
        going = judge_row(e, t, y, out_score);
    }
    // Most must have a source: of a few pixels at an edge the rest says nothing.
    return going && out_score->tried * 2 >= e->mismatches &&
           r3d_priv_hint_percent(out_score) >= R3D_PRIV_HINT_PERCENT;
}

int32_t r3d_priv_hint_percent(const r3d_priv_hint_score *score)
{
    return score->tried == 0 ? 0 : (int32_t)(score->explained * 100 / score->tried);
}
