/* SPDX-License-Identifier: MIT */
/* The files of a recording: meshes, texels, palettes, sprites, frames. A file is named after its
 * contents, so that recordings in one folder share what is equal. */

#include <stdio.h>
#include <string.h>

#include "recorder_internal.h"

#include <retro3d/png.h>

/* FNV-1a, 64 bits. Files of equal names are compared, see below. */
static uint64_t hash_of(const void *data, size_t size)
{
    const unsigned char *bytes = data;
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ bytes[i]) * 1099511628211u;
    }
    return hash;
}

static void release(r3d_recorder *recorder, void *memory)
{
    recorder->allocator.free(memory, recorder->allocator.user);
}

int32_t r3d_priv_recorder_keep(r3d_recorder *recorder, const char *kind, const char *ending,
                               void *data, size_t size)
{
    if (data == NULL) {
        r3d_priv_recorder_fail(recorder, R3D_ERR_MEMORY, "no memory for a file");
        return R3D_PRIV_NO_FILE;
    }
    char name[R3D_PRIV_FILE_NAME_SIZE];
    snprintf(name, sizeof name, "%s-%016llx.%s", kind, (unsigned long long)hash_of(data, size),
             ending);
    r3d_priv_asset *assets = recorder->assets.items;
    for (size_t i = 0; i < recorder->assets.count; i++) {
        if (strcmp(assets[i].name, name) == 0) {
            bool is_same = assets[i].size == size && memcmp(assets[i].data, data, size) == 0;
            release(recorder, data);
            if (!is_same) {
                r3d_priv_recorder_fail(recorder, R3D_ERR_STATE, "two files would be called %s",
                                       name);
            }
            return is_same ? (int32_t)i : R3D_PRIV_NO_FILE;
        }
    }
    r3d_priv_asset *asset =
        r3d_priv_grow(&recorder->allocator, &recorder->assets, 1, sizeof *asset);
    if (asset == NULL) {
        release(recorder, data);
        r3d_priv_recorder_fail(recorder, R3D_ERR_MEMORY, "no memory for a file");
        return R3D_PRIV_NO_FILE;
    }
    memcpy(asset->name, name, sizeof name);
    asset->data = data;
    asset->size = size;
    return (int32_t)recorder->assets.count - 1;
}

int32_t r3d_priv_recorder_keep_png(r3d_recorder *recorder, const char *kind, const uint32_t *pixels,
                                   int32_t width, int32_t height, int32_t stride_px, bool has_alpha)
{
    const r3d_picture_view view = {pixels, (ptrdiff_t)stride_px * (ptrdiff_t)sizeof *pixels, width,
                                   height, has_alpha ? R3D_LAYOUT_ARGB32 : R3D_LAYOUT_XRGB32};
    void *data = NULL;
    size_t size = 0;
    r3d_error error;
    r3d_result result =
        r3d_png_encode(&view, R3D_PNG_FAST, &recorder->allocator, &data, &size, &error);
    if (result != R3D_OK) {
        r3d_priv_recorder_fail(recorder, result, "a picture cannot be encoded: %.100s",
                               error.message);
        return R3D_PRIV_NO_FILE;
    }
    return r3d_priv_recorder_keep(recorder, kind, "png", data, size);
}

int32_t r3d_priv_recorder_keep_tx8(r3d_recorder *recorder, const r3d_image8 *image)
{
    static const char digits[] = "0123456789abcdef";
    const r3d_allocator *hooks = &recorder->allocator;
    const r3d_image_frame *f = &image->frame;
    r3d_priv_growing text = {NULL, 0, 0};
    bool ok = r3d_priv_append(hooks, &text, "tx8 1\ncanvas %ld %ld\noffset %ld %ld\nsize %ld %ld\n",
                              (long)f->canvas_width, (long)f->canvas_height, (long)f->offset_x,
                              (long)f->offset_y, (long)f->width, (long)f->height) &&
              r3d_priv_append(hooks, &text, "palette %ld\n", (long)image->palette_count);
    for (int32_t i = 0; ok && i < image->palette_count; i++) {
        /* Entry 0 is the hole and has no colour. */
        ok = r3d_priv_append(hooks, &text, "%06lx\n",
                             i == 0 ? 0ul : (unsigned long)(image->palette_rgb[i] & 0xFFFFFFu));
    }
    ok = ok && r3d_priv_append(hooks, &text, "pixels\n");
    for (int32_t y = 0; ok && y < f->height; y++) {
        char *line = r3d_priv_grow(hooks, &text, (size_t)f->width * 2 + 1, 1);
        ok = line != NULL;
        for (int32_t x = 0; ok && x < f->width; x++) {
            uint8_t index = image->pixels[(size_t)y * (size_t)f->width + (size_t)x];
            *line++ = digits[index >> 4];
            *line++ = digits[index & 15];
        }
        if (ok) {
            *line = '\n';
        }
    }
    if (!ok) {
        release(recorder, text.items);
        text.items = NULL;
    }
    return r3d_priv_recorder_keep(recorder, "sprite", "tx8", text.items, text.count);
}

