/* SPDX-License-Identifier: MIT */
/* Four divisions at once; texels one by one. */

#include "../kernels.h"

#if R3D_PRIV_NEON

#include "../vector/texture_row.h"
#include "lanes_neon.h"

/* first, first + step, first + 2 * step, first + 3 * step */
KERNEL int32x4_t four_of(int32_t first, int32_t step)
{
    static const int32_t numbers[4] = {0, 1, 2, 3};
    return vmlaq_n_s32(vdupq_n_s32(first), vld1q_s32(numbers), step);
}

/* The three terms at four points that follow one another, 8 pixels apart. */
typedef struct points_terms {
    int32x4_t u;
    int32x4_t v;
    int32x4_t w;
} points_terms;

/* Finds a (limited to least..u_max) and b of four points. Returns a bit for each divisor of 0. */
KERNEL uint32_t divide_points(const points_terms *terms, const r3d_priv_addressing *address,
                              int32x4_t least, int32_t a[4], int32_t b[4])
{
    static const uint32_t bits[4] = {1, 2, 4, 8};
    int32x4_t depth = vshlq_s32(terms->w, vdupq_n_s32(-address->divisor_shift));
    uint32x4_t zero = vceqzq_s32(depth);
    int32x4_t divisors = without_zero(depth);
    int32x4_t across = quotients(terms->u, divisors);
    across = vminq_s32(vmaxq_s32(across, least), vdupq_n_s32(address->u_max));
    vst1q_s32(a, across);
    vst1q_s32(b, quotients(terms->v, divisors));
    return vaddvq_u32(vandq_u32(zero, vld1q_u32(bits)));
}

/* Where a group of up to 8 pixels begins, and its steps. */
typedef struct group {
    uint32_t *pixels;
    int32_t a;
    int32_t b;
    int32_t a_step;
    int32_t b_step;
    int32_t light;
} group;

/* `count` and `masked` are constants where this is inlined, if possible. */
KERNEL void draw_pixels(const group *g, int32_t count, const uint32_t *shade,
                        const r3d_priv_addressing *address, bool masked)
{
    uint32_t shift = (uint32_t)g->light >> 23 & 31u;
    uint32_t v_mask = (uint32_t)address->v_mask;
    uint32_t a = (uint32_t)g->a; /* never negative in a group */
    uint32_t b = (uint32_t)g->b;
    for (int32_t i = 0; i < count; i++) {
        uint32_t texel = shade[(b & v_mask) + (a >> address->row_shift)] >> shift;
        if (!masked || texel != 0) {
            g->pixels[i] = texel | R3D_PRIV_DRAWN;
        }
        a += (uint32_t)g->a_step;
        b += (uint32_t)g->b_step;
    }
}

KERNEL void draw_group(const group *g, int32_t left, const r3d_texels *texels,
                       const r3d_priv_addressing *address)
{
    const uint32_t *shade = texels->texels + ((g->light >> 21 & 3) << address->shade_shift);
    if (texels->masked) {
        draw_pixels(g, left < R3D_PRIV_GROUP ? left : R3D_PRIV_GROUP, shade, address, true);
    } else if (left < R3D_PRIV_GROUP) {
        draw_pixels(g, left, shade, address, false);
    } else {
        draw_pixels(g, R3D_PRIV_GROUP, shade, address, false);
    }
}

KERNEL bool draw_textured_row(const texture_row *row, const r3d_priv_plane_terms *terms,
                              const r3d_texels *texels)
{
    const r3d_priv_addressing *address = &r3d_priv_addressings[texels->detail == R3D_DETAIL_LOW];
    int32_t group_count = (row->count + R3D_PRIV_GROUP - 1) / R3D_PRIV_GROUP;
    points_terms at;
    at.u = four_of(row->u, terms->u.per_group);
    at.v = four_of(row->v, terms->v.per_group);
    at.w = four_of(row->w, terms->w.per_group);
    int32x4_t u_step = vdupq_n_s32(r3d_i32_shl(terms->u.per_group, 2));
    int32x4_t v_step = vdupq_n_s32(r3d_i32_shl(terms->v.per_group, 2));
    int32x4_t w_step = vdupq_n_s32(r3d_i32_shl(terms->w.per_group, 2));
    int32x4_t least = vsetq_lane_s32(0, vdupq_n_s32(7), 0); /* the first point has no lower limit */
    /* Points 4k..4k+3 with the last one of the four before in front. */
    int32_t a[5] = {0, 0, 0, 0, 0};
    int32_t b[5] = {0, 0, 0, 0, 0};
    group g;
    g.pixels = row->pixels;
    g.light = row->light;
    int32_t left = row->count; /* pixels */
    for (int32_t point = 0; point <= group_count; point += 4) {
        a[0] = a[4];
        b[0] = b[4];
        uint32_t zero = divide_points(&at, address, least, a + 1, b + 1);
        int32_t needed = group_count + 1 - point;
        if (needed < 4) {
            zero &= (1u << needed) - 1u;
        }
        if (zero != 0) {
            return false;
        }
        at.u = vaddq_s32(at.u, u_step);
        at.v = vaddq_s32(at.v, v_step);
        at.w = vaddq_s32(at.w, w_step);
        least = vdupq_n_s32(7);
        /* The group between points i - 1 and i; the first point begins none. */
        for (int i = point == 0 ? 1 : 0; i < 4 && left > 0; i++) {
            g.a = a[i];
            g.b = b[i];
            g.a_step = r3d_i32_sub(a[i + 1], a[i]) >> 3;
            g.b_step = r3d_i32_sub(b[i + 1], b[i]) >> 3;
            draw_group(&g, left, texels, address);
            g.pixels += R3D_PRIV_GROUP;
            g.light = r3d_i32_add(g.light, row->light_step);
            left -= R3D_PRIV_GROUP;
        }
    }
    return true;
}

#include "../vector/textured.h"

void r3d_priv_fill_textured_neon(const r3d_raster *raster, const int32_t x[3], const int32_t y[3],
                                 const int32_t shade[3], const r3d_texture_plane *plane,
                                 const r3d_texels *texels)
{
    fill_textured(raster, x, y, shade, plane, texels);
}

#else
typedef int r3d_priv_not_empty; /* ISO C wants a declaration in every file */
#endif
