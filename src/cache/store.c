/* SPDX-License-Identifier: MIT */
/* The sector store. Source: spec rs2-cache section 3. */

#include "cache_internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "../base/desc.h"

enum {
    SECTOR_SIZE = 520,
    SECTOR_HEAD = 8,
    SECTOR_DATA = 512,
    NEXT_AT = 4, /* where a sector names the next */
    INDEX_ENTRY_SIZE = 6,
    INDEX_COUNT = R3D_STORE_INDEX_MAX + 1,
    INDEX_USUAL = 4,     /* stores have the indices 0 to 4; later ones have no gaps */
    WINDOW_SECTORS = 64, /* read at once */
    MAX_INDEX_BYTES = 65536 * INDEX_ENTRY_SIZE
};

typedef struct index_file {
    uint8_t *data;
    size_t size;
} index_file;

struct r3d_store {
    r3d_allocator allocator;
    r3d_cache_limits limits;
    bool strict;
    FILE *file;         /* NULL: its bytes are lent */
    r3d_priv_lent lent; /* by a source of files */
    int64_t file_size;
    char *path; /* of the sector file */
    index_file indices[INDEX_COUNT];
    uint8_t window[WINDOW_SECTORS * SECTOR_SIZE];
    int64_t window_first; /* sector */
    int32_t window_count;
};

static char *join_path(const r3d_allocator *allocator, const char *folder, const char *name)
{
    size_t folder_length = strlen(folder);
    size_t name_size = strlen(name) + 1;
    char *path = r3d_priv_io_alloc(allocator, folder_length + 1 + name_size);
    if (path != NULL) {
        // NOLINTNEXTLINE(bugprone-not-null-terminated-result): the name that follows brings the end
        memcpy(path, folder, folder_length);
        path[folder_length] = '/';
        memcpy(path + folder_length + 1, name, name_size);
    }
    return path;
}

/* Reads the index files that are there. */
static r3d_result read_indices(r3d_store *store, const char *folder, const r3d_file_source *files,
                               r3d_error *out_error)
{
    for (int i = 0; i < INDEX_COUNT; i++) {
        char name[32];
        snprintf(name, sizeof name, "main_file_cache.idx%d", i);
        char *path = join_path(&store->allocator, folder, name);
        if (path == NULL) {
            r3d_priv_origin origin = {.archive = store->path, .entry = NULL};
            return r3d_priv_cache_no_memory(out_error, origin);
        }
        void *data = NULL;
        size_t size = 0;
        r3d_error error;
        r3d_result result = r3d_file_read_from(files, path, MAX_INDEX_BYTES, &store->allocator,
                                               &data, &size, &error);
        r3d_priv_io_free(&store->allocator, path);
        if (result == R3D_ERR_IO_OPEN && i > INDEX_USUAL) {
            break; /* nor are there any that follow: asking for all 255 takes longer than an icon */
        }
        if (result == R3D_ERR_IO_OPEN && i != 0) {
            continue; /* the first must be there */
        }
        if (result != R3D_OK) {
            if (out_error != NULL) {
                *out_error = error;
            }
            return result;
        }
        store->indices[i].data = data;
        store->indices[i].size = size;
        if (store->strict && size % INDEX_ENTRY_SIZE != 0) {
            r3d_priv_origin origin = {.archive = store->path, .entry = name};
            return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_COUNT, origin, (int64_t)size,
                                       "the index has %zu bytes, which is not a multiple of six",
                                       size);
        }
    }
    return R3D_OK;
}

static r3d_result open_sectors(r3d_store *store, const r3d_file_source *files, r3d_error *out_error)
{
    if (files == NULL) {
        return r3d_priv_file_open(store->path, &store->file, &store->file_size, out_error);
    }
    const r3d_result result =
        r3d_priv_lend(files, store->path, store->limits.max_store_bytes, &store->lent, out_error);
    store->file_size = (int64_t)store->lent.size; /* at most the limit */
    return result;
}

