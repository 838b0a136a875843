/* SPDX-License-Identifier: MIT */
// A result in words. Spec golden sections 2.8 (numbers), 4 (summary and cluster lines) and 8.

#include "diff_internal.h"
#include "text_format.h"

enum { CLUSTER_LINES = 5 };

// Hundredths of a percent, rounded to nearest, without floating point: no locale can change the
// decimal point.
static void put_percent(r3d_diff_text *text, int64_t part, int64_t whole)
{
    if (whole <= 0) {
        r3d_priv_text_puts(text, "0.00 %");
        return;
    }
    // part <= whole <= 2^30, so the product fits in 64 bits.
    int64_t hundredths = (part * 10000 + whole / 2) / whole;
    if (hundredths == 0 && part != 0) {
        r3d_priv_text_puts(text, "< 0.01 %");
        return;
    }
    r3d_priv_text_printf(text, "%lld.%02d %%", (long long)(hundredths / 100),
                         (int)(hundredths % 100));
}

// A quotient with two decimals and its sign.
static void put_mean(r3d_diff_text *text, int64_t sum, int64_t count)
{
    int64_t magnitude = sum < 0 ? -sum : sum;
    int64_t hundredths = count > 0 ? (magnitude * 100 + count / 2) / count : 0;
    r3d_priv_text_printf(text, "%s%lld.%02d", sum < 0 ? "-" : "+", (long long)(hundredths / 100),
                         (int)(hundredths % 100));
}

/* ---- the verdict ---- */

// What let pictures pass that differ: "tolerance 40, channels rgb".
typedef struct reasons {
    r3d_diff_text *text;
    const r3d_diff_result *result;
    int count;
} reasons;

static void put_reason(reasons *w, const char *name, const char *value)
{
    r3d_priv_text_printf(w->text, "%s%s%s%s", w->count++ == 0 ? "" : ", ", name,
                         value[0] != '\0' ? " " : "", value);
}

static void put_setting_reason(reasons *w, r3d_diff_setting setting)
{
    char value[64];
    r3d_diff_setting_text(&w->result->effective, setting, value, sizeof value);
    put_reason(w, r3d_diff_setting_name(setting), value);
}

static void put_metric_reason(reasons *w)
{
    const r3d_diff_options *v = &w->result->effective.values;
    char value[64];
    bool one = v->tolerance[0] == v->tolerance[1] && v->tolerance[0] == v->tolerance[2] &&
               v->tolerance[0] == v->tolerance[3];
    if (v->metric == R3D_DIFF_TOLERANCE && one) {
        snprintf(value, sizeof value, "%ld", (long)v->tolerance[0]);
        put_reason(w, "tolerance", value);
    } else if (v->metric == R3D_DIFF_TOLERANCE) {
        put_setting_reason(w, R3D_DIFF_SET_TOLERANCE);
    } else if (v->metric != R3D_DIFF_EXACT) {
        r3d_diff_setting_text(&w->result->effective, R3D_DIFF_SET_THRESHOLD, value, sizeof value);
        put_reason(w, v->metric == R3D_DIFF_YIQ ? "yiq" : "oklab", value);
    }
}

static void put_reasons(const r3d_diff_result *r, r3d_diff_text *text)
{
    const r3d_diff_options *v = &r->effective.values;
    reasons w = {text, r, 0};
    put_metric_reason(&w);
    if (r->excused != 0) {
        put_reason(&w, "antialias", "");
    }
    if (v->channels != R3D_DIFF_RGBA && v->channels != R3D_DIFF_CHANNELS_AUTO &&
        r->effective.origin[R3D_DIFF_SET_CHANNELS] != R3D_DIFF_FROM_DEFAULT) {
        put_setting_reason(&w, R3D_DIFF_SET_CHANNELS);
    }
    if (v->depth8) {
        put_reason(&w, "depth8", "");
    }
    if (v->crop_to_common &&
        (r->expected_width != r->actual_width || r->expected_height != r->actual_height)) {
        put_reason(&w, "crop-to-common", "");
    }
    for (int i = R3D_DIFF_SET_INCLUDE; i <= R3D_DIFF_SET_MASK && r->masked + r->mask_needed != 0;
         i++) {
        if (r->effective.origin[i] != R3D_DIFF_FROM_DEFAULT) {
            put_reason(&w, r3d_diff_setting_name((r3d_diff_setting)i), "");
        }
    }
    for (int i = R3D_DIFF_SET_MAX_PIXELS; i <= R3D_DIFF_SET_WINDOW && r->mismatches != 0; i++) {
        if (r->effective.origin[i] != R3D_DIFF_FROM_DEFAULT) {
            put_setting_reason(&w, (r3d_diff_setting)i);
        }
    }
}

