/* SPDX-License-Identifier: MIT */
// Compares two pictures row by row: sizes, then pixels. Spec golden section 2.
//
// A row whose bytes are equal costs one memcmp. Other rows are brought to 0xAARRGGBB (or 16-bit
// samples), a delta a pixel is computed (0: no counted mismatch), and the statistics and runs of
// the row are taken from the deltas. Clusters are joined from the runs on the way.

#include <string.h>

#include "golden_internal.h"
#include "window.h"

enum {
    BLOCK = 64,               // pixels that the vector loops treat at once
    BUFFER_BYTES_A_PIXEL = 8, // a row buffer holds 16-bit RGBA
    DELTA_TABLES = 4,
    SPARSE = 16 // up to so many mismatches, a block is counted pixel by pixel
};

struct r3d_priv_differ {
    r3d_allocator allocator;
    r3d_picture_view expected;
    r3d_picture_view actual;
    r3d_priv_channel_rule rule;
    r3d_diff_result result;
    r3d_priv_clusterer *clusterer;
    r3d_priv_window *window;
    int32_t common_width;
    int32_t common_height;
    bool exact;  // any difference of a compared channel is a mismatch
    bool masked; // regions or a mask are given
    uint32_t *expected_row;
    uint32_t *actual_row;
    uint16_t *deltas;
    uint8_t *mask_row;
    r3d_priv_run *runs;
    // Mismatches per delta, spread over tables so that equal neighbours do not wait for each other.
    int64_t delta_counts[DELTA_TABLES][256];
};

r3d_priv_channel_rule r3d_priv_rule_of(r3d_diff_channels channels)
{
    switch (channels) {
    case R3D_DIFF_RGB:
        return R3D_PRIV_RULE_RGB;
    case R3D_DIFF_RGBA_OVER:
        return R3D_PRIV_RULE_OVER;
    case R3D_DIFF_ALPHA:
        return R3D_PRIV_RULE_ALPHA;
    default:
        return R3D_PRIV_RULE_RGBA;
    }
}

/* ---- checking what is asked for ---- */

static r3d_result check_lengths(const r3d_diff_options *v, r3d_error *out_error)
{
    const int32_t lengths[3] = {v->link_distance, v->base_radius, v->stroke};
    const r3d_diff_setting settings[3] = {R3D_DIFF_SET_LINK_DISTANCE, R3D_DIFF_SET_BASE_RADIUS,
                                          R3D_DIFF_SET_STROKE};
    for (int i = 0; i < 3; i++) {
        bool given = (v->given & (1u << settings[i])) != 0;
        if (lengths[i] < (given ? 1 : 0) || lengths[i] > R3D_PICTURE_SIZE_MAX) {
            return r3d_priv_golden_fail(
                out_error, R3D_ERR_RANGE, NULL, "%s is %ld, but it must be 1..%d",
                r3d_diff_setting_name(settings[i]), (long)lengths[i], (int)R3D_PICTURE_SIZE_MAX);
        }
    }
    if (v->max_markers < 0 || v->paint_factor < 1 || v->paint_factor > 255) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_RANGE, NULL,
                                    "max-markers must be 0 or more and paint-factor 1..255");
    }
    return R3D_OK;
}

