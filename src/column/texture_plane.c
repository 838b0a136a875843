/* SPDX-License-Identifier: MIT */
/* Textured floors and ceilings: depth is constant along a row, so the texel moves in a straight
 * line. Source: spec column section 8, "Texel coordinates" and "Planes". */

#include "column_internal.h"

/* Positions in a texture are fractions of its size in 64 bits: wrapping is what overflow does, and
 * rounding stays below 1/1000 texel over the widest row. */

uint64_t r3d_priv_column_fraction(double value, int32_t size)
{
    const double turns = value / (double)size;
    const double rest = turns - r3d_priv_column_floor(turns);
    /* A tiny negative value can round up to a whole turn. */
    return rest < 1.0 ? (uint64_t)(int64_t)(rest * 9223372036854775808.0) << 1 : 0;
}

struct plane {
    const r3d_column_texture *texture;
    double height; /* Above the eye. */
    double light;
    int32_t u_bits; /* log2 of the sizes; 0 when one is no power of two. */
    int32_t v_bits;
};

static int32_t bits_of(int32_t size)
{
    int32_t bits = 0;
    while (size > 1 << bits) {
        bits++;
    }
    return size == 1 << bits ? bits : 0;
}

struct plane_walk {
    uint64_t u;
    uint64_t v;
    uint64_t du;
    uint64_t dv;
};

static uint32_t scaled_fraction(uint64_t fraction, int32_t size)
{
    return (uint32_t)((fraction >> 32) * (uint32_t)size >> 32);
}

static void any_span(const r3d_column_texture *t, struct plane_walk w, int32_t copy, uint32_t *out,
                     int32_t count)
{
    const uint32_t *shades = t->indices != NULL ? t->shades + (size_t)copy * 256u : NULL;
    const uint32_t *texels =
        t->indices != NULL ? NULL : t->texels + (size_t)copy * (size_t)t->width * (size_t)t->height;
    for (int32_t i = 0; i < count; i++) {
        const size_t texel = (size_t)scaled_fraction(w.u, t->width) * (size_t)t->u_step +
                             (size_t)scaled_fraction(w.v, t->height) * (size_t)t->v_step;
        out[i] = r3d_priv_column_opaque(shades != NULL ? shades[t->indices[texel]] : texels[texel]);
        w.u += w.du;
        w.v += w.dv;
    }
}

static void indexed_span(const struct plane *p, struct plane_walk w, int32_t copy, uint32_t *out,
                         int32_t count)
{
    const r3d_column_texture *t = p->texture;
    const uint32_t *shades = t->shades + (size_t)copy * 256u;
    const uint8_t *indices = t->indices;
    const int32_t u_shift = 64 - p->u_bits;
    const int32_t v_shift = 64 - p->v_bits;
    const size_t u_step = (size_t)t->u_step;
    const size_t v_step = (size_t)t->v_step;
    for (int32_t i = 0; i < count; i++) {
        const size_t texel = (size_t)(w.u >> u_shift) * u_step + (size_t)(w.v >> v_shift) * v_step;
        out[i] = r3d_priv_column_opaque(shades[indices[texel]]);
        w.u += w.du;
        w.v += w.dv;
    }
}

static void direct_span(const struct plane *p, struct plane_walk w, int32_t copy, uint32_t *out,
                        int32_t count)
{
    const r3d_column_texture *t = p->texture;
    const uint32_t *texels = t->texels + (size_t)copy * (size_t)t->width * (size_t)t->height;
    const int32_t u_shift = 64 - p->u_bits;
    const int32_t v_shift = 64 - p->v_bits;
    const size_t u_step = (size_t)t->u_step;
    const size_t v_step = (size_t)t->v_step;
    for (int32_t i = 0; i < count; i++) {
        const size_t texel = (size_t)(w.u >> u_shift) * u_step + (size_t)(w.v >> v_shift) * v_step;
        out[i] = r3d_priv_column_opaque(texels[texel]);
        w.u += w.du;
        w.v += w.dv;
    }
}

/* The texel at a pixel and the way to the next one. Returns the depth of the row. */
R3D_PRIV_COLUMN_INLINE double begin_walk(const r3d_column_context *c, const struct plane *p,
                                         int32_t row, int32_t x0, struct plane_walk *out)
{
    const r3d_column_texture *texture = p->texture;
    /* The plane is on the seen side, so row and height have the same sign; at the horizon itself
     * (slope 0) rounding may ask for an endless depth. */
    double t = p->height / c->slope[row];
    if (!(t > 0.0 && t < 1e9)) {
        t = 1e9;
    }
    /* Walked from the picture's left side, so that bands compute the same positions. */
    const double step_u = t * c->forward_y / c->focal_x;
    const double step_v = t * c->forward_x / c->focal_x;
    const double left_k = (0.5 - c->center_x) / c->focal_x;
    struct plane_walk w;
    w.du = r3d_priv_column_fraction(step_u, texture->width);
    w.dv = r3d_priv_column_fraction(step_v, texture->height);
    w.u = r3d_priv_column_fraction(c->eye_x + t * (c->forward_x + left_k * c->forward_y),
                                   texture->width) +
          w.du * (uint64_t)x0;
    w.v = r3d_priv_column_fraction(-(c->eye_y + t * (c->forward_y - left_k * c->forward_x)),
                                   texture->height) +
          w.dv * (uint64_t)x0;
    *out = w;
    return t;
}

static void plane_span(r3d_column_context *c, int32_t row, int32_t x0, int32_t x1, const void *user)
{
    const struct plane *p = user;
    const r3d_column_texture *texture = p->texture;
    struct plane_walk w;
    const double t = begin_walk(c, p, row, x0, &w);
    const int32_t copy = r3d_priv_column_light_copy(c, p->light, t, texture->copies);
    uint32_t *out = r3d_priv_column_row_pixels(c, row) + x0;
    if (p->u_bits == 0 || p->v_bits == 0) {
        any_span(texture, w, copy, out, x1 - x0);
    } else if (texture->indices != NULL) {
        indexed_span(p, w, copy, out, x1 - x0);
    } else {
        direct_span(p, w, copy, out, x1 - x0);
    }
}

void r3d_priv_column_texture_plane(r3d_column_context *c,
                                   const struct r3d_priv_column_region *region, int32_t x0,
                                   int32_t x1, const r3d_column_texture *texture, double z,
                                   double light)
{
    const struct plane plane = {texture, z - c->eye_z, light, bits_of(texture->width),
                                bits_of(texture->height)};
    r3d_priv_column_each_span(c, region, x0, x1, plane_span, &plane);
}

void r3d_priv_column_plane_texel(const r3d_column_context *c, const r3d_column_texture *texture,
                                 double z, double light, int32_t x, int32_t row,
                                 struct r3d_priv_column_texel *out)
{
    const struct plane plane = {texture, z - c->eye_z, light, 0, 0};
    struct plane_walk w;
    out->texture = texture;
    out->depth = begin_walk(c, &plane, row, x, &w);
    out->u = (int32_t)scaled_fraction(w.u, texture->width);
    out->v = (int32_t)scaled_fraction(w.v, texture->height);
    out->copy = r3d_priv_column_light_copy(c, light, out->depth, texture->copies);
}
