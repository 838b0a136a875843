/* SPDX-License-Identifier: MIT */

#define _POSIX_C_SOURCE 200809L

#include "common.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#include <direct.h>
#else
#include <sys/stat.h>
#endif

#include <retro3d/text.h>

void cache_source_init(cache_source *source)
{
    source->root = NULL;
    source->only_models = false;
    r3d_cache_desc_init(&source->desc);
}

bool cache_source_option(cache_source *source, const command_help *help, int option,
                         const char *value)
{
    switch (option) {
    case R3D_CACHE_OPTION_MODELS:
        source->desc.models_name = value;
        return true;
    case R3D_CACHE_OPTION_LAYOUT:
        if (strcmp(value, "archives") == 0) {
            source->desc.layout = R3D_CACHE_ARCHIVES;
            return true;
        }
        if (strcmp(value, "store") == 0) {
            source->desc.layout = R3D_CACHE_STORE;
            return true;
        }
        (void)usage_error(help, "option --layout: \"%.40s\", expected archives or store", value);
        return false;
    case R3D_CACHE_OPTION_RULES:
        if (strcmp(value, "225") == 0 || strcmp(value, "317") == 0) {
            source->desc.revision = value[0] == '2' ? R3D_REVISION_225 : R3D_REVISION_317;
            return true;
        }
        (void)usage_error(help, "option --rules: \"%.40s\", expected 225 or 317", value);
        return false;
    case R3D_CACHE_OPTION_BRIGHTNESS:
        if (r3d_text_to_double(value, strlen(value), &source->desc.brightness) == R3D_OK &&
            source->desc.brightness > 0) {
            return true;
        }
        (void)usage_error(help, "option --brightness: \"%.40s\", expected a number above 0", value);
        return false;
    case R3D_CACHE_OPTION_STRICT:
    default:
        source->desc.strict = true;
        return true;
    }
}

bool cache_source_root(cache_source *source, const command_help *help, const char *value)
{
    if (source->root != NULL) {
        (void)usage_error(help, "one folder expected, \"%.100s\" is a second", value);
        return false;
    }
    source->root = value;
    return true;
}

r3d_cache *cache_source_open(const cache_source *source, const command_help *help,
                             int *out_exit_code)
{
    r3d_cache *cache = NULL;
    r3d_error error;
    *out_exit_code = R3D_EXIT_OK;
    if (r3d_cache_open(source->root, &source->desc, &cache, &error) != R3D_OK) {
        report_error(&error);
        *out_exit_code = R3D_EXIT_INPUT;
        return NULL;
    }
    const bool is_store = r3d_cache_get_layout(cache) == R3D_CACHE_STORE;
    if (is_store && source->desc.strict && source->only_models) {
        *out_exit_code = usage_error(
            help, "option --strict checks archives; %.100s is a store, whose models are in none",
            source->root);
    } else if (is_store && source->desc.models_name != NULL) {
        *out_exit_code =
            usage_error(help, "option --models is looked at only with archives; %.100s is a store",
                        source->root);
    }
    if (*out_exit_code != R3D_EXIT_OK) {
        r3d_cache_close(cache);
        return NULL;
    }
    return cache;
}

static bool parse_range(const char *text, size_t length, int32_t *first, int32_t *last)
{
    const char *dash = length > 1 ? memchr(text + 1, '-', length - 1) : NULL;
    size_t left = dash != NULL ? (size_t)(dash - text) : length;
    if (r3d_text_to_i32(text, left, first) != R3D_OK) {
        return false;
    }
    *last = *first;
    if (dash != NULL && r3d_text_to_i32(dash + 1, length - left - 1, last) != R3D_OK) {
        return false;
    }
    return *first >= -1 && *last >= *first && *last <= UINT16_MAX;
}