r3d_result r3d_store_open(const char *folder, const r3d_archive_options *options,
                          r3d_store **out_store, r3d_error *out_error)
{
    r3d_archive_options full;
    r3d_archive_options_init(&full);
    const bool is_read =
        options == NULL || r3d_priv_desc_read(&full, sizeof full, options) == R3D_OK;
    if (out_store != NULL) {
        *out_store = NULL;
    }
    r3d_priv_origin origin = {.archive = folder, .entry = NULL};
    r3d_allocator hooks;
    r3d_cache_limits limits;
    if (folder == NULL || out_store == NULL || !is_read ||
        r3d_priv_io_allocator(&full.allocator, &hooks) != R3D_OK) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_ARGUMENT, origin, -1,
                                   "a pointer is NULL, struct_size is none or the allocator has "
                                   "only one function");
    }
    r3d_result result = r3d_priv_cache_limits(full.limits, &limits);
    if (result != R3D_OK) {
        return r3d_priv_cache_fail(out_error, result, origin, -1, R3D_PRIV_WRONG_LIMITS);
    }
    r3d_store *store = r3d_priv_cache_alloc_array(&hooks, 1, sizeof *store);
    if (store == NULL) {
        return r3d_priv_cache_no_memory(out_error, origin);
    }
    store->allocator = hooks;
    store->limits = limits;
    store->strict = full.strict;
    store->path = join_path(&hooks, folder, "main_file_cache.dat");
    result = store->path != NULL ? open_sectors(store, full.files, out_error)
                                 : r3d_priv_cache_no_memory(out_error, origin);
    if (result == R3D_OK && store->file_size > limits.max_store_bytes) {
        origin.archive = store->path;
        result = r3d_priv_cache_fail(
            out_error, R3D_ERR_LIMIT, origin, -1, "the store has %lld bytes, the limit is %lld",
            (long long)store->file_size, (long long)limits.max_store_bytes);
    }
    if (result == R3D_OK) {
        result = read_indices(store, folder, full.files, out_error);
    }
    if (result != R3D_OK) {
        r3d_store_close(store);
        return result;
    }
    *out_store = store;
    return R3D_OK;
}

void r3d_store_close(r3d_store *store)
{
    if (store == NULL) {
        return;
    }
    r3d_allocator allocator = store->allocator;
    for (int i = 0; i < INDEX_COUNT; i++) {
        r3d_priv_io_free(&allocator, store->indices[i].data);
    }
    if (store->file != NULL) {
        (void)fclose(store->file);
    }
    r3d_priv_lent_close(&store->lent);
    r3d_priv_io_free(&allocator, store->path);
    r3d_priv_io_free(&allocator, store);
}

const char *r3d_priv_store_path(const r3d_store *store)
{
    return store->path;
}

void r3d_priv_store_entry_name(int32_t index, int32_t number,
                               char out_name[R3D_PRIV_STORE_NAME_SIZE])
{
    snprintf(out_name, R3D_PRIV_STORE_NAME_SIZE, "%ld/%ld", (long)index, (long)number);
}

int32_t r3d_store_count(const r3d_store *store, int32_t index)
{
    if (store == NULL || index < 0 || index >= INDEX_COUNT) {
        return 0;
    }
    return (int32_t)(store->indices[index].size / INDEX_ENTRY_SIZE);
}

/* What the index says of an entry. Returns false if there is none. */
static bool look_up(const r3d_store *store, int32_t index, int32_t number, int32_t *out_size,
                    int32_t *out_sector)
{
    if (number < 0 || number >= r3d_store_count(store, index)) {
        return false;
    }
    const index_file *file = &store->indices[index];
    r3d_priv_reader reader =
        r3d_priv_reader_make(file->data, file->size, (size_t)number * INDEX_ENTRY_SIZE);
    *out_size = r3d_priv_read_u24(&reader);
    *out_sector = r3d_priv_read_u24(&reader);
    return *out_size != 0 || *out_sector != 0;
}

bool r3d_store_contains(const r3d_store *store, int32_t index, int32_t number)
{
    int32_t size;
    int32_t sector;
    return look_up(store, index, number, &size, &sector);
}

/* ---- reading ---- */

/* One entry that is being read. */
typedef struct chain {
    r3d_store *store;
    int32_t index;
    int32_t number;
    r3d_priv_origin origin;
    uint8_t *data;
    size_t size;
    size_t got;
} chain;

/* Makes `count` sectors from `first` on available, as far as the file has them. The last one may be
 * cut. */
static r3d_result read_window(r3d_store *store, int64_t first, size_t count, r3d_priv_origin origin,
                              r3d_error *out_error)
{
    if (count > WINDOW_SECTORS) {
        count = WINDOW_SECTORS;
    }
    int64_t offset = first * SECTOR_SIZE;
    int64_t there = store->file_size - offset;
    size_t bytes = count * SECTOR_SIZE;
    if (there < (int64_t)bytes) {
        bytes = (size_t)there;
    }
    store->window_count = 0;
    if (store->file == NULL) {
        memcpy(store->window, (const uint8_t *)store->lent.data + offset, bytes);
        store->window_first = first;
        store->window_count = (int32_t)((bytes + SECTOR_SIZE - 1) / SECTOR_SIZE);
        return R3D_OK;
    }
    /* Offsets stay below the limit on the size of stores, which a long can hold. */
    if (fseek(store->file, (long)offset, SEEK_SET) != 0 ||
        fread(store->window, 1, bytes, store->file) != bytes) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_IO_READ, origin, offset,
                                   "cannot read %zu bytes: %s", bytes,
                                   r3d_priv_io_errno_text(errno));
    }
    store->window_first = first;
    store->window_count = (int32_t)((bytes + SECTOR_SIZE - 1) / SECTOR_SIZE);
    return R3D_OK;
}

