/* SPDX-License-Identifier: MIT */
#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L /* sigprocmask */
#endif

/* retro3d golden accept: the artefacts of the last run become the goldens, without running anything
 * again. */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/folders.h>
#include <retro3d/png.h>

#include "../diff/put_text.h"
#include "golden.h"
#include "../common/commands.h"
#include "removal.h"
#include "results.h"
#include "../common/options.h"
#include "../diff/preview.h"

enum {
    OPTION_ALL,
    OPTION_DRY_RUN,
    OPTION_INTERACTIVE,
    OPTION_OUT,
    OPTION_ROOT,
    OPTION_VARIANT,
    PATTERNS_MAX = 256
};

static const command_option options[] = {
    {"all", 0, NULL, "Accept everything that differs or is missing", "!@1"},
    {"dry-run", 'n', NULL, "Only say what would be done", NULL},
    {"interactive", 'i', NULL, "Ask for each: y, n or q", "!dry-run"},
    {"out", 0, "DIR", "Artefact root of the run (default: R3D_GOLDEN_OUT, golden-out, build/...)",
     NULL},
    {"root", 0, "DIR", "Golden root (default: that of the run)", NULL},
    {"variant", 0, "TAG", "Write NAME@TAG.png instead of the golden that was compared", NULL},
};

static const command_help help = {
    "golden accept",
    "[PATTERN..] [--all] [options]",
    "Takes the pictures of the last run as the new goldens. A pattern is SUITE/NAME with * and ?.\n"
    "A golden that was changed after the run is refused. --interactive shows the pictures in "
    "terminals\n"
    "that can; R3D_PREVIEW=kitty, iterm2, sixel or none overrides what the terminal announces.\n"
    "Exit codes: 0 done, 1 something was refused, 2 wrong usage, 3 an artefact cannot be read, 5 "
    "no\n"
    "result matches, 6 a golden cannot be written.\n",
    options,
    sizeof options / sizeof options[0],
};

typedef struct request {
    const char *patterns[PATTERNS_MAX];
    int pattern_count;
    bool all;
    bool dry_run;
    bool interactive;
    const char *out;
    const char *root;
    const char *variant;
    preview_kind preview;
} request;

static bool is_data(const result_entry *entry)
{
    return strcmp(entry->kind, "picture") != 0;
}

/* True when two files have the same bytes. */
static bool same_file(const char *a, const char *b)
{
    void *data[2] = {NULL, NULL};
    size_t size[2] = {0, 0};
    bool same = r3d_file_read(a, 0, NULL, &data[0], &size[0], NULL) == R3D_OK &&
                r3d_file_read(b, 0, NULL, &data[1], &size[1], NULL) == R3D_OK &&
                size[0] == size[1] && memcmp(data[0], data[1], size[0]) == 0;
    free(data[0]);
    free(data[1]);
    return same;
}

/* Ending of a result's own artefacts: pictures, tables and texts may have the same name. */
static void artefact_ending(const result_entry *entry, const char *what, char *out_ending,
                            size_t size)
{
    snprintf(out_ending, size, ".%s%s", what, result_ending(entry));
}

/* Whether a file is the one that the check of this result wrote: another build may have put its own there. */
static bool is_of_the_run(const result_entry *entry, const char *actual)
{
    char hash[R3D_DIFF_HASH_SIZE];
    return r3d_golden_hash_file(actual, NULL, hash, NULL) == R3D_OK &&
           strcmp(json_get_string(entry->line, "actual"), hash) == 0;
}

/* Why the golden must not be replaced, or NULL. What the run saw is kept as NAME.expected.png. */
static const char *refusal(const result_entry *entry, const char *golden, const char *actual)
{
    char expected[RESULT_PATH_MAX];
    char ending[32];
    if (r3d_path_get_kind(actual) != R3D_PATH_FILE) {
        return is_data(entry) ? "what it holds now is gone" : "its actual picture is gone";
    }
    if (json_get_bool(entry->line, "deep")) {
        return "it has 16 bits a sample, which are not written: store the golden yourself, or";
    }
    if (!is_of_the_run(entry, actual)) {
        return is_data(entry) ? "what it holds now is not of the run that failed"
                              : "its actual picture is not of the run that failed";
    }
    if (strcmp(entry->status, "missing") == 0) {
        return r3d_path_get_kind(golden) == R3D_PATH_NONE ? NULL
                                                          : "the golden appeared after the run";
    }
    artefact_ending(entry, "expected", ending, sizeof ending);
    if (!result_artefact(entry, ending, expected) || !same_file(golden, expected)) {
        return "the golden changed after the run";
    }
    return NULL;
}

