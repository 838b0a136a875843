/* SPDX-License-Identifier: MIT */
/* NEON under the names that ../vector/ uses: 4 pixels a register. */

#ifndef R3D_SRC_RASTER_ARM_LANES_NEON_H
#define R3D_SRC_RASTER_ARM_LANES_NEON_H

#include <arm_neon.h>

#define KERNEL __attribute__((always_inline)) static inline
#define LANES 4
#define LANES_ONCE(v) ((void)(v)) /* an unaligned load costs no more than a register here */

#include "../span.h"

typedef uint32x4_t lanes;

KERNEL lanes lanes_all(uint32_t value)
{
    return vdupq_n_u32(value);
}

KERNEL lanes lanes_load(const uint32_t *p)
{
    return vld1q_u32(p);
}

KERNEL void lanes_store(uint32_t *p, lanes v)
{
    vst1q_u32(p, v);
}

KERNEL lanes lanes_and(lanes a, lanes b)
{
    return vandq_u32(a, b);
}

KERNEL lanes lanes_or(lanes a, lanes b)
{
    return vorrq_u32(a, b);
}

KERNEL lanes lanes_add(lanes a, lanes b)
{
    return vaddq_u32(a, b);
}

/* In each 16-bit half: the low or the high 16 bits of the unsigned product. */
KERNEL lanes lanes_mul_low16(lanes a, lanes b)
{
    return vreinterpretq_u32_u16(vmulq_u16(vreinterpretq_u16_u32(a), vreinterpretq_u16_u32(b)));
}

KERNEL lanes lanes_mul_high16(lanes a, lanes b)
{
    uint16x8_t left = vreinterpretq_u16_u32(a);
    uint16x8_t right = vreinterpretq_u16_u32(b);
    uint16x8_t low = vreinterpretq_u16_u32(vmull_u16(vget_low_u16(left), vget_low_u16(right)));
    uint16x8_t high = vreinterpretq_u16_u32(vmull_high_u16(left, right));
    return vreinterpretq_u32_u16(vuzp2q_u16(low, high));
}

KERNEL lanes lanes_shift_right8_16(lanes a)
{
    return vreinterpretq_u32_u16(vshrq_n_u16(vreinterpretq_u16_u32(a), 8));
}

/* The first `count` elements, 1..LANES - 1; the other lanes are anything. Reads inside p[0..room -
 * 1], room >= count. */
KERNEL lanes lanes_load_first(const uint32_t *p, int32_t count, int32_t room)
{
    if (room >= LANES) {
        return lanes_load(p);
    }
    uint32_t first[LANES] = {0, 0, 0, 0};
    for (int32_t i = 0; i < count; i++) {
        first[i] = p[i];
    }
    return lanes_load(first);
}

/* Writes the first `count` lanes, 1..LANES - 1. */
KERNEL void lanes_store_first(uint32_t *p, lanes v, int32_t count, int32_t room)
{
    (void)room;
    if ((count & 2) != 0) {
        vst1_u32(p, vget_low_u32(v));
        p += 2;
        v = vextq_u32(v, v, 2);
    }
    if ((count & 1) != 0) {
        *p = vgetq_lane_u32(v, 0);
    }
}

/* A drawn pixel of the palette, four times. */
KERNEL lanes block_color(const r3d_palette *palette, int32_t value)
{
    return lanes_all(r3d_priv_color(palette, value) | R3D_PRIV_DRAWN);
}

/* Writes `count` pixels of one colour, 1..4, by four stores that overlap: see ../x86/blocks.h. */
KERNEL void store_block(uint32_t *p, lanes color, int32_t count)
{
    uint32_t pixel = vgetq_lane_u32(color, 0);
    p[0] = pixel;
    p[(count - 1) >> 1] = pixel;
    p[count >> 1] = pixel;
    p[count - 1] = pixel;
}

/* Writes 4 pixels. */
KERNEL void store_full_block(uint32_t *p, lanes color)
{
    lanes_store(p, color);
}

