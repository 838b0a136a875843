/* SPDX-License-Identifier: MIT */
/* Caches whose files are in memory alone: both layouts give what they give from disk, while no file can
 * be opened. */

#include "cmocka_all.h"

#include <string.h>

#include <retro3d/assembly.h>

#include "memory_files.h"

#define DISK R3D_TEST_SOURCE_DIR "/golden/cache"
#define ROOM "memory:/of no disk/cache"

static r3d_cache *open_cache(const char *root, const r3d_file_source *files)
{
    r3d_cache_desc desc;
    r3d_cache *cache = NULL;
    r3d_error error;
    r3d_cache_desc_init(&desc);
    desc.files = files;
    if (r3d_cache_open(root, &desc, &cache, &error) != R3D_OK) {
        fail_msg("%s: %s", error.file, error.message);
    }
    return cache;
}

/* The icons of all items under each other, and how many could be drawn. */
static int draw_icons(r3d_cache *cache, uint32_t *pixels, int32_t limit)
{
    r3d_cache_renderer *renderer = NULL;
    int32_t count = 0;
    int drawn = 0;
    assert_int_equal(r3d_cache_count(cache, R3D_CACHE_OBJS, &count, NULL), R3D_OK);
    assert_int_equal(r3d_cache_renderer_create(cache, &renderer, NULL), R3D_OK);
    for (int32_t i = 0; i < count && i < limit; i++) {
        uint32_t *icon = pixels + (size_t)i * R3D_ICON_SIZE * R3D_ICON_SIZE;
        drawn += r3d_cache_draw_icon(renderer, i, 1, NULL, icon, NULL) == R3D_OK ? 1 : 0;
    }
    r3d_cache_renderer_destroy(renderer);
    return drawn;
}

/* One texture and one frame, as far as the cache has them. */
static uint32_t look_at_the_rest(r3d_cache *cache)
{
    const r3d_texels *texels = NULL;
    const r3d_frame *frame = NULL;
    uint32_t sum = 0;
    if (r3d_cache_get_texels(cache, 1, &texels, NULL) == R3D_OK) {
        for (int i = 0; i < R3D_TEXELS_HIGH_COUNT; i++) {
            sum = sum * 31u + texels->texels[i];
        }
    }
    for (int32_t id = 0; id < 100; id++) {
        if (r3d_cache_contains(cache, R3D_CACHE_FRAMES, id) &&
            r3d_cache_get_frame(cache, id, &frame, NULL) == R3D_OK) {
            sum = sum * 31u + (uint32_t)frame->op_count + 1u;
        }
    }
    return sum;
}

static void compare(const char *disk_root, const char *root, r3d_cache_layout layout)
{
    enum { ICONS_MAX = 64 };
    static uint32_t disk_icons[ICONS_MAX * R3D_ICON_SIZE * R3D_ICON_SIZE];
    static uint32_t icons[ICONS_MAX * R3D_ICON_SIZE * R3D_ICON_SIZE];
    memory_files memory = {.count = 0};
    memset(disk_icons, 0, sizeof disk_icons);
    memset(icons, 0, sizeof icons);
    memory_files_add(&memory, DISK, ROOM);
    const r3d_file_source files = memory_files_source(&memory);
    r3d_cache *disk = open_cache(disk_root, NULL);
    const int disk_drawn = draw_icons(disk, disk_icons, ICONS_MAX);
    const uint32_t disk_sum = look_at_the_rest(disk);
    r3d_cache_close(disk);

    forbid_files();
    r3d_cache *cache = open_cache(root, &files);
    const int drawn = draw_icons(cache, icons, ICONS_MAX);
    const uint32_t sum = look_at_the_rest(cache);
    const r3d_cache_layout found = r3d_cache_get_layout(cache);
    r3d_cache_close(cache);
    allow_files();

    assert_int_equal(found, layout);
    assert_in_range(drawn, 10, ICONS_MAX);
    assert_int_equal(drawn, disk_drawn);
    assert_memory_equal(icons, disk_icons, sizeof icons);
    assert_int_not_equal(sum, 0);
    assert_int_equal(sum, disk_sum);
    assert_int_equal(memory.opened, 0);
    assert_int_equal(memory.wrong_closes, 0);
    memory_files_free(&memory);
}

