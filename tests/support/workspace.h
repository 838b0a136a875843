/* SPDX-License-Identifier: MIT */
/// @file workspace.h
/// A folder of its own for each test, with golden root and artefact root, and small helpers.

#ifndef R3D_TEST_WORKSPACE_H
#define R3D_TEST_WORKSPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WORKSPACE_PATH = 1024 };

typedef struct workspace {
    char folder[WORKSPACE_PATH];
    char root[WORKSPACE_PATH]; // folder/goldens
    char out[WORKSPACE_PATH];  // folder/out
    const char *environment[16][2];
    int environment_count;
} workspace;

/// Makes an empty folder below `base`; what an earlier run left there is deleted.
void workspace_make(workspace *w, const char *base, const char *name);
void workspace_set(workspace *w, const char *name, const char *value);

/// Writes "FOLDER/a/b" into out.
void workspace_path(const char *folder, const char *name, char *out);
bool workspace_exists(const char *path);

/// Reads a whole file as text; "" when it cannot be read. Static buffer of 1 MiB.
const char *workspace_read(const char *path);

/// Runs a shell command with its output in `out`; returns its exit status.
int workspace_run(const char *command, char *out, size_t size);

/// Counts the files below a folder.
int workspace_count_files(const char *folder);

#endif
