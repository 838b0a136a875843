/* SPDX-License-Identifier: MIT */
/* Matrices of the frame, culling, shadows and the painter's order. Source: spec affine sections 4 and 7. */

#include <string.h>

#include "affine_internal.h"

enum { TURN_MASK = 2047, SHADOW_RADIUS_SQUARED = 64 };

/* ---- kinds ---- */

static bool is_same_kind(const r3d_affine_kind *a, const r3d_affine_kind *b)
{
    return a->has_tangent == b->has_tangent && a->turn_a11 == b->turn_a11 &&
           a->tangent_x_fx16 == b->tangent_x_fx16 && a->tangent_y_fx16 == b->tangent_y_fx16 &&
           a->hs == b->hs;
}

static r3d_affine_kind kind_of_wall(const r3d_affine_scene *scene, const r3d_affine_wall *wall)
{
    r3d_affine_kind kind;
    memset(&kind, 0, sizeof kind);
    kind.has_tangent = wall->has_tangent;
    if (wall->has_tangent) {
        kind.tangent_x_fx16 = wall->tangent_x_fx16;
        kind.tangent_y_fx16 = wall->tangent_y_fx16;
    } else {
        kind.turn_a11 = wall->turn_a11 & TURN_MASK;
    }
    kind.hs = wall->hs == 0 ? scene->hs : wall->hs;
    return kind;
}

/* How many slots a frame uses, all of them free. */
static int32_t slots_for(r3d_affine_context *context, int32_t walls)
{
    int32_t used = 64;
    while (used < context->kind_slot_count && used < 2 * (walls + R3D_AFFINE_DIRECTIONS)) {
        used *= 2;
    }
    for (int32_t i = 0; i < used; i++) {
        context->kind_slots[i] = -1;
    }
    return used;
}

/* The slot of a kind, or the free one where it belongs. */
static int32_t hash_slot_of(const r3d_affine_context *context, int32_t used,
                            const r3d_affine_kind *kind)
{
    const uint32_t numbers[] = {kind->has_tangent ? 1u : 0u, (uint32_t)kind->turn_a11,
                                (uint32_t)kind->tangent_x_fx16, (uint32_t)kind->tangent_y_fx16,
                                (uint32_t)kind->hs};
    uint32_t hash = 2166136261u;
    for (int i = 0; i < 5; i++) {
        hash = (hash ^ numbers[i]) * 16777619u;
        hash ^= hash >> 15;
    }
    int32_t at = (int32_t)(hash & (uint32_t)(used - 1));
    while (context->kind_slots[at] >= 0 &&
           !is_same_kind(kind, &context->kinds[context->kind_slots[at]])) {
        at = (at + 1) & (used - 1);
    }
    return at;
}

/* The eight directions are always there; other kinds follow as walls name them. */
static void make_kinds(r3d_priv_affine_frame *frame)
{
    r3d_affine_context *context = frame->context;
    const r3d_affine_scene *scene = frame->scene;
    r3d_affine_report *report = &context->report;
    for (int32_t d = 0; d < R3D_AFFINE_DIRECTIONS; d++) {
        memset(&context->kinds[d], 0, sizeof context->kinds[d]);
        context->kinds[d].turn_a11 = r3d_affine_direction_turn((r3d_affine_direction)d);
        context->kinds[d].hs = scene->hs;
    }
    report->kind_count = R3D_AFFINE_DIRECTIONS;
    const int32_t used = slots_for(context, scene->wall_count);
    for (int32_t k = 0; k < report->kind_count; k++) {
        context->kind_slots[hash_slot_of(context, used, &context->kinds[k])] = k;
    }
    for (int32_t i = 0; i < scene->wall_count; i++) {
        const r3d_affine_kind kind = kind_of_wall(scene, &scene->walls[i]);
        /* The kind of the wall before is the likeliest. */
        int32_t k = i > 0 ? context->wall_kinds[i - 1] : 0;
        if (!is_same_kind(&kind, &context->kinds[k])) {
            int32_t *slot = &context->kind_slots[hash_slot_of(context, used, &kind)];
            if (*slot < 0) {
                *slot = report->kind_count;
                context->kinds[report->kind_count++] = kind;
            }
            k = *slot;
        }
        context->wall_kinds[i] = k;
    }
}

