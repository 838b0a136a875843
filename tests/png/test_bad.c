/* SPDX-License-Identifier: MIT */
// Bad and hostile PNG files: each is refused with its own code, message and offset, at the price of
// no more memory than the file deserves. Source: spec golden section 12.

#include "io_test.h"

#include <retro3d/io.h>
#include <retro3d/png.h>

#include "counting_allocator.h"
#include "png_forge.h"

/* ---- checks ---- */

enum { ANY_OFFSET = -2 };

// Decodes a file that must fail, and frees it.
static void expect_at(forge *file, r3d_result result, int64_t offset, const char *text)
{
    counting_allocator counter = {.calls = 0};
    r3d_allocator hooks = counting_hooks(&counter);
    r3d_picture picture;
    r3d_error error;
    memset(&picture, 0xa5, sizeof picture);
    memset(&error, 0xa5, sizeof error);
    uint8_t nothing = 0;
    r3d_result found = r3d_png_decode(file->data != NULL ? file->data : &nothing, file->size,
                                      "forged", NULL, &hooks, &picture, &error);
    if (found == R3D_OK) {
        fail_msg("accepted; expected: %s", text);
    }
    assert_int_equal(error.result, found);
    if (found != result || strstr(error.message, text) == NULL) {
        fail_msg("found %d '%s', expected %d '%s'", found, error.message, result, text);
    }
    if (offset != ANY_OFFSET && error.offset != offset) {
        fail_msg("%s: offset %d, expected %d", error.message, (int)error.offset, (int)offset);
    }
    assert_true(error.offset >= 0 && error.offset <= (int64_t)file->size);
    assert_int_equal(error.line, 0);
    assert_string_equal(error.file, "forged");
    assert_null(picture.pixels);
    assert_int_equal(picture.width, 0);
    assert_int_equal(counter.live, 0);
    // The same without a report.
    assert_int_equal(r3d_png_decode(file->data != NULL ? file->data : &nothing, file->size, NULL,
                                    NULL, NULL, &picture, NULL),
                     result);
    forge_free(file);
}

static void expect(forge *file, r3d_result result, const char *text)
{
    expect_at(file, result, ANY_OFFSET, text);
}

/* ---- parts of files ---- */

// 3 x 2 pixels RGB: two rows of filter byte and 9 bytes.
static const uint8_t raw_rgb[20] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1};

enum {
    IHDR_OFFSET = 8,
    AFTER_IHDR = 33 // 8 + 4 + 4 + 13 + 4
};

static void put_start(forge *self)
{
    forge_signature(self);
    forge_ihdr(self, 3, 2, 8, 2, 0);
}

static void put_idat(forge *self, const void *raw, size_t size)
{
    forge idat = {.data = NULL};
    forge_zlib_stored(&idat, raw, size);
    forge_chunk(self, "IDAT", idat.data, idat.size);
    forge_free(&idat);
}

static void put_rest(forge *self)
{
    put_idat(self, raw_rgb, sizeof raw_rgb);
    forge_iend(self);
}

static forge good_file(void)
{
    forge file = {.data = NULL};
    put_start(&file);
    put_rest(&file);
    return file;
}

// A file with the given compressed data in one IDAT chunk; takes them over.
static forge file_of_idat(forge *idat)
{
    forge file = {.data = NULL};
    put_start(&file);
    forge_chunk(&file, "IDAT", idat->data, idat->size);
    forge_iend(&file);
    forge_free(idat);
    return file;
}

// A good file of 30 x 20 pixels of some kind.
static forge good_file_of(unsigned color_type, unsigned depth, unsigned interlace, unsigned trns)
{
    forge_picture made;
    forge_picture_random(&made, 5, 4, depth, color_type, interlace, 1);
    made.trns_size = trns;
    forge file = {.data = NULL};
    forge_file(&made, FORGE_FILTER_CYCLE, &file);
    forge_picture_free(&made);
    return file;
}

static void the_file_that_the_others_damage_is_good(void **state)
{
    (void)state;
    forge file = good_file();
    r3d_picture picture;
    assert_int_equal(r3d_png_decode(file.data, file.size, "", NULL, NULL, &picture, NULL), R3D_OK);
    assert_int_equal(picture.width, 3);
    assert_int_equal(picture.height, 2);
    r3d_picture_free(&picture);
    forge_free(&file);
}

/* ---- signature ---- */

static void an_empty_file_and_a_lone_signature(void **state)
{
    (void)state;
    forge file = {.data = NULL};
    expect_at(&file, R3D_ERR_FORMAT_TRUNCATED, 0, "the file is empty");
    forge_bytes(&file, "\x89PN", 3);
    expect_at(&file, R3D_ERR_FORMAT_TRUNCATED, 3, "inside the PNG signature");
    forge_signature(&file);
    expect_at(&file, R3D_ERR_FORMAT_TRUNCATED, 8, "without an IEND");
}

static void one_wrong_byte_in_the_signature(void **state)
{
    (void)state;
    for (size_t i = 0; i < 8; i++) {
        forge file = good_file();
        file.data[i] ^= 0x40u;
        expect_at(&file, R3D_ERR_FORMAT_MAGIC, (int64_t)i, i < 4 ? "not a PNG" : "text mode");
    }
}

static void signatures_that_transfers_damage(void **state)
{
    (void)state;
    forge file = {.data = NULL};
    forge_bytes(&file, "\x89PNG\n\x1a\n\0\0\0\rIHDR", 16); // CR LF became LF
    expect_at(&file, R3D_ERR_FORMAT_MAGIC, 4, "text mode");
    forge_bytes(&file, "\x89PNG\r\r\n\x1a\r\n\0\0\0\r\nIHDR", 20); // LF became CR LF
    expect_at(&file, R3D_ERR_FORMAT_MAGIC, 5, "text mode");
    forge_bytes(&file, "\x89PNG\r\x1a\r\0\0\0\rIHDR", 16); // LF became CR
    expect_at(&file, R3D_ERR_FORMAT_MAGIC, 5, "text mode");
    forge_bytes(&file, "\tPNG\r\n\x1a\n\0\0\0\rIHDR", 16); // seven bits
    expect_at(&file, R3D_ERR_FORMAT_MAGIC, 0, "eighth bit");
    forge_bytes(&file, "BM not a PNG at all", 19);
    expect_at(&file, R3D_ERR_FORMAT_MAGIC, 0, "not a PNG file");
}

