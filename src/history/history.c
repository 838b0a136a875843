/* SPDX-License-Identifier: MIT */
/* Pixel histories: replaying a script while listening.
 *
 * Which pixels a call writes is told by their alpha bytes: every draw sets them to 255, and no rule
 * of drawing reads them. So they are set to 0 before a call and looked at after it, whatever drew;
 * then they become again what they were. */

#include <retro3d/history.h>

#include <string.h>

#include "history_internal.h"

#include "../base/desc.h"

static const uint32_t alpha_mask = 0xFF000000u;

static uint32_t *pixel_at(const r3d_surface *surface, int32_t x, int32_t y)
{
    return surface->pixels + (ptrdiff_t)y * surface->stride_px + x;
}

void r3d_priv_note_result(r3d_history *history, r3d_result result)
{
    if (history->result == R3D_OK) {
        history->result = result;
    }
}

/* ---- listening ---- */

/* The rectangle of the surface that is looked at: one row and column more on each side than the call
 * may write, as one that goes wrong there must not go unseen. */
static r3d_rect area_of(const r3d_draw_call *call)
{
    const r3d_surface *surface = call->surface;
    r3d_rect area = {0, 0, surface->width, surface->height};
    if (call->type->touches != NULL) {
        r3d_rect touched = area;
        call->type->touches(call, &touched);
        area.left = touched.left > 1 ? touched.left - 1 : 0;
        area.top = touched.top > 1 ? touched.top - 1 : 0;
        area.right = touched.right < area.right - 1 ? touched.right + 1 : area.right;
        area.bottom = touched.bottom < area.bottom - 1 ? touched.bottom + 1 : area.bottom;
    }
    return area;
}

static bool is_watched(const r3d_history *history, const r3d_priv_point *p, const r3d_rect *area)
{
    return p->is_inside && p->point.x >= area->left && p->point.x < area->right &&
           p->point.y >= area->top && p->point.y < area->bottom &&
           (!history->is_second_pass || p->is_wrong);
}

/* The pixel at the address after (x, y), which translucent fills blend with. */
static uint32_t following_pixel(const r3d_surface *surface, int32_t x, int32_t y)
{
    if (x + 1 < surface->width) {
        return *pixel_at(surface, x + 1, y);
    }
    return y + 1 < surface->height ? *pixel_at(surface, 0, y + 1) : 0;
}

static void before_call(r3d_history *history, const r3d_draw_call *call)
{
    const r3d_surface *surface = call->surface;
    const r3d_rect area = area_of(call);
    for (size_t i = 0; i < history->point_count; i++) {
        r3d_priv_point *p = &history->points[i];
        if (is_watched(history, p, &area)) {
            p->before = *pixel_at(surface, p->point.x, p->point.y);
            p->following = following_pixel(surface, p->point.x, p->point.y);
        }
    }
    for (size_t i = 0; i < history->point_count; i++) {
        r3d_priv_point *p = &history->points[i];
        if (is_watched(history, p, &area)) {
            *pixel_at(surface, p->point.x, p->point.y) &= ~alpha_mask;
        }
    }
    if (history->owner != NULL) {
        for (int32_t y = area.top; y < area.bottom; y++) {
            uint32_t *row = pixel_at(surface, 0, y);
            for (int32_t x = area.left; x < area.right; x++) {
                row[x] &= ~alpha_mask;
            }
        }
    }
}

/* The copy of an icon: who drew that pixel of it. */
static void note_icon(const r3d_history *history, r3d_pixel_write *w)
{
    const struct r3d_priv_models *models = r3d_priv_models_of(history->replay);
    if (models == NULL || models->plotted == NULL || w->sprite_x < 0) {
        return;
    }
    const r3d_priv_icon_pixel *pixel =
        &models->plotted->pixels[w->sprite_y * R3D_ICON_SIZE + w->sprite_x];
    w->icon_model = models->plotted->model;
    w->icon_line = r3d_script_command_line(history->script, models->plotted->command);
    if (pixel->part == R3D_PRIV_ICON_FACE) {
        w->icon_face = pixel->face;
        w->icon_priority = pixel->priority;
        w->icon_bucket = pixel->bucket;
    }
}

