/* SPDX-License-Identifier: MIT */
/* retro3d golden clean: the artefacts, results and reports of earlier runs go. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/folders.h>

#include "golden.h"
#include "../common/commands.h"
#include "../common/options.h"
#include "removal.h"
#include "results.h"

enum { OPTION_OUT, OPTION_DRY_RUN };

static const command_option clean_options[] = {
    {"out", 0, "DIR", "Artefact root of the run (default: R3D_GOLDEN_OUT, golden-out, build/...)",
     NULL},
    {"dry-run", 'n', NULL, "Only list what would be removed", NULL}};

static const command_help clean_help = {
    "golden clean", "[DIR] [--dry-run]",
    "Removes the artefacts that results name, the results, and the reports made of them; nothing\n"
    "else, and nothing at all in a repository or a golden root.\n"
    "Exit codes: 0 done, 1 refused, 2 wrong usage, 3 results cannot be read, 6 a file cannot be\n"
    "removed.\n",
    clean_options, sizeof clean_options / sizeof clean_options[0]};

/* Whether a golden root of the results is the folder or lies in it. */
static bool holds_goldens(const results *found, const char *folder)
{
    for (size_t i = 0; i < found->count; i++) {
        const char *root = found->entries[i].root;
        if (r3d_path_get_kind(root) == R3D_PATH_FOLDER && removal_is_inside(root, folder)) {
            fprintf(stderr, "%s: holds the goldens %s, so nothing is removed there\n", folder,
                    root);
            return true;
        }
    }
    return false;
}

static bool plan_result_file(const char *name, void *user)
{
    removal *plan = user;
    char path[RESULT_PATH_MAX];
    const size_t length = strlen(name);
    if (length > 6 && strcmp(name + length - 6, ".jsonl") == 0 &&
        snprintf(path, sizeof path, "%s/results/%s", plan->root, name) < (int)sizeof path &&
        removal_is_marked(path, "{\"version\":1,\"suite\":\"")) {
        removal_add(plan, path);
    }
    return true;
}

static void plan_clean(removal *plan, const results *found)
{
    static const char *const reports[][2] = {
        {"report.html", "<meta name=\"generator\" content=\"retro3d golden\">"},
        {"report.json", "{\"version\":1,\"summary\":"},
        {"junit.xml", "<!-- retro3d golden -->"},
        {"report.md", "**Goldens: "}};
    char path[RESULT_PATH_MAX];
    for (size_t i = 0; i < found->count; i++) {
        removal_add_artefacts(plan, &found->entries[i]);
    }
    snprintf(path, sizeof path, "%.4000s/results", plan->root);
    (void)r3d_folder_list(path, NULL, plan_result_file, plan, NULL);
    for (size_t i = 0; i < sizeof reports / sizeof reports[0]; i++) {
        snprintf(path, sizeof path, "%.4000s/%s", plan->root, reports[i][0]);
        if (removal_is_marked(path, reports[i][1])) {
            removal_add(plan, path);
        }
    }
}

/* Temporary files of killed processes carry our mark in their names. */
static void clean_leftovers(const char *folder, const results *found)
{
    char path[RESULT_PATH_MAX];
    snprintf(path, sizeof path, "%.4000s/results", folder);
    for (size_t i = 0; i <= found->count; i++) {
        (void)removal_leftovers(folder, path);
        if (i < found->count &&
            (i == 0 || strcmp(found->entries[i].suite, found->entries[i - 1].suite) != 0)) {
            snprintf(path, sizeof path, "%.3000s/%.900s", folder, found->entries[i].suite);
        }
    }
}

int golden_clean(int argc, char **argv)
{
    command_arguments arguments;
    results found;
    removal plan;
    const char *value;
    const char *out = NULL;
    bool dry_run = false;
    arguments_init(&arguments, &clean_help, argc, argv);
    for (int option; (option = arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
        switch (option) {
        case OPTION_OUT:
            out = value;
            break;
        case OPTION_DRY_RUN:
            dry_run = true;
            break;
        case R3D_ARGUMENT_POSITIONAL:
            if (out != NULL) {
                return usage_error(&clean_help, "two folders of results, %.60s and %.60s", out,
                                   value);
            }
            out = value;
            break;
        default:
            return arguments_exit_code(&arguments);
        }
    }
    int exit_code = R3D_EXIT_OK;
    char *folder = results_find_folder(out);
    if (folder == NULL) {
        return R3D_EXIT_USAGE;
    }
    memset(&plan, 0, sizeof plan);
    memset(&found, 0, sizeof found);
    plan.root = folder;
    const char *folders[1] = {folder};
    exit_code = r3d_path_get_kind(folder) == R3D_PATH_FOLDER ? results_load(&found, folders, 1)
                                                             : R3D_EXIT_OK;
    if (exit_code == R3D_EXIT_OK && found.count == 0) {
        printf("%s: no results, so nothing is known to be ours\n", folder);
    } else if (exit_code == R3D_EXIT_OK &&
               (removal_refused(folder) || holds_goldens(&found, folder))) {
        exit_code = R3D_EXIT_DIFFERS;
    } else if (exit_code == R3D_EXIT_OK) {
        plan_clean(&plan, &found);
        removal_print(&plan, dry_run ? "would remove" : "remove");
        if (!dry_run) {
            clean_leftovers(folder, &found);
            exit_code = removal_run(&plan) ? R3D_EXIT_OK : R3D_EXIT_OUTPUT;
        }
    }
    removal_free(&plan);
    results_free(&found);
    free(folder);
    return exit_code;
}
