/* SPDX-License-Identifier: MIT */
// Rows of a comparison: the fast ways out for equal ones, statistics and runs of the others.
// Spec golden sections 2, 3 and 9.

#include <string.h>

#include "differ.h"

enum { SPARSE = 16 }; // up to so many mismatches, a block is counted pixel by pixel

// Channel of each byte of a canonical pixel in memory.
static int channel_of_byte(int byte)
{
    const uint32_t probe = 0x03000102u; // A, R, G, B hold their RGBA index
    uint8_t bytes[4];
    memcpy(bytes, &probe, 4);
    return bytes[byte];
}

// Maxima, sums and histogram of BLOCK exactly compared pixels; equal ones contribute nothing but to
// the count of delta 0, which nobody reads.
static void block_statistics(r3d_priv_differ *d, const uint32_t *expected, const uint32_t *actual,
                             const uint16_t *deltas)
{
    r3d_diff_result *r = &d->result;
    uint8_t e[BLOCK * 4];
    uint8_t a[BLOCK * 4];
    uint8_t maxima[16] = {0};
    // Two channels in one word: 64 values of at most 255 stay below 65536.
    uint32_t red_blue_e = 0;
    uint32_t red_blue_a = 0;
    uint32_t alpha_green_e = 0;
    uint32_t alpha_green_a = 0;
    memcpy(e, expected, sizeof e);
    memcpy(a, actual, sizeof a);
    for (int i = 0; i < BLOCK * 4; i++) {
        e[i] = (uint8_t)(e[i] > a[i] ? e[i] - a[i] : a[i] - e[i]);
    }
    for (int i = 0; i < BLOCK * 4; i += 16) {
        for (int j = 0; j < 16; j++) {
            maxima[j] = maxima[j] > e[i + j] ? maxima[j] : e[i + j];
        }
    }
    for (int i = 0; i < BLOCK; i++) {
        red_blue_e += expected[i] & 0x00ff00ffu;
        red_blue_a += actual[i] & 0x00ff00ffu;
        alpha_green_e += expected[i] >> 8 & 0x00ff00ffu;
        alpha_green_a += actual[i] >> 8 & 0x00ff00ffu;
    }
    for (int j = 0; j < 16; j++) {
        int channel = channel_of_byte(j & 3);
        r->max_delta[channel] = r3d_priv_larger(r->max_delta[channel], maxima[j]);
    }
    r->delta_sum[0] += (int64_t)(red_blue_a >> 16) - (int64_t)(red_blue_e >> 16);
    r->delta_sum[1] += (int64_t)(alpha_green_a & 0xffffu) - (int64_t)(alpha_green_e & 0xffffu);
    r->delta_sum[2] += (int64_t)(red_blue_a & 0xffffu) - (int64_t)(red_blue_e & 0xffffu);
    r->delta_sum[3] += (int64_t)(alpha_green_a >> 16) - (int64_t)(alpha_green_e >> 16);
    for (int i = 0; i < BLOCK; i += DELTA_TABLES) {
        for (int j = 0; j < DELTA_TABLES; j++) {
            d->delta_counts[j][deltas[i + j]]++;
        }
    }
}

// The same for one mismatching pixel that both pictures have.
static void pixel_statistics(r3d_priv_differ *d, int32_t x)
{
    r3d_diff_result *r = &d->result;
    int32_t e[4];
    int32_t a[4];
    if (r->depth == 16) {
        r3d_priv_deep_samples((const uint16_t *)(const void *)d->expected_row + (size_t)x * 4,
                              (const uint16_t *)(const void *)d->actual_row + (size_t)x * 4,
                              d->rule, e, a);
    } else {
        for (int i = 0; i < 4; i++) {
            e[i] = r3d_priv_diff_channel(d->expected_row[x], i);
            a[i] = r3d_priv_diff_channel(d->actual_row[x], i);
        }
    }
    for (int i = 0; i < 4; i++) {
        int32_t difference = a[i] - e[i];
        r->delta_sum[i] += difference;
        r->max_delta[i] =
            r3d_priv_larger(r->max_delta[i], difference < 0 ? -difference : difference);
    }
    int32_t delta = d->deltas[x];
    d->delta_counts[0][r->depth == 16 ? (delta + 256) / 257 : delta]++;
}

