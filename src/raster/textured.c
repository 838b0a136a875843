/* SPDX-License-Identifier: MIT */
/* Textured triangles: perspective correct every 8 pixels, straight in between.
 * Source: spec rs2-raster section 7. */

#include "textured.h"

#include "kernels.h"

const r3d_priv_addressing r3d_priv_addressings[2] = {
    {14, 7, 16256, 0x3F80, 14}, /* R3D_DETAIL_HIGH */
    {12, 6, 4032, 0x0FC0, 12},  /* R3D_DETAIL_LOW */
};

/* A texture position: a across (u), b down (v). */
typedef struct texture_point {
    int32_t a;
    int32_t b;
} texture_point;

/* Divides by the depth; a zero depth keeps `previous` as it is. Only u is limited: v repeats. */
static texture_point divide(int32_t u, int32_t v, int32_t w, int32_t least,
                            const r3d_priv_addressing *address, texture_point previous)
{
    int32_t depth = w >> address->divisor_shift;
    if (depth == 0) {
        return previous;
    }
    texture_point point;
    point.a = r3d_i32_div(u, depth);
    point.b = r3d_i32_div(v, depth);
    if (point.a < least) {
        point.a = least;
    } else if (point.a > address->u_max) {
        point.a = address->u_max;
    }
    return point;
}

void r3d_priv_span_textured(uint32_t *pixels, int32_t count, const r3d_priv_plane_terms *terms,
                            int32_t u, int32_t v, int32_t w, int32_t light, int32_t light_step,
                            const r3d_texels *texels)
{
    const r3d_priv_addressing *address = &r3d_priv_addressings[texels->detail == R3D_DETAIL_LOW];
    const texture_point origin = {0, 0};
    texture_point from = divide(u, v, w, 0, address, origin);
    /* The lower limit 7 of every later point keeps a + 7 * (step of a) at 0 or more. */
    texture_point to = origin;
    for (int32_t first = 0; first < count; first += R3D_PRIV_GROUP) {
        u = r3d_i32_add(u, terms->u.per_group);
        v = r3d_i32_add(v, terms->v.per_group);
        w = r3d_i32_add(w, terms->w.per_group);
        to = divide(u, v, w, 7, address, to);

        int32_t a_step = r3d_i32_sub(to.a, from.a) >> 3;
        int32_t b_step = r3d_i32_sub(to.b, from.b) >> 3;
        int32_t a = from.a;
        int32_t b = from.b;
        int32_t shade_first = (light >> 21 & 3) << address->shade_shift;
        int32_t shift = light >> 23;
        int32_t end = count - first > R3D_PRIV_GROUP ? first + R3D_PRIV_GROUP : count;
        for (int32_t i = first; i < end; i++) {
            int32_t index = shade_first + (b & address->v_mask) + (a >> address->row_shift);
            /* -1 is possible in the first shade after a zero depth; the original fails there. */
            uint32_t texel = texels->texels[index < 0 ? 0 : index] >> ((uint32_t)shift & 31u);
            if (texel != 0 || !texels->masked) {
                pixels[i] = texel | R3D_PRIV_DRAWN;
            }
            a = r3d_i32_add(a, a_step);
            b = r3d_i32_add(b, b_step);
        }
        from = to;
        light = r3d_i32_add(light, light_step);
    }
}

void r3d_priv_fill_textured_scalar(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                                   const int32_t shade[3], const r3d_texture_plane *plane,
                                   const r3d_texels *texels)
{
    const r3d_surface *surface = raster->surface;
    r3d_priv_triangle triangle;
    if (!r3d_priv_triangle_setup(&triangle, raster, x, y, shade, R3D_PRIV_LIGHT_FRACTION_BITS)) {
        return;
    }
    r3d_priv_plane_terms terms = r3d_priv_terms(plane);
    int32_t terms_y = raster->center_y; /* the row that the terms belong to */
    int32_t limit = r3d_priv_right_limit(raster);
    r3d_priv_span span;
    while (r3d_priv_triangle_next(&triangle, &span)) {
        r3d_priv_terms_skip_rows(&terms, r3d_i32_sub(span.y, terms_y));
        terms_y = span.y;
        r3d_priv_lit_row row = r3d_priv_light_row(raster, limit, &span);
        if (row.left >= row.right) {
            continue;
        }
        int32_t column = r3d_i32_sub(row.left, raster->center_x);
        r3d_priv_span_textured(
            r3d_priv_surface_row(surface, span.y) + row.left, row.right - row.left, &terms,
            r3d_priv_term_at(&terms.u, column), r3d_priv_term_at(&terms.v, column),
            r3d_priv_term_at(&terms.w, column), row.light, row.light_step, texels);
    }
}
