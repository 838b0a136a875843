/* SPDX-License-Identifier: MIT */
/* What a part of a draw did at a pixel, or what it would have done there. The texel and the
 * brightness are taken by the functions that draw. */

#include "calls_internal.h"

enum {
    TEXELS_NEAR = 8, /* how far a wrong texel is looked for, each way */
    ROWS_NEAR = 2    /* how far from its rows a part is thought to miss a pixel */
};

/* A pixel of a part in the picture, and what it shows. */
struct explained_place {
    r3d_column_context *c;
    const struct r3d_priv_column_part *part;
    const r3d_draw_explainer *to;
    int32_t x;
    int32_t row;
    int32_t top; /* rows of the part in this column */
    int32_t bottom;
    struct r3d_priv_column_texel texel; /* texture NULL: a plain colour */
};

static bool is_textured(const struct explained_place *p)
{
    return p->texel.texture != NULL;
}

static bool is_slice(const struct explained_place *p)
{
    return p->part->painter == R3D_PRIV_COLUMN_PAINTS_SLICE;
}

static int32_t light_of(const struct explained_place *p)
{
    return p->part->painter == R3D_PRIV_COLUMN_PAINTS_FACE
               ? (int32_t)r3d_priv_column_wall_light(p->c, p->part->piece)
               : p->c->level->desc.sectors[p->part->call.sector].light;
}

/* Finds the texel of a face, plane, sky or slice; leaves its texture NULL where a plain colour is
 * drawn. */
static void find_texel(struct explained_place *p)
{
    r3d_column_context *c = p->c;
    const struct r3d_priv_column_part *part = p->part;
    const r3d_column_part_call *a = &part->call;
    struct r3d_priv_column_texel *out = &p->texel;
    const r3d_column_texture *texture = NULL;
    const bool is_mode = c->view->mode == R3D_COLUMN_TEXTURED;
    const bool is_ceiling = a->kind == R3D_COLUMN_CEILING;
    out->texture = NULL;
    out->u = out->v = out->copy = 0;
    out->depth = part->piece != NULL && part->region != NULL ? 1.0 / c->inverse_depth[p->x] : 0.0;
    switch (part->painter) {
    case R3D_PRIV_COLUMN_PAINTS_FACE:
        texture = r3d_priv_column_face_texture(c, part->piece, part->face);
        if (is_mode && texture != NULL) {
            r3d_priv_column_face_texel(c, part->piece, part->face, texture, p->x, p->row, out);
        }
        break;
    case R3D_PRIV_COLUMN_PAINTS_PLANE: {
        texture = r3d_priv_column_plane_texture(c, a->sector, is_ceiling);
        const double z = (is_ceiling ? c->world->ceilings : c->world->floors)[a->sector];
        const double depth = (z - c->eye_z) / c->slope[p->row];
        out->depth = depth > 0.0 && depth < 1e9 ? depth : 1e9;
        if (is_mode && texture != NULL) {
            r3d_priv_column_plane_texel(
                c, texture, z, (double)c->level->desc.sectors[a->sector].light, p->x, p->row, out);
        }
        break;
    }
    case R3D_PRIV_COLUMN_PAINTS_SKY:
        r3d_priv_column_sky_texel(c, p->x, p->row, out);
        break;
    case R3D_PRIV_COLUMN_PAINTS_SLICE:
        r3d_priv_column_slice_texel(c, p->x, a->slice, p->row, out);
        break;
    default:
        break;
    }
}

static bool is_inside_texture(const struct r3d_priv_column_texel *t)
{
    return t->u >= 0 && t->u < t->texture->width && t->v >= 0 && t->v < t->texture->height;
}

static bool is_hole(const struct r3d_priv_column_texel *t)
{
    return t->texture->mask != NULL &&
           t->texture->mask[(size_t)t->u * (size_t)t->texture->u_step +
                            (size_t)t->v * (size_t)t->texture->v_step] == 0;
}

