/* SPDX-License-Identifier: MIT */
#include "forge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <bzlib.h>
#include <zlib.h>

#include <retro3d/io.h>

#include "cmocka_all.h"
#include "pool.h"

void forge_add(forge_bytes *bytes, const void *data, size_t size)
{
    if (bytes->size + size > bytes->capacity) {
        bytes->capacity = (bytes->size + size) * 2 + 64;
        bytes->data = realloc(bytes->data, bytes->capacity);
        assert_non_null(bytes->data);
    }
    if (size > 0) {
        memcpy(bytes->data + bytes->size, data, size);
        bytes->size += size;
    }
}

void forge_u8(forge_bytes *bytes, uint32_t value)
{
    uint8_t byte = (uint8_t)value;
    forge_add(bytes, &byte, 1);
}

void forge_u16(forge_bytes *bytes, uint32_t value)
{
    forge_u8(bytes, value >> 8);
    forge_u8(bytes, value);
}

void forge_u24(forge_bytes *bytes, uint32_t value)
{
    forge_u8(bytes, value >> 16);
    forge_u16(bytes, value);
}

void forge_u32(forge_bytes *bytes, uint32_t value)
{
    forge_u16(bytes, value >> 16);
    forge_u16(bytes, value);
}

void forge_smart(forge_bytes *bytes, int32_t value)
{
    if (value >= -64 && value <= 63) {
        forge_u8(bytes, (uint32_t)(value + 64));
    } else {
        assert_in_range(value + 16384, 0, 32767);
        forge_u16(bytes, (uint32_t)(value + 49152));
    }
}

void forge_text(forge_bytes *bytes, const char *text)
{
    forge_add(bytes, text, strlen(text));
    forge_u8(bytes, 0x0A);
}

void forge_free(forge_bytes *bytes)
{
    free(bytes->data);
    memset(bytes, 0, sizeof *bytes);
}

/* The work space of the compressors. */
static void *work_alloc(void *user, int count, int size)
{
    (void)user;
    return pool_take((size_t)count * (size_t)size);
}

static void work_free(void *user, void *memory)
{
    (void)user;
    pool_give(memory);
}

static void *zlib_alloc(void *user, uInt count, uInt size)
{
    (void)user;
    return pool_take((size_t)count * size);
}

forge_bytes forge_bzip2(const void *data, size_t size)
{
    bz_stream stream;
    forge_bytes result = {0};
    memset(&stream, 0, sizeof stream);
    stream.bzalloc = work_alloc;
    stream.bzfree = work_free;
    assert_int_equal(BZ2_bzCompressInit(&stream, 1, 0, 0), BZ_OK);
    size_t room = size + size / 50 + 1000;
    char *packed = pool_take(room);
    /* libbz2 does not change its input, whatever its prototype says. */
    stream.next_in = (char *)(uintptr_t)data;
    stream.avail_in = (unsigned)size;
    stream.next_out = packed;
    stream.avail_out = (unsigned)room;
    assert_int_equal(BZ2_bzCompress(&stream, BZ_FINISH), BZ_STREAM_END);
    assert_memory_equal(packed, "BZh1", 4);
    forge_add(&result, packed + 4, room - stream.avail_out - 4);
    (void)BZ2_bzCompressEnd(&stream);
    pool_give(packed);
    return result;
}

forge_bytes forge_gzip(const void *data, size_t size)
{
    z_stream stream;
    forge_bytes result = {0};
    memset(&stream, 0, sizeof stream);
    stream.zalloc = zlib_alloc;
    stream.zfree = work_free;
    assert_int_equal(deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 9, Z_DEFAULT_STRATEGY),
                     Z_OK);
    size_t room = deflateBound(&stream, (uLong)size) + 32;
    result.data = malloc(room);
    assert_non_null(result.data);
    result.capacity = room;
    stream.next_in = (Bytef *)(uintptr_t)data;
    stream.avail_in = (uInt)size;
    stream.next_out = result.data;
    stream.avail_out = (uInt)room;
    assert_int_equal(deflate(&stream, Z_FINISH), Z_STREAM_END);
    result.size = room - stream.avail_out;
    (void)deflateEnd(&stream);
    return result;
}

forge_bytes *forge_entry_named(forge_archive *archive, const char *name)
{
    uint32_t hash = r3d_archive_hash(name);
    for (int i = 0; i < archive->count; i++) {
        if (archive->entries[i].hash == hash) {
            return &archive->entries[i].data;
        }
    }
    assert_true(archive->count < 128);
    archive->entries[archive->count].hash = hash;
    return &archive->entries[archive->count++].data;
}

forge_bytes forge_pack(const forge_archive *archive, bool whole)
{
    forge_bytes directory = {0};
    forge_bytes stored = {0};
    forge_u16(&directory, (uint32_t)archive->count);
    for (int i = 0; i < archive->count; i++) {
        const forge_entry *entry = &archive->entries[i];
        forge_bytes piece = {0};
        if (whole) {
            forge_add(&piece, entry->data.data, entry->data.size);
        } else if (entry->packed.size > 0) {
            forge_add(&piece, entry->packed.data, entry->packed.size);
        } else {
            piece = forge_bzip2(entry->data.data != NULL ? entry->data.data : (uint8_t *)"",
                                entry->data.size);
        }
        forge_u32(&directory, entry->hash);
        forge_u24(&directory, (uint32_t)entry->data.size);
        forge_u24(&directory, (uint32_t)piece.size);
        forge_add(&stored, piece.data, piece.size);
        forge_free(&piece);
    }
    forge_add(&directory, stored.data, stored.size);
    forge_free(&stored);
    forge_bytes file = {0};
    forge_u24(&file, (uint32_t)directory.size);
    if (whole) {
        forge_bytes packed = forge_bzip2(directory.data, directory.size);
        assert_int_not_equal(packed.size, directory.size);
        forge_u24(&file, (uint32_t)packed.size);
        forge_add(&file, packed.data, packed.size);
        forge_free(&packed);
    } else {
        forge_u24(&file, (uint32_t)directory.size);
        forge_add(&file, directory.data, directory.size);
    }
    forge_free(&directory);
    return file;
}

