/* SPDX-License-Identifier: MIT */
/// @file folders.h
/// Folders, and what can be asked about a path: what goldens and the commands need of a file system
/// beside the whole files of io.h. Part of retro3d::io.
/// No function keeps anything: any number of threads may call them. Paths are as the system takes them; one of
/// more than 4,095 bytes is R3D_ERR_LIMIT where a path has to be made of it.

#ifndef RETRO3D_FOLDERS_H
#define RETRO3D_FOLDERS_H

#include <stdbool.h>

#include <retro3d/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What lies at a path.
typedef enum r3d_path_kind {
    R3D_PATH_NONE = 0,   ///< Nothing, or nothing that can be asked about.
    R3D_PATH_FILE = 1,   ///< A regular file.
    R3D_PATH_FOLDER = 2, ///< A folder.
    R3D_PATH_OTHER = 3   ///< A pipe, a device, or a symbolic link that leads nowhere or in circles.
} r3d_path_kind;

/// Returns what lies at `path`; links are followed. R3D_PATH_NONE for NULL.
R3D_API r3d_path_kind r3d_path_get_kind(const char *path);

/// Whether the last part of `path` is a symbolic link, wherever it leads. False for NULL.
R3D_API bool r3d_path_is_link(const char *path);

/// Returns the size of a file in bytes, -1 when it cannot be had or `path` is NULL.
R3D_API int64_t r3d_file_get_size(const char *path);

/// Returns the time of the last change in nanoseconds since some fixed moment; 0 when it cannot be had or
/// `path` is NULL.
R3D_API int64_t r3d_file_get_changed_ns(const char *path);

/// Appends bytes to a file, which is made if there is none, with one write, so that lines of several
/// processes do not mix.
/// @param data  May be NULL when `size` is 0.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_IO_WRITE.
R3D_API r3d_result r3d_file_append(const char *path, const void *data, size_t size,
                                   r3d_error *out_error);

/// Removes a file, or an empty folder.
/// @return R3D_OK when nothing is there afterwards; R3D_ERR_ARGUMENT, R3D_ERR_IO_WRITE.
R3D_API r3d_result r3d_file_remove(const char *path, r3d_error *out_error);

/// Removes the temporary files that processes which were killed left in a folder while they wrote files of
/// io.h: regular files named "NAME.retro3d-PROCESS-N.tmp" whose process is gone. Folders below it are left
/// alone.
/// @return R3D_OK when none is left; otherwise as r3d_folder_list and r3d_file_remove.
R3D_API r3d_result r3d_folder_remove_leftovers(const char *folder, r3d_error *out_error);

/// Makes a folder and those above it.
/// @return R3D_OK when it exists afterwards; R3D_ERR_ARGUMENT (NULL or empty), R3D_ERR_LIMIT,
///         R3D_ERR_IO_WRITE.
R3D_API r3d_result r3d_folder_make(const char *path, r3d_error *out_error);

/// Makes the folder in which `path` lies, or is to lie. Nothing is to be made for a path of one part.
/// @return As r3d_folder_make.
R3D_API r3d_result r3d_folder_make_of(const char *path, r3d_error *out_error);

/// Is called for each entry of a folder; false ends the list.
/// @param name  Without the folder. Lives until the call returns.
typedef bool (*r3d_folder_visit_fn)(const char *name, void *user);

/// Lists a folder, without "." and "..", in the order of strcmp. All names are read before the first is
/// visited: `visit` may change the folder.
/// @param allocator  For the names; NULL for malloc.
/// @return R3D_OK, also when `visit` ended it; R3D_ERR_ARGUMENT, R3D_ERR_LIMIT, R3D_ERR_MEMORY,
///         R3D_ERR_IO_OPEN. After an error nothing was visited.
R3D_API r3d_result r3d_folder_list(const char *folder, const r3d_allocator *allocator,
                                   r3d_folder_visit_fn visit, void *user, r3d_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
