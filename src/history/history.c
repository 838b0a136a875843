/* SPDX-License-Identifier: MIT */
/* Pixel histories: replaying a script while listening.
 *
 * Which pixels a call writes is told by their alpha bytes: every draw sets them to 255, and no rule
 * of drawing reads them. So they are set to 0 before a call and looked at after it, whatever drew;
 * then they become again what they were. */

#include <retro3d/history.h>

#include <string.h>

#include "history_internal.h"

static const uint32_t alpha_mask = 0xFF000000u;

static uint32_t *pixel_at(const r3d_surface *surface, int32_t x, int32_t y)
{
    return surface->pixels + (ptrdiff_t)y * surface->stride_px + x;
}

static void note_result(r3d_history *history, r3d_result result)
{
    if (history->result == R3D_OK) {
        history->result = result;
    }
}

/* ---- ids ---- */

/* Makes the range of the command that is being run, at its first call. */
static void make_range(r3d_history *history)
{
    r3d_priv_origin origin;
    r3d_priv_get_origin(history->replay, &origin);
    const r3d_priv_owner_range *ranges = history->ranges.items;
    size_t count = history->ranges.count;
    if (count > 0 && ranges[count - 1].command == origin.command) {
        return;
    }
    uint32_t size = history->mesh != NULL ? (uint32_t)history->mesh_view.face_count + 1u : 1u;
    r3d_priv_owner_range *range =
        r3d_priv_grow(&history->allocator, &history->ranges, 1, sizeof *range);
    if (range == NULL || history->next_owner > UINT32_MAX - size) {
        note_result(history, R3D_ERR_MEMORY);
        return;
    }
    range->first = history->next_owner;
    range->command = origin.command;
    range->model = history->mesh != NULL ? origin.model : NULL;
    history->next_owner += size;
}

