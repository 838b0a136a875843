/* SPDX-License-Identifier: MIT */
/* The models archive of revision 225: all models side by side in thirteen streams, so that the
 * place of one is known only after walking over those before it. Source: spec rs2-cache section 2.
 */

#include "cache_internal.h"

#include <stdio.h>
#include <string.h>

enum {
    RECORD_SIZE = 12,
    ID_ROOM = 100 /* ids reach this far beyond the number of models */
};

static const uint32_t unreachable = UINT32_MAX;

/* Streams and parts of a model are the same thing here. */
static const char *const stream_names[R3D_PRIV_PART_COUNT] = {
    [R3D_PRIV_PART_FLAGS] = "ob_point1.dat",
    [R3D_PRIV_PART_X] = "ob_point2.dat",
    [R3D_PRIV_PART_Y] = "ob_point3.dat",
    [R3D_PRIV_PART_Z] = "ob_point4.dat",
    [R3D_PRIV_PART_VERTEX_LABELS] = "ob_point5.dat",
    [R3D_PRIV_PART_OPCODES] = "ob_vertex2.dat",
    [R3D_PRIV_PART_CORNERS] = "ob_vertex1.dat",
    [R3D_PRIV_PART_COLORS] = "ob_face1.dat",
    [R3D_PRIV_PART_INFOS] = "ob_face2.dat",
    [R3D_PRIV_PART_PRIORITIES] = "ob_face3.dat",
    [R3D_PRIV_PART_ALPHAS] = "ob_face4.dat",
    [R3D_PRIV_PART_FACE_LABELS] = "ob_face5.dat",
    [R3D_PRIV_PART_PLANES] = "ob_axis.dat",
};

typedef struct record {
    int32_t id;
    r3d_priv_model_head head;
    uint32_t starts[R3D_PRIV_PART_COUNT]; /* in each stream; `unreachable` behind damage */
} record;

struct r3d_priv_model_set {
    r3d_allocator allocator;
    r3d_archive *archive;
    const uint8_t *streams[R3D_PRIV_PART_COUNT]; /* NULL for those that cannot be read */
    size_t sizes[R3D_PRIV_PART_COUNT];
    record *records;
    int32_t record_count;
    int32_t *by_id; /* number of the record, -1 if there is none */
    int32_t id_count;
};

static r3d_priv_origin head_origin(const r3d_priv_model_set *set)
{
    return (r3d_priv_origin){.archive = r3d_priv_archive_name(set->archive),
                             .entry = "ob_head.dat"};
}

static void read_record(r3d_priv_reader *reader, record *r)
{
    r->id = r3d_priv_read_u16(reader);
    r->head.vertex_count = r3d_priv_read_u16(reader);
    r->head.face_count = r3d_priv_read_u16(reader);
    r->head.plane_count = r3d_priv_read_u8(reader);
    r->head.has_infos = r3d_priv_read_u8(reader) == 1;
    r->head.priority = r3d_priv_read_u8(reader);
    r->head.has_alphas = r3d_priv_read_u8(reader) == 1;
    r->head.has_face_labels = r3d_priv_read_u8(reader) == 1;
    r->head.has_vertex_labels = r3d_priv_read_u8(reader) == 1;
}

static r3d_result read_head(r3d_priv_model_set *set, r3d_error *out_error)
{
    const uint8_t *data;
    size_t size;
    r3d_result result = r3d_archive_read_name(set->archive, "ob_head.dat", &data, &size, out_error);
    if (result != R3D_OK) {
        return result;
    }
    r3d_priv_reader reader = r3d_priv_reader_make(data, size, 0);
    int32_t count = r3d_priv_read_u16(&reader);
    if (reader.failed || (size_t)count * RECORD_SIZE > size - reader.at) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_COUNT, head_origin(set), 0,
                                   "%ld models are announced, %zu bytes have room for %zu",
                                   (long)count, size, size < 2 ? 0 : (size - 2) / RECORD_SIZE);
    }
    set->id_count = count + ID_ROOM;
    set->records = r3d_priv_cache_alloc_array(&set->allocator, (size_t)count, sizeof *set->records);
    set->by_id =
        r3d_priv_cache_alloc_array(&set->allocator, (size_t)set->id_count, sizeof *set->by_id);
    if (set->records == NULL || set->by_id == NULL) {
        return r3d_priv_cache_no_memory(out_error, head_origin(set));
    }
    for (int32_t id = 0; id < set->id_count; id++) {
        set->by_id[id] = -1;
    }
    set->record_count = count;
    for (int32_t i = 0; i < count; i++) {
        read_record(&reader, &set->records[i]);
        /* An id beyond the room has its bytes in the streams, but nobody can ask for it. */
        if (set->records[i].id < set->id_count) {
            set->by_id[set->records[i].id] = i;
        }
    }
    return R3D_OK;
}