static uint32_t shown_color(const r3d_priv_differ *d, const uint32_t *row, int32_t x)
{
    if (d->result.depth == 8) {
        return row[x];
    }
    uint32_t argb;
    r3d_priv_diff_row_argb(row + (size_t)x * 2, R3D_LAYOUT_RGBA16, d->rule, 1, R3D_ISA_SCALAR,
                           &argb);
    return argb;
}

static r3d_diff_pixel pixel_at(const r3d_priv_differ *d, int32_t x, int32_t y)
{
    const r3d_diff_result *r = &d->result;
    r3d_diff_pixel p;
    p.x = x;
    p.y = y;
    p.in_expected = x < r->expected_width && y < r->expected_height;
    p.in_actual = x < r->actual_width && y < r->actual_height;
    p.expected_argb = p.in_expected ? shown_color(d, d->expected_row, x) : 0;
    p.actual_argb = p.in_actual ? shown_color(d, d->actual_row, x) : 0;
    return p;
}

typedef struct run_builder {
    r3d_priv_run *runs;
    size_t count;
    int32_t distance;
} run_builder;

// Adds mismatches x0..x1 to the last run, or to a new one when the gap is wider than D.
static void add_to_runs(r3d_priv_differ *d, run_builder *builder, int32_t y, int32_t x0, int32_t x1,
                        int64_t count, int64_t delta_sum, int32_t max_delta)
{
    r3d_priv_run *run = builder->count != 0 ? &builder->runs[builder->count - 1] : NULL;
    if (run == NULL || x0 - run->x1 > builder->distance) {
        run = &builder->runs[builder->count++];
        run->x0 = x0;
        run->count = 0;
        run->delta_sum = 0;
        run->max_delta = 0;
        run->first = pixel_at(d, x0, y);
    }
    run->x1 = x1;
    run->count += count;
    run->delta_sum += delta_sum;
    run->max_delta = r3d_priv_larger(run->max_delta, max_delta);
}

static void list_first(r3d_priv_differ *d, int32_t x, int32_t y)
{
    r3d_diff_result *r = &d->result;
    if (r->first_count < R3D_DIFF_FIRST_COUNT) {
        r->first[r->first_count++] = pixel_at(d, x, y);
    }
}

static void count_pixels(r3d_priv_differ *d, run_builder *builder, int32_t y, int32_t x0,
                         int32_t x1, bool statistics)
{
    r3d_diff_result *r = &d->result;
    for (int32_t x = x0; x < x1; x++) {
        uint64_t four;
        while (x + 4 <= x1 && (memcpy(&four, d->deltas + x, sizeof four), four == 0)) {
            x += 4;
        }
        int32_t delta = x < x1 ? d->deltas[x] : 0;
        if (delta == 0) {
            continue;
        }
        bool both = x < d->common_width && y < d->common_height;
        if (!both) {
            d->delta_counts[0][255]++;
        } else if (statistics) {
            pixel_statistics(d, x);
        }
        list_first(d, x, y);
        add_to_runs(d, builder, y, x, x, 1, delta, delta);
        r->mismatches++;
    }
}

// A block in which every pixel mismatches.
static void count_full_block(r3d_priv_differ *d, run_builder *builder, int32_t y, int32_t x0)
{
    int32_t sum = 0;
    uint16_t highest = 0;
    for (int i = 0; i < BLOCK; i++) {
        sum += d->deltas[x0 + i];
        highest = d->deltas[x0 + i] > highest ? d->deltas[x0 + i] : highest;
    }
    for (int32_t x = x0; x < x0 + BLOCK && d->result.first_count < R3D_DIFF_FIRST_COUNT; x++) {
        list_first(d, x, y);
    }
    add_to_runs(d, builder, y, x0, x0 + BLOCK - 1, BLOCK, sum, highest);
    d->result.mismatches += BLOCK;
}

