/* SPDX-License-Identifier: MIT */
/// @file io.h
/// Files: PNG in and out, other pictures in, the text form of indexed images. Untrusted bytes end
/// here: everything read is checked, every failure names the file, the line or offset and what was
/// expected, and nothing is allocated before it is known to be within the limits.
/// Needs zlib and stb; the core library does not depend on this room.

#ifndef RETRO3D_IO_H
#define RETRO3D_IO_H

#include <stdbool.h>

#include <retro3d/base.h>
#include <retro3d/image.h>

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
    R3D_LAYOUT_RGBA16 = 6  ///< 4 native uint16_t R, G, B, A.
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
    int64_t max_samples;    ///< width * height * 4; default 2^30. Negative: R3D_ERR_RANGE.
    int64_t max_file_bytes; ///< Default 2^31 - 1. Negative: R3D_ERR_RANGE.
} r3d_io_limits;

/// Releases a picture's pixels and empties it. NULL and empty pictures are accepted.
R3D_API void r3d_picture_free(r3d_picture *picture);

/// Returns a view of a picture; valid while the picture is.
R3D_API void r3d_picture_get_view(const r3d_picture *picture, r3d_picture_view *out_view);

/// Reads a whole PNG file by the verifying reader: signature, chunk order, each CRC-32, the
/// Adler-32, exact data length and IEND are checked; every colour type, depth and interlacing is
/// expanded to RGBA8, or RGBA16 for 16-bit files. gAMA and other colour chunks are never applied.
/// docs/formats.md lists what is checked and how open points are decided.
/// @param path         A regular file, read in pieces: it is never in memory as a whole.
/// @param limits       NULL for the defaults.
/// @param allocator    NULL for malloc. Also frees the picture: what it refers to must outlive it.
/// @param out_picture  Whatever it held before is overwritten, not freed.
/// @return R3D_OK; R3D_ERR_ARGUMENT, R3D_ERR_RANGE (limits), R3D_ERR_MEMORY, R3D_ERR_LIMIT,
///         R3D_ERR_IO_OPEN, R3D_ERR_IO_READ or any R3D_ERR_FORMAT_*, with the byte offset.
///         `out_picture` is empty then.
/// @note Safe from several threads, as everything in this room.
/// Source: spec golden section 1.
R3D_API r3d_result r3d_png_load(const char *path, const r3d_io_limits *limits,
                                const r3d_allocator *allocator, r3d_picture *out_picture,
                                r3d_error *out_error);

/// The same from memory. `name` is what errors call it; NULL is the empty name.
R3D_API r3d_result r3d_png_decode(const void *data, size_t size, const char *name,
                                  const r3d_io_limits *limits, const r3d_allocator *allocator,
                                  r3d_picture *out_picture, r3d_error *out_error);

/// How hard the PNG writer tries to be small. Either way equal pixels give equal bytes.
typedef enum r3d_png_effort {
    R3D_PNG_FAST = 0,  ///< For artefacts: zlib level 1, one fixed filter.
    R3D_PNG_SMALL = 1, ///< For goldens: zlib level 9, per-row filter by smallest sum of residuals.
    /// As R3D_PNG_FAST, but an opaque picture of at most 256 colours is written with a palette, in a
    /// third of the time. For diff pictures; programs that need RGB samples may not like it.
    R3D_PNG_INDEXED = 2
} r3d_png_effort;

/// Writes a view as 8-bit RGB, or RGBA when some alpha is not 255 (XRGB32, RGB8 and GRAY8 have no
/// alpha and always give RGB); with R3D_PNG_INDEXED as 8-bit numbers of colours if 256 are enough,
/// the colours ascending. No time stamp, no text. The file appears whole or not at all; see
/// r3d_file_write.
/// @return R3D_OK; R3D_ERR_ARGUMENT, R3D_ERR_RANGE (size; RGBA16 is not written), R3D_ERR_MEMORY,
///         R3D_ERR_IO_WRITE. On failure no file is left behind and an existing one is unchanged.
R3D_API r3d_result r3d_png_save(const char *path, const r3d_picture_view *view,
                                r3d_png_effort effort, r3d_error *out_error);

