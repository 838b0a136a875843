/* SPDX-License-Identifier: MIT */
/* Pairs of pictures that differ by a known number of pixels, for measuring comparisons. */

#ifndef R3D_TOOLS_BENCH_PAIRS_H
#define R3D_TOOLS_BENCH_PAIRS_H

#include <stdbool.h>

#include <retro3d/io.h>

typedef enum bench_change {
    R3D_BENCH_IDENTICAL,
    R3D_BENCH_ONE_PIXEL,
    R3D_BENCH_ONE_PERCENT, /* in squares of 10 x 10 */
    R3D_BENCH_ALL,
    R3D_BENCH_CHANGE_COUNT
} bench_change;

/* "identical", "one-pixel", "one-percent", "all" */
const char *bench_change_name(bench_change change);

/* Draws a picture of 0x00RRGGBB pixels as a renderer would: triangles of every class and size on a
 * gradient; the same one everywhere. Release with free. NULL when memory runs out. */
uint32_t *bench_draw_picture(int32_t width, int32_t height);

/* Makes the second picture of a pair from the first one. */
void bench_change_picture(bench_change change, int32_t width, int32_t height,
                          const uint32_t *pixels, uint32_t *out_pixels);

/* Writes FOLDER/WxH-expected.png as a golden is written, and one WxH-NAME.png for each change as an
 * artefact is. Says what is wrong and returns false on failure. */
bool bench_write_pairs(const char *folder, int32_t width, int32_t height);

#endif
