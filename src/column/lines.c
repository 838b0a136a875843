/* SPDX-License-Identifier: MIT */
/* Line mode: outlines of wall faces, clipped by the windows. Source: spec column section 7. */

#include "column_internal.h"

static const uint32_t ink = 0xFF000000u;

/* Strokes rows floor(y0) .. floor(y1) of a column as far as the window allows, with half a row of
 * grace at both ends. */
static void stroke_rows(const r3d_column_context *c, int32_t x, double y0, double y1)
{
    const double low = (double)c->before_top[x] - 0.5;
    const double high = (double)c->before_bottom[x] + 0.5;
    y0 = y0 < low ? low : y0;
    y1 = y1 > high ? high : y1;
    if (!(y0 <= y1)) {
        return;
    }
    y0 = r3d_priv_column_floor(y0);
    y1 = r3d_priv_column_floor(y1);
    if (y1 < 0.0 || y0 >= (double)c->height) {
        return;
    }
    const int32_t first = y0 < 0.0 ? 0 : (int32_t)y0;
    const int32_t last = y1 >= (double)c->height ? c->height - 1 : (int32_t)y1;
    for (int32_t row = first; row <= last; row++) {
        r3d_priv_column_row_pixels(c, row)[x] = ink;
    }
}

/* 1 / t of the wall's line at a picture position. */
static double inverse_at(const r3d_column_context *c, const struct r3d_priv_column_seen_wall *w,
                         double x)
{
    const double k = (x - c->center_x) / c->focal_x;
    const double inverse = ((w->right_s - w->left_s) - k * (w->right_t - w->left_t)) / w->cross;
    return inverse > 1e-12 ? inverse : 1e-12;
}

/* The part of each column that the whole wall covers; an end behind the eye does not bound it. */
struct extent {
    double left;
    double right;
};

static struct extent wall_extent(const r3d_column_context *c,
                                 const struct r3d_priv_column_seen_wall *w)
{
    struct extent extent = {-1e300, 1e300};
    if (w->left_t > 0.0) {
        extent.left = c->center_x + c->focal_x * w->left_s / w->left_t;
    }
    if (w->right_t > 0.0) {
        extent.right = c->center_x + c->focal_x * w->right_s / w->right_t;
    }
    return extent;
}

static void stroke_edge(r3d_column_context *c, const struct r3d_priv_column_seen_wall *w,
                        const struct extent *extent, double z)
{
    const double height = c->focal_y * (z - c->eye_z);
    for (int32_t x = w->x0; x < w->x1; x++) {
        if (c->before_top[x] >= c->before_bottom[x]) {
            continue;
        }
        const double left = r3d_priv_column_max((double)x, extent->left);
        const double right = r3d_priv_column_min((double)x + 1.0, extent->right);
        const double ya = c->horizon - height * inverse_at(c, w, left);
        const double yb = c->horizon - height * inverse_at(c, w, right);
        stroke_rows(c, x, r3d_priv_column_min(ya, yb), r3d_priv_column_max(ya, yb));
    }
}

/* A face's vertical edge at an end of the wall. */
static void stroke_upright(r3d_column_context *c, const struct r3d_priv_column_seen_wall *w,
                           double x, double inverse, double z_high, double z_low)
{
    if (!(x >= 0.0 && x < (double)c->width)) {
        return;
    }
    /* The end's own column may have its centre outside the wall: then the nearest one inside. */
    int32_t column = (int32_t)x;
    column = column < w->covered_x0    ? w->covered_x0
             : column >= w->covered_x1 ? w->covered_x1 - 1
                                       : column;
    if (column < w->x0 || column >= w->x1 || c->before_top[column] >= c->before_bottom[column]) {
        return;
    }
    stroke_rows(c, column, c->horizon - c->focal_y * (z_high - c->eye_z) * inverse,
                c->horizon - c->focal_y * (z_low - c->eye_z) * inverse);
}

static void stroke_uprights(r3d_column_context *c, const struct r3d_priv_column_seen_wall *w,
                            const struct extent *extent, double z_high, double z_low)
{
    if (w->left_stroke && w->left_t > 0.0) {
        stroke_upright(c, w, extent->left, 1.0 / w->left_t, z_high, z_low);
    }
    if (w->right_stroke && w->right_t > 0.0) {
        stroke_upright(c, w, extent->right, 1.0 / w->right_t, z_high, z_low);
    }
}

void r3d_priv_column_stroke_wall(r3d_column_context *c, const struct r3d_priv_column_seen_wall *w)
{
    if (c->told != NULL) {
        r3d_priv_column_tell_strokes(c, w);
        return;
    }
    const struct extent extent = wall_extent(c, w);
    const double near_ceiling = c->world->ceilings[w->near_sector];
    const double near_floor = c->world->floors[w->near_sector];
    if (w->far_sector == R3D_COLUMN_NONE) {
        stroke_edge(c, w, &extent, near_ceiling);
        stroke_edge(c, w, &extent, near_floor);
        stroke_uprights(c, w, &extent, near_ceiling, near_floor);
        return;
    }
    const double far_ceiling = c->world->ceilings[w->far_sector];
    const double far_floor = c->world->floors[w->far_sector];
    if (far_ceiling != near_ceiling) {
        stroke_edge(c, w, &extent, near_ceiling);
    }
    if (far_ceiling < near_ceiling) {
        stroke_edge(c, w, &extent, far_ceiling);
        stroke_uprights(c, w, &extent, near_ceiling, far_ceiling);
    }
    if (far_floor != near_floor) {
        stroke_edge(c, w, &extent, near_floor);
    }
    if (far_floor > near_floor) {
        stroke_edge(c, w, &extent, far_floor);
        stroke_uprights(c, w, &extent, far_floor, near_floor);
    }
}