/// The same to memory, for pictures that are embedded elsewhere.
/// @param allocator  NULL for malloc; `*out_data` is freed with it.
/// @param out_data   The file, `*out_size` bytes; NULL and 0 after an error.
R3D_API r3d_result r3d_png_encode(const r3d_picture_view *view, r3d_png_effort effort,
                                  const r3d_allocator *allocator, void **out_data, size_t *out_size,
                                  r3d_error *out_error);

/// Reads a picture of any known format, told by its first bytes: PNG (by the verifying reader),
/// BMP, TGA, GIF (first picture), JPEG, binary PNM (P5, P6, and P7 = PAM). docs/formats.md says
/// which kinds of each. Result RGBA8, or RGBA16 for PNG and PNM with 16-bit samples.
/// @param limits     NULL for the defaults. BMP, TGA, GIF and JPEG need up to four times the memory
///                   of the picture while they are decoded, which does not come from `allocator`.
/// @param allocator  NULL for malloc.
/// @return R3D_OK or an error; `out_picture` is then empty.
R3D_API r3d_result r3d_picture_load(const char *path, const r3d_io_limits *limits,
                                    const r3d_allocator *allocator, r3d_picture *out_picture,
                                    r3d_error *out_error);

/// The same from memory. `name` is what errors call it.
R3D_API r3d_result r3d_picture_decode(const void *data, size_t size, const char *name,
                                      const r3d_io_limits *limits, const r3d_allocator *allocator,
                                      r3d_picture *out_picture, r3d_error *out_error);

/// Reads a PNG as a 24-bit sprite: colours 0x00RRGGBB (alpha is dropped), frame.width and height
/// set, canvas equal to the size, offset 0.
/// @return As r3d_png_load with the default limits; R3D_ERR_FORMAT_UNSUPPORTED for 16-bit samples.
/// @note Release with r3d_image24_free.
R3D_API r3d_result r3d_image24_load_png(const char *path, const r3d_allocator *allocator,
                                        r3d_image24 *out_image, r3d_error *out_error);

/// Which bounds r3d_image8_load_tx8 enforces.
typedef enum r3d_tx8_kind {
    R3D_TX8_SPRITE = 0, ///< Up to 256 colours, any canvas.
    R3D_TX8_TEXTURE = 1 ///< Up to 128 colours, canvas 128x128 or 64x64.
} r3d_tx8_kind;

/// Reads a `.tx8` text file (docs/formats.md). Errors carry the line number.
/// @return R3D_OK; R3D_ERR_FORMAT_MAGIC (first line), R3D_ERR_FORMAT_SYNTAX, R3D_ERR_RANGE (canvas,
///         size, number of colours), R3D_ERR_FORMAT_DATA (entry 0), R3D_ERR_FORMAT_COUNT (length of
///         a row), R3D_ERR_FORMAT_INDEX, R3D_ERR_FORMAT_TRUNCATED; errors of files and memory.
/// @note Release with r3d_image8_free.
R3D_API r3d_result r3d_image8_load_tx8(const char *path, r3d_tx8_kind kind,
                                       const r3d_allocator *allocator, r3d_image8 *out_image,
                                       r3d_error *out_error);

/// The same from memory. `text` need not end with a zero byte; `name` is what errors call it.
R3D_API r3d_result r3d_image8_decode_tx8(const char *text, size_t size, const char *name,
                                         r3d_tx8_kind kind, const r3d_allocator *allocator,
                                         r3d_image8 *out_image, r3d_error *out_error);

/// Reads a palette-indexed PNG (colour type 3) as an 8-bit image. Index 0 of the result is the
/// hole: palette entries that are fully transparent (tRNS 0) become it, all others keep their order
/// from index 1; those that no pixel uses are left out. Canvas equal to the size, offset 0.
/// @param max_colours  1..R3D_IMAGE_PALETTE_MAX, with the hole; 128 for textures.
/// @return As r3d_png_load with the default limits; R3D_ERR_FORMAT_UNSUPPORTED for other colour
///         types; R3D_ERR_FORMAT_COUNT when the pixels use more than `max_colours` - 1 entries that
///         are not fully transparent; R3D_ERR_RANGE for `max_colours`.
/// @note Release with r3d_image8_free.
R3D_API r3d_result r3d_image8_load_png(const char *path, int32_t max_colours,
                                       const r3d_allocator *allocator, r3d_image8 *out_image,
                                       r3d_error *out_error);

/// Release what the loaders above made, with the same allocator, and empty it. NULL and empty
/// images are accepted.
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