/* ---- every byte and every bit ---- */

static forge small_file(int kind)
{
    switch (kind) {
    case 0:
        return good_file();
    case 1:
        return good_file_of(3, 2, 0, 3);
    case 2:
        return good_file_of(6, 16, 1, 0);
    case 3:
        return good_file_of(0, 1, 1, 2);
    default: {
        forge file = {.data = NULL};
        put_start(&file);
        forge_chunk(&file, "gAMA", "\0\0\xb1\x8f", 4);
        put_rest(&file);
        return file;
    }
    }
}

static void every_truncation_is_reported_as_one(void **state)
{
    (void)state;
    for (int kind = 0; kind < 5; kind++) {
        forge file = small_file(kind);
        size_t whole = file.size;
        for (size_t size = 0; size < whole; size++) {
            forge part = {.data = NULL};
            forge_bytes(&part, file.data, size);
            expect(&part, R3D_ERR_FORMAT_TRUNCATED, "");
        }
        forge_free(&file);
    }
}

static void every_flipped_bit_is_found(void **state)
{
    (void)state;
    for (int kind = 0; kind < 5; kind++) {
        forge file = small_file(kind);
        for (size_t bit = 0; bit < file.size * 8; bit++) {
            file.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
            r3d_picture picture;
            r3d_result result =
                r3d_png_decode(file.data, file.size, "", NULL, NULL, &picture, NULL);
            // A CRC finds every single wrong bit, and nothing lies outside the CRCs that is not
            // checked otherwise.
            if (result == R3D_OK) {
                fail_msg("file %d: bit %d of byte %d", kind, (int)(bit % 8), (int)(bit / 8));
            }
            assert_null(picture.pixels);
            file.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        }
        forge_free(&file);
    }
}

static void a_rotten_byte_in_idat_is_blamed_on_the_crc(void **state)
{
    (void)state;
    // Whatever the damage does to inflate, filters or Adler-32: the CRC names the cause.
    forge file = good_file();
    size_t begin = AFTER_IHDR + 8;
    size_t end = file.size - 12 - 4;
    for (size_t at = begin; at < end; at++) {
        forge copy = {.data = NULL};
        forge_bytes(&copy, file.data, file.size);
        copy.data[at] ^= 0xffu;
        expect_at(&copy, R3D_ERR_FORMAT_CHECKSUM, (int64_t)end, "the CRC of chunk IDAT");
    }
    forge_free(&file);
}

/* ---- checksums ---- */

static void a_wrong_crc_in_each_chunk(void **state)
{
    (void)state;
    static const char *const types[] = {"IHDR", "PLTE", "tRNS", "gAMA", "IDAT", "IEND"};
    for (size_t wrong = 0; wrong < 6; wrong++) {
        forge_picture made;
        forge_picture_random(&made, 3, 2, 8, 3, 0, 1);
        forge raw = {.data = NULL};
        forge idat = {.data = NULL};
        forge_raw(&made, 0, &raw);
        forge_zlib_stored(&idat, raw.data, raw.size);
        forge ihdr = {.data = NULL};
        forge_ihdr(&ihdr, 3, 2, 8, 3, 0);
        const void *data[6] = {ihdr.data + 8, made.palette, "ab", "\0\0\xb1\x8f", idat.data, NULL};
        size_t sizes[6] = {13, 768, 2, 4, idat.size, 0};
        forge file = {.data = NULL};
        forge_signature(&file);
        size_t crc_offset = 0;
        for (size_t i = 0; i < 6; i++) {
            forge_odd_chunk(&file, types[i], data[i], sizes[i], (uint32_t)sizes[i],
                            i == wrong ? 0x01000000u : 0);
            if (i == wrong) {
                crc_offset = file.size - 4;
            }
        }
        char text[32];
        (void)snprintf(text, sizeof text, "the CRC of chunk %s", types[wrong]);
        expect_at(&file, R3D_ERR_FORMAT_CHECKSUM, (int64_t)crc_offset, text);
        forge_free(&ihdr);
        forge_free(&idat);
        forge_free(&raw);
        forge_picture_free(&made);
    }
}

static void a_wrong_adler(void **state)
{
    (void)state;
    for (size_t i = 1; i <= 4; i++) {
        forge idat = {.data = NULL};
        forge_zlib_stored(&idat, raw_rgb, sizeof raw_rgb);
        idat.data[idat.size - i] ^= 0x10u;
        forge file = file_of_idat(&idat);
        expect(&file, R3D_ERR_FORMAT_CHECKSUM, "Adler-32");
    }
}

static void a_missing_adler(void **state)
{
    (void)state;
    for (size_t cut = 1; cut <= 4; cut++) {
        forge idat = {.data = NULL};
        forge_zlib_stored(&idat, raw_rgb, sizeof raw_rgb);
        idat.size -= cut;
        forge file = file_of_idat(&idat);
        expect(&file, R3D_ERR_FORMAT_TRUNCATED, "the IDAT chunks end");
    }
}

/* ---- zlib header ---- */

