/* SPDX-License-Identifier: MIT */
/* Palette sprites, textures among them. Source: spec rs2-cache section 4. */

#include "cache_internal.h"

#include <string.h>

static const int64_t any_size = INT64_MAX;

/* A picture as `index.dat` describes it. */
typedef struct sprite_layout {
    r3d_image_frame frame;
    bool by_columns;
    size_t pixels_at; /* in N.dat */
} sprite_layout;

/* Both files, being read. */
typedef struct sprite_reader {
    r3d_priv_reader data;
    r3d_priv_reader index;
    r3d_priv_origin data_origin;
    r3d_priv_origin index_origin;
    uint32_t palette[R3D_IMAGE_PALETTE_MAX];
    int32_t palette_count;
    sprite_layout picture;
    r3d_error *out_error;
} sprite_reader;

static r3d_result read_palette(sprite_reader *s)
{
    int32_t start = r3d_priv_read_u16(&s->data);
    if (s->data.failed) {
        return r3d_priv_cache_truncated(s->out_error, s->data_origin, &s->data,
                                        "the position in index.dat");
    }
    s->index = r3d_priv_reader_make(s->index.data, s->index.size, (size_t)start);
    s->picture.frame.canvas_width = r3d_priv_read_u16(&s->index);
    s->picture.frame.canvas_height = r3d_priv_read_u16(&s->index);
    s->palette_count = r3d_priv_read_u8(&s->index);
    s->palette[0] = 0;
    for (int32_t i = 1; i < s->palette_count; i++) {
        s->palette[i] = (uint32_t)r3d_priv_read_u24(&s->index);
    }
    if (s->index.failed) {
        return r3d_priv_cache_truncated(s->out_error, s->index_origin, &s->index,
                                        "the canvas and palette");
    }
    if (s->palette_count < 1) {
        return r3d_priv_cache_fail(s->out_error, R3D_ERR_FORMAT_COUNT, s->index_origin,
                                   (int64_t)start + 4, "the palette has 0 colours");
    }
    return R3D_OK;
}

/* Reads the description of one picture after the other up to the wanted one. */
static r3d_result find_picture(sprite_reader *s, int32_t wanted)
{
    for (int32_t i = 0;; i++) {
        size_t start = s->index.at;
        s->picture.frame.offset_x = r3d_priv_read_u8(&s->index);
        s->picture.frame.offset_y = r3d_priv_read_u8(&s->index);
        s->picture.frame.width = r3d_priv_read_u16(&s->index);
        s->picture.frame.height = r3d_priv_read_u16(&s->index);
        int32_t order = r3d_priv_read_u8(&s->index);
        if (s->index.failed) {
            return r3d_priv_cache_truncated(s->out_error, s->index_origin, &s->index,
                                            "the description of a picture");
        }
        if (order > 1) {
            return r3d_priv_cache_fail(s->out_error, R3D_ERR_FORMAT_DATA, s->index_origin,
                                       (int64_t)start + 6,
                                       "the order of pixels is %ld, expected 0 or 1", (long)order);
        }
        s->picture.by_columns = order == 1;
        s->picture.pixels_at = s->data.at;
        uint64_t pixels = (uint64_t)s->picture.frame.width * (uint64_t)s->picture.frame.height;
        if (pixels > s->data.size - s->data.at) {
            return r3d_priv_cache_fail(s->out_error, R3D_ERR_FORMAT_TRUNCATED, s->data_origin,
                                       (int64_t)s->data.at,
                                       "picture %ld has %ldx%ld pixels, there are %zu bytes",
                                       (long)i, (long)s->picture.frame.width,
                                       (long)s->picture.frame.height, s->data.size - s->data.at);
        }
        if (i == wanted) {
            break;
        }
        s->data.at += (size_t)pixels;
    }
    const r3d_image_frame *frame = &s->picture.frame;
    if (frame->width < 1 || frame->height < 1 || frame->width > R3D_IMAGE_SIZE_MAX ||
        frame->height > R3D_IMAGE_SIZE_MAX || frame->canvas_width < 1 || frame->canvas_height < 1) {
        return r3d_priv_cache_fail(
            s->out_error, R3D_ERR_FORMAT_COUNT, s->index_origin, (int64_t)s->index.at - 5,
            "picture %ld has %ldx%ld pixels on a canvas of %ldx%ld, expected 1 to %d each",
            (long)wanted, (long)frame->width, (long)frame->height, (long)frame->canvas_width,
            (long)frame->canvas_height, R3D_IMAGE_SIZE_MAX);
    }
    return R3D_OK;
}

static r3d_result open_sprite(sprite_reader *s, int32_t image)
{
    r3d_result result = read_palette(s);
    return result == R3D_OK ? find_picture(s, image) : result;
}

/* Where in the file the pixel of a place is. */
static size_t pixel_at(const sprite_layout *picture, int32_t x, int32_t y)
{
    size_t within = picture->by_columns ? (size_t)x * (size_t)picture->frame.height + (size_t)y
                                        : (size_t)y * (size_t)picture->frame.width + (size_t)x;
    return picture->pixels_at + within;
}

static r3d_result check_indices(const sprite_reader *s)
{
    size_t count = (size_t)s->picture.frame.width * (size_t)s->picture.frame.height;
    for (size_t i = 0; i < count; i++) {
        uint8_t value = s->data.data[s->picture.pixels_at + i];
        if (value >= s->palette_count) {
            return r3d_priv_cache_fail(s->out_error, R3D_ERR_FORMAT_INDEX, s->data_origin,
                                       (int64_t)(s->picture.pixels_at + i),
                                       "a pixel has colour %u of a palette of %ld", value,
                                       (long)s->palette_count);
        }
    }
    return R3D_OK;
}

