/* SPDX-License-Identifier: MIT */
// Whole PNG files as pictures, 24-bit sprites and 8-bit images.

#include "../io/io_internal.h"

#include <retro3d/png.h>

#include "png_internal.h"

#include <string.h>

/* ---- pictures ---- */

// Decodes what is open, and closes it.
static r3d_result decode_picture(r3d_png_reader *png, const char *name,
                                 const r3d_allocator *allocator, r3d_picture *out_picture,
                                 r3d_error *out_error)
{
    const r3d_png_header *header = r3d_png_reader_get_header(png);
    r3d_allocator hooks;
    (void)r3d_priv_io_allocator(allocator, &hooks);
    r3d_result result =
        r3d_priv_picture_make(out_picture, header->width, header->height, header->layout,
                              header->has_alpha, &hooks, name, out_error);
    if (result == R3D_OK) {
        result = r3d_png_reader_read_all(png, out_picture->pixels, out_error);
    }
    if (result == R3D_OK) {
        result = r3d_png_reader_finish(png, out_error);
    }
    if (result != R3D_OK) {
        r3d_picture_free(out_picture);
    }
    r3d_png_reader_close(png);
    return result;
}

static r3d_result null_argument(const char *name, r3d_error *out_error)
{
    return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1, "a pointer is NULL");
}

r3d_result r3d_png_load_from(const r3d_file_source *files, const char *name,
                             const r3d_io_limits *limits, const r3d_allocator *allocator,
                             r3d_picture *out_picture, r3d_error *out_error)
{
    if (name == NULL || out_picture == NULL) {
        return null_argument(name, out_error);
    }
    *out_picture = (r3d_picture){.pixels = NULL};
    r3d_png_reader *png = NULL;
    r3d_result result = r3d_png_reader_open_from(files, name, limits, allocator, &png, out_error);
    if (result != R3D_OK) {
        return result;
    }
    return decode_picture(png, name, allocator, out_picture, out_error);
}

r3d_result r3d_png_load(const char *path, const r3d_io_limits *limits,
                        const r3d_allocator *allocator, r3d_picture *out_picture,
                        r3d_error *out_error)
{
    return r3d_png_load_from(NULL, path, limits, allocator, out_picture, out_error);
}

r3d_result r3d_png_decode(const void *data, size_t size, const char *name,
                          const r3d_io_limits *limits, const r3d_allocator *allocator,
                          r3d_picture *out_picture, r3d_error *out_error)
{
    if (name == NULL) {
        name = "";
    }
    if (data == NULL || out_picture == NULL) {
        return null_argument(name, out_error);
    }
    *out_picture = (r3d_picture){.pixels = NULL};
    r3d_png_reader *png = NULL;
    r3d_result result =
        r3d_png_reader_open_memory(data, size, name, limits, allocator, &png, out_error);
    if (result != R3D_OK) {
        return result;
    }
    return decode_picture(png, name, allocator, out_picture, out_error);
}

/* ---- images ---- */

static r3d_image_frame whole_frame(const r3d_png_header *header)
{
    r3d_image_frame frame = {
        .canvas_width = header->width,
        .canvas_height = header->height,
        .offset_x = 0,
        .offset_y = 0,
        .width = header->width,
        .height = header->height,
    };
    return frame;
}

static r3d_result no_pixels_memory(const char *path, const r3d_png_header *header,
                                   r3d_error *out_error)
{
    return r3d_priv_io_fail(out_error, R3D_ERR_MEMORY, path, 0, -1, "no memory for %d x %d pixels",
                            (int)header->width, (int)header->height);
}

static void *alloc_pixels(const r3d_allocator *hooks, const r3d_png_header *header, size_t pixel)
{
    uint64_t size = (uint64_t)header->width * (uint64_t)header->height * pixel;
    return size <= PTRDIFF_MAX ? r3d_priv_io_alloc(hooks, (size_t)size) : NULL;
}

static r3d_result read_rgb_rows(r3d_png_reader *png, const r3d_allocator *hooks, const char *path,
                                uint32_t *out, r3d_error *out_error)
{
    const r3d_png_header *header = r3d_png_reader_get_header(png);
    uint8_t *row = r3d_priv_io_alloc(hooks, header->row_size);
    if (row == NULL) {
        return no_pixels_memory(path, header, out_error);
    }
    r3d_result result = R3D_OK;
    for (int32_t y = 0; y < header->height && result == R3D_OK; y++) {
        result = r3d_png_reader_read_row(png, row, out_error);
        for (int32_t x = 0; x < header->width && result == R3D_OK; x++) {
            const uint8_t *rgba = row + (size_t)x * 4;
            *out++ = (uint32_t)rgba[0] << 16 | (uint32_t)rgba[1] << 8 | rgba[2];
        }
    }
    r3d_priv_io_free(hooks, row);
    return result == R3D_OK ? r3d_png_reader_finish(png, out_error) : result;
}

static r3d_result make_image24(r3d_png_reader *png, const r3d_allocator *hooks, const char *path,
                               r3d_image24 *out_image, r3d_error *out_error)
{
    const r3d_png_header *header = r3d_png_reader_get_header(png);
    if (header->layout != R3D_LAYOUT_RGBA8) {
        return r3d_priv_io_fail(out_error, R3D_ERR_FORMAT_UNSUPPORTED, path, 0, -1,
                                "16 bits a sample, expected 8 or fewer for a 24-bit sprite");
    }
    uint32_t *pixels = alloc_pixels(hooks, header, sizeof *pixels);
    if (pixels == NULL) {
        return no_pixels_memory(path, header, out_error);
    }
    r3d_result result = read_rgb_rows(png, hooks, path, pixels, out_error);
    if (result != R3D_OK) {
        r3d_priv_io_free(hooks, pixels);
        return result;
    }
    out_image->frame = whole_frame(header);
    out_image->pixels = pixels;
    return R3D_OK;
}

