/* SPDX-License-Identifier: MIT */
/* RGB to packed HSL. Source: spec rs2-model section 12.
 *
 * The original divides channels by 256 and computes in doubles. Every value that it truncates is a
 * fraction of small whole numbers: where it is a whole number itself, all steps of the double
 * arithmetic are exact, and elsewhere it is at least 1/1530 away from one. So whole numbers give
 * the same result. */

#include <retro3d/palette.h>

static int32_t min_of(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t max_of(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static int32_t hue_of(int32_t r, int32_t g, int32_t b, int32_t high, int32_t range)
{
    int32_t sixths; /* times range */
    if (range == 0) {
        return 0;
    }
    if (r == high) {
        sixths = g - b;
    } else if (g == high) {
        sixths = b - r + 2 * range;
    } else {
        sixths = r - g + 4 * range;
    }
    return 256 * sixths / (6 * range);
}

static int32_t pack(int32_t hue, int32_t saturation, int32_t lightness)
{
    static const int32_t steps[] = {179, 192, 217, 243};
    for (int i = 0; i < 4; i++) {
        if (lightness > steps[i]) {
            saturation /= 2;
        }
    }
    return hue / 4 * 1024 + saturation / 32 * 128 + lightness / 2;
}

void r3d_hsl_from_rgb(uint32_t rgb, r3d_hsl *out_hsl)
{
    const int32_t r = (int32_t)(rgb >> 16 & 0xFF);
    const int32_t g = (int32_t)(rgb >> 8 & 0xFF);
    const int32_t b = (int32_t)(rgb & 0xFF);
    const int32_t low = min_of(r, min_of(g, b));
    const int32_t high = max_of(r, max_of(g, b));
    const int32_t sum = low + high; /* the lightness in 1/512 */
    const int32_t range = high - low;
    if (out_hsl == NULL) {
        return;
    }
    int32_t saturation = 0;
    if (range != 0) {
        saturation = 256 * range / (sum < 256 ? sum : 512 - sum);
    }
    out_hsl->hue = hue_of(r, g, b, high, range);
    out_hsl->saturation = min_of(saturation, 255);
    out_hsl->lightness = sum / 2;
    out_hsl->packed = pack(out_hsl->hue, out_hsl->saturation, out_hsl->lightness);
}

uint16_t r3d_hsl16_from_rgb(uint32_t rgb)
{
    r3d_hsl hsl;
    r3d_hsl_from_rgb(rgb, &hsl);
    return (uint16_t)pack(hsl.hue < 0 ? hsl.hue + 256 : hsl.hue, hsl.saturation, hsl.lightness);
}
