/* SPDX-License-Identifier: MIT */
/* Archives. Source: spec rs2-cache section 1. */

#include "cache_internal.h"

#include <stdio.h>
#include <string.h>

#include "bzip2.h"

#include "../base/desc.h"

enum { HEADER_SIZE = 6, DIRECTORY_ENTRY_SIZE = 10, TITLE_SIZE = 40 };

typedef struct archive_entry {
    uint32_t hash;
    int32_t inflated_size;
    int32_t stored_size;
    size_t offset;     /* of the stored bytes, in `body` */
    uint8_t *inflated; /* once it was read, per file only */
} archive_entry;

struct r3d_archive {
    r3d_allocator allocator;
    char *name;
    bool strict;
    int64_t max_inflated;
    int64_t inflated; /* bytes of entries that are kept */
    int64_t *shared;  /* bytes that may still be inflated, of this archive and others */
    uint8_t *file;
    size_t file_size;
    bool whole;
    uint8_t *inflated_body; /* whole only */
    const uint8_t *body;
    size_t body_size;                  /* what the header promises */
    size_t body_valid;                 /* what is there: less when the compressed body is damaged */
    r3d_priv_bzip2_report body_report; /* whole only: how inflating ended */
    void *scratch;
    archive_entry *entries;
    int32_t entry_count;
};

uint32_t r3d_archive_hash(const char *name)
{
    uint32_t hash = 0;
    for (; name != NULL && *name != '\0'; name++) {
        uint32_t c = (unsigned char)*name;
        if (c >= 'a' && c <= 'z') {
            c -= 'a' - 'A';
        }
        hash = hash * 61u + c - 32u;
    }
    return hash;
}

/* Names that the engine asks for, so that entries can be called by them. */
static const char *const known_names[] = {
    "ob_head.dat",     "ob_face1.dat",   "ob_face2.dat",    "ob_face3.dat",  "ob_face4.dat",
    "ob_face5.dat",    "ob_point1.dat",  "ob_point2.dat",   "ob_point3.dat", "ob_point4.dat",
    "ob_point5.dat",   "ob_vertex1.dat", "ob_vertex2.dat",  "ob_axis.dat",   "base_head.dat",
    "base_type.dat",   "base_label.dat", "frame_head.dat",  "frame_del.dat", "frame_tran1.dat",
    "frame_tran2.dat", "index.dat",      "obj.dat",         "obj.idx",       "npc.dat",
    "npc.idx",         "loc.dat",        "loc.idx",         "idk.dat",       "seq.dat",
    "spotanim.dat",    "flo.dat",        "varp.dat",        "varbit.dat",    "title.dat",
    "logo.dat",        "titlebox.dat",   "titlebutton.dat", "runes.dat",     "p11.dat",
    "p12.dat",         "b12.dat",        "q8.dat",
#define TEN(tens)                                                                                  \
    tens "0.dat", tens "1.dat", tens "2.dat", tens "3.dat", tens "4.dat", tens "5.dat",            \
        tens "6.dat", tens "7.dat", tens "8.dat", tens "9.dat"
    TEN(""),           TEN("1"),         TEN("2"),          TEN("3"),        TEN("4"),
    TEN("5"),          TEN("6"),         TEN("7"),          TEN("8"),        TEN("9"),
#undef TEN
};

enum { KNOWN_COUNT = sizeof known_names / sizeof known_names[0] };

/* NULL for a hash that belongs to none of them. */
static const char *known_name(uint32_t hash)
{
    for (int i = 0; i < KNOWN_COUNT; i++) {
        if (r3d_archive_hash(known_names[i]) == hash) {
            return known_names[i];
        }
    }
    return NULL;
}

/* What errors call an entry. */
static const char *title_of(const archive_entry *e, int32_t index, char out_title[TITLE_SIZE])
{
    const char *name = known_name(e->hash);
    if (name != NULL) {
        return name;
    }
    snprintf(out_title, TITLE_SIZE, "entry %ld (hash %08lx)", (long)index, (unsigned long)e->hash);
    return out_title;
}

static r3d_priv_origin origin_of(const r3d_archive *archive, const char *entry_title)
{
    return (r3d_priv_origin){.archive = archive->name, .entry = entry_title};
}

static bool take_scratch(r3d_archive *archive)
{
    if (archive->scratch == NULL) {
        archive->scratch = r3d_priv_io_alloc(&archive->allocator, r3d_priv_bzip2_scratch_size());
    }
    return archive->scratch != NULL;
}

static void release_scratch(r3d_archive *archive)
{
    r3d_priv_io_free(&archive->allocator, archive->scratch);
    archive->scratch = NULL;
}

