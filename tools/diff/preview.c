/* SPDX-License-Identifier: MIT */
/* See preview.h. */

#if !defined(_WIN32) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 200809L /* poll, isatty, tcgetpgrp */
#endif

#include "preview.h"
#include "put_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if !defined(_WIN32)
#include <poll.h>
#include <termios.h>
#include <unistd.h>
#endif

#include <retro3d/io.h>
#include <retro3d/png.h>

enum {
    ANSWER_MS = 300,
    KITTY_PART = 4096,     /* characters of one kitty command */
    SIXEL_WIDTH_MAX = 1024 /* of a picture in a terminal that does not scale */
};

/* ---- which terminal ---- */

static bool begins(const char *text, const char *start)
{
    return text != NULL && strncmp(text, start, strlen(start)) == 0;
}

static bool is(const char *text, const char *word)
{
    return text != NULL && strcmp(text, word) == 0;
}

preview_kind preview_of_environment(const char *(*get)(const char *name))
{
    const char *term = get("TERM");
    const char *program = get("TERM_PROGRAM");
    /* What runs inside tmux or screen cannot reach the terminal whose variables it inherited. */
    if (get("TMUX") != NULL || begins(term, "tmux") || begins(term, "screen") ||
        is(program, "tmux") || is(term, "dumb")) {
        return PREVIEW_NONE;
    }
    if (is(term, "xterm-kitty") || is(term, "xterm-ghostty") || is(program, "ghostty") ||
        get("KITTY_WINDOW_ID") != NULL) {
        return PREVIEW_KITTY;
    }
    if (is(program, "iTerm.app") || is(program, "WezTerm") || is(get("LC_TERMINAL"), "iTerm2")) {
        return PREVIEW_ITERM2;
    }
    if (begins(term, "foot") || begins(term, "mlterm") || begins(term, "contour") ||
        begins(term, "yaft") || (term != NULL && strstr(term, "sixel") != NULL)) {
        return PREVIEW_SIXEL;
    }
    return PREVIEW_NONE;
}

preview_kind preview_of_answer(const char *answer)
{
    if (strstr(answer, "\033_Gi=31;OK") != NULL) {
        return PREVIEW_KITTY;
    }
    const char *attributes = strstr(answer, "\033[?");
    if (attributes == NULL) {
        return PREVIEW_NONE;
    }
    /* The first number is the terminal's class; 4 among the others is sixel. */
    attributes += 3 + strspn(attributes + 3, "0123456789");
    while (*attributes == ';') {
        char *end;
        if (strtol(attributes + 1, &end, 10) == 4 && (*end == ';' || *end == 'c')) {
            return PREVIEW_SIXEL;
        }
        attributes = end;
    }
    return PREVIEW_NONE;
}

#if defined(_WIN32)
static bool is_terminal(void)
{
    return false;
}

static preview_kind ask_terminal(void)
{
    return PREVIEW_NONE;
}
#else
static bool is_terminal(void)
{
    return isatty(STDOUT_FILENO) != 0;
}

/* Reads up to the end of the answer to the second question, which every terminal knows. */
static void read_answer(char *answer, size_t size)
{
    size_t length = 0;
    while (length + 1 < size) {
        struct pollfd waiting = {STDIN_FILENO, POLLIN, 0};
        if (poll(&waiting, 1, ANSWER_MS) != 1 || read(STDIN_FILENO, answer + length, 1) != 1) {
            break;
        }
        length++;
        answer[length] = '\0';
        const char *attributes = strstr(answer, "\033[?");
        if (attributes != NULL && answer[length - 1] == 'c') {
            break;
        }
    }
    answer[length] = '\0';
}

static preview_kind ask_terminal(void)
{
    static const char question[] = "\033_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\033\\\033[c";
    struct termios before;
    char answer[512] = "";
    /* In the background nobody may change the terminal's settings. */
    if (isatty(STDIN_FILENO) == 0 || tcgetpgrp(STDIN_FILENO) != getpgrp() ||
        tcgetattr(STDIN_FILENO, &before) != 0) {
        return PREVIEW_NONE;
    }
    struct termios quiet = before;
    quiet.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    quiet.c_cc[VMIN] = 1;
    quiet.c_cc[VTIME] = 0;
    if (tcsetattr(STDIN_FILENO, TCSADRAIN, &quiet) != 0) {
        return PREVIEW_NONE;
    }
    if (write(STDOUT_FILENO, question, sizeof question - 1) == (ssize_t)(sizeof question - 1)) {
        read_answer(answer, sizeof answer);
    }
    (void)tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
    return preview_of_answer(answer);
}
#endif

