/* SPDX-License-Identifier: MIT */
/* A painted frame as a map file that draws the same. Source: spec outline section 12. */

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <retro3d/png.h>

#include "../base/desc.h"
#include "../outline/outline_internal.h"

#include "isomaps_internal.h"

/* Letters from '!' on without '#'. */
enum { LETTERS_MAX = '~' - '!', PAIRS = R3D_OUTLINE_RECT_COUNT_MAX * R3D_OUTLINE_RECT_COUNT_MAX };

static char letter_of(int32_t number)
{
    const int32_t letter = '!' + number;
    return (char)(letter >= '#' ? letter + 1 : letter);
}

static r3d_result refuse(r3d_error *out_error, r3d_result result, const char *reason)
{
    return r3d_priv_io_fail(out_error, result, NULL, 0, -1, "%s", reason);
}

/* ---- text ---- */

typedef struct iso_output {
    const r3d_allocator *hooks;
    r3d_priv_growing text; /* char */
    bool has_failed;
    int32_t last_sprite; /* that was put */
} iso_output;

static void put(iso_output *out, const char *format, ...) R3D_PRIV_PRINTF(2, 3);

static void put(iso_output *out, const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    char *place = length < 0 || (size_t)length >= sizeof line
                      ? NULL
                      : r3d_priv_grow(out->hooks, &out->text, (size_t)length, 1);
    if (place == NULL) {
        out->has_failed = true;
    } else {
        memcpy(place, line, (size_t)length);
    }
}

/* ---- what can be said ---- */

static r3d_result check(const r3d_outline_frame *frame, const r3d_outline_paint *paint,
                        r3d_error *out_error)
{
    const r3d_result no = R3D_ERR_FORMAT_UNSUPPORTED;
    if (!frame->has_all_cells || frame->has_part) {
        return refuse(out_error, no, "cells that were not drawn all at once before the billboards");
    }
    if (!paint->has_lines || frame->marking == R3D_PRIV_OUTLINE_UNMARKED) {
        return refuse(out_error, no, "a picture without lines");
    }
    if (frame->marking == R3D_PRIV_OUTLINE_MARKED_SCREEN &&
        frame->marked.crease_limit != R3D_OUTLINE_CREASE_LIMIT) {
        return refuse(out_error, no, "a crease limit of its own");
    }
    const r3d_outline_shadow *shadow = paint->shadow;
    if (frame->marked.shadow != NULL && frame->marked.shadow != shadow) {
        return refuse(out_error, no, "lines in another light than the colours");
    }
    if (shadow != NULL && (shadow->map != frame->map || shadow->rho_16 < 0)) {
        return refuse(out_error, no,
                      "a shadow map of another map, or one that nothing was cast into");
    }
    return R3D_OK;
}

/* ---- records ---- */

/* Cells as letters: equal pairs of rectangles share one; floors have no sides. */
static r3d_result put_cells(iso_output *out, const r3d_outline_map *map, r3d_error *out_error)
{
    uint8_t *letters = r3d_priv_alloc_zeroed(out->hooks, PAIRS, 1);
    int32_t count = 0;
    if (letters == NULL) {
        return refuse(out_error, R3D_ERR_MEMORY, "out of memory");
    }
    const int32_t cells = map->width * map->height;
    for (int32_t i = 0; i < cells; i++) {
        const int32_t side = map->heights[i] > 0 ? map->side_rects[i] : 0;
        uint8_t *letter = &letters[map->top_rects[i] * R3D_OUTLINE_RECT_COUNT_MAX + side];
        if (*letter != 0) {
            continue;
        }
        if (count == LETTERS_MAX) {
            r3d_priv_release(out->hooks, letters);
            return refuse(out_error, R3D_ERR_FORMAT_UNSUPPORTED,
                          "more kinds of cells than there are letters");
        }
        const r3d_outline_rect *top = &map->rects[map->top_rects[i]];
        const r3d_outline_rect *face = &map->rects[side];
        put(out, "cell %c top %ld %ld %ld %ld side %ld %ld %ld %ld\n", letter_of(count),
            (long)top->x, (long)top->y, (long)top->width, (long)top->height, (long)face->x,
            (long)face->y, (long)face->width, (long)face->height);
        *letter = (uint8_t)letter_of(count++);
    }
    for (int32_t y = 0; y < map->height; y++) {
        char row[R3D_OUTLINE_MAP_SIZE_MAX + 1];
        for (int32_t x = 0; x < map->width; x++) {
            const int32_t i = y * map->width + x;
            const int32_t side = map->heights[i] > 0 ? map->side_rects[i] : 0;
            row[x] = (char)letters[map->top_rects[i] * R3D_OUTLINE_RECT_COUNT_MAX + side];
        }
        row[map->width] = '\0';
        put(out, "cells %s\n", row);
    }
    r3d_priv_release(out->hooks, letters);
    return R3D_OK;
}

