/* SPDX-License-Identifier: MIT */
/* retro3d golden status, check and prune: the state of the last run. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/folders.h>

#include "golden.h"
#include "../common/commands.h"
#include "removal.h"
#include "results.h"
#include "walk.h"
#include "../common/options.h"

enum { OPTION_OUT, OPTION_ROOT, OPTION_ALL_SUITES, OPTION_SWITCH, OPTION_DRY_RUN };

#define RUN_OPTIONS(with)                                                                          \
    {"out", 0, "DIR", "Artefact root of the run (default: R3D_GOLDEN_OUT, golden-out, build/...)", \
     NULL},                                                                                        \
        {"root", 0, "DIR", "Golden root (default: that of the run)", with},                        \
    {                                                                                              \
        "all-suites", 0, NULL, "Look for unused goldens also in suites of which no test ran", with \
    }

static const command_option status_options[] = {RUN_OPTIONS(NULL)};
static const command_option check_options[] = {
    RUN_OPTIONS("fail-unused"),
    {"fail-unused", 0, NULL, "Fail also when a golden was used by no test", NULL}};
static const command_option prune_options[] = {
    RUN_OPTIONS(NULL),
    {"yes", 0, NULL, "Really remove the unused goldens", "!dry-run"},
    {"dry-run", 'n', NULL, "Only list them, as without --yes", NULL}};
static const command_help status_help = {"golden status", "[options]",
                                         "Lists what failed, is new, was updated, is known to "
                                         "fail or was used by no test of the last run.\n",
                                         status_options, 3};
static const command_help check_help = {
    "golden check", "[--fail-unused] [options]",
    "Exit code 1 when a result of the last run failed, when there is no result at all, or when an\n"
    "unused golden was found; 3 when results or goldens cannot be read.\n",
    check_options, 4};
static const command_help prune_help = {
    "golden prune", "[--yes] [options]",
    "Lists goldens of the suites of the last run that no test used. With --yes removes those that "
    "a\n"
    "manifest (goldens.txt) or a result names as goldens; other files stay, and so does what a "
    ".r3d\n"
    "names. Run all tests before: a suite with failed checks is refused.\n"
    "Exit codes: 0 done, 1 refused, 2 wrong usage, 3 results or goldens cannot be read, 6 a file\n"
    "cannot be removed.\n",
    prune_options, sizeof prune_options / sizeof prune_options[0]};
typedef struct request {
    const char *out;
    const char *root;
    bool flag;
    bool all_suites;
    bool dry_run;
} request;

/* Returns -1 when the action goes on, otherwise an exit code. */
static int parse(const command_help *help, int argc, char **argv, request *r)
{
    command_arguments arguments;
    const char *value;
    memset(r, 0, sizeof *r);
    arguments_init(&arguments, help, argc, argv);
    for (;;) {
        switch (arguments_next(&arguments, &value)) {
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
        case OPTION_DRY_RUN:
            r->dry_run = true;
            break;
        case R3D_ARGUMENT_END:
            return -1;
        case R3D_ARGUMENT_POSITIONAL:
            return usage_error(help, "unexpected argument \"%.60s\"", value);
        default:
            return arguments_exit_code(&arguments);
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
    const char *suite;  /* NULL: the folder is a golden root */
    const char *folder; /* that is walked */
    char *named;        /* words of the display lists there, each between zeros */
    size_t named_size;
    removal *plan; /* NULL: nothing is to be removed */
    int count;
    int kept; /* unused, but not known as ours */
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

/* ---- what is in use without a result, and what is ours ---- */

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* Gathers the words of a display list: some of them name files. */
static bool gather_words(const char *path, walk_kind kind, const char *name, const char *tag,
                         void *user)
{
    unused_search *s = user;
    void *data;
    size_t size;
    const size_t length = strlen(path);
    (void)kind;
    (void)name;
    (void)tag;
    if (length < 4 || strcmp(path + length - 4, ".r3d") != 0) {
        return true;
    }
    if (r3d_file_read(path, 0, NULL, &data, &size, NULL) != R3D_OK) {
        fprintf(stderr, "%s: cannot be read, and it may name files\n", path);
        return false;
    }
    char *text = data;
    for (size_t i = 0; i < size; i++) {
        text[i] = strchr(" \t\r\n\"'=,/\\", text[i]) != NULL ? '\0' : text[i];
    }
    char *named = realloc(s->named, s->named_size + size + 1);
    if (named != NULL) {
        memcpy(named + s->named_size, text, size + 1);
        s->named = named;
        s->named_size += size + 1;
    }
    free(data);
    return named != NULL;
}

/* Whether a display list of the folder names a file of this name, or the file is its picture. */
static bool is_of_a_script(const unused_search *s, const char *path, const char *name)
{
    char script[RESULT_PATH_MAX];
    const char *file = last_part(path);
    if (snprintf(script, sizeof script, "%s/%s.r3d", s->folder, name) < (int)sizeof script &&
        r3d_path_get_kind(script) != R3D_PATH_NONE) {
        return true;
    }
    for (size_t at = 0; at < s->named_size; at += strlen(s->named + at) + 1) {
        if (strcmp(s->named + at, file) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether goldens.txt of one of the folders above a picture has a line for it. */
static bool is_in_manifest(const char *folder, const char *path)
{
    char manifest[RESULT_PATH_MAX];
    char place[RESULT_PATH_MAX];
    snprintf(place, sizeof place, "%s", path);
    for (char *slash = strrchr(place, '/');
         slash != NULL && (size_t)(slash - place) >= strlen(folder); slash = strrchr(place, '/')) {
        void *data;
        size_t size;
        bool found = false;
        const char *name = path + (slash - place) + 1;
        const size_t length = strlen(name) > 4 ? strlen(name) - 4 : 0; /* without ".png" */
        *slash = '\0';
        snprintf(manifest, sizeof manifest, "%.4000s/goldens.txt", place);
        if (r3d_file_read(manifest, 0, NULL, &data, &size, NULL) != R3D_OK) {
            continue;
        }
        const char *text = data;
        static const char head[] = "# hash ";
        for (const char *line = text; length != 0 && size > sizeof head &&
                                      memcmp(text, head, sizeof head - 1) == 0 && line != NULL &&
                                      *line != '\0' && !found;) {
            found = strncmp(line, name, length) == 0 && line[length] == ' ';
            line = strchr(line, '\n');
            line = line != NULL ? line + 1 : NULL;
        }
        free(data);
        if (found) {
            return true;
        }
    }
    return false;
}

static bool visit(const char *path, walk_kind kind, const char *name, const char *tag, void *user)
{
    unused_search *s = user;
    (void)tag;
    if (kind == WALK_OTHER || strcmp(last_part(path), "CMakeLists.txt") == 0 ||
        (s->suite != NULL ? belongs_to_other_suite(s, name) || was_used(s, name, kind)
                          : belongs_to_a_suite(s, name) || !is_golden_below_root(kind, name)) ||
        is_of_a_script(s, path, name)) {
        return true;
    }
    s->count++;
    if (s->plan == NULL) {
        printf("unused: %s\n", path);
    } else if (kind == WALK_PICTURE && is_in_manifest(s->folder, path)) {
        const size_t before = s->plan->count;
        removal_add(s->plan, path);
        s->kept += s->plan->count == before ? 1 : 0;
    } else {
        printf("kept: %s: no manifest names it\n", path);
        s->kept++;
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
    s->folder = folder;
    s->named_size = 0;
    if (!walk_goldens(folder, gather_words, s) || !walk_goldens(folder, visit, s)) {
        fprintf(stderr, "%s: cannot be read\n", folder);
        s->failed++;
    }
}

/* Counts; prints, or plans with `plan`; -1 when goldens cannot be listed. */
static int find_unused(const request *r, const results *found, removal *plan)
{
    unused_search s;
    memset(&s, 0, sizeof s);
    s.found = found;
    s.plan = plan;
    for (size_t i = 0; i < found->count; i++) {
        const result_entry *e = &found->entries[i];
        const char *root = root_of(r, e);
        char folder[RESULT_PATH_MAX];
        if (root[0] == '\0' || (plan != NULL && strcmp(root, plan->root) != 0) ||
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
    free(s.named);
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
        int unused = find_unused(&r, &found, NULL);
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
        int unused = r.flag ? find_unused(&r, &found, NULL) : 0;
        exit_code = unused > 0 ? R3D_EXIT_DIFFERS : exit_code;
        exit_code = unused < 0 || found.unreadable != 0 ? R3D_EXIT_INPUT : exit_code;
    }
    results_free(&found);
    free(folder);
    return exit_code;
}

/* A failed check ends its test, and what comes after it was not run: unused means nothing then. */
static bool is_complete(const results *found)
{
    for (size_t i = 0; i < found->count; i++) {
        if (!found->entries[i].passed) {
            fprintf(
                stderr,
                "retro3d golden prune: suite %s is not complete: %s failed, and what comes after a "
                "failed check is not run; nothing is removed\n",
                found->entries[i].suite, found->entries[i].name);
            return false;
        }
    }
    return true;
}

/* Plans, prints and removes below one golden root. */
static int prune_root(const request *r, const results *found, const char *root)
{
    removal plan;
    memset(&plan, 0, sizeof plan);
    plan.root = root;
    if (removal_refused(root)) {
        return R3D_EXIT_DIFFERS;
    }
    const int count = find_unused(r, found, &plan);
    int exit_code = count < 0 ? R3D_EXIT_INPUT : R3D_EXIT_OK;
    if (count > 0) {
        removal_print(&plan, r->dry_run ? "would remove" : "unused");
        if (!r->flag) {
            printf(r->dry_run ? "%zu would be removed\n" : "%zu unused; --yes removes them\n",
                   plan.count);
        } else if (!removal_run(&plan)) {
            exit_code = R3D_EXIT_OUTPUT;
        } else {
            printf("removed: %zu\n", plan.count);
        }
    }
    removal_free(&plan);
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
    } else if (exit_code == R3D_EXIT_OK && r.flag && !is_complete(&found)) {
        exit_code = R3D_EXIT_DIFFERS;
    }
    for (size_t i = 0; i < found.count && exit_code == R3D_EXIT_OK; i++) {
        const char *root = root_of(&r, &found.entries[i]);
        if (root[0] != '\0' && !was_walked(&r, &found, i, false)) {
            exit_code = prune_root(&r, &found, root);
        }
    }
    results_free(&found);
    free(folder);
    return exit_code;
}
