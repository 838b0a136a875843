/* SPDX-License-Identifier: MIT */
/* Textured triangles: perspective correct every 8 pixels, straight in between.
 * Source: spec rs2-raster section 7. */

#include <retro3d/raster.h>

#include "span.h"
#include "triangle.h"

enum {
    LIGHT_FRACTION_BITS = 16,
    GROUP = 8 /* pixels between two divisions */
};

/* How texture coordinates address the texels of a bank. */
typedef struct addressing {
    int32_t divisor_shift; /* w is shifted by this to divide u and v */
    int32_t row_shift;     /* u is shifted by this to give a column */
    int32_t u_max;
    int32_t v_mask;        /* selects the row, already multiplied by the row length */
    int32_t shade_count;   /* texels of one shade */
} addressing;

static const addressing high_detail = {14, 7, 16256, 0x3F80, 16384};
static const addressing low_detail = {12, 6, 4032, 0x0FC0, 4096};

/* One of the plane's three numbers: u * depth, v * depth and depth, each linear on the screen. */
typedef struct plane_term {
    int32_t value; /* at the 3D centre column of the current row */
    int32_t per_group;
    int32_t per_row;
} plane_term;

typedef struct plane_terms {
    plane_term u;
    plane_term v;
    plane_term w;
} plane_terms;

/* a * b - c * d, wrapping. */
static int32_t cross(int32_t a, int32_t b, int32_t c, int32_t d)
{
    return r3d_i32_sub(r3d_i32_mul(a, b), r3d_i32_mul(c, d));
}

static r3d_vec3i subtract(const r3d_vec3i *a, const r3d_vec3i *b)
{
    r3d_vec3i difference;
    difference.x = r3d_i32_sub(a->x, b->x);
    difference.y = r3d_i32_sub(a->y, b->y);
    difference.z = r3d_i32_sub(a->z, b->z);
    return difference;
}

/* The term of the vector product a x b: its three components belong to the screen directions. The
 * shifts contain the focal length of 512. */
static plane_term term(const r3d_vec3i *a, const r3d_vec3i *b)
{
    plane_term result;
    result.value = r3d_i32_shl(cross(a->x, b->y, a->y, b->x), 14);
    result.per_group = r3d_i32_shl(cross(a->y, b->z, a->z, b->y), 8);
    result.per_row = r3d_i32_shl(cross(a->z, b->x, a->x, b->z), 5);
    return result;
}

static void skip_rows(plane_terms *terms, int32_t rows)
{
    terms->u.value = r3d_i32_add(terms->u.value, r3d_i32_mul(terms->u.per_row, rows));
    terms->v.value = r3d_i32_add(terms->v.value, r3d_i32_mul(terms->v.per_row, rows));
    terms->w.value = r3d_i32_add(terms->w.value, r3d_i32_mul(terms->w.per_row, rows));
}

/* A term at a column of the current row. */
static int32_t at_column(const plane_term *t, int32_t column)
{
    return r3d_i32_add(t->value, r3d_i32_mul(t->per_group >> 3, column));
}

/* A texture position: a across (u), b down (v). */
typedef struct texture_point {
    int32_t a;
    int32_t b;
} texture_point;

/* Divides by the depth; a zero depth keeps `previous` as it is. Only u is limited: v repeats. */
static texture_point divide(int32_t u, int32_t v, int32_t w, int32_t least,
                            const addressing *address, texture_point previous)
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

/* A textured row. u, v, w belong to its first pixel, `light` has 23 fraction bits below the right
 * shift and grows by `light_step` every 8 pixels. */
static void span_textured(uint32_t *pixels, int32_t count, const plane_terms *terms, int32_t u,
                          int32_t v, int32_t w, int32_t light, int32_t light_step,
                          const r3d_texels *texels, const addressing *address)
{
    const texture_point origin = {0, 0};
    texture_point from = divide(u, v, w, 0, address, origin);
    /* The lower limit 7 of every later point keeps a + 7 * (step of a) at 0 or more. */
    texture_point to = origin;
    for (int32_t first = 0; first < count; first += GROUP) {
        u = r3d_i32_add(u, terms->u.per_group);
        v = r3d_i32_add(v, terms->v.per_group);
        w = r3d_i32_add(w, terms->w.per_group);
        to = divide(u, v, w, 7, address, to);

        int32_t a_step = r3d_i32_sub(to.a, from.a) >> 3;
        int32_t b_step = r3d_i32_sub(to.b, from.b) >> 3;
        int32_t a = from.a;
        int32_t b = from.b;
        int32_t shade_first = (light >> 21 & 3) * address->shade_count;
        int32_t shift = light >> 23;
        int32_t end = count - first > GROUP ? first + GROUP : count;
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

void r3d_fill_textured(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                       const int32_t shade[3], const r3d_texture_plane *plane,
                       const r3d_texels *texels)
{
    const r3d_surface *surface = raster->surface;
    r3d_priv_triangle triangle;
    if (!r3d_priv_triangle_setup(&triangle, surface->clip.bottom, x, y, shade,
                                 LIGHT_FRACTION_BITS)) {
        return;
    }
    r3d_vec3i across = subtract(&plane->origin, &plane->u_end);
    r3d_vec3i down = subtract(&plane->v_end, &plane->origin);
    plane_terms terms;
    terms.u = term(&down, &plane->origin);
    terms.v = term(&across, &plane->origin);
    terms.w = term(&down, &across);
    int32_t terms_y = raster->center_y; /* the row that the terms belong to */

    const addressing *address = texels->detail == R3D_DETAIL_HIGH ? &high_detail : &low_detail;
    int32_t limit = r3d_priv_right_limit(raster);
    r3d_priv_span span;
    while (r3d_priv_triangle_next(&triangle, &span)) {
        skip_rows(&terms, r3d_i32_sub(span.y, terms_y));
        terms_y = span.y;

        int32_t width = span.right - span.left;
        int32_t light = span.left_value >> 8;
        int32_t difference = r3d_i32_sub(span.right_value >> 8, light);
        int32_t light_step;
        int32_t left = span.left;
        if (raster->side_clip) {
            int32_t per_pixel = r3d_i32_div(difference, width);
            light_step = r3d_i32_shl(per_pixel, 12);
            if (left < 0) {
                light = r3d_i32_sub(light, r3d_i32_mul(left, per_pixel));
                left = 0;
            }
            light = r3d_i32_shl(light, 9);
        } else {
            light_step = r3d_i32_mul(difference, r3d_recip15(width >> 3)) >> 6;
            light = r3d_i32_shl(light, 9);
            if (left < 0) { /* the original has no rule for this */
                light = r3d_i32_sub(light, r3d_i32_mul(left, light_step >> 3));
                left = 0;
            }
        }
        int32_t right = span.right > limit ? limit : span.right;
        if (left >= right) {
            continue;
        }
        int32_t column = r3d_i32_sub(left, raster->center_x);
        span_textured(r3d_priv_surface_row(surface, span.y) + left, right - left, &terms,
                      at_column(&terms.u, column), at_column(&terms.v, column),
                      at_column(&terms.w, column), light, light_step, texels, address);
    }
}
