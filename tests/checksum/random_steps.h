/* SPDX-License-Identifier: MIT */
/* The steps of scenes of checksums.c: one call of a drawing function each. */

#ifndef R3D_TESTS_RANDOM_STEPS_H
#define R3D_TESTS_RANDOM_STEPS_H

#include "random_scene.h"

/* ---- steps ----------------------------------------------------------------------------------- */

static int32_t some_x(scene *s)
{
    return coordinate(&s->random, s->surface.width);
}

static int32_t some_y(scene *s)
{
    return coordinate(&s->random, s->surface.height);
}

static int32_t some_width(scene *s)
{
    return extent(&s->random, s->surface.width);
}

static int32_t some_height(scene *s)
{
    return extent(&s->random, s->surface.height);
}

static int32_t some_weight(scene *s)
{
    return one_in(&s->random, 8) ? any(&s->random) : below(&s->random, 257);
}

static sprite *some_sprite(scene *s)
{
    return &s->sprites[below(&s->random, SPRITE_COUNT)];
}

static void draw_box(scene *s, int which)
{
    int32_t x = some_x(s);
    int32_t y = some_y(s);
    int32_t width = some_width(s);
    int32_t height = some_height(s);
    uint32_t rgb = next(&s->random);
    int32_t weight = some_weight(s);
    r3d_surface *surface = &s->surface;
    switch (which) {
    case 0:
        r3d_draw_rect(surface, x, y, width, height, rgb);
        break;
    case 1:
        r3d_draw_rect_alpha(surface, x, y, width, height, rgb, weight);
        break;
    case 2:
        r3d_draw_outline(surface, x, y, width, height, rgb);
        break;
    case 3:
        r3d_draw_outline_alpha(surface, x, y, width, height, rgb, weight);
        break;
    case 4:
        r3d_draw_hline(surface, x, y, width, rgb);
        break;
    case 5:
        r3d_draw_hline_alpha(surface, x, y, width, rgb, weight);
        break;
    case 6:
        r3d_draw_vline(surface, x, y, height, rgb);
        break;
    default:
        r3d_draw_vline_alpha(surface, x, y, height, rgb, weight);
        break;
    }
}

static void step_rect(scene *s)
{
    draw_box(s, 0);
}
static void step_rect_alpha(scene *s)
{
    draw_box(s, 1);
}
static void step_outline(scene *s)
{
    draw_box(s, 2);
}
static void step_outline_alpha(scene *s)
{
    draw_box(s, 3);
}
static void step_hline(scene *s)
{
    draw_box(s, 4);
}
static void step_hline_alpha(scene *s)
{
    draw_box(s, 5);
}
static void step_vline(scene *s)
{
    draw_box(s, 6);
}
static void step_vline_alpha(scene *s)
{
    draw_box(s, 7);
}

static void step_clip(scene *s)
{
    if (one_in(&s->random, 3)) {
        r3d_surface_reset_clip(&s->surface);
        return;
    }
    int32_t left = some_x(s);
    int32_t top = some_y(s);
    int32_t right = some_x(s);
    int32_t bottom = some_y(s);
    r3d_surface_set_clip(&s->surface, left, top, right, bottom);
}

static void draw_sprite(scene *s, int which)
{
    const sprite *p = some_sprite(s);
    int32_t x = some_x(s);
    int32_t y = some_y(s);
    int32_t weight = some_weight(s);
    r3d_surface *surface = &s->surface;
    switch (which) {
    case 0:
        r3d_draw_image8(surface, &p->image8, x, y);
        break;
    case 1:
        r3d_draw_image24(surface, &p->image24, x, y);
        break;
    case 2:
        r3d_blit_image24(surface, &p->image24, x, y);
        break;
    case 3:
        r3d_draw_image24_alpha(surface, &p->image24, x, y, weight);
        break;
    default:
        r3d_draw_image24_masked(surface, &p->image24, x, y, s->mask);
        break;
    }
}

static void step_image8(scene *s)
{
    draw_sprite(s, 0);
}
static void step_image24(scene *s)
{
    draw_sprite(s, 1);
}
static void step_blit(scene *s)
{
    draw_sprite(s, 2);
}
static void step_image24_alpha(scene *s)
{
    draw_sprite(s, 3);
}
static void step_image24_masked(scene *s)
{
    draw_sprite(s, 4);
}

