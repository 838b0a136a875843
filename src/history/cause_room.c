/* SPDX-License-Identifier: MIT */
/* Calls of rooms that are not known here: what their types say of a pixel, by r3d_draw_call_type.explain.
 */

#include "history_internal.h"

/* ---- a write ---- */

typedef struct noting {
    r3d_history *history;
    r3d_pixel_write *write;
} noting;

static void note_fact(const char *name, int32_t value, void *user)
{
    noting *n = user;
    r3d_history *history = n->history;
    r3d_draw_number *fact = r3d_priv_grow(&history->allocator, &history->facts, 1, sizeof *fact);
    if (fact == NULL) {
        history->result = history->result == R3D_OK ? R3D_ERR_MEMORY : history->result;
        return;
    }
    fact->name = name;
    fact->value = value;
    n->write->fact_count++;
}

static void note_source(uint32_t rgb, int32_t share, uint32_t background, void *user)
{
    r3d_pixel_write *write = ((noting *)user)->write;
    write->source_rgb = rgb & R3D_PRIV_RGB_MASK;
    write->share = share < 0 ? 0 : share > 256 ? 256 : share;
    write->background = background;
}

static void ignore_variant(const char *cause, uint32_t rgb, int32_t distance, const char *words,
                           void *user)
{
    (void)cause;
    (void)rgb;
    (void)distance;
    (void)words;
    (void)user;
}

void r3d_priv_facts_of_room(r3d_history *history, const r3d_draw_call *call,
                            const r3d_priv_point *point, r3d_pixel_write *write)
{
    write->first_fact = history->facts.count;
    if (call->type->explain == NULL) {
        return;
    }
    noting n = {history, write};
    const r3d_draw_pixel pixel = {point->point.x, point->point.y, true, write->before,
                                  write->after};
    const r3d_draw_explainer to = {note_fact, note_source, ignore_variant, &n};
    call->type->explain(call, &pixel, &to);
}

/* ---- why ---- */

typedef struct trying {
    r3d_priv_point *point;
    bool is_written;
    char name[160];
} trying;

static void ignore_fact(const char *name, int32_t value, void *user)
{
    (void)name;
    (void)value;
    (void)user;
}

static void ignore_source(uint32_t rgb, int32_t share, uint32_t background, void *user)
{
    (void)rgb;
    (void)share;
    (void)background;
    (void)user;
}

static void try_variant(const char *cause, uint32_t rgb, int32_t distance, const char *words,
                        void *user)
{
    enum { STEPS_MAX = 8 };
    trying *t = user;
    r3d_priv_point *point = t->point;
    if (!r3d_priv_is_expected(point, rgb)) {
        return;
    }
    if (!t->is_written) {
        r3d_priv_add_named_cause(
            point, cause, R3D_PRIV_RANK_MISSING,
            "a write that did not happen, between #%zu and #%zu (%s), would give it: %s",
            point->write_number, point->write_number + 1, t->name, words);
        return;
    }
    const int32_t steps = distance < STEPS_MAX ? distance : STEPS_MAX;
    r3d_priv_add_named_cause(point, cause,
                             distance <= 0 ? R3D_PRIV_RANK_ROOM_RULE : R3D_PRIV_RANK_ROOM + steps,
                             "write #%zu (%s): %s", point->write_number, t->name, words);
}

void r3d_priv_causes_of_room(r3d_history *history, const r3d_draw_call *call, r3d_priv_point *point,
                             const r3d_pixel_write *write)
{
    if (call->type->explain == NULL ||
        (write != NULL && r3d_priv_is_expected(point, write->after))) {
        return;
    }
    trying t = {point, write != NULL, ""};
    r3d_priv_name_missing(history, call, t.name, sizeof t.name);
    const uint32_t after = write != NULL ? write->after : point->before;
    const r3d_draw_pixel pixel = {point->point.x, point->point.y, write != NULL, point->before,
                                  after};
    const r3d_draw_explainer to = {ignore_fact, ignore_source, try_variant, &t};
    call->type->explain(call, &pixel, &to);
}
