/* SPDX-License-Identifier: MIT */
/* Faults of levels that a picture shows: what is told, and the simple ones. */

#include "inspect_internal.h"

#include <string.h>

/* ---- telling ---- */

void r3d_priv_column_text(char *text, const char *more)
{
    size_t length = strlen(text);
    while (*more != '\0' && length + 1 < R3D_ERROR_MESSAGE_SIZE) {
        text[length++] = *more++;
    }
    text[length] = '\0';
}

void r3d_priv_column_text_number(char *text, int32_t number)
{
    char digits[12];
    size_t i = sizeof digits;
    digits[--i] = '\0';
    do {
        digits[--i] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    r3d_priv_column_text(text, digits + i);
}

void r3d_priv_column_tell(struct r3d_priv_column_inspection *in, const r3d_column_finding *finding,
                          const char *text)
{
    in->count += in->count < INT32_MAX;
    if (in->on_finding == NULL) {
        return;
    }
    const char *name = finding->record == R3D_COLUMN_RECORD_SECTOR   ? "sector"
                       : finding->record == R3D_COLUMN_RECORD_VERTEX ? "vertex"
                       : finding->record == R3D_COLUMN_RECORD_WALL   ? "wall"
                       : finding->record == R3D_COLUMN_RECORD_LEAF   ? "subsector"
                       : finding->record == R3D_COLUMN_RECORD_THING  ? "thing"
                                                                     : "start";
    char message[R3D_ERROR_MESSAGE_SIZE] = "";
    r3d_priv_column_text(message, name);
    if (finding->index >= 0) {
        r3d_priv_column_text(message, " ");
        r3d_priv_column_text_number(message, finding->index);
    }
    r3d_priv_column_text(message, ": ");
    r3d_priv_column_text(message, text);
    r3d_column_finding told = *finding;
    told.message = message;
    in->on_finding(&told, in->user);
}

static void tell_simple(struct r3d_priv_column_inspection *in, r3d_column_fault fault,
                        r3d_column_level_record record, int32_t index, const char *text)
{
    const r3d_column_finding finding = {
        fault, record, index, R3D_COLUMN_NONE, {R3D_COLUMN_NONE, R3D_COLUMN_NONE}, NULL};
    r3d_priv_column_tell(in, &finding, text);
}

/* ---- start, things, and what nothing uses ---- */

static void inspect_places(struct r3d_priv_column_inspection *in)
{
    const r3d_column_level_desc *d = &in->level->desc;
    if (d->has_start &&
        r3d_priv_column_sector_at(in, d->start_x, d->start_y, -1, NULL) == R3D_COLUMN_NONE &&
        in->work_left > 0) {
        tell_simple(in, R3D_COLUMN_FAULT_OUTSIDE, R3D_COLUMN_RECORD_START, -1, "lies in no sector");
    }
    for (int32_t i = 0; i < d->thing_count; i++) {
        if (r3d_priv_column_sector_at(in, d->things[i].x, d->things[i].y, -1, NULL) ==
                R3D_COLUMN_NONE &&
            in->work_left > 0) {
            tell_simple(in, R3D_COLUMN_FAULT_OUTSIDE, R3D_COLUMN_RECORD_THING, i,
                        "lies in no sector");
        }
    }
}

static r3d_result inspect_uses(struct r3d_priv_column_inspection *in)
{
    const r3d_column_level_desc *d = &in->level->desc;
    const size_t vertices = (size_t)d->vertex_count;
    const size_t sectors = (size_t)d->sector_count;
    uint8_t *used = r3d_priv_alloc_zeroed(&in->level->allocator, vertices + sectors + 1, 1);
    if (used == NULL) {
        return R3D_ERR_MEMORY;
    }
    for (int32_t i = 0; i < d->wall_count; i++) {
        const r3d_column_level_wall *wall = &d->walls[i];
        used[wall->a] = 1;
        used[wall->b] = 1;
        if (in->level->wall_state[i] == R3D_PRIV_COLUMN_WALL_NORMAL ||
            in->level->wall_state[i] == R3D_PRIV_COLUMN_WALL_TWIN) {
            used[vertices + (size_t)wall->front.sector] = 1;
            if (wall->back.sector >= 0) {
                used[vertices + (size_t)wall->back.sector] = 1;
            }
        }
    }
    for (size_t i = 0; i < sectors; i++) {
        if (used[vertices + i] == 0) {
            tell_simple(in, R3D_COLUMN_FAULT_UNUSED, R3D_COLUMN_RECORD_SECTOR, (int32_t)i,
                        "no wall names it");
        }
    }
    for (size_t i = 0; i < vertices; i++) {
        if (used[i] == 0) {
            tell_simple(in, R3D_COLUMN_FAULT_UNUSED, R3D_COLUMN_RECORD_VERTEX, (int32_t)i,
                        "no wall names it");
        }
    }
    r3d_priv_release(&in->level->allocator, used);
    return R3D_OK;
}

r3d_result r3d_column_level_inspect(const r3d_column_level *level, r3d_column_finding_fn on_finding,
                                    void *user, int32_t *out_count)
{
    struct r3d_priv_column_inspection in;
    memset(&in, 0, sizeof in);
    if (level == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    in.level = level;
    in.on_finding = on_finding;
    in.user = user;
    in.work_left = (int64_t)1 << 30;
    r3d_result result = r3d_priv_column_make_borders(&in);
    if (result == R3D_OK) {
        result = r3d_priv_column_inspect_borders(&in);
    }
    if (result == R3D_OK) {
        result = r3d_priv_column_inspect_leaves(&in);
    }
    if (result == R3D_OK) {
        inspect_places(&in);
        result = inspect_uses(&in);
    }
    r3d_priv_release(&level->allocator, in.point_of);
    r3d_priv_release(&level->allocator, in.edges);
    r3d_priv_release(&level->allocator, in.balances);
    r3d_priv_release(&level->allocator, in.edge_of_side);
    r3d_priv_release(&level->allocator, in.told);
    if (out_count != NULL) {
        *out_count = in.count;
    }
    return result;
}
