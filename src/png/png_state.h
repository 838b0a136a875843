/* SPDX-License-Identifier: MIT */
/// @file png_state.h
/// The inside of the PNG reader, shared by png_bytes.c, png_chunks.c and png_reader.c
/// (pixel data and rows).

#ifndef RETRO3D_PNG_STATE_H
#define RETRO3D_PNG_STATE_H

#include <stdio.h>

#include "../io/io_internal.h"
#include "png_inflate.h"
#include "png_internal.h"

#define R3D_PRIV_CHUNK(a, b, c, d)                                                                 \
    ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))

enum r3d_priv_png_buffers { R3D_PRIV_PNG_INPUT_SIZE = 65536 };

enum r3d_priv_png_step {
    R3D_PRIV_PNG_BEFORE_ROWS, ///< Open; no row was read.
    R3D_PRIV_PNG_IN_ROWS,     ///< Some rows were read.
    R3D_PRIV_PNG_FINISHED,    ///< The whole file is verified.
    R3D_PRIV_PNG_FAILED
};

struct r3d_png_reader {
    r3d_allocator allocator;
    r3d_io_limits limits;
    uint32_t features; ///< Of limits.isa, see r3d_isa_features.
    r3d_png_header header;
    r3d_png_rows rows;
    enum r3d_priv_png_step step;
    r3d_error *error; ///< Where the running call reports; NULL between calls.
    char *name;

    // Bytes.
    r3d_png_source source; ///< `read` is NULL when the file is in memory.
    FILE *file;            ///< Closed at the end unless NULL.
    r3d_priv_lent lent;    ///< Given back at the end.
    uint8_t *input_buffer; ///< NULL when the file is in memory.
    const uint8_t *input;  ///< Bytes that were read but not consumed.
    size_t input_size;
    int64_t offset; ///< File offset of input[0].

    // The current chunk; its type is 0 when none is open.
    uint32_t chunk_type;
    uint32_t chunk_left;  ///< Data bytes not consumed.
    int64_t chunk_offset; ///< Of the length field.
    uint32_t chunk_crc;
    bool have_palette;
    bool idat_over; ///< A chunk that is not IDAT followed the pixel data.

    // Pixel data: compressed -> raw (filtered rows) -> out.
    r3d_priv_png_inflater *inflate;
    bool deflate_ended;
    uint32_t adler;
    int64_t raw_left; ///< Raw bytes that the header promises and that are not inflated yet.
    uint8_t *raw;
    size_t raw_capacity;
    size_t raw_begin; ///< First byte that is not unfiltered yet.
    size_t raw_end;
    size_t previous; ///< Where the row above begins in `raw`; at most raw_begin.
    bool have_previous;
    uint8_t *line;    ///< One expanded row.
    uint8_t *picture; ///< All expanded rows of an interlaced file that is read row by row.
    int32_t rows_read;
};

/* ---- png_bytes.c ---- */

/// Reports a failure; the reader is dead afterwards.
r3d_result r3d_priv_png_fail(r3d_png_reader *png, r3d_result result, int64_t offset,
                             const char *format, ...) R3D_PRIV_PRINTF(4, 5);

/// Reads from memory, which the reader borrows.
void r3d_priv_png_set_memory(r3d_png_reader *png, const void *data, size_t size);

/// Makes at least one byte available; none are after it at the end of the file.
r3d_result r3d_priv_png_fill(r3d_png_reader *png);

/// Passes over bytes that are available.
void r3d_priv_png_advance(r3d_png_reader *png, size_t size);

/// Copies up to `size` bytes and tells how many; fewer only at the end of the file.
r3d_result r3d_priv_png_read_some(r3d_png_reader *png, uint8_t *out, size_t size, size_t *out_got);

/// Copies `size` bytes; `what` is what a file that ends too early ends inside.
r3d_result r3d_priv_png_read_exact(r3d_png_reader *png, uint8_t *out, size_t size,
                                   const char *what);

/* ---- png_chunks.c ---- */

/// Reports bad pixel data, or, if the CRC of the chunk that holds them is wrong, that: it is the
/// cause of which bad pixel data are the symptom.
r3d_result r3d_priv_png_fail_data(r3d_png_reader *png, r3d_result result, const char *format, ...)
    R3D_PRIV_PRINTF(3, 4);

/// Reads the signature and all chunks up to the first IDAT, whose data are next.
r3d_result r3d_priv_png_begin(r3d_png_reader *png);

/// Makes input[0] the next byte of pixel data and tells how many follow it there, at least 1.
/// Crosses chunk boundaries, checking their CRCs.
r3d_result r3d_priv_png_idat(r3d_png_reader *png, size_t *out_size);

/// Consumes bytes that r3d_priv_png_idat made available.
void r3d_priv_png_consume(r3d_png_reader *png, size_t size);

/// Reads everything behind the end of the pixel data, up to the end of the file.
r3d_result r3d_priv_png_end(r3d_png_reader *png);

/// Bytes of `width` pixels, not counting the filter byte.
size_t r3d_priv_png_raw_row(const r3d_png_header *header, int32_t width);

/// Bytes that the pixel data must inflate to. At most 32767 * (1 + 262136), about 2^33.
int64_t r3d_priv_png_raw_size(const r3d_png_header *header);

/* ---- checksum.c ---- */

/// CRC-32 and Adler-32 of `size` more bytes; they begin with 0 and 1.
uint32_t r3d_priv_crc32(uint32_t crc, const void *data, size_t size);
uint32_t r3d_priv_adler32(uint32_t adler, const void *data, size_t size);

/* ---- png_rows.c ---- */

/// One of the seven passes of an interlaced picture, or the only pass of another.
typedef struct r3d_priv_png_pass {
    int32_t x, y; ///< First pixel.
    int32_t step_x, step_y;
    int32_t width, height; ///< Pixels; either may be 0, then the pass is not stored.
} r3d_priv_png_pass;

int r3d_priv_png_pass_count(const r3d_png_header *header);
r3d_priv_png_pass r3d_priv_png_get_pass(const r3d_png_header *header, int number);

#endif
