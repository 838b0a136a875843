/* SPDX-License-Identifier: MIT */
/* What a part of a frame did at a pixel, or what it would have done there: texel, matrix, tile; texels near by,
 * culling, coverage, priority. Source: spec affine section 14, "History". */

#include "affine_internal.h"

enum { AFFINE_TEXELS_NEAR = 8, AFFINE_WORDS_SIZE = 160 };

/* A pixel of a part, in the picture. */
typedef struct explained {
    const r3d_priv_affine_part *part;
    const r3d_draw_explainer *to;
    int32_t x;
    int32_t y;
    int64_t u; /* where its texel is: may lie outside */
    int64_t v;
    int64_t width; /* of what it is a texel of */
    int64_t height;
    bool is_covered;
} explained;

/* ---- sentences: the core has no snprintf ---- */

typedef struct affine_sentence {
    char text[AFFINE_WORDS_SIZE];
    int32_t length;
} affine_sentence;

static void put_letter(affine_sentence *s, char c)
{
    if (s->length < AFFINE_WORDS_SIZE - 1) {
        s->text[s->length++] = c;
        s->text[s->length] = '\0';
    }
}

static void put_decimal(affine_sentence *s, int64_t number)
{
    char digits[20];
    int32_t count = 0;
    uint64_t rest = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    do {
        digits[count++] = (char)('0' + (int)(rest % 10));
        rest /= 10;
    } while (rest > 0 && count < 19);
    if (number < 0) {
        put_letter(s, '-');
    }
    while (count > 0) {
        put_letter(s, digits[--count]);
    }
}

/* Each # of the text becomes the next number. */
static void tell_affine_variant(const explained *e, const char *cause, uint32_t argb,
                                int32_t distance, const char *text, const int64_t numbers[])
{
    affine_sentence words = {"", 0};
    int next = 0;
    for (; *text != '\0'; text++) {
        if (*text == '#') {
            put_decimal(&words, numbers[next++]);
        } else {
            put_letter(&words, *text);
        }
    }
    e->to->variant(cause, argb & 0xFFFFFFu, distance, words.text, e->to->user);
}

static void fact(const explained *e, const char *name, int64_t value)
{
    const int64_t within = value < INT32_MIN ? INT32_MIN : (value > INT32_MAX ? INT32_MAX : value);
    e->to->fact(name, (int32_t)within, e->to->user);
}

/* ---- texels ---- */

static const r3d_affine_picture *picture_of(const r3d_priv_affine_part *part)
{
    const r3d_affine_scene *scene = part->call.scene;
    if (part->call.frame != NULL) {
        return &part->call.frame->objects[part->owner - R3D_PRIV_AFFINE_OWNER_OBJECTS].picture;
    }
    switch (part->call.kind) {
    case R3D_AFFINE_PART_WALL:
        return &scene->walls[part->call.number].picture;
    case R3D_AFFINE_PART_OBJECT:
        return &scene->sprites[part->call.number].picture;
    default:
        return &scene->shadows[scene->has_continuous_shadows
                                   ? 0
                                   : part->frame->context->shadows[part->call.number].frame];
    }
}

/* The map of a floor or background. */
static const r3d_affine_picture *map_of(const r3d_priv_affine_part *part, const int16_t **out_cells,
                                        int32_t *out_columns, int32_t *out_rows)
{
    if (part->call.frame != NULL) {
        const r3d_affine_hw_background *b = &part->call.frame->backgrounds[part->owner];
        *out_cells = b->cells;
        *out_columns = *out_rows = b->side / R3D_PRIV_AFFINE_TILE;
        return &b->tiles;
    }
    const r3d_affine_floor *floor = &part->call.scene->floors[part->call.number];
    *out_cells = floor->cells;
    *out_columns = floor->columns;
    *out_rows = floor->rows;
    return &floor->tiles;
}

/* A texel that is inside; 0: transparent. */
static uint32_t texel_at(const explained *e, int64_t u, int64_t v)
{
    if (e->part->call.kind == R3D_AFFINE_PART_FLOOR) {
        const int16_t *cells;
        int32_t columns;
        int32_t rows;
        const r3d_affine_picture *tiles = map_of(e->part, &cells, &columns, &rows);
        return r3d_priv_affine_tile_texel(tiles, cells, columns, (int32_t)u, (int32_t)v,
                                          e->part->cycled);
    }
    const r3d_affine_picture *picture = picture_of(e->part);
    return r3d_priv_affine_texel(picture, (int32_t)(u % picture->width), (int32_t)v);
}

