/* SPDX-License-Identifier: MIT */
// Reads pixels of every layout as 0xAARRGGBB. Spec golden section 1.

#include <string.h>

#include "diff_internal.h"
#include "row_kernels.h"

int32_t r3d_priv_diff_layout_bytes(r3d_layout layout)
{
    switch (layout) {
    case R3D_LAYOUT_RGBA8:
    case R3D_LAYOUT_BGRA8:
    case R3D_LAYOUT_XRGB32:
    case R3D_LAYOUT_ARGB32:
    case R3D_LAYOUT_ARGB8:
    case R3D_LAYOUT_XRGB8:
    case R3D_LAYOUT_ABGR8:
        return 4;
    case R3D_LAYOUT_RGB565:
    case R3D_LAYOUT_XRGB1555:
        return 2;
    case R3D_LAYOUT_RGB8:
        return 3;
    case R3D_LAYOUT_GRAY8:
        return 1;
    case R3D_LAYOUT_RGBA16:
        return 8;
    }
    return 0;
}

bool r3d_diff_layout_has_alpha(r3d_layout layout)
{
    return layout == R3D_LAYOUT_RGBA8 || layout == R3D_LAYOUT_BGRA8 ||
           layout == R3D_LAYOUT_ARGB32 || layout == R3D_LAYOUT_RGBA16 ||
           layout == R3D_LAYOUT_ARGB8 || layout == R3D_LAYOUT_ABGR8;
}

const void *r3d_priv_diff_view_row(const r3d_picture_view *view, int32_t y)
{
    return (const uint8_t *)view->pixels + (ptrdiff_t)y * view->stride_bytes;
}

r3d_result r3d_diff_view_check(const r3d_picture_view *view, const char *what, r3d_error *out_error)
{
    if (view == NULL) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_ARGUMENT, what, "no picture is given");
    }
    if (view->width < 1 || view->width > R3D_PICTURE_SIZE_MAX || view->height < 1 ||
        view->height > R3D_PICTURE_SIZE_MAX) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_RANGE, what,
                                  "size %ldx%ld, but width and height must be 1..%d",
                                  (long)view->width, (long)view->height, (int)R3D_PICTURE_SIZE_MAX);
    }
    int32_t bytes = r3d_priv_diff_layout_bytes(view->layout);
    if (bytes == 0) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_RANGE, what, "unknown pixel layout %d",
                                  (int)view->layout);
    }
    ptrdiff_t row = (ptrdiff_t)view->width * bytes;
    if (view->pixels != NULL && view->height > 1 && view->stride_bytes < row &&
        view->stride_bytes > -row) {
        return r3d_priv_diff_fail(out_error, R3D_ERR_RANGE, what,
                                  "stride %ld is shorter than a row of %ld bytes",
                                  (long)view->stride_bytes, (long)row);
    }
    return R3D_OK;
}

// Native words: the loops below have no branch and no byte access, so that compilers use vectors.
static bool is_little_endian(void)
{
    const uint16_t probe = 1;
    uint8_t first;
    memcpy(&first, &probe, 1);
    return first == 1;
}

bool r3d_priv_diff_word_order(r3d_layout layout, bool *out_swapped)
{
    bool little = is_little_endian();
    *out_swapped = layout == R3D_LAYOUT_RGBA8;
    return layout == R3D_LAYOUT_XRGB32 || layout == R3D_LAYOUT_ARGB32 ||
           (little && (layout == R3D_LAYOUT_RGBA8 || layout == R3D_LAYOUT_BGRA8));
}

static uint32_t word_at(const uint8_t *bytes, int32_t index)
{
    uint32_t word;
    memcpy(&word, bytes + (size_t)index * 4, 4);
    return word;
}

static void rows_of_words(const uint8_t *row, r3d_layout layout, int32_t count, uint32_t *out)
{
    bool little = is_little_endian();
    if (layout == R3D_LAYOUT_ARGB32 || (layout == R3D_LAYOUT_BGRA8 && little)) {
        memcpy(out, row, (size_t)count * 4);
    } else if (layout == R3D_LAYOUT_XRGB32) {
        for (int32_t i = 0; i < count; i++) {
            out[i] = word_at(row, i) | 0xff000000u;
        }
    } else if (layout == R3D_LAYOUT_RGBA8 && little) {
        for (int32_t i = 0; i < count; i++) {
            uint32_t abgr = word_at(row, i);
            out[i] = (abgr & 0xff00ff00u) | ((abgr & 0xffu) << 16) | ((abgr >> 16) & 0xffu);
        }
    } else if (layout == R3D_LAYOUT_RGBA8) {
        for (int32_t i = 0; i < count; i++) {
            uint32_t rgba = word_at(row, i);
            out[i] = (rgba >> 8) | (rgba << 24);
        }
    } else {
        for (int32_t i = 0; i < count; i++) {
            uint32_t bgra = word_at(row, i);
            out[i] =
                (bgra << 24) | ((bgra & 0xff00u) << 8) | ((bgra >> 8) & 0xff00u) | (bgra >> 24);
        }
    }
}

// Layouts whose first byte is alpha or nothing.
static void rows_of_alpha_first(const uint8_t *row, r3d_layout layout, int32_t count, uint32_t *out)
{
    int red = layout == R3D_LAYOUT_ABGR8 ? 3 : 1;
    uint32_t opaque = layout == R3D_LAYOUT_XRGB8 ? 255u : 0;
    for (int32_t i = 0; i < count; i++, row += 4) {
        out[i] = (row[0] | opaque) << 24 | (uint32_t)row[red] << 16 | (uint32_t)row[2] << 8 |
                 (uint32_t)row[4 - red];
    }
}

