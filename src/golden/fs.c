/* SPDX-License-Identifier: MIT */
// The few file system calls that goldens need beside those of io.h.

#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#if !defined(_FILE_OFFSET_BITS)
#define _FILE_OFFSET_BITS 64
#endif

#include "fs.h"
#include "../base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <direct.h>
#include <io.h>
#include <process.h>
#include <windows.h>
#else
#include <dirent.h>
#include <unistd.h>
#endif

enum { PATH_SIZE = 4096 };

#if defined(_WIN32)

static bool make_one(const char *path)
{
    return _mkdir(path) == 0 || errno == EEXIST;
}

r3d_priv_fs_kind r3d_priv_fs_kind_of(const char *path)
{
    struct _stat64 status;
    if (_stat64(path, &status) != 0) {
        return R3D_PRIV_FS_NONE;
    }
    return (status.st_mode & _S_IFMT) == _S_IFDIR   ? R3D_PRIV_FS_FOLDER
           : (status.st_mode & _S_IFMT) == _S_IFREG ? R3D_PRIV_FS_FILE
                                                    : R3D_PRIV_FS_OTHER;
}

bool r3d_priv_fs_append(const char *path, const char *data, size_t size)
{
    int descriptor = _open(path, _O_WRONLY | _O_APPEND | _O_CREAT | _O_BINARY, 0666);
    if (descriptor < 0) {
        return false;
    }
    bool done = _write(descriptor, data, (unsigned)size) == (int)size;
    return _close(descriptor) == 0 && done;
}

unsigned long r3d_priv_fs_process(void)
{
    return (unsigned long)_getpid();
}

int64_t r3d_priv_fs_changed(const char *path)
{
    struct _stat64 status;
    return _stat64(path, &status) == 0 ? (int64_t)status.st_mtime * 1000000000 : 0;
}

int64_t r3d_priv_fs_size(const char *path)
{
    struct _stat64 status;
    return _stat64(path, &status) == 0 ? (int64_t)status.st_size : -1;
}

#else

static bool make_one(const char *path)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST;
}

r3d_priv_fs_kind r3d_priv_fs_kind_of(const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0) {
        return S_ISREG(status.st_mode)   ? R3D_PRIV_FS_FILE
               : S_ISDIR(status.st_mode) ? R3D_PRIV_FS_FOLDER
                                         : R3D_PRIV_FS_OTHER;
    }
    // A link that leads nowhere exists all the same: it must not pass for a missing golden.
    return lstat(path, &status) == 0 ? R3D_PRIV_FS_OTHER : R3D_PRIV_FS_NONE;
}

bool r3d_priv_fs_append(const char *path, const char *data, size_t size)
{
    int descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) {
        return false;
    }
    bool done = write(descriptor, data, size) == (ssize_t)size;
    return close(descriptor) == 0 && done;
}

unsigned long r3d_priv_fs_process(void)
{
    return (unsigned long)getpid();
}

int64_t r3d_priv_fs_changed(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0
               ? (int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec
               : 0;
}

int64_t r3d_priv_fs_size(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 ? (int64_t)status.st_size : -1;
}

#endif

bool r3d_priv_fs_remove(const char *path)
{
    return remove(path) == 0 || errno == ENOENT;
}

static bool is_separator(char c)
{
#if defined(_WIN32)
    return c == '/' || c == '\\';
#else
    return c == '/';
#endif
}

bool r3d_priv_fs_make_folder(const char *path)
{
    char part[PATH_SIZE];
    size_t length = strlen(path);
    if (length == 0 || length >= sizeof part) {
        return false;
    }
    memcpy(part, path, length + 1);
    for (size_t i = 1; i < length; i++) {
        if (is_separator(part[i]) && !is_separator(part[i - 1])) {
            char kept = part[i];
            part[i] = '\0';
            // Upper folders may exist without being writable or readable; only the last counts.
            make_one(part);
            part[i] = kept;
        }
    }
    make_one(part);
    return r3d_priv_fs_kind_of(part) == R3D_PRIV_FS_FOLDER;
}

bool r3d_priv_fs_make_folder_of(const char *path)
{
    char folder[PATH_SIZE];
    size_t end = strlen(path);
    while (end > 0 && !is_separator(path[end - 1])) {
        end--;
    }
    if (end <= 1) {
        return true;
    }
    if (end - 1 >= sizeof folder) {
        return false;
    }
    memcpy(folder, path, end - 1);
    folder[end - 1] = '\0';
    return r3d_priv_fs_make_folder(folder);
}

/* ---- listing ---- */

typedef struct name_list {
    const r3d_allocator *allocator;
    char **names;
    size_t count;
    size_t capacity;
    bool failed;
} name_list;

static void list_add(name_list *list, const char *name)
{
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || list->failed) {
        return;
    }
    if (list->count == list->capacity) {
        size_t capacity = list->capacity == 0 ? 64 : list->capacity * 2;
        char **names = r3d_priv_alloc(list->allocator, capacity, sizeof *names);
        if (names == NULL) {
            list->failed = true;
            return;
        }
        if (list->count != 0) {
            memcpy(names, list->names, list->count * sizeof *names);
        }
        r3d_priv_release(list->allocator, list->names);
        list->names = names;
        list->capacity = capacity;
    }
    char *copy = r3d_priv_alloc(list->allocator, strlen(name) + 1, 1);
    if (copy == NULL) {
        list->failed = true;
        return;
    }
    memcpy(copy, name, strlen(name) + 1);
    list->names[list->count++] = copy;
}

static int compare_names(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

static r3d_result list_read(name_list *list, const char *folder)
{
#if defined(_WIN32)
    char pattern[PATH_SIZE];
    if (snprintf(pattern, sizeof pattern, "%s/*", folder) >= (int)sizeof pattern) {
        return R3D_ERR_LIMIT;
    }
    WIN32_FIND_DATAA found;
    HANDLE handle = FindFirstFileA(pattern, &found);
    if (handle == INVALID_HANDLE_VALUE) {
        return R3D_ERR_IO_OPEN;
    }
    do {
        list_add(list, found.cFileName);
    } while (FindNextFileA(handle, &found));
    FindClose(handle);
#else
    DIR *stream = opendir(folder);
    if (stream == NULL) {
        return R3D_ERR_IO_OPEN;
    }
    for (struct dirent *entry = readdir(stream); entry != NULL; entry = readdir(stream)) {
        list_add(list, entry->d_name);
    }
    closedir(stream);
#endif
    return list->failed ? R3D_ERR_MEMORY : R3D_OK;
}

r3d_result r3d_priv_fs_list(const char *folder, const r3d_allocator *allocator,
                            r3d_priv_fs_visit_fn visit, void *user)
{
    r3d_allocator hooks;
    if (r3d_allocator_resolve(allocator, &hooks) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    name_list list = {&hooks, NULL, 0, 0, false};
    r3d_result result = list_read(&list, folder);
    if (result == R3D_OK && list.count != 0) {
        qsort(list.names, list.count, sizeof *list.names, compare_names);
        for (size_t i = 0; i < list.count && visit(list.names[i], user); i++) {
        }
    }
    for (size_t i = 0; i < list.count; i++) {
        r3d_priv_release(&hooks, list.names[i]);
    }
    r3d_priv_release(&hooks, list.names);
    return result;
}
