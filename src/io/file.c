/* SPDX-License-Identifier: MIT */
// Whole files in and out. This file and folder.c are all of the library that talks to the operating system.

#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif
#if !defined(_WIN32) && !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700 // realpath
#endif
#if !defined(_FILE_OFFSET_BITS)
#define _FILE_OFFSET_BITS 64
#endif

#include "io_internal.h"

#include <retro3d/folders.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <io.h>
#include <process.h>
#include <windows.h>
#else
#include <signal.h>
#include <unistd.h>
#endif

enum {
    TEMPORARY_TRIES = 1000,
    LEFTOVER_PATH_SIZE = 4096,
    TEMPORARY_STEM_MAX = 200, // leaves room for the suffix in file systems with 255-byte names
    TEMPORARY_SUFFIX_MAX = 64
};

// What only our temporary files have in their names: r3d_folder_remove_leftovers goes by it.
static const char temporary_mark[] = ".retro3d-";

/* ---- the operating system ---- */

#if defined(_WIN32)

static FILE *open_for_reading(const char *path, bool *out_regular, int64_t *out_size)
{
    struct _stat64 status;
    if (_stat64(path, &status) != 0) {
        return NULL;
    }
    *out_regular = (status.st_mode & _S_IFMT) == _S_IFREG;
    *out_size = status.st_size;
    return *out_regular ? fopen(path, "rb") : NULL;
}

static unsigned long process_id(void)
{
    return (unsigned long)_getpid();
}

static bool rename_over(const char *from, const char *to)
{
    if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING) != 0) {
        return true;
    }
    errno = EACCES;
    return false;
}

static bool is_separator(char c)
{
    return c == '/' || c == '\\' || c == ':';
}

#else

static FILE *open_for_reading(const char *path, bool *out_regular, int64_t *out_size)
{
    // O_NONBLOCK: opening a pipe must not wait for somebody to write into it. Looking at the open
    // file, not at the name, leaves no moment in which one could be put in the other's place.
    int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0) {
        return NULL;
    }
    struct stat status;
    FILE *file = NULL;
    if (fstat(descriptor, &status) == 0) {
        *out_regular = S_ISREG(status.st_mode);
        *out_size = (int64_t)status.st_size;
        if (*out_regular) {
            file = fdopen(descriptor, "rb");
        }
    }
    if (file == NULL) {
        int number = errno;
        (void)close(descriptor);
        errno = number;
    }
    return file;
}

static unsigned long process_id(void)
{
    return (unsigned long)getpid();
}

static bool rename_over(const char *from, const char *to)
{
    return rename(from, to) == 0;
}

static bool is_separator(char c)
{
    return c == '/';
}

#endif

/* ---- reading ---- */

r3d_result r3d_priv_file_open(const char *path, FILE **out_file, int64_t *out_size,
                              r3d_error *out_error)
{
    bool regular = true;
    int64_t size = 0;
    errno = 0;
    FILE *file = open_for_reading(path, &regular, &size);
    if (!regular) {
        return r3d_priv_io_fail(out_error, R3D_ERR_IO_OPEN, path, 0, -1,
                                "not a regular file (a folder, pipe or device)");
    }
    if (file == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_IO_OPEN, path, 0, -1, "cannot open the file: %s",
                                r3d_priv_io_errno_text(errno));
    }
    *out_file = file;
    *out_size = size;
    return R3D_OK;
}

static r3d_result read_open_file(FILE *file, const char *path, int64_t size,
                                 const r3d_allocator *allocator, void **out_data,
                                 r3d_error *out_error)
{
    if ((uint64_t)size >= SIZE_MAX) {
        return r3d_priv_io_fail(out_error, R3D_ERR_LIMIT, path, 0, -1,
                                "the file has %" PRId64 " bytes, more than memory can hold", size);
    }
    char *data = r3d_priv_io_alloc(allocator, (size_t)size + 1);
    if (data == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, path, 0, -1,
                                "no memory for the %" PRId64 " bytes of the file", size);
    }
    size_t got = fread(data, 1, (size_t)size, file);
    r3d_result result = R3D_OK;
    if (got != (size_t)size) {
        result = r3d_priv_io_fail(out_error, R3D_ERR_IO_READ, path, 0, (int64_t)got,
                                  "read %zu bytes, expected %" PRId64, got, size);
    } else if (fgetc(file) != EOF) {
        result = r3d_priv_io_fail(out_error, R3D_ERR_IO_READ, path, 0, size,
                                  "the file grew while it was read");
    }
    if (result != R3D_OK) {
        r3d_priv_io_free(allocator, data);
        return result;
    }
    data[size] = '\0';
    *out_data = data;
    return R3D_OK;
}