static const char *get_variable(const char *name)
{
    return getenv(name);
}

preview_kind preview_detect(bool ask)
{
    static const char *const words[] = {"none", "kitty", "iterm2", "sixel"};
    const char *wanted = getenv("R3D_PREVIEW");
    if (!is_terminal() && (!ask || wanted == NULL)) {
        return PREVIEW_NONE;
    }
    if (wanted != NULL && wanted[0] != '\0') {
        for (int i = 0; i < 4; i++) {
            if (strcmp(words[i], wanted) == 0) {
                return (preview_kind)i;
            }
        }
        return PREVIEW_UNKNOWN;
    }
    preview_kind kind = preview_of_environment(get_variable);
    return kind == PREVIEW_NONE && ask && is_terminal() ? ask_terminal() : kind;
}

/* ---- kitty and iTerm2: the PNG file itself ---- */

static void append_base64(const unsigned char *data, size_t size, r3d_diff_text *text)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        unsigned bits = (unsigned)data[i] << 16 | (left > 1 ? (unsigned)data[i + 1] << 8 : 0u) |
                        (left > 2 ? (unsigned)data[i + 2] : 0u);
        const char four[4] = {digits[bits >> 18], digits[bits >> 12 & 63u],
                              left > 1 ? digits[bits >> 6 & 63u] : '=',
                              left > 2 ? digits[bits & 63u] : '='};
        (void)r3d_diff_text_append(text, four, sizeof four);
    }
}

static void append_kitty(const unsigned char *png, size_t size, r3d_diff_text *text)
{
    const size_t step = KITTY_PART / 4 * 3;
    for (size_t at = 0; at < size; at += step) {
        size_t part = size - at < step ? size - at : step;
        put_text_format(text, "\033_G%sm=%d;", at == 0 ? "a=T,f=100,q=2," : "",
                        at + part < size ? 1 : 0);
        append_base64(png + at, part, text);
        put_text(text, "\033\\");
    }
    put_text(text, "\n");
}

static void append_iterm2(const unsigned char *png, size_t size, r3d_diff_text *text)
{
    put_text_format(text, "\033]1337;File=inline=1;size=%zu:", size);
    append_base64(png, size, text);
    put_text(text, "\a\n");
}

/* ---- sixel ---- */

/* Colours of the picture if they are at most 256, else a cube of 6 levels a channel. */
typedef struct sixel_palette {
    uint32_t colors[256];
    int count;
    bool cube;
} sixel_palette;

static int level_of(uint32_t value)
{
    return (int)((value * 5u + 127u) / 255u);
}

static uint32_t cube_color(int index)
{
    return (uint32_t)(index / 36 * 51) << 16 | (uint32_t)(index / 6 % 6 * 51) << 8 |
           (uint32_t)(index % 6 * 51);
}

static int palette_index(const sixel_palette *palette, uint32_t rgb)
{
    if (palette->cube) {
        return level_of(rgb >> 16) * 36 + level_of(rgb >> 8 & 255u) * 6 + level_of(rgb & 255u);
    }
    for (int i = 0; i < palette->count; i++) {
        if (palette->colors[i] == rgb) {
            return i;
        }
    }
    return -1;
}

static void make_palette(const uint32_t *pixels, size_t count, sixel_palette *out)
{
    out->count = 0;
    out->cube = false;
    for (size_t i = 0; i < count && !out->cube; i++) {
        if ((i != 0 && pixels[i] == pixels[i - 1]) || palette_index(out, pixels[i]) >= 0) {
            continue;
        }
        out->cube = out->count == 256;
        if (!out->cube) {
            out->colors[out->count++] = pixels[i];
        }
    }
    for (int i = 0; out->cube && i < 216; i++) {
        out->colors[i] = cube_color(i);
        out->count = 216;
    }
}

static int redness(const uint8_t *rgba)
{
    return rgba[0] - (rgba[1] > rgba[2] ? rgba[1] : rgba[2]);
}

/* One pixel of `factor` x `factor`: the reddest, so that a single wrong pixel stays visible. */
static uint32_t reduced_pixel(const r3d_picture *picture, int32_t x0, int32_t y0, int32_t factor)
{
    const uint8_t *pixels = picture->pixels;
    const uint8_t *best = pixels + ((size_t)y0 * (size_t)picture->width + (size_t)x0) * 4;
    for (int32_t y = y0; y < y0 + factor && y < picture->height; y++) {
        for (int32_t x = x0; x < x0 + factor && x < picture->width; x++) {
            const uint8_t *p = pixels + ((size_t)y * (size_t)picture->width + (size_t)x) * 4;
            best = redness(p) > redness(best) ? p : best;
        }
    }
    return (uint32_t)best[0] << 16 | (uint32_t)best[1] << 8 | best[2];
}

