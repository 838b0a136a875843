/* SPDX-License-Identifier: MIT */
/* retro3d level: checks a level, describes it, draws its plan, or writes it with a partition tree. */

#include <stdio.h>
#include <string.h>

#include <retro3d/text.h>

#include "load_level.h"
#include "plan.h"
#include "warnings.h"
#include "../common/commands.h"
#include "../common/options.h"

enum {
    OPTION_OUTPUT,
    OPTION_STRICT,
    OPTION_REBUILD,
    OPTION_TEXTURES,
    OPTION_IWAD,
    OPTION_SKILL,
    OPTION_SIZE,
    OPTION_TREE,
    OPTION_BLOCKS,
    OPTION_RADIUS,
    OPTION_PATH
};

enum { PLAN_SIZE = 1024, PLAN_SIZE_MAX = 8192 };

static const command_option options[] = {
    {"output", 'o', "OUT", "build, plan: where to write the level or the picture (required)",
     "@1=build,plan"},
    {"strict", 's', NULL, "Treat warnings as errors; missing pictures, too", NULL},
    {"rebuild", 0, NULL, "Ignore the tree of the file and build one", "@1=check,info,plan"},
    {"textures", 0, "DIR", "check: folder of NAME.png for the materials of a text level",
     "@1=check"},
    {"iwad", 0, "FILE.wad", "Where graphics are looked up that are not beside the level or in it",
     "@1=check,build"},
    {"skill", 0, "easy|medium|hard|all",
     "Things of a map that a single player meets on this level, or all (default medium)", NULL},
    {"size", 0, "WxH", "plan: size of the picture (default 1024x1024)", "@1=plan"},
    {"tree", 0, NULL, "plan: the partitions, dashed, as far as they reach", "@1=plan"},
    {"blocks", 0, NULL, "plan: the grid of blocks", "@1=plan"},
    {"radius", 0, NULL, "plan: the actor's size at the start and along a path", "@1=plan"},
    {"path", 'p', "FILE", "plan: the way of a path file of retro3d column", "@1=plan"},
};

static const command_help help = {
    "level",
    "check|info|plan|build LEVEL [options]",
    "LEVEL is a .level file or FILE.wad:MAP (without :MAP the first map).\n"
    "check: reads it with its sprites and graphics and reports everything that is wrong or odd:\n"
    "open regions, walls that run the wrong way, wrong sectors, a start or things outside, what is "
    "unused.\n"
    "info: prints how many records it has and what its tree is like.\n"
    "plan: draws the walls from above, solid ones dark, each with a tick to its front; things, the "
    "start, and in red what check finds.\n"
    "build: builds a partition tree among the walls' own lines and writes the whole as text.\n"
    "Maps of WAD files always get a new tree: the one in the file is rounded to whole units.\n"
    "Exit codes: 0 done, 2 wrong usage, 3 the level cannot be read or is wrong, 6 the output "
    "cannot\n"
    "be written.\n",
    options,
    sizeof options / sizeof options[0],
};

static void print_info(const char *name, const open_level *open)
{
    const r3d_column_level_desc *d = r3d_column_level_get_desc(open->level);
    r3d_column_level_tree_info tree;
    r3d_column_level_get_tree_info(open->level, &tree);
    printf("%s: %s\n", name, d->name == NULL ? "(no name)" : d->name);
    printf("vertices %ld, walls %ld, sectors %ld, things %ld of %ld types, movers %ld\n",
           (long)d->vertex_count, (long)d->wall_count, (long)d->sector_count, (long)d->thing_count,
           (long)d->thing_type_count, (long)d->mover_count);
    printf("tree %s: %ld nodes (%ld sloped), %ld leaves, %ld wall sides in them, depth %ld\n",
           open->is_wad ? "rebuilt"
           : tree.built ? "built"
                        : "from the file",
           (long)tree.node_count, (long)tree.sloped_node_count, (long)tree.leaf_count,
           (long)tree.fragment_count, (long)tree.depth);
    printf("block grid %ld x %ld of %g units\n", (long)d->blockmap.columns, (long)d->blockmap.rows,
           d->blockmap.size);
    if (d->has_start) {
        printf("start %g %g, yaw %g, eye %g\n", d->start_x, d->start_y, d->start_yaw, d->start_eye);
    }
    for (int32_t i = 0; i < d->mover_count; i++) {
        printf("mover %s: sector %ld %s %g..%g\n", d->movers[i].name, (long)d->movers[i].sector,
               d->movers[i].is_ceiling ? "ceiling" : "floor", d->movers[i].min, d->movers[i].max);
    }
}

/* What loading cannot know: whether the picture will be whole. */
static int check(const char *name, const open_level *open, bool strict)
{
    level_ear ear = {.name = name, .shown = true, .vertex_limit = INT32_MAX};
    if (open->is_wad) {
        level_ear_map(&ear, open->level);
    }
    if (r3d_column_level_inspect(open->level, level_ear_finding, &ear, NULL) != R3D_OK) {
        fprintf(stderr, "retro3d level: out of memory\n");
        return R3D_EXIT_INPUT;
    }
    level_ear_tell(&ear);
    if (ear.findings == 0) {
        printf("%s: good\n", name);
    } else {
        printf("%s: %ld finding%s\n", name, (long)ear.findings, ear.findings == 1 ? "" : "s");
    }
    return strict && ear.findings > 0 ? R3D_EXIT_INPUT : R3D_EXIT_OK;
}

