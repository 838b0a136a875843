/* SPDX-License-Identifier: MIT */
// Which pixels of a row mismatch, and by how much; for the comparison and again for pictures.
// Spec golden sections 2.1 to 2.6.

#include <string.h>

#include "differ.h"

// Largest channel difference of each of BLOCK pixels. Bytes and 16-bit pairs only, no branches:
// this is what compilers turn into vector code. The order of the bytes does not matter.
static void block_deltas(const uint32_t *expected, const uint32_t *actual, uint16_t *out_deltas)
{
    uint8_t e[BLOCK * 4];
    uint8_t a[BLOCK * 4];
    uint8_t difference[BLOCK * 4];
    uint16_t pairs[BLOCK * 2];
    memcpy(e, expected, sizeof e);
    memcpy(a, actual, sizeof a);
    for (int i = 0; i < BLOCK * 4; i++) {
        difference[i] = (uint8_t)(e[i] > a[i] ? e[i] - a[i] : a[i] - e[i]);
    }
    memcpy(pairs, difference, sizeof pairs);
    for (int i = 0; i < BLOCK * 2; i++) {
        uint16_t low = pairs[i] & 255u;
        uint16_t high = (uint16_t)(pairs[i] >> 8);
        pairs[i] = low > high ? low : high;
    }
    for (int i = 0; i < BLOCK; i++) {
        out_deltas[i] = pairs[2 * i] > pairs[2 * i + 1] ? pairs[2 * i] : pairs[2 * i + 1];
    }
}

// Exact, without masks. Returns false when the rows are equal.
bool r3d_priv_deltas_exact(const uint32_t *e, const uint32_t *a, int32_t width, uint16_t *deltas)
{
    bool any = false;
    int32_t x = 0;
    for (; x + BLOCK <= width; x += BLOCK) {
        if (memcmp(e + x, a + x, BLOCK * 4) == 0) {
            memset(deltas + x, 0, BLOCK * sizeof *deltas);
        } else {
            block_deltas(e + x, a + x, deltas + x);
            any = true;
        }
    }
    if (x < width) {
        uint32_t tail_e[BLOCK] = {0};
        uint32_t tail_a[BLOCK] = {0};
        uint16_t tail[BLOCK];
        size_t count = (size_t)(width - x);
        memcpy(tail_e, e + x, count * 4);
        memcpy(tail_a, a + x, count * 4);
        block_deltas(tail_e, tail_a, tail);
        memcpy(deltas + x, tail, count * sizeof *tail);
        any = any || memcmp(tail_e, tail_a, count * 4) != 0;
    }
    return any;
}

// Whether a pixel pair mismatches, masks aside, and its largest channel difference.
static bool pixel_mismatches(const r3d_diff_options *v, int32_t width, int32_t x, int32_t y,
                             uint32_t e, uint32_t a, int32_t *out_delta)
{
    int32_t delta = 0;
    bool beyond = false;
    for (int i = 0; i < 4; i++) {
        int32_t d = r3d_priv_diff_channel(e, i) - r3d_priv_diff_channel(a, i);
        d = d < 0 ? -d : d;
        delta = r3d_priv_larger(delta, d);
        beyond = beyond || d > v->tolerance[i];
    }
    *out_delta = delta;
    switch (v->metric) {
    case R3D_DIFF_EXACT:
        return delta != 0;
    case R3D_DIFF_TOLERANCE:
        return beyond;
    default:
        return r3d_priv_metric_differs(v, width, x, y, e, a);
    }
}

static bool looks_antialiased(const r3d_diff_options *v, r3d_priv_channel_rule rule,
                              const r3d_picture_view *expected, const r3d_picture_view *actual,
                              int32_t x, int32_t y)
{
    return v->antialiasing && (r3d_priv_antialiased(v, rule, expected, actual, x, y) ||
                               r3d_priv_antialiased(v, rule, actual, expected, x, y));
}