static int write_picture(const char *actual, const char *golden)
{
    r3d_picture picture;
    r3d_error error;
    if (r3d_png_load(actual, NULL, NULL, &picture, &error) != R3D_OK) {
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    r3d_picture_view view;
    r3d_picture_get_view(&picture, &view);
    r3d_result result = r3d_png_save(golden, &view, R3D_PNG_SMALL, &error);
    r3d_picture_free(&picture);
    if (result != R3D_OK) {
        report_error(&error);
    }
    return result == R3D_OK ? R3D_EXIT_OK : R3D_EXIT_OUTPUT;
}

static int write_data(const char *actual, const char *golden)
{
    void *data;
    size_t size;
    r3d_error error;
    if (r3d_file_read(actual, 0, NULL, &data, &size, &error) != R3D_OK) {
        report_error(&error);
        return R3D_EXIT_INPUT;
    }
    r3d_result result = r3d_file_write(golden, data, size, &error);
    free(data);
    if (result != R3D_OK) {
        report_error(&error);
    }
    return result == R3D_OK ? R3D_EXIT_OK : R3D_EXIT_OUTPUT;
}

static void remove_artefacts(const result_entry *entry)
{
    removal plan;
    memset(&plan, 0, sizeof plan);
    plan.root = entry->folder;
    removal_add_artefacts(&plan, entry);
    (void)removal_run(&plan);
    removal_free(&plan);
}

/* Records the new state, so that status and reports know it. */
static bool record(const result_entry *entry, const char *status)
{
    char path[RESULT_PATH_MAX];
    r3d_diff_text line;
    memset(&line, 0, sizeof line);
    put_text(&line, "{\"version\":1,\"suite\":");
    r3d_diff_text_json_string(&line, entry->suite);
    put_text(&line, ",\"name\":");
    r3d_diff_text_json_string(&line, entry->name);
    put_text_format(
        &line, ",\"kind\":\"%s\",\"status\":\"%s\",\"passed\":true,\"root\":", entry->kind, status);
    r3d_diff_text_json_string(&line, entry->root);
    put_text(&line, "}\n");
    const bool done = line.result == R3D_OK &&
                      snprintf(path, sizeof path, "%s/results/accepted.jsonl", entry->folder) <
                          (int)sizeof path &&
                      r3d_file_append(path, line.data, line.length, NULL) == R3D_OK;
    if (!done) {
        fprintf(stderr, "%s/results/accepted.jsonl: cannot be written\n", entry->folder);
    }
    r3d_diff_text_free(&line);
    return done;
}

static void describe(const result_entry *entry)
{
    const json *size = json_get(entry->diff, "actualSize");
    printf("%s/%s", entry->suite, entry->name);
    if (json_count(size) == 2) {
        printf(" %.0fx%.0f, %lld px differ", json_at(size, 0)->number, json_at(size, 1)->number,
               (long long)entry->mismatches);
    }
    printf(" (%s)", entry->status);
}

static void show_picture(preview_kind kind, const char *path)
{
    r3d_diff_text text;
    void *data;
    size_t size;
    if (kind == PREVIEW_NONE || r3d_file_read(path, 0, NULL, &data, &size, NULL) != R3D_OK) {
        return;
    }
    memset(&text, 0, sizeof text);
    if (preview_append(kind, data, size, &text) && text.data != NULL) {
        fputs("\n", stdout);
        fputs(text.data, stdout);
    }
    r3d_diff_text_free(&text);
    free(data);
}

/* Asks; returns 'y', 'n' or 'q'. A missing golden has no triptych: what was drawn is shown. */
static char ask(const result_entry *entry, preview_kind preview)
{
    char answer[64];
    char path[RESULT_PATH_MAX];
    describe(entry);
    if (!is_data(entry) &&
        result_artefact(
            entry, strcmp(entry->status, "missing") == 0 ? ".actual.png" : ".triptych.png", path)) {
        printf("\n  %s", path);
        show_picture(preview, path);
    }
    printf("\naccept? [y/n/q] ");
    fflush(stdout);
    if (fgets(answer, sizeof answer, stdin) == NULL) {
        return 'q';
    }
    return answer[0] == 'y' || answer[0] == 'Y' ? 'y' : answer[0] == 'q' ? 'q' : 'n';
}

/* The line of goldens.txt; one that stays old vouches for nothing. */
static bool renew_manifest(const request *r, const result_entry *entry, const char *target)
{
    char folder[RESULT_PATH_MAX];
    char name[RESULT_PATH_MAX];
    r3d_error error;
    snprintf(folder, sizeof folder, "%.3000s/%.900s", r->root != NULL ? r->root : entry->root,
             entry->suite);
    snprintf(name, sizeof name, "%.3000s%s%.60s", entry->name, entry->variant[0] != '\0' ? "@" : "",
             entry->variant);
    if (!is_data(entry) && r3d_golden_manifest_renew(folder, name, &error) != R3D_OK) {
        fprintf(stderr, "%s: its line in goldens.txt is not renewed: %s\n", target, error.message);
        return false;
    }
    return true;
}

/* What killed processes left beside the golden and beside the manifest. */
static void remove_leftovers(const request *r, const result_entry *entry, const char *target)
{
    char folder[RESULT_PATH_MAX];
    const char *root = r->root != NULL ? r->root : entry->root;
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(target, '/') - target), target);
    (void)removal_leftovers(root, folder);
    if (snprintf(folder, sizeof folder, "%s/%s", root, entry->suite) < (int)sizeof folder) {
        (void)removal_leftovers(root, folder);
    }
}

