/* SPDX-License-Identifier: MIT */
// Every loader with the n-th allocation failing, for every n: it reports that, frees what it had,
// and leaves an empty result.

#include "io_test.h"

#include <retro3d/image.h>
#include <retro3d/io.h>
#include <retro3d/pictures.h>
#include <retro3d/png.h>

#include "counting_allocator.h"
#include "picture_forge.h"
#include "png_internal.h"

#define FILE_NAME R3D_TEST_BINARY_DIR "/memory"

/* ---- the loop ---- */

// Runs one loader; must release what it made.
typedef r3d_result (*load_function)(const r3d_allocator *hooks, r3d_error *out_error);

// Returns how many allocations success takes.
static size_t fail_each_allocation(load_function load)
{
    for (size_t n = 1; n < 1000; n++) {
        counting_allocator counter = {.fail_at = n};
        r3d_allocator hooks = counting_hooks(&counter);
        r3d_error error = {.result = R3D_OK};
        r3d_result result = load(&hooks, &error);
        assert_int_equal(counter.live, 0);
        if (result == R3D_OK) {
            assert_int_equal(counter.calls, n - 1);
            return counter.calls;
        }
        if (result != R3D_ERR_MEMORY || error.result != R3D_ERR_MEMORY) {
            fail_msg("allocation %d: %d '%s'", (int)n, result, error.message);
        }
        assert_true(strstr(error.message, "no memory") != NULL);
        // Without a report too.
        counter = (counting_allocator){.fail_at = n};
        assert_int_equal(load(&hooks, NULL), R3D_ERR_MEMORY);
        assert_int_equal(counter.live, 0);
    }
    fail_msg("the loader never succeeds");
    return 0;
}

/* ---- loaders ---- */

static forge file;

static r3d_result decode_png(const r3d_allocator *hooks, r3d_error *out_error)
{
    r3d_picture picture;
    r3d_result result = r3d_png_decode(file.data, file.size, "m", NULL, hooks, &picture, out_error);
    assert_true(result == R3D_OK || picture.pixels == NULL);
    r3d_picture_free(&picture);
    return result;
}

static r3d_result load_png(const r3d_allocator *hooks, r3d_error *out_error)
{
    r3d_picture picture;
    r3d_result result = r3d_png_load(FILE_NAME, NULL, hooks, &picture, out_error);
    assert_true(result == R3D_OK || picture.pixels == NULL);
    r3d_picture_free(&picture);
    return result;
}

static r3d_result load_picture(const r3d_allocator *hooks, r3d_error *out_error)
{
    r3d_picture picture;
    r3d_result result = r3d_picture_load(FILE_NAME, NULL, hooks, &picture, out_error);
    assert_true(result == R3D_OK || picture.pixels == NULL);
    r3d_picture_free(&picture);
    return result;
}

static r3d_result load_image24(const r3d_allocator *hooks, r3d_error *out_error)
{
    r3d_image24 image;
    r3d_result result = r3d_image24_load_png(FILE_NAME, hooks, &image, out_error);
    assert_true(result == R3D_OK || image.pixels == NULL);
    r3d_image24_free(&image, hooks);
    return result;
}

static r3d_result load_image8(const r3d_allocator *hooks, r3d_error *out_error)
{
    r3d_image8 image;
    r3d_result result = r3d_image8_load_png(FILE_NAME, 256, hooks, &image, out_error);
    assert_true(result == R3D_OK || (image.pixels == NULL && image.palette_rgb == NULL));
    r3d_image8_free(&image, hooks);
    return result;
}

static r3d_result load_tx8(const r3d_allocator *hooks, r3d_error *out_error)
{
    r3d_image8 image;
    r3d_result result = r3d_image8_load_tx8(FILE_NAME, R3D_TX8_SPRITE, hooks, &image, out_error);
    assert_true(result == R3D_OK || (image.pixels == NULL && image.palette_rgb == NULL));
    r3d_image8_free(&image, hooks);
    return result;
}