static void note_write(r3d_history *history, const r3d_draw_call *call, r3d_priv_point *p)
{
    if (history->write_count >= R3D_HISTORY_WRITES_MAX) {
        r3d_priv_note_result(history, R3D_ERR_LIMIT);
        return;
    }
    r3d_pixel_write *w = r3d_priv_grow(&history->allocator, &p->writes, 1, sizeof *w);
    if (w == NULL) {
        r3d_priv_note_result(history, R3D_ERR_MEMORY);
        return;
    }
    history->write_count++;
    const size_t command = history->replay->next_command;
    memset(w, 0, sizeof *w);
    w->line = r3d_script_command_line(history->script, command);
    w->command = r3d_script_command_name(history->script, command);
    w->call = call->type;
    w->origin = r3d_priv_copy_origin(history, call->origin);
    w->owner = r3d_priv_owner_id(history, call);
    w->face = w->priority = w->bucket = w->hsl16 = w->texture = w->texel_x = w->texel_y = -1;
    w->shade = w->sprite_x = w->sprite_y = w->index = w->span_left = w->span_right = -1;
    w->share = 256;
    w->before = p->before;
    w->background = p->before;
    w->after = *pixel_at(call->surface, p->point.x, p->point.y);
    const r3d_draw_origin *face = r3d_draw_origin_find(w->origin, "face");
    w->model = r3d_priv_name_of_origin(w->origin);
    if (face != NULL) {
        w->face = face->id;
        w->priority = r3d_draw_origin_number(face, "priority", -1);
        w->bucket = r3d_draw_origin_number(face, "bucket", -1);
    }
    if (call->type == &r3d_call_flat && face != NULL) {
        const int32_t value = r3d_priv_flat_value(history->replay);
        w->hsl16 = value >= 0 ? value & (R3D_PALETTE_COUNT - 1) : -1;
    }
    if (r3d_priv_is_fill(call->type)) {
        const r3d_fill_call *fill = call->arguments;
        w->texture = fill->texels != NULL ? r3d_priv_texture_of(history->replay, fill->texels) : -1;
        w->share = fill->texels != NULL ? 256 : 256 - (fill->raster->translucency & 0xFF);
        w->background = w->share < 256 ? p->following : p->before;
    }
    w->icon_line = w->icon_face = w->icon_priority = w->icon_bucket = -1;
    r3d_priv_note_result(history, r3d_priv_trace_write(history, call, p->point.x, p->point.y, w));
    r3d_priv_facts_of_room(history, call, p, w);
    note_icon(history, w);
}

/* Which points the call wrote, before any alpha byte is put back: two may be the same pixel. */
static void look_at_points(r3d_history *history, const r3d_draw_call *call, const r3d_rect *area)
{
    for (size_t i = 0; i < history->point_count; i++) {
        r3d_priv_point *p = &history->points[i];
        if (is_watched(history, p, area)) {
            p->is_written = (*pixel_at(call->surface, p->point.x, p->point.y) & alpha_mask) != 0 ||
                            call->type->writes == R3D_DRAW_WRITES_FRAME;
        }
    }
}

static void note_points(r3d_history *history, const r3d_draw_call *call, const r3d_rect *area)
{
    for (size_t i = 0; i < history->point_count; i++) {
        r3d_priv_point *p = &history->points[i];
        if (!is_watched(history, p, area)) {
            continue;
        }
        if (!p->is_written) {
            *pixel_at(call->surface, p->point.x, p->point.y) = p->before;
            if (history->is_second_pass) {
                r3d_priv_causes_of_miss(history, call, p);
            }
        } else if (!history->is_second_pass) {
            note_write(history, call, p);
        } else if (p->write_number < p->writes.count) {
            const r3d_pixel_write *writes = p->writes.items;
            r3d_priv_causes_of_write(history, call, p, &writes[p->write_number++]);
        }
    }
}

