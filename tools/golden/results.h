/* SPDX-License-Identifier: MIT */
/* The result lines of one or more runs, one of each golden, sorted by suite and name: the last one of
 * a folder, and of several folders one that failed. */

#ifndef R3D_TOOLS_GOLDEN_RESULTS_H
#define R3D_TOOLS_GOLDEN_RESULTS_H

#include <retro3d/golden.h>

#include "json_read.h"
#include "runs.h"

enum { RESULT_PATH_MAX = 4096 };

typedef struct result_entry {
    json *line;
    const char *folder; /* artefact root it was read from */
    const char *suite;
    const char *name;
    const char *status;
    const char *kind;
    const char *variant;
    const char *root;
    bool passed;
    const json *diff; /* NULL when nothing was compared */
    int64_t mismatches;
    int64_t changed; /* when its file was last written */
} result_entry;

typedef struct results {
    result_entry *entries;
    size_t count;
    size_t capacity;
    result_runs runs;
    size_t unreadable; /* lines and files that could not be read, each told on stderr */
} results;

/* Reads <folder>/results/ *.jsonl of every folder. What cannot be read hides nothing else: it is
 * counted. Otherwise prints why to stderr and returns an exit code. Folders without results are no
 * error. */
int results_load(results *out, const char *const *folders, size_t folder_count);
void results_free(results *r);

/* Tells on stderr, behind "WHO: ", why the results do not tell which goldens are unused: a check failed, a run of a
 * suite left something out or did not end, a test of the build did not run. False when they do. */
bool results_are_incomplete(const results *r, const char *who);

/* Exit code of what went well with these results: 3 when some of them could not be read, 1 when there are none. */
int results_exit_code(const results *r);

/* Writes "<folder>/<suite>/<name><ending>"; false when it is too long. */
bool result_artefact(const result_entry *entry, const char *ending, char *out_path);

/* Ending of its golden: ".png", ".i32.txt" or ".txt"; those of artefacts end with it too, ".actual.png". */
const char *result_ending(const result_entry *entry);

/* Endings of all artefacts that a result of its kind may have. */
const char *const *result_artefact_endings(const result_entry *entry, size_t *out_count);

/* Writes the golden's path: below `root`, or the root of the run when that is NULL. */
bool result_golden(const result_entry *entry, const char *root, char *out_path);

/* Group of a status for counting and filtering: "failed", "new", "missing", "unstable", "updated",
 * "known", "error" or "passed". */
const char *result_group(const result_entry *entry);

/* True when the entry matters in a report of failures. */
bool result_is_bad(const result_entry *entry);

/* Finds the artefact root: `given`, R3D_GOLDEN_OUT, or golden-out, build/golden-out and build/ * /golden-out
 * when there is just one of them. Prints a usage error and returns NULL when there is none or several. The text
 * belongs to the caller. */
char *results_find_folder(const char *given);

/* A path without links and "..", to be freed; NULL when there is no such file. */
char *result_real_path(const char *path);

/* True when "suite/name" matches a pattern with * and ?. */
bool result_matches(const result_entry *entry, const char *pattern);

#endif
