/* SPDX-License-Identifier: MIT */
/* Ids of owners, and copies of the origins that they and the writes are told by. */

#include <string.h>

#include "history_internal.h"

static bool is_same_origin(const r3d_draw_origin *a, const r3d_draw_origin *b)
{
    for (; a != NULL && b != NULL; a = a->outer, b = b->outer) {
        bool is_same = a->id == b->id && a->number_count == b->number_count &&
                       strcmp(a->kind, b->kind) == 0 && (a->name == NULL) == (b->name == NULL) &&
                       (a->name == NULL || strcmp(a->name, b->name) == 0);
        for (int32_t i = 0; is_same && i < a->number_count; i++) {
            is_same = a->numbers[i].value == b->numbers[i].value &&
                      strcmp(a->numbers[i].name, b->numbers[i].name) == 0;
        }
        if (!is_same) {
            return false;
        }
    }
    return a == b;
}

/* Origins live as long as what they are told for; writes keep copies. NULL without memory. */
const r3d_draw_origin *r3d_priv_copy_origin(r3d_history *history, const r3d_draw_origin *origin)
{
    if (origin == NULL || is_same_origin(origin, history->last_origin)) {
        return origin == NULL ? NULL : history->last_origin;
    }
    const r3d_draw_origin *outer = r3d_priv_copy_origin(history, origin->outer);
    const r3d_allocator *hooks = &history->allocator;
    r3d_draw_origin *copy = hooks->alloc(sizeof *copy, hooks->user);
    r3d_draw_origin **place =
        copy != NULL ? r3d_priv_grow(hooks, &history->origins, 1, sizeof(r3d_draw_origin *)) : NULL;
    if (place == NULL) {
        hooks->free(copy, hooks->user);
        r3d_priv_note_result(history, R3D_ERR_MEMORY);
        return NULL;
    }
    *copy = *origin;
    copy->outer = outer;
    *place = copy;
    history->last_origin = copy;
    return copy;
}

/* Makes a range of ids at the first call of a command, and for each further one that has owners. */
void r3d_priv_make_range(r3d_history *history, const r3d_draw_call *call)
{
    const size_t command = history->replay->next_command;
    const r3d_priv_owner_range *ranges = history->ranges.items;
    const size_t count = history->ranges.count;
    const bool has_owners = history->depth == 0 && call->type->owners != NULL;
    if (count > 0 && ranges[count - 1].command == command && !has_owners) {
        return;
    }
    r3d_priv_owner_range made;
    memset(&made, 0, sizeof made);
    made.first = history->next_owner;
    made.command = command;
    uint32_t size = 1;
    if (has_owners) {
        made.owner_kinds = call->type->owners(call, made.owners);
        made.origin = r3d_priv_copy_origin(history, call->origin);
    }
    for (int32_t i = 0; i < made.owner_kinds; i++) {
        if (made.owners[i].count < 0 || made.owners[i].count > R3D_DRAW_OWNERS_MAX) {
            r3d_priv_note_result(history, R3D_ERR_LIMIT);
            return;
        }
        size += (uint32_t)made.owners[i].count;
    }
    r3d_priv_owner_range *range =
        r3d_priv_grow(&history->allocator, &history->ranges, 1, sizeof *range);
    if (range == NULL || history->next_owner > UINT32_MAX - size) {
        r3d_priv_note_result(history, R3D_ERR_MEMORY);
        return;
    }
    *range = made;
    history->next_owner += size;
}

/* The id of what a call draws: that of the innermost origin which is an owner; the last one of the
 * range if there is none. */
uint32_t r3d_priv_owner_id(const r3d_history *history, const r3d_draw_call *call)
{
    const r3d_priv_owner_range *ranges = history->ranges.items;
    const r3d_priv_owner_range *range = &ranges[history->ranges.count - 1];
    for (const r3d_draw_origin *o = call->origin; o != NULL; o = o->outer) {
        uint32_t id = range->first;
        for (int32_t i = 0; i < range->owner_kinds; i++) {
            const r3d_draw_owners *kind = &range->owners[i];
            if (o->id >= 0 && o->id < kind->count && strcmp(o->kind, kind->kind) == 0) {
                return id + (uint32_t)o->id;
            }
            id += (uint32_t)kind->count;
        }
    }
    uint32_t id = range->first;
    for (int32_t i = 0; i < range->owner_kinds; i++) {
        id += (uint32_t)range->owners[i].count;
    }
    return id;
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

uint32_t r3d_history_owner_of(const r3d_history *history, const r3d_pixel_write *write)
{
    return history != NULL && write != NULL ? write->owner : 0;
}

void r3d_history_owner_name(const r3d_history *history, uint32_t owner, char *out_text, size_t size)
{
    if (history == NULL || out_text == NULL || size == 0) {
        return;
    }
    const r3d_priv_owner_range *range = owner != 0 ? find_range(history, owner) : NULL;
    if (range == NULL) {
        const char *nothing = "nothing";
        size_t length = strlen(nothing) < size - 1 ? strlen(nothing) : size - 1;
        memcpy(out_text, nothing, length);
        out_text[length] = '\0';
        return;
    }
    r3d_pixel_write write;
    r3d_draw_origin origin;
    memset(&write, 0, sizeof write);
    memset(&origin, 0, sizeof origin);
    write.line = r3d_script_command_line(history->script, range->command);
    write.command = r3d_script_command_name(history->script, range->command);
    write.origin = range->origin;
    uint32_t id = owner - range->first;
    for (int32_t i = 0; i < range->owner_kinds; i++) {
        if (id < (uint32_t)range->owners[i].count) {
            origin.outer = range->origin;
            origin.kind = range->owners[i].kind;
            origin.id = (int32_t)id;
            write.origin = &origin;
            break;
        }
        id -= (uint32_t)range->owners[i].count;
    }
    r3d_priv_name_write(&write, out_text, size);
}
