/* SPDX-License-Identifier: MIT */

#include "load_level.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../common/commands.h"
#include "warnings.h"

/* Pictures that a text level without materials is shown with, if the folder has them. */
static const char *const default_wall = "brick1";
static const char *const default_step = "brown1";
static const char *const default_floor = "aqf001";
static const char *const default_ceiling = "aqf040";

static bool is_wad_ending(const char *text)
{
    const char *ending = ".wad";
    for (int i = 0; i < 4; i++) {
        const char c = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] + 32) : text[i];
        if (c != ending[i]) {
            return false;
        }
    }
    return true;
}

/* Splits "FILE.wad:MAP"; a colon belongs to a map only after ".wad". Returns false for text levels.
 */
static bool split_wad_name(const char *name, char *path, size_t size, const char **out_map)
{
    const char *colon = strrchr(name, ':');
    const size_t length = colon == NULL ? strlen(name) : (size_t)(colon - name);
    const bool is_wad = length >= 4 && length < size && is_wad_ending(name + length - 4);
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
static void hear_unsought(const r3d_column_level *level, level_ear *ear)
{
    const r3d_column_level_desc *desc = r3d_column_level_get_desc(level);
    for (int32_t i = 0; i < desc->material_count; i++) {
        char message[256];
        snprintf(message, sizeof message,
                 "no picture of material %.100s: neither --textures nor --iwad is given",
                 desc->materials[i]);
        const r3d_column_level_issue issue = {false, R3D_COLUMN_RECORD_LEVEL, -1, message};
        level_ear_missing(&issue, ear);
    }
}

static int open_pictures(const char *name, const open_level_options *options, const r3d_wad *wad,
                         const r3d_wad *iwad, open_level *out)
{
    level_ear ear = {.name = name, .shown = options->show_missing};
    char *folder = folder_of(name);
    if (folder == NULL) {
        fprintf(stderr, "retro3d: out of memory\n");
        return R3D_EXIT_INPUT;
    }
    r3d_column_picture_sources sources;
    r3d_column_picture_sources_init(&sources);
    sources.wad = wad == NULL ? iwad : wad;
    sources.iwad = wad == NULL ? NULL : iwad;
    sources.on_missing = level_ear_missing;
    sources.user = &ear;
    sources.strict = options->strict;
    if (wad == NULL) {
        sources.sprite_dir = options->sprites ? folder : NULL;
        sources.texture_dir = options->textures;
    }
    r3d_error error;
    const r3d_result result =
        r3d_column_level_load_pictures(out->level, &sources, NULL, &out->pictures, &error);
    free(folder);
    if (result != R3D_OK) {
        level_ear_tell(&ear);
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    if (sources.wad == NULL && sources.texture_dir == NULL) {
        hear_unsought(out->level, &ear);
        level_ear_tell(&ear);
        return R3D_EXIT_OK;
    }
    level_ear_tell(&ear);
    return R3D_EXIT_OK;
}

static int open_both(const char *name, const open_level_options *options, open_level *out)
{
    level_ear ear = {.name = name, .shown = options->show_warnings};
    r3d_column_level_load_options load;
    r3d_column_level_load_options_init(&load);
    load.strict = options->strict;
    load.rebuild_tree = options->rebuild_tree;
    load.skill = options->skill;
    load.on_issue = level_ear_issue;
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
    level_ear_tell(&ear);
    int exit_code = R3D_EXIT_OK;
    if (result != R3D_OK) {
        report_error(&error);
        exit_code = R3D_EXIT_INPUT;
    } else if (options->pictures) {
        exit_code = open_pictures(name, options, wad, iwad, out);
    }
    r3d_wad_destroy(wad);
    r3d_wad_destroy(iwad);
    return exit_code;
}

int open_level_file(const char *name, const open_level_options *options, open_level *out)
{
    memset(out, 0, sizeof *out);
    const int exit_code = open_both(name, options, out);
    if (exit_code != R3D_EXIT_OK) {
        close_level(out);
    }
    return exit_code;
}

void level_file(const char *name, char *out, size_t size)
{
    const char *map = NULL;
    if (!split_wad_name(name, out, size, &map)) {
        snprintf(out, size, "%s", name);
    }
}

bool level_is_wad(const char *name)
{
    char path[4096];
    const char *map = NULL;
    return split_wad_name(name, path, sizeof path, &map);
}

void close_level(open_level *level)
{
    r3d_column_level_pictures_destroy(level->pictures);
    r3d_column_level_destroy(level->level);
    memset(level, 0, sizeof *level);
}

bool parse_skill(const char *text, r3d_wad_skill *out)
{
    static const char *const words[] = {"medium", "easy", "hard", "all"};
    for (int i = 0; i < 4; i++) {
        if (strcmp(text, words[i]) == 0) {
            *out = (r3d_wad_skill)i;
            return true;
        }
    }
    return false;
}
