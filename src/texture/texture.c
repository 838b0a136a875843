/* SPDX-License-Identifier: MIT */
/* Texel banks and average colours. Source: spec rs2-raster section 6. */

#include <retro3d/texture.h>

#include <string.h>

enum { HIGH_SIZE = 128, LOW_SIZE = 64 };

/* The bits of a colour that a texel keeps. */
static const uint32_t texel_bits = 0xF8F8FFu;

size_t r3d_texels_count(r3d_detail detail)
{
    return detail == R3D_DETAIL_HIGH ? R3D_TEXELS_HIGH_COUNT : R3D_TEXELS_LOW_COUNT;
}

static bool is_texture(const r3d_image8 *image)
{
    const r3d_image_frame *frame = &image->frame;
    return (frame->canvas_width == HIGH_SIZE || frame->canvas_width == LOW_SIZE) &&
           frame->canvas_height == frame->canvas_width && image->palette_count >= 1 &&
           image->palette_count <= R3D_TEXTURE_PALETTE_MAX;
}

/* The palette after the gamma step and the rule for black. */
static void adjust_palette(const r3d_image8 *image, const r3d_gamma *gamma,
                           r3d_black_rule black_rule, uint32_t *out_rgb)
{
    for (int32_t i = 0; i < image->palette_count; i++) {
        out_rgb[i] = r3d_gamma_apply(gamma, image->palette_rgb[i]);
        if (black_rule == R3D_BLACK_KEPT && i != 0 && (out_rgb[i] & texel_bits) == 0) {
            out_rgb[i] = 0x000001u;
        }
    }
}

r3d_result r3d_texels_build(const r3d_image8 *image, r3d_detail detail, const r3d_gamma *gamma,
                            r3d_black_rule black_rule, uint32_t *texels, r3d_texels *out_texels)
{
    if (image == NULL || gamma == NULL || texels == NULL || out_texels == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (!is_texture(image)) {
        return R3D_ERR_RANGE;
    }
    uint32_t palette[R3D_TEXTURE_PALETTE_MAX];
    adjust_palette(image, gamma, black_rule, palette);

    uint8_t pixels[HIGH_SIZE * HIGH_SIZE];
    r3d_image8 whole;
    r3d_result result = detail == R3D_DETAIL_LOW && image->frame.canvas_width == HIGH_SIZE
                            ? r3d_image8_shrink(image, pixels, &whole)
                            : r3d_image8_expand(image, pixels, &whole);
    if (result != R3D_OK) {
        return result;
    }

    int32_t size = detail == R3D_DETAIL_HIGH ? HIGH_SIZE : LOW_SIZE;
    int32_t doubling = size > whole.frame.width ? 1 : 0; /* a 64-wide picture in high detail */
    size_t shade_count = (size_t)size * (size_t)size;
    bool masked = false;
    for (int32_t y = 0; y < size; y++) {
        const uint8_t *row = pixels + (ptrdiff_t)(y >> doubling) * whole.frame.width;
        for (int32_t x = 0; x < size; x++) {
            uint32_t texel = palette[row[x >> doubling]] & texel_bits;
            masked = masked || texel == 0;
            uint32_t *shade = texels + (size_t)y * (size_t)size + (size_t)x;
            shade[0] = texel;
            shade[shade_count] = (texel - (texel >> 3)) & texel_bits;
            shade[shade_count * 2] = (texel - (texel >> 2)) & texel_bits;
            shade[shade_count * 3] = (texel - (texel >> 2) - (texel >> 3)) & texel_bits;
        }
    }
    out_texels->texels = texels;
    out_texels->detail = detail;
    out_texels->masked = masked;
    return R3D_OK;
}

r3d_result r3d_texture_average(const r3d_image8 *image, const r3d_gamma *gamma,
                               r3d_black_rule black_rule, uint32_t *out_rgb)
{
    if (image == NULL || gamma == NULL || out_rgb == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    if (image->palette_count < 1 || image->palette_count > R3D_TEXTURE_PALETTE_MAX) {
        return R3D_ERR_RANGE;
    }
    uint32_t palette[R3D_TEXTURE_PALETTE_MAX];
    adjust_palette(image, gamma, black_rule, palette);
    uint32_t red = 0;
    uint32_t green = 0;
    uint32_t blue = 0;
    uint32_t count = (uint32_t)image->palette_count;
    for (uint32_t i = 0; i < count; i++) {
        red += palette[i] >> 16 & 0xFF;
        green += palette[i] >> 8 & 0xFF;
        blue += palette[i] & 0xFF;
    }
    r3d_gamma darkening;
    r3d_result result = r3d_gamma_build(1.4, &darkening);
    if (result != R3D_OK) {
        return result;
    }
    uint32_t rgb =
        r3d_gamma_apply(&darkening, red / count << 16 | green / count << 8 | blue / count);
    *out_rgb = rgb == 0 ? 1u : rgb;
    return R3D_OK;
}
