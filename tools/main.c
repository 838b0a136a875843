/* SPDX-License-Identifier: MIT */
/* The program retro3d: finds the subcommand. */

#include <stdio.h>
#include <string.h>

#include <retro3d/text.h>

#include "common/commands.h"
#include "common/options.h"

typedef struct command {
    const char *name;
    const char *summary;
    int (*run)(int argc, char **argv);
} command;

static const command commands[] = {
    {"replay", "Draw a display list (.r3d) and write the picture", cmd_replay},
    {"explain", "Tell which commands of a display list wrote a pixel", cmd_explain},
    {"reduce", "Cut a display list down to the commands that show a difference", cmd_reduce},
    {"bisect", "Find the command after which two ways of drawing differ", cmd_bisect},
    {"record", "Write what a display list draws as a recording with its files", cmd_record},
    {"render", "Draw a model: a picture, a turntable or an animation", cmd_render},
    {"movie", "Make an animated PNG of PNG files", cmd_movie},
    {"import", "Turn a model of another format into text meshes", cmd_import},
    {"diff", "Compare two pictures and show where they differ", cmd_diff},
    {"golden", "Accept, report and look after golden pictures", cmd_golden},
    {"bench", "Measure how fast triangles and display lists are drawn", cmd_bench},
    {"column", "Draw a column world: a .level file or a map of a WAD file", cmd_column},
    {"affine", "Draw an affine arena: a picture, a film, an inspector", cmd_affine},
    {"level", "Check, describe or build the level of a column world", cmd_level},
    {"outline", "Draw an outlined isometric map (.iso)", cmd_outline},
    {"cache", "List, check, extract and draw what a game cache holds", cmd_cache},
};

enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

static void print_overview(FILE *stream)
{
    fprintf(stream, "usage: retro3d COMMAND [arguments]\n\n"
                    "The software renderers of 1993-2004, pixel for pixel.\n\n");
    for (int i = 0; i < COMMAND_COUNT; i++) {
        fprintf(stream, "  %-10s %s\n", commands[i].name, commands[i].summary);
    }
    fprintf(stream,
            "\n\"retro3d COMMAND --help\" explains a command; \"retro3d --version\" prints the "
            "version.\n");
}

/* Output that could not be flushed must not pass for success. */
static int finish(int exit_code)
{
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "retro3d: cannot write standard output\n");
        return exit_code == R3D_EXIT_USAGE ? exit_code : R3D_EXIT_OUTPUT;
    }
    return exit_code;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_overview(stderr);
        return R3D_EXIT_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "help") == 0 && argc > 2) { /* "help diff" is "diff --help" */
        static char help_option[] = "--help";
        argv[1] = argv[2];
        argv[2] = help_option;
        argc = 3;
        name = argv[1];
    }
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        print_overview(stdout);
        return finish(R3D_EXIT_OK);
    }
    if (strcmp(name, "--version") == 0) {
        print_version();
        return finish(R3D_EXIT_OK);
    }
    const char *names[COMMAND_COUNT + 2];
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            return finish(commands[i].run(argc - 1, argv + 1));
        }
        names[i] = commands[i].name;
    }
    names[COMMAND_COUNT] = "--help";
    names[COMMAND_COUNT + 1] = "--version";
    const char *nearest = r3d_text_nearest(name, names, COMMAND_COUNT + 2);
    const char *kind = name[0] == '-' ? "option" : "command";
    if (nearest != NULL) {
        fprintf(stderr, "retro3d: unknown %s \"%.40s\", did you mean \"%s\"?\n", kind, name,
                nearest);
    } else {
        fprintf(stderr, "retro3d: unknown %s \"%.40s\" (\"retro3d --help\" lists the commands)\n",
                kind, name);
    }
    return R3D_EXIT_USAGE;
}
