/* SPDX-License-Identifier: MIT */
/* Goldens that no test of the results used. */

#ifndef R3D_TOOLS_GOLDEN_UNUSED_H
#define R3D_TOOLS_GOLDEN_UNUSED_H

#include "removal.h"
#include "results.h"

typedef struct unused_request {
    const results *found;
    const char *root; /* NULL: the golden roots of the run */
    bool all_suites;  /* also in suites of which no test ran */
} unused_request;

/* The golden root in which an entry's golden is looked for. */
const char *unused_root(const unused_request *ask, const result_entry *entry);

/* True when an earlier entry has the same root. */
bool unused_is_known_root(const unused_request *ask, size_t index);

/* Counts them; prints them, or plans with `plan` those below its root that a manifest names; -1 when goldens cannot
 * be listed. */
int unused_find(const unused_request *ask, removal *plan);

/* True, after telling which on stderr, when a golden that the run had is not below the root: it is another one. */
bool unused_is_other_root(const unused_request *ask, const char *root);

#endif
