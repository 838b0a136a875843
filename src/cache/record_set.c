/* SPDX-License-Identifier: MIT */
/* The records of one kind: finding them, decoding them when they are asked for. Source: spec
 * rs2-cache section 5. */

#include "record_internal.h"

#include <stdio.h>
#include <string.h>

typedef struct kind_info {
    const char *name;
    const char *data_entry;
    const char *index_entry; /* NULL: records follow one another without an index */
    size_t record_size;
    r3d_priv_record_decoder decode;
} kind_info;

static const kind_info kinds[R3D_PRIV_RECORD_KINDS] = {
    {"obj", "obj.dat", "obj.idx", sizeof(r3d_cache_obj), r3d_priv_decode_obj},
    {"npc", "npc.dat", "npc.idx", sizeof(r3d_cache_npc), r3d_priv_decode_npc},
    {"loc", "loc.dat", "loc.idx", sizeof(r3d_cache_loc), r3d_priv_decode_loc},
    {"idk", "idk.dat", NULL, sizeof(r3d_cache_idk), r3d_priv_decode_idk},
    {"seq", "seq.dat", NULL, sizeof(r3d_cache_seq), r3d_priv_decode_seq},
    {"spotanim", "spotanim.dat", NULL, sizeof(r3d_cache_spot), r3d_priv_decode_spot},
};

typedef struct slot {
    size_t start;
    size_t end;
    void *record; /* once it was asked for */
} slot;

struct r3d_priv_record_set {
    r3d_allocator allocator;
    r3d_priv_arena arena;
    const kind_info *kind;
    const char *archive_name;
    bool strict;
    const uint8_t *data;
    size_t size;
    slot *slots;
    int32_t count;
    int32_t found;      /* without an index: records whose place is known */
    r3d_error *failure; /* without an index: why there are no more */
};

static r3d_priv_origin origin_of(const r3d_priv_record_set *set, const char *entry)
{
    return (r3d_priv_origin){.archive = set->archive_name, .entry = entry};
}

/* ---- finding ---- */

static r3d_result place_by_index(r3d_priv_record_set *set, r3d_archive *archive,
                                 r3d_error *out_error)
{
    const uint8_t *data;
    size_t size;
    r3d_result result =
        r3d_archive_read_name(archive, set->kind->index_entry, &data, &size, out_error);
    if (result != R3D_OK) {
        return result;
    }
    r3d_priv_origin origin = origin_of(set, set->kind->index_entry);
    r3d_priv_reader reader = r3d_priv_reader_make(data, size, 0);
    int32_t count = r3d_priv_read_u16(&reader);
    if (reader.failed || (size_t)count * 2 > size - reader.at) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_COUNT, origin, 0,
                                   "%ld records are announced, the index has %zu bytes",
                                   (long)count, size);
    }
    if (set->strict && (size_t)count * 2 != size - reader.at) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_COUNT, origin, (int64_t)reader.at,
                                   "there are bytes after the lengths of %ld records", (long)count);
    }
    set->slots = r3d_priv_cache_alloc_array(&set->allocator, (size_t)count, sizeof *set->slots);
    if (set->slots == NULL) {
        return r3d_priv_cache_no_memory(out_error, origin);
    }
    set->count = count;
    size_t at = 2; /* behind a number that repeats the count */
    for (int32_t i = 0; i < count; i++) {
        set->slots[i].start = at;
        at += (size_t)r3d_priv_read_u16(&reader);
        set->slots[i].end = at;
    }
    if (set->strict && at != set->size) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_COUNT, origin, 2,
                                   "the records end at byte %zu, the data at %zu", at, set->size);
    }
    return R3D_OK;
}

static r3d_result decode_at(r3d_priv_record_set *set, int32_t id, size_t start, size_t end,
                            size_t *out_end, r3d_error *out_error)
{
    r3d_priv_origin origin = origin_of(set, set->kind->data_entry);
    const r3d_priv_arena mark = set->arena;
    void *record = r3d_priv_arena_alloc(&set->arena, set->kind->record_size);
    if (record == NULL) {
        return r3d_priv_arena_fail(out_error, &set->arena, origin);
    }
    /* The reader ends with the record, so that no record reads on into the next. */
    size_t limit = end < set->size ? end : set->size;
    r3d_priv_reader reader = r3d_priv_reader_make(set->data, limit, start);
    r3d_result result = set->kind->decode(&reader, origin, id, &set->arena, record, out_error);
    if (result == R3D_OK) {
        *out_end = reader.at;
        set->slots[id].start = start;
        set->slots[id].end = set->kind->index_entry != NULL ? end : reader.at;
        set->slots[id].record = record;
    } else {
        r3d_priv_arena_rewind(&set->arena, &mark); /* it may be asked for again and again */
    }
    return result;
}

/* Without an index the next record is where this one ends. A record that cannot be read hides all
 * that follow. */
