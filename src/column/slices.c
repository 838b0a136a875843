/* SPDX-License-Identifier: MIT */
/* Things and masked walls. While the walk goes on their columns are kept with the windows they were
 * met in; when everything solid is drawn they are laid over it from far to near, column by column.
 * Source: spec column sections 8 (masked middle texture) and 9. */

#include "column_internal.h"

/* Files a slice in its column's list, farthest first. The walk goes from near to far, so the place
 * is nearly always at the head. Of equally deep ones the higher thing number is drawn first; a
 * thing comes after a wall. */
static void keep_slice(r3d_column_context *c, int32_t x, double t, int32_t ref, int32_t top,
                       int32_t bottom)
{
    c->stats.slices_needed++;
    if (c->stats.slices_used == c->slice_capacity) {
        return;
    }
    const int32_t index = c->stats.slices_used++;
    int32_t *link = &c->slice_head[x];
    while (*link >= 0) {
        const struct r3d_priv_column_slice *other = &c->slices[*link];
        if (other->t < t || (other->t == t && ref >= 0 && other->ref >= 0 && other->ref < ref) ||
            (other->t == t && ref < 0 && other->ref >= 0)) {
            break;
        }
        link = &c->slices[*link].next;
    }
    struct r3d_priv_column_slice *slice = &c->slices[index];
    slice->t = t;
    slice->ref = ref;
    slice->top = top;
    slice->bottom = bottom;
    slice->next = *link;
    *link = index;
}

/* ---- things ---- */

/* A billboard as the camera sees it. */
struct seen_thing {
    double t;
    double s;
    double width;
    double height;
    double left; /* From the thing to the left edge, to the left. */
    double top;  /* Heights of the upper and the lower edge. */
    double bottom;
    const r3d_column_texture *sprite;
};

R3D_PRIV_COLUMN_INLINE bool see_thing(const r3d_column_context *c, int32_t index,
                                      struct seen_thing *out)
{
    const struct r3d_priv_column_thing *thing = &c->world->things[index];
    const int32_t type = c->level->desc.things[index].type;
    const double dx = thing->x - c->eye_x;
    const double dy = thing->y - c->eye_y;
    out->t = dx * c->forward_x + dy * c->forward_y;
    out->s = dx * c->forward_y - dy * c->forward_x;
    if (!(out->t >= 1.0)) {
        return false;
    }
    const r3d_column_level_thing_type *look = &c->level->desc.thing_types[type];
    out->width = look->width;
    out->height = look->height;
    out->left = look->has_offset ? look->left : look->width / 2.0;
    const double feet = r3d_priv_column_thing_z(c->world, thing);
    out->top = feet + (look->has_offset ? look->top : look->height);
    out->bottom = look->has_offset ? out->top - look->height : feet;
    const r3d_column_materials *m = c->materials;
    out->sprite =
        m != NULL && m->sprites != NULL && type < m->sprite_count && m->sprites[type].width > 0
            ? &m->sprites[type]
            : NULL;
    return true;
}

static void keep_thing(r3d_column_context *c, int32_t index)
{
    struct seen_thing thing;
    if (!see_thing(c, index, &thing)) {
        return;
    }
    const double left = c->center_x + c->focal_x * (thing.s - thing.left) / thing.t;
    const double right =
        c->center_x + c->focal_x * (thing.s + (thing.width - thing.left)) / thing.t;
    const int32_t x0 = r3d_priv_column_ceil_clamped(left - 0.5, c->width);
    const int32_t x1 = r3d_priv_column_ceil_clamped(right - 0.5, c->width);
    const int32_t row0 =
        r3d_priv_column_row(c->horizon - c->focal_y * (thing.top - c->eye_z) / thing.t, c->height);
    const int32_t row1 = r3d_priv_column_row(
        c->horizon - c->focal_y * (thing.bottom - c->eye_z) / thing.t, c->height);
    for (int32_t x = x0 < c->begin ? c->begin : x0; x < x1 && x < c->end; x++) {
        const int32_t top = row0 > c->window_top[x] ? row0 : c->window_top[x];
        const int32_t bottom = row1 < c->window_bottom[x] ? row1 : c->window_bottom[x];
        if (top < bottom) {
            keep_slice(c, x, thing.t, index, top, bottom);
        }
    }
}

void r3d_priv_column_keep_things(r3d_column_context *c, int32_t leaf)
{
    c->stats.clip_stack_depth++;
    for (int32_t i = c->world->first_thing[leaf]; i >= 0; i = c->world->things[i].next) {
        keep_thing(c, i);
    }
}

static int32_t clamp_index(double value, int32_t size)
{
    return value < 0.0 ? 0 : value >= (double)size ? size - 1 : (int32_t)value;
}

