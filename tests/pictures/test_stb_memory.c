/* SPDX-License-Identifier: MIT */
// stb_image has no allocator hooks of its own: picture_stb.c is built into this test with its own
// malloc, of which the n-th call fails.

#include "io_test.h"

#include "counting_allocator.h"
#include "picture_forge.h"
#include "pictures_internal.h"

// Declared here for this file; picture_stb.c declares them under its own names.
void *stb_test_calloc(size_t count, size_t size);
void *stb_test_realloc(void *memory, size_t size);
void stb_test_free(void *memory);

static size_t calls;
static size_t fail_at;
static size_t live;

void *stb_test_calloc(size_t count, size_t size)
{
    calls++;
    void *memory = fail_at != 0 && calls >= fail_at ? NULL : calloc(count, size);
    live += memory != NULL;
    return memory;
}

void *stb_test_realloc(void *memory, size_t size)
{
    calls++;
    if (fail_at != 0 && calls >= fail_at) {
        return NULL;
    }
    live += memory == NULL;
    return realloc(memory, size);
}

void stb_test_free(void *memory)
{
    live -= memory != NULL;
    free(memory);
}

static void encode_tga_rle(const forge_pixels *pixels, forge *out)
{
    forge_tga(pixels, 32, 1, out);
}

static void each_failed_allocation_of_stb_is_an_error_without_leak(void **state)
{
    (void)state;
    void (*const encoders[])(const forge_pixels *, forge *) = {
        forge_bmp24, forge_bmp4, encode_tga_rle, forge_gif, forge_jpeg};
    for (size_t f = 0; f < 5; f++) {
        forge_pixels pixels;
        forge_pixels_random(&pixels, 40, 30, 1);
        forge file = {.data = NULL};
        encoders[f](&pixels, &file);
        r3d_io_limits limits;
        assert_int_equal(r3d_priv_io_limits(NULL, &limits), R3D_OK);
        bool passed = false;
        for (size_t n = 1; !passed; n++) {
            assert_true(n < 1000);
            counting_allocator counter = {.calls = 0};
            r3d_allocator hooks = counting_hooks(&counter);
            calls = 0;
            fail_at = n;
            r3d_picture picture = {.pixels = NULL};
            r3d_error error;
            r3d_result result =
                r3d_priv_stb_decode(file.data, file.size, "m", &limits, &hooks, &picture, &error);
            assert_int_equal(live, 0);
            passed = calls < n;
            assert_int_equal(result, passed ? R3D_OK : R3D_ERR_MEMORY);
            r3d_picture_free(&picture);
            assert_int_equal(counter.live, 0);
        }
        forge_free(&file);
        forge_pixels_free(&pixels);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_failed_allocation_of_stb_is_an_error_without_leak),
    };
    return cmocka_run_group_tests_name("stb_memory", tests, NULL, NULL);
}