// Any metric, with masks. Returns false when no pixel counts as a mismatch.
bool r3d_priv_deltas_general(r3d_priv_differ *d, int32_t y, int32_t width)
{
    const r3d_diff_options *v = &d->result.effective.values;
    bool any = false;
    memset(d->deltas, 0, (size_t)width * sizeof *d->deltas);
    for (int32_t x = 0; x < width; x++) {
        int32_t delta;
        if (d->expected_row[x] == d->actual_row[x]) {
            continue;
        }
        d->differs = true;
        if (!pixel_mismatches(v, d->result.width, x, y, d->expected_row[x], d->actual_row[x],
                              &delta)) {
            continue;
        }
        int32_t mask = d->masked ? d->mask_row[x] : 0;
        if (mask == R3D_PRIV_MASK_IGNORE || (mask != 0 && delta <= mask)) {
            d->result.mask_needed++;
        } else if (looks_antialiased(v, d->rule, &d->expected, &d->actual, x, y)) {
            d->result.excused++;
        } else {
            d->deltas[x] = (uint16_t)delta;
            any = true;
        }
    }
    return any;
}

// Samples of the compared channels of a pair of 16-bit pixels.
void r3d_priv_deep_samples(const uint16_t *expected, const uint16_t *actual,
                           r3d_priv_channel_rule rule, int32_t *out_expected, int32_t *out_actual)
{
    bool transparent = rule == R3D_PRIV_RULE_OVER && expected[3] == 0 && actual[3] == 0;
    bool no_color = rule == R3D_PRIV_RULE_ALPHA || transparent;
    for (int i = 0; i < 3; i++) {
        out_expected[i] = no_color ? 0 : expected[i];
        out_actual[i] = no_color ? 0 : actual[i];
    }
    bool opaque = rule == R3D_PRIV_RULE_RGB;
    out_expected[3] = opaque ? 65535 : expected[3];
    out_actual[3] = opaque ? 65535 : actual[3];
}

bool r3d_priv_deltas_deep(r3d_priv_differ *d, int32_t width)
{
    const r3d_diff_options *v = &d->result.effective.values;
    const uint16_t *e = (const uint16_t *)(const void *)d->expected_row;
    const uint16_t *a = (const uint16_t *)(const void *)d->actual_row;
    bool any = false;
    for (int32_t x = 0; x < width; x++) {
        int32_t es[4];
        int32_t as[4];
        int32_t delta = 0;
        bool beyond = false;
        r3d_priv_deep_samples(e + (size_t)x * 4, a + (size_t)x * 4, d->rule, es, as);
        for (int i = 0; i < 4; i++) {
            int32_t difference = es[i] < as[i] ? as[i] - es[i] : es[i] - as[i];
            delta = r3d_priv_larger(delta, difference);
            beyond = beyond || difference > (d->exact ? 0 : v->tolerance[i]);
        }
        d->differs = d->differs || delta != 0;
        // Painted tolerances are 8-bit values: v stands for v * 257 of 65535.
        int32_t mask = d->masked ? d->mask_row[x] : 0;
        d->deltas[x] = 0;
        if (beyond && (mask == R3D_PRIV_MASK_IGNORE || (mask != 0 && delta <= mask * 257))) {
            d->result.mask_needed++;
        } else if (beyond) {
            d->deltas[x] = (uint16_t)delta;
            any = true;
        }
    }
    return any;
}

/* ---- the same again for pictures ---- */