r3d_result r3d_file_read(const char *path, int64_t max_bytes, const r3d_allocator *allocator,
                         void **out_data, size_t *out_size, r3d_error *out_error)
{
    if (out_data != NULL) {
        *out_data = NULL;
    }
    if (out_size != NULL) {
        *out_size = 0;
    }
    r3d_allocator hooks;
    if (path == NULL || out_data == NULL || out_size == NULL ||
        r3d_priv_io_allocator(allocator, &hooks) != R3D_OK) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, path, 0, -1,
                                "a pointer is NULL or the allocator has only one function");
    }
    if (max_bytes < 0) {
        return r3d_priv_io_fail(out_error, R3D_ERR_RANGE, path, 0, -1,
                                "max_bytes is %" PRId64 ", expected 0 or more", max_bytes);
    }
    if (max_bytes == 0) {
        max_bytes = R3D_PRIV_MAX_FILE_BYTES;
    }
    FILE *file = NULL;
    int64_t size = 0;
    r3d_result result = r3d_priv_file_open(path, &file, &size, out_error);
    if (result != R3D_OK) {
        return result;
    }
    if (size > max_bytes) {
        result = r3d_priv_io_fail(out_error, R3D_ERR_LIMIT, path, 0, -1,
                                  "the file has %" PRId64 " bytes, the limit is %" PRId64, size,
                                  max_bytes);
    } else {
        result = read_open_file(file, path, size, &hooks, out_data, out_error);
    }
    (void)fclose(file);
    if (result == R3D_OK) {
        *out_size = (size_t)size;
    }
    return result;
}

/* ---- writing ---- */

static FILE *open_temporary(r3d_priv_atomic_file *file, size_t prefix_length)
{
    for (int attempt = 0; attempt < TEMPORARY_TRIES; attempt++) {
        (void)snprintf(file->temporary + prefix_length, TEMPORARY_SUFFIX_MAX, "%s%lu-%d.tmp",
                       temporary_mark, process_id(), attempt);
        // "x" never opens what is there already: neither another writer's file nor a link.
        FILE *stream = fopen(file->temporary, "wbx");
        if (stream != NULL || errno != EEXIST) {
            return stream;
        }
    }
    return NULL;
}

// Renaming over a pipe, a device or a folder would destroy it.
static bool is_replaceable(const char *path)
{
#if defined(_WIN32)
    struct _stat64 status;
    return _stat64(path, &status) != 0 || (status.st_mode & _S_IFREG) != 0;
#else
    struct stat status;
    return lstat(path, &status) != 0 || S_ISREG(status.st_mode);
#endif
}

#if !defined(_WIN32)

// The folder of a path, NULL if the path is too long to be one.
static const char *folder_of(const char *path, const char *stem, char *buffer, size_t size)
{
    const size_t length = (size_t)(stem - path);
    if (length == 0) {
        return ".";
    }
    if (length >= size) {
        return NULL;
    }
    memcpy(buffer, path, length);
    buffer[length] = '\0';
    return buffer;
}

// Whether two names of files that are not there yet have one folder and one last part.
static bool names_one_place(const char *path, const char *other_path)
{
    enum { PATH_SIZE = 4096 };
    char buffer[PATH_SIZE];
    struct stat status;
    struct stat other;
    const char *slash = strrchr(path, '/');
    const char *other_slash = strrchr(other_path, '/');
    const char *stem = slash != NULL ? slash + 1 : path;
    const char *other_stem = other_slash != NULL ? other_slash + 1 : other_path;
    if (strcmp(path, other_path) == 0) {
        return true;
    }
    const char *folder = folder_of(path, stem, buffer, sizeof buffer);
    if (strcmp(stem, other_stem) != 0 || folder == NULL || stat(folder, &status) != 0) {
        return false;
    }
    folder = folder_of(other_path, other_stem, buffer, sizeof buffer);
    return folder != NULL && stat(folder, &other) == 0 && status.st_dev == other.st_dev &&
           status.st_ino == other.st_ino;
}

#endif

bool r3d_file_is_same(const char *path, const char *other_path)
{
    if (path == NULL || other_path == NULL) {
        return false;
    }
#if defined(_WIN32)
    return strcmp(path, other_path) == 0;
#else
    struct stat status;
    struct stat other;
    const bool exists = stat(path, &status) == 0;
    const bool other_exists = stat(other_path, &other) == 0;
    if (!exists && !other_exists) {
        return names_one_place(path, other_path);
    }
    if (!exists || !other_exists) {
        return false;
    }
    return status.st_dev == other.st_dev && status.st_ino == other.st_ino;
#endif
}

