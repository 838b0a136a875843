/* SPDX-License-Identifier: MIT */
/* Files from a source that the caller provides, good ones and hostile ones; levels, their pictures and
 * WAD files from memory alone. */

#include "io_test.h"

#include <retro3d/levels.h>
#include <retro3d/models.h>
#include <retro3d/pictures.h>
#include <retro3d/png.h>

#include "memory_files.h"

#define GOLDEN R3D_TEST_SOURCE_DIR "/golden"
#define ROOM "memory:/of no disk"

/* A source whose answer is fixed, and what it was asked. */
typedef struct one_answer {
    r3d_result result;
    const void *data;
    size_t size;
    int opens;
    int closes;
} one_answer;

static r3d_result answer(const char *name, const void **out_data, size_t *out_size, void *user)
{
    one_answer *self = user;
    assert_non_null(name);
    self->opens++;
    *out_data = self->data;
    *out_size = self->size;
    return self->result;
}

static void take_back(const char *name, const void *data, size_t size, void *user)
{
    one_answer *self = user;
    assert_non_null(name);
    assert_ptr_equal(data, self->data);
    assert_int_equal(size, self->size);
    self->closes++;
}

static r3d_file_source source_of(one_answer *self)
{
    return (r3d_file_source){.open = answer, .close = take_back, .user = self};
}

static void bytes_are_copied_with_a_zero_behind_them(void **state)
{
    (void)state;
    one_answer self = {.data = "abc", .size = 3};
    const r3d_file_source files = source_of(&self);
    void *data = NULL;
    size_t size = 0;
    assert_int_equal(r3d_file_read_from(&files, "x", 0, NULL, &data, &size, NULL), R3D_OK);
    assert_int_equal(size, 3);
    assert_memory_equal(data, "abc", 4);
    free(data);
    self = (one_answer){.data = NULL, .size = 0};
    assert_int_equal(r3d_file_read_from(&files, "x", 0, NULL, &data, &size, NULL), R3D_OK);
    assert_int_equal(size, 0);
    assert_string_equal(data, "");
    free(data);
    assert_int_equal(self.closes, 1);
    assert_int_equal(self.opens, 1);
}

static void what_a_source_says_is_handed_on(void **state)
{
    (void)state;
    const r3d_result results[] = {R3D_ERR_IO_OPEN, R3D_ERR_IO_READ, R3D_ERR_MEMORY, R3D_ERR_STATE};
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        one_answer self = {.result = results[i], .data = "abc", .size = 3};
        const r3d_file_source files = source_of(&self);
        void *data = &self;
        size_t size = 1;
        r3d_picture picture = {.width = 7};
        r3d_error error;
        assert_int_equal(r3d_file_read_from(&files, "a.png", 0, NULL, &data, &size, &error),
                         results[i]);
        assert_null(data);
        assert_int_equal(size, 0);
        assert_string_equal(error.file, "a.png");
        assert_non_null(strstr(error.message, r3d_result_string(results[i])));
        assert_int_equal(r3d_png_load_from(&files, "a.png", NULL, NULL, &picture, &error),
                         results[i]);
        assert_null(picture.pixels);
        assert_int_equal(r3d_picture_load_from(&files, "a.png", NULL, NULL, &picture, &error),
                         results[i]);
        assert_null(picture.pixels);
        assert_int_equal(self.opens, 3);
        assert_int_equal(self.closes, 0); /* nothing was lent */
    }
}

