/* SPDX-License-Identifier: MIT */
// Comparison settings: defaults, merging of levels, and what each one's value is in words.

#include <string.h>

#include "../base/desc.h"

#include "diff_internal.h"

void r3d_diff_options_init_sized(r3d_diff_options *out_options, uint32_t struct_size)
{
    R3D_PRIV_DESC_INIT(out_options, struct_size);
}

void r3d_diff_effective_init(r3d_diff_effective *out)
{
    if (out == NULL) {
        return;
    }
    memset(out, 0, sizeof *out);
    r3d_diff_options *v = &out->values;
    v->struct_size = (uint32_t)sizeof *v;
    v->threshold = 0.1;
    v->max_pixels = 0;
    v->max_ratio = -1.0;
    v->max_cluster = -1;
    v->max_delta = -1;
    v->window_count = -1;
    v->max_rings = 64;
    v->paint_factor = 8;
}

// Whether the options give a setting: its member is not zero, or its bit says that zero is meant.
static bool gives(const r3d_diff_options *o, r3d_diff_setting setting)
{
    if ((o->given & (1u << setting)) != 0) {
        return true;
    }
    switch (setting) {
    case R3D_DIFF_SET_METRIC:
        return o->metric != R3D_DIFF_EXACT;
    case R3D_DIFF_SET_CHANNELS:
        return o->channels != R3D_DIFF_CHANNELS_AUTO;
    case R3D_DIFF_SET_TOLERANCE:
        return o->tolerance[0] != 0 || o->tolerance[1] != 0 || o->tolerance[2] != 0 ||
               o->tolerance[3] != 0;
    case R3D_DIFF_SET_THRESHOLD:
        // Not "!= 0": a NaN must count as given, to be refused later.
        return !(o->threshold >= 0.0 && o->threshold <= 0.0);
    case R3D_DIFF_SET_BACKGROUND:
        return o->background != R3D_DIFF_OVER_WHITE;
    case R3D_DIFF_SET_ANTIALIASING:
        return o->antialiasing;
    case R3D_DIFF_SET_MAX_PIXELS:
        return o->max_pixels != 0;
    case R3D_DIFF_SET_MAX_RATIO:
        return !(o->max_ratio >= 0.0 && o->max_ratio <= 0.0);
    case R3D_DIFF_SET_MAX_CLUSTER:
        return o->max_cluster != 0;
    case R3D_DIFF_SET_MAX_DELTA:
        return o->max_delta != 0;
    case R3D_DIFF_SET_WINDOW:
        return o->window_size != 0;
    case R3D_DIFF_SET_DEPTH8:
        return o->depth8;
    case R3D_DIFF_SET_CROP:
        return o->crop_to_common;
    case R3D_DIFF_SET_FIRST:
        return o->first_only;
    case R3D_DIFF_SET_INCLUDE:
        return o->include_count != 0;
    case R3D_DIFF_SET_IGNORE:
        return o->ignore_count != 0;
    case R3D_DIFF_SET_MASK:
        return o->mask != NULL;
    case R3D_DIFF_SET_LINK_DISTANCE:
        return o->link_distance != 0;
    case R3D_DIFF_SET_BASE_RADIUS:
        return o->base_radius != 0;
    case R3D_DIFF_SET_STROKE:
        return o->stroke != 0;
    case R3D_DIFF_SET_MAX_RINGS:
        return o->max_rings != 0;
    case R3D_DIFF_SET_DIM:
        return o->dim != R3D_DIFF_DIM_LIGHT;
    case R3D_DIFF_SET_PAINT:
        return o->paint != R3D_DIFF_PAINT_RED;
    case R3D_DIFF_SET_PAINT_FACTOR:
        return o->paint_factor != 0;
    case R3D_DIFF_SET_NO_RINGS:
        return o->no_rings;
    case R3D_DIFF_SET_COUNT:
        break;
    }
    return false;
}

