/* SPDX-License-Identifier: MIT */
/* The textured fill of ../textured.c for any instruction set. Before this file is included there is
 * draw_textured_row(), which draws a row and returns true, or finds a divisor of 0, returns false
 * and has drawn no pixel or pixels that the scalar code draws in the same way. */

#include "walk.h"

KERNEL void textured_row(const r3d_raster *raster, const walk *w, int32_t y, int32_t limit,
                         const r3d_priv_plane_terms *terms, const r3d_texels *texels)
{
    const r3d_surface *surface = raster->surface;
    r3d_priv_span span;
    span.y = y;
    span.left = w->left.x >> 16;
    span.right = w->right.x >> 16;
    span.left_value = w->left.value;
    span.right_value = w->right.value;
    if (span.left >= span.right) {
        return;
    }
    r3d_priv_lit_row lit = r3d_priv_light_row(raster, limit, &span);
    if (lit.left >= lit.right) {
        return;
    }
    int32_t column = r3d_i32_sub(lit.left, raster->center_x);
    texture_row row;
    row.pixels = r3d_priv_surface_row(surface, y) + lit.left;
    row.count = lit.right - lit.left;
    row.room = surface->width - lit.left;
    row.u = r3d_priv_term_at(&terms->u, column);
    row.v = r3d_priv_term_at(&terms->v, column);
    row.w = r3d_priv_term_at(&terms->w, column);
    row.light = lit.light;
    row.light_step = lit.light_step;
    if (!draw_textured_row(&row, terms, texels)) {
        r3d_priv_span_textured(row.pixels, row.count, terms, row.u, row.v, row.w, row.light,
                               row.light_step, texels);
    }
}

KERNEL void fill_textured(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                          const int32_t shade[3], const r3d_texture_plane *plane,
                          const r3d_texels *texels)
{
    walk w;
    if (!walk_begin(&w, raster, x, y, shade, R3D_PRIV_LIGHT_FRACTION_BITS)) {
        return;
    }
    int32_t limit = r3d_priv_right_limit(raster);
    r3d_priv_plane_terms terms = r3d_priv_terms(plane);
    int32_t row = w.y;
    r3d_priv_terms_skip_rows(&terms, r3d_i32_sub(row, raster->center_y));
    for (int32_t end = w.y_middle;; end = w.y_end) {
        for (; row < end; row++) {
            textured_row(raster, &w, row, limit, &terms, texels);
            walk_step(&w);
            r3d_priv_terms_skip_rows(&terms, 1);
        }
        if (row == w.y_end) {
            return;
        }
        walk_turn(&w);
    }
}
