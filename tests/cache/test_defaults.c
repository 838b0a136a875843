/* SPDX-License-Identifier: MIT */
/* What is shown of records that leave their model out. Source: spec rs2-cache section 5, "Defaults". */

#include <string.h>

#include <retro3d/assembly.h>

#include "cmocka_all.h"
#include "forge.h"
#include "tables.h"

enum { ICON = R3D_ICON_SIZE * R3D_ICON_SIZE, MODEL_ZERO = 0, ABSENT = 60, HEAD_DOWN = 80 };

/* A record of an item: its view, and the model where it is said. */
static void add_item(forge_bytes *data, forge_bytes *index, int32_t model)
{
    const size_t start = data->size;
    if (model >= 0) {
        forge_u8(data, 1);
        forge_u16(data, (uint32_t)model);
    }
    forge_u8(data, 4);
    forge_u16(data, 1000);
    forge_u8(data, 8); /* model 0 is a head, high above its origin */
    forge_u16(data, HEAD_DOWN);
    forge_u8(data, 0);
    forge_u16(index, (uint32_t)(data->size - start));
}

/* An effect with an ambient of its own, and the model where it is said. */
static void add_effect(forge_bytes *data, int32_t model)
{
    if (model >= 0) {
        forge_u8(data, 1);
        forge_u16(data, (uint32_t)model);
    }
    forge_u8(data, 7);
    forge_u8(data, 20);
    forge_u8(data, 0);
}

/* A cache of three items and three effects: without a model, with model 0, with one that is absent. */
static r3d_cache *open_forged(void)
{
    static const char *const others[2] = {"models", "textures"};
    static const int32_t models[3] = {-1, MODEL_ZERO, ABSENT};
    forge_archive config = forge_unpack(source_path("golden/cache/config"));
    forge_bytes *data = forge_entry_named(&config, "obj.dat");
    forge_bytes *index = forge_entry_named(&config, "obj.idx");
    forge_bytes *effects = forge_entry_named(&config, "spotanim.dat");
    data->size = 0;
    index->size = 0;
    effects->size = 0;
    forge_u16(data, 3);
    forge_u16(index, 3);
    forge_u16(effects, 3);
    for (int i = 0; i < 3; i++) {
        add_item(data, index, models[i]);
        add_effect(effects, models[i]);
    }
    forge_bytes file = forge_pack(&config, true);
    forge_make_folder(work_path("defaults"));
    forge_write_file(work_path("defaults/config"), file.data, file.size);
    for (int i = 0; i < 2; i++) {
        char from[64] = "golden/cache/";
        char to[64] = "defaults/";
        strcat(from, others[i]);
        strcat(to, others[i]);
        forge_bytes other = forge_read_file(source_path(from));
        forge_write_file(work_path(to), other.data, other.size);
        forge_free(&other);
    }
    forge_free(&file);
    forge_archive_free(&config);
    return open_cache(work_path("defaults"), R3D_REVISION_225, NULL);
}

static void an_item_without_a_model_shows_model_0(void **state)
{
    (void)state;
    static uint32_t shown[ICON];
    static uint32_t expected[ICON];
    r3d_cache *cache = open_forged();
    r3d_cache_renderer *renderer = NULL;
    r3d_error error;
    int drawn = 0;
    assert_int_equal(r3d_cache_renderer_create(cache, &renderer, NULL), R3D_OK);
    assert_int_equal(r3d_cache_draw_icon(renderer, 0, 1, NULL, shown, NULL), R3D_OK);
    assert_int_equal(r3d_cache_draw_icon(renderer, 1, 1, NULL, expected, NULL), R3D_OK);
    for (int i = 0; i < ICON; i++) {
        drawn += (shown[i] & 0xFFFFFFu) != 0 ? 1 : 0;
    }
    assert_true(drawn > 50);
    assert_memory_equal(shown, expected, sizeof shown);
    /* A model that is not in the cache is an error of that record alone. */
    assert_int_equal(r3d_cache_draw_icon(renderer, 2, 1, NULL, shown, &error), R3D_ERR_RANGE);
    assert_non_null(strstr(error.message, "no model 60"));
    assert_int_equal(r3d_cache_draw_icon(renderer, 0, 1, NULL, shown, NULL), R3D_OK);
    r3d_cache_renderer_destroy(renderer);
    r3d_cache_close(cache);
}

static void an_effect_without_a_model_shows_model_0(void **state)
{
    (void)state;
    r3d_cache *cache = open_forged();
    r3d_mesh *meshes[2] = {NULL, NULL};
    r3d_mesh_view views[2];
    r3d_mesh *none = NULL;
    for (int i = 0; i < 2; i++) {
        assert_int_equal(r3d_cache_make_spot(cache, i, -1, &meshes[i], NULL), R3D_OK);
        r3d_mesh_get_view(meshes[i], &views[i]);
    }
    assert_true(views[0].face_count > 0);
    assert_int_equal(views[0].face_count, views[1].face_count);
    assert_memory_equal(views[0].lit, views[1].lit,
                        (size_t)views[0].face_count * 3 * sizeof *views[0].lit);
    assert_int_equal(r3d_cache_make_spot(cache, 2, -1, &none, NULL), R3D_ERR_RANGE);
    r3d_mesh_destroy(meshes[0]);
    r3d_mesh_destroy(meshes[1]);
    r3d_cache_close(cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_item_without_a_model_shows_model_0),
        cmocka_unit_test(an_effect_without_a_model_shows_model_0),
    };
    return cmocka_run_group_tests_name("cache defaults", tests, NULL, NULL);
}
