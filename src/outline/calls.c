/* SPDX-License-Identifier: MIT */
/* What listeners hear of a painted frame, and what a pixel of it is. Source: spec outline section 11,
 * "History". */

#include <string.h>

#include <retro3d/outline_calls.h>

#include "outline_internal.h"

enum { OUTLINE_FAR = 2 * R3D_SURFACE_SIZE_MAX };

static void touch_paint(const r3d_draw_call *call, r3d_rect *out_rect)
{
    const r3d_outline_paint_call *c = call->arguments;
    /* Nothing of a picture further away can be on a surface. */
    const int32_t x = c->x < -OUTLINE_FAR ? -OUTLINE_FAR : c->x > OUTLINE_FAR ? OUTLINE_FAR : c->x;
    const int32_t y = c->y < -OUTLINE_FAR ? -OUTLINE_FAR : c->y > OUTLINE_FAR ? OUTLINE_FAR : c->y;
    out_rect->left = x;
    out_rect->top = y;
    out_rect->right = x + c->frame->width;
    out_rect->bottom = y + c->frame->height;
}

static r3d_result repeat_paint(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_outline_paint_call *c = call->arguments;
    return r3d_outline_frame_paint(c->frame, c->paint, quiet, c->x, c->y);
}

static int32_t owners_of_paint(const r3d_draw_call *call,
                               r3d_draw_owners out[R3D_DRAW_OWNER_KINDS_MAX])
{
    const r3d_outline_paint_call *c = call->arguments;
    out[0] = (r3d_draw_owners){"backdrop", 1};
    out[1] = (r3d_draw_owners){"surface", c->frame->map->counts.ids + 1};
    out[2] = (r3d_draw_owners){"billboard", c->frame->billboard_count};
    return 3;
}

/* Whole rows: a run that is wrong leaves its columns first. */
static void touch_run(const r3d_draw_call *call, r3d_rect *out_rect)
{
    const r3d_outline_run_call *c = call->arguments;
    const r3d_draw_call whole = {call->type, call->surface, &c->paint, call->origin};
    touch_paint(&whole, out_rect);
    out_rect->top += c->row;
    out_rect->bottom = out_rect->top + 1;
}

static r3d_result repeat_run(const r3d_draw_call *call, r3d_surface *quiet)
{
    const r3d_outline_run_call *c = call->arguments;
    r3d_priv_outline_paint_run(&c->paint, quiet, c->row, c->begin, c->end);
    return R3D_OK;
}

static void tell_paint_facts(const r3d_outline_pixel *p, const r3d_draw_explainer *to)
{
    if (to->fact == NULL) {
        return;
    }
    to->fact("kind", (int32_t)p->kind, to->user);
    to->fact("surface", p->id, to->user);
    if (p->kind == R3D_OUTLINE_BILLBOARD) {
        to->fact("billboard", p->billboard, to->user);
    } else if (p->kind != R3D_OUTLINE_BACKDROP) {
        to->fact("cell x", p->cell_x, to->user);
        to->fact("cell y", p->cell_y, to->user);
        to->fact("level", p->level, to->user);
    }
    if (p->kind != R3D_OUTLINE_BACKDROP) {
        to->fact("texel x", p->texel_x, to->user);
        to->fact("texel y", p->texel_y, to->user);
    }
    if (p->line != R3D_OUTLINE_NO_LINE) {
        to->fact("line", (int32_t)p->line, to->user);
        to->fact("line owner", p->line_owner, to->user);
    }
}

/* The colours of the pixel with one rule taken away or turned round. */
static void tell_paint_variants(const r3d_outline_paint_call *c, int32_t x, int32_t y,
                                const r3d_outline_pixel *p, const r3d_draw_explainer *to)
{
    r3d_outline_paint other = *c->paint;
    if (p->line != R3D_OUTLINE_NO_LINE) {
        other.has_lines = false;
        to->variant("line", r3d_priv_outline_color(c->frame, &other, x, y), 0,
                    "without the line it has the expected colour", to->user);
        other = *c->paint;
        const bool is_light = p->line == R3D_OUTLINE_LIGHT;
        to->variant("light", is_light ? other.dark_rgb : other.light_rgb, 1,
                    is_light ? "a dark line has the expected colour"
                             : "a light line has the expected colour",
                    to->user);
        return;
    }
    to->variant("line", other.dark_rgb, 1, "a dark line has the expected colour", to->user);
    to->variant("line", other.light_rgb, 1, "a light line has the expected colour", to->user);
    if (other.shadow != NULL) {
        const int32_t dark_shade = other.dark_shade;
        other.dark_shade = 256;
        to->variant("light", r3d_priv_outline_color(c->frame, &other, x, y), 0,
                    "lit it has the expected colour", to->user);
        other.dark_shade = dark_shade;
    }
    other.color_percent = 100;
    to->variant("fade", r3d_priv_outline_color(c->frame, &other, x, y), 1,
                "without the fade it has the expected colour", to->user);
}