static void update_kind(r3d_priv_affine_frame *frame, int32_t k)
{
    r3d_affine_context *context = frame->context;
    r3d_priv_affine_kind_update(&frame->view, frame->scene->mode, frame->scene->vs,
                                &context->kinds[k], &context->axes[k]);
}

/* Opposite directions are never both visible: the second of a pair is tested only if the first is not. */
static void make_sprite_matrices(r3d_priv_affine_frame *frame)
{
    r3d_affine_context *context = frame->context;
    r3d_affine_counters *counters = &context->report.counters;
    for (int32_t first = 0; first < R3D_AFFINE_DIRECTIONS; first += 4) {
        for (int32_t d = first; d < first + 2; d++) {
            update_kind(frame, d);
            update_kind(frame, d + 2);
            counters->direction_tests += context->kinds[d].is_visible ? 1 : 2;
        }
    }
    for (int32_t k = R3D_AFFINE_DIRECTIONS; k < context->report.kind_count; k++) {
        update_kind(frame, k);
        counters->direction_tests++;
    }
    for (int32_t k = 0; k < context->report.kind_count; k++) {
        counters->wall_matrices += context->kinds[k].is_visible ? 1 : 0;
    }
    context->report.floor_matrix =
        r3d_priv_affine_floor_matrix(&frame->view, frame->scene->mode, frame->scene->hs);
    counters->floor_matrices =
        frame->scene->floors[0].is_present || frame->scene->floors[1].is_present ? 1 : 0;
}

/* ---- walls ---- */

static int64_t even(int64_t size)
{
    return size + (size & 1);
}

void r3d_priv_affine_wall_box(const r3d_priv_affine_frame *frame, int32_t wall,
                              int64_t out_half_q8[2])
{
    const r3d_affine_wall *w = &frame->scene->walls[wall];
    const r3d_priv_affine_axes *axes = &frame->context->axes[frame->context->wall_kinds[wall]];
    const r3d_priv_affine_view *view = &frame->view;
    /* T and B after the roll. */
    const int64_t tx = r3d_priv_round16(axes->tx * view->cos_r - axes->ty * view->sin_r);
    const int64_t ty = r3d_priv_round16(axes->tx * view->sin_r + axes->ty * view->cos_r);
    const int64_t bx = r3d_priv_round16(-axes->by * view->sin_r);
    const int64_t by = r3d_priv_round16(axes->by * view->cos_r);
    const int64_t width = even((int64_t)w->picture.width * r3d_priv_affine_wall_run(w));
    const int64_t height = even(w->picture.height);
    const int64_t round_up = ((int64_t)1 << 17) - 1;
    out_half_q8[0] = (width * r3d_priv_affine_magnitude(tx) +
                      height * r3d_priv_affine_magnitude(bx) + round_up) >>
                     17;
    out_half_q8[1] = (height * r3d_priv_affine_magnitude(by) +
                      width * r3d_priv_affine_magnitude(ty) + round_up) >>
                     17;
}

static bool is_wall_outside(const r3d_priv_affine_frame *frame, int32_t wall)
{
    const int64_t *center = frame->context->centers_q8[wall];
    int64_t half[2];
    r3d_priv_affine_wall_box(frame, wall, half);
    return center[0] + half[0] < 0 ||
           center[0] - half[0] >= (int64_t)R3D_PRIV_AFFINE_UNIT_Q8 * frame->scene->width ||
           center[1] + half[1] < 0 ||
           center[1] - half[1] >= (int64_t)R3D_PRIV_AFFINE_UNIT_Q8 * frame->scene->height;
}