/* ---- opening ---- */

static r3d_result inflate_body(r3d_archive *archive, size_t packed, r3d_error *out_error)
{
    r3d_priv_origin origin = origin_of(archive, NULL);
    if ((int64_t)archive->body_size > archive->max_inflated) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_LIMIT, origin, 0,
                                   "the body has %zu bytes, the limit is %lld", archive->body_size,
                                   (long long)archive->max_inflated);
    }
    /* Not zeroed: only what was inflated is looked at, and a header that lies must cost nothing. */
    archive->inflated_body =
        r3d_priv_io_alloc(&archive->allocator, archive->body_size > 0 ? archive->body_size : 1);
    if (archive->inflated_body == NULL || !take_scratch(archive)) {
        return r3d_priv_cache_no_memory(out_error, origin);
    }
    archive->inflated += (int64_t)archive->body_size;
    (void)r3d_priv_bzip2_decode(archive->file + HEADER_SIZE, packed, archive->strict,
                                archive->scratch, archive->inflated_body, archive->body_size,
                                &archive->body_report);
    release_scratch(archive);
    archive->body = archive->inflated_body;
    archive->body_valid = archive->body_report.produced;
    return R3D_OK;
}

/* The error of a whole body that could not be inflated to its end. */
static r3d_result body_error(const r3d_archive *archive, const char *title, r3d_error *out_error)
{
    const r3d_priv_bzip2_report *report = &archive->body_report;
    return r3d_priv_cache_fail(out_error, report->result, origin_of(archive, title),
                               (int64_t)(HEADER_SIZE + report->offset),
                               "%s; %zu of the body's %zu bytes are good", report->problem,
                               report->produced, archive->body_size);
}

static r3d_result find_body(r3d_archive *archive, r3d_error *out_error)
{
    r3d_priv_origin origin = origin_of(archive, NULL);
    r3d_priv_reader reader = r3d_priv_reader_make(archive->file, archive->file_size, 0);
    size_t unpacked = (size_t)r3d_priv_read_u24(&reader);
    size_t packed = (size_t)r3d_priv_read_u24(&reader);
    if (reader.failed) {
        return r3d_priv_cache_truncated(out_error, origin, &reader, "the six bytes of its header");
    }
    size_t there = archive->file_size - HEADER_SIZE;
    archive->whole = unpacked != packed;
    archive->body_size = unpacked;
    if (packed > there && (!archive->whole || archive->strict)) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_TRUNCATED, origin, 3,
                                   "the header says %zu bytes follow, there are %zu", packed,
                                   there);
    }
    if (packed < there && archive->strict) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_COUNT, origin, 3,
                                   "the header says %zu bytes follow, there are %zu", packed,
                                   there);
    }
    if (archive->whole) {
        return inflate_body(archive, packed < there ? packed : there, out_error);
    }
    archive->body = archive->file + HEADER_SIZE;
    archive->body_valid = unpacked;
    return R3D_OK;
}

static r3d_result read_directory(r3d_archive *archive, r3d_error *out_error)
{
    r3d_priv_origin origin = origin_of(archive, NULL);
    r3d_priv_reader reader = r3d_priv_reader_make(archive->body, archive->body_valid, 0);
    int32_t count = r3d_priv_read_u16(&reader);
    size_t offset = 2 + (size_t)count * DIRECTORY_ENTRY_SIZE;
    if (reader.failed || offset > archive->body_valid) {
        if (archive->body_report.result != R3D_OK) {
            return body_error(archive, NULL, out_error);
        }
        return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_COUNT, origin, HEADER_SIZE,
                                   "the directory names %ld entries in a body of %zu bytes",
                                   (long)count, archive->body_size);
    }
    archive->entries =
        r3d_priv_cache_alloc_array(&archive->allocator, (size_t)count, sizeof *archive->entries);
    if (archive->entries == NULL) {
        return r3d_priv_cache_no_memory(out_error, origin);
    }
    archive->entry_count = count;
    for (int32_t i = 0; i < count; i++) {
        archive_entry *e = &archive->entries[i];
        e->hash = r3d_priv_read_u32(&reader);
        e->inflated_size = r3d_priv_read_u24(&reader);
        e->stored_size = r3d_priv_read_u24(&reader);
        e->offset = offset;
        /* Up to 65,535 sizes of 24 bits: at most 2^40, which a 32-bit size cannot hold. */
        if (offset <= archive->body_size) {
            offset += (size_t)e->stored_size;
        }
    }
    if (archive->strict && archive->body_report.result != R3D_OK) {
        return body_error(archive, NULL, out_error);
    }
    if (archive->strict && offset != archive->body_size) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_COUNT, origin, HEADER_SIZE,
                                   "the entries end at byte %zu of a body of %zu", offset,
                                   archive->body_size);
    }
    return R3D_OK;
}