static r3d_result check_options(const r3d_diff_options *v, int32_t depth, r3d_error *out_error)
{
    if ((unsigned)v->metric > R3D_DIFF_OKLAB || (unsigned)v->channels > R3D_DIFF_ALPHA ||
        (unsigned)v->background > R3D_DIFF_OVER_CHECKER || (unsigned)v->dim > R3D_DIFF_DIM_DARK ||
        (unsigned)v->paint > R3D_DIFF_PAINT_ABS) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_RANGE, NULL,
                                    "metric, channels, background, dim or paint is none of the "
                                    "known values");
    }
    bool perceptual = v->metric == R3D_DIFF_YIQ || v->metric == R3D_DIFF_OKLAB;
    if (perceptual && v->channels == R3D_DIFF_ALPHA) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_ARGUMENT, NULL,
                                    "the metrics yiq and oklab cannot compare alpha alone");
    }
    if (perceptual && depth == 16) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_ARGUMENT, NULL,
                                    "the metrics yiq and oklab need 8-bit pictures or depth8");
    }
    if (v->antialiasing && !perceptual) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_ARGUMENT, NULL,
                                    "antialias needs the metric yiq or oklab");
    }
    if (!(v->threshold >= 0.0 && v->threshold <= 1.0)) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_RANGE, NULL,
                                    "threshold is %g, but it must be 0..1", v->threshold);
    }
    int32_t highest = depth == 16 ? 65535 : 255;
    for (int i = 0; i < 4; i++) {
        if (v->tolerance[i] < 0 || v->tolerance[i] > highest) {
            return r3d_priv_golden_fail(out_error, R3D_ERR_RANGE, NULL,
                                        "tolerance is %ld, but it must be 0..%ld",
                                        (long)v->tolerance[i], (long)highest);
        }
    }
    if (!(v->max_ratio <= 1.0) || v->max_pixels < -1 || v->max_cluster < -1 || v->max_delta < -1 ||
        v->window_count < -1) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_RANGE, NULL,
                                    "a bound is out of range: max-ratio is 0..1, the others are 0 "
                                    "or more");
    }
    if (v->window_count >= 0 && (v->window_size < 1 || v->window_size > R3D_PICTURE_SIZE_MAX)) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_RANGE, NULL,
                                    "the window's side is %ld, but it must be 1..%d",
                                    (long)v->window_size, (int)R3D_PICTURE_SIZE_MAX);
    }
    for (size_t i = 0; i < v->include_count + v->ignore_count; i++) {
        const r3d_diff_rect *rect =
            i < v->include_count ? &v->include[i] : &v->ignore[i - v->include_count];
        if (rect->width < 1 || rect->height < 1) {
            return r3d_priv_golden_fail(out_error, R3D_ERR_RANGE, NULL,
                                        "rectangle %ld,%ld,%ld,%ld: width and height must be 1 or "
                                        "more",
                                        (long)rect->x, (long)rect->y, (long)rect->width,
                                        (long)rect->height);
        }
    }
    return check_lengths(v, out_error);
}

static r3d_result check_mask(const r3d_diff_options *v, const r3d_picture_view *expected,
                             r3d_error *out_error)
{
    if (v->mask == NULL) {
        return R3D_OK;
    }
    r3d_result result = r3d_priv_golden_view_check(v->mask, "mask", out_error);
    if (result != R3D_OK) {
        return result;
    }
    if (v->mask->width != expected->width || v->mask->height != expected->height) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_RANGE, "mask",
                                    "the mask is %ldx%ld, but the expected picture is %ldx%ld",
                                    (long)v->mask->width, (long)v->mask->height,
                                    (long)expected->width, (long)expected->height);
    }
    if (v->mask->layout == R3D_LAYOUT_RGBA16) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_FORMAT_UNSUPPORTED, "mask",
                                    "a mask must have 8 bits a channel");
    }
    return R3D_OK;
}

static int32_t at_least(int32_t minimum, int32_t value)
{
    return value > minimum ? value : minimum;
}

// The fixed constants of spec golden section 3 where no override is given.
static void resolve_lengths(r3d_diff_result *result)
{
    const r3d_diff_options *v = &result->effective.values;
    int32_t m = result->width > result->height ? result->width : result->height;
    result->link_distance = v->link_distance != 0 ? v->link_distance : at_least(8, (m + 63) / 64);
    result->base_radius = v->base_radius != 0 ? v->base_radius : at_least(8, (m + 63) / 64);
    result->stroke = v->stroke != 0 ? v->stroke : at_least(2, (m + 639) / 640);
}

/* ---- begin and end ---- */

