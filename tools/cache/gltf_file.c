/* SPDX-License-Identifier: MIT */

#include "gltf_file.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>

enum { WIDTH_MAX = 4, MATRIX_WIDTH = 16 };

static void grow(gltf_file *file, growing_text *g, size_t more)
{
    if (file->failed || g->capacity - g->size >= more) {
        return;
    }
    size_t capacity = g->capacity * 2 + more + 1024;
    char *data = realloc(g->data, capacity);
    if (data == NULL) {
        file->failed = true;
        return;
    }
    g->data = data;
    g->capacity = capacity;
}

static void append(gltf_file *file, growing_text *g, const void *data, size_t size)
{
    grow(file, g, size);
    if (!file->failed && size > 0) {
        memcpy(g->data + g->size, data, size);
        g->size += size;
    }
}

void gltf_print(gltf_file *file, growing_text *text, const char *format, ...)
{
    char line[1024];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(line, sizeof line, format, list);
    va_end(list);
    if (length < 0 || (size_t)length >= sizeof line) {
        file->failed = true; /* no piece is that long */
        return;
    }
    append(file, text, line, (size_t)length);
}

void gltf_append(gltf_file *file, growing_text *text, const growing_text *more)
{
    append(file, text, more->data, more->size);
}

/* Numbers in the buffer are little-endian whatever the machine is. */
static void append_float(gltf_file *file, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    const unsigned char bytes[4] = {(unsigned char)bits, (unsigned char)(bits >> 8),
                                    (unsigned char)(bits >> 16), (unsigned char)(bits >> 24)};
    append(file, &file->bytes, bytes, sizeof bytes);
}

static void align(gltf_file *file)
{
    static const char zeros[4] = {0};
    append(file, &file->bytes, zeros, (4 - file->bytes.size % 4) % 4);
}

static int describe_view(gltf_file *file, size_t start, int target)
{
    gltf_print(file, &file->views, "%s{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu",
               file->view_count > 0 ? "," : "", start, file->bytes.size - start);
    if (target != R3D_GLTF_NO_TARGET) {
        gltf_print(file, &file->views, ",\"target\":%d", target);
    }
    gltf_print(file, &file->views, "}");
    align(file);
    return file->view_count++;
}

int gltf_add_view(gltf_file *file, const void *data, size_t size, int target)
{
    size_t start = file->bytes.size;
    append(file, &file->bytes, data, size);
    return describe_view(file, start, target);
}

static void print_bounds(gltf_file *file, const float *data, int count, int width)
{
    float least[WIDTH_MAX];
    float greatest[WIDTH_MAX];
    for (int k = 0; k < width; k++) {
        least[k] = data[k];
        greatest[k] = data[k];
        for (int i = 1; i < count; i++) {
            float value = data[i * width + k];
            least[k] = value < least[k] ? value : least[k];
            greatest[k] = value > greatest[k] ? value : greatest[k];
        }
    }
    for (int list = 0; list < 2; list++) {
        const float *values = list == 0 ? least : greatest;
        gltf_print(file, &file->accessors, ",\"%s\":[", list == 0 ? "min" : "max");
        for (int k = 0; k < width; k++) {
            gltf_print(file, &file->accessors, "%s%.9g", k > 0 ? "," : "", (double)values[k]);
        }
        gltf_print(file, &file->accessors, "]");
    }
}

static int describe_accessor(gltf_file *file, int view, int component, int count, const char *type)
{
    gltf_print(file, &file->accessors,
               "%s{\"bufferView\":%d,\"componentType\":%d,\"count\":%d,\"type\":\"%s\"",
               file->accessor_count > 0 ? "," : "", view, component, count, type);
    return file->accessor_count++;
}

