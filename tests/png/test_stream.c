/* SPDX-License-Identifier: MIT */
// The row-streaming decoder: rows come one at a time from any source, with the memory of a few
// rows, and the calls hold their states.

#if !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L
#endif

#include "io_test.h"

#include <sys/resource.h>

#include <retro3d/io.h>
#include <retro3d/png.h>

#include "counting_allocator.h"
#include "png_forge.h"
#include "png_internal.h"

/* ---- sources ---- */

typedef struct slow_source {
    const forge *file;
    size_t position;
    size_t step;      ///< Bytes given at once.
    size_t fail_from; ///< Reading fails from this position on; SIZE_MAX: never.
} slow_source;

static bool slow_read(void *user, void *out, size_t size, size_t *out_got)
{
    slow_source *self = user;
    if (self->position >= self->fail_from) {
        return false;
    }
    size_t left = self->file->size - self->position;
    size_t part = size < self->step ? size : self->step;
    part = part < left ? part : left;
    memcpy(out, self->file->data + self->position, part);
    self->position += part;
    *out_got = part;
    return true;
}

static r3d_result open_slow(slow_source *slow, bool tell_size, const r3d_allocator *hooks,
                            r3d_png_reader **out_png, r3d_error *out_error)
{
    const r3d_png_source source = {
        .read = slow_read,
        .user = slow,
        .size = tell_size ? (int64_t)slow->file->size : -1,
    };
    return r3d_png_reader_open(&source, "slow", NULL, hooks, out_png, out_error);
}

static forge make_file(int width, int height, unsigned depth, unsigned color_type,
                       unsigned interlace, forge_picture *out_made)
{
    forge_picture_random(out_made, width, height, depth, color_type, interlace, 77);
    forge file = {.data = NULL};
    forge_file(out_made, FORGE_FILTER_RANDOM, &file);
    return file;
}

static void assert_row(const forge_picture *made, int y, const void *row)
{
    const uint8_t *bytes = row;
    const uint16_t *words = row;
    for (int x = 0; x < made->width; x++) {
        unsigned expected[4];
        forge_expect(made, x, y, expected);
        for (int c = 0; c < 4; c++) {
            unsigned found = made->depth == 16 ? words[4 * x + c] : bytes[4 * x + c];
            assert_int_equal(found, expected[c]);
        }
    }
}

// Reads all rows and finishes.
static r3d_result read_rows(r3d_png_reader *png, const forge_picture *made, r3d_error *out_error)
{
    const r3d_png_header *header = r3d_png_reader_get_header(png);
    uint16_t *row = malloc(header->row_size);
    assert_non_null(row);
    r3d_result result = R3D_OK;
    for (int32_t y = 0; y < header->height && result == R3D_OK; y++) {
        result = r3d_png_reader_read_row(png, row, out_error);
        if (result == R3D_OK && made != NULL) {
            assert_row(made, y, row);
        }
    }
    free(row);
    return result == R3D_OK ? r3d_png_reader_finish(png, out_error) : result;
}

/* ---- tests ---- */

static void rows_come_in_order_from_sources_of_any_step(void **state)
{
    (void)state;
    static const size_t steps[] = {1, 2, 3, 1000, 65536, SIZE_MAX};
    static const unsigned kinds[][2] = {{2, 8}, {3, 4}, {6, 16}, {0, 1}};
    for (size_t k = 0; k < 4; k++) {
        for (unsigned interlace = 0; interlace < 2; interlace++) {
            forge_picture made;
            forge file = make_file(67, 31, kinds[k][1], kinds[k][0], interlace, &made);
            for (size_t i = 0; i < 2 * sizeof steps / sizeof steps[0]; i++) {
                slow_source slow = {.file = &file, .step = steps[i / 2], .fail_from = SIZE_MAX};
                counting_allocator counter = {.calls = 0};
                r3d_allocator hooks = counting_hooks(&counter);
                r3d_png_reader *png = NULL;
                r3d_error error;
                assert_int_equal(open_slow(&slow, i % 2 == 0, &hooks, &png, &error), R3D_OK);
                assert_int_equal(read_rows(png, &made, &error), R3D_OK);
                r3d_png_reader_close(png);
                assert_int_equal(counter.live, 0);
            }
            forge_free(&file);
            forge_picture_free(&made);
        }
    }
}

