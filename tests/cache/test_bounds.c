/* SPDX-License-Identifier: MIT */
/* Files that are small and ask for much: whatever they say, a cache stays within its limits. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/assembly.h>

#include "cmocka_all.h"
#include "forge.h"
#include "pool.h"
#include "sweep.h"

enum { MEBIBYTE = 1048576, RECORD = 65535 };

/* Writes a folder of archives; NULL for one that is copied from the first cache. */
static const char *make_cache(const forge_bytes *models, const forge_bytes *textures,
                              const forge_bytes *config)
{
    static const char *const names[3] = {"models", "textures", "config"};
    const forge_bytes *files[3] = {models, textures, config};
    const char *folder = work_path("bounds");
    forge_make_folder(folder);
    for (int i = 0; i < 3; i++) {
        char from[256];
        char to[1100];
        snprintf(from, sizeof from, "golden/cache/%s", names[i]);
        snprintf(to, sizeof to, "%s/%s", folder, names[i]);
        forge_bytes other = {0};
        if (files[i] == NULL) {
            other = forge_read_file(source_path(from));
        }
        const forge_bytes *file = files[i] != NULL ? files[i] : &other;
        forge_write_file(to, file->data, file->size);
        forge_free(&other);
    }
    return folder;
}

/* An archive compressed as a whole whose entries, but for `own_count` that have bytes of their own,
 * all have the same bytes: their stored sizes are 0, so each begins where the one before did. */
static forge_bytes overlapping(const char *const *shared_names, int shared_count,
                               const forge_bytes *shared, const char *const *own_names,
                               const forge_bytes *own, int own_count)
{
    forge_bytes body = {0};
    forge_u16(&body, (uint32_t)(shared_count + own_count));
    for (int i = 0; i < own_count; i++) {
        forge_u32(&body, r3d_archive_hash(own_names[i]));
        forge_u24(&body, (uint32_t)own[i].size);
        forge_u24(&body, (uint32_t)own[i].size);
    }
    for (int i = 0; i < shared_count; i++) {
        forge_u32(&body, r3d_archive_hash(shared_names[i]));
        forge_u24(&body, (uint32_t)shared->size);
        forge_u24(&body, 0);
    }
    for (int i = 0; i < own_count; i++) {
        forge_add(&body, own[i].data, own[i].size);
    }
    forge_add(&body, shared->data, shared->size);
    forge_bytes packed = forge_bzip2(body.data, body.size);
    forge_bytes file = {0};
    forge_u24(&file, (uint32_t)body.size);
    forge_u24(&file, (uint32_t)packed.size);
    forge_add(&file, packed.data, packed.size);
    forge_free(&packed);
    forge_free(&body);
    return file;
}

static r3d_cache *open_counted(const char *folder, counting *c)
{
    r3d_cache_desc desc;
    r3d_cache *cache = NULL;
    r3d_cache_desc_init(&desc);
    desc.allocator = counting_hooks(c);
    assert_int_equal(r3d_cache_open(folder, &desc, &cache, NULL), R3D_OK);
    return cache;
}

/* Five mebibytes of names of one letter, which three kinds of records share: eighty if all were
 * kept. */
