/* SPDX-License-Identifier: MIT */
/* A draw and its parts as calls: telling of each, and making one once more. What a part did at a
 * pixel is in calls_explain.c. Nothing here runs while nobody listens. */

#include "calls_internal.h"

/* ---- making a part once more ---- */

/* Lets the context draw into another surface, unheard. */
struct detour {
    uint32_t *pixels;
    ptrdiff_t stride;
    r3d_surface *told;
};

static bool begin_detour(r3d_column_context *c, const r3d_surface *quiet, struct detour *out)
{
    if (quiet->width < c->clip_left + c->width || quiet->height < c->clip_top + c->height) {
        return false;
    }
    out->pixels = c->pixels;
    out->stride = c->stride;
    out->told = c->told;
    c->stride = quiet->stride_px;
    c->pixels = quiet->pixels + (ptrdiff_t)c->clip_top * c->stride + c->clip_left;
    c->told = NULL;
    return true;
}

static void end_detour(r3d_column_context *c, const struct detour *detour)
{
    c->pixels = detour->pixels;
    c->stride = detour->stride;
    c->told = detour->told;
}

static void paint_part(r3d_column_context *c, const struct r3d_priv_column_part *part)
{
    const r3d_column_part_call *a = &part->call;
    switch (part->painter) {
    case R3D_PRIV_COLUMN_PAINTS_PLANE:
        r3d_priv_column_paint_plane(c, part->region, a->begin, a->end, a->sector,
                                    a->kind == R3D_COLUMN_CEILING);
        break;
    case R3D_PRIV_COLUMN_PAINTS_FACE:
        r3d_priv_column_paint_face(c, part->region, part->piece, part->face);
        break;
    case R3D_PRIV_COLUMN_PAINTS_SKY:
        r3d_priv_column_paint_sky(c, part->region, a->begin, a->end);
        break;
    case R3D_PRIV_COLUMN_PAINTS_SLICE:
        r3d_priv_column_draw_slice(c, a->begin, a->slice);
        break;
    case R3D_PRIV_COLUMN_PAINTS_STROKES:
        r3d_priv_column_stroke_wall(c, part->piece);
        break;
    case R3D_PRIV_COLUMN_PAINTS_PAPER:
        r3d_priv_column_paint_paper(c);
        break;
    case R3D_PRIV_COLUMN_PAINTS_NOTHING:
        r3d_priv_column_paint_nothing(c);
        break;
    }
}

static r3d_result repeat_part(const r3d_draw_call *call, r3d_surface *quiet)
{
    const struct r3d_priv_column_part *part = call->arguments;
    r3d_column_context *c = part->call.context;
    struct detour detour;
    if (!begin_detour(c, quiet, &detour)) {
        return R3D_ERR_RANGE;
    }
    paint_part(c, part);
    end_detour(c, &detour);
    return R3D_OK;
}

/* Whole columns of the picture: a part that is wrong leaves its rows first. */
static void touch_part(const r3d_draw_call *call, r3d_rect *out)
{
    const r3d_column_part_call *a = call->arguments;
    out->left = a->context->clip_left + a->begin;
    out->right = a->context->clip_left + a->end;
    out->top = a->context->clip_top;
    out->bottom = a->context->clip_top + a->context->height;
}

static r3d_result repeat_draw(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_column_draw_call *a = call->arguments;
    return r3d_column_draw(a->context, a->world, a->view, quiet, NULL);
}

static void touch_draw(const r3d_draw_call *call, r3d_rect *out)
{
    *out = call->surface->clip;
}