static void take(r3d_diff_options *to, const r3d_diff_options *from, r3d_diff_setting setting)
{
    switch (setting) {
    case R3D_DIFF_SET_METRIC:
        to->metric = from->metric;
        break;
    case R3D_DIFF_SET_CHANNELS:
        to->channels = from->channels;
        break;
    case R3D_DIFF_SET_TOLERANCE:
        memcpy(to->tolerance, from->tolerance, sizeof to->tolerance);
        break;
    case R3D_DIFF_SET_THRESHOLD:
        to->threshold = from->threshold;
        break;
    case R3D_DIFF_SET_BACKGROUND:
        to->background = from->background;
        break;
    case R3D_DIFF_SET_ANTIALIASING:
        to->antialiasing = from->antialiasing;
        break;
    case R3D_DIFF_SET_MAX_PIXELS:
        to->max_pixels = from->max_pixels;
        break;
    case R3D_DIFF_SET_MAX_RATIO:
        to->max_ratio = from->max_ratio;
        break;
    case R3D_DIFF_SET_MAX_CLUSTER:
        to->max_cluster = from->max_cluster;
        break;
    case R3D_DIFF_SET_MAX_DELTA:
        to->max_delta = from->max_delta;
        break;
    case R3D_DIFF_SET_WINDOW:
        to->window_size = from->window_size;
        to->window_count = from->window_count;
        break;
    case R3D_DIFF_SET_DEPTH8:
        to->depth8 = from->depth8;
        break;
    case R3D_DIFF_SET_CROP:
        to->crop_to_common = from->crop_to_common;
        break;
    case R3D_DIFF_SET_FIRST:
        to->first_only = from->first_only;
        break;
    case R3D_DIFF_SET_INCLUDE:
        to->include = from->include;
        to->include_count = from->include_count;
        break;
    case R3D_DIFF_SET_IGNORE:
        to->ignore = from->ignore;
        to->ignore_count = from->ignore_count;
        break;
    case R3D_DIFF_SET_MASK:
        to->mask = from->mask;
        break;
    case R3D_DIFF_SET_LINK_DISTANCE:
        to->link_distance = from->link_distance;
        break;
    case R3D_DIFF_SET_BASE_RADIUS:
        to->base_radius = from->base_radius;
        break;
    case R3D_DIFF_SET_STROKE:
        to->stroke = from->stroke;
        break;
    case R3D_DIFF_SET_MAX_RINGS:
        to->max_rings = from->max_rings;
        break;
    case R3D_DIFF_SET_DIM:
        to->dim = from->dim;
        break;
    case R3D_DIFF_SET_PAINT:
        to->paint = from->paint;
        break;
    case R3D_DIFF_SET_PAINT_FACTOR:
        to->paint_factor = from->paint_factor;
        break;
    case R3D_DIFF_SET_NO_RINGS:
        to->no_rings = from->no_rings;
        break;
    case R3D_DIFF_SET_COUNT:
        break;
    }
}

