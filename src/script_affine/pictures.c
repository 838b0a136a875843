/* SPDX-License-Identifier: MIT */
/* Pictures and maps of arenas as files of a display list, both ways. Numbers are stored as colours: the index
 * of a palette as a grey, the tile of a cell as 0xRRGGBB, one more than it is. */

#include <retro3d/png.h>

#include "script_affine.h"

/* ---- loading ---- */

/* Loads the picture that argument `index` names: 8 bits a channel. */
static r3d_result load_picture(r3d_replay *replay, const r3d_script_args *args, int index,
                               r3d_picture *out)
{
    const r3d_allocator *hooks = r3d_replay_get_allocator(replay);
    char *path = NULL;
    r3d_error cause;
    r3d_result result = r3d_replay_resolve_path(replay, args, index, &path);
    if (result != R3D_OK) {
        return result;
    }
    result = r3d_png_load_from(r3d_replay_get_files(replay), path, NULL, hooks, out, &cause);
    hooks->free(path, hooks->user);
    if (result != R3D_OK) {
        return r3d_replay_fail(replay, result, "%.200s: %.250s", cause.file, cause.message);
    }
    if (out->layout != R3D_LAYOUT_RGBA8) {
        r3d_picture_free(out);
        return r3d_replay_fail(replay, R3D_ERR_FORMAT_UNSUPPORTED,
                               "the picture has 16 bits a channel, expected 8");
    }
    return R3D_OK;
}

static uint32_t rgb_at(const r3d_picture *picture, size_t i)
{
    const uint8_t *rgba = (const uint8_t *)picture->pixels + i * 4;
    return (uint32_t)rgba[0] << 16 | (uint32_t)rgba[1] << 8 | rgba[2];
}

/* A place for picture `number`, empty; NULL without memory. */
static r3d_priv_affine_picture *empty_place(r3d_replay *replay, int32_t number)
{
    const r3d_allocator *hooks = r3d_replay_get_allocator(replay);
    r3d_priv_affine_state *s = r3d_priv_affine_get(replay);
    if (s == NULL) {
        return NULL;
    }
    if (s->pictures == NULL) {
        s->pictures = r3d_priv_alloc_zeroed(hooks, R3D_PRIV_AFFINE_PICTURES, sizeof *s->pictures);
    }
    if (s->pictures == NULL) {
        return NULL;
    }
    r3d_priv_affine_picture *place = &s->pictures[number];
    /* Scenes that use it end here. */
    s->has_scene = s->has_scene && place->pixels == NULL;
    s->has_frame = s->has_frame && place->pixels == NULL;
    r3d_priv_release(hooks, place->pixels);
    r3d_priv_release(hooks, place->palette);
    memset(place, 0, sizeof *place);
    return place;
}

static void set_size(r3d_priv_affine_picture *place, const r3d_picture *picture)
{
    place->view.width = place->view.stride_px = picture->width;
    place->view.height = picture->height;
}

r3d_result r3d_priv_affine_run_picture(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_picture picture;
    r3d_result result = load_picture(replay, args, 1, &picture);
    if (result != R3D_OK) {
        return result;
    }
    r3d_priv_affine_picture *place = empty_place(replay, args->values[0].i);
    const size_t count = (size_t)picture.width * (size_t)picture.height;
    uint32_t *argb = place == NULL
                         ? NULL
                         : r3d_priv_alloc(r3d_replay_get_allocator(replay), count, sizeof *argb);
    for (size_t i = 0; i < count && argb != NULL; i++) {
        const bool is_opaque = ((const uint8_t *)picture.pixels)[i * 4 + 3] >= 0x80;
        argb[i] = is_opaque ? 0xFF000000u | rgb_at(&picture, i) : 0;
    }
    if (argb != NULL) {
        place->pixels = argb;
        place->view.argb = argb;
        set_size(place, &picture);
    }
    r3d_picture_free(&picture);
    return argb != NULL ? R3D_OK : R3D_ERR_MEMORY;
}