static r3d_result differ_allocate(r3d_priv_differ *d)
{
    const r3d_diff_result *r = &d->result;
    size_t width = (size_t)r->width;
    d->expected_row = r3d_priv_golden_alloc(&d->allocator, width, BUFFER_BYTES_A_PIXEL);
    d->actual_row = r3d_priv_golden_alloc(&d->allocator, width, BUFFER_BYTES_A_PIXEL);
    d->deltas = r3d_priv_golden_alloc(&d->allocator, width, sizeof *d->deltas);
    d->mask_row = r3d_priv_golden_alloc(&d->allocator, width, 1);
    d->runs = r3d_priv_golden_alloc(&d->allocator, width / ((size_t)r->link_distance + 1) + 1,
                                    sizeof *d->runs);
    if (d->expected_row == NULL || d->actual_row == NULL || d->deltas == NULL ||
        d->mask_row == NULL || d->runs == NULL) {
        return R3D_ERR_MEMORY;
    }
    r3d_result result = r3d_priv_clusterer_create(r->width, r->height, r->link_distance,
                                                  &d->allocator, &d->clusterer);
    if (result == R3D_OK && r->effective.values.window_count >= 0) {
        result = r3d_priv_window_create(r->width, r->height, r->effective.values.window_size,
                                        &d->allocator, &d->window);
    }
    return result;
}

static r3d_result differ_init(r3d_priv_differ *d, r3d_error *out_error)
{
    r3d_diff_result *r = &d->result;
    r3d_diff_options *v = &r->effective.values;
    bool deep_e = d->expected.layout == R3D_LAYOUT_RGBA16;
    bool deep_a = d->actual.layout == R3D_LAYOUT_RGBA16;
    r->depth = deep_e && deep_a && !v->depth8 ? 16 : 8;
    if (deep_e != deep_a && !v->depth8) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_FORMAT_UNSUPPORTED, NULL,
                                    "the %s picture has 16 bits a channel and the other one 8; "
                                    "compare the high bytes with depth8",
                                    deep_e ? "expected" : "actual");
    }
    r3d_result result = check_options(v, r->depth, out_error);
    if (result == R3D_OK) {
        result = check_mask(v, &d->expected, out_error);
    }
    if (result != R3D_OK) {
        return result;
    }
    r->expected_width = d->expected.width;
    r->expected_height = d->expected.height;
    r->actual_width = d->actual.width;
    r->actual_height = d->actual.height;
    d->common_width = r->expected_width < r->actual_width ? r->expected_width : r->actual_width;
    d->common_height =
        r->expected_height < r->actual_height ? r->expected_height : r->actual_height;
    r->width = r->expected_width + r->actual_width - d->common_width;
    r->height = r->expected_height + r->actual_height - d->common_height;
    if (v->crop_to_common) {
        r->width = d->common_width;
        r->height = d->common_height;
    }
    resolve_lengths(r);
    r->x0 = INT32_MAX;
    r->y0 = INT32_MAX;
    r->x1 = -1;
    r->y1 = -1;
    r3d_diff_channels channels = v->channels;
    if (channels == R3D_DIFF_CHANNELS_AUTO) {
        channels = r3d_priv_golden_layout_has_alpha(d->expected.layout) ||
                           r3d_priv_golden_layout_has_alpha(d->actual.layout)
                       ? R3D_DIFF_RGBA
                       : R3D_DIFF_RGB;
    }
    d->rule = r3d_priv_rule_of(channels);
    d->exact = v->metric == R3D_DIFF_EXACT;
    d->masked = r3d_priv_mask_active(v);
    if (differ_allocate(d) != R3D_OK) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_MEMORY, NULL, "out of memory");
    }
    return R3D_OK;
}

