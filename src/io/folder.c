/* SPDX-License-Identifier: MIT */
// Folders, and what can be asked about a path.

#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#if !defined(_FILE_OFFSET_BITS)
#define _FILE_OFFSET_BITS 64
#endif

#include "../base/memory.h"
#include "io_internal.h"

#include <retro3d/folders.h>

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

r3d_path_kind r3d_path_get_kind(const char *path)
{
    struct _stat64 status;
    if (path == NULL || _stat64(path, &status) != 0) {
        return R3D_PATH_NONE;
    }
    return (status.st_mode & _S_IFMT) == _S_IFDIR   ? R3D_PATH_FOLDER
           : (status.st_mode & _S_IFMT) == _S_IFREG ? R3D_PATH_FILE
                                                    : R3D_PATH_OTHER;
}

bool r3d_path_is_link(const char *path)
{
    const DWORD attributes = path != NULL ? GetFileAttributesA(path) : INVALID_FILE_ATTRIBUTES;
    return attributes != INVALID_FILE_ATTRIBUTES &&
           (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
}

static bool append_bytes(const char *path, const void *data, size_t size)
{
    int descriptor = _open(path, _O_WRONLY | _O_APPEND | _O_CREAT | _O_BINARY, 0666);
    if (descriptor < 0) {
        return false;
    }
    bool done = _write(descriptor, data, (unsigned)size) == (int)size;
    return _close(descriptor) == 0 && done;
}

int64_t r3d_file_get_changed_ns(const char *path)
{
    struct _stat64 status;
    return path != NULL && _stat64(path, &status) == 0 ? (int64_t)status.st_mtime * 1000000000 : 0;
}

int64_t r3d_file_get_size(const char *path)
{
    struct _stat64 status;
    return path != NULL && _stat64(path, &status) == 0 ? (int64_t)status.st_size : -1;
}

#else

static bool make_one(const char *path)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST;
}

r3d_path_kind r3d_path_get_kind(const char *path)
{
    struct stat status;
    if (path == NULL) {
        return R3D_PATH_NONE;
    }
    if (stat(path, &status) == 0) {
        return S_ISREG(status.st_mode)   ? R3D_PATH_FILE
               : S_ISDIR(status.st_mode) ? R3D_PATH_FOLDER
                                         : R3D_PATH_OTHER;
    }
    // A link that leads nowhere exists all the same: it must not pass for a missing golden.
    return lstat(path, &status) == 0 ? R3D_PATH_OTHER : R3D_PATH_NONE;
}

bool r3d_path_is_link(const char *path)
{
    struct stat status;
    return path != NULL && lstat(path, &status) == 0 && S_ISLNK(status.st_mode);
}

static bool append_bytes(const char *path, const void *data, size_t size)
{
    int descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) {
        return false;
    }
    bool done = write(descriptor, data, size) == (ssize_t)size;
    return close(descriptor) == 0 && done;
}

int64_t r3d_file_get_changed_ns(const char *path)
{
    struct stat status;
    return path != NULL && stat(path, &status) == 0
               ? (int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec
               : 0;
}

int64_t r3d_file_get_size(const char *path)
{
    struct stat status;
    return path != NULL && stat(path, &status) == 0 ? (int64_t)status.st_size : -1;
}

#endif

static r3d_result fail_null(const char *path, r3d_error *out_error)
{
    return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, path, 0, -1, "a pointer is NULL");
}

static r3d_result fail_length(const char *path, r3d_error *out_error)
{
    return r3d_priv_io_fail(out_error, R3D_ERR_LIMIT, path, 0, -1, "a path of more than %d bytes",
                            PATH_SIZE - 1);
}

r3d_result r3d_file_append(const char *path, const void *data, size_t size, r3d_error *out_error)
{
    if (path == NULL || (data == NULL && size > 0)) {
        return fail_null(path, out_error);
    }
    errno = 0;
    if (!append_bytes(path, data, size)) {
        return r3d_priv_io_fail(out_error, R3D_ERR_IO_WRITE, path, 0, -1, "cannot append: %s",
                                r3d_priv_io_errno_text(errno));
    }
    return R3D_OK;
}