R3D_PRIV_COLUMN_INLINE uint32_t thing_pixel(const r3d_column_context *c,
                                            const r3d_column_texture *sprite, size_t texel,
                                            int32_t copy, int32_t index)
{
    const bool black =
        sprite->three_valued && sprite->indices != NULL && sprite->indices[texel] == 1;
    switch (c->view->mode) {
    case R3D_COLUMN_IDS:
        return r3d_column_id(black ? R3D_COLUMN_THING_BLACK : R3D_COLUMN_THING_WHITE, index);
    case R3D_COLUMN_LINES:
    case R3D_COLUMN_DITHER:
        if (sprite->three_valued) {
            return black ? 0xFF000000u : 0xFFFFFFFFu;
        }
        break;
    default:
        break;
    }
    const uint32_t rgb =
        sprite->indices != NULL
            ? sprite->shades[(size_t)copy * 256u + sprite->indices[texel]]
            : sprite->texels[(size_t)copy * (size_t)sprite->width * (size_t)sprite->height + texel];
    if (c->view->mode == R3D_COLUMN_LINES || c->view->mode == R3D_COLUMN_DITHER) {
        return (rgb >> 8 & 255u) >= 96u ? 0xFFFFFFFFu : 0xFF000000u;
    }
    return r3d_priv_column_opaque(rgb);
}

/* What a column of a thing shows: column u of its sprite in brightness `copy`, and row
 * first - slope * step of it. */
struct thing_column {
    const r3d_column_texture *sprite;
    int32_t u;
    int32_t copy;
    double first;
    double step;
};

/* Returns false when the thing has no picture. */
R3D_PRIV_COLUMN_INLINE bool begin_thing(const r3d_column_context *c, int32_t x,
                                        const struct r3d_priv_column_slice *slice,
                                        struct thing_column *out)
{
    struct seen_thing thing;
    if (!see_thing(c, slice->ref, &thing) || thing.sprite == NULL) {
        return false;
    }
    const r3d_column_texture *sprite = thing.sprite;
    const int32_t sector = c->level->leaves[c->world->things[slice->ref].leaf].sector;
    const double light = sector < 0 ? 255.0 : (double)c->level->desc.sectors[sector].light;
    const double across = (c->k[x] * thing.t - thing.s + thing.left) / thing.width;
    out->sprite = sprite;
    out->copy = r3d_priv_column_light_copy(c, light, thing.t, sprite->copies);
    out->u = clamp_index(across * (double)sprite->width, sprite->width);
    out->step = thing.t / thing.height * (double)sprite->height;
    out->first = (thing.top - c->eye_z) / thing.height * (double)sprite->height;
    return true;
}

static void draw_thing_slice(r3d_column_context *c, int32_t x,
                             const struct r3d_priv_column_slice *slice)
{
    struct thing_column thing;
    if (!begin_thing(c, x, slice, &thing)) {
        return;
    }
    const r3d_column_texture *sprite = thing.sprite;
    const size_t column = (size_t)thing.u * (size_t)sprite->u_step;
    for (int32_t row = slice->top; row < slice->bottom; row++) {
        const int32_t v = clamp_index(thing.first - c->slope[row] * thing.step, sprite->height);
        const size_t texel = column + (size_t)v * (size_t)sprite->v_step;
        if (sprite->mask == NULL || sprite->mask[texel] != 0) {
            r3d_priv_column_row_pixels(c, row)[x] =
                thing_pixel(c, sprite, texel, thing.copy, slice->ref);
        }
    }
}

/* ---- masked walls ---- */

void r3d_priv_column_keep_masked(r3d_column_context *c,
                                 const struct r3d_priv_column_seen_wall *wall)
{
    if (r3d_priv_column_material(c, wall->look->middle) == NULL) {
        return;
    }
    const int32_t ref = -1 - (2 * wall->wall + wall->side);
    for (int32_t x = wall->x0; x < wall->x1; x++) {
        if (c->window_top[x] < c->window_bottom[x]) {
            keep_slice(c, x, 1.0 / c->inverse_depth[x], ref, c->window_top[x], c->window_bottom[x]);
        }
    }
}

/* What a column of a masked wall shows: column u of its texture in brightness `copy`, and row
 * top - depth * slope of it. */
struct masked_column {
    const r3d_column_texture *texture;
    int32_t u;
    int32_t copy;
    double top; /* above the eye */
};

