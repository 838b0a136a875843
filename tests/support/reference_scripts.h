/* SPDX-License-Identifier: MIT */
/* All reference scripts: golden/raster by its checksum list, golden/model by its list of cases. */

#ifndef R3D_TESTS_SUPPORT_REFERENCE_SCRIPTS_H
#define R3D_TESTS_SUPPORT_REFERENCE_SCRIPTS_H

#include <stddef.h>

enum { REFERENCE_SCRIPTS_MAX = 1000, REFERENCE_PATH_SIZE = 400 };

typedef struct reference_scripts {
    size_t count;
    char path[REFERENCE_SCRIPTS_MAX][REFERENCE_PATH_SIZE];
} reference_scripts;

/* Fails the test if a list cannot be read. */
void read_reference_scripts(reference_scripts *out);

#endif
