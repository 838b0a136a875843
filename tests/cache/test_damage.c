/* SPDX-License-Identifier: MIT */
/* What still loads when something is broken, and what the errors say; limits and memory. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/assembly.h>

#include "../../tools/cache/cards.h"
#include "cmocka_all.h"
#include "forge.h"
#include "sweep.h"
#include "tables.h"

/* A copy of the first cache with one archive replaced. */
static const char *cache_with(const char *archive, const forge_bytes *file)
{
    static char folder[1024];
    static const char *const names[3] = {"models", "textures", "config"};
    snprintf(folder, sizeof folder, "%s", work_path("damaged"));
    forge_make_folder(folder);
    for (int i = 0; i < 3; i++) {
        char from[256];
        char to[1100];
        snprintf(from, sizeof from, "golden/cache/%s", names[i]);
        snprintf(to, sizeof to, "%s/%s", folder, names[i]);
        if (strcmp(names[i], archive) == 0) {
            forge_write_file(to, file->data, file->size);
        } else {
            forge_bytes other = forge_read_file(source_path(from));
            forge_write_file(to, other.data, other.size);
            forge_free(&other);
        }
    }
    return folder;
}

/* Which models a stream matters to. */
static bool needs(const char *stream, const r3d_mesh_view *view)
{
    if (strcmp(stream, "ob_face2.dat") == 0) {
        return view->infos != NULL;
    }
    if (strcmp(stream, "ob_face3.dat") == 0) {
        return view->priorities != NULL;
    }
    if (strcmp(stream, "ob_face4.dat") == 0) {
        return view->alphas != NULL;
    }
    if (strcmp(stream, "ob_face5.dat") == 0) {
        return view->face_labels != NULL;
    }
    if (strcmp(stream, "ob_point5.dat") == 0) {
        return view->vertex_labels != NULL;
    }
    if (strcmp(stream, "ob_axis.dat") == 0) {
        return view->plane_count > 0;
    }
    return true;
}

static void a_damaged_stream_only_matters_to_the_models_that_use_it(void **state)
{
    (void)state;
    static const char *const streams[] = {"ob_face2.dat", "ob_face3.dat",  "ob_face4.dat",
                                          "ob_face5.dat", "ob_point5.dat", "ob_axis.dat",
                                          "ob_face1.dat", "ob_vertex1.dat"};
    r3d_cache *sound = open_cache(source_path("golden/cache"), R3D_REVISION_225, NULL);
    for (size_t s = 0; s < TEST_COUNT(streams); s++) {
        forge_archive archive = forge_unpack(source_path("golden/cache/models"));
        forge_bytes file = forge_pack(&archive, false);
        /* Break the compressed entry: its first byte is no longer that of a block. */
        r3d_archive *packed = NULL;
        r3d_archive_entry entry;
        assert_int_equal(
            r3d_archive_open_memory(file.data, file.size, "models", NULL, &packed, NULL), R3D_OK);
        assert_int_equal(
            r3d_archive_get_entry(packed, r3d_archive_find(packed, streams[s]), &entry), R3D_OK);
        assert_string_equal(entry.name, streams[s]);
        file.data[entry.offset] ^= 0xFF;
        r3d_archive_close(packed);
        r3d_cache *cache = open_cache(cache_with("models", &file), R3D_REVISION_225, NULL);
        int failed = 0;
        int loaded = 0;
        for (int32_t id = 0; id < 58; id++) {
            r3d_mesh *expected = NULL;
            r3d_mesh *mesh = NULL;
            r3d_mesh_view view;
            r3d_error error;
            if (r3d_cache_get_mesh(sound, id, &expected, NULL) != R3D_OK) {
                continue;
            }
            r3d_mesh_get_view(expected, &view);
            r3d_result result = r3d_cache_get_mesh(cache, id, &mesh, &error);
            if (needs(streams[s], &view)) {
                assert_int_equal(result, R3D_ERR_FORMAT_MAGIC);
                assert_non_null(strstr(error.file, "models:"));
                assert_non_null(strstr(error.file, streams[s]));
                assert_true(error.offset >= entry.offset);
                failed++;
            } else {
                assert_int_equal(result, R3D_OK);
                loaded++;
            }
            r3d_mesh_destroy(expected);
            r3d_mesh_destroy(mesh);
        }
        assert_true(failed > 0);
        assert_int_equal(failed + loaded, 31);
        const r3d_frame *frame;
        assert_int_equal(r3d_cache_get_frame(cache, 0, &frame, NULL), R3D_OK);
        r3d_cache_close(cache);
        forge_free(&file);
        forge_archive_free(&archive);
    }
    r3d_cache_close(sound);
}

