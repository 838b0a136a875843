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

enum { KINDS_MAX = 32, NAMES_SHOWN = 3, NAME_SIZE = 48 };

/* Warnings that differ in a name only. */
struct kind {
    char first[R3D_ERROR_MESSAGE_SIZE]; /* the whole message */
    char text[R3D_ERROR_MESSAGE_SIZE];  /* without the name */
    char names[NAMES_SHOWN][NAME_SIZE];
    int32_t line; /* of the first one */
    int32_t count;
};

/* Who hears warnings; they are shown by tell_all, those of one kind in one line. */
struct ear {
    const char *name;
    bool shown;
    int32_t kind_count;
    struct kind kinds[KINDS_MAX];
};

/* Cuts the name out of a message: "wall 17: text", "no picture of patch NAME", and the latter with
 * ": text" behind it. */
static void split_message(const char *message, char *text, char *name)
{
    const char *colon = strstr(message, ": ");
    const char *end = colon == NULL ? message + strlen(message) : colon;
    const bool is_missing = strncmp(message, "no ", 3) == 0;
    const char *start = is_missing || colon == NULL ? end : message;
    while (is_missing && start > message && start[-1] != ' ') {
        start--;
    }
    snprintf(name, NAME_SIZE, "%.*s", (int)(end - start), start);
    const char *rest = colon != NULL && !is_missing ? colon + 2 : end;
    const int before = start > message && is_missing ? (int)(start - message) - 1 : 0;
    snprintf(text, R3D_ERROR_MESSAGE_SIZE, "%.*s%s", start == end ? (int)(end - message) : before,
             message, rest);
}

/* Whether two texts differ in their numbers at most. */
static bool is_same_kind(const char *a, const char *b)
{
    static const char *const digits = "-.0123456789";
    for (;;) {
        a += strspn(a, digits);
        b += strspn(b, digits);
        if (*a != *b || *a == '\0') {
            return *a == *b;
        }
        a++;
        b++;
    }
}

static void print_kind(const struct ear *ear, const struct kind *kind)
{
    fprintf(stderr, "%s:", ear->name);
    if (kind->line > 0) {
        fprintf(stderr, "%ld:", (long)kind->line);
    }
    fprintf(stderr, " warning: %s", kind->count > 1 ? kind->text : kind->first);
    for (int32_t i = 0; i < kind->count && i < NAMES_SHOWN && kind->count > 1; i++) {
        fprintf(stderr, i == 0 ? " (%s" : ", %s", kind->names[i]);
    }
    if (kind->count > 1) {
        fprintf(stderr, kind->count > NAMES_SHOWN ? " ...; %ld times)" : "; %ld times)",
                (long)kind->count);
    }
    fputc('\n', stderr);
}

static void tell_all(const struct ear *ear)
{
    for (int32_t i = 0; i < ear->kind_count; i++) {
        print_kind(ear, &ear->kinds[i]);
    }
}

static void hear_issue(const r3d_column_level_issue *issue, int32_t line, void *user)
{
    struct ear *ear = user;
    char text[R3D_ERROR_MESSAGE_SIZE];
    char name[NAME_SIZE];
    if (issue->is_error || !ear->shown) {
        return; /* an error comes back from the call */
    }
    split_message(issue->message, text, name);
    int32_t at = 0;
    while (at < ear->kind_count && !is_same_kind(ear->kinds[at].text, text)) {
        at++;
    }
    if (at == ear->kind_count && at == KINDS_MAX) {
        at--; /* there are not that many kinds */
    } else if (at == ear->kind_count) {
        struct kind *kind = &ear->kinds[ear->kind_count++];
        memset(kind, 0, sizeof *kind);
        snprintf(kind->first, sizeof kind->first, "%s", issue->message);
        memcpy(kind->text, text, sizeof text);
        kind->line = line;
    }
    struct kind *kind = &ear->kinds[at];
    for (int32_t i = 0; i < kind->count && i < NAMES_SHOWN && name[0] != '\0'; i++) {
        if (strcmp(kind->names[i], name) == 0) {
            return; /* the same again */
        }
    }
    if (kind->count < NAMES_SHOWN) {
        memcpy(kind->names[kind->count], name, sizeof name);
    }
    kind->count++;
}

static void hear_missing(const r3d_column_level_issue *issue, void *user)
{
    hear_issue(issue, 0, user);
}

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

static int open_pictures(const char *name, const open_level_options *options, const r3d_wad *wad,
                         const r3d_wad *iwad, open_level *out)
{
    struct ear ear = {.name = name, .shown = options->show_missing};
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
        tell_all(&ear);
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    if (sources.wad == NULL && sources.texture_dir == NULL) {
        hear_unsought(out->level, &ear);
        tell_all(&ear);
        return R3D_EXIT_OK;
    }
    tell_all(&ear);
    return R3D_EXIT_OK;
}

static int open_both(const char *name, const open_level_options *options, open_level *out)
{
    struct ear ear = {.name = name, .shown = options->show_warnings};
    r3d_column_level_load_options load;
    r3d_column_level_load_options_init(&load);
    load.strict = options->strict;
    load.rebuild_tree = options->rebuild_tree;
    load.skill = options->skill;
    load.on_issue = hear_issue;
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
    tell_all(&ear);
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
