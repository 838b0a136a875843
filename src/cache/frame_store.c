/* SPDX-License-Identifier: MIT */
/* Finds the frames in a sector store of revision 317. Which group a frame is in stands nowhere but
 * in the group itself, so all groups are read at once. Source: spec rs2-cache section 3. */

#include "frame_internal.h"

#include <string.h>

enum { TRAILER_SIZE = 8, FRAME_RECORD_SIZE = 3, STORE_FRAMES = R3D_STORE_FRAMES };

/* Where the parts of a group begin and end. */
typedef struct group_parts {
    size_t flags_at;
    size_t steps_at;
    size_t delays_at;
    size_t skeleton_at;
    size_t end;
} group_parts;

static r3d_result find_parts(const uint8_t *data, size_t size, r3d_priv_origin origin,
                             group_parts *out_parts, r3d_error *out_error)
{
    if (size < TRAILER_SIZE) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_TRUNCATED, origin, (int64_t)size,
                                   "the group has %zu bytes, its trailer alone has 8", size);
    }
    r3d_priv_reader trailer = r3d_priv_reader_make(data, size, size - TRAILER_SIZE);
    out_parts->flags_at = (size_t)r3d_priv_read_u16(&trailer) + 2;
    out_parts->steps_at = out_parts->flags_at + (size_t)r3d_priv_read_u16(&trailer);
    out_parts->delays_at = out_parts->steps_at + (size_t)r3d_priv_read_u16(&trailer);
    out_parts->skeleton_at = out_parts->delays_at + (size_t)r3d_priv_read_u16(&trailer);
    out_parts->end = size - TRAILER_SIZE;
    if (out_parts->skeleton_at > out_parts->end) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_COUNT, origin, (int64_t)out_parts->end,
                                   "the trailer describes %zu bytes, there are %zu before it",
                                   out_parts->skeleton_at, out_parts->end);
    }
    return R3D_OK;
}

static r3d_priv_fault cut(size_t offset, const char *problem)
{
    return (r3d_priv_fault){.result = R3D_ERR_FORMAT_TRUNCATED,
                            .entry = NULL,
                            .offset = (uint32_t)offset,
                            .problem = problem};
}

/* Notes where the frames of a group lie. */
static bool add_frames(r3d_priv_frame_set *set, int32_t group, const group_parts *parts,
                       r3d_priv_reader *head)
{
    const r3d_priv_frame_source *source = &set->sources[group];
    r3d_priv_reader delays =
        r3d_priv_reader_make(source->flags, parts->skeleton_at, parts->delays_at);
    size_t flags_at = parts->flags_at;
    size_t steps_at = parts->steps_at;
    r3d_priv_fault lost = {.result = R3D_OK};
    int32_t count = r3d_priv_read_u16(head);
    for (int32_t i = 0; i < count; i++) {
        int32_t id = r3d_priv_read_u16(head);
        int32_t groups = r3d_priv_read_u8(head);
        if (head->failed) {
            return true; /* whoever looks for a frame that is cut off does not find it */
        }
        r3d_priv_frame_place *place = r3d_priv_frame_set_add(set, id);
        if (place == NULL) {
            return false;
        }
        place->skeleton = group;
        place->source = group;
        place->groups = (uint8_t)groups;
        place->delay = r3d_priv_read_u8(&delays);
        place->flags_at = (uint32_t)flags_at;
        place->steps_at = (uint32_t)steps_at;
        if (lost.result == R3D_OK && source->flags_end - flags_at < (size_t)groups) {
            lost = cut(source->flags_end, "the data end before it or among its flags");
        }
        if (lost.result == R3D_OK) {
            size_t steps = r3d_priv_frame_count_steps(source->flags + flags_at, groups);
            flags_at += (size_t)groups;
            if (!r3d_priv_pass_smarts(source->steps, source->steps_end, &steps_at, steps)) {
                lost = cut(source->steps_end, "the data end before it or among its numbers");
            }
        }
        place->fault = lost;
        if (delays.failed && lost.result == R3D_OK) {
            place->fault = cut(delays.at, "the data end before its delay");
        }
    }
    return true;
}