static void the_header_tells_what_the_file_is(void **state)
{
    (void)state;
    forge_picture made;
    forge_picture_random(&made, 13, 7, 4, 3, 1, 5);
    made.palette_count = 16;
    made.trns_size = 2;
    made.trns[0] = 0;
    made.trns[1] = 128;
    forge file = {.data = NULL};
    forge_file(&made, 0, &file);
    r3d_png_reader *png = NULL;
    assert_int_equal(r3d_png_reader_open_memory(file.data, file.size, "", NULL, NULL, &png, NULL),
                     R3D_OK);
    const r3d_png_header *header = r3d_png_reader_get_header(png);
    assert_int_equal(header->width, 13);
    assert_int_equal(header->height, 7);
    assert_int_equal(header->bit_depth, 4);
    assert_int_equal(header->color_type, R3D_PNG_PALETTE);
    assert_true(header->interlaced && header->has_transparency && header->has_alpha);
    assert_int_equal(header->layout, R3D_LAYOUT_RGBA8);
    assert_int_equal(header->row_size, 13 * 4);
    assert_int_equal(header->palette_count, 16);
    assert_memory_equal(header->palette[1], made.palette + 3, 3);
    assert_int_equal(header->palette[0][3], 0);
    assert_int_equal(header->palette[1][3], 128);
    assert_int_equal(header->palette[2][3], 255);
    r3d_png_reader_close(png);
    forge_free(&file);
    forge_picture_free(&made);
}

static void rows_can_be_palette_indices(void **state)
{
    (void)state;
    for (unsigned depth = 1; depth <= 8; depth *= 2) {
        for (unsigned interlace = 0; interlace < 2; interlace++) {
            forge_picture made;
            forge file = make_file(29, 17, depth, 3, interlace, &made);
            r3d_png_reader *png = NULL;
            assert_int_equal(
                r3d_png_reader_open_memory(file.data, file.size, "", NULL, NULL, &png, NULL),
                R3D_OK);
            assert_int_equal(r3d_png_reader_set_rows(png, R3D_PNG_ROWS_INDEX8, NULL), R3D_OK);
            assert_int_equal(r3d_png_reader_get_header(png)->row_size, 29);
            uint8_t rows[17 * 29];
            assert_int_equal(r3d_png_reader_read_all(png, rows, NULL), R3D_OK);
            for (size_t i = 0; i < sizeof rows; i++) {
                assert_int_equal(rows[i], made.samples[i]);
            }
            assert_int_equal(r3d_png_reader_finish(png, NULL), R3D_OK);
            assert_int_equal(r3d_png_reader_set_rows(png, R3D_PNG_ROWS_RGBA, NULL), R3D_ERR_STATE);
            r3d_png_reader_close(png);
            forge_free(&file);
            forge_picture_free(&made);
        }
    }
}

static void indices_of_a_file_without_palette_are_refused(void **state)
{
    (void)state;
    forge_picture made;
    forge file = make_file(3, 3, 8, 0, 0, &made);
    r3d_png_reader *png = NULL;
    r3d_error error;
    assert_int_equal(r3d_png_reader_open_memory(file.data, file.size, "", NULL, NULL, &png, NULL),
                     R3D_OK);
    assert_int_equal(r3d_png_reader_set_rows(png, R3D_PNG_ROWS_INDEX8, &error),
                     R3D_ERR_FORMAT_UNSUPPORTED);
    assert_non_null(strstr(error.message, "colour type 0, expected 3"));
    assert_int_equal(read_rows(png, &made, NULL), R3D_OK);
    r3d_png_reader_close(png);
    forge_free(&file);
    forge_picture_free(&made);
}

static void finish_verifies_rows_that_nobody_read(void **state)
{
    (void)state;
    for (unsigned interlace = 0; interlace < 2; interlace++) {
        forge_picture made;
        forge file = make_file(40, 40, 8, 6, interlace, &made);
        for (int rows = 0; rows <= 40; rows += 10) {
            for (int damage = 0; damage < 2; damage++) {
                // The Adler-32 is wrong, with a right CRC.
                forge copy = {.data = NULL};
                forge_bytes(&copy, file.data, file.size - 12 - 8);
                uint32_t adler = 0;
                memcpy(&adler, file.data + file.size - 12 - 8, 4);
                adler ^= damage != 0 ? 0x10u : 0u;
                forge_bytes(&copy, &adler, 4);
                forge_u32(&copy, forge_crc32(0, copy.data + 37, copy.size - 37));
                forge_iend(&copy);
                r3d_png_reader *png = NULL;
                assert_int_equal(
                    r3d_png_reader_open_memory(copy.data, copy.size, "", NULL, NULL, &png, NULL),
                    R3D_OK);
                uint8_t row[160];
                for (int y = 0; y < rows; y++) {
                    assert_int_equal(r3d_png_reader_read_row(png, row, NULL), R3D_OK);
                    assert_row(&made, y, row);
                }
                assert_int_equal(r3d_png_reader_finish(png, NULL),
                                 damage != 0 ? R3D_ERR_FORMAT_CHECKSUM : R3D_OK);
                r3d_png_reader_close(png);
                forge_free(&copy);
            }
        }
        forge_free(&file);
        forge_picture_free(&made);
    }
}