static char *copy_text(const r3d_allocator *allocator, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = r3d_priv_io_alloc(allocator, size);
    if (copy != NULL) {
        memcpy(copy, text, size);
    }
    return copy;
}

/* is_body  The bytes are the inflated body of a whole archive. */
static r3d_result adopt(void *data, size_t size, bool is_body, const char *name,
                        const r3d_archive_options *options, r3d_archive **out_archive,
                        r3d_error *out_error)
{
    r3d_priv_origin origin = {.archive = name, .entry = NULL};
    r3d_cache_limits limits;
    r3d_allocator allocator;
    (void)r3d_priv_io_allocator(&options->allocator, &allocator);
    r3d_result result = r3d_priv_cache_limits(options->limits, &limits);
    if (result != R3D_OK) {
        r3d_priv_io_free(&allocator, data);
        return r3d_priv_cache_fail(out_error, result, origin, -1, R3D_PRIV_WRONG_LIMITS);
    }
    r3d_archive *archive = r3d_priv_cache_alloc_array(&allocator, 1, sizeof *archive);
    if (archive == NULL) {
        r3d_priv_io_free(&allocator, data);
        return r3d_priv_cache_no_memory(out_error, origin);
    }
    archive->allocator = allocator;
    archive->file = data;
    archive->file_size = size;
    archive->strict = options->strict;
    archive->max_inflated = limits.max_inflated_bytes;
    archive->name = copy_text(&allocator, name);
    if (archive->name == NULL) {
        result = r3d_priv_cache_no_memory(out_error, origin);
    } else if (is_body) {
        archive->whole = true;
        archive->body = data;
        archive->body_size = size;
        archive->body_valid = size;
    } else {
        result = find_body(archive, out_error);
    }
    if (result == R3D_OK) {
        result = read_directory(archive, out_error);
    }
    if (result != R3D_OK) {
        r3d_archive_close(archive);
        return result;
    }
    *out_archive = archive;
    return R3D_OK;
}

size_t r3d_priv_archive_size_without_version(const void *data, size_t size)
{
    r3d_priv_reader reader = r3d_priv_reader_make(data, size, 0);
    r3d_priv_skip(&reader, 3);
    const size_t packed = (size_t)r3d_priv_read_u24(&reader);
    const bool has_version =
        !reader.failed && packed + HEADER_SIZE + R3D_PRIV_STORE_VERSION_SIZE == size;
    return has_version ? size - R3D_PRIV_STORE_VERSION_SIZE : size;
}

r3d_result r3d_priv_archive_adopt(void *data, size_t size, const char *name,
                                  const r3d_archive_options *options, r3d_archive **out_archive,
                                  r3d_error *out_error)
{
    return adopt(data, size, false, name, options, out_archive, out_error);
}

r3d_result r3d_priv_archive_adopt_body(void *data, size_t size, const char *name,
                                       const r3d_archive_options *options,
                                       r3d_archive **out_archive, r3d_error *out_error)
{
    return adopt(data, size, true, name, options, out_archive, out_error);
}

/* Checks what both ways of opening get; fills in the hooks. */
static r3d_result check_opening(const char *name, bool complete, const r3d_archive_options *options,
                                r3d_archive_options *out, r3d_cache_limits *out_limits,
                                r3d_error *out_error)
{
    r3d_archive_options_init(out);
    complete =
        complete && (options == NULL || r3d_priv_desc_read(out, sizeof *out, options) == R3D_OK);
    r3d_priv_origin origin = {.archive = name, .entry = NULL};
    r3d_allocator hooks;
    if (!complete || r3d_priv_io_allocator(&out->allocator, &hooks) != R3D_OK) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_ARGUMENT, origin, -1,
                                   "a pointer is NULL, struct_size is none or the allocator has "
                                   "only one function");
    }
    out->allocator = hooks;
    const r3d_result result = r3d_priv_cache_limits(out->limits, out_limits);
    if (result != R3D_OK) {
        return r3d_priv_cache_fail(out_error, result, origin, -1, R3D_PRIV_WRONG_LIMITS);
    }
    return R3D_OK;
}

