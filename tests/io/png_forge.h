/* SPDX-License-Identifier: MIT */
/// @file png_forge.h
/// Makes PNG files, right and wrong ones, byte by byte. Independent of the library: own CRC-32 and
/// Adler-32 (from their definitions), own filters, own interlacing; pictures are made of known
/// samples, so what a reader must give is known without one.

#ifndef RETRO3D_PNG_FORGE_H
#define RETRO3D_PNG_FORGE_H

#include <stddef.h>
#include <stdint.h>

/// Bytes that grow. Zeroed is empty. Out of memory ends the program.
typedef struct forge {
    uint8_t *data;
    size_t size;
    size_t capacity;
} forge;

void forge_free(forge *self);
void forge_u8(forge *self, unsigned value);
void forge_u32(forge *self, uint32_t value);
void forge_bytes(forge *self, const void *data, size_t size);

uint32_t forge_crc32(uint32_t crc, const void *data, size_t size); ///< Starts with 0.
uint32_t forge_adler32(const void *data, size_t size);

void forge_signature(forge *self);
void forge_chunk(forge *self, const char *type, const void *data, size_t size);
/// A chunk whose length field says `claimed` and whose CRC is xored with `damage`.
void forge_odd_chunk(forge *self, const char *type, const void *data, size_t size, uint32_t claimed,
                     uint32_t damage);
void forge_ihdr(forge *self, uint32_t width, uint32_t height, unsigned depth, unsigned color_type,
                unsigned interlace);
void forge_iend(forge *self);

/// zlib streams: stored blocks (no compressor involved), or zlib's own at a level.
void forge_zlib_stored(forge *self, const void *raw, size_t size);
void forge_zlib_deflated(forge *self, const void *raw, size_t size, int level);

/// Bits of a deflate stream, least significant first.
typedef struct forge_bits {
    forge *out;
    unsigned pending;
    unsigned count;
} forge_bits;

void forge_put(forge_bits *self, unsigned value, unsigned count);
/// A Huffman code: most significant bit first.
void forge_put_code(forge_bits *self, unsigned code, unsigned count);
void forge_flush(forge_bits *self);

/// Small random numbers, the same everywhere.
uint32_t forge_random(uint32_t *state);

enum forge_filters {
    FORGE_FILTER_CYCLE = 5, ///< 0..4 fix the filter of all rows.
    FORGE_FILTER_RANDOM = 6
};

/// A picture by its samples.
typedef struct forge_picture {
    int width;
    int height;
    unsigned depth;
    unsigned color_type;
    unsigned interlace;
    unsigned palette_count;
    uint8_t palette[256 * 3];
    unsigned trns_size; ///< 0: no tRNS chunk.
    uint8_t trns[256];
    uint16_t *samples; ///< height * width * channels.
} forge_picture;

unsigned forge_channels(unsigned color_type);

/// Fills a picture with random samples (indices below the palette's count) and a random palette of
/// 2^depth colours. Release with forge_picture_free.
void forge_picture_random(forge_picture *self, int width, int height, unsigned depth,
                          unsigned color_type, unsigned interlace, uint32_t seed);
void forge_picture_free(forge_picture *self);

/// Appends the filter byte and the filtered bytes of one row. `above` is NULL for the first row.
void forge_filter_row(unsigned filter, const uint8_t *row, const uint8_t *above, size_t size,
                      size_t bpp, forge *out);

/// The filtered rows (of all passes).
void forge_raw(const forge_picture *self, unsigned filter, forge *out);

/// Everything before IDAT: signature, IHDR, PLTE and tRNS.
void forge_head(const forge_picture *self, forge *out);

/// The whole file: stored blocks, one IDAT.
void forge_file(const forge_picture *self, unsigned filter, forge *out);

/// R, G, B, A of one pixel as a reader must give them: 8 bits, or 16 for depth 16.
void forge_expect(const forge_picture *self, int x, int y, unsigned out_rgba[4]);

#endif