static void step_scaled(scene *s)
{
    rng *r = &s->random;
    r3d_image24 image = some_sprite(s)->image24;
    if (one_in(r, 4)) {
        make_odd_frame(r, &image.frame);
    }
    int32_t x = some_x(s);
    int32_t y = some_y(s);
    int32_t width = one_in(r, 8) ? any(r) : between(r, -1, 200);
    int32_t height = one_in(r, 8) ? any(r) : between(r, -1, 200);
    add_signed(&s->sum, r3d_draw_image24_scaled(&s->surface, &image, x, y, width, height));
}

static void make_rotation(scene *s, r3d_rotation *rotation)
{
    rng *r = &s->random;
    rotation->x = some_x(s);
    rotation->y = some_y(s);
    rotation->width = one_in(r, 8) ? any(r) : between(r, -1, ROWS_MAX);
    rotation->height = one_in(r, 8) ? any(r) : between(r, -1, ROWS_MAX);
    rotation->anchor_x = one_in(r, 8) ? any(r) : between(r, -10, 50);
    rotation->anchor_y = one_in(r, 8) ? any(r) : between(r, -10, 50);
    rotation->zoom = one_in(r, 8) ? any(r) : between(r, 16, 1024);
    if (one_in(r, 2)) {
        int32_t angle = one_in(r, 4) ? any(r) : below(r, 2048);
        r3d_sincos_angle_326(angle, &rotation->sin_fx16, &rotation->cos_fx16);
    } else {
        /* A multiple of 2^-12, so that the argument itself is exact on every machine. */
        double radians = between(r, -100000, 100000) / 4096.0;
        must(s, r3d_sincos_fx16(radians, &rotation->sin_fx16, &rotation->cos_fx16) == R3D_OK,
             "r3d_sincos_fx16 failed");
    }
    add_signed(&s->sum, rotation->sin_fx16);
    add_signed(&s->sum, rotation->cos_fx16);
}

static void step_rotated(scene *s)
{
    rng *r = &s->random;
    const sprite *p = some_sprite(s);
    r3d_rotation rotation;
    make_rotation(s, &rotation);
    r3d_row_span rows[ROWS_MAX];
    int32_t count = below(r, ROWS_MAX + 1);
    for (int32_t i = 0; i < count; i++) {
        rows[i].start = one_in(r, 16) ? any(r) : between(r, -4, 20);
        rows[i].length = one_in(r, 64) ? any(r) : between(r, -2, 80);
    }
    add_signed(&s->sum, r3d_draw_image24_rotated(&s->surface, &p->image24, &rotation, rows, count));
}

static void step_rotated_masked(scene *s)
{
    const sprite *p = some_sprite(s);
    r3d_rotation rotation;
    make_rotation(s, &rotation);
    add_signed(&s->sum, r3d_draw_image24_rotated_masked(&s->surface, &p->image24, &rotation));
}

/* Changes a sprite: later steps draw the result. */
static void step_change_sprite(scene *s)
{
    rng *r = &s->random;
    sprite *p = some_sprite(s);
    int32_t red = one_in(r, 8) ? any(r) : between(r, -64, 64);
    int32_t green = one_in(r, 8) ? any(r) : between(r, -64, 64);
    int32_t blue = one_in(r, 8) ? any(r) : between(r, -64, 64);
    switch (below(r, 4)) {
    case 0:
        r3d_image8_flip_horizontal(&p->image8);
        break;
    case 1:
        r3d_image8_flip_vertical(&p->image8);
        break;
    case 2:
        r3d_image8_tint(&p->image8, red, green, blue);
        break;
    default:
        r3d_image24_tint(&p->image24, red, green, blue);
        break;
    }
}

/* Draws an expanded or a halved copy of an indexed sprite. */
static void step_resized_image8(scene *s)
{
    rng *r = &s->random;
    sprite *p = some_sprite(s);
    r3d_image8 resized;
    r3d_result result = one_in(r, 2) ? r3d_image8_expand(&p->image8, p->expanded, &resized)
                                     : r3d_image8_shrink(&p->image8, p->expanded, &resized);
    add_signed(&s->sum, result);
    int32_t x = some_x(s);
    int32_t y = some_y(s);
    if (result == R3D_OK) {
        r3d_draw_image8(&s->surface, &resized, x, y);
    }
}

/* Changes what the triangle fills look at. */
static void step_settings(scene *s)
{
    rng *r = &s->random;
    s->raster.side_clip = one_in(r, 2);
    s->raster.smooth = one_in(r, 2);
    s->raster.translucency = one_in(r, 2) ? 0 : one_in(r, 8) ? any(r) : below(r, 256);
    if (one_in(r, 4)) {
        s->raster.center_x = some_x(s);
        s->raster.center_y = some_y(s);
    }
}

