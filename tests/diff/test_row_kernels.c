/* SPDX-License-Identifier: MIT */
// The vector loops over rows against their definitions: every length, between guard bytes.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "row_kernels.h"

enum { LENGTH_MAX = 200 };

static uint32_t next(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

static void bytes_become_words_as_defined(void **state)
{
    (void)state;
    uint32_t random = 7;
    for (int32_t count = 0; count <= LENGTH_MAX; count++) {
        // Allocated to the byte: a sanitizer sees each access beyond the row.
        uint8_t *rgb = malloc((size_t)count * 3 + 1);
        uint32_t *ours = malloc(((size_t)count + 1) * sizeof *ours);
        uint32_t defined[LENGTH_MAX + 1] = {0};
        assert_true(rgb != NULL && ours != NULL);
        rgb[0] = 0;
        for (int32_t i = 0; i < count * 3; i++) {
            rgb[i] = (uint8_t)next(&random);
        }
        ours[count] = 0x12345678u;
        r3d_priv_row_rgb_words(rgb, count, ours, r3d_isa_features(R3D_ISA_BEST));
        r3d_priv_row_rgb_words_plain(rgb, count, defined);
        assert_memory_equal(ours, defined, (size_t)count * sizeof *ours);
        assert_int_equal(ours[count], 0x12345678u);
        if (count > 0) {
            assert_int_equal(defined[0],
                             0xff000000u | (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2]);
        }
        free(rgb);
        free(ours);
    }
}

static void lumas_are_quartered_as_defined(void **state)
{
    (void)state;
    static const uint32_t extremes[] = {0,           0x00ffffffu, 0xff0000ffu, 0xff00ff00u,
                                        0x80ff0000u, 0xffffffffu, 0xff000000u, 0x7f808080u};
    uint32_t random = 11;
    for (int32_t count = 0; count <= LENGTH_MAX; count++) {
        uint32_t *argb = malloc(((size_t)count + 1) * sizeof *argb);
        uint8_t *ours = malloc((size_t)count + 1);
        uint8_t defined[LENGTH_MAX + 1];
        assert_true(argb != NULL && ours != NULL);
        for (int32_t i = 0; i < count; i++) {
            argb[i] = i % 3 == 0 ? extremes[next(&random) % 8] : next(&random);
        }
        ours[count] = 0x5a;
        r3d_priv_row_quarter_luma(argb, count, ours, r3d_isa_features(R3D_ISA_BEST));
        r3d_priv_row_quarter_luma_plain(argb, count, defined);
        assert_memory_equal(ours, defined, (size_t)count);
        assert_int_equal(ours[count], 0x5a);
        for (int32_t i = 0; i < count; i++) {
            uint32_t y = (77 * (argb[i] >> 16 & 255) + 150 * (argb[i] >> 8 & 255) +
                          29 * (argb[i] & 255) + 128) >>
                         8;
            assert_int_equal(ours[i], y >> 2);
        }
        free(argb);
        free(ours);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_become_words_as_defined),
        cmocka_unit_test(lumas_are_quartered_as_defined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