static void calls_out_of_order_are_refused(void **state)
{
    (void)state;
    forge_picture made;
    forge file = make_file(2, 2, 8, 6, 0, &made);
    r3d_png_reader *png = NULL;
    uint8_t rows[16];
    r3d_error error;
    assert_int_equal(r3d_png_reader_open_memory(file.data, file.size, "n", NULL, NULL, &png, NULL),
                     R3D_OK);
    assert_int_equal(r3d_png_reader_read_row(png, rows, NULL), R3D_OK);
    assert_int_equal(r3d_png_reader_read_all(png, rows, &error), R3D_ERR_STATE);
    assert_string_equal(error.file, "n");
    assert_int_equal(r3d_png_reader_read_row(png, rows, NULL), R3D_OK);
    assert_int_equal(r3d_png_reader_read_row(png, rows, NULL), R3D_ERR_STATE);
    assert_int_equal(r3d_png_reader_finish(png, NULL), R3D_OK);
    assert_int_equal(r3d_png_reader_finish(png, NULL), R3D_ERR_STATE);
    assert_int_equal(r3d_png_reader_read_row(png, rows, NULL), R3D_ERR_STATE);
    r3d_png_reader_close(png);
    r3d_png_reader_close(NULL);
    forge_free(&file);
    forge_picture_free(&made);
}

static void a_failed_reader_stays_failed(void **state)
{
    (void)state;
    forge_picture made;
    forge_picture_random(&made, 2, 4, 8, 6, 0, 1);
    forge raw = {.data = NULL};
    forge_raw(&made, 0, &raw);
    raw.data[2 * 9] = 7; // filter of row 2
    forge idat = {.data = NULL};
    forge_zlib_stored(&idat, raw.data, raw.size);
    forge file = {.data = NULL};
    forge_head(&made, &file);
    forge_chunk(&file, "IDAT", idat.data, idat.size);
    forge_iend(&file);
    r3d_png_reader *png = NULL;
    uint8_t row[8];
    r3d_error error;
    assert_int_equal(r3d_png_reader_open_memory(file.data, file.size, "", NULL, NULL, &png, NULL),
                     R3D_OK);
    assert_int_equal(r3d_png_reader_read_row(png, row, NULL), R3D_OK);
    assert_int_equal(r3d_png_reader_read_row(png, row, NULL), R3D_OK);
    assert_int_equal(r3d_png_reader_read_row(png, row, &error), R3D_ERR_FORMAT_DATA);
    assert_non_null(strstr(error.message, "filter type 7 in row 2"));
    assert_int_equal(r3d_png_reader_read_row(png, row, &error), R3D_ERR_STATE);
    assert_non_null(strstr(error.message, "failed before"));
    assert_int_equal(r3d_png_reader_finish(png, NULL), R3D_ERR_STATE);
    r3d_png_reader_close(png);
    forge_free(&file);
    forge_free(&idat);
    forge_free(&raw);
    forge_picture_free(&made);
}

static void a_source_that_fails_or_ends_anywhere_is_reported(void **state)
{
    (void)state;
    for (unsigned interlace = 0; interlace < 2; interlace++) {
        forge_picture made;
        forge file = make_file(3, 3, 2, 0, interlace, &made);
        for (size_t at = 0; at < file.size; at++) {
            for (int ends = 0; ends < 2; ends++) {
                forge part = file;
                part.size = ends != 0 ? at : file.size;
                slow_source slow = {
                    .file = &part, .step = 1, .fail_from = ends != 0 ? SIZE_MAX : at};
                counting_allocator counter = {.calls = 0};
                r3d_allocator hooks = counting_hooks(&counter);
                r3d_png_reader *png = NULL;
                r3d_error error;
                r3d_result result = open_slow(&slow, false, &hooks, &png, &error);
                if (result == R3D_OK) {
                    result = read_rows(png, NULL, &error);
                } else {
                    assert_null(png);
                }
                assert_int_equal(result, ends != 0 ? R3D_ERR_FORMAT_TRUNCATED : R3D_ERR_IO_READ);
                assert_int_equal(error.offset, at);
                r3d_png_reader_close(png);
                assert_int_equal(counter.live, 0);
            }
        }
        forge_free(&file);
        forge_picture_free(&made);
    }
}