static void append_drawn(r3d_affine_context *context, int32_t floor, int64_t nearness_q8,
                         bool is_sprite, int32_t number)
{
    r3d_affine_item *item = &context->orders[floor][context->report.order_counts[floor]++];
    item->nearness_q8 = (int32_t)nearness_q8;
    item->number = number;
    item->is_sprite = is_sprite;
}

static void place_walls(r3d_priv_affine_frame *frame)
{
    r3d_affine_context *context = frame->context;
    const r3d_affine_scene *scene = frame->scene;
    r3d_affine_counters *counters = &context->report.counters;
    for (int32_t i = 0; i < scene->wall_count; i++) {
        const r3d_affine_wall *wall = &scene->walls[i];
        const int64_t x = (int64_t)wall->x * R3D_PRIV_AFFINE_UNIT_Q8;
        const int64_t y = (int64_t)wall->y * R3D_PRIV_AFFINE_UNIT_Q8;
        const int64_t z = (int64_t)wall->z * R3D_PRIV_AFFINE_UNIT_Q8;
        const int64_t raise = r3d_priv_round16((((int64_t)wall->picture.height * scene->vs) >> 1) *
                                               frame->view.sin_p);
        int64_t nearness;
        r3d_priv_affine_project(&frame->view, x, y, z, raise, context->centers_q8[i], &nearness);
        const bool shows = scene->has_seal ? r3d_priv_affine_seal_shows_wall(frame, i)
                                           : context->kinds[context->wall_kinds[i]].is_visible;
        if (!shows) {
            context->wall_states[i] = R3D_AFFINE_WALL_HIDDEN;
            counters->walls_hidden++;
        } else if (scene->has_culling && is_wall_outside(frame, i)) {
            context->wall_states[i] = R3D_AFFINE_WALL_CULLED;
            counters->walls_culled++;
        } else {
            context->wall_states[i] = R3D_AFFINE_WALL_DRAWN;
            counters->walls_drawn++;
            append_drawn(context, 0, nearness, false, i);
        }
    }
}

/* ---- sprites and shadows ---- */

static bool circle_touches_box(const r3d_affine_box *box, int64_t x, int64_t y)
{
    const int64_t right = (int64_t)box->x + box->width;
    const int64_t top = (int64_t)box->y + box->height;
    const int64_t near_x = x < box->x ? box->x : (x > right ? right : x);
    const int64_t near_y = y < box->y ? box->y : (y > top ? top : y);
    const int64_t dx = x - near_x;
    const int64_t dy = y - near_y;
    return dx * dx + dy * dy <= SHADOW_RADIUS_SQUARED;
}

static r3d_affine_shadow_state shadow_of(const r3d_affine_scene *scene,
                                         const r3d_affine_sprite *sprite, bool is_raised)
{
    enum { SMALLEST_FRAME = 2, STEP = 100, SMALLEST_SCALE = 128, SHRINKING = 200 };
    r3d_affine_shadow_state state = {-1, 0, R3D_PRIV_AFFINE_UNIT_Q8};
    if (!sprite->has_shadow) {
        return state;
    }
    state.floor = is_raised ? 1 : 0;
    const r3d_affine_floor *below = &scene->floors[state.floor];
    const int64_t ground = below->is_present ? below->z : 0;
    const int64_t height = sprite->z > ground ? sprite->z - ground : 0;
    const int64_t frame = 3 * height / STEP;
    state.frame = frame < SMALLEST_FRAME ? (int32_t)frame : SMALLEST_FRAME;
    const int64_t scale = R3D_PRIV_AFFINE_UNIT_Q8 - R3D_PRIV_AFFINE_UNIT_Q8 * height / SHRINKING;
    state.scale = scale > SMALLEST_SCALE ? (int32_t)scale : SMALLEST_SCALE;
    return state;
}

/* ---- sorting ---- */

