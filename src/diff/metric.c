/* SPDX-License-Identifier: MIT */
// Perceptual distances and the anti-aliasing test. Spec golden sections 2.3, 2.4 and 2.5.
// Everything is computed in double in the order written there, so that counts agree with those of
// the tools that the metrics are compatible with.

#include <math.h>

#include "diff_internal.h"

typedef struct color {
    double r;
    double g;
    double b;
} color;

static color background_at(const r3d_diff_options *options, int32_t width, int32_t x, int32_t y)
{
    color white = {255.0, 255.0, 255.0};
    if (options->background == R3D_DIFF_OVER_WHITE) {
        return white;
    }
    double k = 4.0 * ((double)y * (double)width + (double)x);
    color checker;
    checker.r = 48.0;
    checker.g = 48.0 + 159.0 * fmod(floor(k / 1.618033988749895), 2.0);
    checker.b = 48.0 + 159.0 * fmod(floor(k / 2.618033988749895), 2.0);
    return checker;
}

// Channel difference after laying both colours over b.
static double over_difference(double c1, double a1, double c2, double a2, double b)
{
    return (c1 * a1 - c2 * a2 - b * (a1 - a2)) / 255.0;
}

static color difference(const r3d_diff_options *options, int32_t width, int32_t x, int32_t y,
                        uint32_t first, uint32_t second)
{
    double a1 = (double)r3d_priv_diff_channel(first, 3);
    double a2 = (double)r3d_priv_diff_channel(second, 3);
    color d;
    d.r = (double)(r3d_priv_diff_channel(first, 0) - r3d_priv_diff_channel(second, 0));
    d.g = (double)(r3d_priv_diff_channel(first, 1) - r3d_priv_diff_channel(second, 1));
    d.b = (double)(r3d_priv_diff_channel(first, 2) - r3d_priv_diff_channel(second, 2));
    if ((first & second) < 0xff000000u) {
        color b = background_at(options, width, x, y);
        d.r = over_difference((double)r3d_priv_diff_channel(first, 0), a1,
                              (double)r3d_priv_diff_channel(second, 0), a2, b.r);
        d.g = over_difference((double)r3d_priv_diff_channel(first, 1), a1,
                              (double)r3d_priv_diff_channel(second, 1), a2, b.g);
        d.b = over_difference((double)r3d_priv_diff_channel(first, 2), a1,
                              (double)r3d_priv_diff_channel(second, 2), a2, b.b);
    }
    return d;
}

static double brightness(color d)
{
    return d.r * 0.29889531 + d.g * 0.58662247 + d.b * 0.11448223;
}

double r3d_priv_metric_brightness(const r3d_diff_options *options, int32_t width, int32_t x,
                                  int32_t y, uint32_t expected, uint32_t actual)
{
    return brightness(difference(options, width, x, y, expected, actual));
}

static bool yiq_differs(double threshold, color d)
{
    double y = brightness(d);
    double i = d.r * 0.59597799 - d.g * 0.27417610 - d.b * 0.32180189;
    double q = d.r * 0.21147017 - d.g * 0.52261711 + d.b * 0.31114694;
    double e = 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q;
    return e > 35215.0 * threshold * threshold;
}