// Words of 16 bits; 5 and 6 bits are widened by repeating their highest ones.
static void rows_of_short_words(const uint8_t *row, r3d_layout layout, int32_t count, uint32_t *out)
{
    bool six = layout == R3D_LAYOUT_RGB565;
    for (int32_t i = 0; i < count; i++) {
        uint16_t word;
        memcpy(&word, row + (size_t)i * 2, sizeof word);
        uint32_t red = (uint32_t)word >> (six ? 11 : 10) & 31u;
        uint32_t green = (uint32_t)word >> 5 & (six ? 63u : 31u);
        uint32_t blue = word & 31u;
        green = six ? green << 2 | green >> 4 : green << 3 | green >> 2;
        out[i] = 0xff000000u | (red << 3 | red >> 2) << 16 | green << 8 | (blue << 3 | blue >> 2);
    }
}

r3d_priv_channel_rule r3d_priv_rule_of(r3d_diff_channels channels)
{
    switch (channels) {
    case R3D_DIFF_RGB:
        return R3D_PRIV_RULE_RGB;
    case R3D_DIFF_RGBA_OVER:
        return R3D_PRIV_RULE_OVER;
    case R3D_DIFF_ALPHA:
        return R3D_PRIV_RULE_ALPHA;
    default:
        return R3D_PRIV_RULE_RGBA;
    }
}

void r3d_priv_diff_row_argb(const void *row, r3d_layout layout, r3d_priv_channel_rule rule,
                            int32_t count, r3d_isa isa, uint32_t *out_argb)
{
    const uint8_t *bytes = row;
    switch (layout) {
    case R3D_LAYOUT_RGB8:
        r3d_priv_row_rgb_words(bytes, count, out_argb, r3d_isa_features(isa));
        break;
    case R3D_LAYOUT_GRAY8:
        for (int32_t i = 0; i < count; i++) {
            out_argb[i] = 0xff000000u | bytes[i] * 0x010101u;
        }
        break;
    case R3D_LAYOUT_RGBA16:
        for (int32_t i = 0; i < count; i++) {
            uint16_t s[4];
            memcpy(s, bytes + (size_t)i * 8, 8);
            out_argb[i] = (uint32_t)(s[3] >> 8) << 24 | (uint32_t)(s[0] >> 8) << 16 |
                          (uint32_t)(s[1] >> 8) << 8 | (uint32_t)(s[2] >> 8);
        }
        break;
    case R3D_LAYOUT_ARGB8:
    case R3D_LAYOUT_XRGB8:
    case R3D_LAYOUT_ABGR8:
        rows_of_alpha_first(bytes, layout, count, out_argb);
        break;
    case R3D_LAYOUT_RGB565:
    case R3D_LAYOUT_XRGB1555:
        rows_of_short_words(bytes, layout, count, out_argb);
        break;
    default:
        rows_of_words(bytes, layout, count, out_argb);
        break;
    }
    if (rule != R3D_PRIV_RULE_ALPHA && !r3d_diff_layout_has_alpha(layout)) {
        return; // opaque already
    }
    switch (rule) {
    case R3D_PRIV_RULE_RGBA:
    case R3D_PRIV_RULE_OVER: // a matter of pairs
        break;
    case R3D_PRIV_RULE_RGB:
        for (int32_t i = 0; i < count; i++) {
            out_argb[i] |= 0xff000000u;
        }
        break;
    case R3D_PRIV_RULE_ALPHA:
        for (int32_t i = 0; i < count; i++) {
            out_argb[i] &= 0xff000000u;
        }
        break;
    }
}

void r3d_priv_diff_rows_pair(r3d_priv_channel_rule rule, int32_t count, uint32_t *expected,
                             uint32_t *actual)
{
    if (rule != R3D_PRIV_RULE_OVER) {
        return;
    }
    for (int32_t i = 0; i < count; i++) {
        uint32_t keep = (expected[i] | actual[i]) >= 0x01000000u ? 0xffffffffu : 0u;
        expected[i] &= keep;
        actual[i] &= keep;
    }
}

uint32_t r3d_priv_diff_pixel_argb(const r3d_picture_view *view, r3d_priv_channel_rule rule,
                                  int32_t x, int32_t y)
{
    uint32_t argb;
    const uint8_t *row = r3d_priv_diff_view_row(view, y);
    r3d_priv_diff_row_argb(row + (size_t)x * (size_t)r3d_priv_diff_layout_bytes(view->layout),
                           view->layout, rule, 1, R3D_ISA_SCALAR, &argb);
    return argb;
}

void r3d_diff_view_xrgb32(const uint32_t *pixels, int32_t width, int32_t height, int32_t stride_px,
                          r3d_picture_view *out_view)
{
    if (out_view == NULL) {
        return;
    }
    out_view->pixels = pixels;
    out_view->width = width;
    out_view->height = height;
    out_view->layout = R3D_LAYOUT_XRGB32;
    out_view->stride_bytes = (ptrdiff_t)(stride_px != 0 ? stride_px : width) * 4;
}

r3d_result r3d_diff_view_pixel(const r3d_picture_view *view, int32_t x, int32_t y,
                               uint32_t *out_argb)
{
    if (view == NULL || view->pixels == NULL || out_argb == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (x < 0 || y < 0 || x >= view->width || y >= view->height ||
        r3d_priv_diff_layout_bytes(view->layout) == 0) {
        return R3D_ERR_RANGE;
    }
    *out_argb = r3d_priv_diff_pixel_argb(view, R3D_PRIV_RULE_RGBA, x, y);
    return R3D_OK;
}