static void note_owners(r3d_history *history, const r3d_draw_call *call, const r3d_rect *area)
{
    const r3d_surface *surface = call->surface;
    const uint32_t id = r3d_priv_owner_id(history, call);
    const bool is_frame = call->type->writes == R3D_DRAW_WRITES_FRAME;
    for (int32_t y = area->top; y < area->bottom; y++) {
        uint32_t *row = pixel_at(surface, 0, y);
        uint32_t *owner = history->owner + (size_t)y * (size_t)surface->width;
        for (int32_t x = area->left; x < area->right; x++) {
            if (is_frame) {
                owner[x] = (row[x] & alpha_mask) != 0 ? id : 0;
            } else if ((row[x] & alpha_mask) != 0) {
                owner[x] = id;
            } else if (owner[x] != 0) {
                row[x] |= alpha_mask;
            }
        }
    }
}

/* Marks the points inside the frame. */
static void place_points(r3d_history *history, const r3d_surface *surface)
{
    for (size_t i = 0; i < history->point_count && !history->is_placed; i++) {
        r3d_priv_point *p = &history->points[i];
        p->is_inside = p->point.x >= 0 && p->point.y >= 0 && p->point.x < surface->width &&
                       p->point.y < surface->height;
    }
    history->is_placed = true;
}

/* The owner plane is made when the frame is known: at the first call. */
static bool prepare(r3d_history *history, const r3d_surface *surface)
{
    place_points(history, surface);
    if (history->trace.pixels == NULL) {
        r3d_priv_note_result(history, r3d_priv_trace_init(history, surface));
    }
    if (history->wants_owner && history->owner == NULL && !history->is_second_pass) {
        size_t count = (size_t)surface->width * (size_t)surface->height;
        history->owner =
            history->allocator.alloc(count * sizeof *history->owner, history->allocator.user);
        if (history->owner == NULL) {
            r3d_priv_note_result(history, R3D_ERR_MEMORY);
        } else {
            memset(history->owner, 0, count * sizeof *history->owner);
        }
    }
    return history->result == R3D_OK;
}

static void hear_before(const r3d_draw_call *call, void *user)
{
    r3d_history *history = user;
    if (!prepare(history, call->surface)) {
        return;
    }
    if (!history->is_second_pass) {
        r3d_priv_make_range(history, call);
    }
    if (call->type->writes == R3D_DRAW_WRITES_PARTS) {
        history->depth++;
    } else if (history->result == R3D_OK) {
        before_call(history, call);
    }
}

static void hear_after(const r3d_draw_call *call, void *user)
{
    r3d_history *history = user;
    if (history->result != R3D_OK) {
        return;
    }
    if (call->type->writes == R3D_DRAW_WRITES_PARTS) {
        history->depth--;
        if (history->is_second_pass &&
            (call->type == &r3d_call_model || call->type == &r3d_call_model_in_scene)) {
            r3d_priv_causes_of_model(history, call);
        }
        return;
    }
    const r3d_rect area = area_of(call);
    look_at_points(history, call, &area);
    if (history->owner != NULL && !history->is_second_pass) {
        note_owners(history, call, &area);
    }
    note_points(history, call, &area);
}

/* ---- making ---- */

void r3d_history_desc_init_sized(r3d_history_desc *desc, uint32_t struct_size)
{
    R3D_PRIV_DESC_INIT(desc, struct_size);
}

