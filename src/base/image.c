/* SPDX-License-Identifier: MIT */
/* Stored pictures: checks and the changes that need no surface.
 * Source: spec rs2-raster sections 6 (shrinking) and 9 (the others). */

#include <retro3d/image.h>

#include <string.h>

#include <retro3d/fixed.h>

static bool size_is_valid(int32_t size)
{
    return size >= 1 && size <= R3D_IMAGE_SIZE_MAX;
}

static bool frame_is_valid(const r3d_image_frame *frame)
{
    return size_is_valid(frame->width) && size_is_valid(frame->height) &&
           frame->canvas_width >= 1 && frame->canvas_height >= 1;
}

r3d_result r3d_image8_validate(const r3d_image8 *image)
{
    if (image == NULL || image->pixels == NULL || image->palette_rgb == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!frame_is_valid(&image->frame) || image->palette_count < 1 ||
        image->palette_count > R3D_IMAGE_PALETTE_MAX) {
        return R3D_ERR_RANGE;
    }
    size_t count = (size_t)image->frame.width * (size_t)image->frame.height;
    for (size_t i = 0; i < count; i++) {
        if (image->pixels[i] >= image->palette_count) {
            return R3D_ERR_FORMAT_INDEX;
        }
    }
    return R3D_OK;
}

r3d_result r3d_image24_validate(const r3d_image24 *image)
{
    if (image == NULL || image->pixels == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!frame_is_valid(&image->frame)) {
        return R3D_ERR_RANGE;
    }
    size_t count = (size_t)image->frame.width * (size_t)image->frame.height;
    for (size_t i = 0; i < count; i++) {
        if (image->pixels[i] > 0xFFFFFFu) {
            return R3D_ERR_RANGE;
        }
    }
    return R3D_OK;
}

static void swap_bytes(uint8_t *a, uint8_t *b)
{
    uint8_t kept = *a;
    *a = *b;
    *b = kept;
}

void r3d_image8_flip_horizontal(r3d_image8 *image)
{
    if (image == NULL) {
        return;
    }
    r3d_image_frame *frame = &image->frame;
    for (int32_t y = 0; y < frame->height; y++) {
        uint8_t *row = image->pixels + (size_t)y * (size_t)frame->width;
        for (int32_t left = 0, right = frame->width - 1; left < right; left++, right--) {
            swap_bytes(&row[left], &row[right]);
        }
    }
    frame->offset_x = r3d_i32_sub(r3d_i32_sub(frame->canvas_width, frame->width), frame->offset_x);
}

void r3d_image8_flip_vertical(r3d_image8 *image)
{
    if (image == NULL) {
        return;
    }
    r3d_image_frame *frame = &image->frame;
    size_t width = (size_t)frame->width;
    for (int32_t top = 0, bottom = frame->height - 1; top < bottom; top++, bottom--) {
        for (size_t x = 0; x < width; x++) {
            swap_bytes(&image->pixels[(size_t)top * width + x],
                       &image->pixels[(size_t)bottom * width + x]);
        }
    }
    frame->offset_y =
        r3d_i32_sub(r3d_i32_sub(frame->canvas_height, frame->height), frame->offset_y);
}

/* A picture that fills a canvas of the given size and shares source's palette. */
static r3d_image8 whole_canvas(const r3d_image8 *source, int32_t width, int32_t height,
                               uint8_t *pixels)
{
    r3d_image8 whole = *source;
    whole.frame.canvas_width = whole.frame.width = width;
    whole.frame.canvas_height = whole.frame.height = height;
    whole.frame.offset_x = whole.frame.offset_y = 0;
    whole.pixels = pixels;
    return whole;
}