static void a_source_longer_than_the_limit_is_stopped(void **state)
{
    (void)state;
    forge_picture made;
    forge file = make_file(9, 9, 8, 6, 0, &made);
    slow_source slow = {.file = &file, .step = 10, .fail_from = SIZE_MAX};
    const r3d_png_source source = {.read = slow_read, .user = &slow, .size = -1};
    r3d_io_limits limits = {
        .struct_size = sizeof(r3d_io_limits), .max_samples = 0, .max_file_bytes = 200};
    r3d_png_reader *png = NULL;
    r3d_error error;
    assert_int_equal(r3d_png_reader_open(&source, "", &limits, NULL, &png, &error), R3D_OK);
    assert_int_equal(read_rows(png, NULL, &error), R3D_ERR_LIMIT);
    assert_non_null(strstr(error.message, "limit of 200 bytes"));
    r3d_png_reader_close(png);
    limits.max_file_bytes = (int64_t)file.size;
    slow.position = 0;
    assert_int_equal(r3d_png_reader_open(&source, "", &limits, NULL, &png, &error), R3D_OK);
    assert_int_equal(read_rows(png, &made, &error), R3D_OK);
    r3d_png_reader_close(png);
    forge_free(&file);
    forge_picture_free(&made);
}

static void a_bomb_costs_the_memory_of_a_few_rows(void **state)
{
    (void)state;
    // 32767 x 32767 pixels of one bit: 134 MB of zeros in 130 KB.
    enum { SIDE = 32767, ROW = SIDE / 8 + 2 };
    forge idat = {.data = NULL};
    uint8_t *zeros = calloc(SIDE, ROW);
    assert_non_null(zeros);
    forge_zlib_deflated(&idat, zeros, (size_t)SIDE * ROW, 6);
    free(zeros);
    forge file = {.data = NULL};
    forge_signature(&file);
    forge_ihdr(&file, SIDE, SIDE, 1, 0, 0);
    forge_chunk(&file, "IDAT", idat.data, idat.size);
    forge_iend(&file);
    forge_free(&idat);
    counting_allocator counter = {.calls = 0};
    r3d_allocator hooks = counting_hooks(&counter);
    r3d_io_limits limits = {
        .struct_size = sizeof(r3d_io_limits), .max_samples = INT64_MAX, .max_file_bytes = 0};
    r3d_png_reader *png = NULL;
    assert_int_equal(
        r3d_png_reader_open_memory(file.data, file.size, "", &limits, &hooks, &png, NULL), R3D_OK);
    static uint8_t row[SIDE * 4];
    for (int y = 0; y < 3; y++) {
        assert_int_equal(r3d_png_reader_read_row(png, row, NULL), R3D_OK);
    }
    assert_int_equal(r3d_png_reader_finish(png, NULL), R3D_OK);
    assert_true(counter.peak_bytes < 400000);
    r3d_png_reader_close(png);
    assert_int_equal(counter.live, 0);
    forge_free(&file);
}