static void a_damaged_texture_leaves_the_others(void **state)
{
    (void)state;
    forge_archive archive = forge_unpack(source_path("golden/cache/textures"));
    forge_entry_named(&archive, "3.dat")->size = 100;
    forge_bytes file = forge_pack(&archive, true);
    r3d_cache *cache = open_cache(cache_with("textures", &file), R3D_REVISION_225, NULL);
    for (int32_t id = 0; id < 6; id++) {
        const r3d_texels *texels;
        r3d_error error;
        r3d_result result = r3d_cache_get_texels(cache, id, &texels, &error);
        assert_int_equal(result, id == 3 ? R3D_ERR_FORMAT_TRUNCATED : R3D_OK);
        if (id == 3) {
            assert_non_null(strstr(error.file, "textures:3.dat"));
            assert_int_equal(error.offset, 2);
        }
    }
    r3d_cache_close(cache);
    forge_free(&file);
    forge_archive_free(&archive);
}

static void a_damaged_record_leaves_the_others(void **state)
{
    (void)state;
    forge_archive archive = forge_unpack(source_path("golden/cache/config"));
    const forge_bytes *index = forge_entry_named(&archive, "obj.idx");
    size_t start = 2;
    for (int i = 0; i < 5; i++) {
        start += (size_t)(index->data[2 + i * 2] << 8 | index->data[3 + i * 2]);
    }
    forge_entry_named(&archive, "obj.dat")->data[start] = 250;
    forge_bytes file = forge_pack(&archive, false);
    r3d_cache *cache = open_cache(cache_with("config", &file), R3D_REVISION_225, NULL);
    for (int32_t id = 0; id < 19; id++) {
        const r3d_cache_obj *obj;
        r3d_error error;
        r3d_result result = r3d_cache_get_obj(cache, id, &obj, &error);
        assert_int_equal(result, id == 5 ? R3D_ERR_FORMAT_DATA : R3D_OK);
        if (id == 5) {
            assert_non_null(strstr(error.file, "config:obj.dat"));
            assert_int_equal(error.offset, start);
        }
    }
    const r3d_cache_npc *npc;
    assert_int_equal(r3d_cache_get_npc(cache, 0, &npc, NULL), R3D_OK);
    r3d_cache_close(cache);
    forge_free(&file);
    forge_archive_free(&archive);
}

/* What strict reading promises: a changed byte is an error or changes nothing. */
static void strict_reading_notices_every_changed_byte(void **state)
{
    (void)state;
    static const char *const files[] = {"golden/cache/config", "golden/cache/models-whole"};
    for (size_t f = 0; f < TEST_COUNT(files); f++) {
        forge_bytes file = forge_read_file(source_path(files[f]));
        forge_archive sound = forge_unpack(source_path(files[f]));
        r3d_archive_options options = {.struct_size = sizeof(r3d_archive_options), .strict = true};
        long noticed = 0;
        size_t step = f == 0 ? 1 : 13; /* the larger one by samples */
        for (size_t i = 0; i < file.size; i += step) {
            r3d_archive *archive = NULL;
            r3d_error error;
            file.data[i] ^= 0x10;
            bool failed = r3d_archive_open_memory(file.data, file.size, "a", &options, &archive,
                                                  &error) != R3D_OK;
            for (int e = 0; !failed && e < sound.count; e++) {
                const uint8_t *data;
                size_t size;
                r3d_archive_entry entry;
                failed = e >= r3d_archive_count(archive) ||
                         r3d_archive_get_entry(archive, e, &entry) != R3D_OK ||
                         r3d_archive_read(archive, e, &data, &size, &error) != R3D_OK ||
                         entry.hash != sound.entries[e].hash; /* "no such entry" to who asks */
                if (!failed) {
                    assert_int_equal(size, sound.entries[e].data.size);
                    assert_memory_equal(data, sound.entries[e].data.data, size);
                }
            }
            noticed += failed ? 1 : 0;
            r3d_archive_close(archive);
            file.data[i] ^= 0x10;
        }
        assert_true(noticed > (long)(file.size / step) * 9 / 10);
        forge_archive_free(&sound);
        forge_free(&file);
    }
}

