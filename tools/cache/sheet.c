/* SPDX-License-Identifier: MIT */

#include "sheet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/png.h>

/* Captions of all pictures of the project are written in one font. */
#include <retro3d/diff.h>

enum {
    THUMB_MAX = 64,
    MARGIN = 4,
    CAPTION_HEIGHT = R3D_DIFF_FONT_HEIGHT + 3,
    CAPTION_MAX = (THUMB_MAX + MARGIN) / R3D_DIFF_FONT_ADVANCE
};

static const uint32_t background = 0xFF202428u;
static const uint32_t caption_color = 0xFFC8CDD2u;

struct card_sheet {
    int32_t thumb; /* size of a picture in its cell */
    int32_t columns;
    int32_t width;
    int32_t height;
    uint32_t *pixels;
};

/* The largest side that the pictures of a list have in a cell. */
static int32_t thumb_size(const row_list *list)
{
    int32_t size = R3D_ICON_SIZE;
    for (size_t i = 0; i < list->count; i++) {
        if (list->rows[i].row.kind != CARD_ICON) {
            size = THUMB_MAX;
        }
    }
    return size;
}

card_sheet *card_sheet_create(const row_list *list, int32_t columns)
{
    int32_t thumb = thumb_size(list);
    int32_t cell_width = thumb + MARGIN;
    int32_t cell_height = thumb + MARGIN + CAPTION_HEIGHT;
    size_t count = list->count > 0 ? list->count : 1;
    if (columns == 0) {
        columns = 1;
        while ((size_t)columns * (size_t)columns < count && columns < 400) {
            columns++;
        }
    }
    size_t rows = (count + (size_t)columns - 1) / (size_t)columns;
    int32_t width = columns * cell_width + MARGIN;
    if (rows * (size_t)cell_height + MARGIN > R3D_PICTURE_SIZE_MAX ||
        width > R3D_PICTURE_SIZE_MAX) {
        fprintf(stderr, "retro3d cache render: %zu pictures do not fit on a sheet of %d pixels\n",
                count, R3D_PICTURE_SIZE_MAX);
        return NULL;
    }
    card_sheet *sheet = calloc(1, sizeof *sheet);
    int32_t height = (int32_t)rows * cell_height + MARGIN;
    uint32_t *pixels = malloc((size_t)width * (size_t)height * sizeof *pixels);
    if (sheet == NULL || pixels == NULL) {
        fprintf(stderr, "retro3d cache render: out of memory\n");
        free(sheet);
        free(pixels);
        return NULL;
    }
    for (size_t i = 0; i < (size_t)width * (size_t)height; i++) {
        pixels[i] = background;
    }
    *sheet = (card_sheet){
        .thumb = thumb, .columns = columns, .width = width, .height = height, .pixels = pixels};
    return sheet;
}

/* The mean of a square of pixels. */
static uint32_t mean(const uint32_t *pixels, int32_t stride, int32_t size)
{
    uint32_t red = 0;
    uint32_t green = 0;
    uint32_t blue = 0;
    for (int32_t y = 0; y < size; y++) {
        for (int32_t x = 0; x < size; x++) {
            uint32_t pixel = pixels[y * stride + x];
            red += pixel >> 16 & 255u;
            green += pixel >> 8 & 255u;
            blue += pixel & 255u;
        }
    }
    uint32_t count = (uint32_t)(size * size);
    return 0xFF000000u | red / count << 16 | green / count << 8 | blue / count;
}

static void put_caption(card_sheet *sheet, int32_t left, int32_t top, const char *text)
{
    for (int i = 0; text[i] != '\0' && i < CAPTION_MAX; i++) {
        const uint8_t *rows = r3d_diff_font_rows((unsigned char)text[i]);
        if (rows == NULL) {
            continue;
        }
        for (int y = 0; y < R3D_DIFF_FONT_HEIGHT; y++) {
            for (int x = 0; x < R3D_DIFF_FONT_WIDTH; x++) {
                if ((rows[y] >> (R3D_DIFF_FONT_WIDTH - 1 - x) & 1) != 0) {
                    int32_t column = left + i * R3D_DIFF_FONT_ADVANCE + x;
                    if (column < sheet->width) {
                        sheet->pixels[(top + y) * sheet->width + column] = caption_color;
                    }
                }
            }
        }
    }
}

void card_sheet_put(card_sheet *sheet, size_t cell, const card_row *row, const uint32_t *pixels,
                    int32_t width, int32_t height)
{
    int32_t left = MARGIN + (int32_t)(cell % (size_t)sheet->columns) * (sheet->thumb + MARGIN);
    int32_t top = MARGIN + (int32_t)(cell / (size_t)sheet->columns) *
                               (sheet->thumb + MARGIN + CAPTION_HEIGHT);
    int32_t larger = width > height ? width : height;
    int32_t step = (larger + sheet->thumb - 1) / sheet->thumb;
    for (int32_t y = 0; y < height / step; y++) {
        for (int32_t x = 0; x < width / step; x++) {
            sheet->pixels[(top + y) * sheet->width + left + x] =
                mean(pixels + (size_t)(y * step) * (size_t)width + x * step, width, step);
        }
    }
    char caption[CARD_PARAM_SIZE + 16];
    char param[CARD_PARAM_SIZE];
    card_row_param(row, param);
    bool plain = row->kind == CARD_TEXELS || (row->kind == CARD_ICON && row->amount == 1);
    snprintf(caption, sizeof caption, "%ld%s%s", (long)row->id, plain ? "" : " ",
             plain ? "" : param);
    put_caption(sheet, left, top + sheet->thumb + 2, caption);
}