r3d_result r3d_priv_affine_run_indexed(r3d_replay *replay, const r3d_script_args *args)
{
    enum { COLORS = 256 };
    const r3d_allocator *hooks = r3d_replay_get_allocator(replay);
    r3d_picture indices;
    r3d_picture colors;
    r3d_result result = load_picture(replay, args, 1, &indices);
    if (result != R3D_OK) {
        return result;
    }
    result = load_picture(replay, args, 2, &colors);
    if (result != R3D_OK) {
        r3d_picture_free(&indices);
        return result;
    }
    const size_t count = (size_t)indices.width * (size_t)indices.height;
    if (colors.width != COLORS || colors.height != 1) {
        result = r3d_replay_fail(replay, R3D_ERR_RANGE, "the palette is %ldx%ld, expected 256x1",
                                 (long)colors.width, (long)colors.height);
    }
    r3d_priv_affine_picture *place =
        result == R3D_OK ? empty_place(replay, args->values[0].i) : NULL;
    uint8_t *pixels = place != NULL ? r3d_priv_alloc(hooks, count, 1) : NULL;
    uint32_t *palette = pixels != NULL ? r3d_priv_alloc(hooks, COLORS, sizeof *palette) : NULL;
    if (palette != NULL) {
        for (size_t i = 0; i < count; i++) {
            pixels[i] = (uint8_t)(rgb_at(&indices, i) & 0xFF);
        }
        for (size_t i = 0; i < COLORS; i++) {
            palette[i] = rgb_at(&colors, i);
        }
        place->pixels = pixels;
        place->palette = palette;
        place->view.indices = pixels;
        place->view.palette = palette;
        set_size(place, &indices);
    } else {
        r3d_priv_release(hooks, pixels);
        result = result == R3D_OK ? R3D_ERR_MEMORY : result;
    }
    r3d_picture_free(&indices);
    r3d_picture_free(&colors);
    return result;
}

r3d_result r3d_priv_affine_load_cells(r3d_replay *replay, const r3d_script_args *args, int index,
                                      r3d_priv_affine_cells *out)
{
    const r3d_allocator *hooks = r3d_replay_get_allocator(replay);
    r3d_picture picture;
    r3d_result result = load_picture(replay, args, index, &picture);
    if (result != R3D_OK) {
        return result;
    }
    const size_t count = (size_t)picture.width * (size_t)picture.height;
    int16_t *cells = NULL;
    if (picture.width > R3D_AFFINE_MAP_MAX || picture.height > R3D_AFFINE_MAP_MAX) {
        result = r3d_replay_fail(replay, R3D_ERR_RANGE,
                                 "a map of %ldx%ld cells, expected at most 1024 each way",
                                 (long)picture.width, (long)picture.height);
    } else {
        cells = r3d_priv_alloc(hooks, count, sizeof *cells);
        result = cells != NULL ? R3D_OK : R3D_ERR_MEMORY;
    }
    for (size_t i = 0; i < count && result == R3D_OK; i++) {
        const uint32_t stored = rgb_at(&picture, i);
        if (stored > INT16_MAX) {
            result = r3d_replay_fail(replay, R3D_ERR_RANGE,
                                     "cell %zu is 0x%06lx, expected at most "
                                     "0x007fff",
                                     i, (unsigned long)stored);
        }
        cells[i] = (int16_t)((int32_t)(stored & INT16_MAX) - 1);
    }
    if (result == R3D_OK) {
        r3d_priv_release(hooks, out->cells);
        out->cells = cells;
        out->columns = picture.width;
        out->rows = picture.height;
    } else {
        r3d_priv_release(hooks, cells);
    }
    r3d_picture_free(&picture);
    return result;
}

/* ---- writing ---- */

static const char *write_png(r3d_script_writer *writer, const char *kind, const uint32_t *argb,
                             int32_t width, int32_t height, bool has_alpha)
{
    const r3d_allocator *hooks = r3d_script_writer_get_allocator(writer);
    const r3d_picture_view view = {argb, (ptrdiff_t)width * (ptrdiff_t)sizeof *argb, width, height,
                                   has_alpha ? R3D_LAYOUT_ARGB32 : R3D_LAYOUT_XRGB32};
    void *data = NULL;
    size_t size = 0;
    r3d_error error;
    const r3d_result result = r3d_png_encode(&view, R3D_PNG_FAST, hooks, &data, &size, &error);
    if (result != R3D_OK) {
        r3d_script_write_fail(writer, result, "a picture cannot be encoded: %.100s", error.message);
        return "missing";
    }
    const char *name = r3d_script_write_file(writer, kind, "png", data, size);
    hooks->free(data, hooks->user);
    return name;
}

