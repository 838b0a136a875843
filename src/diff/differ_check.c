/* SPDX-License-Identifier: MIT */
// Refuses options and masks that cannot be meant. Spec golden section 2.

#include "differ.h"

static r3d_result check_lengths(const r3d_diff_options *v, r3d_error *out_error)
{
    const int32_t lengths[3] = {v->link_distance, v->base_radius, v->stroke};
    const r3d_diff_setting settings[3] = {R3D_DIFF_SET_LINK_DISTANCE, R3D_DIFF_SET_BASE_RADIUS,
                                          R3D_DIFF_SET_STROKE};
    for (int i = 0; i < 3; i++) {
        bool given = (v->given & (1u << settings[i])) != 0;
        if (lengths[i] < (given ? 1 : 0) || lengths[i] > R3D_PICTURE_SIZE_MAX) {
            return r3d_priv_diff_fail(
                out_error, R3D_ERR_RANGE, NULL, "%s is %ld, but it must be 1..%d",
                r3d_diff_setting_name(settings[i]), (long)lengths[i], (int)R3D_PICTURE_SIZE_MAX);
        }
    }
    if (v->max_rings < 0 || v->paint_factor < 1 || v->paint_factor > 255) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_RANGE, NULL,
                                  "max-rings must be 0 or more and paint-factor 1..255");
    }
    return R3D_OK;
}

r3d_result r3d_priv_differ_check_options(const r3d_diff_options *v, int32_t depth,
                                         r3d_error *out_error)
{
    if ((unsigned)v->metric > R3D_DIFF_OKLAB || (unsigned)v->channels > R3D_DIFF_ALPHA ||
        (unsigned)v->background > R3D_DIFF_OVER_CHECKER || (unsigned)v->dim > R3D_DIFF_DIM_DARK ||
        (unsigned)v->paint > R3D_DIFF_PAINT_ABS) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_RANGE, NULL,
                                  "metric, channels, background, dim or paint is none of the "
                                  "known values");
    }
    if (!r3d_isa_available(v->isa)) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_RANGE, NULL,
                                  "this machine or build has no instruction set %d", (int)v->isa);
    }
    bool perceptual = v->metric == R3D_DIFF_YIQ || v->metric == R3D_DIFF_OKLAB;
    if (perceptual && v->channels == R3D_DIFF_ALPHA) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_ARGUMENT, NULL,
                                  "the metrics yiq and oklab cannot compare alpha alone");
    }
    if (perceptual && depth == 16) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_ARGUMENT, NULL,
                                  "the metrics yiq and oklab need 8-bit pictures or depth8");
    }
    if (v->antialiasing && !perceptual) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_ARGUMENT, NULL,
                                  "antialias needs the metric yiq or oklab");
    }
    if (!(v->threshold >= 0.0 && v->threshold <= 1.0)) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_RANGE, NULL,
                                  "threshold is %g, but it must be 0..1", v->threshold);
    }
    int32_t highest = depth == 16 ? 65535 : 255;
    for (int i = 0; i < 4; i++) {
        if (v->tolerance[i] < 0 || v->tolerance[i] > highest) {
            return r3d_priv_diff_fail(out_error, R3D_ERR_RANGE, NULL,
                                      "tolerance is %ld, but it must be 0..%ld",
                                      (long)v->tolerance[i], (long)highest);
        }
    }
    if (!(v->max_ratio <= 1.0) || v->max_pixels < -1 || v->max_cluster < -1 || v->max_delta < -1 ||
        v->window_count < -1) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_RANGE, NULL,
                                  "a bound is out of range: max-ratio is 0..1, the others are 0 "
                                  "or more");
    }
    if (v->window_count >= 0 && (v->window_size < 1 || v->window_size > R3D_PICTURE_SIZE_MAX)) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_RANGE, NULL,
                                  "the window's side is %ld, but it must be 1..%d",
                                  (long)v->window_size, (int)R3D_PICTURE_SIZE_MAX);
    }
    for (size_t i = 0; i < v->include_count + v->ignore_count; i++) {
        const r3d_diff_rect *rect =
            i < v->include_count ? &v->include[i] : &v->ignore[i - v->include_count];
        if (rect->width < 1 || rect->height < 1) {
            return r3d_priv_diff_fail(out_error, R3D_ERR_RANGE, NULL,
                                      "rectangle %ld,%ld,%ld,%ld: width and height must be 1 or "
                                      "more",
                                      (long)rect->x, (long)rect->y, (long)rect->width,
                                      (long)rect->height);
        }
    }
    return check_lengths(v, out_error);
}

r3d_result r3d_priv_differ_check_mask(const r3d_diff_options *v, const r3d_picture_view *expected,
                                      r3d_error *out_error)
{
    if (v->mask == NULL) {
        return R3D_OK;
    }
    r3d_result result = r3d_diff_view_check(v->mask, "mask", out_error);
    if (result != R3D_OK) {
        return result;
    }
    if (v->mask->width != expected->width || v->mask->height != expected->height) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_RANGE, "mask",
                                  "the mask is %ldx%ld, but the expected picture is %ldx%ld",
                                  (long)v->mask->width, (long)v->mask->height,
                                  (long)expected->width, (long)expected->height);
    }
    if (v->mask->layout == R3D_LAYOUT_RGBA16) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_FORMAT_UNSUPPORTED, "mask",
                                  "a mask must have 8 bits a channel");
    }
    return R3D_OK;
}