bool card_sheet_save(const card_sheet *sheet, const char *path)
{
    r3d_picture_view view = {.pixels = sheet->pixels,
                             .stride_bytes = (ptrdiff_t)sheet->width * 4,
                             .width = sheet->width,
                             .height = sheet->height,
                             .layout = R3D_LAYOUT_XRGB32};
    r3d_error error;
    if (r3d_png_save(path, &view, R3D_PNG_FAST, &error) != R3D_OK) {
        report_error(&error);
        return false;
    }
    return true;
}

void card_sheet_destroy(card_sheet *sheet)
{
    if (sheet != NULL) {
        free(sheet->pixels);
        free(sheet);
    }
}

/* ---- the page ---- */

static const char page_head[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"iso-8859-1\">\n"
    "<meta name=\"viewport\" content=\"width=device-width\"><title>Pictures of a cache</title>\n"
    "<style>body{background:#202428;color:#c8cdd2;font:14px sans-serif;margin:1em}"
    "figure{display:inline-block;width:11em;margin:.3em;text-align:center;vertical-align:top}"
    "img{image-rendering:pixelated;max-width:10em;min-height:32px}"
    "figcaption{overflow-wrap:anywhere}input{font:inherit;width:20em;padding:.3em}"
    "figure[hidden]{display:none}</style></head><body>\n"
    "<p><label>Search <input id=\"search\" type=\"search\" autofocus></label> "
    "<span id=\"count\" role=\"status\"></span></p>\n<main>\n";

static const char page_tail[] =
    "</main>\n<script>\n"
    "const figures=[...document.querySelectorAll('figure')];\n"
    "const field=document.getElementById('search');\n"
    "function search(){const words=field.value.toLowerCase().split(/\\s+/).filter(w=>w);let n=0;\n"
    "for(const f of figures){const t=f.textContent.toLowerCase();\n"
    "f.hidden=!words.every(w=>t.includes(w));n+=f.hidden?0:1;}\n"
    "document.getElementById('count').textContent=n+' of '+figures.length+' pictures';}\n"
    "field.addEventListener('input',search);search();\n</script>\n</body></html>\n";

static void write_escaped(FILE *file, const char *text)
{
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '&' || c == '<' || c == '>' || c == '"' || c == '\'') {
            fprintf(file, "&#%d;", c);
        } else {
            fputc(c < 0x20 ? ' ' : c, file);
        }
    }
}

/* What the records call a thing, "" if they do not. */
static const char *name_of(r3d_cache *cache, const card_row *row)
{
    const char *name = "";
    const r3d_cache_npc *npc;
    const r3d_cache_loc *loc;
    switch (row->kind) {
    case CARD_ICON:
    case CARD_WORN:
        return r3d_cache_get_obj_name(cache, row->id, &name, NULL) == R3D_OK ? name : "";
    case CARD_NPC:
        return r3d_cache_get_npc(cache, row->id, &npc, NULL) == R3D_OK ? npc->name : "";
    case CARD_LOC:
        return r3d_cache_get_loc(cache, row->id, &loc, NULL) == R3D_OK ? loc->name : "";
    default:
        return "";
    }
}

bool page_save(const row_list *list, r3d_cache *cache, bool film, const char *folder)
{
    char path[4096];
    if (!join_path(path, sizeof path, folder, "index.html")) {
        return false;
    }
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        fprintf(stderr, "%s: the page cannot be written\n", path);
        return false;
    }
    fputs(page_head, file);
    for (size_t i = 0; i < list->count; i++) {
        const card_row *row = &list->rows[i].row;
        char name[R3D_PICTURE_FILE_SIZE];
        char param[CARD_PARAM_SIZE];
        if (!list->rows[i].drawn) {
            continue;
        }
        picture_file_name(row, film, name);
        picture_param(row, film, param);
        fprintf(file,
                "<figure><img src=\"%s\" width=\"%ld\" height=\"%ld\" loading=\"lazy\" alt=\"\">"
                "<figcaption>%s %ld %s ",
                name, (long)list->rows[i].actual.width, (long)list->rows[i].actual.height,
                card_kind_name(row->kind), (long)row->id, param);
        write_escaped(file, name_of(cache, row));
        fputs("</figcaption></figure>\n", file);
    }
    fputs(page_tail, file);
    bool failed = ferror(file) != 0;
    failed = fclose(file) != 0 || failed;
    if (failed) {
        fprintf(stderr, "%s: the page cannot be written\n", path);
    }
    return !failed;
}