static void make_corners(scene *s, int32_t x[3], int32_t y[3])
{
    rng *r = &s->random;
    if (one_in(r, 4)) { /* a small triangle near one place, as in meshes */
        int32_t place_x = some_x(s);
        int32_t place_y = some_y(s);
        for (int i = 0; i < 3; i++) {
            x[i] = r3d_i32_add(place_x, between(r, -9, 9));
            y[i] = r3d_i32_add(place_y, between(r, -9, 9));
        }
        return;
    }
    for (int i = 0; i < 3; i++) {
        x[i] = some_x(s);
        y[i] = some_y(s);
    }
}

/* One call of a fill. */
typedef struct triangle {
    int32_t x[3];
    int32_t y[3];
    int32_t value[3]; /* colours of a Gouraud triangle, light of a textured one */
    uint32_t rgb;
    r3d_texture_plane plane;
    const r3d_texels *texels;
} triangle;

typedef void (*fill)(const r3d_raster *raster, const triangle *t);

static void fill_flat(const r3d_raster *raster, const triangle *t)
{
    r3d_fill_flat(raster, t->x, t->y, t->rgb);
}

static void fill_gouraud(const r3d_raster *raster, const triangle *t)
{
    r3d_fill_gouraud(raster, t->x, t->y, t->value);
}

static void fill_textured(const r3d_raster *raster, const triangle *t)
{
    r3d_fill_textured(raster, t->x, t->y, t->value, &t->plane, t->texels);
}

static void draw_triangle(scene *s, fill draw, const triangle *t)
{
    if (!s->how.bands || r3d_fill_leaves_row(&s->raster, t->x, t->y)) {
        draw(&s->raster, t);
        return;
    }
    int32_t row = below(&s->band_random, s->surface.height + 1);
    r3d_raster band = s->raster;
    band.band_top = row;
    draw(&band, t);
    band = s->raster;
    band.band_bottom = row;
    draw(&band, t);
}

static void step_flat(scene *s)
{
    triangle t = {0};
    make_corners(s, t.x, t.y);
    t.rgb = next(&s->random);
    draw_triangle(s, fill_flat, &t);
}

static void step_gouraud(scene *s)
{
    rng *r = &s->random;
    triangle t = {0};
    make_corners(s, t.x, t.y);
    bool wild = one_in(r, 8);
    for (int i = 0; i < 3; i++) {
        t.value[i] = wild ? any(r) : below(r, R3D_PALETTE_COUNT);
    }
    draw_triangle(s, fill_gouraud, &t);
}

static void make_point(rng *r, bool wild, r3d_vec3i *point)
{
    point->x = wild ? any(r) : between(r, -600, 600);
    point->y = wild ? any(r) : between(r, -600, 600);
    point->z = wild ? any(r) : between(r, 50, 1500);
}

static void step_textured(scene *s)
{
    rng *r = &s->random;
    triangle t = {0};
    make_corners(s, t.x, t.y);
    bool wild = one_in(r, 8);
    for (int i = 0; i < 3; i++) {
        t.value[i] = wild ? any(r) : below(r, 128);
    }
    wild = one_in(r, 8);
    make_point(r, wild, &t.plane.origin);
    make_point(r, wild, &t.plane.u_end);
    make_point(r, wild, &t.plane.v_end);
    t.texels = &s->textures[below(r, TEXTURE_COUNT)].texels;
    draw_triangle(s, fill_textured, &t);
}

/* Tables and wrapping arithmetic. */
static void step_numbers(scene *s)
{
    rng *r = &s->random;
    checksum *sum = &s->sum;
    for (int i = 0; i < 8; i++) {
        int32_t a = coordinate(r, 2048);
        int32_t b = coordinate(r, 2048);
        add_signed(sum, r3d_sin_a11(a));
        add_signed(sum, r3d_cos_a11(a));
        add_signed(sum, r3d_recip15(a));
        add_signed(sum, r3d_recip16(a));
        add_signed(sum, r3d_call_i32_add(a, b));
        add_signed(sum, r3d_call_i32_sub(a, b));
        add_signed(sum, r3d_call_i32_mul(a, b));
        add_signed(sum, r3d_call_i32_neg(a));
        add_signed(sum, r3d_call_i32_shl(a, b));
        add_signed(sum, r3d_call_i32_sar(a, b));
        add_signed(sum, r3d_call_i32_shr(a, b));
        add_signed(sum, r3d_call_i32_div(a, b));
    }
}

#endif
