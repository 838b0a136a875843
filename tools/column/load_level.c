/* SPDX-License-Identifier: MIT */

#include "load_level.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/commands.h"

/* Pictures that a text level without materials is shown with, if the folder has them. */
static const char *const default_wall = "brick1";
static const char *const default_step = "brown1";
static const char *const default_floor = "aqf001";
static const char *const default_ceiling = "aqf040";

/* Who hears warnings. */
struct ear {
    const char *name;
    bool shown;
    int32_t missing;
};

static void print_issue(const r3d_column_level_issue *issue, int32_t line, void *user)
{
    const struct ear *ear = user;
    if (issue->is_error) {
        return; /* comes back as the error of the call */
    }
    if (line > 0) {
        fprintf(stderr, "%s:%ld: warning: %s\n", ear->name, (long)line, issue->message);
    } else {
        fprintf(stderr, "%s: warning: %s\n", ear->name, issue->message);
    }
}

static void hear_missing(const r3d_column_level_issue *issue, void *user)
{
    struct ear *ear = user;
    ear->missing++;
    if (ear->shown) {
        print_issue(issue, 0, ear);
    }
}

/* Splits "FILE.wad:MAP"; a colon belongs to a map only after ".wad". Returns false for text levels.
 */
static bool split_wad_name(const char *name, char *path, size_t size, const char **out_map)
{
    const char *colon = strrchr(name, ':');
    const size_t length = colon == NULL ? strlen(name) : (size_t)(colon - name);
    const bool is_wad =
        length >= 4 && length < size &&
        (memcmp(name + length - 4, ".wad", 4) == 0 || memcmp(name + length - 4, ".WAD", 4) == 0);
    if (is_wad) {
        memcpy(path, name, length);
        path[length] = '\0';
        *out_map = colon == NULL ? NULL : colon + 1;
    }
    return is_wad;
}

/* The folder that a level lies in, where its sprites are, too. Returns NULL when out of memory. */
static char *folder_of(const char *name)
{
    const char *slash = strrchr(name, '/');
    const size_t length = slash == NULL ? 0 : (size_t)(slash - name);
    char *folder = malloc(length + 2);
    if (folder != NULL) {
        memcpy(folder, name, length);
        strcpy(folder + length, slash == NULL ? "." : slash == name ? "/" : "");
    }
    return folder;
}

/* A text level that names materials shows none of them when nobody says where they are. */
static void hear_unsought(const r3d_column_level *level, struct ear *ear)
{
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(level);
    for (int32_t i = 0; i < desc->material_count; i++) {
        char message[256];
        snprintf(message, sizeof message,
                 "no picture of material %.100s: neither --textures nor --iwad is given",
                 desc->materials[i]);
        const r3d_column_level_issue issue = {false, R3D_COLUMN_RECORD_LEVEL, -1, message};
        hear_missing(&issue, ear);
    }
}

static int open_pictures(const char *name, const r3d_open_level_options *options,
                         const r3d_wad *wad, const r3d_wad *iwad, r3d_open_level *out)
{
    struct ear ear = {name, options->show_missing, 0};
    char *folder = folder_of(name);
    if (folder == NULL) {
        fprintf(stderr, "retro3d: out of memory\n");
        return R3D_EXIT_INPUT;
    }
    r3d_column_picture_sources sources;
    r3d_column_picture_sources_init(&sources);
    sources.wad = wad == NULL ? iwad : wad;
    sources.iwad = wad == NULL ? NULL : iwad;
    sources.on_missing = hear_missing;
    sources.user = &ear;
    if (wad == NULL) {
        sources.sprite_dir = options->sprites ? folder : NULL;
        sources.texture_dir = options->textures;
    }
    r3d_error error;
    const r3d_result result =
        r3d_column_level_load_pictures(out->level, &sources, NULL, &out->pictures, &error);
    free(folder);
    if (result != R3D_OK) {
        r3d_print_error(&error);
        return R3D_EXIT_INPUT;
    }
    if (sources.wad == NULL && sources.texture_dir == NULL) {
        hear_unsought(out->level, &ear);
    } else if (options->strict && ear.missing > 0) {
        fprintf(stderr, "%s: %ld pictures are missing\n", name, (long)ear.missing);
        return R3D_EXIT_INPUT;
    }
    return R3D_EXIT_OK;
}

static int open_both(const char *name, const r3d_open_level_options *options, r3d_open_level *out)
{
    struct ear ear = {name, true, 0};
    r3d_column_level_load_options load;
    r3d_column_level_load_options_init(&load);
    load.strict = options->strict;
    load.rebuild_tree = options->rebuild_tree;
    load.on_issue = options->show_warnings ? print_issue : NULL;
    load.user = &ear;
    char path[4096];
    const char *map = NULL;
    out->is_wad = split_wad_name(name, path, sizeof path, &map);
    if (options->textures != NULL && !out->is_wad) {
        load.wall_material = default_wall;
        load.step_material = default_step;
        load.floor_material = default_floor;
        load.ceiling_material = default_ceiling;
    }
    r3d_error error;
    r3d_wad *wad = NULL;
    r3d_wad *iwad = NULL;
    r3d_result result = R3D_OK;
    if (options->iwad != NULL) {
        result = r3d_wad_load(options->iwad, NULL, &iwad, &error);
    }
    if (result == R3D_OK && out->is_wad) {
        result = r3d_wad_load(path, NULL, &wad, &error);
        if (result == R3D_OK) {
            result = r3d_wad_load_map(wad, iwad, map, &load, NULL, &out->level, NULL, &error);
        }
    } else if (result == R3D_OK) {
        result = r3d_column_level_load(name, &load, NULL, &out->level, &error);
    }
    int exit_code = R3D_EXIT_OK;
    if (result != R3D_OK) {
        r3d_print_error(&error);
        exit_code = R3D_EXIT_INPUT;
    } else if (options->pictures) {
        exit_code = open_pictures(name, options, wad, iwad, out);
    }
    r3d_wad_destroy(wad);
    r3d_wad_destroy(iwad);
    return exit_code;
}

int r3d_open_level_file(const char *name, const r3d_open_level_options *options,
                        r3d_open_level *out)
{
    memset(out, 0, sizeof *out);
    const int exit_code = open_both(name, options, out);
    if (exit_code != R3D_EXIT_OK) {
        r3d_close_level(out);
    }
    return exit_code;
}

void r3d_level_file(const char *name, char *out, size_t size)
{
    const char *map = NULL;
    if (!split_wad_name(name, out, size, &map)) {
        snprintf(out, size, "%s", name);
    }
}

bool r3d_level_is_wad(const char *name)
{
    char path[4096];
    const char *map = NULL;
    return split_wad_name(name, path, sizeof path, &map);
}

void r3d_close_level(r3d_open_level *level)
{
    r3d_column_level_pictures_destroy(level->pictures);
    r3d_column_level_destroy(level->level);
    memset(level, 0, sizeof *level);
}