static int64_t limited_coordinate(int64_t value, int64_t size)
{
    return value < 0 ? 0 : (value >= size ? size - 1 : value);
}

/* Finds the texel: of sealed surfaces the nearest one inside. */
static void find_affine_texel(explained *e)
{
    const r3d_priv_affine_part *part = e->part;
    if (part->call.kind == R3D_AFFINE_PART_FLOOR) {
        const int16_t *cells;
        int32_t columns;
        int32_t rows;
        (void)map_of(part, &cells, &columns, &rows);
        e->width = (int64_t)columns * R3D_PRIV_AFFINE_TILE;
        e->height = (int64_t)rows * R3D_PRIV_AFFINE_TILE;
    } else {
        const r3d_affine_picture *picture = picture_of(part);
        e->width = picture->width;
        e->height = picture->height;
        if (part->call.frame == NULL && part->call.kind == R3D_AFFINE_PART_WALL) {
            e->width *= r3d_priv_affine_wall_run(&part->call.scene->walls[part->call.number]);
        }
    }
    if (part->call.frame != NULL) {
        r3d_priv_affine_hw_texel texel = {0, 0, 0};
        e->is_covered = part->call.kind == R3D_AFFINE_PART_FLOOR
                            ? r3d_priv_affine_background_at(part->call.frame, part->owner,
                                                            part->cycled, e->x, e->y, &texel)
                            : r3d_priv_affine_object_at(part->call.frame,
                                                        part->owner - R3D_PRIV_AFFINE_OWNER_OBJECTS,
                                                        e->x, e->y, &texel);
        e->u = texel.u;
        e->v = texel.v;
        return;
    }
    r3d_priv_affine_free_texel(part->frame, part->call.kind, part->call.number, e->x, e->y, &e->u,
                               &e->v);
    e->is_covered = e->u >= 0 && e->u < e->width && e->v >= 0 && e->v < e->height;
}

/* ---- facts ---- */

static void tell_matrix(const explained *e, const r3d_affine_matrix *m)
{
    fact(e, "pa", m->pa);
    fact(e, "pb", m->pb);
    fact(e, "pc", m->pc);
    fact(e, "pd", m->pd);
}

static void tell_floor(const explained *e, int64_t u, int64_t v)
{
    const r3d_priv_affine_part *part = e->part;
    const int16_t *cells;
    int32_t columns;
    int32_t rows;
    (void)map_of(part, &cells, &columns, &rows);
    fact(e, "cell x", u / R3D_PRIV_AFFINE_TILE);
    fact(e, "cell y", v / R3D_PRIV_AFFINE_TILE);
    fact(e, "tile",
         cells[(size_t)(v / R3D_PRIV_AFFINE_TILE) * (size_t)columns +
               (size_t)(u / R3D_PRIV_AFFINE_TILE)]);
    fact(e, "texel x", u % R3D_PRIV_AFFINE_TILE);
    fact(e, "texel y", v % R3D_PRIV_AFFINE_TILE);
    tell_matrix(e, part->call.frame != NULL ? &part->call.frame->backgrounds[part->owner].matrix
                                            : &part->frame->context->report.floor_matrix);
}

static void tell_affine_facts(const explained *e)
{
    const r3d_priv_affine_part *part = e->part;
    const r3d_affine_hw_frame *hw = part->call.frame;
    if (part->call.kind == R3D_AFFINE_PART_BACKDROP) {
        return;
    }
    const int64_t u = limited_coordinate(e->u, e->width);
    const int64_t v = limited_coordinate(e->v, e->height);
    if (part->call.kind == R3D_AFFINE_PART_FLOOR) {
        tell_floor(e, u, v);
        return;
    }
    const r3d_affine_picture *picture = picture_of(part);
    fact(e, "texel x", u % picture->width);
    fact(e, "texel y", v);
    if (e->width != picture->width) {
        fact(e, "chunk", u / picture->width);
    }
    if (hw != NULL) {
        const r3d_affine_hw_object *object =
            &hw->objects[part->owner - R3D_PRIV_AFFINE_OWNER_OBJECTS];
        fact(e, "priority", object->priority);
        if (object->is_affine) {
            fact(e, "matrix", object->matrix);
            tell_matrix(e, &hw->matrices[object->matrix]);
        } else {
            fact(e, "mirrored", object->flips_across ? 1 : 0);
        }
        return;
    }
    const r3d_affine_context *context = part->frame->context;
    if (part->call.kind == R3D_AFFINE_PART_WALL) {
        const int32_t kind = context->wall_kinds[part->call.number];
        fact(e, "matrix", kind);
        tell_matrix(e, &context->kinds[kind].matrix);
    } else if (part->call.kind == R3D_AFFINE_PART_OBJECT) {
        fact(e, "mirrored", part->frame->view.cos_h < 0 ? 1 : 0);
    } else {
        const r3d_affine_shadow_state *state = &context->shadows[part->call.number];
        fact(e, "floor", state->floor);
        fact(e, part->call.scene->has_continuous_shadows ? "scale" : "frame",
             part->call.scene->has_continuous_shadows ? state->scale : state->frame);
    }
}