static bool parse_size(const char *text, plan_options *out)
{
    const char *x = strchr(text, 'x');
    return x != NULL && r3d_text_to_i32(text, (size_t)(x - text), &out->width) == R3D_OK &&
           r3d_text_to_i32(x + 1, strlen(x + 1), &out->height) == R3D_OK && out->width >= 1 &&
           out->height >= 1 && out->width <= PLAN_SIZE_MAX && out->height <= PLAN_SIZE_MAX;
}

static int run(const char *action, const char *name, const plan_options *plan,
               const open_level_options *open_options)
{
    open_level open;
    int exit_code = open_level_file(name, open_options, &open);
    if (exit_code != R3D_EXIT_OK) {
        return exit_code;
    }
    if (strcmp(action, "info") == 0) {
        print_info(name, &open);
    } else if (strcmp(action, "check") == 0) {
        exit_code = check(name, &open, open_options->strict);
    } else if (strcmp(action, "plan") == 0) {
        exit_code = draw_plan(name, &open, plan);
    } else {
        r3d_error error;
        if (r3d_column_level_save(open.level, plan->output, &error) != R3D_OK) {
            report_error(&error);
            exit_code = R3D_EXIT_OUTPUT;
        }
    }
    close_level(&open);
    return exit_code;
}

int cmd_level(int argc, char **argv)
{
    command_arguments arguments;
    const char *positional[2] = {NULL, NULL};
    int count = 0;
    plan_options plan = {.width = PLAN_SIZE, .height = PLAN_SIZE};
    bool has_skill = false;
    open_level_options open_options;
    memset(&open_options, 0, sizeof open_options);
    arguments_init(&arguments, &help, argc, argv);
    for (;;) {
        const char *value = NULL;
        const int option = arguments_next(&arguments, &value);
        if (option == R3D_ARGUMENT_EXIT) {
            return arguments_exit_code(&arguments);
        }
        if (option == R3D_ARGUMENT_END) {
            break;
        }
        switch (option) {
        case OPTION_OUTPUT:
            plan.output = value;
            break;
        case OPTION_STRICT:
            open_options.strict = true;
            break;
        case OPTION_REBUILD:
            open_options.rebuild_tree = true;
            break;
        case OPTION_TEXTURES:
            open_options.textures = value;
            break;
        case OPTION_IWAD:
            open_options.iwad = value;
            break;
        case OPTION_SKILL:
            has_skill = true;
            if (!parse_skill(value, &open_options.skill)) {
                return usage_error(&help, "--skill: \"%s\" is not easy, medium, hard or all",
                                   value);
            }
            break;
        case OPTION_SIZE:
            if (!parse_size(value, &plan)) {
                return usage_error(&help, "--size: \"%s\" is not WxH with 1..%d each", value,
                                   PLAN_SIZE_MAX);
            }
            break;
        case OPTION_TREE:
            plan.tree = true;
            break;
        case OPTION_BLOCKS:
            plan.blocks = true;
            break;
        case OPTION_RADIUS:
            plan.radius = true;
            break;
        case OPTION_PATH:
            plan.path = value;
            break;
        default:
            if (count == 2) {
                return usage_error(&help, "one level at a time, not \"%s\" too", value);
            }
            positional[count++] = value;
            break;
        }
    }
    if (count < 2 || (strcmp(positional[0], "check") != 0 && strcmp(positional[0], "info") != 0 &&
                      strcmp(positional[0], "plan") != 0 && strcmp(positional[0], "build") != 0)) {
        return usage_error(&help, "expected check, info, plan or build, and a level");
    }
    const bool is_build = strcmp(positional[0], "build") == 0;
    const bool is_plan = strcmp(positional[0], "plan") == 0;
    if ((is_build || is_plan) && plan.output == NULL) {
        return usage_error(&help, "%s needs --output OUT.%s", positional[0],
                           is_build ? "level" : "png");
    }
    const bool is_check = strcmp(positional[0], "check") == 0;
    const bool is_wad = level_is_wad(positional[1]);
    if (is_wad && (open_options.textures != NULL || open_options.rebuild_tree)) {
        return usage_error(&help, open_options.textures != NULL
                                      ? "--textures is for text levels"
                                      : "--rebuild is for text levels: maps always get a new tree");
    }
    if (!is_wad && has_skill) {
        return usage_error(&help, "--skill is for maps of WAD files");
    }
    if (!is_wad && !is_check && open_options.iwad != NULL) {
        return usage_error(&help, "--iwad of a text level belongs to check");
    }
    char file[4096];
    level_file(positional[1], file, sizeof file);
    const char *const inputs[] = {file, open_options.iwad, plan.path};
    if (!outputs_are_safe(&help, &plan.output, 1, inputs, 3)) {
        return R3D_EXIT_USAGE;
    }
    open_options.rebuild_tree = open_options.rebuild_tree || is_build;
    open_options.show_warnings = true;
    open_options.show_missing = true;
    open_options.pictures = is_check;
    open_options.sprites = true;
    return run(positional[0], positional[1], &plan, &open_options);
}
