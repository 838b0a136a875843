/* SPDX-License-Identifier: MIT */
/* Files of a store with their version behind them. Source: spec rs2-cache section 3. */

#include <stdlib.h>
#include <string.h>

#include <retro3d/cache.h>

#include "cmocka_all.h"
#include "forge.h"

/* How many bytes follow each file of an index. */
typedef struct behind {
    size_t bytes[3];
} behind;

/* Copies the store of golden/cache/317 with some bytes behind each file. */
static const char *store_with(const behind *b)
{
    static const uint8_t version[8] = {0, 1, 0x1F, 0x8B, 0, 0, 0, 0};
    const char *folder = work_path("store-with-versions");
    r3d_store *from = NULL;
    forge_store to;
    memset(&to, 0, sizeof to);
    assert_int_equal(r3d_store_open(source_path("golden/cache/317"), NULL, &from, NULL), R3D_OK);
    for (int index = 0; index < 3; index++) {
        for (int32_t n = 0; n < r3d_store_count(from, index); n++) {
            void *data = NULL;
            size_t size = 0;
            if (!r3d_store_contains(from, index, n)) {
                continue;
            }
            assert_int_equal(r3d_store_read(from, index, n, &data, &size, NULL), R3D_OK);
            forge_bytes file = {0};
            forge_add(&file, data, size);
            forge_add(&file, version, b->bytes[index]);
            forge_store_add(&to, index, n, file.data, file.size);
            forge_free(&file);
            free(data);
        }
    }
    r3d_store_close(from);
    forge_store_write(&to, folder);
    forge_store_free(&to);
    return folder;
}

/* What of each kind cannot be loaded. */
typedef struct failures {
    int models;
    int frames;
    int textures;
    int items;
    int loaded;
    r3d_error error; /* the last one */
} failures;

static failures load_all(const char *folder, bool strict)
{
    failures f;
    r3d_cache *cache = NULL;
    r3d_cache_desc desc;
    r3d_error errors[4];
    memset(&f, 0, sizeof f);
    r3d_cache_desc_init(&desc);
    desc.strict = strict;
    assert_int_equal(r3d_cache_open(folder, &desc, &cache, NULL), R3D_OK);
    for (int32_t id = 0; id < 64; id++) {
        r3d_mesh *mesh = NULL;
        const r3d_frame *frame;
        const r3d_texels *texels;
        const r3d_cache_obj *obj;
        r3d_result results[4];
        results[0] = r3d_cache_get_mesh(cache, id, &mesh, &errors[0]);
        results[1] = r3d_cache_get_frame(cache, id, &frame, &errors[1]);
        results[2] = r3d_cache_get_texels(cache, id, &texels, &errors[2]);
        results[3] = r3d_cache_get_obj(cache, id, &obj, &errors[3]);
        r3d_mesh_destroy(mesh);
        int *const failed[4] = {&f.models, &f.frames, &f.textures, &f.items};
        for (int i = 0; i < 4; i++) {
            f.loaded += results[i] == R3D_OK ? 1 : 0;
            if (results[i] != R3D_OK && results[i] != R3D_ERR_RANGE) {
                (*failed[i])++;
                f.error = errors[i];
            }
        }
    }
    r3d_cache_close(cache);
    return f;
}

static void two_version_bytes_behind_any_file_are_right(void **state)
{
    (void)state;
    const failures plain = load_all(store_with(&(behind){{0, 0, 0}}), true);
    assert_true(plain.loaded > 60);
    for (int which = 1; which < 8; which++) {
        behind b = {{(which & 1) != 0 ? 2 : 0, (which & 2) != 0 ? 2 : 0, (which & 4) != 0 ? 2 : 0}};
        const char *folder = store_with(&b);
        for (int strict = 0; strict < 2; strict++) {
            const failures f = load_all(folder, strict != 0);
            assert_int_equal(f.loaded, plain.loaded);
            assert_int_equal(f.models + f.frames + f.textures + f.items, 0);
        }
    }
}

static void other_bytes_behind_a_file_are_refused_when_strict(void **state)
{
    (void)state;
    static const size_t sizes[] = {1, 3, 4, 8};
    const failures plain = load_all(store_with(&(behind){{0, 0, 0}}), true);
    for (size_t i = 0; i < TEST_COUNT(sizes); i++) {
        const char *folder = store_with(&(behind){{sizes[i], sizes[i], sizes[i]}});
        failures f = load_all(folder, true);
        assert_int_equal(f.loaded, 0);
        assert_true(f.models > 0 && f.frames == 0 && f.textures > 0 && f.items > 0);
        f = load_all(folder, false);
        assert_int_equal(f.loaded, plain.loaded);
        folder = store_with(&(behind){{0, sizes[i], 0}});
        f = load_all(folder, true);
        assert_true(f.models > 0 && f.frames == 0 && f.textures == 0 && f.items == 0);
        assert_non_null(
            strstr(f.error.message, "bytes after the gzip stream, expected none or the two"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_version_bytes_behind_any_file_are_right),
        cmocka_unit_test(other_bytes_behind_a_file_are_refused_when_strict),
    };
    return cmocka_run_group_tests_name("cache store", tests, NULL, NULL);
}
