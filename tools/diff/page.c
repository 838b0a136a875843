/* SPDX-License-Identifier: MIT */
#include "page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <retro3d/io.h>
#include <retro3d/pictures.h>
#include <retro3d/png.h>
#include <retro3d/text.h>

#include "../common/commands.h"
#include "put_text.h"

static const char style[] =
    ":root{color-scheme:light dark;--ground:#fff;--ink:#222;--line:#ccc;--panel:#f4f4f4}\n"
    "@media(prefers-color-scheme:dark){:root{--ground:#181818;--ink:#ddd;--line:#444;--panel:#"
    "242424}}\n"
    "body{background:var(--ground);color:var(--ink);font:15px/1.45 "
    "system-ui,sans-serif;margin:1.5rem}\n"
    "section{border:1px solid var(--line);background:var(--panel);margin:1rem 0;padding:1rem}\n"
    "h1{font-size:1.3rem}h2{font-size:1rem;margin:0 0 .5rem;overflow-wrap:anywhere}\n"
    "pre{white-space:pre-wrap;overflow-wrap:anywhere;margin:.5rem 0}\n"
    ".row{display:flex;flex-wrap:wrap;gap:1rem;align-items:flex-start}\n"
    "figure{margin:0;flex:1 1 15rem;min-width:0}\n"
    "figcaption{font-size:.85rem;margin-bottom:.25rem}\n"
    "img{display:block;width:100%;max-width:40rem;height:auto;image-rendering:pixelated;"
    "border:1px solid var(--line)}\n";

/* Text between tags. Lines stay lines. */
static void put_escaped(r3d_diff_text *page, const char *text)
{
    size_t left = strlen(text);
    for (size_t length = 0; left != 0; text += length, left -= length) {
        uint32_t code;
        length = r3d_text_next_character(text, left, &code);
        if (code == '<' || code == '>' || code == '&' || code == '"') {
            put_text_format(page, "&#%lu;", (unsigned long)code);
        } else if (code == '\n' || (code != UINT32_MAX && r3d_text_is_shown(code))) {
            (void)r3d_diff_text_append(page, text, length);
        } else {
            put_text(page, "&#65533;");
        }
    }
}

void page_begin(r3d_diff_text *page, const char *expected, const char *actual)
{
    put_text(page,
             "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width\">\n<title>retro3d diff</title>"
             "<style>\n");
    put_text(page, style);
    put_text(page, "</style></head><body>\n<h1>");
    put_escaped(page, expected);
    put_text(page, " against ");
    put_escaped(page, actual);
    put_text(page, "</h1>\n");
}

static void put_base64(r3d_diff_text *page, const unsigned char *data, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        size_t count = size - i < 3 ? size - i : 3;
        unsigned long word = (unsigned long)data[i] << 16 |
                             (count > 1 ? (unsigned long)data[i + 1] << 8 : 0) |
                             (count > 2 ? (unsigned long)data[i + 2] : 0);
        char piece[4] = {digits[word >> 18 & 63], digits[word >> 12 & 63],
                         count > 1 ? digits[word >> 6 & 63] : '=',
                         count > 2 ? digits[word & 63] : '='};
        (void)r3d_diff_text_append(page, piece, sizeof piece);
    }
}

/* Every picture as PNG, whatever its file is: browsers do not know all of them. */
static void put_picture(r3d_diff_text *page, const char *caption, const char *path)
{
    r3d_picture picture;
    r3d_picture_view view;
    r3d_error error;
    void *file = NULL;
    void *png = NULL;
    size_t size = 0;
    put_text_format(page, "<figure><figcaption>%s</figcaption>", caption);
    memset(&picture, 0, sizeof picture);
    if (r3d_file_read(path, 0, NULL, &file, &size, &error) == R3D_OK &&
        r3d_picture_decode(file, size, path, NULL, NULL, &picture, &error) == R3D_OK) {
        r3d_picture_get_view(&picture, &view);
        put_text_format(page,
                        "<img width=\"%ld\" height=\"%ld\" alt=\"%s\" src=\"data:image/png;base64,",
                        (long)view.width, (long)view.height, caption);
        if (r3d_png_encode(&view, R3D_PNG_FAST, NULL, &png, &size, NULL) == R3D_OK) {
            put_base64(page, png, size);
        }
        put_text(page, "\">");
    } else {
        put_text(page, "<pre>");
        put_escaped(page, error.message);
        put_text(page, "</pre>");
    }
    put_text(page, "</figure>\n");
    free(png);
    free(file);
    r3d_picture_free(&picture);
}

void page_pair(r3d_diff_text *page, const char *name, const char *words, const char *const paths[3])
{
    static const char *const captions[3] = {"expected", "actual", "diff"};
    put_text(page, "<section><h2>");
    put_escaped(page, name);
    put_text(page, "</h2><pre>");
    put_escaped(page, words);
    put_text(page, "</pre><div class=\"row\">\n");
    for (int i = 0; i < 3; i++) {
        if (paths[i] != NULL) {
            put_picture(page, captions[i], paths[i]);
        }
    }
    put_text(page, "</div></section>\n");
}

bool page_end(r3d_diff_text *page, const char *path, size_t count, size_t differing)
{
    r3d_error error;
    put_text_format(page, "<p>%zu pictures, %zu differ</p>\n</body></html>\n", count, differing);
    if (page->result != R3D_OK) {
        fprintf(stderr, "%s: no memory for the page\n", path);
        return false;
    }
    if (r3d_file_write(path, page->data, page->length, &error) != R3D_OK) {
        report_error(&error);
        return false;
    }
    return true;
}