static double linear(double value)
{
    double c = value / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static color oklab(color rgb)
{
    double r = linear(rgb.r);
    double g = linear(rgb.g);
    double b = linear(rgb.b);
    double l = cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
    double m = cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
    double s = cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
    const double k1 = 0.206;
    const double k2 = 0.03;
    const double k3 = (1.0 + k1) / (1.0 + k2);
    double lightness = 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
    double x = k3 * lightness - k1;
    color lab;
    lab.r = (x + sqrt(x * x + 4.0 * k2 * k3 * lightness)) / 2.0;
    lab.g = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s;
    lab.b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s;
    return lab;
}

static double lay_over(double c, double alpha, double b)
{
    return b + (c - b) * alpha / 255.0;
}

static color opaque_color(const r3d_diff_options *options, int32_t width, int32_t x, int32_t y,
                          uint32_t argb)
{
    color c = {(double)r3d_priv_diff_channel(argb, 0), (double)r3d_priv_diff_channel(argb, 1),
               (double)r3d_priv_diff_channel(argb, 2)};
    if (argb < 0xff000000u) {
        color b = background_at(options, width, x, y);
        double alpha = (double)r3d_priv_diff_channel(argb, 3);
        c.r = lay_over(c.r, alpha, b.r);
        c.g = lay_over(c.g, alpha, b.g);
        c.b = lay_over(c.b, alpha, b.b);
    }
    return c;
}

bool r3d_priv_metric_differs(const r3d_diff_options *options, int32_t width, int32_t x, int32_t y,
                             uint32_t expected, uint32_t actual)
{
    if (expected == actual) {
        return false;
    }
    if (options->metric == R3D_DIFF_YIQ) {
        return yiq_differs(options->threshold, difference(options, width, x, y, expected, actual));
    }
    color e = oklab(opaque_color(options, width, x, y, expected));
    color a = oklab(opaque_color(options, width, x, y, actual));
    double da = e.g - a.g;
    double db = e.b - a.b;
    return fabs(e.r - a.r) + sqrt(da * da + db * db) > options->threshold;
}

// At least 3 neighbours have exactly the same value; a border counts as one of them.
static bool has_many_siblings(r3d_priv_channel_rule rule, const r3d_picture_view *image, int32_t x,
                              int32_t y)
{
    if (x >= image->width || y >= image->height) {
        return false;
    }
    int32_t same = x == 0 || y == 0 || x == image->width - 1 || y == image->height - 1 ? 1 : 0;
    uint32_t own = r3d_priv_diff_pixel_argb(image, rule, x, y);
    for (int32_t nx = x - 1; nx <= x + 1; nx++) {
        for (int32_t ny = y - 1; ny <= y + 1; ny++) {
            if ((nx == x && ny == y) || nx < 0 || ny < 0 || nx >= image->width ||
                ny >= image->height) {
                continue;
            }
            if (r3d_priv_diff_pixel_argb(image, rule, nx, ny) == own && ++same > 2) {
                return true;
            }
        }
    }
    return false;
}

bool r3d_priv_antialiased(const r3d_diff_options *options, r3d_priv_channel_rule rule,
                          const r3d_picture_view *image, const r3d_picture_view *other, int32_t x,
                          int32_t y)
{
    int32_t equal = x == 0 || y == 0 || x == image->width - 1 || y == image->height - 1 ? 1 : 0;
    uint32_t own = r3d_priv_diff_pixel_argb(image, rule, x, y);
    double lowest = 0.0;
    double highest = 0.0;
    int32_t low_x = 0;
    int32_t low_y = 0;
    int32_t high_x = 0;
    int32_t high_y = 0;
    for (int32_t nx = x - 1; nx <= x + 1; nx++) {
        for (int32_t ny = y - 1; ny <= y + 1; ny++) {
            if ((nx == x && ny == y) || nx < 0 || ny < 0 || nx >= image->width ||
                ny >= image->height) {
                continue;
            }
            uint32_t neighbour = r3d_priv_diff_pixel_argb(image, rule, nx, ny);
            double delta = r3d_priv_metric_brightness(options, image->width, x, y, own, neighbour);
            if (delta < lowest) {
                lowest = delta;
                low_x = nx;
                low_y = ny;
            } else if (delta > highest) {
                highest = delta;
                high_x = nx;
                high_y = ny;
            } else if (!(delta < 0.0) && !(delta > 0.0) && ++equal > 2) {
                return false;
            }
        }
    }
    if (!(lowest < 0.0) || !(highest > 0.0)) {
        return false;
    }
    return (has_many_siblings(rule, image, low_x, low_y) &&
            has_many_siblings(rule, other, low_x, low_y)) ||
           (has_many_siblings(rule, image, high_x, high_y) &&
            has_many_siblings(rule, other, high_x, high_y));
}
