/* SPDX-License-Identifier: MIT */
// See png_palette.h. Sorted, so that equal pictures have equal palettes and the shades of a grey
// picture follow one another, which the filter "sub" profits from.

#include "png_palette.h"

#include <stdlib.h>
#include <string.h>

static uint32_t color_at(const uint8_t *rgb)
{
    return (uint32_t)rgb[0] << 16 | (uint32_t)rgb[1] << 8 | rgb[2];
}

// The slot of a colour, or the empty one where it belongs.
static uint32_t slot_of(const r3d_priv_png_palette *self, uint32_t color)
{
    uint32_t slot = color * 2654435761u >> (32 - R3D_PRIV_PNG_SLOT_BITS);
    while (self->keys[slot] != 0 && self->keys[slot] != color + 1) {
        slot = (slot + 1) & ((1u << R3D_PRIV_PNG_SLOT_BITS) - 1u);
    }
    return slot;
}

static int by_value(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a;
    uint32_t right = *(const uint32_t *)b;
    return left < right ? -1 : left > right;
}

bool r3d_priv_png_palette_find(r3d_priv_png_palette *self, const r3d_picture_view *view,
                               uint8_t *row)
{
    memset(self, 0, sizeof *self);
    for (int32_t y = 0; y < view->height; y++) {
        r3d_priv_view_read(view, 0, y, view->width, false, row);
        for (int32_t x = 0; x < view->width; x++) {
            uint32_t color = color_at(row + (size_t)x * 3);
            uint32_t slot = slot_of(self, color);
            if (self->keys[slot] == 0) {
                if (self->count == R3D_PRIV_PNG_COLORS) {
                    return false;
                }
                self->keys[slot] = color + 1;
                self->colors[self->count++] = color;
            }
        }
    }
    qsort(self->colors, (size_t)self->count, sizeof self->colors[0], by_value);
    for (int32_t i = 0; i < self->count; i++) {
        self->numbers[slot_of(self, self->colors[i])] = (uint8_t)i;
    }
    return true;
}

void r3d_priv_png_palette_number(const r3d_priv_png_palette *self, const uint8_t *row,
                                 int32_t width, uint8_t *out)
{
    for (int32_t x = 0; x < width; x++) {
        out[x] = self->numbers[slot_of(self, color_at(row + (size_t)x * 3))];
    }
}