r3d_result r3d_archive_open(const char *path, const r3d_archive_options *options,
                            r3d_archive **out_archive, r3d_error *out_error)
{
    r3d_archive_options full;
    r3d_cache_limits limits;
    if (out_archive != NULL) {
        *out_archive = NULL;
    }
    r3d_result result = check_opening(path, path != NULL && out_archive != NULL, options, &full,
                                      &limits, out_error);
    void *data = NULL;
    size_t size = 0;
    if (result == R3D_OK) {
        result = r3d_file_read_from(full.files, path, limits.max_archive_bytes, &full.allocator,
                                    &data, &size, out_error);
    }
    if (result != R3D_OK) {
        return result;
    }
    return r3d_priv_archive_adopt(data, size, path, &full, out_archive, out_error);
}

r3d_result r3d_archive_open_memory(const void *data, size_t size, const char *name,
                                   const r3d_archive_options *options, r3d_archive **out_archive,
                                   r3d_error *out_error)
{
    name = name != NULL ? name : "";
    r3d_archive_options full;
    r3d_cache_limits limits;
    if (out_archive != NULL) {
        *out_archive = NULL;
    }
    bool complete = (data != NULL || size == 0) && out_archive != NULL;
    r3d_result result = check_opening(name, complete, options, &full, &limits, out_error);
    if (result != R3D_OK) {
        return result;
    }
    r3d_priv_origin origin = {.archive = name, .entry = NULL};
    if ((uint64_t)size > (uint64_t)limits.max_archive_bytes) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_LIMIT, origin, -1,
                                   "the archive has %zu bytes, the limit is %lld", size,
                                   (long long)limits.max_archive_bytes);
    }
    void *copy = r3d_priv_cache_alloc_array(&full.allocator, size, 1);
    if (copy == NULL) {
        return r3d_priv_cache_no_memory(out_error, origin);
    }
    if (size > 0) {
        memcpy(copy, data, size);
    }
    return r3d_priv_archive_adopt(copy, size, name, &full, out_archive, out_error);
}

void r3d_archive_close(r3d_archive *archive)
{
    if (archive == NULL) {
        return;
    }
    r3d_allocator allocator = archive->allocator;
    for (int32_t i = 0; i < archive->entry_count; i++) {
        r3d_priv_io_free(&allocator, archive->entries[i].inflated);
    }
    r3d_priv_io_free(&allocator, archive->entries);
    r3d_priv_io_free(&allocator, archive->inflated_body);
    r3d_priv_io_free(&allocator, archive->file);
    r3d_priv_io_free(&allocator, archive->scratch);
    r3d_priv_io_free(&allocator, archive->name);
    r3d_priv_io_free(&allocator, archive);
}

r3d_result r3d_priv_archive_share(r3d_archive *archive, int64_t *budget, r3d_error *out_error)
{
    if (archive->inflated > *budget) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_LIMIT, origin_of(archive, NULL), 0,
                                   "with the %lld bytes of its body the archives have more than "
                                   "their limit",
                                   (long long)archive->inflated);
    }
    *budget -= archive->inflated;
    archive->shared = budget;
    return R3D_OK;
}

/* ---- looking ---- */

const char *r3d_priv_archive_name(const r3d_archive *archive)
{
    return archive->name;
}

int32_t r3d_archive_count(const r3d_archive *archive)
{
    return archive != NULL ? archive->entry_count : 0;
}

bool r3d_archive_is_whole(const r3d_archive *archive)
{
    return archive != NULL && archive->whole;
}

r3d_result r3d_archive_get_entry(const r3d_archive *archive, int32_t index,
                                 r3d_archive_entry *out_entry)
{
    if (archive == NULL || out_entry == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (index < 0 || index >= archive->entry_count) {
        return R3D_ERR_RANGE;
    }
    const archive_entry *e = &archive->entries[index];
    out_entry->hash = e->hash;
    out_entry->size = e->inflated_size;
    out_entry->stored_size = e->stored_size;
    out_entry->offset = (int64_t)(e->offset + (archive->whole ? 0 : HEADER_SIZE));
    out_entry->name = known_name(e->hash);
    return R3D_OK;
}

int32_t r3d_archive_find(const r3d_archive *archive, const char *name)
{
    if (archive == NULL || name == NULL) {
        return -1;
    }
    uint32_t hash = r3d_archive_hash(name);
    for (int32_t i = 0; i < archive->entry_count; i++) {
        if (archive->entries[i].hash == hash) {
            return i;
        }
    }
    return -1;
}

/* ---- reading ---- */

static r3d_result read_plain(const r3d_archive *archive, int32_t index, const uint8_t **out_data,
                             size_t *out_size, r3d_error *out_error)
{
    const archive_entry *e = &archive->entries[index];
    char title[TITLE_SIZE];
    r3d_priv_origin origin = origin_of(archive, title_of(e, index, title));
    size_t size = (size_t)e->inflated_size;
    if (e->offset > archive->body_size || size > archive->body_size - e->offset) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_TRUNCATED, origin, (int64_t)e->offset,
                                   "its %zu bytes pass the end of the body of %zu", size,
                                   archive->body_size);
    }
    if (size > 0 && e->offset + size > archive->body_valid) {
        return body_error(archive, origin.entry, out_error);
    }
    if (archive->strict && e->stored_size != e->inflated_size) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_COUNT, origin, (int64_t)e->offset,
                                   "its two sizes differ: %ld and %ld", (long)e->inflated_size,
                                   (long)e->stored_size);
    }
    *out_data = archive->body + e->offset;
    *out_size = size;
    return R3D_OK;
}

