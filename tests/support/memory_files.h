/* SPDX-License-Identifier: MIT */
/* A source of files that holds copies of a folder tree, for tests that read without a disk. */

#ifndef R3D_TESTS_MEMORY_FILES_H
#define R3D_TESTS_MEMORY_FILES_H

#include <stdbool.h>
#include <stddef.h>

#include <retro3d/io.h>

typedef struct memory_file {
    char *name; /* without ".." */
    void *data;
    size_t size;
} memory_file;

typedef struct memory_files {
    memory_file *files;
    size_t count;
    int opened;       /* files lent and not given back */
    int opened_ever;  /* files lent at all */
    int wrong_closes; /* gave back what was not lent */
} memory_files;

/* Adds all regular files below a folder of the disk, as PREFIX/...; a failure ends the test. */
void memory_files_add(memory_files *memory, const char *folder, const char *prefix);
void memory_files_free(memory_files *memory);

/* The source itself: `user` is the memory_files. */
r3d_file_source memory_files_source(memory_files *memory);

/* From here on no file can be opened: neither a path that exists nor one that does not. */
void forbid_files(void);
void allow_files(void);

#endif