/* A copy of a message that lives as long as the set. */
static const char *keep_message(r3d_priv_frame_set *set, const r3d_error *error)
{
    size_t size = strlen(error->message) + 1;
    char *copy =
        set->arena.total <= set->max_bytes ? r3d_priv_arena_alloc(&set->arena, size) : NULL;
    if (copy == NULL) {
        return "its group cannot be read";
    }
    memcpy(copy, error->message, size);
    return copy;
}

/* Reads a group. What is wrong with it becomes the fault of its skeleton. */
static bool add_group(r3d_priv_frame_set *set, r3d_store *store, int32_t group, int64_t *left)
{
    char entry[R3D_PRIV_STORE_NAME_SIZE];
    r3d_priv_store_entry_name(STORE_FRAMES, group, entry);
    r3d_priv_origin origin = {.archive = set->archive_name, .entry = entry};
    r3d_priv_skeleton_place *place = r3d_priv_frame_set_add_skeleton(set, group);
    if (place == NULL) {
        return false;
    }
    void *data = NULL;
    size_t size = 0;
    group_parts parts = {0};
    if (*left <= 0) {
        place->fault = (r3d_priv_fault){.result = R3D_ERR_LIMIT,
                                        .problem = "the groups of frames pass the limit of memory"};
        return true;
    }
    r3d_error error;
    r3d_result result = r3d_store_read_gzip(store, STORE_FRAMES, group, &data, &size, &error);
    if (result == R3D_OK) {
        *left -= (int64_t)size;
        set->max_bytes = *left > 0 ? *left : 0; /* the groups stay */
        result = find_parts(data, size, origin, &parts, &error);
    }
    if (result != R3D_OK) {
        r3d_priv_io_free(&set->allocator, data);
        if (result == R3D_ERR_MEMORY) {
            return false; /* this may pass */
        }
        place->fault = (r3d_priv_fault){.result = result,
                                        .offset = error.offset > 0 ? (uint32_t)error.offset : 0,
                                        .problem = keep_message(set, &error)};
        return true;
    }
    set->sources[group] = (r3d_priv_frame_source){.flags = data,
                                                  .flags_end = parts.steps_at,
                                                  .flags_entry = NULL,
                                                  .steps = data,
                                                  .steps_end = parts.delays_at,
                                                  .steps_entry = NULL,
                                                  .owned = data};
    r3d_priv_reader skeleton = r3d_priv_reader_make(data, parts.end, parts.skeleton_at);
    int32_t length = r3d_priv_read_u8(&skeleton);
    r3d_priv_skeleton_decode(set, place, length, &skeleton, NULL, &skeleton, NULL);
    if (place->fault.result == R3D_ERR_MEMORY) {
        return false;
    }
    r3d_priv_reader head = r3d_priv_reader_make(data, parts.flags_at, 0);
    return add_frames(set, group, &parts, &head);
}

r3d_result r3d_priv_frame_set_open_store(r3d_store *store, int64_t max_bytes,
                                         const r3d_allocator *allocator,
                                         r3d_priv_frame_set **out_set, r3d_error *out_error)
{
    r3d_priv_origin origin = {.archive = r3d_priv_store_path(store), .entry = NULL};
    r3d_priv_frame_set *set = r3d_priv_frame_set_create(origin.archive, max_bytes, allocator);
    if (set == NULL) {
        return r3d_priv_cache_no_memory(out_error, origin);
    }
    set->from_store = true;
    int32_t count = r3d_store_count(store, STORE_FRAMES);
    set->sources = r3d_priv_cache_alloc_array(allocator, (size_t)count, sizeof *set->sources);
    if (set->sources == NULL) {
        r3d_priv_frame_set_close(set);
        return r3d_priv_cache_no_memory(out_error, origin);
    }
    set->source_count = count;
    int64_t left = max_bytes;
    for (int32_t group = 0; group < count; group++) {
        if (r3d_store_contains(store, STORE_FRAMES, group) &&
            !add_group(set, store, group, &left)) {
            r3d_priv_frame_set_close(set);
            return r3d_priv_cache_no_memory(out_error, origin);
        }
    }
    *out_set = set;
    return R3D_OK;
}
