/* SPDX-License-Identifier: MIT */
/* retro3d golden: works on goldens and on the results of test runs. Finds the action. */

#include <stdio.h>
#include <string.h>

#include <retro3d/text.h>

#include "golden.h"
#include "../common/commands.h"

typedef struct action {
    const char *name;
    const char *summary;
    int (*run)(int argc, char **argv);
} action;

static const action actions[] = {
    {"add", "Make a golden case of a display list", golden_add},
    {"accept", "Take the pictures of the last run as new goldens", golden_accept},
    {"status", "List what failed, is new, was updated or is unused", golden_status},
    {"check", "Fail when a result failed; with --fail-unused also for unused goldens",
     golden_check},
    {"check-file", "Check files that a program of any language wrote", golden_check_file},
    {"prune", "List goldens that no test used, and remove them with --yes", golden_prune},
    {"clean", "Remove the artefacts and results of earlier runs", golden_clean},
    {"report", "Write one HTML page of the results", golden_report},
    {"json", "Write the results as JSON", golden_json},
    {"junit", "Write the results as JUnit XML", golden_junit},
    {"markdown", "Write the failures as a Markdown table", golden_markdown},
    {"merge", "Collect the results of several machines in one folder", golden_merge},
    {"manifest", "Write goldens.txt of suite folders", golden_manifest},
    {"verify", "Decode every golden of suite folders and check names, manifest, masks",
     golden_verify},
    {"bisect", "Find the first draw after which two ways of drawing differ; same as retro3d bisect",
     cmd_bisect},
    {"mask", "Add rectangles to a golden's mask", golden_mask},
};

enum { ACTION_COUNT = sizeof actions / sizeof actions[0] };

static void print_actions(FILE *stream)
{
    fprintf(stream, "usage: retro3d golden ACTION [arguments]\n\n"
                    "Works on golden pictures and on the results of test runs.\n\n");
    for (int i = 0; i < ACTION_COUNT; i++) {
        fprintf(stream, "  %-10s %s\n", actions[i].name, actions[i].summary);
    }
    fprintf(stream, "\n\"retro3d golden ACTION --help\" explains an action.\n");
}

int cmd_golden(int argc, char **argv)
{
    const char *names[ACTION_COUNT + 1];
    if (argc < 2) {
        print_actions(stderr);
        return R3D_EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_actions(stdout);
        return R3D_EXIT_OK;
    }
    for (int i = 0; i < ACTION_COUNT; i++) {
        if (strcmp(actions[i].name, argv[1]) == 0) {
            return actions[i].run(argc - 1, argv + 1);
        }
        names[i] = actions[i].name;
    }
    names[ACTION_COUNT] = "--help";
    const char *nearest = r3d_text_nearest(argv[1], names, ACTION_COUNT + 1);
    if (nearest != NULL) {
        fprintf(stderr, "retro3d golden: unknown action \"%.40s\", did you mean \"%s\"?\n", argv[1],
                nearest);
    } else {
        fprintf(stderr, "retro3d golden: unknown action \"%.40s\"\n", argv[1]);
    }
    return R3D_EXIT_USAGE;
}
