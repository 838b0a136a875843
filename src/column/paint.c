/* SPDX-License-Identifier: MIT */
/* How regions are filled: the choice by mode, and the modes that need one value a face. */

#include "column_internal.h"

/* ---- regions as row spans ---- */

void r3d_priv_column_each_span(r3d_column_context *c, const struct r3d_priv_column_region *region,
                               int32_t x0, int32_t x1, r3d_priv_column_span span, const void *user)
{
    int32_t *start = c->span_start;
    int32_t open_top = 0; /* Rows [open_top, open_bottom) have a span running. */
    int32_t open_bottom = 0;
    for (int32_t x = x0; x <= x1; x++) {
        int32_t top = x < x1 ? region->top[x] : 0;
        int32_t bottom = x < x1 ? region->bottom[x] : 0;
        if (top >= bottom) {
            top = bottom = 0;
        }
        if (top >= open_bottom || bottom <= open_top) {
            for (int32_t row = open_top; row < open_bottom; row++) {
                span(c, row, start[row], x, user);
            }
            for (int32_t row = top; row < bottom; row++) {
                start[row] = x;
            }
        } else {
            for (int32_t row = open_top; row < top; row++) {
                span(c, row, start[row], x, user);
            }
            for (int32_t row = bottom; row < open_bottom; row++) {
                span(c, row, start[row], x, user);
            }
            for (int32_t row = top; row < open_top; row++) {
                start[row] = x;
            }
            for (int32_t row = open_bottom; row < bottom; row++) {
                start[row] = x;
            }
        }
        open_top = top;
        open_bottom = bottom;
    }
}

static void fill_span(r3d_column_context *c, int32_t row, int32_t x0, int32_t x1, const void *user)
{
    const uint32_t pixel = *(const uint32_t *)user;
    uint32_t *pixels = r3d_priv_column_row_pixels(c, row);
    for (int32_t x = x0; x < x1; x++) {
        pixels[x] = pixel;
    }
}

void r3d_priv_column_fill_region(r3d_column_context *c, const struct r3d_priv_column_region *region,
                                 int32_t x0, int32_t x1, uint32_t pixel)
{
    r3d_priv_column_each_span(c, region, x0, x1, fill_span, &pixel);
}

/* ---- dithering ---- */

/* A pixel is black iff the shade is above the threshold. Source: spec column section 8. */
static const uint8_t thresholds[4][4] = {
    {0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}};

static void dither_span(r3d_column_context *c, int32_t row, int32_t x0, int32_t x1,
                        const void *user)
{
    const int32_t shade = *(const int32_t *)user;
    const uint8_t *line = thresholds[row & 3];
    uint32_t *pixels = r3d_priv_column_row_pixels(c, row);
    for (int32_t x = x0; x < x1; x++) {
        pixels[x] = shade > line[x & 3] ? 0xFF000000u : 0xFFFFFFFFu;
    }
}

uint32_t r3d_priv_column_dither(int32_t x, int32_t row, int32_t shade)
{
    return shade > thresholds[row & 3][x & 3] ? 0xFF000000u : 0xFFFFFFFFu;
}

static void dither_region(r3d_column_context *c, const struct r3d_priv_column_region *region,
                          int32_t x0, int32_t x1, int32_t shade)
{
    r3d_priv_column_each_span(c, region, x0, x1, dither_span, &shade);
}

/* ---- light and colour ---- */

double r3d_priv_column_wall_light(const r3d_column_context *c,
                                  const struct r3d_priv_column_seen_wall *wall)
{
    double light = (double)c->level->desc.sectors[wall->near_sector].light;
    if (c->view->contrast) {
        const r3d_column_level_vertex *a = r3d_priv_column_wall_vertex(c->level, wall->wall, 0);
        const r3d_column_level_vertex *b = r3d_priv_column_wall_vertex(c->level, wall->wall, 1);
        if (a->y == b->y) {
            light -= 16.0;
        } else if (a->x == b->x) {
            light += 16.0;
        }
    }
    return light;
}

static uint32_t scale_rgb(uint32_t rgb, int32_t light)
{
    const uint32_t factor = (uint32_t)(light < 0 ? 0 : light > 255 ? 255 : light);
    const uint32_t r = (rgb >> 16 & 255u) * factor / 255u;
    const uint32_t g = (rgb >> 8 & 255u) * factor / 255u;
    const uint32_t b = (rgb & 255u) * factor / 255u;
    return 0xFF000000u | r << 16 | g << 8 | b;
}

