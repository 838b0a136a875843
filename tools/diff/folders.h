/* SPDX-License-Identifier: MIT */
/* Compares the pictures of two folders, paired by relative path. */

#ifndef R3D_TOOLS_DIFF_FOLDERS_H
#define R3D_TOOLS_DIFF_FOLDERS_H

#include "pair.h"

/* `common` holds what every pair shares; its output is a folder for diff pictures, or NULL.
 * Compares `jobs` pairs at the same time and prints in the order of the paths. Returns the largest
 * of exit codes 3 and 6 if any pair has one, else 1 if any pair differs in any way, else 0. */
int diff_folders(const diff_pair *common, int jobs);

#endif
