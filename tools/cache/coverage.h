/* SPDX-License-Identifier: MIT */
/* Which parts of what a cache can say are used in it, and how much of it is drawn. */

#ifndef R3D_TOOLS_CACHE_COVERAGE_H
#define R3D_TOOLS_CACHE_COVERAGE_H

#include "rows.h"

/* Prints for each kind how many there are, how many can be read and drawn, which opcodes their records have and which
 * arrays and kinds of faces models, which operations frames. Draws everything; what is damaged is counted, not told. */
void coverage_print(r3d_cache *cache);

/* The same for the pictures of a list that was drawn. */
void coverage_print_rows(r3d_cache *cache, const row_list *list);

#endif