r3d_result r3d_file_remove(const char *path, r3d_error *out_error)
{
    if (path == NULL) {
        return fail_null(path, out_error);
    }
    if (remove(path) != 0 && errno != ENOENT) {
        return r3d_priv_io_fail(out_error, R3D_ERR_IO_WRITE, path, 0, -1, "cannot remove: %s",
                                r3d_priv_io_errno_text(errno));
    }
    return R3D_OK;
}

/* ---- making ---- */

static bool is_path_separator(char c)
{
#if defined(_WIN32)
    return c == '/' || c == '\\';
#else
    return c == '/';
#endif
}

/* The folder that the first `length` bytes of a path name. */
static r3d_result make_folders(const char *path, size_t length, r3d_error *out_error)
{
    char part[PATH_SIZE];
    if (length >= sizeof part) {
        return fail_length(path, out_error);
    }
    memcpy(part, path, length);
    part[length] = '\0';
    for (size_t i = 1; i < length; i++) {
        if (is_path_separator(part[i]) && !is_path_separator(part[i - 1])) {
            char kept = part[i];
            part[i] = '\0';
            // Upper folders may exist without being writable or readable; only the last counts.
            (void)make_one(part);
            part[i] = kept;
        }
    }
    errno = 0;
    bool made = make_one(part);
    int number = made ? ENOTDIR : errno;
    if (r3d_path_get_kind(part) != R3D_PATH_FOLDER) {
        return r3d_priv_io_fail(out_error, R3D_ERR_IO_WRITE, part, 0, -1,
                                "the folder cannot be made: %s", r3d_priv_io_errno_text(number));
    }
    return R3D_OK;
}

r3d_result r3d_folder_make(const char *path, r3d_error *out_error)
{
    if (path == NULL) {
        return fail_null(path, out_error);
    }
    if (path[0] == '\0') {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, path, 0, -1, "the path is empty");
    }
    return make_folders(path, strlen(path), out_error);
}

r3d_result r3d_folder_make_of(const char *path, r3d_error *out_error)
{
    if (path == NULL) {
        return fail_null(path, out_error);
    }
    size_t end = strlen(path);
    while (end > 0 && !is_path_separator(path[end - 1])) {
        end--;
    }
    return end <= 1 ? R3D_OK : make_folders(path, end - 1, out_error);
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
    r3d_priv_growing array = {list->names, list->count, list->capacity};
    if (r3d_priv_reserve(list->allocator, &array, array.count + 1, sizeof(char *),
                         R3D_PRIV_ANY_COUNT) != R3D_OK) {
        list->failed = true;
        return;
    }
    list->names = array.items;
    list->capacity = array.capacity;
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

static r3d_result list_read(name_list *list, const char *folder, r3d_error *out_error)
{
#if defined(_WIN32)
    char pattern[PATH_SIZE];
    if (snprintf(pattern, sizeof pattern, "%s/*", folder) >= (int)sizeof pattern) {
        return fail_length(folder, out_error);
    }
    WIN32_FIND_DATAA found;
    HANDLE handle = FindFirstFileA(pattern, &found);
    if (handle == INVALID_HANDLE_VALUE) {
        return r3d_priv_io_fail(out_error, R3D_ERR_IO_OPEN, folder, 0, -1,
                                "the folder cannot be listed");
    }
    do {
        list_add(list, found.cFileName);
    } while (FindNextFileA(handle, &found));
    FindClose(handle);
#else
    errno = 0;
    DIR *stream = opendir(folder);
    if (stream == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_IO_OPEN, folder, 0, -1,
                                "the folder cannot be listed: %s", r3d_priv_io_errno_text(errno));
    }
    for (struct dirent *entry = readdir(stream); entry != NULL; entry = readdir(stream)) {
        list_add(list, entry->d_name);
    }
    closedir(stream);
#endif
    return list->failed ? r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, folder, 0, -1,
                                           "no memory for the names of its files")
                        : R3D_OK;
}

r3d_result r3d_folder_list(const char *folder, const r3d_allocator *allocator,
                           r3d_folder_visit_fn visit, void *user, r3d_error *out_error)
{
    r3d_allocator hooks;
    if (folder == NULL || visit == NULL) {
        return fail_null(folder, out_error);
    }
    if (r3d_allocator_resolve(allocator, &hooks) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, folder, 0, -1,
                                "an allocator of one function");
    }
    name_list list = {&hooks, NULL, 0, 0, false};
    r3d_result result = list_read(&list, folder, out_error);
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