static r3d_result run(r3d_history *history, int64_t max_memory, r3d_error *out_error)
{
    r3d_replay_desc desc;
    r3d_replay_desc_init(&desc);
    desc.allocator = history->allocator;
    desc.max_memory = max_memory;
    desc.isa = history->isa;
    desc.listener = &history->listener;
    r3d_replay_destroy(history->replay);
    history->replay = NULL;
    history->depth = 0;
    r3d_result result = r3d_replay_create(&desc, &history->replay);
    if (result == R3D_OK) {
        result = r3d_replay_run(history->replay, history->script, out_error);
        if (result != R3D_OK) {
            return result;
        }
    }
    if (result == R3D_OK) {
        result = history->result;
    }
    if (result == R3D_OK && r3d_replay_get_surface(history->replay) == NULL) {
        result = R3D_ERR_STATE;
    }
    if (result == R3D_ERR_STATE && out_error != NULL) {
        return r3d_priv_error_fill(out_error, result, history->script->path, 0, -1,
                                   "the script has no \"size\" command");
    }
    return result == R3D_OK ? R3D_OK
                            : r3d_priv_refuse_call(out_error, result, history->script->path);
}

static r3d_result copy_points(r3d_history *history, const r3d_history_desc *desc)
{
    if (desc->point_count == 0) {
        return R3D_OK;
    }
    const r3d_allocator *hooks = &history->allocator;
    history->points = hooks->alloc(desc->point_count * sizeof *history->points, hooks->user);
    if (history->points == NULL) {
        return R3D_ERR_MEMORY;
    }
    memset(history->points, 0, desc->point_count * sizeof *history->points);
    history->point_count = desc->point_count;
    for (size_t i = 0; i < desc->point_count; i++) {
        history->points[i].point = desc->points[i];
    }
    return R3D_OK;
}

/* Whether some point is not what is expected; marks those. */
static bool mark_wrong_points(r3d_history *history)
{
    bool any = false;
    const r3d_surface *surface = r3d_replay_get_surface(history->replay);
    for (size_t i = 0; i < history->point_count; i++) {
        r3d_priv_point *p = &history->points[i];
        p->is_wrong = p->is_inside && p->point.has_expected &&
                      ((*pixel_at(surface, p->point.x, p->point.y) ^ p->point.expected_rgb) &
                       R3D_PRIV_RGB_MASK) != 0;
        any = any || p->is_wrong;
    }
    return any;
}

r3d_result r3d_history_create(const r3d_script *script, const r3d_history_desc *desc,
                              r3d_history **out_history, r3d_error *out_error)
{
    if (out_history != NULL) {
        *out_history = NULL;
    }
    r3d_allocator hooks;
    r3d_history_desc whole;
    r3d_history_desc_init(&whole);
    if (r3d_priv_desc_read(&whole, sizeof whole, desc) != R3D_OK) {
        return r3d_priv_refuse_call(out_error, R3D_ERR_ARGUMENT, NULL);
    }
    desc = &whole;
    if (script == NULL || out_history == NULL || !r3d_isa_available(desc->isa) ||
        (desc->points == NULL && desc->point_count > 0) ||
        r3d_allocator_resolve(&desc->allocator, &hooks) != R3D_OK) {
        return r3d_priv_refuse_call(out_error, R3D_ERR_ARGUMENT, NULL);
    }
    if (desc->point_count > R3D_HISTORY_POINTS_MAX) {
        return r3d_priv_refuse_call(out_error, R3D_ERR_RANGE, script->path);
    }
    r3d_history *history = hooks.alloc(sizeof *history, hooks.user);
    if (history == NULL) {
        return r3d_priv_refuse_call(out_error, R3D_ERR_MEMORY, script->path);
    }
    memset(history, 0, sizeof *history);
    history->allocator = hooks;
    history->script = script;
    history->isa = desc->isa == R3D_ISA_BEST ? R3D_ISA_SCALAR : desc->isa;
    history->wants_owner = desc->owner;
    history->next_owner = 1;
    history->listener.before = hear_before;
    history->listener.after = hear_after;
    history->listener.user = history;
    r3d_result result = copy_points(history, desc);
    if (result != R3D_OK) {
        (void)r3d_priv_refuse_call(out_error, result, script->path);
    } else {
        result = run(history, desc->max_memory, out_error);
    }
    if (result == R3D_OK) {
        /* A script that draws nothing has points and an owner plane all the same. */
        place_points(history, r3d_replay_get_surface(history->replay));
    }
    if (result == R3D_OK && desc->owner) {
        (void)prepare(history, r3d_replay_get_surface(history->replay));
        result = history->result;
    }
    if (result == R3D_OK && mark_wrong_points(history)) {
        history->is_second_pass = true;
        result = run(history, desc->max_memory, out_error);
        for (size_t i = 0; result == R3D_OK && i < history->point_count; i++) {
            if (history->points[i].is_wrong) {
                r3d_priv_causes_of_order(history, &history->points[i]);
            }
        }
    }
    if (result != R3D_OK) {
        r3d_history_destroy(history);
        return result;
    }
    *out_history = history;
    return R3D_OK;
}

