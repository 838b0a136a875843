/* SPDX-License-Identifier: MIT */
/* retro3d golden merge: the results of several runs in one artefact root. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/folders.h>
#include <retro3d/io.h>

#include "../diff/put_text.h"
#include "golden.h"
#include "../common/commands.h"
#include "../common/options.h"
#include "text.h"

enum { OPTION_OUTPUT, OPTION_OUT, FOLDERS_MAX = 256 };

static const command_option merge_options[] = {
    {"output", 'o', "DIR", "Where to collect (required)", NULL},
    {"out", 0, "DIR", "The same as DIR", NULL}};

static const command_help merge_help = {
    "golden merge", "DIR.. -o DIR",
    "Collects the results and artefacts of several runs, for example of shards on several "
    "machines,\n"
    "in one artefact root. Where folders have the same golden, one that failed is taken. The "
    "folder of\n"
    "-o is none of those that are merged and has no results of a run.\n"
    "Exit codes: 0 done, 1 there are no results, so that nothing was checked, 2 wrong usage, 3 "
    "results\n"
    "cannot be read, 6 a file cannot be written.\n",
    merge_options, sizeof merge_options / sizeof merge_options[0]};

/* Copies one artefact, if there is one. */
static int copy_artefact(const result_entry *entry, const char *ending, const char *folder)
{
    char from[RESULT_PATH_MAX];
    char to[RESULT_PATH_MAX];
    void *data;
    size_t size;
    r3d_error error;
    if (!result_artefact(entry, ending, from) ||
        snprintf(to, sizeof to, "%s/%s/%s%s", folder, entry->suite, entry->name, ending) >=
            (int)sizeof to) {
        fprintf(stderr, "%s/%s: a path is too long\n", entry->suite, entry->name);
        return R3D_EXIT_INPUT;
    }
    if (r3d_path_get_kind(from) != R3D_PATH_FILE) {
        return R3D_EXIT_OK;
    }
    if (r3d_file_read(from, 0, NULL, &data, &size, &error) != R3D_OK) {
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    bool written =
        r3d_folder_make_of(to, NULL) == R3D_OK && r3d_file_write(to, data, size, &error) == R3D_OK;
    free(data);
    if (!written) {
        fprintf(stderr, "%s: cannot be written\n", to);
    }
    return written ? R3D_EXIT_OK : R3D_EXIT_OUTPUT;
}

static int copy_artefacts(const result_entry *entry, const char *folder)
{
    size_t count;
    const char *const *endings = result_artefact_endings(entry, &count);
    int exit_code = R3D_EXIT_OK;
    for (size_t i = 0; i < count && exit_code == R3D_EXIT_OK; i++) {
        exit_code = copy_artefact(entry, endings[i], folder);
    }
    return exit_code;
}

/* One line for each golden. What an earlier merge left is replaced. */
static int merge_into(const results *found, const char *folder)
{
    char path[RESULT_PATH_MAX];
    r3d_diff_text lines;
    r3d_error error;
    int exit_code = R3D_EXIT_OK;
    memset(&lines, 0, sizeof lines);
    runs_put(&found->runs, &lines);
    for (size_t i = 0; i < found->count && exit_code == R3D_EXIT_OK; i++) {
        text_json_value(&lines, found->entries[i].line);
        put_text(&lines, "\n");
        exit_code = copy_artefacts(&found->entries[i], folder);
    }
    if (exit_code == R3D_EXIT_OK &&
        (lines.result != R3D_OK ||
         snprintf(path, sizeof path, "%s/results/merged.jsonl", folder) >= (int)sizeof path ||
         r3d_folder_make_of(path, NULL) != R3D_OK ||
         r3d_file_write(path, lines.data != NULL ? lines.data : "", lines.length, &error) !=
             R3D_OK)) {
        fprintf(stderr, "%s: results cannot be written\n", folder);
        exit_code = R3D_EXIT_OUTPUT;
    }
    r3d_diff_text_free(&lines);
    return exit_code;
}

/* What lies there must be of an earlier merge: results of a run would count beside the merged ones. */
static bool visit_result(const char *name, void *user)
{
    const size_t length = strlen(name);
    bool *other = user;
    *other = *other || (length > 6 && strcmp(name + length - 6, ".jsonl") == 0 &&
                        strcmp(name, "merged.jsonl") != 0 && strcmp(name, "accepted.jsonl") != 0);
    return true;
}

static int check_output(const char *output, const char *const *folders, size_t count)
{
    char path[RESULT_PATH_MAX];
    bool other = false;
    if (!outputs_are_safe(&merge_help, &output, 1, folders, count)) {
        return R3D_EXIT_USAGE;
    }
    if (snprintf(path, sizeof path, "%s/results", output) >= (int)sizeof path) {
        return usage_error(&merge_help, "the path of -o is too long");
    }
    (void)r3d_folder_list(path, NULL, visit_result, &other, NULL);
    return other ? usage_error(&merge_help,
                               "%.200s has the results of a run; -o is a folder of its own", output)
                 : R3D_EXIT_OK;
}

int golden_merge(int argc, char **argv)
{
    const char *folders[FOLDERS_MAX];
    size_t count = 0;
    const char *output = NULL;
    const char *value;
    command_arguments arguments;
    results found;
    arguments_init(&arguments, &merge_help, argc, argv);
    for (int option; (option = arguments_next(&arguments, &value)) != R3D_ARGUMENT_END;) {
        switch (option) {
        case OPTION_OUTPUT:
            output = value;
            break;
        case OPTION_OUT:
        case R3D_ARGUMENT_POSITIONAL:
            if (count == FOLDERS_MAX) {
                return usage_error(&merge_help, "at most %d folders", (int)FOLDERS_MAX);
            }
            folders[count++] = value;
            break;
        default:
            return arguments_exit_code(&arguments);
        }
    }
    if (output == NULL || count == 0) {
        return usage_error(&merge_help, "name the folders, and the result with -o");
    }
    int exit_code = check_output(output, folders, count);
    if (exit_code != R3D_EXIT_OK) {
        return exit_code;
    }
    exit_code = results_load(&found, folders, count);
    if (exit_code == R3D_EXIT_OK) {
        exit_code = merge_into(&found, output);
        exit_code = exit_code != R3D_EXIT_OK ? exit_code : results_exit_code(&found);
        if (found.count == 0) {
            fprintf(stderr, "retro3d golden merge: no results, so nothing was checked\n");
        }
    }
    results_free(&found);
    return exit_code;
}
