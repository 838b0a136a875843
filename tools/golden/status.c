/* SPDX-License-Identifier: MIT */
/* retro3d golden status, check, prune and clean: the state of the last run. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/folders.h>

#include "golden.h"
#include "../common/commands.h"
#include "results.h"
#include "walk.h"
#include "../common/options.h"

enum { OPTION_OUT, OPTION_ROOT, OPTION_ALL_SUITES, OPTION_SWITCH };

#define RUN_OPTIONS(with)                                                                          \
    {"out", 0, "DIR", "Artefact root of the run (default: R3D_GOLDEN_OUT, golden-out, build/...)", \
     NULL},                                                                                        \
        {"root", 0, "DIR", "Golden root (default: that of the run)", with},                        \
    {                                                                                              \
        "all-suites", 0, NULL, "Look for unused goldens also in suites of which no test ran", with \
    }

static const r3d_option status_options[] = {RUN_OPTIONS(NULL)};
static const r3d_option check_options[] = {
    RUN_OPTIONS("fail-unused"),
    {"fail-unused", 0, NULL, "Fail also when a golden was used by no test", NULL}};
static const r3d_option prune_options[] = {
    RUN_OPTIONS(NULL), {"yes", 0, NULL, "Really remove the unused goldens", NULL}};

static const r3d_command_help status_help = {"golden status", "[options]",
                                             "Lists what failed, is new, was updated, is known to "
                                             "fail or was used by no test of the last run.\n",
                                             status_options, 3};
static const r3d_command_help check_help = {
    "golden check", "[--fail-unused] [options]",
    "Exit code 1 when a result of the last run failed, when there is no result at all, or when an\n"
    "unused golden was found; 3 when results or goldens cannot be read.\n",
    check_options, 4};
static const r3d_command_help prune_help = {"golden prune", "[--yes] [options]",
                                            "Lists goldens of the suites of the last run that no "
                                            "test used. With --yes removes them. Run all\n"
                                            "tests before.\n",
                                            prune_options, 4};
static const r3d_command_help clean_help = {
    "golden clean", "[options]",
    "Removes the artefacts, results and reports of earlier runs, and nothing else.\n",
    status_options, 1};

typedef struct request {
    const char *out;
    const char *root;
    bool flag;
    bool all_suites;
} request;

/* Returns -1 when the action goes on, otherwise an exit code. */
static int parse(const r3d_command_help *help, int argc, char **argv, request *r)
{
    r3d_arguments arguments;
    const char *value;
    memset(r, 0, sizeof *r);
    r3d_arguments_init(&arguments, help, argc, argv);
    for (;;) {
        switch (r3d_arguments_next(&arguments, &value)) {
        case OPTION_OUT:
            r->out = value;
            break;
        case OPTION_ROOT:
            r->root = value;
            break;
        case OPTION_ALL_SUITES:
            r->all_suites = true;
            break;
        case OPTION_SWITCH:
            r->flag = true;
            break;
        case R3D_ARGUMENT_END:
            return -1;
        case R3D_ARGUMENT_POSITIONAL:
            return r3d_usage_error(help, "unexpected argument \"%.60s\"", value);
        default:
            return r3d_arguments_exit_code(&arguments);
        }
    }
}

static int load(const request *r, results *out, char **out_folder)
{
    *out_folder = results_find_folder(r->out);
    memset(out, 0, sizeof *out);
    if (*out_folder == NULL) {
        return R3D_EXIT_USAGE;
    }
    const char *folders[1] = {*out_folder};
    return results_load(out, folders, 1);
}

/* ---- unused goldens ---- */

typedef struct unused_search {
    const results *found;
    const char *suite; /* NULL: the folder is a golden root */
    bool remove;
    int count;
    int failed;
} unused_search;