r3d_result r3d_image8_expand(const r3d_image8 *image, uint8_t *out_pixels, r3d_image8 *out_image)
{
    if (image == NULL || out_pixels == NULL || out_image == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    const r3d_image_frame *frame = &image->frame;
    if (!size_is_valid(frame->canvas_width) || !size_is_valid(frame->canvas_height)) {
        return R3D_ERR_LIMIT;
    }
    size_t canvas_width = (size_t)frame->canvas_width;
    size_t canvas_size = canvas_width * (size_t)frame->canvas_height;
    if (frame->width == frame->canvas_width && frame->height == frame->canvas_height) {
        memcpy(out_pixels, image->pixels, canvas_size);
        r3d_image8 same = *image;
        same.pixels = out_pixels;
        *out_image = same;
        return R3D_OK;
    }
    memset(out_pixels, 0, canvas_size);
    /* 64 bits: offsets are any 32-bit numbers. */
    int64_t first_x = frame->offset_x < 0 ? -(int64_t)frame->offset_x : 0;
    int64_t end_x = (int64_t)frame->canvas_width - frame->offset_x;
    if (end_x > frame->width) {
        end_x = frame->width;
    }
    for (int32_t y = 0; y < frame->height && first_x < end_x; y++) {
        int64_t canvas_y = (int64_t)y + frame->offset_y;
        if (canvas_y >= 0 && canvas_y < frame->canvas_height) {
            memcpy(out_pixels + (size_t)canvas_y * canvas_width +
                       (size_t)(first_x + frame->offset_x),
                   image->pixels + (size_t)y * (size_t)frame->width + (size_t)first_x,
                   (size_t)(end_x - first_x));
        }
    }
    *out_image = whole_canvas(image, frame->canvas_width, frame->canvas_height, out_pixels);
    return R3D_OK;
}

r3d_result r3d_image8_shrink(const r3d_image8 *image, uint8_t *out_pixels, r3d_image8 *out_image)
{
    if (image == NULL || out_pixels == NULL || out_image == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    const r3d_image_frame *frame = &image->frame;
    int32_t width = frame->canvas_width / 2;
    int32_t height = frame->canvas_height / 2;
    if (width < 1 || height < 1) {
        return R3D_ERR_RANGE;
    }
    if (!size_is_valid(width) || !size_is_valid(height)) {
        return R3D_ERR_LIMIT;
    }
    int64_t size = (int64_t)width * height;
    memset(out_pixels, 0, (size_t)size);
    const uint8_t *source = image->pixels;
    for (int32_t j = 0; j < frame->height; j++) {
        /* One address per pixel, as the original: a column past the right side of an odd canvas
         * lands in the next row. */
        int64_t row = (int64_t)(r3d_i32_add(j, frame->offset_y) >> 1) * width;
        for (int32_t i = 0; i < frame->width; i++) {
            int64_t address = row + (r3d_i32_add(i, frame->offset_x) >> 1);
            if (address >= 0 && address < size) {
                out_pixels[address] = *source;
            }
            source++;
        }
    }
    *out_image = whole_canvas(image, width, height, out_pixels);
    return R3D_OK;
}

static uint32_t add_clamped(uint32_t channel, int32_t amount, int32_t least)
{
    int64_t sum = (int64_t)channel + amount;
    return sum < least ? (uint32_t)least : sum > 255 ? 255u : (uint32_t)sum;
}

static uint32_t tint(uint32_t rgb, int32_t red, int32_t green, int32_t blue, int32_t least)
{
    return add_clamped(rgb >> 16 & 0xFF, red, least) << 16 |
           add_clamped(rgb >> 8 & 0xFF, green, least) << 8 | add_clamped(rgb & 0xFF, blue, least);
}

void r3d_image8_tint(r3d_image8 *image, int32_t red, int32_t green, int32_t blue)
{
    if (image == NULL) {
        return;
    }
    for (int32_t i = 0; i < image->palette_count; i++) {
        image->palette_rgb[i] = tint(image->palette_rgb[i], red, green, blue, 0);
    }
}

void r3d_image24_tint(r3d_image24 *image, int32_t red, int32_t green, int32_t blue)
{
    if (image == NULL) {
        return;
    }
    size_t count = (size_t)image->frame.width * (size_t)image->frame.height;
    for (size_t i = 0; i < count; i++) {
        if (image->pixels[i] != 0) {
            image->pixels[i] = tint(image->pixels[i], red, green, blue, 1);
        }
    }
}
