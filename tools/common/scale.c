/* SPDX-License-Identifier: MIT */
#include "scale.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool option_scale(const command_help *help, int option, const char *value, int32_t *out_scale)
{
    return option_i32(help, option, value, 1, SCALE_MAX, out_scale);
}

size_t scale_bytes_of(r3d_layout layout)
{
    switch (layout) {
    case R3D_LAYOUT_RGB8:
        return 3;
    case R3D_LAYOUT_GRAY8:
        return 1;
    default:
        return 4;
    }
}

void scale_row(const void *row, int32_t width, size_t bytes, int32_t scale, void *out_row)
{
    const unsigned char *in = row;
    unsigned char *out = out_row;
    for (int32_t x = 0; x < width; x++, in += bytes) {
        for (int32_t i = 0; i < scale; i++, out += bytes) {
            memcpy(out, in, bytes);
        }
    }
}

bool scale_fits(const command_help *help, int32_t scale, int32_t width, int32_t height)
{
    if (width > R3D_PICTURE_SIZE_MAX / scale || height > R3D_PICTURE_SIZE_MAX / scale) {
        (void)usage_error(help, "--scale %ld makes %ldx%ld larger than %d pixels", (long)scale,
                          (long)width, (long)height, R3D_PICTURE_SIZE_MAX);
        return false;
    }
    return true;
}

static r3d_result no_memory(r3d_error *out_error)
{
    if (out_error != NULL) {
        memset(out_error, 0, sizeof *out_error);
        out_error->result = R3D_ERR_MEMORY;
        out_error->offset = -1;
        snprintf(out_error->message, sizeof out_error->message, "%s",
                 "no memory for the scaled picture");
    }
    return R3D_ERR_MEMORY;
}

static const unsigned char *row_of(const r3d_picture_view *view, int32_t y)
{
    return (const unsigned char *)view->pixels + (ptrdiff_t)y * view->stride_bytes;
}

/* A scaled copy; at a scale of 1 the view itself and no memory. */
static r3d_result copy(const r3d_picture_view *view, int32_t scale, void **out_memory,
                       r3d_picture_view *out_view, r3d_error *out_error)
{
    *out_memory = NULL;
    *out_view = *view;
    if (scale == 1) {
        return R3D_OK;
    }
    const size_t bytes = scale_bytes_of(view->layout);
    const size_t stride = (size_t)view->width * (size_t)scale * bytes;
    unsigned char *memory = malloc(stride * (size_t)view->height * (size_t)scale);
    if (memory == NULL) {
        return no_memory(out_error);
    }
    unsigned char *out = memory;
    for (int32_t y = 0; y < view->height; y++) {
        scale_row(row_of(view, y), view->width, bytes, scale, out);
        for (int32_t i = 1; i < scale; i++) {
            memcpy(out + stride, out, stride);
            out += stride;
        }
        out += stride;
    }
    *out_memory = memory;
    out_view->pixels = memory;
    out_view->stride_bytes = (ptrdiff_t)stride;
    out_view->width *= scale;
    out_view->height *= scale;
    return R3D_OK;
}

r3d_result scale_save(const char *path, const r3d_picture_view *view, int32_t scale,
                      r3d_png_effort effort, r3d_error *out_error)
{
    void *memory;
    r3d_picture_view scaled;
    r3d_result result = copy(view, scale, &memory, &scaled, out_error);
    if (result == R3D_OK) {
        result = r3d_png_save(path, &scaled, effort, out_error);
    }
    free(memory);
    return result;
}

r3d_result scale_encode(const r3d_picture_view *view, int32_t scale, r3d_png_effort effort,
                        void **out_data, size_t *out_size, r3d_error *out_error)
{
    void *memory;
    r3d_picture_view scaled;
    *out_data = NULL;
    *out_size = 0;
    r3d_result result = copy(view, scale, &memory, &scaled, out_error);
    if (result == R3D_OK) {
        result = r3d_png_encode(&scaled, effort, NULL, out_data, out_size, out_error);
    }
    free(memory);
    return result;
}

typedef struct scaled_frame {
    const r3d_picture_view *view;
    int32_t scale;
} scaled_frame;

static r3d_result make_row(void *user, int32_t y, void *out_row)
{
    const scaled_frame *frame = user;
    scale_row(row_of(frame->view, y / frame->scale), frame->view->width,
              scale_bytes_of(frame->view->layout), frame->scale, out_row);
    return R3D_OK;
}

r3d_result scale_add(r3d_apng *apng, const r3d_picture_view *view, int32_t scale,
                     r3d_error *out_error)
{
    scaled_frame frame = {view, scale};
    const r3d_apng_rows rows = {view->width * scale, view->height * scale, view->layout, make_row,
                                &frame};
    return r3d_apng_add_rows(apng, &rows, out_error);
}
