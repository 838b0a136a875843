/* SPDX-License-Identifier: MIT */
// Pictures in memory: ownership, views, rows of any layout.

#include "io_internal.h"

#include <string.h>

#include <zlib.h>

void r3d_picture_free(r3d_picture *picture)
{
    if (picture == NULL) {
        return;
    }
    r3d_allocator hooks;
    if (picture->pixels != NULL && r3d_priv_io_allocator(&picture->allocator, &hooks) == R3D_OK) {
        r3d_priv_io_free(&hooks, picture->pixels);
    }
    *picture = (r3d_picture){.pixels = NULL};
}

void r3d_picture_get_view(const r3d_picture *picture, r3d_picture_view *out_view)
{
    if (out_view == NULL) {
        return;
    }
    *out_view = (r3d_picture_view){.pixels = NULL};
    if (picture != NULL) {
        size_t pixel = r3d_priv_layout_bytes(picture->layout);
        *out_view = (r3d_picture_view){
            .pixels = picture->pixels,
            .stride_bytes = (ptrdiff_t)picture->width * (ptrdiff_t)pixel,
            .width = picture->width,
            .height = picture->height,
            .layout = picture->layout,
        };
    }
}

r3d_result r3d_priv_picture_make(r3d_picture *picture, int32_t width, int32_t height,
                                 r3d_layout layout, bool has_alpha, const r3d_allocator *allocator,
                                 const char *name, r3d_error *out_error)
{
    // At most 32767 * 32767 * 8 bytes, which 64 bits hold and a 32-bit size_t may not.
    uint64_t bytes = (uint64_t)width * (uint64_t)height * (uint64_t)r3d_priv_layout_bytes(layout);
    void *pixels = bytes <= PTRDIFF_MAX ? r3d_priv_io_alloc(allocator, (size_t)bytes) : NULL;
    if (pixels == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, name, 0, -1,
                                "no memory for %d x %d pixels", (int)width, (int)height);
    }
    *picture = (r3d_picture){
        .pixels = pixels,
        .width = width,
        .height = height,
        .layout = layout,
        .has_alpha = has_alpha,
        .allocator = *allocator,
    };
    return R3D_OK;
}

size_t r3d_priv_layout_bytes(r3d_layout layout)
{
    switch (layout) {
    case R3D_LAYOUT_RGBA8:
    case R3D_LAYOUT_BGRA8:
    case R3D_LAYOUT_XRGB32:
    case R3D_LAYOUT_ARGB32:
    case R3D_LAYOUT_ARGB8:
    case R3D_LAYOUT_XRGB8:
    case R3D_LAYOUT_ABGR8:
        return 4;
    case R3D_LAYOUT_RGB565:
    case R3D_LAYOUT_XRGB1555:
        return 2;
    case R3D_LAYOUT_RGB8:
        return 3;
    case R3D_LAYOUT_GRAY8:
        return 1;
    case R3D_LAYOUT_RGBA16:
        return 8;
    default:
        return 0;
    }
}

r3d_result r3d_priv_view_check(const r3d_picture_view *view, const char *name, r3d_error *out_error)
{
    if (view == NULL || view->pixels == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1,
                                "the view or its pixels are NULL");
    }
    if (view->width < 1 || view->width > R3D_PICTURE_SIZE_MAX || view->height < 1 ||
        view->height > R3D_PICTURE_SIZE_MAX) {
        return r3d_priv_io_fail(out_error, R3D_ERR_RANGE, name, 0, -1,
                                "the view is %d x %d pixels, expected 1..%d each", (int)view->width,
                                (int)view->height, (int)R3D_PICTURE_SIZE_MAX);
    }
    size_t pixel = r3d_priv_layout_bytes(view->layout);
    if (pixel == 0) {
        return r3d_priv_io_fail(out_error, R3D_ERR_RANGE, name, 0, -1, "no such layout: %d",
                                (int)view->layout);
    }
    size_t row = (size_t)view->width * pixel;
    size_t stride =
        view->stride_bytes < 0 ? 0u - (size_t)view->stride_bytes : (size_t)view->stride_bytes;
    if (view->height > 1 && stride < row) {
        return r3d_priv_io_fail(out_error, R3D_ERR_RANGE, name, 0, -1,
                                "a stride of %zu bytes is shorter than a row of %zu bytes", stride,
                                row);
    }
    return R3D_OK;
}