static void a_file_is_closed_and_named(void **state)
{
    (void)state;
    static const char path[] = R3D_TEST_BINARY_DIR "/stream.png";
    forge_picture made;
    forge file = make_file(50, 50, 8, 2, 1, &made);
    assert_int_equal(r3d_file_write(path, file.data, file.size, NULL), R3D_OK);
    r3d_png_reader *png = NULL;
    r3d_error error;
    struct rlimit before;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    struct rlimit few = before;
    few.rlim_cur = 32;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
    for (int i = 0; i < 40; i++) {
        assert_int_equal(r3d_png_reader_open_file(path, NULL, NULL, &png, &error), R3D_OK);
        r3d_png_reader_close(png);
    }
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_int_equal(r3d_png_reader_open_file(path, NULL, NULL, &png, &error), R3D_OK);
    assert_int_equal(read_rows(png, &made, &error), R3D_OK);
    r3d_png_reader_close(png);
    file.data[40] ^= 1u;
    assert_int_equal(r3d_file_write(path, file.data, file.size, NULL), R3D_OK);
    r3d_picture picture;
    assert_int_equal(r3d_png_load(path, NULL, NULL, &picture, &error), R3D_ERR_FORMAT_CHECKSUM);
    assert_string_equal(error.file, path);
    assert_int_equal(remove(path), 0);
    assert_int_equal(r3d_png_load(path, NULL, NULL, &picture, &error), R3D_ERR_IO_OPEN);
    assert_string_equal(error.file, path);
    forge_free(&file);
    forge_picture_free(&made);
}

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    const r3d_png_source no_read = {NULL, NULL, -1};
    r3d_png_reader *png = (r3d_png_reader *)&png;
    uint8_t row[4] = {0};
    assert_int_equal(r3d_png_reader_open_memory(row, 4, "x", NULL, NULL, NULL, NULL),
                     R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_png_reader_open(NULL, "x", NULL, NULL, &png, NULL), R3D_ERR_ARGUMENT);
    assert_null(png);
    assert_int_equal(r3d_png_reader_open(&no_read, "x", NULL, NULL, &png, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_png_reader_open_file(NULL, NULL, NULL, &png, NULL), R3D_ERR_ARGUMENT);
    assert_null(r3d_png_reader_get_header(NULL));
    assert_int_equal(r3d_png_reader_set_rows(NULL, R3D_PNG_ROWS_RGBA, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_png_reader_read_row(NULL, row, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_png_reader_read_all(NULL, row, NULL), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_png_reader_finish(NULL, NULL), R3D_ERR_ARGUMENT);
    r3d_png_reader_close(NULL);
}

static void number_row(void *user, int32_t y, uint8_t *out_numbers)
{
    (void)user;
    for (int32_t x = 0; x < 5; x++) {
        out_numbers[x] = (uint8_t)((x + y) % 3);
    }
}

static void rows_of_numbers_are_written_and_read(void **state)
{
    (void)state;
    const char *path = R3D_TEST_BINARY_DIR "/numbers.png";
    const uint32_t colors[3] = {0x102030, 0xFFFFFF, 0x000001};
    r3d_png_indexed picture = {5, 4, colors, 3, number_row, NULL};
    r3d_error error;
    r3d_png_reader *png;
    (void)remove(path);
    picture.color_count = 257;
    assert_int_equal(r3d_png_indexed_save(&picture, path, NULL, &error), R3D_ERR_RANGE);
    picture.color_count = 3;
    picture.width = 0;
    assert_int_equal(r3d_png_indexed_save(&picture, path, NULL, &error), R3D_ERR_RANGE);
    picture.width = 5;
    picture.row = NULL;
    assert_int_equal(r3d_png_indexed_save(&picture, path, NULL, &error), R3D_ERR_ARGUMENT);
    picture.row = number_row;
    assert_int_equal(r3d_png_indexed_save(&picture, NULL, NULL, &error), R3D_ERR_ARGUMENT);
    assert_int_equal(r3d_png_reader_open_file(path, NULL, NULL, &png, &error), R3D_ERR_IO_OPEN);
    assert_int_equal(r3d_png_indexed_save(&picture, path, NULL, &error), R3D_OK);
    assert_int_equal(r3d_png_reader_open_file(path, NULL, NULL, &png, &error), R3D_OK);
    assert_int_equal(r3d_png_reader_get_header(png)->palette_count, 3);
    assert_int_equal(r3d_png_reader_set_rows(png, R3D_PNG_ROWS_INDEX8, &error), R3D_OK);
    for (int32_t y = 0; y < 4; y++) {
        uint8_t row[5];
        uint8_t wanted[5];
        number_row(NULL, y, wanted);
        assert_int_equal(r3d_png_reader_read_row(png, row, &error), R3D_OK);
        assert_memory_equal(row, wanted, 5);
    }
    assert_int_equal(r3d_png_reader_finish(png, &error), R3D_OK);
    r3d_png_reader_close(png);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_come_in_order_from_sources_of_any_step),
        cmocka_unit_test(the_header_tells_what_the_file_is),
        cmocka_unit_test(rows_can_be_palette_indices),
        cmocka_unit_test(indices_of_a_file_without_palette_are_refused),
        cmocka_unit_test(finish_verifies_rows_that_nobody_read),
        cmocka_unit_test(calls_out_of_order_are_refused),
        cmocka_unit_test(a_failed_reader_stays_failed),
        cmocka_unit_test(a_source_that_fails_or_ends_anywhere_is_reported),
        cmocka_unit_test(a_source_longer_than_the_limit_is_stopped),
        cmocka_unit_test(a_bomb_costs_the_memory_of_a_few_rows),
        cmocka_unit_test(a_file_is_closed_and_named),
        cmocka_unit_test(wrong_arguments_are_refused),
        cmocka_unit_test(rows_of_numbers_are_written_and_read),
    };
    return cmocka_run_group_tests_name("png_stream", tests, NULL, NULL);
}