static r3d_result place_by_reading(r3d_priv_record_set *set, r3d_error *out_error)
{
    r3d_priv_origin origin = origin_of(set, set->kind->data_entry);
    r3d_priv_reader reader = r3d_priv_reader_make(set->data, set->size, 0);
    int32_t count = r3d_priv_read_u16(&reader);
    if (reader.failed) {
        return r3d_priv_cache_truncated(out_error, origin, &reader, "the number of records");
    }
    set->slots = r3d_priv_cache_alloc_array(&set->allocator, (size_t)count, sizeof *set->slots);
    set->failure = r3d_priv_cache_alloc_array(&set->allocator, 1, sizeof *set->failure);
    if (set->slots == NULL || set->failure == NULL) {
        return r3d_priv_cache_no_memory(out_error, origin);
    }
    set->count = count;
    size_t at = reader.at;
    while (set->found < count) {
        r3d_result result = decode_at(set, set->found, at, set->size, &at, set->failure);
        if (result == R3D_ERR_MEMORY) {
            return r3d_priv_cache_no_memory(out_error, origin); /* this may pass */
        }
        if (result != R3D_OK) {
            return R3D_OK;
        }
        set->found++;
    }
    if (set->strict && at != set->size) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_COUNT, origin, (int64_t)at,
                                   "there are %zu bytes after the last record", set->size - at);
    }
    return R3D_OK;
}

r3d_result r3d_priv_record_set_open(r3d_archive *archive, int kind, bool strict, int64_t *budget,
                                    const r3d_allocator *allocator, r3d_priv_record_set **out_set,
                                    r3d_error *out_error)
{
    r3d_priv_record_set *set = r3d_priv_cache_alloc_array(allocator, 1, sizeof *set);
    if (set == NULL) {
        r3d_priv_origin origin = {.archive = r3d_priv_archive_name(archive), .entry = NULL};
        return r3d_priv_cache_no_memory(out_error, origin);
    }
    set->allocator = *allocator;
    r3d_priv_arena_init(&set->arena, &set->allocator);
    set->arena.budget = budget;
    set->kind = &kinds[kind];
    set->archive_name = r3d_priv_archive_name(archive);
    set->strict = strict;
    r3d_result result =
        r3d_archive_read_name(archive, set->kind->data_entry, &set->data, &set->size, out_error);
    if (result == R3D_OK) {
        result = set->kind->index_entry != NULL ? place_by_index(set, archive, out_error)
                                                : place_by_reading(set, out_error);
    }
    if (result != R3D_OK) {
        r3d_priv_record_set_close(set);
        return result;
    }
    *out_set = set;
    return R3D_OK;
}

void r3d_priv_record_set_close(r3d_priv_record_set *set)
{
    if (set == NULL) {
        return;
    }
    r3d_allocator allocator = set->allocator;
    r3d_priv_arena_free(&set->arena);
    r3d_priv_io_free(&allocator, set->slots);
    r3d_priv_io_free(&allocator, set->failure);
    r3d_priv_io_free(&allocator, set);
}

int32_t r3d_priv_record_set_count(const r3d_priv_record_set *set)
{
    return set->count;
}

r3d_result r3d_priv_record_set_get(r3d_priv_record_set *set, int32_t id, const void **out_record,
                                   r3d_error *out_error)
{
    r3d_priv_origin origin = origin_of(set, set->kind->data_entry);
    if (id < 0 || id >= set->count) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_RANGE, origin, -1,
                                   "there is no %s %ld, there are %ld", set->kind->name, (long)id,
                                   (long)set->count);
    }
    slot *s = &set->slots[id];
    if (s->record == NULL && set->kind->index_entry == NULL) {
        if (id == set->found) {
            if (out_error != NULL) {
                *out_error = *set->failure;
            }
            return set->failure->result;
        }
        return r3d_priv_cache_fail(out_error, set->failure->result, origin, set->failure->offset,
                                   "%s %ld is hidden behind a damaged record: %.300s",
                                   set->kind->name, (long)id, set->failure->message);
    }
    if (s->record == NULL) {
        size_t end = 0;
        r3d_result result = decode_at(set, id, s->start, s->end, &end, out_error);
        if (result != R3D_OK) {
            return result;
        }
        if (set->strict && end != s->end) {
            s->record = NULL;
            return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_COUNT, origin, (int64_t)end,
                                       "%s %ld ends here, its length says %zu", set->kind->name,
                                       (long)id, s->end);
        }
    }
    *out_record = s->record;
    return R3D_OK;
}

