/* SPDX-License-Identifier: MIT */
/* What the textured fills of every instruction set share: the plane, its three terms on the screen,
 * and the light along a row. Source: spec rs2-raster section 7. */

#ifndef R3D_SRC_RASTER_TEXTURED_H
#define R3D_SRC_RASTER_TEXTURED_H

#include "span.h"
#include "triangle.h"

/* How texture coordinates address the texels of a bank. */
typedef struct r3d_priv_addressing {
    int32_t divisor_shift; /* w is shifted by this to divide u and v */
    int32_t row_shift;     /* u is shifted by this to give a column */
    int32_t u_max;
    int32_t v_mask;      /* selects the row, already multiplied by the row length */
    int32_t shade_shift; /* 1 << this: texels of one shade */
} r3d_priv_addressing;

extern const r3d_priv_addressing r3d_priv_addressings[2]; /* by r3d_detail */

/* One of the plane's three numbers: u * depth, v * depth and depth, each linear on the screen. */
typedef struct r3d_priv_plane_term {
    int32_t value; /* at the 3D centre column of the current row */
    int32_t per_group;
    int32_t per_row;
} r3d_priv_plane_term;

typedef struct r3d_priv_plane_terms {
    r3d_priv_plane_term u;
    r3d_priv_plane_term v;
    r3d_priv_plane_term w;
} r3d_priv_plane_terms;

/* a * b - c * d, wrapping. */
static inline int32_t r3d_priv_cross(int32_t a, int32_t b, int32_t c, int32_t d)
{
    return r3d_i32_sub(r3d_i32_mul(a, b), r3d_i32_mul(c, d));
}

static inline r3d_vec3i r3d_priv_difference(const r3d_vec3i *a, const r3d_vec3i *b)
{
    r3d_vec3i difference;
    difference.x = r3d_i32_sub(a->x, b->x);
    difference.y = r3d_i32_sub(a->y, b->y);
    difference.z = r3d_i32_sub(a->z, b->z);
    return difference;
}

/* The term of the vector product a x b: its three components belong to the screen directions. The
 * shifts contain the focal length of 512. */
static inline r3d_priv_plane_term r3d_priv_term(const r3d_vec3i *a, const r3d_vec3i *b)
{
    r3d_priv_plane_term result;
    result.value = r3d_i32_shl(r3d_priv_cross(a->x, b->y, a->y, b->x), 14);
    result.per_group = r3d_i32_shl(r3d_priv_cross(a->y, b->z, a->z, b->y), 8);
    result.per_row = r3d_i32_shl(r3d_priv_cross(a->z, b->x, a->x, b->z), 5);
    return result;
}

/* The terms at the 3D centre. */
static inline r3d_priv_plane_terms r3d_priv_terms(const r3d_texture_plane *plane)
{
    r3d_vec3i across = r3d_priv_difference(&plane->origin, &plane->u_end);
    r3d_vec3i down = r3d_priv_difference(&plane->v_end, &plane->origin);
    r3d_priv_plane_terms terms;
    terms.u = r3d_priv_term(&down, &plane->origin);
    terms.v = r3d_priv_term(&across, &plane->origin);
    terms.w = r3d_priv_term(&down, &across);
    return terms;
}

static inline void r3d_priv_terms_skip_rows(r3d_priv_plane_terms *terms, int32_t rows)
{
    terms->u.value = r3d_i32_add(terms->u.value, r3d_i32_mul(terms->u.per_row, rows));
    terms->v.value = r3d_i32_add(terms->v.value, r3d_i32_mul(terms->v.per_row, rows));
    terms->w.value = r3d_i32_add(terms->w.value, r3d_i32_mul(terms->w.per_row, rows));
}

/* A term at a column of the current row. */
static inline int32_t r3d_priv_term_at(const r3d_priv_plane_term *term, int32_t column)
{
    return r3d_i32_add(term->value, r3d_i32_mul(term->per_group >> 3, column));
}

/* The part of a textured row that is drawn. The light has 23 fraction bits below the right shift
 * and grows by `light_step` every 8 pixels. */
typedef struct r3d_priv_lit_row {
    int32_t left;
    int32_t right; /* not above left: nothing is drawn */
    int32_t light;
    int32_t light_step;
} r3d_priv_lit_row;

/* Clips a row and finds its light; the two settings of side_clip round in their own way. */
static inline r3d_priv_lit_row r3d_priv_light_row(const r3d_raster *raster, int32_t limit,
                                                  const r3d_priv_span *span)
{
    r3d_priv_lit_row row;
    int32_t width = span->right - span->left;
    int32_t light = span->left_value >> 8;
    int32_t difference = r3d_i32_sub(span->right_value >> 8, light);
    row.left = span->left;
    if (raster->side_clip) {
        int32_t per_pixel = r3d_i32_div(difference, width);
        row.light_step = r3d_i32_shl(per_pixel, 12);
        if (row.left < 0) {
            light = r3d_i32_sub(light, r3d_i32_mul(row.left, per_pixel));
            row.left = 0;
        }
        row.light = r3d_i32_shl(light, 9);
    } else {
        row.light_step = r3d_i32_mul(difference, r3d_priv_recip15(width >> 3)) >> 6;
        row.light = r3d_i32_shl(light, 9);
        if (row.left < 0) { /* the original has no rule for this */
            row.light = r3d_i32_sub(row.light, r3d_i32_mul(row.left, row.light_step >> 3));
            row.left = 0;
        }
    }
    row.right = span->right > limit ? limit : span->right;
    return row;
}

/* A textured row in plain C, the definition. u, v, w belong to its first pixel. */
void r3d_priv_span_textured(uint32_t *pixels, int32_t count, const r3d_priv_plane_terms *terms,
                            int32_t u, int32_t v, int32_t w, int32_t light, int32_t light_step,
                            const r3d_texels *texels);

#endif
