/* SPDX-License-Identifier: MIT */
/* Changed, cut and lying archives and stores: whatever is in them, everything that is asked for is
 * either there or an error that says where; nothing hangs, leaks or grows. The argument is how many
 * mutations are tried; a second one is the seed.
 *
 * An archive of the cache is changed and all that is read from it is asked for; every sixteenth
 * time all that the cache has, and pictures of it, so that the other archives are seen to load. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmocka_all.h"
#include "forge.h"
#include "pool.h"
#include "rng.h"
#include "sweep.h"

enum {
    FILES = 3,
    CACHES = 2,
    DEFAULT_COUNT = 1000,
    MAX_BYTES = 256 * 1024 * 1024,
    SECONDS_MAX = 20,
    WHOLE_SWEEPS = 16, /* one in so many looks at everything */
    STORE_CHANGES = 8, /* in a file of a store */
    SAME_CACHE = 64    /* so many mutations of a cache before it is another's turn */
};

static long mutation_count = DEFAULT_COUNT;
static uint64_t seed = 20010604;

static const char *const names[FILES] = {"models", "textures", "config"};
static const unsigned parts_of[FILES] = {SWEEP_MODELS, SWEEP_TEXTURES, SWEEP_CONFIG};
static const char *const store_files[4] = {"main_file_cache.dat", "main_file_cache.idx0",
                                           "main_file_cache.idx1", "main_file_cache.idx2"};

/* A number that a field may lie with. */
static uint32_t lie(rng *r)
{
    static const uint32_t lies[] = {0, 1, 2, 127, 128, 255, 256, 32767, 32768, 65535, 0xFFFFFF};
    return rng_next(r) % 3 == 0 ? rng_next(r) : lies[rng_next(r) % TEST_COUNT(lies)];
}

/* Changes bytes somewhere, cuts, inserts, repeats. */
static void mutate(forge_bytes *bytes, rng *r)
{
    int changes = 1 + (int)(rng_next(r) % 3);
    for (int i = 0; i < changes && bytes->size > 0; i++) {
        /* The first bytes hold counts, they are worth more. */
        size_t reach = rng_next(r) % 3 == 0 && bytes->size > 32 ? 32 : bytes->size;
        size_t at = rng_next(r) % reach;
        uint32_t value = lie(r);
        size_t width = 1 + rng_next(r) % 3;
        switch (rng_next(r) % 8) {
        case 0:
            bytes->data[at] ^= (uint8_t)(1u << rng_next(r) % 8);
            break;
        case 1:
            bytes->size = at;
            break;
        case 2:
            memmove(bytes->data + at, bytes->data + at + 1, bytes->size - at - 1);
            bytes->size--;
            break;
        case 3:
            forge_u8(bytes, 0);
            memmove(bytes->data + at + 1, bytes->data + at, bytes->size - 1 - at);
            bytes->data[at] = (uint8_t)value;
            break;
        case 4:
            for (size_t k = at; k < bytes->size && k < at + 16; k++) {
                bytes->data[k] = (uint8_t)rng_next(r);
            }
            break;
        default:
            for (size_t k = 0; k < width && at + k < bytes->size; k++) {
                bytes->data[at + k] = (uint8_t)(value >> 8 * (width - 1 - k));
            }
            break;
        }
    }
}

/* A folder of this run's own: runs with other counts or seeds may be going on. */
static void make_run_folder(const char *name, char *folder, size_t size)
{
    snprintf(folder, size, "%s-%ld-%llu", work_path(name), mutation_count,
             (unsigned long long)seed);
    forge_make_folder(folder);
}

/* A new file each time: some file systems write one that was cut to nothing to the disk at once. */
static void write_quickly(const char *path, const forge_bytes *bytes)
{
    (void)remove(path);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(
        fwrite(bytes->data != NULL ? bytes->data : (uint8_t *)"", 1, bytes->size, file),
        bytes->size);
    assert_int_equal(fclose(file), 0);
}

static forge_bytes copy_of(const forge_bytes *bytes)
{
    forge_bytes copy = {0};
    forge_add(&copy, bytes->data != NULL ? bytes->data : (const uint8_t *)"", bytes->size);
    return copy;
}