static void wrong_zlib_headers(void **state)
{
    (void)state;
    static const struct {
        unsigned first, second;
        r3d_result result;
        const char *text;
    } cases[] = {
        {0x77, 0x09, R3D_ERR_FORMAT_DATA, "compression method 7"},
        {0x79, 0x1c, R3D_ERR_FORMAT_DATA, "compression method 9"},
        {0x70, 0x00, R3D_ERR_FORMAT_DATA, "compression method 0"},
        {0x88, 0x1c, R3D_ERR_FORMAT_DATA, "window size 8"},
        {0xf8, 0x0a, R3D_ERR_FORMAT_DATA, "window size 15"},
        {0x78, 0x02, R3D_ERR_FORMAT_CHECKSUM, "check bits"},
        {0x78, 0x20, R3D_ERR_FORMAT_DATA, "preset dictionary"},
        {0x78, 0xbb, R3D_ERR_FORMAT_DATA, "preset dictionary"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        forge idat = {.data = NULL};
        forge_zlib_stored(&idat, raw_rgb, sizeof raw_rgb);
        idat.data[0] = (uint8_t)cases[i].first;
        idat.data[1] = (uint8_t)cases[i].second;
        forge file = file_of_idat(&idat);
        expect(&file, cases[i].result, cases[i].text);
    }
}

static void a_zlib_header_split_between_idats_and_one_byte_long(void **state)
{
    (void)state;
    forge file = {.data = NULL};
    put_start(&file);
    forge_chunk(&file, "IDAT", "\x78", 1);
    forge_chunk(&file, "IDAT", "\x02", 1);
    forge_iend(&file);
    expect(&file, R3D_ERR_FORMAT_CHECKSUM, "check bits");
    put_start(&file);
    forge_chunk(&file, "IDAT", "\x78", 1);
    forge_iend(&file);
    expect(&file, R3D_ERR_FORMAT_TRUNCATED, "the IDAT chunks end");
    put_start(&file);
    forge_chunk(&file, "IDAT", NULL, 0);
    forge_chunk(&file, "IDAT", NULL, 0);
    forge_iend(&file);
    expect(&file, R3D_ERR_FORMAT_TRUNCATED, "the IDAT chunks end");
}

/* ---- deflate ---- */

static void start_deflate(forge *idat, forge_bits *bits, unsigned type)
{
    forge_bytes(idat, "\x78\x01", 2);
    *bits = (forge_bits){.out = idat};
    forge_put(bits, 1, 1); // the last block
    forge_put(bits, type, 2);
}

static void expect_bad_block(forge *idat, forge_bits *bits, r3d_result result, const char *text)
{
    forge_flush(bits);
    // Room for a decoder that finds the error late.
    static const uint8_t zeros[64] = {0};
    forge_bytes(idat, zeros, sizeof zeros);
    forge file = file_of_idat(idat);
    expect(&file, result, text);
}

static void expect_bad_deflate(forge *idat, forge_bits *bits)
{
    expect_bad_block(idat, bits, R3D_ERR_FORMAT_DATA, "bad compressed data");
}

static void a_stored_block_whose_length_is_not_confirmed(void **state)
{
    (void)state;
    forge idat = {.data = NULL};
    forge_zlib_stored(&idat, raw_rgb, sizeof raw_rgb);
    idat.data[5] ^= 1u;
    forge file = file_of_idat(&idat);
    expect(&file, R3D_ERR_FORMAT_DATA, "bad compressed data");
}

static void a_block_type_that_does_not_exist(void **state)
{
    (void)state;
    forge idat = {.data = NULL};
    forge_bits bits;
    start_deflate(&idat, &bits, 3);
    expect_bad_deflate(&idat, &bits);
}

static void a_distance_before_the_first_byte(void **state)
{
    (void)state;
    // Two literals, then "copy 3 bytes from 3 back".
    forge idat = {.data = NULL};
    forge_bits bits;
    start_deflate(&idat, &bits, 1);
    forge_put_code(&bits, 0x30, 8); // literal 0
    forge_put_code(&bits, 0x31, 8); // literal 1
    forge_put_code(&bits, 1, 7);    // length 3
    forge_put_code(&bits, 2, 5);    // distance 3
    expect_bad_deflate(&idat, &bits);
}

static void length_and_distance_codes_that_do_not_exist(void **state)
{
    (void)state;
    for (unsigned code = 286; code <= 287; code++) {
        forge idat = {.data = NULL};
        forge_bits bits;
        start_deflate(&idat, &bits, 1);
        forge_put_code(&bits, 0x30, 8);
        forge_put_code(&bits, 0xc0 + code - 280, 8);
        expect_bad_deflate(&idat, &bits);
    }
    for (unsigned code = 30; code <= 31; code++) {
        forge idat = {.data = NULL};
        forge_bits bits;
        start_deflate(&idat, &bits, 1);
        forge_put_code(&bits, 0x30, 8);
        forge_put_code(&bits, 1, 7);
        forge_put_code(&bits, code, 5);
        expect_bad_deflate(&idat, &bits);
    }
}

// Starts a dynamic block whose 19 code length codes have the given lengths.
static void start_dynamic(forge *idat, forge_bits *bits, unsigned literals, unsigned distances,
                          const unsigned lengths[19])
{
    static const uint8_t order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                      11, 4,  12, 3, 13, 2, 14, 1, 15};
    start_deflate(idat, bits, 2);
    forge_put(bits, literals - 257, 5);
    forge_put(bits, distances - 1, 5);
    forge_put(bits, 19 - 4, 4);
    for (int i = 0; i < 19; i++) {
        forge_put(bits, lengths[order[i]], 3);
    }
}

static void code_length_codes_that_are_over_subscribed_or_incomplete(void **state)
{
    (void)state;
    forge idat = {.data = NULL};
    forge_bits bits;
    const unsigned over[19] = {1, 1, 1};
    start_dynamic(&idat, &bits, 257, 1, over);
    expect_bad_deflate(&idat, &bits);
    const unsigned incomplete[19] = {2, 2, 2};
    start_dynamic(&idat, &bits, 257, 1, incomplete);
    expect_bad_deflate(&idat, &bits);
    const unsigned none[19] = {0};
    start_dynamic(&idat, &bits, 257, 1, none);
    expect_bad_deflate(&idat, &bits);
}

// Lengths for which symbol n of 0..15 has the 4-bit code n.
static const unsigned flat16[19] = {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4};