static const r3d_priv_owner_range *find_range(const r3d_history *history, uint32_t owner)
{
    const r3d_priv_owner_range *ranges = history->ranges.items;
    size_t low = 0;
    size_t high = history->ranges.count;
    while (low < high) { /* the last range that begins at or before `owner` */
        size_t middle = low + (high - low) / 2;
        if (ranges[middle].first <= owner) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low > 0 && owner < history->next_owner ? &ranges[low - 1] : NULL;
}

/* ---- listening ---- */

/* The rows that a call may write. */
static void rows_of(const r3d_draw_call *call, int32_t *out_top, int32_t *out_end)
{
    int32_t height = call->surface->height;
    *out_top = 0;
    *out_end = height;
    if (call->kind < R3D_CALL_FLAT) {
        return;
    }
    int32_t top = call->corner_y[0];
    int32_t end = top;
    for (int i = 1; i < 3; i++) {
        top = call->corner_y[i] < top ? call->corner_y[i] : top;
        end = call->corner_y[i] > end ? call->corner_y[i] : end;
    }
    /* One row more on each side: a fill that goes wrong there must not go unseen. */
    *out_top = top > 1 ? top - 1 : 0;
    *out_end = end < height - 1 ? end + 1 : height;
}

static bool is_watched(const r3d_history *history, const r3d_priv_point *p, int32_t top,
                       int32_t end)
{
    return p->is_inside && p->point.y >= top && p->point.y < end &&
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

static void before_call(const r3d_draw_call *call, void *user)
{
    r3d_history *history = user;
    const r3d_surface *surface = call->surface;
    if (call->mesh != NULL) {
        history->mesh = call->mesh;
        r3d_mesh_get_view(call->mesh, &history->mesh_view);
    }
    if (!history->is_second_pass) {
        make_range(history);
    }
    if (r3d_priv_has_parts(call->kind)) {
        return;
    }
    int32_t top;
    int32_t end;
    rows_of(call, &top, &end);
    for (size_t i = 0; i < history->point_count; i++) {
        r3d_priv_point *p = &history->points[i];
        if (is_watched(history, p, top, end)) {
            p->before = *pixel_at(surface, p->point.x, p->point.y);
            p->following = following_pixel(surface, p->point.x, p->point.y);
        }
    }
    for (size_t i = 0; i < history->point_count; i++) {
        r3d_priv_point *p = &history->points[i];
        if (is_watched(history, p, top, end)) {
            *pixel_at(surface, p->point.x, p->point.y) &= ~alpha_mask;
        }
    }
    if (history->owner != NULL) {
        for (int32_t y = top; y < end; y++) {
            uint32_t *row = pixel_at(surface, 0, y);
            for (int32_t x = 0; x < surface->width; x++) {
                row[x] &= ~alpha_mask;
            }
        }
    }
}

/* The copy of an icon: who drew that pixel of it. */
static void note_icon(const r3d_history *history, r3d_pixel_write *w)
{
    const struct r3d_priv_models *models = history->replay->models;
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
        note_result(history, R3D_ERR_LIMIT);
        return;
    }
    r3d_pixel_write *w = r3d_priv_grow(&history->allocator, &p->writes, 1, sizeof *w);
    if (w == NULL) {
        note_result(history, R3D_ERR_MEMORY);
        return;
    }
    history->write_count++;
    r3d_priv_origin origin;
    r3d_priv_get_origin(history->replay, &origin);
    memset(w, 0, sizeof *w);
    w->line = r3d_script_command_line(history->script, origin.command);
    w->command = r3d_script_command_name(history->script, origin.command);
    w->call = call->kind;
    w->face = w->priority = w->bucket = w->hsl16 = w->texture = w->texel_x = w->texel_y = -1;
    w->shade = w->sprite_x = w->sprite_y = w->index = w->span_left = w->span_right = -1;
    w->share = 256;
    w->before = p->before;
    w->background = p->before;
    w->after = *pixel_at(call->surface, p->point.x, p->point.y);
    if (history->mesh != NULL) {
        w->model = origin.model;
        w->face = origin.face;
        w->bucket = origin.bucket;
        if (origin.face >= 0 && history->mesh_view.priorities != NULL) {
            w->priority = history->mesh_view.priorities[origin.face];
        }
        if (call->kind == R3D_CALL_FLAT && origin.value >= 0) {
            w->hsl16 = origin.value & (R3D_PALETTE_COUNT - 1);
        }
    }
    if (call->kind == R3D_CALL_TEXTURED) {
        for (int32_t id = 0; id < R3D_PRIV_TEXTURE_COUNT; id++) {
            if (history->replay->textures[id].loaded &&
                history->replay->textures[id].texel_memory == call->texels->texels) {
                w->texture = id;
            }
        }
    }
    if (call->kind == R3D_CALL_FLAT || call->kind == R3D_CALL_GOURAUD) {
        w->share = 256 - (call->raster->translucency & 0xFF);
        w->background = w->share < 256 ? p->following : p->before;
    }
    w->icon_line = w->icon_face = w->icon_priority = w->icon_bucket = -1;
    note_result(history, r3d_priv_trace_write(history, call, p->point.x, p->point.y, w));
    note_icon(history, w);
}

/* Calls that decide for every pixel whether it is drawn. */
static bool replaces_all(const r3d_draw_call *call)
{
    return call->kind == R3D_CALL_ERASE || call->kind == R3D_CALL_RESTORE;
}

/* Which points the call wrote, before any alpha byte is put back: two may be the same pixel. */
static void look_at_points(r3d_history *history, const r3d_draw_call *call, int32_t top,
                           int32_t end)
{
    for (size_t i = 0; i < history->point_count; i++) {
        r3d_priv_point *p = &history->points[i];
        if (is_watched(history, p, top, end)) {
            p->is_written = (*pixel_at(call->surface, p->point.x, p->point.y) & alpha_mask) != 0 ||
                            replaces_all(call);
        }
    }
}

static void note_points(r3d_history *history, const r3d_draw_call *call, int32_t top, int32_t end)
{
    for (size_t i = 0; i < history->point_count; i++) {
        r3d_priv_point *p = &history->points[i];
        if (!is_watched(history, p, top, end)) {
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

static void note_owners(r3d_history *history, const r3d_draw_call *call, int32_t top, int32_t end)
{
    const r3d_surface *surface = call->surface;
    r3d_priv_origin origin;
    r3d_priv_get_origin(history->replay, &origin);
    const r3d_priv_owner_range *ranges = history->ranges.items;
    uint32_t id = ranges[history->ranges.count - 1].first;
    if (history->mesh != NULL && origin.face >= 0) {
        id += (uint32_t)origin.face;
    }
    for (int32_t y = top; y < end; y++) {
        uint32_t *row = pixel_at(surface, 0, y);
        uint32_t *owner = history->owner + (size_t)y * (size_t)surface->width;
        for (int32_t x = 0; x < surface->width; x++) {
            if (replaces_all(call)) {
                owner[x] = (row[x] & alpha_mask) != 0 ? id : 0;
            } else if ((row[x] & alpha_mask) != 0) {
                owner[x] = id;
            } else if (owner[x] != 0) {
                row[x] |= alpha_mask;
            }
        }
    }
}

/* The owner plane is made when the frame is known: at the first call. */
static bool prepare(r3d_history *history, const r3d_surface *surface)
{
    if (history->trace.pixels == NULL) {
        note_result(history, r3d_priv_trace_init(history, surface));
    }
    if (history->wants_owner && history->owner == NULL && !history->is_second_pass) {
        size_t count = (size_t)surface->width * (size_t)surface->height;
        history->owner =
            history->allocator.alloc(count * sizeof *history->owner, history->allocator.user);
        if (history->owner == NULL) {
            note_result(history, R3D_ERR_MEMORY);
        } else {
            memset(history->owner, 0, count * sizeof *history->owner);
        }
    }
    return history->result == R3D_OK;
}

static void hear_before(const r3d_draw_call *call, void *user)
{
    r3d_history *history = user;
    if (prepare(history, call->surface)) {
        before_call(call, user);
    }
}

static void hear_after(const r3d_draw_call *call, void *user)
{
    r3d_history *history = user;
    if (history->result != R3D_OK) {
        return;
    }
    if (r3d_priv_has_parts(call->kind)) {
        if (history->is_second_pass && call->mesh != NULL) {
            r3d_priv_causes_of_model(history, call);
        }
        history->mesh = NULL;
        return;
    }
    int32_t top;
    int32_t end;
    rows_of(call, &top, &end);
    look_at_points(history, call, top, end);
    if (history->owner != NULL && !history->is_second_pass) {
        note_owners(history, call, top, end);
    }
    note_points(history, call, top, end);
}

/* ---- making ---- */

void r3d_history_desc_init(r3d_history_desc *desc)
{
    if (desc != NULL) {
        memset(desc, 0, sizeof *desc);
        desc->struct_size = (uint32_t)sizeof *desc;
    }
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
    if (result == R3D_OK && r3d_replay_surface(history->replay) == NULL) {
        result = R3D_ERR_STATE;
    }
    if (result == R3D_ERR_STATE && out_error != NULL) {
        (void)r3d_priv_refuse_call(out_error, result, history->script->path);
        static const char words[] = "the script has no \"size\" command";
        memcpy(out_error->message, words, sizeof words);
        return result;
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

/* Marks the points inside the frame, whose size the script's `size` command tells. */
static void place_points(r3d_history *history)
{
    int32_t width = 0;
    int32_t height = 0;
    const r3d_script *script = history->script;
    for (size_t i = 0; i < script->command_count && width == 0; i++) {
        const r3d_priv_command *command = &script->commands[i];
        if (strcmp(command->spec->name, "size") == 0) {
            width = script->values[command->first_value].i;
            height = script->values[command->first_value + 1].i;
        }
    }
    for (size_t i = 0; i < history->point_count; i++) {
        r3d_priv_point *p = &history->points[i];
        p->is_inside =
            p->point.x >= 0 && p->point.y >= 0 && p->point.x < width && p->point.y < height;
    }
}

/* Whether some point is not what is expected; marks those. */
static bool mark_wrong_points(r3d_history *history)
{
    bool any = false;
    const r3d_surface *surface = r3d_replay_surface(history->replay);
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
    if (script == NULL || desc == NULL || out_history == NULL ||
        desc->struct_size != sizeof *desc || !r3d_isa_available(desc->isa) ||
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
        place_points(history);
        result = run(history, desc->max_memory, out_error);
    }
    if (result == R3D_OK && desc->owner) {
        /* A script that draws nothing has an owner plane all the same. */
        (void)prepare(history, r3d_replay_surface(history->replay));
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
    hooks.free(history, hooks.user);
}

/* ---- asking ---- */

const r3d_surface *r3d_history_surface(const r3d_history *history)
{
    return history != NULL ? r3d_replay_surface(history->replay) : NULL;
}

const uint32_t *r3d_history_owner(const r3d_history *history)
{
    return history != NULL ? history->owner : NULL;
}

size_t r3d_history_write_count(const r3d_history *history, size_t point)
{
    return history != NULL && point < history->point_count ? history->points[point].writes.count
                                                           : 0;
}

const r3d_pixel_write *r3d_history_write(const r3d_history *history, size_t point, size_t index)
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

uint32_t r3d_history_owner_of(const r3d_history *history, const r3d_pixel_write *write)
{
    if (history == NULL || write == NULL) {
        return 0;
    }
    const r3d_priv_owner_range *ranges = history->ranges.items;
    for (size_t i = 0; i < history->ranges.count; i++) {
        if (r3d_script_command_line(history->script, ranges[i].command) == write->line) {
            return ranges[i].first + (write->face >= 0 ? (uint32_t)write->face : 0u);
        }
    }
    return 0;
}

void r3d_history_owner_name(const r3d_history *history, uint32_t owner, char *out_text, size_t size)
{
    if (history == NULL || out_text == NULL || size == 0) {
        return;
    }
    const r3d_priv_owner_range *range = owner != 0 ? find_range(history, owner) : NULL;
    r3d_pixel_write write;
    memset(&write, 0, sizeof write);
    if (range == NULL) {
        const char *nothing = "nothing";
        size_t length = strlen(nothing) < size - 1 ? strlen(nothing) : size - 1;
        memcpy(out_text, nothing, length);
        out_text[length] = '\0';
        return;
    }
    write.line = r3d_script_command_line(history->script, range->command);
    write.command = r3d_script_command_name(history->script, range->command);
    write.model = range->model;
    write.face = range->model != NULL ? (int32_t)(owner - range->first) : -1;
    r3d_priv_name_write(&write, out_text, size);
}