static int32_t owners_of_draw(const r3d_draw_call *call,
                              r3d_draw_owners out[R3D_DRAW_OWNER_KINDS_MAX])
{
    const r3d_column_draw_call *a = call->arguments;
    const r3d_column_level_desc *desc = &a->level->desc;
    const r3d_draw_owners owners[] = {
        {"middle", desc->wall_count},  {"upper", desc->wall_count},     {"lower", desc->wall_count},
        {"floor", desc->sector_count}, {"ceiling", desc->sector_count}, {"sky", 1},
        {"masked", desc->wall_count},  {"thing", desc->thing_count}};
    const int32_t count = (int32_t)(sizeof owners / sizeof owners[0]);
    for (int32_t i = 0; i < count; i++) {
        out[i] = owners[i];
    }
    return count;
}

#define PART(symbol, name)                                                                         \
    const r3d_draw_call_type symbol = {(name),      R3D_DRAW_WRITES_PIXELS,  touch_part,           \
                                       repeat_part, r3d_priv_column_explain, NULL}

PART(r3d_call_column_face, "wall face");
PART(r3d_call_column_plane, "plane");
PART(r3d_call_column_sky, "sky");
PART(r3d_call_column_thing, "column of a thing");
PART(r3d_call_column_masked, "column of a masked wall");
PART(r3d_call_column_stroke, "strokes of a wall");
PART(r3d_call_column_background, "background");

const r3d_draw_call_type r3d_call_column_draw = {
    "column view", R3D_DRAW_WRITES_PARTS, touch_draw, repeat_draw, NULL, owners_of_draw};

/* ---- telling ---- */

static void begin_part(r3d_column_context *c, struct r3d_priv_column_part *part,
                       r3d_priv_column_painter painter, r3d_column_kind kind, int32_t begin,
                       int32_t end)
{
    r3d_column_part_call *a = &part->call;
    part->painter = painter;
    part->region = NULL;
    part->piece = c->piece;
    part->face = R3D_PRIV_COLUMN_FACE_MIDDLE;
    a->context = c;
    a->kind = kind;
    a->is_masked = false;
    a->wall = c->piece != NULL ? c->piece->wall : -1;
    a->side = c->piece != NULL ? c->piece->side : -1;
    a->leaf = c->leaf;
    a->sector = c->piece != NULL ? c->piece->near_sector : -1;
    a->thing = -1;
    a->begin = begin;
    a->end = end;
    a->top = a->bottom = NULL;
    a->window_top = c->piece != NULL ? c->before_top : NULL;
    a->window_bottom = c->piece != NULL ? c->before_bottom : NULL;
    a->slice = -1;
}

static void push_origin(r3d_surface *surface, r3d_draw_origin *origin, const char *kind, int32_t id)
{
    if (id >= 0) {
        origin->kind = kind;
        origin->name = NULL;
        origin->id = id;
        origin->number_count = 0;
        r3d_draw_push(surface, origin);
    }
}

static void pop(r3d_surface *surface, int32_t id)
{
    if (id >= 0) {
        r3d_draw_pop(surface);
    }
}

/* Tells with the origins sector, leaf, wall and `kind` number `id`; NULL: no more than those. */
static void tell_part(const r3d_draw_call_type *type, const struct r3d_priv_column_part *part,
                      const char *kind, int32_t id)
{
    const r3d_column_part_call *a = &part->call;
    r3d_surface *surface = a->context->told;
    r3d_draw_origin sector, leaf, wall, owner;
    push_origin(surface, &sector, "sector", a->sector);
    push_origin(surface, &leaf, "leaf", a->leaf);
    push_origin(surface, &wall, "wall", a->wall);
    if (a->wall >= 0) {
        wall.number_count = 1;
        wall.numbers[0].name = "side";
        wall.numbers[0].value = a->side;
    }
    push_origin(surface, &owner, kind, id);
    (void)r3d_draw_tell(type, surface, a);
    pop(surface, id);
    pop(surface, a->wall);
    pop(surface, a->leaf);
    pop(surface, a->sector);
}

static void take_region(struct r3d_priv_column_part *part,
                        const struct r3d_priv_column_region *region)
{
    part->region = region;
    part->call.top = region->top;
    part->call.bottom = region->bottom;
}

