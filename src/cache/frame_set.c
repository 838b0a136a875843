/* SPDX-License-Identifier: MIT */
/* Frames and skeletons: decoding them, once it is known where they lie. frame_archive.c and
 * frame_store.c find that out. Source: spec rs2-cache section 2.1. */

#include "frame_internal.h"

#include <stdio.h>
#include <string.h>

#include "../base/memory.h"

enum { TITLE_SIZE = 32, GROUPS_MAX = 255, SCALE_ONE = 128 };

r3d_priv_frame_set *r3d_priv_frame_set_create(const char *archive_name, int64_t max_bytes,
                                              const r3d_allocator *allocator)
{
    r3d_priv_frame_set *set = r3d_priv_cache_alloc_array(allocator, 1, sizeof *set);
    if (set == NULL) {
        return NULL;
    }
    set->allocator = *allocator;
    r3d_priv_arena_init(&set->arena, &set->allocator);
    set->max_bytes = max_bytes;
    set->archive_name = archive_name;
    return set;
}

void r3d_priv_frame_set_close(r3d_priv_frame_set *set)
{
    if (set == NULL) {
        return;
    }
    r3d_allocator allocator = set->allocator;
    for (int32_t i = 0; i < set->source_count; i++) {
        r3d_priv_io_free(&allocator, set->sources[i].owned);
    }
    r3d_priv_arena_free(&set->arena);
    r3d_priv_io_free(&allocator, set->sources);
    r3d_priv_io_free(&allocator, set->frames);
    r3d_priv_io_free(&allocator, set->skeletons);
    r3d_priv_io_free(&allocator, set);
}

void *r3d_priv_frame_set_grow(r3d_priv_frame_set *set, void *items, size_t item_size,
                              int32_t *count, int32_t wanted)
{
    if (wanted <= *count) {
        return items;
    }
    const size_t old = (size_t)*count;
    r3d_priv_growing array = {items, old, old}; /* ids and groups end at 65,536 */
    if (r3d_priv_reserve(&set->allocator, &array, (size_t)wanted, item_size, R3D_PRIV_ANY_COUNT) !=
        R3D_OK) {
        return NULL;
    }
    memset((char *)array.items + old * item_size, 0, (array.capacity - old) * item_size);
    *count = (int32_t)array.capacity;
    return array.items;
}

r3d_priv_frame_place *r3d_priv_frame_set_add(r3d_priv_frame_set *set, int32_t id)
{
    void *frames = r3d_priv_frame_set_grow(set, set->frames, sizeof *set->frames,
                                           &set->frame_capacity, id + 1);
    if (frames == NULL) {
        return NULL;
    }
    set->frames = frames;
    if (id >= set->frame_count) {
        set->frame_count = id + 1;
    }
    r3d_priv_frame_place *place = &set->frames[id];
    memset(place, 0, sizeof *place);
    place->exists = true;
    return place;
}

r3d_priv_skeleton_place *r3d_priv_frame_set_add_skeleton(r3d_priv_frame_set *set, int32_t id)
{
    void *skeletons = r3d_priv_frame_set_grow(set, set->skeletons, sizeof *set->skeletons,
                                              &set->skeleton_capacity, id + 1);
    if (skeletons == NULL) {
        return NULL;
    }
    set->skeletons = skeletons;
    if (id >= set->skeleton_count) {
        set->skeleton_count = id + 1;
    }
    r3d_priv_skeleton_place *place = &set->skeletons[id];
    memset(place, 0, sizeof *place);
    place->exists = true;
    return place;
}

/* ---- errors ---- */

static r3d_priv_fault fault_at(r3d_result result, const char *entry, size_t offset,
                               const char *problem)
{
    return (r3d_priv_fault){
        .result = result, .entry = entry, .offset = (uint32_t)offset, .problem = problem};
}

/* group  Of a store, -1 in an archive. */
static r3d_result report(const r3d_priv_frame_set *set, const r3d_priv_fault *fault, int32_t group,
                         const char *title, r3d_error *out_error)
{
    char entry[R3D_PRIV_STORE_NAME_SIZE];
    r3d_priv_origin origin = {.archive = set->archive_name, .entry = fault->entry};
    if (group >= 0) {
        r3d_priv_store_entry_name(R3D_STORE_FRAMES, group, entry);
        origin.entry = entry;
    }
    return r3d_priv_cache_fail(out_error, fault->result, origin, (int64_t)fault->offset, "%s: %s",
                               title, fault->problem);
}

/* ---- skeletons ---- */

static void *take_memory(r3d_priv_frame_set *set, size_t size)
{
    return set->arena.total <= set->max_bytes ? r3d_priv_arena_alloc(&set->arena, size) : NULL;
}