static void append_repeated(char sixel, int count, r3d_diff_text *text)
{
    if (count > 3) {
        put_text_format(text, "!%d%c", count, sixel);
    } else {
        for (int i = 0; i < count; i++) {
            (void)r3d_diff_text_append(text, &sixel, 1);
        }
    }
}

/* The part of a band of six rows that has one colour. */
static void append_band(const uint8_t *indices, int32_t width, int32_t rows, int color,
                        r3d_diff_text *text)
{
    char last = 0;
    int repeated = 0;
    put_text_format(text, "#%d", color);
    for (int32_t x = 0; x < width; x++) {
        int bits = 0;
        for (int32_t y = 0; y < rows; y++) {
            bits |= indices[(size_t)y * (size_t)width + (size_t)x] == color ? 1 << y : 0;
        }
        char sixel = (char)('?' + bits);
        if (sixel != last) {
            append_repeated(last, repeated, text);
            last = sixel;
            repeated = 0;
        }
        repeated++;
    }
    if (last != '?') {
        append_repeated(last, repeated, text);
    }
    put_text(text, "$");
}

static void append_sixels(const uint8_t *indices, int32_t width, int32_t height,
                          const sixel_palette *palette, r3d_diff_text *text)
{
    put_text_format(text, "\033Pq\"1;1;%ld;%ld", (long)width, (long)height);
    for (int i = 0; i < palette->count; i++) {
        uint32_t rgb = palette->colors[i];
        put_text_format(text, "#%d;2;%u;%u;%u", i, (unsigned)((rgb >> 16) * 100 + 127) / 255,
                        (unsigned)((rgb >> 8 & 255u) * 100 + 127) / 255,
                        (unsigned)((rgb & 255u) * 100 + 127) / 255);
    }
    for (int32_t y = 0; y < height; y += 6) {
        bool used[256] = {false};
        int32_t rows = height - y < 6 ? height - y : 6;
        const uint8_t *band = indices + (size_t)y * (size_t)width;
        for (size_t i = 0; i < (size_t)rows * (size_t)width; i++) {
            used[band[i]] = true;
        }
        for (int i = 0; i < palette->count; i++) {
            if (used[i]) {
                append_band(band, width, rows, i, text);
            }
        }
        put_text(text, "-");
    }
    put_text(text, "\033\\\n");
}

static bool append_sixel(const void *png, size_t size, r3d_diff_text *text)
{
    r3d_picture picture;
    if (r3d_png_decode(png, size, "preview", NULL, NULL, &picture, NULL) != R3D_OK) {
        return false;
    }
    int32_t factor = (picture.width + SIXEL_WIDTH_MAX - 1) / SIXEL_WIDTH_MAX;
    int32_t width = (picture.width + factor - 1) / factor;
    int32_t height = (picture.height + factor - 1) / factor;
    size_t count = (size_t)width * (size_t)height;
    uint32_t *pixels = malloc(count * sizeof *pixels);
    uint8_t *indices = malloc(count);
    bool ready = pixels != NULL && indices != NULL && picture.layout == R3D_LAYOUT_RGBA8;
    if (ready) {
        sixel_palette palette;
        for (size_t i = 0; i < count; i++) {
            pixels[i] = reduced_pixel(&picture, (int32_t)(i % (size_t)width) * factor,
                                      (int32_t)(i / (size_t)width) * factor, factor);
        }
        make_palette(pixels, count, &palette);
        for (size_t i = 0; i < count; i++) {
            bool again = i != 0 && pixels[i] == pixels[i - 1];
            indices[i] = again ? indices[i - 1] : (uint8_t)palette_index(&palette, pixels[i]);
        }
        append_sixels(indices, width, height, &palette, text);
    }
    free(pixels);
    free(indices);
    r3d_picture_free(&picture);
    return ready;
}

bool preview_append(preview_kind kind, const void *png, size_t size, r3d_diff_text *text)
{
    switch (kind) {
    case PREVIEW_KITTY:
        append_kitty(png, size, text);
        return true;
    case PREVIEW_ITERM2:
        append_iterm2(png, size, text);
        return true;
    case PREVIEW_SIXEL:
        return append_sixel(png, size, text);
    default:
        return true;
    }
}
