/* SPDX-License-Identifier: MIT */
/* Small pictures of every format: what test_picture.c and test_bad_picture.c share. */

#ifndef R3D_TESTS_PICTURE_FILES_H
#define R3D_TESTS_PICTURE_FILES_H

#include "io_test.h"

#include <retro3d/io.h>
#include <retro3d/pictures.h>

#include "counting_allocator.h"
#include "picture_forge.h"

#define FILE_NAME R3D_TEST_BINARY_DIR "/picture"

/* ---- helpers ---- */

// Decodes from memory and from a file, which must agree.
static r3d_result load(const forge *file, r3d_picture *out, r3d_error *out_error)
{
    counting_allocator counter = {.calls = 0};
    r3d_allocator hooks = counting_hooks(&counter);
    // An exact copy, so that a sanitizer sees a read behind the end.
    void *copy = malloc(file->size > 0 ? file->size : 1);
    assert_non_null(copy);
    if (file->size > 0) {
        memcpy(copy, file->data, file->size);
    }
    r3d_picture picture;
    r3d_result result =
        r3d_picture_decode(copy, file->size, "memory", NULL, &hooks, &picture, out_error);
    free(copy);
    assert_int_equal(r3d_file_write(FILE_NAME, file->data, file->size, NULL), R3D_OK);
    assert_int_equal(r3d_picture_load(FILE_NAME, NULL, NULL, out, NULL), result);
    if (result == R3D_OK) {
        size_t bytes = (size_t)picture.width * (size_t)picture.height *
                       (picture.layout == R3D_LAYOUT_RGBA16 ? 8 : 4);
        assert_int_equal(out->width, picture.width);
        assert_int_equal(out->height, picture.height);
        assert_int_equal(out->layout, picture.layout);
        assert_int_equal(out->has_alpha, picture.has_alpha);
        assert_memory_equal(out->pixels, picture.pixels, bytes);
        r3d_picture_free(&picture);
    } else {
        assert_null(picture.pixels);
        assert_null(out->pixels);
    }
    assert_int_equal(counter.live, 0);
    return result;
}

static void load_good(const forge *file, const forge_pixels *pixels, r3d_picture *out)
{
    r3d_error error;
    if (load(file, out, &error) != R3D_OK) {
        fail_msg("%s", error.message);
    }
    assert_int_equal(out->width, pixels->width);
    assert_int_equal(out->height, pixels->height);
}

static void expect_bad(forge *file, r3d_result result, const char *text)
{
    r3d_picture picture;
    r3d_error error;
    r3d_result found = load(file, &picture, &error);
    if (found != result || strstr(error.message, text) == NULL) {
        fail_msg("found %d '%s', expected %d '%s'", found, found != R3D_OK ? error.message : "",
                 result, text);
    }
    assert_string_equal(error.file, "memory");
    forge_free(file);
}

/* ---- formats without loss ---- */

typedef void (*encoder)(const forge_pixels *pixels, forge *out);

static void encode_tga24(const forge_pixels *pixels, forge *out)
{
    forge_tga(pixels, 24, 0, out);
}

static void encode_tga24_rle(const forge_pixels *pixels, forge *out)
{
    forge_tga(pixels, 24, 1, out);
}

static void encode_tga32(const forge_pixels *pixels, forge *out)
{
    forge_tga(pixels, 32, 0, out);
}

static void encode_ppm(const forge_pixels *pixels, forge *out)
{
    forge_pnm(pixels, 6, 3, 255, out);
}

static void encode_pam(const forge_pixels *pixels, forge *out)
{
    forge_pnm(pixels, 7, 3, 255, out);
}

#endif