/* Far to near, stable: a merge sort from runs of one. */
static void sort(r3d_affine_item *items, r3d_affine_item *spare, int32_t count)
{
    r3d_affine_item *from = items;
    r3d_affine_item *to = spare;
    for (int32_t run = 1; run < count; run *= 2) {
        for (int32_t start = 0; start < count; start += 2 * run) {
            const int32_t middle = start + run < count ? start + run : count;
            const int32_t end = start + 2 * run < count ? start + 2 * run : count;
            int32_t a = start;
            int32_t b = middle;
            for (int32_t i = start; i < end; i++) {
                const bool take_a =
                    a < middle && (b >= end || from[a].nearness_q8 <= from[b].nearness_q8);
                to[i] = take_a ? from[a++] : from[b++];
            }
        }
        r3d_affine_item *swap = from;
        from = to;
        to = swap;
    }
    if (from != items) {
        memcpy(items, from, (size_t)count * sizeof *items);
    }
}

/* Notes whose shadows touch a box, in shadows[].floor: sprites are sorted by y, so that a box looks at
 * those beside it only. */
static void find_raised_shadows(r3d_priv_affine_frame *frame)
{
    enum { RADIUS = 8 };
    r3d_affine_context *context = frame->context;
    const r3d_affine_scene *scene = frame->scene;
    r3d_affine_item *by_y = context->orders[1]; /* nothing is in it yet */
    int32_t count = 0;
    for (int32_t i = 0; i < scene->sprite_count; i++) {
        context->shadows[i].floor = 0;
        if (scene->sprites[i].has_shadow) {
            by_y[count].nearness_q8 = scene->sprites[i].y;
            by_y[count++].number = i;
        }
    }
    const int32_t boxes = scene->floors[1].is_present && count > 0 ? scene->box_count : 0;
    if (boxes > 0) {
        sort(by_y, context->spare, count);
    }
    for (int32_t b = 0; b < boxes; b++) {
        const r3d_affine_box *box = &scene->boxes[b];
        int32_t low = 0;
        int32_t high = count;
        while (low < high) {
            const int32_t middle = low + (high - low) / 2;
            if (by_y[middle].nearness_q8 < box->y - RADIUS) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        const int64_t last = (int64_t)box->y + box->height + RADIUS;
        for (int32_t i = low; i < count && by_y[i].nearness_q8 <= last; i++) {
            const r3d_affine_sprite *sprite = &scene->sprites[by_y[i].number];
            if (circle_touches_box(box, sprite->x, sprite->y)) {
                context->shadows[by_y[i].number].floor = 1;
            }
        }
    }
}

static void place_sprites(r3d_priv_affine_frame *frame)
{
    r3d_affine_context *context = frame->context;
    const r3d_affine_scene *scene = frame->scene;
    find_raised_shadows(frame);
    for (int32_t i = 0; i < scene->sprite_count; i++) {
        const r3d_affine_sprite *sprite = &scene->sprites[i];
        int64_t screen[2];
        int64_t nearness;
        r3d_priv_affine_project(&frame->view, (int64_t)sprite->x * R3D_PRIV_AFFINE_UNIT_Q8,
                                (int64_t)sprite->y * R3D_PRIV_AFFINE_UNIT_Q8,
                                (int64_t)sprite->z * R3D_PRIV_AFFINE_UNIT_Q8, 0, screen, &nearness);
        const bool is_raised = scene->floors[1].is_present &&
                               (int64_t)sprite->z + scene->sort_offset >= scene->floors[1].z;
        append_drawn(context, is_raised ? 1 : 0, nearness, true, i);
        context->shadows[i] = shadow_of(scene, sprite, context->shadows[i].floor == 1);
    }
}

void r3d_priv_affine_prepare(r3d_priv_affine_frame *frame)
{
    r3d_affine_context *context = frame->context;
    r3d_affine_report *report = &context->report;
    memset(report, 0, sizeof *report);
    report->kinds = context->kinds;
    report->wall_states = context->wall_states;
    report->shadows = context->shadows;
    report->counters.camera_updates = 1;
    make_kinds(frame);
    make_sprite_matrices(frame);
    place_walls(frame);
    place_sprites(frame);
    for (int i = 0; i < 2; i++) {
        sort(context->orders[i], context->spare, report->order_counts[i]);
        report->orders[i] = context->orders[i];
    }
}