static size_t texel_of(const r3d_affine_picture *p, int32_t x, int32_t y)
{
    return (size_t)y * (size_t)p->stride_px + (size_t)x;
}

static uint64_t hash_of(const r3d_affine_picture *p)
{
    enum { COLORS = 256 };
    const int32_t head[] = {p->width, p->height, p->argb != NULL};
    uint64_t hash = r3d_priv_affine_hash(14695981039346656037u, head, sizeof head);
    for (int32_t y = 0; y < p->height; y++) {
        const size_t row = texel_of(p, 0, y);
        hash = p->argb != NULL
                   ? r3d_priv_affine_hash(hash, p->argb + row, (size_t)p->width * sizeof *p->argb)
                   : r3d_priv_affine_hash(hash, p->indices + row, (size_t)p->width);
    }
    if (p->argb == NULL) {
        hash = r3d_priv_affine_hash(hash, p->palette, COLORS * sizeof *p->palette);
    }
    return hash != 0 ? hash : 1;
}

/* Writes the files and the line of a picture. */
static void write_lines(r3d_script_writer *writer, int32_t number, const r3d_affine_picture *p)
{
    enum { COLORS = 256 };
    const r3d_allocator *hooks = r3d_script_writer_get_allocator(writer);
    const size_t count = (size_t)p->width * (size_t)p->height;
    uint32_t *pixels = r3d_priv_alloc(hooks, count, sizeof *pixels);
    if (pixels == NULL) {
        r3d_script_write_fail(writer, R3D_ERR_MEMORY, "no memory for a picture");
        return;
    }
    for (int32_t y = 0; y < p->height; y++) {
        for (int32_t x = 0; x < p->width; x++) {
            uint32_t *pixel = &pixels[(size_t)y * (size_t)p->width + (size_t)x];
            if (p->argb == NULL) {
                *pixel = (uint32_t)p->indices[texel_of(p, x, y)] * 0x10101u;
            } else {
                const uint32_t argb = p->argb[texel_of(p, x, y)];
                *pixel = argb >> 24 != 0 ? argb | 0xFF000000u : 0;
            }
        }
    }
    if (p->argb != NULL) {
        r3d_script_write(writer, "affine_picture %ld %s\n", (long)number,
                         write_png(writer, "texels", pixels, p->width, p->height, true));
    } else {
        const char *indices = write_png(writer, "indices", pixels, p->width, p->height, false);
        const char *palette = write_png(writer, "palette", p->palette, COLORS, 1, false);
        r3d_script_write(writer, "affine_indexed %ld %s %s\n", (long)number, indices, palette);
    }
    r3d_priv_release(hooks, pixels);
}

int32_t r3d_priv_affine_write_picture(r3d_script_writer *writer, r3d_priv_affine_written *w,
                                      const r3d_affine_picture *picture)
{
    if (picture->argb == NULL && (picture->indices == NULL || picture->palette == NULL)) {
        r3d_script_write_fail(writer, R3D_ERR_ARGUMENT, "a picture of an arena without pixels");
        return -1;
    }
    const uint64_t hash = hash_of(picture);
    for (int32_t i = 0; i < w->picture_count; i++) {
        if (w->pictures[i] == hash) {
            return i;
        }
    }
    if (w->picture_count == R3D_PRIV_AFFINE_PICTURES) {
        r3d_script_write_fail(writer, R3D_ERR_LIMIT, "more than %d pictures of arenas",
                              R3D_PRIV_AFFINE_PICTURES);
        return -1;
    }
    w->pictures[w->picture_count] = hash;
    write_lines(writer, w->picture_count, picture);
    return w->picture_count++;
}

const char *r3d_priv_affine_write_cells(r3d_script_writer *writer, const int16_t *cells,
                                        int32_t columns, int32_t rows)
{
    const r3d_allocator *hooks = r3d_script_writer_get_allocator(writer);
    const size_t count = (size_t)columns * (size_t)rows;
    uint32_t *pixels = r3d_priv_alloc(hooks, count, sizeof *pixels);
    if (pixels == NULL) {
        r3d_script_write_fail(writer, R3D_ERR_MEMORY, "no memory for a map");
        return "missing";
    }
    for (size_t i = 0; i < count; i++) {
        pixels[i] = (uint32_t)(cells[i] + 1);
    }
    const char *name = write_png(writer, "cells", pixels, columns, rows, false);
    r3d_priv_release(hooks, pixels);
    return name;
}