void r3d_history_destroy(r3d_history *history)
{
    if (history == NULL) {
        return;
    }
    const r3d_allocator hooks = history->allocator;
    r3d_replay_destroy(history->replay);
    r3d_priv_trace_free(history);
    for (size_t i = 0; i < history->point_count; i++) {
        hooks.free(history->points[i].writes.items, hooks.user);
    }
    hooks.free(history->points, hooks.user);
    hooks.free(history->owner, hooks.user);
    hooks.free(history->ranges.items, hooks.user);
    r3d_draw_origin **origins = history->origins.items;
    for (size_t i = 0; i < history->origins.count; i++) {
        hooks.free(origins[i], hooks.user);
    }
    hooks.free(history->origins.items, hooks.user);
    hooks.free(history->facts.items, hooks.user);
    hooks.free(history, hooks.user);
}

/* ---- asking ---- */

const r3d_surface *r3d_history_get_surface(const r3d_history *history)
{
    return history != NULL ? r3d_replay_get_surface(history->replay) : NULL;
}

const uint32_t *r3d_history_get_owner(const r3d_history *history)
{
    return history != NULL ? history->owner : NULL;
}

size_t r3d_history_write_count(const r3d_history *history, size_t point)
{
    return history != NULL && point < history->point_count ? history->points[point].writes.count
                                                           : 0;
}

const r3d_pixel_write *r3d_history_get_write(const r3d_history *history, size_t point, size_t index)
{
    if (index >= r3d_history_write_count(history, point)) {
        return NULL;
    }
    const r3d_pixel_write *writes = history->points[point].writes.items;
    return &writes[index];
}

const r3d_history_point *r3d_history_get_point(const r3d_history *history, size_t point)
{
    return history != NULL && point < history->point_count ? &history->points[point].point : NULL;
}

r3d_pixel_cause r3d_history_cause(const r3d_history *history, size_t point)
{
    if (history == NULL || point >= history->point_count ||
        history->points[point].cause_count == 0) {
        return R3D_CAUSE_NOT_EXPLAINED;
    }
    return history->points[point].causes[0].cause;
}

const char *r3d_history_cause_name(const r3d_history *history, size_t point)
{
    if (history == NULL || point >= history->point_count ||
        history->points[point].cause_count == 0) {
        return r3d_pixel_cause_name(R3D_CAUSE_NOT_EXPLAINED);
    }
    return history->points[point].causes[0].name;
}

const r3d_draw_number *r3d_history_get_fact(const r3d_history *history,
                                            const r3d_pixel_write *write, int32_t index)
{
    if (history == NULL || write == NULL || index < 0 || index >= write->fact_count) {
        return NULL;
    }
    const r3d_draw_number *facts = history->facts.items;
    return &facts[write->first_fact + (size_t)index];
}