// A value of 5 or 6 bits as one of 8: its highest bits follow it.
static unsigned widen(unsigned value, int bits)
{
    return value << (8 - bits) | value >> (2 * bits - 8);
}

static void write_rgb(uint8_t *out, unsigned red, unsigned green, unsigned blue)
{
    out[0] = (uint8_t)red;
    out[1] = (uint8_t)green;
    out[2] = (uint8_t)blue;
}

void r3d_priv_view_read(const r3d_picture_view *view, int32_t x, int32_t y, int32_t count,
                        bool with_alpha, uint8_t *out_bytes)
{
    size_t pixel = r3d_priv_layout_bytes(view->layout);
    size_t step = with_alpha ? 4 : 3;
    const uint8_t *in = (const uint8_t *)view->pixels + (ptrdiff_t)y * view->stride_bytes +
                        (ptrdiff_t)x * (ptrdiff_t)pixel;
    if (view->layout == (with_alpha ? R3D_LAYOUT_RGBA8 : R3D_LAYOUT_RGB8)) {
        memcpy(out_bytes, in, (size_t)count * step);
        return;
    }
    for (int32_t i = 0; i < count; i++, in += pixel, out_bytes += step) {
        unsigned alpha = 255;
        uint32_t value;
        uint16_t word;
        int green_bits;
        switch (view->layout) {
        case R3D_LAYOUT_RGBA8:
            write_rgb(out_bytes, in[0], in[1], in[2]);
            alpha = in[3];
            break;
        case R3D_LAYOUT_BGRA8:
            write_rgb(out_bytes, in[2], in[1], in[0]);
            alpha = in[3];
            break;
        case R3D_LAYOUT_XRGB32:
        case R3D_LAYOUT_ARGB32:
            memcpy(&value, in, sizeof value);
            write_rgb(out_bytes, value >> 16 & 255u, value >> 8 & 255u, value & 255u);
            if (view->layout == R3D_LAYOUT_ARGB32) {
                alpha = value >> 24;
            }
            break;
        case R3D_LAYOUT_RGB8:
            write_rgb(out_bytes, in[0], in[1], in[2]);
            break;
        case R3D_LAYOUT_ARGB8:
        case R3D_LAYOUT_XRGB8:
            write_rgb(out_bytes, in[1], in[2], in[3]);
            alpha = view->layout == R3D_LAYOUT_ARGB8 ? in[0] : 255u;
            break;
        case R3D_LAYOUT_ABGR8:
            write_rgb(out_bytes, in[3], in[2], in[1]);
            alpha = in[0];
            break;
        case R3D_LAYOUT_RGB565:
        case R3D_LAYOUT_XRGB1555:
            memcpy(&word, in, sizeof word);
            green_bits = view->layout == R3D_LAYOUT_RGB565 ? 6 : 5;
            write_rgb(out_bytes, widen((uint32_t)word >> (5 + green_bits) & 31u, 5),
                      widen((uint32_t)word >> 5 & ((1u << green_bits) - 1u), green_bits),
                      widen(word & 31u, 5));
            break;
        default:
            write_rgb(out_bytes, in[0], in[0], in[0]);
            break;
        }
        if (with_alpha) {
            out_bytes[3] = (uint8_t)alpha;
        }
    }
}

bool r3d_priv_view_has_alpha(const r3d_picture_view *view)
{
    size_t at = 3; // of alpha among the bytes of a pixel
    switch (view->layout) {
    case R3D_LAYOUT_RGBA8:
    case R3D_LAYOUT_BGRA8:
    case R3D_LAYOUT_ARGB32:
        break;
    case R3D_LAYOUT_ARGB8:
    case R3D_LAYOUT_ABGR8:
        at = 0;
        break;
    default:
        return false;
    }
    for (int32_t y = 0; y < view->height; y++) {
        const uint8_t *row = (const uint8_t *)view->pixels + (ptrdiff_t)y * view->stride_bytes;
        for (int32_t x = 0; x < view->width; x++) {
            uint32_t value;
            memcpy(&value, row + (size_t)x * 4, sizeof value);
            unsigned alpha =
                view->layout == R3D_LAYOUT_ARGB32 ? value >> 24 : row[(size_t)x * 4 + at];
            if (alpha != 255) {
                return true;
            }
        }
    }
    return false;
}