/* count >= 1 */
KERNEL void fill_row(uint32_t *p, int32_t count, uint32_t color)
{
    lanes v = lanes_all(color);
    if (count <= 4) {
        store_block(p, v, count);
        return;
    }
    /* The rest of the row is written by stores that overlap at its end. */
    uint32_t *end = p + count;
    while (end - p > 16) {
        lanes_store(p, v);
        lanes_store(p + 4, v);
        lanes_store(p + 8, v);
        lanes_store(p + 12, v);
        p += 16;
    }
    if (end - p > 8) {
        lanes_store(p, v);
        lanes_store(p + 4, v);
        lanes_store(end - 8, v);
    } else if (end - p > 4) {
        lanes_store(p, v);
    }
    lanes_store(end - 4, v);
}

/* The colours of LANES pixels in blocks of 4; the value grows by `step` a block. */
KERNEL lanes lanes_block_colors(const r3d_palette *palette, int32_t value, int32_t step)
{
    (void)step;
    return lanes_all(r3d_priv_color(palette, value));
}

/* The colours of LANES pixels; the value grows by `step` a pixel. */
KERNEL lanes lanes_pixel_colors(const r3d_palette *palette, int32_t value, int32_t step)
{
    int32_t second = r3d_i32_add(value, step);
    int32_t third = r3d_i32_add(second, step);
    const uint32_t colors[LANES] = {r3d_priv_color(palette, value), r3d_priv_color(palette, second),
                                    r3d_priv_color(palette, third),
                                    r3d_priv_color(palette, r3d_i32_add(third, step))};
    return lanes_load(colors);
}

/* Truncated quotients of a double division, which is exact for 32-bit numbers; divisors are not 0.
 * INT32_MIN / -1 is 2^31, which wraps, as it must. */
KERNEL int32x4_t quotients(int32x4_t numerators, int32x4_t divisors)
{
    float64x2_t low = vdivq_f64(vcvtq_f64_s64(vmovl_s32(vget_low_s32(numerators))),
                                vcvtq_f64_s64(vmovl_s32(vget_low_s32(divisors))));
    float64x2_t high = vdivq_f64(vcvtq_f64_s64(vmovl_high_s32(numerators)),
                                 vcvtq_f64_s64(vmovl_high_s32(divisors)));
    return vcombine_s32(vmovn_s64(vcvtq_s64_f64(low)), vmovn_s64(vcvtq_s64_f64(high)));
}

/* A divisor of 0 becomes 1. */
KERNEL int32x4_t without_zero(int32x4_t divisors)
{
    return vsubq_s32(divisors, vreinterpretq_s32_u32(vceqzq_s32(divisors)));
}

/* Lane i: corner i + 1 minus corner i, for the edges A to B, B to C, C to A; lane 3 is 0. */
KERNEL int32x4_t edge_differences(const int32_t v[3])
{
    const int32_t from[4] = {v[0], v[1], v[2], 0};
    const int32_t to[4] = {v[1], v[2], v[0], 0};
    return vsubq_s32(vld1q_s32(to), vld1q_s32(from));
}

/* Slopes of the edges A to B, B to C and C to A; 0 for a horizontal one. */
KERNEL void edge_slopes(const int32_t x[3], const int32_t y[3], const int32_t *value,
                        int32_t fraction_bits, int32_t x_slopes[4], int32_t value_slopes[4])
{
    int32x4_t heights = edge_differences(y);
    int32x4_t horizontal = vreinterpretq_s32_u32(vceqzq_s32(heights));
    int32x4_t divisors = without_zero(heights);
    int32x4_t slopes = quotients(vshlq_n_s32(edge_differences(x), 16), divisors);
    vst1q_s32(x_slopes, vbicq_s32(slopes, horizontal));
    if (value != NULL) {
        int32x4_t numerators = vshlq_s32(edge_differences(value), vdupq_n_s32(fraction_bits));
        vst1q_s32(value_slopes, vbicq_s32(quotients(numerators, divisors), horizontal));
    }
}

#endif