static void records_of_many_small_texts_pass_their_limit_and_not_memory(void **state)
{
    (void)state;
    enum { RECORDS = 80 };
    static const char *const shared_names[3] = {"obj.dat", "npc.dat", "loc.dat"};
    static const char *const own_names[3] = {"obj.idx", "npc.idx", "loc.idx"};
    static const r3d_cache_kind kinds[3] = {R3D_CACHE_OBJS, R3D_CACHE_NPCS, R3D_CACHE_LOCS};
    forge_bytes data = {0};
    forge_bytes index = {0};
    forge_u16(&data, RECORDS);
    forge_u16(&index, RECORDS);
    for (int i = 0; i < RECORDS; i++) {
        for (int k = 0; k < RECORD / 3 - 1; k++) {
            forge_add(&data, "\2a\n", 3);
        }
        forge_add(&data, "\0\0\0", 3);
        forge_u16(&index, RECORD);
    }
    const forge_bytes own[3] = {index, index, index};
    forge_bytes file = overlapping(shared_names, 3, &data, own_names, own, 3);
    counting c = {.fail_at = -1};
    r3d_cache *cache = open_counted(make_cache(NULL, NULL, &file), &c);
    int loaded = 0;
    int refused = 0;
    for (int kind = 0; kind < 3; kind++) {
        for (int32_t id = 0; id < RECORDS; id++) {
            const void *record;
            r3d_error error;
            r3d_result result =
                kinds[kind] == R3D_CACHE_OBJS
                    ? r3d_cache_get_obj(cache, id, (const r3d_cache_obj **)&record, &error)
                : kinds[kind] == R3D_CACHE_NPCS
                    ? r3d_cache_get_npc(cache, id, (const r3d_cache_npc **)&record, &error)
                    : r3d_cache_get_loc(cache, id, (const r3d_cache_loc **)&record, &error);
            if (result == R3D_OK) {
                loaded++;
                continue;
            }
            assert_int_equal(result, R3D_ERR_LIMIT);
            assert_non_null(strstr(error.file, ".dat"));
            refused++;
        }
    }
    assert_true(loaded > 60);
    assert_true(refused > 100);
    assert_true(c.peak < 40 * MEBIBYTE);
    r3d_cache_close(cache);
    assert_int_equal(c.used, 0);
    forge_free(&file);
    forge_free(&index);
    forge_free(&data);
}

static void a_damaged_record_takes_no_memory_however_often_it_is_asked_for(void **state)
{
    (void)state;
    forge_archive archive = forge_unpack(source_path("golden/cache/config"));
    forge_bytes *data = forge_entry_named(&archive, "obj.dat");
    data->data[data->size - 1] =
        250; /* the end of the last item is an opcode that does not exist */
    forge_bytes file = forge_pack(&archive, true);
    counting c = {.fail_at = -1};
    r3d_cache *cache = open_counted(make_cache(NULL, NULL, &file), &c);
    const r3d_cache_obj *obj;
    int32_t count = 0;
    assert_int_equal(r3d_cache_count(cache, R3D_CACHE_OBJS, &count, NULL), R3D_OK);
    assert_int_equal(r3d_cache_get_obj(cache, 0, &obj, NULL), R3D_OK);
    size_t used = c.used;
    for (int i = 0; i < 10000; i++) {
        assert_int_equal(r3d_cache_get_obj(cache, count - 1, &obj, NULL), R3D_ERR_FORMAT_DATA);
    }
    assert_int_equal(c.used, used);
    assert_int_equal(r3d_cache_get_obj(cache, 1, &obj, NULL), R3D_OK);
    assert_string_equal(obj->name, "Shield");
    assert_true(obj->note_item == -1 && obj->stack_count == 0); /* nothing of the damaged one */
    r3d_cache_close(cache);
    assert_int_equal(c.used, 0);
    forge_free(&file);
    forge_archive_free(&archive);
}