r3d_result r3d_picture_from_indexed(const uint8_t *indices, int32_t width, int32_t height,
                                    int32_t stride_px, const uint32_t *palette_rgb,
                                    int32_t color_count, const r3d_allocator *allocator,
                                    r3d_picture *out_picture)
{
    r3d_allocator hooks;
    if (out_picture == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    *out_picture = (r3d_picture){.pixels = NULL};
    if (indices == NULL || palette_rgb == NULL ||
        r3d_priv_io_allocator(allocator, &hooks) != R3D_OK) {
        return R3D_ERR_ARGUMENT;
    }
    ptrdiff_t stride = stride_px != 0 ? stride_px : width;
    if (width < 1 || width > R3D_PICTURE_SIZE_MAX || height < 1 || height > R3D_PICTURE_SIZE_MAX ||
        color_count < 1 || color_count > 256 ||
        (height > 1 && stride < width && stride > -(ptrdiff_t)width)) {
        return R3D_ERR_RANGE;
    }
    r3d_result result = r3d_priv_picture_make(out_picture, width, height, R3D_LAYOUT_RGBA8, false,
                                              &hooks, NULL, NULL);
    uint8_t *out = out_picture->pixels;
    for (int32_t y = 0; y < height && result == R3D_OK; y++) {
        for (int32_t x = 0; x < width && result == R3D_OK; x++, out += 4) {
            const uint8_t index = indices[(ptrdiff_t)y * stride + x];
            if (index >= color_count) {
                result = R3D_ERR_RANGE;
                break;
            }
            const uint32_t rgb = palette_rgb[index];
            write_rgb(out, rgb >> 16 & 255u, rgb >> 8 & 255u, rgb & 255u);
            out[3] = 255;
        }
    }
    if (result != R3D_OK) {
        r3d_picture_free(out_picture);
    }
    return result;
}

void r3d_image8_free(r3d_image8 *image, const r3d_allocator *allocator)
{
    r3d_allocator hooks;
    if (image == NULL || r3d_priv_io_allocator(allocator, &hooks) != R3D_OK) {
        return;
    }
    r3d_priv_io_free(&hooks, image->pixels);
    r3d_priv_io_free(&hooks, image->palette_rgb);
    *image = (r3d_image8){.pixels = NULL};
}

void r3d_image24_free(r3d_image24 *image, const r3d_allocator *allocator)
{
    r3d_allocator hooks;
    if (image == NULL || r3d_priv_io_allocator(allocator, &hooks) != R3D_OK) {
        return;
    }
    r3d_priv_io_free(&hooks, image->pixels);
    *image = (r3d_image24){.pixels = NULL};
}

r3d_result r3d_picture_crc32_rgb(const r3d_picture_view *view, uint32_t *out_crc)
{
    enum { BLOCK = 512 };
    if (out_crc == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    r3d_result result = r3d_priv_view_check(view, NULL, NULL);
    if (result != R3D_OK) {
        return result;
    }
    if (view->layout == R3D_LAYOUT_RGBA16) {
        return R3D_ERR_RANGE;
    }
    uint8_t rgb[BLOCK * 3];
    uLong crc = crc32(0, NULL, 0);
    for (int32_t y = 0; y < view->height; y++) {
        for (int32_t x = 0; x < view->width; x += BLOCK) {
            int32_t count = view->width - x < BLOCK ? view->width - x : BLOCK;
            r3d_priv_view_read(view, x, y, count, false, rgb);
            crc = crc32(crc, rgb, (uInt)count * 3u);
        }
    }
    *out_crc = (uint32_t)crc;
    return R3D_OK;
}