void r3d_priv_classify_row(const r3d_diff_result *result, const r3d_picture_view *expected,
                           const r3d_picture_view *actual, int32_t y, uint32_t *scratch,
                           uint8_t *mask_scratch, uint8_t *out_classes)
{
    const r3d_diff_options *v = &result->effective.values;
    r3d_priv_channel_rule rule = r3d_priv_rule_of(v->channels);
    bool masked = r3d_priv_mask_active(v);
    uint32_t *row_e = scratch;
    uint32_t *row_a = scratch + result->width;
    bool both = y < expected->height && y < actual->height && expected->width == result->width &&
                actual->width == result->width;
    if (both && !masked && expected->layout == actual->layout &&
        memcmp(r3d_priv_diff_view_row(expected, y), r3d_priv_diff_view_row(actual, y),
               (size_t)result->width * (size_t)r3d_priv_diff_layout_bytes(expected->layout)) == 0) {
        memset(out_classes, R3D_PRIV_PIXEL_EQUAL, (size_t)result->width);
        return;
    }
    r3d_isa isa = result->effective.values.isa;
    int32_t width_e = y < expected->height ? expected->width : 0;
    int32_t width_a = y < actual->height ? actual->width : 0;
    width_e = width_e < result->width ? width_e : result->width;
    width_a = width_a < result->width ? width_a : result->width;
    if (width_e != 0) {
        r3d_priv_diff_row_argb(r3d_priv_diff_view_row(expected, y), expected->layout, rule, width_e,
                               isa, row_e);
    }
    if (width_a != 0) {
        r3d_priv_diff_row_argb(r3d_priv_diff_view_row(actual, y), actual->layout, rule, width_a,
                               isa, row_a);
    }
    r3d_priv_diff_rows_pair(rule, width_e < width_a ? width_e : width_a, row_e, row_a);
    if (both && !masked && v->metric == R3D_DIFF_EXACT && result->depth == 8) {
        for (int32_t x = 0; x < result->width; x++) {
            out_classes[x] = row_e[x] != row_a[x] ? R3D_PRIV_PIXEL_MISMATCH : R3D_PRIV_PIXEL_EQUAL;
        }
        return;
    }
    if (masked) {
        r3d_priv_mask_row(v, result->width, result->height, y, mask_scratch);
    }
    for (int32_t x = 0; x < result->width; x++) {
        bool in_e = x < width_e;
        bool in_a = x < width_a;
        int32_t mask = masked ? mask_scratch[x] : 0;
        r3d_priv_pixel_class class = R3D_PRIV_PIXEL_EQUAL;
        int32_t delta;
        if (!in_e && !in_a) {
            class = R3D_PRIV_PIXEL_NOWHERE;
        } else if (mask == R3D_PRIV_MASK_IGNORE) {
            class = R3D_PRIV_PIXEL_MASKED;
        } else if (!in_e || !in_a) {
            class = in_e ? R3D_PRIV_PIXEL_ONLY_EXPECTED : R3D_PRIV_PIXEL_ONLY_ACTUAL;
        } else if (result->depth == 16) {
            const uint16_t *e = r3d_priv_diff_view_row(expected, y);
            const uint16_t *a = r3d_priv_diff_view_row(actual, y);
            int32_t es[4];
            int32_t as[4];
            r3d_priv_deep_samples(e + (size_t)x * 4, a + (size_t)x * 4, rule, es, as);
            delta = 0;
            bool beyond = false;
            for (int i = 0; i < 4; i++) {
                int32_t difference = es[i] < as[i] ? as[i] - es[i] : es[i] - as[i];
                delta = r3d_priv_larger(delta, difference);
                beyond = beyond || difference > (v->metric == R3D_DIFF_EXACT ? 0 : v->tolerance[i]);
            }
            if (beyond && delta > mask * 257) {
                class = R3D_PRIV_PIXEL_MISMATCH;
            }
        } else if (row_e[x] != row_a[x] &&
                   pixel_mismatches(v, result->width, x, y, row_e[x], row_a[x], &delta) &&
                   delta > mask) {
            class = looks_antialiased(v, rule, expected, actual, x, y) ? R3D_PRIV_PIXEL_EXCUSED
                                                                       : R3D_PRIV_PIXEL_MISMATCH;
        }
        out_classes[x] = (uint8_t) class;
    }
}
