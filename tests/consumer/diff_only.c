/* SPDX-License-Identifier: MIT */
/* A client that compares pictures and has no suite: one wrong pixel is found, ringed and described. */

#include <retro3d/diff.h>

#include <stdio.h>
#include <string.h>

enum { WIDTH = 40, HEIGHT = 30 };

int main(void)
{
    static uint32_t first[WIDTH * HEIGHT];
    static uint32_t second[WIDTH * HEIGHT];
    r3d_picture_view expected;
    r3d_picture_view actual;
    r3d_diff_result result;
    r3d_diff_canvas ringed;
    r3d_diff_text text;
    memset(&text, 0, sizeof text);
    second[20 * WIDTH + 31] = 0x000100u;
    r3d_diff_view_xrgb32(first, WIDTH, HEIGHT, 0, &expected);
    r3d_diff_view_xrgb32(second, WIDTH, HEIGHT, 0, &actual);
    if (r3d_diff_compare(&expected, &actual, NULL, NULL, &result, NULL) != R3D_OK ||
        result.mismatches != 1 || result.x0 != 31 || result.y0 != 20 ||
        r3d_diff_ring_count(&result) != 1) {
        printf("the pixel was not found\n");
        return 1;
    }
    if (r3d_diff_render_circled(&result, &actual, NULL, &ringed) != R3D_OK ||
        memcmp(ringed.pixels + (20 * WIDTH + 31 - 9) * 3, "\377\0\0", 3) != 0) {
        printf("there is no ring\n");
        return 1;
    }
    if (r3d_diff_describe_short(&result, &text) != R3D_OK ||
        strcmp(text.data, "1 of 1200 px (0.08 %), 1 cluster, max delta 1") != 0) {
        printf("described as: %s\n", text.data);
        return 1;
    }
    r3d_diff_text_free(&text);
    r3d_diff_canvas_free(&ringed);
    r3d_diff_result_free(&result);
    return 0;
}