static r3d_result count_row(r3d_priv_differ *d, int32_t y)
{
    r3d_diff_result *r = &d->result;
    run_builder builder = {d->runs, 0, r->link_distance};
    bool by_block = d->exact && !d->masked && r->depth == 8;
    int32_t row_common = y < d->common_height ? d->common_width : 0;
    int32_t x = 0;
    for (; by_block && x + BLOCK <= row_common; x += BLOCK) {
        uint16_t mismatching = 0;
        for (int i = 0; i < BLOCK; i++) {
            mismatching = (uint16_t)(mismatching + (d->deltas[x + i] != 0 ? 1 : 0));
        }
        if (mismatching == 0) {
            continue;
        }
        bool sparse = mismatching <= SPARSE;
        if (!sparse) {
            block_statistics(d, d->expected_row + x, d->actual_row + x, d->deltas + x);
        }
        if (mismatching == BLOCK) {
            count_full_block(d, &builder, y, x);
        } else {
            count_pixels(d, &builder, y, x, x + BLOCK, sparse);
        }
    }
    count_pixels(d, &builder, y, x, r->width, true);
    if (builder.count == 0) {
        return R3D_OK;
    }
    r->x0 = builder.runs[0].x0 < r->x0 ? builder.runs[0].x0 : r->x0;
    r->x1 = r3d_priv_larger(r->x1, builder.runs[builder.count - 1].x1);
    r->y0 = y < r->y0 ? y : r->y0;
    r->y1 = y;
    return r3d_priv_clusterer_row(d->clusterer, y, builder.runs, builder.count);
}

/* ---- one row ---- */

// Pixels of this row that exist in at least one picture.
static int32_t present_width(const r3d_diff_result *r, int32_t y)
{
    int32_t width = r3d_priv_larger(y < r->expected_height ? r->expected_width : 0,
                                    y < r->actual_height ? r->actual_width : 0);
    return width < r->width ? width : r->width;
}

static void count_compared(r3d_priv_differ *d, int32_t y)
{
    int32_t width = present_width(&d->result, y);
    int64_t masked = 0;
    for (int32_t x = 0; d->masked && x < width; x++) {
        masked += d->mask_row[x] == R3D_PRIV_MASK_IGNORE ? 1 : 0;
    }
    d->result.masked += masked;
    d->result.compared += width - masked;
}

// Marks the pixels from x0 that one picture alone has.
static bool deltas_alone(r3d_priv_differ *d, int32_t x0, int32_t x1, int64_t *count)
{
    bool any = false;
    for (int32_t x = x0; x < x1; x++) {
        bool ignored = d->masked && d->mask_row[x] == R3D_PRIV_MASK_IGNORE;
        d->deltas[x] = ignored ? 0 : d->result.depth == 16 ? 65535 : 255;
        *count += ignored ? 0 : 1;
        any = any || !ignored;
    }
    return any;
}

static void load_row(const r3d_priv_differ *d, const void *row, const r3d_picture_view *view,
                     uint32_t *out)
{
    if (row == NULL) {
        return;
    }
    int32_t width = view->width < d->result.width ? view->width : d->result.width;
    if (d->result.depth == 16) {
        memcpy(out, row, (size_t)width * 8);
    } else {
        r3d_priv_diff_row_argb(row, view->layout, d->rule, width, d->result.effective.values.isa,
                               out);
    }
}

static bool rows_are_identical(const r3d_priv_differ *d, const void *expected_row,
                               const void *actual_row)
{
    return expected_row != NULL && actual_row != NULL && d->expected.layout == d->actual.layout &&
           d->expected.width == d->actual.width &&
           memcmp(expected_row, actual_row,
                  (size_t)d->expected.width *
                      (size_t)r3d_priv_diff_layout_bytes(d->expected.layout)) == 0;
}

