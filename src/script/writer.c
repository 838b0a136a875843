/* SPDX-License-Identifier: MIT */
/* The writer of display lists: text, files beside it, and what rooms keep. A file is named after its
 * contents, so that scripts in one folder share what is equal. */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <retro3d/png.h>

#include "script_writing.h"

void r3d_priv_writer_init(r3d_script_writer *writer, const r3d_allocator *allocator)
{
    memset(writer, 0, sizeof *writer);
    writer->allocator = *allocator;
    for (size_t i = 0; i < r3d_priv_room_count; i++) {
        writer->rooms[writer->room_count++] = r3d_priv_rooms[i];
    }
}

static void release(r3d_script_writer *writer, void *memory)
{
    writer->allocator.free(memory, writer->allocator.user);
}

void r3d_priv_writer_reset(r3d_script_writer *writer)
{
    r3d_priv_asset **assets = writer->assets.items;
    for (size_t i = 0; i < writer->assets.count; i++) {
        release(writer, assets[i]->data);
        release(writer, assets[i]);
    }
    for (size_t i = 0; i < writer->room_count; i++) {
        const r3d_script_state *kept = &writer->rooms[i]->writer_state;
        if (writer->states[i] != NULL && kept->release != NULL) {
            kept->release(writer->states[i], &writer->allocator);
        }
        release(writer, writer->states[i]);
        writer->states[i] = NULL;
    }
    writer->assets.count = 0;
    writer->text.count = 0;
    writer->result = R3D_OK;
}

void r3d_priv_writer_release(r3d_script_writer *writer)
{
    r3d_priv_writer_reset(writer);
    release(writer, writer->assets.items);
    release(writer, writer->text.items);
    memset(&writer->assets, 0, sizeof writer->assets);
    memset(&writer->text, 0, sizeof writer->text);
}

const r3d_script_call *r3d_priv_writer_find(const r3d_script_writer *writer,
                                            const r3d_draw_call_type *type)
{
    for (size_t r = 0; r < writer->room_count; r++) {
        for (size_t i = 0; i < writer->rooms[r]->call_count; i++) {
            if (writer->rooms[r]->calls[i].type == type) {
                return &writer->rooms[r]->calls[i];
            }
        }
    }
    return NULL;
}

void *r3d_script_writer_get_state(r3d_script_writer *writer, const r3d_script_room *room)
{
    if (writer == NULL || room == NULL) {
        return NULL;
    }
    for (size_t i = 0; i < writer->room_count; i++) {
        if (writer->rooms[i] != room) {
            continue;
        }
        if (writer->states[i] == NULL) {
            const size_t size = room->writer_state.size;
            writer->states[i] = writer->allocator.alloc(size, writer->allocator.user);
            if (writer->states[i] == NULL) {
                r3d_script_write_fail(writer, R3D_ERR_MEMORY, "no memory");
                return NULL;
            }
            memset(writer->states[i], 0, size);
        }
        return writer->states[i];
    }
    return NULL;
}

const r3d_allocator *r3d_script_writer_get_allocator(const r3d_script_writer *writer)
{
    return writer != NULL ? &writer->allocator : NULL;
}

/* ---- text ---- */

void r3d_script_write_fail(r3d_script_writer *writer, r3d_result result, const char *format, ...)
{
    if (writer == NULL || format == NULL) {
        return;
    }
    if (writer->result != R3D_OK) {
        return;
    }
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(writer->reason, sizeof writer->reason, format, arguments);
    va_end(arguments);
    writer->result = result;
}

void r3d_script_write(r3d_script_writer *writer, const char *format, ...)
{
    if (writer == NULL || format == NULL) {
        return;
    }
    char line[512]; /* longer than any line but those of row lists, which come in parts */
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    char *place = length >= 0 && (size_t)length < sizeof line
                      ? r3d_priv_grow(&writer->allocator, &writer->text, (size_t)length, 1)
                      : NULL;
    if (place == NULL) {
        r3d_script_write_fail(writer, R3D_ERR_MEMORY, "no memory for a line");
        return;
    }
    memcpy(place, line, (size_t)length);
}

