/* SPDX-License-Identifier: MIT */
/* retro3d golden report, json, junit, markdown and merge. */

#if !defined(_WIN32) && !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700 /* realpath */
#endif

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/folders.h>

#include "../diff/put_text.h"
#include "golden.h"
#include "../common/commands.h"
#include "text.h"
#include "../common/options.h"

enum { OPTION_OUTPUT, OPTION_ALL, OPTION_EMBED, FOLDERS_MAX = 256 };

#define OUTPUT_OPTION                                                                              \
    {                                                                                              \
        "output", 'o', "FILE", "Where to write (default: standard output)", NULL                   \
    }
#define ALL_OPTION                                                                                 \
    {                                                                                              \
        "all", 0, NULL, "Include what passed", NULL                                                \
    }

static const command_option report_options[] = {
    {"output", 'o', "report.html", "Where to write (required)", NULL},
    ALL_OPTION,
    {"embed", 0, "WHEN", "Put pictures into the page: auto (below 64 MiB, default), all or none",
     NULL},
};
static const command_option text_options[] = {OUTPUT_OPTION, ALL_OPTION};
static const command_option merge_options[] = {
    {"output", 'o', "DIR", "Where to collect (required)", NULL}};

static const command_help report_help = {
    "golden report", "[DIR..] -o report.html [options]",
    "Writes one page of the results in the artefact roots DIR (default: R3D_GOLDEN_OUT, "
    "golden-out,\n"
    "build/...), which needs no network and no other file when the pictures are embedded.\n",
    report_options, 3};
static const command_help json_help = {
    "golden json", "[DIR..] [-o FILE] [options]",
    "Writes the results as JSON; docs/golden-results.schema.json describes it.\n", text_options, 2};
static const command_help junit_help = {
    "golden junit", "[DIR..] [-o FILE]",
    "Writes the results as JUnit XML, with pictures as attachments. Passed goldens are included.\n",
    text_options, 1};
static const command_help markdown_help = {
    "golden markdown", "[DIR..] [-o FILE] [options]",
    "Writes the failures as a Markdown table, for summaries of CI runs.\n", text_options, 2};
static const command_help merge_help = {"golden merge", "DIR.. -o DIR",
                                        "Collects the results and artefacts of several runs, "
                                        "for example of shards on several machines,\n"
                                        "in one artefact root. Where folders have the same golden, "
                                        "one that failed is taken.\n",
                                        merge_options, 1};

typedef void (*write_fn)(const report *r, r3d_diff_text *text);

typedef struct request {
    const char *folders[FOLDERS_MAX];
    int folder_count;
    const char *output;
    bool all;
    int embed;
    char *found_folder;
} request;

static int parse(const command_help *help, int argc, char **argv, request *r)
{
    command_arguments arguments;
    const char *value;
    memset(r, 0, sizeof *r);
    r->embed = 1;
    arguments_init(&arguments, help, argc, argv);
    for (;;) {
        switch (arguments_next(&arguments, &value)) {
        case OPTION_OUTPUT:
            r->output = value;
            break;
        case OPTION_ALL:
            r->all = true;
            break;
        case OPTION_EMBED:
            r->embed = strcmp(value, "none") == 0   ? 0
                       : strcmp(value, "auto") == 0 ? 1
                       : strcmp(value, "all") == 0  ? 2
                                                    : -1;
            if (r->embed < 0) {
                return usage_error(help, "--embed is \"%.40s\", expected auto, all or none", value);
            }
            break;
        case R3D_ARGUMENT_POSITIONAL:
            if (r->folder_count == FOLDERS_MAX) {
                return usage_error(help, "at most %d folders", (int)FOLDERS_MAX);
            }
            r->folders[r->folder_count++] = value;
            break;
        case R3D_ARGUMENT_END:
            return -1;
        default:
            return arguments_exit_code(&arguments);
        }
    }
}

/* ---- relative paths ---- */

static char *real_path(const char *path)
{
#if defined(_WIN32)
    return _fullpath(NULL, path, 0);
#else
    return realpath(path, NULL);
#endif
}

/* Path from one real folder to another, "" or ending with a slash. */
static char *relative_path(const char *from, const char *to)
{
    size_t common = 0;
    size_t i = 0;
    while (from[i] != '\0' && from[i] == to[i]) {
        i++;
        if (from[i - 1] == '/') {
            common = i;
        }
    }
    if (from[i] == '\0' && (to[i] == '\0' || to[i] == '/')) {
        common = to[i] == '/' ? i + 1 : i;
    } else if (to[i] == '\0' && from[i] == '/') {
        common = i + 1;
    }
    const char *rest_from = from + (common < strlen(from) ? common : strlen(from));
    const char *rest_to = to + (common < strlen(to) ? common : strlen(to));
    size_t ups = rest_from[0] != '\0' ? 1 : 0;
    for (const char *c = rest_from; *c != '\0'; c++) {
        ups += *c == '/' ? 1 : 0;
    }
    size_t length = strlen(rest_to);
    char *path = malloc(ups * 3 + length + 2);
    if (path != NULL) {
        path[0] = '\0';
        for (size_t k = 0; k < ups; k++) {
            memcpy(path + k * 3, "../", 4);
        }
        memcpy(path + ups * 3, rest_to, length + 1);
        if (length != 0) {
            memcpy(path + ups * 3 + length, "/", 2);
        }
    }
    return path;
}

