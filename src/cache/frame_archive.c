/* SPDX-License-Identifier: MIT */
/* Finds the frames and skeletons in a models archive of revision 225. Source: spec rs2-cache
 * section 2.1. */

#include "frame_internal.h"

enum {
    FRAME_RECORD_SIZE = 5,
    BASE_RECORD_SIZE = 3,
    HEAD_SIZE = 4 /* number of records, highest id */
};

enum { STREAM_COUNT = 7 };

typedef struct stream {
    const char *entry;
    const uint8_t *data;
    size_t size;
} stream;

static r3d_result check_head(const r3d_archive *archive, const stream *head, int32_t count,
                             size_t record_size, r3d_error *out_error)
{
    if (head->size >= HEAD_SIZE && (size_t)count * record_size <= head->size - HEAD_SIZE) {
        return R3D_OK;
    }
    r3d_priv_origin origin = {.archive = r3d_priv_archive_name(archive), .entry = head->entry};
    return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_COUNT, origin, 0,
                               "%ld records are announced, %zu bytes do not hold them", (long)count,
                               head->size);
}

static r3d_result find_skeletons(r3d_priv_frame_set *set, r3d_archive *archive,
                                 const stream streams[3], r3d_error *out_error)
{
    r3d_priv_reader head = r3d_priv_reader_make(streams[0].data, streams[0].size, 0);
    int32_t count = r3d_priv_read_u16(&head);
    r3d_priv_skip(&head, 2);
    r3d_result result = check_head(archive, &streams[0], count, BASE_RECORD_SIZE, out_error);
    if (result != R3D_OK) {
        return result;
    }
    r3d_priv_reader types = r3d_priv_reader_make(streams[1].data, streams[1].size, 0);
    r3d_priv_reader labels = r3d_priv_reader_make(streams[2].data, streams[2].size, 0);
    for (int32_t i = 0; i < count; i++) {
        int32_t id = r3d_priv_read_u16(&head);
        int32_t length = r3d_priv_read_u8(&head);
        r3d_priv_skeleton_place *place = r3d_priv_frame_set_add_skeleton(set, id);
        if (place == NULL) {
            r3d_priv_origin origin = {.archive = set->archive_name, .entry = streams[0].entry};
            return r3d_priv_cache_no_memory(out_error, origin);
        }
        r3d_priv_skeleton_decode(set, place, length, &types, streams[1].entry, &labels,
                                 streams[2].entry);
        if (place->fault.result == R3D_ERR_MEMORY) {
            r3d_priv_origin origin = {.archive = set->archive_name, .entry = streams[0].entry};
            return r3d_priv_cache_no_memory(out_error, origin); /* this may pass */
        }
    }
    return R3D_OK;
}

/* The walk over the streams of the frames. */
typedef struct archive_walk {
    size_t flags_at;
    size_t steps_at;
    bool lost; /* behind damage: nothing that follows can be found */
    r3d_priv_fault why;
} archive_walk;

static void place_frame(const r3d_priv_frame_source *source, r3d_priv_frame_place *place,
                        archive_walk *w)
{
    place->flags_at = (uint32_t)w->flags_at;
    place->steps_at = (uint32_t)w->steps_at;
    if (w->lost) {
        place->fault = w->why;
        return;
    }
    if (source->flags_end - w->flags_at < place->groups) {
        w->lost = true;
        w->why = (r3d_priv_fault){.result = R3D_ERR_FORMAT_TRUNCATED,
                                  .entry = source->flags_entry,
                                  .offset = (uint32_t)source->flags_end,
                                  .problem = "the data end before it or among its flags"};
        place->fault = w->why;
        return;
    }
    size_t steps = place->groups > 0
                       ? r3d_priv_frame_count_steps(source->flags + w->flags_at, place->groups)
                       : 0;
    w->flags_at += place->groups;
    if (!r3d_priv_pass_smarts(source->steps, source->steps_end, &w->steps_at, steps)) {
        w->lost = true;
        w->why = (r3d_priv_fault){.result = R3D_ERR_FORMAT_TRUNCATED,
                                  .entry = source->steps_entry,
                                  .offset = (uint32_t)source->steps_end,
                                  .problem = "the data end before it or among its numbers"};
        place->fault = w->why;
    }
}

