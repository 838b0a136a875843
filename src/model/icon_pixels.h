/* SPDX-License-Identifier: MIT */
/* The pixels of an icon: what they are, outlines and shadow. icon_pixels.c has the plain functions. */

#ifndef R3D_SRC_MODEL_ICON_PIXELS_H
#define R3D_SRC_MODEL_ICON_PIXELS_H

#include <retro3d/icon.h>

#include "../base/isa_internal.h"

/* What the pixels of a row are, a bit for each; bit 0 is the leftmost. The rest is background. */
typedef struct r3d_priv_class_row {
    uint32_t model;
    uint32_t outline; /* casts a shadow, but is no neighbour that an outline is drawn around */
} r3d_priv_class_row;

/* The rows of an icon with a row of background above and below. */
typedef struct r3d_priv_class_map {
    r3d_priv_class_row rows[R3D_ICON_SIZE + 2];
} r3d_priv_class_map;

/* All work on an icon's R3D_ICON_SIZE rows of as many pixels. */
typedef struct r3d_priv_icon_pixels {
    /* Tells what the pixels are, `map` being all background before, and draws the outline. */
    void (*outline)(uint32_t *pixels, r3d_icon_background background, r3d_priv_class_map *map);
    void (*shadow)(uint32_t *pixels, const r3d_priv_class_map *map);
    /* Colours the background beside the outline. */
    void (*second_outline)(uint32_t *pixels, const r3d_priv_class_map *map, uint32_t rgb);
} r3d_priv_icon_pixels;

/* The best functions within a wish. */
const r3d_priv_icon_pixels *r3d_priv_icon_pixels_of(r3d_isa isa);

#if R3D_PRIV_X86
extern const r3d_priv_icon_pixels r3d_priv_icon_pixels_sse2;
extern const r3d_priv_icon_pixels r3d_priv_icon_pixels_avx512;
#endif

#endif