static void dynamic_block(unsigned literal_length, unsigned end_length, unsigned distance_length,
                          r3d_result result, const char *text)
{
    forge idat = {.data = NULL};
    forge_bits bits;
    start_dynamic(&idat, &bits, 257, 2, flat16);
    for (int i = 0; i < 256; i++) {
        forge_put_code(&bits, i < 4 ? literal_length : 0, 4);
    }
    forge_put_code(&bits, end_length, 4);
    forge_put_code(&bits, distance_length, 4);
    forge_put_code(&bits, distance_length, 4);
    expect_bad_block(&idat, &bits, result, text);
}

static void huffman_codes_that_are_over_subscribed_or_incomplete(void **state)
{
    (void)state;
    const r3d_result bad = R3D_ERR_FORMAT_DATA;
    const char *text = "bad compressed data";
    dynamic_block(1, 1, 1, bad, text); // five codes of one bit
    dynamic_block(2, 1, 1, bad, text); // four of two and one of one
    dynamic_block(2, 0, 1, bad, text); // no end of block
    // Room is left: five of three bits, two distances of two bits.
#if defined(R3D_INFLATE_ISAL)
    // ISA-L goes on to what the codes stand for; here that is not one picture.
    dynamic_block(3, 3, 1, R3D_ERR_FORMAT_COUNT, "longer than the picture");
    dynamic_block(3, 1, 2, R3D_ERR_FORMAT_COUNT, "20 bytes too short");
#else
    dynamic_block(3, 3, 1, bad, text);
    dynamic_block(3, 1, 2, bad, text);
#endif
}

static void too_many_length_or_distance_symbols(void **state)
{
    (void)state;
    forge idat = {.data = NULL};
    forge_bits bits;
    start_dynamic(&idat, &bits, 288, 2, flat16);
    expect_bad_deflate(&idat, &bits);
    start_dynamic(&idat, &bits, 257, 32, flat16);
    expect_bad_deflate(&idat, &bits);
}

static void a_repeat_without_a_length_before_it_or_past_the_last(void **state)
{
    (void)state;
    const unsigned lengths[19] = {[0] = 1, [16] = 2, [18] = 2};
    forge idat = {.data = NULL};
    forge_bits bits;
    start_dynamic(&idat, &bits, 257, 1, lengths);
    forge_put_code(&bits, 2, 2); // 16: repeat the previous one
    forge_put(&bits, 0, 2);
    expect_bad_deflate(&idat, &bits);
    start_dynamic(&idat, &bits, 257, 1, lengths);
    for (int i = 0; i < 2; i++) {
        forge_put_code(&bits, 3, 2); // 18: 138 zeros
        forge_put(&bits, 127, 7);
    }
    expect_bad_deflate(&idat, &bits);
}

static void a_deflate_stream_without_an_end(void **state)
{
    (void)state;
    // All rows are there, but no end of block.
    forge idat = {.data = NULL};
    forge_bits bits;
    start_deflate(&idat, &bits, 1);
    for (size_t i = 0; i < sizeof raw_rgb; i++) {
        forge_put_code(&bits, 0x30u + raw_rgb[i], 8);
    }
    forge_flush(&bits);
    forge file = file_of_idat(&idat);
    expect(&file, R3D_ERR_FORMAT_TRUNCATED, "the IDAT chunks end");
    // A stored block that is not the last.
    forge_zlib_stored(&idat, raw_rgb, sizeof raw_rgb);
    idat.data[2] = 0;
    idat.size -= 4;
    file = file_of_idat(&idat);
    expect(&file, R3D_ERR_FORMAT_TRUNCATED, "the IDAT chunks end");
}

static void data_after_the_end_of_the_stream(void **state)
{
    (void)state;
    forge idat = {.data = NULL};
    forge_zlib_stored(&idat, raw_rgb, sizeof raw_rgb);
    forge_u8(&idat, 0);
    forge file = file_of_idat(&idat);
    expect(&file, R3D_ERR_FORMAT_COUNT, "bytes follow the end of the compressed data");
    // In a chunk of its own, behind an empty one.
    put_start(&file);
    put_idat(&file, raw_rgb, sizeof raw_rgb);
    forge_chunk(&file, "IDAT", NULL, 0);
    forge_chunk(&file, "IDAT", "x", 1);
    forge_iend(&file);
    expect(&file, R3D_ERR_FORMAT_COUNT, "bytes follow the end of the compressed data");
}

/* ---- length of the pixel data ---- */

static void pixel_data_that_are_too_short(void **state)
{
    (void)state;
    for (size_t size = 0; size < sizeof raw_rgb; size++) {
        forge file = {.data = NULL};
        put_start(&file);
        put_idat(&file, raw_rgb, size);
        forge_iend(&file);
        char text[64];
        (void)snprintf(text, sizeof text, "%d bytes too short", (int)(sizeof raw_rgb - size));
        expect(&file, R3D_ERR_FORMAT_COUNT, text);
    }
}

static void pixel_data_that_are_too_long(void **state)
{
    (void)state;
    uint8_t raw[200000] = {0};
    static const size_t sizes[] = {21, 30, 100, sizeof raw};
    for (size_t i = 0; i < 4; i++) {
        forge file = {.data = NULL};
        put_start(&file);
        put_idat(&file, raw, sizes[i]);
        forge_iend(&file);
        expect(&file, R3D_ERR_FORMAT_COUNT, "longer than the picture");
    }
}

/* ---- IHDR ---- */

static void forged_ihdr(forge *file, uint32_t width, uint32_t height, unsigned depth,
                        unsigned color_type, unsigned interlace)
{
    forge_signature(file);
    forge_ihdr(file, width, height, depth, color_type, interlace);
    put_rest(file);
}