/* Loads what `parts` say, all now and then, and complains if that takes long. */
static sweep_result timed_sweep(const char *root, const r3d_cache_desc *desc, unsigned parts,
                                long number)
{
    clock_t start = clock();
    sweep_result result =
        sweep(root, desc, number % WHOLE_SWEEPS == 0 ? SWEEP_ALL : parts, MAX_BYTES);
    assert_true((clock() - start) / CLOCKS_PER_SEC < SECONDS_MAX);
    return result;
}

/* Which file is in a folder: writing only what has changed saves most of the writing. */
typedef struct written {
    int cache;
    int changed; /* the file that is not as it was in the cache; -1: all are */
} written;

/* What file `f` of a mutated archive becomes. */
static forge_bytes mutated_archive(const forge_bytes *packed, const forge_archive *original, rng *r)
{
    if (rng_next(r) % 4 == 0) {
        forge_bytes file = copy_of(packed); /* the archive as it lies on the disk */
        mutate(&file, r);
        return file;
    }
    /* inside an entry, so that its decoder and not bzip2 sees it */
    forge_archive archive = *original;
    forge_entry *entry = &archive.entries[rng_next(r) % (uint32_t)archive.count];
    entry->data = copy_of(&entry->data);
    memset(&entry->packed, 0, sizeof entry->packed);
    mutate(&entry->data, r);
    forge_bytes file = forge_pack(&archive, rng_next(r) % 4 == 0);
    forge_free(&entry->data);
    return file;
}

static void changed_archives_give_errors_and_the_rest_still_loads(void **state)
{
    (void)state;
    rng r = {seed};
    forge_archive originals[CACHES][FILES];
    forge_bytes packed[CACHES][FILES];
    char folder[1024];
    long failures = 0;
    long loaded = 0;
    make_run_folder("mutated", folder, sizeof folder);
    for (int c = 0; c < CACHES; c++) {
        for (int f = 0; f < FILES; f++) {
            char path[256];
            snprintf(path, sizeof path, "golden/%s/%s", c == 0 ? "cache" : "cache2", names[f]);
            packed[c][f] = forge_read_file(source_path(path));
            originals[c][f] = forge_unpack(source_path(path));
            forge_prepare(&originals[c][f]);
        }
    }
    written there = {.cache = -1, .changed = -1};
    for (long i = 0; i < mutation_count; i++) {
        int c = (int)(i / SAME_CACHE % CACHES);
        int target = (int)(rng_next(&r) % FILES);
        uint64_t state_before = r.state;
        r3d_cache_desc desc;
        r3d_cache_desc_init(&desc);
        desc.strict = rng_next(&r) % 4 == 0;
        desc.revision = rng_next(&r) % 2 == 0 ? R3D_REVISION_225 : R3D_REVISION_317;
        for (int f = 0; f < FILES; f++) {
            char path[1100];
            snprintf(path, sizeof path, "%s/%s", folder, names[f]);
            if (f == target) {
                forge_bytes file = mutated_archive(&packed[c][f], &originals[c][f], &r);
                write_quickly(path, &file);
                forge_free(&file);
            } else if (there.cache != c || there.changed == f) {
                write_quickly(path, &packed[c][f]);
            }
        }
        there = (written){.cache = c, .changed = target};
        sweep_result result = timed_sweep(folder, &desc, parts_of[target], i);
        if (result.loaded == 0) {
            print_message("mutation %ld, state %llx: nothing loaded\n", i,
                          (unsigned long long)state_before);
        }
        /* Two of the three archives are sound: opening the cache succeeds, and they are there. */
        assert_true(result.loaded > (i % WHOLE_SWEEPS == 0 ? 20 : 0));
        failures += result.failed;
        loaded += result.loaded;
    }
    print_message("%ld mutations: %ld loaded, %ld errors\n", mutation_count, loaded, failures);
    assert_true(failures > mutation_count / 4);
    for (int c = 0; c < CACHES; c++) {
        for (int f = 0; f < FILES; f++) {
            forge_free(&packed[c][f]);
            forge_archive_free(&originals[c][f]);
        }
    }
}