R3D_PRIV_COLUMN_INLINE bool begin_masked(r3d_column_context *c, int32_t x,
                                         const struct r3d_priv_column_slice *slice,
                                         struct masked_column *out)
{
    const int32_t code = -1 - slice->ref;
    struct r3d_priv_column_seen_wall wall;
    if (!r3d_priv_column_see_wall(c, code / 2, code % 2, &wall)) {
        return false;
    }
    const r3d_column_texture *texture = r3d_priv_column_material(c, wall.look->middle);
    const double *floors = c->world->floors;
    const double *ceilings = c->world->ceilings;
    const bool stands =
        (c->level->desc.walls[wall.wall].flags & R3D_COLUMN_WALL_MIDDLE_BOTTOM) != 0;
    const double top =
        (stands ? r3d_priv_column_max(floors[wall.near_sector], floors[wall.far_sector]) +
                      (double)texture->height
                : r3d_priv_column_min(ceilings[wall.near_sector], ceilings[wall.far_sector])) +
        wall.look->offset_v;
    const double t = slice->t;
    const double along =
        (c->k[x] * wall.left_t - wall.left_s) * t / wall.cross * wall.length + wall.look->offset_u;
    const double turns = r3d_priv_column_floor(along / (double)texture->width);
    out->texture = texture;
    out->u = clamp_index(along - turns * (double)texture->width, texture->width);
    out->copy =
        r3d_priv_column_light_copy(c, r3d_priv_column_wall_light(c, &wall), t, texture->copies);
    out->top = top - c->eye_z;
    return true;
}

static uint32_t texture_rgb(const r3d_column_texture *texture, size_t texel, int32_t copy)
{
    return texture->indices != NULL
               ? texture->shades[(size_t)copy * 256u + texture->indices[texel]]
               : texture->texels[(size_t)copy * (size_t)texture->width * (size_t)texture->height +
                                 texel];
}

static void draw_masked_slice(r3d_column_context *c, int32_t x,
                              const struct r3d_priv_column_slice *slice)
{
    struct masked_column wall;
    if (!begin_masked(c, x, slice, &wall)) {
        return;
    }
    const r3d_column_texture *texture = wall.texture;
    const size_t column = (size_t)wall.u * (size_t)texture->u_step;
    for (int32_t row = slice->top; row < slice->bottom; row++) {
        /* No tiling: outside the texture's height nothing is drawn. */
        const double v = wall.top - slice->t * c->slope[row];
        if (v < 0.0 || v >= (double)texture->height) {
            continue;
        }
        const size_t texel = column + (size_t)v * (size_t)texture->v_step;
        if (texture->mask == NULL || texture->mask[texel] != 0) {
            r3d_priv_column_row_pixels(c, row)[x] =
                r3d_priv_column_opaque(texture_rgb(texture, texel, wall.copy));
        }
    }
}

/* ---- for explanations ---- */

void r3d_priv_column_slice_texel(r3d_column_context *c, int32_t x, int32_t slice, int32_t row,
                                 struct r3d_priv_column_texel *out)
{
    const struct r3d_priv_column_slice *s = &c->slices[slice];
    struct thing_column thing;
    struct masked_column wall;
    out->depth = s->t;
    if (s->ref >= 0 && begin_thing(c, x, s, &thing)) {
        out->texture = thing.sprite;
        out->u = thing.u;
        out->v = clamp_index(thing.first - c->slope[row] * thing.step, thing.sprite->height);
        out->copy = thing.copy;
    } else if (s->ref < 0 && begin_masked(c, x, s, &wall)) {
        const double v = wall.top - s->t * c->slope[row];
        out->texture = wall.texture;
        out->u = wall.u;
        out->v = v < 0.0                             ? -1
                 : v >= (double)wall.texture->height ? wall.texture->height
                                                     : (int32_t)v;
        out->copy = wall.copy;
    }
}

uint32_t r3d_priv_column_slice_rgb(const r3d_column_context *c, int32_t slice,
                                   const struct r3d_priv_column_texel *t)
{
    const int32_t ref = c->slices[slice].ref;
    const size_t texel =
        (size_t)t->u * (size_t)t->texture->u_step + (size_t)t->v * (size_t)t->texture->v_step;
    return ref >= 0 ? thing_pixel(c, t->texture, texel, t->copy, ref)
                    : r3d_priv_column_opaque(texture_rgb(t->texture, texel, t->copy));
}

/* ---- at the end of the picture ---- */

/* Not a call of its own while nobody listens. */
static void draw_slice(r3d_column_context *c, int32_t x, const struct r3d_priv_column_slice *slice)
{
    if (slice->ref >= 0) {
        draw_thing_slice(c, x, slice);
    } else {
        draw_masked_slice(c, x, slice);
    }
}

void r3d_priv_column_draw_slice(r3d_column_context *c, int32_t x, int32_t slice)
{
    draw_slice(c, x, &c->slices[slice]);
}

void r3d_priv_column_draw_slices(r3d_column_context *c)
{
    for (int32_t x = c->begin; x < c->end; x++) {
        for (int32_t i = c->slice_head[x]; i >= 0; i = c->slices[i].next) {
            if (c->told != NULL) {
                r3d_priv_column_tell_slice(c, x, i);
            } else {
                draw_slice(c, x, &c->slices[i]);
            }
        }
    }
}