/* ---- walking over the streams ---- */

/* Length of what a record has in a stream where it is plain, that is everywhere but in x, y, z and
 * the corners. */
static size_t plain_size(const record *r, r3d_priv_model_part part)
{
    if (!r3d_priv_model_has(&r->head, part)) {
        return 0;
    }
    switch (part) {
    case R3D_PRIV_PART_FLAGS:
    case R3D_PRIV_PART_VERTEX_LABELS:
        return (size_t)r->head.vertex_count;
    case R3D_PRIV_PART_COLORS:
        return (size_t)r->head.face_count * 2;
    case R3D_PRIV_PART_PLANES:
        return (size_t)r->head.plane_count * 6;
    default:
        return (size_t)r->head.face_count;
    }
}

static void walk_plain(r3d_priv_model_set *set, r3d_priv_model_part part)
{
    size_t at = 0;
    for (int32_t i = 0; i < set->record_count; i++) {
        record *r = &set->records[i];
        size_t size = plain_size(r, part);
        r->starts[part] = at <= set->sizes[part] ? (uint32_t)at : unreachable;
        /* At most 65,535 records of 131,070 bytes, stopped at the end of the stream. */
        if (at <= set->sizes[part]) {
            at += size;
        }
    }
}

/* How many numbers a record has in x, y, z or corners; read from its flags or opcodes. Returns
 * false if those cannot be read. */
static bool count_smarts(const r3d_priv_model_set *set, const record *r, r3d_priv_model_part part,
                         size_t *out_count)
{
    bool corners = part == R3D_PRIV_PART_CORNERS;
    r3d_priv_model_part by = corners ? R3D_PRIV_PART_OPCODES : R3D_PRIV_PART_FLAGS;
    int32_t count = corners ? r->head.face_count : r->head.vertex_count;
    if (r->starts[by] == unreachable || set->sizes[by] - r->starts[by] < (size_t)count) {
        return false;
    }
    size_t numbers = 0;
    if (count > 0) {
        const uint8_t *bytes = set->streams[by] + r->starts[by];
        if (corners) {
            static const uint8_t steps[5] = {0, 3, 1, 1, 1};
            for (int32_t i = 0; i < count; i++) {
                numbers += bytes[i] < 5 ? steps[bytes[i]] : 0;
            }
        } else {
            int axis = (int)part - R3D_PRIV_PART_X;
            for (int32_t i = 0; i < count; i++) {
                numbers += bytes[i] >> axis & 1;
            }
        }
    }
    *out_count = numbers;
    return true;
}

static void walk_smarts(r3d_priv_model_set *set, r3d_priv_model_part part)
{
    size_t at = 0;
    bool reachable = true;
    for (int32_t i = 0; i < set->record_count; i++) {
        record *r = &set->records[i];
        r->starts[part] = reachable ? (uint32_t)at : unreachable;
        size_t count = 0;
        reachable = reachable && count_smarts(set, r, part, &count) &&
                    r3d_priv_pass_smarts(set->streams[part], set->sizes[part], &at, count);
    }
}