static void archives_open_from_memory_alone(void **state)
{
    (void)state;
    compare(DISK, ROOM, R3D_CACHE_ARCHIVES);
}

static void a_sector_store_opens_from_memory_alone(void **state)
{
    (void)state;
    compare(DISK "/317", ROOM "/317", R3D_CACHE_STORE);
}

static void a_source_without_the_files_is_no_cache(void **state)
{
    (void)state;
    memory_files nothing = {.count = 0};
    const r3d_file_source files = memory_files_source(&nothing);
    r3d_cache_desc desc;
    r3d_cache *cache = NULL;
    r3d_error error;
    r3d_cache_desc_init(&desc);
    desc.files = &files;
    assert_int_equal(r3d_cache_open(DISK, &desc, &cache, &error), R3D_ERR_IO_OPEN);
    assert_null(cache);
    assert_non_null(strstr(error.message, "no cache is here"));
}

static void a_store_of_a_source_keeps_to_its_limit(void **state)
{
    (void)state;
    memory_files memory = {.count = 0};
    memory_files_add(&memory, DISK, ROOM);
    const r3d_file_source files = memory_files_source(&memory);
    r3d_cache_limits limits = {.struct_size = sizeof(r3d_cache_limits), .max_store_bytes = 100};
    r3d_archive_options options = {
        .struct_size = sizeof(r3d_archive_options), .files = &files, .limits = &limits};
    r3d_store *store = NULL;
    r3d_error error;
    assert_int_equal(r3d_store_open(ROOM "/317", &options, &store, &error), R3D_ERR_LIMIT);
    assert_null(store);
    assert_int_equal(memory.opened, 0);
    limits.max_store_bytes = 0;
    assert_int_equal(r3d_store_open(ROOM "/317", &options, &store, &error), R3D_OK);
    assert_int_equal(memory.opened, 1); /* the sectors, until the store is closed */
    r3d_store_close(store);
    assert_int_equal(memory.opened, 0);
    memory_files_free(&memory);
}

static r3d_result lend_a_piece(const char *name, const void **out_data, size_t *out_size,
                               void *user)
{
    const memory_files *memory = user;
    for (size_t i = 0; i < memory->count; i++) {
        if (strcmp(memory->files[i].name, name) == 0) {
            *out_data = memory->files[i].data;
            *out_size = memory->files[i].size / 2;
            return R3D_OK;
        }
    }
    return R3D_ERR_IO_OPEN;
}

static void short_data_are_an_error_of_the_format(void **state)
{
    (void)state;
    memory_files memory = {.count = 0};
    memory_files_add(&memory, DISK, ROOM);
    const r3d_file_source files = {.open = lend_a_piece, .user = &memory};
    r3d_archive_options options = {.struct_size = sizeof(r3d_archive_options), .files = &files};
    r3d_archive *archive = NULL;
    r3d_error error;
    r3d_result result = r3d_archive_open(ROOM "/config", &options, &archive, &error);
    const uint8_t *data = NULL;
    size_t size = 0;
    if (result == R3D_OK) {
        result = r3d_archive_read(archive, r3d_archive_count(archive) - 1, &data, &size, &error);
    }
    assert_int_not_equal(result, R3D_OK);
    r3d_archive_close(archive);
    r3d_cache *cache = open_cache(ROOM "/317", &files);
    int failures = 0;
    for (int32_t id = 0; id < 200; id++) {
        r3d_mesh *mesh = NULL;
        if (r3d_cache_contains(cache, R3D_CACHE_MODELS, id) &&
            r3d_cache_get_mesh(cache, id, &mesh, &error) != R3D_OK) {
            failures++;
        }
        r3d_mesh_destroy(mesh);
    }
    assert_in_range(failures, 1, 200);
    r3d_cache_close(cache);
    memory_files_free(&memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(archives_open_from_memory_alone),
        cmocka_unit_test(a_sector_store_opens_from_memory_alone),
        cmocka_unit_test(a_source_without_the_files_is_no_cache),
        cmocka_unit_test(a_store_of_a_source_keeps_to_its_limit),
        cmocka_unit_test(short_data_are_an_error_of_the_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