static void sizes_that_the_format_forbids(void **state)
{
    (void)state;
    static const uint32_t wrong[] = {0, 0x80000000u, 0x80000001u, 0xffffffffu};
    for (size_t i = 0; i < 4; i++) {
        forge file = {.data = NULL};
        forged_ihdr(&file, wrong[i], 2, 8, 2, 0);
        expect_at(&file, R3D_ERR_FORMAT_DATA, 16, "the format allows 1..2147483647");
        forged_ihdr(&file, 3, wrong[i], 8, 2, 0);
        expect_at(&file, R3D_ERR_FORMAT_DATA, 16, "the format allows 1..2147483647");
    }
}

static void sizes_beyond_the_limits(void **state)
{
    (void)state;
    static const uint32_t sizes[][2] = {
        {0x7fffffffu, 1},
        {1, 0x7fffffffu},
        {32768, 1},
        {1, 32768},
        {0x7fffffffu, 0x7fffffffu},
        {65536, 65536},             // 2^32 pixels
        {0x40000000u, 0x40000000u}, // 2^60, times 16 is 2^64
        {32767, 32767},             // above the default of 2^30 samples
        {16385, 16384},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        forge file = {.data = NULL};
        forged_ihdr(&file, sizes[i][0], sizes[i][1], 8, 2, 0);
        expect_at(&file, R3D_ERR_LIMIT, 16, "the limit is");
    }
}

static void depths_that_the_color_type_does_not_allow(void **state)
{
    (void)state;
    for (unsigned color_type = 0; color_type < 8; color_type++) {
        for (unsigned depth = 0; depth < 256; depth++) {
            bool power = depth == 1 || depth == 2 || depth == 4 || depth == 8 || depth == 16;
            bool good = power && (color_type == 0 || (color_type == 3 && depth < 16) || depth >= 8);
            if (good && color_type != 1 && color_type != 5 && color_type != 7) {
                continue;
            }
            forge file = {.data = NULL};
            forged_ihdr(&file, 3, 2, depth, color_type, 0);
            if (color_type == 1 || color_type == 5 || color_type == 7) {
                expect_at(&file, R3D_ERR_FORMAT_DATA, 25, "colour type");
            } else {
                expect_at(&file, R3D_ERR_FORMAT_DATA, 24, "bit depth");
            }
        }
    }
    forge file = {.data = NULL};
    forged_ihdr(&file, 3, 2, 8, 255, 0);
    expect_at(&file, R3D_ERR_FORMAT_DATA, 25, "colour type 255");
}

static void methods_that_do_not_exist(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        unsigned value;
        const char *text;
    } cases[] = {{10, 1, "compression method 1"}, {10, 255, "compression method 255"},
                 {11, 1, "filter method 1"},      {11, 64, "filter method 64"},
                 {12, 2, "interlace method 2"},   {12, 255, "interlace method 255"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t ihdr[13] = {0, 0, 0, 3, 0, 0, 0, 2, 8, 2, 0, 0, 0};
        ihdr[cases[i].at] = (uint8_t)cases[i].value;
        forge file = {.data = NULL};
        forge_signature(&file);
        forge_chunk(&file, "IHDR", ihdr, sizeof ihdr);
        put_rest(&file);
        expect_at(&file, R3D_ERR_FORMAT_UNSUPPORTED, (int64_t)(16 + cases[i].at), cases[i].text);
    }
}

static void an_ihdr_of_another_length(void **state)
{
    (void)state;
    uint8_t ihdr[14] = {0, 0, 0, 3, 0, 0, 0, 2, 8, 2, 0, 0, 0, 0};
    static const size_t sizes[] = {0, 12, 14};
    for (size_t i = 0; i < 3; i++) {
        forge file = {.data = NULL};
        forge_signature(&file);
        forge_chunk(&file, "IHDR", ihdr, sizes[i]);
        put_rest(&file);
        expect_at(&file, R3D_ERR_FORMAT_COUNT, IHDR_OFFSET, "expected 13");
    }
}

static void an_ihdr_missing_late_or_twice(void **state)
{
    (void)state;
    forge file = {.data = NULL};
    forge_signature(&file);
    put_rest(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, 8, "chunk IDAT is the first, expected IHDR");
    forge_signature(&file);
    forge_chunk(&file, "tEXt", "a", 1);
    forge_ihdr(&file, 3, 2, 8, 2, 0);
    put_rest(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, 8, "chunk tEXt is the first, expected IHDR");
    put_start(&file);
    forge_ihdr(&file, 3, 2, 8, 2, 0);
    put_rest(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, AFTER_IHDR, "IHDR stands twice");
    put_start(&file);
    put_idat(&file, raw_rgb, sizeof raw_rgb);
    size_t at = file.size;
    forge_ihdr(&file, 3, 2, 8, 2, 0);
    forge_iend(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, (int64_t)at, "IHDR stands twice");
}

/* ---- chunk structure ---- */

static void chunk_lengths_beyond_the_format_and_the_file(void **state)
{
    (void)state;
    static const uint32_t lengths[] = {0x80000000u, 0xffffffffu, 0x7fffffffu, 1000, 3};
    static const char *const types[] = {"tEXt", "IDAT", "PLTE"};
    for (size_t t = 0; t < 3; t++) {
        for (size_t i = 0; i < 5; i++) {
            forge file = {.data = NULL};
            put_start(&file);
            forge_odd_chunk(&file, types[t], "", 0, lengths[i], 0);
            bool impossible = lengths[i] > 0x7fffffffu;
            expect_at(&file, impossible ? R3D_ERR_FORMAT_COUNT : R3D_ERR_FORMAT_TRUNCATED,
                      AFTER_IHDR, impossible ? "the format allows" : "the file has only 4 more");
        }
    }
}

static void chunk_types_that_are_not_letters(void **state)
{
    (void)state;
    static const char *const types[] = {"tE t", "IDA\x01", "\xc9\x44\x41\x54",
                                        "1234", "tEX@",    "tEX["};
    for (size_t i = 0; i < 6; i++) {
        forge file = {.data = NULL};
        put_start(&file);
        forge_chunk(&file, types[i], "a", 1);
        put_rest(&file);
        expect_at(&file, R3D_ERR_FORMAT_DATA, AFTER_IHDR, "expected four letters");
    }
}

