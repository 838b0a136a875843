/* SPDX-License-Identifier: MIT */
/* What the subcommands of "retro3d cache" share: how a cache is opened, lists of ids, folders. */

#ifndef R3D_TOOLS_CACHE_COMMON_H
#define R3D_TOOLS_CACHE_COMMON_H

#include <retro3d/cache.h>

#include "../common/commands.h"
#include "../common/options.h"

/* The options that say how to open a cache. They come first in every list of options: those of how its files
 * lie, then, where rules are asked, the rules, then, where something is drawn, the brightness. */
enum cache_options {
    R3D_CACHE_OPTION_MODELS,
    R3D_CACHE_OPTION_LAYOUT,
    R3D_CACHE_OPTION_STRICT,
    R3D_CACHE_FILES_COUNT,
    R3D_CACHE_OPTION_RULES = R3D_CACHE_FILES_COUNT,
    R3D_CACHE_RULES_COUNT,
    R3D_CACHE_OPTION_BRIGHTNESS = R3D_CACHE_RULES_COUNT,
    R3D_CACHE_DRAWING_COUNT
};

#define R3D_CACHE_OPTIONS_OF_FILES(models_with)                                                    \
    {"models", 0, "NAME", "Archives: file of the models (default models)", models_with},           \
        {"layout", 0, "NAME", "archives or store (default: what is there)", NULL},                 \
    {                                                                                              \
        "strict", 0, NULL, "Check checksums and sizes, which the original did not", NULL           \
    }

#define R3D_CACHE_OPTION_OF_RULES(with)                                                            \
    {                                                                                              \
        "rules", 0, "225|317",                                                                     \
            "Rules of this revision (default: 225 for archives, 317 for a store)", with            \
    }

#define R3D_CACHE_OPTION_OF_BRIGHTNESS                                                             \
    {                                                                                              \
        "brightness", 0, "G", "Exponent of the palette (default 0.8)", NULL                        \
    }

/* Where a cache is and how to open it. */
typedef struct cache_source {
    const char *root; /* NULL: not given yet */
    r3d_cache_desc desc;
    bool
        only_models; /* models, frames and skeletons alone are read, which a store keeps outside of archives */
} cache_source;

void cache_source_init(cache_source *source);

/* Takes one of the options above. On failure prints a usage error and returns false. */
bool cache_source_option(cache_source *source, const command_help *help, int option,
                         const char *value);

/* Takes the argument ROOT. On a second one prints a usage error and returns false. */
bool cache_source_root(cache_source *source, const command_help *help, const char *value);

/* Opens the cache; prints an error, tells the exit code and returns NULL on failure. */
r3d_cache *cache_source_open(const cache_source *source, const command_help *help,
                             int *out_exit_code);

/* "all" or a list like 1-50,77: id ranges in the order given. */
typedef struct id_list {
    bool all;
    int count;
    struct {
        int32_t first;
        int32_t last;
    } ranges[4096];
} id_list;

bool id_list_has(const id_list *list, int32_t id);

/* Whether all ids exist that a list names of a kind, as far as the largest tells; if not prints which that is. A
 * kind that cannot be read has told so already. */
bool id_list_is_within(const id_list *list, r3d_cache *cache, r3d_cache_kind kind,
                       const char *subcommand);

/* On failure prints a usage error and returns false. */
bool id_list_parse(const command_help *help, int option, const char *value, id_list *out_list);

/* Refuses outputs that would overwrite a file of the cache or a table, or each other. NULL stands
 * for one that was not asked for. Prints a usage error and returns false. */
bool cache_outputs_are_safe(const cache_source *source, const command_help *help,
                            const char *const *outputs, size_t output_count, const char *table);

/* Makes a folder if it is not there. Prints an error and returns false on failure. */
bool create_folder(const char *path);

/* A path "FOLDER/NAME" in static memory of the caller. Returns false when it does not fit. */
bool join_path(char *out_path, size_t size, const char *folder, const char *name);

int cmd_cache_list(int argc, char **argv);
int cmd_cache_info(int argc, char **argv);
int cmd_cache_extract(int argc, char **argv);
int cmd_cache_render(int argc, char **argv);
int cmd_cache_record(int argc, char **argv);
int cmd_cache_numbers(int argc, char **argv);

#endif
