/* SPDX-License-Identifier: MIT */
/// @file io.h
/// Files as a whole, pictures in memory, bounds for readers: what png.h, pictures.h, levels.h,
/// arenas.h, models.h and cache.h have in common. Untrusted bytes end in those rooms: everything read is
/// checked, every failure names the file, the line or offset and what was expected, and nothing is
/// allocated before it is known to be within the limits.
/// All of them are in the library retro3d::io, which needs zlib; the core library does not depend
/// on it.

#ifndef RETRO3D_IO_H
#define RETRO3D_IO_H

#include <stdbool.h>

#include <retro3d/base.h>
#include <retro3d/image.h>
#include <retro3d/isa.h>

#ifdef __cplusplus
extern "C" {
#endif

/// How the pixels of a view lie in memory. No layout needs alignment: rows may begin at any byte.
typedef enum r3d_layout {
    R3D_LAYOUT_RGBA8 = 0,  ///< 4 bytes R, G, B, A.
    R3D_LAYOUT_BGRA8 = 1,  ///< 4 bytes B, G, R, A.
    R3D_LAYOUT_XRGB32 = 2, ///< One native uint32_t 0x??RRGGBB; the top byte is not looked at.
    R3D_LAYOUT_ARGB32 = 3, ///< One native uint32_t 0xAARRGGBB.
    R3D_LAYOUT_RGB8 = 4,   ///< 3 bytes R, G, B.
    R3D_LAYOUT_GRAY8 = 5,  ///< 1 byte.
    R3D_LAYOUT_RGBA16 = 6, ///< 4 native uint16_t R, G, B, A.
    R3D_LAYOUT_ARGB8 = 7,  ///< 4 bytes A, R, G, B.
    R3D_LAYOUT_XRGB8 = 8,  ///< 4 bytes, the first not looked at, then R, G, B.
    R3D_LAYOUT_ABGR8 = 9,  ///< 4 bytes A, B, G, R.
    /// One native uint16_t, red in the highest 5 bits, then 6 of green and 5 of blue. The value v of 5 bits is
    /// v << 3 | v >> 2 of 255, of 6 bits v << 2 | v >> 4: 0 and the largest stay so.
    R3D_LAYOUT_RGB565 = 10,
    R3D_LAYOUT_XRGB1555 = 11 ///< The same with 5 bits each; the top bit is not looked at.
} r3d_layout;

enum r3d_picture_limits {
    R3D_PICTURE_SIZE_MAX = 32767 ///< Largest width or height of a picture.
};

/// A picture in somebody else's memory, read only.
typedef struct r3d_picture_view {
    const void *pixels;     ///< First byte of the top row.
    ptrdiff_t stride_bytes; ///< From one row to the next; negative for bottom-up pictures. At least
                            ///< a row long either way, unless there is one row only.
    int32_t width;          ///< 1..R3D_PICTURE_SIZE_MAX.
    int32_t height;         ///< 1..R3D_PICTURE_SIZE_MAX.
    r3d_layout layout;
} r3d_picture_view;

/// A decoded picture that owns its pixels. Release it with r3d_picture_free. All members zero is a
/// valid empty picture.
typedef struct r3d_picture {
    void *pixels; ///< RGBA8 or RGBA16 without padding.
    int32_t width;
    int32_t height;
    r3d_layout layout;       ///< R3D_LAYOUT_RGBA8 or R3D_LAYOUT_RGBA16.
    bool has_alpha;          ///< The file stores alpha or transparency (whatever its values are).
    r3d_allocator allocator; ///< Frees `pixels`.
} r3d_picture;

/// Bounds on what a reader may use. Zero members mean the default.
typedef struct r3d_io_limits {
    uint32_t struct_size;   ///< Set by r3d_io_limits_init.
    int64_t max_samples;    ///< width * height * 4; default 2^30. Negative: R3D_ERR_RANGE.
    int64_t max_file_bytes; ///< Default 2^31 - 1. Negative: R3D_ERR_RANGE.
    r3d_isa isa; ///< What may undo the filters of PNG rows. Not available: R3D_ERR_RANGE.
} r3d_io_limits;

/// As r3d_io_limits_init, for a struct of `struct_size` bytes: writes none behind them.
R3D_API void r3d_io_limits_init_sized(r3d_io_limits *limits, uint32_t struct_size);

/// Sets all members to zero, which means the defaults, and struct_size to the right size.
static inline void r3d_io_limits_init(r3d_io_limits *limits)
{
    r3d_io_limits_init_sized(limits, (uint32_t)sizeof(r3d_io_limits));
}

/// Releases a picture's pixels and empties it. NULL and empty pictures are accepted.
R3D_API void r3d_picture_free(r3d_picture *picture);

/// Returns a view of a picture; valid while the picture is.
R3D_API void r3d_picture_get_view(const r3d_picture *picture, r3d_picture_view *out_view);

/// Makes an RGBA8 picture of a frame of 8-bit numbers of colours, for comparing or saving it.
/// @param indices    `height` rows of `width` numbers.
/// @param stride_px  From one row to the next; negative for bottom-up frames; 0 means `width`.
/// @param palette_rgb  `color_count` colours 0x??RRGGBB, 1..256.
/// @param allocator  NULL for malloc.
/// @return R3D_OK; R3D_ERR_ARGUMENT, R3D_ERR_RANGE (sizes, or a number that has no colour), R3D_ERR_MEMORY: `out_picture`
///         is empty then.
R3D_API r3d_result r3d_picture_from_indexed(const uint8_t *indices, int32_t width, int32_t height,
                                            int32_t stride_px, const uint32_t *palette_rgb,
                                            int32_t color_count, const r3d_allocator *allocator,
                                            r3d_picture *out_picture);

/// Release what the loaders of png.h, pictures.h and cache.h made, with the same allocator, and
/// empty it. NULL and empty images are accepted.
R3D_API void r3d_image8_free(r3d_image8 *image, const r3d_allocator *allocator);
R3D_API void r3d_image24_free(r3d_image24 *image, const r3d_allocator *allocator);

/// Reads a whole file. `*out_data` gets one zero byte after the `*out_size` bytes, so that text can
/// be parsed in place; free it with the allocator (NULL: free). Folders and other files that are not
/// regular are refused with R3D_ERR_IO_OPEN, without waiting for a pipe.
/// @param max_bytes  0 for the default, 2^31 - 1; larger files give R3D_ERR_LIMIT.
/// @return After an error `*out_data` is NULL and `*out_size` 0.
R3D_API r3d_result r3d_file_read(const char *path, int64_t max_bytes,
                                 const r3d_allocator *allocator, void **out_data, size_t *out_size,
                                 r3d_error *out_error);

/// Where files come from, for clients that have an archive of their own or no folders. Names are those
/// that the caller passes, or that are made of them: a script asks for what it names in its own
/// folder, a cache for ROOT/NAME, pictures of a level for FOLDER/NAME.png. What the bytes say is
/// checked as if they came from a disk.
/// @note Called by the thread that reads, and not while anything is drawn. A source that several
///       threads use has to allow that.
typedef struct r3d_file_source {
    /// Lends the bytes of a file: they stay as they are until `close`. `*out_data` may be NULL when
    /// `*out_size` is 0.
    /// @return R3D_OK; R3D_ERR_IO_OPEN when there is no such file, or another error, which ends what
    ///         was being read. Nothing is lent then, and `close` is not called.
    r3d_result (*open)(const char *name, const void **out_data, size_t *out_size, void *user);
    /// Takes them back: once for each `open` that returned R3D_OK, with what it gave. May be NULL.
    void (*close)(const char *name, const void *data, size_t size, void *user);
    void *user; ///< Must live as long as what reads from the source; the struct itself is copied.
} r3d_file_source;

/// r3d_file_read from a source of files.
/// @param files  NULL: from disk. Functions whose name ends in `_from` take one like this.
/// @return Also what the source returns; R3D_ERR_ARGUMENT for a source without `open`,
///         R3D_ERR_IO_READ when it gives NULL for a file that is not empty.
R3D_API r3d_result r3d_file_read_from(const r3d_file_source *files, const char *name,
                                      int64_t max_bytes, const r3d_allocator *allocator,
                                      void **out_data, size_t *out_size, r3d_error *out_error);

/// Returns whether two paths name one file, however they are spelled (same device and inode). Files
/// that do not exist are the same if their folder and the last part of their names are.
R3D_API bool r3d_file_is_same(const char *path, const char *other_path);

/// Writes a whole file under a temporary name in the same folder, then renames it over `path`: who
/// reads sees the old content or the new, and several processes may write the same path.
/// @param data  May be NULL when `size` is 0.
/// @return R3D_OK; R3D_ERR_ARGUMENT, R3D_ERR_MEMORY, R3D_ERR_IO_WRITE. After an error no temporary
///         file is left and an existing file is unchanged.
/// @note Takes a few bytes from malloc for the name. Data reach the disk when the system likes.
R3D_API r3d_result r3d_file_write(const char *path, const void *data, size_t size,
                                  r3d_error *out_error);

/// A file to be written.
typedef struct r3d_file_content {
    const char *path;
    const void *data; ///< May be NULL when `size` is 0.
    size_t size;
} r3d_file_content;

/// Writes several files: all of them under temporary names, and only when all are written are they
/// renamed over their paths, in order. So a place that cannot be written or a full disk changes no
/// file. (The system has no way to rename several files at once: who is killed between two renames
/// leaves the first renamed.)
/// @param files  `count` files, all in different places; NULL is allowed when `count` is 0.
/// @return As r3d_file_write.
R3D_API r3d_result r3d_file_write_all(const r3d_file_content *files, size_t count,
                                      r3d_error *out_error);

/// CRC-32 (zlib polynomial) over width * height * 3 bytes R, G, B, row by row; grey counts as
/// R = G = B.
/// @return R3D_OK; R3D_ERR_ARGUMENT (NULL); R3D_ERR_RANGE (size, stride, RGBA16, unknown layouts).
/// @note Does not allocate.
R3D_API r3d_result r3d_picture_crc32_rgb(const r3d_picture_view *view, uint32_t *out_crc);

#ifdef __cplusplus
}
#endif

#endif
