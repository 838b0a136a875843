/* SPDX-License-Identifier: MIT */
#include "paint.h"

#include <math.h>
#include <string.h>

void import_paint_init(import_paint *paint)
{
    memset(paint, 0, sizeof *paint);
    for (int i = 0; i < 4; i++) {
        paint->factor[i] = 1;
    }
    paint->is_linear = true;
    paint->map[0][0] = 1;
    paint->map[1][1] = 1;
    paint->cutoff = 0.5;
}

/* ---- light and screen: the two directions of sRGB ---- */

static double to_light(double shown)
{
    return shown <= 0.04045 ? shown / 12.92 : pow((shown + 0.055) / 1.055, 2.4);
}

static double to_screen(double light)
{
    return light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055;
}

/* 0..1, also of what is not a number */
static double clamped(double value)
{
    return value >= 0 ? (value <= 1 ? value : 1) : 0;
}

/* ---- the picture ---- */

static int32_t to_pixel(double coordinate, import_wrap wrap, int32_t size)
{
    double part = coordinate;
    if (!isfinite(coordinate)) {
        return 0;
    }
    if (wrap == IMPORT_MIRROR) {
        part = coordinate - 2 * floor(coordinate / 2);
        part = part > 1 ? 2 - part : part;
    } else if (wrap == IMPORT_REPEAT) {
        part = coordinate - floor(coordinate);
    }
    part = clamped(part);
    const int32_t pixel = (int32_t)(part * size);
    return pixel < size ? pixel : size - 1;
}

/* A pixel, 0..1 each, as a screen shows it. */
static void read_pixel(const r3d_picture *picture, int32_t x, int32_t y, double out[4])
{
    const size_t at = ((size_t)y * (size_t)picture->width + (size_t)x) * 4;
    for (size_t i = 0; i < 4; i++) {
        out[i] = picture->layout == R3D_LAYOUT_RGBA16
                     ? ((const uint16_t *)picture->pixels)[at + i] / 65535.0
                     : ((const uint8_t *)picture->pixels)[at + i] / 255.0;
    }
}

/* ---- a place of a face ---- */

static void mix(const double *corners, int width, const double shares[3], double *out)
{
    for (int k = 0; k < width; k++) {
        out[k] = corners[k] * shares[0] + corners[width + k] * shares[1] +
                 corners[2 * width + k] * shares[2];
    }
}

/* The colour at a place inside a face, in light if the paint is linear, and its alpha. */
static void look_at(const import_paint *p, double (*uv)[2], double (*colors)[4],
                    const double shares[3], double out[4])
{
    memcpy(out, p->factor, 4 * sizeof *out);
    if (p->picture != NULL && uv != NULL) {
        double at[2];
        double pixel[4];
        mix(uv[0], 2, shares, at);
        const double u = p->map[0][0] * at[0] + p->map[0][1] * at[1] + p->map[0][2];
        const double v = p->map[1][0] * at[0] + p->map[1][1] * at[1] + p->map[1][2];
        read_pixel(p->picture, to_pixel(u, p->wrap[0], p->picture->width),
                   to_pixel(v, p->wrap[1], p->picture->height), pixel);
        for (int i = 0; i < 4; i++) {
            out[i] *= p->is_linear && i < 3 ? to_light(pixel[i]) : pixel[i];
        }
    }
    if (colors != NULL) {
        double color[4];
        mix(colors[0], 4, shares, color);
        for (int i = 0; i < 4; i++) {
            out[i] *= color[i];
        }
    }
    for (int i = 0; i < 4; i++) {
        out[i] = clamped(out[i]);
    }
}

/* Where else to look when the middle is a hole. */
static const double places[][3] = {
    {1 / 3.0, 1 / 3.0, 1 / 3.0},
    {0.6, 0.2, 0.2},
    {0.2, 0.6, 0.2},
    {0.2, 0.2, 0.6},
    {0.45, 0.45, 0.1},
    {0.1, 0.45, 0.45},
    {0.45, 0.1, 0.45},
    {0.8, 0.1, 0.1},
    {0.1, 0.8, 0.1},
    {0.1, 0.1, 0.8},
};

static bool is_seen(const import_paint *p, double alpha)
{
    return p->alpha == IMPORT_OPAQUE ||
           (p->alpha == IMPORT_MASK ? alpha >= p->cutoff : alpha > 0.5 / 255);
}

bool import_paint_face(const import_paint *paint, double (*uv)[2], double (*colors)[4],
                       import_triangle *triangle)
{
    double sum[4] = {0, 0, 0, 0};
    int seen = 0;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        double look[4];
        look_at(paint, uv, colors, places[i], look);
        if (is_seen(paint, look[3])) {
            for (int k = 0; k < 4; k++) {
                sum[k] += look[k];
            }
            seen++;
            if (i == 0) {
                break; /* the middle speaks for all */
            }
        }
    }
    if (seen == 0) {
        if (paint->alpha == IMPORT_MASK) {
            return false;
        }
        look_at(paint, uv, colors, places[0], sum);
        seen = 1;
    }
    for (int i = 0; i < 3; i++) {
        const double value = sum[i] / seen;
        triangle->rgb[i] = (uint8_t)lround(255 * (paint->is_linear ? to_screen(value) : value));
    }
    triangle->transparency =
        paint->alpha == IMPORT_BLEND ? (uint8_t)lround(255 * (1 - sum[3] / seen)) : 0;
    triangle->two_sided = paint->is_two_sided ? 1 : 0;
    return true;
}