static uint32_t texel_rgb(const struct explained_place *p, const struct r3d_priv_column_texel *t)
{
    if (is_slice(p)) {
        return r3d_priv_column_slice_rgb(p->c, p->part->call.slice, t);
    }
    const r3d_column_texture *texture = t->texture;
    const size_t texel =
        (size_t)t->u * (size_t)texture->u_step + (size_t)t->v * (size_t)texture->v_step;
    return texture->indices != NULL
               ? texture->shades[(size_t)t->copy * 256u + texture->indices[texel]]
               : texture
                     ->texels[(size_t)t->copy * (size_t)texture->width * (size_t)texture->height +
                              texel];
}

/* What the part would draw at the place. Returns false where that is nothing. */
static bool color_at(const struct explained_place *p, uint32_t *out_rgb)
{
    const r3d_column_context *c = p->c;
    const r3d_column_part_call *a = &p->part->call;
    const bool is_ceiling = a->kind == R3D_COLUMN_CEILING;
    if (is_textured(p)) {
        if (!is_inside_texture(&p->texel) || (is_slice(p) && is_hole(&p->texel))) {
            return false;
        }
        *out_rgb = texel_rgb(p, &p->texel);
        return true;
    }
    switch (p->part->painter) {
    case R3D_PRIV_COLUMN_PAINTS_FACE:
        *out_rgb = c->view->mode == R3D_COLUMN_IDS ? r3d_column_id(a->kind, a->wall)
                   : c->view->mode == R3D_COLUMN_DITHER
                       ? r3d_priv_column_dither(p->x, p->row,
                                                r3d_priv_column_face_shade(c, p->part->piece))
                       : r3d_priv_column_plain_face(c, p->part->piece, p->part->face, light_of(p));
        return true;
    case R3D_PRIV_COLUMN_PAINTS_PLANE:
        *out_rgb = c->view->mode == R3D_COLUMN_IDS ? r3d_column_id(a->kind, a->sector)
                   : c->view->mode == R3D_COLUMN_DITHER
                       ? r3d_priv_column_dither(
                             p->x, p->row, r3d_priv_column_plane_shade(c, a->sector, is_ceiling))
                       : r3d_priv_column_plain_plane(c, a->sector, is_ceiling, light_of(p));
        return true;
    case R3D_PRIV_COLUMN_PAINTS_SKY:
        *out_rgb = c->view->mode == R3D_COLUMN_IDS      ? r3d_column_id(R3D_COLUMN_SKY, 0)
                   : c->view->mode == R3D_COLUMN_DITHER ? r3d_priv_column_dither(p->x, p->row, 0)
                                                        : r3d_priv_column_plain_sky();
        return true;
    default:
        return false;
    }
}

/* ---- sentences: the core has no snprintf ---- */

enum { WORDS_SIZE = 200 };

struct sentence {
    char text[WORDS_SIZE];
    int32_t length;
};

static void put_char(struct sentence *w, char c)
{
    if (w->length < WORDS_SIZE - 1) {
        w->text[w->length++] = c;
        w->text[w->length] = '\0';
    }
}