/* ---- what might have been ---- */

static void try_affine_texels(const explained *e)
{
    const int64_t own_u = limited_coordinate(e->u, e->width);
    const int64_t own_v = limited_coordinate(e->v, e->height);
    for (int32_t dv = -AFFINE_TEXELS_NEAR; dv <= AFFINE_TEXELS_NEAR; dv++) {
        for (int32_t du = -AFFINE_TEXELS_NEAR; du <= AFFINE_TEXELS_NEAR; du++) {
            const int64_t u = own_u + du;
            const int64_t v = own_v + dv;
            if ((du == 0 && dv == 0) || u < 0 || u >= e->width || v < 0 || v >= e->height) {
                continue;
            }
            const uint32_t argb = texel_at(e, u, v);
            if (argb != 0) {
                const int64_t numbers[] = {u, v, own_u, own_v};
                tell_affine_variant(e, "texel", argb, (du < 0 ? -du : du) + (dv < 0 ? -dv : dv),
                                    "texel (#,#) has the colour, (#,#) was taken", numbers);
            }
        }
    }
}

/* At its rim a part may be a pixel too large. */
static void try_without(const explained *e, uint32_t before)
{
    const bool is_rim = e->u <= 0 || e->u >= e->width - 1 || e->v <= 0 || e->v >= e->height - 1;
    const int64_t numbers[] = {e->u, e->v};
    if (is_rim && e->part->call.kind != R3D_AFFINE_PART_BACKDROP) {
        tell_affine_variant(e, "coverage", before, 1,
                            "it should have ended before texel (#,#), which is its rim", numbers);
    }
}

static void try_affine_missing(const explained *e)
{
    const r3d_priv_affine_part *part = e->part;
    const int64_t u = limited_coordinate(e->u, e->width);
    const int64_t v = limited_coordinate(e->v, e->height);
    const int64_t numbers[] = {u, v};
    const uint32_t argb = texel_at(e, u, v);
    const int64_t off = (e->u - u < 0 ? u - e->u : e->u - u) + (e->v - v < 0 ? v - e->v : e->v - v);
    if (argb == 0) {
        return;
    }
    if (part->is_culled) {
        if (off == 0) {
            tell_affine_variant(e, "culling", argb, 0,
                                "its box lies outside the picture, but texel (#,#) of it is here",
                                numbers);
        }
    } else if (part->call.frame != NULL && e->is_covered) {
        tell_affine_variant(
            e, "priority", argb, 0,
            "texel (#,#) is here, but something of another priority or earlier in the "
            "memory is shown",
            numbers);
    } else if (part->call.frame == NULL && off <= 1) {
        tell_affine_variant(e, "coverage", argb, 1,
                            "it ends just before this pixel, at texel (#,#)", numbers);
    }
}

void r3d_priv_affine_explain(const r3d_draw_call *call, const r3d_draw_pixel *pixel,
                             const r3d_draw_explainer *to)
{
    explained e = {call->arguments, to, 0, 0, 0, 0, 0, 0, false};
    const r3d_affine_part_call *c = &e.part->call;
    const int32_t width = c->scene != NULL ? c->scene->width : c->frame->width;
    const int32_t height = c->scene != NULL ? c->scene->height : c->frame->height;
    e.x = pixel->x - c->x;
    e.y = pixel->y - c->y;
    if (e.x < 0 || e.x >= width || e.y < 0 || e.y >= height) {
        return;
    }
    if (c->kind != R3D_AFFINE_PART_BACKDROP) {
        find_affine_texel(&e);
    }
    if (!pixel->is_written) {
        if (c->kind != R3D_AFFINE_PART_BACKDROP) {
            try_affine_missing(&e);
        }
        return;
    }
    tell_affine_facts(&e);
    if (c->kind != R3D_AFFINE_PART_BACKDROP) {
        try_affine_texels(&e);
        try_without(&e, pixel->before);
    }
}
