/* SPDX-License-Identifier: MIT */
/* Makes archives and stores for the tests, with libbz2 and zlib. */

#ifndef R3D_TESTS_CACHE_FORGE_H
#define R3D_TESTS_CACHE_FORGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <retro3d/cache.h>

/* Bytes that grow. All zero is empty. */
typedef struct forge_bytes {
    uint8_t *data;
    size_t size;
    size_t capacity;
} forge_bytes;

void forge_add(forge_bytes *bytes, const void *data, size_t size);
void forge_u8(forge_bytes *bytes, uint32_t value);
void forge_u16(forge_bytes *bytes, uint32_t value);
void forge_u24(forge_bytes *bytes, uint32_t value);
void forge_u32(forge_bytes *bytes, uint32_t value);
/* A signed number of one byte or two. */
void forge_smart(forge_bytes *bytes, int32_t value);
void forge_text(forge_bytes *bytes, const char *text);
void forge_free(forge_bytes *bytes);

/* A bzip2 stream of level 1 without its first four bytes. */
forge_bytes forge_bzip2(const void *data, size_t size);
forge_bytes forge_gzip(const void *data, size_t size);

/* One entry of an archive. */
typedef struct forge_entry {
    uint32_t hash;
    forge_bytes data;
    forge_bytes packed; /* kept by forge_prepare, so that packing is quick */
} forge_entry;

typedef struct forge_archive {
    forge_entry entries[128];
    int count;
} forge_archive;

forge_bytes *forge_entry_named(forge_archive *archive, const char *name); /* added if it is new */
forge_bytes forge_pack(const forge_archive *archive, bool whole);
/* Compresses every entry once; clear `packed` of one whose data changes. */
void forge_prepare(forge_archive *archive);
void forge_archive_free(forge_archive *archive);

/* The entries of an archive file. */
forge_archive forge_unpack(const char *path);

/* Files. A failure ends the test. */
forge_bytes forge_read_file(const char *path);
void forge_write_file(const char *path, const void *data, size_t size);
void forge_make_folder(const char *path);

/* A sector store that is being made. */
typedef struct forge_store {
    forge_bytes sectors;
    forge_bytes indices[3];
} forge_store;

void forge_store_add(forge_store *store, int index, int number, const void *data, size_t size);
void forge_store_write(const forge_store *store, const char *folder);
void forge_store_free(forge_store *store);

/* Paths in the source tree and the build tree. Static storage; sixteen at a time. */
const char *source_path(const char *name);
const char *work_path(const char *name);

#endif