r3d_result r3d_priv_differ_create(const r3d_picture_view *expected, const r3d_picture_view *actual,
                                  const r3d_diff_effective *effective,
                                  const r3d_allocator *allocator, r3d_priv_differ **out,
                                  r3d_error *out_error)
{
    *out = NULL;
    r3d_result result = r3d_priv_golden_view_check(expected, "expected", out_error);
    if (result == R3D_OK) {
        result = r3d_priv_golden_view_check(actual, "actual", out_error);
    }
    if (result != R3D_OK) {
        return result;
    }
    r3d_priv_differ *d = r3d_priv_golden_alloc(allocator, 1, sizeof *d);
    if (d == NULL) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_MEMORY, NULL, "out of memory");
    }
    memset(d, 0, sizeof *d);
    if (allocator != NULL) {
        d->allocator = *allocator;
    }
    d->expected = *expected;
    d->actual = *actual;
    d->result.allocator = d->allocator;
    if (effective != NULL) {
        d->result.effective = *effective;
    } else {
        r3d_diff_effective_init(&d->result.effective);
    }
    result = differ_init(d, out_error);
    if (result != R3D_OK) {
        r3d_priv_differ_destroy(d);
        return result;
    }
    *out = d;
    return R3D_OK;
}

void r3d_priv_differ_destroy(r3d_priv_differ *differ)
{
    if (differ == NULL) {
        return;
    }
    r3d_allocator allocator = differ->allocator;
    r3d_priv_golden_free(&allocator, differ->expected_row);
    r3d_priv_golden_free(&allocator, differ->actual_row);
    r3d_priv_golden_free(&allocator, differ->deltas);
    r3d_priv_golden_free(&allocator, differ->mask_row);
    r3d_priv_golden_free(&allocator, differ->runs);
    r3d_priv_clusterer_destroy(differ->clusterer);
    r3d_priv_window_destroy(differ->window);
    r3d_diff_result_free(&differ->result);
    r3d_priv_golden_free(&allocator, differ);
}

