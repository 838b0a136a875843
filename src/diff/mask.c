/* SPDX-License-Identifier: MIT */
// Where to look: include and ignore rectangles and painted masks. Spec golden section 2.6.

#include <string.h>

#include "diff_internal.h"

bool r3d_priv_mask_active(const r3d_diff_options *options)
{
    return options->include_count != 0 || options->ignore_count != 0 || options->mask != NULL;
}

// Sets the part of a rectangle that lies in row y.
static void set_rect(const r3d_diff_rect *rect, int32_t width, int32_t height, int32_t y,
                     uint8_t value, uint8_t *values)
{
    // 64 bits: x + width of hostile rectangles passes 32.
    int64_t x0 = rect->x < 0 ? (int64_t)rect->x + width : rect->x;
    int64_t y0 = rect->y < 0 ? (int64_t)rect->y + height : rect->y;
    int64_t x1 = x0 + rect->width;
    int64_t y1 = y0 + rect->height;
    if (y < y0 || y >= y1) {
        return;
    }
    x0 = x0 < 0 ? 0 : x0;
    x1 = x1 > width ? width : x1;
    if (x0 < x1) {
        memset(values + x0, value, (size_t)(x1 - x0));
    }
}

static uint8_t mask_value(uint32_t argb)
{
    uint32_t red = (argb >> 16) & 255u;
    uint32_t green = (argb >> 8) & 255u;
    uint32_t blue = argb & 255u;
    if ((argb >> 24) == 0 || (argb & 0xffffffu) == 0) {
        return R3D_PRIV_MASK_COMPARE;
    }
    return red == green && green == blue ? (uint8_t)red : R3D_PRIV_MASK_IGNORE;
}

void r3d_priv_mask_row(const r3d_diff_options *options, int32_t width, int32_t height, int32_t y,
                       uint8_t *out_values)
{
    memset(out_values, options->include_count != 0 ? R3D_PRIV_MASK_IGNORE : R3D_PRIV_MASK_COMPARE,
           (size_t)width);
    for (size_t i = 0; i < options->include_count; i++) {
        set_rect(&options->include[i], width, height, y, R3D_PRIV_MASK_COMPARE, out_values);
    }
    const r3d_picture_view *mask = options->mask;
    if (mask != NULL && y < mask->height) {
        for (int32_t x = 0; x < width && x < mask->width; x++) {
            uint8_t value = mask_value(r3d_priv_diff_pixel_argb(mask, R3D_PRIV_RULE_RGBA, x, y));
            if (out_values[x] != R3D_PRIV_MASK_IGNORE) {
                out_values[x] = value;
            }
        }
    }
    for (size_t i = 0; i < options->ignore_count; i++) {
        set_rect(&options->ignore[i], width, height, y, R3D_PRIV_MASK_IGNORE, out_values);
    }
}