static void put_rows(iso_output *out, const r3d_outline_map *map)
{
    for (int32_t y = 0; y < map->height; y++) {
        char row[R3D_OUTLINE_MAP_SIZE_MAX + 1];
        for (int32_t x = 0; x < map->width; x++) {
            row[x] = (char)('0' + map->heights[y * map->width + x]);
        }
        row[map->width] = '\0';
        put(out, "row %s\n", row);
    }
}

static bool is_same_shape(const r3d_outline_billboard *a, const r3d_outline_billboard *b)
{
    return memcmp(&a->rect, &b->rect, sizeof a->rect) == 0 && a->mirrored == b->mirrored &&
           a->opacity == NULL && b->opacity == NULL;
}

/* Sprites with an opacity of their own lie below the sheet, one under the other. */
static void put_billboards(iso_output *out, const r3d_outline_frame *frame)
{
    int32_t below = frame->map->sheet.height;
    for (int32_t i = 0; i < frame->billboard_count; i++) {
        const r3d_outline_billboard *billboard = frame->billboards[i];
        const r3d_outline_rect *rect = &billboard->rect;
        int32_t sprite = i;
        if (i > 0 && is_same_shape(billboard, frame->billboards[i - 1])) {
            /* The sprite of the billboard before, whichever that has. */
            sprite = -1;
        }
        if (sprite >= 0) {
            put(out, "sprite s%ld %ld %ld %ld %ld%s\n", (long)i,
                (long)(billboard->opacity != NULL ? 0 : rect->x),
                (long)(billboard->opacity != NULL ? below : rect->y), (long)rect->width,
                (long)rect->height, billboard->mirrored ? " mirror" : "");
            out->last_sprite = i;
        }
        below += billboard->opacity != NULL ? rect->height : 0;
        put(out, "billboard b%ld s%ld %ld %ld\n", (long)i, (long)out->last_sprite,
            (long)billboard->x_a64, (long)billboard->y_a64);
    }
}

static void put_settings(iso_output *out, const r3d_outline_frame *frame,
                         const r3d_outline_paint *p)
{
    static const char *const ids[] = {"surface", "block", "face"};
    const r3d_outline_lines *lines = &frame->marked;
    put(out, "canvas %ld %ld %ld %ld\n", (long)frame->width, (long)frame->height,
        (long)frame->origin_x, (long)frame->origin_y);
    put(out, "mode %s\nwidth %ld\nspritewidth %ld\nids %s\nfade %ld\nshade %ld\n",
        frame->marking == R3D_PRIV_OUTLINE_MARKED_WORLD ? "world" : "screen", (long)lines->width,
        (long)lines->sprite_width, ids[frame->map->ids_kind], (long)p->color_percent,
        (long)p->dark_shade);
    put(out, "faceshade %ld %ld %ld\nbackdrop %lu %lu %lu\n", (long)p->top_shade,
        (long)p->x_side_shade, (long)p->y_side_shade, (unsigned long)(p->backdrop_rgb >> 16 & 255),
        (unsigned long)(p->backdrop_rgb >> 8 & 255), (unsigned long)(p->backdrop_rgb & 255));
    put(out, "lines %s %06lx %06lx\n", lines->shadow == NULL ? "dark" : "both",
        (unsigned long)(p->dark_rgb & 0xFFFFFF), (unsigned long)(p->light_rgb & 0xFFFFFF));
    if (p->shadow != NULL) {
        put(out, "light %ld %ld\nrho %ld\ntexels %ld\n", (long)p->shadow->x_a64,
            (long)p->shadow->y_a64, (long)p->shadow->rho_16, (long)p->shadow->texels);
    }
}

r3d_result r3d_isomap_encode(const r3d_outline_frame *frame, const r3d_outline_paint *paint,
                             const char *sheet_name, const r3d_allocator *allocator,
                             char **out_text, size_t *out_size, r3d_error *out_error)
{
    r3d_allocator hooks;
    r3d_outline_paint whole;
    r3d_outline_paint_init(&whole);
    if (out_text != NULL) {
        *out_text = NULL;
    }
    if (out_size != NULL) {
        *out_size = 0;
    }
    if (frame == NULL || sheet_name == NULL || sheet_name[0] == '\0' || out_text == NULL ||
        out_size == NULL || strpbrk(sheet_name, " \t\r\n#") != NULL || strlen(sheet_name) > 255 ||
        r3d_priv_desc_read(&whole, sizeof whole, paint) != R3D_OK ||
        r3d_priv_io_allocator(allocator, &hooks) != R3D_OK) {
        return refuse(out_error, R3D_ERR_ARGUMENT,
                      "no frame, no paint, no place for the text, or no name of a sheet");
    }
    if (frame->map == NULL || frame->map->rect_count == 0) {
        return refuse(out_error, R3D_ERR_STATE, "nothing was drawn, or the map has no colours");
    }
    r3d_result result = check(frame, &whole, out_error);
    if (result != R3D_OK) {
        return result;
    }
    iso_output out = {&hooks, {NULL, 0, 0}, false, 0};
    put(&out, "iso 1\n");
    put_settings(&out, frame, &whole);
    put_rows(&out, frame->map);
    put(&out, "sheet %s\n", sheet_name);
    result = put_cells(&out, frame->map, out_error);
    put_billboards(&out, frame);
    if (result == R3D_OK && out.has_failed) {
        result = refuse(out_error, R3D_ERR_MEMORY, "out of memory");
    }
    if (result != R3D_OK) {
        r3d_priv_growing_free(&hooks, &out.text);
        return result;
    }
    *out_text = out.text.items;
    *out_size = out.text.count;
    return R3D_OK;
}

