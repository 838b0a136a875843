/* SPDX-License-Identifier: MIT */
/* The pixels of icons in plain C, and which code does them. See icon_pixels.h. */

#include "icon_pixels.h"

/* A bit for each pixel of a row that is `value` where `mask` has ones. */
static uint32_t pixels_equal(const uint32_t *row, uint32_t mask, uint32_t value)
{
    uint32_t bits = 0;
    for (uint32_t x = 0; x < R3D_ICON_SIZE; x++) {
        bits |= (uint32_t)((row[x] & mask) == value) << x;
    }
    return bits;
}

#define KERNEL static inline

#include "icon_bits.h"
#include "icon_rows.h"

static void outline(uint32_t *pixels, r3d_icon_background background, r3d_priv_class_map *map)
{
    classify(pixels, background, map);
    draw_icon_outline(pixels, map);
}

static void shadow(uint32_t *pixels, const r3d_priv_class_map *map)
{
    draw_icon_shadow(pixels, map);
}

static void second_outline(uint32_t *pixels, const r3d_priv_class_map *map, uint32_t rgb)
{
    draw_second_outline(pixels, map, rgb);
}

static const r3d_priv_icon_pixels plain = {outline, shadow, second_outline};

const r3d_priv_icon_pixels *r3d_priv_icon_pixels_of(r3d_isa isa)
{
#if R3D_PRIV_X86
    uint32_t features = r3d_isa_features(isa);
    if ((features & R3D_ISA_HAS_AVX512) != 0) {
        return &r3d_priv_icon_pixels_avx512;
    }
    if ((features & R3D_ISA_HAS_SSE2) != 0) {
        return &r3d_priv_icon_pixels_sse2;
    }
#endif
    (void)isa;
    return &plain;
}