/* Appends a sector and tells which is next. */
static r3d_result read_sector(chain *c, int32_t sector, int32_t part, int32_t *out_next,
                              r3d_error *out_error)
{
    r3d_store *store = c->store;
    int64_t offset = (int64_t)sector * SECTOR_SIZE;
    size_t wanted = c->size - c->got < SECTOR_DATA ? c->size - c->got : SECTOR_DATA;
    if (sector <= 0 || offset + SECTOR_HEAD + (int64_t)wanted > store->file_size) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_INDEX, c->origin, offset,
                                   "part %ld is said to be in sector %ld, expected 1..%lld",
                                   (long)part, (long)sector,
                                   (long long)(store->file_size / SECTOR_SIZE));
    }
    if (sector < store->window_first || sector >= store->window_first + store->window_count) {
        size_t rest = (c->size - c->got + SECTOR_DATA - 1) / SECTOR_DATA;
        r3d_result result = read_window(store, sector, rest, c->origin, out_error);
        if (result != R3D_OK) {
            return result;
        }
    }
    const uint8_t *bytes = store->window + (sector - store->window_first) * SECTOR_SIZE;
    r3d_priv_reader head = r3d_priv_reader_make(bytes, SECTOR_HEAD, 0);
    int32_t file = r3d_priv_read_u16(&head);
    int32_t found_part = r3d_priv_read_u16(&head);
    *out_next = r3d_priv_read_u24(&head);
    int32_t kind = r3d_priv_read_u8(&head);
    if (file != c->number || found_part != part || kind != c->index + 1) {
        return r3d_priv_cache_fail(
            out_error, R3D_ERR_FORMAT_DATA, c->origin, offset,
            "sector %ld belongs to file %ld part %ld of store %ld, expected %ld part %ld of %ld",
            (long)sector, (long)file, (long)found_part, (long)kind, (long)c->number, (long)part,
            (long)c->index + 1);
    }
    memcpy(c->data + c->got, bytes + SECTOR_HEAD, wanted);
    c->got += wanted;
    return R3D_OK;
}

r3d_result r3d_store_read(r3d_store *store, int32_t index, int32_t number, void **out_data,
                          size_t *out_size, r3d_error *out_error)
{
    if (store == NULL || out_data == NULL || out_size == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, "", 0, -1, "a pointer is NULL");
    }
    *out_data = NULL;
    *out_size = 0;
    char entry[R3D_PRIV_STORE_NAME_SIZE];
    r3d_priv_store_entry_name(index, number, entry);
    r3d_priv_origin origin = {.archive = store->path, .entry = entry};
    int32_t size;
    int32_t sector;
    if (!look_up(store, index, number, &size, &sector)) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_RANGE, origin, -1,
                                   "the store has no such entry");
    }
    /* Every sector that is read lies in the file, and no two parts of an entry in the same one. */
    if ((int64_t)(size / SECTOR_DATA) * SECTOR_SIZE > store->file_size) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_FORMAT_COUNT, origin,
                                   (int64_t)number * INDEX_ENTRY_SIZE,
                                   "the index says %ld bytes, the whole store has %lld", (long)size,
                                   (long long)store->file_size);
    }
    chain c = {
        .store = store, .index = index, .number = number, .origin = origin, .size = (size_t)size};
    c.data = r3d_priv_io_alloc(&store->allocator, c.size > 0 ? c.size : 1);
    if (c.data == NULL) {
        return r3d_priv_cache_no_memory(out_error, origin);
    }
    r3d_result result = R3D_OK;
    int32_t last = 0;
    for (int32_t part = 0; result == R3D_OK && c.got < c.size; part++) {
        int32_t next = 0;
        last = sector;
        result = read_sector(&c, sector, part, &next, out_error);
        sector = next;
    }
    if (result == R3D_OK && store->strict && sector != 0 && c.size > 0) {
        result = r3d_priv_cache_fail(
            out_error, R3D_ERR_FORMAT_COUNT, origin, (int64_t)last * SECTOR_SIZE + NEXT_AT,
            "its last sector names another one, %ld, expected 0", (long)sector);
    }
    if (result != R3D_OK) {
        r3d_priv_io_free(&store->allocator, c.data);
        return result;
    }
    *out_data = c.data;
    *out_size = c.size;
    return R3D_OK;
}

r3d_result r3d_store_read_gzip(r3d_store *store, int32_t index, int32_t number, void **out_data,
                               size_t *out_size, r3d_error *out_error)
{
    if (out_data == NULL || out_size == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    void *packed = NULL;
    size_t packed_size = 0;
    r3d_result result = r3d_store_read(store, index, number, &packed, &packed_size, out_error);
    if (result != R3D_OK) {
        *out_data = NULL;
        *out_size = 0;
        return result;
    }
    char entry[R3D_PRIV_STORE_NAME_SIZE];
    r3d_priv_store_entry_name(index, number, entry);
    r3d_priv_origin origin = {.archive = store->path, .entry = entry};
    result =
        r3d_priv_gzip_decode(packed, packed_size, store->limits.max_inflated_bytes, store->strict,
                             origin, &store->allocator, out_data, out_size, out_error);
    r3d_priv_io_free(&store->allocator, packed);
    return result;
}
