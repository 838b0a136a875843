/* SPDX-License-Identifier: MIT */
/* Textured wall faces: along a column depth and u are constant, v moves in a straight line.
 * Source: spec column section 8, "Texel coordinates". */

#include <string.h>

#include "column_internal.h"

enum { BATCH = 8 };

/* What one column of a face needs. Positions are fractions of the texture's height, see
 * texture_plane.c; `position` belongs to row 0. */
struct wall_column {
    uint64_t position;
    uint64_t step;
    const uint8_t *indices;
    const uint32_t *colors; /* The shade table, or the texel column itself. */
};

static inline uint32_t row_of(uint64_t fraction, uint32_t height)
{
    return (uint32_t)((fraction >> 32) * height >> 32);
}

/* The column of the texture that a column of the picture shows. */
R3D_PRIV_COLUMN_INLINE int32_t texture_column(const r3d_column_context *c,
                                              const struct r3d_priv_column_seen_wall *wall,
                                              const r3d_column_texture *texture, double t,
                                              int32_t x)
{
    /* Distance from the end that is on the left as seen. */
    const double along = (c->k[x] * wall->left_t - wall->left_s) * t / wall->cross * wall->length;
    const double u = r3d_priv_column_floor(along + wall->look->offset_u);
    const double turns = r3d_priv_column_floor(u / (double)texture->width);
    const int32_t column = (int32_t)(u - turns * (double)texture->width);
    return column < 0 ? 0 : column >= texture->width ? texture->width - 1 : column;
}

R3D_PRIV_COLUMN_INLINE void prepare_column(const r3d_column_context *c,
                                           const struct r3d_priv_column_seen_wall *wall,
                                           const r3d_column_texture *texture, double top,
                                           double light, int32_t x, struct wall_column *out)
{
    const double t = 1.0 / c->inverse_depth[x];
    const int32_t column = texture_column(c, wall, texture, t, x);
    const double v = top + wall->look->offset_v - c->eye_z - t * c->slope[0];
    out->position = r3d_priv_column_fraction(v, texture->height);
    out->step = r3d_priv_column_fraction(t / c->focal_y, texture->height);
    const int32_t copy = r3d_priv_column_light_copy(c, light, t, texture->copies);
    const size_t first = (size_t)column * (size_t)texture->u_step;
    if (texture->indices != NULL) {
        out->indices = texture->indices + first;
        out->colors = texture->shades + (size_t)copy * 256u;
    } else {
        out->indices = NULL;
        out->colors = texture->texels +
                      (size_t)copy * (size_t)texture->width * (size_t)texture->height + first;
    }
}

static void draw_column(const r3d_column_context *c, const struct wall_column *column,
                        const r3d_column_texture *texture, int32_t x, int32_t top, int32_t bottom)
{
    const uint32_t height = (uint32_t)texture->height;
    const size_t v_step = (size_t)texture->v_step;
    const uint64_t step = column->step;
    uint64_t position = column->position + step * (uint64_t)top;
    uint32_t *out = r3d_priv_column_row_pixels(c, top) + x;
    if (column->indices != NULL) {
        for (int32_t row = top; row < bottom; row++) {
            *out = r3d_priv_column_opaque(
                column->colors[column->indices[row_of(position, height) * v_step]]);
            position += step;
            out += c->stride;
        }
    } else {
        for (int32_t row = top; row < bottom; row++) {
            *out = r3d_priv_column_opaque(column->colors[row_of(position, height) * v_step]);
            position += step;
            out += c->stride;
        }
    }
}

/* Rows that all columns of a batch have: eight neighbours are written a row, so a cache line is
 * fetched once. Source: spec performance section 3, "Columns". */
static void draw_block(const r3d_column_context *c, const struct wall_column *columns,
                       const r3d_column_texture *texture, int32_t x, int32_t top, int32_t bottom)
{
    const uint32_t height = (uint32_t)texture->height;
    const size_t v_step = (size_t)texture->v_step;
    uint64_t position[BATCH];
    for (int32_t i = 0; i < BATCH; i++) {
        position[i] = columns[i].position + columns[i].step * (uint64_t)top;
    }
    uint32_t *out = r3d_priv_column_row_pixels(c, top) + x;
    if (columns[0].indices != NULL) {
        for (int32_t row = top; row < bottom; row++) {
            for (int32_t i = 0; i < BATCH; i++) {
                out[i] = r3d_priv_column_opaque(
                    columns[i].colors[columns[i].indices[row_of(position[i], height) * v_step]]);
                position[i] += columns[i].step;
            }
            out += c->stride;
        }
    } else {
        for (int32_t row = top; row < bottom; row++) {
            for (int32_t i = 0; i < BATCH; i++) {
                out[i] =
                    r3d_priv_column_opaque(columns[i].colors[row_of(position[i], height) * v_step]);
                position[i] += columns[i].step;
            }
            out += c->stride;
        }
    }
}

void r3d_priv_column_texture_face(r3d_column_context *c,
                                  const struct r3d_priv_column_region *region,
                                  const struct r3d_priv_column_seen_wall *wall,
                                  r3d_priv_column_face face, const r3d_column_texture *texture)
{
    const double top = r3d_priv_column_face_top(c, wall, face, texture);
    const double light = r3d_priv_column_wall_light(c, wall);
    for (int32_t x = wall->x0; x < wall->x1; x += BATCH) {
        const int32_t count = wall->x1 - x < BATCH ? wall->x1 - x : BATCH;
        struct wall_column columns[BATCH];
        int32_t common_top = 0;
        int32_t common_bottom = c->height;
        for (int32_t i = 0; i < count; i++) {
            const int32_t first = region->top[x + i];
            const int32_t last = region->bottom[x + i];
            common_top = first > common_top ? first : common_top;
            common_bottom = last < common_bottom ? last : common_bottom;
            if (first < last) {
                prepare_column(c, wall, texture, top, light, x + i, &columns[i]);
            }
        }
        const bool has_block = count == BATCH && common_bottom - common_top >= 4;
        if (has_block) {
            draw_block(c, columns, texture, x, common_top, common_bottom);
        }
        for (int32_t i = 0; i < count; i++) {
            const int32_t first = region->top[x + i];
            const int32_t last = region->bottom[x + i];
            if (has_block) {
                draw_column(c, &columns[i], texture, x + i, first, common_top);
                draw_column(c, &columns[i], texture, x + i, common_bottom, last);
            } else if (first < last) {
                draw_column(c, &columns[i], texture, x + i, first, last);
            }
        }
    }
}

void r3d_priv_column_face_texel(const r3d_column_context *c,
                                const struct r3d_priv_column_seen_wall *wall,
                                r3d_priv_column_face face, const r3d_column_texture *texture,
                                int32_t x, int32_t row, struct r3d_priv_column_texel *out)
{
    struct wall_column column;
    const double light = r3d_priv_column_wall_light(c, wall);
    prepare_column(c, wall, texture, r3d_priv_column_face_top(c, wall, face, texture), light, x,
                   &column);
    out->texture = texture;
    out->depth = 1.0 / c->inverse_depth[x];
    out->u = texture_column(c, wall, texture, out->depth, x);
    out->v =
        (int32_t)row_of(column.position + column.step * (uint64_t)row, (uint32_t)texture->height);
    out->copy = r3d_priv_column_light_copy(c, light, out->depth, texture->copies);
}