static void changed_stores_give_errors(void **state)
{
    (void)state;
    rng r = {seed + 1};
    forge_bytes files[4];
    char folder[1024];
    long failures = 0;
    make_run_folder("mutated-store", folder, sizeof folder);
    for (int f = 0; f < 4; f++) {
        char path[256];
        snprintf(path, sizeof path, "golden/cache/317/%s", store_files[f]);
        files[f] = forge_read_file(source_path(path));
    }
    for (long i = 0; i < mutation_count / STORE_CHANGES; i++) {
        int target = (int)(rng_next(&r) % 4);
        r3d_cache_desc desc;
        r3d_cache_desc_init(&desc);
        desc.strict = rng_next(&r) % 4 == 0;
        for (int f = 0; f < 4; f++) {
            char path[1100];
            snprintf(path, sizeof path, "%s/%s", folder, store_files[f]);
            forge_bytes file = copy_of(&files[f]);
            if (f == target) {
                for (int k = 0; k < STORE_CHANGES; k++) {
                    mutate(&file, &r);
                }
            }
            write_quickly(path, &file);
            forge_free(&file);
        }
        failures += timed_sweep(folder, &desc, SWEEP_ALL & ~SWEEP_PICTURES, i).failed;
    }
    assert_true(failures > mutation_count / 16);
    for (int f = 0; f < 4; f++) {
        forge_free(&files[f]);
    }
}

/* A member of a store, inflated and as it is stored. */
typedef struct member {
    int index;
    int32_t number;
    forge_bytes plain; /* empty for archives, which are not changed */
    forge_bytes stored;
} member;

enum { MEMBERS_MAX = 64 };

static int read_members(const char *folder, member members[MEMBERS_MAX])
{
    r3d_store *store = NULL;
    int count = 0;
    assert_int_equal(r3d_store_open(folder, NULL, &store, NULL), R3D_OK);
    for (int index = 0; index < 3; index++) {
        for (int32_t n = 0; n < r3d_store_count(store, index); n++) {
            void *data = NULL;
            size_t size = 0;
            if (!r3d_store_contains(store, index, n)) {
                continue;
            }
            assert_true(count < MEMBERS_MAX);
            member *m = &members[count++];
            memset(m, 0, sizeof *m);
            m->index = index;
            m->number = n;
            assert_int_equal(r3d_store_read(store, index, n, &data, &size, NULL), R3D_OK);
            forge_add(&m->stored, data, size);
            free(data);
            if (index != 0) {
                assert_int_equal(r3d_store_read_gzip(store, index, n, &data, &size, NULL), R3D_OK);
                forge_add(&m->plain, data, size);
                free(data);
            }
        }
    }
    r3d_store_close(store);
    return count;
}

/* Models and groups of frames whose insides are changed, in a store that is sound. */
static void changed_members_of_a_store_leave_the_others_alone(void **state)
{
    (void)state;
    rng r = {seed + 2};
    char folder[1024];
    member members[MEMBERS_MAX];
    make_run_folder("mutated-members", folder, sizeof folder);
    int count = read_members(source_path("golden/cache/317"), members);
    long total = 0; /* several members of each store are changed */
    for (long i = 0; total < mutation_count / 4; i++) {
        forge_store store;
        memset(&store, 0, sizeof store);
        int changed = 0;
        for (int k = 0; k < count; k++) {
            const member *m = &members[k];
            if (m->index == 0 || rng_next(&r) % 8 != 0) {
                forge_store_add(&store, m->index, m->number, m->stored.data, m->stored.size);
                continue;
            }
            forge_bytes plain = copy_of(&m->plain);
            mutate(&plain, &r);
            changed++;
            forge_bytes stored = forge_gzip(plain.data, plain.size);
            forge_store_add(&store, m->index, m->number, stored.data, stored.size);
            forge_free(&stored);
            forge_free(&plain);
        }
        total += changed;
        forge_store_write(&store, folder);
        forge_store_free(&store);
        r3d_cache_desc desc;
        r3d_cache_desc_init(&desc);
        sweep_result result = timed_sweep(folder, &desc, SWEEP_ALL & ~SWEEP_PICTURES, i);
        /* Each member that was not changed is there, and the records and textures. */
        assert_true(result.loaded > count - changed);
    }
    for (int k = 0; k < count; k++) {
        forge_free(&members[k].plain);
        forge_free(&members[k].stored);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        mutation_count = strtol(argv[1], NULL, 10);
    }
    if (argc > 2) {
        seed = strtoull(argv[2], NULL, 10) | 1;
    }
    print_message("seed %llu\n", (unsigned long long)seed);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changed_archives_give_errors_and_the_rest_still_loads),
        cmocka_unit_test(changed_stores_give_errors),
        cmocka_unit_test(changed_members_of_a_store_leave_the_others_alone),
    };
    int failed = cmocka_run_group_tests_name("cache mutations", tests, NULL, NULL);
    pool_end();
    return failed;
}
