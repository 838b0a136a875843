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
#include "unused.h"
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
static const command_help status_help = {"golden status", "[DIR] [options]",
                                         "Lists what failed, is new, was updated, is known to "
                                         "fail or was used by no test of the last run.\n",
                                         status_options, 3};
static const command_help check_help = {
    "golden check", "[DIR] [--fail-unused] [options]",
    "Exit code 1 when a result of the last run failed, when there is no result at all, or when an\n"
    "unused golden was found; 3 when results or goldens cannot be read.\n",
    check_options, 4};
static const command_help prune_help = {
    "golden prune", "[DIR] [--yes] [options]",
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
        case R3D_ARGUMENT_POSITIONAL: /* the same as --out */
            if (r->out != NULL) {
                return usage_error(
                    help,
                    "two folders of results, %.60s and %.60s: \"golden merge\" makes one of them",
                    r->out, value);
            }
            r->out = value;
            break;
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
        const unused_request ask = {&found, r.root, r.all_suites};
        const int unused = unused_find(&ask, NULL);
        size_t passed = 0;
        for (size_t i = 0; i < found.count; i++) {
            passed += strcmp(found.entries[i].status, "passed") == 0 ? 1 : 0;
        }
        if (found.count == 0) {
            printf("%s: no results, so nothing was checked\n", folder);
        }
        printf("%zu results, %zu passed, ", found.count, passed);
        if (unused >= 0) {
            printf("%d unused goldens\n", unused);
        } else {
            printf("unused goldens not known\n");
        }
        if (unused > 0) {
            (void)results_are_incomplete(&found, "retro3d golden status");
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
        const unused_request ask = {&found, r.root, r.all_suites};
        const int unused = r.flag ? unused_find(&ask, NULL) : 0;
        if (unused > 0) {
            (void)results_are_incomplete(&found, "retro3d golden check");
        }
        exit_code = unused > 0 ? R3D_EXIT_DIFFERS : exit_code;
        exit_code = unused < 0 || found.unreadable != 0 ? R3D_EXIT_INPUT : exit_code;
    }
    results_free(&found);
    free(folder);
    return exit_code;
}

/* The plans of all golden roots: all are made before the first file goes. */
typedef struct prune_plans {
    removal *plans;
    size_t count;
} prune_plans;

static int plan_roots(const request *r, const results *found, prune_plans *out)
{
    const unused_request ask = {found, r->root, r->all_suites};
    out->plans = calloc(found->count, sizeof *out->plans);
    if (out->plans == NULL) {
        fprintf(stderr, "retro3d golden prune: out of memory\n");
        return R3D_EXIT_INPUT;
    }
    for (size_t i = 0; i < found->count; i++) {
        const char *root = unused_root(&ask, &found->entries[i]);
        if (root[0] == '\0' || unused_is_known_root(&ask, i)) {
            continue;
        }
        if (removal_refused(root)) {
            return R3D_EXIT_DIFFERS;
        }
        if (unused_is_other_root(&ask, root)) {
            return R3D_EXIT_INPUT;
        }
        removal *plan = &out->plans[out->count++];
        plan->root = root;
        if (unused_find(&ask, plan) < 0) {
            return R3D_EXIT_INPUT;
        }
    }
    return R3D_EXIT_OK;
}

static int prune_planned(const request *r, prune_plans *plans)
{
    size_t count = 0;
    for (size_t i = 0; i < plans->count; i++) {
        count += plans->plans[i].count;
        removal_print(&plans->plans[i], r->dry_run ? "would remove"
                                        : r->flag  ? "remove"
                                                   : "unused");
    }
    if (!r->flag) {
        printf(r->dry_run ? "%zu would be removed\n" : "%zu unused; --yes removes them\n", count);
        return R3D_EXIT_OK;
    }
    bool done = true;
    for (size_t i = 0; i < plans->count; i++) {
        done = removal_run(&plans->plans[i]) && done;
    }
    if (done) {
        printf("removed: %zu\n", count);
    }
    return done ? R3D_EXIT_OK : R3D_EXIT_OUTPUT;
}

int golden_prune(int argc, char **argv)
{
    static const char who[] = "retro3d golden prune";
    request r;
    results found;
    char *folder;
    int exit_code = parse(&prune_help, argc, argv, &r);
    if (exit_code >= 0) {
        return exit_code;
    }
    prune_plans plans = {NULL, 0};
    exit_code = load(&r, &found, &folder);
    if (exit_code != R3D_EXIT_OK) {
        /* told */
    } else if (found.unreadable != 0) {
        fprintf(stderr, "%s: results are unreadable, so nothing is known to be unused\n", who);
        exit_code = R3D_EXIT_INPUT;
    } else if (found.count == 0) {
        fprintf(stderr, "%s: %s: no results, so nothing is known to be unused\n", who, folder);
        exit_code = R3D_EXIT_DIFFERS;
    } else if (results_are_incomplete(&found, who)) {
        fprintf(stderr,
                "%s: nothing is removed; run all tests again, after \"retro3d golden clean\" if "
                "their results are of several runs\n",
                who);
        exit_code = R3D_EXIT_DIFFERS;
    } else {
        exit_code = plan_roots(&r, &found, &plans);
        exit_code = exit_code == R3D_EXIT_OK ? prune_planned(&r, &plans) : exit_code;
    }
    for (size_t i = 0; i < plans.count; i++) {
        removal_free(&plans.plans[i]);
    }
    free(plans.plans);
    results_free(&found);
    free(folder);
    return exit_code;
}
