/* SPDX-License-Identifier: MIT */
/* All that the command golden deletes. A plan is made first, of files that a result or a manifest names or
 * that carry our mark; it is printed; then these files go, and folders that are empty by that. Never through a
 * symbolic link. */

#ifndef R3D_TOOLS_GOLDEN_REMOVAL_H
#define R3D_TOOLS_GOLDEN_REMOVAL_H

#include "results.h"

typedef struct removal {
    const char *root; /* nothing outside it goes, nor it itself */
    char **paths;
    size_t count;
    size_t capacity;
    bool failed; /* out of memory: nothing is removed then */
} removal;

/* True, after telling why on stderr, when nothing may be removed below a folder: it is a repository. */
bool removal_refused(const char *root);

/* Whether a path is a folder or lies in it, wherever links on the way lead. */
bool removal_is_inside(const char *path, const char *folder);

/* Removes temporary files of killed processes, which carry our mark in their names, from a folder below the root.
 * False when some are left. */
bool removal_leftovers(const char *root, const char *folder);

/* Plans a file below the root. What is no regular file, lies behind a link or in a repository is left alone.
 * The caller knows that it is ours. */
void removal_add(removal *plan, const char *path);

/* Plans what a failure left of a result. */
void removal_add_artefacts(removal *plan, const result_entry *entry);

/* True when a file has a text of ours near its beginning. */
bool removal_is_marked(const char *path, const char *mark);

/* Prints the plan, each line after `word`; NULL prints nothing. */
void removal_print(const removal *plan, const char *word);

/* Removes what is planned; false after telling what could not be removed. */
bool removal_run(removal *plan);
void removal_free(removal *plan);

#endif