static r3d_priv_fault memory_fault(const r3d_priv_frame_set *set)
{
    if (set->arena.total > set->max_bytes) {
        return fault_at(R3D_ERR_LIMIT, NULL, 0, "frames and skeletons pass the limit of memory");
    }
    return fault_at(R3D_ERR_MEMORY, NULL, 0, "out of memory");
}

void r3d_priv_skeleton_decode(r3d_priv_frame_set *set, r3d_priv_skeleton_place *place,
                              int32_t length, r3d_priv_reader *types, const char *types_entry,
                              r3d_priv_reader *labels, const char *labels_entry)
{
    r3d_skeleton *skeleton = take_memory(set, sizeof *skeleton);
    r3d_base *bases = take_memory(set, (size_t)length * sizeof *bases);
    if (skeleton == NULL || bases == NULL) {
        place->fault = memory_fault(set);
    }
    for (int32_t i = 0; i < length; i++) {
        int32_t type = r3d_priv_read_u8(types);
        if (bases != NULL) {
            bases[i].type = type;
        }
    }
    /* The labels are read whatever has gone wrong: those of the next skeleton follow them. */
    for (int32_t i = 0; i < length; i++) {
        int32_t count = r3d_priv_read_u8(labels);
        const size_t at = labels->at;
        r3d_priv_skip(labels, (size_t)count);
        int32_t *numbers = NULL;
        if (!labels->failed && place->fault.result == R3D_OK) {
            numbers = take_memory(set, (size_t)count * sizeof *numbers);
            if (numbers == NULL) {
                place->fault = memory_fault(set);
            }
        }
        for (int32_t k = 0; numbers != NULL && k < count; k++) {
            numbers[k] = labels->data[at + (size_t)k];
        }
        if (bases != NULL) {
            bases[i].label_count = numbers != NULL ? count : 0;
            bases[i].labels = numbers;
        }
    }
    if (types->failed) {
        place->fault = fault_at(R3D_ERR_FORMAT_TRUNCATED, types_entry, types->at,
                                "the data end among the types of its bases");
    } else if (labels->failed) {
        place->fault = fault_at(R3D_ERR_FORMAT_TRUNCATED, labels_entry, labels->at,
                                "the data end among its labels");
    }
    if (place->fault.result == R3D_OK) {
        skeleton->base_count = length;
        skeleton->bases = bases;
        place->skeleton = skeleton;
    }
}

r3d_result r3d_priv_frame_set_get_skeleton(r3d_priv_frame_set *set, int32_t id,
                                           const r3d_skeleton **out_skeleton, r3d_error *out_error)
{
    char title[TITLE_SIZE];
    snprintf(title, sizeof title, "skeleton %ld", (long)id);
    if (!r3d_priv_frame_set_contains_skeleton(set, id)) {
        r3d_priv_origin origin = {.archive = set->archive_name, .entry = NULL};
        return r3d_priv_cache_fail(out_error, R3D_ERR_RANGE, origin, -1, "there is no %s", title);
    }
    const r3d_priv_skeleton_place *place = &set->skeletons[id];
    if (place->skeleton == NULL) {
        return report(set, &place->fault, set->from_store ? id : -1, title, out_error);
    }
    *out_skeleton = place->skeleton;
    return R3D_OK;
}

/* ---- frames ---- */

size_t r3d_priv_frame_count_steps(const uint8_t *flags, int32_t groups)
{
    size_t count = 0;
    for (int32_t i = 0; i < groups; i++) {
        count += (size_t)(flags[i] & 1) + (flags[i] >> 1 & 1) + (flags[i] >> 2 & 1);
    }
    return count;
}

/* The operations of a frame, as many as its flags can make. */
typedef struct op_list {
    r3d_frame_op ops[GROUPS_MAX * 2];
    int32_t count;
} op_list;

static void add_op(op_list *list, int32_t base, int32_t x, int32_t y, int32_t z)
{
    list->ops[list->count++] = (r3d_frame_op){.base = base, .x = x, .y = y, .z = z};
}

/* The nearest origin before base `g` and after the last base that was used is done first. */
static void add_origin(op_list *list, const r3d_skeleton *skeleton, int32_t g, int32_t last_used)
{
    for (int32_t i = g - 1; i > last_used; i--) {
        if (skeleton->bases[i].type == R3D_BASE_ORIGIN) {
            add_op(list, i, 0, 0, 0);
            return;
        }
    }
}

