/* SPDX-License-Identifier: MIT */
/* HSL index to RGB. Source: spec rs2-raster section 2.
 *
 * The original converts in doubles and truncates c * 256. All its inputs are multiples of 2^-11
 * except for the thirds in the hue, so c * 256 is a multiple of 1/512 in exact arithmetic; the
 * doubles never fall on the wrong side of a whole number (a test compares all 65,536 entries with
 * the reference tables). So everything is computed in units of 1/512 here, and no maths library
 * matters. */

#include <retro3d/palette.h>

/* One third of a turn is 128 of these hue steps, a whole turn 384. */
enum { HUE_TURN = 384, THIRD = HUE_TURN / 3 };

/* channel(t) of the spec, truncated to 8 bits. p and q have 11 fraction bits, t is in 1/384 turn.
 */
static uint32_t channel(int32_t p, int32_t q, int32_t t)
{
    int32_t value; /* 17 fraction bits: (q - p) * 6t, with 6t in 1/64 */
    if (6 * t < HUE_TURN) {
        value = p * 64 + (q - p) * t;
    } else if (2 * t < HUE_TURN) {
        value = q * 64;
    } else if (3 * t < 2 * HUE_TURN) {
        value = p * 64 + (q - p) * (2 * THIRD - t);
    } else {
        value = p * 64;
    }
    return (uint32_t)value >> 9;
}

static uint32_t hsl16_to_rgb(int32_t index)
{
    int32_t hue = 3 * (2 * (index >> 10) + 1);     /* (h / 64 + 1/128) turn */
    int32_t saturation = 2 * (index >> 7 & 7) + 1; /* s / 8 + 1/16, 4 fraction bits */
    int32_t lightness = index & 127;               /* 7 fraction bits */
    int32_t q = lightness < 64 ? lightness * (16 + saturation)
                               : 16 * lightness + 128 * saturation - lightness * saturation;
    int32_t p = 32 * lightness - q;
    int32_t red_hue = hue + THIRD > HUE_TURN ? hue + THIRD - HUE_TURN : hue + THIRD;
    int32_t blue_hue = hue - THIRD < 0 ? hue - THIRD + HUE_TURN : hue - THIRD;
    return channel(p, q, red_hue) << 16 | channel(p, q, hue) << 8 | channel(p, q, blue_hue);
}

r3d_result r3d_palette_build(const r3d_gamma *gamma, r3d_black_rule black_rule,
                             r3d_palette *out_palette)
{
    if (gamma == NULL || out_palette == NULL) {
        return R3D_ERR_ARGUMENT;
    }
    for (int32_t index = 0; index < R3D_PALETTE_COUNT; index++) {
        uint32_t rgb = r3d_gamma_apply(gamma, hsl16_to_rgb(index));
        out_palette->rgb[index] = rgb == 0 && black_rule == R3D_BLACK_KEPT ? 0x000001u : rgb;
    }
    return R3D_OK;
}

uint16_t r3d_call_hsl16_pack(uint32_t hue, uint32_t saturation, uint32_t lightness)
{
    return r3d_hsl16_pack(hue, saturation, lightness);
}