/* ---- the sheet ---- */

/* The size of the sheet with the sprites below it. */
static r3d_result measure(const r3d_outline_frame *frame, int32_t *out_width, int32_t *out_height,
                          r3d_error *out_error)
{
    int32_t width = frame->map->sheet.width;
    int64_t height = frame->map->sheet.height;
    for (int32_t i = 0; i < frame->billboard_count; i++) {
        const r3d_outline_billboard *billboard = frame->billboards[i];
        if (billboard->opacity != NULL) {
            width = billboard->rect.width > width ? billboard->rect.width : width;
            height += billboard->rect.height;
        }
    }
    if (height > R3D_PICTURE_SIZE_MAX || width > R3D_PICTURE_SIZE_MAX) {
        return refuse(out_error, R3D_ERR_LIMIT,
                      "the sheet with the sprites that have an opacity of their own is too large");
    }
    *out_width = width;
    *out_height = (int32_t)height;
    return R3D_OK;
}

static void copy_sprite(const r3d_outline_frame *frame, const r3d_outline_billboard *billboard,
                        uint32_t *target, int32_t stride)
{
    const r3d_outline_sheet *sheet = &frame->map->sheet;
    const r3d_outline_rect *rect = &billboard->rect;
    for (int32_t v = 0; v < rect->height; v++) {
        for (int32_t u = 0; u < rect->width; u++) {
            const uint32_t texel = sheet->pixels[(size_t)(rect->y + v) * (size_t)sheet->stride_px +
                                                 (size_t)(rect->x + u)];
            target[(size_t)v * (size_t)stride + (size_t)u] =
                (texel & 0xFFFFFF) |
                (billboard->opacity[v * rect->width + u] != 0 ? 0xFF000000 : 0);
        }
    }
}

r3d_result r3d_isomap_encode_sheet(const r3d_outline_frame *frame, const r3d_allocator *allocator,
                                   void **out_png, size_t *out_size, r3d_error *out_error)
{
    r3d_allocator hooks;
    if (out_png != NULL) {
        *out_png = NULL;
    }
    if (out_size != NULL) {
        *out_size = 0;
    }
    if (frame == NULL || out_png == NULL || out_size == NULL ||
        r3d_priv_io_allocator(allocator, &hooks) != R3D_OK) {
        return refuse(out_error, R3D_ERR_ARGUMENT, "no frame, or no place for the sheet");
    }
    if (frame->map == NULL || frame->map->rect_count == 0) {
        return refuse(out_error, R3D_ERR_STATE, "nothing was drawn, or the map has no colours");
    }
    int32_t width = 0;
    int32_t height = 0;
    r3d_result result = measure(frame, &width, &height, out_error);
    if (result != R3D_OK) {
        return result;
    }
    uint32_t *pixels =
        r3d_priv_alloc_zeroed(&hooks, (size_t)width * (size_t)height, sizeof *pixels);
    if (pixels == NULL) {
        return refuse(out_error, R3D_ERR_MEMORY, "out of memory");
    }
    const r3d_outline_sheet *sheet = &frame->map->sheet;
    for (int32_t y = 0; y < sheet->height; y++) {
        memcpy(pixels + (size_t)y * (size_t)width,
               sheet->pixels + (size_t)y * (size_t)sheet->stride_px,
               (size_t)sheet->width * sizeof *pixels);
    }
    int32_t below = sheet->height;
    for (int32_t i = 0; i < frame->billboard_count; i++) {
        const r3d_outline_billboard *billboard = frame->billboards[i];
        if (billboard->opacity != NULL) {
            copy_sprite(frame, billboard, pixels + (size_t)below * (size_t)width, width);
            below += billboard->rect.height;
        }
    }
    const r3d_picture_view view = {pixels, (ptrdiff_t)width * 4, width, height, R3D_LAYOUT_ARGB32};
    result = r3d_png_encode(&view, R3D_PNG_FAST, &hooks, out_png, out_size, out_error);
    r3d_priv_release(&hooks, pixels);
    return result;
}
