/* SPDX-License-Identifier: MIT */
#include "reference_picture.h"

#include <retro3d/io.h>
#include <retro3d/png.h>

#include "cmocka_all.h"

void expect_reference_picture(const char *path, const uint32_t *argb, int32_t width, int32_t height,
                              uint32_t mask)
{
    r3d_picture picture;
    r3d_error error;
    if (r3d_png_load(path, NULL, NULL, &picture, &error) != R3D_OK) {
        fail_msg("%s: %s", error.file, error.message);
    }
    assert_int_equal(picture.width, width);
    assert_int_equal(picture.height, height);
    int32_t wrong = 0;
    const uint8_t *expected = picture.pixels;
    for (int32_t i = 0; i < width * height; i++) {
        const uint32_t want = (0xFF000000 | (uint32_t)expected[4 * i] << 16 |
                               (uint32_t)expected[4 * i + 1] << 8 | expected[4 * i + 2]) &
                              mask;
        if ((argb[i] & mask) != want && wrong++ == 0) {
            print_error("%s: (%d,%d) is %08X, expected %08X\n", path, (int)(i % width),
                        (int)(i / width), (unsigned)(argb[i] & mask), (unsigned)want);
        }
    }
    r3d_picture_free(&picture);
    if (wrong > 0) {
        fail_msg("%s: %d pixels differ", path, (int)wrong);
    }
}