r3d_result r3d_diff_describe_verdict(const r3d_diff_result *r, r3d_diff_text *text)
{
    if (r == NULL || text == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    switch (r->verdict) {
    case R3D_DIFF_EQUAL:
        r3d_priv_text_puts(text, "equal");
        break;
    case R3D_DIFF_WITHIN: {
        r3d_priv_text_puts(text, "within bounds (");
        size_t before = text->length;
        put_reasons(r, text);
        r3d_priv_text_puts(text, text->length == before ? "options)" : ")");
        break;
    }
    case R3D_DIFF_DIFFERENT:
        r3d_priv_text_puts(text, "different");
        break;
    case R3D_DIFF_LAYOUT:
        r3d_priv_text_printf(text, "sizes differ, expected %ldx%ld, actual %ldx%ld",
                             (long)r->expected_width, (long)r->expected_height,
                             (long)r->actual_width, (long)r->actual_height);
        break;
    }
    return text->result;
}

r3d_result r3d_diff_describe_short(const r3d_diff_result *r, r3d_diff_text *text)
{
    if (r == NULL || text == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (r->verdict != R3D_DIFF_DIFFERENT) {
        (void)r3d_diff_describe_verdict(r, text);
    }
    if (r->verdict == R3D_DIFF_LAYOUT) {
        return text->result; // counts of pictures that do not lie on each other say nothing
    }
    r3d_priv_text_puts(text, r->verdict != R3D_DIFF_DIFFERENT ? ": " : "");
    if (r->mismatches == 0) {
        r3d_priv_text_printf(text,
                             r->verdict == R3D_DIFF_EQUAL ? "%lld px" : "no mismatch in %lld px",
                             (long long)r->compared);
        if (r->masked != 0) {
            r3d_priv_text_printf(text, ", %lld masked", (long long)r->masked);
        }
        return text->result;
    }
    r3d_priv_text_printf(text, "%lld of %lld px (", (long long)r->mismatches,
                         (long long)r->compared);
    put_percent(text, r->mismatches, r->compared);
    r3d_priv_text_printf(text, "), %zu %s, max delta %ld", r->cluster_count,
                         r->cluster_count == 1 ? "cluster" : "clusters", (long)r->largest_delta);
    return text->result;
}

/* ---- details ---- */

static void put_histogram(r3d_diff_text *text, const r3d_diff_result *r)
{
    static const char *const buckets[R3D_DIFF_HISTOGRAM_COUNT] = {
        "1", "2", "3-4", "5-8", "9-16", "17-32", "33-64", "65-255"};
    r3d_priv_text_puts(text, "deltas");
    for (int i = 0; i < R3D_DIFF_HISTOGRAM_COUNT; i++) {
        if (r->histogram[i] != 0) {
            r3d_priv_text_printf(text, " %s: %lld", buckets[i], (long long)r->histogram[i]);
        }
    }
}

static void put_details(r3d_diff_text *text, const r3d_diff_result *r)
{
    static const char letters[4] = {'R', 'G', 'B', 'A'};
    char metric[32];
    char channels[32];
    bool alpha = r->effective.values.channels != R3D_DIFF_RGB;
    int64_t both = r->mismatches - r->only_expected - r->only_actual;
    r3d_diff_setting_text(&r->effective, R3D_DIFF_SET_METRIC, metric, sizeof metric);
    r3d_diff_setting_text(&r->effective, R3D_DIFF_SET_CHANNELS, channels, sizeof channels);
    r3d_priv_text_printf(text, "box %ld,%ld..%ld,%ld; max", (long)r->x0, (long)r->y0, (long)r->x1,
                         (long)r->y1);
    for (int i = 0; i < (alpha ? 4 : 3); i++) {
        r3d_priv_text_printf(text, " %c %ld", letters[i], (long)r->max_delta[i]);
    }
    r3d_priv_text_puts(text, "; mean");
    for (int i = 0; i < (alpha ? 4 : 3); i++) {
        r3d_priv_text_printf(text, " %c ", letters[i]);
        put_mean(text, r->delta_sum[i], both);
    }
    r3d_priv_text_puts(text, "; ");
    put_histogram(text, r);
    r3d_priv_text_printf(text, "; %s, %s%s", channels, metric, r->depth == 16 ? ", 16 bits" : "");
    if (r->excused != 0) {
        r3d_priv_text_printf(text, "; %lld excused as anti-aliased", (long long)r->excused);
    }
    if (r->masked != 0) {
        r3d_priv_text_printf(text, "; %lld masked", (long long)r->masked);
    }
    r3d_priv_text_puts(text, "\n");
}

static void put_color(r3d_diff_text *text, const char *what, bool present, uint32_t argb,
                      bool alpha)
{
    if (!present) {
        r3d_priv_text_printf(text, " %s none", what);
    } else if (alpha) {
        r3d_priv_text_printf(text, " %s #%06lx%02lx", what, (unsigned long)(argb & 0xffffffu),
                             (unsigned long)(argb >> 24));
    } else {
        r3d_priv_text_printf(text, " %s #%06lx", what, (unsigned long)(argb & 0xffffffu));
    }
}

// The deltas of 16-bit samples are told by the cluster: `p` holds their high bytes.
static void put_pixel(r3d_diff_text *text, const r3d_diff_pixel *p, bool alpha, bool deep)
{
    r3d_priv_text_printf(text, "(%ld,%ld):", (long)p->x, (long)p->y);
    put_color(text, "expected", p->in_expected, p->expected_argb, alpha);
    put_color(text, "actual", p->in_actual, p->actual_argb, alpha);
    if (p->in_expected && p->in_actual && !deep) {
        for (int i = 0; i < (alpha ? 4 : 3); i++) {
            r3d_priv_text_printf(text, "%s%ld", i == 0 ? " delta " : ",",
                                 (long)(r3d_priv_diff_channel(p->actual_argb, i) -
                                        r3d_priv_diff_channel(p->expected_argb, i)));
        }
    }
}

void r3d_priv_describe_clusters(const r3d_diff_result *r, r3d_diff_text *text)
{
    bool alpha = r->effective.values.channels != R3D_DIFF_RGB;
    for (size_t i = 0; i < r->cluster_count && i < CLUSTER_LINES; i++) {
        const r3d_diff_cluster *c = &r->clusters[i];
        r3d_priv_text_printf(text, "#%zu %lld px at %ld,%ld..%ld,%ld first ", i + 1,
                             (long long)c->count, (long)c->x0, (long)c->y0, (long)c->x1,
                             (long)c->y1);
        put_pixel(text, &c->first, alpha, r->depth == 16);
        if (r->depth == 16) {
            r3d_priv_text_printf(text, " (high bytes) max delta %ld of 65535", (long)c->max_delta);
        }
        r3d_priv_text_puts(text, "\n");
    }
    if (r->cluster_count > CLUSTER_LINES) {
        r3d_priv_text_printf(text, "and %zu more clusters\n", r->cluster_count - CLUSTER_LINES);
    }
    size_t circled = r3d_diff_ring_count(r);
    if (circled < r->cluster_count && !r->effective.values.no_rings) {
        r3d_priv_text_printf(text, "%zu of %zu clusters circled\n", circled, r->cluster_count);
    }
}

static const char *const origins[] = {"default", "suite", "golden", "call"};

// What was asked for; every setting that is not named has its default.
static void put_settings(r3d_diff_text *text, const r3d_diff_result *r)
{
    const char *before = "settings: ";
    for (int i = 0; i < R3D_DIFF_SET_COUNT; i++) {
        if (r->effective.origin[i] != R3D_DIFF_FROM_DEFAULT) {
            char value[128];
            r3d_diff_setting_text(&r->effective, (r3d_diff_setting)i, value, sizeof value);
            r3d_priv_text_printf(text, "%s%s %s (%s)", before,
                                 r3d_diff_setting_name((r3d_diff_setting)i), value,
                                 origins[r->effective.origin[i]]);
            before = ", ";
        }
    }
    r3d_priv_text_puts(text, before[0] == ',' ? "\n" : "");
}

static void put_bounds(r3d_diff_text *text, const r3d_diff_result *r)
{
    for (int i = R3D_DIFF_SET_MAX_PIXELS; i <= R3D_DIFF_SET_WINDOW; i++) {
        if ((r->failed_bounds & (1u << i)) == 0 ||
            (i == R3D_DIFF_SET_MAX_PIXELS && r->effective.origin[i] == R3D_DIFF_FROM_DEFAULT)) {
            continue;
        }
        char value[64];
        r3d_diff_setting_text(&r->effective, (r3d_diff_setting)i, value, sizeof value);
        r3d_priv_text_printf(text, "exceeds %s %s (%s)", r3d_diff_setting_name((r3d_diff_setting)i),
                             value, origins[r->effective.origin[i]]);
        if (i == R3D_DIFF_SET_WINDOW) {
            r3d_priv_text_printf(text, ": %lld px in the window at %lld,%lld",
                                 (long long)r->window_max, (long long)r->window_x,
                                 (long long)r->window_y);
        }
        r3d_priv_text_puts(text, "\n");
    }
}

r3d_result r3d_diff_describe(const r3d_diff_result *r, r3d_diff_text *text)
{
    if (r == NULL || text == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_diff_describe_short(r, text);
    r3d_priv_text_puts(text, "\n");
    if (r->verdict == R3D_DIFF_LAYOUT) {
        int64_t both = r->mismatches - r->only_expected - r->only_actual;
        int64_t common = r->compared - r->only_expected - r->only_actual;
        if (common > 0 && both > 0) {
            r3d_priv_text_printf(text,
                                 "of the common part at the top left, %lld of %lld px differ\n",
                                 (long long)both, (long long)common);
        }
        put_settings(text, r);
    } else if (r->mismatches != 0) {
        put_details(text, r);
        put_settings(text, r);
        put_bounds(text, r);
        r3d_priv_describe_clusters(r, text);
        r3d_priv_text_puts(text, "first mismatches:");
        for (int32_t i = 0; i < r->first_count; i++) {
            r3d_priv_text_printf(text, " (%ld,%ld)", (long)r->first[i].x, (long)r->first[i].y);
        }
        r3d_priv_text_puts(text, "\n");
    }
    return text->result;
}
