/* SPDX-License-Identifier: MIT */
/* Compares a cache with the tables of golden/cache. */

#ifndef R3D_TESTS_CACHE_TABLES_H
#define R3D_TESTS_CACHE_TABLES_H

#include <retro3d/cache.h>

/* Opens a cache; a failure ends the test. `models` NULL: the default. */
r3d_cache *open_cache(const char *root, r3d_cache_revision revision, const char *models);

/* How many rows of a table there are, and how many are equal; those that are not are printed. */
typedef struct table_result {
    int rows;
    int equal;
} table_result;

table_result compare_numbers(r3d_cache *cache, const char *table);
table_result compare_pictures(r3d_cache *cache, const char *table);

#endif