void r3d_priv_column_tell_plane(r3d_column_context *c, const struct r3d_priv_column_region *region,
                                int32_t x0, int32_t x1, int32_t sector, bool is_ceiling)
{
    struct r3d_priv_column_part part;
    begin_part(c, &part, R3D_PRIV_COLUMN_PAINTS_PLANE,
               is_ceiling ? R3D_COLUMN_CEILING : R3D_COLUMN_FLOOR, x0, x1);
    take_region(&part, region);
    part.call.sector = sector;
    tell_part(&r3d_call_column_plane, &part, is_ceiling ? "ceiling" : "floor", sector);
}

void r3d_priv_column_tell_face(r3d_column_context *c, const struct r3d_priv_column_region *region,
                               const struct r3d_priv_column_seen_wall *wall,
                               r3d_priv_column_face face)
{
    static const r3d_column_kind kinds[] = {R3D_COLUMN_MIDDLE, R3D_COLUMN_UPPER, R3D_COLUMN_LOWER};
    static const char *const words[] = {"middle", "upper", "lower"};
    struct r3d_priv_column_part part;
    begin_part(c, &part, R3D_PRIV_COLUMN_PAINTS_FACE, kinds[face], wall->x0, wall->x1);
    take_region(&part, region);
    part.piece = wall;
    part.face = face;
    tell_part(&r3d_call_column_face, &part, words[face], wall->wall);
}

void r3d_priv_column_tell_sky(r3d_column_context *c, const struct r3d_priv_column_region *region,
                              int32_t x0, int32_t x1)
{
    struct r3d_priv_column_part part;
    begin_part(c, &part, R3D_PRIV_COLUMN_PAINTS_SKY, R3D_COLUMN_SKY, x0, x1);
    take_region(&part, region);
    tell_part(&r3d_call_column_sky, &part, "sky", 0);
}

void r3d_priv_column_tell_slice(r3d_column_context *c, int32_t x, int32_t slice)
{
    struct r3d_priv_column_part part;
    const int32_t ref = c->slices[slice].ref;
    begin_part(c, &part, R3D_PRIV_COLUMN_PAINTS_SLICE,
               ref >= 0 ? R3D_COLUMN_THING_WHITE : R3D_COLUMN_MIDDLE, x, x + 1);
    part.call.slice = slice;
    if (ref >= 0) {
        part.call.thing = ref;
        part.call.leaf = c->world->things[ref].leaf;
        part.call.sector = c->level->leaves[part.call.leaf].sector;
        tell_part(&r3d_call_column_thing, &part, "thing", ref);
    } else {
        const int32_t code = -1 - ref;
        const r3d_column_level_wall *wall = &c->level->desc.walls[code / 2];
        part.call.is_masked = true;
        part.call.wall = code / 2;
        part.call.side = code % 2;
        part.call.sector = code % 2 == 0 ? wall->front.sector : wall->back.sector;
        tell_part(&r3d_call_column_masked, &part, "masked", code / 2);
    }
}

void r3d_priv_column_tell_strokes(r3d_column_context *c,
                                  const struct r3d_priv_column_seen_wall *wall)
{
    struct r3d_priv_column_part part;
    begin_part(c, &part, R3D_PRIV_COLUMN_PAINTS_STROKES, R3D_COLUMN_MIDDLE, wall->x0, wall->x1);
    part.piece = wall;
    tell_part(&r3d_call_column_stroke, &part, "outline", wall->wall);
}

void r3d_priv_column_tell_background(r3d_column_context *c, bool is_paper)
{
    struct r3d_priv_column_part part;
    begin_part(c, &part, is_paper ? R3D_PRIV_COLUMN_PAINTS_PAPER : R3D_PRIV_COLUMN_PAINTS_NOTHING,
               R3D_COLUMN_NOTHING, c->begin, c->end);
    tell_part(&r3d_call_column_background, &part, "background", -1);
}
