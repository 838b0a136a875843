/* SPDX-License-Identifier: MIT */
/// @file io_internal.h
/// What the files of this room share: error reports, allocator hooks, input and output streams,
/// rows of a view. Nothing here is exported.

#ifndef RETRO3D_IO_INTERNAL_H
#define RETRO3D_IO_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <retro3d/io.h>

#include "../base/error_text.h"

enum r3d_priv_io_defaults { R3D_PRIV_MAX_SAMPLES = 1 << 30, R3D_PRIV_MAX_FILE_BYTES = INT32_MAX };

/* ---- errors ---- */

/// Fills a report (unless it is NULL) and returns `result`.
/// @param line    From 1, or 0 where lines do not apply.
/// @param offset  From 0, or -1 where offsets do not apply.
r3d_result r3d_priv_io_fail(r3d_error *out_error, r3d_result result, const char *file, int32_t line,
                            int64_t offset, const char *format, ...) R3D_PRIV_PRINTF(6, 7);

/// Short text of an `errno` value; the same in every locale, and safe in threads.
const char *r3d_priv_io_errno_text(int number);

/// Copies at most 32 printable characters of `text` for use in a message; others become '?'.
/// @param out_excerpt  Room for R3D_PRIV_EXCERPT_SIZE bytes.
enum r3d_priv_excerpt_size { R3D_PRIV_EXCERPT_SIZE = 40 };
const char *r3d_priv_io_excerpt(const char *text, size_t size, char *out_excerpt);

/* ---- memory ---- */

/// Fills `out` with the caller's hooks, or with malloc and free for NULL or zeroed hooks.
/// @return R3D_ERR_ARGUMENT when only one of the two functions is given.
r3d_result r3d_priv_io_allocator(const r3d_allocator *allocator, r3d_allocator *out);

void *r3d_priv_io_alloc(const r3d_allocator *allocator, size_t size);
void r3d_priv_io_free(const r3d_allocator *allocator, void *memory);

/// zlib's `zalloc` and `zfree`; its `opaque` is an r3d_allocator.
void *r3d_priv_io_zlib_alloc(void *allocator, unsigned items, unsigned size);
void r3d_priv_io_zlib_free(void *allocator, void *memory);

/// Replaces zero members by the defaults.
/// @return R3D_ERR_RANGE when a member is negative, R3D_ERR_ARGUMENT for a struct_size that is none.
#define R3D_PRIV_WRONG_LIMITS                                                                      \
    "a limit is negative, this machine has no such instruction set, or struct_size is none"
r3d_result r3d_priv_io_limits(const r3d_io_limits *limits, r3d_io_limits *out);

/* ---- files ---- */

/// Opens a regular file for reading and tells its size. Folders, pipes and devices are refused
/// without waiting for them.
r3d_result r3d_priv_file_open(const char *path, FILE **out_file, int64_t *out_size,
                              r3d_error *out_error);

bool r3d_priv_file_is_folder(const char *path);

/// A file that a source has lent. All members zero: none.
typedef struct r3d_priv_lent {
    const void *data; ///< Never NULL while something is lent.
    size_t size;
    const char *name;  ///< Borrowed until the end.
    const void *given; ///< What `open` gave: NULL is allowed for empty files.
    r3d_file_source files;
} r3d_priv_lent;

/// Borrows a file. `files` is not NULL; after an error nothing is lent.
r3d_result r3d_priv_lend(const r3d_file_source *files, const char *name, int64_t max_bytes,
                         r3d_priv_lent *out_lent, r3d_error *out_error);

/// Gives it back. Does nothing when nothing is lent.
void r3d_priv_lent_close(r3d_priv_lent *lent);

/// Where encoded bytes go. `write` returns false when it failed; the sink keeps the reason.
typedef struct r3d_priv_sink {
    bool (*write)(void *user, const void *data, size_t size);
    void *user;
} r3d_priv_sink;

/// A file that appears whole or not at all.
typedef struct r3d_priv_atomic_file {
    const char *path;
    char *resolved; ///< What a link leads to, `path` then; NULL: no link.
    char *temporary;
    FILE *file;
    int error_number; ///< errno of the first failed write, 0 if none failed.
} r3d_priv_atomic_file;

/// Opens a new temporary file in the folder of `path`. `path` must stay valid until the end.
r3d_result r3d_priv_atomic_begin(r3d_priv_atomic_file *file, const char *path,
                                 r3d_error *out_error);

/// The `write` of an r3d_priv_sink whose user is an r3d_priv_atomic_file.
bool r3d_priv_atomic_write(void *user, const void *data, size_t size);

/// Writes over what is there already; nothing more can be appended then.
/// @param offset  From the beginning of the file.
bool r3d_priv_atomic_patch(r3d_priv_atomic_file *file, long offset, const void *data, size_t size);

/// Closes the temporary file and renames it over the path. If that or an earlier write failed the
/// temporary file is removed and the target is as it was before.
r3d_result r3d_priv_atomic_commit(r3d_priv_atomic_file *file, r3d_error *out_error);

/// Closes and removes the temporary file.
void r3d_priv_atomic_abort(r3d_priv_atomic_file *file);

/* ---- pictures ---- */

/// Bytes of one pixel, 0 for a layout that does not exist.
size_t r3d_priv_layout_bytes(r3d_layout layout);

/// Checks a view: pointers, sizes, layout, and that rows do not overlap.
r3d_result r3d_priv_view_check(const r3d_picture_view *view, const char *name,
                               r3d_error *out_error);

/// Converts `count` pixels of a row, from column `x`, to 3 bytes R, G, B each, or to 4 bytes R, G,
/// B, A. The layout must be an 8-bit one; layouts without alpha give A = 255.
void r3d_priv_view_read(const r3d_picture_view *view, int32_t x, int32_t y, int32_t count,
                        bool with_alpha, uint8_t *out_bytes);

/// Whether some pixel of an 8-bit view has an alpha other than 255.
bool r3d_priv_view_has_alpha(const r3d_picture_view *view);

/// Allocates the pixels of an RGBA8 or RGBA16 picture and sets its other members.
r3d_result r3d_priv_picture_make(r3d_picture *picture, int32_t width, int32_t height,
                                 r3d_layout layout, bool has_alpha, const r3d_allocator *allocator,
                                 const char *name, r3d_error *out_error);

#endif
