/* SPDX-License-Identifier: MIT */
/* The inside of a set of frames. */

#ifndef R3D_SRC_CACHE_FRAME_INTERNAL_H
#define R3D_SRC_CACHE_FRAME_INTERNAL_H

#include "cache_internal.h"

/* What is wrong with a frame or skeleton, kept until somebody asks for it. */
typedef struct r3d_priv_fault {
    r3d_result result; /* R3D_OK: nothing */
    uint32_t offset;
    const char *entry;   /* of an archive; static */
    const char *problem; /* static */
} r3d_priv_fault;

/* Bytes that frames are decoded from: the streams of an archive, or one group of a store. Offsets
 * are those of the whole entry, so that errors can tell them. */
typedef struct r3d_priv_frame_source {
    const uint8_t *flags;
    size_t flags_end;
    const char *flags_entry;
    const uint8_t *steps;
    size_t steps_end;
    const char *steps_entry;
    void *owned; /* freed with the set */
} r3d_priv_frame_source;

typedef struct r3d_priv_frame_place {
    bool exists;
    uint8_t groups;   /* number of flag bytes */
    int32_t skeleton; /* id; in a store also the group */
    int32_t source;
    uint32_t flags_at;
    uint32_t steps_at;
    int32_t delay;
    r3d_priv_fault fault;
    r3d_frame *frame; /* once it was asked for */
} r3d_priv_frame_place;

typedef struct r3d_priv_skeleton_place {
    bool exists;
    r3d_skeleton *skeleton; /* NULL: see fault */
    r3d_priv_fault fault;
} r3d_priv_skeleton_place;

struct r3d_priv_frame_set {
    r3d_allocator allocator;
    r3d_priv_arena arena; /* skeletons and frames */
    int64_t max_bytes;
    const char *archive_name;
    bool from_store;
    r3d_priv_frame_source *sources;
    int32_t source_count;
    r3d_priv_frame_place *frames;
    int32_t frame_count;
    int32_t frame_capacity;
    r3d_priv_skeleton_place *skeletons;
    int32_t skeleton_count;
    int32_t skeleton_capacity;
};

r3d_priv_frame_set *r3d_priv_frame_set_create(const char *archive_name, int64_t max_bytes,
                                              const r3d_allocator *allocator);

/* Grows an array to `wanted` items, the new ones zero. NULL without memory; the array stays then.
 */
void *r3d_priv_frame_set_grow(r3d_priv_frame_set *set, void *items, size_t item_size,
                              int32_t *count, int32_t wanted);

/* Makes an id exist; what was under it before is forgotten. NULL without memory. */
r3d_priv_frame_place *r3d_priv_frame_set_add(r3d_priv_frame_set *set, int32_t id);
r3d_priv_skeleton_place *r3d_priv_frame_set_add_skeleton(r3d_priv_frame_set *set, int32_t id);

/* Reads a skeleton of `length` bases into a place, or the fault that it has. Both readers move on
 * behind it; they may be the same. */
void r3d_priv_skeleton_decode(r3d_priv_frame_set *set, r3d_priv_skeleton_place *place,
                              int32_t length, r3d_priv_reader *types, const char *types_entry,
                              r3d_priv_reader *labels, const char *labels_entry);

/* How many numbers follow from `groups` flags. */
size_t r3d_priv_frame_count_steps(const uint8_t *flags, int32_t groups);

#endif
