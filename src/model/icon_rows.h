/* SPDX-License-Identifier: MIT */
/* The functions of icon_pixels.h, a row of 32 pixels as the bits of a word. Source: spec rs2-model
 * section 11.
 *
 * Before this file is included:
 *   KERNEL          attributes of every function: its instruction set, static, inline
 *   pixels_equal()  a bit for each pixel of a row that is `value` where `mask` has ones
 *   draw_pixels()   writes the pixels of a row whose bits are set */

#ifndef R3D_SRC_MODEL_ICON_ROWS_H
#define R3D_SRC_MODEL_ICON_ROWS_H

#include "icon_pixels.h"

#define ICON_RGB 0xFFFFFFu
#define ICON_OPAQUE 0xFF000000u

/* `map` is all background before. */
KERNEL void classify(const uint32_t *pixels, r3d_icon_background background,
                     r3d_priv_class_map *map)
{
    for (int y = 0; y < R3D_ICON_SIZE; y++) {
        const uint32_t *row = pixels + y * R3D_ICON_SIZE;
        r3d_priv_class_row *out = &map->rows[y + 1];
        if (background == R3D_ICON_BY_COVERAGE) {
            out->model = ~pixels_equal(row, ICON_OPAQUE, 0);
        } else {
            out->outline = pixels_equal(row, ICON_RGB, R3D_ICON_OUTLINE_RGB);
            out->model = ~(pixels_equal(row, ICON_RGB, 0) | out->outline);
        }
    }
}

KERNEL uint32_t background_of(const r3d_priv_class_row *row)
{
    return ~(row->model | row->outline);
}

KERNEL void draw_icon_outline(uint32_t *pixels, r3d_priv_class_map *map)
{
    /* In place as in the original: outline pixels are no neighbours, so the order does not matter.
     */
    for (int y = 1; y <= R3D_ICON_SIZE; y++) {
        r3d_priv_class_row *row = &map->rows[y];
        uint32_t beside = row->model << 1 | row->model >> 1 | row[-1].model | row[1].model;
        uint32_t found = beside & background_of(row);
        row->outline |= found;
        draw_pixels(pixels + (y - 1) * R3D_ICON_SIZE, found, ICON_OPAQUE | R3D_ICON_OUTLINE_RGB);
    }
}

KERNEL void draw_icon_shadow(uint32_t *pixels, const r3d_priv_class_map *map)
{
    /* The map does not learn of the shadow, so it casts none itself; the original got the same by
     * going from the lower right to the upper left. */
    for (int y = 1; y <= R3D_ICON_SIZE; y++) {
        uint32_t above = ~background_of(&map->rows[y - 1]);
        draw_pixels(pixels + (y - 1) * R3D_ICON_SIZE, above << 1 & background_of(&map->rows[y]),
                    ICON_OPAQUE | R3D_ICON_SHADOW_RGB);
    }
}

/* Colours the background beside the outline. Pixels that it colours are no outline, so the order
 * does not matter. */
KERNEL void draw_second_outline(uint32_t *pixels, const r3d_priv_class_map *map, uint32_t rgb)
{
    for (int y = 1; y <= R3D_ICON_SIZE; y++) {
        const r3d_priv_class_row *row = &map->rows[y];
        uint32_t beside = row->outline << 1 | row->outline >> 1 | row[-1].outline | row[1].outline;
        draw_pixels(pixels + (y - 1) * R3D_ICON_SIZE, beside & background_of(row),
                    ICON_OPAQUE | rgb);
    }
}

#endif