// Whether rows differ in anything that is not compared: alpha, colours of transparent pixels, low bytes.
// Fills both row buffers with something else.
static bool rows_differ_beyond(const r3d_priv_differ *d, const void *expected_row,
                               const void *actual_row)
{
    bool deep_e = d->expected.layout == R3D_LAYOUT_RGBA16;
    bool deep_a = d->actual.layout == R3D_LAYOUT_RGBA16;
    int32_t width = d->common_width;
    if (deep_e && deep_a) {
        return memcmp(expected_row, actual_row, (size_t)width * 8) != 0;
    }
    if (deep_e || deep_a) { // 8 bits are 16 whose bytes are equal
        const uint8_t *bytes = deep_e ? expected_row : actual_row;
        for (int32_t i = 0; i < width * 4; i++) {
            if (bytes[2 * i] != bytes[2 * i + 1]) {
                return true;
            }
        }
    }
    r3d_isa isa = d->result.effective.values.isa;
    r3d_priv_diff_row_argb(expected_row, d->expected.layout, R3D_PRIV_RULE_RGBA, width, isa,
                           d->expected_row);
    r3d_priv_diff_row_argb(actual_row, d->actual.layout, R3D_PRIV_RULE_RGBA, width, isa,
                           d->actual_row);
    return memcmp(d->expected_row, d->actual_row, (size_t)width * sizeof *d->expected_row) != 0;
}

// Whether BLOCK pixels differ; `turn` exchanges red and blue of the second ones.
static bool words_differ(const uint8_t *first, const uint8_t *second, bool turn,
                         uint32_t opaque_first, uint32_t opaque_second, uint32_t mask)
{
    uint32_t p[BLOCK];
    uint32_t q[BLOCK];
    uint32_t differing = 0;
    memcpy(p, first, sizeof p);
    memcpy(q, second, sizeof q);
    if (turn) {
        for (int i = 0; i < BLOCK; i++) {
            uint32_t turned = q[i] << 16 | q[i] >> 16;
            uint32_t argb = (q[i] & 0xff00ff00u) | (turned & 0x00ff00ffu);
            differing |= (p[i] | opaque_first) ^ (argb | opaque_second);
        }
    } else {
        // Of two swapped rows alpha lies in the same place as in ARGB.
        for (int i = 0; i < BLOCK; i++) {
            differing |= (p[i] | opaque_first) ^ (q[i] | opaque_second);
        }
    }
    return (differing & mask) != 0;
}

// Whether rows of 32-bit pixels of any two layouts are equal in the compared channels. Reads them
// where they are; false only means that they must be looked at more closely.
static bool words_are_equal(const r3d_priv_differ *d, const void *expected_row,
                            const void *actual_row)
{
    bool swapped_e;
    bool swapped_a;
    if (expected_row == NULL || actual_row == NULL || d->expected.width != d->actual.width ||
        d->rule == R3D_PRIV_RULE_ALPHA ||
        !r3d_priv_diff_word_order(d->expected.layout, &swapped_e) ||
        !r3d_priv_diff_word_order(d->actual.layout, &swapped_a)) {
        return false;
    }
    const uint8_t *e = expected_row;
    const uint8_t *a = actual_row;
    const uint32_t mask = d->rule == R3D_PRIV_RULE_RGB ? 0x00ffffffu : 0xffffffffu;
    const uint32_t opaque_e = d->expected.layout == R3D_LAYOUT_XRGB32 ? 0xff000000u : 0;
    const uint32_t opaque_a = d->actual.layout == R3D_LAYOUT_XRGB32 ? 0xff000000u : 0;
    const uint8_t *straight = swapped_e ? a : e;
    const uint8_t *other = swapped_e ? e : a;
    const uint32_t opaque_straight = swapped_e ? opaque_a : opaque_e;
    const uint32_t opaque_other = swapped_e ? opaque_e : opaque_a;
    bool turn = swapped_e != swapped_a;
    int32_t width = d->expected.width;
    int32_t x = 0;
    for (; x + BLOCK <= width; x += BLOCK) {
        if (words_differ(straight + (size_t)x * 4, other + (size_t)x * 4, turn, opaque_straight,
                         opaque_other, mask)) {
            return false;
        }
    }
    // The rest as the last whole block; rows shorter than a block are not worth the trouble.
    return x == width || (width >= BLOCK && !words_differ(straight + (size_t)(width - BLOCK) * 4,
                                                          other + (size_t)(width - BLOCK) * 4, turn,
                                                          opaque_straight, opaque_other, mask));
}