static void put_number(struct sentence *w, int32_t number)
{
    char digits[12];
    int32_t count = 0;
    int64_t rest = number < 0 ? -(int64_t)number : number;
    do {
        digits[count++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0) {
        put_char(w, '-');
    }
    while (count > 0) {
        put_char(w, digits[--count]);
    }
}

/* Each # of the text becomes the next of the numbers. */
static void put_words(struct sentence *w, const char *text, int32_t a, int32_t b, int32_t c,
                      int32_t d)
{
    const int32_t numbers[] = {a, b, c, d};
    int32_t next = 0;
    for (; *text != '\0'; text++) {
        if (*text == '#') {
            put_number(w, numbers[next++]);
        } else {
            put_char(w, *text);
        }
    }
}

/* A variation of what was drawn, with a sentence of four numbers. */
static void tell_variant(const struct explained_place *p, const char *cause, uint32_t rgb,
                         int32_t distance, const char *text, int32_t a, int32_t b, int32_t c,
                         int32_t d)
{
    struct sentence words = {"", 0};
    put_words(&words, text, a, b, c, d);
    p->to->variant(cause, rgb & 0xFFFFFFu, distance, words.text, p->to->user);
}

/* ---- facts ---- */

static void tell_facts(const struct explained_place *p)
{
    const r3d_draw_explainer *to = p->to;
    const r3d_column_part_call *a = &p->part->call;
    if (p->texel.depth > 0.0) {
        to->fact("depth", p->texel.depth < 2147483647.0 ? (int32_t)p->texel.depth : INT32_MAX,
                 to->user);
    }
    if (a->window_top != NULL) {
        to->fact("window top", a->window_top[p->x], to->user);
        to->fact("window bottom", a->window_bottom[p->x], to->user);
        to->fact("window top after", p->c->window_top[p->x], to->user);
        to->fact("window bottom after", p->c->window_bottom[p->x], to->user);
    }
    if (p->bottom > p->top) {
        to->fact("first row", p->top, to->user);
        to->fact("last row", p->bottom - 1, to->user);
    }
    if (is_textured(p)) {
        to->fact("texel x", p->texel.u, to->user);
        to->fact("texel y", p->texel.v, to->user);
        to->fact("brightness step", p->texel.copy, to->user);
    }
    const bool is_lit = p->part->painter == R3D_PRIV_COLUMN_PAINTS_FACE ||
                        p->part->painter == R3D_PRIV_COLUMN_PAINTS_PLANE;
    if (is_lit) {
        to->fact("light", light_of(p), to->user);
    }
    uint32_t rgb;
    if (color_at(p, &rgb)) {
        to->source(rgb & 0xFFFFFFu, 256, 0, to->user);
    }
}

/* ---- what might have been ---- */

static int32_t away(int32_t a, int32_t b)
{
    return a > b ? a - b : b > a ? b - a : 1; /* the same one: nearest */
}

static void try_texels(const struct explained_place *p)
{
    const r3d_column_texture *texture = p->texel.texture;
    for (int32_t dv = -TEXELS_NEAR; dv <= TEXELS_NEAR; dv++) {
        for (int32_t du = -TEXELS_NEAR; du <= TEXELS_NEAR; du++) {
            struct r3d_priv_column_texel t = p->texel;
            t.u += du;
            t.v += dv;
            if (!is_slice(p)) { /* textures repeat, sprites and masked walls do not */
                t.u = (t.u % texture->width + texture->width) % texture->width;
                t.v = (t.v % texture->height + texture->height) % texture->height;
            }
            if (is_inside_texture(&t) && !(is_slice(p) && is_hole(&t))) {
                tell_variant(p, "texel", texel_rgb(p, &t), away(du, 0) + away(dv, 0) - 1,
                             "texel (#,#) has the colour, (#,#) was taken", t.u, t.v, p->texel.u,
                             p->texel.v);
            }
        }
    }
}

static void try_copies(const struct explained_place *p)
{
    for (int32_t copy = 0; copy < p->texel.texture->copies; copy++) {
        struct r3d_priv_column_texel t = p->texel;
        t.copy = copy;
        if (copy == p->texel.copy) {
            continue;
        }
        tell_variant(p, "light", texel_rgb(p, &t), away(copy, p->texel.copy),
                     "texel (#,#) in brightness step #, not #: its light or depth is wrong", t.u,
                     t.v, copy, p->texel.copy);
    }
}

/* Flat colours in other lights, dither shades near the one that was taken. */
static void try_lights(const struct explained_place *p)
{
    const r3d_column_context *c = p->c;
    const bool is_face = p->part->painter == R3D_PRIV_COLUMN_PAINTS_FACE;
    const bool is_ceiling = p->part->call.kind == R3D_COLUMN_CEILING;
    const int32_t sector = p->part->call.sector;
    if ((!is_face && p->part->painter != R3D_PRIV_COLUMN_PAINTS_PLANE) ||
        c->view->mode == R3D_COLUMN_IDS) {
        return;
    }
    if (c->view->mode == R3D_COLUMN_DITHER) {
        const int32_t shade = is_face ? r3d_priv_column_face_shade(c, p->part->piece)
                                      : r3d_priv_column_plane_shade(c, sector, is_ceiling);
        for (int32_t other = 0; other <= 17; other++) {
            tell_variant(p, "shade", r3d_priv_column_dither(p->x, p->row, other),
                         away(other, shade), "shade # of the pattern, not #", other, shade, 0, 0);
        }
        return;
    }
    const int32_t light = light_of(p);
    for (int32_t other = 0; other <= 255; other++) {
        const uint32_t rgb =
            is_face ? r3d_priv_column_plain_face(c, p->part->piece, p->part->face, other)
                    : r3d_priv_column_plain_plane(c, sector, is_ceiling, other);
        tell_variant(p, "light", rgb, away(other, light), "light #, not #", other, light, 0, 0);
    }
}

static void try_written(const struct explained_place *p, const r3d_draw_pixel *pixel)
{
    if (is_slice(p) && is_textured(p) && is_inside_texture(&p->texel) && is_hole(&p->texel)) {
        tell_variant(p, "hole", pixel->before, 0, "texel (#,#) is a hole and is not drawn",
                     p->texel.u, p->texel.v, 0, 0);
    }
    const bool has_rows = p->part->region != NULL || is_slice(p);
    if (has_rows && (p->row < p->top || p->row >= p->bottom)) {
        tell_variant(p, "window", pixel->before, 0, "it has rows #..# of this column, and no other",
                     p->top, p->bottom - 1, 0, 0);
    }
    if (p->part->painter == R3D_PRIV_COLUMN_PAINTS_STROKES) {
        tell_variant(p, "stroke", pixel->before, 1, "no stroke goes through here", 0, 0, 0, 0);
    }
    if (!is_textured(p)) {
        try_lights(p);
    } else if (is_inside_texture(&p->texel)) {
        try_texels(p);
        try_copies(p);
    }
}

static void try_window(const struct explained_place *p, uint32_t rgb, int32_t rows)
{
    const r3d_column_part_call *a = &p->part->call;
    const bool is_known = a->window_top != NULL;
    const int32_t top = is_known ? a->window_top[p->x] : 0;
    const int32_t bottom = is_known ? a->window_bottom[p->x] : 0;
    if (p->bottom > p->top) {
        tell_variant(p, "window", rgb, rows,
                     is_known
                         ? "it has rows #..# of this column, whose open rows were #..# before it"
                         : "it has rows #..# of this column",
                     p->top, p->bottom - 1, top, bottom - 1);
    } else {
        tell_variant(p, "window", rgb, rows,
                     is_known ? "it has no rows of this column, whose open rows were #..# before it"
                              : "it has no rows of this column",
                     top, bottom - 1, 0, 0);
    }
}

static void try_missing(const struct explained_place *p)
{
    uint32_t rgb;
    if (p->part->painter == R3D_PRIV_COLUMN_PAINTS_STROKES) {
        tell_variant(p, "stroke", 0, 1, "a stroke goes through here", 0, 0, 0, 0);
        return;
    }
    const int32_t above = p->top - p->row;
    const int32_t below = p->row - (p->bottom - 1);
    const int32_t rows = above > below ? above : below;
    const bool has_texel = is_slice(p) && is_textured(p) && is_inside_texture(&p->texel);
    if (rows <= 0 && has_texel) {
        const bool hole = is_hole(&p->texel);
        tell_variant(p, "hole", texel_rgb(p, &p->texel), 0,
                     hole ? "texel (#,#), which is a hole" : "texel (#,#), which is no hole",
                     p->texel.u, p->texel.v, 0, 0);
    } else if (rows <= ROWS_NEAR && color_at(p, &rgb)) {
        try_window(p, rgb, rows);
    }
}

void r3d_priv_column_explain(const r3d_draw_call *call, const r3d_draw_pixel *pixel,
                             const r3d_draw_explainer *to)
{
    const struct r3d_priv_column_part *part = call->arguments;
    const r3d_column_part_call *a = &part->call;
    struct explained_place p = {a->context,
                                part,
                                to,
                                pixel->x - a->context->clip_left,
                                pixel->y - a->context->clip_top,
                                0,
                                0,
                                {NULL, 0, 0, 0, 0.0}};
    if (p.x < a->begin || p.x >= a->end || p.row < 0 || p.row >= p.c->height) {
        return;
    }
    if (part->region != NULL) {
        p.top = a->top[p.x];
        p.bottom = a->bottom[p.x];
    } else if (is_slice(&p)) {
        p.top = p.c->slices[a->slice].top;
        p.bottom = p.c->slices[a->slice].bottom;
    }
    find_texel(&p);
    if (pixel->is_written) {
        tell_facts(&p);
        try_written(&p, pixel);
    } else {
        try_missing(&p);
    }
}