/* Colours for faces without a material. */
static const uint32_t plain_wall_rgb = 0xB0A898u;
static const uint32_t plain_step_rgb = 0x98A0A8u;
static const uint32_t plain_floor_rgb = 0x706858u;
static const uint32_t plain_ceiling_rgb = 0x586068u;
static const uint32_t plain_sky_rgb = 0x7090B8u;

static uint32_t flat_rgb(const r3d_column_texture *texture, uint32_t plain)
{
    return texture != NULL && texture->average_rgb != 0 ? texture->average_rgb : plain;
}

/* Shade 0 (white) .. 16 (black) of a face: by its direction, so that corners read, and darker with
 * less light. */
int32_t r3d_priv_column_face_shade(const r3d_column_context *c,
                                   const struct r3d_priv_column_seen_wall *wall)
{
    const r3d_column_level_vertex *a = r3d_priv_column_wall_vertex(c->level, wall->wall, 0);
    const r3d_column_level_vertex *b = r3d_priv_column_wall_vertex(c->level, wall->wall, 1);
    const double dx = b->x - a->x;
    const double dy = b->y - a->y;
    const int32_t by_direction = dx == 0.0 ? 4 : dy == 0.0 ? 8 : (dx > 0.0) == (dy > 0.0) ? 6 : 10;
    const int32_t by_light = (255 - c->level->desc.sectors[wall->near_sector].light) / 32;
    return by_direction + by_light > 16 ? 16 : by_direction + by_light;
}

/* ---- the modes ---- */

static int32_t face_material(const struct r3d_priv_column_seen_wall *wall,
                             r3d_priv_column_face face)
{
    return face == R3D_PRIV_COLUMN_FACE_MIDDLE  ? wall->look->middle
           : face == R3D_PRIV_COLUMN_FACE_UPPER ? wall->look->upper
                                                : wall->look->lower;
}

double r3d_priv_column_face_top(const r3d_column_context *c,
                                const struct r3d_priv_column_seen_wall *wall,
                                r3d_priv_column_face face, const r3d_column_texture *texture)
{
    const uint32_t flags = c->level->desc.walls[wall->wall].flags;
    const double near_ceiling = c->world->ceilings[wall->near_sector];
    switch (face) {
    case R3D_PRIV_COLUMN_FACE_MIDDLE:
        return (flags & R3D_COLUMN_WALL_MIDDLE_BOTTOM) != 0
                   ? c->world->floors[wall->near_sector] + (double)texture->height
                   : near_ceiling;
    case R3D_PRIV_COLUMN_FACE_UPPER:
        return (flags & R3D_COLUMN_WALL_UPPER_BOTTOM) != 0
                   ? c->world->ceilings[wall->far_sector] + (double)texture->height
                   : near_ceiling;
    default:
        return (flags & R3D_COLUMN_WALL_LOWER_CEILING) != 0 ? near_ceiling
                                                            : c->world->floors[wall->far_sector];
    }
}

const r3d_column_texture *r3d_priv_column_face_texture(const r3d_column_context *c,
                                                       const struct r3d_priv_column_seen_wall *wall,
                                                       r3d_priv_column_face face)
{
    return r3d_priv_column_material(c, face_material(wall, face));
}

uint32_t r3d_priv_column_plain_face(const r3d_column_context *c,
                                    const struct r3d_priv_column_seen_wall *wall,
                                    r3d_priv_column_face face, int32_t light)
{
    const uint32_t rgb =
        flat_rgb(r3d_priv_column_face_texture(c, wall, face),
                 face == R3D_PRIV_COLUMN_FACE_MIDDLE ? plain_wall_rgb : plain_step_rgb);
    return scale_rgb(rgb, light);
}