void forge_prepare(forge_archive *archive)
{
    for (int i = 0; i < archive->count; i++) {
        forge_entry *entry = &archive->entries[i];
        entry->packed = forge_bzip2(
            entry->data.data != NULL ? entry->data.data : (const uint8_t *)"", entry->data.size);
    }
}

void forge_archive_free(forge_archive *archive)
{
    for (int i = 0; i < archive->count; i++) {
        forge_free(&archive->entries[i].packed);
        forge_free(&archive->entries[i].data);
    }
    archive->count = 0;
}

forge_archive forge_unpack(const char *path)
{
    r3d_archive *archive = NULL;
    forge_archive result;
    memset(&result, 0, sizeof result);
    assert_int_equal(r3d_archive_open(path, NULL, &archive, NULL), R3D_OK);
    for (int32_t i = 0; i < r3d_archive_count(archive); i++) {
        const uint8_t *data;
        size_t size;
        r3d_archive_entry entry;
        assert_int_equal(r3d_archive_get_entry(archive, i, &entry), R3D_OK);
        assert_int_equal(r3d_archive_read(archive, i, &data, &size, NULL), R3D_OK);
        result.entries[i].hash = entry.hash;
        forge_add(&result.entries[i].data, data, size);
        result.count++;
    }
    r3d_archive_close(archive);
    return result;
}

forge_bytes forge_read_file(const char *path)
{
    void *data = NULL;
    forge_bytes result = {0};
    r3d_error error;
    if (r3d_file_read(path, 0, NULL, &data, &result.size, &error) != R3D_OK) {
        fail_msg("%s: %s", error.file, error.message);
    }
    result.data = data;
    result.capacity = result.size + 1;
    return result;
}

void forge_write_file(const char *path, const void *data, size_t size)
{
    r3d_error error;
    if (r3d_file_write(path, data, size, &error) != R3D_OK) {
        fail_msg("%s: %s", error.file, error.message);
    }
}

void forge_make_folder(const char *path)
{
    (void)mkdir(path, 0777); /* there from an earlier run, or the next write fails */
}

static void put_u24(uint8_t *at, size_t value)
{
    at[0] = (uint8_t)(value >> 16);
    at[1] = (uint8_t)(value >> 8);
    at[2] = (uint8_t)value;
}

void forge_store_add(forge_store *store, int index, int number, const void *data, size_t size)
{
    static const uint8_t zeros[520];
    if (store->sectors.size == 0) {
        forge_add(&store->sectors, zeros, sizeof zeros);
    }
    forge_bytes *entries = &store->indices[index];
    while (entries->size < (size_t)(number + 1) * 6) {
        forge_add(entries, zeros, 6);
    }
    size_t sector = store->sectors.size / 520;
    put_u24(entries->data + number * 6, size);
    put_u24(entries->data + number * 6 + 3, sector);
    size_t parts = (size + 511) / 512;
    for (size_t part = 0; part < parts; part++) {
        size_t length = size - part * 512 < 512 ? size - part * 512 : 512;
        forge_u16(&store->sectors, (uint32_t)number);
        forge_u16(&store->sectors, (uint32_t)part);
        forge_u24(&store->sectors, part + 1 < parts ? (uint32_t)(sector + part + 1) : 0);
        forge_u8(&store->sectors, (uint32_t)index + 1);
        forge_add(&store->sectors, (const uint8_t *)data + part * 512, length);
        forge_add(&store->sectors, zeros, 512 - length);
    }
}

void forge_store_write(const forge_store *store, const char *folder)
{
    char path[1024];
    forge_make_folder(folder);
    snprintf(path, sizeof path, "%s/main_file_cache.dat", folder);
    (void)remove(path); /* some file systems write what is replaced to the disk at once */
    forge_write_file(path, store->sectors.data, store->sectors.size);
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/main_file_cache.idx%d", folder, i);
        (void)remove(path);
        forge_write_file(
            path, store->indices[i].data != NULL ? store->indices[i].data : (const uint8_t *)"",
            store->indices[i].size);
    }
}

void forge_store_free(forge_store *store)
{
    forge_free(&store->sectors);
    for (int i = 0; i < 3; i++) {
        forge_free(&store->indices[i]);
    }
}

static const char *path_below(const char *root, const char *name)
{
    static char paths[16][1024];
    static int next;
    char *path = paths[next++ & 15];
    snprintf(path, sizeof paths[0], "%s/%s", root, name);
    return path;
}

const char *source_path(const char *name)
{
    return path_below(R3D_TEST_SOURCE_DIR, name);
}

const char *work_path(const char *name)
{
    return path_below(R3D_TEST_BINARY_DIR, name);
}