/* True when two pictures have equal pixels, or two other files equal bytes: an earlier accepting was
 * interrupted behind the writing. */
static bool is_written_already(const result_entry *entry, const char *actual, const char *target)
{
    char pixels[2][R3D_DIFF_HASH_SIZE];
    const char *paths[2] = {actual, target};
    if (is_data(entry)) {
        return same_file(actual, target);
    }
    for (int i = 0; i < 2; i++) {
        r3d_picture picture;
        r3d_picture_view view;
        if (r3d_png_load(paths[i], NULL, NULL, &picture, NULL) != R3D_OK) {
            return false;
        }
        r3d_picture_get_view(&picture, &view);
        const bool hashed = r3d_diff_hash(&view, NULL, pixels[i]) == R3D_OK;
        r3d_picture_free(&picture);
        if (!hashed) {
            return false;
        }
    }
    return strcmp(pixels[0], pixels[1]) == 0;
}

static int accept_entry(const request *r, result_entry *entry)
{
    char golden[RESULT_PATH_MAX];
    char actual[RESULT_PATH_MAX];
    char target[RESULT_PATH_MAX];
    result_entry renamed = *entry;
    char ending[32];
    artefact_ending(entry, "actual", ending, sizeof ending);
    renamed.variant = r->variant != NULL ? r->variant : entry->variant;
    if (!result_golden(entry, r->root, golden) || !result_golden(&renamed, r->root, target) ||
        !result_artefact(entry, ending, actual)) {
        fprintf(stderr, "%s/%s: a path is too long\n", entry->suite, entry->name);
        return R3D_EXIT_INPUT;
    }
    const bool written = is_of_the_run(entry, actual) && is_written_already(entry, actual, target);
    const char *why = written ? NULL : refusal(entry, golden, actual);
    if (why != NULL) {
        printf("%s/%s refused: %s, run the test again\n", entry->suite, entry->name, why);
        return R3D_EXIT_DIFFERS;
    }
    if (r->dry_run) {
        describe(entry);
        printf(" would be accepted: %s\n", target);
        return R3D_EXIT_OK;
    }
    if (r3d_folder_make_of(target, NULL) != R3D_OK) {
        fprintf(stderr, "%s: its folder cannot be made\n", target);
        return R3D_EXIT_OUTPUT;
    }
    remove_leftovers(r, entry, target);
    int exit_code = written          ? R3D_EXIT_OK
                    : is_data(entry) ? write_data(actual, target)
                                     : write_picture(actual, target);
    if (exit_code == R3D_EXIT_OK) {
        describe(entry);
        printf(" accepted: %s\n", target);
        const bool renewed = renew_manifest(r, &renamed, target);
        if (!record(entry, strcmp(entry->status, "missing") == 0 ? "new" : "updated") || !renewed) {
            return R3D_EXIT_OUTPUT;
        }
        remove_artefacts(entry);
    }
    return exit_code;
}