static void an_archive_cut_anywhere_is_an_error_when_its_end_is_asked_for(void **state)
{
    (void)state;
    forge_bytes file = forge_read_file(source_path("golden/cache/config"));
    for (size_t size = 0; size < file.size; size++) {
        r3d_archive *archive = NULL;
        r3d_error error;
        bool failed =
            r3d_archive_open_memory(file.data, size, "a", NULL, &archive, &error) != R3D_OK;
        for (int32_t e = 0; !failed && e < r3d_archive_count(archive); e++) {
            const uint8_t *data;
            size_t length;
            failed = r3d_archive_read(archive, e, &data, &length, &error) != R3D_OK;
        }
        r3d_archive_close(archive);
        /* The last bytes of a bzip2 stream are its checksum, which nobody needs. */
        assert_true(failed || size + 12 > file.size);
        assert_true(!failed || error.offset >= 0);
    }
    forge_free(&file);
}

static void start(r3d_cache_desc *desc, r3d_cache_limits *limits)
{
    r3d_cache_desc_init(desc);
    r3d_cache_limits_init(limits);
    desc->limits = limits;
}

static void limits_are_kept(void **state)
{
    (void)state;
    r3d_cache_desc desc;
    r3d_cache_limits limits;
    r3d_error error;
    r3d_cache *cache = NULL;
    start(&desc, &limits);
    limits.max_inflated_bytes = 2000;
    assert_int_equal(r3d_cache_open(source_path("golden/cache"), &desc, &cache, &error), R3D_OK);
    r3d_mesh *mesh = NULL;
    assert_int_equal(r3d_cache_get_mesh(cache, 0, &mesh, &error), R3D_ERR_LIMIT);
    assert_non_null(strstr(error.message, "2000"));
    r3d_cache_close(cache);

    start(&desc, &limits);
    limits.max_archive_bytes = 1000;
    assert_int_equal(r3d_cache_open(source_path("golden/cache"), &desc, &cache, &error), R3D_OK);
    assert_int_equal(r3d_cache_get_mesh(cache, 0, &mesh, &error), R3D_ERR_LIMIT);
    r3d_cache_close(cache);

    start(&desc, &limits);
    limits.max_faces = 200;
    assert_int_equal(r3d_cache_open(source_path("golden/cache"), &desc, &cache, &error), R3D_OK);
    assert_int_equal(r3d_cache_make_npc(cache, 0, NULL, &mesh, &error), R3D_ERR_LIMIT);
    r3d_cache_close(cache);

    start(&desc, &limits);
    limits.max_frame_bytes = 1;
    assert_int_equal(r3d_cache_open(source_path("golden/cache"), &desc, &cache, &error), R3D_OK);
    const r3d_frame *frame;
    assert_int_equal(r3d_cache_get_frame(cache, 0, &frame, &error), R3D_ERR_LIMIT);
    r3d_cache_close(cache);

    start(&desc, &limits);
    limits.max_faces = -1;
    assert_int_equal(r3d_cache_open(source_path("golden/cache"), &desc, &cache, &error),
                     R3D_ERR_RANGE);
    assert_null(cache);
}