int gltf_add_floats(gltf_file *file, const float *data, int count, int width, int target,
                    bool bounds)
{
    static const char *const types[WIDTH_MAX + 1] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    size_t start = file->bytes.size;
    for (int i = 0; i < count * width; i++) {
        append_float(file, data[i]);
    }
    int view = describe_view(file, start, target);
    int accessor = describe_accessor(file, view, R3D_GLTF_FLOAT, count,
                                     width == MATRIX_WIDTH ? "MAT4" : types[width]);
    if (bounds) {
        print_bounds(file, data, count, width);
    }
    gltf_print(file, &file->accessors, "}");
    return accessor;
}

int gltf_add_joints(gltf_file *file, const unsigned char *data, int count)
{
    int view = gltf_add_view(file, data, (size_t)count * 4, R3D_GLTF_VERTICES);
    int accessor = describe_accessor(file, view, R3D_GLTF_U8, count, "VEC4");
    gltf_print(file, &file->accessors, "}");
    return accessor;
}

static void append_u32(gltf_file *file, growing_text *out, size_t value)
{
    const unsigned char bytes[4] = {(unsigned char)value, (unsigned char)(value >> 8),
                                    (unsigned char)(value >> 16), (unsigned char)(value >> 24)};
    append(file, out, bytes, sizeof bytes);
}

/* Fills in the checksum, if the file has one. */
static void set_checksum(growing_text *out)
{
    enum { DIGITS = 16 };
    const size_t length = sizeof GLTF_CHECKSUM_MARK - 1;
    char digits[DIGITS + 1];
    uint64_t hash = 14695981039346656037u;
    size_t at = 0;
    while (at + length + DIGITS <= out->size &&
           memcmp(out->data + at, GLTF_CHECKSUM_MARK, length) != 0) {
        at++;
    }
    if (at + length + DIGITS > out->size) {
        return;
    }
    for (size_t i = 0; i < out->size; i++) {
        hash = (hash ^ (unsigned char)out->data[i]) * 1099511628211u;
    }
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)hash);
    memcpy(out->data + at + length, digits, DIGITS);
}

r3d_result gltf_save(gltf_file *file, const char *path, const growing_text *json,
                     r3d_error *out_error)
{
    growing_text text = {NULL, 0, 0};
    growing_text out = {NULL, 0, 0};
    gltf_print(file, &text, "{");
    append(file, &text, json->data, json->size);
    if (file->bytes.size > 0) {
        gltf_print(file, &text, ",\"buffers\":[{\"byteLength\":%zu}],\"bufferViews\":[",
                   file->bytes.size);
        append(file, &text, file->views.data, file->views.size);
        gltf_print(file, &text, "],\"accessors\":[");
        append(file, &text, file->accessors.data, file->accessors.size);
        gltf_print(file, &text, "]");
    }
    gltf_print(file, &text, "}");
    while (text.size % 4 != 0) {
        gltf_print(file, &text, " ");
    }
    bool has_bytes = file->bytes.size > 0;
    append(file, &out, "glTF", 4);
    append_u32(file, &out, 2);
    append_u32(file, &out, 12 + 8 + text.size + (has_bytes ? 8 + file->bytes.size : 0));
    append_u32(file, &out, text.size);
    append(file, &out, "JSON", 4);
    append(file, &out, text.data, text.size);
    if (has_bytes) {
        append_u32(file, &out, file->bytes.size);
        append(file, &out, "BIN\0", 4);
        append(file, &out, file->bytes.data, file->bytes.size);
    }
    r3d_result result = R3D_ERR_MEMORY;
    if (!file->failed) {
        set_checksum(&out);
        result = r3d_file_write(path, out.data, out.size, out_error);
    } else if (out_error != NULL) {
        memset(out_error, 0, sizeof *out_error);
        out_error->result = result;
        out_error->offset = -1;
        snprintf(out_error->file, sizeof out_error->file, "%s", path);
        snprintf(out_error->message, sizeof out_error->message, "out of memory");
    }
    free(text.data);
    free(out.data);
    return result;
}

void gltf_free(gltf_file *file)
{
    free(file->bytes.data);
    free(file->views.data);
    free(file->accessors.data);
    memset(file, 0, sizeof *file);
}