r3d_result r3d_image24_load_png_from(const r3d_file_source *files, const char *name,
                                     const r3d_allocator *allocator, r3d_image24 *out_image,
                                     r3d_error *out_error)
{
    if (name == NULL || out_image == NULL) {
        return null_argument(name, out_error);
    }
    *out_image = (r3d_image24){.pixels = NULL};
    r3d_png_reader *png = NULL;
    r3d_result result = r3d_png_reader_open_from(files, name, NULL, allocator, &png, out_error);
    if (result == R3D_OK) {
        r3d_allocator hooks;
        (void)r3d_priv_io_allocator(allocator, &hooks);
        result = make_image24(png, &hooks, name, out_image, out_error);
        r3d_png_reader_close(png);
    }
    return result;
}

r3d_result r3d_image24_load_png(const char *path, const r3d_allocator *allocator,
                                r3d_image24 *out_image, r3d_error *out_error)
{
    return r3d_image24_load_png_from(NULL, path, allocator, out_image, out_error);
}

// Numbers the palette entries that pixels use: holes 0, the others in their order from 1.
static int32_t number_entries(const r3d_png_header *header, const uint8_t *pixels, size_t count,
                              uint8_t *out_numbers, uint32_t *out_palette)
{
    bool used[R3D_PNG_PALETTE_MAX] = {false};
    for (size_t i = 0; i < count; i++) {
        used[pixels[i]] = true;
    }
    int32_t colors = 1;
    for (int32_t i = 0; i < header->palette_count; i++) {
        const uint8_t *entry = header->palette[i];
        out_numbers[i] = 0;
        if (!used[i] || entry[3] == 0) {
            continue;
        }
        // All 256 entries opaque and used: the 257th colour has no number, the caller reports it.
        if (colors < R3D_IMAGE_PALETTE_MAX) {
            out_numbers[i] = (uint8_t)colors;
            out_palette[colors] =
                (uint32_t)entry[0] << 16 | (uint32_t)entry[1] << 8 | (uint32_t)entry[2];
        }
        colors++;
    }
    return colors;
}

static r3d_result make_image8(r3d_png_reader *png, const r3d_allocator *hooks, const char *path,
                              int32_t max_colors, r3d_image8 *out_image, r3d_error *out_error)
{
    r3d_result result = r3d_png_reader_set_rows(png, R3D_PNG_ROWS_INDEX8, out_error);
    if (result != R3D_OK) {
        return result;
    }
    const r3d_png_header *header = r3d_png_reader_get_header(png);
    out_image->pixels = alloc_pixels(hooks, header, 1);
    out_image->palette_rgb =
        r3d_priv_io_alloc(hooks, R3D_IMAGE_PALETTE_MAX * sizeof *out_image->palette_rgb);
    if (out_image->pixels == NULL || out_image->palette_rgb == NULL) {
        return no_pixels_memory(path, header, out_error);
    }
    result = r3d_png_reader_read_all(png, out_image->pixels, out_error);
    if (result == R3D_OK) {
        result = r3d_png_reader_finish(png, out_error);
    }
    if (result != R3D_OK) {
        return result;
    }
    size_t count = (size_t)header->width * (size_t)header->height;
    uint8_t numbers[R3D_PNG_PALETTE_MAX];
    memset(out_image->palette_rgb, 0, R3D_IMAGE_PALETTE_MAX * sizeof *out_image->palette_rgb);
    int32_t colors =
        number_entries(header, out_image->pixels, count, numbers, out_image->palette_rgb);
    if (colors > max_colors) {
        return r3d_priv_io_fail(out_error, R3D_ERR_FORMAT_COUNT, path, 0, -1,
                                "the pixels use %d opaque palette entries, expected at most %d",
                                (int)colors - 1, (int)max_colors - 1);
    }
    for (size_t i = 0; i < count; i++) {
        out_image->pixels[i] = numbers[out_image->pixels[i]];
    }
    out_image->frame = whole_frame(header);
    out_image->palette_count = colors;
    return R3D_OK;
}

r3d_result r3d_image8_load_png_from(const r3d_file_source *files, const char *name,
                                    int32_t max_colors, const r3d_allocator *allocator,
                                    r3d_image8 *out_image, r3d_error *out_error)
{
    if (name == NULL || out_image == NULL) {
        return null_argument(name, out_error);
    }
    *out_image = (r3d_image8){.pixels = NULL};
    if (max_colors < 1 || max_colors > R3D_IMAGE_PALETTE_MAX) {
        return r3d_priv_io_fail(out_error, R3D_ERR_RANGE, name, 0, -1,
                                "max_colors is %d, expected 1..%d", (int)max_colors,
                                (int)R3D_IMAGE_PALETTE_MAX);
    }
    r3d_png_reader *png = NULL;
    r3d_result result = r3d_png_reader_open_from(files, name, NULL, allocator, &png, out_error);
    if (result == R3D_OK) {
        r3d_allocator hooks;
        (void)r3d_priv_io_allocator(allocator, &hooks);
        result = make_image8(png, &hooks, name, max_colors, out_image, out_error);
        r3d_png_reader_close(png);
        if (result != R3D_OK) {
            r3d_image8_free(out_image, allocator);
        }
    }
    return result;
}

r3d_result r3d_image8_load_png(const char *path, int32_t max_colors, const r3d_allocator *allocator,
                               r3d_image8 *out_image, r3d_error *out_error)
{
    return r3d_image8_load_png_from(NULL, path, max_colors, allocator, out_image, out_error);
}