bool r3d_priv_file_is_folder(const char *path)
{
#if defined(_WIN32)
    struct _stat64 status;
    return _stat64(path, &status) == 0 && (status.st_mode & _S_IFMT) == _S_IFDIR;
#else
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
#endif
}

static r3d_result begin_at(r3d_priv_atomic_file *file, r3d_error *out_error)
{
    const char *path = file->path;
    size_t length = strlen(path);
    size_t stem = length;
    while (stem > 0 && !is_separator(path[stem - 1])) {
        stem--;
    }
    if (stem == length) {
        return r3d_priv_io_fail(out_error, R3D_ERR_IO_WRITE, path, 0, -1,
                                "the path does not end in a file name");
    }
    if (!is_replaceable(path)) {
        return r3d_priv_io_fail(out_error, R3D_ERR_IO_WRITE, path, 0, -1,
                                "exists and is not a regular file");
    }
    size_t prefix = length - stem > TEMPORARY_STEM_MAX ? stem + TEMPORARY_STEM_MAX : length;
    file->temporary = malloc(prefix + TEMPORARY_SUFFIX_MAX);
    if (file->temporary == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, path, 0, -1, "no memory for a name");
    }
    memcpy(file->temporary, path, prefix);
    errno = 0;
    file->file = open_temporary(file, prefix);
    if (file->file == NULL) {
        r3d_result result =
            r3d_priv_io_fail(out_error, R3D_ERR_IO_WRITE, path, 0, -1,
                             "cannot make a file in its folder: %s", r3d_priv_io_errno_text(errno));
        free(file->temporary);
        file->temporary = NULL;
        return result;
    }
    return R3D_OK;
}

r3d_result r3d_priv_atomic_begin(r3d_priv_atomic_file *file, const char *path, r3d_error *out_error)
{
    *file = (r3d_priv_atomic_file){.path = path};
#if !defined(_WIN32)
    // A link stays: what it leads to is replaced.
    if (r3d_path_is_link(path)) {
        errno = 0;
        file->resolved = realpath(path, NULL);
        if (file->resolved == NULL) {
            return r3d_priv_io_fail(out_error, R3D_ERR_IO_WRITE, path, 0, -1,
                                    "a symbolic link that leads to no file: %s",
                                    r3d_priv_io_errno_text(errno));
        }
        file->path = file->resolved;
    }
#endif
    r3d_result result = begin_at(file, out_error);
    if (result != R3D_OK) {
        free(file->resolved);
        file->resolved = NULL;
    }
    return result;
}

bool r3d_priv_atomic_write(void *user, const void *data, size_t size)
{
    r3d_priv_atomic_file *file = user;
    if (file->error_number == 0 && size > 0) {
        errno = 0;
        if (fwrite(data, 1, size, file->file) != size) {
            file->error_number = errno != 0 ? errno : EIO;
        }
    }
    return file->error_number == 0;
}

bool r3d_priv_atomic_patch(r3d_priv_atomic_file *file, long offset, const void *data, size_t size)
{
    errno = 0;
    if (file->error_number == 0 && fseek(file->file, offset, SEEK_SET) != 0) {
        file->error_number = errno != 0 ? errno : EIO;
    }
    return r3d_priv_atomic_write(file, data, size);
}

void r3d_priv_atomic_abort(r3d_priv_atomic_file *file)
{
    if (file->file != NULL) {
        (void)fclose(file->file);
        file->file = NULL;
    }
    if (file->temporary != NULL) {
        (void)remove(file->temporary);
        free(file->temporary);
        file->temporary = NULL;
    }
    free(file->resolved);
    file->resolved = NULL;
}

/* Closing flushes: a full disk may show only here. */
static bool finish_temporary(r3d_priv_atomic_file *file)
{
    errno = 0;
    if (fclose(file->file) != 0 && file->error_number == 0) {
        file->error_number = errno != 0 ? errno : EIO;
    }
    file->file = NULL;
    return file->error_number == 0;
}

static bool replace_target(r3d_priv_atomic_file *file)
{
    errno = 0;
    if (!rename_over(file->temporary, file->path)) {
        file->error_number = errno != 0 ? errno : EIO;
        return false;
    }
    free(file->temporary);
    file->temporary = NULL;
    return true;
}

static r3d_result fail_atomic(const r3d_priv_atomic_file *file, const char *step,
                              r3d_error *out_error)
{
    return r3d_priv_io_fail(out_error, R3D_ERR_IO_WRITE, file->path, 0, -1,
                            "cannot %s the file: %s", step,
                            r3d_priv_io_errno_text(file->error_number));
}