const char *r3d_priv_recorder_file_name(const r3d_recorder *recorder, int32_t asset)
{
    const r3d_priv_asset *assets = recorder->assets.items;
    return asset >= 0 ? assets[asset].name : "missing";
}

void r3d_priv_recorder_free_files(r3d_recorder *recorder)
{
    r3d_priv_asset *assets = recorder->assets.items;
    for (size_t i = 0; i < recorder->assets.count; i++) {
        release(recorder, assets[i].data);
    }
    release(recorder, recorder->assets.items);
    memset(&recorder->assets, 0, sizeof recorder->assets);
}

enum { PATH_SIZE = 4096 };

/* The path of a file beside the script. Without an allocation: it is needed to take files away when
 * there is no memory. Returns false if it is too long. */
static bool path_beside(const char *path, const char *name, char out[PATH_SIZE])
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    size_t size = strlen(name) + 1;
    if (folder + size > PATH_SIZE) {
        return false;
    }
    memcpy(out, path, folder);
    memcpy(out + folder, name, size);
    return true;
}

/* Whether a file is there already. If so and its contents differ, which takes two contents with one
 * hash or a file that was changed, it is not to be overwritten: other recordings use it. */
static r3d_result look_at_existing(const r3d_recorder *recorder, const char *path,
                                   const r3d_priv_asset *asset, bool *out_exists,
                                   r3d_error *out_error)
{
    void *data = NULL;
    size_t size = 0;
    r3d_error ignored;
    FILE *file = fopen(path, "rb");
    *out_exists = file != NULL;
    if (file == NULL) {
        return R3D_OK;
    }
    fclose(file);
    r3d_result result =
        r3d_file_read(path, INT32_MAX, &recorder->allocator, &data, &size, &ignored);
    bool is_same = result == R3D_OK && size == asset->size && memcmp(data, asset->data, size) == 0;
    recorder->allocator.free(data, recorder->allocator.user);
    if (is_same) {
        return R3D_OK;
    }
    (void)r3d_priv_refuse_call(out_error, R3D_ERR_IO_WRITE, path);
    if (out_error != NULL) {
        snprintf(out_error->message, sizeof out_error->message,
                 "is there already with other contents than its name says");
    }
    return R3D_ERR_IO_WRITE;
}

r3d_result r3d_priv_recorder_write_files(const r3d_recorder *recorder, const char *path,
                                         bool *is_new, r3d_error *out_error)
{
    const r3d_priv_asset *assets = recorder->assets.items;
    r3d_result result = R3D_OK;
    for (size_t i = 0; i < recorder->assets.count && result == R3D_OK; i++) {
        bool exists = false;
        char file[PATH_SIZE];
        if (!path_beside(path, assets[i].name, file)) {
            return r3d_priv_refuse_call(out_error, R3D_ERR_IO_WRITE, path);
        }
        result = look_at_existing(recorder, file, &assets[i], &exists, out_error);
        if (result == R3D_OK && !exists) {
            result = r3d_file_write(file, assets[i].data, assets[i].size, out_error);
            is_new[i] = result == R3D_OK;
        }
    }
    return result;
}

void r3d_priv_recorder_remove_files(const r3d_recorder *recorder, const char *path,
                                    const bool *is_new)
{
    const r3d_priv_asset *assets = recorder->assets.items;
    for (size_t i = 0; i < recorder->assets.count; i++) {
        char file[PATH_SIZE];
        if (is_new[i] && path_beside(path, assets[i].name, file)) {
            (void)remove(file);
        }
    }
}
