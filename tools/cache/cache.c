/* SPDX-License-Identifier: MIT */
/* retro3d cache: finds the subcommand. */

#include <stdio.h>
#include <string.h>

#include <retro3d/text.h>

#include "common.h"
#include "kinds.h"

typedef struct subcommand {
    const char *name;
    const char *summary;
    int (*run)(int argc, char **argv);
} subcommand;

static const subcommand subcommands[] = {
    {"list", "Print what a cache holds, a line for each model, item, character ...",
     cmd_cache_list},
    {"info", "Describe a cache and its archives; --check loads everything in it", cmd_cache_info},
    {"extract", "Write models, skeletons, animations and textures as files", cmd_cache_extract},
    {"render", "Draw icons, characters, scenery, worn items, effects and textures",
     cmd_cache_render},
    {"record", "Write one picture as a display list, for explain and diff", cmd_cache_record},
    {"numbers", "Print or compare checksums of all models and frames", cmd_cache_numbers},
};

enum { SUBCOMMAND_COUNT = sizeof subcommands / sizeof subcommands[0] };

static void print_overview(FILE *stream)
{
    fprintf(stream, "usage: retro3d cache SUBCOMMAND ROOT [options]\n\n"
                    "ROOT is a folder with the archives models, textures and config, or with a "
                    "sector store\n(main_file_cache.dat).\n\n");
    for (int i = 0; i < SUBCOMMAND_COUNT; i++) {
        fprintf(stream, "  %-10s %s\n", subcommands[i].name, subcommands[i].summary);
    }
    fprintf(stream, "\n" R3D_CACHE_KINDS_HELP);
    fprintf(stream, "\n\"retro3d cache SUBCOMMAND --help\" explains a subcommand.\n");
}

int cmd_cache(int argc, char **argv)
{
    if (argc < 2) {
        print_overview(stderr);
        return R3D_EXIT_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        print_overview(stdout);
        return R3D_EXIT_OK;
    }
    if (strcmp(name, "--version") == 0) {
        print_version();
        return R3D_EXIT_OK;
    }
    const char *names[SUBCOMMAND_COUNT];
    for (int i = 0; i < SUBCOMMAND_COUNT; i++) {
        if (strcmp(subcommands[i].name, name) == 0) {
            return subcommands[i].run(argc - 1, argv + 1);
        }
        names[i] = subcommands[i].name;
    }
    const char *nearest = r3d_text_nearest(name, names, SUBCOMMAND_COUNT);
    fprintf(stderr, "retro3d cache: unknown subcommand \"%.40s\"%s%s%s\n", name,
            nearest != NULL ? ", did you mean \"" : "", nearest != NULL ? nearest : "",
            nearest != NULL ? "\"?" : " (\"retro3d cache --help\" lists them)");
    return R3D_EXIT_USAGE;
}