/* ---- deltas of a row ---- */

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

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
static bool deltas_exact(const uint32_t *e, const uint32_t *a, int32_t width, uint16_t *deltas)
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
        int32_t d = r3d_priv_golden_channel(e, i) - r3d_priv_golden_channel(a, i);
        d = d < 0 ? -d : d;
        delta = larger(delta, d);
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
static bool deltas_general(r3d_priv_differ *d, int32_t y, int32_t width)
{
    const r3d_diff_options *v = &d->result.effective.values;
    bool any = false;
    memset(d->deltas, 0, (size_t)width * sizeof *d->deltas);
    for (int32_t x = 0; x < width; x++) {
        int32_t delta;
        if (d->expected_row[x] == d->actual_row[x] ||
            !pixel_mismatches(v, d->result.width, x, y, d->expected_row[x], d->actual_row[x],
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
static void samples_of(const uint16_t *expected, const uint16_t *actual, r3d_priv_channel_rule rule,
                       int32_t *out_expected, int32_t *out_actual)
{
    bool transparent = rule == R3D_PRIV_RULE_OVER && expected[3] == 0 && actual[3] == 0;
    bool no_colour = rule == R3D_PRIV_RULE_ALPHA || transparent;
    for (int i = 0; i < 3; i++) {
        out_expected[i] = no_colour ? 0 : expected[i];
        out_actual[i] = no_colour ? 0 : actual[i];
    }
    bool opaque = rule == R3D_PRIV_RULE_RGB;
    out_expected[3] = opaque ? 65535 : expected[3];
    out_actual[3] = opaque ? 65535 : actual[3];
}

static bool deltas_deep(r3d_priv_differ *d, int32_t width)
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
        samples_of(e + (size_t)x * 4, a + (size_t)x * 4, d->rule, es, as);
        for (int i = 0; i < 4; i++) {
            int32_t difference = es[i] < as[i] ? as[i] - es[i] : es[i] - as[i];
            delta = larger(delta, difference);
            beyond = beyond || difference > (d->exact ? 0 : v->tolerance[i]);
        }
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

/* ---- statistics and runs of a row ---- */

static int bucket_of(int32_t delta8)
{
    static const int32_t last[R3D_DIFF_HISTOGRAM_COUNT] = {1, 2, 4, 8, 16, 32, 64, 255};
    int bucket = 0;
    while (last[bucket] < delta8) {
        bucket++;
    }
    return bucket;
}

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
        r->max_delta[channel] = larger(r->max_delta[channel], maxima[j]);
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
        samples_of((const uint16_t *)(const void *)d->expected_row + (size_t)x * 4,
                   (const uint16_t *)(const void *)d->actual_row + (size_t)x * 4, d->rule, e, a);
    } else {
        for (int i = 0; i < 4; i++) {
            e[i] = r3d_priv_golden_channel(d->expected_row[x], i);
            a[i] = r3d_priv_golden_channel(d->actual_row[x], i);
        }
    }
    for (int i = 0; i < 4; i++) {
        int32_t difference = a[i] - e[i];
        r->delta_sum[i] += difference;
        r->max_delta[i] = larger(r->max_delta[i], difference < 0 ? -difference : difference);
    }
    int32_t delta = d->deltas[x];
    d->delta_counts[0][r->depth == 16 ? (delta + 256) / 257 : delta]++;
}

static uint32_t shown_colour(const r3d_priv_differ *d, const uint32_t *row, int32_t x)
{
    if (d->result.depth == 8) {
        return row[x];
    }
    uint32_t argb;
    r3d_priv_golden_row_argb(row + (size_t)x * 2, R3D_LAYOUT_RGBA16, d->rule, 1, &argb);
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
    p.expected_argb = p.in_expected ? shown_colour(d, d->expected_row, x) : 0;
    p.actual_argb = p.in_actual ? shown_colour(d, d->actual_row, x) : 0;
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
    run->max_delta = larger(run->max_delta, max_delta);
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
    r->x1 = larger(r->x1, builder.runs[builder.count - 1].x1);
    r->y0 = y < r->y0 ? y : r->y0;
    r->y1 = y;
    return r3d_priv_clusterer_row(d->clusterer, y, builder.runs, builder.count);
}

/* ---- one row ---- */

// Pixels of this row that exist in at least one picture.
static int32_t present_width(const r3d_diff_result *r, int32_t y)
{
    int32_t width = larger(y < r->expected_height ? r->expected_width : 0,
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
        r3d_priv_golden_row_argb(row, view->layout, d->rule, width, out);
    }
}

static bool rows_are_identical(const r3d_priv_differ *d, const void *expected_row,
                               const void *actual_row)
{
    return expected_row != NULL && actual_row != NULL && d->expected.layout == d->actual.layout &&
           d->expected.width == d->actual.width &&
           memcmp(expected_row, actual_row,
                  (size_t)d->expected.width *
                      (size_t)r3d_priv_golden_layout_bytes(d->expected.layout)) == 0;
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
        !r3d_priv_golden_word_order(d->expected.layout, &swapped_e) ||
        !r3d_priv_golden_word_order(d->actual.layout, &swapped_a)) {
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
            any = deltas_deep(d, common);
        } else if (d->exact && !d->masked) {
            any = deltas_exact(d->expected_row, d->actual_row, common, d->deltas);
        } else {
            any = deltas_general(d, y, common);
        }
    }
    int32_t width_e = has_expected && r->expected_width < r->width ? r->expected_width : r->width;
    int32_t width_a = has_actual && r->actual_width < r->width ? r->actual_width : r->width;
    width_e = has_expected ? width_e : 0;
    width_a = has_actual ? width_a : 0;
    any = deltas_alone(d, common, width_e, &r->only_expected) || any;
    any = deltas_alone(d, common, width_a, &r->only_actual) || any;
    int32_t end = larger(width_e, width_a);
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
    if (!rows_are_identical(d, expected_row, actual_row) &&
        !words_are_equal(d, expected_row, actual_row)) {
        load_row(d, expected_row, &d->expected, d->expected_row);
        load_row(d, actual_row, &d->actual, d->actual_row);
        if (expected_row != NULL && actual_row != NULL && r->depth == 8) {
            r3d_priv_golden_rows_pair(d->rule, d->common_width, d->expected_row, d->actual_row);
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

/* ---- the verdict ---- */

static bool all_opaque(const r3d_picture_view *view, uint32_t *row)
{
    if (!r3d_priv_golden_layout_has_alpha(view->layout)) {
        return true;
    }
    if (view->pixels == NULL) {
        return false;
    }
    for (int32_t y = 0; y < view->height; y++) {
        r3d_priv_golden_row_argb(r3d_priv_golden_view_row(view, y), view->layout,
                                 R3D_PRIV_RULE_ALPHA, view->width, row);
        uint32_t all = 0xff000000u;
        for (int32_t x = 0; x < view->width; x++) {
            all &= row[x];
        }
        if (all != 0xff000000u) {
            return false;
        }
    }
    return true;
}

// States which channels AUTO meant. Alpha that is 255 everywhere cannot have made a difference.
static void resolve_channels(r3d_priv_differ *d)
{
    r3d_diff_options *v = &d->result.effective.values;
    if (v->channels != R3D_DIFF_CHANNELS_AUTO) {
        return;
    }
    bool opaque = d->rule == R3D_PRIV_RULE_RGB;
    // Row buffers hold canvas rows; after cropping a picture may be wider.
    if (!opaque && d->result.mismatches != 0 && d->result.depth == 8 && !v->crop_to_common) {
        opaque =
            all_opaque(&d->expected, d->expected_row) && all_opaque(&d->actual, d->expected_row);
    }
    v->channels = opaque ? R3D_DIFF_RGB : R3D_DIFF_RGBA;
}

static void judge(r3d_diff_result *r)
{
    const r3d_diff_options *v = &r->effective.values;
    uint32_t failed = 0;
    for (int i = 0; i < 4; i++) {
        r->largest_delta = larger(r->largest_delta, r->max_delta[i]);
    }
    if (v->max_pixels >= 0 && r->mismatches > v->max_pixels) {
        failed |= 1u << R3D_DIFF_SET_MAX_PIXELS;
    }
    if (v->max_ratio >= 0.0 && (double)r->mismatches > v->max_ratio * (double)r->compared) {
        failed |= 1u << R3D_DIFF_SET_MAX_RATIO;
    }
    if (v->max_cluster >= 0 && r->cluster_count != 0 && r->clusters[0].count > v->max_cluster) {
        failed |= 1u << R3D_DIFF_SET_MAX_CLUSTER;
    }
    if (v->max_delta >= 0 && r->largest_delta > v->max_delta) {
        failed |= 1u << R3D_DIFF_SET_MAX_DELTA;
    }
    if (v->window_count >= 0 && r->window_max > v->window_count) {
        failed |= 1u << R3D_DIFF_SET_WINDOW;
    }
    r->failed_bounds = failed;
    bool same_size = r->expected_width == r->actual_width && r->expected_height == r->actual_height;
    if (!same_size && !v->crop_to_common) {
        r->verdict = R3D_DIFF_LAYOUT;
    } else if (failed != 0) {
        r->verdict = R3D_DIFF_DIFFERENT;
    } else {
        r->verdict = r->mismatches == 0 ? R3D_DIFF_EQUAL : R3D_DIFF_WITHIN;
    }
}

static void fill_histogram(r3d_priv_differ *d)
{
    for (int32_t delta = 1; delta < 256; delta++) {
        int64_t *bucket = &d->result.histogram[bucket_of(delta)];
        for (int j = 0; j < DELTA_TABLES; j++) {
            *bucket += d->delta_counts[j][delta];
        }
    }
}

r3d_result r3d_priv_differ_finish(r3d_priv_differ *d, r3d_diff_result *out_result,
                                  r3d_error *out_error)
{
    r3d_diff_result *r = &d->result;
    fill_histogram(d);
    r3d_result result = r3d_priv_clusterer_finish(d->clusterer, &r->clusters, &r->cluster_count);
    if (result != R3D_OK) {
        return r3d_priv_golden_fail(out_error, result, NULL, "out of memory for clusters");
    }
    if (d->window != NULL) {
        r->window_max = r3d_priv_window_max(d->window, &r->window_x, &r->window_y);
    }
    if (r->compared == 0) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_RANGE, NULL,
                                    "the mask or the ignored rectangles cover every pixel");
    }
    resolve_channels(d);
    judge(r);
    *out_result = *r;
    r->clusters = NULL;
    r->cluster_count = 0;
    return R3D_OK;
}

r3d_result r3d_diff_compare(const r3d_picture_view *expected, const r3d_picture_view *actual,
                            const r3d_diff_effective *effective, const r3d_allocator *allocator,
                            r3d_diff_result *out_result, r3d_error *out_error)
{
    if (out_result == NULL) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_ARGUMENT, NULL, "out_result is NULL");
    }
    memset(out_result, 0, sizeof *out_result);
    if (expected != NULL && actual != NULL &&
        (expected->pixels == NULL || actual->pixels == NULL)) {
        return r3d_priv_golden_fail(out_error, R3D_ERR_ARGUMENT, NULL,
                                    "the pixels of a picture are NULL");
    }
    r3d_priv_differ *d;
    r3d_result result =
        r3d_priv_differ_create(expected, actual, effective, allocator, &d, out_error);
    if (result != R3D_OK) {
        return result;
    }
    bool done = false;
    for (int32_t y = 0; y < d->result.height && result == R3D_OK && !done; y++) {
        result = r3d_priv_differ_row(
            d, y, y < expected->height ? r3d_priv_golden_view_row(expected, y) : NULL,
            y < actual->height ? r3d_priv_golden_view_row(actual, y) : NULL, &done);
    }
    if (result == R3D_OK) {
        result = r3d_priv_differ_finish(d, out_result, out_error);
    } else {
        r3d_priv_golden_fail(out_error, result, NULL, "%s while clustering the mismatches",
                             result == R3D_ERR_LIMIT ? "too many clusters" : "out of memory");
    }
    r3d_priv_differ_destroy(d);
    return result;
}