/* Checks the arguments and opens the wanted picture. */
static r3d_result begin(sprite_reader *s, const void *data, size_t size, const void *index,
                        size_t index_size, int32_t image, const char *name, int64_t max_pixels,
                        const r3d_allocator *allocator, r3d_allocator *hooks, r3d_error *out_error)
{
    name = name != NULL ? name : "";
    memset(s, 0, sizeof *s);
    s->out_error = out_error;
    s->data_origin = (r3d_priv_origin){.archive = name, .entry = NULL};
    s->index_origin = (r3d_priv_origin){.archive = name, .entry = "index.dat"};
    if ((data == NULL && size > 0) || (index == NULL && index_size > 0) || image < 0 ||
        r3d_priv_io_allocator(allocator, hooks) != R3D_OK) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_ARGUMENT, s->data_origin, -1,
                                   "a pointer is NULL, a number negative or the allocator has only "
                                   "one function");
    }
    s->data = r3d_priv_reader_make(data, size, 0);
    s->index = r3d_priv_reader_make(index, index_size, 0);
    r3d_result result = open_sprite(s, image);
    const r3d_image_frame *frame = &s->picture.frame;
    if (result == R3D_OK && (int64_t)frame->width * frame->height > max_pixels) {
        return r3d_priv_cache_fail(out_error, R3D_ERR_LIMIT, s->index_origin,
                                   (int64_t)s->index.at - 5,
                                   "the picture has %ldx%ld pixels, the limit is %lld",
                                   (long)frame->width, (long)frame->height, (long long)max_pixels);
    }
    return result == R3D_OK ? check_indices(s) : result;
}

r3d_result r3d_cache_decode_sprite(const void *data, size_t size, const void *index,
                                   size_t index_size, int32_t image, const char *name,
                                   const r3d_allocator *allocator, r3d_image8 *out_image,
                                   r3d_error *out_error)
{
    return r3d_priv_sprite_decode(data, size, index, index_size, image, name, any_size, allocator,
                                  out_image, out_error);
}

r3d_result r3d_priv_sprite_decode(const void *data, size_t size, const void *index,
                                  size_t index_size, int32_t image, const char *name,
                                  int64_t max_pixels, const r3d_allocator *allocator,
                                  r3d_image8 *out_image, r3d_error *out_error)
{
    r3d_allocator hooks;
    sprite_reader s;
    if (out_image == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1, "a pointer is NULL");
    }
    memset(out_image, 0, sizeof *out_image);
    r3d_result result = begin(&s, data, size, index, index_size, image, name, max_pixels, allocator,
                              &hooks, out_error);
    if (result != R3D_OK) {
        return result;
    }
    const r3d_image_frame *frame = &s.picture.frame;
    uint8_t *pixels =
        r3d_priv_cache_alloc_array(&hooks, (size_t)frame->width, (size_t)frame->height);
    uint32_t *palette = r3d_priv_cache_alloc_array(&hooks, (size_t)s.palette_count, 4);
    if (pixels == NULL || palette == NULL) {
        r3d_priv_io_free(&hooks, pixels);
        r3d_priv_io_free(&hooks, palette);
        return r3d_priv_cache_no_memory(out_error, s.data_origin);
    }
    memcpy(palette, s.palette, (size_t)s.palette_count * 4);
    uint8_t *next = pixels;
    for (int32_t y = 0; y < frame->height; y++) {
        for (int32_t x = 0; x < frame->width; x++) {
            *next++ = s.data.data[pixel_at(&s.picture, x, y)];
        }
    }
    out_image->frame = *frame;
    out_image->pixels = pixels;
    out_image->palette_rgb = palette;
    out_image->palette_count = s.palette_count;
    return R3D_OK;
}

r3d_result r3d_cache_decode_sprite24(const void *data, size_t size, const void *index,
                                     size_t index_size, int32_t image, const char *name,
                                     const r3d_allocator *allocator, r3d_image24 *out_image,
                                     r3d_error *out_error)
{
    r3d_allocator hooks;
    sprite_reader s;
    if (out_image == NULL) {
        return r3d_priv_io_fail(out_error, R3D_ERR_ARGUMENT, name, 0, -1, "a pointer is NULL");
    }
    memset(out_image, 0, sizeof *out_image);
    r3d_result result = begin(&s, data, size, index, index_size, image, name, any_size, allocator,
                              &hooks, out_error);
    if (result != R3D_OK) {
        return result;
    }
    const r3d_image_frame *frame = &s.picture.frame;
    uint32_t *pixels = NULL;
    if ((size_t)frame->width <= SIZE_MAX / 8 / (size_t)frame->height) {
        pixels =
            r3d_priv_cache_alloc_array(&hooks, (size_t)frame->width * (size_t)frame->height, 4);
    }
    if (pixels == NULL) {
        return r3d_priv_cache_no_memory(out_error, s.data_origin);
    }
    uint32_t *next = pixels;
    for (int32_t y = 0; y < frame->height; y++) {
        for (int32_t x = 0; x < frame->width; x++) {
            uint8_t value = s.data.data[pixel_at(&s.picture, x, y)];
            uint32_t rgb = s.palette[value];
            *next++ = value != 0 && rgb == 0 ? 1 : rgb; /* 0 would be a hole */
        }
    }
    out_image->frame = *frame;
    out_image->pixels = pixels;
    return R3D_OK;
}