static r3d_priv_fault decode_ops(const r3d_priv_frame_place *place,
                                 const r3d_priv_frame_source *source, const r3d_skeleton *skeleton,
                                 op_list *list)
{
    r3d_priv_reader flags = r3d_priv_reader_make(source->flags, source->flags_end, place->flags_at);
    r3d_priv_reader steps = r3d_priv_reader_make(source->steps, source->steps_end, place->steps_at);
    int32_t last_used = -1;
    list->count = 0;
    for (int32_t g = 0; g < place->groups; g++) {
        int32_t flag = r3d_priv_read_u8(&flags);
        if (flag == 0) {
            continue;
        }
        if (g >= skeleton->base_count) {
            return fault_at(R3D_ERR_FORMAT_INDEX, source->flags_entry, flags.at - 1,
                            "an operation uses a base that its skeleton does not have");
        }
        int32_t type = skeleton->bases[g].type;
        if (type != R3D_BASE_ORIGIN) {
            add_origin(list, skeleton, g, last_used);
        }
        int32_t missing = type == R3D_BASE_SCALE ? SCALE_ONE : 0;
        int32_t x = (flag & 1) != 0 ? r3d_priv_read_smart(&steps) : missing;
        int32_t y = (flag & 2) != 0 ? r3d_priv_read_smart(&steps) : missing;
        int32_t z = (flag & 4) != 0 ? r3d_priv_read_smart(&steps) : missing;
        add_op(list, g, x, y, z);
        last_used = g;
    }
    if (flags.failed) {
        return fault_at(R3D_ERR_FORMAT_TRUNCATED, source->flags_entry, flags.at,
                        "the data end among its flags");
    }
    if (steps.failed) {
        return fault_at(R3D_ERR_FORMAT_TRUNCATED, source->steps_entry, steps.at,
                        "the data end among its numbers");
    }
    return fault_at(R3D_OK, NULL, 0, NULL);
}

static r3d_priv_fault decode_frame(r3d_priv_frame_set *set, r3d_priv_frame_place *place,
                                   const r3d_skeleton *skeleton)
{
    const r3d_priv_frame_source *source = &set->sources[place->source];
    op_list list;
    r3d_priv_fault fault = decode_ops(place, source, skeleton, &list);
    if (fault.result != R3D_OK) {
        return fault;
    }
    r3d_frame *frame = take_memory(set, sizeof *frame);
    r3d_frame_op *ops = take_memory(set, (size_t)list.count * sizeof *ops);
    if (frame == NULL || ops == NULL) {
        return memory_fault(set);
    }
    memcpy(ops, list.ops, (size_t)list.count * sizeof *ops);
    frame->op_count = list.count;
    frame->ops = ops;
    frame->skeleton = skeleton;
    frame->delay = place->delay;
    place->frame = frame;
    return fault;
}

r3d_result r3d_priv_frame_set_get(r3d_priv_frame_set *set, int32_t id, const r3d_frame **out_frame,
                                  r3d_error *out_error)
{
    char title[TITLE_SIZE];
    snprintf(title, sizeof title, "frame %ld", (long)id);
    if (!r3d_priv_frame_set_contains(set, id)) {
        r3d_priv_origin origin = {.archive = set->archive_name, .entry = NULL};
        return r3d_priv_cache_fail(out_error, R3D_ERR_RANGE, origin, -1, "there is no %s", title);
    }
    r3d_priv_frame_place *place = &set->frames[id];
    if (place->frame == NULL) {
        int32_t group = set->from_store ? place->skeleton : -1;
        r3d_priv_fault fault = place->fault;
        const r3d_skeleton *skeleton = NULL;
        if (fault.result == R3D_OK) {
            r3d_result result =
                r3d_priv_frame_set_get_skeleton(set, place->skeleton, &skeleton, out_error);
            if (result != R3D_OK) {
                return result;
            }
            fault = decode_frame(set, place, skeleton);
        }
        if (fault.result != R3D_OK) {
            return report(set, &fault, group, title, out_error);
        }
    }
    *out_frame = place->frame;
    return R3D_OK;
}

/* ---- looking ---- */

int32_t r3d_priv_frame_set_count(const r3d_priv_frame_set *set)
{
    return set->frame_count;
}

int32_t r3d_priv_frame_set_skeleton_count(const r3d_priv_frame_set *set)
{
    return set->skeleton_count;
}

bool r3d_priv_frame_set_contains(const r3d_priv_frame_set *set, int32_t id)
{
    return id >= 0 && id < set->frame_count && set->frames[id].exists;
}

bool r3d_priv_frame_set_contains_skeleton(const r3d_priv_frame_set *set, int32_t id)
{
    return id >= 0 && id < set->skeleton_count && set->skeletons[id].exists;
}

int32_t r3d_priv_frame_set_skeleton_of(const r3d_priv_frame_set *set, int32_t id)
{
    return r3d_priv_frame_set_contains(set, id) ? set->frames[id].skeleton : -1;
}
