/* SPDX-License-Identifier: MIT */
/* Every number and every picture of both synthetic caches, from every layout that a cache can have.
 */

#include <stdio.h>
#include <string.h>

#include "../../tools/cache/cards.h"
#include "cmocka_all.h"
#include "forge.h"
#include "tables.h"

enum { CACHE_NUMBERS = 63, CACHE_PICTURES = 94, CACHE2_NUMBERS = 29, CACHE2_PICTURES = 180 };

static void expect_all(r3d_cache *cache, const char *golden, int numbers, int pictures)
{
    char path[256];
    snprintf(path, sizeof path, "golden/%s/numbers.tsv", golden);
    table_result result = compare_numbers(cache, source_path(path));
    assert_int_equal(result.rows, numbers);
    assert_int_equal(result.equal, numbers);
    snprintf(path, sizeof path, "golden/%s/expected.tsv", golden);
    result = compare_pictures(cache, source_path(path));
    assert_int_equal(result.rows, pictures);
    assert_int_equal(result.equal, pictures);
    r3d_cache_close(cache);
}

static void the_first_cache_is_equal_from_archives_compressed_by_file(void **state)
{
    (void)state;
    r3d_cache *cache = open_cache(source_path("golden/cache"), R3D_REVISION_OF_LAYOUT, NULL);
    assert_int_equal(r3d_cache_get_layout(cache), R3D_CACHE_ARCHIVES);
    expect_all(cache, "cache", CACHE_NUMBERS, CACHE_PICTURES);
}

static void the_first_cache_is_equal_from_the_models_compressed_as_a_whole(void **state)
{
    (void)state;
    expect_all(open_cache(source_path("golden/cache"), R3D_REVISION_225, "models-whole"), "cache",
               CACHE_NUMBERS, CACHE_PICTURES);
}

static void the_second_cache_is_equal(void **state)
{
    (void)state;
    expect_all(open_cache(source_path("golden/cache2"), R3D_REVISION_225, NULL), "cache2",
               CACHE2_NUMBERS, CACHE2_PICTURES);
}

static void the_first_cache_is_equal_from_the_sector_store_with_the_rules_of_225(void **state)
{
    (void)state;
    r3d_cache *cache = open_cache(source_path("golden/cache/317"), R3D_REVISION_225, NULL);
    assert_int_equal(r3d_cache_get_layout(cache), R3D_CACHE_STORE);
    expect_all(cache, "cache", CACHE_NUMBERS, CACHE_PICTURES);
}

static void the_sector_store_has_the_same_meshes_and_frames_with_its_own_rules(void **state)
{
    (void)state;
    r3d_cache *cache = open_cache(source_path("golden/cache/317"), R3D_REVISION_OF_LAYOUT, NULL);
    r3d_cache_rules rules;
    r3d_cache_rules_init(&rules);
    r3d_cache_get_rules(cache, &rules);
    assert_int_equal(rules.notes, R3D_NOTE_ZOOMED);
    table_result result = compare_numbers(cache, source_path("golden/cache/numbers.tsv"));
    assert_int_equal(result.rows, CACHE_NUMBERS);
    assert_int_equal(result.equal, CACHE_NUMBERS);
    r3d_cache_close(cache);
}

/* Both caches with all three archives packed anew, one way and the other. */
static void archives_packed_anew_give_the_same(void **state)
{
    (void)state;
    static const char *const names[3] = {"models", "textures", "config"};
    for (int cache = 1; cache <= 2; cache++) {
        for (int whole = 0; whole < 2; whole++) {
            const char *golden = cache == 1 ? "cache" : "cache2";
            char folder[1024];
            snprintf(folder, sizeof folder, "%s-%s-%d", work_path("packed"), golden, whole);
            forge_make_folder(folder);
            for (int i = 0; i < 3; i++) {
                char from[256];
                char to[1100];
                snprintf(from, sizeof from, "golden/%s/%s", golden, names[i]);
                snprintf(to, sizeof to, "%s/%s", folder, names[i]);
                forge_archive archive = forge_unpack(source_path(from));
                forge_bytes file = forge_pack(&archive, whole != 0);
                forge_write_file(to, file.data, file.size);
                forge_free(&file);
                forge_archive_free(&archive);
            }
            expect_all(open_cache(folder, R3D_REVISION_225, NULL), golden,
                       cache == 1 ? CACHE_NUMBERS : CACHE2_NUMBERS,
                       cache == 1 ? CACHE_PICTURES : CACHE2_PICTURES);
        }
    }
}