void r3d_priv_column_paint_face(r3d_column_context *c, const struct r3d_priv_column_region *region,
                                const struct r3d_priv_column_seen_wall *wall,
                                r3d_priv_column_face face)
{
    static const r3d_column_kind kinds[] = {R3D_COLUMN_MIDDLE, R3D_COLUMN_UPPER, R3D_COLUMN_LOWER};
    if (c->told != NULL) {
        r3d_priv_column_tell_face(c, region, wall, face);
        return;
    }
    const r3d_column_texture *texture = r3d_priv_column_face_texture(c, wall, face);
    switch (c->view->mode) {
    case R3D_COLUMN_IDS:
        r3d_priv_column_fill_region(c, region, wall->x0, wall->x1,
                                    r3d_column_id(kinds[face], wall->wall));
        return;
    case R3D_COLUMN_DITHER:
        dither_region(c, region, wall->x0, wall->x1, r3d_priv_column_face_shade(c, wall));
        return;
    default:
        break;
    }
    if (c->view->mode == R3D_COLUMN_TEXTURED && texture != NULL) {
        r3d_priv_column_texture_face(c, region, wall, face, texture);
        return;
    }
    const int32_t light = (int32_t)r3d_priv_column_wall_light(c, wall);
    r3d_priv_column_fill_region(c, region, wall->x0, wall->x1,
                                r3d_priv_column_plain_face(c, wall, face, light));
}

/* From the wrong side (above a ceiling, under a floor) a plane has no texture. */
const r3d_column_texture *r3d_priv_column_plane_texture(const r3d_column_context *c, int32_t sector,
                                                        bool is_ceiling)
{
    const r3d_column_level_sector *s = &c->level->desc.sectors[sector];
    const double z = is_ceiling ? c->world->ceilings[sector] : c->world->floors[sector];
    const bool right_side = is_ceiling ? c->eye_z < z : c->eye_z > z;
    return right_side
               ? r3d_priv_column_material(c, is_ceiling ? s->ceiling_material : s->floor_material)
               : NULL;
}

uint32_t r3d_priv_column_plain_plane(const r3d_column_context *c, int32_t sector, bool is_ceiling,
                                     int32_t light)
{
    const r3d_column_level_sector *s = &c->level->desc.sectors[sector];
    const r3d_column_texture *texture =
        r3d_priv_column_material(c, is_ceiling ? s->ceiling_material : s->floor_material);
    return scale_rgb(flat_rgb(texture, is_ceiling ? plain_ceiling_rgb : plain_floor_rgb), light);
}

int32_t r3d_priv_column_plane_shade(const r3d_column_context *c, int32_t sector, bool is_ceiling)
{
    return (is_ceiling ? 2 : 11) + (255 - c->level->desc.sectors[sector].light) / 64;
}

void r3d_priv_column_paint_plane(r3d_column_context *c, const struct r3d_priv_column_region *region,
                                 int32_t x0, int32_t x1, int32_t sector, bool is_ceiling)
{
    const r3d_column_level_sector *s = &c->level->desc.sectors[sector];
    const uint32_t sky = is_ceiling ? R3D_COLUMN_SECTOR_SKY : R3D_COLUMN_SECTOR_SKY_FLOOR;
    if ((s->flags & sky) != 0) {
        r3d_priv_column_paint_sky(c, region, x0, x1);
        return;
    }
    if (c->told != NULL) {
        r3d_priv_column_tell_plane(c, region, x0, x1, sector, is_ceiling);
        return;
    }
    switch (c->view->mode) {
    case R3D_COLUMN_IDS:
        r3d_priv_column_fill_region(
            c, region, x0, x1,
            r3d_column_id(is_ceiling ? R3D_COLUMN_CEILING : R3D_COLUMN_FLOOR, sector));
        return;
    case R3D_COLUMN_DITHER:
        dither_region(c, region, x0, x1, r3d_priv_column_plane_shade(c, sector, is_ceiling));
        return;
    default:
        break;
    }
    const r3d_column_texture *texture = r3d_priv_column_plane_texture(c, sector, is_ceiling);
    if (c->view->mode == R3D_COLUMN_TEXTURED && texture != NULL) {
        const double z = is_ceiling ? c->world->ceilings[sector] : c->world->floors[sector];
        r3d_priv_column_texture_plane(c, region, x0, x1, texture, z, (double)s->light);
        return;
    }
    r3d_priv_column_fill_region(c, region, x0, x1,
                                r3d_priv_column_plain_plane(c, sector, is_ceiling, s->light));
}

/* ---- sky ---- */

static int32_t wrap(double value, int32_t size)
{
    const double turns = r3d_priv_column_floor(value / (double)size);
    const int32_t index = (int32_t)(value - turns * (double)size);
    return index < 0 ? 0 : index >= size ? size - 1 : index;
}