r3d_result r3d_priv_model_set_open(r3d_archive *archive, const r3d_allocator *allocator,
                                   r3d_priv_model_set **out_set, r3d_error *out_error)
{
    r3d_priv_origin origin = {.archive = r3d_priv_archive_name(archive), .entry = NULL};
    r3d_priv_model_set *set = r3d_priv_cache_alloc_array(allocator, 1, sizeof *set);
    if (set == NULL) {
        return r3d_priv_cache_no_memory(out_error, origin);
    }
    set->allocator = *allocator;
    set->archive = archive;
    r3d_result result = read_head(set, out_error);
    if (result != R3D_OK) {
        r3d_priv_model_set_close(set);
        return result;
    }
    /* A stream that cannot be read only matters to the models that have something in it; the error
     * is reported when one of them is asked for. */
    for (int part = 0; part < R3D_PRIV_PART_COUNT; part++) {
        result = r3d_archive_read_name(archive, stream_names[part], &set->streams[part],
                                       &set->sizes[part], out_error);
        if (result == R3D_ERR_MEMORY) {
            r3d_priv_model_set_close(set); /* this may pass */
            return result;
        }
        if (result != R3D_OK) {
            set->streams[part] = NULL;
            set->sizes[part] = 0;
        }
    }
    for (int part = 0; part < R3D_PRIV_PART_COUNT; part++) {
        bool is_axis = part >= R3D_PRIV_PART_X && part <= R3D_PRIV_PART_Z;
        if (!is_axis && part != R3D_PRIV_PART_CORNERS) {
            walk_plain(set, (r3d_priv_model_part)part);
        }
    }
    walk_smarts(set, R3D_PRIV_PART_X);
    walk_smarts(set, R3D_PRIV_PART_Y);
    walk_smarts(set, R3D_PRIV_PART_Z);
    walk_smarts(set, R3D_PRIV_PART_CORNERS);
    *out_set = set;
    return R3D_OK;
}

void r3d_priv_model_set_close(r3d_priv_model_set *set)
{
    if (set == NULL) {
        return;
    }
    r3d_allocator allocator = set->allocator;
    r3d_priv_io_free(&allocator, set->records);
    r3d_priv_io_free(&allocator, set->by_id);
    r3d_priv_io_free(&allocator, set);
}

int32_t r3d_priv_model_set_count(const r3d_priv_model_set *set)
{
    int32_t count = set->id_count;
    while (count > 0 && set->by_id[count - 1] < 0) {
        count--;
    }
    return count;
}

bool r3d_priv_model_set_contains(const r3d_priv_model_set *set, int32_t id)
{
    return id >= 0 && id < set->id_count && set->by_id[id] >= 0;
}

/* Why a part of a model cannot be read: its stream is damaged, or its place in it unknown. */
static r3d_result part_error(r3d_priv_model_set *set, r3d_priv_model_part part, const char *title,
                             r3d_error *out_error)
{
    const uint8_t *data;
    size_t size;
    r3d_result result =
        r3d_archive_read_name(set->archive, stream_names[part], &data, &size, out_error);
    if (result != R3D_OK) {
        return result;
    }
    r3d_priv_origin origin = {.archive = r3d_priv_archive_name(set->archive),
                              .entry = stream_names[part]};
    return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_TRUNCATED, origin,
                               (int64_t)set->sizes[part],
                               "%s is not in the stream, which ends with a model before it", title);
}

r3d_result r3d_priv_model_set_get(r3d_priv_model_set *set, int32_t id,
                                  r3d_priv_model_scratch *scratch, r3d_mesh **out_mesh,
                                  r3d_error *out_error)
{
    if (!r3d_priv_model_set_contains(set, id)) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_RANGE, head_origin(set), -1,
                                   "there is no model %ld", (long)id);
    }
    const record *r = &set->records[set->by_id[id]];
    char title[24];
    snprintf(title, sizeof title, "model %ld", (long)id);
    r3d_priv_model_piece pieces[R3D_PRIV_PART_COUNT];
    memset(pieces, 0, sizeof pieces);
    for (int part = 0; part < R3D_PRIV_PART_COUNT; part++) {
        pieces[part].entry = stream_names[part];
        if (!r3d_priv_model_has(&r->head, (r3d_priv_model_part)part)) {
            continue;
        }
        if (set->streams[part] == NULL || r->starts[part] == unreachable) {
            return part_error(set, (r3d_priv_model_part)part, title, out_error);
        }
        pieces[part].data = set->streams[part];
        pieces[part].size = set->sizes[part];
        pieces[part].at = r->starts[part];
    }
    return r3d_priv_model_decode(&r->head, pieces, r3d_priv_archive_name(set->archive), title,
                                 scratch, &set->allocator, out_mesh, out_error);
}