/* A folder below a suite's may belong to another suite, "a/b" beside "a". */
static bool belongs_to_other_suite(const unused_search *s, const char *name)
{
    size_t own = strlen(s->suite);
    for (size_t i = 0; i < s->found->count; i++) {
        const char *other = s->found->entries[i].suite;
        size_t length = strlen(other);
        if (length > own && memcmp(other, s->suite, own) == 0 && other[own] == '/' &&
            strncmp(name, other + own + 1, length - own - 1) == 0 &&
            name[length - own - 1] == '/') {
            return true;
        }
    }
    return false;
}

static bool was_used(const unused_search *s, const char *name, walk_kind kind)
{
    const char *wanted = kind == WALK_I32 ? "i32" : kind == WALK_TEXT ? "text" : "picture";
    for (size_t i = 0; i < s->found->count; i++) {
        const result_entry *e = &s->found->entries[i];
        if (strcmp(e->suite, s->suite) == 0 && strcmp(e->name, name) == 0 &&
            strcmp(e->kind, wanted) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether a path below a golden root lies in a suite of which a test ran. */
static bool belongs_to_a_suite(const unused_search *s, const char *name)
{
    for (size_t i = 0; i < s->found->count; i++) {
        const char *suite = s->found->entries[i].suite;
        size_t length = strlen(suite);
        if (strncmp(name, suite, length) == 0 && name[length] == '/') {
            return true;
        }
    }
    return false;
}

/* In a golden root only files of folders are goldens, and notes of a suite lie deeper there. */
static bool is_golden_below_root(walk_kind kind, const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash != NULL &&
           !(kind == WALK_TEXT && (strcmp(slash, "/goldens") == 0 || strcmp(slash, "/xfail") == 0));
}

static bool visit(const char *path, walk_kind kind, const char *name, const char *tag, void *user)
{
    unused_search *s = user;
    (void)tag;
    if (kind == WALK_OTHER ||
        (s->suite != NULL ? belongs_to_other_suite(s, name) || was_used(s, name, kind)
                          : belongs_to_a_suite(s, name) || !is_golden_below_root(kind, name))) {
        return true;
    }
    s->count++;
    printf("%s: %s\n", s->remove ? "removed" : "unused", path);
    if (s->remove && r3d_file_remove(path, NULL) != R3D_OK) {
        fprintf(stderr, "%s: cannot be removed\n", path);
        s->failed++;
    }
    return true;
}

static const char *root_of(const request *r, const result_entry *entry)
{
    return r->root != NULL ? r->root : entry->root;
}

/* True when an earlier entry has the same root and, with `suites`, the same suite. */
static bool was_walked(const request *r, const results *found, size_t index, bool suites)
{
    const result_entry *e = &found->entries[index];
    for (size_t i = index; i > 0; i--) {
        const result_entry *earlier = &found->entries[i - 1];
        if (strcmp(root_of(r, earlier), root_of(r, e)) == 0 &&
            (!suites || strcmp(earlier->suite, e->suite) == 0)) {
            return true;
        }
    }
    return false;
}

/* Whether a golden was there during the run. */
static bool had_golden(const result_entry *entry)
{
    return strcmp(entry->status, "missing") != 0 && strcmp(entry->status, "error") != 0 &&
           strcmp(entry->status, "refused") != 0;
}

static void walk_unused(unused_search *s, const char *folder)
{
    if (!walk_goldens(folder, visit, s)) {
        fprintf(stderr, "%s: cannot be read\n", folder);
        s->failed++;
    }
}

/* Counts, prints and with `remove` deletes; -1 when goldens cannot be listed or removed. */
static int find_unused(const request *r, const results *found, bool remove)
{
    unused_search s = {found, NULL, remove, 0, 0};
    for (size_t i = 0; i < found->count; i++) {
        const result_entry *e = &found->entries[i];
        const char *root = root_of(r, e);
        char folder[RESULT_PATH_MAX];
        if (root[0] == '\0' ||
            snprintf(folder, sizeof folder, "%s/%s", root, e->suite) >= (int)sizeof folder) {
            continue;
        }
        if (r3d_path_get_kind(folder) != R3D_PATH_FOLDER) {
            /* The results are perhaps another machine's: nothing can be said then. */
            if (had_golden(e) && s.failed == 0) {
                fprintf(stderr,
                        "%s: the goldens of the run are not here; name their root with --root\n",
                        folder);
                s.failed++;
            }
        } else if (!was_walked(r, found, i, true)) {
            s.suite = e->suite;
            walk_unused(&s, folder);
        }
        if (r->all_suites && r3d_path_get_kind(root) == R3D_PATH_FOLDER &&
            !was_walked(r, found, i, false)) {
            s.suite = NULL;
            walk_unused(&s, root);
        }
    }
    return s.failed != 0 ? -1 : s.count;
}

/* ---- the actions ---- */

static void print_entries(const results *found)
{
    for (size_t i = 0; i < found->count; i++) {
        const result_entry *e = &found->entries[i];
        if (!result_is_bad(e)) {
            continue;
        }
        printf("%s: %s/%s", result_group(e), e->suite, e->name);
        if (e->diff != NULL && e->mismatches != 0) {
            printf(" (%lld px)", (long long)e->mismatches);
        }
        printf("\n");
    }
}

int golden_status(int argc, char **argv)
{
    request r;
    results found;
    char *folder;
    int exit_code = parse(&status_help, argc, argv, &r);
    if (exit_code >= 0) {
        return exit_code;
    }
    exit_code = load(&r, &found, &folder);
    if (exit_code == R3D_EXIT_OK) {
        print_entries(&found);
        int unused = find_unused(&r, &found, false);
        size_t passed = 0;
        for (size_t i = 0; i < found.count; i++) {
            passed += strcmp(found.entries[i].status, "passed") == 0 ? 1 : 0;
        }
        printf("%zu results, %zu passed, ", found.count, passed);
        if (unused >= 0) {
            printf("%d unused goldens\n", unused);
        } else {
            printf("unused goldens not known\n");
        }
        exit_code = results_exit_code(&found);
    }
    results_free(&found);
    free(folder);
    return exit_code;
}

int golden_check(int argc, char **argv)
{
    request r;
    results found;
    char *folder;
    int exit_code = parse(&check_help, argc, argv, &r);
    if (exit_code >= 0) {
        return exit_code;
    }
    exit_code = load(&r, &found, &folder);
    if (exit_code == R3D_EXIT_OK) {
        for (size_t i = 0; i < found.count; i++) {
            if (!found.entries[i].passed) {
                printf("%s: %s/%s\n", result_group(&found.entries[i]), found.entries[i].suite,
                       found.entries[i].name);
                exit_code = R3D_EXIT_DIFFERS;
            }
        }
        if (found.count == 0) {
            printf("%s: no results, so nothing was checked\n", folder);
            exit_code = R3D_EXIT_DIFFERS;
        }
        int unused = r.flag ? find_unused(&r, &found, false) : 0;
        exit_code = unused > 0 ? R3D_EXIT_DIFFERS : exit_code;
        exit_code = unused < 0 || found.unreadable != 0 ? R3D_EXIT_INPUT : exit_code;
    }
    results_free(&found);
    free(folder);
    return exit_code;
}

int golden_prune(int argc, char **argv)
{
    request r;
    results found;
    char *folder;
    int exit_code = parse(&prune_help, argc, argv, &r);
    if (exit_code >= 0) {
        return exit_code;
    }
    exit_code = load(&r, &found, &folder);
    if (exit_code == R3D_EXIT_OK && found.unreadable != 0) {
        fprintf(stderr,
                "retro3d golden prune: results are unreadable, so nothing is known to be unused\n");
        exit_code = R3D_EXIT_INPUT;
    } else if (exit_code == R3D_EXIT_OK) {
        int count = find_unused(&r, &found, r.flag);
        if (count < 0) {
            exit_code = r.flag ? R3D_EXIT_OUTPUT : R3D_EXIT_INPUT;
        } else if (count != 0 && !r.flag) {
            printf("%d unused; --yes removes them\n", count);
        }
    }
    results_free(&found);
    free(folder);
    return exit_code;
}

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name);
    size_t size = strlen(ending);
    return length > size && strcmp(name + length - size, ending) == 0;
}

typedef struct cleaner {
    const char *folder;
    int depth; /* 0 for the artefact root */
    bool failed;
} cleaner;

static void remove_file(cleaner *c, const char *path)
{
    if (r3d_file_remove(path, NULL) != R3D_OK) {
        fprintf(stderr, "%s: cannot be removed\n", path);
        c->failed = true;
    }
}

/* Names that only runs and reports give, so that a root which is somebody's folder loses nothing:
 * no golden can be called so. Owner planes have the names of stored ones and go with their picture.
 */
static bool is_ours(const char *name, int depth, bool in_results)
{
    static const char *const reports[] = {"report.html", "report.json", "junit.xml", "report.md"};
    static const char *const artefacts[] = {
        ".actual.png",   ".expected.png",   ".diff.png",        ".circled.png", ".triptych.png",
        ".zoom-1.png",   ".zoom-2.png",     ".zoom-3.png",      ".zoom-4.png",  ".actual.txt",
        ".expected.txt", ".actual.i32.txt", ".expected.i32.txt"};
    bool ours = in_results && ends_with(name, ".jsonl");
    for (size_t i = 0; i < sizeof reports / sizeof reports[0]; i++) {
        ours = ours || (depth == 0 && strcmp(name, reports[i]) == 0);
    }
    for (size_t i = 0; i < sizeof artefacts / sizeof artefacts[0]; i++) {
        ours = ours || (depth > 0 && ends_with(name, artefacts[i]));
    }
    return ours;
}

static bool remove_below(const char *name, void *user)
{
    cleaner *c = user;
    char path[RESULT_PATH_MAX];
    char owner[RESULT_PATH_MAX];
    int length = snprintf(path, sizeof path, "%s/%s", c->folder, name);
    if (length >= (int)sizeof path || c->depth > 32) {
        c->failed = true;
        return true;
    }
    r3d_path_kind kind = r3d_path_get_kind(path);
    if (kind == R3D_PATH_FOLDER) {
        cleaner below = {path, c->depth + 1, false};
        (void)r3d_folder_list(path, NULL, remove_below, &below, NULL);
        c->failed = below.failed || c->failed;
        (void)r3d_file_remove(path, NULL); /* when it is empty */
        return true;
    }
    bool in_results = c->depth == 1 && ends_with(c->folder, "/results");
    if (kind != R3D_PATH_FILE || !is_ours(name, c->depth, in_results)) {
        return true;
    }
    if (ends_with(name, ".actual.png")) {
        int stem = length - (int)strlen(".actual.png");
        snprintf(owner, sizeof owner, "%.*s.owner.png", stem, path);
        remove_file(c, owner);
    }
    remove_file(c, path);
    return true;
}

static bool clean_folder(const char *folder)
{
    cleaner c = {folder, 0, false};
    (void)r3d_folder_list(folder, NULL, remove_below, &c, NULL);
    return !c.failed;
}

int golden_clean(int argc, char **argv)
{
    request r;
    int exit_code = parse(&clean_help, argc, argv, &r);
    if (exit_code >= 0) {
        return exit_code;
    }
    char *folder = results_find_folder(r.out);
    if (folder == NULL) {
        return R3D_EXIT_USAGE;
    }
    char results_folder[RESULT_PATH_MAX];
    snprintf(results_folder, sizeof results_folder, "%s/results", folder);
    /* A folder without results is perhaps not ours: leave it alone. */
    bool cleaned = r3d_path_get_kind(results_folder) != R3D_PATH_FOLDER || clean_folder(folder);
    free(folder);
    return cleaned ? R3D_EXIT_OK : R3D_EXIT_OUTPUT;
}