static void kept_meshes_stay_within_their_bound_and_come_again(void **state)
{
    (void)state;
    counting c = {.fail_at = -1};
    r3d_cache_desc desc;
    r3d_cache *cache = NULL;
    r3d_cache_desc_init(&desc);
    desc.allocator = counting_hooks(&c);
    r3d_cache_limits limits;
    r3d_cache_limits_init(&limits);
    limits.max_kept_bytes = 4096;
    desc.limits = &limits;
    assert_int_equal(r3d_cache_open(source_path("golden/cache"), &desc, &cache, NULL), R3D_OK);
    size_t after_first = 0;
    for (int round = 0; round < 3; round++) {
        for (int32_t id = 0; id < 58; id++) {
            r3d_mesh *mesh = NULL;
            if (r3d_cache_get_mesh(cache, id, &mesh, NULL) == R3D_OK) {
                r3d_mesh_destroy(mesh);
            }
        }
        after_first = round == 0 ? c.used : after_first;
        assert_int_equal(c.used, after_first);
    }
    r3d_mesh *held = NULL; /* outlives the cache */
    assert_int_equal(r3d_cache_get_mesh(cache, 57, &held, NULL), R3D_OK);
    r3d_cache_close(cache);
    r3d_mesh_view view;
    r3d_mesh_get_view(held, &view);
    assert_int_equal(view.face_count, 988);
    r3d_mesh_destroy(held);
    assert_int_equal(c.used, 0);
}

/* Whatever allocation fails, there is an error and no leak. */
static void every_failing_allocation_is_reported(void **state)
{
    (void)state;
    static const char *const roots[2] = {"golden/cache", "golden/cache/317"};
    static uint32_t pixels[65536];
    for (int layout = 0; layout < 2; layout++) {
        bool done = false;
        for (long n = 0; !done; n++) {
            counting c = {.fail_at = n};
            r3d_cache_desc desc;
            r3d_cache *cache = NULL;
            r3d_cache_renderer *renderer = NULL;
            card_drawer *drawer = NULL;
            card_row row;
            r3d_error error;
            r3d_cache_desc_init(&desc);
            desc.allocator = counting_hooks(&c);
            assert_int_equal(card_row_parse("npc", "1", "masked 2", &row), R3D_OK);
            r3d_result result = r3d_cache_open(source_path(roots[layout]), &desc, &cache, &error);
            if (result == R3D_OK) {
                result = card_drawer_create(cache, &desc.allocator, NULL, &drawer, &error);
            }
            if (result == R3D_OK) {
                result = r3d_cache_renderer_create(cache, &renderer, &error);
            }
            if (result == R3D_OK) {
                result = card_draw(drawer, &row, NULL, pixels, &error);
            }
            if (result == R3D_OK) {
                result = r3d_cache_draw_icon(renderer, 8, 1, NULL, pixels, &error);
            }
            done = c.calls <= n;
            if (done) {
                assert_int_equal(result, R3D_OK);
            } else if (result != R3D_OK) {
                /* A cache without its files and one without memory for their names look alike. */
                if (result != R3D_ERR_MEMORY && result != R3D_ERR_IO_OPEN) {
                    fail_msg("allocation %ld: %s: %s", n, error.file, error.message);
                }
                assert_int_equal(error.result, result);
            }
            r3d_cache_renderer_destroy(renderer);
            card_drawer_destroy(drawer);
            r3d_cache_close(cache);
            assert_int_equal(c.used, 0);
            assert_true(n < 100000);
        }
    }
}

static void a_folder_without_a_cache_says_what_was_expected(void **state)
{
    (void)state;
    r3d_cache *cache = NULL;
    r3d_error error;
    assert_int_equal(r3d_cache_open(source_path("golden"), NULL, &cache, &error), R3D_ERR_IO_OPEN);
    assert_null(cache);
    assert_non_null(strstr(error.message, "main_file_cache.dat"));
    assert_int_equal(r3d_cache_open(NULL, NULL, &cache, &error), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_cache_open("x", NULL, NULL, &error), R3D_ERR_ARGUMENT);
}

static void notes_that_go_in_a_circle_end_with_an_error(void **state)
{
    (void)state;
    forge_archive archive = forge_unpack(source_path("golden/cache/config"));
    forge_bytes *data = forge_entry_named(&archive, "obj.dat");
    forge_bytes *index = forge_entry_named(&archive, "obj.idx");
    data->size = 0;
    index->size = 0;
    forge_u16(index, 1);
    forge_u16(data, 1);
    forge_u8(data, 1);
    forge_u16(data, 10);
    forge_u8(data, 97);
    forge_u16(data, 0);
    forge_u8(data, 98);
    forge_u16(data, 0);
    forge_u8(data, 0);
    forge_u16(index, (uint32_t)data->size - 2);
    forge_bytes file = forge_pack(&archive, false);
    r3d_cache *cache = open_cache(cache_with("config", &file), R3D_REVISION_225, NULL);
    r3d_cache_renderer *renderer = NULL;
    static uint32_t pixels[1024];
    r3d_error error;
    assert_int_equal(r3d_cache_renderer_create(cache, &renderer, NULL), R3D_OK);
    assert_int_equal(r3d_cache_draw_icon(renderer, 0, 1, NULL, pixels, &error), R3D_ERR_LIMIT);
    r3d_cache_renderer_destroy(renderer);
    r3d_cache_close(cache);
    forge_free(&file);
    forge_archive_free(&archive);
}