r3d_result r3d_priv_record_set_count_opcodes(r3d_priv_record_set *set, int32_t id, int32_t *counts,
                                             r3d_error *out_error)
{
    const void *record = NULL;
    r3d_result result = r3d_priv_record_set_get(set, id, &record, out_error);
    if (result != R3D_OK) {
        return result;
    }
    const r3d_priv_arena mark = set->arena;
    r3d_priv_origin origin = origin_of(set, set->kind->data_entry);
    void *again = r3d_priv_arena_alloc(&set->arena, set->kind->record_size);
    if (again == NULL) {
        return r3d_priv_arena_fail(out_error, &set->arena, origin);
    }
    const slot *s = &set->slots[id];
    r3d_priv_reader reader =
        r3d_priv_reader_make(set->data, s->end < set->size ? s->end : set->size, s->start);
    set->arena.opcode_counts = counts;
    result = set->kind->decode(&reader, origin, id, &set->arena, again, out_error);
    r3d_priv_arena_rewind(&set->arena, &mark);
    return result;
}

/* ---- what the decoders share ---- */

r3d_result r3d_priv_record_read(r3d_priv_record_reader *r, r3d_priv_opcode_handler handle,
                                void *record)
{
    for (;;) {
        size_t at = r->reader->at;
        int32_t opcode = r3d_priv_read_u8(r->reader);
        if (r->reader->failed) {
            return r3d_priv_cache_fail(r->out_error, R3D_ERR_FORMAT_TRUNCATED, r->origin,
                                       (int64_t)at, "%s %ld has no opcode 0 at its end", r->kind,
                                       (long)r->id);
        }
        if (opcode == 0) {
            return R3D_OK;
        }
        bool known = handle(r, opcode, record);
        if (known && r->arena->opcode_counts != NULL) {
            r->arena->opcode_counts[opcode]++;
        }
        if (r->out_of_memory) {
            return r3d_priv_arena_fail(r->out_error, r->arena, r->origin);
        }
        if (!known) {
            return r3d_priv_cache_fail(r->out_error, R3D_ERR_FORMAT_DATA, r->origin, (int64_t)at,
                                       "%s %ld has opcode %ld, which does not exist", r->kind,
                                       (long)r->id, (long)opcode);
        }
        if (r->reader->failed) {
            return r3d_priv_cache_fail(r->out_error, R3D_ERR_FORMAT_TRUNCATED, r->origin,
                                       (int64_t)at, "%s %ld ends inside the operands of opcode %ld",
                                       r->kind, (long)r->id, (long)opcode);
        }
    }
}

const char *r3d_priv_record_text(r3d_priv_record_reader *r)
{
    r3d_priv_reader *reader = r->reader;
    const uint8_t *begin = reader->data + reader->at;
    const uint8_t *end = reader->failed || reader->at == reader->size
                             ? NULL
                             : memchr(begin, 0x0A, reader->size - reader->at);
    if (end == NULL) {
        reader->failed = true;
        return "";
    }
    size_t length = (size_t)(end - begin);
    reader->at += length + 1;
    if (length == 0) {
        return "";
    }
    char *text = r3d_priv_arena_alloc(r->arena, length + 1);
    if (text == NULL) {
        r->out_of_memory = true;
        return "";
    }
    memcpy(text, begin, length); /* the arena's memory is zeroed */
    return text;
}

const int32_t *r3d_priv_record_u16_list(r3d_priv_record_reader *r, int32_t *out_count)
{
    int32_t count = r3d_priv_read_u8(r->reader);
    *out_count = 0;
    if (count == 0 || !r3d_priv_reader_has(r->reader, (size_t)count * 2)) {
        return NULL;
    }
    int32_t *numbers = r3d_priv_arena_alloc(r->arena, (size_t)count * sizeof *numbers);
    if (numbers == NULL) {
        r->out_of_memory = true;
        return NULL;
    }
    for (int32_t i = 0; i < count; i++) {
        numbers[i] = r3d_priv_read_u16(r->reader);
    }
    *out_count = count;
    return numbers;
}

const r3d_cache_recolor *r3d_priv_record_recolors(r3d_priv_record_reader *r, int32_t *out_count)
{
    int32_t count = r3d_priv_read_u8(r->reader);
    *out_count = 0;
    if (count == 0 || !r3d_priv_reader_has(r->reader, (size_t)count * 4)) {
        return NULL;
    }
    r3d_cache_recolor *pairs = r3d_priv_arena_alloc(r->arena, (size_t)count * sizeof *pairs);
    if (pairs == NULL) {
        r->out_of_memory = true;
        return NULL;
    }
    for (int32_t i = 0; i < count; i++) {
        pairs[i].from = r3d_priv_read_u16(r->reader);
        pairs[i].to = r3d_priv_read_u16(r->reader);
    }
    *out_count = count;
    return pairs;
}

int32_t r3d_priv_record_id(r3d_priv_record_reader *r)
{
    int32_t id = r3d_priv_read_u16(r->reader);
    return id != 65535 ? id : -1;
}

void r3d_priv_record_no_texts(const char **texts, int32_t count)
{
    for (int32_t i = 0; i < count; i++) {
        texts[i] = "";
    }
}