/* From the folder of `output` (the present one when NULL) to `folder`. */
static char *prefix_of(const char *output, const char *folder)
{
    char from[RESULT_PATH_MAX] = ".";
    const char *slash = output != NULL ? strrchr(output, '/') : NULL;
    if (slash != NULL) {
        snprintf(from, sizeof from, "%.*s", slash == output ? 1 : (int)(slash - output), output);
    }
    char *real_from = real_path(from);
    char *real_to = real_path(folder);
    char *path = NULL;
    if (real_from != NULL && real_to != NULL) {
        path = relative_path(real_from, real_to);
    }
    free(real_from);
    free(real_to);
    return path;
}

/* ---- writing ---- */

static int write_output(const char *output, const r3d_diff_text *text)
{
    r3d_error error;
    if (text->result != R3D_OK || text->data == NULL) {
        fprintf(stderr, "retro3d golden: out of memory\n");
        return R3D_EXIT_OUTPUT;
    }
    if (output == NULL || strcmp(output, "-") == 0) {
        return fwrite(text->data, 1, text->length, stdout) == text->length ? R3D_EXIT_OK
                                                                           : R3D_EXIT_OUTPUT;
    }
    if (r3d_folder_make_of(output, NULL) != R3D_OK ||
        r3d_file_write(output, text->data, text->length, &error) != R3D_OK) {
        fprintf(stderr, "%s: cannot be written\n", output);
        return R3D_EXIT_OUTPUT;
    }
    printf("written: %s\n", output);
    return R3D_EXIT_OK;
}

static int fill_report(report *rep, request *r)
{
    memset(rep, 0, sizeof *rep);
    if (r->folder_count == 0) {
        r->found_folder = results_find_folder(NULL);
        if (r->found_folder == NULL) {
            return R3D_EXIT_USAGE;
        }
        r->folders[r->folder_count++] = r->found_folder;
    }
    rep->folders = r->folders;
    rep->folder_count = (size_t)r->folder_count;
    rep->all = r->all;
    rep->embed = r->embed;
    rep->prefixes = calloc(rep->folder_count, sizeof *rep->prefixes);
    if (rep->prefixes == NULL) {
        return R3D_EXIT_INPUT;
    }
    if (r->output != NULL && strcmp(r->output, "-") != 0) {
        (void)r3d_folder_make_of(r->output, NULL);
    }
    for (size_t i = 0; i < rep->folder_count; i++) {
        rep->prefixes[i] = prefix_of(r->output, r->folders[i]);
    }
    return results_load(&rep->found, rep->folders, rep->folder_count);
}

static int run_report(const command_help *help, int argc, char **argv, write_fn write,
                      bool needs_output)
{
    request r;
    report rep;
    int exit_code = parse(help, argc, argv, &r);
    if (exit_code >= 0) {
        return exit_code;
    }
    if (needs_output && r.output == NULL) {
        return usage_error(help, "say where to write with -o");
    }
    exit_code = fill_report(&rep, &r);
    if (exit_code == R3D_EXIT_OK) {
        r3d_diff_text text;
        memset(&text, 0, sizeof text);
        write(&rep, &text);
        exit_code = write_output(r.output, &text);
        r3d_diff_text_free(&text);
        exit_code = exit_code != R3D_EXIT_OK ? exit_code : results_exit_code(&rep.found);
    }
    results_free(&rep.found);
    for (size_t i = 0; rep.prefixes != NULL && i < rep.folder_count; i++) {
        free(rep.prefixes[i]);
    }
    free(rep.prefixes);
    free(r.found_folder);
    return exit_code;
}

int golden_report(int argc, char **argv)
{
    return run_report(&report_help, argc, argv, report_html, true);
}

int golden_json(int argc, char **argv)
{
    return run_report(&json_help, argc, argv, report_json, false);
}

int golden_junit(int argc, char **argv)
{
    return run_report(&junit_help, argc, argv, report_junit, false);
}

int golden_markdown(int argc, char **argv)
{
    return run_report(&markdown_help, argc, argv, report_markdown, false);
}

/* ---- merge ---- */

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
    static const char *const pictures[] = {
        ".actual.png", ".expected.png", ".diff.png",   ".circled.png", ".triptych.png",
        ".owner.png",  ".zoom-1.png",   ".zoom-2.png", ".zoom-3.png",  ".zoom-4.png"};
    static const char *const tables[] = {".actual.i32.txt", ".expected.i32.txt"};
    static const char *const texts[] = {".actual.txt", ".expected.txt"};
    bool table = strcmp(entry->kind, "i32") == 0;
    bool picture = strcmp(entry->kind, "picture") == 0;
    const char *const *endings = picture ? pictures : table ? tables : texts;
    size_t count = picture ? sizeof pictures / sizeof pictures[0] : 2;
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

int golden_merge(int argc, char **argv)
{
    request r;
    results found;
    int exit_code = parse(&merge_help, argc, argv, &r);
    if (exit_code >= 0) {
        return exit_code;
    }
    if (r.output == NULL || r.folder_count == 0) {
        return usage_error(&merge_help, "name the folders, and the result with -o");
    }
    exit_code = results_load(&found, r.folders, (size_t)r.folder_count);
    if (exit_code == R3D_EXIT_OK) {
        exit_code = merge_into(&found, r.output);
        exit_code = exit_code != R3D_EXIT_OK ? exit_code : results_exit_code(&found);
    }
    results_free(&found);
    return exit_code;
}
