/* SPDX-License-Identifier: MIT */
#include "io_internal.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "../base/error_text.h"

r3d_result r3d_priv_io_fail(r3d_error *out_error, r3d_result result, const char *file, int32_t line,
                            int64_t offset, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    r3d_priv_error_vprintf(out_error, result, file, line, offset, format, arguments);
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
