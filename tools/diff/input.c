/* SPDX-License-Identifier: MIT */
/* See diff_input.h. */

#include "input.h"

#include <retro3d/folders.h>
#include <retro3d/pictures.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMPARE_STEP = 1 << 16 };

/* ---- raw frames ---- */

typedef struct raw_layout {
    const char *name;
    r3d_layout layout;
    int bytes;
    bool has_alpha;
} raw_layout;

static const raw_layout raw_layouts[] = {
    {"rgba8", R3D_LAYOUT_RGBA8, 4, true},    {"bgra8", R3D_LAYOUT_BGRA8, 4, true},
    {"xrgb32", R3D_LAYOUT_XRGB32, 4, false}, {"argb32", R3D_LAYOUT_ARGB32, 4, true},
    {"rgb8", R3D_LAYOUT_RGB8, 3, false},     {"gray8", R3D_LAYOUT_GRAY8, 1, false},
    {"rgba16", R3D_LAYOUT_RGBA16, 8, true},  {"argb8", R3D_LAYOUT_ARGB8, 4, true},
    {"xrgb8", R3D_LAYOUT_XRGB8, 4, false},   {"abgr8", R3D_LAYOUT_ABGR8, 4, true},
    {"rgb565", R3D_LAYOUT_RGB565, 2, false}, {"xrgb1555", R3D_LAYOUT_XRGB1555, 2, false},
};

static const raw_layout *raw_layout_of(r3d_layout layout)
{
    const raw_layout *found = &raw_layouts[0];
    for (size_t i = 0; i < sizeof raw_layouts / sizeof raw_layouts[0]; i++) {
        found = raw_layouts[i].layout == layout ? &raw_layouts[i] : found;
    }
    return found;
}

/* Digits up to `end`; nothing else, so that "+5" and " 5" are refused. */
static const char *take_size(const char *text, char end, int32_t *out_size)
{
    int32_t size = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9' && size <= R3D_PICTURE_SIZE_MAX; at++) {
        size = size * 10 + (*at - '0');
    }
    *out_size = size;
    return *at == end && size >= 1 && size <= R3D_PICTURE_SIZE_MAX ? at + 1 : NULL;
}

bool diff_raw_parse(const char *value, r3d_picture_view *out_raw)
{
    memset(out_raw, 0, sizeof *out_raw);
    const char *at = take_size(value, 'x', &out_raw->width);
    at = at != NULL ? take_size(at, ':', &out_raw->height) : NULL;
    for (size_t i = 0; at != NULL && i < sizeof raw_layouts / sizeof raw_layouts[0]; i++) {
        if (strcmp(at, raw_layouts[i].name) == 0) {
            out_raw->layout = raw_layouts[i].layout;
            out_raw->stride_bytes = (ptrdiff_t)out_raw->width * raw_layouts[i].bytes;
            return true;
        }
    }
    return false;
}