static void unknown_critical_chunks(void **state)
{
    (void)state;
    static const char *const types[] = {"IDAt", "IDaT", "IdAT", "Idat", "TRNS", "ABCD",
                                        "GAMA", "CgBI", "JDAT", "PLTe", "IENd"};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        char text[40];
        (void)snprintf(text, sizeof text, "unknown critical chunk %s", types[i]);
        forge file = {.data = NULL};
        put_start(&file);
        forge_chunk(&file, types[i], "abc", 3);
        put_rest(&file);
        expect_at(&file, R3D_ERR_FORMAT_UNSUPPORTED, AFTER_IHDR, text);
        put_start(&file);
        put_idat(&file, raw_rgb, sizeof raw_rgb);
        size_t at = file.size;
        forge_chunk(&file, types[i], "abc", 3);
        forge_iend(&file);
        expect_at(&file, R3D_ERR_FORMAT_UNSUPPORTED, (int64_t)at, text);
    }
}

static void an_iend_missing_not_empty_or_not_last(void **state)
{
    (void)state;
    forge file = {.data = NULL};
    put_start(&file);
    put_idat(&file, raw_rgb, sizeof raw_rgb);
    size_t at = file.size;
    expect_at(&file, R3D_ERR_FORMAT_TRUNCATED, (int64_t)at, "without an IEND");
    put_start(&file);
    put_idat(&file, raw_rgb, sizeof raw_rgb);
    forge_chunk(&file, "IEND", "a", 1);
    expect_at(&file, R3D_ERR_FORMAT_COUNT, (int64_t)at, "expected 0");
    file = good_file();
    at = file.size;
    forge_u8(&file, 0);
    expect_at(&file, R3D_ERR_FORMAT_DATA, (int64_t)at, "bytes follow the IEND");
    file = good_file();
    forge second = good_file();
    forge_bytes(&file, second.data, second.size);
    forge_free(&second);
    expect_at(&file, R3D_ERR_FORMAT_DATA, (int64_t)at, "bytes follow the IEND");
}

static void an_idat_missing_or_interrupted(void **state)
{
    (void)state;
    forge file = {.data = NULL};
    put_start(&file);
    forge_iend(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, AFTER_IHDR, "no IDAT");
    // Another chunk in the middle of the pixel data.
    forge idat = {.data = NULL};
    forge_zlib_stored(&idat, raw_rgb, sizeof raw_rgb);
    put_start(&file);
    forge_chunk(&file, "IDAT", idat.data, 12);
    forge_chunk(&file, "tEXt", "a", 1);
    size_t at = file.size;
    forge_chunk(&file, "IDAT", idat.data + 12, idat.size - 12);
    forge_iend(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, (int64_t)at, "separated from the IDAT chunks before");
    // Behind complete pixel data, and empty.
    put_start(&file);
    forge_chunk(&file, "IDAT", idat.data, idat.size);
    forge_chunk(&file, "tEXt", "a", 1);
    at = file.size;
    forge_chunk(&file, "IDAT", NULL, 0);
    forge_iend(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, (int64_t)at, "separated from the IDAT chunks before");
    // Half of the pixel data and no more.
    put_start(&file);
    forge_chunk(&file, "IDAT", idat.data, 12);
    forge_chunk(&file, "tEXt", "a", 1);
    forge_iend(&file);
    expect(&file, R3D_ERR_FORMAT_TRUNCATED, "the IDAT chunks end");
    forge_free(&idat);
}

/* ---- PLTE and tRNS ---- */

static void put_palette_file(forge *file, unsigned depth, size_t palette_size, size_t trns_size)
{
    static const uint8_t bytes[1000] = {0};
    uint8_t raw[8] = {0};
    forge_signature(file);
    forge_ihdr(file, 3, 2, depth, 3, 0);
    forge_chunk(file, "PLTE", bytes, palette_size);
    if (trns_size != SIZE_MAX) {
        forge_chunk(file, "tRNS", bytes, trns_size);
    }
    put_idat(file, raw, depth == 8 ? 8 : 4);
    forge_iend(file);
}

