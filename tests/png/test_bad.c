/* SPDX-License-Identifier: MIT */
// Bad and hostile PNG files: each is refused with its own code, message and offset, at the price of
// no more memory than the file deserves. Source: spec golden section 12.

#include "io_test.h"

#include <retro3d/io.h>
#include <retro3d/png.h>

#include "counting_allocator.h"
#include "png_forge.h"
#include "bad_files.h"

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
    };
    return cmocka_run_group_tests_name("png_bad", tests, NULL, NULL);
}