bool diff_palette_load(const char *path, diff_palette *out_palette, r3d_error *out_error)
{
    void *data;
    size_t size;
    if (r3d_file_read(path, 0, NULL, &data, &size, out_error) != R3D_OK) {
        return false;
    }
    bool fits = size != 0 && size % 3 == 0 && size <= sizeof out_palette->colors / 4 * 3;
    out_palette->count = fits ? (int32_t)(size / 3) : 0;
    for (int32_t i = 0; i < out_palette->count; i++) {
        const uint8_t *rgb = (const uint8_t *)data + (size_t)i * 3;
        out_palette->colors[i] = (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | (uint32_t)rgb[2];
    }
    free(data);
    if (!fits) {
        memset(out_error, 0, sizeof *out_error);
        out_error->result = R3D_ERR_FORMAT_COUNT;
        out_error->offset = -1;
        snprintf(out_error->file, sizeof out_error->file, "%s", path);
        snprintf(out_error->message, sizeof out_error->message,
                 "%zu bytes, but a palette has 3 a colour, R, G and B, of 1 to 256 colours", size);
    }
    return fits;
}

static void decode_raw(diff_input *in)
{
    const r3d_picture_view *raw = in->raw;
    uint64_t needed = (uint64_t)raw->stride_bytes * (uint64_t)raw->height;
    if (in->size != needed) {
        memset(&in->error, 0, sizeof in->error);
        in->error.result = R3D_ERR_FORMAT_COUNT;
        in->error.offset = in->size < needed ? (int64_t)in->size : (int64_t)needed;
        snprintf(in->error.file, sizeof in->error.file, "%s", in->path);
        snprintf(in->error.message, sizeof in->error.message,
                 "%zu bytes, but a raw frame of %ldx%ld %s has %llu", in->size, (long)raw->width,
                 (long)raw->height, raw_layout_of(raw->layout)->name, (unsigned long long)needed);
        in->failed = true;
        return;
    }
    in->view = *raw;
    in->view.pixels = in->data;
    if (in->palette != NULL) {
        r3d_result result =
            r3d_picture_from_indexed(in->data, raw->width, raw->height, 0, in->palette->colors,
                                     in->palette->count, NULL, &in->picture);
        if (result != R3D_OK) {
            memset(&in->error, 0, sizeof in->error);
            in->error.result = result;
            in->error.offset = -1;
            snprintf(in->error.file, sizeof in->error.file, "%s", in->path);
            snprintf(in->error.message, sizeof in->error.message,
                     result == R3D_ERR_RANGE ? "a number of a colour is not in the palette of %ld"
                                             : "no memory for a frame with %ld colours",
                     (long)in->palette->count);
            in->failed = true;
            return;
        }
        r3d_picture_get_view(&in->picture, &in->view);
    }
    in->has_alpha = raw_layout_of(raw->layout)->has_alpha;
}

/* ---- reading ---- */

bool diff_input_read_standard(diff_input *in)
{
    size_t capacity = (size_t)1 << 16;
    char *data = malloc(capacity);
    size_t size = 0;
    while (data != NULL) {
        size += fread(data + size, 1, capacity - size, stdin);
        if (size < capacity) {
            break;
        }
        char *larger = capacity <= (size_t)INT32_MAX / 2 ? realloc(data, capacity * 2) : NULL;
        if (larger == NULL) {
            free(data);
            data = NULL;
        } else {
            data = larger;
            capacity *= 2;
        }
    }
    if (data == NULL || ferror(stdin)) {
        memset(&in->error, 0, sizeof in->error);
        in->error.result = data == NULL ? R3D_ERR_LIMIT : R3D_ERR_IO_READ;
        in->error.offset = -1;
        snprintf(in->error.file, sizeof in->error.file, "-");
        snprintf(in->error.message, sizeof in->error.message, "%s",
                 data == NULL ? "standard input is too large" : "reading standard input failed");
        free(data);
        return false;
    }
    in->data = data;
    in->size = size;
    return true;
}

bool diff_input_read(diff_input *in)
{
    return in->data != NULL ||
           r3d_file_read(in->path, 0, NULL, &in->data, &in->size, &in->error) == R3D_OK;
}

void diff_input_decode(int32_t index, void *inputs)
{
    diff_input *in = (diff_input *)inputs + index;
    if (in->raw != NULL && !diff_input_is_png(in)) {
        decode_raw(in);
        return;
    }
    in->failed = r3d_picture_decode(in->data, in->size, in->path, in->limits, NULL, &in->picture,
                                    &in->error) != R3D_OK;
    if (!in->failed) {
        r3d_picture_get_view(&in->picture, &in->view);
        in->has_alpha = in->picture.has_alpha;
    }
}

void diff_input_free(diff_input *in)
{
    free(in->data);
    r3d_picture_free(&in->picture);
}

/* ---- bytes ---- */

bool diff_input_is_png(const diff_input *in)
{
    static const char png_signature[] = "\211PNG\r\n\032\n";
    char head[8] = {0};
    if (in->data != NULL) {
        return in->size >= sizeof head && memcmp(in->data, png_signature, sizeof head) == 0;
    }
    FILE *file = r3d_path_get_kind(in->path) == R3D_PATH_FILE ? fopen(in->path, "rb") : NULL;
    if (file == NULL) {
        return false;
    }
    bool png = fread(head, 1, sizeof head, file) == sizeof head &&
               memcmp(head, png_signature, sizeof head) == 0;
    fclose(file);
    return png;
}

/* Reads a step of one input; fewer bytes at its end. */
static size_t read_step(const diff_input *in, FILE *file, size_t at, unsigned char *out)
{
    if (file != NULL) {
        return fread(out, 1, COMPARE_STEP, file);
    }
    size_t left = in->size - at;
    size_t part = left < COMPARE_STEP ? left : COMPARE_STEP;
    memcpy(out, (const char *)in->data + at, part);
    return part;
}

bool diff_input_same_bytes(const diff_input *in)
{
    int64_t sizes[2];
    FILE *files[2] = {NULL, NULL};
    bool same = true;
    for (int i = 0; i < 2; i++) {
        bool is_file = in[i].data == NULL && r3d_path_get_kind(in[i].path) == R3D_PATH_FILE;
        sizes[i] = is_file ? r3d_file_get_size(in[i].path) : (int64_t)in[i].size;
        same = same && (is_file || in[i].data != NULL);
    }
    unsigned char *steps = malloc((size_t)COMPARE_STEP * 2);
    same = same && steps != NULL && sizes[0] == sizes[1] && sizes[0] > 0;
    for (int i = 0; i < 2 && same; i++) {
        files[i] = in[i].data == NULL ? fopen(in[i].path, "rb") : NULL;
        same = in[i].data != NULL || files[i] != NULL;
    }
    for (size_t at = 0; same && at < (size_t)sizes[0];) {
        size_t got = read_step(&in[0], files[0], at, steps);
        same = got != 0 && read_step(&in[1], files[1], at, steps + COMPARE_STEP) == got &&
               memcmp(steps, steps + COMPARE_STEP, got) == 0;
        at += got;
    }
    for (int i = 0; i < 2; i++) {
        if (files[i] != NULL) {
            fclose(files[i]);
        }
    }
    free(steps);
    return same;
}
