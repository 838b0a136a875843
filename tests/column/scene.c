/* SPDX-License-Identifier: MIT */

#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/png.h>

#include "cmocka_all.h"

#define GOLDEN_DIR R3D_TEST_SOURCE_DIR "/golden"

static bool parse_case(char *line, reference_case *out)
{
    memset(out, 0, sizeof *out);
    int used = 0;
    r3d_column_camera *k = &out->camera;
    if (line[0] == '#' || sscanf(line, "%63s %63s %d %d %lf %lf %lf %lf %lf %lf %lf%n", out->id,
                                 out->level, &out->width, &out->height, &k->focal_x, &k->focal_y,
                                 &k->x, &k->y, &k->z, &k->yaw, &k->shear, &used) != 11) {
        return false;
    }
    for (char *word = strtok(line + used, " \n"); word != NULL; word = strtok(NULL, " \n")) {
        if (strcmp(word, "things") == 0) {
            out->things = true;
            continue;
        }
        assert_string_equal(word, "set");
        assert_true(out->set_count < CASE_SETS_MAX);
        out->sets[out->set_count].sector = atoi(strtok(NULL, " \n"));
        out->sets[out->set_count].is_ceiling = strcmp(strtok(NULL, " \n"), "ceil") == 0;
        out->sets[out->set_count].z = atof(strtok(NULL, " \n"));
        out->set_count++;
    }
    return true;
}

void each_case(void (*visit)(const reference_case *c, void *user), void *user)
{
    FILE *file = fopen(GOLDEN_DIR "/column/cases.txt", "r");
    assert_non_null(file);
    char line[512];
    int32_t count = 0;
    while (fgets(line, sizeof line, file) != NULL) {
        reference_case c;
        if (parse_case(line, &c)) {
            count++;
            visit(&c, user);
        }
    }
    fclose(file);
    assert_int_equal(count, 62);
}

struct search {
    const char *id;
    reference_case found;
};

static void compare_id(const reference_case *c, void *user)
{
    struct search *search = user;
    if (strcmp(c->id, search->id) == 0) {
        search->found = *c;
    }
}

reference_case find_case(const char *id)
{
    struct search search;
    memset(&search, 0, sizeof search);
    search.id = id;
    each_case(compare_id, &search);
    if (search.found.id[0] == '\0') {
        fail_msg("case %s is not in cases.txt", id);
    }
    return search.found;
}

static const char *level_folder(const char *name)
{
    return strcmp(name, "e2m7-demo") == 0 ? GOLDEN_DIR "/data/nostromo" : GOLDEN_DIR "/data/levels";
}

void level_path(const char *name, char *out_path, size_t size)
{
    snprintf(out_path, size, "%s/%s.level", level_folder(name), name);
}

r3d_column_level *load_level(const char *name, bool rebuild_tree)
{
    char path[1024];
    level_path(name, path, sizeof path);
    r3d_column_level_load_options options;
    r3d_column_level_load_options_init(&options);
    options.rebuild_tree = rebuild_tree;
    r3d_column_level *level = NULL;
    r3d_error error;
    if (r3d_column_level_load(path, &options, NULL, &level, &error) != R3D_OK) {
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.message);
    }
    return level;
}

r3d_column_level_pictures *load_sprites(const r3d_column_level *level, const char *name)
{
    r3d_column_level_pictures *pictures = NULL;
    r3d_error error;
    r3d_column_picture_sources sources;
    r3d_column_picture_sources_init(&sources);
    sources.sprite_dir = level_folder(name);
    if (r3d_column_level_load_pictures(level, &sources, NULL, &pictures, &error) != R3D_OK) {
        fail_msg("%s:%d: %s", error.file, (int)error.line, error.message);
    }
    return pictures;
}

void scene_make(scene *s, r3d_column_level *level, r3d_column_level_pictures *pictures,
                int32_t width, int32_t height)
{
    memset(s, 0, sizeof *s);
    s->level = level;
    s->pictures = pictures;
    assert_int_equal(r3d_column_world_create(level, NULL, &s->world), R3D_OK);
    assert_int_equal(r3d_column_context_create(level, width, height, 0, NULL, &s->context), R3D_OK);
    s->pixels = malloc((size_t)width * (size_t)height * sizeof *s->pixels);
    assert_non_null(s->pixels);
    for (int32_t i = 0; i < width * height; i++) {
        s->pixels[i] = KEY_COLOR;
    }
    assert_int_equal(r3d_surface_init(&s->surface, s->pixels, width, height, width), R3D_OK);
    r3d_column_view_init(&s->view);
    s->view.materials = pictures == NULL ? NULL : r3d_column_level_pictures_get_materials(pictures);
}

void scene_free(scene *s)
{
    r3d_column_context_destroy(s->context);
    r3d_column_world_destroy(s->world);
    r3d_column_level_pictures_destroy(s->pictures);
    r3d_column_level_destroy(s->level);
    free(s->pixels);
}

void scene_apply_case(scene *s, const reference_case *c)
{
    r3d_column_world_reset(s->world);
    for (int32_t i = 0; i < c->set_count; i++) {
        assert_int_equal(
            c->sets[i].is_ceiling
                ? r3d_column_world_set_ceiling(s->world, c->sets[i].sector, c->sets[i].z)
                : r3d_column_world_set_floor(s->world, c->sets[i].sector, c->sets[i].z),
            R3D_OK);
    }
    s->view.camera = c->camera;
    s->view.things = c->things;
}

void scene_open_case(scene *s, const reference_case *c, bool rebuild_tree)
{
    r3d_column_level *level = load_level(c->level, rebuild_tree);
    scene_make(s, level, load_sprites(level, c->level), c->width, c->height);
    scene_apply_case(s, c);
}

void scene_draw(scene *s)
{
    assert_int_equal(r3d_column_draw(s->context, s->world, &s->view, &s->surface, &s->stats),
                     R3D_OK);
}

uint8_t *load_rgba(const char *path, int32_t width, int32_t height)
{
    r3d_picture picture;
    r3d_error error;
    if (r3d_png_load(path, NULL, NULL, &picture, &error) != R3D_OK) {
        fail_msg("%s: %s", path, error.message);
    }
    assert_int_equal(picture.layout, R3D_LAYOUT_RGBA8);
    assert_int_equal(picture.width, width);
    assert_int_equal(picture.height, height);
    uint8_t *copy = malloc((size_t)width * (size_t)height * 4);
    assert_non_null(copy);
    memcpy(copy, picture.pixels, (size_t)width * (size_t)height * 4);
    r3d_picture_free(&picture);
    return copy;
}

uint32_t *number_texels(int32_t width, int32_t height, r3d_column_texture *out)
{
    uint32_t *texels = malloc((size_t)width * (size_t)height * sizeof *texels);
    for (int32_t u = 0; u < width; u++) {
        for (int32_t v = 0; v < height; v++) {
            texels[u * height + v] = (uint32_t)(u * height + v);
        }
    }
    memset(out, 0, sizeof *out);
    out->width = width;
    out->height = height;
    out->u_step = height;
    out->v_step = 1;
    out->texels = texels;
    out->copies = 1;
    return texels;
}

r3d_column_level *textured_level(const char *name)
{
    char path[1024];
    level_path(name, path, sizeof path);
    r3d_column_level_load_options options;
    r3d_column_level_load_options_init(&options);
    options.wall_material = options.step_material = "a";
    options.floor_material = options.ceiling_material = "a";
    r3d_column_level *level = NULL;
    assert_int_equal(r3d_column_level_load(path, &options, NULL, &level, NULL), R3D_OK);
    return level;
}
