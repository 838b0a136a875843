/* SPDX-License-Identifier: MIT */
/* Error messages with numbers and words in them, for the rooms above the core. */

#ifndef R3D_SRC_BASE_ERROR_TEXT_H
#define R3D_SRC_BASE_ERROR_TEXT_H

#include <stdarg.h>
#include <stdio.h>

#include "error.h"

#if defined(__GNUC__)
#define R3D_PRIV_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define R3D_PRIV_PRINTF(text, first)
#endif

/* As r3d_priv_error_fill, with a formatted message. */
static inline r3d_result r3d_priv_error_vprintf(r3d_error *out_error, r3d_result result,
                                                const char *file, int32_t line, int64_t offset,
                                                const char *format, va_list arguments)
    R3D_PRIV_PRINTF(6, 0);

static inline r3d_result r3d_priv_error_vprintf(r3d_error *out_error, r3d_result result,
                                                const char *file, int32_t line, int64_t offset,
                                                const char *format, va_list arguments)
{
    if (out_error == NULL) {
        return result;
    }
    /* The message first: what it is made from may lie in the error that is being filled. */
    char message[R3D_ERROR_MESSAGE_SIZE];
    if (vsnprintf(message, sizeof message, format, arguments) < 0) {
        message[0] = '\0';
    }
    char path[R3D_ERROR_FILE_SIZE];
    if (file == out_error->file) {
        memcpy(path, file, sizeof path);
        file = path;
    }
    return r3d_priv_error_fill(out_error, result, file, line, offset, message);
}

static inline r3d_result r3d_priv_error_printf(r3d_error *out_error, r3d_result result,
                                               const char *file, int32_t line, int64_t offset,
                                               const char *format, ...) R3D_PRIV_PRINTF(6, 7);

static inline r3d_result r3d_priv_error_printf(r3d_error *out_error, r3d_result result,
                                               const char *file, int32_t line, int64_t offset,
                                               const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    r3d_priv_error_vprintf(out_error, result, file, line, offset, format, arguments);
    va_end(arguments);
    return result;
}

#endif