static void palettes_of_a_wrong_length(void **state)
{
    (void)state;
    static const struct {
        unsigned depth;
        size_t size;
        const char *text;
    } cases[] = {{8, 0, "1..256 colours"}, {8, 771, "1..256 colours"}, {8, 1, "1..256 colours"},
                 {8, 4, "1..256 colours"}, {8, 767, "1..256 colours"}, {1, 9, "bit depth"},
                 {2, 15, "bit depth"},     {4, 51, "bit depth"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        forge file = {.data = NULL};
        put_palette_file(&file, cases[i].depth, cases[i].size, SIZE_MAX);
        expect_at(&file, R3D_ERR_FORMAT_COUNT, AFTER_IHDR, cases[i].text);
    }
}

static void a_palette_missing_late_twice_or_in_grey(void **state)
{
    (void)state;
    static const uint8_t palette[6] = {0};
    static const uint8_t raw[8] = {0};
    forge file = {.data = NULL};
    forge_signature(&file);
    forge_ihdr(&file, 3, 2, 8, 3, 0);
    put_idat(&file, raw, sizeof raw);
    forge_iend(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, AFTER_IHDR, "IDAT stands before PLTE");
    put_start(&file);
    put_idat(&file, raw_rgb, sizeof raw_rgb);
    size_t at = file.size;
    forge_chunk(&file, "PLTE", palette, 6);
    forge_iend(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, (int64_t)at, "PLTE stands after IDAT");
    put_start(&file);
    forge_chunk(&file, "PLTE", palette, 6);
    at = file.size;
    forge_chunk(&file, "PLTE", palette, 6);
    put_rest(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, (int64_t)at, "PLTE stands twice");
    for (unsigned color_type = 0; color_type <= 4; color_type += 4) {
        forge_signature(&file);
        forge_ihdr(&file, 3, 2, 8, color_type, 0);
        forge_chunk(&file, "PLTE", palette, 6);
        put_rest(&file);
        expect_at(&file, R3D_ERR_FORMAT_DATA, AFTER_IHDR, "not allowed in a grey picture");
    }
    put_start(&file);
    forge_chunk(&file, "tRNS", palette, 6);
    at = file.size;
    forge_chunk(&file, "PLTE", palette, 6);
    put_rest(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, (int64_t)at, "PLTE follows tRNS");
}

static void a_palette_index_that_is_out_of_range(void **state)
{
    (void)state;
    for (unsigned depth = 1; depth <= 8; depth *= 2) {
        for (unsigned interlace = 0; interlace < 2; interlace++) {
            forge_picture made;
            forge_picture_random(&made, 9, 9, depth, 3, interlace, depth);
            made.palette_count = (1u << depth) - 1u;
            for (size_t i = 0; i < 81; i++) {
                made.samples[i] = 0;
            }
            made.samples[9 * 5 + 7] = (uint16_t)made.palette_count;
            forge file = {.data = NULL};
            forge_file(&made, 0, &file);
            expect(&file, R3D_ERR_FORMAT_INDEX, "row 5 has a palette index");
            forge_picture_free(&made);
        }
    }
}

static void transparency_of_a_wrong_length(void **state)
{
    (void)state;
    forge file = {.data = NULL};
    put_palette_file(&file, 8, 9, 4);
    expect(&file, R3D_ERR_FORMAT_COUNT, "chunk tRNS has 4 bytes");
    put_palette_file(&file, 8, 9, 0);
    expect(&file, R3D_ERR_FORMAT_COUNT, "chunk tRNS has 0 bytes");
    put_palette_file(&file, 8, 768, 257);
    expect(&file, R3D_ERR_FORMAT_COUNT, "chunk tRNS has 257 bytes");
    static const uint8_t bytes[8] = {0};
    for (size_t size = 0; size < 8; size++) {
        if (size != 2) {
            forge_signature(&file);
            forge_ihdr(&file, 3, 2, 8, 0, 0);
            forge_chunk(&file, "tRNS", bytes, size);
            put_rest(&file);
            expect_at(&file, R3D_ERR_FORMAT_COUNT, AFTER_IHDR, "expected 2");
        }
        if (size != 6) {
            put_start(&file);
            forge_chunk(&file, "tRNS", bytes, size);
            put_rest(&file);
            expect_at(&file, R3D_ERR_FORMAT_COUNT, AFTER_IHDR, "expected 6");
        }
    }
}

static void transparency_early_late_twice_or_beside_alpha(void **state)
{
    (void)state;
    static const uint8_t bytes[6] = {0};
    forge file = {.data = NULL};
    forge_signature(&file);
    forge_ihdr(&file, 3, 2, 8, 3, 0);
    forge_chunk(&file, "tRNS", bytes, 1);
    forge_chunk(&file, "PLTE", bytes, 6);
    put_rest(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, AFTER_IHDR, "tRNS stands before PLTE");
    put_start(&file);
    put_idat(&file, raw_rgb, sizeof raw_rgb);
    size_t at = file.size;
    forge_chunk(&file, "tRNS", bytes, 6);
    forge_iend(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, (int64_t)at, "tRNS stands after IDAT");
    put_start(&file);
    forge_chunk(&file, "tRNS", bytes, 6);
    at = file.size;
    forge_chunk(&file, "tRNS", bytes, 6);
    put_rest(&file);
    expect_at(&file, R3D_ERR_FORMAT_DATA, (int64_t)at, "tRNS stands twice");
    for (unsigned color_type = 4; color_type <= 6; color_type += 2) {
        forge_signature(&file);
        forge_ihdr(&file, 3, 2, 8, color_type, 0);
        forge_chunk(&file, "tRNS", bytes, 6);
        put_rest(&file);
        expect_at(&file, R3D_ERR_FORMAT_DATA, AFTER_IHDR, "not allowed in a picture with alpha");
    }
}

/* ---- filters ---- */

static void filter_types_that_do_not_exist(void **state)
{
    (void)state;
    static const int rows[] = {0, 4, 8};
    for (unsigned filter = 5; filter < 256; filter++) {
        for (size_t i = 0; i < 3; i++) {
            uint8_t raw[9 * 10] = {0};
            raw[rows[i] * 10] = (uint8_t)filter;
            forge file = {.data = NULL};
            forge_signature(&file);
            forge_ihdr(&file, 3, 9, 8, 2, 0);
            put_idat(&file, raw, sizeof raw);
            forge_iend(&file);
            char text[40];
            (void)snprintf(text, sizeof text, "filter type %u in row %d,", filter, rows[i]);
            expect(&file, R3D_ERR_FORMAT_DATA, text);
        }
    }
}

/* ---- size against effort ---- */

static void a_tiny_file_that_claims_a_huge_picture_fails_fast(void **state)
{
    (void)state;
    static const struct {
        uint32_t width, height;
        unsigned depth, color_type, interlace;
    } cases[] = {{32767, 8192, 8, 6, 0},  {16384, 16384, 16, 6, 0}, {32767, 8192, 1, 0, 0},
                 {16384, 16384, 8, 2, 1}, {8192, 32767, 16, 6, 1},  {32767, 32767, 16, 6, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        forge file = {.data = NULL};
        forged_ihdr(&file, cases[i].width, cases[i].height, cases[i].depth, cases[i].color_type,
                    cases[i].interlace);
        counting_allocator counter = {.calls = 0};
        r3d_allocator hooks = counting_hooks(&counter);
        r3d_io_limits limits = {
            .struct_size = sizeof(r3d_io_limits), .max_samples = INT64_MAX, .max_file_bytes = 0};
        r3d_picture picture;
        r3d_error error;
        assert_int_equal(
            r3d_png_decode(file.data, file.size, "", &limits, &hooks, &picture, &error),
            R3D_ERR_FORMAT_TRUNCATED);
        assert_non_null(strstr(error.message, "cannot hold so many"));
        assert_true(counter.peak_bytes < 10000);
        forge_free(&file);
    }
}

static void a_bomb_within_its_rights_stops_at_the_limit(void **state)
{
    (void)state;
    // One megabyte that really inflates to 32767 x 32767 grey pixels.
    forge file = {.data = NULL};
    forge_signature(&file);
    forge_ihdr(&file, 32767, 32767, 8, 0, 0);
    uint8_t *zeros = calloc(1, 1100000);
    assert_non_null(zeros);
    forge_chunk(&file, "IDAT", zeros, 1100000);
    free(zeros);
    forge_iend(&file);
    expect_at(&file, R3D_ERR_LIMIT, 16, "samples");
}

static void limits_are_kept_and_checked(void **state)
{
    (void)state;
    forge file = good_file();
    r3d_picture picture;
    r3d_io_limits limits = {.struct_size = sizeof(r3d_io_limits),
                            .max_samples = 3 * 2 * 4,
                            .max_file_bytes = (int64_t)file.size};
    assert_int_equal(r3d_png_decode(file.data, file.size, "", &limits, NULL, &picture, NULL),
                     R3D_OK);
    r3d_picture_free(&picture);
    limits.max_samples--;
    assert_int_equal(r3d_png_decode(file.data, file.size, "", &limits, NULL, &picture, NULL),
                     R3D_ERR_LIMIT);
    limits.max_samples++;
    limits.max_file_bytes--;
    assert_int_equal(r3d_png_decode(file.data, file.size, "", &limits, NULL, &picture, NULL),
                     R3D_ERR_LIMIT);
    limits.max_file_bytes = -1;
    assert_int_equal(r3d_png_decode(file.data, file.size, "", &limits, NULL, &picture, NULL),
                     R3D_ERR_RANGE);
    forge_free(&file);
}

static void missing_pointers_and_half_an_allocator_are_refused(void **state)
{
    (void)state;
    forge file = good_file();
    r3d_picture picture;
    counting_allocator counter = {.calls = 0};
    r3d_allocator half = counting_hooks(&counter);
    half.free = NULL;
    assert_int_equal(r3d_png_decode(file.data, file.size, "", NULL, &half, &picture, NULL),
                     R3D_ERR_ARGUMENT);
    assert_null(picture.pixels);
    assert_int_equal(r3d_png_decode(NULL, 3, "", NULL, NULL, &picture, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_png_decode(file.data, file.size, "", NULL, NULL, NULL, NULL),
                     R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_png_load(NULL, NULL, NULL, &picture, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_png_load("x", NULL, NULL, NULL, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(counter.calls, 0);
    forge_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_file_that_the_others_damage_is_good),
        cmocka_unit_test(an_empty_file_and_a_lone_signature),
        cmocka_unit_test(one_wrong_byte_in_the_signature),
        cmocka_unit_test(signatures_that_transfers_damage),
        cmocka_unit_test(every_truncation_is_reported_as_one),
        cmocka_unit_test(every_flipped_bit_is_found),
        cmocka_unit_test(a_rotten_byte_in_idat_is_blamed_on_the_crc),
        cmocka_unit_test(a_wrong_crc_in_each_chunk),
        cmocka_unit_test(a_wrong_adler),
        cmocka_unit_test(a_missing_adler),
        cmocka_unit_test(wrong_zlib_headers),
        cmocka_unit_test(a_zlib_header_split_between_idats_and_one_byte_long),
        cmocka_unit_test(a_stored_block_whose_length_is_not_confirmed),
        cmocka_unit_test(a_block_type_that_does_not_exist),
        cmocka_unit_test(a_distance_before_the_first_byte),
        cmocka_unit_test(length_and_distance_codes_that_do_not_exist),
        cmocka_unit_test(code_length_codes_that_are_over_subscribed_or_incomplete),
        cmocka_unit_test(huffman_codes_that_are_over_subscribed_or_incomplete),
        cmocka_unit_test(too_many_length_or_distance_symbols),
        cmocka_unit_test(a_repeat_without_a_length_before_it_or_past_the_last),
        cmocka_unit_test(a_deflate_stream_without_an_end),
        cmocka_unit_test(data_after_the_end_of_the_stream),
        cmocka_unit_test(pixel_data_that_are_too_short),
        cmocka_unit_test(pixel_data_that_are_too_long),
        cmocka_unit_test(sizes_that_the_format_forbids),
        cmocka_unit_test(sizes_beyond_the_limits),
        cmocka_unit_test(depths_that_the_color_type_does_not_allow),
        cmocka_unit_test(methods_that_do_not_exist),
        cmocka_unit_test(an_ihdr_of_another_length),
        cmocka_unit_test(an_ihdr_missing_late_or_twice),
        cmocka_unit_test(chunk_lengths_beyond_the_format_and_the_file),
        cmocka_unit_test(chunk_types_that_are_not_letters),
        cmocka_unit_test(unknown_critical_chunks),
        cmocka_unit_test(an_iend_missing_not_empty_or_not_last),
        cmocka_unit_test(an_idat_missing_or_interrupted),
        cmocka_unit_test(palettes_of_a_wrong_length),
        cmocka_unit_test(a_palette_missing_late_twice_or_in_grey),
        cmocka_unit_test(a_palette_index_that_is_out_of_range),
        cmocka_unit_test(transparency_of_a_wrong_length),
        cmocka_unit_test(transparency_early_late_twice_or_beside_alpha),
        cmocka_unit_test(filter_types_that_do_not_exist),
        cmocka_unit_test(a_tiny_file_that_claims_a_huge_picture_fails_fast),
        cmocka_unit_test(a_bomb_within_its_rights_stops_at_the_limit),
        cmocka_unit_test(limits_are_kept_and_checked),
        cmocka_unit_test(missing_pointers_and_half_an_allocator_are_refused),
    };
    return cmocka_run_group_tests_name("png_bad", tests, NULL, NULL);
}
