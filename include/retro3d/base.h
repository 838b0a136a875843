/* SPDX-License-Identifier: MIT */
/// @file base.h
/// What every room of the library shares: version, export macro, result codes, error details,
/// allocator hooks and a checksum. It draws nothing and holds no state.

#ifndef RETRO3D_BASE_H
#define RETRO3D_BASE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(_WIN32) && defined(R3D_BUILD_SHARED)
#define R3D_API __declspec(dllexport)
#elif defined(_WIN32) && defined(R3D_USE_SHARED)
#define R3D_API __declspec(dllimport)
#elif defined(__GNUC__)
#define R3D_API __attribute__((visibility("default")))
#else
#define R3D_API
#endif

/// The version of these headers. The build reads it from here; nothing else repeats it.
enum r3d_version_parts { R3D_VERSION_MAJOR = 0, R3D_VERSION_MINOR = 1, R3D_VERSION_PATCH = 0 };

/// Returns the version of the linked library as major * 1000000 + minor * 1000 + patch.
R3D_API uint32_t r3d_version(void);

/// Returns the version of the linked library as text, for example "0.1.0". Static storage.
R3D_API const char *r3d_version_string(void);

/// What a function that can fail returns. Zero is success, every error is negative.
/// docs/errors.md has one paragraph for each.
typedef enum r3d_result {
    R3D_OK = 0,
    R3D_ERR_ARGUMENT = -1,           ///< A pointer is NULL or arguments contradict each other.
    R3D_ERR_RANGE = -2,              ///< A value lies outside its documented range.
    R3D_ERR_MEMORY = -3,             ///< The allocator returned NULL.
    R3D_ERR_LIMIT = -4,              ///< A stated limit (pixels, bytes, faces ...) is exceeded.
    R3D_ERR_STATE = -5,              ///< The object is not in a state that allows the call.
    R3D_ERR_IO_OPEN = -6,            ///< A file cannot be opened, or does not exist.
    R3D_ERR_IO_READ = -7,            ///< Reading an open file failed.
    R3D_ERR_IO_WRITE = -8,           ///< A file cannot be written, flushed or renamed.
    R3D_ERR_FORMAT_MAGIC = -9,       ///< The first bytes are not those of the format.
    R3D_ERR_FORMAT_TRUNCATED = -10,  ///< The data end too early.
    R3D_ERR_FORMAT_COUNT = -11,      ///< A stored count or length contradicts the data.
    R3D_ERR_FORMAT_INDEX = -12,      ///< A stored index points outside what it refers to.
    R3D_ERR_FORMAT_SYNTAX = -13,     ///< Text does not follow the grammar.
    R3D_ERR_FORMAT_CHECKSUM = -14,   ///< A stored checksum does not match the data.
    R3D_ERR_FORMAT_DATA = -15,       ///< Data are malformed in another way; the message says how.
    R3D_ERR_FORMAT_UNSUPPORTED = -16 ///< Valid data of a kind that is not read.
} r3d_result;

/// Returns a short English sentence for a result code, never NULL. Static storage.
R3D_API const char *r3d_result_string(r3d_result result);

enum r3d_error_sizes { R3D_ERROR_FILE_SIZE = 512, R3D_ERROR_MESSAGE_SIZE = 512 };

/// Where and why reading or writing something failed. Functions that take an `r3d_error *out_error`
/// accept NULL; they write to it only when they fail.
typedef struct r3d_error {
    r3d_result result;
    int32_t line;   ///< Line number from 1 in a text file; 0 when lines do not apply.
    int64_t offset; ///< Byte offset from 0 in a binary file; -1 when offsets do not apply.
    char file[R3D_ERROR_FILE_SIZE];       ///< Path as it was given; cut at the front if too long.
    char message[R3D_ERROR_MESSAGE_SIZE]; ///< What was found and what was expected.
} r3d_error;

/// Memory hooks: both functions or none. Zeroed hooks mean malloc and free.
/// `alloc` returns memory aligned as malloc's, or NULL; `free` accepts NULL.
typedef struct r3d_allocator {
    void *(*alloc)(size_t size, void *user);
    void (*free)(void *memory, void *user);
    void *user;
} r3d_allocator;

/// Fills in the hooks that a caller left out: NULL and zeroed hooks become malloc and free.
/// @return R3D_OK; R3D_ERR_ARGUMENT when only one of the two functions is given, `out_allocator` is
///         then unchanged.
R3D_API r3d_result r3d_allocator_resolve(const r3d_allocator *allocator,
                                         r3d_allocator *out_allocator);

/// Returns the CRC-32 of PNG, gzip and zlib over bytes that follow others. `crc` itself for NULL.
/// @param crc   0 to begin with, then what was returned for the bytes before.
/// @param data  `size` bytes; may be NULL when `size` is 0.
/// Threads: any. Source: ISO/IEC 15948 annex D.
R3D_API uint32_t r3d_crc32(uint32_t crc, const void *data, size_t size);

/// A point or vector of three 32-bit integers. Axes: x right, y down, z into the screen.
typedef struct r3d_vec3i {
    int32_t x;
    int32_t y;
    int32_t z;
} r3d_vec3i;

#ifdef __cplusplus
}
#endif

#endif
