/* SPDX-License-Identifier: MIT */
// Compares two pictures row by row: sizes, then pixels. Spec golden section 2.
//
// A row whose bytes are equal costs one memcmp. Other rows are brought to 0xAARRGGBB (or 16-bit
// samples), a delta a pixel is computed (0: no counted mismatch), and the statistics and runs of
// the row are taken from the deltas. Clusters are joined from the runs on the way.

#include <string.h>

#include "differ.h"

enum { BUFFER_BYTES_A_PIXEL = 8 }; // a row buffer holds 16-bit RGBA

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
    d->expected_row = r3d_priv_diff_alloc(&d->allocator, width, BUFFER_BYTES_A_PIXEL);
    d->actual_row = r3d_priv_diff_alloc(&d->allocator, width, BUFFER_BYTES_A_PIXEL);
    d->deltas = r3d_priv_diff_alloc(&d->allocator, width, sizeof *d->deltas);
    d->mask_row = r3d_priv_diff_alloc(&d->allocator, width, 1);
    d->runs = r3d_priv_diff_alloc(&d->allocator, width / ((size_t)r->link_distance + 1) + 1,
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
        return r3d_priv_diff_fail(out_error, R3D_ERR_FORMAT_UNSUPPORTED, NULL,
                                  "the %s picture has 16 bits a channel and the other one 8; "
                                  "compare the high bytes with depth8",
                                  deep_e ? "expected" : "actual");
    }
    r3d_result result = r3d_priv_differ_check_options(v, r->depth, out_error);
    if (result == R3D_OK) {
        result = r3d_priv_differ_check_mask(v, &d->expected, out_error);
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
        channels = r3d_diff_layout_has_alpha(d->expected.layout) ||
                           r3d_diff_layout_has_alpha(d->actual.layout)
                       ? R3D_DIFF_RGBA
                       : R3D_DIFF_RGB;
    }
    d->rule = r3d_priv_rule_of(channels);
    d->exact = v->metric == R3D_DIFF_EXACT;
    d->masked = r3d_priv_mask_active(v);
    bool alpha = r3d_diff_layout_has_alpha(d->expected.layout) ||
                 r3d_diff_layout_has_alpha(d->actual.layout);
    d->limited = (alpha && d->rule != R3D_PRIV_RULE_RGBA) || (r->depth == 8 && (deep_e || deep_a));
    if (differ_allocate(d) != R3D_OK) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_MEMORY, NULL, "out of memory");
    }
    return R3D_OK;
}

r3d_result r3d_priv_differ_create(const r3d_picture_view *expected, const r3d_picture_view *actual,
                                  const r3d_diff_effective *effective,
                                  const r3d_allocator *allocator, r3d_priv_differ **out,
                                  r3d_error *out_error)
{
    *out = NULL;
    r3d_result result = r3d_diff_view_check(expected, "expected", out_error);
    if (result == R3D_OK) {
        result = r3d_diff_view_check(actual, "actual", out_error);
    }
    if (result != R3D_OK) {
        return result;
    }
    r3d_priv_differ *d = r3d_priv_diff_alloc(allocator, 1, sizeof *d);
    if (d == NULL) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_MEMORY, NULL, "out of memory");
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
    r3d_priv_diff_free(&allocator, differ->expected_row);
    r3d_priv_diff_free(&allocator, differ->actual_row);
    r3d_priv_diff_free(&allocator, differ->deltas);
    r3d_priv_diff_free(&allocator, differ->mask_row);
    r3d_priv_diff_free(&allocator, differ->runs);
    r3d_priv_clusterer_destroy(differ->clusterer);
    r3d_priv_window_destroy(differ->window);
    r3d_diff_result_free(&differ->result);
    r3d_priv_diff_free(&allocator, differ);
}

/* ---- the verdict ---- */

static int bucket_of(int32_t delta8)
{
    static const int32_t last[R3D_DIFF_HISTOGRAM_COUNT] = {1, 2, 4, 8, 16, 32, 64, 255};
    int bucket = 0;
    while (last[bucket] < delta8) {
        bucket++;
    }
    return bucket;
}

static bool all_opaque(const r3d_picture_view *view, uint32_t *row)
{
    if (!r3d_diff_layout_has_alpha(view->layout)) {
        return true;
    }
    if (view->pixels == NULL) {
        return false;
    }
    for (int32_t y = 0; y < view->height; y++) {
        r3d_priv_diff_row_argb(r3d_priv_diff_view_row(view, y), view->layout, R3D_PRIV_RULE_ALPHA,
                               view->width, R3D_ISA_SCALAR, row); // no RGB8, which has vector code
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

static void judge(r3d_priv_differ *d)
{
    r3d_diff_result *r = &d->result;
    const r3d_diff_options *v = &r->effective.values;
    uint32_t failed = 0;
    for (int i = 0; i < 4; i++) {
        r->largest_delta = r3d_priv_larger(r->largest_delta, r->max_delta[i]);
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
        // Differences that do not count are differences all the same.
        r->verdict =
            r->mismatches == 0 && !d->differs && same_size ? R3D_DIFF_EQUAL : R3D_DIFF_WITHIN;
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
        return r3d_priv_diff_fail(out_error, result, NULL, "out of memory for clusters");
    }
    if (d->window != NULL) {
        r->window_max = r3d_priv_window_max(d->window, &r->window_x, &r->window_y);
    }
    if (r->compared == 0) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_RANGE, NULL,
                                  "the mask or the ignored rectangles cover every pixel");
    }
    resolve_channels(d);
    judge(d);
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
        return r3d_priv_diff_fail(out_error, R3D_ERR_ARGUMENT, NULL, "out_result is NULL");
    }
    memset(out_result, 0, sizeof *out_result);
    if (expected != NULL && actual != NULL &&
        (expected->pixels == NULL || actual->pixels == NULL)) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_ARGUMENT, NULL,
                                  "the pixels of a picture are NULL");
    }
    if (r3d_priv_hooks_are_half(allocator)) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_ARGUMENT, NULL,
                                  "half an allocator: alloc and free belong together");
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
            d, y, y < expected->height ? r3d_priv_diff_view_row(expected, y) : NULL,
            y < actual->height ? r3d_priv_diff_view_row(actual, y) : NULL, &done);
    }
    if (result == R3D_OK) {
        result = r3d_priv_differ_finish(d, out_result, out_error);
    } else {
        r3d_priv_diff_fail(out_error, result, NULL, "%s while clustering the mismatches",
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
    r3d_priv_diff_free(&result->allocator, result->clusters);
    memset(result, 0, sizeof *result);
}

bool r3d_diff_passed(const r3d_diff_result *result)
{
    if (result == NULL) {
        return false;
    }
    return result->verdict == R3D_DIFF_EQUAL || result->verdict == R3D_DIFF_WITHIN;
}
