/* SPDX-License-Identifier: MIT */
/* retro3d golden report, json, junit and markdown. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/folders.h>

#include "../diff/put_text.h"
#include "golden.h"
#include "../common/commands.h"
#include "text.h"
#include "../common/options.h"

enum { OPTION_OUTPUT, OPTION_OUT, OPTION_ALL, OPTION_EMBED, FOLDERS_MAX = 256 };

#define OUTPUT_OPTION(file)                                                                        \
    {                                                                                              \
        "output", 'o', file, "Where to write (default: standard output)", NULL                     \
    }
#define OUT_OPTION                                                                                 \
    {                                                                                              \
        "out", 0, "DIR", "The same as DIR", NULL                                                   \
    }
#define ALL_OPTION                                                                                 \
    {                                                                                              \
        "all", 0, NULL, "Include what passed", NULL                                                \
    }

static const command_option report_options[] = {
    {"output", 'o', "OUT.html", "Where to write (required)", NULL},
    OUT_OPTION,
    ALL_OPTION,
    {"embed", 0, "WHEN", "Put pictures into the page: auto (below 64 MiB, default), all or none",
     NULL},
};
static const command_option json_options[] = {OUTPUT_OPTION("OUT.json"), OUT_OPTION, ALL_OPTION};
static const command_option junit_options[] = {OUTPUT_OPTION("OUT.xml"), OUT_OPTION, ALL_OPTION};
static const command_option markdown_options[] = {OUTPUT_OPTION("OUT.md"), OUT_OPTION, ALL_OPTION};
static const command_help report_help = {
    "golden report", "[DIR..] -o report.html [options]",
    "Writes one page of the results in the artefact roots DIR (default: R3D_GOLDEN_OUT, "
    "golden-out,\n"
    "build/...), which needs no network and no other file when the pictures are embedded.\n"
    "Exit codes of this, json, junit and markdown: 0 done, 1 there are no results, so that nothing "
    "was\n"
    "checked (the report says so), 2 wrong usage, 3 results cannot be read, 6 the report cannot "
    "be\n"
    "written.\n",
    report_options, 4};
static const command_help json_help = {
    "golden json", "[DIR..] [-o FILE] [options]",
    "Writes the results as JSON; docs/golden-results.schema.json describes it.\n", json_options, 3};
static const command_help junit_help = {
    "golden junit", "[DIR..] [-o FILE]",
    "Writes the results as JUnit XML, with pictures as attachments. Passed goldens are included.\n",
    junit_options, 2};
static const command_help markdown_help = {
    "golden markdown", "[DIR..] [-o FILE] [options]",
    "Writes the failures as a Markdown table, for summaries of CI runs.\n", markdown_options, 3};
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
        case OPTION_OUT:
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
    char *real_from = result_real_path(from);
    char *real_to = result_real_path(folder);
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
    if (r3d_folder_make_of(output, &error) != R3D_OK ||
        r3d_file_write(output, text->data, text->length, &error) != R3D_OK) {
        report_error(&error);
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
        (void)r3d_folder_make_of(r->output, NULL); /* a relative path needs it to be there */
    }
    for (size_t i = 0; i < rep->folder_count; i++) {
        rep->prefixes[i] = prefix_of(r->output, r->folders[i]);
    }
    return results_load(&rep->found, rep->folders, rep->folder_count);
}

/* Results, artefacts and goldens are what a report is made of: none may become the report. */
static bool output_is_input(const request *r, const results *found)
{
    char path[RESULT_PATH_MAX];
    char folder[RESULT_PATH_MAX];
    const char *slash = strrchr(r->output, '/');
    snprintf(folder, sizeof folder, "%.*s", slash != NULL ? (int)(slash - r->output) : 1,
             slash != NULL ? r->output : ".");
    for (int i = 0; i < r->folder_count; i++) {
        if (snprintf(path, sizeof path, "%s/results", r->folders[i]) < (int)sizeof path &&
            r3d_file_is_same(folder, path)) {
            return true;
        }
    }
    for (size_t i = 0; i < found->count; i++) {
        const result_entry *e = &found->entries[i];
        bool same = result_golden(e, NULL, path) && r3d_file_is_same(r->output, path);
        size_t count;
        const char *const *endings = result_artefact_endings(e, &count);
        for (size_t k = 0; k < count && !same; k++) {
            same = result_artefact(e, endings[k], path) && r3d_file_is_same(r->output, path);
        }
        if (same) {
            return true;
        }
    }
    return false;
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
    if (exit_code == R3D_EXIT_OK && r.output != NULL && strcmp(r.output, "-") != 0 &&
        output_is_input(&r, &rep.found)) {
        exit_code = usage_error(help, "the output %.200s would overwrite an input", r.output);
    }
    if (exit_code == R3D_EXIT_OK && rep.found.count == 0) {
        fprintf(stderr, "retro3d %s: no results, so nothing was checked\n", help->name);
    }
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
