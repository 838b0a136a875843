/* SPDX-License-Identifier: MIT */
/* Rectangles, lines and the palette test aid. Source: golden/raster/README.md, "Script format". */

#include <string.h>

#include <retro3d/font.h>

#include "script_writing.h"
#include "command_forms.h"

/* The arguments of one command, for the calls below: V(0) is the first. */
#define RGB(index) ((uint32_t)args->values[index].i)

static r3d_result run_rect(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_draw_rect(&replay->surface, V(0), V(1), V(2), V(3), RGB(4));
    return R3D_OK;
}

static r3d_result run_rectalpha(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_draw_rect_alpha(&replay->surface, V(0), V(1), V(2), V(3), RGB(4), V(5));
    return R3D_OK;
}

static r3d_result run_outline(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_draw_outline(&replay->surface, V(0), V(1), V(2), V(3), RGB(4));
    return R3D_OK;
}

static r3d_result run_outlinealpha(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_draw_outline_alpha(&replay->surface, V(0), V(1), V(2), V(3), RGB(4), V(5));
    return R3D_OK;
}

static r3d_result run_hline(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_draw_hline(&replay->surface, V(0), V(1), V(2), RGB(3));
    return R3D_OK;
}

static r3d_result run_hlinealpha(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_draw_hline_alpha(&replay->surface, V(0), V(1), V(2), RGB(3), V(4));
    return R3D_OK;
}

static r3d_result run_vline(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_draw_vline(&replay->surface, V(0), V(1), V(2), RGB(3));
    return R3D_OK;
}

static r3d_result run_vlinealpha(r3d_replay *replay, const r3d_script_args *args)
{
    r3d_draw_vline_alpha(&replay->surface, V(0), V(1), V(2), RGB(3), V(4));
    return R3D_OK;
}

/* Pixel (X + i % W, Y + i / W) = palette[(START + i * STEP) & 65535]. Pixels outside the frame are
 * skipped, here without visiting them: W * H has no bound. */
static r3d_result run_palrect(r3d_replay *replay, const r3d_script_args *args)
{
    const r3d_palette *palette = r3d_priv_current_palette(replay);
    r3d_surface *surface = &replay->surface;
    const int64_t x0 = V(0);
    const int64_t y0 = V(1);
    const uint32_t start = (uint32_t)V(2);
    const uint32_t step = (uint32_t)V(3);
    const int64_t width = V(4);
    const int64_t height = V(5);
    int64_t first_column = x0 < 0 ? -x0 : 0;
    int64_t first_row = y0 < 0 ? -y0 : 0;
    int64_t end_column = surface->width - x0 < width ? surface->width - x0 : width;
    int64_t end_row = surface->height - y0 < height ? surface->height - y0 : height;
    if (first_row >= end_row || first_column >= end_column) {
        return R3D_OK;
    }
    /* Row by row as a picture, so that listeners hear of it. */
    const r3d_rect clip = surface->clip;
    r3d_image24 image;
    memset(&image, 0, sizeof image);
    image.frame.width = (int32_t)(end_column - first_column);
    image.frame.height = 1;
    image.frame.canvas_width = image.frame.width;
    image.frame.canvas_height = 1;
    const r3d_allocator *hooks = &replay->allocator;
    image.pixels = hooks->alloc((size_t)image.frame.width * sizeof *image.pixels, hooks->user);
    if (image.pixels == NULL) {
        return R3D_ERR_MEMORY;
    }
    r3d_surface_reset_clip(surface);
    for (int64_t row = first_row; row < end_row; row++) {
        for (int64_t column = first_column; column < end_column; column++) {
            uint32_t i = (uint32_t)(row * width + column); /* only the low 16 bits matter */
            image.pixels[column - first_column] = palette->rgb[(start + i * step) & 0xFFFFu];
        }
        r3d_blit_image24(surface, &image, (int32_t)(x0 + first_column), (int32_t)(y0 + row));
    }
    surface->clip = clip;
    hooks->free(image.pixels, hooks->user);
    return R3D_OK;
}

/* One character of a word: \\HH is the byte with these hexadecimal digits. */
static int digit_of(char c)
{
    const char digits[] = "0123456789abcdef";
    const char *at = c != '\0' ? strchr(digits, c) : NULL;
    return at != NULL ? (int)(at - digits) : -1;
}

/* Words with a space between two of them. */
static r3d_result run_text(r3d_replay *replay, const r3d_script_args *args)
{
    char text[R3D_FONT_TEXT_MAX + 1];
    size_t length = 0;
    for (int i = 3; i < (int)args->count; i++) {
        if (i > 3 && length < R3D_FONT_TEXT_MAX) {
            text[length++] = ' ';
        }
        for (const char *c = r3d_script_word(args, i); *c != '\0' && length < R3D_FONT_TEXT_MAX;
             c++) {
            const int high = *c == '\\' ? digit_of(c[1]) : -1;
            const int low = high >= 0 ? digit_of(c[2]) : -1;
            if (*c == '\\' && (low < 0 || high * 16 + low == 0)) {
                return r3d_replay_fail(replay, R3D_ERR_FORMAT_SYNTAX,
                                       "\"%.40s\": \\ is followed by two hexadecimal digits, "
                                       "01..ff in small letters",
                                       r3d_script_word(args, i));
            }
            text[length++] = low >= 0 ? (char)(high * 16 + low) : *c;
            c += low >= 0 ? 2 : 0;
        }
    }
    text[length] = '\0';
    r3d_draw_text(&replay->surface, V(0), V(1), text, RGB(2));
    return R3D_OK;
}

#define WEIGHT R3D_SCRIPT_INT("A", 0, 256)

static const r3d_script_command specs[] = {
    {DRAW("rect", run_rect), {POSITION, SIZE, R3D_SCRIPT_RGB}},
    {DRAW("rectalpha", run_rectalpha), {POSITION, SIZE, R3D_SCRIPT_RGB, WEIGHT}},
    {DRAW("outline", run_outline), {POSITION, SIZE, R3D_SCRIPT_RGB}},
    {DRAW("outlinealpha", run_outlinealpha), {POSITION, SIZE, R3D_SCRIPT_RGB, WEIGHT}},
    {DRAW("hline", run_hline), {POSITION, ANY("LEN"), R3D_SCRIPT_RGB}},
    {DRAW("hlinealpha", run_hlinealpha), {POSITION, ANY("LEN"), R3D_SCRIPT_RGB, WEIGHT}},
    {DRAW("vline", run_vline), {POSITION, ANY("LEN"), R3D_SCRIPT_RGB}},
    {DRAW("vlinealpha", run_vlinealpha), {POSITION, ANY("LEN"), R3D_SCRIPT_RGB, WEIGHT}},
    {"text",
     run_text,
     R3D_SCRIPT_AFTER_SIZE,
     0,
     0,
     1,
     {POSITION, R3D_SCRIPT_RGB, R3D_SCRIPT_WORD("WORD"), R3D_SCRIPT_WORD("WORD")}},
    {DRAW("palrect", run_palrect), {POSITION, ANY("START"), ANY("STEP"), SIZE}},
};

const r3d_script_room r3d_priv_area_room = {
    "areas",   specs,    R3D_PRIV_COUNT(specs), r3d_priv_area_calls, R3D_PRIV_AREA_CALLS_COUNT,
    {0, NULL}, {0, NULL}};