/* Being stopped waits until a golden, its line in the manifest and its result are written. */
static int accept_undisturbed(const request *r, result_entry *entry)
{
#if !defined(_WIN32)
    sigset_t stops;
    sigset_t before;
    (void)sigemptyset(&stops);
    (void)sigaddset(&stops, SIGINT);
    (void)sigaddset(&stops, SIGTERM);
    (void)sigaddset(&stops, SIGHUP);
    (void)sigprocmask(SIG_BLOCK, &stops, &before);
#endif
    const int exit_code = accept_entry(r, entry);
    fflush(stdout);
#if !defined(_WIN32)
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
#endif
    return exit_code;
}

static bool wanted(const request *r, const result_entry *entry, int *matches)
{
    bool differs = strcmp(entry->status, "differs") == 0 || strcmp(entry->status, "missing") == 0 ||
                   strcmp(entry->status, "refused") == 0;
    bool named = r->all;
    for (int i = 0; i < r->pattern_count && !named; i++) {
        named = result_matches(entry, r->patterns[i]);
    }
    *matches += named ? 1 : 0;
    return differs && named;
}

static int accept_all(const request *r, results *found)
{
    int worst = R3D_EXIT_OK;
    int count = 0;
    int matches = 0;
    for (size_t i = 0; i < found->count; i++) {
        if (!wanted(r, &found->entries[i], &matches)) {
            continue;
        }
        count++;
        if (r->interactive) {
            char answer = ask(&found->entries[i], r->preview);
            if (answer == 'q') {
                break;
            }
            if (answer == 'n') {
                continue;
            }
        }
        int exit_code = accept_undisturbed(r, &found->entries[i]);
        worst = exit_code > worst ? exit_code : worst;
    }
    if (count == 0 && matches != 0) {
        printf("nothing to accept: what matches passed, is accepted already or cannot be\n");
    } else if (count == 0) {
        fprintf(stderr, "retro3d golden accept: no result matches\n");
        return R3D_EXIT_MISSING;
    }
    return worst;
}

static int take_options(request *r, command_arguments *arguments)
{
    const char *value;
    for (;;) {
        switch (arguments_next(arguments, &value)) {
        case OPTION_ALL:
            r->all = true;
            break;
        case OPTION_DRY_RUN:
            r->dry_run = true;
            break;
        case OPTION_INTERACTIVE:
            r->interactive = true;
            break;
        case OPTION_OUT:
            r->out = value;
            break;
        case OPTION_ROOT:
            r->root = value;
            break;
        case OPTION_VARIANT:
            if (!r3d_golden_name_valid(value) || strchr(value, '/') != NULL || strlen(value) > 60) {
                return usage_error(&help, "\"%.60s\" is no valid tag", value);
            }
            r->variant = value;
            break;
        case R3D_ARGUMENT_POSITIONAL:
            if (r->pattern_count == PATTERNS_MAX) {
                return usage_error(&help, "at most %d patterns", (int)PATTERNS_MAX);
            }
            r->patterns[r->pattern_count++] = value;
            break;
        case R3D_ARGUMENT_END:
            return r->pattern_count == 0 && !r->all
                       ? usage_error(&help, "name what to accept, or say --all")
                       : -1;
        default:
            return arguments_exit_code(arguments);
        }
    }
}

int golden_accept(int argc, char **argv)
{
    request r;
    command_arguments arguments;
    results found;
    memset(&r, 0, sizeof r);
    arguments_init(&arguments, &help, argc, argv);
    int exit_code = take_options(&r, &arguments);
    if (exit_code >= 0) {
        return exit_code;
    }
    r.preview = r.interactive ? preview_detect(true) : PREVIEW_NONE;
    if (r.preview == PREVIEW_UNKNOWN) {
        return usage_error(&help, "R3D_PREVIEW is \"%.40s\", expected kitty, iterm2, sixel or none",
                           getenv("R3D_PREVIEW"));
    }
    char *folder = results_find_folder(r.out);
    if (folder == NULL) {
        return R3D_EXIT_USAGE;
    }
    const char *folders[1] = {folder};
    exit_code = results_load(&found, folders, 1);
    if (exit_code == R3D_EXIT_OK && r.root != NULL &&
        r3d_path_get_kind(r.root) != R3D_PATH_FOLDER) {
        fprintf(stderr, "%s: no such folder: --root is to be a golden root\n", r.root);
        exit_code = R3D_EXIT_INPUT;
    }
    if (exit_code == R3D_EXIT_OK) {
        exit_code = accept_all(&r, &found);
        exit_code = exit_code != R3D_EXIT_OK ? exit_code : results_exit_code(&found);
    }
    results_free(&found);
    free(folder);
    return exit_code;
}