bool id_list_parse(const command_help *help, int option, const char *value, id_list *out_list)
{
    int room = (int)(sizeof out_list->ranges / sizeof out_list->ranges[0]);
    out_list->count = 0;
    out_list->all = strcmp(value, "all") == 0;
    if (out_list->all) {
        return true;
    }
    for (const char *at = value;;) {
        size_t length = strcspn(at, ",");
        if (out_list->count == room ||
            !parse_range(at, length, &out_list->ranges[out_list->count].first,
                         &out_list->ranges[out_list->count].last)) {
            (void)usage_error(help,
                              "option --%s: \"%.40s\", expected all or a list like 1-50,77 of "
                              "at most %d ranges",
                              help->options[option].name, value, room);
            return false;
        }
        out_list->count++;
        if (at[length] == '\0') {
            return true;
        }
        at += length + 1;
    }
}

bool id_list_has(const id_list *list, int32_t id)
{
    bool has = list->all;
    for (int i = 0; i < list->count && !has; i++) {
        has = id >= list->ranges[i].first && id <= list->ranges[i].last;
    }
    return has;
}

bool id_list_is_within(const id_list *list, r3d_cache *cache, r3d_cache_kind kind,
                       const char *subcommand)
{
    int32_t count = 0;
    int32_t first = INT32_MAX;
    int32_t last = -1;
    if (list->all || r3d_cache_count(cache, kind, &count, NULL) != R3D_OK) {
        return true;
    }
    for (int i = 0; i < list->count; i++) {
        if (list->ranges[i].last >= count) {
            const int32_t begin = list->ranges[i].first > count ? list->ranges[i].first : count;
            first = begin < first ? begin : first;
            last = list->ranges[i].last > last ? list->ranges[i].last : last;
        }
    }
    if (last < 0) {
        return true;
    }
    while (count > 0 && !r3d_cache_contains(cache, kind, count - 1)) {
        count--; /* ids need not be dense */
    }
    char range[48];
    snprintf(range, sizeof range, first == last ? "%ld" : "%ld..%ld", (long)first, (long)last);
    if (count == 0) {
        fprintf(stderr, "retro3d cache %s: there is no %s %s, there are none\n", subcommand,
                r3d_cache_kind_name(kind), range);
    } else {
        fprintf(stderr, "retro3d cache %s: there is no %s %s, the largest is %ld\n", subcommand,
                r3d_cache_kind_name(kind), range, (long)count - 1);
    }
    return false;
}

bool cache_outputs_are_safe(const cache_source *source, const command_help *help,
                            const char *const *outputs, size_t output_count, const char *table)
{
    const char *const names[] = {
        source->desc.models_name != NULL ? source->desc.models_name : "models",
        "textures",
        "config",
        "main_file_cache.dat",
        "main_file_cache.idx0",
        "main_file_cache.idx1",
        "main_file_cache.idx2",
    };
    enum { NAMES = sizeof names / sizeof names[0], PATH_SIZE = 4096 };
    if (!outputs_are_safe(help, outputs, output_count, &table, 1)) {
        return false;
    }
    for (int i = 0; i < NAMES; i++) {
        char path[PATH_SIZE];
        const char *input = path;
        if (!join_path(path, sizeof path, source->root, names[i]) ||
            !outputs_are_safe(help, outputs, output_count, &input, 1)) {
            return false;
        }
    }
    return true;
}

bool create_folder(const char *path)
{
#if defined(_WIN32)
    int status = _mkdir(path);
#else
    int status = mkdir(path, 0777);
#endif
    if (status != 0 && errno != EEXIST) {
        fprintf(stderr, "%s: the folder cannot be made\n", path);
        return false;
    }
    return true;
}

bool join_path(char *out_path, size_t size, const char *folder, const char *name)
{
    int length = snprintf(out_path, size, "%s/%s", folder, name);
    if (length < 0 || (size_t)length >= size) {
        fprintf(stderr, "%s: the path is too long\n", folder);
        return false;
    }
    return true;
}
