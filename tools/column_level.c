/* SPDX-License-Identifier: MIT */

#include "column_level.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"

/* Pictures that a text level without materials is shown with, if the folder has them. */
static const char *const default_wall = "brick1";
static const char *const default_step = "brown1";
static const char *const default_floor = "aqf001";
static const char *const default_ceiling = "aqf040";

static void print_issue(const r3d_column_level_issue *issue, int32_t line, void *user)
{
    const char *name = user;
    if (issue->is_error) {
        return; /* comes back as the error of the call */
    }
    if (line > 0) {
        fprintf(stderr, "%s:%ld: warning: %s\n", name, (long)line, issue->message);
    } else {
        fprintf(stderr, "%s: warning: %s\n", name, issue->message);
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

static int open_wad(const char *path, const char *map, const r3d_open_level_options *options,
                    const r3d_column_level_load_options *load, r3d_open_level *out)
{
    r3d_error error;
    r3d_wad *wad = NULL;
    r3d_wad *iwad = NULL;
    r3d_result result = r3d_wad_load(path, NULL, &wad, &error);
    if (result == R3D_OK && options->iwad != NULL) {
        result = r3d_wad_load(options->iwad, NULL, &iwad, &error);
    }
    if (result == R3D_OK) {
        result = r3d_wad_load_map(wad, iwad, map, load, NULL, &out->level,
                                  options->pictures ? &out->pictures : NULL, &error);
    }
    if (result != R3D_OK) {
        r3d_print_error(&error);
    }
    r3d_wad_destroy(wad);
    r3d_wad_destroy(iwad);
    return result == R3D_OK ? R3D_EXIT_OK : R3D_EXIT_INPUT;
}

static int open_text(const char *name, const r3d_open_level_options *options,
                     const r3d_column_level_load_options *load, r3d_open_level *out)
{
    r3d_error error;
    if (r3d_column_level_load(name, load, NULL, &out->level, &error) != R3D_OK) {
        r3d_print_error(&error);
        return R3D_EXIT_INPUT;
    }
    if (!options->pictures) {
        return R3D_EXIT_OK;
    }
    /* The sprites lie beside the level. */
    const char *slash = strrchr(name, '/');
    const size_t length = slash == NULL ? 0 : (size_t)(slash - name);
    char *folder = malloc(length + 2);
    if (folder == NULL) {
        fprintf(stderr, "retro3d: out of memory\n");
        return R3D_EXIT_INPUT;
    }
    memcpy(folder, name, length);
    strcpy(folder + length, slash == NULL ? "." : slash == name ? "/" : "");
    const r3d_result result = r3d_column_level_load_pictures(out->level, folder, options->textures,
                                                             NULL, &out->pictures, &error);
    free(folder);
    if (result != R3D_OK) {
        r3d_print_error(&error);
        return R3D_EXIT_INPUT;
    }
    return R3D_EXIT_OK;
}

int r3d_open_level_file(const char *name, const r3d_open_level_options *options,
                        r3d_open_level *out)
{
    memset(out, 0, sizeof *out);
    r3d_column_level_load_options load;
    r3d_column_level_load_options_init(&load);
    load.strict = options->strict;
    load.rebuild_tree = options->rebuild_tree;
    if (options->textures != NULL) {
        load.wall_material = default_wall;
        load.step_material = default_step;
        load.floor_material = default_floor;
        load.ceiling_material = default_ceiling;
    }
    char path[4096];
    const char *map = NULL;
    out->is_wad = split_wad_name(name, path, sizeof path, &map);
    char shown[4096];
    snprintf(shown, sizeof shown, "%s", name);
    if (options->show_warnings) {
        load.on_issue = print_issue;
        load.user = shown;
    }
    const int exit_code = out->is_wad ? open_wad(path, map, options, &load, out)
                                      : open_text(name, options, &load, out);
    if (exit_code != R3D_EXIT_OK) {
        r3d_close_level(out);
    }
    return exit_code;
}

void r3d_close_level(r3d_open_level *level)
{
    r3d_column_level_pictures_destroy(level->pictures);
    r3d_column_level_destroy(level->level);
    memset(level, 0, sizeof *level);
}
