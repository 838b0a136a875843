/* SPDX-License-Identifier: MIT */
/// @file png_rows.h
/// PNG files row by row, for whoever compares, converts or draws while a file is read or written and
/// wants no whole picture in memory. png.h reads and writes whole pictures.
///
/// Reading: open -> header -> row, row, ... -> finish -> close. Memory is O(row) for files that are not
/// interlaced; an interlaced file needs its whole picture, allocated at the first row. A file is
/// verified completely only when `finish` returned R3D_OK. Part of retro3d::io.
/// Source: spec golden section 1; the choices it leaves open are in docs/formats.md.

#ifndef RETRO3D_PNG_ROWS_H
#define RETRO3D_PNG_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <retro3d/base.h>
#include <retro3d/io.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What PNG calls colour types.
enum r3d_png_color_types {
    R3D_PNG_GREY = 0,
    R3D_PNG_RGB = 2,
    R3D_PNG_PALETTE = 3,
    R3D_PNG_GREY_ALPHA = 4,
    R3D_PNG_RGB_ALPHA = 6
};

/// Bounds of the format.
enum r3d_png_sizes { R3D_PNG_PALETTE_MAX = 256 };

/// What a row consists of.
typedef enum r3d_png_rows {
    R3D_PNG_ROWS_RGBA = 0,   ///< RGBA8, or RGBA16 for 16-bit files.
    R3D_PNG_ROWS_INDEX8 = 1, ///< One palette index a byte; colour type 3 only.
    /// RGB8 or RGBA8 as stored where the file is such a one, else as ROWS_RGBA; the header's layout
    /// tells which.
    R3D_PNG_ROWS_NATIVE = 2
} r3d_png_rows;

/// What the chunks before the pixels say.
typedef struct r3d_png_header {
    int32_t width;      ///< 1..R3D_PICTURE_SIZE_MAX.
    int32_t height;     ///< 1..R3D_PICTURE_SIZE_MAX.
    int32_t bit_depth;  ///< 1, 2, 4, 8, 16 as the colour type allows.
    int32_t color_type; ///< enum r3d_png_color_types.
    bool interlaced;
    bool has_transparency;                   ///< A tRNS chunk is present.
    bool has_alpha;                          ///< Colour type 4 or 6, or has_transparency.
    r3d_layout layout;                       ///< R3D_LAYOUT_RGBA8, RGBA16, or RGB8 (ROWS_NATIVE).
    size_t row_size;                         ///< Bytes of one row in the chosen form.
    int32_t palette_count;                   ///< Entries of PLTE, 0 without one.
    uint8_t palette[R3D_PNG_PALETTE_MAX][4]; ///< R, G, B, A; A is 255 where tRNS is silent.
    uint16_t transparent[3];                 ///< tRNS of grey (first only) and RGB files.
} r3d_png_header;

/// Where the bytes of a file come from.
typedef struct r3d_png_source {
    /// Puts 1..size bytes into `out` and their number into `*out_got`, 0 at the end.
    /// Returns false when reading failed.
    bool (*read)(void *user, void *out, size_t size, size_t *out_got);
    void *user;
    int64_t size; ///< Bytes of the whole file, or -1 if that is not known.
} r3d_png_source;

/// One file that is being read. One thread at a time; two readers may be used in two threads.
typedef struct r3d_png_reader r3d_png_reader;

/// Reads up to the first pixel data.
/// @param name       What errors call the file; copied.
/// @param limits     NULL for the defaults.
/// @param allocator  NULL for malloc; copied.
/// @param out_png    Close it with r3d_png_reader_close; NULL after an error.
/// @return R3D_OK, R3D_ERR_ARGUMENT, and what r3d_png_load returns.
R3D_API r3d_result r3d_png_reader_open(const r3d_png_source *source, const char *name,
                                       const r3d_io_limits *limits, const r3d_allocator *allocator,
                                       r3d_png_reader **out_png, r3d_error *out_error);

/// The same from memory, which must stay valid until close. Nothing is copied.
R3D_API r3d_result r3d_png_reader_open_memory(const void *data, size_t size, const char *name,
                                              const r3d_io_limits *limits,
                                              const r3d_allocator *allocator,
                                              r3d_png_reader **out_png, r3d_error *out_error);

/// The same from a regular file, which is closed by r3d_png_reader_close.
R3D_API r3d_result r3d_png_reader_open_file(const char *path, const r3d_io_limits *limits,
                                            const r3d_allocator *allocator,
                                            r3d_png_reader **out_png, r3d_error *out_error);

/// The same from a source of files, whose bytes are given back by r3d_png_reader_close; NULL: from
/// disk.
R3D_API r3d_result r3d_png_reader_open_from(const r3d_file_source *files, const char *name,
                                            const r3d_io_limits *limits,
                                            const r3d_allocator *allocator,
                                            r3d_png_reader **out_png, r3d_error *out_error);

/// What the chunks before the pixels say. Valid until close; NULL for NULL.
R3D_API const r3d_png_header *r3d_png_reader_get_header(const r3d_png_reader *png);

/// Chooses the form of the rows; before the first row only.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_STATE, R3D_ERR_FORMAT_UNSUPPORTED (indices of a file without palette).
R3D_API r3d_result r3d_png_reader_set_rows(r3d_png_reader *png, r3d_png_rows rows,
                                           r3d_error *out_error);

/// Decodes the next row.
/// @param out_row  Room for header.row_size bytes; for RGBA16 aligned as uint16_t is.
/// @return R3D_OK; an error, after which every further call returns R3D_ERR_STATE;
///         R3D_ERR_STATE after the last row.
R3D_API r3d_result r3d_png_reader_read_row(r3d_png_reader *png, void *out_row,
                                           r3d_error *out_error);

/// Decodes all rows into one block without padding; instead of r3d_png_reader_read_row. Saves an
/// interlaced file the second copy of the picture.
R3D_API r3d_result r3d_png_reader_read_all(r3d_png_reader *png, void *out_rows,
                                           r3d_error *out_error);

/// Verifies everything behind the rows that were read: further rows, exact length of the pixel
/// data, Adler-32, remaining chunks, IEND, nothing after it.
R3D_API r3d_result r3d_png_reader_finish(r3d_png_reader *png, r3d_error *out_error);

/// Releases everything. NULL is accepted.
R3D_API void r3d_png_reader_close(r3d_png_reader *png);

/* ---- writing -------------------------------------------------------------------------------- */

/// A picture in numbers below color_count whose rows are made when they are written.
typedef struct r3d_png_indexed {
    int32_t width;          ///< 1..R3D_PICTURE_SIZE_MAX.
    int32_t height;         ///< 1..R3D_PICTURE_SIZE_MAX.
    const uint32_t *colors; ///< 0xRRGGBB.
    int32_t color_count;    ///< 1..256.
    /// Makes row y, `width` numbers below color_count; called from the top row to the bottom row.
    void (*row)(void *user, int32_t y, uint8_t *out_numbers);
    void *user;
} r3d_png_indexed;

/// Writes a PNG file of 8-bit numbers with a palette; the file appears whole or not at all, as by
/// r3d_png_save. Equal pixels give equal bytes.
/// @param allocator  NULL for malloc.
/// @return R3D_OK, R3D_ERR_ARGUMENT, R3D_ERR_RANGE (sizes, number of colours), R3D_ERR_MEMORY,
///         R3D_ERR_IO_WRITE. `row` was not called when an argument is wrong.
R3D_API r3d_result r3d_png_indexed_save(const r3d_png_indexed *picture, const char *path,
                                        const r3d_allocator *allocator, r3d_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
