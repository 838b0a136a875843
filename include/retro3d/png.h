/* SPDX-License-Identifier: MIT */
/// @file png.h
/// PNG files: the verifying reader and the writer. Part of retro3d::io; needs zlib.

#ifndef RETRO3D_PNG_H
#define RETRO3D_PNG_H

#include <retro3d/base.h>
#include <retro3d/image.h>
#include <retro3d/io.h>

#ifdef __cplusplus
extern "C" {
#endif

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

/// The same from a source of files; NULL: from disk.
R3D_API r3d_result r3d_png_load_from(const r3d_file_source *files, const char *name,
                                     const r3d_io_limits *limits, const r3d_allocator *allocator,
                                     r3d_picture *out_picture, r3d_error *out_error);

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

/// Reads a PNG as a 24-bit sprite: colours 0x00RRGGBB (alpha is dropped), frame.width and height
/// set, canvas equal to the size, offset 0.
/// @return As r3d_png_load with the default limits; R3D_ERR_FORMAT_UNSUPPORTED for 16-bit samples.
/// @note Release with r3d_image24_free.
R3D_API r3d_result r3d_image24_load_png(const char *path, const r3d_allocator *allocator,
                                        r3d_image24 *out_image, r3d_error *out_error);

/// The same from a source of files; NULL: from disk.
R3D_API r3d_result r3d_image24_load_png_from(const r3d_file_source *files, const char *name,
                                             const r3d_allocator *allocator, r3d_image24 *out_image,
                                             r3d_error *out_error);

/// Reads a palette-indexed PNG (colour type 3) as an 8-bit image. Index 0 of the result is the
/// hole: palette entries that are fully transparent (tRNS 0) become it, all others keep their order
/// from index 1; those that no pixel uses are left out. Canvas equal to the size, offset 0.
/// @param max_colors  1..R3D_IMAGE_PALETTE_MAX, with the hole; 128 for textures.
/// @return As r3d_png_load with the default limits; R3D_ERR_FORMAT_UNSUPPORTED for other colour
///         types; R3D_ERR_FORMAT_COUNT when the pixels use more than `max_colors` - 1 entries that
///         are not fully transparent; R3D_ERR_RANGE for `max_colors`.
/// @note Release with r3d_image8_free.
R3D_API r3d_result r3d_image8_load_png(const char *path, int32_t max_colors,
                                       const r3d_allocator *allocator, r3d_image8 *out_image,
                                       r3d_error *out_error);

/// The same from a source of files; NULL: from disk.
R3D_API r3d_result r3d_image8_load_png_from(const r3d_file_source *files, const char *name,
                                            int32_t max_colors, const r3d_allocator *allocator,
                                            r3d_image8 *out_image, r3d_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