static void prepare_sky(r3d_column_context *c, const r3d_column_texture *sky)
{
    for (int32_t i = c->begin; i < c->end; i++) {
        const double angle = c->view->camera.yaw - r3d_priv_column_atan_degrees(c->k[i]);
        /* Taken modulo the picture: a full turn more is the same column. */
        const double turned = angle - 360.0 * r3d_priv_column_floor(angle / 360.0);
        c->sky_column[i] =
            wrap(r3d_priv_column_floor(turned * (double)sky->width * 4.0 / 360.0), sky->width);
    }
    c->sky_ready = true;
}

static int32_t sky_row(const r3d_column_context *c, const r3d_column_texture *sky, int32_t row)
{
    const double v = r3d_priv_column_floor(c->view->sky_horizon - c->slope[row] * 160.0);
    return v < 0.0 ? 0 : v > (double)(sky->height - 1) ? sky->height - 1 : (int32_t)v;
}

static void sky_span(r3d_column_context *c, int32_t row, int32_t x0, int32_t x1, const void *user)
{
    const r3d_column_texture *sky = user;
    uint32_t *pixels = r3d_priv_column_row_pixels(c, row);
    const ptrdiff_t base = (ptrdiff_t)sky_row(c, sky, row) * sky->v_step;
    for (int32_t x = x0; x < x1; x++) {
        const ptrdiff_t texel = base + (ptrdiff_t)c->sky_column[x] * sky->u_step;
        pixels[x] = r3d_priv_column_opaque(sky->indices != NULL ? sky->shades[sky->indices[texel]]
                                                                : sky->texels[texel]);
    }
}

uint32_t r3d_priv_column_plain_sky(void)
{
    return r3d_priv_column_opaque(plain_sky_rgb);
}

void r3d_priv_column_sky_texel(const r3d_column_context *c, int32_t x, int32_t row,
                               struct r3d_priv_column_texel *out)
{
    const r3d_column_texture *sky = c->materials == NULL ? NULL : c->materials->sky;
    if (c->view->mode == R3D_COLUMN_TEXTURED && sky != NULL && sky->width > 0 && c->sky_ready) {
        out->texture = sky;
        out->u = c->sky_column[x];
        out->v = sky_row(c, sky, row);
    }
}

void r3d_priv_column_paint_sky(r3d_column_context *c, const struct r3d_priv_column_region *region,
                               int32_t x0, int32_t x1)
{
    if (c->told != NULL) {
        r3d_priv_column_tell_sky(c, region, x0, x1);
        return;
    }
    const r3d_column_texture *sky = c->materials == NULL ? NULL : c->materials->sky;
    switch (c->view->mode) {
    case R3D_COLUMN_IDS:
        r3d_priv_column_fill_region(c, region, x0, x1, r3d_column_id(R3D_COLUMN_SKY, 0));
        break;
    case R3D_COLUMN_DITHER:
        dither_region(c, region, x0, x1, 0);
        break;
    default:
        if (c->view->mode == R3D_COLUMN_TEXTURED && sky != NULL && sky->width > 0) {
            if (!c->sky_ready) {
                prepare_sky(c, sky);
            }
            r3d_priv_column_each_span(c, region, x0, x1, sky_span, sky);
        } else {
            r3d_priv_column_fill_region(c, region, x0, x1, r3d_priv_column_opaque(plain_sky_rgb));
        }
        break;
    }
}

void r3d_priv_column_paint_nothing(r3d_column_context *c)
{
    if (c->told != NULL) {
        r3d_priv_column_tell_background(c, false);
        return;
    }
    const uint32_t pixel = c->view->mode == R3D_COLUMN_IDS
                               ? r3d_column_id(R3D_COLUMN_NOTHING, 0)
                               : r3d_priv_column_opaque(c->view->background_rgb);
    const struct r3d_priv_column_region open = {c->window_top, c->window_bottom};
    r3d_priv_column_fill_region(c, &open, c->begin, c->end, pixel);
}

/* Strokes lie on paper: what is never stroked stays white. */
void r3d_priv_column_paint_paper(r3d_column_context *c)
{
    if (c->told != NULL) {
        r3d_priv_column_tell_background(c, true);
        return;
    }
    for (int32_t j = 0; j < c->height; j++) {
        uint32_t *row = r3d_priv_column_row_pixels(c, j);
        for (int32_t i = c->begin; i < c->end; i++) {
            row[i] = 0xFFFFFFFFu;
        }
    }
}