static r3d_result find_frames(r3d_priv_frame_set *set, r3d_archive *archive,
                              const stream streams[4], r3d_error *out_error)
{
    r3d_priv_reader head = r3d_priv_reader_make(streams[0].data, streams[0].size, 0);
    int32_t count = r3d_priv_read_u16(&head);
    r3d_priv_skip(&head, 2);
    r3d_result result = check_head(archive, &streams[0], count, FRAME_RECORD_SIZE, out_error);
    if (result != R3D_OK) {
        return result;
    }
    r3d_priv_reader delays = r3d_priv_reader_make(streams[1].data, streams[1].size, 0);
    archive_walk w = {.lost = false};
    for (int32_t i = 0; i < count; i++) {
        int32_t id = r3d_priv_read_u16(&head);
        r3d_priv_frame_place *place = r3d_priv_frame_set_add(set, id);
        if (place == NULL) {
            r3d_priv_origin origin = {.archive = set->archive_name, .entry = streams[0].entry};
            return r3d_priv_cache_no_memory(out_error, origin);
        }
        place->skeleton = r3d_priv_read_u16(&head);
        place->groups = (uint8_t)r3d_priv_read_u8(&head);
        place->delay = r3d_priv_read_u8(&delays);
        place_frame(&set->sources[0], place, &w);
        if (delays.failed && place->fault.result == R3D_OK) {
            place->fault = (r3d_priv_fault){.result = R3D_ERR_FORMAT_TRUNCATED,
                                            .entry = streams[1].entry,
                                            .offset = (uint32_t)delays.at,
                                            .problem = "the data end before its delay"};
        }
    }
    return R3D_OK;
}

r3d_result r3d_priv_frame_set_open_archive(r3d_archive *archive, int64_t max_bytes,
                                           const r3d_allocator *allocator,
                                           r3d_priv_frame_set **out_set, r3d_error *out_error)
{
    static const char *const names[STREAM_COUNT] = {
        "base_head.dat", "base_type.dat",   "base_label.dat",  "frame_head.dat",
        "frame_del.dat", "frame_tran1.dat", "frame_tran2.dat",
    };
    r3d_priv_origin origin = {.archive = r3d_priv_archive_name(archive), .entry = NULL};
    stream streams[STREAM_COUNT];
    for (int i = 0; i < STREAM_COUNT; i++) {
        streams[i].entry = names[i];
        r3d_result result =
            r3d_archive_read_name(archive, names[i], &streams[i].data, &streams[i].size, out_error);
        if (result != R3D_OK) {
            return result; /* every frame needs all of them */
        }
    }
    r3d_priv_frame_set *set = r3d_priv_frame_set_create(origin.archive, max_bytes, allocator);
    if (set == NULL) {
        return r3d_priv_cache_no_memory(out_error, origin);
    }
    r3d_result result = R3D_OK;
    set->sources = r3d_priv_cache_alloc_array(allocator, 1, sizeof *set->sources);
    if (set->sources == NULL) {
        result = r3d_priv_cache_no_memory(out_error, origin);
    } else {
        set->source_count = 1;
        set->sources[0] = (r3d_priv_frame_source){.flags = streams[5].data,
                                                  .flags_end = streams[5].size,
                                                  .flags_entry = names[5],
                                                  .steps = streams[6].data,
                                                  .steps_end = streams[6].size,
                                                  .steps_entry = names[6],
                                                  .owned = NULL};
        result = find_skeletons(set, archive, streams, out_error);
    }
    if (result == R3D_OK) {
        result = find_frames(set, archive, streams + 3, out_error);
    }
    if (result != R3D_OK) {
        r3d_priv_frame_set_close(set);
        return result;
    }
    *out_set = set;
    return R3D_OK;
}