r3d_result r3d_diff_effective_merge(r3d_diff_effective *effective, const r3d_diff_options *options,
                                    r3d_diff_origin origin)
{
    if (effective == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_diff_options whole;
    r3d_diff_options_init(&whole);
    if (options == NULL) {
        return R3D_OK;
    }
    if (r3d_priv_desc_read(&whole, sizeof whole, options) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    options = &whole;
    for (int i = 0; i < R3D_DIFF_SET_COUNT; i++) {
        if (gives(options, (r3d_diff_setting)i)) {
            take(&effective->values, options, (r3d_diff_setting)i);
            effective->values.given |= 1u << i;
            effective->origin[i] = origin;
        }
    }
    if (options->isa != R3D_ISA_BEST) {
        effective->values.isa = options->isa;
    }
    // The default of no mismatch at all gives way to another bound on their number.
    const uint32_t others =
        1u << R3D_DIFF_SET_MAX_RATIO | 1u << R3D_DIFF_SET_MAX_CLUSTER | 1u << R3D_DIFF_SET_WINDOW;
    if ((effective->values.given & (1u << R3D_DIFF_SET_MAX_PIXELS)) == 0 &&
        (effective->values.given & others) != 0) {
        effective->values.max_pixels = -1;
    }
    return R3D_OK;
}

const char *r3d_diff_setting_name(r3d_diff_setting setting)
{
    static const char *const names[R3D_DIFF_SET_COUNT] = {
        "metric",    "channels",   "tolerance",      "threshold",    "background",
        "antialias", "max-pixels", "max-ratio",      "max-cluster",  "max-delta",
        "window",    "depth8",     "crop-to-common", "first",        "include",
        "ignore",    "mask",       "link-distance",  "base-radius",  "stroke",
        "max-rings", "dim",        "paint",          "paint-factor", "no-rings"};
    return (unsigned)setting < R3D_DIFF_SET_COUNT ? names[setting] : "unknown";
}

static void bound_text(long long bound, char *out_text, size_t size)
{
    if (bound < 0) {
        snprintf(out_text, size, "none");
    } else {
        snprintf(out_text, size, "%lld", bound);
    }
}

static void auto_text(int32_t value, char *out_text, size_t size)
{
    if (value == 0) {
        snprintf(out_text, size, "auto");
    } else {
        snprintf(out_text, size, "%ld", (long)value);
    }
}

// A number without trailing zeros; a comma from the locale becomes a point.
static void real_text(double value, char *out_text, size_t size)
{
    snprintf(out_text, size, "%g", value);
    for (char *c = out_text; *c != '\0'; c++) {
        *c = *c == ',' ? '.' : *c;
    }
}

// "X,Y,W,H X,Y,W,H", or how many there are when they do not fit.
static void rects_text(const r3d_diff_rect *rects, size_t count, char *out_text, size_t size)
{
    size_t used = (size_t)snprintf(out_text, size, "%s", count == 0 ? "none" : "");
    for (size_t i = 0; i < count; i++) {
        int length = snprintf(out_text + used, size - used, "%s%ld,%ld,%ld,%ld", i == 0 ? "" : " ",
                              (long)rects[i].x, (long)rects[i].y, (long)rects[i].width,
                              (long)rects[i].height);
        if (length < 0 || (size_t)length >= size - used) {
            snprintf(out_text, size, "%zu rectangles", count);
            return;
        }
        used += (size_t)length;
    }
}

void r3d_diff_setting_text(const r3d_diff_effective *effective, r3d_diff_setting setting,
                           char *out_text, size_t size)
{
    if (effective == NULL || out_text == NULL) {
        return;
    }
    static const char *const metrics[] = {"exact", "tolerance", "yiq", "oklab"};
    static const char *const channels[] = {"auto", "rgb", "rgba", "rgba-over", "alpha"};
    static const char *const paints[] = {"red", "sign", "heat", "abs"};
    const r3d_diff_options *v = &effective->values;
    if (size == 0) {
        return;
    }
    out_text[0] = '\0';
    switch (setting) {
    case R3D_DIFF_SET_METRIC:
        snprintf(out_text, size, "%s", (unsigned)v->metric < 4 ? metrics[v->metric] : "?");
        break;
    case R3D_DIFF_SET_CHANNELS:
        snprintf(out_text, size, "%s", (unsigned)v->channels < 5 ? channels[v->channels] : "?");
        break;
    case R3D_DIFF_SET_TOLERANCE:
        snprintf(out_text, size, "%ld,%ld,%ld,%ld", (long)v->tolerance[0], (long)v->tolerance[1],
                 (long)v->tolerance[2], (long)v->tolerance[3]);
        break;
    case R3D_DIFF_SET_THRESHOLD:
        real_text(v->threshold, out_text, size);
        break;
    case R3D_DIFF_SET_BACKGROUND:
        snprintf(out_text, size, "%s",
                 v->background == R3D_DIFF_OVER_CHECKER ? "checker" : "white");
        break;
    case R3D_DIFF_SET_ANTIALIASING:
        snprintf(out_text, size, "%s", v->antialiasing ? "yes" : "no");
        break;
    case R3D_DIFF_SET_MAX_PIXELS:
        bound_text(v->max_pixels, out_text, size);
        break;
    case R3D_DIFF_SET_MAX_RATIO:
        if (v->max_ratio < 0.0) {
            snprintf(out_text, size, "none");
        } else {
            real_text(v->max_ratio, out_text, size);
        }
        break;
    case R3D_DIFF_SET_MAX_CLUSTER:
        bound_text(v->max_cluster, out_text, size);
        break;
    case R3D_DIFF_SET_MAX_DELTA:
        bound_text(v->max_delta, out_text, size);
        break;
    case R3D_DIFF_SET_WINDOW:
        if (v->window_count < 0) {
            snprintf(out_text, size, "none");
        } else {
            snprintf(out_text, size, "%ld:%lld", (long)v->window_size, (long long)v->window_count);
        }
        break;
    case R3D_DIFF_SET_DEPTH8:
        snprintf(out_text, size, "%s", v->depth8 ? "yes" : "no");
        break;
    case R3D_DIFF_SET_CROP:
        snprintf(out_text, size, "%s", v->crop_to_common ? "yes" : "no");
        break;
    case R3D_DIFF_SET_FIRST:
        snprintf(out_text, size, "%s", v->first_only ? "yes" : "no");
        break;
    case R3D_DIFF_SET_INCLUDE:
        rects_text(v->include, v->include_count, out_text, size);
        break;
    case R3D_DIFF_SET_IGNORE:
        rects_text(v->ignore, v->ignore_count, out_text, size);
        break;
    case R3D_DIFF_SET_MASK:
        snprintf(out_text, size, "%s", v->mask != NULL ? "picture" : "none");
        break;
    case R3D_DIFF_SET_LINK_DISTANCE:
        auto_text(v->link_distance, out_text, size);
        break;
    case R3D_DIFF_SET_BASE_RADIUS:
        auto_text(v->base_radius, out_text, size);
        break;
    case R3D_DIFF_SET_STROKE:
        auto_text(v->stroke, out_text, size);
        break;
    case R3D_DIFF_SET_MAX_RINGS:
        snprintf(out_text, size, "%ld", (long)v->max_rings);
        break;
    case R3D_DIFF_SET_DIM:
        snprintf(out_text, size, "%s", v->dim == R3D_DIFF_DIM_DARK ? "dark" : "light");
        break;
    case R3D_DIFF_SET_PAINT:
        snprintf(out_text, size, "%s", (unsigned)v->paint < 4 ? paints[v->paint] : "?");
        break;
    case R3D_DIFF_SET_PAINT_FACTOR:
        snprintf(out_text, size, "%ld", (long)v->paint_factor);
        break;
    case R3D_DIFF_SET_NO_RINGS:
        snprintf(out_text, size, "%s", v->no_rings ? "yes" : "no");
        break;
    case R3D_DIFF_SET_COUNT:
        break;
    }
}