static void no_bytes_for_a_size_and_too_many_are_refused(void **state)
{
    (void)state;
    one_answer self = {.data = NULL, .size = 10};
    const r3d_file_source files = source_of(&self);
    void *data = NULL;
    size_t size = 0;
    r3d_error error;
    assert_int_equal(r3d_file_read_from(&files, "x", 0, NULL, &data, &size, &error),
                     R3D_ERR_IO_READ);
    assert_non_null(strstr(error.message, "NULL for 10 bytes"));
    self.data = "0123456789";
    assert_int_equal(r3d_file_read_from(&files, "x", 9, NULL, &data, &size, &error), R3D_ERR_LIMIT);
    assert_non_null(strstr(error.message, "10 bytes, the limit is 9"));
    self.size = SIZE_MAX; /* never read */
    assert_int_equal(r3d_file_read_from(&files, "x", 0, NULL, &data, &size, &error), R3D_ERR_LIMIT);
    const r3d_io_limits limits = {.struct_size = sizeof(r3d_io_limits), .max_file_bytes = 100};
    r3d_picture picture;
    self.size = 101;
    assert_int_equal(r3d_png_load_from(&files, "x", &limits, NULL, &picture, &error),
                     R3D_ERR_LIMIT);
    assert_int_equal(r3d_picture_load_from(&files, "x", &limits, NULL, &picture, &error),
                     R3D_ERR_LIMIT);
    assert_null(data);
    assert_int_equal(self.closes, self.opens);
    const r3d_file_source none = {.open = NULL};
    assert_int_equal(r3d_file_read_from(&none, "x", 0, NULL, &data, &size, &error),
                     R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_file_read_from(&files, NULL, 0, NULL, &data, &size, &error),
                     R3D_ERR_ARGUMENT);
}

static void every_cut_of_a_picture_is_an_error_and_is_given_back(void **state)
{
    (void)state;
    void *png = NULL;
    size_t size = 0;
    assert_int_equal(
        r3d_file_read(GOLDEN "/raster/flat_alpha_levels.png", 0, NULL, &png, &size, NULL), R3D_OK);
    const size_t step = size / 97 + 1;
    for (size_t cut = 0; cut < size; cut += step) {
        one_answer self = {.data = png, .size = cut};
        const r3d_file_source files = source_of(&self);
        r3d_picture picture;
        r3d_image24 image;
        assert_int_not_equal(r3d_png_load_from(&files, "x", NULL, NULL, &picture, NULL), R3D_OK);
        assert_null(picture.pixels);
        assert_int_not_equal(r3d_image24_load_png_from(&files, "x", NULL, &image, NULL), R3D_OK);
        assert_null(image.pixels);
        assert_int_equal(self.closes, 2);
    }
    one_answer self = {.data = png, .size = size};
    const r3d_file_source files = source_of(&self);
    r3d_picture picture;
    assert_int_equal(r3d_png_load_from(&files, "x", NULL, NULL, &picture, NULL), R3D_OK);
    r3d_picture_free(&picture);
    assert_int_equal(self.closes, 1);
    free(png);
}

static void count_issue(const r3d_column_level_issue *issue, void *user)
{
    (void)issue;
    ++*(int *)user;
}

/* What a level and its pictures are, in a few numbers. */
typedef struct level_facts {
    int32_t walls;
    int textured;
    int with_sprite;
    int missing;
    uint32_t sum;
} level_facts;

static void add_texture(level_facts *facts, int *count, const r3d_column_texture *texture)
{
    if (texture->width > 0) {
        ++*count;
        for (int32_t i = 0; i < texture->width * texture->height; i++) {
            facts->sum = facts->sum * 31u + texture->indices[i];
        }
    }
}

static level_facts look_at_level(const r3d_file_source *files, const char *level_path,
                                 const char *sprites, const char *textures)
{
    r3d_column_level_load_options options;
    r3d_column_picture_sources sources;
    r3d_column_level *level = NULL;
    r3d_column_level_pictures *pictures = NULL;
    r3d_error error;
    level_facts facts = {.walls = 0};
    r3d_column_level_load_options_init(&options);
    r3d_column_picture_sources_init(&sources);
    options.files = files;
    options.wall_material = "aqconc03";
    sources.files = files;
    sources.sprite_dir = sprites;
    sources.texture_dir = textures;
    sources.on_missing = count_issue;
    sources.user = &facts.missing;
    if (r3d_column_level_load(level_path, &options, NULL, &level, &error) != R3D_OK ||
        r3d_column_level_load_pictures(level, &sources, NULL, &pictures, &error) != R3D_OK) {
        fail_msg("%s: %s", error.file, error.message);
    }
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(level);
    const r3d_column_materials *found = r3d_column_level_pictures_get_materials(pictures);
    facts.walls = desc->wall_count;
    for (int32_t i = 0; i < desc->material_count; i++) {
        add_texture(&facts, &facts.textured, &found->textures[i]);
    }
    for (int32_t i = 0; i < desc->thing_type_count; i++) {
        add_texture(&facts, &facts.with_sprite, &found->sprites[i]);
    }
    r3d_column_level_pictures_destroy(pictures);
    r3d_column_level_destroy(level);
    return facts;
}