/* Fifty textures of four million pixels, which are the same in the file. */
static void huge_textures_are_refused(void **state)
{
    (void)state;
    enum { TEXTURES = 50, SIDE = 2048 };
    static char names[TEXTURES][16];
    const char *shared_names[TEXTURES];
    static const char *const own_names[1] = {"index.dat"};
    for (int i = 0; i < TEXTURES; i++) {
        snprintf(names[i], sizeof names[i], "%d.dat", i);
        shared_names[i] = names[i];
    }
    forge_bytes index = {0};
    forge_u16(&index, 128);
    forge_u16(&index, 128);
    forge_u8(&index, 1);
    forge_u16(&index, 0);
    forge_u16(&index, SIDE);
    forge_u16(&index, SIDE);
    forge_u8(&index, 0);
    forge_bytes data = {0};
    forge_u16(&data, 0);
    static const uint8_t zeros[SIDE];
    for (int y = 0; y < SIDE; y++) {
        forge_add(&data, zeros, sizeof zeros);
    }
    forge_bytes file = overlapping(shared_names, TEXTURES, &data, own_names, &index, 1);
    counting c = {.fail_at = -1};
    r3d_cache *cache = open_counted(make_cache(NULL, &file, NULL), &c);
    for (int32_t id = 0; id < TEXTURES; id++) {
        const r3d_image8 *image;
        r3d_error error;
        assert_int_equal(r3d_cache_get_texture(cache, id, &image, &error), R3D_ERR_LIMIT);
        assert_non_null(strstr(error.file, "index.dat"));
        assert_int_equal(error.offset, 7);
    }
    assert_true(c.peak < 8 * MEBIBYTE);
    r3d_cache_close(cache);
    forge_free(&file);
    forge_free(&data);
    forge_free(&index);
}

/* A character of models that have nothing but vertices, 65,535 each. */
static void parts_with_too_many_vertices_are_refused(void **state)
{
    (void)state;
    enum { MODELS = 40 };
    static const uint8_t zeros[65535];
    forge_archive models = forge_unpack(source_path("golden/cache/models"));
    forge_archive config = forge_unpack(source_path("golden/cache/config"));
    for (int i = 0; i < models.count; i++) {
        if (models.entries[i].hash != r3d_archive_hash("ob_axis.dat")) {
            forge_free(&models.entries[i].packed);
        }
    }
    static const char *const streams[] = {
        "ob_face1.dat",   "ob_face2.dat",   "ob_face3.dat",  "ob_face4.dat",  "ob_face5.dat",
        "ob_point1.dat",  "ob_point2.dat",  "ob_point3.dat", "ob_point4.dat", "ob_point5.dat",
        "ob_vertex1.dat", "ob_vertex2.dat", "ob_axis.dat",   "ob_head.dat"};
    for (size_t i = 0; i < TEST_COUNT(streams); i++) {
        forge_free(forge_entry_named(&models, streams[i]));
    }
    forge_bytes *head = forge_entry_named(&models, "ob_head.dat");
    forge_bytes *flags = forge_entry_named(&models, "ob_point1.dat");
    forge_u16(head, MODELS);
    for (uint32_t i = 0; i < MODELS; i++) {
        forge_u16(head, i);
        forge_u16(head, 65535);
        forge_u16(head, 0);
        forge_u24(head, 0);
        forge_u24(head, 0);
        forge_add(flags, zeros, sizeof zeros);
    }
    forge_bytes *npcs = forge_entry_named(&config, "npc.dat");
    forge_bytes *npc_index = forge_entry_named(&config, "npc.idx");
    forge_free(npcs);
    forge_free(npc_index);
    forge_u16(npcs, 1);
    forge_u8(npcs, 1);
    forge_u8(npcs, MODELS);
    for (uint32_t i = 0; i < MODELS; i++) {
        forge_u16(npcs, i);
    }
    forge_u8(npcs, 0);
    forge_u16(npc_index, 1);
    forge_u16(npc_index, (uint32_t)npcs->size - 2);
    forge_bytes models_file = forge_pack(&models, true);
    forge_bytes config_file = forge_pack(&config, true);
    counting c = {.fail_at = -1};
    r3d_cache *cache = open_counted(make_cache(&models_file, NULL, &config_file), &c);
    r3d_mesh *mesh = NULL;
    r3d_error error;
    assert_int_equal(r3d_cache_get_mesh(cache, MODELS - 1, &mesh, NULL), R3D_OK);
    r3d_mesh_destroy(mesh);
    assert_int_equal(r3d_cache_make_npc(cache, 0, NULL, &mesh, &error), R3D_ERR_LIMIT);
    assert_non_null(strstr(error.message, "131070 vertices"));
    assert_true(c.peak < 32 * MEBIBYTE);
    r3d_cache_close(cache);
    assert_int_equal(c.used, 0);
    forge_free(&models_file);
    forge_free(&config_file);
    forge_archive_free(&models);
    forge_archive_free(&config);
}

