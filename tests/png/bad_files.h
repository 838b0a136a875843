/* SPDX-License-Identifier: MIT */
/* Damaged PNG files: what test_bad.c and test_bad_chunks.c share. */

#ifndef R3D_TESTS_BAD_FILES_H
#define R3D_TESTS_BAD_FILES_H

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

#endif