static bool row_deltas(r3d_priv_differ *d, int32_t y, bool has_expected, bool has_actual)
{
    r3d_diff_result *r = &d->result;
    int32_t common = has_expected && has_actual ? d->common_width : 0;
    bool any = false;
    if (common != 0) {
        if (r->depth == 16) {
            any = r3d_priv_deltas_deep(d, common);
        } else if (d->exact && !d->masked) {
            any = r3d_priv_deltas_exact(d->expected_row, d->actual_row, common, d->deltas);
        } else {
            any = r3d_priv_deltas_general(d, y, common);
        }
    }
    int32_t width_e = has_expected && r->expected_width < r->width ? r->expected_width : r->width;
    int32_t width_a = has_actual && r->actual_width < r->width ? r->actual_width : r->width;
    width_e = has_expected ? width_e : 0;
    width_a = has_actual ? width_a : 0;
    any = deltas_alone(d, common, width_e, &r->only_expected) || any;
    any = deltas_alone(d, common, width_a, &r->only_actual) || any;
    int32_t end = r3d_priv_larger(width_e, width_a);
    memset(d->deltas + end, 0, (size_t)(r->width - end) * sizeof *d->deltas);
    return any;
}

static bool certain_to_fail(const r3d_diff_result *r)
{
    const r3d_diff_options *v = &r->effective.values;
    return v->first_only && v->max_pixels >= 0 && r->mismatches > v->max_pixels;
}

void r3d_priv_differ_equal_row(r3d_priv_differ *d, int32_t y)
{
    if (d->masked) {
        r3d_priv_mask_row(&d->result.effective.values, d->result.width, d->result.height, y,
                          d->mask_row);
    }
    count_compared(d, y);
    if (d->window != NULL) {
        r3d_priv_window_row(d->window, y, NULL);
    }
}

r3d_result r3d_priv_differ_row(r3d_priv_differ *d, int32_t y, const void *expected_row,
                               const void *actual_row, bool *out_done)
{
    r3d_diff_result *r = &d->result;
    *out_done = false;
    if (d->masked) {
        r3d_priv_mask_row(&r->effective.values, r->width, r->height, y, d->mask_row);
    }
    count_compared(d, y);
    bool any = false;
    bool identical = rows_are_identical(d, expected_row, actual_row);
    if (!identical && d->limited && !d->differs && r->mismatches == 0 && expected_row != NULL &&
        actual_row != NULL) {
        d->differs = rows_differ_beyond(d, expected_row, actual_row);
    }
    if (!identical && !words_are_equal(d, expected_row, actual_row)) {
        load_row(d, expected_row, &d->expected, d->expected_row);
        load_row(d, actual_row, &d->actual, d->actual_row);
        if (expected_row != NULL && actual_row != NULL && r->depth == 8) {
            r3d_priv_diff_rows_pair(d->rule, d->common_width, d->expected_row, d->actual_row);
        }
        any = row_deltas(d, y, expected_row != NULL, actual_row != NULL);
    }
    if (d->window != NULL) {
        r3d_priv_window_row(d->window, y, any ? d->deltas : NULL);
    }
    if (!any) {
        return R3D_OK;
    }
    r3d_result result = count_row(d, y);
    *out_done = certain_to_fail(r);
    return result;
}