static void explain_run(const r3d_draw_call *call, const r3d_draw_pixel *pixel,
                        const r3d_draw_explainer *to)
{
    const r3d_outline_run_call *run = call->arguments;
    const r3d_outline_paint_call *c = &run->paint;
    const int64_t across = (int64_t)pixel->x - c->x;
    const int64_t along = (int64_t)pixel->y - c->y;
    if (along != run->row || across < run->begin || across >= run->end) {
        return;
    }
    const int32_t x = (int32_t)across;
    const int32_t y = (int32_t)along;
    r3d_outline_pixel p;
    if (r3d_outline_frame_get_pixel(c->frame, x, y, &p) != R3D_OK) {
        return;
    }
    if (!pixel->is_written) {
        if (to->variant != NULL) {
            to->variant("clip", r3d_priv_outline_color(c->frame, c->paint, x, y), 0,
                        "the clip rectangle cuts it off here", to->user);
        }
        return;
    }
    tell_paint_facts(&p, to);
    if (to->variant != NULL) {
        tell_paint_variants(c, x, y, &p, to);
    }
}

const r3d_draw_call_type r3d_call_outline_paint = {
    "outlined map", R3D_DRAW_WRITES_PARTS, touch_paint, repeat_paint, NULL, owners_of_paint};

const r3d_draw_call_type r3d_call_outline_run = {
    "run of an outlined map", R3D_DRAW_WRITES_PIXELS, touch_run, repeat_run, explain_run, NULL};

/* ---- telling ---- */

/* Whose pixel it is: that of its line, or of what it shows. */
static uint16_t owner_of(const r3d_outline_frame *frame, const r3d_outline_paint *paint,
                         size_t pixel)
{
    return paint->has_lines && frame->lines[pixel] != R3D_OUTLINE_NO_LINE ? frame->owners[pixel]
                                                                          : frame->ids[pixel];
}

static void tell_run(const r3d_outline_run_call *run, r3d_surface *surface)
{
    const int32_t ids = run->paint.frame->map->counts.ids;
    r3d_draw_origin origin;
    memset(&origin, 0, sizeof origin);
    origin.kind = run->owner == 0 ? "backdrop" : run->owner > ids ? "billboard" : "surface";
    origin.id = run->owner > ids ? run->owner - ids - 1 : run->owner;
    r3d_draw_push(surface, &origin);
    (void)r3d_draw_tell(&r3d_call_outline_run, surface, run);
    r3d_draw_pop(surface);
}

void r3d_priv_outline_tell_paint(const r3d_outline_paint_call *call, r3d_surface *surface)
{
    const r3d_outline_frame *frame = call->frame;
    r3d_draw_tell_before(&r3d_call_outline_paint, surface, call);
    for (int32_t row = 0; row < frame->height; row++) {
        const int64_t y = (int64_t)call->y + row;
        if (y < 0 || y >= surface->height) {
            continue;
        }
        const size_t first = (size_t)row * (size_t)frame->width;
        for (int32_t begin = 0; begin < frame->width;) {
            r3d_outline_run_call run = {*call, row, begin, begin + 1, 0};
            run.owner = owner_of(frame, call->paint, first + (size_t)begin);
            while (run.end < frame->width &&
                   owner_of(frame, call->paint, first + (size_t)run.end) == run.owner) {
                run.end++;
            }
            tell_run(&run, surface);
            begin = run.end;
        }
    }
    r3d_draw_tell_after(&r3d_call_outline_paint, surface, call);
}
