/* SPDX-License-Identifier: MIT */
// Feeds the comparer two pictures of any layout and size with any settings, and draws what it found.
// Input: 16 bytes of choices, then pixels, repeated as long as pictures need them.

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/diff.h>

enum { HEAD = 16, SIDE_MAX = 96 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int32_t layout_bytes(int layout)
{
    static const int32_t bytes[7] = {4, 4, 4, 4, 3, 1, 8};
    return bytes[layout];
}

static uint8_t *fill(r3d_picture_view *view, int32_t width, int32_t height, int layout,
                     const uint8_t *data, size_t size, size_t from)
{
    size_t row = (size_t)width * (size_t)layout_bytes(layout);
    uint8_t *pixels = malloc(row * (size_t)height);
    if (pixels == NULL) {
        abort();
    }
    for (size_t i = 0; i < row * (size_t)height; i++) {
        pixels[i] = size != 0 ? data[(from + i) % size] : 0;
    }
    view->pixels = pixels;
    view->stride_bytes = (ptrdiff_t)row;
    view->width = width;
    view->height = height;
    view->layout = (r3d_layout)layout;
    return pixels;
}

static void draw(const r3d_diff_result *result, const r3d_picture_view *e,
                 const r3d_picture_view *a)
{
    r3d_diff_canvas canvas;
    r3d_diff_text text;
    memset(&text, 0, sizeof text);
    if (r3d_diff_render_diff(result, e, a, NULL, &canvas) != R3D_OK) {
        abort();
    }
    r3d_diff_canvas_free(&canvas);
    if (r3d_diff_render_circled(result, a, NULL, &canvas) != R3D_OK) {
        abort();
    }
    r3d_diff_canvas_free(&canvas);
    if (r3d_diff_render_triptych(result, e, a, NULL, "fuzz", NULL, &canvas) == R3D_OK) {
        r3d_diff_canvas_free(&canvas);
    }
    r3d_diff_describe(result, &text);
    r3d_diff_describe_json(result, &text);
    r3d_diff_hints(result, e, a, NULL, &text);
    r3d_diff_text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < HEAD) {
        return 0;
    }
    r3d_picture_view e;
    r3d_picture_view a;
    r3d_diff_effective effective;
    r3d_diff_options options;
    r3d_diff_rect rect;
    int32_t width = 1 + data[0] % SIDE_MAX;
    int32_t height = 1 + data[1] % SIDE_MAX;
    // Mostly the same size, at times another one.
    int32_t wider = data[2] < 200 ? 0 : data[2] % 16;
    int32_t higher = data[3] < 200 ? 0 : data[3] % 16;
    uint8_t *pixels_e = fill(&e, width, height + higher, data[4] % 7, data + HEAD, size - HEAD, 0);
    uint8_t *pixels_a =
        fill(&a, width + wider, height, data[5] % 7, data + HEAD, size - HEAD, data[6]);
    r3d_diff_options_init(&options);
    options.metric = (r3d_diff_metric)(data[7] % 5);
    options.channels = (r3d_diff_channels)(data[8] % 6);
    options.antialiasing = (data[9] & 1) != 0;
    options.depth8 = (data[9] & 2) != 0;
    options.crop_to_common = (data[9] & 4) != 0;
    options.first_only = (data[9] & 8) != 0;
    options.background = (r3d_diff_background)(data[9] >> 4 & 1);
    options.dim = (r3d_diff_dim)(data[9] >> 5 & 1);
    options.paint = (r3d_diff_paint)(data[9] >> 6);
    options.tolerance[0] = data[10];
    options.link_distance = data[11];
    options.base_radius = data[12];
    options.window_size = data[13];
    options.window_count = data[14];
    rect.x = (int8_t)data[14];
    rect.y = (int8_t)data[15];
    rect.width = 1 + data[12];
    rect.height = data[13];
    options.ignore = &rect;
    options.ignore_count = data[15] & 1;
    r3d_diff_effective_init(&effective);
    r3d_diff_effective_merge(&effective, &options, R3D_DIFF_FROM_CALL);
    r3d_diff_result there;
    r3d_diff_result back;
    r3d_error error;
    if (r3d_diff_compare(&e, &a, &effective, NULL, &there, &error) == R3D_OK) {
        draw(&there, &e, &a);
        // Exact counts do not depend on which picture is the expected one.
        if (options.metric == R3D_DIFF_EXACT && !options.first_only &&
            (r3d_diff_compare(&a, &e, &effective, NULL, &back, &error) != R3D_OK ||
             back.mismatches != there.mismatches || back.cluster_count != there.cluster_count)) {
            abort();
        }
        if (options.metric == R3D_DIFF_EXACT && !options.first_only) {
            r3d_diff_result_free(&back);
        }
        r3d_diff_result_free(&there);
    }
    free(pixels_e);
    free(pixels_a);
    return 0;
}