static r3d_result read_file(const r3d_allocator *hooks, r3d_error *out_error)
{
    void *data = NULL;
    size_t size = 0;
    r3d_result result = r3d_file_read(FILE_NAME, 0, hooks, &data, &size, out_error);
    assert_true(result == R3D_OK || data == NULL);
    if (result == R3D_OK) {
        hooks->free(data, hooks->user);
    }
    return result;
}

static r3d_result read_rows(const r3d_allocator *hooks, r3d_error *out_error)
{
    r3d_png_reader *png = NULL;
    r3d_result result =
        r3d_png_reader_open_memory(file.data, file.size, "m", NULL, hooks, &png, out_error);
    uint8_t row[1000];
    for (int y = 0; y < 40 && result == R3D_OK; y++) {
        result = r3d_png_reader_read_row(png, row, out_error);
    }
    if (result == R3D_OK) {
        result = r3d_png_reader_finish(png, out_error);
    }
    r3d_png_reader_close(png);
    return result;
}

/* ---- tests ---- */

static void save(void)
{
    assert_int_equal(r3d_file_write(FILE_NAME, file.data, file.size, NULL), R3D_OK);
}

static void make_png(unsigned depth, unsigned color_type, unsigned interlace)
{
    forge_picture made;
    forge raw = {.data = NULL};
    forge idat = {.data = NULL};
    forge_picture_random(&made, 50, 40, depth, color_type, interlace, 4);
    // Entries that no pixel uses leave room for the hole of 8-bit images.
    for (size_t i = 0; color_type == 3 && i < 2000; i++) {
        made.samples[i] /= 2;
    }
    forge_raw(&made, FORGE_FILTER_CYCLE, &raw);
    forge_zlib_deflated(&idat, raw.data, raw.size, 6);
    forge_free(&file);
    forge_head(&made, &file);
    forge_chunk(&file, "IDAT", idat.data, idat.size);
    forge_iend(&file);
    forge_free(&raw);
    forge_free(&idat);
    forge_picture_free(&made);
    save();
}

static void png_readers(void **state)
{
    (void)state;
    for (unsigned interlace = 0; interlace < 2; interlace++) {
        make_png(8, 3, interlace);
        // At least reader, name, rows and inflate's state.
        assert_true(fail_each_allocation(decode_png) > 4);
        assert_true(fail_each_allocation(load_png) > 4);
        assert_true(fail_each_allocation(load_picture) > 4);
        assert_true(fail_each_allocation(load_image24) > 4);
        assert_true(fail_each_allocation(load_image8) > 4);
        assert_true(fail_each_allocation(read_rows) > 4);
    }
}

static void other_pictures(void **state)
{
    (void)state;
    forge_pixels pixels;
    forge_pixels_random(&pixels, 9, 5, 1);
    forge_free(&file);
    forge_bmp24(&pixels, &file);
    save();
    assert_int_equal(fail_each_allocation(load_picture), 2);
    forge_free(&file);
    forge_pnm(&pixels, 6, 3, 255, &file);
    save();
    assert_int_equal(fail_each_allocation(load_picture), 2);
    forge_pixels_free(&pixels);
}

static void text_images_and_files(void **state)
{
    (void)state;
    static const char text[] =
        "tx8 1\ncanvas 8 8\noffset 0 0\nsize 1 1\npalette 1\n000000\npixels\n00\n";
    forge_free(&file);
    forge_bytes(&file, text, sizeof text - 1);
    save();
    assert_int_equal(fail_each_allocation(load_tx8), 3);
    assert_int_equal(fail_each_allocation(read_file), 1);
}

static int release(void **state)
{
    (void)state;
    forge_free(&file);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(png_readers),
        cmocka_unit_test(other_pictures),
        cmocka_unit_test(text_images_and_files),
    };
    return cmocka_run_group_tests_name("memory", tests, NULL, release);
}