/* A store with one entry of three sectors, changed in one place. */
static void sectors_that_lie_are_named_with_their_place(void **state)
{
    (void)state;
    enum { SECTOR = 520, SIZE = 1200 };
    static const struct lie {
        size_t at; /* in the sector file */
        uint8_t value;
        bool strict; /* only noticed then */
        int64_t offset;
        const char *message;
    } lies[] = {
        {SECTOR + 1, 9, false, SECTOR, "sector 1 belongs to file 9 part 0 of store 2"},
        {SECTOR + 3, 7, false, SECTOR, "part 7"},
        {SECTOR + 7, 1, false, SECTOR, "of store 1"},
        {2 * SECTOR + 7, 0, false, 2 * SECTOR, "of store 0"},
        {SECTOR + 6, 0, false, 0, "part 1 is said to be in sector 0, expected 1..4"},
        {SECTOR + 6, 200, false, 200 * SECTOR, "part 1 is said to be in sector 200"},
        {SECTOR + 6, 1, false, SECTOR, "part 0 of store 2, expected 5 part 1"},
        {3 * SECTOR + 6, 4, true, 3 * SECTOR + 4, "its last sector names another one, 4"},
    };
    static uint8_t data[SIZE];
    const char *folder = work_path("lying-store");
    for (size_t i = 0; i < TEST_COUNT(lies); i++) {
        for (int strict = 0; strict < 2; strict++) {
            forge_store forged;
            memset(&forged, 0, sizeof forged);
            forge_store_add(&forged, 1, 5, data, sizeof data);
            assert_int_equal(forged.sectors.size, 4 * SECTOR);
            forged.sectors.data[lies[i].at] = lies[i].value;
            forge_store_write(&forged, folder);
            forge_store_free(&forged);
            r3d_archive_options options = {.struct_size = sizeof(r3d_archive_options),
                                           .strict = strict != 0};
            r3d_store *store = NULL;
            void *read = NULL;
            size_t size = 0;
            r3d_error error;
            assert_int_equal(r3d_store_open(folder, &options, &store, NULL), R3D_OK);
            r3d_result result = r3d_store_read(store, 1, 5, &read, &size, &error);
            if (lies[i].strict && strict == 0) {
                assert_int_equal(result, R3D_OK);
                assert_int_equal(size, SIZE);
            } else {
                assert_int_not_equal(result, R3D_OK);
                assert_non_null(strstr(error.file, "main_file_cache.dat:1/5"));
                assert_non_null(strstr(error.message, lies[i].message));
                assert_int_equal(error.offset, lies[i].offset);
            }
            free(read);
            r3d_store_close(store);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_damaged_stream_only_matters_to_the_models_that_use_it),
        cmocka_unit_test(a_damaged_texture_leaves_the_others),
        cmocka_unit_test(a_damaged_record_leaves_the_others),
        cmocka_unit_test(strict_reading_notices_every_changed_byte),
        cmocka_unit_test(an_archive_cut_anywhere_is_an_error_when_its_end_is_asked_for),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(kept_meshes_stay_within_their_bound_and_come_again),
        cmocka_unit_test(every_failing_allocation_is_reported),
        cmocka_unit_test(a_folder_without_a_cache_says_what_was_expected),
        cmocka_unit_test(notes_that_go_in_a_circle_end_with_an_error),
        cmocka_unit_test(sectors_that_lie_are_named_with_their_place),
    };
    return cmocka_run_group_tests_name("cache damage", tests, NULL, NULL);
}
