/* SPDX-License-Identifier: MIT */
/* What test_writer.c and test_numbered.c share. */

#ifndef R3D_TESTS_WRITER_TEST_H
#define R3D_TESTS_WRITER_TEST_H

#include "io_test.h"

#include <limits.h>

#include <zlib.h>

#include <retro3d/io.h>
#include <retro3d/png.h>

#include "counting_allocator.h"
#include "png_forge.h"
#include "stb_oracle.h"

enum { WIDTH = 37, HEIGHT = 11 };

/* ---- pictures of every layout ---- */

static const struct {
    r3d_layout layout;
    size_t bytes;
    bool alpha;
} layouts[] = {{R3D_LAYOUT_RGBA8, 4, true},   {R3D_LAYOUT_BGRA8, 4, true},
               {R3D_LAYOUT_XRGB32, 4, false}, {R3D_LAYOUT_ARGB32, 4, true},
               {R3D_LAYOUT_RGB8, 3, false},   {R3D_LAYOUT_GRAY8, 1, false}};

enum { LAYOUT_COUNT = sizeof layouts / sizeof layouts[0] };

// Known colours with some structure.
static void color_at(int x, int y, bool opaque, uint8_t out_rgba[4])
{
    out_rgba[0] = (uint8_t)(x * 7 + y);
    out_rgba[1] = (uint8_t)(x * y);
    out_rgba[2] = (uint8_t)(x / 5 * 40);
    out_rgba[3] = (uint8_t)(opaque || (x + y) % 3 != 0 ? 255 : x * 5);
}

static void store(r3d_layout layout, const uint8_t rgba[4], uint8_t *out)
{
    uint32_t value = (uint32_t)rgba[3] << 24 | (uint32_t)rgba[0] << 16 | (uint32_t)rgba[1] << 8 |
                     (uint32_t)rgba[2];
    switch (layout) {
    case R3D_LAYOUT_BGRA8:
        out[0] = rgba[2];
        out[1] = rgba[1];
        out[2] = rgba[0];
        out[3] = rgba[3];
        break;
    case R3D_LAYOUT_XRGB32:
    case R3D_LAYOUT_ARGB32:
        memcpy(out, &value, 4);
        break;
    case R3D_LAYOUT_GRAY8:
        out[0] = rgba[0];
        break;
    case R3D_LAYOUT_RGB8:
        memcpy(out, rgba, 3);
        break;
    default:
        memcpy(out, rgba, 4);
        break;
    }
}

// A view of the known picture; `stride` bytes from row to row, negative for bottom-up.
static r3d_picture_view make_view(size_t kind, ptrdiff_t stride, bool opaque, uint8_t **out_block)
{
    size_t step = stride < 0 ? (size_t)-stride : (size_t)stride;
    uint8_t *block = malloc(step * HEIGHT);
    assert_non_null(block);
    memset(block, 0xee, step * HEIGHT);
    uint8_t *top = stride < 0 ? block + step * (HEIGHT - 1) : block;
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            uint8_t rgba[4];
            color_at(x, y, opaque, rgba);
            store(layouts[kind].layout, rgba,
                  top + y * stride + x * (ptrdiff_t)layouts[kind].bytes);
        }
    }
    *out_block = block;
    r3d_picture_view view = {.pixels = top,
                             .stride_bytes = stride,
                             .width = WIDTH,
                             .height = HEIGHT,
                             .layout = layouts[kind].layout};
    return view;
}

static void encode(const r3d_picture_view *view, r3d_png_effort effort, forge *out)
{
    void *data = NULL;
    size_t size = 0;
    r3d_error error;
    if (r3d_png_encode(view, effort, NULL, &data, &size, &error) != R3D_OK) {
        fail_msg("%s", error.message);
    }
    *out = (forge){.data = data, .size = size, .capacity = size};
}

#endif