/* ---- files ---- */

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

int32_t r3d_priv_writer_keep(r3d_script_writer *writer, const char *kind, const char *ending,
                             void *data, size_t size)
{
    if (data == NULL) {
        r3d_script_write_fail(writer, R3D_ERR_MEMORY, "no memory for a file");
        return R3D_PRIV_NO_FILE;
    }
    char name[R3D_PRIV_FILE_NAME_SIZE];
    snprintf(name, sizeof name, "%s-%016llx.%s", kind, (unsigned long long)hash_of(data, size),
             ending);
    r3d_priv_asset **assets = writer->assets.items;
    for (size_t i = 0; i < writer->assets.count; i++) {
        if (strcmp(assets[i]->name, name) == 0) {
            bool is_same = assets[i]->size == size && memcmp(assets[i]->data, data, size) == 0;
            release(writer, data);
            if (!is_same) {
                r3d_script_write_fail(writer, R3D_ERR_STATE, "two files would be called %s", name);
            }
            return is_same ? (int32_t)i : R3D_PRIV_NO_FILE;
        }
    }
    r3d_priv_asset *asset = writer->allocator.alloc(sizeof *asset, writer->allocator.user);
    r3d_priv_asset **place = asset != NULL ? r3d_priv_grow(&writer->allocator, &writer->assets, 1,
                                                           sizeof(r3d_priv_asset *))
                                           : NULL;
    if (place == NULL) {
        release(writer, asset);
        release(writer, data);
        r3d_script_write_fail(writer, R3D_ERR_MEMORY, "no memory for a file");
        return R3D_PRIV_NO_FILE;
    }
    memcpy(asset->name, name, sizeof name);
    asset->data = data;
    asset->size = size;
    *place = asset;
    return (int32_t)writer->assets.count - 1;
}

const char *r3d_script_write_file(r3d_script_writer *writer, const char *kind, const char *ending,
                                  const void *data, size_t size)
{
    if (writer == NULL || kind == NULL || ending == NULL || (data == NULL && size > 0)) {
        return NULL;
    }
    void *copy = writer->allocator.alloc(size + 1, writer->allocator.user);
    if (copy != NULL && size > 0) {
        memcpy(copy, data, size);
    }
    return r3d_priv_writer_file_name(writer,
                                     r3d_priv_writer_keep(writer, kind, ending, copy, size));
}

int32_t r3d_priv_writer_keep_png(r3d_script_writer *writer, const char *kind,
                                 const uint32_t *pixels, int32_t width, int32_t height,
                                 int32_t stride_px, bool has_alpha)
{
    const r3d_picture_view view = {pixels, (ptrdiff_t)stride_px * (ptrdiff_t)sizeof *pixels, width,
                                   height, has_alpha ? R3D_LAYOUT_ARGB32 : R3D_LAYOUT_XRGB32};
    void *data = NULL;
    size_t size = 0;
    r3d_error error;
    r3d_result result =
        r3d_png_encode(&view, R3D_PNG_FAST, &writer->allocator, &data, &size, &error);
    if (result != R3D_OK) {
        r3d_script_write_fail(writer, result, "a picture cannot be encoded: %.100s", error.message);
        return R3D_PRIV_NO_FILE;
    }
    return r3d_priv_writer_keep(writer, kind, "png", data, size);
}

int32_t r3d_priv_writer_keep_tx8(r3d_script_writer *writer, const r3d_image8 *image)
{
    static const char digits[] = "0123456789abcdef";
    const r3d_allocator *hooks = &writer->allocator;
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
        release(writer, text.items);
        text.items = NULL;
    }
    return r3d_priv_writer_keep(writer, "sprite", "tx8", text.items, text.count);
}

const char *r3d_priv_writer_file_name(const r3d_script_writer *writer, int32_t asset)
{
    r3d_priv_asset *const *assets = writer->assets.items;
    return asset >= 0 ? assets[asset]->name : "missing";
}