void r3d_diff_result_free(r3d_diff_result *result)
{
    if (result == NULL) {
        return;
    }
    r3d_priv_golden_free(&result->allocator, result->clusters);
    memset(result, 0, sizeof *result);
}

bool r3d_diff_passed(const r3d_diff_result *result)
{
    return result->verdict == R3D_DIFF_EQUAL || result->verdict == R3D_DIFF_WITHIN;
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
        memcmp(r3d_priv_golden_view_row(expected, y), r3d_priv_golden_view_row(actual, y),
               (size_t)result->width *
                   (size_t)r3d_priv_golden_layout_bytes(expected->layout)) == 0) {
        memset(out_classes, R3D_PRIV_PIXEL_EQUAL, (size_t)result->width);
        return;
    }
    int32_t width_e = y < expected->height ? expected->width : 0;
    int32_t width_a = y < actual->height ? actual->width : 0;
    width_e = width_e < result->width ? width_e : result->width;
    width_a = width_a < result->width ? width_a : result->width;
    if (width_e != 0) {
        r3d_priv_golden_row_argb(r3d_priv_golden_view_row(expected, y), expected->layout, rule,
                                 width_e, row_e);
    }
    if (width_a != 0) {
        r3d_priv_golden_row_argb(r3d_priv_golden_view_row(actual, y), actual->layout, rule, width_a,
                                 row_a);
    }
    r3d_priv_golden_rows_pair(rule, width_e < width_a ? width_e : width_a, row_e, row_a);
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
            const uint16_t *e = r3d_priv_golden_view_row(expected, y);
            const uint16_t *a = r3d_priv_golden_view_row(actual, y);
            int32_t es[4];
            int32_t as[4];
            samples_of(e + (size_t)x * 4, a + (size_t)x * 4, rule, es, as);
            delta = 0;
            bool beyond = false;
            for (int i = 0; i < 4; i++) {
                int32_t difference = es[i] < as[i] ? as[i] - es[i] : es[i] - as[i];
                delta = larger(delta, difference);
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