r3d_result r3d_priv_atomic_commit(r3d_priv_atomic_file *file, r3d_error *out_error)
{
    const char *step = finish_temporary(file) ? "replace" : "write";
    r3d_result result = file->error_number == 0 && replace_target(file)
                            ? R3D_OK
                            : fail_atomic(file, step, out_error);
    r3d_priv_atomic_abort(file); // what is left of it
    return result;
}

r3d_result r3d_file_write(const char *path, const void *data, size_t size, r3d_error *out_error)
{
    if (path == NULL || (data == NULL && size > 0)) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, path, 0, -1, "a pointer is NULL");
    }
    r3d_priv_atomic_file file;
    r3d_result result = r3d_priv_atomic_begin(&file, path, out_error);
    if (result != R3D_OK) {
        return result;
    }
    (void)r3d_priv_atomic_write(&file, data, size);
    return r3d_priv_atomic_commit(&file, out_error);
}

/* ---- what killed processes left ---- */

typedef struct leftovers {
    const char *folder;
    r3d_error *error;
    r3d_result result;
} leftovers;

// Whether the process of a temporary file is gone; false when the name is none of ours.
static bool is_leftover(const char *name)
{
    const char *mark = NULL;
    for (const char *at = strstr(name, temporary_mark); at != NULL;
         at = strstr(at + 1, temporary_mark)) {
        mark = at;
    }
    if (mark == NULL || mark == name) {
        return false;
    }
    char *end = NULL;
    const char *digits = mark + sizeof temporary_mark - 1;
    unsigned long process = strtoul(digits, &end, 10);
    if (end == digits || *end != '-' || process == 0 || process > INT32_MAX) {
        return false;
    }
    digits = end + 1;
    (void)strtoul(digits, &end, 10);
    if (end == digits || strcmp(end, ".tmp") != 0) {
        return false;
    }
#if defined(_WIN32)
    HANDLE handle = OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, FALSE, (DWORD)process);
    if (handle != NULL) {
        CloseHandle(handle);
    }
    return handle == NULL && GetLastError() == ERROR_INVALID_PARAMETER;
#else
    return kill((pid_t)process, 0) != 0 && errno == ESRCH;
#endif
}

static bool remove_leftover(const char *name, void *user)
{
    leftovers *l = user;
    char path[LEFTOVER_PATH_SIZE];
    if (!is_leftover(name) ||
        snprintf(path, sizeof path, "%s/%s", l->folder, name) >= (int)sizeof path ||
        r3d_path_is_link(path) || r3d_path_get_kind(path) != R3D_PATH_FILE) {
        return true;
    }
    const r3d_result result = r3d_file_remove(path, l->result == R3D_OK ? l->error : NULL);
    l->result = l->result == R3D_OK ? result : l->result;
    return true;
}

r3d_result r3d_folder_remove_leftovers(const char *folder, r3d_error *out_error)
{
    leftovers l = {folder, out_error, R3D_OK};
    const r3d_result result = r3d_folder_list(folder, NULL, remove_leftover, &l, out_error);
    return result != R3D_OK ? result : l.result;
}

r3d_result r3d_file_write_all(const r3d_file_content *files, size_t count, r3d_error *out_error)
{
    for (size_t i = 0; i < count; i++) {
        if (files == NULL || files[i].path == NULL ||
            (files[i].data == NULL && files[i].size > 0)) {
            return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, NULL, 0, -1, "a pointer is NULL");
        }
        for (size_t k = 0; k < i; k++) {
            if (r3d_file_is_same(files[k].path, files[i].path)) {
                return r3d_priv_io_fail(out_error, R3D_ERR_IO_WRITE, files[i].path, 0, -1,
                                        "two files that are to be written are this one");
            }
        }
    }
    r3d_priv_atomic_file *open = calloc(count + 1, sizeof *open);
    if (open == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, NULL, 0, -1, "no memory for names");
    }
    r3d_result result = R3D_OK;
    size_t begun = 0;
    for (; begun < count && result == R3D_OK; begun++) {
        r3d_priv_atomic_file *file = &open[begun];
        result = r3d_priv_atomic_begin(file, files[begun].path, out_error);
        if (result != R3D_OK) {
            break;
        }
        (void)r3d_priv_atomic_write(file, files[begun].data, files[begun].size);
        if (!finish_temporary(file)) {
            result = fail_atomic(file, "write", out_error);
        }
    }
    for (size_t i = 0; i < begun && result == R3D_OK; i++) {
        if (!replace_target(&open[i])) {
            result = fail_atomic(&open[i], "replace", out_error);
        }
    }
    for (size_t i = 0; i < begun; i++) {
        r3d_priv_atomic_abort(&open[i]); // does nothing for those that were renamed
    }
    free(open);
    return result;
}