/* A table of rows is only worth something if it can fail. */
static void a_picture_from_another_camera_is_not_equal(void **state)
{
    (void)state;
    r3d_cache *cache = open_cache(source_path("golden/cache"), R3D_REVISION_225, NULL);
    card_drawer *drawer = NULL;
    static uint32_t pixels[65536];
    uint32_t crcs[3];
    int32_t nonzero;
    card_row row;
    card_camera camera;
    memset(&camera, 0, sizeof camera);
    assert_int_equal(card_drawer_create(cache, NULL, NULL, &drawer, NULL), R3D_OK);
    assert_int_equal(card_row_parse("npc", "0", "stand", &row), R3D_OK);
    assert_int_equal(card_draw(drawer, &row, &camera, pixels, NULL), R3D_OK);
    card_hash(pixels, 256, 256, &crcs[0], &nonzero);
    camera.has_yaw = true;
    camera.yaw_a11 = 101;
    assert_int_equal(card_draw(drawer, &row, &camera, pixels, NULL), R3D_OK);
    card_hash(pixels, 256, 256, &crcs[1], &nonzero);
    camera.yaw_a11 = 100;
    camera.zoom_percent = 90;
    assert_int_equal(card_draw(drawer, &row, &camera, pixels, NULL), R3D_OK);
    card_hash(pixels, 256, 256, &crcs[2], &nonzero);
    assert_int_not_equal(crcs[0], crcs[1]);
    assert_int_not_equal(crcs[0], crcs[2]);
    card_drawer_destroy(drawer);
    r3d_cache_close(cache);
}

static void single_model_files_are_those_of_the_archive(void **state)
{
    (void)state;
    r3d_cache *cache = open_cache(source_path("golden/cache"), R3D_REVISION_225, NULL);
    int compared = 0;
    int32_t count = 0;
    assert_int_equal(r3d_cache_count(cache, R3D_CACHE_MODELS, &count, NULL), R3D_OK);
    assert_int_equal(count, 58);
    for (int32_t id = 0; id < count; id++) {
        char name[64];
        if (!r3d_cache_contains(cache, R3D_CACHE_MODELS, id)) {
            continue;
        }
        snprintf(name, sizeof name, "golden/cache/317/models/%d.dat", (int)id);
        forge_bytes file = forge_read_file(source_path(name));
        r3d_mesh *single = NULL;
        r3d_mesh *archived = NULL;
        r3d_mesh_view a;
        r3d_mesh_view b;
        assert_int_equal(r3d_cache_decode_model(file.data, file.size, name, NULL, &single, NULL),
                         R3D_OK);
        assert_int_equal(r3d_cache_get_mesh(cache, id, &archived, NULL), R3D_OK);
        r3d_mesh_get_view(single, &a);
        r3d_mesh_get_view(archived, &b);
        assert_int_equal(a.vertex_count, b.vertex_count);
        assert_int_equal(a.face_count, b.face_count);
        assert_int_equal(a.plane_count, b.plane_count);
        assert_int_equal(a.priority, b.priority);
        assert_memory_equal(a.x, b.x, (size_t)a.vertex_count * 4);
        assert_memory_equal(a.corners, b.corners, (size_t)a.face_count * 12);
        assert_memory_equal(a.colors, b.colors, (size_t)a.face_count * 4);
        assert_int_equal(a.alphas != NULL, b.alphas != NULL);
        r3d_mesh_destroy(single);
        r3d_mesh_destroy(archived);
        forge_free(&file);
        compared++;
    }
    assert_int_equal(compared, 31);
    r3d_cache_close(cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_cache_is_equal_from_archives_compressed_by_file),
        cmocka_unit_test(the_first_cache_is_equal_from_the_models_compressed_as_a_whole),
        cmocka_unit_test(the_second_cache_is_equal),
        cmocka_unit_test(the_first_cache_is_equal_from_the_sector_store_with_the_rules_of_225),
        cmocka_unit_test(the_sector_store_has_the_same_meshes_and_frames_with_its_own_rules),
        cmocka_unit_test(archives_packed_anew_give_the_same),
        cmocka_unit_test(a_picture_from_another_camera_is_not_equal),
        cmocka_unit_test(single_model_files_are_those_of_the_archive),
    };
    return cmocka_run_group_tests_name("cache tables", tests, NULL, NULL);
}