static r3d_result inflate_entry(r3d_archive *archive, int32_t index, r3d_error *out_error)
{
    archive_entry *e = &archive->entries[index];
    char title[TITLE_SIZE];
    r3d_priv_origin origin = origin_of(archive, title_of(e, index, title));
    int64_t offset = (int64_t)e->offset + HEADER_SIZE;
    size_t stored = (size_t)e->stored_size;
    if (e->offset > archive->body_size || stored > archive->body_size - e->offset) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_TRUNCATED, origin, offset,
                                   "its %zu stored bytes pass the end of the body of %zu", stored,
                                   archive->body_size);
    }
    if (e->inflated_size > archive->max_inflated - archive->inflated) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_LIMIT, origin, offset,
                                   "with its %ld bytes the entries have more than the limit, %lld",
                                   (long)e->inflated_size, (long long)archive->max_inflated);
    }
    if (archive->shared != NULL && e->inflated_size > *archive->shared) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_LIMIT, origin, offset,
                                   "with its %ld bytes the archives have more than their limit",
                                   (long)e->inflated_size);
    }
    if (!take_scratch(archive)) {
        return r3d_priv_cache_no_memory(out_error, origin);
    }
    uint8_t *data =
        r3d_priv_io_alloc(&archive->allocator, e->inflated_size > 0 ? (size_t)e->inflated_size : 1);
    if (data == NULL) {
        return r3d_priv_cache_no_memory(out_error, origin);
    }
    r3d_priv_bzip2_report report;
    r3d_result result =
        r3d_priv_bzip2_decode(archive->body + e->offset, stored, archive->strict, archive->scratch,
                              data, (size_t)e->inflated_size, &report);
    if (result != R3D_OK) {
        r3d_priv_io_free(&archive->allocator, data);
        return r3d_priv_cache_fail(out_error, result, origin, offset + (int64_t)report.offset,
                                   "%s; %zu of the entry's %ld bytes are good", report.problem,
                                   report.produced, (long)e->inflated_size);
    }
    e->inflated = data;
    archive->inflated += e->inflated_size;
    if (archive->shared != NULL) {
        *archive->shared -= e->inflated_size;
    }
    return R3D_OK;
}

r3d_result r3d_archive_read(r3d_archive *archive, int32_t index, const uint8_t **out_data,
                            size_t *out_size, r3d_error *out_error)
{
    if (archive == NULL || out_data == NULL || out_size == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, "", 0, -1, "a pointer is NULL");
    }
    *out_data = NULL;
    *out_size = 0;
    if (index < 0 || index >= archive->entry_count) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_RANGE, origin_of(archive, NULL), -1,
                                   "entry %ld asked for, there are %ld", (long)index,
                                   (long)archive->entry_count);
    }
    archive_entry *e = &archive->entries[index];
    if (archive->whole) {
        return read_plain(archive, index, out_data, out_size, out_error);
    }
    if (e->inflated == NULL) {
        r3d_result result = inflate_entry(archive, index, out_error);
        if (result != R3D_OK) {
            return result;
        }
    }
    *out_data = e->inflated;
    *out_size = (size_t)e->inflated_size;
    return R3D_OK;
}

r3d_result r3d_archive_read_name(r3d_archive *archive, const char *name, const uint8_t **out_data,
                                 size_t *out_size, r3d_error *out_error)
{
    if (archive == NULL || name == NULL || out_data == NULL || out_size == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, "", 0, -1, "a pointer is NULL");
    }
    int32_t index = r3d_archive_find(archive, name);
    if (index < 0) {
        *out_data = NULL;
        *out_size = 0;
        return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_INDEX, origin_of(archive, name),
                                   HEADER_SIZE,
                                   "the archive's directory has no entry of this name");
    }
    return r3d_archive_read(archive, index, out_data, out_size, out_error);
}