/* Entries that inflate to more than all archives may have together. */
static void archives_share_what_they_may_inflate_to(void **state)
{
    (void)state;
    enum { SIZE = 8 * MEBIBYTE };
    forge_archive archive;
    memset(&archive, 0, sizeof archive);
    static const char *const names[] = {"0.dat",   "1.dat",   "2.dat",  "index.dat",
                                        "obj.dat", "obj.idx", "npc.dat"};
    forge_bytes zeros = {0};
    zeros.data = calloc(SIZE, 1);
    assert_non_null(zeros.data);
    zeros.size = SIZE;
    for (size_t i = 0; i < TEST_COUNT(names); i++) {
        *forge_entry_named(&archive, names[i]) = zeros;
    }
    archive.entries[0].packed = forge_bzip2(zeros.data, SIZE);
    for (size_t i = 1; i < TEST_COUNT(names); i++) {
        archive.entries[i].packed = archive.entries[0].packed;
    }
    forge_bytes file = forge_pack(&archive, false);
    counting c = {.fail_at = -1};
    r3d_cache_desc desc;
    r3d_cache *cache = NULL;
    r3d_cache_desc_init(&desc);
    desc.allocator = counting_hooks(&c);
    r3d_cache_limits limits;
    r3d_cache_limits_init(&limits);
    desc.limits = &limits;
    limits.max_inflated_bytes = 12 * MEBIBYTE;
    const char *folder = make_cache(NULL, &file, &file);
    assert_int_equal(r3d_cache_open(folder, &desc, &cache, NULL), R3D_OK);
    const r3d_image8 *image;
    r3d_error error;
    /* The second entry passes the archive's own limit. */
    assert_int_equal(r3d_cache_get_texture(cache, 0, &image, &error), R3D_ERR_LIMIT);
    assert_non_null(strstr(error.file, "textures:index.dat"));
    assert_true(c.peak < 10 * MEBIBYTE);
    r3d_cache_close(cache);
    /* With room for one archive, that room and half of it are not enough for two. */
    limits.max_inflated_bytes = 32 * MEBIBYTE;
    assert_int_equal(r3d_cache_open(folder, &desc, &cache, NULL), R3D_OK);
    for (int32_t id = 0; id < 3; id++) {
        assert_true(r3d_cache_get_texture(cache, id, &image, &error) != R3D_OK);
        assert_int_not_equal(error.result, R3D_ERR_LIMIT);
    }
    int32_t count;
    assert_int_equal(r3d_cache_count(cache, R3D_CACHE_OBJS, &count, &error), R3D_OK);
    assert_int_equal(r3d_cache_count(cache, R3D_CACHE_NPCS, &count, &error), R3D_ERR_LIMIT);
    assert_non_null(strstr(error.file, "config:npc.dat"));
    assert_true(c.used > 48 * MEBIBYTE);
    assert_true(c.peak < 51 * MEBIBYTE);
    r3d_cache_close(cache);
    assert_int_equal(c.used, 0);
    forge_free(&file);
    forge_free(&archive.entries[0].packed);
    free(zeros.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_of_many_small_texts_pass_their_limit_and_not_memory),
        cmocka_unit_test(a_damaged_record_takes_no_memory_however_often_it_is_asked_for),
        cmocka_unit_test(huge_textures_are_refused),
        cmocka_unit_test(parts_with_too_many_vertices_are_refused),
        cmocka_unit_test(archives_share_what_they_may_inflate_to),
    };
    int failed = cmocka_run_group_tests_name("cache bounds", tests, NULL, NULL);
    pool_end();
    return failed;
}
