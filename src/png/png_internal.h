/* SPDX-License-Identifier: MIT */
/// @file png_internal.h
/// The verifying PNG reader as a stream of rows, for rooms that compare or convert while decoding.
///
/// open -> header -> row, row, ... -> finish -> close. Memory is O(row) for files that are not
/// interlaced; an interlaced file needs its whole picture, allocated at the first row. A file is
/// verified completely only when `finish` returned R3D_OK.
/// Not part of the public API and not exported: who calls it has to be in the same library, or link
/// retro3d::io statically.
/// Source: spec golden section 1; the choices it leaves open are in docs/formats.md.

#ifndef RETRO3D_PNG_INTERNAL_H
#define RETRO3D_PNG_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <retro3d/io.h>

enum r3d_priv_png_colour {
    R3D_PRIV_PNG_GREY = 0,
    R3D_PRIV_PNG_RGB = 2,
    R3D_PRIV_PNG_PALETTE = 3,
    R3D_PRIV_PNG_GREY_ALPHA = 4,
    R3D_PRIV_PNG_RGB_ALPHA = 6
};

enum r3d_priv_png_sizes { R3D_PRIV_PNG_PALETTE_MAX = 256 };

/// What a row consists of.
typedef enum r3d_priv_png_rows {
    R3D_PRIV_PNG_ROWS_RGBA = 0,   ///< RGBA8, or RGBA16 for 16-bit files.
    R3D_PRIV_PNG_ROWS_INDEX8 = 1, ///< One palette index a byte; colour type 3 only.
    /// RGB8 or RGBA8 as stored where the file is such a one, else as ROWS_RGBA; the header's layout
    /// tells which.
    R3D_PRIV_PNG_ROWS_NATIVE = 2
} r3d_priv_png_rows;

/// What the chunks before the pixels say.
typedef struct r3d_priv_png_header {
    int32_t width;       ///< 1..R3D_PICTURE_SIZE_MAX.
    int32_t height;      ///< 1..R3D_PICTURE_SIZE_MAX.
    int32_t bit_depth;   ///< 1, 2, 4, 8, 16 as the colour type allows.
    int32_t colour_type; ///< enum r3d_priv_png_colour.
    bool interlaced;
    bool has_transparency; ///< A tRNS chunk is present.
    bool has_alpha;        ///< Colour type 4 or 6, or has_transparency.
    r3d_layout layout;     ///< R3D_LAYOUT_RGBA8, RGBA16, or RGB8 (ROWS_NATIVE).
    size_t row_size;       ///< Bytes of one row in the chosen form.
    int32_t palette_count; ///< Entries of PLTE, 0 without one.
    uint8_t palette[R3D_PRIV_PNG_PALETTE_MAX][4]; ///< R, G, B, A; A is 255 where tRNS is silent.
    uint16_t transparent[3];                      ///< tRNS of grey (first only) and RGB files.
} r3d_priv_png_header;

/// Where the bytes of a file come from.
typedef struct r3d_priv_png_source {
    /// Puts 1..size bytes into `out` and their number into `*out_got`, 0 at the end.
    /// Returns false when reading failed.
    bool (*read)(void *user, void *out, size_t size, size_t *out_got);
    void *user;
    int64_t size; ///< Bytes of the whole file, or -1 if that is not known.
} r3d_priv_png_source;

typedef struct r3d_priv_png r3d_priv_png;

/// Reads up to the first pixel data.
/// @param name       What errors call the file; copied.
/// @param limits     NULL for the defaults.
/// @param allocator  NULL for malloc; copied.
/// @param out_png    Close it with r3d_priv_png_close; NULL after an error.
r3d_result r3d_priv_png_open(const r3d_priv_png_source *source, const char *name,
                             const r3d_io_limits *limits, const r3d_allocator *allocator,
                             r3d_priv_png **out_png, r3d_error *out_error);

/// The same from memory, which must stay valid until close. Nothing is copied.
r3d_result r3d_priv_png_open_memory(const void *data, size_t size, const char *name,
                                    const r3d_io_limits *limits, const r3d_allocator *allocator,
                                    r3d_priv_png **out_png, r3d_error *out_error);

/// The same from a regular file, which is closed by r3d_priv_png_close.
r3d_result r3d_priv_png_open_file(const char *path, const r3d_io_limits *limits,
                                  const r3d_allocator *allocator, r3d_priv_png **out_png,
                                  r3d_error *out_error);

/// Valid until close.
const r3d_priv_png_header *r3d_priv_png_get_header(const r3d_priv_png *png);

/// Chooses the form of the rows; before the first row only.
/// @return R3D_OK, R3D_ERR_STATE, R3D_ERR_FORMAT_UNSUPPORTED (indices of a file without palette).
r3d_result r3d_priv_png_set_rows(r3d_priv_png *png, r3d_priv_png_rows rows, r3d_error *out_error);

/// Decodes the next row.
/// @param out_row  Room for header.row_size bytes; for RGBA16 aligned as uint16_t is.
/// @return R3D_OK; an error, after which every further call returns R3D_ERR_STATE;
///         R3D_ERR_STATE after the last row.
r3d_result r3d_priv_png_read_row(r3d_priv_png *png, void *out_row, r3d_error *out_error);

/// Decodes all rows into one block without padding; instead of r3d_priv_png_read_row. Saves an
/// interlaced file the second copy of the picture.
r3d_result r3d_priv_png_read_all(r3d_priv_png *png, void *out_rows, r3d_error *out_error);

/// Verifies everything behind the rows that were read: further rows, exact length of the pixel
/// data, Adler-32, remaining chunks, IEND, nothing after it.
r3d_result r3d_priv_png_finish(r3d_priv_png *png, r3d_error *out_error);

/// Releases everything. NULL is accepted.
void r3d_priv_png_close(r3d_priv_png *png);

/* ---- rows (png_rows.c) ---- */

/// Undoes the filter of one row in place.
/// @param row       `size` filtered bytes, without the filter byte.
/// @param previous  The row above, unfiltered, or NULL for the first row of a picture or pass.
/// @param bpp       Distance to the corresponding byte of the pixel to the left: 1..8.
/// @return false for a filter type above 4.
bool r3d_priv_png_unfilter(unsigned filter, uint8_t *row, const uint8_t *previous, size_t size,
                           size_t bpp);

/// Expands `width` samples of an unfiltered row to the chosen form.
/// @return -1, or the first column whose palette index is not below the palette's count.
int32_t r3d_priv_png_expand(const r3d_priv_png_header *header, r3d_priv_png_rows rows,
                            const uint8_t *row, int32_t width, void *out_row);

#endif
