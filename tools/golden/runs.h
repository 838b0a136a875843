/* SPDX-License-Identifier: MIT */
/* Runs of suites: what results say of their beginnings and ends. Only a run that ended, and left nothing out, tells
 * which goldens are unused. */

#ifndef R3D_TOOLS_GOLDEN_RUNS_H
#define R3D_TOOLS_GOLDEN_RUNS_H

#include <retro3d/diff.h>

#include "json_read.h"

/* Why a run of "golden check-file" is not complete by itself. */
#define RUN_OF_ONE_FILE "it was checked file by file, and no check was its last one (--last)"

typedef struct result_run {
    char *suite;
    char *test;  /* its name in the build, "" when not known */
    char *tests; /* all names of the build, each followed by a zero; NULL: not known */
    size_t tests_size;
    char *names; /* what it checked: "KIND NAME", each followed by a zero */
    size_t names_size;
    char *why; /* what was left out; NULL: nothing */
    bool ended;
    bool is_last; /* no run, but the end of those of single files */
    size_t file;
    int64_t changed; /* when its file was last written */
} result_run;

typedef struct result_runs {
    result_run *runs;
    size_t count;
    size_t capacity;
} result_runs;

/* Takes a line with the member "run"; false when it is none of ours, or memory is out. */
bool runs_take(result_runs *runs, const json *line, size_t file, int64_t changed);

/* Enters a check into the run of its suite that is open in its file. */
bool runs_take_check(result_runs *runs, size_t file, const char *suite, const char *kind,
                     const char *name);
void runs_free(result_runs *runs);

/* Writes why the runs of a suite do not tell which goldens are unused; false when they do. */
bool runs_are_incomplete(const result_runs *runs, const char *suite, char *out_why, size_t size);

/* Writes the name of a test of the build that did not run; false when all ran or none is known. */
bool runs_miss_a_test(const result_runs *runs, char *out_name, size_t size);

/* Appends the lines that say the same of all runs. */
void runs_put(const result_runs *runs, r3d_diff_text *text);

#endif
