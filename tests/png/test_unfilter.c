/* SPDX-License-Identifier: MIT */
// The vector version of the PNG filters against the definition: every filter, size of pixel and
// length, between guard bytes.

#include "io_test.h"

#include "png_unfilter.h"

enum { LENGTH_MAX = 200 };

static uint32_t next(uint32_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

// Bytes that are near each other, as in pictures, or anything.
static void fill(uint8_t *bytes, size_t size, uint32_t *state, bool near)
{
    for (size_t i = 0; i < size; i++) {
        uint32_t r = next(state);
        bytes[i] = (uint8_t)(near ? (r & 3u) + (r >> 8 & 1u) * 126u : r);
    }
}

static void every_row_is_unfiltered_as_defined(void **state)
{
    (void)state;
    uint32_t random = 5;
    for (unsigned filter = 0; filter <= 5; filter++) {
        for (size_t bpp = 1; bpp <= 8; bpp++) {
            for (size_t size = 0; size <= LENGTH_MAX; size++) {
                for (int kind = 0; kind < 6; kind++) {
                    // Allocated to the byte: a sanitizer sees each access beyond the row.
                    uint8_t *above = malloc(size + 1);
                    uint8_t *ours = malloc(size + 1);
                    uint8_t defined[LENGTH_MAX];
                    assert_true(above != NULL && ours != NULL);
                    fill(above, size, &random, kind % 2 == 0);
                    fill(ours, size, &random, kind % 3 == 0);
                    ours[size] = 0x5a;
                    memcpy(defined, ours, size);
                    const uint8_t *previous = kind == 5 ? NULL : above;
                    bool known = r3d_priv_png_unfilter(filter, ours, previous, size, bpp,
                                                       r3d_isa_features(R3D_ISA_BEST));
                    assert_int_equal(known, filter <= 4);
                    assert_int_equal(
                        r3d_priv_png_unfilter_scalar(filter, defined, previous, size, bpp), known);
                    assert_memory_equal(ours, defined, size);
                    assert_int_equal(ours[size], 0x5a);
                    free(above);
                    free(ours);
                }
            }
        }
    }
}

static int distance(int a, int b)
{
    return a < b ? b - a : a - b;
}

// All neighbours of Paeth's predictor that there are, on both sides of a row of pixels of 4 bytes.
static void paeth_predicts_every_triple_as_the_standard_says(void **state)
{
    (void)state;
    for (int left = 0; left < 256; left++) {
        for (int corner = 0; corner < 256; corner++) {
            uint8_t row[8 * 64];
            uint8_t above[8 * 64];
            // Pairs of pixels: the first becomes `left`, the second is the predicted value.
            for (int i = 0; i < 256; i++) {
                int at = i / 4 * 8 + i % 4;
                above[at] = (uint8_t)corner;
                above[at + 4] = (uint8_t)i;
            }
            for (int pair = 0; pair < 64; pair++) {
                uint8_t *pixels = row + pair * 8;
                for (int k = 0; k < 4; k++) {
                    pixels[k] = (uint8_t)(left - corner); // left of it lies 0, above `corner`
                    pixels[k + 4] = 0;
                }
                assert_true(r3d_priv_png_unfilter(4, pixels, above + pair * 8, 8, 4,
                                                  r3d_isa_features(R3D_ISA_BEST)));
            }
            for (int up = 0; up < 256; up++) {
                int estimate = left + up - corner;
                int to_left = distance(estimate, left);
                int to_up = distance(estimate, up);
                int to_corner = distance(estimate, corner);
                int expected = to_left <= to_up && to_left <= to_corner ? left
                               : to_up <= to_corner                     ? up
                                                                        : corner;
                assert_int_equal(row[up / 4 * 8 + up % 4], left);
                assert_int_equal(row[up / 4 * 8 + up % 4 + 4], expected);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row_is_unfiltered_as_defined),
        cmocka_unit_test(paeth_predicts_every_triple_as_the_standard_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
