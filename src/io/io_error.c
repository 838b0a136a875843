/* SPDX-License-Identifier: MIT */
#include "io_internal.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

// Paths are cut at the front: the end of a path says more about a file than its beginning.
static void copy_path(char *out, size_t room, const char *path)
{
    size_t length = strlen(path);
    if (length < room) {
        memcpy(out, path, length + 1);
        return;
    }
    static const char dots[] = "...";
    const char *tail = path + length - (room - sizeof dots);
    // Do not begin in the middle of a UTF-8 character.
    while (((unsigned char)*tail & 0xc0u) == 0x80u) {
        tail++;
    }
    memcpy(out, dots, sizeof dots - 1);
    memcpy(out + sizeof dots - 1, tail, strlen(tail) + 1);
}

r3d_result r3d_priv_io_fail(r3d_error *out_error, r3d_result result, const char *file, int32_t line,
                            int64_t offset, const char *format, ...)
{
    if (out_error == NULL) {
        return result;
    }
    out_error->result = result;
    out_error->line = line;
    out_error->offset = offset;
    copy_path(out_error->file, sizeof out_error->file, file != NULL ? file : "");
    va_list arguments;
    va_start(arguments, format);
    if (vsnprintf(out_error->message, sizeof out_error->message, format, arguments) < 0) {
        out_error->message[0] = '\0';
    }
    va_end(arguments);
    return result;
}

const char *r3d_priv_io_errno_text(int number)
{
    // strerror depends on the locale and may share its buffer between threads.
    static const struct {
        int number;
        const char *text;
    } texts[] = {
        {ENOENT, "no such file or folder"},
        {EACCES, "permission denied"},
        {EPERM, "operation not permitted"},
        {EEXIST, "exists already"},
        {ENOTDIR, "a part of the path is not a folder"},
        {EISDIR, "it is a folder"},
        {EMFILE, "too many open files"},
        {ENFILE, "too many open files"},
        {EFBIG, "file too large"},
        {ENOSPC, "no space left"},
        {EROFS, "read-only file system"},
        {ENAMETOOLONG, "name too long"},
        {EIO, "device error"},
        {ELOOP, "too many symbolic links"},
        {EXDEV, "other file system"},
        {ENOTEMPTY, "folder is not empty"},
        {EINVAL, "invalid name"},
        {ENXIO, "no such device"},
        {EBUSY, "busy"},
#ifdef EDQUOT
        {EDQUOT, "quota exceeded"},
#endif
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (texts[i].number == number) {
            return texts[i].text;
        }
    }
    return "system error";
}

const char *r3d_priv_io_excerpt(const char *text, size_t size, char *out_excerpt)
{
    size_t length = size < 32 ? size : 32;
    for (size_t i = 0; i < length; i++) {
        out_excerpt[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
    }
    memcpy(out_excerpt + length, size > length ? "..." : "", size > length ? 4 : 1);
    return out_excerpt;
}