static void a_level_with_its_pictures_is_read_from_memory_alone(void **state)
{
    (void)state;
    memory_files memory = {.count = 0};
    memory_files_add(&memory, GOLDEN "/data", ROOM);
    const r3d_file_source files = memory_files_source(&memory);
    const level_facts disk = look_at_level(NULL, GOLDEN "/data/levels/sprites.level",
                                           GOLDEN "/data/levels", GOLDEN "/data/freedoom");
    forbid_files();
    const level_facts facts =
        look_at_level(&files, ROOM "/levels/sprites.level", ROOM "/levels/", ROOM "/freedoom/");
    allow_files();
    assert_memory_equal(&facts, &disk, sizeof facts);
    assert_in_range(facts.with_sprite, 1, 100);
    assert_in_range(facts.textured, 1, 100);
    assert_int_equal(memory.opened, 0);
    assert_int_equal(memory.wrong_closes, 0);
    memory_files_free(&memory);
}

static void a_wad_is_read_from_memory_alone(void **state)
{
    (void)state;
    memory_files memory = {.count = 0};
    memory_files_add(&memory, R3D_TEST_SOURCE_DIR "/tests/fuzz/fuzz_wad/corpus", ROOM);
    const r3d_file_source files = memory_files_source(&memory);
    r3d_wad *wad = NULL;
    r3d_column_level *level = NULL;
    r3d_column_level_pictures *pictures = NULL;
    r3d_error error;
    forbid_files();
    r3d_result result = r3d_wad_load_from(&files, ROOM "/two-rooms.wad", NULL, &wad, &error);
    if (result == R3D_OK) {
        result = r3d_wad_load_map(wad, NULL, NULL, NULL, NULL, &level, &pictures, &error);
    }
    r3d_wad *no_wad = NULL;
    const r3d_result lost = r3d_wad_load_from(&files, ROOM "/lost.wad", NULL, &no_wad, NULL);
    allow_files();
    assert_null(no_wad);
    assert_int_equal(result, R3D_OK);
    assert_int_equal(lost, R3D_ERR_IO_OPEN);
    assert_in_range(r3d_column_level_get_desc(level)->wall_count, 4, 1000);
    assert_int_equal(memory.opened_ever, 1);
    assert_int_equal(memory.opened, 0);
    r3d_column_level_pictures_destroy(pictures);
    r3d_column_level_destroy(level);
    r3d_wad_destroy(wad);
    memory_files_free(&memory);
}

static void texts_of_a_failing_source_leave_nothing_behind(void **state)
{
    (void)state;
    one_answer self = {.data = "mesh", .size = 4};
    const r3d_file_source files = source_of(&self);
    r3d_mesh *mesh = NULL;
    r3d_loaded_skeleton skeleton;
    r3d_image8 image;
    r3d_error error;
    assert_int_not_equal(r3d_mesh_load_text_from(&files, "a.mesh", true, NULL, &mesh, &error),
                         R3D_OK);
    assert_null(mesh);
    assert_string_equal(error.file, "a.mesh");
    assert_int_equal(error.line, 1);
    assert_int_not_equal(r3d_skeleton_load_text_from(&files, "a.skel", NULL, &skeleton, &error),
                         R3D_OK);
    assert_null(skeleton.memory);
    assert_int_not_equal(
        r3d_image8_load_tx8_from(&files, "a.tx8", R3D_TX8_SPRITE, NULL, &image, &error), R3D_OK);
    assert_null(image.pixels);
    assert_int_not_equal(r3d_image8_load_png_from(&files, "a.png", 256, NULL, &image, &error),
                         R3D_OK);
    assert_null(image.pixels);
    assert_int_equal(self.opens, 4);
    assert_int_equal(self.closes, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_are_copied_with_a_zero_behind_them),
        cmocka_unit_test(what_a_source_says_is_handed_on),
        cmocka_unit_test(no_bytes_for_a_size_and_too_many_are_refused),
        cmocka_unit_test(every_cut_of_a_picture_is_an_error_and_is_given_back),
        cmocka_unit_test(a_level_with_its_pictures_is_read_from_memory_alone),
        cmocka_unit_test(a_wad_is_read_from_memory_alone),
        cmocka_unit_test(texts_of_a_failing_source_leave_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
