/* SPDX-License-Identifier: MIT */
/// @file fs.h
/// The few file system calls that goldens need beside those of io.h. Not exported: the program
/// retro3d has its own copy where the library is shared.

#ifndef RETRO3D_GOLDEN_FS_H
#define RETRO3D_GOLDEN_FS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <retro3d/base.h>

/// Makes a folder and those above it. True when it exists afterwards.
bool r3d_priv_fs_make_folder(const char *path);

/// Makes the folder that holds `path`.
bool r3d_priv_fs_make_folder_of(const char *path);

typedef enum r3d_priv_fs_kind {
    R3D_PRIV_FS_NONE = 0,
    R3D_PRIV_FS_FILE = 1,
    R3D_PRIV_FS_FOLDER = 2,
    R3D_PRIV_FS_OTHER = 3
} r3d_priv_fs_kind;

/// What lies at `path`. A symbolic link that leads nowhere or in circles is OTHER.
r3d_priv_fs_kind r3d_priv_fs_kind_of(const char *path);

/// Removes a file. True when it does not exist afterwards.
bool r3d_priv_fs_remove(const char *path);

/// Appends bytes to a file with one write, so that lines of several processes do not mix.
bool r3d_priv_fs_append(const char *path, const char *data, size_t size);

/// Called for each entry of a folder, sorted by name; false stops.
typedef bool (*r3d_priv_fs_visit_fn)(const char *name, void *user);

/// Lists a folder, without "." and "..", in the order of strcmp.
r3d_result r3d_priv_fs_list(const char *folder, const r3d_allocator *allocator,
                            r3d_priv_fs_visit_fn visit, void *user);

/// Number of this process, for names of result files.
unsigned long r3d_priv_fs_process(void);

/// Size of a file in bytes, -1 when it cannot be had.
int64_t r3d_priv_fs_size(const char *path);

/// Time of the last change in nanoseconds since some fixed moment; 0 when it cannot be had.
int64_t r3d_priv_fs_changed(const char *path);

#endif
