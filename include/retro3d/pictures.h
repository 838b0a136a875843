/* SPDX-License-Identifier: MIT */
/// @file pictures.h
/// Pictures of any known kind of file, and the text form of indexed images (`.tx8`). Part of
/// retro3d::io; needs stb_image while it is built.

#ifndef RETRO3D_PICTURES_H
#define RETRO3D_PICTURES_H

#include <retro3d/base.h>
#include <retro3d/image.h>
#include <retro3d/io.h>

#ifdef __cplusplus
extern "C" {
#endif

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

/// The same from a source of files; NULL: from disk.
R3D_API r3d_result r3d_picture_load_from(const r3d_file_source *files, const char *name,
                                         const r3d_io_limits *limits,
                                         const r3d_allocator *allocator, r3d_picture *out_picture,
                                         r3d_error *out_error);

/// The same from memory. `name` is what errors call it.
R3D_API r3d_result r3d_picture_decode(const void *data, size_t size, const char *name,
                                      const r3d_io_limits *limits, const r3d_allocator *allocator,
                                      r3d_picture *out_picture, r3d_error *out_error);

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

/// The same from a source of files; NULL: from disk.
R3D_API r3d_result r3d_image8_load_tx8_from(const r3d_file_source *files, const char *name,
                                            r3d_tx8_kind kind, const r3d_allocator *allocator,
                                            r3d_image8 *out_image, r3d_error *out_error);

/// The same from memory. `text` need not end with a zero byte; `name` is what errors call it.
R3D_API r3d_result r3d_image8_decode_tx8(const char *text, size_t size, const char *name,
                                         r3d_tx8_kind kind, const r3d_allocator *allocator,
                                         r3d_image8 *out_image, r3d_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
